/* night_table.c: the tables that a game night makes, and what its people may do there. See
 * night_room.h. */
#include "night_room.h"

#include <stdio.h>
#include <string.h>

#define NIGHT_RATING 1500 /* nights are not rated: everybody sits down with the first one */
#define NIGHT_DEVIATION 350

_Static_assert(TABLE_NIGHT_SIZE == NIGHT_CODE_SIZE, "a table keeps the code of its night");

/* ---- The table of the current game ---- */

static void table_make(struct night_room *room)
{
    struct hall *hall = room->hall;
    const struct night *night = &room->night;
    struct table_plan plan = {.game = pond_games[night->table_game],
                              .rating = NIGHT_RATING,
                              .deviation = NIGHT_DEVIATION};
    struct pond_error why;
    if (!pond_config_parse(plan.game, night->table_options, &plan.config, &why)) return;
    for (int seat = 0; seat < night->seat_count; seat++) {
        const bool person = night->seats[seat] >= 0;
        snprintf(plan.seats[seat], sizeof plan.seats[seat], "%s",
                 person ? "invited" : night->level);
    }
    const struct night_member *lead = &night->members[night->lead >= 0 ? night->lead : 0];
    memcpy(plan.by, lead->person, sizeof plan.by);
    memcpy(plan.name, lead->name, sizeof plan.name);
    memcpy(plan.night, room->code, sizeof plan.night);
    random_id(hall, plan.invite, TABLE_INVITE_LETTERS);
    secret_new(hall, plan.secret);
    struct event event = {.kind = EVENT_CREATE, .seat = -1};
    table_plan_print(&plan, event.text);
    struct room *table = room_make(hall, night->table);
    table->night = room;
    room_write(table, NULL, &event);
}

static bool step(struct room *table, enum event_kind kind, int seat, const char *text)
{
    struct event event = {.kind = kind, .seat = seat};
    snprintf(event.text, sizeof event.text, "%s", text);
    room_write(table, NULL, &event);
    return true;
}

/* Fills a seat of the night's table: its member sits down, or takes it over from somebody else or
 * from a phone of before; a robot plays for those who have left, for good or for a moment. */
static bool seat_settle(struct room *table, const struct night *night, int seat)
{
    const struct night_member *member = &night->members[night->seats[seat]];
    const struct table_seat *at = &table->table.seats[seat];
    if (table->table.phase == TABLE_OPEN && at->kind == SEAT_INVITED) {
        char text[STORE_ID_SIZE + STORE_NAME_SIZE + 24];
        snprintf(text, sizeof text, "%s %d %d %s", member->person, NIGHT_RATING, NIGHT_DEVIATION,
                 member->name);
        return step(table, EVENT_SIT, seat, text);
    }
    if (table->table.phase != TABLE_PLAYING) return false;
    if (strcmp(at->person, member->person) != 0) {
        char text[STORE_ID_SIZE + STORE_NAME_SIZE + 1];
        snprintf(text, sizeof text, "%s %s", member->person, member->name);
        return step(table, EVENT_SUCCEED, seat, text);
    }
    return (member->gone || member->away) && at->computer[0] == '\0' &&
           step(table, EVENT_COMPUTER, seat, night->level);
}

bool night_table(struct room *table)
{
    struct night_room *room = table->night;
    const struct night *night = &room->night;
    if (night->phase != NIGHT_PLAYING || strcmp(night->table, table->table.id) != 0) {
        table->night = NULL;
        return false;
    }
    if (!journal_idle(&room->journal) || table->hall->still) return false;
    for (int seat = 0; seat < night->seat_count && seat < table->table.seat_count; seat++) {
        if (night->seats[seat] >= 0 && seat_settle(table, night, seat)) return true;
    }
    if (table->table.phase == TABLE_OVER) {
        char line[EVENT_LINE_SIZE];
        if (table->table.closed) snprintf(line, sizeof line, "result %s -", night->table);
        if (!table->table.closed) night_print_result(night->table, &table->table.match, line);
        night_write(room, NULL, line);
    }
    return false;
}

void night_settle(struct night_room *room)
{
    const struct night *night = &room->night;
    if (!journal_idle(&room->journal) || room->hall->still) return;
    if (night->phase != NIGHT_PLAYING) room->looked = false;
    if (night->phase != NIGHT_PLAYING || room->sessions == NULL) return;
    room->settled_ms = room->hall->now_ms;
    struct room *table = room_find(room->hall, night->table);
    if (table == NULL && room->looked) {
        table_make(room); /* if it is there after all, the store says so and it is read */
    } else if (table == NULL) {
        room->looked = true;
        room_open(room->hall, night->table)->night = room;
    } else {
        table->night = room;
        room_settle(table);
    }
}

/* ---- What its people may do at a table ---- */

bool night_known(const struct message *message, const struct table *table)
{
    if (table->night[0] == '\0') return true;
    struct night_room *room = night_open(message->session->hall, table->night);
    return room->journal.ready || night_may(room, message);
}

/* Has somebody been removed from the night whose table this is? */
static bool removed_at(const struct night *night, const struct table *table, const char *person)
{
    return strcmp(night->table, table->id) == 0 && night_barred(night, person);
}

bool night_removed(const struct room *table, const struct session *session)
{
    char id[STORE_ID_SIZE];
    if (table->table.night[0] == '\0') return false;
    night_id(table->table.night, id);
    const struct night_room *room = table->night;
    if (room == NULL) room = night_find(table->hall, id);
    return room != NULL && removed_at(&room->night, &table->table, session->person);
}

bool night_lets_act(const struct message *message, const struct table *table)
{
    if (table->night[0] == '\0') return true;
    if (!night_known(message, table)) return false;
    struct session *session = message->session;
    const struct night_room *room = night_open(session->hall, table->night);
    const struct night *night = &room->night;
    if (strcmp(night->table, table->id) != 0) return true; /* an old table: nothing happens there */
    if (removed_at(night, table, session->person)) {
        return message_refuse(message, "removed", SAID_NIGHT_REMOVED);
    }
    if (night_session_member(room, session) >= 0) return true;
    return message_refuse(message, "night", SAID_NIGHT_NOT_IN);
}

bool night_lets_back(const struct message *message, const struct table *table)
{
    if (table->night[0] == '\0') return true;
    struct session *session = message->session;
    const struct night_room *room = night_open(session->hall, table->night);
    const int member = night_session_member(room, session);
    if (member < 0 || !room->night.members[member].away) return true;
    return message_refuse(message, "phase", SAID_NIGHT_YOU_AWAY);
}
