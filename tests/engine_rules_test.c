/* engine_rules_test.c: what engines know of the rules by themselves, for speed, is what the rules
 * say: every turn of Rrib-bit's board, and every action and stash of Quibbles' playouts, compared
 * with `apply` on random play of every option set. (Quibbit's rounds: engine_quibbit_test.c.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "option_sets.h"
#include "quibbles/policy.h"
#include "rribbit/board.h"

#define GAMES_A_SET 12
#define TURNS_MAX 300

static struct pond_rng rng;

/* Begins a game and lets chance have its part. */
static void game_begin(const struct option_set *set, struct pond_state *state)
{
    const struct pond_game *game = pond_game_find(set->game);
    struct pond_config config;
    assert_true(pond_config_parse(game, set->options, &config, NULL));
    game->setup(state, &config);
    while (game->turn(state) == POND_SEAT(POND_CHANCE)) pond_roll(game, state, &rng);
}

/* ---- Rrib-bit ---- */

static struct rribbit_leap leaps[2 * RRIBBIT_LEAPS_MAX];
static uint32_t endings[4]; /* by verdict */

static bool leap_same(const struct rribbit_leap *one, const struct rribbit_leap *other)
{
    return one->from == other->from && one->to == other->to && one->captured == other->captured;
}

static bool leap_listed(const struct rribbit_leap *leap, int count)
{
    for (int i = 0; i < count; i++) {
        if (leap_same(leap, &leaps[i])) return true;
    }
    return false;
}

/* Every move of the rules is a leap of the board, and no leap is more than that. */
static void leaps_check(const struct rribbit_node *node, const struct rribbit_rules *rules,
                        const pond_move *moves, int count)
{
    bool evades = false;
    int listed = pond_rribbit_captures(node, rules->chain, leaps);
    listed += pond_rribbit_quiets(node, leaps + listed);
    for (int i = 0; i < count; i++) {
        const struct rribbit_leap leap = pond_rribbit_leap(node, moves[i]);
        assert_true(leap_listed(&leap, listed));
        evades |= leap.captured != 0 && !rribbit_has_row(node->other & ~leap.captured);
    }
    for (int i = 0; i < listed; i++) {
        bool found = false;
        for (int k = 0; k < count && !found; k++) {
            const struct rribbit_leap leap = pond_rribbit_leap(node, moves[k]);
            found = leap_same(&leap, &leaps[i]);
        }
        assert_true(found);
    }
    if (!node->row) return;
    assert_int_equal(pond_rribbit_evades(node, rules->chain), evades);
    const int evasions = pond_rribbit_evasions(node, rules->chain, leaps);
    assert_int_equal(evasions > 0, evades);
    for (int i = 0; i < evasions; i++) {
        assert_false(rribbit_has_row(node->other & ~leaps[i].captured));
    }
}

/* The board's verdict on a move, and the position that it leads to, are those of the rules. */
static void make_check(const struct pond_state *state, const struct rribbit_node *node,
                       const struct rribbit_rules *rules, pond_move move)
{
    const int seat = pond_seat_first(pond_rribbit.turn(state));
    const struct rribbit_leap leap = pond_rribbit_leap(node, move);
    struct rribbit_node next, right;
    struct rribbit_rules same;
    struct pond_state after = *state;
    pond_rribbit.apply(&after, seat, move);
    const enum rribbit_verdict verdict = pond_rribbit_make(node, rules, &leap, &next);
    const struct pond_result result = pond_rribbit.result(&after);
    endings[verdict]++;
    switch (verdict) {
    case RRIBBIT_GOES_ON: assert_int_equal(result.outcome, POND_GOES_ON); break;
    case RRIBBIT_DRAWS: assert_int_equal(result.outcome, POND_DRAWN); break;
    case RRIBBIT_WINS:
    case RRIBBIT_LOSES:
        assert_int_equal(result.outcome, POND_WON);
        assert_int_equal(result.seat, verdict == RRIBBIT_WINS ? seat : 1 - seat);
        break;
    }
    if (verdict != RRIBBIT_GOES_ON) return;
    pond_rribbit_node((const struct rribbit_state *)&after, &right, &same);
    assert_true(next.own == right.own && next.other == right.other);
    assert_int_equal(next.counting, right.counting);
    assert_int_equal(next.used_own, right.used_own);
    assert_int_equal(next.used_other, right.used_other);
    assert_int_equal(next.row, right.row);
}

/* Captures are played more often than others, so that endings come up. */
static pond_move move_pick(const struct rribbit_node *node, const pond_move *moves, int count)
{
    pond_move move = moves[pond_rng_below(&rng, (uint32_t)count)];
    for (int tries = 0; tries < 6; tries++) {
        if (pond_rribbit_leap(node, move).captured != 0) break;
        move = moves[pond_rng_below(&rng, (uint32_t)count)];
    }
    return move;
}

static void test_rribbit_board(void **unused)
{
    (void)unused;
    static pond_move moves[POND_MOVES_MAX];
    pond_rng_seed(&rng, "board");
    memset(endings, 0, sizeof endings);
    for (size_t i = 0; option_sets[i].game != NULL; i++) {
        if (pond_game_find(option_sets[i].game) != &pond_rribbit) continue;
        for (int number = 0; number < GAMES_A_SET; number++) {
            struct pond_state state;
            game_begin(&option_sets[i], &state);
            for (int turn = 0; turn < TURNS_MAX && pond_rribbit.turn(&state) != 0; turn++) {
                struct rribbit_node node;
                struct rribbit_rules rules;
                const int seat = pond_seat_first(pond_rribbit.turn(&state));
                const int count = pond_rribbit.moves(&state, seat, moves);
                pond_rribbit_node((const struct rribbit_state *)&state, &node, &rules);
                leaps_check(&node, &rules, moves, count);
                for (int k = 0; k < count; k++) make_check(&state, &node, &rules, moves[k]);
                pond_rribbit.apply(&state, seat, move_pick(&node, moves, count));
            }
        }
    }
    for (int verdict = 0; verdict < 4; verdict++) assert_true(endings[verdict] > 50);
}

/* ---- Quibbles ---- */

static const struct pond_game *const quibbles = &pond_quibbles;
static uint32_t refills, redeals, wins;

static const struct quibbles_state *cards_of(const struct pond_state *state)
{
    return (const struct quibbles_state *)state;
}

/* The outcome that brings the rules nearer to what the playout drew. */
static pond_move outcome_like(const struct pond_state *state, const struct quibbles_sim *sim)
{
    const struct quibbles_state *now = cards_of(state);
    const bool to_display = now->table.due == QUIBBLES_DUE_REFILL;
    refills += to_display;
    redeals += now->table.due == QUIBBLES_DUE_REDEAL;
    const int seat = now->table.due_seat;
    const quibbles_cards has = to_display ? now->table.display : now->hands[seat];
    const quibbles_cards wanted = to_display ? sim->display : sim->hands[seat];
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        const bool there = quibbles_count(now->draw_pile, value) > 0;
        const bool drawn = quibbles_count(wanted, value) > quibbles_count(has, value);
        if (there && drawn) return (pond_move)value;
    }
    fail_msg("the playout drew other cards than the rules allow");
    return 0;
}

static void sim_check(const struct pond_state *state, const struct quibbles_sim *sim)
{
    const struct quibbles_state *now = cards_of(state);
    const struct pond_result result = quibbles->result(state);
    quibbles_cards pile = 0;
    for (int i = 0; i < sim->pile_count; i++) pile += quibbles_card(sim->pile[i]);
    const bool over = result.outcome != POND_GOES_ON;
    assert_int_equal(sim->winner >= 0, over);
    if (over) {
        assert_int_equal(sim->winner, result.seat);
        wins++;
        return;
    }
    assert_int_equal(sim->seat, now->table.seat);
    assert_int_equal(sim->phase, now->table.phase);
    assert_int_equal(sim->in_play, now->table.in_play);
    assert_true(sim->display == now->table.display && sim->discards == now->table.discards);
    assert_true(pile == now->draw_pile);
    for (int seat = 0; seat < sim->players; seat++) {
        assert_true(sim->hands[seat] == now->hands[seat]);
        assert_true(sim->collections[seat] == now->table.collections[seat]);
    }
}

/* Makes a move in both, chance in the rules following what the playout drew, and compares. */
static void both_play(struct pond_state *state, struct quibbles_luck *luck)
{
    static struct quibbles_sim sim;
    static pond_move moves[POND_MOVES_MAX];
    const int seat = pond_seat_first(quibbles->turn(state));
    const int count = quibbles->moves(state, seat, moves);
    pond_move move = moves[pond_rng_below(&rng, (uint32_t)count)];
    quibbles_sim_open(&sim, &quibbles_weights, state);
    if (sim.phase == QUIBBLES_ACT && pond_rng_below(&rng, 2) == 0) {
        const struct quibbles_deed best = quibbles_choose_action(&sim);
        move = quibbles_move(best.kind, best.played, best.taken);
    } else if (sim.phase != QUIBBLES_ACT) {
        move = pond_rng_below(&rng, 4) == 0 ? move : quibbles_choose_stash(&sim);
    }
    assert_true(quibbles->legal(state, seat, move, NULL));
    const struct quibbles_deed deed = {.kind = (enum quibbles_kind)quibbles_move_kind(move),
                                       .played = quibbles_move_played(move),
                                       .taken = quibbles_move_taken(move)};
    if (sim.phase == QUIBBLES_ACT)
        quibbles_sim_act(&sim, &deed, luck);
    else
        quibbles_sim_stash(&sim, move, luck);
    quibbles->apply(state, seat, move);
    while (quibbles->turn(state) == POND_SEAT(POND_CHANCE)) {
        quibbles->apply(state, POND_CHANCE, outcome_like(state, &sim));
    }
    sim_check(state, &sim);
}

static void test_quibbles_playouts(void **unused)
{
    (void)unused;
    struct quibbles_luck luck = {1};
    pond_rng_seed(&rng, "playouts");
    refills = redeals = wins = 0;
    for (size_t i = 0; option_sets[i].game != NULL; i++) {
        if (pond_game_find(option_sets[i].game) != &pond_quibbles) continue;
        for (int number = 0; number < GAMES_A_SET; number++) {
            struct pond_state state;
            game_begin(&option_sets[i], &state);
            for (int turn = 0; turn < TURNS_MAX && quibbles->turn(&state) != 0; turn++) {
                both_play(&state, &luck);
            }
        }
    }
    assert_true(refills > 100 && redeals > 100 && wins > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rribbit_board),
        cmocka_unit_test(test_quibbles_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
