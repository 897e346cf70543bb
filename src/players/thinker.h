/* thinker.h: work in a thread of its own, so that its caller stays responsive: it can be asked
 * how far it is, told to stop, and waited for.
 *
 * Most of the time the work is a computer's decision (thinker_decide); anything else that looks at
 * `stop` now and then does as well (thinker_start). */
#ifndef POND_THINKER_H
#define POND_THINKER_H

#include <pthread.h>

#include "computer.h"

struct thinker {
    /* Set by thinker_start; read by the work. */
    volatile bool stop;
    void (*work)(struct thinker *thinker, void *context);
    void *context;
    /* A decision. The match is a copy, whose log is still that of the match that was given. */
    struct computer *computer;
    struct pond_match match;
    int seat;
    uint64_t seed;
    struct computer_limits limits;
    struct pond_advice advice; /* the answer, once it is there */
    /* What the two threads share, under `lock`. */
    pthread_mutex_t lock;
    bool running, finished;
    struct pond_advice so_far;
    uint32_t done, total; /* how far the work is, where it says so */
    pthread_t thread;
};

void thinker_open(struct thinker *thinker);
/* Stops what is running. */
void thinker_close(struct thinker *thinker);
/* Begins some work; none may be running. False if the system has no thread to spare. */
bool thinker_start(struct thinker *thinker, void (*work)(struct thinker *, void *), void *context);
/* Begins to think for a seat. The match may go on meanwhile in ways that leave its log's entries
 * alone; before anything else is done to it the thinker must be stopped. */
bool thinker_decide(struct thinker *thinker, struct computer *computer,
                    const struct pond_match *match, int seat, uint64_t seed,
                    const struct computer_limits *limits);
/* Is there work that has not been collected? */
bool thinker_busy(const struct thinker *thinker);
/* Is it done? Then the thread is gone and the answer may be read. Asks without waiting. */
bool thinker_collect(struct thinker *thinker);
/* Tells the work to come to an end; it still gives an answer, the best so far. */
void thinker_hurry(struct thinker *thinker);
/* Tells it to stop, and waits; its answer is thrown away. */
void thinker_stop(struct thinker *thinker);
/* What the work has to show so far: the thinker's best so far, and how much is done. */
void thinker_look(struct thinker *thinker, struct pond_advice *so_far, uint32_t *done,
                  uint32_t *total);
/* For the work itself. */
void thinker_tell(struct thinker *thinker, uint32_t done, uint32_t total);

#endif
