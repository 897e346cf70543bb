/* table.c: a table as its events make it. See table.h. */
#include "table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pond/json.h"

#define LOG_FIRST 128 /* entries that a game begins with */

static void copy(char *out, size_t size, const char *text)
{
    struct pond_text into = pond_text_in(out, size);
    pond_text_string(&into, text);
}

void table_init(struct table *table, const char *id)
{
    memset(table, 0, sizeof *table);
    copy(table->id, sizeof table->id, id);
}

void table_free(struct table *table)
{
    free(table->log);
    memset(table, 0, sizeof *table);
}

/* ---- The first event ---- */

/* Words `key=value` behind each other; the name, which may have spaces, is the last. */
void table_plan_print(const struct table_plan *plan, char text[EVENT_TEXT_SIZE])
{
    char options[POND_OPTIONS_TEXT_MAX];
    struct pond_text options_text = pond_text_in(options, sizeof options);
    pond_config_print(plan->game, &plan->config, &options_text);
    const int count = plan->game->seats(&plan->config);
    char seats[POND_SEATS_MAX * (SEAT_COMPUTER_SIZE + 1) + 1] = "";
    for (int seat = 0; seat < count; seat++) {
        const size_t length = strlen(seats);
        snprintf(seats + length, sizeof seats - length, "%s%s", seat > 0 ? "," : "",
                 plan->seats[seat]);
    }
    const int length = snprintf(
        text, EVENT_TEXT_SIZE,
        "game=%s options=%s seats=%s listed=%d rated=%d clock=%d time=%lld more=%lld by=%s "
        "invite=%s secret=%s rating=%d rd=%d name=%s",
        plan->game->name, options, seats, plan->listed, plan->rated, plan->clock.kind,
        (long long)plan->clock.time_ms, (long long)plan->clock.more_ms, plan->by, plan->invite,
        plan->secret, plan->rating, plan->deviation, plan->name);
    assert(length > 0 && length < EVENT_TEXT_SIZE);
}

/* The value of a word; false where it is not there or too long. */
static bool word_find(const char *text, const char *key, char *value, size_t size)
{
    const size_t key_length = strlen(key);
    for (const char *at = text; *at != '\0';) {
        const bool last = strncmp(at, "name=", 5) == 0;
        const size_t length = last ? strlen(at) : strcspn(at, " ");
        if (length > key_length && at[key_length] == '=' && memcmp(at, key, key_length) == 0) {
            if (length - key_length > size) return false;
            memcpy(value, at + key_length + 1, length - key_length - 1);
            value[length - key_length - 1] = '\0';
            return true;
        }
        at += length;
        if (*at == ' ') at++;
    }
    return false;
}

static int64_t word_number(const char *text, const char *key)
{
    char value[24];
    return word_find(text, key, value, sizeof value) ? strtoll(value, NULL, 10) : 0;
}

static void seat_take(struct table_seat *seat, const char *person, const char *name, int rating,
                      int deviation)
{
    seat->kind = SEAT_PERSON;
    copy(seat->person, sizeof seat->person, person);
    copy(seat->name, sizeof seat->name, name);
    seat->rating = rating;
    seat->deviation = deviation;
    seat->given = seat->again = seat->away = false;
    seat->number[0] = seat->promise[0] = '\0';
}

static void seats_begin(struct table *table, const char *text)
{
    char seats[POND_SEATS_MAX * (SEAT_COMPUTER_SIZE + 1) + 1] = "", name[STORE_NAME_SIZE] = "";
    word_find(text, "seats", seats, sizeof seats);
    word_find(text, "name", name, sizeof name);
    const char *at = seats;
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seats[i];
        const size_t length = strcspn(at, ",");
        char kind[SEAT_COMPUTER_SIZE];
        snprintf(kind, sizeof kind, "%.*s", (int)length, at);
        at += length + (at[length] == ',');
        seat->left_ms = table->clock.time_ms;
        if (strcmp(kind, "me") == 0) {
            table->visited = true;
            seat_take(seat, table->by, name, (int)word_number(text, "rating"),
                      (int)word_number(text, "rd"));
        } else if (strcmp(kind, "invited") == 0) {
            seat->kind = seat->was = SEAT_INVITED;
        } else if (strcmp(kind, "open") != 0) {
            seat->kind = SEAT_COMPUTER;
            copy(seat->computer, sizeof seat->computer, kind);
        }
    }
}

static void secret_set(struct table *table, const char *secret)
{
    copy(table->secret, sizeof table->secret, secret);
    deal_commit(table->secret, table->commit);
    table->secret_fresh = true;
}

static bool create_apply(struct table *table, const struct event *event)
{
    char game[STORE_GAME_SIZE], options[POND_OPTIONS_TEXT_MAX], secret[DEAL_SECRET_SIZE];
    if (table->game != NULL || !word_find(event->text, "game", game, sizeof game) ||
        !word_find(event->text, "options", options, sizeof options) ||
        !word_find(event->text, "secret", secret, sizeof secret)) {
        return false;
    }
    table->game = pond_game_find(game);
    if (table->game == NULL) return false;
    if (!pond_config_parse(table->game, options, &table->config, NULL)) {
        table->game = NULL;
        return false;
    }
    copy(table->options, sizeof table->options, options);
    word_find(event->text, "by", table->by, sizeof table->by);
    word_find(event->text, "invite", table->invite, sizeof table->invite);
    table->listed = word_number(event->text, "listed") != 0;
    table->rated = word_number(event->text, "rated") != 0;
    const int64_t clock = word_number(event->text, "clock");
    table->clock = (struct table_clock){
        .kind = clock >= 0 && clock <= CLOCK_DAYS ? (enum clock_kind)clock : CLOCK_NONE,
        .time_ms = word_number(event->text, "time"),
        .more_ms = word_number(event->text, "more")};
    table->created_ms = event->at_ms;
    table->seat_count = table->game->seats(&table->config);
    table->number = 1;
    seats_begin(table, event->text);
    secret_set(table, secret);
    return true;
}

/* ---- Questions ---- */

int table_seat_of(const struct table *table, const char *person)
{
    if (person[0] == '\0') return -1;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (memcmp(table->seats[seat].person, person, STORE_ID_SIZE) == 0) return seat;
    }
    return -1;
}

bool table_full(const struct table *table)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        const enum seat_kind kind = table->seats[seat].kind;
        if (kind == SEAT_OPEN || kind == SEAT_INVITED) return false;
    }
    return table->seat_count > 0;
}

bool table_playing(const struct table *table) { return table->phase == TABLE_PLAYING; }

bool table_reveals(const struct table *table)
{
    if (table->reveal) return true;
    if (table->phase != TABLE_READY && table->phase != TABLE_OVER) return false;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        if (seat->kind != SEAT_PERSON) continue;
        const bool ready = table->phase == TABLE_OVER ? seat->again : seat->promise[0] != '\0';
        if (!ready && !(table->phase == TABLE_READY && seat->given)) return false;
    }
    return true;
}

bool table_owes(const struct table *table)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seats[i].promise[0] != '\0' && !table->seats[i].given) return true;
    }
    return false;
}

pond_seats table_turn(const struct table *table)
{
    return table_playing(table) ? pond_match_turn(&table->match) : 0;
}

pond_seats table_turn_computers(const struct table *table)
{
    pond_seats seats = table_turn(table);
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].computer[0] == '\0') seats &= (pond_seats)~POND_SEAT(seat);
    }
    return seats;
}

pond_seats table_persons(const struct table *table)
{
    pond_seats seats = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const bool plays =
            table->seats[seat].kind == SEAT_PERSON && table->seats[seat].computer[0] == '\0';
        if (plays) seats |= POND_SEAT(seat);
    }
    return seats;
}

bool table_rates(const struct table *table) { return table->rated && !table->unrated; }

bool table_move_same(const struct table *table, int seat, int64_t version, const char *text)
{
    const struct table_seat *one = &table->seats[seat];
    if (one->move_for == 0 || one->move_for != version) return false;
    if (strcmp(one->move, text) == 0) return true;
    char written[POND_MOVE_TEXT_MAX];
    struct pond_text out = pond_text_in(written, sizeof written);
    pond_move move;
    if (!pond_move_read(table->game, &one->move_at, seat, text, &move, NULL)) return false;
    table->game->move_print(&one->move_at, seat, move, &out);
    return strcmp(one->move, written) == 0;
}

/* Does a seat's clock run? Computers have none. */
static bool clock_runs(const struct table *table, int seat)
{
    return table->clock.kind != CLOCK_NONE && (table_turn(table) & POND_SEAT(seat)) != 0 &&
           table->seats[seat].computer[0] == '\0';
}

int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms)
{
    if (table->clock.kind == CLOCK_NONE) return INT64_MAX;
    const int64_t left = table->seats[seat].left_ms;
    const int64_t ran_ms = now_ms - table->clock_at_ms - table->stood_ms;
    return clock_runs(table, seat) && ran_ms > 0 ? left - ran_ms : left;
}

/* ---- Events before and after a game ---- */

static void phase_update(struct table *table, int64_t at_ms)
{
    if (table->phase > TABLE_READY) return;
    const bool was_full = table->phase == TABLE_READY;
    table->phase = table_full(table) ? TABLE_READY : TABLE_OPEN;
    if (!was_full && table->phase == TABLE_READY) table->full_at_ms = at_ms;
}

static bool sit_apply(struct table *table, const struct event *event)
{
    char person[STORE_ID_SIZE], name[STORE_NAME_SIZE] = "";
    int rating = 0, deviation = 0, length = 0;
    if (table->phase != TABLE_OPEN || event->seat < 0 || event->seat >= table->seat_count) {
        return false;
    }
    struct table_seat *seat = &table->seats[event->seat];
    if (seat->kind == SEAT_PERSON || seat->kind == SEAT_COMPUTER) return false;
    if (sscanf(event->text, "%16s %d %d %n", person, &rating, &deviation, &length) != 3) {
        return false;
    }
    copy(name, sizeof name, event->text + length);
    seat_take(seat, person, name, rating, deviation);
    table->visited = true;
    return true;
}

/* Somebody leaves before the deal: numbers that were promised or shown are worth nothing any more,
 * since the next to sit down would come after them. Players promise anew, and the record counts. */
static void promises_drop(struct table *table)
{
    const bool over = table->phase == TABLE_OVER;
    bool any = false;
    if (table->phase != TABLE_READY && !(over && table_reveals(table))) return;
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seats[i];
        if (seat->promise[0] == '\0') continue;
        any = true;
        seat->promise[0] = seat->number[0] = '\0';
        seat->given = seat->again = false;
    }
    table->aborts += any;
    table->reveal = false;
}

static bool leave_apply(struct table *table, const struct event *event)
{
    if (table->phase == TABLE_PLAYING || event->seat < 0 || event->seat >= table->seat_count) {
        return false;
    }
    struct table_seat *seat = &table->seats[event->seat];
    if (seat->kind != SEAT_PERSON) return false;
    if (table->phase == TABLE_OVER) { /* the seat stays in the record; there is no next game */
        promises_drop(table);
        seat->again = false;
        return true;
    }
    const struct table_seat empty = {
        .kind = seat->was, .was = seat->was, .left_ms = table->clock.time_ms};
    promises_drop(table);
    *seat = empty;
    return true;
}

static bool promise_apply(struct table *table, const struct event *event)
{
    struct table_seat *seat = &table->seats[event->seat];
    if (table->phase > TABLE_READY || seat->given || seat->promise[0] != '\0' || table->reveal ||
        !deal_promise_check(event->text)) {
        return false;
    }
    copy(seat->promise, sizeof seat->promise, event->text);
    table->promised_ms = event->at_ms;
    return true;
}

static bool reveal_apply(struct table *table, const struct event *event)
{
    if (table->phase != TABLE_READY) return false;
    table->reveal = true;
    table->promised_ms = event->at_ms;
    return true;
}

static bool number_apply(struct table *table, const struct event *event)
{
    if (event->seat < 0 || table->phase == TABLE_PLAYING || !deal_number_check(event->text)) {
        return false;
    }
    struct table_seat *seat = &table->seats[event->seat];
    if (seat->promise[0] != '\0' && !deal_promise_holds(seat->promise, event->text)) return false;
    copy(seat->number, sizeof seat->number, event->text);
    seat->given = true;
    return true;
}

/* Everyone moves up one seat, as the series asks for (C5), and so do the options. */
static void seats_rotate(struct table *table)
{
    struct pond_series series;
    pond_series_begin(&series, table->seat_count);
    pond_series_next(&series, &table->match, &table->config);
    const struct table_seat first = table->seats[0];
    for (int seat = 0; seat + 1 < table->seat_count; seat++) {
        table->seats[seat] = table->seats[seat + 1];
    }
    table->seats[table->seat_count - 1] = first;
    table->number++;
}

static bool start_apply(struct table *table, const struct event *event)
{
    if ((table->phase != TABLE_READY && table->phase != TABLE_OVER) || table->closed ||
        !table->secret_fresh) {
        return false;
    }
    if (table->phase == TABLE_OVER) seats_rotate(table);
    const char *numbers[POND_SEATS_MAX];
    char seed[DEAL_HASH_SIZE];
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seats[i];
        copy(table->deal_number[i], DEAL_NUMBER_SIZE, seat->given ? seat->number : "");
        copy(table->deal_promise[i], DEAL_HASH_SIZE, seat->promise);
        seat->promise[0] = '\0';
        numbers[i] = table->deal_number[i];
        seat->left_ms = table->clock.time_ms;
        seat->again = seat->replaced = seat->away = false;
        if (seat->kind == SEAT_PERSON) seat->computer[0] = '\0';
        seat->move_for = seat->decisions = seat->refused_at = 0;
    }
    copy(table->deal_secret, sizeof table->deal_secret, table->secret);
    copy(table->deal_commit, sizeof table->deal_commit, table->commit);
    table->secret_fresh = table->reveal = false;
    table->deal_aborts = table->aborts;
    table->aborts = 0;
    deal_seed(table->deal_secret, numbers, table->seat_count, seed);
    free(table->log);
    table->log = calloc(LOG_FIRST, sizeof *table->log);
    assert(table->log != NULL);
    pond_match_begin(&table->match, table->game, &table->config, table->log, LOG_FIRST);
    pond_match_seed(&table->match, seed);
    table->begun = true;
    table->unrated = false;
    table->ask.open = false;
    table->declined = -1;
    table->phase = TABLE_PLAYING;
    table->began_ms = table->clock_at_ms = event->at_ms;
    table->decision_since = event->version;
    return true;
}

static bool again_apply(struct table *table, const struct event *event)
{
    if (table->phase != TABLE_OVER || table->closed || event->seat < 0) return false;
    struct table_seat *seat = &table->seats[event->seat];
    const bool promises = event->text[0] == '=';
    if (promises ? !deal_promise_check(event->text + 1) : !deal_number_check(event->text)) {
        return false;
    }
    copy(seat->promise, sizeof seat->promise, promises ? event->text + 1 : "");
    copy(seat->number, sizeof seat->number, promises ? "" : event->text);
    seat->given = seat->number[0] != '\0';
    seat->again = true;
    table->promised_ms = event->at_ms;
    return true;
}

static bool commit_apply(struct table *table, const struct event *event)
{
    if (table->phase != TABLE_OVER || strlen(event->text) != DEAL_SECRET_SIZE - 1) return false;
    secret_set(table, event->text);
    for (int seat = 0; seat < table->seat_count; seat++) {
        table->seats[seat].given = table->seats[seat].again = false;
        table->seats[seat].number[0] = table->seats[seat].promise[0] = '\0';
    }
    return true;
}

static bool close_apply(struct table *table, const struct event *event)
{
    (void)event;
    if (table->phase == TABLE_OVER) return false;
    table->phase = TABLE_OVER;
    table->ask.open = false;
    table->closed = true;
    return true;
}

/* ---- Events of the game ---- */

/* Makes room in the match's log for one more decision and what chance adds to it. */
static void log_grow(struct table *table)
{
    struct pond_match *match = &table->match;
    if (match->log_max - match->log_count >= 2 * POND_ENTRIES_A_MOVE_MAX ||
        match->log_max >= TABLE_LOG_MAX) {
        return;
    }
    const uint32_t log_max = 2 * match->log_max;
    table->log = realloc(table->log, log_max * sizeof *table->log);
    assert(table->log != NULL);
    match->log = table->log;
    match->log_max = log_max;
}

/* Takes the time since the last event off the clocks that ran, but for what they stood still. */
static void clocks_charge(struct table *table, const struct event *event)
{
    table->stood_ms = event->stood_ms;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (!clock_runs(table, seat)) continue;
        table->seats[seat].left_ms = table_left_ms(table, seat, event->at_ms);
    }
    if (event->at_ms > table->clock_at_ms) table->clock_at_ms = event->at_ms;
}

static void clock_bonus(struct table *table, int seat)
{
    struct table_seat *one = &table->seats[seat];
    if (table->clock.kind == CLOCK_GAME) one->left_ms += table->clock.more_ms;
    if (table->clock.kind == CLOCK_MOVE || table->clock.kind == CLOCK_DAYS) {
        one->left_ms = table->clock.time_ms;
    }
}

static bool move_apply(struct table *table, const struct event *event)
{
    struct table_seat *seat = &table->seats[event->seat];
    const struct pond_state before = table->match.state;
    if (!pond_match_submit_text(&table->match, event->seat, event->text, NULL)) return false;
    seat->move_at = before;
    seat->decisions++;
    clock_bonus(table, event->seat);
    table->ask.open = false;
    if (table->declined != event->seat) table->declined = -1;
    seat->move_for = (uint32_t)event->number;
    seat->move_version = event->version;
    copy(seat->move, sizeof seat->move, event->text);
    return true;
}

static bool resign_apply(struct table *table, const struct event *event)
{
    table->ask.open = false;
    return pond_match_resign(&table->match, event->seat, NULL);
}

static bool offer_apply(struct table *table, const struct event *event)
{
    return table->declined < 0 && pond_match_offer_draw(&table->match, event->seat, NULL);
}

static bool accept_apply(struct table *table, const struct event *event)
{
    return pond_match_accept_draw(&table->match, event->seat, NULL);
}

/* The match has no event for it: an offer that is declined has lapsed. */
static bool decline_apply(struct table *table, const struct event *event)
{
    if (table->match.offer < 0 || table->match.offer == event->seat) return false;
    table->declined = table->match.offer;
    table->match.offer = -1;
    return true;
}

static bool ask_apply(struct table *table, const struct event *event)
{
    table->ask.open = true;
    table->ask.seat = event->seat;
    table->ask.count = (uint32_t)event->number;
    table->ask.agreed = POND_SEAT(event->seat);
    return true;
}

static bool agree_apply(struct table *table, const struct event *event)
{
    if (!table->ask.open) return false;
    table->ask.agreed |= POND_SEAT(event->seat);
    return true;
}

static bool refuse_apply(struct table *table, const struct event *event)
{
    (void)event;
    if (table->ask.open) table->seats[table->ask.seat].refused_at = table->match.ply + 1;
    table->ask.open = false;
    return true;
}

static bool takeback_apply(struct table *table, const struct event *event)
{
    table->ask.open = false;
    if (!pond_match_take_back(&table->match, event->seat, (uint32_t)event->number, NULL)) {
        return false;
    }
    table->unrated = true;
    table->declined = -1;
    table->decision_since = event->version;
    return true;
}

static bool say_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].said_at_ms = event->at_ms;
    return true;
}

static bool hint_apply(struct table *table, const struct event *event)
{
    (void)event;
    table->unrated = true;
    return true;
}

static bool away_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].away = true;
    table->seats[event->seat].away_until_ms = event->number;
    return true;
}

static bool here_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].away = false;
    return true;
}

static bool computer_apply(struct table *table, const struct event *event)
{
    struct table_seat *seat = &table->seats[event->seat];
    copy(seat->computer, sizeof seat->computer, event->text);
    seat->replaced = true;
    return true;
}

static bool back_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].computer[0] = '\0';
    table->seats[event->seat].away = false;
    return true;
}

/* Where the event does not say how long the clocks stood, it was all the time since the one before.
 */
static bool resume_apply(struct table *table, const struct event *event)
{
    table->clock_at_ms = event->at_ms;
    return true;
}

/* Which events need a seat, and in which phase they have a meaning. */
static const struct {
    bool (*apply)(struct table *table, const struct event *event);
    bool seat, playing;
} appliers[EVENT_KINDS] = {
    [EVENT_CREATE] = {create_apply, false, false},
    [EVENT_SIT] = {sit_apply, true, false},
    [EVENT_LEAVE] = {leave_apply, true, false},
    [EVENT_NUMBER] = {number_apply, true, false},
    [EVENT_PROMISE] = {promise_apply, true, false},
    [EVENT_REVEAL] = {reveal_apply, false, false},
    [EVENT_START] = {start_apply, false, false},
    [EVENT_MOVE] = {move_apply, true, true},
    [EVENT_RESIGN] = {resign_apply, true, true},
    [EVENT_TIME] = {resign_apply, true, true},
    [EVENT_OFFER] = {offer_apply, true, true},
    [EVENT_ACCEPT] = {accept_apply, true, true},
    [EVENT_DECLINE] = {decline_apply, true, true},
    [EVENT_ASK] = {ask_apply, true, true},
    [EVENT_AGREE] = {agree_apply, true, true},
    [EVENT_REFUSE] = {refuse_apply, true, true},
    [EVENT_TAKEBACK] = {takeback_apply, true, true},
    [EVENT_SAY] = {say_apply, true, false},
    [EVENT_HINT] = {hint_apply, true, true},
    [EVENT_COMMIT] = {commit_apply, false, false},
    [EVENT_AGAIN] = {again_apply, true, false},
    [EVENT_AWAY] = {away_apply, true, true},
    [EVENT_HERE] = {here_apply, true, false},
    [EVENT_COMPUTER] = {computer_apply, true, true},
    [EVENT_BACK] = {back_apply, true, true},
    [EVENT_RESUME] = {resume_apply, false, true},
    [EVENT_CLOSE] = {close_apply, false, false},
};

/* Counts a game that has just ended. */
static void game_end(struct table *table)
{
    const struct pond_result result = table->match.result;
    table->phase = TABLE_OVER;
    table->ask.open = false;
    table->series.games++;
    if (result.outcome == POND_WON) table->seats[result.seat].wins++;
    if (result.outcome == POND_DRAWN) table->series.draws++;
    if (result.outcome == POND_WON_BY_DUMMY) table->series.dummy++;
}

static void recent_keep(struct table *table, const struct event *event)
{
    struct table_recent *recent = &table->recent[event->version % TABLE_RECENT_MAX];
    const bool private_text =
        event->kind != EVENT_MOVE && event->kind != EVENT_SAY && event->kind != EVENT_COMPUTER;
    *recent = (struct table_recent){.version = event->version,
                                    .at_ms = event->at_ms,
                                    .number = event->number,
                                    .kind = event->kind,
                                    .seat = (int8_t)event->seat};
    if (event->kind == EVENT_MOVE && table->begun) {
        recent->sealed = (table->match.sealed & POND_SEAT(event->seat)) != 0;
    }
    if (!private_text && !recent->sealed) {
        copy(recent->text, sizeof recent->text, event->text);
    }
}

void table_apply(struct table *table, const struct event *event)
{
    table->version = event->version;
    if (event->at_ms > table->at_ms) table->at_ms = event->at_ms;
    const bool playing = table->phase == TABLE_PLAYING;
    table->before = table->match.state;
    table->before_count = table->match.log_count;
    const bool fits = appliers[event->kind].apply != NULL &&
                      (event->seat < table->seat_count || !appliers[event->kind].seat) &&
                      (event->seat >= 0 || !appliers[event->kind].seat) &&
                      (playing || !appliers[event->kind].playing) &&
                      (table->game != NULL || event->kind == EVENT_CREATE);
    if (fits) {
        const uint32_t ply = table->match.ply;
        const bool charges = event->kind != EVENT_RESUME || event->stood_ms > 0;
        if (playing && charges) clocks_charge(table, event);
        if (playing) log_grow(table);
        appliers[event->kind].apply(table, event);
        if (playing && table->match.ply != ply) table->decision_since = event->version;
        if (table->phase == TABLE_PLAYING && pond_match_over(&table->match)) game_end(table);
        phase_update(table, event->at_ms);
    }
    if (event->kind == EVENT_START) { /* how a game is set up is seen, not told */
        table->before = table->match.state;
        table->before_count = table->match.log_count;
    }
    table->stood_ms = 0;
    recent_keep(table, event);
}

/* ---- What follows ---- */

bool table_clock_rates(const struct table_clock *clock)
{
    const int64_t game_ms = clock->time_ms + RATED_GAME_DECISIONS * clock->more_ms;
    switch (clock->kind) {
    case CLOCK_NONE: return false;
    case CLOCK_MOVE: return clock->time_ms >= RATED_MOVE_MS_MIN;
    case CLOCK_GAME: return game_ms >= RATED_GAME_MS_MIN;
    case CLOCK_DAYS: return true;
    }
    return false;
}

/* Has it been played, by everyone? A game that somebody gave up at once, or ran out of time in
 * without a move, says nothing about anyone. */
static bool was_played(const struct table *table)
{
    const enum pond_reason reason = table->match.result.reason;
    if (reason != POND_REASON_RESIGNED && reason != POND_REASON_AGREED) return true;
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        if (seat->kind == SEAT_PERSON && seat->decisions < RATED_DECISIONS_MIN) return false;
    }
    return true;
}

bool table_outcome(const struct table *table, struct store_outcome *outcome)
{
    if (!table_rates(table) || table->phase != TABLE_OVER || table->closed) return false;
    if (!was_played(table)) return false;
    const struct pond_result result = table->match.result;
    memset(outcome, 0, sizeof *outcome);
    copy(outcome->game, sizeof outcome->game, table->game->name);
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        if (seat->kind != SEAT_PERSON) continue;
        const bool won = result.outcome == POND_WON && result.seat == i;
        memcpy(outcome->person[outcome->count], seat->person, STORE_ID_SIZE);
        outcome->rank[outcome->count++] = seat->replaced                        ? 2
                                          : won || result.outcome == POND_DRAWN ? 0
                                                                                : 1;
    }
    return outcome->count >= 2;
}

void table_clock_json(const struct table_clock *clock, char text[STORE_CLOCK_TEXT_MAX])
{
    static const char *const kinds[] = {"none", "move", "game", "days"};
    struct pond_text out = pond_text_in(text, STORE_CLOCK_TEXT_MAX);
    pond_text_string(&out, "{\"kind\":\"");
    pond_text_string(&out, kinds[clock->kind]);
    pond_text_char(&out, '"');
    if (clock->kind != CLOCK_NONE) {
        pond_text_string(&out, ",\"ms\":");
        pond_text_number(&out, clock->time_ms);
    }
    if (clock->kind == CLOCK_GAME) {
        pond_text_string(&out, ",\"more_ms\":");
        pond_text_number(&out, clock->more_ms);
    }
    pond_text_char(&out, '}');
}

/* A sink into a pond_text. */
static void text_sink(void *context, const char *bytes, size_t length)
{
    pond_text_bytes(context, bytes, length);
}

static void seats_json(const struct table *table, char *memory, size_t size)
{
    struct pond_text text = pond_text_in(memory, size);
    struct pond_json json = pond_json_to(text_sink, &text);
    pond_json_open(&json, '[');
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seats[i];
        pond_json_open(&json, '{');
        if (seat->kind == SEAT_PERSON) {
            pond_json_key(&json, "name");
            pond_json_string(&json, seat->name);
        } else if (seat->kind == SEAT_COMPUTER) {
            pond_json_key(&json, "computer");
            pond_json_string(&json, seat->computer);
        } else {
            pond_json_key(&json, seat->kind == SEAT_OPEN ? "open" : "invited");
            text_sink(&text, "true", 4);
        }
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    assert(!text.full);
}

void table_summary(const struct table *table, struct store_summary *summary)
{
    static const enum store_phase phases[] = {[TABLE_OPEN] = STORE_OPEN,
                                              [TABLE_READY] = STORE_OPEN,
                                              [TABLE_PLAYING] = STORE_PLAYING,
                                              [TABLE_OVER] = STORE_OVER};
    memset(summary, 0, sizeof *summary);
    memcpy(summary->table, table->id, sizeof summary->table);
    copy(summary->game, sizeof summary->game, table->game->name);
    copy(summary->options, sizeof summary->options, table->options);
    table_clock_json(&table->clock, summary->clock);
    seats_json(table, summary->seats, sizeof summary->seats);
    summary->phase = (uint8_t)phases[table->phase];
    summary->listed = table->listed;
    summary->days = table->clock.kind == CLOCK_DAYS;
    summary->rated = table_rates(table);
    summary->updated_ms = table->at_ms;
    summary->waits = table_turn(table);
    for (int seat = 0; seat < table->seat_count; seat++) {
        memcpy(summary->person[seat], table->seats[seat].person, STORE_ID_SIZE);
    }
}

/* The proof of the deal, as tags. */
static void proof_print(const struct table *table, struct pond_text *text)
{
    pond_text_string(text, "[Commitment \"");
    pond_text_string(text, table->deal_commit);
    pond_text_string(text, "\"]\n[Secret \"");
    pond_text_string(text, table->deal_secret);
    pond_text_string(text, "\"]\n");
    for (int seat = 0; seat < table->seat_count; seat++) {
        pond_text_string(text, "[Number");
        pond_text_number(text, seat);
        pond_text_string(text, " \"");
        pond_text_string(text, table->deal_number[seat]);
        pond_text_string(text, "\"]\n");
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->deal_promise[seat][0] == '\0') continue;
        pond_text_string(text, "[Promise");
        pond_text_number(text, seat);
        pond_text_string(text, " \"");
        pond_text_string(text, table->deal_promise[seat]);
        pond_text_string(text, "\"]\n");
    }
    if (table->deal_aborts == 0) return;
    pond_text_string(text, "[Aborts \"");
    pond_text_number(text, table->deal_aborts);
    pond_text_string(text, "\"]\n");
}

void table_record(const struct table *table, int observer, pond_sink *sink, void *context)
{
    char tags[2048];
    struct pond_text text = pond_text_in(tags, sizeof tags);
    struct pond_record record = {
        .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_IN_PROGRESS}};
    const bool over = pond_match_over(&table->match);
    const time_t began = (time_t)(table->began_ms / 1000);
    struct tm utc;
    if (gmtime_r(&began, &utc) != NULL) {
        strftime(record.date, sizeof record.date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct table_seat *one = &table->seats[seat];
        copy(record.name[seat], sizeof record.name[seat],
             one->kind == SEAT_PERSON ? one->name : one->computer);
    }
    if (over) {
        proof_print(table, &text);
        record.tags = tags;
    }
    pond_record_write(&table->match, &record, over ? -1 : observer, sink, context);
}
