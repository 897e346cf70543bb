/* open.h: what games say about texts of positions beyond reading them; src/games/position.c asks.
 *
 * `options` writes the options that the text itself tells; `deal` writes the text again with every
 * '?' dealt; `hand` is what is written about a seat's hand. All take any text. */
#ifndef POND_OPEN_H
#define POND_OPEN_H

#include "pond/game.h"
#include "pond/rng.h"

void pond_quibbit_open_options(const char *text, struct pond_text *options);

void pond_quibbles_open_options(const char *text, struct pond_text *options);
bool pond_quibbles_open_deal(const struct pond_config *config, const char *text,
                             struct pond_rng *rng, struct pond_text *out, struct pond_error *why);
void pond_quibbles_open_hand(const char *text, int seat, struct pond_text *hand);

#endif
