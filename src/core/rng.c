/* rng.c: ChaCha with 8 rounds, and how a seed becomes its key. See rng.h. */
#include "pond/rng.h"

#include <string.h>

#include "banned.h"

#define ROUNDS 8

/* A row of the cipher's square: four columns are worked on at once, which most processors can do.
 */
typedef uint32_t row __attribute__((vector_size(16)));

static inline row rotate(row words, int by) { return words << by | words >> (32 - by); }

static void make_block(const uint32_t key[8], uint64_t counter, uint32_t out[16])
{
    row start[4] = {{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}};
    memcpy(&start[1], key, 2 * sizeof(row));
    start[3] = (row){(uint32_t)counter, (uint32_t)(counter >> 32), 0, 0};
    row a = start[0], b = start[1], c = start[2], d = start[3];
#pragma GCC unroll 8
    for (int round = 0; round < ROUNDS; round++) {
        a += b, d = rotate(d ^ a, 16);
        c += d, b = rotate(b ^ c, 12);
        a += b, d = rotate(d ^ a, 8);
        c += d, b = rotate(b ^ c, 7);
        if (round % 2 == 0) { /* the next round goes along the diagonals, */
            b = __builtin_shufflevector(b, b, 1, 2, 3, 0);
            c = __builtin_shufflevector(c, c, 2, 3, 0, 1);
            d = __builtin_shufflevector(d, d, 3, 0, 1, 2);
        } else { /* and the one after it down the columns again. */
            b = __builtin_shufflevector(b, b, 3, 0, 1, 2);
            c = __builtin_shufflevector(c, c, 2, 3, 0, 1);
            d = __builtin_shufflevector(d, d, 1, 2, 3, 0);
        }
    }
    const row end[4] = {a + start[0], b + start[1], c + start[2], d + start[3]};
    memcpy(out, end, sizeof end);
}

void pond_rng_refill(struct pond_rng *rng)
{
    make_block(rng->key, rng->blocks++, rng->block);
    rng->used = 0;
}

void pond_rng_branch(struct pond_rng *rng, uint64_t branch)
{
    uint32_t block[16];
    make_block(rng->key, ~branch, block); /* far beyond the blocks that are ever drawn */
    memset(rng, 0, sizeof *rng);
    memcpy(rng->key, block, sizeof rng->key);
    rng->used = 16;
}

bool pond_seed_check(const char *seed, struct pond_error *why)
{
    size_t length = 0;
    for (; seed[length] != '\0'; length++) {
        const char character = seed[length];
        const bool printable = character > ' ' && character <= '~';
        if (length == POND_SEED_MAX || !printable || character == '"' || character == '\\') {
            return pond_refuse_text(why, POND_WORD_SEED_FORM, seed);
        }
    }
    return length > 0 || pond_refuse_text(why, POND_WORD_SEED_FORM, seed);
}

/* The text, padded with zeros, is two halves. The first is the key of a block, numbered with the
 * text's length, that is added to the second; the sum is the key of a block that is the key. */
void pond_rng_seed(struct pond_rng *rng, const char *seed)
{
    uint32_t half[2][8] = {{0}};
    size_t length = 0;
    for (; seed[length] != '\0' && length < POND_SEED_MAX; length++) {
        half[length / 32][length % 32 / 4] |= (uint32_t)(unsigned char)seed[length]
                                              << 8 * (length % 4);
    }
    uint32_t block[16];
    make_block(half[0], length, block);
    for (int i = 0; i < 8; i++) half[1][i] += block[i];
    make_block(half[1], length, block);
    memset(rng, 0, sizeof *rng);
    memcpy(rng->key, block, sizeof rng->key);
    rng->used = 16;
}
