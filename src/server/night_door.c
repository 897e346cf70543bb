/* night_door.c: what those who come to a game night may do, and how often: newcomers, shares of the
 * log, claims. See night_room.h. */
#include "night_room.h"

#include <stdio.h>
#include <string.h>

/* ---- Newcomers ---- */

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

void night_askers_look(struct night_room *room)
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

void night_denied_from(struct night_room *room, const struct night_claim *claim)
{
    door_charge(room, claim_address(room, claim));
}

/* ---- Shares ---- */

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
