/* lobby.c: the tables of a play server on the screen: your own, those that wait for players, those
 * that can be watched, and new ones. See online.h. */
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "screens.h"

#define ITEMS_MAX 60
#define PAUSE_MS 60

enum item_kind {
    ITEM_MINE,
    ITEM_JOIN,
    ITEM_WATCH,
    ITEM_NEW,
    ITEM_NEW_LINK,
    ITEM_NEW_LEVEL,
    ITEM_DEVICES
};

struct item {
    enum item_kind kind;
    char table[ONLINE_ID_SIZE];
    const struct pond_game *game;
    char text[200];
};

struct lobby {
    struct online *online;
    struct terminal_client *client;
    struct list list;
    struct item items[ITEMS_MAX];
    uint32_t lists;                   /* that are shown */
    int seats[POND_GAMES_MAX], level; /* of new tables, by game */
    char message[SENTENCE_MAX];
};

static struct item *item_add(struct lobby *lobby, enum item_kind kind)
{
    if (lobby->list.count == ITEMS_MAX) return NULL;
    struct item *item = &lobby->items[lobby->list.count++];
    *item = (struct item){.kind = kind};
    return item;
}

static void table_add(struct lobby *lobby, const json_t *table, enum item_kind kind)
{
    static const enum tell sentences[] = {[ITEM_MINE] = TELL_ONLINE_GO_ON,
                                          [ITEM_JOIN] = TELL_ONLINE_JOIN,
                                          [ITEM_WATCH] = TELL_ONLINE_WATCH};
    char memory[SENTENCE_MAX];
    struct pond_text line = pond_text_in(memory, sizeof memory);
    const char *id = json_text(table, "table");
    for (int i = 0; i < lobby->list.count; i++) { /* your own are in both lists */
        if (strcmp(lobby->items[i].table, id) == 0) return;
    }
    struct item *item = item_add(lobby, kind);
    if (item == NULL) return;
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    online_table_line(lobby->online, table, &line);
    tell1(&text, &lobby->client->voice, sentences[kind], memory);
    struct pond_text out = pond_text_in(item->table, sizeof item->table);
    pond_text_string(&out, id);
}

static void tables_add(struct lobby *lobby, const json_t *tables, bool mine, const char *phase)
{
    for (size_t i = 0; i < json_array_size(tables) && lobby->list.count < ITEMS_MAX - 12; i++) {
        const json_t *table = json_array_get(tables, i);
        const bool open = strcmp(json_text(table, "phase"), "open") == 0;
        if (mine && strcmp(json_text(table, "phase"), "over") == 0) continue;
        if (!mine && strcmp(json_text(table, "phase"), phase) != 0) continue;
        table_add(lobby, table, mine ? ITEM_MINE : open ? ITEM_JOIN : ITEM_WATCH);
    }
}

static void new_add(struct lobby *lobby, int index, enum item_kind kind, enum tell sentence)
{
    const struct pond_game *game = pond_games[index];
    struct item *item = item_add(lobby, kind);
    if (item == NULL) return;
    item->game = game;
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    const int number = kind == ITEM_NEW_LEVEL ? lobby->level : lobby->seats[index];
    tell2(&text, &lobby->client->voice, sentence, game->title, digits_of(number).text);
}

static void devices_add(struct lobby *lobby)
{
    struct item *item = item_add(lobby, ITEM_DEVICES);
    if (item == NULL) return;
    struct pond_text text = pond_text_in(item->text, sizeof item->text);
    tell(&text, &lobby->client->voice, TELL_DEVICES);
}

static void lobby_fill(struct lobby *lobby)
{
    const struct online *online = lobby->online;
    lobby->list.count = 0;
    tables_add(lobby, online->mine, true, "");
    tables_add(lobby, online->lobby, false, "open");
    tables_add(lobby, online->lobby, false, "playing");
    for (int i = 0; pond_games[i] != NULL; i++) {
        new_add(lobby, i, ITEM_NEW, TELL_ONLINE_NEW);
        new_add(lobby, i, ITEM_NEW_LINK, TELL_ONLINE_NEW_LINK);
        new_add(lobby, i, ITEM_NEW_LEVEL, TELL_ONLINE_NEW_LEVEL);
    }
    devices_add(lobby);
    if (lobby->list.at >= lobby->list.count) lobby->list.at = lobby->list.count - 1;
    lobby->lists = online->lists;
}

static void lobby_draw(struct lobby *lobby)
{
    struct terminal_client *client = lobby->client;
    struct canvas *canvas = &client->canvas;
    const struct stream_address *address = &lobby->online->link.address;
    char memory[SENTENCE_MAX], host[300];
    struct pond_text title = pond_text_in(memory, sizeof memory);
    struct pond_text where = pond_text_in(host, sizeof host);
    pond_text_string(&where, address->host);
    pond_text_char(&where, ':');
    pond_text_string(&where, address->port);
    tell1(&title, &client->voice, TELL_ONLINE_TITLE, host);
    if (client_begin(client, memory, "")) {
        const bool none = lobby->items[0].game != NULL;
        const int first = none ? 4 : 2, rows = canvas->rows - first - 3;
        const int top = lobby->list.at >= rows ? lobby->list.at - rows + 1 : 0;
        if (none) {
            canvas_text(canvas, 2, 2, canvas->columns - 4, STYLE_QUIET,
                        told(&client->voice, TELL_ONLINE_NONE_OPEN));
        }
        for (int i = top; i < top + rows && i < lobby->list.count; i++) {
            list_draw(client, &lobby->list, i, first + i - top, lobby->items[i].text);
        }
        canvas_text(canvas, canvas->rows - 2, 2, canvas->columns - 4, STYLE_BAD, lobby->message);
        client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_LOBBY));
    }
    client_show(client);
}

static int index_of(const struct pond_game *game)
{
    int index = 0;
    while (pond_games[index] != NULL && pond_games[index] != game) index++;
    return index;
}

/* More or fewer players, or a stronger computer. */
static void item_change(struct lobby *lobby, int by)
{
    const struct item *item = &lobby->items[lobby->list.at];
    if (item->game == NULL) return;
    int *seats = &lobby->seats[index_of(item->game)];
    if (item->kind == ITEM_NEW_LEVEL) {
        const int level = lobby->level + by;
        if (level >= 0 && level <= 6) lobby->level = level;
    } else if (*seats + by >= item->game->seats_min && *seats + by <= item->game->seats_max) {
        *seats += by;
    }
    lobby_fill(lobby);
}

static void item_do(struct lobby *lobby)
{
    struct online *online = lobby->online;
    const struct item item = lobby->items[lobby->list.at];
    lobby->message[0] = '\0';
    if (item.kind == ITEM_DEVICES) {
        devices_run(lobby->client, online);
        return;
    }
    if (item.game == NULL) {
        online_enter(online, item.table, item.kind == ITEM_WATCH);
        return;
    }
    const bool level = item.kind == ITEM_NEW_LEVEL;
    const int seats = level ? item.game->seats_min : lobby->seats[index_of(item.game)];
    char options[24] = "";
    struct pond_config config;
    if (item.game->seats_max > item.game->seats_min) {
        snprintf(options, sizeof options, "players=%d", seats);
    }
    if (!pond_config_parse(item.game, options, &config, NULL)) return;
    online_create(online, item.game, &config, level ? lobby->level : -1, item.kind == ITEM_NEW);
}

static void told_line(void *context, uint8_t style, const char *line)
{
    struct lobby *lobby = context;
    (void)style;
    struct pond_text text = pond_text_in(lobby->message, sizeof lobby->message);
    pond_text_string(&text, line);
}

/* Until the server has let us to a table; false: the person leaves. */
static bool table_choose(struct lobby *lobby)
{
    struct terminal_client *client = lobby->client;
    struct online *online = lobby->online;
    lobby_fill(lobby);
    while (!client->ending && !online->link.failed) {
        online->told = told_line;
        online->context = lobby;
        online_wait(online, 0, -1);
        if (online->at_table) return true;
        if (online->missing) online_leave(online);
        if (lobby->lists != online->lists) lobby_fill(lobby);
        lobby_draw(lobby);
        const struct input input = client_wait(client, PAUSE_MS);
        if (input.kind == INPUT_KEY && input.key == KEY_ARROW_LEFT) item_change(lobby, -1);
        if (input.kind == INPUT_KEY && input.key == KEY_ARROW_RIGHT) item_change(lobby, 1);
        const enum list_answer answer = list_take(client, &lobby->list, input);
        if (answer == LIST_CHOSEN) item_do(lobby);
        if (answer == LIST_LEFT) return false;
    }
    return false;
}

/* The tables of the server, and those that can be made. */
static void lobby_run(struct terminal_client *client, struct online *online)
{
    struct lobby *lobby = calloc(1, sizeof *lobby);
    if (lobby == NULL) return;
    lobby->client = client;
    lobby->online = online;
    lobby->level = 3;
    for (int i = 0; pond_games[i] != NULL; i++) lobby->seats[i] = pond_games[i]->seats_min;
    online_lobby(online);
    while (table_choose(lobby)) {
        table_run(client, online);
        if (client->ending || online->link.failed) break;
        online_leave(online);
        online_lobby(online);
    }
    free(lobby);
}

static void screens_run(struct terminal_client *client, void *context)
{
    struct online *online = context;
    online->voice = client->voice;
    if (online->night[0] != '\0') {
        evening_run(client, online);
        return;
    }
    for (int64_t end_ms = link_now_ms() + 5000; /* a table given on the command line comes first */
         online->table[0] != '\0' && !online->at_table && !online->missing &&
         link_now_ms() < end_ms;) {
        online_wait(online, 20, -1);
    }
    if (online->at_table) {
        table_run(client, online);
        if (client->ending || online->link.failed) return;
        online_leave(online);
    }
    lobby_run(client, online);
}

enum terminal_result online_screen(struct online *online)
{
    return terminal_lend(online->options, screens_run, online);
}
