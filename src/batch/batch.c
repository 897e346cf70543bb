/* batch.c: many games stepped in one call. See batch.h. */
#include "pond/batch.h"

#include <assert.h>
#include <string.h>

#include "episode.h"

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

static void lane_begin(struct pond_batch *batch, uint32_t lane)
{
    struct pond_lane *at = &batch->lanes[lane];
    char seed[POND_SEED_MAX + 1];
    struct pond_text text = pond_text_in(seed, sizeof seed);
    pond_text_string(&text, batch->seed);
    pond_text_char(&text, '.');
    pond_text_number(&text, lane);
    pond_text_char(&text, '.');
    pond_text_number(&text, at->game);
    pond_rng_seed(&at->chance, seed);
    at->choices = at->chance;
    pond_rng_branch(&at->choices, 1);
    pond_episode_begin(&batch->encoding, &batch->config, &at->episode);
    if (batch->key != NULL) pond_recall_begin(&at->recall);
}

/* ---- What a step writes ---- */

static void legal_write(struct pond_batch *batch, uint32_t lane, int seat)
{
    const struct pond_encoding *encoding = &batch->encoding;
    const struct pond_encoder *encoder = encoding->encoder;
    const struct pond_episode *episode = &batch->lanes[lane].episode;
    uint16_t *restrict legal = batch->legal + (size_t)lane * encoding->legal_max;
    uint8_t *restrict mask = NULL;
    if (batch->mask != NULL) mask = batch->mask + (size_t)lane * encoding->action_count;
    int count;
    if (mask == NULL || encoder->masks) {
        count = encoder->legal(episode, seat, legal, mask);
    } else { /* what was legal before is the only part that is set */
        const int before = batch->legal_count[lane];
        for (int i = 0; i < before; i++) mask[legal[i]] = 0;
        count = encoder->legal(episode, seat, legal, NULL);
        for (int i = 0; i < count; i++) mask[legal[i]] = 1;
    }
    assert(count > 0 && count <= encoding->legal_max);
    batch->legal_count[lane] = (uint16_t)count;
}

static void lane_write(struct pond_batch *batch, uint32_t lane, pond_seats turn)
{
    const struct pond_encoding *encoding = &batch->encoding;
    struct pond_lane *at = &batch->lanes[lane];
    const int seat = pond_seat_first(turn);
    batch->seat[lane] = (uint8_t)seat;
    legal_write(batch, lane, seat);
    if (batch->observation != NULL) {
        encoding->encoder->observe(&at->episode, seat,
                                   batch->observation + (size_t)lane * encoding->observation_size);
    }
    if (batch->key != NULL) batch->key[lane] = pond_recall_key(&at->recall, &at->episode, seat);
}

static void standing_write(struct pond_batch *batch, uint32_t lane, bool done)
{
    const size_t seats = batch->encoding.seats, at = lane * seats;
    struct pond_standing standing = {{0}, {0}, {0}};
    if (done) {
        pond_episode_standing(&batch->encoding, &batch->lanes[lane].episode, &standing);
    }
    for (size_t i = 0; i < seats; i++) {
        if (batch->rewards != NULL) batch->rewards[at + i] = standing.returns[i];
        if (batch->places != NULL) batch->places[at + i] = standing.place[i];
        if (batch->points != NULL) batch->points[at + i] = standing.points[i];
    }
}

/* ---- Steps ---- */

static enum pond_done lane_done(const struct pond_batch *batch, struct pond_episode *episode)
{
    if (episode->result.outcome == POND_UNFINISHED) return POND_DONE_CUT;
    if (episode->result.outcome != POND_GOES_ON) return POND_DONE_OVER;
    const bool cut =
        episode->prefix == 0 && episode_turns(&batch->encoding, episode) >= batch->turns_max;
    if (cut) episode->result = (struct pond_result){POND_UNFINISHED, 0, POND_REASON_LIMIT};
    return cut ? POND_DONE_CUT : POND_DONE_NOT;
}

/* Lets chance draw and begins new games until someone must act. */
static void lane_settle(struct pond_batch *batch, uint32_t lane)
{
    struct pond_lane *at = &batch->lanes[lane];
    struct pond_recall *recall = batch->key != NULL ? &at->recall : NULL;
    pond_seats turn = episode_roll(&batch->encoding, &at->episode, &at->chance, recall);
    const enum pond_done done = lane_done(batch, &at->episode);
    if (batch->done != NULL) batch->done[lane] = (uint8_t)done;
    if (done != POND_DONE_NOT || at->just_ended) {
        standing_write(batch, lane, done != POND_DONE_NOT);
    }
    at->just_ended = done != POND_DONE_NOT;
    if (done != POND_DONE_NOT) {
        at->game++;
        lane_begin(batch, lane);
        turn = episode_roll(&batch->encoding, &at->episode, &at->chance, recall);
    }
    lane_write(batch, lane, turn);
}

void pond_batch_reset(struct pond_batch *batch, uint32_t from, uint32_t end)
{
    assert(from <= end && end <= batch->count);
    for (uint32_t lane = from; lane < end; lane++) {
        struct pond_lane *at = &batch->lanes[lane];
        at->game = 0;
        at->just_ended = false;
        lane_begin(batch, lane);
        const pond_seats turn = episode_roll(&batch->encoding, &at->episode, &at->chance,
                                             batch->key != NULL ? &at->recall : NULL);
        if (batch->done != NULL) batch->done[lane] = POND_DONE_NOT;
        standing_write(batch, lane, false);
        lane_write(batch, lane, turn);
    }
}

static int lane_sample(struct pond_batch *batch, uint32_t lane)
{
    const uint32_t count = batch->legal_count[lane];
    const uint32_t chosen = pond_rng_below(&batch->lanes[lane].choices, count);
    return batch->legal[(size_t)lane * batch->encoding.legal_max + chosen];
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
    for (uint32_t lane = from; lane < end; lane++) {
        struct pond_lane *at = &batch->lanes[lane];
        const int action = actions != NULL ? actions[lane] : lane_sample(batch, lane);
        episode_do(&batch->encoding, &at->episode, batch->seat[lane], action,
                   batch->key != NULL ? &at->recall : NULL);
        lane_settle(batch, lane);
    }
}
