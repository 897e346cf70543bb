/* blocks.c: opening tables and unpacking their blocks. See blocks.h. */
#include "blocks.h"

#include <string.h>

#include "banned.h"

/* ---- Opening ---- */

static bool text_take(const uint8_t *header, size_t at, char *out, size_t size)
{
    memcpy(out, header + at, size);
    if (memchr(out, '\0', size) == NULL) return false;
    for (const char *character = out; *character != '\0'; character++) {
        if (*character < ' ' || *character > '~') return false;
    }
    return true;
}

static bool about_take(struct table_about *about, const uint8_t *header)
{
    about->cell_bytes = (uint32_t)table_number(header + TABLE_AT_CELL_BYTES, 4);
    about->file_size = table_number(header + TABLE_AT_FILE_SIZE, 8);
    about->cell_count = table_number(header + TABLE_AT_CELL_COUNT, 8);
    about->block_cells = (uint32_t)table_number(header + TABLE_AT_BLOCK_CELLS, 4);
    about->block_count = (uint32_t)table_number(header + TABLE_AT_BLOCK_COUNT, 4);
    about->coding = (uint32_t)table_number(header + TABLE_AT_CODING, 4);
    const uint64_t whole = (uint64_t)about->block_count * about->block_cells;
    return text_take(header, TABLE_AT_GAME, about->game, sizeof about->game) &&
           text_take(header, TABLE_AT_CLASS, about->class, sizeof about->class) &&
           text_take(header, TABLE_AT_BUILDER, about->builder, sizeof about->builder) &&
           text_take(header, TABLE_AT_OPTIONS, about->options, sizeof about->options) &&
           about->cell_bytes >= 1 && about->cell_bytes <= TABLE_CELL_BYTES_MAX &&
           about->block_cells >= 1 && about->block_cells <= TABLE_BLOCK_BYTES_MAX &&
           about->block_cells * about->cell_bytes <= TABLE_BLOCK_BYTES_MAX &&
           about->cell_count <= whole && whole - about->cell_count < about->block_cells;
}

/* Blocks must follow each other from the header to the notes. */
static bool index_fine(const struct table_file *file)
{
    const uint64_t first = TABLE_HEADER_SIZE, end = (uint64_t)(file->notes - file->bytes);
    uint64_t before = first;
    for (uint32_t block = 0; block < file->about.block_count; block++) {
        const uint64_t at = table_number(file->index + (size_t)block * TABLE_ENTRY_SIZE, 8);
        if (block == 0 ? at != first : at <= before) return false;
        before = at;
    }
    return before < end || file->about.block_count == 0;
}

/* The parts after the header. */
static bool parts_take(struct table_file *file, const uint8_t *bytes)
{
    const uint64_t notes_size = table_number(bytes + TABLE_AT_NOTES_SIZE, 4);
    const uint64_t index = table_number(bytes + TABLE_AT_INDEX, 8);
    const uint64_t index_size = (uint64_t)file->about.block_count * TABLE_ENTRY_SIZE;
    const uint64_t least = TABLE_HEADER_SIZE + notes_size;
    if (notes_size > TABLE_NOTES_MAX || index < least || index > file->about.file_size ||
        file->about.file_size - index != index_size) {
        return false;
    }
    file->bytes = bytes;
    file->notes = bytes + index - notes_size;
    file->notes_size = (uint32_t)notes_size;
    file->index = bytes + index;
    return pond_table_hash(file->notes, file->notes_size, 0) ==
               table_number(bytes + TABLE_AT_NOTES_HASH, 8) &&
           pond_table_hash(file->index, (size_t)index_size, 0) ==
               table_number(bytes + TABLE_AT_INDEX_HASH, 8) &&
           index_fine(file);
}

bool pond_table_blocks_open(struct table_file *file, const uint8_t *bytes, size_t size,
                            table_unpack *frame_unpack, struct pond_error *why)
{
    memset(file, 0, sizeof *file);
    if (size < TABLE_HEADER_SIZE || memcmp(bytes, TABLE_MAGIC, 8) != 0) {
        return pond_refuse(why, POND_WORD_TABLE_NOT_ONE);
    }
    const uint64_t version = table_number(bytes + TABLE_AT_VERSION, 4);
    if (version != TABLE_VERSION) {
        return pond_refuse_number(why, POND_WORD_TABLE_VERSION, (int64_t)version);
    }
    const uint64_t hash = table_number(bytes + TABLE_AT_HASH, 8);
    if (pond_table_hash(bytes, TABLE_AT_HASH, 0) != hash || !about_take(&file->about, bytes)) {
        return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    }
    table_unpack *const unpack[TABLE_CODINGS] = {
        [TABLE_FRAMES] = frame_unpack, [TABLE_RUNS] = pond_table_runs_unpack};
    if (file->about.file_size > size) return pond_refuse(why, POND_WORD_TABLE_SHORT);
    if (file->about.coding >= TABLE_CODINGS || unpack[file->about.coding] == NULL ||
        !parts_take(file, bytes)) {
        return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    }
    file->unpack = unpack[file->about.coding];
    return true;
}

/* ---- Blocks ---- */

uint32_t pond_table_block_cells(const struct table_file *file, uint32_t block)
{
    const uint64_t before = (uint64_t)block * file->about.block_cells;
    const uint64_t left = file->about.cell_count - before;
    return left < file->about.block_cells ? (uint32_t)left : file->about.block_cells;
}

bool pond_table_block_read(const struct table_file *file, uint32_t block, uint8_t *out)
{
    if (block >= file->about.block_count) return false;
    const uint8_t *entry = file->index + (size_t)block * TABLE_ENTRY_SIZE;
    const bool last = block + 1 == file->about.block_count;
    const uint8_t *packed = file->bytes + table_number(entry, 8);
    const uint8_t *end =
        last ? file->notes : file->bytes + table_number(entry + TABLE_ENTRY_SIZE, 8);
    const size_t packed_size = (size_t)(end - packed);
    if (pond_table_hash(packed, packed_size, block) != table_number(entry + 8, 8)) return false;
    const size_t size = (size_t)pond_table_block_cells(file, block) * file->about.cell_bytes;
    return file->unpack(packed, packed_size, out, size);
}

/* ---- The cache ---- */

#define WAYS 8

struct slot {
    uint64_t key; /* the table's number and the block's, + 1; 0: nothing */
    uint64_t used;
};

struct table_cache {
    size_t sets;
    uint64_t asked; /* how often so far */
    struct slot *slots;
    uint8_t *blocks; /* one for each slot */
};

static size_t sets_of(size_t bytes_max) { return bytes_max / (WAYS * TABLE_BLOCK_BYTES_MAX) + 1; }

size_t pond_table_cache_size(size_t bytes_max)
{
    return sizeof(struct table_cache) +
           sets_of(bytes_max) * WAYS * (sizeof(struct slot) + TABLE_BLOCK_BYTES_MAX);
}

struct table_cache *pond_table_cache_begin(void *memory, size_t bytes_max)
{
    struct table_cache *cache = memory;
    cache->sets = sets_of(bytes_max);
    cache->slots = (struct slot *)(cache + 1);
    cache->blocks = (uint8_t *)(cache->slots + cache->sets * WAYS);
    return cache;
}

const uint8_t *pond_table_cache_block(struct table_cache *cache, const struct table_file *file,
                                      uint32_t number, uint32_t block)
{
    const uint64_t key = ((uint64_t)number << 32 | block) + 1;
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    const size_t first = (size_t)(mixed % cache->sets) * WAYS;
    struct slot *oldest = &cache->slots[first];
    for (struct slot *slot = oldest; slot < &cache->slots[first + WAYS]; slot++) {
        if (slot->key == key) {
            slot->used = ++cache->asked;
            return cache->blocks + (size_t)(slot - cache->slots) * TABLE_BLOCK_BYTES_MAX;
        }
        if (slot->used < oldest->used) oldest = slot;
    }
    uint8_t *bytes = cache->blocks + (size_t)(oldest - cache->slots) * TABLE_BLOCK_BYTES_MAX;
    oldest->key = 0;
    oldest->used = 0;
    if (!pond_table_block_read(file, block, bytes)) return NULL;
    oldest->key = key;
    oldest->used = ++cache->asked;
    return bytes;
}
