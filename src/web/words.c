/* words.c: writes the page's words in one language as JSON, so that the page shares one catalogue
 * with the programs and needs no other copy. Run by the build: `pond_words fr > words.fr.json`. */
#include <stdio.h>
#include <string.h>

#include "pond/text.h"

enum {
#define MESSAGE(name, text) PAGE_##name,
#include "pond/words/en/page.def"
#undef MESSAGE
    PAGE_WORDS
};

static const char *const names[PAGE_WORDS] = {
#define MESSAGE(name, text) [PAGE_##name] = #name,
#include "pond/words/en/page.def"
#undef MESSAGE
};

static const char *const words[PAGE_WORDS][POND_LANGUAGES] = {
#define MESSAGE(name, text) [PAGE_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/page.def>
#include "pond/words/languages.def"
};

static void string_print(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

int main(int count, char **arguments)
{
    const bool french = count > 1 && strcmp(arguments[1], "fr") == 0;
    for (int i = 0; i < PAGE_WORDS; i++) {
        fputs(i == 0 ? "{\n" : ",\n", stdout);
        string_print(names[i]);
        putchar(':');
        string_print(words[i][french ? POND_FRENCH : POND_ENGLISH]);
    }
    puts("\n}");
    return fflush(stdout) == 0 ? 0 : 1;
}
