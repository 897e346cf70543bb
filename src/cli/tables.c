/* tables.c: `pond tables`: lists, checks and removes tablebases. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "folder.h"
#include "longest.h"
#include "tables.h"

#define SMALL_NAME_MAX 128
#define LINE_COLUMNS 80
#define FINE_COLUMNS 12 /* for "fine" after it */

/* Whether a name is among those asked for; without any, all are. */
static bool wanted(const struct cli *cli, const char *name)
{
    for (int i = 1; i < cli->argument_count; i++) {
        if (strcmp(cli->arguments[i], name) == 0) return true;
    }
    return cli->argument_count <= 1;
}

static void error_print(const struct cli *cli, const struct pond_error *why, FILE *out)
{
    char memory[512];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_error_print(why, cli->language, &text);
    if (cli->given[FLAG_JSON])
        json_string(out, memory);
    else
        fputs(memory, out);
}

static void about_print(const struct cli *cli, const char *name, const struct table_about *about,
                        bool check)
{
    if (cli->given[FLAG_JSON]) {
        printf(",\"game\":\"%s\",\"class\":\"%s\",\"options\":\"%s\",\"builder\":\"%s\",\"cells\":"
               "%" PRIu64 ",\"bytes\":%" PRIu64,
               about->game, about->class, about->options, about->builder, about->cell_count,
               about->file_size);
        return;
    }
    char cells[32], bytes[32], size[96];
    struct pond_text text = pond_text_in(size, sizeof size);
    snprintf(cells, sizeof cells, "%" PRIu64, about->cell_count);
    snprintf(bytes, sizeof bytes, "%" PRIu64, about->file_size);
    pond_sentence_print(said(cli, SAY_TABLES_SIZE), cli->language,
                        (const char *const[]){cells, bytes}, 2, &text);
    /* The name of a file is long: what does not fit beside it comes below. */
    const int wide = columns(name) + columns(about->options) + columns(size) + 4;
    printf("%s%s  %s", wide > LINE_COLUMNS - (check ? FINE_COLUMNS : 0) ? "\n  " : "  ",
           about->options, size);
}

/* One line for a file; false if something is wrong with it. */
static bool table_tell(const struct cli *cli, const char *name, struct table_file *file,
                       bool opened, bool check, struct pond_error *why)
{
    const bool json = cli->given[FLAG_JSON];
    bool fine = opened;
    if (json) {
        fputs("{\"name\":", stdout);
        json_string(stdout, name);
    } else {
        fputs(name, stdout);
    }
    if (opened) about_print(cli, name, &file->about, check);
    if (opened && check) fine = table_file_check(file, why);
    if (!fine) {
        fputs(json ? ",\"fine\":false,\"why\":" : said(cli, SAY_COLON), stdout);
        error_print(cli, why, stdout);
    } else if (check) {
        if (json)
            fputs(",\"fine\":true", stdout);
        else
            printf("%s%s", said(cli, SAY_COLON), said(cli, SAY_TABLES_FINE));
    }
    puts(json ? "}" : "");
    return fine;
}

/* The tables of a folder; how many there are, less those that are not fine from `*bad`. */
static int folder_tell(const struct cli *cli, const char *folder, bool check, int *bad)
{
    char **names = folder_names(folder), path[FOLDER_PATH_MAX];
    int count = 0;
    if (!cli->given[FLAG_JSON]) printf("%s\n", folder);
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        struct table_file file;
        struct pond_error why;
        if (!wanted(cli, names[i]) || !folder_join(path, folder, names[i])) continue;
        const bool opened = table_file_open(&file, path, &why);
        if (!table_tell(cli, names[i], &file, opened, check, &why)) ++*bad;
        table_file_close(&file);
        count++;
    }
    folder_names_free(names);
    return count;
}

/* The next of the tables that are part of the program, with its name; false at their end. Tables of
 * one class differ in their options: naming the class names them all. */
static bool small_next(const uint8_t **at, struct table_file *file, char name[SMALL_NAME_MAX])
{
    const size_t left = (size_t)(pond_small_tables_end - *at);
    if (!table_file_open_bytes(file, *at, left, NULL)) return false;
    snprintf(name, SMALL_NAME_MAX, "%s-%s", file->about.game, file->about.class);
    *at += file->about.file_size;
    return true;
}

/* Those that are part of the program; how many were asked for. */
static int small_tell(const struct cli *cli, bool check, int *bad)
{
    const uint8_t *at = pond_small_tables;
    struct table_file file;
    struct pond_error why;
    char name[SMALL_NAME_MAX];
    int count = 0;
    while (small_next(&at, &file, name)) {
        if (!wanted(cli, name)) continue;
        if (count++ == 0 && !cli->given[FLAG_JSON]) printf("%s\n", said(cli, SAY_TABLES_OWN));
        if (!table_tell(cli, name, &file, true, check, &why)) ++*bad;
    }
    return count;
}

/* A name is that of a file in the folder, and nothing else. */
static int table_remove(const struct cli *cli, const char *folder, const char *name, bool *removed)
{
    char path[FOLDER_PATH_MAX + 8], part[FOLDER_PATH_MAX + 16];
    const size_t length = strlen(name), suffix = strlen(TABLE_SUFFIX);
    *removed = false;
    if (strchr(name, '/') != NULL || length <= suffix ||
        strcmp(name + length - suffix, TABLE_SUFFIX) != 0 || !folder_join(path, folder, name)) {
        return EXIT_FINE;
    }
    snprintf(part, sizeof part, "%s.part", path);
    if (unlink(path) != 0) {
        if (errno == ENOENT) return EXIT_FINE;
        return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, path, system_reason(cli, errno));
    }
    unlink(part);
    *removed = true;
    return EXIT_FINE;
}

static int remove_all(const struct cli *cli, char folders[FOLDERS_MAX][FOLDER_PATH_MAX], int count)
{
    int code = EXIT_FINE;
    if (cli->argument_count < 2) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_TABLES_NAMES, NULL, NULL);
    }
    for (int i = 1; i < cli->argument_count; i++) {
        bool removed = false;
        for (int folder = 0; folder < count && !removed; folder++) {
            const int failed = table_remove(cli, folders[folder], cli->arguments[i], &removed);
            if (failed != EXIT_FINE) return failed;
        }
        if (!removed) {
            code = complain(cli, EXIT_BAD_DATA, SAY_TABLES_NO_SUCH, cli->arguments[i], NULL);
        } else if (cli->given[FLAG_JSON]) {
            fputs("{\"name\":", stdout);
            json_string(stdout, cli->arguments[i]);
            puts(",\"removed\":true}");
        } else {
            printf("%s%s%s\n", cli->arguments[i], said(cli, SAY_COLON),
                   said(cli, SAY_TABLES_REMOVED));
        }
    }
    return code;
}

static int longest_small(const struct cli *cli, const char *folder)
{
    const uint8_t *at = pond_small_tables;
    struct table_file file;
    char name[SMALL_NAME_MAX];
    int told = 0;
    while (small_next(&at, &file, name)) {
        if (wanted(cli, name) && longest_tell(cli, folder, &file)) told++;
    }
    return told;
}

static int longest_all(const struct cli *cli, char folders[FOLDERS_MAX][FOLDER_PATH_MAX], int count)
{
    int told = 0;
    for (int folder = 0; folder < count; folder++) {
        char **names = folder_names(folders[folder]), path[FOLDER_PATH_MAX];
        for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
            struct table_file file;
            if (!wanted(cli, names[i]) || !folder_join(path, folders[folder], names[i]) ||
                !table_file_open(&file, path, NULL)) {
                continue;
            }
            const bool rribbit = strcmp(file.about.game, pond_rribbit.name) == 0;
            if (rribbit && longest_tell(cli, folders[folder], &file)) told++;
            table_file_close(&file);
        }
        folder_names_free(names);
    }
    told += longest_small(cli, folders[0]);
    if (told > 0) return EXIT_FINE;
    return complain(cli, EXIT_BAD_DATA, SAY_TABLES_NO_SUCH,
                    cli->argument_count > 1 ? cli->arguments[1] : pond_rribbit.name, NULL);
}

int command_tables(struct cli *cli)
{
    char folders[FOLDERS_MAX][FOLDER_PATH_MAX];
    const char *what = cli->argument_count > 0 ? cli->arguments[0] : "list";
    const bool check = strcmp(what, "check") == 0;
    int count = folder_list(folders), bad = 0, told = 0;
    const int code = check_folder(cli);
    if (code != EXIT_FINE) return code;
    if (cli->given[FLAG_FOLDER]) {
        snprintf(folders[0], FOLDER_PATH_MAX, "%s", cli->value[FLAG_FOLDER]);
        count = 1;
    }
    if (strcmp(what, "remove") == 0) return remove_all(cli, folders, count);
    if (strcmp(what, "longest") == 0) return longest_all(cli, folders, count);
    if (!check && cli->argument_count > 0) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_TABLES_WHAT, what, NULL);
    }
    for (int i = 0; i < count; i++) {
        const int here = folder_tell(cli, folders[i], check, &bad);
        if (here == 0 && !cli->given[FLAG_JSON] && cli->argument_count <= 1) {
            fputs("  ", stdout);
            say(stdout, cli, SAY_TABLES_NONE, folders[i], NULL);
            putchar('\n');
        }
        told += here;
    }
    told += small_tell(cli, check, &bad);
    if (cli->argument_count > 1 && told == 0) {
        return complain(cli, EXIT_BAD_DATA, SAY_TABLES_NO_SUCH, cli->arguments[1], NULL);
    }
    return bad > 0 ? EXIT_BAD_DATA : EXIT_FINE;
}
