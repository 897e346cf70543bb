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
    bool board; /* with views as data, and with what the log's entries did */
};

/* What happened, as the observer may know it. */
void view_what(struct pond_json *json, const struct table_recent *recent);
/* What may have changed with it: only the game, or everything. */
bool view_changes_all(enum event_kind kind);
/* The members of an `event` message after its type and id, but for what is different `now`. */
void view_event(struct pond_json *json, const struct table *table);
void view_now(struct pond_json *json, const struct table *table, const struct view_for *view,
              bool all);
/* What the latest event did in the game, where the observer wants boards. */
void view_entries(struct pond_json *json, const struct table *table, const struct view_for *view);
/* The same for the whole current game: its story. */
void view_story(struct pond_json *json, const struct table *table, const struct view_for *view);

/* The same event, in which only the game went on, told to many: what is the same for all is written
 * once, and what an observer sees of the game only where it differs from what the one before saw,
 * byte for byte. */
struct view_share {
    struct buffer head, rest;
    struct pond_view view; /* what `rest` tells, */
    struct view_for shown; /* to whom */
    bool written;          /* there is such a one */
};

void view_share_begin(struct view_share *share, const struct table *table, int64_t now_ms);
/* The members of an `event` message after its type and id. */
void view_share_write(struct pond_json *json, struct view_share *share, const struct table *table,
                      const struct view_for *view);
void view_share_free(struct view_share *share);
/* The members of a `table` message after its type and id. */
void view_table(struct pond_json *json, const struct table *table, const struct view_for *view);

#endif
