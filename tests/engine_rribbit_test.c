/* engine_rribbit_test.c: Rrib-bit's engines: legal, repeatable, obedient, and right where a slow
 * search that knows only the rules can say what is right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "option_sets.h"
#include "pond/engine.h"
#include "pond/rribbit.h"

static const struct pond_game *const game = &pond_rribbit;

static const struct pond_engine *const engines[] = {
    &pond_engine_rribbit, &pond_engine_rribbit_greedy, &pond_engine_rribbit_uct};
#define ENGINES (sizeof engines / sizeof engines[0])

/* ---- Asking ---- */

static const struct rribbit_state *look(const struct pond_state *state)
{
    return (const struct rribbit_state *)state;
}

static int side_of(const struct pond_state *state) { return look(state)->side; }

struct question {
    const struct pond_engine *engine;
    const char *settings;
    const struct pond_state *state;
    uint64_t seed;
    const uint64_t *history;
    uint32_t history_count;
    const volatile bool *stop;
    void *context;
    void (*progress)(void *context, const struct pond_advice *so_far);
    bool (*probe)(void *context, const struct pond_state *state, struct pond_exact *exact);
    int garbage; /* what its memory is filled with */
};

static void ask(const struct question *question, struct pond_advice *advice)
{
    struct pond_view view;
    struct pond_error why;
    const int seat = side_of(question->state);
    game->observe(question->state, seat, &view);
    struct pond_task task = {.game = game,
                             .view = &view,
                             .seat = seat,
                             .history = question->history,
                             .history_count = question->history_count,
                             .seed = question->seed,
                             .stop = question->stop,
                             .context = question->context,
                             .progress = question->progress,
                             .probe = question->probe};
    assert_true(pond_task_set(&task, question->engine, question->settings, &why));
    if (question->engine->memory != NULL)
        task.memory_size = question->engine->memory(task.settings);
    task.memory = malloc(task.memory_size + 1);
    assert_non_null(task.memory);
    memset(task.memory, question->garbage, task.memory_size);
    question->engine->think(&task, advice);
    free(task.memory);
    assert_true(pond_move_listed(game, question->state, seat, advice->move));
}

static void config_of(const char *options, struct pond_config *config)
{
    struct pond_error why;
    assert_true(pond_config_parse(game, options, config, &why));
}

static void parse(const char *options, const char *text, struct pond_state *state)
{
    struct pond_config config;
    struct pond_error why;
    config_of(options, &config);
    assert_true(game->state_parse(state, &config, text, &why));
}

static void step_at_random(struct pond_state *state, struct pond_rng *rng)
{
    pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, side_of(state), moves);
    game->apply(state, side_of(state), moves[pond_rng_below(rng, (uint32_t)count)]);
}

static bool goes_on(const struct pond_state *state) { return game->turn(state) != 0; }

static bool near(float one, float other) { return one - other < 1e-4f && other - one < 1e-4f; }

/* ---- Legal and sound ---- */

static void check_advice(const struct pond_state *state, const struct pond_advice *advice)
{
    float sum = 0, total = advice->draw + advice->dummy;
    assert_true(advice->choice_count >= 1 && advice->choice_count <= POND_CHOICES_MAX);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        assert_true(pond_move_listed(game, state, side_of(state), choice->move));
        assert_true(choice->estimate >= 0 && choice->estimate <= 1);
        assert_true(i == 0 || choice->estimate <= advice->choices[i - 1].estimate);
        for (uint32_t j = 0; j < i; j++) assert_true(choice->move != advice->choices[j].move);
        sum += choice->probability;
    }
    assert_true(near(sum, 1));
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        assert_true(advice->win[seat] >= 0 && advice->win[seat] <= 1);
        total += advice->win[seat];
    }
    assert_true(near(total, 1));
    struct pond_state line = *state;
    assert_true(advice->line_count >= 1 && advice->line[0].move == advice->move);
    for (uint32_t i = 0; i < advice->line_count; i++) {
        const struct pond_step *step = &advice->line[i];
        assert_int_equal(step->seat, side_of(&line));
        assert_true(pond_move_listed(game, &line, step->seat, step->move));
        game->apply(&line, step->seat, step->move);
    }
}

static void test_legal(void **unused)
{
    (void)unused;
    static const char *const settings[ENGINES] = {"nodes=400,hash=1", "", "nodes=40,hash=1"};
    static const char traps[] = "nodes=1500,hash=1,contempt=150,traps=60";
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        if (strcmp(set->game, "rribbit") != 0) continue;
        struct pond_config config;
        struct pond_state state;
        struct pond_rng rng;
        config_of(set->options, &config);
        pond_rng_seed(&rng, "legal");
        game->setup(&state, &config);
        for (int i = 0; i < 60 && goes_on(&state); i++) {
            struct pond_advice advice;
            for (size_t j = 0; j < ENGINES; j++) {
                const struct question question = {.engine = engines[j],
                                                  .settings =
                                                      j == 0 && i % 2 == 0 ? traps : settings[j],
                                                  .state = &state,
                                                  .seed = (uint64_t)i};
                ask(&question, &advice);
                check_advice(&state, &advice);
            }
            step_at_random(&state, &rng);
        }
    }
}

static void test_levels(void **unused)
{
    (void)unused;
    struct pond_config config;
    struct pond_state state;
    struct pond_rng rng;
    config_of("turn=chain", &config);
    game->setup(&state, &config);
    pond_rng_seed(&rng, "levels");
    for (int level = 0; level <= POND_LEVELS; level++) {
        struct pond_advice advice;
        const struct question question = {.engine = &pond_engine_rribbit,
                                          .settings = pond_engine_rribbit.levels[level],
                                          .state = &state};
        ask(&question, &advice);
        check_advice(&state, &advice);
        for (int i = 0; i < 3; i++) step_at_random(&state, &rng);
    }
}

/* ---- Repeatable and obedient ---- */

static void test_determinism(void **unused)
{
    (void)unused;
    struct pond_config config;
    struct pond_state state;
    struct pond_rng rng;
    config_of("", &config);
    game->setup(&state, &config);
    pond_rng_seed(&rng, "determinism");
    static const char *const settings[] = {"nodes=5000,hash=1,multi=3",
                                           "nodes=800,noise=90,overlook=20"};
    for (int i = 0; i < 20 && goes_on(&state); i++) {
        struct pond_advice one, other;
        struct question question = {.engine = i % 5 == 4 ? engines[2] : engines[0],
                                    .settings = i % 5 == 4 ? "nodes=200" : settings[i % 2],
                                    .state = &state,
                                    .seed = 7};
        ask(&question, &one);
        question.garbage = 0xa5;
        ask(&question, &other);
        assert_true(one.move == other.move);
        assert_true(one.nodes == other.nodes && one.depth == other.depth);
        assert_int_equal(one.choice_count, other.choice_count);
        for (uint32_t j = 0; j < one.choice_count; j++) {
            assert_true(one.choices[j].move == other.choices[j].move);
            assert_true(near(one.choices[j].estimate, other.choices[j].estimate));
        }
        assert_int_equal(one.line_count, other.line_count);
        step_at_random(&state, &rng);
    }
}

static void test_nodes(void **unused)
{
    (void)unused;
    struct pond_state state;
    struct pond_config config;
    config_of("", &config);
    game->setup(&state, &config);
    static const uint32_t limits[] = {1, 2, 10, 100, 1000, 1023, 1025, 5000, 50001};
    for (size_t i = 0; i < 2 * sizeof limits / sizeof limits[0]; i++) {
        char settings[40];
        struct pond_advice advice;
        snprintf(settings, sizeof settings, "hash=1,nodes=%u,traps=%d", limits[i / 2],
                 i % 2 == 0 ? 0 : 60);
        const struct question question = {
            .engine = &pond_engine_rribbit, .settings = settings, .state = &state};
        ask(&question, &advice);
        assert_true(advice.nodes <= limits[i / 2]);
        check_advice(&state, &advice);
    }
}

struct watch {
    volatile bool stop;
    uint32_t depth;
    uint64_t nodes;
    int reports;
};

static void stop_at_depth(void *context, const struct pond_advice *so_far)
{
    struct watch *watch = context;
    assert_true(so_far->depth > watch->depth);
    watch->depth = so_far->depth;
    watch->nodes = so_far->nodes;
    watch->reports++;
    if (watch->depth >= 6) watch->stop = true;
}

static void test_stop(void **unused)
{
    (void)unused;
    struct pond_state state;
    struct pond_config config;
    struct pond_advice advice;
    config_of("", &config);
    game->setup(&state, &config);
    struct watch watch = {.stop = true};
    struct question question = {.engine = &pond_engine_rribbit,
                                .settings = "hash=1",
                                .state = &state,
                                .stop = &watch.stop,
                                .context = &watch,
                                .progress = stop_at_depth};
    ask(&question, &advice);
    assert_true(advice.nodes <= 1);
    watch = (struct watch){.stop = false};
    ask(&question, &advice);
    assert_int_equal(watch.depth, 6);
    assert_int_equal(watch.reports, 6);
    assert_true(advice.nodes <= watch.nodes + 4096);
    check_advice(&state, &advice);
}

/* ---- Right: what a slow search says that knows nothing but the rules ---- */

static bool wins(const struct pond_state *state, int plies);

static bool won_by(const struct pond_state *state, int seat)
{
    const struct pond_result result = game->result(state);
    return result.outcome == POND_WON && result.seat == seat;
}

/* Does the side to move lose whatever it does, if the other still has that many plies (even) in
 * which to decide it? */
static bool loses(const struct pond_state *state, int plies)
{
    const int seat = side_of(state);
    if (plies == 0 && !rribbit_has_row(look(state)->frogs[1 - seat])) return false;
    pond_move moves[512];
    pond_move all[POND_MOVES_MAX];
    int count = game->moves(state, seat, all);
    assert_true(count <= 512);
    memcpy(moves, all, (size_t)count * sizeof moves[0]);
    for (int i = 0; i < count; i++) {
        struct pond_state next = *state;
        game->apply(&next, seat, moves[i]);
        if (won_by(&next, 1 - seat)) continue;
        if (!goes_on(&next) || plies == 0 || !wins(&next, plies - 1)) return false;
    }
    return true;
}

/* Can the side to move force a win whose deciding turn comes within that many plies (odd)? */
static bool wins(const struct pond_state *state, int plies)
{
    const int seat = side_of(state);
    pond_move moves[512];
    pond_move all[POND_MOVES_MAX];
    const int count = game->moves(state, seat, all);
    assert_true(count <= 512);
    memcpy(moves, all, (size_t)count * sizeof moves[0]);
    for (int i = 0; i < count; i++) {
        struct pond_state next = *state;
        game->apply(&next, seat, moves[i]);
        if (won_by(&next, seat)) return true;
        if (plies == 1 && !rribbit_has_row(look(&next)->frogs[seat])) continue;
        if (goes_on(&next) && loses(&next, plies - 1)) return true;
    }
    return false;
}

/* A position with that many frogs, near the arena, where the fight is. */
static bool random_position(struct pond_rng *rng, const char *options, int own, int other,
                            struct pond_state *state)
{
    struct pond_config config;
    config_of(options, &config);
    game->setup(state, &config);
    struct rribbit_state *overlay = (struct rribbit_state *)state;
    overlay->frogs[0] = overlay->frogs[1] = 0;
    while (own + other > 0) {
        const uint32_t column = 1 + pond_rng_below(rng, 7), row = 1 + pond_rng_below(rng, 5);
        const uint64_t pad = UINT64_C(1) << (row * 9 + column);
        if (((overlay->frogs[0] | overlay->frogs[1]) & pad) != 0) continue;
        overlay->frogs[own > 0 ? 0 : 1] |= pad;
        if (own > 0) {
            own--;
        } else {
            other--;
        }
    }
    if (rribbit_has_row(overlay->frogs[0])) return false;
    overlay->counting = overlay->endgame > 0 && __builtin_popcountll(overlay->frogs[0]) <= 4 &&
                        __builtin_popcountll(overlay->frogs[1]) <= 4;
    return true;
}

/* Positions with at most that many frogs a side, that are won within `plies` but no sooner. */
struct wins_set {
    const char *options;
    int own, other, plies, wanted;
};

static void check_wins(const struct wins_set *set, struct pond_rng *rng)
{
    int found = 0, looked = 0;
    while (found < set->wanted) {
        struct pond_state state;
        looked++;
        if (!random_position(rng, set->options, set->own, set->other, &state)) continue;
        bool sooner = false;
        for (int plies = 1; plies < set->plies && !sooner; plies += 2) sooner = wins(&state, plies);
        if (sooner) continue;
        const bool won = wins(&state, set->plies);
        if (!won && (looked % 8 != 0 || looked > 40)) continue;
        struct pond_advice advice;
        const struct question question = {.engine = &pond_engine_rribbit,
                                          .settings =
                                              won ? "nodes=300000,hash=2" : "nodes=20000,hash=1",
                                          .state = &state};
        ask(&question, &advice);
        check_advice(&state, &advice);
        if (!won) {
            /* What is proven may be proven only further on. */
            assert_true(!advice.exact || advice.choices[0].estimate < 0.5f ||
                        advice.end_ply > set->plies + 1);
            continue;
        }
        assert_true(advice.exact);
        assert_true(near(advice.choices[0].estimate, 1));
        assert_true(advice.end_ply >= set->plies && advice.end_ply <= set->plies + 1);
        struct pond_state next = state;
        game->apply(&next, 0, advice.move);
        assert_true(won_by(&next, 0) || loses(&next, set->plies - 1));
        found++;
    }
}

static void test_forced_wins(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "forced wins");
    static const struct wins_set sets[] = {
        {"", 9, 9, 1, 20},
        {"turn=chain", 7, 7, 1, 20},
        {"win=row-or-seven", 4, 3, 1, 30},
        {"", 7, 6, 3, 40},
        {"turn=chain", 5, 4, 3, 20},
        {"win=row-or-seven", 6, 5, 3, 20},
        {"turn=chain,win=row-or-seven", 4, 4, 3, 20},
        {"", 5, 3, 5, 20},
        {"turn=chain", 5, 2, 5, 10},
        {"turn=chain,win=row-or-seven", 4, 5, 5, 2},
        {"", 4, 2, 7, 3},
        {"turn=chain", 4, 2, 7, 1},
    };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) check_wins(&sets[i], &rng);
}

/* ---- Rows must be answered ---- */

static void test_rows_answered(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "rows");
    static const char *const settings[] = {"nodes=1,hash=1", "nodes=50,depth=1,hash=1",
                                           "nodes=400,hash=1,depth=1,sight=0,noise=500,overlook=90",
                                           "nodes=3000,hash=1", "nodes=3000,hash=1,traps=60"};
    for (int found = 0; found < 200 / TEST_SHARE;) {
        struct pond_state state;
        const char *options = found % 2 == 0 ? "" : "turn=chain";
        if (!random_position(&rng, options, 7, 7, &state)) continue;
        if (!rribbit_has_row(look(&state)->frogs[1])) continue;
        const bool lost = loses(&state, 0);
        for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
            struct pond_advice advice;
            const struct question question = {
                .engine = &pond_engine_rribbit, .settings = settings[i], .state = &state};
            ask(&question, &advice);
            struct pond_state next = state;
            game->apply(&next, 0, advice.move);
            assert_int_equal(won_by(&next, 1), lost);
            if (lost && i >= 3) assert_true(advice.exact && advice.end_ply == 1);
        }
        found++;
    }
}

/* ---- Endings ---- */

/* The value of a game that X9's count ends soon, for the side to move: 1, 0 or -1. */
static int value_of(const struct pond_state *state, int alpha, int beta)
{
    const int seat = side_of(state);
    if (!goes_on(state)) {
        const struct pond_result result = game->result(state);
        return result.outcome == POND_DRAWN ? 0 : result.seat == seat ? 1 : -1;
    }
    pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, seat, moves);
    int best = -1;
    for (int i = 0; i < count && best < beta; i++) {
        struct pond_state next = *state;
        game->apply(&next, seat, moves[i]);
        const int value = -value_of(&next, -beta, -alpha);
        if (value > best) best = value;
        if (value > alpha) alpha = value;
    }
    return best;
}

static void test_endings(void **unused)
{
    (void)unused;
    static const struct {
        const char *options;
        int own, other;
    } endings[] = {
        {"endgame=2", 3, 2},
        {"endgame=2", 3, 3},
        {"endgame=3", 3, 1},
        {"endgame=2,turn=chain", 4, 2},
        {"endgame=2,turn=chain,win=row-or-seven", 2, 3},
        {"endgame=2", 1, 3},
    };
    struct pond_rng rng;
    pond_rng_seed(&rng, "endings");
    for (size_t i = 0; i < 10 * sizeof endings / sizeof endings[0]; i++) {
        struct pond_state state;
        const size_t kind = i % (sizeof endings / sizeof endings[0]);
        while (!random_position(&rng, endings[kind].options, endings[kind].own, endings[kind].other,
                                &state)) {
        }
        struct pond_advice advice;
        const struct question question = {
            .engine = &pond_engine_rribbit, .settings = "nodes=60000,hash=2", .state = &state};
        ask(&question, &advice);
        struct pond_state next = state;
        game->apply(&next, 0, advice.move);
        const int value = value_of(&state, -1, 1);
        assert_int_equal(-value_of(&next, -1, 1), value);
        if (value == 1) assert_true(advice.exact && near(advice.choices[0].estimate, 1));
        if (value == -1) assert_true(advice.exact && near(advice.choices[0].estimate, 0));
        if (value == 0) assert_true(!advice.exact);
    }
}

/* ---- What is handed in: the past, and exact tables ---- */

/* A side that is behind takes the draw by repetition. */
static void test_repetition(void **unused)
{
    (void)unused;
    struct pond_state state;
    struct pond_advice advice;
    parse("endgame=0", "9/2D6/3D5/9/5D3/4D4/L8 l -", &state);
    uint64_t history[2];
    int times;
    pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(&state, 0, moves);
    assert_int_equal(count, 2);
    struct pond_state next = state;
    game->apply(&next, 0, moves[1]);
    history[0] = history[1] = game->repetition(&next, &times);
    const struct question question = {.engine = &pond_engine_rribbit,
                                      .settings = "nodes=2000,hash=1",
                                      .state = &state,
                                      .history = history,
                                      .history_count = 2};
    ask(&question, &advice);
    assert_true(advice.move == moves[1]);
}

static bool probe_for_dark(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    int *asked = context;
    if (__builtin_popcountll(look(state)->frogs[0]) > 3) return false;
    ++*asked;
    memset(exact, 0, sizeof *exact);
    exact->win[1] = 1;
    exact->distance = 9;
    return true;
}

/* The table says that dark wins as soon as light has three frogs: so dark sees to it. */
static void test_probe(void **unused)
{
    (void)unused;
    struct pond_state state;
    struct pond_advice advice;
    int asked = 0;
    parse("", "9/9/9/L8/2D6/9/5LLL1 d -", &state);
    struct question question = {.engine = &pond_engine_rribbit,
                                .settings = "nodes=2000,hash=1",
                                .state = &state,
                                .context = &asked,
                                .probe = probe_for_dark};
    ask(&question, &advice);
    assert_true(asked > 0);
    assert_true(advice.exact && near(advice.win[1], 1));
    assert_int_equal(advice.end_ply, 10);
    struct pond_state next = state;
    game->apply(&next, 1, advice.move);
    assert_int_equal(__builtin_popcountll(look(&next)->frogs[0]), 3);
    /* Weak levels play endings as they play everything else, with tables or without. */
    asked = 0;
    for (int level = 1; level < POND_LEVELS; level++) {
        question.settings = pond_engine_rribbit.levels[level];
        ask(&question, &advice);
    }
    assert_int_equal(asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal),         cmocka_unit_test(test_levels),
        cmocka_unit_test(test_determinism),   cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_stop),          cmocka_unit_test(test_forced_wins),
        cmocka_unit_test(test_rows_answered), cmocka_unit_test(test_endings),
        cmocka_unit_test(test_repetition),    cmocka_unit_test(test_probe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
