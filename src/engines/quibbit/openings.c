/* openings.c: looks up what an opening of two-player Quibbit is worth. See openings.h.
 *
 * When all are placed, the frogs are in a row: the dummy at the back, then the seats. So an opening
 * is a tile, that of seat 0, and who is in front. That holds whichever seat placed first, and so
 * the 108 rings suffice: where the seats have exchanged their colours, they exchange their
 * values. */
#include "openings.h"

#include "opening_values.h"

#include "banned.h"

#define VALUE_UNIT 1e-4f
#define DUMMY_UNIT 1e-3f

static bool hands_full(const struct quibbit_state *state)
{
    return state->in_play == 3 && state->hand[0] == QUIBBIT_HAND_FULL &&
           state->hand[1] == QUIBBIT_HAND_FULL && state->deck == QUIBBIT_HAND_FULL;
}

/* The number of a ring whose openings are known, or -1. */
static int layout_covered(const struct quibbit_state *state, int *rotation, bool *swapped)
{
    if (state->lap_by_leader || state->tie_by_crown_now || state->dummy_counts) return -1;
    const int layout = hands_full(state) ? quibbit_layout_find(state, rotation, swapped) : -1;
    return layout >= 0 && opening_value[layout][0] != OPENING_UNKNOWN ? layout : -1;
}

bool quibbit_openings_cover(const struct quibbit_state *state)
{
    int rotation;
    bool swapped;
    return layout_covered(state, &rotation, &swapped) >= 0;
}

bool quibbit_opening_known(const struct quibbit_state *state, float *value, float *dummy)
{
    int rotation;
    bool swapped;
    const int layout = layout_covered(state, &rotation, &swapped);
    if (layout < 0 || state->round != 1) return false;
    const int first = swapped ? 1 : 0;
    const uint32_t back = state->progress[2];
    const bool in_front = state->progress[1 - first] == back + 2;
    if (state->progress[first] != back + (in_front ? 1 : 2)) return false;
    if (state->progress[1 - first] != back + (in_front ? 2 : 1)) return false;
    const int tile = (state->tile[first] - rotation + QUIBBIT_RING) % QUIBBIT_RING;
    const int at = 2 * tile + (in_front ? 1 : 0);
    *value = (float)opening_value[layout][at] * (swapped ? -VALUE_UNIT : VALUE_UNIT);
    *dummy = (float)opening_dummy[layout][at] * DUMMY_UNIT;
    return true;
}

bool quibbit_openings_sound(int *rings)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a, value by value */
    *rings = OPENING_RINGS;
    for (int ring = 0; ring < QUIBBIT_LAYOUTS; ring++) {
        for (int at = 0; at < 2 * QUIBBIT_RING; at++) {
            hash = (hash ^ (uint16_t)opening_value[ring][at]) * 0x100000001b3u;
            hash = (hash ^ opening_dummy[ring][at]) * 0x100000001b3u;
        }
    }
    return hash == OPENING_HASH;
}
