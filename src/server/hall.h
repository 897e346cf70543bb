/* hall.h: the whole play server without its sockets, clock and threads.
 *
 * Messages and ticks go in; messages, thinking jobs and closings come out through `struct
 * hall_outside`; the store is handed in. So the same hall serves people (loop.c), is simulated from
 * a seed in one process (tests), and is measured without a network. One thread owns it. */
#ifndef POND_HALL_H
#define POND_HALL_H

#include "budget.h"
#include "buffer.h"
#include "pond/json.h"
#include "store.h"
#include "table.h"

struct hall;
struct session;

#define THINK_COMPUTER_SIZE 32 /* a seat's, or the full engine with its settings */

/* The decision that a thought is about. */
struct think_about {
    uint32_t number, ply; /* of the game, and of the decision in it; */
    uint32_t since;       /* the table's version at which that came up */
    int seat;
};

/* A decision that a computer is to make; also a hint. Owned by its current holder. */
struct think_job {
    struct think_job *next; /* for the current holder's use */
    char table[STORE_ID_SIZE];
    struct think_about about;
    char computer[THINK_COMPUTER_SIZE];
    uint64_t seed;
    uint32_t time_ms_max;
    uint64_t nodes;             /* at most; 0: as many as the player is set to */
    bool patient;               /* no person plays at that table: those who wait go first */
    uint64_t session;           /* a hint: who asked for it; 0: a computer's seat */
    int64_t id;                 /* of that message, -1 where it had none */
    char person[STORE_ID_SIZE]; /* on whose account, */
    uint32_t address;           /* and where that is; 0: not known */
    volatile bool stop;         /* to answer at once with what has been found */
    struct pond_match match;
    struct pond_entry *log;
    /* The answer; no move where nobody needs it any more. */
    char move[POND_MOVE_TEXT_MAX];
    double value;
};

/* Thinks: made for worker threads, and as good anywhere else. */
void think_job_run(struct think_job *job);
void think_job_free(struct think_job *job);

struct hall_outside {
    void *context;
    /* A whole text message for a session; `waits`: nothing hangs on it, and it may go a few
     * milliseconds later with the next one. */
    void (*send)(void *context, struct session *session, const char *bytes, size_t length,
                 bool waits);
    /* Ends a session; hall_leave follows from outside, not before this returns. */
    void (*close)(void *context, struct session *session, int code);
    /* Takes a job; it comes back by hall_thought. */
    void (*think)(void *context, struct think_job *job);
    /* Nobody needs to know any more what a table's computers would do, or (where there is a
     * session) what hints that session has asked for. The jobs come back all the same. May be
     * NULL. */
    void (*forget)(void *context, const char *table, uint64_t session);
    void (*random)(void *context, void *bytes, size_t length);
    /* A game at a public table is over. May be NULL. */
    void (*played)(void *context, const struct pond_match *match);
    /* Adds what only the outside knows (processor, memory, disk) to what a host sees. May be NULL.
     */
    void (*host_figures)(void *context, struct pond_json *json);
    /* `backup` makes one, `backups` lists them, `check` looks at one of them: the answer comes by
     * hall_backup_done, in that language. False if this store has no backups of ours. May be
     * NULL. */
    bool (*backup)(void *context, uint64_t session, int64_t id, enum pond_language language,
                   const char *what, const char *file);
};

struct hall_limits {
    bool off; /* no limits by socket, person or address: for load tests */
};

/* Limits that a host may change while the server runs. */
enum setting_name {
    SETTING_TABLES,      /* unfinished tables of a person, */
    SETTING_LISTED,      /* open public ones of those, */
    SETTING_CREATES,     /* new ones by minute */
    SETTING_SPECTATORS,  /* at a table */
    SETTING_CONNECTIONS, /* by address */
    SETTINGS
};

struct setting {
    const char *name;
    int least, most, usual;
};

extern const struct setting settings[SETTINGS];

/* Why clients are refused something, by the code of the error. */
#define REFUSALS 19
extern const char *const refusal_names[REFUSALS];

/* How long it took until a move was on disk: up to this many milliseconds, or longer. */
#define DELAYS 10
extern const int delays_ms[DELAYS];

/* What /metrics says. */
struct hall_figures {
    uint64_t messages_in, messages_out, bytes_out, moves, events, refused, games, tables_made;
    uint32_t sessions, rooms, waiting; /* waiting: requests on their way to the store */
    uint64_t refusals[REFUSALS];
    uint64_t delays[DELAYS + 1], delays_sum_ms;
    int64_t gap_ms; /* the longest that nobody was heard for, in the last minute or two */
};

/* `node` is random, and told to no client. */
struct hall *hall_new(const struct hall_outside *outside, const char *node,
                      const struct hall_limits *limits);
void hall_free(struct hall *hall);
/* The hall's store; its events are the three functions below. */
void hall_store_set(struct hall *hall, struct store *store);
void hall_store_changed(void *hall, const char *table);
void hall_store_down(void *hall, bool is_down);

/* The time never goes back: an earlier one is ignored. Call it before anything else happens. */
void hall_time(struct hall *hall, int64_t now_ms);
/* Does what is due: clocks, countdowns, lists. Some ten times a second is right. */
void hall_tick(struct hall *hall);
/* `wire` is the caller's. */
struct session *hall_enter(struct hall *hall, void *wire);
/* Where it comes from: a number, and what everyone there may spend, which must outlive the session.
 * Without this there are no limits by address. */
void hall_address(struct session *session, uint32_t address, struct budget *budget);
void hall_leave(struct session *session);
void hall_message(struct session *session, const char *text, size_t length);
/* Counts a ping, a pong or a piece of a message against the socket's own limit; one too many closes
 * the session, and the answer is false. */
bool hall_speaks(struct session *session);
void hall_thought(struct hall *hall, struct think_job *job);
enum record_status {
    RECORD_FINE,
    RECORD_NONE,  /* there is no such game */
    RECORD_AWAY,  /* the store is away, or the server stops */
    RECORD_LATER, /* this address has asked for too much */
};
struct record_ask;
typedef void record_heard(void *context, enum record_status status, struct blob *text);
/* Asks for the record of a game (0: the latest) as spectators see it, at the expense of an address
 * (NULL: of none). Where it is answered before this returns, that is NULL. */
struct record_ask *hall_record(struct hall *hall, const char *table, uint32_t number,
                               struct budget *origin, record_heard *heard, void *context);
/* The session that asked is gone. */
void hall_record_forget(struct record_ask *ask);
/* Tells everyone that the server stops. */
void hall_goodbye(struct hall *hall);
/* Nothing is on its way to or from the store? */
bool hall_quiet(const struct hall *hall);
struct hall_figures hall_figures(const struct hall *hall);
/* What opens the host's tools; from a file that only the host can read. */
void hall_host_token(struct hall *hall, const char *token);
/* A code for a link to the host's page, which works once. */
void hall_host_code(struct hall *hall, char code[65]);
/* The answer to `backup`: a JSON value. */
void hall_backup_done(struct hall *hall, uint64_t serial, int64_t id, const char *what,
                      const char *members);
/* The backup that the hall has asked for by itself (`nightly`); NULL: it is fine. */
void hall_nightly_done(struct hall *hall, const struct store_trouble *why);
int hall_setting(const struct hall *hall, enum setting_name which);
void *session_wire(const struct session *session);
bool hall_down(const struct hall *hall);

#endif
