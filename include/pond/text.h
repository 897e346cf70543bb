/* text.h: bounded text, sentences in every language of the catalogue, and errors as values.
 *
 * Pure code never prints and never allocates: it writes into a `struct pond_text`, and gives the
 * reason of a refusal in a `struct pond_error`: a message of the catalogue and its arguments.
 * Front ends render it in the reader's language. */
#ifndef POND_TEXT_H
#define POND_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pond/api.h"

POND_BEGIN

/* A growing text in memory of fixed size; always terminated. What does not fit is dropped and
 * `full` is set. */
struct pond_text {
    char *start;
    size_t size;
    size_t length;
    bool full;
};

POND_API struct pond_text pond_text_in(char *memory, size_t size);
POND_API void pond_text_char(struct pond_text *text, char character);
POND_API void pond_text_string(struct pond_text *text, const char *string);
POND_API void pond_text_bytes(struct pond_text *text, const char *bytes, size_t length);
POND_API void pond_text_number(struct pond_text *text, int64_t number);
POND_API void pond_text_clear(struct pond_text *text);

/* Reads a whole number without sign at `*at` and moves `*at` past it; false (and nothing moved)
 * where there is none, where it has a leading zero, or where it is larger than `number_max`. */
POND_API bool pond_read_number(const char **at, uint32_t number_max, uint32_t *number);
POND_API bool pond_text_equal(const char *one, const char *other);
POND_API bool pond_text_starts(const char *text, const char *start);

/* The length in bytes of the UTF-8 character at `text`, or 0 where the bytes are none. */
POND_API size_t pond_character_length(const unsigned char *text, size_t left);

/* The same, and 0 too where it should not be shown as it is: controls (C0, DEL and C1), which may
 * command a terminal, and marks that turn the text around them or break its line (U+2028,
 * U+202E..).
 */
POND_API size_t pond_shown_length(const unsigned char *text, size_t left);
/* Appends somebody's words, a question mark in place of whatever should not be shown. */
POND_API void pond_text_shown(struct pond_text *text, const char *string);

/* The catalogue: every sentence that the library says, once, in each language (pond/words). */
enum pond_language {
#define WORDS(language) <pond/words/name.def>
#include "pond/words/languages.def"
    POND_LANGUAGES
};

enum pond_word {
    POND_WORD_NONE,
#define MESSAGE(name, text) POND_WORD_##name,
#include "pond/words/en/library.def"
#undef MESSAGE
    POND_WORDS
};

POND_API const char *pond_word(enum pond_word word, enum pond_language language);
/* The message's name, "ROW_MUST_BE_BROKEN": it stays the same from version to version, while the
 * numbers of the enum change with every message that is added. NULL if there is no such message.
 */
POND_API const char *pond_message_name(enum pond_word word);
/* The language with this tag, such as "fr", or -1. Its tag is POND_WORD_LANGUAGE_TAG. */
POND_API int pond_language_find(const char *tag, size_t length);

/* A text of a game or an engine: a message of the catalogue; or else its own, in as many languages
 * as it has, with English for the others. */
struct pond_label {
    enum pond_word word;
    const char *own[POND_LANGUAGES];
};

POND_API const char *pond_label(const struct pond_label *label, enum pond_language language);

#define POND_ERROR_ARGUMENTS_MAX 4
#define POND_ERROR_ARGUMENT_MAX 160 /* a list of all settings of an engine is the longest */

struct pond_error {
    enum pond_word word;
    uint32_t argument_count;
    char argument[POND_ERROR_ARGUMENTS_MAX][POND_ERROR_ARGUMENT_MAX];
};

/* These return false, so that a function can end with `return pond_refuse(...)`. `why` may be
 * NULL. Arguments that are too long are cut; bytes that are no printable ASCII become '?'. */
POND_API bool pond_refuse(struct pond_error *why, enum pond_word word);
POND_API bool pond_refuse_text(struct pond_error *why, enum pond_word word, const char *argument);
POND_API bool pond_refuse_number(struct pond_error *why, enum pond_word word, int64_t argument);
POND_API bool pond_error_text(struct pond_error *why, const char *argument);
POND_API bool pond_error_number(struct pond_error *why, int64_t argument);

POND_API void pond_error_print(const struct pond_error *error, enum pond_language language,
                               struct pond_text *out);
/* Writes a message with its arguments filled in: `{0}` is the first, `{0:card|cards}` is "card" or
 * "cards" as the language counts the first, and `{d'0}` is "d'Anna" or "de Bob". */
POND_API void pond_sentence_print(const char *sentence, enum pond_language language,
                                  const char *const arguments[], uint32_t argument_count,
                                  struct pond_text *out);

POND_END

#endif
