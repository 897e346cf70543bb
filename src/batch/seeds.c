/* seeds.c: ChaCha with 8 rounds for eight keys at once. See seeds.h, and src/core/rng.c for the
 * same cipher one key at a time: each vector here holds one word of all eight squares. */
#include "seeds.h"

#include <string.h>

#include "banned.h"

#define DOUBLE_ROUNDS 4

typedef uint32_t eight __attribute__((vector_size(4 * POND_SEEDS_MAX)));

#define ROTATE(words, by) ((words) << (by) | (words) >> (32 - (by)))

#define QUARTER(a, b, c, d)                                                                        \
    (a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a,         \
     d = ROTATE(d, 8), c += d, b ^= c, b = ROTATE(b, 7))

/* One block for each key; `number` has the halves of its number. */
static void make_blocks(const eight key[8], const eight number[2], eight out[16])
{
    static const uint32_t words[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    eight start[16] = {{0}}, at[16];
    for (int i = 0; i < 4; i++) start[i] += words[i];
    memcpy(&start[4], key, 8 * sizeof *key);
    memcpy(&start[12], number, 2 * sizeof *number);
    memcpy(at, start, sizeof at);
    for (int i = 0; i < DOUBLE_ROUNDS; i++) {
        QUARTER(at[0], at[4], at[8], at[12]);
        QUARTER(at[1], at[5], at[9], at[13]);
        QUARTER(at[2], at[6], at[10], at[14]);
        QUARTER(at[3], at[7], at[11], at[15]);
        QUARTER(at[0], at[5], at[10], at[15]);
        QUARTER(at[1], at[6], at[11], at[12]);
        QUARTER(at[2], at[7], at[8], at[13]);
        QUARTER(at[3], at[4], at[9], at[14]);
    }
    for (int i = 0; i < 16; i++) out[i] = at[i] + start[i];
}

/* A generator for each key, with its first block. */
static void begin(int count, const eight key[8], struct pond_rng *const rng[])
{
    const eight first[2] = {{0}, {0}};
    eight block[16];
    make_blocks(key, first, block);
    for (int i = 0; i < count; i++) {
        for (int word = 0; word < 8; word++) rng[i]->key[word] = key[word][i];
        for (int word = 0; word < 16; word++) rng[i]->block[word] = block[word][i];
        rng[i]->blocks = 1;
        rng[i]->used = 0;
    }
}

void pond_seeds_set(int count, const char seed[][POND_SEED_MAX + 1],
                    struct pond_rng *const chance[], struct pond_rng *const choices[])
{
    uint32_t half[2][8][POND_SEEDS_MAX] = {{{0}}};
    eight number[2] = {{0}, {0}}, key[8], block[16];
    for (int i = 0; i < count; i++) {
        uint32_t length = 0;
        for (; seed[i][length] != '\0' && length < POND_SEED_MAX; length++) {
            const uint32_t character = (unsigned char)seed[i][length];
            half[length / 32][length % 32 / 4][i] |= character << 8 * (length % 4);
        }
        number[0][i] = length;
    }
    memcpy(key, half[0], sizeof key);
    make_blocks(key, number, block);
    memcpy(key, half[1], sizeof key);
    for (int i = 0; i < 8; i++) key[i] += block[i];
    make_blocks(key, number, block);
    begin(count, block, chance);
    memcpy(key, block, sizeof key);
    number[0] = ~((eight){0} + 1); /* branch 1 has the key that block ~1 gives */
    number[1] = ~(eight){0};
    make_blocks(key, number, block);
    begin(count, block, choices);
}
