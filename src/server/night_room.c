/* night_room.c: a game night in memory: loading, writing, telling; its tables. See night_room.h. */
#include "night_room.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTLE_MS 500     /* between two looks at a table that does not come */
#define PRESENT_MS 1000   /* between two questions who is at other nodes */
#define NIGHT_RATING 1500 /* nights are not rated: everybody sits down with the first one */
#define NIGHT_DEVIATION 350

_Static_assert(TABLE_NIGHT_SIZE == NIGHT_CODE_SIZE, "a table keeps the code of its night");

/* ---- Finding ---- */

static struct night_room *night_find(struct hall *hall, const char *id)
{
    struct night_room *room = hall->nights;
    while (room != NULL && strcmp(room->id, id) != 0) room = room->next;
    return room;
}

static void night_load(struct night_room *room);

struct night_room *night_open(struct hall *hall, const char *code)
{
    char id[STORE_ID_SIZE];
    night_id(code, id);
    struct night_room *room = night_find(hall, id);
    if (room == NULL) {
        room = calloc(1, sizeof *room);
        assert(room != NULL);
        room->hall = hall;
        memcpy(room->id, id, sizeof room->id);
        snprintf(room->code, sizeof room->code, "%s", code);
        night_init(&room->night);
        room->screen_ms = hall->now_ms;
        room->next = hall->nights;
        hall->nights = room;
    }
    room->used_ms = hall->now_ms;
    if (!room->journal.ready && !room->journal.loading) night_load(room);
    return room;
}

bool night_loaded(struct hall *hall, const char *code)
{
    char id[STORE_ID_SIZE];
    night_id(code, id);
    return night_find(hall, id) != NULL;
}

bool night_live(const struct night_room *room)
{
    const struct night *night = &room->night;
    if (night->phase != NIGHT_LOBBY && night->phase != NIGHT_PLAYING) return false;
    const int64_t expires_ms = night->member_count > 0 ? NIGHT_EXPIRES_MS : NIGHT_UNUSED_MS;
    return room->sessions != NULL || room->hall->now_ms - night->at_ms < expires_ms;
}

/* ---- Those who are here ---- */

static int member_of(const struct night_room *room, const struct session *session)
{
    const int member = session->keyed ? night_member_of(&room->night, session->person) : -1;
    return member >= 0 && !room->night.members[member].gone ? member : -1;
}

static night_members members_connected(const struct night_room *room)
{
    night_members here = 0;
    for (const struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        const int member = member_of(room, one);
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

/* Since when those are away who are. */
static void unseen_look(struct night_room *room)
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

/* Everyone is told when the lead gets free, and when the leader acts after all. */
static void idle_look(struct night_room *room)
{
    room->tell_due |= lead_idle(room) != room->idle_told;
    room->idle_told = lead_idle(room);
}

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

/* In a shared store the other nodes are told who is here, and asked who is there. */
static void presence_share(struct night_room *room)
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
        if (one->screen || member_of(room, one) >= 0) continue;
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
    const int member = member_of(room, session);
    if (member >= 0) room->addresses[member] = session->address;
}

bool night_belongs(const struct room *table, const struct session *session)
{
    const struct night_room *room = session->night;
    return room != NULL && strcmp(room->night.table, table->table.id) == 0 &&
           (session->screen || member_of(room, session) >= 0);
}

/* ---- Shares ---- */

/* The door of an address; where all are in use, the one with most left to spend is forgotten. */
static struct night_door *door_of(struct night_room *room, uint32_t address, struct pace pace)
{
    const int64_t now_ms = room->hall->now_ms;
    struct night_door *best = NULL;
    for (int i = 0; i < NIGHT_DOORS_MAX; i++) {
        struct night_door *door = &room->doors[i];
        if (door->address == address) return door;
        if (now_ms < door->shut_until_ms && best != NULL) continue;
        if (best == NULL || rate_full(&door->rate, pace, now_ms) ||
            rate_wait_ms(&door->rate, pace, now_ms) < rate_wait_ms(&best->rate, pace, now_ms)) {
            best = door;
        }
    }
    *best = (struct night_door){.address = address};
    return best;
}

static const struct pace newcomers = {(float)NIGHT_NEWCOMERS_A_MINUTE / 60, NIGHT_NEWCOMERS_BURST};
static const struct pace starts = {(float)NIGHT_STARTS_A_MINUTE / 60, NIGHT_STARTS_BURST};
static const struct pace switches = {(float)NIGHT_SWITCHES_A_MINUTE / 60, NIGHT_SWITCHES_BURST};

int64_t night_knock(struct night_room *room, const struct session *session)
{
    const int64_t now_ms = room->hall->now_ms;
    if (session->address == 0 || room->hall->limits.off) return 0;
    struct night_door *door = door_of(room, session->address, newcomers);
    if (now_ms < door->shut_until_ms) return door->shut_until_ms - now_ms;
    if (rate_take(&door->rate, newcomers, 1, now_ms)) return 0;
    return rate_wait_ms(&door->rate, newcomers, now_ms);
}

int64_t night_newcomer(struct night_room *room, const struct session *session, int number)
{
    const int64_t now_ms = room->hall->now_ms, wait_ms = night_knock(room, session);
    struct rate *rate = &room->switches[number];
    if (wait_ms > 0) return wait_ms;
    room->addresses[number] = session->address;
    rate_charge(rate, switches, 0, now_ms);
    if (rate->tokens < NIGHT_SWITCHES_NEW) rate->tokens = NIGHT_SWITCHES_NEW;
    return 0;
}

/* ---- Those who claim a place ---- */

static struct night_asker *asker_of(struct night_room *room, const char *person)
{
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        if (strcmp(room->askers[i].person, person) == 0) return &room->askers[i];
    }
    return NULL;
}

/* All have open claims: the one whose claim gives way to the next (claim_place). */
static struct night_asker *asker_oldest(struct night_room *room)
{
    struct night_asker *oldest = room->askers;
    int64_t until_ms = INT64_MAX;
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        const struct night_claim *claim =
            night_claim_of(&room->night, room->askers[i].person, room->hall->now_ms);
        if (claim == NULL || claim->until_ms >= until_ms) continue;
        oldest = &room->askers[i];
        until_ms = claim->until_ms;
    }
    return oldest;
}

bool night_asks(struct night_room *room, const struct session *session)
{
    struct night_asker *asker = asker_of(room, session->person);
    int near = 0;
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        struct night_asker *one = &room->askers[i];
        const bool other = strcmp(one->person, session->person) != 0;
        if (night_claim_of(&room->night, one->person, room->hall->now_ms) == NULL) {
            if (asker == NULL) asker = one;
        } else if (other && one->address == session->address) {
            near++;
        }
    }
    const bool limited = session->address != 0 && !room->hall->limits.off;
    if (limited && near >= NIGHT_CLAIMS_NEAR) return false;
    if (asker == NULL) asker = asker_oldest(room);
    *asker = (struct night_asker){.address = session->address};
    memcpy(asker->person, session->person, sizeof asker->person);
    return true;
}

static bool person_here(const struct night_room *room, const char *person)
{
    const struct session *one = room->sessions;
    while (one != NULL && (!one->keyed || strcmp(one->person, person) != 0)) {
        one = one->next_in_night;
    }
    return one != NULL;
}

/* Somebody who has hung up claims nothing any more; and nobody claims the place of a phone that is
 * back. One claim at a time. */
static void askers_look(struct night_room *room)
{
    const int64_t now_ms = room->hall->now_ms;
    if (!journal_idle(&room->journal) || room->hall->still) return;
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        struct night_asker *asker = &room->askers[i];
        const struct night_claim *claim = night_claim_of(&room->night, asker->person, now_ms);
        const bool here = person_here(room, asker->person);
        if (here || claim == NULL) asker->unseen_ms = 0;
        if (claim == NULL) continue;
        const bool back = (night_connected(room) & NIGHT_MEMBER(claim->member)) != 0;
        if (here && !back) continue;
        if (asker->unseen_ms == 0) asker->unseen_ms = now_ms;
        if (!back && now_ms - asker->unseen_ms < NIGHT_CLAIM_LOST_MS) continue;
        char line[EVENT_LINE_SIZE];
        snprintf(line, sizeof line, "withdraw %d", claim->number);
        night_write(room, NULL, line);
        return;
    }
}

/* Where the one who claims a place is; 0: at another node. */
static uint32_t claim_address(struct night_room *room, const struct night_claim *claim)
{
    const struct night_asker *asker = asker_of(room, claim->person);
    return asker != NULL ? asker->address : 0;
}

void night_claimed_from(struct night_room *room, const struct night_claim *claim)
{
    room->addresses[claim->member] = claim_address(room, claim);
}

/* An address pays for the guests from it who mean harm. */
static void door_charge(struct night_room *room, uint32_t address)
{
    if (address == 0 || room->hall->limits.off) return;
    struct rate *door = &door_of(room, address, newcomers)->rate;
    rate_charge(door, newcomers, NIGHT_REMOVED_PRICE, room->hall->now_ms);
    if (door->tokens < -NIGHT_REMOVED_PRICE) door->tokens = -NIGHT_REMOVED_PRICE;
}

/* In a house every phone has an address of its own: a guest who was removed does not come back from
 * there with another key. Where others of the night are at the same one, it only pays. */
void night_newcomer_removed(struct night_room *room, int member)
{
    const uint32_t address = room->addresses[member];
    bool shared = false;
    door_charge(room, address);
    for (int i = 0; i < room->night.member_count; i++) {
        const bool other = i != member && !room->night.members[i].gone;
        shared |= other && room->addresses[i] == address;
    }
    for (const struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        shared |= one->screen && one->address == address;
    }
    if (shared || address == 0 || room->hall->limits.off) return;
    door_of(room, address, newcomers)->shut_until_ms = room->hall->now_ms + NIGHT_REMOVED_MS;
}

void night_denied_from(struct night_room *room, const struct night_claim *claim)
{
    door_charge(room, claim_address(room, claim));
}

static int64_t share_take(const struct night_room *room, struct rate *rate, struct pace pace)
{
    const int64_t now_ms = room->hall->now_ms;
    if (room->hall->limits.off || rate_take(rate, pace, 1, now_ms)) return 0;
    return rate_wait_ms(rate, pace, now_ms);
}

int64_t night_switch(struct night_room *room, int member)
{
    return share_take(room, &room->switches[member], switches);
}

int64_t night_start(struct night_room *room) { return share_take(room, &room->starts, starts); }

/* ---- Telling ---- */

static void number_or_null(struct pond_json *json, const char *key, int number)
{
    if (number >= 0) pond_json_number_member(json, key, number);
    if (number < 0) pond_json_null_member(json, key);
}

static void members_json(struct pond_json *json, const struct night_room *room)
{
    const struct night *night = &room->night;
    const night_members here = night_here(room);
    pond_json_key(json, "members");
    pond_json_open(json, '[');
    for (int i = 0; i < night->member_count; i++) {
        const struct night_member *member = &night->members[i];
        pond_json_open(json, '{');
        pond_json_string_member(json, "name", member->name);
        pond_json_string_member(json, "frog", night_frogs[member->frog]);
        pond_json_bool_member(json, "here", (here & NIGHT_MEMBER(i)) != 0);
        pond_json_bool_member(json, "gone", member->gone);
        pond_json_bool_member(json, "away", member->away);
        pond_json_bool_member(json, "ready", member->ready);
        pond_json_number_member(json, "points", member->points);
        pond_json_number_member(json, "crowns", member->crowns);
        number_or_null(json, "seat", night_seat_of(night, i));
        if (member->vote >= 0) {
            pond_json_string_member(json, "vote", pond_games[member->vote]->name);
        } else {
            pond_json_null_member(json, "vote");
        }
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void next_json(struct pond_json *json, const struct night_room *room)
{
    const struct night *night = &room->night;
    const int game = night_next(night);
    int8_t seats[POND_SEATS_MAX];
    const int count = night_seats(night, night_here(room), game, seats);
    pond_json_key(json, "next");
    pond_json_open(json, '{');
    pond_json_string_member(json, "game", pond_games[game]->name);
    pond_json_string_member(json, "options", night->options[game]);
    pond_json_number_member(json, "robots", night->robots);
    pond_json_string_member(json, "level", night->level);
    pond_json_bool_member(json, "first_time", night->first_time);
    pond_json_key(json, "seats");
    pond_json_open(json, '[');
    for (int seat = 0; seat < count; seat++) {
        if (seats[seat] >= 0) pond_json_number(json, seats[seat]);
        if (seats[seat] < 0) pond_json_null(json);
    }
    pond_json_close(json, ']');
    pond_json_close(json, '}');
}

static void games_json(struct pond_json *json, const struct night *night)
{
    const uint32_t kept = night->games < NIGHT_HISTORY_MAX ? night->games : NIGHT_HISTORY_MAX;
    pond_json_number_member(json, "played", night->games);
    pond_json_key(json, "games");
    pond_json_open(json, '[');
    for (uint32_t i = night->games - kept; i < night->games; i++) {
        const struct night_result *result = &night->results[i % NIGHT_HISTORY_MAX];
        pond_json_open(json, '{');
        pond_json_string_member(json, "game", pond_games[result->game]->name);
        number_or_null(json, "winner", result->winner);
        pond_json_key(json, "points");
        pond_json_open(json, '[');
        for (int member = 0; member < night->member_count; member++) {
            if (result->points[member] >= 0) pond_json_number(json, result->points[member]);
            if (result->points[member] < 0) pond_json_null(json);
        }
        pond_json_close(json, ']');
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

/* For whom the leader stands in, and from when on anyone may take the lead. */
static void lead_json(struct pond_json *json, const struct night_room *room)
{
    const int64_t from_ms = night_lead_from_ms(room);
    number_or_null(json, "stands_in_for", room->night.lender);
    if (from_ms > 0) pond_json_number_member(json, "lead_from", from_ms);
    if (from_ms == 0) pond_json_null_member(json, "lead_from");
}

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

/* The claims that a session may know of: the leader and the screen that opened the night all of
 * them, another screen those that it may answer, everyone else their own. */
static void claims_json(struct pond_json *json, const struct night_room *room,
                        const struct session *session)
{
    const struct night *night = &room->night;
    const int member = member_of(room, session);
    const bool leads = member >= 0 && member == night->lead;
    pond_json_key(json, "claims");
    pond_json_open(json, '[');
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        const struct night_claim *claim = &night->claims[i];
        if (claim->person[0] == '\0' || room->hall->now_ms >= claim->until_ms) continue;
        const bool own = session->keyed && strcmp(session->person, claim->person) == 0;
        if (!leads && !own && !night_answers(room, session, claim)) continue;
        pond_json_open(json, '{');
        pond_json_number_member(json, "member", claim->member);
        number_or_null(json, "by", night_member_of(night, claim->person));
        pond_json_number_member(json, "number", claim->number);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

/* The whole of it, which is the same for everyone but `you` and `claims` (and `screen`): it holds
 * nothing private of a game. */
void night_show(struct night_room *room, struct session *session, int64_t id)
{
    static const char *const phases[] = {"none", "lobby", "playing", "ended"};
    const struct night *night = &room->night;
    char code[NIGHT_CODE_SIZE];
    for (int i = 0; i < NIGHT_CODE_SIZE; i++) {
        const char letter = room->code[i];
        code[i] = (char)(letter >= 'a' && letter <= 'z' ? letter - ('a' - 'A') : letter);
    }
    struct pond_json json = answer_begin(session, "night", id);
    pond_json_string_member(&json, "code", code);
    pond_json_number_member(&json, "version", night->version);
    pond_json_number_member(&json, "at", room->hall->now_ms);
    pond_json_string_member(&json, "phase", phases[night->phase]);
    number_or_null(&json, "lead", night->lead);
    lead_json(&json, room);
    members_json(&json, room);
    next_json(&json, room);
    if (night->table[0] != '\0') pond_json_string_member(&json, "table", night->table);
    if (night->table[0] == '\0') pond_json_null_member(&json, "table");
    pond_json_bool_member(&json, "stopped", night->stopped);
    if (night->vote_until_ms > 0) {
        pond_json_number_member(&json, "vote_until", night->vote_until_ms);
    } else {
        pond_json_null_member(&json, "vote_until");
    }
    games_json(&json, night);
    claims_json(&json, room, session);
    number_or_null(&json, "you", member_of(room, session));
    if (session->screen && id >= 0) pond_json_string_member(&json, "screen", night->screen);
    answer_send(session, &json);
}

/* The next claim to lapse is not told any more then. */
static void claims_look(struct night_room *room)
{
    room->claims_until_ms = 0;
    for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
        const struct night_claim *claim = &room->night.claims[i];
        if (claim->person[0] == '\0' || room->hall->now_ms >= claim->until_ms) continue;
        if (room->claims_until_ms == 0 || claim->until_ms < room->claims_until_ms) {
            room->claims_until_ms = claim->until_ms;
        }
    }
}

static void tell_all(struct night_room *room, struct session *asker)
{
    room->tell_due = false;
    claims_look(room);
    unseen_look(room);
    if (asker != NULL) night_show(room, asker, room->journal.asker_id);
    for (struct session *one = room->sessions; one != NULL; one = one->next_in_night) {
        if (one != asker) night_show(room, one, -1);
    }
}

/* ---- Messages that wait ---- */

bool night_may(struct night_room *room, const struct message *message)
{
    room->used_ms = room->hall->now_ms;
    return journal_may(&room->journal, message);
}

/* A night is in memory for a while after its last use, so it is still there after a message. */
static void night_drain(struct night_room *room)
{
    while (journal_next(&room->journal)) {
    }
}

/* ---- Loading and writing ---- */

static void load_done(struct store_request *request)
{
    struct night_room *room = request->context;
    const uint32_t version = room->night.version;
    hall_request_done(room->hall);
    room->journal.loading = false;
    const bool fine = request->status == STORE_FINE || request->status == STORE_NONE;
    for (uint32_t i = 0; i < request->event_count; i++) {
        if (request->events[i].version != room->night.version + 1) continue;
        night_apply(&room->night, request->events[i].text, request->events[i].at_ms);
    }
    room->journal.place = request->place;
    room->journal.mark = request->mark;
    store_request_free(request);
    if (!fine) {
        journal_refuse(journal_take_all(&room->journal), "store", SAID_NOT_SAVED);
        return;
    }
    const bool changed = room->journal.ready && room->night.version != version;
    room->journal.ready = true;
    if (changed) tell_all(room, NULL);
    journal_retry(&room->journal); /* a message whose event did not come first */
    if (room->journal.news && journal_idle(&room->journal)) night_load(room);
    night_settle(room);
    night_drain(room);
}

static void night_load(struct night_room *room)
{
    struct store_request *request = hall_request(room->hall, STORE_LOAD, load_done, room);
    memcpy(request->table, room->id, sizeof request->table);
    request->version = room->night.version;
    room->journal.loading = true;
    room->journal.news = false;
    store_submit(room->hall->store, request);
}

static void write_done(struct store_request *request)
{
    struct night_room *room = request->context;
    const enum store_status status = request->status;
    hall_request_done(room->hall);
    room->journal.writing = false;
    if (status == STORE_FINE) {
        room->journal.place = request->place;
        room->journal.mark = request->mark;
        night_apply(&room->night, room->line, request->events[0].at_ms);
        tell_all(room, room->journal.asker);
        if (strncmp(room->line, "start ", 6) == 0) { /* nobody else has made that table */
            room->looked = true;
            night_settle(room); /* before the asker's next message: everyone goes there now */
        }
    }
    store_request_free(request);
    if (status == STORE_CONFLICT) {
        night_load(room);
        return;
    }
    if (status != STORE_FINE && room->journal.asker != NULL) {
        answer_error(room->journal.asker, room->journal.asker_id, "store", SAID_NOT_SAVED, NULL);
    }
    journal_answered(&room->journal);
    if (room->journal.news && journal_idle(&room->journal)) night_load(room);
    night_settle(room);
    night_drain(room);
}

void night_write(struct night_room *room, const struct message *message, const char *line)
{
    struct hall *hall = room->hall;
    assert(journal_idle(&room->journal) && strlen(line) < sizeof room->line);
    snprintf(room->line, sizeof room->line, "%s", line);
    struct store_request *request = hall_request(hall, STORE_APPEND, write_done, room);
    memcpy(request->table, room->id, sizeof request->table);
    request->place = room->journal.place;
    request->behind = room->journal.mark;
    request->version = room->night.version + 1;
    store_request_event(request, request->version, hall->now_ms, line);
    journal_ask(&room->journal, message);
    store_submit(hall->store, request);
}

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
        answer_error(session, message->id, "removed", SAID_NIGHT_REMOVED, NULL);
        return false;
    }
    if (member_of(room, session) >= 0) return true;
    answer_error(session, message->id, "night", SAID_NIGHT_NOT_IN, NULL);
    return false;
}

bool night_lets_back(const struct message *message, const struct table *table)
{
    if (table->night[0] == '\0') return true;
    struct session *session = message->session;
    const struct night_room *room = night_open(session->hall, table->night);
    const int member = member_of(room, session);
    if (member < 0 || !room->night.members[member].away) return true;
    answer_error(session, message->id, "phase", SAID_NIGHT_YOU_AWAY, NULL);
    return false;
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

/* ---- Time ---- */

static void night_free(struct night_room *room)
{
    struct room *table = room_find(room->hall, room->night.table);
    if (table != NULL) table->night = NULL;
    while (room->sessions != NULL) night_exit(room->sessions);
    journal_free(&room->journal);
    free(room);
}

/* Nobody needs it: those at its table may still have to be told from those who were removed. */
static bool night_idle(const struct night_room *room)
{
    const struct hall *hall = room->hall;
    if (room->sessions != NULL || room->journal.waiting != NULL || journal_busy(&room->journal)) {
        return false;
    }
    /* Codes that were guessed: there is no such night. */
    if (room->journal.ready && room->night.phase == NIGHT_NONE) return true;
    const struct room *table = room_find(room->hall, room->night.table);
    return (table == NULL || table->watches == NULL) &&
           hall->now_ms - room->used_ms >= ROOM_IDLE_MS;
}

void nights_tick(struct hall *hall)
{
    for (struct night_room **link = &hall->nights; *link != NULL;) {
        struct night_room *room = *link;
        presence_share(room);
        askers_look(room);
        idle_look(room);
        room->tell_due |= room->claims_until_ms > 0 && hall->now_ms >= room->claims_until_ms;
        room->tell_due |= screen_gone(room) != room->screen_told;
        room->screen_told = screen_gone(room);
        if (room->tell_due && journal_idle(&room->journal)) {
            tell_all(room, NULL); /* else the answer would come early */
        }
        if (hall->now_ms - room->settled_ms >= SETTLE_MS) night_settle(room);
        if (night_idle(room)) {
            *link = room->next;
            night_free(room);
        } else {
            link = &room->next;
        }
    }
}

static void id_rewrite(char id[STORE_ID_SIZE], const char *person, const char *other)
{
    if (strcmp(id, person) == 0) snprintf(id, STORE_ID_SIZE, "%s", other);
}

void nights_rewrite(struct hall *hall, const char *person, const char *other, const char *name)
{
    for (struct night_room *room = hall->nights; room != NULL; room = room->next) {
        const int member = night_member_of(&room->night, person);
        struct night *night = &room->night;
        for (int i = 0; i < NIGHT_BARRED_MAX; i++) {
            id_rewrite(night->barred[i], person, other);
            id_rewrite(night->denied[i], person, other);
        }
        for (int i = 0; i < NIGHT_CLAIMS_MAX; i++) {
            id_rewrite(night->claims[i].person, person, other);
            id_rewrite(room->askers[i].person, person, other);
        }
        if (member < 0) continue;
        struct night_member *who = &room->night.members[member];
        snprintf(who->person, sizeof who->person, "%s", other);
        snprintf(who->name, sizeof who->name, "%s", name);
        room->tell_due = true;
    }
}

void nights_changed(struct hall *hall, const char *id)
{
    for (struct night_room *room = hall->nights; room != NULL; room = room->next) {
        if (id[0] != '\0' && strcmp(room->id, id) != 0) continue;
        room->journal.news = true;
        if (journal_idle(&room->journal)) night_load(room);
    }
}

void nights_free(struct hall *hall)
{
    while (hall->nights != NULL) {
        struct night_room *first = hall->nights;
        hall->nights = first->next;
        night_free(first);
    }
}
