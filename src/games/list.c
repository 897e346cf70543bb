/* list.c: the games that people are offered, in the order in which they are offered. A new game is
 * one line here. */
#include "pond/game.h"

#define GAMES(GAME)                                                                                \
    GAME(pond_quibbit)                                                                             \
    GAME(pond_quibbles)                                                                            \
    GAME(pond_rribbit)                                                                             \
    EXAMPLES(GAME)

/* Tests build the program once more with the games of examples/games. */
#ifdef POND_EXAMPLES
#define EXAMPLES(GAME)                                                                             \
    GAME(pond_goofspiel)                                                                           \
    GAME(pond_tricks)
#else
#define EXAMPLES(GAME)
#endif

#define DECLARE(game) extern const struct pond_game game;
#define ENTER(game) &game,

GAMES(DECLARE)

const struct pond_game *const pond_games[] = {GAMES(ENTER) NULL};

_Static_assert(sizeof pond_games / sizeof pond_games[0] - 1 <= POND_GAMES_MAX, "room by game");
