/* commands.c: what a person can say besides a move. See commands.h. */
#include "commands.h"

#include <string.h>

#include "board.h"

const struct command_word command_words[] = {
    {COMMAND_HELP, '?', {"help", "aide"}, {"all of this", "tout ceci"}},
    {COMMAND_MOVES, 'M', {"moves", "coups"}, {"what you can play", "ce que vous pouvez jouer"}},
    {COMMAND_HINT,
     'H',
     {"hint", "conseil"},
     {"the best choices, with what they are worth", "les meilleurs choix et leur valeur"}},
    {COMMAND_UNDO,
     'U',
     {"undo", "reprendre"},
     {"take back your last move", "reprendre votre dernier coup"}},
    {COMMAND_THREATS,
     'T',
     {"threats", "menaces"},
     {"show or hide what could be captured", "montrer ou cacher ce qui peut être pris"}},
    {COMMAND_TUTOR,
     'A',
     {"tutor", "tuteur"},
     {"turn the tutor on or off", "activer ou couper le tuteur"}},
    {COMMAND_RULES,
     'R',
     {"rules", "règles"},
     {"the rules; 'rules C2' shows one of them", "les règles ; « règles C2 » en montre une"}},
    {COMMAND_SHOW, 'B', {"show", "montrer"}, {"the board once more", "encore le plateau"}},
    {COMMAND_STORY, 0, {"story", "histoire"}, {"what has happened", "ce qui s'est passé"}},
    {COMMAND_DRAW, 'D', {"draw", "nulle"}, {"offer a draw", "proposer la nulle"}},
    {COMMAND_ACCEPT, 'Y', {"accept", "accepter"}, {"accept a draw offer", "accepter la nulle"}},
    {COMMAND_RESIGN, 'G', {"resign", "abandon"}, {"resign", "abandonner"}},
    {COMMAND_SAVE,
     'S',
     {"save", "enregistrer"},
     {"save the game; 'save FILE' says where", "enregistrer la partie ; « enregistrer FICHIER »"}},
    {COMMAND_REVIEW,
     'V',
     {"review", "analyse"},
     {"after the game: your mistakes, and better moves",
      "après la partie : vos erreurs, et mieux"}},
    {COMMAND_NEXT,
     'N',
     {"next", "suivante"},
     {"the next game of the series", "la partie suivante"}},
    {COMMAND_QUIT,
     'Q',
     {"quit", "quitter"},
     {"leave; the game is saved", "quitter ; la partie est enregistrée"}},
    {.name = COMMAND_NONE},
};

enum command_name command_read(const char *line, const char **rest)
{
    while (*line == ' ' || *line == ':') line++;
    const size_t length = strcspn(line, " ");
    *rest = line + length;
    while (**rest == ' ') (*rest)++;
    for (const struct command_word *word = command_words; word->name != COMMAND_NONE; word++) {
        for (int language = 0; language < POND_LANGUAGES; language++) {
            const char *name = word->word[language];
            if (strlen(name) == length && strncmp(name, line, length) == 0) return word->name;
        }
        if (length == 1 && word->key == '?' && line[0] == '?') return word->name;
    }
    if (length == 1 && line[0] == 'q') return COMMAND_QUIT;
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
