/* lobby.c: the list of public tables: whole for a client that enters, then what changes in it.
 *
 * All clients that watch the list have the same one, `hall->lobby_rows`. Every list that the store
 * returns, for any client, is compared with that one, and the watchers are told the difference.
 */
#include <string.h>

#include "inside.h"

/* Of what a row says but for the time. */
static uint64_t row_hash(const struct hall *hall, const struct store_summary *row)
{
    return hash_id(hall, row->seats) * 31 + row->phase * 2U + row->rated;
}

static const struct lobby_row *row_find(const struct lobby_row *rows, uint32_t count,
                                        const char *table)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(rows[i].table, table) == 0) return &rows[i];
    }
    return NULL;
}

/* Writes the rows that are new or different, and says how many. */
static uint32_t changed_json(const struct hall *hall, const struct store_request *list,
                             const struct lobby_row *rows, struct pond_json *json)
{
    uint32_t count = 0;
    pond_json_key(json, "tables");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < list->row_count; i++) {
        const struct lobby_row *told =
            row_find(hall->lobby_rows, hall->lobby_count, list->tables[i].table);
        if (told != NULL && told->hash == rows[i].hash) continue;
        summary_json(json, &list->tables[i], NULL);
        count++;
    }
    pond_json_close(json, ']');
    return count;
}

static uint32_t gone_json(const struct hall *hall, const struct lobby_row *rows, uint32_t row_count,
                          struct pond_json *json)
{
    uint32_t count = 0;
    pond_json_key(json, "gone");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < hall->lobby_count; i++) {
        if (row_find(rows, row_count, hall->lobby_rows[i].table) != NULL) continue;
        pond_json_string(json, hall->lobby_rows[i].table);
        count++;
    }
    pond_json_close(json, ']');
    return count;
}

void lobby_take(struct hall *hall, const struct store_request *list, const struct session *asker)
{
    struct lobby_row rows[STORE_LIST_MAX];
    if (list->status != STORE_FINE) return;
    for (uint32_t i = 0; i < list->row_count; i++) {
        memcpy(rows[i].table, list->tables[i].table, sizeof rows[i].table);
        rows[i].hash = row_hash(hall, &list->tables[i]);
    }
    struct buffer message = {0};
    struct pond_json json = buffer_json(&message);
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "type", "lobby_change");
    uint32_t count = changed_json(hall, list, rows, &json);
    count += gone_json(hall, rows, list->row_count, &json);
    pond_json_close(&json, '}');
    for (struct session *one = hall->sessions; one != NULL && count > 0; one = one->next) {
        if (one->lobby && one != asker) session_send(one, &message, false);
    }
    buffer_free(&message);
    memcpy(hall->lobby_rows, rows, list->row_count * sizeof rows[0]);
    hall->lobby_count = list->row_count;
}

static void lobby_done(struct store_request *request)
{
    struct hall *hall = request->context;
    hall_request_done(hall);
    hall->lobby_asked = false;
    lobby_take(hall, request, NULL);
    store_request_free(request);
}

/* Looks at the list where something has changed, and now and then whether someone has gone. */
void lobby_tick(struct hall *hall)
{
    const int64_t pause_ms = hall->lobby_due ? LOBBY_PAUSE_MS : SEEN_PAUSE_MS;
    if (hall->lobby_asked || hall->down || hall->now_ms - hall->lobby_at_ms < pause_ms) return;
    hall->lobby_due = false;
    hall->lobby_at_ms = hall->now_ms;
    for (const struct session *session = hall->sessions; session != NULL; session = session->next) {
        if (!session->lobby) continue;
        hall->lobby_asked = true;
        store_submit(hall->store, hall_request(hall, STORE_LOBBY, lobby_done, hall));
        return;
    }
}

/* ---- Tables that stay in it ---- */

/* Is somebody here whom the lobby would lead to: someone who sits, or at a table where nobody does,
 * anyone? */
static bool someone_here(const struct room *room)
{
    bool sits = false;
    for (int seat = 0; seat < room->table.seat_count; seat++) {
        sits |= room->table.seats[seat].kind == SEAT_PERSON;
    }
    for (const struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        if (!sits || room_observer(room, watch->session) != POND_SPECTATOR) return true;
    }
    return false;
}

static void seen_done(struct store_request *request)
{
    hall_request_done(request->context);
    store_request_free(request);
}

/* Nobody waits for this to be written. */
static void row_write(struct room *room, bool seen)
{
    struct hall *hall = room->hall;
    struct store_request *request = hall_request(hall, STORE_APPEND, seen_done, hall);
    memcpy(request->table, room->table.id, sizeof request->table);
    request->place = room->journal.place;
    request->version = room->table.version + 1;
    room_summary(room, request);
    if (seen) request->summary->updated_ms = hall->now_ms;
    store_submit(hall->store, request);
}

void lobby_renamed(struct room *room)
{
    if (room->hall->down) return;
    const int64_t seen_ms = room->seen_ms;
    row_write(room, false);
    room->seen_ms = seen_ms;
    room->hall->lobby_due = true;
}

/* A public table stays in the lobby as long as someone is at it: its row says so now and then, and
 * once it has not for a while the table is no longer listed, whatever became of its people or of
 * this node. */
void lobby_seen(struct room *room)
{
    struct hall *hall = room->hall;
    const struct table *table = &room->table;
    if (!table->listed || table->phase == TABLE_OVER || table->clock.kind == CLOCK_DAYS) return;
    if (hall->down || !someone_here(room)) return;
    if (hall->now_ms - room->seen_ms >= SEEN_PAUSE_MS) {
        hall->lobby_due |= hall->now_ms - room->seen_ms > STORE_LISTED_MS; /* it comes back */
        row_write(room, true);
    }
    const int64_t again_ms = room->seen_ms + SEEN_PAUSE_MS;
    if (again_ms < room->due_ms) room_due(room, again_ms);
}
