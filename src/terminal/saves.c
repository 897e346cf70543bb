/* saves.c: games that wait, to go on with. See client.h. */
#include "client.h"
#include "files.h"
#include "list.h"

void save_continue(struct terminal_client *client, const struct save *save,
                   struct pond_text *trouble)
{
    static struct play play;
    if (!autosave_read(&client->voice, save->path, &play, trouble)) return;
    autosave_begin(save->path);
    game_run(client, &play);
    play_close(&play);
}

struct saves_screen {
    struct list list;
    struct save saves[SAVES_MAX];
    char message[SENTENCE_MAX];
};

static void saves_draw(struct terminal_client *client, const struct saves_screen *screen)
{
    struct canvas *canvas = &client->canvas;
    const struct list *list = &screen->list;
    char title[SENTENCE_MAX];
    struct pond_text text = pond_text_in(title, sizeof title);
    tell1(&text, &client->voice, TELL_MENU_SAVES, digits_of(list->count).text);
    if (client_begin(client, title, "")) {
        const int rows = canvas->rows - 6, top = list->at >= rows ? list->at - rows + 1 : 0;
        for (int i = top; i < top + rows && i < list->count; i++) {
            list_draw(client, list, i, 2 + i - top, screen->saves[i].title);
        }
        canvas_wrap(canvas, (struct area){canvas->rows - 3, 2, 2, canvas->columns - 4}, STYLE_BAD,
                    screen->message);
        client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_SAVES));
    }
    client_show(client);
}

void saves_run(struct terminal_client *client)
{
    static struct saves_screen screen;
    screen.list = (struct list){.count = autosave_list(&client->voice, screen.saves)};
    screen.message[0] = '\0';
    for (enum list_answer answer = LIST_NOTHING; answer != LIST_LEFT && !client->ending;) {
        saves_draw(client, &screen);
        answer = list_take(client, &screen.list, client_wait(client, 250));
        if (answer != LIST_CHOSEN || screen.list.count == 0) continue;
        struct pond_text trouble = pond_text_in(screen.message, sizeof screen.message);
        save_continue(client, &screen.saves[screen.list.at], &trouble);
        if (trouble.length == 0) return;
    }
}
