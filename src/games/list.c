/* list.c: the games that people are offered, in the order in which they are offered. */
#include "pond/game.h"

const struct pond_game *const pond_games[] = {&pond_quibbit, &pond_quibbles, &pond_rribbit, NULL};
