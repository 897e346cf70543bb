/* canvas.c: a sheet of character cells that screens are drawn on. See canvas.h. */
#include "canvas.h"

#include <string.h>

/* How signs are written in ASCII. */
static const struct {
    const char *sign, *ascii;
} plain_signs[] = {
    {"à", "a"},        {"â", "a"},   {"ä", "a"},  {"ç", "c"},  {"é", "e"},      {"è", "e"},
    {"ê", "e"},        {"ë", "e"},   {"î", "i"},  {"ï", "i"},  {"ô", "o"},      {"ö", "o"},
    {"ù", "u"},        {"û", "u"},   {"ü", "u"},  {"œ", "oe"}, {"É", "E"},      {"È", "E"},
    {"Ê", "E"},        {"À", "A"},   {"Ç", "C"},  {"Œ", "OE"}, {"« ", "\""},    {"«\u00a0", "\""},
    {"\u00a0»", "\""}, {" »", "\""}, {"«", "\""}, {"»", "\""}, {"’", "'"},      {"–", "-"},
    {"—", "-"},        {"…", "..."}, {"·", "."},  {"×", "x"},  {"→", ">"},      {"←", "<"},
    {"↑", "^"},        {"↓", "v"},   {"♛", "^"},  {"✿", "*"},  {"≈", "~"},      {"↻", ">"},
    {"│", "|"},        {"─", "-"},   {"┌", "+"},  {"┐", "+"},  {"└", "+"},      {"┘", "+"},
    {"├", "+"},        {"┤", "+"},   {"▶", ">"},  {"█", "#"},  {"░", "."},      {"▒", "?"},
    {"•", "*"},        {"○", "o"},   {"●", "@"},  {"✓", "x"},  {"┬", "+"},      {"┴", "+"},
    {"▲", "^"},        {"▼", "v"},   {"━", "="},  {"≥", ">="}, {"\u00a0", " "}, {"½", "1/2"},
    {"⟳", ">"},        {"◆", "#"},
};

void canvas_ascii(const char *text, struct pond_text *out)
{
    while (*text != '\0') {
        const unsigned char *at = (const unsigned char *)text;
        size_t length = pond_character_length(at, strlen(text));
        const char *written = NULL;
        for (size_t i = 0;
             (*at >= 0x80 || *at == ' ') && i < sizeof plain_signs / sizeof plain_signs[0]; i++) {
            const size_t sign = strlen(plain_signs[i].sign);
            if (strncmp(text, plain_signs[i].sign, sign) != 0) continue;
            written = plain_signs[i].ascii;
            length = sign;
            break;
        }
        if (written != NULL) {
            pond_text_string(out, written);
        } else {
            pond_text_char(out, *at < 0x80 ? *text : '?');
        }
        text += length > 0 ? length : 1;
    }
}

void canvas_clear(struct canvas *canvas, int rows, int columns, bool ascii)
{
    canvas->rows = rows < CANVAS_ROWS_MAX ? rows : CANVAS_ROWS_MAX;
    canvas->columns = columns < CANVAS_COLUMNS_MAX ? columns : CANVAS_COLUMNS_MAX;
    canvas->ascii = ascii;
    canvas->cursor_row = -1;
    canvas->cursor_column = 0;
    canvas->spot_count = 0;
    canvas_fill(canvas, (struct area){0, 0, canvas->rows, canvas->columns}, STYLE_PLAIN, " ");
}

int canvas_columns(const char *text)
{
    int columns = 0;
    for (; *text != '\0'; text++) columns += ((unsigned char)*text & 0xc0) != 0x80;
    return columns;
}

static void cell_put(struct canvas *canvas, int row, int column, uint8_t style, const char *text,
                     size_t length)
{
    if (row < 0 || row >= canvas->rows || column < 0 || column >= canvas->columns) return;
    struct cell *cell = &canvas->cells[row][column];
    memcpy(cell->text, text, length);
    cell->text[length] = '\0';
    cell->style = style;
}

int canvas_text(struct canvas *canvas, int row, int column, int columns, uint8_t style,
                const char *text)
{
    char memory[CANVAS_COLUMNS_MAX * 2];
    if (canvas->ascii) {
        struct pond_text ascii = pond_text_in(memory, sizeof memory);
        canvas_ascii(text, &ascii);
        text = memory;
    }
    int taken = 0;
    while (*text != '\0' && taken < columns) {
        const size_t length = pond_character_length((const unsigned char *)text, strlen(text));
        const bool fine = pond_shown_length((const unsigned char *)text, strlen(text)) > 0;
        cell_put(canvas, row, column + taken, style, fine ? text : "?", fine ? length : 1);
        text += length > 0 ? length : 1;
        taken++;
    }
    return taken;
}

void canvas_fill(struct canvas *canvas, struct area area, uint8_t style, const char *character)
{
    for (int row = area.row; row < area.row + area.rows; row++) {
        for (int column = area.column; column < area.column + area.columns; column++) {
            canvas_text(canvas, row, column, 1, style, character);
        }
    }
}

/* The bytes of `text` that fit a line of that many columns, broken at a space where there is one.
 */
static size_t line_length(const char *text, int columns)
{
    size_t at = 0, last_space = 0;
    for (int taken = 0; text[at] != '\0' && text[at] != '\n'; taken++) {
        if (text[at] == ' ') last_space = at;
        if (taken == columns) return last_space > 0 ? last_space : at;
        do at++;
        while (((unsigned char)text[at] & 0xc0) == 0x80);
    }
    return at;
}

int canvas_wrap(struct canvas *canvas, struct area area, uint8_t style, const char *text)
{
    char line[CANVAS_COLUMNS_MAX * 4 + 1];
    int rows = 0;
    while (*text != '\0' && area.columns > 0) {
        size_t length = line_length(text, area.columns);
        if (length > sizeof line - 1) length = sizeof line - 1;
        memcpy(line, text, length);
        line[length] = '\0';
        if (rows < area.rows) {
            canvas_text(canvas, area.row + rows, area.column, area.columns, style, line);
        }
        rows++;
        text += length;
        if (*text == ' ' || *text == '\n') text++;
    }
    return rows;
}

void canvas_center(struct canvas *canvas, struct area area, int row, uint8_t style,
                   const char *text)
{
    const int wide = canvas_columns(text);
    const int indent = wide < area.columns ? (area.columns - wide) / 2 : 0;
    if (row >= area.rows) return;
    canvas_text(canvas, area.row + row, area.column + indent, area.columns - indent, style, text);
}

void canvas_rule(struct canvas *canvas, int row, int column, int columns, uint8_t style)
{
    canvas_fill(canvas, (struct area){row, column, 1, columns}, style, "─");
}

void canvas_box(struct canvas *canvas, struct area area, uint8_t style)
{
    const int bottom = area.row + area.rows - 1, right = area.column + area.columns - 1;
    canvas_rule(canvas, area.row, area.column, area.columns, style);
    canvas_rule(canvas, bottom, area.column, area.columns, style);
    const struct area sides[] = {{area.row, area.column, area.rows, 1},
                                 {area.row, right, area.rows, 1}};
    for (int i = 0; i < 2; i++) canvas_fill(canvas, sides[i], style, "│");
    canvas_text(canvas, area.row, area.column, 1, style, "┌");
    canvas_text(canvas, area.row, right, 1, style, "┐");
    canvas_text(canvas, bottom, area.column, 1, style, "└");
    canvas_text(canvas, bottom, right, 1, style, "┘");
}

void canvas_spot(struct canvas *canvas, struct area area, int32_t action)
{
    if (canvas->spot_count == CANVAS_SPOTS_MAX) return;
    canvas->spots[canvas->spot_count++] = (struct spot){area, action};
}

int32_t canvas_action(const struct canvas *canvas, int row, int column)
{
    for (int i = canvas->spot_count - 1; i >= 0; i--) {
        const struct area *area = &canvas->spots[i].area;
        if (row >= area->row && row < area->row + area->rows && column >= area->column &&
            column < area->column + area->columns) {
            return canvas->spots[i].action;
        }
    }
    return -1;
}
