/* rribbit.h: how Rrib-bit's states and moves are laid out, for engines, solvers and front ends.
 *
 * A board is 63 bits, pad a1 is bit 0, b1 bit 1, a2 bit 9, i7 bit 62. Nothing is hidden in this
 * game, so a view has the same layout as a state. */
#ifndef POND_RRIBBIT_H
#define POND_RRIBBIT_H

#include "pond/game.h"

POND_BEGIN

#define RRIBBIT_COLUMNS 9
#define RRIBBIT_ROWS 7
#define RRIBBIT_PADS 63
#define RRIBBIT_FROGS_MAX 9
#define RRIBBIT_ROW 3 /* frogs of a row */
#define RRIBBIT_BOARD ((UINT64_C(1) << RRIBBIT_PADS) - 1)
/* d3-f5 */
#define RRIBBIT_ARENA (UINT64_C(7) << 21 | UINT64_C(7) << 30 | UINT64_C(7) << 39)

enum rribbit_side { RRIBBIT_LIGHT, RRIBBIT_DARK };

struct POND_OVERLAY rribbit_state {
    uint64_t frogs[2]; /* by side */
    uint16_t used[2];  /* turns used up under X9, by side */
    uint16_t endgame;  /* the option: turns for each side, 0 = off */
    uint8_t counting;  /* 1 once X9's count has begun */
    uint8_t side;      /* whose turn it is (or would be, were the game not over) */
    uint8_t chain;     /* the option turn=chain */
    uint8_t seven;     /* the option win=row-or-seven */
    uint8_t repetition;
    uint8_t outcome; /* struct pond_result, unfolded */
    uint8_t winner;
    uint8_t reason;
};

POND_STATIC_ASSERT(sizeof(struct rribbit_state) <= POND_STATE_SIZE, "a state fits");

static inline uint64_t rribbit_bit(int pad) { return UINT64_C(1) << pad; }
static inline int rribbit_lowest(uint64_t board) { return __builtin_ctzll(board); }
static inline int rribbit_count(uint64_t board) { return __builtin_popcountll(board); }

/* A move is a whole turn: the number of pads landed on (1 to 9) in the low four bits, then six bits
 * for each pad, the one left first. Every further pad after the second belongs to a chain (X3). */
static inline int rribbit_move_landings(pond_move move) { return (int)(move & 15); }
static inline int rribbit_move_pad(pond_move move, int index)
{
    return (int)(move >> (4 + 6 * index) & 63);
}
static inline pond_move rribbit_move(int from, int to)
{
    return (pond_move)1 | (pond_move)from << 4 | (pond_move)to << 10;
}

#define RRIBBIT_PAD(column, row)                                                                   \
    ((column) >= 0 && (column) < 9 && (row) >= 0 && (row) < 7                                      \
         ? UINT64_C(1) << (((row)*9 + (column)) & 63)                                              \
         : UINT64_C(0))
#define RRIBBIT_KNIGHT(c, r)                                                                       \
    (RRIBBIT_PAD((c) + 1, (r) + 2) | RRIBBIT_PAD((c) + 2, (r) + 1) | RRIBBIT_PAD((c) + 2, (r)-1) | \
     RRIBBIT_PAD((c) + 1, (r)-2) | RRIBBIT_PAD((c)-1, (r)-2) | RRIBBIT_PAD((c)-2, (r)-1) |         \
     RRIBBIT_PAD((c)-2, (r) + 1) | RRIBBIT_PAD((c)-1, (r) + 2))
#define RRIBBIT_KNIGHT_ROW(r)                                                                      \
    RRIBBIT_KNIGHT(0, r), RRIBBIT_KNIGHT(1, r), RRIBBIT_KNIGHT(2, r), RRIBBIT_KNIGHT(3, r),        \
        RRIBBIT_KNIGHT(4, r), RRIBBIT_KNIGHT(5, r), RRIBBIT_KNIGHT(6, r), RRIBBIT_KNIGHT(7, r),    \
        RRIBBIT_KNIGHT(8, r)

/* Where a frog on each pad can leap (X2). */
static const uint64_t rribbit_knight[RRIBBIT_PADS] = {
    RRIBBIT_KNIGHT_ROW(0), RRIBBIT_KNIGHT_ROW(1), RRIBBIT_KNIGHT_ROW(2), RRIBBIT_KNIGHT_ROW(3),
    RRIBBIT_KNIGHT_ROW(4), RRIBBIT_KNIGHT_ROW(5), RRIBBIT_KNIGHT_ROW(6),
};

/* Pads from which a leap one or two columns to the left or right stays on the board. */
#define RRIBBIT_COLUMN_A (UINT64_C(0x0040201008040201))
#define RRIBBIT_LEFT_1 (RRIBBIT_BOARD & ~RRIBBIT_COLUMN_A)
#define RRIBBIT_LEFT_2 (RRIBBIT_LEFT_1 & ~(RRIBBIT_COLUMN_A << 1))
#define RRIBBIT_RIGHT_1 (RRIBBIT_BOARD & ~(RRIBBIT_COLUMN_A << 8))
#define RRIBBIT_RIGHT_2 (RRIBBIT_RIGHT_1 & ~(RRIBBIT_COLUMN_A << 7))

/* Does a side with these frogs have three in a row in the arena (X4)? */
static inline bool rribbit_has_row(uint64_t frogs)
{
    const uint64_t left = UINT64_C(1) << 21 | UINT64_C(1) << 30 | UINT64_C(1) << 39;
    const uint64_t bottom = UINT64_C(7) << 21;
    const uint64_t across = frogs & frogs >> 1 & frogs >> 2 & left;
    const uint64_t upright = frogs & frogs >> 9 & frogs >> 18 & bottom;
    const uint64_t rising = frogs & frogs >> 10 & frogs >> 20 & UINT64_C(1) << 21;
    const uint64_t falling = frogs & frogs >> 8 & frogs >> 16 & UINT64_C(1) << 23;
    return (across | upright | rising | falling) != 0;
}

/* The kinds of events; pads are numbers from 0. */
enum rribbit_event {
    RRIBBIT_EVENT_LEAP = POND_EVENTS_OWN, /* from a pad to an empty one */
    RRIBBIT_EVENT_CAPTURE, /* from a pad to that of a frog; how many the other side has left */
    RRIBBIT_EVENT_ROW,     /* the seat has a row now (X4) */
    RRIBBIT_EVENT_COUNT,   /* turns that light and dark have used up under X9 */
};

POND_END

#endif
