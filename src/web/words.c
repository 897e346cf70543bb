/* words.c: writes the page's words in one language as JSON, so that the page shares one catalogue
 * with the programs and needs no other copy. Run by the build: `pond_words fr > words.fr.json`. */
#include <stdbool.h>
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

/* French signs stay on the line of their word: is this a space before one of them, or after « ? */
static bool space_stays(const char *text, const char *start)
{
    if (*text != ' ') return false;
    if (text[1] != '\0' && strchr(":;!?%", text[1]) != NULL) return true;
    return strncmp(text + 1, "»", 2) == 0 || (text - start >= 2 && strncmp(text - 2, "«", 2) == 0);
}

static void string_print(const char *text, bool french)
{
    const char *const start = text;
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if (french && space_stays(text, start)) {
            fputs("\u00a0", stdout);
        } else {
            putchar(*text);
        }
    }
    putchar('"');
}

int main(int count, char **arguments)
{
    const int language = count > 1 && strcmp(arguments[1], "fr") == 0 ? 1 : 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        fputs(i == 0 ? "{\n" : ",\n", stdout);
        string_print(words[i].name, false);
        putchar(':');
        string_print(words[i].text[language], language == 1);
    }
    puts("\n}");
    return fflush(stdout) == 0 ? 0 : 1;
}
