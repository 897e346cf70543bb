/* host.c: what a host has decided: limits, bans, announcements, maintenance. See host.h. */
#include "host.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

#define CODES_MAX 8                  /* links, and pages that came by one, at a time */
#define CODE_MS (10LL * 60 * 1000)   /* a link that nobody opens lapses, */
#define PAGE_MS (12LL * 3600 * 1000) /* and so does a page's token */
#define REFRESH_MS 5000              /* between two looks at the notes of other nodes */
#define NIGHT_LOOK_MS 10000          /* between two looks at the hour of backups */
#define KIND "host"                  /* of the notes that are read */
#define AUDIT "audit"                /* of those that are not */
#define NAMED "named:"               /* of names that other nodes have to know */

struct pass {
    uint8_t hash[STORE_HASH_SIZE];
    int64_t until_ms; /* 0: none */
};

struct sample {
    uint32_t people, tables, moves;
};

struct host {
    uint8_t token[STORE_HASH_SIZE];
    bool has_token;
    struct pass codes[CODES_MAX], pages[CODES_MAX];
    uint32_t code_next, page_next;
    bool loaded, asked;
    bool overtaken; /* a note was written after the notes were asked for */
    int64_t looked_ms;
    int64_t night_ms; /* when it was last seen whether a backup is due */
    uint64_t audits;
    char announcement[HOST_TEXT_SIZE];
    int64_t announced_until_ms; /* 0: always */
    bool maintains;
    int settings[SETTINGS];   /* 0: as usual */
    struct store_note *notes; /* by key: bans and mutes are looked up there */
    uint32_t note_count;
    struct sample samples[HOST_SAMPLES];
    uint32_t sample_count; /* so far; the last ones are kept */
    int64_t sampled_ms;
    uint64_t moves;
};

const struct setting settings[SETTINGS] = {
    [SETTING_TABLES] = {"tables", 1, 1000, PERSON_TABLES_MAX},
    [SETTING_LISTED] = {"public", 1, 100, PERSON_LISTED_MAX},
    [SETTING_CREATES] = {"creates", 1, 1000, PERSON_CREATES_A_MINUTE},
    [SETTING_SPECTATORS] = {"spectators", 0, 10000, ROOM_SPECTATORS_MAX},
    [SETTING_CONNECTIONS] = {"connections", 1, CONNECTIONS_MAX, ADDRESS_CONNECTIONS_MAX},
};

struct host *host_new(void)
{
    struct host *host = calloc(1, sizeof *host);
    assert(host != NULL);
    for (int i = 0; i < SETTINGS; i++) host->settings[i] = settings[i].usual;
    return host;
}

void host_free(struct host *host)
{
    free(host->notes);
    free(host);
}

int hall_setting(const struct hall *hall, enum setting_name which)
{
    return hall->host->settings[which];
}

/* ---- Notes ---- */

static int by_key(const void *one, const void *other)
{
    return strcmp(((const struct store_note *)one)->key, ((const struct store_note *)other)->key);
}

/* Where a note with this key is, or would be. */
static uint32_t note_place(const struct host *host, const char *key)
{
    uint32_t from = 0, to = host->note_count;
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (strcmp(host->notes[middle].key, key) < 0) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

static const struct store_note *note_find(const struct host *host, const char *what,
                                          const char *whom)
{
    char key[STORE_NOTE_KEY_SIZE];
    if (host->note_count == 0) return NULL;
    snprintf(key, sizeof key, "%s%s", what, whom);
    const uint32_t place = note_place(host, key);
    const bool found = place < host->note_count && strcmp(host->notes[place].key, key) == 0;
    return found ? &host->notes[place] : NULL;
}

const char *host_kept(const struct hall *hall, const char *key)
{
    const struct store_note *note = note_find(hall->host, key, "");
    return note != NULL ? note->text : NULL;
}

bool host_banned(const struct hall *hall, const char *person)
{
    return note_find(hall->host, "ban:", person) != NULL;
}

bool host_muted(const struct hall *hall, const char *person)
{
    return note_find(hall->host, "mute:", person) != NULL;
}

bool host_took_name(const struct hall *hall, const char *person, const char *name)
{
    const struct store_note *taken = note_find(hall->host, "taken:", person);
    return taken != NULL && strcmp(taken->text, name) == 0;
}

bool host_maintains(const struct hall *hall) { return hall->host->maintains; }

static void notice_send(struct session *session)
{
    const struct host *host = session->hall->host;
    struct pond_json json = answer_begin(session, "notice", -1);
    pond_json_string_member(&json, "text", host->announcement);
    if (host->announced_until_ms > 0) {
        pond_json_number_member(&json, "until", host->announced_until_ms);
    } else {
        pond_json_null_member(&json, "until");
    }
    pond_json_bool_member(&json, "maintenance", host->maintains);
    answer_send(session, &json);
}

void host_greet(struct session *session)
{
    const struct host *host = session->hall->host;
    if (host->announcement[0] != '\0' || host->maintains) notice_send(session);
}

static void notice_tell(struct hall *hall)
{
    for (struct session *session = hall->sessions; session != NULL; session = session->next) {
        if (session->greeted) notice_send(session);
    }
}

/* Those who are banned are sent away, wherever they sit. */
static void banned_close(struct hall *hall)
{
    struct session *next;
    for (struct session *session = hall->sessions; session != NULL; session = next) {
        next = session->next;
        if (!session->keyed || !host_banned(hall, session->person)) continue;
        answer_error(session, -1, "banned", SAID_BANNED, NULL);
        hall->outside.close(hall->outside.context, session, 1008);
    }
}

/* What the notes say now. */
static void notes_apply(struct hall *hall)
{
    struct host *host = hall->host;
    const struct store_note *said = note_find(host, "announcement", "");
    const bool maintained = host->maintains;
    char before[HOST_TEXT_SIZE];
    memcpy(before, host->announcement, sizeof before);
    host->announcement[0] = '\0';
    host->announced_until_ms = 0;
    if (said != NULL) { /* UNTIL TEXT */
        char *text = NULL;
        host->announced_until_ms = strtoll(said->text, &text, 10);
        const bool over = host->announced_until_ms > 0 && host->announced_until_ms <= hall->now_ms;
        if (!over && *text == ' ') {
            snprintf(host->announcement, sizeof host->announcement, "%.280s", text + 1);
        }
    }
    host->maintains = note_find(host, "maintenance", "") != NULL;
    for (int i = 0; i < SETTINGS; i++) {
        const struct store_note *limit = note_find(host, "limit:", settings[i].name);
        host->settings[i] = limit != NULL ? atoi(limit->text) : settings[i].usual;
    }
    if (strcmp(before, host->announcement) != 0 || maintained != host->maintains) {
        notice_tell(hall);
    }
    banned_close(hall);
}

/* Another name that a node gave to somebody, since the last look: "PERSON NAME". */
static void named_apply(struct hall *hall, const struct store_note *note)
{
    char person[STORE_ID_SIZE];
    const struct store_note *known = note_find(hall->host, note->key, "");
    if (strncmp(note->key, NAMED, sizeof NAMED - 1) != 0) return;
    if (known != NULL && known->at_ms == note->at_ms) return;
    if (strcspn(note->text, " ") != STORE_ID_SIZE - 1) return;
    snprintf(person, sizeof person, "%.16s", note->text);
    host_named(hall, person, note->text + STORE_ID_SIZE);
}

static void notes_done(struct store_request *request)
{
    struct hall *hall = request->context;
    struct host *host = hall->host;
    hall_request_done(hall);
    host->asked = false;
    if (host->overtaken) {
        host->overtaken = false;
        host_refresh(hall);
    } else if (request->status == STORE_FINE) {
        for (uint32_t i = 0; i < request->row_count && host->loaded; i++) {
            named_apply(hall, &request->notes[i]);
        }
        host->loaded = true;
        free(host->notes);
        host->notes = request->notes;
        host->note_count = request->row_count;
        request->notes = NULL;
        if (host->note_count > 0) {
            qsort(host->notes, host->note_count, sizeof *host->notes, by_key);
        }
        notes_apply(hall);
    }
    store_request_free(request);
}

void host_refresh(struct hall *hall)
{
    struct host *host = hall->host;
    if (host->asked || hall->down) return;
    host->asked = true;
    host->looked_ms = hall->now_ms;
    struct store_request *request = hall_request(hall, STORE_NOTES, notes_done, hall);
    snprintf(request->game, sizeof request->game, KIND);
    request->number = STORE_KEPT_MAX;
    store_submit(hall->store, request);
}

static void note_done(struct store_request *request)
{
    hall_request_done(request->context);
    store_request_free(request);
}

void host_note_fill(struct store_request *request, const char *kind, const char *key,
                    const char *text)
{
    request->notes = calloc(1, sizeof *request->notes);
    assert(request->notes != NULL);
    snprintf(request->game, sizeof request->game, "%s", kind);
    snprintf(request->notes->key, sizeof request->notes->key, "%s", key);
    struct pond_text out = pond_text_in(request->notes->text, sizeof request->notes->text);
    pond_text_string(&out, text);
    request->notes->at_ms = request->at_ms;
}

void host_note_write(struct hall *hall, const char *kind, const char *key, const char *text)
{
    struct store_request *request = hall_request(hall, STORE_NOTE, note_done, hall);
    host_note_fill(request, kind, key, text);
    store_submit(hall->store, request);
}

/* The same among the notes in memory. */
static void note_take(struct host *host, const char *key, const char *text, int64_t now_ms)
{
    const uint32_t place = note_place(host, key);
    const bool found = place < host->note_count && strcmp(host->notes[place].key, key) == 0;
    struct store_note *note = host->notes + place;
    host->overtaken = host->asked;
    if (text[0] == '\0') {
        if (found) memmove(note, note + 1, (--host->note_count - place) * sizeof *note);
        return;
    }
    if (!found) {
        host->notes = realloc(host->notes, (host->note_count + 1) * sizeof *host->notes);
        assert(host->notes != NULL);
        note = host->notes + place;
        memmove(note + 1, note, (host->note_count++ - place) * sizeof *note);
    }
    snprintf(note->key, sizeof note->key, "%s", key);
    struct pond_text out = pond_text_in(note->text, sizeof note->text);
    pond_text_string(&out, text);
    note->at_ms = now_ms;
}

/* Would this be one more than are read again after a restart? */
static bool notes_full(const struct host *host, const char *key, const char *text)
{
    return text[0] != '\0' && host->note_count >= STORE_KEPT_MAX &&
           note_find(host, key, "") == NULL;
}

void host_keep(struct hall *hall, const char *key, const char *text)
{
    if (text[0] == '\0' && host_kept(hall, key) == NULL) return;
    if (notes_full(hall->host, key, text)) return;
    host_note_write(hall, KIND, key, text);
    note_take(hall->host, key, text, hall->now_ms);
}

void host_take_name(struct hall *hall, const char *person, const char *name)
{
    char key[STORE_NOTE_KEY_SIZE];
    snprintf(key, sizeof key, "taken:%s", person);
    host_keep(hall, key, name);
}

/* It holds once it is on disk, and not before. */
static void noted(struct store_request *request)
{
    struct session *session = request->context;
    struct hall *hall = session->hall;
    const bool fine = request->status == STORE_FINE;
    if (fine) note_take(hall->host, request->notes->key, request->notes->text, hall->now_ms);
    if (session_request_done(request)) {
        if (fine) {
            struct pond_json json = host_answer(session, request->id, request->table);
            answer_send(session, &json);
        } else {
            session_request_refuse(request);
        }
        session_request_end(request);
    }
    if (fine) notes_apply(hall);
}

void host_note(struct session *session, int64_t id, const char *what, const char *key,
               const char *text)
{
    if (notes_full(session->hall->host, key, text)) {
        answer_error(session, id, "limit", SAID_HOST_FULL, NULL);
        return;
    }
    struct store_request *request = session_request(session, STORE_NOTE, id, noted);
    host_note_fill(request, KIND, key, text);
    snprintf(request->table, sizeof request->table, "%s", what);
    store_submit(session->hall->store, request);
}

void host_audit(struct hall *hall, const char *what, const char *about)
{
    char key[STORE_NOTE_KEY_SIZE], text[STORE_NOTE_SIZE];
    snprintf(key, sizeof key, "%013lld-%s-%06llu", (long long)hall->now_ms, hall->node,
             (unsigned long long)hall->host->audits++);
    snprintf(text, sizeof text, "%s%s%.400s", what, about[0] != '\0' ? " " : "", about);
    host_note_write(hall, AUDIT, key, text);
}

/* ---- Coming in ---- */

static void token_hash(const char *token, uint8_t hash[STORE_HASH_SIZE])
{
    crypto_generichash(hash, STORE_HASH_SIZE, (const uint8_t *)token, strlen(token), NULL, 0);
}

void hall_host_token(struct hall *hall, const char *token)
{
    token_hash(token, hall->host->token);
    hall->host->has_token = true;
}

static void pass_make(struct hall *hall, struct pass *pass, int64_t time_ms, char text[65])
{
    uint8_t bytes[32];
    hall->outside.random(hall->outside.context, bytes, sizeof bytes);
    sodium_bin2hex(text, 65, bytes, sizeof bytes);
    token_hash(text, pass->hash);
    pass->until_ms = hall->now_ms + time_ms;
}

static struct pass *pass_find(struct pass passes[CODES_MAX], const uint8_t *hash, int64_t now_ms)
{
    for (int i = 0; i < CODES_MAX; i++) {
        if (passes[i].until_ms > now_ms &&
            sodium_memcmp(passes[i].hash, hash, STORE_HASH_SIZE) == 0) {
            return &passes[i];
        }
    }
    return NULL;
}

void host_code(struct hall *hall, char code[65])
{
    struct host *host = hall->host;
    pass_make(hall, &host->codes[host->code_next++ % CODES_MAX], CODE_MS, code);
}

bool host_enter(struct hall *hall, const char *token, char page[65])
{
    struct host *host = hall->host;
    uint8_t hash[STORE_HASH_SIZE];
    token_hash(token, hash);
    page[0] = '\0';
    if (host->has_token && sodium_memcmp(host->token, hash, sizeof hash) == 0) return true;
    if (pass_find(host->pages, hash, hall->now_ms) != NULL) return true;
    struct pass *code = pass_find(host->codes, hash, hall->now_ms);
    if (code == NULL) return false;
    code->until_ms = 0;
    pass_make(hall, &host->pages[host->page_next++ % CODES_MAX], PAGE_MS, page);
    return true;
}

void hall_host_code(struct hall *hall, char code[65]) { host_code(hall, code); }

/* ---- Time ---- */

uint32_t host_people(const struct hall *hall)
{
    uint32_t count = 0;
    for (const struct session *one = hall->sessions; one != NULL; one = one->next) {
        count += !one->host;
    }
    return count;
}

static void sample_take(struct hall *hall)
{
    struct host *host = hall->host;
    struct sample *sample = &host->samples[host->sample_count++ % HOST_SAMPLES];
    *sample = (struct sample){.people = host_people(hall),
                              .tables = hall->figures.rooms,
                              .moves = (uint32_t)(hall->figures.moves - host->moves)};
    host->moves = hall->figures.moves;
    host->sampled_ms = hall->now_ms;
}

void host_tick(struct hall *hall)
{
    struct host *host = hall->host;
    const bool due = !host->loaded ||
                     (store_shared(hall->store) && hall->now_ms - host->looked_ms >= REFRESH_MS);
    if (due && hall->now_ms - host->looked_ms >= 1000) host_refresh(hall);
    if (host->sampled_ms == 0) host->sampled_ms = hall->now_ms;
    if (hall->now_ms - host->sampled_ms >= HOST_SAMPLE_MS) sample_take(hall);
    if (host->announced_until_ms > 0 && host->announced_until_ms <= hall->now_ms) {
        notes_apply(hall); /* it has been said for long enough */
    }
    if (host->loaded && hall->now_ms - host->night_ms >= NIGHT_LOOK_MS) {
        host->night_ms = hall->now_ms;
        host_nightly(hall);
    }
}

/* A few places are enough: every node looks again after a few seconds. */
void host_name_tell(struct hall *hall, const char *person, const char *name)
{
    char key[STORE_NOTE_KEY_SIZE], text[STORE_NOTE_SIZE];
    if (!store_shared(hall->store)) return;
    snprintf(key, sizeof key, NAMED "%02x", (unsigned)(randombytes_random() & 63));
    snprintf(text, sizeof text, "%s %s", person, name);
    host_note_write(hall, KIND, key, text);
}

/* ---- Telling the host ---- */

void host_settings_json(const struct hall *hall, enum pond_language language,
                        struct pond_json *json)
{
    const struct host *host = hall->host;
    pond_json_key(json, "announcement");
    if (host->announcement[0] != '\0') {
        pond_json_open(json, '{');
        pond_json_string_member(json, "text", host->announcement);
        pond_json_number_member(json, "until", host->announced_until_ms);
        pond_json_close(json, '}');
    } else {
        pond_json_null(json);
    }
    pond_json_bool_member(json, "maintenance", host->maintains);
    host_nightly_json(hall, language, json);
    pond_json_key(json, "limits");
    pond_json_open(json, '[');
    for (int i = 0; i < SETTINGS; i++) {
        pond_json_open(json, '{');
        pond_json_string_member(json, "name", settings[i].name);
        pond_json_number_member(json, "value", host->settings[i]);
        pond_json_number_member(json, "usual", settings[i].usual);
        pond_json_number_member(json, "least", settings[i].least);
        pond_json_number_member(json, "most", settings[i].most);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

void host_samples_json(const struct hall *hall, struct pond_json *json)
{
    const struct host *host = hall->host;
    const uint32_t first =
        host->sample_count > HOST_SAMPLES ? host->sample_count - HOST_SAMPLES : 0;
    pond_json_key(json, "samples");
    pond_json_open(json, '[');
    for (uint32_t i = first; i < host->sample_count; i++) {
        const struct sample *sample = &host->samples[i % HOST_SAMPLES];
        pond_json_open(json, '[');
        pond_json_number(json, sample->people);
        pond_json_number(json, sample->tables);
        pond_json_number(json, sample->moves);
        pond_json_close(json, ']');
    }
    pond_json_close(json, ']');
    pond_json_number_member(json, "sampled", host->sampled_ms);
    pond_json_number_member(json, "sample_ms", HOST_SAMPLE_MS);
}
