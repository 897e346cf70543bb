/* table.c: a table as its events make it: questions, and the events of a game. See table.h. */
#include "table_events.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void text_copy(char *out, size_t size, const char *text)
{
    struct pond_text into = pond_text_in(out, size);
    pond_text_string(&into, text);
}

void table_init(struct table *table, const char *id)
{
    memset(table, 0, sizeof *table);
    text_copy(table->id, sizeof table->id, id);
}

void table_free(struct table *table)
{
    free(table->log);
    memset(table, 0, sizeof *table);
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

/* Is the game one of a night in which computers play for everyone who has not given up? */
static bool waits(const struct table *table)
{
    bool away = false;
    for (int seat = 0; seat < table->seat_count && table->night[0] != '\0'; seat++) {
        const bool plays = (table->match.resigned & POND_SEAT(seat)) == 0;
        if (table->seats[seat].kind != SEAT_PERSON || !plays) continue;
        if (table->seats[seat].computer[0] == '\0') return false;
        away = true;
    }
    return away;
}

pond_seats table_turn_computers(const struct table *table)
{
    pond_seats seats = waits(table) ? 0 : table_turn(table);
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

pond_seats table_asked(const struct table *table)
{
    pond_seats seats = table_persons(table);
    for (int seat = 0; seat < table->seat_count && table->night[0] != '\0'; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON) seats |= POND_SEAT(seat);
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

/* ---- Events of the game ---- */

/* Makes room in the match's log for one more decision and what chance adds to it. */
static void log_grow(struct table *table)
{
    struct pond_match *match = &table->match;
    const uint32_t room = pond_match_room(match), size = pond_match_entries(match) + room;
    if (room >= 2 * POND_ENTRIES_A_MOVE_MAX || size >= TABLE_LOG_MAX) return;
    table->log = realloc(table->log, 2 * size * sizeof *table->log);
    assert(table->log != NULL);
    pond_match_log_moved(match, table->log, 2 * size);
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
    seat->chose_left_ms = seat->left_ms;
    clock_bonus(table, event->seat);
    table->ask.open = false;
    if (table->declined != event->seat) table->declined = -1;
    seat->move_for = (uint32_t)event->number;
    seat->move_version = event->version;
    text_copy(seat->move, sizeof seat->move, event->text);
    return true;
}

/* As if it had not been chosen: the clock is where it was when it was, and the same choice sent
 * again does not count as the one that was taken up. */
static bool withdraw_apply(struct table *table, const struct event *event)
{
    struct table_seat *seat = &table->seats[event->seat];
    if (!pond_match_withdraw(&table->match, event->seat, NULL)) return false;
    seat->left_ms = seat->chose_left_ms;
    seat->decisions--;
    seat->move_for = 0;
    seat->withdrawn_at = event->version;
    table->before = table->match.state; /* the log is shorter now */
    table->before_count = pond_match_entries(&table->match);
    return true;
}

static bool resign_apply(struct table *table, const struct event *event)
{
    table->ask.open = false;
    table->timed = event->kind == EVENT_TIME;
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
    table->decision_ms = event->at_ms;
    return true;
}

static bool say_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].said_at_ms = event->at_ms;
    return true;
}

static bool hint_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].hints++;
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
    text_copy(seat->computer, sizeof seat->computer, event->text);
    seat->replaced = true;
    return true;
}

static bool back_apply(struct table *table, const struct event *event)
{
    table->seats[event->seat].computer[0] = '\0';
    table->seats[event->seat].away = false;
    return true;
}

/* All that the seat has is the successor's: its cards, and a choice that lies face down. */
static bool succeed_apply(struct table *table, const struct event *event)
{
    struct table_seat *seat = &table->seats[event->seat];
    const size_t length = strcspn(event->text, " ");
    if (table->night[0] == '\0' || seat->kind != SEAT_PERSON) return false;
    if (length == 0 || length >= STORE_ID_SIZE || event->text[length] == '\0') return false;
    memset(seat->person, 0, sizeof seat->person);
    memcpy(seat->person, event->text, length);
    text_copy(seat->name, sizeof seat->name, event->text + length + 1);
    return back_apply(table, event);
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
    [EVENT_WITHDRAW] = {withdraw_apply, true, true},
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
    [EVENT_SUCCEED] = {succeed_apply, true, true},
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
        recent->sealed = (pond_match_sealed(&table->match) & POND_SEAT(event->seat)) != 0;
    }
    if (!private_text && !recent->sealed) {
        text_copy(recent->text, sizeof recent->text, event->text);
    }
}

void table_apply(struct table *table, const struct event *event)
{
    table->version = event->version;
    if (event->at_ms > table->at_ms) table->at_ms = event->at_ms;
    const bool playing = table->phase == TABLE_PLAYING;
    table->before = table->match.state;
    table->before_count = pond_match_entries(&table->match);
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
        if (playing && table->match.ply != ply) {
            table->decision_since = event->version;
            table->decision_ms = event->at_ms;
        }
        if (table->phase == TABLE_PLAYING && pond_match_over(&table->match)) game_end(table);
        table_phase_update(table, event->at_ms);
    }
    if (event->kind == EVENT_START) { /* how a game is set up is seen, not told */
        table->before = table->match.state;
        table->before_count = pond_match_entries(&table->match);
    }
    table->stood_ms = 0;
    recent_keep(table, event);
}
