/* load_check.h: was every view right? What a player was shown, against the finished game's record.
 *
 * Once a game is over its record has everything. Replayed, it gives for every moment what that
 * seat may see; the server must have sent just that, byte for byte: nothing less, nothing more,
 * and in order. */
#ifndef POND_LOAD_CHECK_H
#define POND_LOAD_CHECK_H

#include "pond/json.h"

/* The views of one player in one game, one after the other. */
struct load_views {
    char *text;
    size_t length, room;
};

struct load_checker;

/* Do the players of this game hide something from each other? */
bool load_game_hides(const struct pond_game *game);

/* Keeps a view, which `text` begins with. */
void load_views_add(struct load_views *views, const char *text);
void load_views_free(struct load_views *views);

struct load_checker *load_checker_open(void);
void load_checker_close(struct load_checker *checker);
/* Compares the views of a seat with the record in a `record` message, counts, and forgets them. */
void load_views_check(struct load_checker *checker, struct load_views *views, int seat,
                      const char *message, uint64_t *checked, uint64_t *wrong);

#endif
