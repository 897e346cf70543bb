/* round.c: a fast round of Quibbit!. See round.h; the rulings (Q5 to Q12) are named
 * as in src/games/quibbit/rules.c. */
#include "round.h"

#include <string.h>

#include "banned.h"

void quibbit_rules_set(struct quibbit_rules *rules, const struct quibbit_state *state)
{
    memset(rules, 0, sizeof *rules);
    rules->seats = state->seats;
    rules->frogs = state->frogs;
    rules->tiles = state->tiles;
    rules->lap_by_leader = state->lap_by_leader;
    rules->tie_by_crown_now = state->tie_by_crown_now;
    rules->dummy_counts = state->dummy_counts;
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        rules->home[frog] = state->ring[frog] | state->ring[QUIBBIT_FLOWER];
    }
}

void quibbit_spot_set(struct quibbit_spot *spot, const struct quibbit_state *state)
{
    memset(spot, 0, sizeof *spot);
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        spot->progress[frog] = state->progress[frog];
        spot->tile[frog] = state->tile[frog];
        spot->hand[frog] = state->hand[frog];
    }
    spot->occupied = state->occupied;
    spot->in_play = state->in_play;
    spot->deck = state->deck;
    spot->crown = state->crown;
    spot->winner = QUIBBIT_NO_WINNER;
}

static uint8_t farthest(const struct quibbit_spot *spot)
{
    uint8_t best = 0;
    for (uint8_t frog = 1; frog < QUIBBIT_FROGS_MAX; frog++) {
        const int32_t progress = (int32_t)spot->progress[frog];
        if (progress > (int32_t)spot->progress[best]) best = frog;
    }
    return best;
}

/* Q5: who leaps when; returns how many do. */
static int order_set(const struct quibbit_spot *spot, const struct quibbit_cards *cards,
                     uint8_t order[QUIBBIT_FROGS_MAX])
{
    uint64_t key[QUIBBIT_FROGS_MAX];
    int count = 0;
    for (unsigned frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        const uint64_t card = cards->card[frog];
        if (card == 0) continue;
        const uint64_t own = card << 40 | (uint64_t)spot->progress[frog] << 8 | frog;
        int at = count++;
        for (; at > 0 && key[at - 1] > own; at--) key[at] = key[at - 1];
        key[at] = own;
    }
    for (int i = 0; i < count; i++) order[i] = (uint8_t)(key[i] & 3);
    return count;
}

/* Q6 and Q7: false when it has won by a lap. */
static bool frog_leap(const struct quibbit_rules *rules, struct quibbit_spot *spot, uint8_t frog,
                      uint32_t card)
{
    const uint32_t tile = spot->tile[frog];
    const uint32_t by = quibbit_leap(spot->occupied, rules->tiles, tile, card);
    const uint32_t landing = tile + by < rules->tiles ? tile + by : tile + by - rules->tiles;
    spot->occupied ^= (uint16_t)(1u << tile | 1u << landing);
    spot->tile[frog] = (uint8_t)landing;
    spot->progress[frog] += by;
    if ((rules->home[frog] >> landing & 1) == 0) spot->hand[frog] &= (uint8_t) ~(1u << card);
    if (spot->progress[frog] - quibbit_spot_least(spot) <= rules->tiles) return true;
    return frog != (rules->lap_by_leader ? farthest(spot) : spot->crown);
}

/* Q10 to Q12. */
static void outs(const struct quibbit_rules *rules, struct quibbit_spot *spot, uint8_t crown_before)
{
    const uint8_t crown = rules->tie_by_crown_now ? spot->crown : crown_before;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (!quibbit_plays(spot, seat) || spot->hand[seat] != 0) continue;
        spot->occupied &= (uint16_t) ~(1u << spot->tile[seat]);
        spot->progress[seat] = QUIBBIT_NOWHERE;
        spot->tile[seat] = 0;
        spot->in_play &= (uint8_t) ~(1u << seat);
    }
    if (spot->occupied != 0) spot->crown = farthest(spot);
    if (spot->in_play == 0) {
        spot->winner = rules->dummy_counts ? rules->seats : crown;
    } else if ((spot->in_play & (spot->in_play - 1)) == 0 && !rules->dummy_counts) {
        spot->winner = (uint8_t)__builtin_ctz(spot->in_play);
    }
}

void quibbit_round_play(const struct quibbit_rules *rules, struct quibbit_spot *spot,
                        const struct quibbit_cards *cards)
{
    const uint8_t crown_before = spot->crown;
    uint8_t order[QUIBBIT_FROGS_MAX];
    const int count = order_set(spot, cards, order);
    if (rules->frogs > rules->seats) {
        spot->deck &= (uint8_t) ~(1u << cards->card[rules->seats]);
        if (spot->deck == 0) spot->deck = QUIBBIT_HAND_FULL;
    }
    for (int i = 0; i < count; i++) {
        if (frog_leap(rules, spot, order[i], cards->card[order[i]])) continue;
        spot->winner = order[i];
        return;
    }
    spot->crown = farthest(spot);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (quibbit_plays(spot, seat) && spot->hand[seat] == 0) {
            outs(rules, spot, crown_before);
            return;
        }
    }
}
