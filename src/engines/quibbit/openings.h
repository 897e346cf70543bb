/* openings.h: what the first placements of two-player Quibbit are worth, exactly.
 *
 * Rings were solved with the standard rules, and the values of the 24 openings of each are kept
 * here, so that the full engine places its frog at once. */
#ifndef POND_QUIBBIT_OPENINGS_H
#define POND_QUIBBIT_OPENINGS_H

#include "layouts.h"

/* Are the values of this ring's openings known? The frogs need not be placed yet. Not with other
 * rules, fewer cards, or another number of players. */
bool quibbit_openings_cover(const struct quibbit_state *state);

/* Of a game in which all frogs are placed and the first round is due: the value is what seat 0 wins
 * more often than seat 1, right to 0.0001; the dummy's share is right to 0.001. False if it is
 * not covered, and in a later round. */
bool quibbit_opening_known(const struct quibbit_state *state, float *value, float *dummy);

/* Are all values as they were when the file was written? And of how many rings they are. */
bool quibbit_openings_sound(int *rings);

#endif
