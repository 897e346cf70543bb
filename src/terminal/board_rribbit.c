/* board_rribbit.c: Rrib-bit on the screen and in words. See board.h. */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "pond/rribbit.h"
#include "screen.h"

static const struct rribbit_state *seen(const struct scene *scene)
{
    return (const struct rribbit_state *)&scene->view;
}

static uint64_t bit(int pad) { return UINT64_C(1) << pad; }

static void pad_name(int pad, char out[3])
{
    out[0] = (char)('a' + pad % RRIBBIT_COLUMNS);
    out[1] = (char)('1' + pad / RRIBBIT_COLUMNS);
    out[2] = '\0';
}

/* ---- The current choice ---- */

/* The pads that the input names so far: "b1xc3" has two. */
static int input_pads(const char *input, int pads[RRIBBIT_FROGS_MAX + 1])
{
    int count = 0;
    while (count <= RRIBBIT_FROGS_MAX && input[0] >= 'a' && input[0] <= 'i' && input[1] >= '1' &&
           input[1] <= '7') {
        pads[count++] = (input[1] - '1') * RRIBBIT_COLUMNS + input[0] - 'a';
        input += 2;
        if (*input != '-' && *input != 'x') break;
        input++;
    }
    return count;
}

/* The pads where the current choice could continue. */
static uint64_t next_pads(const struct scene *scene, const int *pads, int count)
{
    uint64_t next = 0;
    for (int i = 0; i < scene->move_count; i++) {
        const pond_move move = scene->moves[i];
        bool fits = rribbit_move_landings(move) >= count;
        for (int k = 0; fits && k < count; k++) fits = rribbit_move_pad(move, k) == pads[k];
        if (fits) next |= bit(rribbit_move_pad(move, count));
    }
    return next;
}

static void pads_write(struct scene *scene, const int *pads, int count)
{
    char memory[INPUT_MAX], name[3];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct rribbit_state *state = seen(scene);
    for (int i = 0; i < count; i++) {
        const bool captures = (state->frogs[1 - state->side] & bit(pads[i])) != 0;
        if (i > 0) pond_text_char(&text, captures ? 'x' : '-');
        pad_name(pads[i], name);
        pond_text_string(&text, name);
    }
    input_set(scene, memory);
}

static void choose_pad(struct scene *scene, int pad)
{
    int pads[RRIBBIT_FROGS_MAX + 2];
    int count = input_pads(scene->input, pads);
    const bool own = (seen(scene)->frogs[seen(scene)->side] & bit(pad)) != 0;
    scene->cursor = pad;
    if (count > 0 &&
        pads[count - 1] == pad) { /* the same pad again: plays the choice or drops it */
        if (count > 1)
            scene->submit = true;
        else
            input_set(scene, "");
        return;
    }
    const bool fits = (next_pads(scene, pads, count) & bit(pad)) != 0;
    if (own && !fits) count = 0;
    if (count > RRIBBIT_FROGS_MAX) return;
    pads[count++] = pad;
    if (count == 1 && own) {
        pads_write(scene, pads, count);
        return;
    }
    /* Refuses a leap from a pad without one of your frogs, with a reason. */
    if (count == 1) pads[count++] = __builtin_ctzll(rribbit_knight[pad]);
    pads_write(scene, pads, count);
    scene->submit = !fits || next_pads(scene, pads, count) == 0;
}

/* The cursor stays where it was, or begins in the middle of your own row. */
static void begin(struct scene *scene)
{
    if (scene->cursor_row == scene->decider + 1) return;
    scene->cursor_row = scene->decider + 1;
    scene->cursor = scene->decider == RRIBBIT_LIGHT ? 4 : 58;
}

static void arrow(struct scene *scene, int key)
{
    int column = scene->cursor % RRIBBIT_COLUMNS, row = scene->cursor / RRIBBIT_COLUMNS;
    if (key == KEY_ARROW_LEFT) column = (column + 8) % RRIBBIT_COLUMNS;
    if (key == KEY_ARROW_RIGHT) column = (column + 1) % RRIBBIT_COLUMNS;
    if (key == KEY_ARROW_UP) row = (row + 1) % RRIBBIT_ROWS;
    if (key == KEY_ARROW_DOWN) row = (row + 6) % RRIBBIT_ROWS;
    scene->cursor = row * RRIBBIT_COLUMNS + column;
}

static void press(struct scene *scene, bool pick)
{
    (void)pick;
    choose_pad(scene, scene->cursor);
}

static void touch(struct scene *scene, int32_t action)
{
    if (action >= 0 && action < RRIBBIT_PADS) choose_pad(scene, action);
}

/* ---- Drawing ---- */

struct size {
    int wide, high;
};

/* A frog of each size, row by row; the dot is where its letter stands. */
static const char *const frogs[][4] = {
    [2] = {"o_o", "(.)"},
    [3] = {"o___o", "( . )", "^^ ^^"},
    [4] = {" o__o ", "/ .. \\", "\\____/", "^^  ^^"},
};

static struct size size_for(struct area area)
{
    static const struct size sizes[] = {{8, 4}, {7, 3}, {5, 2}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const bool fits =
            9 * sizes[i].wide + 6 <= area.columns && 7 * sizes[i].high + 4 <= area.rows;
        if (fits) return sizes[i];
    }
    return sizes[2];
}

/* A pad's place on the screen; the arena's frame takes a row and a column on each side. */
static struct area pad_area(struct area area, struct size size, int pad)
{
    const int column = pad % RRIBBIT_COLUMNS, row = pad / RRIBBIT_COLUMNS;
    const int from_top = RRIBBIT_ROWS - 1 - row;
    return (struct area){area.row + 1 + from_top * size.high + (from_top >= 2) + (from_top >= 5),
                         area.column + 2 + column * size.wide + (column >= 3) + (column >= 6),
                         size.high, size.wide};
}

static uint64_t threatened(const struct scene *scene)
{
    const struct rribbit_state *state = seen(scene);
    uint64_t attacked[2] = {0, 0};
    for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
        for (int side = 0; side < 2; side++) {
            if ((state->frogs[side] & bit(pad)) != 0) attacked[side] |= rribbit_knight[pad];
        }
    }
    return (state->frogs[0] & attacked[1]) | (state->frogs[1] & attacked[0]);
}

/* The frogs that stand in a row of the arena (X4). */
static uint64_t rows_of(uint64_t frogs_of_side)
{
    static const uint8_t lines[8][3] = {{21, 22, 23}, {30, 31, 32}, {39, 40, 41}, {21, 30, 39},
                                        {22, 31, 40}, {23, 32, 41}, {21, 31, 41}, {23, 31, 39}};
    uint64_t standing = 0;
    for (int i = 0; i < 8; i++) {
        const uint64_t line = bit(lines[i][0]) | bit(lines[i][1]) | bit(lines[i][2]);
        if ((frogs_of_side & line) == line) standing |= line;
    }
    return standing;
}

/* What marks a pad, besides who sits on it. */
struct marks {
    uint64_t chosen, next, last, threats, rows;
    uint64_t frogs[2];
};

static struct marks marks_of(const struct scene *scene)
{
    int pads[RRIBBIT_FROGS_MAX + 1];
    struct marks marks = {.frogs = {seen(scene)->frogs[0], seen(scene)->frogs[1]}};
    if (scene->decider >= 0) {
        const int count = input_pads(scene->input, pads);
        for (int i = 0; i < count; i++) marks.chosen |= bit(pads[i]);
        if (count > 0) marks.next = next_pads(scene, pads, count);
    }
    if (scene->has_last) {
        const int landings = rribbit_move_landings(scene->last_move);
        for (int i = 0; i <= landings; i++)
            marks.last |= bit(rribbit_move_pad(scene->last_move, i));
    }
    if (scene->threats) marks.threats = threatened(scene);
    marks.rows = rows_of(marks.frogs[0]) | rows_of(marks.frogs[1]);
    if (scene->moving >= 0) {
        for (int i = 0; i <= rribbit_move_landings(scene->last_move); i++) {
            const int pad = rribbit_move_pad(scene->last_move, i);
            marks.frogs[0] &= ~bit(pad);
            marks.frogs[1] &= ~bit(pad);
            if (pad == scene->moving_at) break;
        }
        marks.frogs[scene->moving] |= bit(scene->moving_at);
    }
    return marks;
}

static void frog_draw(struct canvas *canvas, struct area at, struct size size, uint8_t style,
                      char letter)
{
    for (int row = 0; row < size.high; row++) {
        char art[12];
        memcpy(art, frogs[size.high][row], strlen(frogs[size.high][row]) + 1);
        for (char *dot = art; (dot = strchr(dot, '.')) != NULL;) *dot = letter;
        canvas_center(canvas, at, row, style, art);
    }
}

static void pad_draw(struct canvas *canvas, struct area at, struct size size,
                     const struct scene *scene, const struct marks *marks, int pad)
{
    const bool dark = (pad % 9 + pad / 9) % 2 == 0; /* a1 is dark (X1) */
    uint8_t ground = dark ? STYLE_PAD_DARK : STYLE_PAD_LIGHT;
    const bool light_frog = (marks->frogs[0] & bit(pad)) != 0;
    const bool frog = light_frog || (marks->frogs[1] & bit(pad)) != 0;
    const bool next = (marks->next & bit(pad)) != 0;
    const int middle = (size.high - 1) / 2;
    if ((marks->last & bit(pad)) != 0) ground = STYLE_PAD_LAST;
    if (next) ground = STYLE_PAD_TARGET;
    canvas_fill(canvas, at, ground, " ");
    if (frog) {
        uint8_t style = light_frog ? STYLE_FROG_LIGHT : STYLE_FROG_DARK;
        if ((marks->chosen & bit(pad)) != 0) style = STYLE_CHOSEN;
        frog_draw(canvas, at, size, style, light_frog ? 'L' : 'D');
    } else {
        canvas_center(canvas, at, middle, ground, next ? "( )" : "·");
    }
    const int right = at.column + at.columns - 1;
    if (frog && next) {
        canvas_text(canvas, at.row + middle, at.column, 1, ground, "x");
        canvas_text(canvas, at.row + middle, right, 1, ground, "x");
    } else if (frog && (marks->rows & bit(pad)) != 0) {
        canvas_text(canvas, at.row + middle, at.column, 1, STYLE_BAD, "*");
        canvas_text(canvas, at.row + middle, right, 1, STYLE_BAD, "*");
    } else if (frog && (marks->threats & bit(pad)) != 0) {
        canvas_text(canvas, at.row + middle, at.column, 1, STYLE_BAD, "!");
    }
    if (scene->decider >= 0 && scene->cursor == pad) {
        canvas_text(canvas, at.row + middle, at.column, 1, STYLE_CHOSEN, "[");
        canvas_text(canvas, at.row + middle, right, 1, STYLE_CHOSEN, "]");
    }
    canvas_spot(canvas, at, ACTION_BOARD + pad);
}

static void draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct size size = size_for(area);
    const struct marks marks = marks_of(scene);
    const struct area corner = pad_area(area, size, 4 * 9 + 3), opposite = pad_area(area, size, 23);
    for (int column = 0; column < RRIBBIT_COLUMNS; column++) {
        const struct area at = pad_area(area, size, column);
        const char letter[] = {(char)('a' + column), '\0'};
        const struct area label = {area.row, at.column, 7 * size.high + 4, size.wide};
        canvas_center(canvas, label, 0, STYLE_QUIET, letter);
        canvas_center(canvas, label, 7 * size.high + 3, STYLE_QUIET, letter);
    }
    for (int row = 0; row < RRIBBIT_ROWS; row++) {
        const struct area at = pad_area(area, size, row * 9);
        const int middle = at.row + (size.high - 1) / 2;
        const char digit[] = {(char)('1' + row), '\0'};
        canvas_text(canvas, middle, area.column, 1, STYLE_QUIET, digit);
        canvas_text(canvas, middle, area.column + 9 * size.wide + 5, 1, STYLE_QUIET, digit);
    }
    canvas_box(canvas,
               (struct area){corner.row - 1, corner.column - 1,
                             opposite.row + size.high - corner.row + 2, 3 * size.wide + 2},
               STYLE_ARENA);
    for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
        pad_draw(canvas, pad_area(area, size, pad), size, scene, &marks, pad);
    }
}

static int players(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct rribbit_state *state = seen(scene);
    for (int side = 0; side < 2; side++) {
        char memory[SENTENCE_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        const bool turn = !scene->over && state->side == side;
        pond_text_string(&text, turn ? "▶ " : "  ");
        pond_text_string(&text, told(scene->voice, side == 0 ? TELL_LIGHT : TELL_DARK));
        pond_text_string(&text, " ");
        pond_text_string(&text, scene->names[side]);
        canvas_text(canvas, area.row + 2 * side, area.column, area.columns,
                    turn ? STYLE_STRONG : STYLE_PLAIN, memory);
        const int frog_count = __builtin_popcountll(state->frogs[side]);
        pond_text_clear(&text);
        pond_text_string(&text, "    ");
        for (int i = 0; i < RRIBBIT_FROGS_MAX; i++) {
            pond_text_string(&text, i < frog_count ? (side == 0 ? "L" : "D") : "·");
        }
        if (state->counting) {
            pond_text_string(&text, "  ");
            tell2(&text, scene->voice, TELL_RRIBBIT_COUNT, digits_of(state->used[side]).text,
                  digits_of(state->endgame).text);
        }
        canvas_text(canvas, area.row + 2 * side + 1, area.column, area.columns, STYLE_PLAIN,
                    memory);
    }
    return 4;
}

/* ---- Words ---- */

static void prompt(struct pond_text *out, const struct scene *scene)
{
    int pads[RRIBBIT_FROGS_MAX + 1];
    int count = input_pads(scene->input, pads);
    if (count > 0 && (seen(scene)->frogs[seen(scene)->side] & bit(pads[0])) == 0) count = 0;
    if (rribbit_has_row(seen(scene)->frogs[1 - seen(scene)->side])) {
        tell(out, scene->voice, TELL_RRIBBIT_ROW_NOW);
    } else if (count == 0) {
        tell_prompt(out, scene->voice, TELL_RRIBBIT_PROMPT, "");
    } else if (count == 1 || next_pads(scene, pads, count) == 0) {
        tell(out, scene->voice, TELL_RRIBBIT_PROMPT_TO);
    } else {
        tell(out, scene->voice, TELL_RRIBBIT_PROMPT_CHAIN);
    }
}

static void row_tell(struct pond_text *out, const struct scene *scene)
{
    const struct rribbit_state *state = seen(scene);
    if (scene->over || !rribbit_has_row(state->frogs[1 - state->side])) return;
    tell(out, scene->voice, state->side == 1 ? TELL_RRIBBIT_ROW_LIGHT : TELL_RRIBBIT_ROW_DARK);
}

/* The player who must answer a row reads so in the prompt. */
static void plan(struct pond_text *out, const struct scene *scene)
{
    if (scene->decider < 0) row_tell(out, scene);
}

static void pads_tell(struct pond_text *out, uint64_t pads)
{
    char name[3];
    for (bool first = true; pads != 0; pads &= pads - 1, first = false) {
        pad_name(__builtin_ctzll(pads), name);
        if (!first) pond_text_string(out, " ");
        pond_text_string(out, name);
    }
}

static void words(struct pond_text *out, const struct scene *scene)
{
    const struct rribbit_state *state = seen(scene);
    for (int side = 0; side < 2; side++) {
        char memory[64];
        struct pond_text pads = pond_text_in(memory, sizeof memory);
        pads_tell(&pads, state->frogs[side]);
        tell2(out, scene->voice, side == 0 ? TELL_RRIBBIT_WORDS_LIGHT : TELL_RRIBBIT_WORDS_DARK,
              scene->names[side], memory);
        pond_text_char(out, '\n');
    }
    if (state->counting) {
        tell3(out, scene->voice, TELL_RRIBBIT_WORDS_COUNT, digits_of(state->used[0]).text,
              digits_of(state->used[1]).text, digits_of(state->endgame).text);
        pond_text_char(out, '\n');
    }
    if (scene->threats) {
        char memory[64];
        struct pond_text pads = pond_text_in(memory, sizeof memory);
        pads_tell(&pads, threatened(scene));
        tell1(out, scene->voice,
              memory[0] != '\0' ? TELL_RRIBBIT_WORDS_THREATS : TELL_RRIBBIT_WORDS_NO_THREATS,
              memory);
        pond_text_char(out, '\n');
    }
    row_tell(out, scene);
    if (out->length > 0 && out->start[out->length - 1] != '\n') pond_text_char(out, '\n');
}

static bool event(struct story *story, const struct telling *telling,
                  const struct pond_event *event, uint8_t *style)
{
    (void)story, (void)telling;
    if (event->kind == RRIBBIT_EVENT_ROW) *style = STYLE_STRONG;
    return false;
}

/* Two pads and nothing else: "b1c3", "B1 C3". */
static void spell(const struct scene *scene, char *line)
{
    const struct rribbit_state *state = seen(scene);
    char from[3] = "", to[3] = "";
    int count = 0, pads[RRIBBIT_FROGS_MAX + 1];
    for (const char *at = line; *at != '\0'; at++) {
        if (*at == ' ') continue;
        if (count == 4) return;
        (count < 2 ? from : to)[count % 2] =
            *at >= 'A' && *at <= 'I' ? (char)(*at + 'a' - 'A') : *at;
        count++;
    }
    if (input_pads(from, pads) != 1 || input_pads(to, pads) != 1) return;
    const bool captures = (state->frogs[1 - state->side] & bit(pads[0])) != 0;
    snprintf(line, sizeof "b1-c3", "%s%c%s", from, captures ? 'x' : '-', to);
}

static int hops(const struct pond_state *before, const struct pond_entry *entry,
                const struct pond_state *after, struct hop out[LEAP_STEPS_MAX])
{
    const int landings = rribbit_move_landings(entry->move);
    (void)before;
    (void)after;
    for (int i = 0; i <= landings; i++) {
        out[i] = (struct hop){entry->seat, rribbit_move_pad(entry->move, i)};
    }
    return landings + 1;
}

const struct board board_rribbit = {
    .game = &pond_rribbit,
    .aim = TELL_AIM_RRIBBIT,
    .threats = true,
    .tall = true,
    .draw = draw,
    .players = players,
    .begin = begin,
    .arrow = arrow,
    .press = press,
    .touch = touch,
    .prompt = prompt,
    .plan = plan,
    .spell = spell,
    .words = words,
    .event = event,
    .hops = hops,
};
