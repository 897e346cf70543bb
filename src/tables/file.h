/* file.h: files of exact values: mapped to be read, and written so that they are whole or not
 * there. What is in them, and how it is read where it lies, is in blocks.h. */
#ifndef POND_FILE_H
#define POND_FILE_H

#include "blocks.h"

#define TABLE_SUFFIX ".pondtable"

/* ---- Reading ---- */

/* Opens a file by mapping it; false, with a reason, if it isn't one or is damaged. */
bool table_file_open(struct table_file *file, const char *path, struct pond_error *why);
/* The same for bytes in memory, which must stay; they may be followed by others. */
bool table_file_open_bytes(struct table_file *file, const uint8_t *bytes, size_t size,
                           struct pond_error *why);
void table_file_close(struct table_file *file);
/* Is every block as it was written? */
bool table_file_check(const struct table_file *file, struct pond_error *why);

/* A cache on the heap; NULL if there is no memory. */
struct table_cache *table_cache_new(size_t bytes_max);
void table_cache_free(struct table_cache *cache);

/* ---- Writing ---- */

struct table_writer;

/* Begins a file that will be at `path`, and is not there before it is complete. `cell_bytes`,
 * `block_cells`, `cell_count` and `coding` of `about` and its texts are given; `level` is zstd's.
 * NULL, with a reason, if it cannot be written. */
struct table_writer *table_writer_begin(const char *path, const struct table_about *about,
                                        int level, int threads, struct pond_error *why);
/* The next cells, as many as come; each is its bytes one after the other, the lowest first. */
void table_writer_cells(struct table_writer *writer, const uint8_t *cells, size_t count);
/* Completes the file: it is on the disk, under its name, or not there at all. Frees the writer. */
bool table_writer_end(struct table_writer *writer, const uint8_t *notes, uint32_t notes_size,
                      uint64_t *file_size, struct pond_error *why);
/* Gives it up; nothing is left of it. */
void table_writer_drop(struct table_writer *writer);

#endif
