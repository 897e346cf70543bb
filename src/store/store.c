/* store.c: the threads and queues in front of every backend. See store.h.
 *
 * One thread writes, one reads lists and one loads tables, each with a link of its own, so that a
 * list waits neither for a disk's flush nor for a long log. Tables are loaded and handed over one
 * by one. The writer takes whatever has gathered since the last commit into one transaction: the
 * busier the server, the more moves share a flush, and a very busy one waits for two milliseconds
 * before the next, so that still more do. Requests are handed over in groups as well, when the
 * caller says so: the writer does not wake for the first of them alone. */
#include "store.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RETRY_MS 250 /* between attempts to reach a database that is away */
#define LISTEN_MS 250
#define BUSY_REQUESTS 16 /* in a group: more will come at once, */
#define GATHER_MS 2      /* and the next group waits for them */
#define CHECK_S 1        /* between two looks at a store that has nothing to do */

struct queue {
    struct store_request *first, **last;
};

/* A thread with its link; where there are no threads, store_poll works for all of them. */
struct worker {
    struct store *store;
    pthread_t thread;
    bool running;
    bool writes;
    int batch_max;      /* requests carried out and handed over together */
    struct queue given; /* submitted and not handed over yet: the caller's alone */
    struct queue queue;
    bool sleeps; /* until there is work */
    bool busy;   /* the last group to write was a large one */
    bool is_down;
    pthread_cond_t work;
    struct store_link *link;
};

#define WORKERS 3
#define NEWS_MAX 1024 /* tables that other nodes have written to, not yet told */

struct store {
    const struct store_backend *backend;
    char *where;
    bool threads;
    struct store_events events;
    pthread_mutex_t lock;
    bool stopping;
    struct worker writer, reader, loader;
    struct queue finished;
    pthread_t listener;
    bool listening;
    char (*news)[STORE_ID_SIZE];
    uint32_t news_count;
    bool told_down;
    bool failing; /* the last attempt to write something was refused */
    struct store_figures figures;
};

/* ---- Requests ---- */

struct store_request *store_request_new(enum store_verb verb)
{
    struct store_request *request = calloc(1, sizeof *request);
    assert(request != NULL);
    request->verb = verb;
    return request;
}

void store_request_free(struct store_request *request)
{
    if (request == NULL) return;
    for (uint32_t i = 0; i < request->event_count; i++) free(request->events[i].text);
    free(request->events);
    free(request->summary);
    free(request->outcome);
    free(request->tables);
    free(request->persons);
    free(request->ratings);
    free(request->notes);
    if (request->made != NULL) request->made_free(request->made);
    free(request);
}

void store_request_event(struct store_request *request, uint32_t version, int64_t at_ms,
                         const char *text)
{
    const uint32_t count = request->event_count;
    if ((count & (count - 1)) == 0) { /* at each power of two there is no more room */
        const size_t room = count == 0 ? 1 : 2 * (size_t)count;
        request->events = realloc(request->events, room * sizeof *request->events);
        assert(request->events != NULL);
    }
    struct store_event *event = &request->events[request->event_count++];
    *event = (struct store_event){.version = version, .at_ms = at_ms, .text = strdup(text)};
    assert(event->text != NULL);
}

static bool verb_writes(enum store_verb verb)
{
    return verb == STORE_APPEND || verb == STORE_NAME || verb == STORE_RECOVERY ||
           verb == STORE_RECOVER || verb == STORE_LEASE || verb == STORE_BEAT ||
           verb == STORE_PRESENCE || verb == STORE_REVOKE || verb == STORE_SEEN ||
           verb == STORE_NOTE || verb == STORE_REWRITE || verb == STORE_ERASE || verb == STORE_VOID;
}

static void queue_add(struct queue *queue, struct store_request *request)
{
    request->next = NULL;
    if (queue->first == NULL) queue->last = &queue->first;
    *queue->last = request;
    queue->last = &request->next;
}

/* Moves all of another queue after this one's. */
static void queue_join(struct queue *queue, struct queue *other)
{
    if (other->first == NULL) return;
    if (queue->first == NULL) queue->last = &queue->first;
    *queue->last = other->first;
    queue->last = other->last;
    other->first = NULL;
}

/* Takes up to that many requests out of a queue, as a list. */
static struct store_request *queue_take(struct queue *queue, int count_max)
{
    struct store_request *first = queue->first, **end = &queue->first;
    for (int i = 0; i < count_max && *end != NULL; i++) end = &(*end)->next;
    struct store_request *rest = *end;
    *end = NULL;
    queue->first = rest;
    if (first == rest) return NULL;
    return first;
}

static bool list_longer(const struct store_request *list, int count)
{
    while (list != NULL && count >= 0) {
        list = list->next;
        count--;
    }
    return count < 0;
}

/* ---- Carrying them out ---- */

static bool link_ready(struct worker *worker)
{
    struct store_trouble why;
    if (worker->link == NULL) {
        worker->link = worker->store->backend->open(worker->store->where, &why);
    }
    return worker->link != NULL;
}

static void link_drop(struct worker *worker)
{
    if (worker->link != NULL) worker->store->backend->close(worker->link);
    worker->link = NULL;
}

static void all_status(struct store_request *list, enum store_status status)
{
    for (; list != NULL; list = list->next) list->status = status;
}

/* A table that was made in a transaction that came to nothing has no number. */
static void places_drop(struct store_request *list)
{
    for (; list != NULL; list = list->next) {
        if (list->verb == STORE_APPEND && list->version == 1) list->place = 0;
    }
}

static enum store_status write_once(struct worker *worker, struct store_request *list)
{
    const struct store_backend *backend = worker->store->backend;
    enum store_status status = backend->begin(worker->link);
    for (struct store_request *request = list; request != NULL && status == STORE_FINE;
         request = request->next) {
        request->status = backend->run(worker->link, request);
        const bool fails = request->status == STORE_DOWN || request->status == STORE_AGAIN ||
                           request->status == STORE_REFUSED;
        if (fails) status = request->status;
    }
    if (status == STORE_FINE) status = backend->commit(worker->link);
    if (status == STORE_FINE) return STORE_FINE;
    backend->rollback(worker->link);
    places_drop(list);
    return status;
}

/* One transaction for all of them; false if the connection was lost on the way. */
static bool write_all(struct worker *worker, struct store_request *list)
{
    enum store_status status;
    do status = write_once(worker, list);
    while (status == STORE_AGAIN);
    if (status == STORE_REFUSED) all_status(list, STORE_REFUSED);
    return status != STORE_DOWN;
}

static bool read_all(struct worker *worker, struct store_request *list)
{
    for (; list != NULL; list = list->next) {
        list->status = worker->store->backend->run(worker->link, list);
        if (list->status == STORE_DOWN) return false;
    }
    return true;
}

/* How it stands with a worker's link, and whether it can write. */
static void state_set(struct worker *worker, bool is_down, bool failing)
{
    struct store *store = worker->store;
    pthread_mutex_lock(&store->lock);
    const bool changed =
        worker->is_down != is_down || (worker->writes && store->failing != failing);
    worker->is_down = is_down;
    if (worker->writes) store->failing = failing;
    pthread_mutex_unlock(&store->lock);
    if (changed && store->events.wake != NULL) store->events.wake(store->events.context);
}

/* What a lost connection left half done is taken back before it is tried again. */
static void rows_drop(struct store_request *list)
{
    for (; list != NULL; list = list->next) {
        if (list->verb == STORE_LOAD) {
            for (uint32_t i = 0; i < list->event_count; i++) free(list->events[i].text);
            free(list->events);
            list->events = NULL;
            list->event_count = 0;
        }
        free(list->tables);
        free(list->persons);
        free(list->ratings);
        list->tables = NULL;
        list->persons = NULL;
        list->ratings = NULL;
        list->row_count = 0;
    }
}

static bool stopping(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    const bool stop = store->stopping;
    pthread_mutex_unlock(&store->lock);
    return stop;
}

static void sleep_ms(long time_ms)
{
    nanosleep(&(struct timespec){.tv_sec = time_ms / 1000, .tv_nsec = time_ms % 1000 * 1000000},
              NULL);
}

/* Is there no use in trying again? A file is held on to: opened again it might be another one. */
static bool gives_up(const struct worker *worker)
{
    struct store *store = worker->store;
    const bool file = !store->backend->shared;
    return stopping(store) || (file && (worker->link == NULL || !store->threads));
}

/* Until it is done, however long the database is away; only a store that closes gives up. */
static void carry_out(struct worker *worker, struct store_request *list)
{
    struct store *store = worker->store;
    bool done = false, is_down = false;
    while (!done) {
        done = link_ready(worker) &&
               (worker->writes ? write_all(worker, list) : read_all(worker, list));
        if (done) break;
        if (store->backend->shared) link_drop(worker);
        rows_drop(list);
        is_down = !store->backend->shared && worker->link != NULL;
        if (gives_up(worker)) {
            all_status(list, STORE_REFUSED);
            break;
        }
        state_set(worker, true, false);
        sleep_ms(RETRY_MS);
    }
    state_set(worker, is_down && !done, list->status == STORE_REFUSED);
}

static void work_all(struct store_request *list)
{
    for (; list != NULL; list = list->next) {
        if (list->work != NULL && list->status == STORE_FINE) list->work(list);
    }
}

/* There is nothing to write: is there still something to write to? */
static void look_after(struct worker *worker)
{
    struct store *store = worker->store;
    pthread_mutex_lock(&store->lock);
    const bool failing = store->failing;
    pthread_mutex_unlock(&store->lock);
    const enum store_status status =
        link_ready(worker) ? store->backend->check(worker->link, failing) : STORE_DOWN;
    if (status == STORE_DOWN && store->backend->shared) link_drop(worker);
    state_set(worker, status == STORE_DOWN, status == STORE_REFUSED);
}

static void finish(struct store *store, struct store_request *list, bool writes)
{
    pthread_mutex_lock(&store->lock);
    const bool was_empty = store->finished.first == NULL;
    store->figures.commits += writes;
    while (list != NULL) {
        struct store_request *next = list->next;
        store->figures.requests++;
        if (list->verb == STORE_APPEND && list->status == STORE_FINE) {
            store->figures.events += list->event_count;
        }
        store->figures.refused += list->status == STORE_REFUSED;
        queue_add(&store->finished, list);
        list = next;
    }
    pthread_mutex_unlock(&store->lock);
    if (was_empty && store->events.wake != NULL) store->events.wake(store->events.context);
}

/* Waits for work; false if there was none for a while and the store is to be looked after. */
static bool work_wait(struct worker *worker)
{
    struct store *store = worker->store;
    struct timespec until;
    const bool lost = worker->link == NULL && !store->backend->shared;
    if (!worker->writes || store->backend->check == NULL || lost) {
        pthread_cond_wait(&worker->work, &store->lock);
        return true;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += CHECK_S;
    return pthread_cond_timedwait(&worker->work, &store->lock, &until) != ETIMEDOUT;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct store *store = worker->store;
    for (;;) {
        pthread_mutex_lock(&store->lock);
        while (worker->queue.first == NULL && !store->stopping) {
            worker->sleeps = true;
            const bool idle = !work_wait(worker);
            worker->sleeps = false;
            if (!idle || worker->queue.first != NULL) continue;
            pthread_mutex_unlock(&store->lock);
            look_after(worker);
            pthread_mutex_lock(&store->lock);
        }
        if (worker->busy) {
            pthread_mutex_unlock(&store->lock);
            sleep_ms(GATHER_MS);
            pthread_mutex_lock(&store->lock);
        }
        struct store_request *list = queue_take(&worker->queue, worker->batch_max);
        pthread_mutex_unlock(&store->lock);
        if (list == NULL) break;
        worker->busy = worker->writes && list_longer(list, BUSY_REQUESTS);
        carry_out(worker, list);
        work_all(list);
        finish(store, list, worker->writes);
    }
    link_drop(worker);
    return NULL;
}

/* ---- News of other nodes ---- */

/* Keeps news for store_poll; "" stands for all tables. */
static void news_add(struct store *store, const char *table)
{
    pthread_mutex_lock(&store->lock);
    if (store->news_count < NEWS_MAX) {
        memcpy(store->news[store->news_count++], table, strlen(table) + 1);
    } else {
        store->news[NEWS_MAX - 1][0] = '\0'; /* too much of it: look at everything */
    }
    pthread_mutex_unlock(&store->lock);
    if (store->events.wake != NULL) store->events.wake(store->events.context);
}

static void *listen_for_news(void *context)
{
    struct store *store = context;
    struct store_link *link = NULL;
    bool hears = false;
    while (!stopping(store)) {
        struct store_trouble why;
        char table[STORE_ID_SIZE] = "";
        if (link == NULL) link = store->backend->open(store->where, &why);
        const bool heard = link != NULL && store->backend->listen(link, LISTEN_MS, table);
        if (heard && !hears) news_add(store, ""); /* what was said before has been missed */
        if (heard && table[0] != '\0') news_add(store, table);
        hears = heard;
        if (heard) continue;
        if (link != NULL) store->backend->close(link);
        link = NULL;
        sleep_ms(RETRY_MS);
    }
    if (link != NULL) store->backend->close(link);
    return NULL;
}

/* ---- The store ---- */

static void worker_begin(struct store *store, struct worker *worker, bool writes, int batch_max)
{
    pthread_condattr_t steady; /* no jump of the wall clock delays a look */
    worker->store = store;
    worker->writes = writes;
    worker->batch_max = batch_max;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&worker->work, &steady);
    pthread_condattr_destroy(&steady);
    if (!store->threads) return;
    worker->running = pthread_create(&worker->thread, NULL, work, worker) == 0;
    assert(worker->running);
}

struct store *store_open_with(const struct store_backend *backend, const char *where, bool threads,
                              const struct store_events *events, struct store_trouble *why)
{
    struct store *store = calloc(1, sizeof *store);
    assert(store != NULL);
    store->backend = backend;
    store->where = strdup(where);
    store->threads = threads;
    if (events != NULL) store->events = *events;
    pthread_mutex_init(&store->lock, NULL);
    /* The first link makes the schema, so it is opened here, where someone hears of trouble. */
    store->writer.link = store->backend->open(where, why);
    if (store->writer.link == NULL) {
        free(store->where);
        free(store);
        return NULL;
    }
    /* A file that is opened later might be another one by then. */
    if (threads && !store->backend->shared) {
        store->reader.link = store->backend->open(where, why);
        store->loader.link = store->backend->open(where, why);
    }
    worker_begin(store, &store->writer, true, STORE_BATCH_MAX);
    worker_begin(store, &store->reader, false, STORE_BATCH_MAX);
    worker_begin(store, &store->loader, false, 1);
    if (threads && store->backend->listen != NULL) {
        store->news = calloc(NEWS_MAX, sizeof *store->news);
        store->listening = pthread_create(&store->listener, NULL, listen_for_news, store) == 0;
    }
    return store;
}

bool store_shared(const struct store *store) { return store->backend->shared; }

bool store_failing(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    const bool failing = store->failing;
    pthread_mutex_unlock(&store->lock);
    return failing;
}

void store_submit(struct store *store, struct store_request *request)
{
    struct worker *worker = verb_writes(request->verb)    ? &store->writer
                            : request->verb == STORE_LOAD ? &store->loader
                                                          : &store->reader;
    queue_add(&worker->given, request);
}

static void hand_over(struct store *store, struct worker *worker)
{
    if (worker->given.first == NULL) return;
    pthread_mutex_lock(&store->lock);
    queue_join(&worker->queue, &worker->given);
    const bool sleeps = worker->sleeps;
    pthread_mutex_unlock(&store->lock);
    if (sleeps) pthread_cond_signal(&worker->work);
}

void store_flush(struct store *store)
{
    hand_over(store, &store->writer);
    hand_over(store, &store->reader);
    hand_over(store, &store->loader);
}

/* Without threads: what was handed in is carried out now, by the writer's link. */
static void work_here(struct store *store)
{
    struct worker *const workers[WORKERS] = {&store->writer, &store->reader, &store->loader};
    for (int i = 0; i < WORKERS; i++) {
        struct store_request *list = queue_take(&workers[i]->queue, STORE_BATCH_MAX);
        if (list == NULL) continue;
        struct store_link *link = store->writer.link;
        store->writer.link = NULL;
        workers[i]->link = link;
        carry_out(workers[i], list);
        work_all(list);
        link = workers[i]->link;
        workers[i]->link = NULL;
        store->writer.link = link;
        finish(store, list, i == 0);
    }
}

static void news_tell(struct store *store)
{
    char(*news)[STORE_ID_SIZE] = NULL;
    uint32_t count = 0;
    pthread_mutex_lock(&store->lock);
    if (store->news_count > 0) {
        news = store->news;
        count = store->news_count;
        store->news = calloc(NEWS_MAX, sizeof *store->news);
        store->news_count = 0;
    }
    const bool is_down = store->writer.is_down || store->reader.is_down || store->loader.is_down;
    const bool tell = store->told_down != is_down;
    store->told_down = is_down;
    pthread_mutex_unlock(&store->lock);
    if (tell && store->events.down != NULL) store->events.down(store->events.context, is_down);
    for (uint32_t i = 0; i < count && store->events.changed != NULL; i++) {
        store->events.changed(store->events.context, news[i]);
    }
    free(news);
}

int store_poll(struct store *store)
{
    int count = 0;
    store_flush(store);
    if (!store->threads) work_here(store);
    if (!store->threads && store->failing && store->backend->check != NULL) {
        look_after(&store->writer);
    }
    news_tell(store);
    pthread_mutex_lock(&store->lock);
    struct store_request *list = store->finished.first;
    store->finished.first = NULL;
    pthread_mutex_unlock(&store->lock);
    while (list != NULL) {
        struct store_request *request = list;
        list = list->next;
        request->done(request);
        count++;
    }
    return count;
}

/* What is handed in while the last answers are given finds no thread any more. */
static void rest_refuse(struct store *store)
{
    struct worker *const workers[WORKERS] = {&store->writer, &store->reader, &store->loader};
    store_flush(store);
    for (int i = 0; i < WORKERS && store->threads; i++) {
        struct store_request *list = workers[i]->queue.first;
        workers[i]->queue.first = NULL;
        all_status(list, STORE_REFUSED);
        finish(store, list, false);
    }
}

void store_close(struct store *store)
{
    store_flush(store);
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_mutex_unlock(&store->lock);
    struct worker *const workers[WORKERS] = {&store->writer, &store->reader, &store->loader};
    for (int i = 0; i < WORKERS; i++) {
        pthread_cond_signal(&workers[i]->work);
        if (workers[i]->running) pthread_join(workers[i]->thread, NULL);
    }
    if (store->listening) pthread_join(store->listener, NULL);
    while (store_poll(store) > 0) rest_refuse(store);
    link_drop(&store->writer);
    link_drop(&store->reader);
    link_drop(&store->loader);
    for (int i = 0; i < WORKERS; i++) pthread_cond_destroy(&workers[i]->work);
    pthread_mutex_destroy(&store->lock);
    free(store->news);
    free(store->where);
    free(store);
}

struct store_figures store_figures(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    const struct store_figures figures = store->figures;
    pthread_mutex_unlock(&store->lock);
    return figures;
}
