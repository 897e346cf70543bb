/* judge.h: what every choice in a position of Rrib-bit is truly worth, as tables know it. */
#ifndef POND_RRIBBIT_JUDGE_H
#define POND_RRIBBIT_JUDGE_H

#include "pond/json.h"
#include "table.h"

/* A choice, or the position itself: its value for the seat on turn. */
struct rribbit_judged {
    pond_move move;
    bool known;
    unsigned value; /* the turn itself counted */
    int in_time;    /* see rribbit_in_time */
};

/* The value of a position that is not over; false if nobody knows it. */
typedef bool rribbit_value_function(void *context, const struct pond_state *state, unsigned *value);

/* Every choice, the best first; returns how many, or -1 where nothing is known. */
int rribbit_choices_judge(rribbit_value_function *ask, void *context,
                          const struct pond_state *state, struct rribbit_judged *position,
                          struct rribbit_judged choices[POND_MOVES_MAX]);
/* The same as an object, as `pond probe --json` prints it. */
void rribbit_choices_json(struct pond_json *json, const struct pond_state *state,
                          const struct rribbit_judged *position,
                          const struct rribbit_judged *choices, int count);

#endif
