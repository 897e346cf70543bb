/* message_night.c: messages about game nights: where they are meant for, and who handles which. See
 * docs/protocol.md. */
#include "message_night.h"

#include <string.h>

/* ---- At a night ---- */

void at_set(const struct message *message, struct night_room *room, struct night_at *at)
{
    const struct session *session = message->session;
    at->room = room;
    at->night = &room->night;
    at->member = session->keyed ? night_member_of(at->night, session->person) : -1;
    if (at->member >= 0 && at->member == at->night->lead) night_lead_acts(room);
}

bool at_night(const struct message *message, struct night_at *at)
{
    struct night_room *room = message->session->night;
    if (room == NULL) return message_refuse(message, "night", SAID_NIGHT_NOT_IN);
    if (!night_may(room, message)) return false;
    at_set(message, room, at);
    return night_live(room) || message_refuse(message, "code", SAID_NIGHT_CODE);
}

bool at_member(const struct message *message, struct night_at *at)
{
    if (!at_night(message, at)) return false;
    return (at->member >= 0 && !at->night->members[at->member].gone) ||
           message_refuse(message, "night", SAID_NIGHT_NOT_IN);
}

bool at_lead(const struct message *message, struct night_at *at)
{
    if (!at_member(message, at)) return false;
    if (at->member == at->night->lead) return true;
    const int lead = at->night->lead >= 0 ? at->night->lead : 0;
    answer_error(message->session, message->id, "lead", SAID_NIGHT_LEAD,
                 at->night->members[lead].name);
    return false;
}

bool at_other_take(const struct message *message, const struct night_at *at, int *member)
{
    int64_t number = -1;
    if (!message_number(message, "member", false, 0, NIGHT_NUMBERS_MAX - 1, &number)) return false;
    *member = (int)number;
    return (night_present(at->night) & NIGHT_MEMBER(number)) != 0 ||
           message_refuse(message, "night", SAID_NIGHT_MEMBER);
}

/* Has the leader the lead from somebody who may still come back? */
static bool lead_on_loan(const struct night_at *at)
{
    const int lender = at->night->lender;
    return lender >= 0 && night_away_ms(at->room, lender) < NIGHT_LEAD_LOST_MS;
}

bool at_lead_own(const struct message *message, const struct night_at *at)
{
    if (!lead_on_loan(at)) return true;
    answer_error(message->session, message->id, "lead", SAID_NIGHT_STAND_IN,
                 at->night->members[at->night->lender].name);
    return false;
}

void at_room_left_write(const struct message *message, const struct night_at *at, int member,
                        const char *line)
{
    const int host = lead_on_loan(at) ? at->night->lender : at->night->lead;
    const uint32_t kept = member != host ? NIGHT_EVENTS_KEPT : 0;
    if (at->night->version >= NIGHT_EVENTS_MAX - kept) {
        message_refuse(message, "limit", SAID_NIGHT_TOO_LONG);
    } else {
        night_write(at->room, message, line);
    }
}

void at_line_write(const struct message *message, const struct night_at *at, int member,
                   const char *line)
{
    const int64_t wait_ms = night_switch(at->room, member);
    if (wait_ms > 0) {
        answer_wait(message->session, message->id, SAID_NIGHT_SWITCHES, wait_ms);
    } else {
        at_room_left_write(message, at, member, line);
    }
}

void at_lead_write(const struct message *message, const struct night_at *at, const char *line)
{
    if (lead_on_loan(at)) {
        at_line_write(message, at, at->member, line);
    } else {
        at_room_left_write(message, at, at->member, line);
    }
}

/* ---- All of them ---- */

static const struct message_type *const all_deeds[] = {night_people_deeds, night_play_deeds};

static const struct message_type *deed_find(const char *name)
{
    for (size_t i = 0; i < sizeof all_deeds / sizeof all_deeds[0]; i++) {
        for (const struct message_type *deed = all_deeds[i]; deed->name != NULL; deed++) {
            if (strcmp(deed->name, name) == 0) return deed;
        }
    }
    return NULL;
}

static void night_message(const struct message *message)
{
    struct session *session = message->session;
    const char *what = NULL;
    if (!message_text(message, "do", false, &what)) return;
    const struct message_type *deed = deed_find(what);
    if (deed == NULL) {
        answer_error(session, message->id, "field", SAID_FIELD, "do");
    } else if (deed->keyed && !session->keyed) {
        message_refuse(message, "hello", SAID_KEY_NEEDED);
    } else {
        deed->handle(message);
    }
}

const struct message_type night_messages[] = {
    {"night", night_message, true, false},
    {.name = NULL},
};
