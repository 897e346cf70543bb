/* event.h: what happens at a table, as a value and as the line of text that the store keeps.
 *
 * A line is `kind seat number text`: `move 0 5 b1-c3` is seat 0's b1-c3, made for version 5. A seat
 * of `-` is nobody's. `move 0 5+120 b1-c3` says that the clocks stood still for 120 ms since the
 * event before. Lines are the truth: whatever a table is follows from them. */
#ifndef POND_EVENT_H
#define POND_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EVENT_TEXT_SIZE 1500
#define EVENT_LINE_SIZE (EVENT_TEXT_SIZE + 64)

enum event_kind {
    EVENT_NONE,
    EVENT_CREATE,   /* text: what the table is; see table.c */
    EVENT_SIT,      /* text: person, rating, deviation, name */
    EVENT_LEAVE,    /* before the game begins */
    EVENT_NUMBER,   /* text: the seat's number for the deal */
    EVENT_PROMISE,  /* text: the SHA-256 of the number that the seat will show */
    EVENT_REVEAL,   /* promises have had their time: numbers are shown */
    EVENT_START,    /* the game begins */
    EVENT_MOVE,     /* number: the version it was made for; text: the move */
    EVENT_WITHDRAW, /* takes up its choice of a round that is still open */
    EVENT_RESIGN,   /* gives up */
    EVENT_TIME,     /* has run out of time, which is giving up */
    EVENT_OFFER,    /* offers a draw, */
    EVENT_ACCEPT,   /* accepts, */
    EVENT_DECLINE,  /* or declines it */
    EVENT_ASK,      /* number: decisions that the seat would like to take back */
    EVENT_AGREE,    /* is fine with that, */
    EVENT_REFUSE,   /* or not */
    EVENT_TAKEBACK, /* number: decisions; all have agreed, `seat` had asked */
    EVENT_SAY,      /* text: a set phrase */
    EVENT_HINT,     /* has asked for a hint */
    EVENT_COMMIT,   /* text: the server's secret for the next game; only its hash is shown */
    EVENT_AGAIN,    /* would like another game; text: the number for its deal, or nothing, or
                     * `=` and a promise of it */
    EVENT_AWAY,     /* number: until when the others wait */
    EVENT_HERE,     /* is there again */
    EVENT_COMPUTER, /* text: the computer that plays on in that seat's name */
    EVENT_BACK,     /* plays itself again */
    EVENT_SUCCEED,  /* text: person, name; somebody else has the seat from now on */
    EVENT_RESUME,   /* the server or its store was away: no clock ran */
    EVENT_CLOSE,    /* nobody is left before the game began */
    EVENT_KINDS
};

struct event {
    enum event_kind kind;
    int seat; /* -1: nobody's */
    uint32_t version;
    int64_t at_ms;
    int64_t number;
    int64_t stood_ms; /* so long no clock ran since the event before */
    char text[EVENT_TEXT_SIZE];
};

const char *event_name(enum event_kind kind);
void event_print(const struct event *event, char line[EVENT_LINE_SIZE]);
/* False if the line isn't an event. */
bool event_parse(const char *line, struct event *event);

#endif
