/* flat.h: reads the simplest of JSON objects: plain texts and whole numbers, nothing inside
 * anything, as nearly every message of a client is.
 *
 * It is there for speed alone, before the JSON library: what it takes the library takes as well,
 * with the same members (tests/flat_test.c), and what it does not take is left to the library. */
#ifndef POND_FLAT_H
#define POND_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLAT_MEMBERS_MAX 8
#define FLAT_TEXT_MAX 256 /* bytes of an object's keys and texts, each with its end */

struct flat_member {
    const char *key;
    const char *text; /* NULL: it is a number */
    int64_t number;
};

struct flat {
    int count;
    struct flat_member members[FLAT_MEMBERS_MAX];
    size_t used;
    char memory[FLAT_TEXT_MAX];
};

/* False if it is not as simple as that. */
bool flat_read(struct flat *flat, const char *text, size_t length);
/* NULL if there is none. */
const struct flat_member *flat_find(const struct flat *flat, const char *key);

#endif
