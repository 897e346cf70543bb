/* rng.h: the one source of chance: ChaCha with 8 rounds as a stream of 32-bit words.
 *
 * A game played on a server deals from this stream in the open, so it must not be possible to work
 * out the rest of the stream from the outcomes seen so far: hence a cipher and not a small
 * generator that is faster still. The same seed gives the same stream everywhere. */
#ifndef POND_RNG_H
#define POND_RNG_H

#include "pond/text.h"

POND_BEGIN

#define POND_SEED_MAX 64

struct pond_rng {
    uint32_t key[8];
    uint64_t blocks; /* how many blocks have been made */
    uint32_t used;   /* words used up of the current block */
    uint32_t block[16];
};

/* A seed is 1 to 64 printable characters without spaces, quotes or backslashes. */
POND_API bool pond_seed_check(const char *seed, struct pond_error *why);
POND_API void pond_rng_seed(struct pond_rng *rng, const char *seed);
POND_API void pond_rng_refill(struct pond_rng *rng);
/* Turns a fresh generator into another of its own for the same seed; each branch is independent. */
POND_API void pond_rng_branch(struct pond_rng *rng, uint64_t branch);

static inline uint32_t pond_rng_word(struct pond_rng *rng)
{
    if (rng->used == 16) pond_rng_refill(rng);
    return rng->block[rng->used++];
}

/* A number from 0 to limit - 1, each exactly as likely as any other (Lemire's method with
 * rejection). `limit` is at least 1. */
static inline uint32_t pond_rng_below(struct pond_rng *rng, uint32_t limit)
{
    uint64_t product = (uint64_t)pond_rng_word(rng) * limit;
    if ((uint32_t)product < limit) {
        const uint32_t threshold = (0u - limit) % limit;
        while ((uint32_t)product < threshold) product = (uint64_t)pond_rng_word(rng) * limit;
    }
    return (uint32_t)(product >> 32);
}

POND_END

#endif
