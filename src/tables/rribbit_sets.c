/* rribbit_sets.c: numbers for sets of frogs, and the board's symmetries on them. */
#include "rribbit_sets.h"

#include <stdlib.h>
#include <string.h>

static int pad_image(int pad, int symmetry)
{
    int column = pad % RRIBBIT_COLUMNS, row = pad / RRIBBIT_COLUMNS;
    if ((symmetry & 1) != 0) column = RRIBBIT_COLUMNS - 1 - column;
    if ((symmetry & 2) != 0) row = RRIBBIT_ROWS - 1 - row;
    return row * RRIBBIT_COLUMNS + column;
}

/* The next larger set of the same size. */
static uint64_t set_next(uint64_t set)
{
    const uint64_t lowest = set & (0 - set), ripple = set + lowest;
    return ripple | ((set ^ ripple) >> 2) / lowest;
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

static bool lists_make(struct rribbit_sets *sets, int size)
{
    const uint32_t count = sets->count[size];
    sets->list[size] = malloc(count * sizeof *sets->list[size]);
    if (sets->list[size] == NULL) return false;
    uint64_t set = (UINT64_C(1) << size) - 1;
    for (uint32_t i = 0; i < count; i++) {
        sets->list[size][rribbit_set_number(sets, set)] = set;
        set = set_next(set);
    }
    for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
        uint32_t *image = malloc(count * sizeof *image);
        if (image == NULL) return false;
        sets->image[size][symmetry] = image;
        for (uint32_t i = 0; i < count; i++) {
            image[i] =
                rribbit_set_number(sets, rribbit_set_image(sets, sets->list[size][i], symmetry));
        }
    }
    return true;
}

/* A set stands in its standard place when no image of it has a lower number. */
static bool keys_make(struct rribbit_sets *sets, int size)
{
    const uint32_t count = sets->count[size];
    sets->slice[size] = malloc(count * sizeof *sets->slice[size]);
    sets->symmetry[size] = malloc(count);
    sets->standard[size] = malloc(count * sizeof *sets->standard[size]);
    sets->stabilizer[size] = calloc(count, 1);
    if (sets->slice[size] == NULL || sets->symmetry[size] == NULL || sets->standard[size] == NULL ||
        sets->stabilizer[size] == NULL) {
        return false;
    }
    uint32_t slices = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lowest = i, images[RRIBBIT_SYMMETRIES];
        int by = 0;
        for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
            images[symmetry] = sets->image[size][symmetry][i];
            if (images[symmetry] < lowest) lowest = images[symmetry], by = symmetry;
        }
        sets->symmetry[size][i] = (uint8_t)by;
        if (lowest != i) {
            sets->slice[size][i] = sets->slice[size][lowest];
            continue;
        }
        for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
            if (images[symmetry] == i) sets->stabilizer[size][slices] |= (uint8_t)(1 << symmetry);
        }
        sets->standard[size][slices] = sets->list[size][i];
        sets->slice[size][i] = slices++;
    }
    sets->slices[size] = slices;
    return true;
}

struct rribbit_sets *rribbit_sets_make(int size_max, bool lists)
{
    struct rribbit_sets *sets = calloc(1, sizeof *sets);
    if (sets == NULL) return NULL;
    sets->lists = lists;
    numbers_make(sets);
    for (int size = 1; size <= size_max; size++) {
        const bool key = size <= RRIBBIT_KEY_MAX;
        if (!key && !lists) break;
        if (lists_make(sets, size) && (!key || keys_make(sets, size))) continue;
        rribbit_sets_free(sets);
        return NULL;
    }
    return sets;
}

void rribbit_sets_free(struct rribbit_sets *sets)
{
    if (sets == NULL) return;
    for (int size = 0; size <= RRIBBIT_SIDE_MAX; size++) {
        free(sets->list[size]);
        for (int i = 0; i < RRIBBIT_SYMMETRIES; i++) free(sets->image[size][i]);
    }
    for (int size = 0; size <= RRIBBIT_KEY_MAX; size++) {
        free(sets->slice[size]);
        free(sets->symmetry[size]);
        free(sets->standard[size]);
        free(sets->stabilizer[size]);
    }
    free(sets);
}
