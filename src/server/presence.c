/* presence.c: who is at a table: here or at another node, away, and back. */
#include <string.h>

#include "inside.h"

#define ASK_AGAIN_MS 1000 /* after other nodes could not be asked */

/* The seats whose people have a socket here. */
static pond_seats seats_here(const struct room *room)
{
    pond_seats here = 0;
    for (const struct watch *watch = room->watches; watch != NULL; watch = watch->next_in_room) {
        const int seat = room_observer(room, watch->session);
        if (seat != POND_SPECTATOR) here |= POND_SEAT(seat);
    }
    return here;
}

static void present_told(struct store_request *request)
{
    struct hall *hall = request->context;
    hall_request_done(hall);
    struct room *room = request->status != STORE_FINE ? room_find(hall, request->table) : NULL;
    if (room != NULL) room->present = 0; /* once more, for all */
    store_request_free(request);
}

/* In a store that other nodes share they learn who is here during a game, and who has left. */
void presence_tell(struct room *room)
{
    struct hall *hall = room->hall;
    const struct table *table = &room->table;
    if (!store_shared(hall->store) || hall->still) return;
    const pond_seats here = table_playing(table) ? seats_here(room) : 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (((here ^ room->present) & POND_SEAT(seat)) == 0) continue;
        struct store_request *request = hall_request(hall, STORE_PRESENCE, present_told, hall);
        memcpy(request->table, table->id, sizeof request->table);
        memcpy(request->person, table->seats[seat].person, sizeof request->person);
        request->number = (here & POND_SEAT(seat)) != 0;
        store_submit(hall->store, request);
    }
    room->present = here;
}

static void present_done(struct store_request *request)
{
    struct room *room = request->context;
    hall_request_done(room->hall);
    room->asking = false;
    for (int seat = 0; seat < room->table.seat_count && request->status == STORE_FINE; seat++) {
        bool present = false;
        for (uint32_t i = 0; i < request->row_count; i++) {
            present |= strcmp(request->persons[i].id, room->table.seats[seat].person) == 0;
        }
        if (!present) room->absent |= POND_SEAT(seat);
        if (present && room->unseen_ms[seat] != INT64_MAX) room->unseen_ms[seat] = room_now(room);
    }
    room_due(room, room->hall->now_ms + (request->status == STORE_FINE ? 0 : ASK_AGAIN_MS));
    store_request_free(request);
}

/* Is this person at no node at all? In a shared store others are asked before anyone is away. */
static bool gone_everywhere(struct room *room, int seat)
{
    struct hall *hall = room->hall;
    if (!store_shared(hall->store) || (room->absent & POND_SEAT(seat)) != 0) return true;
    if (room->asking) return false;
    struct store_request *request = hall_request(hall, STORE_PRESENT, present_done, room);
    memcpy(request->table, room->table.id, sizeof request->table);
    room->asking = true;
    store_submit(hall->store, request);
    return false;
}

bool settle_presence(struct room *room)
{
    const struct table *table = &room->table;
    const int64_t now_ms = room_now(room);
    if (room->hall->still) return false; /* who has gone cannot come back */
    const pond_seats here = seats_here(room);
    const pond_seats absent = room->absent;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct table_seat *one = &table->seats[seat];
        if (one->kind != SEAT_PERSON || one->computer[0] != '\0') continue;
        if ((here & POND_SEAT(seat)) != 0) {
            room->unseen_ms[seat] = INT64_MAX;
            if (one->away) return settle_step(room, EVENT_HERE, seat, 0, "");
            continue;
        }
        if (one->away || room->unseen_ms[seat] == INT64_MAX || table->clock.kind == CLOCK_DAYS) {
            continue;
        }
        const int64_t away_at_ms = room->unseen_ms[seat] + AWAY_AFTER_MS;
        if (now_ms < away_at_ms) {
            settle_due(room, away_at_ms);
        } else if (gone_everywhere(room, seat)) {
            return settle_step(room, EVENT_AWAY, seat, now_ms + AWAY_WAIT_MS, "");
        }
    }
    room->absent &= (pond_seats)~absent; /* an answer holds for one look */
    return false;
}
