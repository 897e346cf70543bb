/* room_load.c: how a table comes into memory, and the messages that wait for it meanwhile. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "replay.h"

/* ---- Messages that wait ---- */

bool room_may(struct room *room, const struct message *message)
{
    room->used_ms = room->hall->now_ms;
    return journal_may(&room->journal, message);
}

/* Lets those in, one after the other, whose messages wait. The room may be gone after it. */
void room_drain(struct room *room)
{
    struct hall *hall = room->hall;
    char id[STORE_ID_SIZE];
    memcpy(id, room->table.id, sizeof id);
    while (room != NULL && journal_next(&room->journal)) room = room_find(hall, id);
}

/* ---- Loading ---- */

static void loaded_first(struct room *room)
{
    const struct table *table = &room->table;
    const int64_t now_ms = room_now(room);
    room->journal.ready = true;
    room->ready_ms = now_ms;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (!room_seat_watched(room, seat)) room->unseen_ms[seat] = now_ms;
    }
    room->resume = table_playing(table) && table->at_ms < room->hall->started_ms &&
                   (table->clock.kind == CLOCK_GAME || table->clock.kind == CLOCK_MOVE);
}

/* Who has gone is known by seat, and moves up with the seats when a rematch begins. */
void room_apply(struct room *room, const struct event *event)
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
    room_time_follow(room);
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
        room_time_follow(room);
        if (event.kind == EVENT_HERE && event.seat >= 0) {
            room->unseen_ms[event.seat] = room_now(room); /* another node has that socket */
        }
        if (event.version > room->told) {
            if (phase != TABLE_READY) room->ready_ms = room_now(room);
            if (room->journal.ready) clocks_begin(room);
            struct session *asker = room->journal.asker;
            room->journal.asker = NULL;
            room_tell(room, view_changes_all(event.kind) || phase != room->table.phase);
            room->journal.asker = asker;
        }
    }
    return true;
}

static void room_load(struct room *room);

/* There is no such table, or it cannot be read. The room goes first, and then those hear of it who
 * have asked: their next messages find another one. Where other threads of the store have yet to
 * answer, it stays until they have. */
static void load_failed(struct room *room, bool none)
{
    const struct refused refused = journal_take_all(&room->journal);
    room->journal.ready = false;
    const bool awaits = room->leasing || room->asking;
    if (!awaits && (room->watches == NULL || none)) room_free(room);
    journal_refuse(refused, none ? "table" : "store", none ? SAID_TABLE_NONE : SAID_NOT_SAVED);
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
    room->journal.place = request->place;
    room->journal.mark = request->mark;
    const bool fine =
        request->status == STORE_FINE && events_take(room, request) && room->table.game != NULL;
    room->journal.loading = false;
    if (room->journal.ready && room->table.version == told) room->table.stood_ms = stood_ms;
    const bool none = request->status == STORE_NONE || (request->status == STORE_FINE && !fine);
    if (room->journal.waiting != NULL) { /* the person who asked pays */
        session_charge(room->journal.waiting->session, SPEND_WORK,
                       (float)(LOAD_PRICE + request->event_count));
    }
    store_request_free(request);
    if (!fine) {
        load_failed(room, none);
        return;
    }
    if (!room->journal.ready) loaded_first(room);
    room_due(room, 0);
    /* If a message's event did not come first: again, with what is there now. */
    if (journal_retry(&room->journal)) room = room_find(hall, id);
    if (room != NULL && room->journal.news) room_catch_up(room); /* it came after this was read */
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
    room->journal.loading = true;
    store_submit(room->hall->store, request);
}

struct room *room_open(struct hall *hall, const char *table)
{
    struct room *room = room_find(hall, table);
    if (room == NULL) room = room_make(hall, table);
    if (!room->journal.ready && !journal_busy(&room->journal)) room_load(room);
    return room;
}

/* Forgets what could not be written and reads the log again: clocks have stood since it came. */
void room_reload(struct room *room)
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
    if (journal_idle(&room->journal)) {
        room->journal.news = false;
        room->kept_stood_ms = 0;
        room_load(room);
    } else {
        room->journal.news = true;
    }
}
