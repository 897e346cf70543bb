/* client.h: what all screens of the client share: the voice, the canvas, and how to ask. */
#ifndef POND_CLIENT_H
#define POND_CLIENT_H

#include "board.h"
#include "screen.h"
#include "terminal.h"

#define SCREEN_ROWS_LEAST 24
#define SCREEN_COLUMNS_LEAST 80
#define SIDE_COLUMNS_LEAST 29 /* beside a board; what is left then is enough for every board */
#define SIDE_COLUMNS_MOST 44

struct terminal_client {
    const struct terminal_options *options;
    struct voice voice;
    struct canvas canvas;
    struct input pending; /* arrived during an animation */
    bool has_pending;
    bool waits;  /* the last game played is kept, to go on with */
    bool ending; /* the whole program is to end */
};

/* Begins a drawing of the terminal's size with a title bar; false if the terminal is too small,
 * and then the canvas says so. */
bool client_begin(struct terminal_client *client, const char *title, const char *right);
/* Is it too small? Nothing is seen of what a key would do then. */
bool client_small(void);
void client_show(struct terminal_client *client);
/* What is left of a screen beside and below its board. */
struct zones {
    struct area side, bottom;
};
/* Draws the board and the line beside it. `side` is how many columns are wanted there, within
 * limits; the bottom has so many rows. */
struct zones client_board(struct terminal_client *client, struct scene *scene, int side,
                          int bottom_rows);
/* Draws the line that is being typed, in so many columns, with the cursor behind it. */
void client_input(struct terminal_client *client, int row, int columns, const char *text);
/* The next input, one that was put aside first. */
struct input client_wait(struct terminal_client *client, int time_ms);
void client_put_back(struct terminal_client *client, struct input input);
/* Writes " H hint  U undo " into a row: keys stand out, and a click presses them. */
void client_keys(struct terminal_client *client, int row, const char *text);

/* Clicks on keys have the key as their action, below ACTION_BOARD. Larger keys are moved there. */
#define ACTION_KEY_SPECIAL 5000 /* + key - KEY_ARROW_UP */
int32_t key_action(int key);

/* A text that is longer than the screen, until the person has read enough (pager.c). */
void pager_run(struct terminal_client *client, const char *title, const char *text);
void rules_run(struct terminal_client *client, const struct pond_game *game);
/* The rules page of a game, or a sentence in `memory` that there is none. */
const char *rules_text(const struct terminal_options *options, const struct voice *voice,
                       const struct pond_game *game, char memory[SENTENCE_MAX]);
void keys_run(struct terminal_client *client, const struct pond_game *game); /* NULL: any game */

/* The whole menu (menu.c); returns when the person leaves. */
void menu_run(struct terminal_client *client);

/* Continues a saved game and returns when the person leaves it, or with a sentence if that is
 * impossible; and the list of all of them, to choose one (saves.c). */
struct save;
void save_continue(struct terminal_client *client, const struct save *save,
                   struct pond_text *trouble);
void saves_run(struct terminal_client *client);

/* A game that was played, from a seat's side; `judge`: as a review (viewer.c). */
struct replay;
void viewer_run(struct terminal_client *client, struct replay *replay, int seat, bool judge);
/* Chooses a record to look at, or opens one (records.c). */
void records_run(struct terminal_client *client);
bool record_open(struct terminal_client *client, const char *path, struct pond_text *trouble);

/* One game and what follows it, until the person goes back (game.c). */
void game_run(struct terminal_client *client, struct play *play);

#endif
