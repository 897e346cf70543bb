/* told.h: a player that answers as it is told, so that what analysis says follows from the rules
 * alone and no engine is asked. */
#ifndef POND_TOLD_H
#define POND_TOLD_H

#include "pond/analysis.h"

struct told {
    pond_move best;
    float best_value, played_value;
    int win_ply, loss_ply; /* plies to a proven end, 0: nothing is proven */
    pond_move answer;      /* what is expected after the choice played; 0: nothing */
};

/* For `struct pond_analyst`; the context is a `struct told`. */
bool told_answer(void *context, struct pond_question *question, struct pond_advice *advice);

#endif
