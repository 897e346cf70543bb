/* night_room.c: game nights in memory: finding, loading, writing, and what the time brings. See
 * night_room.h. */
#include "night_room.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTLE_MS 500 /* between two looks at a table that does not come */

/* ---- Finding ---- */

struct night_room *night_find(struct hall *hall, const char *id)
{
    struct night_room *room = hall->nights;
    while (room != NULL && strcmp(room->id, id) != 0) room = room->next;
    return room;
}

static void night_load(struct night_room *room);

struct night_room *night_open(struct hall *hall, const char *code)
{
    char id[STORE_ID_SIZE];
    night_id(code, id);
    struct night_room *room = night_find(hall, id);
    if (room == NULL) {
        room = calloc(1, sizeof *room);
        assert(room != NULL);
        room->hall = hall;
        memcpy(room->id, id, sizeof room->id);
        snprintf(room->code, sizeof room->code, "%s", code);
        night_init(&room->night);
        room->screen_ms = hall->now_ms;
        room->next = hall->nights;
        hall->nights = room;
    }
    room->used_ms = hall->now_ms;
    if (!room->journal.ready && !room->journal.loading) night_load(room);
    return room;
}

bool night_loaded(struct hall *hall, const char *code)
{
    char id[STORE_ID_SIZE];
    night_id(code, id);
    return night_find(hall, id) != NULL;
}

bool night_live(const struct night_room *room)
{
    const struct night *night = &room->night;
    if (night->phase != NIGHT_LOBBY && night->phase != NIGHT_PLAYING) return false;
    const int64_t expires_ms = night->member_count > 0 ? NIGHT_EXPIRES_MS : NIGHT_UNUSED_MS;
    return room->sessions != NULL || room->hall->now_ms - night->at_ms < expires_ms;
}

/* ---- Messages that wait ---- */

bool night_may(struct night_room *room, const struct message *message)
{
    room->used_ms = room->hall->now_ms;
    return journal_may(&room->journal, message);
}

/* A night is in memory for a while after its last use, so it is still there after a message. */
static void night_drain(struct night_room *room)
{
    while (journal_next(&room->journal)) {
    }
}

/* ---- Loading and writing ---- */

static void load_done(struct store_request *request)
{
    struct night_room *room = request->context;
    const uint32_t version = room->night.version;
    hall_request_done(room->hall);
    room->journal.loading = false;
    const bool fine = request->status == STORE_FINE || request->status == STORE_NONE;
    for (uint32_t i = 0; i < request->event_count; i++) {
        if (request->events[i].version != room->night.version + 1) continue;
        night_apply(&room->night, request->events[i].text, request->events[i].at_ms);
    }
    room->journal.place = request->place;
    room->journal.mark = request->mark;
    store_request_free(request);
    if (!fine) {
        journal_refuse(journal_take_all(&room->journal), "store", SAID_NOT_SAVED);
        return;
    }
    const bool changed = room->journal.ready && room->night.version != version;
    room->journal.ready = true;
    if (changed) night_tell(room, NULL);
    journal_retry(&room->journal); /* a message whose event did not come first */
    if (room->journal.news && journal_idle(&room->journal)) night_load(room);
    night_settle(room);
    night_drain(room);
}

static void night_load(struct night_room *room)
{
    struct store_request *request = hall_request(room->hall, STORE_LOAD, load_done, room);
    memcpy(request->table, room->id, sizeof request->table);
    request->version = room->night.version;
    room->journal.loading = true;
    room->journal.news = false;
    store_submit(room->hall->store, request);
}

static void write_done(struct store_request *request)
{
    struct night_room *room = request->context;
    const enum store_status status = request->status;
    hall_request_done(room->hall);
    room->journal.writing = false;
    if (status == STORE_FINE) {
        room->journal.place = request->place;
        room->journal.mark = request->mark;
        night_apply(&room->night, room->line, request->events[0].at_ms);
        night_tell(room, room->journal.asker);
        if (strncmp(room->line, "start ", 6) == 0) { /* nobody else has made that table */
            room->looked = true;
            night_settle(room); /* before the asker's next message: everyone goes there now */
        }
    }
    store_request_free(request);
    if (status == STORE_CONFLICT) {
        night_load(room);
        return;
    }
    if (status != STORE_FINE && room->journal.asker != NULL) {
        answer_error(room->journal.asker, room->journal.asker_id, "store", SAID_NOT_SAVED, NULL);
    }
    journal_answered(&room->journal);
    if (room->journal.news && journal_idle(&room->journal)) night_load(room);
    night_settle(room);
    night_drain(room);
}

void night_write(struct night_room *room, const struct message *message, const char *line)
{
    struct hall *hall = room->hall;
    assert(journal_idle(&room->journal) && strlen(line) < sizeof room->line);
    snprintf(room->line, sizeof room->line, "%s", line);
    struct store_request *request = hall_request(hall, STORE_APPEND, write_done, room);
    memcpy(request->table, room->id, sizeof request->table);
    request->place = room->journal.place;
    request->behind = room->journal.mark;
    request->version = room->night.version + 1;
    store_request_event(request, request->version, hall->now_ms, line);
    journal_ask(&room->journal, message);
    store_submit(hall->store, request);
}

/* ---- Time ---- */

static void night_free(struct night_room *room)
{
    struct room *table = room_find(room->hall, room->night.table);
    if (table != NULL) table->night = NULL;
    while (room->sessions != NULL) night_exit(room->sessions);
    journal_free(&room->journal);
    free(room);
}

/* Nobody needs it: those at its table may still have to be told from those who were removed. */
static bool night_idle(const struct night_room *room)
{
    const struct hall *hall = room->hall;
    if (room->sessions != NULL || room->journal.waiting != NULL || journal_busy(&room->journal)) {
        return false;
    }
    /* Codes that were guessed: there is no such night. */
    if (room->journal.ready && room->night.phase == NIGHT_NONE) return true;
    const struct room *table = room_find(room->hall, room->night.table);
    return (table == NULL || table->watches == NULL) &&
           hall->now_ms - room->used_ms >= ROOM_IDLE_MS;
}

void nights_tick(struct hall *hall)
{
    for (struct night_room **link = &hall->nights; *link != NULL;) {
        struct night_room *room = *link;
        night_presence_share(room);
        night_askers_look(room);
        night_here_look(room);
        room->tell_due |= room->claims_until_ms > 0 && hall->now_ms >= room->claims_until_ms;
        if (room->tell_due && journal_idle(&room->journal)) {
            night_tell(room, NULL); /* else the answer would come early */
        }
        if (hall->now_ms - room->settled_ms >= SETTLE_MS) night_settle(room);
        if (night_idle(room)) {
            *link = room->next;
            night_free(room);
        } else {
            link = &room->next;
        }
    }
}

void nights_free(struct hall *hall)
{
    while (hall->nights != NULL) {
        struct night_room *first = hall->nights;
        hall->nights = first->next;
        night_free(first);
    }
}

/* ---- What changed elsewhere ---- */

static void id_rewrite(char id[STORE_ID_SIZE], const char *person, const char *other)
{
    if (strcmp(id, person) == 0) snprintf(id, STORE_ID_SIZE, "%s", other);
}

void nights_rewrite(struct hall *hall, const char *person, const char *other, const char *name)
{
    for (struct night_room *room = hall->nights; room != NULL; room = room->next) {
        const int member = night_member_of(&room->night, person);
        struct night *night = &room->night;
        for (int i = 0; i < NIGHT_BARRED_MAX; i++) {
            id_rewrite(night->barred[i], person, other);
            id_rewrite(night->denied[i], person, other);
        }
        for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
            id_rewrite(night->claims[i].person, person, other);
            id_rewrite(room->askers[i].person, person, other);
        }
        if (member < 0) continue;
        struct night_member *who = &room->night.members[member];
        snprintf(who->person, sizeof who->person, "%s", other);
        snprintf(who->name, sizeof who->name, "%s", name);
        room->tell_due = true;
    }
}

void nights_changed(struct hall *hall, const char *id)
{
    for (struct night_room *room = hall->nights; room != NULL; room = room->next) {
        if (id[0] != '\0' && strcmp(room->id, id) != 0) continue;
        room->journal.news = true;
        if (journal_idle(&room->journal)) night_load(room);
    }
}
