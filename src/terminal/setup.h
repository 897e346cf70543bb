/* setup.h: the form before a game. */
#ifndef POND_SETUP_H
#define POND_SETUP_H

#include "client.h"

/* Asks for everything that a game (or an edition of it, unless NULL) begins with; false when the
 * person goes back. */
bool setup_run(struct terminal_client *client, const struct pond_game *game,
               const struct edition *edition, bool watch, struct play_setup *setup);
/* A seed from the system's randomness. */
bool seed_draw(char seed[POND_SEED_MAX + 1]);

#endif
