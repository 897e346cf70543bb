/* adviser.h: the strongest engine, asked by a person: hints with their reasons, and a look at a
 * choice before it is played. It sees what that person sees, and works in a thread of its own. */
#ifndef POND_ADVISER_H
#define POND_ADVISER_H

#include "board.h"
#include "pond/analysis.h"
#include "thinker.h"

#define ADVICE_CHOICES 4

struct adviser {
    struct computer computer;
    struct thinker thinker;
    bool open;
    struct pond_match match; /* as it was when the question was asked; the log is the match's own */
    int seat;
    pond_move move; /* the choice to be judged; 0: a hint is wanted */
    /* The answer. */
    bool fine;
    struct pond_advice advice;
    struct pond_judgement judgement;
};

/* Asks for a hint, or with a move what that choice is worth. */
bool adviser_ask(struct adviser *adviser, const struct pond_match *match, int seat, pond_move move);
/* Is there an answer for the match as it is now? Never waits. */
bool adviser_answered(struct adviser *adviser, const struct pond_match *match);
/* Call this before a takeback or a restart: cancels what was asked. */
void adviser_stop(struct adviser *adviser);
void adviser_close(struct adviser *adviser);
/* "b1-c3 62 %: makes the row d3 e3 f3. Then a1-b3 55 %, c1-d3 54 %.": at most that many choices. */
void adviser_tell(const struct adviser *adviser, const struct voice *voice, uint32_t choices,
                  struct pond_text *out);
/* Would the choice that was judged be a blunder, or a mistake that costs much? */
bool adviser_warns(const struct adviser *adviser);
/* "Sure? b1-c3 leaves c3 to be captured (costs 23 %).": at most that many reasons. */
void adviser_warn(const struct adviser *adviser, const struct voice *voice, uint32_t reasons,
                  struct pond_text *out);

#endif
