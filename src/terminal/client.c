/* client.c: what all screens of the client share. See client.h. */
#include "client.h"

#include <string.h>

bool client_small(void)
{
    return screen_rows() < SCREEN_ROWS_LEAST || screen_columns() < SCREEN_COLUMNS_LEAST;
}

bool client_begin(struct terminal_client *client, const char *title, const char *right)
{
    struct canvas *canvas = &client->canvas;
    canvas_clear(canvas, screen_rows(), screen_columns(), client->voice.ascii);
    if (canvas->rows < SCREEN_ROWS_LEAST || canvas->columns < SCREEN_COLUMNS_LEAST) {
        char memory[SENTENCE_MAX], size[32];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        struct pond_text now = pond_text_in(size, sizeof size);
        pond_text_number(&now, canvas->columns);
        pond_text_string(&now, "x");
        pond_text_number(&now, canvas->rows);
        tell1(&text, &client->voice, TELL_TOO_SMALL, size);
        canvas_wrap(canvas, (struct area){0, 0, canvas->rows, canvas->columns}, STYLE_STRONG,
                    memory);
        return false;
    }
    canvas_fill(canvas, (struct area){0, 0, 1, canvas->columns}, STYLE_TITLE, " ");
    canvas_text(canvas, 0, 1, canvas->columns - 2, STYLE_TITLE, title);
    const int wide = canvas_columns(right);
    canvas_text(canvas, 0, canvas->columns - wide - 1, wide, STYLE_TITLE, right);
    return true;
}

void client_show(struct terminal_client *client) { screen_show(&client->canvas); }

struct zones client_board(struct terminal_client *client, struct scene *scene, int side,
                          int bottom_rows)
{
    struct canvas *canvas = &client->canvas;
    const int most = canvas->columns - (SCREEN_COLUMNS_LEAST - SIDE_COLUMNS_LEAST);
    if (side < SIDE_COLUMNS_LEAST) side = SIDE_COLUMNS_LEAST;
    if (side > SIDE_COLUMNS_MOST) side = SIDE_COLUMNS_MOST;
    if (side > most) side = most;
    const int rows = canvas->rows - 1 - bottom_rows, board = canvas->columns - side - 1;
    scene->columns = board;
    scene->board->draw(canvas, (struct area){1, 0, rows, board}, scene);
    for (int row = 0; row < rows; row++) {
        canvas_text(canvas, 1 + row, board, 1, STYLE_QUIET, "│");
    }
    return (struct zones){.side = {1, board + 1, rows, side},
                          .bottom = {1 + rows, 0, bottom_rows, canvas->columns}};
}

void client_input(struct terminal_client *client, int row, int columns, const char *text)
{
    struct canvas *canvas = &client->canvas;
    canvas_text(canvas, row, 1, 2, STYLE_KEY, ">");
    canvas->cursor_column = 3 + canvas_text(canvas, row, 3, columns, STYLE_STRONG, text);
    canvas->cursor_row = row;
}

static int action_key(int32_t action)
{
    if (action <= 0 || action >= ACTION_BOARD) return 0;
    return action >= ACTION_KEY_SPECIAL ? action - ACTION_KEY_SPECIAL + KEY_ARROW_UP : action;
}

struct input client_wait(struct terminal_client *client, int time_ms)
{
    struct input input = client->pending;
    if (!client->has_pending || screen_ending()) input = screen_wait(time_ms);
    client->has_pending = false;
    if (input.kind == INPUT_END) client->ending = true;
    const bool given = input.kind >= INPUT_KEY && input.kind <= INPUT_WHEEL;
    const bool leaves = input.kind == INPUT_KEY && input.key == 'Q' && !input.pasted;
    if (client_small() && given && !leaves) input.kind = INPUT_NONE;
    if (input.kind == INPUT_CLICK) {
        const int key = action_key(canvas_action(&client->canvas, input.row, input.column));
        if (key != 0) input = (struct input){.kind = INPUT_KEY, .key = key};
    }
    return input;
}

void client_put_back(struct terminal_client *client, struct input input)
{
    if (input.kind == INPUT_NONE) return;
    client->pending = input;
    client->has_pending = true;
}

int32_t key_action(int key)
{
    return key >= KEY_ARROW_UP ? key - KEY_ARROW_UP + ACTION_KEY_SPECIAL : key;
}

/* The width of a key bar with two blanks between the keys. */
static int keys_columns(const char *text)
{
    int columns = canvas_columns(text) + 1;
    for (; *text != '\0'; text++) columns += *text == '|';
    return columns;
}

/* The text is "H=hint|U=undo": the key comes before `=`. A bar too long for the line is set closer.
 */
void client_keys(struct terminal_client *client, int row, const char *text)
{
    const int gap = keys_columns(text) <= client->canvas.columns ? 2 : 1;
    int column = 1;
    while (*text != '\0' && column < client->canvas.columns) {
        char name[16], label[40];
        const size_t key_length = strcspn(text, "=");
        const size_t length = strcspn(text + key_length, "|");
        if (text[key_length] != '=' || key_length >= sizeof name || length > sizeof label) return;
        memcpy(name, text, key_length);
        name[key_length] = '\0';
        memcpy(label, text + key_length + 1, length - 1);
        label[length - 1] = '\0';
        const int start = column;
        column += canvas_text(&client->canvas, row, column, 20, STYLE_KEY, name) + 1;
        column += canvas_text(&client->canvas, row, column, 40, STYLE_PLAIN, label) + gap;
        int key = key_length == 1 ? (unsigned char)name[0] : 0;
        if (typed(name, key_length, TELL_KEY_ESCAPE)) key = KEY_ESCAPE;
        if (typed(name, key_length, TELL_KEY_TABULATOR)) key = KEY_TABULATOR;
        if (typed(name, key_length, TELL_KEY_RETURN)) key = KEY_RETURN;
        if (strcmp(name, "←") == 0) key = KEY_ARROW_LEFT;
        if (strcmp(name, "→") == 0) key = KEY_ARROW_RIGHT;
        if (key != 0) {
            canvas_spot(&client->canvas, (struct area){row, start, 1, column - start - gap + 1},
                        key_action(key));
        }
        text += key_length + length;
        if (*text == '|') text++;
    }
}
