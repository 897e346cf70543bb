/* encoder.h: what a game's encoding brings; encode.c does the rest. */
#ifndef POND_ENCODER_H
#define POND_ENCODER_H

#include "pond/batch.h"

struct pond_encoder {
    const struct pond_game *game;
    /* The game's own functions where a batch can have them without a call through the game; NULL
     * where it cannot. */
    pond_seats (*turn)(const struct pond_state *state);
    struct pond_result (*result)(const struct pond_state *state);
    uint32_t (*round)(const struct pond_state *state);
    void (*apply)(struct pond_state *state, int seat, pond_move move);
    /* Draws chance as pond_roll does, perhaps several outcomes. NULL: pond_roll, one by one. */
    void (*roll)(struct pond_state *state, struct pond_rng *rng);
    /* pond_batch_step for this game: lanes.h, with everything above and below called directly. */
    void (*step)(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions);
    /* Sets seats, actions and fields for these options. */
    void (*shape)(struct pond_encoding *encoding, const struct pond_config *config);
    /* The legal actions of a seat; and, unless `mask` is NULL, a whole row of 0 and 1, where
     * `masks` says that it can. */
    int (*legal)(const struct pond_episode *episode, int seat, uint16_t out[POND_LEGAL_MAX],
                 uint8_t *mask);
    bool masks;
    /* The move that an action makes, or a part of it: `whole` says which. 0 where an action that is
     * not legal means nothing at all. */
    pond_move (*move)(const struct pond_episode *episode, int seat, int action, bool *whole);
    int (*action)(const struct pond_episode *episode, int seat, pond_move move);
    /* Brings up to date what the episode remembers, before the move is made. NULL: nothing. */
    void (*remember)(struct pond_episode *episode, int seat, pond_move move);
    /* And what ends it besides the rules, after it and at the start. NULL: nothing. */
    void (*judge)(struct pond_episode *episode);
    /* Writes what a seat may see, and reads nothing else. */
    void (*observe)(const struct pond_episode *episode, int seat, uint8_t *out);
    /* Points, and what places are given by where nobody has won. */
    void (*points)(const struct pond_state *state, struct pond_standing *standing);
    /* Bits that stand for an action wherever it is made, for the hash. */
    uint64_t (*meaning)(int action);
};

extern const struct pond_encoder pond_encoder_quibbit, pond_encoder_quibbles, pond_encoder_rribbit;

/* Adds a field to the layout. */
void pond_encoding_field(struct pond_encoding *encoding, const char *name, int rows, int columns);

#endif
