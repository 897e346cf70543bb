/* position.h: positions as people write them: the game of a text is found, and what a text leaves
 * open, written '?', is dealt at random (docs/notation.md). */
#ifndef POND_POSITION_H
#define POND_POSITION_H

#include "pond/game.h"
#include "pond/rng.h"

POND_BEGIN

/* Reads a complete position, as `state_parse` does, in which '?' may stand for cards that nobody
 * knows: they are dealt by `rng`. */
POND_API bool pond_position_read(const struct pond_game *game, const struct pond_config *config,
                                 const char *text, struct pond_rng *rng, struct pond_state *state,
                                 struct pond_error *why);

/* The game that a text is a position of, with the options that the text itself tells (how many
 * players, which colours) and the defaults of all others. NULL if it isn't one, and why: that of
 * the game that it resembles, or that it resembles no game's. */
POND_API const struct pond_game *pond_position_find(const char *text, struct pond_config *config,
                                                    struct pond_error *why);

/* What a position says about the hand of a seat, as it is written, '?' included; nothing where the
 * game's positions list no hands. Takes any text. */
POND_API void pond_position_hand(const struct pond_game *game, const char *text, int seat,
                                 struct pond_text *hand);

POND_END

#endif
