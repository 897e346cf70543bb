/* engine.h: the full engine of Quibbit, for those who want to see the round that it has solved. */
#ifndef POND_QUIBBIT_ENGINE_H
#define POND_QUIBBIT_ENGINE_H

#include "duel.h"

/* Thinks, as the engine's `think` does. In a round of the game of two, `root` becomes what it has
 * found about each pair of cards; otherwise it is left alone. */
void quibbit_think_round(const struct pond_task *task, struct pond_advice *advice,
                         struct quibbit_duel_root *root);

#endif
