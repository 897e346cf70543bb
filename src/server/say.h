/* say.h: the server's own sentences and the set phrases, in each language. */
#ifndef POND_SAY_H
#define POND_SAY_H

#include "pond/text.h"
#include "store.h"

enum said {
    SAID_NONE,
#define MESSAGE(name, text) SAID_##name,
#include "pond/words/en/server.def"
#undef MESSAGE
    SAIDS
};

const char *said_text(enum said said, enum pond_language language);
const char *said_name(enum said said);
/* Why a backup failed, or is of no use. */
const char *said_trouble(const struct store_trouble *why, enum pond_language language);

struct phrase {
    const char *name; /* in messages */
    const char *text[POND_LANGUAGES];
};

extern const struct phrase phrases[]; /* ends with a NULL name */
const struct phrase *phrase_find(const char *name);

#endif
