/* nodes_test.c: two play servers on one store, simulated from seeds: clients change nodes, lose
 * connections and send moves again, writes fail now and then, news come late or never.
 *
 * What must hold in the end: every acknowledged move is in the log, once, at the version it was
 * acknowledged with; every client has heard every version in order; all see the same game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "simulated.h"

#define RUNS_USUAL 12 /* NODES_RUNS asks for more */
#define STEPS 600
#define NODES 2
#define PLAYERS 2
#define VERSIONS_MAX 4096

static struct simulated nodes[NODES];
static struct pond_rng rng;
static char table[STORE_ID_SIZE];
static bool faults;
static uint64_t faults_made, conflicts_met, moves_made, came_ahead;

/* What the players know of themselves. */
static struct player {
    int node;        /* where it is connected, -1: nowhere */
    int64_t version; /* the last that it has heard of */
    char sent[200];  /* its last move, to be sent again; "": none is open */
    char move[64];
    int64_t sent_for;
} players[PLAYERS];
static char acknowledged[VERSIONS_MAX][64]; /* by version: seat and move */

/* ---- A store that fails now and then ---- */

static enum store_status failing_commit(struct store_link *link)
{
    if (faults && pond_rng_below(&rng, 12) == 0) {
        faults_made++;
        return STORE_REFUSED;
    }
    return store_sqlite.commit(link);
}

static void (*once_read)(void); /* happens between the reading of a log and its arrival */

static bool unreadable;

static enum store_status counting_run(struct store_link *link, struct store_request *request)
{
    if (request->verb == STORE_LOAD && unreadable) return STORE_REFUSED;
    if (request->verb == STORE_PRESENT) return STORE_REFUSED; /* SQLite would say: nobody */
    const enum store_status status = store_sqlite.run(link, request);
    conflicts_met += status == STORE_CONFLICT;
    void (*const happens)(void) = once_read;
    if (request->verb != STORE_LOAD || happens == NULL) return status;
    once_read = NULL;
    happens();
    return status;
}

static struct store_backend failing;

/* ---- Clients ---- */

static void heard(struct player *player, const json_t *message)
{
    const char *type = member_text(message, "type");
    const int64_t version = member_number(message, "version");
    if (strcmp(member_text(message, "table"), table) != 0 || version < 0) return;
    if (strcmp(type, "event") == 0) {
        /* In order, and nothing left out; what came before the whole view may come late. */
        assert_true(player->version == 0 || version <= player->version ||
                    version == player->version + 1);
        if (strcmp(member_text(message, "what.kind"), "move") == 0 &&
            member_text(message, "what.move")[0] != '\0') {
            char text[64];
            snprintf(text, sizeof text, "%d %.50s", (int)member_number(message, "what.seat"),
                     member_text(message, "what.move"));
            assert_true(version < VERSIONS_MAX);
            if (acknowledged[version][0] != '\0') assert_string_equal(acknowledged[version], text);
            snprintf(acknowledged[version], sizeof acknowledged[version], "%s", text);
        }
    } else if (strcmp(type, "table") != 0 && strcmp(type, "missed") != 0) {
        return;
    }
    if (version > player->version) player->version = version;
}

static void hear_all(int number)
{
    struct player *player = &players[number];
    if (player->node < 0) return;
    struct simulated_client *client = &nodes[player->node].clients[number];
    for (char *line = client->inbox, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        json_t *message = json_loadb(line, (size_t)(end - line), 0, NULL);
        heard(player, message);
        json_decref(message);
    }
    client_forget(&nodes[player->node], number);
    if (client->session == NULL) player->node = -1;
}

static void come(int number, int node)
{
    struct player *player = &players[number];
    if (player->node >= 0) client_leave(&nodes[player->node], number);
    player->node = node;
    client_hello(&nodes[node], number, "en");
    const struct room *room = room_find(nodes[node].hall, table);
    const int64_t known = room != NULL ? room->table.version : INT64_MAX;
    json_t *now =
        client_ask(&nodes[node], number, "\"type\":\"watch\",\"table\":\"%s\",\"version\":%lld",
                   table, (long long)player->version);
    /* Nobody is shown less than they have seen, whatever this node has heard of so far. */
    if (now != NULL && strcmp(member_text(now, "type"), "error") != 0) {
        assert_true(member_number(now, "version") >= player->version);
        came_ahead += player->version > known;
    }
    json_decref(now);
    hear_all(number);
}

/* Sends a move, new or once more, and notes what came of it. */
static void move(int number)
{
    struct player *player = &players[number];
    struct simulated *node = &nodes[player->node];
    if (player->sent[0] == '\0') {
        json_t *now = client_ask(node, number, "\"type\":\"watch\",\"table\":\"%s\"", table);
        json_t *legal = json_object_get(json_object_get(now, "view"), "legal");
        if (json_array_size(legal) > 0) {
            const size_t pick = pond_rng_below(&rng, (uint32_t)json_array_size(legal));
            const char *text = json_string_value(json_array_get(legal, pick));
            snprintf(player->move, sizeof player->move, "%s", text);
            player->sent_for = member_number(now, "version");
            snprintf(player->sent, sizeof player->sent,
                     "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,\"move\":\"%s\"", table,
                     (long long)player->sent_for, text);
        }
        json_decref(now);
    }
    hear_all(number);
    if (player->sent[0] == '\0' || player->node < 0) return;
    if (pond_rng_below(&rng, 4) == 0) { /* the connection breaks with the move on its way */
        char text[300];
        const int length = snprintf(text, sizeof text, "{%s}", player->sent);
        hall_message(node->clients[number].session, text, (size_t)length);
        client_leave(node, number);
        player->node = -1;
        return;
    }
    json_t *answer = client_ask(node, number, "%s", player->sent);
    const bool taken = strcmp(member_text(answer, "type"), "event") == 0;
    const bool again = json_is_true(json_object_get(answer, "repeated"));
    const bool refused = strcmp(member_text(answer, "code"), "store") == 0;
    moves_made += taken;
    if (taken || again) {
        char text[80];
        const int64_t version = member_number(answer, "version");
        snprintf(text, sizeof text, "%d %.50s", number, player->move);
        if (acknowledged[version][0] != '\0') assert_string_equal(acknowledged[version], text);
        snprintf(acknowledged[version], sizeof acknowledged[version], "%.60s", text);
    }
    if (answer != NULL && !refused) player->sent[0] = '\0';
    json_decref(answer);
    hear_all(number);
}

/* ---- A run ---- */

static void step(void)
{
    const int number = (int)pond_rng_below(&rng, PLAYERS);
    struct player *player = &players[number];
    const uint32_t what = pond_rng_below(&rng, 20);
    if (player->node < 0) {
        come(number, (int)pond_rng_below(&rng, NODES));
    } else if (what < 14) {
        move(number);
    } else if (what < 16) {
        come(number, (int)pond_rng_below(&rng, NODES));
    } else if (what < 18) { /* news, of this table or of everything */
        hall_store_changed(nodes[pond_rng_below(&rng, NODES)].hall, what == 16 ? table : "");
    } else {
        const int64_t time_ms = 100 + pond_rng_below(&rng, 2000);
        for (int i = 0; i < NODES; i++) simulated_pass(&nodes[i], time_ms);
    }
    for (int i = 0; i < NODES; i++) simulated_run(&nodes[i]);
    for (int i = 0; i < PLAYERS; i++) hear_all(i);
    for (int i = 0; i < NODES; i++) { /* slower than the limits by message */
        nodes[i].now_ms += 400;
        hall_time(nodes[i].hall, nodes[i].now_ms);
    }
}

/* Both nodes, with the players at a table of the first. */
static void begin(const char *seed, const char *where, const char *game, const char *options)
{
    failing = store_sqlite;
    failing.commit = failing_commit;
    failing.run = counting_run;
    failing.shared = true;
    pond_rng_seed(&rng, seed);
    memset(acknowledged, 0, sizeof acknowledged);
    faults = false;
    for (int i = 0; i < NODES; i++)
        simulated_open(&nodes[i], i == 0 ? "one" : "two", &failing, where);
    for (int i = 0; i < PLAYERS; i++) {
        players[i] = (struct player){.node = 0};
        client_hello(&nodes[0], i, "en");
    }
    json_t *made = client_ask(&nodes[0], 0,
                              "\"type\":\"create\",\"game\":\"%s\",\"options\":\"%s\","
                              "\"seats\":[\"me\",\"open\"]",
                              game, options);
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    json_decref(made);
    json_decref(client_ask(&nodes[0], 1, "\"type\":\"join\",\"table\":\"%s\"", table));
    for (int i = 0; i < NODES; i++) simulated_pass(&nodes[i], 4000);
}

static void run_one(const char *seed, const char *game, const char *options)
{
    char file[] = "/tmp/pond-nodes-XXXXXX", where[64];
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    begin(seed, where, game, options);
    faults = true;
    for (int i = 0; i < STEPS; i++) step();
    faults = false;
    /* In the end everyone comes back, and both nodes tell the same. */
    char *seen[NODES] = {NULL};
    for (int node = 0; node < NODES; node++) {
        simulated_pass(&nodes[node], 5000);
        hall_store_changed(nodes[node].hall, "");
        simulated_run(&nodes[node]);
    }
    for (int node = 0; node < NODES; node++) {
        come(0, node);
        json_t *now = client_ask(&nodes[node], 0, "\"type\":\"watch\",\"table\":\"%s\"", table);
        seen[node] = json_dumps(json_object_get(now, "view"), JSON_SORT_KEYS);
        json_decref(now);
    }
    assert_string_equal(seen[0], seen[1]);
    struct store_request *log = store_request_new(STORE_LOAD);
    struct store_trouble why;
    struct store_link *link = store_sqlite.open(where, &why);
    memcpy(log->table, table, sizeof table);
    assert_int_equal(store_sqlite.run(link, log), STORE_FINE);
    for (uint32_t i = 0; i < log->event_count; i++) {
        struct event event;
        assert_true(event_parse(log->events[i].text, &event));
        assert_int_equal(log->events[i].version, i + 1);
        if (acknowledged[i + 1][0] == '\0') continue;
        char text[80];
        assert_int_equal(event.kind, EVENT_MOVE);
        snprintf(text, sizeof text, "%d %.50s", event.seat, event.text);
        assert_string_equal(acknowledged[i + 1], text);
    }
    for (uint32_t i = log->event_count + 1; i < VERSIONS_MAX; i++) {
        assert_int_equal(acknowledged[i][0], 0);
    }
    store_request_free(log);
    store_sqlite.close(link);
    for (int node = 0; node < NODES; node++) {
        free(seen[node]);
        simulated_close(&nodes[node]);
    }
    remove(file);
}

static void one_order_and_nothing_lost(void **state)
{
    (void)state;
    const char *wish = getenv("NODES_RUNS");
    const int runs = wish != NULL ? atoi(wish) : RUNS_USUAL;
    for (int i = 0; i < runs; i++) {
        char seed[32];
        snprintf(seed, sizeof seed, "nodes-%d", i);
        if (i % 3 == 0) run_one(seed, "rribbit", "");
        if (i % 3 == 1) run_one(seed, "quibbles", "players=2");
        if (i % 3 == 2) run_one(seed, "quibbit", "players=2");
    }
    assert_true(faults_made > 0 && conflicts_met > 0 && moves_made > (uint64_t)runs * 10);
    assert_true(came_ahead > 0);
}

static void gives_up_and_says_so(void)
{
    json_decref(client_ask(&nodes[0], 0, "\"type\":\"resign\",\"table\":\"%s\"", table));
    hall_store_changed(nodes[1].hall, table);
}

/* A node reads the log, for one event; the next one is written and told before the node has it. */
static void news_during_a_load_are_not_lost(void **state)
{
    (void)state;
    char file[] = "/tmp/pond-nodes-XXXXXX", where[64];
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    begin("news", where, "rribbit", "");
    come(1, 1);
    const int64_t before = players[1].version;
    json_decref(client_ask(&nodes[0], 0, "\"type\":\"offer\",\"table\":\"%s\"", table));
    hall_store_changed(nodes[1].hall, table);
    once_read = gives_up_and_says_so;
    simulated_run(&nodes[1]);
    hear_all(1);
    assert_null(once_read);
    assert_true(players[1].version >= before + 2);
    for (int node = 0; node < NODES; node++) simulated_close(&nodes[node]);
    remove(file);
}

/* A table cannot be read while its lease, or who is there, is being asked for on another thread of
 * the store: those answers still find it. Nobody watches it, so it goes once they have come. */
static void a_room_waits_for_its_answers(void **state)
{
    (void)state;
    char file[] = "/tmp/pond-nodes-XXXXXX", where[64];
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    begin("answers", where, "rribbit", "");
    for (int asks = 0; asks < 2; asks++) {
        struct hall *hall = nodes[1].hall;
        come(1, 1);
        struct room *room = room_find(hall, table);
        assert_non_null(room);
        come(1, 0);
        bool *const asked = asks == 0 ? &room->leasing : &room->asking;
        *asked = true;
        unreadable = true;
        hall_store_changed(hall, table);
        simulated_run(&nodes[1]);
        assert_ptr_equal(room_find(hall, table), room);
        unreadable = *asked = false;
        simulated_pass(&nodes[1], 2 * ROOM_IDLE_MS);
        assert_null(room_find(hall, table));
    }
    for (int node = 0; node < NODES; node++) simulated_close(&nodes[node]);
    remove(file);
}

#define NEWCOMER 5
#define TABLES 4

/* Makes a table at a node, as a client does: again after an error, and after it was sent away. */
static void make_table(int node, char made[STORE_ID_SIZE])
{
    for (int tries = 0;; tries++) {
        assert_true(tries < 50);
        if (nodes[node].clients[NEWCOMER].session == NULL)
            client_hello(&nodes[node], NEWCOMER, "en");
        json_t *answer =
            client_ask(&nodes[node], NEWCOMER,
                       "\"type\":\"create\",\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"]");
        const bool fine = answer != NULL && strcmp(member_text(answer, "type"), "table") == 0;
        if (fine) snprintf(made, STORE_ID_SIZE, "%s", member_text(answer, "table"));
        json_decref(answer);
        if (fine) return;
    }
}

/* Is it one of this person's tables, wherever they ask? */
static bool has_table(int node, const char *made)
{
    client_hello(&nodes[node], NEWCOMER, "en");
    json_t *mine = client_ask(&nodes[node], NEWCOMER, "\"type\":\"mine\"");
    bool found = false;
    for (int i = 0; i < TABLES + 1; i++) {
        char path[32];
        snprintf(path, sizeof path, "tables.%d.table", i);
        found |= strcmp(member_text(mine, path), made) == 0;
    }
    json_decref(mine);
    return found;
}

/* A new key says hello to both nodes, and they do not know of each other. Whatever it makes where,
 * it is one person's, who has it all. */
static void two_first_visits_are_one_person(void **state)
{
    (void)state;
    for (int run = 0; run < 20; run++) {
        char file[] = "/tmp/pond-nodes-XXXXXX", where[64], seed[24], made[TABLES][STORE_ID_SIZE];
        close(mkstemp(file));
        snprintf(where, sizeof where, "sqlite:%s", file);
        snprintf(seed, sizeof seed, "visit%d", run);
        begin(seed, where, "rribbit", "");
        for (int node = 0; node < NODES; node++) client_hello(&nodes[node], NEWCOMER, "en");
        faults = run % 2 == 1;
        for (int i = 0; i < TABLES; i++) make_table((int)pond_rng_below(&rng, NODES), made[i]);
        faults = false;
        for (int i = 0; i < TABLES; i++) {
            for (int node = 0; node < NODES; node++) assert_true(has_table(node, made[i]));
        }
        for (int node = 0; node < NODES; node++) simulated_close(&nodes[node]);
        remove(file);
    }
}

/* Somebody at a game night asks for something at a node; the other one hears of it. */
static json_t *night_say(int node, int client, const char *what)
{
    json_t *answer = client_ask(&nodes[node], client, "\"type\":\"night\",%s", what);
    hall_store_changed(nodes[1 - node].hall, "");
    for (int i = 0; i < NODES; i++) simulated_run(&nodes[i]);
    return answer;
}

/* Time passes at both nodes. */
static void both_pass(int64_t time_ms)
{
    for (int64_t ms = 0; ms < time_ms; ms += 1000) {
        for (int i = 0; i < NODES; i++) simulated_pass(&nodes[i], 1000);
    }
}

/* A leader who acts at one node does not seem to do nothing at the other one. */
static void a_leader_elsewhere_is_not_idle(void **state)
{
    (void)state;
    char file[] = "/tmp/pond-nodes-XXXXXX", where[64], join[64];
    static const char *const take = "\"do\":\"lead\",\"member\":0";
    static const char *const deeds[] = {"\"do\":\"choose\",\"game\":\"rribbit\"",
                                        "\"do\":\"ready\"", "\"do\":\"ready\",\"on\":false"};
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    begin("leader", where, "rribbit", "");
    json_t *opened = night_say(0, 0, "\"do\":\"open\"");
    snprintf(join, sizeof join, "\"do\":\"join\",\"code\":\"%s\"", member_text(opened, "code"));
    json_decref(opened);
    for (int i = 0; i < 2; i++) {
        client_hello(&nodes[i], NEWCOMER + i, "en");
        assert_int_equal(number_of(night_say(i, NEWCOMER + i, join), "you"), i);
    }
    json_decref(night_say(0, NEWCOMER, "\"do\":\"lead\",\"member\":1"));
    for (int i = 0; i < 3; i++) {
        both_pass(NIGHT_LEAD_IDLE_MS - 5000);
        assert_string_equal(text_of(night_say(0, NEWCOMER, take), "code"), "lead");
        json_decref(night_say(1, NEWCOMER + 1, deeds[i]));
    }
    both_pass(NIGHT_LEAD_IDLE_MS + 2000);
    assert_int_equal(number_of(night_say(0, NEWCOMER, take), "lead"), 0);
    for (int node = 0; node < NODES; node++) simulated_close(&nodes[node]);
    remove(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(news_during_a_load_are_not_lost),
                                       cmocka_unit_test(a_room_waits_for_its_answers),
                                       cmocka_unit_test(a_leader_elsewhere_is_not_idle),
                                       cmocka_unit_test(two_first_visits_are_one_person),
                                       cmocka_unit_test(one_order_and_nothing_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
