/* engine.h: what analysis, tools and tests ask of the engine for Quibbles. */
#ifndef POND_QUIBBLES_ENGINE_H
#define POND_QUIBBLES_ENGINE_H

#include "pond/engine.h"

/* Thinks with all hands open: every iteration starts from `truth` (whose view the task has) where
 * the engine would sample; the order of the draw pile stays unknown. The difference in strength is
 * what perfect knowledge of the hands would be worth. NULL: samples, as the engine does. */
void quibbles_engine_think_open(const struct pond_task *task, const struct pond_state *truth,
                                struct pond_advice *advice);

#endif
