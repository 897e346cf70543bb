/* message_person.c: people's identity: hello, names, recovery codes, devices. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "inside.h"
#include "name.h"

static void name_set(struct session *session, const char *name)
{
    if (pond_text_equal(session->name, name)) return;
    session_name(session, name);
    session->saved = false;
}

static void ratings_set(struct session *session, const struct store_person *person)
{
    for (int i = 0; i < POND_GAMES_MAX; i++) {
        const struct glicko rating = person != NULL ? person->rating[i] : glicko_first();
        session->rating[i] = (float)rating.rating;
        session->deviation[i] = (float)rating.deviation;
    }
}

static void welcome(struct session *session, int64_t id)
{
    struct pond_json json = answer_begin(session, "welcome", id);
    if (session->keyed) {
        pond_json_key(&json, "you");
        pond_json_open(&json, '{');
        pond_json_string_member(&json, "id", session->person);
        pond_json_string_member(&json, "name", session->name);
        pond_json_close(&json, '}');
    } else {
        pond_json_null_member(&json, "you");
    }
    pond_json_string_member(&json, "server", "pond " POND_VERSION);
    pond_json_number_member(&json, "at", session->hall->now_ms);
    answer_send(session, &json);
}

/* The same device in another window, which may be as new here; NULL: there is none. */
static const struct session *window_find(const struct session *session)
{
    const struct session *other = session->hall->sessions;
    while (other != NULL && (other == session || !other->keyed ||
                             memcmp(other->key, session->key, sizeof other->key) != 0)) {
        other = other->next;
    }
    return other;
}

/* Takes the person on that the store knows, or a new one with an id of our own making: it lasts
 * once there is something to keep. */
static void person_take(struct session *session, const struct store_person *person)
{
    char name[STORE_NAME_SIZE];
    snprintf(name, sizeof name, "%s", session->name);
    session->saved = person != NULL;
    if (person != NULL) {
        memcpy(session->person, person->id, sizeof session->person);
        session_name(session, person->name);
    } else {
        const struct session *window = window_find(session);
        if (window != NULL) {
            memcpy(session->person, window->person, sizeof session->person);
        } else {
            random_id(session->hall, session->person, STORE_ID_SIZE - 1);
        }
        char frog[STORE_NAME_SIZE];
        snprintf(frog, sizeof frog, "%s %u", said_text(SAID_NAME_FROG, session->language),
                 1000 + ((unsigned)session->key[30] << 8 | session->key[31]) % 9000);
        session_name(session, frog);
    }
    ratings_set(session, person);
    if (name[0] != '\0' && !host_took_name(session->hall, session->person, name)) {
        name_set(session, name);
    }
    session->keyed = true;
    session_index(session);
}

/* However people come to be who they are, they are welcome unless the host has banned them. */
static void person_greet(struct session *session, int64_t id)
{
    session->greeted = !host_banned(session->hall, session->person);
    if (session->greeted) {
        welcome(session, id);
    } else {
        answer_error(session, id, "banned", SAID_BANNED, NULL);
    }
}

static void hello_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status == STORE_REFUSED) {
        session_request_refuse(request);
    } else {
        person_take(session, request->status == STORE_FINE ? request->persons : NULL);
        person_greet(session, request->id);
        if (session->greeted) host_greet(session);
        if (session->greeted && request->status == STORE_FINE) session_seen(session);
    }
    session_request_end(request);
}

static bool key_hash(const char *text, uint8_t hash[STORE_HASH_SIZE])
{
    uint8_t key[32];
    size_t length = 0;
    if (strlen(text) != 64 || sodium_hex2bin(key, sizeof key, text, 64, NULL, &length, NULL) != 0 ||
        length != 32) {
        return false;
    }
    crypto_generichash(hash, STORE_HASH_SIZE, key, sizeof key, NULL, 0);
    sodium_memzero(key, sizeof key);
    return true;
}

static void hello(const struct message *message)
{
    struct session *session = message->session;
    const char *key = NULL, *name = NULL, *device = "", *language = "en";
    bool legal = true, board = false;
    if (session->greeted) {
        message_refuse(message, "hello", SAID_HELLO_TWICE);
        return;
    }
    if (!message_text(message, "key", true, &key) || !message_text(message, "name", true, &name) ||
        !message_text(message, "lang", true, &language) ||
        !message_text(message, "device", true, &device) ||
        !message_flag(message, "legal", &legal) || !message_flag(message, "board", &board)) {
        return;
    }
    const int spoken = pond_language_find(language, strlen(language));
    session->language = spoken >= 0 ? (enum pond_language)spoken : POND_ENGLISH;
    session->legal = legal;
    session->board = board;
    if ((name != NULL && !name_check(name)) || (device[0] != '\0' && !name_check(device))) {
        message_refuse(message, "field", SAID_NAME_FORM);
        return;
    }
    if (key == NULL) {
        session->greeted = true;
        welcome(session, message->id);
        host_greet(session);
        return;
    }
    if (!key_hash(key, session->key)) {
        message_refuse(message, "field", SAID_KEY_FORM);
        return;
    }
    session_name(session, "");
    if (name != NULL) name_set(session, name);
    free(session->device); /* of a greeting that was refused */
    session->device = device[0] != '\0' ? strdup(device) : NULL;
    struct store_request *request = session_request(session, STORE_PERSON, message->id, hello_done);
    memcpy(request->key, session->key, sizeof request->key);
    store_submit(session->hall->store, request);
}

/* It is the person's name once it is on disk, and not before. */
static void name_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status == STORE_FINE) {
        host_name_look(session->hall, session->person, session->name, request->name);
        name_set(session, request->name);
        if (!session->saved) session_seen(session);
        session->saved = true;
        answer_ok(session, request->id);
    } else if (!session_moved(session, request)) {
        session_request_refuse(request);
    }
    session_request_end(request);
}

static void name(const struct message *message)
{
    const char *name = NULL;
    if (!message_text(message, "name", false, &name)) return;
    if (!name_check(name)) {
        message_refuse(message, "field", SAID_NAME_FORM);
        return;
    }
    struct session *session = message->session;
    if (host_took_name(session->hall, session->person, name)) {
        message_refuse(message, "field", SAID_NAME_TAKEN);
        return;
    }
    struct store_request *request = session_request(session, STORE_NAME, message->id, name_done);
    struct pond_text text = pond_text_in(request->name, sizeof request->name);
    pond_text_string(&text, name);
    memcpy(request->person, session->person, sizeof request->person);
    memcpy(request->key, session->key, sizeof request->key);
    store_submit(session->hall->store, request);
}

/* ---- Recovery ---- */

#define CODE_LETTERS 20

static void code_hash(const char *letters, uint8_t hash[STORE_HASH_SIZE])
{
    crypto_generichash(hash, STORE_HASH_SIZE, (const unsigned char *)letters, CODE_LETTERS, NULL,
                       0);
}

static void recovery_done(struct store_request *request)
{
    struct session *session = request->context;
    char spaced[CODE_LETTERS * 5 / 4];
    if (!session_request_fine(request)) return;
    for (int i = 0, at = 0; i < CODE_LETTERS; i++) {
        if (i > 0 && i % 4 == 0) spaced[at++] = '-';
        spaced[at++] = request->name[i];
        spaced[at] = '\0';
    }
    struct pond_json json = answer_begin(session, "recovery", request->id);
    pond_json_string_member(&json, "code", spaced);
    answer_send(session, &json);
    session_request_end(request);
}

static void recovery(const struct message *message)
{
    struct session *session = message->session;
    if (!session_known(message)) return;
    session_save(session);
    struct store_request *request =
        session_request(session, STORE_RECOVERY, message->id, recovery_done);
    random_id(session->hall, request->name, CODE_LETTERS);
    code_hash(request->name, request->code);
    memcpy(request->person, session->person, sizeof request->person);
    store_submit(session->hall->store, request);
}

/* Other windows of this device still speak for the person that its key had before: they come back
 * as the one that it has now. */
static void windows_close(const struct session *session)
{
    struct hall *hall = session->hall;
    struct session *next;
    for (struct session *other = hall->sessions; other != NULL; other = next) {
        next = other->next;
        if (other == session || !other->keyed) continue;
        if (memcmp(other->key, session->key, sizeof other->key) != 0) continue;
        hall->outside.close(hall->outside.context, other, 1001);
    }
}

static void recover_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status == STORE_FINE) {
        session_unindex(session);
        session_name(session, "");
        while (session->watches != NULL) room_unwatch(session->watches);
        person_take(session, request->persons);
        person_greet(session, request->id);
        if (session->greeted) {
            session_seen(session);
        } else {
            session->hall->outside.close(session->hall->outside.context, session, 1008);
        }
        windows_close(session);
    } else if (request->status == STORE_NONE) {
        answer_error(session, request->id, "code", SAID_CODE_NONE, NULL);
    } else {
        session_request_refuse(request);
    }
    session_request_end(request);
}

static void recover(const struct message *message)
{
    struct session *session = message->session;
    const char *code = NULL;
    char letters[CODE_LETTERS + 1];
    size_t length = 0;
    if (!message_text(message, "code", false, &code)) return;
    for (; *code != '\0' && length < CODE_LETTERS; code++) {
        if (*code != '-' && *code != ' ') letters[length++] = (char)(*code | 0x20);
    }
    if (length != CODE_LETTERS) {
        message_refuse(message, "code", SAID_CODE_NONE);
        return;
    }
    if (!session_spend(session, message->id, SPEND_GUESSES, 1)) return;
    struct store_request *request =
        session_request(session, STORE_RECOVER, message->id, recover_done);
    code_hash(letters, request->code);
    memcpy(request->key, session->key, sizeof request->key);
    store_submit(session->hall->store, request);
}

/* ---- Other devices ---- */

static void revoke_done(struct store_request *request)
{
    struct session *session = request->context;
    if (!session_request_done(request)) return;
    if (request->status == STORE_FINE) {
        struct session *next;
        for (struct session *other = session->hall->sessions; other != NULL; other = next) {
            next = other->next;
            if (!other->keyed || strcmp(other->person, session->person) != 0) continue;
            if (memcmp(other->key, session->key, sizeof other->key) == 0) continue;
            if (request->number == 1 && memcmp(other->key, request->code, sizeof other->key) != 0) {
                continue;
            }
            session->hall->outside.close(session->hall->outside.context, other, 1001);
        }
        struct pond_json json = answer_begin(session, "revoked", request->id);
        pond_json_number_member(&json, "count", request->row_count);
        answer_send(session, &json);
    } else {
        session_request_refuse(request);
    }
    request->row_count = 0;
    session_request_end(request);
}

/* A device is called by the first digits of its key's hash. */
#define DEVICE_DIGITS 16

static void device_json(struct pond_json *json, const char *hash, const char *name, int64_t seen_ms,
                        bool own)
{
    char digits[DEVICE_DIGITS + 1];
    snprintf(digits, sizeof digits, "%.*s", DEVICE_DIGITS, hash);
    pond_json_open(json, '{');
    pond_json_string_member(json, "device", digits);
    pond_json_string_member(json, "name", name);
    pond_json_number_member(json, "seen", seen_ms);
    pond_json_bool_member(json, "this", own);
    pond_json_close(json, '}');
}

/* This device is among them, and has the name that it gave, even if that is on its way to the store
 * only now. */
static void devices_done(struct store_request *request)
{
    struct session *session = request->context;
    const char *name = session->device != NULL ? session->device : "";
    char own[2 * STORE_HASH_SIZE + 1];
    bool found = false;
    if (!session_request_fine(request)) return;
    struct pond_json json = answer_begin(session, "devices", request->id);
    sodium_bin2hex(own, sizeof own, session->key, sizeof session->key);
    pond_json_key(&json, "devices");
    pond_json_open(&json, '[');
    for (uint32_t i = 0; i < request->row_count; i++) {
        const struct store_note *row = &request->notes[i];
        const bool is_own = strcmp(own, row->key) == 0;
        found |= is_own;
        device_json(&json, row->key, is_own && name[0] != '\0' ? name : row->text,
                    is_own ? session->hall->now_ms : row->at_ms, is_own);
    }
    if (!found) device_json(&json, own, name, session->hall->now_ms, true);
    pond_json_close(&json, ']');
    answer_send(session, &json);
    session_request_end(request);
}

static void devices(const struct message *message)
{
    struct session *session = message->session;
    if (!session_known(message)) return;
    if (!session_spend(session, message->id, SPEND_WORK, LOAD_PRICE)) return;
    session_save(session);
    struct store_request *request =
        session_request(session, STORE_DEVICES, message->id, devices_done);
    memcpy(request->person, session->person, sizeof request->person);
    store_submit(session->hall->store, request);
}

static void revoke_submit(struct session *session, int64_t id, const uint8_t *key);

/* The devices are known: the one that was meant is signed out. */
static void revoke_found(struct store_request *request)
{
    struct session *session = request->context;
    uint8_t key[STORE_HASH_SIZE];
    bool found = false;
    if (!session_request_done(request)) return;
    for (uint32_t i = 0; i < request->row_count && !found; i++) {
        const char *digits = request->notes[i].key;
        found = strncmp(digits, request->name, DEVICE_DIGITS) == 0 &&
                sodium_hex2bin(key, sizeof key, digits, strlen(digits), NULL, NULL, NULL) == 0;
    }
    found = found && memcmp(key, session->key, sizeof key) != 0;
    if (found) {
        revoke_submit(session, request->id, key);
    } else {
        const bool fine = request->status == STORE_FINE;
        answer_error(session, request->id, fine ? "code" : "store",
                     fine ? SAID_DEVICE_NONE : SAID_NOT_SAVED, NULL);
    }
    store_request_free(request);
    if (!found) session_next(session);
}

/* A device that was lost is not this person any more: it becomes a newcomer. */
static void revoke(const struct message *message)
{
    struct session *session = message->session;
    const char *device = "";
    if (!message_text(message, "device", true, &device) || !session_known(message)) return;
    if (!session_spend(session, message->id, SPEND_GUESSES, 1)) return;
    session_save(session);
    if (device[0] == '\0') {
        revoke_submit(session, message->id, NULL);
        return;
    }
    struct store_request *request =
        session_request(session, STORE_DEVICES, message->id, revoke_found);
    memcpy(request->person, session->person, sizeof request->person);
    snprintf(request->name, sizeof request->name, "%.*s", DEVICE_DIGITS, device);
    store_submit(session->hall->store, request);
}

/* Signs one device out, or all but this one where `key` is NULL. */
static void revoke_submit(struct session *session, int64_t id, const uint8_t *key)
{
    struct store_request *request = session_request(session, STORE_REVOKE, id, revoke_done);
    if (key != NULL) {
        request->number = 1;
        memcpy(request->code, key, sizeof request->code);
    }
    random_id(session->hall, request->other, STORE_ID_SIZE - 1);
    snprintf(request->name, sizeof request->name, "%s",
             said_text(SAID_NAME_FROG, session->language));
    memcpy(request->person, session->person, sizeof request->person);
    memcpy(request->key, session->key, sizeof request->key);
    store_submit(session->hall->store, request);
}

static void ping(const struct message *message)
{
    struct pond_json json = answer_begin(message->session, "pong", message->id);
    pond_json_number_member(&json, "at", message->session->hall->now_ms);
    answer_send(message->session, &json);
}

const struct message_type person_messages[] = {
    {"hello", hello, false, false},
    {"name", name, true, true},
    {"recovery", recovery, true, true},
    {"recover", recover, true, true},
    {"revoke", revoke, true, true},
    {"devices", devices, true, true},
    {"ping", ping, false, false},
    {"host", host_message, true, false},
    {.name = NULL},
};
