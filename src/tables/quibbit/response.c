/* response.c: best responses on a solved ring of Quibbit. See response.h.
 *
 * With one seat's strategy fixed, the other has a Markov decision process. Hands never grow, so it
 * is solved block by block, like the game itself: what leaves a block is worked out once, and value
 * iteration does the rest within it. */
#include "response.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"

#define SWEEPS_MAX 1000000

uint64_t quibbit_strategy_states(const struct quibbit_solution *solution)
{
    return (uint64_t)solution->hands[0] * solution->hands[1] * QUIBBIT_DECKS *
           solution->positions->count;
}

void quibbit_values(const struct quibbit_solution *solution, double *values)
{
    const uint64_t states = quibbit_strategy_states(solution);
    for (uint64_t cell = 0; cell < states; cell++) {
        double dummy;
        if (solution->cells != NULL) {
            values[cell] = quibbit_cell_value(solution->cells[cell]);
        } else {
            solution->fetch(solution->fetch_context, cell, &values[cell], &dummy);
        }
    }
}

/* ---- What the work is about ---- */

struct block {
    const struct quibbit_solution *game; /* its values are those worked out so far */
    const double *strategy;
    double *values;
    double *leaving; /* by state of the block and own card: what the rest of the game is worth */
    int seat;        /* whose strategy is fixed */
    unsigned hand[2];
    size_t start; /* its first cell */
    uint32_t count;
};

static void fetch(void *context, uint64_t cell, double *value, double *dummy)
{
    *value = ((const double *)context)[cell];
    *dummy = 0;
}

/* Own card and the other's, in the order of the seats. */
static int choice_of(const struct block *block, unsigned own, unsigned other)
{
    return block->seat == 1 ? QUIBBIT_CHOICE((int)own, (int)other)
                            : QUIBBIT_CHOICE((int)other, (int)own);
}

/* While the block's own values are zero, a choice is worth what leaves the block. */
static void leaving_find(const struct block *block)
{
    for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
        for (uint32_t at = 0; at < block->count; at++) {
            const size_t state = (deck - 1) * (size_t)block->count + at;
            const double *part = block->strategy + (block->start + state) * QUIBBIT_CARDS;
            for (unsigned own = 0; own < QUIBBIT_CARDS; own++) {
                if ((block->hand[1 - block->seat] >> own & 1) == 0) continue;
                double sum = 0;
                for (unsigned other = 0; other < QUIBBIT_CARDS; other++) {
                    if (part[other] == 0) continue;
                    const int choice = choice_of(block, own, other);
                    sum += part[other] * quibbit_solution_choice(block->game, block->hand, deck,
                                                                 (uint16_t)at, choice);
                }
                block->leaving[state * QUIBBIT_CARDS + own] = sum;
            }
        }
    }
}

/* What an own card is worth by the values as they are. */
static double card_value(const struct block *block, unsigned deck, uint32_t at, unsigned own)
{
    const struct quibbit_positions *positions = block->game->positions;
    const size_t state = (deck - 1) * (size_t)block->count + at;
    const double *part = block->strategy + (block->start + state) * QUIBBIT_CARDS;
    double stays = 0;
    for (unsigned other = 0; other < QUIBBIT_CARDS; other++) {
        if (part[other] == 0) continue;
        const int choice = choice_of(block, own, other);
        double sum = 0;
        for (unsigned left = deck; left != 0; left &= left - 1) {
            const unsigned card = (unsigned)__builtin_ctz(left);
            const uint16_t to = positions->next[QUIBBIT_ROUND(choice, (int)card)][at];
            if (to >= positions->start[QUIBBIT_HOME_0]) continue; /* not both at home */
            sum += block->values[block->start +
                                 (quibbit_deck_next(deck, card) - 1) * (size_t)block->count + to];
        }
        stays += part[other] * sum;
    }
    return block->leaving[state * QUIBBIT_CARDS + own] + stays / __builtin_popcount(deck);
}

static double best_card(const struct block *block, unsigned deck, uint32_t at, uint8_t *best)
{
    double found = 0;
    *best = 0;
    for (unsigned own = 0; own < QUIBBIT_CARDS; own++) {
        if ((block->hand[1 - block->seat] >> own & 1) == 0) continue;
        const double value = card_value(block, deck, at, own);
        const bool better = block->seat == 1 ? value > found : value < found;
        if (*best != 0 && !better) continue;
        found = value;
        *best = (uint8_t)(own + 1);
    }
    return found;
}

static void block_respond(const struct block *block, double change_max, uint8_t *cards)
{
    leaving_find(block);
    double change = HUGE_VAL;
    for (int sweep = 0; change > change_max && sweep < SWEEPS_MAX; sweep++) {
        change = 0;
        for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
            for (uint32_t at = 0; at < block->count; at++) {
                const size_t cell = block->start + (deck - 1) * (size_t)block->count + at;
                uint8_t card;
                const double value = best_card(block, deck, at, &card);
                change = fmax(change, fabs(value - block->values[cell]));
                block->values[cell] = value;
                if (cards != NULL) cards[cell] = card;
            }
        }
    }
}

bool quibbit_respond(const struct quibbit_solution *solution, int seat, const double *strategy,
                     double change_max, double *values, uint8_t *cards)
{
    if (solution->dummy_counts) return false;
    const uint32_t count = solution->positions->count;
    struct quibbit_solution game = *solution;
    struct block block = {
        .game = &game,
        .strategy = strategy,
        .values = values,
        .seat = seat,
        .count = count,
        .leaving = malloc((size_t)QUIBBIT_DECKS * count * QUIBBIT_CARDS * sizeof(double))};
    if (block.leaving == NULL) return false;
    game.cells = NULL;
    game.fetch = fetch;
    game.fetch_context = values;
    memset(values, 0, quibbit_strategy_states(solution) * sizeof *values);
    /* A smaller hand is a smaller number, so that what a block leads to comes before it. */
    for (uint32_t first = 0; first < solution->hands[0]; first++) {
        for (uint32_t second = 0; second < solution->hands[1]; second++) {
            block.hand[0] = solution->hand_cards[0][first];
            block.hand[1] = solution->hand_cards[1][second];
            block.start = quibbit_block_cell(solution, block.hand[0], block.hand[1], 1);
            block_respond(&block, change_max, cards);
        }
    }
    free(block.leaving);
    return true;
}

/* ---- Good play ---- */

void quibbit_strategy(const struct quibbit_solution *solution, int seat, double *out)
{
    const uint64_t states = quibbit_strategy_states(solution);
    const uint32_t count = solution->positions->count;
    memset(out, 0, states * QUIBBIT_CARDS * sizeof *out);
    for (uint64_t cell = 0; cell < states; cell++) {
        const uint64_t block = cell / count / QUIBBIT_DECKS;
        const unsigned hand[2] = {solution->hand_cards[0][block / solution->hands[1]],
                                  solution->hand_cards[1][block % solution->hands[1]]};
        struct quibbit_truth truth;
        quibbit_solution_round(solution, hand, (unsigned)(cell / count % QUIBBIT_DECKS) + 1,
                               (uint16_t)(cell % count), &truth);
        const struct quibbit_truth_seat *own = &truth.seat[seat];
        for (int i = 0; i < own->count; i++) {
            out[cell * QUIBBIT_CARDS + own->move[i] - 1] = own->probability[i];
        }
    }
}
