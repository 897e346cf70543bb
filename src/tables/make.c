/* make.c: making tables in a folder, job by job. See make.h. */
#include "make.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "folder.h"

#define WAIT_MS 100

static void wait_a_little(void)
{
    const struct timespec time = {.tv_nsec = WAIT_MS * 1000000L};
    nanosleep(&time, NULL);
}

static void progress_tell(const struct make_settings *settings,
                          const struct make_progress *progress)
{
    if (settings->progress != NULL) settings->progress(settings->context, progress);
}

static bool stopped(const struct make_settings *settings)
{
    return settings->stop != NULL && *settings->stop;
}

/* ---- Rrib-bit ---- */

#define CLASSES_MAX 16

struct rribbit_job {
    int key, other;
    bool there; /* its file is */
    double work;
};

struct rribbit_work {
    struct rribbit_tables tables;
    struct rribbit_job jobs[CLASSES_MAX];
    uint32_t job_count;
    const struct make_settings *settings;
    struct make_progress progress;
    double work_all;
    struct rribbit_job *job; /* the current one */
};

bool make_rribbit_open(const char *folder, const struct rribbit_sets *sets, bool chain, bool seven,
                       int key_frogs, int other_frogs, struct rribbit_table *table,
                       struct pond_error *why)
{
    char name[RRIBBIT_FILE_NAME_MAX], path[FOLDER_PATH_MAX];
    struct table_file file;
    rribbit_file_name(chain, seven, key_frogs, other_frogs, name);
    if (!folder_join(path, folder, name)) return pond_refuse(why, POND_WORD_TABLE_UNREADABLE);
    if (!table_file_open(&file, path, why)) return false;
    if (!rribbit_table_open(table, sets, &file, why)) {
        table_file_close(&file);
        return false;
    }
    if (table->chain == chain && table->seven == seven && table->class.key_frogs == key_frogs &&
        table->class.other_frogs == other_frogs) {
        return true;
    }
    rribbit_table_close(table); /* another class by this name */
    return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
}

/* A file that is there but refused counts as missing, and is rewritten. */
static bool job_there(struct rribbit_work *work, struct rribbit_job *job)
{
    struct rribbit_table table;
    if (!job->there &&
        make_rribbit_open(work->settings->folder, work->tables.sets, work->tables.chain,
                          work->tables.seven, job->key, job->other, &table, NULL)) {
        rribbit_table_close(&table);
        job->there = true;
    }
    return job->there;
}

static struct rribbit_job *job_find(struct rribbit_work *work, int key, int other)
{
    for (uint32_t i = 0; i < work->job_count; i++) {
        if (work->jobs[i].key == key && work->jobs[i].other == other) return &work->jobs[i];
    }
    return NULL;
}

/* Calls for each class that captures lead to from a job's: one frog fewer on one side, in chains
 * any number. False if one call is. */
static bool below_each(struct rribbit_work *work, const struct rribbit_job *job,
                       bool (*call)(struct rribbit_work *work, struct rribbit_job *below,
                                    struct pond_error *why),
                       struct pond_error *why)
{
    for (int side = 0; side < 2; side++) {
        int left[2] = {job->key, job->other};
        const int least = work->tables.chain ? 1 : left[side] - 1;
        for (left[side]--; left[side] >= least; left[side]--) {
            const int key = left[0] < left[1] ? left[0] : left[1];
            struct rribbit_job *below = job_find(work, key, left[0] + left[1] - key);
            if (below != NULL && !call(work, below, why)) return false;
        }
    }
    return true;
}

static bool below_there(struct rribbit_work *work, struct rribbit_job *below,
                        struct pond_error *why)
{
    (void)why;
    return job_there(work, below);
}

static bool below_load(struct rribbit_work *work, struct rribbit_job *below, struct pond_error *why)
{
    struct rribbit_table table;
    if (rribbit_tables_have(&work->tables, below->key, below->other)) return true;
    if (!make_rribbit_open(work->settings->folder, work->tables.sets, work->tables.chain,
                           work->tables.seven, below->key, below->other, &table, why)) {
        return false;
    }
    const bool fine =
        rribbit_table_load(&table, &work->tables.classes[below->key][below->other], why);
    rribbit_table_close(&table);
    return fine;
}

static void rribbit_tell(struct rribbit_work *work, double part)
{
    double done = 0;
    work->progress.jobs_done = 0;
    for (uint32_t i = 0; i < work->job_count; i++) {
        const struct rribbit_job *job = &work->jobs[i];
        if (job->there) done += job->work;
        if (job->there) work->progress.jobs_done++;
        if (job == work->job && !job->there) done += part * job->work;
    }
    work->progress.done = done / work->work_all;
    progress_tell(work->settings, &work->progress);
}

/* The first pass takes about half of a half's time; most of the rest goes to short distances. */
static void half_progress(void *context, const struct rribbit_class *class, int half, int distance,
                          int distance_most)
{
    const double steps = distance_most > 0 ? (double)distance / distance_most : 1;
    rribbit_tell(context, (half + 0.4 + 0.4 * steps) / class->halves);
}

static enum make_status status_of(enum rribbit_solve_status status)
{
    return status == RRIBBIT_SOLVED     ? MAKE_DONE
           : status == RRIBBIT_STOPPED  ? MAKE_STOPPED
           : status == RRIBBIT_TOO_LONG ? MAKE_TOO_LONG
                                        : MAKE_NO_MEMORY;
}

/* Solves a class half by half, each written before the next begins. */
static enum make_status class_make(struct rribbit_work *work, struct rribbit_job *job,
                                   const char *path, struct pond_error *why)
{
    const struct make_settings *settings = work->settings;
    struct rribbit_class *class = &work->tables.classes[job->key][job->other];
    struct rribbit_tally tally[2] = {{0}, {0}};
    uint64_t size;
    if (!below_each(work, job, below_load, why)) return MAKE_FAILED;
    rribbit_class_begin(work->tables.sets, class, job->key, job->other);
    struct table_writer *writer =
        rribbit_file_begin(path, &work->tables, class, settings->level, settings->threads, why);
    enum make_status status = writer != NULL ? MAKE_DONE : MAKE_FAILED;
    const struct rribbit_solve_settings solve = {.threads = settings->threads,
                                                 .stop = settings->stop,
                                                 .context = work,
                                                 .progress = half_progress};
    for (int half = 0; half < class->halves && status == MAKE_DONE; half++) {
        status = status_of(rribbit_half_solve(&work->tables, class, half, &solve));
        if (status != MAKE_DONE) break;
        rribbit_file_half(writer, class, half);
        rribbit_half_tally(work->tables.sets, class, half, tally);
        rribbit_class_free_half(class, half);
    }
    if (status == MAKE_DONE) {
        const bool written = rribbit_file_end(writer, &work->tables, class, tally, &size, why);
        status = written ? MAKE_DONE : MAKE_FAILED;
    } else if (writer != NULL) {
        table_writer_drop(writer);
    }
    rribbit_class_free(class);
    return status;
}

/* One look at all jobs: does the first that can be done. `idle` says that there was none. */
static enum make_status rribbit_look(struct rribbit_work *work, bool *idle, struct pond_error *why)
{
    char name[RRIBBIT_FILE_NAME_MAX], path[FOLDER_PATH_MAX];
    *idle = true;
    for (uint32_t i = 0; i < work->job_count; i++) {
        struct rribbit_job *job = &work->jobs[i];
        if (job_there(work, job) || !below_each(work, job, below_there, NULL)) continue;
        rribbit_file_name(work->tables.chain, work->tables.seven, job->key, job->other, name);
        if (!folder_join(path, work->settings->folder, name)) {
            pond_refuse(why, POND_WORD_TABLE_UNWRITABLE);
            return MAKE_FAILED;
        }
        const int claim = folder_claim(path);
        if (claim == -1) continue;
        if (claim < 0) {
            pond_refuse(why, POND_WORD_TABLE_UNWRITABLE);
            return MAKE_FAILED;
        }
        enum make_status status = MAKE_DONE;
        char class_name[TABLE_CLASS_MAX] = {(char)('0' + job->other), 'v', (char)('0' + job->key)};
        work->job = job;
        work->progress.job = class_name;
        work->progress.waiting = false;
        if (!job_there(work, job)) status = class_make(work, job, path, why);
        folder_unclaim(path, claim);
        work->job = NULL;
        work->progress.job = "";
        *idle = false;
        return status;
    }
    return MAKE_DONE;
}

static void jobs_list(struct rribbit_work *work, int frogs)
{
    for (int total = RRIBBIT_TABLE_FROGS_MIN; total <= frogs; total++) {
        for (int key = 1; 2 * key <= total; key++) {
            if (!rribbit_class_exists(key, total - key)) continue;
            struct rribbit_job *job = &work->jobs[work->job_count++];
            *job = (struct rribbit_job){.key = key, .other = total - key};
            job->work = (double)work->tables.sets->slices[key] *
                        work->tables.sets->count[total - key] * (key == total - key ? 1 : 2);
            work->work_all += job->work;
        }
    }
    work->progress.jobs = work->job_count;
    work->progress.job = "";
}

enum make_status make_rribbit(bool chain, bool seven, int frogs,
                              const struct make_settings *settings, struct pond_error *why)
{
    struct rribbit_work *work = calloc(1, sizeof *work);
    enum make_status status = MAKE_DONE;
    if (work == NULL || !rribbit_tables_begin(&work->tables, chain, seven, frogs)) {
        free(work);
        return MAKE_NO_MEMORY;
    }
    work->settings = settings;
    jobs_list(work, frogs);
    while (status == MAKE_DONE) {
        bool idle;
        status = rribbit_look(work, &idle, why);
        if (status != MAKE_DONE) break;
        work->progress.waiting = idle;
        rribbit_tell(work, 0);
        if (work->progress.jobs_done == work->job_count) break;
        if (stopped(settings)) status = MAKE_STOPPED;
        if (idle) wait_a_little();
    }
    rribbit_tables_free(&work->tables);
    free(work);
    return status;
}

/* ---- Quibbit ---- */

struct quibbit_work {
    const struct make_settings *settings;
    struct make_progress progress;
};

bool make_quibbit_open(const char *folder, const struct quibbit_ring_rules *rules, int layout,
                       struct quibbit_ring_table *table, struct pond_error *why)
{
    char name[QUIBBIT_FILE_NAME_MAX], path[FOLDER_PATH_MAX];
    struct table_file file;
    quibbit_file_name(rules, layout, name);
    if (!folder_join(path, folder, name)) return pond_refuse(why, POND_WORD_TABLE_UNREADABLE);
    if (!table_file_open(&file, path, why)) return false;
    if (quibbit_ring_table_open(table, &file, why) && table->layout == layout &&
        memcmp(&table->rules, rules, sizeof *rules) == 0) {
        return true;
    }
    table_file_close(&file);
    return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
}

static bool quibbit_there(const struct make_settings *settings,
                          const struct quibbit_ring_rules *rules, int layout)
{
    struct quibbit_ring_table table;
    if (!make_quibbit_open(settings->folder, rules, layout, &table, NULL)) return false;
    quibbit_ring_table_close(&table);
    return true;
}

static bool ring_progress(void *context, const struct quibbit_progress *progress)
{
    struct quibbit_work *work = context;
    struct make_progress now = work->progress;
    now.done = (now.jobs_done + 0.9 * progress->done) / now.jobs;
    progress_tell(work->settings, &now);
    return !stopped(work->settings);
}

static enum make_status ring_make(struct quibbit_work *work, const struct quibbit_ring_rules *rules,
                                  int layout, const char *path, struct pond_error *why)
{
    struct pond_config config;
    enum quibbit_solve_status status;
    const struct quibbit_solve_settings settings = {
        .threads = work->settings->threads, .context = work, .progress = ring_progress};
    if (!quibbit_config_of(rules, layout, &config)) return MAKE_NO_MEMORY;
    struct quibbit_solution *solution = quibbit_solve(&config, &settings, &status);
    if (solution == NULL) return status == QUIBBIT_STOPPED ? MAKE_STOPPED : MAKE_NO_MEMORY;
    uint64_t size;
    const bool written = quibbit_file_write(path, solution, rules, layout, work->settings->level,
                                            work->settings->threads, &size, why);
    quibbit_solution_free(solution);
    return written ? MAKE_DONE : MAKE_FAILED;
}

/* Does one ring unless another program is at it; `busy` says that. */
static enum make_status ring_look(struct quibbit_work *work, const struct quibbit_ring_rules *rules,
                                  int layout, bool *busy, struct pond_error *why)
{
    char name[QUIBBIT_FILE_NAME_MAX], path[FOLDER_PATH_MAX];
    quibbit_file_name(rules, layout, name);
    *busy = false;
    const int claim = folder_join(path, work->settings->folder, name) ? folder_claim(path) : -2;
    if (claim == -1) {
        *busy = true;
        return MAKE_DONE;
    }
    if (claim < 0) {
        pond_refuse(why, POND_WORD_TABLE_UNWRITABLE);
        return MAKE_FAILED;
    }
    enum make_status status = MAKE_DONE;
    if (!quibbit_there(work->settings, rules, layout)) {
        status = ring_make(work, rules, layout, path, why);
    }
    folder_unclaim(path, claim);
    return status;
}

enum make_status make_quibbit(const struct quibbit_ring_rules *rules, int first, int end,
                              const struct make_settings *settings, struct pond_error *why)
{
    struct quibbit_work work = {.settings = settings,
                                .progress = {.jobs = (uint32_t)(end - first), .job = ""}};
    bool there[QUIBBIT_LAYOUTS] = {false};
    for (;;) {
        /* What an earlier run or another program has made. */
        work.progress.jobs_done = 0;
        for (int layout = first; layout < end; layout++) {
            there[layout] = there[layout] || quibbit_there(settings, rules, layout);
            if (there[layout]) work.progress.jobs_done++;
        }
        work.progress.done = (double)work.progress.jobs_done / work.progress.jobs;
        progress_tell(settings, &work.progress);
        if (work.progress.jobs_done == work.progress.jobs) return MAKE_DONE;
        if (stopped(settings)) return MAKE_STOPPED;
        bool busy = true; /* until there is one that nobody is at */
        for (int layout = first; layout < end && busy; layout++) {
            if (there[layout]) continue;
            work.progress.waiting = false;
            const enum make_status status = ring_look(&work, rules, layout, &busy, why);
            if (status != MAKE_DONE) return status;
            there[layout] = !busy;
        }
        work.progress.waiting = busy;
        if (busy) wait_a_little();
    }
}
