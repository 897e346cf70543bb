/* commands.h: what a person can say besides a move: one grammar for the screen and for --plain.
 *
 * Each has a word in every language and a capital letter as a key; moves are written in small
 * letters, so the two never collide. */
#ifndef POND_COMMANDS_H
#define POND_COMMANDS_H

#include "voice.h"

enum command_name {
    COMMAND_NONE,
    COMMAND_HELP,
    COMMAND_MOVES,
    COMMAND_HINT,
    COMMAND_UNDO,
    COMMAND_THREATS,
    COMMAND_TUTOR,
    COMMAND_RULES,
    COMMAND_SHOW,
    COMMAND_STORY,
    COMMAND_DRAW,
    COMMAND_ACCEPT,
    COMMAND_RESIGN,
    COMMAND_SAVE,
    COMMAND_REVIEW,
    COMMAND_NEXT,
    COMMAND_QUIT,
    COMMANDS
};

struct command_word {
    enum command_name name;
    char key; /* 0: none */
    enum tell word, help;
};

extern const struct command_word command_words[]; /* ends with COMMAND_NONE */

/* Which command a line begins with, in any language; `rest` is what follows it. */
enum command_name command_read(const char *line, const char **rest);
enum command_name command_of_key(int key);
/* Has a game (NULL: any) a use for a command? */
bool command_fits(enum command_name name, const struct pond_game *game);

#endif
