/* verify.c: the values of a Rrib-bit table, derived again through the rules. See
 * verify.h.
 *
 * Nothing of the solver is used here but the numbers of positions: moves, captures and ends are
 * those of the game (src/games/rribbit/rules.c), and values are read as players read them. */
#include "verify.h"

#include <stdio.h>
#include <string.h>

#define PROGRESS_EVERY 65536

static uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

/* What a turn was worth to `mover`, the turn itself counted. False if it is not known. */
static bool value_after(struct pond_tables *tables, const struct pond_state *after, int mover,
                        unsigned *value)
{
    const struct pond_result result = pond_rribbit.result(after);
    unsigned next;
    *value = 0;
    if (result.outcome == POND_DRAWN) return true;
    if (result.outcome == POND_WON) {
        *value = result.seat == mover ? 1 : RRIBBIT_LOST + 1;
        return true;
    }
    if (!tables_rribbit_value(tables, after, &next)) return false;
    const unsigned distance = (unsigned)rribbit_value_distance(next) + 1;
    if (rribbit_value_lost(next)) *value = distance;
    if (rribbit_value_won(next)) *value = RRIBBIT_LOST + distance;
    return true;
}

/* The sooner a win, and the later a loss, the better. */
static int worth(unsigned value)
{
    const int distance = rribbit_value_distance(value);
    return rribbit_value_won(value)    ? (int)RRIBBIT_LOST - distance
           : rribbit_value_lost(value) ? distance - (int)RRIBBIT_LOST
                                       : 0;
}

static bool value_by_rules(struct pond_tables *tables, const struct pond_state *state,
                           unsigned *best)
{
    pond_move moves[POND_MOVES_MAX];
    const int mover = ((const struct rribbit_state *)state)->side;
    const int count = pond_rribbit.moves(state, mover, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        unsigned value;
        pond_rribbit.apply(&after, mover, moves[i]);
        if (!value_after(tables, &after, mover, &value)) return false;
        if (i == 0 || worth(value) > worth(*best)) *best = value;
    }
    return count > 0;
}

/* ---- Searching ---- */

/* Who wins within that many plies by force: 1 the side to move, -1 the other, 0 nobody. */
static int winner_within(const struct pond_state *state, int plies)
{
    pond_move moves[POND_MOVES_MAX];
    const int mover = ((const struct rribbit_state *)state)->side;
    const int count = pond_rribbit.moves(state, mover, moves);
    int best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        struct pond_state after = *state;
        pond_rribbit.apply(&after, mover, moves[i]);
        const struct pond_result result = pond_rribbit.result(&after);
        int value = 0;
        if (result.outcome == POND_WON)
            value = result.seat == mover ? 1 : -1;
        else if (result.outcome == POND_GOES_ON && plies > 1)
            value = -winner_within(&after, plies - 1);
        best = value > best ? value : best;
    }
    return best;
}

/* Searches a position whose value was read, unless enough of its kind have been. */
static bool search_check(const struct rribbit_verify *verify, struct rribbit_verified *verified,
                         uint32_t done[3])
{
    const bool soon = rribbit_value_distance(verified->value) <= RRIBBIT_SEARCH_PLIES;
    const int winner = !soon                                 ? 0
                       : rribbit_value_won(verified->value)  ? 1
                       : rribbit_value_lost(verified->value) ? -1
                                                             : 0;
    if (done[winner + 1] >= verify->searches) return true;
    done[winner + 1]++;
    verified->searched++;
    if (winner_within(&verified->state, RRIBBIT_SEARCH_PLIES) == winner) return true;
    verified->wrong = true;
    return false;
}

/* ---- Positions ---- */

/* Checks the position of a spot; the sides take turns at being light. */
static bool spot_check(const struct rribbit_sets *sets, const struct rribbit_class *class,
                       const struct rribbit_spot *spot, struct pond_tables *tables,
                       struct rribbit_verified *verified)
{
    struct rribbit_state *state = (struct rribbit_state *)&verified->state;
    const int mover = (int)(spot->place & 1);
    uint64_t own, other;
    rribbit_spot_frogs(sets, class, spot, &own, &other);
    verified->over = (own & other) != 0 || rribbit_has_row(own);
    if (verified->over) return true;
    state->side = (uint8_t)mover;
    state->frogs[mover] = own;
    state->frogs[1 - mover] = other;
    verified->checked++;
    if (!tables_rribbit_value(tables, &verified->state, &verified->value) ||
        !value_by_rules(tables, &verified->state, &verified->expected)) {
        verified->missing = true;
        return false;
    }
    verified->wrong = verified->value != verified->expected;
    return !verified->wrong;
}

static void board_empty(const struct rribbit_verify *verify, struct pond_state *state)
{
    char options[64];
    struct pond_config config;
    snprintf(options, sizeof options, "turn=%s,win=%s,endgame=0",
             verify->chain ? "chain" : "single", verify->seven ? "row-or-seven" : "row");
    pond_config_parse(&pond_rribbit, options, &config, NULL);
    pond_rribbit.setup(state, &config);
}

/* The spot of a number among all of the class. */
static struct rribbit_spot spot_of(const struct rribbit_class *class, uint64_t number)
{
    struct rribbit_spot spot = {.place = number};
    for (spot.half = 0;; spot.half++) {
        for (spot.side = 0; spot.side < 2; spot.side++) {
            const uint64_t size = rribbit_class_size(class, spot.half, spot.side);
            if (spot.place < size) return spot;
            spot.place -= size;
        }
    }
}

void rribbit_verify(const struct rribbit_verify *verify, struct pond_tables *tables,
                    struct rribbit_verified *verified)
{
    struct rribbit_class class;
    struct rribbit_sets *sets = rribbit_sets_make(0);
    memset(verified, 0, sizeof *verified);
    if (sets == NULL) {
        verified->missing = true;
        return;
    }
    rribbit_class_begin(sets, &class, verify->key_frogs, verify->other_frogs);
    uint64_t all = 0;
    for (int half = 0; half < class.halves; half++) {
        for (int side = 0; side < 2; side++) all += rribbit_class_size(&class, half, side);
    }
    const uint64_t wanted = verify->samples > 0 ? verify->samples : all;
    const uint64_t parts = verify->parts > 0 ? (uint64_t)verify->parts : 1;
    const uint64_t first = wanted / parts * (uint64_t)verify->part;
    const uint64_t end = (uint64_t)verify->part + 1 == parts ? wanted : first + wanted / parts;
    uint32_t searched[3] = {0, 0, 0};
    board_empty(verify, &verified->state);
    for (uint64_t i = first; i < end; i++) {
        const uint64_t number = verify->samples > 0 ? mixed(verify->seed + i) % all : i;
        const struct rribbit_spot spot = spot_of(&class, number);
        if (!spot_check(sets, &class, &spot, tables, verified)) break;
        if (!verified->over && !search_check(verify, verified, searched)) break;
        if (i % PROGRESS_EVERY == 0 && verify->progress != NULL) {
            verify->progress(verify->context, i - first, end - first);
        }
        if (verify->stop != NULL && *verify->stop) break;
    }
    rribbit_sets_free(sets);
}
