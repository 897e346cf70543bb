/* evening.c: a game night between its games on the screen: who leads, what comes next and who plays
 * it, who is here with their points, the vote; for the one who leads, starting; and the way back to
 * the current game. See online.h. */
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "screens.h"
#include "typing.h"

#define PAUSE_MS 60
#define ITEMS_MAX (POND_GAMES_MAX + 2)
#define NAME_LETTERS_MAX 24

enum item { ITEM_GO_ON, ITEM_START, ITEM_VOTE };
enum evening_question { EVENING_NONE, EVENING_STOP, EVENING_NAME };

struct evening {
    struct online *online;
    struct terminal_client *client;
    struct list list;
    enum item items[ITEMS_MAX];
    const struct pond_game *games[ITEMS_MAX]; /* to start, or to vote for */
    enum evening_question question;
    char name[4 * NAME_LETTERS_MAX + 1]; /* as far as it is typed */
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
    const struct online *online = evening->online;
    const struct pond_game *next = online_night_next(online);
    const bool plays = online_night_plays(online);
    evening->list.count = 0;
    if (plays) item_add(evening, ITEM_GO_ON, NULL);
    if (!plays && next != NULL && online_night_leads(online)) item_add(evening, ITEM_START, next);
    for (int i = 0; pond_games[i] != NULL; i++) {
        const bool offered = pond_game_offered(pond_games[i]->name) != NULL;
        if (offered) item_add(evening, ITEM_VOTE, pond_games[i]);
    }
    if (evening->list.at >= evening->list.count) evening->list.at = evening->list.count - 1;
}

/* ---- Drawing ---- */

/* A game with the votes for it, ours marked; or the way back to the current one. */
static void item_draw(struct evening *evening, int index, int row)
{
    struct terminal_client *client = evening->client;
    const struct online *online = evening->online;
    const struct pond_game *game = evening->games[index];
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (evening->items[index] == ITEM_GO_ON) {
        tell(&text, &client->voice, TELL_ONLINE_NIGHT_GO_ON);
    } else if (evening->items[index] == ITEM_START) {
        tell1(&text, &client->voice, TELL_ONLINE_NIGHT_START, game->title);
    } else {
        const int votes = online_night_votes(online, game->name);
        const bool own = strcmp(json_text(online_night_member(online), "vote"), game->name) == 0;
        tell1(&text, &client->voice,
              online_night_decides(online) ? TELL_ONLINE_NIGHT_CHOOSE : TELL_ONLINE_NIGHT_VOTE,
              game->title);
        if (own) pond_text_string(&text, " ✓");
        if (votes > 0) {
            pond_text_string(&text, " · ");
            tell_count(&text, &client->voice, TELL_ONLINE_NIGHT_COUNT, votes);
        }
    }
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
        char memory[SENTENCE_MAX] = "";
        struct pond_text text = pond_text_in(memory, sizeof memory);
        online_night_person(evening->online, i, &text);
        canvas_text(canvas, row++, 4, canvas->columns - 6, STYLE_PLAIN, memory);
    }
}

/* Who leads and what comes next; returns the row below. */
static int head_draw(struct evening *evening)
{
    struct terminal_client *client = evening->client;
    struct canvas *canvas = &client->canvas;
    const struct online *online = evening->online;
    const struct area area = {2, 2, 4, canvas->columns - 4};
    char lead[SENTENCE_MAX] = "", next[3 * SENTENCE_MAX] = "";
    struct pond_text who = pond_text_in(lead, sizeof lead);
    struct pond_text what = pond_text_in(next, sizeof next);
    if (online->night_over) tell(&who, &client->voice, TELL_ONLINE_NIGHT_ENDED);
    online_night_lead_tell(online, &who);
    online_night_next_tell(online, &what);
    if (online_night_plays(online)) tell(&what, &client->voice, TELL_ONLINE_NIGHT_PLAYED);
    int row = area.row + canvas_wrap(canvas, area, STYLE_STRONG, lead);
    row += canvas_wrap(canvas, (struct area){row, 2, 4, area.columns}, STYLE_PLAIN, next);
    if (next[0] != '\0' && !online_night_plays(online) && !online_night_leads(online)) {
        canvas_text(canvas, row++, 2, area.columns, STYLE_QUIET,
                    told(&client->voice, TELL_ONLINE_NIGHT_HERE));
    }
    return row + 1;
}

static enum tell keys(const struct evening *evening)
{
    const struct online *online = evening->online;
    if (online->night_over) return TELL_KEYS_NIGHT_OVER;
    if (online_night_may_lead(online)) return TELL_KEYS_NIGHT_TAKE;
    if (!online_night_leads(online)) return TELL_KEYS_NIGHT;
    if (online_night_plays(online)) return TELL_KEYS_NIGHT_STOP;
    return online_night_decides(online) ? TELL_KEYS_NIGHT_DECIDE : TELL_KEYS_NIGHT_LEAD;
}

static void message_draw(struct evening *evening)
{
    struct terminal_client *client = evening->client;
    struct canvas *canvas = &client->canvas;
    char memory[SENTENCE_MAX] = "";
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const bool asks = evening->question != EVENING_NONE;
    if (evening->question == EVENING_STOP) tell(&text, &client->voice, TELL_ONLINE_NIGHT_ASK_STOP);
    if (evening->question == EVENING_NAME) {
        tell1(&text, &client->voice, TELL_ONLINE_NIGHT_NAME_ASK, evening->name);
    }
    const struct area area = {canvas->rows - 3, 2, 2, canvas->columns - 4};
    canvas_wrap(canvas, area, asks ? STYLE_DOUBTFUL : STYLE_GOOD, asks ? memory : evening->message);
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
        const int first = head_draw(evening), end = over ? first : first + evening->list.count + 1;
        for (int i = 0; i < evening->list.count && !over; i++) item_draw(evening, i, first + i);
        people_draw(evening, end, canvas->rows - 4);
        message_draw(evening);
        client_keys(client, canvas->rows - 1, told(&client->voice, keys(evening)));
    }
    client_show(client);
}

/* ---- Keys ---- */

/* The answer to a question; Escape takes it back. */
static void question_take(struct evening *evening, int key)
{
    if (evening->question == EVENING_STOP) {
        const char *yes = told(&evening->client->voice, TELL_KEYS_YES);
        evening->question = EVENING_NONE;
        if (key > 0 && key < 128 && strchr(yes, key) != NULL) {
            online_night_do(evening->online, "stop", NULL, NULL);
        }
    } else if (key == KEY_RETURN) {
        evening->question = EVENING_NONE;
        online_night_rename(evening->online, evening->name);
    } else if (key == KEY_ESCAPE) {
        evening->question = EVENING_NONE;
    } else if (key == KEY_RUBOUT) {
        typing_rub_out(evening->name);
    } else if (canvas_columns(evening->name) < NAME_LETTERS_MAX) {
        typing_add(evening->name, sizeof evening->name, key);
    }
}

/* Was it a key of the night? */
static bool key_take(struct evening *evening, int key)
{
    struct online *online = evening->online;
    const struct pond_game *marked = evening->games[evening->list.at];
    const bool leads = online_night_leads(online), plays = online_night_plays(online);
    if (online->evening == NULL || online->night_over) return false;
    if (key == '?') {
        pager_run(evening->client, told(&evening->client->voice, TELL_KEYS_TITLE),
                  told(&evening->client->voice, TELL_ONLINE_NIGHT_KEYS));
    } else if (key == 'R' && !plays) {
        online_night_ready(online);
    } else if (key == 'N') {
        evening->name[0] = '\0';
        evening->question = EVENING_NAME;
    } else if (key == 'L' && online_night_may_lead(online)) {
        online_night_lead(online, "");
    } else if (key == 'S' && leads && !plays) {
        online_night_do(online, "start", NULL, NULL);
    } else if (key == 'C' && leads && marked != NULL) {
        online_night_do(online, "choose", "game", marked->name);
    } else if (key == 'X' && leads && plays) {
        evening->question = EVENING_STOP;
    } else {
        return false;
    }
    evening->message[0] = '\0';
    return true;
}

/* False: the person leaves. */
static bool input_take(struct evening *evening, struct input input)
{
    struct online *online = evening->online;
    if (evening->question != EVENING_NONE) {
        if (input.kind == INPUT_KEY) question_take(evening, input.key);
        return true;
    }
    if (input.kind == INPUT_KEY && key_take(evening, input.key)) return true;
    const enum list_answer answer = list_take(evening->client, &evening->list, input);
    if (answer == LIST_LEFT) return false;
    if (answer != LIST_CHOSEN || online->evening == NULL || online->night_over) return true;
    const struct pond_game *game = evening->games[evening->list.at];
    evening->message[0] = '\0';
    switch (evening->items[evening->list.at]) {
    case ITEM_GO_ON: online_night_table(online); break;
    case ITEM_START: online_night_do(online, "start", NULL, NULL); break;
    case ITEM_VOTE: online_vote(online, game->name);
    }
    return true;
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
        if (!input_take(evening, client_wait(client, PAUSE_MS))) return false;
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
        evening->question = EVENING_NONE;
        evening->list.at = 0; /* back to the game */
        table_run(client, online);
        if (client->ending || online->link.failed) break;
        if (strcmp(table, online->table) == 0) online_leave(online); /* else another game began */
    }
    online->told = NULL;
    free(evening);
}
