/* leak_test.c: nothing that is sent to a seat depends on what that seat may not see.
 *
 * Two servers get the same messages and the same randomness, and play the same game but for what is
 * hidden from one observer: other hands' cards, choices laid face down. Every byte that the
 * observer's socket receives must be the same from both, and so must be what may come later, where
 * programs play fast: when something comes tells no more than what it says. Chance is given here
 * instead of drawn, so that it can differ exactly where it is hidden. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulated.h"
#include "wire.h"

#define PAIRS_USUAL                                                                                \
    (60 / TEST_SHARE) /* pairs of games a set of options; LEAK_PAIRS asks for more */
#define DECISIONS_MAX 60
#define WATCHER 7 /* the client that does not play */

static struct simulated twins[2];
static struct pond_rng rng;
static char table[STORE_ID_SIZE];
static uint64_t bytes_compared, differing, waited, revealed;

static struct pond_match *match_of(int twin)
{
    return &room_find(twins[twin].hall, table)->table.match;
}

static json_t *ask_both(int client, const char *text)
{
    json_t *answer = NULL;
    for (int i = 0; i < 2; i++) {
        json_decref(answer);
        answer = client_ask(&twins[i], client, "%s", text);
    }
    return answer;
}

static void say_both(int client, const char *text) { json_decref(ask_both(client, text)); }

/* ---- Figures for everyone ---- */

static struct buffer figures[2];

static void figures_write(void *context, struct wire *wire, const void *first, size_t first_length,
                          const void *second, size_t second_length, bool waits)
{
    (void)wire, (void)waits;
    buffer_add(context, first, first_length);
    buffer_add(context, second, second_length);
}

static void figures_end(void *context, struct wire *wire) { (void)context, (void)wire; }

/* /metrics is open to all, so it says the same of both. */
static void compare_figures(void)
{
    for (int i = 0; i < 2; i++) {
        char request[] = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
        struct site site = {.hall = twins[i].hall,
                            .store = twins[i].store,
                            .context = &figures[i],
                            .write = figures_write,
                            .end = figures_end};
        struct wire wire;
        figures[i].length = 0;
        assert_true(wire_open(&wire, &site, &(struct address){{0}}, twins[i].now_ms));
        wire_receive(&wire, (uint8_t *)request, sizeof request - 1, twins[i].now_ms);
        wire_gone(&wire);
        buffer_add(&figures[i], "", 1);
    }
    assert_non_null(strstr(figures[0].bytes, "pond_messages_out_total"));
    assert_string_equal(figures[0].bytes, figures[1].bytes);
}

/* Everything that the observer was sent is the same. */
static void compare(int observer)
{
    const struct simulated_client *one = &twins[0].clients[observer];
    const struct simulated_client *other = &twins[1].clients[observer];
    if (one->length != other->length || memcmp(one->inbox, other->inbox, one->length) != 0) {
        size_t at = 0;
        while (one->inbox[at] == other->inbox[at]) at++;
        at = at > 200 ? at - 200 : 0;
        fail_msg("client %d:\n%.400s\n%.400s", observer, one->inbox + at, other->inbox + at);
    }
    assert_int_equal(one->waited, other->waited);
    compare_figures();
    waited += one->waited;
    for (int i = 0; i < 2; i++) twins[i].clients[observer].waited = 0;
    bytes_compared += one->length;
    for (int i = 0; i < 2; i++) client_forget(&twins[i], observer);
}

static void begin(const char *game, const char *options, int seats)
{
    char text[400], places[100] = "\"me\"";
    for (int i = 1; i < seats; i++) strcat(places, ",\"open\"");
    for (int i = 0; i < 2; i++) simulated_open(&twins[i], "twins", NULL, NULL);
    for (int client = 0; client <= WATCHER; client++) {
        if (client >= seats && client != WATCHER) continue;
        for (int i = 0; i < 2; i++) client_hello(&twins[i], client, client % 2 ? "fr" : "en");
    }
    snprintf(text, sizeof text,
             "\"type\":\"create\",\"game\":\"%s\",\"options\":\"%s\",\"seats\":[%s]", game, options,
             places);
    json_t *made = ask_both(0, text);
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    json_decref(made);
    assert_int_equal(strlen(table), 16);
    snprintf(text, sizeof text, "\"type\":\"watch\",\"table\":\"%s\"", table);
    say_both(WATCHER, text);
    for (int client = 0; client < seats; client++) {
        snprintf(text, sizeof text, "\"type\":\"join\",\"table\":\"%s\",\"seat\":%d", table,
                 client);
        say_both(client, text);
        snprintf(text, sizeof text, "\"type\":\"number\",\"table\":\"%s\",\"number\":\"%d\"", table,
                 client);
        say_both(client, text);
    }
    for (int i = 0; i < 2; i++) { /* from the same start, but with chance to be told */
        struct pond_match *match = match_of(i);
        const struct pond_config config = match->config;
        pond_match_begin(match, match->game, &config, match->log, match->log_max);
    }
}

static void end(void)
{
    for (int i = 0; i < 2; i++) simulated_close(&twins[i]);
}

/* Do both games look the same to the observer? New hands for all turn the old ones over (B10). */
static bool views_same(int observer)
{
    struct pond_view view[2];
    for (int i = 0; i < 2; i++) pond_match_view(match_of(i), observer, &view[i]);
    return memcmp(&view[0], &view[1], sizeof view[0]) == 0;
}

/* Chance, told to both: the same where the observer sees it, otherwise each its own. */
static bool chance(int observer)
{
    while (pond_match_chance_due(match_of(0))) {
        const struct pond_game *game = match_of(0)->game;
        pond_move outcomes[2][POND_CHANCE_MAX];
        uint32_t weights[POND_CHANCE_MAX];
        int count[2];
        for (int i = 0; i < 2; i++) {
            count[i] = pond_chance(game, &match_of(i)->state, outcomes[i], weights);
        }
        const pond_seats seen =
            game->chance_seen_by != NULL ? game->chance_seen_by(&match_of(0)->state) : 0xff;
        pond_move drawn[2];
        drawn[0] = outcomes[0][pond_rng_below(&rng, (uint32_t)count[0])];
        drawn[1] = outcomes[1][pond_rng_below(&rng, (uint32_t)count[1])];
        if ((seen & POND_SEAT(observer)) != 0) {
            bool both = false;
            for (int k = 0; k < count[1]; k++) both |= outcomes[1][k] == drawn[0];
            if (!both) return false; /* that card is all in hidden hands there */
            drawn[1] = drawn[0];
        }
        differing += drawn[0] != drawn[1];
        for (int i = 0; i < 2; i++) assert_true(pond_match_outcome(match_of(i), drawn[i], NULL));
    }
    return views_same(observer);
}

/* Does the observer see the same of it in both games? A stash also discards, in the open. */
static bool looks_same(int observer, int seat, pond_move move)
{
    struct pond_view view[2];
    for (int i = 0; i < 2; i++) {
        struct pond_state after = match_of(i)->state;
        match_of(i)->game->apply(&after, seat, move);
        match_of(i)->game->observe(&after, observer, &view[i]);
    }
    return memcmp(&view[0], &view[1], sizeof view[0]) == 0;
}

/* A move of `seat` that both games allow and that looks the same to the observer. */
static bool common_move(int observer, int seat, pond_move *move)
{
    static pond_move moves[2][POND_MOVES_MAX];
    pond_move common[POND_MOVES_MAX];
    int count[2];
    uint32_t both = 0;
    for (int i = 0; i < 2; i++) {
        count[i] = match_of(i)->game->moves(&match_of(i)->state, seat, moves[i]);
    }
    for (int i = 0; i < count[0]; i++) {
        for (int k = 0; k < count[1]; k++) {
            const bool same = moves[0][i] == moves[1][k];
            if (same && looks_same(observer, seat, moves[0][i])) common[both++] = moves[0][i];
        }
    }
    if (both == 0) return false;
    *move = common[pond_rng_below(&rng, both)];
    return true;
}

static void play(int twin, int seat, pond_move move)
{
    char text[POND_MOVE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    const struct pond_match *match = match_of(twin);
    const uint32_t version = room_find(twins[twin].hall, table)->table.version;
    match->game->move_print(&match->state, seat, move, &out);
    json_decref(client_ask(&twins[twin], seat,
                           "\"type\":\"play\",\"table\":\"%s\",\"version\":%u,\"move\":\"%s\"",
                           table, version, text));
}

/* Whatever else the observer may ask for, and what it gets wrong. */
static void observer_asks(int observer)
{
    static const char *const asks[] = {
        "\"type\":\"watch\",\"table\":\"%s\"",
        "\"type\":\"watch\",\"table\":\"%s\",\"version\":4",
        "\"type\":\"record\",\"table\":\"%s\"",
        "\"type\":\"mine\",\"table\":\"%s\"",
        "\"type\":\"play\",\"table\":\"%s\",\"version\":999,\"move\":\"1\"",
        "\"type\":\"play\",\"table\":\"%s\",\"version\":9,\"move\":\"!4/1\"",
        "\"type\":\"takeback\",\"table\":\"%s\",\"count\":99",
        "\"type\":\"accept\",\"table\":\"%s\"",
    };
    static const char *const moves[] = {"6=33", "7=16", "12=3",  "+0", "+7", "!5", "-",
                                        "pass", "3",    "front", "0=", "=",  "1=1"};
    char text[200];
    const int64_t pause_ms = pond_rng_below(&rng, 2) == 0 ? 1000 : 0; /* people, or programs */
    for (int i = 0; i < 2; i++) simulated_pass(&twins[i], pause_ms);
    snprintf(text, sizeof text, asks[pond_rng_below(&rng, sizeof asks / sizeof asks[0])], table);
    say_both(observer, text);
    /* A move out of turn, or one that is not legal: it must not be one that counts. */
    const uint32_t version = room_find(twins[0].hall, table)->table.version;
    const char *move = moves[pond_rng_below(&rng, sizeof moves / sizeof moves[0])];
    pond_move parsed;
    const struct pond_match *match = match_of(0);
    const bool legal = observer != WATCHER && (pond_match_turn(match) & POND_SEAT(observer)) != 0 &&
                       pond_move_read(match->game, &match->state, observer, move, &parsed, NULL);
    if (legal) return;
    snprintf(text, sizeof text, "\"type\":\"play\",\"table\":\"%s\",\"version\":%u,\"move\":\"%s\"",
             table, version, move);
    say_both(observer, text);
}

/* One pair of games in turns (Quibbles): hidden cards differ, what is public does not. */
static void pair_of_hands(const char *options, int seats, int observer)
{
    begin("quibbles", options, seats);
    const int seat = observer == WATCHER ? POND_SPECTATOR : observer;
    for (int i = 0; i < DECISIONS_MAX && chance(seat); i++) {
        observer_asks(observer);
        compare(observer);
        const pond_seats turn = pond_match_turn(match_of(0));
        pond_move move;
        if (turn == 0 || !common_move(seat, pond_seat_first(turn), &move)) break;
        for (int twin = 0; twin < 2; twin++) play(twin, pond_seat_first(turn), move);
        compare(observer);
    }
    end();
}

static bool choose_again(int observer, int seat, int chooser)
{
    pond_move move;
    for (int twin = 0; twin < 2; twin++) {
        const uint32_t version = room_find(twins[twin].hall, table)->table.version;
        json_t *answer =
            client_ask(&twins[twin], chooser,
                       "\"type\":\"withdraw\",\"table\":\"%s\",\"version\":%u", table, version);
        assert_string_equal(text_of(answer, "what.kind"), "withdraw");
    }
    compare(observer);
    const bool fine = common_move(seat, chooser, &move);
    for (int twin = 0; twin < 2 && fine; twin++) play(twin, chooser, move);
    compare(observer);
    return fine;
}

/* The others choose as well, and the cards are turned; the record is read. */
static void reveal(int observer, int seat)
{
    char text[100];
    pond_move move;
    for (pond_seats turn = pond_match_turn(match_of(0)); turn != 0;
         turn &= (pond_seats)(turn - 1)) {
        if (!common_move(seat, pond_seat_first(turn), &move)) return;
        for (int twin = 0; twin < 2; twin++) play(twin, pond_seat_first(turn), move);
    }
    if (!chance(seat)) return;
    snprintf(text, sizeof text, "\"type\":\"record\",\"table\":\"%s\"", table);
    say_both(observer, text);
    compare(observer);
    revealed++;
}

/* One pair of games in rounds (Quibbit): the last round's sealed choices differ. */
static void pair_of_choices(const char *options, int seats, int observer)
{
    begin("quibbit", options, seats);
    const int rounds = (int)pond_rng_below(&rng, 6);
    const int seat = observer == WATCHER ? POND_SPECTATOR : observer;
    bool fine = true;
    for (int i = 0; i < seats + rounds * seats && fine; i++) {
        fine = chance(seat);
        const pond_seats turn = pond_match_turn(match_of(0));
        pond_move move;
        fine = fine && turn != 0 && common_move(seat, pond_seat_first(turn), &move);
        for (int twin = 0; twin < 2 && fine; twin++) play(twin, pond_seat_first(turn), move);
        compare(observer);
    }
    fine = fine && chance(seat);
    /* All but one choose, each server something else; nothing may show. They may take it up and
     * choose the same on both: then nothing shows even when the cards are turned. */
    const bool again = pond_rng_below(&rng, 2) == 0;
    pond_seats turn = fine ? pond_match_turn(match_of(0)) : 0;
    while ((turn & (turn - 1)) != 0) {
        const int chooser = pond_seat_first(turn);
        turn &= (pond_seats)(turn - 1);
        if (chooser == observer) continue;
        for (int twin = 0; twin < 2; twin++) {
            pond_move moves[POND_MOVES_MAX];
            const int count = match_of(twin)->game->moves(&match_of(twin)->state, chooser, moves);
            const uint32_t pick = (pond_rng_below(&rng, 2) + (uint32_t)twin) % (uint32_t)count;
            differing += twin == 1;
            play(twin, chooser, moves[pick]);
        }
        observer_asks(observer);
        compare(observer);
        if (again) fine = fine && choose_again(observer, seat, chooser);
    }
    if (again && fine) reveal(observer, seat);
    end();
}

static void pairs(void (*pair)(const char *, int, int), const char *options, int seats)
{
    const char *wish = getenv("LEAK_PAIRS");
    const int count = wish != NULL ? atoi(wish) : PAIRS_USUAL;
    differing = bytes_compared = waited = 0;
    pond_rng_seed(&rng, options);
    for (int i = 0; i < count; i++) {
        const int observer = (int)pond_rng_below(&rng, (uint32_t)seats + 1);
        pair(options, seats, observer == seats ? WATCHER : observer);
    }
    assert_true(differing > (uint64_t)count / 2); /* they did differ */
    assert_true(bytes_compared > (uint64_t)count * 1000);
    assert_true(waited > 0);
    for (int i = 0; i < 2; i++) buffer_free(&figures[i]);
}

static void quibbles_hides_hands(void **state)
{
    (void)state;
    pairs(pair_of_hands, "players=2", 2);
    pairs(pair_of_hands, "players=3,variant=first-game", 3);
    pairs(pair_of_hands, "players=5", 5);
}

static void quibbit_hides_choices(void **state)
{
    (void)state;
    pairs(pair_of_choices, "players=2", 2);
    pairs(pair_of_choices, "players=3,edition=king-frog", 3);
    pairs(pair_of_choices, "players=4", 4);
    assert_true(revealed > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quibbles_hides_hands),
        cmocka_unit_test(quibbit_hides_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
