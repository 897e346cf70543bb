/* match.h: one game being played, whatever the game: the layer that front ends talk to.
 *
 * A match owns what a game's state must not know: the seed, the log of everything that was done,
 * the version, draw offers, takebacks, repetition, and what only the log can decide. Its memory is
 * the caller's: a match allocates nothing. */
#ifndef POND_MATCH_H
#define POND_MATCH_H

#include "pond/game.h"

POND_BEGIN

enum pond_entry_kind {
    POND_ENTRY_MOVE,     /* `seat` chose `move` */
    POND_ENTRY_CHANCE,   /* chance drew `move` */
    POND_ENTRY_RESIGN,   /* `seat` gave up */
    POND_ENTRY_OFFER,    /* `seat` offered a draw */
    POND_ENTRY_ACCEPT,   /* `seat` accepted it */
    POND_ENTRY_TAKEBACK, /* all agreed to take back the last `move` decisions; `seat` had asked */
};

struct pond_entry {
    pond_move move;
    uint64_t repetition; /* what must be equal for the position after this entry to be repeated */
    uint32_t ply;        /* the number of the decision this belongs to, from 1; 0 in the setup */
    uint32_t undone_at;  /* index of the takeback that undid this, or 0 */
    /* Repetitions are found by buckets of the low bits of `repetition`. Entry i heads bucket i.
     * Both are the index + 1 of an entry of the bucket: the latest, and the one before this one. */
    uint32_t head, earlier;
    uint8_t seat;
    uint8_t kind; /* enum pond_entry_kind */
};

#define POND_HISTORY_MAX 4096   /* earlier positions that engines learn of */
#define POND_TAKEBACKS_MAX 1000 /* in one match: each is paid for with a replay */

/* No decision is followed by more chance outcomes than this (a refill and five new hands). */
#define POND_ENTRIES_A_MOVE_MAX 64

struct pond_match {
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state start;  /* before the first entry */
    struct pond_state before; /* before the last decision (or round of decisions) */
    struct pond_state state;  /* now: never leaves the match towards a player, see pond_view */
    struct pond_result result;
    struct pond_entry *log;
    uint32_t log_count, log_max;
    uint32_t version; /* goes up with everything that happens */
    uint32_t ply;     /* decisions made and not taken back */
    uint32_t turns;   /* turns begun; games with rounds count those themselves */
    uint8_t seat_count;
    uint8_t turn_seat; /* whose turn it was last */
    pond_seats sealed; /* seats that have chosen in a round that is still open */
    pond_seats resigned;
    int8_t offer;       /* the seat whose draw offer stands, or -1 */
    bool from_position; /* the start is a position, not the game's own */
    uint32_t buckets;   /* a power of two, no more than there are entries */
    uint32_t takebacks; /* so far */
    bool seeded;        /* chance is drawn here; otherwise it is given (a record) */
    char seed[POND_SEED_MAX + 1];
    struct pond_rng rng;
};

/* Begins a match. `log` has room for `log_max` entries, at least POND_ENTRIES_A_MOVE_MAX more than
 * will be used (50,000 do for any game that people play), and stays the caller's. NULL with 0: a
 * match that only answers questions about its position and refuses every move. Where chance has
 * a part, nobody is on turn until a seed is given or chance's outcomes are given. */
POND_API void pond_match_begin(struct pond_match *match, const struct pond_game *game,
                               const struct pond_config *config, struct pond_entry *log,
                               uint32_t log_max);
/* The same from a position. */
POND_API void pond_match_begin_at(struct pond_match *match, const struct pond_game *game,
                                  const struct pond_config *config,
                                  const struct pond_state *position, struct pond_entry *log,
                                  uint32_t log_max);
/* From now on the match draws chance outcomes itself, beginning with those that are due. The seed
 * is one that pond_seed_check has passed. */
POND_API void pond_match_seed(struct pond_match *match, const char *seed);

/* The seats that may decide now: none when the game is over or chance is due. */
POND_API pond_seats pond_match_turn(const struct pond_match *match);
POND_API bool pond_match_chance_due(const struct pond_match *match);
/* The seats that have chosen in a round that is still open; their choices lie face down. */
POND_API pond_seats pond_match_sealed(const struct pond_match *match);
/* The position without those choices: where the open round began, or else where the match is. */
POND_API const struct pond_state *pond_match_open_state(const struct pond_match *match);
POND_API bool pond_match_over(const struct pond_match *match);
/* Rounds or turns that have been completed. */
POND_API uint32_t pond_match_turns(const struct pond_match *match);

/* Each of these does the thing, or refuses with a reason and changes nothing. */
POND_API bool pond_match_submit(struct pond_match *match, int seat, pond_move move,
                                struct pond_error *why);
POND_API bool pond_match_submit_text(struct pond_match *match, int seat, const char *text,
                                     struct pond_error *why);
POND_API bool pond_match_outcome(struct pond_match *match, pond_move outcome,
                                 struct pond_error *why);
/* Takes up a choice that lies face down in a round that is still open (Q4), as if it had never been
 * made: it leaves the log, so no record tells of it. */
POND_API bool pond_match_withdraw(struct pond_match *match, int seat, struct pond_error *why);
POND_API bool pond_match_resign(struct pond_match *match, int seat, struct pond_error *why);
POND_API bool pond_match_offer_draw(struct pond_match *match, int seat, struct pond_error *why);
POND_API bool pond_match_accept_draw(struct pond_match *match, int seat, struct pond_error *why);
POND_API bool pond_match_take_back(struct pond_match *match, int seat, uint32_t decisions,
                                   struct pond_error *why);

/* The one way in which a position leaves the match towards a seat (or POND_SPECTATOR). */
POND_API void pond_match_view(const struct pond_match *match, int seat, struct pond_view *view);

/* The last decision, round or event as it is written: `b1xc3+`, `R3 G1 y2`, `S1:resign`; nothing at
 * the start. */
POND_API void pond_match_last_print(const struct pond_match *match, struct pond_text *out);
/* An entry that is an event: `S1:resign`. */
POND_API void pond_event_print(const struct pond_entry *entry, struct pond_text *out);

/* Lets the match, which has a seed, play itself on to its end or until that many rounds or turns
 * are complete. Choices are as random as possible but follow from the seed as well, by a stream of
 * their own. False if the log has no room for more. */
POND_API bool pond_match_play_random(struct pond_match *match, uint32_t turns_max,
                                     struct pond_error *why);
/* Of several random games by one seed, the seed of game `number`, from 0: the first has the seed
 * itself, the others its first POND_SERIES_SEED_MAX characters, a dot and the number. */
#define POND_SERIES_SEED_MAX (POND_SEED_MAX - 11)
POND_API void pond_random_seed(const char *seed, uint32_t number, char out[POND_SEED_MAX + 1]);

/* ---- The log ----
 * Nobody but the match touches its log. Entries have numbers from 0; they stay what they are when
 * decisions are taken back. */

/* How many entries there are. */
POND_API uint32_t pond_match_entries(const struct pond_match *match);
POND_API const struct pond_entry *pond_match_entry(const struct pond_match *match, uint32_t number);
/* Has it not been taken back? */
POND_API bool pond_entry_counts(const struct pond_entry *entry);
/* What it does to a position. */
POND_API void pond_entry_apply(const struct pond_game *game, const struct pond_entry *entry,
                               struct pond_state *state);

/* A place between two entries, from which the log is read in both directions. Entries that were
 * taken back are passed over. */
struct pond_cursor {
    const struct pond_match *match;
    uint32_t number; /* of the entry after this place */
};

POND_API struct pond_cursor pond_cursor_at(const struct pond_match *match, uint32_t number);
/* The entry that is passed, or NULL at the end (the beginning). */
POND_API const struct pond_entry *pond_cursor_next(struct pond_cursor *cursor);
POND_API const struct pond_entry *pond_cursor_previous(struct pond_cursor *cursor);

/* May the last decision that one of these seats made be taken back fairly, and with how many after
 * it? Not if something has come to light since: an outcome of chance, others' choices of the same
 * round or, in a game of hidden hands, a turn that has passed on. */
enum pond_takeback {
    POND_TAKEBACK_FAIR,
    POND_TAKEBACK_NOTHING,  /* they have decided nothing */
    POND_TAKEBACK_SEALED,   /* its round is still open: see pond_match_withdraw */
    POND_TAKEBACK_REVEALED, /* for practice only; `decisions` says how many it would be */
};
POND_API enum pond_takeback pond_match_fair_takeback(const struct pond_match *match,
                                                     pond_seats seats, uint32_t *decisions);

/* How many more entries there is room for; and the log is in other memory now, with more room. */
POND_API uint32_t pond_match_room(const struct pond_match *match);
POND_API void pond_match_log_moved(struct pond_match *match, struct pond_entry *log,
                                   uint32_t log_max);
/* Copies a match together with its log, for which `log` has room. */
POND_API void pond_match_copy(const struct pond_match *match, struct pond_match *copy,
                              struct pond_entry *log, uint32_t log_max);
/* The match as it was after its first `end` entries, with a decision or a round just complete. It
 * shares the log of `match` and is to be read, not played on. */
POND_API void pond_match_at(const struct pond_match *match, uint32_t end, struct pond_match *then);

/* Works the state out again from the log's entries before `end`, as they counted then. */
POND_API void pond_match_replay(const struct pond_match *match, uint32_t end,
                                struct pond_state *state);

/* The repetition keys (X10) of the positions before the one that the log's entries before `end`
 * lead to, the oldest first: what an engine's task wants as its history. Returns how many. */
POND_API uint32_t pond_match_history(const struct pond_match *match, uint32_t end,
                                     uint64_t keys[POND_HISTORY_MAX]);

/* Plays what a record told once more by its seed: did chance do exactly the same, takebacks and
 * all? Needs a log of its own, with room for as many entries. */
POND_API bool pond_match_redraws(const struct pond_match *told, const char *seed,
                                 struct pond_entry *log, uint32_t log_max);

/* A series of games between the same players (C5). From game to game each player moves up one seat,
 * so that the first move passes on. */
struct pond_series {
    uint8_t player_count;
    uint32_t games;                    /* finished */
    uint32_t wins[POND_SEATS_MAX];     /* by player */
    uint32_t draws, dummy_wins;        /* by nobody */
    uint8_t player_at[POND_SEATS_MAX]; /* by seat, in the current game */
};

POND_API void pond_series_begin(struct pond_series *series, int player_count);
/* Counts a finished game, moves everyone up, and sets what `config` must say for the next one. */
POND_API void pond_series_next(struct pond_series *series, const struct pond_match *finished,
                               struct pond_config *config);

POND_END

#endif
