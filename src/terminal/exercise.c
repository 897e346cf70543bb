/* exercise.c: one step of a lesson or one puzzle on the screen: the board to try things on, what is
 * to be done, and what is said about it. See learn.h. */
#include <stdlib.h>
#include <string.h>

#include "learn.h"

#define WAIT_MS 250
#define STEP_MS 450 /* how long each thing that follows an answer is shown by itself */

struct exercise_screen {
    struct terminal_client *client;
    const struct pond_course *course;
    struct pond_attempt attempt;
    struct scene scene;
    char said[POND_WORDS_MAX + 1];
    uint8_t said_style;
    bool leave;
};

/* ---- What is shown ---- */

void exercise_title(const struct pond_attempt *attempt, const struct voice *voice,
                    struct pond_text *out)
{
    char title[POND_WORDS_MAX + 1];
    struct pond_text text = pond_text_in(title, sizeof title);
    const struct pond_exercise *exercise = &attempt->exercise;
    const struct digits number = digits_of(exercise->number + 1);
    const struct digits of = digits_of(attempt->course->exercise_count);
    pond_exercise_print(attempt->course, exercise, POND_LEARN_TITLE, voice->language, &text);
    tell3(out, voice,
          attempt->course->kind == POND_LESSON ? TELL_LEARN_STEP_TITLE : TELL_LEARN_PUZZLE_TITLE,
          number.text, of.text, title);
}

/* On the screen other players are named after their frogs; in words, where colours are told anyway,
 * they have names. */
static const char *name_of(const struct pond_match *match, const struct voice *voice, int seat,
                           int learner)
{
    static const char *const names[POND_SEATS_MAX] = {"Ada", "Ben", "Cleo", "Dan", "Eve"};
    if (seat == learner) return told(voice, TELL_YOU);
    const struct board *board = board_of(match->game);
    if (voice->plain || board->seat_name == NULL) return names[seat];
    return told(voice, board->seat_name(&match->state, seat));
}

void exercise_scene(const struct pond_attempt *attempt, const struct voice *voice,
                    struct scene *scene)
{
    const int seat = attempt->exercise.seat;
    scene->voice = voice;
    for (int i = 0; i < attempt->match.seat_count; i++) {
        scene->names[i] = name_of(&attempt->match, voice, i, seat);
    }
    scene_set(scene, &attempt->match, seat, pond_attempt_finished(attempt) ? -1 : seat);
}

/* ---- Drawing ---- */

static void side_draw(struct exercise_screen *screen, struct area area)
{
    struct canvas *canvas = &screen->client->canvas;
    char memory[POND_WORDS_MAX + SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (board_of(screen->course->game)->hands_beside) {
        const int used = board_players(canvas, area, &screen->scene);
        canvas_rule(canvas, area.row + used, area.column, area.columns, STYLE_QUIET);
        area.row += used + 1;
        area.rows -= used + 1;
    }
    area.column++;
    area.columns -= 2;
    const struct area none = {0, 0, 0, area.columns};
    const int said_rows =
        screen->said[0] != '\0' ? canvas_wrap(canvas, none, STYLE_PLAIN, screen->said) + 1 : 0;
    if (screen->attempt.exercise.level > 0) {
        tell1(&text, &screen->client->voice, TELL_LEARN_LEVEL,
              digits_of(screen->attempt.exercise.level).text);
        pond_text_char(&text, ' ');
    }
    pond_exercise_print(screen->course, &screen->attempt.exercise, POND_LEARN_TEXT,
                        screen->client->voice.language, &text);
    const int text_rows = canvas_wrap(canvas, none, STYLE_PLAIN, memory);
    int row = 0;
    /* If there is no room for both, the latest text is shown. */
    if (said_rows == 0 || text_rows + said_rows <= area.rows) {
        row = canvas_wrap(canvas, area, STYLE_PLAIN, memory);
        row += row > 0;
    }
    canvas_wrap(canvas, (struct area){area.row + row, area.column, area.rows - row, area.columns},
                screen->said_style, screen->said);
}

/* The task, and below it what the current choice would do, or how to choose, if there is room. */
static void task_draw(struct exercise_screen *screen, struct area area)
{
    struct canvas *canvas = &screen->client->canvas;
    char memory[POND_WORDS_MAX + 1];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_exercise_print(screen->course, &screen->attempt.exercise, POND_LEARN_TASK,
                        screen->client->voice.language, &text);
    const int rows = canvas_wrap(canvas, area, STYLE_STRONG, memory);
    pond_text_clear(&text);
    if (screen->scene.decider < 0 || rows >= area.rows) return;
    screen->scene.board->plan(&text, &screen->scene);
    if (text.length == 0) screen->scene.board->prompt(&text, &screen->scene);
    canvas_text(canvas, area.row + area.rows - 1, area.column, area.columns, STYLE_PLAIN, memory);
}

static void bottom_draw(struct exercise_screen *screen, struct area area)
{
    struct canvas *canvas = &screen->client->canvas;
    const struct voice *voice = &screen->client->voice;
    const bool last = screen->attempt.exercise.number + 1 == screen->course->exercise_count;
    const int input_row = area.row + area.rows - 2;
    canvas_rule(canvas, area.row, 0, area.columns, STYLE_QUIET);
    task_draw(screen, (struct area){area.row + 1, 1, area.rows - 3, area.columns - 2});
    if (pond_attempt_finished(&screen->attempt)) {
        canvas_text(canvas, input_row, 1, area.columns - 2, STYLE_KEY,
                    told(voice, last ? TELL_LEARN_LAST : TELL_LEARN_ON));
    } else {
        client_input(screen->client, input_row, area.columns - 4, screen->scene.input);
    }
    client_keys(screen->client, input_row + 1, told(voice, TELL_KEYS_EXERCISE));
}

static void draw(struct exercise_screen *screen)
{
    struct terminal_client *client = screen->client;
    const struct canvas *canvas = &client->canvas;
    char title[SENTENCE_MAX];
    struct pond_text text = pond_text_in(title, sizeof title);
    exercise_title(&screen->attempt, &client->voice, &text);
    if (client_begin(client, title, screen->course->game->title)) {
        const bool tight = board_of(screen->course->game)->tall && canvas->rows < 25;
        const struct zones zones =
            client_board(client, &screen->scene, canvas->columns / 3, tight ? 5 : 6);
        side_draw(screen, zones.side);
        bottom_draw(screen, zones.bottom);
    }
    client_show(client);
}

/* ---- What happens ---- */

static void scene_refresh(struct exercise_screen *screen)
{
    exercise_scene(&screen->attempt, &screen->client->voice, &screen->scene);
    input_set(&screen->scene, "");
    if (screen->scene.decider >= 0) board_begin(&screen->scene);
}

static void begin(struct exercise_screen *screen, uint32_t number)
{
    pond_attempt_begin(&screen->attempt, screen->course, number);
    screen->said[0] = '\0';
    memset(&screen->scene, 0, sizeof screen->scene);
    scene_refresh(screen);
}

/* Shows, one by one, the entries of the log from this one on. */
static void news_show(struct exercise_screen *screen, uint32_t from)
{
    const struct pond_match *match = &screen->attempt.match;
    bool on = !screen->client->options->fast;
    screen->scene.decider = -1;
    struct pond_cursor cursor = pond_cursor_at(match, from);
    if (match->game->round != NULL) return; /* a round is shown when it is complete */
    while (on) {
        struct pond_state state;
        const struct pond_entry *entry = pond_cursor_next(&cursor);
        if (entry == NULL || cursor.number == pond_match_entries(match)) break;
        pond_match_replay(match, cursor.number, &state);
        match->game->observe(&state, screen->attempt.exercise.seat, &screen->scene.view);
        screen->scene.has_last = true;
        screen->scene.last_seat = entry->seat;
        screen->scene.last_move = entry->move;
        draw(screen);
        const struct input input = client_wait(screen->client, STEP_MS);
        on = input.kind == INPUT_NONE || input.kind == INPUT_RESIZE;
        if (!on) client_put_back(screen->client, input);
    }
}

static void judge(struct exercise_screen *screen)
{
    struct pond_error why;
    char answer[INPUT_MAX];
    struct pond_text text = pond_text_in(screen->said, sizeof screen->said);
    const enum pond_language language = screen->client->voice.language;
    const uint32_t before = pond_match_entries(&screen->attempt.match);
    memcpy(answer, screen->scene.input, sizeof answer);
    const enum pond_verdict verdict = pond_attempt_answer(&screen->attempt, answer, &why);
    if (verdict == POND_VERDICT_REFUSED) {
        tell_refusal(&text, &screen->client->voice, &why);
    } else {
        pond_attempt_say(&screen->attempt, language, &text);
    }
    screen->said_style = verdict == POND_VERDICT_RIGHT ? STYLE_GOOD : STYLE_DOUBTFUL;
    if (verdict == POND_VERDICT_RIGHT) news_show(screen, before);
    if (pond_attempt_finished(&screen->attempt)) {
        progress_add(screen->course, screen->attempt.exercise.number);
    }
    scene_refresh(screen);
}

static void answer_show(struct exercise_screen *screen)
{
    char answer[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(answer, sizeof answer);
    if (pond_attempt_finished(&screen->attempt)) return;
    pond_attempt_solution(&screen->attempt, &text);
    text = pond_text_in(screen->said, sizeof screen->said);
    tell1(&text, &screen->client->voice, TELL_LEARN_ANSWER, answer);
    screen->said_style = STYLE_GOOD;
}

static void go(struct exercise_screen *screen, int direction)
{
    const uint32_t number = screen->attempt.exercise.number;
    if (direction < 0 && number > 0) begin(screen, number - 1);
    if (direction > 0 && number + 1 < screen->course->exercise_count) begin(screen, number + 1);
}

/* ---- Keys ---- */

static void decider_key(struct exercise_screen *screen, int key)
{
    struct scene *scene = &screen->scene;
    if (input_arrow(scene, key)) return;
    if (key == KEY_RETURN && scene->typed) {
        scene->submit = true;
    } else if (key == KEY_RETURN || (key == ' ' && !scene->typed)) {
        scene->board->press(scene, key == ' ');
    } else {
        input_type(scene, key);
    }
}

static void key_take(struct exercise_screen *screen, int key)
{
    const bool finished = pond_attempt_finished(&screen->attempt);
    const bool last = screen->attempt.exercise.number + 1 == screen->course->exercise_count;
    switch (key) {
    case 'N': go(screen, 1); return;
    case 'P': go(screen, -1); return;
    case 'A': begin(screen, screen->attempt.exercise.number); return;
    case 'H': answer_show(screen); return;
    case 'R': rules_run(screen->client, screen->course->game); return;
    case '?': keys_run(screen->client, screen->course->game); return;
    case 'Q': screen->leave = true; return;
    case KEY_ESCAPE:
        if (screen->scene.input[0] == '\0') screen->leave = true;
        input_set(&screen->scene, "");
        return;
    default: break;
    }
    if (!finished) {
        decider_key(screen, key);
    } else if (key == KEY_RETURN || key == ' ') {
        if (last) screen->leave = true;
        go(screen, 1);
    }
}

static void input_take(struct exercise_screen *screen, struct input input)
{
    if (input.kind == INPUT_KEY) key_take(screen, input.key);
    if (input.kind == INPUT_CLICK && screen->scene.decider >= 0) {
        const int32_t action = canvas_action(&screen->client->canvas, input.row, input.column);
        if (action >= ACTION_BOARD) input_touch(&screen->scene, action);
    }
    if (screen->scene.submit && screen->scene.decider >= 0) judge(screen);
    screen->scene.submit = false;
}

void exercise_run(struct terminal_client *client, const struct pond_course *course, uint32_t number)
{
    struct exercise_screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL) return;
    screen->client = client;
    screen->course = course;
    begin(screen, number);
    while (!screen->leave && !client->ending) {
        draw(screen);
        input_take(screen, client_wait(client, WAIT_MS));
    }
    free(screen);
}
