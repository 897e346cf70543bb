/* board_any.c: the board of a game that has none of its own: its position as it is written, with
 * the moves as a list beside it. See board.h. */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "pond/json.h"
#include "screen.h"

#define GAP 2 /* columns between two columns of moves */
#define MARGIN 1

/* The layout of the moves: as many in a row as fit, a page at a time. */
struct grid {
    struct area area;
    int wide, columns, first, page; /* `first`: the move at the top left; `page`: how many fit */
};

/* How wide a column is. */
static int column_wide(const struct pond_move_list *list)
{
    size_t longest = 1;
    for (int i = 0; i < list->count; i++) {
        const size_t length = strlen(list->text[i]);
        if (length > longest) longest = length;
    }
    return (int)longest + 2 + GAP;
}

/* How many moves are in a row of a board as wide as this. */
static int columns_in(const struct pond_move_list *list, int board_columns)
{
    const int fit = (board_columns - 2 * MARGIN) / column_wide(list);
    return fit > 0 ? fit : 1;
}

static struct grid grid_of(const struct scene *scene, const struct pond_move_list *list,
                           struct area area)
{
    struct grid grid = {.area = area, .wide = column_wide(list)};
    grid.columns = columns_in(list, area.columns + 2 * MARGIN);
    /* Where not all of them fit, the last row says so. */
    const int rows = list->count > grid.columns * area.rows ? area.rows - 1 : area.rows;
    grid.page =
        grid.columns * rows < CANVAS_SPOTS_MAX / 2 ? grid.columns * rows : CANVAS_SPOTS_MAX / 2;
    if (grid.page > 0) grid.first = scene->cursor / grid.page * grid.page;
    return grid;
}

static void page_tell(struct canvas *canvas, const struct scene *scene, const struct grid *grid,
                      int count)
{
    char memory[160], numbers[3][12];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const int last = grid->first + grid->page < count ? grid->first + grid->page : count;
    snprintf(numbers[0], sizeof numbers[0], "%d", grid->first + 1);
    snprintf(numbers[1], sizeof numbers[1], "%d", last);
    snprintf(numbers[2], sizeof numbers[2], "%d", count);
    tell3(&text, scene->voice, TELL_ANY_PAGE, numbers[0], numbers[1], numbers[2]);
    canvas_text(canvas, grid->area.row + grid->area.rows - 1, grid->area.column, grid->area.columns,
                STYLE_QUIET, memory);
}

static void moves_draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct pond_move_list *list = scene_move_list(scene);
    const struct grid grid = grid_of(scene, list, area);
    for (int i = grid.first; i < list->count; i++) {
        const int row = (i - grid.first) / grid.columns, column = (i - grid.first) % grid.columns;
        if (i - grid.first >= grid.page) break;
        const struct area at = {area.row + row, area.column + column * grid.wide, 1,
                                grid.wide - GAP};
        canvas_text(canvas, at.row, at.column, 1, STYLE_KEY, i == scene->cursor ? ">" : " ");
        canvas_text(canvas, at.row, at.column + 2, at.columns - 2,
                    i == scene->cursor ? STYLE_CHOSEN : STYLE_PLAIN, list->text[i]);
        canvas_spot(canvas, at, ACTION_BOARD + i);
    }
    if (list->count > grid.page) page_tell(canvas, scene, &grid, list->count);
}

/* The position and the viewer's own knowledge, paragraph by paragraph. */
static void words(struct pond_text *out, const struct scene *scene)
{
    char position[POND_STATE_TEXT_MAX], held[POND_STATE_TEXT_MAX], laid[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(position, sizeof position);
    struct pond_text hand = pond_text_in(held, sizeof held);
    struct pond_text chosen = pond_text_in(laid, sizeof laid);
    scene->game->view_print(&scene->view, &text);
    tell1(out, scene->voice, TELL_ANY_POSITION, position);
    pond_text_char(out, '\n');
    if (scene->game->own_print != NULL) scene->game->own_print(&scene->view, &hand, &chosen);
    if (hand.length > 0) tell1(out, scene->voice, TELL_QUIBBLES_WORDS_HAND, held);
    if (hand.length > 0) pond_text_char(out, '\n');
    if (chosen.length > 0) tell1(out, scene->voice, TELL_ANY_CHOSEN, laid);
    if (chosen.length > 0) pond_text_char(out, '\n');
}

static void draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    char memory[3 * POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    int row = 1;
    words(&text, scene);
    for (char *line = memory; *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) *end = '\0';
        const struct area rest = {area.row + row, area.column + MARGIN, area.rows - row,
                                  area.columns - 2 * MARGIN};
        row += canvas_wrap(canvas, rest, STYLE_STRONG, line);
        line = end != NULL ? end + 1 : line + strlen(line);
    }
    const struct area list = {area.row + row + 1, area.column + MARGIN, area.rows - row - 1,
                              area.columns - 2 * MARGIN};
    if (scene->decider >= 0 && list.rows > 0) moves_draw(canvas, list, scene);
}

static int players(struct canvas *canvas, struct area area, const struct scene *scene)
{
    for (int seat = 0; seat < scene->seat_count; seat++) {
        const bool turn = (scene->turn >> seat & 1) != 0;
        canvas_text(canvas, area.row + seat, area.column, 1, STYLE_STRONG, turn ? "▶" : " ");
        canvas_text(canvas, area.row + seat, area.column + 2, area.columns - 2,
                    turn ? STYLE_STRONG : STYLE_PLAIN, scene->names[seat]);
    }
    return scene->seat_count;
}

static void begin(struct scene *scene) { scene->cursor = 0; }

static void choose(struct scene *scene, int index)
{
    const struct pond_move_list *list = scene_move_list(scene);
    if (index < 0 || index >= list->count) return;
    scene->cursor = index;
    input_set(scene, list->text[index]);
}

static void arrow(struct scene *scene, int key)
{
    const int count = scene->move_count;
    if (count == 0) return;
    if (scene->input[0] == '\0') {
        choose(scene, scene->cursor);
        return;
    }
    const int row = columns_in(scene_move_list(scene), scene->columns);
    switch (key) {
    case KEY_ARROW_UP: choose(scene, scene->cursor - row); break;
    case KEY_ARROW_DOWN: choose(scene, scene->cursor + row); break;
    case KEY_ARROW_LEFT: choose(scene, (scene->cursor + count - 1) % count); break;
    default: choose(scene, (scene->cursor + 1) % count); break;
    }
}

static void press(struct scene *scene, bool pick)
{
    if (scene->input[0] == '\0') choose(scene, scene->cursor);
    scene->submit = !pick && scene->input[0] != '\0';
}

/* A first click picks a move, a second one plays it. */
static void touch(struct scene *scene, int32_t action)
{
    const struct pond_move_list *list = scene_move_list(scene);
    if (action < 0 || action >= list->count) return;
    const bool again = strcmp(scene->input, list->text[action]) == 0;
    choose(scene, action);
    scene->submit = again;
}

static void prompt(struct pond_text *out, const struct scene *scene)
{
    if (scene->decider >= 0) tell_prompt(out, scene->voice, TELL_ANY_PROMPT, "");
}

static void plan(struct pond_text *out, const struct scene *scene)
{
    (void)out;
    (void)scene;
}

const struct board board_any = {
    .game = NULL,
    .aim = TELL_NOTHING,
    .draw = draw,
    .players = players,
    .begin = begin,
    .arrow = arrow,
    .press = press,
    .touch = touch,
    .prompt = prompt,
    .plan = plan,
    .words = words,
};
