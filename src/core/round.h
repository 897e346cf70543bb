/* round.h: what a resignation does to a round in which others have already chosen. */
#ifndef POND_ROUND_H
#define POND_ROUND_H

#include "pond/game.h"

enum round_resigned {
    ROUND_GOES_ON, /* someone is still to choose, or nobody has chosen yet */
    ROUND_CHOSEN,  /* the seat was the last one awaited: the choices count */
    ROUND_VOID,    /* the game is over: what the others chose is never turned over */
};

/* `start` is the state in which the round began, `sealed` the seats that have chosen; both are
 * brought up to date. `last`: nobody else was awaited. */
static inline enum round_resigned round_resign(const struct pond_game *game,
                                               struct pond_state *start, pond_seats *sealed,
                                               int seat, bool last)
{
    *sealed &= (pond_seats)~POND_SEAT(seat);
    if (*sealed == 0) return ROUND_GOES_ON;
    game->resign(start, seat);
    if (game->result(start).outcome != POND_GOES_ON) {
        *sealed = 0;
        return ROUND_VOID;
    }
    return last ? ROUND_CHOSEN : ROUND_GOES_ON;
}

#endif
