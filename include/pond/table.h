/* table.h: exact values of positions, from tablebases.
 *
 * Tables are files (docs/tables.md) that `pond solve` makes; a few small ones are part of the
 * library. After opening a game's tables you can probe any of its states; where no table knows
 * it, or the one that does is damaged, there is no answer. `pond_tables_probe` fits the member
 * `probe` of a task (engine.h).
 *
 * Rrib-bit: won, drawn or lost with the distance to the end. Under X9 an answer is given only where
 * the count does not matter or is certain to run out in between; positions that have occurred
 * before (X10) are not known to a table.
 * Quibbit, two players: how often each seat and the dummy win with best play by both. */
#ifndef POND_TABLE_H
#define POND_TABLE_H

#include "pond/engine.h"

POND_BEGIN

struct pond_tables;

/* Opens all tables of a game: those of `folder`, or, where that is NULL, of $POND_TABLES and of the
 * user's data folder; and those in the library. Damaged files are left out. NULL if there is no
 * memory. Threads may share them, one asks at a time; those that ask much open their own, and share
 * what is mapped. */
POND_API struct pond_tables *pond_tables_open(const struct pond_game *game, const char *folder);
POND_API void pond_tables_close(struct pond_tables *tables);
/* How many tables there are. */
POND_API uint32_t pond_tables_count(const struct pond_tables *tables);
/* The truth about a state; `tables` is a struct pond_tables. False if it is not known. */
POND_API bool pond_tables_probe(void *tables, const struct pond_state *state,
                                struct pond_exact *exact);

POND_END

#endif
