/* file_read.c: opening table files and unpacking their blocks. See file.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "file.h"

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

bool table_file_open_bytes(struct table_file *file, const uint8_t *bytes, size_t size,
                           struct pond_error *why)
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
    if (table_hash(bytes, TABLE_AT_HASH, 0) != hash || !about_take(&file->about, bytes)) {
        return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    }
    if (file->about.file_size > size) return pond_refuse(why, POND_WORD_TABLE_SHORT);
    const uint64_t notes_size = table_number(bytes + TABLE_AT_NOTES_SIZE, 4);
    const uint64_t index = table_number(bytes + TABLE_AT_INDEX, 8);
    const uint64_t index_size = (uint64_t)file->about.block_count * TABLE_ENTRY_SIZE;
    const uint64_t least = TABLE_HEADER_SIZE + notes_size;
    if (notes_size > TABLE_NOTES_MAX || index < least || index > file->about.file_size ||
        file->about.file_size - index != index_size) {
        return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    }
    file->bytes = bytes;
    file->notes = bytes + index - notes_size;
    file->notes_size = (uint32_t)notes_size;
    file->index = bytes + index;
    if (table_hash(file->notes, notes_size, 0) != table_number(bytes + TABLE_AT_NOTES_HASH, 8) ||
        table_hash(file->index, index_size, 0) != table_number(bytes + TABLE_AT_INDEX_HASH, 8) ||
        !index_fine(file)) {
        return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    }
    return true;
}

bool table_file_open(struct table_file *file, const char *path, struct pond_error *why)
{
    struct stat status;
    memset(file, 0, sizeof *file);
    const int handle = open(path, O_RDONLY | O_CLOEXEC);
    if (handle < 0) return pond_refuse(why, POND_WORD_TABLE_UNREADABLE);
    if (fstat(handle, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) {
        close(handle);
        return pond_refuse(why, POND_WORD_TABLE_NOT_ONE);
    }
    const size_t size = (size_t)status.st_size;
    void *mapped = mmap(NULL, size, PROT_READ, MAP_SHARED, handle, 0);
    close(handle);
    if (mapped == MAP_FAILED) return pond_refuse(why, POND_WORD_TABLE_UNREADABLE);
    bool fine = table_file_open_bytes(file, mapped, size, why);
    if (fine && file->about.file_size != size) fine = pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    file->mapped = mapped;
    if (fine) return true;
    munmap(mapped, size);
    memset(file, 0, sizeof *file);
    return false;
}

void table_file_close(struct table_file *file)
{
    if (file->mapped != NULL) munmap(file->mapped, file->about.file_size);
    memset(file, 0, sizeof *file);
}

/* ---- Blocks ---- */

uint32_t table_block_cells(const struct table_file *file, uint32_t block)
{
    const uint64_t before = (uint64_t)block * file->about.block_cells;
    const uint64_t left = file->about.cell_count - before;
    return left < file->about.block_cells ? (uint32_t)left : file->about.block_cells;
}

bool table_block_read(const struct table_file *file, uint32_t block, uint8_t *out)
{
    if (block >= file->about.block_count) return false;
    const uint8_t *entry = file->index + (size_t)block * TABLE_ENTRY_SIZE;
    const uint64_t at = table_number(entry, 8);
    const bool last = block + 1 == file->about.block_count;
    const uint64_t end =
        last ? (uint64_t)(file->notes - file->bytes) : table_number(entry + TABLE_ENTRY_SIZE, 8);
    if (table_hash(file->bytes + at, end - at, block) != table_number(entry + 8, 8)) return false;
    const size_t size = (size_t)table_block_cells(file, block) * file->about.cell_bytes;
    return ZSTD_decompress(out, size, file->bytes + at, end - at) == size;
}

bool table_file_check(const struct table_file *file, struct pond_error *why)
{
    uint8_t *out = malloc(TABLE_BLOCK_BYTES_MAX);
    bool fine = out != NULL;
    for (uint32_t block = 0; fine && block < file->about.block_count; block++) {
        fine = table_block_read(file, block, out);
    }
    free(out);
    return fine || pond_refuse(why, POND_WORD_TABLE_DAMAGED);
}

/* ---- The cache ---- */

#define WAYS 8
#define BLOCK_BYTES_USUAL ((size_t)1 << 15)

struct slot {
    uint64_t key; /* the file's number and the block's, + 1; 0: nothing */
    uint64_t used;
    uint8_t *bytes;
    size_t size;
};

struct table_cache {
    size_t sets;
    uint64_t clock;
    struct slot *slots;
};

struct table_cache *table_cache_new(size_t bytes_max)
{
    struct table_cache *cache = calloc(1, sizeof *cache);
    if (cache == NULL) return NULL;
    cache->sets = bytes_max / (WAYS * BLOCK_BYTES_USUAL) + 1;
    cache->slots = calloc(cache->sets * WAYS, sizeof *cache->slots);
    if (cache->slots != NULL) return cache;
    free(cache);
    return NULL;
}

void table_cache_free(struct table_cache *cache)
{
    if (cache == NULL) return;
    for (size_t i = 0; i < cache->sets * WAYS; i++) free(cache->slots[i].bytes);
    free(cache->slots);
    free(cache);
}

static bool slot_fill(struct slot *slot, const struct table_file *file, uint32_t block)
{
    const size_t size = (size_t)file->about.block_cells * file->about.cell_bytes;
    if (slot->size < size) {
        free(slot->bytes);
        slot->bytes = malloc(size);
        slot->size = slot->bytes != NULL ? size : 0;
        if (slot->bytes == NULL) return false;
    }
    return table_block_read(file, block, slot->bytes);
}

const uint8_t *table_cache_block(struct table_cache *cache, const struct table_file *file,
                                 uint32_t number, uint32_t block)
{
    const uint64_t key = ((uint64_t)number << 32 | block) + 1;
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    struct slot *set = &cache->slots[mixed % cache->sets * WAYS], *oldest = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) {
            set[i].used = ++cache->clock;
            return set[i].bytes;
        }
        if (set[i].used < oldest->used) oldest = &set[i];
    }
    oldest->key = 0;
    oldest->used = 0;
    if (!slot_fill(oldest, file, block)) return NULL;
    oldest->key = key;
    oldest->used = ++cache->clock;
    return oldest->bytes;
}
