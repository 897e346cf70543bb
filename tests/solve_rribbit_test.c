/* solve_rribbit_test.c: the exact values of Rrib-bit with few frogs, checked against the rules.
 *
 * The solver spreads what is known backwards, with moves and captures of its own. Here each
 * position is looked at forwards instead, through the rules of the game: the best of what its legal
 * turns lead to must give its value again, distance and all. Where that holds for every position,
 * the values are right: a win comes ever closer, and a draw can always be kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rribbit/solve.h"

/* A sanitizer makes the rules slow: then only one position in that many is checked. */
#ifdef __SANITIZE_ADDRESS__
#define STRIDE 13
#define SAMPLES 20000
#else
#define STRIDE 1
#define SAMPLES 400000
#endif

static const char *const option_sets[2][2] = {
    {"endgame=0,turn=single,win=row", "endgame=0,turn=single,win=row-or-seven"},
    {"endgame=0,turn=chain,win=row", "endgame=0,turn=chain,win=row-or-seven"},
};

static void solve(struct rribbit_tables *tables, bool chain, bool seven, int frogs, int threads)
{
    const struct rribbit_solve_settings settings = {.threads = threads};
    assert_int_equal(rribbit_solve(tables, chain, seven, frogs, &settings), RRIBBIT_SOLVED);
}

/* ---- A position, by the rules ---- */

static struct pond_state empty_board(const struct rribbit_tables *tables)
{
    struct pond_config config;
    struct pond_state state;
    const char *options = option_sets[tables->chain][tables->seven];
    assert_true(pond_config_parse(&pond_rribbit, options, &config, NULL));
    pond_rribbit.setup(&state, &config);
    return state;
}

/* What a turn was worth to `mover`: a value as if for it, with the turn itself counted. */
static unsigned value_after(const struct rribbit_tables *tables, const struct pond_state *after,
                            int mover)
{
    const struct rribbit_state *state = (const struct rribbit_state *)after;
    const struct pond_result result = pond_rribbit.result(after);
    if (result.outcome == POND_DRAWN) return 0;
    if (result.outcome == POND_WON) return result.seat == mover ? 1 : RRIBBIT_LOST + 1;
    assert_int_equal(state->side, 1 - mover);
    const unsigned value =
        rribbit_tables_value(tables, state->frogs[1 - mover], state->frogs[mover]);
    const unsigned distance = (unsigned)rribbit_value_distance(value) + 1;
    if (rribbit_value_lost(value)) return distance;
    return rribbit_value_won(value) ? RRIBBIT_LOST + distance : 0;
}

/* The sooner a win, and the later a loss, the better. */
static int worth(unsigned value)
{
    if (rribbit_value_won(value)) return 10000 - (int)value;
    return rribbit_value_lost(value) ? rribbit_value_distance(value) - 10000 : 0;
}

/* The value of a position that goes on, one turn deep. */
static unsigned value_by_rules(const struct rribbit_tables *tables, const struct pond_state *before)
{
    pond_move moves[POND_MOVES_MAX];
    const int mover = ((const struct rribbit_state *)before)->side;
    const int count = pond_rribbit.moves(before, mover, moves);
    unsigned best = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *before;
        pond_rribbit.apply(&after, mover, moves[i]);
        const unsigned value = value_after(tables, &after, mover);
        if (i == 0 || worth(value) > worth(best)) best = value;
    }
    return best;
}

static void position_check(const struct rribbit_tables *tables, struct pond_state *board, int mover,
                           uint64_t own, uint64_t other)
{
    struct rribbit_state *state = (struct rribbit_state *)board;
    if ((own & other) != 0 || rribbit_has_row(own)) return;
    state->frogs[mover] = own;
    state->frogs[1 - mover] = other;
    state->side = (uint8_t)mover;
    assert_int_equal(rribbit_tables_value(tables, own, other), value_by_rules(tables, board));
}

/* ---- All of them ---- */

/* Of every set of the key, not only of those in their standard place, so that the symmetries are
 * tried as well; the sides take turns at being light. */
static void class_check(const struct rribbit_tables *tables, int key_frogs, int other_frogs)
{
    const struct rribbit_sets *sets = tables->sets;
    struct pond_state board = empty_board(tables);
    uint32_t at = 0;
    for (uint32_t i = 0; i < sets->count[key_frogs]; i++) {
        const uint64_t key = sets->list[key_frogs][i];
        /* Elsewhere than in the standard place fewer will do. */
        const uint32_t stride = sets->symmetry[key_frogs][i] == 0 ? STRIDE : STRIDE * 16;
        const uint32_t first = at++ % stride;
        for (uint32_t j = first; j < sets->count[other_frogs]; j += stride) {
            const uint64_t other = sets->list[other_frogs][j];
            const int light = (int)(j & 1);
            position_check(tables, &board, light, key, other);
            position_check(tables, &board, 1 - light, other, key);
        }
    }
}

static void check_four_frogs(void **context)
{
    (void)context;
    for (int options = 0; options < 4; options++) {
        struct rribbit_tables tables;
        solve(&tables, (options & 1) != 0, (options & 2) != 0, 4, 2);
        assert_true(rribbit_tables_have(&tables, 1, 3) && rribbit_tables_have(&tables, 3, 1));
        assert_true(rribbit_tables_have(&tables, 2, 2) && rribbit_tables_have(&tables, 1, 2));
        assert_false(rribbit_tables_have(&tables, 1, 4) || rribbit_tables_have(&tables, 2, 3));
        assert_false(rribbit_tables_have(&tables, 0, 3) || rribbit_tables_have(&tables, 4, 0));
        class_check(&tables, 1, 3);
        rribbit_tables_free(&tables);
    }
}

/* ---- Some of many ---- */

static uint64_t random_frogs(struct pond_rng *rng, int count, uint64_t taken)
{
    /* Half of them near the arena, where there is something to win. */
    const bool near = pond_rng_below(rng, 2) == 0;
    uint64_t frogs = 0;
    while (__builtin_popcountll(frogs) < count) {
        const uint32_t column = near ? 1 + pond_rng_below(rng, 7) : pond_rng_below(rng, 9);
        const uint32_t row = near ? 1 + pond_rng_below(rng, 5) : pond_rng_below(rng, 7);
        frogs |= UINT64_C(1) << (row * RRIBBIT_COLUMNS + column) & ~taken;
    }
    return frogs;
}

static uint64_t mirrored(uint64_t frogs, bool columns, bool rows)
{
    uint64_t image = 0;
    for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
        const int column = pad % RRIBBIT_COLUMNS, row = pad / RRIBBIT_COLUMNS;
        const int to = (rows ? RRIBBIT_ROWS - 1 - row : row) * RRIBBIT_COLUMNS +
                       (columns ? RRIBBIT_COLUMNS - 1 - column : column);
        if ((frogs >> pad & 1) != 0) image |= UINT64_C(1) << to;
    }
    return image;
}

static void random_check(const struct rribbit_tables *tables, struct pond_rng *rng, int frogs)
{
    struct pond_state board = empty_board(tables);
    for (int i = 0; i < SAMPLES; i++) {
        const int total = 4 + (int)pond_rng_below(rng, (uint32_t)frogs - 3);
        const int mover_frogs = 1 + (int)pond_rng_below(rng, (uint32_t)total - 1);
        const uint64_t own = random_frogs(rng, mover_frogs, 0);
        const uint64_t other = random_frogs(rng, total - mover_frogs, own);
        if (mover_frogs <= 2 && total - mover_frogs <= 2) continue;
        assert_true(rribbit_tables_have(tables, mover_frogs, total - mover_frogs));
        position_check(tables, &board, i & 1, own, other);
        if (rribbit_has_row(own)) continue; /* nobody asks */
        const bool columns = (i & 2) != 0, rows = (i & 4) != 0;
        assert_int_equal(rribbit_tables_value(tables, own, other),
                         rribbit_tables_value(tables, mirrored(own, columns, rows),
                                              mirrored(other, columns, rows)));
    }
}

/* The longest win of `mover` frogs to move against `waiter`. */
static int longest_win(const struct rribbit_tables *tables, int mover, int waiter)
{
    const bool key_moves = mover <= waiter;
    const struct rribbit_class *class =
        &tables->classes[key_moves ? mover : waiter][key_moves ? waiter : mover];
    struct rribbit_tally tally[2] = {{0}, {0}};
    for (int half = 0; half < class->halves; half++) {
        rribbit_half_tally(tables->sets, class, half, tally);
    }
    return tally[key_moves ? 0 : 1].longest_win;
}

/* win=row-or-seven has far longer wins and takes five times as long: it is left to four frogs. */
static void check_five_frogs(void **context)
{
    (void)context;
    struct pond_rng rng;
    pond_rng_seed(&rng, "five frogs");
    for (int chain = STRIDE > 1 ? 1 : 0; chain <= 1; chain++) {
        struct rribbit_tables tables;
        solve(&tables, chain != 0, false, 5, 2);
        random_check(&tables, &rng, 5);
        if (chain == 0) {
            assert_int_equal(longest_win(&tables, 3, 1), 8);
            assert_int_equal(longest_win(&tables, 3, 2), 10);
            assert_int_equal(longest_win(&tables, 4, 1), 32);
        }
        rribbit_tables_free(&tables);
    }
}

/* ---- Threads and stopping ---- */

static void check_threads(void **context)
{
    (void)context;
    for (int options = 0; options < 4; options++) {
        struct rribbit_tables one, many;
        solve(&one, (options & 1) != 0, (options & 2) != 0, 4, 1);
        for (int threads = 2; threads <= 7; threads += 5) {
            solve(&many, (options & 1) != 0, (options & 2) != 0, 4, threads);
            const struct rribbit_class *a = &one.classes[1][3], *b = &many.classes[1][3];
            assert_memory_equal(a->value, b->value, sizeof a->value);
            for (int i = 0; i < 4; i++) {
                const uint64_t size = rribbit_class_size(a, i / 2, i % 2);
                assert_memory_equal(a->codes[i % 2][(i / 2) ^ (i % 2)],
                                    b->codes[i % 2][(i / 2) ^ (i % 2)], size);
            }
            rribbit_tables_free(&many);
        }
        rribbit_tables_free(&one);
    }
}

struct stopping {
    volatile bool stop;
    int steps, steps_max;
};

static void stop_after(void *context, const struct rribbit_class *class, int half, int distance,
                       int distance_most)
{
    struct stopping *stopping = context;
    (void)class, (void)half, (void)distance, (void)distance_most;
    if (++stopping->steps == stopping->steps_max) stopping->stop = true;
}

/* Nothing is left behind; a sanitizer would see it. */
static void check_stop(void **context)
{
    (void)context;
    for (int steps = 0; steps <= 6; steps += 3) {
        struct rribbit_tables tables, nothing;
        struct stopping stopping = {.stop = steps == 0, .steps_max = steps};
        const struct rribbit_solve_settings settings = {
            .threads = 2, .stop = &stopping.stop, .context = &stopping, .progress = stop_after};
        memset(&nothing, 0, sizeof nothing);
        assert_int_equal(rribbit_solve(&tables, false, false, 4, &settings), RRIBBIT_STOPPED);
        assert_memory_equal(&tables, &nothing, sizeof tables);
        assert_int_equal(stopping.steps, steps);
        rribbit_tables_free(&tables); /* does no harm */
    }
}

/* ---- Sets ---- */

static void check_sets(void **context)
{
    (void)context;
    struct rribbit_sets *sets = rribbit_sets_make(4);
    assert_non_null(sets);
    for (int size = 1; size <= 4; size++) {
        const uint32_t count = sets->count[size];
        for (uint32_t i = 0; i < count; i += size < 4 ? 1 : 37) {
            const uint64_t set = sets->list[size][i];
            assert_int_equal(__builtin_popcountll(set), size);
            assert_int_equal(rribbit_set_number(sets, set), i);
            assert_int_equal(rribbit_set_parity(set), i >= sets->half[size][0]);
            for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
                const uint64_t image = mirrored(set, (symmetry & 1) != 0, (symmetry & 2) != 0);
                assert_int_equal(sets->list[size][sets->image[size][symmetry][i]], image);
            }
            if (size > RRIBBIT_KEY_MAX) continue;
            const uint32_t slice = sets->slice[size][i];
            const uint32_t standard = sets->image[size][sets->symmetry[size][i]][i];
            assert_true(slice < sets->slices[size]);
            assert_int_equal(sets->standard[size][slice], sets->list[size][standard]);
        }
    }
    rribbit_sets_free(sets);
    rribbit_sets_free(NULL);
}

/* ---- Places ---- */

/* Every place of a class has a position that lies there, and images of it lie there as well. */
static void check_spots(void **context)
{
    (void)context;
    static const int frogs[][2] = {{1, 3}, {2, 3}, {3, 3}, {2, 4}, {1, 5}, {3, 4}, {1, 6}};
    struct rribbit_sets *sets = rribbit_sets_make(0);
    assert_non_null(sets);
    for (size_t i = 0; i < sizeof frogs / sizeof frogs[0]; i++) {
        struct rribbit_class class;
        rribbit_class_begin(sets, &class, frogs[i][0], frogs[i][1]);
        for (int section = 0; section < 2 * class.halves; section++) {
            const uint64_t size = rribbit_class_size(&class, section / 2, section % 2);
            for (uint64_t place = 0; place < size; place += 1 + size / 5000) {
                const struct rribbit_spot spot = {section / 2, section % 2, place};
                uint64_t mover, waiter;
                rribbit_spot_frogs(sets, &class, &spot, &mover, &waiter);
                const int key = __builtin_popcountll(section % 2 == 0 ? mover : waiter);
                assert_int_equal(key, frogs[i][0]);
                const struct rribbit_spot found = rribbit_spot_find(sets, &class, mover, waiter);
                assert_int_equal(found.half, spot.half);
                assert_int_equal(found.side, spot.side);
                assert_int_equal(found.place, spot.place);
                const struct rribbit_spot image = rribbit_spot_find(
                    sets, &class, mirrored(mover, true, true), mirrored(waiter, true, true));
                assert_true(image.half == spot.half && image.side == spot.side);
            }
        }
        rribbit_class_free(&class);
    }
    rribbit_sets_free(sets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_sets),       cmocka_unit_test(check_four_frogs),
        cmocka_unit_test(check_five_frogs), cmocka_unit_test(check_threads),
        cmocka_unit_test(check_stop),       cmocka_unit_test(check_spots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
