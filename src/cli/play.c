/* play.c: `pond play` and `pond learn`: reads their arguments and opens the terminal client. */
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "data.h"
#include "serve.h"

/* Where the options do not say how many play, the seats do. */
static bool players_from_seats(const struct cli *cli, struct play_setup *setup)
{
    char memory[POND_OPTIONS_TEXT_MAX], text[POND_OPTIONS_TEXT_MAX + 40];
    const char *options = given_options(cli, memory);
    if (setup->seats[0] == '\0' || strstr(options, "players=") != NULL) return false;
    snprintf(text, sizeof text, "%s%splayers=%d", options, options[0] != '\0' ? "," : "",
             play_seats_count(setup->seats));
    return pond_config_parse(setup->game, text, &setup->config, NULL);
}

static int take_setup(const struct cli *cli, struct terminal_options *options)
{
    struct play_setup *setup = &options->setup;
    int code = take_game(cli, cli->arguments[0], &setup->game);
    if (code == EXIT_FINE) code = take_seed(cli, setup->seed);
    if (code != EXIT_FINE) return code;
    if (cli->given[FLAG_SEATS]) {
        if (strlen(cli->value[FLAG_SEATS]) >= sizeof setup->seats) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_SEATS_LONG, NULL, NULL);
        }
        snprintf(setup->seats, sizeof setup->seats, "%s", cli->value[FLAG_SEATS]);
    }
    if (!players_from_seats(cli, setup)) code = take_config(cli, setup->game, &setup->config);
    if (code != EXIT_FINE) return code;
    if (cli->given[FLAG_POSITION]) {
        code = take_position(cli, setup->game, &setup->config, &setup->position);
        setup->from_position = true;
    }
    setup->practice = cli->given[FLAG_PRACTICE];
    setup->tutor = cli->given[FLAG_TUTOR];
    return code;
}

/* A file that is there, or is called like one, and has no game's name. */
static bool is_record(const char *word)
{
    return pond_game_find(word) == NULL && (access(word, R_OK) == 0 || names_file(word));
}

/* A record is looked through as it is. */
static int check_record(const struct cli *cli, const char *path)
{
    const uint64_t new_game = BIT(FLAG_SEATS) | BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) |
                              BIT(FLAG_SEED) | BIT(FLAG_PRACTICE) | BIT(FLAG_TUTOR);
    struct stat about;
    if (access(path, R_OK) == 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        errno = EISDIR;
    else if (access(path, R_OK) == 0)
        return refuse_flags(cli, new_game, SAY_FLAG_NO_RECORD, path);
    return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, path_said(path), system_reason(cli, errno));
}

void take_looks(const struct cli *cli, struct terminal_options *options)
{
    options->language = cli->language;
    options->ascii = cli->given[FLAG_ASCII];
    options->no_color = cli->given[FLAG_NO_COLOR] || getenv("NO_COLOR") != NULL;
    options->fast = cli->given[FLAG_FAST];
    options->plain = cli->given[FLAG_PLAIN];
    options->rules = rules_page;
}

static int terminal_run(const struct cli *cli, const struct terminal_options *options)
{
    char memory[1000];
    struct pond_text trouble = pond_text_in(memory, sizeof memory);
    switch (terminal_play(options, &trouble)) {
    case TERMINAL_NO_SCREEN:
        return complain(cli, EXIT_BAD_DATA, options->learn ? SAY_NO_SCREEN_LEARN : SAY_NO_SCREEN,
                        NULL, NULL);
    case TERMINAL_TROUBLE: fprintf(stderr, "pond: %s\n", memory); return EXIT_WRONG_USAGE;
    case TERMINAL_FINE: break;
    }
    return EXIT_FINE;
}

int command_play(struct cli *cli)
{
    static struct terminal_options options;
    take_looks(cli, &options);
    if (cli->argument_count > 0 && is_record(cli->arguments[0])) {
        const int code = check_record(cli, cli->arguments[0]);
        if (code != EXIT_FINE) return code;
        options.record = cli->arguments[0];
    } else if (cli->argument_count > 0) {
        const int code = take_setup(cli, &options);
        if (code != EXIT_FINE) return code;
    }
    return terminal_run(cli, &options);
}

int command_learn(struct cli *cli)
{
    static struct terminal_options options;
    struct pond_course course;
    take_looks(cli, &options);
    options.learn = true;
    options.learn_kind = cli->given[FLAG_PUZZLES] ? POND_PUZZLES : POND_LESSON;
    if (cli->argument_count > 0) {
        int code = take_game(cli, cli->arguments[0], &options.learn_game);
        if (code != EXIT_FINE) return code;
        if (!pond_course_open(&course, options.learn_game, options.learn_kind)) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_LEARN_NO_GAME, options.learn_game->name,
                            NULL);
        }
        code = take_number(cli, FLAG_NUMBER, 1, course.exercise_count, 0, &options.learn_number);
        if (code != EXIT_FINE) return code;
    } else if (cli->given[FLAG_NUMBER]) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PUZZLE_WHICH_GAME, "learn", NULL);
    }
    return terminal_run(cli, &options);
}
