/* sets.h: numbers for sets of frogs, and the board's symmetries on them.
 *
 * A frog changes the colour of its pad with every leap. So sets are numbered by how many of their
 * pads are dark: first all with an even number of them, then all with an odd one. A quiet move
 * leads from one of these two halves to the other. */
#ifndef POND_RRIBBIT_SETS_H
#define POND_RRIBBIT_SETS_H

#include "pond/rribbit.h"

#define RRIBBIT_SIDE_MAX 6   /* frogs of one side in a table */
#define RRIBBIT_KEY_MAX 3    /* frogs of the smaller side */
#define RRIBBIT_SYMMETRIES 4 /* nothing, columns mirrored, rows mirrored, both */
#define RRIBBIT_DARK_PADS 32
#define RRIBBIT_LIGHT_PADS 31
#define RRIBBIT_KEYS (63 + 1953 + 39711)      /* sets of one, two and three frogs */
#define RRIBBIT_KEY_SLICES (20 + 524 + 10075) /* the same up to symmetry */

struct rribbit_sets {
    uint8_t pad_image[RRIBBIT_SYMMETRIES][RRIBBIT_PADS];
    uint32_t binomial[RRIBBIT_DARK_PADS + 1][RRIBBIT_SIDE_MAX + 2];
    /* By size and number of dark pads: the first number. */
    uint32_t start[RRIBBIT_SIDE_MAX + 1][RRIBBIT_SIDE_MAX + 1];
    /* By size: how many sets have an even and an odd number of dark pads, and both. */
    uint32_t half[RRIBBIT_SIDE_MAX + 1][2];
    uint32_t count[RRIBBIT_SIDE_MAX + 1];
    /* For sets that are keys: the slice, and the symmetry that brings the set to its standard
     * place; for each slice its standard set and the symmetries (as bits) that leave that set
     * alone. Slices of sets with an even number of dark pads come first. */
    const uint32_t *slice[RRIBBIT_KEY_MAX + 1];
    const uint8_t *symmetry[RRIBBIT_KEY_MAX + 1];
    const uint64_t *standard[RRIBBIT_KEY_MAX + 1];
    const uint8_t *stabilizer[RRIBBIT_KEY_MAX + 1];
    uint32_t slices[RRIBBIT_KEY_MAX + 1], slices_even[RRIBBIT_KEY_MAX + 1];
    /* What these point to. */
    uint32_t key_slice[RRIBBIT_KEYS];
    uint8_t key_symmetry[RRIBBIT_KEYS];
    uint64_t slice_standard[RRIBBIT_KEY_SLICES];
    uint8_t slice_stabilizer[RRIBBIT_KEY_SLICES];
    /* For the solver (src/tables/rribbit/solve.h), otherwise NULL: all sets of a size in the order
     * of their numbers, and the number of a set's image, by size and symmetry. */
    uint64_t *list[RRIBBIT_SIDE_MAX + 1];
    uint32_t *image[RRIBBIT_SIDE_MAX + 1][RRIBBIT_SYMMETRIES];
};

/* Fills all but the lists. It points into itself, so it stays where it is. */
void rribbit_sets_begin(struct rribbit_sets *sets);

/* The set that has a number among those of its size. */
uint64_t rribbit_set_of_number(const struct rribbit_sets *sets, int size, uint32_t number);

/* The parity of the number of dark pads; a1, which is dark, and all of its colour are even. */
static inline int rribbit_set_parity(uint64_t set)
{
    return __builtin_popcountll(set & UINT64_C(0x5555555555555555)) & 1;
}

/* The number of a set among those of its size. Pads of each colour count in ascending order, one
 * binomial each. */
static inline uint32_t rribbit_set_number(const struct rribbit_sets *sets, uint64_t set)
{
    uint32_t rank[2] = {0, 0};
    int count[2] = {0, 0};
    for (; set != 0; set &= set - 1) {
        const int pad = __builtin_ctzll(set), color = pad & 1;
        rank[color] += sets->binomial[pad >> 1][++count[color]];
    }
    return sets->start[count[0] + count[1]][count[0]] +
           rank[0] * sets->binomial[RRIBBIT_LIGHT_PADS][count[1]] + rank[1];
}

/* The same within its half. */
static inline uint32_t rribbit_set_place(const struct rribbit_sets *sets, uint64_t set, int size,
                                         int parity)
{
    return rribbit_set_number(sets, set) - (parity != 0 ? sets->half[size][0] : 0);
}

static inline uint64_t rribbit_set_image(const struct rribbit_sets *sets, uint64_t set,
                                         int symmetry)
{
    uint64_t image = 0;
    if (symmetry == 0) return set;
    for (; set != 0; set &= set - 1) {
        image |= UINT64_C(1) << sets->pad_image[symmetry][__builtin_ctzll(set)];
    }
    return image;
}

#endif
