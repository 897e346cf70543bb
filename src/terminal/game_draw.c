/* game_draw.c: how a game looks: the board, what you can do, the story. See game.h. */
#include "game.h"

#define BOTTOM_ROWS 5

static void side_draw(struct game_screen *game, struct area area)
{
    struct canvas *canvas = &game->client->canvas;
    const int used = board_players(canvas, area, &game->scene);
    if (used > 0) canvas_rule(canvas, area.row + used, area.column, area.columns, STYLE_QUIET);
    const int from = used > 0 ? used + 1 : 0;
    story_draw(canvas, (struct area){area.row + from, area.column, area.rows - from, area.columns},
               &game->story, game->scroll);
}

/* Whose turn it is; nobody's while the last leaps are still being shown. */
static void turn_tell(struct game_screen *game, struct pond_text *out)
{
    if (game->leaping && play_decider(game->play) >= 0) {
        tell(out, game->play->voice, TELL_WAITING);
    } else {
        status_tell(game->play, out);
    }
}

/* While a computer thinks: who, how deep, and how to stop it. */
static void thinking_tell(struct game_screen *game, struct pond_text *out)
{
    struct play *play = game->play;
    struct pond_advice so_far;
    uint32_t done, total;
    thinker_look(&play->thinker, &so_far, &done, &total);
    const char *name = play_name(play, play->thinking_seat);
    if (so_far.depth > 0) {
        tell2(out, play->voice, TELL_THINKING_NODES, name, digits_of(so_far.depth).text);
    } else {
        tell1(out, play->voice, TELL_THINKING, name);
    }
    pond_text_string(out, "   ");
    tell(out, play->voice, TELL_THINKING_STOP);
}

/* The first line: what can be done. The title says whose turn it is. */
static void prompt_draw(struct game_screen *game, struct area area)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct scene *scene = &game->scene;
    if (scene->decider >= 0) {
        scene->board->prompt(&text, scene);
    } else if (game->play->thinking_seat >= 0 && !scene->over) {
        thinking_tell(game, &text);
    } else {
        turn_tell(game, &text);
    }
    canvas_text(&game->client->canvas, area.row + 1, 1, area.columns - 2, STYLE_STRONG, memory);
}

static void message_draw(struct game_screen *game, struct area area)
{
    struct canvas *canvas = &game->client->canvas;
    const struct play *play = game->play;
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    uint8_t style = STYLE_PLAIN;
    if (game->message[0] != '\0') {
        pond_text_string(&text, game->message);
        style = game->message_style;
    } else if (play->match.offer >= 0 && game->scene.decider >= 0 &&
               play->match.offer != game->scene.decider) {
        tell1(&text, play->voice, TELL_DRAW_OFFERED_BY, play_name(play, play->match.offer));
        style = STYLE_DOUBTFUL;
    } else {
        game->scene.board->plan(&text, &game->scene);
    }
    /* A long sentence takes the line of the prompt as well. */
    if (canvas_columns(memory) > area.columns - 2) {
        canvas_fill(canvas, (struct area){area.row + 1, 0, 1, area.columns}, STYLE_PLAIN, " ");
        canvas_wrap(canvas, (struct area){area.row + 1, 1, 2, area.columns - 2}, style, memory);
        return;
    }
    canvas_text(canvas, area.row + 2, 1, area.columns - 2, style, memory);
}

static void bottom_draw(struct game_screen *game, struct area area)
{
    struct canvas *canvas = &game->client->canvas;
    const struct voice *voice = &game->client->voice;
    canvas_rule(canvas, area.row, 0, area.columns, STYLE_QUIET);
    prompt_draw(game, area);
    message_draw(game, area);
    if (game->scene.decider >= 0) {
        client_input(game->client, area.row + 3, area.columns - 4, game->scene.input);
    }
    const bool watching = play_person_count(game->play) == 0;
    const enum tell playing = game->scene.game->draw_offers ? TELL_KEYS_GAME : TELL_KEYS_CARDS;
    client_keys(game->client, area.row + 4,
                told(voice, game->away != NULL ? game->away->keys(game->away->context)
                            : game->scene.over ? TELL_KEYS_OVER
                            : watching         ? TELL_KEYS_WATCH
                                               : playing));
}

/* 'Pass it on': nobody's cards are on the screen. */
static void cover_draw(struct game_screen *game)
{
    struct canvas *canvas = &game->client->canvas;
    const struct voice *voice = &game->client->voice;
    const char *name = play_name(game->play, game->play->covered_for);
    const struct area area = {canvas->rows / 2 - 5, 0, 12, canvas->columns};
    static const enum tell lines[] = {TELL_PASS_ON, TELL_PASS_ON_HIDE, TELL_PASS_ON_KEY};
    canvas_center(canvas, area, 0, STYLE_GOOD, "o___o");
    canvas_center(canvas, area, 1, STYLE_GOOD, "( - - )");
    canvas_center(canvas, area, 2, STYLE_GOOD, "^^  ^^");
    for (int i = 0; i < 3; i++) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        tell1(&text, voice, lines[i], name);
        canvas_center(canvas, area, 5 + 2 * i, i == 0 ? STYLE_STRONG : STYLE_PLAIN, memory);
    }
    canvas_spot(canvas, (struct area){0, 0, canvas->rows, canvas->columns}, key_action(KEY_RETURN));
}

void game_draw(struct game_screen *game)
{
    struct terminal_client *client = game->client;
    char memory[SENTENCE_MAX], score[SENTENCE_MAX];
    struct pond_text title = pond_text_in(memory, sizeof memory);
    struct pond_text right = pond_text_in(score, sizeof score);
    status_title(game->play, &title);
    if (!game->scene.over) {
        pond_text_string(&title, " · ");
        turn_tell(game, &title);
    }
    if (game->away != NULL) {
        game->away->right(game->away->context, &right);
    } else {
        status_score(game->play, &right);
    }
    if (client_begin(client, memory, score)) {
        if (game->play->covered) {
            cover_draw(game);
        } else {
            const int side = client->canvas.columns / 3;
            const struct zones zones = client_board(client, &game->scene, side, BOTTOM_ROWS);
            side_draw(game, zones.side);
            bottom_draw(game, zones.bottom);
        }
    }
    client_show(client);
}
