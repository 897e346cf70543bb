/* session.c: one client: its queue of messages, its answers, its rate. See inside.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

/* ---- Answering ---- */

void session_send(struct session *session, const struct buffer *message, bool waits)
{
    struct hall *hall = session->hall;
    if (session->gone) return;
    hall->figures.messages_out++;
    hall->figures.bytes_out += message->length;
    hall->outside.send(hall->outside.context, session, message->bytes, message->length, waits);
}

struct pond_json answer_begin(struct session *session, const char *type, int64_t id)
{
    struct buffer *out = &session->hall->out;
    out->length = 0;
    struct pond_json json = buffer_json(out);
    pond_json_gather(&json, session->hall->gather, sizeof session->hall->gather);
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "type", type);
    if (id >= 0) pond_json_number_member(&json, "id", id);
    return json;
}

void answer_send_when(struct session *session, struct pond_json *json, bool waits)
{
    pond_json_close(json, '}');
    pond_json_flush(json);
    session_send(session, &session->hall->out, waits);
}

void answer_send(struct session *session, struct pond_json *json)
{
    answer_send_when(session, json, false);
}

void answer_ok(struct session *session, int64_t id)
{
    struct pond_json json = answer_begin(session, "ok", id);
    answer_send(session, &json);
}

void answer_error(struct session *session, int64_t id, const char *code, enum said said,
                  const char *argument)
{
    char memory[512];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_sentence_print(said_text(said, session->language), &argument, argument != NULL, &text);
    session->hall->figures.refused++;
    struct pond_json json = answer_begin(session, "error", id);
    pond_json_string_member(&json, "code", code);
    if (said == SAID_FIELD) pond_json_string_member(&json, "field", argument);
    pond_json_string_member(&json, "text", memory);
    answer_send(session, &json);
}

void answer_refusal(struct session *session, int64_t id, const char *code,
                    const struct pond_error *why)
{
    char memory[512];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_error_print(why, session->language, &text);
    session->hall->figures.refused++;
    struct pond_json json = answer_begin(session, "error", id);
    pond_json_string_member(&json, "code", code);
    pond_json_string_member(&json, "text", memory);
    answer_send(session, &json);
}

/* ---- Persons ---- */

void session_index(struct session *session)
{
    struct session **bucket = &session->hall->persons[hash_id(session->person) % BUCKETS];
    session->next_person = *bucket;
    session->link_person = bucket;
    if (*bucket != NULL) (*bucket)->link_person = &session->next_person;
    *bucket = session;
}

void session_unindex(struct session *session)
{
    if (session->link_person == NULL) return;
    *session->link_person = session->next_person;
    if (session->next_person != NULL) session->next_person->link_person = session->link_person;
    session->link_person = NULL;
}

struct session *session_find(struct hall *hall, uint64_t serial)
{
    struct session *session = hall->sessions;
    while (session != NULL && session->serial != serial) session = session->next;
    return session;
}

/* ---- The store ---- */

struct store_request *session_request(struct session *session, enum store_verb verb, int64_t id,
                                      void (*done)(struct store_request *))
{
    struct store_request *request = hall_request(session->hall, verb, done, session);
    request->id = id;
    session->requests++;
    session->busy = true;
    return request;
}

bool session_request_done(struct store_request *request)
{
    struct session *session = request->context;
    hall_request_done(session->hall);
    session->requests--;
    if (!session->gone) return true;
    if (session->requests == 0) free(session);
    store_request_free(request);
    return false;
}

static void save_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status != STORE_FINE) session->saved = false;
    store_request_free(request);
}

void session_save(struct session *session)
{
    if (session->saved || !session->keyed) return;
    session->saved = true;
    const bool busy = session->busy;
    struct store_request *request = session_request(session, STORE_NAME, -1, save_done);
    session->busy = busy; /* nobody waits for it: it is written before what comes after it */
    memcpy(request->person, session->person, sizeof request->person);
    memcpy(request->name, session->name, sizeof request->name);
    memcpy(request->key, session->key, sizeof request->key);
    store_submit(session->hall->store, request);
}

/* ---- Messages ---- */

struct waiting *waiting_new(struct session *session, int64_t id, const char *text, size_t length)
{
    struct waiting *waiting = malloc(sizeof *waiting + length + 1);
    assert(waiting != NULL);
    waiting->next = NULL;
    waiting->session = session;
    waiting->id = id;
    waiting->length = length;
    memcpy(waiting->text, text, length);
    waiting->text[length] = '\0';
    return waiting;
}

void session_run(struct session *session, const char *text, size_t length)
{
    struct message message = {.session = session, .id = -1, .text = text, .length = length};
    struct flat flat;
    if (flat_read(&flat, text, length)) {
        message.flat = &flat;
    } else {
        message.root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    }
    if (message.flat == NULL && !json_is_object(message.root)) {
        answer_error(session, -1, "json", SAID_JSON, NULL);
    } else {
        message_handle(&message);
    }
    json_decref(message.root);
}

void session_next(struct session *session)
{
    session->busy = false;
    while (!session->busy && !session->gone && session->waiting != NULL) {
        struct waiting *first = session->waiting;
        session->waiting = first->next;
        session->waiting_count--;
        session_run(session, first->text, first->length);
        free(first);
    }
}

void waiting_run(struct waiting *waiting)
{
    struct session *session = waiting->session;
    session->waits_in = NULL;
    session->busy = false;
    session_run(session, waiting->text, waiting->length);
    free(waiting);
    if (!session->busy) session_next(session);
}

static bool rate_take(struct rate *rate, int64_t now_ms, float a_second, float burst)
{
    rate->tokens =
        rate->at_ms == 0 ? burst : rate->tokens + (float)(now_ms - rate->at_ms) * a_second / 1000;
    rate->at_ms = now_ms;
    if (rate->tokens > burst) rate->tokens = burst;
    if (rate->tokens < 1) return false;
    rate->tokens -= 1;
    return true;
}

bool session_may_create(struct session *session)
{
    struct hall *hall = session->hall;
    return hall->limits.off ||
           rate_take(&hall->person_creates[hash_id(session->person) % BUCKETS], hall->now_ms,
                     PERSON_CREATES_A_MINUTE / 60.0F, PERSON_CREATES_A_MINUTE);
}

/* Neither this socket nor all of the person's together say too much? */
static bool may_speak(struct session *session)
{
    struct hall *hall = session->hall;
    if (hall->limits.off) return true;
    return rate_take(&session->rate, hall->now_ms, SESSION_MESSAGES_A_SECOND,
                     SESSION_MESSAGES_BURST) &&
           (!session->keyed ||
            rate_take(&hall->person_messages[hash_id(session->person) % BUCKETS], hall->now_ms,
                      PERSON_MESSAGES_A_SECOND, PERSON_MESSAGES_BURST));
}

bool hall_speaks(struct session *session)
{
    struct hall *hall = session->hall;
    if (session->gone) return false;
    if (may_speak(session)) return true;
    hall->outside.close(hall->outside.context, session, 1008);
    return false;
}

void hall_message(struct session *session, const char *text, size_t length)
{
    struct hall *hall = session->hall;
    hall->figures.messages_in++;
    if (!hall_speaks(session)) return;
    if (!session->busy) {
        session_run(session, text, length);
        return;
    }
    if (session->waiting_count == SESSION_WAITING_MAX) {
        hall->outside.close(hall->outside.context, session, 1008);
        return;
    }
    struct waiting *waiting = waiting_new(session, -1, text, length);
    if (session->waiting == NULL) session->waiting_last = &session->waiting;
    *session->waiting_last = waiting;
    session->waiting_last = &waiting->next;
    session->waiting_count++;
}

/* ---- Coming and going ---- */

struct session *hall_enter(struct hall *hall, void *wire)
{
    struct session *session = calloc(1, sizeof *session);
    assert(session != NULL);
    session->hall = hall;
    session->wire = wire;
    session->serial = ++hall->serial;
    session->legal = true;
    session->next = hall->sessions;
    session->link = &hall->sessions;
    if (hall->sessions != NULL) hall->sessions->link = &session->next;
    hall->sessions = session;
    hall->figures.sessions++;
    return session;
}

void hall_address(struct session *session, uint32_t address) { session->address = address; }

void *session_wire(const struct session *session) { return session->wire; }

void hall_leave(struct session *session)
{
    session->gone = true;
    session->hall->figures.sessions--;
    *session->link = session->next;
    if (session->next != NULL) session->next->link = session->link;
    session_unindex(session);
    while (session->watches != NULL) room_unwatch(session->watches);
    if (session->waits_in != NULL) room_forget(session->waits_in, session);
    free(session->creates);
    session->creates = NULL;
    while (session->waiting != NULL) {
        struct waiting *first = session->waiting;
        session->waiting = first->next;
        free(first);
    }
    if (session->requests == 0) free(session);
}
