/* puzzle.c: `pond puzzle`: shows a puzzle and judges an answer. */
#include <string.h>
#include <time.h>

#include "cli.h"
#include "pond/learn.h"

/* The day as people here have it. */
static int today(int32_t *days)
{
    const time_t now = time(NULL);
    const struct tm *date = localtime(&now);
    char text[16];
    strftime(text, sizeof text, "%Y-%m-%d", date);
    return pond_date_read(text, days, NULL) ? EXIT_FINE : EXIT_BAD_DATA;
}

/* Which puzzle is meant: by number, by day, or today's. */
static int choose(const struct cli *cli, struct pond_course *course, uint32_t *number)
{
    struct pond_error why;
    int32_t days;
    if (today(&days) != EXIT_FINE) return EXIT_BAD_DATA;
    if (cli->given[FLAG_NUMBER]) {
        const int wrong = refuse_flags(cli, BIT(FLAG_DAY), SAY_FLAG_BOTH, "--number");
        if (wrong != EXIT_FINE) return wrong;
    }
    if (cli->given[FLAG_DAY] && !pond_date_read(cli->value[FLAG_DAY], &days, &why)) {
        return complain_error(cli, EXIT_WRONG_USAGE, "--day", &why);
    }
    const struct pond_game *game = pond_games[pond_game_of_day(days)];
    if (cli->argument_count > 0) {
        const int code = take_game(cli, cli->arguments[0], &game);
        if (code != EXIT_FINE) return code;
    } else if (cli->given[FLAG_NUMBER]) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PUZZLE_WHICH_GAME, "puzzle", NULL);
    }
    if (!pond_course_open(course, game, POND_PUZZLES)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PUZZLE_NO_GAME, game->name, NULL);
    }
    const int code = take_number(cli, FLAG_NUMBER, 1, course->exercise_count, 0, number);
    if (code != EXIT_FINE) return code;
    *number =
        cli->given[FLAG_NUMBER] ? *number - 1 : pond_puzzle_of_day(days, course->exercise_count);
    return EXIT_FINE;
}

static void exercise_text(const struct cli *cli, const struct pond_attempt *attempt,
                          enum pond_learn_text which, char memory[POND_WORDS_MAX + 1])
{
    struct pond_text text = pond_text_in(memory, POND_WORDS_MAX + 1);
    pond_exercise_print(attempt->course, &attempt->exercise, which, cli->language, &text);
}

static void show(const struct cli *cli, const struct pond_attempt *attempt)
{
    char memory[POND_WORDS_MAX + 1], number[16], of[16];
    snprintf(number, sizeof number, "%u", attempt->exercise.number + 1);
    snprintf(of, sizeof of, "%u", attempt->course->exercise_count);
    exercise_text(cli, attempt, POND_LEARN_TITLE, memory);
    printf("%s, ", attempt->course->game->title);
    say(stdout, cli, SAY_PUZZLE_NUMBER, number, of);
    say(stdout, cli, SAY_PUZZLE_TITLE, memory, NULL);
    fputs(" (", stdout);
    snprintf(number, sizeof number, "%d", attempt->exercise.level);
    say(stdout, cli, SAY_PUZZLE_LEVEL, number, NULL);
    puts(")\n");
    draw_seats(stdout, cli, attempt->course->game, &attempt->match.state, attempt->match.result,
               POND_SEAT(attempt->exercise.seat));
    exercise_text(cli, attempt, POND_LEARN_TASK, memory);
    putchar('\n');
    wrap(stdout, memory, 0);
    snprintf(memory, sizeof memory, "pond puzzle %s --number %u", attempt->course->game->name,
             attempt->exercise.number + 1);
    putchar('\n');
    say(stdout, cli, SAY_PUZZLE_ANSWER, memory, NULL);
    putchar('\n');
}

/* The answers follow the game's name, one for each decision. */
static int judge(const struct cli *cli, struct pond_attempt *attempt)
{
    for (int i = 1; i < cli->argument_count; i++) {
        struct pond_error why;
        char memory[POND_WORDS_MAX + 1];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        const enum pond_verdict verdict = pond_attempt_answer(attempt, cli->arguments[i], &why);
        if (verdict == POND_VERDICT_REFUSED) {
            return complain_error(cli, EXIT_BAD_DATA, cli->arguments[i], &why);
        }
        if (cli->given[FLAG_JSON]) {
            struct pond_json json = pond_json_to(file_sink, stdout);
            pond_attempt_json(&json, attempt, cli->language);
        } else {
            pond_attempt_say(attempt, cli->language, &text);
            printf("%s%s%s\n", cli->arguments[i], said(cli, SAY_COLON), memory);
        }
        if (verdict == POND_VERDICT_WRONG) return EXIT_BAD_DATA;
    }
    if (!cli->given[FLAG_JSON]) {
        putchar('\n');
        draw_seats(stdout, cli, attempt->course->game, &attempt->match.state, attempt->match.result,
                   POND_SEAT(attempt->exercise.seat));
    }
    return EXIT_FINE;
}

int command_puzzle(struct cli *cli)
{
    struct pond_course course;
    struct pond_attempt attempt;
    uint32_t number;
    const int code = choose(cli, &course, &number);
    if (code != EXIT_FINE) return code;
    pond_attempt_begin(&attempt, &course, number);
    if (cli->argument_count > 1) return judge(cli, &attempt);
    if (cli->given[FLAG_JSON]) {
        struct pond_json json = pond_json_to(file_sink, stdout);
        pond_exercise_json(&json, &course, number, cli->language);
    } else {
        show(cli, &attempt);
    }
    return EXIT_FINE;
}
