/* room.c: a table in memory with the sockets around it: loading, writing, telling. See inside.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "replay.h"

/* ---- Finding ---- */

struct room *room_find(struct hall *hall, const char *table)
{
    struct room *room = hall->rooms[hash_id(hall, table) % BUCKETS];
    while (room != NULL && strcmp(room->table.id, table) != 0) room = room->next;
    return room;
}

struct room *room_make(struct hall *hall, const char *table)
{
    struct room *room = calloc(1, sizeof *room);
    assert(room != NULL);
    room->hall = hall;
    table_init(&room->table, table);
    room->used_ms = room->looked_ms = hall->now_ms;
    room->still_ms = hall_still_ms(hall);
    struct room **bucket = &hall->rooms[hash_id(hall, table) % BUCKETS];
    room->next = *bucket;
    room->link = bucket;
    if (*bucket != NULL) (*bucket)->link = &room->next;
    *bucket = room;
    hall->figures.rooms++;
    room_due(room, 0);
    return room;
}

void room_free(struct room *room)
{
    while (room->watches != NULL) room_unwatch(room->watches);
    while (room->waiting != NULL) {
        struct waiting *first = room->waiting;
        room->waiting = first->next;
        first->session->waits_in = NULL;
        free(first);
    }
    if (room->asker != NULL) room->asker->waits_in = NULL;
    free(room->asked);
    if (room->thought != NULL) think_job_free(room->thought);
    room_think_end(room);
    *room->link = room->next;
    if (room->next != NULL) room->next->link = room->link;
    room->hall->figures.rooms--;
    table_free(&room->table);
    free(room);
}

int room_observer(const struct room *room, const struct session *session)
{
    const int seat = session->keyed ? table_seat_of(&room->table, session->person) : -1;
    return seat >= 0 ? seat : POND_SPECTATOR;
}

int64_t room_now(const struct room *room) { return room->hall->now_ms + room->ahead_ms; }

void room_due(struct room *room, int64_t at_ms)
{
    struct hall *hall = room->hall;
    room->due_ms = at_ms;
    if (at_ms < hall->due_ms) hall->due_ms = at_ms;
}

/* After events were applied that this node did not write. */
static void time_follow(struct room *room)
{
    const int64_t ahead_ms = room->table.at_ms - room_now(room);
    if (ahead_ms <= 0) return;
    room->ahead_ms += ahead_ms;
    room->looked_ms += ahead_ms;
}

/* ---- Clocks ---- */

static bool room_busy(const struct room *room) { return room->loading || room->writing; }

void room_stand(struct room *room)
{
    const int64_t now_ms = room_now(room), still_ms = hall_still_ms(room->hall);
    room->table.stood_ms += room_busy(room) ? now_ms - room->looked_ms : still_ms - room->still_ms;
    room->looked_ms = now_ms;
    room->still_ms = still_ms;
}

void room_resume(struct room *room)
{
    const int64_t now_ms = room_now(room);
    if (!room->ready) return;
    room->resume |= table_playing(&room->table) && room->table.clock.kind != CLOCK_NONE;
    room->ready_ms = now_ms;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (room->unseen_ms[seat] != INT64_MAX) room->unseen_ms[seat] = now_ms;
    }
    room_due(room, 0);
}

/* ---- Those who watch ---- */

struct watch *room_watching(struct room *room, const struct session *session)
{
    struct watch *watch = session->watches;
    while (watch != NULL && watch->room != room) watch = watch->next_in_session;
    return watch;
}

struct watch *room_watch(struct room *room, struct session *session)
{
    struct watch *watch = room_watching(room, session);
    if (watch != NULL) return watch;
    watch = calloc(1, sizeof *watch);
    assert(watch != NULL);
    watch->session = session;
    watch->room = room;
    watch->next_in_session = session->watches;
    session->watches = watch;
    session->watch_count++;
    watch->next_in_room = room->watches;
    watch->link_in_room = &room->watches;
    if (room->watches != NULL) room->watches->link_in_room = &watch->next_in_room;
    room->watches = watch;
    room->watch_count++;
    room_due(room, 0); /* someone may be here again */
    return watch;
}

/* Is a socket of the person in this seat here? */
bool room_seat_watched(const struct room *room, int seat)
{
    for (const struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        if (room_observer(room, watch->session) == seat) return true;
    }
    return false;
}

void room_unwatch(struct watch *watch)
{
    struct room *room = watch->room;
    struct session *session = watch->session;
    struct watch **link = &session->watches;
    while (*link != watch) link = &(*link)->next_in_session;
    *link = watch->next_in_session;
    session->watch_count--;
    *watch->link_in_room = watch->next_in_room;
    if (watch->next_in_room != NULL) watch->next_in_room->link_in_room = watch->link_in_room;
    room->watch_count--;
    room->used_ms = room->hall->now_ms;
    const int seat = room_observer(room, session);
    if (seat != POND_SPECTATOR && !room_seat_watched(room, seat)) {
        room->unseen_ms[seat] = room_now(room);
        room_due(room, 0);
    }
    free(watch);
}

/* ---- Telling ---- */

static struct view_for view_of(struct room *room, const struct session *session)
{
    room_stand(room);
    return (struct view_for){.seat = room_observer(room, session),
                             .now_ms = room_now(room),
                             .legal = session->legal,
                             .board = session->board};
}

void room_show(struct room *room, struct session *session, int64_t id)
{
    const struct view_for view = view_of(room, session);
    struct pond_json json = answer_begin(session, "table", id);
    view_table(&json, &room->table, &view);
    answer_send(session, &json);
}

bool room_show_missed(struct room *room, struct session *session, int64_t id, uint32_t version)
{
    const struct table *table = &room->table;
    if (version > table->version || table->version - version > TABLE_RECENT_MAX) return false;
    for (uint32_t i = version + 1; i <= table->version; i++) {
        if (table->recent[i % TABLE_RECENT_MAX].version != i) return false;
    }
    const struct view_for view = view_of(room, session);
    struct pond_json json = answer_begin(session, "missed", id);
    pond_json_string_member(&json, "table", table->id);
    pond_json_number_member(&json, "version", table->version);
    pond_json_number_member(&json, "at", room_now(room));
    pond_json_key(&json, "events");
    pond_json_open(&json, '[');
    for (uint32_t i = version + 1; i <= table->version; i++) {
        const struct table_recent *recent = &table->recent[i % TABLE_RECENT_MAX];
        pond_json_open(&json, '{');
        pond_json_number_member(&json, "version", recent->version);
        pond_json_number_member(&json, "at", recent->at_ms);
        pond_json_key(&json, "what");
        view_what(&json, recent);
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    view_now(&json, table, &view, true);
    answer_send(session, &json);
    return true;
}

/* Do moves follow each other here as only programs play? Then the next one is about to come, and
 * whoever has nothing to decide may hear of both at once: two messages in one piece cost the
 * system half as much as two pieces. Where that was in vain, since a program waits for the answer
 * to its own move before anything else, it is not tried again for a while. */
static void quick_look(struct room *room)
{
    const struct table *table = &room->table;
    const struct table_recent *last = &table->recent[table->version % TABLE_RECENT_MAX];
    const struct table_recent *before = &table->recent[(table->version - 1) % TABLE_RECENT_MAX];
    const int64_t gap_ms = last->at_ms - before->at_ms;
    if (room->quick && gap_ms >= HOLD_MS) room->hurries_until = table->version + HURRY_EVENTS;
    room->quick = table_playing(table) && last->kind == EVENT_MOVE && gap_ms < QUICK_MS &&
                  table->version >= room->hurries_until;
}

/* The message `event` about the version at hand, for one session. Where only the game went on, the
 * hall's share has what is the same for all. */
static void tell_one(struct room *room, struct session *session, int64_t id, bool all)
{
    const struct table *table = &room->table;
    const struct view_for view = view_of(room, session);
    struct pond_json json = answer_begin(session, "event", id);
    if (all || !table->begun) {
        view_event(&json, table);
        view_now(&json, table, &view, all);
        view_entries(&json, table, &view);
    } else {
        view_share_write(&json, &room->hall->share, table, &view);
    }
    const bool decides =
        view.seat != POND_SPECTATOR && (table_turn(table) & POND_SEAT(view.seat)) != 0;
    answer_send_when(session, &json, !all && !decides && room->quick);
}

/* Tells the sockets of a person elsewhere that a table waits for it. */
static void tell_waits(struct room *room, pond_seats seats)
{
    struct hall *hall = room->hall;
    for (; seats != 0; seats &= (pond_seats)(seats - 1)) {
        const char *id = room->table.seats[pond_seat_first(seats)].person;
        const struct person *person = id[0] != '\0' ? people_find(hall->people, id) : NULL;
        struct session *session = person != NULL ? person->sessions : NULL;
        for (; session != NULL; session = session->next_person) {
            if (room_watching(room, session) != NULL) continue;
            struct pond_json json = answer_begin(session, "waits", -1);
            pond_json_string_member(&json, "table", room->table.id);
            answer_send(session, &json);
        }
    }
}

/* Tells everyone at the table of its latest event. The asker hears it with its id. */
static void tell_all(struct room *room, bool all)
{
    const struct table_recent *recent = &room->table.recent[room->table.version % TABLE_RECENT_MAX];
    struct session *asker = room->asker;
    const int64_t asker_id = recent->kind == EVENT_HINT ? -1 : room->asker_id;
    room->told = room->table.version;
    quick_look(room);
    room_stand(room);
    if (!all && room->table.begun) {
        view_share_begin(&room->hall->share, &room->table, room_now(room));
    }
    if (asker != NULL && room_watching(room, asker) != NULL) {
        tell_one(room, asker, asker_id, all);
    } else if (asker != NULL) {
        answer_ok(asker, asker_id);
    }
    for (struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        if (watch->session != asker) tell_one(room, watch->session, -1, all);
    }
    tell_waits(room, table_turn(&room->table));
}

/* ---- Messages that wait ---- */

static bool room_free_now(const struct room *room) { return room->ready && !room_busy(room); }

bool room_may(struct room *room, const struct message *message)
{
    struct session *session = message->session;
    room->used_ms = room->hall->now_ms;
    if (room_free_now(room)) return true;
    struct waiting *waiting = waiting_new(session, message->id, message->text, message->length);
    if (room->waiting == NULL) room->waiting_last = &room->waiting;
    *room->waiting_last = waiting;
    room->waiting_last = &waiting->next;
    session->busy = true;
    session->waits_in = room;
    return false;
}

void room_forget(struct room *room, struct session *session)
{
    if (room->asker == session) {
        room->asker = NULL;
        free(room->asked);
        room->asked = NULL;
    }
    for (struct waiting **link = &room->waiting; *link != NULL;) {
        struct waiting *waiting = *link;
        if (waiting->session != session) {
            link = &waiting->next;
            continue;
        }
        *link = waiting->next;
        free(waiting);
    }
    room->waiting_last = &room->waiting;
    while (*room->waiting_last != NULL) room->waiting_last = &(*room->waiting_last)->next;
}

/* Lets those in, one after the other, whose messages wait. The room may be gone after it. */
static void room_drain(struct room *room)
{
    struct hall *hall = room->hall;
    char id[STORE_ID_SIZE];
    memcpy(id, room->table.id, sizeof id);
    while (room != NULL && room_free_now(room) && room->waiting != NULL) {
        struct waiting *first = room->waiting;
        room->waiting = first->next;
        waiting_run(first);
        room = room_find(hall, id);
    }
}

/* Refuses a list of messages that no room has any more: whoever is answered goes on at once,
 * perhaps with the next message about the same table. */
static void all_refused(struct waiting *waiting, const char *code, enum said said)
{
    for (const struct waiting *one = waiting; one != NULL; one = one->next) {
        one->session->waits_in = NULL;
    }
    while (waiting != NULL) {
        struct waiting *first = waiting;
        waiting = first->next;
        answer_error(first->session, first->id, code, said, NULL);
        session_next(first->session);
        free(first);
    }
}

/* ---- Loading ---- */

static void loaded_first(struct room *room)
{
    const struct table *table = &room->table;
    const int64_t now_ms = room_now(room);
    room->ready = true;
    room->ready_ms = now_ms;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (!room_seat_watched(room, seat)) room->unseen_ms[seat] = now_ms;
    }
    room->resume = table_playing(table) && table->at_ms < room->hall->started_ms &&
                   (table->clock.kind == CLOCK_GAME || table->clock.kind == CLOCK_MOVE);
}

/* Who has gone is known by seat, and moves up with the seats when a rematch begins. */
static void room_apply(struct room *room, const struct event *event)
{
    struct table *table = &room->table;
    const bool over = table->phase == TABLE_OVER;
    table_apply(table, event);
    if (event->kind == EVENT_START && !over) { /* absent people may still come, or be elsewhere */
        for (int seat = 0; seat < table->seat_count; seat++) {
            if (!room_seat_watched(room, seat)) room->unseen_ms[seat] = room_now(room);
        }
    }
    if (event->kind != EVENT_START || !over || table->phase == TABLE_OVER) return;
    const int64_t first = room->unseen_ms[0];
    memmove(room->unseen_ms, room->unseen_ms + 1,
            (size_t)(table->seat_count - 1) * sizeof room->unseen_ms[0]);
    room->unseen_ms[table->seat_count - 1] = first;
}

/* Nobody here knew of the latest event until now: its clocks begin now. */
static void clocks_begin(struct room *room)
{
    struct table *table = &room->table;
    const int64_t unknown_ms = room_now(room) - table->clock_at_ms;
    table->stood_ms = unknown_ms > 0 ? unknown_ms : 0;
    room->looked_ms = room_now(room);
}

/* Takes the table over that was made on another thread; returns how many events are in it. */
static uint32_t table_take(struct room *room, struct store_request *request)
{
    struct table *made = request->made;
    if (made == NULL) return 0;
    table_free(&room->table);
    room->table = *made;
    free(made);
    request->made = NULL;
    time_follow(room);
    if (room->told < room->table.version) room->told = room->table.version;
    return room->table.version;
}

/* Applies what was read; those who watch hear what they do not know yet. */
static bool events_take(struct room *room, struct store_request *request)
{
    const uint32_t taken = table_take(room, request);
    for (uint32_t i = 0; i < request->event_count; i++) {
        struct event event;
        if (request->events[i].version <= taken) continue;
        if (!event_parse(request->events[i].text, &event)) continue;
        event.version = request->events[i].version;
        event.at_ms = request->events[i].at_ms;
        if (event.version != room->table.version + 1) return false;
        const enum table_phase phase = room->table.phase;
        room_apply(room, &event);
        time_follow(room);
        if (event.kind == EVENT_HERE && event.seat >= 0) {
            room->unseen_ms[event.seat] = room_now(room); /* another node has that socket */
        }
        if (event.version > room->told) {
            if (phase != TABLE_READY) room->ready_ms = room_now(room);
            if (room->ready) clocks_begin(room);
            struct session *asker = room->asker;
            room->asker = NULL;
            tell_all(room, view_changes_all(event.kind) || phase != room->table.phase);
            room->asker = asker;
        }
    }
    return true;
}

static void room_load(struct room *room);

/* There is no such table, or it cannot be read. The room goes first, and then those hear of it who
 * have asked: their next messages find another one. */
static void load_failed(struct room *room, bool none)
{
    struct waiting *asked = room->asked, *waiting = room->waiting;
    room->asked = room->waiting = NULL;
    room->asker = NULL;
    room->ready = false;
    if (room->watches == NULL || none) room_free(room);
    all_refused(asked, "store", SAID_NOT_SAVED);
    all_refused(waiting, none ? "table" : "store", none ? SAID_TABLE_NONE : SAID_NOT_SAVED);
}

static void load_done(struct store_request *request)
{
    struct room *room = request->context;
    struct hall *hall = room->hall;
    char id[STORE_ID_SIZE];
    memcpy(id, room->table.id, sizeof id);
    hall_request_done(hall);
    room_stand(room);
    const int64_t stood_ms = room->kept_stood_ms + room->table.stood_ms;
    const uint32_t told = room->told;
    room->place = request->place;
    room->mark = request->mark;
    const bool fine =
        request->status == STORE_FINE && events_take(room, request) && room->table.game != NULL;
    room->loading = false;
    if (room->ready && room->table.version == told) room->table.stood_ms = stood_ms;
    const bool none = request->status == STORE_NONE || (request->status == STORE_FINE && !fine);
    if (room->waiting != NULL) { /* the person who asked pays */
        session_charge(room->waiting->session, SPEND_WORK,
                       (float)(LOAD_PRICE + request->event_count));
    }
    store_request_free(request);
    if (!fine) {
        load_failed(room, none);
        return;
    }
    if (!room->ready) loaded_first(room);
    room_due(room, 0);
    if (room->asked != NULL) { /* its event did not come first: again, with what is there now */
        struct waiting *asked = room->asked;
        room->asked = NULL;
        room->asker = NULL;
        waiting_run(asked);
        room = room_find(hall, id);
    }
    if (room != NULL) room_settle(room);
    if (room != NULL) room_drain(room);
}

static void room_load(struct room *room)
{
    room_stand(room);
    room->kept_stood_ms += room->table.stood_ms;
    room->table.stood_ms = 0;
    struct store_request *request = hall_request(room->hall, STORE_LOAD, load_done, room);
    memcpy(request->table, room->table.id, sizeof request->table);
    request->version = room->table.version;
    if (request->version == 0) { /* a whole log: up to what those who watch know, elsewhere */
        request->number = room->told > 0 ? room->told : UINT32_MAX;
        request->work = replay_table;
    }
    room->loading = true;
    store_submit(room->hall->store, request);
}

struct room *room_open(struct hall *hall, const char *table)
{
    struct room *room = room_find(hall, table);
    if (room == NULL) room = room_make(hall, table);
    if (!room->ready && !room->loading && !room->writing) room_load(room);
    return room;
}

/* Forgets what could not be written and reads the log again: clocks have stood since it came. */
static void room_reload(struct room *room)
{
    char id[STORE_ID_SIZE];
    room->kept_stood_ms += room->table.stood_ms;
    memcpy(id, room->table.id, sizeof id);
    table_free(&room->table);
    table_init(&room->table, id);
    room_load(room);
}

void room_catch_up(struct room *room)
{
    if (room_free_now(room)) {
        room->news = false;
        room->kept_stood_ms = 0;
        room_load(room);
    } else {
        room->news = true;
    }
}

/* ---- Writing ---- */

/* The message that is being written has been dealt with. */
static void asker_done(struct room *room)
{
    struct session *asker = room->asker;
    room->asker = NULL;
    free(room->asked);
    room->asked = NULL;
    if (asker == NULL) return;
    asker->waits_in = NULL;
    session_next(asker);
}

static void written(struct room *room)
{
    struct hall *hall = room->hall;
    const struct table_recent recent = room->table.recent[room->table.version % TABLE_RECENT_MAX];
    const bool all = view_changes_all(recent.kind) || room->phase_before != room->table.phase;
    hall->figures.events++;
    hall->figures.moves += recent.kind == EVENT_MOVE;
    hall->figures.games += room->phase_before != TABLE_OVER && room->table.phase == TABLE_OVER;
    hall->figures.tables_made += recent.kind == EVENT_CREATE;
    if (all && room->table.listed) hall->lobby_due = true;
    if (room->phase_before != TABLE_READY && room->table.phase == TABLE_READY) {
        room->ready_ms = room_now(room);
    }
    room->ready = true;
    room_due(room, 0);
    if (recent.kind == EVENT_CREATE && room->asker != NULL) {
        room->told = room->table.version;
        room_show(room, room->asker, room->asker_id);
    } else {
        tell_all(room, all);
    }
    if (recent.kind == EVENT_HINT && room->asker != NULL) {
        room_think(room, recent.seat, room->asker, room->asker_id);
    }
}

const int delays_ms[DELAYS] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};

/* How long it took until an event was on disk and told. */
static void delay_count(struct hall *hall, int64_t delay_ms)
{
    int i = 0;
    while (i < DELAYS && delay_ms > delays_ms[i]) i++;
    hall->figures.delays[i]++;
    hall->figures.delays_sum_ms += (uint64_t)delay_ms;
    if (hall->now_ms - hall->slowest_since_ms > 3600000) {
        hall->slowest_since_ms = hall->now_ms;
        hall->slowest_ms = 0;
    }
    if (delay_ms > hall->slowest_ms) hall->slowest_ms = delay_ms;
}

static void write_done(struct store_request *request)
{
    struct room *room = request->context;
    struct hall *hall = room->hall;
    const enum store_status status = request->status;
    char id[STORE_ID_SIZE];
    memcpy(id, room->table.id, sizeof id);
    hall_request_done(hall);
    room_stand(room);
    room->writing = false;
    if (status == STORE_FINE) {
        room->place = request->place;
        room->mark = request->mark;
        store_request_free(request);
        delay_count(hall, hall->now_ms - room->written_ms);
        written(room);
        asker_done(room);
    } else {
        store_request_free(request);
        hall_still_look(hall);
        if (status != STORE_CONFLICT && room->asker != NULL) {
            answer_error(room->asker, room->asker_id, "store", SAID_NOT_SAVED, NULL);
        }
        room_reload(room);
        if (status != STORE_CONFLICT) asker_done(room);
        return;
    }
    room = room_find(hall, id);
    if (room != NULL && room->news) room_catch_up(room);
    if (room != NULL) room_settle(room);
    if (room != NULL) room_drain(room);
}

/* Do lists have to know of this at once? */
static bool summary_needed(const struct room *room, enum event_kind kind)
{
    return view_changes_all(kind) || room->phase_before != room->table.phase ||
           room->table.clock.kind == CLOCK_DAYS;
}

void room_summary(struct room *room, struct store_request *request)
{
    request->summary = calloc(1, sizeof *request->summary);
    assert(request->summary != NULL);
    table_summary(&room->table, request->summary);
    room->summary_due = false;
    room->seen_ms = room->hall->now_ms;
}

void room_write(struct room *room, const struct message *message, struct event *event)
{
    struct hall *hall = room->hall;
    struct table *table = &room->table;
    char line[EVENT_LINE_SIZE];
    assert(!room_busy(room));
    room_stand(room);
    room->kept_stood_ms = table->stood_ms;
    event->version = table->version + 1;
    event->at_ms = room_now(room);
    const bool clocks = table_playing(table) && table->clock.kind != CLOCK_NONE;
    event->stood_ms = clocks ? table->stood_ms : 0;
    event_print(event, line);
    struct store_request *request = hall_request(hall, STORE_APPEND, write_done, room);
    memcpy(request->table, table->id, sizeof request->table);
    request->place = room->place;
    request->behind = room->mark;
    request->version = event->version;
    store_request_event(request, event->version, event->at_ms, line);
    room->phase_before = table->phase;
    room_apply(room, event);
    if (summary_needed(room, event->kind)) {
        room_summary(room, request);
    } else {
        room->summary_due = true;
    }
    if (room->phase_before == TABLE_PLAYING && table->phase == TABLE_OVER) {
        struct store_outcome outcome;
        if (table_outcome(table, &outcome)) {
            request->outcome = malloc(sizeof outcome);
            assert(request->outcome != NULL);
            *request->outcome = outcome;
        }
    }
    room->writing = true;
    room->written_ms = hall->now_ms;
    room->asker_id = -1;
    if (message != NULL) {
        room->asker = message->session;
        room->asker_id = message->id;
        room->asked = waiting_new(message->session, message->id, message->text, message->length);
        message->session->busy = true;
        message->session->waits_in = room;
    }
    store_submit(hall->store, request);
}

/* ---- Leaving memory ---- */

static void drop_done(struct store_request *request)
{
    struct room *room = request->context;
    hall_request_done(room->hall);
    room_stand(room);
    room->writing = false;
    store_request_free(request);
    room_drain(room);
}

void room_drop_idle(struct room *room)
{
    struct hall *hall = room->hall;
    const struct table *table = &room->table;
    const bool clock_runs = table_playing(table) &&
                            (table->clock.kind == CLOCK_GAME || table->clock.kind == CLOCK_MOVE);
    if (room->watches != NULL || room->waiting != NULL || room->loading || room->writing ||
        room->leasing || room->asking || room->thinking || room->thought != NULL || clock_runs ||
        hall->now_ms - room->used_ms < ROOM_IDLE_MS) {
        return;
    }
    if (!room->summary_due || !room->ready) {
        room_free(room);
        return;
    }
    struct store_request *request = hall_request(hall, STORE_APPEND, drop_done, room);
    memcpy(request->table, table->id, sizeof request->table);
    request->place = room->place;
    request->version = table->version + 1;
    room_summary(room, request);
    room_stand(room);
    room->writing = true;
    store_submit(hall->store, request);
}
