/* think_test.c: the thinking threads: jobs with a person waiting go first. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "computer.h"
#include "limits.h"
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

/* One thread, which is held after a first job: jobs added meanwhile are all there when it looks
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

/* One thread, held after a first job; then these are given, and come back in this order. */
static void come_back(const char *const (*given)[3], const char *const *order, int count)
{
    gate.finished = gate.let_on = 0;
    struct think_pool *pool = think_open(1, finished, NULL);
    think_give(pool, job_new("first", false));
    finished_wait(1);
    for (int i = 0; i < count; i++) { /* table, person, address */
        struct think_job *job = job_new(given[i][0], false);
        strcpy(job->person, given[i][1]);
        job->address = (uint32_t)atoi(given[i][2]);
        think_give(pool, job);
    }
    for (int i = 0; i <= count; i++) {
        finished_wait(i + 1);
        struct think_job *job = think_take(pool);
        assert_non_null(job);
        if (i > 0) assert_string_equal(job->table, order[i - 1]);
        think_job_free(job);
        let_on(i + 1);
    }
    think_close(pool);
}

/* Asking for more does not get more; neither does posing as many people. */
static void thinking_is_shared(void **state)
{
    static const char *const people[][3] = {{"a1", "ann", "0"}, {"a2", "ann", "0"},
                                            {"a3", "ann", "0"}, {"a4", "ann", "0"},
                                            {"b1", "ben", "0"}, {"c1", "cid", "0"}};
    static const char *const by_people[] = {"a1", "b1", "c1", "a2", "a3", "a4"};
    static const char *const addresses[][3] = {{"a1", "ann", "7"},
                                               {"a2", "ann", "7"},
                                               {"b1", "ben", "7"},
                                               {"c1", "cid", "7"},
                                               {"d1", "dan", "8"}};
    static const char *const by_addresses[] = {"a1", "d1", "b1", "c1", "a2"};
    (void)state;
    come_back(people, by_people, 6);
    come_back(addresses, by_addresses, 5);
}

static void ended(void *context) { (void)context; }

static struct think_job *job_wait(struct think_pool *pool)
{
    struct think_job *job;
    while ((job = think_take(pool)) == NULL) {
        think_tick(pool);
        sched_yield();
    }
    return job;
}

static struct think_job *job_endless(const char *name)
{
    struct think_job *job = job_new(name, false);
    strcpy(job->computer, "engine:nodes=0");
    job->time_ms_max = 3600000;
    return job;
}

/* An endless search holds up nobody: it answers with what it has, as soon as others wait. */
static void long_thoughts_are_cut_short(void **state)
{
    (void)state;
    struct think_pool *pool = think_open(1, ended, NULL);
    struct think_job *job = job_endless("long");
    strcpy(job->person, "ann");
    think_give(pool, job);
    job = job_new("short", false);
    strcpy(job->person, "ben");
    think_give(pool, job);
    static const char *const order[] = {"long", "short"};
    for (int i = 0; i < 2; i++) {
        job = job_wait(pool);
        assert_string_equal(job->table, order[i]);
        assert_int_not_equal(job->move[0], '\0');
        think_job_free(job);
    }
    assert_int_equal(think_figures(pool).cut, 1);
    think_close(pool);
}

/* A move that has waited for too long is left to the lowest level, and comes at once. Only levels
 * have a lower one. */
static void late_moves_are_left_to_a_lower_level(void **state)
{
    (void)state;
    gate.finished = gate.let_on = 0;
    struct think_pool *pool = think_open(1, finished, NULL);
    think_give(pool, job_new("first", false));
    finished_wait(1);
    struct think_job *job = job_new("late", false);
    strcpy(job->computer, "level:6");
    think_give(pool, job);
    think_give(pool, job_new("late, too", false));
    const uint64_t given_ms = computer_clock_ms();
    while (computer_clock_ms() - given_ms <= THINK_LATE_MS) sched_yield();
    job = job_new("in time", false);
    strcpy(job->computer, "level:2");
    think_give(pool, job);
    static const char *const computers[] = {"random", "level:1", "random"};
    for (int i = 0; i < 3; i++) {
        finished_wait(i + 1);
        job = think_take(pool);
        assert_non_null(job);
        assert_string_equal(job->computer, computers[i]);
        assert_int_not_equal(job->move[0], '\0');
        think_job_free(job);
        if (i == 2) assert_int_equal(think_figures(pool).lowered, 1);
        let_on(i + 1);
    }
    let_on(4);
    think_close(pool);
}

/* Nor does one that nobody needs, whether it has begun or not; others do not notice. */
static void what_nobody_needs_ends(void **state)
{
    (void)state;
    struct think_pool *pool = think_open(1, ended, NULL);
    think_give(pool, job_endless("gone"));
    while (think_figures(pool).waiting > 0) sched_yield(); /* it has begun */
    think_give(pool, job_endless("gone"));
    struct think_job *hint = job_endless("gone");
    hint->session = 7;
    think_give(pool, hint);
    think_forget(pool, "another", 0);
    assert_null(think_take(pool));
    think_forget(pool, "gone", 0);
    struct think_job *waiting = job_wait(pool), *begun = job_wait(pool);
    assert_int_equal(waiting->move[0], '\0');
    assert_int_not_equal(begun->move[0], '\0');
    assert_true(waiting->session == 0 && begun->session == 0);
    think_job_free(waiting);
    think_job_free(begun);
    think_forget(pool, NULL, 7);
    think_job_free(job_wait(pool));
    assert_int_equal(think_figures(pool).waiting, 0);
    think_close(pool);
}

/* What nobody fetched, and what nobody began, goes with the pool: each of these would think for an
 * hour, so a pool that waited for one would not close. */
static void what_is_left_is_given_up(void **state)
{
    (void)state;
    struct think_pool *pool = think_open(1, ended, NULL);
    think_give(pool, job_new("unfetched", false));
    while (think_figures(pool).waiting > 0) sched_yield();
    for (int i = 0; i < 4; i++) {
        struct think_job *job = job_endless("left");
        job->patient = i % 2 == 0;
        think_give(pool, job);
    }
    think_close(pool);
}

/* Time is a ceiling: a player with a limit in nodes keeps to it, or this would take an hour. */
static void levels_keep_to_their_nodes(void **state)
{
    (void)state;
    struct think_job *job = job_endless("level");
    strcpy(job->computer, "engine:nodes=50");
    think_job_run(job);
    assert_int_not_equal(job->move[0], '\0');
    think_job_free(job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_go_before_those_who_are_patient),
        cmocka_unit_test(what_is_left_is_given_up),
        cmocka_unit_test(levels_keep_to_their_nodes),
        cmocka_unit_test(thinking_is_shared),
        cmocka_unit_test(long_thoughts_are_cut_short),
        cmocka_unit_test(late_moves_are_left_to_a_lower_level),
        cmocka_unit_test(what_nobody_needs_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
