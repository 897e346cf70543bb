/* solve_quibbit_test.c: the exact solution of two-player Quibbit, checked against the rules.
 *
 * The solver has a round of its own and works on many states at a time. Here single states go
 * through the rules of the game instead, card by card: what follows a state must give its value
 * again, and the strategies must win it. Hands of few cards keep it short; larger hands take the
 * same paths. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "matrix.h"
#include "quibbit/solve.h"

#define RING "*RGY*GYR~YRG"
#define RING_OTHER "~RYG*GRY*YGR"
#define STATES (400 / TEST_SHARE) /* looked at in each solution */
#define GAMES (1500 / TEST_SHARE) /* played out */

#define CARD(n) (1u << (n))

static struct pond_config config_read(const char *options)
{
    struct pond_config config;
    assert_true(pond_config_parse(&pond_quibbit, options, &config, NULL));
    return config;
}

static struct quibbit_solution *solve(const char *options, unsigned hand_0, unsigned hand_1)
{
    const struct pond_config config = config_read(options);
    const struct quibbit_solve_settings settings = {.hand = {(uint8_t)hand_0, (uint8_t)hand_1}};
    enum quibbit_solve_status status;
    struct quibbit_solution *solution = quibbit_solve(&config, &settings, &status);
    assert_non_null(solution);
    assert_int_equal(status, QUIBBIT_SOLVED);
    return solution;
}

/* ---- Matrix games ---- */

static double random_payoff(struct pond_rng *rng, int kind)
{
    const double even = pond_rng_word(rng) * 0x1p-31 - 1;
    if (kind == 0) return even;
    if (kind == 1) return (int)pond_rng_below(rng, 3) - 1;
    return ((int)pond_rng_below(rng, 3) - 1) / 3.0 + even * pow(10, -(kind - 1) * 4);
}

static void matrix_check(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                         double gap_max)
{
    struct matrix_answer answer;
    double sum[2] = {0, 0}, low = 2, high = -2;
    matrix_solve(rows, columns, payoff, &answer);
    for (int i = 0; i < MATRIX_MAX; i++) {
        assert_true(answer.row[i] >= 0 && answer.column[i] >= 0);
        sum[0] += answer.row[i];
        sum[1] += answer.column[i];
    }
    assert_true(fabs(sum[0] - 1) < 1e-14 && fabs(sum[1] - 1) < 1e-14);
    for (int i = 0; i < rows; i++) {
        double wins = 0;
        for (int j = 0; j < columns; j++) wins += answer.column[j] * payoff[i][j];
        high = wins > high ? wins : high;
    }
    for (int j = 0; j < columns; j++) {
        double wins = 0;
        for (int i = 0; i < rows; i++) wins += answer.row[i] * payoff[i][j];
        low = wins < low ? wins : low;
    }
    assert_true(fabs(answer.low - low) < 1e-15 && fabs(answer.high - high) < 1e-15);
    assert_true(high - low < gap_max);
}

static void test_matrix(void **state)
{
    (void)state;
    struct pond_rng rng;
    pond_rng_seed(&rng, "matrix");
    for (int i = 0; i < 15000; i++) {
        const int rows = 1 + (int)pond_rng_below(&rng, MATRIX_MAX);
        const int columns = 1 + (int)pond_rng_below(&rng, MATRIX_MAX);
        double payoff[MATRIX_MAX][MATRIX_MAX] = {{0}};
        for (int j = 0; j < rows * columns; j++) {
            payoff[j / columns][j % columns] = random_payoff(&rng, i % 5);
        }
        matrix_check(rows, columns, payoff, i % 5 < 3 ? 5e-14 : 1e-9);
    }
    struct matrix_answer answer;
    const double scissors[MATRIX_MAX][MATRIX_MAX] = {{0, 1, -1}, {-1, 0, 1}, {1, -1, 0}};
    matrix_solve(3, 3, scissors, &answer);
    for (int i = 0; i < 3; i++) assert_true(fabs(answer.row[i] - 1.0 / 3) < 1e-15);
    const double pennies[MATRIX_MAX][MATRIX_MAX] = {{3, -1}, {-1, 1}};
    matrix_solve(2, 2, pennies, &answer);
    assert_true(fabs(answer.low - 1.0 / 3) < 1e-15 && fabs(answer.row[0] - 1.0 / 3) < 1e-15);
}

/* ---- Rings ---- */

static void test_layouts(void **state)
{
    (void)state;
    int written[QUIBBIT_LAYOUTS] = {0};
    for (int number = 0; number < QUIBBIT_LAYOUTS; number++) {
        uint8_t kind[QUIBBIT_RING], other[QUIBBIT_RING];
        char memory[128];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        quibbit_layout(number, kind);
        for (int turn = 0; turn < 2 * QUIBBIT_RING; turn++) {
            int rotation;
            bool swapped;
            for (int tile = 0; tile < QUIBBIT_RING; tile++) {
                const uint8_t was = kind[(tile + turn) % QUIBBIT_RING];
                other[tile] = turn >= QUIBBIT_RING && was < 2 ? (uint8_t)(1 - was) : was;
            }
            assert_int_equal(quibbit_layout_number(other, &rotation, &swapped), number);
            assert_int_equal((rotation + turn) % QUIBBIT_RING, 0);
            assert_int_equal(swapped, turn >= QUIBBIT_RING);
        }
        pond_text_string(&text, "players=2,layout=");
        quibbit_layout_print(kind, "RGY", &text);
        const struct pond_config config = config_read(memory);
        struct pond_state start;
        pond_quibbit.setup(&start, &config);
        for (int tile = 0; tile < QUIBBIT_RING; tile++) {
            assert_int_equal(quibbit_tile_kind(quibbit_state_of(&start), tile), kind[tile]);
        }
        written[number]++;
    }
    for (int number = 0; number < QUIBBIT_LAYOUTS; number++) assert_int_equal(written[number], 1);
}

/* ---- One round by the rules ---- */

/* What follows a choice of cards by the rules: the average value and dummy's share. */
static void choice_by_rules(const struct quibbit_solution *solution, const struct pond_state *state,
                            const pond_move card[2], double average[2])
{
    struct pond_state chosen = *state;
    pond_move turned[POND_MOVES_MAX];
    for (int seat = 0; seat < 2; seat++) {
        if (card[seat] != 0) pond_quibbit.apply(&chosen, seat, card[seat]);
    }
    assert_int_equal(pond_quibbit.turn(&chosen), POND_SEAT(POND_CHANCE));
    const int count = pond_quibbit.moves(&chosen, POND_CHANCE, turned);
    average[0] = average[1] = 0;
    for (int i = 0; i < count; i++) {
        struct pond_state after = chosen;
        struct quibbit_truth truth;
        pond_quibbit.apply(&after, POND_CHANCE, turned[i]);
        assert_true(quibbit_solution_probe(solution, &after, &truth));
        const struct pond_result result = pond_quibbit.result(&after);
        if (result.outcome == POND_WON) assert_true(truth.value == (result.seat == 0 ? 1 : -1));
        if (result.outcome == POND_WON_BY_DUMMY) assert_true(truth.value == 0 && truth.dummy == 1);
        average[0] += truth.value / count;
        average[1] += truth.dummy / count;
    }
}

static void truth_sound(const struct quibbit_truth *truth)
{
    assert_true(fabs(truth->win[0] + truth->win[1] + truth->dummy - 1) < 2e-6);
    assert_true(fabs(truth->win[0] - truth->win[1] - truth->value) < 2e-6);
    for (int seat = 0; seat < 2; seat++) {
        double sum = 0;
        for (int i = 0; i < truth->seat[seat].count; i++) sum += truth->seat[seat].probability[i];
        assert_true(truth->seat[seat].count == 0 || fabs(sum - 1) < 1e-12);
    }
}

/* Both strategies keep the value, whatever the other chooses. */
static void state_check(const struct quibbit_solution *solution, const struct pond_state *state)
{
    struct quibbit_truth truth;
    double dummy = 0;
    assert_true(quibbit_solution_probe(solution, state, &truth));
    truth_sound(&truth);
    const struct quibbit_truth_seat *one = &truth.seat[0], *other = &truth.seat[1];
    double by_column[MATRIX_MAX] = {0};
    for (int row = 0; row < one->count; row++) {
        double by_row = 0;
        for (int column = 0; column < other->count; column++) {
            const pond_move card[2] = {one->move[row], other->move[column]};
            double average[2];
            choice_by_rules(solution, state, card, average);
            assert_true(fabs(average[0] - truth.payoff[row][column]) < 1e-14);
            by_row += other->probability[column] * average[0];
            by_column[column] += one->probability[row] * average[0];
            dummy += one->probability[row] * other->probability[column] * average[1];
        }
        assert_true(by_row <= truth.value + 2e-12);
        assert_true(fabs(by_row - one->value[row]) < 1e-14);
    }
    for (int column = 0; column < other->count; column++) {
        assert_true(by_column[column] >= truth.value - 2e-12);
        assert_true(fabs(by_column[column] - other->value[column]) < 1e-14);
    }
    assert_true(fabs(dummy - truth.dummy) < 3e-6);
}

static void alone_check(const struct quibbit_solution *solution, const struct pond_state *state,
                        int seat)
{
    struct quibbit_truth truth;
    double best = -1;
    assert_true(quibbit_solution_probe(solution, state, &truth));
    truth_sound(&truth);
    assert_int_equal(truth.seat[1 - seat].count, 0);
    for (int i = 0; i < truth.seat[seat].count; i++) {
        pond_move card[2] = {0, 0};
        double average[2];
        card[seat] = truth.seat[seat].move[i];
        choice_by_rules(solution, state, card, average);
        assert_true(fabs(average[0] - truth.seat[seat].value[i]) < 1e-14);
        best = fmax(best, seat == 0 ? average[0] : -average[0]);
    }
    assert_true(fabs(best - (seat == 0 ? truth.value : -truth.value)) < 1e-13);
}

static void test_rounds(void **state)
{
    const char *options = *state;
    const bool more = strstr(options, "lap=crowned") != NULL;
    struct quibbit_solution *solution =
        solve(options, CARD(1) | (more ? CARD(3) : 0) | CARD(5), CARD(2) | CARD(3));
    struct quibbit_summary summary;
    struct pond_rng rng;
    quibbit_solution_summary(solution, &summary);
    assert_true(summary.certificate > 0 && summary.certificate < 1e-9);
    assert_true(summary.mixed > 0 && summary.mixed < summary.states);
    pond_rng_seed(&rng, "rounds");
    for (int i = 0; i < STATES; i++) {
        struct pond_state position;
        const uint64_t index = pond_rng_below(&rng, (uint32_t)summary.states);
        uint64_t again;
        bool swapped;
        assert_true(quibbit_solution_unrank(solution, index, &position));
        assert_true(quibbit_solution_rank(solution, &position, &again, &swapped));
        assert_true(again == index && !swapped);
        state_check(solution, &position);
        pond_quibbit.resign(&position, i % 2);
        if (pond_quibbit.turn(&position) != 0) alone_check(solution, &position, 1 - i % 2);
    }
    quibbit_solution_free(solution);
}

/* ---- The same from elsewhere ---- */

static void cells_compare(const struct quibbit_solution *one, const struct quibbit_solution *other,
                          double apart_max)
{
    uint64_t count, count_other;
    const uint64_t *cell = quibbit_solution_cells(one, &count);
    const uint64_t *cell_other = quibbit_solution_cells(other, &count_other);
    struct quibbit_summary summary;
    quibbit_solution_summary(one, &summary);
    assert_true(count == count_other);
    if (apart_max == 0) assert_memory_equal(cell, cell_other, count * sizeof *cell);
    for (uint64_t i = 0; i < summary.states; i++) {
        const double apart = quibbit_cell_value(cell[i]) - quibbit_cell_value(cell_other[i]);
        if (fabs(apart) > apart_max) fail();
    }
}

static bool progress_count(void *context, const struct quibbit_progress *progress)
{
    uint32_t *last = context;
    assert_true(progress->blocks_done > *last && progress->blocks_done <= progress->blocks);
    assert_true(progress->done > 0 && progress->done <= 1);
    *last = progress->blocks_done;
    return true;
}

static bool progress_stop(void *context, const struct quibbit_progress *progress)
{
    (void)context;
    return progress->blocks_done < 3;
}

/* From below and from above, and with threads, it comes to the same. */
static void test_ways(void **state)
{
    (void)state;
    const struct pond_config config = config_read("players=2,dummy=contender,layout=" RING_OTHER);
    uint32_t last = 0;
    struct quibbit_solve_settings settings = {.hand = {CARD(1) | CARD(4), CARD(2) | CARD(4)},
                                              .context = &last,
                                              .progress = progress_count};
    enum quibbit_solve_status status;
    struct quibbit_solution *both = quibbit_solve(&config, &settings, &status);
    settings.threads = 3;
    last = 0;
    struct quibbit_solution *threads = quibbit_solve(&config, &settings, &status);
    settings.progress = NULL;
    settings.start = QUIBBIT_START_NEAR;
    struct quibbit_solution *near = quibbit_solve(&config, &settings, &status);
    settings.start = QUIBBIT_START_BELOW;
    struct quibbit_solution *below = quibbit_solve(&config, &settings, &status);
    settings.start = QUIBBIT_START_ABOVE;
    struct quibbit_solution *above = quibbit_solve(&config, &settings, &status);
    assert_true(both != NULL && near != NULL && threads != NULL && below != NULL && above != NULL);
    struct quibbit_summary summary;
    quibbit_solution_summary(both, &summary);
    assert_true(summary.gap < 1e-12);
    cells_compare(both, threads, 0);
    cells_compare(both, near, summary.certificate);
    cells_compare(below, above, 5e-12);
    settings.progress = progress_stop;
    assert_null(quibbit_solve(&config, &settings, &status));
    assert_int_equal(status, QUIBBIT_STOPPED);
    quibbit_solution_free(both);
    quibbit_solution_free(near);
    quibbit_solution_free(threads);
    quibbit_solution_free(below);
    quibbit_solution_free(above);
}

/* A state on the ring turned by three tiles and with seats exchanged, as text. */
static void state_turn(const struct pond_state *state, const struct pond_config *config,
                       struct pond_state *turned)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        const int kind = quibbit_tile_kind(game, (tile + QUIBBIT_RING - 3) % QUIBBIT_RING);
        pond_text_char(&text, "GRY?*~"[kind]);
    }
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        const int was = frog == 2 ? 2 : 1 - frog;
        pond_text_char(&text, frog == 0 ? ' ' : ',');
        pond_text_char(&text, "RGy"[frog]);
        pond_text_number(&text, game->progress[was] + 3);
        pond_text_char(&text, ':');
        for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
            if ((game->hand[was] >> card & 1) != 0) pond_text_number(&text, card);
        }
    }
    pond_text_char(&text, ' ');
    pond_text_char(&text, "GRY"[game->crown]);
    pond_text_char(&text, ' ');
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((game->deck >> card & 1) != 0) pond_text_number(&text, card);
    }
    pond_text_char(&text, ' ');
    pond_text_number(&text, game->round);
    assert_true(pond_quibbit.state_parse(turned, config, memory, NULL));
}

static void test_symmetry(void **state)
{
    (void)state;
    struct quibbit_solution *solution =
        solve("players=2,layout=" RING, CARD(1) | CARD(4), CARD(1) | CARD(4) | CARD(5));
    const struct pond_config config = config_read("players=2");
    struct quibbit_summary summary;
    struct pond_rng rng;
    quibbit_solution_summary(solution, &summary);
    pond_rng_seed(&rng, "symmetry");
    for (int i = 0; i < STATES; i++) {
        struct pond_state one, other;
        struct quibbit_truth truth, turned;
        uint64_t index, again;
        bool swapped;
        index = pond_rng_below(&rng, (uint32_t)summary.states);
        assert_true(quibbit_solution_unrank(solution, index, &one));
        state_turn(&one, &config, &other);
        assert_true(quibbit_solution_rank(solution, &other, &again, &swapped));
        assert_true(again == index && swapped);
        assert_true(quibbit_solution_probe(solution, &one, &truth));
        assert_true(quibbit_solution_probe(solution, &other, &turned));
        assert_true(truth.value == -turned.value && truth.win[0] == turned.win[1]);
        if (i < 200) state_check(solution, &other);
    }
    quibbit_solution_free(solution);
}

/* ---- Played out ---- */

static pond_move card_draw(const struct quibbit_truth_seat *seat, struct pond_rng *rng)
{
    double left = pond_rng_word(rng) * 0x1p-32;
    for (int i = 0; i < seat->count - 1; i++) {
        left -= seat->probability[i];
        if (left < 0) return seat->move[i];
    }
    return seat->move[seat->count - 1];
}

/* Games by the strategies found end as often for each as was said. */
static void test_games(void **state)
{
    (void)state;
    const unsigned hand_0 = CARD(2) | CARD(3) | CARD(5), hand_1 = CARD(1) | CARD(3) | CARD(5);
    const char *options = "players=2,lap=leader,dummy=contender,layout=" RING;
    struct quibbit_solution *solution = solve(options, hand_0, hand_1);
    const struct pond_config config = config_read(options);
    struct pond_state start;
    struct quibbit_truth truth;
    struct pond_rng rng;
    int wins[3] = {0, 0, 0};
    assert_true(
        pond_quibbit.state_parse(&start, &config, RING " R22:235,G24:135,y19: G 12345 6", NULL));
    pond_rng_seed(&rng, "games");
    for (int i = 0; i < GAMES; i++) {
        struct pond_state game = start;
        while (pond_quibbit.turn(&game) != 0) {
            const pond_seats turn = pond_quibbit.turn(&game);
            assert_true(quibbit_solution_probe(solution, &game, &truth));
            for (int seat = 0; seat < 2; seat++) {
                if ((turn & POND_SEAT(seat)) == 0) continue;
                pond_quibbit.apply(&game, seat, card_draw(&truth.seat[seat], &rng));
            }
            assert_true(!quibbit_solution_probe(solution, &game, &truth));
            pond_roll(&pond_quibbit, &game, &rng);
        }
        const struct pond_result result = pond_quibbit.result(&game);
        wins[result.outcome == POND_WON_BY_DUMMY ? 2 : result.seat]++;
    }
    assert_true(quibbit_solution_probe(solution, &start, &truth));
    const double said[3] = {truth.win[0], truth.win[1], truth.dummy};
    for (int i = 0; i < 3; i++) {
        const double deviation = sqrt(said[i] * (1 - said[i]) * GAMES);
        assert_true(said[i] > 0.3 && fabs(wins[i] - said[i] * GAMES) < 4 * deviation);
    }
    quibbit_solution_free(solution);
}

/* ---- What is refused ---- */

static void test_refused(void **state)
{
    (void)state;
    const char *other[] = {"players=2", "players=3", "players=4"};
    const struct quibbit_solve_settings settings = {.hand = {CARD(1), CARD(2)}};
    enum quibbit_solve_status status;
    for (int i = 0; i < 3; i++) {
        const struct pond_config config = config_read(other[i]);
        assert_null(quibbit_solve(&config, &settings, &status));
        assert_int_equal(status, QUIBBIT_NO_SUCH_GAME);
    }
    struct quibbit_solution *solution = solve("players=2,layout=" RING, CARD(1), CARD(2));
    const char *positions[] = {RING " R15:13,G16:2,y14: G 12345 1",       /* more cards */
                               RING " R15:1,G16:2,y34: Y 12345 1",        /* too far ahead */
                               RING_OTHER " R15:1,G16:2,y14: G 12345 1"}; /* another ring */
    const struct pond_config config = config_read("players=2");
    struct pond_state position;
    struct quibbit_truth truth;
    struct quibbit_opening opening;
    for (int i = 0; i < 3; i++) {
        assert_true(pond_quibbit.state_parse(&position, &config, positions[i], NULL));
        assert_false(quibbit_solution_probe(solution, &position, &truth));
    }
    const struct pond_config ring = config_read("players=2,layout=" RING);
    assert_false(quibbit_solution_opening(solution, &ring, &opening));
    assert_false(quibbit_solution_unrank(solution, UINT64_MAX, &position));
    const struct pond_config leader = config_read("players=2,lap=leader");
    assert_true(
        pond_quibbit.state_parse(&position, &leader, RING " R15:1,G16:2,y14: G 12345 1", NULL));
    assert_false(quibbit_solution_probe(solution, &position, &truth));
    quibbit_solution_free(solution);
}

#define ROUNDS(options)                                                                            \
    {                                                                                              \
        .name = "rounds: " options, .test_func = test_rounds,                                      \
        .initial_state = (void *)(uintptr_t)("players=2," options ",layout=" RING)                 \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_layouts),
        ROUNDS("lap=crowned,tie=round-start,dummy=bystander"),
        ROUNDS("lap=crowned,tie=round-start,dummy=contender"),
        ROUNDS("lap=crowned,tie=now,dummy=bystander"),
        ROUNDS("lap=crowned,tie=now,dummy=contender"),
        ROUNDS("lap=leader,tie=round-start,dummy=bystander"),
        ROUNDS("lap=leader,tie=round-start,dummy=contender"),
        ROUNDS("lap=leader,tie=now,dummy=bystander"),
        ROUNDS("lap=leader,tie=now,dummy=contender"),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
