/* play.h: a game between people at one keyboard and computers: what every front end of the terminal
 * talks to, whether it draws or speaks.
 *
 * It owns the match, who sits where, the thread that thinks for computers, the series, and whose
 * eyes the screen is for. Nothing is shown that does not come from that seat's view. */
#ifndef POND_PLAY_H
#define POND_PLAY_H

#include "pond/record.h"
#include "thinker.h"
#include "voice.h"

#define PLAY_LOG_MAX 60000
#define PLAY_SEATS_TEXT_MAX 400

enum chair_kind { CHAIR_PERSON, CHAIR_COMPUTER };

/* Who plays. In a series people move up from seat to seat, and their chairs with them. */
struct chair {
    uint8_t kind;
    char name[POND_NAME_MAX + 1];
    char text[COMPUTER_NAME_MAX]; /* "me:Anna", "level:4": as it is given and saved */
    struct computer computer;
};

/* What a game begins with. */
struct play_setup {
    const struct pond_game *game;
    struct pond_config config;
    char seats[PLAY_SEATS_TEXT_MAX]; /* "me,level:4"; "" for the usual */
    char seed[POND_SEED_MAX + 1];
    bool practice; /* anything may be taken back */
    bool tutor;    /* asks before a blunder */
    bool from_position;
    struct pond_state position;
};

struct play {
    const struct voice *voice;
    struct pond_match match;
    struct pond_entry *log;
    struct pond_series series;
    int chair_count;
    struct chair chairs[POND_SEATS_MAX];
    bool practice, tutor;
    char first_seed[POND_SEED_MAX + 1]; /* of the first game of the series */
    int viewer;                         /* the seat whose view is shown, or POND_SPECTATOR */
    bool covered;                       /* the screen waits for somebody to take it over */
    int covered_for;                    /* that seat */
    bool paused;        /* everyone looks at what was turned over, before the next secret choice */
    uint32_t paused_at; /* decisions made when that was last so */
    struct thinker thinker;
    int thinking_seat; /* of a computer that is deciding, or -1 */
    bool draw_asked;   /* the thinker is asked about a draw offer */
    int draw_declined; /* the seat of a computer that has just played on instead, or -1 */
};

/* Begins a game, or refuses with a sentence in `trouble`. */
bool play_open(struct play *play, const struct voice *voice, const struct play_setup *setup,
               struct pond_text *trouble);
void play_close(struct play *play);
/* The next game of the series with a seed of its own. */
void play_again(struct play *play);

/* After people have changed seats: whose view is shown now? */
void play_look_again(struct play *play);

/* ---- Who is who ---- */

const char *play_name(const struct play *play, int seat);
int play_person_count(const struct play *play);
/* The seat that the screen is for and that may decide now, or -1. */
int play_decider(const struct play *play);
/* Who sits there, for people: "against Level 3", "Anna and Ben". The text is as in a setup. */
void play_seats_tell(const struct voice *voice, const char *text, struct pond_text *out);
/* How many seats a text names. */
int play_seats_count(const char *text);
/* Are these seats for this game? False with a sentence. */
bool play_seats_check(const struct voice *voice, const struct pond_game *game, const char *text,
                      int seat_count, struct pond_text *trouble);

/* ---- Going on ---- */

/* Does everything that needs no input: lets computers begin to think, takes their answers, covers
 * the screen when it should change hands. Returns true if there is something new to show. Never
 * waits. */
bool play_step(struct play *play);
/* The person whom the screen waits for is here, or everyone has seen enough. */
void play_uncover(struct play *play);
/* A person's choice in the notation, or a refusal. */
bool play_submit(struct play *play, int seat, const char *text, struct pond_error *why);
bool play_resign(struct play *play, int seat, struct pond_error *why);
/* What to say once a draw is offered. */
enum tell play_draw_offered(const struct play *play);
bool play_offer_draw(struct play *play, int seat, struct pond_error *why);
bool play_accept_draw(struct play *play, int seat, struct pond_error *why);
/* Takes the seat's last decision back, and what followed it; says how that went. */
enum tell play_undo(struct play *play, int seat);
/* Tells a thinking computer to answer at once. */
void play_hurry(struct play *play);

/* What a record of this game says besides its moves. */
void play_record(const struct play *play, struct pond_record *record);

#endif
