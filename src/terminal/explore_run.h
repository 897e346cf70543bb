/* explore_run.h: the screen of `pond explore`: a board on which every seat is moved, and beside it
 * what the engine thinks, live, what is proven, what was played, and the tree of all that was
 * tried. */
#ifndef POND_EXPLORE_RUN_H
#define POND_EXPLORE_RUN_H

#include "canvas.h"
#include "pond/tree.h"
#include "terminal.h"

#define EXPLORE_LINES_MAX 24
#define EXPLORE_LINE_MAX 300

/* A line beside the board, ready to be shown. */
struct explore_line {
    char text[EXPLORE_LINE_MAX];
    uint8_t style;  /* enum style */
    pond_move move; /* the choice that it is about; 0: none */
};

struct explore_asked {
    struct pond_tree *tree;
    struct pond_rng *rng; /* for chance that a person lets draw */
    struct computer *computer;
    struct computer_limits limits; /* for one position; 0: as long as it is looked at */
    /* What is proven of a seat's choices where the tree stands, and what was played there: lines,
     * the best first. Each returns how many; 0: nothing is known. */
    int (*exact)(void *context, int seat, struct explore_line lines[EXPLORE_LINES_MAX]);
    int (*played)(void *context, int seat, struct explore_line lines[EXPLORE_LINES_MAX]);
    void *context;
    char *file; /* PATH_TEXT_MAX: where the tree was opened from or saved to last; "": nowhere */
};

/* Lets a person explore until they leave; TERMINAL_NO_SCREEN: not on this terminal. */
enum terminal_result explore_run(const struct terminal_options *options,
                                 const struct explore_asked *asked);

#endif
