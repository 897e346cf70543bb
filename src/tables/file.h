/* file.h: files of exact values: checked, compressed in blocks, mapped, and read in place.
 *
 * docs/tables.md describes every byte. A file holds cells, numbered from 0, of one to eight bytes
 * each. They are compressed in blocks; what the cells mean is told by the header's texts and by the
 * `notes`, some bytes that belong to the game's own code (rribbit_file.c, quibbit_file.c).
 *
 * Header, notes and index are checked when a file is opened, each block whenever it is unpacked.
 * What is not as it was written is refused, and gives no answer. */
#ifndef POND_FILE_H
#define POND_FILE_H

#include "pond/text.h"

#define TABLE_VERSION 1
#define TABLE_HEADER_SIZE 512
#define TABLE_GAME_MAX 16
#define TABLE_CLASS_MAX 40
#define TABLE_BUILDER_MAX 32
#define TABLE_OPTIONS_MAX 256
#define TABLE_CELL_BYTES_MAX 8
#define TABLE_BLOCK_BYTES_MAX (1 << 16)
#define TABLE_NOTES_MAX (1 << 20)
#define TABLE_SUFFIX ".pondtable"

/* What a file says of itself. */
struct table_about {
    char game[TABLE_GAME_MAX];       /* "rribbit" */
    char class[TABLE_CLASS_MAX];     /* "4v2", or a ring */
    char builder[TABLE_BUILDER_MAX]; /* "pond 0.1.0" */
    char options[TABLE_OPTIONS_MAX]; /* those that matter: "turn=single,win=row" */
    uint64_t cell_count;
    uint32_t cell_bytes;
    uint32_t block_cells; /* in every block but the last */
    uint32_t block_count;
    uint64_t file_size;
};

struct table_file {
    struct table_about about;
    const uint8_t *bytes; /* the whole file */
    const uint8_t *notes;
    uint32_t notes_size;
    const uint8_t *index;
    void *mapped; /* to be unmapped, or NULL */
};

/* ---- Reading ---- */

/* Opens a file by mapping it; false, with a reason, where it is none or is damaged. */
bool table_file_open(struct table_file *file, const char *path, struct pond_error *why);
/* The same for bytes in memory, which must stay; they may be followed by others. */
bool table_file_open_bytes(struct table_file *file, const uint8_t *bytes, size_t size,
                           struct pond_error *why);
void table_file_close(struct table_file *file);

/* How many cells a block has. */
uint32_t table_block_cells(const struct table_file *file, uint32_t block);
/* Unpacks a block to `out`, byte by byte of its cells: first the lowest byte of each, then the
 * next. `out` has room for block_cells * cell_bytes. False where the block is damaged. */
bool table_block_read(const struct table_file *file, uint32_t block, uint8_t *out);
/* Is every block as it was written? */
bool table_file_check(const struct table_file *file, struct pond_error *why);

/* ---- Blocks that were unpacked lately ---- */

struct table_cache;

/* Keeps about so many bytes, more where blocks are larger than usual; NULL where there is no
 * memory. For one thread. */
struct table_cache *table_cache_new(size_t bytes_max);
void table_cache_free(struct table_cache *cache);
/* The block of a file as table_block_read gives it, until the next call; NULL where it is damaged.
 * `number` tells the files of a cache apart. */
const uint8_t *table_cache_block(struct table_cache *cache, const struct table_file *file,
                                 uint32_t number, uint32_t block);

/* ---- Writing ---- */

struct table_writer;

/* Begins a file that will be at `path`, and is not there before it is complete. `cell_bytes`,
 * `block_cells` and `cell_count` of `about` and its texts are given. NULL, with a reason, where it
 * cannot be written. */
struct table_writer *table_writer_begin(const char *path, const struct table_about *about,
                                        int level, int threads, struct pond_error *why);
/* The next cells, as many as come; each is its bytes one after the other, the lowest first. */
void table_writer_cells(struct table_writer *writer, const uint8_t *cells, size_t count);
/* Completes the file: it is on the disk, under its name, or not there at all. Frees the writer. */
bool table_writer_end(struct table_writer *writer, const uint8_t *notes, uint32_t notes_size,
                      uint64_t *file_size, struct pond_error *why);
/* Gives it up; nothing is left of it. */
void table_writer_drop(struct table_writer *writer);

/* ---- Little-endian numbers ---- */

static inline uint64_t table_number(const uint8_t *bytes, int size)
{
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--) number = number << 8 | bytes[i];
    return number;
}

static inline void table_number_put(uint8_t *bytes, int size, uint64_t number)
{
    for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

/* XXH64, as its specification has it. */
uint64_t table_hash(const uint8_t *bytes, size_t size, uint64_t seed);

/* Where the parts of a header lie. */
enum table_header {
    TABLE_AT_MAGIC = 0,
    TABLE_AT_VERSION = 8,
    TABLE_AT_CELL_BYTES = 12,
    TABLE_AT_FILE_SIZE = 16,
    TABLE_AT_CELL_COUNT = 24,
    TABLE_AT_BLOCK_CELLS = 32,
    TABLE_AT_BLOCK_COUNT = 36,
    TABLE_AT_NOTES_SIZE = 40,
    TABLE_AT_INDEX = 48,
    TABLE_AT_NOTES_HASH = 56,
    TABLE_AT_INDEX_HASH = 64,
    TABLE_AT_GAME = 72,
    TABLE_AT_CLASS = 88,
    TABLE_AT_BUILDER = 128,
    TABLE_AT_OPTIONS = 160,
    TABLE_AT_HASH = 504,
};

#define TABLE_MAGIC "PondTabl"
#define TABLE_ENTRY_SIZE 16 /* of the index: where a block begins, and its hash */

#endif
