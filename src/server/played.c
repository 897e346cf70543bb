/* played.c: what was played on this server, counted for the explorer. See played.h.
 *
 * To sort 130,000 choices takes a tenth of a second, and to flush their file may take longer: a
 * thread of its own does both, so that nobody's move waits for it. */
#include "played.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pond/explorer.h"

#define DEPTH 40
#define BYTES_MAX ((size_t)3 << 20) /* about 130,000 choices */
#define SHOW_MS 5000                /* a new one is shown no more often than this, */
#define SAVE_MS 60000               /* and written to the file */
#define WAITING_MAX 64              /* games to be counted; those beyond are not */

/* A game to be counted. */
struct ended {
    struct ended *next;
    struct pond_match match;
    struct pond_entry log[];
};

struct played {
    char *path, *path_new;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct ended *waiting, **waiting_last;
    uint32_t waiting_count;
    bool stopping;
    bool failing;       /* the file could not be written the last time */
    struct blob *fresh; /* for the loop to take; NULL: it has the latest */
    /* The thread's alone. */
    uint8_t *bytes;
    struct pond_collector collector;
    int64_t show_ms, save_ms; /* when that is due; 0: never, there is nothing new */
    int64_t shown_ms, saved_ms;
    /* The loop's alone. */
    struct blob *blob;
};

/* Reads the file, where there is one. */
static bool file_read(struct played *played, int *error, struct pond_error *why)
{
    struct pond_explorer explorer;
    FILE *file = fopen(played->path, "rb");
    *error = 0;
    pond_collector_begin(&played->collector, played->bytes, BYTES_MAX, DEPTH);
    if (file == NULL) {
        *error = errno == ENOENT ? 0 : errno;
        return *error == 0;
    }
    const size_t size = fread(played->bytes, 1, BYTES_MAX, file);
    if (ferror(file)) *error = EIO;
    fclose(file);
    if (*error != 0 || !pond_explorer_open(&explorer, played->bytes, size, why)) return false;
    pond_collector_resume(&played->collector, played->bytes, BYTES_MAX, &explorer);
    return true;
}

/* ---- On the thread ---- */

static int64_t steady_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* When it is full, drops the entries with the fewest games until a quarter is free. */
static void room_make(struct pond_collector *collector)
{
    for (uint32_t games = 2; collector->row_count > collector->row_max / 4 * 3; games *= 2) {
        pond_collector_prune(collector, games);
    }
}

static void count(struct played *played, const struct pond_match *match)
{
    if (!pond_collector_add(&played->collector, match)) {
        room_make(&played->collector);
        if (!pond_collector_add(&played->collector, match)) return;
    }
    if (played->show_ms == 0) played->show_ms = played->shown_ms + SHOW_MS;
    if (played->save_ms == 0) played->save_ms = played->saved_ms + SAVE_MS;
}

static struct blob *show(struct played *played)
{
    const size_t size = pond_collector_end(&played->collector);
    played->show_ms = 0;
    played->shown_ms = steady_ms();
    return blob_new(played->bytes, size);
}

/* All at once or not at all. */
static bool save(struct played *played)
{
    const size_t size = pond_collector_end(&played->collector);
    FILE *file = fopen(played->path_new, "wb");
    bool fine = file != NULL && fwrite(played->bytes, 1, size, file) == size;
    if (file != NULL) fine &= fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL) fine &= fclose(file) == 0;
    fine = fine && rename(played->path_new, played->path) == 0;
    played->saved_ms = steady_ms();
    played->save_ms = fine ? 0 : played->saved_ms + SAVE_MS; /* then once more */
    return fine;
}

static bool due(int64_t at_ms) { return at_ms != 0 && steady_ms() >= at_ms; }

/* Waits until there is something to do. */
static void wait(struct played *played)
{
    int64_t at_ms = played->show_ms;
    if (at_ms == 0 || (played->save_ms != 0 && played->save_ms < at_ms)) at_ms = played->save_ms;
    const struct timespec at = {.tv_sec = at_ms / 1000, .tv_nsec = at_ms % 1000 * 1000000};
    if (at_ms == 0) {
        pthread_cond_wait(&played->work, &played->lock);
    } else {
        pthread_cond_timedwait(&played->work, &played->lock, &at);
    }
}

/* One thing to do, with the lock given back meanwhile; false: there is none. At the end the file
 * is written without delay, but for nobody to see, and once. */
static bool step(struct played *played)
{
    struct ended *ended = played->waiting;
    const bool last = played->stopping && ended == NULL;
    const bool shows = !last && due(played->show_ms);
    const bool saves = last ? played->save_ms != 0 : due(played->save_ms);
    if (ended == NULL && !shows && !saves) return false;
    struct blob *fresh = NULL;
    bool fine = !played->failing;
    if (ended != NULL) {
        played->waiting = ended->next;
        played->waiting_count--;
    }
    pthread_mutex_unlock(&played->lock);
    if (ended != NULL) {
        count(played, &ended->match);
        free(ended);
    } else if (shows) {
        fresh = show(played);
    } else {
        fine = save(played);
    }
    pthread_mutex_lock(&played->lock);
    if (last) played->save_ms = 0;
    played->failing = !fine;
    if (fresh != NULL) {
        blob_drop(played->fresh);
        played->fresh = fresh;
    }
    return true;
}

static void *thread_run(void *context)
{
    struct played *played = context;
    pthread_mutex_lock(&played->lock);
    while (step(played) || !played->stopping) {
        if (played->waiting == NULL && !played->stopping) wait(played);
    }
    pthread_mutex_unlock(&played->lock);
    return NULL;
}

/* ---- For the loop ---- */

static void played_free(struct played *played)
{
    blob_drop(played->fresh);
    blob_drop(played->blob);
    free(played->bytes);
    free(played->path);
    free(played->path_new);
    free(played);
}

static void thread_begin(struct played *played)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&played->lock, NULL);
    pthread_cond_init(&played->work, &steady);
    pthread_condattr_destroy(&steady);
    const int failed = pthread_create(&played->thread, NULL, thread_run, played);
    assert(failed == 0);
    (void)failed;
}

struct played *played_open(const char *path, int *error, struct pond_error *why)
{
    struct played *played = calloc(1, sizeof *played);
    const size_t length = strlen(path);
    assert(played != NULL);
    played->path = strdup(path);
    played->path_new = malloc(length + 5);
    played->bytes = malloc(BYTES_MAX);
    assert(played->path != NULL && played->path_new != NULL && played->bytes != NULL);
    snprintf(played->path_new, length + 5, "%s.new", path);
    if (!file_read(played, error, why)) {
        played_free(played);
        return NULL;
    }
    played->fresh = show(played);
    played->saved_ms = played->shown_ms;
    thread_begin(played);
    return played;
}

void played_add(struct played *played, const struct pond_match *match)
{
    if (!pond_match_over(match)) return;
    const uint32_t entries = pond_match_entries(match);
    struct ended *ended = malloc(sizeof *ended + (entries + 1) * sizeof *ended->log);
    assert(ended != NULL);
    ended->next = NULL;
    pond_match_copy(match, &ended->match, ended->log, entries + 1);
    pthread_mutex_lock(&played->lock);
    const bool room = played->waiting_count < WAITING_MAX;
    if (room) {
        if (played->waiting == NULL) played->waiting_last = &played->waiting;
        *played->waiting_last = ended;
        played->waiting_last = &ended->next;
        played->waiting_count++;
        pthread_cond_signal(&played->work);
    }
    pthread_mutex_unlock(&played->lock);
    if (!room) free(ended);
}

struct blob *played_blob(struct played *played)
{
    pthread_mutex_lock(&played->lock);
    struct blob *fresh = played->fresh;
    played->fresh = NULL;
    pthread_mutex_unlock(&played->lock);
    if (fresh != NULL) {
        blob_drop(played->blob);
        played->blob = fresh;
    }
    return blob_keep(played->blob);
}

bool played_failing(struct played *played)
{
    pthread_mutex_lock(&played->lock);
    const bool failing = played->failing;
    pthread_mutex_unlock(&played->lock);
    return failing;
}

void played_close(struct played *played)
{
    if (played == NULL) return;
    pthread_mutex_lock(&played->lock);
    played->stopping = true;
    pthread_cond_signal(&played->work);
    pthread_mutex_unlock(&played->lock);
    pthread_join(played->thread, NULL);
    pthread_mutex_destroy(&played->lock);
    pthread_cond_destroy(&played->work);
    played_free(played);
}
