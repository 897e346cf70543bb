/* eval.c: what a position of Rrib-bit is worth at a glance.
 *
 * Frogs, where they sit, what they attack in the arena, and how near they are to a row. All of it
 * is counted for whole sets of frogs at a time. The weights began as a logistic regression on the
 * results of games that the engine played against itself, and were rounded and shifted a little
 * towards holding the arena, which wins more games against weaker players. */
#include "search.h"

#include "banned.h"

/* Pads of like worth, from the arena's middle outwards. */
#define PAD(column, row) (UINT64_C(1) << ((row)*9 + (column)))
#define CENTRE PAD(4, 3)
#define SIDES (PAD(4, 2) | PAD(3, 3) | PAD(5, 3) | PAD(4, 4))
#define CORNERS (PAD(3, 2) | PAD(5, 2) | PAD(3, 4) | PAD(5, 4))
#define RIM (UINT64_C(0x1ff) | UINT64_C(0x1ff) << 54 | RRIBBIT_COLUMN_A | RRIBBIT_COLUMN_A << 8)

/* Every frog's attacks at once: pads attacked at least once, twice, three times. */
struct reach {
    uint64_t once, twice, thrice;
};

static inline void reach_add(struct reach *reach, uint64_t board)
{
    reach->thrice |= reach->twice & board;
    reach->twice |= reach->once & board;
    reach->once |= board;
}

static inline struct reach reach_of(uint64_t frogs)
{
    const uint64_t right_1 = frogs & RRIBBIT_RIGHT_1, right_2 = frogs & RRIBBIT_RIGHT_2;
    const uint64_t left_1 = frogs & RRIBBIT_LEFT_1, left_2 = frogs & RRIBBIT_LEFT_2;
    struct reach reach = {0, 0, 0};
    reach_add(&reach, right_1 << 19);
    reach_add(&reach, left_1 << 17);
    reach_add(&reach, right_2 << 11);
    reach_add(&reach, left_2 << 7);
    reach_add(&reach, left_1 >> 19);
    reach_add(&reach, right_1 >> 17);
    reach_add(&reach, left_2 >> 11);
    reach_add(&reach, right_2 >> 7);
    reach.once &= RRIBBIT_BOARD;
    reach.twice &= RRIBBIT_BOARD;
    reach.thrice &= RRIBBIT_BOARD;
    return reach;
}

/* A weight is two in one: with a full board, and with an empty one, where nothing wins any more (a
 * tapered evaluation). Their sums stay small, so both halves can be added and multiplied at once.
 */
#define WEIGHT(full, empty) ((full) + (empty)*65536)

enum weight {
    FROGS = WEIGHT(140, 20),
    ON_CENTRE = WEIGHT(48, 20),
    ON_SIDES = WEIGHT(20, 12),
    ON_CORNERS = WEIGHT(20, 12),
    ON_RIM = WEIGHT(0, -12),
    HITS = WEIGHT(12, 6),         /* arena pads attacked, */
    HITS_TWICE = WEIGHT(18, 0),   /* by two frogs or more, */
    HITS_THRICE = WEIGHT(20, 0),  /* by three or more */
    HOLDS = WEIGHT(8, 0),         /* arena pads held or attacked that the other does not attack */
    RULES = WEIGHT(6, 8),         /* arena pads that more of its frogs attack than of the other's */
    LINES = WEIGHT(12, 2),        /* lines of three such pads */
    MOBILE = WEIGHT(1, -2),       /* pads within reach */
    ATTACKED = WEIGHT(0, -25),    /* frogs that could be captured, */
    LOOSE = WEIGHT(-6, -6),       /* and that nobody would avenge */
    PAIRS = WEIGHT(4, 12),        /* pads that would complete a row, */
    PAIRS_NEAR = WEIGHT(8, 25),   /* that are within reach, */
    PAIRS_CLEAR = WEIGHT(58, 40), /* and that the other does not attack */
};
#define TO_MOVE 18 /* for the side whose turn it is */

static inline int weight_full(int sum) { return (int16_t)(uint16_t)sum; }
static inline int weight_empty(int sum) { return (sum - weight_full(sum)) / 65536; }

/* How many of the arena's lines lie in the set. */
static inline int count_lines(uint64_t set)
{
    const uint64_t left = UINT64_C(1) << 21 | UINT64_C(1) << 30 | UINT64_C(1) << 39;
    const uint64_t bottom = UINT64_C(7) << 21;
    const uint64_t across = set & set >> 1 & set >> 2 & left;
    const uint64_t upright = set & set >> 9 & set >> 18 & bottom;
    const uint64_t rising = set & set >> 10 & set >> 20 & UINT64_C(1) << 21;
    const uint64_t falling = set & set >> 8 & set >> 16 & UINT64_C(1) << 23;
    return rribbit_count(across) + rribbit_count(upright) + rribbit_count(rising) +
           rribbit_count(falling);
}

/* What one side has, as a sum of weights. */
static inline int side_sum(uint64_t own, struct reach mine, struct reach theirs)
{
    const uint64_t pairs = rribbit_row_pads(own), near = pairs & mine.once;
    const uint64_t rules = ((mine.once & ~theirs.once) | (mine.twice & ~theirs.twice) |
                            (mine.thrice & ~theirs.thrice)) &
                           RRIBBIT_ARENA;
    return FROGS * rribbit_count(own) + ON_CENTRE * rribbit_count(own & CENTRE) +
           ON_SIDES * rribbit_count(own & SIDES) + ON_CORNERS * rribbit_count(own & CORNERS) +
           ON_RIM * rribbit_count(own & RIM) + HITS * rribbit_count(mine.once & RRIBBIT_ARENA) +
           HITS_TWICE * rribbit_count(mine.twice & RRIBBIT_ARENA) +
           HITS_THRICE * rribbit_count(mine.thrice & RRIBBIT_ARENA) +
           HOLDS * rribbit_count((mine.once | own) & RRIBBIT_ARENA & ~theirs.once) +
           RULES * rribbit_count(rules) + LINES * count_lines(rules) +
           MOBILE * rribbit_count(mine.once & ~own) + ATTACKED * rribbit_count(own & theirs.once) +
           LOOSE * rribbit_count(own & theirs.once & ~mine.once) + PAIRS * rribbit_count(pairs) +
           PAIRS_NEAR * rribbit_count(near) + PAIRS_CLEAR * rribbit_count(near & ~theirs.once);
}

int pond_rribbit_evaluate(const struct rribbit_node *node, const struct rribbit_rules *rules)
{
    const struct reach mine = reach_of(node->own), theirs = reach_of(node->other);
    const int sum = side_sum(node->own, mine, theirs) - side_sum(node->other, theirs, mine);
    const int own = rribbit_count(node->own), other = rribbit_count(node->other);
    const int frogs = own + other, gone = 2 * RRIBBIT_FROGS_MAX - frogs;
    int score =
        TO_MOVE + (weight_full(sum) * frogs + weight_empty(sum) * gone) / (2 * RRIBBIT_FROGS_MAX);
    /* The nearer the end of the count, the less an advantage is worth. */
    if (node->counting) {
        const int left = rribbit_plies_left(node, rules);
        if (left < 32) score = score * left / 32;
    }
    /* Nobody makes a row of two frogs. */
    if (!rules->seven && own <= 2 && score > 0) score = 0;
    if (!rules->seven && other <= 2 && score < 0) score = 0;
    return score;
}
