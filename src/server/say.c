/* say.c: the server's own sentences and the set phrases. See say.h. */
#include "say.h"

static const char *const sentences[SAIDS][POND_LANGUAGES] = {
    [SAID_NONE] = {"", ""},
#define SAID(name, english, french) [SAID_##name] = {english, french},
#include "said.def"
#undef SAID
};

static const char *const names[SAIDS] = {
    [SAID_NONE] = "",
#define SAID(name, english, french) [SAID_##name] = #name,
#include "said.def"
#undef SAID
};

const char *said_text(enum said said, enum pond_language language)
{
    return sentences[said][language];
}

const char *said_name(enum said said) { return names[said]; }

const struct phrase phrases[] = {
#define PHRASE(name, english, french) {name, {english, french}},
#include "phrases.def"
#undef PHRASE
    {.name = NULL},
};

const struct phrase *phrase_find(const char *name)
{
    for (const struct phrase *phrase = phrases; phrase->name != NULL; phrase++) {
        if (pond_text_equal(phrase->name, name)) return phrase;
    }
    return NULL;
}
