/* room.c: a table in memory with the sockets around it, and how it is written. See inside.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

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
    room->next_of_all = hall->all_rooms;
    room->link_of_all = &hall->all_rooms;
    if (hall->all_rooms != NULL) hall->all_rooms->link_of_all = &room->next_of_all;
    hall->all_rooms = room;
    hall->figures.rooms++;
    room_due(room, 0);
    return room;
}

void room_free(struct room *room)
{
    while (room->watches != NULL) room_unwatch(room->watches);
    journal_free(&room->journal);
    if (room->thought != NULL) think_job_free(room->thought);
    room_think_end(room);
    *room->link = room->next;
    if (room->next != NULL) room->next->link = room->link;
    *room->link_of_all = room->next_of_all;
    if (room->next_of_all != NULL) room->next_of_all->link_of_all = room->link_of_all;
    room->hall->figures.rooms--;
    table_free(&room->table);
    free(room);
}

int room_observer(const struct room *room, const struct session *session)
{
    const int seat = session->keyed ? table_seat_of(&room->table, session->person) : -1;
    return seat >= 0 && !night_removed(room, session) ? seat : POND_SPECTATOR;
}

int64_t room_now(const struct room *room) { return room->hall->now_ms + room->ahead_ms; }

void room_due(struct room *room, int64_t at_ms)
{
    struct hall *hall = room->hall;
    room->due_ms = at_ms;
    if (at_ms < hall->due_ms) hall->due_ms = at_ms;
}

/* After events were applied that this node did not write. */
void room_time_follow(struct room *room)
{
    const int64_t ahead_ms = room->table.at_ms - room_now(room);
    if (ahead_ms <= 0) return;
    room->ahead_ms += ahead_ms;
    room->looked_ms += ahead_ms;
}

/* ---- Clocks ---- */

void room_stand(struct room *room)
{
    const int64_t now_ms = room_now(room), still_ms = hall_still_ms(room->hall);
    room->table.stood_ms +=
        journal_busy(&room->journal) ? now_ms - room->looked_ms : still_ms - room->still_ms;
    room->looked_ms = now_ms;
    room->still_ms = still_ms;
}

void room_resume(struct room *room)
{
    const int64_t now_ms = room_now(room);
    if (!room->journal.ready) return;
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

/* ---- Writing ---- */

static void written(struct room *room)
{
    struct hall *hall = room->hall;
    const struct table_recent recent = room->table.recent[room->table.version % TABLE_RECENT_MAX];
    const bool all = view_changes_all(recent.kind) || room->phase_before != room->table.phase;
    hall->figures.events++;
    hall->figures.moves += recent.kind == EVENT_MOVE;
    const bool ended = room->phase_before != TABLE_OVER && room->table.phase == TABLE_OVER;
    hall->figures.games += ended;
    if (ended && room->table.listed && hall->outside.played != NULL) {
        hall->outside.played(hall->outside.context, &room->table.match);
    }
    hall->figures.tables_made += recent.kind == EVENT_CREATE;
    if (all && room->table.listed) hall->lobby_due = true;
    if (room->phase_before != TABLE_READY && room->table.phase == TABLE_READY) {
        room->ready_ms = room_now(room);
    }
    room->journal.ready = true;
    room_due(room, 0);
    if (recent.kind == EVENT_CREATE && room->journal.asker != NULL) {
        room->told = room->table.version;
        room_show(room, room->journal.asker, room->journal.asker_id);
    } else {
        room_tell(room, all);
    }
    if (recent.kind == EVENT_HINT && room->journal.asker != NULL) {
        room_think(room, recent.seat, room->journal.asker, room->journal.asker_id);
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
    room->journal.writing = false;
    if (status == STORE_FINE) {
        room->journal.place = request->place;
        room->journal.mark = request->mark;
        store_request_free(request);
        delay_count(hall, hall->now_ms - room->written_ms);
        written(room);
        journal_answered(&room->journal);
    } else {
        store_request_free(request);
        hall_still_look(hall);
        if (status != STORE_CONFLICT && room->journal.asker != NULL) {
            answer_error(room->journal.asker, room->journal.asker_id, "store", SAID_NOT_SAVED,
                         NULL);
        }
        room_reload(room);
        if (status != STORE_CONFLICT) journal_answered(&room->journal);
        return;
    }
    room = room_find(hall, id);
    if (room != NULL && room->journal.news) room_catch_up(room);
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
    assert(!journal_busy(&room->journal));
    room_stand(room);
    room->kept_stood_ms = table->stood_ms;
    event->version = table->version + 1;
    event->at_ms = room_now(room);
    const bool clocks = table_playing(table) && table->clock.kind != CLOCK_NONE;
    event->stood_ms = clocks ? table->stood_ms : 0;
    event_print(event, line);
    struct store_request *request = hall_request(hall, STORE_APPEND, write_done, room);
    memcpy(request->table, table->id, sizeof request->table);
    request->place = room->journal.place;
    request->behind = room->journal.mark;
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
    room->written_ms = hall->now_ms;
    journal_ask(&room->journal, message);
    store_submit(hall->store, request);
}

/* ---- Leaving memory ---- */

static void drop_done(struct store_request *request)
{
    struct room *room = request->context;
    hall_request_done(room->hall);
    room_stand(room);
    room->journal.writing = false;
    store_request_free(request);
    room_drain(room);
}

void room_drop_idle(struct room *room)
{
    struct hall *hall = room->hall;
    const struct table *table = &room->table;
    const bool clock_runs = table_playing(table) &&
                            (table->clock.kind == CLOCK_GAME || table->clock.kind == CLOCK_MOVE);
    if (room->watches != NULL || room->journal.waiting != NULL || journal_busy(&room->journal) ||
        room->leasing || room->asking || room->thinking || room->thought != NULL || clock_runs ||
        hall->now_ms - room->used_ms < ROOM_IDLE_MS) {
        return;
    }
    if (!room->summary_due || !room->journal.ready) {
        room_free(room);
        return;
    }
    struct store_request *request = hall_request(hall, STORE_APPEND, drop_done, room);
    memcpy(request->table, table->id, sizeof request->table);
    request->place = room->journal.place;
    request->version = table->version + 1;
    room_summary(room, request);
    room_stand(room);
    room->journal.writing = true;
    store_submit(hall->store, request);
}
