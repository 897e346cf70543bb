/* site.c: what the server answers to plain HTTP: the page, health, figures, words, records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"
#include "web.h"
#include "wire.h"

#define PATH_MAX_LENGTH 256
#define FIGURES_KEPT_MS 250 /* /metrics is made anew no more often than this */

static void text_answer(struct buffer *out, int status, const char *type, const char *text,
                        size_t length, const struct http_request *request)
{
    http_answer(out, status);
    http_isolate(out, request);
    http_header(out, "Cache-Control", "no-store");
    http_body(out, type, text, length, request->head);
}

/* The value of `key=` in the query; at most `size - 1` letters of it. */
static bool query_find(const struct http_request *request, const char *key, char *value,
                       size_t size)
{
    const struct http_text query = request->query;
    const size_t key_length = strlen(key);
    for (size_t at = 0; query.start != NULL && at < query.length;) {
        size_t end = at;
        while (end < query.length && query.start[end] != '&') end++;
        if (end - at > key_length && query.start[at + key_length] == '=' &&
            memcmp(query.start + at, key, key_length) == 0) {
            snprintf(value, size, "%.*s", (int)(end - at - key_length - 1),
                     query.start + at + key_length + 1);
            return true;
        }
        at = end + 1;
    }
    return false;
}

/* ---- The page ---- */

static void file_answer(struct wire *wire, const struct web_file *file,
                        const struct http_request *request, struct buffer *out)
{
    const struct http_text known = request->field[HTTP_IF_NONE_MATCH];
    const struct http_text takes = request->field[HTTP_ACCEPT_ENCODING];
    const bool same = http_lists(known, file->etag);
    struct web_bytes body = file->plain;
    const char *coding = NULL;
    if (file->brotli.start != NULL && http_lists(takes, "br")) {
        body = file->brotli;
        coding = "br";
    } else if (file->gzip.start != NULL && http_lists(takes, "gzip")) {
        body = file->gzip;
        coding = "gzip";
    }
    http_answer(out, same ? 304 : 200);
    http_isolate(out, request);
    http_header(out, "ETag", file->etag);
    http_header(out, "Cache-Control", "no-cache"); /* asks each time, and mostly gets 304 */
    http_header(out, "Vary", "Accept-Encoding");
    if (same) {
        buffer_text(out, "\r\n");
        return;
    }
    if (coding != NULL) http_header(out, "Content-Encoding", coding);
    http_length(out, file->type, body.length);
    wire_body(wire, body.start, body.length, NULL);
}

/* ---- Answers that many ask for ---- */

struct site_cache {
    struct blob *words[POND_LANGUAGES]; /* made once */
    struct blob *figures;               /* of this moment: */
    int64_t figures_ms;
};

struct site_cache *site_cache_new(void) { return calloc(1, sizeof(struct site_cache)); }

void site_cache_free(struct site_cache *cache)
{
    for (int i = 0; i < POND_LANGUAGES; i++) blob_drop(cache->words[i]);
    blob_drop(cache->figures);
    free(cache);
}

/* Takes what was written over. */
static struct blob *blob_of(struct buffer *body)
{
    struct blob *blob = blob_new(body->bytes, body->length);
    buffer_free(body);
    return blob;
}

static void blob_answer(struct wire *wire, const char *type, struct blob *blob,
                        const struct http_request *request, struct buffer *out)
{
    http_answer(out, 200);
    http_isolate(out, request);
    http_header(out, "Cache-Control", "no-store");
    http_length(out, type, blob->length);
    wire_body(wire, blob->bytes, blob->length, blob);
}

/* ---- Words ---- */

static struct blob *words_make(enum pond_language language)
{
    struct buffer body = {0};
    struct pond_json json = buffer_json(&body);
    static const char *const names[] = {
        [POND_WORD_NONE] = "",
#define WORD(name, english, french) [POND_WORD_##name] = #name,
#include "pond/words/all.def"
#undef WORD
    };
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "lang", language == POND_FRENCH ? "fr" : "en");
    pond_json_key(&json, "words");
    pond_json_open(&json, '{');
    for (int i = 1; i < POND_WORDS; i++) {
        pond_json_string_member(&json, names[i], pond_word((enum pond_word)i, language));
    }
    for (int i = 1; i < SAIDS; i++) {
        char name[64];
        snprintf(name, sizeof name, "SERVER_%s", said_name((enum said)i));
        pond_json_string_member(&json, name, said_text((enum said)i, language));
    }
    pond_json_close(&json, '}');
    pond_json_key(&json, "phrases");
    pond_json_open(&json, '{');
    for (const struct phrase *phrase = phrases; phrase->name != NULL; phrase++) {
        pond_json_string_member(&json, phrase->name, phrase->text[language]);
    }
    pond_json_close(&json, '}');
    pond_json_close(&json, '}');
    return blob_of(&body);
}

static void words_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    char lang[4] = "en";
    query_find(request, "lang", lang, sizeof lang);
    const enum pond_language language = strcmp(lang, "fr") == 0 ? POND_FRENCH : POND_ENGLISH;
    struct site_cache *cache = wire->site->cache;
    struct blob *words = cache != NULL ? cache->words[language] : NULL;
    const bool made = words == NULL;
    if (made) words = words_make(language);
    if (made && cache != NULL) cache->words[language] = blob_keep(words);
    blob_answer(wire, "application/json", words, request, out);
    if (made) blob_drop(words);
}

/* ---- Health and figures ---- */

static void health_answer(const struct site *site, const struct http_request *request,
                          struct buffer *out)
{
    const bool saves = !hall_down(site->hall) && !store_failing(site->store);
    const char *text = site->stopping ? "stopping\n" : saves ? "ok\n" : "store\n";
    const int status = strcmp(text, "ok\n") == 0 ? 200 : 503;
    text_answer(out, status, "text/plain; charset=utf-8", text, strlen(text), request);
}

static void figure(struct buffer *out, const char *name, const char *kind, const char *help,
                   uint64_t value)
{
    buffer_format(out, "# HELP pond_%s %s\n# TYPE pond_%s %s\npond_%s %llu\n", name, help, name,
                  kind, name, (unsigned long long)value);
}

static void refusals_write(struct buffer *out, const struct hall_figures *hall)
{
    buffer_text(out, "# HELP pond_refusals_total Messages answered with an error, by its code\n"
                     "# TYPE pond_refusals_total counter\n");
    for (int i = 0; i < REFUSALS; i++) {
        buffer_format(out, "pond_refusals_total{code=\"%s\"} %llu\n", refusal_names[i],
                      (unsigned long long)hall->refusals[i]);
    }
}

static void delays_write(struct buffer *out, const struct hall_figures *hall)
{
    uint64_t count = 0;
    buffer_text(out, "# HELP pond_write_ms From a message to its event on disk\n"
                     "# TYPE pond_write_ms histogram\n");
    for (int i = 0; i < DELAYS; i++) {
        count += hall->delays[i];
        buffer_format(out, "pond_write_ms_bucket{le=\"%d\"} %llu\n", delays_ms[i],
                      (unsigned long long)count);
    }
    count += hall->delays[DELAYS];
    buffer_format(out,
                  "pond_write_ms_bucket{le=\"+Inf\"} %llu\npond_write_ms_sum %llu\n"
                  "pond_write_ms_count %llu\n",
                  (unsigned long long)count, (unsigned long long)hall->delays_sum_ms,
                  (unsigned long long)count);
}

/* Nothing here may depend on what is hidden: not even the bytes sent, since views differ in length.
 */
static struct blob *figures_make(const struct site *site)
{
    const struct hall_figures hall = hall_figures(site->hall);
    const struct store_figures store = store_figures(site->store);
    struct buffer body = {0};
    figure(&body, "sessions", "gauge", "WebSocket clients connected", hall.sessions);
    figure(&body, "rooms", "gauge", "Tables in memory", hall.rooms);
    figure(&body, "messages_in_total", "counter", "Messages from clients", hall.messages_in);
    figure(&body, "messages_out_total", "counter", "Messages to clients", hall.messages_out);
    figure(&body, "moves_total", "counter", "Moves made and stored", hall.moves);
    figure(&body, "events_total", "counter", "Events stored", hall.events);
    figure(&body, "refused_total", "counter", "Messages answered with an error", hall.refused);
    figure(&body, "games_total", "counter", "Games finished", hall.games);
    figure(&body, "tables_total", "counter", "Tables made", hall.tables_made);
    figure(&body, "store_commits_total", "counter", "Transactions of the store", store.commits);
    figure(&body, "store_requests_total", "counter", "Requests to the store", store.requests);
    figure(&body, "store_refused_total", "counter", "Requests it refused", store.refused);
    figure(&body, "store_waiting", "gauge", "Requests on their way to the store", hall.waiting);
    figure(&body, "loop_gap_ms", "gauge", "Longest time that nobody was heard, in the last minutes",
           (uint64_t)hall.gap_ms);
    refusals_write(&body, &hall);
    delays_write(&body, &hall);
    figure(&body, "store_down", "gauge", "1 while the store is away", hall_down(site->hall));
    figure(&body, "store_failing", "gauge", "1 while nothing can be written to it",
           store_failing(site->store));
    if (site->figures != NULL) site->figures(site->context, &body);
    return blob_of(&body);
}

static void figures_answer(struct wire *wire, const struct http_request *request,
                           struct buffer *out)
{
    struct site_cache *cache = wire->site->cache;
    const bool kept = cache != NULL && cache->figures != NULL &&
                      wire->heard_ms - cache->figures_ms < FIGURES_KEPT_MS;
    struct blob *figures = kept ? blob_keep(cache->figures) : figures_make(wire->site);
    if (cache != NULL && !kept) {
        blob_drop(cache->figures);
        cache->figures = blob_keep(figures);
        cache->figures_ms = wire->heard_ms;
    }
    blob_answer(wire, "text/plain; version=0.0.4; charset=utf-8", figures, request, out);
    blob_drop(figures);
}

/* ---- How others reach it ---- */

/* The addresses of a house are told to whoever sits at the server itself, and to nobody else. */
static bool reach_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    struct reach reach = {.here = false};
    const struct site *site = wire->site;
    if (site->reach == NULL || !http_here(request) ||
        request->field[HTTP_FORWARDED_FOR].start != NULL ||
        !site->reach(site->context, wire, &reach)) {
        return false;
    }
    struct buffer body = {0};
    struct pond_json json = buffer_json(&body);
    pond_json_open(&json, '{');
    pond_json_bool_member(&json, "here", reach.here);
    pond_json_number_member(&json, "port", reach.port);
    pond_json_key(&json, "addresses");
    pond_json_open(&json, '[');
    for (size_t i = 0; i < reach.count; i++) pond_json_string(&json, reach.addresses[i]);
    pond_json_close(&json, ']');
    pond_json_close(&json, '}');
    text_answer(out, 200, "application/json", body.bytes, body.length, request);
    buffer_free(&body);
    return true;
}

/* ---- Records ---- */

static void record_heard_of(void *context, enum record_status status, struct blob *text)
{
    static const int statuses[] = {
        [RECORD_FINE] = 200, [RECORD_NONE] = 404, [RECORD_AWAY] = 503, [RECORD_LATER] = 429};
    static const char *const words[] = {[RECORD_NONE] = "There is no such game.\n",
                                        [RECORD_AWAY] = "Not now; try again later.\n",
                                        [RECORD_LATER] = "Too many at once; try again later.\n"};
    struct wire *wire = context;
    struct buffer out = {0};
    wire->ask = NULL;
    http_answer(&out, statuses[status]);
    http_header(&out, "Cache-Control", "no-store");
    http_header(&out, "Connection", "close");
    if (status == RECORD_LATER) http_header(&out, "Retry-After", "5");
    if (text != NULL) {
        http_length(&out, "text/plain; charset=utf-8", text->length);
        wire_body(wire, text->bytes, text->length, text);
    } else {
        http_body(&out, "text/plain; charset=utf-8", words[status], strlen(words[status]),
                  wire->head);
    }
    wire_answer(wire, &out);
}

static bool record_ask(struct wire *wire, const struct http_request *request, const char *table)
{
    struct addresses *addresses = wire->site->addresses;
    char number[8] = "";
    query_find(request, "game", number, sizeof number);
    if (strspn(number, "0123456789") != strlen(number) || strlen(number) > 4) return false;
    struct budget *origin = addresses != NULL ? addresses_budget(addresses, wire->address) : NULL;
    wire->state = WIRE_ASKING;
    wire->ask =
        hall_record(wire->site->hall, table, (uint32_t)atoi(number), origin, record_heard_of, wire);
    return true;
}

/* ---- All of it ---- */

bool site_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    char path[PATH_MAX_LENGTH];
    snprintf(path, sizeof path, "%.*s",
             (int)(request->path.length < sizeof path ? request->path.length : sizeof path - 1),
             request->path.start);
    const struct web_file *file = web_file(path);
    if (file != NULL) {
        file_answer(wire, file, request, out);
    } else if (strcmp(path, "/healthz") == 0) {
        health_answer(wire->site, request, out);
    } else if (strcmp(path, "/metrics") == 0) {
        figures_answer(wire, request, out);
    } else if (strcmp(path, "/words.json") == 0) {
        words_answer(wire, request, out);
    } else if (strncmp(path, "/record/", 8) == 0 && record_ask(wire, request, path + 8)) {
        return false;
    } else if (strcmp(path, "/reach.json") == 0 && reach_answer(wire, request, out)) {
        return true;
    } else {
        text_answer(out, 404, "text/plain; charset=utf-8", "Not found\n", 10, request);
    }
    return true;
}
