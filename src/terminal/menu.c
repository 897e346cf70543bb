/* menu.c: the first screen: what can be done here. See client.h. */
#include <string.h>

#include "client.h"
#include "files.h"
#include "learn.h"
#include "setup.h"

enum item_kind {
    ITEM_CONTINUE,
    ITEM_PLAY,
    ITEM_LEARN,
    ITEM_WATCH,
    ITEM_RECORD,
    ITEM_RULES,
    ITEM_QUIT
};

#define ITEMS_MAX 24
#define CONTINUES_MAX 3

struct item {
    enum item_kind kind;
    const struct pond_game *game;
    int save;
    char text[160];
};

struct menu {
    struct client *client;
    int count, at;
    struct item items[ITEMS_MAX];
    int save_count;
    struct save saves[SAVES_MAX];
    char message[SENTENCE_MAX];
    bool leave;
};

static struct item *item_add(struct menu *menu, enum item_kind kind, const struct pond_game *game)
{
    struct item *item = &menu->items[menu->count++];
    *item = (struct item){.kind = kind, .game = game};
    return item;
}

static void item_tell(struct menu *menu, struct item *item, enum tell sentence, const char *first)
{
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    tell1(&text, &menu->client->voice, sentence, first);
}

static void menu_fill(struct menu *menu)
{
    menu->count = 0;
    menu->save_count = autosave_list(&menu->client->voice, menu->saves);
    for (int i = 0; i < menu->save_count && i < CONTINUES_MAX; i++) {
        struct item *item = item_add(menu, ITEM_CONTINUE, NULL);
        item->save = i;
        item_tell(menu, item, TELL_MENU_CONTINUE, menu->saves[i].title);
    }
    for (int i = 0; pond_games[i] != NULL; i++) {
        item_tell(menu, item_add(menu, ITEM_PLAY, pond_games[i]), TELL_MENU_PLAY,
                  pond_games[i]->title);
    }
    item_tell(menu, item_add(menu, ITEM_LEARN, NULL), TELL_MENU_LEARN, "");
    for (int i = 0; pond_games[i] != NULL; i++) {
        item_tell(menu, item_add(menu, ITEM_WATCH, pond_games[i]), TELL_MENU_WATCH,
                  pond_games[i]->title);
    }
    for (int i = 0; pond_games[i] != NULL; i++) {
        item_tell(menu, item_add(menu, ITEM_RULES, pond_games[i]), TELL_MENU_RULES,
                  pond_games[i]->title);
    }
    item_tell(menu, item_add(menu, ITEM_RECORD, NULL), TELL_MENU_RECORD, "");
    item_tell(menu, item_add(menu, ITEM_QUIT, NULL), TELL_MENU_QUIT, "");
    if (menu->at >= menu->count) menu->at = 0;
}

static const char *const banner[] = {
    "     o___o               ",
    "    ( o o )    P o n d   ",
    " ≈≈ ^^   ^^ ≈≈≈≈≈≈≈≈≈≈≈≈ ",
};

static void menu_draw(struct menu *menu)
{
    struct client *client = menu->client;
    struct canvas *canvas = &client->canvas;
    if (!client_begin(client, "Pond", "")) return;
    for (int i = 0; i < 3; i++) canvas_text(canvas, 2 + i, 4, 40, STYLE_GOOD, banner[i]);
    for (int i = 0; i < menu->count; i++) {
        const int row = 6 + i;
        const bool here = i == menu->at;
        canvas_text(canvas, row, 2, 2, STYLE_KEY, here ? "▶" : " ");
        canvas_text(canvas, row, 4, canvas->columns - 6, here ? STYLE_CHOSEN : STYLE_PLAIN,
                    menu->items[i].text);
        canvas_spot(canvas, (struct area){row, 0, 1, canvas->columns}, ACTION_BOARD + i);
    }
    canvas_text(canvas, canvas->rows - 2, 2, canvas->columns - 4, STYLE_BAD, menu->message);
    client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_MENU));
}

/* Plays a game that is open, and closes it. */
static void play_and_close(struct menu *menu, struct play *play)
{
    game_run(menu->client, play);
    play_close(play);
}

static void item_continue(struct menu *menu, const struct item *item)
{
    static struct play play;
    struct pond_text trouble = pond_text_in(menu->message, sizeof menu->message);
    const char *path = menu->saves[item->save].path;
    if (!autosave_read(&menu->client->voice, path, &play, &trouble)) return;
    autosave_begin(path);
    play_and_close(menu, &play);
}

static void item_play(struct menu *menu, const struct item *item)
{
    static struct play play;
    struct play_setup setup;
    struct pond_text trouble = pond_text_in(menu->message, sizeof menu->message);
    if (!setup_run(menu->client, item->game, item->kind == ITEM_WATCH, &setup)) return;
    if (play_open(&play, &menu->client->voice, &setup, &trouble)) {
        autosave_begin(NULL);
        play_and_close(menu, &play);
    } else {
        play_close(&play);
    }
}

static void item_do(struct menu *menu)
{
    const struct item item = menu->items[menu->at];
    menu->message[0] = '\0';
    switch (item.kind) {
    case ITEM_CONTINUE: item_continue(menu, &item); break;
    case ITEM_PLAY:
    case ITEM_WATCH: item_play(menu, &item); break;
    case ITEM_LEARN: learn_run(menu->client); break;
    case ITEM_RULES: rules_run(menu->client, item.game); break;
    case ITEM_RECORD: records_run(menu->client); break;
    case ITEM_QUIT: menu->leave = true; break;
    }
    menu_fill(menu);
}

static void menu_key(struct menu *menu, int key)
{
    switch (key) {
    case KEY_ARROW_UP: menu->at = (menu->at + menu->count - 1) % menu->count; break;
    case KEY_ARROW_DOWN:
    case KEY_TABULATOR: menu->at = (menu->at + 1) % menu->count; break;
    case KEY_RETURN:
    case ' ': item_do(menu); break;
    case '?': keys_run(menu->client, NULL); break;
    case 'Q':
    case 'q':
    case KEY_ESCAPE: menu->leave = true; break;
    default: break;
    }
}

void menu_run(struct client *client)
{
    static struct menu menu;
    memset(&menu, 0, sizeof menu);
    menu.client = client;
    menu_fill(&menu);
    while (!menu.leave && !client->ending) {
        menu_draw(&menu);
        client_show(client);
        const struct event event = client_wait(client, 250);
        if (event.kind == EVENT_KEY) menu_key(&menu, event.key);
        if (event.kind == EVENT_CLICK) {
            const int32_t action = canvas_action(&client->canvas, event.row, event.column);
            if (action < ACTION_BOARD || action >= ACTION_BOARD + menu.count) continue;
            menu.at = action - ACTION_BOARD;
            item_do(&menu);
        }
    }
}
