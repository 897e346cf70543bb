/* explore_live.h: the engine beside the board of `pond explore`: it thinks in a thread of its own,
 * in ever longer slices, and tells after each what it has found. */
#ifndef POND_EXPLORE_LIVE_H
#define POND_EXPLORE_LIVE_H

#include "explore_run.h"
#include "thinker.h"
#include "voice.h"

struct explore_found {
    int line_count; /* 0: nothing yet */
    struct explore_line lines[EXPLORE_LINES_MAX];
    uint64_t nodes;
    uint32_t depth;
};

struct explore_live {
    struct thinker thinker;
    const struct voice *voice;
    struct computer *computer;
    struct computer_limits limits;
    struct pond_match match;
    struct pond_entry *log; /* the match's own: the tree's changes when it is walked */
    int seat;
    bool open;
    struct explore_found found; /* under the thinker's lock */
};

/* False if there is no memory. */
bool explore_live_open(struct explore_live *live, const struct voice *voice,
                       const struct explore_asked *asked);
void explore_live_close(struct explore_live *live);
/* Looks at a position with a seat's eyes; what was found before is forgotten. */
void explore_live_look(struct explore_live *live, const struct pond_match *match, int seat);
void explore_live_stop(struct explore_live *live);
/* What was found so far; true while there may be more. */
bool explore_live_found(struct explore_live *live, struct explore_found *found);

#endif
