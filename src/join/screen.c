/* screen.c: a table of a play server on the screen: waiting for players, and the game. See
 * online.h.
 *
 * The game is the one that `pond play` shows, with its keys, clicks and leaps; only what happens
 * comes from the server (struct game_away). */
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "list.h"
#include "say.h"
#include "screens.h"

#define PAUSE_MS 30 /* between two looks at the line */

struct table_screen {
    struct online *online;
    struct terminal_client *client;
    struct play play;
    struct story story;
    uint32_t changes;           /* that are shown */
    char message[SENTENCE_MAX]; /* what was told last, and how */
    uint8_t style;
    bool fresh; /* it is not on the screen yet */
    bool stops; /* the question is whether the night's game is to be stopped, for everyone */
};

/* ---- Bringing the play up to date ---- */

static void told_line(void *context, uint8_t style, const char *line)
{
    struct table_screen *screen = context;
    story_add(&screen->story, style, line);
    if (style == STYLE_PLAIN) return; /* moves are seen */
    struct pond_text text = pond_text_in(screen->message, sizeof screen->message);
    pond_text_string(&text, line);
    screen->style = style;
    screen->fresh = true;
}

static void names_take(struct table_screen *screen)
{
    struct play *play = &screen->play;
    const int us = online_seat(screen->online);
    play->chair_count = online_seat_count(screen->online);
    for (int seat = 0; seat < play->chair_count; seat++) {
        struct chair *chair = &play->chairs[seat];
        struct pond_text name = pond_text_in(chair->name, sizeof chair->name);
        chair->kind = seat == us ? CHAIR_PERSON : CHAIR_COMPUTER;
        online_name(screen->online, seat, &name);
        play->series.player_at[seat] = (uint8_t)seat;
    }
    play->viewer = us;
    play->thinking_seat = play->draw_declined = -1;
}

static void play_take(struct table_screen *screen)
{
    names_take(screen);
    screen->play.match = screen->online->mirror.match;
    screen->changes = screen->online->changes;
}

static bool listen(void *context, struct game_screen *game)
{
    struct table_screen *screen = context;
    struct online *online = screen->online;
    online_wait(online, 0, -1);
    if (online->link.failed || online->night_over) return false;
    if (screen->changes != online->changes) {
        const uint32_t number = pond_match_entries(&screen->play.match);
        play_take(screen);
        if (pond_match_entries(&screen->play.match) < number)
            game->shown = pond_match_entries(&screen->play.match);
        game->version = UINT32_MAX; /* what is shown is looked at again, whatever has changed */
    }
    char memory[SENTENCE_MAX] = "";
    struct pond_text question = pond_text_in(memory, sizeof memory);
    online_question(online, &question);
    if (game->question == QUESTION_NONE && memory[0] != '\0' && game->message[0] == '\0') {
        memcpy(game->message, memory, sizeof memory);
        game->message_style = STYLE_DOUBTFUL;
    }
    if (screen->fresh && game->question == QUESTION_NONE) {
        memcpy(game->message, screen->message, sizeof game->message);
        game->message_style = screen->style;
        screen->fresh = false;
    }
    const enum online_phase phase = online_phase(online);
    return phase == ONLINE_PLAYING || phase == ONLINE_OVER;
}

static void story_take(void *context, struct story *story)
{
    const struct table_screen *screen = context;
    *story = screen->story;
}

static void right_tell(void *context, struct pond_text *out)
{
    const struct online *online = ((struct table_screen *)context)->online;
    online_clocks(online, out);
    if (!online_night_watches(online) || online_phase(online) != ONLINE_PLAYING) return;
    if (out->length > 0) pond_text_string(out, " · ");
    tell(out, &online->voice, TELL_ONLINE_NIGHT_WATCHING_SHORT);
}

/* ---- What the person does ---- */

static void submit(void *context, const char *move)
{
    online_play(((struct table_screen *)context)->online, move);
}

static void resign(void *context)
{
    const struct table_screen *screen = context;
    if (screen->stops) {
        online_night_do(screen->online, "stop", NULL, NULL);
    } else {
        online_say(screen->online, "resign", NULL, NULL);
    }
}

/* Chooses one of the set phrases. */
static void phrase_choose(struct table_screen *screen)
{
    struct terminal_client *client = screen->client;
    const struct phrase *all = phrases;
    struct list list = {0};
    while (all[list.count].name != NULL) list.count++;
    while (!client->ending) {
        online_wait(screen->online, 0, -1);
        if (client_begin(client, told(&client->voice, TELL_ONLINE_SAY_TITLE), "")) {
            const int rows = client->canvas.rows - 4;
            const int top = list.at >= rows ? list.at - rows + 1 : 0;
            for (int i = top; i < top + rows && i < list.count; i++) {
                list_draw(client, &list, i, 2 + i - top, all[i].text[client->voice.language]);
            }
            client_keys(client, client->canvas.rows - 1, told(&client->voice, TELL_KEYS_SAVES));
        }
        client_show(client);
        const enum list_answer choice = list_take(client, &list, client_wait(client, PAUSE_MS));
        if (choice == LIST_NOTHING) continue;
        if (choice == LIST_CHOSEN) {
            online_phrase(screen->online, all[list.at].name);
        }
        return;
    }
}

/* May the night's game be stopped from here, for everyone? */
static bool may_stop(const struct online *online)
{
    return online->night[0] != '\0' && online_night_leads(online) &&
           online_phase(online) == ONLINE_PLAYING;
}

static void stop_ask(struct table_screen *screen, struct game_screen *game)
{
    struct pond_text text = pond_text_in(game->message, sizeof game->message);
    tell(&text, &screen->client->voice, TELL_ONLINE_NIGHT_ASK_STOP);
    game->message_style = STYLE_DOUBTFUL;
    game->question = QUESTION_RESIGN;
    screen->stops = true;
}

static bool key_do(struct table_screen *screen, struct game_screen *game, int key)
{
    struct online *online = screen->online;
    const int gone = online_gone(online);
    if (key == 'X' && may_stop(online)) {
        stop_ask(screen, game);
        return true;
    }
    if (key == 'q' && online_phase(online) == ONLINE_OVER) { /* no move begins with it any more */
        game->leave = true;
        return true;
    }
    if (online_seat(online) == POND_SPECTATOR) return false;
    if (key == 'P') {
        phrase_choose(screen);
    } else if (key == 'C' && gone >= 0) {
        link_say(&online->link, json_pack("{s:s,s:s,s:i}", "type", "substitute", "table",
                                          online->table, "seat", gone));
    } else if (key == 'K') {
        online_say(online, "back", NULL, NULL);
    } else {
        return false;
    }
    return true;
}

static bool command(void *context, struct game_screen *game, enum command_name name, int key)
{
    struct table_screen *screen = context;
    struct online *online = screen->online;
    const bool over = online_phase(online) == ONLINE_OVER;
    const bool seated = online_seat(online) != POND_SPECTATOR;
    switch (name) {
    case COMMAND_NONE: return key_do(screen, game, key);
    case COMMAND_RESIGN: screen->stops = false; return false;
    case COMMAND_HINT:
        if (seated) online_say(online, "hint", NULL, NULL);
        return true;
    case COMMAND_UNDO:
        if (seated) online_undo(online);
        return true;
    case COMMAND_DRAW:
        if (seated && game->scene.game->draw_offers) online_say(online, "offer", NULL, NULL);
        return true;
    case COMMAND_ACCEPT:
        if (seated && !over) online_answer(online, true);
        return true;
    case COMMAND_NEXT:
        if (seated && over && online->night[0] == '\0') online_again(online);
        if (seated && !over) online_answer(online, false);
        return true;
    case COMMAND_SAVE: online_say(online, "record", NULL, NULL); return true;
    case COMMAND_TUTOR:
    case COMMAND_REVIEW: return true; /* not here */
    default: return false;
    }
}

static enum tell keys(void *context)
{
    const struct online *online = ((const struct table_screen *)context)->online;
    const bool over = online_phase(online) == ONLINE_OVER;
    if (online_seat(online) == POND_SPECTATOR) {
        return may_stop(online) ? TELL_KEYS_ONLINE_WATCH_LEAD : TELL_KEYS_ONLINE_WATCH;
    }
    if (online->night[0] != '\0') {
        return over               ? TELL_KEYS_ONLINE_NIGHT_OVER
               : may_stop(online) ? TELL_KEYS_ONLINE_NIGHT_LEAD
                                  : TELL_KEYS_ONLINE_NIGHT;
    }
    if (over) return TELL_KEYS_ONLINE_OVER;
    return online->mirror.match.game->draw_offers ? TELL_KEYS_ONLINE : TELL_KEYS_ONLINE_CARDS;
}

/* ---- Waiting for players ---- */

static void waiting_draw(struct table_screen *screen)
{
    struct terminal_client *client = screen->client;
    struct canvas *canvas = &client->canvas;
    const struct online *online = screen->online;
    char title[SENTENCE_MAX], address[SENTENCE_MAX];
    struct pond_text text = pond_text_in(title, sizeof title);
    struct pond_text link = pond_text_in(address, sizeof address);
    const struct pond_game *game =
        pond_game_find(json_text(json_object_get(online->held, "about"), "game"));
    pond_text_string(&text, game != NULL ? game->title : "Pond");
    pond_text_string(&text, " · ");
    tell(&text, &client->voice, TELL_ONLINE_WAITING);
    online_address(online, &link);
    if (client_begin(client, title, "")) {
        canvas_wrap(canvas, (struct area){2, 2, 2, canvas->columns - 4}, STYLE_PLAIN,
                    told(&client->voice, TELL_ONLINE_SHARE));
        canvas_text(canvas, 5, 4, canvas->columns - 5, STYLE_STRONG, address);
        for (int seat = 0; seat < online_seat_count(online); seat++) {
            char memory[SENTENCE_MAX], name[ONLINE_NAME_SIZE];
            struct pond_text line = pond_text_in(memory, sizeof memory);
            struct pond_text who = pond_text_in(name, sizeof name);
            online_name(online, seat, &who);
            tell2(&line, &client->voice, TELL_ONLINE_MOVE, digits_of(seat + 1).text, name);
            canvas_text(canvas, 8 + seat, 4, canvas->columns - 5, STYLE_PLAIN, memory);
        }
        canvas_wrap(canvas, (struct area){15, 2, 3, canvas->columns - 4}, screen->style,
                    screen->message);
        client_keys(client, canvas->rows - 1, told(&client->voice, TELL_KEYS_WAITING));
    }
    client_show(client);
}

/* Waits until the game begins; false: the person leaves, or the table is gone. */
static bool waiting_run(struct table_screen *screen)
{
    struct terminal_client *client = screen->client;
    struct online *online = screen->online;
    while (!client->ending && !online->link.failed && !online->missing && !online->night_over) {
        const enum online_phase phase = online_phase(online);
        if (phase == ONLINE_PLAYING) return true;
        if (phase == ONLINE_OVER && online->mirror.there) return true;
        if (phase == ONLINE_OVER) return false; /* closed before it began */
        waiting_draw(screen);
        const struct input input = client_wait(client, PAUSE_MS);
        const int key = input.kind == INPUT_KEY ? input.key : 0;
        if (key == 'Q' || key == 'q' || key == KEY_ESCAPE) return false;
        online_wait(online, 0, -1);
    }
    return false;
}

void table_run(struct terminal_client *client, struct online *online)
{
    struct table_screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL) return;
    screen->online = online;
    screen->client = client;
    screen->play.voice = &client->voice;
    online->told = told_line;
    online->context = screen;
    const struct game_away away = {.context = screen,
                                   .listen = listen,
                                   .submit = submit,
                                   .command = command,
                                   .resign = resign,
                                   .right = right_tell,
                                   .story = story_take,
                                   .keys = keys};
    if (waiting_run(screen)) {
        play_take(screen);
        game_run_away(client, &screen->play, &away);
    }
    online->told = NULL;
    free(screen);
}
