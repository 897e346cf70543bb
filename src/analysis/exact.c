/* exact.c: decisions that a tablebase covers: every choice has its exact value. See analysis.h.
 *
 * Engines ask tables inside their search; where the position itself and all that can follow are in
 * a table, no search is needed, and draws are known to be draws as well. Only for games without
 * chance: in Quibbit the engine itself solves a round from what tables say about its ends. */
#include "judge.h"

#include <string.h>

#include "banned.h"

/* What a choice is worth to a seat, and how far the end is. */
struct truth {
    float value;
    int32_t distance;
};

static bool truth_after(const struct pond_analyst *analyst, const struct pond_moment *moment,
                        pond_move move, struct truth *truth)
{
    const struct pond_match *match = moment->match;
    struct pond_state after = moment->state;
    struct pond_exact exact;
    float chance[POND_SEATS_MAX];
    match->game->apply(&after, moment->seat, move);
    const struct pond_result result = match->game->result(&after);
    truth->distance = 0;
    if (result.outcome != POND_GOES_ON) {
        pond_result_chances(result, match->seat_count, chance);
        truth->value = chance[moment->seat];
        return true;
    }
    if (!analyst->probe(analyst->context, &after, &exact)) return false;
    truth->value = exact.win[moment->seat] + exact.draw / (float)match->seat_count;
    truth->distance = exact.distance;
    return true;
}

/* A win is better the sooner it comes, a loss the later. */
static bool truth_before(const struct truth *one, const struct truth *other)
{
    if (one->value > other->value || one->value < other->value) return one->value > other->value;
    if (one->value > 0.5f) return one->distance < other->distance;
    return one->value < 0.5f && one->distance > other->distance;
}

bool pond_exact_advice(const struct pond_analyst *analyst, const struct pond_moment *moment,
                       struct pond_advice *advice)
{
    const struct pond_game *game = moment->match->game;
    pond_move moves[POND_MOVES_MAX];
    struct truth truths[POND_CHOICES_MAX];
    struct pond_exact exact;
    if (analyst->probe == NULL || game->weight != NULL) return false;
    if (!analyst->probe(analyst->context, &moment->state, &exact)) return false;
    const int count = game->moves(&moment->state, moment->seat, moves);
    if (count > POND_CHOICES_MAX) return false;
    memset(advice, 0, sizeof *advice);
    for (int i = 0; i < count; i++) {
        struct truth truth;
        if (!truth_after(analyst, moment, moves[i], &truth)) return false;
        int at = i;
        for (; at > 0 && truth_before(&truth, &truths[at - 1]); at--) {
            truths[at] = truths[at - 1];
            advice->choices[at] = advice->choices[at - 1];
        }
        truths[at] = truth;
        advice->choices[at] =
            (struct pond_choice){.move = moves[i], .estimate = truth.value, .evidence = POND_EXACT};
    }
    advice->choice_count = (uint32_t)count;
    advice->choices[0].probability = 1;
    advice->move = advice->choices[0].move;
    memcpy(advice->win, exact.win, sizeof advice->win);
    advice->draw = exact.draw;
    advice->line[0] = (struct pond_step){.seat = moment->seat, .move = advice->move};
    advice->line_count = 1;
    advice->nodes = (uint64_t)count;
    advice->depth = 1;
    advice->exact = true;
    advice->end_ply = exact.distance;
    return true;
}

int32_t pond_exact_loss_in(const struct pond_analyst *analyst, const struct pond_moment *moment)
{
    struct truth truth;
    if (!truth_after(analyst, moment, moment->move, &truth) || truth.value > 0) return 0;
    return (truth.distance + 1) / 2;
}
