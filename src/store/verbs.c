/* verbs.c: what is asked of the store, once for every database: tables, people, other nodes.
 *
 * Ratings are in verbs_rating.c, what a host asks for is in verbs_host.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* ---- Tables ---- */

enum store_status table_number(struct store_link *link, enum statement which, const char *id,
                               int64_t *number)
{
    struct rows rows;
    const enum store_status status = statement_find(link, which, &rows, VALUES(TEXT(id)));
    if (status != STORE_FINE) return status;
    *number = rows_number(&rows, 0);
    return rows_end(&rows);
}

/* Finds the table of an append, which makes it where it is the first. */
static enum store_status table_take(struct store_link *link, struct store_request *request)
{
    if (request->place != 0) return STORE_FINE;
    enum store_status status = table_number(link, SQL_TABLE_FIND, request->table, &request->place);
    if (status != STORE_NONE || request->version != 1 || request->event_count == 0) return status;
    status = table_number(link, SQL_TABLE_ADD, request->table, &request->place);
    if (status != STORE_NONE) return status;
    return table_number(link, SQL_TABLE_FIND, request->table, &request->place);
}

static enum store_status sitting_put(struct store_link *link, int64_t number,
                                     const struct store_summary *summary)
{
    enum store_status status = statement_run(link, SQL_SITTING_CLEAR, VALUES(NUMBER(number)));
    for (int seat = 0; seat < POND_SEATS_MAX && status == STORE_FINE; seat++) {
        if (summary->person[seat][0] == '\0') continue;
        status = statement_run(link, SQL_SITTING_ADD,
                               VALUES(TEXT(summary->person[seat]), NUMBER(number), NUMBER(seat)));
    }
    return status;
}

static enum store_status summary_put(struct store_link *link, int64_t number,
                                     const struct store_summary *summary)
{
    const enum store_status status = statement_run(
        link, SQL_LIST_PUT,
        VALUES(NUMBER(number), TEXT(summary->game), TEXT(summary->options), TEXT(summary->clock),
               TEXT(summary->seats), NUMBER(summary->phase), NUMBER(summary->listed),
               NUMBER(summary->rated), NUMBER(summary->updated_ms), NUMBER(summary->waits),
               NUMBER(summary->days)));
    return status == STORE_FINE ? sitting_put(link, number, summary) : status;
}

/* Tables that nobody is at any more leave the index of the lobby, which would only ever grow. */
static enum store_status lists_clean(struct store_link *link, int64_t now_ms)
{
    return statement_run(
        link, SQL_LIST_CLEAN,
        VALUES(NUMBER(now_ms - STORE_LISTED_MS), NUMBER(now_ms - STORE_LISTED_DAYS_MS)));
}

static enum store_status append(struct store_link *link, struct store_request *request)
{
    const struct store_summary *summary = request->summary;
    bool there = false;
    enum store_status status = table_take(link, request);
    if (status == STORE_FINE && request->event_count > 0) {
        status = link->driver->events_add(link, request, &there);
    }
    if (status == STORE_FINE && summary != NULL) {
        status = summary_put(link, request->place, summary);
    }
    if (status == STORE_FINE && summary != NULL && summary->listed && request->version == 1) {
        status = lists_clean(link, request->at_ms);
    }
    /* What was there already has been rated then, too. */
    if (status == STORE_FINE && request->outcome != NULL && !there) {
        status = outcome_rate(link, request);
    }
    return status;
}

static enum store_status load(struct store_link *link, struct store_request *request)
{
    return link->driver->events_load(link, request);
}

static void summary_read(const struct rows *rows, struct store_summary *row)
{
    rows_text(rows, 0, row->table, sizeof row->table);
    rows_text(rows, 1, row->game, sizeof row->game);
    rows_text(rows, 2, row->options, sizeof row->options);
    rows_text(rows, 3, row->clock, sizeof row->clock);
    rows_text(rows, 4, row->seats, sizeof row->seats);
    row->phase = (uint8_t)rows_number(rows, 5);
    row->listed = rows_number(rows, 6) != 0;
    row->rated = rows_number(rows, 7) != 0;
    row->updated_ms = rows_number(rows, 8);
    row->waits = (pond_seats)rows_number(rows, 9);
    row->days = rows_number(rows, 10) != 0;
}

static enum store_status lobby(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_LOBBY, VALUES(NUMBER(request->at_ms - STORE_LISTED_MS)));
    if (rows.status != STORE_FINE) return rows.status;
    request->tables = rows_room(STORE_LIST_MAX, sizeof *request->tables);
    while (request->row_count < STORE_LIST_MAX && rows_next(&rows)) {
        summary_read(&rows, &request->tables[request->row_count++]);
    }
    return rows_end(&rows);
}

static enum store_status mine(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_MINE, VALUES(TEXT(request->person)));
    if (rows.status != STORE_FINE) return rows.status;
    request->tables = rows_room(STORE_LIST_MAX, sizeof *request->tables);
    while (request->row_count < STORE_LIST_MAX && rows_next(&rows)) {
        struct store_summary *row = &request->tables[request->row_count++];
        summary_read(&rows, row);
        const int64_t seat = rows_number(&rows, 11);
        if (seat < 0 || seat >= POND_SEATS_MAX) continue;
        memcpy(row->person[seat], request->person, STORE_ID_SIZE);
    }
    return rows_end(&rows);
}

static enum store_status tables(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    rows_begin(&rows, link, SQL_TABLES, VALUES(TEXT(request->table)));
    if (rows.status != STORE_FINE) return rows.status;
    request->tables = rows_room(STORE_LIST_MAX, sizeof *request->tables);
    while (request->row_count < STORE_LIST_MAX && rows_next(&rows)) {
        rows_text(&rows, 0, request->tables[request->row_count++].table, STORE_ID_SIZE);
    }
    return rows_end(&rows);
}

/* ---- Persons ---- */

static enum store_status person_read(struct store_link *link, struct store_request *request,
                                     enum statement which, const uint8_t hash[STORE_HASH_SIZE])
{
    struct rows rows;
    enum store_status status = statement_find(link, which, &rows, VALUES(HASH(hash)));
    if (status != STORE_FINE) return status;
    free(request->persons);
    struct store_person *person = request->persons = rows_room(1, sizeof *person);
    request->row_count = 1;
    rows_text(&rows, 0, person->id, sizeof person->id);
    rows_text(&rows, 1, person->name, sizeof person->name);
    status = rows_end(&rows);
    for (int i = 0; pond_games[i] != NULL && status == STORE_FINE; i++) {
        status = rating_find(link, person->id, pond_games[i]->name, &person->rating[i]);
    }
    return status;
}

static enum store_status person(struct store_link *link, struct store_request *request)
{
    return person_read(link, request, SQL_PERSON_BY_KEY, request->key);
}

static enum store_status person_put(struct store_link *link, const char *id, const char *name)
{
    return statement_run(link, SQL_PERSON_PUT, VALUES(TEXT(id), TEXT(name)));
}

/* Only a recovery gives a key to another person: a window that has not heard of it does not undo
 * it. */
static enum store_status name(struct store_link *link, struct store_request *request)
{
    uint32_t there = 1;
    enum store_status status = STORE_FINE;
    if (request->number != 1) {
        const struct value key[] = {HASH(request->key), TEXT(request->person)};
        status = statement_run(link, SQL_KEY_ADD, key, 2);
        if (status == STORE_FINE) status = statement_count(link, SQL_KEY_FIND, &there, key, 2);
    }
    if (status == STORE_FINE && there == 0) return STORE_CONFLICT;
    return status == STORE_FINE ? person_put(link, request->person, request->name) : status;
}

static enum store_status code_clear(struct store_link *link, const char *id)
{
    return statement_run(link, SQL_CODE_CLEAR, VALUES(TEXT(id)));
}

static enum store_status recovery(struct store_link *link, struct store_request *request)
{
    const enum store_status status = code_clear(link, request->person);
    if (status != STORE_FINE) return status;
    return statement_run(link, SQL_CODE_PUT, VALUES(HASH(request->code), TEXT(request->person)));
}

static enum store_status recover(struct store_link *link, struct store_request *request)
{
    enum store_status status = person_read(link, request, SQL_CODE_FIND, request->code);
    if (status == STORE_FINE) status = code_clear(link, request->persons->id);
    if (status != STORE_FINE) return status;
    return statement_run(link, SQL_KEY_PUT, VALUES(HASH(request->key), TEXT(request->persons->id)));
}

static enum store_status revoke(struct store_link *link, struct store_request *request)
{
    const bool one = request->number == 1;
    const struct value move[] = {TEXT(request->other), TEXT(request->person), HASH(request->key),
                                 HASH(request->code)};
    enum store_status status = code_clear(link, request->person);
    if (status == STORE_FINE) {
        status = statement_count(link, one ? SQL_KEY_MOVE : SQL_KEYS_MOVE, &request->row_count,
                                 move, one ? 4 : 3);
    }
    if (status != STORE_FINE || request->row_count == 0) return status;
    return person_put(link, request->other, request->name);
}

static enum store_status seen(struct store_link *link, struct store_request *request)
{
    return statement_run(link, SQL_KEY_SEEN,
                         VALUES(HASH(request->key), NUMBER(request->at_ms), TEXT(request->name)));
}

/* ---- Other nodes. Where there are none, this one moves every computer seat. ---- */

static enum store_status lease(struct store_link *link, struct store_request *request)
{
    uint32_t ours;
    if (link->driver->node == NULL) return STORE_FINE;
    const enum store_status status = statement_count(
        link, SQL_LEASE, &ours, VALUES(TEXT(request->table), TEXT(link->driver->node())));
    return status == STORE_FINE && ours == 0 ? STORE_CONFLICT : status;
}

static enum store_status beat(struct store_link *link, struct store_request *request)
{
    (void)request;
    if (link->driver->node == NULL) return STORE_FINE;
    const enum store_status status =
        statement_run(link, SQL_BEAT, VALUES(TEXT(link->driver->node())));
    return status == STORE_FINE ? statement_run(link, SQL_DEAD_CLEAN, NULL, 0) : status;
}

static enum store_status presence(struct store_link *link, struct store_request *request)
{
    if (link->driver->node == NULL) return STORE_FINE;
    return statement_run(
        link, request->number != 0 ? SQL_PRESENT_ADD : SQL_PRESENT_CLEAR,
        VALUES(TEXT(request->table), TEXT(link->driver->node()), TEXT(request->person)));
}

static enum store_status present(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    if (link->driver->node == NULL) return STORE_FINE;
    rows_begin(&rows, link, SQL_PRESENT, VALUES(TEXT(request->table), TEXT(link->driver->node())));
    if (rows.status != STORE_FINE) return rows.status;
    request->persons = rows_room(STORE_LIST_MAX, sizeof *request->persons);
    while (request->row_count < STORE_LIST_MAX && rows_next(&rows)) {
        rows_text(&rows, 0, request->persons[request->row_count++].id, STORE_ID_SIZE);
    }
    return rows_end(&rows);
}

enum store_status store_verb_run(struct store_link *link, struct store_request *request)
{
    static enum store_status (*const verbs[STORE_VERBS])(struct store_link *,
                                                         struct store_request *) = {
        [STORE_APPEND] = append,
        [STORE_LOAD] = load,
        [STORE_LOBBY] = lobby,
        [STORE_MINE] = mine,
        [STORE_PERSON] = person,
        [STORE_NAME] = name,
        [STORE_RECOVERY] = recovery,
        [STORE_RECOVER] = recover,
        [STORE_LEADERS] = verb_leaders,
        [STORE_HISTORY] = verb_history,
        [STORE_LEASE] = lease,
        [STORE_TABLES] = tables,
        [STORE_SEEN] = seen,
        [STORE_DEVICES] = verb_notes,
        [STORE_NOTE] = verb_note,
        [STORE_NOTES] = verb_notes,
        [STORE_PEOPLE] = verb_notes,
        [STORE_SIZE] = verb_size,
        [STORE_TRACES] = verb_traces,
        [STORE_REWRITE] = verb_rewrite,
        [STORE_ERASE] = verb_erase,
        [STORE_VOID] = verb_void,
        [STORE_REVOKE] = revoke,
        [STORE_BEAT] = beat,
        [STORE_PRESENCE] = presence,
        [STORE_PRESENT] = present,
    };
    return verbs[request->verb](link, request);
}
