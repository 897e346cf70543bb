/* tree.h: a tree of variations: what was played from a position, and what else could be.
 *
 * The root is a position at which somebody decides; every other node is a move: a seat's choice, an
 * outcome of chance, or a resignation. A node's first child goes on with its line, the others are
 * variations. Nodes have numbers, which stay the same until they are deleted; the root is 0.
 *
 * A tree stands at one of its nodes, and `match` is the match that leads there: ask it for moves,
 * views and results. Memory is the caller's. As text, a tree is a record whose comments hold the
 * variations (docs/notation.md), so every reader of records reads its main line. */
#ifndef POND_TREE_H
#define POND_TREE_H

#include "pond/record.h"

POND_BEGIN

#define POND_COMMENT_MAX 2000 /* bytes */
#define POND_TREE_ROOT 0
#define POND_TREE_NONE UINT32_MAX

enum pond_mark {
    POND_MARK_NONE,
    POND_MARK_GOOD,        /* ! */
    POND_MARK_MISTAKE,     /* ? */
    POND_MARK_BRILLIANT,   /* !! */
    POND_MARK_BLUNDER,     /* ?? */
    POND_MARK_INTERESTING, /* !? */
    POND_MARK_DUBIOUS,     /* ?! */
    POND_MARKS
};

struct pond_tree_node {
    pond_move move; /* POND_MOVE_RESIGN: the seat gave up */
    uint32_t parent;
    uint32_t child, next; /* the first child, the next sibling; POND_TREE_NONE if there is none */
    uint32_t text;        /* where its comment begins, among the texts */
    uint32_t way, back;   /* for walks and for reading; nothing outside them */
    uint16_t text_length; /* 0: no comment */
    uint8_t seat;         /* who moved; POND_CHANCE */
    uint8_t mark;         /* enum pond_mark */
};

struct pond_tree_memory {
    struct pond_tree_node *nodes;
    char *texts;            /* of all comments together */
    struct pond_entry *log; /* for the way to one node: POND_ENTRIES_A_MOVE_MAX more than it is long
                             */
    uint32_t node_max, text_max, log_max;
};

struct pond_tree {
    struct pond_match match;   /* to read: the way from the start to the current node */
    struct pond_record record; /* names and date, as a record has them */
    struct pond_tree_memory memory;
    pond_move setup[POND_SETUP_MAX]; /* what chance had drawn before the root */
    uint32_t setup_count;
    uint32_t node_count; /* that were ever used: numbers are below this */
    uint32_t unused;     /* the first deleted one; POND_TREE_NONE if there is none */
    uint32_t text_length;
    uint32_t at; /* the current node */
};

/* Begins a tree whose main line is what was played in a match, and goes to its end. No outcome of
 * chance may be due in the match. Draw offers and decisions that were taken back are left out.
 * `memory` and what it points to stay the caller's. */
POND_API bool pond_tree_begin(struct pond_tree *tree, const struct pond_tree_memory *memory,
                              const struct pond_match *match, struct pond_error *why);

/* Is this the number of a node? */
POND_API bool pond_tree_has(const struct pond_tree *tree, uint32_t node);
POND_API const struct pond_tree_node *pond_tree_node(const struct pond_tree *tree, uint32_t node);
/* Is it on the main line, which leads from the root over first children? */
POND_API bool pond_tree_main(const struct pond_tree *tree, uint32_t node);

/* The node after this one in the order in which a tree is written: a move, its variations, what
 * follows it. From the root to POND_TREE_NONE. `*depth` counts the variations around it, from 0. */
POND_API uint32_t pond_tree_next(const struct pond_tree *tree, uint32_t node, uint32_t *depth);

POND_API void pond_tree_go(struct pond_tree *tree, uint32_t node);

/* Plays a move from the current node and goes to it: a child that is there already, or a new one
 * after the other children. For chance, `seat` is POND_CHANCE; POND_MOVE_RESIGN gives up. */
POND_API bool pond_tree_add(struct pond_tree *tree, int seat, pond_move move,
                            struct pond_error *why);
POND_API bool pond_tree_add_text(struct pond_tree *tree, int seat, const char *text,
                                 struct pond_error *why);

/* Plays moves as a record writes them, from the current node: `1. b1-c3 h7-g5`, `R3 G1 y2`,
 * `S0 +3 <44> -`, with or without numbers; marks, comments in quotes and variations may stand among
 * them. Where a move is refused the tree stays at the one before it. */
POND_API bool pond_tree_play(struct pond_tree *tree, const char *text, size_t length,
                             struct pond_error *why);

/* Makes a node the first of its siblings, so that its variation becomes the line. Not the root. */
POND_API void pond_tree_promote(struct pond_tree *tree, uint32_t node);
/* Deletes a node with everything below it. If the tree was there, it goes to the parent. Not the
 * root. */
POND_API void pond_tree_delete(struct pond_tree *tree, uint32_t node);

/* Sets a comment: `length` bytes of UTF-8, lines parted by '\n', blanks at its ends left out; 0
 * removes it. What should not be shown becomes '?'. */
POND_API bool pond_tree_comment(struct pond_tree *tree, uint32_t node, const char *text,
                                size_t length, struct pond_error *why);
/* Sets a mark; not the root's. */
POND_API void pond_tree_mark(struct pond_tree *tree, uint32_t node, enum pond_mark mark);
/* "?!"; "" for none. And the mark that is written so, or POND_MARKS. */
POND_API const char *pond_mark_text(enum pond_mark mark);
POND_API enum pond_mark pond_mark_find(const char *text, size_t length);

/* Writes the tree as a record with variations, and stays where it is. */
POND_API void pond_tree_write(struct pond_tree *tree, pond_sink *sink, void *context);
/* Reads a record, with variations or without, and goes to the root. What was taken back becomes a
 * variation. A tree that could not be read must be begun again. */
POND_API bool pond_tree_read(struct pond_tree *tree, const struct pond_tree_memory *memory,
                             struct pond_reader *reader, struct pond_error *why);

POND_END

#endif
