/* name.c: which names people may have. See name.h. */
#include "name.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "limits.h"
#include "pond/record.h"

_Static_assert(NAME_CHARACTERS_MAX * 4 <= POND_NAME_MAX, "whatever the characters are, they fit");

struct range {
    uint32_t from, to;
};

/* Characters that cannot be seen, or that turn the direction of other people's text round. */
static const struct range unseen[] = {
    {0x0, 0x1f},      {0x7f, 0xa0},     {0xad, 0xad},       {0x61c, 0x61c},     {0x115f, 0x1160},
    {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000},   {0x3164, 0x3164},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* Marks over, under and around letters, which show nothing without one. */
static const struct range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};

#define WITHIN(character, ranges) within(character, ranges, sizeof(ranges) / sizeof(ranges)[0])

static bool within(uint32_t character, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (character >= ranges[i].from && character <= ranges[i].to) return true;
    }
    return false;
}

static uint32_t character_at(const unsigned char *text, size_t bytes)
{
    uint32_t character = bytes == 1 ? text[0] : text[0] & (0xffu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) character = character << 6 | (text[i] & 0x3fu);
    return character;
}

bool name_shown(const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)text + i;
        const size_t bytes = pond_character_length(at, length - i);
        if (bytes == 0) return false;
        const uint32_t character = character_at(at, bytes);
        const bool blank = character == 0xa0 || character == 0x202f; /* before : ; ! ? in French */
        if (!blank && WITHIN(character, unseen)) return false;
        i += bytes;
    }
    return true;
}

bool name_check(const char *name)
{
    const size_t length = strlen(name);
    size_t characters = 0, standing = 0;
    if (length == 0 || name[0] == ' ' || name[length - 1] == ' ') return false;
    for (size_t i = 0; i < length; characters++) {
        const unsigned char *at = (const unsigned char *)name + i;
        const size_t bytes = pond_character_length(at, length - i);
        if (bytes == 0 || characters == NAME_CHARACTERS_MAX) return false;
        const uint32_t character = character_at(at, bytes);
        if (WITHIN(character, unseen)) return false;
        standing += !WITHIN(character, marks);
        i += bytes;
    }
    return standing > 0;
}
