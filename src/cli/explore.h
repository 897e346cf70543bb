/* explore.h: what `pond explore` for people and for programs share. */
#ifndef POND_CLI_EXPLORE_H
#define POND_CLI_EXPLORE_H

#include "player.h"
#include "pond/tree.h"

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
    bool read;                  /* the tree is that of a record */
};

/* Lets a person move through a tree, line by line, until the input ends. */
int explore_plain(struct exploring *exploring);

#endif
