/* class_file.c: classes of Rrib-bit in files. See class_file.h; docs/tables.md describes the
 * notes. */
#include "class_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTES_SIZE_MAX (8 + 2 * (2 + 2 * RRIBBIT_CODES) + 2 * 28)

void rribbit_file_name(bool chain, bool seven, int key_frogs, int other_frogs,
                       char out[RRIBBIT_FILE_NAME_MAX])
{
    snprintf(out, RRIBBIT_FILE_NAME_MAX, "rribbit-%s-%s-%dv%d" TABLE_SUFFIX,
             chain ? "chain" : "single", seven ? "seven" : "row", other_frogs, key_frogs);
}

/* ---- Reading ---- */

void rribbit_table_close(struct rribbit_table *table)
{
    table_file_close(&table->file);
    memset(table, 0, sizeof *table);
}

bool rribbit_table_load(const struct rribbit_table *table, struct rribbit_class *class,
                        struct pond_error *why)
{
    uint8_t *cells = malloc(TABLE_BLOCK_BYTES_MAX);
    bool fine = cells != NULL;
    *class = table->class;
    for (int half = 0; fine && half < class->halves; half++) fine = rribbit_class_make(class, half);
    uint64_t at = 0, size = 0;
    int section = -1;
    for (uint32_t block = 0; fine && block < table->file.about.block_count; block++) {
        uint32_t left = pond_table_block_cells(&table->file, block);
        const uint8_t *from = cells;
        fine = pond_table_block_read(&table->file, block, cells);
        while (fine && left > 0) {
            while (at == size) {
                section++;
                at = 0;
                size = rribbit_class_size(class, section / 2, section % 2);
            }
            const uint32_t part = size - at < left ? (uint32_t)(size - at) : left;
            memcpy(class->codes[section % 2][section / 2 ^ section % 2] + at, from, part);
            at += part;
            from += part;
            left -= part;
        }
    }
    free(cells);
    if (fine) return true;
    rribbit_class_free(class);
    return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
}

/* ---- Writing ---- */

struct table_writer *rribbit_file_begin(const char *path, const struct rribbit_tables *tables,
                                        const struct rribbit_class *class, int level, int threads,
                                        struct pond_error *why)
{
    struct table_about about = {.cell_bytes = 1, .block_cells = RRIBBIT_BLOCK_CELLS};
    snprintf(about.game, sizeof about.game, "rribbit");
    snprintf(about.class, sizeof about.class, "%dv%d", class->other_frogs, class->key_frogs);
    snprintf(about.builder, sizeof about.builder, "pond %s", POND_VERSION);
    snprintf(about.options, sizeof about.options, "turn=%s,win=%s",
             tables->chain ? "chain" : "single", tables->seven ? "row-or-seven" : "row");
    for (int half = 0; half < class->halves; half++) {
        for (int side = 0; side < 2; side++) {
            about.cell_count += rribbit_class_size(class, half, side);
        }
    }
    return table_writer_begin(path, &about, level, threads, why);
}

void rribbit_file_half(struct table_writer *writer, const struct rribbit_class *class, int half)
{
    for (int side = 0; side < 2; side++) {
        table_writer_cells(writer, class->codes[side][half ^ side],
                           rribbit_class_size(class, half, side));
    }
}

static uint8_t *put(uint8_t *at, int size, uint64_t number)
{
    table_number_put(at, size, number);
    return at + size;
}

bool rribbit_file_end(struct table_writer *writer, const struct rribbit_tables *tables,
                      const struct rribbit_class *class, const struct rribbit_tally tally[2],
                      uint64_t *file_size, struct pond_error *why)
{
    uint8_t notes[NOTES_SIZE_MAX], *at = notes;
    at = put(at, 1, tables->chain);
    at = put(at, 1, tables->seven);
    at = put(at, 1, (uint64_t) class->key_frogs);
    at = put(at, 1, (uint64_t) class->other_frogs);
    for (int half = 0; half < class->halves; half++) {
        at = put(at, 2, class->value_count[half]);
        for (int i = 0; i < class->value_count[half]; i++) at = put(at, 2, class->value[half][i]);
    }
    for (int side = 0; side < 2; side++) {
        at = put(at, 8, tally[side].won);
        at = put(at, 8, tally[side].drawn);
        at = put(at, 8, tally[side].lost);
        at = put(at, 2, (uint64_t)tally[side].longest_win);
        at = put(at, 2, (uint64_t)tally[side].longest_loss);
    }
    assert((size_t)(at - notes) <= sizeof notes);
    return table_writer_end(writer, notes, (uint32_t)(at - notes), file_size, why);
}
