/* duel.c: the search for two-player Quibbit. See duel.h.
 *
 * Backward induction over a number of rounds: both seats choose at once, then the dummy's card is
 * turned, each of those left in its deck as likely as any other. So the payoff of a pair of cards
 * is an average, and the value of a position that of a matrix game. Beyond the depth the table
 * knows, or else a guess. */
#include "duel.h"

#include <string.h>

#include "banned.h"

#define AHEAD_MAX 62 /* farther ahead is not kept in mind */

void quibbit_duel_begin(struct quibbit_duel *duel, const struct pond_task *task,
                        const struct quibbit_table *table, const struct quibbit_rules *rules,
                        void *memory, size_t size)
{
    memset(duel, 0, sizeof *duel);
    duel->task = task;
    duel->rules = rules;
    duel->table = table;
    duel->entries = memory;
    duel->entry_count = 1;
    while (2 * duel->entry_count * sizeof *duel->entries <= size) duel->entry_count *= 2;
    if (size < sizeof *duel->entries) duel->entry_count = 0;
    memset(memory, 0, (size_t)duel->entry_count * sizeof *duel->entries);
}

/* All that matters of a position, and the depth; 0 where that does not fit. */
static uint64_t key_of(const struct quibbit_spot *spot, uint32_t depth)
{
    const uint32_t least = quibbit_spot_least(spot);
    uint64_t key = depth;
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        const bool gone = spot->progress[frog] == QUIBBIT_NOWHERE;
        const uint32_t ahead = gone ? AHEAD_MAX + 1 : spot->progress[frog] - least;
        if (!gone && ahead > AHEAD_MAX) return 0;
        key = key << 6 | ahead;
    }
    key = key << 4 | spot->tile[2];
    key = key << 5 | spot->hand[0] >> 1;
    key = key << 5 | spot->hand[1] >> 1;
    return key << 5 | spot->deck >> 1;
}

static struct quibbit_duel_entry *entry_of(const struct quibbit_duel *duel, uint64_t key)
{
    const uint64_t mixed = (key ^ key >> 29) * 0x9e3779b97f4a7c15u;
    return &duel->entries[(mixed >> 20) & (duel->entry_count - 1)];
}

/* A guess at the value without looking ahead. */
static float guess(const struct quibbit_rules *rules, const struct quibbit_spot *spot)
{
    float good[2] = {0, 0};
    for (int seat = 0; seat < 2; seat++) {
        if (!quibbit_plays(spot, seat)) continue;
        for (unsigned cards = spot->hand[seat]; cards != 0; cards &= cards - 1) {
            const uint32_t card = (uint32_t)__builtin_ctz(cards);
            const uint32_t tile = spot->tile[seat];
            const uint32_t to =
                (tile + quibbit_leap(spot->occupied, rules->tiles, tile, card)) % rules->tiles;
            good[seat] += (rules->home[seat] >> to & 1) != 0 ? 1.3f : 1.0f;
        }
    }
    if (spot->in_play != 3) { /* alone with a dummy that contends */
        const int seat = quibbit_plays(spot, 0) ? 0 : 1;
        const float chance = good[seat] / (good[seat] + 6.0f);
        return seat == 0 ? chance : -chance;
    }
    const float lead = (float)((int32_t)spot->progress[0] - (int32_t)spot->progress[1]);
    const float sum = good[0] + good[1];
    const float value = (good[0] - good[1]) * 1.4f / sum + lead * 0.015f;
    return value > 0.95f ? 0.95f : value < -0.95f ? -0.95f : value;
}

static float value_end(const struct quibbit_spot *spot)
{
    return spot->winner == 0 ? 1.0f : spot->winner == 1 ? -1.0f : 0.0f;
}

static float value_beyond(struct quibbit_duel *duel, const struct quibbit_spot *spot)
{
    float value;
    duel->exact = false;
    if (duel->table != NULL && quibbit_table_probe(duel->table, spot, &value)) return value;
    return guess(duel->rules, spot);
}

/* What a pair of cards is worth: the average over the dummy's. A seat that is out plays 0. */
static float pair_value(struct quibbit_duel *duel, const struct quibbit_spot *spot,
                        const uint8_t card[2], uint32_t depth)
{
    float sum = 0;
    for (unsigned deck = spot->deck; deck != 0; deck &= deck - 1) {
        struct quibbit_spot after = *spot;
        const struct quibbit_cards cards = {{card[0], card[1], (uint8_t)__builtin_ctz(deck), 0}};
        quibbit_round_play(duel->rules, &after, &cards);
        sum += after.winner != QUIBBIT_NO_WINNER ? value_end(&after)
                                                 : quibbit_duel_value(duel, &after, depth - 1);
        if (duel->spent) return 0;
    }
    return sum / (float)__builtin_popcount(spot->deck);
}

static int cards_of(const struct quibbit_spot *spot, int seat, uint8_t cards[QUIBBIT_CARD_MAX])
{
    int count = 0;
    cards[0] = 0;
    if (!quibbit_plays(spot, seat)) return 1;
    for (unsigned hand = spot->hand[seat]; hand != 0; hand &= hand - 1) {
        cards[count++] = (uint8_t)__builtin_ctz(hand);
    }
    return count;
}

static bool matrix_fill(struct quibbit_duel *duel, const struct quibbit_spot *spot, uint32_t depth,
                        struct quibbit_matrix *matrix, uint8_t card[2][QUIBBIT_CARD_MAX])
{
    matrix->rows = cards_of(spot, 0, card[0]);
    matrix->columns = cards_of(spot, 1, card[1]);
    for (int r = 0; r < matrix->rows; r++) {
        for (int c = 0; c < matrix->columns; c++) {
            const uint8_t pair[2] = {card[0][r], card[1][c]};
            matrix->payoff[r][c] = (double)pair_value(duel, spot, pair, depth);
            if (duel->spent) return false;
        }
    }
    return true;
}

float quibbit_duel_value(struct quibbit_duel *duel, const struct quibbit_spot *spot, uint32_t depth)
{
    duel->nodes++;
    if (depth == 0) return value_beyond(duel, spot);
    const uint64_t key = key_of(spot, depth);
    struct quibbit_duel_entry *entry =
        key != 0 && duel->entry_count > 0 ? entry_of(duel, key) : NULL;
    if (entry != NULL && entry->key == key) {
        if (entry->exact == 0) duel->exact = false;
        return entry->value;
    }
    if (!duel->unlimited && pond_task_spent(duel->task, duel->nodes)) {
        duel->spent = true;
        return 0;
    }
    const bool exact_before = duel->exact;
    struct quibbit_matrix matrix;
    struct quibbit_mix mix;
    uint8_t card[2][QUIBBIT_CARD_MAX];
    duel->exact = true;
    if (!matrix_fill(duel, spot, depth, &matrix, card)) return 0;
    quibbit_matrix_solve(&matrix, &mix);
    const bool exact = duel->exact;
    duel->exact = exact && exact_before;
    if (entry != NULL) {
        *entry = (struct quibbit_duel_entry){.key = key, .value = (float)mix.value, .exact = exact};
    }
    return (float)mix.value;
}

bool quibbit_duel_root(struct quibbit_duel *duel, const struct quibbit_spot *spot, uint32_t depth,
                       struct quibbit_duel_root *root)
{
    struct quibbit_duel_root found;
    memset(&found, 0, sizeof found);
    duel->exact = true;
    duel->unlimited = depth == 1;
    if (!matrix_fill(duel, spot, depth, &found.matrix, found.card)) return false;
    quibbit_matrix_solve(&found.matrix, &found.mix);
    found.depth = depth;
    found.exact = duel->exact;
    *root = found;
    return true;
}
