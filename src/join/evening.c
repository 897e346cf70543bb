/* evening.c: a game night between its games on the screen: who is here, their points, the vote for
 * the next game, and the way back to the current one. See online.h. */
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "screens.h"

#define PAUSE_MS 60
#define ITEMS_MAX (POND_GAMES_MAX + 1)

struct evening {
    struct online *online;
    struct terminal_client *client;
    struct list list;
    const struct pond_game *items[ITEMS_MAX]; /* to vote for; NULL: back to the current game */
    char message[SENTENCE_MAX];
};

static void told_line(void *context, uint8_t style, const char *line)
{
    struct evening *evening = context;
    (void)style;
    struct pond_text text = pond_text_in(evening->message, sizeof evening->message);
    pond_text_string(&text, line);
}

static void items_fill(struct evening *evening)
{
    int count = 0;
    if (online_night_plays(evening->online)) evening->items[count++] = NULL;
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (pond_game_offered(pond_games[i]->name) != NULL) evening->items[count++] = pond_games[i];
    }
    evening->list.count = count;
    if (evening->list.at >= count) evening->list.at = count - 1;
}

static void item_draw(struct evening *evening, int index, int row)
{
    struct terminal_client *client = evening->client;
    const struct pond_game *game = evening->items[index];
    const char *vote = json_text(online_night_member(evening->online), "vote");
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (game == NULL) {
        tell(&text, &client->voice, TELL_ONLINE_NIGHT_GO_ON);
    } else {
        tell1(&text, &client->voice, TELL_ONLINE_NIGHT_VOTE, game->title);
    }
    if (game != NULL && strcmp(vote, game->name) == 0) pond_text_string(&text, " ✓");
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
        const struct pond_game *game = evening->items[evening->list.at];
        evening->message[0] = '\0';
        if (game != NULL) online_vote(online, game->name);
        if (game == NULL) online_night_table(online);
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
