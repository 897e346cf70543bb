/* three_ring.c: a ring of Quibbit for three before it is solved. See three_ring.h.
 *
 * When a player is out, the two others play a zero-sum game: each round is solved exactly by
 * matrix.h, from small hands to large ones, by value iteration where both keep their cards. */
#include "three_ring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

#define PAIR_SWEEPS_MAX 5000
#define PAIR_SETTLED 1e-12
#define PAIR_STAY (1 - 1e-5) /* so that a winner who could as well win later wins now */

/* Two players on their own: which ones, and their hands. */
struct duel {
    const struct three_ring *ring;
    int out, seat[2];
    uint16_t home[2]; /* by player: a set of tiles */
    unsigned hand[2];
    double value[QUIBBIT_PAIRS_MAX]; /* of this pair of hands: the first's wins less the second's */
};

static bool seat_home(const uint8_t kind[QUIBBIT_RING], int seat, int tile)
{
    return kind[tile] == seat || kind[tile] == QUIBBIT_FLOWER;
}

static int pair_front(const struct quibbit_pair *pair) { return pair->ahead[0] > 0 ? 0 : 1; }

static bool pair_stays(const struct duel *duel, uint32_t pair)
{
    const uint8_t *tile = duel->ring->positions->pair[pair].tile;
    return (duel->home[0] >> tile[0] & 1) != 0 && (duel->home[1] >> tile[1] & 1) != 0;
}

/* Where cards lead: who has won, or -1 and the state that follows. */
static int duel_follow(const struct duel *duel, uint32_t from, int first, int second, uint32_t *to,
                       unsigned left[2])
{
    const struct quibbit_positions *positions = duel->ring->positions;
    const int card[2] = {first, second};
    *to = positions->pair_next[QUIBBIT_CHOICE(first, second)][from];
    if (*to >= positions->pair_count) return (int)(*to - positions->pair_count);
    for (int i = 0; i < 2; i++) {
        const bool home = (duel->home[i] >> positions->pair[*to].tile[i] & 1) != 0;
        left[i] = home ? duel->hand[i] : duel->hand[i] & ~(1u << card[i]);
    }
    if (left[0] != 0 && left[1] != 0) return -1;
    if (left[0] != 0 || left[1] != 0) return left[0] != 0 ? 0 : 1;
    return pair_front(&positions->pair[duel->ring->tie_by_crown_now ? *to : from]);
}

static uint64_t pair_at(const struct duel *duel, const unsigned hand[2], uint32_t pair)
{
    const struct three_game game = {.pairs = duel->ring->positions->pair_count};
    return three_pair_at(&game, duel->out, hand[0], hand[1], pair);
}

static void duel_solve_state(struct duel *duel, uint32_t from, struct matrix_answer *answer,
                             uint8_t card[2][THREE_CARDS])
{
    double payoff[MATRIX_MAX][MATRIX_MAX];
    int count[2] = {0, 0};
    for (int i = 0; i < THREE_CARDS; i++) {
        for (int player = 0; player < 2; player++) {
            if ((duel->hand[player] >> i & 1) != 0) card[player][count[player]++] = (uint8_t)i;
        }
    }
    for (int a = 0; a < count[0]; a++) {
        for (int b = 0; b < count[1]; b++) {
            uint32_t to;
            unsigned left[2] = {0, 0};
            const int winner = duel_follow(duel, from, card[0][a], card[1][b], &to, left);
            if (winner >= 0) {
                payoff[a][b] = winner == 0 ? 1 : -1;
            } else if (left[0] == duel->hand[0] && left[1] == duel->hand[1]) {
                payoff[a][b] = PAIR_STAY * duel->value[to];
            } else {
                const float *win = duel->ring->pair_value[pair_at(duel, left, to)];
                payoff[a][b] = (double)win[0] - (double)win[1];
            }
        }
    }
    matrix_solve(count[0], count[1], (const double(*)[MATRIX_MAX])payoff, answer);
}

/* One player's chance to win from a state, when both play their mixes or this one a best response
 * to the other's. Chances of this pair of hands are in `own`. */
static double duel_evaluate(const struct duel *duel, uint32_t from, int player, bool response,
                            const double own[QUIBBIT_PAIRS_MAX])
{
    const float(*mix)[THREE_CARDS] = duel->ring->pair_mix[pair_at(duel, duel->hand, from)];
    double sum = 0, most = 0;
    for (int card = 0; card < THREE_CARDS; card++) {
        double reply = 0;
        if ((duel->hand[player] >> card & 1) == 0) continue;
        for (int other = 0; other < THREE_CARDS; other++) {
            const double chance = (double)mix[1 - player][other];
            uint32_t to;
            unsigned left[2] = {0, 0};
            if (chance <= 0) continue;
            const int winner = duel_follow(duel, from, player == 0 ? card : other,
                                           player == 0 ? other : card, &to, left);
            if (winner >= 0) {
                reply += winner == player ? chance : 0;
            } else if (left[0] == duel->hand[0] && left[1] == duel->hand[1]) {
                reply += chance * own[to];
            } else {
                const float(*value)[2] = response ? duel->ring->pair_best : duel->ring->pair_value;
                reply += chance * (double)value[pair_at(duel, left, to)][player];
            }
        }
        sum += (double)mix[player][card] * reply;
        most = reply > most ? reply : most;
    }
    return response ? most : sum;
}

static void duel_chances(const struct duel *duel, int player, bool response)
{
    const uint32_t count = duel->ring->positions->pair_count;
    double own[QUIBBIT_PAIRS_MAX], change = 1;
    for (uint32_t pair = 0; pair < count; pair++) own[pair] = 0.5;
    for (int sweep = 0; sweep < PAIR_SWEEPS_MAX && change > PAIR_SETTLED; sweep++) {
        change = 0;
        for (uint32_t pair = 0; pair < count; pair++) {
            if (!pair_stays(duel, pair)) continue;
            const double found = duel_evaluate(duel, pair, player, response, own);
            if (fabs(found - own[pair]) > change) change = fabs(found - own[pair]);
            own[pair] = found;
        }
    }
    for (uint32_t pair = 0; pair < count; pair++) {
        float(*value)[2] = response ? duel->ring->pair_best : duel->ring->pair_value;
        value[pair_at(duel, duel->hand, pair)][player] =
            (float)duel_evaluate(duel, pair, player, response, own);
    }
}

static void duel_chances_all(const struct duel *duel)
{
    for (int player = 0; player < 2; player++) {
        duel_chances(duel, player, false);
        duel_chances(duel, player, true);
    }
}

/* Solves a pair of hands, all smaller ones being done. */
static void duel_solve(struct duel *duel)
{
    const uint32_t count = duel->ring->positions->pair_count;
    struct matrix_answer answer;
    uint8_t card[2][THREE_CARDS];
    double change = 1;
    memset(duel->value, 0, sizeof duel->value);
    for (int sweep = 0; sweep < PAIR_SWEEPS_MAX && change > PAIR_SETTLED; sweep++) {
        change = 0;
        for (uint32_t pair = 0; pair < count; pair++) {
            if (!pair_stays(duel, pair)) continue;
            duel_solve_state(duel, pair, &answer, card);
            const double by = fabs(answer.low - duel->value[pair]);
            change = by > change ? by : change;
            duel->value[pair] = answer.low;
        }
    }
    for (uint32_t pair = 0; pair < count; pair++) {
        float(*mix)[THREE_CARDS] = duel->ring->pair_mix[pair_at(duel, duel->hand, pair)];
        duel_solve_state(duel, pair, &answer, card);
        for (int i = 0; i < __builtin_popcount(duel->hand[0]); i++) {
            mix[0][card[0][i]] = (float)answer.row[i];
        }
        for (int i = 0; i < __builtin_popcount(duel->hand[1]); i++) {
            mix[1][card[1][i]] = (float)answer.column[i];
        }
    }
    duel_chances_all(duel);
}

/* All pairs of hands of the two who are left when a seat is out. */
static void duels_solve(struct three_ring *ring, int out, const uint8_t hand[THREE_SEATS])
{
    struct duel duel = {.ring = ring, .out = out};
    duel.seat[0] = out == 0 ? 1 : 0;
    duel.seat[1] = out == 2 ? 1 : 2;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        for (int i = 0; i < 2; i++) {
            const bool home = seat_home(ring->positions->kind, duel.seat[i], tile);
            duel.home[i] |= (uint16_t)((home ? 1u : 0u) << tile);
        }
    }
    for (int cards = 2; cards <= 2 * THREE_CARDS; cards++) {
        for (unsigned both = 0; both < THREE_HANDS * THREE_HANDS; both++) {
            duel.hand[0] = both / THREE_HANDS;
            duel.hand[1] = both % THREE_HANDS;
            const bool wanted = duel.hand[0] != 0 && duel.hand[1] != 0 &&
                                (duel.hand[0] & ~(unsigned)hand[duel.seat[0]]) == 0 &&
                                (duel.hand[1] & ~(unsigned)hand[duel.seat[1]]) == 0;
            if (!wanted || __builtin_popcount(both) != cards) continue;
            duel_solve(&duel);
        }
    }
}

/* ---- The ring ---- */

static void positions_set(struct three_ring *ring)
{
    const struct quibbit_positions *positions = ring->positions;
    uint32_t count = 0;
    for (uint32_t i = 0; i < positions->count; i++) {
        const struct quibbit_trio *place = &positions->place[i];
        uint32_t base = 0, progress[THREE_SEATS];
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            if (seat_home(positions->kind, seat, place->tile[seat])) {
                ring->home[i] |= (uint8_t)(1u << seat);
            }
            if (place->ahead[seat] == 0) base = place->tile[seat];
        }
        for (int seat = 0; seat < THREE_SEATS; seat++) progress[seat] = base + place->ahead[seat];
        for (int out = 0; out < THREE_SEATS; out++) {
            ring->pair_left[out][i] = quibbit_pair_rank(positions, progress[out == 0 ? 1 : 0],
                                                        progress[out == 2 ? 1 : 2]);
        }
        if (ring->home[i] == 7) ring->order[count++] = (uint16_t)i;
    }
    ring->cyclic = count;
    for (uint32_t i = 0; i < positions->count; i++) {
        if (ring->home[i] != 7) ring->order[count++] = (uint16_t)i;
    }
    for (uint32_t round = 0; round < QUIBBIT_ROUNDS; round++) {
        memcpy(ring->next + (size_t)round * positions->count, positions->next[round],
               positions->count * sizeof *ring->next);
    }
}

static bool ring_memory(struct three_ring *ring)
{
    const uint32_t pairs = ring->positions->pair_count;
    ring->pair_count = (uint64_t)THREE_SEATS * THREE_HANDS * THREE_HANDS * pairs;
    ring->next = malloc((size_t)QUIBBIT_ROUNDS * ring->positions->count * sizeof *ring->next);
    ring->pair_value = calloc(ring->pair_count, sizeof *ring->pair_value);
    ring->pair_best = calloc(ring->pair_count, sizeof *ring->pair_best);
    ring->pair_mix = calloc(ring->pair_count, sizeof *ring->pair_mix);
    return ring->next != NULL && ring->pair_value != NULL && ring->pair_best != NULL &&
           ring->pair_mix != NULL;
}

struct three_ring *three_ring_new(const uint8_t kind[QUIBBIT_RING], bool lap_by_leader,
                                  bool tie_by_crown_now, const uint8_t hand[THREE_SEATS])
{
    struct three_ring *ring = calloc(1, sizeof *ring);
    if (ring == NULL) return NULL;
    ring->tie_by_crown_now = tie_by_crown_now;
    ring->positions = quibbit_positions_new(kind, lap_by_leader);
    if (ring->positions == NULL || !ring_memory(ring)) {
        three_ring_free(ring);
        return NULL;
    }
    positions_set(ring);
    for (int out = 0; out < THREE_SEATS; out++) duels_solve(ring, out, hand);
    for (uint64_t i = 0; i < ring->pair_count; i++) {
        for (int player = 0; player < 2; player++) {
            const double gain =
                (double)ring->pair_best[i][player] - (double)ring->pair_value[i][player];
            if (gain > ring->pair_gain) ring->pair_gain = gain;
        }
    }
    return ring;
}

void three_ring_free(struct three_ring *ring)
{
    if (ring == NULL) return;
    quibbit_positions_free(ring->positions);
    free(ring->next);
    free(ring->pair_value);
    free(ring->pair_best);
    free(ring->pair_mix);
    free(ring);
}

void three_ring_game(const struct three_ring *ring, struct three_game *game)
{
    game->positions = ring->positions->count;
    game->cyclic = ring->cyclic;
    game->pairs = ring->positions->pair_count;
    game->tie_by_crown_now = ring->tie_by_crown_now;
    game->next = ring->next;
    game->home = ring->home;
    game->front = ring->positions->front;
    game->order = ring->order;
    for (int out = 0; out < THREE_SEATS; out++) game->pair_left[out] = ring->pair_left[out];
    game->pair_value = (const float(*)[2])ring->pair_value;
    game->pair_best = (const float(*)[2])ring->pair_best;
}
