/* flat.c: see flat.h. */
#include "flat.h"

#include <string.h>

#define DIGITS_MAX 15 /* of a number: it fits, and a double would hold it, too */

/* A text in quotes, copied and ended; NULL if it has escapes, isn't ASCII or doesn't fit. */
static const char *text_read(struct flat *flat, const char **at, const char *end)
{
    const char *from = *at + 1, *to = from;
    if (*at == end || **at != '"') return NULL;
    while (to < end && *to >= ' ' && *to < 127 && *to != '"' && *to != '\\') to++;
    const size_t length = (size_t)(to - from);
    if (to == end || *to != '"' || length >= FLAT_TEXT_MAX - flat->used) return NULL;
    char *copy = flat->memory + flat->used;
    memcpy(copy, from, length);
    copy[length] = '\0';
    flat->used += length + 1;
    *at = to + 1;
    return copy;
}

/* A whole number without sign, as it is written with the fewest digits. */
static bool number_read(int64_t *number, const char **at, const char *end)
{
    const char *digit = *at;
    *number = 0;
    for (; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
        if (digit - *at == DIGITS_MAX) return false;
        *number = *number * 10 + (*digit - '0');
    }
    if (digit == *at || (**at == '0' && digit - *at > 1)) return false;
    *at = digit;
    return true;
}

static bool member_read(struct flat *flat, const char **at, const char *end)
{
    if (flat->count == FLAT_MEMBERS_MAX) return false;
    struct flat_member member = {.key = text_read(flat, at, end)};
    if (member.key == NULL || flat_find(flat, member.key) != NULL) return false; /* none twice */
    if (*at == end || *(*at)++ != ':' || *at == end) return false;
    if (**at == '"') {
        member.text = text_read(flat, at, end);
        if (member.text == NULL) return false;
    } else if (!number_read(&member.number, at, end)) {
        return false;
    }
    flat->members[flat->count++] = member;
    return true;
}

bool flat_read(struct flat *flat, const char *text, size_t length)
{
    const char *at = text, *const end = text + length;
    flat->count = 0;
    flat->used = 0;
    if (length < 2 || *at++ != '{') return false;
    for (;;) {
        if (!member_read(flat, &at, end) || at == end) return false;
        const char behind = *at++;
        if (behind == '}') return at == end;
        if (behind != ',') return false;
    }
}

const struct flat_member *flat_find(const struct flat *flat, const char *key)
{
    for (int i = 0; i < flat->count; i++) {
        if (strcmp(flat->members[i].key, key) == 0) return &flat->members[i];
    }
    return NULL;
}
