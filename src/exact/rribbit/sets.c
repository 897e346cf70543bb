/* sets.c: numbers for sets of frogs, and the board's symmetries on them. */
#include "sets.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

static int pad_image(int pad, int symmetry)
{
    int column = pad % RRIBBIT_COLUMNS, row = pad / RRIBBIT_COLUMNS;
    if ((symmetry & 1) != 0) column = RRIBBIT_COLUMNS - 1 - column;
    if ((symmetry & 2) != 0) row = RRIBBIT_ROWS - 1 - row;
    return row * RRIBBIT_COLUMNS + column;
}

static void numbers_make(struct rribbit_sets *sets)
{
    for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
        for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
            sets->pad_image[symmetry][pad] = (uint8_t)pad_image(pad, symmetry);
        }
    }
    for (int n = 0; n <= RRIBBIT_DARK_PADS; n++) {
        sets->binomial[n][0] = 1;
        for (int k = 1; k <= RRIBBIT_SIDE_MAX + 1; k++) {
            sets->binomial[n][k] =
                n == 0 ? 0 : sets->binomial[n - 1][k - 1] + sets->binomial[n - 1][k];
        }
    }
    for (int size = 0; size <= RRIBBIT_SIDE_MAX; size++) {
        for (int parity = 0; parity < 2; parity++) {
            const uint32_t before = sets->count[size];
            for (int dark = parity; dark <= size; dark += 2) {
                sets->start[size][dark] = sets->count[size];
                sets->count[size] += sets->binomial[RRIBBIT_DARK_PADS][dark] *
                                     sets->binomial[RRIBBIT_LIGHT_PADS][size - dark];
            }
            sets->half[size][parity] = sets->count[size] - before;
        }
    }
}

/* By walking down from the last pad of each colour. */
uint64_t rribbit_set_of_number(const struct rribbit_sets *sets, int size, uint32_t number)
{
    int dark = -1;
    for (int i = 0; i <= size; i++) {
        const uint32_t sets_of =
            sets->binomial[RRIBBIT_DARK_PADS][i] * sets->binomial[RRIBBIT_LIGHT_PADS][size - i];
        if (number >= sets->start[size][i] && number - sets->start[size][i] < sets_of) dark = i;
    }
    assert(dark >= 0);
    const uint32_t within = number - sets->start[size][dark];
    const uint32_t lights = sets->binomial[RRIBBIT_LIGHT_PADS][size - dark];
    uint32_t rank[2] = {within / lights, within % lights};
    const int sizes[2] = {dark, size - dark};
    uint64_t set = 0;
    for (int color = 0; color < 2; color++) {
        int pad = color == 0 ? RRIBBIT_DARK_PADS - 1 : RRIBBIT_LIGHT_PADS - 1;
        for (int left = sizes[color]; left > 0; left--) {
            while (sets->binomial[pad][left] > rank[color]) pad--;
            rank[color] -= sets->binomial[pad][left];
            set |= UINT64_C(1) << (2 * pad + color);
        }
    }
    return set;
}

/* A set is canonical if none of its images has a lower number. The arrays are those
 * of this size. */
static void keys_make(struct rribbit_sets *sets, int size, uint32_t *slice, uint8_t *symmetry_of,
                      uint64_t *standard, uint8_t *stabilizer)
{
    uint32_t slices = 0;
    for (uint32_t i = 0; i < sets->count[size]; i++) {
        const uint64_t set = rribbit_set_of_number(sets, size, i);
        uint32_t lowest = i, images[RRIBBIT_SYMMETRIES];
        int by = 0;
        for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
            images[symmetry] = rribbit_set_number(sets, rribbit_set_image(sets, set, symmetry));
            if (images[symmetry] < lowest) lowest = images[symmetry], by = symmetry;
        }
        symmetry_of[i] = (uint8_t)by;
        if (lowest != i) {
            slice[i] = slice[lowest];
            continue;
        }
        stabilizer[slices] = 0;
        for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
            if (images[symmetry] == i) stabilizer[slices] |= (uint8_t)(1 << symmetry);
        }
        standard[slices] = set;
        slice[i] = slices++;
        if (rribbit_set_parity(set) == 0) sets->slices_even[size] = slices;
    }
    sets->slices[size] = slices;
    sets->slice[size] = slice;
    sets->symmetry[size] = symmetry_of;
    sets->standard[size] = standard;
    sets->stabilizer[size] = stabilizer;
}

void rribbit_sets_begin(struct rribbit_sets *sets)
{
    uint32_t keys = 0, slices = 0;
    memset(sets, 0, sizeof *sets);
    numbers_make(sets);
    for (int size = 1; size <= RRIBBIT_KEY_MAX; size++) {
        keys_make(sets, size, sets->key_slice + keys, sets->key_symmetry + keys,
                  sets->slice_standard + slices, sets->slice_stabilizer + slices);
        keys += sets->count[size];
        slices += sets->slices[size];
    }
    assert(keys == RRIBBIT_KEYS && slices == RRIBBIT_KEY_SLICES);
}
