/* typing.c: a text that is typed letter by letter. See typing.h. */
#include "typing.h"

#include <string.h>

#include "pond/text.h"

#define LETTER_MAX 4 /* bytes of a letter in UTF-8 */

/* Writes a letter in UTF-8; returns its bytes. */
static size_t letter_write(int key, unsigned char letter[LETTER_MAX])
{
    static const int heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const int parts = key < 0x80 ? 1 : key < 0x800 ? 2 : key < 0x10000 ? 3 : 4;
    for (int part = parts - 1, rest = key; part > 0; part--, rest >>= 6) {
        letter[part] = (unsigned char)(0x80 | (rest & 0x3f));
    }
    letter[0] = (unsigned char)(heads[parts] | key >> 6 * (parts - 1));
    return (size_t)parts;
}

bool typing_add(char *text, size_t size, int key)
{
    unsigned char letter[LETTER_MAX];
    const size_t length = strlen(text);
    if (key < ' ' || key > 0x10ffff) return false;
    const size_t added = letter_write(key, letter);
    if (pond_shown_length(letter, added) != added || length + added >= size) return false;
    memcpy(text + length, letter, added);
    text[length + added] = '\0';
    return true;
}

void typing_rub_out(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80) length--;
    if (length > 0) text[length - 1] = '\0';
}
