/* terminal.h: the way into the terminal client, for the command line. */
#ifndef POND_TERMINAL_H
#define POND_TERMINAL_H

#include "play.h"
#include "pond/learn.h"

struct terminal_options {
    enum pond_language language;
    bool ascii, no_color, fast, plain;
    /* What to begin with; without a game the menu asks. */
    struct play_setup setup;
    bool seed_given;
    const char *record; /* a file to look at, or NULL */
    /* Lessons and puzzles instead; without a game the list of them, or the puzzle of the day. */
    bool learn;
    const struct pond_game *learn_game;
    enum pond_course_kind learn_kind;
    uint32_t learn_number; /* from 1; 0: the first that is not solved */
    /* The rules of a game as text, or NULL. */
    const char *(*rules)(const struct pond_game *game, enum pond_language language);
};

enum terminal_result {
    TERMINAL_FINE,
    TERMINAL_NO_SCREEN, /* this terminal can't be drawn on; --plain would work */
    TERMINAL_TROUBLE,   /* `trouble` says what it was */
};

struct terminal_client;
/* Takes the terminal over for other screens (src/join), and gives it back. */
enum terminal_result terminal_lend(const struct terminal_options *options,
                                   void (*run)(struct terminal_client *client, void *context),
                                   void *context);

/* Plays until the person has had enough. A signal that asks the program to end is obeyed once the
 * terminal is as it was. */
enum terminal_result terminal_play(const struct terminal_options *options,
                                   struct pond_text *trouble);

#endif
