/* online.h: a person at a play server: the tables there, the current one, and what happens at it in
 * words. The screen (screen.c, lobby.c) and the line client (line.c) build on it. */
#ifndef POND_ONLINE_H
#define POND_ONLINE_H

#include "canvas.h"
#include "link.h"
#include "mirror.h"
#include "terminal.h"
#include "voice.h"

#define ONLINE_ID_SIZE 17
#define ONLINE_CODE_SIZE 24
#define ONLINE_NAME_SIZE 104

struct online {
    struct link link;
    char number[33]; /* of our own for the next deal, promised and not shown yet; "": none */
    bool promising;  /* a promise is on its way */
    struct voice voice;
    const struct terminal_options *options; /* of the screen */
    char table[ONLINE_ID_SIZE], invite[ONLINE_CODE_SIZE];
    char night[ONLINE_CODE_SIZE];     /* the code of a game night that we are at; "": none */
    char night_table[ONLINE_ID_SIZE]; /* the last of its tables; "-": there was none yet */
    bool night_over;                  /* it has been ended */
    bool at_table;                    /* the server has said so */
    bool watches;                     /* there is no seat for us: we look on */
    bool missing;                     /* there is no such table, or no such game night */
    json_t *evening;                  /* the night as it was last told, or NULL */
    int64_t evening_ms;               /* when that was */
    char vote[24];                    /* at the night: what we vote for, until it is told */
    char called[ONLINE_NAME_SIZE];    /* and the name that we asked for there, or "" */
    char refusal[SENTENCE_MAX];       /* why there is no such night */
    bool night_missing;               /* it is not here, */
    bool searches;                    /* which is not told: it may be at another server */
    int64_t version, heard_ms;        /* when the clocks were told */
    json_t *held;                     /* the table as the messages tell it, or NULL */
    json_t *lobby, *mine;             /* lists of tables */
    struct mirror mirror;
    uint32_t changes;         /* of the table, to be shown */
    uint32_t lists;           /* of the lists likewise */
    bool lost;                /* the line was, when we last looked */
    uint32_t welcomes, pongs; /* that have come */
    json_t *devices;          /* that can play as us, as they were told last, or NULL */
    uint32_t devices_told;    /* lists of them that have come */
    bool recovering;          /* a code from another device is on its way */
    /* Output, line by line: to the story, or to the terminal. */
    void (*told)(void *context, uint8_t style, const char *line);
    void *context;
};

/* Your identity for that server: made once, kept in the file; false if that fails. */
bool online_key(const char *path, const struct stream_address *address, char key[LINK_KEY_SIZE]);
/* Reads `/t/TABLE?invite=CODE`, or `/n/CODE` of a game night. */
void online_path(struct online *online);
bool online_open(struct online *online);
void online_close(struct online *online);
/* Waits as link_wait does, and tells what there is to tell. */
void online_wait(struct online *online, int time_ms, int other);

/* ---- Saying ---- */

/* A message about the current table; the second word may be NULL. */
void online_say(struct online *online, const char *type, const char *key, const char *value);
/* The answer to whatever someone has asked. */
void online_answer(struct online *online, bool yes);
/* Withdraws a choice that is still sealed; else asks the others to take the last move back. */
void online_undo(struct online *online);
void online_play(struct online *online, const char *move);
void online_enter(struct online *online, const char *table, bool watch);
void online_leave(struct online *online); /* the table, for the lobby */
void online_again(struct online *online);
/* A table of a game with these options; computers of that level in the other seats, or -1: people.
 */
void online_create(struct online *online, const struct pond_game *game,
                   const struct pond_config *config, int level, bool listed);
void online_lobby(struct online *online);

/* ---- Who we are (identity.c) ---- */

/* Asks which devices can play as us. */
void online_devices(struct online *online);
bool online_device_own(const json_t *device); /* is it this one? */
/* One line about one of them. */
void online_device_line(const struct online *online, const json_t *device, struct pond_text *out);
void online_sign_out(struct online *online, const json_t *device); /* NULL: all the others */
/* Asks for a code that lets another device play as us; plays as the person whose code this is. */
void online_code_make(struct online *online);
void online_code_use(struct online *online, const char *code);

/* ---- At a game night (guest.c) ---- */

/* Comes in, or comes back; by the name that was asked for, if one was. */
void online_night_join(struct online *online);
/* Hears how the night stands: tells what is new, and goes to the table of a game that begins. */
void online_night_take(struct online *online, const json_t *message);
/* Does something there: a deed without anything more, or with a game or a phrase. */
void online_night_do(struct online *online, const char *deed, const char *key, const char *value);
/* For the next game; a leader whom no vote binds chooses it. */
void online_vote(struct online *online, const char *game);
bool online_night_decides(const struct online *online);
void online_night_ready(struct online *online); /* or not, after all */
void online_night_rename(struct online *online, const char *name);
/* Takes the lead; or hands it to the person of that name. False: nobody is called so. */
bool online_night_lead(struct online *online, const char *name);
/* A set phrase, by its name: at a night it appears on the big screen. */
void online_phrase(struct online *online, const char *name);
/* To the table of the night's current game; is there one? */
void online_night_table(struct online *online);
bool online_night_plays(const struct online *online);
bool online_night_leads(const struct online *online);
bool online_night_may_lead(const struct online *online); /* the leader is away, or stands in */
bool online_night_watches(const struct online *online);  /* we have no seat in this game */
const json_t *online_night_member(const struct online *online); /* us, as the night tells it */
int online_night_votes(const struct online *online, const char *game);
const struct pond_game *online_night_next(const struct online *online);
/* Who leads, and what that means to us; the next game, who plays it, the vote. */
void online_night_lead_tell(const struct online *online, struct pond_text *text);
void online_night_next_tell(const struct online *online, struct pond_text *text);
/* Those who are here, the best first: points, who leads, is ready or away, and votes. Returns how
 * many people there are; one of them is written. */
size_t online_night_people(const struct online *online);
void online_night_person(const struct online *online, size_t place, struct pond_text *text);

/* ---- Where it stands ---- */

enum online_phase { ONLINE_OUTSIDE, ONLINE_WAITING, ONLINE_PLAYING, ONLINE_OVER };
enum online_phase online_phase(const struct online *online);
int online_seat(const struct online *online); /* ours, or POND_SPECTATOR */
int online_seat_count(const struct online *online);
bool online_seats_free(const struct online *online);
/* "You", a name, "Level 3", or the word for nobody. */
void online_name(const struct online *online, int seat, struct pond_text *out);
/* The address of the table, to be shared. */
void online_address(const struct online *online, struct pond_text *out);
/* "Ada 4:53 · Ben 5:00", or nothing without clocks; and the score of a series. */
void online_clocks(const struct online *online, struct pond_text *out);
/* "4:53", "12 h", "3 d" */
void online_time(const struct voice *voice, int64_t left_ms, struct pond_text *out);
/* A question that someone has asked us, or nothing: "Ben would like to take …". */
void online_question(const struct online *online, struct pond_text *out);
/* A seat whose player has been away long enough to replace, or -1. */
int online_gone(const struct online *online);
/* One line about a table of a list. */
void online_table_line(const struct online *online, const json_t *table, struct pond_text *out);

/* ---- Between the files of this folder ---- */

/* A seat as the server told of it. */
const json_t *online_seat_told(const struct online *online, int seat);
/* Says a line, a sentence, or what a message tells, to the person. */
void online_tell(struct online *online, uint8_t style, const char *line);
void online_tell_sentence(struct online *online, uint8_t style, enum tell sentence,
                          const char *first);
void online_tell_what(struct online *online, const json_t *message);
/* What a message says about who we are (identity.c). */
void identity_take(struct online *online, const json_t *message);

/* ---- The ways to play ---- */

enum terminal_result online_screen(struct online *online);
void online_line(struct online *online); /* line by line on standard input and output */

#endif
