/* words.c: writes the page's words in one language as JSON, so that the page shares one catalogue
 * with the programs and needs no other copy. Run by the build: `pond_words fr > words.fr.json`. */
#include <stdio.h>
#include <string.h>

struct word {
    const char *name, *text[2];
};

static const struct word words[] = {
#define WORD(name, english, french) {#name, {english, french}},
#include "pond/words/page.def"
#undef WORD
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
    const int language = count > 1 && strcmp(arguments[1], "fr") == 0 ? 1 : 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        fputs(i == 0 ? "{\n" : ",\n", stdout);
        string_print(words[i].name);
        putchar(':');
        string_print(words[i].text[language]);
    }
    puts("\n}");
    return fflush(stdout) == 0 ? 0 : 1;
}
