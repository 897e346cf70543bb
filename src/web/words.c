/* words.c: writes the page's words in one language as JSON, so that the page shares one catalogue
 * with the programs and needs no other copy. Run by the build: `pond_words fr > words.fr.json`, and
 * `pond_words > languages.mjs`. */
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

/* The module that tells the page which languages there are, by tag, with their own names. */
static void languages_print(void)
{
    fputs("// languages.mjs: made from the catalogue.\nexport const LANGUAGE_NAMES = {", stdout);
    for (int i = 0; i < POND_LANGUAGES; i++) {
        printf("%s%s: ", i > 0 ? ", " : "",
               pond_word(POND_WORD_LANGUAGE_TAG, (enum pond_language)i));
        string_print(pond_word(POND_WORD_LANGUAGE_NAME, (enum pond_language)i));
    }
    puts("};");
}

int main(int count, char **arguments)
{
    if (count < 2) {
        languages_print();
        return fflush(stdout) == 0 ? 0 : 1;
    }
    const int language = pond_language_find(arguments[1], strlen(arguments[1]));
    if (language < 0) return 1;
    for (int i = 0; i < PAGE_WORDS; i++) {
        fputs(i == 0 ? "{\n" : ",\n", stdout);
        string_print(names[i]);
        putchar(':');
        string_print(words[i][language]);
    }
    puts("\n}");
    return fflush(stdout) == 0 ? 0 : 1;
}
