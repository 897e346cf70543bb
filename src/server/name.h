/* name.h: which names people may have: readable ones that cannot pass for another. */
#ifndef POND_NAME_H
#define POND_NAME_H

#include <stdbool.h>

#include "store.h"

/* A name that can be shown: 1 to NAME_CHARACTERS_MAX characters, nothing that commands, hides or
 * turns other people's text round, no blanks at its ends, and something that stands by itself. */
bool name_check(const char *name);
/* Would people take one for the other? Case, width, accents and letters of other alphabets that
 * look like Latin ones make no difference. */
bool names_alike(const char *one, const char *other);
/* Nobody can be taken for somebody else: the second person with a name gets a number. The name
 * with that number, shortened if it must be; with 1 it stays as it is. */
void name_numbered(const char *name, int number, char out[STORE_NAME_SIZE]);
/* The same for a text of any length: can all of it be seen? */
bool name_shown(const char *text);

/* May somebody be fooled by a name all the same? A host can look at such names (host_names.c). */
enum name_doubt {
    NAME_FINE,
    NAME_HOST,    /* it reads like the host's, or the server's own */
    NAME_ADDRESS, /* it looks like an address */
    NAME_ALIKE,   /* it mixes alphabets, or has a letter or digit that passes for another */
};
enum name_doubt name_doubt(const char *name);

#endif
