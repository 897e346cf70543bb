/* game.c: a game on the screen: keys, what they do, and what happens meanwhile. See game.h. */
#include "game.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "replay.h"

#define WAIT_BUSY_MS 30  /* while something works in the background */
#define WAIT_IDLE_MS 250 /* how late a signal may be noticed */
#define HOP_MS 110
#define REST_MS 900

static void game_say(struct game_screen *game, uint8_t style, enum tell sentence, const char *first)
{
    struct pond_text text = pond_text_in(game->message, sizeof game->message);
    tell1(&text, &game->client->voice, sentence, first);
    game->message_style = style;
}

static void say_error(struct game_screen *game, const struct pond_error *why)
{
    struct pond_text text = pond_text_in(game->message, sizeof game->message);
    tell_refusal(&text, &game->client->voice, why);
    game->message_style = STYLE_BAD;
}

/* ---- Keeping up with the match ---- */

/* Shows the leaps of an entry hop by hop; false when a key wants to go on. */
static bool entry_animate(struct game_screen *game, uint32_t index)
{
    const struct pond_match *match = &game->play->match;
    struct pond_state before, after;
    struct hop hops[LEAP_STEPS_MAX];
    const struct pond_entry *entry = pond_match_entry(match, index);
    const struct board *board = game->scene.board;
    if (board->hops == NULL) return true;
    pond_match_replay(match, index, &before);
    after = before;
    pond_entry_apply(match->game, entry, &after);
    const int count = board->hops(&before, entry, &after, hops);
    if (count == 0) return true;
    match->game->observe(&before, game->play->viewer, &game->scene.view);
    game->scene.decider = -1;
    game->scene.last_move = entry->move;
    bool on = true;
    game->leaping = true;
    for (int i = 0; i < count && on; i++) {
        game->scene.moving = hops[i].who;
        game->scene.moving_at = hops[i].where;
        if (i > 0 && hops[i - 1].who != hops[i].who) {
            game->scene.leapt_to[hops[i - 1].who] = hops[i - 1].where;
        }
        game_draw(game);
        const struct input input = client_wait(game->client, HOP_MS);
        on = input.kind == INPUT_NONE || input.kind == INPUT_RESIZE;
        if (!on) client_put_back(game->client, input);
    }
    game->leaping = false;
    return on;
}

static void news_animate(struct game_screen *game)
{
    const struct pond_match *match = &game->play->match;
    bool on = !game->client->options->fast && !game->play->covered;
    const uint32_t end = pond_match_entries(match);
    struct pond_cursor cursor = pond_cursor_at(match, game->shown < end ? game->shown : end);
    for (const struct pond_entry *entry; on && (entry = pond_cursor_next(&cursor)) != NULL;) {
        if (entry->kind <= POND_ENTRY_CHANCE) on = entry_animate(game, cursor.number - 1);
    }
    game->shown = end;
}

static void game_refresh(struct game_screen *game)
{
    const struct play *play = game->play;
    const int decider = play_decider(play);
    const bool moved = game->version != play->match.version;
    const bool same = !moved && game->viewer == play->viewer && game->decider == decider;
    if (same) return;
    if (moved) {
        if (game->away == NULL && pond_match_over(&play->match)) {
            autosave_forget();
        } else if (game->away == NULL) {
            autosave_write(play);
        }
        if (game->asked == ASKED_HINT) game->asked = ASKED_NOTHING;
        status_scene(play, &game->scene);
        news_animate(game);
        game->rest_until_ms = computer_clock_ms() + REST_MS;
        game->scroll = 0;
    }
    /* A half-typed choice survives what others choose meanwhile. */
    if (decider != game->decider || game->ply != play->match.ply) {
        input_set(&game->scene, "");
    }
    const bool begins = decider >= 0 && (decider != game->decider || moved);
    game->version = play->match.version;
    game->ply = play->match.ply;
    game->viewer = play->viewer;
    game->decider = decider;
    status_scene(play, &game->scene);
    game->scene.threats = game->threats;
    if (begins) board_begin(&game->scene);
    if (game->away != NULL) {
        game->away->story(game->away->context, &game->story);
    } else {
        status_story(play, &game->story, 0);
    }
    if (moved && play->draw_declined >= 0) {
        game_say(game, STYLE_PLAIN, TELL_DRAW_DECLINED, play_name(play, play->draw_declined));
    }
}

/* ---- Playing a choice ---- */

static void submit_now(struct game_screen *game, const char *text)
{
    struct pond_error why;
    game->asked = ASKED_NOTHING;
    adviser_stop(&game->adviser);
    if (game->away != NULL) {
        game->message[0] = '\0';
        game->away->submit(game->away->context, text);
    } else if (play_submit(game->play, game->scene.decider, text, &why)) {
        game->message[0] = '\0';
    } else {
        say_error(game, &why);
    }
    input_set(&game->scene, "");
}

/* Plays the input, or lets the tutor look at it first. */
static void submit(struct game_screen *game)
{
    struct pond_error why;
    pond_move move;
    char text[INPUT_MAX + 1];
    memcpy(text, game->scene.input, sizeof game->scene.input);
    game->scene.submit = false;
    const struct scene *scene = &game->scene;
    if (scene->typed && scene->board->spell != NULL) scene->board->spell(scene, text);
    const bool legal =
        pond_move_read(scene->game, &scene->imagined, scene->decider, text, &move, &why);
    if (!legal) {
        say_error(game, &why);
        game->scene.refused = scene->typed;
        if (!scene->typed) input_set(&game->scene, "");
        return;
    }
    if (game->play->tutor && scene->move_count > 1 &&
        adviser_ask(&game->adviser, &game->play->match, scene->decider, move)) {
        memcpy(game->tried, text, sizeof game->tried);
        game->asked = ASKED_TUTOR;
        game_say(game, STYLE_QUIET, TELL_CHECKING, text);
        return;
    }
    submit_now(game, text);
}

/* There are two lines; longer texts drop their least important part. */
static bool message_fits(struct game_screen *game)
{
    struct canvas *canvas = &game->client->canvas;
    const struct area none = {0, 0, 0, canvas->columns - 2};
    return canvas_wrap(canvas, none, STYLE_PLAIN, game->message) <= 2;
}

static void tutor_answer(struct game_screen *game)
{
    game->asked = ASKED_NOTHING;
    if (!adviser_warns(&game->adviser)) {
        submit_now(game, game->tried);
        return;
    }
    uint32_t reasons = POND_FACTS_MAX;
    do {
        struct pond_text text = pond_text_in(game->message, sizeof game->message);
        adviser_warn(&game->adviser, &game->client->voice, reasons, &text);
    } while (!message_fits(game) && reasons-- > 0);
    game->message_style = STYLE_DOUBTFUL;
    game->question = QUESTION_BLUNDER;
}

static void hint_answer(struct game_screen *game)
{
    uint32_t choices = ADVICE_CHOICES;
    game->asked = ASKED_NOTHING;
    do {
        struct pond_text text = pond_text_in(game->message, sizeof game->message);
        adviser_tell(&game->adviser, &game->client->voice, choices, &text);
    } while (!message_fits(game) && --choices > 0);
    game->message_style = STYLE_GOOD;
}

/* ---- Commands ---- */

static void undo(struct game_screen *game)
{
    const int viewer = game->play->viewer;
    if (viewer >= game->play->chair_count) return;
    adviser_stop(&game->adviser);
    const enum tell done = play_undo(game->play, viewer);
    game_say(game, done == TELL_UNDO_FINE ? STYLE_PLAIN : STYLE_BAD, done, "");
}

/* With several people at this screen, the one who has just played takes back; all must agree. */
static void undo_ask(struct game_screen *game)
{
    if (play_person_count(game->play) > 1) {
        game->question = QUESTION_UNDO;
        game_say(game, STYLE_DOUBTFUL, TELL_ASK_UNDO, "");
    } else {
        undo(game);
    }
}

static void save(struct game_screen *game, const char *path)
{
    char where[PATH_TEXT_MAX], memory[SENTENCE_MAX];
    struct pond_text trouble = pond_text_in(memory, sizeof memory);
    if (files_save_record(game->play, path, where, &trouble)) {
        game_say(game, STYLE_GOOD, TELL_SAVED, where);
    } else {
        memcpy(game->message, memory, sizeof game->message);
        game->message_style = STYLE_BAD;
    }
}

static void draw_offer(struct game_screen *game, bool accept)
{
    struct pond_error why;
    const int seat = game->scene.decider;
    if (seat < 0) return;
    const bool fine =
        accept ? play_accept_draw(game->play, seat, &why) : play_offer_draw(game->play, seat, &why);
    if (!fine) {
        say_error(game, &why);
    } else if (!accept) {
        game_say(game, STYLE_PLAIN, play_draw_offered(game->play), "");
    }
}

static void hint_ask(struct game_screen *game)
{
    if (game->scene.decider < 0) {
        game_say(game, STYLE_BAD, TELL_NO_HINT_NOW, "");
    } else if (adviser_ask(&game->adviser, &game->play->match, game->scene.decider, 0)) {
        game->asked = ASKED_HINT;
        game_say(game, STYLE_QUIET, TELL_ADVISING, "");
    }
}

static void toggle(struct game_screen *game, bool *what, enum tell on, enum tell off)
{
    *what = !*what;
    game->scene.threats = game->threats;
    game_say(game, STYLE_PLAIN, *what ? on : off, "");
}

/* Lists all legal moves: below the board if they fit there, else as a page. */
static void moves_show(struct game_screen *game)
{
    static char memory[MOVES_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (game->scene.decider < 0) return;
    scene_moves_print(&game->scene, &text);
    if (text.length + 2 < (size_t)game->client->canvas.columns) {
        memcpy(game->message, memory, text.length + 1);
        game->message_style = STYLE_PLAIN;
    } else {
        pager_run(game->client, told(&game->client->voice, TELL_MOVES_TITLE), memory);
    }
}

/* Everything that has happened, the oldest first. */
static void story_show(struct game_screen *game)
{
    static char memory[STORY_LINES_MAX * (STORY_LINE_MAX + 1)];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    for (int i = 0; i < game->story.count; i++) {
        pond_text_string(&text, game->story.lines[i].text);
        pond_text_char(&text, '\n');
    }
    pager_run(game->client, told(&game->client->voice, TELL_STORY_TITLE), memory);
}

/* After the game: nothing is hidden any more. */
static void review_show(struct game_screen *game)
{
    static struct replay replay;
    if (!pond_match_over(&game->play->match) || !replay_take(&replay, game->play)) return;
    viewer_run(game->client, &replay, game->play->viewer, true);
    replay_close(&replay);
}

static void command_do(struct game_screen *game, enum command_name command, const char *rest)
{
    struct play *play = game->play;
    const struct game_away *away = game->away;
    game->message[0] = '\0';
    if (away != NULL && away->command(away->context, game, command, 0)) return;
    switch (command) {
    case COMMAND_HELP: keys_run(game->client, play->match.game); break;
    case COMMAND_RULES: rules_run(game->client, play->match.game); break;
    case COMMAND_HINT: hint_ask(game); break;
    case COMMAND_UNDO: undo_ask(game); break;
    case COMMAND_THREATS:
        if (!command_fits(command, play->match.game)) break;
        toggle(game, &game->threats, TELL_THREATS_ON, TELL_THREATS_OFF);
        break;
    case COMMAND_TUTOR: toggle(game, &play->tutor, TELL_TUTOR_ON, TELL_TUTOR_OFF); break;
    case COMMAND_DRAW: draw_offer(game, false); break;
    case COMMAND_ACCEPT: draw_offer(game, true); break;
    case COMMAND_SAVE: save(game, rest); break;
    case COMMAND_MOVES: moves_show(game); break;
    case COMMAND_STORY: story_show(game); break;
    case COMMAND_QUIT: game->leave = true; break;
    case COMMAND_REVIEW: review_show(game); break;
    case COMMAND_NEXT:
        if (!pond_match_over(&play->match)) break;
        adviser_stop(&game->adviser);
        play_again(play);
        autosave_begin(NULL);
        game->shown = 0;
        break;
    case COMMAND_RESIGN:
        if (game->scene.over || play->viewer >= play->chair_count) break;
        game->question = QUESTION_RESIGN;
        game_say(game, STYLE_DOUBTFUL, TELL_ASK_RESIGN, "");
        break;
    default: break;
    }
}

/* ---- Keys ---- */

static bool is_among(const struct game_screen *game, enum tell keys, int key)
{
    return key > 0 && key < 128 && strchr(told(&game->client->voice, keys), key) != NULL;
}

static void question_answer(struct game_screen *game, int key)
{
    const enum question question = game->question;
    struct pond_error why;
    game->question = QUESTION_NONE;
    game->message[0] = '\0';
    if (question == QUESTION_RESIGN && is_among(game, TELL_KEYS_YES, key) && game->away != NULL) {
        game->away->resign(game->away->context);
    } else if (question == QUESTION_RESIGN && is_among(game, TELL_KEYS_YES, key)) {
        adviser_stop(&game->adviser);
        if (!play_resign(game->play, game->play->viewer, &why)) say_error(game, &why);
    }
    if (question == QUESTION_UNDO && is_among(game, TELL_KEYS_YES, key)) undo(game);
    if (question != QUESTION_BLUNDER) return;
    input_set(&game->scene, "");
    if (is_among(game, TELL_KEYS_PLAY_IT, key)) {
        submit_now(game, game->tried);
    } else if (is_among(game, TELL_KEYS_SHOW_ME, key)) {
        hint_ask(game);
    }
}

static void return_key(struct game_screen *game)
{
    struct scene *scene = &game->scene;
    const char *rest;
    const enum command_name command = command_read(scene->input, &rest);
    if (scene->typed && command != COMMAND_NONE) {
        char kept[INPUT_MAX];
        memcpy(kept, rest, strlen(rest) + 1);
        input_set(scene, "");
        command_do(game, command, kept);
    } else if (scene->typed) {
        scene->submit = true;
    } else {
        scene->board->press(scene, false);
    }
}

static void escape_key(struct game_screen *game)
{
    if (game->asked == ASKED_TUTOR) {
        submit_now(game, game->tried);
    } else if (game->asked == ASKED_HINT) {
        thinker_hurry(&game->adviser.thinker);
    } else if (game->scene.input[0] != '\0') {
        input_set(&game->scene, "");
    } else {
        play_hurry(game->play);
    }
    game->message[0] = '\0';
}

/* If nobody at this screen plays, any seat may be looked at. */
static void viewer_next(struct game_screen *game)
{
    struct play *play = game->play;
    if (play_person_count(play) > 0) return;
    play->viewer = play->viewer >= play->chair_count ? 0 : play->viewer + 1;
    if (play->viewer == play->chair_count) play->viewer = POND_SPECTATOR;
}

static void decider_key(struct game_screen *game, int key)
{
    struct scene *scene = &game->scene;
    game->message[0] = '\0';
    if (input_arrow(scene, key)) return;
    if (key == KEY_RETURN) {
        return_key(game);
    } else if (key == ' ' && !scene->typed) {
        scene->board->press(scene, true);
    } else {
        input_type(scene, key);
    }
}

static void paste_take(struct game_screen *game, int key)
{
    const bool busy = game->question != QUESTION_NONE || game->asked != ASKED_NOTHING ||
                      game->play->covered || game->play->paused;
    if (busy || game->scene.decider < 0) return;
    game->message[0] = '\0';
    if (input_paste(&game->scene, key)) return_key(game);
}

static void key_take(struct game_screen *game, int key)
{
    const enum command_name command = command_of_key(key);
    const bool typing = game->scene.typed && !game->scene.refused;
    if (game->question != QUESTION_NONE) {
        question_answer(game, key);
    } else if (game->play->covered) {
        if (key == KEY_RETURN) play_uncover(game->play);
        if (command == COMMAND_QUIT || command == COMMAND_HELP) command_do(game, command, "");
    } else if (game->play->paused && key == KEY_RETURN) {
        play_uncover(game->play);
    } else if (game->asked == ASKED_TUTOR && key != KEY_ESCAPE) {
        return; /* a moment, please */
    } else if (game->away != NULL && command == COMMAND_NONE && !typing &&
               game->away->command(game->away->context, game, command, key)) {
        return;
    } else if (command != COMMAND_NONE && !typing) {
        command_do(game, command, "");
    } else if (key == 'q' && game->scene.decider < 0) { /* nobody types a move */
        command_do(game, COMMAND_QUIT, "");
    } else if (key == KEY_FUNCTION + 1) {
        command_do(game, COMMAND_HELP, "");
    } else if (key == KEY_ESCAPE) {
        escape_key(game);
    } else if (key == KEY_PAGE_UP) {
        if (game->scroll + 5 < game->story.count) game->scroll += 5;
    } else if (key == KEY_PAGE_DOWN) {
        game->scroll = game->scroll > 5 ? game->scroll - 5 : 0;
    } else if (key == KEY_TABULATOR) {
        viewer_next(game);
    } else if (game->scene.decider >= 0) {
        decider_key(game, key);
    }
}

static void input_take(struct game_screen *game, struct input input)
{
    if (input.kind == INPUT_KEY && input.pasted) {
        paste_take(game, input.key);
    } else if (input.kind == INPUT_KEY) {
        key_take(game, input.key);
    }
    if (input.kind == INPUT_WHEEL) key_take(game, input.key < 0 ? KEY_PAGE_UP : KEY_PAGE_DOWN);
    if (input.kind == INPUT_CLICK && game->scene.decider >= 0 && game->question == QUESTION_NONE &&
        game->asked != ASKED_TUTOR) {
        const int32_t action = canvas_action(&game->client->canvas, input.row, input.column);
        if (action < ACTION_BOARD) return;
        game->message[0] = '\0';
        input_touch(&game->scene, action);
    }
    if (game->scene.submit && game->scene.decider >= 0) submit(game);
    game->scene.submit = false;
}

/* ---- The loop ---- */

static void adviser_listen(struct game_screen *game)
{
    if (game->asked == ASKED_NOTHING) return;
    if (!adviser_answered(&game->adviser, &game->play->match)) {
        if (!thinker_busy(&game->adviser.thinker)) game->asked = ASKED_NOTHING;
        return;
    }
    if (game->asked == ASKED_HINT) {
        hint_answer(game);
    } else {
        tutor_answer(game);
    }
}

/* Where only computers play, each decision stays on the screen for a moment. */
static bool game_rests(const struct game_screen *game)
{
    const bool watching = play_person_count(game->play) == 0 && !game->client->options->fast;
    return watching && computer_clock_ms() < game->rest_until_ms;
}

void game_run_away(struct terminal_client *client, struct play *play, const struct game_away *away)
{
    struct game_screen *game = calloc(1, sizeof *game);
    if (game == NULL) return;
    game->client = client;
    game->play = play;
    game->away = away;
    game->viewer = game->decider = -2;
    game->shown = pond_match_entries(&play->match);
    while (!game->leave && !client->ending) {
        if (away != NULL && !away->listen(away->context, game)) break;
        if (away == NULL && !game_rests(game)) play_step(play);
        game_refresh(game);
        adviser_listen(game);
        game_refresh(game);
        game_draw(game);
        const bool busy = away != NULL || play->thinking_seat >= 0 || game_rests(game) ||
                          game->asked != ASKED_NOTHING;
        input_take(game, client_wait(client, busy ? WAIT_BUSY_MS : WAIT_IDLE_MS));
    }
    if (away == NULL && !pond_match_over(&play->match)) client->waits = autosave_write(play);
    adviser_close(&game->adviser);
    free(game);
}

void game_run(struct terminal_client *client, struct play *play)
{
    game_run_away(client, play, NULL);
}
