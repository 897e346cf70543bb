/* message_night.h: messages about game nights: where they are meant for, and how they become
 * events.
 */
#ifndef POND_SERVER_MESSAGE_NIGHT_H
#define POND_SERVER_MESSAGE_NIGHT_H

#include "message_at.h"
#include "night_room.h"

struct night_at {
    struct night_room *room;
    struct night *night;
    int member; /* -1: watches */
};

/* What a message can `do`, by file. */
extern const struct message_type night_people_deeds[], night_play_deeds[];

/* Where a message is meant for; a leader who says something is not idle. */
void at_set(const struct message *message, struct night_room *room, struct night_at *at);
/* The night that the session is at, once it can be worked on; else false, */
bool at_night(const struct message *message, struct night_at *at);
/* the same for a member who has not left, */
bool at_member(const struct message *message, struct night_at *at);
/* and for the leader. */
bool at_lead(const struct message *message, struct night_at *at);
/* Some things only a leader may do whom nobody else has lent the lead, until the lender has been
 * gone for long. */
bool at_lead_own(const struct message *message, const struct night_at *at);
/* A member by number, who has not left. */
bool at_other_take(const struct message *message, const struct night_at *at, int *member);

/* Writes an event of a member, out of that member's share of the log. */
void at_line_write(const struct message *message, const struct night_at *at, int member,
                   const char *line);
/* Writes a decision of the leader; one on loan has a share, like everyone. */
void at_lead_write(const struct message *message, const struct night_at *at, const char *line);
/* Writes an event if the log has room for it: the last part is for the leader whose night it is. */
void at_room_left_write(const struct message *message, const struct night_at *at, int member,
                        const char *line);

#endif
