/* host_person.c: what a host does about one person: rename, export, erase. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "inside.h"
#include "night.h"

/* ---- A name and an id in the log ---- */

/* An event that mentions a person (after the table's id), with another id and name. False if
 * it does not say who that is. */
static bool trace_rewrite(const char *line, const struct store_request *request,
                          char out[EVENT_LINE_SIZE + STORE_ID_SIZE])
{
    const char *person = request->person, *text = line + STORE_ID_SIZE;
    const char *other = request->other[0] != '\0' ? request->other : person;
    const char *id = strstr(text, person), *name = NULL;
    if (id == NULL) return false;
    if (strncmp(text, "claim ", 6) == 0) { /* at a game night: claim NUMBER PERSON NUMBER */
        snprintf(out, EVENT_LINE_SIZE + STORE_ID_SIZE, "%.*s%s%s", (int)(id - line), line, other,
                 id + strlen(person));
        return true;
    }
    if (strncmp(text, "create ", 7) == 0 && id >= text + 3 && strncmp(id - 3, "by=", 3) == 0) {
        name = strstr(id, " name=");
        if (name != NULL) name += 6;
    } else if (strncmp(text, "sit ", 4) == 0) { /* sit SEAT NUMBER PERSON RATING DEVIATION NAME */
        name = id + strlen(person);
        for (int i = 0; i < 3 && name != NULL; i++) {
            name = strchr(name, ' ');
            if (name != NULL) name++;
        }
    } else if (strncmp(text, "join ", 5) == 0) { /* at a game night: join NUMBER PERSON FROG NAME */
        name = strchr(id + strlen(person) + 1, ' ');
        if (name != NULL) name++;
    } else if (strncmp(text, "succeed ", 8) == 0) { /* succeed SEAT NUMBER PERSON NAME */
        name = id + strlen(person) + 1;
    }
    if (name == NULL) return false;
    const char *behind = id + strlen(person);
    snprintf(out, EVENT_LINE_SIZE + STORE_ID_SIZE, "%.*s%s%.*s%s", (int)(id - line), line, other,
             (int)(name - behind), behind, request->name);
    return true;
}

/* The same at a table in memory; its list follows when the room is next written or dropped. */
static void room_rewrite(struct room *room, const struct store_request *request)
{
    struct table *table = &room->table;
    const char *other = request->other[0] != '\0' ? request->other : request->person;
    for (int seat = 0; room->journal.ready && seat < table->seat_count; seat++) {
        struct table_seat *who = &table->seats[seat];
        if (strcmp(who->person, request->person) != 0) continue;
        snprintf(who->person, sizeof who->person, "%s", other);
        snprintf(who->name, sizeof who->name, "%s", request->name);
    }
    if (strcmp(table->by, request->person) == 0) snprintf(table->by, sizeof table->by, "%s", other);
    room->summary_due = room->renamed = true;
    room_due(room, 0);
}

void host_named(struct hall *hall, const char *person, const char *name)
{
    struct session *next;
    records_forget(hall);
    for (struct room *room = hall->all_rooms; room != NULL; room = room->next_of_all) {
        const int seat = room->journal.ready ? table_seat_of(&room->table, person) : -1;
        if (seat < 0) continue;
        if (strcmp(room->table.seats[seat].name, name) == 0) continue;
        snprintf(room->table.seats[seat].name, STORE_NAME_SIZE, "%s", name);
        room->renamed = true;
        room_due(room, 0);
    }
    for (struct session *session = hall->sessions; session != NULL; session = next) {
        next = session->next;
        if (!session->keyed || strcmp(session->person, person) != 0) continue;
        if (strcmp(session->name, name) == 0) continue;
        hall->outside.close(hall->outside.context, session, 1001); /* and comes back */
    }
}

static struct store_request *request_like(const struct store_request *request, enum store_verb verb,
                                          void (*done)(struct store_request *))
{
    struct session *session = request->context;
    struct store_request *next = session_request(session, verb, request->id, done);
    memcpy(next->person, request->person, sizeof next->person);
    memcpy(next->other, request->other, sizeof next->other);
    memcpy(next->name, request->name, sizeof next->name);
    return next;
}

static void person_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    struct hall *hall = session->hall;
    const bool erased = request->verb == STORE_ERASE;
    records_forget(hall);
    if (request->status != STORE_FINE) {
        session_request_refuse(request);
    } else {
        struct session *next;
        for (struct session *other = hall->sessions; other != NULL; other = next) {
            next = other->next;
            if (!other->keyed || strcmp(other->person, request->person) != 0) continue;
            hall->outside.close(hall->outside.context, other, 1001); /* and comes back */
        }
        host_name_tell(hall, request->person, request->name);
        struct pond_json json = host_answer(session, request->id, erased ? "erase" : "rename");
        answer_send(session, &json);
    }
    session_request_end(request);
}

static void traces_ask(const struct store_request *request);

static void rewritten(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_fine(request)) return;
    for (uint32_t i = 0; i < request->event_count; i++) {
        char table[STORE_ID_SIZE];
        snprintf(table, sizeof table, "%.16s", request->events[i].text);
        if (!night_id_is(table)) room_rewrite(room_open(session->hall, table), request);
    }
    const bool erases = request->other[0] != '\0';
    nights_rewrite(session->hall, request->person, erases ? request->other : request->person,
                   request->name);
    if (erases && request->event_count > 0) { /* there may be more than one answer holds */
        traces_ask(request);
    } else {
        struct store_request *last =
            request_like(request, erases ? STORE_ERASE : STORE_NAME, person_done);
        last->number = 1; /* by whatever key */
        host_name_look(session->hall, request->person, NULL, NULL);
        store_submit(session->hall->store, last);
    }
    store_request_free(request);
}

static void traced(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    struct store_request *next = request_like(request, STORE_REWRITE, rewritten);
    for (uint32_t i = 0; i < request->event_count; i++) {
        char line[EVENT_LINE_SIZE + STORE_ID_SIZE];
        const struct store_event *event = &request->events[i];
        if (!trace_rewrite(event->text, request, line)) continue;
        store_request_event(next, event->version, event->at_ms, line);
    }
    store_submit(session->hall->store, next);
    store_request_free(request);
}

static void traces_ask(const struct store_request *request)
{
    struct session *session = request->context;
    store_submit(session->hall->store, request_like(request, STORE_TRACES, traced));
}

/* Is there such a person? Their row among those found, or NULL after an answer. */
static const struct store_note *person_found(struct session *session,
                                             const struct store_request *request)
{
    for (uint32_t i = 0; i < request->row_count; i++) {
        if (strcmp(request->notes[i].key, request->person) == 0) return &request->notes[i];
    }
    const bool fine = request->status == STORE_FINE;
    answer_error(session, request->id, fine ? "person" : "store",
                 fine ? SAID_PERSON_NONE : SAID_NOT_SAVED, NULL);
    return NULL;
}

static struct store_request *person_ask(struct session *session, int64_t id, const char *person,
                                        void (*done)(struct store_request *))
{
    struct store_request *request = session_request(session, STORE_PEOPLE, id, done);
    snprintf(request->person, sizeof request->person, "%s", person);
    snprintf(request->name, sizeof request->name, "%s", person);
    return request;
}

static void rewrite_named(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    const struct store_note *row = person_found(session, request);
    const bool there = row != NULL;
    if (there) {
        const bool erases = request->other[0] != '\0';
        if (erases || strcmp(row->text, request->made) != 0) {
            host_take_name(session->hall, request->person, erases ? "" : row->text);
        }
        memcpy(request->name, request->made, sizeof request->name);
        traces_ask(request);
    }
    store_request_free(request);
    if (!there) session_next(session);
}

void host_rewrite(struct session *session, int64_t id, const char *person, const char *other,
                  const char *name)
{
    struct store_request *request = person_ask(session, id, person, rewrite_named);
    request->made = calloc(1, STORE_NAME_SIZE); /* the new name, while the person is looked for */
    request->made_free = free;
    assert(request->made != NULL);
    snprintf(request->made, STORE_NAME_SIZE, "%s", name);
    snprintf(request->other, sizeof request->other, "%s", other);
    store_submit(session->hall->store, request);
}

/* ---- All that is known of a person ---- */

struct dossier {
    struct buffer members;
};

static void dossier_free(void *made)
{
    struct dossier *dossier = made;
    buffer_free(&dossier->members);
    free(dossier);
}

static void devices_write(struct pond_json *json, const struct store_request *request)
{
    for (uint32_t i = 0; i < request->row_count; i++) {
        pond_json_open(json, '{');
        pond_json_string_member(json, "device", request->notes[i].text);
        pond_json_number_member(json, "seen", request->notes[i].at_ms);
        pond_json_close(json, '}');
    }
}

static void ratings_write(struct pond_json *json, const struct store_request *request)
{
    for (uint32_t i = 0; i < request->row_count; i++) {
        const struct store_rating_row *row = &request->ratings[i];
        pond_json_open(json, '{');
        pond_json_string_member(json, "game", request->game);
        pond_json_number_member(json, "at", row->at_ms);
        pond_json_number_member(json, "rating", (int64_t)(row->rating.rating + 0.5));
        pond_json_string_member(json, "table", row->table);
        pond_json_close(json, '}');
    }
}

/* What comes after what: each list is asked for when the one before has come, and last the ratings,
 * game by game. `number` counts. */
static const struct {
    enum store_verb verb;
    const char *name;
} parts[] = {{STORE_DEVICES, "devices"}, {STORE_MINE, "tables"}, {STORE_TRACES, "events"}};
#define PARTS ((uint32_t)(sizeof parts / sizeof parts[0]))

/* The game that a part has the ratings of; NULL: it is one of those above, or there is none. */
static const struct pond_game *part_game(uint32_t part)
{
    return part >= PARTS ? pond_games[part - PARTS] : NULL;
}

static void part_ask(struct session *session, int64_t id, const char *person, uint32_t part,
                     struct dossier *dossier);

static void part_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return; /* the dossier goes with the request */
    struct dossier *dossier = request->made;
    const uint32_t part = request->number;
    struct pond_json json = buffer_json(&dossier->members);
    json.comma = true;
    pond_json_key(&json, part < PARTS ? parts[part].name : part_game(part)->name);
    pond_json_open(&json, '[');
    if (request->verb == STORE_DEVICES) devices_write(&json, request);
    for (uint32_t i = 0; request->verb == STORE_MINE && i < request->row_count; i++) {
        summary_json(&json, &request->tables[i], request->person);
    }
    for (uint32_t i = 0; request->verb == STORE_TRACES && i < request->event_count; i++) {
        pond_json_open(&json, '{');
        char table[STORE_ID_SIZE];
        snprintf(table, sizeof table, "%.16s", request->events[i].text);
        pond_json_string_member(&json, "table", table);
        pond_json_number_member(&json, "version", request->events[i].version);
        pond_json_close(&json, '}');
    }
    if (request->verb == STORE_HISTORY) ratings_write(&json, request);
    pond_json_close(&json, ']');
    if (request->status != STORE_FINE) {
        session_request_refuse(request);
        session_request_end(request);
        return;
    }
    if (part + 1 < PARTS || part_game(part + 1) != NULL) {
        request->made = NULL;
        part_ask(session, request->id, request->person, part + 1, dossier);
    } else {
        struct pond_json answer = host_answer(session, request->id, "export");
        pond_json_string_member(&answer, "person", request->person);
        pond_json_flush(&answer);
        buffer_add(&session->hall->out, dossier->members.bytes, dossier->members.length);
        answer_send(session, &answer);
        session_next(session);
    }
    store_request_free(request);
}

static void part_ask(struct session *session, int64_t id, const char *person, uint32_t part,
                     struct dossier *dossier)
{
    const struct pond_game *game = part_game(part);
    struct store_request *request =
        session_request(session, game != NULL ? STORE_HISTORY : parts[part].verb, id, part_done);
    snprintf(request->person, sizeof request->person, "%s", person);
    snprintf(request->game, sizeof request->game, "%s", game != NULL ? game->name : "");
    request->number = part;
    request->made = dossier;
    request->made_free = dossier_free;
    store_submit(session->hall->store, request);
}

static void named(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    const struct store_note *found = person_found(session, request);
    struct dossier *dossier = found != NULL ? calloc(1, sizeof *dossier) : NULL;
    if (dossier == NULL) {
        session_request_end(request);
        return;
    }
    struct pond_json json = buffer_json(&dossier->members);
    json.comma = true;
    pond_json_string_member(&json, "name", found->text);
    pond_json_number_member(&json, "seen", found->at_ms);
    part_ask(session, request->id, request->name, 0, dossier);
    store_request_free(request);
}

void host_export(struct session *session, int64_t id, const char *person)
{
    store_submit(session->hall->store, person_ask(session, id, person, named));
}
