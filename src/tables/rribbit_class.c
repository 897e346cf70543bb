/* rribbit_class.c: classes of Rrib-bit positions in memory, and where a position lies in them. See
 * rribbit_solve.h. */
#include <stdlib.h>
#include <string.h>

#include "rribbit_solve.h"

#define PADDING 64 /* bytes behind the codes, so that many may be looked at at once */

bool rribbit_class_exists(int key_frogs, int other_frogs)
{
    return key_frogs >= 1 && key_frogs <= other_frogs && other_frogs >= 3 &&
           key_frogs <= RRIBBIT_KEY_MAX && other_frogs <= RRIBBIT_SIDE_MAX &&
           key_frogs + other_frogs <= RRIBBIT_TABLE_FROGS_MAX;
}

bool rribbit_class_begin(const struct rribbit_sets *sets, struct rribbit_class *class,
                         int key_frogs, int other_frogs)
{
    memset(class, 0, sizeof *class);
    class->key_frogs = key_frogs;
    class->other_frogs = other_frogs;
    class->halves = key_frogs == other_frogs ? 1 : 2;
    class->slices = sets->slices[key_frogs];
    for (int parity = 0; parity < 2; parity++) {
        uint64_t *start = malloc((class->slices + 1) * sizeof *start);
        class->start[parity] = start;
        if (start == NULL) {
            rribbit_class_free(class);
            return false;
        }
        start[0] = 0;
        for (uint32_t slice = 0; slice < class->slices; slice++) {
            const int own = rribbit_set_parity(sets->standard[key_frogs][slice]);
            start[slice + 1] = start[slice] + sets->half[other_frogs][parity ^ own];
        }
    }
    return true;
}

uint64_t rribbit_class_size(const struct rribbit_class *class, int half, int side)
{
    return class->start[half ^ side][class->slices];
}

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
    for (int i = 0; i < 2; i++) {
        rribbit_class_free_half(class, i);
        free(class->start[i]);
    }
    memset(class, 0, sizeof *class);
}

bool rribbit_tables_begin(struct rribbit_tables *tables, bool chain, bool seven, int frogs)
{
    memset(tables, 0, sizeof *tables);
    tables->chain = chain;
    tables->seven = seven;
    const int size_max = frogs - 1 < RRIBBIT_SIDE_MAX ? frogs - 1 : RRIBBIT_SIDE_MAX;
    tables->sets = rribbit_sets_make(size_max, true);
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

/* ---- Finding a position ---- */

static inline int count(uint64_t board) { return __builtin_popcountll(board); }

struct rribbit_spot rribbit_spot_find(const struct rribbit_sets *sets,
                                      const struct rribbit_class *class, uint64_t mover,
                                      uint64_t waiter)
{
    const int parity = rribbit_set_parity(mover) ^ rribbit_set_parity(waiter);
    const int side = class->halves == 1 ? parity : count(mover) == class->key_frogs ? 0 : 1;
    const uint64_t key = side == 0 ? mover : waiter;
    const uint32_t number = rribbit_set_number(sets, key);
    const uint64_t other = rribbit_set_image(sets, side == 0 ? waiter : mover,
                                             sets->symmetry[class->key_frogs][number]);
    const uint32_t slice = sets->slice[class->key_frogs][number];
    return (struct rribbit_spot){
        .half = parity ^ side,
        .side = side,
        .place = class->start[parity][slice] +
                 rribbit_set_place(sets, other, class->other_frogs, rribbit_set_parity(other))};
}

/* The set that has a number, by walking down from the last pad of each colour. */
static uint64_t set_of_number(const struct rribbit_sets *sets, int size, uint32_t number)
{
    int dark = -1;
    for (int i = 0; i <= size; i++) {
        const uint32_t sets_of =
            sets->binomial[RRIBBIT_DARK_PADS][i] * sets->binomial[RRIBBIT_LIGHT_PADS][size - i];
        if (number >= sets->start[size][i] && number - sets->start[size][i] < sets_of) dark = i;
    }
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

void rribbit_spot_frogs(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        const struct rribbit_spot *spot, uint64_t *mover, uint64_t *waiter)
{
    const int parity = spot->half ^ spot->side;
    uint32_t low = 0, high = class->slices - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (class->start[parity][middle] <= spot->place)
            low = middle;
        else
            high = middle - 1;
    }
    const uint64_t key = sets->standard[class->key_frogs][low];
    uint32_t number = (uint32_t)(spot->place - class->start[parity][low]);
    if ((parity ^ rribbit_set_parity(key)) != 0) number += sets->half[class->other_frogs][0];
    const uint64_t other = set_of_number(sets, class->other_frogs, number);
    *mover = spot->side == 0 ? key : other;
    *waiter = spot->side == 0 ? other : key;
}

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
    const int mover_frogs = count(mover), waiter_frogs = count(waiter);
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
    const uint64_t first = class->start[parity][slice], end = class->start[parity][slice + 1];
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
        RRIBBIT_SYMMETRIES / (unsigned)count(sets->stabilizer[class->key_frogs][slice]);
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
