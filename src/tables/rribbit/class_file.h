/* class_file.h: classes of Rrib-bit in files: one file each. See file.h, and rribbit/table.h for
 * what is in them. */
#ifndef POND_RRIBBIT_FILE_H
#define POND_RRIBBIT_FILE_H

#include "file.h"
#include "rribbit/table.h"
#include "solve.h"

#define RRIBBIT_FILE_NAME_MAX 64

/* "rribbit-single-row-4v2.pondtable" */
void rribbit_file_name(bool chain, bool seven, int key_frogs, int other_frogs,
                       char out[RRIBBIT_FILE_NAME_MAX]);

void rribbit_table_close(struct rribbit_table *table);
/* All codes to memory, for solving larger classes. */
bool rribbit_table_load(const struct rribbit_table *table, struct rribbit_class *class,
                        struct pond_error *why);

/* Writing: begin, then each half as it is solved, then the end. */
struct table_writer *rribbit_file_begin(const char *path, const struct rribbit_tables *tables,
                                        const struct rribbit_class *class, int level, int threads,
                                        struct pond_error *why);
void rribbit_file_half(struct table_writer *writer, const struct rribbit_class *class, int half);
bool rribbit_file_end(struct table_writer *writer, const struct rribbit_tables *tables,
                      const struct rribbit_class *class, const struct rribbit_tally tally[2],
                      uint64_t *file_size, struct pond_error *why);

#endif
