/* thinker.c: work in a thread of its own. See thinker.h. */
#include "thinker.h"

#include <assert.h>
#include <signal.h>
#include <string.h>

void thinker_open(struct thinker *thinker)
{
    memset(thinker, 0, sizeof *thinker);
    pthread_mutex_init(&thinker->lock, NULL);
}

void thinker_close(struct thinker *thinker)
{
    thinker_stop(thinker);
    pthread_mutex_destroy(&thinker->lock);
}

static void *thread_run(void *context)
{
    struct thinker *thinker = context;
    thinker->work(thinker, thinker->context);
    pthread_mutex_lock(&thinker->lock);
    thinker->finished = true;
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

bool thinker_start(struct thinker *thinker, void (*work)(struct thinker *, void *), void *context)
{
    sigset_t all, before;
    assert(!thinker->running);
    thinker->stop = thinker->finished = false;
    thinker->work = work;
    thinker->context = context;
    thinker->done = thinker->total = 0;
    thinker->so_far = (struct pond_advice){.choice_count = 0};
    /* Signals belong to the waiting thread. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thinker->running = pthread_create(&thinker->thread, NULL, thread_run, thinker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return thinker->running;
}

static void note_progress(void *context, const struct pond_advice *so_far)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    thinker->so_far = *so_far;
    pthread_mutex_unlock(&thinker->lock);
}

static void decide(struct thinker *thinker, void *context)
{
    (void)context;
    computer_think(thinker->computer, &thinker->match, thinker->seat, thinker->seed,
                   &thinker->limits, &thinker->advice);
}

bool thinker_decide(struct thinker *thinker, struct computer *computer,
                    const struct pond_match *match, int seat, uint64_t seed,
                    const struct computer_limits *limits)
{
    thinker->computer = computer;
    thinker->match = *match;
    thinker->seat = seat;
    thinker->seed = seed;
    thinker->limits = *limits;
    thinker->limits.stop = &thinker->stop;
    thinker->limits.progress = note_progress;
    thinker->limits.context = thinker;
    return thinker_start(thinker, decide, NULL);
}

bool thinker_busy(const struct thinker *thinker) { return thinker->running; }

static void join(struct thinker *thinker)
{
    pthread_join(thinker->thread, NULL);
    thinker->running = false;
}

bool thinker_collect(struct thinker *thinker)
{
    if (!thinker->running) return false;
    pthread_mutex_lock(&thinker->lock);
    const bool finished = thinker->finished;
    pthread_mutex_unlock(&thinker->lock);
    if (finished) join(thinker);
    return finished;
}

void thinker_hurry(struct thinker *thinker) { thinker->stop = true; }

void thinker_stop(struct thinker *thinker)
{
    if (!thinker->running) return;
    thinker->stop = true;
    join(thinker);
}

void thinker_look(struct thinker *thinker, struct pond_advice *so_far, uint32_t *done,
                  uint32_t *total)
{
    pthread_mutex_lock(&thinker->lock);
    if (so_far != NULL) *so_far = thinker->so_far;
    *done = thinker->done;
    *total = thinker->total;
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_tell(struct thinker *thinker, uint32_t done, uint32_t total)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->done = done;
    thinker->total = total;
    pthread_mutex_unlock(&thinker->lock);
}
