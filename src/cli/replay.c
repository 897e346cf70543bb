/* replay.c: `pond replay` and `pond check`, and files of records as every command reads them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- Files of records ---- */

bool record_file_open(struct record_file *file, const struct cli *cli, const char *path)
{
    size_t length;
    memset(file, 0, sizeof *file);
    file->cli = cli;
    file->path = path;
    file->text = file_read(cli, path, &length);
    if (file->text == NULL) return false;
    file->log = log_make(cli);
    file->reader = pond_reader_of(file->text, length);
    return true;
}

bool record_file_next(struct record_file *file)
{
    if (file->failed || !pond_reader_more(&file->reader)) return false;
    file->start = file->reader.at;
    file->failed = !pond_record_read(&file->reader, &file->match, &file->record, file->log, LOG_MAX,
                                     &file->why);
    if (!file->failed) file->games++;
    return !file->failed;
}

int record_file_complain(const struct record_file *file)
{
    char place[4200];
    fflush(stdout); /* messages about earlier games come first */
    if (file->failed) {
        snprintf(place, sizeof place, "%s:%u", path_said(file->path), file->reader.error_line);
        return complain_error(file->cli, EXIT_BAD_DATA, place, &file->why);
    }
    if (file->games > 0) return EXIT_FINE;
    return complain(file->cli, EXIT_BAD_DATA, SAY_FILE_EMPTY, path_said(file->path), NULL);
}

void record_file_close(struct record_file *file)
{
    free(file->log);
    free(file->text);
}

/* ---- Replay ---- */

struct replaying {
    const struct record_file *file;
    uint32_t ply; /* of the current game */
    struct json_told told;
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
    struct pond_cursor cursor = pond_cursor_at(match, pond_match_entries(match));
    const struct pond_entry *last = pond_cursor_previous(&cursor);
    while (last != NULL && last->kind == POND_ENTRY_CHANCE) last = pond_cursor_previous(&cursor);
    const bool decision = last != NULL && last->kind == POND_ENTRY_MOVE;
    const bool round = match->game->round != NULL && match->game->round(&match->before) > 0;
    return decision && !round ? seats[last->seat] : "  ";
}

static void replay_ply(void *context, const struct pond_match *match)
{
    struct replaying *replaying = context;
    const struct cli *cli = replaying->file->cli;
    const uint32_t ply = replaying->ply++;
    if (cli->given[FLAG_JSON]) {
        if (cli->given[FLAG_BOARDS]) json_board(stdout, match, ply, &replaying->told);
        if (!cli->given[FLAG_BOARDS]) json_ply(stdout, match, ply);
        return;
    }
    if (ply == 0 && replaying->file->games > 0) putchar('\n');
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

int command_replay(struct cli *cli)
{
    struct record_file file;
    struct replaying replaying = {.file = &file};
    if (!record_file_open(&file, cli, cli->arguments[0])) return EXIT_BAD_DATA;
    file.reader.after_ply = replay_ply;
    file.reader.context = &replaying;
    while (record_file_next(&file)) {
        if (!cli->given[FLAG_JSON]) replay_end(cli, &file.match, &file.record);
        replaying.ply = 0;
    }
    const int code = record_file_complain(&file);
    record_file_close(&file);
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

/* Reads all games; what is wrong with the first that is not right, or with the whole. */
static int check_games(const struct cli *cli, struct record_file *file, struct fault *fault)
{
    struct pond_text sentence = pond_text_in(fault->sentence, sizeof fault->sentence);
    while (record_file_next(file)) continue;
    if (file->failed) {
        fault->line = file->reader.error_line;
        pond_error_print(&file->why, cli->language, &sentence);
    } else if (file->games == 0) {
        pond_sentence_print(said(cli, SAY_FILE_EMPTY), cli->language,
                            (const char *const[]){path_said(file->path)}, 1, &sentence);
    }
    if (!cli->given[FLAG_JSON]) record_file_complain(file);
    return file->games;
}

static int check_file(const struct cli *cli, const char *path)
{
    struct record_file file;
    struct fault fault = {.sentence = ""};
    int games = 0;
    if (record_file_open(&file, cli, path)) {
        games = check_games(cli, &file, &fault);
        record_file_close(&file);
    } else {
        struct pond_text sentence = pond_text_in(fault.sentence, sizeof fault.sentence);
        pond_sentence_print(said(cli, SAY_FILE_OPEN), cli->language,
                            (const char *const[]){path_said(path), system_reason(cli, errno)}, 2,
                            &sentence);
    }
    const bool fine = fault.sentence[0] == '\0';
    if (cli->given[FLAG_JSON]) {
        check_json(path, games, fine ? NULL : &fault);
    } else if (fine) {
        char number[16];
        snprintf(number, sizeof number, "%d", games);
        say(stdout, cli, SAY_CHECK_FINE, path_said(path), number);
        putchar('\n');
    }
    return fine ? EXIT_FINE : EXIT_BAD_DATA;
}

int command_check(struct cli *cli)
{
    int worst = EXIT_FINE;
    for (int i = 0; i < cli->argument_count; i++) {
        const int code = check_file(cli, cli->arguments[i]);
        if (code > worst) worst = code;
    }
    return worst;
}
