/* response.h: strategies on a solved ring of Quibbit for two, and what a best response to
 * one wins: exploitability, exactly.
 *
 * A strategy says for every state in which a round is due, by the solution's cells, how likely each
 * card is. Only for a dummy that is a bystander: a contender plays on with a seat alone. */
#ifndef POND_QUIBBIT_RESPONSE_H
#define POND_QUIBBIT_RESPONSE_H

#include "solve.h"

/* How many states a strategy has. */
uint64_t quibbit_strategy_states(const struct quibbit_solution *solution);
/* Good play of a seat: `out` has QUIBBIT_CARDS probabilities per state. */
void quibbit_strategy(const struct quibbit_solution *solution, int seat, double *out);
/* The value of every state, for seat 0, when `seat` plays this strategy and the other answers as
 * well as can be; `cards`, if not NULL, gets the answer, a card from 1. Values are exact to within
 * `change_max` times the rounds in a block (1e-12 is a good choice). False if the dummy contends
 * or there is no memory. */
bool quibbit_respond(const struct quibbit_solution *solution, int seat, const double *strategy,
                     double change_max, double *values, uint8_t *cards);
/* The solution's own value of every state. */
void quibbit_values(const struct quibbit_solution *solution, double *values);

#endif
