/* layouts.c: the rings of two-player Quibbit, up to what makes no difference. See
 * layouts.h.
 *
 * A ring may be turned until the water is at tile 0; then the flowers are at 4 and 8, and each of
 * the three segments has its colours in one of six orders: 216 rings. When the seats exchange their
 * colours, they exchange their chances; the one of both in which seat 0's leaf comes before seat
 * 1's in the segment after the water is taken: 108. A mirror image is another game: frogs leap one
 * way only. */
#include "layouts.h"

#include <string.h>

#define SEGMENTS 3
#define ORDERS 6
#define APART (QUIBBIT_RING / SEGMENTS)

/* The three in which 0 comes before 1 are first, and exchanging 0 and 1 leads from an order to the
 * one that is three further. */
static const uint8_t order[ORDERS][QUIBBIT_TRIO] = {{0, 1, 2}, {0, 2, 1}, {2, 0, 1},
                                                    {1, 0, 2}, {1, 2, 0}, {2, 1, 0}};

void quibbit_layout(int number, uint8_t kind[QUIBBIT_RING])
{
    const int segment[SEGMENTS] = {number / (ORDERS * ORDERS), number / ORDERS % ORDERS,
                                   number % ORDERS};
    for (int i = 0; i < SEGMENTS; i++) {
        kind[i * APART] = i == 0 ? QUIBBIT_WATER : QUIBBIT_FLOWER;
        memcpy(kind + i * APART + 1, order[segment[i]], QUIBBIT_TRIO);
    }
}

static int order_find(const uint8_t kind[QUIBBIT_RING], int tile)
{
    for (int found = 0; found < ORDERS; found++) {
        int same = 0;
        for (int i = 0; i < QUIBBIT_TRIO; i++) {
            same += kind[(tile + i) % QUIBBIT_RING] == order[found][i];
        }
        if (same == QUIBBIT_TRIO) return found;
    }
    return 0;
}

int quibbit_layout_number(const uint8_t kind[QUIBBIT_RING], int *rotation, bool *swapped)
{
    int water = 0, segment[SEGMENTS];
    while (water < QUIBBIT_RING - 1 && kind[water] != QUIBBIT_WATER) water++;
    for (int i = 0; i < SEGMENTS; i++) segment[i] = order_find(kind, water + i * APART + 1);
    *rotation = water;
    *swapped = segment[0] >= ORDERS / 2;
    for (int i = 0; i < SEGMENTS && *swapped; i++) segment[i] = (segment[i] + ORDERS / 2) % ORDERS;
    return (segment[0] * ORDERS + segment[1]) * ORDERS + segment[2];
}

int quibbit_layout_find(const struct quibbit_state *state, int *rotation, bool *swapped)
{
    uint8_t kind[QUIBBIT_RING];
    if (state->seats != 2 || state->tiles != QUIBBIT_RING || state->laid != state->tiles) return -1;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        kind[tile] = (uint8_t)quibbit_tile_kind(state, tile);
    }
    return quibbit_layout_number(kind, rotation, swapped);
}

void quibbit_layout_print(const uint8_t kind[QUIBBIT_RING], const char *colors,
                          struct pond_text *out)
{
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        const bool leaf = kind[tile] < QUIBBIT_TRIO;
        pond_text_char(out, leaf ? colors[kind[tile]] : kind[tile] == QUIBBIT_FLOWER ? '*' : '~');
    }
}
