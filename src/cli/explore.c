/* explore.c: `pond explore`, and for programs its questions about positions, one per line: legal
 * choices, the odds of chance, the engine's lines, exact values, what was played. */
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "pond/position.h"
#include "tables.h"

#define EXPLORE_TIME_MS 1000
#define PLAIN_TIME_MS 300 /* for a person who wants to go on */
#define NODES_MAX 20000   /* of the tree: one way at a time, with the way to the start */
#define TEXTS_MAX 65536

/* ---- Answers ---- */

/* What the tablebases know, as `pond probe --json` has it; null if they know nothing. */
static void answer_exact(struct pond_json *json, const struct exploring *exploring,
                         const struct pond_match *match)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) abort();
    const bool known = exploring->tables != NULL && pond_match_sealed(match) == 0 &&
                       pond_match_turn(match) != 0 &&
                       probe_json(memory, match->game, exploring->tables, &match->state);
    fclose(memory);
    pond_json_key(json, "exact");
    if (known) {
        pond_json_ready(json, text, length);
    } else {
        pond_json_null(json);
    }
    free(text);
}

/* The engine's advice for every seat that is to decide. */
static void answer_lines(struct pond_json *json, struct exploring *exploring,
                         const struct pond_match *match)
{
    struct computer_asked asked = {.computer = &exploring->player.computer,
                                   .limits = &exploring->limits};
    const struct pond_analyst analyst = computer_analyst(&asked);
    pond_json_key(json, "lines");
    pond_json_open(json, '[');
    for (int seat = 0; seat < match->seat_count; seat++) {
        struct pond_advice advice;
        struct pond_judgement hint;
        if ((pond_match_turn(match) & POND_SEAT(seat)) == 0) continue;
        if (!pond_hint(&analyst, match, seat, &advice, &hint)) continue;
        pond_json_hint(json, match, &advice, &hint, exploring->cli->language);
    }
    pond_json_close(json, ']');
}

static void answer(struct exploring *exploring)
{
    const struct pond_match *match = &exploring->tree.match;
    struct pond_json json = pond_json_to(file_sink, stdout);
    pond_json_open(&json, '{');
    pond_json_standing(&json, match);
    if (pond_match_chance_due(match)) {
        pond_json_key(&json, "chance");
        pond_json_chance(&json, match);
    }
    answer_exact(&json, exploring, match);
    answer_lines(&json, exploring, match);
    explore_games_json(&exploring->games, &json, match);
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
    fflush(stdout);
}

/* Refuses a question: with a reason, or without one because of its form. */
static void answer_refusal(const struct cli *cli, const struct pond_error *why, enum say form)
{
    char sentence[1024];
    struct pond_text text = pond_text_in(sentence, sizeof sentence);
    if (why == NULL) {
        pond_text_string(&text, said(cli, form));
    } else {
        pond_error_print(why, cli->language, &text);
    }
    fputs("{\"error\":", stdout);
    json_string(stdout, sentence);
    fputs("}\n", stdout);
    fflush(stdout);
}

/* ---- Questions ---- */

/* `position TEXT`, where the moves may follow. */
static bool go_position(struct exploring *exploring, const char *text, struct pond_error *why)
{
    const struct pond_match *start = &exploring->start;
    struct pond_match match;
    struct pond_state state;
    struct pond_rng rng; /* deals what the position leaves open */
    pond_rng_seed(&rng, "position");
    if (!pond_position_read(start->game, &start->config, text, &rng, &state, why)) return false;
    pond_match_begin_at(&match, start->game, &start->config, &state, NULL, 0);
    if (pond_match_chance_due(&match)) return pond_refuse(why, POND_WORD_MATCH_CHANCE_DUE);
    return pond_tree_begin(&exploring->tree, &exploring->memory, &match, why);
}

/* Parses a line; false if it isn't a question. */
static bool question_read(char *line, char **position, char **moves)
{
    *position = *moves = NULL;
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " ");
    if (strncmp(line, "position ", 9) == 0) {
        *position = line + 9;
        char *found = strstr(*position, " moves");
        if (found != NULL && (found[6] == ' ' || found[6] == '\0')) {
            *found = '\0';
            *moves = found + 6;
        }
        return true;
    }
    if (strncmp(line, "moves", 5) == 0 && (line[5] == ' ' || line[5] == '\0')) *moves = line + 5;
    return *moves != NULL || line[0] == '\0';
}

static void question_answer(struct exploring *exploring, char *line, size_t length)
{
    char *position, *moves;
    struct pond_error why;
    if (strlen(line) != length) {
        answer_refusal(exploring->cli, NULL, SAY_EXPLORE_NUL);
        return;
    }
    if (!question_read(line, &position, &moves)) {
        answer_refusal(exploring->cli, NULL, SAY_EXPLORE_LINE);
        return;
    }
    const bool there = position != NULL ? go_position(exploring, position, &why)
                                        : pond_tree_begin(&exploring->tree, &exploring->memory,
                                                          &exploring->start, &why);
    if (there && (moves == NULL || pond_tree_play(&exploring->tree, moves, strlen(moves), &why))) {
        answer(exploring);
    } else {
        answer_refusal(exploring->cli, &why, SAY_NOTHING);
    }
}

/* ---- The command ---- */

/* Would saving the tree there lose nothing, such as other games, a seed, a name of an event? */
static bool holds_the_tree(const struct record_file *file, struct pond_tree *tree)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL) abort();
    pond_tree_write(tree, file_sink, memory);
    fclose(memory);
    const bool same = length == file->reader.length && memcmp(text, file->text, length) == 0;
    free(text);
    return same;
}

/* Where the last game of a record stands; for people its tree, too. */
static int start_record(struct exploring *exploring, const char *path)
{
    struct record_file file;
    struct pond_error why;
    const struct cli *cli = exploring->cli;
    const int wrong = refuse_flags(cli, BIT(FLAG_POSITION) | BIT(FLAG_OPTIONS) | BIT(FLAG_SEED),
                                   SAY_FLAG_NO_RECORD, path);
    if (wrong != EXIT_FINE) return wrong;
    if (!record_file_open(&file, cli, path)) return EXIT_BAD_DATA;
    while (record_file_next(&file)) continue;
    int code = record_file_complain(&file);
    if (code == EXIT_FINE) {
        pond_match_copy(&file.match, &exploring->start, exploring->start_log, LOG_MAX);
    }
    if (code == EXIT_FINE && !cli->given[FLAG_JSON]) {
        struct pond_reader reader =
            pond_reader_of(file.text + file.start, file.reader.length - file.start);
        exploring->read = pond_tree_read(&exploring->tree, &exploring->memory, &reader, &why);
        if (!exploring->read) code = complain_error(cli, EXIT_BAD_DATA, path_said(path), &why);
    }
    if (exploring->read && strcmp(path, "-") != 0 && holds_the_tree(&file, &exploring->tree)) {
        snprintf(exploring->file, sizeof exploring->file, "%s", path);
    }
    record_file_close(&file);
    return code;
}

static int start_game(struct exploring *exploring)
{
    const struct cli *cli = exploring->cli;
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    char seed[POND_SEED_MAX + 1];
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE && cli->given[FLAG_POSITION]) {
        code = take_position(cli, game, &config, &state);
        if (code != EXIT_FINE) return code;
        pond_match_begin_at(&exploring->start, game, &config, &state, NULL, 0);
        return EXIT_FINE;
    }
    if (code == EXIT_FINE) code = take_seed(cli, seed);
    if (code != EXIT_FINE) return code;
    pond_match_begin(&exploring->start, game, &config, exploring->start_log, LOG_MAX);
    pond_match_seed(&exploring->start, seed);
    return EXIT_FINE;
}

static int explore(struct exploring *exploring)
{
    const struct cli *cli = exploring->cli;
    const struct pond_game *game = exploring->start.game;
    char text[COMPUTER_NAME_MAX], *line = NULL;
    size_t size = 0;
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
    int code = player_open(cli, &exploring->player, game, text);
    if (code != EXIT_FINE) return code;
    exploring->tables = pond_tables_open(game, cli->value[FLAG_FOLDER]);
    code = explore_games_open(&exploring->games, cli);
    if (code == EXIT_FINE && !cli->given[FLAG_JSON]) code = explore_plain(exploring);
    for (ssize_t got;
         code == EXIT_FINE && cli->given[FLAG_JSON] && (got = getline(&line, &size, stdin)) >= 0;) {
        question_answer(exploring, line, (size_t)got);
    }
    free(line);
    if (exploring->tables != NULL) pond_tables_close(exploring->tables);
    explore_games_close(&exploring->games);
    player_close(&exploring->player);
    return code;
}

int command_explore(struct cli *cli)
{
    static struct exploring exploring;
    static struct pond_tree_node nodes[NODES_MAX];
    static char texts[TEXTS_MAX];
    uint32_t limit;
    const char *name = cli->arguments[0];
    exploring.cli = cli;
    exploring.limits.time_ms = cli->given[FLAG_JSON] ? EXPLORE_TIME_MS : PLAIN_TIME_MS;
    int code = take_number(cli, FLAG_NODES, 1, UINT32_MAX, 0, &limit);
    if (code == EXIT_FINE && cli->given[FLAG_TIME])
        code = take_time(cli, &exploring.limits.time_ms);
    if (code == EXIT_FINE) code = check_folder(cli);
    if (code != EXIT_FINE) return code;
    exploring.limits.nodes = limit;
    if (limit > 0 && !cli->given[FLAG_TIME]) exploring.limits.time_ms = 0;
    exploring.start_log = log_make(cli);
    exploring.memory =
        (struct pond_tree_memory){nodes, texts, log_make(cli), NODES_MAX, TEXTS_MAX, LOG_MAX};
    const bool record = strcmp(name, "-") == 0 || names_file(name);
    code = record ? start_record(&exploring, name) : start_game(&exploring);
    if (code == EXIT_FINE) code = explore(&exploring);
    free(exploring.memory.log);
    free(exploring.start_log);
    return code;
}
