/* json.h: JSON for other programs: one object per line, the same from the command line and from the
 * page.
 *
 * A writer knows only where its text goes and whether a comma is due, so callers must close what
 * they open. It can gather many small pieces in a buffer of the caller's before it passes them
 * on. */
#ifndef POND_JSON_H
#define POND_JSON_H

#include <string.h>

#include "pond/record.h"

POND_BEGIN

struct pond_json {
    pond_sink *sink;
    void *context;
    bool comma;            /* one is due before the next key or value */
    char *memory;          /* where texts gather; NULL: they go to the sink at once */
    size_t size, gathered; /* its bytes, and how many are taken */
};

POND_API struct pond_json pond_json_to(pond_sink *sink, void *context);
/* From now on texts gather there and go to the sink when it is full and with pond_json_flush. */
#define POND_JSON_GATHER_MIN 256
POND_API void pond_json_gather(struct pond_json *json, char *memory, size_t size);
POND_API void pond_json_flush(struct pond_json *json);
POND_API void pond_json_open(struct pond_json *json, char bracket); /* '{' or '[' */
POND_API void pond_json_close(struct pond_json *json, char bracket);
POND_API void pond_json_string(struct pond_json *json, const char *text);
POND_API void pond_json_number(struct pond_json *json, int64_t number);
/* With four digits behind the point, such as 0.4375: chances and what they cost. */
POND_API void pond_json_decimal(struct pond_json *json, float number);
POND_API void pond_json_bool(struct pond_json *json, bool truth);
POND_API void pond_json_null(struct pond_json *json);
/* A value, or members, that are JSON already. */
POND_API void pond_json_ready(struct pond_json *json, const char *text, size_t length);
/* A list of the numbers of some seats. */
POND_API void pond_json_seats(struct pond_json *json, pond_seats seats);
POND_API void pond_json_line_end(struct pond_json *json);

/* Keys, and keys with their values. Keys need no escapes: they are short words of the program's
 * own. Most are literals, whose lengths the compiler works out here. */
POND_API void pond_json_key_of(struct pond_json *json, const char *key, size_t key_length);
POND_API void pond_json_string_of(struct pond_json *json, const char *key, size_t key_length,
                                  const char *text, size_t length);
POND_API void pond_json_number_of(struct pond_json *json, const char *key, size_t key_length,
                                  int64_t number);
POND_API void pond_json_bool_of(struct pond_json *json, const char *key, size_t key_length,
                                bool truth);
POND_API void pond_json_null_of(struct pond_json *json, const char *key, size_t key_length);

static inline void pond_json_key(struct pond_json *json, const char *key)
{
    pond_json_key_of(json, key, strlen(key));
}

static inline void pond_json_string_member(struct pond_json *json, const char *key,
                                           const char *text)
{
    pond_json_string_of(json, key, strlen(key), text, strlen(text));
}

static inline void pond_json_number_member(struct pond_json *json, const char *key, int64_t number)
{
    pond_json_number_of(json, key, strlen(key), number);
}

static inline void pond_json_bool_member(struct pond_json *json, const char *key, bool truth)
{
    pond_json_bool_of(json, key, strlen(key), truth);
}

static inline void pond_json_null_member(struct pond_json *json, const char *key)
{
    pond_json_null_of(json, key, strlen(key));
}

/* A text, or null if it is empty. */
POND_API void pond_json_text_member(struct pond_json *json, const char *key,
                                    const struct pond_text *text);

/* A seat's legal moves as people and programs see them: written, and sorted bytewise. */
struct pond_move_list {
    int count;
    uint16_t order[POND_MOVES_MAX]; /* indices into `text` */
    char text[POND_MOVES_MAX][POND_MOVE_TEXT_MAX];
};

POND_API void pond_moves_write(const struct pond_game *game, const struct pond_state *state,
                               int seat, struct pond_move_list *list);
/* The same as a list of strings. */
POND_API void pond_json_moves(struct pond_json *json, const struct pond_game *game,
                              const struct pond_state *state, int seat);

/* The keys "result" and "reason" of a match; null while it goes on. */
POND_API void pond_json_result(struct pond_json *json, const struct pond_match *match);
/* What chance could draw, as {"outcome","weight"}; an empty list where no draw is due. */
POND_API void pond_json_chance(struct pond_json *json, const struct pond_match *match);
/* Where a match stands, as a seat (or POND_SPECTATOR) may see it. Without POND_LOOK_LEGAL its legal
 * moves are null; with POND_LOOK_BOARD "board" has the view as data (view_json). */
enum pond_look_part { POND_LOOK_LEGAL = 1, POND_LOOK_BOARD = 2 };
POND_API void pond_json_look(struct pond_json *json, const struct pond_match *match, int seat,
                             unsigned parts);
/* The same in two parts, for many observers: what comes before "seat", the same for everyone,
 * and what comes after it, which depends on the view and, with legal moves, on the seat. */
POND_API void pond_json_look_head(struct pond_json *json, const struct pond_match *match);
POND_API void pond_json_look_rest(struct pond_json *json, const struct pond_match *match,
                                  const struct pond_view *view, int seat, unsigned parts);
/* The key "board": an observer's view as data, null if the game has none. */
POND_API void pond_json_board(struct pond_json *json, const struct pond_game *game,
                              const struct pond_view *view);
/* What the entries of the log from `from` on did that were not taken back, as `observer` may know
 * it: a list of `{"seat":0,"ply":3,"events":[…]}`. `before` is the state before entry `from`. */
POND_API void pond_json_entries(struct pond_json *json, const struct pond_match *match,
                                const struct pond_state *before, uint32_t from, int observer);
/* A game's table of events: by the name of each kind its arguments and, where it has one, its
 * sentence about somebody and to that player. Two more sentences follow for where the argument in
 * "without" has another value than there; "words" has what people read instead of a value. */
POND_API void pond_json_event_kinds(struct pond_json *json, const struct pond_game *game,
                                    enum pond_language language);
/* The line of a game and its options that `pond games --json` prints. */
POND_API void pond_json_game(struct pond_json *json, const struct pond_game *game,
                             enum pond_language language);
/* The keys "move" to "reason" of where a match stands; they show everything. */
POND_API void pond_json_standing(struct pond_json *json, const struct pond_match *match);
/* The line that `pond replay --json` prints for it. */
POND_API void pond_json_ply(struct pond_json *json, const struct pond_match *match, uint32_t ply);

POND_END

#endif
