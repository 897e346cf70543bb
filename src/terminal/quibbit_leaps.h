/* quibbit_leaps.h: the leaps of one round of Quibbit in the order in which they happen, for those
 * who show or tell a round. The rules themselves have only the round as a whole. */
#ifndef POND_QUIBBIT_LEAPS_H
#define POND_QUIBBIT_LEAPS_H

#include "pond/quibbit.h"

struct quibbit_leap_step {
    uint8_t frog, card;
    uint32_t from, to; /* progress */
    bool wins;         /* by a lap: the round ends here (Q7) */
};

/* The leaps of a round that begins in `before` with these cards (0: none); how many. */
int quibbit_leaps(const struct quibbit_state *before, const uint8_t cards[QUIBBIT_FROGS_MAX],
                  struct quibbit_leap_step out[QUIBBIT_FROGS_MAX]);

#endif
