/* records.c: `pond replay` and `pond check`: what others have written. */
#include <errno.h>
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
    printf("%s\n%s\n\n", match->game->title, memory);
}

/* "S1" before a decision of one seat; rounds and events name their seats themselves. */
static const char *who_moved(const struct pond_match *match)
{
    static const char *const seats[POND_SEATS_MAX] = {"S0", "S1", "S2", "S3", "S4"};
    uint32_t last = match->log_count;
    while (last > 0 && match->log[last - 1].kind == POND_ENTRY_CHANCE) last--;
    const bool decision = last > 0 && match->log[last - 1].kind == POND_ENTRY_MOVE;
    const bool round = match->game->round != NULL && match->game->round(&match->before) > 0;
    return decision && !round ? seats[match->log[last - 1].seat] : "  ";
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
    const char *what = ply == 0 ? said(cli, SAY_REPLAY_START) : move;
    const int pad = 14 - columns(what);
    printf("%4u  %s %s%*s %s\n", ply, who_moved(match), what, pad > 0 ? pad : 0, "", position);
    if (cli->given[FLAG_BOARDS] && !pond_match_over(match)) {
        putchar('\n');
        draw_state(stdout, cli, match->game, &match->state, match->result);
        putchar('\n');
    }
}

static void replay_end(const struct cli *cli, const struct pond_match *match,
                       const struct pond_record *record)
{
    putchar('\n');
    draw_state(stdout, cli, match->game, &match->state, match->result);
    if (!pond_match_over(match)) say_result(stdout, cli, record->result);
}

void place_print(char *out, size_t size, const char *path, uint32_t line)
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

/* What is wrong with a file: a sentence, and the line where there is one. */
struct fault {
    char sentence[1024];
    uint32_t line;
};

static void check_json(const char *path, int games, const struct fault *fault)
{
    fputs("{\"file\":", stdout);
    json_string(stdout, path);
    printf(",\"games\":%d,\"ok\":%s", games, fault == NULL ? "true" : "false");
    if (fault != NULL && fault->line > 0) printf(",\"line\":%u", fault->line);
    if (fault != NULL) {
        fputs(",\"error\":", stdout);
        json_string(stdout, fault->sentence);
    }
    puts("}");
}

/* Reads all games of a text; how many were right, and what is wrong with the next one. */
static int check_games(const struct cli *cli, const char *path, const char *text, size_t length,
                       struct pond_entry *log, struct fault *fault)
{
    struct pond_reader reader = pond_reader_of(text, length);
    struct pond_text sentence = pond_text_in(fault->sentence, sizeof fault->sentence);
    int games = 0;
    while (pond_reader_more(&reader)) {
        struct pond_match match;
        struct pond_record record;
        struct pond_error why;
        if (!pond_record_read(&reader, &match, &record, log, LOG_MAX, &why)) {
            fault->line = reader.error_line;
            pond_error_print(&why, cli->language, &sentence);
            if (cli->given[FLAG_JSON]) return games;
            char place[4200];
            place_print(place, sizeof place, path, reader.error_line);
            fflush(stdout);
            complain_error(cli, EXIT_BAD_DATA, place, &why);
            return games;
        }
        games++;
    }
    if (games > 0) return games;
    pond_sentence_print(said(cli, SAY_FILE_EMPTY), (const char *const[]){path}, 1, &sentence);
    if (!cli->given[FLAG_JSON]) complain(cli, EXIT_BAD_DATA, SAY_FILE_EMPTY, path, NULL);
    return games;
}

static int check_file(const struct cli *cli, const char *path, struct pond_entry *log)
{
    struct fault fault = {.sentence = ""};
    size_t length;
    int games = 0;
    char *text = file_read(cli, path, &length);
    if (text == NULL) {
        struct pond_text sentence = pond_text_in(fault.sentence, sizeof fault.sentence);
        pond_sentence_print(said(cli, SAY_FILE_OPEN),
                            (const char *const[]){path, system_reason(cli, errno)}, 2, &sentence);
    } else {
        games = check_games(cli, path, text, length, log, &fault);
        free(text);
    }
    const bool fine = fault.sentence[0] == '\0';
    if (cli->given[FLAG_JSON]) {
        check_json(path, games, fine ? NULL : &fault);
    } else if (fine) {
        char number[16];
        snprintf(number, sizeof number, "%d", games);
        say(stdout, cli, games == 1 ? SAY_CHECK_FINE_ONE : SAY_CHECK_FINE_MANY, path, number);
        putchar('\n');
    }
    return fine ? EXIT_FINE : EXIT_BAD_DATA;
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
