/* message_table.c: joining, watching and leaving a table. See docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "message_at.h"
#include "name.h"

/* ---- At a table ---- */

/* The room that a message is about, once it can be worked on. */
bool at_table(const struct message *message, struct at *at)
{
    const char *table = NULL;
    if (!message_valid_id(message, "table", SAID_TABLE_NONE, &table)) return false;
    if (room_find(message->session->hall, table) == NULL &&
        !session_may_spend(message->session, message->id, SPEND_WORK)) {
        return false; /* to be read, it costs something */
    }
    at->room = room_open(message->session->hall, table);
    if (!room_may(at->room, message)) return false;
    at->table = &at->room->table;
    at->seat = room_observer(at->room, message->session);
    return at->seat == POND_SPECTATOR || night_known(message, at->table);
}

/* The same for someone who sits there. */
bool at_seat(const struct message *message, struct at *at)
{
    if (!at_table(message, at)) return false;
    if (table_seat_of(at->table, message->session->person) < 0) {
        return message_refuse(message, "seat", SAID_SEAT_NOT_YOURS);
    }
    return night_lets_act(message, at->table) &&
           (at->seat != POND_SPECTATOR || message_refuse(message, "seat", SAID_SEAT_NOT_YOURS));
}

/* The same while the game is on and the person plays it. */
bool at_play(const struct message *message, struct at *at)
{
    if (!at_seat(message, at)) return false;
    if (!at->table->begun) return message_refuse(message, "phase", SAID_NOT_BEGUN);
    if (at->table->phase != TABLE_PLAYING) {
        struct pond_error why;
        pond_refuse(&why, POND_WORD_MOVE_GAME_OVER);
        answer_refusal(message->session, message->id, "phase", &why);
        return false;
    }
    return at->table->seats[at->seat].computer[0] == '\0' ||
           message_refuse(message, "phase", SAID_NOT_NOW);
}

bool at_version(const struct message *message, const struct at *at, int64_t version)
{
    struct session *session = message->session;
    const bool sought = session->sought;
    session->sought = false;
    if (version <= at->table->version || sought) return true;
    if (!session_may_spend(session, message->id, SPEND_WORK)) return false;
    session->sought = true;
    room_catch_up(at->room);
    return room_may(at->room, message);
}

bool seat_may_change(const struct message *message, const struct at *at)
{
    const struct hall *hall = message->session->hall;
    const struct pace pace = {(float)SEAT_CHANGES_A_MINUTE / 60, SEAT_CHANGES_BURST};
    struct rate *rate = &at->room->changes[at->seat];
    if (hall->limits.off || rate_take(rate, pace, 1, hall->now_ms)) return true;
    return answer_wait(message->session, message->id, SAID_TOO_OFTEN,
                       rate_wait_ms(rate, pace, hall->now_ms));
}

/* Is there room for one more spectator, here and from that address? */
static bool spectator_fits(const struct room *room, uint32_t address)
{
    int count = 0, near = 0;
    for (const struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        if (room_observer(room, watch->session) != POND_SPECTATOR) continue;
        if (night_belongs(room, watch->session)) continue;
        count++;
        near += watch->session->address == address;
    }
    return count < hall_setting(room->hall, SETTING_SPECTATORS) &&
           (address == 0 || near < ADDRESS_SPECTATORS_MAX);
}

/* A person needs a few sockets at a table, no more: the oldest, which may well be dead, give way.
 */
static void sockets_limit(struct room *room, int seat)
{
    int count = 0;
    struct watch *next;
    for (struct watch *watch = room->watches; watch != NULL; watch = next) { /* newest first */
        next = watch->next_in_room;
        const bool counts = room_observer(room, watch->session) == seat;
        count += counts;
        if (counts && count > SEAT_SOCKETS_MAX) room_unwatch(watch);
    }
}

/* Watches along with whatever else a person does at a table. Someone with a seat here, or about to
 * take one, is never a spectator: a crowd keeps nobody from playing. Nor is anyone who belongs to
 * the night whose table it is. */
bool watch_too(const struct message *message, struct at *at, bool sits)
{
    struct session *session = message->session;
    if (room_watching(at->room, session) != NULL) return true;
    if (session->watch_count >= SESSION_TABLES_MAX && !session->hall->limits.off) {
        return message_refuse(message, "limit", SAID_TOO_MANY_WATCHED);
    }
    const uint32_t address = session->hall->limits.off ? 0 : session->address;
    const bool counts = !sits && at->seat == POND_SPECTATOR && !night_belongs(at->room, session);
    if (counts && !spectator_fits(at->room, address)) {
        return message_refuse(message, "limit", SAID_ROOM_CROWDED);
    }
    room_watch(at->room, session);
    if (at->seat != POND_SPECTATOR) sockets_limit(at->room, at->seat);
    return true;
}

/* Does it lead to more events, rather than to an end? */
static bool event_goes_on(enum event_kind kind)
{
    return kind != EVENT_RESIGN && kind != EVENT_ACCEPT && kind != EVENT_DECLINE &&
           kind != EVENT_REFUSE && kind != EVENT_LEAVE;
}

void message_event(const struct message *message, const struct at *at, enum event_kind kind,
                   int seat, int64_t number, const char *text)
{
    if (at->table->version >= TABLE_EVENTS_MAX && event_goes_on(kind)) {
        message_refuse(message, "limit", SAID_TABLE_TOO_LONG);
        return;
    }
    /* To take something back the game is played again from its beginning. */
    if (kind == EVENT_ASK && !session_spend(message->session, message->id, SPEND_WORK,
                                            (float)pond_match_entries(&at->table->match))) {
        return;
    }
    struct event event = {.kind = kind, .seat = seat, .number = number};
    struct pond_text out = pond_text_in(event.text, sizeof event.text);
    pond_text_string(&out, text);
    room_write(at->room, message, &event);
}

/* ---- Coming and going ---- */

static void watch(const struct message *message)
{
    struct at at;
    int64_t version = -1;
    if (!message_number(message, "version", true, 0, UINT32_MAX, &version) ||
        !at_table(message, &at) || !at_version(message, &at, version) ||
        !watch_too(message, &at, false)) {
        return;
    }
    const bool missed =
        version > 0 && room_show_missed(at.room, message->session, message->id, (uint32_t)version);
    if (!missed) room_show(at.room, message->session, message->id);
    room_settle(at.room);
}

static void unwatch(const struct message *message)
{
    struct at at;
    if (!at_table(message, &at)) return;
    struct watch *watching = room_watching(at.room, message->session);
    if (watching != NULL) room_unwatch(watching);
    answer_ok(message->session, message->id);
}

/* The seat that a person may take: the one asked for, or the first free one. */
static int seat_choose(const struct table *table, int64_t wish, bool invited, enum said *said)
{
    *said = SAID_SEAT_NONE_FREE;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (wish >= 0 && seat != wish) continue;
        const enum seat_kind kind = table->seats[seat].kind;
        if (kind == SEAT_OPEN || (kind == SEAT_INVITED && invited)) return seat;
        if (wish >= 0) *said = kind == SEAT_INVITED ? SAID_SEAT_INVITED : SAID_SEAT_TAKEN;
        if (kind == SEAT_INVITED) *said = SAID_SEAT_INVITED;
    }
    return -1;
}

/* Does the invitation fit? Wrong ones have a limit; `*may` is false after an answer. */
static bool invited_by(const struct message *message, const struct table *table, const char *invite,
                       bool *may)
{
    struct session *session = message->session;
    const size_t length = strlen(table->invite);
    if (invite[0] == '\0') return false;
    *may = session_may_spend(session, message->id, SPEND_GUESSES);
    if (!*may) return false;
    if (length > 0 && strlen(invite) == length &&
        sodium_memcmp(table->invite, invite, length) == 0) {
        return true;
    }
    session_charge(session, SPEND_GUESSES, 1);
    return false;
}

static void name_unlike(const struct table *table, const char *name, char out[STORE_NAME_SIZE])
{
    bool alike = true;
    for (int number = 1; alike; number++) {
        name_numbered(name, number, out);
        alike = false;
        for (int seat = 0; seat < table->seat_count; seat++) {
            const struct table_seat *other = &table->seats[seat];
            alike |= other->kind == SEAT_PERSON && names_alike(other->name, out);
        }
    }
}

static void join(const struct message *message)
{
    struct session *session = message->session;
    struct at at;
    int64_t wish = -1;
    const char *invite = "";
    enum said said;
    if (!message_number(message, "seat", true, 0, POND_SEATS_MAX - 1, &wish) ||
        !message_text(message, "invite", true, &invite) || !at_table(message, &at)) {
        return;
    }
    if (at.seat != POND_SPECTATOR) { /* sits there already: perhaps the same message again */
        if (watch_too(message, &at, false)) room_show(at.room, session, message->id);
        return;
    }
    if (at.table->phase != TABLE_OPEN || at.table->night[0] != '\0') {
        const bool night = at.table->phase == TABLE_OPEN;
        message_refuse(message, "seat", night ? SAID_NIGHT_SEATS : SAID_SEAT_NONE_FREE);
        return;
    }
    if (!games_begin(message)) return;
    bool may = true;
    const bool invited = invited_by(message, at.table, invite, &may);
    if (!may) return;
    const int seat = seat_choose(at.table, wish, invited, &said);
    if (seat < 0) {
        message_refuse(message, "seat", said);
        return;
    }
    if (!session_known(message) || !watch_too(message, &at, true)) return;
    session_save(session);
    const int index = game_index(at.table->game);
    char text[EVENT_TEXT_SIZE], name[STORE_NAME_SIZE];
    name_unlike(at.table, session->name, name);
    snprintf(text, sizeof text, "%s %d %d %s", session->person,
             (int)(session->rating[index] + 0.5F), (int)(session->deviation[index] + 0.5F), name);
    message_event(message, &at, EVENT_SIT, seat, 0, text);
}

static void leave(const struct message *message)
{
    struct at at;
    if (!at_table(message, &at)) return;
    const bool sits =
        at.seat != POND_SPECTATOR && at.table->night[0] == '\0'; /* else: the night's */
    const bool wanted = sits && at.table->phase == TABLE_OVER && at.table->seats[at.seat].again;
    if (wanted || (sits && at.table->phase <= TABLE_READY)) {
        message_event(message, &at, EVENT_LEAVE, at.seat, 0, "");
        return;
    }
    unwatch(message);
}

static void number(const struct message *message)
{
    struct at at;
    const char *text = NULL;
    if (!message_text(message, "number", false, &text) || !at_seat(message, &at)) return;
    if (!deal_number_check(text) || text[0] == '\0') {
        message_refuse(message, "field", SAID_NUMBER_FORM);
        return;
    }
    const struct table_seat *seat = &at.table->seats[at.seat];
    const bool promised = seat->promise[0] != '\0';
    const bool over = at.table->phase == TABLE_OVER;
    if (at.table->phase == TABLE_PLAYING || seat->given || (over && !(promised && seat->again)) ||
        (promised && !table_reveals(at.table))) {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if (promised && !deal_promise_holds(seat->promise, text)) {
        message_refuse(message, "field", SAID_PROMISE_BROKEN);
    } else {
        message_event(message, &at, EVENT_NUMBER, at.seat, 0, text);
    }
}

static void promise(const struct message *message)
{
    struct at at;
    const char *text = NULL;
    if (!message_text(message, "promise", false, &text) || !at_seat(message, &at)) return;
    const struct table_seat *seat = &at.table->seats[at.seat];
    if (!deal_promise_check(text)) {
        message_refuse(message, "field", SAID_PROMISE_FORM);
    } else if (at.table->phase > TABLE_READY || seat->given || seat->promise[0] != '\0' ||
               at.table->reveal) {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else {
        message_event(message, &at, EVENT_PROMISE, at.seat, 0, text);
    }
}

/* ---- Another game ---- */

static void again(const struct message *message)
{
    struct at at;
    const char *text = "", *promised = NULL;
    char wish[DEAL_HASH_SIZE + 1];
    if (!message_text(message, "number", true, &text) ||
        !message_text(message, "promise", true, &promised) || !at_seat(message, &at)) {
        return;
    }
    if (promised != NULL) {
        snprintf(wish, sizeof wish, "=%.64s", promised);
        text = wish;
    }
    if (promised != NULL && !deal_promise_check(promised)) {
        message_refuse(message, "field", SAID_PROMISE_FORM);
    } else if (promised == NULL && !deal_number_check(text)) {
        message_refuse(message, "field", SAID_NUMBER_FORM);
    } else if (at.table->night[0] != '\0') {
        message_refuse(message, "phase", SAID_NIGHT_AGAIN);
    } else if (at.table->phase != TABLE_OVER || !at.table->secret_fresh || at.table->closed ||
               at.table->seats[at.seat].again) {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if (games_begin(message) && watch_too(message, &at, false)) {
        message_event(message, &at, EVENT_AGAIN, at.seat, 0, text);
    }
}

/* ---- Gone, and back ---- */

/* A level of about that strength. */
static const char *level_for(int rating)
{
    static const struct {
        int rating;
        const char *level;
    } levels[] = {{1250, "level:1"}, {1400, "level:2"}, {1550, "level:3"},
                  {1700, "level:4"}, {1850, "level:5"}, {99999, "level:6"}};
    int i = 0;
    while (rating > levels[i].rating) i++;
    return levels[i].level;
}

static void substitute(const struct message *message)
{
    struct at at;
    int64_t seat = 0;
    if (!message_number(message, "seat", false, 0, POND_SEATS_MAX - 1, &seat) ||
        !at_play(message, &at)) {
        return;
    }
    const struct table_seat *gone = seat < at.table->seat_count ? &at.table->seats[seat] : NULL;
    if (gone == NULL || gone->kind != SEAT_PERSON || !gone->away || gone->computer[0] != '\0') {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if (room_now(at.room) < gone->away_until_ms ||
               at.room->hall->now_ms < at.room->hall->resumed_ms + AWAY_AFTER_MS) {
        message_refuse(message, "phase", SAID_AWAY_WAIT);
    } else {
        message_event(message, &at, EVENT_COMPUTER, (int)seat, 0, level_for(gone->rating));
    }
}

static void back(const struct message *message)
{
    struct at at;
    if (!at_seat(message, &at)) return;
    if (at.table->phase != TABLE_PLAYING || at.table->seats[at.seat].computer[0] == '\0') {
        message_refuse(message, "phase", SAID_NOT_NOW);
    } else if (night_lets_back(message, at.table) && seat_may_change(message, &at) &&
               watch_too(message, &at, false)) {
        message_event(message, &at, EVENT_BACK, at.seat, 0, "");
    }
}

const struct message_type table_messages[] = {
    {"watch", watch, true, false},
    {"create", message_create, true, true},
    {"join", join, true, true},
    {"number", number, true, true},
    {"promise", promise, true, true},
    {"leave", leave, true, true},
    {"unwatch", unwatch, true, false},
    {"again", again, true, true},
    {"substitute", substitute, true, true},
    {"back", back, true, true},
    {"record", record_message, true, false},
    {.name = NULL},
};
