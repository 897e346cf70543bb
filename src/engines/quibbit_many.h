/* quibbit_many.h: the search for Quibbit's games of three and four, in which all choose at the same
 * time and each for itself. */
#ifndef POND_QUIBBIT_MANY_H
#define POND_QUIBBIT_MANY_H

#include "quibbit_round.h"

/* What is known of one position: by seat and card (less one). */
struct quibbit_many_node {
    uint64_t key; /* 0: none */
    uint32_t visits;
    uint32_t spare;
    float regret[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
    float played[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX]; /* sums of the strategies */
    float mean[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
    float count[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
};

/* How often each card comes back from a place (of 25), whatever the others play. */
struct quibbit_habit {
    uint64_t key; /* 0: none */
    uint8_t keeps[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
    uint8_t spare[4];
};

struct quibbit_many {
    const struct pond_task *task;
    const struct quibbit_rules *rules;
    struct quibbit_many_node *nodes;
    uint64_t node_count; /* a power of two, or 0 */
    struct quibbit_habit *habits;
    uint64_t habit_count; /* a power of two */
    uint64_t dice;        /* the state of its own generator */
    uint64_t iterations;
    uint64_t rounds;              /* in all games: what limits count */
    float win[QUIBBIT_FROGS_MAX]; /* sums */
};

void quibbit_many_begin(struct quibbit_many *many, const struct pond_task *task,
                        const struct quibbit_rules *rules, void *memory, size_t size);
/* Plays games from here, at least one, until so many rounds have been played, learning; fewer when
 * time is up. */
void quibbit_many_search(struct quibbit_many *many, const struct quibbit_spot *spot,
                         uint64_t rounds);
/* What is known of a position; NULL if nothing. */
const struct quibbit_many_node *quibbit_many_node(const struct quibbit_many *many,
                                                  const struct quibbit_spot *spot);

#endif
