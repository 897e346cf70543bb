/* record.c: records of games, for those who ask by message or by HTTP. See inside.h.
 *
 * A record is made from the table's log on a thread of the store. Those of finished games never
 * change: one replay makes all of a series, and they are kept in a cache of limited size. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "replay.h"
#include "view.h"

/* ---- The cache ---- */

#define CACHE_BUCKETS 1024

struct kept {
    struct kept *next; /* in the bucket */
    struct kept *newer, *older;
    char table[STORE_ID_SIZE];
    uint32_t number;
    struct blob *text;
};

struct record_cache {
    struct kept *buckets[CACHE_BUCKETS];
    struct kept *newest, *oldest;
    size_t bytes;
};

struct record_cache *record_cache_new(void)
{
    struct record_cache *cache = calloc(1, sizeof *cache);
    assert(cache != NULL);
    return cache;
}

static struct kept **bucket_of(const struct hall *hall, const char *table, uint32_t number)
{
    return &hall->records->buckets[(hash_id(hall, table) + number) % CACHE_BUCKETS];
}

static void order_leave(struct record_cache *cache, struct kept *kept)
{
    *(kept->newer != NULL ? &kept->newer->older : &cache->newest) = kept->older;
    *(kept->older != NULL ? &kept->older->newer : &cache->oldest) = kept->newer;
}

static void order_join(struct record_cache *cache, struct kept *kept)
{
    kept->newer = NULL;
    kept->older = cache->newest;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = kept;
    cache->newest = kept;
}

static struct kept *cache_find(struct hall *hall, const char *table, uint32_t number)
{
    struct kept *kept = *bucket_of(hall, table, number);
    while (kept != NULL && (kept->number != number || strcmp(kept->table, table) != 0)) {
        kept = kept->next;
    }
    if (kept == NULL) return NULL;
    order_leave(hall->records, kept);
    order_join(hall->records, kept);
    return kept;
}

static void cache_drop_oldest(struct hall *hall)
{
    struct record_cache *cache = hall->records;
    struct kept *kept = cache->oldest, **link = bucket_of(hall, kept->table, kept->number);
    while (*link != kept) link = &(*link)->next;
    *link = kept->next;
    order_leave(cache, kept);
    cache->bytes -= kept->text->length + sizeof *kept;
    blob_drop(kept->text);
    free(kept);
}

static void cache_add(struct hall *hall, const char *table, uint32_t number, struct blob *text)
{
    struct record_cache *cache = hall->records;
    if (cache_find(hall, table, number) != NULL) return;
    struct kept *kept = calloc(1, sizeof *kept), **bucket = bucket_of(hall, table, number);
    assert(kept != NULL);
    memcpy(kept->table, table, strnlen(table, STORE_ID_SIZE - 1));
    kept->number = number;
    kept->text = blob_keep(text);
    kept->next = *bucket;
    *bucket = kept;
    order_join(cache, kept);
    cache->bytes += text->length + sizeof *kept;
    while (cache->bytes > RECORDS_KEPT_BYTES) cache_drop_oldest(hall);
}

void records_forget(struct hall *hall)
{
    while (hall->records->oldest != NULL) cache_drop_oldest(hall);
}

void record_cache_free(struct hall *hall)
{
    records_forget(hall);
    free(hall->records);
}

/* ---- Asking ---- */

/* The record that a request was about, once it is done, with its number; NULL: there is none. */
static struct blob *record_take(struct hall *hall, const struct store_request *request,
                                uint32_t *number)
{
    const struct replay_records *records = request->made;
    if (request->status != STORE_FINE || records == NULL) return NULL;
    for (uint32_t i = 0; i < records->count; i++) {
        cache_add(hall, request->table, i + 1, records->finished[i]);
    }
    *number = request->number != 0 ? request->number : records->latest_number;
    if (*number == 0 || *number > records->latest_number) return NULL;
    return *number <= records->count ? records->finished[*number - 1] : records->latest;
}

static void request_fill(struct store_request *request, const char *table, uint32_t number)
{
    memcpy(request->table, table, sizeof request->table);
    request->number = number;
    request->work = replay_records;
}

/* What it costs to read and replay a log. */
static float price_of(const struct store_request *request)
{
    return (float)(LOAD_PRICE + request->event_count);
}

struct record_ask {
    struct record_ask *next, **link; /* of the hall */
    struct hall *hall;
    struct budget *origin;
    record_heard *heard; /* NULL: nobody waits for it any more */
    void *context;
};

static void ask_answer(struct record_ask *ask, enum record_status status, struct blob *text)
{
    record_heard *heard = ask->heard;
    ask->heard = NULL;
    if (heard != NULL) heard(ask->context, status, text);
}

static void ask_done(struct store_request *request)
{
    struct record_ask *ask = request->context;
    struct hall *hall = ask->hall;
    uint32_t number;
    hall_request_done(hall);
    if (ask->origin != NULL) {
        rate_charge(&ask->origin->rates[SPEND_WORK], address_paces[SPEND_WORK], price_of(request),
                    hall->now_ms);
    }
    struct blob *text = record_take(hall, request, &number);
    const bool away = request->status != STORE_FINE && request->status != STORE_NONE;
    ask_answer(ask, text != NULL ? RECORD_FINE : away ? RECORD_AWAY : RECORD_NONE, text);
    *ask->link = ask->next;
    if (ask->next != NULL) ask->next->link = ask->link;
    free(ask);
    store_request_free(request);
}

struct record_ask *hall_record(struct hall *hall, const char *table, uint32_t number,
                               struct budget *origin, record_heard *heard, void *context)
{
    const struct kept *kept = id_valid(table) ? cache_find(hall, table, number) : NULL;
    enum record_status status = RECORD_FINE;
    if (!id_valid(table)) {
        status = RECORD_NONE;
    } else if (kept == NULL && (hall->down || hall->stopping)) {
        status = RECORD_AWAY;
    } else if (kept == NULL && origin != NULL &&
               rate_wait_ms(&origin->rates[SPEND_WORK], address_paces[SPEND_WORK], hall->now_ms) >
                   0) {
        status = RECORD_LATER;
    }
    if (kept != NULL || status != RECORD_FINE) {
        heard(context, status, kept != NULL ? kept->text : NULL);
        return NULL;
    }
    struct record_ask *ask = calloc(1, sizeof *ask);
    assert(ask != NULL);
    *ask = (struct record_ask){.next = hall->asks,
                               .link = &hall->asks,
                               .hall = hall,
                               .origin = origin,
                               .heard = heard,
                               .context = context};
    if (hall->asks != NULL) hall->asks->link = &ask->next;
    hall->asks = ask;
    struct store_request *request = hall_request(hall, STORE_LOAD, ask_done, ask);
    request_fill(request, table, number);
    store_submit(hall->store, request);
    return ask;
}

void hall_record_forget(struct record_ask *ask) { ask->heard = NULL; }

void records_refuse(struct hall *hall)
{
    for (struct record_ask *ask = hall->asks; ask != NULL; ask = ask->next) {
        ask_answer(ask, RECORD_AWAY, NULL);
    }
}

/* ---- By message ---- */

/* Of a game that is being played, `playing` also gives what happened in it. */
static void record_send(struct session *session, int64_t id, const char *table, uint32_t number,
                        const struct blob *text, const struct room *playing)
{
    struct pond_json json = answer_begin(session, "record", id);
    pond_json_string_member(&json, "table", table);
    pond_json_number_member(&json, "number", number);
    pond_json_string_of(&json, "record", strlen("record"), text->bytes, text->length);
    if (playing != NULL) {
        const struct view_for view = {.seat = room_observer(playing, session),
                                      .board = session->board};
        view_story(&json, &playing->table, &view);
    }
    answer_send(session, &json);
}

static void record_done(struct store_request *request)
{
    struct session *session = request->context;
    uint32_t number;
    if (!session_request_done(request)) return;
    session_charge(session, SPEND_WORK, price_of(request));
    const struct blob *text = record_take(session->hall, request, &number);
    if (text != NULL) {
        record_send(session, request->id, request->table, number, text, NULL);
    } else if (request->status == STORE_FINE) {
        answer_error(session, request->id, "phase", SAID_RECORD_NONE, NULL);
    } else if (request->status == STORE_NONE) {
        answer_error(session, request->id, "table", SAID_TABLE_NONE, NULL);
    } else {
        session_request_refuse(request);
    }
    session_request_end(request);
}

/* A game that is being played in a room is cut from there, for the asker's seat. False if it is
 * not that, or not yet. */
static bool record_from_room(const struct message *message, struct room *room, int64_t number)
{
    struct session *session = message->session;
    const struct table *table = &room->table;
    if (!room->journal.ready || (number != 0 && number != table->number)) return false;
    if (!room_may(room, message)) return true;
    if (table->phase != TABLE_PLAYING) return false;
    if (!session_spend(session, message->id, SPEND_WORK, (float)pond_match_entries(&table->match)))
        return true;
    struct blob *text = replay_record(table, room_observer(room, session));
    record_send(session, message->id, table->id, table->number, text, room);
    blob_drop(text);
    return true;
}

void record_message(const struct message *message)
{
    struct session *session = message->session;
    const char *table = NULL;
    int64_t number = 0;
    if (!message_number(message, "number", true, 1, TABLE_GAMES_MAX, &number) ||
        !message_valid_id(message, "table", SAID_TABLE_NONE, &table)) {
        return;
    }
    const struct kept *kept = cache_find(session->hall, table, (uint32_t)number);
    if (kept != NULL) {
        const float price = 1 + (float)kept->text->length / RECORD_BYTES_A_PRICE;
        if (!session_spend(session, message->id, SPEND_WORK, price)) return;
        record_send(session, message->id, table, kept->number, kept->text, NULL);
        return;
    }
    struct room *room = room_find(session->hall, table);
    if (room != NULL && record_from_room(message, room, number)) return;
    if (!session_may_spend(session, message->id, SPEND_WORK)) return;
    struct store_request *request = session_request(session, STORE_LOAD, message->id, record_done);
    request_fill(request, table, (uint32_t)number);
    memcpy(request->person, session->person, sizeof request->person);
    store_submit(session->hall->store, request);
}
