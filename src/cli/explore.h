/* explore.h: what `pond explore` for people and for programs share. */
#ifndef POND_CLI_EXPLORE_H
#define POND_CLI_EXPLORE_H

#include "files.h"
#include "player.h"
#include "pond/explorer.h"
#include "pond/tree.h"

/* Games that were played, and how they are called. */
enum explore_source { SOURCE_ENGINE, SOURCE_OWN, SOURCE_FILE, SOURCES };

struct explore_games {
    struct pond_explorer source[SOURCES]; /* without rows where there is none */
    void *memory[SOURCES];                /* theirs, to free */
};

struct exploring {
    const struct cli *cli;
    struct pond_match start;
    struct pond_entry *start_log;
    struct pond_tree tree; /* the way from there to the position asked for */
    struct pond_tree_memory memory;
    struct player player;
    struct computer_limits limits;
    struct pond_tables *tables; /* NULL: the game has none */
    struct pond_rng rng;        /* for chance that a person lets roll */
    struct explore_games games;
    bool read;    /* the tree is that of a record */
    bool changed; /* since it was read or saved */
    /* Where the tree was opened from or saved to last, if the file has nothing else, or "". */
    char file[PATH_TEXT_MAX];
    char replaced[PATH_TEXT_MAX]; /* the file that `save` would replace, if it is said again */
};

/* Opens the games that come with the program, the person's own records, and a collection that is
 * named (explore_games.c). Returns EXIT_FINE or has complained. */
int explore_games_open(struct explore_games *games, const struct cli *cli);
void explore_games_close(struct explore_games *games);
/* What was played in the position of a match: for people, and as a member for programs. */
void explore_games_print(const struct explore_games *games, const struct cli *cli,
                         const struct pond_match *match);
void explore_games_json(const struct explore_games *games, struct pond_json *json,
                        const struct pond_match *match);

/* Up to `max` choices that were played, the most frequent first, as one line each, under the name
 * of where they are from. Returns how many lines. */
struct explore_line;
int explore_games_lines(const struct explore_games *games, const struct cli *cli,
                        const struct pond_match *match, int seat, struct explore_line *lines,
                        int max);

/* Lets a person explore on a screen (explore_screen.c); false, and nothing done, where this
 * terminal has none. */
bool explore_screen(struct exploring *exploring);
/* Lets a person move through a tree, line by line, until the input ends. */
int explore_plain(struct exploring *exploring);

#endif
