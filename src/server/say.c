/* say.c: the server's own sentences and the set phrases. See say.h. */
#include "say.h"

static const char *const sentences[SAIDS][POND_LANGUAGES] = {
    [SAID_NONE] = {"", ""},
#define MESSAGE(name, text) [SAID_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/server.def>
#include "pond/words/languages.def"
};

static const char *const names[SAIDS] = {
    [SAID_NONE] = "",
#define MESSAGE(name, text) [SAID_##name] = #name,
#include "pond/words/en/server.def"
#undef MESSAGE
};

const char *said_text(enum said said, enum pond_language language)
{
    return sentences[said][language];
}

const char *said_name(enum said said) { return names[said]; }

const char *said_trouble(const struct store_trouble *why, enum pond_language language)
{
    static const enum said words[] = {
        [STORE_WHY_THERE] = SAID_STORE_THERE,      [STORE_WHY_MISSING] = SAID_STORE_GONE,
        [STORE_WHY_FOREIGN] = SAID_STORE_FOREIGN,  [STORE_WHY_DAMAGED] = SAID_STORE_DAMAGED,
        [STORE_WHY_CHANGED] = SAID_STORE_CHANGED,  [STORE_WHY_NEWER] = SAID_STORE_NEWER,
        [STORE_WHY_LOCKED] = SAID_STORE_READ_ONLY, [STORE_WHY_FULL] = SAID_STORE_FULL,
        [STORE_WHY_LEFT] = SAID_STORE_LEFT,        [STORE_WHY_FORM] = SAID_STORE_FORM,
        [STORE_WHY_TOOLS] = SAID_STORE_TOOLS};
    if (why->why == STORE_WHY_TEXT) return why->text;
    return said_text(words[why->why], language);
}

enum {
#define PHRASE(phrase, sent) PHRASE_##phrase,
#include "phrases.def"
#undef PHRASE
    PHRASES
};

const struct phrase phrases[PHRASES + 1] = {
#define PHRASE(phrase, sent) [PHRASE_##phrase].name = (sent),
#include "phrases.def"
#undef PHRASE
#define MESSAGE(phrase, words) [PHRASE_##phrase].text[LANGUAGE] = (words),
#define WORDS(language) <pond/words/language/phrases.def>
#include "pond/words/languages.def"
};

const struct phrase *phrase_find(const char *name)
{
    for (const struct phrase *phrase = phrases; phrase->name != NULL; phrase++) {
        if (pond_text_equal(phrase->name, name)) return phrase;
    }
    return NULL;
}
