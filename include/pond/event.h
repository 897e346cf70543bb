/* event.h: what happened, as data.
 *
 * A game reports what an entry of the log did as a list of events for one observer: small typed
 * records in the order in which things happened. A table per game names the kinds and their
 * arguments, and everything else is written once from it: JSON, sentences in every language, and a
 * follower's view, for the view before plus the events gives the view after. What an observer may
 * not see is not in its events. */
#ifndef POND_GAME_EVENT_H
#define POND_GAME_EVENT_H

#include "pond/text.h"

POND_BEGIN

#define POND_EVENTS_MAX 32 /* of one entry */
#define POND_EVENT_VALUES_MAX 6
#define POND_EVENT_HIDDEN INT64_MIN /* a value that the observer may not see */
#define POND_NOBODY 0xff            /* the seat of an event that concerns none */
#define POND_OMNISCIENT (-1)        /* as an observer of events: sees everything */
#define POND_EVENT_TEXT_MAX 200     /* characters of a sentence */

/* The kinds that all games share; a game's own follow. */
enum pond_event_common {
    POND_EVENT_RESIGN,   /* `seat` gave up */
    POND_EVENT_OFFER,    /* `seat` offered a draw */
    POND_EVENT_ACCEPT,   /* `seat` accepted it */
    POND_EVENT_TAKEBACK, /* `seat` had decisions taken back: how many */
    POND_EVENT_TURN,     /* who must act now: a set of seats */
    POND_EVENT_END,  /* the game is over: enum pond_outcome, the winner's seat, enum pond_reason */
    POND_EVENTS_OWN, /* the first kind of a game's own */
};

struct pond_event {
    uint8_t kind;
    uint8_t seat; /* whom it concerns, or POND_NOBODY; a dummy comes after the seats */
    int64_t value[POND_EVENT_VALUES_MAX];
};

enum pond_event_type { POND_EVENT_NUMBER, POND_EVENT_FLAG, POND_EVENT_SEATS };

struct pond_event_argument {
    const char *name;
    uint8_t type; /* enum pond_event_type */
    /* How people read it, if not as printed: the message for the value 0, followed in the catalogue
     * by those for the values below `word_count`. */
    uint8_t word_count;
    uint16_t words; /* enum pond_word */
    /* Writes a value that is not a number to people and programs, such as a pad; or NULL. */
    void (*print)(int64_t value, struct pond_text *out);
};

/* A sentence that a game brings along: about somebody, and to that player ("you"). English stands
 * in for the languages that it lacks. */
struct pond_event_said {
    const char *text[POND_LANGUAGES][2];
};

/* A row of a game's table. In a sentence {0} is the seat's name, {1} to {6} are the values. */
struct pond_event_kind {
    const char *name;
    struct pond_event_argument arguments[POND_EVENT_VALUES_MAX];
    /* The sentence, followed in the catalogue by the same to the seat itself ("you"). NONE: it goes
     * without saying, unless the game has a sentence of its own (`said`). */
    uint16_t sentence; /* enum pond_word */
    /* An argument, from 1, that is worth saying unless its value is `nothing`: then the next two
     * messages of the catalogue are used instead. 0: there is none. */
    struct {
        int8_t argument, nothing;
    } detail;
    const struct pond_event_said *said; /* instead of `sentence`; or NULL */
};

/* A sentence in English and French, for `said` in a game's table. */
#define POND_SAID(english, english_you, french, french_you)                                        \
    &(const struct pond_event_said)                                                                \
    {                                                                                              \
        {                                                                                          \
            {english, english_you}, { french, french_you }                                         \
        }                                                                                          \
    }

struct pond_game;
struct pond_json;
struct pond_state;
struct pond_entry;
struct pond_view;

/* ---- Written once for all games (src/core/event.c) ---- */

/* A list being filled in; a game that lists more than fit has a bug. */
struct pond_events {
    int count;
    struct pond_event list[POND_EVENTS_MAX];
};

/* Adds an event; its values are zero and can be set at the address that is returned. */
POND_API struct pond_event *pond_event_add(struct pond_events *events, int kind, int seat);

/* What an entry did between these two states, as `observer` may know it: a seat, POND_SPECTATOR or
 * POND_OMNISCIENT. A choice that is still secret is reported to nobody else. */
POND_API void pond_entry_events(const struct pond_game *game, const struct pond_state *before,
                                const struct pond_entry *entry, const struct pond_state *after,
                                int observer, struct pond_events *events);
/* The row of an event. */
POND_API const struct pond_event_kind *pond_event_kind(const struct pond_game *game, int kind);
/* How many arguments a row has. */
POND_API int pond_event_arguments(const struct pond_event_kind *kind);
/* Brings a view up to date: from what the observer saw before to what it sees after the events. */
POND_API void pond_view_follow(const struct pond_game *game, struct pond_view *view,
                               const struct pond_events *events);

/* `{"kind":"leap","seat":1,"from":17,"to":20}`: a value that is hidden is null. */
POND_API void pond_event_json(struct pond_json *json, const struct pond_game *game,
                              const struct pond_event *event);
POND_API void pond_events_json(struct pond_json *json, const struct pond_game *game,
                               const struct pond_events *events);
/* The sentence; false if the event goes without saying. `names` are the seats', then the
 * dummy's; `you` is the seat that reads it, or -1. */
POND_API bool pond_event_sentence(const struct pond_game *game, const struct pond_event *event,
                                  const char *const names[], int you, enum pond_language language,
                                  struct pond_text *out);
/* The same for an event that came as JSON: its values are texts as `print` writes them (a set of
 * seats and a flag as a number), NULL if one is hidden. */
POND_API bool pond_event_sentence_of(const struct pond_event_kind *kind, int seat,
                                     const char *const values[], const char *const names[], int you,
                                     enum pond_language language, struct pond_text *out);

POND_END

#endif
