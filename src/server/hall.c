/* hall.c: the whole play server without its sockets: sessions, rooms, time, lists. See hall.h. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "inside.h"

/* ---- Ids ---- */

uint64_t hash_id(const struct hall *hall, const char *id)
{
    uint8_t bytes[crypto_shorthash_BYTES];
    uint64_t hash;
    static_assert(sizeof hash == sizeof bytes && sizeof hall->hash_key == crypto_shorthash_KEYBYTES,
                  "libsodium's sizes");
    crypto_shorthash(bytes, (const uint8_t *)id, strlen(id), hall->hash_key);
    memcpy(&hash, bytes, sizeof hash);
    return hash;
}

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz"; /* none look alike */

bool id_valid(const char *id)
{
    for (int i = 0; i < STORE_ID_SIZE - 1; i++) {
        const bool letter = id[i] >= 'a' && id[i] <= 'z' && id[i] != 'i' && id[i] != 'l' &&
                            id[i] != 'o' && id[i] != 'u';
        if (!letter && (id[i] < '0' || id[i] > '9')) return false;
    }
    return id[STORE_ID_SIZE - 1] == '\0';
}

void id_of_bytes(const uint8_t *bytes, char *out, int length)
{
    for (int i = 0; i < length; i++) out[i] = letters[bytes[i] & 31];
    out[length] = '\0';
}

void random_id(struct hall *hall, char *out, int length)
{
    uint8_t bytes[64];
    assert(length <= (int)sizeof bytes);
    hall->outside.random(hall->outside.context, bytes, (size_t)length);
    id_of_bytes(bytes, out, length);
}

void secret_new(struct hall *hall, char secret[DEAL_SECRET_SIZE])
{
    uint8_t bytes[(DEAL_SECRET_SIZE - 1) / 2];
    hall->outside.random(hall->outside.context, bytes, sizeof bytes);
    sodium_bin2hex(secret, DEAL_SECRET_SIZE, bytes, sizeof bytes);
}

/* ---- Beginning and ending ---- */

struct hall *hall_new(const struct hall_outside *outside, const char *node,
                      const struct hall_limits *limits)
{
    if (sodium_init() < 0) return NULL;
    struct hall *hall = calloc(1, sizeof *hall);
    assert(hall != NULL);
    hall->outside = *outside;
    hall->limits = *limits;
    memcpy(hall->node, node, strnlen(node, STORE_ID_SIZE - 1));
    crypto_generichash(hall->hash_key, sizeof hall->hash_key, (const uint8_t *)hall->node,
                       sizeof hall->node, NULL, 0);
    hall->people = people_new();
    hall->host = host_new();
    hall->records = record_cache_new();
    return hall;
}

void hall_free(struct hall *hall)
{
    while (hall->sessions != NULL) hall_leave(hall->sessions);
    nights_free(hall);
    while (hall->all_rooms != NULL) room_free(hall->all_rooms);
    people_free(hall->people);
    host_free(hall->host);
    record_cache_free(hall);
    buffer_free(&hall->out);
    view_share_free(&hall->share);
    free(hall);
}

void hall_store_set(struct hall *hall, struct store *store) { hall->store = store; }

struct store_request *hall_request(struct hall *hall, enum store_verb verb,
                                   void (*done)(struct store_request *), void *context)
{
    struct store_request *request = store_request_new(verb);
    request->done = done;
    request->context = context;
    request->at_ms = hall->now_ms;
    hall->requests++;
    return request;
}

void hall_request_done(struct hall *hall) { hall->requests--; }

bool hall_quiet(const struct hall *hall) { return hall->requests == 0; }

bool hall_down(const struct hall *hall) { return hall->down; }

struct hall_figures hall_figures(const struct hall *hall)
{
    struct hall_figures figures = hall->figures;
    figures.waiting = hall->requests;
    figures.gap_ms = hall->gap_ms[0] > hall->gap_ms[1] ? hall->gap_ms[0] : hall->gap_ms[1];
    return figures;
}

static void tell_all(struct hall *hall, const char *type)
{
    for (struct session *session = hall->sessions; session != NULL; session = session->next) {
        struct pond_json json = answer_begin(session, type, -1);
        if (strcmp(type, "bye") == 0) {
            pond_json_string_member(&json, "reason", "restart");
            pond_json_number_member(&json, "again_ms", 1000);
        }
        answer_send(session, &json);
    }
}

void hall_store_down(void *context, bool is_down)
{
    struct hall *hall = context;
    if (hall->down == is_down) return;
    hall->down = is_down;
    tell_all(hall, is_down ? "paused" : "resumed");
    if (is_down) records_refuse(hall);
    hall_still_look(hall);
}

int64_t hall_still_ms(const struct hall *hall)
{
    return hall->still_ms + (hall->still ? hall->now_ms - hall->still_from_ms : 0);
}

void hall_still_look(struct hall *hall)
{
    const bool still = hall->down || store_failing(hall->store);
    if (still == hall->still) return;
    if (still) {
        hall->still_from_ms = hall->now_ms;
    } else {
        hall->still_ms = hall_still_ms(hall);
        hall->resume_due = true;
    }
    hall->still = still;
}

void hall_store_changed(void *context, const char *table)
{
    struct hall *hall = context;
    hall->lobby_due = true;
    nights_changed(hall, table);
    if (table[0] != '\0') {
        struct room *room = room_find(hall, table);
        if (room != NULL) room_catch_up(room);
        return;
    }
    for (struct room *room = hall->all_rooms; room != NULL; room = room->next_of_all) {
        room_catch_up(room);
    }
}

void hall_goodbye(struct hall *hall)
{
    hall->stopping = true;
    tell_all(hall, "bye");
    records_refuse(hall);
    struct session *next;
    for (struct session *session = hall->sessions; session != NULL; session = next) {
        next = session->next;
        hall->outside.close(hall->outside.context, session, 1001);
    }
}

/* ---- Time ---- */

void hall_time(struct hall *hall, int64_t now_ms)
{
    if (hall->started_ms == 0) hall->started_ms = hall->now_ms = now_ms;
    const int64_t gap_ms = now_ms - hall->now_ms;
    if (gap_ms <= 0) return;
    hall->now_ms = now_ms;
    if (now_ms - hall->gap_since_ms > 60000) {
        hall->gap_ms[1] = hall->gap_ms[0];
        hall->gap_ms[0] = 0;
        hall->gap_since_ms = now_ms;
    }
    if (gap_ms > hall->gap_ms[0]) hall->gap_ms[0] = gap_ms;
    /* A tick is due ten times a second: nobody was heard meanwhile, so nobody is charged. */
    if (gap_ms < LOOP_BUSY_MS || hall->still) return;
    hall->still_ms += gap_ms;
    hall->resume_due |= gap_ms >= LOOP_RESUME_MS;
}

/* Looks at the rooms whose time has come, and finds out when the next one's will. */
static void rooms_tick(struct hall *hall)
{
    struct room *next;
    hall->due_ms = INT64_MAX;
    for (struct room *room = hall->all_rooms; room != NULL; room = next) {
        next = room->next_of_all;
        const bool is_due = room->due_ms <= hall->now_ms;
        if (is_due) room_settle(room);
        if (room->due_ms < hall->due_ms) hall->due_ms = room->due_ms;
        if (is_due) room_drop_idle(room);
    }
}

static void rooms_resume(struct hall *hall)
{
    hall->resume_due = false;
    hall->resumed_ms = hall->now_ms;
    for (struct room *room = hall->all_rooms; room != NULL; room = room->next_of_all) {
        room_resume(room);
    }
}

static void beat_done(struct store_request *request)
{
    hall_request_done(request->context);
    store_request_free(request);
}

/* What other nodes know of the people here holds as long as this node gives signs of life. */
static void beat_tick(struct hall *hall)
{
    if (!store_shared(hall->store) || hall->still) return;
    if (hall->beat_ms != 0 && hall->now_ms - hall->beat_ms < BEAT_PAUSE_MS) return;
    hall->beat_ms = hall->now_ms;
    store_submit(hall->store, hall_request(hall, STORE_BEAT, beat_done, hall));
}

void hall_tick(struct hall *hall)
{
    hall->ticks++;
    hall_still_look(hall);
    if (hall->resume_due && !hall->still) rooms_resume(hall);
    if (hall->due_ms <= hall->now_ms) rooms_tick(hall);
    nights_tick(hall);
    lobby_tick(hall);
    beat_tick(hall);
    host_tick(hall);
    people_tick(hall->people, hall->now_ms);
}

/* ---- Thinking ---- */

void hall_thought(struct hall *hall, struct think_job *job)
{
    struct session *session = job->session != 0 ? session_find(hall, job->session) : NULL;
    struct room *room = room_find(hall, job->table);
    struct person *person = people_find(hall->people, job->person);
    if (person != NULL) person->thoughts--;
    if (job->session == 0 && room != NULL && room->thinking) {
        room->thinking = false;
        room->thought = job;
        room_settle(room);
        return;
    }
    if (job->session != 0 && room != NULL) room->hints &= (pond_seats)~POND_SEAT(job->about.seat);
    if (session != NULL && !session->gone && job->move[0] != '\0') {
        struct pond_json json = answer_begin(session, "hint", job->id);
        pond_json_string_member(&json, "table", job->table);
        pond_json_string_member(&json, "move", job->move);
        pond_json_key(&json, "value");
        pond_json_decimal(&json, (float)job->value);
        answer_send(session, &json);
    }
    think_job_free(job);
}
