/* canvas.h: a sheet of character cells that screens are drawn on, apart from any terminal.
 *
 * Everything that a person sees is first drawn here; screen.c alone knows how a terminal shows it.
 * So a screen can be drawn, compared and printed without one. Beside its cells a canvas has spots:
 * rectangles that mean something when they are clicked. */
#ifndef POND_CANVAS_H
#define POND_CANVAS_H

#include "pond/text.h"

#define CANVAS_ROWS_MAX 100
#define CANVAS_COLUMNS_MAX 300
#define CANVAS_SPOTS_MAX 256

/* What a cell is, not how it looks: screen.c gives each a look for 256, 8 and no colours. */
enum style {
    STYLE_PLAIN,
    STYLE_TITLE,  /* the bar at the top */
    STYLE_STRONG, /* headings, whose turn it is */
    STYLE_QUIET,  /* rules between zones, what is over */
    STYLE_GOOD,
    STYLE_DOUBTFUL,
    STYLE_BAD,
    STYLE_KEY,    /* a key to press */
    STYLE_CHOSEN, /* what the cursor is on */
    STYLE_BUTTON,
    STYLE_CARD,
    STYLE_CARD_PICKED,
    STYLE_CARD_OPEN, /* could be picked next */
    STYLE_PAD_LIGHT,
    STYLE_PAD_DARK,
    STYLE_PAD_TARGET,
    STYLE_PAD_LAST, /* the last move left from here, or came here */
    STYLE_ARENA,
    STYLE_FROG_LIGHT,
    STYLE_FROG_DARK,
    STYLE_RED, /* the four of Quibbit in the order of "RGYB" */
    STYLE_GREEN,
    STYLE_YELLOW,
    STYLE_BLUE,
    STYLE_FLOWER,
    STYLE_WATER,
    STYLES
};

#define STYLE_REVERSE 0x40 /* added to a style */
#define STYLE_MASK 0x3f

struct cell {
    char text[5]; /* one character in UTF-8 */
    uint8_t style;
};

struct area {
    int row, column, rows, columns;
};

struct spot {
    struct area area;
    int32_t action; /* what a click means to the code that drew it */
};

struct canvas {
    int rows, columns;
    bool ascii;                    /* nothing but ASCII is written */
    int cursor_row, cursor_column; /* where the terminal's own cursor stands; row -1: hidden */
    int spot_count;
    struct spot spots[CANVAS_SPOTS_MAX];
    struct cell cells[CANVAS_ROWS_MAX][CANVAS_COLUMNS_MAX];
};

/* Blank, of that size (cut to what a canvas can be). */
void canvas_clear(struct canvas *canvas, int rows, int columns, bool ascii);
/* Writes a text at a place, up to `columns` columns; returns how many it took. Anything outside the
 * canvas is dropped. */
int canvas_text(struct canvas *canvas, int row, int column, int columns, uint8_t style,
                const char *text);
void canvas_fill(struct canvas *canvas, struct area area, uint8_t style, const char *character);
/* Writes a paragraph, broken at spaces; returns how many rows it took. With `rows` 0 it is only
 * measured. */
int canvas_wrap(struct canvas *canvas, struct area area, uint8_t style, const char *text);
/* Writes a text in the middle of a row of the area. */
void canvas_center(struct canvas *canvas, struct area area, int row, uint8_t style,
                   const char *text);
/* The outline of an area, with lines or with - | +. */
void canvas_box(struct canvas *canvas, struct area area, uint8_t style);
void canvas_rule(struct canvas *canvas, int row, int column, int columns, uint8_t style);
void canvas_spot(struct canvas *canvas, struct area area, int32_t action);
/* The action of the last spot that covers a place, or -1. */
int32_t canvas_action(const struct canvas *canvas, int row, int column);
/* How many columns a text takes. */
int canvas_columns(const char *text);
/* Writes a text in ASCII: letters lose their accents, signs become their nearest. */
void canvas_ascii(const char *text, struct pond_text *out);

#endif
