/* engine_quibbles_test.c: the computer players of Quibbles: they keep the rules and their limits,
 * answer the same way every time, take what wins, and know no more than they may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "pond/engine.h"
#include "pond/quibbles.h"
#include "quibbles/engine.h"
#include "quibbles/policy.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define MEMORY_SIZE ((size_t)1 << 20)
#define GOLDEN 962293 /* changes with every change of how the engine plays */

static const struct pond_game *const game = &pond_quibbles;
static const struct pond_engine *const engine = &pond_engine_quibbles;

static const char *const option_sets[] = {
    "", "players=3", "players=4", "players=5", "variant=first-game", "players=5,variant=first-game",
};

/* ---- Helpers ---- */

static struct pond_config config_of(const char *options) { return given_config(game, options); }

static struct pond_state state_of(const char *options, const char *text)
{
    return given_position(game, options, text);
}

/* Two players, seat 0 to move; every card that is not named lies in the draw pile. */
static struct pond_state duel(const char *display, const char *collections, const char *hands,
                              const char *phase)
{
    quibbles_cards rest = quibbles_deck(QUIBBLES_STANDARD);
    const char *const parts[] = {display, collections, hands};
    for (size_t i = 0; i < LENGTH(parts); i++) {
        for (const char *at = parts[i]; *at != '\0'; at++) {
            if (*at >= '0' && *at <= '7') rest -= quibbles_card(*at - '0');
        }
    }
    char heap[160] = "", text[POND_STATE_TEXT_MAX];
    for (int value = 0, length = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(rest, value); i > 0; i--) heap[length++] = (char)('0' + value);
    }
    snprintf(text, sizeof text, "%s %s %s %s - 0 %s", display, collections, hands, heap, phase);
    return state_of("", text);
}

/* A task for the seat to move; its memory lasts until the next one. */
static struct pond_task task_of(const struct pond_engine *player, const struct pond_view *view,
                                int seat, const char *settings)
{
    static _Alignas(16) unsigned char memory[MEMORY_SIZE];
    struct pond_task task;
    struct pond_error why;
    memset(&task, 0, sizeof task);
    assert_true(pond_task_set(&task, player, settings, &why));
    task.game = game;
    task.view = view;
    task.seat = seat;
    task.memory = memory;
    task.memory_size = sizeof memory;
    return task;
}

static struct pond_advice ask(const struct pond_engine *player, const struct pond_state *state,
                              const char *settings, uint64_t seed)
{
    struct pond_view view;
    struct pond_advice advice;
    const int seat = pond_seat_first(game->turn(state));
    assert_int_not_equal(seat, POND_CHANCE);
    game->observe(state, seat, &view);
    struct pond_task task = task_of(player, &view, seat, settings);
    task.seed = seed;
    player->think(&task, &advice);
    return advice;
}

static void expect_move(const struct pond_state *state, pond_move move, const char *expected)
{
    char text[POND_MOVE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    game->move_print(state, pond_seat_first(game->turn(state)), move, &out);
    assert_string_equal(text, expected);
}

/* Is all that an advice says possible? */
static void check_advice(const struct pond_state *state, const struct pond_advice *advice)
{
    const int seat = pond_seat_first(game->turn(state));
    assert_true(pond_move_listed(game, state, seat, advice->move));
    assert_in_range(advice->choice_count, 1, POND_CHOICES_MAX);
    float probability = 0, win = advice->draw + advice->dummy;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        assert_true(pond_move_listed(game, state, seat, choice->move));
        assert_true(choice->estimate >= 0 && choice->estimate <= 1);
        if (i > 0) assert_true(choice->estimate <= choice[-1].estimate);
        for (uint32_t j = 0; j < i; j++) assert_true(choice->move != advice->choices[j].move);
        probability += choice->probability;
    }
    for (int i = 0; i < POND_SEATS_MAX; i++) {
        assert_true(advice->win[i] >= 0 && advice->win[i] <= 1);
        win += advice->win[i];
    }
    assert_true(probability > 0.999f && probability < 1.001f);
    assert_true(win > 0.999f && win < 1.001f);
    assert_true(advice->nodes >= 1);
    assert_in_range(advice->line_count, 1, POND_LINE_MAX);
    assert_true(advice->line[0].seat == seat && advice->line[0].move == advice->move);
}

/* Plays random moves, with chance, for that many decisions or to the end. */
static void wander(struct pond_state *state, int decisions, struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    pond_seats turn;
    while ((turn = game->turn(state)) != 0) {
        const int seat = pond_seat_first(turn);
        if (seat == POND_CHANCE) {
            pond_roll(game, state, rng);
            continue;
        }
        if (decisions-- == 0) return;
        const int count = game->moves(state, seat, moves);
        game->apply(state, seat, moves[pond_rng_below(rng, (uint32_t)count)]);
    }
}

/* ---- Tests ---- */

static void test_answers_are_legal(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "legal");
    for (size_t set = 0; set < LENGTH(option_sets); set++) {
        const struct pond_config config = config_of(option_sets[set]);
        for (int i = 0; i < 25; i++) {
            struct pond_state state;
            game->setup(&state, &config);
            wander(&state, (int)pond_rng_below(&rng, 120), &rng);
            if (game->turn(&state) == 0) continue;
            const char *settings = i % 2 == 0 ? "nodes=40" : "nodes=20,rounds=0,oversight=60";
            struct pond_advice advice = ask(engine, &state, settings, (uint64_t)i);
            check_advice(&state, &advice);
            advice = ask(&pond_engine_quibbles_greedy, &state, "", (uint64_t)i);
            check_advice(&state, &advice);
        }
    }
}

/* Whole games: the engine in one seat, greedy in the others. The end of the pile and new hands come
 * up on the way. */
static void test_whole_games(void **unused)
{
    (void)unused;
    for (size_t set = 0; set < LENGTH(option_sets); set++) {
        const struct pond_config config = config_of(option_sets[set]);
        struct pond_state state;
        struct pond_rng rng;
        pond_rng_seed(&rng, "whole");
        game->setup(&state, &config);
        int decisions = 0;
        pond_seats turn;
        while ((turn = game->turn(&state)) != 0) {
            const int seat = pond_seat_first(turn);
            if (seat == POND_CHANCE) {
                pond_roll(game, &state, &rng);
                continue;
            }
            const struct pond_engine *player = seat == 0 ? engine : &pond_engine_quibbles_greedy;
            const struct pond_advice advice = ask(player, &state, seat == 0 ? "nodes=20" : "", 1);
            check_advice(&state, &advice);
            game->apply(&state, seat, advice.move);
            assert_true(++decisions < 2000);
        }
        assert_int_equal(game->result(&state).reason, POND_REASON_COLLECTION);
    }
}

static void test_resigned_seats_win_nothing(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("players=4,first=0");
    struct pond_state state;
    struct pond_rng rng;
    pond_rng_seed(&rng, "resigned");
    game->setup(&state, &config);
    wander(&state, 16, &rng);
    game->resign(&state, 2);
    wander(&state, 1, &rng);
    const struct pond_advice advice = ask(engine, &state, "nodes=300", 1);
    check_advice(&state, &advice);
    assert_true(advice.win[2] <= 0);
}

static void test_same_task_same_answer(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("players=3");
    struct pond_state state;
    struct pond_rng rng;
    pond_rng_seed(&rng, "same");
    game->setup(&state, &config);
    for (int i = 0; i < 10; i++) {
        wander(&state, 5, &rng);
        const struct pond_advice one = ask(engine, &state, "nodes=200", 7);
        const struct pond_advice other = ask(engine, &state, "nodes=200", 7);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

/* The whole tree in one number: the same from every compiler, and in the page. */
static void test_golden_answers(void **unused)
{
    (void)unused;
    uint64_t sum = 0;
    for (size_t set = 0; set < LENGTH(option_sets); set++) {
        const struct pond_config config = config_of(option_sets[set]);
        struct pond_state state;
        struct pond_rng rng;
        pond_rng_seed(&rng, "golden");
        game->setup(&state, &config);
        for (int i = 0; i < 6; i++) {
            wander(&state, 7, &rng);
            const struct pond_advice advice = ask(engine, &state, "nodes=400", 3);
            uint32_t value;
            memcpy(&value, &advice.win[0], sizeof value);
            sum = pond_hash_words((uint64_t[]){advice.move, value, advice.depth}, 3, sum);
        }
    }
    assert_int_equal(sum % 1000000, GOLDEN);
}

static void test_wins_when_it_can(void **unused)
{
    (void)unused;
    static const char *const limits[] = {"nodes=1", "nodes=50", "nodes=50,rounds=0"};
    for (size_t i = 0; i < LENGTH(limits); i++) {
        /* Sixteen points, five fives, but the seat could also stash a two. */
        struct pond_state state = duel("123456", "4444/66", "2255555,123", "stash");
        struct pond_advice advice = ask(engine, &state, limits[i], 1);
        expect_move(&state, advice.move, "!5");
        assert_true(advice.win[0] > 0.999f);
        /* A full collection: 19 points and a one among them. */
        state = duel("123456", "114445/66", "333,123", "stash");
        advice = ask(engine, &state, limits[i], 1);
        expect_move(&state, advice.move, "!3/1");
        /* The fifth five is in the display: 2 and 3 bring it. */
        state = duel("123456", "4444/66", "235555,123", "act");
        advice = ask(engine, &state, limits[i], 1);
        expect_move(&state, advice.move, "23=5");
        game->apply(&state, 0, advice.move);
        advice = ask(engine, &state, limits[i], 1);
        expect_move(&state, advice.move, "!5");
        advice = ask(&pond_engine_quibbles_greedy, &state, "", 1);
        expect_move(&state, advice.move, "!5");
    }
}

static void test_knows_who_is_ahead(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123456", "2/5555", "112345,123", "act");
    const struct pond_advice advice = ask(engine, &state, "nodes=500", 1);
    assert_true(advice.win[1] > 0.6f);
}

static bool stopped = true;

static uint64_t clock_of_test(void *context) { return (*(uint64_t *)context)++; }

static void test_keeps_its_limits(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123456", "-/-", "112345,555666", "act");
    struct pond_view view;
    struct pond_advice advice;
    game->observe(&state, 0, &view);
    struct pond_task task = task_of(engine, &view, 0, "nodes=333");
    engine->think(&task, &advice);
    assert_int_equal(advice.nodes, 333);
    const volatile bool *const stop = &stopped;
    task = task_of(engine, &view, 0, "");
    task.stop = stop;
    engine->think(&task, &advice);
    check_advice(&state, &advice);
    assert_true(advice.nodes <= 16);
    uint64_t now = 0;
    task = task_of(engine, &view, 0, "time=50");
    task.clock_ms = clock_of_test;
    task.context = &now;
    engine->think(&task, &advice);
    assert_in_range(now, 50, 51);
    task = task_of(engine, &view, 0, ""); /* no limit at all: it still comes back */
    engine->think(&task, &advice);
    check_advice(&state, &advice);
}

/* Far more nodes than a megabyte holds: the tree stops growing and the search goes on. */
static void test_memory_runs_out(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123456", "-/-", "112345,555666", "act");
    const struct pond_advice advice = ask(engine, &state, "nodes=30000,rounds=1", 1);
    check_advice(&state, &advice);
    assert_int_equal(advice.nodes, 30000);
}

/* States that differ only in what a seat may not see look the same to it, byte for byte, so it
 * chooses the same. The states come from the game's own sampling, and are different. */
static void test_hidden_cards_change_nothing(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "hidden");
    int different = 0;
    for (int i = 0; i < 20; i++) {
        const struct pond_config config = config_of(option_sets[i % (int)LENGTH(option_sets)]);
        struct pond_state state, other;
        struct pond_view view, other_view;
        game->setup(&state, &config);
        wander(&state, 1 + (int)pond_rng_below(&rng, 30), &rng);
        if (game->turn(&state) == 0) continue;
        const int seat = pond_seat_first(game->turn(&state));
        game->observe(&state, seat, &view);
        game->sample(&view, &rng, &other);
        game->observe(&other, seat, &other_view);
        assert_memory_equal(&view, &other_view, sizeof view);
        different += memcmp(&state, &other, sizeof state) != 0;
        const struct pond_advice one = ask(engine, &state, "nodes=100", 5);
        const struct pond_advice two = ask(engine, &other, "nodes=100", 5);
        assert_memory_equal(&one, &two, sizeof one);
        const struct pond_advice greedy = ask(&pond_engine_quibbles_greedy, &state, "", 5);
        const struct pond_advice greedy_two = ask(&pond_engine_quibbles_greedy, &other, "", 5);
        assert_memory_equal(&greedy, &greedy_two, sizeof greedy);
    }
    assert_true(different > 10);
}

/* With open hands it may know more: here that the other one is about to win. */
static void test_open_hands(void **unused)
{
    (void)unused;
    const struct pond_state weak = duel("123456", "-/4444", "112345,111223", "act");
    const struct pond_state strong = duel("123456", "-/4444", "112345,235555", "act");
    struct pond_view view;
    struct pond_advice advice[2];
    game->observe(&weak, 0, &view);
    struct pond_task task = task_of(engine, &view, 0, "nodes=500");
    quibbles_engine_think_open(&task, &weak, &advice[0]);
    check_advice(&weak, &advice[0]);
    quibbles_engine_think_open(&task, &strong, &advice[1]);
    check_advice(&strong, &advice[1]);
    assert_true(advice[0].win[0] > advice[1].win[0]);
}

/* The first glance plays by the rules: its games, move by move, are legal in the game's eyes. */
static void test_first_glance_is_legal(void **unused)
{
    (void)unused;
    for (size_t set = 0; set < LENGTH(option_sets); set++) {
        const struct pond_config config = config_of(option_sets[set]);
        struct pond_state state;
        struct pond_rng rng;
        pond_rng_seed(&rng, "glance");
        game->setup(&state, &config);
        wander(&state, 0, &rng);
        for (int i = 0; i < 400 && game->turn(&state) != 0; i++) {
            static struct quibbles_sim sim;
            const int seat = pond_seat_first(game->turn(&state));
            quibbles_sim_open(&sim, &quibbles_weights, &state);
            pond_move move;
            if (sim.phase == QUIBBLES_ACT) {
                const struct quibbles_deed deed = quibbles_choose_action(&sim);
                move = quibbles_move(deed.kind, deed.played, deed.taken);
            } else {
                move = quibbles_choose_stash(&sim);
            }
            struct pond_error why;
            assert_true(game->legal(&state, seat, move, &why));
            game->apply(&state, seat, move);
            wander(&state, 0, &rng);
        }
        assert_int_equal(game->turn(&state), 0);
    }
}

/* The learned numbers are those that docs/levels.md was measured with. */
static void test_weights_are_those_that_were_measured(void **unused)
{
    (void)unused;
    int16_t numbers[sizeof quibbles_weights / sizeof(int16_t)];
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a, a number at a time */
    memcpy(numbers, &quibbles_weights, sizeof numbers);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        hash = (hash ^ (uint16_t)numbers[i]) * 0x100000001b3u;
    }
    assert_int_equal(hash, 0xc241e385408e6e19u);
}

static void test_levels(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123456", "-/-", "112345,555666", "act");
    for (int level = 0; level <= POND_LEVELS; level++) {
        struct pond_task task;
        struct pond_error why;
        memset(&task, 0, sizeof task);
        assert_non_null(engine->levels[level]);
        assert_true(pond_task_set(&task, engine, engine->levels[level], &why));
        assert_true(task.nodes_max > 0);
        assert_int_equal(task.time_ms_max, 0);
        if (level == POND_LEVELS) continue;
        const struct pond_advice advice = ask(engine, &state, engine->levels[level], 1);
        check_advice(&state, &advice);
    }
    assert_ptr_equal(pond_engine_find(game, "engine"), engine);
    assert_ptr_equal(pond_engine_find(game, "greedy"), &pond_engine_quibbles_greedy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_legal),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_resigned_seats_win_nothing),
        cmocka_unit_test(test_same_task_same_answer),
        cmocka_unit_test(test_golden_answers),
        cmocka_unit_test(test_wins_when_it_can),
        cmocka_unit_test(test_knows_who_is_ahead),
        cmocka_unit_test(test_keeps_its_limits),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_hidden_cards_change_nothing),
        cmocka_unit_test(test_open_hands),
        cmocka_unit_test(test_first_glance_is_legal),
        cmocka_unit_test(test_weights_are_those_that_were_measured),
        cmocka_unit_test(test_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
