/* name.c: which names people may have. See name.h. */
#include "name.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "limits.h"
#include "pond/record.h"

_Static_assert(NAME_CHARACTERS_MAX * 4 <= POND_NAME_MAX, "whatever the characters are, they fit");

#define MARKS_MAX 3 /* on one letter: Vietnamese needs two, pointed Hebrew three */

struct range {
    uint32_t from, to;
};

/* Characters that cannot be seen, or that turn the direction of other people's text round. */
static const struct range unseen[] = {
    {0x0, 0x1f},
    {0x7f, 0xa0},
    {0xad, 0xad},
    {0x61c, 0x61c},
    {0x115f, 0x1160},
    {0x1680, 0x1680},
    {0x17b4, 0x17b5},
    {0x180b, 0x180f},
    {0x2000, 0x200f},
    {0x2028, 0x202f},
    {0x205f, 0x206f},
    {0x2800, 0x2800},
    {0x3000, 0x3000},
    {0x3164, 0x3164},
    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},
    {0xfff0, 0xffff},
    {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a},
    {0x34f, 0x34f},
    {0xfe00, 0xfe0d},
    {0x13430, 0x1345f},
    {0x16fe4, 0x16fe4},
    {0x1d159, 0x1d159},
    /* What every font may draw as it likes, or not at all: private use, planes without letters. */
    {0xe000, 0xf8ff},
    {0x323b0, 0x10ffff},
};

/* Marks over, under and around letters, which show nothing without one. */
static const struct range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};

/* The same with those of other scripts, where they tell names apart. */
static const struct range signs[] = {
#define R(from, to) {from, to},
#include "name_marks.def"
#undef R
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

/* Letters of other alphabets that look like a Latin one. i, 1 and | look like l where they are
 * capital or the type is plain. */
static const struct {
    char letter;
    uint32_t looks[12];
} twins[] = {
    {'a', {0x391, 0x3b1, 0x410, 0x430}},
    {'b', {0x392, 0x412, 0x432}},
    {'c', {0x3f2, 0x3f9, 0x421, 0x441}},
    {'d', {0x501}},
    {'e', {0x395, 0x3b5, 0x400, 0x401, 0x415, 0x435, 0x450, 0x451}},
    {'h', {0x397, 0x41d, 0x43d, 0x4bb}},
    {'j', {0x408, 0x458}},
    {'k', {0x39a, 0x3ba, 0x41a, 0x43a}},
    {'l', {'i', '1', '|', 0x399, 0x3b9, 0x406, 0x456, 0x4c0}},
    {'m', {0x39c, 0x41c, 0x43c}},
    {'n', {0x39d, 0x3b7}},
    {'o', {'0', 0x39f, 0x3bf, 0x3c3, 0x41e, 0x43e, 0x555, 0x585}},
    {'p', {0x3a1, 0x3c1, 0x420, 0x440}},
    {'r', {0x433}},
    {'s', {0x405, 0x455}},
    {'t', {0x3a4, 0x3c4, 0x422, 0x442}},
    {'u', {0x3c5}},
    {'v', {0x3bd, 0x474, 0x475}},
    {'w', {0x3c9, 0x51c, 0x51d}},
    {'x', {0x3a7, 0x3c7, 0x425, 0x445}},
    {'y', {0x3a5, 0x3b3, 0x423, 0x443}},
    {'z', {0x396}},
};

#define GREEK_BOLD 0x1d6a8
#define GREEK_STYLE 58 /* characters; there are five styles */

/* Letters with marks, small capitals, raised and lowered ones, Roman numerals, Cherokee and Lisu,
 * in rows of neighbours: what each looks like, or a dot. */
static const struct {
    uint32_t from;
    const char *letters;
} rows[] = {
    {0xaa, "a.......23.....1o"},
    {0xc0, "aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.yaaaaaaccccccccdd"
           "ddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn...oooooo..rrrrrrssssss"
           "ssttttttuuuuuuuuuuuuwwyyyzzzzzzsb.................f....i.kl.....oo...p.......t.u"
           "u...yzz.........l............aaiioouuuuuuuuuu.aaaa..ggggkkoooo..j...gg..nnaa...."
           "aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy...j...............e.j...r.y"
           ".a.b..dd........ggg...h.i.i.........n...........r........u.....y.........b..h..l"},
    {0x1fe, "oo"},
    {0x2b0, "hhjr...wy"},
    {0x2e1, "lsx"},
    {0x386, "a.ehi.o.y.i"},
    {0x3aa, "iyaeniu"},
    {0x3ca, "iuouw...yyy"},
    {0x3f0, "kp...e.................i....k.y"},
    {0x453, "r...i....k.y.......................vv"},
    {0x4d0, "aaaa..ee..............oo......yyyyyy"},
    {0x13a0, "drt..i...yaje......w...m...h.y..g.hz..........4b..r.ws...vs...lc..p...kd........"
             "...gb"},
    {0x1d00, "a..bcd.e..jklm.o........p..tu...vwz.........a.b.de.ghijklmn.o.prtuwa...bde...g.k"
             "m.o...ptu..v......iruv"},
    {0x1d45, "a"},
    {0x1d5e, "y..x.....yp.x.............h"},
    {0x1d9c, "c...f"},
    {0x1da2, "g.i.i....i....n.....u.u"},
    {0x1dbb, "z"},
    {0x1e00, "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooo"
             "oooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy.s...."
             "aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuu"
             "uuyyyyyyyy"},
    {0x1f00, "aaaaaaaaaaaaaaaaeeeeee..eeeeee..nnnnnnnnhhhhhhhhiiiiiiiiiiiiiiiioooooo..oooooo"
             "..uuuuuuuu.y.y.y.ywwwwwwww........aaeenniioouuww..aaaaaaaaaaaaaaaannnnnnnnhhhh"
             "hhhhwwwwwwww........aaaaa.aaaaaaa.i...nnn.nneehhh...iiii..iiiiii....uuuuppuuyy"
             "yyp.....www.wwoo"},
    {0x2070, "0i..456789.....n0123456789......aeox.hklmnpst"},
    {0x2102, "c.......ghhhh.iill.n...pqrrr......z...z.kabc.eef.mo....i...........ddeij"},
    {0x210f, "h"},
    {0x213d, "y"},
    {0x2160, "i...v....x..lcdmi...v....x..lcdm"},
    {0x2c7c, "jv"},
    {0xa4d0, "bp.dt.gk.jc.zf.mnlsr..vh..wxy.a.e.iou"},
    {0xa7f2, "cfq"},
    {0xa7f8, "h"},
    {0x10784, "bb.....dd.....gg.hh...........o.......r.......y...i"},
    {0x107a5, "q"},
    {0x1d6a4, "ij"},
    {GREEK_BOLD, "ab..ezh.ik.mn.o.p..ty.x...a.y.e.n.ik..v.o.p.otu.x.w.e.k.p"},
    {0x1f12b, "cr"},
};

/* Alphabets that are repeated whole: bold, in circles, in boxes. */
static const struct {
    uint32_t from, to;
    char first;
    uint32_t length;
} copies[] = {
    {0xff01, 0xff5e, '!', 94},   {0x1d400, 0x1d6a3, 'a', 26}, {0x1d7ce, 0x1d7ff, '0', 10},
    {0x2460, 0x2468, '1', 9},    {0x24ea, 0x24ea, '0', 1},    {0x1fbf0, 0x1fbf9, '0', 10},
    {0x249c, 0x24b5, 'a', 26},   {0x24b6, 0x24e9, 'a', 26},   {0x1f110, 0x1f129, 'a', 26},
    {0x1f130, 0x1f149, 'a', 26}, {0x1f150, 0x1f169, 'a', 26}, {0x1f170, 0x1f189, 'a', 26},
    {0x1f1e6, 0x1f1ff, 'a', 26},
};

/* The plain letter of a fancy one; others stay as they are. */
static uint32_t plain_letter(uint32_t character)
{
    if (character >= 0xab70 && character <= 0xabbf) character -= 0xab70 - 0x13a0; /* small */
    if (character >= GREEK_BOLD && character < GREEK_BOLD + 5 * GREEK_STYLE) {    /* or slanted */
        character = GREEK_BOLD + (character - GREEK_BOLD) % GREEK_STYLE;
    }
    for (size_t i = 0; i < sizeof copies / sizeof copies[0]; i++) {
        if (character < copies[i].from || character > copies[i].to) continue;
        return (uint32_t)copies[i].first + (character - copies[i].from) % copies[i].length;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (character < rows[i].from || character - rows[i].from >= strlen(rows[i].letters)) {
            continue;
        }
        const char letter = rows[i].letters[character - rows[i].from];
        if (letter != '.') return (uint32_t)letter;
    }
    return character;
}

/* What is left of a character for the eye; 0: nothing that tells names apart. */
static uint32_t looks_like(uint32_t character)
{
    character = plain_letter(character);
    if (character >= 'A' && character <= 'Z') character += 'a' - 'A';
    if (character == ' ' || character == '.' || character == '_' || character == '-' ||
        character == '\'' || WITHIN(character, marks)) {
        return 0;
    }
    if (character < 0x80 && strchr("i1|0", (int)character) == NULL) return character;
    for (size_t i = 0; i < sizeof twins / sizeof twins[0]; i++) {
        for (size_t j = 0; j < 12 && twins[i].looks[j] != 0; j++) {
            if (twins[i].looks[j] == character) return (uint32_t)twins[i].letter;
        }
    }
    return character;
}

/* The next character of a name that counts; 0 at its end. */
static uint32_t look_next(const char **name)
{
    while (**name != '\0') {
        const unsigned char *at = (const unsigned char *)*name;
        const size_t bytes = pond_character_length(at, strlen(*name));
        if (bytes == 0) return 0;
        *name += bytes;
        const uint32_t look = looks_like(character_at(at, bytes));
        if (look != 0) return look;
    }
    return 0;
}

bool names_alike(const char *one, const char *other)
{
    for (;;) {
        const uint32_t look = look_next(&one);
        if (look != look_next(&other)) return false;
        if (look == 0) return true;
    }
}

void name_numbered(const char *name, int number, char out[STORE_NAME_SIZE])
{
    size_t kept = strlen(name); /* room for the number, after a whole character */
    while (kept > STORE_NAME_SIZE - 8 || ((unsigned char)name[kept] & 0xc0) == 0x80) kept--;
    snprintf(out, STORE_NAME_SIZE, "%s", name);
    if (number > 1) snprintf(out, STORE_NAME_SIZE, "%.*s (%d)", (int)kept, name, number);
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
    size_t characters = 0, standing = 0, stacked = 0;
    if (length == 0 || name[0] == ' ' || name[length - 1] == ' ') return false;
    for (size_t i = 0; i < length; characters++) {
        const unsigned char *at = (const unsigned char *)name + i;
        const size_t bytes = pond_character_length(at, length - i);
        if (bytes == 0 || characters == NAME_CHARACTERS_MAX) return false;
        const uint32_t character = character_at(at, bytes);
        if (WITHIN(character, unseen)) return false;
        stacked = WITHIN(character, marks) ? stacked + 1 : 0;
        if (stacked > MARKS_MAX) return false;
        standing += looks_like(character) != 0 && !WITHIN(character, signs);
        i += bytes;
    }
    return standing > 0;
}

/* ---- Doubts ---- */

/* What is left of a name for the eye, in one piece; returns how long it is. */
static size_t looks_of(const char *name, size_t bytes, uint32_t looks[POND_NAME_MAX])
{
    char copy[POND_NAME_MAX + 1];
    const char *at = copy;
    size_t count = 0;
    if (bytes > POND_NAME_MAX) bytes = POND_NAME_MAX;
    memcpy(copy, name, bytes);
    copy[bytes] = '\0';
    while (count < POND_NAME_MAX && (looks[count] = look_next(&at)) != 0) count++;
    return count;
}

static bool looks_begin(const uint32_t *looks, size_t count, const char *word)
{
    for (size_t i = 0; word[i] != '\0'; i++) {
        if (i == count || looks[i] != (uint32_t)word[i]) return false;
    }
    return true;
}

/* Does one of these words stand by itself in it, or one of the long ones anywhere? They are written
 * as they look: an i is an l. */
static bool reads_like_host(const char *name)
{
    static const char *const alone[] = {"pond", "host", "hote", "staff", "root", "mod", "modo"};
    static const char *const anywhere[] = {"admln",   "moderat",  "system",   "server",
                                           "serveur", "offlclal", "offlclel", "support"};
    uint32_t looks[POND_NAME_MAX];
    const size_t count = looks_of(name, strlen(name), looks);
    for (size_t i = 0; i < sizeof anywhere / sizeof anywhere[0]; i++) {
        for (size_t at = 0; at < count; at++) {
            if (looks_begin(looks + at, count - at, anywhere[i])) return true;
        }
    }
    while (*name != '\0') {
        const size_t bytes = strcspn(name, " ._-'");
        const size_t letters = looks_of(name, bytes, looks);
        for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
            if (letters == strlen(alone[i]) && looks_begin(looks, letters, alone[i])) return true;
        }
        name += bytes + (name[bytes] != '\0');
    }
    return false;
}

static bool small_letter(char letter) { return letter >= 'a' && letter <= 'z'; }

/* `www`, `http`, `@`, or a dot between letters with a short word of small ones after it. */
static bool looks_like_address(const char *name)
{
    if (strchr(name, '@') != NULL || strstr(name, "://") != NULL) return true;
    for (const char *at = name; *at != '\0'; at++) {
        if (strncasecmp(at, "www", 3) == 0 || strncasecmp(at, "http", 4) == 0) return true;
        if (*at != '.' || at == name || at[-1] == ' ') continue;
        size_t letters = 0;
        while (small_letter(at[1 + letters])) letters++;
        const char after = at[1 + letters];
        if (letters >= 2 && letters <= 6 && (after == '\0' || strchr(" /.:", after) != NULL)) {
            return true;
        }
    }
    return false;
}

enum alphabet { NO_LETTER, LATIN, GREEK, CYRILLIC, OTHER };

static enum alphabet alphabet_of(uint32_t character)
{
    const uint32_t small = character | 0x20;
    if (character < 0x80) return small >= 'a' && small <= 'z' ? LATIN : NO_LETTER;
    if (character >= 0xc0 && character <= 0x24f) return LATIN;
    if (character >= 0x370 && character <= 0x3ff) return GREEK;
    if (character >= 0x400 && character <= 0x52f) return CYRILLIC;
    return WITHIN(character, marks) ? NO_LETTER : OTHER;
}

/* Latin beside Greek or Cyrillic; `I`, `1`, `|` or `0` where a small letter is expected. */
static bool mixes_letters(const char *name)
{
    bool seen[OTHER + 1] = {false};
    const size_t length = strlen(name);
    for (size_t i = 0; i < length;) {
        const unsigned char *at = (const unsigned char *)name + i;
        const size_t bytes = pond_character_length(at, length - i);
        if (bytes == 0) return true;
        seen[alphabet_of(character_at(at, bytes))] = true;
        const bool passes = *at == 'I' || *at == '1' || *at == '|' || *at == '0';
        if (passes && i > 0 && small_letter(name[i - 1]) &&
            (*at == 'I' || small_letter(name[i + 1]))) {
            return true;
        }
        i += bytes;
    }
    return seen[LATIN] + seen[GREEK] + seen[CYRILLIC] > 1;
}

enum name_doubt name_doubt(const char *name)
{
    if (reads_like_host(name)) return NAME_HOST;
    if (looks_like_address(name)) return NAME_ADDRESS;
    return mixes_letters(name) ? NAME_ALIKE : NAME_FINE;
}
