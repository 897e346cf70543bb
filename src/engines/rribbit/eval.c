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

enum feature {
    FROGS,
    ON_CENTRE,
    ON_SIDES,
    ON_CORNERS,
    ON_RIM,
    HITS,        /* arena pads attacked, */
    HITS_TWICE,  /* by two frogs or more, */
    HITS_THRICE, /* by three or more */
    HOLDS,       /* arena pads held or attacked that the other does not attack */
    RULES,       /* arena pads that more of its frogs attack than of the other's */
    LINES,       /* lines of three such pads */
    MOBILE,      /* pads within reach */
    ATTACKED,    /* frogs that could be captured, */
    LOOSE,       /* and that nobody would avenge */
    PAIRS,       /* pads that would complete a row, */
    PAIRS_NEAR,  /* that are within reach, */
    PAIRS_CLEAR, /* and that the other does not attack */
    FEATURES
};

/* By how full the board is: with all frogs, and with none, where nothing wins any more. */
static const int weights[FEATURES][2] = {
    [FROGS] = {140, 20},     [ON_CENTRE] = {48, 20},   [ON_SIDES] = {20, 12},
    [ON_CORNERS] = {20, 12}, [ON_RIM] = {0, -12},      [HITS] = {12, 6},
    [HITS_TWICE] = {18, 0},  [HITS_THRICE] = {20, 0},  [HOLDS] = {8, 0},
    [RULES] = {6, 8},        [LINES] = {12, 2},        [MOBILE] = {1, -2},
    [ATTACKED] = {0, -25},   [LOOSE] = {-6, -6},       [PAIRS] = {4, 12},
    [PAIRS_NEAR] = {8, 25},  [PAIRS_CLEAR] = {58, 40},
};
#define TO_MOVE 18 /* for the side whose turn it is */

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

static inline void features_of(uint64_t own, struct reach mine, struct reach theirs,
                               int features[FEATURES])
{
    const uint64_t pairs = rribbit_row_pads(own);
    const uint64_t rules = ((mine.once & ~theirs.once) | (mine.twice & ~theirs.twice) |
                            (mine.thrice & ~theirs.thrice)) &
                           RRIBBIT_ARENA;
    features[HITS_THRICE] = rribbit_count(mine.thrice & RRIBBIT_ARENA);
    features[RULES] = rribbit_count(rules);
    features[LINES] = count_lines(rules);
    features[FROGS] = rribbit_count(own);
    features[ON_CENTRE] = rribbit_count(own & CENTRE);
    features[ON_SIDES] = rribbit_count(own & SIDES);
    features[ON_CORNERS] = rribbit_count(own & CORNERS);
    features[ON_RIM] = rribbit_count(own & RIM);
    features[HITS] = rribbit_count(mine.once & RRIBBIT_ARENA);
    features[HITS_TWICE] = rribbit_count(mine.twice & RRIBBIT_ARENA);
    features[HOLDS] = rribbit_count((mine.once | own) & RRIBBIT_ARENA & ~theirs.once);
    features[MOBILE] = rribbit_count(mine.once & ~own);
    features[ATTACKED] = rribbit_count(own & theirs.once);
    features[LOOSE] = rribbit_count(own & theirs.once & ~mine.once);
    features[PAIRS] = rribbit_count(pairs);
    features[PAIRS_NEAR] = rribbit_count(pairs & mine.once);
    features[PAIRS_CLEAR] = rribbit_count(pairs & mine.once & ~theirs.once);
}

int pond_rribbit_evaluate(const struct rribbit_node *node, const struct rribbit_rules *rules)
{
    const struct reach mine = reach_of(node->own), theirs = reach_of(node->other);
    int own[FEATURES], other[FEATURES];
    features_of(node->own, mine, theirs, own);
    features_of(node->other, theirs, mine, other);
    int full = 0, empty = 0;
    for (int i = 0; i < FEATURES; i++) {
        full += weights[i][0] * (own[i] - other[i]);
        empty += weights[i][1] * (own[i] - other[i]);
    }
    const int frogs = own[FROGS] + other[FROGS];
    int score = TO_MOVE +
                (full * frogs + empty * (2 * RRIBBIT_FROGS_MAX - frogs)) / (2 * RRIBBIT_FROGS_MAX);
    /* The nearer the end of the count, the less an advantage is worth. */
    if (node->counting) {
        const int left = rribbit_plies_left(node, rules);
        if (left < 32) score = score * left / 32;
    }
    /* Nobody makes a row of two frogs. */
    if (!rules->seven && own[FROGS] <= 2 && score > 0) score = 0;
    if (!rules->seven && other[FROGS] <= 2 && score < 0) score = 0;
    return score;
}
