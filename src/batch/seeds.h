/* seeds.h: several generators seeded at once. */
#ifndef POND_SEEDS_H
#define POND_SEEDS_H

#include "pond/rng.h"

#define POND_SEEDS_MAX 8

/* Does for each of up to POND_SEEDS_MAX seeds what pond_rng_seed(chance) and pond_rng_branch(1) of
 * a copy for `choices` do, and makes their first blocks: the streams are the same. */
void pond_seeds_set(int count, const char seed[][POND_SEED_MAX + 1],
                    struct pond_rng *const chance[], struct pond_rng *const choices[]);

#endif
