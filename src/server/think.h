/* think.h: worker threads that computers think in.
 *
 * Time to think is shared between people: first between the addresses that wait for some, then
 * between the people at an address, so that nobody gets more by asking for more. While somebody
 * waits, a long thought is cut short: it answers with what it has found. A move that had to wait
 * for too long is left to a lower level, which answers at once. */
#ifndef POND_THINK_H
#define POND_THINK_H

#include "hall.h"

struct think_pool;

/* `wake` is called from a worker when something is ready for think_take. */
struct think_pool *think_open(int threads, void (*wake)(void *context), void *context);
void think_give(struct think_pool *pool, struct think_job *job);
/* As hall_outside's `forget`: what has not begun comes back without a move, what has begun ends. */
void think_forget(struct think_pool *pool, const char *table, uint64_t session);
/* Some ten times a second: cuts long thoughts short while others wait. */
void think_tick(struct think_pool *pool);
/* A finished job, or NULL. */
struct think_job *think_take(struct think_pool *pool);
/* What is not finished is given up. */
void think_close(struct think_pool *pool);

struct think_figures {
    uint32_t waiting;      /* jobs that no thread has taken yet */
    uint64_t cut, lowered; /* thoughts cut short, moves left to a lower level */
};
struct think_figures think_figures(struct think_pool *pool);

#endif
