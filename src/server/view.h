/* view.h: what a client is told about a table. The only place that cuts views.
 *
 * Everything here takes the observer: a seat, or POND_SPECTATOR. Nothing that the observer may not
 * see is read but through the game's own `observe` (pond_json_look) or a record made for it. */
#ifndef POND_VIEW_H
#define POND_VIEW_H

#include "buffer.h"
#include "table.h"

struct view_for {
    int seat; /* or POND_SPECTATOR */
    int64_t now_ms;
    bool legal; /* with lists of legal moves */
};

/* What happened, as the observer may know it. */
void view_what(struct pond_json *json, const struct table_recent *recent);
/* What may have changed with it: only the game, or everything. */
bool view_changes_all(enum event_kind kind);
void view_now(struct pond_json *json, const struct table *table, const struct view_for *view,
              bool all);
/* The members of a `table` message behind its type and id. */
void view_table(struct pond_json *json, const struct table *table, const struct view_for *view);

#endif
