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
        /* Clients that watch the list are told without asking. */
        assert_string_equal(text_of(client_last(&server, 1, "lobby_change", NULL), "gone.0"),
                            table);
        assert_int_equal(place(1, table), -1);
        client_hello(&server, 0, "en");
        client_forget(&server, 1);
        json_decref(client_ask(&server, 0, "\"type\":\"watch\",\"table\":\"%s\"", table));
        simulated_pass(&server, 2 * LOBBY_PAUSE_MS);
        assert_int_equal(place_in(client_last(&server, 1, "lobby_change", NULL), table), 0);
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
    assert_null(client_last(&server, 1, "lobby_change", NULL));
    simulated_close(&server);
}

/* A change says what is different, and nothing of the other tables. */
static void only_what_changes_is_sent(void **state)
{
    (void)state;
    begin(4);
    char other[STORE_ID_SIZE];
    make(0, MINE, other);
    assert_int_equal(place(2, other), 0);
    make(1, MINE, server.table);
    simulated_pass(&server, 2 * LOBBY_PAUSE_MS);
    json_t *change = client_last(&server, 2, "lobby_change", NULL);
    assert_int_equal(json_array_size(json_object_get(change, "tables")), 1);
    assert_int_equal(json_array_size(json_object_get(change, "gone")), 0);
    assert_int_equal(place_in(change, server.table), 0);
    client_forget(&server, 2);
    json_decref(client_do(&server, 3, "join"));
    simulated_pass(&server, READY_WAIT_MS + 2 * LOBBY_PAUSE_MS);
    change = client_last(&server, 2, "lobby_change", NULL);
    assert_string_equal(member_text(change, "tables.0.phase"), "playing");
    assert_string_equal(member_text(change, "tables.0.seats.1.name"), "P3");
    assert_int_equal(json_array_size(json_object_get(change, "tables")), 1);
    json_decref(change);
    json_decref(client_ask(&server, 2, "\"type\":\"lobby\",\"off\":true"));
    client_forget(&server, 2);
    json_decref(client_do(&server, 3, "resign"));
    simulated_pass(&server, 2 * LOBBY_PAUSE_MS);
    assert_null(client_last(&server, 2, "lobby_change", NULL)); /* does not look any more */
    simulated_close(&server);
}

/* ---- Changes add up to the list ---- */

#define PEOPLE 6
#define LOOKERS 3 /* clients after them, and one more */

/* The list as a client knows it: rows by table, without their time. */
static void rows_put(json_t *known, const json_t *rows)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_deep_copy(json_array_get(rows, i));
        json_object_del(row, "updated");
        json_object_set_new(known, member_text(row, "table"), row);
    }
}

/* Takes all that a client has heard. */
static void known_update(int client, json_t *known)
{
    char *message = server.clients[client].inbox, *end;
    for (; (end = strchr(message, '\n')) != NULL; message = end + 1) {
        json_t *heard = json_loadb(message, (size_t)(end - message), 0, NULL);
        const char *type = member_text(heard, "type");
        if (strcmp(type, "lobby") == 0) json_object_clear(known);
        const json_t *gone = json_object_get(heard, "gone");
        for (size_t i = 0; i < json_array_size(gone); i++) {
            assert_int_equal(json_object_del(known, json_string_value(json_array_get(gone, i))), 0);
        }
        if (strncmp(type, "lobby", 5) == 0) rows_put(known, json_object_get(heard, "tables"));
        json_decref(heard);
    }
    client_forget(&server, client);
}

static void anything_happens(struct pond_rng *rng, char (*tables)[STORE_ID_SIZE], uint32_t *count)
{
    const int who = (int)pond_rng_below(rng, PEOPLE);
    if (*count > 0) memcpy(server.table, tables[pond_rng_below(rng, *count)], STORE_ID_SIZE);
    switch (pond_rng_below(rng, 8)) {
    case 0:
    case 1: {
        const char *id =
            text_of(create(who, pond_rng_below(rng, 4) == 0 ? MINE DAYS : MINE), "table");
        if (id[0] != '\0' && *count < 400) memcpy(tables[(*count)++], id, STORE_ID_SIZE);
        break;
    }
    case 2: json_decref(client_do(&server, who, "join")); break;
    case 3: json_decref(client_do(&server, who, "leave")); break;
    case 4: json_decref(client_do(&server, who, "resign")); break;
    case 5: client_hello(&server, who, "en"); break;
    case 6: client_leave(&server, who); break;
    default: simulated_pass(&server, pond_rng_below(rng, 40) * 1000); break;
    }
}

static void changes_add_up(void **state)
{
    static char tables[400][STORE_ID_SIZE];
    json_t *known[LOOKERS];
    struct pond_rng rng;
    uint32_t count = 0, most = 0;
    (void)state;
    begin(PEOPLE + LOOKERS + 1);
    pond_rng_seed(&rng, "changes");
    for (int i = 0; i < LOOKERS; i++) known[i] = json_object();
    for (int round = 0; round < 600; round++) {
        anything_happens(&rng, tables, &count);
        for (int i = 0; i < LOOKERS; i++) {
            const int looker = PEOPLE + i;
            if (round > 0 && pond_rng_below(&rng, 12) != 0) continue;
            json_decref(client_ask(&server, looker, "\"type\":\"lobby\""));
        }
        json_t *list = client_ask(&server, PEOPLE + LOOKERS, "\"type\":\"lobby\"");
        json_t *wanted = json_object();
        rows_put(wanted, json_object_get(list, "tables"));
        if (json_object_size(wanted) > most) most = (uint32_t)json_object_size(wanted);
        for (int i = 0; i < LOOKERS; i++) {
            known_update(PEOPLE + i, known[i]);
            assert_true(json_equal(known[i], wanted));
        }
        client_forget(&server, PEOPLE + LOOKERS);
        json_decref(list);
        json_decref(wanted);
    }
    assert_true(most > 5); /* there was something to tell */
    for (int i = 0; i < LOOKERS; i++) json_decref(known[i]);
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
        cmocka_unit_test(only_what_changes_is_sent),
        cmocka_unit_test(changes_add_up),
        cmocka_unit_test(people_who_are_there_come_first),
        cmocka_unit_test(nobody_fills_the_list_alone),
        cmocka_unit_test(no_address_fills_it_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
