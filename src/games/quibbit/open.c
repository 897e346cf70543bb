/* open.c: what a position of Quibbit! tells about its options. */
#include "rules.h"

#include "open.h"

#include <string.h>

#include "banned.h"

/* The frogs in the second part, `R17:2345,G18:2345,y16:`, give the colours by seat; the dummy's
 * letter is small. */
void pond_quibbit_open_options(const char *text, struct pond_text *options)
{
    char colors[QUIBBIT_FROGS_MAX + 1] = "";
    int frogs = 0, dummies = 0;
    const char *at = strchr(text, ' ');
    for (bool first = true; at != NULL && *at != '\0' && (first || *at != ' ');
         at++, first = false) {
        if (*at != ' ' && *at != ',') continue;
        const bool small = at[1] >= 'a' && at[1] <= 'z';
        const char letter = (char)(small ? at[1] - 'a' + 'A' : at[1]);
        if (frogs == QUIBBIT_FROGS_MAX || strchr("RGYB", letter) == NULL || letter == '\0') return;
        colors[frogs++] = letter;
        dummies += small;
    }
    if (frogs - dummies < 2) return;
    pond_text_string(options, "players=");
    pond_text_number(options, frogs - dummies);
    pond_text_string(options, ",colors=");
    pond_text_string(options, colors);
}
