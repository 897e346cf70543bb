/* memory.c: what the solver keeps on the heap: lists of sets, and whole classes of
 * positions; and counting these. See solve.h. */
#include <stdlib.h>
#include <string.h>

#include "solve.h"

#define PADDING 64 /* bytes after the codes, so that many may be looked at at once */

/* ---- Sets ---- */

/* The next larger set of the same size. */
static uint64_t set_next(uint64_t set)
{
    const uint64_t lowest = set & (0 - set), ripple = set + lowest;
    return ripple | ((set ^ ripple) >> 2) / lowest;
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

struct rribbit_sets *rribbit_sets_make(int size_max)
{
    struct rribbit_sets *sets = malloc(sizeof *sets);
    if (sets == NULL) return NULL;
    rribbit_sets_begin(sets);
    for (int size = 1; size <= size_max; size++) {
        if (lists_make(sets, size)) continue;
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
    free(sets);
}

/* ---- Classes ---- */

bool rribbit_class_make(struct rribbit_class *class, int half)
{
    for (int side = 0; side < 2; side++) {
        uint8_t **codes = &class->codes[side][half ^ side];
        if (*codes == NULL) *codes = malloc(rribbit_class_size(class, half, side) + PADDING);
        if (*codes == NULL) return false;
        memset(*codes + rribbit_class_size(class, half, side), 0, PADDING);
    }
    return true;
}

void rribbit_class_free_half(struct rribbit_class *class, int half)
{
    for (int side = 0; side < 2; side++) {
        free(class->codes[side][half ^ side]);
        class->codes[side][half ^ side] = NULL;
    }
}

void rribbit_class_free(struct rribbit_class *class)
{
    for (int i = 0; i < 2; i++) rribbit_class_free_half(class, i);
    memset(class, 0, sizeof *class);
}

bool rribbit_tables_begin(struct rribbit_tables *tables, bool chain, bool seven, int frogs)
{
    memset(tables, 0, sizeof *tables);
    tables->chain = chain;
    tables->seven = seven;
    const int size_max = frogs - 1 < RRIBBIT_SIDE_MAX ? frogs - 1 : RRIBBIT_SIDE_MAX;
    tables->sets = rribbit_sets_make(size_max);
    return tables->sets != NULL;
}

void rribbit_tables_free(struct rribbit_tables *tables)
{
    for (int key = 0; key <= RRIBBIT_SIDE_MAX; key++) {
        for (int other = 0; other <= RRIBBIT_SIDE_MAX; other++) {
            rribbit_class_free(&tables->classes[key][other]);
        }
    }
    rribbit_sets_free(tables->sets);
    memset(tables, 0, sizeof *tables);
}

/* ---- Values ---- */

bool rribbit_tables_have(const struct rribbit_tables *tables, int mover_frogs, int waiter_frogs)
{
    const int key = mover_frogs < waiter_frogs ? mover_frogs : waiter_frogs;
    const int other = mover_frogs + waiter_frogs - key;
    if (key < 1 || other > RRIBBIT_SIDE_MAX) return false;
    if (other <= 2) return true;
    const struct rribbit_class *class = &tables->classes[key][other];
    for (int half = 0; half < class->halves; half++) {
        if (class->codes[0][half] == NULL || class->codes[1][1 ^ half] == NULL) return false;
    }
    return class->halves > 0;
}

unsigned rribbit_tables_value(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter)
{
    const int mover_frogs = rribbit_count(mover), waiter_frogs = rribbit_count(waiter);
    const int key = mover_frogs < waiter_frogs ? mover_frogs : waiter_frogs;
    const int other = mover_frogs + waiter_frogs - key;
    if (other <= 2) return 0;
    const struct rribbit_class *class = &tables->classes[key][other];
    const struct rribbit_spot spot = rribbit_spot_find(tables->sets, class, mover, waiter);
    return class->value[spot.half][class->codes[spot.side][spot.half ^ spot.side][spot.place]];
}

/* ---- Counting ---- */

static void tally_add(struct rribbit_tally *tally, unsigned value, uint64_t times)
{
    const int distance = rribbit_value_distance(value);
    if (rribbit_value_won(value)) {
        tally->won += times;
        if (distance > tally->longest_win) tally->longest_win = distance;
    } else if (rribbit_value_lost(value)) {
        tally->lost += times;
        if (distance > tally->longest_loss) tally->longest_loss = distance;
    } else {
        tally->drawn += times;
    }
}

static void tally_slice(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        int half, int side, uint32_t slice, struct rribbit_tally *tally)
{
    const int parity = half ^ side;
    const uint64_t key = sets->standard[class->key_frogs][slice];
    const uint64_t first = rribbit_slice_start(class, parity, slice);
    const uint64_t end = rribbit_slice_start(class, parity, slice + 1);
    const uint8_t *codes = class->codes[side][parity];
    const bool odd = (parity ^ rribbit_set_parity(key)) != 0;
    const uint64_t *list =
        sets->list[class->other_frogs] + (odd ? sets->half[class->other_frogs][0] : 0);
    uint64_t times[RRIBBIT_CODES] = {0};
    for (uint64_t at = first; at < end; at++) {
        const uint64_t other = list[at - first];
        if ((other & key) != 0 || rribbit_has_row(side == 0 ? key : other)) continue;
        times[codes[at]]++;
    }
    const uint64_t images =
        RRIBBIT_SYMMETRIES / (unsigned)rribbit_count(sets->stabilizer[class->key_frogs][slice]);
    for (int code = 0; code < RRIBBIT_CODES; code++) {
        if (times[code] > 0) tally_add(tally, class->value[half][code], times[code] * images);
    }
}

void rribbit_half_tally(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        int half, struct rribbit_tally tally[2])
{
    for (int side = 0; side < 2; side++) {
        for (uint32_t slice = 0; slice < class->slices; slice++) {
            tally_slice(sets, class, half, side, slice, &tally[class->halves == 1 ? 0 : side]);
        }
    }
}
