/* menu.c: the first screen: what can be done here. See client.h. */
#include <string.h>

#include "client.h"
#include "files.h"
#include "learn.h"
#include "list.h"
#include "setup.h"

enum item_kind {
    ITEM_CONTINUE,
    ITEM_SAVES,
    ITEM_PLAY,
    ITEM_LEARN,
    ITEM_WATCH,
    ITEM_RECORD,
    ITEM_RULES,
    ITEM_QUIT
};

#define ITEMS_MAX 24
#define MENU_ROOMY 16   /* items that leave a row for the message on the smallest screen */
#define CONTINUES_MAX 3 /* in the menu itself; all of them have a list of their own */

struct item {
    enum item_kind kind;
    const struct pond_game *game;
    const struct edition *edition; /* NULL: the game itself */
    int save;
    char text[160];
};

struct menu {
    struct terminal_client *client;
    struct list list;
    struct item items[ITEMS_MAX];
    int save_count;
    struct save saves[SAVES_MAX];
    char message[SENTENCE_MAX];
};

static struct item *item_add(struct menu *menu, enum item_kind kind, const struct pond_game *game)
{
    struct item *item = &menu->items[menu->list.count++];
    *item = (struct item){.kind = kind, .game = game};
    return item;
}

static void item_tell(struct menu *menu, struct item *item, enum tell sentence, const char *first)
{
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    tell1(&text, &menu->client->voice, sentence, first);
}

static void saves_fill(struct menu *menu)
{
    int waiting = 0;
    menu->save_count = autosave_list(&menu->client->voice, menu->saves);
    for (int i = 0; i < menu->save_count; i++) waiting += !menu->saves[i].damaged;
    for (int i = 0; i < waiting && i < CONTINUES_MAX; i++) {
        struct item *item = item_add(menu, ITEM_CONTINUE, NULL);
        item->save = i;
        item_tell(menu, item, TELL_MENU_CONTINUE, menu->saves[i].title);
    }
    const int damaged = menu->save_count - waiting;
    if (waiting > CONTINUES_MAX || damaged > 0) {
        item_tell(menu, item_add(menu, ITEM_SAVES, NULL), TELL_MENU_SAVES,
                  digits_of(menu->save_count).text);
    }
    if (damaged > 0 && menu->message[0] == '\0') {
        struct pond_text text = pond_text_in(menu->message, sizeof menu->message);
        tell_count(&text, &menu->client->voice, TELL_SAVES_DAMAGED, damaged);
    }
}

static void menu_fill(struct menu *menu)
{
    menu->list.count = 0;
    saves_fill(menu);
    for (int i = 0; pond_games[i] != NULL; i++) {
        item_tell(menu, item_add(menu, ITEM_PLAY, pond_games[i]), TELL_MENU_PLAY,
                  pond_games[i]->title);
        const struct edition *edition = board_of(pond_games[i])->edition;
        if (edition == NULL) continue;
        struct item *item = item_add(menu, ITEM_PLAY, pond_games[i]);
        item->edition = edition;
        item_tell(menu, item, TELL_MENU_PLAY, edition->title);
    }
    item_tell(menu, item_add(menu, ITEM_LEARN, NULL), TELL_MENU_LEARN, "");
    for (int i = 0; pond_games[i] != NULL; i++) {
        item_tell(menu, item_add(menu, ITEM_WATCH, pond_games[i]), TELL_MENU_WATCH,
                  pond_games[i]->title);
    }
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (menu->client->options->rules(pond_games[i], menu->client->voice.language) == NULL) {
            continue;
        }
        item_tell(menu, item_add(menu, ITEM_RULES, pond_games[i]), TELL_MENU_RULES,
                  pond_games[i]->title);
    }
    item_tell(menu, item_add(menu, ITEM_RECORD, NULL), TELL_MENU_RECORD, "");
    item_tell(menu, item_add(menu, ITEM_QUIT, NULL), TELL_MENU_QUIT, "");
    if (menu->list.at >= menu->list.count) menu->list.at = 0;
}

static const char *const banner[] = {
    "     o___o               ",
    "    ( o o )    P o n d   ",
    " ≈≈ ^^   ^^ ≈≈≈≈≈≈≈≈≈≈≈≈ ",
};

static void menu_draw(struct menu *menu)
{
    struct terminal_client *client = menu->client;
    struct canvas *canvas = &client->canvas;
    if (!client_begin(client, "Pond", "")) return;
    const int top = menu->list.count > MENU_ROOMY ? 1 : 2;
    for (int i = 0; i < 3; i++) canvas_text(canvas, top + i, 4, 40, STYLE_GOOD, banner[i]);
    for (int i = 0; i < menu->list.count; i++) {
        list_draw(client, &menu->list, i, top + 4 + i, menu->items[i].text);
    }
    canvas_text(canvas, canvas->rows - 2, 2, canvas->columns - 4, STYLE_BAD, menu->message);
    client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_MENU));
}

static void item_play(struct menu *menu, const struct item *item, struct pond_text *trouble)
{
    static struct play play;
    struct play_setup setup;
    if (!setup_run(menu->client, item->game, item->edition, item->kind == ITEM_WATCH, &setup)) {
        return;
    }
    if (play_open(&play, &menu->client->voice, &setup, trouble)) {
        autosave_begin(NULL);
        game_run(menu->client, &play);
    }
    play_close(&play);
}

static void item_do(struct menu *menu)
{
    const struct item item = menu->items[menu->list.at];
    struct pond_text trouble = pond_text_in(menu->message, sizeof menu->message);
    switch (item.kind) {
    case ITEM_CONTINUE: save_continue(menu->client, &menu->saves[item.save], &trouble); break;
    case ITEM_SAVES: saves_run(menu->client); break;
    case ITEM_PLAY:
    case ITEM_WATCH: item_play(menu, &item, &trouble); break;
    case ITEM_LEARN: learn_run(menu->client); break;
    case ITEM_RULES: rules_run(menu->client, item.game); break;
    case ITEM_RECORD: records_run(menu->client); break;
    case ITEM_QUIT: break;
    }
    menu_fill(menu);
}

void menu_run(struct terminal_client *client)
{
    static struct menu menu;
    memset(&menu, 0, sizeof menu);
    menu.client = client;
    menu_fill(&menu);
    while (!client->ending) {
        menu_draw(&menu);
        client_show(client);
        const enum list_answer answer = list_take(client, &menu.list, client_wait(client, 250));
        const bool chosen = answer == LIST_CHOSEN;
        if (answer == LIST_LEFT || (chosen && menu.items[menu.list.at].kind == ITEM_QUIT)) return;
        if (chosen) item_do(&menu);
    }
}
