/* lobby_test.c: the list of public tables: it leads to people who are there, and nobody fills it
 * alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "limits.h"
#include "simulated.h"

static struct simulated server;

static void begin(int clients)
{
    simulated_open(&server, "lobby", NULL, NULL);
    for (int i = 0; i < clients; i++) client_hello(&server, i, "en");
}

static json_t *create(int client, const char *more)
{
    return client_ask(&server, client,
                      "\"type\":\"create\",\"game\":\"rribbit\",\"public\":true,%s", more);
}

/* Makes a table and keeps its id. */
static void make(int client, const char *more, char table[STORE_ID_SIZE])
{
    snprintf(table, STORE_ID_SIZE, "%s", text_of(create(client, more), "table"));
    assert_int_equal(strlen(table), STORE_ID_SIZE - 1);
}

/* The place of a table in a list, from 0; -1: it is not there. */
static int place_in(json_t *list, const char *table)
{
    const json_t *rows = json_object_get(list, "tables");
    int place = -1;
    assert_true(json_is_array(rows));
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const char *one = json_string_value(json_object_get(json_array_get(rows, i), "table"));
        if (strcmp(one, table) == 0) place = (int)i;
    }
    json_decref(list);
    return place;
}

static int place(int client, const char *table)
{
    return place_in(client_ask(&server, client, "\"type\":\"lobby\""), table);
}

#define MINE "\"seats\":[\"me\",\"open\"]"
#define OTHERS "\"seats\":[\"open\",\"open\"]"
#define DAYS ",\"clock\":{\"kind\":\"days\",\"ms\":259200000}"

static void tables_stay_as_long_as_their_people(void **state)
{
    static const char *const kinds[] = {MINE, OTHERS};
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin(2);
        char table[STORE_ID_SIZE];
        make(0, kinds[i], table);
        assert_int_equal(place(1, table), 0);
        simulated_pass(&server, 10 * STORE_LISTED_MS); /* waits patiently */
        assert_int_equal(place(1, table), 0);
        client_leave(&server, 0);
        simulated_pass(&server, SEEN_PAUSE_MS - 1000); /* a short absence is none */
        assert_int_equal(place(1, table), 0);
        client_forget(&server, 1);
        simulated_pass(&server, STORE_LISTED_MS + SEEN_PAUSE_MS);
        /* Whoever looks at the list is told without asking. */
        assert_int_equal(place_in(client_last(&server, 1, "lobby", NULL), table), -1);
        assert_int_equal(place(1, table), -1);
        client_hello(&server, 0, "en");
        client_forget(&server, 1);
        json_decref(client_ask(&server, 0, "\"type\":\"watch\",\"table\":\"%s\"", table));
        simulated_pass(&server, 2 * LOBBY_PAUSE_MS);
        assert_int_equal(place_in(client_last(&server, 1, "lobby", NULL), table), 0);
        simulated_close(&server);
    }
}

/* While people play it is the same, and someone who only looks on keeps no table in the list. */
static void games_stay_as_long_as_their_people(void **state)
{
    (void)state;
    begin(3);
    make(0, MINE, server.table);
    json_decref(client_do(&server, 1, "join"));
    simulated_pass(&server, READY_WAIT_MS + 200);
    json_decref(client_look(&server, 2));
    simulated_pass(&server, 4 * STORE_LISTED_MS);
    assert_int_equal(place(2, server.table), 0);
    client_leave(&server, 0);
    simulated_pass(&server, 4 * STORE_LISTED_MS);
    assert_int_equal(place(2, server.table), 0);
    client_leave(&server, 1);
    simulated_pass(&server, STORE_LISTED_MS + SEEN_PAUSE_MS);
    assert_int_equal(place(2, server.table), -1);
    assert_int_equal(number_of(client_look(&server, 2), "number"), 1); /* it is still there */
    simulated_close(&server);
}

/* Nobody says anything when nothing has changed. */
static void a_list_that_is_the_same_is_not_sent_again(void **state)
{
    (void)state;
    begin(2);
    make(0, MINE, server.table);
    assert_int_equal(place(1, server.table), 0);
    simulated_pass(&server, 2 * SEEN_PAUSE_MS);
    client_forget(&server, 1);
    simulated_pass(&server, 10 * SEEN_PAUSE_MS);
    assert_null(client_last(&server, 1, "lobby", NULL));
    simulated_close(&server);
}

/* Those who play by turns need not be there; those who are there come first all the same. */
static void people_who_are_there_come_first(void **state)
{
    (void)state;
    begin(3);
    char days[STORE_ID_SIZE];
    make(0, MINE, server.table);
    simulated_pass(&server, 1000);
    make(1, MINE DAYS, days);
    client_leave(&server, 1);
    assert_int_equal(place(2, server.table), 0);
    assert_int_equal(place(2, days), 1);
    simulated_pass(&server, 4 * STORE_LISTED_MS);
    assert_int_equal(place(2, server.table), 0);
    assert_int_equal(place(2, days), 1);
    /* After a month without a word it leaves the list, when the next table is made. */
    server.now_ms += STORE_LISTED_DAYS_MS;
    hall_time(server.hall, server.now_ms);
    char another[STORE_ID_SIZE];
    make(2, MINE, another);
    simulated_pass(&server, SEEN_PAUSE_MS);
    assert_int_equal(place(2, days), -1);
    assert_true(place(2, another) >= 0);
    simulated_close(&server);
}

static void nobody_fills_the_list_alone(void **state)
{
    static const char *const kinds[] = {MINE, OTHERS, MINE DAYS};
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        begin(2);
        for (int i = 0; i < PERSON_LISTED_MAX; i++) make(0, kinds[kind], server.table);
        json_t *refused = create(0, kinds[kind]);
        assert_string_equal(member_text(refused, "code"), "limit");
        assert_non_null(strstr(member_text(refused, "text"), "public"));
        json_decref(refused);
        assert_string_equal(
            text_of(
                client_ask(&server, 0, "\"type\":\"create\",\"game\":\"rribbit\",%s", kinds[kind]),
                "type"),
            "table"); /* a private one may be made */
        assert_string_equal(text_of(create(1, kinds[kind]), "type"), "table");
        if (kind == 0) { /* one less */
            json_decref(client_do(&server, 0, "leave"));
            assert_string_equal(text_of(create(0, kinds[kind]), "type"), "table");
        }
        simulated_close(&server);
    }
}

static void no_address_fills_it_alone(void **state)
{
    (void)state;
    begin(10);
    assert_true(9 * PERSON_LISTED_MAX > ADDRESS_LISTED_MAX);
    struct budget budget = {0};
    for (int i = 0; i < 9; i++) hall_address(server.clients[i].session, 7, &budget);
    int made = 0, refused = 0;
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < PERSON_LISTED_MAX; k++) {
            json_t *answer = create(i, MINE);
            made += strcmp(member_text(answer, "type"), "table") == 0;
            refused += strcmp(member_text(answer, "code"), "limit") == 0;
            json_decref(answer);
        }
    }
    assert_int_equal(made, ADDRESS_LISTED_MAX);
    assert_int_equal(refused, 9 * PERSON_LISTED_MAX - ADDRESS_LISTED_MAX);
    assert_string_equal(text_of(create(9, MINE), "type"), "table"); /* from elsewhere */
    simulated_close(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_stay_as_long_as_their_people),
        cmocka_unit_test(games_stay_as_long_as_their_people),
        cmocka_unit_test(a_list_that_is_the_same_is_not_sent_again),
        cmocka_unit_test(people_who_are_there_come_first),
        cmocka_unit_test(nobody_fills_the_list_alone),
        cmocka_unit_test(no_address_fills_it_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
