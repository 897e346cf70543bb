/* commands.c: what a person can say besides a move. See commands.h. */
#include "commands.h"

#include <string.h>

#include "board.h"

const struct command_word command_words[] = {
    {COMMAND_HELP, '?', TELL_COMMAND_HELP, TELL_COMMAND_HELP_HELP},
    {COMMAND_MOVES, 'M', TELL_COMMAND_MOVES, TELL_COMMAND_MOVES_HELP},
    {COMMAND_HINT, 'H', TELL_COMMAND_HINT, TELL_COMMAND_HINT_HELP},
    {COMMAND_UNDO, 'U', TELL_COMMAND_UNDO, TELL_COMMAND_UNDO_HELP},
    {COMMAND_THREATS, 'T', TELL_COMMAND_THREATS, TELL_COMMAND_THREATS_HELP},
    {COMMAND_TUTOR, 'A', TELL_COMMAND_TUTOR, TELL_COMMAND_TUTOR_HELP},
    {COMMAND_RULES, 'R', TELL_COMMAND_RULES, TELL_COMMAND_RULES_HELP},
    {COMMAND_SHOW, 'B', TELL_COMMAND_SHOW, TELL_COMMAND_SHOW_HELP},
    {COMMAND_STORY, 0, TELL_COMMAND_STORY, TELL_COMMAND_STORY_HELP},
    {COMMAND_DRAW, 'D', TELL_COMMAND_DRAW, TELL_COMMAND_DRAW_HELP},
    {COMMAND_ACCEPT, 'Y', TELL_COMMAND_ACCEPT, TELL_COMMAND_ACCEPT_HELP},
    {COMMAND_RESIGN, 'G', TELL_COMMAND_RESIGN, TELL_COMMAND_RESIGN_HELP},
    {COMMAND_SAVE, 'S', TELL_COMMAND_SAVE, TELL_COMMAND_SAVE_HELP},
    {COMMAND_REVIEW, 'V', TELL_COMMAND_REVIEW, TELL_COMMAND_REVIEW_HELP},
    {COMMAND_NEXT, 'N', TELL_COMMAND_NEXT, TELL_COMMAND_NEXT_HELP},
    {COMMAND_QUIT, 'Q', TELL_COMMAND_QUIT, TELL_COMMAND_QUIT_HELP},
    {.name = COMMAND_NONE},
};

enum command_name command_read(const char *line, const char **rest)
{
    while (*line == ' ' || *line == ':') line++;
    const size_t length = strcspn(line, " ");
    *rest = line + length;
    while (**rest == ' ') (*rest)++;
    for (const struct command_word *word = command_words; word->name != COMMAND_NONE; word++) {
        if (typed(line, length, word->word)) return word->name;
        if (length == 1 && word->key == '?' && line[0] == '?') return word->name;
    }
    if (length == 1 && (line[0] == 'q' || line[0] == 'Q')) return COMMAND_QUIT;
    return COMMAND_NONE;
}

enum command_name command_of_key(int key)
{
    for (const struct command_word *word = command_words; word->name != COMMAND_NONE; word++) {
        if (word->key != 0 && word->key == key) return word->name;
    }
    return COMMAND_NONE;
}

bool command_fits(enum command_name name, const struct pond_game *game)
{
    if (game == NULL) return true;
    if (name == COMMAND_THREATS) return board_of(game)->threats;
    return (name != COMMAND_DRAW && name != COMMAND_ACCEPT) || game->draw_offers;
}
