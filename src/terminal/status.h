/* status.h: where a game stands, in words and as a scene: the same for the screen and for --plain.
 */
#ifndef POND_STATUS_H
#define POND_STATUS_H

#include "board.h"
#include "play.h"

/* The scene that the screen is for now; a cursor and an input that are there stay. */
void status_scene(const struct play *play, struct scene *scene);
/* What has happened from an entry of the log on, as the one before the screen may know it. */
void status_story(const struct play *play, struct story *story, uint32_t from);
/* Whose turn it is, or how the game ended. */
void status_tell(const struct play *play, struct pond_text *out);
/* "Rrib-bit · turn 12", "Quibbit! · round 3". */
void status_title(const struct play *play, struct pond_text *out);
/* "You 2 · Level 3 1": nothing before the second game of a series. */
void status_score(const struct play *play, struct pond_text *out);
/* Who won, in words. */
void status_result(const struct play *play, struct pond_text *out);

#endif
