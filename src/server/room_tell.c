/* room_tell.c: what those who watch a table are told, and when. */
#include <stdlib.h>
#include <string.h>

#include "inside.h"

static struct view_for view_of(struct room *room, const struct session *session)
{
    room_stand(room);
    return (struct view_for){.seat = room_observer(room, session),
                             .now_ms = room_now(room),
                             .legal = session->legal,
                             .board = session->board};
}

void room_show(struct room *room, struct session *session, int64_t id)
{
    const struct view_for view = view_of(room, session);
    struct pond_json json = answer_begin(session, "table", id);
    view_table(&json, &room->table, &view);
    answer_send(session, &json);
}

void room_show_all(struct room *room)
{
    room->renamed = false;
    for (struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        room_show(room, watch->session, -1);
    }
}

bool room_show_missed(struct room *room, struct session *session, int64_t id, uint32_t version)
{
    const struct table *table = &room->table;
    if (version > table->version || table->version - version > TABLE_RECENT_MAX) return false;
    for (uint32_t i = version + 1; i <= table->version; i++) {
        if (table->recent[i % TABLE_RECENT_MAX].version != i) return false;
    }
    const struct view_for view = view_of(room, session);
    struct pond_json json = answer_begin(session, "missed", id);
    pond_json_string_member(&json, "table", table->id);
    pond_json_number_member(&json, "version", table->version);
    pond_json_number_member(&json, "at", room_now(room));
    pond_json_key(&json, "events");
    pond_json_open(&json, '[');
    for (uint32_t i = version + 1; i <= table->version; i++) {
        const struct table_recent *recent = &table->recent[i % TABLE_RECENT_MAX];
        pond_json_open(&json, '{');
        pond_json_number_member(&json, "version", recent->version);
        pond_json_number_member(&json, "at", recent->at_ms);
        pond_json_key(&json, "what");
        view_what(&json, recent);
        pond_json_close(&json, '}');
    }
    pond_json_close(&json, ']');
    view_now(&json, table, &view, true);
    answer_send(session, &json);
    return true;
}

/* Do moves follow each other here as fast as only programs play? Then the next one is imminent,
 * and clients with nothing to decide can get both at once: two messages in one write cost half as
 * much as two writes. If that was in vain, because a program waits for the reply to its own move,
 * it is not tried again for a while. */
static void quick_look(struct room *room)
{
    const struct table *table = &room->table;
    const struct table_recent *last = &table->recent[table->version % TABLE_RECENT_MAX];
    const struct table_recent *before = &table->recent[(table->version - 1) % TABLE_RECENT_MAX];
    const int64_t gap_ms = last->at_ms - before->at_ms;
    if (room->quick && gap_ms >= HOLD_MS) room->hurries_until = table->version + HURRY_EVENTS;
    room->quick = table_playing(table) && last->kind == EVENT_MOVE && gap_ms < QUICK_MS &&
                  table->version >= room->hurries_until;
}

/* The message `event` about the current version, for one session. Where only the game went on, the
 * hall's share has what is the same for all. */
static void tell_one(struct room *room, struct session *session, int64_t id, bool all)
{
    const struct table *table = &room->table;
    const struct view_for view = view_of(room, session);
    struct pond_json json = answer_begin(session, "event", id);
    if (all || !table->begun) {
        view_event(&json, table);
        view_now(&json, table, &view, all);
        view_entries(&json, table, &view);
    } else {
        view_share_write(&json, &room->hall->share, table, &view);
    }
    const bool decides =
        view.seat != POND_SPECTATOR && (table_turn(table) & POND_SEAT(view.seat)) != 0;
    answer_send_when(session, &json, !all && !decides && room->quick);
}

/* Tells the sockets of a person elsewhere that a table waits for it. */
static void tell_waits(struct room *room, pond_seats seats)
{
    struct hall *hall = room->hall;
    for (; seats != 0; seats &= (pond_seats)(seats - 1)) {
        const char *id = room->table.seats[pond_seat_first(seats)].person;
        const struct person *person = id[0] != '\0' ? people_find(hall->people, id) : NULL;
        struct session *session = person != NULL ? person->sessions : NULL;
        for (; session != NULL; session = session->next_person) {
            if (room_watching(room, session) != NULL) continue;
            struct pond_json json = answer_begin(session, "waits", -1);
            pond_json_string_member(&json, "table", room->table.id);
            answer_send(session, &json);
        }
    }
}

/* Tells everyone at the table of its latest event. The asker hears it with its id. */
void room_tell(struct room *room, bool all)
{
    const struct table_recent *recent = &room->table.recent[room->table.version % TABLE_RECENT_MAX];
    struct session *asker = room->journal.asker;
    const int64_t asker_id = recent->kind == EVENT_HINT ? -1 : room->journal.asker_id;
    room->told = room->table.version;
    quick_look(room);
    room_stand(room);
    if (!all && room->table.begun) {
        view_share_begin(&room->hall->share, &room->table, room_now(room));
    }
    if (asker != NULL && room_watching(room, asker) != NULL) {
        tell_one(room, asker, asker_id, all);
    } else if (asker != NULL) {
        answer_ok(asker, asker_id);
    }
    for (struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        if (watch->session != asker) tell_one(room, watch->session, -1, all);
    }
    tell_waits(room, table_turn(&room->table));
}
