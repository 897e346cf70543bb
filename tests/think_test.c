/* think_test.c: the threads that computers think in: whoever has a person waiting goes first. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "think.h"

/* A worker that has finished something waits here until it is let on. */
static struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int finished, let_on;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void finished(void *context)
{
    (void)context;
    pthread_mutex_lock(&gate.lock);
    const int mine = ++gate.finished;
    pthread_cond_broadcast(&gate.changed);
    while (gate.let_on < mine) pthread_cond_wait(&gate.changed, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
}

static void finished_wait(int count)
{
    pthread_mutex_lock(&gate.lock);
    while (gate.finished < count) pthread_cond_wait(&gate.changed, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
}

static void let_on(int count)
{
    pthread_mutex_lock(&gate.lock);
    gate.let_on = count;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.lock);
}

static struct think_job *job_new(const char *name, bool patient)
{
    struct think_job *job = calloc(1, sizeof *job);
    struct pond_config config;
    const struct pond_game *game = pond_game_find("rribbit");
    assert_non_null(job);
    assert_true(pond_config_parse(game, "", &config, NULL));
    job->log = calloc(2 * POND_ENTRIES_A_MOVE_MAX, sizeof *job->log);
    assert_non_null(job->log);
    pond_match_begin(&job->match, game, &config, job->log, 2 * POND_ENTRIES_A_MOVE_MAX);
    snprintf(job->table, sizeof job->table, "%s", name);
    strcpy(job->computer, "random");
    job->time_ms_max = 1000;
    job->patient = patient;
    return job;
}

/* One thread, which is held after a first job: what is given meanwhile is all there when it looks
 * for the next one. */
static void people_go_before_those_who_are_patient(void **state)
{
    static const struct {
        const char *name;
        bool patient;
        uint64_t hint_for;
    } given[] = {{"patient 1", true, 0}, {"patient 2", true, 0}, {"hint 1", false, 7},
                 {"hint 2", false, 7},   {"person 1", false, 0}, {"patient 3", true, 0},
                 {"person 2", false, 0}};
    static const char *const order[] = {"first",  "person 1",  "person 2",  "hint 1",
                                        "hint 2", "patient 1", "patient 2", "patient 3"};
    (void)state;
    struct think_pool *pool = think_open(1, finished, NULL);
    think_give(pool, job_new("first", true));
    finished_wait(1);
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        struct think_job *job = job_new(given[i].name, given[i].patient);
        job->session = given[i].hint_for;
        think_give(pool, job);
    }
    for (int i = 0; i < 8; i++) {
        finished_wait(i + 1);
        struct think_job *job = think_take(pool);
        assert_non_null(job);
        assert_string_equal(job->table, order[i]);
        assert_int_not_equal(job->move[0], '\0'); /* it has thought */
        assert_null(think_take(pool));
        think_job_free(job);
        let_on(i + 1);
    }
    think_close(pool);
}

/* What nobody fetched, and what nobody began, goes with the pool. */
static void what_is_left_is_given_up(void **state)
{
    (void)state;
    gate.finished = gate.let_on = 0;
    struct think_pool *pool = think_open(1, finished, NULL);
    think_give(pool, job_new("first", false));
    finished_wait(1);
    for (int i = 0; i < 4; i++) think_give(pool, job_new("left", i % 2 == 0));
    let_on(100);
    think_close(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_go_before_those_who_are_patient),
        cmocka_unit_test(what_is_left_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
