/* block.c: the exact values of one pair of hands, from those of smaller ones. See
 * solve.h.
 *
 * A round leads to smaller hands unless both frogs land at home. So only the states that can be
 * reached so (a sixth) depend on each other; they are solved first, again and again until nothing
 * changes, and then all others in one pass. The dummy's deck shrinks by a card each round until it
 * is full again: taken from the smallest deck to the full one, one sweep is worth five rounds, and
 * the values with a full deck are all that goes from one sweep to the next.
 *
 * Sums over the dummy's cards stay sums until a value is written: a game is the same when all its
 * payoffs are multiplied. */
#include "block.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHANGE_MAX 1e-13
#define SWEEPS_MAX 2000
#define DUMMY_CHANGE_MAX 1e-8
#define ROUNDING 1e-15 /* of a sum of five values, and more */

#define PARTS_MAX 16

struct quibbit_workspace {
    size_t home;   /* positions with both at home */
    size_t stride; /* all positions, the three ends by a lap, and padding */
    /* By position, what follows a round: value and the dummy's share. */
    double *after;
    float *after_dummy;
    /* By choice and position. */
    double *payoff;
    float *payoff_dummy;
    /* By position. */
    double *low, *high;
    uint8_t *saddle;
    float (*mix)[2 * MATRIX_MAX];
    /* By deck, choice and position at home: the part that smaller hands make up. */
    double *constant;
    float *constant_dummy;
    /* By deck and position at home. */
    double *value, *below, *dummy, *dummy_constant;
    uint8_t *home_saddle;
    float (*home_mix)[2 * MATRIX_MAX];
    void *parts[PARTS_MAX]; /* all of them */
    int part_count;
    bool lacks_memory;
};

struct block {
    const struct quibbit_solution *solution;
    const struct quibbit_positions *positions;
    struct quibbit_workspace *work;
    unsigned hand[2];
    unsigned cards[2]; /* how many */
    unsigned card[2][QUIBBIT_CARDS];
    bool crown_decides; /* both can go out, and the crown of the round's beginning counts */
};

/* ---- Workspace ---- */

/* Takes memory that lives as long as the workspace. */
static void *part_new(struct quibbit_workspace *work, size_t count, size_t size)
{
    void *part = calloc(count, size);
    assert(work->part_count < PARTS_MAX);
    work->parts[work->part_count++] = part;
    work->lacks_memory |= part == NULL;
    return part;
}

struct quibbit_workspace *quibbit_workspace_new(const struct quibbit_positions *positions)
{
    struct quibbit_workspace *work = calloc(1, sizeof *work);
    if (work == NULL) return NULL;
    work->home = positions->start[QUIBBIT_HOME_BOTH + 1];
    work->stride = (positions->count + QUIBBIT_TRIO + 7) / 8 * 8;
    const size_t stride = work->stride, home = (QUIBBIT_DECKS + 1) * work->home + 8;
    work->after = part_new(work, stride, sizeof *work->after);
    work->after_dummy = part_new(work, stride, sizeof *work->after_dummy);
    work->payoff = part_new(work, QUIBBIT_CHOICES * stride, sizeof *work->payoff);
    work->payoff_dummy = part_new(work, QUIBBIT_CHOICES * stride, sizeof *work->payoff_dummy);
    work->low = part_new(work, stride, sizeof *work->low);
    work->high = part_new(work, stride, sizeof *work->high);
    work->saddle = part_new(work, stride, sizeof *work->saddle);
    work->mix = part_new(work, stride, sizeof *work->mix);
    work->constant = part_new(work, QUIBBIT_CHOICES * home, sizeof *work->constant);
    work->constant_dummy = part_new(work, QUIBBIT_CHOICES * home, sizeof *work->constant_dummy);
    work->value = part_new(work, home, sizeof *work->value);
    work->below = part_new(work, home, sizeof *work->below);
    work->dummy = part_new(work, home, sizeof *work->dummy);
    work->dummy_constant = part_new(work, home, sizeof *work->dummy_constant);
    work->home_saddle = part_new(work, home, sizeof *work->home_saddle);
    work->home_mix = part_new(work, home, sizeof *work->home_mix);
    if (!work->lacks_memory) return work;
    quibbit_workspace_free(work);
    return NULL;
}

void quibbit_workspace_free(struct quibbit_workspace *work)
{
    if (work == NULL) return;
    for (int i = 0; i < work->part_count; i++) free(work->parts[i]);
    free(work);
}

/* ---- Cells ---- */

/* Takes many cells apart. A number below 2^52 behind the exponent of 2^52 is a double. */
static void cells_read(const uint64_t *restrict cell, size_t count, double *restrict value,
                       float *restrict dummy)
{
    const double offset = 0x1p52 + (double)QUIBBIT_CELL_VALUE;
    const uint64_t below = ((uint64_t)1 << QUIBBIT_CELL_SHIFT) - 1;
    for (size_t i = 0; i < count; i++) {
        union {
            uint64_t bits;
            double number;
        } pun = {cell[i] >> QUIBBIT_CELL_SHIFT | 0x4330000000000000u};
        value[i] = (pun.number - offset) * (1.0 / (double)QUIBBIT_CELL_VALUE);
    }
    for (size_t i = 0; i < count; i++) {
        dummy[i] = (float)(int32_t)(uint32_t)(cell[i] & below) * (1.0f / (float)QUIBBIT_CELL_DUMMY);
    }
}

static double clamp(double number, double least, double most)
{
    return number < least ? least : number > most ? most : number;
}

static uint64_t cell_write(double value, double dummy)
{
    const double above = (clamp(value, -1, 1) + 1) * (double)QUIBBIT_CELL_VALUE + 0.5;
    const double below = clamp(dummy, 0, 1) * (double)QUIBBIT_CELL_DUMMY + 0.5;
    return (uint64_t)above << QUIBBIT_CELL_SHIFT | (uint64_t)below;
}

static double value_rounded(double value) { return quibbit_cell_value(cell_write(value, 0)); }

static double alone_value(uint64_t cell)
{
    double value;
    memcpy(&value, &cell, sizeof value);
    return value;
}

/* ---- What follows a round ---- */

static void after_set(struct quibbit_workspace *work, size_t from, size_t to, double value,
                      float dummy)
{
    for (size_t i = from; i < to; i++) work->after[i] = value;
    for (size_t i = from; i < to; i++) work->after_dummy[i] = dummy;
}

/* Both seats go out together (Q11, Q12). Where the crown of the round's beginning decides, nothing
 * is set: crown_add does it, which knows where the round began. */
static void after_both_out(const struct block *block, size_t from, size_t to)
{
    static const double value[QUIBBIT_TRIO] = {1, -1, 0};
    struct quibbit_workspace *work = block->work;
    if (block->solution->dummy_counts) {
        after_set(work, from, to, 0, 1);
    } else if (block->crown_decides) {
        after_set(work, from, to, 0, 0);
    } else {
        for (size_t i = from; i < to; i++) {
            const uint8_t front = block->positions->front[i];
            after_set(work, i, i + 1, value[front], front == 2 ? 1 : 0);
        }
    }
}

/* One seat is left, with a hand. */
static void after_one_out(const struct block *block, int seat, unsigned hand, unsigned deck,
                          size_t from, size_t to)
{
    const double sign = seat == 0 ? 1 : -1;
    const struct quibbit_solution *solution = block->solution;
    if (!solution->dummy_counts) {
        after_set(block->work, from, to, sign, 0);
        return;
    }
    const uint64_t *cell = solution->cells + quibbit_alone_cell(solution, seat, hand, deck);
    for (size_t i = from; i < to; i++) {
        const double wins = alone_value(cell[block->positions->pair_left[seat][i]]);
        after_set(block->work, i, i + 1, sign * wins, (float)(1 - wins));
    }
}

static void after_class(const struct block *block, int class, unsigned hand_0, unsigned hand_1,
                        unsigned deck)
{
    const size_t from = block->positions->start[class], to = block->positions->start[class + 1];
    if (hand_0 != 0 && hand_1 != 0) {
        const size_t cell = quibbit_block_cell(block->solution, hand_0, hand_1, deck) + from;
        cells_read(block->solution->cells + cell, to - from, block->work->after + from,
                   block->work->after_dummy + from);
    } else if (hand_0 != 0) {
        after_one_out(block, 0, hand_0, deck, from, to);
    } else if (hand_1 != 0) {
        after_one_out(block, 1, hand_1, deck, from, to);
    } else {
        after_both_out(block, from, to);
    }
}

/* Where smaller hands decide: after a round with these cards, by where it leads. */
static void after_smaller(const struct block *block, unsigned card_0, unsigned card_1,
                          unsigned deck)
{
    const unsigned lost_0 = block->hand[0] & ~(1u << card_0);
    const unsigned lost_1 = block->hand[1] & ~(1u << card_1);
    const size_t count = block->positions->count;
    after_class(block, QUIBBIT_HOME_0, block->hand[0], lost_1, deck);
    after_class(block, QUIBBIT_HOME_1, lost_0, block->hand[1], deck);
    after_class(block, QUIBBIT_HOME_NONE, lost_0, lost_1, deck);
    after_set(block->work, count + 0, count + 1, 1, 0);
    after_set(block->work, count + 1, count + 2, -1, 0);
    after_set(block->work, count + 2, count + 3, 0, 1);
}

/* Where hands stay: the values at home. */
static void after_same(const struct block *block, unsigned deck)
{
    struct quibbit_workspace *work = block->work;
    memcpy(work->after, work->value + deck * work->home, work->home * sizeof *work->after);
    for (size_t i = 0; i < work->home; i++) {
        work->after_dummy[i] = (float)work->dummy[deck * work->home + i];
    }
}

static void gather(const uint16_t *restrict next, size_t count, const double *restrict after,
                   double *restrict sum)
{
    for (size_t i = 0; i < count; i++) sum[i] += after[next[i]];
}

static void gather_dummy(const uint16_t *restrict next, size_t count, const float *restrict after,
                         float *restrict sum)
{
    for (size_t i = 0; i < count; i++) sum[i] += after[next[i]];
}

/* See after_both_out. */
static void crown_add(const struct block *block, const uint16_t *next, size_t count, double *sum,
                      float *sum_dummy)
{
    static const double value[QUIBBIT_TRIO] = {1, -1, 0};
    const struct quibbit_positions *positions = block->positions;
    for (size_t i = 0; i < count; i++) {
        if (next[i] < positions->start[QUIBBIT_HOME_NONE] || next[i] >= positions->count) continue;
        sum[i] += value[positions->front[i]];
        sum_dummy[i] += positions->front[i] == 2 ? 1.0f : 0.0f;
    }
}

/* Adds what follows a round to the sums of the first `count` positions. */
static void round_add(const struct block *block, int number, size_t count, double *sum,
                      float *sum_dummy)
{
    const uint16_t *next = block->positions->next[number];
    gather(next, count, block->work->after, sum);
    gather_dummy(next, count, block->work->after_dummy, sum_dummy);
    if (block->crown_decides) crown_add(block, next, count, sum, sum_dummy);
}

/* ---- The states at home ---- */

static size_t home_at(const struct quibbit_workspace *work, unsigned deck, unsigned entry)
{
    return ((size_t)deck * QUIBBIT_CHOICES + entry) * work->home;
}

/* What one choice of cards brings from smaller hands, for all decks. A deck follows upon those
 * that have one card more, and the full one upon those of one card. */
static void constants_set(const struct block *block, unsigned row, unsigned column)
{
    struct quibbit_workspace *work = block->work;
    const unsigned card_0 = block->card[0][row], card_1 = block->card[1][column];
    const unsigned entry = row * block->cards[1] + column;
    const int choice = QUIBBIT_CHOICE((int)card_0, (int)card_1);
    for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
        const size_t at = home_at(work, deck, entry);
        memset(work->constant + at, 0, work->home * sizeof *work->constant);
        memset(work->constant_dummy + at, 0, work->home * sizeof *work->constant_dummy);
    }
    after_set(work, 0, work->home, 0, 0);
    for (unsigned after = 1; after <= QUIBBIT_DECKS; after++) {
        after_smaller(block, card_0, card_1, after);
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            const bool full = after == QUIBBIT_DECKS;
            if (!full && (after >> card & 1) != 0) continue;
            const size_t at = home_at(work, full ? 1u << card : after | 1u << card, entry);
            round_add(block, QUIBBIT_ROUND(choice, (int)card), work->home, work->constant + at,
                      work->constant_dummy + at);
        }
    }
}

/* The games of a deck's states at home, with the values as they are. */
static struct matrix_games home_games(const struct block *block, unsigned deck)
{
    struct quibbit_workspace *work = block->work;
    const struct quibbit_positions *positions = block->positions;
    const unsigned entries = block->cards[0] * block->cards[1];
    memcpy(work->payoff, work->constant + home_at(work, deck, 0),
           entries * work->home * sizeof *work->payoff);
    for (unsigned entry = 0; entry < entries; entry++) {
        double *payoff = work->payoff + entry * work->home;
        const int choice = QUIBBIT_CHOICE((int)block->card[0][entry / block->cards[1]],
                                          (int)block->card[1][entry % block->cards[1]]);
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            if ((deck >> card & 1) == 0) continue;
            const double *value = work->value + quibbit_deck_next(deck, card) * work->home;
            const uint32_t *start = &positions->stay_start[QUIBBIT_ROUND(choice, (int)card)];
            const struct quibbit_stay *end = positions->stay + start[1];
            for (const struct quibbit_stay *stay = positions->stay + start[0]; stay < end; stay++) {
                payoff[stay->from] += value[stay->to];
            }
        }
    }
    return (struct matrix_games){(int)block->cards[0], (int)block->cards[1], work->home, work->home,
                                 work->payoff};
}

/* Values a deck's states at home again; the greatest change. */
static double home_deck(const struct block *block, unsigned deck)
{
    struct quibbit_workspace *work = block->work;
    const struct matrix_games games = home_games(block, deck);
    const struct matrix_answers answers = {.low = work->low, .high = work->high};
    const double half_share = 0.5 / __builtin_popcount(deck);
    double *value = work->value + deck * work->home;
    double change = 0;
    matrix_solve_all(&games, &answers);
    for (size_t i = 0; i < work->home; i++) {
        const double now = (work->low[i] + work->high[i]) * half_share;
        change = fabs(now - value[i]) > change ? fabs(now - value[i]) : change;
        value[i] = now;
    }
    return change;
}

/* The values with a full deck to begin with. */
static void home_start(const struct block *block, enum quibbit_start start)
{
    struct quibbit_workspace *work = block->work;
    double *value = work->value + QUIBBIT_DECKS * work->home;
    const double bound = start == QUIBBIT_START_ABOVE ? 1 : -1;
    for (size_t i = 0; i < work->home; i++) value[i] = start == QUIBBIT_START_NEAR ? 0 : bound;
    for (int seat = 0; seat < 2 && start == QUIBBIT_START_NEAR; seat++) {
        const unsigned smaller = block->hand[seat] & (block->hand[seat] - 1);
        if (smaller == 0) continue;
        const uint64_t *cell =
            block->solution->cells +
            quibbit_block_cell(block->solution, seat == 0 ? smaller : block->hand[0],
                               seat == 1 ? smaller : block->hand[1], QUIBBIT_DECKS);
        for (size_t i = 0; i < work->home; i++) value[i] += 0.5 * quibbit_cell_value(cell[i]);
    }
}

static uint32_t home_settle(const struct block *block, enum quibbit_start start, double change_max)
{
    uint32_t sweeps = 0;
    double change = 1;
    home_start(block, start);
    for (; change > change_max && sweeps < SWEEPS_MAX; sweeps++) {
        for (int size = 1; size <= QUIBBIT_CARDS; size++) {
            for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
                if (__builtin_popcount(deck) == size) change = home_deck(block, deck);
            }
        }
    }
    return sweeps;
}

static void home_solve(const struct block *block, const struct quibbit_solve_settings *settings,
                       struct quibbit_block_report *report)
{
    struct quibbit_workspace *work = block->work;
    const double change_max = settings->change_max > 0 ? settings->change_max : CHANGE_MAX;
    const bool both = settings->start == QUIBBIT_START_BOTH;
    const size_t from = work->home, to = (QUIBBIT_DECKS + 1) * work->home;
    report->gap = 0;
    report->sweeps = home_settle(block, both ? QUIBBIT_START_BELOW : settings->start, change_max);
    if (both) {
        memcpy(work->below, work->value, to * sizeof *work->below);
        const uint32_t sweeps = home_settle(block, QUIBBIT_START_ABOVE, change_max);
        report->sweeps = sweeps > report->sweeps ? sweeps : report->sweeps;
        for (size_t i = from; i < to; i++) {
            const double gap = fabs(work->value[i] - work->below[i]);
            report->gap = gap > report->gap ? gap : report->gap;
            work->value[i] = (work->value[i] + work->below[i]) / 2;
        }
    }
    for (size_t i = from; i < to; i++) work->value[i] = value_rounded(work->value[i]);
}

/* ---- The dummy's share at home ---- */

/* How often a choice of cards is played in a state at home. */
static double weight(const struct block *block, unsigned deck, size_t position, unsigned entry)
{
    const size_t at = deck * block->work->home + position;
    if (block->work->home_saddle[at] != MATRIX_MIXED) {
        return block->work->home_saddle[at] == entry ? 1 : 0;
    }
    const float *mix = block->work->home_mix[at];
    return (double)mix[entry / block->cards[1]] * (double)mix[MATRIX_MAX + entry % block->cards[1]];
}

/* Finds the strategies of a deck's states at home, and what they get from smaller hands. */
static void home_strategies(const struct block *block, unsigned deck)
{
    struct quibbit_workspace *work = block->work;
    const struct matrix_games games = home_games(block, deck);
    const struct matrix_answers answers = {.low = work->low,
                                           .high = work->high,
                                           .saddle = work->home_saddle + deck * work->home,
                                           .mix = work->home_mix + deck * work->home};
    double *sum = work->dummy_constant + deck * work->home;
    matrix_solve_all(&games, &answers);
    for (size_t i = 0; i < work->home; i++) sum[i] = 0;
    for (unsigned entry = 0; entry < block->cards[0] * block->cards[1]; entry++) {
        const float *constant = work->constant_dummy + home_at(work, deck, entry);
        for (size_t i = 0; i < work->home; i++) {
            sum[i] += weight(block, deck, i, entry) * (double)constant[i];
        }
    }
}

static double dummy_deck(const struct block *block, unsigned deck)
{
    struct quibbit_workspace *work = block->work;
    const struct quibbit_positions *positions = block->positions;
    const double share = 1.0 / __builtin_popcount(deck);
    double *sum = work->low, *dummy = work->dummy + deck * work->home;
    double change = 0;
    memcpy(sum, work->dummy_constant + deck * work->home, work->home * sizeof *sum);
    for (unsigned entry = 0; entry < block->cards[0] * block->cards[1]; entry++) {
        const int choice = QUIBBIT_CHOICE((int)block->card[0][entry / block->cards[1]],
                                          (int)block->card[1][entry % block->cards[1]]);
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            if ((deck >> card & 1) == 0) continue;
            const double *after = work->dummy + quibbit_deck_next(deck, card) * work->home;
            const uint32_t *start = &positions->stay_start[QUIBBIT_ROUND(choice, (int)card)];
            const struct quibbit_stay *end = positions->stay + start[1];
            for (const struct quibbit_stay *stay = positions->stay + start[0]; stay < end; stay++) {
                sum[stay->from] += weight(block, deck, stay->from, entry) * after[stay->to];
            }
        }
    }
    for (size_t i = 0; i < work->home; i++) {
        const double now = sum[i] * share;
        change = fabs(now - dummy[i]) > change ? fabs(now - dummy[i]) : change;
        dummy[i] = now;
    }
    return change;
}

static void home_dummy(const struct block *block)
{
    struct quibbit_workspace *work = block->work;
    double change = 1;
    memset(work->dummy, 0, (QUIBBIT_DECKS + 1) * work->home * sizeof *work->dummy);
    for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) home_strategies(block, deck);
    for (int sweep = 0; change > DUMMY_CHANGE_MAX && sweep < SWEEPS_MAX; sweep++) {
        for (int size = 1; size <= QUIBBIT_CARDS; size++) {
            for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
                if (__builtin_popcount(deck) == size) change = dummy_deck(block, deck);
            }
        }
    }
}

/* ---- All states ---- */

/* The dummy's share where the strategies lead. */
static double dummy_share(const struct block *block, size_t position)
{
    const struct quibbit_workspace *work = block->work;
    const float *payoff = work->payoff_dummy + position;
    if (work->saddle[position] != MATRIX_MIXED) {
        return (double)payoff[work->saddle[position] * work->stride];
    }
    double sum = 0;
    for (unsigned entry = 0; entry < block->cards[0] * block->cards[1]; entry++) {
        const double played = (double)work->mix[position][entry / block->cards[1]] *
                              (double)work->mix[position][MATRIX_MAX + entry % block->cards[1]];
        sum += played * (double)payoff[entry * work->stride];
    }
    return sum;
}

/* Solves a deck's states by the values of what follows, and writes them; `short_most` becomes by
 * how much each seat falls short of a value that is kept, at most. */
static void deck_solve(const struct block *block, unsigned deck, uint64_t *cell,
                       double short_most[2], struct quibbit_block_report *report)
{
    struct quibbit_workspace *work = block->work;
    const size_t count = block->positions->count;
    const unsigned entries = block->cards[0] * block->cards[1];
    memset(work->payoff, 0, entries * work->stride * sizeof *work->payoff);
    memset(work->payoff_dummy, 0, entries * work->stride * sizeof *work->payoff_dummy);
    for (unsigned entry = 0; entry < entries; entry++) {
        const unsigned card_0 = block->card[0][entry / block->cards[1]];
        const unsigned card_1 = block->card[1][entry % block->cards[1]];
        const int choice = QUIBBIT_CHOICE((int)card_0, (int)card_1);
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            if ((deck >> card & 1) == 0) continue;
            after_smaller(block, card_0, card_1, quibbit_deck_next(deck, card));
            after_same(block, quibbit_deck_next(deck, card));
            round_add(block, QUIBBIT_ROUND(choice, (int)card), count,
                      work->payoff + entry * work->stride,
                      work->payoff_dummy + entry * work->stride);
        }
    }
    const struct matrix_games games = {(int)block->cards[0], (int)block->cards[1], count,
                                       work->stride, work->payoff};
    const struct matrix_answers answers = {work->low, work->high, work->saddle, work->mix};
    report->mixed += matrix_solve_all(&games, &answers);
    const double share = 1.0 / __builtin_popcount(deck);
    for (size_t i = 0; i < count; i++) {
        const double low = work->low[i] * share, high = work->high[i] * share;
        const double found = (low + high) / 2;
        const double value = i < work->home ? work->value[deck * work->home + i] : found;
        cell[i] = cell_write(value, dummy_share(block, i) * share);
        const double kept = quibbit_cell_value(cell[i]);
        report->decided += fabs(kept) == 1;
        short_most[0] = kept - low > short_most[0] ? kept - low : short_most[0];
        short_most[1] = high - kept > short_most[1] ? high - kept : short_most[1];
    }
}

/* The most that a seat can have lost already where a round of this block may lead. */
static double loss_below(const struct block *block, int seat)
{
    const struct quibbit_solution *solution = block->solution;
    double most = solution->alone_loss;
    for (unsigned row = 0; row <= block->cards[0]; row++) {
        for (unsigned column = 0; column <= block->cards[1]; column++) {
            const unsigned hand_0 = row == block->cards[0]
                                        ? block->hand[0]
                                        : block->hand[0] & ~(1u << block->card[0][row]);
            const unsigned hand_1 = column == block->cards[1]
                                        ? block->hand[1]
                                        : block->hand[1] & ~(1u << block->card[1][column]);
            const bool same = hand_0 == block->hand[0] && hand_1 == block->hand[1];
            if (same || hand_0 == 0 || hand_1 == 0) continue;
            const double loss = solution->loss[quibbit_block(solution, hand_0, hand_1)][seat];
            most = loss > most ? loss : most;
        }
    }
    return most;
}

void quibbit_block_solve(struct quibbit_solution *solution, unsigned hand_0, unsigned hand_1,
                         const struct quibbit_solve_settings *settings,
                         struct quibbit_workspace *work)
{
    struct quibbit_block_report *report =
        &solution->report[quibbit_block(solution, hand_0, hand_1)];
    struct block block = {.solution = solution,
                          .positions = solution->positions,
                          .work = work,
                          .hand = {hand_0, hand_1}};
    for (int seat = 0; seat < 2; seat++) {
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            if ((block.hand[seat] >> card & 1) == 0) continue;
            block.card[seat][block.cards[seat]++] = card;
        }
    }
    block.crown_decides = !solution->dummy_counts && !solution->tie_by_crown_now &&
                          block.cards[0] == 1 && block.cards[1] == 1;
    for (unsigned row = 0; row < block.cards[0]; row++) {
        for (unsigned column = 0; column < block.cards[1]; column++) {
            constants_set(&block, row, column);
        }
    }
    home_solve(&block, settings, report);
    home_dummy(&block);
    double short_most[2] = {0, 0};
    for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
        uint64_t *cell = solution->owned + quibbit_block_cell(solution, hand_0, hand_1, deck);
        deck_solve(&block, deck, cell, short_most, report);
    }
    const uint8_t hand[2] = {(uint8_t)hand_0, (uint8_t)hand_1};
    report->sojourn = quibbit_positions_sojourn(solution->positions, hand);
    for (int seat = 0; seat < 2; seat++) {
        solution->loss[quibbit_block(solution, hand_0, hand_1)][seat] =
            (short_most[seat] + ROUNDING) * report->sojourn + loss_below(&block, seat);
    }
}
