/* engine_any_test.c: the engine for any game: its choices are legal and the same every time, it
 * keeps its limits, knows no more than its seat may, and wins where winning is simple. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "option_sets.h"
#include "pond/engine.h"

#define NODES 40
#define STEPS 12 /* decisions of a game that are looked at */

static const struct pond_engine *const engine = &pond_engine_any;
static void *memory;

static void ask(const struct pond_game *game, const struct pond_view *view, int seat,
                uint64_t nodes, struct pond_advice *advice)
{
    struct pond_task task = {.game = game, .view = view, .seat = seat, .seed = 7};
    assert_true(pond_task_set(&task, engine, "hash=1", NULL));
    task.nodes_max = nodes;
    task.memory_size = engine->memory(task.settings);
    task.memory = memory;
    engine->think(&task, advice);
}

static void advice_is_sound(const struct pond_game *game, const struct pond_state *state, int seat,
                            const struct pond_advice *advice)
{
    float probability = 0, chances = advice->draw + advice->dummy;
    assert_true(pond_move_listed(game, state, seat, advice->move));
    assert_int_equal(advice->nodes, NODES);
    assert_true(advice->choice_count > 0);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        assert_true(pond_move_listed(game, state, seat, advice->choices[i].move));
        assert_true(advice->choices[i].estimate >= 0 && advice->choices[i].estimate <= 1);
        probability += advice->choices[i].probability;
    }
    for (int i = 0; i < POND_SEATS_MAX; i++) chances += advice->win[i];
    assert_true(probability > 0.999f && probability < 1.001f);
    assert_true(chances > 0.999f && chances < 1.001f);
}

/* Plays every option set a while. Asked about a sample, it says the same as about the truth. */
static void plays_every_game(void **context)
{
    (void)context;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        const struct pond_game *game = pond_game_find(set->game);
        const struct pond_config config = given_config(game, set->options);
        struct pond_state state, other;
        struct pond_rng rng;
        pond_rng_seed(&rng, "any");
        game->setup(&state, &config);
        for (int step = 0; step < STEPS && game->turn(&state) != 0;) {
            if (game->turn(&state) == POND_SEAT(POND_CHANCE)) {
                pond_roll(game, &state, &rng);
                continue;
            }
            const int seat = pond_seat_first(game->turn(&state));
            struct pond_view view, same;
            static struct pond_advice advice, again;
            game->observe(&state, seat, &view);
            game->sample(&view, &rng, &other);
            game->observe(&other, seat, &same);
            ask(game, &view, seat, NODES, &advice);
            ask(game, &same, seat, NODES, &again);
            advice_is_sound(game, &state, seat, &advice);
            assert_memory_equal(&advice, &again, sizeof advice);
            game->apply(&state, seat, advice.move);
            step++;
        }
    }
}

/* The player who leaves a multiple of four wins. */
static void finds_the_winning_move(void **context)
{
    static const int heaps[] = {5, 6, 7, 9, 10, 11};
    (void)context;
    for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++) {
        char text[16];
        struct pond_view view;
        static struct pond_advice advice;
        snprintf(text, sizeof text, "%d 0 01", heaps[i]);
        const struct pond_state state = given_position(&pond_null, "stones=12", text);
        pond_null.observe(&state, 0, &view);
        ask(&pond_null, &view, 0, 3000, &advice);
        assert_int_equal(advice.move, heaps[i] % 4);
        assert_true(advice.win[0] > 0.8f);
    }
}

/* A move that alone is to be judged gets all the playouts. */
static void judges_one_move(void **context)
{
    struct pond_view view;
    static struct pond_advice advice;
    (void)context;
    const struct pond_state state = given_position(&pond_null, "stones=12", "6 0 01");
    pond_null.observe(&state, 0, &view);
    struct pond_task task = {.game = &pond_null, .view = &view, .seed = 7, .only = 3};
    assert_true(pond_task_set(&task, engine, "hash=1", NULL));
    task.nodes_max = 1000;
    task.memory_size = engine->memory(task.settings);
    task.memory = memory;
    engine->think(&task, &advice);
    assert_int_equal(advice.move, 3);
    assert_int_equal(advice.choice_count, 1);
    assert_true(advice.choices[0].estimate < 0.2f);
}

static void is_found_where_nothing_else_is(void **context)
{
    (void)context;
    assert_ptr_equal(pond_engine_find(&pond_null, "engine"), engine);
    static const struct pond_game *const with_engine[] = {&pond_quibbit, &pond_quibbles,
                                                          &pond_rribbit};
    for (size_t i = 0; i < sizeof with_engine / sizeof with_engine[0]; i++) {
        assert_ptr_not_equal(pond_engine_find(with_engine[i], "engine"), engine);
    }
    assert_ptr_equal(pond_engine_find(pond_game_find("goofspiel"), "engine"), engine);
    assert_ptr_equal(pond_engine_find(pond_game_find("tricks"), "engine"), engine);
    for (int level = 0; level <= POND_LEVELS; level++) {
        struct pond_task task = {.game = &pond_null};
        assert_true(pond_task_set(&task, engine, engine->levels[level], NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_every_game), cmocka_unit_test(finds_the_winning_move),
        cmocka_unit_test(judges_one_move), cmocka_unit_test(is_found_where_nothing_else_is)};
    const int32_t settings[POND_SETTINGS_MAX] = {1};
    memory = malloc(engine->memory(settings));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(memory);
    return failed;
}
