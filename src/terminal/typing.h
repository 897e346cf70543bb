/* typing.h: a text that is typed letter by letter, in UTF-8. */
#ifndef POND_TYPING_H
#define POND_TYPING_H

#include <stdbool.h>
#include <stddef.h>

/* Adds a key's letter; false, and nothing done, if it has none or if there is no room for it. */
bool typing_add(char *text, size_t size, int key);
/* Takes the last letter away, if there is one. */
void typing_rub_out(char *text);

#endif
