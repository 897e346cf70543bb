/* learn.c: the list of lessons and puzzles. See learn.h. */
#include "learn.h"

#include <string.h>

#include "list.h"

#define ITEMS_MAX 16

struct item {
    struct pond_course course;
    uint32_t number; /* what it begins with */
    char text[160];
};

struct learn_screen {
    struct terminal_client *client;
    struct list list;
    struct item items[ITEMS_MAX];
};

static void item_add(struct learn_screen *learn, const struct pond_game *game,
                     enum pond_course_kind kind)
{
    struct item *item = &learn->items[learn->list.count];
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    struct progress progress;
    if (!pond_course_open(&item->course, game, kind)) return;
    progress_read(&item->course, &progress);
    item->number = progress_next(&item->course);
    tell3(&text, &learn->client->voice,
          kind == POND_LESSON ? TELL_LEARN_LESSON : TELL_LEARN_PUZZLES, game->title,
          digits_of(progress.count).text, digits_of(item->course.exercise_count).text);
    learn->list.count++;
}

static void items_fill(struct learn_screen *learn)
{
    learn->list.count = 0;
    for (int i = 0; pond_games[i] != NULL; i++) item_add(learn, pond_games[i], POND_LESSON);
    struct item *today = &learn->items[learn->list.count++];
    struct pond_text text = pond_text_in(today->text, sizeof today->text);
    today->number = progress_today(&today->course);
    tell1(&text, &learn->client->voice, TELL_LEARN_TODAY, today->course.game->title);
    for (int i = 0; pond_games[i] != NULL; i++) item_add(learn, pond_games[i], POND_PUZZLES);
}

static void draw(struct learn_screen *learn)
{
    struct terminal_client *client = learn->client;
    if (client_begin(client, told(&client->voice, TELL_MENU_LEARN), "Pond")) {
        for (int i = 0; i < learn->list.count; i++) {
            const int row = 3 + i + (i > 2) + (i > 3); /* lessons, the day, puzzles */
            list_draw(client, &learn->list, i, row, learn->items[i].text);
        }
        client_keys(client, client->canvas.rows - 1, told(&client->voice, TELL_KEYS_LEARN));
    }
    client_show(client);
}

static void item_do(struct learn_screen *learn)
{
    const struct item *item = &learn->items[learn->list.at];
    exercise_run(learn->client, &item->course, item->number);
    items_fill(learn);
}

void learn_run(struct terminal_client *client)
{
    static struct learn_screen learn;
    learn.client = client;
    items_fill(&learn);
    for (enum list_answer answer = LIST_NOTHING; answer != LIST_LEFT && !client->ending;) {
        draw(&learn);
        answer = list_take(client, &learn.list, client_wait(client, 250));
        if (answer == LIST_CHOSEN) item_do(&learn);
    }
}
