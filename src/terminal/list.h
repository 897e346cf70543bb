/* list.h: choosing from a list, by arrows or by clicks: the menu, lessons, saved games, records. */
#ifndef POND_LIST_H
#define POND_LIST_H

#include "client.h"

struct list {
    int count;
    int at; /* the item that the arrows are on */
};

enum list_answer {
    LIST_NOTHING, /* moved up or down, or nothing that concerns the list */
    LIST_CHOSEN,  /* `at` was chosen */
    LIST_LEFT     /* the person goes back */
};

/* Draws item `index` into a row, with its mark where the arrows are on it. */
void list_draw(struct terminal_client *client, const struct list *list, int index, int row,
               const char *text);
/* What an input means to a list that is on the screen. */
enum list_answer list_take(struct terminal_client *client, struct list *list, struct input input);
/* Only up and down, for screens where every other key writes; was it one of them? */
bool list_arrow(struct list *list, int key);
/* Is this a click on an item? Then the arrows are on it, too. */
bool list_click(struct terminal_client *client, struct list *list, struct input input);

#endif
