/* rribbit_file.h: classes of Rrib-bit in files: one file each. See file.h and rribbit_solve.h.
 *
 * A cell is a code of one byte. The codes of a half lie together, those for the k frogs to move
 * first; halves follow each other. The notes have the values of the codes and what was counted. */
#ifndef POND_RRIBBIT_FILE_H
#define POND_RRIBBIT_FILE_H

#include "file.h"
#include "rribbit_solve.h"

#define RRIBBIT_FILE_NAME_MAX 64
#define RRIBBIT_BLOCK_CELLS (1 << 15)

struct rribbit_table {
    struct table_file file;
    bool chain, seven;
    struct rribbit_class class; /* without codes */
    uint64_t section[2][2];     /* by half and who moves: the first cell */
    struct rribbit_tally tally[2];
};

/* "rribbit-single-row-4v2.pondtable" */
void rribbit_file_name(bool chain, bool seven, int key_frogs, int other_frogs,
                       char out[RRIBBIT_FILE_NAME_MAX]);

/* Takes over an open file; where it is refused it stays the caller's. */
bool rribbit_table_open(struct rribbit_table *table, const struct rribbit_sets *sets,
                        const struct table_file *file, struct pond_error *why);
void rribbit_table_close(struct rribbit_table *table);
/* The value of a position of this class that is not over; false where a block is damaged. */
bool rribbit_table_value(const struct rribbit_table *table, const struct rribbit_sets *sets,
                         struct table_cache *cache, uint32_t number, uint64_t mover,
                         uint64_t waiter, unsigned *value);
/* All codes to memory, for solving larger classes. */
bool rribbit_table_load(const struct rribbit_table *table, const struct rribbit_sets *sets,
                        struct rribbit_class *class, struct pond_error *why);

/* Writing: begin, then each half as it is solved, then the end. */
struct table_writer *rribbit_file_begin(const char *path, const struct rribbit_tables *tables,
                                        const struct rribbit_class *class, int level, int threads,
                                        struct pond_error *why);
void rribbit_file_half(struct table_writer *writer, const struct rribbit_class *class, int half);
bool rribbit_file_end(struct table_writer *writer, const struct rribbit_tables *tables,
                      const struct rribbit_class *class, const struct rribbit_tally tally[2],
                      uint64_t *file_size, struct pond_error *why);

#endif
