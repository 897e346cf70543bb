/* class.h: where the positions of Rrib-bit lie in a table, and what its values mean.
 *
 * A class is how many frogs the two sides have. Every position of a class has a value: won, drawn
 * or lost for the side to move, with the distance in plies to the end of the game under best play
 * (the winner hurries, the loser delays). Infinite play is a draw; X9 and X10 are left to the
 * caller: the distance says whether a win comes in time.
 *
 * A quiet move changes the colour of one frog's pad and the side to move. So a class falls into two
 * halves that know nothing of each other, by the parity of the frogs on dark pads and the side to
 * move. Where both sides have as many frogs, exchanging them leads from one half to the other: one
 * half tells everything. */
#ifndef POND_RRIBBIT_CLASS_H
#define POND_RRIBBIT_CLASS_H

#include "sets.h"

#define RRIBBIT_TABLE_FROGS_MIN 4 /* with fewer the game is over (X8) or a lone side has none */
#define RRIBBIT_TABLE_FROGS_MAX 7
#define RRIBBIT_CODES 256

/* A value: 0 is drawn, a distance in plies is won, one with this bit is lost. */
#define RRIBBIT_LOST 0x8000u

static inline bool rribbit_value_lost(unsigned value) { return (value & RRIBBIT_LOST) != 0; }
static inline bool rribbit_value_won(unsigned value) { return value != 0 && value < RRIBBIT_LOST; }
static inline int rribbit_value_distance(unsigned value) { return (int)(value & ~RRIBBIT_LOST); }

/* Positions of k frogs against v, k <= v: both sides to move. The set of the k frogs, brought to a
 * standard place by the board's symmetries, picks a slice; the set of the v frogs a byte in it. The
 * byte is a code, whose value is in the half's list. */
struct rribbit_class {
    int key_frogs, other_frogs;   /* k, v */
    int halves;                   /* two, or one where k = v */
    uint32_t slices, slices_even; /* sets of k frogs up to symmetry; see sets.h */
    /* Codes in a slice, by the parity of the v frogs on dark pads. */
    uint32_t slice_size[2];
    uint16_t value[2][RRIBBIT_CODES]; /* by half and code */
    uint16_t value_count[2];
    /* For the solver, otherwise NULL: by who moves (0: the k frogs) and the parity of all frogs on
     * dark pads. The half is the parity of both. */
    uint8_t *codes[2][2];
};

/* Is k against v a class that needs a table? */
bool rribbit_class_exists(int key_frogs, int other_frogs);
/* Prepares a class; it has no values yet. */
void rribbit_class_begin(const struct rribbit_sets *sets, struct rribbit_class *class,
                         int key_frogs, int other_frogs);

/* Where a slice begins, by the parity of all frogs on dark pads; `slices` is after the last. */
static inline uint64_t rribbit_slice_start(const struct rribbit_class *class, int parity,
                                           uint32_t slice)
{
    const uint32_t even = slice < class->slices_even ? slice : class->slices_even;
    return (uint64_t)even * class->slice_size[parity] +
           (uint64_t)(slice - even) * class->slice_size[parity ^ 1];
}

/* How many codes there are for `side` (0: the k frogs) to move in a half. */
static inline uint64_t rribbit_class_size(const struct rribbit_class *class, int half, int side)
{
    return rribbit_slice_start(class, half ^ side, class->slices);
}

/* Where a position lies in a class. */
struct rribbit_spot {
    int half, side;
    uint64_t place;
};

/* Both sides have frogs as many as the class says; `mover` is to move. */
struct rribbit_spot rribbit_spot_find(const struct rribbit_sets *sets,
                                      const struct rribbit_class *class, uint64_t mover,
                                      uint64_t waiter);
/* The other way round. `mover` and `waiter` may share a pad. */
void rribbit_spot_frogs(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        const struct rribbit_spot *spot, uint64_t *mover, uint64_t *waiter);

/* How the positions of a class stand for the side to move, all images by symmetry counted. */
struct rribbit_tally {
    uint64_t won, drawn, lost;
    int longest_win, longest_loss;
};

#endif
