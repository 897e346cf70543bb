/* learn.c: the list of lessons and puzzles. See learn.h. */
#include "learn.h"

#include <string.h>

#define ITEMS_MAX 16

struct item {
    struct pond_course course;
    uint32_t number; /* what it begins with */
    char text[160];
};

struct learn_screen {
    struct client *client;
    int count, at;
    struct item items[ITEMS_MAX];
};

static void item_add(struct learn_screen *learn, const struct pond_game *game,
                     enum pond_course_kind kind)
{
    struct item *item = &learn->items[learn->count];
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    struct progress progress;
    if (!pond_course_open(&item->course, game, kind)) return;
    progress_read(&item->course, &progress);
    item->number = progress_next(&item->course);
    tell3(&text, &learn->client->voice,
          kind == POND_LESSON ? TELL_LEARN_LESSON : TELL_LEARN_PUZZLES, game->title,
          digits_of(progress.count).text, digits_of(item->course.exercise_count).text);
    learn->count++;
}

static void items_fill(struct learn_screen *learn)
{
    learn->count = 0;
    for (int i = 0; pond_games[i] != NULL; i++) item_add(learn, pond_games[i], POND_LESSON);
    struct item *today = &learn->items[learn->count++];
    struct pond_text text = pond_text_in(today->text, sizeof today->text);
    today->number = progress_today(&today->course);
    tell1(&text, &learn->client->voice, TELL_LEARN_TODAY, today->course.game->title);
    for (int i = 0; pond_games[i] != NULL; i++) item_add(learn, pond_games[i], POND_PUZZLES);
}

static void draw(struct learn_screen *learn)
{
    struct client *client = learn->client;
    struct canvas *canvas = &client->canvas;
    if (client_begin(client, told(&client->voice, TELL_LEARN_HEAD), "Pond")) {
        for (int i = 0; i < learn->count; i++) {
            const int row = 3 + i + (i > 2) + (i > 3); /* lessons, the day, puzzles */
            const bool here = i == learn->at;
            canvas_text(canvas, row, 2, 2, STYLE_KEY, here ? "▶" : " ");
            canvas_text(canvas, row, 4, canvas->columns - 6, here ? STYLE_CHOSEN : STYLE_PLAIN,
                        learn->items[i].text);
            canvas_spot(canvas, (struct area){row, 0, 1, canvas->columns}, ACTION_BOARD + i);
        }
        client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_LEARN));
    }
    client_show(client);
}

static void item_do(struct learn_screen *learn)
{
    const struct item *item = &learn->items[learn->at];
    exercise_run(learn->client, &item->course, item->number);
    items_fill(learn);
}

/* False when the person goes back. */
static bool event_take(struct learn_screen *learn, struct event event)
{
    if (event.kind == EVENT_CLICK) {
        const int32_t action = canvas_action(&learn->client->canvas, event.row, event.column);
        if (action < ACTION_BOARD || action >= ACTION_BOARD + learn->count) return true;
        learn->at = action - ACTION_BOARD;
        item_do(learn);
    }
    if (event.kind != EVENT_KEY) return true;
    switch (event.key) {
    case KEY_ARROW_UP: learn->at = (learn->at + learn->count - 1) % learn->count; break;
    case KEY_ARROW_DOWN:
    case KEY_TABULATOR: learn->at = (learn->at + 1) % learn->count; break;
    case KEY_RETURN:
    case ' ': item_do(learn); break;
    case '?': keys_run(learn->client, NULL); break;
    case 'Q':
    case 'q':
    case KEY_ESCAPE: return false;
    default: break;
    }
    return true;
}

void learn_run(struct client *client)
{
    static struct learn_screen learn;
    learn.client = client;
    items_fill(&learn);
    for (bool on = true; on && !client->ending;) {
        draw(&learn);
        on = event_take(&learn, client_wait(client, 250));
    }
}
