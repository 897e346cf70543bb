/* list.c: the engines that can be asked for by name. The first that fits a game is taken, so the
 * one for any game comes last. */
#include "pond/engine.h"

const struct pond_engine *const pond_engines[] = {
    &pond_engine_random,
    &pond_engine_quibbit,
    &pond_engine_quibbit_greedy,
    &pond_engine_quibbles,
    &pond_engine_quibbles_greedy,
    &pond_engine_rribbit,
    &pond_engine_rribbit_greedy,
    &pond_engine_rribbit_uct,
    &pond_engine_any,
    NULL,
};
