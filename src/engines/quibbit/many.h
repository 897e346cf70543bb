/* many.h: the search for Quibbit with three and four players, who choose at the same time,
 * each for themselves. */
#ifndef POND_QUIBBIT_MANY_H
#define POND_QUIBBIT_MANY_H

#include "round.h"

/* What is known of one position: by seat and card (less one). */
struct quibbit_many_node {
    uint64_t key; /* 0: none */
    uint32_t visits;
    uint8_t greedy[QUIBBIT_FROGS_MAX]; /* the card that looks best in this round alone */
    float regret[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
    float played[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX]; /* sums of the strategies */
    float mean[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
    float count[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
};

/* How often seats play each of their cards (less one). */
struct quibbit_many_mix {
    float part[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX];
};

struct quibbit_many {
    const struct pond_task *task;
    const struct quibbit_rules *rules;
    struct quibbit_many_node *nodes;
    uint64_t node_count; /* a power of two, or 0 */
    int seat;            /* whose search it is */
    uint32_t trust;      /* of 256: how often another seat is taken for a greedy player */
    bool expects;        /* how the others play this round */
    struct quibbit_many_mix mix;
    uint64_t dice; /* the state of its own generator */
    uint64_t iterations;
    uint64_t effort;              /* in nodes: what limits count */
    float win[QUIBBIT_FROGS_MAX]; /* sums */
};

void quibbit_many_begin(struct quibbit_many *many, const struct pond_task *task,
                        const struct quibbit_rules *rules, int seat, int32_t trust, void *memory,
                        size_t size);
/* Before any search: the others will play this round like that, and go on as noisy players. */
void quibbit_many_expect(struct quibbit_many *many, const struct quibbit_many_mix *mix);
/* Plays games from here, at least one, until that many nodes are spent, learning; fewer when time
 * is up. */
void quibbit_many_search(struct quibbit_many *many, const struct quibbit_spot *spot,
                         uint64_t effort);
/* What is known of a position; NULL if nothing. */
const struct quibbit_many_node *quibbit_many_node(const struct quibbit_many *many,
                                                  const struct quibbit_spot *spot);
/* The mixed strategy of a noisy player there: a quantal response to the values of its cards. */
void quibbit_many_noisy(const struct quibbit_many_node *node, int seat, unsigned hand, float blur,
                        float part[QUIBBIT_CARD_MAX]);

#define QUIBBIT_ABSURD 0.25f /* of the chance to win: nobody who looks at all gives that away */

/* How often, compared with the best choice, a noisy player takes one that costs so much: the more
 * it costs, the less often, and never an absurd one. */
static inline float quibbit_blurred(float cost, float blur)
{
    const float near = blur / (blur + cost);
    return cost > QUIBBIT_ABSURD ? 0 : near * near * near;
}

#endif
