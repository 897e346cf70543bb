/* tables.h: the tables of a game as the program sees them; pond/table.h is what others see. */
#ifndef POND_TABLES_H
#define POND_TABLES_H

#include "pond/table.h"
#include "quibbit/solve.h"
#include "rribbit/table.h"

/* The tables that are part of the library, one whole file after another (small.c). */
extern const uint8_t pond_small_tables[], pond_small_tables_end[];

/* The value of a Rrib-bit position that is not over, whatever the count of X9; false if no table
 * knows it. */
bool tables_rribbit_value(struct pond_tables *tables, const struct pond_state *state,
                          unsigned *value);
/* The truth about a state of Quibbit; false if no table knows it. `certificate` is that of the
 * file. */
bool tables_quibbit_truth(struct pond_tables *tables, const struct pond_state *state,
                          struct quibbit_truth *truth, double *certificate);

#endif
