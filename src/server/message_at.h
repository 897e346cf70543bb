/* message_at.h: messages about tables: where they are meant for, and how they become events. */
#ifndef POND_SERVER_MESSAGE_AT_H
#define POND_SERVER_MESSAGE_AT_H

#include "inside.h"

struct at {
    struct room *room;
    struct table *table;
    int seat; /* or POND_SPECTATOR */
};

/* The room that a message is about, once it can be worked on; else false. */
bool at_table(const struct message *message, struct at *at);
/* The same for someone who sits there, */
bool at_seat(const struct message *message, struct at *at);
/* and while the game is on and the person plays it. */
bool at_play(const struct message *message, struct at *at);
/* Does this node know of the version that a client has seen? If not, the message waits until the
 * log has been read: another node may have written more. */
bool at_version(const struct message *message, const struct at *at, int64_t version);
/* A seat goes back and forth between two things, which is in the log each time: at a fair pace? */
bool seat_may_change(const struct message *message, const struct at *at);
/* Watches along with whatever else a person does at a table. */
bool watch_too(const struct message *message, struct at *at, bool sits);
void message_event(const struct message *message, const struct at *at, enum event_kind kind,
                   int seat, int64_t number, const char *text);
/* The index of a game in pond_games. */
int game_index(const struct pond_game *game);
/* May games begin, or has the host said that none do? */
bool games_begin(const struct message *message);
void message_create(const struct message *message);

#endif
