/* batch.c: many games stepped in one call. See batch.h. */
#include "pond/batch.h"

#include <assert.h>
#include <string.h>

#include "lanes.h"
#include "seeds.h"

#include "banned.h"

bool pond_batch_open(struct pond_batch *batch, const struct pond_game *game, const char *options,
                     const char *seed, uint32_t count, uint32_t turns_max, struct pond_error *why)
{
    memset(batch, 0, sizeof *batch);
    if (!pond_config_parse(game, options, &batch->config, why)) return false;
    if (!pond_encoding_open(&batch->encoding, game, &batch->config, why)) return false;
    if (!pond_seed_check(seed, why)) return false;
    const size_t length = strlen(seed);
    if (length > POND_BATCH_SEED_MAX) {
        pond_refuse_text(why, POND_WORD_BATCH_SEED_LONG, seed);
        return pond_error_number(why, POND_BATCH_SEED_MAX);
    }
    memcpy(batch->seed, seed, length + 1);
    batch->count = count;
    batch->turns_max = turns_max > 0 ? turns_max : game->random_turns_max;
    return true;
}

/* The seed of the game that a lane is at. */
static void lane_seed(const struct pond_batch *batch, uint32_t lane, char seed[POND_SEED_MAX + 1])
{
    struct pond_text text = pond_text_in(seed, POND_SEED_MAX + 1);
    pond_text_string(&text, batch->seed);
    pond_text_char(&text, '.');
    pond_text_number(&text, lane);
    pond_text_char(&text, '.');
    pond_text_number(&text, batch->lanes[lane].game);
}

void pond_lanes_begin(struct pond_batch *batch, const uint32_t lanes[], int count)
{
    struct pond_episode start;
    pond_episode_begin(&batch->encoding, &batch->config, &start);
    for (int first = 0; first < count; first += POND_SEEDS_MAX) {
        char seed[POND_SEEDS_MAX][POND_SEED_MAX + 1];
        struct pond_rng *chance[POND_SEEDS_MAX], *choices[POND_SEEDS_MAX];
        const int some = count - first < POND_SEEDS_MAX ? count - first : POND_SEEDS_MAX;
        for (int i = 0; i < some; i++) {
            struct pond_lane *at = &batch->lanes[lanes[first + i]];
            lane_seed(batch, lanes[first + i], seed[i]);
            chance[i] = &at->chance;
            choices[i] = &at->choices;
            at->episode = start;
            if (batch->key != NULL) pond_recall_begin(&at->recall);
        }
        pond_seeds_set(some, seed, chance, choices);
    }
}

void pond_batch_reset(struct pond_batch *batch, uint32_t from, uint32_t end)
{
    assert(from <= end && end <= batch->count);
    uint32_t lanes[LANES_AT_ONCE];
    int count = 0;
    for (uint32_t lane = from; lane < end; lane++) {
        batch->lanes[lane].game = 0;
        batch->lanes[lane].just_ended = false;
        if (batch->done != NULL) batch->done[lane] = POND_DONE_NOT;
        lane_write_standing(batch, lane, false);
        lanes[count++] = lane;
        if (count < LANES_AT_ONCE && lane + 1 < end) continue;
        lanes_begin(batch, batch->encoding.encoder, lanes, count);
        count = 0;
    }
}

void pond_batch_sample(struct pond_batch *batch, uint32_t from, uint32_t end, int32_t *actions)
{
    assert(from <= end && end <= batch->count);
    for (uint32_t lane = from; lane < end; lane++) actions[lane] = lane_sample(batch, lane);
}

static bool lane_allows(const struct pond_batch *batch, uint32_t lane, int32_t action)
{
    const struct pond_encoding *encoding = &batch->encoding;
    if (action < 0 || action >= encoding->action_count) return false;
    if (batch->mask != NULL) {
        return batch->mask[(size_t)lane * encoding->action_count + (size_t)action] != 0;
    }
    const uint16_t *legal = batch->legal + (size_t)lane * encoding->legal_max;
    const int count = batch->legal_count[lane];
    const uint16_t number = (uint16_t)action;
    uint16_t listed = 0; /* as wide as the ids, for vectors */
    for (int i = 0; i < count; i++) listed |= (uint16_t)(legal[i] == number);
    return listed != 0;
}

uint32_t pond_batch_check(const struct pond_batch *batch, uint32_t from, uint32_t end,
                          const int32_t *actions)
{
    assert(from <= end && end <= batch->count);
    for (uint32_t lane = from; lane < end; lane++) {
        if (!lane_allows(batch, lane, actions[lane])) return lane;
    }
    return end;
}

void pond_batch_step(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions)
{
    assert(from <= end && end <= batch->count);
    batch->encoding.encoder->step(batch, from, end, actions);
}
