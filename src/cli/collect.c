/* collect.c: `pond collect`: games of records, counted into a collection for the explorer. */
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "pond/explorer.h"

#define DEPTH 30
#define BYTES_MAX ((size_t)256 << 20) /* of a collection while it is made */

/* Counts the games of one file. */
static int file_collect(const struct cli *cli, const char *path, struct pond_collector *collector,
                        uint32_t *unfinished)
{
    struct record_file file;
    int code = EXIT_FINE;
    if (!record_file_open(&file, cli, path)) return EXIT_BAD_DATA;
    while (code == EXIT_FINE && record_file_next(&file)) {
        if (!pond_match_over(&file.match)) {
            ++*unfinished;
        } else if (!pond_collector_add(collector, &file.match)) {
            code = complain(cli, EXIT_BAD_DATA, SAY_COLLECT_FULL, NULL, NULL);
        }
    }
    if (code == EXIT_FINE) code = record_file_complain(&file);
    record_file_close(&file);
    return code;
}

static void collection_write(const struct cli *cli, struct pond_collector *collector,
                             uint32_t unfinished)
{
    const size_t size = pond_collector_end(collector);
    const uint64_t told[] = {collector->game_count, collector->row_count, size, unfinished};
    fwrite(collector->bytes, 1, size, stdout);
    fflush(stdout);
    say_numbers(stderr, cli, SAY_COLLECT_DONE, told, 4);
    fputc('\n', stderr);
}

int command_collect(struct cli *cli)
{
    struct pond_collector collector;
    uint32_t depth, least, unfinished = 0;
    int code = take_number(cli, FLAG_DEPTH, 1, POND_EXPLORER_DEPTH_MAX, DEPTH, &depth);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_LEAST, 1, UINT32_MAX, 1, &least);
    if (code != EXIT_FINE) return code;
    if (isatty(STDOUT_FILENO))
        return complain(cli, EXIT_WRONG_USAGE, SAY_COLLECT_TERMINAL, NULL, NULL);
    void *memory = malloc(BYTES_MAX); /* what is not used is never touched */
    if (memory == NULL) return complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    pond_collector_begin(&collector, memory, BYTES_MAX, depth);
    for (int i = 0; i < cli->argument_count && code == EXIT_FINE; i++) {
        code = file_collect(cli, cli->arguments[i], &collector, &unfinished);
    }
    if (code == EXIT_FINE) {
        pond_collector_prune(&collector, least);
        collection_write(cli, &collector, unfinished);
    }
    free(memory);
    return code;
}
