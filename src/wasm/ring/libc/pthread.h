/* pthread.h: for ring.wasm: there are no threads, and the solver does with the one that calls it.
 */
#ifndef POND_RING_PTHREAD_H
#define POND_RING_PTHREAD_H

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *),
                                 void *context)
{
    (void)thread, (void)how, (void)work, (void)context;
    return 1;
}
static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return 1;
}

#endif
