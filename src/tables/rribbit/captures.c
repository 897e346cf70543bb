/* captures.c: what the captures of a position are worth, by the classes with fewer frogs.
 * See solve.h. */
#include "solve.h"

/* A turn that captured has ended: `mover` and `waiter` are as they stand now (X13). */
static void capture_judge(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter,
                          struct rribbit_captures *captures)
{
    const int left = rribbit_count(waiter);
    int win = 0, loss = 0;
    if (tables->seven && left <= 2) {
        win = 1;
    } else if (rribbit_has_row(waiter)) {
        loss = 1;
    } else if (left == 0) {
        win = rribbit_has_row(mover) ? 1 : 0;
    } else {
        const unsigned value = rribbit_tables_value(tables, waiter, mover);
        if (rribbit_value_lost(value)) win = rribbit_value_distance(value) + 1;
        if (rribbit_value_won(value)) loss = rribbit_value_distance(value) + 1;
    }
    if (win > 0 && (captures->win == 0 || win < captures->win)) captures->win = win;
    if (loss > captures->loss) captures->loss = loss;
    if (win == 0 && loss == 0) captures->draw = true;
}

/* All captures of one frog, and in chains those that follow. `rest` are the mover's other frogs. */
static void captures_of(const struct rribbit_tables *tables, uint64_t rest, int pad,
                        uint64_t waiter, struct rribbit_captures *captures)
{
    for (uint64_t prey = rribbit_knight[pad] & waiter; prey != 0; prey &= prey - 1) {
        const int to = rribbit_lowest(prey);
        const uint64_t left = waiter & ~rribbit_bit(to);
        capture_judge(tables, rest | rribbit_bit(to), left, captures);
        if (tables->chain && left != 0) captures_of(tables, rest, to, left, captures);
    }
}

struct rribbit_captures rribbit_captures_find(const struct rribbit_tables *tables, uint64_t mover,
                                              uint64_t waiter)
{
    struct rribbit_captures captures = {0};
    for (uint64_t frogs = mover; frogs != 0; frogs &= frogs - 1) {
        const int pad = rribbit_lowest(frogs);
        if ((rribbit_knight[pad] & waiter) == 0) continue;
        captures_of(tables, mover & ~rribbit_bit(pad), pad, waiter, &captures);
    }
    return captures;
}
