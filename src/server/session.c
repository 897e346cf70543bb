/* session.c: one client: its queue of messages, its answers, its rate. See inside.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "inside.h"

/* ---- Answering ---- */

const char *const refusal_names[REFUSALS] = {
    "json",   "type",        "hello", "table",  "seat", "phase", "illegal",
    "stale",  "options",     "limit", "store",  "code", "field", "host",
    "banned", "maintenance", "muted", "person", "other"};

static void refusal_count(struct hall *hall, const char *code)
{
    int i = 0;
    while (i < REFUSALS - 1 && strcmp(refusal_names[i], code) != 0) i++;
    hall->figures.refused++;
    hall->figures.refusals[i]++;
}

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
    pond_sentence_print(said_text(said, session->language), session->language, &argument,
                        argument != NULL, &text);
    refusal_count(session->hall, code);
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
    refusal_count(session->hall, code);
    struct pond_json json = answer_begin(session, "error", id);
    pond_json_string_member(&json, "code", code);
    pond_json_string_member(&json, "text", memory);
    answer_send(session, &json);
}

/* ---- Persons ---- */

void session_index(struct session *session)
{
    struct person *person = people_get(session->hall->people, session->person);
    session->owner = person;
    session->next_person = person->sessions;
    session->link_person = &person->sessions;
    if (person->sessions != NULL) person->sessions->link_person = &session->next_person;
    person->sessions = session;
}

void session_unindex(struct session *session)
{
    if (session->link_person == NULL) return;
    *session->link_person = session->next_person;
    if (session->next_person != NULL) session->next_person->link_person = session->link_person;
    session->link_person = NULL;
    session->owner = NULL;
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

static char nameless[] = "";

void session_name(struct session *session, const char *name)
{
    char *copy = name[0] != '\0' ? strdup(name) : nameless;
    assert(copy != NULL);
    if (session->name != nameless) free(session->name);
    session->name = copy;
}

static void session_free(struct session *session)
{
    session_name(session, "");
    free(session->device);
    free(session);
}

bool session_request_done(struct store_request *request)
{
    struct session *session = request->context;
    hall_request_done(session->hall);
    session->requests--;
    if (!session->gone) return true;
    if (session->requests == 0) session_free(session);
    store_request_free(request);
    return false;
}

void session_request_refuse(const struct store_request *request)
{
    answer_error(request->context, request->id, "store", SAID_NOT_SAVED, NULL);
}

void session_request_end(struct store_request *request)
{
    struct session *session = request->context;
    store_request_free(request);
    session_next(session);
}

bool session_request_fine(struct store_request *request)
{
    if (!session_request_done(request)) return false;
    if (request->status == STORE_FINE) return true;
    session_request_refuse(request);
    session_request_end(request);
    return false;
}

bool session_moved(struct session *session, const struct store_request *request)
{
    if (request->status != STORE_CONFLICT) return false;
    session->hall->outside.close(session->hall->outside.context, session, 1001);
    return true;
}

static void save_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status == STORE_FINE) {
        host_name_look(session->hall, request->person, "", request->name);
    } else {
        session->saved = false;
    }
    session_moved(session, request);
    store_request_free(request);
}

/* A request to keep the person as it is. */
static struct store_request *save_request(struct session *session, int64_t id,
                                          void (*done)(struct store_request *))
{
    struct store_request *request = session_request(session, STORE_NAME, id, done);
    memcpy(request->person, session->person, sizeof request->person);
    snprintf(request->name, sizeof request->name, "%s", session->name);
    memcpy(request->key, session->key, sizeof request->key);
    return request;
}

void session_save(struct session *session)
{
    if (session->saved || !session->keyed) return;
    session->saved = true;
    const bool busy = session->busy;
    struct store_request *request = save_request(session, -1, save_done);
    session->busy = busy; /* nobody waits for it: it is written before what comes after it */
    store_submit(session->hall->store, request);
    session_seen(session);
}

/* The person is kept, and the message runs. If another node was first with this key, the client
 * comes back as that person, and nothing has happened in this one's name. */
static void known_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    struct waiting *waiting = request->made;
    const bool fine = request->status == STORE_FINE;
    request->made = NULL;
    if (fine) {
        host_name_look(session->hall, request->person, "", request->name);
        session->saved = true;
        session_seen(session);
    } else if (!session_moved(session, request)) {
        session_request_refuse(request);
    }
    store_request_free(request);
    if (fine) {
        waiting_run(waiting);
        return;
    }
    free(waiting);
    session_next(session);
}

bool session_known(const struct message *message)
{
    struct session *session = message->session;
    if (session->saved || !session->keyed || !store_shared(session->hall->store)) return true;
    struct store_request *request = save_request(session, message->id, known_done);
    request->made = waiting_new(session, message->id, message->text, message->length);
    request->made_free = free;
    store_submit(session->hall->store, request);
    return false;
}

static void seen_done(struct store_request *request)
{
    if (session_request_done(request)) store_request_free(request);
}

void session_seen(struct session *session)
{
    const bool busy = session->busy;
    struct store_request *request = session_request(session, STORE_SEEN, -1, seen_done);
    session->busy = busy; /* nobody waits for it */
    struct pond_text device = pond_text_in(request->name, sizeof request->name);
    if (session->device != NULL) pond_text_string(&device, session->device);
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

/* ---- What it may spend ---- */

/* A person's pace, which a host may have changed. */
static struct pace pace_of(const struct hall *hall, enum spending what)
{
    if (what != SPEND_CREATES) return person_paces[what];
    const float creates = (float)hall_setting(hall, SETTING_CREATES);
    return (struct pace){creates / 60, creates};
}

/* The longer of two waits: neither the person nor the address has more to spend until then. */
static int64_t spend_wait_ms(const struct session *session, enum spending what)
{
    const struct hall *hall = session->hall;
    int64_t wait_ms = 0;
    if (hall->limits.off) return 0;
    if (session->owner != NULL) {
        wait_ms =
            rate_wait_ms(&session->owner->budget.rates[what], pace_of(hall, what), hall->now_ms);
    }
    if (session->origin != NULL) {
        const int64_t other_ms =
            rate_wait_ms(&session->origin->rates[what], address_paces[what], hall->now_ms);
        if (other_ms > wait_ms) wait_ms = other_ms;
    }
    return wait_ms;
}

void session_charge(struct session *session, enum spending what, float price)
{
    const struct hall *hall = session->hall;
    if (hall->limits.off) return;
    if (session->owner != NULL) {
        rate_charge(&session->owner->budget.rates[what], pace_of(hall, what), price, hall->now_ms);
    }
    if (session->origin != NULL) {
        rate_charge(&session->origin->rates[what], address_paces[what], price, hall->now_ms);
    }
}

bool session_spent(const struct session *session, enum spending what)
{
    return spend_wait_ms(session, what) > 0;
}

bool answer_wait(struct session *session, int64_t id, enum said said, int64_t wait_ms)
{
    char seconds[24];
    snprintf(seconds, sizeof seconds, "%lld", (long long)((wait_ms + 998) / 1000));
    answer_error(session, id, "limit", said, seconds);
    return false;
}

bool session_may_spend(struct session *session, int64_t id, enum spending what)
{
    const int64_t wait_ms = spend_wait_ms(session, what);
    return wait_ms == 0 || answer_wait(session, id, SAID_TOO_OFTEN, wait_ms);
}

bool session_spend(struct session *session, int64_t id, enum spending what, float price)
{
    if (!session_may_spend(session, id, what)) return false;
    session_charge(session, what, price);
    return true;
}

/* Does this socket keep to its own limit? */
static bool socket_may_speak(struct session *session)
{
    const struct hall *hall = session->hall;
    const struct pace pace = {SESSION_MESSAGES_A_SECOND, SESSION_MESSAGES_BURST};
    return hall->limits.off || rate_take(&session->rate, pace, 1, hall->now_ms);
}

/* Neither this socket says too much, nor all of the person's or the address's together? */
static bool may_speak(struct session *session)
{
    if (!socket_may_speak(session) || spend_wait_ms(session, SPEND_MESSAGES) > 0) return false;
    session_charge(session, SPEND_MESSAGES, 1);
    return true;
}

static bool or_close(struct session *session, bool may)
{
    struct hall *hall = session->hall;
    if (!may) hall->outside.close(hall->outside.context, session, 1008);
    return may;
}

bool hall_speaks(struct session *session)
{
    return !session->gone && or_close(session, socket_may_speak(session));
}

void hall_message(struct session *session, const char *text, size_t length)
{
    struct hall *hall = session->hall;
    hall->figures.messages_in++;
    if (session->gone || !or_close(session, may_speak(session))) return;
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
    session->name = nameless;
    session->next = hall->sessions;
    session->link = &hall->sessions;
    if (hall->sessions != NULL) hall->sessions->link = &session->next;
    hall->sessions = session;
    hall->figures.sessions++;
    return session;
}

void hall_address(struct session *session, uint32_t address, struct budget *budget)
{
    session->address = address;
    session->origin = budget;
}

void *session_wire(const struct session *session) { return session->wire; }

void hall_leave(struct session *session)
{
    const struct hall_outside *outside = &session->hall->outside;
    session->gone = true;
    session->hall->figures.sessions--;
    if (outside->forget != NULL) outside->forget(outside->context, NULL, session->serial);
    *session->link = session->next;
    if (session->next != NULL) session->next->link = session->link;
    session_unindex(session);
    while (session->watches != NULL) room_unwatch(session->watches);
    if (session->waits_in != NULL) journal_forget(session->waits_in, session);
    night_exit(session);
    free(session->creates);
    session->creates = NULL;
    while (session->waiting != NULL) {
        struct waiting *first = session->waiting;
        session->waiting = first->next;
        free(first);
    }
    if (session->requests == 0) session_free(session);
}
