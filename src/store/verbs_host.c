/* verbs_host.c: what a host asks of the store: notes, people, sizes, and a person erased. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum store_status verb_note(struct store_link *link, struct store_request *request)
{
    const struct store_note *note = request->notes;
    const struct value values[] = {TEXT(request->game), TEXT(note->key), NUMBER(note->at_ms),
                                   TEXT(note->text)};
    const bool drop = note->text[0] == '\0';
    return statement_run(link, drop ? SQL_NOTE_DROP : SQL_NOTE_PUT, values, drop ? 2 : 4);
}

/* Room for one more, cleared. */
static struct store_note *note_more(struct store_request *request)
{
    const uint32_t count = request->row_count++;
    if ((count & (count - 1)) == 0) { /* 0, 1, 2, 4, 8… are full */
        const size_t room = count > 0 ? 2 * (size_t)count : 1;
        request->notes = realloc(request->notes, room * sizeof *request->notes);
        assert(request->notes != NULL);
    }
    memset(&request->notes[count], 0, sizeof *request->notes);
    return &request->notes[count];
}

/* Whatever is a key, a time and a text. */
enum store_status verb_notes(struct store_link *link, struct store_request *request)
{
    const bool devices = request->verb == STORE_DEVICES, people = request->verb == STORE_PEOPLE;
    const uint32_t most = devices || people ? STORE_NOTES_MAX : request->number;
    struct rows rows;
    if (devices || people) {
        rows_begin(&rows, link, devices ? SQL_DEVICES : SQL_PEOPLE,
                   VALUES(TEXT(devices ? request->person : request->name)));
    } else {
        rows_begin(&rows, link, SQL_NOTES, VALUES(TEXT(request->game), NUMBER(most)));
    }
    if (rows.status != STORE_FINE) return rows.status;
    while (request->row_count < most && rows_next(&rows)) {
        struct store_note *row = note_more(request);
        rows_text(&rows, 0, row->key, sizeof row->key);
        row->at_ms = rows_number(&rows, 1);
        rows_text(&rows, 2, row->text, sizeof row->text);
    }
    return rows_end(&rows);
}

enum store_status verb_size(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    const enum store_status status = statement_find(link, SQL_SIZE, &rows, NULL, 0);
    if (status != STORE_FINE) return status == STORE_NONE ? STORE_REFUSED : status;
    request->mark = rows_number(&rows, 0);
    request->place = rows_number(&rows, 1);
    request->behind = rows_number(&rows, 2);
    return rows_end(&rows);
}

enum store_status verb_traces(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_TRACES, VALUES(TEXT(request->person)));
    while (request->event_count < STORE_NOTES_MAX && rows_next(&rows)) {
        char table[STORE_ID_SIZE], text[STORE_EVENT_MAX + STORE_ID_SIZE];
        rows_text(&rows, 0, table, sizeof table);
        snprintf(text, sizeof text, "%s %s", table, link->driver->text(&rows, 3));
        store_request_event(request, (uint32_t)rows_number(&rows, 1), rows_number(&rows, 2), text);
    }
    return rows_end(&rows);
}

enum store_status verb_rewrite(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    for (uint32_t i = 0; i < request->event_count && status == STORE_FINE; i++) {
        const struct store_event *event = &request->events[i];
        status = statement_run(link, SQL_REWRITE,
                               VALUES(TEXT(event->text + STORE_ID_SIZE), NUMBER(event->at_ms),
                                      NUMBER(event->version)));
    }
    return status;
}

enum store_status verb_erase(struct store_link *link, struct store_request *request)
{
    static const enum statement all[] = {SQL_CODE_CLEAR,    SQL_ERASE_KEYS,    SQL_ERASE_SITTING,
                                         SQL_ERASE_RATINGS, SQL_ERASE_HISTORY, SQL_ERASE_PERSON};
    enum store_status status = STORE_FINE;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == STORE_FINE; i++) {
        status = statement_run(link, all[i], VALUES(TEXT(request->person)));
    }
    return status;
}
