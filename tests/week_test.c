/* week_test.c: days of a play server's life from a seed, in virtual time.
 *
 * Forty people come and go, play every game with every kind of clock and against computers, while
 * the server is restarted, dies with its file as it is on disk, is backed up and restored, having
 * begun with a store of the first schema. Nothing that was told is lost, no clock of days falls
 * early, backups hold all there was; and the same seed gives the same week.
 *
 *   WEEK_HOURS=168 WEEK_SEED=N build/release/week_test     a week; ./test has two times three hours
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "simulated.h"

#define HOURS_USUAL 3
#define HOUR_MS (3600LL * 1000)
#define DAY_MS (24 * HOUR_MS)
#define PEOPLE 40
#define SLOTS 12 /* of those who are connected at once */
#define TABLES_MAX 20000
#define PLACE_SIZE 256
#define OWN_MAX 8 /* tables of a person that are played at in turn */

/* What clients were told about a table. */
struct told {
    char id[STORE_ID_SIZE];
    uint32_t version, room;
    uint8_t *kinds;  /* of each version, from 1 on; EVENT_NONE: nobody was told */
    int64_t days_ms; /* of its clock of days; 0: another one */
    bool changed;    /* since all logs were checked */
};

static struct simulated server;
static struct pond_rng rng;
static char folder[64], where[PLACE_SIZE];
static struct {
    int person; /* -1: nobody */
    uint32_t own_count;
    char own[OWN_MAX][STORE_ID_SIZE];
} slots[SLOTS];
static struct told *tables;
static uint32_t table_count, files;
static int64_t whole_ms; /* when all logs are checked again */
static struct {
    uint32_t events, games, late, days, restarts, crashes, backups, refused;
} counts;

static uint32_t below(uint32_t most) { return pond_rng_below(&rng, most); }

/* ---- What clients are told ---- */

static struct told *told_of(const char *id)
{
    for (uint32_t i = table_count; i > 0; i--) {
        if (strcmp(tables[i - 1].id, id) == 0) return &tables[i - 1];
    }
    if (table_count == TABLES_MAX) return NULL;
    struct told *told = &tables[table_count++];
    *told = (struct told){.version = 0};
    snprintf(told->id, sizeof told->id, "%s", id);
    return told;
}

static enum event_kind kind_named(const char *name)
{
    int kind = EVENT_KINDS - 1;
    while (kind > EVENT_NONE && strcmp(event_name((enum event_kind)kind), name) != 0) kind--;
    return (enum event_kind)kind;
}

static void hear(const json_t *message)
{
    const int64_t version = member_number(message, "version");
    const enum event_kind kind = kind_named(member_text(message, "what.kind"));
    struct told *told = told_of(member_text(message, "table"));
    assert_true(told != NULL && version > 0);
    if (version >= told->room) {
        const uint32_t room = (uint32_t)version * 2;
        told->kinds = realloc(told->kinds, room);
        assert_non_null(told->kinds);
        memset(told->kinds + told->room, 0, room - told->room);
        told->room = room;
    }
    uint8_t *known = &told->kinds[version];
    if (*known != EVENT_NONE) {
        assert_int_equal(*known, kind);
        return;
    }
    *known = (uint8_t)kind;
    told->changed = true;
    counts.events++;
    counts.late += kind == EVENT_TIME;
    const bool ends = kind == EVENT_MOVE || kind == EVENT_RESIGN || kind == EVENT_TIME;
    counts.games += ends && strcmp(member_text(message, "now.phase"), "over") == 0;
    if (version > told->version) told->version = (uint32_t)version;
}

/* Nothing else is read, least of all the long lists. */
static bool is_event(const char *line)
{
    static const char event[] = "{\"type\":\"event\"";
    return strncmp(line, event, sizeof event - 1) == 0;
}

static void hear_all(void)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        struct simulated_client *client = &server.clients[slot];
        if (client->inbox == NULL) continue;
        for (char *line = client->inbox, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            if (!is_event(line)) continue;
            json_t *message = json_loadb(line, (size_t)(end - line), 0, NULL);
            hear(message);
            json_decref(message);
        }
        client_forget(&server, slot);
        if (client->session == NULL) slots[slot].person = -1;
    }
}

/* ---- People ---- */

static void come(int slot)
{
    int person = (int)below(PEOPLE);
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].person == person) return;
    }
    slots[slot].person = person;
    slots[slot].own_count = 0;
    client_connect(&server, slot);
    json_decref(client_ask(&server, slot,
                           "\"type\":\"hello\",\"key\":\"%064d\",\"name\":\"P%d\",\"lang\":\"%s\"",
                           person + 1, person, person % 2 ? "fr" : "en"));
}

static void create(int slot)
{
    static const char *const games[] = {"rribbit\",\"options\":\"",
                                        "quibbles\",\"options\":\"players=2",
                                        "quibbit\",\"options\":\"players=2"};
    static const char *const others[] = {"open", "open", "open", "random", "greedy"};
    static const char *const clocks[] = {"{\"kind\":\"none\"}", "{\"kind\":\"move\",\"ms\":120000}",
                                         "{\"kind\":\"game\",\"ms\":900000,\"more_ms\":10000}",
                                         "{\"kind\":\"days\",\"ms\":86400000}",
                                         "{\"kind\":\"days\",\"ms\":900000}"};
    const uint32_t clock = below(5), other = below(5);
    const char *rated = clock > 0 && other < 3 && below(2) == 0 ? "true" : "false";
    json_t *made = client_ask(&server, slot,
                              "\"type\":\"create\",\"game\":\"%s\",\"seats\":[\"me\",\"%s\"],"
                              "\"public\":true,\"rated\":%s,\"clock\":%s",
                              games[below(3)], others[other], rated, clocks[clock]);
    counts.refused += strcmp(member_text(made, "type"), "error") == 0;
    if (member_text(made, "table")[0] != '\0') {
        struct told *told = told_of(member_text(made, "table"));
        assert_non_null(told);
        told->days_ms = clock == 3 ? DAY_MS : clock == 4 ? HOUR_MS / 4 : 0;
    }
    json_decref(made);
}

static void join(int slot)
{
    json_t *lobby = client_ask(&server, slot, "\"type\":\"lobby\"");
    const json_t *list = json_object_get(lobby, "tables");
    if (json_array_size(list) > 0) {
        const json_t *row = json_array_get(list, below((uint32_t)json_array_size(list)));
        json_decref(client_ask(&server, slot, "\"type\":\"join\",\"table\":\"%s\"",
                               member_text(row, "table")));
    }
    json_decref(lobby);
}

static void own_ask(int slot)
{
    json_t *mine = client_ask(&server, slot, "\"type\":\"mine\"");
    const json_t *list = json_object_get(mine, "tables");
    const uint32_t count = (uint32_t)json_array_size(list);
    slots[slot].own_count = count < OWN_MAX ? count : OWN_MAX;
    for (uint32_t i = 0; i < slots[slot].own_count; i++) {
        snprintf(slots[slot].own[i], STORE_ID_SIZE, "%s",
                 member_text(json_array_get(list, i), "table"));
    }
    json_decref(mine);
}

/* One of the tables where this person sits: a number, a move, another game or the end of it. */
static void play(int slot)
{
    if (slots[slot].own_count == 0 || below(4) == 0) own_ask(slot);
    if (slots[slot].own_count == 0) return;
    memcpy(server.table, slots[slot].own[below(slots[slot].own_count)], STORE_ID_SIZE);
    json_t *now = client_look(&server, slot);
    const char *phase = member_text(now, "phase");
    const json_t *legal = json_object_get(json_object_get(now, "view"), "legal");
    const uint32_t moves = (uint32_t)json_array_size(legal);
    if (strcmp(phase, "ready") == 0) {
        json_decref(client_ask(&server, slot,
                               "\"type\":\"number\",\"table\":\"%s\",\"number\":\"%u\"",
                               server.table, below(1000)));
    } else if (strcmp(phase, "over") == 0 && below(3) == 0) {
        json_decref(client_do(&server, slot, "again"));
    } else if (moves > 0) {
        json_decref(client_ask(
            &server, slot, "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,\"move\":\"%s\"",
            server.table, (long long)member_number(now, "version"),
            json_string_value(json_array_get(legal, below(moves)))));
    }
    if (below(60) == 0) json_decref(client_do(&server, slot, "resign"));
    if (below(40) == 0) json_decref(client_do(&server, slot, "takeback"));
    if (below(4) == 0) json_decref(client_do(&server, slot, "agree"));
    if (below(3) == 0) json_decref(client_do(&server, slot, "unwatch"));
    json_decref(now);
}

static void act(int slot)
{
    const uint32_t what = below(100);
    if (slots[slot].person < 0) {
        come(slot);
    } else if (what < 3) {
        client_leave(&server, slot);
        slots[slot].person = -1;
    } else if (what < 7) {
        create(slot);
    } else if (what < 15) {
        join(slot);
    } else {
        play(slot);
    }
}

/* ---- What befalls the server ---- */

/* A clock of days falls no earlier than so long after its player's last move. */
static void days_check(const struct told *told, const struct event *event, int64_t at_ms,
                       int64_t since_ms[POND_SEATS_MAX])
{
    if (event->kind == EVENT_TIME && told->days_ms != 0) {
        assert_true(at_ms - since_ms[event->seat] >= told->days_ms);
        counts.days++;
    }
    if (event->kind == EVENT_MOVE) since_ms[event->seat] = at_ms;
    for (int seat = 0; event->kind == EVENT_START && seat < POND_SEATS_MAX; seat++) {
        since_ms[seat] = at_ms;
    }
}

/* The log of a table contains what clients were told about it. */
static void table_check(struct store_link *link, const struct told *told)
{
    struct store_request *log = store_request_new(STORE_LOAD);
    memcpy(log->table, told->id, sizeof log->table);
    const enum store_status status = store_sqlite.run(link, log);
    assert_true(status == STORE_FINE || told->version == 0);
    assert_true(log->event_count >= told->version);
    int64_t since_ms[POND_SEATS_MAX] = {0};
    for (uint32_t k = 0; k < log->event_count; k++) {
        struct event event;
        assert_int_equal(log->events[k].version, k + 1);
        assert_true(event_parse(log->events[k].text, &event));
        const uint8_t kind = k + 1 < told->room ? told->kinds[k + 1] : EVENT_NONE;
        if (kind != EVENT_NONE) assert_int_equal(event.kind, kind);
        days_check(told, &event, log->events[k].at_ms, since_ms);
    }
    store_request_free(log);
}

/* Checks the tables that have changed since the last check of all, which comes once a day. */
static void log_check(const char *place)
{
    struct store_trouble why;
    struct store_link *link = store_sqlite.open(place, &why);
    const bool whole = server.now_ms >= whole_ms;
    assert_non_null(link);
    if (whole) whole_ms = server.now_ms + DAY_MS;
    for (uint32_t i = 0; i < table_count; i++) {
        if (whole || tables[i].changed) table_check(link, &tables[i]);
        if (whole) tables[i].changed = false;
    }
    store_sqlite.close(link);
}

static void copy(const char *from, const char *to)
{
    char bytes[65536];
    size_t length;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    if (in != NULL) {
        while ((length = fread(bytes, 1, sizeof bytes, in)) > 0) {
            assert_int_equal(fwrite(bytes, 1, length, out), length);
        }
        fclose(in);
    }
    fclose(out);
}

static void start_again(const char *place)
{
    char node[32];
    snprintf(node, sizeof node, "week-%u", counts.restarts + counts.crashes);
    simulated_restart(&server, node, place, 1000 + (int64_t)below(600000));
    for (int i = 0; i < SLOTS; i++) slots[i].person = -1;
    if (place != where) snprintf(where, sizeof where, "%s", place);
    log_check(where);
}

/* It dies: what is left is its file as it was at that moment. */
static void crash(void)
{
    char next[PLACE_SIZE], from[PLACE_SIZE + 8], to[PLACE_SIZE + 8];
    snprintf(next, sizeof next, "sqlite:%s/%u.sqlite", folder, ++files);
    copy(where + 7, next + 7);
    snprintf(from, sizeof from, "%s-wal", where + 7);
    snprintf(to, sizeof to, "%s-wal", next + 7);
    copy(from, to);
    counts.crashes++;
    char old[PLACE_SIZE];
    snprintf(old, sizeof old, "%s", where);
    start_again(next);
    remove(old + 7);
}

static void backup(void)
{
    struct store_trouble why;
    char file[PLACE_SIZE], place[PLACE_SIZE];
    snprintf(file, sizeof file, "%s/backup", folder);
    snprintf(place, sizeof place, "sqlite:%s/restored", folder);
    assert_true(store_backup(where, file, &why));
    assert_true(store_check_backup(file, &why));
    assert_true(store_restore(place, file, &why));
    log_check(place);
    remove(file);
    remove(place + 7);
    counts.backups++;
}

/* A store as the first version left it. */
static void first_schema(void)
{
    char path[512];
    static char text[1 << 20];
    sqlite3 *database = NULL;
    snprintf(path, sizeof path, "%s/tests/data/store/sqlite-1.sql",
             getenv("TOP") != NULL ? getenv("TOP") : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(sqlite3_open(where + 7, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* ---- A week ---- */

static uint64_t digest(void)
{
    uint64_t hash = 1469598103934665603u;
    struct store_trouble why;
    struct store_link *link = store_sqlite.open(where, &why);
    for (uint32_t i = 0; i < table_count; i++) {
        struct store_request *log = store_request_new(STORE_LOAD);
        memcpy(log->table, tables[i].id, sizeof log->table);
        store_sqlite.run(link, log);
        for (uint32_t k = 0; k < log->event_count; k++) {
            for (const char *at = log->events[k].text; *at != '\0'; at++) {
                hash = (hash ^ (unsigned char)*at) * 1099511628211u;
            }
        }
        store_request_free(log);
    }
    store_sqlite.close(link);
    return hash;
}

static void live(const char *seed, int hours, char *summary, size_t size)
{
    snprintf(folder, sizeof folder, "%s/pond-week-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(where, sizeof where, "sqlite:%s/0.sqlite", folder);
    pond_rng_seed(&rng, seed);
    memset(&counts, 0, sizeof counts);
    table_count = files = 0;
    first_schema();
    simulated_open(&server, seed, NULL, where);
    for (int i = 0; i < SLOTS; i++) slots[i].person = -1;
    const int64_t end_ms = server.now_ms + hours * HOUR_MS;
    whole_ms = server.now_ms + DAY_MS;
    int64_t trouble_ms = server.now_ms + HOUR_MS / 2;
    while (server.now_ms < end_ms) {
        act((int)below(SLOTS));
        simulated_pass(&server, 200 + below(6000));
        hear_all();
        if (server.now_ms < trouble_ms) continue;
        trouble_ms = server.now_ms + HOUR_MS / 4 + below((uint32_t)HOUR_MS);
        switch ((counts.restarts + counts.crashes + counts.backups) % 3) {
        case 0: crash(); break;
        case 1:
            counts.restarts++;
            start_again(where);
            break;
        default: backup();
        }
    }
    simulated_close(&server);
    counts.days = 0;
    whole_ms = 0;
    log_check(where);
    snprintf(summary, size,
             "%d hours, seed %s: %u tables, %u events told, %u games over, %u lost on time (%u of "
             "days), %u restarts, %u deaths, %u backups; log %016llx",
             hours, seed, table_count, counts.events, counts.games, counts.late, counts.days,
             counts.restarts, counts.crashes, counts.backups, (unsigned long long)digest());
    for (uint32_t i = 0; i < table_count; i++) free(tables[i].kinds);
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void days_from_a_seed(void **state)
{
    char one[400], other[400];
    const char *hours = getenv("WEEK_HOURS"), *seed = getenv("WEEK_SEED");
    (void)state;
    tables = calloc(TABLES_MAX, sizeof *tables);
    assert_non_null(tables);
    live(seed != NULL ? seed : "week", hours != NULL ? atoi(hours) : HOURS_USUAL, one, sizeof one);
    print_message("%s\n", one);
    assert_true(counts.events > 0 && counts.games > 0);
    if (hours == NULL) { /* the same once more */
        live(seed != NULL ? seed : "week", HOURS_USUAL, other, sizeof other);
        assert_string_equal(one, other);
    }
    free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(days_from_a_seed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
