/* review.h: what each decision of a game was worth, found out in the background. */
#ifndef POND_REVIEW_H
#define POND_REVIEW_H

#include "pond/analysis.h"
#include "replay.h"
#include "thinker.h"

#define REVIEW_MAX 4000 /* decisions */

struct reviewed {
    int step; /* the step that the decision led to, or was part of */
    struct pond_moment moment;
    struct pond_judgement judgement;
};

struct review {
    const struct replay *replay;
    struct thinker thinker;
    struct computer computer;
    bool open, started;
    /* Under the thinker's lock: what is there so far. */
    int count;
    struct reviewed *items;
};

/* Begins to judge all decisions; false if there is no engine or memory. */
bool review_begin(struct review *review, const struct replay *replay);
void review_close(struct review *review);
/* How many decisions are judged so far, and of how many; asks without waiting. */
int review_ready(struct review *review, uint32_t *total);
bool review_finished(struct review *review);
/* Of the decisions judged so far: the one of a seat (-1: of any) that led to a step, or NULL. */
const struct reviewed *review_of(const struct review *review, int ready, int step, int seat);
bool review_is_mistake(const struct reviewed *item);
/* The next step behind (by 1) or before (by -1) `step` with a mistake of the seat; or -1. */
int review_next_mistake(const struct review *review, int ready, int step, int seat, int by);
/* What there is to say about a decision: what it was, what it cost, what was better and why. */
void review_tell(const struct reviewed *item, const struct voice *voice, const char *name,
                 struct pond_text *out);

#endif
