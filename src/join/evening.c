/* evening.c: a game night between its games on the screen: who is here, their points, the vote for
 * the next game, and the way back to the current one. See online.h. */
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "screens.h"

#define PAUSE_MS 60
#define ITEMS_MAX (POND_GAMES_MAX + 2)

enum item { ITEM_GO_ON, ITEM_START, ITEM_VOTE };

struct evening {
    struct online *online;
    struct terminal_client *client;
    struct list list;
    enum item items[ITEMS_MAX];
    const struct pond_game *games[ITEMS_MAX]; /* to start, or to vote for */
    char message[SENTENCE_MAX];
};

static void told_line(void *context, uint8_t style, const char *line)
{
    struct evening *evening = context;
    (void)style;
    struct pond_text text = pond_text_in(evening->message, sizeof evening->message);
    pond_text_string(&text, line);
}

static void item_add(struct evening *evening, enum item item, const struct pond_game *game)
{
    evening->items[evening->list.count] = item;
    evening->games[evening->list.count++] = game;
}

static void items_fill(struct evening *evening)
{
    const struct pond_game *next = online_night_next(evening->online);
    evening->list.count = 0;
    if (online_night_plays(evening->online)) item_add(evening, ITEM_GO_ON, NULL);
    if (next != NULL) item_add(evening, ITEM_START, next);
    for (int i = 0; pond_games[i] != NULL; i++) {
        const bool offered = pond_game_offered(pond_games[i]->name) != NULL;
        if (offered) item_add(evening, ITEM_VOTE, pond_games[i]);
    }
    if (evening->list.at >= evening->list.count) evening->list.at = evening->list.count - 1;
}

static void item_draw(struct evening *evening, int index, int row)
{
    struct terminal_client *client = evening->client;
    const struct pond_game *game = evening->games[index];
    const bool chooses = online_night_chooses(evening->online);
    const char *vote = json_text(online_night_member(evening->online), "vote");
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    switch (evening->items[index]) {
    case ITEM_GO_ON: tell(&text, &client->voice, TELL_ONLINE_NIGHT_GO_ON); break;
    case ITEM_START: tell1(&text, &client->voice, TELL_ONLINE_NIGHT_START, game->title); break;
    case ITEM_VOTE:
        tell1(&text, &client->voice, chooses ? TELL_ONLINE_NIGHT_CHOOSE : TELL_ONLINE_NIGHT_VOTE,
              game->title);
    }
    if (evening->items[index] == ITEM_VOTE && strcmp(vote, game->name) == 0)
        pond_text_string(&text, " ✓");
    list_draw(client, &evening->list, index, row, memory);
}

/* Those who are here, with their points, as far as there is room. */
static void people_draw(struct evening *evening, int row, int end)
{
    struct terminal_client *client = evening->client;
    struct canvas *canvas = &client->canvas;
    canvas_text(canvas, row++, 2, canvas->columns - 4, STYLE_QUIET,
                told(&client->voice, TELL_ONLINE_NIGHT_PEOPLE));
    for (size_t i = 0; i < online_night_people(evening->online) && row < end; i++) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        if (!online_night_points(evening->online, i, &text)) continue;
        canvas_text(canvas, row++, 4, canvas->columns - 6, STYLE_PLAIN, memory);
    }
}

static void evening_draw(struct evening *evening)
{
    struct terminal_client *client = evening->client;
    struct canvas *canvas = &client->canvas;
    char memory[SENTENCE_MAX];
    struct pond_text title = pond_text_in(memory, sizeof memory);
    tell1(&title, &client->voice, TELL_ONLINE_NIGHT_TITLE, evening->online->night);
    if (client_begin(client, memory, "")) {
        const bool over = evening->online->night_over;
        const enum tell what = over ? TELL_ONLINE_NIGHT_ENDED : TELL_ONLINE_NIGHT_HERE;
        const int first = 4, end = over ? first : first + evening->list.count + 1;
        canvas_text(canvas, 2, 2, canvas->columns - 4, STYLE_STRONG, told(&client->voice, what));
        for (int i = 0; i < evening->list.count && !over; i++) item_draw(evening, i, first + i);
        people_draw(evening, end, canvas->rows - 3);
        canvas_text(canvas, canvas->rows - 2, 2, canvas->columns - 4, STYLE_GOOD, evening->message);
        client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_MENU));
    }
    client_show(client);
}

/* Until a game begins or the person goes back to it; false: the person leaves. */
static bool evening_wait(struct evening *evening)
{
    struct terminal_client *client = evening->client;
    struct online *online = evening->online;
    while (!client->ending && !online->link.failed && !online->missing) {
        online->told = told_line;
        online->context = evening;
        online_wait(online, 0, -1);
        if (online->at_table) return true;
        items_fill(evening);
        evening_draw(evening);
        const enum list_answer answer =
            list_take(client, &evening->list, client_wait(client, PAUSE_MS));
        if (answer == LIST_LEFT) return false;
        if (answer != LIST_CHOSEN || online->evening == NULL || online->night_over) continue;
        const struct pond_game *game = evening->games[evening->list.at];
        evening->message[0] = '\0';
        switch (evening->items[evening->list.at]) {
        case ITEM_GO_ON: online_night_table(online); break;
        case ITEM_START: online_night_start(online); break;
        case ITEM_VOTE: online_vote(online, game->name);
        }
    }
    return false;
}

void evening_run(struct terminal_client *client, struct online *online)
{
    struct evening *evening = calloc(1, sizeof *evening);
    if (evening == NULL) return;
    evening->client = client;
    evening->online = online;
    while (evening_wait(evening)) {
        char table[ONLINE_ID_SIZE];
        memcpy(table, online->table, sizeof table);
        evening->message[0] = '\0';
        evening->list.at = 0; /* back to the game */
        table_run(client, online);
        if (client->ending || online->link.failed) break;
        if (strcmp(table, online->table) == 0) online_leave(online); /* else another game began */
    }
    online->told = NULL;
    free(evening);
}
