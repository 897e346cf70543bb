/* file_write.c: writing table files so that they are whole or not there. See file.h.
 *
 * Everything is written to a file with the suffix `.part`, the header last, and synced; then the
 * file is renamed, and the directory is synced as well. A process that is killed on the way leaves
 * at most a `.part`, which is never read and which the next writer overwrites.
 *
 * Blocks are packed many at a time by several threads. The bytes do not depend on how many. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "file.h"

#define BATCH 32 /* blocks that are packed at a time */
#define THREADS_MAX 64
#define PATH_SIZE 4096

struct table_writer {
    char path[PATH_SIZE], part[PATH_SIZE];
    struct table_about about;
    int handle;
    int level, threads;
    int error;         /* errno of what went wrong first, or 0 */
    uint64_t position; /* in the file */
    uint64_t cells;    /* so far */
    uint32_t blocks;
    uint8_t *index;
    /* A batch: blocks as they come, and packed. */
    uint8_t *raw, *packed;
    size_t packed_room; /* for each */
    size_t packed_size[BATCH];
    uint64_t hash[BATCH];
    uint32_t batch_cells, batch_blocks;
    uint32_t next; /* block of the batch that a thread takes */
};

static void bytes_write(struct table_writer *writer, const uint8_t *bytes, size_t size)
{
    while (size > 0 && writer->error == 0) {
        const ssize_t done = write(writer->handle, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) {
            writer->error = done < 0 ? errno : EIO;
            return;
        }
        bytes += done;
        size -= (size_t)done;
        writer->position += (size_t)done;
    }
}

static bool refuse(struct pond_error *why, int error)
{
    return pond_refuse(why, error == ENOSPC ? POND_WORD_TABLE_NO_ROOM : POND_WORD_TABLE_UNWRITABLE);
}

struct table_writer *table_writer_begin(const char *path, const struct table_about *about,
                                        int level, int threads, struct pond_error *why)
{
    struct table_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    const size_t block = (size_t)about->block_cells * about->cell_bytes;
    const uint64_t blocks = (about->cell_count + about->block_cells - 1) / about->block_cells;
    writer->about = *about;
    writer->about.block_count = (uint32_t)blocks;
    writer->level = level;
    writer->threads = threads;
    writer->packed_room = ZSTD_compressBound(2 * block); /* enough for runs as well */
    writer->raw = malloc(BATCH * block);
    writer->packed = malloc(BATCH * writer->packed_room);
    writer->index = malloc(blocks * TABLE_ENTRY_SIZE + 1);
    snprintf(writer->path, sizeof writer->path, "%s", path);
    const int length = snprintf(writer->part, sizeof writer->part, "%s.part", path);
    writer->handle = -1;
    if (writer->raw != NULL && writer->packed != NULL && writer->index != NULL &&
        (size_t)length < sizeof writer->part) {
        writer->handle = open(writer->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
    uint8_t header[TABLE_HEADER_SIZE] = {0}; /* takes the place of the real one until the end */
    if (writer->handle >= 0) {
        bytes_write(writer, header, sizeof header);
        return writer;
    }
    refuse(why, errno);
    table_writer_drop(writer);
    return NULL;
}

/* ---- Packing ---- */

/* One block: from cells to planes, packed, with its hash. */
static void block_pack(struct table_writer *writer, uint32_t number, uint8_t *planes,
                       ZSTD_CCtx *context)
{
    const uint32_t width = writer->about.cell_bytes, full = writer->about.block_cells;
    const uint32_t before = number * full, left = writer->batch_cells - before;
    const uint32_t cells = left < full ? left : full;
    const uint8_t *raw = writer->raw + (size_t)before * width;
    for (uint32_t plane = 0; plane < width; plane++) {
        for (uint32_t i = 0; i < cells; i++) planes[plane * cells + i] = raw[i * width + plane];
    }
    uint8_t *packed = writer->packed + number * writer->packed_room;
    const size_t plain = (size_t)cells * width;
    const size_t size =
        writer->about.coding == TABLE_RUNS
            ? pond_table_runs_pack(planes, plain, packed)
            : ZSTD_compressCCtx(context, packed, writer->packed_room, planes, plain, writer->level);
    writer->packed_size[number] = ZSTD_isError(size) ? 0 : size;
    writer->hash[number] =
        pond_table_hash(packed, writer->packed_size[number], writer->blocks + number);
}

static void *batch_work(void *argument)
{
    struct table_writer *writer = argument;
    ZSTD_CCtx *context = ZSTD_createCCtx();
    uint8_t *planes = malloc(TABLE_BLOCK_BYTES_MAX);
    while (context != NULL && planes != NULL) {
        const uint32_t number = __atomic_fetch_add(&writer->next, 1, __ATOMIC_RELAXED);
        if (number >= writer->batch_blocks) break;
        block_pack(writer, number, planes, context);
    }
    free(planes);
    ZSTD_freeCCtx(context);
    return NULL;
}

static void batch_write(struct table_writer *writer)
{
    pthread_t others[THREADS_MAX];
    int started = 0;
    const uint32_t full = writer->about.block_cells;
    writer->batch_blocks = (writer->batch_cells + full - 1) / full;
    writer->next = 0;
    memset(writer->packed_size, 0, sizeof writer->packed_size);
    while (started < writer->threads - 1 && started < THREADS_MAX &&
           pthread_create(&others[started], NULL, batch_work, writer) == 0) {
        started++;
    }
    batch_work(writer);
    while (started > 0) pthread_join(others[--started], NULL);
    for (uint32_t i = 0; i < writer->batch_blocks; i++) {
        if (writer->packed_size[i] == 0 && writer->error == 0) writer->error = ENOMEM;
        uint8_t *entry = writer->index + (size_t)writer->blocks++ * TABLE_ENTRY_SIZE;
        table_number_put(entry, 8, writer->position);
        table_number_put(entry + 8, 8, writer->hash[i]);
        bytes_write(writer, writer->packed + i * writer->packed_room, writer->packed_size[i]);
    }
    writer->batch_cells = 0;
}

void table_writer_cells(struct table_writer *writer, const uint8_t *cells, size_t count)
{
    const uint32_t width = writer->about.cell_bytes, room = BATCH * writer->about.block_cells;
    while (count > 0) {
        const uint32_t left = room - writer->batch_cells;
        const uint32_t take = count < left ? (uint32_t)count : left;
        memcpy(writer->raw + (size_t)writer->batch_cells * width, cells, (size_t)take * width);
        cells += (size_t)take * width;
        count -= take;
        writer->cells += take;
        writer->batch_cells += take;
        if (writer->batch_cells == room) batch_write(writer);
    }
}

/* ---- The end ---- */

static void header_make(const struct table_writer *writer, uint64_t index, uint64_t file_size,
                        const uint8_t *notes, uint32_t notes_size, uint8_t *header)
{
    const struct table_about *about = &writer->about;
    const size_t index_size = (size_t)about->block_count * TABLE_ENTRY_SIZE;
    memset(header, 0, TABLE_HEADER_SIZE);
    memcpy(header + TABLE_AT_MAGIC, TABLE_MAGIC, 8);
    table_number_put(header + TABLE_AT_VERSION, 4, TABLE_VERSION);
    table_number_put(header + TABLE_AT_CELL_BYTES, 4, about->cell_bytes);
    table_number_put(header + TABLE_AT_FILE_SIZE, 8, file_size);
    table_number_put(header + TABLE_AT_CELL_COUNT, 8, about->cell_count);
    table_number_put(header + TABLE_AT_BLOCK_CELLS, 4, about->block_cells);
    table_number_put(header + TABLE_AT_BLOCK_COUNT, 4, about->block_count);
    table_number_put(header + TABLE_AT_NOTES_SIZE, 4, notes_size);
    table_number_put(header + TABLE_AT_CODING, 4, about->coding);
    table_number_put(header + TABLE_AT_INDEX, 8, index);
    table_number_put(header + TABLE_AT_NOTES_HASH, 8, pond_table_hash(notes, notes_size, 0));
    table_number_put(header + TABLE_AT_INDEX_HASH, 8,
                     pond_table_hash(writer->index, index_size, 0));
    memcpy(header + TABLE_AT_GAME, about->game, sizeof about->game);
    memcpy(header + TABLE_AT_CLASS, about->class, sizeof about->class);
    memcpy(header + TABLE_AT_BUILDER, about->builder, sizeof about->builder);
    memcpy(header + TABLE_AT_OPTIONS, about->options, sizeof about->options);
    table_number_put(header + TABLE_AT_HASH, 8, pond_table_hash(header, TABLE_AT_HASH, 0));
}

/* The name appears when everything after it is on the disk. */
static void name_give(struct table_writer *writer)
{
    char folder[PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", writer->path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL) slash[slash == folder ? 1 : 0] = '\0';
    if (fsync(writer->handle) != 0 || rename(writer->part, writer->path) != 0) {
        writer->error = errno;
        return;
    }
    const int handle = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return;
    fsync(handle);
    close(handle);
}

static void writer_free(struct table_writer *writer)
{
    if (writer->handle >= 0) close(writer->handle);
    free(writer->raw);
    free(writer->packed);
    free(writer->index);
    free(writer);
}

void table_writer_drop(struct table_writer *writer)
{
    if (writer->handle >= 0) unlink(writer->part);
    writer_free(writer);
}

bool table_writer_end(struct table_writer *writer, const uint8_t *notes, uint32_t notes_size,
                      uint64_t *file_size, struct pond_error *why)
{
    uint8_t header[TABLE_HEADER_SIZE];
    if (writer->batch_cells > 0) batch_write(writer);
    assert(writer->cells == writer->about.cell_count && notes_size <= TABLE_NOTES_MAX);
    bytes_write(writer, notes, notes_size);
    const uint64_t index = writer->position;
    bytes_write(writer, writer->index, (size_t)writer->blocks * TABLE_ENTRY_SIZE);
    *file_size = writer->position;
    header_make(writer, index, *file_size, notes, notes_size, header);
    if (writer->error == 0 && lseek(writer->handle, 0, SEEK_SET) != 0) writer->error = errno;
    bytes_write(writer, header, sizeof header);
    if (writer->error == 0) name_give(writer);
    const int error = writer->error;
    if (error == 0)
        writer_free(writer);
    else
        table_writer_drop(writer);
    return error == 0 || refuse(why, error);
}
