/* rribbit_solve.h: exact values of every Rrib-bit position with few frogs.
 *
 * A class is how many frogs the side to move and the side that waits have. Every position of a
 * class has a code of one byte: won, drawn or lost for the side to move, with the distance in plies
 * to the end of the game under best play (the winner hurries, the loser delays). Infinite play is a
 * draw; X9 and X10 are left to whoever asks: a distance says whether a win comes in time. */
#ifndef POND_RRIBBIT_SOLVE_H
#define POND_RRIBBIT_SOLVE_H

#include "pond/rribbit.h"

#define RRIBBIT_TABLE_FROGS_MAX 7
#define RRIBBIT_TABLE_SIDE_MAX 5 /* frogs of one side */
#define RRIBBIT_DISTANCE_MAX 120

/* Codes: 1 to 120 won in so many plies, 128 + (1 to 120) lost in so many, and these. */
#define RRIBBIT_CODE_UNKNOWN 0      /* while solving; afterwards: drawn */
#define RRIBBIT_CODE_LOST 128       /* + the distance */
#define RRIBBIT_CODE_IMPOSSIBLE 253 /* two frogs on one pad */
#define RRIBBIT_CODE_OVER 254       /* the side to move has a row: it has won already */
#define RRIBBIT_CODE_SAFE 255       /* while solving: at least a draw; afterwards: drawn */

/* Positions of k frogs against v, k <= v: both sides to move. The set of the k frogs, brought to a
 * standard place by the board's symmetries, picks a slice; the set of the v frogs a byte in it. */
struct rribbit_class {
    int key_frogs, other_frogs; /* k, v */
    uint32_t slices;            /* sets of k frogs up to symmetry */
    uint32_t slice_size;        /* sets of v frogs */
    uint8_t *key_moves;         /* the k frogs are to move */
    uint8_t *other_moves;       /* the v frogs are to move */
};

struct rribbit_tables {
    bool chain, seven; /* the options turn=chain and win=row-or-seven */
    int frogs;         /* all classes up to so many frogs are here */
    struct rribbit_class classes[RRIBBIT_TABLE_SIDE_MAX + 1][RRIBBIT_TABLE_SIDE_MAX + 1];
    struct rribbit_sets *sets; /* numbering of sets of frogs */
};

struct rribbit_solve_settings {
    int threads;
    const volatile bool *stop; /* may be NULL */
    void *context;
    /* Told after every step; may be NULL. */
    void (*progress)(void *context, int key_frogs, int other_frogs, int distance);
};

/* Solves all classes of at most `frogs` frogs together. False when stopped or out of memory; then
 * nothing is left to free. */
bool rribbit_solve(struct rribbit_tables *tables, bool chain, bool seven, int frogs,
                   const struct rribbit_solve_settings *settings);
void rribbit_tables_free(struct rribbit_tables *tables);

/* The code of a position that is not over, or RRIBBIT_CODE_UNKNOWN (a draw) where the rules make it
 * one at once (X8). Both sides have a frog, and the class is there. */
uint8_t rribbit_tables_code(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter);
bool rribbit_tables_have(const struct rribbit_tables *tables, int mover_frogs, int waiter_frogs);

static inline bool rribbit_code_won(uint8_t code) { return code >= 1 && code < RRIBBIT_CODE_LOST; }
static inline bool rribbit_code_lost(uint8_t code)
{
    return code > RRIBBIT_CODE_LOST && code <= RRIBBIT_CODE_LOST + RRIBBIT_DISTANCE_MAX;
}
static inline int rribbit_code_distance(uint8_t code)
{
    if (rribbit_code_won(code)) return code;
    return rribbit_code_lost(code) ? code - RRIBBIT_CODE_LOST : 0;
}

#endif
