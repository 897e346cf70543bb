/* inside.h: what hall.c, room.c, session.c and message.c share, and nobody else sees.
 *
 * A room is a table in memory with the sockets around it. Its table is what the store has
 * acknowledged, and at most one event more: that one is checked, applied and handed to the store,
 * and nobody hears of it before it is on disk. Messages for the room wait meanwhile. If it cannot
 * be written, or another node was faster, the table is loaded again from the log, which is always
 * right. */
#ifndef POND_INSIDE_H
#define POND_INSIDE_H

#include <jansson.h>

#include "flat.h"
#include "hall.h"
#include "person.h"
#include "say.h"
#include "view.h"

#define BUCKETS 8192 /* of the index of rooms */

struct watch { /* a session at a room */
    struct session *session;
    struct room *room;
    struct watch *next_in_room, **link_in_room;
    struct watch *next_in_session;
};

struct waiting { /* a message that waits for the one before it, or for a room */
    struct waiting *next;
    struct session *session;
    int64_t id; /* of the message where it has been read, else -1 */
    size_t length;
    char text[];
};

struct session {
    struct hall *hall;
    void *wire;
    uint64_t serial;
    struct session *next, **link;               /* all of them */
    struct session *next_person, **link_person; /* the same person's */
    enum pond_language language;
    bool greeted, keyed, saved, legal, board, lobby, gone;
    bool host;   /* has shown that it is the host */
    bool screen; /* the big screen that opened the night that it is at */
    bool busy;   /* a message is being worked on; those after it wait */
    char person[STORE_ID_SIZE];
    struct person *owner; /* who that is; NULL: no key */
    char *name;           /* "" without a key, never NULL */
    char *device;         /* what the client calls itself; NULL: nothing */
    uint8_t key[STORE_HASH_SIZE];
    float rating[POND_GAMES_MAX], deviation[POND_GAMES_MAX];
    struct waiting *waiting, **waiting_last;
    uint32_t waiting_count;
    struct waiting *creates;  /* a `create` while its person's tables are counted; */
    bool counted;             /* they were, */
    uint32_t listed;          /* and how many of them are open and public */
    bool sought;              /* the log was read for its message: a version not known here */
    struct journal *waits_in; /* that has its message, if one has */
    uint32_t requests;        /* on their way to the store */
    struct watch *watches;
    uint32_t watch_count;
    struct rate rate;
    struct night_room *night;      /* the game night that it is at, */
    struct session *next_in_night; /* with others */
    char night_code[9];            /* of the one that it opens */
    uint32_t address;              /* a number for where it comes from; 0: not known */
    struct budget *origin;         /* of that address; NULL: not known */
};

/* A log of the store as a room or a game night holds it. One message about it is at work at a time
 * (its event is being written); the others wait. */
struct journal {
    int64_t place;         /* the store's own number of it, */
    int64_t mark;          /* and its own of the last event; 0: unknown */
    bool loading;          /* events are being read, */
    bool writing;          /* or one is being written: messages wait */
    bool ready;            /* it has been loaded once */
    bool news;             /* another node wrote: look once this is done */
    struct session *asker; /* whose message is being written */
    int64_t asker_id;
    struct waiting *asked; /* that message, to be tried again after a conflict */
    struct waiting *waiting, **waiting_last;
};

struct room {
    struct hall *hall;
    struct room *next, **link;               /* in the bucket */
    struct room *next_of_all, **link_of_all; /* all of them */
    struct table table;
    struct journal journal;        /* its log */
    uint32_t told;                 /* the version that those who watch know */
    bool quick;                    /* programs play: of its last move some may hear later, */
    uint32_t hurries_until;        /* but not before this version */
    enum table_phase phase_before; /* the event that is being written */
    bool thinking;
    struct think_about thinks_about;
    struct think_job *thought; /* what came of it */
    pond_seats hints;          /* seats that a hint is being thought of for */
    int64_t leased_until_ms;   /* this node moves the computer seats; only in shared stores */
    bool leasing;
    pond_seats
        present; /* seats whose people are here, as the other nodes know; shared stores only */
    pond_seats absent;     /* seats whose people are at no node that lives, */
    bool asking;           /* which is being asked */
    bool resume;           /* its clocks stood still while the server or its store was away */
    int64_t looked_ms;     /* when it was last seen whether they stand (room_stand), */
    int64_t still_ms;      /* and the hall's count of that then */
    int64_t written_ms;    /* when the event that is being written came */
    int64_t kept_stood_ms; /* how long they had stood before it was loaded, or written to */
    int64_t ready_ms;      /* since when all know that the table is full */
    uint64_t flag_tick;    /* of the hall: when it was first seen that a clock has run out */
    uint32_t flag_version; /* at this version */
    bool summary_due;      /* lists do not know the latest */
    bool renamed;          /* those who watch do not know somebody's name */
    struct watch *watches;
    uint32_t watch_count;
    int64_t unseen_ms[POND_SEATS_MAX];   /* since when no socket of that person is here */
    int64_t due_ms, used_ms;             /* by the hall's time */
    int64_t seen_ms;                     /* likewise: when the lobby was told of someone here */
    uint32_t made_at;                    /* the address of its creator here; 0: not known */
    int64_t ahead_ms;                    /* of the hall's time: see room_now */
    struct night_room *night;            /* whose table it is; NULL: none's */
    struct rate changes[POND_SEATS_MAX]; /* choices taken up, seats taken back */
};

/* A row of the lobby as those who look at it have been told. */
struct lobby_row {
    char table[STORE_ID_SIZE];
    uint64_t hash; /* of what it says */
};

struct hall {
    struct hall_outside outside;
    struct hall_limits limits;
    struct store *store;
    char node[STORE_ID_SIZE];
    int64_t now_ms, started_ms, lobby_at_ms;
    int64_t due_ms; /* no room is due before this */
    bool lobby_due, lobby_asked, down, stopping;
    bool still;            /* nothing can be written: no clock runs, */
    int64_t still_from_ms; /* since then */
    int64_t still_ms;      /* how long none ran, in all, before that */
    int64_t resumed_ms;    /* when they ran again */
    bool resume_due;       /* rooms do not know of that yet */
    int64_t beat_ms;       /* when this node last gave a sign of life, in a shared store */
    uint64_t ticks;
    struct lobby_row lobby_rows[STORE_LIST_MAX]; /* as they were told last */
    uint32_t lobby_count;
    uint64_t serial;
    struct session *sessions;
    struct people *people;
    struct host *host;
    int64_t slowest_ms, slowest_since_ms; /* of what was written lately */
    int64_t gap_ms[2], gap_since_ms;      /* the longest in this minute, and in the one before */
    struct record_cache *records;
    struct record_ask *asks;     /* under way */
    uint8_t hash_key[16];        /* of the index of rooms; it follows from the node's secret name */
    struct room *rooms[BUCKETS]; /* by id, */
    struct room *all_rooms;      /* and in one list */
    struct night_room *nights;
    struct buffer out;
    char gather[2048]; /* what is written into it gathers here */
    struct view_share share;
    struct hall_figures figures;
    uint32_t requests; /* on their way */
};

/* A message of a client, read. */
struct message {
    struct session *session;
    const struct flat *flat; /* what is in it, where that is simple; else NULL, */
    json_t *root;            /* and here it is */
    int64_t id;              /* -1: it has none */
    const char *text;
    size_t length;
};

/* ---- session.c: answering ---- */

/* `waits`: see hall_outside's `send`. */
void session_send(struct session *session, const struct buffer *message, bool waits);
/* Begins an answer in the hall's buffer: `{"type":…` and the id. End it with answer_send. */
struct pond_json answer_begin(struct session *session, const char *type, int64_t id);
void answer_send(struct session *session, struct pond_json *json);
void answer_send_when(struct session *session, struct pond_json *json, bool waits);
void answer_ok(struct session *session, int64_t id);
/* An error with a sentence of ours (say.h); `field` and the argument may be NULL. */
void answer_error(struct session *session, int64_t id, const char *code, enum said said,
                  const char *argument);
/* `limit`, with a sentence that says in how many seconds to try again; false. */
bool answer_wait(struct session *session, int64_t id, enum said said, int64_t wait_ms);
void answer_refusal(struct session *session, int64_t id, const char *code,
                    const struct pond_error *why);
/* The current message has been answered: the next one's turn. */
void session_next(struct session *session);
void session_run(struct session *session, const char *text, size_t length);
/* Runs a message again that waited, frees it, and goes on with those after it. */
void waiting_run(struct waiting *waiting);
struct waiting *waiting_new(struct session *session, int64_t id, const char *text, size_t length);
void session_index(struct session *session); /* by person, once it is known */
void session_unindex(struct session *session);
void session_name(struct session *session, const char *name); /* keeps a copy of it */
/* Makes sure that the store knows the person before it is needed there. */
void session_save(struct session *session);
/* The same for what other nodes share, where they may know the key as somebody else: false if the
 * message waits for the store; then it runs once more. */
bool session_known(const struct message *message);
/* Tells the store that this device was here. */
void session_seen(struct session *session);
/* Has the key come to belong to another person (by a recovery, elsewhere) when the name was to be
 * written? Then the session is closed, to come back as that one. */
bool session_moved(struct session *session, const struct store_request *request);

/* Takes a price from what the person and everyone at the address may spend. Where they have spent
 * it all, `false` after an answer that says how long to wait. */
bool session_spend(struct session *session, int64_t id, enum spending what, float price);
/* The same, asked before the price is known, and charged without asking once it is. */
bool session_may_spend(struct session *session, int64_t id, enum spending what);
bool session_spent(const struct session *session, enum spending what); /* without an answer */
void session_charge(struct session *session, enum spending what, float price);

/* ---- message.c, message_table.c, message_list.c: what clients may say ---- */

typedef void message_handler(const struct message *message);

struct message_type { /* lists of them end with a NULL name */
    const char *name;
    message_handler *handle;
    bool greeted, keyed; /* only after a hello; only with a key */
};

/* By file, the most frequent first. */
extern const struct message_type play_messages[], table_messages[], person_messages[],
    list_messages[], night_messages[];

void message_handle(struct message *message); /* finds its id, too */
/* These read a member; where it is missing or of the wrong kind they answer so and return false. An
 * optional one that is missing or null leaves what was there. */
bool message_text(const struct message *message, const char *key, bool optional, const char **text);
bool message_number(const struct message *message, const char *key, bool optional, int64_t least,
                    int64_t most, int64_t *number);
bool message_flag(const struct message *message, const char *key, bool *flag);
/* The id of what the member is named after; `none`: what is said to anything else. */
bool message_valid_id(const struct message *message, const char *key, enum said none,
                      const char **id);
/* Answers with an error; false. */
bool message_refuse(const struct message *message, const char *code, enum said said);

/* ---- journal.c ---- */

/* Is an event being written, or the log read? */
bool journal_busy(const struct journal *journal);
/* Has it been read, and is nothing on its way? */
bool journal_idle(const struct journal *journal);
/* Can a message be worked on now? If not it waits, and will be run again. */
bool journal_may(struct journal *journal, const struct message *message);
/* An event is on its way to the store for this message; NULL: for none. */
void journal_ask(struct journal *journal, const struct message *message);
/* That message has been answered: its session goes on. */
void journal_answered(struct journal *journal);
/* These run the message at work again, or the next one that waits; false: there is none, or it may
 * not run yet. The journal may be gone after it. */
bool journal_retry(struct journal *journal);
bool journal_next(struct journal *journal);
/* Takes all messages out and, once the journal may go, refuses them: sessions that are answered
 * continue at once, perhaps with the next message about the same log. */
struct refused {
    struct waiting *asked, *waiting;
};
struct refused journal_take_all(struct journal *journal);
void journal_refuse(struct refused refused, const char *code, enum said said);
/* A session has left: its message is nobody's. */
void journal_forget(struct journal *journal, const struct session *session);
void journal_free(struct journal *journal);

/* ---- room.c ---- */

struct room *room_find(struct hall *hall, const char *table);
struct room *room_open(struct hall *hall, const char *table); /* found, or being loaded */
struct room *room_make(struct hall *hall, const char *table); /* empty, for a first event */
void room_free(struct room *room);
/* Can a message be worked on now? If not it waits, and will be run again. */
bool room_may(struct room *room, const struct message *message);
/* Writes an event; the session, if any, hears of it with its id. */
void room_write(struct room *room, const struct message *message, struct event *event);
/* Whatever follows by itself or by the time. */
void room_settle(struct room *room);
/* When to look at it again if nothing else happens, by the hall's time. */
void room_due(struct room *room, int64_t at_ms);
/* Gives a request what lists say about the table now. */
void room_summary(struct room *room, struct store_request *request);
struct watch *room_watch(struct room *room, struct session *session);
struct watch *room_watching(struct room *room, const struct session *session);
void room_unwatch(struct watch *watch);
/* The messages `table` and `missed`. */
void room_show(struct room *room, struct session *session, int64_t id);
void room_show_all(struct room *room); /* to everyone who watches, unasked */
bool room_show_missed(struct room *room, struct session *session, int64_t id, uint32_t version);
/* Drops a room from memory that nobody has needed for a while. */
void room_drop_idle(struct room *room);
/* Reads what other nodes have written. */
void room_catch_up(struct room *room);
/* The time at this table: the hall's, or later where its log is ahead of that (the machine's clock
 * was set back between two starts, or another node's is wrong). It goes on steadily from the latest
 * event, so no clock stands still and no countdown lasts for hours. */
int64_t room_now(const struct room *room);
/* Clocks stand still while nothing can be done at a table: it is being loaded or written, the store
 * is away or full, the loop was busy. This brings the table's count up to now; it comes before
 * whatever changes that, and before anything that looks at a clock. */
void room_stand(struct room *room);
/* The same is over: all running clocks get their `resume`, countdowns begin again. */
void room_resume(struct room *room);
/* The seat of a session's person; POND_SPECTATOR: none, or removed from the night at its table. */
int room_observer(const struct room *room, const struct session *session);
/* Is a socket of the person at that seat here? */
bool room_seat_watched(const struct room *room, int seat);

/* No room's time goes back, whatever its log says. */
void room_time_follow(struct room *room);
/* ---- settle.c: steps ---- */

/* Writes an event by itself; true. */
bool settle_step(struct room *room, enum event_kind kind, int seat, int64_t number,
                 const char *text);
/* Looks again at that time of the room's. */
void settle_due(struct room *room, int64_t at_ms);

/* ---- presence.c ---- */

bool settle_presence(struct room *room);
/* Other nodes learn who is here during a game, and who has left. */
void presence_tell(struct room *room);

/* ---- room_tell.c ---- */

/* Tells all who watch of the latest event; `all`: with all of the table. */
void room_tell(struct room *room, bool all);

/* ---- room_load.c ---- */

/* Lets those in, one after the other, whose messages wait. The room may be gone after it. */
void room_drain(struct room *room);
/* Applies an event, and what follows from it here. */
void room_apply(struct room *room, const struct event *event);
/* Forgets what could not be written and reads the log again. */
void room_reload(struct room *room);

/* ---- room_think.c ---- */

void room_think(struct room *room, int seat, const struct session *hint, int64_t id);
/* Is this still the decision that a computer has to make? */
bool room_thinks_about(const struct table *table, const struct think_about *about);
/* Stops thinking: in any case, or about what no longer matters. */
void room_think_end(struct room *room);
void room_think_look(struct room *room);

/* ---- message_host.c ---- */

void host_message(const struct message *message);

/* ---- night_room.c, night_here.c, night_table.c: game nights ---- */

void night_exit(struct session *session); /* it leaves the night that it is at, if any */
/* May somebody at a table act there? Not at a night's table if they have left the night or were
 * removed from it; false after an answer, or while the message waits for the night. */
bool night_lets_act(const struct message *message, const struct table *table);
/* The same for taking a seat back: not for those who have said that they are away. */
bool night_lets_back(const struct message *message, const struct table *table);
/* Does the server know who belongs to the night at this table? If not, the message waits. */
bool night_known(const struct message *message, const struct table *table);
/* Has somebody been removed from the night at its table? */
bool night_removed(const struct room *table, const struct session *session);
/* Is it a member of the night at its table, or the screen that opened it? */
bool night_belongs(const struct room *table, const struct session *session);
/* The next step of a night's table; true if an event is being written. */
bool night_table(struct room *room);
void nights_tick(struct hall *hall);
void nights_changed(struct hall *hall, const char *id); /* by another node; "": perhaps all */
void nights_rewrite(struct hall *hall, const char *person, const char *other, const char *name);
void nights_free(struct hall *hall);

/* ---- record.c ---- */

void record_message(const struct message *message);
struct record_cache *record_cache_new(void);
void record_cache_free(struct hall *hall);
void records_forget(struct hall *hall); /* those in memory: somebody has another name in them */
void records_refuse(struct hall *hall); /* those who wait for one are told that it is away */

/* ---- hall.c ---- */

struct store_request *hall_request(struct hall *hall, enum store_verb verb,
                                   void (*done)(struct store_request *), void *context);
/* The same for a session, which is busy until session_request_end. `done` begins with
 * session_request_done, which is false if the session has left meanwhile, or with
 * session_request_fine, which is also false, after an answer, if the store has failed. */
struct store_request *session_request(struct session *session, enum store_verb verb, int64_t id,
                                      void (*done)(struct store_request *));
bool session_request_done(struct store_request *request);
bool session_request_fine(struct store_request *request);
void session_request_refuse(const struct store_request *request); /* the store has failed */
/* Frees the request; the session's next message runs. */
void session_request_end(struct store_request *request);
/* To be called first in any other `done`. */
void hall_request_done(struct hall *hall);
/* Can something be written? Clocks stand still from when it cannot until it can again. */
void hall_still_look(struct hall *hall);
int64_t hall_still_ms(const struct hall *hall);            /* how long they have, since the start */
uint64_t hash_id(const struct hall *hall, const char *id); /* nobody can foresee it */
bool id_valid(const char *id);                             /* of a table or a person */
struct session *session_find(struct hall *hall, uint64_t serial);
void random_id(struct hall *hall, char *out, int length);
void id_of_bytes(const uint8_t *bytes, char *out, int length); /* a letter for each byte */
void secret_new(struct hall *hall, char secret[DEAL_SECRET_SIZE]);
/* ---- lobby.c ---- */

/* A new list: all who watch the lobby, except the one who asked, are told the difference. */
void lobby_take(struct hall *hall, const struct store_request *list, const struct session *asker);
void lobby_tick(struct hall *hall);
/* A public table with people at it says so now and then. */
void lobby_seen(struct room *room);
/* Someone at it has another name: its row in the store says so at once. */
void lobby_renamed(struct room *room);

void summary_json(struct pond_json *json, const struct store_summary *summary, const char *person);

#endif
