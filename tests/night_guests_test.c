/* night_guests_test.c: game nights with guests who mean harm. They send every message about the
 * night and its table at random, at flood pace, several at once; they join with many keys, are
 * removed and go on. The law: nobody honest is ever refused anything because of them, every game
 * begins and ends, the lead stays where it is, and the leader can remove them.
 *
 *   night_guests_test [SEED [GAMES]] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <cmocka.h>

#include "limits.h"
#include "night_room.h"
#include "simulated.h"

enum { SCREEN, LEA, ADA, BEN, LATE, GUEST, GUESTS = 8, FRESH = GUEST + GUESTS };
enum { HOUSE, HOME, ELSEWHERE, ADDRESSES = ELSEWHERE + 10 }; /* no guest is at HOME */

#define STEP_MS 250   /* of mischief */
#define MESSAGES 6    /* of each guest in it: more than its limit of messages allows */
#define PATIENCE 80   /* steps in which something has to happen */
#define STALLS 8      /* steps after which the leader removes the guest who does not choose */
#define MOVES_MAX 120 /* of a game, then the leader stops it */

static struct simulated server;
static struct budget budgets[ADDRESSES];
static struct pond_rng rng;
static char code[NIGHT_CODE_SIZE], screen[STORE_ID_SIZE], file[200], where[220];
static uint32_t removals, stops, finished, returns, restarts;

static uint32_t below(uint32_t count) { return pond_rng_below(&rng, count); }

/* ---- Guests who mean harm ---- */

static struct guest {
    int key; /* a new one is another person */
    size_t favourite;
} guests[GUESTS];
static int keys = 1000;

static const char *const mischief[] = {
    "\"type\":\"night\",\"do\":\"open\"",
    "\"type\":\"create\",\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"]",
    "\"type\":\"night\",\"do\":\"watch\",\"code\":\"%C\"",
    "\"type\":\"night\",\"do\":\"watch\",\"code\":\"NEWT%D\"",
    "\"type\":\"night\",\"do\":\"join\",\"code\":\"%C\",\"name\":\"Lea\"",
    "\"type\":\"night\",\"do\":\"join\",\"code\":\"%C\",\"name\":\"N%D\",\"frog\":\"red\"",
    "\"type\":\"night\",\"do\":\"join\",\"code\":\"NEWT%D\"",
    "\"type\":\"night\",\"do\":\"leave\"",
    "\"type\":\"night\",\"do\":\"remove\",\"member\":%M",
    "\"type\":\"night\",\"do\":\"lead\",\"member\":%M",
    "\"type\":\"night\",\"do\":\"lead\",\"member\":%Y",
    "\"type\":\"night\",\"do\":\"choose\",\"game\":\"rribbit\"",
    "\"type\":\"night\",\"do\":\"choose\",\"game\":\"quibbit\",\"robots\":%S",
    "\"type\":\"night\",\"do\":\"vote\",\"game\":\"quibbles\"",
    "\"type\":\"night\",\"do\":\"vote\",\"game\":\"quibbit\"",
    "\"type\":\"night\",\"do\":\"ready\",\"on\":%B",
    "\"type\":\"night\",\"do\":\"away\",\"on\":%B",
    "\"type\":\"night\",\"do\":\"start\"",
    "\"type\":\"night\",\"do\":\"replace\",\"member\":%M",
    "\"type\":\"night\",\"do\":\"stop\"",
    "\"type\":\"night\",\"do\":\"say\",\"phrase\":\"wow\"",
    "\"type\":\"night\",\"do\":\"claim\",\"member\":%M",
    "\"type\":\"night\",\"do\":\"grant\",\"number\":%D",
    "\"type\":\"night\",\"do\":\"withdraw\"",
    "\"type\":\"night\",\"do\":\"end\"",
    "\"type\":\"watch\",\"table\":\"%T\"",
    "\"type\":\"unwatch\",\"table\":\"%T\"",
    "\"type\":\"join\",\"table\":\"%T\",\"seat\":%S",
    "\"type\":\"join\",\"table\":\"%T\",\"invite\":\"%I\",\"seat\":%S",
    "\"type\":\"number\",\"table\":\"%T\",\"number\":\"ab\"",
    "\"type\":\"promise\",\"table\":\"%T\",\"promise\":\"%064d\"",
    "\"type\":\"leave\",\"table\":\"%T\"",
    "\"type\":\"again\",\"table\":\"%T\"",
    "\"type\":\"substitute\",\"table\":\"%T\",\"seat\":%S",
    "\"type\":\"back\",\"table\":\"%T\"",
    "\"type\":\"record\",\"table\":\"%T\"",
    "\"type\":\"play\",\"table\":\"%T\",\"version\":%V,\"move\":\"%D\"",
    "\"type\":\"play\",\"table\":\"%T\",\"version\":%V,\"move\":\"2\"",
    "\"type\":\"withdraw\",\"table\":\"%T\",\"version\":%V",
    "\"type\":\"offer\",\"table\":\"%T\"",
    "\"type\":\"accept\",\"table\":\"%T\"",
    "\"type\":\"decline\",\"table\":\"%T\"",
    "\"type\":\"takeback\",\"table\":\"%T\",\"count\":1",
    "\"type\":\"takeback\",\"table\":\"%T\",\"count\":%P",
    "\"type\":\"agree\",\"table\":\"%T\"",
    "\"type\":\"refuse\",\"table\":\"%T\"",
    "\"type\":\"say\",\"table\":\"%T\",\"phrase\":\"wow\"",
    "\"type\":\"hint\",\"table\":\"%T\"",
    "\"type\":\"resign\",\"table\":\"%T\"",
};
#define MISCHIEFS (sizeof mischief / sizeof mischief[0])

static int64_t version_now;     /* of the table */
static int places[CLIENTS_MAX]; /* a guest's number at the night, as far as it knows */

static struct room *table_now(void)
{
    return server.table[0] != '\0' ? room_find(server.hall, server.table) : NULL;
}

static struct night *night_now(void)
{
    struct night_room *room = server.hall->nights;
    while (room != NULL && strcasecmp(room->code, code) != 0) room = room->next;
    return room != NULL ? &room->night : NULL;
}

/* Writes one, with %C the code, %D two digits, %M a member, %Y the sender, %B on or off, %T the
 * table, %I its invitation, which nobody should know, %P its decisions, %S a seat, %V a version. */
static void mischief_print(int client, const char *format, char text[400])
{
    struct pond_text out = pond_text_in(text, 400);
    const struct room *table = table_now();
    pond_text_char(&out, '{');
    for (const char *at = format; *at != '\0'; at++) {
        if (*at != '%') {
            pond_text_char(&out, *at);
            continue;
        }
        switch (*++at) {
        case 'C': pond_text_string(&out, code); break;
        case 'D': pond_text_number(&out, 10 + (int64_t)below(90)); break;
        case 'M': pond_text_number(&out, below(8)); break;
        case 'Y': pond_text_number(&out, places[client]); break;
        case 'B': pond_text_string(&out, below(2) == 0 ? "true" : "false"); break;
        case 'T':
            pond_text_string(&out, server.table[0] != '\0' ? server.table : "0123456789abcdef");
            break;
        case 'I': pond_text_string(&out, table != NULL ? table->table.invite : ""); break;
        case 'P': pond_text_number(&out, table != NULL ? table->table.match.ply : 1); break;
        case 'S': pond_text_number(&out, below(4)); break;
        case 'V': pond_text_number(&out, version_now); break;
        default: /* a promise */
            for (int i = 0; i < 64; i++) pond_text_char(&out, '0');
            at += 3;
        }
    }
    pond_text_char(&out, '}');
}

static void enter(int client, int address)
{
    client_connect(&server, client);
    hall_address(server.clients[client].session, (uint32_t)address + 1, &budgets[address]);
}

static void guest_enter_from(int client, int key, int address)
{
    char text[200];
    enter(client, address);
    if (key == 0) { /* looks on without one */
        json_decref(client_ask(&server, client, "\"type\":\"hello\",\"lang\":\"en\""));
        return;
    }
    snprintf(text, sizeof text, "\"type\":\"hello\",\"lang\":\"en\",\"key\":\"%064d\"", key);
    json_decref(client_ask(&server, client, "%s", text));
}

static void guest_act(int number)
{
    struct guest *guest = &guests[number];
    const int client = GUEST + number;
    if (below(12) == 0) guest->favourite = below(MISCHIEFS);
    if (server.clients[client].session == NULL || below(60) == 0) {
        const bool other = below(3) == 0;
        if (other) guest->key = below(6) == 0 ? 0 : keys++;
        guest_enter_from(client, guest->key,
                         below(2) == 0 ? HOUSE : ELSEWHERE + (int)below(ADDRESSES - ELSEWHERE));
    }
    json_t *night = client_last(&server, client, "night", NULL);
    if (night != NULL) places[client] = (int)member_number(night, "you");
    if (places[client] < 0) places[client] = 0;
    json_decref(night);
    client_forget(&server, client);
    if (below(8) == 0) { /* mostly they want to be in it */
        json_decref(client_ask(&server, client,
                               "\"type\":\"night\",\"do\":\"join\",\"code\":\"%s\"", code));
    }
    for (int i = 0; i < MESSAGES && server.clients[client].session != NULL; i++) {
        char text[400];
        const size_t which = below(2) == 0 ? guest->favourite : below(MISCHIEFS - 1);
        mischief_print(client, mischief[which], text);
        hall_message(server.clients[client].session, text, strlen(text)); /* all at once */
    }
}

/* Does a guest who was removed see as much as a spectator, and no more? */
static void removed_look(int client)
{
    const struct session *session = server.clients[client].session;
    const struct night *night = night_now();
    const struct room *table = table_now();
    if (session == NULL || !session->keyed || night == NULL || table == NULL) return;
    if (strcmp(night->table, server.table) != 0 || !night_barred(night, session->person)) return;
    assert_int_equal(room_observer(table, session), POND_SPECTATOR);
}

/* Those sit at the night's table whom the night has put there. */
static void seats_look(void)
{
    const struct night *night = night_now();
    const struct room *table = table_now();
    if (night == NULL || table == NULL || night->phase != NIGHT_PLAYING) return;
    if (strcmp(night->table, server.table) != 0) return;
    for (int seat = 0; seat < table->table.seat_count; seat++) {
        const struct table_seat *at = &table->table.seats[seat];
        if (night->seats[seat] < 0 || at->kind != SEAT_PERSON) continue;
        assert_string_equal(at->person, night->members[night->seats[seat]].person);
    }
}

/* What was decided by somebody whom a robot plays for is not undone meanwhile. */
static void undone_look(void)
{
    static char seen[STORE_ID_SIZE];
    static uint32_t takebacks;
    static bool replaced;
    const struct room *table = table_now();
    if (table == NULL || !table->table.begun) return;
    if (replaced && strcmp(seen, table->table.id) == 0) {
        assert_int_equal(table->table.match.takebacks, takebacks);
    }
    memcpy(seen, table->table.id, sizeof seen);
    takebacks = table->table.match.takebacks;
    replaced = false;
    for (int i = 0; i < table->table.seat_count; i++) {
        const struct table_seat *at = &table->table.seats[i];
        replaced |= at->kind == SEAT_PERSON && at->computer[0] != '\0';
    }
}

/* Until all is done that is under way, guests try to sit down at the night's table in between. */
static void table_raid(void)
{
    for (bool more = true; more;) {
        more = store_poll(server.store) > 0;
        const struct room *table = table_now();
        if (table == NULL || table->table.phase != TABLE_OPEN) continue;
        for (int i = GUEST; i < GUEST + GUESTS; i++) {
            char text[400];
            struct session *session = server.clients[i].session;
            if (session == NULL || session->waiting_count > 4) continue;
            mischief_print(i, "\"type\":\"join\",\"table\":\"%T\",\"invite\":\"%I\",\"seat\":%S",
                           text);
            hall_message(session, text, strlen(text));
        }
    }
    simulated_run(&server);
}

static void harm(void)
{
    for (int i = 0; i < GUESTS; i++) {
        guest_act(i);
        if (below(2) == 0) simulated_run(&server);
    }
    simulated_run(&server);
    simulated_pass(&server, STEP_MS);
    for (int i = GUEST; i < GUEST + GUESTS; i++) removed_look(i);
    seats_look();
    undone_look();
    for (int i = 0; i < CLIENTS_MAX; i++) client_forget(&server, i);
}

/* ---- The others ---- */

/* What an honest device asks for is done. Returns the answer. */
static json_t *fine(const char *what, json_t *answer)
{
    const char *type = member_text(answer, "type");
    if (answer == NULL || strcmp(type, "error") == 0) {
        char *text = answer != NULL ? json_dumps(answer, 0) : NULL;
        print_error("%s: %s\n", what, text != NULL ? text : "no answer");
        fail();
    }
    return answer;
}

static json_t *night_ask(int client, const char *what)
{
    return fine(what,
                client_ask(&server, client, "\"type\":\"night\",\"code\":\"%s\",%s", code, what));
}

static void tell(int client, const char *what) { json_decref(night_ask(client, what)); }

static int member_numbers[GUEST];

static void come(int client)
{
    char text[120];
    enter(client, client == LATE ? HOME : HOUSE);
    if (client == SCREEN) {
        json_decref(
            fine("hello", client_ask(&server, client, "\"type\":\"hello\",\"lang\":\"en\"")));
        snprintf(text, sizeof text, "\"do\":\"watch\",\"screen\":\"%s\"", screen);
        tell(client, text);
    } else {
        json_decref(fine("hello", client_ask(&server, client,
                                             "\"type\":\"hello\",\"lang\":\"en\",\"board\":true,"
                                             "\"key\":\"%064d\",\"name\":\"Honest %d\"",
                                             client, client)));
        member_numbers[client] = (int)number_of(night_ask(client, "\"do\":\"join\""), "you");
    }
    if (server.table[0] != '\0') json_decref(fine("watch", client_look(&server, client)));
    returns++;
}

/* Everyone sees what a newcomer sees, and the same people lead and play. */
static json_t *night_seen(void)
{
    json_t *seen = night_ask(LEA, "\"do\":\"watch\""),
           *fresh = night_ask(FRESH, "\"do\":\"watch\"");
    static const char *const own[] = {"at", "id", "you", "claims"};
    assert_int_equal(member_number(fresh, "lead"), member_numbers[LEA]);
    assert_int_equal(member_number(seen, "you"), member_numbers[LEA]);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        json_object_del(fresh, own[i]);
        json_object_del(seen, own[i]);
    }
    char *one = json_dumps(fresh, JSON_SORT_KEYS), *other = json_dumps(seen, JSON_SORT_KEYS);
    assert_string_equal(one, other);
    free(one);
    free(other);
    json_decref(seen);
    for (int i = LEA; i < GUEST; i++) {
        char path[40];
        if (member_numbers[i] < 0) continue;
        snprintf(path, sizeof path, "members.%d.name", member_numbers[i]);
        assert_non_null(strstr(member_text(fresh, path), "Honest"));
        json_t *member =
            json_array_get(json_object_get(fresh, "members"), (size_t)member_numbers[i]);
        assert_true(json_is_false(json_object_get(member, "gone")));
    }
    assert_true(member_number(fresh, "version") < NIGHT_EVENTS_MAX / 4);
    return fresh;
}

static const char *phase(void) { return text_of(night_seen(), "phase"); }

static int present_count(void)
{
    json_t *night = night_seen(), *members = json_object_get(night, "members");
    int count = 0;
    for (size_t i = 0; i < json_array_size(members); i++) {
        count += json_is_false(json_object_get(json_array_get(members, i), "gone"));
    }
    json_decref(night);
    return count;
}

static bool honest(int member)
{
    bool found = false;
    for (int i = LEA; i < GUEST; i++) found |= member_numbers[i] == member;
    return found;
}

/* The leader removes the guest in this seat, or any guest. */
static void guest_remove(int seat)
{
    json_t *night = night_seen(), *members = json_object_get(night, "members");
    for (size_t i = 0; i < json_array_size(members); i++) {
        const json_t *member = json_array_get(members, i);
        if (honest((int)i) || !json_is_false(json_object_get(member, "gone"))) continue;
        if (seat >= 0 && member_number(member, "seat") != seat) continue;
        char text[60];
        snprintf(text, sizeof text, "\"do\":\"remove\",\"member\":%d", (int)i);
        tell(LEA, text);
        removals++;
        break;
    }
    json_decref(night);
}

/* The server ends and is started again. */
static void restart(void)
{
    simulated_restart(&server, "again", where, 1000);
    memset(budgets, 0, sizeof budgets);
    client_connect(&server, FRESH);
    json_decref(client_ask(&server, FRESH, "\"type\":\"hello\",\"lang\":\"en\""));
    for (int i = 0; i < GUESTS; i++) guest_act(i); /* they are the first to come back */
    for (int i = BEN; i >= SCREEN; i--) {
        come(i);
        harm();
    }
    if (member_numbers[LATE] >= 0) come(LATE);
    restarts++;
}

/* Ordinary things happen: phones are locked and wake up, somebody is removed, the screen is closed.
 */
static void chance(void)
{
    static const char *const wishes[] = {"\"do\":\"ready\"", "\"do\":\"vote\",\"game\":\"quibbit\"",
                                         "\"do\":\"ready\",\"on\":false"};
    const int phone = LEA + (int)below(3);
    if (below(60) == 0) restart();
    switch (below(20)) {
    case 0:
        client_leave(&server, phone);
        for (uint32_t i = below(NIGHT_LEAD_AWAY_MS / STEP_MS / 2); i > 0; i--) harm();
        come(phone);
        break;
    case 1:
        client_leave(&server, SCREEN);
        harm();
        come(SCREEN);
        break;
    case 2: guest_remove(-1); break;
    case 3:
        if (strcmp(phase(), "lobby") == 0 && phone != LEA) tell(phone, wishes[below(3)]);
        break;
    default: break;
    }
}

/* ---- Games ---- */

/* Sends something at once, without waiting for what was sent before. */
static void hurl(int client, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void hurl(int client, const char *format, ...)
{
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    hall_message(server.clients[client].session, text, strlen(text));
}

/* Plays for an honest seat if it is due; true if it did. */
static bool play_for(int client)
{
    json_t *table = fine("look", client_look(&server, client));
    const json_t *legal = json_object_get(json_object_get(table, "view"), "legal");
    const int64_t seat = member_number(table, "you");
    const size_t count = json_array_size(legal);
    version_now = member_number(table, "version");
    char path[40];
    snprintf(path, sizeof path, "seats.%d.computer", (int)seat);
    if (seat >= 0 && member_text(table, path)[0] != '\0') { /* played for while away */
        json_decref(fine("back", client_do(&server, client, "back")));
    } else if (seat >= 0 && count > 0 && strcmp(member_text(table, "phase"), "playing") == 0) {
        const char *move = json_string_value(json_array_get(legal, below((uint32_t)count)));
        json_decref(fine("play", client_ask(&server, client,
                                            "\"type\":\"play\",\"table\":\"%s\",\"version\":%lld,"
                                            "\"move\":\"%s\"",
                                            server.table, (long long)version_now, move)));
        json_decref(table);
        return true;
    }
    json_decref(table);
    return false;
}

/* Somebody has to choose and does not: the leader lets them go. */
static void stalled(void)
{
    json_t *table = fine("look", client_look(&server, SCREEN));
    const json_t *turn = json_object_get(json_object_get(table, "view"), "turn");
    for (size_t i = 0; i < json_array_size(turn); i++) {
        guest_remove((int)json_integer_value(json_array_get(turn, i)));
    }
    json_decref(table);
}

static void game_play(const char *game)
{
    char text[100];
    int steps = 0, moves = 0, stall = 0;
    snprintf(text, sizeof text, "\"do\":\"choose\",\"game\":\"%s\",\"level\":\"random\"", game);
    tell(LEA, text);
    const int64_t played = number_of(night_seen(), "played");
    hurl(LEA, "{\"type\":\"night\",\"do\":\"start\"}");
    while (store_poll(server.store) > 0 && night_now()->phase != NIGHT_PLAYING) {
    }
    assert_int_equal(night_now()->phase, NIGHT_PLAYING);
    snprintf(server.table, sizeof server.table, "%s", night_now()->table);
    table_raid();
    simulated_pass(&server, 200);
    for (int i = SCREEN; i < GUEST; i++) {
        if (server.clients[i].session != NULL) json_decref(fine("watch", client_look(&server, i)));
    }
    while (strcmp(text_of(client_look(&server, SCREEN), "phase"), "playing") != 0) {
        harm();
        assert_true(steps++ < PATIENCE); /* every game begins */
    }
    while (strcmp(phase(), "playing") == 0) {
        bool moved = false;
        for (int i = LEA; i < GUEST; i++) {
            if (server.clients[i].session != NULL && play_for(i)) moved = true;
        }
        moves += moved;
        stall = moved ? 0 : stall + 1;
        harm();
        chance();
        if (stall > STALLS) stalled();
        assert_true(stall < PATIENCE); /* and goes on, */
        if (moves < MOVES_MAX || strcmp(phase(), "playing") != 0) continue;
        tell(LEA, "\"do\":\"stop\"");
        stops++;
        for (steps = 0; strcmp(phase(), "lobby") != 0; steps++) {
            harm();
            assert_true(steps < PATIENCE);
        }
    }
    json_t *night = night_seen(); /* and ends */
    finished += member_number(night, "played") == played + 1;
    json_decref(night);
}

static void files_remove(void)
{
    char more[220];
    unlink(file);
    snprintf(more, sizeof more, "%s-wal", file);
    unlink(more);
    snprintf(more, sizeof more, "%s-shm", file);
    unlink(more);
}

static void end(void)
{
    server.table[0] = '\0';
    simulated_close(&server);
    files_remove();
}

/* A night that the screen opened, with Lea, who leads, Ada and Ben. */
static void night_begin(const char *seed, const char *at)
{
    simulated_open(&server, seed, NULL, at);
    pond_rng_seed(&rng, seed);
    memset(budgets, 0, sizeof budgets);
    for (int i = 0; i < GUEST; i++) member_numbers[i] = -1;
    enter(SCREEN, HOUSE);
    json_decref(client_ask(&server, SCREEN, "\"type\":\"hello\",\"lang\":\"en\""));
    json_t *opened = client_ask(&server, SCREEN, "\"type\":\"night\",\"do\":\"open\"");
    snprintf(code, sizeof code, "%s", member_text(opened, "code"));
    snprintf(screen, sizeof screen, "%s", member_text(opened, "screen"));
    json_decref(opened);
    client_connect(&server, FRESH);
    json_decref(client_ask(&server, FRESH, "\"type\":\"hello\",\"lang\":\"en\""));
    for (int i = LEA; i <= BEN; i++) come(i);
}

static void evening(const char *seed, int games)
{
    static const char *const kinds[] = {"quibbit", "quibbles", "rribbit"};
    const char *folder = getenv("TMPDIR");
    snprintf(file, sizeof file, "%s/guests-%d.sqlite", folder != NULL ? folder : "/tmp",
             (int)getpid());
    snprintf(where, sizeof where, "sqlite:%s", file);
    files_remove();
    night_begin(seed, where);
    for (int i = 0; i < GUESTS; i++) guests[i] = (struct guest){keys++, below(MISCHIEFS)};
    for (int i = 0; i < games; i++) {
        for (int j = 0; j < 4; j++) harm();
        if (i == 1) {
            while (present_count() >= NIGHT_MEMBERS_MAX) guest_remove(-1);
            come(LATE);
        }
        if (i == games - 1 && restarts == 0) restart();
        game_play(kinds[i % 3]);
    }
    end();
}

/* ---- One thing at a time ---- */

/* With what code something is refused; "": it is not. */
static const char *refused(json_t *answer)
{
    const bool error = strcmp(member_text(answer, "type"), "error") == 0;
    if (error) return text_of(answer, "code");
    json_decref(answer);
    return "";
}

static const char *tried(int client, const char *what)
{
    return refused(
        client_ask(&server, client, "\"type\":\"night\",\"code\":\"%s\",%s", code, what));
}

/* A game of Quibbit begins with everyone who is here. */
static void game_begin(void)
{
    tell(LEA, "\"do\":\"choose\",\"game\":\"quibbit\",\"level\":\"random\"");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(night_ask(LEA, "\"do\":\"start\""), "table"));
    simulated_pass(&server, 2 * READY_WAIT_MS);
    for (int i = SCREEN; i <= BEN; i++) json_decref(fine("watch", client_look(&server, i)));
    assert_string_equal(text_of(client_look(&server, SCREEN), "phase"), "playing");
}

/* Nobody sits down at a night's table by themselves, even with its invitation and between two steps
 * of the night; and nobody is told the invitation. */
static void the_night_alone_seats_people(void **state)
{
    (void)state;
    night_begin("theft", NULL);
    guest_enter_from(GUEST, 3000, HOUSE);
    guest_enter_from(GUEST + 1, 3001, HOUSE);
    for (int round = 0; round < 6; round++) {
        hurl(LEA, "{\"type\":\"night\",\"do\":\"start\"}");
        for (int i = 0; i < 12; i++) { /* the night is busy */
            hurl(BEN, "{\"type\":\"night\",\"do\":\"ready\",\"on\":%s}", i % 2 ? "false" : "true");
        }
        while (store_poll(server.store) > 0 && night_now()->phase != NIGHT_PLAYING) {
        }
        snprintf(server.table, sizeof server.table, "%s", night_now()->table);
        table_raid();
        simulated_pass(&server, 2 * READY_WAIT_MS);
        seats_look();
        json_t *table = client_look(&server, LEA);
        assert_true(json_is_null(json_object_get(table, "invite")));
        json_decref(table);
        tell(LEA, "\"do\":\"stop\"");
        simulated_pass(&server, 60000);
    }
    end();
}

/* Somebody who stands in cannot fill the log: what the leader does there comes out of a share. A
 * choice that changes nothing is not written, and the lender always gets the lead back. */
static void no_stand_in_fills_the_log(void **state)
{
    (void)state;
    night_begin("loan", NULL);
    tell(LEA, "\"do\":\"choose\",\"game\":\"rribbit\"");
    int64_t version = number_of(night_seen(), "version");
    for (int i = 0; i < 10; i++) tell(LEA, "\"do\":\"choose\",\"game\":\"rribbit\"");
    assert_int_equal(number_of(night_seen(), "version"), version);
    client_leave(&server, LEA);
    simulated_pass(&server, NIGHT_LEAD_AWAY_MS + 200);
    tell(ADA, "\"do\":\"lead\",\"member\":1");
    version = number_of(night_ask(ADA, "\"do\":\"watch\""), "version");
    for (int i = 0; i < 600; i++) {
        char text[80];
        snprintf(text, sizeof text, "\"do\":\"choose\",\"game\":\"quibbit\",\"robots\":%d", i % 2);
        tried(ADA, text);
        simulated_pass(&server, 100);
    }
    assert_in_range(number_of(night_ask(ADA, "\"do\":\"watch\""), "version") - version,
                    NIGHT_SWITCHES_BURST / 2, NIGHT_SWITCHES_BURST + 5);
    assert_string_equal(tried(ADA, "\"do\":\"remove\",\"member\":2"), "");
    night_now()->version += NIGHT_EVENTS_MAX; /* as if it were full */
    come(LEA);
    client_forget(&server, LEA);
    hurl(LEA, "{\"type\":\"night\",\"do\":\"lead\",\"member\":0}");
    assert_true(server.hall->nights->journal.writing);
    assert_null(client_last(&server, LEA, "error", NULL));
    night_now()->version -= NIGHT_EVENTS_MAX;
    end();
}

/* Nobody's decisions are undone while a robot plays for them. */
static void nothing_is_undone_behind_a_back(void **state)
{
    (void)state;
    night_begin("undo", NULL);
    game_begin();
    for (int i = 0; i < 40 && table_now()->table.match.ply < 3; i++) {
        for (int j = LEA; j <= BEN; j++) play_for(j);
    }
    const uint32_t ply = table_now()->table.match.ply;
    assert_string_equal(refused(client_do(&server, BEN, "takeback")), "");
    assert_string_equal(refused(client_do(&server, ADA, "agree")), "");
    tell(LEA, "\"do\":\"away\""); /* who has not agreed */
    simulated_pass(&server, 1000);
    assert_true(table_now()->table.match.ply >= ply);
    assert_int_equal(table_now()->table.match.takebacks, 0);
    json_decref(client_do(&server, ADA, "refuse"));
    play_for(ADA);
    play_for(BEN);
    assert_string_equal(refused(client_do(&server, BEN, "takeback")), "phase");
    tell(LEA, "\"do\":\"away\",\"on\":false");
    json_decref(fine("back", client_do(&server, LEA, "back")));
    for (int j = LEA; j <= BEN; j++) play_for(j);
    assert_string_equal(refused(client_do(&server, BEN, "takeback")), "");
    end();
}

/* After a game, what the leader chooses is played, whatever a guest votes for. */
static void the_leader_has_the_last_word(void **state)
{
    (void)state;
    night_begin("votes", NULL);
    game_begin();
    json_decref(fine("resign", client_do(&server, ADA, "resign")));
    json_decref(fine("resign", client_do(&server, BEN, "resign")));
    simulated_pass(&server, 1000);
    assert_string_equal(phase(), "lobby");
    tell(BEN, "\"do\":\"vote\",\"game\":\"rribbit\"");
    assert_string_equal(text_of(night_seen(), "next.game"), "rribbit");
    tell(LEA, "\"do\":\"choose\",\"game\":\"quibbles\"");
    assert_string_equal(tried(BEN, "\"do\":\"vote\",\"game\":\"rribbit\""), "phase");
    assert_string_equal(text_of(night_seen(), "next.game"), "quibbles");
    end();
}

/* A removed person sees what all may see. */
static void the_removed_look_on(void **state)
{
    (void)state;
    night_begin("hand", NULL);
    tell(LEA, "\"do\":\"choose\",\"game\":\"quibbles\",\"level\":\"random\"");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(night_ask(LEA, "\"do\":\"start\""), "table"));
    simulated_pass(&server, 2 * READY_WAIT_MS);
    for (int i = LEA; i <= BEN; i++) {
        json_t *table = client_look(&server, i);
        assert_true(json_is_string(json_object_get(json_object_get(table, "view"), "hand")));
        json_decref(table);
    }
    client_forget(&server, BEN);
    tell(LEA, "\"do\":\"remove\",\"member\":2");
    for (int i = 0; i < 20; i++) {
        for (int j = LEA; j <= ADA; j++) play_for(j);
        simulated_pass(&server, 1000);
    }
    assert_null(strstr(server.clients[BEN].inbox, "\"hand\":\""));
    json_t *table = client_look(&server, BEN);
    assert_true(json_is_null(json_object_get(table, "you")));
    json_decref(table);
    assert_string_equal(refused(client_do(&server, BEN, "back")), "removed");
    simulated_pass(&server, 1000);
    removed_look(BEN);
    end();
}

/* Switching on and off all evening takes little of the log, and the leader always gets through. */
static void no_log_is_filled(void **state)
{
    (void)state;
    night_begin("log", NULL);
    int kept = 0;
    const int64_t before = number_of(night_seen(), "version");
    for (int i = 0; i < 6000; i++) {
        char text[60];
        snprintf(text, sizeof text, "\"do\":\"ready\",\"on\":%s", i % 2 == 0 ? "true" : "false");
        kept += strcmp(tried(BEN, text), "limit") == 0;
        simulated_pass(&server, 100);
    }
    const int64_t version = number_of(night_seen(), "version");
    assert_in_range(version - before, NIGHT_SWITCHES_BURST - 2, NIGHT_SWITCHES_BURST + 11);
    assert_true(kept > 2500);
    tell(ADA, "\"do\":\"ready\""); /* the others have their own share */
    for (int i = 0; i < 50; i++) tell(ADA, "\"do\":\"ready\""); /* and what is so is not written */
    assert_int_equal(number_of(night_seen(), "version"), version + 1);
    tell(LEA, "\"do\":\"remove\",\"member\":2");
    assert_string_equal(tried(BEN, "\"do\":\"join\""), "removed");
    end();
}

/* The lead is not lost by a phone that sleeps for a moment. Taken after a while, it is on loan: the
 * one who had it loses nothing for good. */
static void the_lead_is_lent(void **state)
{
    (void)state;
    static const char *const take = "\"do\":\"lead\",\"member\":1";
    night_begin("lead", NULL);
    client_leave(&server, LEA);
    assert_string_equal(tried(ADA, take), "limit");
    simulated_pass(&server, NIGHT_LEAD_AWAY_MS - 1000);
    assert_string_equal(tried(ADA, take), "limit");
    come(LEA);
    simulated_pass(&server, 1000);
    client_leave(&server, LEA);
    simulated_pass(&server, NIGHT_LEAD_AWAY_MS - 1000);
    assert_string_equal(tried(ADA, take), "limit"); /* it counts again */
    json_t *night = night_ask(ADA, "\"do\":\"watch\"");
    assert_in_range(member_number(night, "lead_from") - member_number(night, "at"), 1, 1100);
    json_decref(night);
    simulated_pass(&server, 1200);
    assert_string_equal(tried(ADA, "\"do\":\"lead\",\"member\":2"),
                        "lead"); /* only for the sender */
    assert_int_equal(number_of(night_ask(ADA, take), "stands_in_for"), 0);
    assert_string_equal(tried(ADA, "\"do\":\"remove\",\"member\":0"), "lead");
    assert_string_equal(tried(ADA, "\"do\":\"end\""), "lead");
    tell(ADA, "\"do\":\"choose\",\"game\":\"rribbit\"");
    tell(ADA, "\"do\":\"remove\",\"member\":2");
    assert_string_equal(tried(BEN, "\"do\":\"join\""), "removed");
    come(LEA);
    night = night_ask(LEA, "\"do\":\"lead\",\"member\":0"); /* hers again, at once */
    assert_int_equal(member_number(night, "lead"), 0);
    assert_int_equal(member_number(night, "stands_in_for"), -1);
    json_decref(night);
    tell(BEN, "\"do\":\"join\"");
    client_leave(&server, LEA);
    simulated_pass(&server, NIGHT_LEAD_AWAY_MS + 200);
    tell(ADA, take);
    assert_string_equal(tried(ADA, "\"do\":\"end\""), "lead");
    simulated_pass(&server, NIGHT_LEAD_LOST_MS);
    tell(ADA, "\"do\":\"remove\",\"member\":0"); /* she does not come back */
    tell(ADA, "\"do\":\"end\"");
    end();
}

/* A person removed from the night has no power over its table, whatever they send, all at once. */
static void the_removed_are_powerless(void **state)
{
    (void)state;
    static const char *const deeds[] = {"back",   "resign", "offer", "takeback", "hint",
                                        "number", "leave",  "again", "refuse",   "agree"};
    night_begin("removed", NULL);
    game_begin();
    tell(LEA, "\"do\":\"remove\",\"member\":2");
    simulated_pass(&server, 500);
    const int64_t version = number_of(client_look(&server, SCREEN), "version");
    for (int round = 0; round < 5; round++) {
        for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
            char text[120];
            snprintf(text, sizeof text, "{\"type\":\"%s\",\"table\":\"%s\",\"number\":\"ab\"}",
                     deeds[i], server.table);
            hall_message(server.clients[BEN].session, text, strlen(text));
        }
        simulated_pass(&server, 1000);
    }
    assert_int_equal(number_of(client_look(&server, SCREEN), "version"), version);
    assert_string_equal(refused(client_do(&server, BEN, "back")), "removed");
    end();
}

/* Before the deal, a seat at a night's table cannot be given up: the game begins all the same. */
static void every_game_begins(void **state)
{
    (void)state;
    night_begin("begin", NULL);
    snprintf(server.table, sizeof server.table, "%s",
             text_of(night_ask(LEA, "\"do\":\"start\""), "table"));
    for (int i = 0; i < 2 * READY_WAIT_MS / 100; i++) {
        json_decref(client_do(&server, BEN, "leave"));
        simulated_pass(&server, 100);
    }
    json_t *table = client_look(&server, BEN);
    assert_string_equal(member_text(table, "phase"), "playing");
    assert_true(member_number(table, "you") >= 0);
    json_decref(table);
    end();
}

/* A robot plays for those who are away, or whom all have waited for; and a night's table is for one
 * game. */
static void robots_play_for_the_absent(void **state)
{
    (void)state;
    night_begin("robots", NULL);
    game_begin();
    json_t *table = client_look(&server, SCREEN);
    const int seat = (int)member_number(table, "view.turn.0");
    json_decref(table);
    char text[60];
    json_t *night = night_seen();
    int member = 0;
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "members.%d.seat", i);
        if (member_number(night, text) == seat) member = i;
    }
    json_decref(night);
    snprintf(text, sizeof text, "\"do\":\"replace\",\"member\":%d", member);
    assert_string_equal(tried(LEA, text), "phase");
    simulated_pass(&server, AWAY_WAIT_MS);
    assert_string_equal(tried(LEA, text), "");
    json_decref(fine("back", client_do(&server, LEA + member, "back")));
    const int other = member == 1 ? 2 : 1; /* nobody waits for that one */
    snprintf(text, sizeof text, "\"do\":\"replace\",\"member\":%d", other);
    client_leave(&server, LEA + other);
    assert_string_equal(tried(LEA, text), "");
    tell(LEA, "\"do\":\"stop\"");
    simulated_pass(&server, 1000);
    assert_string_equal(refused(client_do(&server, LEA, "again")), "phase");
    end();
}

static uint32_t choices(void) { return pond_match_entries(&table_now()->table.match); }

/* While everyone is away, robots do not play the game among themselves; they go on as soon as one
 * is back. */
static void robots_wait_for_people(void **state)
{
    (void)state;
    night_begin("alone", NULL);
    game_begin();
    for (int i = LEA; i <= BEN; i++) play_for(i);
    tell(LEA, "\"do\":\"away\"");
    tell(ADA, "\"do\":\"away\"");
    simulated_pass(&server, 10000); /* Ben is asked */
    tell(BEN, "\"do\":\"away\"");
    const uint32_t before = choices();
    simulated_pass(&server, 600000);
    assert_int_equal(choices(), before);
    assert_string_equal(phase(), "playing");
    tell(ADA, "\"do\":\"away\",\"on\":false");
    json_decref(fine("back", client_do(&server, ADA, "back")));
    for (int i = 0; i < 5; i++) {
        simulated_pass(&server, 10000);
        play_for(ADA);
    }
    assert_true(choices() > before);
    tell(LEA, "\"do\":\"stop\""); /* she leads, also while she is away */
    simulated_pass(&server, 1000);
    assert_string_equal(phase(), "lobby");
    end();
}

/* Says hello on a socket that shares the inbox of a client, and looks at the night and its table.
 */
static struct session *onlooker(int client)
{
    char text[120];
    struct session *session = hall_enter(server.hall, &server.clients[client]);
    hall_address(session, HOUSE + 1, &budgets[HOUSE]);
    hall_message(session, "{\"type\":\"hello\"}", 16);
    snprintf(text, sizeof text, "{\"type\":\"night\",\"do\":\"watch\",\"code\":\"%s\"}", code);
    hall_message(session, text, strlen(text));
    snprintf(text, sizeof text, "{\"type\":\"watch\",\"table\":\"%s\"}", server.table);
    hall_message(session, text, strlen(text));
    simulated_run(&server);
    return session;
}

/* A crowd without keys, wrong codes and tables made without end, from the address of the house: the
 * big screen and those who are in the night still come back, and play on. A newcomer there waits.
 */
static void crowds_shut_nobody_out(void **state)
{
    (void)state;
    struct session *crowd[ADDRESS_SPECTATORS_MAX + 10];
    const size_t count = sizeof crowd / sizeof crowd[0];
    night_begin("crowd", NULL);
    game_begin();
    client_connect(&server, GUEST);
    for (size_t i = 0; i < count; i++) crowd[i] = onlooker(GUEST);
    assert_non_null(strstr(server.clients[GUEST].inbox, "\"code\":\"limit\""));
    for (int i = 0; i < 40; i++) {
        char text[80];
        enter(GUEST + 1, HOUSE);
        json_decref(client_ask(&server, GUEST + 1, "\"type\":\"hello\""));
        snprintf(text, sizeof text, "\"type\":\"night\",\"do\":\"watch\",\"code\":\"ZZZZ%d\"",
                 10 + i);
        json_decref(client_ask(&server, GUEST + 1, "%s", text));
    }
    assert_string_equal(tried(GUEST + 1, "\"do\":\"watch\""), "limit");
    for (int i = SCREEN; i <= BEN; i++) {
        client_leave(&server, i);
        come(i); /* watches the table, too */
    }
    const char *made = "";
    for (int i = 0; strcmp(made, "limit") != 0; i++) { /* a person makes one, until all have */
        guest_enter_from(GUEST + 2, 7000 + i, HOUSE);
        made = refused(client_ask(&server, GUEST + 2,
                                  "\"type\":\"create\",\"game\":\"rribbit\","
                                  "\"seats\":[\"me\",\"invited\"]"));
    }
    tell(LEA, "\"do\":\"stop\"");
    simulated_pass(&server, 1000);
    game_begin();
    for (size_t i = 0; i < count; i++) hall_leave(crowd[i]);
    end();
}

/* A family comes in from one address; after that, new keys from there come one by one, numbers are
 * used again, and nobody who was removed comes back. */
static void keys_do_not_fill_a_night(void **state)
{
    (void)state;
    night_begin("keys", NULL);
    int in = 3, waited = 0;
    char last[20] = "";
    for (int i = 0; i < 400; i++) {
        guest_enter_from(GUEST, 5000 + i, HOUSE);
        snprintf(last, sizeof last, "%s", tried(GUEST, "\"do\":\"join\""));
        in += last[0] == '\0';
        waited += strcmp(last, "limit") == 0;
        if (last[0] == '\0' && in > NIGHT_NEWCOMERS_BURST) { /* enough of them: out again */
            const int64_t you = number_of(night_ask(GUEST, "\"do\":\"watch\""), "you");
            char text[60];
            snprintf(text, sizeof text, "\"do\":\"remove\",\"member\":%d", (int)you);
            tell(LEA, text);
            assert_string_equal(tried(GUEST, "\"do\":\"join\""), "removed");
        }
        if (i == 40) { /* a family of five is there, and somebody else comes late */
            assert_int_equal(in, NIGHT_NEWCOMERS_BURST);
            come(LATE);
        }
        simulated_pass(&server, i < 40 ? 100 : 20000);
    }
    assert_in_range(in, NIGHT_NEWCOMERS_BURST + 10, 3 + NIGHT_NEWCOMERS_BURST + 130);
    assert_true(waited > 250);
    guest_enter_from(GUEST, 5000 + 41, HOUSE);
    json_decref(night_seen());
    end();
}

/* However many throwaway people the leader removes, others at that address soon come in. */
static void removals_do_not_shut_the_door(void **state)
{
    (void)state;
    night_begin("door", NULL);
    int members[NIGHT_NEWCOMERS_BURST], count = 0;
    for (int i = 0; i < NIGHT_NEWCOMERS_BURST; i++) {
        guest_enter_from(GUEST, 6000 + i, HOUSE);
        if (tried(GUEST, "\"do\":\"join\"")[0] != '\0') break;
        members[count++] = (int)number_of(night_ask(GUEST, "\"do\":\"watch\""), "you");
    }
    assert_true(count > 3);
    for (int i = 0; i < count; i++) {
        char text[60];
        snprintf(text, sizeof text, "\"do\":\"remove\",\"member\":%d", members[i]);
        tell(LEA, text);
    }
    guest_enter_from(GUEST, 7000, HOUSE);
    assert_string_equal(tried(GUEST, "\"do\":\"join\""), "limit");
    simulated_pass(&server, 5 * 60 * 1000 + 1000);
    assert_string_equal(tried(GUEST, "\"do\":\"join\""), "");
    json_decref(night_seen());
    end();
}

/* Somebody guesses codes: nights that do not exist are not kept. */
static void guesses_take_no_memory(void **state)
{
    (void)state;
    night_begin("codes", NULL);
    int nights = 0, loaded = 0;
    guest_enter_from(GUEST, 8000, HOUSE + 1);
    for (int i = 0; i < 200; i++) {
        json_decref(client_ask(&server, GUEST,
                               "\"type\":\"night\",\"do\":\"watch\",\"code\":\"q%c%c%d\"",
                               'a' + i / 26, 'a' + i % 26, 10 + i % 90));
        loaded += server.hall->nights->next != NULL;
        simulated_pass(&server, 500);
    }
    for (const struct night_room *one = server.hall->nights; one != NULL; one = one->next) nights++;
    assert_true(loaded > 20);
    assert_int_equal(nights, 1);
    json_decref(night_seen());
    end();
}

/* ---- A leader who does nothing ---- */

/* Between two games, anyone may take the lead from a leader who is here and does nothing; on loan,
 * as from one who is away. One who still does something keeps it. */
static void an_idle_leader_can_be_replaced(void **state)
{
    (void)state;
    static const char *const take = "\"do\":\"lead\",\"member\":1";
    night_begin("idle", NULL);
    simulated_pass(&server, NIGHT_LEAD_IDLE_MS - 1000);
    assert_string_equal(tried(ADA, take), "lead");
    tell(LEA, "\"do\":\"ready\"");
    simulated_pass(&server, NIGHT_LEAD_IDLE_MS - 1000);
    assert_string_equal(tried(ADA, take), "lead"); /* it counts again */
    client_forget(&server, BEN);
    simulated_pass(&server, 2000);
    json_t *told = client_last(&server, BEN, "night", NULL); /* without a question */
    assert_non_null(told);
    assert_true(member_number(told, "lead_from") <= member_number(told, "at"));
    json_decref(told);
    assert_int_equal(number_of(night_ask(ADA, take), "stands_in_for"), 0);
    assert_string_equal(tried(ADA, "\"do\":\"remove\",\"member\":0"), "lead");
    told = night_ask(LEA, "\"do\":\"lead\",\"member\":0"); /* hers again, at once */
    assert_int_equal(member_number(told, "lead"), 0);
    json_decref(told);
    game_begin();
    simulated_pass(&server, 2 * NIGHT_LEAD_IDLE_MS);
    assert_string_equal(tried(ADA, take), "lead"); /* not in a game */
    end();
}

/* Also one who has done nothing at all since they came; and all the same for each who leads. */
static void a_leader_who_never_did_anything_can_be_replaced(void **state)
{
    (void)state;
    night_begin("never", NULL);
    simulated_pass(&server, NIGHT_LEAD_IDLE_MS + 2000);
    assert_int_equal(number_of(night_ask(ADA, "\"do\":\"lead\",\"member\":1"), "lead"), 1);
    end();
}

/* A game of two in which some member watches, who says to be away when it begins. */
static void duel_begin(int watches)
{
    tell(LEA, "\"do\":\"choose\",\"game\":\"rribbit\"");
    tell(watches, "\"do\":\"away\",\"on\":true");
    snprintf(server.table, sizeof server.table, "%s",
             text_of(night_ask(LEA, "\"do\":\"start\""), "table"));
    tell(watches, "\"do\":\"away\",\"on\":false");
    simulated_pass(&server, 2 * READY_WAIT_MS);
    json_t *night = night_seen();
    assert_string_equal(member_text(night, "phase"), "playing");
    json_decref(night);
}

/* In a game that has waited a minute for its leader, anyone lets a robot play for the leader; and
 * for nobody else. */
static void a_robot_plays_for_an_idle_leader(void **state)
{
    (void)state;
    static const char *const replace = "\"do\":\"replace\",\"member\":0";
    night_begin("awaited", NULL);
    duel_begin(BEN);
    assert_string_equal(tried(ADA, replace), "lead");
    simulated_pass(&server, AWAY_WAIT_MS - 1000 - 2 * READY_WAIT_MS);
    assert_string_equal(tried(BEN, replace), "lead");
    simulated_pass(&server, 2 * READY_WAIT_MS + 2000);
    assert_string_equal(tried(ADA, "\"do\":\"replace\",\"member\":2"), "lead");
    guest_enter_from(GUEST, 3000, HOUSE);
    tell(GUEST, "\"do\":\"watch\"");
    assert_string_equal(tried(GUEST, replace), "night"); /* who is not one of them */
    assert_string_equal(tried(BEN, replace), "");
    assert_true(table_now()->table.seats[0].computer[0] != '\0');
    json_decref(fine("back", client_do(&server, LEA, "back")));
    json_t *night = night_seen(); /* she still leads */
    assert_int_equal(member_number(night, "members.0.seat"), 0);
    json_decref(night);
    end();
}

/* For a leader whose phone has been off for a minute, too, no matter whose turn it is. */
static void a_robot_plays_for_a_leader_who_is_off(void **state)
{
    (void)state;
    static const char *const replace = "\"do\":\"replace\",\"member\":0";
    night_begin("off", NULL);
    game_begin();
    simulated_pass(&server, 2 * READY_WAIT_MS);
    play_for(LEA); /* the game waits for others */
    client_leave(&server, LEA);
    simulated_pass(&server, NIGHT_LEAD_AWAY_MS - 2000);
    assert_string_equal(tried(ADA, replace), "lead");
    simulated_pass(&server, 3000);
    assert_string_equal(tried(ADA, replace), "");
    assert_true(table_now()->table.seats[night_seat_of(night_now(), 0)].computer[0] != '\0');
    end();
}

/* Phones have no hints, so players in a terminal have none either. */
static void nobody_has_hints(void **state)
{
    (void)state;
    night_begin("hints", NULL);
    duel_begin(BEN);
    assert_string_equal(refused(client_do(&server, LEA, "hint")), "phase");
    end();
}

/* ---- Claims ---- */

static int claim_of(int client, int member)
{
    char text[60];
    snprintf(text, sizeof text, "\"do\":\"claim\",\"member\":%d", member);
    return (int)number_of(night_ask(client, text), "claims.0.number");
}

static const char *granted(int client, int number)
{
    char text[60];
    snprintf(text, sizeof text, "\"do\":\"grant\",\"number\":%d", number);
    return tried(client, text);
}

/* A leader who wants to play on for somebody does not agree to that; the big screen does. */
static void nobody_agrees_to_their_own_claim(void **state)
{
    (void)state;
    night_begin("own", NULL);
    duel_begin(LEA);
    client_leave(&server, ADA);
    simulated_pass(&server, 1000);
    const int number = claim_of(LEA, 1);
    assert_string_equal(granted(LEA, number), "lead");
    assert_int_equal(night_now()->seats[night_seat_of(night_now(), 1)], 1);
    assert_string_equal(granted(SCREEN, number), "");
    assert_true(night_seat_of(night_now(), 0) >= 0);
    assert_int_equal(night_seat_of(night_now(), 1), -1);
    end();
}

/* Where the leader's phone is lost and the screen that opened the night is off as well, another big
 * screen answers; not before that, not what the leader can answer, and no phone. */
static void another_screen_answers(void **state)
{
    (void)state;
    const int other = GUEST, claimer = GUEST + 1, phone = GUEST + 2;
    night_begin("other", NULL);
    guest_enter_from(other, 0, HOUSE);
    tell(other, "\"do\":\"watch\"");
    guest_enter_from(claimer, 3000, HOUSE);
    tell(claimer, "\"do\":\"watch\"");
    guest_enter_from(phone, 3001, HOUSE);
    tell(phone, "\"do\":\"watch\"");
    client_leave(&server, LEA);
    simulated_pass(&server, 1000);
    int number = claim_of(claimer, 0);
    assert_string_equal(granted(other, number), "night"); /* the first screen is there */
    client_leave(&server, SCREEN);
    simulated_pass(&server, NIGHT_SCREEN_OFF_MS - 2000);
    assert_string_equal(granted(other, number), "night");
    simulated_pass(&server, 3000);
    json_t *told = client_last(&server, other, "night", NULL);
    assert_int_equal(member_number(told, "claims.0.number"), number); /* it asks */
    json_decref(told);
    assert_string_equal(granted(phone, number), "night");
    assert_string_equal(granted(ADA, number), "lead");
    assert_string_equal(granted(other, number), "");
    assert_string_equal(tried(claimer, "\"do\":\"choose\",\"game\":\"quibbles\""), "");
    client_leave(&server, ADA); /* the leader is here again: the leader answers */
    simulated_pass(&server, 1000);
    number = claim_of(phone, 1);
    assert_string_equal(granted(other, number), "night");
    end();
}

/* A phone that comes back ends the claims to its place: nobody can agree to them later, when it is
 * off for another moment. */
static void a_phone_that_is_back_is_not_claimed(void **state)
{
    (void)state;
    night_begin("back", NULL);
    guest_enter_from(GUEST, 3000, HOUSE);
    tell(GUEST, "\"do\":\"watch\"");
    client_leave(&server, ADA);
    const int number = claim_of(GUEST, 1);
    come(ADA);
    simulated_pass(&server, 1000);
    client_leave(&server, ADA);
    simulated_pass(&server, 1000);
    assert_string_equal(granted(LEA, number), "night");
    assert_string_equal(granted(LEA, claim_of(GUEST, 1)), ""); /* asked again, agreed to */
    end();
}

/* Eight who ask from four addresses do not keep a ninth from asking. */
static void claims_do_not_fill_a_night(void **state)
{
    (void)state;
    night_begin("claims", NULL);
    client_leave(&server, ADA);
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        guest_enter_from(GUEST + i, 3000 + i, ELSEWHERE + i / NIGHT_CLAIMS_NEAR);
        tell(GUEST + i, "\"do\":\"watch\"");
        claim_of(GUEST + i, 1);
        simulated_pass(&server, 100);
    }
    enter(ADA, HOUSE); /* with another phone */
    json_decref(client_ask(&server, ADA, "\"type\":\"hello\",\"key\":\"%064d\"", 4000));
    tell(ADA, "\"do\":\"watch\"");
    const int number = claim_of(ADA, 1);
    assert_string_equal(granted(LEA, number), "");
    assert_int_equal(number_of(night_ask(ADA, "\"do\":\"watch\""), "you"), 1);
    end();
}

/* ---- Doors ---- */

/* Somebody removed does not come back with a new key from an address that is theirs alone. Others
 * come from elsewhere, and from there after a while. */
static void the_removed_stay_out(void **state)
{
    (void)state;
    night_begin("stay out", NULL);
    guest_enter_from(GUEST, 3000, ELSEWHERE);
    const int64_t member = number_of(night_ask(GUEST, "\"do\":\"join\""), "you");
    char text[60];
    snprintf(text, sizeof text, "\"do\":\"remove\",\"member\":%d", (int)member);
    tell(LEA, text);
    guest_enter_from(GUEST, 3001, ELSEWHERE);
    assert_string_equal(tried(GUEST, "\"do\":\"join\""), "limit");
    guest_enter_from(GUEST + 1, 3002, ELSEWHERE + 1);
    tell(GUEST + 1, "\"do\":\"join\"");
    come(LATE);
    simulated_pass(&server, NIGHT_REMOVED_MS);
    tell(GUEST, "\"do\":\"join\"");
    end();
}

/* One address opens a few nights, no more; those that nobody joins are soon over. */
static void nights_are_not_opened_without_end(void **state)
{
    (void)state;
    night_begin("open", NULL);
    char first[NIGHT_CODE_SIZE] = "";
    int opened = 0;
    guest_enter_from(GUEST, 0, ELSEWHERE);
    for (int i = 0; i < 100; i++) {
        json_t *answer = client_ask(&server, GUEST, "\"type\":\"night\",\"do\":\"open\"");
        opened += strcmp(member_text(answer, "type"), "night") == 0;
        if (opened == 1) snprintf(first, sizeof first, "%s", member_text(answer, "code"));
        json_decref(answer);
        simulated_pass(&server, 100);
    }
    assert_in_range(opened, 10, ADDRESS_CREATES_BURST / NIGHT_OPEN_PRICE + 5);
    client_leave(&server, GUEST);
    simulated_pass(&server, NIGHT_UNUSED_MS);
    assert_string_equal(
        refused(client_ask(&server, FRESH, "\"type\":\"night\",\"do\":\"watch\",\"code\":\"%s\"",
                           first)),
        "code");
    json_decref(night_seen());
    end();
}

static const char *seed = "guests";
static int games = 3;

static void nobody_spoils_a_night(void **state)
{
    (void)state;
    evening(seed, games);
    print_message("%d games, %u finished, %u stopped, %u removals, %u came back, %u restarts\n",
                  games, finished, stops, removals, returns, restarts);
    assert_true(finished > 0 && removals > 0 && returns > 0 && restarts > 0);
}

int main(int count, char **words)
{
    if (count > 1) seed = words[1];
    if (count > 2) games = atoi(words[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_spoils_a_night),
        cmocka_unit_test(every_game_begins),
        cmocka_unit_test(no_log_is_filled),
        cmocka_unit_test(the_lead_is_lent),
        cmocka_unit_test(the_removed_are_powerless),
        cmocka_unit_test(robots_play_for_the_absent),
        cmocka_unit_test(robots_wait_for_people),
        cmocka_unit_test(crowds_shut_nobody_out),
        cmocka_unit_test(keys_do_not_fill_a_night),
        cmocka_unit_test(removals_do_not_shut_the_door),
        cmocka_unit_test(guesses_take_no_memory),
        cmocka_unit_test(the_night_alone_seats_people),
        cmocka_unit_test(no_stand_in_fills_the_log),
        cmocka_unit_test(nothing_is_undone_behind_a_back),
        cmocka_unit_test(the_leader_has_the_last_word),
        cmocka_unit_test(the_removed_look_on),
        cmocka_unit_test(an_idle_leader_can_be_replaced),
        cmocka_unit_test(a_leader_who_never_did_anything_can_be_replaced),
        cmocka_unit_test(a_robot_plays_for_a_leader_who_is_off),
        cmocka_unit_test(another_screen_answers),
        cmocka_unit_test(a_robot_plays_for_an_idle_leader),
        cmocka_unit_test(nobody_has_hints),
        cmocka_unit_test(nobody_agrees_to_their_own_claim),
        cmocka_unit_test(a_phone_that_is_back_is_not_claimed),
        cmocka_unit_test(claims_do_not_fill_a_night),
        cmocka_unit_test(the_removed_stay_out),
        cmocka_unit_test(nights_are_not_opened_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
