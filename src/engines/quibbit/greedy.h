/* greedy.h: how a player of Quibbit! who looks no further than this round judges cards; the
 * search for many takes others for such players, in part. */
#ifndef POND_QUIBBIT_GREEDY_H
#define POND_QUIBBIT_GREEDY_H

#include "round.h"

/* Points of every card of every seat (by card less one), over all cards of the others; returns how
 * many rounds were tried. */
uint64_t quibbit_greedy_scores(const struct quibbit_rules *rules, const struct quibbit_spot *spot,
                               int64_t score[QUIBBIT_FROGS_MAX][QUIBBIT_CARD_MAX]);

#endif
