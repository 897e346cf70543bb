/* message_table.c: messages about tables: making, joining, playing. See docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computer.h"
#include "host.h"
#include "inside.h"
#include "name.h"

/* ---- At a table ---- */

struct at {
    struct room *room;
    struct table *table;
    int seat; /* or POND_SPECTATOR */
};

static bool refuse(const struct message *message, const char *code, enum said said)
{
    answer_error(message->session, message->id, code, said, NULL);
    return false;
}

/* The room that a message is about, once it can be worked on. */
static bool at_table(const struct message *message, struct at *at)
{
    const char *table = NULL;
    if (!message_text(message, "table", false, &table)) return false;
    if (!id_valid(table)) {
        return refuse(message, "table", SAID_TABLE_NONE);
    }
    if (room_find(message->session->hall, table) == NULL &&
        !session_may_spend(message->session, message->id, SPEND_WORK)) {
        return false; /* to be read, it costs something */
    }
    at->room = room_open(message->session->hall, table);
    if (!room_may(at->room, message)) return false;
    at->table = &at->room->table;
    at->seat = room_observer(at->room, message->session);
    return true;
}

/* The same for someone who sits there. */
static bool at_seat(const struct message *message, struct at *at)
{
    if (!at_table(message, at)) return false;
    return at->seat != POND_SPECTATOR || refuse(message, "seat", SAID_SEAT_NOT_YOURS);
}

/* The same while the game is on and the person plays it. */
static bool at_play(const struct message *message, struct at *at)
{
    if (!at_seat(message, at)) return false;
    if (!at->table->begun) return refuse(message, "phase", SAID_NOT_BEGUN);
    if (at->table->phase != TABLE_PLAYING) {
        struct pond_error why;
        pond_refuse(&why, POND_WORD_MOVE_GAME_OVER);
        answer_refusal(message->session, message->id, "phase", &why);
        return false;
    }
    return at->table->seats[at->seat].computer[0] == '\0' || refuse(message, "phase", SAID_NOT_NOW);
}

/* Is there room for one more spectator, here and from that address? */
static bool spectator_fits(const struct room *room, uint32_t address)
{
    int count = 0, near = 0;
    for (const struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        if (room_observer(room, watch->session) != POND_SPECTATOR) continue;
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
 * take one, is never a spectator: a crowd keeps nobody from playing. */
static bool watch_too(const struct message *message, struct at *at, bool sits)
{
    struct session *session = message->session;
    if (room_watching(at->room, session) != NULL) return true;
    if (session->watch_count >= SESSION_TABLES_MAX && !session->hall->limits.off) {
        return refuse(message, "limit", SAID_TOO_MANY_WATCHED);
    }
    const uint32_t address = session->hall->limits.off ? 0 : session->address;
    if (!sits && at->seat == POND_SPECTATOR && !spectator_fits(at->room, address)) {
        return refuse(message, "limit", SAID_ROOM_CROWDED);
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

static void event_write(const struct message *message, const struct at *at, enum event_kind kind,
                        int seat, int64_t number, const char *text)
{
    if (at->table->version >= TABLE_EVENTS_MAX && event_goes_on(kind)) {
        refuse(message, "limit", SAID_TABLE_TOO_LONG);
        return;
    }
    /* To take something back the game is played again from its beginning. */
    if (kind == EVENT_ASK && !session_spend(message->session, message->id, SPEND_WORK,
                                            (float)at->table->match.log_count)) {
        return;
    }
    struct event event = {.kind = kind, .seat = seat, .number = number};
    struct pond_text out = pond_text_in(event.text, sizeof event.text);
    pond_text_string(&out, text);
    room_write(at->room, message, &event);
}

/* ---- Making one ---- */

static bool clock_take(const struct message *message, struct table_clock *clock)
{
    static const char *const kinds[] = {"none", "move", "game", "days"};
    const json_t *value = json_object_get(message->root, "clock");
    if (value == NULL || json_is_null(value)) return true;
    const char *kind = json_string_value(json_object_get(value, "kind"));
    for (int i = 0; kind != NULL && i < 4; i++) {
        if (strcmp(kinds[i], kind) != 0) continue;
        clock->kind = (enum clock_kind)i;
        clock->time_ms = json_integer_value(json_object_get(value, "ms"));
        clock->more_ms = json_integer_value(json_object_get(value, "more_ms"));
        const bool fits = clock->time_ms >= CLOCK_MS_MIN && clock->time_ms <= CLOCK_MS_MAX &&
                          clock->more_ms >= 0 && clock->more_ms <= CLOCK_MS_MAX;
        if (i == CLOCK_NONE) *clock = (struct table_clock){.kind = CLOCK_NONE};
        if (i == CLOCK_NONE || fits) return true;
    }
    return refuse(message, "options", SAID_CLOCK_FORM);
}

static bool seats_take(const struct message *message, struct table_plan *plan)
{
    const json_t *seats = json_object_get(message->root, "seats");
    const int count = plan->game->seats(&plan->config);
    const char digit[] = {(char)('0' + count), '\0'};
    int mine = 0;
    if (!json_is_array(seats) || json_array_size(seats) != (size_t)count) {
        answer_error(message->session, message->id, "options", SAID_SEATS_COUNT, digit);
        return false;
    }
    for (int i = 0; i < count; i++) {
        const char *kind = json_string_value(json_array_get(seats, (size_t)i));
        if (kind == NULL) kind = "";
        const bool me = strcmp(kind, "me") == 0;
        const bool free_seat = strcmp(kind, "open") == 0 || strcmp(kind, "invited") == 0;
        const bool computer = strcmp(kind, "random") == 0 || strcmp(kind, "greedy") == 0 ||
                              strncmp(kind, "level:", 6) == 0;
        mine += me;
        const bool known = me ? mine == 1
                              : free_seat || (computer && strlen(kind) < SEAT_COMPUTER_SIZE &&
                                              computer_known(plan->game, kind));
        if (!known) {
            answer_error(message->session, message->id, "options", SAID_SEATS_KIND, kind);
            return false;
        }
        snprintf(plan->seats[i], sizeof plan->seats[i], "%s", kind);
    }
    return true;
}

static int game_index(const struct pond_game *game)
{
    int index = 0;
    while (index < 3 && pond_games[index] != NULL && pond_games[index] != game) index++;
    return index;
}

static bool plan_take(const struct message *message, struct table_plan *plan)
{
    const struct session *session = message->session;
    const char *game = NULL, *options = "";
    struct pond_error why;
    if (!message_text(message, "game", false, &game) ||
        !message_text(message, "options", true, &options) ||
        !message_flag(message, "public", &plan->listed) ||
        !message_flag(message, "rated", &plan->rated) || !clock_take(message, &plan->clock)) {
        return false;
    }
    if (plan->rated && !table_clock_rates(&plan->clock)) {
        return refuse(message, "options", SAID_RATED_CLOCK);
    }
    plan->game = pond_game_offered(game);
    if (plan->game == NULL) {
        pond_game_refuse(game, &why);
        answer_refusal(message->session, message->id, "options", &why);
        return false;
    }
    if (!pond_config_parse(plan->game, options, &plan->config, &why)) {
        answer_refusal(message->session, message->id, "options", &why);
        return false;
    }
    if (!seats_take(message, plan)) return false;
    const int index = game_index(plan->game);
    plan->rating = (int)(session->rating[index] + 0.5F);
    plan->deviation = (int)(session->deviation[index] + 0.5F);
    memcpy(plan->by, session->person, sizeof plan->by);
    memcpy(plan->name, session->name, sizeof plan->name);
    return true;
}

/* With `once` the same person and word always make the same id. */
static void once_id(const struct session *session, const char *once, char id[STORE_ID_SIZE])
{
    uint8_t hash[STORE_HASH_SIZE];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)once, strlen(once), session->key,
                       sizeof session->key);
    id_of_bytes(hash, id, STORE_ID_SIZE - 1);
}

/* Is a room's table in the lobby, for others to come? */
static bool room_listed(const struct room *room)
{
    return room->ready && room->table.listed && room->table.phase <= TABLE_READY;
}

/* Tables that a person has made without sitting down at them, as far as they are in memory; those
 * that are open and public are added to `*listed`. */
static uint32_t made_for_others(const struct hall *hall, const char *person, uint32_t *listed)
{
    uint32_t count = 0;
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct room *room = hall->rooms[i]; room != NULL; room = room->next) {
            const bool made = room->ready && room->table.phase != TABLE_OVER &&
                              strcmp(room->table.by, person) == 0 &&
                              table_seat_of(&room->table, person) < 0;
            count += made;
            *listed += made && room_listed(room);
        }
    }
    return count;
}

/* Open public tables that were made at an address: those whose people have gone are soon neither in
 * memory nor listed. */
static uint32_t listed_near(const struct hall *hall, uint32_t address)
{
    uint32_t count = 0;
    for (int i = 0; i < BUCKETS; i++) {
        for (const struct room *room = hall->rooms[i]; room != NULL; room = room->next) {
            count += room->made_at == address && room_listed(room);
        }
    }
    return count;
}

static void counted(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    struct waiting *creates = session->creates;
    session->creates = NULL;
    session->listed = 0;
    uint32_t count = made_for_others(session->hall, session->person, &session->listed);
    for (uint32_t i = 0; i < request->row_count; i++) {
        const struct store_summary *row = &request->tables[i];
        count += row->phase != STORE_OVER;
        session->listed += row->phase == STORE_OPEN && row->listed;
    }
    const bool fine = request->status == STORE_FINE;
    store_request_free(request);
    if (fine && count < (uint32_t)hall_setting(session->hall, SETTING_TABLES)) {
        session->counted = true;
        waiting_run(creates);
        return;
    }
    answer_error(session, creates->id, fine ? "limit" : "store",
                 fine ? SAID_TOO_MANY_TABLES : SAID_NOT_SAVED, NULL);
    free(creates);
    session_next(session);
}

/* Who has many unfinished tables makes no more. The store knows them: the message waits for it, and
 * is run again. */
static bool may_create(const struct message *message)
{
    struct session *session = message->session;
    const bool counted_before = session->counted;
    session->counted = false;
    if (session->hall->limits.off || counted_before) return true;
    if (!session_spend(session, message->id, SPEND_CREATES, 1)) return false;
    struct store_request *request = session_request(session, STORE_MINE, message->id, counted);
    memcpy(request->person, session->person, sizeof request->person);
    session->creates = waiting_new(session, message->id, message->text, message->length);
    store_submit(session->hall->store, request);
    return false;
}

/* Tables that their maker does not sit at have a limit that no idle room resets. */
static bool may_give(const struct message *message, const struct table_plan *plan)
{
    for (int i = 0; i < POND_SEATS_MAX; i++) {
        if (strcmp(plan->seats[i], "me") == 0) return true;
    }
    return session_spend(message->session, message->id, SPEND_GIFTS, 1);
}

/* While the server is to come to rest, games end and none begins. */
static bool games_begin(const struct message *message)
{
    return !host_maintains(message->session->hall) ||
           refuse(message, "maintenance", SAID_MAINTENANCE);
}

/* The lobby has room for so many: nobody fills it alone. */
static bool may_list(const struct message *message)
{
    const struct session *session = message->session;
    if (session->hall->limits.off) return true;
    if (session->listed >= (uint32_t)hall_setting(session->hall, SETTING_LISTED)) {
        return refuse(message, "limit", SAID_TOO_MANY_LISTED);
    }
    if (session->address != 0 &&
        listed_near(session->hall, session->address) >= ADDRESS_LISTED_MAX) {
        return refuse(message, "limit", SAID_TOO_MANY_NEAR);
    }
    return true;
}

static void create(const struct message *message)
{
    struct session *session = message->session;
    struct table_plan plan = {.listed = false};
    const char *once = NULL;
    char id[STORE_ID_SIZE];
    if (!message_text(message, "once", true, &once) || !plan_take(message, &plan)) return;
    if (once != NULL && (once[0] == '\0' || strlen(once) > 64)) {
        answer_error(session, message->id, "field", SAID_FIELD, "once");
        return;
    }
    if (once != NULL) once_id(session, once, id);
    struct at at = {.room = once != NULL ? room_find(session->hall, id) : NULL};
    if (at.room != NULL) { /* the same message, sent again */
        if (!room_may(at.room, message)) return;
        at.seat = room_observer(at.room, session);
        if (watch_too(message, &at, false)) room_show(at.room, session, message->id);
        return;
    }
    if (!games_begin(message)) return;
    if (!may_create(message) || !may_give(message, &plan)) return;
    if (plan.listed && !may_list(message)) return;
    if (session->watch_count >= SESSION_TABLES_MAX && !session->hall->limits.off) {
        refuse(message, "limit", SAID_TOO_MANY_WATCHED);
        return;
    }
    session_save(session);
    if (once == NULL) random_id(session->hall, id, STORE_ID_SIZE - 1);
    random_id(session->hall, plan.invite, TABLE_INVITE_LETTERS);
    secret_new(session->hall, plan.secret);
    struct event event = {.kind = EVENT_CREATE, .seat = -1};
    table_plan_print(&plan, event.text);
    struct room *room = room_make(session->hall, id);
    room->made_at = session->address;
    room_watch(room, session);
    room_write(room, message, &event);
}

/* ---- Coming and going ---- */

static void watch(const struct message *message)
{
    struct at at;
    int64_t version = -1;
    if (!message_number(message, "version", true, 0, UINT32_MAX, &version) ||
        !at_table(message, &at) || !watch_too(message, &at, false)) {
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

/* Nobody at a table can be taken for somebody else: who comes second with a name gets a number. */
static void name_unlike(const struct table *table, const char *name, char out[STORE_NAME_SIZE])
{
    size_t kept = strlen(name); /* room for the number, behind a whole character */
    while (kept > STORE_NAME_SIZE - 8 || ((unsigned char)name[kept] & 0xc0) == 0x80) kept--;
    snprintf(out, STORE_NAME_SIZE, "%s", name);
    for (int number = 2; number <= POND_SEATS_MAX + 1; number++) {
        bool alike = false;
        for (int seat = 0; seat < table->seat_count; seat++) {
            const struct table_seat *other = &table->seats[seat];
            alike |= other->kind == SEAT_PERSON && names_alike(other->name, out);
        }
        if (!alike) return;
        snprintf(out, STORE_NAME_SIZE, "%.*s (%c)", (int)kept, name, '0' + number);
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
    if (at.table->phase != TABLE_OPEN) {
        refuse(message, "seat", SAID_SEAT_NONE_FREE);
        return;
    }
    if (!games_begin(message)) return;
    bool may = true;
    const bool invited = invited_by(message, at.table, invite, &may);
    if (!may) return;
    const int seat = seat_choose(at.table, wish, invited, &said);
    if (seat < 0) {
        refuse(message, "seat", said);
        return;
    }
    if (!watch_too(message, &at, true)) return;
    session_save(session);
    const int index = game_index(at.table->game);
    char text[EVENT_TEXT_SIZE], name[STORE_NAME_SIZE];
    name_unlike(at.table, session->name, name);
    snprintf(text, sizeof text, "%s %d %d %s", session->person,
             (int)(session->rating[index] + 0.5F), (int)(session->deviation[index] + 0.5F), name);
    event_write(message, &at, EVENT_SIT, seat, 0, text);
}

static void leave(const struct message *message)
{
    struct at at;
    if (!at_table(message, &at)) return;
    const bool wanted = at.seat != POND_SPECTATOR && at.table->phase == TABLE_OVER &&
                        at.table->seats[at.seat].again;
    if (wanted || (at.seat != POND_SPECTATOR && at.table->phase <= TABLE_READY)) {
        event_write(message, &at, EVENT_LEAVE, at.seat, 0, "");
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
        refuse(message, "field", SAID_NUMBER_FORM);
        return;
    }
    const struct table_seat *seat = &at.table->seats[at.seat];
    const bool promised = seat->promise[0] != '\0';
    const bool over = at.table->phase == TABLE_OVER;
    if (at.table->phase == TABLE_PLAYING || seat->given || (over && !(promised && seat->again)) ||
        (promised && !table_reveals(at.table))) {
        refuse(message, "phase", SAID_NOT_NOW);
    } else if (promised && !deal_promise_holds(seat->promise, text)) {
        refuse(message, "field", SAID_PROMISE_BROKEN);
    } else {
        event_write(message, &at, EVENT_NUMBER, at.seat, 0, text);
    }
}

static void promise(const struct message *message)
{
    struct at at;
    const char *text = NULL;
    if (!message_text(message, "promise", false, &text) || !at_seat(message, &at)) return;
    const struct table_seat *seat = &at.table->seats[at.seat];
    if (!deal_promise_check(text)) {
        refuse(message, "field", SAID_PROMISE_FORM);
    } else if (at.table->phase > TABLE_READY || seat->given || seat->promise[0] != '\0' ||
               at.table->reveal) {
        refuse(message, "phase", SAID_NOT_NOW);
    } else {
        event_write(message, &at, EVENT_PROMISE, at.seat, 0, text);
    }
}

/* ---- Playing ---- */

static bool repeated(const struct message *message, const struct at *at, int64_t version,
                     const char *move)
{
    const struct table_seat *seat = &at->table->seats[at->seat];
    if (!table_move_same(at->table, at->seat, version, move)) return false;
    struct pond_json json = answer_begin(message->session, "ok", message->id);
    pond_json_bool_member(&json, "repeated", true);
    pond_json_number_member(&json, "version", seat->move_version);
    answer_send(message->session, &json);
    return true;
}

/* The move in its written form, which may differ from the one sent; false with an answer. */
static bool move_read(const struct message *message, const struct at *at, const char *text,
                      char move[POND_MOVE_TEXT_MAX])
{
    const struct pond_match *match = &at->table->match;
    struct pond_error why;
    pond_move read;
    if ((pond_match_turn(match) & POND_SEAT(at->seat)) == 0) {
        pond_refuse_number(&why, POND_WORD_MOVE_NOT_YOUR_TURN, at->seat);
    } else if (pond_move_read(match->game, &match->state, at->seat, text, &read, &why)) {
        struct pond_text out = pond_text_in(move, POND_MOVE_TEXT_MAX);
        match->game->move_print(&match->state, at->seat, read, &out);
        return true;
    }
    answer_refusal(message->session, message->id, "illegal", &why);
    return false;
}

static void play(const struct message *message)
{
    struct at at;
    const char *text = NULL;
    int64_t version = 0;
    char move[POND_MOVE_TEXT_MAX];
    if (!message_text(message, "move", false, &text) ||
        !message_number(message, "version", false, 1, UINT32_MAX, &version) ||
        !at_seat(message, &at)) {
        return;
    }
    if (repeated(message, &at, version, text)) return;
    if (!at_play(message, &at)) return;
    if (version < at.table->decision_since || version > at.table->version) {
        refuse(message, "stale", SAID_STALE);
        return;
    }
    if (at.table->match.log_count > TABLE_LOG_MAX - 2 * POND_ENTRIES_A_MOVE_MAX) {
        refuse(message, "limit", SAID_GAME_TOO_LONG);
        return;
    }
    if (move_read(message, &at, text, move)) {
        event_write(message, &at, EVENT_MOVE, at.seat, version, move);
    }
}

/* Tries something on a copy of the match: these only add to the end of its log. */
static bool match_allows(const struct message *message, const struct at *at,
                         bool (*act)(struct pond_match *, int, struct pond_error *))
{
    struct pond_match copy = at->table->match;
    struct pond_error why;
    if (act(&copy, at->seat, &why)) return true;
    answer_refusal(message->session, message->id, "illegal", &why);
    return false;
}

static void resign(const struct message *message)
{
    struct at at;
    if (at_play(message, &at) && match_allows(message, &at, pond_match_resign)) {
        event_write(message, &at, EVENT_RESIGN, at.seat, 0, "");
    }
}

static void offer(const struct message *message)
{
    struct at at;
    if (!at_play(message, &at)) return;
    if (at.table->declined >= 0) {
        refuse(message, "phase", SAID_OFFER_DECLINED);
    } else if (match_allows(message, &at, pond_match_offer_draw)) {
        event_write(message, &at, EVENT_OFFER, at.seat, 0, "");
    }
}

static void accept_offer(const struct message *message)
{
    struct at at;
    if (at_play(message, &at) && match_allows(message, &at, pond_match_accept_draw)) {
        event_write(message, &at, EVENT_ACCEPT, at.seat, 0, "");
    }
}

static void decline(const struct message *message)
{
    struct at at;
    if (at_play(message, &at) && match_allows(message, &at, pond_match_accept_draw)) {
        event_write(message, &at, EVENT_DECLINE, at.seat, 0, "");
    }
}

static void takeback(const struct message *message)
{
    struct at at;
    int64_t count = 1;
    if (!message_number(message, "count", true, 1, 100, &count) || !at_play(message, &at)) return;
    if (at.table->ask.open) {
        refuse(message, "phase", SAID_NOT_NOW);
    } else if (at.table->seats[at.seat].refused_at == at.table->match.ply + 1) {
        refuse(message, "phase", SAID_TAKEBACK_REFUSED);
    } else if (count > at.table->match.ply || at.table->match.takebacks >= POND_TAKEBACKS_MAX ||
               at.table->match.resigned != 0) {
        refuse(message, "phase", SAID_TAKEBACK_COUNT);
    } else {
        event_write(message, &at, EVENT_ASK, at.seat, count, "");
    }
}

static void answer_ask(const struct message *message, enum event_kind kind)
{
    struct at at;
    if (!at_play(message, &at)) return;
    const struct table *table = at.table;
    if (!table->ask.open || (table->ask.agreed & POND_SEAT(at.seat)) != 0) {
        refuse(message, "phase", SAID_NOT_NOW);
        return;
    }
    const pond_seats agreed = (pond_seats)(table->ask.agreed | POND_SEAT(at.seat));
    if (kind == EVENT_AGREE && (table_persons(table) & ~agreed) == 0) { /* the last one */
        event_write(message, &at, EVENT_TAKEBACK, table->ask.seat, table->ask.count, "");
    } else {
        event_write(message, &at, kind, at.seat, 0, "");
    }
}

static void agree(const struct message *message) { answer_ask(message, EVENT_AGREE); }
static void refuse_ask(const struct message *message) { answer_ask(message, EVENT_REFUSE); }

static void say(const struct message *message)
{
    struct at at;
    const char *phrase = NULL;
    if (!message_text(message, "phrase", false, &phrase) || !at_seat(message, &at)) return;
    const struct table_seat *seat = &at.table->seats[at.seat];
    const struct hall *hall = message->session->hall;
    struct person *person = message->session->owner;
    if (phrase_find(phrase) == NULL) {
        refuse(message, "field", SAID_PHRASE_NONE);
    } else if (host_muted(hall, person->id)) {
        refuse(message, "muted", SAID_MUTED);
    } else if ((seat->said_at_ms != 0 && room_now(at.room) - seat->said_at_ms < SAY_PAUSE_MS) ||
               (person->said_ms != 0 && hall->now_ms - person->said_ms < SAY_PAUSE_MS)) {
        refuse(message, "limit", SAID_SAY_LATER);
    } else {
        person->said_ms = hall->now_ms; /* it is the person's pause: a seat can be left and taken */
        event_write(message, &at, EVENT_SAY, at.seat, 0, phrase);
    }
}

static void hint(const struct message *message)
{
    struct at at;
    if (!at_play(message, &at)) return;
    if (table_rates(at.table)) {
        refuse(message, "phase", SAID_HINT_RATED);
    } else if ((table_turn(at.table) & POND_SEAT(at.seat)) == 0) {
        refuse(message, "phase", SAID_NOT_NOW);
    } else if ((at.room->hints & POND_SEAT(at.seat)) != 0) { /* one is on its way */
        refuse(message, "limit", SAID_TOO_FAST);
    } else {
        event_write(message, &at, EVENT_HINT, at.seat, 0, "");
    }
}

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
        refuse(message, "field", SAID_PROMISE_FORM);
    } else if (promised == NULL && !deal_number_check(text)) {
        refuse(message, "field", SAID_NUMBER_FORM);
    } else if (at.table->phase != TABLE_OVER || !at.table->secret_fresh || at.table->closed ||
               at.table->seats[at.seat].again) {
        refuse(message, "phase", SAID_NOT_NOW);
    } else if (games_begin(message) && watch_too(message, &at, false)) {
        event_write(message, &at, EVENT_AGAIN, at.seat, 0, text);
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
        refuse(message, "phase", SAID_NOT_NOW);
    } else if (room_now(at.room) < gone->away_until_ms ||
               at.room->hall->now_ms < at.room->hall->resumed_ms + AWAY_AFTER_MS) {
        refuse(message, "phase", SAID_AWAY_WAIT);
    } else {
        event_write(message, &at, EVENT_COMPUTER, (int)seat, 0, level_for(gone->rating));
    }
}

static void back(const struct message *message)
{
    struct at at;
    if (!at_seat(message, &at)) return;
    if (at.table->phase != TABLE_PLAYING || at.table->seats[at.seat].computer[0] == '\0') {
        refuse(message, "phase", SAID_NOT_NOW);
    } else if (watch_too(message, &at, false)) {
        event_write(message, &at, EVENT_BACK, at.seat, 0, "");
    }
}

/* The most frequent first: they are found in this order. */
const struct message_type table_messages[] = {
    {"play", play, true, true},
    {"watch", watch, true, false},
    {"create", create, true, true},
    {"join", join, true, true},
    {"number", number, true, true},
    {"promise", promise, true, true},
    {"leave", leave, true, true},
    {"unwatch", unwatch, true, false},
    {"resign", resign, true, true},
    {"offer", offer, true, true},
    {"accept", accept_offer, true, true},
    {"decline", decline, true, true},
    {"takeback", takeback, true, true},
    {"agree", agree, true, true},
    {"refuse", refuse_ask, true, true},
    {"say", say, true, true},
    {"hint", hint, true, true},
    {"again", again, true, true},
    {"substitute", substitute, true, true},
    {"back", back, true, true},
    {"record", record_message, true, false},
    {.name = NULL},
};
