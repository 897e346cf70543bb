/* policy.h: quick judgement in Quibbles: how good a hand and a collection are, what one
 * would do at first glance, and games played to their end (or nearly) at that glance.
 *
 * The search of Quibbles is built on this; nothing outside the engines needs it. */
#ifndef POND_QUIBBLES_POLICY_H
#define POND_QUIBBLES_POLICY_H

#include "pond/engine.h"
#include "pond/quibbles.h"

#define QUIBBLES_GRADES 19  /* kinds of collections that want different hands */
#define QUIBBLES_COUNTS 9   /* 0 to 8 cards of a value, more count as 8 */
#define QUIBBLES_NEEDS 22   /* points that are missing, up to all 21 */
#define QUIBBLES_LOGIT 512  /* scores are log-odds in units of one part of this */
#define QUIBBLES_WHOLE 4096 /* shares of a win add up to this */

/* What cards are worth, in log-odds of winning; found by play against itself. */
struct quibbles_weights {
    /* By free places (one where the collection is full: its lowest card can go) and by points that
     * are missing then. */
    int16_t collection[QUIBBLES_COLLECTION_MAX + 1][QUIBBLES_NEEDS];
    /* Cards of the hand by grade, value and count, before and after the stash of the turn. */
    int16_t before[QUIBBLES_GRADES][QUIBBLES_VALUES][QUIBBLES_COUNTS];
    int16_t after[QUIBBLES_GRADES][QUIBBLES_VALUES][QUIBBLES_COUNTS];
    int16_t fresh[QUIBBLES_GRADES]; /* what six new cards are worth on average, after the stash */
    /* By players, of the seats in the order in which they come to move, the next one first. */
    int16_t tempo[POND_SEATS_MAX + 1][POND_SEATS_MAX];
};

extern const struct quibbles_weights quibbles_weights;

/* A small generator: playouts want many numbers fast and keep no secrets. */
struct quibbles_luck {
    uint64_t state;
};

static inline uint32_t quibbles_luck_below(struct quibbles_luck *luck, uint32_t limit)
{
    uint64_t word = luck->state += 0x9e3779b97f4a7c15u;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((word >> 32) * limit >> 32);
}

/* A simulated game, laid out for fast playouts: the draw pile is a list, and what a collection is
 * worth is kept beside it. */
struct quibbles_sim {
    const struct quibbles_weights *weights;
    quibbles_cards display, discards;
    quibbles_cards hands[POND_SEATS_MAX], collections[POND_SEATS_MAX];
    int32_t base[POND_SEATS_MAX]; /* what the collection is worth by itself */
    uint8_t grade[POND_SEATS_MAX], need[POND_SEATS_MAX]; /* need: the points that are missing */
    uint8_t players, variant, seat, phase;
    pond_seats in_play;
    int winner; /* -1 while the game goes on */
    int pile_count;
    uint8_t pile[160];
};

/* An action at first glance. */
struct quibbles_deed {
    enum quibbles_kind kind;
    quibbles_cards played, taken;
    int32_t score; /* what the hand is worth with it, before the stash */
};

/* Lays out a state in which a decision is due or the game is over. */
void quibbles_sim_open(struct quibbles_sim *sim, const struct quibbles_weights *weights,
                       const struct pond_state *state);

/* What a difference of scores, not positive, means for the odds: in parts of 2 to the 20. */
uint32_t quibbles_odds(int32_t difference);

/* What the seat to move makes of its position with a move, at first glance. */
int32_t quibbles_glance(const struct quibbles_sim *sim, pond_move move);
/* The action and the stash that look best at first glance. */
struct quibbles_deed quibbles_choose_action(const struct quibbles_sim *sim);
pond_move quibbles_choose_stash(const struct quibbles_sim *sim);

void quibbles_sim_act(struct quibbles_sim *sim, const struct quibbles_deed *deed,
                      struct quibbles_luck *luck);
/* Makes the stash or none, and all that comes before the next turn. */
void quibbles_sim_stash(struct quibbles_sim *sim, pond_move move, struct quibbles_luck *luck);
/* Plays on at first glance for that many turns, including the one begun, or to the end; then the
 * shares. Returns the turns played. */
int quibbles_playout(struct quibbles_sim *sim, int turns, struct quibbles_luck *luck,
                     int32_t shares[POND_SEATS_MAX]);

#endif
