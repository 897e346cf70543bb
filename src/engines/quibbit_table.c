/* quibbit_table.c: nearly right values of Quibbit's game of two. See quibbit_table.h.
 *
 * The positions of a pair of hands are a block. Where a round leads depends on the places and cards
 * alone and is worked out first. Whether a card comes back depends on the tile reached; so each
 * pair of cards leads to one of four blocks: three with smaller hands, or the same one, whose
 * values are approached in a few sweeps. */
#include "quibbit_table.h"

#include <string.h>

#include "quibbit_matrix.h"

#include "banned.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* the same answers from every compiler */
#endif

#define RING QUIBBIT_RING_DUEL
#define TRIO QUIBBIT_TRIO
#define NO_PLACE 0xffff
#define CARDS QUIBBIT_CARD_MAX
#define STATES_A_NODE 8 /* a state of a block is that much less work than a node of the search */

/* ---- Places ---- */

static uint16_t *rank_of(struct quibbit_table *table, const struct quibbit_place *place)
{
    const int last = place->ahead[0] == 0 ? 0 : place->ahead[1] == 0 ? 1 : 2;
    return &table->rank[place->tile[last]][last][place->ahead[(last + 1) % TRIO]]
                       [place->ahead[(last + 2) % TRIO]];
}

/* False where a frog is too far ahead for the table. */
static bool place_of(const struct quibbit_spot *spot, struct quibbit_place *place)
{
    const uint32_t least = quibbit_spot_least(spot);
    for (int frog = 0; frog < TRIO; frog++) {
        const uint32_t ahead = spot->progress[frog] - least;
        if (spot->progress[frog] == QUIBBIT_NOWHERE || ahead > QUIBBIT_AHEAD_MAX) return false;
        place->tile[frog] = spot->tile[frog];
        place->ahead[frog] = (uint8_t)ahead;
    }
    return true;
}

/* The place's number; a new one if it has none yet. */
static uint16_t place_add(struct quibbit_table *table, const struct quibbit_place *place)
{
    uint16_t *rank = rank_of(table, place);
    if (*rank != NO_PLACE || table->count == QUIBBIT_PLACES_MAX) return *rank;
    unsigned front = 0;
    for (unsigned frog = 1; frog < TRIO; frog++) {
        if (place->ahead[frog] > place->ahead[front]) front = frog;
    }
    unsigned homes = 0;
    for (unsigned seat = 0; seat < 2; seat++) {
        homes |= (table->rules->home[seat] >> place->tile[seat] & 1u) << seat;
    }
    table->place[table->count] = *place;
    table->front[table->count] = (uint8_t)front;
    table->homes[table->count] = (uint8_t)homes;
    *rank = (uint16_t)table->count++;
    return *rank;
}

static void spot_at(struct quibbit_spot *spot, const struct quibbit_place *place, unsigned crown)
{
    memset(spot, 0, sizeof *spot);
    for (unsigned frog = 0; frog < TRIO; frog++) {
        spot->progress[frog] = RING + (uint32_t)place->ahead[frog];
        spot->tile[frog] = place->tile[frog];
        spot->occupied |= (uint16_t)(1u << place->tile[frog]);
    }
    spot->progress[TRIO] = QUIBBIT_NOWHERE;
    spot->hand[0] = spot->hand[1] = spot->deck = QUIBBIT_HAND_FULL;
    spot->in_play = 3;
    spot->crown = (uint8_t)crown;
    spot->winner = QUIBBIT_NO_WINNER;
}

/* Where all rounds lead from this place. Wins are numbered from the end of the places' numbers. */
static void place_rounds(struct quibbit_table *table, uint32_t number)
{
    struct quibbit_spot spot;
    spot_at(&spot, &table->place[number], table->front[number]);
    for (uint32_t round = 0; round < QUIBBIT_ROUNDS; round++) {
        struct quibbit_spot after = spot;
        struct quibbit_place reached;
        const struct quibbit_cards cards = {.card = {(uint8_t)(round / 25 + 1),
                                                     (uint8_t)(round / CARDS % CARDS + 1),
                                                     (uint8_t)(round % CARDS + 1)}};
        quibbit_round_play(table->rules, &after, &cards);
        uint16_t next = QUIBBIT_PLACES_MAX + 2; /* nobody's win, where all else fails */
        if (after.winner != QUIBBIT_NO_WINNER) {
            next = (uint16_t)(QUIBBIT_PLACES_MAX + after.winner);
        } else if (place_of(&after, &reached)) {
            next = place_add(table, &reached);
            if (next == NO_PLACE) next = QUIBBIT_PLACES_MAX + 2;
        }
        table->next[number][round] = next;
    }
}

/* All starts: the seats next to each other, the dummy behind them. */
static void places_start(struct quibbit_table *table)
{
    for (unsigned tile = 0; tile < RING; tile++) {
        for (unsigned first = 0; first < 2; first++) {
            struct quibbit_place place = {{0}, {0}};
            place.ahead[first] = 1;
            place.ahead[1 - first] = 2;
            for (unsigned frog = 0; frog < TRIO; frog++) {
                place.tile[frog] = (uint8_t)((tile + place.ahead[frog]) % RING);
            }
            place_add(table, &place);
        }
    }
}

/* ---- A seat alone with the dummy ---- */

static int16_t worth_of(unsigned frog)
{
    static const int16_t worth[TRIO] = {QUIBBIT_WORTH, -QUIBBIT_WORTH, 0};
    return worth[frog];
}

/* What a card leads to, over all cards of the dummy. */
static int32_t alone_card(const struct quibbit_table *table, int seat,
                          const struct quibbit_spot *spot, uint8_t card)
{
    int32_t sum = 0;
    for (uint8_t turned = 1; turned <= CARDS; turned++) {
        struct quibbit_spot after = *spot;
        struct quibbit_cards cards = {{0}};
        cards.card[seat] = card;
        cards.card[2] = turned;
        quibbit_round_play(table->rules, &after, &cards);
        if (after.winner != QUIBBIT_NO_WINNER) {
            sum += worth_of(after.winner);
            continue;
        }
        int32_t ahead = (int32_t)(after.progress[seat] - after.progress[2]);
        if (ahead > QUIBBIT_AHEAD_MAX) ahead = QUIBBIT_AHEAD_MAX;
        if (ahead < -QUIBBIT_AHEAD_MAX) ahead = -QUIBBIT_AHEAD_MAX;
        sum +=
            table->alone[seat][after.hand[seat] >> 1][after.tile[seat]][ahead + QUIBBIT_AHEAD_MAX];
    }
    return sum / CARDS;
}

static void alone_sweep(struct quibbit_table *table, int seat, unsigned hand)
{
    const int32_t sign = seat == 0 ? 1 : -1;
    for (unsigned tile = 0; tile < RING; tile++) {
        for (int ahead = -QUIBBIT_AHEAD_MAX; ahead <= QUIBBIT_AHEAD_MAX; ahead++) {
            struct quibbit_spot spot;
            if (ahead % RING == 0) continue;
            memset(&spot, 0, sizeof spot);
            for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
                spot.progress[frog] = QUIBBIT_NOWHERE;
            }
            spot.tile[seat] = (uint8_t)tile;
            spot.progress[seat] = 4 * RING + tile;
            spot.progress[2] = (uint32_t)((int32_t)spot.progress[seat] - ahead);
            spot.tile[2] = (uint8_t)(spot.progress[2] % RING);
            spot.occupied = (uint16_t)(1u << tile | 1u << spot.tile[2]);
            spot.hand[seat] = (uint8_t)(hand << 1);
            spot.deck = QUIBBIT_HAND_FULL;
            spot.in_play = POND_SEAT(seat);
            spot.crown = ahead > 0 ? (uint8_t)seat : 2;
            spot.winner = QUIBBIT_NO_WINNER;
            int32_t best = 0;
            for (unsigned cards = hand << 1; cards != 0; cards &= cards - 1) {
                const uint8_t card = (uint8_t)__builtin_ctz(cards);
                const int32_t value = sign * alone_card(table, seat, &spot, card);
                if (value > best) best = value;
            }
            table->alone[seat][hand][tile][ahead + QUIBBIT_AHEAD_MAX] = (int16_t)(sign * best);
        }
    }
}

/* With a bystander the one who is left has won. */
static void left_fill(struct quibbit_table *table, int seat, unsigned hand)
{
    int16_t *left = table->left[seat][hand];
    for (uint32_t i = 0; i < table->count; i++) {
        const struct quibbit_place *place = &table->place[i];
        const int ahead = place->ahead[seat] - place->ahead[2];
        left[i] = table->rules->dummy_counts
                      ? table->alone[seat][hand][place->tile[seat]][ahead + QUIBBIT_AHEAD_MAX]
                      : worth_of((unsigned)seat);
    }
    for (unsigned frog = 0; frog < TRIO; frog++) left[QUIBBIT_PLACES_MAX + frog] = worth_of(frog);
}

static void ends_fill(struct quibbit_table *table)
{
    const bool counts = table->rules->dummy_counts;
    for (uint32_t i = 0; i < QUIBBIT_PLACES_MAX + TRIO; i++) {
        const unsigned lap = i < QUIBBIT_PLACES_MAX ? TRIO : i - QUIBBIT_PLACES_MAX;
        for (unsigned frog = 0; frog < TRIO; frog++) {
            const unsigned winner = counts ? 2 : frog;
            table->won[frog][i] = worth_of(lap < TRIO ? lap : winner);
        }
        if (i >= table->count && lap == TRIO) continue;
        table->tie[i] = worth_of(lap < TRIO ? lap : counts ? 2 : table->front[i]);
    }
    for (int seat = 0; seat < 2; seat++) {
        for (unsigned hand = 1; hand < QUIBBIT_HANDS; hand++) {
            for (int sweeps = 0; counts && sweeps < 24; sweeps++) alone_sweep(table, seat, hand);
            left_fill(table, seat, hand);
        }
    }
}

void quibbit_table_begin(struct quibbit_table *table, const struct quibbit_rules *rules)
{
    memset(table, 0, sizeof *table);
    table->rules = rules;
}

/* ---- Blocks ---- */

/* Where a pair of cards leads: by who comes home (bit s for seat s), values by place. */
struct ways {
    const int16_t *to[4];
    bool crown_decides; /* to[0] depends on who wears the crown now */
};

static const int16_t *block_of(const struct quibbit_table *table, unsigned hand_0, unsigned hand_1)
{
    if (hand_0 == 0 && hand_1 == 0) return table->tie;
    if (hand_0 == 0) return table->left[1][hand_1];
    if (hand_1 == 0) return table->left[0][hand_0];
    return table->block[hand_0][hand_1];
}

static struct ways ways_of(const struct quibbit_table *table, unsigned hand_0, unsigned hand_1,
                           unsigned card_0, unsigned card_1)
{
    const unsigned less_0 = hand_0 & ~(1u << card_0), less_1 = hand_1 & ~(1u << card_1);
    return (struct ways){
        .to = {block_of(table, less_0, less_1), block_of(table, hand_0, less_1),
               block_of(table, less_0, hand_1), block_of(table, hand_0, hand_1)},
        .crown_decides = less_0 == 0 && less_1 == 0 && !table->rules->tie_by_crown_now,
    };
}

/* A pair of hands at work. */
struct pairing {
    int rows, columns;
    uint8_t card_0[CARDS], card_1[CARDS];
    struct ways ways[CARDS][CARDS];
};

static int cards_list(unsigned hand, uint8_t cards[CARDS])
{
    int count = 0;
    for (; hand != 0; hand &= hand - 1) cards[count++] = (uint8_t)__builtin_ctz(hand);
    return count;
}

static void pairing_set(struct pairing *pairing, const struct quibbit_table *table, unsigned hand_0,
                        unsigned hand_1)
{
    pairing->rows = cards_list(hand_0, pairing->card_0);
    pairing->columns = cards_list(hand_1, pairing->card_1);
    for (int r = 0; r < pairing->rows; r++) {
        for (int c = 0; c < pairing->columns; c++) {
            pairing->ways[r][c] =
                ways_of(table, hand_0, hand_1, pairing->card_0[r], pairing->card_1[c]);
        }
    }
}

/* The value of one state, from those that follow. */
static int16_t state_solve(const struct quibbit_table *table, const struct pairing *pairing,
                           uint32_t number)
{
    int32_t sum[CARDS][CARDS],
        high[CARDS] = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
    int32_t best_low = INT32_MIN, best_high = INT32_MAX;
    for (int r = 0; r < pairing->rows; r++) {
        int32_t low = INT32_MAX;
        for (int c = 0; c < pairing->columns; c++) {
            struct ways ways = pairing->ways[r][c];
            const uint16_t *next =
                &table->next[number][(pairing->card_0[r] * CARDS + pairing->card_1[c]) * CARDS];
            if (ways.crown_decides) ways.to[0] = table->won[table->front[number]];
            int32_t total = 0;
            for (int turned = 0; turned < CARDS; turned++) {
                const uint32_t to = next[turned];
                total += ways.to[table->homes[to]][to];
            }
            sum[r][c] = total;
            if (total < low) low = total;
            if (total > high[c]) high[c] = total;
        }
        if (low > best_low) best_low = low;
    }
    for (int c = 0; c < pairing->columns; c++) {
        if (high[c] < best_high) best_high = high[c];
    }
    if (best_low == best_high) return (int16_t)(best_low / CARDS);
    struct quibbit_matrix matrix = {.rows = pairing->rows, .columns = pairing->columns};
    struct quibbit_mix mix;
    for (int r = 0; r < pairing->rows; r++) {
        for (int c = 0; c < pairing->columns; c++) {
            matrix.payoff[r][c] = sum[r][c] * (1.0 / (CARDS * QUIBBIT_WORTH));
        }
    }
    quibbit_matrix_solve(&matrix, &mix);
    return (int16_t)(mix.value * QUIBBIT_WORTH);
}

static void block_solve(struct quibbit_table *table, unsigned hand_0, unsigned hand_1)
{
    int16_t *values = table->block[hand_0][hand_1];
    struct pairing pairing;
    const int cards_0 = __builtin_popcount(hand_0), cards_1 = __builtin_popcount(hand_1);
    const int sweeps = cards_0 * cards_1 <= 6 ? 4 : cards_0 * cards_1 <= 9 ? 3 : 2;
    pairing_set(&pairing, table, hand_0, hand_1);
    for (uint32_t i = 0; i < table->count; i++) {
        values[i] = (int16_t)((cards_0 - cards_1) * (QUIBBIT_WORTH / 8));
    }
    for (unsigned frog = 0; frog < TRIO; frog++) values[QUIBBIT_PLACES_MAX + frog] = worth_of(frog);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        for (uint32_t i = 0; i < table->count; i++) values[i] = state_solve(table, &pairing, i);
    }
    table->nodes += table->count * (uint32_t)sweeps / STATES_A_NODE;
}

size_t quibbit_table_build(struct quibbit_table *table, const struct quibbit_spot *spot,
                           uint64_t nodes_max, void *memory, size_t size,
                           const struct pond_task *task)
{
    const size_t block_size = (QUIBBIT_PLACES_MAX + TRIO + 13) / 16 * 16 * sizeof(int16_t);
    unsigned char *at = memory;
    struct quibbit_place place;
    memset(table->rank, 0xff, sizeof table->rank);
    places_start(table);
    if (place_of(spot, &place)) place_add(table, &place);
    for (uint32_t i = 0; i < table->count; i++) place_rounds(table, i);
    ends_fill(table);
    for (unsigned hand_0 = 1; hand_0 < QUIBBIT_HANDS; hand_0++) {
        for (unsigned hand_1 = 1; hand_1 < QUIBBIT_HANDS; hand_1++) {
            const unsigned beyond =
                (hand_0 & ~(spot->hand[0] >> 1u)) | (hand_1 & ~(spot->hand[1] >> 1u));
            if (beyond != 0) continue;
            const size_t used = (size_t)(at - (unsigned char *)memory);
            if (used + block_size > size || table->nodes > nodes_max || pond_task_spent(task, 0)) {
                return used;
            }
            table->block[hand_0][hand_1] = (int16_t *)(void *)at;
            at += block_size;
            block_solve(table, hand_0, hand_1);
        }
    }
    return (size_t)(at - (unsigned char *)memory);
}

static bool alone_probe(const struct quibbit_table *table, const struct quibbit_spot *spot,
                        float *value)
{
    const int seat = quibbit_plays(spot, 0) ? 0 : 1;
    const int32_t ahead = (int32_t)(spot->progress[seat] - spot->progress[2]);
    if (ahead < -QUIBBIT_AHEAD_MAX || ahead > QUIBBIT_AHEAD_MAX) return false;
    const int16_t worth =
        table->alone[seat][spot->hand[seat] >> 1][spot->tile[seat]][ahead + QUIBBIT_AHEAD_MAX];
    *value = (float)worth * (1.0f / QUIBBIT_WORTH);
    return true;
}

bool quibbit_table_probe(const struct quibbit_table *table, const struct quibbit_spot *spot,
                         float *value)
{
    struct quibbit_place place;
    if (table->count == 0) return false;
    if (spot->in_play != 3) return alone_probe(table, spot, value);
    if (!place_of(spot, &place)) return false;
    const int16_t *block = table->block[spot->hand[0] >> 1][spot->hand[1] >> 1];
    const int last = place.ahead[0] == 0 ? 0 : place.ahead[1] == 0 ? 1 : 2;
    const uint16_t rank = table->rank[place.tile[last]][last][place.ahead[(last + 1) % TRIO]]
                                     [place.ahead[(last + 2) % TRIO]];
    if (block == NULL || rank == NO_PLACE) return false;
    *value = (float)block[rank] * (1.0f / QUIBBIT_WORTH);
    return true;
}
