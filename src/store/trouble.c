/* trouble.c: why a store could not do something, in the words of the catalogue. See store.h. */
#include <stdio.h>
#include <string.h>

#include "store.h"

bool store_trouble_is(struct store_trouble *trouble, enum store_why why, const char *text)
{
    trouble->why = why;
    snprintf(trouble->text, sizeof trouble->text, "%s", text);
    return false;
}

static const char *const why_names[STORE_WHYS] = {
    [STORE_WHY_TEXT] = "TEXT",
    [STORE_WHY_MISSING] = "MISSING",
#define MESSAGE(name, text) [STORE_WHY_##name] = #name,
#include "pond/words/en/store.def"
#undef MESSAGE
};

static const char *const why_sentences[STORE_WHYS][POND_LANGUAGES] = {
#define MESSAGE(name, text) [STORE_WHY_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/store.def>
#include "pond/words/languages.def"
};

const char *store_trouble_text(const struct store_trouble *trouble, enum pond_language language)
{
    const char *sentence = why_sentences[trouble->why][language];
    return sentence != NULL ? sentence : trouble->text;
}

const char *store_why_name(enum store_why why) { return why_names[why]; }

enum store_why store_why_find(const char *name, size_t length)
{
    int why = STORE_WHYS - 1;
    while (why > STORE_WHY_TEXT &&
           (strncmp(why_names[why], name, length) != 0 || why_names[why][length] != '\0')) {
        why--;
    }
    return (enum store_why)why;
}
