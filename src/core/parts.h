/* parts.h: for a game of several files: declares the members of its `struct pond_game` that are
 * functions outside its rules.c, with the types that game.h gives them. */
#ifndef POND_PARTS_H
#define POND_PARTS_H

#include "pond/game.h"

#define POND_PART(game, member) extern __typeof__(*pond_##game.member) pond_##game##_##member

#define POND_PARTS(game)                                                                           \
    POND_PART(game, check);                                                                        \
    POND_PART(game, observe);                                                                      \
    POND_PART(game, sample);                                                                       \
    POND_PART(game, view_check);                                                                   \
    POND_PART(game, chance_seen_by);                                                               \
    POND_PART(game, events);                                                                       \
    POND_PART(game, follow);                                                                       \
    POND_PART(game, view_json);                                                                    \
    POND_PART(game, move_print);                                                                   \
    POND_PART(game, move_parse);                                                                   \
    POND_PART(game, state_print);                                                                  \
    POND_PART(game, view_print);                                                                   \
    POND_PART(game, own_print);                                                                    \
    POND_PART(game, state_parse);                                                                  \
    POND_PART(game, view_parse);                                                                   \
    POND_PART(game, move_suffix);                                                                  \
    POND_PART(game, seat_letter);                                                                  \
    POND_PART(game, setup_print);                                                                  \
    POND_PART(game, setup_parse)

/* What a batch calls without a game's table. `roll` draws all the chance that is due as pond_roll
 * would, in one call. */
POND_PART(quibbit, apply);
extern void pond_quibbit_roll(struct pond_state *state, struct pond_rng *rng);
extern void pond_quibbles_roll(struct pond_state *state, struct pond_rng *rng);

#endif
