/* store_test.c: the stores keep what the server hands them, once and in order.
 *
 * Every backend must answer alike, so the same tests run on each: SQLite in a file always,
 * PostgreSQL where POND_TEST_POSTGRES has its address (tests/postgres.sh sees to it). */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "store.h"

#define PATIENCE_POLLS 20000 /* of a millisecond each */
#define LOOKS_POLLS 2500     /* an idle store looks after itself once a second */

static const char *where;

/* ---- Asking ---- */

static void answered(struct store_request *request) { *(bool *)request->context = true; }

static void wait_a_little(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

/* Hands a request in and waits until it is done. */
static enum store_status ask(struct store *store, struct store_request *request)
{
    bool done = false;
    request->done = answered;
    request->context = &done;
    store_submit(store, request);
    for (int i = 0; i < PATIENCE_POLLS && !done; i++) {
        if (store_poll(store) == 0) wait_a_little();
    }
    assert_true(done);
    return request->status;
}

static struct store *opened(const struct store_events *events)
{
    struct store_trouble why = {.text = ""};
    struct store *store = store_open(where, true, events, &why);
    if (store == NULL) print_error("%s\n", why.text);
    assert_non_null(store);
    return store;
}

/* Names that no other test or run has used: the PostgreSQL database may live longer. */
static void fresh_id(char id[STORE_ID_SIZE])
{
    static unsigned count;
    snprintf(id, STORE_ID_SIZE, "%08x%04x%04x", (unsigned)time(NULL), (unsigned)getpid() & 0xffff,
             count++ & 0xffff);
}

static void fresh_hash(uint8_t hash[STORE_HASH_SIZE])
{
    memset(hash, 7, STORE_HASH_SIZE);
    fresh_id((char *)hash);
}

static struct store_request *append_of(const char *table, uint32_t version, const char *text)
{
    struct store_request *request = store_request_new(STORE_APPEND);
    strcpy(request->table, table);
    request->version = version;
    request->at_ms = 1000 + version;
    store_request_event(request, version, 1000 + version, text);
    return request;
}

static enum store_status append(struct store *store, const char *table, uint32_t version,
                                const char *text)
{
    struct store_request *request = append_of(table, version, text);
    const enum store_status status = ask(store, request);
    store_request_free(request);
    return status;
}

static struct store_request *load(struct store *store, const char *table, uint32_t behind)
{
    struct store_request *request = store_request_new(STORE_LOAD);
    strcpy(request->table, table);
    request->version = behind;
    ask(store, request);
    return request;
}

/* ---- Work ---- */

static pthread_t worked_on;
static uint32_t works_done;

static void note_thread(struct store_request *request)
{
    (void)request;
    worked_on = pthread_self();
    __atomic_add_fetch(&works_done, 1, __ATOMIC_SEQ_CST);
}

static void count_done(struct store_request *request) { *(int *)request->context += 1; }

/* What is made of a long log is made elsewhere than where it was asked for. */
static void work_is_done_on_a_thread_of_the_store(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE];
    int done = 0;
    fresh_id(table);
    assert_int_equal(append(store, table, 1, "one"), STORE_FINE);
    works_done = 0;
    struct store_request *asked[3];
    for (int i = 0; i < 3; i++) {
        asked[i] = store_request_new(STORE_LOAD);
        strcpy(asked[i]->table, table);
        asked[i]->work = note_thread;
        asked[i]->done = count_done;
        asked[i]->context = &done;
        store_submit(store, asked[i]);
    }
    for (int i = 0; i < PATIENCE_POLLS && done < 3; i++) {
        if (store_poll(store) == 0) wait_a_little();
    }
    assert_int_equal(done, 3);
    assert_int_equal(works_done, 3);
    assert_false(pthread_equal(worked_on, pthread_self()));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(asked[i]->event_count, 1);
        store_request_free(asked[i]);
    }
    store_close(store);
}

/* The answers that have been heard, as the thread of the store sees it, and those that it has
 * waited for in vain. */
static int answers_heard, answers_missed;

static int heard_so_far(void) { return __atomic_load_n(&answers_heard, __ATOMIC_SEQ_CST); }

static void count_heard(struct store_request *request)
{
    *(int *)request->context = heard_so_far();
    __atomic_add_fetch(&answers_heard, 1, __ATOMIC_SEQ_CST);
}

/* Each of them takes until one answer more has been heard than those before it. */
static void work_until_heard(struct store_request *request)
{
    for (int i = 0; heard_so_far() <= (int)request->number; i++) {
        if (i == PATIENCE_POLLS) {
            __atomic_add_fetch(&answers_missed, 1, __ATOMIC_SEQ_CST);
            return;
        }
        wait_a_little();
    }
}

/* Others are served meanwhile, and each log is handed over before the next is read. */
static void long_logs_hold_up_nobody(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE];
    int place[3];
    fresh_id(table);
    assert_int_equal(append(store, table, 1, "one"), STORE_FINE);
    answers_heard = answers_missed = 0;
    struct store_request *asked[3];
    for (int i = 0; i < 3; i++) {
        asked[i] = store_request_new(i < 2 ? STORE_LOAD : STORE_PERSON);
        strcpy(asked[i]->table, table);
        fresh_hash(asked[i]->key);
        asked[i]->number = (uint32_t)i;
        if (i < 2) asked[i]->work = work_until_heard;
        asked[i]->done = count_heard;
        asked[i]->context = &place[i];
        store_submit(store, asked[i]);
    }
    while (heard_so_far() < 3) {
        if (store_poll(store) == 0) wait_a_little();
    }
    assert_int_equal(__atomic_load_n(&answers_missed, __ATOMIC_SEQ_CST), 0);
    assert_int_equal(place[2], 0);
    assert_int_equal(place[0], 1);
    assert_int_equal(place[1], 2);
    for (int i = 0; i < 3; i++) store_request_free(asked[i]);
    store_close(store);
}

/* ---- The log ---- */

static void log_is_kept_in_order(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE], text[32];
    fresh_id(table);
    for (uint32_t version = 1; version <= 20; version++) {
        snprintf(text, sizeof text, "event %u \xc3\xa9 '\"\\", version);
        assert_int_equal(append(store, table, version, text), STORE_FINE);
    }
    store_close(store);
    store = opened(NULL); /* as after a restart */
    struct store_request *all = load(store, table, 0), *some = load(store, table, 18),
                         *none = load(store, table, 20);
    assert_int_equal(all->status, STORE_FINE);
    assert_int_equal(all->event_count, 20);
    for (uint32_t i = 0; i < 20; i++) {
        snprintf(text, sizeof text, "event %u \xc3\xa9 '\"\\", i + 1);
        assert_int_equal(all->events[i].version, i + 1);
        assert_int_equal(all->events[i].at_ms, 1001 + i);
        assert_string_equal(all->events[i].text, text);
    }
    assert_int_equal(some->event_count, 2);
    assert_int_equal(some->events[0].version, 19);
    assert_int_equal(none->status, STORE_FINE);
    assert_int_equal(none->event_count, 0);
    store_request_free(all);
    store_request_free(some);
    store_request_free(none);
    store_close(store);
}

/* Appends after the event that `place` and `mark` are of, and brings both up to date. */
static enum store_status append_behind(struct store *store, const char *table, uint32_t version,
                                       const char *word, int64_t *place, int64_t *mark)
{
    char text[32];
    snprintf(text, sizeof text, "%.4s %u%s", table, version, word);
    struct store_request *request = append_of(table, version, text);
    request->place = *place;
    request->behind = *mark;
    const enum store_status status = ask(store, request);
    if (status == STORE_FINE) {
        *place = request->place;
        *mark = request->mark;
    }
    store_request_free(request);
    return status;
}

/* A caller that passes the store's mark of the last event gets the same log, and a caller that is
 * too late is refused as without a mark. */
static void log_goes_on_behind_a_mark(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char tables[2][STORE_ID_SIZE];
    int64_t place[2] = {0, 0}, mark[2] = {0, 0}, late_place = 0, late_mark = 0;
    for (int i = 0; i < 2; i++) fresh_id(tables[i]);
    for (uint32_t version = 1; version <= 10; version++) {
        for (int i = 0; i < 2; i++) {
            assert_int_equal(append_behind(store, tables[i], version, "", &place[i], &mark[i]),
                             STORE_FINE);
        }
        if (version == 4) late_place = place[0], late_mark = mark[0];
    }
    assert_int_equal(append_behind(store, tables[0], 5, " late", &late_place, &late_mark),
                     STORE_CONFLICT);
    assert_int_equal(append_behind(store, tables[0], 12, "", &place[0], &mark[0]), STORE_CONFLICT);
    for (int i = 0; i < 2; i++) {
        struct store_request *all = load(store, tables[i], 0);
        assert_int_equal(all->event_count, 10);
        assert_int_equal(all->mark, mark[i]);
        for (uint32_t at = 0; at < 10; at++) {
            char text[32];
            snprintf(text, sizeof text, "%.4s %u", tables[i], at + 1);
            assert_int_equal(all->events[at].version, at + 1);
            assert_string_equal(all->events[at].text, text);
        }
        assert_int_equal(append_behind(store, tables[i], 11, "", &all->place, &all->mark),
                         STORE_FINE);
        store_request_free(all);
    }
    store_close(store);
}

static void log_has_one_event_a_version(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE];
    fresh_id(table);
    assert_int_equal(append(store, table, 2, "too early"), STORE_NONE);
    assert_int_equal(append(store, table, 1, "first"), STORE_FINE);
    assert_int_equal(append(store, table, 1, "another first"), STORE_CONFLICT);
    assert_int_equal(append(store, table, 3, "with a gap"), STORE_CONFLICT);
    assert_int_equal(append(store, table, 2, "second"), STORE_FINE);
    struct store_request *all = load(store, table, 0);
    assert_int_equal(all->event_count, 2);
    assert_string_equal(all->events[0].text, "first");
    assert_string_equal(all->events[1].text, "second");
    store_request_free(all);
    char missing[STORE_ID_SIZE];
    fresh_id(missing);
    struct store_request *nothing = load(store, missing, 0);
    assert_int_equal(nothing->status, STORE_NONE);
    store_request_free(nothing);
    store_close(store);
}

/* Two writers race for every version: each version has one winner, and both see the same log. */
static void log_decides_races(void **context)
{
    (void)context;
    struct store *stores[2] = {opened(NULL), opened(NULL)};
    char table[STORE_ID_SIZE];
    int won[2] = {0, 0};
    fresh_id(table);
    assert_int_equal(append(stores[0], table, 1, "made"), STORE_FINE);
    for (uint32_t version = 2; version < 30; version++) {
        bool done[2] = {false, false};
        struct store_request *requests[2];
        for (int i = 0; i < 2; i++) {
            requests[i] = append_of(table, version, i == 0 ? "by the first" : "by the second");
            requests[i]->done = answered;
            requests[i]->context = &done[i];
        }
        const int first = (int)(version & 1);
        store_submit(stores[first], requests[first]);
        store_submit(stores[1 - first], requests[1 - first]);
        for (int polls = 0; polls < PATIENCE_POLLS && !(done[0] && done[1]); polls++) {
            if (store_poll(stores[0]) + store_poll(stores[1]) == 0) wait_a_little();
        }
        assert_true(done[0] && done[1]);
        const int winners =
            (requests[0]->status == STORE_FINE) + (requests[1]->status == STORE_FINE);
        assert_int_equal(winners, 1);
        const int winner = requests[0]->status == STORE_FINE ? 0 : 1;
        assert_int_equal(requests[1 - winner]->status, STORE_CONFLICT);
        won[winner]++;
        for (int i = 0; i < 2; i++) store_request_free(requests[i]);
    }
    struct store_request *all[2] = {load(stores[0], table, 0), load(stores[1], table, 0)};
    int counted[2] = {0, 0};
    assert_int_equal(all[0]->event_count, 29);
    assert_int_equal(all[1]->event_count, 29);
    for (uint32_t i = 1; i < 29; i++) {
        assert_string_equal(all[0]->events[i].text, all[1]->events[i].text);
        counted[strcmp(all[0]->events[i].text, "by the first") == 0 ? 0 : 1]++;
    }
    assert_int_equal(counted[0], won[0]);
    assert_int_equal(counted[1], won[1]);
    for (int i = 0; i < 2; i++) {
        store_request_free(all[i]);
        store_close(stores[i]);
    }
}

/* ---- Lists ---- */

static void summary_fill(struct store_summary *summary, const char *table, const char *person)
{
    memset(summary, 0, sizeof *summary);
    strcpy(summary->table, table);
    strcpy(summary->game, "rribbit");
    strcpy(summary->options, "turn=single");
    strcpy(summary->clock, "{\"kind\":\"none\"}");
    strcpy(summary->seats, "[{\"name\":\"Zo\xc3\xab\"},{\"open\":true}]");
    strcpy(summary->person[1], person);
    summary->listed = true;
    summary->updated_ms = (int64_t)time(NULL) * 1000;
    summary->waits = 2;
}

static bool listed(struct store *store, enum store_verb verb, const char *table, const char *person,
                   struct store_summary *found)
{
    struct store_request *request = store_request_new(verb);
    bool there = false;
    strcpy(request->person, person);
    assert_int_equal(ask(store, request), STORE_FINE);
    for (uint32_t i = 0; i < request->row_count; i++) {
        if (strcmp(request->tables[i].table, table) != 0) continue;
        there = true;
        *found = request->tables[i];
    }
    store_request_free(request);
    return there;
}

static void lists_follow_the_log(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE], ada[STORE_ID_SIZE], ben[STORE_ID_SIZE];
    struct store_summary found;
    fresh_id(table);
    fresh_id(ada);
    fresh_id(ben);
    struct store_request *request = append_of(table, 1, "made");
    request->summary = calloc(1, sizeof *request->summary);
    summary_fill(request->summary, table, ada);
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    assert_true(listed(store, STORE_LOBBY, table, "", &found));
    assert_string_equal(found.game, "rribbit");
    assert_string_equal(found.seats, "[{\"name\":\"Zo\xc3\xab\"},{\"open\":true}]");
    assert_int_equal(found.phase, STORE_OPEN);
    assert_true(listed(store, STORE_MINE, table, ada, &found));
    assert_string_equal(found.person[1], ada);
    assert_int_equal(found.waits, 2);
    assert_false(listed(store, STORE_MINE, table, ben, &found));

    request = append_of(table, 2, "over, and somebody else sat there");
    request->summary = calloc(1, sizeof *request->summary);
    summary_fill(request->summary, table, ben);
    request->summary->phase = STORE_OVER;
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    assert_false(listed(store, STORE_LOBBY, table, "", &found));
    assert_false(listed(store, STORE_MINE, table, ada, &found));
    assert_true(listed(store, STORE_MINE, table, ben, &found));
    store_close(store);
}

/* ---- Persons and ratings ---- */

static void person_name(struct store *store, const char *id, const uint8_t *key, const char *name)
{
    struct store_request *request = store_request_new(STORE_NAME);
    strcpy(request->person, id);
    strcpy(request->name, name);
    memcpy(request->key, key, STORE_HASH_SIZE);
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
}

static enum store_status person_by(struct store *store, enum store_verb verb, const uint8_t *key,
                                   const uint8_t *code, struct store_person *person)
{
    struct store_request *request = store_request_new(verb);
    memcpy(request->key, key, STORE_HASH_SIZE);
    if (code != NULL) memcpy(request->code, code, STORE_HASH_SIZE);
    const enum store_status status = ask(store, request);
    if (status == STORE_FINE) *person = request->persons[0];
    store_request_free(request);
    return status;
}

static void person_moves_with_a_code_once(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char id[STORE_ID_SIZE];
    uint8_t old_key[STORE_HASH_SIZE], new_key[STORE_HASH_SIZE], code[STORE_HASH_SIZE];
    struct store_person person;
    fresh_id(id);
    fresh_hash(old_key);
    fresh_hash(new_key);
    fresh_hash(code);
    assert_int_equal(person_by(store, STORE_PERSON, old_key, NULL, &person), STORE_NONE);
    person_name(store, id, old_key, "Ada");
    person_name(store, id, old_key, "Ada L.");
    assert_int_equal(person_by(store, STORE_PERSON, old_key, NULL, &person), STORE_FINE);
    assert_string_equal(person.id, id);
    assert_string_equal(person.name, "Ada L.");
    struct store_request *request = store_request_new(STORE_RECOVERY);
    strcpy(request->person, id);
    memcpy(request->code, code, STORE_HASH_SIZE);
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    assert_int_equal(person_by(store, STORE_RECOVER, new_key, code, &person), STORE_FINE);
    assert_string_equal(person.id, id);
    assert_int_equal(person_by(store, STORE_RECOVER, new_key, code, &person), STORE_NONE);
    assert_int_equal(person_by(store, STORE_PERSON, new_key, NULL, &person), STORE_FINE);
    assert_string_equal(person.name, "Ada L.");
    /* A window of that device which has not heard of it does not take the key back. */
    char before[STORE_ID_SIZE];
    fresh_id(before);
    request = store_request_new(STORE_NAME);
    strcpy(request->person, before);
    strcpy(request->name, "Nobody");
    memcpy(request->key, new_key, STORE_HASH_SIZE);
    assert_int_equal(ask(store, request), STORE_CONFLICT);
    store_request_free(request);
    assert_int_equal(person_by(store, STORE_PERSON, new_key, NULL, &person), STORE_FINE);
    assert_string_equal(person.id, id);
    store_close(store);
}

static void ratings_follow_the_games(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE], id[2][STORE_ID_SIZE];
    uint8_t key[2][STORE_HASH_SIZE];
    struct store_person person;
    fresh_id(table);
    for (int i = 0; i < 2; i++) {
        fresh_id(id[i]);
        fresh_hash(key[i]);
        person_name(store, id[i], key[i], i == 0 ? "Winner" : "Loser");
    }
    struct store_request *request = append_of(table, 1, "a whole game");
    request->outcome = calloc(1, sizeof *request->outcome);
    strcpy(request->outcome->game, pond_games[0]->name);
    request->outcome->count = 2;
    for (int i = 0; i < 2; i++) strcpy(request->outcome->person[i], id[i]);
    request->outcome->rank[1] = 1;
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    assert_int_equal(person_by(store, STORE_PERSON, key[0], NULL, &person), STORE_FINE);
    assert_true(person.rating[0].rating > glicko_first().rating);
    assert_true(person.rating[0].deviation < glicko_first().deviation);
    assert_int_equal(person.rating[0].games, 1);
    const double gained = person.rating[0].rating - glicko_first().rating;
    assert_int_equal(person_by(store, STORE_PERSON, key[1], NULL, &person), STORE_FINE);
    const double lost = glicko_first().rating - person.rating[0].rating;
    assert_true(gained - lost < 1e-6 && lost - gained < 1e-6);
    request = store_request_new(STORE_HISTORY);
    strcpy(request->person, id[0]);
    strcpy(request->game, pond_games[0]->name);
    assert_int_equal(ask(store, request), STORE_FINE);
    assert_int_equal(request->row_count, 1);
    assert_string_equal(request->ratings[0].table, table);
    assert_true(request->ratings[0].score == 1.0);
    store_request_free(request);
    store_close(store);
}

/* A game that one person has won against another, at a table of its own. */
static struct store_request *game_of(const char *winner, const char *loser, int64_t at_ms)
{
    char table[STORE_ID_SIZE];
    fresh_id(table);
    struct store_request *request = append_of(table, 1, "a whole game");
    request->at_ms = at_ms;
    request->outcome = calloc(1, sizeof *request->outcome);
    strcpy(request->outcome->game, pond_games[0]->name);
    request->outcome->count = 2;
    strcpy(request->outcome->person[0], winner);
    strcpy(request->outcome->person[1], loser);
    request->outcome->rank[1] = 1;
    return request;
}

static uint32_t games_of(struct store *store, const uint8_t key[STORE_HASH_SIZE])
{
    struct store_person person;
    assert_int_equal(person_by(store, STORE_PERSON, key, NULL, &person), STORE_FINE);
    return person.rating[0].games;
}

static void ratings_of_a_pair_have_a_limit_a_day(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char id[3][STORE_ID_SIZE];
    uint8_t key[3][STORE_HASH_SIZE];
    const int64_t now_ms = 10 * STORE_PARTNER_MS;
    for (int i = 0; i < 3; i++) {
        fresh_id(id[i]);
        fresh_hash(key[i]);
        person_name(store, id[i], key[i], "Someone");
    }
    for (int i = 0; i < STORE_PARTNER_GAMES_MAX + 3; i++) { /* the winner does not matter */
        struct store_request *game = game_of(id[i % 2], id[1 - i % 2], now_ms + i);
        assert_int_equal(ask(store, game), STORE_FINE);
        store_request_free(game);
    }
    assert_int_equal(games_of(store, key[0]), STORE_PARTNER_GAMES_MAX);
    assert_int_equal(games_of(store, key[1]), STORE_PARTNER_GAMES_MAX);
    struct store_request *other = game_of(id[0], id[2], now_ms + 100);
    struct store_request *later = game_of(id[0], id[1], now_ms + 100 + STORE_PARTNER_MS);
    assert_int_equal(ask(store, other), STORE_FINE);
    assert_int_equal(ask(store, later), STORE_FINE);
    assert_int_equal(games_of(store, key[0]), STORE_PARTNER_GAMES_MAX + 2);
    assert_int_equal(games_of(store, key[1]), STORE_PARTNER_GAMES_MAX + 1);
    store_request_free(other);
    store_request_free(later);
    store_close(store);
}

/* ---- What only a shared store can do ---- */

/* Games of the same person end on two nodes at the same time: every one of them counts, once. */
static void shared_ratings_lose_nothing(void **context)
{
    (void)context;
    struct store *nodes[] = {opened(NULL), opened(NULL)};
    char id[STORE_ID_SIZE];
    uint8_t key[STORE_HASH_SIZE];
    enum { GAMES = 60 };
    struct store_request *games[GAMES];
    bool done[GAMES] = {false};
    fresh_id(id);
    fresh_hash(key);
    person_name(nodes[0], id, key, "Busy");
    for (int i = 0; i < GAMES; i++) {
        char other[STORE_ID_SIZE];
        fresh_id(other);
        games[i] = i % 3 == 0 ? game_of(other, id, 5000 + i) : game_of(id, other, 5000 + i);
        games[i]->done = answered;
        games[i]->context = &done[i];
    }
    int finished = 0;
    for (int i = 0; i < PATIENCE_POLLS && finished < GAMES; i++) {
        /* One by one, so that there are many transactions. */
        if (i < GAMES) store_submit(nodes[i % 2], games[i]);
        finished += store_poll(nodes[0]) + store_poll(nodes[1]);
        if (i >= GAMES) wait_a_little();
    }
    assert_int_equal(finished, GAMES);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(games[i]->status, STORE_FINE);
        store_request_free(games[i]);
    }
    assert_int_equal(games_of(nodes[0], key), GAMES);
    for (int i = 0; i < 2; i++) store_close(nodes[i]);
}

static char news[STORE_ID_SIZE];
static bool everything;

static void heard(void *context, const char *table)
{
    (void)context;
    if (table[0] == '\0') {
        everything = true;
    } else {
        strcpy(news, table);
    }
}

/* A second process is another node; a child stands for it. */
static void other_node(const char *table, uint32_t version)
{
    char command[600], text[32];
    snprintf(text, sizeof text, "%u", version);
    snprintf(command, sizeof command, "'%s' append '%s' %s", getenv("POND_STORE_TEST"), table,
             text);
    assert_int_equal(system(command), 0);
}

static void shared_nodes_hear_of_each_other(void **context)
{
    (void)context;
    const struct store_events events = {.changed = heard};
    struct store *store = opened(&events);
    char table[STORE_ID_SIZE];
    fresh_id(table);
    assert_true(store_shared(store));
    for (int i = 0; i < PATIENCE_POLLS && !everything; i++) { /* it listens from now on */
        store_poll(store);
        wait_a_little();
    }
    assert_true(everything);
    assert_int_equal(append(store, table, 1, "made here"), STORE_FINE);
    other_node(table, 2);
    for (int i = 0; i < PATIENCE_POLLS && news[0] == '\0'; i++) {
        store_poll(store);
        wait_a_little();
    }
    assert_string_equal(news, table); /* and not of its own event before */
    struct store_request *all = load(store, table, 1);
    assert_int_equal(all->event_count, 1);
    assert_string_equal(all->events[0].text, "by another node");
    store_request_free(all);
    struct store_request *lease = store_request_new(STORE_LEASE);
    strcpy(lease->table, table);
    /* The other node took the lease while it was there. */
    assert_int_equal(ask(store, lease), STORE_CONFLICT);
    store_request_free(lease);
    store_close(store);
}

static void shared_append_twice_is_one(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE];
    fresh_id(table);
    assert_int_equal(append(store, table, 1, "sent"), STORE_FINE);
    assert_int_equal(append(store, table, 1, "sent"), STORE_FINE);
    struct store_request *all = load(store, table, 0);
    assert_int_equal(all->event_count, 1);
    store_request_free(all);
    store_close(store);
}

/* ---- Running ---- */

static int as_other_node(const char *table, const char *version)
{
    struct store *store = opened(NULL);
    const int code =
        append(store, table, (uint32_t)atoi(version), "by another node") == STORE_FINE ? 0 : 1;
    struct store_request *lease = store_request_new(STORE_LEASE);
    strcpy(lease->table, table);
    const bool leased = ask(store, lease) == STORE_FINE;
    store_request_free(lease);
    store_close(store);
    return leased ? code : 1;
}

/* ---- What a host does ---- */

static struct store_request *about(enum store_verb verb, const char *person)
{
    struct store_request *request = store_request_new(verb);
    strcpy(request->person, person);
    return request;
}

static void note_put(struct store *store, const char *key, int64_t at_ms, const char *text)
{
    struct store_request *request = store_request_new(STORE_NOTE);
    strcpy(request->game, "test");
    request->notes = calloc(1, sizeof *request->notes);
    strcpy(request->notes->key, key);
    strcpy(request->notes->text, text);
    request->notes->at_ms = at_ms;
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
}

static void notes_are_kept_by_kind_and_key(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char first[STORE_ID_SIZE], second[STORE_ID_SIZE];
    fresh_id(first);
    fresh_id(second);
    note_put(store, first, 1, "one");
    note_put(store, second, 2, "two");
    note_put(store, first, INT64_MAX / 2, "one, later");
    note_put(store, second, 3, "");
    struct store_request *request = store_request_new(STORE_NOTES);
    strcpy(request->game, "test");
    request->number = 10;
    assert_int_equal(ask(store, request), STORE_FINE);
    assert_true(request->row_count >= 1 && request->row_count <= 10);
    assert_string_equal(request->notes[0].key, first);
    assert_string_equal(request->notes[0].text, "one, later");
    for (uint32_t i = 0; i < request->row_count; i++) {
        assert_string_not_equal(request->notes[i].key, second);
    }
    store_request_free(request);
    note_put(store, first, 1, "");
    store_close(store);
}

/* However many people a host has banned: all of them are known again after a restart. */
static void notes_are_read_whole(void **context)
{
    enum { MANY = 2500 };
    (void)context;
    struct store *store = opened(NULL);
    for (int i = 0; i < MANY; i++) {
        char key[STORE_NOTE_KEY_SIZE];
        snprintf(key, sizeof key, "many:%d", i);
        note_put(store, key, i + 1, "on");
    }
    struct store_request *request = store_request_new(STORE_NOTES);
    strcpy(request->game, "test");
    request->number = STORE_KEPT_MAX;
    assert_int_equal(ask(store, request), STORE_FINE);
    assert_int_equal(request->row_count, MANY);
    assert_string_equal(request->notes[MANY - 1].key, "many:0");
    store_request_free(request);
    for (int i = 0; i < MANY; i++) {
        char key[STORE_NOTE_KEY_SIZE];
        snprintf(key, sizeof key, "many:%d", i);
        note_put(store, key, 1, "");
    }
    store_close(store);
}

static uint32_t devices_count(struct store *store, const char *person, struct store_note *newest)
{
    struct store_request *request = about(STORE_DEVICES, person);
    assert_int_equal(ask(store, request), STORE_FINE);
    const uint32_t count = request->row_count;
    if (count > 0) *newest = request->notes[0];
    store_request_free(request);
    return count;
}

static void one_device_is_revoked(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char id[STORE_ID_SIZE], other[STORE_ID_SIZE];
    uint8_t keys[3][STORE_HASH_SIZE];
    struct store_person person;
    struct store_note newest;
    fresh_id(id);
    fresh_id(other);
    for (int i = 0; i < 3; i++) {
        fresh_hash(keys[i]);
        person_name(store, id, keys[i], "Ada");
    }
    struct store_request *request = store_request_new(STORE_SEEN);
    memcpy(request->key, keys[1], STORE_HASH_SIZE);
    request->at_ms = 5000;
    strcpy(request->name, "Phone");
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    assert_int_equal(devices_count(store, id, &newest), 3);
    assert_string_equal(newest.text, "Phone");
    assert_int_equal(newest.at_ms, 5000);
    assert_int_equal(strlen(newest.key), 2 * STORE_HASH_SIZE);
    request = about(STORE_REVOKE, id);
    memcpy(request->key, keys[0], STORE_HASH_SIZE);
    memcpy(request->code, keys[1], STORE_HASH_SIZE);
    request->number = 1;
    strcpy(request->other, other);
    strcpy(request->name, "Frog");
    assert_int_equal(ask(store, request), STORE_FINE);
    assert_int_equal(request->row_count, 1);
    request->row_count = 0;
    store_request_free(request);
    assert_int_equal(devices_count(store, id, &newest), 2);
    assert_int_equal(person_by(store, STORE_PERSON, keys[1], NULL, &person), STORE_FINE);
    assert_string_equal(person.id, other);
    assert_int_equal(person_by(store, STORE_PERSON, keys[2], NULL, &person), STORE_FINE);
    assert_string_equal(person.id, id);
    store_close(store);
}

static void person_is_erased_with_traces(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char id[STORE_ID_SIZE], table[STORE_ID_SIZE], text[64];
    uint8_t key[STORE_HASH_SIZE];
    struct store_person person;
    fresh_id(id);
    fresh_id(table);
    fresh_hash(key);
    snprintf(text, sizeof text, "Erik %.12s", id);
    person_name(store, id, key, text);
    struct store_request *request = store_request_new(STORE_PEOPLE);
    snprintf(request->name, sizeof request->name, "erik %.12s", id);
    assert_int_equal(ask(store, request), STORE_FINE);
    assert_true(request->row_count >= 1);
    assert_string_equal(request->notes[0].text, text);
    store_request_free(request);
    snprintf(text, sizeof text, "sit 0 0 %s 1500 350 Erik", id);
    assert_int_equal(append(store, table, 1, "create"), STORE_FINE);
    assert_int_equal(append(store, table, 2, text), STORE_FINE);
    struct store_request *traces = about(STORE_TRACES, id);
    assert_int_equal(ask(store, traces), STORE_FINE);
    assert_int_equal(traces->event_count, 1);
    assert_memory_equal(traces->events[0].text, table, STORE_ID_SIZE - 1);
    assert_string_equal(traces->events[0].text + STORE_ID_SIZE, text);
    request = store_request_new(STORE_REWRITE);
    snprintf(text, sizeof text, "%s sit 0 0 nobody 1500 350 Frog", table);
    store_request_event(request, traces->events[0].version, traces->events[0].at_ms, text);
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    store_request_free(traces);
    struct store_request *log = load(store, table, 0);
    assert_int_equal(log->event_count, 2);
    assert_string_equal(log->events[0].text, "create");
    assert_string_equal(log->events[1].text, "sit 0 0 nobody 1500 350 Frog");
    assert_int_equal(log->events[1].at_ms, 1002);
    store_request_free(log);
    request = about(STORE_ERASE, id);
    assert_int_equal(ask(store, request), STORE_FINE);
    store_request_free(request);
    assert_int_equal(person_by(store, STORE_PERSON, key, NULL, &person), STORE_NONE);
    store_close(store);
}

static void void_results_leave_ratings_as_if_they_were_none(void **context)
{
    (void)context;
    struct store *store = opened(NULL);
    char table[2][STORE_ID_SIZE], id[2][STORE_ID_SIZE];
    uint8_t key[2][STORE_HASH_SIZE];
    struct store_person before[2], after;
    for (int i = 0; i < 2; i++) {
        fresh_id(id[i]);
        fresh_hash(key[i]);
        person_name(store, id[i], key[i], "Ada");
    }
    for (int i = 0; i < 2; i++) {
        struct store_request *game = game_of(id[0], id[1], 2000 + i);
        strcpy(table[i], game->table);
        assert_int_equal(ask(store, game), STORE_FINE);
        store_request_free(game);
        person_by(store, STORE_PERSON, key[0], NULL, &before[i]);
    }
    for (int i = 0; i < 3; i++) { /* the older game first; then there is nothing left */
        struct store_request *request = store_request_new(STORE_VOID);
        strcpy(request->table, table[i % 2]);
        assert_int_equal(ask(store, request), i < 2 ? STORE_FINE : STORE_NONE);
        assert_int_equal(request->row_count, i < 2 ? 2 : 0);
        request->row_count = 0;
        store_request_free(request);
        person_by(store, STORE_PERSON, key[0], NULL, &after);
        const double first = glicko_first().rating;
        const double gain = before[1].rating[0].rating - before[0].rating[0].rating;
        const double want = i == 0 ? first + gain : first;
        assert_true(after.rating[0].rating - want < 1e-6 && want - after.rating[0].rating < 1e-6);
        assert_int_equal(after.rating[0].games, i == 0 ? 1 : 0);
    }
    struct store_request *request = store_request_new(STORE_SIZE);
    assert_int_equal(ask(store, request), STORE_FINE);
    assert_true(request->mark > 0 && request->place >= 2 && request->behind >= 2);
    store_request_free(request);
    store_close(store);
}

/* ---- A database that leaves while nobody asks it for anything ---- */

static void note_down(void *context, bool is_down) { *(bool *)context = is_down; }

static void shell(const char *command)
{
    assert_non_null(command);
    assert_int_equal(system(command), 0);
}

/* The server's heartbeat would notice it as well, a little later; here nobody has one. */
static void shared_store_notices_an_outage_by_itself(void **context)
{
    bool is_down = false;
    struct store *store = opened(&(struct store_events){.down = note_down, .context = &is_down});
    (void)context;
    for (int leaves = 1; leaves >= 0; leaves--) {
        shell(getenv(leaves ? "POND_PG_STOP" : "POND_PG_START"));
        for (int i = 0; i < PATIENCE_POLLS && is_down != leaves; i++) {
            assert_int_equal(store_poll(store), 0);
            wait_a_little();
        }
        assert_int_equal(is_down, leaves);
    }
    store_close(store);
}

/* Clocks stand still while nothing can be written, and so do the server's heartbeats: nobody else
 * would find out that they may run again. */
static void shared_store_finds_out_that_it_can_write_again(void **context)
{
    struct store *store = opened(NULL);
    char table[STORE_ID_SIZE];
    (void)context;
    fresh_id(table);
    assert_int_equal(append(store, table, 1, "create"), STORE_FINE);
    shell(
        "psql -q \"$POND_TEST_POSTGRES\" -c 'ALTER SYSTEM SET default_transaction_read_only = on' "
        "-c 'SELECT pg_reload_conf()' >/dev/null");
    uint32_t version = 2;
    while (append(store, table, version, "sit") == STORE_FINE) version++; /* not heard of it yet */
    for (int i = 0; i < LOOKS_POLLS; i++) { /* it looks, and finds that it still cannot */
        assert_int_equal(store_poll(store), 0);
        assert_true(store_failing(store));
        wait_a_little();
    }
    shell("psql -q \"$POND_TEST_POSTGRES\" -c 'ALTER SYSTEM RESET default_transaction_read_only' "
          "-c 'SELECT pg_reload_conf()' >/dev/null");
    for (int i = 0; i < PATIENCE_POLLS && store_failing(store); i++) {
        assert_int_equal(store_poll(store), 0);
        wait_a_little();
    }
    assert_false(store_failing(store));
    assert_int_equal(append(store, table, version, "sit"), STORE_FINE);
    store_close(store);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(work_is_done_on_a_thread_of_the_store),
    cmocka_unit_test(long_logs_hold_up_nobody),
    cmocka_unit_test(log_is_kept_in_order),
    cmocka_unit_test(log_has_one_event_a_version),
    cmocka_unit_test(log_goes_on_behind_a_mark),
    cmocka_unit_test(log_decides_races),
    cmocka_unit_test(lists_follow_the_log),
    cmocka_unit_test(person_moves_with_a_code_once),
    cmocka_unit_test(ratings_follow_the_games),
    cmocka_unit_test(ratings_of_a_pair_have_a_limit_a_day),
    cmocka_unit_test(notes_are_kept_by_kind_and_key),
    cmocka_unit_test(notes_are_read_whole),
    cmocka_unit_test(one_device_is_revoked),
    cmocka_unit_test(person_is_erased_with_traces),
    cmocka_unit_test(void_results_leave_ratings_as_if_they_were_none),
};

static const struct CMUnitTest shared_tests[] = {
    cmocka_unit_test(shared_nodes_hear_of_each_other),
    cmocka_unit_test(shared_append_twice_is_one),
    cmocka_unit_test(shared_ratings_lose_nothing),
    cmocka_unit_test(shared_store_notices_an_outage_by_itself),
    cmocka_unit_test(shared_store_finds_out_that_it_can_write_again),
};

int main(int count, char **arguments)
{
    const char *postgres = getenv("POND_TEST_POSTGRES");
    if (postgres != NULL) {
        where = postgres;
        if (count == 4) return as_other_node(arguments[2], arguments[3]);
        setenv("POND_STORE_TEST", arguments[0], 1);
        return cmocka_run_group_tests_name("postgres", tests, NULL, NULL) +
               cmocka_run_group_tests_name("postgres, shared", shared_tests, NULL, NULL);
    }
    char folder[] = "/tmp/pond-store-XXXXXX", path[80], file[64];
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(file, sizeof file, "%s/store", folder);
    snprintf(path, sizeof path, "sqlite:%s", file);
    where = path;
    const int failed = cmocka_run_group_tests_name("sqlite", tests, NULL, NULL);
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) == 0 ? failed : 1;
}
