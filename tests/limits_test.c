/* limits_test.c: every limit of the play server (src/server/limits.h) that can be met without a
 * network: who goes beyond it is refused with a sentence or closed, and nobody else notices. The
 * others (message and header sizes, unread bytes, connections at once) are met by real sockets in
 * tests/server/wire.mjs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "addresses.h"
#include "connection.h"
#include "limits.h"
#include "simulated.h"
#include "wire.h"

static struct simulated server;
static const struct address nowhere;

static const char *code_of(json_t *message)
{
    static char code[32];
    const bool error = strcmp(member_text(message, "type"), "error") == 0;
    snprintf(code, sizeof code, "%s", error ? member_text(message, "code") : "");
    json_decref(message);
    return code;
}

static void begin(void)
{
    simulated_open(&server, "limits", NULL, NULL);
    client_hello(&server, 0, "en");
    client_hello(&server, 1, "fr");
}

static void end(void) { simulated_close(&server); }

static void send_raw(int client, const char *text)
{
    if (server.clients[client].closed == 0) {
        hall_message(server.clients[client].session, text, strlen(text));
    }
}

static json_t *create(int client, const char *seats)
{
    return client_ask(&server, client, "\"type\":\"create\",\"game\":\"rribbit\",\"seats\":[%s]",
                      seats);
}

/* ---- Messages ---- */

static void messages_of_a_socket(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < 2 * SESSION_MESSAGES_BURST; i++) send_raw(0, "{\"type\":\"ping\"}");
    assert_int_equal(server.clients[0].closed, 1008);
    assert_string_equal(code_of(client_ask(&server, 1, "\"type\":\"ping\"")), "");
    assert_int_equal(server.clients[1].closed, 0);
    end();
}

static int code_sent; /* in a close frame */

static void control_written(void *context, struct wire *wire, const void *first,
                            size_t first_length, const void *second, size_t second_length,
                            bool waits)
{
    const uint8_t *header = first, *payload = second;
    (void)context, (void)wire, (void)waits;
    if (first_length == 2 && header[0] == 0x88 && second_length == 2) {
        code_sent = payload[0] << 8 | payload[1];
    }
}

static void control_ended(void *context, struct wire *wire) { (void)context, (void)wire; }

/* Pings and pongs cost the server as much as messages do. */
static void control_frames_of_a_socket(void **state)
{
    static const uint8_t opcodes[] = {0x89, 0x8a};
    const struct hall_outside outside = {.send = wire_send, .close = wire_close};
    const struct hall_limits limits = {.off = false};
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        for (int slow = 0; slow < 2; slow++) {
            struct hall *hall = hall_new(&outside, "limits", &limits);
            struct site site = {.hall = hall, .write = control_written, .end = control_ended};
            struct wire wire;
            int64_t now_ms = 1000;
            char request[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
            hall_time(hall, now_ms);
            assert_true(wire_open(&wire, &site, &nowhere, now_ms));
            wire_receive(&wire, (uint8_t *)request, sizeof request - 1, now_ms);
            code_sent = 0;
            for (int i = 0; i < 2 * SESSION_MESSAGES_BURST && code_sent == 0; i++) {
                uint8_t frame[] = {opcodes[kind], 0x80, 1, 2, 3, 4};
                if (slow) now_ms += 1000 / SESSION_MESSAGES_A_SECOND;
                hall_time(hall, now_ms);
                wire_receive(&wire, frame, sizeof frame, now_ms);
            }
            assert_int_equal(code_sent, slow ? 0 : 1008);
            wire_gone(&wire);
            hall_free(hall);
        }
    }
}

static void messages_at_the_allowed_rate(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < 20 * SESSION_MESSAGES_A_SECOND; i++) {
        simulated_pass(&server, 1000 / SESSION_MESSAGES_A_SECOND);
        send_raw(0, "{\"type\":\"ping\"}");
    }
    assert_int_equal(server.clients[0].closed, 0);
    end();
}

/* One person with many sockets, each of which keeps to its own limit. */
static void messages_of_a_person(void **state)
{
    (void)state;
    begin();
    const int sockets = 8;
    for (int i = 2; i < 2 + sockets; i++) {
        client_connect(&server, i);
        json_decref(client_ask(&server, i, "\"type\":\"hello\",\"key\":\"%064d\"", 77));
    }
    const int each = SESSION_MESSAGES_BURST - 10;
    assert_true(sockets * each > 2 * PERSON_MESSAGES_BURST);
    int closed = 0;
    for (int k = 0; k < each; k++) {
        for (int i = 2; i < 2 + sockets; i++) send_raw(i, "{\"type\":\"ping\"}");
    }
    for (int i = 2; i < 2 + sockets; i++) closed += server.clients[i].closed == 1008;
    assert_true(closed > 0);
    assert_string_equal(code_of(client_ask(&server, 1, "\"type\":\"ping\"")), "");
    end();
}

/* Where one socket of a person, or many at one address, have said too much, another that only
 * answers pings stays. */
static void silence_is_not_closed_for_others(void **state)
{
    (void)state;
    begin();
    for (int i = 2; i < 4; i++) {
        client_connect(&server, i);
        json_decref(client_ask(&server, i, "\"type\":\"hello\",\"key\":\"%064d\"", 77));
    }
    session_charge(server.clients[2].session, SPEND_MESSAGES, 10 * PERSON_MESSAGES_BURST);
    assert_true(session_spent(server.clients[3].session, SPEND_MESSAGES));
    for (int i = 0; i < 5; i++) assert_true(hall_speaks(server.clients[3].session));
    assert_int_equal(server.clients[3].closed, 0);
    send_raw(3, "{\"type\":\"ping\"}");
    assert_int_equal(server.clients[3].closed, 1008);
    end();
}

static void messages_that_wait_for_one_another(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < SESSION_WAITING_MAX; i++) send_raw(0, "{\"type\":\"mine\"}");
    assert_int_equal(server.clients[0].closed, 0);
    for (int i = 0; i < 2; i++) send_raw(0, "{\"type\":\"mine\"}");
    assert_int_equal(server.clients[0].closed, 1008);
    end();
}

/* Several messages at once about a table that is not there: each is answered, by its id. */
static void messages_about_no_table(void **state)
{
    static const char *const types[] = {"watch", "play", "join", "record", "resign", "watch"};
    (void)state;
    begin();
    char text[300];
    for (int i = 0; i < 6; i++) {
        snprintf(text, sizeof text,
                 "{\"type\":\"%s\",\"id\":%d,\"table\":\"0123456789abcdef\",\"version\":1,"
                 "\"move\":\"b1-c3\"}",
                 types[i], 500 + i);
        send_raw(0, text);
        send_raw(1, text); /* and by two at once */
    }
    simulated_run(&server);
    for (int client = 0; client < 2; client++) {
        for (int i = 0; i < 6; i++) {
            snprintf(text, sizeof text, "{\"type\":\"error\",\"id\":%d,\"code\":\"table\"",
                     500 + i);
            assert_non_null(strstr(server.clients[client].inbox, text));
        }
    }
    assert_int_equal(hall_figures(server.hall).rooms, 0);
    end();
}

/* ---- Tables ---- */

static void tables_made_a_minute(void **state)
{
    (void)state;
    begin();
    char table[STORE_ID_SIZE];
    for (int i = 0; i < PERSON_CREATES_A_MINUTE; i++) {
        json_t *made = create(0, "\"me\",\"open\"");
        snprintf(table, sizeof table, "%s", member_text(made, "table"));
        assert_string_equal(code_of(made), "");
        json_decref(client_ask(&server, 0, "\"type\":\"leave\",\"table\":\"%s\"", table));
        json_decref(client_ask(&server, 0, "\"type\":\"unwatch\",\"table\":\"%s\"", table));
    }
    assert_string_equal(code_of(create(0, "\"me\",\"open\"")), "limit");
    assert_string_equal(code_of(create(1, "\"me\",\"open\"")), "");
    simulated_pass(&server, 60000);
    assert_string_equal(code_of(create(0, "\"me\",\"open\"")), "");
    end();
}

/* However slowly they are made, and on whatever socket; for yourself or for others. */
static void tables_that_are_not_finished(void **state)
{
    static const char *const seats[] = {"\"me\",\"open\"", "\"open\",\"open\""};
    (void)state;
    for (int way = 0; way < 2; way++) {
        begin();
        char table[STORE_ID_SIZE] = "";
        for (int i = 0; i < PERSON_TABLES_MAX; i++) {
            if (i % 10 == 0) { /* another socket; those before it stay at their tables */
                client_connect(&server, 2 + i / 10);
                json_decref(
                    client_ask(&server, 2 + i / 10, "\"type\":\"hello\",\"key\":\"%064d\"", 77));
            }
            json_t *made = create(2 + i / 10, seats[way]);
            snprintf(table, sizeof table, "%s", member_text(made, "table"));
            assert_string_equal(code_of(made), "");
            simulated_pass(&server, 4000);
        }
        client_connect(&server, 0);
        json_decref(client_ask(&server, 0, "\"type\":\"hello\",\"key\":\"%064d\"", 77));
        assert_string_equal(code_of(create(0, seats[way])), "limit");
        assert_string_equal(code_of(create(1, seats[way])), "");
        end();
    }
}

static void tables_watched_by_a_socket(void **state)
{
    (void)state;
    begin();
    char table[STORE_ID_SIZE];
    for (int i = 0; i <= SESSION_TABLES_MAX; i++) {
        json_t *made = create(0, "\"me\",\"open\"");
        snprintf(table, sizeof table, "%s", member_text(made, "table"));
        if (i < SESSION_TABLES_MAX) {
            json_decref(made);
            assert_string_equal(
                code_of(client_ask(&server, 1, "\"type\":\"watch\",\"table\":\"%s\"", table)), "");
        } else {
            assert_string_equal(code_of(made), "limit");
        }
        simulated_pass(&server, 500);
    }
    client_hello(&server, 2, "en");
    json_t *made = create(2, "\"me\",\"open\"");
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    json_decref(made);
    assert_string_equal(
        code_of(client_ask(&server, 1, "\"type\":\"watch\",\"table\":\"%s\"", table)), "limit");
    end();
}

/* Says something on a new socket that shares the inbox of client 2; is it refused by a limit? */
static bool crowd_refused(uint32_t address, const char *hello, const char *text)
{
    struct session *session = hall_enter(server.hall, &server.clients[2]);
    hall_address(session, address, NULL);
    hall_message(session, hello, strlen(hello));
    simulated_run(&server);
    client_forget(&server, 2);
    hall_message(session, text, strlen(text));
    simulated_run(&server);
    return strstr(server.clients[2].inbox, "\"code\":\"limit\"") != NULL;
}

#define ANYONE "{\"type\":\"hello\"}"
#define CLIENT_0 "{\"type\":\"hello\",\"key\":\"%064d\"}"

static void spectators_keep_nobody_from_playing(void **state)
{
    (void)state;
    begin();
    char table[STORE_ID_SIZE], watch[100], hello[120];
    json_t *made = create(0, "\"me\",\"open\"");
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    json_decref(made);
    snprintf(watch, sizeof watch, "{\"type\":\"watch\",\"id\":7,\"table\":\"%s\"}", table);
    client_connect(&server, 2);
    /* There is a limit for one address, and one for all addresses together. */
    for (int i = 0; i < ADDRESS_SPECTATORS_MAX; i++) assert_false(crowd_refused(9, ANYONE, watch));
    assert_true(crowd_refused(9, ANYONE, watch));
    for (int i = ADDRESS_SPECTATORS_MAX; i < ROOM_SPECTATORS_MAX; i++) {
        assert_false(crowd_refused(100 + (uint32_t)i, ANYONE, watch));
    }
    assert_true(crowd_refused(8, ANYONE, watch));
    /* The person with the seat comes back, from the crowd's own address, as often as needed; */
    client_leave(&server, 0);
    snprintf(hello, sizeof hello, CLIENT_0, 1);
    for (int i = 0; i < 3 * SEAT_SOCKETS_MAX; i++) assert_false(crowd_refused(9, hello, watch));
    const struct room *room = room_find(server.hall, table);
    assert_int_equal(room->watch_count, ROOM_SPECTATORS_MAX + SEAT_SOCKETS_MAX);
    /* and a newcomer takes the open seat. */
    json_t *joined = client_ask(&server, 1, "\"type\":\"join\",\"table\":\"%s\"", table);
    assert_string_equal(member_text(joined, "what.kind"), "sit");
    json_decref(joined);
    end();
}

/* ---- Connections ---- */

static bool wire_ended;
static size_t wire_written;

static void wire_write(void *context, struct wire *wire, const void *first, size_t first_length,
                       const void *second, size_t second_length, bool waits)
{
    (void)context, (void)wire, (void)first, (void)second, (void)waits;
    wire_written += first_length + second_length;
}

static void wire_end(void *context, struct wire *wire)
{
    (void)context, (void)wire;
    wire_ended = true;
}

static void wire_begin(struct site *site, struct wire *wire)
{
    *site = (struct site){
        .hall = server.hall, .store = server.store, .write = wire_write, .end = wire_end};
    wire_ended = false;
    wire_written = 0;
    assert_true(wire_open(wire, site, &nowhere, 1000));
}

/* A silent connection lasts only as long as a header may take. */
static void silence_before_a_request(void **state)
{
    (void)state;
    struct site site;
    struct wire wire;
    begin();
    wire_begin(&site, &wire);
    wire_tick(&wire, 1000 + HEADER_TIME_MS_MAX);
    assert_false(wire_ended);
    wire_tick(&wire, 1001 + HEADER_TIME_MS_MAX);
    assert_true(wire_ended);
    wire_gone(&wire);
    end();
}

/* A WebSocket that says nothing is pinged, then closed; half a frame is nothing. */
static void silence_after_the_handshake(void **state)
{
    (void)state;
    struct site site;
    struct wire wire;
    char request[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    uint8_t half[] = {0x81, 0x85, 1, 2, 3};
    begin();
    wire_begin(&site, &wire);
    wire_receive(&wire, (uint8_t *)request, sizeof request - 1, 1000);
    wire_receive(&wire, half, sizeof half, 2000);
    wire_written = 0;
    wire_tick(&wire, 2000 + PING_MS);
    assert_int_equal(wire_written, 0);
    wire_tick(&wire, 2001 + PING_MS);
    assert_int_equal(wire_written, 2); /* a ping */
    wire_tick(&wire, 2000 + SILENCE_MS_MAX);
    assert_false(wire_ended);
    wire_tick(&wire, 2001 + SILENCE_MS_MAX);
    assert_true(wire_ended);
    wire_gone(&wire);
    end();
}

static void connections_of_an_address(void **state)
{
    (void)state;
    struct addresses *addresses = addresses_new();
    const struct address one = {.bytes = {10, 0, 0, 1}}, other = {.bytes = {10, 0, 0, 2}};
    uint32_t number = 0, first = 0;
    int64_t now_ms = 1000;
    for (int i = 0; i < ADDRESS_CONNECTS_BURST; i++) { /* many at once, */
        assert_true(addresses_enter(addresses, &one, now_ms, &number));
        if (i == 0) first = number;
        assert_int_equal(number, first);
    }
    assert_false(addresses_enter(addresses, &one, now_ms, &number));
    assert_true(addresses_enter(addresses, &other, now_ms, &number));
    now_ms += 1000; /* then a number per second, up to the limit at one time */
    int more = 0;
    while (addresses_enter(addresses, &one, now_ms, &number)) more++;
    assert_int_equal(more, ADDRESS_CONNECTIONS_MAX - ADDRESS_CONNECTS_BURST);
    for (int i = 0; i < ADDRESS_CONNECTIONS_MAX; i++) addresses_leave(addresses, first);
    now_ms += 500;
    more = 0;
    while (addresses_enter(addresses, &one, now_ms, &number)) {
        addresses_leave(addresses, number);
        more++;
    }
    assert_in_range(more, 1, ADDRESS_CONNECTS_BURST); /* by their rate alone */
    addresses_free(addresses);
}

static struct address written(const char *text)
{
    struct address address;
    assert_true(address_parse(text, strlen(text), &address));
    return address;
}

/* IPv4 counts as IPv4 at a socket for both kinds, and IPv6 by network. */
static void kinds_of_addresses(void **state)
{
    static const struct {
        const char *one, *other;
        bool same;
    } pairs[] = {{"192.0.2.7", "::ffff:192.0.2.7", true},
                 {"::ffff:192.0.2.7", "::ffff:192.0.2.8", false},
                 {"2001:db8::1", "2001:db8::ffff:2", true},
                 {"2001:db8::1", "2001:db8:0:ff::1", true}, /* of one household */
                 {"2001:db8::1", "2001:db8:0:100::1", false},
                 {"::1", "::ffff:127.0.0.1", false}};
    (void)state;
    struct addresses *addresses = addresses_new();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct address one = written(pairs[i].one), other = written(pairs[i].other);
        const bool same =
            addresses_find(addresses, &one, 1000) == addresses_find(addresses, &other, 1000);
        assert_int_equal(same, pairs[i].same);
    }
    addresses_free(addresses);
}

/* Nobody can work out which addresses fall beside others': every book has a key of its own.
 */
static void addresses_fall_anywhere(void **state)
{
    (void)state;
    int alike = 0;
    struct addresses *books[2] = {addresses_new(), addresses_new()};
    for (uint32_t i = 0; i < 20; i++) {
        struct address address = {.bytes = {0x20, 1, 0x0d, 0xb8, (uint8_t)i}};
        alike +=
            addresses_find(books[0], &address, 1000) == addresses_find(books[1], &address, 1000);
    }
    assert_in_range(alike, 0, 2);
    for (int i = 0; i < 2; i++) addresses_free(books[i]);
}

/* However many addresses an attacker has, the book turns nobody away: those who are gone make
 * room. */
static void addresses_without_end(void **state)
{
    (void)state;
    struct addresses *addresses = addresses_new();
    for (uint32_t i = 0; i < 300000; i++) {
        struct address address = {.bytes = {0x20, 1}};
        uint32_t number = 0;
        memcpy(address.bytes + 2, &i, sizeof i);
        assert_true(addresses_enter(addresses, &address, 1000 + i / 100, &number));
        addresses_leave(addresses, number);
    }
    addresses_free(addresses);
}

/* Only what a proxy of ours added counts: what came before it may be invented. */
static void addresses_behind_proxies(void **state)
{
    static const struct {
        const char *proxies, *header, *client; /* no client: refused */
    } cases[] = {
        {NULL, "192.0.2.7", "192.0.2.7"},
        {NULL, "198.51.100.1, 192.0.2.7", "192.0.2.7"},
        {NULL, "192.0.2.7, 127.0.0.1", "192.0.2.7"},
        {NULL, "192.0.2.7,::1", "192.0.2.7"},
        {NULL, "127.0.0.1", "127.0.0.1"},
        {"10.0.0.0/8,2001:db8::/32", "6.6.6.6, 192.0.2.7, 10.1.2.3, 2001:db8::5", "192.0.2.7"},
        {"10.0.0.2", "192.0.2.7, 10.0.0.3", "10.0.0.3"},
        {NULL, "", NULL},
        {NULL, "192.0.2.7,", NULL},
        {NULL, "unknown", NULL},
        {NULL, "192.0.2.7:99", NULL},
        {NULL, "192.0.2.07", NULL},
        {NULL, "192.0.2.7, 127.0.0.1,", NULL}};
    static const char *const wrong[] = {"", "x", "10.0.0.0/33", "::1/129", "10.0.0.1,", "1.2.3.4/"};
    struct proxies proxies;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct address client;
        assert_true(proxies_parse(cases[i].proxies, &proxies));
        const bool fine =
            proxies_client(&proxies, cases[i].header, strlen(cases[i].header), &client);
        assert_int_equal(fine, cases[i].client != NULL);
        if (!fine) continue;
        const struct address wanted = written(cases[i].client);
        assert_memory_equal(&client, &wanted, sizeof client);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(proxies_parse(wrong[i], &proxies));
    }
}

/* Each person has a budget that nobody else can spend, whatever their ids; entries of people who
 * have gone are dropped once they are full again. */
static void budgets_are_not_shared(void **state)
{
    enum { PEOPLE = 20000 };
    (void)state;
    struct people *people = people_new();
    const struct pace pace = person_paces[SPEND_CREATES];
    for (int i = 0; i < PEOPLE; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "%016d", i);
        struct person *person = people_get(people, id);
        assert_ptr_equal(people_find(people, id), person);
        struct rate *rate = &person->budget.rates[SPEND_CREATES];
        for (int k = 0; k < PERSON_CREATES_A_MINUTE; k++) {
            assert_true(rate_take(rate, pace, 1, 1000));
        }
        assert_false(rate_take(rate, pace, 1, 1000));
        assert_in_range(rate_wait_ms(rate, pace, 1000), 1, 60000 / PERSON_CREATES_A_MINUTE + 1);
    }
    assert_int_equal(people_count(people), PEOPLE);
    for (int i = 0; i < 1000; i++) people_tick(people, 1000);
    assert_int_equal(people_count(people), PEOPLE);
    for (int i = 0; i < 1000; i++) people_tick(people, 100000);
    assert_int_equal(people_count(people), 0);
    people_free(people);
}

/* A person who guesses is told to wait, and never that a right code is wrong. */
static void guesses_of_a_person(void **state)
{
    char code[32];
    (void)state;
    begin();
    json_t *made = client_ask(&server, 1, "\"type\":\"recovery\"");
    snprintf(code, sizeof code, "%s", member_text(made, "code"));
    json_decref(made);
    for (int i = 0; i < PERSON_GUESSES_A_MINUTE; i++) {
        assert_string_equal(code_of(client_ask(&server, 0,
                                               "\"type\":\"recover\",\"code\":"
                                               "\"aaaa-aaaa-aaaa-aaaa-aaaa\"")),
                            "code");
    }
    json_t *answer = client_ask(&server, 0, "\"type\":\"recover\",\"code\":\"%s\"", code);
    assert_string_equal(member_text(answer, "text"), "Too many at once. Try again in 6 s.");
    assert_string_equal(code_of(answer), "limit");
    simulated_pass(&server, 6100);
    assert_string_equal(
        code_of(client_ask(&server, 0, "\"type\":\"recover\",\"code\":\"%s\"", code)), "");
    end();
}

/* Invitations cannot be tried one after the other. */
static void guesses_of_an_invitation(void **state)
{
    char table[STORE_ID_SIZE], invite[32];
    (void)state;
    begin();
    json_t *made = create(0, "\"me\",\"invited\"");
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    snprintf(invite, sizeof invite, "%s", member_text(made, "invite"));
    json_decref(made);
    assert_int_equal(strlen(invite), 12);
    for (int i = 0; i <= PERSON_GUESSES_A_MINUTE; i++) {
        json_t *answer = client_ask(
            &server, 1, "\"type\":\"join\",\"table\":\"%s\",\"invite\":\"aaaaaa\"", table);
        assert_string_equal(code_of(answer), i < PERSON_GUESSES_A_MINUTE ? "seat" : "limit");
    }
    const char *join = "\"type\":\"join\",\"table\":\"%s\",\"invite\":\"%s\"";
    assert_string_equal(code_of(client_ask(&server, 1, join, table, invite)), "limit");
    simulated_pass(&server, 7000);
    assert_string_equal(code_of(client_ask(&server, 1, join, table, invite)), "");
    end();
}

/* Tables that their maker does not sit at are counted however idle they are. */
static void tables_for_others(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < PERSON_GIFTS_A_DAY; i++) {
        json_t *made = create(0, "\"open\",\"open\"");
        char table[STORE_ID_SIZE];
        snprintf(table, sizeof table, "%s", member_text(made, "table"));
        assert_string_equal(code_of(made), "");
        json_decref(client_ask(&server, 0, "\"type\":\"unwatch\",\"table\":\"%s\"", table));
        simulated_pass(&server, 4000);
    }
    simulated_pass(&server, 2 * ROOM_IDLE_MS);
    assert_int_equal(hall_figures(server.hall).rooms, 0);
    assert_string_equal(code_of(create(0, "\"open\",\"open\"")), "limit");
    assert_string_equal(code_of(create(0, "\"me\",\"open\"")), "");
    end();
}

/* ---- The machine ---- */

static void file_write(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

/* A service may take what its own group allows, or less where one around it allows less. */
static void memory_of_a_service(void **state)
{
    static const char *const names[] = {"/groups", "/a/b/memory.max", "/a/memory.max",
                                        "/memory.max"};
    static const struct {
        const char *texts[4]; /* of these files; NULL: there is none */
        int64_t bytes;
    } cases[] = {
        {{"1:cpu:/x\n0::/a/b\n", "2147483648\n", "max\n", NULL}, 2147483648},
        {{"0::/a/b\n", "max\n", "3000\n", NULL}, 3000},
        {{"0::/a/b\n", "2000\n", "3000\n", "1000\n"}, 1000},
        {{"0::/\n", "1\n", "1\n", "700\n"}, 700}, /* in a container */
        {{"0::/a/b\n", "max\n", "max\n", NULL}, 1LL << 40},
        {{"0::/a/b\n", "9223372036854775807\n", NULL, NULL}, 1LL << 40},
        {{"4:memory:/a/b\n", "5\n", NULL, NULL}, 1LL << 40}, /* the first version has other files */
        {{NULL, "5\n", NULL, NULL}, 1LL << 40}};
    char folder[] = "/tmp/pond-groups-XXXXXX", path[200];
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", folder, i == 0 ? "/a" : "/a/b");
        assert_int_equal(mkdir(path, 0700), 0);
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 4; k++) {
            snprintf(path, sizeof path, "%s%s", folder, names[k]);
            remove(path);
            if (cases[i].texts[k] != NULL) file_write(folder, names[k], cases[i].texts[k]);
        }
        snprintf(path, sizeof path, "%s/groups", folder);
        assert_int_equal(memory_limit(path, folder, 1LL << 40), cases[i].bytes);
    }
    for (int k = 0; k < 6; k++) {
        const char *const rest[] = {"/a/b", "/a"};
        snprintf(path, sizeof path, "%s%s", folder, k < 4 ? names[k] : rest[k - 4]);
        remove(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_a_socket),
        cmocka_unit_test(control_frames_of_a_socket),
        cmocka_unit_test(messages_at_the_allowed_rate),
        cmocka_unit_test(messages_of_a_person),
        cmocka_unit_test(silence_is_not_closed_for_others),
        cmocka_unit_test(messages_that_wait_for_one_another),
        cmocka_unit_test(messages_about_no_table),
        cmocka_unit_test(tables_made_a_minute),
        cmocka_unit_test(tables_that_are_not_finished),
        cmocka_unit_test(tables_watched_by_a_socket),
        cmocka_unit_test(spectators_keep_nobody_from_playing),
        cmocka_unit_test(silence_before_a_request),
        cmocka_unit_test(silence_after_the_handshake),
        cmocka_unit_test(connections_of_an_address),
        cmocka_unit_test(kinds_of_addresses),
        cmocka_unit_test(addresses_fall_anywhere),
        cmocka_unit_test(addresses_without_end),
        cmocka_unit_test(addresses_behind_proxies),
        cmocka_unit_test(budgets_are_not_shared),
        cmocka_unit_test(guesses_of_a_person),
        cmocka_unit_test(guesses_of_an_invitation),
        cmocka_unit_test(tables_for_others),
        cmocka_unit_test(memory_of_a_service),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
