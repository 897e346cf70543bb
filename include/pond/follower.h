/* follower.h: what one observer knows of a game that is played elsewhere.
 *
 * A follower starts from the setup and is fed events, or starts from a public position and its own
 * hand. It knows what its seat may do, and why something is not allowed, without the match: remote
 * clients use it. Hidden parts are filled in arbitrarily, and no answer depends on them.
 */
#ifndef POND_FOLLOWER_H
#define POND_FOLLOWER_H

#include "pond/game.h"

POND_BEGIN

struct pond_follower {
    const struct pond_game *game;
    struct pond_config config;
    int observer;            /* a seat, or POND_SPECTATOR */
    struct pond_state state; /* one that looks to the observer as the true one does */
};

/* Where a game begins. */
POND_API void pond_follower_begin(struct pond_follower *follower, const struct pond_game *game,
                                  const struct pond_config *config, int observer);
/* Where a public position (view_print) and the observer's hand (own_print; "" for none) say. */
POND_API bool pond_follower_put(struct pond_follower *follower, const struct pond_game *game,
                                const struct pond_config *config, int observer,
                                const char *position, const char *hand, struct pond_error *why);
/* A seat has laid a choice face down; `chosen` is the observer's own, NULL another's. */
POND_API bool pond_follower_seal(struct pond_follower *follower, int seat, const char *chosen,
                                 struct pond_error *why);
/* What happened next, as the observer was told. */
POND_API void pond_follower_follow(struct pond_follower *follower,
                                   const struct pond_events *events);

/* What the observer sees. */
POND_API void pond_follower_view(const struct pond_follower *follower, struct pond_view *view);
/* The moves that the observer may choose from; none where it is not its turn. */
POND_API int pond_follower_moves(const struct pond_follower *follower,
                                 pond_move out[POND_MOVES_MAX]);
/* May the observer play this now? If not, the reason. Nothing is played. */
POND_API bool pond_follower_check(const struct pond_follower *follower, const char *text,
                                  pond_move *move, struct pond_error *why);

POND_END

#endif
