/* store.h: where tables, people and ratings are kept: verbs of the domain, no SQL.
 *
 * The log of events is the truth: (table, version) is unique in it, so it decides every race, and
 * whatever else is kept (lists, ratings) is written with the events it follows from. A request is
 * handed in with `store_submit` and comes back through its `done`, called from `store_poll` on the
 * caller's own thread, after it is on disk. Requests that write share a transaction (group commit).
 *
 * A backend (sqlite.c, postgres.c) is a link to a database. The verbs stand once, in verbs*.c, over
 * a small driver of each (driver.h); store.c has the threads and the queues for all of them. */
#ifndef POND_STORE_H
#define POND_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "glicko.h"
#include "pond/record.h"

#define STORE_ID_SIZE 17   /* 16 characters: a table or a person */
#define STORE_HASH_SIZE 32 /* of a key or a recovery code */
#define STORE_NAME_SIZE (POND_NAME_MAX + 1)
#define STORE_GAME_SIZE 12   /* a game's name */
#define STORE_EVENT_MAX 2048 /* bytes of one event's text */
#define STORE_LIST_MAX 100   /* rows of any list, */
#define STORE_NOTES_MAX 1000 /* but for notes and traces, */
#define STORE_KEPT_MAX 20000 /* and for what a host has decided */
#define STORE_NOTE_SIZE 512
#define STORE_NOTE_KEY_SIZE 72 /* the longest is a hash in hexadecimal digits */
#define STORE_SEATS_TEXT_MAX 800
#define STORE_CLOCK_TEXT_MAX 80
#define STORE_BATCH_MAX 1024  /* requests of one transaction */
#define STORE_LEASE_MS 15000  /* how long a lease lasts that is not renewed */
#define STORE_LISTED_MS 90000 /* public tables are listed so long after the last sign of life, */
#define STORE_PARTNER_GAMES_MAX 10 /* games of the same two people that count for ratings, */
#define STORE_PARTNER_MS (24LL * 3600 * 1000)          /* in so long */
#define STORE_LISTED_DAYS_MS (30LL * 24 * 3600 * 1000) /* or so long where people play by turns */

enum store_status {
    STORE_FINE,
    STORE_CONFLICT, /* another's event has that version */
    STORE_NONE,     /* there is no such thing */
    STORE_REFUSED,  /* could not be written (disk full, an error); nothing happened */
    STORE_AGAIN, /* two nodes waited for each other; store.c begins again, callers never see it */
    STORE_DOWN,  /* the connection is lost, or the file is no longer in its place; store.c tries
                  * again, callers never see this one */
};

enum store_verb {
    STORE_APPEND,   /* events of a table, with what lists and ratings need */
    STORE_LOAD,     /* a table's events after a version */
    STORE_LOBBY,    /* public tables that are open or being played, with people at them */
    STORE_MINE,     /* the tables of a person */
    STORE_PERSON,   /* who holds this key */
    STORE_NAME,     /* writes a person's name, and the person where it is new; CONFLICT where the
                     * key has come to belong to another one. Where `number` is 1, by no key */
    STORE_RECOVERY, /* keeps the hash of a recovery code for a person */
    STORE_RECOVER,  /* gives a key to the person with that code, which is used up */
    STORE_REVOKE,   /* a person's other keys (all but `key`) become those of a new person, whose id
                     * is `other`; recovery codes lapse. `row_count`: how many keys. Where
                     * `number` is 1, only the key whose hash is `code` */
    STORE_SEEN,     /* this key was used at `at_ms`, on the device called `name` */
    STORE_DEVICES,  /* a person's keys as notes: hash, when it was seen, name of the device */
    STORE_LEADERS,  /* the best of a game */
    STORE_HISTORY,  /* the ratings of a person in a game over time */
    STORE_LEASE,    /* may this node move the computer seats of this table, for a while? */
    STORE_BEAT,     /* this node lives: what it says of who is here holds for a while longer */
    STORE_PRESENCE, /* a person is at a table on this node, or no longer (`number` is 0) */
    STORE_PRESENT,  /* the people who are at a table on another live node */
    STORE_TABLES,   /* ids of tables after an id, for exports */
    STORE_NOTE,     /* keeps one note of a kind (`game`), or drops it where its text is empty */
    STORE_NOTES,    /* the notes of a kind, the newest first, at most `number` */
    STORE_PEOPLE,   /* persons whose id or name has `name` in it, the last seen first, as notes */
    STORE_SIZE,     /* how large it all is: `mark` bytes, `place` persons, `behind` tables */
    STORE_TRACES,   /* events that mention a person; each text begins with the table's id, and
                     * `at_ms` is the backend's own */
    STORE_REWRITE,  /* gives such events, handed back, another text */
    STORE_ERASE,    /* drops a person with keys, codes, ratings and places at tables */
    STORE_VOID,     /* takes back what the latest rated game of a table did to ratings; NONE where
                     * there is none. `row_count`: for how many people */
    STORE_VERBS
};

struct store_event {
    uint32_t version;
    int64_t at_ms;
    char *text; /* one line, the domain's own (src/server/event.h) */
};

enum store_phase { STORE_OPEN, STORE_PLAYING, STORE_OVER };

/* What lists say about a table. */
struct store_summary {
    char table[STORE_ID_SIZE];
    char game[STORE_GAME_SIZE];
    char options[POND_OPTIONS_TEXT_MAX];
    char clock[STORE_CLOCK_TEXT_MAX]; /* JSON, as in docs/protocol.md */
    char seats[STORE_SEATS_TEXT_MAX]; /* JSON likewise */
    uint8_t phase;                    /* enum store_phase */
    bool listed, rated, days;         /* days: of those who play by turns, and need not be there */
    int64_t updated_ms;               /* when something happened there, or someone was seen */
    char person[POND_SEATS_MAX][STORE_ID_SIZE]; /* by seat; "" where none */
    pond_seats waits;                           /* seats whose turn it is */
};

/* A finished game that counts for ratings. */
struct store_outcome {
    char game[STORE_GAME_SIZE];
    int count;
    char person[POND_SEATS_MAX][STORE_ID_SIZE];
    int rank[POND_SEATS_MAX]; /* the lower the better; equal: a draw between the two */
};

struct store_person {
    char id[STORE_ID_SIZE];
    char name[STORE_NAME_SIZE];
    char game[STORE_GAME_SIZE];           /* whose rating this is, in lists of leaders */
    struct glicko rating[POND_GAMES_MAX]; /* by index in pond_games; lists of leaders use [0] */
};

/* What a host wants kept: settings, bans, what was done. */
struct store_note {
    char key[STORE_NOTE_KEY_SIZE];
    int64_t at_ms;
    char text[STORE_NOTE_SIZE];
};

struct store_rating_row {
    int64_t at_ms;
    struct glicko rating;
    char table[STORE_ID_SIZE];
    double score;
};

struct store_request {
    enum store_verb verb;
    enum store_status status;
    void (*done)(struct store_request *request);
    void *context;
    int64_t id;                 /* the caller's */
    struct store_request *next; /* the store's */
    /* Called once it was carried out well, on the store's thread: for what takes long. NULL: none.
     * What it makes is freed with the request, unless the caller takes it. */
    void (*work)(struct store_request *request);
    void *made;
    void (*made_free)(void *made);
    uint32_t number; /* the caller's */

    char table[STORE_ID_SIZE];  /* APPEND, LOAD, LEASE, PRESEN*; TABLES: the last one seen */
    char person[STORE_ID_SIZE]; /* MINE, NAME, RECOVERY, HISTORY, PRESENCE */
    char other[STORE_ID_SIZE];  /* REVOKE */
    char name[STORE_NAME_SIZE];
    char game[STORE_GAME_SIZE]; /* LEADERS, HISTORY */
    uint8_t key[STORE_HASH_SIZE], code[STORE_HASH_SIZE];
    uint32_t version; /* APPEND: of the first event; LOAD: after this one */
    int64_t at_ms;    /* now, for leases and ratings */
    int64_t place;    /* APPEND, LOAD: the backend's own number of the table; 0 where unknown. Who
                       * hands it in again saves a search. */
    int64_t mark;     /* APPEND, LOAD, out: the backend's own of the last event; 0: it has none, */
    int64_t behind;   /* and in, with the next APPEND: the mark of the event before; 0: unknown */

    uint32_t event_count; /* APPEND: in; LOAD: out */
    struct store_event *events;
    struct store_summary *summary; /* APPEND: NULL if lists need not know */
    struct store_outcome *outcome; /* APPEND: NULL if nothing is rated */

    uint32_t row_count; /* out; the lists are freed by store_request_free */
    struct store_summary *tables;
    struct store_person *persons;
    struct store_rating_row *ratings;
    struct store_note *notes; /* NOTE: the one to keep, in */
};

struct store_request *store_request_new(enum store_verb verb);
void store_request_free(struct store_request *request);
/* Adds an event to a request: the text is copied. */
void store_request_event(struct store_request *request, uint32_t version, int64_t at_ms,
                         const char *text);

/* ---- Backends ---- */

struct store_link; /* one connection, used by one thread */

/* What a host may meet and do something about. The catalogue has a sentence for each in every
 * language (pond/words/en/store.def), except for the first two. */
enum store_why {
    STORE_WHY_TEXT,    /* what the database says is all that is known */
    STORE_WHY_MISSING, /* there is no such file */
#define MESSAGE(name, text) STORE_WHY_##name,
#include "pond/words/en/store.def"
#undef MESSAGE
    STORE_WHYS
};

struct store_trouble {
    char text[200]; /* for the host's eyes; never holds a secret */
    enum store_why why;
};

/* Says why, and gives false. */
bool store_trouble_is(struct store_trouble *trouble, enum store_why why, const char *text);
/* The sentence for it, or the database's own words where there is none. */
const char *store_trouble_text(const struct store_trouble *trouble, enum pond_language language);
/* A kind of trouble by name, to be kept: "FULL". A name that is not known stands for the text. */
const char *store_why_name(enum store_why why);
enum store_why store_why_find(const char *name, size_t length);

struct store_backend {
    const char *scheme; /* "sqlite:" */
    bool shared;        /* other nodes may write to it as well */
    struct store_link *(*open)(const char *where, struct store_trouble *why);
    void (*close)(struct store_link *link);
    /* A transaction around requests that write. */
    enum store_status (*begin)(struct store_link *link);
    enum store_status (*commit)(struct store_link *link);
    void (*rollback)(struct store_link *link);
    /* Carries a request out. An append whose events are there already with the same texts is fine:
     * it was written before the connection was lost. */
    enum store_status (*run)(struct store_link *link, struct store_request *request);
    /* Copies everything into a file while others may write, and a whole file into an empty place.
     * NULL: the database has tools of its own for that. */
    bool (*backup)(const char *where, const char *file, struct store_trouble *why);
    bool (*restore)(const char *where, const char *file, struct store_trouble *why);
    bool (*check_backup)(const char *file, struct store_trouble *why);
    /* What the database's own clock says. NULL: the machine's clock is the only one. */
    bool (*time)(const char *where, int64_t *now_ms);
    /* Waits up to so long for another node's news and gives the table's id; NULL: not shared. */
    bool (*listen)(struct store_link *link, int wait_ms, char table[STORE_ID_SIZE]);
    /* Now and then, while there is nothing to write: is it still in its place? Where `writes`, it
     * is tried as well whether something can be written. NULL: trouble shows by itself. */
    enum store_status (*check)(struct store_link *link, bool writes);
};

extern const struct store_backend store_sqlite, store_postgres;
extern const struct store_backend *const store_backends[]; /* ends with NULL */

/* ---- The store ---- */

struct store;

struct store_events {
    void *context;
    void (*wake)(void *context); /* from another thread: call store_poll soon */
    void (*changed)(void *context, const char *table); /* from store_poll: another node wrote */
    void (*down)(void *context, bool is_down);         /* from store_poll: lost, and there again */
};

/* Opens `sqlite:FILE` or another scheme. Without threads everything happens in store_poll: for
 * simulations and tools. NULL, and why, if it cannot be opened. */
struct store *store_open(const char *where, bool threads, const struct store_events *events,
                         struct store_trouble *why);
/* The same with a backend of the caller's, such as one that fails on purpose. */
struct store *store_open_with(const struct store_backend *backend, const char *where, bool threads,
                              const struct store_events *events, struct store_trouble *why);
/* Takes a request; it sets out with the next store_flush or store_poll. */
void store_submit(struct store *store, struct store_request *request);
void store_flush(struct store *store);
/* Calls `done` of what has been finished. Returns how many. */
int store_poll(struct store *store);
/* Finishes what was handed in, calls `done` for it, and closes. */
void store_close(struct store *store);
bool store_shared(const struct store *store);
/* Is this an address: a known scheme with something after it? */
bool store_address_fits(const char *where);
/* The address as people may read it, in messages and logs: without passwords. */
void store_address_shown(const char *where, char *shown, size_t size);
/* Could what was to be written last not be written? */
bool store_failing(struct store *store);
bool store_backup(const char *where, const char *file, struct store_trouble *why);
bool store_restore(const char *where, const char *file, struct store_trouble *why);
/* A file that root has just made in another user's folder becomes that user's: a service that runs
 * as them could not open it otherwise. */
void store_file_give(int file, const char *path);
/* Is this file a whole backup? */
bool store_check_backup(const char *file, struct store_trouble *why);
/* The time that all nodes of a shared store go by; false if there is none but the machine's. */
bool store_time(const char *where, int64_t *now_ms);
/* What metrics say. */
struct store_figures {
    uint64_t commits, requests, events, refused;
};
struct store_figures store_figures(struct store *store);

#endif
