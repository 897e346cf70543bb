/* tables.c: writes the small tables of Rrib-bit with some options as the page reads them: blocks of
 * runs (src/exact/runs.c), one whole table after another. Run by the build, which packs the
 * result with gzip, for the browser to unpack: `pond_page_tables single row FILE`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "tables.h"

/* Writes one table in its new form to `path`. */
static bool table_write(const struct table_file *file, const char *path)
{
    struct table_about about = file->about;
    uint8_t cells[TABLE_BLOCK_BYTES_MAX];
    uint64_t size;
    about.coding = TABLE_RUNS;
    struct table_writer *writer = table_writer_begin(path, &about, 0, 1, NULL);
    if (writer == NULL || about.cell_bytes != 1) return false;
    for (uint32_t block = 0; block < about.block_count; block++) {
        if (!pond_table_block_read(file, block, cells)) return false;
        table_writer_cells(writer, cells, pond_table_block_cells(file, block));
    }
    return table_writer_end(writer, file->notes, file->notes_size, &size, NULL);
}

static bool append(const char *path, FILE *out)
{
    FILE *in = fopen(path, "rb");
    char bytes[4096];
    size_t count;
    if (in == NULL) return false;
    while ((count = fread(bytes, 1, sizeof bytes, in)) > 0) fwrite(bytes, 1, count, out);
    fclose(in);
    return remove(path) == 0;
}

int main(int count, char **arguments)
{
    char options[TABLE_OPTIONS_MAX], path[4096];
    struct table_file file;
    if (count != 4) return 2;
    const bool seven = strcmp(arguments[2], "seven") == 0;
    snprintf(options, sizeof options, "turn=%s,win=%s", arguments[1],
             seven ? "row-or-seven" : "row");
    snprintf(path, sizeof path, "%s.one", arguments[3]);
    FILE *out = fopen(arguments[3], "wb");
    if (out == NULL) return 1;
    const uint8_t *at = pond_small_tables;
    while (table_file_open_bytes(&file, at, (size_t)(pond_small_tables_end - at), NULL)) {
        at += file.about.file_size;
        if (strcmp(file.about.options, options) != 0) continue;
        if (!table_write(&file, path) || !append(path, out)) return 1;
    }
    return fclose(out) == 0 ? 0 : 1;
}
