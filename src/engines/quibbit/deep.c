/* deep.c: a deeper search for two-player Quibbit. See deep.h.
 *
 * The table knows nearly what a position is worth; what it leaves out is which cards the dummy has
 * left. This search knows them. In every position it first solves the round by the table, and then
 * looks further only into those cards that are not clearly worse than the best against a player who
 * mixes well: mostly one or two for each seat. So it gets through all of the dummy's deck. */
#include "deep.h"

#include <string.h>

#include "banned.h"

#define CARDS QUIBBIT_CARD_MAX
#define CLEARLY 0.6        /* what a card must lose not to be looked into */
#define NODES_A_POSITION 8 /* a position is that much more work than a node of the plain search */
#define DEPTH_MAX 15

/* A position of the table with the dummy's deck; sets of cards are from bit 0. */
struct at {
    uint16_t place;
    uint8_t hand[2];
    uint8_t deck;
};

void quibbit_deep_begin(struct quibbit_deep *deep, const struct pond_task *task,
                        const struct quibbit_table *table, void *memory, size_t size)
{
    memset(deep, 0, sizeof *deep);
    deep->task = task;
    deep->table = table;
    deep->entries = memory;
    deep->entry_count = size >= sizeof *deep->entries ? 1 : 0;
    while (deep->entry_count > 0 && 2 * deep->entry_count * sizeof *deep->entries <= size) {
        deep->entry_count *= 2;
    }
    if (deep->entry_count > 0) memset(memory, 0, (size_t)deep->entry_count * sizeof *deep->entries);
}

static bool at_set(const struct quibbit_deep *deep, const struct quibbit_spot *spot, struct at *at)
{
    if (spot->in_play != 3 || !quibbit_table_place(deep->table, spot, &at->place)) return false;
    for (int seat = 0; seat < 2; seat++) at->hand[seat] = spot->hand[seat] >> 1;
    at->deck = spot->deck >> 1;
    return true;
}

static struct quibbit_deep_entry *entry_of(const struct quibbit_deep *deep, uint32_t key)
{
    if (deep->entry_count == 0) return NULL;
    return &deep->entries[((uint64_t)key * 0x9e3779b97f4a7c15u >> 24) & (deep->entry_count - 1)];
}

static uint32_t key_of(const struct at *at, uint32_t depth)
{
    return ((((uint32_t)at->place << 5 | at->hand[0]) << 5 | at->hand[1]) << 5 | at->deck) << 4 |
           depth;
}

/* ---- Rounds ---- */

/* A round as a matrix game, by the cards in both hands. */
struct round {
    int count[2];
    uint8_t card[2][CARDS]; /* from 0 */
    struct quibbit_matrix matrix;
    struct quibbit_mix mix;
};

static void round_begin(const struct at *at, struct round *round)
{
    for (int seat = 0; seat < 2; seat++) {
        round->count[seat] = 0;
        for (unsigned hand = at->hand[seat]; hand != 0; hand &= hand - 1) {
            round->card[seat][round->count[seat]++] = (uint8_t)__builtin_ctz(hand);
        }
    }
    round->matrix.rows = round->count[0];
    round->matrix.columns = round->count[1];
}

/* Where a pair of cards leads with this card of the dummy's. True where the game goes on with both;
 * otherwise the value is all there is to know. */
static bool follow(const struct quibbit_table *table, const struct at *at, const uint8_t card[2],
                   unsigned turned, struct at *after, int16_t *value)
{
    const unsigned round = ((unsigned)card[0] * CARDS + card[1]) * CARDS + turned;
    after->place = table->next[round][at->place];
    if (after->place >= table->count) {
        static const int16_t won[QUIBBIT_TRIO] = {QUIBBIT_WORTH, -QUIBBIT_WORTH, 0};
        *value = won[after->place - table->count];
        return false;
    }
    const unsigned lost = (after->place >= table->start[1] ? 1u : 0u) +
                          (after->place >= table->start[2] ? 1u : 0u) +
                          (after->place >= table->start[3] ? 1u : 0u);
    after->hand[0] = (uint8_t)(at->hand[0] & ~((lost & 1u) << card[0]));
    after->hand[1] = (uint8_t)(at->hand[1] & ~((lost >> 1) << card[1]));
    *value = quibbit_table_after(table, at->place, after->place, after->hand);
    if (after->hand[0] == 0 || after->hand[1] == 0) return false;
    const unsigned deck = at->deck & ~(1u << turned);
    after->deck = (uint8_t)(deck == 0 ? QUIBBIT_HAND_FULL >> 1 : deck);
    return true;
}

/* The round by the table alone. */
static void round_shallow(const struct quibbit_table *table, const struct at *at,
                          struct round *round)
{
    const double share = 1.0 / (QUIBBIT_WORTH * __builtin_popcount(at->deck));
    for (int r = 0; r < round->count[0]; r++) {
        for (int c = 0; c < round->count[1]; c++) {
            const uint8_t pair[2] = {round->card[0][r], round->card[1][c]};
            int32_t sum = 0;
            for (unsigned deck = at->deck; deck != 0; deck &= deck - 1) {
                struct at after;
                int16_t value;
                follow(table, at, pair, (unsigned)__builtin_ctz(deck), &after, &value);
                sum += value;
            }
            round->matrix.payoff[r][c] = sum * share;
        }
    }
    quibbit_matrix_solve(&round->matrix, &round->mix);
}

/* Leaves those cards in the round that are worth looking into. */
static void round_select(const struct round *shallow, struct round *round)
{
    const struct quibbit_matrix *matrix = &shallow->matrix;
    const struct quibbit_mix *mix = &shallow->mix;
    round->count[0] = round->count[1] = 0;
    for (int r = 0; r < matrix->rows; r++) {
        double value = 0;
        for (int c = 0; c < matrix->columns; c++) value += mix->column[c] * matrix->payoff[r][c];
        if (value < mix->value - CLEARLY) continue;
        round->card[0][round->count[0]++] = shallow->card[0][r];
    }
    for (int c = 0; c < matrix->columns; c++) {
        double value = 0;
        for (int r = 0; r < matrix->rows; r++) value += mix->row[r] * matrix->payoff[r][c];
        if (value > mix->value + CLEARLY) continue;
        round->card[1][round->count[1]++] = shallow->card[1][c];
    }
    round->matrix.rows = round->count[0];
    round->matrix.columns = round->count[1];
}

static float value_of(struct quibbit_deep *deep, const struct at *at, uint32_t depth);

static void round_deep(struct quibbit_deep *deep, const struct at *at, uint32_t depth,
                       struct round *round)
{
    const double share = 1.0 / __builtin_popcount(at->deck);
    for (int r = 0; r < round->count[0]; r++) {
        for (int c = 0; c < round->count[1]; c++) {
            const uint8_t pair[2] = {round->card[0][r], round->card[1][c]};
            double sum = 0;
            for (unsigned deck = at->deck; deck != 0; deck &= deck - 1) {
                struct at after;
                int16_t known;
                const unsigned turned = (unsigned)__builtin_ctz(deck);
                sum += follow(deep->table, at, pair, turned, &after, &known)
                           ? (double)value_of(deep, &after, depth - 1)
                           : known * (1.0 / QUIBBIT_WORTH);
                if (deep->spent) return;
            }
            round->matrix.payoff[r][c] = sum * share;
        }
    }
    quibbit_matrix_solve(&round->matrix, &round->mix);
}

/* At least one round ahead. */
static float value_of(struct quibbit_deep *deep, const struct at *at, uint32_t depth)
{
    const uint32_t key = key_of(at, depth);
    struct quibbit_deep_entry *entry = entry_of(deep, key);
    if (entry != NULL && entry->key == key) return entry->value;
    deep->nodes += NODES_A_POSITION;
    if (pond_task_spent(deep->task, deep->nodes)) {
        deep->spent = true;
        return 0;
    }
    struct round round;
    round_begin(at, &round);
    round_shallow(deep->table, at, &round);
    if (depth > 1) {
        const struct round shallow = round;
        round_select(&shallow, &round);
        round_deep(deep, at, depth, &round);
        if (deep->spent) return 0;
    }
    const float value = (float)round.mix.value;
    if (entry != NULL) *entry = (struct quibbit_deep_entry){.key = key, .value = value};
    return value;
}

bool quibbit_deep_root(struct quibbit_deep *deep, const struct quibbit_spot *spot, uint32_t depth,
                       struct quibbit_duel_root *root)
{
    struct at at;
    struct round round;
    if (depth < 2 || depth > DEPTH_MAX || !at_set(deep, spot, &at)) return false;
    round_begin(&at, &round);
    round_deep(deep, &at, depth, &round);
    if (deep->spent) return false;
    memset(root, 0, sizeof *root);
    root->matrix = round.matrix;
    root->mix = round.mix;
    root->depth = depth;
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < round.count[seat]; i++) {
            root->card[seat][i] = (uint8_t)(round.card[seat][i] + 1);
        }
    }
    return true;
}
