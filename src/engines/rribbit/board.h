/* board.h: Rrib-bit's board as its engines see it: from the side to move, without colours.
 *
 * A half turn of the board that also swaps the colours changes nothing in this game, so a position
 * is two sets of frogs, the mover's own and the other's. A turn is what it does to these sets: two
 * chains that capture the same frogs with the same frog and end on the same pad are one leap here.
 */
#ifndef POND_RRIBBIT_BOARD_H
#define POND_RRIBBIT_BOARD_H

#include "pond/rribbit.h"

/* Turns that differ in what they do; whole turns in a position may be twice as many. */
#define RRIBBIT_LEAPS_MAX 2048

struct rribbit_leap {
    uint64_t captured;
    int32_t order; /* the higher, the earlier it is tried */
    uint8_t from, to;
    uint8_t row; /* it makes a row */
};

/* A position with all that the rules ask about it. */
struct rribbit_node {
    uint64_t own, other;
    uint16_t used_own, used_other; /* X9 */
    bool counting;
    bool row; /* a row of the other's stands: it must be captured now */
};

/* What the options say. */
struct rribbit_rules {
    uint16_t endgame;
    bool chain, seven;
};

/* How a turn ends, for the one who made it. */
enum rribbit_verdict { RRIBBIT_GOES_ON, RRIBBIT_WINS, RRIBBIT_DRAWS, RRIBBIT_LOSES };

/* For each set of arena pads, the pads that would complete a row with two of the set. */
extern const uint16_t pond_rribbit_completes[512];

/* The nine pads of the arena as nine bits, and back. */
static inline unsigned rribbit_arena_index(uint64_t frogs)
{
    return (unsigned)((frogs >> 21 & 7) | (frogs >> 27 & 0x38) | (frogs >> 33 & 0x1c0));
}
static inline uint64_t rribbit_arena_board(unsigned index)
{
    const uint64_t wide = index;
    return (wide & 7) << 21 | (wide & 0x38) << 27 | (wide & 0x1c0) << 33;
}

/* Pads on which one more frog would make a row with two that stand in the arena. */
static inline uint64_t rribbit_row_pads(uint64_t own)
{
    return rribbit_arena_board(pond_rribbit_completes[rribbit_arena_index(own)]);
}

/* Every pad that a frog of the set can leap to, occupied or not. */
static inline uint64_t rribbit_reach(uint64_t frogs)
{
    const uint64_t right_1 = frogs & RRIBBIT_RIGHT_1, right_2 = frogs & RRIBBIT_RIGHT_2;
    const uint64_t left_1 = frogs & RRIBBIT_LEFT_1, left_2 = frogs & RRIBBIT_LEFT_2;
    return (right_1 << 19 | left_1 << 17 | right_2 << 11 | left_2 << 7 | left_1 >> 19 |
            right_1 >> 17 | left_2 >> 11 | right_2 >> 7) &
           RRIBBIT_BOARD;
}

/* Lists the turns that capture, or those that do not; returns how many there are. */
int pond_rribbit_captures(const struct rribbit_node *node, bool chain, struct rribbit_leap *out);
int pond_rribbit_quiets(const struct rribbit_node *node, struct rribbit_leap *out);
/* Captures after which no row of the other's stands: the only turns that do not lose while one
 * does. */
int pond_rribbit_evasions(const struct rribbit_node *node, bool chain, struct rribbit_leap *out);
/* Lists every turn, captures first: the evasions where a row stands. */
int pond_rribbit_turns(const struct rribbit_node *node, bool chain, struct rribbit_leap *out);
/* Is there an evasion at all? */
bool pond_rribbit_evades(const struct rribbit_node *node, bool chain);

/* The position after a turn, seen from the other side, without what the rules say of it: its row,
 * and whether the count begins. */
static inline void rribbit_leap_make(const struct rribbit_node *node,
                                     const struct rribbit_leap *leap, struct rribbit_node *next)
{
    next->other = node->own ^ (rribbit_bit(leap->from) | rribbit_bit(leap->to));
    next->own = node->other & ~leap->captured;
    next->counting = node->counting;
    next->used_own = node->used_other;
    next->used_other = (uint16_t)(node->used_own + node->counting);
}

/* Makes a turn: `next` is seen from the other side. */
enum rribbit_verdict pond_rribbit_make(const struct rribbit_node *node,
                                       const struct rribbit_rules *rules,
                                       const struct rribbit_leap *leap, struct rribbit_node *next);

void pond_rribbit_node(const struct rribbit_state *state, struct rribbit_node *node,
                       struct rribbit_rules *rules);
/* What a whole turn does. */
struct rribbit_leap pond_rribbit_leap(const struct rribbit_node *node, pond_move move);

/* Does a frog on this pad hang? All frogs are worth the same, so it is lost for good only where
 * more attack it than defend it (a static exchange evaluation). */
static inline bool rribbit_hangs(uint64_t attackers, uint64_t defenders, int pad)
{
    const uint64_t near = rribbit_knight[pad];
    return rribbit_count(near & attackers) > rribbit_count(near & defenders);
}

#endif
