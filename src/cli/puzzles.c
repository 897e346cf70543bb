/* puzzles.c: `pond puzzles make`: finds puzzles in games that engines play and prints their file.
 *
 * Engines only play the games, so that positions look as they do in real play. Whether a position
 * makes a puzzle is decided by enumeration (puzzle_find.c). The files in learn/puzzles are what
 * this prints. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "computer.h"
#include "puzzles.h"

#define PUZZLES_MAX POND_EXERCISES_MAX
#define GAMES_TRIED_MAX 20000
#define ROUNDS_MAX 120 /* of one game */
#define LATE_MAX 12
#define PLAYERS_TRIED 4

/* What the games are played with, in turn. */
static const struct recipe {
    const struct pond_game *game;
    const char *options;
} recipes[] = {
    {&pond_rribbit, ""},
    {&pond_rribbit, "turn=chain"},
    {&pond_rribbit, "start=light-pads"},
    {&pond_rribbit, "win=row-or-seven"},
    {&pond_rribbit, "start=left-wing"},
    {&pond_rribbit, "turn=chain,win=row-or-seven"},
    {&pond_rribbit, "start=dark-pads,turn=chain"},
    {&pond_quibbles, ""},
    {&pond_quibbles, "players=3"},
    {&pond_quibbles, "variant=first-game"},
    {&pond_quibbles, "players=4"},
    {&pond_quibbit, "players=3"},
    {&pond_quibbit, "players=2"},
    {&pond_quibbit, ""},
    {&pond_quibbit, "players=3,edition=king-frog"},
};

/* Who plays: the weaker ones leave more to be found. */
static const char *const players[PLAYERS_TRIED] = {"level:1", "level:3", "level:2", "greedy"};

struct making {
    const struct pond_game *game;
    char seed[POND_SEED_MAX + 1];
    struct pond_rng rng;
    struct computer computers[PLAYERS_TRIED];
    uint32_t wanted;
    uint32_t found[PUZZLE_SORTS]; /* by sort, */
    uint32_t quota[PUZZLE_SORTS]; /* and how many are wanted */
    uint32_t count;
    struct puzzle puzzles[PUZZLES_MAX];
    struct pond_entry *log;
};

/* ---- Collecting ---- */

static void recipe_take(const struct making *making, uint32_t number, struct pond_config *config,
                        const char **options)
{
    const struct recipe *chosen[sizeof recipes / sizeof recipes[0]];
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        if (recipes[i].game == making->game) chosen[count++] = &recipes[i];
    }
    *options = chosen[number % count]->options;
    pond_config_parse(making->game, *options, config, NULL);
}

static bool is_new(const struct making *making, const struct puzzle *puzzle)
{
    for (uint32_t i = 0; i < making->count; i++) {
        if (making->puzzles[i].likeness == puzzle->likeness) return false;
    }
    return true;
}

static bool is_full(const struct making *making) { return making->count == making->wanted; }

/* Keeps a puzzle if its sort still wants some; a game gives at most one of each sort. */
static void consider(struct making *making, const struct pond_match *match, int seat,
                     const char *options, bool taken[PUZZLE_SORTS])
{
    struct puzzle puzzle;
    for (int sort = 0; sort < PUZZLE_SORTS && !is_full(making); sort++) {
        if (taken[sort] || making->found[sort] >= making->quota[sort]) continue;
        if (!puzzle_find(match->game, &match->state, seat, (enum puzzle_sort)sort, &puzzle))
            continue;
        if (!is_new(making, &puzzle)) continue;
        snprintf(puzzle.options, sizeof puzzle.options, "%s", options);
        making->puzzles[making->count++] = puzzle;
        making->found[sort]++;
        taken[sort] = true;
    }
}

/* Plays one game and looks at every decision of it. */
static void game_search(struct making *making, uint32_t number)
{
    const char *options;
    struct pond_config config;
    struct pond_match match;
    bool taken[PUZZLE_SORTS] = {false};
    char seed[POND_SEED_MAX + 1];
    recipe_take(making, number, &config, &options);
    pond_random_seed(making->seed, number, seed);
    pond_match_begin(&match, making->game, &config, making->log, LOG_MAX);
    pond_match_seed(&match, seed);
    const uint32_t opening = pond_rng_below(&making->rng, 6);
    const uint32_t from = pond_rng_below(&making->rng, LATE_MAX); /* not always the beginnings */
    const uint32_t first = pond_rng_below(&making->rng, PLAYERS_TRIED);
    while (!pond_match_over(&match) && pond_match_turns(&match) < ROUNDS_MAX && !is_full(making)) {
        const pond_seats turn = pond_match_turn(&match);
        for (int seat = 0; seat < match.seat_count; seat++) {
            if ((turn & POND_SEAT(seat)) == 0 || pond_match_turns(&match) < from) continue;
            consider(making, &match, seat, options, taken);
        }
        for (int seat = 0; seat < match.seat_count; seat++) {
            if ((turn & pond_match_turn(&match) & POND_SEAT(seat)) == 0) continue;
            struct pond_advice advice;
            const bool random = pond_match_turns(&match) < opening;
            struct computer *computer =
                &making->computers[(first + (uint32_t)seat) % PLAYERS_TRIED];
            const struct computer_limits limits = {.nodes = random ? 1 : 2000};
            computer_think(computer, &match, seat, pond_rng_word(&making->rng), &limits, &advice);
            const uint32_t any = pond_rng_below(&making->rng, advice.choice_count);
            pond_match_submit(&match, seat, random ? advice.choices[any].move : advice.move, NULL);
        }
    }
}

/* ---- Printing ---- */

static int easier(const void *one, const void *other)
{
    const struct puzzle *first = one, *second = other;
    if (first->level != second->level) return first->level - second->level;
    if (first->sort != second->sort) return (int)first->sort - (int)second->sort;
    if (first->difficulty != second->difficulty) return first->difficulty - second->difficulty;
    return first->likeness < second->likeness ? -1 : first->likeness > second->likeness;
}

static void puzzles_print(const struct making *making)
{
    printf("# %s: %u puzzles, found and proven by\n#   pond puzzles make %s --count %u --seed %s\n",
           making->game->title, making->count, making->game->name, making->wanted, making->seed);
    for (uint32_t i = 0; i < making->count; i++) {
        const struct puzzle *puzzle = &making->puzzles[i];
        printf("\npuzzle %u\n", i + 1);
        if (puzzle->options[0] != '\0') printf("options %s\n", puzzle->options);
        printf("position %s\nseat %d\ngoal %s\nlevel %d\n%s", puzzle->position, puzzle->seat,
               puzzle->goal, puzzle->level, puzzle->stages);
    }
}

static int search_all(const struct cli *cli, struct making *making)
{
    puzzle_quotas(making->game, making->wanted, making->quota);
    for (int i = 0; i < PLAYERS_TRIED; i++) {
        if (computer_open(&making->computers[i], making->game, players[i], NULL) == COMPUTER_FINE) {
            continue;
        }
        return complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    }
    pond_rng_seed(&making->rng, making->seed);
    pond_rng_branch(&making->rng, 1);
    for (uint32_t number = 0; number < GAMES_TRIED_MAX && !is_full(making); number++) {
        game_search(making, number);
    }
    for (int i = 0; i < PLAYERS_TRIED; i++) computer_close(&making->computers[i]);
    qsort(making->puzzles, making->count, sizeof making->puzzles[0], easier);
    puzzles_print(making);
    return EXIT_FINE;
}

int command_puzzles(struct cli *cli)
{
    static struct making making;
    if (strcmp(cli->arguments[0], "make") != 0) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PUZZLES_MAKE, cli->arguments[0], NULL);
    }
    int code = take_game(cli, cli->arguments[1], &making.game);
    if (code == EXIT_FINE)
        code = take_number(cli, FLAG_HOW_MANY, 1, PUZZLES_MAX, 40, &making.wanted);
    if (code == EXIT_FINE) code = take_seed(cli, making.seed);
    if (code != EXIT_FINE) return code;
    if (!puzzle_game(making.game)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PUZZLE_NO_GAME, making.game->name, NULL);
    }
    making.log = log_make(cli);
    code = search_all(cli, &making);
    free(making.log);
    return code;
}
