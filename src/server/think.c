/* think.c: worker threads that computers think in. See think.h. */
#include "think.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS_MAX 64

struct list {
    struct think_job *first, **last;
};

struct think_pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stopping;
    struct list moves, hints, patient, finished;
    int others_running; /* hints and patient ones: a thread at least is left to moves */
    void (*wake)(void *context);
    void *context;
    int threads;
    pthread_t thread[THREADS_MAX];
};

static void list_add(struct list *list, struct think_job *job)
{
    job->next = NULL;
    if (list->first == NULL) list->last = &list->first;
    *list->last = job;
    list->last = &job->next;
}

static struct think_job *list_take(struct list *list)
{
    struct think_job *job = list->first;
    if (job != NULL) list->first = job->next;
    return job;
}

static bool is_move(const struct think_job *job) { return job->session == 0 && !job->patient; }

/* Moves that people wait for go first, then hints: whoever asks for many of them holds up nobody's
 * game. Games between computers alone wait behind both. None of these ever take every thread. */
static struct think_job *next_take(struct think_pool *pool)
{
    struct think_job *job = list_take(&pool->moves);
    const int others_most = pool->threads > 1 ? pool->threads - 1 : 1;
    if (job == NULL && pool->others_running < others_most) {
        job = list_take(&pool->hints);
        if (job == NULL) job = list_take(&pool->patient);
    }
    if (job != NULL) pool->others_running += !is_move(job);
    return job;
}

static void *work(void *context)
{
    struct think_pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping) {
        struct think_job *job = next_take(pool);
        if (job == NULL) {
            pthread_cond_wait(&pool->work, &pool->lock);
            continue;
        }
        pthread_mutex_unlock(&pool->lock);
        think_job_run(job);
        pthread_mutex_lock(&pool->lock);
        pool->others_running -= !is_move(job);
        list_add(&pool->finished, job);
        pthread_mutex_unlock(&pool->lock);
        pool->wake(pool->context);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct think_pool *think_open(int threads, void (*wake)(void *context), void *context)
{
    struct think_pool *pool = calloc(1, sizeof *pool);
    assert(pool != NULL);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->wake = wake;
    pool->context = context;
    for (; pool->threads < threads && pool->threads < THREADS_MAX; pool->threads++) {
        if (pthread_create(&pool->thread[pool->threads], NULL, work, pool) != 0) break;
    }
    assert(pool->threads > 0);
    return pool;
}

void think_give(struct think_pool *pool, struct think_job *job)
{
    pthread_mutex_lock(&pool->lock);
    list_add(job->session != 0 ? &pool->hints : job->patient ? &pool->patient : &pool->moves, job);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->work);
}

struct think_job *think_take(struct think_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct think_job *job = list_take(&pool->finished);
    pthread_mutex_unlock(&pool->lock);
    return job;
}

void think_close(struct think_pool *pool)
{
    struct think_job *job;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->work);
    for (int i = 0; i < pool->threads; i++) pthread_join(pool->thread[i], NULL);
    while ((job = list_take(&pool->moves)) != NULL) think_job_free(job);
    while ((job = list_take(&pool->hints)) != NULL) think_job_free(job);
    while ((job = list_take(&pool->patient)) != NULL) think_job_free(job);
    while ((job = list_take(&pool->finished)) != NULL) think_job_free(job);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    free(pool);
}
