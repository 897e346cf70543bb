/* site.c: what the server answers to plain HTTP: the page, words, records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "played.h"
#include "say.h"
#include "site.h"
#include "web.h"

#define PATH_MAX_LENGTH 256

void site_text(struct buffer *out, int status, const char *type, const char *text, size_t length,
               const struct http_request *request)
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
    if (strncmp(file->type, "text/html", 9) == 0) { /* asked of documents alone */
        http_isolate(out, request);
        http_header(out, "Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    }
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

struct site_cache *site_cache_new(void) { return calloc(1, sizeof(struct site_cache)); }

void site_cache_free(struct site_cache *cache)
{
    for (int i = 0; i < POND_LANGUAGES; i++) blob_drop(cache->words[i]);
    blob_drop(cache->figures);
    free(cache);
}

/* Takes over what was written. */
struct blob *site_blob(struct buffer *body)
{
    struct blob *blob = blob_new(body->bytes, body->length);
    buffer_free(body);
    return blob;
}

void site_blob_answer(struct wire *wire, const char *type, struct blob *blob,
                      const struct http_request *request, struct buffer *out)
{
    http_answer(out, 200);
    http_isolate(out, request);
    http_header(out, "Cache-Control", "no-store");
    http_length(out, type, blob->length);
    wire_body(wire, blob->bytes, blob->length, blob);
}

/* ---- What was played ---- */

/* The explorer's file, if the host shares it; 204 if not, which is not an error to a page. */
static void played_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    if (wire->site->played == NULL) {
        http_answer(out, 204);
        http_header(out, "Cache-Control", "no-store");
        buffer_text(out, "\r\n");
        return;
    }
    struct blob *blob = played_blob(wire->site->played);
    site_blob_answer(wire, "application/octet-stream", blob, request, out);
    blob_drop(blob);
}

/* ---- Words ---- */

static struct blob *words_make(enum pond_language language)
{
    struct buffer body = {0};
    struct pond_json json = buffer_json(&body);
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "lang", pond_word(POND_WORD_LANGUAGE_TAG, language));
    pond_json_key(&json, "words");
    pond_json_open(&json, '{');
    for (int i = 1; i < POND_WORDS; i++) {
        const enum pond_word word = (enum pond_word)i;
        pond_json_string_member(&json, pond_message_name(word), pond_word(word, language));
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
    return site_blob(&body);
}

static void words_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    char lang[4] = "en";
    query_find(request, "lang", lang, sizeof lang);
    const int spoken = pond_language_find(lang, strlen(lang));
    const enum pond_language language = spoken >= 0 ? (enum pond_language)spoken : POND_ENGLISH;
    struct site_cache *cache = wire->site->cache;
    struct blob *words = cache != NULL ? cache->words[language] : NULL;
    const bool made = words == NULL;
    if (made) words = words_make(language);
    if (made && cache != NULL) cache->words[language] = blob_keep(words);
    site_blob_answer(wire, "application/json", words, request, out);
    if (made) blob_drop(words);
}

/* ---- How others reach it ---- */

/* Local network addresses are shown only to users at the server's own machine. */
static bool reach_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    struct reach reach = {.here = false};
    const struct site *site = wire->site;
    if (site->reach == NULL || !http_here(request) ||
        request->field[HTTP_FORWARDED_FOR].start != NULL ||
        !site->reach(site->context, wire, &reach) || reach.lan) {
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
    site_text(out, 200, "application/json", body.bytes, body.length, request);
    buffer_free(&body);
    return true;
}

/* A browser keeps what it knows by address: at the server's own machine a big screen always has
 * 127.0.0.1, so that the night goes on there whichever address was typed. */
static bool home_answer(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    const struct site *site = wire->site;
    const struct http_text host = http_host(request), whole = request->field[HTTP_HOST];
    struct reach reach = {.here = false};
    char place[64];
    if (site->reach == NULL || site->origin != NULL || whole.start == NULL ||
        request->field[HTTP_FORWARDED_FOR].start != NULL ||
        !site->reach(site->context, wire, &reach) || !reach.home) {
        return false;
    }
    if (reach.lan ? !http_is_four(host) : !http_equal(host, "localhost")) return false;
    snprintf(place, sizeof place, "http://127.0.0.1%.*s/tv", (int)(whole.length - host.length),
             whole.start + host.length);
    http_answer(out, 302);
    http_header(out, "Location", place);
    http_header(out, "Cache-Control", "no-store");
    http_body(out, "text/plain; charset=utf-8", "", 0, request->head);
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
    if (strcmp(path, "/tv") == 0 && home_answer(wire, request, out)) return true;
    if (file != NULL) {
        file_answer(wire, file, request, out);
    } else if (strcmp(path, "/healthz") == 0) {
        site_health(wire->site, request, out);
    } else if (strcmp(path, "/metrics") == 0) {
        site_figures(wire, request, out);
    } else if (strcmp(path, "/explorer.bin") == 0) {
        played_answer(wire, request, out);
    } else if (strcmp(path, "/words.json") == 0) {
        words_answer(wire, request, out);
    } else if (strncmp(path, "/record/", 8) == 0 && record_ask(wire, request, path + 8)) {
        return false;
    } else if (strcmp(path, "/reach.json") == 0 && reach_answer(wire, request, out)) {
        return true;
    } else {
        site_text(out, 404, "text/plain; charset=utf-8", "Not found\n", 10, request);
    }
    return true;
}
