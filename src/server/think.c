/* think.c: worker threads that computers think in. See think.h.
 *
 * Shares are weighted fair queueing with equal weights: the one that has used least goes first,
 * and a newcomer starts where the last one served stood, so that neither a rest nor a crowd is
 * worth anything. */
#include "think.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computer.h"
#include "limits.h"

#define THREADS_MAX 64
#define GUESS_MS 50 /* what a thought is taken to need until it has ended */

/* What an address or a person has used. */
struct share {
    struct share *next;
    char key[STORE_ID_SIZE + 4];
    uint64_t used_ms;
    uint32_t jobs; /* waiting or running; without any it is forgotten */
};

/* All addresses, or all people. */
struct ledger {
    struct share *shares;
    uint64_t served_ms; /* where the last one served stood */
};

/* A job in the pool. */
struct task {
    struct task *next;
    struct think_job *job;
    struct share *address, *person;
    uint64_t given_ms, begun_ms;
};

struct list {
    struct task *first, **last;
};

struct think_pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stopping;
    struct list moves, hints, patient;
    struct task *running[THREADS_MAX]; /* by thread; NULL: idle */
    struct think_job *finished, **finished_last;
    struct ledger addresses, people;
    struct think_figures figures;
    int others_running; /* hints and patient ones: a thread at least is left to moves */
    void (*wake)(void *context);
    void *context;
    int threads;
    pthread_t thread[THREADS_MAX];
};

/* ---- Jobs ---- */

void think_job_run(struct think_job *job)
{
    struct computer computer;
    struct pond_advice advice;
    struct computer_limits limits = {.stop = &job->stop};
    const struct pond_game *game = job->match.game;
    enum computer_trouble trouble = computer_open(&computer, game, job->computer, NULL);
    if (trouble != COMPUTER_FINE) {
        computer_close(&computer);
        trouble = computer_open(&computer, game, "random", NULL);
        assert(trouble == COMPUTER_FINE);
    }
    /* A level keeps to its nodes; the time is a ceiling, for slow machines. */
    limits.time_ms = job->time_ms_max;
    limits.nodes = job->nodes > 0 ? job->nodes : computer.player.nodes_max;
    computer_think(&computer, &job->match, job->about.seat, job->seed, &limits, &advice);
    computer_close(&computer);
    struct pond_text text = pond_text_in(job->move, sizeof job->move);
    game->move_print(&job->match.state, job->about.seat, advice.move, &text);
    for (uint32_t i = 0; i < advice.choice_count; i++) {
        float value;
        if (advice.choices[i].move != advice.move) continue;
        if (pond_choice_value(&advice.choices[i], &value)) job->value = (double)value;
    }
}

void think_job_free(struct think_job *job)
{
    free(job->log);
    free(job);
}

/* ---- Shares ---- */

static struct share *share_join(struct ledger *ledger, const char *key)
{
    struct share *share = ledger->shares;
    while (share != NULL && strcmp(share->key, key) != 0) share = share->next;
    if (share == NULL) {
        share = calloc(1, sizeof *share);
        assert(share != NULL);
        snprintf(share->key, sizeof share->key, "%s", key);
        share->used_ms = ledger->served_ms;
        share->next = ledger->shares;
        ledger->shares = share;
    }
    share->jobs++;
    return share;
}

static void share_leave(struct ledger *ledger, struct share *share)
{
    if (--share->jobs > 0) return;
    struct share **link = &ledger->shares;
    while (*link != share) link = &(*link)->next;
    *link = share->next;
    free(share);
}

/* ---- Lists ---- */

static void list_add(struct list *list, struct task *task)
{
    task->next = NULL;
    if (list->first == NULL) list->last = &list->first;
    *list->last = task;
    list->last = &task->next;
}

static void list_remove(struct list *list, struct task *task)
{
    struct task **link = &list->first;
    while (*link != task) link = &(*link)->next;
    *link = task->next;
    if (task->next == NULL) list->last = link;
}

static bool goes_before(const struct task *one, const struct task *other)
{
    if (one->address->used_ms != other->address->used_ms) {
        return one->address->used_ms < other->address->used_ms;
    }
    return one->person->used_ms < other->person->used_ms;
}

/* The one whose address, and whose person there, has used the least; the oldest of equals. */
static struct task *list_take(struct list *list)
{
    struct task *best = list->first;
    for (struct task *task = list->first; task != NULL; task = task->next) {
        if (goes_before(task, best)) best = task;
    }
    if (best != NULL) list_remove(list, best);
    return best;
}

static bool is_move(const struct think_job *job) { return job->session == 0 && !job->patient; }

static void task_charge(struct task *task, int64_t time_ms)
{
    task->address->used_ms += (uint64_t)time_ms;
    task->person->used_ms += (uint64_t)time_ms;
}

/* The lowest level answers within milliseconds. */
static void lower(struct think_pool *pool, struct task *task)
{
    if (strncmp(task->job->computer, "level:", 6) != 0) return;
    strcpy(task->job->computer, "level:1");
    pool->figures.lowered++;
}

/* Moves that people wait for go first, then hints, then games between computers alone. Neither of
 * these ever takes every thread. */
static struct task *next_take(struct think_pool *pool)
{
    struct task *task = list_take(&pool->moves);
    const int others_most = pool->threads > 1 ? pool->threads - 1 : 1;
    if (task == NULL && pool->others_running < others_most) {
        task = list_take(&pool->hints);
        if (task == NULL) task = list_take(&pool->patient);
    }
    if (task == NULL) return NULL;
    pool->others_running += !is_move(task->job);
    pool->figures.waiting--;
    pool->addresses.served_ms = task->address->used_ms;
    pool->people.served_ms = task->person->used_ms;
    task->begun_ms = computer_clock_ms();
    task_charge(task, GUESS_MS);
    if (is_move(task->job) && task->begun_ms - task->given_ms > THINK_LATE_MS) lower(pool, task);
    return task;
}

static void task_end(struct think_pool *pool, struct task *task)
{
    struct think_job *job = task->job;
    share_leave(&pool->addresses, task->address);
    share_leave(&pool->people, task->person);
    free(task);
    job->next = NULL;
    if (pool->finished == NULL) pool->finished_last = &pool->finished;
    *pool->finished_last = job;
    pool->finished_last = &job->next;
}

/* ---- Threads ---- */

struct worker {
    struct think_pool *pool;
    int number;
};

static void *work(void *context)
{
    struct worker worker = *(struct worker *)context;
    struct think_pool *pool = worker.pool;
    free(context);
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopping) {
        struct task *task = next_take(pool);
        if (task == NULL) {
            pthread_cond_wait(&pool->work, &pool->lock);
            continue;
        }
        pool->running[worker.number] = task;
        pthread_mutex_unlock(&pool->lock);
        think_job_run(task->job);
        pthread_mutex_lock(&pool->lock);
        pool->running[worker.number] = NULL;
        pool->others_running -= !is_move(task->job);
        task_charge(task, (int64_t)(computer_clock_ms() - task->begun_ms) + 1 - GUESS_MS);
        task_end(pool, task);
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
    pthread_mutex_lock(&pool->lock); /* until all of them are counted */
    for (; pool->threads < threads && pool->threads < THREADS_MAX; pool->threads++) {
        struct worker *worker = malloc(sizeof *worker);
        assert(worker != NULL);
        *worker = (struct worker){pool, pool->threads};
        if (pthread_create(&pool->thread[pool->threads], NULL, work, worker) != 0) {
            free(worker);
            break;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    assert(pool->threads > 0);
    return pool;
}

void think_give(struct think_pool *pool, struct think_job *job)
{
    struct task *task = calloc(1, sizeof *task);
    char address[STORE_ID_SIZE + 4];
    assert(task != NULL);
    snprintf(address, sizeof address, "@%u", job->address);
    pthread_mutex_lock(&pool->lock);
    task->job = job;
    task->address = share_join(&pool->addresses, job->address != 0 ? address : job->person);
    task->person = share_join(&pool->people, job->person);
    task->given_ms = computer_clock_ms();
    list_add(job->session != 0 ? &pool->hints : job->patient ? &pool->patient : &pool->moves, task);
    pool->figures.waiting++;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->work);
}

struct think_job *think_take(struct think_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct think_job *job = pool->finished;
    if (job != NULL) pool->finished = job->next;
    pthread_mutex_unlock(&pool->lock);
    return job;
}

struct think_figures think_figures(struct think_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    const struct think_figures figures = pool->figures;
    pthread_mutex_unlock(&pool->lock);
    return figures;
}

/* ---- Ending thoughts early ---- */

static bool forgotten(const struct think_job *job, const char *table, uint64_t session)
{
    if (session != 0) return job->session == session;
    return job->session == 0 && strcmp(job->table, table) == 0;
}

static void task_stop(struct task *task)
{
    __atomic_store_n(&task->job->stop, true, __ATOMIC_RELAXED);
}

void think_forget(struct think_pool *pool, const char *table, uint64_t session)
{
    struct list *const lists[] = {&pool->moves, &pool->hints, &pool->patient};
    bool some = false;
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < 3; i++) {
        struct task *next;
        for (struct task *task = lists[i]->first; task != NULL; task = next) {
            next = task->next;
            if (!forgotten(task->job, table, session)) continue;
            list_remove(lists[i], task);
            pool->figures.waiting--;
            task_end(pool, task);
            some = true;
        }
    }
    for (int i = 0; i < pool->threads; i++) {
        struct task *task = pool->running[i];
        if (task != NULL && forgotten(task->job, table, session)) task_stop(task);
    }
    pthread_mutex_unlock(&pool->lock);
    if (some) pool->wake(pool->context);
}

/* Has somebody been waiting for a move, other than behind their own? */
static bool someone_waits(const struct think_pool *pool, const struct task *running,
                          uint64_t now_ms)
{
    for (const struct task *task = pool->moves.first; task != NULL; task = task->next) {
        const bool other = task->person != running->person;
        if (other && now_ms - task->given_ms >= THINK_WAIT_MS) return true;
    }
    return false;
}

void think_tick(struct think_pool *pool)
{
    const uint64_t now_ms = computer_clock_ms();
    pthread_mutex_lock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        struct task *task = pool->running[i];
        if (task == NULL || task->job->stop || now_ms - task->begun_ms < THINK_WAIT_MS) continue;
        if (!someone_waits(pool, task, now_ms)) continue;
        task_stop(task);
        pool->figures.cut++;
    }
    pthread_mutex_unlock(&pool->lock);
}

/* ---- The end ---- */

static void list_free(struct think_pool *pool, struct list *list)
{
    struct task *task;
    while ((task = list_take(list)) != NULL) task_end(pool, task);
}

void think_close(struct think_pool *pool)
{
    struct think_job *job;
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    for (int i = 0; i < pool->threads; i++) {
        if (pool->running[i] != NULL) task_stop(pool->running[i]);
    }
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_broadcast(&pool->work);
    for (int i = 0; i < pool->threads; i++) pthread_join(pool->thread[i], NULL);
    list_free(pool, &pool->moves);
    list_free(pool, &pool->hints);
    list_free(pool, &pool->patient);
    while ((job = think_take(pool)) != NULL) think_job_free(job);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    free(pool);
}
