/* rng.c: ChaCha with 8 rounds, and how a seed becomes its key. See rng.h. */
#include "pond/rng.h"

#include <string.h>

#include "banned.h"

#define ROUNDS 8

static inline uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static inline void quarter(uint32_t word[16], int a, int b, int c, int d)
{
    word[a] += word[b], word[d] = rotate(word[d] ^ word[a], 16);
    word[c] += word[d], word[b] = rotate(word[b] ^ word[c], 12);
    word[a] += word[b], word[d] = rotate(word[d] ^ word[a], 8);
    word[c] += word[d], word[b] = rotate(word[b] ^ word[c], 7);
}

static void make_block(const uint32_t key[8], uint64_t counter, uint32_t out[16])
{
    const uint32_t start[16] = {
        0x61707865,
        0x3320646e,
        0x79622d32,
        0x6b206574,
        key[0],
        key[1],
        key[2],
        key[3],
        key[4],
        key[5],
        key[6],
        key[7],
        (uint32_t)counter,
        (uint32_t)(counter >> 32),
        0,
        0,
    };
    memcpy(out, start, sizeof start);
    for (int round = 0; round < ROUNDS; round += 2) {
        for (int column = 0; column < 4; column++) {
            quarter(out, column, column + 4, column + 8, column + 12);
        }
        for (int column = 0; column < 4; column++) {
            quarter(out, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12);
        }
    }
    for (int i = 0; i < 16; i++) out[i] += start[i];
}

void pond_rng_refill(struct pond_rng *rng)
{
    make_block(rng->key, rng->blocks++, rng->block);
    rng->used = 0;
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
