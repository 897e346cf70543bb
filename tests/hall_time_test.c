/* hall_time_test.c: what the hall does when clocks are wrong: the machine's is set back or forward
 * between two starts, other nodes disagree, the news of the time comes late. Clocks, countdowns and
 * computers neither fire early nor hang. */
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

#define HOUR_MS 3600000LL

static struct simulated server;
static char file[32], where[64];

static void is_text(json_t *message, const char *path, const char *wanted)
{
    assert_string_equal(member_text(message, path), wanted);
    json_decref(message);
}

static void start(void)
{
    simulated_open(&server, "time", NULL, where);
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
}

/* A table of two people in a store that stays; both are seated. */
static void set_up_game(const char *game, const char *more)
{
    strcpy(file, "/tmp/pond-time-XXXXXX");
    close(mkstemp(file));
    snprintf(where, sizeof where, "sqlite:%s", file);
    start();
    json_t *made =
        client_ask(&server, 0, "\"type\":\"create\",\"game\":\"%s\",\"seats\":[\"me\",\"open\"]%s",
                   game, more);
    snprintf(server.table, sizeof server.table, "%s", member_text(made, "table"));
    json_decref(made);
    json_decref(client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", server.table));
}

static void set_up(const char *more) { set_up_game("rribbit", more); }

static void numbers_give(void)
{
    for (int i = 0; i < 2; i++) {
        json_decref(client_ask(&server, i, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"%d\"",
                               server.table, i));
    }
    is_text(client_look(&server, 0), "phase", "playing");
}

/* The server ends and starts again, when the wall clock says so much more (or less). */
static void restart(int64_t jump_ms)
{
    simulated_restart(&server, "again", where, jump_ms);
    for (int i = 0; i < 2; i++) client_hello(&server, i, "en");
}

static void tear_down(void)
{
    simulated_close(&server);
    remove(file);
}

/* ---- Between two starts ---- */

static const int64_t jumps_ms[] = {-30 * 24 * HOUR_MS, -5 * HOUR_MS,     -2000, 0, 2000,
                                   5 * HOUR_MS,        30 * 24 * HOUR_MS};

static void clocks_go_on_from_where_they_were(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof jumps_ms / sizeof jumps_ms[0]; i++) {
        set_up(",\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":0}");
        numbers_give();
        simulated_pass(&server, 10000);
        json_decref(client_play(&server, 0, "b1-c3"));
        simulated_pass(&server, 5000);
        json_decref(client_play(&server, 1, "h7-g5"));
        restart(jumps_ms[i]);
        assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 50000);
        assert_int_equal(number_of(client_look(&server, 0), "seats.1.left_ms"), 55000);
        simulated_pass(&server, 20000); /* it does not stand still either */
        assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 30000);
        is_text(client_play(&server, 0, "c1-d3"), "what.kind", "move");
        simulated_pass(&server, 54900);
        is_text(client_look(&server, 0), "phase", "playing");
        simulated_pass(&server, 200);
        is_text(client_look(&server, 0), "over.result", "seat 0"); /* by time, at its time */
        tear_down();
    }
}

static void a_full_table_begins_all_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof jumps_ms / sizeof jumps_ms[0]; i++) {
        set_up("");
        is_text(client_look(&server, 0), "phase", "ready");
        restart(jumps_ms[i]);
        json_decref(client_look(&server, 0));
        simulated_pass(&server, READY_WAIT_MS + 200); /* without numbers */
        is_text(client_look(&server, 0), "phase", "playing");
        tear_down();
    }
}

static void who_was_away_is_not_away_for_hours(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof jumps_ms / sizeof jumps_ms[0]; i++) {
        set_up("");
        numbers_give();
        json_decref(client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                               server.table));
        client_leave(&server, 1);
        simulated_pass(&server, AWAY_AFTER_MS + 200);
        json_t *away = client_last(&server, 0, "event", "away");
        assert_non_null(away);
        json_decref(away);
        restart(jumps_ms[i]);
        client_leave(&server, 1);
        json_decref(client_look(&server, 0));
        simulated_pass(&server, AWAY_WAIT_MS + 200);
        json_t *computer = client_ask(
            &server, 0, "\"type\":\"substitute\",\"table\":\"%s\",\"seat\":1", server.table);
        is_text(computer, "what.kind", "computer");
        is_text(client_ask(&server, 0, "\"type\":\"say\",\"table\":\"%s\",\"phrase\":\"hello\"",
                           server.table),
                "what.kind", "say");
        tear_down();
    }
}

/* What is counted in days is counted while the server is away as well; but not when its clock was
 * set back. */
static void days_pass_while_the_server_is_away(void **state)
{
    (void)state;
    const int64_t three_ms = 72 * HOUR_MS;
    for (size_t i = 0; i < sizeof jumps_ms / sizeof jumps_ms[0]; i++) {
        set_up(",\"clock\":{\"kind\":\"days\",\"ms\":259200000}");
        numbers_give();
        restart(jumps_ms[i]);
        const int64_t passed_ms = jumps_ms[i] > 0 ? jumps_ms[i] : 0;
        if (passed_ms >= three_ms) {
            json_decref(client_look(&server, 0));
            simulated_pass(&server, 200);
            is_text(client_look(&server, 0), "over.result", "seat 1");
        } else {
            assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"),
                             three_ms - passed_ms);
            simulated_pass(&server, HOUR_MS);
            assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"),
                             three_ms - passed_ms - HOUR_MS);
        }
        tear_down();
    }
}

/* ---- While it runs ---- */

/* The loop tells a steady time; what if it did not? */
static void time_that_goes_back_is_no_time(void **state)
{
    (void)state;
    set_up(",\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":0}");
    numbers_give();
    simulated_pass(&server, 10000);
    const int64_t now_ms = server.now_ms;
    hall_time(server.hall, now_ms - 5 * HOUR_MS);
    hall_tick(server.hall);
    assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 50000);
    server.now_ms = now_ms;
    simulated_pass(&server, 10000);
    assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 40000);
    tear_down();
}

/* A process that was stopped for hours (a debugger, a machine asleep) has heard nobody: nobody is
 * charged for it, and all hear how the clocks stand. */
static void nobody_pays_for_a_long_pause(void **state)
{
    (void)state;
    set_up(",\"clock\":{\"kind\":\"move\",\"ms\":600000}");
    numbers_give();
    server.now_ms += 5 * HOUR_MS;
    hall_time(server.hall, server.now_ms);
    hall_tick(server.hall);
    simulated_run(&server);
    is_text(client_last(&server, 1, "event", "resume"), "what.kind", "resume");
    assert_int_equal(number_of(client_look(&server, 0), "seats.0.left_ms"), 600000);
    simulated_pass(&server, 600200);
    json_t *over = client_last(&server, 1, "event", "time");
    assert_int_equal(member_number(over, "what.seat"), 0); /* once, and the right one */
    assert_string_equal(member_text(over, "now.over.result"), "seat 1");
    json_decref(over);
    simulated_pass(&server, 5000);
    is_text(client_look(&server, 0), "phase", "over");
    tear_down();
}

/* Both choose at the same time, and neither does. Their clocks run out between two looks of the
 * server: whose did first loses, wherever that player sits. */
static void the_first_clock_that_runs_out_loses(void **state)
{
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        set_up_game(
            "quibbit",
            ",\"options\":\"players=2\",\"clock\":{\"kind\":\"game\",\"ms\":60000,\"more_ms\":0}");
        numbers_give();
        simulated_pass(&server, slow == 0 ? 5030 : 5000);
        json_decref(client_play(&server, 0, "@3"));
        simulated_pass(&server, slow == 1 ? 5030 : 5000);
        json_decref(client_play(&server, 1, "front"));
        simulated_pass(&server, 54900);
        is_text(client_look(&server, 0), "phase", "playing");
        simulated_pass(&server, 300);
        json_t *over = client_last(&server, 0, "event", "time");
        assert_int_equal(member_number(over, "what.seat"), slow);
        assert_string_equal(member_text(over, "now.over.result"), slow == 0 ? "seat 1" : "seat 0");
        json_decref(over);
        tear_down();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_go_on_from_where_they_were),
        cmocka_unit_test(a_full_table_begins_all_the_same),
        cmocka_unit_test(who_was_away_is_not_away_for_hours),
        cmocka_unit_test(days_pass_while_the_server_is_away),
        cmocka_unit_test(time_that_goes_back_is_no_time),
        cmocka_unit_test(nobody_pays_for_a_long_pause),
        cmocka_unit_test(the_first_clock_that_runs_out_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
