/* puzzles.h: what makes a position a puzzle, for `pond puzzles make`. See puzzle_find.c. */
#ifndef POND_PUZZLES_H
#define POND_PUZZLES_H

#include "pond/learn.h"

#define PUZZLE_STAGES_TEXT_MAX 1024

/* What is looked for; a game has some of these. */
enum puzzle_sort {
    PUZZLE_WIN_1,   /* with nothing that tempts beside it, */
    PUZZLE_TEMPTED, /* or with another row that does not hold */
    PUZZLE_WIN_2,
    PUZZLE_WIN_3,
    PUZZLE_CARDS,
    PUZZLE_WORTH,
    PUZZLE_STASH,
    PUZZLE_FINISH,
    PUZZLE_CERTAIN,
    PUZZLE_LIKELY,
    PUZZLE_SORTS
};

struct puzzle {
    enum puzzle_sort sort;
    int seat, level;
    int difficulty;    /* within a level */
    uint64_t likeness; /* the same for two that would feel the same */
    char options[POND_OPTIONS_TEXT_MAX];
    char position[POND_STATE_TEXT_MAX];
    char goal[16];
    char stages[PUZZLE_STAGES_TEXT_MAX]; /* the lines with answers and what follows them */
};

/* Is this position, for a seat on turn, a good puzzle of that sort: with one answer, by proof? */
bool puzzle_find(const struct pond_game *game, const struct pond_state *state, int seat,
                 enum puzzle_sort sort, struct puzzle *puzzle);
/* How many of each sort make a good collection of `wanted`. */
/* Are there puzzles of this game? */
bool puzzle_game(const struct pond_game *game);
void puzzle_quotas(const struct pond_game *game, uint32_t wanted, uint32_t quota[PUZZLE_SORTS]);

#endif
