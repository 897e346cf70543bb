/* hint.c: `pond hint`: what the full engine would do, how good each choice is, and why. */
#include <stdlib.h>
#include <string.h>

#include "player.h"

#define HINT_TIME_MS 1000

void hint_print(const struct cli *cli, const struct pond_match *match,
                const struct pond_judgement *hint)
{
    char memory[POND_MOVE_TEXT_MAX], number[16];
    snprintf(number, sizeof number, "%d", hint->seat + 1);
    say(stdout, cli, SAY_HINT_FOR, number, NULL);
    putchar('\n');
    for (uint32_t i = 0; i < hint->choice_count; i++) {
        const struct pond_choice *choice = &hint->choices[i];
        move_text(match->game, &match->state, hint->seat, choice->move, memory);
        float value = 0;
        const bool known = pond_choice_value(choice, &value);
        printf("  %-12s", memory);
        put_right(stdout, known ? percentage(cli, 100 * (double)value, 1, false).text : "?", 8);
        if (known && choice->error > 0) {
            const double sure = 100 * (double)(POND_ERRORS * choice->error);
            printf(" ± %s", decimal(cli, sure, 1, false).text);
        }
        if (hint->mixed && choice->probability >= POND_MIX_LEAST) {
            snprintf(number, sizeof number, "%.0f", 100 * (double)choice->probability);
            fputs("  ", stdout);
            say(stdout, cli, SAY_HINT_MIX, number, NULL);
        }
        if (i == 0 && hint->exact) printf("  (%s)", said(cli, SAY_ANALYSE_PROVEN));
        putchar('\n');
    }
    move_text(match->game, &match->state, hint->seat, hint->move, memory);
    for (uint32_t i = 0; i < hint->fact_count; i++) {
        char sentence[256];
        struct pond_text text = pond_text_in(sentence, sizeof sentence);
        pond_fact_print(&hint->facts[i], cli->language, &text);
        printf("    %s %s\n", memory, sentence);
    }
}

/* Every seat that is to decide gets a hint. */
static int hint_match(const struct cli *cli, const struct pond_match *match,
                      const struct computer_limits *limits)
{
    char text[COMPUTER_NAME_MAX];
    struct player player;
    struct pond_json json = pond_json_to(file_sink, stdout);
    const pond_seats turn = pond_match_turn(match);
    if (turn == 0) return complain(cli, EXIT_BAD_DATA, SAY_HINT_OVER, NULL, NULL);
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(match->game));
    const int code = player_open(cli, &player, match->game, text);
    if (code != EXIT_FINE) return code;
    struct computer_asked asked = {.computer = &player.computer, .limits = limits};
    const struct pond_analyst analyst = computer_analyst(&asked);
    for (int seat = 0; seat < match->seat_count; seat++) {
        struct pond_advice advice;
        struct pond_judgement hint;
        if ((turn & POND_SEAT(seat)) == 0) continue;
        if (!pond_hint(&analyst, match, seat, &advice, &hint)) continue;
        if (cli->given[FLAG_JSON]) {
            pond_json_hint(&json, match, &advice, &hint, cli->language);
            pond_json_line_end(&json);
        } else {
            hint_print(cli, match, &hint);
        }
    }
    player_close(&player);
    return EXIT_FINE;
}

/* Where the last game of a record stands. */
static int hint_record(const struct cli *cli, const char *path,
                       const struct computer_limits *limits)
{
    struct record_file file;
    const int wrong =
        refuse_flags(cli, BIT(FLAG_POSITION) | BIT(FLAG_OPTIONS), SAY_FLAG_NO_RECORD, path);
    if (wrong != EXIT_FINE) return wrong;
    if (!record_file_open(&file, cli, path)) return EXIT_BAD_DATA;
    while (record_file_next(&file)) continue;
    int code = record_file_complain(&file);
    if (code == EXIT_FINE) code = hint_match(cli, &file.match, limits);
    record_file_close(&file);
    return code;
}

static int hint_position(const struct cli *cli, const struct computer_limits *limits)
{
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    struct pond_match match;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE && !cli->given[FLAG_POSITION]) {
        code = complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDED, "hint", "--position");
    }
    if (code == EXIT_FINE) code = take_position(cli, game, &config, &state);
    if (code != EXIT_FINE) return code;
    pond_match_begin_at(&match, game, &config, &state, NULL, 0);
    return hint_match(cli, &match, limits);
}

int command_hint(struct cli *cli)
{
    uint32_t nodes;
    struct computer_limits limits = {.time_ms = HINT_TIME_MS};
    const char *name = cli->arguments[0];
    int code = take_number(cli, FLAG_NODES, 1, UINT32_MAX, 0, &nodes);
    if (code == EXIT_FINE && cli->given[FLAG_TIME]) code = take_time(cli, &limits.time_ms);
    if (code != EXIT_FINE) return code;
    limits.nodes = nodes;
    if (nodes > 0 && !cli->given[FLAG_TIME]) limits.time_ms = 0;
    const bool record = strcmp(name, "-") == 0 || names_file(name);
    return record ? hint_record(cli, name, &limits) : hint_position(cli, &limits);
}
