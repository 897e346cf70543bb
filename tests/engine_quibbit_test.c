/* engine_quibbit_test.c: the computer players of Quibbit!: they keep the rules and their limits,
 * answer the same way every time, are right at the end of the game, and know no more than they
 * may. */
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
#include "pond/quibbit.h"
#include "quibbit/matrix.h"
#include "quibbit/round.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define MEMORY_SIZE ((size_t)16 << 20)
#define ROUNDS_MAX 200 /* games of three and four may go on forever (Q13) */

static const struct pond_game *const game = &pond_quibbit;
static const struct pond_engine *const engine = &pond_engine_quibbit;
static const struct pond_engine *const greedy = &pond_engine_quibbit_greedy;

static const char *const option_sets[] = {
    "players=2",
    "players=2,edition=king-frog",
    "players=2,dummy=contender",
    "players=2,lap=leader,dummy=contender",
    "players=3",
    "players=3,edition=king-frog",
    "players=4",
    "players=4,tie=now,colors=YBRG",
};

/* ---- Helpers ---- */

static struct pond_config config_of(const char *options) { return given_config(game, options); }

static struct pond_state state_of(const char *options, const char *text)
{
    return given_position(game, options, text);
}

static _Alignas(64) unsigned char memory[MEMORY_SIZE];

/* A task for a seat; its memory lasts until the next one. */
static struct pond_task task_of(const struct pond_engine *player, const struct pond_view *view,
                                int seat, const char *settings)
{
    struct pond_task task;
    struct pond_error why;
    memset(&task, 0, sizeof task);
    assert_true(pond_task_set(&task, player, settings, &why));
    if (player->memory != NULL) assert_true(player->memory(task.settings) <= MEMORY_SIZE);
    task.game = game;
    task.view = view;
    task.seat = seat;
    task.memory = memory;
    task.memory_size = player->memory != NULL ? player->memory(task.settings) : 0;
    return task;
}

static struct pond_advice ask(const struct pond_engine *player, const struct pond_state *state,
                              int seat, const char *settings, uint64_t seed)
{
    struct pond_view view;
    struct pond_advice advice;
    game->observe(state, seat, &view);
    struct pond_task task = task_of(player, &view, seat, settings);
    task.seed = seed;
    player->think(&task, &advice);
    return advice;
}

/* Is all that an advice says possible? */
static void check_advice(const struct pond_state *state, int seat, const struct pond_advice *advice)
{
    float probability = 0, win = advice->draw + advice->dummy;
    bool drawn = false;
    assert_true(pond_move_listed(game, state, seat, advice->move));
    assert_in_range(advice->choice_count, 1, POND_CHOICES_MAX);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        assert_true(pond_move_listed(game, state, seat, choice->move));
        assert_true(choice->estimate >= 0 && choice->estimate <= 1);
        assert_true(choice->probability >= 0 && choice->probability <= 1);
        probability += choice->probability;
        if (choice->move == advice->move) drawn = choice->probability > 0;
    }
    assert_true(drawn);
    assert_true(probability > 0.999f && probability < 1.001f);
    for (int i = 0; i < POND_SEATS_MAX; i++) win += advice->win[i];
    assert_true(win > 0.999f && win < 1.001f);
    assert_in_range(advice->line_count, 1, POND_LINE_MAX);
    assert_int_equal(advice->line[0].move, advice->move);
}

/* Plays on at random; false if the game is over. Chance is never due afterwards. */
static bool play_some(struct pond_state *state, struct pond_rng *rng, int plies)
{
    pond_move moves[POND_MOVES_MAX];
    for (int ply = 0;;) {
        const pond_seats turn = game->turn(state);
        if (turn == 0 || game->round(state) > ROUNDS_MAX) return false;
        if (turn == POND_SEAT(POND_CHANCE)) {
            pond_roll(game, state, rng);
            continue;
        }
        if (ply++ == plies) return true;
        const int seat = pond_seat_first(turn);
        const uint32_t count = (uint32_t)game->moves(state, seat, moves);
        game->apply(state, seat, moves[pond_rng_below(rng, count)]);
    }
}

static bool random_state(const char *options, uint32_t number, struct pond_state *state)
{
    const struct pond_config config = config_of(options);
    struct pond_rng rng;
    char seed[32];
    snprintf(seed, sizeof seed, "engine%u", number);
    pond_rng_seed(&rng, seed);
    game->setup(state, &config);
    return play_some(state, &rng, (int)pond_rng_below(&rng, 24));
}

/* ---- What they think with ---- */

/* The fast round says what the rules say. */
static void round_check(const char *options, struct pond_rng *rng)
{
    const struct pond_config config = config_of(options);
    struct pond_state state;
    struct quibbit_rules rules;
    struct quibbit_spot spot, expected;
    game->setup(&state, &config);
    assert_true(play_some(&state, rng, game->seats(&config)));
    while (game->turn(&state) != 0 && game->round(&state) < ROUNDS_MAX) {
        const struct quibbit_state *now = quibbit_state_of(&state);
        struct quibbit_cards cards = {{0}};
        const pond_seats in_play = now->in_play;
        quibbit_rules_set(&rules, now);
        quibbit_spot_set(&spot, now);
        for (int seat = 0; seat < rules.seats; seat++) {
            if ((in_play & POND_SEAT(seat)) == 0) continue;
            const unsigned hand = now->hand[seat];
            const uint32_t held = (uint32_t)__builtin_popcount(hand);
            cards.card[seat] = quibbit_card(hand, pond_rng_below(rng, held));
        }
        for (int seat = 0; seat < rules.seats; seat++) {
            if (cards.card[seat] != 0) game->apply(&state, seat, cards.card[seat]);
        }
        if (game->turn(&state) == POND_SEAT(POND_CHANCE)) {
            cards.card[rules.seats] = (uint8_t)pond_roll(game, &state, rng);
        }
        quibbit_round_play(&rules, &spot, &cards);
        const struct pond_result result = game->result(&state);
        if (result.outcome == POND_GOES_ON) {
            quibbit_spot_set(&expected, now);
            assert_memory_equal(&spot, &expected, sizeof spot);
        } else {
            assert_int_equal(spot.winner, result.outcome == POND_WON ? result.seat : rules.seats);
        }
    }
}

static void test_rounds(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "rounds");
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        for (int games = 0; games < 300 / TEST_SHARE; games++) round_check(option_sets[i], &rng);
    }
}

/* Neither side of a solved matrix game can do better on its own. */
static void test_matrix(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "matrix");
    for (int trial = 0; trial < 20000 / TEST_SHARE; trial++) {
        struct quibbit_matrix matrix = {.rows = 1 + (int)pond_rng_below(&rng, 5),
                                        .columns = 1 + (int)pond_rng_below(&rng, 5)};
        const uint32_t steps = trial % 2 == 0 ? 3 : 1000;
        for (int r = 0; r < matrix.rows; r++) {
            for (int c = 0; c < matrix.columns; c++) {
                matrix.payoff[r][c] = 2.0 * pond_rng_below(&rng, steps) / (steps - 1) - 1;
            }
        }
        struct quibbit_mix mix;
        quibbit_matrix_solve(&matrix, &mix);
        for (int c = 0; c < matrix.columns; c++) {
            double sum = 0;
            for (int r = 0; r < matrix.rows; r++) sum += mix.row[r] * matrix.payoff[r][c];
            assert_true(sum > mix.value - 1e-6);
        }
        for (int r = 0; r < matrix.rows; r++) {
            double sum = 0;
            for (int c = 0; c < matrix.columns; c++) sum += mix.column[c] * matrix.payoff[r][c];
            assert_true(sum < mix.value + 1e-6);
        }
    }
}

/* ---- How they answer ---- */

static void test_answers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        for (uint32_t number = 0; number < 40; number++) {
            struct pond_state state;
            if (!random_state(option_sets[i], number, &state)) continue;
            for (int seat = 0; seat < 4; seat++) {
                if ((game->turn(&state) & POND_SEAT(seat)) == 0) continue;
                const char *const settings[] = {"nodes=400", "nodes=300,noise=200,table=0,depth=1"};
                struct pond_advice advice = ask(greedy, &state, seat, "", number);
                check_advice(&state, seat, &advice);
                advice = ask(engine, &state, seat, settings[number % 2], number);
                check_advice(&state, seat, &advice);
            }
        }
    }
}

/* The levels are settings that the engine knows, and answer legally from the first move on. */
static void test_levels(void **unused)
{
    (void)unused;
    for (int level = 0; level <= POND_LEVELS; level++) {
        struct pond_task task;
        struct pond_error why;
        memset(&task, 0, sizeof task);
        assert_true(pond_task_set(&task, engine, engine->levels[level], &why));
        assert_true(task.nodes_max > 0);
        if (level > 3) continue;
        for (size_t i = 0; i < LENGTH(option_sets); i++) {
            struct pond_state state;
            if (!random_state(option_sets[i], (uint32_t)level, &state)) continue;
            const int seat = pond_seat_first(game->turn(&state));
            const struct pond_advice advice = ask(engine, &state, seat, engine->levels[level], 1);
            check_advice(&state, seat, &advice);
        }
    }
}

static void test_same_answers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        for (uint32_t number = 0; number < 6; number++) {
            struct pond_state state;
            if (!random_state(option_sets[i], number, &state)) continue;
            const int seat = pond_seat_first(game->turn(&state));
            const struct pond_advice one = ask(engine, &state, seat, "nodes=3000", number);
            const struct pond_advice other = ask(engine, &state, seat, "nodes=3000", number);
            assert_memory_equal(&one, &other, sizeof one);
        }
    }
}

/* What earlier tasks have left in the memory changes nothing: neither the table of the same ring,
 * nor that of another, nor rubbish. */
static void test_memory(void **unused)
{
    (void)unused;
    static const char settings[] = "nodes=5000000,depth=3";
    const char *const positions[] = {"*RGY*GYR~YRG R17:12345,G18:12345,y16: G 12345 1",
                                     "*RGY*GYR~YRG R21:1345,G23:245,y18: G 2345 2",
                                     "*GRY*GYR~YRG R21:145,G23:245,y18: G 2345 2",
                                     "*RGY*GYR~YRG R25:135,G26:24,y24: G 12 4"};
    for (size_t i = 0; i < LENGTH(positions); i++) {
        const struct pond_state state = state_of("players=2", positions[i]);
        const struct pond_advice warm = ask(engine, &state, 0, settings, 1);
        memset(memory, i % 2 == 0 ? 0 : 0xa5, sizeof memory);
        const struct pond_advice fresh = ask(engine, &state, 0, settings, 1);
        check_advice(&state, 0, &fresh);
        assert_memory_equal(&warm, &fresh, sizeof warm);
        memory[sizeof memory / 2 + i] ^= 1; /* a bit of the table falls over */
        const struct pond_advice mended = ask(engine, &state, 0, settings, 1);
        assert_memory_equal(&mended, &fresh, sizeof mended);
    }
}

/* A sealed choice of another seat changes nothing. */
static void test_secrets(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        for (uint32_t number = 0; number < 12; number++) {
            struct pond_state state;
            pond_move moves[POND_MOVES_MAX];
            if (!random_state(option_sets[i], number, &state) || game->round(&state) == 0) continue;
            const pond_seats turn = game->turn(&state);
            const int other = pond_seat_first(turn);
            const pond_seats rest = (pond_seats)(turn & (turn - 1));
            if (rest == 0) continue;
            const int seat = pond_seat_first(rest);
            const struct pond_advice open = ask(engine, &state, seat, "nodes=1000", 1);
            const struct pond_advice plain = ask(greedy, &state, seat, "", 1);
            const int count = game->moves(&state, other, moves);
            for (int choice = 0; choice < count; choice++) {
                struct pond_state sealed = state;
                game->apply(&sealed, other, moves[choice]);
                struct pond_advice advice = ask(engine, &sealed, seat, "nodes=1000", 1);
                assert_memory_equal(&open, &advice, sizeof open);
                advice = ask(greedy, &sealed, seat, "", 1);
                assert_memory_equal(&plain, &advice, sizeof plain);
            }
        }
    }
}

static uint64_t clock_late(void *context)
{
    (void)context;
    return 1000000;
}

/* A clock that goes on by one whenever it is looked at. */
static uint64_t clock_counting(void *context) { return ++*(uint64_t *)context; }

/* It looks at the clock often, and hardly any more when time is up. */
static void test_time(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        for (uint32_t number = 0; number < 4; number++) {
            struct pond_state state;
            struct pond_view view;
            struct pond_advice advice;
            uint64_t looks = 0;
            if (!random_state(option_sets[i], number, &state)) continue;
            const int seat = pond_seat_first(game->turn(&state));
            game->observe(&state, seat, &view);
            struct pond_task task = task_of(engine, &view, seat, "time=500");
            task.context = &looks;
            task.clock_ms = clock_counting;
            engine->think(&task, &advice);
            check_advice(&state, seat, &advice);
            assert_true(looks < 500 + 200);
        }
    }
}

static void test_limits(void **unused)
{
    (void)unused;
    static const volatile bool stop = true;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        for (uint32_t number = 0; number < 8; number++) {
            struct pond_state state;
            struct pond_view view;
            struct pond_advice advice;
            if (!random_state(option_sets[i], number, &state)) continue;
            const int seat = pond_seat_first(game->turn(&state));
            advice = ask(engine, &state, seat, "nodes=5000", 1);
            assert_true(advice.nodes < 3 * 5000); /* what is begun is ended */
            game->observe(&state, seat, &view);
            struct pond_task task = task_of(engine, &view, seat, "");
            task.stop = &stop;
            engine->think(&task, &advice);
            check_advice(&state, seat, &advice);
            task = task_of(engine, &view, seat, "time=10");
            task.clock_ms = clock_late;
            engine->think(&task, &advice);
            check_advice(&state, seat, &advice);
        }
    }
}

/* With three and four players `many` is the limit where it is the lower one, and with two it is
 * none. */
static void test_many(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        const bool two = strncmp(option_sets[i], "players=2", 9) == 0;
        for (uint32_t number = 0; number < 6; number++) {
            struct pond_state state;
            if (!random_state(option_sets[i], number, &state)) continue;
            const int seat = pond_seat_first(game->turn(&state));
            const struct pond_advice more = ask(engine, &state, seat, "nodes=20000", 1);
            const struct pond_advice fewer = ask(engine, &state, seat, "nodes=3000", 1);
            const struct pond_advice capped = ask(engine, &state, seat, "nodes=20000,many=3000", 1);
            const struct pond_advice below = ask(engine, &state, seat, "nodes=3000,many=20000", 1);
            assert_memory_equal(&capped, two ? &more : &fewer, sizeof capped);
            assert_memory_equal(&below, &fewer, sizeof below);
        }
    }
}

/* `blur` and `study` are for three and four players. A study stays within the nodes, whatever it
 * asks for, and the same task has the same answer. */
static void test_study(void **unused)
{
    (void)unused;
    uint32_t changed = 0;
    for (size_t i = 0; i < LENGTH(option_sets); i++) {
        const bool two = strncmp(option_sets[i], "players=2", 9) == 0;
        for (uint32_t number = 0; number < 6; number++) {
            struct pond_state state;
            if (!random_state(option_sets[i], number, &state)) continue;
            const int seat = pond_seat_first(game->turn(&state));
            const struct pond_advice plain = ask(engine, &state, seat, "nodes=9000", 1);
            const struct pond_advice noisy = ask(engine, &state, seat, "nodes=9000,noise=3", 1);
            const struct pond_advice blurred = ask(engine, &state, seat, "nodes=9000,blur=3", 1);
            const struct pond_advice studied =
                ask(engine, &state, seat, "nodes=9000,study=1000000", 1);
            const struct pond_advice again =
                ask(engine, &state, seat, "nodes=9000,study=1000000", 1);
            assert_memory_equal(&blurred, two ? &plain : &noisy, sizeof blurred);
            assert_memory_equal(&studied, &again, sizeof studied);
            assert_true(studied.nodes < 10000);
            const bool differs = memcmp(&studied, &plain, sizeof studied) != 0;
            assert_false(two && differs);
            changed += differs;
        }
    }
    assert_true(changed > 0);
}

/* ---- The end of the game ---- */

/* What seat 0 wins more often, from where every round ends the game; INT32_MAX where one does not.
 * The sum over the dummy's cards. */
static int32_t pair_ends(const struct pond_state *state, pond_move card_0, pond_move card_1)
{
    struct pond_state chosen = *state;
    pond_move outcomes[POND_MOVES_MAX];
    int32_t sum = 0;
    game->apply(&chosen, 0, card_0);
    game->apply(&chosen, 1, card_1);
    const int count = game->moves(&chosen, POND_CHANCE, outcomes);
    for (int i = 0; i < count; i++) {
        struct pond_state after = chosen;
        game->apply(&after, POND_CHANCE, outcomes[i]);
        const struct pond_result result = game->result(&after);
        if (result.outcome == POND_GOES_ON) return INT32_MAX;
        if (result.outcome == POND_WON) sum += result.seat == 0 ? 1 : -1;
    }
    return sum;
}

/* Where one round ends it all, the advice is exact, and no answer of the other does better against
 * its mix than the value it says. */
static bool end_check(const struct pond_state *state, const char *settings)
{
    const struct quibbit_state *now = quibbit_state_of(state);
    const double deck = __builtin_popcount(now->deck);
    pond_move moves[2][POND_MOVES_MAX];
    const int rows = game->moves(state, 0, moves[0]), columns = game->moves(state, 1, moves[1]);
    double payoff[5][5];
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            const int32_t sum = pair_ends(state, moves[0][r], moves[1][c]);
            if (sum == INT32_MAX) return false;
            payoff[r][c] = sum / deck;
        }
    }
    const struct pond_advice advice = ask(engine, state, 0, settings, 1);
    assert_true(advice.exact);
    const double value = (double)(advice.win[0] - advice.win[1]);
    for (int c = 0; c < columns; c++) {
        double sum = 0;
        for (uint32_t i = 0; i < advice.choice_count; i++) {
            for (int r = 0; r < rows; r++) {
                if (moves[0][r] != advice.choices[i].move) continue;
                sum += (double)advice.choices[i].probability * payoff[r][c];
            }
        }
        assert_true(sum > value - 1e-4);
    }
    return true;
}

static void test_ends(void **unused)
{
    (void)unused;
    int found = 0;
    for (uint32_t number = 0; number < 4000; number++) {
        struct pond_state state;
        if (!random_state("players=2", number, &state) || game->round(&state) == 0) continue;
        if (game->turn(&state) != 3) continue;
        found += end_check(&state, number % 8 == 0 ? "nodes=2000" : "nodes=2000,table=0");
    }
    assert_true(found > 10);
}

/* The crowned frog wins by a lap with any card but sees it. */
static void test_lap(void **unused)
{
    (void)unused;
    const char *const players[] = {"players=3", "players=4"};
    const char *const texts[] = {"*RGY*GYR~YRG R26:123,G15:12,Y16:12 R - 9",
                                 "*RGYB*GBRY~YRBG R32:15,G18:12,Y19:12,B20:3 R - 9"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const struct pond_state state = state_of(players[i], texts[i]);
        const struct pond_advice advice = ask(engine, &state, 0, "nodes=20000", 1);
        check_advice(&state, 0, &advice);
        assert_true(advice.win[0] > 0.5f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),       cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_answers),      cmocka_unit_test(test_levels),
        cmocka_unit_test(test_same_answers), cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_time),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_ends),
        cmocka_unit_test(test_lap),          cmocka_unit_test(test_many),
        cmocka_unit_test(test_study),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
