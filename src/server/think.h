/* think.h: worker threads that computers think in. */
#ifndef POND_THINK_H
#define POND_THINK_H

#include "hall.h"

struct think_pool;

/* `wake` is called from a worker when something is ready for think_take. */
struct think_pool *think_open(int threads, void (*wake)(void *context), void *context);
void think_give(struct think_pool *pool, struct think_job *job);
/* A finished job, or NULL. */
struct think_job *think_take(struct think_pool *pool);
/* What is not finished is given up. */
void think_close(struct think_pool *pool);

#endif
