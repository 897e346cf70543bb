/* rribbit_sets.h: numbers for sets of frogs, and the board's symmetries on them. */
#ifndef POND_RRIBBIT_SETS_H
#define POND_RRIBBIT_SETS_H

#include "rribbit_solve.h"

#define RRIBBIT_SYMMETRIES 4 /* nothing, columns mirrored, rows mirrored, both */
#define RRIBBIT_KEY_MAX 3    /* frogs of the smaller side */

struct rribbit_sets {
    uint32_t binomial[RRIBBIT_PADS + 1][RRIBBIT_TABLE_SIDE_MAX + 1];
    uint64_t knight[RRIBBIT_PADS];
    /* All sets of a size in the order of their numbers. */
    uint64_t *list[RRIBBIT_TABLE_SIDE_MAX + 1];
    /* The number of a set's image under a symmetry, by size and symmetry. */
    uint32_t *image[RRIBBIT_TABLE_SIDE_MAX + 1][RRIBBIT_SYMMETRIES];
    /* For sets that are keys: the slice, and the symmetry that brings the set to its standard
     * place; for each slice its standard set and the symmetries (as bits) that leave that set
     * alone. */
    uint32_t *slice[RRIBBIT_KEY_MAX + 1];
    uint8_t *symmetry[RRIBBIT_KEY_MAX + 1];
    uint64_t *standard[RRIBBIT_KEY_MAX + 1];
    uint8_t *stabilizer[RRIBBIT_KEY_MAX + 1];
    uint32_t slices[RRIBBIT_KEY_MAX + 1];
};

/* For sets of up to `size_max` frogs; NULL where there is no memory. */
struct rribbit_sets *rribbit_sets_make(int size_max);
void rribbit_sets_free(struct rribbit_sets *sets);

/* The number of a set among those of its size: pads in ascending order, one binomial each. */
static inline uint32_t rribbit_set_number(const struct rribbit_sets *sets, uint64_t set)
{
    uint32_t number = 0;
    for (int size = 1; set != 0; set &= set - 1, size++) {
        number += sets->binomial[__builtin_ctzll(set)][size];
    }
    return number;
}

#endif
