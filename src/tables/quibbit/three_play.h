/* three_play.h: what a solution of Quibbit for three says about whole games: the values of
 * the first placements, and how much a best response gains in the states that are met in play. */
#ifndef POND_QUIBBIT_THREE_PLAY_H
#define POND_QUIBBIT_THREE_PLAY_H

#include "three_ring.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a best response gains over the strategies, over states and seats. */
struct three_gain {
    uint64_t count; /* of states times seats */
    double sum;
    float most;
    uint64_t large; /* above THREE_GAIN_LARGE */
};

#define THREE_GAIN_LARGE 0.1f

/* Adds the gains of all states of a block. */
void three_gain_block(const struct three_game *game, uint32_t block, struct three_gain *gain);

/* The game from its beginning. An answer is 0 for behind the line, 1 for in front of it. */
struct three_opening {
    double value[QUIBBIT_RING][2][2][THREE_SEATS];        /* by tile, seat 1's answer, seat 2's */
    uint8_t answer[QUIBBIT_RING], reply[QUIBBIT_RING][2]; /* the best of seat 1, of seat 2 */
    uint8_t tile_best;
    double game[THREE_SEATS]; /* the value of the whole game */
    struct three_gain gain;   /* over all openings */
};

/* False if the solution lacks full hands. */
void three_opening(const struct three_ring *ring, const struct three_game *game,
                   struct three_opening *opening);
/* Plays that many games from random placements and adds the gains in the states that are met. */
void three_met(const struct three_ring *ring, const struct three_game *game, uint32_t games,
               uint64_t seed, struct three_gain *gain);

#ifdef __cplusplus
}
#endif

#endif
