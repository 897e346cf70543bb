/* three_play.c: whole games of Quibbit for three by a solution. See three_play.h.
 */
#include "three_play.h"

#include <string.h>

#define ROUNDS_MAX 1000
#define FULL_HAND (THREE_HANDS - 1)

static void gain_add(struct three_gain *gain, const float *best, const float *value, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        const float more = best[seat] - value[seat];
        gain->count++;
        gain->sum += (double)more;
        if (more > gain->most) gain->most = more;
        if (more > THREE_GAIN_LARGE) gain->large++;
    }
}

void three_gain_block(const struct three_game *game, uint32_t block, struct three_gain *gain)
{
    const uint64_t base = (uint64_t)block * game->positions;
    for (uint64_t state = base; state < base + game->positions; state++) {
        gain_add(gain, game->best[state], game->value[state], THREE_SEATS);
    }
}

/* ---- Openings ---- */

/* Where all stand after these placements (Q2). */
static uint32_t opening_position(const struct three_ring *ring, int tile, int answer, int reply)
{
    const uint32_t first = QUIBBIT_RING + (uint32_t)tile;
    const uint32_t second = answer != 0 ? first + 1 : first - 1;
    const uint32_t low = first < second ? first : second;
    const uint32_t progress[THREE_SEATS] = {first, second, reply != 0 ? low + 2 : low - 1};
    return quibbit_position_rank(ring->positions, progress);
}

static uint64_t opening_state(const struct three_game *game, uint32_t position)
{
    const unsigned hand[THREE_SEATS] = {FULL_HAND, FULL_HAND, FULL_HAND};
    return (uint64_t)three_block(hand) * game->positions + position;
}

void three_opening(const struct three_ring *ring, const struct three_game *game,
                   struct three_opening *opening)
{
    memset(opening, 0, sizeof *opening);
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        double(*value)[2][THREE_SEATS] = opening->value[tile];
        for (int answer = 0; answer < 2; answer++) {
            for (int reply = 0; reply < 2; reply++) {
                const uint64_t state =
                    opening_state(game, opening_position(ring, tile, answer, reply));
                gain_add(&opening->gain, game->best[state], game->value[state], THREE_SEATS);
                for (int seat = 0; seat < THREE_SEATS; seat++) {
                    value[answer][reply][seat] = (double)game->value[state][seat];
                }
            }
            opening->reply[tile][answer] = value[answer][1][2] > value[answer][0][2];
        }
        const uint8_t *reply = opening->reply[tile];
        opening->answer[tile] = value[1][reply[1]][1] > value[0][reply[0]][1];
        const double *won = value[opening->answer[tile]][reply[opening->answer[tile]]];
        if (tile > 0 && won[0] <= opening->game[0]) continue;
        opening->tile_best = (uint8_t)tile;
        memcpy(opening->game, won, sizeof opening->game);
    }
}

/* ---- Games ---- */

/* splitmix64: these games need no better dice. */
static uint64_t dice_word(uint64_t *dice)
{
    uint64_t x = *dice += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint32_t dice_below(uint64_t *dice, uint32_t end)
{
    return (uint32_t)((dice_word(dice) >> 32) * end >> 32);
}

/* Two play on: the gains in what they meet. */
static void pair_met(const struct three_ring *ring, const struct three_game *game, int out,
                     const unsigned given[2], uint32_t pair, uint64_t *dice,
                     struct three_gain *gain)
{
    const struct quibbit_positions *positions = ring->positions;
    const int seat[2] = {out == 0 ? 1 : 0, out == 2 ? 1 : 2};
    unsigned hand[2] = {given[0], given[1]};
    for (int round = 0; round < ROUNDS_MAX && hand[0] != 0 && hand[1] != 0; round++) {
        const uint64_t at = three_pair_at(game, out, hand[0], hand[1], pair);
        int card[2] = {0, 0};
        gain_add(gain, ring->pair_best[at], ring->pair_value[at], 2);
        for (int i = 0; i < 2; i++) {
            float ticket = (float)dice_below(dice, 1u << 24) / (float)(1u << 24);
            for (int c = 0; c < THREE_CARDS; c++) {
                if (ring->pair_mix[at][i][c] <= 0) continue;
                card[i] = c;
                ticket -= ring->pair_mix[at][i][c];
                if (ticket < 0) break;
            }
        }
        const uint32_t to = positions->pair_next[QUIBBIT_CHOICE(card[0], card[1])][pair];
        if (to >= positions->pair_count) return;
        for (int i = 0; i < 2; i++) {
            const uint8_t kind = positions->kind[positions->pair[to].tile[i]];
            if (kind != seat[i] && kind != QUIBBIT_FLOWER) hand[i] &= ~(1u << card[i]);
        }
        pair = to;
    }
}

static void game_met(const struct three_ring *ring, const struct three_game *game, uint64_t *dice,
                     struct three_gain *gain)
{
    unsigned hand[THREE_SEATS] = {FULL_HAND, FULL_HAND, FULL_HAND};
    uint32_t position = opening_position(ring, (int)dice_below(dice, QUIBBIT_RING),
                                         (int)dice_below(dice, 2), (int)dice_below(dice, 2));
    for (int round = 0; round < ROUNDS_MAX; round++) {
        const uint32_t block = three_block(hand);
        const uint64_t state = (uint64_t)block * game->positions + position;
        struct three_hands hands;
        uint32_t number = 0;
        int card[THREE_SEATS], out = -1, outs = 0;
        three_hands_set(&hands, block);
        gain_add(gain, game->best[state], game->value[state], THREE_SEATS);
        const uint8_t *bytes = three_strategy(game, &hands, block, position);
        for (int seat = 0; seat < THREE_SEATS; bytes += hands.count[seat++]) {
            int i = 0;
            uint32_t ticket = dice_below(dice, THREE_BYTE);
            for (; ticket >= bytes[i]; i++) ticket -= bytes[i];
            card[seat] = hands.card[seat][i];
            number = number * THREE_CARDS + (uint32_t)card[seat];
        }
        position = game->next[number * game->positions + position];
        if (position >= game->positions) return;
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            if ((game->home[position] >> seat & 1) == 0) hand[seat] &= ~(1u << card[seat]);
            if (hand[seat] != 0) continue;
            out = seat;
            outs++;
        }
        if (outs > 1) return;
        if (outs == 0) continue;
        const unsigned left[2] = {hand[out == 0 ? 1 : 0], hand[out == 2 ? 1 : 2]};
        pair_met(ring, game, out, left, game->pair_left[out][position], dice, gain);
        return;
    }
}

void three_met(const struct three_ring *ring, const struct three_game *game, uint32_t games,
               uint64_t seed, struct three_gain *gain)
{
    uint64_t dice = seed;
    memset(gain, 0, sizeof *gain);
    for (uint32_t i = 0; i < games; i++) game_met(ring, game, &dice, gain);
}
