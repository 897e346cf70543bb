/* round.h: what the computer players of Quibbit! think with: a small copy of a position and
 * a fast round.
 *
 * The rules are in src/games/quibbit/rules.c; this says the same for rounds alone, without the
 * parts that a search has no use for. */
#ifndef POND_QUIBBIT_ROUND_H
#define POND_QUIBBIT_ROUND_H

#include "pond/engine.h"
#include "pond/quibbit.h"

#define QUIBBIT_NO_WINNER 0xff
#define QUIBBIT_HANDS 32 /* hands as numbers: the set of cards shifted down by one */

/* What stays the same during a game. */
struct quibbit_rules {
    uint16_t home[QUIBBIT_FROGS_MAX]; /* by frog: the tiles that give a card back */
    uint8_t seats, frogs, tiles;
    bool lap_by_leader, tie_by_crown_now, dummy_counts;
};

/* When a round begins, or when it is all over. */
struct quibbit_spot {
    uint32_t progress[QUIBBIT_FROGS_MAX]; /* or QUIBBIT_NOWHERE */
    uint8_t tile[QUIBBIT_FROGS_MAX];
    uint8_t hand[QUIBBIT_FROGS_MAX]; /* a set of cards, with bit n for the card n */
    uint16_t occupied;
    uint8_t in_play; /* a set of seats */
    uint8_t deck;    /* the dummy's, or 0 */
    uint8_t crown;
    uint8_t winner; /* a frog, or QUIBBIT_NO_WINNER */
};

/* Cards by frog; 0 for those who are out. */
struct quibbit_cards {
    uint8_t card[QUIBBIT_FROGS_MAX];
};

void quibbit_rules_set(struct quibbit_rules *rules, const struct quibbit_state *state);
/* Takes over a position in which all frogs are placed; choices already made are left out. */
void quibbit_spot_set(struct quibbit_spot *spot, const struct quibbit_state *state);
/* Plays a round; the dummy's card leaves its deck. */
void quibbit_round_play(const struct quibbit_rules *rules, struct quibbit_spot *spot,
                        const struct quibbit_cards *cards);

static inline uint32_t quibbit_spot_least(const struct quibbit_spot *spot)
{
    uint32_t least = spot->progress[0];
    for (int frog = 1; frog < QUIBBIT_FROGS_MAX; frog++) {
        if (spot->progress[frog] < least) least = spot->progress[frog];
    }
    return least;
}

static inline bool quibbit_plays(const struct quibbit_spot *spot, int seat)
{
    return (spot->in_play >> seat & 1) != 0;
}

/* The n-th lowest card of a set, from 0. */
static inline uint8_t quibbit_card(unsigned cards, unsigned n)
{
    for (; n > 0; n--) cards &= cards - 1;
    return (uint8_t)__builtin_ctz(cards);
}

#endif
