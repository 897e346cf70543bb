/* glicko.h: ratings by Glicko-2 (Mark Glickman, 2013), one game per period. Pure. */
#ifndef POND_GLICKO_H
#define POND_GLICKO_H

#include <stdint.h>

#define GLICKO_RATING_FIRST 1500.0
#define GLICKO_DEVIATION_FIRST 350.0
#define GLICKO_VOLATILITY_FIRST 0.06
#define GLICKO_DEVIATION_SETTLED 110.0 /* at most this: fit for a list of leaders */

struct glicko {
    double rating, deviation, volatility;
    uint32_t games; /* rated so far */
};

struct glicko glicko_first(void);
/* The rating after a game against some opponents: `score` is 1 for each that was beaten, 1/2 for a
 * draw, 0 for a loss. The opponents' ratings are those before the game. */
struct glicko glicko_after(const struct glicko *player, const struct glicko *opponents,
                           const double *scores, int count);

#endif
