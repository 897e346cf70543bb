/* three.h: Quibbit for three, approximately solved on one ring, with an exact certificate.
 *
 * A three-player game has no single value, but it has approximate Nash equilibria: strategies from
 * which nobody gains much by deviating alone. This finds one for every state of a ring and proves
 * how good it is: the certificate is what a best response of any one seat gains over the whole rest
 * of the game, by state. three_kernel.h has the method. */
#ifndef POND_QUIBBIT_THREE_H
#define POND_QUIBBIT_THREE_H

#include "three_play.h"

enum three_status {
    THREE_SOLVED,
    THREE_STOPPED, /* the progress function said so */
    THREE_NO_MEMORY,
    THREE_FAILED, /* a level could not be kept */
};

struct three_progress {
    int level;   /* cards left in all hands */
    double done; /* the part of the work, 0 to 1 */
};

struct three_options {
    int threads;               /* 0: one */
    uint8_t hand[THREE_SEATS]; /* only hands within these sets of cards, from bit 0; 0: all */
    void *context;
    /* Called now and then, in the calling thread; false stops. May be NULL. */
    bool (*progress)(void *context, const struct three_progress *progress);
    /* A level's strategies, in the order of blocks: `load` is asked for them before they are
     * worked out (false: they are not there), `save` gets them after. May be NULL. */
    bool (*load)(void *context, int level, uint8_t *bytes, uint64_t size);
    bool (*save)(void *context, int level, const uint8_t *bytes, uint64_t size);
};

/* One set of hands after the other, from the fewest cards to the most. */
struct three_solution {
    struct three_ring *ring;
    struct three_game game;
    uint64_t level_at[THREE_LEVEL_MAX + 2];      /* where a level's strategies begin, and the end */
    struct three_gain gain[THREE_LEVEL_MAX + 1]; /* by level */
    uint64_t states;
    uint8_t hand[THREE_SEATS]; /* only hands within these were solved */
};

/* A thread works on few blocks at a time, so memory is for values alone: about 3.5 GB, and 1.1 GB
 * for the strategies. NULL if it does not succeed, and `status` says why. `kind` is the ring. */
struct three_solution *three_solve(const uint8_t kind[QUIBBIT_RING], bool lap_by_leader,
                                   bool tie_by_crown_now, const struct three_options *options,
                                   enum three_status *status);
void three_solution_free(struct three_solution *solution);

/* What the solution says of a state when a round begins, and how each seat in play chooses. */
struct three_truth {
    double win[THREE_SEATS];
    double best[THREE_SEATS]; /* the same when that seat alone plays a best response */
    double probability[THREE_SEATS][THREE_CARDS]; /* by card, from 0 */
};

/* False if the state is not one of this ring as it lies, with three or two in play and no choice
 * made yet, or its hands were not solved. */
bool three_probe(const struct three_solution *solution, const struct pond_state *state,
                 struct three_truth *truth);

#endif
