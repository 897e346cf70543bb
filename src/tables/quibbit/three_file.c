/* three_file.c: strategies of Quibbit for three in files. See three_file.h;
 * docs/tables.md describes them. */
#include "three_file.h"

#include <stdio.h>
#include <string.h>

#define COMPRESSION 6

static void ring_print(const struct three_files *files, char out[QUIBBIT_RING + 1])
{
    struct pond_text text = pond_text_in(out, QUIBBIT_RING + 1);
    quibbit_layout_print(files->kind, "RGY", &text);
}

/* "quibbit-three-crowned-start-wRGYfGYRfYRG-09.pondstrategy" */
static bool path_of(const struct three_files *files, int level, char path[FOLDER_PATH_MAX])
{
    char name[96], ring[QUIBBIT_RING + 1];
    ring_print(files, ring);
    for (char *tile = ring; *tile != '\0'; tile++) {
        if (*tile == '~') *tile = 'w';
        if (*tile == '*') *tile = 'f';
    }
    snprintf(name, sizeof name, "quibbit-three-%s-%s-%s-%02d" THREE_SUFFIX,
             files->lap_by_leader ? "leader" : "crowned", files->tie_by_crown_now ? "now" : "start",
             ring, level);
    return folder_join(path, files->folder, name);
}

static void about_set(const struct three_files *files, int level, uint64_t size,
                      struct table_about *about)
{
    *about = (struct table_about){
        .cell_bytes = 1, .block_cells = TABLE_BLOCK_BYTES_MAX, .cell_count = size};
    snprintf(about->game, sizeof about->game, "quibbit");
    ring_print(files, about->class);
    snprintf(about->builder, sizeof about->builder, "pond %s", POND_VERSION);
    snprintf(about->options, sizeof about->options, "players=3,lap=%s,tie=%s,cards=%d",
             files->lap_by_leader ? "leader" : "crowned",
             files->tie_by_crown_now ? "now" : "round-start", level);
}

bool three_file_read(const struct three_files *files, int level, uint8_t *bytes, uint64_t size)
{
    char path[FOLDER_PATH_MAX];
    struct table_about about;
    struct table_file file;
    about_set(files, level, size, &about);
    if (!path_of(files, level, path) || !table_file_open(&file, path, NULL)) return false;
    bool right = file.about.cell_bytes == 1 && file.about.cell_count == size &&
                 file.about.block_cells == about.block_cells &&
                 strcmp(file.about.class, about.class) == 0 &&
                 strcmp(file.about.options, about.options) == 0;
    for (uint32_t block = 0; right && block < file.about.block_count; block++) {
        right = pond_table_block_read(&file, block, bytes + (uint64_t)block * about.block_cells);
    }
    table_file_close(&file);
    return right;
}

bool three_file_write(const struct three_files *files, int level, const uint8_t *bytes,
                      uint64_t size, struct pond_error *why)
{
    char path[FOLDER_PATH_MAX];
    struct table_about about;
    about_set(files, level, size, &about);
    if (!path_of(files, level, path)) return pond_refuse(why, POND_WORD_TABLE_UNREADABLE);
    struct table_writer *writer =
        table_writer_begin(path, &about, COMPRESSION, files->threads, why);
    if (writer == NULL) return false;
    table_writer_cells(writer, bytes, size);
    const uint8_t notes[1] = {(uint8_t)level};
    uint64_t file_size;
    return table_writer_end(writer, notes, sizeof notes, &file_size, why);
}
