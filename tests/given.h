/* given.h: options and positions as tests write them; what is refused is the test's failure, with
 * the reason. */
#ifndef POND_GIVEN_H
#define POND_GIVEN_H

#include "pond/game.h"

struct pond_config given_config(const struct pond_game *game, const char *options);
struct pond_state given_position(const struct pond_game *game, const char *options,
                                 const char *text);

#endif
