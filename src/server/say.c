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
    if (why->why == STORE_WHY_MISSING) return said_text(SAID_STORE_GONE, language);
    return store_trouble_text(why, language);
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
