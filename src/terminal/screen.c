/* screen.c: the terminal through ncurses. See screen.h. */
#include "screen.h"

#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "voice.h"

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <term.h>
#undef columns
#undef lines

/* ---- Looks ---- */

struct look {
    short ink_256, paper_256; /* -1: the terminal's own */
    short ink_8, paper_8;
    attr_t attributes;      /* with colours */
    attr_t attributes_none; /* without */
};

/* The four frogs' colours are told apart by people with any kind of colour vision, by lightness as
 * well as by hue, and each has a letter. */
static const struct look looks[STYLES] = {
    [STYLE_PLAIN] = {-1, -1, -1, -1, A_NORMAL, A_NORMAL},
    [STYLE_TITLE] = {255, 23, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [STYLE_STRONG] = {-1, -1, -1, -1, A_BOLD, A_BOLD},
    [STYLE_QUIET] = {244, -1, -1, -1, A_DIM, A_DIM},
    [STYLE_GOOD] = {72, -1, COLOR_GREEN, -1, A_BOLD, A_BOLD},
    [STYLE_DOUBTFUL] = {178, -1, COLOR_YELLOW, -1, A_NORMAL, A_NORMAL},
    [STYLE_BAD] = {209, -1, COLOR_RED, -1, A_BOLD, A_BOLD},
    [STYLE_KEY] = {79, -1, COLOR_CYAN, -1, A_BOLD, A_BOLD},
    [STYLE_CHOSEN] = {16, 222, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_BUTTON] = {255, 29, COLOR_WHITE, COLOR_GREEN, A_BOLD, A_REVERSE},
    [STYLE_CARD] = {16, 254, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_NORMAL},
    [STYLE_CARD_PICKED] = {16, 214, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_CARD_OPEN] = {16, 158, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_BOLD},
    [STYLE_PAD_LIGHT] = {250, 66, COLOR_WHITE, COLOR_CYAN, A_NORMAL, A_NORMAL},
    [STYLE_PAD_DARK] = {250, 23, COLOR_WHITE, COLOR_BLUE, A_NORMAL, A_NORMAL},
    [STYLE_PAD_TARGET] = {16, 149, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_BOLD},
    [STYLE_PAD_LAST] = {16, 180, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_UNDERLINE},
    [STYLE_ARENA] = {174, -1, COLOR_RED, -1, A_BOLD, A_NORMAL},
    [STYLE_FROG_LIGHT] = {16, 230, COLOR_BLACK, COLOR_WHITE, A_BOLD, A_BOLD},
    [STYLE_FROG_DARK] = {230, 236, COLOR_WHITE, COLOR_BLACK, A_BOLD, A_NORMAL},
    [STYLE_RED] = {255, 166, COLOR_WHITE, COLOR_RED, A_BOLD, A_NORMAL},
    [STYLE_GREEN] = {16, 36, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_NORMAL},
    [STYLE_YELLOW] = {16, 227, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_NORMAL},
    [STYLE_BLUE] = {255, 25, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_NORMAL},
    [STYLE_FLOWER] = {16, 218, COLOR_BLACK, COLOR_MAGENTA, A_BOLD, A_NORMAL},
    [STYLE_WATER] = {16, 117, COLOR_BLACK, COLOR_CYAN, A_NORMAL, A_NORMAL},
};

/* One program has one terminal; what must be known when a signal comes is here. */
static struct {
    bool open, ascii, in_color;
    SCREEN *whole;
    struct termios before;
    bool has_before;
    volatile sig_atomic_t signal;
    bool gone;
    bool pasting;       /* what comes is pasted text */
    int pasting_for_ms; /* waited without any of it */
} screen;

static attr_t look_of(uint8_t style)
{
    const struct look *look = &looks[style & STYLE_MASK];
    attr_t attributes = screen.in_color ? look->attributes : look->attributes_none;
    if ((style & STYLE_REVERSE) != 0) attributes ^= A_REVERSE;
    return attributes;
}

static void looks_prepare(enum screen_colors colors)
{
    screen.in_color = colors != SCREEN_COLORS_NONE && has_colors();
    if (!screen.in_color) return;
    start_color();
    use_default_colors();
    for (int style = 0; style < STYLES; style++) {
        const struct look *look = &looks[style];
        if (COLORS >= 256) {
            init_pair((short)(style + 1), look->ink_256, look->paper_256);
        } else {
            init_pair((short)(style + 1), look->ink_8, look->paper_8);
        }
    }
}

/* ---- Pasting ---- */

/* Terminals that know this mode put marks around a text that is pasted; others ignore it. */
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define PASTE_BEGINS "\033[200~"
#define PASTE_ENDS "\033[201~"
#define KEY_PASTE (KEY_MAX + 1) /* PASTE_BEGINS, for ncurses */
#define PASTE_WAIT_MS 3000      /* the end must be lost when nothing has come for so long */

static void pasting_switch(const char *on_or_off)
{
    fputs(on_or_off, stdout);
    fflush(stdout);
}

/* ---- Signals ---- */

static void signal_note(int number) { screen.signal = number; }

/* A bug has been found while the screen was ours: gives the terminal back before the program dies.
 * Only what is safe in a signal handler is used. */
static void signal_abort(int number)
{
    static const char leave[] = PASTE_OFF "\033[?1000l\033[?1006l\033[?1049l\033[?25h\033[0m\r\n";
    if (write(STDOUT_FILENO, leave, sizeof leave - 1) < 0) screen.gone = true;
    if (screen.has_before) tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
    signal(number, SIG_DFL);
    raise(number);
}

static void signals_take(void)
{
    static const int ends[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    struct sigaction action = {.sa_handler = signal_note};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) sigaction(ends[i], &action, NULL);
    action.sa_handler = signal_abort;
    sigaction(SIGABRT, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

bool screen_ending(void) { return screen.signal != 0 || screen.gone; }

int screen_signal(void) { return (int)screen.signal; }

void screen_interrupt_forget(void)
{
    if (screen.signal == SIGINT) screen.signal = 0;
}

/* ---- Opening and closing ---- */

/* Keys that some terminals write otherwise than their description says. */
static void keys_define(void)
{
    static const struct {
        const char *bytes;
        int key;
    } others[] = {{"\033[A", KEY_UP},    {"\033[B", KEY_DOWN}, {"\033[C", KEY_RIGHT},
                  {"\033[D", KEY_LEFT},  {"\033[H", KEY_HOME}, {"\033[F", KEY_END},
                  {"\033[1~", KEY_HOME}, {"\033[4~", KEY_END}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        define_key(others[i].bytes, others[i].key);
    }
    define_key(PASTE_BEGINS, KEY_PASTE);
}

/* A locale that isn't installed still says that the terminal shows UTF-8. */
static void locale_take(void)
{
    if (setlocale(LC_CTYPE, "") == NULL && locale_has_utf8()) setlocale(LC_CTYPE, "C.UTF-8");
}

bool screen_open(const struct screen_options *options)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    const char *kind = getenv("TERM");
    int trouble;
    if (kind == NULL || setupterm(kind, STDOUT_FILENO, &trouble) != OK) return false;
    const bool can_draw = cursor_address != NULL; /* `dumb` and its like cannot */
    del_curterm(cur_term);
    if (!can_draw) return false;
    screen.has_before = tcgetattr(STDIN_FILENO, &screen.before) == 0;
    locale_take();
    screen.ascii = options->ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    signals_take();
    setenv("ESCDELAY", "50", 0);
    screen.whole = newterm(NULL, stdout, stdin);
    if (screen.whole == NULL) return false;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    keys_define();
    intrflush(stdscr, FALSE);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    looks_prepare(options->colors);
    pasting_switch(PASTE_ON);
    screen.open = true;
    return true;
}

void screen_close(void)
{
    if (!screen.open) return;
    screen.open = false;
    pasting_switch(PASTE_OFF);
    endwin();
    delscreen(screen.whole);
    screen.whole = NULL;
}

bool screen_is_ascii(void) { return screen.ascii; }
int screen_rows(void) { return LINES; }
int screen_columns(void) { return COLS; }

/* ---- Showing ---- */

static void cell_show(int row, int column, const struct cell *cell)
{
    wchar_t wide[2] = {L' ', L'\0'};
    cchar_t shown;
    if (mbtowc(wide, cell->text, sizeof cell->text) < 1) wide[0] = L'?';
    const short pair = (short)(screen.in_color ? (cell->style & STYLE_MASK) + 1 : 0);
    setcchar(&shown, wide, look_of(cell->style), pair, NULL);
    mvadd_wch(row, column, &shown);
}

void screen_show(const struct canvas *canvas)
{
    erase();
    for (int row = 0; row < canvas->rows && row < LINES; row++) {
        for (int column = 0; column < canvas->columns && column < COLS; column++) {
            const struct cell *cell = &canvas->cells[row][column];
            if (cell->style == STYLE_PLAIN && cell->text[0] == ' ') continue;
            cell_show(row, column, cell);
        }
    }
    curs_set(canvas->cursor_row >= 0);
    if (canvas->cursor_row >= 0) move(canvas->cursor_row, canvas->cursor_column);
    refresh();
}

/* ---- Events ---- */

static const struct {
    int from, to;
} key_names[] = {
    {KEY_UP, KEY_ARROW_UP},       {KEY_DOWN, KEY_ARROW_DOWN}, {KEY_LEFT, KEY_ARROW_LEFT},
    {KEY_RIGHT, KEY_ARROW_RIGHT}, {KEY_PPAGE, KEY_PAGE_UP},   {KEY_NPAGE, KEY_PAGE_DOWN},
    {KEY_HOME, KEY_TO_START},     {KEY_END, KEY_TO_END},      {KEY_DC, KEY_DELETE},
    {KEY_BACKSPACE, KEY_RUBOUT},  {KEY_ENTER, KEY_RETURN},
};

static struct input key_input(int code)
{
    struct input input = {.kind = INPUT_KEY, .key = 0};
    for (size_t i = 0; i < sizeof key_names / sizeof key_names[0]; i++) {
        if (key_names[i].from == code) input.key = key_names[i].to;
    }
    if (code >= KEY_F(1) && code <= KEY_F(12)) input.key = KEY_FUNCTION + code - KEY_F(0);
    if (input.key == 0) input.kind = INPUT_NONE;
    return input;
}

static struct input mouse_input(void)
{
    MEVENT mouse;
    struct input input = {.kind = INPUT_NONE};
    if (getmouse(&mouse) != OK) return input;
    input.row = mouse.y;
    input.column = mouse.x;
    if ((mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0) input.kind = INPUT_CLICK;
    if ((mouse.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) != 0) {
        input.kind = INPUT_WHEEL;
        input.key = (mouse.bstate & BUTTON4_PRESSED) != 0 ? -1 : 1;
    }
    return input;
}

/* A terminal that has gone away reads as ready and empty forever. */
static bool terminal_gone(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* Escape alone is a key; an unknown escape sequence is ignored. */
static bool escape_alone(void)
{
    wint_t code;
    timeout(0);
    int got = get_wch(&code);
    if (got == ERR) return true;
    if (got == KEY_CODE_YES || (code != '[' && code != 'O')) {
        if (got == OK) unget_wch((wchar_t)code);
        return true;
    }
    for (int bytes = 0; bytes < 32; bytes++) { /* up to the last byte of the sequence */
        got = get_wch(&code);
        if (got != OK || (code >= 0x40 && code <= 0x7e)) break;
    }
    return false;
}

/* Escape in a text that is pasted: its end mark is read to the last byte, other sequences are
 * dropped. */
static void paste_escape(void)
{
    wint_t code;
    timeout(PASTE_WAIT_MS);
    for (const char *mark = &PASTE_ENDS[1]; get_wch(&code) == OK; mark++) {
        if (code != (wint_t)*mark) return;
        if (code == '~') {
            screen.pasting = false;
            return;
        }
    }
}

/* A letter of a text that is pasted, or a line's end. Nothing in it is a key. */
static struct input paste_input(int got, wint_t code, int time_ms)
{
    struct input input = {.kind = INPUT_NONE};
    screen.pasting_for_ms = got == ERR ? screen.pasting_for_ms + time_ms : 0;
    if (screen.pasting_for_ms > PASTE_WAIT_MS) screen.pasting = false;
    if (got == OK && code == KEY_ESCAPE) paste_escape();
    input.pasted = screen.pasting;
    if (got != OK) return input;
    if (code == '\t') code = ' ';
    if (code == '\n') code = KEY_RETURN;
    if ((code < ' ' && code != KEY_RETURN) || code == KEY_RUBOUT) return input;
    input.kind = INPUT_KEY;
    input.key = (int)code;
    return input;
}

struct input screen_wait(int time_ms)
{
    wint_t code;
    if (screen_ending()) return (struct input){.kind = INPUT_END};
    timeout(time_ms);
    const int got = get_wch(&code);
    if (got == ERR && terminal_gone()) screen.gone = true;
    if (screen_ending()) return (struct input){.kind = INPUT_END};
    if (got == KEY_CODE_YES && code == KEY_RESIZE) return (struct input){.kind = INPUT_RESIZE};
    if (screen.pasting) return paste_input(got, code, time_ms);
    if (got == ERR) return (struct input){.kind = INPUT_NONE};
    if (got == KEY_CODE_YES && code == KEY_PASTE) {
        screen.pasting = true;
        screen.pasting_for_ms = 0;
        return (struct input){.kind = INPUT_NONE};
    }
    if (got == KEY_CODE_YES && code == KEY_MOUSE) return mouse_input();
    if (got == KEY_CODE_YES) return key_input((int)code);
    if (code == KEY_ESCAPE && !escape_alone()) return (struct input){.kind = INPUT_NONE};
    struct input input = {.kind = INPUT_KEY, .key = (int)code};
    if (code == '\n') input.key = KEY_RETURN;
    if (code == 8) input.key = KEY_RUBOUT;
    return input;
}
