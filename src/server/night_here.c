/* night_here.c: who is at a game night, here or at other nodes; a leader or a screen that is not.
 * See night_room.h. */
#include "night_room.h"

#include <string.h>

#define PRESENT_MS 1000 /* between two questions who is at other nodes */

/* ---- Those who are here ---- */

int night_session_member(const struct night_room *room, const struct session *session)
{
    const int member = session->keyed ? night_member_of(&room->night, session->person) : -1;
    return member >= 0 && !room->night.members[member].gone ? member : -1;
}

static night_members members_connected(const struct night_room *room)
{
    night_members here = 0;
    for (const struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        const int member = night_session_member(room, one);
        if (member >= 0) here |= NIGHT_MEMBER(member);
    }
    return here;
}

night_members night_connected(const struct night_room *room)
{
    const night_members all = night_present(&room->night);
    if (store_shared(room->hall->store) && !room->heard) return all;
    return (members_connected(room) | room->elsewhere) & all;
}

night_members night_here(const struct night_room *room)
{
    night_members away = 0;
    for (int i = 0; i < room->night.member_count; i++) {
        if (room->night.members[i].away) away |= NIGHT_MEMBER(i);
    }
    if (store_shared(room->hall->store) && !room->heard) away = 0;
    return night_connected(room) & (night_members)~away;
}

void night_unseen_look(struct night_room *room)
{
    const night_members here = night_here(room);
    if (!room->journal.ready) return;
    for (int i = 0; i < room->night.member_count; i++) {
        const bool away = (here & NIGHT_MEMBER(i)) == 0;
        if (!away) room->unseen_ms[i] = 0;
        if (away && room->unseen_ms[i] == 0) room->unseen_ms[i] = room->hall->now_ms;
    }
}

int64_t night_away_ms(const struct night_room *room, int member)
{
    const bool here = (night_here(room) & NIGHT_MEMBER(member)) != 0;
    const int64_t since_ms = room->unseen_ms[member];
    return here || since_ms == 0 ? 0 : room->hall->now_ms - since_ms;
}

/* ---- A leader who does nothing ---- */

/* From when on the lead is free: in the lobby, for a leader who is here. */
static int64_t idle_from_ms(const struct night_room *room)
{
    const int64_t told_ms = room->night.lead_ms, heard_ms = room->lead_ms;
    return (told_ms > heard_ms ? told_ms : heard_ms) + NIGHT_LEAD_IDLE_MS;
}

static bool lead_idle(const struct night_room *room)
{
    const struct night *night = &room->night;
    return night->phase == NIGHT_LOBBY && night->lead >= 0 &&
           room->hall->now_ms >= idle_from_ms(room);
}

int64_t night_lead_from_ms(const struct night_room *room)
{
    const int lead = room->night.lead;
    if (lead < 0) return 0;
    const int64_t unseen_ms =
        room->unseen_ms[lead] != 0 ? room->unseen_ms[lead] : room->hall->now_ms;
    if ((night_here(room) & NIGHT_MEMBER(lead)) == 0) return unseen_ms + NIGHT_LEAD_AWAY_MS;
    return lead_idle(room) ? idle_from_ms(room) : 0;
}

void night_lead_acts(struct night_room *room) { room->lead_ms = room->hall->now_ms; }

/* ---- The screen ---- */

/* Is the screen that opened the night off, and has been for a while? Where there are several nodes
 * it may be at another. */
static bool screen_gone(const struct night_room *room)
{
    bool here = store_shared(room->hall->store);
    for (const struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        here |= one->screen;
    }
    return !here && room->hall->now_ms - room->screen_ms >= NIGHT_SCREEN_OFF_MS;
}

bool night_answers(const struct night_room *room, const struct session *session,
                   const struct night_claim *claim)
{
    const struct night *night = &room->night;
    const bool leader_here = night->lead >= 0 && night->lender < 0 &&
                             (night_here(room) & NIGHT_MEMBER(night->lead)) != 0;
    const bool leaders_own =
        night->lead >= 0 && night_member_of(night, claim->person) == night->lead;
    if (session->screen) return true;
    return !session->keyed && (!leader_here || leaders_own) && screen_gone(room);
}

void night_here_look(struct night_room *room)
{
    room->tell_due |= lead_idle(room) != room->idle_told;
    room->idle_told = lead_idle(room);
    room->tell_due |= screen_gone(room) != room->screen_told;
    room->screen_told = screen_gone(room);
}

/* ---- Other nodes ---- */

static void presence_told(struct store_request *request)
{
    struct hall *hall = request->context;
    hall_request_done(hall);
    const bool failed = request->status != STORE_FINE;
    struct night_room *room = failed ? night_find(hall, request->table) : NULL;
    if (room != NULL) room->told = 0; /* once more, for all */
    store_request_free(request);
}

static void presence_heard(struct store_request *request)
{
    struct hall *hall = request->context;
    struct night_room *room = night_find(hall, request->table);
    hall_request_done(hall);
    if (room != NULL) {
        night_members elsewhere = 0;
        for (uint32_t i = 0; i < request->row_count; i++) {
            const int member = night_member_of(&room->night, request->persons[i].id);
            if (member >= 0) elsewhere |= NIGHT_MEMBER(member);
        }
        room->asking = false;
        if (request->status == STORE_FINE) {
            room->tell_due |= !room->heard || elsewhere != room->elsewhere;
            room->elsewhere = elsewhere;
            room->heard = true;
        }
    }
    store_request_free(request);
}

void night_presence_share(struct night_room *room)
{
    struct hall *hall = room->hall;
    if (!store_shared(hall->store) || hall->still || !room->journal.ready) return;
    const night_members here = members_connected(room);
    for (int i = 0; i < room->night.member_count; i++) {
        if (((here ^ room->told) & NIGHT_MEMBER(i)) == 0) continue;
        struct store_request *tell = hall_request(hall, STORE_PRESENCE, presence_told, hall);
        memcpy(tell->table, room->id, sizeof tell->table);
        memcpy(tell->person, room->night.members[i].person, sizeof tell->person);
        tell->number = (here & NIGHT_MEMBER(i)) != 0;
        store_submit(hall->store, tell);
    }
    room->told = here;
    if (room->sessions == NULL || room->asking || hall->now_ms - room->asked_ms < PRESENT_MS) {
        return;
    }
    struct store_request *ask = hall_request(hall, STORE_PRESENT, presence_heard, hall);
    memcpy(ask->table, room->id, sizeof ask->table);
    room->asking = true;
    room->asked_ms = hall->now_ms;
    store_submit(hall->store, ask);
}

/* ---- Coming and going ---- */

void night_exit(struct session *session)
{
    struct night_room *room = session->night;
    if (room == NULL) return;
    struct session **link = &room->sessions;
    while (*link != session) link = &(*link)->next_in_night;
    *link = session->next_in_night;
    if (session->screen) room->screen_ms = room->hall->now_ms;
    session->night = NULL;
    session->screen = false;
    room->tell_due = true;
    room->used_ms = room->hall->now_ms;
}

bool night_fits(const struct night_room *room, const struct session *session)
{
    int count = 0, near = 0;
    if (session->night == room) return true;
    for (const struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        if (one->screen || night_session_member(room, one) >= 0) continue;
        count++;
        near += one->address == session->address;
    }
    return room->hall->limits.off || (count < hall_setting(room->hall, SETTING_SPECTATORS) &&
                                      (session->address == 0 || near < ADDRESS_SPECTATORS_MAX));
}

/* A person needs a few sockets, no more: the oldest, which may well be dead, give way. */
static void sockets_limit(const struct night_room *room, const struct session *session)
{
    int count = 0;
    struct session *next;
    for (struct session *one = room->sessions; one != NULL; one = next) { /* newest first */
        next = one->next_in_night;
        const bool counts = one->owner != NULL && one->owner == session->owner;
        count += counts;
        if (counts && count > SEAT_SOCKETS_MAX) night_exit(one);
    }
}

void night_enter(struct night_room *room, struct session *session)
{
    if (session->night == room) return;
    night_exit(session);
    session->night = room;
    session->next_in_night = room->sessions;
    room->sessions = session;
    room->tell_due = true;
    sockets_limit(room, session);
    const int member = night_session_member(room, session);
    if (member >= 0) room->addresses[member] = session->address;
}

bool night_belongs(const struct room *table, const struct session *session)
{
    const struct night_room *room = session->night;
    return room != NULL && strcmp(room->night.table, table->table.id) == 0 &&
           (session->screen || night_session_member(room, session) >= 0);
}
