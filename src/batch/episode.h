/* episode.h: what every step of an episode does, inline: a batch does it millions of times a
 * second.
 */
#ifndef POND_EPISODE_H
#define POND_EPISODE_H

#include "encoder.h"

static inline pond_seats episode_turn(const struct pond_encoding *encoding,
                                      const struct pond_episode *episode)
{
    if (episode->result.outcome != POND_GOES_ON) return 0;
    return encoding->game->turn(&episode->state);
}

static inline uint32_t episode_turns(const struct pond_encoding *encoding,
                                     const struct pond_episode *episode)
{
    const struct pond_game *game = encoding->game;
    if (game->round != NULL) {
        const uint32_t round = game->round(&episode->state);
        return round > 0 ? round - 1 : 0;
    }
    const bool still = game->record_style != POND_RECORD_PAIRS && episode->turns_begun > 0 &&
                       episode_turn(encoding, episode) == POND_SEAT(episode->turn_seat);
    return still ? episode->turns_begun - 1 : episode->turns_begun;
}

static inline void episode_make(const struct pond_encoding *encoding, struct pond_episode *episode,
                                int seat, pond_move move, struct pond_recall *recall)
{
    const struct pond_game *game = encoding->game;
    struct pond_state before;
    if (recall != NULL) before = episode->state;
    if (seat != POND_CHANCE && encoding->encoder->remember != NULL) {
        encoding->encoder->remember(episode, seat, move);
    }
    game->apply(&episode->state, seat, move);
    episode->result = game->result(&episode->state);
    episode->prefix = 0;
    if (recall != NULL) {
        pond_recall_fold(encoding, &before, seat, move, &episode->state, recall);
    }
    if (seat == POND_CHANCE) return;
    if (encoding->encoder->judge != NULL) encoding->encoder->judge(episode);
    episode->turns_begun += episode->turns_begun == 0 || episode->turn_seat != seat;
    episode->turn_seat = (uint8_t)seat;
}

/* Makes a legal action. */
static inline void episode_do(const struct pond_encoding *encoding, struct pond_episode *episode,
                              int seat, int action, struct pond_recall *recall)
{
    bool whole;
    const pond_move move = encoding->encoder->move(episode, seat, action, &whole);
    episode->decisions++;
    if (whole) {
        episode_make(encoding, episode, seat, move, recall);
    } else {
        episode->prefix = move;
    }
}

/* Draws the chance that is due, and says whose turn it is then. */
static inline pond_seats episode_roll(const struct pond_encoding *encoding,
                                      struct pond_episode *episode, struct pond_rng *rng,
                                      struct pond_recall *recall)
{
    pond_seats turn;
    while ((turn = episode_turn(encoding, episode)) == POND_SEAT(POND_CHANCE)) {
        struct pond_state before;
        if (recall != NULL) before = episode->state;
        const pond_move outcome = pond_roll(encoding->game, &episode->state, rng);
        episode->result = encoding->game->result(&episode->state);
        if (recall == NULL) continue;
        pond_recall_fold(encoding, &before, POND_CHANCE, outcome, &episode->state, recall);
    }
    return turn;
}

#endif
