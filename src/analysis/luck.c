/* luck.c: what chance brought, compared with everything it could have brought. See analysis.h.
 *
 * The luck of an outcome is its value less the mean of the values of all outcomes by their odds, so
 * over all of them it adds up to nothing. In Quibbles a value is the mean of many games that are
 * played on for a few turns at first glance and then judged; every outcome meets the same further
 * luck, so that the differences come from the outcome. Quibbit's dummy turns one card of at most
 * five, and the engine judges what each leads to. */
#include "judge.h"

#include <string.h>

#include "pond/quibbit.h"
#include "quibbles/policy.h"

#include "banned.h"

#define SAMPLES 256
#define ROUNDS 4 /* turns a seat that a game is played on */
#define LUCK_EFFORT 25

/* ---- Quibbles ---- */

/* Draws the chance that is still due with the generator of the sample. */
static void chance_complete(struct pond_state *state, struct quibbles_luck *luck)
{
    const struct quibbles_state *look = (const struct quibbles_state *)state;
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    while (look->table.reason == POND_REASON_NONE && look->table.due != QUIBBLES_DUE_NOTHING) {
        uint32_t sum = 0;
        const int count = pond_chance(&pond_quibbles, state, outcomes, weights);
        for (int i = 0; i < count; i++) sum += weights[i];
        uint32_t ticket = quibbles_luck_below(luck, sum);
        int at = 0;
        for (; ticket >= weights[at]; at++) ticket -= weights[at];
        pond_quibbles.apply(state, POND_CHANCE, outcomes[at]);
    }
}

static void values_sampled(const struct pond_state *state, pond_move outcome,
                           float value[POND_SEATS_MAX])
{
    uint64_t sums[POND_SEATS_MAX] = {0};
    for (uint64_t sample = 0; sample < SAMPLES; sample++) {
        struct quibbles_luck luck = {.state = sample * 0xd1342543de82ef95u};
        struct quibbles_sim sim;
        struct pond_state after = *state;
        int32_t shares[POND_SEATS_MAX];
        pond_quibbles.apply(&after, POND_CHANCE, outcome);
        chance_complete(&after, &luck);
        quibbles_sim_open(&sim, &quibbles_weights, &after);
        quibbles_playout(&sim, ROUNDS * __builtin_popcount(sim.in_play), &luck, shares);
        for (int seat = 0; seat < POND_SEATS_MAX; seat++) sums[seat] += (uint64_t)shares[seat];
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        value[seat] = (float)sums[seat] / (float)(SAMPLES * QUIBBLES_WHOLE);
    }
}

/* ---- By the engine ---- */

static bool value_asked(const struct pond_analyst *analyst, const struct pond_game *game,
                        const struct pond_state *state, float value[POND_SEATS_MAX], bool *exact)
{
    const struct pond_result result = game->result(state);
    if (result.outcome != POND_GOES_ON) {
        pond_result_chances(result, quibbit_state_of(state)->seats, value);
        return true;
    }
    struct pond_view view;
    struct pond_advice advice;
    const int seat = pond_seat_first(game->turn(state));
    struct pond_question question = {.task = {.game = game, .view = &view, .seat = seat, .seed = 1},
                                     .effort = LUCK_EFFORT};
    game->observe(state, seat, &view);
    if (!analyst->ask(analyst->context, &question, &advice)) return false;
    memcpy(value, advice.win, sizeof advice.win);
    if (!advice.exact) *exact = false;
    return true;
}

/* ---- All outcomes ---- */

static enum pond_luck_method method_quibbles(const struct pond_state *state)
{
    (void)state;
    return POND_LUCK_SAMPLED;
}

/* The ring lies there before anyone has chosen anything. */
static enum pond_luck_method method_quibbit(const struct pond_state *state)
{
    return quibbit_state_of(state)->round == 0 ? POND_LUCK_NONE : POND_LUCK_ENGINE;
}

/* How luck is measured here; in games without a method of their own it is not. */
static enum pond_luck_method method_of(const struct pond_game *game, const struct pond_state *state)
{
    static const struct {
        const struct pond_game *game;
        enum pond_luck_method (*method)(const struct pond_state *state);
    } methods[] = {{&pond_quibbles, method_quibbles}, {&pond_quibbit, method_quibbit}};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].game == game) return methods[i].method(state);
    }
    return POND_LUCK_UNKNOWN;
}

static bool is_measured(enum pond_luck_method method)
{
    return method != POND_LUCK_NONE && method != POND_LUCK_UNKNOWN;
}

enum pond_luck_method pond_luck_values(const struct pond_analyst *analyst,
                                       const struct pond_game *game, const struct pond_state *state,
                                       float values[POND_CHANCE_MAX][POND_SEATS_MAX])
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    const int count = pond_chance(game, state, outcomes, weights);
    bool exact = true;
    const enum pond_luck_method method = method_of(game, state);
    if (!is_measured(method)) return method;
    if (method == POND_LUCK_SAMPLED) {
        for (int i = 0; i < count; i++) values_sampled(state, outcomes[i], values[i]);
        return method;
    }
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        game->apply(&after, POND_CHANCE, outcomes[i]);
        if (!value_asked(analyst, game, &after, values[i], &exact)) return POND_LUCK_NONE;
    }
    return exact ? POND_LUCK_EXACT : POND_LUCK_ENGINE;
}

/* The luck of one outcome is added; false when it was stopped. */
static bool outcome_weigh(const struct pond_analyst *analyst, const struct pond_game *game,
                          const struct pond_state *state, pond_move drawn, struct pond_luck *luck)
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    float values[POND_CHANCE_MAX][POND_SEATS_MAX];
    float sum = 0, mean[POND_SEATS_MAX] = {0};
    int at = 0;
    const int count = pond_chance(game, state, outcomes, weights);
    if (count < 2) return true;
    const enum pond_luck_method method = pond_luck_values(analyst, game, state, values);
    if (method == POND_LUCK_NONE) return false;
    for (int i = 0; i < count; i++) {
        sum += (float)weights[i];
        if (outcomes[i] == drawn) at = i;
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        for (int i = 0; i < count; i++) mean[seat] += (float)weights[i] / sum * values[i][seat];
        luck->luck[seat] += values[at][seat] - mean[seat];
        if (luck->method == POND_LUCK_NONE) luck->before[seat] = mean[seat];
    }
    luck->method = (uint8_t)method;
    return true;
}

bool pond_judge_luck(const struct pond_analyst *analyst, const struct pond_moment *moment,
                     struct pond_luck *luck)
{
    const struct pond_match *match = moment->match;
    const struct pond_game *game = match->game;
    struct pond_state state = moment->state;
    const enum pond_luck_method method = method_of(game, &state);
    memset(luck, 0, sizeof *luck);
    if (method == POND_LUCK_UNKNOWN) luck->method = POND_LUCK_UNKNOWN;
    if (!is_measured(method)) return true;
    for (uint32_t i = 0; i < moment->entry_count; i++) {
        const pond_move drawn = pond_match_entry(match, moment->entry + i)->move;
        if (!outcome_weigh(analyst, game, &state, drawn, luck)) return false;
        game->apply(&state, POND_CHANCE, drawn);
    }
    return true;
}
