/* table.h: a table as its events make it: who sits where, the game, the clocks. Pure.
 *
 * `table_apply` is the only way in which a table changes, so a table loaded from its log is the
 * same as one that was there all the time. Time comes with the events. What clients are told is cut
 * in view.c and nowhere else. */
#ifndef POND_SERVER_TABLE_H
#define POND_SERVER_TABLE_H

#include "deal.h"
#include "event.h"
#include "limits.h"
#include "pond/match.h"
#include "store.h"

enum table_phase { TABLE_OPEN, TABLE_READY, TABLE_PLAYING, TABLE_OVER };
enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_DAYS };

struct table_clock {
    enum clock_kind kind;
    int64_t time_ms, more_ms;
};

enum seat_kind { SEAT_OPEN, SEAT_INVITED, SEAT_COMPUTER, SEAT_PERSON };

#define SEAT_COMPUTER_SIZE 12 /* "level:4" */

struct table_seat {
    enum seat_kind kind;
    enum seat_kind was; /* what the seat is again when its person leaves */
    char person[STORE_ID_SIZE];
    char name[STORE_NAME_SIZE];
    int rating, deviation;
    char computer[SEAT_COMPUTER_SIZE]; /* who plays it; with a person: in that person's name */
    bool replaced;                     /* a computer has played here in this game */
    char promise[DEAL_HASH_SIZE];      /* of its number; "": none */
    bool given;                        /* the client has added its number, */
    char number[DEAL_NUMBER_SIZE];     /* this one */
    bool again;                        /* would like another game */
    bool away;
    int64_t away_until_ms;
    int64_t left_ms; /* on the clock, when `clock_at_ms` was */
    uint32_t wins;
    uint32_t decisions; /* in this game */
    uint32_t hints;     /* in this game */
    int64_t said_at_ms;
    uint32_t
        refused_at; /* a takeback was refused at this ply + 1: not again before the next move */
    /* The last move, for one that is sent again. */
    uint32_t move_for, move_version;
    uint32_t withdrawn_at; /* the version at which it was taken up: older messages are stale */
    int64_t chose_left_ms; /* on the clock before it */
    char move[POND_MOVE_TEXT_MAX];
    struct pond_state move_at; /* where it was made: it may be written in another way */
};

struct table_recent {
    uint32_t version;
    int64_t at_ms, number;
    enum event_kind kind;
    int8_t seat;
    bool sealed; /* a choice laid face down: its text is nobody's business */
    char text[POND_MOVE_TEXT_MAX];
};

#define TABLE_INVITE_LETTERS 12 /* 60 bits: nobody guesses it */
#define TABLE_NIGHT_SIZE 9      /* "newt47" */

struct table {
    char id[STORE_ID_SIZE];
    uint32_t version;
    int64_t at_ms; /* of the last event */
    /* What it is; never changes. */
    const struct pond_game *game;
    struct pond_config config; /* of the first game */
    char options[POND_OPTIONS_TEXT_MAX];
    bool listed, rated;
    struct table_clock clock;
    char by[STORE_ID_SIZE];
    char invite[TABLE_INVITE_LETTERS + 1];
    char night[TABLE_NIGHT_SIZE]; /* the code of the game night that made it; "": none */
    int64_t created_ms;
    /* Where it stands. */
    enum table_phase phase;
    bool closed;
    bool visited;       /* someone has sat down */
    int64_t full_at_ms; /* since when it has been full */
    int seat_count;
    struct table_seat seats[POND_SEATS_MAX];
    char secret[DEAL_SECRET_SIZE]; /* of the current game or, when over, of the next one */
    char commit[DEAL_HASH_SIZE];
    bool secret_fresh;   /* not used by a game yet */
    bool reveal;         /* promises have had their time, */
    int64_t promised_ms; /* the last of them came then, or their time was over */
    uint32_t aborts;     /* deals of this secret that somebody left after promising */
    /* The current game, or the last one. */
    uint32_t number; /* of it in the series, from 1 */
    bool begun;      /* there is one */
    bool unrated;    /* hints or takebacks */
    bool timed;      /* the latest who gave up ran out of time */
    struct pond_match match;
    struct pond_entry *log;
    struct pond_state before; /* the latest event, and how many entries were in the log */
    uint32_t before_count;
    char deal_secret[DEAL_SECRET_SIZE], deal_commit[DEAL_HASH_SIZE];
    char deal_number[POND_SEATS_MAX][DEAL_NUMBER_SIZE];
    char deal_promise[POND_SEATS_MAX][DEAL_HASH_SIZE];
    uint32_t deal_aborts;
    int64_t began_ms;
    int64_t clock_at_ms; /* the clocks are charged from here on, */
    int64_t
        stood_ms; /* but for so long, when they stood still; not in the log until the next event */
    uint32_t decision_since; /* the version at which the current decision came up, */
    int64_t decision_ms;     /* and the time */
    struct {
        uint32_t games, draws, dummy;
    } series;
    struct {
        bool open;
        int seat;
        uint32_t count;
        pond_seats agreed;
    } ask;        /* to take something back */
    int declined; /* the seat whose draw offer was declined and has not lapsed yet, or -1: in the
                   * record it still stands, so there is no room for another one */
    struct table_recent recent[TABLE_RECENT_MAX]; /* by version, modulo */
};

void table_init(struct table *table, const char *id);
void table_free(struct table *table);
/* Carries an event out. An event that does not fit changes nothing but the version: the log is the
 * truth even where it is odd. */
void table_apply(struct table *table, const struct event *event);

/* ---- Questions ---- */

int table_seat_of(const struct table *table, const char *person); /* -1: nowhere */
bool table_full(const struct table *table);
bool table_playing(const struct table *table);
/* Has everyone promised a number (or shown one unpromised), or has there been time enough? Then
 * numbers that were promised are shown. */
bool table_reveals(const struct table *table);
/* Is a number promised and not shown yet? */
bool table_owes(const struct table *table);
/* The seats that must decide now. */
pond_seats table_turn(const struct table *table);
/* The same, those that a computer plays; none where computers would go on among themselves with the
 * game of a night whose people are all away. */
pond_seats table_turn_computers(const struct table *table);
/* What is on a seat's clock now; INT64_MAX if none runs or there is none. */
int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms);
/* The seats of people, all of whom must agree to something. */
pond_seats table_persons(const struct table *table);
/* Who has to agree before something is taken back: those who play and, at a game night's table,
 * also those for whom a robot plays meanwhile. */
pond_seats table_asked(const struct table *table);
/* Is there a clock, and time enough to play by it? */
bool table_clock_rates(const struct table_clock *clock);
/* Does the current game count for ratings? */
bool table_rates(const struct table *table);
/* Is this the seat's last move, made for that version? It may be written in any way. */
bool table_move_same(const struct table *table, int seat, int64_t version, const char *text);
/* How the current game ended for ratings; false if it does not count. */
bool table_outcome(const struct table *table, struct store_outcome *outcome);
void table_summary(const struct table *table, struct store_summary *summary);
/* The record of the current game as an observer may see it; when it is over, complete with the
 * proof of its deal. */
void table_record(const struct table *table, int observer, pond_sink *sink, void *context);
extern const char *const clock_kind_names[CLOCK_DAYS + 1]; /* as messages name them */
void table_clock_json(const struct table_clock *clock, char text[STORE_CLOCK_TEXT_MAX]);

/* ---- The first event ---- */

struct table_plan {
    const struct pond_game *game;
    struct pond_config config;
    bool listed, rated;
    struct table_clock clock;
    char by[STORE_ID_SIZE];
    char invite[TABLE_INVITE_LETTERS + 1];
    char night[TABLE_NIGHT_SIZE];
    char secret[DEAL_SECRET_SIZE];
    char seats[POND_SEATS_MAX][SEAT_COMPUTER_SIZE]; /* "me", "open", "invited" or a computer */
    int rating, deviation;                          /* of the one who makes it */
    char name[STORE_NAME_SIZE];
};

void table_plan_print(const struct table_plan *plan, char text[EVENT_TEXT_SIZE]);

#endif
