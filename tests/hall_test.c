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

#include "limits.h"
#include "simulated.h"
#include "web.h"
#include "wire.h"

static struct simulated server;

static bool is_true(json_t *message, const char *list, int index, const char *name)
{
    const json_t *seats = json_object_get(json_object_get(message, "now"), list);
    if (seats == NULL) seats = json_object_get(message, list);
    const bool is = json_is_true(json_object_get(json_array_get(seats, (size_t)index), name));
    json_decref(message);
    return is;
}

static const char *seed = "hall";

/* Clients 0 and 1 at a table of Rrib-bit (or another game), begun. */
static void begin_in(const char *where, const char *game, const char *options, const char *more)
{
    simulated_open(&server, seed, NULL, where);
    client_hello(&server, 0, "en");
    client_hello(&server, 1, "fr");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"%s\",\"options\":\"%s\","
                                "\"seats\":[\"me\",\"open\"]%s",
                                game, options, more),
                     "table"));
    assert_int_equal(strlen(server.table), 16);
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", server.table));
    for (int i = 0; i < 2; i++) {
        json_decref(client_ask(&server, i, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"%d\"",
                               server.table, i));
    }
    assert_string_equal(text_of(client_last(&server, 1, "event", "start"), "now.phase"), "playing");
}

static void begin(const char *game, const char *options, const char *more)
{
    begin_in(NULL, game, options, more);
}

static void ends(void **state)
{
    (void)state;
    simulated_close(&server);
}

/* ---- Clocks ---- */

/* Plays the first move that a seat may make now, if there is one. */
static bool play_any(int seat)
{
    json_t *look = client_look(&server, seat);
    const json_t *legal = json_object_get(json_object_get(look, "view"), "legal");
    char move[POND_MOVE_TEXT_MAX] = "";
    if (json_array_size(legal) > 0) {
        snprintf(move, sizeof move, "%s", json_string_value(json_array_get(legal, 0)));
    }
    json_decref(look);
    if (move[0] != '\0') json_decref(client_play(&server, seat, move));
    return move[0] != '\0';
}

static void clock_of_a_game(void **state)
{
    begin("rribbit", "", ",\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":5000}");
    simulated_pass(&server, 20000);
    json_t *moved = client_play(&server, 0, "b1-c3");
    assert_int_equal(member_number(moved, "now.left_ms.0"), 60000 - 20000 + 5000);
    assert_int_equal(member_number(moved, "now.left_ms.1"), 60000);
    json_decref(moved);
    simulated_pass(&server, 30000);
    assert_int_equal(number_of(client_look(&server, 1), "seats.1.left_ms"), 30000);
    assert_int_equal(number_of(client_look(&server, 1), "seats.0.left_ms"), 45000);
    simulated_pass(&server, 29900);
    assert_string_equal(text_of(client_look(&server, 1), "phase"), "playing");
    simulated_pass(&server, 200);
    json_t *over = client_last(&server, 0, "event", "time");
    assert_int_equal(member_number(over, "what.seat"), 1);
    assert_string_equal(member_text(over, "now.over.result"), "seat 0");
    assert_string_equal(member_text(over, "now.over.reason"), "time");
    json_decref(over);
    assert_string_equal(text_of(client_look(&server, 1), "over.reason"), "time");
    ends(state);
}

static void clock_of_a_decision(void **state)
{
    begin("quibbit", "players=2", ",\"clock\":{\"kind\":\"move\",\"ms\":10000}");
    simulated_pass(&server, 9000);
    json_decref(client_play(&server, 0, "@3"));
    assert_int_equal(number_of(client_look(&server, 1), "seats.1.left_ms"), 10000);
    json_decref(client_play(&server, 1, "front"));
    simulated_pass(&server, 6000);
    json_decref(client_play(&server, 0, "4"));
    /* The clock stops for a player who has chosen; the other's runs on. */
    assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 10000);
    assert_int_equal(number_of(client_look(&server, 0), "seats.1.left_ms"), 4000);
    simulated_pass(&server, 4100);
    json_t *over = client_last(&server, 0, "event", "time");
    assert_int_equal(member_number(over, "what.seat"), 1);
    json_decref(over);
    ends(state);
}

/* The last one to choose gives up: the round is turned over, and all hear what the others chose. */
static void a_round_ends_when_the_last_gives_up(void **state)
{
    simulated_open(&server, seed, NULL, NULL);
    for (int i = 0; i < 3; i++) client_hello(&server, i, "en");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"quibbit\",\"options\":"
                                "\"players=3\",\"seats\":[\"me\",\"open\",\"open\"]"),
                     "table"));
    for (int i = 1; i < 3; i++) json_decref(client_do(&server, i, "join"));
    simulated_pass(&server, READY_WAIT_MS + 1000);
    for (int i = 0; i < 100; i++) { /* until all three choose at once */
        json_t *look = client_look(&server, 0);
        const size_t turn = json_array_size(json_object_get(json_object_get(look, "view"), "turn"));
        json_decref(look);
        if (turn == 3) break;
        for (int seat = 0; seat < 3; seat++) play_any(seat);
    }
    for (int seat = 0; seat < 2; seat++) assert_true(play_any(seat));
    client_forget(&server, 0);
    json_decref(client_do(&server, 2, "resign"));
    json_t *told = client_last(&server, 0, "event", "resign");
    const json_t *entry = json_array_get(json_object_get(told, "entries"), 0);
    size_t i;
    json_t *event;
    pond_seats shown = 0;
    json_array_foreach(json_object_get(entry, "events"), i, event)
    {
        if (strcmp(member_text(event, "kind"), "show") != 0) continue;
        shown |= (pond_seats)POND_SEAT(member_number(event, "seat"));
    }
    assert_int_equal(shown, POND_SEAT(0) | POND_SEAT(1));
    json_decref(told);
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
        server.table, sizeof server.table, "%s",
        text_of(client_ask(&server, 0,
                           "\"type\":\"create\",\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"],"
                           "\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":0}"),
                "table"));
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", server.table));
    simulated_pass(&server, 4000); /* without numbers it begins after three seconds */
    simulated_pass(&server, 9000);
    json_decref(client_play(&server, 0, "b1-c3"));
    const int64_t left_ms = number_of(client_look(&server, 0), "seats.0.left_ms");
    assert_in_range(left_ms, 49000, 52000);
    simulated_restart(&server, "second", where, 3600000); /* an hour later */
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
    assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), left_ms);
    simulated_pass(&server, 1000);
    assert_string_equal(text_of(client_look(&server, 0), "phase"), "playing");
    assert_int_equal(number_of(client_look(&server, 0), "seats.1.left_ms"), 59000);
    ends(state);
    remove(file);
}

/* The wall clock jumps: going back counts as no time. */
static void time_never_goes_back(void **state)
{
    begin("rribbit", "", ",\"clock\":{\"kind\":\"game\",\"ms\":60000}");
    simulated_pass(&server, 10000);
    hall_time(server.hall, server.now_ms - 3600000);
    assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 50000);
    ends(state);
}

/* ---- Gone, and back ---- */

static void a_computer_takes_the_seat_of_someone_gone(void **state)
{
    begin("rribbit", "", "");
    json_decref(client_play(&server, 0, "b1-c3"));
    client_leave(&server, 1);
    simulated_pass(&server, AWAY_AFTER_MS - 200);
    assert_null(client_last(&server, 0, "event", "away"));
    simulated_pass(&server, 400);
    json_t *away = client_last(&server, 0, "event", "away");
    assert_in_range(member_number(away, "now.seats.1.away_until"),
                    server.now_ms + AWAY_WAIT_MS - 400, server.now_ms + AWAY_WAIT_MS);
    json_decref(away);
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"substitute\",\"table\":\"%s\",\"seat\":1",
                           server.table),
                "code"),
        "phase");
    simulated_pass(&server, AWAY_WAIT_MS);
    json_t *computer =
        client_ask(&server, 0, "\"type\":\"substitute\",\"table\":\"%s\",\"seat\":1", server.table);
    assert_string_equal(member_text(computer, "what.kind"), "computer");
    assert_string_equal(member_text(computer, "now.seats.1.computer"), "level:3");
    json_decref(computer);
    /* It has answered by now. */
    assert_int_equal(number_of(client_look(&server, 0), "view.ply"), 2);
    client_hello(&server, 1, "en");
    json_t *refused = client_play(&server, 1, "h7-g5");
    assert_string_equal(member_text(refused, "code"), "phase");
    json_decref(refused);
    assert_string_equal(text_of(client_do(&server, 1, "back"), "what.kind"), "back");
    json_decref(client_play(&server, 0, "c1-d3"));
    json_t *now = client_look(&server, 1);
    char move[32];
    snprintf(move, sizeof move, "%s", member_text(now, "view.legal.0"));
    json_decref(now);
    assert_string_equal(text_of(client_play(&server, 1, move), "type"), "event");
    ends(state);
}

static json_t *again(int who)
{
    return client_ask(&server, who, "\"type\":\"again\",\"table\":\"%s\",\"number\":\"aa\"",
                      server.table);
}

/* At a rematch everyone moves up; a player who has left is away in the new seat too. */
static void who_has_gone_before_a_rematch_is_away(void **state)
{
    begin("rribbit", "", "");
    json_decref(client_do(&server, 1, "resign"));
    json_decref(again(1));
    client_leave(&server, 1);
    json_decref(again(0));
    assert_int_equal(number_of(client_look(&server, 0), "you"), 1);
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
    json_decref(client_do(&server, 1, "resign"));
    json_decref(again(1));
    assert_string_equal(text_of(client_do(&server, 1, "leave"), "what.kind"), "leave");
    json_decref(again(0));
    assert_string_equal(text_of(client_look(&server, 0), "phase"), "over");
    json_decref(client_do(&server, 0, "leave"));
    json_decref(again(1));
    client_leave(&server, 1);
    simulated_pass(&server, AWAY_AFTER_MS + 400);
    json_decref(again(0));
    assert_string_equal(text_of(client_look(&server, 0), "phase"), "over");
    client_hello(&server, 1, "en");
    json_decref(client_look(&server, 1));
    json_decref(again(1));
    assert_string_equal(text_of(client_look(&server, 0), "phase"), "playing");
    ends(state);
}

static void whoever_comes_back_in_time_is_here(void **state)
{
    begin("rribbit", "", "");
    client_leave(&server, 1);
    simulated_pass(&server, AWAY_AFTER_MS + 200);
    client_hello(&server, 1, "en");
    json_decref(client_look(&server, 1));
    json_t *here = client_last(&server, 0, "event", "here");
    assert_int_equal(member_number(here, "what.seat"), 1);
    json_decref(here);
    assert_true(is_true(client_look(&server, 0), "seats", 1, "here"));
    ends(state);
}

static void with_a_clock_of_days_nobody_is_away(void **state)
{
    begin("rribbit", "", ",\"clock\":{\"kind\":\"days\",\"ms\":86400000}");
    json_decref(client_play(&server, 0, "b1-c3"));
    client_leave(&server, 0);
    client_leave(&server, 1);
    simulated_pass(&server, 3 * ROOM_IDLE_MS);
    assert_int_equal(hall_figures(server.hall).rooms, 0); /* dropped from memory */
    client_hello(&server, 1, "en");
    json_t *mine = client_ask(&server, 1, "\"type\":\"mine\"");
    assert_string_equal(member_text(mine, "tables.0.table"), server.table);
    assert_true(
        json_is_true(json_object_get(json_array_get(json_object_get(mine, "tables"), 0), "waits")));
    json_decref(mine);
    assert_string_equal(text_of(client_play(&server, 1, "h7-g5"), "type"), "event");
    /* Someone else hears that the table waits. */
    client_hello(&server, 0, "en");
    json_decref(client_play(&server, 1, "g7-f5"));
    ends(state);
}

/* ---- Agreements ---- */

static void takebacks_need_everyone(void **state)
{
    begin("rribbit", "", "");
    json_decref(client_play(&server, 0, "b1-c3"));
    json_decref(client_play(&server, 1, "h7-g5"));
    assert_string_equal(text_of(client_do(&server, 1, "takeback"), "what.kind"), "ask");
    assert_string_equal(text_of(client_do(&server, 1, "agree"), "code"), "phase");
    json_decref(client_play(&server, 0, "c1-d3")); /* a move withdraws the question */
    assert_string_equal(text_of(client_do(&server, 0, "agree"), "code"), "phase");
    json_decref(client_do(&server, 0, "takeback"));
    assert_string_equal(text_of(client_do(&server, 1, "refuse"), "what.kind"), "refuse");
    assert_int_equal(number_of(client_look(&server, 0), "view.ply"), 3);
    /* No means no until the game has moved on. */
    assert_string_equal(text_of(client_do(&server, 0, "takeback"), "code"), "phase");
    json_decref(client_play(&server, 1, "g7-f5"));
    json_decref(client_play(&server, 0, "g1-h3"));
    json_decref(client_do(&server, 0, "takeback"));
    assert_string_equal(text_of(client_do(&server, 1, "agree"), "what.kind"), "takeback");
    json_t *now = client_look(&server, 0);
    assert_int_equal(member_number(now, "view.ply"), 4);
    assert_string_equal(member_text(now, "view.last"), "S0:takeback 1");
    json_decref(now);
    assert_string_equal(text_of(client_play(&server, 0, "g1-f3"), "type"), "event");
    ends(state);
}

/* What a computer has thought of before a takeback is not played after it, although it is the same
 * seat's turn with the same number. */
static void a_takeback_ends_the_thought(void **state)
{
    simulated_open(&server, "thought", NULL, NULL);
    server.computers_wait = true;
    client_hello(&server, 0, "en");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"rribbit\","
                                "\"seats\":[\"me\",\"greedy\"]"),
                     "table"));
    json_decref(client_ask(&server, 0, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"1\"",
                           server.table));
    json_decref(client_play(&server, 0, "b1-c3"));
    struct think_job *job = server.jobs;
    assert_true(job != NULL && job->next == NULL && job->about.ply == 1);
    server.jobs = NULL;
    json_decref(client_do(&server, 0, "takeback"));
    json_decref(client_play(&server, 0, "h1-g3"));
    assert_string_equal(text_of(client_look(&server, 0), "view.last"), "h1-g3");
    snprintf(job->move, sizeof job->move, "b7-c5");
    hall_thought(server.hall, job);
    simulated_run(&server);
    assert_string_equal(text_of(client_look(&server, 0), "view.last"), "h1-g3");
    assert_non_null(server.jobs); /* it thinks again */
    server.computers_wait = false;
    simulated_run(&server);
    assert_int_equal(number_of(client_look(&server, 0), "view.ply"), 2);
    ends(state);
}

/* A takeback ends the rating, and everyone learns of it; the next game counts again. */
static void a_takeback_ends_the_rating_of_that_game(void **state)
{
    begin("rribbit", "", ",\"rated\":true,\"clock\":{\"kind\":\"move\",\"ms\":60000}");
    json_decref(client_play(&server, 0, "b1-c3"));
    json_t *now = client_look(&server, 1);
    assert_true(json_is_true(json_object_get(now, "rated")));
    json_decref(now);
    assert_string_equal(text_of(client_do(&server, 1, "hint"), "code"), "phase");
    json_decref(client_do(&server, 0, "takeback"));
    json_decref(client_do(&server, 1, "agree"));
    for (int i = 0; i < 2; i++) {
        json_t *told = client_last(&server, i, "event", "takeback");
        assert_true(json_is_false(json_object_get(json_object_get(told, "now"), "rated")));
        json_decref(told);
    }
    now = client_look(&server, 1);
    assert_true(json_is_false(json_object_get(now, "rated")));
    assert_true(json_is_true(json_object_get(json_object_get(now, "about"), "rated")));
    json_decref(now);
    json_t *mine = client_ask(&server, 1, "\"type\":\"mine\"");
    const json_t *row = json_array_get(json_object_get(mine, "tables"), 0);
    assert_true(json_is_false(json_object_get(row, "rated")));
    json_decref(mine);
    assert_string_equal(text_of(client_do(&server, 0, "hint"), "type"), "hint");
    json_decref(client_do(&server, 0, "resign"));
    mine = client_ask(&server, 1, "\"type\":\"history\",\"game\":\"rribbit\"");
    assert_int_equal(json_array_size(json_object_get(mine, "ratings")), 0);
    json_decref(mine);
    for (int i = 0; i < 2; i++) json_decref(again(i));
    json_t *next = client_last(&server, 1, "event", "start");
    assert_true(json_is_true(json_object_get(json_object_get(next, "now"), "rated")));
    json_decref(next);
    ends(state);
}

/* The pause between two phrases is the person's, whatever becomes of the seat. */
static void phrases_keep_their_pause(void **state)
{
    simulated_open(&server, seed, NULL, NULL);
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"rribbit\","
                                "\"seats\":[\"me\",\"open\"]"),
                     "table"));
    const char *codes[] = {"", "limit", "limit"};
    for (int i = 0; i < 3; i++) {
        json_decref(client_do(&server, 1, "join"));
        assert_string_equal(
            text_of(client_ask(&server, 1, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                               server.table),
                    "code"),
            codes[i]);
        json_decref(client_do(&server, 1, "leave"));
    }
    simulated_pass(&server, SAY_PAUSE_MS);
    json_decref(client_do(&server, 1, "join"));
    assert_string_equal(
        text_of(client_ask(&server, 1, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                           server.table),
                "what.kind"),
        "say");
    ends(state);
}

/* Two windows of a device: one becomes the person with a code; the other does not undo it. */
static void a_recovery_is_not_undone(void **state)
{
    char code[40], id[STORE_ID_SIZE];
    begin("rribbit", "", "");
    snprintf(code, sizeof code, "%s",
             text_of(client_ask(&server, 0, "\"type\":\"recovery\""), "code"));
    memcpy(id, server.clients[0].session->person, sizeof id);
    for (int i = 2; i < 4; i++) {
        client_connect(&server, i);
        json_decref(client_ask(&server, i, "\"type\":\"hello\",\"key\":\"%064d\"", 77));
    }
    assert_string_equal(
        text_of(client_ask(&server, 2, "\"type\":\"recover\",\"code\":\"%s\"", code), "you.id"),
        id);
    assert_int_equal(server.clients[3].closed, 1001); /* to come back as the same person */
    client_connect(&server, 3);
    assert_string_equal(
        text_of(client_ask(&server, 3, "\"type\":\"hello\",\"key\":\"%064d\"", 77), "you.id"), id);
    ends(state);
}

/* A device that was lost is somebody else from now on, even the first one. */
static void other_devices_are_signed_out(void **state)
{
    char code[40], id[STORE_ID_SIZE];
    begin("rribbit", "", "");
    snprintf(code, sizeof code, "%s",
             text_of(client_ask(&server, 0, "\"type\":\"recovery\""), "code"));
    memcpy(id, server.clients[0].session->person, sizeof id);
    client_hello(&server, 2, "en");
    assert_string_equal(
        text_of(client_ask(&server, 2, "\"type\":\"recover\",\"code\":\"%s\"", code), "you.id"),
        id);
    snprintf(code, sizeof code, "%s",
             text_of(client_ask(&server, 0, "\"type\":\"recovery\""), "code"));
    assert_int_equal(number_of(client_ask(&server, 2, "\"type\":\"revoke\""), "count"), 1);
    assert_int_equal(server.clients[0].closed, 1001);
    client_hello(&server, 0, "en");
    assert_string_not_equal(server.clients[0].session->person, id);
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"name\",\"name\":\"Thief\""), "type"), "ok");
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"recover\",\"code\":\"%s\"", code), "code"),
        "code");
    client_hello(&server, 2, "en");
    assert_string_equal(server.clients[2].session->person, id);
    assert_int_equal(number_of(client_ask(&server, 2, "\"type\":\"revoke\""), "count"), 0);
    ends(state);
}

static size_t games_rated(int client)
{
    json_t *history = client_ask(&server, client, "\"type\":\"history\",\"game\":\"rribbit\"");
    const size_t count = json_array_size(json_object_get(history, "ratings"));
    json_decref(history);
    return count;
}

/* Neither giving up at once nor running out of time before a move was made says who is better. */
static void a_rated_game_is_one_that_was_played(void **state)
{
    begin("rribbit", "", ",\"rated\":true,\"clock\":{\"kind\":\"move\",\"ms\":5000}");
    json_decref(client_do(&server, 1, "resign"));
    assert_int_equal(games_rated(0), 0);
    for (int i = 0; i < 2; i++) json_decref(again(i));
    simulated_pass(&server, 5300);
    assert_string_equal(text_of(client_look(&server, 0), "phase"), "over");
    assert_int_equal(games_rated(0), 0);
    for (int i = 0; i < 2; i++) json_decref(again(i));
    json_decref(client_play(&server, 0, "b1-c3"));
    json_decref(client_play(&server, 1, "h7-g5"));
    json_decref(client_play(&server, 0, "c1-d3"));
    json_decref(client_play(&server, 1, "g7-f5"));
    json_decref(client_do(&server, 1, "resign"));
    assert_int_equal(games_rated(0), 1);
    assert_int_equal(games_rated(1), 1);
    ends(state);
}

static void a_rated_table_has_a_sane_clock(void **state)
{
    static const struct {
        const char *clock, *code;
    } cases[] = {
        {"{\"kind\":\"none\"}", "options"},
        {"{\"kind\":\"move\",\"ms\":4999}", "options"},
        {"{\"kind\":\"move\",\"ms\":5000}", ""},
        {"{\"kind\":\"game\",\"ms\":59999,\"more_ms\":0}", "options"},
        {"{\"kind\":\"game\",\"ms\":1000,\"more_ms\":2000}", ""},
        {"{\"kind\":\"days\",\"ms\":86400000}", ""},
    };
    begin("rribbit", "", "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(text_of(client_ask(&server, 0,
                                               "\"type\":\"create\",\"game\":\"rribbit\","
                                               "\"seats\":[\"me\",\"open\"],\"rated\":true,"
                                               "\"clock\":%s",
                                               cases[i].clock),
                                    "code"),
                            cases[i].code);
    }
    ends(state);
}

static void a_game_with_a_handicap_is_never_rated(void **state)
{
    begin("rribbit", "", "");
    for (int rated = 0; rated < 2; rated++) {
        json_t *answer = client_ask(&server, 0,
                                    "\"type\":\"create\",\"game\":\"rribbit\","
                                    "\"options\":\"handicap=30\",\"seats\":[\"me\",\"open\"],"
                                    "\"rated\":%s,\"clock\":{\"kind\":\"move\",\"ms\":60000}",
                                    rated ? "true" : "false");
        assert_string_equal(member_text(answer, "code"), rated ? "options" : "");
        if (rated) {
            assert_string_equal(member_text(answer, "text"),
                                "A game with a handicap can't be rated.");
        }
        json_decref(answer);
    }
    ends(state);
}

static void draws_are_offered_and_declined(void **state)
{
    begin("rribbit", "", "");
    assert_string_equal(text_of(client_do(&server, 0, "accept"), "code"), "illegal");
    json_decref(client_do(&server, 0, "offer"));
    assert_string_equal(text_of(client_do(&server, 0, "offer"), "code"), "illegal");
    assert_string_equal(text_of(client_do(&server, 1, "decline"), "what.kind"), "decline");
    assert_string_equal(text_of(client_do(&server, 1, "offer"), "code"),
                        "phase"); /* play on first */
    json_decref(client_play(&server, 0, "b1-c3"));
    json_decref(client_play(&server, 1, "h7-g5"));
    json_decref(client_do(&server, 0, "offer"));
    json_t *over = client_do(&server, 1, "accept");
    assert_string_equal(member_text(over, "now.over.reason"), "agreed");
    json_decref(over);
    /* The record reads back, offers and all. */
    static struct pond_entry log[1000];
    static struct pond_match match;
    struct pond_record record;
    struct pond_error why;
    json_t *answer = client_do(&server, 0, "record");
    const char *text = member_text(answer, "record");
    struct pond_reader reader = pond_reader_of(text, strlen(text));
    assert_true(pond_record_read(&reader, &match, &record, log, 1000, &why));
    json_decref(answer);
    ends(state);
}

static void phrases_are_set_and_slow(void **state)
{
    begin("rribbit", "", "");
    json_t *said = client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                              server.table);
    assert_string_equal(member_text(said, "what.phrase"), "hello");
    json_decref(said);
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                           server.table),
                "code"),
        "limit");
    assert_string_equal(
        text_of(client_ask(&server, 1, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"grr\"",
                           server.table),
                "code"),
        "field");
    ends(state);
}

static void a_hint_comes_and_all_know(void **state)
{
    begin("rribbit", "", "");
    json_t *hint = client_do(&server, 0, "hint");
    assert_string_equal(member_text(hint, "type"), "hint");
    assert_true(strlen(member_text(hint, "move")) >= 5);
    assert_string_equal(server.thinker, "engine:multi=3"); /* not a level, which may set traps */
    json_decref(hint);
    assert_int_equal(number_of(client_last(&server, 1, "event", "hint"), "what.seat"), 0);
    ends(state);
}

/* Hints cost a lot: a seat gets the next one after the last. */
static void one_hint_at_a_time(void **state)
{
    begin("rribbit", "", "");
    server.computers_wait = true;
    assert_null(client_do(&server, 0, "hint")); /* it is thought of */
    assert_string_equal(text_of(client_do(&server, 0, "hint"), "code"), "limit");
    assert_true(server.jobs != NULL && server.jobs->next == NULL);
    server.computers_wait = false;
    simulated_run(&server);
    assert_true(strlen(text_of(client_last(&server, 0, "hint", NULL), "move")) >= 5);
    assert_string_equal(text_of(client_do(&server, 0, "hint"), "type"), "hint");
    ends(state);
}

/* A log has an end, and hints are in it: nobody fills it with them. */
static void hints_have_an_end(void **state)
{
    int given = 0;
    begin("rribbit", "", "");
    while (strcmp(text_of(client_do(&server, 0, "hint"), "type"), "hint") == 0) {
        assert_true(++given <= HINTS_A_GAME_MAX);
        simulated_pass(&server, 1000);
    }
    assert_int_equal(given, HINTS_A_GAME_MAX);
    assert_string_equal(text_of(client_do(&server, 0, "hint"), "code"), "limit");
    ends(state);
}

/* ---- Tables ---- */

static void tables_close_when_nobody_is_left(void **state)
{
    simulated_open(&server, "close", NULL, NULL);
    client_hello(&server, 0, "en");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"rribbit\",\"public\":true,"
                                "\"seats\":[\"me\",\"open\"]"),
                     "table"));
    assert_string_equal(text_of(client_do(&server, 0, "leave"), "what.kind"), "leave");
    assert_string_equal(text_of(client_look(&server, 0), "over.by"), "closed");
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

/* A move of two cards in the view, as it is and with its cards turned round. */
static bool move_turned(int client, char move[64], char turned[64])
{
    json_t *now = client_look(&server, client);
    const json_t *legal = json_object_get(json_object_get(now, "view"), "legal");
    bool found = false;
    for (size_t i = 0; i < json_array_size(legal) && !found; i++) {
        const char *one = json_string_value(json_array_get(legal, i));
        if (strlen(one) != 4 || one[2] != '=' || one[0] == one[1]) continue;
        snprintf(move, 64, "%s", one);
        snprintf(turned, 64, "%c%c=%c", one[1], one[0], one[3]); /* 41=5 for 14=5 */
        found = true;
    }
    json_decref(now);
    return found;
}

/* A move that is sent again is known, in whatever way it is written, also to a server that has read
 * it from its log. */
static void a_move_again_is_known_however_it_is_written(void **state)
{
    static const char *const seeds[] = {"hall", "hall 2", "hall 3", "hall 4", "hall 5", "hall 6"};
    char file[] = "/tmp/pond-hall-XXXXXX", where[64], move[64], turned[64];
    int seat = 0;
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    bool found = false;
    for (int i = 0; i < 6 && !found; i++) { /* not every deal has one */
        seed = seeds[i];
        if (i > 0) ends(state);
        begin_in(where, "quibbles", "players=2", "");
        seat = (int)number_of(client_look(&server, 0), "view.turn.0");
        found = move_turned(seat, move, turned);
    }
    seed = "hall";
    assert_true(found);
    const long long version = number_of(client_look(&server, seat), "version");
    const char *const sent[] = {turned, move, turned};
    for (int i = 0; i < 4; i++) {
        if (i == 3) {
            simulated_restart(&server, "again", where, 0);
            for (int k = 0; k < 2; k++) client_hello(&server, k, "en");
        }
        json_t *answer = client_ask(
            &server, seat, "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,\"move\":\"%s\"",
            server.table, version, sent[i % 3]);
        assert_string_equal(member_text(answer, "type"), i == 0 ? "event" : "ok");
        assert_int_equal(json_is_true(json_object_get(answer, "repeated")), i > 0);
        json_decref(answer);
    }
    json_t *other = client_ask(
        &server, seat, "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,\"move\":\"0=0\"",
        server.table, version);
    assert_string_equal(text_of(other, "code"), "stale");
    ends(state);
    remove(file);
}

/* A table that was dropped from memory is the same when it is loaded again. */
static void loaded_again_it_is_the_same(void **state)
{
    begin("quibbles", "players=2", "");
    for (int i = 0; i < 40; i++) {
        simulated_pass(&server, 500); /* slower than the limit */
        json_t *now = client_look(&server, 0);
        const int seat = (int)member_number(now, "view.turn.0");
        json_decref(now);
        now = client_look(&server, seat);
        const json_t *legal = json_object_get(json_object_get(now, "view"), "legal");
        char move[64];
        snprintf(move, sizeof move, "%s", json_string_value(json_array_get(legal, 0)));
        json_decref(now);
        assert_string_equal(text_of(client_play(&server, seat, move), "type"), "event");
    }
    json_t *before = client_look(&server, 0);
    char *view = json_dumps(json_object_get(before, "view"), 0);
    json_decref(before);
    client_leave(&server, 0);
    client_leave(&server, 1);
    simulated_pass(&server, 3 * ROOM_IDLE_MS);
    assert_int_equal(hall_figures(server.hall).rooms, 0);
    client_hello(&server, 0, "en");
    json_t *after = client_look(&server, 0);
    char *again = json_dumps(json_object_get(after, "view"), 0);
    assert_string_equal(view, again);
    json_decref(after);
    free(view);
    free(again);
    ends(state);
}

/* How many messages to each of the first three clients might have come later, since it was asked
 * last. */
static void waited(uint32_t first, uint32_t second, uint32_t third)
{
    const uint32_t expected[] = {first, second, third};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(server.clients[i].waited, expected[i]);
        server.clients[i].waited = 0;
    }
}

/* Where moves follow each other as fast as only programs play, clients with nothing to decide may
 * hear of them a little later. The player to move hears at once; so does everyone where people
 * play, and of everything else than moves, and of the end. */
static void only_moves_of_programs_wait(void **state)
{
    begin("rribbit", "repetition=0,endgame=0", "");
    client_hello(&server, 2, "en");
    json_decref(client_ask(&server, 2, "\"type\":\"watch\",\"table\":\"%s\"", server.table));
    waited(0, 0, 0);
    json_decref(client_play(&server, 0, "b1-c3"));
    waited(1, 0, 1);
    simulated_pass(&server, QUICK_MS - 1);
    json_decref(client_play(&server, 1, "b7-c5"));
    waited(0, 1, 1);
    simulated_pass(&server, HOLD_MS);
    json_decref(client_play(&server, 0, "d1-e3"));
    waited(0, 0, 0);
    /* That was in vain: for a while nobody waits. */
    static const char *const moves[] = {"c5-b7", "e3-d1", "b7-c5", "d1-e3"};
    for (int i = 1; i < HURRY_EVENTS; i++) {
        json_decref(client_play(&server, i % 2, moves[(i - 1) % 4]));
        waited(0, 0, 0);
    }
    json_decref(client_play(&server, 0, moves[(HURRY_EVENTS - 1) % 4]));
    waited(1, 0, 1);
    json_decref(client_do(&server, 0, "offer"));
    json_decref(client_do(&server, 1, "resign"));
    waited(0, 0, 0);
    ends(state);
}

/* The seat's first legal move. */
static json_t *play_first(const struct pond_match *match, int seat)
{
    pond_move moves[POND_MOVES_MAX];
    char text[POND_MOVE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    assert_true(match->game->moves(&match->state, seat, moves) > 0);
    match->game->move_print(&match->state, seat, moves[0], &out);
    return client_play(&server, seat, text);
}

/* Where all choose at once, those who have not chosen yet have something to decide. */
static void who_must_still_choose_does_not_wait(void **state)
{
    begin("quibbit", "players=2", "");
    const struct pond_match *match = &room_find(server.hall, server.table)->table.match;
    while (pond_match_turn(match) != (POND_SEAT(0) | POND_SEAT(1))) { /* frogs are placed first */
        json_decref(play_first(match, pond_seat_first(pond_match_turn(match))));
    }
    server.clients[0].waited = server.clients[1].waited = 0;
    json_decref(play_first(match, 0));
    waited(1, 0, 0);
    json_decref(play_first(match, 1));
    assert_int_equal(server.clients[1].waited, (pond_match_turn(match) & POND_SEAT(1)) == 0);
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
                       const void *second, size_t second_length, bool waits)
{
    (void)context, (void)wire, (void)first, (void)first_length, (void)second, (void)second_length;
    (void)waits;
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
        wire_open(&wire, &site, &(struct address){{0}}, now_ms);
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

/* ---- Records ---- */

static struct buffer fetched;

static void fetch_write(void *context, struct wire *wire, const void *first, size_t first_length,
                        const void *second, size_t second_length, bool waits)
{
    (void)context, (void)wire, (void)waits;
    buffer_add(&fetched, first, first_length);
    buffer_add(&fetched, second, second_length);
}

/* Asks for something by HTTP; the wire is gone afterwards. The answer's status, and all of it. */
static struct addresses *fetched_by; /* the book of those who ask; NULL: nobody counts */

static void (*fetched_lasting)(void *context, struct wire *wire, const void *bytes, size_t length,
                               struct blob *owner);

static int fetch(const char *path, bool run)
{
    struct site site = {.hall = server.hall,
                        .store = server.store,
                        .addresses = fetched_by,
                        .write = fetch_write,
                        .write_lasting = fetched_lasting,
                        .end = wire_end};
    struct wire wire;
    char request[200];
    const int length =
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    fetched.length = 0;
    assert_true(wire_open(&wire, &site, &(struct address){{0}}, server.now_ms));
    wire_receive(&wire, (uint8_t *)request, (size_t)length, server.now_ms);
    if (run) simulated_run(&server);
    if (!run) hall_store_down(server.hall, true);
    buffer_add(&fetched, "", 1);
    wire_gone(&wire);
    return fetched.length > 12 ? atoi(fetched.bytes + 9) : 0;
}

static const void *lasting;
static struct blob *lasting_owner;

static void fetch_write_lasting(void *context, struct wire *wire, const void *bytes, size_t length,
                                struct blob *owner)
{
    (void)context, (void)wire, (void)length;
    lasting = bytes;
    lasting_owner = owner;
}

/* The page's files take up no memory for anyone who asks: they are sent from where they are. */
static void files_are_not_copied(void **state)
{
    begin("rribbit", "", "");
    fetched_lasting = fetch_write_lasting;
    assert_int_equal(fetch("/", true), 200);
    assert_ptr_equal(lasting, web_file("/")->plain.start);
    assert_null(lasting_owner);
    assert_in_range(fetched.length, 1, 2000); /* the headers */
    fetched_lasting = NULL;
    ends(state);
}

/* Records of a series: all of them once it has been read, without reading it again. */
static void records_of_a_series(void **state)
{
    char path[100];
    begin("rribbit", "", "");
    for (int game = 1; game <= 3; game++) {
        json_decref(client_do(&server, game % 2, "resign"));
        if (game == 3) break;
        for (int i = 0; i < 2; i++) json_decref(client_do(&server, i, "again"));
        simulated_pass(&server, 100);
    }
    assert_int_equal(number_of(client_look(&server, 0), "number"), 3);
    snprintf(path, sizeof path, "/record/%s", server.table);
    assert_int_equal(fetch(path, true), 200); /* the latest */
    assert_non_null(strstr(fetched.bytes, "[Result \"seat"));
    const uint64_t asked = store_figures(server.store).requests;
    for (int game = 1; game <= 3; game++) {
        snprintf(path, sizeof path, "/record/%s?game=%d", server.table, game);
        assert_int_equal(fetch(path, true), 200);
        json_t *record = client_ask(
            &server, 0, "\"type\":\"record\",\"table\":\"%s\",\"number\":%d", server.table, game);
        assert_int_equal(member_number(record, "number"), game);
        assert_string_equal(member_text(record, "record"), strstr(fetched.bytes, "\r\n\r\n") + 4);
        json_decref(record);
    }
    assert_int_equal(store_figures(server.store).requests, asked);
    snprintf(path, sizeof path, "/record/%s?game=4", server.table);
    assert_int_equal(fetch(path, true), 404);
    ends(state);
}

/* A record is there or not; a server whose store is away cannot say. A client that leaves meanwhile
 * gets no answer, and nothing else happens. */
static void records_by_http_say_why_not(void **state)
{
    char path[100];
    begin("rribbit", "", "");
    snprintf(path, sizeof path, "/record/%s", server.table);
    assert_int_equal(fetch(path, true), 200);
    assert_int_equal(fetch("/record/0123456789abcdef", true), 404);
    assert_int_equal(fetch("/record/x", true), 404);
    assert_int_equal(fetch(path, false), 503); /* while it is read, the store goes */
    assert_int_equal(fetch(path, true), 503);
    hall_store_down(server.hall, false);
    simulated_run(&server);
    assert_int_equal(fetch(path, true), 200);
    ends(state);
    buffer_free(&fetched);
}

/* Reading logs has a price: one address does not keep the store busy for the others. */
static void records_have_a_price(void **state)
{
    char path[100];
    int status = 200, asked = 0;
    begin("rribbit", "", "");
    snprintf(path, sizeof path, "/record/%s", server.table);
    fetched_by = addresses_new();
    const uint32_t number = addresses_find(fetched_by, &(struct address){{0}}, server.now_ms);
    rate_charge(&addresses_budget(fetched_by, number)->rates[SPEND_WORK], address_paces[SPEND_WORK],
                ADDRESS_WORK_BURST - 20 * LOAD_PRICE, server.now_ms);
    while (status == 200 && ++asked < 100) status = fetch(path, true);
    assert_int_equal(status, 429);
    assert_in_range(asked, 10, 21);
    assert_non_null(strstr(fetched.bytes, "Retry-After"));
    addresses_free(fetched_by);
    fetched_by = NULL;
    assert_int_equal(fetch(path, true), 200);
    buffer_free(&fetched);
    ends(state);
}

/* Lists and cached records have a price, too; a person without budget hears how long to wait. */
static void lists_have_a_price(void **state)
{
    static const char *const lists[] = {"lobby", "mine", "leaders", "history", "devices"};
    begin("rribbit", "", "");
    assert_string_equal(text_of(client_do(&server, 0, "resign"), "type"), "event");
    for (int spent = 0; spent < 2; spent++) {
        for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
            json_t *answer =
                client_ask(&server, 0, "\"type\":\"%s\",\"game\":\"rribbit\"", lists[i]);
            assert_string_equal(text_of(answer, spent ? "code" : "type"),
                                spent ? "limit" : lists[i]);
        }
        for (int again = 0; again < 2; again++) { /* the second one is in memory */
            json_t *answer = client_ask(
                &server, 0, "\"type\":\"record\",\"table\":\"%s\",\"number\":1", server.table);
            assert_string_equal(text_of(answer, spent ? "code" : "type"),
                                spent ? "limit" : "record");
        }
        if (!spent) session_charge(server.clients[0].session, SPEND_WORK, PERSON_WORK_BURST);
    }
    records_forget(server.hall); /* so that it would have to be read */
    json_t *unread =
        client_ask(&server, 0, "\"type\":\"record\",\"table\":\"%s\",\"number\":1", server.table);
    assert_string_equal(text_of(unread, "code"), "limit");
    simulated_pass(&server, 1000);
    assert_string_equal(text_of(client_ask(&server, 0, "\"type\":\"mine\""), "type"), "mine");
    ends(state);
}

/* What is read is paid for: with a budget for twenty, about so many are answered. */
static void what_is_read_is_paid_for(void **state)
{
    static const char *const types[] = {"record",  "lobby",   "mine",  "leaders",
                                        "history", "devices", "revoke"};
    begin("rribbit", "", "");
    assert_string_equal(text_of(client_do(&server, 0, "resign"), "type"), "event");
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const bool guess = strcmp(types[i], "revoke") == 0; /* devices are looked for */
        int asked = 0;
        for (bool limited = false; !limited && asked < 60; asked++) {
            records_forget(server.hall);
            if (asked == 0 && !guess) {
                session_charge(server.clients[0].session, SPEND_WORK,
                               PERSON_WORK_BURST - 20 * LOAD_PRICE);
            }
            json_t *answer = client_ask(&server, 0,
                                        "\"type\":\"%s\",\"game\":\"rribbit\",\"table\":\"%s\","
                                        "\"number\":1,\"device\":\"0123456789abcdef\"",
                                        types[i], server.table);
            limited = strcmp(text_of(answer, "code"), "limit") == 0;
        }
        assert_in_range(asked, 10, 22);
        client_leave(&server, 0);
        simulated_pass(&server, 120000); /* the budget is full again */
        client_hello(&server, 0, "en");
    }
    ends(state);
}

/* Logs have a limit; a player can still resign when it is reached. */
static void logs_have_an_end(void **state)
{
    begin("rribbit", "", "");
    room_find(server.hall, server.table)->table.version = TABLE_EVENTS_MAX;
    json_t *refused = client_ask(
        &server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"", server.table);
    assert_string_equal(member_text(refused, "code"), "limit");
    assert_non_null(strstr(member_text(refused, "text"), "start a new table"));
    json_decref(refused);
    assert_string_equal(text_of(client_play(&server, 0, "b1-c3"), "code"), "limit");
    assert_string_not_equal(text_of(client_do(&server, 0, "resign"), "code"), "limit");
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

/* What a computer thinks about is given up once nobody needs it: the game was given up, or the
 * decision taken back. While it does matter it is not. */
static void thoughts_that_nobody_needs(void **state)
{
    (void)state;
    simulated_open(&server, "thoughts", NULL, NULL);
    client_hello(&server, 0, "en");
    server.computers_wait = true;
    snprintf(server.table, sizeof server.table, "%s",
             text_of(client_ask(&server, 0,
                                "\"type\":\"create\",\"game\":\"rribbit\","
                                "\"seats\":[\"me\",\"level:6\"]"),
                     "table"));
    json_decref(client_ask(&server, 0, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"1\"",
                           server.table));
    json_decref(client_play(&server, 0, "b1-c3"));
    assert_non_null(server.jobs);
    assert_string_not_equal(server.jobs->person, "");
    simulated_pass(&server, 1000);
    json_decref(client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                           server.table));
    assert_int_equal(server.forgotten, 0);
    json_decref(client_do(&server, 0, "takeback")); /* nobody else has to agree */
    assert_int_equal(number_of(client_look(&server, 0), "view.ply"), 0);
    assert_true(server.forgotten > 0);
    server.computers_wait = false;
    simulated_run(&server);
    server.computers_wait = true;
    server.forgotten = 0;
    json_decref(client_play(&server, 0, "b1-c3"));
    assert_non_null(server.jobs);
    json_decref(client_do(&server, 0, "resign"));
    assert_true(server.forgotten > 0);
    ends(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_of_a_game),
        cmocka_unit_test(clock_of_a_decision),
        cmocka_unit_test(a_round_ends_when_the_last_gives_up),
        cmocka_unit_test(no_clock_runs_while_the_server_is_away),
        cmocka_unit_test(time_never_goes_back),
        cmocka_unit_test(a_computer_takes_the_seat_of_someone_gone),
        cmocka_unit_test(whoever_comes_back_in_time_is_here),
        cmocka_unit_test(who_has_gone_before_a_rematch_is_away),
        cmocka_unit_test(a_rematch_needs_those_who_stayed),
        cmocka_unit_test(with_a_clock_of_days_nobody_is_away),
        cmocka_unit_test(takebacks_need_everyone),
        cmocka_unit_test(a_takeback_ends_the_rating_of_that_game),
        cmocka_unit_test(a_rated_game_is_one_that_was_played),
        cmocka_unit_test(a_rated_table_has_a_sane_clock),
        cmocka_unit_test(phrases_keep_their_pause),
        cmocka_unit_test(a_recovery_is_not_undone),
        cmocka_unit_test(other_devices_are_signed_out),
        cmocka_unit_test(a_takeback_ends_the_thought),
        cmocka_unit_test(a_game_with_a_handicap_is_never_rated),
        cmocka_unit_test(draws_are_offered_and_declined),
        cmocka_unit_test(phrases_are_set_and_slow),
        cmocka_unit_test(a_hint_comes_and_all_know),
        cmocka_unit_test(one_hint_at_a_time),
        cmocka_unit_test(hints_have_an_end),
        cmocka_unit_test(tables_close_when_nobody_is_left),
        cmocka_unit_test(what_makes_no_table_is_refused),
        cmocka_unit_test(a_move_again_is_known_however_it_is_written),
        cmocka_unit_test(loaded_again_it_is_the_same),
        cmocka_unit_test(only_moves_of_programs_wait),
        cmocka_unit_test(who_must_still_choose_does_not_wait),
        cmocka_unit_test(thoughts_that_nobody_needs),
        cmocka_unit_test(those_who_flood_are_closed),
        cmocka_unit_test(requests_that_dribble_in_are_ended),
        cmocka_unit_test(files_are_not_copied),
        cmocka_unit_test(records_of_a_series),
        cmocka_unit_test(records_by_http_say_why_not),
        cmocka_unit_test(records_have_a_price),
        cmocka_unit_test(lists_have_a_price),
        cmocka_unit_test(what_is_read_is_paid_for),
        cmocka_unit_test(logs_have_an_end),
        cmocka_unit_test(glicko_as_in_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
