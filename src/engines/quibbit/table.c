/* table.c: nearly right values of two-player Quibbit. See table.h.
 *
 * The positions of a pair of hands are a block. Where a round leads depends on the places and cards
 * alone and is worked out first. Whether a card comes back depends on the tile reached; so each
 * pair of cards leads to one of four blocks: three with smaller hands, or the same one. Only
 * places with both frogs at home are reached within a block: their values are approached in a few
 * sweeps, and the others follow from them. */
#include "table.h"

#include <string.h>

#include "matrix.h"

#include "banned.h"

#define RING QUIBBIT_RING
#define TRIO QUIBBIT_TRIO
#define HOMES QUIBBIT_HOMES
#define AHEAD_MAX QUIBBIT_AHEAD_MAX
#define WORTH QUIBBIT_WORTH
#define CARDS QUIBBIT_CARD_MAX
#define PAIRS (CARDS * CARDS)
#define ROUNDS QUIBBIT_ROUNDS
#define NO_PLACE 0xffff
#define TABLE_SIZE ((sizeof(struct quibbit_table) + 63) / 64 * 64)
#define BATCH QUIBBIT_BATCH
#define SWEEPS_MAX 3
#define SETTLED (WORTH / 250) /* changes and differences below do not matter */
#define ALONE_SWEEPS 24
#define PAIRS_A_NODE 24    /* a pair of cards in a place is that much less work than a node */
#define PLACES_NODES 60000 /* what the places alone are worth */

/* ---- Places ----
 *
 * Leaps do not care for colours, so rounds are played where the last frog is on tile 0 (at the
 * origin) and hold for the whole ring, turned. Places are sorted by who is at home, for then the
 * places that a pair of cards leads to lie in four pieces, one for each block. */

static int last_of(const struct quibbit_place *place)
{
    return place->ahead[0] == 0 ? 0 : place->ahead[1] == 0 ? 1 : 2;
}

static uint16_t *rank_at(struct quibbit_table *table, const struct quibbit_place *place)
{
    const int last = last_of(place);
    return &table->rank[place->tile[last]][last][place->ahead[(last + 1) % TRIO]]
                       [place->ahead[(last + 2) % TRIO]];
}

/* False if a frog is too far ahead for the table. */
static bool place_of(const struct quibbit_spot *spot, struct quibbit_place *place)
{
    const uint32_t least = quibbit_spot_least(spot);
    for (int frog = 0; frog < TRIO; frog++) {
        const uint32_t ahead = spot->progress[frog] - least;
        if (spot->progress[frog] == QUIBBIT_NOWHERE || ahead > AHEAD_MAX) return false;
        place->tile[frog] = spot->tile[frog];
        place->ahead[frog] = (uint8_t)ahead;
    }
    return true;
}

static struct quibbit_place place_turned(const struct quibbit_place *place, unsigned by)
{
    struct quibbit_place turned = *place;
    for (int frog = 0; frog < TRIO; frog++) {
        turned.tile[frog] = (uint8_t)((place->tile[frog] + by) % RING);
    }
    return turned;
}

/* Its number at the origin, a new one if it has none yet; NO_PLACE where there is no room. */
static uint16_t origin_add(struct quibbit_table *table, const struct quibbit_place *place)
{
    const struct quibbit_place origin = place_turned(place, RING - place->tile[last_of(place)]);
    uint16_t *rank = rank_at(table, &origin);
    if (*rank != NO_PLACE || table->origins == QUIBBIT_ORIGINS_MAX) return *rank;
    table->work.origin[table->origins] = origin;
    *rank = (uint16_t)table->origins++;
    return *rank;
}

static uint8_t front_of(const struct quibbit_place *place)
{
    unsigned front = 0;
    for (unsigned frog = 1; frog < TRIO; frog++) {
        if (place->ahead[frog] > place->ahead[front]) front = frog;
    }
    return (uint8_t)front;
}

static void spot_at(struct quibbit_spot *spot, const struct quibbit_place *place)
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
    spot->crown = front_of(place);
    spot->winner = QUIBBIT_NO_WINNER;
}

static void origin_link(struct quibbit_table *table, uint32_t origin)
{
    struct quibbit_spot spot;
    spot_at(&spot, &table->work.origin[origin]);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct quibbit_spot after = spot;
        struct quibbit_place reached;
        struct quibbit_leads *leads = &table->work.leads[origin][round];
        const struct quibbit_cards cards = {.card = {(uint8_t)(round / PAIRS + 1),
                                                     (uint8_t)(round / CARDS % CARDS + 1),
                                                     (uint8_t)(round % CARDS + 1)}};
        quibbit_round_play(&table->rules, &after, &cards);
        leads->winner = after.winner;
        if (after.winner != QUIBBIT_NO_WINNER) continue;
        leads->winner = 2; /* nobody's win, where the table does not reach */
        if (!place_of(&after, &reached)) continue;
        leads->origin = origin_add(table, &reached);
        leads->turned = reached.tile[last_of(&reached)];
        if (leads->origin != NO_PLACE) leads->winner = QUIBBIT_NO_WINNER;
    }
}

/* From the starts (the seats next to each other, the dummy behind them) and from the current place.
 */
static void origins_find(struct quibbit_table *table, const struct quibbit_spot *spot)
{
    static const struct quibbit_place start[2] = {{{1, 2, 0}, {1, 2, 0}}, {{2, 1, 0}, {2, 1, 0}}};
    struct quibbit_place place;
    memset(table->rank, 0xff, sizeof table->rank);
    for (int i = 0; i < 2; i++) origin_add(table, &start[i]);
    if (spot->in_play == 3 && place_of(spot, &place)) origin_add(table, &place);
    for (uint32_t i = 0; i < table->origins; i++) origin_link(table, i);
}

/* Who is not at home: bit s for seat s. */
static unsigned homes_of(const struct quibbit_table *table, const struct quibbit_place *place)
{
    const unsigned home_0 = table->rules.home[0] >> place->tile[0] & 1u;
    const unsigned home_1 = table->rules.home[1] >> place->tile[1] & 1u;
    return (1 - home_1) << 1 | (1 - home_0);
}

static void place_add(struct quibbit_table *table, const struct quibbit_place *place)
{
    const uint32_t number = table->count++;
    *rank_at(table, place) = (uint16_t)number;
    table->front[number] = front_of(place);
    for (int seat = 0; seat < 2; seat++) {
        table->tile[seat][number] = place->tile[seat];
        table->ahead[seat][number] = (int8_t)(place->ahead[seat] - place->ahead[2]);
    }
}

static void places_find(struct quibbit_table *table)
{
    struct quibbit_table_work *work = &table->work;
    for (unsigned homes = 0; homes < HOMES; homes++) {
        table->start[homes] = table->count;
        for (uint32_t i = 0; i < table->origins; i++) {
            for (unsigned by = 0; by < RING; by++) {
                const struct quibbit_place place = place_turned(&work->origin[i], by);
                if (homes_of(table, &place) != homes) continue;
                work->number[i][by] = (uint16_t)table->count;
                place_add(table, &place);
            }
        }
    }
    table->start[HOMES] = table->count;
    for (uint32_t i = 0; i < table->origins; i++) {
        for (uint32_t round = 0; round < ROUNDS; round++) {
            const struct quibbit_leads leads = work->leads[i][round];
            for (unsigned by = 0; by < RING; by++) {
                table->next[round][work->number[i][by]] =
                    leads.winner == QUIBBIT_NO_WINNER
                        ? work->number[leads.origin][(leads.turned + by) % RING]
                        : (uint16_t)(table->count + leads.winner);
            }
        }
    }
}

/* ---- A seat alone with the dummy ---- */

static int16_t worth_of(unsigned frog)
{
    static const int16_t worth[TRIO] = {WORTH, -WORTH, 0};
    return worth[frog];
}

/* Where a round of two frogs leads, by how far the seat is ahead and both cards. */
struct alone_leads {
    uint8_t by;     /* how far the seat's frog gets */
    uint8_t ahead;  /* of the dummy, from 0 for -AHEAD_MAX */
    uint8_t winner; /* or QUIBBIT_NO_WINNER */
};

static struct alone_leads alone_round(const struct quibbit_rules *rules, int ahead, uint32_t round)
{
    struct quibbit_spot spot;
    struct quibbit_cards cards = {{(uint8_t)(round / CARDS + 1), 0, (uint8_t)(round % CARDS + 1)}};
    memset(&spot, 0, sizeof spot);
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) spot.progress[frog] = QUIBBIT_NOWHERE;
    spot.progress[0] = 4 * RING;
    spot.progress[2] = (uint32_t)(4 * RING - ahead);
    spot.tile[2] = (uint8_t)(spot.progress[2] % RING);
    spot.occupied = (uint16_t)(1u | 1u << spot.tile[2]);
    spot.hand[0] = spot.deck = QUIBBIT_HAND_FULL;
    spot.in_play = 1;
    spot.crown = ahead > 0 ? 0 : 2;
    spot.winner = QUIBBIT_NO_WINNER;
    quibbit_round_play(rules, &spot, &cards);
    int32_t after = (int32_t)(spot.progress[0] - spot.progress[2]);
    if (after > AHEAD_MAX) after = AHEAD_MAX;
    if (after < -AHEAD_MAX) after = -AHEAD_MAX;
    return (struct alone_leads){.by = (uint8_t)(spot.progress[0] - 4 * RING),
                                .ahead = (uint8_t)(after + AHEAD_MAX),
                                .winner = spot.winner};
}

/* The best card's chance to win. */
static int32_t alone_best(const struct quibbit_table *table, int seat, unsigned hand, unsigned tile,
                          const struct alone_leads leads[PAIRS])
{
    int32_t best = 0;
    for (unsigned cards = hand; cards != 0; cards &= cards - 1) {
        const int card = __builtin_ctz(cards);
        int32_t sum = 0;
        for (int turned = 0; turned < CARDS; turned++) {
            const struct alone_leads *to = &leads[card * CARDS + turned];
            const unsigned landing = (tile + to->by) % RING;
            const bool kept = (table->rules.home[seat] >> landing & 1) != 0;
            const unsigned after = kept ? hand : hand & ~(1u << card);
            if (to->winner == 0) sum += WORTH;
            if (to->winner != QUIBBIT_NO_WINNER || after == 0) continue;
            const int32_t value = table->alone[seat][after][landing][to->ahead];
            sum += value < 0 ? -value : value;
        }
        if (sum > best) best = sum;
    }
    return best / CARDS;
}

static void alone_fill(struct quibbit_table *table, int seat)
{
    struct alone_leads leads[2 * AHEAD_MAX + 1][PAIRS];
    for (int ahead = -AHEAD_MAX; ahead <= AHEAD_MAX; ahead++) {
        for (uint32_t round = 0; round < PAIRS && ahead % RING != 0; round++) {
            leads[ahead + AHEAD_MAX][round] = alone_round(&table->rules, ahead, round);
        }
    }
    for (unsigned sweep = 0; sweep < (QUIBBIT_HANDS - 1) * ALONE_SWEEPS; sweep++) {
        const unsigned hand = 1 + sweep / ALONE_SWEEPS;
        for (unsigned tile = 0; tile < RING; tile++) {
            for (int at = 0; at <= 2 * AHEAD_MAX; at++) {
                if ((at - AHEAD_MAX) % RING == 0) continue;
                const int32_t best = alone_best(table, seat, hand, tile, leads[at]);
                table->alone[seat][hand][tile][at] = (int16_t)(seat == 0 ? best : -best);
            }
        }
    }
}

/* With a bystander the one who is left has won. */
static void left_fill(struct quibbit_table *table, int seat, unsigned hand)
{
    int16_t *left = table->left[seat][hand];
    for (uint32_t i = 0; i < table->count; i++) {
        left[i] =
            table->rules.dummy_counts
                ? table->alone[seat][hand][table->tile[seat][i]][table->ahead[seat][i] + AHEAD_MAX]
                : worth_of((unsigned)seat);
    }
}

static void ends_fill(struct quibbit_table *table)
{
    const bool counts = table->rules.dummy_counts;
    for (uint32_t i = 0; i < table->count; i++) {
        table->tie[i] = worth_of(counts ? 2 : table->front[i]);
    }
    for (int seat = 0; seat < 2; seat++) {
        if (counts) alone_fill(table, seat);
        for (unsigned hand = 1; hand < QUIBBIT_HANDS; hand++) left_fill(table, seat, hand);
    }
}

/* ---- Blocks ---- */

static const int16_t *block_of(const struct quibbit_table *table, unsigned hand_0, unsigned hand_1)
{
    if (hand_0 == 0 && hand_1 == 0) return table->tie;
    if (hand_0 == 0) return table->left[1][hand_1];
    if (hand_1 == 0) return table->left[0][hand_0];
    return table->block[hand_0][hand_1];
}

/* A pair of hands at work. */
struct hand_pair {
    unsigned hand_0, hand_1;
    int rows, columns;
    uint8_t card_0[CARDS], card_1[CARDS];
    int16_t *values;
};

static int cards_list(unsigned hand, uint8_t cards[CARDS])
{
    int count = 0;
    for (; hand != 0; hand &= hand - 1) cards[count++] = (uint8_t)__builtin_ctz(hand);
    return count;
}

/* Puts together where each pair of cards leads: the part for `homes`. */
static void pair_merge(struct quibbit_table *table, const struct hand_pair *pair, unsigned homes)
{
    const uint32_t start = table->start[homes], size = table->start[homes + 1] - start;
    for (int r = 0; r < pair->rows; r++) {
        for (int c = 0; c < pair->columns; c++) {
            int16_t *merged = table->work.merged[r * CARDS + c];
            const unsigned lost_0 = (homes & 1u) << pair->card_0[r];
            const unsigned lost_1 = (homes >> 1 & 1u) << pair->card_1[c];
            const int16_t *from = block_of(table, pair->hand_0 & ~lost_0, pair->hand_1 & ~lost_1);
            memcpy(merged + start, from + start, size * sizeof *merged);
            for (unsigned frog = 0; frog < TRIO; frog++) {
                merged[table->count + frog] = worth_of(frog);
            }
        }
    }
}

/* Many games, pair of cards by pair of cards: five times their payoffs. */
struct batch {
    int32_t payoff[PAIRS][BATCH];
    int32_t low[BATCH], high[BATCH];
};

static void batch_fill(const struct quibbit_table *table, const struct hand_pair *pair,
                       uint32_t from, struct batch *batch)
{
    for (int r = 0; r < pair->rows; r++) {
        for (int c = 0; c < pair->columns; c++) {
            const int16_t *merged = table->work.merged[r * CARDS + c];
            const uint16_t(*next)[QUIBBIT_PLACES_ROOM] =
                &table->next[(pair->card_0[r] * CARDS + pair->card_1[c]) * CARDS];
            int32_t *payoff = batch->payoff[r * CARDS + c];
            for (uint32_t i = 0; i < BATCH; i++) {
                payoff[i] = merged[next[0][from + i]] + merged[next[1][from + i]] +
                            merged[next[2][from + i]] + merged[next[3][from + i]] +
                            merged[next[4][from + i]];
            }
        }
    }
}

/* What each seat can make sure of with one card. */
static void batch_bounds(const struct hand_pair *pair, struct batch *batch)
{
    int32_t edge[BATCH];
    for (int r = 0; r < pair->rows; r++) {
        memcpy(edge, batch->payoff[r * CARDS], sizeof edge);
        for (int c = 1; c < pair->columns; c++) {
            const int32_t *payoff = batch->payoff[r * CARDS + c];
            for (int i = 0; i < BATCH; i++) edge[i] = payoff[i] < edge[i] ? payoff[i] : edge[i];
        }
        for (int i = 0; i < BATCH; i++) {
            batch->low[i] = r == 0 || edge[i] > batch->low[i] ? edge[i] : batch->low[i];
        }
    }
    for (int c = 0; c < pair->columns; c++) {
        memcpy(edge, batch->payoff[c], sizeof edge);
        for (int r = 1; r < pair->rows; r++) {
            const int32_t *payoff = batch->payoff[r * CARDS + c];
            for (int i = 0; i < BATCH; i++) edge[i] = payoff[i] > edge[i] ? payoff[i] : edge[i];
        }
        for (int i = 0; i < BATCH; i++) {
            batch->high[i] = c == 0 || edge[i] < batch->high[i] ? edge[i] : batch->high[i];
        }
    }
}

static int16_t batch_mixed(const struct hand_pair *pair, const struct batch *batch, uint32_t i)
{
    struct quibbit_matrix matrix = {.rows = pair->rows, .columns = pair->columns};
    struct quibbit_mix mix;
    for (int r = 0; r < pair->rows; r++) {
        for (int c = 0; c < pair->columns; c++) {
            matrix.payoff[r][c] = batch->payoff[r * CARDS + c][i] * (1.0 / (CARDS * WORTH));
        }
    }
    quibbit_matrix_solve(&matrix, &mix);
    return (int16_t)(mix.value * WORTH);
}

/* The values of places from those that follow, of those alone whose farthest frog is `front` unless
 * it is TRIO; the greatest change. */
static int32_t places_solve(struct quibbit_table *table, const struct hand_pair *pair,
                            uint32_t from, uint32_t end, unsigned front)
{
    int32_t change = 0;
    for (; from < end; from += BATCH) {
        struct batch batch;
        const uint32_t count = end - from < BATCH ? end - from : BATCH;
        batch_fill(table, pair, from, &batch);
        batch_bounds(pair, &batch);
        for (uint32_t i = 0; i < count; i++) {
            const int32_t low = batch.low[i], high = batch.high[i];
            int16_t *value = &pair->values[from + i];
            if (front < TRIO && table->front[from + i] != front) continue;
            const int16_t now = high - low <= SETTLED * CARDS
                                    ? (int16_t)((low + high) / (2 * CARDS))
                                    : batch_mixed(pair, &batch, i);
            const int32_t by = now > *value ? now - *value : *value - now;
            if (by > change) change = by;
            *value = now;
        }
    }
    return change;
}

/* With one card each both may be out after this round; then it may matter who had the crown before
 * it. */
static int32_t pair_solve(struct quibbit_table *table, const struct hand_pair *pair, uint32_t from,
                          uint32_t end)
{
    int32_t change = 0;
    const bool last = pair->rows == 1 && pair->columns == 1;
    if (!last || table->rules.tie_by_crown_now || table->rules.dummy_counts) {
        return places_solve(table, pair, from, end, TRIO);
    }
    for (unsigned front = 0; front < TRIO; front++) {
        for (uint32_t i = table->start[HOMES - 1]; i < table->count; i++) {
            table->work.merged[0][i] = worth_of(front);
        }
        const int32_t by = places_solve(table, pair, from, end, front);
        if (by > change) change = by;
    }
    return change;
}

static void block_solve(struct quibbit_table *table, unsigned hand_0, unsigned hand_1,
                        int16_t *values)
{
    struct hand_pair pair = {.hand_0 = hand_0, .hand_1 = hand_1, .values = values};
    const uint32_t home = table->start[1];
    pair.rows = cards_list(hand_0, pair.card_0);
    pair.columns = cards_list(hand_1, pair.card_1);
    memcpy(values, block_of(table, hand_0 & (hand_0 - 1), hand_1 & (hand_1 - 1)),
           table->count * sizeof *values);
    table->block[hand_0][hand_1] = values;
    for (unsigned homes = 0; homes < HOMES; homes++) pair_merge(table, &pair, homes);
    for (int sweep = 0; sweep < SWEEPS_MAX; sweep++) {
        const int32_t change = pair_solve(table, &pair, 0, home);
        pair_merge(table, &pair, 0);
        if (change <= SETTLED) break;
    }
    pair_solve(table, &pair, home, table->count);
}

/* ---- The whole ---- */

/* Has the task used up half of its time? */
static bool half_spent(const struct pond_task *task)
{
    if (task->stop != NULL && *task->stop) return true;
    if (task->time_ms_max == 0 || task->clock_ms == NULL) return false;
    return task->clock_ms(task->context) >= task->time_ms_max / 2;
}

/* What the table takes, about. */
static uint64_t nodes_needed(const struct quibbit_spot *spot)
{
    uint64_t pairs = QUIBBIT_PLACES_MAX * 3 / 2;
    for (int seat = 0; seat < 2; seat++) {
        const unsigned count = (unsigned)__builtin_popcount(spot->hand[seat]);
        pairs *= count > 0 ? (uint64_t)count << (count - 1) : 0; /* cards in all hands within */
    }
    return PLACES_NODES + pairs / PAIRS_A_NODE;
}

/* A number that changes with any byte behind the seal. */
static uint64_t seal_of(const struct quibbit_table *table)
{
    const unsigned char *bytes = (const unsigned char *)table + sizeof table->seal;
    const size_t words = (TABLE_SIZE + table->bytes) / sizeof(uint64_t) - 1;
    uint64_t sum[4] = {1, 2, 3, 4};
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof word, sizeof word);
        sum[i % 4] = (sum[i % 4] ^ word) * 0x9e3779b97f4a7c15u;
    }
    return sum[0] ^ sum[1] >> 7 ^ sum[2] >> 13 ^ sum[3] >> 21;
}

/* Is this the table of an earlier task, which holds all that is needed? */
static bool table_fits(const struct quibbit_table *table, const struct quibbit_rules *rules,
                       const struct quibbit_spot *spot, size_t size)
{
    uint16_t place;
    return table->seal != 0 && table->where == table && table->complete &&
           table->bytes <= size - TABLE_SIZE && table->bytes % sizeof(uint64_t) == 0 &&
           memcmp(&table->rules, rules, sizeof *rules) == 0 && seal_of(table) == table->seal &&
           (spot->hand[0] & ~table->hand[0]) == 0 && (spot->hand[1] & ~table->hand[1]) == 0 &&
           (spot->in_play != 3 || quibbit_table_place(table, spot, &place));
}

static void table_begin(struct quibbit_table *table, const struct quibbit_rules *rules,
                        const struct quibbit_spot *spot)
{
    memset(table, 0, TABLE_SIZE);
    table->where = table;
    table->rules = *rules;
    memcpy(table->hand, spot->hand, sizeof table->hand);
    origins_find(table, spot);
    places_find(table);
    ends_fill(table);
}

size_t quibbit_table_build(struct quibbit_table *table, const struct quibbit_rules *rules,
                           const struct quibbit_spot *spot, uint64_t nodes_max, size_t size,
                           const struct pond_task *task)
{
    const uint64_t nodes = nodes_needed(spot);
    quibbit_values *block = (quibbit_values *)(void *)((unsigned char *)table + TABLE_SIZE);
    if (nodes <= nodes_max && table_fits(table, rules, spot, size)) {
        table->nodes = nodes;
        table->seal = seal_of(table);
        return TABLE_SIZE + table->bytes;
    }
    table->seal = 0;
    table->complete = false;
    table->nodes = 0;
    if (nodes > nodes_max || half_spent(task)) return TABLE_SIZE;
    table_begin(table, rules, spot);
    for (unsigned hand_0 = 1; hand_0 < QUIBBIT_HANDS; hand_0++) {
        for (unsigned hand_1 = 1; hand_1 < QUIBBIT_HANDS; hand_1++) {
            const unsigned beyond =
                (hand_0 & ~(spot->hand[0] >> 1u)) | (hand_1 & ~(spot->hand[1] >> 1u));
            if (beyond != 0) continue;
            if (TABLE_SIZE + table->bytes + sizeof *block > size || half_spent(task)) {
                return TABLE_SIZE;
            }
            block_solve(table, hand_0, hand_1, *block++);
            table->bytes += sizeof *block;
        }
    }
    table->nodes = nodes;
    table->complete = true;
    table->seal = seal_of(table);
    return TABLE_SIZE + table->bytes;
}

static bool alone_probe(const struct quibbit_table *table, const struct quibbit_spot *spot,
                        float *value)
{
    const int seat = quibbit_plays(spot, 0) ? 0 : 1;
    const int32_t ahead = (int32_t)(spot->progress[seat] - spot->progress[2]);
    if (ahead < -AHEAD_MAX || ahead > AHEAD_MAX) return false;
    const int16_t worth =
        table->alone[seat][spot->hand[seat] >> 1][spot->tile[seat]][ahead + AHEAD_MAX];
    *value = (float)worth * (1.0f / WORTH);
    return true;
}

bool quibbit_table_place(const struct quibbit_table *table, const struct quibbit_spot *spot,
                         uint16_t *place)
{
    struct quibbit_place found;
    if (!table->complete || !place_of(spot, &found)) return false;
    const int last = last_of(&found);
    *place = table->rank[found.tile[last]][last][found.ahead[(last + 1) % TRIO]]
                        [found.ahead[(last + 2) % TRIO]];
    return *place != NO_PLACE;
}

bool quibbit_table_probe(const struct quibbit_table *table, const struct quibbit_spot *spot,
                         float *value)
{
    uint16_t place;
    if (!table->complete) return false;
    if (spot->in_play != 3) return alone_probe(table, spot, value);
    if (!quibbit_table_place(table, spot, &place)) return false;
    const int16_t *block = table->block[spot->hand[0] >> 1][spot->hand[1] >> 1];
    if (block == NULL) return false;
    *value = (float)block[place] * (1.0f / WORTH);
    return true;
}
