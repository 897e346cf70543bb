/* ring_file.h: solutions of two-player Quibbit in files: one file for each ring and set of
 * options. See file.h and solve.h.
 *
 * A cell has the value in 32 bits and the dummy's share in 16. That is less than the solver keeps;
 * the certificate in the notes says how much play by the file may fall short, rounding included. A
 * seat alone with a contending dummy has its chance to win in all 48 bits. */
#ifndef POND_QUIBBIT_FILE_H
#define POND_QUIBBIT_FILE_H

#include "file.h"
#include "solve.h"

#define QUIBBIT_FILE_NAME_MAX 96
#define QUIBBIT_FILE_CELL_BYTES 6

/* The options that make one solution differ from another, beside the ring. */
struct quibbit_ring_rules {
    bool lap_by_leader, tie_by_crown_now, dummy_counts;
};

struct quibbit_ring_table {
    struct table_file file;
    struct quibbit_ring_rules rules;
    int layout;
    double certificate; /* of play by the file */
    double certificate_solved;
    uint64_t states, mixed, decided;
};

struct quibbit_ring_rules quibbit_rules_of(const struct pond_state *state);
/* Which ring a state with its ring laid is played on; -1 where it is not one of two players. */
int quibbit_layout_of(const struct pond_state *state);
/* "quibbit-crowned-start-bystander-042.pondtable" */
void quibbit_file_name(const struct quibbit_ring_rules *rules, int layout,
                       char out[QUIBBIT_FILE_NAME_MAX]);
/* The game of two on a ring as it is numbered. */
bool quibbit_config_of(const struct quibbit_ring_rules *rules, int layout,
                       struct pond_config *config);

/* Takes over an open file; where it is refused it stays the caller's. */
bool quibbit_ring_table_open(struct quibbit_ring_table *table, const struct table_file *file,
                             struct pond_error *why);
void quibbit_ring_table_close(struct quibbit_ring_table *table);

/* A table that can be asked. */
struct quibbit_reader {
    const struct quibbit_ring_table *table;
    struct table_cache *cache;
    uint32_t number; /* of the file in the cache */
    bool damaged;    /* a block could not be read since this was last set to false */
    struct quibbit_solution *solution;
};

/* False if there is no memory. The table and the cache must stay. */
bool quibbit_reader_open(struct quibbit_reader *reader, const struct quibbit_ring_table *table,
                         struct table_cache *cache, uint32_t number);
void quibbit_reader_close(struct quibbit_reader *reader);
/* As quibbit_solution_probe, or quibbit_solution_value where `play` is false; false, too, where a
 * block is damaged. */
bool quibbit_reader_probe(struct quibbit_reader *reader, const struct pond_state *state, bool play,
                          struct quibbit_truth *truth);

/* Writes a whole solution; it must be of a ring as it is numbered. */
bool quibbit_file_write(const char *path, const struct quibbit_solution *solution,
                        const struct quibbit_ring_rules *rules, int layout, int level, int threads,
                        uint64_t *file_size, struct pond_error *why);

#endif
