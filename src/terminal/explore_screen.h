/* explore_screen.h: what the files of the screen of `pond explore` share: explore_run.c has its
 * keys, explore_draw.c draws it, explore_tree.c lays the variations out. */
#ifndef POND_EXPLORE_SCREEN_H
#define POND_EXPLORE_SCREEN_H

#include "client.h"
#include "explore_live.h"
#include "explore_run.h"

#define EXPLORE_MOVE_MAX 60 /* bytes of a move in the tree; longer ones are cut */

/* A move as the tree shows it. */
struct explore_item {
    uint32_t node, depth;
    bool fresh; /* it does not go on with the item before it */
    char text[EXPLORE_MOVE_MAX];
};

/* What the person has been asked; the same key, or the same line, says yes. */
enum explore_question { EXPLORE_ASKS_NOTHING, EXPLORE_ASKS_LEAVE, EXPLORE_ASKS_DELETE };

struct explore_screen {
    struct terminal_client *client;
    const struct explore_asked *asked;
    struct pond_tree *tree;
    struct explore_live live;
    struct scene scene;
    char names[POND_SEATS_MAX][POND_NAME_MAX + 1];
    struct explore_item *items; /* of every node but the root, in the order of the tree */
    uint32_t item_count;
    int exact_count, played_count;
    struct explore_line exact[EXPLORE_LINES_MAX], played[EXPLORE_LINES_MAX];
    bool engine, games; /* is it on; are games shown instead */
    int seat;           /* who is looked at */
    int asked_seat;     /* who else was asked for here, where several are to decide; -1: nobody */
    char message[SENTENCE_MAX];
    uint8_t message_style;
    enum explore_question question;
    char replaced[INPUT_MAX]; /* the file that 'save' would replace, if it is said again */
    bool unsaved, leave;
    bool dropping; /* a pasted line was refused: the rest of the text is left out */
};

/* Clicks on the tree have the node's number from here on. */
#define ACTION_TREE 100000

/* Writes every move anew: the tree has changed. */
void explore_items_make(struct explore_screen *screen);
/* Draws the part of the tree that is around the current move. */
void explore_tree_draw(struct explore_screen *screen, struct area area);
void explore_draw(struct explore_screen *screen);
/* A seat as people call it: its side, or its name. */
const char *explore_name(const struct explore_screen *screen, int seat);

#endif
