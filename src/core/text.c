/* text.c: bounded text, sentences in every language of the catalogue, and errors as values. See
 * text.h. */
#include "pond/text.h"

#include <string.h>

#include "banned.h"

static const char *const words[POND_WORDS][POND_LANGUAGES] = {
#define MESSAGE(name, text) [POND_WORD_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/library.def>
#include "pond/words/languages.def"
};

struct pond_text pond_text_in(char *memory, size_t size)
{
    if (size > 0) memory[0] = '\0';
    return (struct pond_text){.start = memory, .size = size};
}

void pond_text_bytes(struct pond_text *text, const char *bytes, size_t length)
{
    const size_t room = text->size - text->length;
    if (length + 1 > room) {
        text->full = true;
        length = room > 0 ? room - 1 : 0;
    }
    memcpy(text->start + text->length, bytes, length);
    text->length += length;
    if (text->size > 0) text->start[text->length] = '\0';
}

void pond_text_char(struct pond_text *text, char character)
{
    if (text->size - text->length < 2) {
        text->full = true;
        return;
    }
    text->start[text->length++] = character;
    text->start[text->length] = '\0';
}

void pond_text_string(struct pond_text *text, const char *string)
{
    pond_text_bytes(text, string, strlen(string));
}

void pond_text_number(struct pond_text *text, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    if (number >= 0 && number <= 9) { /* as most numbers in positions are */
        pond_text_char(text, (char)('0' + number));
        return;
    }
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) digits[--at] = '-';
    pond_text_bytes(text, digits + at, sizeof digits - at);
}

void pond_text_clear(struct pond_text *text)
{
    text->length = 0;
    text->full = false;
    if (text->size > 0) text->start[0] = '\0';
}

bool pond_read_number(const char **at, uint32_t number_max, uint32_t *number)
{
    const char *digit = *at;
    if (*digit < '0' || *digit > '9') return false;
    if (*digit == '0' && digit[1] >= '0' && digit[1] <= '9') return false;
    uint64_t value = 0;
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        value = value * 10 + (uint64_t)(*digit - '0');
        if (value > number_max) return false;
    }
    *number = (uint32_t)value;
    *at = digit;
    return true;
}

bool pond_text_equal(const char *one, const char *other) { return strcmp(one, other) == 0; }

bool pond_text_starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

size_t pond_character_length(const unsigned char *text, size_t left)
{
    if (text[0] < 0x80) return 1;
    const size_t length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (text[0] < 0xc2 || text[0] > 0xf4 || length > left) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
    }
    /* Not longer than need be, no surrogates, nothing beyond U+10FFFF. */
    if (text[0] == 0xe0 && text[1] < 0xa0) return 0;
    if (text[0] == 0xed && text[1] > 0x9f) return 0;
    if (text[0] == 0xf0 && text[1] < 0x90) return 0;
    if (text[0] == 0xf4 && text[1] > 0x8f) return 0;
    return length;
}

size_t pond_shown_length(const unsigned char *text, size_t left)
{
    const size_t length = pond_character_length(text, left);
    if (length == 1 && (text[0] < ' ' || text[0] == 127)) return 0;
    if (length == 2 && text[0] == 0xc2 && text[1] < 0xa0) return 0;  /* C1 */
    if (length == 2 && text[0] == 0xd8 && text[1] == 0x9c) return 0; /* U+061C */
    if (length == 3 && text[0] == 0xe2 && text[1] == 0x80) {
        if (text[2] == 0x8e || text[2] == 0x8f) return 0; /* U+200E, U+200F */
        if (text[2] >= 0xa8 && text[2] <= 0xae) return 0; /* U+2028 to U+202E */
    }
    if (length == 3 && text[0] == 0xe2 && text[1] == 0x81) {
        if (text[2] >= 0xa6 && text[2] <= 0xa9) return 0; /* U+2066 to U+2069 */
    }
    return length;
}

void pond_text_shown(struct pond_text *text, const char *string)
{
    for (size_t left = strlen(string); left > 0;) {
        const unsigned char *at = (const unsigned char *)string;
        const size_t shown = pond_shown_length(at, left);
        const size_t whole = pond_character_length(at, left);
        const size_t length = whole > 0 ? whole : 1;
        pond_text_bytes(text, shown > 0 ? string : "?", shown > 0 ? shown : 1);
        string += length;
        left -= length;
    }
}

const char *pond_word(enum pond_word word, enum pond_language language)
{
    return word != POND_WORD_NONE ? words[word][language] : "";
}

const char *pond_message_name(enum pond_word word)
{
    static const char *const names[POND_WORDS] = {
        [POND_WORD_NONE] = "NONE",
#define MESSAGE(name, text) [POND_WORD_##name] = #name,
#include "pond/words/en/library.def"
#undef MESSAGE
    };
    return (uint32_t)word < POND_WORDS ? names[word] : NULL;
}

int pond_language_find(const char *tag, size_t length)
{
    for (int i = 0; i < POND_LANGUAGES; i++) {
        const char *own = pond_word(POND_WORD_LANGUAGE_TAG, (enum pond_language)i);
        if (strlen(own) == length && memcmp(own, tag, length) == 0) return i;
    }
    return -1;
}

const char *pond_label(const struct pond_label *label, enum pond_language language)
{
    if (label->word != POND_WORD_NONE) return pond_word(label->word, language);
    return label->own[label->own[language] != NULL ? language : POND_ENGLISH];
}

const char *pond_version(void) { return POND_VERSION; }

bool pond_refuse(struct pond_error *why, enum pond_word word)
{
    if (why != NULL) {
        why->word = word;
        why->argument_count = 0;
    }
    return false;
}

bool pond_refuse_text(struct pond_error *why, enum pond_word word, const char *argument)
{
    pond_refuse(why, word);
    return pond_error_text(why, argument);
}

bool pond_refuse_number(struct pond_error *why, enum pond_word word, int64_t argument)
{
    pond_refuse(why, word);
    return pond_error_number(why, argument);
}

bool pond_error_text(struct pond_error *why, const char *argument)
{
    if (why == NULL || why->argument_count == POND_ERROR_ARGUMENTS_MAX) return false;
    char *out = why->argument[why->argument_count++];
    size_t length = 0;
    for (; argument[length] != '\0' && length < POND_ERROR_ARGUMENT_MAX - 1; length++) {
        const char character = argument[length];
        out[length] = character >= ' ' && character <= '~' ? character : '?';
    }
    if (argument[length] != '\0') memcpy(out + length - 3, "...", 3);
    out[length] = '\0';
    return false;
}

bool pond_error_number(struct pond_error *why, int64_t argument)
{
    char digits[24];
    struct pond_text text = pond_text_in(digits, sizeof digits);
    pond_text_number(&text, argument);
    return pond_error_text(why, digits);
}

#ifdef POND_RULES_ONLY
/* The rules' messages are plain, which keeps their module small. */
static const char *placeholder_print(const char *at, enum pond_language language,
                                     const char *const arguments[], uint32_t argument_count,
                                     struct pond_text *out)
{
    const uint32_t index = (uint32_t)(at[0] - '0');
    (void)language;
    if (index < argument_count) pond_text_string(out, arguments[index]);
    return at + 2;
}
#else

static bool is_singular(const char *number, enum pond_language language)
{
    const bool digit = number[0] != '\0' && number[1] == '\0';
    return digit && strchr(pond_word(POND_WORD_LANGUAGE_SINGULAR, language), number[0]) != NULL;
}

/* Is "de" written d' before this? Before a word that begins with a vowel, but not before a pad. */
static bool is_elided(const char *word)
{
    const uint32_t accented = 0x1e7cff3f; /* the vowels among U+00C0 to U+00FF */
    const unsigned char first = (unsigned char)word[0];
    if (first == 0xc3) return (accented >> (word[1] & 0x1f) & 1) != 0;
    if (first == '\0' || strchr("aeiouAEIOU", first) == NULL) return false;
    const unsigned char second = (unsigned char)word[1], small = second | 0x20;
    return second >= 0x80 || (small >= 'a' && small <= 'z');
}

/* Prints what begins after a brace and returns where the sentence goes on. */
static const char *placeholder_print(const char *at, enum pond_language language,
                                     const char *const arguments[], uint32_t argument_count,
                                     struct pond_text *out)
{
    const char *article = at; /* d' in {d'0} */
    while (*at < '0' || *at > '9') at++;
    const uint32_t index = (uint32_t)(at[0] - '0');
    const char *argument = index < argument_count ? arguments[index] : "";
    const char *end = strchr(at, '}');
    if (at[1] == ':') {
        const char *one = at + 2, *many = strchr(one, '|') + 1;
        const bool single = is_singular(argument, language);
        pond_text_bytes(out, single ? one : many, (size_t)(single ? many - 1 - one : end - many));
        return end + 1;
    }
    if (at > article) {
        const bool elided = is_elided(argument);
        pond_text_bytes(out, article, (size_t)(at - article) - (elided ? 0 : 1));
        if (!elided) pond_text_string(out, "e ");
    }
    pond_text_string(out, argument);
    return end + 1;
}
#endif

void pond_sentence_print(const char *sentence, enum pond_language language,
                         const char *const arguments[], uint32_t argument_count,
                         struct pond_text *out)
{
    for (const char *at = sentence; *at != '\0';) {
        if (*at == '{')
            at = placeholder_print(at + 1, language, arguments, argument_count, out);
        else
            pond_text_char(out, *at++);
    }
}

void pond_error_print(const struct pond_error *error, enum pond_language language,
                      struct pond_text *out)
{
    const char *arguments[POND_ERROR_ARGUMENTS_MAX];
    for (uint32_t i = 0; i < error->argument_count; i++) arguments[i] = error->argument[i];
    pond_sentence_print(pond_word(error->word, language), language, arguments,
                        error->argument_count, out);
}
