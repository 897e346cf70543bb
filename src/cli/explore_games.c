/* explore_games.c: what was played in a position, for `pond explore`: in the engine games that come
 * with the program, in the person's own records, and in a collection that is named. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "data.h"
#include "explore.h"
#include "explore_run.h"
#include "files.h"

#define OWN_FILES_MAX 2000
#define OWN_FILE_BYTES_MAX ((off_t)4 << 20)
#define OWN_DEPTH 60
#define OWN_BYTES ((size_t)64 << 20) /* while they are counted */
#define SHOWN_MAX 8

static const char *const source_name[SOURCES] = {"engine", "own", "file"};

/* ---- Opening ---- */

/* Counts a file of records; what can't be read is none of the person's games. */
static void own_file_add(struct pond_collector *collector, const char *path, struct pond_entry *log)
{
    struct pond_match match;
    struct pond_record record;
    struct stat about;
    FILE *file = fopen(path, "r");
    if (file == NULL) return;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size <= OWN_FILE_BYTES_MAX) {
        char *text = malloc((size_t)about.st_size + 1);
        const size_t length = text != NULL ? fread(text, 1, (size_t)about.st_size, file) : 0;
        struct pond_reader reader = pond_reader_of(text, length);
        while (length > 0 && pond_reader_more(&reader) &&
               pond_record_read(&reader, &match, &record, log, LOG_MAX, NULL)) {
            pond_collector_add(collector, &match);
        }
        free(text);
    }
    fclose(file);
}

/* The records that people save in the terminal client. */
static void own_open(struct explore_games *games, const struct cli *cli)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 300];
    struct pond_collector collector;
    DIR *list = files_folder("records", folder) ? opendir(folder) : NULL;
    if (list == NULL) return;
    void *memory = games->memory[SOURCE_OWN] = malloc(OWN_BYTES);
    struct pond_entry *log = log_make(cli);
    if (memory != NULL) pond_collector_begin(&collector, memory, OWN_BYTES, OWN_DEPTH);
    int count = 0;
    for (const struct dirent *item;
         memory != NULL && count < OWN_FILES_MAX && (item = readdir(list)) != NULL; count++) {
        if (item->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        own_file_add(&collector, path, log);
    }
    closedir(list);
    free(log);
    if (memory == NULL) return;
    const size_t size = pond_collector_end(&collector);
    pond_explorer_open(&games->source[SOURCE_OWN], memory, size, NULL);
}

int explore_games_open(struct explore_games *games, const struct cli *cli)
{
    struct pond_error why;
    *games = (struct explore_games){0};
    for (const struct pond_data *file = pond_data_files; file->name != NULL; file++) {
        if (strcmp(file->name, "data/openings.pondplay") != 0) continue;
        pond_explorer_open(&games->source[SOURCE_ENGINE], file->start,
                           (size_t)(file->end - file->start), NULL);
    }
    own_open(games, cli);
    const char *path = cli->value[FLAG_COLLECTION];
    if (path == NULL) return EXIT_FINE;
    size_t length;
    char *bytes = games->memory[SOURCE_FILE] = file_read(cli, path, &length);
    if (bytes == NULL) return EXIT_BAD_DATA;
    if (pond_explorer_open(&games->source[SOURCE_FILE], bytes, length, &why)) return EXIT_FINE;
    return complain_error(cli, EXIT_BAD_DATA, path_said(path), &why);
}

void explore_games_close(struct explore_games *games)
{
    for (int i = 0; i < SOURCES; i++) free(games->memory[i]);
}

/* ---- Showing ---- */

/* How games went after a choice, or what it is worth. */
static void went_tell(const struct cli *cli, const struct pond_played *one, struct pond_text *out)
{
    const uint64_t games = (uint64_t)one->wins + one->draws + one->losses;
    const uint64_t counts[] = {games, one->wins, one->draws, one->losses};
    char memory[4][24];
    const char *texts[4];
    for (int i = 0; i < 4; i++) {
        struct pond_text text = pond_text_in(memory[i], sizeof memory[i]);
        pond_text_number(&text, (int64_t)counts[i]);
        texts[i] = memory[i];
    }
    if (games > 0) {
        pond_sentence_print(said(cli, SAY_EXPLORE_PLAYED), cli->language, texts, 4, out);
    }
    if (!one->valued) return;
    if (games > 0) pond_text_string(out, ", ");
    const struct decimal value = decimal(cli, one->value, 4, true);
    pond_sentence_print(said(cli, SAY_EXPLORE_EXACT), cli->language,
                        (const char *const[]){value.text}, 1, out);
}

static void played_print(const struct cli *cli, const struct pond_match *match, int seat,
                         const struct pond_played *one)
{
    char move[POND_MOVE_TEXT_MAX], memory[300];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    move_text(match->game, pond_match_open_state(match), seat, one->move, move);
    went_tell(cli, one, &text);
    printf("  ");
    if (match->game->record_style != POND_RECORD_PAIRS) printf("S%d ", seat);
    printf("%-12s %s\n", move, memory);
}

/* What the choices of a source are: games that were played, or values without any. */
static enum say title_of(enum explore_source source, const struct pond_played *first)
{
    static const enum say titles[SOURCES] = {SAY_EXPLORE_ENGINE_GAMES, SAY_EXPLORE_OWN_GAMES,
                                             SAY_EXPLORE_FILE_GAMES};
    const bool games = (uint64_t)first->wins + first->draws + first->losses > 0;
    return games ? titles[source] : SAY_EXPLORE_PLACEMENTS;
}

static void source_print(const struct cli *cli, const struct pond_explorer *explorer,
                         enum explore_source source, const struct pond_match *match)
{
    static struct pond_played played[POND_MOVES_MAX];
    bool titled = false;
    for (int seat = 0; seat < match->seat_count; seat++) {
        const int count = pond_explorer_ask(explorer, source == SOURCE_ENGINE, match, seat, played);
        /* All placements of a ring fit; of many moves the rest is a number. */
        const int shown = count <= SHOWN_MAX + 4 ? count : SHOWN_MAX;
        for (int i = 0; i < shown; i++) {
            if (!titled) {
                say(stdout, cli, title_of(source, played), cli->value[FLAG_COLLECTION], NULL);
            }
            if (!titled) putchar('\n');
            titled = true;
            played_print(cli, match, seat, &played[i]);
        }
        if (shown == count) continue;
        const uint64_t more = (uint64_t)(count - shown);
        printf("  ");
        say_numbers(stdout, cli, SAY_EXPLORE_MORE, &more, 1);
        putchar('\n');
    }
}

void explore_games_print(const struct explore_games *games, const struct cli *cli,
                         const struct pond_match *match)
{
    for (int i = 0; i < SOURCES; i++) {
        source_print(cli, &games->source[i], (enum explore_source)i, match);
    }
}

int explore_games_lines(const struct explore_games *games, const struct cli *cli,
                        const struct pond_match *match, int seat, struct explore_line *lines,
                        int max)
{
    static struct pond_played played[POND_MOVES_MAX];
    int told = 0;
    for (int source = 0; source < SOURCES; source++) {
        const int count =
            pond_explorer_ask(&games->source[source], source == SOURCE_ENGINE, match, seat, played);
        for (int i = -1; i < count && i < SHOWN_MAX && count > 0 && told < max; i++, told++) {
            char move[POND_MOVE_TEXT_MAX];
            struct pond_text text = pond_text_in(lines[told].text, sizeof lines[told].text);
            lines[told].style = i < 0 ? STYLE_STRONG : STYLE_PLAIN;
            if (i < 0) {
                const char *const name[] = {cli->value[FLAG_COLLECTION]};
                const enum say title = title_of((enum explore_source)source, played);
                pond_sentence_print(said(cli, title), cli->language, name, 1, &text);
                continue;
            }
            move_text(match->game, pond_match_open_state(match), seat, played[i].move, move);
            pond_text_string(&text, move);
            pond_text_string(&text, "  ");
            went_tell(cli, &played[i], &text);
        }
    }
    return told;
}

void explore_games_json(const struct explore_games *games, struct pond_json *json,
                        const struct pond_match *match)
{
    static struct pond_played played[POND_MOVES_MAX];
    pond_json_key(json, "played");
    pond_json_open(json, '{');
    for (int i = 0; i < SOURCES; i++) {
        if (i == SOURCE_FILE && games->memory[i] == NULL) continue;
        pond_json_key(json, source_name[i]);
        pond_explorer_json(json, &games->source[i], i == SOURCE_ENGINE, match, played);
    }
    pond_json_close(json, '}');
}
