/* foreign.h: the library for languages that call C but cannot read its headers.
 *
 * Everything a binding needs that is otherwise a macro, an inline function, a member of a structure
 * or a function of `struct pond_game`: sizes, the games' functions by name, and texts written into
 * plain buffers. Objects are bytes of pond_sizeof(..) that the caller owns, aligned to 16; all
 * else takes pointers and whole numbers. tests/foreign.py plays games from Python this way.
 *
 * Functions that write text return its length; text that does not fit is cut. */
#ifndef POND_FOREIGN_H
#define POND_FOREIGN_H

#include "pond/json.h"

POND_BEGIN

/* The bytes of a structure by its name without `pond_`, such as "match"; 0 where there is none. */
POND_API size_t pond_sizeof(const char *type);
/* A limit by its name without `POND_`, such as "MOVES_MAX"; -1 where there is none. */
POND_API int64_t pond_limit(const char *name);

/* The games by number, from 0; NULL after the last. */
POND_API const struct pond_game *pond_game_at(int number);
POND_API const char *pond_game_name(const struct pond_game *game);
POND_API const char *pond_game_title(const struct pond_game *game);
POND_API int pond_game_seats(const struct pond_game *game, const struct pond_config *config);

/* The rules: see the members of the same names in game.h. */
POND_API void pond_game_setup(const struct pond_game *game, struct pond_state *state,
                              const struct pond_config *config);
POND_API pond_seats pond_game_turn(const struct pond_game *game, const struct pond_state *state);
POND_API int pond_game_moves(const struct pond_game *game, const struct pond_state *state, int seat,
                             pond_move out[POND_MOVES_MAX]);
POND_API bool pond_game_legal(const struct pond_game *game, const struct pond_state *state,
                              int seat, pond_move move, struct pond_error *why);
POND_API void pond_game_apply(const struct pond_game *game, struct pond_state *state, int seat,
                              pond_move move);
POND_API uint64_t pond_game_hash(const struct pond_game *game, const struct pond_state *state);
/* Returns enum pond_outcome; `seat` and `reason` may be NULL. */
POND_API int pond_game_result(const struct pond_game *game, const struct pond_state *state,
                              int *seat, int *reason);
POND_API void pond_game_observe(const struct pond_game *game, const struct pond_state *state,
                                int seat, struct pond_view *view);
POND_API void pond_game_sample(const struct pond_game *game, const struct pond_view *view,
                               struct pond_rng *rng, struct pond_state *state);
POND_API bool pond_game_move_read(const struct pond_game *game, const struct pond_state *state,
                                  int seat, const char *text, pond_move *move,
                                  struct pond_error *why);
POND_API size_t pond_game_move_write(const struct pond_game *game, const struct pond_state *state,
                                     int seat, pond_move move, char *out, size_t size);
POND_API bool pond_game_state_read(const struct pond_game *game, struct pond_state *state,
                                   const struct pond_config *config, const char *text,
                                   struct pond_error *why);
POND_API size_t pond_game_state_write(const struct pond_game *game, const struct pond_state *state,
                                      char *out, size_t size);

/* What a match holds. The state is for referees and studies: players get a view of it. */
POND_API const struct pond_state *pond_match_state(const struct pond_match *match);
POND_API int pond_match_seat_count(const struct pond_match *match);
/* Returns enum pond_outcome; `seat` and `reason` may be NULL. */
POND_API int pond_match_result(const struct pond_match *match, int *seat, int *reason);
POND_API size_t pond_match_last_write(const struct pond_match *match, char *out, size_t size);

POND_API size_t pond_error_write(const struct pond_error *error, enum pond_language language,
                                 char *out, size_t size);
/* A number from 0 to limit - 1, each as likely as any other. */
POND_API uint32_t pond_rng_draw(struct pond_rng *rng, uint32_t limit);

POND_END

#endif
