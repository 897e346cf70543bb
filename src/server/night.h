/* night.h: a game night as its events make it: who is here, what is played, the score. Pure.
 *
 * A night is a group that stays together over many games. Its log lies in the store beside those of
 * the tables, under an id made of its code; `open` begins a new night in it, so an old code can be
 * used again. An event is a line of text that names members by their numbers:
 *
 *     open SCREEN                         SCREEN: what the screen that opened it proves itself with
 *     join 0 PERSON FROG NAME             comes, or comes back, or changes frog or name
 *     leave 0 LEAD, remove 0 LEAD         goes; LEAD leads from now on (`-`: nobody)
 *     lead 1                              handed on
 *     take 1                              taken, because the leader was away: it is on loan
 *     ready 0 1
 *     choose GAME ROBOTS LEVEL FIRST OPTIONS   votes for another game lapse; after a
 *                                         game, that closes the vote
 *     vote 0 GAME                         after a game, the first vote starts the vote's clock;
 *                                         it is closed when all but those away have voted
 *     away 0 1                            has to leave for a moment; a robot plays meanwhile
 *     claim 0 PERSON 47                   asks for that member's place, with a number to compare;
 *                                         the oldest of eight claims gives way
 *     grant 47, deny 47                   the claim with that number; see night_claim
 *     withdraw 47                         the one who claims no longer does, or has hung up
 *     start TABLE GAME SEATS OPTIONS      SEATS: members by seat, `-` for a robot: 2,0,-
 *     result TABLE PLACES                 by seat, from 1: 1,3,2; `-`: the game was given up
 *     end */
#ifndef POND_NIGHT_H
#define POND_NIGHT_H

#include "event.h"
#include "pond/match.h"
#include "store.h"

#define NIGHT_MEMBERS_MAX 16 /* people who are at one night */
#define NIGHT_NUMBERS_MAX 32 /* the same with those who have left; then numbers are used again */
#define NIGHT_BARRED_MAX 64  /* people removed whose numbers somebody else has now */
#define NIGHT_GAMES_MAX POND_GAMES_MAX /* kinds of games */
#define NIGHT_HISTORY_MAX 24           /* games of the night that are listed one by one */
#define NIGHT_CODE_SIZE 9              /* "newt47": a word and two digits */
#define NIGHT_LEVEL_SIZE 12
#define NIGHT_FROGS 6
#define NIGHT_ROBOTS_MAX (POND_SEATS_MAX - 1)
#define NIGHT_VOTE_MS 45000 /* from the first vote until the vote closes */
#define NIGHT_CLAIMS_MAX 8
#define NIGHT_CLAIM_MS 180000 /* for so long the leader can answer one */

extern const char *const night_frogs[NIGHT_FROGS];

typedef uint32_t night_members; /* a set of members, one bit each */

#define NIGHT_MEMBER(number) ((night_members)1 << (number))

enum night_phase { NIGHT_NONE, NIGHT_LOBBY, NIGHT_PLAYING, NIGHT_ENDED };

struct night_member {
    char person[STORE_ID_SIZE]; /* "": nobody has had this number */
    char name[STORE_NAME_SIZE];
    uint8_t frog;
    bool gone, removed; /* removed: may not come back, */
    bool on_loan;       /* unless the leader whom that one stood in for is back */
    uint32_t since;     /* the version at which this person first came, */
    uint32_t gone_at;   /* and that at which they left */
    bool ready, away;   /* away: has said so */
    int8_t vote;        /* a game, or -1 */
    uint32_t points, crowns, played;
    uint32_t turns, firsts; /* games and first seats that seats go by: see counts_begin */
    uint32_t last_played;   /* the number of that game, from 1; 0: none */
};

/* Somebody asks for the place of a member whose phone is not here. A newcomer gets all of it: that
 * is the same person with another phone. A member who only watches gets the seat in the game at
 * hand: that is somebody else, who plays on. Both phones show the number, so that the leader knows
 * which one asks. */
struct night_claim {
    char person[STORE_ID_SIZE]; /* "": none */
    int8_t member;
    uint8_t number; /* from 10 to 99 */
    int64_t until_ms;
};

struct night_result {
    int8_t game, winner;              /* winner: a member, or -1 */
    int8_t points[NIGHT_NUMBERS_MAX]; /* -1: did not play */
};

struct night {
    uint32_t version;
    int64_t at_ms; /* of the last event */
    enum night_phase phase;
    struct night_member members[NIGHT_NUMBERS_MAX];
    int member_count;                             /* numbers in use */
    char barred[NIGHT_BARRED_MAX][STORE_ID_SIZE]; /* the latest, by number modulo */
    uint32_t barred_count;
    char denied[NIGHT_BARRED_MAX][STORE_ID_SIZE]; /* those who claimed a place in vain, likewise */
    uint32_t denied_count;
    char screen[STORE_ID_SIZE]; /* "": an older night */
    int lead;                   /* -1: nobody */
    int lender;                 /* the leader for whom that one stands in, or -1 */
    int64_t lead_ms;            /* when the leader last did something that the log tells */
    /* What the leader has chosen. */
    int game;
    char options[NIGHT_GAMES_MAX][POND_OPTIONS_TEXT_MAX];
    int robots;
    char level[NIGHT_LEVEL_SIZE];
    bool first_time;       /* explain each rule when it first matters */
    bool stopped;          /* the last game was given up for everyone */
    int64_t vote_until_ms; /* when the vote for the next game closes; 0: not known yet */
    /* The current game, or the last one. */
    char table[STORE_ID_SIZE];
    int table_game;
    int seat_count;
    int8_t seats[POND_SEATS_MAX]; /* members, -1: a robot */
    char table_options[POND_OPTIONS_TEXT_MAX];
    struct night_claim claims[NIGHT_CLAIMS_MAX];
    /* The games so far. */
    uint32_t games;
    uint32_t game_last[NIGHT_GAMES_MAX];            /* when each was last played; 0: never */
    struct night_result results[NIGHT_HISTORY_MAX]; /* the latest, by number modulo */
};

void night_init(struct night *night);
/* Carries an event out. One that does not fit changes nothing but the version. */
void night_apply(struct night *night, const char *line, int64_t at_ms);

/* ---- Questions ---- */

int night_member_of(const struct night *night, const char *person); /* -1: none */
bool night_barred(const struct night *night, const char *person);   /* has been removed */
night_members night_present(const struct night *night);             /* those who have not left */
int night_seat_of(const struct night *night, int member); /* in the current game; -1: watches */
/* A number for someone new; -1: the night is full. Where all have been used, those of people who
 * left without playing come first, then of those who have not played for longest. */
int night_number_free(const struct night *night);
/* A claim that is open now: by its number, by its person, or NULL. */
const struct night_claim *night_claim_find(const struct night *night, int number, int64_t now_ms);
const struct night_claim *night_claim_of(const struct night *night, const char *person,
                                         int64_t now_ms);
/* A number for a claim that no other has, from random bytes. */
int night_claim_number(const struct night *night, const uint8_t bytes[2], int64_t now_ms);
/* Has somebody been refused the place of another once? */
bool night_denied(const struct night *night, const char *person);
/* The frog asked for, or the first that nobody has; all of them may be had twice after that. */
int night_frog_free(const struct night *night, int member, int wish);
/* A name that nobody at the night has or could be taken for: the second Ada is "Ada (2)". */
void night_name_unlike(const struct night *night, int member, const char *name,
                       char out[STORE_NAME_SIZE]);
/* Who leads after this member: the leader that it stands in for, or the one among `here` who has
 * been here longest. */
int night_lead_after(const struct night *night, int member, night_members here);
/* The game that is played next: what most have voted for (where two have as many votes, the one
 * that was played longest ago; before the first game, only with more than half of all votes), else
 * what the leader has chosen. */
int night_next(const struct night *night);
/* Who would sit where if the next game began now with these people: those who have played least
 * play, the one who has had the first seat least gets it, the others follow in order, then robots;
 * where two armies play, a player with the frog of one has that army.
 * Returns the number of seats. */
int night_seats(const struct night *night, night_members here, int game,
                int8_t seats[POND_SEATS_MAX]);
/* The options of a game with these seats; false with the reason. */
bool night_config(const struct night *night, int game, const int8_t seats[POND_SEATS_MAX],
                  int count, struct pond_config *config, struct pond_error *why);
int night_game_find(const char *name); /* among those on offer; -1: none */

/* ---- Lines ---- */

void night_print_start(const struct night *night, const char *table, int game,
                       const int8_t seats[POND_SEATS_MAX], int count, char line[EVENT_LINE_SIZE]);
void night_list_print(const int8_t *list, int count, char *out, size_t size); /* 2,0,- */
/* How a game ended, by the places of its seats (night_places.c). */
void night_print_result(const char *table, const struct pond_match *match,
                        char line[EVENT_LINE_SIZE]);

/* ---- Codes (night_code.c) ---- */

extern const char *const night_words[];
extern const int night_word_count;

/* A code from random bytes. */
void night_code_make(const uint8_t bytes[4], char code[NIGHT_CODE_SIZE]);
/* As people type it, with spaces and capitals, or an O for a zero; false if it isn't one. */
bool night_code_read(const char *text, char code[NIGHT_CODE_SIZE]);
/* The id of its log, which is not an id that a table could have. */
void night_id(const char *code, char id[STORE_ID_SIZE]);
bool night_id_is(const char *id);

#endif
