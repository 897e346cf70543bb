/* three_ring.h: what the solver of Quibbit for three knows of a ring before it begins:
 * where rounds lead, and the exact values once a player is out and two play on. */
#ifndef POND_QUIBBIT_THREE_RING_H
#define POND_QUIBBIT_THREE_RING_H

#include "positions.h"
#include "three_kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

struct three_ring {
    struct quibbit_positions *positions;
    bool tie_by_crown_now;
    uint32_t cyclic;
    uint16_t *next;
    uint8_t home[QUIBBIT_POSITIONS_MAX];
    uint16_t order[QUIBBIT_POSITIONS_MAX];
    uint16_t pair_left[THREE_SEATS][QUIBBIT_POSITIONS_MAX];
    uint64_t pair_count; /* entries of the next three */
    float (*pair_value)[2], (*pair_best)[2];
    float (*pair_mix)[2][THREE_CARDS]; /* how both play, by card from 0 */
    double pair_gain;                  /* what a best response gains once two are left, at most */
};

/* NULL if there is no memory. Only hands within these sets of cards (from bit 0) are solved. */
struct three_ring *three_ring_new(const uint8_t kind[QUIBBIT_RING], bool lap_by_leader,
                                  bool tie_by_crown_now, const uint8_t hand[THREE_SEATS]);
void three_ring_free(struct three_ring *ring);
/* The part of a game that the ring knows; the rest stays as it is. */
void three_ring_game(const struct three_ring *ring, struct three_game *game);

#ifdef __cplusplus
}
#endif

#endif
