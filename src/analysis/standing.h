/* standing.h: the form of the table in standing_values.h. */
#ifndef POND_STANDING_H
#define POND_STANDING_H

#include "pond/analysis.h"

/* Which share of a player's games is less accurate than what: every tenth, from the worst game to
 * the best, in hundredths. */
enum { TENTHS = 10 };

struct standing_table {
    const struct pond_game *game;
    uint8_t seat_count;
    uint16_t accuracy[POND_STANDINGS][TENTHS + 1];
};

#endif
