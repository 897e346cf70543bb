/* night_room.h: a game night in memory with the sockets around it.
 *
 * What a room is for a table (inside.h), in small: an event is written first and carried out when
 * it is on disk; messages wait meanwhile. If another node was faster, its events are read and the
 * message is tried again. The night makes the tables that its games are played at, seats people
 * there and takes the results over; all of that follows from the two logs, so a server that is
 * killed anywhere in between goes on where it was. */
#ifndef POND_NIGHT_ROOM_H
#define POND_NIGHT_ROOM_H

#include "inside.h"
#include "night.h"

struct night_room {
    struct hall *hall;
    struct night_room *next;
    char id[STORE_ID_SIZE], code[NIGHT_CODE_SIZE];
    struct night night;
    struct journal journal;  /* its log */
    bool tell_due;           /* someone has come or gone */
    int64_t claims_until_ms; /* the first of the claims that were told lapses then; 0: none */
    /* By number: since when nobody of that member has been here (0: is here), where the latest
     * socket was, and what is left of the member's share of the log. */
    int64_t unseen_ms[NIGHT_NUMBERS_MAX];
    uint32_t addresses[NIGHT_NUMBERS_MAX];
    struct rate switches[NIGHT_NUMBERS_MAX];
    struct rate starts; /* what is left of the night's share of new tables */
    struct night_door { /* how many new people have come from an address */
        uint32_t address;
        int64_t shut_until_ms;
        struct rate rate;
    } doors[NIGHT_DOORS_MAX];
    struct night_asker {            /* who has claimed a place through this node */
        char person[STORE_ID_SIZE]; /* "": nobody */
        uint32_t address;
        int64_t unseen_ms; /* since when there is no connection of theirs; 0: there is one */
    } askers[NIGHT_CLAIMS_MAX];
    int64_t lead_ms;   /* when the leader's phone last said something here, also outside the log */
    bool idle_told;    /* that the lead is free, because the leader does nothing */
    int64_t screen_ms; /* when the screen that opened the night was last here */
    bool screen_told;  /* that it has been off for a while */
    bool looked;       /* for the table of the current game */
    /* In a shared store: whom the other nodes have been told of, who is at one of them. */
    night_members told, elsewhere;
    bool asking, heard; /* until they are heard of, all may be there */
    int64_t asked_ms;
    int64_t used_ms, settled_ms;
    char line[EVENT_LINE_SIZE]; /* that is being written */
    struct session *sessions;   /* through next_in_night */
};

/* ---- night_room.c: finding, loading, writing ---- */

/* By the id of its log; NULL: it is not in memory. */
struct night_room *night_find(struct hall *hall, const char *id);
/* Found, or being loaded. */
struct night_room *night_open(struct hall *hall, const char *code);
/* Is it in memory? */
bool night_loaded(struct hall *hall, const char *code);
/* Can a message be worked on now? If not it waits, and will be run again. */
bool night_may(struct night_room *room, const struct message *message);
/* Writes an event; the session, if any, hears of it with its id. */
void night_write(struct night_room *room, const struct message *message, const char *line);
/* Is there a night with this code that people can come to? */
bool night_live(const struct night_room *room);

/* ---- night_here.c: who is here ---- */

/* The member that a session belongs to; -1: none, or one who has left. */
int night_session_member(const struct night_room *room, const struct session *session);
/* The members whose devices are here, or at another node, and who have not said that they are away;
 * and all whose devices are. */
night_members night_here(const struct night_room *room);
night_members night_connected(const struct night_room *room);
/* For how long a member has not been here; 0: is here, or has gone this very moment. */
int64_t night_away_ms(const struct night_room *room, int member);
/* Notes since when those are away who are. */
void night_unseen_look(struct night_room *room);
/* From when on anyone may take the lead, because the leader is away or does nothing; 0: the leader
 * is here. */
int64_t night_lead_from_ms(const struct night_room *room);
void night_lead_acts(struct night_room *room);
/* May a big screen answer a claim? The one that opened the night may at any time; once it has been
 * off for a minute, every other that shows no key answers what no leader can. */
bool night_answers(const struct night_room *room, const struct session *session,
                   const struct night_claim *claim);
/* Everyone is told when the lead gets free and when the leader acts after all; when the screen has
 * been off for a while, and when it is back. */
void night_here_look(struct night_room *room);
/* In a shared store the other nodes are told who is here, and asked who is there. */
void night_presence_share(struct night_room *room);
/* Can one more session that does not belong to it watch the night? */
bool night_fits(const struct night_room *room, const struct session *session);
void night_enter(struct night_room *room, struct session *session);

/* ---- night_door.c: newcomers, claims, shares ---- */

/* May a newcomer come from the session's address? If so, it is counted, and the number is theirs.
 * Returns how long to wait. */
int64_t night_newcomer(struct night_room *room, const struct session *session, int number);
/* The same for somebody who does not want a number yet. */
int64_t night_knock(struct night_room *room, const struct session *session);
/* Somebody who came from there was removed. */
void night_newcomer_removed(struct night_room *room, int member);
/* May a place be claimed from the session's address? If so, its claim is over when it hangs up. */
bool night_asks(struct night_room *room, const struct session *session);
/* Somebody who has hung up claims nothing any more; and nobody claims the place of a phone that is
 * back. One claim at a time. */
void night_askers_look(struct night_room *room);
/* Those who claim a place do so from there. */
void night_claimed_from(struct night_room *room, const struct night_claim *claim);
void night_denied_from(struct night_room *room, const struct night_claim *claim);
/* Takes an event from a member's share of the log, or a game from the night's share of tables.
 * Returns how long to wait. */
int64_t night_switch(struct night_room *room, int member);
int64_t night_start(struct night_room *room);

/* ---- night_tell.c ---- */

void night_show(struct night_room *room, struct session *session, int64_t id);
/* Shows it to everyone who is at it; to the one who asked for the latest event as the answer. */
void night_tell(struct night_room *room, struct session *asker);

/* ---- night_table.c ---- */

/* Makes sure that the table of the current game is there. */
void night_settle(struct night_room *room);

#endif
