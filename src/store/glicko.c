/* glicko.c: ratings by Glicko-2. See glicko.h; the steps are numbered as in the paper. */
#include "glicko.h"

#include <math.h>
#include <stdbool.h>

#define SCALE 173.7178
#define TAU 0.5 /* how fast volatility may change */
#define CLOSE 1e-6
#define STEPS_MAX 100
#define PI 3.14159265358979323846

struct glicko glicko_first(void)
{
    return (struct glicko){.rating = GLICKO_RATING_FIRST,
                           .deviation = GLICKO_DEVIATION_FIRST,
                           .volatility = GLICKO_VOLATILITY_FIRST};
}

static double weight_of(double deviation)
{
    return 1 / sqrt(1 + 3 * deviation * deviation / (PI * PI));
}

struct volatility_search {
    double delta_squared, deviation_squared, variance, start;
};

static double slope(const struct volatility_search *search, double x)
{
    const double power = exp(x);
    const double sum = search->deviation_squared + search->variance + power;
    return power * (search->delta_squared - sum) / (2 * sum * sum) -
           (x - search->start) / (TAU * TAU);
}

/* Step 5: the volatility, by the method of Illinois. */
static double volatility_after(const struct volatility_search *search)
{
    double low = search->start, high;
    const double excess = search->delta_squared - search->deviation_squared - search->variance;
    if (excess > 0) {
        high = log(excess);
    } else {
        int steps = 1;
        while (slope(search, search->start - steps * TAU) < 0 && steps < STEPS_MAX) steps++;
        high = search->start - steps * TAU;
    }
    double slope_low = slope(search, low), slope_high = slope(search, high);
    for (int step = 0; step < STEPS_MAX && fabs(high - low) > CLOSE; step++) {
        const double middle = low + (low - high) * slope_low / (slope_high - slope_low);
        const double slope_middle = slope(search, middle);
        if (slope_middle * slope_high <= 0) {
            low = high;
            slope_low = slope_high;
        } else {
            slope_low /= 2;
        }
        high = middle;
        slope_high = slope_middle;
    }
    return exp(low / 2);
}

struct glicko glicko_after(const struct glicko *player, const struct glicko *opponents,
                           const double *scores, int count)
{
    if (count == 0) return *player;
    const double mean = (player->rating - GLICKO_RATING_FIRST) / SCALE; /* step 2 */
    const double deviation = player->deviation / SCALE;
    double information = 0, surprise = 0;
    for (int i = 0; i < count; i++) { /* steps 3 and 4 */
        const double weight = weight_of(opponents[i].deviation / SCALE);
        const double other = (opponents[i].rating - GLICKO_RATING_FIRST) / SCALE;
        const double expected = 1 / (1 + exp(-weight * (mean - other)));
        information += weight * weight * expected * (1 - expected);
        surprise += weight * (scores[i] - expected);
    }
    const double variance = 1 / information;
    const struct volatility_search search = {.delta_squared =
                                                 variance * surprise * variance * surprise,
                                             .deviation_squared = deviation * deviation,
                                             .variance = variance,
                                             .start = log(player->volatility * player->volatility)};
    const double volatility = volatility_after(&search);
    const double before = deviation * deviation + volatility * volatility; /* step 6 */
    const double after_squared = 1 / (1 / before + 1 / variance);          /* step 7 */
    struct glicko after = {.rating =
                               GLICKO_RATING_FIRST + SCALE * (mean + after_squared * surprise),
                           .deviation = SCALE * sqrt(after_squared),
                           .volatility = volatility,
                           .games = player->games + 1};
    if (after.deviation > GLICKO_DEVIATION_FIRST) after.deviation = GLICKO_DEVIATION_FIRST;
    return after;
}
