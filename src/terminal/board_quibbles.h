/* board_quibbles.h: what the two files about Quibbles share. See board.h. */
#ifndef POND_BOARD_QUIBBLES_H
#define POND_BOARD_QUIBBLES_H

#include "board.h"
#include "pond/quibbles.h"

/* What the input says so far: cards of the hand, cards of the display. */
struct picked {
    quibbles_cards played, taken;
    bool lays, stashes;
    int give_up; /* or -1 */
};

struct picked quibbles_picked(const char *input);
/* The legal SPLIT or COMBINE with exactly these cards, or 0. */
pond_move quibbles_find(const struct scene *scene, const struct picked *picked);
const struct quibbles_view *quibbles_seen(const struct scene *scene);

void quibbles_prompt(struct pond_text *out, const struct scene *scene);
bool quibbles_forced(struct pond_text *out, const struct scene *scene);
void quibbles_plan(struct pond_text *out, const struct scene *scene);
void quibbles_words(struct pond_text *out, const struct scene *scene);
bool quibbles_event(struct story *story, const struct telling *telling,
                    const struct pond_event *event, uint8_t *style);

#endif
