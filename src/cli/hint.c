/* hint.c: `pond hint`: what the full engine would do, and how good each choice is. */
#include <stdlib.h>
#include <string.h>

#include "player.h"

static void choice_text(const struct pond_game *game, const struct pond_state *state, int seat,
                        pond_move move, char memory[POND_MOVE_TEXT_MAX])
{
    struct pond_text text = pond_text_in(memory, POND_MOVE_TEXT_MAX);
    game->move_print(state, seat, move, &text);
}

static void hint_json(const struct pond_match *match, int seat, const struct pond_advice *advice)
{
    char memory[POND_MOVE_TEXT_MAX];
    printf("{\"seat\":%d,\"nodes\":%llu,\"depth\":%u,\"exact\":%s,\"win\":[", seat,
           (unsigned long long)advice->nodes, advice->depth, advice->exact ? "true" : "false");
    for (int i = 0; i < match->seat_count; i++) {
        printf("%s%.4f", i > 0 ? "," : "", (double)advice->win[i]);
    }
    printf("],\"draw\":%.4f,\"dummy\":%.4f,\"choices\":[", (double)advice->draw,
           (double)advice->dummy);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        choice_text(match->game, &match->state, seat, advice->choices[i].move, memory);
        printf("%s{\"move\":\"%s\",\"probability\":%.4f,\"value\":%.4f}", i > 0 ? "," : "", memory,
               (double)advice->choices[i].probability, (double)advice->choices[i].value);
    }
    puts("]}");
}

#define HINT_LINES 8

static void hint_print(const struct cli *cli, const struct pond_match *match, int seat,
                       const struct pond_advice *advice)
{
    char memory[POND_MOVE_TEXT_MAX], number[16];
    snprintf(number, sizeof number, "%d", seat);
    say(stdout, cli, SAY_HINT_FOR, number, NULL);
    putchar('\n');
    for (uint32_t i = 0; i < advice->choice_count && i < HINT_LINES; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        choice_text(match->game, &match->state, seat, choice->move, memory);
        printf("  %-12s %5.1f %%", memory, 100 * (double)choice->value);
        if (choice->probability > 0.005f && choice->probability < 0.995f) {
            snprintf(number, sizeof number, "%.0f", 100 * (double)choice->probability);
            fputs("  ", stdout);
            say(stdout, cli, SAY_HINT_MIX, number, NULL);
        }
        putchar('\n');
    }
}

/* The seats of a position or of the end of a record get a hint each. */
static int hint_match(const struct cli *cli, const struct pond_match *match,
                      const struct computer_limits *limits)
{
    const pond_seats turn = pond_match_turn(match);
    struct player player;
    if (turn == 0) return complain(cli, EXIT_BAD_DATA, SAY_HINT_OVER, NULL, NULL);
    const int code = player_open(cli, &player, match->game, "engine");
    if (code != EXIT_FINE) return code;
    for (int seat = 0; seat < match->seat_count; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        struct pond_advice advice;
        player_think(&player, match, seat, 1, limits, &advice);
        if (cli->given[FLAG_JSON])
            hint_json(match, seat, &advice);
        else
            hint_print(cli, match, seat, &advice);
    }
    player_close(&player);
    return EXIT_FINE;
}

int command_hint(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    struct pond_match match;
    uint32_t nodes;
    struct computer_limits limits = {.time_ms = 1000};
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_NODES, 1, UINT32_MAX, 0, &nodes);
    if (code == EXIT_FINE && cli->given[FLAG_TIME]) code = take_time(cli, &limits.time_ms);
    if (code == EXIT_FINE && !cli->given[FLAG_POSITION]) {
        code = complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDED, "hint", "--position");
    }
    if (code == EXIT_FINE) code = take_position(cli, game, &config, &state);
    if (code != EXIT_FINE) return code;
    limits.nodes = nodes;
    if (nodes > 0) limits.time_ms = 0;
    pond_match_begin_at(&match, game, &config, &state, NULL, 0);
    return hint_match(cli, &match, &limits);
}
