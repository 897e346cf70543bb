/* table.h: a class of Rrib-bit in a table: its notes, and asking about positions. See
 * blocks.h and class.h.
 *
 * A cell is a code of one byte. The codes of a half lie together, those for the k frogs to move
 * first; halves follow each other. The notes have the values of the codes and what was counted. */
#ifndef POND_RRIBBIT_TABLE_H
#define POND_RRIBBIT_TABLE_H

#include "blocks.h"
#include "class.h"
#include "pond/engine.h"

#define RRIBBIT_BLOCK_CELLS (1 << 15)

struct rribbit_table {
    struct table_file file;
    bool chain, seven;
    struct rribbit_class class; /* without codes */
    uint64_t section[2][2];     /* by half and who moves: the first cell */
    struct rribbit_tally tally[2];
};

/* All tables of Rrib-bit that one asks, by options and class; where `file.bytes` is NULL there is
 * none. */
struct rribbit_shelf {
    struct rribbit_sets sets;
    struct rribbit_table tables[2][2][RRIBBIT_KEY_MAX + 1][RRIBBIT_SIDE_MAX + 1];
};

/* Takes over an open file; where it is refused it stays the caller's. */
bool rribbit_table_open(struct rribbit_table *table, const struct rribbit_sets *sets,
                        const struct table_file *file, struct pond_error *why);
/* The value of a position of this class that is not over; false if a block is damaged. */
bool rribbit_table_value(const struct rribbit_table *table, const struct rribbit_sets *sets,
                         struct table_cache *cache, uint32_t number, uint64_t mover,
                         uint64_t waiter, unsigned *value);

/* Puts an open file into its place; false if it isn't one of Rrib-bit's or its place is taken. */
bool rribbit_shelf_take(struct rribbit_shelf *shelf, const struct table_file *file);
/* The value of a position that is not over, whatever the count of X9; false if no table knows
 * it. */
bool rribbit_shelf_value(const struct rribbit_shelf *shelf, struct table_cache *cache,
                         const struct pond_state *state, unsigned *value);
/* The truth about a state, with the count of X9. */
bool rribbit_shelf_probe(const struct rribbit_shelf *shelf, struct table_cache *cache,
                         const struct pond_state *state, struct pond_exact *exact);

/* What a value comes to under the state's count (X9): 1 as it is, 0 a draw, -1 nobody knows. */
int rribbit_in_time(const struct pond_state *state, unsigned value);

#endif
