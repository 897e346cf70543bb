/* settle.c: what happens at a table by itself: deals, clocks, countdowns, computers. See inside.h.
 *
 * One step at a time: each is an event that is written like any other, and after it the server
 * looks again. `due_ms` says when to look next if nothing else happens. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

#define RELOAD_MS 1000

bool settle_step(struct room *room, enum event_kind kind, int seat, int64_t number,
                 const char *text)
{
    struct event event = {.kind = kind, .seat = seat, .number = number};
    struct pond_text out = pond_text_in(event.text, sizeof event.text);
    pond_text_string(&out, text);
    room_write(room, NULL, &event);
    return true;
}

/* By the room's time. */
void settle_due(struct room *room, int64_t at_ms)
{
    if (at_ms - room->ahead_ms < room->due_ms) room_due(room, at_ms - room->ahead_ms);
}

static bool all_given(const struct table *table)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON && !table->seats[seat].given) return false;
    }
    return true;
}

static bool nobody_left(const struct table *table)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind == SEAT_PERSON) return false;
    }
    return true;
}

/* Promises are made: the game begins once the numbers are there, or have had their time. */
static bool numbers_wait(struct room *room)
{
    const int64_t told_ms =
        room->ready_ms > room->table.promised_ms ? room->ready_ms : room->table.promised_ms;
    if (!table_owes(&room->table) || room_now(room) >= told_ms + READY_WAIT_MS) {
        return settle_step(room, EVENT_START, -1, 0, "");
    }
    settle_due(room, told_ms + READY_WAIT_MS);
    return false;
}

/* Before a game: it begins once all are there and have added their numbers. */
static bool before_game(struct room *room)
{
    const struct table *table = &room->table;
    if (table->phase == TABLE_OPEN) {
        return table->visited && nobody_left(table) && settle_step(room, EVENT_CLOSE, -1, 0, "");
    }
    if (room->hall->still) return false; /* numbers cannot come either */
    const int64_t full_ms = table->full_at_ms > room->ready_ms ? table->full_at_ms : room->ready_ms;
    if (all_given(table)) return settle_step(room, EVENT_START, -1, 0, "");
    if (table_reveals(table)) return numbers_wait(room);
    const int64_t until_ms = full_ms + READY_WAIT_MS;
    if (room_now(room) >= until_ms) {
        return settle_step(room, table_owes(table) ? EVENT_REVEAL : EVENT_START, -1, 0, "");
    }
    settle_due(room, until_ms);
    return false;
}

/* A player who wanted a rematch and has left would lose it while away. Other nodes' sockets are not
 * known here, so that in a shared store only leaving the table takes the wish back. */
static bool again_withdrawn(struct room *room, int seat)
{
    if (room->hall->still) return false;
    if (!room->table.seats[seat].again || store_shared(room->hall->store)) return false;
    if (room_seat_watched(room, seat)) return false;
    if (room->unseen_ms[seat] == INT64_MAX) room->unseen_ms[seat] = room_now(room);
    const int64_t gone_at_ms = room->unseen_ms[seat] + AWAY_AFTER_MS;
    if (room_now(room) >= gone_at_ms) return settle_step(room, EVENT_LEAVE, seat, 0, "");
    settle_due(room, gone_at_ms);
    return false;
}

/* After it: the commitment to the next deal, and the next game when all want it. */
static bool after_game(struct room *room)
{
    const struct table *table = &room->table;
    if (table->closed || table->number >= TABLE_GAMES_MAX) return false;
    if (!table->secret_fresh) {
        char secret[DEAL_SECRET_SIZE];
        secret_new(room->hall, secret);
        return settle_step(room, EVENT_COMMIT, -1, 0, secret);
    }
    bool all = true, someone = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (table->seats[seat].kind != SEAT_PERSON) continue;
        if (again_withdrawn(room, seat)) return true;
        all &= table->seats[seat].again;
        someone = true;
    }
    return all && someone && !room->hall->still && numbers_wait(room);
}

/* A clock has run out. What its player has said may still lie in a socket, which is read between
 * two ticks. */
static bool flag_falls(struct room *room)
{
    const uint64_t ticks = room->hall->ticks;
    if (room->flag_version != room->table.version || room->flag_tick == 0) {
        room->flag_version = room->table.version;
        room->flag_tick = ticks;
    }
    return ticks > room->flag_tick;
}

static bool clocks(struct room *room)
{
    const struct table *table = &room->table;
    const int64_t now_ms = room_now(room);
    if (room->hall->still) return false;
    if (room->resume) {
        room->resume = false;
        return settle_step(room, EVENT_RESUME, -1, 0, "");
    }
    room_stand(room);
    const pond_seats turn = table_turn(table) & table_persons(table);
    int late = -1; /* whose clock ran out first */
    int64_t late_ms = 0;
    bool ran_out = false;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const int64_t left_ms = table_left_ms(table, seat, now_ms);
        if ((turn & POND_SEAT(seat)) == 0 || left_ms == INT64_MAX) continue;
        const bool here = !store_shared(room->hall->store) || room_seat_watched(room, seat);
        const bool ours = here || left_ms <= -FLAG_ELSEWHERE_MS;
        if (left_ms <= 0 && ours && (late < 0 || left_ms < late_ms)) {
            late = seat;
            late_ms = left_ms;
        }
        settle_due(room, left_ms > 0 ? now_ms + left_ms : now_ms);
        ran_out |= left_ms <= 0;
    }
    if (late >= 0 && flag_falls(room)) return settle_step(room, EVENT_TIME, late, 0, "");
    if (!ran_out) room->flag_tick = 0;
    return false;
}

/* What all have agreed to, and what computers say to offers. */
static bool agreements(struct room *room)
{
    const struct table *table = &room->table;
    const pond_seats persons = table_persons(table);
    if (table->ask.open && (table_asked(table) & ~table->ask.agreed) == 0) {
        return settle_step(room, EVENT_TAKEBACK, table->ask.seat, table->ask.count, "");
    }
    const int offer = table->match.offer;
    if (offer >= 0 && (persons & ~POND_SEAT(offer)) == 0) {
        const int other = offer == 0 ? 1 : 0;
        return settle_step(room, EVENT_DECLINE, other, 0, "");
    }
    return false;
}

/* ---- Computers ---- */

static void lease_done(struct store_request *request)
{
    struct room *room = request->context;
    const bool fine = request->status == STORE_FINE;
    hall_request_done(room->hall);
    room->leasing = false;
    room->leased_until_ms = fine ? request->at_ms + STORE_LEASE_MS : 0;
    room_due(room, room->hall->now_ms + (fine ? 0 : STORE_LEASE_MS / 3));
    store_request_free(request);
    if (fine) room_settle(room);
}

/* In a store that other nodes share, only the one with the lease moves the computers. */
static bool lease_held(struct room *room)
{
    struct hall *hall = room->hall;
    if (!store_shared(hall->store)) return true;
    const bool held = hall->now_ms < room->leased_until_ms;
    if (hall->now_ms + STORE_LEASE_MS / 2 < room->leased_until_ms || room->leasing) return held;
    struct store_request *request = hall_request(hall, STORE_LEASE, lease_done, room);
    memcpy(request->table, room->table.id, sizeof request->table);
    room->leasing = true;
    store_submit(hall->store, request);
    return held;
}

/* Is it about the current decision? One that was taken back may have come up again with another
 * position; and who has given up meanwhile may have changed what can be played. */
static bool thought_fits(const struct table *table, const struct think_job *thought)
{
    const struct pond_match *match = &table->match;
    struct pond_error why;
    pond_move move;
    return room_thinks_about(table, &thought->about) &&
           pond_move_read(match->game, &match->state, thought->about.seat, thought->move, &move,
                          &why);
}

static bool computers(struct room *room)
{
    const struct table *table = &room->table;
    const pond_seats seats = table_turn_computers(table);
    struct think_job *thought = room->thought;
    if (thought != NULL) {
        const bool fits = thought_fits(table, thought);
        char move[POND_MOVE_TEXT_MAX];
        memcpy(move, thought->move, sizeof move);
        const int seat = thought->about.seat;
        room->thought = NULL;
        think_job_free(thought);
        if (fits) return settle_step(room, EVENT_MOVE, seat, table->version, move);
    }
    const bool someone = room->watches != NULL || table_persons(table) != 0;
    const bool room_left =
        pond_match_entries(&table->match) < TABLE_LOG_MAX - POND_ENTRIES_A_MOVE_MAX &&
        table->version < TABLE_EVENTS_MAX;
    if (seats == 0 || room->thinking || !someone || !room_left || !lease_held(room)) return false;
    room_think(room, pond_seat_first(seats), NULL, -1);
    return false;
}

void room_settle(struct room *room)
{
    if (journal_busy(&room->journal)) return;
    room_think_look(room);
    room_due(room, room->hall->now_ms + ROOM_IDLE_MS);
    if (!room->journal.ready) { /* it could not be read: try again */
        if (room->watches != NULL) room_open(room->hall, room->table.id);
        room_due(room, room->hall->now_ms + RELOAD_MS);
        return;
    }
    if (room->renamed) {
        lobby_renamed(room);
        room_show_all(room);
    }
    lobby_seen(room);
    presence_tell(room);
    if (room->night != NULL && night_table(room)) return;
    switch (room->table.phase) {
    case TABLE_OPEN:
    case TABLE_READY: before_game(room); return;
    case TABLE_OVER: after_game(room); return;
    case TABLE_PLAYING:
        if (clocks(room) || settle_presence(room) || agreements(room)) return;
        computers(room);
    }
}
