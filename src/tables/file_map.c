/* file_map.c: memory-maps tablebase files and provides what reading them needs: zstd, and memory
 * for a cache. See file.h. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "file.h"

static bool frame_unpack(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size)
{
    return ZSTD_decompress(out, size, packed, packed_size) == size;
}

bool table_file_open_bytes(struct table_file *file, const uint8_t *bytes, size_t size,
                           struct pond_error *why)
{
    return pond_table_blocks_open(file, bytes, size, frame_unpack, why);
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

bool table_file_check(const struct table_file *file, struct pond_error *why)
{
    uint8_t *out = malloc(TABLE_BLOCK_BYTES_MAX);
    bool fine = out != NULL;
    for (uint32_t block = 0; fine && block < file->about.block_count; block++) {
        fine = pond_table_block_read(file, block, out);
    }
    free(out);
    return fine || pond_refuse(why, POND_WORD_TABLE_DAMAGED);
}

/* Pages that are never touched take no memory. */
struct table_cache *table_cache_new(size_t bytes_max)
{
    void *memory = calloc(1, pond_table_cache_size(bytes_max));
    return memory != NULL ? pond_table_cache_begin(memory, bytes_max) : NULL;
}

void table_cache_free(struct table_cache *cache) { free(cache); }
