/* blocks.h: tables of exact values as they lie in memory: checked, packed in blocks, read in place.
 *
 * docs/tables.md describes every byte. A table holds cells, numbered from 0, of one to eight bytes
 * each. They are packed in blocks; what the cells mean is told by the header's texts and by the
 * `notes`, some bytes that belong to the game's own code (rribbit/table.c, quibbit/ring_file.c).
 *
 * Header, notes and index are checked when a table is opened, each block whenever it is unpacked.
 * What is not as it was written is refused, and gives no answer.
 *
 * All of this is pure, so that the page reads tables with the same code as the program. What needs
 * files or zstd is in src/tables/file.h. */
#ifndef POND_BLOCKS_H
#define POND_BLOCKS_H

#include "pond/text.h"

#define TABLE_VERSION 1
#define TABLE_HEADER_SIZE 512
#define TABLE_GAME_MAX 16
#define TABLE_CLASS_MAX 40
#define TABLE_BUILDER_MAX 32
#define TABLE_OPTIONS_MAX 256
#define TABLE_CELL_BYTES_MAX 8
#define TABLE_BLOCK_BYTES_MAX (1 << 15)
#define TABLE_NOTES_MAX (1 << 20)

/* How blocks are packed. */
enum table_coding {
    TABLE_FRAMES, /* frames of zstd: in files */
    TABLE_RUNS,   /* how often each byte comes in a row (runs.c): for the page */
    TABLE_CODINGS
};

/* What a table says of itself. */
struct table_about {
    char game[TABLE_GAME_MAX];       /* "rribbit" */
    char class[TABLE_CLASS_MAX];     /* "4v2", or a ring */
    char builder[TABLE_BUILDER_MAX]; /* "pond 1.0.0" */
    char options[TABLE_OPTIONS_MAX]; /* those that matter: "turn=single,win=row" */
    uint64_t cell_count;
    uint32_t cell_bytes;
    uint32_t block_cells; /* in every block but the last */
    uint32_t block_count;
    uint32_t coding; /* enum table_coding */
    uint64_t file_size;
};

/* Unpacks bytes to exactly that many others; false if they don't yield that many. */
typedef bool table_unpack(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size);

struct table_file {
    struct table_about about;
    const uint8_t *bytes; /* the whole file */
    const uint8_t *notes;
    uint32_t notes_size;
    const uint8_t *index;
    table_unpack *unpack;
    void *mapped; /* src/tables/file.h: to be unmapped, or NULL */
};

/* Opens a table in memory that must stay, and may be followed by others; false, with a reason,
 * if it isn't one or is damaged. `frame_unpack` unpacks frames of zstd; NULL: nobody can. */
bool pond_table_blocks_open(struct table_file *file, const uint8_t *bytes, size_t size,
                            table_unpack *frame_unpack, struct pond_error *why);

/* How many cells a block has. */
uint32_t pond_table_block_cells(const struct table_file *file, uint32_t block);
/* Unpacks a block to `out`, byte by byte of its cells: first the lowest byte of each, then the
 * next. `out` has room for block_cells * cell_bytes. False if the block is damaged. */
bool pond_table_block_read(const struct table_file *file, uint32_t block, uint8_t *out);

/* ---- Blocks that were unpacked lately ---- */

struct table_cache;

/* How many bytes a cache needs that keeps about `bytes_max` of blocks; and one in such memory,
 * which is zeroed and stays. For one thread. */
size_t pond_table_cache_size(size_t bytes_max);
struct table_cache *pond_table_cache_begin(void *memory, size_t bytes_max);
/* The block of a table as pond_table_block_read gives it, until the next call; NULL if it is
 * damaged. `number` tells the tables of a cache apart. */
const uint8_t *pond_table_cache_block(struct table_cache *cache, const struct table_file *file,
                                      uint32_t number, uint32_t block);

/* ---- Runs ---- */

/* Packs bytes as runs; at most twice as many come out, and `out` has room for them. */
size_t pond_table_runs_pack(const uint8_t *bytes, size_t size, uint8_t *out);
table_unpack pond_table_runs_unpack;

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
uint64_t pond_table_hash(const uint8_t *bytes, size_t size, uint64_t seed);

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
    TABLE_AT_CODING = 44,
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
