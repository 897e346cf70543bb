/* class.c: where a position of Rrib-bit lies in a table. See class.h. */
#include "class.h"

#include <string.h>

#include "banned.h"

bool rribbit_class_exists(int key_frogs, int other_frogs)
{
    return key_frogs >= 1 && key_frogs <= other_frogs && other_frogs >= 3 &&
           key_frogs <= RRIBBIT_KEY_MAX && other_frogs <= RRIBBIT_SIDE_MAX &&
           key_frogs + other_frogs <= RRIBBIT_TABLE_FROGS_MAX;
}

void rribbit_class_begin(const struct rribbit_sets *sets, struct rribbit_class *class,
                         int key_frogs, int other_frogs)
{
    memset(class, 0, sizeof *class);
    class->key_frogs = key_frogs;
    class->other_frogs = other_frogs;
    class->halves = key_frogs == other_frogs ? 1 : 2;
    class->slices = sets->slices[key_frogs];
    class->slices_even = sets->slices_even[key_frogs];
    for (int parity = 0; parity < 2; parity++) {
        class->slice_size[parity] = sets->half[other_frogs][parity];
    }
}

struct rribbit_spot rribbit_spot_find(const struct rribbit_sets *sets,
                                      const struct rribbit_class *class, uint64_t mover,
                                      uint64_t waiter)
{
    const int parity = rribbit_set_parity(mover) ^ rribbit_set_parity(waiter);
    const bool key_moves = __builtin_popcountll(mover) == class->key_frogs;
    const int side = class->halves == 1 ? parity : key_moves ? 0 : 1;
    const uint64_t key = side == 0 ? mover : waiter;
    const uint32_t number = rribbit_set_number(sets, key);
    const uint64_t other = rribbit_set_image(sets, side == 0 ? waiter : mover,
                                             sets->symmetry[class->key_frogs][number]);
    const uint32_t slice = sets->slice[class->key_frogs][number];
    return (struct rribbit_spot){
        .half = parity ^ side,
        .side = side,
        .place = rribbit_slice_start(class, parity, slice) +
                 rribbit_set_place(sets, other, class->other_frogs, rribbit_set_parity(other))};
}

void rribbit_spot_frogs(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        const struct rribbit_spot *spot, uint64_t *mover, uint64_t *waiter)
{
    const int parity = spot->half ^ spot->side;
    uint32_t low = 0, high = class->slices - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (rribbit_slice_start(class, parity, middle) <= spot->place)
            low = middle;
        else
            high = middle - 1;
    }
    const uint64_t key = sets->standard[class->key_frogs][low];
    uint32_t number = (uint32_t)(spot->place - rribbit_slice_start(class, parity, low));
    if ((parity ^ rribbit_set_parity(key)) != 0) number += sets->half[class->other_frogs][0];
    const uint64_t other = rribbit_set_of_number(sets, class->other_frogs, number);
    *mover = spot->side == 0 ? key : other;
    *waiter = spot->side == 0 ? other : key;
}
