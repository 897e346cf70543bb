/* hall_test.c: the play server without its sockets: clocks, absence, agreements, series, restarts.
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

#include "simulated.h"
#include "wire.h"

static struct simulated server;
static char table[STORE_ID_SIZE];

static const char *text_of(json_t *message, const char *path)
{
    static char text[4096];
    snprintf(text, sizeof text, "%s", member_text(message, path));
    json_decref(message);
    return text;
}

static int64_t number_of(json_t *message, const char *path)
{
    const int64_t number = member_number(message, path);
    json_decref(message);
    return number;
}

static bool is_true(json_t *message, const char *list, int index, const char *name)
{
    const json_t *seats = json_object_get(json_object_get(message, "now"), list);
    if (seats == NULL) seats = json_object_get(message, list);
    const bool is = json_is_true(json_object_get(json_array_get(seats, (size_t)index), name));
    json_decref(message);
    return is;
}

/* Clients 0 and 1 at a table of Rrib-bit (or another game), begun. */
static void begin(const char *game, const char *options, const char *more)
{
    simulated_open(&server, "hall", NULL, NULL);
    client_hello(&server, 0, "en");
    client_hello(&server, 1, "fr");
    snprintf(table, sizeof table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"%s\",\"options\":\"%s\","
                                "\"seats\":[\"me\",\"open\"]%s",
                                game, options, more),
                     "table"));
    assert_int_equal(strlen(table), 16);
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", table));
    for (int i = 0; i < 2; i++) {
        json_decref(client_ask(&server, i, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"%d\"",
                               table, i));
    }
    assert_string_equal(text_of(client_last(&server, 1, "event", "start"), "now.phase"), "playing");
}

static json_t *look(int client)
{
    return client_ask(&server, client, "\"type\":\"watch\",\"table\":\"%s\"", table);
}

static json_t *play(int client, const char *move)
{
    const int64_t version = number_of(look(client), "version");
    return client_ask(&server, client,
                      "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,\"move\":\"%s\"", table,
                      (long long)version, move);
}

static json_t *say_type(int client, const char *type)
{
    return client_ask(&server, client, "\"type\":\"%s\",\"table\":\"%s\"", type, table);
}

static void ends(void **state)
{
    (void)state;
    simulated_close(&server);
}

/* ---- Clocks ---- */

static void clock_of_a_game(void **state)
{
    begin("rribbit", "", ",\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":5000}");
    simulated_pass(&server, 20000);
    json_t *moved = play(0, "b1-c3");
    assert_int_equal(member_number(moved, "now.left_ms.0"), 60000 - 20000 + 5000);
    assert_int_equal(member_number(moved, "now.left_ms.1"), 60000);
    json_decref(moved);
    simulated_pass(&server, 30000);
    assert_int_equal(number_of(look(1), "seats.1.left_ms"), 30000);
    assert_int_equal(number_of(look(1), "seats.0.left_ms"), 45000);
    simulated_pass(&server, 29900);
    assert_string_equal(text_of(look(1), "phase"), "playing");
    simulated_pass(&server, 200);
    json_t *over = client_last(&server, 0, "event", "time");
    assert_int_equal(member_number(over, "what.seat"), 1);
    assert_string_equal(member_text(over, "now.over.result"), "seat 0");
    json_decref(over);
    ends(state);
}

static void clock_of_a_decision(void **state)
{
    begin("quibbit", "players=2", ",\"clock\":{\"kind\":\"move\",\"ms\":10000}");
    simulated_pass(&server, 9000);
    json_decref(play(0, "@3"));
    assert_int_equal(number_of(look(1), "seats.1.left_ms"), 10000);
    json_decref(play(1, "front"));
    simulated_pass(&server, 6000);
    json_decref(play(0, "4"));
    /* Whoever has chosen has time; the other one's runs on. */
    assert_int_equal(number_of(look(0), "seats.0.left_ms"), 10000);
    assert_int_equal(number_of(look(0), "seats.1.left_ms"), 4000);
    simulated_pass(&server, 4100);
    json_t *over = client_last(&server, 0, "event", "time");
    assert_int_equal(member_number(over, "what.seat"), 1);
    json_decref(over);
    ends(state);
}

static void no_clock_runs_while_the_server_is_away(void **state)
{
    char file[] = "/tmp/pond-hall-XXXXXX", where[64];
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    begin("rribbit", "", ",\"clock\":{\"kind\":\"game\",\"ms\":60000}");
    ends(state);
    /* The same with a store that stays. */
    simulated_open(&server, "first", NULL, where);
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
    snprintf(
        table, sizeof table, "%s",
        text_of(client_ask(&server, 0,
                           "\"type\":\"create\",\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],"
                           "\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":0}"),
                "table"));
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", table));
    simulated_pass(&server, 4000); /* without numbers it begins after three seconds */
    simulated_pass(&server, 9000);
    json_decref(play(0, "b1-c3"));
    const int64_t left_ms = number_of(look(0), "seats.0.left_ms");
    assert_in_range(left_ms, 49000, 52000);
    const int64_t now_ms = server.now_ms;
    simulated_close(&server);
    simulated_open(&server, "second", NULL, where);
    server.now_ms = now_ms + 3600000; /* an hour later */
    hall_time(server.hall, server.now_ms);
    server.hall->started_ms = server.now_ms;
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
    assert_int_equal(number_of(look(0), "seats.0.left_ms"), left_ms);
    simulated_pass(&server, 1000);
    assert_string_equal(text_of(look(0), "phase"), "playing");
    assert_int_equal(number_of(look(0), "seats.1.left_ms"), 59000);
    ends(state);
    remove(file);
}

/* The wall clock jumps: time that goes back is no time at all. */
static void time_never_goes_back(void **state)
{
    begin("rribbit", "", ",\"clock\":{\"kind\":\"game\",\"ms\":60000}");
    simulated_pass(&server, 10000);
    hall_time(server.hall, server.now_ms - 3600000);
    assert_int_equal(number_of(look(0), "seats.0.left_ms"), 50000);
    ends(state);
}

/* ---- Gone, and back ---- */

static void a_computer_takes_the_seat_of_someone_gone(void **state)
{
    begin("rribbit", "", "");
    json_decref(play(0, "b1-c3"));
    client_leave(&server, 1);
    simulated_pass(&server, AWAY_AFTER_MS - 200);
    assert_null(client_last(&server, 0, "event", "away"));
    simulated_pass(&server, 400);
    json_t *away = client_last(&server, 0, "event", "away");
    assert_in_range(member_number(away, "now.seats.1.away_until"),
                    server.now_ms + AWAY_WAIT_MS - 400, server.now_ms + AWAY_WAIT_MS);
    json_decref(away);
    assert_string_equal(
        text_of(
            client_ask(&server, 0, "\"type\":\"substitute\",\"table\":\"%s\",\"seat\":1", table),
            "code"),
        "phase");
    simulated_pass(&server, AWAY_WAIT_MS);
    json_t *computer =
        client_ask(&server, 0, "\"type\":\"substitute\",\"table\":\"%s\",\"seat\":1", table);
    assert_string_equal(member_text(computer, "what.kind"), "computer");
    assert_string_equal(member_text(computer, "now.seats.1.computer"), "level:3");
    json_decref(computer);
    /* It has answered by now. */
    assert_int_equal(number_of(look(0), "view.ply"), 2);
    client_hello(&server, 1, "en");
    json_t *refused = play(1, "h7-g5");
    assert_string_equal(member_text(refused, "code"), "phase");
    json_decref(refused);
    assert_string_equal(text_of(say_type(1, "back"), "what.kind"), "back");
    json_decref(play(0, "c1-d3"));
    assert_string_equal(text_of(play(1, "h7-g5"), "type"), "event");
    ends(state);
}

static json_t *again(int who)
{
    return client_ask(&server, who, "\"type\":\"again\",\"table\":\"%s\",\"number\":\"aa\"", table);
}

/* At a rematch everyone moves up; whoever has gone is gone from the new seat. */
static void who_has_gone_before_a_rematch_is_away(void **state)
{
    begin("rribbit", "", "");
    json_decref(say_type(1, "resign"));
    json_decref(again(1));
    client_leave(&server, 1);
    json_decref(again(0));
    assert_int_equal(number_of(look(0), "you"), 1);
    simulated_pass(&server, AWAY_AFTER_MS + 400);
    json_t *away = client_last(&server, 0, "event", "away");
    assert_non_null(away);
    assert_int_equal(member_number(away, "what.seat"), 0);
    json_decref(away);
    ends(state);
}

/* Who left, or has been gone for a while, is not taken into another game. */
static void a_rematch_needs_those_who_stayed(void **state)
{
    begin("rribbit", "", "");
    json_decref(say_type(1, "resign"));
    json_decref(again(1));
    assert_string_equal(text_of(say_type(1, "leave"), "what.kind"), "leave");
    json_decref(again(0));
    assert_string_equal(text_of(look(0), "phase"), "over");
    json_decref(say_type(0, "leave"));
    json_decref(again(1));
    client_leave(&server, 1);
    simulated_pass(&server, AWAY_AFTER_MS + 400);
    json_decref(again(0));
    assert_string_equal(text_of(look(0), "phase"), "over");
    client_hello(&server, 1, "en");
    json_decref(look(1));
    json_decref(again(1));
    assert_string_equal(text_of(look(0), "phase"), "playing");
    ends(state);
}

static void whoever_comes_back_in_time_is_here(void **state)
{
    begin("rribbit", "", "");
    client_leave(&server, 1);
    simulated_pass(&server, AWAY_AFTER_MS + 200);
    client_hello(&server, 1, "en");
    json_decref(look(1));
    json_t *here = client_last(&server, 0, "event", "here");
    assert_int_equal(member_number(here, "what.seat"), 1);
    json_decref(here);
    assert_true(is_true(look(0), "seats", 1, "here"));
    ends(state);
}

static void with_a_clock_of_days_nobody_is_away(void **state)
{
    begin("rribbit", "", ",\"clock\":{\"kind\":\"days\",\"ms\":86400000}");
    json_decref(play(0, "b1-c3"));
    client_leave(&server, 0);
    client_leave(&server, 1);
    simulated_pass(&server, 3 * ROOM_IDLE_MS);
    assert_int_equal(hall_figures(server.hall).rooms, 0); /* dropped from memory */
    client_hello(&server, 1, "en");
    json_t *mine = client_ask(&server, 1, "\"type\":\"mine\"");
    assert_string_equal(member_text(mine, "tables.0.table"), table);
    assert_true(
        json_is_true(json_object_get(json_array_get(json_object_get(mine, "tables"), 0), "waits")));
    json_decref(mine);
    assert_string_equal(text_of(play(1, "h7-g5"), "type"), "event");
    /* Someone else hears that the table waits. */
    client_hello(&server, 0, "en");
    json_decref(play(1, "g7-f5"));
    ends(state);
}

/* ---- Agreements ---- */

static void takebacks_need_everyone(void **state)
{
    begin("rribbit", "", "");
    json_decref(play(0, "b1-c3"));
    json_decref(play(1, "h7-g5"));
    assert_string_equal(text_of(say_type(1, "takeback"), "what.kind"), "ask");
    assert_string_equal(text_of(say_type(1, "agree"), "code"), "phase");
    json_decref(play(0, "c1-d3")); /* a move withdraws the question */
    assert_string_equal(text_of(say_type(0, "agree"), "code"), "phase");
    json_decref(say_type(0, "takeback"));
    assert_string_equal(text_of(say_type(1, "refuse"), "what.kind"), "refuse");
    assert_int_equal(number_of(look(0), "view.ply"), 3);
    json_decref(say_type(0, "takeback"));
    assert_string_equal(text_of(say_type(1, "agree"), "what.kind"), "takeback");
    json_t *now = look(0);
    assert_int_equal(member_number(now, "view.ply"), 2);
    assert_string_equal(member_text(now, "view.last"), "S0:takeback 1");
    json_decref(now);
    assert_string_equal(text_of(play(0, "g1-f3"), "type"), "event");
    ends(state);
}

static void draws_are_offered_and_declined(void **state)
{
    begin("rribbit", "", "");
    assert_string_equal(text_of(say_type(0, "accept"), "code"), "illegal");
    json_decref(say_type(0, "offer"));
    assert_string_equal(text_of(say_type(0, "offer"), "code"), "illegal");
    assert_string_equal(text_of(say_type(1, "decline"), "what.kind"), "decline");
    assert_string_equal(text_of(say_type(1, "offer"), "code"), "phase"); /* play on first */
    json_decref(play(0, "b1-c3"));
    json_decref(play(1, "h7-g5"));
    json_decref(say_type(0, "offer"));
    json_t *over = say_type(1, "accept");
    assert_string_equal(member_text(over, "now.over.reason"), "agreed");
    json_decref(over);
    /* The record reads back, offers and all. */
    static struct pond_entry log[1000];
    static struct pond_match match;
    struct pond_record record;
    struct pond_error why;
    json_t *answer = say_type(0, "record");
    const char *text = member_text(answer, "record");
    struct pond_reader reader = pond_reader_of(text, strlen(text));
    assert_true(pond_record_read(&reader, &match, &record, log, 1000, &why));
    json_decref(answer);
    ends(state);
}

static void phrases_are_set_and_slow(void **state)
{
    begin("rribbit", "", "");
    json_t *said =
        client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"", table);
    assert_string_equal(member_text(said, "what.phrase"), "hello");
    json_decref(said);
    assert_string_equal(
        text_of(
            client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"", table),
            "code"),
        "limit");
    assert_string_equal(
        text_of(
            client_ask(&server, 1, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"grr\"", table),
            "code"),
        "field");
    ends(state);
}

static void a_hint_comes_and_all_know(void **state)
{
    begin("rribbit", "", "");
    json_t *hint = say_type(0, "hint");
    assert_string_equal(member_text(hint, "type"), "hint");
    assert_true(strlen(member_text(hint, "move")) >= 5);
    json_decref(hint);
    assert_int_equal(number_of(client_last(&server, 1, "event", "hint"), "what.seat"), 0);
    ends(state);
}

/* ---- Tables ---- */

static void tables_close_when_nobody_is_left(void **state)
{
    simulated_open(&server, "close", NULL, NULL);
    client_hello(&server, 0, "en");
    snprintf(table, sizeof table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"rribbit\",\"public\":true,"
                                "\"seats\":[\"me\",\"open\"]"),
                     "table"));
    assert_string_equal(text_of(say_type(0, "leave"), "what.kind"), "leave");
    assert_string_equal(text_of(look(0), "over.by"), "closed");
    json_t *lobby = client_ask(&server, 0, "\"type\":\"lobby\"");
    assert_int_equal(json_array_size(json_object_get(lobby, "tables")), 0);
    json_decref(lobby);
    ends(state);
}

static void what_makes_no_table_is_refused(void **state)
{
    static const char *const bad[] = {
        "\"game\":\"chess\",\"seats\":[\"me\",\"open\"]",
        "\"game\":\"null\",\"seats\":[\"me\",\"open\"]",
        "\"game\":\"rribbit\",\"seats\":[\"me\"]",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"me\"]",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"level:7\"]",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"level:1:hash=9999\"]",
        "\"game\":\"rribbit\",\"seats\":[\"me\",7]",
        "\"game\":\"rribbit\",\"seats\":7",
        "\"game\":\"rribbit\",\"options\":\"turn=double\",\"seats\":[\"me\",\"open\"]",
        "\"game\":\"rribbit\",\"options\":7,\"seats\":[\"me\",\"open\"]",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],\"clock\":{\"kind\":\"sand\"}",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],\"clock\":{\"kind\":\"move\",\"ms\":1}",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],\"clock\":7",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],\"public\":\"yes\"",
        "\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],\"once\":\"\"",
    };
    simulated_open(&server, "bad", NULL, NULL);
    client_hello(&server, 0, "en");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *answer = client_ask(&server, 0, "\"type\":\"create\",%s", bad[i]);
        assert_string_equal(member_text(answer, "type"), "error");
        assert_true(strlen(member_text(answer, "text")) > 10);
        json_decref(answer);
    }
    assert_int_equal(hall_figures(server.hall).rooms, 0);
    ends(state);
}

/* A table that was dropped from memory is the same when it is loaded again. */
static void loaded_again_it_is_the_same(void **state)
{
    begin("quibbles", "players=2", "");
    for (int i = 0; i < 40; i++) {
        simulated_pass(&server, 500); /* slower than the limit */
        json_t *now = look(0);
        const int seat = (int)member_number(now, "view.turn.0");
        json_decref(now);
        now = look(seat);
        const json_t *legal = json_object_get(json_object_get(now, "view"), "legal");
        char move[64];
        snprintf(move, sizeof move, "%s", json_string_value(json_array_get(legal, 0)));
        json_decref(now);
        assert_string_equal(text_of(play(seat, move), "type"), "event");
    }
    json_t *before = look(0);
    char *view = json_dumps(json_object_get(before, "view"), 0);
    json_decref(before);
    client_leave(&server, 0);
    client_leave(&server, 1);
    simulated_pass(&server, 3 * ROOM_IDLE_MS);
    assert_int_equal(hall_figures(server.hall).rooms, 0);
    client_hello(&server, 0, "en");
    json_t *after = look(0);
    char *again = json_dumps(json_object_get(after, "view"), 0);
    assert_string_equal(view, again);
    json_decref(after);
    free(view);
    free(again);
    ends(state);
}

static void those_who_flood_are_closed(void **state)
{
    simulated_open(&server, "flood", NULL, NULL);
    client_hello(&server, 0, "en");
    for (int i = 0; i < 2 * SESSION_MESSAGES_BURST; i++) {
        if (server.clients[0].closed == 0) hall_message(server.clients[0].session, "{", 1);
    }
    assert_int_equal(server.clients[0].closed, 1008);
    ends(state);
}

/* ---- Connections ---- */

static bool wire_ended;

static void wire_write(void *context, struct wire *wire, const void *first, size_t first_length,
                       const void *second, size_t second_length)
{
    (void)context, (void)wire, (void)first, (void)first_length, (void)second, (void)second_length;
}

static void wire_end(void *context, struct wire *wire)
{
    (void)context, (void)wire;
    wire_ended = true;
}

/* A byte now and then does not keep a connection open; whole requests do. */
static void requests_that_dribble_in_are_ended(void **state)
{
    simulated_open(&server, "dribble", NULL, NULL);
    struct site site = {
        .hall = server.hall, .store = server.store, .write = wire_write, .end = wire_end};
    struct wire wire;
    for (int whole = 0; whole < 2; whole++) {
        int64_t now_ms = 1000;
        wire_ended = false;
        wire_open(&wire, &site, now_ms);
        for (int i = 0; i < 6; i++) {
            char request[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
            now_ms += 3000;
            wire_receive(&wire, (uint8_t *)request, whole ? sizeof request - 1 : 1, now_ms);
            wire_tick(&wire, now_ms);
            if (wire_ended) break;
        }
        assert_int_equal(wire_ended, !whole);
        wire_gone(&wire);
    }
    ends(state);
}

/* ---- Ratings ---- */

/* The worked example of Glickman's paper, as one period of three games. */
static void glicko_as_in_the_paper(void **state)
{
    (void)state;
    const struct glicko player = {.rating = 1500, .deviation = 200, .volatility = 0.06};
    const struct glicko others[] = {{.rating = 1400, .deviation = 30},
                                    {.rating = 1550, .deviation = 100},
                                    {.rating = 1700, .deviation = 300}};
    const double scores[] = {1, 0, 0};
    const struct glicko after = glicko_after(&player, others, scores, 3);
    assert_true(after.rating > 1464.0 && after.rating < 1464.1);
    assert_true(after.deviation > 151.4 && after.deviation < 151.6);
    assert_true(after.volatility > 0.05999 && after.volatility < 0.06);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_of_a_game),
        cmocka_unit_test(clock_of_a_decision),
        cmocka_unit_test(no_clock_runs_while_the_server_is_away),
        cmocka_unit_test(time_never_goes_back),
        cmocka_unit_test(a_computer_takes_the_seat_of_someone_gone),
        cmocka_unit_test(whoever_comes_back_in_time_is_here),
        cmocka_unit_test(who_has_gone_before_a_rematch_is_away),
        cmocka_unit_test(a_rematch_needs_those_who_stayed),
        cmocka_unit_test(with_a_clock_of_days_nobody_is_away),
        cmocka_unit_test(takebacks_need_everyone),
        cmocka_unit_test(draws_are_offered_and_declined),
        cmocka_unit_test(phrases_are_set_and_slow),
        cmocka_unit_test(a_hint_comes_and_all_know),
        cmocka_unit_test(tables_close_when_nobody_is_left),
        cmocka_unit_test(what_makes_no_table_is_refused),
        cmocka_unit_test(loaded_again_it_is_the_same),
        cmocka_unit_test(those_who_flood_are_closed),
        cmocka_unit_test(requests_that_dribble_in_are_ended),
        cmocka_unit_test(glicko_as_in_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
