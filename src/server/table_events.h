/* table_events.h: what the files of a table share: how events change it. */
#ifndef POND_SERVER_TABLE_EVENTS_H
#define POND_SERVER_TABLE_EVENTS_H

#include "table.h"

void text_copy(char *out, size_t size, const char *text);

/* Carry an event out; false, and nothing has changed, if it does not fit. */
bool create_apply(struct table *table, const struct event *event); /* table_plan.c */
/* ---- table_seats.c ---- */
bool sit_apply(struct table *table, const struct event *event);
bool leave_apply(struct table *table, const struct event *event);
bool promise_apply(struct table *table, const struct event *event);
bool reveal_apply(struct table *table, const struct event *event);
bool number_apply(struct table *table, const struct event *event);
bool start_apply(struct table *table, const struct event *event);
bool again_apply(struct table *table, const struct event *event);
bool commit_apply(struct table *table, const struct event *event);
bool close_apply(struct table *table, const struct event *event);

void table_seat_take(struct table_seat *seat, const char *person, const char *name, int rating,
                     int deviation);
void table_secret_set(struct table *table, const char *secret);
/* Is it full, and since when? */
void table_phase_update(struct table *table, int64_t at_ms);

#endif
