/* records.c: `pond replay` and `pond check`: what others have written. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- Replay ---- */

struct replaying {
    const struct cli *cli;
    uint32_t ply;
};

static void replay_start(const struct pond_match *match)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_config_print(match->game, &match->config, &text);
    printf("%s (%s)\n\n", match->game->title, memory);
}

static void replay_ply(void *context, const struct pond_match *match)
{
    struct replaying *replaying = context;
    const struct cli *cli = replaying->cli;
    const uint32_t ply = replaying->ply++;
    if (cli->given[FLAG_JSON]) {
        json_ply(stdout, match, ply);
        return;
    }
    if (ply == 0) replay_start(match);
    char move[POND_WORD_TEXT_MAX], position[POND_STATE_TEXT_MAX];
    struct pond_text move_text = pond_text_in(move, sizeof move);
    struct pond_text position_text = pond_text_in(position, sizeof position);
    struct pond_view view;
    pond_match_last_print(match, &move_text);
    pond_match_view(match, POND_SPECTATOR, &view);
    match->game->view_print(&view, &position_text);
    printf("%4u  %-14s %s\n", ply, ply == 0 ? said(cli, SAY_REPLAY_START) : move, position);
}

static void replay_end(const struct cli *cli, const struct pond_match *match,
                       const struct pond_record *record)
{
    putchar('\n');
    draw_state(stdout, cli, match->game, &match->state);
    const bool told = match->game->result(&match->state).outcome != POND_GOES_ON;
    if (!told) say_result(stdout, cli, record->result);
}

/* "FILE:LINE" */
static void place_print(char *out, size_t size, const char *path, uint32_t line)
{
    snprintf(out, size, "%s:%u", strcmp(path, "-") == 0 ? "<stdin>" : path, line);
}

int command_replay(struct cli *cli)
{
    const char *path = cli->arguments[0];
    size_t length;
    char *text = file_read(cli, path, &length);
    if (text == NULL) return EXIT_BAD_DATA;
    struct pond_entry *log = log_make();
    struct replaying replaying = {.cli = cli};
    struct pond_reader reader = pond_reader_of(text, length);
    reader.after_ply = replay_ply;
    reader.context = &replaying;
    int code = EXIT_FINE, games = 0;
    for (; code == EXIT_FINE && pond_reader_more(&reader); games++) {
        struct pond_match match;
        struct pond_record record;
        struct pond_error why;
        if (games > 0 && !cli->given[FLAG_JSON]) putchar('\n');
        replaying.ply = 0;
        if (pond_record_read(&reader, &match, &record, log, LOG_MAX, &why)) {
            if (!cli->given[FLAG_JSON]) replay_end(cli, &match, &record);
        } else {
            char place[4200];
            fflush(stdout);
            place_print(place, sizeof place, path, reader.error_line);
            code = complain_error(cli, EXIT_BAD_DATA, place, &why);
        }
    }
    if (games == 0) code = complain(cli, EXIT_BAD_DATA, SAY_FILE_EMPTY, path, NULL);
    free(log);
    free(text);
    return code;
}

/* ---- Check ---- */

static void check_json(const struct cli *cli, const char *path, int games, uint32_t line,
                       const struct pond_error *why)
{
    fputs("{\"file\":", stdout);
    json_string(stdout, path);
    printf(",\"games\":%d,\"ok\":%s", games, why == NULL ? "true" : "false");
    if (why != NULL) {
        printf(",\"line\":%u,\"error\":", line);
        json_error(stdout, cli, why);
    }
    puts("}");
}

static int check_file(const struct cli *cli, const char *path, struct pond_entry *log)
{
    size_t length;
    char *text = file_read(cli, path, &length);
    if (text == NULL) return EXIT_BAD_DATA;
    struct pond_reader reader = pond_reader_of(text, length);
    struct pond_error why;
    int games = 0, code = EXIT_FINE;
    while (code == EXIT_FINE && pond_reader_more(&reader)) {
        struct pond_match match;
        struct pond_record record;
        if (pond_record_read(&reader, &match, &record, log, LOG_MAX, &why))
            games++;
        else
            code = EXIT_BAD_DATA;
    }
    char place[4200], number[16];
    snprintf(number, sizeof number, "%d", games);
    place_print(place, sizeof place, path, reader.error_line);
    if (code == EXIT_FINE && games == 0) {
        code = complain(cli, EXIT_BAD_DATA, SAY_FILE_EMPTY, path, NULL);
    } else if (cli->given[FLAG_JSON]) {
        check_json(cli, path, games, reader.error_line, code == EXIT_FINE ? NULL : &why);
    } else if (code == EXIT_FINE) {
        say(stdout, cli, games == 1 ? SAY_CHECK_FINE_ONE : SAY_CHECK_FINE_MANY, path, number);
        putchar('\n');
    } else {
        fflush(stdout);
        complain_error(cli, EXIT_BAD_DATA, place, &why);
    }
    free(text);
    return code;
}

int command_check(struct cli *cli)
{
    struct pond_entry *log = log_make();
    int worst = EXIT_FINE;
    for (int i = 0; i < cli->argument_count; i++) {
        const int code = check_file(cli, cli->arguments[i], log);
        if (code > worst) worst = code;
    }
    free(log);
    return worst;
}
