/* positions.c: positions of two-player Quibbit, and where rounds lead. See
 * positions.h.
 *
 * The round is written here once more, apart from the rules in src/games/quibbit/rules.c, so that
 * each checks the other. */
#include "positions.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Frogs on their way through a round; a ring of two or three. */
struct round {
    int frogs;
    int crown;
    bool lap_by_leader;
    uint32_t progress[QUIBBIT_TRIO];
    uint32_t card[QUIBBIT_TRIO];
};

static int front(const struct round *round)
{
    int found = 0;
    for (int frog = 1; frog < round->frogs; frog++) {
        if (round->progress[frog] > round->progress[found]) found = frog;
    }
    return found;
}

static int back(const struct round *round)
{
    int found = 0;
    for (int frog = 1; frog < round->frogs; frog++) {
        if (round->progress[frog] < round->progress[found]) found = frog;
    }
    return found;
}

/* Which frog leaps next (Q5). */
static int leaper(const struct round *round, const bool leapt[QUIBBIT_TRIO])
{
    int found = -1;
    for (int frog = 0; frog < round->frogs; frog++) {
        if (leapt[frog]) continue;
        const bool sooner = found < 0 || round->card[frog] < round->card[found] ||
                            (round->card[frog] == round->card[found] &&
                             round->progress[frog] < round->progress[found]);
        if (sooner) found = frog;
    }
    return found;
}

/* Plays it; the frog that wins by a lap, or -1. */
static int round_play(struct round *round)
{
    bool leapt[QUIBBIT_TRIO] = {false};
    round->crown = front(round);
    for (int i = 0; i < round->frogs; i++) {
        const int frog = leaper(round, leapt);
        uint32_t landing = round->progress[frog];
        leapt[frog] = true;
        for (uint32_t steps = round->card[frog]; steps > 0;) {
            bool taken = false;
            landing++;
            for (int other = 0; other < round->frogs; other++) {
                if (other == frog) continue;
                if (landing % QUIBBIT_RING == round->progress[other] % QUIBBIT_RING) taken = true;
            }
            if (!taken) steps--;
        }
        round->progress[frog] = landing;
        const bool far = landing - round->progress[back(round)] > QUIBBIT_RING;
        if (far && frog == (round->lap_by_leader ? front(round) : round->crown)) return frog;
    }
    return -1;
}

/* ---- Ranks ---- */

/* A position's key: the last frog's tile, which it is, and how far ahead the next two are. */
static uint16_t *rank_at(const struct quibbit_positions *positions,
                         const uint32_t progress[QUIBBIT_TRIO])
{
    const struct round round = {.frogs = QUIBBIT_TRIO,
                                .progress = {progress[0], progress[1], progress[2]}};
    const int last = back(&round);
    const uint32_t one = progress[(last + 1) % QUIBBIT_TRIO] - progress[last];
    const uint32_t two = progress[(last + 2) % QUIBBIT_TRIO] - progress[last];
    if (one > QUIBBIT_AHEAD_MAX || two > QUIBBIT_AHEAD_MAX) return NULL;
    return (uint16_t *)&positions->rank[progress[last] % QUIBBIT_RING][last][one][two];
}

static uint16_t *pair_rank_at(const struct quibbit_positions *positions, uint32_t seat,
                              uint32_t dummy)
{
    const int last = seat < dummy ? 0 : 1;
    const uint32_t ahead = last == 0 ? dummy - seat : seat - dummy;
    const uint32_t tile = (last == 0 ? seat : dummy) % QUIBBIT_RING;
    if (ahead > QUIBBIT_AHEAD_MAX) return NULL;
    return (uint16_t *)&positions->pair_rank[tile][last][ahead];
}

uint16_t quibbit_position_rank(const struct quibbit_positions *positions,
                               const uint32_t progress[QUIBBIT_TRIO])
{
    const uint16_t *rank = rank_at(positions, progress);
    return rank == NULL ? QUIBBIT_NO_POSITION : *rank;
}

uint16_t quibbit_pair_rank(const struct quibbit_positions *positions, uint32_t progress_seat,
                           uint32_t progress_dummy)
{
    const uint16_t *rank = pair_rank_at(positions, progress_seat, progress_dummy);
    return rank == NULL ? QUIBBIT_NO_POSITION : *rank;
}

/* ---- Which positions there are ---- */

static struct round round_at(const struct quibbit_positions *positions, uint32_t position,
                             int number)
{
    const struct quibbit_trio *place = &positions->place[position];
    struct round round = {.frogs = QUIBBIT_TRIO, .lap_by_leader = positions->lap_by_leader};
    uint32_t base = 0;
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        if (place->ahead[frog] == 0) base = place->tile[frog];
    }
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        round.progress[frog] = base + place->ahead[frog];
    }
    round.card[0] = (uint32_t)(number / QUIBBIT_CHOICES) + 1;
    round.card[1] = (uint32_t)(number / QUIBBIT_CARDS % QUIBBIT_CARDS) + 1;
    round.card[2] = (uint32_t)(number % QUIBBIT_CARDS) + 1;
    return round;
}

static void position_add(struct quibbit_positions *positions, const struct round *round)
{
    uint16_t *rank = rank_at(positions, round->progress);
    assert(rank != NULL);
    if (*rank != QUIBBIT_NO_POSITION) return;
    assert(positions->count < QUIBBIT_POSITIONS_MAX);
    struct quibbit_trio *place = &positions->place[positions->count];
    const uint32_t least = round->progress[back(round)];
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
        place->tile[frog] = (uint8_t)(round->progress[frog] % QUIBBIT_RING);
        place->ahead[frog] = (uint8_t)(round->progress[frog] - least);
    }
    *rank = (uint16_t)positions->count++;
}

/* All in which the three are less than a lap apart, and where play leads from there. Where the ring
 * begins makes no difference: so the last frog is at tile 0 first, and then goes round. */
static void positions_find(struct quibbit_positions *positions)
{
    memset(positions->rank, 0xff, sizeof positions->rank);
    for (uint32_t distances = 0; distances < QUIBBIT_RING * QUIBBIT_RING; distances++) {
        const uint32_t one = distances / QUIBBIT_RING, two = distances % QUIBBIT_RING;
        if (one == 0 || two == 0 || one == two) continue;
        for (int last = 0; last < QUIBBIT_TRIO; last++) {
            struct round round = {.frogs = QUIBBIT_TRIO};
            round.progress[(last + 1) % QUIBBIT_TRIO] = one;
            round.progress[(last + 2) % QUIBBIT_TRIO] = two;
            position_add(positions, &round);
        }
    }
    for (uint32_t position = 0; position < positions->count; position++) {
        for (int number = 0; number < QUIBBIT_ROUNDS; number++) {
            struct round round = round_at(positions, position, number);
            if (round_play(&round) >= 0) continue;
            const uint32_t least = round.progress[back(&round)];
            for (int frog = 0; frog < QUIBBIT_TRIO; frog++) round.progress[frog] -= least;
            position_add(positions, &round);
        }
    }
    const uint32_t at_first = positions->count;
    for (uint32_t i = at_first; i < at_first * QUIBBIT_RING; i++) {
        struct round round = round_at(positions, i % at_first, 0);
        for (int frog = 0; frog < QUIBBIT_TRIO; frog++) round.progress[frog] += i / at_first;
        position_add(positions, &round);
    }
}

static int home_class(const struct quibbit_positions *positions, const struct quibbit_trio *place)
{
    const bool home_0 = (positions->home[0] >> place->tile[0] & 1) != 0;
    const bool home_1 = (positions->home[1] >> place->tile[1] & 1) != 0;
    if (home_0) return home_1 ? QUIBBIT_HOME_BOTH : QUIBBIT_HOME_0;
    return home_1 ? QUIBBIT_HOME_1 : QUIBBIT_HOME_NONE;
}

/* Sorts by class, and ranks again. */
static bool positions_sort(struct quibbit_positions *positions)
{
    struct quibbit_trio *found = malloc(sizeof positions->place);
    if (found == NULL) return false;
    memcpy(found, positions->place, sizeof positions->place);
    uint32_t count = 0;
    for (int class = 0; class < QUIBBIT_HOMES; class ++) {
        positions->start[class] = count;
        for (uint32_t i = 0; i < positions->count; i++) {
            if (home_class(positions, &found[i]) != class) continue;
            positions->place[count] = found[i];
            const struct round round = round_at(positions, count, 0);
            positions->front[count] = (uint8_t)front(&round);
            *rank_at(positions, round.progress) = (uint16_t)count++;
        }
    }
    positions->start[QUIBBIT_HOMES] = count;
    free(found);
    return true;
}

/* Plays every round from tile 0, and turns what comes out. */
static void positions_link(struct quibbit_positions *positions)
{
    for (uint32_t position = 0; position < positions->count; position++) {
        const struct round start = round_at(positions, position, 0);
        if (start.progress[back(&start)] != 0) continue;
        for (int number = 0; number < QUIBBIT_ROUNDS; number++) {
            struct round round = round_at(positions, position, number);
            const int winner = round_play(&round);
            for (uint32_t turned = 0; turned < QUIBBIT_RING; turned++) {
                uint32_t from[QUIBBIT_TRIO], to[QUIBBIT_TRIO];
                for (int frog = 0; frog < QUIBBIT_TRIO; frog++) {
                    from[frog] = start.progress[frog] + turned;
                    to[frog] = round.progress[frog] + turned;
                }
                positions->next[number][quibbit_position_rank(positions, from)] =
                    winner < 0 ? quibbit_position_rank(positions, to)
                               : (uint16_t)(positions->count + (uint32_t)winner);
            }
        }
    }
}

static bool stays_list(struct quibbit_positions *positions)
{
    const uint32_t home = positions->start[1];
    for (int pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (int number = 0; number < QUIBBIT_ROUNDS; number++) {
            positions->stay_start[number] = count;
            for (uint32_t from = 0; from < home; from++) {
                const uint16_t to = positions->next[number][from];
                if (to >= home) continue;
                if (pass == 1) {
                    positions->stay[count] = (struct quibbit_stay){(uint16_t)from, to};
                }
                count++;
            }
        }
        positions->stay_start[QUIBBIT_ROUNDS] = count;
        if (pass == 0) positions->stay = malloc((count + 1) * sizeof *positions->stay);
        if (positions->stay == NULL) return false;
    }
    return true;
}

/* ---- Two frogs ---- */

static void pair_add(struct quibbit_positions *positions, uint32_t seat, uint32_t dummy)
{
    uint16_t *rank = pair_rank_at(positions, seat, dummy);
    assert(rank != NULL);
    if (*rank != QUIBBIT_NO_POSITION) return;
    assert(positions->pair_count < QUIBBIT_PAIRS_MAX);
    const uint32_t least = seat < dummy ? seat : dummy;
    positions->pair[positions->pair_count] = (struct quibbit_pair){
        .tile = {(uint8_t)(seat % QUIBBIT_RING), (uint8_t)(dummy % QUIBBIT_RING)},
        .ahead = {(uint8_t)(seat - least), (uint8_t)(dummy - least)}};
    *rank = (uint16_t)positions->pair_count++;
}

static struct round pair_round(const struct quibbit_positions *positions, uint32_t index,
                               int number)
{
    const struct quibbit_pair *pair = &positions->pair[index];
    const uint32_t base = pair->ahead[0] == 0 ? pair->tile[0] : pair->tile[1];
    return (struct round){
        .frogs = 2,
        .lap_by_leader = positions->lap_by_leader,
        .progress = {base + pair->ahead[0], base + pair->ahead[1]},
        .card = {(uint32_t)(number / QUIBBIT_CARDS) + 1, (uint32_t)(number % QUIBBIT_CARDS) + 1}};
}

/* What is left when a frog leaves, and where play leads from there. */
static void pairs_find(struct quibbit_positions *positions)
{
    memset(positions->pair_rank, 0xff, sizeof positions->pair_rank);
    for (uint32_t position = 0; position < positions->count; position++) {
        const struct round round = round_at(positions, position, 0);
        for (int seat = 0; seat < 2; seat++) {
            pair_add(positions, round.progress[seat], round.progress[2]);
            positions->pair_left[seat][position] =
                quibbit_pair_rank(positions, round.progress[seat], round.progress[2]);
        }
    }
    for (uint32_t pair = 0; pair < positions->pair_count; pair++) {
        for (int number = 0; number < QUIBBIT_CHOICES; number++) {
            struct round round = pair_round(positions, pair, number);
            if (round_play(&round) < 0) pair_add(positions, round.progress[0], round.progress[1]);
        }
    }
    for (uint32_t pair = 0; pair < positions->pair_count; pair++) {
        for (int number = 0; number < QUIBBIT_CHOICES; number++) {
            struct round round = pair_round(positions, pair, number);
            const int winner = round_play(&round);
            positions->pair_next[number][pair] =
                winner < 0 ? quibbit_pair_rank(positions, round.progress[0], round.progress[1])
                           : (uint16_t)(positions->pair_count + (uint32_t)winner);
        }
    }
}

struct quibbit_positions *quibbit_positions_new(const uint8_t kind[QUIBBIT_RING],
                                                bool lap_by_leader)
{
    struct quibbit_positions *positions = calloc(1, sizeof *positions);
    if (positions == NULL) return NULL;
    memcpy(positions->kind, kind, QUIBBIT_RING);
    positions->lap_by_leader = lap_by_leader;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        for (int seat = 0; seat < 2; seat++) {
            const bool home = kind[tile] == seat || kind[tile] == QUIBBIT_FLOWER;
            positions->home[seat] |= (uint16_t)((home ? 1u : 0u) << tile);
        }
    }
    positions_find(positions);
    if (!positions_sort(positions)) {
        quibbit_positions_free(positions);
        return NULL;
    }
    positions_link(positions);
    pairs_find(positions);
    if (stays_list(positions)) return positions;
    quibbit_positions_free(positions);
    return NULL;
}

void quibbit_positions_free(struct quibbit_positions *positions)
{
    if (positions == NULL) return;
    free(positions->stay);
    free(positions);
}

/* ---- How long hands can stay as they are ----
 *
 * With t the greatest expected number of rounds, t = 1 + max(expected t of where the round leads).
 * Iterated from 0 it comes from below. Once no step adds more than GROWTH_ENOUGH, t times 1 +
 * SOJOURN_MORE is a bound from above: it is at least 1 + what its own next step gives. Only
 * positions at home are looked at, as a round leads to others when a card is lost; the first round
 * may begin elsewhere, which makes one more. */

#define SOJOURN_MORE 0.01
#define GROWTH_ENOUGH (SOJOURN_MORE / (1 + SOJOURN_MORE) * 0.999)
#define SOJOURN_SWEEPS_MAX 5000

/* One deck of one sweep; the most that a state grew. */
static double sojourn_deck(const struct quibbit_positions *positions, const uint8_t hand[2],
                           unsigned deck, double *const time[QUIBBIT_DECKS + 1], double *sum)
{
    const uint32_t home = positions->start[1];
    const double share = 1.0 / __builtin_popcount(deck);
    double growth = 0;
    double *own = time[0]; /* unused by any deck: where the greatest is gathered */
    for (uint32_t i = 0; i < home; i++) own[i] = 0;
    for (int choice = 0; choice < QUIBBIT_CHOICES; choice++) {
        const bool held = (hand[0] >> choice / QUIBBIT_CARDS & 1) != 0 &&
                          (hand[1] >> choice % QUIBBIT_CARDS & 1) != 0;
        if (!held) continue;
        memset(sum, 0, home * sizeof *sum);
        for (unsigned card = 0; card < QUIBBIT_CARDS; card++) {
            if ((deck >> card & 1) == 0) continue;
            const double *after = time[quibbit_deck_next(deck, card)];
            const int number = QUIBBIT_ROUND(choice, (int)card);
            for (uint32_t i = positions->stay_start[number]; i < positions->stay_start[number + 1];
                 i++) {
                sum[positions->stay[i].from] += after[positions->stay[i].to];
            }
        }
        for (uint32_t i = 0; i < home; i++) own[i] = sum[i] > own[i] ? sum[i] : own[i];
    }
    for (uint32_t i = 0; i < home; i++) {
        const double longer = 1 + own[i] * share;
        growth = longer - time[deck][i] > growth ? longer - time[deck][i] : growth;
        time[deck][i] = longer;
    }
    return growth;
}

static double greatest(const double *number, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) most = number[i] > most ? number[i] : most;
    return most;
}

double quibbit_positions_sojourn(const struct quibbit_positions *positions, const uint8_t hand[2])
{
    const uint32_t home = positions->start[1];
    double *memory = calloc((QUIBBIT_DECKS + 2) * (size_t)home + 1, sizeof *memory);
    if (memory == NULL) return HUGE_VAL;
    double *time[QUIBBIT_DECKS + 1];
    double *sum = memory + (QUIBBIT_DECKS + 1) * (size_t)home;
    for (size_t deck = 0; deck <= QUIBBIT_DECKS; deck++) time[deck] = memory + deck * home;
    double longest = HUGE_VAL;
    for (int sweep = 0; sweep < SOJOURN_SWEEPS_MAX && longest == HUGE_VAL; sweep++) {
        double growth = 0;
        for (int size = 1; size <= QUIBBIT_CARDS; size++) {
            for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
                if (__builtin_popcount(deck) != size) continue;
                const double grown = sojourn_deck(positions, hand, deck, time, sum);
                growth = grown > growth ? grown : growth;
            }
        }
        if (growth > GROWTH_ENOUGH) continue;
        longest = 1 + greatest(time[1], QUIBBIT_DECKS * (size_t)home) * (1 + SOJOURN_MORE);
    }
    free(memory);
    return longest;
}

/* The same for one seat, whose home is a set of tiles. */
static double alone_deck(const struct quibbit_positions *positions, unsigned hand, unsigned deck,
                         uint16_t home, double time[QUIBBIT_DECKS + 1][QUIBBIT_PAIRS_MAX])
{
    double growth = 0;
    for (uint32_t from = 0; from < positions->pair_count; from++) {
        double most = 0;
        if ((home >> positions->pair[from].tile[0] & 1) == 0) continue;
        for (int card = 0; card < QUIBBIT_CARDS; card++) {
            double sum = 0;
            if ((hand >> card & 1) == 0) continue;
            for (unsigned turned = 0; turned < QUIBBIT_CARDS; turned++) {
                if ((deck >> turned & 1) == 0) continue;
                const uint16_t to = positions->pair_next[QUIBBIT_CHOICE(card, (int)turned)][from];
                if (to >= positions->pair_count) continue;
                if ((home >> positions->pair[to].tile[0] & 1) == 0) continue;
                sum += time[quibbit_deck_next(deck, turned)][to];
            }
            most = sum > most ? sum : most;
        }
        const double longer = 1 + most / __builtin_popcount(deck);
        growth = longer - time[deck][from] > growth ? longer - time[deck][from] : growth;
        time[deck][from] = longer;
    }
    return growth;
}

double quibbit_positions_sojourn_alone(const struct quibbit_positions *positions, int seat,
                                       unsigned hand)
{
    double(*time)[QUIBBIT_PAIRS_MAX] = calloc(QUIBBIT_DECKS + 1, sizeof *time);
    double longest = HUGE_VAL;
    if (time == NULL) return longest;
    for (int sweep = 0; sweep < SOJOURN_SWEEPS_MAX && longest == HUGE_VAL; sweep++) {
        double growth = 0;
        for (int size = 1; size <= QUIBBIT_CARDS; size++) {
            for (unsigned deck = 1; deck <= QUIBBIT_DECKS; deck++) {
                if (__builtin_popcount(deck) != size) continue;
                const double grown = alone_deck(positions, hand, deck, positions->home[seat], time);
                growth = grown > growth ? grown : growth;
            }
        }
        if (growth > GROWTH_ENOUGH) continue;
        longest =
            1 + greatest(time[1], QUIBBIT_DECKS * (size_t)QUIBBIT_PAIRS_MAX) * (1 + SOJOURN_MORE);
    }
    free(time);
    return longest;
}
