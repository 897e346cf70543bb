/* game.h: the one interface that every game implements and everything else uses.
 *
 * A state is a value: copy it with `=`; it has no pointers, no heap and no generator inside. Time
 * is a list of (seat, move). Chance is a seat. Simultaneous choices are only a matter of who may
 * see what. A view is what one seat may see, and a separate type, so that the compiler rejects a
 * state where a view belongs.
 *
 * docs/new-game.md leads through writing a game; src/games/null.c is the template. */
#ifndef POND_GAME_H
#define POND_GAME_H

#include "pond/event.h"
#include "pond/rng.h"
#include "pond/text.h"

POND_BEGIN

#define POND_SEATS_MAX 5
#define POND_SPECTATOR 6 /* as an observer: sees only what is public */
#define POND_CHANCE 7    /* the seat of chance */
#define POND_STATE_SIZE 256
/* Quibbles never has more than 509 moves, Rrib-bit never more than 1,796 turns: a walk over all
 * connected sets of up to nine pads (bench/most_turns.c) finds at most 1,724 chains of captures,
 * and nine frogs have at most 72 leaps besides. */
#define POND_MOVES_MAX 2048
#define POND_CHANCE_MAX 16 /* outcomes of one roll */
#define POND_MOVE_TEXT_MAX 64
#define POND_STATE_TEXT_MAX 512
#define POND_SETUP_MAX 48
#define POND_GAMES_MAX 8 /* games in pond_games: ratings and forms have room for this many */
#define POND_OPTIONS_MAX 8
#define POND_OPTION_TEXT_MAX 80
#define POND_OPTIONS_TEXT_MAX 256

typedef uint64_t pond_move;         /* what the bits mean is the game's own business */
#define POND_MOVE_RESIGN UINT64_MAX /* where events are asked for: no move, the seat gave up */
typedef uint8_t pond_seats;         /* a set of seats, one bit each */

#define POND_SEAT(seat) ((pond_seats)(1u << (seat)))

struct pond_state {
    unsigned char bytes[POND_STATE_SIZE] __attribute__((aligned(16)));
};

struct pond_view {
    unsigned char bytes[POND_STATE_SIZE] __attribute__((aligned(16)));
};

/* A game's own state and view structures are laid over these bytes. */
#define POND_OVERLAY __attribute__((may_alias))

enum pond_outcome {
    POND_GOES_ON,
    POND_WON, /* by `seat` */
    POND_WON_BY_DUMMY,
    POND_DRAWN,
    POND_UNFINISHED, /* cut off; only a record says so, never a game */
};

enum pond_reason {
    POND_REASON_NONE,
    POND_REASON_LAP,
    POND_REASON_LAST_STANDING,
    POND_REASON_CROWN_TIE,
    POND_REASON_COLLECTION,
    POND_REASON_ROW,
    POND_REASON_SEVEN,
    POND_REASON_NO_FROGS,
    POND_REASON_TWO_FROGS,
    POND_REASON_ENDGAME_LIMIT,
    POND_REASON_REPETITION,
    POND_REASON_AGREED,
    POND_REASON_RESIGNED,
    POND_REASON_LIMIT,
    POND_REASON_IN_PROGRESS,
    POND_REASON_POINTS,
    POND_REASONS
};

struct pond_result {
    uint8_t outcome; /* enum pond_outcome */
    uint8_t seat;    /* who won, with POND_WON; otherwise 0 */
    uint8_t reason;  /* enum pond_reason */
};

/* Options are data, so that the command line, a server's forms and a page are made from them. */
enum pond_option_kind {
    POND_OPTION_CHOICE, /* one of `choices` */
    POND_OPTION_NUMBER, /* number_min to number_max */
    POND_OPTION_TEXT,   /* one of `choices` (may be none), or a text that the game checks */
    /* A handicap: a digit per seat, 0 to number_max. Zeros are the same as no handicap: then
     * nothing is printed, and records are as if there were no such option. */
    POND_OPTION_SEATS,
};

struct pond_option {
    const char *name;
    enum pond_option_kind kind;
    const char *choices; /* "single|chain"; NULL if there are none */
    const char *written; /* for a text: how to write it, "<rows>"; else NULL */
    int16_t number_min, number_max;
    const char *standard; /* the default; NULL if it depends on other options (see `check`) */
    struct pond_label help;
};

#define POND_VALUE_UNSET (-1) /* not given; only before `check` has completed the options */
#define POND_VALUE_TEXT (-2)  /* a text of its own, in `text` */

struct pond_config {
    int16_t value[POND_OPTIONS_MAX]; /* index of the choice, the number, or one of the two above */
    char text[POND_OPTIONS_MAX][POND_OPTION_TEXT_MAX]; /* the value as it is written */
};

/* How a record lays out the moves of a game. */
enum pond_record_style {
    POND_RECORD_TURNS,  /* `12. S1 6=114,33 !4 <25134>`: a line for each seat's turn */
    POND_RECORD_ROUNDS, /* `0. @3 front`, then `7. R3 G1 y2`: a line for each round */
    POND_RECORD_PAIRS,  /* `1. b1-c3 h7-g5`: two turns a line, no chance */
};

/* Functions that may be NULL say what happens then. A function that takes a move from `moves` or
 * `legal` may assume that it is legal there. */
struct pond_game {
    const char *name;  /* in options, records and commands */
    const char *title; /* for people; a name, so the same in every language */
    uint8_t seats_min, seats_max;
    uint8_t record_style;      /* enum pond_record_style */
    bool draw_offers;          /* may a seat offer a draw? */
    uint16_t random_turns_max; /* where random play is cut off by default */
    uint8_t option_count;
    const struct pond_option *options;

    /* Completes the options that depend on others and refuses those that make no game. */
    bool (*check)(struct pond_config *config, struct pond_error *why);
    uint8_t (*seats)(const struct pond_config *config);
    /* The position before the first chance outcome or decision. */
    void (*setup)(struct pond_state *state, const struct pond_config *config);
    /* The seats that must act now: none when the game is over, one, several at the same time, or
     * the seat of chance alone. */
    pond_seats (*turn)(const struct pond_state *state);
    /* Every legal move of a seat whose turn it is, without doubles, in an order that is the same
     * everywhere; for the seat of chance its outcomes, for which `out` has room for POND_CHANCE_MAX
     * only. Nothing is written after the moves but, for other seats, up to the end of `out`.
     * Returns how many. */
    int (*moves)(const struct pond_state *state, int seat, pond_move out[POND_MOVES_MAX]);
    /* The odds of a chance outcome, as an integer that is at least 1. NULL: no chance. */
    uint32_t (*weight)(const struct pond_state *state, pond_move outcome);
    /* All outcomes of chance with their odds in one call, where a roll must be fast. Returns how
     * many. NULL: `moves` and `weight` are asked. */
    int (*chance)(const struct pond_state *state, pond_move outcomes[POND_CHANCE_MAX],
                  uint32_t weights[POND_CHANCE_MAX]);
    /* Makes the move. A simultaneous choice is laid face down; the round resolves when the last
     * seat has acted (and chance, where it has a part). */
    void (*apply)(struct pond_state *state, int seat, pond_move move);
    /* The seats that are not out of the game. NULL: all of them always. */
    pond_seats (*in_play)(const struct pond_state *state);
    /* Takes a seat that resigns out of the game (C4). */
    void (*resign)(struct pond_state *state, int seat);
    struct pond_result (*result)(const struct pond_state *state);
    /* Equal states, equal hash. */
    uint64_t (*hash)(const struct pond_state *state);
    /* What must be equal for a position to count as repeated, and how often it may occur (0: as
     * often as it likes). NULL: repetition means nothing in this game. */
    uint64_t (*repetition)(const struct pond_state *state, int *occurrences_max);
    /* The number of the round being played. NULL: the match counts turns. */
    uint32_t (*round)(const struct pond_state *state);
    /* What a seat, or POND_SPECTATOR, may see. */
    void (*observe)(const struct pond_state *state, int seat, struct pond_view *view);
    /* A state that looks the same to the seat that the view was made for: what engines search. */
    void (*sample)(const struct pond_view *view, struct pond_rng *rng, struct pond_state *state);
    /* Is this what `seat` sees of a position with these options in which it must choose? Takes any
     * bytes without harm; bytes that no view uses are looked at elsewhere (pond_view_check). NULL:
     * `view_print` takes any bytes, and the position that its text tells must look like the view.
     */
    bool (*view_check)(const struct pond_view *view, const struct pond_config *config, int seat);
    /* The seats that may see the chance outcome that is due now. NULL: everyone. */
    pond_seats (*chance_seen_by)(const struct pond_state *state);
    /* Is this well-formed move (as `move_parse` gives it) legal now? If not, the reason, with the
     * number of its ruling (C2). Takes any 64 bits without harm. */
    bool (*legal)(const struct pond_state *state, int seat, pond_move move, struct pond_error *why);

    /* What a move, an outcome of chance or POND_MOVE_RESIGN did, for one observer: adds the game's
     * own events in the order in which things happened. The core adds RESIGN before them, and TURN
     * or END after them. A choice that completes a round tells the whole round. NULL: the game
     * tells nothing. */
    void (*events)(const struct pond_state *before, int seat, pond_move move,
                   const struct pond_state *after, int observer, struct pond_events *events);
    const struct pond_event_kind *event_kinds; /* the rows of its own kinds, and how many */
    uint8_t event_kind_count;
    /* Applies one event to the view of its observer. All events of an entry lead from the view
     * before it to the view after it. */
    void (*follow)(struct pond_view *view, const struct pond_event *event);
    /* Writes what an observer sees as one JSON object with named members: what a front end draws,
     * so that nobody has to parse the notation. NULL: the notation is all there is. */
    void (*view_json)(const struct pond_view *view, struct pond_json *json);

    /* The notation. Parsers take any bytes up to the terminating zero; they return false with a
     * sentence and leave their result untouched. A move is parsed for the state and seat it is to
     * be made in; whether it is legal there is `legal`'s to say. */
    void (*move_print)(const struct pond_state *state, int seat, pond_move move,
                       struct pond_text *out);
    bool (*move_parse)(const struct pond_state *state, int seat, const char *text, pond_move *move,
                       struct pond_error *why);
    /* The complete position; and the public one, from any view. */
    void (*state_print)(const struct pond_state *state, struct pond_text *out);
    void (*view_print)(const struct pond_view *view, struct pond_text *out);
    /* What the view's own seat holds and has chosen face down, which the public position does not
     * tell; both stay empty where there is nothing. NULL: nobody holds anything. */
    void (*own_print)(const struct pond_view *view, struct pond_text *hand,
                      struct pond_text *chosen);
    bool (*state_parse)(struct pond_state *state, const struct pond_config *config,
                        const char *text, struct pond_error *why);
    /* A state that looks to `observer` like this public position (view_print) and this hand
     * (own_print) say; what neither tells is filled in. NULL: the public position tells all. */
    bool (*view_parse)(struct pond_state *state, const struct pond_config *config, int observer,
                       const char *position, const char *hand, struct pond_error *why);
    /* A suffix that people like to read behind the move that led here ('+'), or NULL for none.
     * NULL: the game has none. */
    const char *(*move_suffix)(const struct pond_state *after, int seat);
    /* The letter of a seat (or of POND_CHANCE) in a record of rounds. NULL: other styles. */
    char (*seat_letter)(const struct pond_state *state, int seat);
    /* The Setup tag: from the state at the first decision, and back to the chance outcomes that
     * lead there. NULL: nothing is set up at random. `hidden_from` is a seat whose record hides
     * what it may not see as '?', or -1 to show all. */
    void (*setup_print)(const struct pond_state *state, int hidden_from, struct pond_text *out);
    bool (*setup_parse)(const struct pond_config *config, const char *text,
                        pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                        struct pond_error *why);
    /* A fast perft. NULL: the general one does. See pond_perft. */
    uint64_t (*perft)(const struct pond_state *state, int depth, bool in_bulk, uint64_t *leaf_sum);
};

/* ---- Written once for all games (src/core/game.c) ---- */

POND_API extern const struct pond_game *const pond_games[]; /* ends with NULL; src/games/list.c */
POND_API extern const struct pond_game pond_quibbit, pond_quibbles, pond_rribbit, pond_null;

/* Finds a game by name, the null game too; NULL if there is none. */
POND_API const struct pond_game *pond_game_find(const char *name);
/* The same among the games that people are offered. */
POND_API const struct pond_game *pond_game_offered(const char *name);
/* Says that there is no such game, and which there are. */
POND_API bool pond_game_refuse(const char *name, struct pond_error *why);

/* Reads `key=value,key=value` (NULL or "" for all defaults) and completes the defaults. */
POND_API bool pond_config_parse(const struct pond_game *game, const char *text,
                                struct pond_config *config, struct pond_error *why);
/* Sets one option of a complete config; false, and nothing changed, if that makes no game. */
POND_API bool pond_config_set(const struct pond_game *game, struct pond_config *config,
                              const char *name, const char *value, struct pond_error *why);
/* All options, defaults too, in the order of the game's table; a handicap only if there is one. */
POND_API void pond_config_print(const struct pond_game *game, const struct pond_config *config,
                                struct pond_text *out);
/* Does any seat have a handicap? Such a game is never rated. */
POND_API bool pond_config_handicapped(const struct pond_game *game,
                                      const struct pond_config *config);

POND_API const char *pond_reason_name(enum pond_reason reason);
/* `seat 0`, `dummy`, `draw`, `unfinished`; nothing while the game goes on. */
POND_API void pond_result_print(struct pond_result result, struct pond_text *out);

/* The outcomes of the chance that is due, with their odds. Returns how many. A game has at most
 * POND_CHANCE_MAX of them: `moves` writes no more when it is asked for chance. */
POND_API int pond_chance(const struct pond_game *game, const struct pond_state *state,
                         pond_move outcomes[POND_CHANCE_MAX], uint32_t weights[POND_CHANCE_MAX]);
/* Draws the chance outcome that is due and applies it; returns it. */
POND_API pond_move pond_roll(const struct pond_game *game, struct pond_state *state,
                             struct pond_rng *rng);
/* Is `move` among the moves of that seat? The slow and certain way. */
POND_API bool pond_move_listed(const struct pond_game *game, const struct pond_state *state,
                               int seat, pond_move move);
/* Reads a move and says whether it is legal. */
POND_API bool pond_move_read(const struct pond_game *game, const struct pond_state *state, int seat,
                             const char *text, pond_move *move, struct pond_error *why);
/* The moves that a view's own seat may choose from (they are public to it). */
POND_API int pond_view_moves(const struct pond_game *game, const struct pond_view *view, int seat,
                             pond_move out[POND_MOVES_MAX]);

/* Is this what `seat` sees of a position with these options in which it must choose? Views that
 * come from outside must pass here before anything else touches them. */
POND_API bool pond_view_check(const struct pond_game *game, const struct pond_view *view,
                              const struct pond_config *config, int seat);
/* The same for a view that can be printed and whose text tells everything. */
POND_API bool pond_view_reads(const struct pond_game *game, const struct pond_view *view,
                              const struct pond_config *config, int seat);

/* The number of legal move sequences of `depth` moves; only for games without chance. Every leaf is
 * made and its hash added to `*leaf_sum`, unless `in_bulk`: then the last ply is only counted. */
POND_API uint64_t pond_perft(const struct pond_game *game, const struct pond_state *state,
                             int depth, bool in_bulk, uint64_t *leaf_sum);

/* A hash of 64-bit words for states and texts. */
POND_API uint64_t pond_hash_words(const uint64_t *words, size_t count, uint64_t start);

static inline int pond_seat_first(pond_seats seats) { return __builtin_ctz(seats); }

/* The digit of a seat in an option of the kind POND_OPTION_SEATS. */
static inline int pond_config_digit(const struct pond_config *config, int option, int seat)
{
    return config->value[option] == POND_VALUE_TEXT ? config->text[option][seat] - '0' : 0;
}

POND_END

#endif
