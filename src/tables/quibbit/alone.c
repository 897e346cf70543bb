/* alone.c: a seat alone with a contending dummy, solved. See solve.h.
 *
 * The other seat is out; only a lap wins, and without cards the dummy has won (Q12). There is
 * nobody to keep secrets from, so the best card is best for certain. */
#include "block.h"

#include <string.h>

#define GROWTH_ENOUGH 1e-15
#define ROUNDING 1e-15
#define SWEEPS_MAX 20000

struct alone {
    const struct quibbit_solution *solution;
    int seat;
    unsigned hand;
};

static double value_at(const struct quibbit_solution *solution, size_t cell)
{
    double value;
    memcpy(&value, &solution->owned[cell], sizeof value);
    return value;
}

/* The chance to win after a round, which led to `pair`, with a card that may be lost there. */
static double value_after(const struct alone *alone, uint16_t pair, unsigned card, unsigned deck)
{
    const struct quibbit_positions *positions = alone->solution->positions;
    if (pair >= positions->pair_count) return pair == positions->pair_count ? 1 : 0;
    const uint8_t tile = positions->pair[pair].tile[0];
    const bool home = (positions->home[alone->seat] >> tile & 1) != 0;
    const unsigned hand = home ? alone->hand : alone->hand & ~(1u << card);
    if (hand == 0) return 0;
    return value_at(alone->solution,
                    quibbit_alone_cell(alone->solution, alone->seat, hand, deck) + pair);
}

/* Values a deck's states again; the greatest growth. */
static double deck_sweep(const struct alone *alone, unsigned deck)
{
    const struct quibbit_positions *positions = alone->solution->positions;
    const size_t at = quibbit_alone_cell(alone->solution, alone->seat, alone->hand, deck);
    double growth = 0;
    for (uint32_t pair = 0; pair < positions->pair_count; pair++) {
        double best = 0;
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            double sum = 0;
            if ((alone->hand >> card & 1) == 0) continue;
            for (unsigned turned = 0; turned < QUIBBIT_CARDS; turned++) {
                if ((deck >> turned & 1) == 0) continue;
                const int choice = QUIBBIT_CHOICE((int)card, (int)turned);
                sum += value_after(alone, positions->pair_next[choice][pair], card,
                                   quibbit_deck_next(deck, turned));
            }
            best = sum > best ? sum : best;
        }
        const double value = best / __builtin_popcount(deck);
        const double grown = value - value_at(alone->solution, at + pair);
        growth = grown > growth ? grown : -grown > growth ? -grown : growth;
        memcpy(&alone->solution->owned[at + pair], &value, sizeof value);
    }
    return growth;
}

double quibbit_alone_solve(struct quibbit_solution *solution, int seat)
{
    const double sojourn =
        quibbit_positions_sojourn_alone(solution->positions, seat, solution->hand[seat]);
    double loss[32] = {0}, most = 0;
    for (unsigned rank = 0; rank < solution->hands[seat]; rank++) {
        const struct alone alone = {solution, seat, solution->hand_cards[seat][rank]};
        double growth = 1;
        for (int sweep = 0; growth > GROWTH_ENOUGH && sweep < SWEEPS_MAX; sweep++) {
            growth = 0;
            for (int size = 1; size <= QUIBBIT_CARDS; size++) {
                for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
                    if (__builtin_popcount(deck) != size) continue;
                    const double grown = deck_sweep(&alone, deck);
                    growth = grown > growth ? grown : growth;
                }
            }
        }
        double below = 0;
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            const double smaller = loss[alone.hand & ~(1u << card)];
            below = (alone.hand >> card & 1) != 0 && smaller > below ? smaller : below;
        }
        loss[alone.hand] = (growth + ROUNDING) * sojourn + below;
        most = loss[alone.hand] > most ? loss[alone.hand] : most;
    }
    return most;
}
