/* screen.h: the terminal: shows a canvas, tells what was pressed or clicked, and leaves everything
 * as it was found, whatever ends the program. The only place that knows ncurses. */
#ifndef POND_SCREEN_H
#define POND_SCREEN_H

#include "canvas.h"

enum screen_colors { SCREEN_COLORS_AUTO, SCREEN_COLORS_NONE };

struct screen_options {
    enum screen_colors colors;
    bool ascii;
};

enum input_kind {
    INPUT_NONE, /* the time ran out */
    INPUT_KEY,
    INPUT_CLICK,
    INPUT_WHEEL, /* `key` is -1 up or 1 down */
    INPUT_RESIZE,
    INPUT_END, /* the terminal has gone, or someone asks the program to end */
};

/* A key is its character, or one of these. */
enum key {
    KEY_ESCAPE = 27,
    KEY_RETURN = 13,
    KEY_TABULATOR = 9,
    KEY_RUBOUT = 127,
    KEY_ARROW_UP = 0x110000,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_TO_START,
    KEY_TO_END,
    KEY_DELETE,
    KEY_FUNCTION, /* KEY_FUNCTION + 1 is F1 */
};

struct input {
    enum input_kind kind;
    int key;
    bool
        pasted; /* it is part of a text that is pasted, of which more comes: no key, but a letter */
    int row, column;
};

/* Takes the terminal over; false if it isn't one that a screen can be drawn on. */
bool screen_open(const struct screen_options *options);
void screen_close(void);
/* Only ASCII, because it was asked for or because the locale has nothing else. */
bool screen_is_ascii(void);
int screen_rows(void);
int screen_columns(void);
void screen_show(const struct canvas *canvas);
/* Waits for something to happen, that many milliseconds at most. */
struct input screen_wait(int time_ms);
/* Has a signal asked the program to end? */
bool screen_ending(void);
/* The number of that signal, or 0. */
int screen_signal(void);
/* The program goes on after Ctrl-C. */
void screen_interrupt_forget(void);

#endif
