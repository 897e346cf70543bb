/* analysis_test.c: the laws of analysis: costs and classes, luck that adds up to nothing, totals
 * that add up to the result, and the same judgement however the seats are called.
 *
 * The engines think with few nodes here: the laws hold for any. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "computer.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"

#define LOG 20000

static struct pond_entry log_memory[LOG];

/* ---- An analyst with a real engine ---- */

struct desk {
    struct computer computer;
    struct computer_limits limits;
    struct computer_asked asked;
    struct pond_analyst analyst;
};

static void desk_open(struct desk *desk, const struct pond_game *game, uint64_t nodes)
{
    char text[COMPUTER_NAME_MAX];
    memset(desk, 0, sizeof *desk);
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
    assert_int_equal(computer_open(&desk->computer, game, text, NULL), COMPUTER_FINE);
    desk->limits.nodes = nodes;
    desk->asked = (struct computer_asked){.computer = &desk->computer, .limits = &desk->limits};
    desk->analyst = computer_analyst(&desk->asked);
}

static void desk_close(struct desk *desk) { computer_close(&desk->computer); }

static void match_random(struct pond_match *match, const char *game, const char *options,
                         const char *seed, uint32_t turns)
{
    struct pond_config config;
    struct pond_error why;
    const struct pond_game *found = pond_game_find(game);
    assert_true(pond_config_parse(found, options, &config, &why));
    pond_match_begin(match, found, &config, log_memory, LOG);
    pond_match_seed(match, seed);
    assert_true(pond_match_play_random(match, turns, &why));
}

static void match_at(struct pond_match *match, const char *game, const char *options,
                     const char *position)
{
    struct pond_config config;
    struct pond_state state;
    struct pond_error why;
    const struct pond_game *found = pond_game_find(game);
    assert_true(pond_config_parse(found, options, &config, &why));
    assert_true(found->state_parse(&state, &config, position, &why));
    pond_match_begin_at(match, found, &config, &state, log_memory, LOG);
}

static bool near(float one, float other, float by) { return one - other < by && other - one < by; }

/* ---- Laws of every judgement ---- */

static void worth_check(const struct pond_worth *worth)
{
    assert_true(worth->cost >= 0 && worth->cost <= 1);
    assert_true(worth->played >= 0 && worth->best <= 1.0001f);
    assert_true(near(worth->best - worth->played, worth->cost, 1e-5f));
}

/* A line begins with its choice and follows the rules. */
static void line_check(const struct pond_moment *moment, const struct pond_step *line,
                       uint32_t count, pond_move first)
{
    const struct pond_game *game = moment->match->game;
    struct pond_state state = moment->state;
    assert_true(count <= POND_JUDGED_LINE_MAX);
    if (count > 0) assert_true(line[0].move == first && line[0].seat == moment->seat);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(pond_move_listed(game, &state, line[i].seat, line[i].move));
        game->apply(&state, line[i].seat, line[i].move);
    }
}

static void judgement_check(const struct pond_moment *moment,
                            const struct pond_judgement *judgement)
{
    const struct pond_match *match = moment->match;
    float sum = 0;
    assert_int_equal(judgement->grade, pond_class_of(judgement));
    assert_true(judgement->fact_count <= POND_FACTS_MAX);
    if (judgement->moves == 1) {
        assert_int_equal(judgement->grade, POND_CLASS_FORCED);
        assert_false(judgement->has_chance);
        return;
    }
    worth_check(&judgement->known);
    assert_int_equal(judgement->has_open, match->game == &pond_quibbles);
    if (judgement->has_open) worth_check(&judgement->open);
    assert_true(
        pond_move_listed(match->game, &moment->state, moment->seat, judgement->known.best_move));
    line_check(moment, judgement->line, judgement->line_count, judgement->move);
    line_check(moment, judgement->best_line, judgement->best_line_count,
               judgement->known.best_move);
    const bool tells = match->game == &pond_rribbit && judgement->grade > POND_CLASS_FINE;
    if (tells) assert_true(judgement->line_count > 0 && judgement->best_line_count > 0);
    for (int seat = 0; seat < match->seat_count; seat++) {
        assert_true(judgement->chance[seat] >= 0 && judgement->chance[seat] <= 1.0001f);
        sum += judgement->chance[seat];
    }
    /* What is missing is the dummy's. */
    const bool dummy = match->game == &pond_quibbit && match->seat_count == 2;
    assert_true(dummy ? sum < 1.001f : near(sum, 1, 1e-3f));
    assert_true(judgement->choice_count >= 1 && judgement->choice_count <= POND_BEST_MAX);
    for (uint32_t i = 1; i < judgement->choice_count; i++) {
        assert_true(judgement->choices[i].estimate <= judgement->choices[i - 1].estimate);
    }
    /* Inside the mix nothing is lost. */
    const bool searched = match->game == &pond_quibbit && match->seat_count > 2;
    const float least = searched ? POND_MIX_LEAST_SEARCHED : POND_MIX_LEAST;
    if (judgement->mixed && judgement->probability >= least) {
        assert_true(judgement->known.cost <= 0);
    }
    for (uint32_t i = 0; i < judgement->fact_count; i++) {
        for (int language = 0; language < POND_LANGUAGES; language++) {
            char memory[256];
            struct pond_text text = pond_text_in(memory, sizeof memory);
            pond_fact_print(&judgement->facts[i], (enum pond_language)language, &text);
            assert_true(text.length > 0 && !text.full && strchr(memory, '{') == NULL);
        }
    }
}

static void totals_check(const struct pond_match *match, const struct pond_totals *totals,
                         uint32_t decisions)
{
    uint32_t counted = 0;
    float skill = 0;
    for (int seat = 0; seat < match->seat_count; seat++) {
        const struct pond_total *total = &totals->seat[seat];
        uint32_t with_choice = 0;
        for (int class = 0; class < POND_CLASSES; class ++) counted += total->classes[class];
        for (int class = POND_CLASS_BEST; class < POND_CLASSES; class ++) {
            with_choice += total->classes[class];
        }
        assert_int_equal(with_choice, total->decisions);
        assert_true(total->accuracy >= 0 && total->accuracy <= 100);
        assert_true(total->cost >= 0);
        assert_true(
            near(total->start + total->luck + total->skill + total->rest, total->end, 1e-3f));
        skill += total->skill;
    }
    assert_true(near(skill, 0, 1e-2f));
    assert_int_equal(counted, decisions);
}

/* Goes through a whole match. */
static void match_judge(struct desk *desk, const struct pond_match *match,
                        struct pond_totals *totals)
{
    struct pond_walk walk;
    struct pond_moment moment;
    uint32_t decisions = 0;
    bool ended = false;
    pond_totals_begin(totals, match->seat_count);
    pond_walk_begin(&walk, match);
    while (pond_walk_next(&walk, &moment)) {
        struct pond_judgement judgement;
        struct pond_luck luck;
        float chance[POND_SEATS_MAX];
        assert_false(ended);
        if (moment.kind == POND_MOMENT_DECISION) {
            assert_true(pond_judge(&desk->analyst, &moment, &judgement));
            judgement_check(&moment, &judgement);
            pond_totals_judgement(totals, &judgement);
            assert_int_equal(moment.number, ++decisions);
        } else if (moment.kind == POND_MOMENT_CHANCE) {
            assert_true(pond_judge_luck(&desk->analyst, &moment, &luck));
            pond_totals_luck(totals, &luck);
        } else if (moment.kind == POND_MOMENT_END) {
            assert_true(pond_judge_chances(&desk->analyst, &moment, chance));
            pond_totals_end(totals, chance);
            assert_memory_equal(&moment.state, &match->state, sizeof moment.state);
            ended = true;
        }
    }
    assert_true(ended);
    totals_check(match, totals, decisions);
}

static void laws(void **state)
{
    (void)state;
    static const struct {
        const char *game, *options;
        uint32_t turns, games;
        uint64_t nodes;
    } sets[] = {
        {"rribbit", "", 24, 2, 1500},
        {"rribbit", "turn=chain,win=row-or-seven,endgame=3", 30, 2, 1500},
        {"quibbles", "", 8, 2, 60},
        {"quibbles", "players=5,variant=first-game", 5, 1, 60},
        {"quibbles", "players=3,first=2", 6, 1, 60},
        {"quibbit", "players=2", 2, 1, 4000},
        {"quibbit", "players=2,dummy=contender,edition=king-frog", 1, 1, 4000},
        {"quibbit", "players=3", 3, 1, 3000},
        {"quibbit", "", 2, 1, 3000},
    };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        struct desk desk;
        desk_open(&desk, pond_game_find(sets[i].game), sets[i].nodes);
        for (uint32_t game = 0; game < sets[i].games; game++) {
            struct pond_match match;
            struct pond_totals totals;
            char seed[32];
            snprintf(seed, sizeof seed, "laws%u", game);
            match_random(&match, sets[i].game, sets[i].options, seed, sets[i].turns);
            match_judge(&desk, &match, &totals);
        }
        desk_close(&desk);
    }
}

/* The best choice costs nothing. */
static void the_best_costs_nothing(void **state)
{
    (void)state;
    static const char *const games[] = {"rribbit", "quibbles", "quibbit"};
    for (int g = 0; g < 3; g++) {
        struct desk desk;
        struct pond_match match;
        struct pond_walk walk;
        struct pond_moment moment;
        int judged = 0;
        match_random(&match, games[g], "", "best", 8);
        desk_open(&desk, match.game, 2000);
        pond_walk_begin(&walk, &match);
        while (pond_walk_next(&walk, &moment) && judged < 6) {
            struct pond_judgement judgement;
            if (moment.kind != POND_MOMENT_DECISION) continue;
            assert_true(pond_judge(&desk.analyst, &moment, &judgement));
            if (judgement.grade == POND_CLASS_FORCED) continue;
            moment.move = judgement.known.best_move;
            moment.ends = false;
            struct pond_judgement again;
            assert_true(pond_judge(&desk.analyst, &moment, &again));
            assert_true(again.known.cost <= 0);
            assert_int_equal(again.grade, POND_CLASS_BEST);
            judged++;
        }
        assert_true(judged >= 3);
        desk_close(&desk);
    }
}

/* ---- Classes ---- */

static void classes_by_cost(void **state)
{
    (void)state;
    static const struct {
        float cost;
        enum pond_class grade;
    } steps[] = {{0, POND_CLASS_BEST},
                 {0.009f, POND_CLASS_BEST},
                 {0.011f, POND_CLASS_FINE},
                 {0.049f, POND_CLASS_FINE},
                 {0.051f, POND_CLASS_INACCURACY},
                 {0.099f, POND_CLASS_INACCURACY},
                 {0.101f, POND_CLASS_MISTAKE},
                 {0.199f, POND_CLASS_MISTAKE},
                 {0.201f, POND_CLASS_BLUNDER},
                 {1, POND_CLASS_BLUNDER}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const struct pond_judgement judgement = {
            .moves = 2, .known = {.best = 1, .played = 1 - steps[i].cost, .cost = steps[i].cost}};
        assert_int_equal(pond_class_of(&judgement), steps[i].grade);
    }
    float last = 101;
    for (int percent = 0; percent <= 100; percent++) {
        const float accuracy = pond_accuracy((float)percent / 100);
        assert_true(accuracy >= 0 && accuracy <= 100 && accuracy < last);
        last = accuracy;
    }
    assert_true(near(pond_accuracy(0), 100, 1e-3f));
}

static void judge_text(struct desk *desk, const char *options, const char *position,
                       const char *move, struct pond_judgement *judgement)
{
    struct pond_match match;
    struct pond_walk walk;
    struct pond_moment moment;
    struct pond_error why;
    match_at(&match, "rribbit", options, position);
    const int seat = pond_seat_first(pond_match_turn(&match));
    assert_true(pond_match_submit_text(&match, seat, move, &why));
    pond_walk_begin(&walk, &match);
    assert_true(pond_walk_next(&walk, &moment));
    assert_true(pond_judge(&desk->analyst, &moment, judgement));
}

/* A win in one that is missed; a row that is left standing; and the same played right. */
static void a_missed_win_is_a_blunder(void **state)
{
    (void)state;
    struct desk desk;
    struct pond_judgement judgement;
    static const char win[] = "DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 l -";
    static const char row[] = "DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -";
    desk_open(&desk, &pond_rribbit, 5000);
    judge_text(&desk, "", win, "a1-b3", &judgement);
    assert_int_equal(judgement.grade, POND_CLASS_BLUNDER);
    assert_int_equal(judgement.win_in, 1);
    assert_true(near(judgement.known.best, 1, 1e-4f));
    judge_text(&desk, "", win, "d2-e4", &judgement);
    assert_int_equal(judgement.grade, POND_CLASS_BEST);
    assert_true(judgement.exact && near(judgement.known.played, 1, 1e-4f));
    judge_text(&desk, "", row, "f5-g3", &judgement);
    assert_int_equal(judgement.grade, POND_CLASS_BLUNDER);
    assert_true(judgement.known.played <= 0);
    judge_text(&desk, "", row, "f5xe3", &judgement);
    assert_int_equal(judgement.grade, POND_CLASS_BEST);
    desk_close(&desk);
}

/* A half turn of the board with the colours swapped changes nothing but the seat. */
static void turn_board(const char *rows, char *out)
{
    const size_t length = strcspn(rows, " ");
    for (size_t i = 0; i < length; i++) {
        const char letter = rows[length - 1 - i];
        out[i] = letter == 'L' ? 'D' : letter == 'D' ? 'L' : letter;
    }
    snprintf(out + length, 8, " %c -", rows[length + 1] == 'l' ? 'd' : 'l');
}

static void the_same_from_the_other_side(void **state)
{
    (void)state;
    static const struct {
        const char *position, *move, *turned;
        bool proven;
    } cases[] = {
        {"DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 l -", "d2-e4", "f6-e4", true},
        {"DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 l -", "a1-c2", "i7-g6", true},
        {"DDD1DDD1D/9/3D2D2/9/2L1L4/9/LL1L1LLLL l -", "a1-b3", "i7-h5", false},
        {"DDD1DDD1D/9/3D2D2/9/2L1L4/9/LL1L1LLLL l -", "c3xd5", "g5xf3", false},
    };
    struct desk desk;
    desk_open(&desk, &pond_rribbit, 20000);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pond_judgement one, other;
        char turned[128];
        turn_board(cases[i].position, turned);
        judge_text(&desk, "", cases[i].position, cases[i].move, &one);
        judge_text(&desk, "", turned, cases[i].turned, &other);
        assert_int_equal(one.seat, 1 - other.seat);
        /* Turns are tried in the order of the pads, so estimates may differ a little. */
        const float by = cases[i].proven ? 1e-6f : 0.1f;
        assert_true(near(one.known.best, other.known.best, by));
        assert_true(near(one.known.played, other.known.played, 0.1f));
        assert_true(near(one.chance[one.seat], other.chance[other.seat], by));
        if (!cases[i].proven) continue;
        assert_int_equal(one.grade, other.grade);
        assert_int_equal(one.fact_count, other.fact_count);
        for (uint32_t k = 0; k < one.fact_count; k++) {
            assert_int_equal(one.facts[k].word, other.facts[k].word);
        }
    }
    desk_close(&desk);
}

/* Which colour a frog has makes no difference. */
static void the_same_in_other_colors(void **state)
{
    (void)state;
    static const char *const options[] = {"players=2,colors=RGY,layout=*RGY*GYR~YRG",
                                          "players=2,colors=GYR,layout=*GYR*YRG~RGY"};
    static const char *const positions[] = {"*RGY*GYR~YRG R17:2345,G18:2345,y16: G 1345 2",
                                            "*GYR*YRG~RGY G17:2345,Y18:2345,r16: Y 1345 2"};
    struct desk desk;
    struct pond_judgement judgement[2];
    desk_open(&desk, &pond_quibbit, 20000);
    for (pond_move card = 2; card <= 5; card++) {
        for (int i = 0; i < 2; i++) {
            struct pond_match match;
            match_at(&match, "quibbit", options[i], positions[i]);
            assert_true(pond_judge_choice(&desk.analyst, &match, 0, card, &judgement[i]));
        }
        assert_memory_equal(&judgement[0].known, &judgement[1].known, sizeof judgement[0].known);
        assert_memory_equal(judgement[0].chance, judgement[1].chance, sizeof judgement[0].chance);
        assert_int_equal(judgement[0].grade, judgement[1].grade);
        assert_int_equal(judgement[0].fact_count, judgement[1].fact_count);
    }
    desk_close(&desk);
}

/* Where a table knows all, every choice is judged by its truth. */
static void tables_are_believed(void **state)
{
    (void)state;
    static const char *const positions[] = {
        "9/9/9/9/3LL4/3L5/8D l 0,0", "9/9/4D4/9/3L1L3/9/2L6 l 0,0", "9/9/9/9/3LL4/3L5/8D d 0,0"};
    struct desk desk;
    bool lost = false, won = false;
    desk_open(&desk, &pond_rribbit, 10);
    assert_non_null(desk.analyst.probe);
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct pond_match match;
        pond_move moves[POND_MOVES_MAX];
        match_at(&match, "rribbit", "", positions[i]);
        const int seat = pond_seat_first(pond_match_turn(&match));
        struct pond_exact now;
        assert_true(desk.analyst.probe(desk.analyst.context, &match.state, &now));
        const float best = now.win[seat] + now.draw / 2;
        const int count = pond_rribbit.moves(&match.state, seat, moves);
        for (int k = 0; k < count; k++) {
            struct pond_judgement judgement;
            struct pond_exact then;
            struct pond_state after = match.state;
            pond_rribbit.apply(&after, seat, moves[k]);
            if (pond_rribbit.result(&after).outcome != POND_GOES_ON) continue;
            assert_true(desk.analyst.probe(desk.analyst.context, &after, &then));
            assert_true(pond_judge_choice(&desk.analyst, &match, seat, moves[k], &judgement));
            assert_true(judgement.exact);
            assert_true(near(judgement.known.best, best, 1e-6f));
            assert_true(near(judgement.known.played, then.win[seat] + then.draw / 2, 1e-6f));
            if (judgement.known.played <= 0) {
                assert_int_equal(judgement.loss_in, (then.distance + 1) / 2);
                lost = true;
            }
            if (best >= 1) {
                assert_int_equal(judgement.win_in, (now.distance + 1) / 2);
                won = true;
            }
        }
    }
    assert_true(won && lost);
    desk_close(&desk);
}

/* ---- Luck ---- */

/* Every outcome in turn: their luck, each by its odds, adds up to nothing. */
static void luck_sum_check(struct desk *desk, const struct pond_match *before)
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    float sum[POND_SEATS_MAX] = {0}, all = 0, most = 0;
    const int count = pond_chance(before->game, &before->state, outcomes, weights);
    for (int i = 0; i < count; i++) {
        struct pond_match match = *before;
        struct pond_walk walk;
        struct pond_moment moment, last = {.kind = POND_MOMENT_END};
        struct pond_luck luck;
        assert_true(pond_match_outcome(&match, outcomes[i], NULL));
        pond_walk_begin(&walk, &match);
        while (pond_walk_next(&walk, &moment)) {
            if (moment.kind == POND_MOMENT_CHANCE) last = moment;
        }
        assert_int_equal(last.kind, POND_MOMENT_CHANCE);
        /* Only the outcome itself, not those before it. */
        while (last.entry_count > 1) {
            match.game->apply(&last.state, POND_CHANCE, match.log[last.entry].move);
            last.entry++;
            last.entry_count--;
        }
        assert_true(pond_judge_luck(&desk->analyst, &last, &luck));
        all += (float)weights[i];
        for (int seat = 0; seat < match.seat_count; seat++) {
            sum[seat] += (float)weights[i] * luck.luck[seat];
            if (luck.luck[seat] > most) most = luck.luck[seat];
        }
    }
    for (int seat = 0; seat < before->seat_count; seat++) {
        assert_true(near(sum[seat] / all, 0, 1e-4f));
    }
    assert_true(count < 2 || most <= 1);
}

static void luck_adds_up_to_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *game, *options;
        uint32_t nodes;
        int checks;
    } sets[] = {{"quibbles", "", 50, 6},
                {"quibbles", "players=4", 50, 5},
                {"quibbit", "players=2", 4000, 1}};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        struct desk desk;
        struct pond_match match;
        struct pond_config config;
        struct pond_rng rng;
        const struct pond_game *game = pond_game_find(sets[i].game);
        int checked = 0;
        desk_open(&desk, game, sets[i].nodes);
        assert_true(pond_config_parse(game, sets[i].options, &config, NULL));
        pond_match_begin(&match, game, &config, log_memory, LOG);
        pond_rng_seed(&rng, "luck");
        while (checked < sets[i].checks && !pond_match_over(&match)) {
            pond_move moves[POND_MOVES_MAX];
            if (pond_match_chance_due(&match)) {
                struct pond_state drawn = match.state;
                const bool ring = game == &pond_quibbit && quibbit_state_of(&drawn)->round == 0;
                if (!ring && (checked < 3 || pond_rng_below(&rng, 3) == 0)) {
                    luck_sum_check(&desk, &match);
                    checked++;
                }
                assert_true(pond_match_outcome(&match, pond_roll(game, &drawn, &rng), NULL));
                continue;
            }
            const int seat = pond_seat_first(pond_match_turn(&match));
            const int count = game->moves(&match.state, seat, moves);
            assert_true(pond_match_submit(&match, seat,
                                          moves[pond_rng_below(&rng, (uint32_t)count)], NULL));
        }
        assert_int_equal(checked, sets[i].checks);
        desk_close(&desk);
    }
}

/* ---- Mixes ---- */

/* In Quibbit a choice that best play makes costs nothing; and the reported mix adds up. */
static void inside_the_mix_nothing_is_lost(void **state)
{
    (void)state;
    struct desk desk;
    int mixed = 0, inside = 0;
    desk_open(&desk, &pond_quibbit, 20000);
    for (int game = 0; game < 4; game++) {
        struct pond_match match;
        struct pond_walk walk;
        struct pond_moment moment;
        char seed[32];
        snprintf(seed, sizeof seed, "mix%d", game);
        match_random(&match, "quibbit", "players=2", seed, 4);
        pond_walk_begin(&walk, &match);
        while (pond_walk_next(&walk, &moment)) {
            struct pond_judgement judgement;
            float sum = 0;
            if (moment.kind != POND_MOMENT_DECISION) continue;
            assert_true(pond_judge(&desk.analyst, &moment, &judgement));
            if (!judgement.mixed) continue;
            for (uint32_t i = 0; i < judgement.choice_count; i++) {
                sum += judgement.choices[i].probability;
            }
            assert_true(near(sum, 1, 1e-3f));
            mixed++;
            if (judgement.probability < POND_MIX_LEAST) continue;
            assert_int_equal(judgement.grade, POND_CLASS_BEST);
            assert_true(judgement.known.cost <= 0);
            inside++;
        }
    }
    assert_true(mixed > 3 && inside > 0);
    desk_close(&desk);
}

/* ---- In one call ---- */

static void text_sink(void *context, const char *bytes, size_t length)
{
    pond_text_bytes(context, bytes, length);
}

/* Where a game draws and nobody measures it, there is no luck to add up: that is said, and no 0. */
static void luck_that_nobody_measures(void **state)
{
    (void)state;
    static char memory[1 << 13];
    struct desk desk;
    struct pond_match match;
    struct pond_totals totals;
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_json json = pond_json_to(text_sink, &text);
    match_random(&match, "goofspiel", "", "luck", 4);
    desk_open(&desk, match.game, 50);
    match_judge(&desk, &match, &totals);
    assert_true(totals.luck_unknown);
    pond_json_totals(&json, &totals);
    assert_non_null(strstr(memory, "\"luck\":null"));
    assert_non_null(strstr(memory, "\"rest\":null"));
    assert_null(strstr(memory, "\"skill\":null"));
    desk_close(&desk);
    match_random(&match, "rribbit", "", "luck", 4);
    desk_open(&desk, match.game, 50);
    match_judge(&desk, &match, &totals);
    assert_false(totals.luck_unknown);
    desk_close(&desk);
}

/* A page asks for one moment after the other, and gets what walking through gives. */
static void moment_by_moment(void **state)
{
    (void)state;
    static char one[1 << 16], other[1 << 16];
    struct desk desk;
    struct pond_match match;
    struct pond_totals totals, expected;
    struct pond_walk walk;
    struct pond_moment moment;
    match_random(&match, "quibbles", "", "page", 3);
    desk_open(&desk, match.game, 50);
    match_judge(&desk, &match, &expected);
    pond_totals_begin(&totals, match.seat_count);
    pond_walk_begin(&walk, &match);
    const uint32_t count = pond_moment_count(&match);
    for (uint32_t i = 0; i < count; i++) {
        struct pond_text text = pond_text_in(one, sizeof one);
        struct pond_json json = pond_json_to(text_sink, &text);
        assert_true(pond_json_moment(&json, &desk.analyst, &match, i, &totals, POND_FRENCH));
        assert_true(text.length > 0 && !text.full && one[0] == '{');
        assert_true(pond_walk_next(&walk, &moment));
        if (moment.kind != POND_MOMENT_DECISION) continue;
        struct pond_judgement judgement;
        struct pond_text again = pond_text_in(other, sizeof other);
        struct pond_json rewritten = pond_json_to(text_sink, &again);
        assert_true(pond_judge(&desk.analyst, &moment, &judgement));
        pond_json_judgement(&rewritten, &moment, &judgement, POND_FRENCH);
        assert_string_equal(one, other);
    }
    struct pond_text text = pond_text_in(one, sizeof one);
    struct pond_json json = pond_json_to(text_sink, &text);
    assert_false(pond_json_moment(&json, &desk.analyst, &match, count, NULL, POND_FRENCH));
    assert_int_equal(text.length, 0);
    assert_memory_equal(&totals, &expected, sizeof totals);
    desk_close(&desk);
}

/* ---- Walking ---- */

/* Moves that were taken back are not moments; resignations and offers are. */
static void walking_past_events(void **state)
{
    (void)state;
    struct pond_match match;
    struct pond_config config;
    struct pond_walk walk;
    struct pond_moment moment;
    struct pond_error why;
    assert_true(pond_config_parse(&pond_rribbit, "", &config, &why));
    pond_match_begin(&match, &pond_rribbit, &config, log_memory, LOG);
    assert_true(pond_match_submit_text(&match, 0, "b1-c3", &why));
    assert_true(pond_match_submit_text(&match, 1, "b7-c5", &why));
    assert_true(pond_match_take_back(&match, 0, 2, &why));
    assert_true(pond_match_submit_text(&match, 0, "a1-b3", &why));
    assert_true(pond_match_offer_draw(&match, 0, &why));
    assert_true(pond_match_submit_text(&match, 1, "h7-g5", &why));
    assert_true(pond_match_resign(&match, 0, &why));
    static const struct {
        enum pond_moment_kind kind;
        uint32_t number;
    } expected[] = {{POND_MOMENT_EVENT, 0},    {POND_MOMENT_DECISION, 1}, {POND_MOMENT_EVENT, 1},
                    {POND_MOMENT_DECISION, 2}, {POND_MOMENT_EVENT, 2},    {POND_MOMENT_END, 2}};
    pond_walk_begin(&walk, &match);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(pond_walk_next(&walk, &moment));
        assert_int_equal(moment.kind, expected[i].kind);
        assert_int_equal(moment.number, expected[i].number);
        assert_false(moment.ends && moment.kind == POND_MOMENT_DECISION);
    }
    assert_false(pond_walk_next(&walk, &moment));
    struct desk desk;
    struct pond_totals totals;
    desk_open(&desk, &pond_rribbit, 500);
    match_judge(&desk, &match, &totals);
    assert_true(near(totals.seat[1].end, 1, 1e-6f) && near(totals.seat[0].end, 0, 1e-6f));
    desk_close(&desk);
}

/* Somebody who has no time says so, and nothing is made up. */
static bool refuse(void *context, struct pond_question *question, struct pond_advice *advice)
{
    (void)context, (void)question, (void)advice;
    return false;
}

static void stopping(void **state)
{
    (void)state;
    const struct pond_analyst analyst = {.ask = refuse};
    struct pond_match match;
    struct pond_walk walk;
    struct pond_moment moment;
    struct pond_judgement judgement;
    struct pond_advice advice;
    match_random(&match, "rribbit", "", "stop", 4);
    pond_walk_begin(&walk, &match);
    assert_true(pond_walk_next(&walk, &moment));
    assert_false(pond_judge(&analyst, &moment, &judgement));
    assert_false(pond_hint(&analyst, &match, 0, &advice, &judgement));
}

/* A hint is the best choice, and says nothing about what its seat cannot see. */
static void hints(void **state)
{
    (void)state;
    static const char *const games[] = {"rribbit", "quibbles", "quibbit"};
    for (int g = 0; g < 3; g++) {
        struct desk desk;
        struct pond_match match;
        match_random(&match, games[g], "", "hint", 2);
        desk_open(&desk, match.game, 2000);
        const int seat = pond_seat_first(pond_match_turn(&match));
        struct pond_advice advice;
        struct pond_judgement hint, choice;
        assert_true(pond_hint(&desk.analyst, &match, seat, &advice, &hint));
        assert_true(pond_move_listed(match.game, &match.state, seat, hint.move));
        assert_true(hint.known.cost <= 0 && !hint.has_open);
        for (uint32_t i = 0; i < hint.fact_count; i++) assert_false(hint.facts[i].secret);
        assert_true(pond_judge_choice(&desk.analyst, &match, seat, hint.move, &choice));
        assert_true(choice.known.cost <= 0);
        desk_close(&desk);
    }
}

/* ---- Standings ---- */

static bool stands(const struct pond_game *game, const char *options, float accuracy,
                   struct pond_accuracy_standing standings[POND_STANDINGS])
{
    struct pond_config config;
    struct pond_error why;
    struct pond_match match;
    assert_true(pond_config_parse(game, options, &config, &why));
    pond_match_begin(&match, game, &config, NULL, 0);
    assert_false(pond_standings(&match, accuracy, standings)); /* before it has ended */
    match.result.outcome = POND_WON;
    return pond_standings(&match, accuracy, standings);
}

/* At every table: the more accurate, the better than everyone; nothing is told beside the strongest
 * but what is perfect, nothing beside random play but what is worst. */
static void standings_rise_with_accuracy(void **state)
{
    (void)state;
    static const struct {
        const struct pond_game *game;
        const char *options;
    } tables[] = {
        {&pond_quibbit, "players=2"},
        {&pond_quibbit, "players=3"},
        {&pond_quibbit, "players=4,colors=YBRG"},
        {&pond_quibbles, "players=2,first=1"},
        {&pond_quibbles, "players=3"},
        {&pond_quibbles, "players=4"},
        {&pond_quibbles, "players=5"},
        {&pond_rribbit, ""},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct pond_accuracy_standing before[POND_STANDINGS] = {{0}}, now[POND_STANDINGS];
        for (int accuracy = 0; accuracy <= 1000; accuracy++) {
            assert_true(stands(tables[i].game, tables[i].options, (float)accuracy / 10, now));
            for (int k = 0; k < POND_STANDINGS; k++) {
                assert_true(now[k].percent >= before[k].percent && now[k].percent <= 100);
                before[k] = now[k];
            }
            assert_true(now[0].percent >= now[3].percent);
        }
        assert_string_equal(now[0].player, "random");
        assert_true(now[0].percent >= 95 && now[3].percent >= 50);
        assert_int_equal(pond_standing_telling(now), POND_STANDINGS - 1);
        stands(tables[i].game, tables[i].options, 0, now);
        assert_int_equal(pond_standing_telling(now), 0);
    }
}

static void other_rules_have_no_standing(void **state)
{
    (void)state;
    struct pond_accuracy_standing standings[POND_STANDINGS];
    assert_false(stands(&pond_rribbit, "turn=chain", 50, standings));
    assert_false(stands(&pond_rribbit, "handicap=20", 50, standings));
    assert_false(stands(&pond_quibbit, "edition=king-frog", 50, standings));
    assert_false(stands(&pond_quibbit, "handicap=1000", 50, standings));
    assert_false(stands(&pond_quibbles, "variant=first-game", 50, standings));
    assert_false(stands(&pond_quibbles, "headstart=05", 50, standings));
    assert_false(stands(&pond_null, "", 50, standings));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws),
        cmocka_unit_test(the_best_costs_nothing),
        cmocka_unit_test(classes_by_cost),
        cmocka_unit_test(a_missed_win_is_a_blunder),
        cmocka_unit_test(the_same_from_the_other_side),
        cmocka_unit_test(the_same_in_other_colors),
        cmocka_unit_test(tables_are_believed),
        cmocka_unit_test(luck_adds_up_to_nothing),
        cmocka_unit_test(inside_the_mix_nothing_is_lost),
        cmocka_unit_test(luck_that_nobody_measures),
        cmocka_unit_test(moment_by_moment),
        cmocka_unit_test(walking_past_events),
        cmocka_unit_test(stopping),
        cmocka_unit_test(hints),
        cmocka_unit_test(standings_rise_with_accuracy),
        cmocka_unit_test(other_rules_have_no_standing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
