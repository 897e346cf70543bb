/* replay.c: a table as its log makes it, and the records of its games. See replay.h. */
#include "replay.h"

#include <assert.h>
#include <stdlib.h>

/* Applies an event of the log; false if one before it is missing. */
static bool apply(struct table *table, const struct store_event *stored)
{
    struct event event;
    if (!event_parse(stored->text, &event)) return true;
    event.version = stored->version;
    event.at_ms = stored->at_ms;
    if (event.version != table->version + 1) return false;
    table_apply(table, &event);
    return true;
}

static void table_drop(void *made)
{
    table_free(made);
    free(made);
}

static struct table *table_new(const char *id)
{
    struct table *table = calloc(1, sizeof *table);
    assert(table != NULL);
    table_init(table, id);
    return table;
}

void replay_table(struct store_request *request)
{
    struct table *table = table_new(request->table);
    for (uint32_t i = 0; i < request->event_count; i++) {
        if (request->events[i].version > request->number) break;
        if (!apply(table, &request->events[i])) break;
    }
    request->made = table;
    request->made_free = table_drop;
}

struct blob *replay_record(const struct table *table, int observer)
{
    struct buffer text = {0};
    table_record(table, observer, buffer_sink, &text);
    struct blob *blob = blob_new(text.bytes, text.length);
    buffer_free(&text);
    return blob;
}

static void records_drop(void *made)
{
    struct replay_records *records = made;
    for (uint32_t i = 0; i < records->count; i++) blob_drop(records->finished[i]);
    blob_drop(records->latest);
    free(records);
}

/* A game that has just ended. */
static void record_add(struct replay_records *records, const struct table *table)
{
    if (!table->begun || table->phase != TABLE_OVER || table->number != records->count + 1) return;
    if (records->count == TABLE_GAMES_MAX) return;
    records->finished[records->count++] = replay_record(table, POND_SPECTATOR);
}

void replay_records(struct store_request *request)
{
    struct table *table = table_new(request->table);
    struct replay_records *records = calloc(1, sizeof *records);
    assert(records != NULL);
    for (uint32_t i = 0; i < request->event_count; i++) {
        const enum table_phase phase = table->phase;
        if (!apply(table, &request->events[i])) break;
        if (phase != TABLE_OVER) record_add(records, table);
    }
    if (table->begun) {
        const int seat = request->person[0] != '\0' ? table_seat_of(table, request->person) : -1;
        records->latest_number = table->number;
        if (table->number > records->count) {
            records->latest = replay_record(table, seat >= 0 ? seat : POND_SPECTATOR);
        }
    }
    request->made = records;
    request->made_free = records_drop;
    table_drop(table);
}
