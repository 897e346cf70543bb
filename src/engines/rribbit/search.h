/* search.h: what the parts of Rrib-bit's engine share: the evaluation (eval.c), the
 * search for proven wins (mate.c), the search for good turns (search.c), the choice
 * among those that are about as good (traps.c), and the engine that asks them (rribbit.c).
 */
#ifndef POND_RRIBBIT_SEARCH_H
#define POND_RRIBBIT_SEARCH_H

#include "board.h"
#include "pond/engine.h"

/* Scores are for the side to move, in hundredths of a frog. Those beyond PROVEN are wins and
 * losses: WIN less the plies from the root to the end of the game. */
#define RRIBBIT_WIN 30000
#define RRIBBIT_PROVEN 29000
#define RRIBBIT_ESTIMATE_MAX 20000

#define RRIBBIT_PLIES_MAX 100 /* how deep a line may get, extensions and captures too */
#define RRIBBIT_STACK_MAX 16384
#define RRIBBIT_PROBE_FROGS 8 /* exact tables are asked about no more frogs than this */
#define RRIBBIT_FAR 500       /* plies to an end that a table does not tell */
#define RRIBBIT_HISTORY_SLOTS 1024
#define RRIBBIT_REDUCE_DEPTHS 32
#define RRIBBIT_REDUCE_MOVES 64

/* A leap in 32 bits: from, to, and enough of the captures to tell chains apart. 0 is none. */
typedef uint32_t rribbit_code;

/* What the transposition table remembers of a position. */
struct rribbit_entry {
    int16_t score;
    rribbit_code code;
    int16_t estimate;
    int8_t depth;
    uint8_t bound; /* enum rribbit_bound */
};

enum rribbit_bound { RRIBBIT_NONE, RRIBBIT_LOWER, RRIBBIT_UPPER, RRIBBIT_EXACT };

/* An entry as it lies in the table, which threads share without locks: 48 bits of the key and the
 * score, mixed with the rest. Where two threads wrote one half each, the key does not come out. */
struct rribbit_slot {
    uint64_t mixed, rest;
};

#define RRIBBIT_BUCKET 4

/* What the search for wins remembers: within how many plies none, or one, was proven. */
struct rribbit_proof {
    uint32_t key_high;
    uint16_t key_low;
    uint8_t none, some;
    rribbit_code code;
};

/* The line that is being looked at, ply by ply. */
struct rribbit_ply {
    struct rribbit_node node;
    uint64_t key;
    int estimate;
    rribbit_code killers[2];
    rribbit_code refutation; /* of the search for wins */
    uint8_t quiet;           /* plies since the last capture, as far as it is known */
    bool passed;             /* the turn that led here was a pass, which is only a question */
    bool probe;              /* a table may know this position: a capture led here */
    uint8_t line_count;
    rribbit_code line[POND_LINE_MAX];
};

struct rribbit_root {
    struct rribbit_leap leap;
    pond_move move; /* one of those that do this */
    int score;      /* of the last iteration that got to it */
    bool exact;     /* the score is more than an upper bound */
    bool proven;    /* and needs no further search */
    bool overlooked;
    uint8_t line_count;
    rribbit_code line[POND_LINE_MAX];
};

struct rribbit_search {
    const struct pond_task *task;
    struct rribbit_rules rules;
    int seat;
    uint64_t nodes, look_at;
    uint64_t nodes_cap; /* of the current stage; 0: none */
    bool stopped;
    int noise; /* hundredths of a frog */
    uint64_t noise_seed;
    bool sees_rows; /* may notice that a row can be made, beyond its depth */
    int repetition; /* the option */
    int contempt;   /* what a draw costs the seat that thinks */

    struct rribbit_slot *table;
    uint64_t bucket_count;
    struct rribbit_proof *proofs;
    uint64_t proof_count; /* a power of two */

    int root_count;
    struct rribbit_root roots[RRIBBIT_LEAPS_MAX];
    struct rribbit_ply plies[RRIBBIT_PLIES_MAX + 2];
    struct rribbit_leap stack[RRIBBIT_STACK_MAX]; /* the lists of leaps of a line, one by one */
    int stack_used;
    int16_t history[2][RRIBBIT_PADS][RRIBBIT_PADS];
    uint8_t reduce[RRIBBIT_REDUCE_DEPTHS][RRIBBIT_REDUCE_MOVES];
    /* Positions of the game so far, by the game's own key, and how often each occurred. */
    uint64_t past[RRIBBIT_HISTORY_SLOTS];
    uint8_t past_times[RRIBBIT_HISTORY_SLOTS];
    bool past_any;
    struct pond_state scratch; /* the root, and whatever the game is to be asked about */
};

static inline rribbit_code rribbit_encode(const struct rribbit_leap *leap)
{
    const uint64_t mixed = leap->captured * UINT64_C(0x9e3779b97f4a7c15);
    return (rribbit_code)leap->from | (rribbit_code)leap->to << 6 |
           (rribbit_code)(mixed >> 44) << 12;
}

/* Plies until X9's count runs out. */
static inline int rribbit_plies_left(const struct rribbit_node *node,
                                     const struct rribbit_rules *rules)
{
    const int own = 2 * ((int)rules->endgame - node->used_own) - 1;
    const int other = 2 * ((int)rules->endgame - node->used_other);
    const int left = own > other ? own : other;
    return left > 0 ? left : 0;
}

#define RRIBBIT_COUNT_NEAR 40 /* plies: when the count gets so low, it tells positions apart */

static inline uint64_t rribbit_key(const struct rribbit_node *node,
                                   const struct rribbit_rules *rules)
{
    uint64_t sum = node->own * UINT64_C(0x9e3779b97f4a7c15);
    sum ^= sum >> 32;
    sum += node->other * UINT64_C(0xc2b2ae3d27d4eb4f);
    if (node->counting) {
        const int left = rribbit_plies_left(node, rules);
        if (left < RRIBBIT_COUNT_NEAR) sum += (uint64_t)(left + 1) * UINT64_C(0x165667b19e3779f9);
    }
    sum ^= sum >> 32;
    sum *= UINT64_C(0xff51afd7ed558ccd);
    return sum ^ sum >> 29;
}

/* Is it time to stop? And when to ask again. */
void pond_rribbit_poll(struct rribbit_search *search);

/* Counts a node, and sees every now and then whether it is time to stop. */
static inline bool rribbit_visit(struct rribbit_search *search)
{
    if (++search->nodes < search->look_at) return true;
    if (!search->stopped)
        pond_rribbit_poll(search);
    else
        search->nodes--;
    return !search->stopped;
}

/* What a draw is worth to the side to move at a ply. */
static inline int rribbit_draw(const struct rribbit_search *search, int ply)
{
    return ply % 2 == 0 ? -search->contempt : search->contempt;
}

/* A position's worth at a glance. */
int pond_rribbit_evaluate(const struct rribbit_node *node, const struct rribbit_rules *rules);

/* Can the side to move at this ply force a win whose deciding turn is made within `plies` (odd)?
 * Returns the plies to the end of the game, at most, and the first turn; 0 where it cannot, or
 * where the search was stopped. */
int pond_rribbit_mate(struct rribbit_search *search, int ply, int plies, rribbit_code *code);

/* The line of a win that was proven from the root within that many plies: the loser holds out as
 * long as it can. Returns how long the line is. */
int pond_rribbit_mate_line(struct rribbit_search *search, int plies, rribbit_code code,
                           rribbit_code line[POND_LINE_MAX]);

/* Looks at all turns of the root once, `depth` plies deep; `multi` of them get their true score. */
void pond_rribbit_iterate(struct rribbit_search *search, int depth, int multi);
/* Makes the leap of a list that ply `ply` tries, as far as ply + 1 goes. */
enum rribbit_verdict pond_rribbit_step(struct rribbit_search *search, int ply,
                                       const struct rribbit_leap *leap);
/* Searches one turn of the root again; the score is true if it is above `alpha`. */
int pond_rribbit_root(struct rribbit_search *search, struct rribbit_root *root, int depth,
                      int alpha);
/* The value of the position at a ply for the side to move: by depth, and captures only. */
int pond_rribbit_pvs(struct rribbit_search *search, int ply, int depth);
int pond_rribbit_quiesce(struct rribbit_search *search, int ply);
/* Puts the turn of the root first that is hardest to answer among those about as good as the best;
 * `depth` is how far the others are looked at to tell. */
void pond_rribbit_traps(struct rribbit_search *search, int depth);
/* Is the position at this ply drawn because the game has seen it often enough (X10)? */
bool pond_rribbit_drawn_before(struct rribbit_search *search, int ply);

/* Brings the best of the rest to the front. */
static inline struct rribbit_leap *rribbit_pick(struct rribbit_leap *leaps, int from, int total)
{
    int best = from;
    int32_t most = leaps[from].order;
    for (int i = from + 1; i < total; i++) {
        const int32_t order = leaps[i].order;
        best = order > most ? i : best;
        most = order > most ? order : most;
    }
    const struct rribbit_leap leap = leaps[best];
    leaps[best] = leaps[from];
    leaps[from] = leap;
    return &leaps[from];
}

#endif
