/* replay.h: a match that was played, step by step: what the viewer and the review look at. */
#ifndef POND_TERMINAL_REPLAY_H
#define POND_TERMINAL_REPLAY_H

#include "board.h"
#include "play.h"

#define REPLAY_STEPS_MAX 4000

struct replay {
    struct pond_match match;
    struct pond_entry *log; /* its own */
    struct pond_record record;
    int step_count;                      /* the start is step 0 */
    uint32_t step_end[REPLAY_STEPS_MAX]; /* entries of the log that have happened by then */
};

/* Takes a copy of a match. False if there is no memory. */
bool replay_take(struct replay *replay, const struct play *play);
/* Reads the first game of a record's text; false with a sentence. */
bool replay_read(struct replay *replay, const struct voice *voice, const char *path,
                 const char *text, size_t length, struct pond_text *trouble);
void replay_close(struct replay *replay);
/* The match as it was at a step. Its log is the replay's own. */
void replay_at(const struct replay *replay, int step, struct pond_match *then);
/* A name for a seat, whether the record has one or not. */
const char *replay_name(const struct replay *replay, const struct voice *voice, int seat,
                        char memory[POND_NAME_MAX + 1]);
/* The setup of a game that continues from a step: the seat is a person's, the others play as they
 * did, or as computers. What the seat cannot see is dealt again, so that it fits. */
void replay_fork(const struct replay *replay, int step, int seat, struct play_setup *setup);

#endif
