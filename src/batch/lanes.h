/* lanes.h: one step of many lanes, for one game.
 *
 * Each encoder makes its own copy of lanes_step by giving itself as a constant: then the compiler
 * calls the game's functions directly, which is most of the speed of a game with small turns. Lanes
 * whose games are over begin new ones together, because many generators are seeded in little more
 * time than one.
 */
#ifndef POND_LANES_H
#define POND_LANES_H

#include <assert.h>
#include <string.h>

#include "episode.h"

#define LANES_AT_ONCE 128

/* Begins the next game of each of these lanes, up to its first chance. At most LANES_AT_ONCE. */
void pond_lanes_begin(struct pond_batch *batch, const uint32_t lanes[], int count);

/* ---- What a step writes ---- */

static inline void lane_write_legal(struct pond_batch *batch, const struct pond_encoder *encoder,
                                    uint32_t lane, int seat)
{
    const struct pond_encoding *encoding = &batch->encoding;
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

static inline void lane_write(struct pond_batch *batch, const struct pond_encoder *encoder,
                              uint32_t lane, pond_seats turn)
{
    struct pond_lane *at = &batch->lanes[lane];
    const int seat = pond_seat_first(turn);
    batch->seat[lane] = (uint8_t)seat;
    lane_write_legal(batch, encoder, lane, seat);
    if (batch->observation != NULL) {
        encoder->observe(&at->episode, seat,
                         batch->observation + (size_t)lane * batch->encoding.observation_size);
    }
    if (batch->key != NULL) batch->key[lane] = pond_recall_key(&at->recall, &at->episode, seat);
}

static inline void lane_write_standing(struct pond_batch *batch, uint32_t lane, bool done)
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

static inline int lane_sample(struct pond_batch *batch, uint32_t lane)
{
    const uint32_t count = batch->legal_count[lane];
    const uint32_t chosen = pond_rng_below(&batch->lanes[lane].choices, count);
    return batch->legal[(size_t)lane * batch->encoding.legal_max + chosen];
}

static inline enum pond_done lane_done(const struct pond_batch *batch,
                                       const struct pond_encoder *encoder,
                                       struct pond_episode *episode)
{
    if (episode->result.outcome == POND_UNFINISHED) return POND_DONE_CUT;
    if (episode->result.outcome != POND_GOES_ON) return POND_DONE_OVER;
    const bool cut = episode->prefix == 0 && episode_turns(encoder, episode) >= batch->turns_max;
    if (cut) episode->result = (struct pond_result){POND_UNFINISHED, 0, POND_REASON_LIMIT};
    return cut ? POND_DONE_CUT : POND_DONE_NOT;
}

/* Lets chance draw. False where the game is over: a new one must begin. */
static inline bool lane_goes_on(struct pond_batch *batch, const struct pond_encoder *encoder,
                                uint32_t lane)
{
    struct pond_lane *at = &batch->lanes[lane];
    struct pond_recall *recall = batch->key != NULL ? &at->recall : NULL;
    const pond_seats turn =
        episode_roll(&batch->encoding, encoder, &at->episode, &at->chance, recall);
    const enum pond_done done = lane_done(batch, encoder, &at->episode);
    if (batch->done != NULL) batch->done[lane] = (uint8_t)done;
    if (done != POND_DONE_NOT || at->just_ended) {
        lane_write_standing(batch, lane, done != POND_DONE_NOT);
    }
    at->just_ended = done != POND_DONE_NOT;
    if (done != POND_DONE_NOT) return false;
    lane_write(batch, encoder, lane, turn);
    return true;
}

/* Begins games, lets chance draw, and writes what the first to act see. */
static inline void lanes_begin(struct pond_batch *batch, const struct pond_encoder *encoder,
                               const uint32_t lanes[], int count)
{
    pond_lanes_begin(batch, lanes, count);
    for (int i = 0; i < count; i++) {
        struct pond_lane *at = &batch->lanes[lanes[i]];
        struct pond_recall *recall = batch->key != NULL ? &at->recall : NULL;
        lane_write(batch, encoder, lanes[i],
                   episode_roll(&batch->encoding, encoder, &at->episode, &at->chance, recall));
    }
}

static inline void lanes_step(struct pond_batch *batch, const struct pond_encoder *encoder,
                              uint32_t from, uint32_t end, const int32_t *actions)
{
    uint32_t ended[LANES_AT_ONCE];
    while (from < end) {
        const uint32_t stop = end - from > LANES_AT_ONCE ? from + LANES_AT_ONCE : end;
        int count = 0;
        for (uint32_t lane = from; lane < stop; lane++) {
            struct pond_lane *at = &batch->lanes[lane];
            const int action = actions != NULL ? actions[lane] : lane_sample(batch, lane);
            episode_do(&batch->encoding, encoder, &at->episode, batch->seat[lane], action,
                       batch->key != NULL ? &at->recall : NULL);
            if (lane_goes_on(batch, encoder, lane)) continue;
            at->game++;
            ended[count++] = lane;
        }
        if (count > 0) lanes_begin(batch, encoder, ended, count);
        from = stop;
    }
}

#endif
