/* positions.h: where the frogs of a game of two can stand when a round begins, and where a
 * round leads, for the exact solution of Quibbit.
 *
 * What a round does to the frogs depends on where they are and on the cards alone: not on hands,
 * nor on the ring's colours. So it is worked out once, for all positions and cards. The crown is
 * not part of a position: when a round begins the farthest frog wears it.
 *
 * A frog that lands at home (a leaf of its colour or a flower) keeps its card. Positions are sorted
 * by who is at home, so that those in which hands stay as they are come first. */
#ifndef POND_QUIBBIT_POSITIONS_H
#define POND_QUIBBIT_POSITIONS_H

#include "quibbit/layouts.h"

#define QUIBBIT_CARDS QUIBBIT_CARD_MAX
#define QUIBBIT_DECKS 31     /* sets of cards that are not empty */
#define QUIBBIT_AHEAD_MAX 16 /* farther ahead of the last no frog gets in a game that goes on */
#define QUIBBIT_POSITIONS_MAX 4680
#define QUIBBIT_PAIRS_MAX 360
#define QUIBBIT_NO_POSITION 0xffff

/* A choice of cards: the seats', then the dummy's. As a number, each from 0. */
#define QUIBBIT_CHOICE(card_0, card_1) ((card_0)*QUIBBIT_CARDS + (card_1))
#define QUIBBIT_ROUND(choice, card_dummy) ((choice)*QUIBBIT_CARDS + (card_dummy))
#define QUIBBIT_CHOICES (QUIBBIT_CARDS * QUIBBIT_CARDS)
#define QUIBBIT_ROUNDS (QUIBBIT_CHOICES * QUIBBIT_CARDS)

/* Who is at home: the order of the classes of positions. */
enum { QUIBBIT_HOME_BOTH, QUIBBIT_HOME_0, QUIBBIT_HOME_1, QUIBBIT_HOME_NONE, QUIBBIT_HOMES };

struct quibbit_trio {
    uint8_t tile[QUIBBIT_TRIO];
    uint8_t ahead[QUIBBIT_TRIO]; /* of the last frog, whose is 0 */
};

/* A seat's frog and the dummy's, alone on the ring: the first is the seat's. */
struct quibbit_pair {
    uint8_t tile[2], ahead[2];
};

/* A round that leads from one position with both at home to another. */
struct quibbit_stay {
    uint16_t from, to;
};

struct quibbit_positions {
    uint8_t kind[QUIBBIT_RING]; /* of each tile; see quibbit.h */
    uint16_t home[2];           /* by seat: a set of tiles */
    bool lap_by_leader;
    uint32_t count;                    /* positions of the three */
    uint32_t start[QUIBBIT_HOMES + 1]; /* of each class, and the end */
    struct quibbit_trio place[QUIBBIT_POSITIONS_MAX];
    uint8_t front[QUIBBIT_POSITIONS_MAX]; /* by position: the farthest frog, which has the crown */
    /* By round and position: the next position, or `count` + the frog that wins by a lap. */
    uint16_t next[QUIBBIT_ROUNDS][QUIBBIT_POSITIONS_MAX + 8];
    uint16_t rank[QUIBBIT_RING][QUIBBIT_TRIO][QUIBBIT_AHEAD_MAX + 1][QUIBBIT_AHEAD_MAX + 1];
    uint32_t stay_start[QUIBBIT_ROUNDS + 1];
    struct quibbit_stay *stay; /* by round */
    /* For a contending dummy: when a seat is out. */
    uint32_t pair_count;
    struct quibbit_pair pair[QUIBBIT_PAIRS_MAX];
    uint16_t pair_next[QUIBBIT_CHOICES][QUIBBIT_PAIRS_MAX]; /* `pair_count` + 0 (seat) or 1 */
    uint16_t pair_rank[QUIBBIT_RING][2][QUIBBIT_AHEAD_MAX + 1];
    uint16_t pair_left[2][QUIBBIT_POSITIONS_MAX]; /* by the seat that is left, and position */
};

/* NULL if there is no memory. */
struct quibbit_positions *quibbit_positions_new(const uint8_t kind[QUIBBIT_RING],
                                                bool lap_by_leader);
void quibbit_positions_free(struct quibbit_positions *positions);

/* Ranks by progress; QUIBBIT_NO_POSITION where no game gets. */
uint16_t quibbit_position_rank(const struct quibbit_positions *positions,
                               const uint32_t progress[QUIBBIT_TRIO]);
uint16_t quibbit_pair_rank(const struct quibbit_positions *positions, uint32_t progress_seat,
                           uint32_t progress_dummy);

/* The most rounds, on average, that both seats together can go on without losing a card, from any
 * state, with these hands or smaller ones; and one seat alone with the dummy. HUGE_VAL where they
 * could go on forever, which no ring allows: the dummy sees to it. Cards are from bit 0. */
double quibbit_positions_sojourn(const struct quibbit_positions *positions, const uint8_t hand[2]);
double quibbit_positions_sojourn_alone(const struct quibbit_positions *positions, int seat,
                                       unsigned hand);

/* The deck after a card was turned: all again when it was the last. As sets from bit 0. */
static inline unsigned quibbit_deck_next(unsigned deck, unsigned card)
{
    const unsigned left = deck & ~(1u << card);
    return left == 0 ? QUIBBIT_DECKS : left;
}

#endif
