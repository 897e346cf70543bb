/* outage_test.c: clocks while the store is away, the disk is full, or the loop was busy.
 *
 * The law: no clock loses more than the time for which its player had the position in front of
 * them, whatever breaks meanwhile; and nobody loses on time who still has some by that count. Named
 * cases first, then random games with random outages. */
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

#define RUNS_USUAL 20 /* OUTAGE_RUNS asks for more */
#define STEPS 150

static struct simulated server;
static struct pond_rng rng;
static bool full; /* nothing can be written */
static bool away; /* the store answers nobody: what is asked for waits */

/* ---- A store that can be full ---- */

static enum store_status full_commit(struct store_link *link)
{
    return full ? STORE_REFUSED : store_sqlite.commit(link);
}

static enum store_status full_check(struct store_link *link, bool writes)
{
    return full && writes ? STORE_REFUSED : store_sqlite.check(link, writes);
}

static struct store_backend backend;

static void set_up(const char *seed, const char *clock)
{
    backend = store_sqlite;
    backend.commit = full_commit;
    backend.check = full_check;
    full = away = false;
    simulated_open(&server, seed, &backend, NULL);
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
    json_t *made = client_ask(&server, 0,
                              "\"type\":\"create\",\"game\":\"rribbit\",\"rated\":true,"
                              "\"options\":\"endgame=0,repetition=0\","
                              "\"seats\":[\"me\",\"open\"],\"clock\":%s",
                              clock);
    snprintf(server.table, sizeof server.table, "%s", member_text(made, "table"));
    json_decref(made);
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", server.table));
    for (int i = 0; i < 2; i++) {
        json_decref(client_ask(&server, i, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"%d\"",
                               server.table, i));
    }
}

/* Time passes, in steps of a tick; while the store is away nothing comes back from it. */
static void pass(int64_t time_ms)
{
    if (!away) {
        simulated_pass(&server, time_ms);
        return;
    }
    for (; time_ms > 0; time_ms -= 100) {
        server.now_ms += time_ms < 100 ? time_ms : 100;
        hall_time(server.hall, server.now_ms);
        hall_tick(server.hall);
    }
}

/* Time passes and the loop does nothing at all. */
static void pass_busy(int64_t time_ms)
{
    server.now_ms += time_ms;
    hall_time(server.hall, server.now_ms);
}

static void store_leaves(void)
{
    away = true;
    hall_store_down(server.hall, true);
}

static void store_returns(void)
{
    away = false;
    hall_store_down(server.hall, false);
    simulated_run(&server);
}

static void say(int client, const char *move, int64_t version)
{
    char text[200];
    const int length = snprintf(text, sizeof text,
                                "{\"type\":\"play\",\"id\":99,\"table\":\"%s\",\"version\":%lld,"
                                "\"move\":\"%s\"}",
                                server.table, (long long)version, move);
    hall_message(server.clients[client].session, text, (size_t)length);
    if (!away) simulated_run(&server);
}

static int64_t left_of(int seat)
{
    char path[32];
    snprintf(path, sizeof path, "seats.%d.left_ms", seat);
    return number_of(client_look(&server, 0), path);
}

static void still_playing(void)
{
    assert_string_equal(text_of(client_look(&server, 0), "phase"), "playing");
}

static int64_t version_now(void) { return number_of(client_look(&server, 0), "version"); }

/* ---- Named cases: five seconds a decision, nine of trouble ---- */

#define FIVE "{\"kind\":\"move\",\"ms\":5000}"

static void someone_thinks_when_the_store_leaves(void **state)
{
    (void)state;
    set_up("thinks", FIVE);
    pass(1000);
    store_leaves();
    pass(9000);
    store_returns();
    pass(200);
    still_playing();
    json_t *resume = client_last(&server, 0, "event", "resume");
    assert_true(member_number(resume, "now.left_ms.0") >= 3800);
    json_decref(resume);
    pass(3500);
    still_playing();
    pass(1000); /* it runs on from there */
    assert_string_equal(text_of(client_look(&server, 0), "over.result"), "seat 1");
    simulated_close(&server);
}

static void a_move_that_is_told_late(void **state)
{
    (void)state;
    set_up("late", FIVE);
    const int64_t version = version_now();
    pass(1000);
    store_leaves();
    say(0, "b1-c3", version);
    pass(9000);
    store_returns();
    pass(100);
    still_playing();
    assert_true(left_of(1) >= 4800);
    assert_string_equal(text_of(client_play(&server, 1, "h7-g5"), "what.kind"), "move");
    simulated_close(&server);
}

/* The disk is slow, and nobody says that it is away. */
static void a_move_that_is_written_slowly(void **state)
{
    (void)state;
    set_up("slow", FIVE);
    const int64_t version = version_now();
    away = true;
    say(0, "b1-c3", version);
    pass(4500);
    away = false;
    simulated_run(&server);
    assert_true(left_of(1) >= 4800);
    simulated_close(&server);
}

static void an_answer_during_the_outage(void **state)
{
    (void)state;
    set_up("answer", FIVE);
    json_decref(client_play(&server, 0, "b1-c3"));
    const int64_t version = version_now();
    store_leaves();
    pass(1000);
    say(1, "h7-g5", version);
    pass(8000);
    store_returns();
    pass(4500);
    still_playing();
    assert_string_equal(text_of(client_play(&server, 0, "c1-d3"), "what.kind"), "move");
    simulated_close(&server);
}

static void a_full_disk_costs_no_time(void **state)
{
    (void)state;
    set_up("full", FIVE);
    pass(1000);
    full = true;
    for (int i = 0; i < 9; i++) {
        assert_string_equal(text_of(client_play(&server, 0, "b1-c3"), "code"), "store");
        pass(1000);
    }
    full = false;
    pass(200);
    still_playing();
    assert_true(left_of(0) >= 3800);
    assert_string_equal(text_of(client_play(&server, 0, "b1-c3"), "what.kind"), "move");
    simulated_close(&server);
}

/* A name is a name once it is on disk. */
static void a_full_disk_keeps_no_name(void **state)
{
    (void)state;
    set_up("name", FIVE);
    full = true;
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"name\",\"name\":\"Zoe\""), "code"), "store");
    full = false;
    pass(100);
    assert_string_equal(server.clients[0].session->name, "P0");
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"name\",\"name\":\"Zoe\""), "type"), "ok");
    assert_string_equal(server.clients[0].session->name, "Zoe");
    simulated_close(&server);
}

/* What was said while the loop was busy lies in the socket: it is read before a flag falls. */
static void a_busy_loop_costs_no_time(void **state)
{
    (void)state;
    set_up("busy", FIVE);
    const int64_t version = version_now();
    pass(1000);
    pass_busy(20000);
    hall_tick(server.hall); /* the timer comes first */
    simulated_run(&server);
    say(0, "b1-c3", version);
    pass(100);
    still_playing();
    assert_true(left_of(1) >= 4800);
    pass(4700); /* a short one, just as a flag falls */
    pass_busy(LOOP_BUSY_MS - 1);
    hall_tick(server.hall);
    say(1, "h7-g5", version_now());
    pass(300);
    still_playing();
    simulated_close(&server);
}

/* Players who lost their connection in an outage could not come back either. */
static void nobody_is_replaced_after_an_outage(void **state)
{
    (void)state;
    set_up("gone", "{\"kind\":\"move\",\"ms\":600000}");
    client_leave(&server, 1);
    pass(AWAY_AFTER_MS / 2);
    store_leaves();
    pass(AWAY_WAIT_MS * 2);
    store_returns();
    pass(AWAY_AFTER_MS / 2);
    assert_null(client_last(&server, 0, "event", "away"));
    pass(AWAY_AFTER_MS);
    json_decref(client_last(&server, 0, "event", "away"));
    store_leaves();
    pass(AWAY_WAIT_MS * 2);
    store_returns();
    pass(100);
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"substitute\",\"table\":\"%s\",\"seat\":1",
                           server.table),
                "code"),
        "phase");
    simulated_close(&server);
}

/* The log alone gives the same clocks. */
static void the_log_knows_it_all(void **state)
{
    (void)state;
    set_up("log", "{\"kind\":\"game\",\"ms\":60000,\"more_ms\":0}");
    pass(1000);
    store_leaves();
    pass(9000);
    store_returns();
    pass(2000);
    json_decref(client_play(&server, 0, "b1-c3"));
    const struct table *table = &room_find(server.hall, server.table)->table;
    const int64_t left_ms = table->seats[0].left_ms;
    assert_true(left_ms >= 60000 - 3200 && left_ms <= 60000 - 3000);
    full = true; /* a write that fails makes the room read its log again */
    json_decref(client_do(&server, 1, "resign"));
    full = false;
    pass(100);
    assert_int_equal(room_find(server.hall, server.table)->table.seats[0].left_ms, left_ms);
    simulated_close(&server);
}

/* ---- Random games, random outages ---- */

static struct watcher { /* what a player knows */
    int64_t had_ms;     /* how long positions lay in front of this player in all */
    int64_t since_ms;   /* since when the current one does; 0: none */
    int64_t version;    /* of it */
    int64_t bonus_ms;
    char move[64];
    bool sent; /* the move has been sent, and no answer has come yet */
    bool over;
} players[2];

#define GAME_MS 60000
#define MORE_MS 500

static int64_t had_by_now(const struct watcher *player)
{
    return player->had_ms + (player->since_ms > 0 ? server.now_ms - player->since_ms : 0);
}

/* Once a player has sent a move, that position is no longer in front of them, unless refused. */
static void send_noted(struct watcher *player)
{
    player->had_ms = had_by_now(player);
    player->since_ms = 0;
    player->sent = true;
}

static void hear(int number, const json_t *message)
{
    struct watcher *player = &players[number];
    if (strcmp(member_text(message, "code"), "store") == 0) {
        player->sent = false;
        player->since_ms = server.now_ms;
        return;
    }
    const json_t *now = json_object_get(message, "now");
    const json_t *view = json_object_get(now != NULL ? now : message, "view");
    if (view == NULL || json_is_null(view)) return;
    json_t *legal = json_object_get(view, "legal");
    const int64_t ply = member_number(view, "ply");
    for (int seat = 0; seat < 2; seat++) players[seat].bonus_ms = (ply + 1 - seat) / 2 * MORE_MS;
    player->over |= json_is_string(json_object_get(view, "result"));
    if (strcmp(member_text(message, "what.kind"), "time") == 0) {
        const int64_t seat = member_number(message, "what.seat");
        assert_false(players[seat].sent);
        assert_true(had_by_now(&players[seat]) >= GAME_MS + players[seat].bonus_ms);
    }
    player->version = member_number(message, "version");
    if (json_array_size(legal) == 0) {
        player->had_ms = had_by_now(player);
        player->since_ms = 0;
        player->sent = false;
        return;
    }
    if (player->since_ms == 0 && !player->sent) player->since_ms = server.now_ms;
    const size_t pick = pond_rng_below(&rng, (uint32_t)json_array_size(legal));
    snprintf(player->move, sizeof player->move, "%s",
             json_string_value(json_array_get(legal, pick)));
    const json_t *left = json_object_get(now != NULL ? now : message, "left_ms");
    if (left == NULL) return;
    /* The law. */
    const int64_t left_ms = json_integer_value(json_array_get(left, (size_t)number));
    assert_true(left_ms >= GAME_MS + player->bonus_ms - had_by_now(player));
}

static void hear_all(void)
{
    for (int i = 0; i < 2; i++) {
        struct simulated_client *client = &server.clients[i];
        for (char *line = client->inbox, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            json_t *message = json_loadb(line, (size_t)(end - line), 0, NULL);
            hear(i, message);
            json_decref(message);
        }
        client_forget(&server, i);
    }
}

/* The player to move sends a move; the loop may be busy before it reads it, and its timer may come
 * first. */
static void random_move(int64_t busy_ms)
{
    for (int i = 0; i < 2; i++) {
        struct watcher *player = &players[i];
        if (player->since_ms == 0 || player->over) continue;
        send_noted(player);
        if (busy_ms > 0) {
            pass_busy(LOOP_BUSY_MS + busy_ms);
            if (pond_rng_below(&rng, 2) == 0) hall_tick(server.hall);
            if (!away) simulated_run(&server);
        }
        say(i, player->move, player->version);
        return;
    }
}

static void random_step(void)
{
    const int64_t time_ms = 1 + pond_rng_below(&rng, 3000);
    switch (pond_rng_below(&rng, 12)) {
    case 0: store_leaves(); break;
    case 1:
    case 2:
        if (away) store_returns();
        break;
    case 3: full = true; break;
    case 4:
    case 5: full = false; break;
    case 6: random_move(time_ms); break;
    case 7: pass(time_ms); break;
    case 8: pass(1 + pond_rng_below(&rng, 90)); break;
    default: random_move(0);
    }
    if (!away) simulated_run(&server);
    hear_all();
}

static void no_clock_loses_more_than_it_had(void **state)
{
    (void)state;
    const char *wish = getenv("OUTAGE_RUNS");
    const int runs = wish != NULL ? atoi(wish) : RUNS_USUAL;
    int moves = 0, flags = 0;
    for (int i = 0; i < runs; i++) {
        char seed[32], clock[80];
        snprintf(seed, sizeof seed, "outage-%d", i);
        snprintf(clock, sizeof clock, "{\"kind\":\"game\",\"ms\":%d,\"more_ms\":%d}", GAME_MS,
                 MORE_MS);
        pond_rng_seed(&rng, seed);
        memset(players, 0, sizeof players);
        set_up(seed, clock);
        hear_all();
        for (int step = 0; step < STEPS && !players[0].over; step++) random_step();
        full = false;
        if (away) store_returns();
        simulated_run(&server);
        hear_all();
        moves += (int)room_find(server.hall, server.table)->table.match.ply;
        pass(2 * GAME_MS); /* and in the end somebody's clock does run out */
        flags += strcmp(text_of(client_look(&server, 0), "phase"), "over") == 0;
        simulated_close(&server);
    }
    assert_true(moves > 3 * runs);
    assert_int_equal(flags, runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(someone_thinks_when_the_store_leaves),
        cmocka_unit_test(a_move_that_is_told_late),
        cmocka_unit_test(a_move_that_is_written_slowly),
        cmocka_unit_test(an_answer_during_the_outage),
        cmocka_unit_test(a_full_disk_costs_no_time),
        cmocka_unit_test(a_full_disk_keeps_no_name),
        cmocka_unit_test(a_busy_loop_costs_no_time),
        cmocka_unit_test(nobody_is_replaced_after_an_outage),
        cmocka_unit_test(the_log_knows_it_all),
        cmocka_unit_test(no_clock_loses_more_than_it_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
