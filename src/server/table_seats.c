/* table_seats.c: events before and after a game: seats taken and left, deals, another game. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_events.h"

#define LOG_FIRST 128 /* entries that a game begins with */

void table_seat_take(struct table_seat *seat, const char *person, const char *name, int rating,
                     int deviation)
{
    seat->kind = SEAT_PERSON;
    text_copy(seat->person, sizeof seat->person, person);
    text_copy(seat->name, sizeof seat->name, name);
    seat->rating = rating;
    seat->deviation = deviation;
    seat->given = seat->again = seat->away = false;
    seat->number[0] = seat->promise[0] = '\0';
}

void table_secret_set(struct table *table, const char *secret)
{
    text_copy(table->secret, sizeof table->secret, secret);
    deal_commit(table->secret, table->commit);
    table->secret_fresh = true;
}

void table_phase_update(struct table *table, int64_t at_ms)
{
    if (table->phase > TABLE_READY) return;
    const bool was_full = table->phase == TABLE_READY;
    table->phase = table_full(table) ? TABLE_READY : TABLE_OPEN;
    if (!was_full && table->phase == TABLE_READY) table->full_at_ms = at_ms;
}

bool sit_apply(struct table *table, const struct event *event)
{
    char person[STORE_ID_SIZE], name[STORE_NAME_SIZE] = "";
    int rating = 0, deviation = 0, length = 0;
    if (table->phase != TABLE_OPEN || event->seat < 0 || event->seat >= table->seat_count) {
        return false;
    }
    struct table_seat *seat = &table->seats[event->seat];
    if (seat->kind == SEAT_PERSON || seat->kind == SEAT_COMPUTER) return false;
    if (sscanf(event->text, "%16s %d %d %n", person, &rating, &deviation, &length) != 3) {
        return false;
    }
    text_copy(name, sizeof name, event->text + length);
    table_seat_take(seat, person, name, rating, deviation);
    table->visited = true;
    return true;
}

/* Somebody leaves before the deal: numbers that were promised or shown are worth nothing any more,
 * since the next to sit down would come after them. Players promise again, and the record counts.
 */
static void promises_drop(struct table *table)
{
    const bool over = table->phase == TABLE_OVER;
    bool any = false;
    if (table->phase != TABLE_READY && !(over && table_reveals(table))) return;
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seats[i];
        if (seat->promise[0] == '\0') continue;
        any = true;
        seat->promise[0] = seat->number[0] = '\0';
        seat->given = seat->again = false;
    }
    table->aborts += any;
    table->reveal = false;
}

bool leave_apply(struct table *table, const struct event *event)
{
    if (table->phase == TABLE_PLAYING || event->seat < 0 || event->seat >= table->seat_count) {
        return false;
    }
    struct table_seat *seat = &table->seats[event->seat];
    if (seat->kind != SEAT_PERSON) return false;
    if (table->phase == TABLE_OVER) { /* the seat stays in the record; there is no next game */
        promises_drop(table);
        seat->again = false;
        return true;
    }
    const struct table_seat empty = {
        .kind = seat->was, .was = seat->was, .left_ms = table->clock.time_ms};
    promises_drop(table);
    *seat = empty;
    return true;
}

bool promise_apply(struct table *table, const struct event *event)
{
    struct table_seat *seat = &table->seats[event->seat];
    if (table->phase > TABLE_READY || seat->given || seat->promise[0] != '\0' || table->reveal ||
        !deal_promise_check(event->text)) {
        return false;
    }
    text_copy(seat->promise, sizeof seat->promise, event->text);
    table->promised_ms = event->at_ms;
    return true;
}

bool reveal_apply(struct table *table, const struct event *event)
{
    if (table->phase != TABLE_READY) return false;
    table->reveal = true;
    table->promised_ms = event->at_ms;
    return true;
}

bool number_apply(struct table *table, const struct event *event)
{
    if (event->seat < 0 || table->phase == TABLE_PLAYING || !deal_number_check(event->text)) {
        return false;
    }
    struct table_seat *seat = &table->seats[event->seat];
    if (seat->promise[0] != '\0' && !deal_promise_holds(seat->promise, event->text)) return false;
    text_copy(seat->number, sizeof seat->number, event->text);
    seat->given = true;
    return true;
}

/* Everyone moves up one seat, as the series asks for (C5), and so do the options. */
static void seats_rotate(struct table *table)
{
    struct pond_series series;
    pond_series_begin(&series, table->seat_count);
    pond_series_next(&series, &table->match, &table->config);
    const struct table_seat first = table->seats[0];
    for (int seat = 0; seat + 1 < table->seat_count; seat++) {
        table->seats[seat] = table->seats[seat + 1];
    }
    table->seats[table->seat_count - 1] = first;
    table->number++;
}

bool start_apply(struct table *table, const struct event *event)
{
    if ((table->phase != TABLE_READY && table->phase != TABLE_OVER) || table->closed ||
        !table->secret_fresh) {
        return false;
    }
    if (table->phase == TABLE_OVER) seats_rotate(table);
    const char *numbers[POND_SEATS_MAX];
    char seed[DEAL_HASH_SIZE];
    for (int i = 0; i < table->seat_count; i++) {
        struct table_seat *seat = &table->seats[i];
        text_copy(table->deal_number[i], DEAL_NUMBER_SIZE, seat->given ? seat->number : "");
        text_copy(table->deal_promise[i], DEAL_HASH_SIZE, seat->promise);
        seat->promise[0] = '\0';
        numbers[i] = table->deal_number[i];
        seat->left_ms = table->clock.time_ms;
        seat->again = seat->replaced = seat->away = false;
        if (seat->kind == SEAT_PERSON) seat->computer[0] = '\0';
        seat->move_for = seat->decisions = seat->hints = seat->refused_at = 0;
    }
    text_copy(table->deal_secret, sizeof table->deal_secret, table->secret);
    text_copy(table->deal_commit, sizeof table->deal_commit, table->commit);
    table->secret_fresh = table->reveal = false;
    table->deal_aborts = table->aborts;
    table->aborts = 0;
    deal_seed(table->deal_secret, numbers, table->seat_count, seed);
    free(table->log);
    table->log = calloc(LOG_FIRST, sizeof *table->log);
    assert(table->log != NULL);
    pond_match_begin(&table->match, table->game, &table->config, table->log, LOG_FIRST);
    pond_match_seed(&table->match, seed);
    table->begun = true;
    table->unrated = table->timed = false;
    table->ask.open = false;
    table->declined = -1;
    table->phase = TABLE_PLAYING;
    table->began_ms = table->clock_at_ms = event->at_ms;
    table->decision_since = event->version;
    table->decision_ms = event->at_ms;
    return true;
}

bool again_apply(struct table *table, const struct event *event)
{
    if (table->phase != TABLE_OVER || table->closed || event->seat < 0) return false;
    struct table_seat *seat = &table->seats[event->seat];
    const bool promises = event->text[0] == '=';
    if (promises ? !deal_promise_check(event->text + 1) : !deal_number_check(event->text)) {
        return false;
    }
    text_copy(seat->promise, sizeof seat->promise, promises ? event->text + 1 : "");
    text_copy(seat->number, sizeof seat->number, promises ? "" : event->text);
    seat->given = seat->number[0] != '\0';
    seat->again = true;
    table->promised_ms = event->at_ms;
    return true;
}

bool commit_apply(struct table *table, const struct event *event)
{
    if (table->phase != TABLE_OVER || strlen(event->text) != DEAL_SECRET_SIZE - 1) return false;
    table_secret_set(table, event->text);
    for (int seat = 0; seat < table->seat_count; seat++) {
        table->seats[seat].given = table->seats[seat].again = false;
        table->seats[seat].number[0] = table->seats[seat].promise[0] = '\0';
    }
    return true;
}

bool close_apply(struct table *table, const struct event *event)
{
    (void)event;
    if (table->phase == TABLE_OVER) return false;
    table->phase = TABLE_OVER;
    table->ask.open = false;
    table->closed = true;
    return true;
}
