/* tree_nodes.h: what the files of the tree share. See tree.h. */
#ifndef POND_TREE_NODES_H
#define POND_TREE_NODES_H

#include "pond/tree.h"

#define TREE_UNUSED 0xff /* as a seat: a node that was deleted */
#define TREE_WAITS 0xfe  /* as a seat: a variation that is not read yet (tree_read.c) */

/* An empty tree: its match is still to come. */
void pond_tree_clear(struct pond_tree *tree, const struct pond_tree_memory *memory);
/* Is there room for another node? */
bool pond_tree_room(const struct pond_tree *tree, struct pond_error *why);
/* The child by this move: one that is there, or a new one after the others. */
uint32_t pond_tree_child(struct pond_tree *tree, uint32_t parent, int seat, pond_move move);
/* Adds what an entry did behind `*node`, and moves `*node` on. */
bool pond_tree_take(struct pond_tree *tree, const struct pond_entry *entry, uint32_t *node,
                    struct pond_error *why);
/* Plays the match again up to the root. */
void pond_tree_to_root(struct pond_tree *tree);

/* What a variation begins with: a bracket (or the sign that a line goes on), a number and a dot. */
bool pond_tree_is_variation(const char *text, size_t length);

#endif
