/* adviser.h: the strongest engine, asked by a person: hints, and a look at a choice before it is
 * played. It sees what that person sees, and works in a thread of its own. */
#ifndef POND_ADVISER_H
#define POND_ADVISER_H

#include "board.h"
#include "thinker.h"

#define ADVICE_LINES 5
/* A choice that costs so much of the expected score is worth a question. */
#define ADVICE_BLUNDER 0.15f

struct adviser {
    struct computer computer;
    struct thinker thinker;
    bool open;
    int seat;
    uint32_t version; /* of the match that was asked about */
    struct pond_state imagined;
};

bool adviser_ask(struct adviser *adviser, const struct pond_match *match, int seat);
/* Is an answer there that still fits the match? Asks without waiting. */
bool adviser_answered(struct adviser *adviser, const struct pond_match *match);
void adviser_close(struct adviser *adviser);
/* The best choices in words, one a line: "b1-c3  62 %". */
void adviser_tell(const struct adviser *adviser, const struct voice *voice,
                  const struct pond_match *match, int lines, struct pond_text *out);
/* What the choice would cost, in expected score; 0 where it is as good as any. */
float adviser_cost(const struct adviser *adviser, pond_move move);

#endif
