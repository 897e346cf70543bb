/* batches.c: the same question with several seeds, for values that come with their error.
 *
 * Where values come from playouts, one search says nothing about how sure they are, and its best
 * choice is the luckiest one. So the engine is asked in batches: all choices of a batch share its
 * seed (common random numbers), and what one choice is worth less than another is measured batch by
 * batch. The mean is the cost, the spread of the batches its error. */
#include "judge.h"

#include <assert.h>
#include <string.h>

#include "numbers.h"

#include "banned.h"

static uint32_t move_index(const struct batches *batches, pond_move move)
{
    uint32_t i = 0;
    while (i < batches->choice_count && batches->move[i] != move) i++;
    return i;
}

void pond_batches_add(struct batches *batches, const struct pond_advice *advice)
{
    assert(batches->count < BATCHES_MAX);
    if (batches->count == 0) {
        memset(batches, 0, sizeof *batches);
        batches->choice_count = advice->choice_count;
        for (uint32_t i = 0; i < advice->choice_count; i++) {
            batches->move[i] = advice->choices[i].move;
        }
    }
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const uint32_t at = move_index(batches, advice->choices[i].move);
        float value = 0;
        if (at == batches->choice_count) continue;
        pond_choice_value(&advice->choices[i], &value);
        batches->value[batches->count][at] = value;
        batches->probability[at] += advice->choices[i].probability;
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) batches->win[seat] += advice->win[seat];
    batches->count++;
}

/* The mean of some numbers, and the standard error of it. Few numbers show too little of their
 * spread, so the error is widened a little. */
static float mean_of(const float *numbers, uint32_t count, float *error)
{
    float sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++) sum += numbers[i];
    const float mean = sum / (float)count;
    for (uint32_t i = 0; i < count; i++) squares += (numbers[i] - mean) * (numbers[i] - mean);
    const float degrees = count > 1 ? (float)(count - 1) : 1;
    const float wider = (float)(count + 1) / degrees;
    *error = square_root(squares / degrees / (float)count * wider);
    return mean;
}

static float value_mean(const struct batches *batches, uint32_t at, float *error)
{
    float values[BATCHES_MAX] = {0};
    for (uint32_t b = 0; b < batches->count; b++) values[b] = batches->value[b][at];
    return mean_of(values, batches->count, error);
}

void pond_batches_merge(const struct batches *batches, bool mixes, struct pond_advice *advice)
{
    const float count = (float)batches->count;
    if (batches->count < 2) return;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        struct pond_choice *choice = &advice->choices[i];
        const uint32_t at = move_index(batches, choice->move);
        choice->estimate = value_mean(batches, at, &choice->error);
        choice->probability = batches->probability[at] / count;
        choice->evidence = POND_SEARCHED;
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++)
        advice->win[seat] = batches->win[seat] / count;
    pond_advice_sort(advice);
    for (uint32_t i = 0; i < advice->choice_count && !mixes; i++) {
        advice->choices[i].probability = i == 0 ? 1 : 0;
    }
}

/* What best play gets in a batch: its mix where it mixes; else the choice that the other batches
 * think best, so that the luck of this one does not choose it. */
static float best_in(const struct batches *batches, uint32_t batch, bool mixes)
{
    float most = -1, value = 0, sum = 0;
    for (uint32_t i = 0; i < batches->choice_count; i++) {
        const float here = batches->value[batch][i];
        float others = 0;
        sum += here * batches->probability[i] / (float)batches->count;
        for (uint32_t b = 0; b < batches->count; b++) {
            if (b != batch) others += batches->value[b][i];
        }
        if (others > most) most = others, value = here;
    }
    return mixes ? sum : value;
}

void pond_batches_worth(const struct batches *batches, pond_move move, bool mixes,
                        struct pond_worth *worth)
{
    float costs[BATCHES_MAX] = {0}, error;
    const uint32_t at = move_index(batches, move);
    assert(at < batches->choice_count);
    for (uint32_t b = 0; b < batches->count; b++) {
        costs[b] = best_in(batches, b, mixes) - batches->value[b][at];
    }
    const float cost = mean_of(costs, batches->count, &worth->error);
    worth->played = value_mean(batches, at, &error);
    worth->best = worth->played + (cost > 0 ? cost : 0);
}
