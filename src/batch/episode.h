/* episode.h: what every step of an episode does, inline: a batch does it millions of times a
 * second. Where the encoder is a constant, its functions are called directly.
 */
#ifndef POND_EPISODE_H
#define POND_EPISODE_H

#include "encoder.h"

static inline pond_seats episode_turn(const struct pond_encoder *encoder,
                                      const struct pond_episode *episode)
{
    if (episode->result.outcome != POND_GOES_ON) return 0;
    return encoder->turn != NULL ? encoder->turn(&episode->state)
                                 : encoder->game->turn(&episode->state);
}

static inline uint32_t episode_round(const struct pond_encoder *encoder,
                                     const struct pond_episode *episode)
{
    return encoder->round != NULL ? encoder->round(&episode->state)
                                  : encoder->game->round(&episode->state);
}

static inline struct pond_result episode_result(const struct pond_encoder *encoder,
                                                const struct pond_episode *episode)
{
    return encoder->result != NULL ? encoder->result(&episode->state)
                                   : encoder->game->result(&episode->state);
}

static inline uint32_t episode_turns(const struct pond_encoder *encoder,
                                     const struct pond_episode *episode)
{
    const struct pond_game *game = encoder->game;
    if (encoder->round != NULL || game->round != NULL) {
        const uint32_t round = episode_round(encoder, episode);
        return round > 0 ? round - 1 : 0;
    }
    const bool still = game->record_style != POND_RECORD_PAIRS && episode->turns_begun > 0 &&
                       episode_turn(encoder, episode) == POND_SEAT(episode->turn_seat);
    return still ? episode->turns_begun - 1 : episode->turns_begun;
}

static inline void episode_make(const struct pond_encoding *encoding,
                                const struct pond_encoder *encoder, struct pond_episode *episode,
                                int seat, pond_move move, struct pond_recall *recall)
{
    struct pond_state before;
    if (recall != NULL) before = episode->state;
    if (seat != POND_CHANCE && encoder->remember != NULL) encoder->remember(episode, seat, move);
    if (encoder->apply != NULL) {
        encoder->apply(&episode->state, seat, move);
    } else {
        encoder->game->apply(&episode->state, seat, move);
    }
    episode->result = episode_result(encoder, episode);
    episode->prefix = 0;
    if (recall != NULL) {
        pond_recall_fold(encoding, &before, seat, move, &episode->state, recall);
    }
    if (seat == POND_CHANCE) return;
    if (encoder->judge != NULL) encoder->judge(episode);
    episode->turns_begun += episode->turns_begun == 0 || episode->turn_seat != seat;
    episode->turn_seat = (uint8_t)seat;
}

/* Makes a legal action. */
static inline void episode_do(const struct pond_encoding *encoding,
                              const struct pond_encoder *encoder, struct pond_episode *episode,
                              int seat, int action, struct pond_recall *recall)
{
    bool whole;
    const pond_move move = encoder->move(episode, seat, action, &whole);
    episode->decisions++;
    if (whole) {
        episode_make(encoding, encoder, episode, seat, move, recall);
    } else {
        episode->prefix = move;
    }
}

/* Draws the chance that is due, and says whose turn it is then. */
static inline pond_seats episode_roll(const struct pond_encoding *encoding,
                                      const struct pond_encoder *encoder,
                                      struct pond_episode *episode, struct pond_rng *rng,
                                      struct pond_recall *recall)
{
    pond_seats turn;
    while ((turn = episode_turn(encoder, episode)) == POND_SEAT(POND_CHANCE)) {
        if (encoder->roll != NULL && recall == NULL) {
            encoder->roll(&episode->state, rng);
            episode->result = episode_result(encoder, episode);
            continue;
        }
        struct pond_state before;
        if (recall != NULL) before = episode->state;
        const pond_move outcome = pond_roll(encoder->game, &episode->state, rng);
        episode->result = episode_result(encoder, episode);
        if (recall == NULL) continue;
        pond_recall_fold(encoding, &before, POND_CHANCE, outcome, &episode->state, recall);
    }
    return turn;
}

#endif
