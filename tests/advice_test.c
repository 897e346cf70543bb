/* advice_test.c: what an advice says about its values is so, for every engine, on random play.
 *
 * A value that may be compared is one that a search of that choice alone agrees with. Upper bounds
 * of an alpha-beta search are not, and the accessor refuses them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "computer.h"

#define LOG 20000

static struct pond_entry log_memory[LOG];

static const struct table {
    const char *game, *options;
    uint64_t nodes;
    uint32_t turns; /* at most, before an engine is asked */
} tables[] = {
    {"rribbit", "", 20000, 60},          {"rribbit", "turn=chain,win=row-or-seven", 20000, 60},
    {"quibbit", "players=2", 20000, 10}, {"quibbit", "players=3", 60000, 10},
    {"quibbles", "players=2", 1000, 60}, {"quibbles", "players=4", 1000, 60},
};

static void match_begin(struct pond_match *match, const struct table *table, int number)
{
    struct pond_config config;
    struct pond_error why;
    char seed[32];
    const struct pond_game *game = pond_game_find(table->game);
    assert_true(pond_config_parse(game, table->options, &config, &why));
    pond_match_begin(match, game, &config, log_memory, LOG);
    snprintf(seed, sizeof seed, "advice %d", number);
    pond_match_seed(match, seed);
}

/* A match after some random turns; false if it is over. */
static bool match_some(struct pond_match *match, const struct table *table, int number)
{
    struct pond_error why;
    match_begin(match, table, number);
    assert_true(pond_match_play_random(match, (uint32_t)number * 3 % table->turns, &why));
    return !pond_match_over(match);
}

/* ---- Every engine ---- */

static void choices_check(const struct pond_game *game, const struct pond_advice *advice, bool full)
{
    float value = -1;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        const bool known = pond_choice_value(choice, &value);
        assert_true(choice->evidence <= POND_EXACT);
        assert_int_equal(known, choice->evidence >= POND_SEARCHED);
        if (known) assert_true(value >= 0 && value <= 1);
        assert_true(choice->error >= 0 && choice->error <= 0.5001f);
        if (choice->evidence == POND_EXACT) assert_true(choice->error <= 0);
        /* Nothing in Quibbit is sure but solutions: others choose at the same time. */
        if (game == &pond_quibbit && choice->evidence == POND_SEARCHED && full) {
            assert_true(choice->error > 0);
        }
    }
    /* The full engine knows what its best choice is worth. */
    if (full) assert_true(pond_choice_value(&advice->choices[0], &value));
}

static void every_engine_says_what_it_knows(void **state)
{
    (void)state;
    static const char *const players[] = {"random",  "greedy",  "uct",     "level:1",
                                          "level:3", "level:5", "level:6", "engine"};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        const struct pond_game *game = pond_game_find(tables[t].game);
        for (size_t p = 0; p < sizeof players / sizeof players[0]; p++) {
            struct computer computer;
            struct pond_match match;
            struct pond_advice advice;
            const struct computer_limits limits = {.nodes = 2000};
            if (!computer_known(game, players[p])) continue;
            assert_int_equal(computer_open(&computer, game, players[p], NULL), COMPUTER_FINE);
            for (int number = 0; number < 12 / TEST_SHARE; number++) {
                if (!match_some(&match, &tables[t], number)) continue;
                const int seat = pond_seat_first(pond_match_turn(&match));
                computer_think(&computer, &match, seat, (uint64_t)number, &limits, &advice);
                choices_check(game, &advice, strcmp(players[p], "engine") == 0);
            }
            computer_close(&computer);
        }
    }
}

/* ---- The full engines ---- */

struct gaps {
    uint32_t count, wide;
    float sum; /* of how far the search of a choice alone was below what was said */
};

static void gap_add(struct gaps *gaps, float said, float alone, float error)
{
    const float gap = said - alone, size = gap < 0 ? -gap : gap;
    gaps->count++;
    gaps->sum += gap;
    if (size > 0.15f + 3 * error) gaps->wide++;
}

/* Some choices of a position, each searched alone with as many nodes as all of them had. */
static void gaps_measure(struct computer *computer, const struct pond_match *match,
                         const struct table *table, struct gaps *values, struct gaps *bounds)
{
    struct pond_advice advice, alone;
    struct pond_view view;
    const struct computer_limits limits = {.nodes = table->nodes};
    struct computer_asked asked = {.computer = computer, .limits = &limits};
    const int seat = pond_seat_first(pond_match_turn(match));
    pond_match_view(match, seat, &view);
    struct pond_question question = {
        .task = {.game = match->game, .view = &view, .seat = seat, .seed = 1}, .effort = 100};
    assert_true(computer_ask(&asked, &question, &advice));
    for (uint32_t i = 0; i < advice.choice_count; i += 1 + advice.choice_count / 6) {
        const struct pond_choice *choice = &advice.choices[i];
        float value, own;
        question.task.only = choice->move;
        assert_true(computer_ask(&asked, &question, &alone));
        uint32_t at = 0;
        while (at < alone.choice_count && alone.choices[at].move != choice->move) at++;
        assert_true(at < alone.choice_count && pond_choice_value(&alone.choices[at], &own));
        const float error = choice->error + alone.choices[at].error;
        if (pond_choice_value(choice, &value)) gap_add(values, value, own, error);
        if (choice->evidence == POND_BOUND) gap_add(bounds, choice->estimate, own, 0);
    }
}

/* This is what tells values from bounds: a tutor that took the bounds for values would be wrong by
 * a tenth and more, and never speak. */
static void values_agree_with_a_search_of_their_own(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        const struct pond_game *game = pond_game_find(tables[t].game);
        struct gaps values = {0}, bounds = {0};
        struct computer computer;
        char text[COMPUTER_NAME_MAX];
        snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
        assert_int_equal(computer_open(&computer, game, text, NULL), COMPUTER_FINE);
        for (int number = 0; number < 24; number++) {
            struct pond_match match;
            if (!match_some(&match, &tables[t], number)) continue;
            gaps_measure(&computer, &match, &tables[t], &values, &bounds);
        }
        computer_close(&computer);
        const float mean = values.sum / (float)values.count;
        print_message("%s %s: %u values, mean gap %.3f, %u wide; %u bounds, mean gap %.3f\n",
                      tables[t].game, tables[t].options, values.count, (double)mean, values.wide,
                      bounds.count, (double)(bounds.sum / (float)(bounds.count + 1)));
        assert_true(values.count >= 20);
        assert_true(mean < 0.04f && mean > -0.04f);
        assert_true(values.wide * 20 <= values.count);
        const bool alpha_beta = game == &pond_rribbit;
        assert_int_equal(bounds.count > 0, alpha_beta);
        if (alpha_beta) assert_true(bounds.sum > 0.05f * (float)bounds.count);
    }
}

/* ---- Verdicts ---- */

/* A choice in Quibbit for more than two is judged by playouts. Judging it again with other
 * seeds must not turn a bad choice into the best one. bench/verdicts.c does this for whole games;
 * here the limit is wider because there are few choices. */
static void verdicts_do_not_depend_on_the_seed(void **state)
{
    (void)state;
    static const struct table many[] = {{"quibbit", "players=3", 100000, 8},
                                        {"quibbit", "players=4", 100000, 8}};
    uint32_t judged = 0, flips = 0;
    struct computer computer;
    assert_int_equal(computer_open(&computer, &pond_quibbit, "engine", NULL), COMPUTER_FINE);
    for (int number = 0; number < 16; number++) {
        const struct table *table = &many[number % 2];
        const struct computer_limits limits = {.nodes = 20000};
        struct computer_asked asked = {.computer = &computer, .limits = &limits};
        struct pond_analyst analyst = computer_analyst(&asked);
        struct pond_match match;
        pond_move moves[POND_MOVES_MAX];
        bool best = false, bad = false;
        if (!match_some(&match, table, number)) continue;
        const int seat = pond_seat_first(pond_match_turn(&match));
        const int count = match.game->moves(&match.state, seat, moves);
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct pond_judgement judgement;
            analyst.seed = seed << 32;
            assert_true(
                pond_judge_choice(&analyst, &match, seat, moves[number % count], &judgement));
            if (judgement.grade == POND_CLASS_BEST) best = true;
            if (judgement.grade >= POND_CLASS_INACCURACY) bad = true;
        }
        judged++;
        flips += best && bad;
    }
    computer_close(&computer);
    print_message("%u choices, %u best and bad\n", judged, flips);
    assert_true(judged >= 10 && flips <= 1);
}

/* ---- Accuracy ---- */

enum { KINDS = 3 };
static const char *const kinds[KINDS] = {"random", "level:2", "level:4"};

static int kind_of(int number, int seat) { return (number + seat) % KINDS; }

static void game_play(struct pond_match *match, struct computer players[KINDS], int number)
{
    const struct computer_limits limits = {.nodes = 500};
    struct pond_error why;
    struct pond_advice advice;
    for (int turn = 0; turn < 100 && !pond_match_over(match); turn++) {
        const int seat = pond_seat_first(pond_match_turn(match));
        computer_think(&players[kind_of(number, seat)], match, seat, (uint64_t)turn, &limits,
                       &advice);
        assert_true(pond_match_submit(match, seat, advice.move, &why));
    }
}

static void game_total(const struct pond_match *match, const struct pond_analyst *analyst,
                       struct pond_totals *totals)
{
    struct pond_walk walk;
    struct pond_moment moment;
    struct pond_judgement judgement;
    pond_totals_begin(totals, match->seat_count);
    pond_walk_begin(&walk, match);
    while (pond_walk_next(&walk, &moment)) {
        if (moment.kind != POND_MOMENT_DECISION) continue;
        assert_true(pond_judge_move(analyst, &moment, moment.move, &judgement));
        pond_totals_judgement(totals, &judgement);
    }
}

/* The mean accuracy of each kind of player in games of as many seats as there can be: a player with
 * little to lose must not seem accurate. bench_verdicts does this for more games and levels. */
static void accuracy_check(const struct table *table, int games)
{
    const struct pond_game *game = pond_game_find(table->game);
    const struct computer_limits limits = {.nodes = table->nodes};
    struct computer players[KINDS], judge;
    struct computer_asked asked = {.computer = &judge, .limits = &limits};
    float accuracy[KINDS] = {0};
    int seats[KINDS] = {0};
    assert_int_equal(computer_open(&judge, game, "engine", NULL), COMPUTER_FINE);
    assert_true(computer_set(&judge, pond_analysis_settings(game)));
    for (int kind = 0; kind < KINDS; kind++) {
        assert_int_equal(computer_open(&players[kind], game, kinds[kind], NULL), COMPUTER_FINE);
    }
    for (int number = 0; number < games; number++) {
        const struct pond_analyst analyst = computer_analyst(&asked);
        struct pond_match match;
        struct pond_totals totals;
        match_begin(&match, table, number);
        game_play(&match, players, number);
        game_total(&match, &analyst, &totals);
        for (int seat = 0; seat < match.seat_count; seat++) {
            if (totals.seat[seat].decisions == 0) continue;
            accuracy[kind_of(number, seat)] += totals.seat[seat].accuracy;
            seats[kind_of(number, seat)]++;
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        accuracy[kind] /= (float)seats[kind];
        print_message("%s %s: %s %.1f\n", table->game, table->options, kinds[kind],
                      (double)accuracy[kind]);
        computer_close(&players[kind]);
        if (kind > 0) assert_true(accuracy[kind] > accuracy[kind - 1]);
    }
    computer_close(&judge);
}

static void accuracy_tells_players_apart(void **state)
{
    (void)state;
    static const struct table quibbles = {"quibbles", "players=5", 400, 0};
    static const struct table quibbit = {"quibbit", "players=4", 2000, 0};
    accuracy_check(&quibbles, 3);
    accuracy_check(&quibbit, 9);
}

/* A position with more moves than an advice lists: what is listed has its true share. */
static void random_says_how_often_it_plays_what(void **state)
{
    (void)state;
    struct pond_config config;
    struct pond_error why;
    struct pond_match match;
    struct pond_advice advice;
    pond_move moves[POND_MOVES_MAX];
    assert_true(pond_config_parse(&pond_rribbit, "turn=chain", &config, &why));
    assert_true(pond_rribbit.state_parse(&match.state, &config,
                                         "9/9/1D1D1D3/L1L1L1L2/1D1D1D3/L1L1L1L2/2D1D4 l -", &why));
    const int count = pond_rribbit.moves(&match.state, 0, moves);
    assert_true(count > POND_CHOICES_MAX);
    struct pond_view view;
    pond_rribbit.observe(&match.state, 0, &view);
    const struct pond_task task = {.game = &pond_rribbit, .view = &view, .seat = 0, .seed = 1};
    pond_engine_random.think(&task, &advice);
    assert_int_equal(advice.choice_count, POND_CHOICES_MAX);
    for (uint32_t i = 0; i < advice.choice_count; i++) {
        assert_true(advice.choices[i].probability == 1.0f / (float)count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_says_what_it_knows),
        cmocka_unit_test(random_says_how_often_it_plays_what),
        cmocka_unit_test(values_agree_with_a_search_of_their_own),
        cmocka_unit_test(verdicts_do_not_depend_on_the_seed),
        cmocka_unit_test(accuracy_tells_players_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
