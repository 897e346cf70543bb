/* core_test.c: what all games build on: texts, the catalogue of sentences, chance and options.
 *
 * The generator is checked against a second ChaCha, written here from its published definition, and
 * against a published block of its key stream. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pond/game.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
/* Longer than this, in characters, nobody reads a sentence in a message. */
#define SENTENCE_MAX 200

/* ---- Texts ---- */

static void test_text_that_fits(void **context)
{
    (void)context;
    char memory[64];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    assert_string_equal(memory, "");
    pond_text_string(&text, "frog");
    pond_text_char(&text, ' ');
    pond_text_number(&text, 12);
    pond_text_bytes(&text, "xyz", 2);
    pond_text_string(&text, "");
    pond_text_bytes(&text, "?", 0);
    assert_string_equal(memory, "frog 12xy");
    assert_int_equal(text.length, 9);
    assert_false(text.full);
    pond_text_clear(&text);
    assert_string_equal(memory, "");
    assert_int_equal(text.length, 0);
    pond_text_string(&text, "again");
    assert_string_equal(memory, "again");
}

/* Memory of every size: what fits is there, terminated, and nothing after it is touched. */
static void test_text_overflow(void **context)
{
    (void)context;
    static const char whole[] = "frog!-1234567890pond";
    for (size_t size = 0; size <= sizeof whole + 2; size++) {
        char memory[64];
        memset(memory, '#', sizeof memory);
        struct pond_text text = pond_text_in(memory, size);
        pond_text_string(&text, "frog");
        pond_text_char(&text, '!');
        pond_text_number(&text, -1234567890);
        pond_text_bytes(&text, "pond", 4);
        const size_t fits = size == 0 ? 0 : size - 1;
        const size_t length = fits < sizeof whole - 1 ? fits : sizeof whole - 1;
        assert_int_equal(text.length, length);
        assert_int_equal(text.full, fits < sizeof whole - 1);
        assert_memory_equal(memory, whole, length);
        if (size > 0) assert_int_equal(memory[length], '\0');
        for (size_t i = size; i < sizeof memory; i++) assert_int_equal(memory[i], '#');
        pond_text_clear(&text);
        assert_false(text.full);
        assert_int_equal(text.length, 0);
    }
}

static void test_text_full_stays_full(void **context)
{
    (void)context;
    char memory[5];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_text_string(&text, "pond");
    assert_false(text.full); /* exactly full is not too much */
    pond_text_char(&text, 's');
    assert_true(text.full);
    pond_text_string(&text, "");
    assert_true(text.full);
    assert_string_equal(memory, "pond");
}

/* Everything else is shown as it is: what is not is listed by its number. */
static void test_what_should_not_be_shown(void **context)
{
    (void)context;
    static const uint32_t hidden[][2] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                                         {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069},
                                         {0xd800, 0xdfff}};
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        unsigned char bytes[4] = {(unsigned char)code};
        size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
        for (size_t i = 0; length > 1 && i < length; i++) {
            const unsigned bits = code >> (6 * (length - 1 - i));
            bytes[i] = (unsigned char)(i == 0 ? leads[length] | bits : 0x80 | (bits & 0x3f));
        }
        bool expected = true;
        for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
            if (code >= hidden[i][0] && code <= hidden[i][1]) expected = false;
        }
        assert_int_equal(pond_shown_length(bytes, length), expected ? length : 0);
    }
    char memory[64];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_text_shown(&text, "a\x1b[1m\xc2\x9b"
                           "2J\xe2\x80\xae"
                           "\xc3\xa9\x9b\xff\xe2\x80");
    assert_string_equal(memory, "a?[1m?2J?\xc3\xa9????");
}

static void test_text_numbers(void **context)
{
    (void)context;
    static const struct {
        int64_t number;
        const char *text;
    } numbers[] = {
        {0, "0"},
        {-1, "-1"},
        {10, "10"},
        {1000000000, "1000000000"},
        {INT64_MAX, "9223372036854775807"},
        {INT64_MIN, "-9223372036854775808"},
    };
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        char memory[32];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_text_number(&text, numbers[i].number);
        assert_string_equal(memory, numbers[i].text);
    }
}

static void test_read_number(void **context)
{
    (void)context;
    static const struct {
        const char *text;
        uint32_t number_max;
        bool read;
        uint32_t number;
        const char *rest;
    } cases[] = {
        {"0", 9, true, 0, ""},
        {"7x", 9, true, 7, "x"},
        {"9", 9, true, 9, ""},
        {"10", 9, false, 0, ""},
        {"0.5", 9, true, 0, ".5"},
        {"00", 9, false, 0, ""},
        {"01", 9, false, 0, ""},
        {"", 9, false, 0, ""},
        {" 1", 9, false, 0, ""},
        {"+1", 9, false, 0, ""},
        {"-1", 9, false, 0, ""},
        {"x", 9, false, 0, ""},
        {"/", 9, false, 0, ""},
        {":", 9, false, 0, ""},
        {"0", 0, true, 0, ""},
        {"1", 0, false, 0, ""},
        {"4294967295,", UINT32_MAX, true, UINT32_MAX, ","},
        {"4294967296", UINT32_MAX, false, 0, ""},
        {"18446744073709551616", UINT32_MAX, false, 0, ""},
        {"99999999999999999999999999999999999999999", UINT32_MAX, false, 0, ""},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const char *at = cases[i].text;
        uint32_t number = 77;
        const bool read = pond_read_number(&at, cases[i].number_max, &number);
        if (read != cases[i].read) fail_msg("'%s'", cases[i].text);
        if (read) {
            assert_int_equal(number, cases[i].number);
            assert_string_equal(at, cases[i].rest);
        } else {
            assert_ptr_equal(at, cases[i].text);
            assert_int_equal(number, 77);
        }
    }
}

static void test_text_comparing(void **context)
{
    (void)context;
    assert_true(pond_text_equal("frog", "frog"));
    assert_false(pond_text_equal("frog", "frogs"));
    assert_false(pond_text_equal("", "f"));
    assert_true(pond_text_starts("frogs", "frog"));
    assert_true(pond_text_starts("frogs", ""));
    assert_false(pond_text_starts("fro", "frog"));
}

/* ---- Errors ---- */

static void test_errors_take_arguments(void **context)
{
    (void)context;
    struct pond_error why;
    char memory[256];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    assert_false(pond_refuse_text(&why, POND_WORD_OPTION_VALUE, "turn"));
    assert_false(pond_error_text(&why, "both"));
    assert_false(pond_error_text(&why, "single|chain"));
    pond_error_print(&why, POND_ENGLISH, &text);
    assert_string_equal(memory,
                        "'both' isn't a valid value for option 'turn' (allowed: single|chain).");
    pond_text_clear(&text);
    pond_error_print(&why, POND_FRENCH, &text);
    assert_string_equal(memory, "«\u00a0both\u00a0» n'est pas permis pour l'option "
                                "«\u00a0turn\u00a0» (valeurs possibles\u00a0: single|chain).");
    pond_text_clear(&text);
    assert_false(pond_refuse_number(&why, POND_WORD_MATCH_NO_SEAT, -3));
    pond_error_print(&why, POND_ENGLISH, &text);
    assert_string_equal(memory, "There is no seat -3 in this game.");
    assert_int_equal(why.argument_count, 1);
}

static void test_errors_without_anyone_to_hear(void **context)
{
    (void)context;
    assert_false(pond_refuse(NULL, POND_WORD_MOVE_GAME_OVER));
    assert_false(pond_refuse_text(NULL, POND_WORD_MOVE_ILLEGAL, "x"));
    assert_false(pond_refuse_number(NULL, POND_WORD_MATCH_NO_SEAT, 1));
    assert_false(pond_error_text(NULL, "x"));
    assert_false(pond_error_number(NULL, 1));
}

static void test_errors_cut_and_clean_arguments(void **context)
{
    (void)context;
    struct pond_error why;
    char whole[POND_ERROR_ARGUMENT_MAX * 2];
    memset(whole, 'a', sizeof whole);
    whole[POND_ERROR_ARGUMENT_MAX - 1] = '\0';
    pond_refuse_text(&why, POND_WORD_MOVE_ILLEGAL, whole);
    assert_string_equal(why.argument[0], whole); /* just fits */
    whole[POND_ERROR_ARGUMENT_MAX - 1] = 'a';
    whole[sizeof whole - 1] = '\0';
    pond_refuse_text(&why, POND_WORD_MOVE_ILLEGAL, whole);
    assert_int_equal(strlen(why.argument[0]), POND_ERROR_ARGUMENT_MAX - 1);
    assert_string_equal(why.argument[0] + POND_ERROR_ARGUMENT_MAX - 4, "...");
    pond_refuse_text(&why, POND_WORD_MOVE_ILLEGAL, "a\tb\n\x7f\xc3\xa9~ ");
    assert_string_equal(why.argument[0], "a?b????~ ");
    for (int i = 0; i < 6; i++) pond_error_number(&why, i);
    assert_int_equal(why.argument_count, POND_ERROR_ARGUMENTS_MAX);
    assert_string_equal(why.argument[3], "2");
}

static void test_errors_with_too_few_arguments(void **context)
{
    (void)context;
    struct pond_error why;
    char memory[256];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_refuse(&why, POND_WORD_OPTION_VALUE);
    pond_error_print(&why, POND_ENGLISH, &text);
    assert_string_equal(memory, "'' isn't a valid value for option '' (allowed: ).");
}

static void expect_sentence(const char *sentence, enum pond_language language, const char *argument,
                            const char *wanted)
{
    char memory[64];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_sentence_print(sentence, language, &argument, 1, &text);
    assert_string_equal(memory, wanted);
}

static void test_messages_count_and_elide(void **context)
{
    (void)context;
    expect_sentence("{0} {0:card|cards}.", POND_ENGLISH, "0", "0 cards.");
    expect_sentence("{0} {0:card|cards}.", POND_ENGLISH, "1", "1 card.");
    expect_sentence("{0} {0:card|cards}.", POND_ENGLISH, "10", "10 cards.");
    expect_sentence("{0} {0:carte|cartes}.", POND_FRENCH, "0", "0 carte.");
    expect_sentence("{0} {0:carte|cartes}.", POND_FRENCH, "11", "11 cartes.");
    expect_sentence("{0:one|}{1}", POND_ENGLISH, "2", "");
    expect_sentence("Tour {d'0}", POND_FRENCH, "Anna", "Tour d'Anna");
    expect_sentence("Tour {d'0}", POND_FRENCH, "\u00c9lo\u00efse", "Tour d'\u00c9lo\u00efse");
    expect_sentence("Tour {d'0}", POND_FRENCH, "\u00c7a", "Tour de \u00c7a");
    expect_sentence("Tour {d'0}", POND_FRENCH, "Bob", "Tour de Bob");
    expect_sentence("{qu'0}", POND_FRENCH, "a1", "que a1");
    expect_sentence("{d'0}", POND_FRENCH, "", "de ");
}

/* ---- The catalogue ---- */

static const char *sentence_of(int word, int language)
{
    return pond_word((enum pond_word)word, (enum pond_language)language);
}

/* What an event is told with: it has a name and up to six values, and need not say them all. */
static bool is_event(int word)
{
    return strncmp(pond_message_name((enum pond_word)word), "EVENT_", 6) == 0;
}

/* A bit for each of {0} to {3}; fails on any other brace that opens. */
static unsigned placeholders(int word, const char *sentence)
{
    const int most = is_event(word) ? 1 + POND_EVENT_VALUES_MAX : POND_ERROR_ARGUMENTS_MAX;
    unsigned found = 0;
    for (const char *at = strchr(sentence, '{'); at != NULL; at = strchr(at + 1, '{')) {
        if (at[1] < '0' || at[1] >= '0' + most || at[2] != '}') {
            fail_msg("%s has a brace without argument", pond_message_name((enum pond_word)word));
        }
        found |= 1u << (at[1] - '0');
    }
    return found;
}

static void test_words_have_the_same_arguments_in_every_language(void **context)
{
    (void)context;
    for (int word = 1; word < POND_WORDS; word++) {
        const unsigned english = placeholders(word, sentence_of(word, POND_ENGLISH));
        const unsigned french = placeholders(word, sentence_of(word, POND_FRENCH));
        if (english != french)
            fail_msg("%s has different arguments", pond_message_name((enum pond_word)word));
        if ((english & (english + 1)) != 0 && !is_event(word)) {
            fail_msg("%s leaves an argument out", pond_message_name((enum pond_word)word));
        }
    }
}

/* The number of characters; fails where the bytes are no UTF-8. */
static size_t characters(int word, const char *sentence)
{
    size_t count = 0;
    for (const unsigned char *at = (const unsigned char *)sentence; *at != '\0'; count++) {
        const int more = *at < 0x80 ? 0 : *at >= 0xe0 ? 2 : 1;
        const bool right = *at < 0x80 || (*at >= 0xc2 && *at < 0xf0);
        if (!right || *at < ' ' || *at == 0x7f)
            fail_msg("%s: bytes", pond_message_name((enum pond_word)word));
        at++;
        for (int i = 0; i < more; i++, at++) {
            if (*at < 0x80 || *at >= 0xc0)
                fail_msg("%s: no UTF-8", pond_message_name((enum pond_word)word));
        }
    }
    return count;
}

/* Not a sentence: what an option, an engine or a setting says about itself, the language's name,
 * and the words for an event's values. */
static bool is_label(int word)
{
    const char *name = pond_message_name((enum pond_word)word);
    return word == POND_WORD_EVENT_AND || word == POND_WORD_EVENT_ONE_OF_THEM_YOU ||
           (word >= POND_WORD_EVENT_GROUND && word <= POND_WORD_EVENT_GROUND_OWN) ||
           strncmp(name, "LANGUAGE_", 9) == 0 || strncmp(name, "ENGINE_", 7) == 0 ||
           strstr(name, "SETTING_") != NULL || strstr(name, "_OPTION_") != NULL ||
           word == POND_WORD_OPTION_PLAYERS;
}

static void test_words_are_sentences(void **context)
{
    (void)context;
    assert_string_equal(pond_word(POND_WORD_NONE, POND_ENGLISH), "");
    assert_string_equal(pond_word(POND_WORD_NONE, POND_FRENCH), "");
    for (int word = 1; word < POND_WORDS; word++) {
        if (is_label(word)) continue;
        for (int language = 0; language < POND_LANGUAGES; language++) {
            const char *sentence = sentence_of(word, language);
            assert_non_null(sentence);
            const size_t length = strlen(sentence);
            if (length < 10) fail_msg("%s says nothing", pond_message_name((enum pond_word)word));
            if (characters(word, sentence) > SENTENCE_MAX)
                fail_msg("%s is long", pond_message_name((enum pond_word)word));
            if (sentence[length - 1] != '.')
                fail_msg("%s has no end", pond_message_name((enum pond_word)word));
            if (strstr(sentence, "  ") != NULL)
                fail_msg("%s has two blanks", pond_message_name((enum pond_word)word));
            if (sentence[0] == ' ')
                fail_msg("%s begins with a blank", pond_message_name((enum pond_word)word));
        }
    }
}

/* Languages differ in how they quote. French binds : ; ! ? » to the word before and « to the one
 * after with a no-break space, so that no line begins with a sign. */
static void test_words_are_set_as_their_language_is(void **context)
{
    (void)context;
    for (int word = 1; word < POND_WORDS; word++) {
        const char *english = sentence_of(word, POND_ENGLISH),
                   *french = sentence_of(word, POND_FRENCH);
        if (strstr(english, "«") != NULL)
            fail_msg("%s in English", pond_message_name((enum pond_word)word));
        if (strcmp(english, french) == 0)
            fail_msg("%s is the same twice", pond_message_name((enum pond_word)word));
        for (const char *at = strstr(french, "«"); at != NULL; at = strstr(at + 1, "«")) {
            if (strncmp(at, "«\u00a0", 4) != 0)
                fail_msg("%s in French", pond_message_name((enum pond_word)word));
        }
        for (const char *at = strchr(french, ' '); at != NULL; at = strchr(at + 1, ' ')) {
            const bool sign = at[1] != '\0' && strchr(":;!?", at[1]) != NULL;
            if (sign || strncmp(at + 1, "»", 2) == 0)
                fail_msg("%s: no bound space", pond_message_name((enum pond_word)word));
        }
        if (strchr(french, '\'') != NULL && strstr(french, "'{") != NULL) {
            fail_msg("%s quotes as in English", pond_message_name((enum pond_word)word));
        }
    }
}

/* The rulings that a sentence names, as it writes them: "X3" or "Q8, Q10"; "" where it names none.
 */
static void rulings_of(const char *sentence, char rulings[16])
{
    rulings[0] = '\0';
    for (const char *at = strchr(sentence, '('); at != NULL; at = strchr(at + 1, '(')) {
        const size_t length = strcspn(at + 1, ")");
        if (at[1] < 'A' || at[1] > 'Z' || at[2] < '0' || at[2] > '9' || length > 15) continue;
        memcpy(rulings, at + 1, length);
        rulings[length] = '\0';
        return;
    }
}

static void test_words_name_the_same_rulings(void **context)
{
    (void)context;
    for (int word = 1; word < POND_WORDS; word++) {
        char english[16], french[16];
        rulings_of(sentence_of(word, POND_ENGLISH), english);
        rulings_of(sentence_of(word, POND_FRENCH), french);
        if (strcmp(english, french) != 0)
            fail_msg("%s: rulings differ", pond_message_name((enum pond_word)word));
    }
}

/* ---- Chance ---- */

/* One block of ChaCha as D. J. Bernstein defines it, with a counter of 64 bits and no nonce. */
static void chacha_quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    static const int turns[] = {16, 12, 8, 7};
    uint32_t *const steps[][3] = {{a, b, d}, {c, d, b}, {a, b, d}, {c, d, b}};
    for (int i = 0; i < 4; i++) {
        *steps[i][0] += *steps[i][1];
        *steps[i][2] ^= *steps[i][0];
        *steps[i][2] = *steps[i][2] << turns[i] | *steps[i][2] >> (32 - turns[i]);
    }
}

static void chacha8(const uint32_t key[8], uint64_t counter, uint32_t out[16])
{
    uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t input[16];
    for (int i = 0; i < 8; i++) x[4 + i] = key[i];
    x[12] = (uint32_t)counter;
    x[13] = (uint32_t)(counter >> 32);
    memcpy(input, x, sizeof x);
    for (int twice = 0; twice < 4; twice++) {
        chacha_quarter(&x[0], &x[4], &x[8], &x[12]);
        chacha_quarter(&x[1], &x[5], &x[9], &x[13]);
        chacha_quarter(&x[2], &x[6], &x[10], &x[14]);
        chacha_quarter(&x[3], &x[7], &x[11], &x[15]);
        chacha_quarter(&x[0], &x[5], &x[10], &x[15]);
        chacha_quarter(&x[1], &x[6], &x[11], &x[12]);
        chacha_quarter(&x[2], &x[7], &x[8], &x[13]);
        chacha_quarter(&x[3], &x[4], &x[9], &x[14]);
    }
    for (int i = 0; i < 16; i++) out[i] = x[i] + input[i];
}

/* The published key stream of ChaCha8 for a key of 256 zero bits (test vectors of Strombergson). */
static void test_c1_stream_is_chacha8(void **context)
{
    (void)context;
    static const uint8_t published[64] = {
        0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f,
        0x09, 0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a, 0x7f, 0x3b, 0x18, 0x1b,
        0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e, 0x98, 0x4c, 0xe1, 0x72, 0xb9, 0x21, 0x6f,
        0x41, 0x9f, 0x44, 0x53, 0x67, 0x45, 0x6d, 0x56, 0x19, 0x31, 0x4a, 0x42, 0xa3,
        0xda, 0x86, 0xb0, 0x01, 0x38, 0x7b, 0xfd, 0xb8, 0x0e, 0x0c, 0xfe, 0x42,
    };
    struct pond_rng rng;
    memset(&rng, 0, sizeof rng);
    rng.used = 16;
    for (int i = 0; i < 16; i++) {
        const uint32_t word = pond_rng_word(&rng);
        const uint32_t expected = (uint32_t)published[4 * i] | (uint32_t)published[4 * i + 1] << 8 |
                                  (uint32_t)published[4 * i + 2] << 16 |
                                  (uint32_t)published[4 * i + 3] << 24;
        assert_int_equal(word, expected);
    }
    uint32_t block[16];
    for (uint32_t i = 0; i < 8; i++) rng.key[i] = 0x01234567u * (i + 3);
    rng.blocks = UINT64_C(0xfffffffe); /* the counter has more than 32 bits */
    for (uint64_t counter = rng.blocks, i = 0; i < 4; i++) {
        chacha8(rng.key, counter + i, block);
        for (int k = 0; k < 16; k++) assert_int_equal(pond_rng_word(&rng), block[k]);
    }
}

/* How a seed becomes a key: the text in two halves of 32 bytes, padded with zeros; the second and a
 * block of the first, added, are the key of the block that is the key. Blocks are numbered with the
 * length. */
static void test_c1_seed_becomes_the_key(void **context)
{
    (void)context;
    static const char *const seeds[] = {
        "a",
        "frog",
        "0",
        "12345678901234567890123456789012",
        "123456789012345678901234567890123",
        "~!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`a",
    };
    for (size_t i = 0; i < LENGTH(seeds); i++) {
        uint8_t bytes[64] = {0};
        uint32_t half[2][8], block[16];
        const size_t length = strlen(seeds[i]);
        memcpy(bytes, seeds[i], length);
        for (int k = 0; k < 16; k++) {
            half[k / 8][k % 8] = (uint32_t)bytes[4 * k] | (uint32_t)bytes[4 * k + 1] << 8 |
                                 (uint32_t)bytes[4 * k + 2] << 16 |
                                 (uint32_t)bytes[4 * k + 3] << 24;
        }
        chacha8(half[0], length, block);
        for (int k = 0; k < 8; k++) half[1][k] += block[k];
        chacha8(half[1], length, block);
        struct pond_rng rng;
        memset(&rng, 0xee, sizeof rng);
        pond_rng_seed(&rng, seeds[i]);
        uint32_t stream[16];
        for (uint64_t counter = 0; counter < 3; counter++) {
            chacha8(block, counter, stream);
            for (int k = 0; k < 16; k++) assert_int_equal(pond_rng_word(&rng), stream[k]);
        }
    }
}

static void test_c1_seeds_that_differ_give_other_streams(void **context)
{
    (void)context;
    static const char *const seeds[] = {"a", "b", "aa", "a0", "A", "0", "00"};
    uint64_t first[LENGTH(seeds)];
    for (size_t i = 0; i < LENGTH(seeds); i++) {
        struct pond_rng rng;
        pond_rng_seed(&rng, seeds[i]);
        first[i] = pond_rng_word(&rng);
        first[i] = first[i] << 32 | pond_rng_word(&rng);
        for (size_t k = 0; k < i; k++) assert_int_not_equal(first[i], first[k]);
    }
}

static void test_c1_what_is_a_seed(void **context)
{
    (void)context;
    char longest[POND_SEED_MAX + 2];
    memset(longest, 'x', sizeof longest);
    longest[POND_SEED_MAX] = '\0';
    struct pond_error why;
    assert_true(pond_seed_check("a", &why));
    assert_true(pond_seed_check("!~#'{}[]", &why));
    assert_true(pond_seed_check(longest, &why));
    longest[POND_SEED_MAX] = 'x';
    longest[POND_SEED_MAX + 1] = '\0';
    const char *const bad[] = {"",    longest, "a b",      " ",        "a\"",    "\\",
                               "a\t", "a\x7f", "\xc3\xa9", "frog\x01", "frog\n", "\xff"};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        why.word = POND_WORD_NONE;
        if (pond_seed_check(bad[i], &why)) fail_msg("'%s' is accepted", bad[i]);
        assert_int_equal(why.word, POND_WORD_SEED_FORM);
    }
    assert_false(pond_seed_check("", NULL));
}

/* A generator that will give exactly this word next, and `later` after that. */
static struct pond_rng rng_with(uint32_t word, uint32_t later)
{
    struct pond_rng rng;
    memset(&rng, 0, sizeof rng);
    rng.used = 14;
    rng.block[14] = word;
    rng.block[15] = later;
    return rng;
}

/* Every number must come from equally many words. The words of a number lie side by side; what is
 * too much of them is refused, and that can only be the first. So it is enough to count where each
 * number's words begin and to ask the generator for that first one. */
static void test_c1_below_is_exactly_even(void **context)
{
    (void)context;
    static const uint32_t limits[] = {1, 2, 3, 5, 6, 7, 10, 13, 155, 1000, 65537, 12345678};
    for (size_t i = 0; i < LENGTH(limits); i++) {
        const uint64_t all = UINT64_C(1) << 32, limit = limits[i], each = all / limit;
        const uint64_t step = limit > 1000 ? limit / 991 : 1;
        for (uint64_t number = 0; number < limit; number += step) {
            const uint64_t from = (number * all + limit - 1) / limit;
            const uint64_t to = ((number + 1) * all + limit - 1) / limit;
            const uint32_t other = (uint32_t)(to - 1); /* the last word is never refused */
            struct pond_rng rng = rng_with((uint32_t)from, other);
            assert_int_equal(pond_rng_below(&rng, (uint32_t)limit), number);
            const bool refused = rng.used == 16;
            assert_int_equal(to - from - refused, each);
            if (to - from > 2) {
                rng = rng_with((uint32_t)from + 1, 0);
                assert_int_equal(pond_rng_below(&rng, (uint32_t)limit), number);
                assert_int_equal(rng.used, 15);
            }
        }
    }
}

/* The chi-square of many draws; with k - 1 degrees of freedom it lies near k - 1. */
static void test_c1_below_is_even_over_many_draws(void **context)
{
    (void)context;
    static const uint32_t limits[] = {2, 3, 5, 6, 7, 16, 155};
    struct pond_rng rng;
    pond_rng_seed(&rng, "even");
    for (size_t i = 0; i < LENGTH(limits); i++) {
        const uint32_t limit = limits[i];
        const double expected = 2000;
        uint32_t count[155] = {0};
        for (uint32_t draw = 0; draw < limit * 2000; draw++) {
            const uint32_t number = pond_rng_below(&rng, limit);
            assert_in_range(number, 0, limit - 1);
            count[number]++;
        }
        double chi = 0;
        for (uint32_t k = 0; k < limit; k++) {
            chi += ((double)count[k] - expected) * ((double)count[k] - expected) / expected;
        }
        const double freedom = (double)limit - 1;
        /* Beyond five standard deviations, sqrt(2 * freedom) each, something is wrong. */
        const double off = chi - freedom;
        assert_true(off * off < 25 * 2 * freedom + 100);
    }
}

/* Chance draws by the weights of what is left: as often as the deck has them. */
static void test_c1_roll_goes_by_weight(void **context)
{
    (void)context;
    static const int deck[8] = {4, 22, 22, 22, 24, 26, 28, 7};
    struct pond_config config;
    struct pond_rng rng;
    int count[8] = {0};
    assert_true(pond_config_parse(&pond_quibbles, "", &config, NULL));
    pond_rng_seed(&rng, "weights");
    for (int i = 0; i < 155 * 200; i++) {
        struct pond_state state;
        pond_quibbles.setup(&state, &config);
        const pond_move card = pond_roll(&pond_quibbles, &state, &rng);
        assert_in_range(card, 0, 7);
        count[card]++;
    }
    double chi = 0;
    for (int value = 0; value < 8; value++) {
        const double off = count[value] - 200.0 * deck[value];
        chi += off * off / (200.0 * deck[value]);
    }
    assert_true(chi < 30); /* seven degrees of freedom: once in ten thousand */
}

/* ---- Games, results, hashes ---- */

static void test_games_are_found_by_name(void **context)
{
    (void)context;
    assert_ptr_equal(pond_game_find("quibbit"), &pond_quibbit);
    assert_ptr_equal(pond_game_find("quibbles"), &pond_quibbles);
    assert_ptr_equal(pond_game_find("rribbit"), &pond_rribbit);
    assert_ptr_equal(pond_game_find(pond_null.name), &pond_null);
    assert_null(pond_game_find(""));
    assert_null(pond_game_find("Quibbit"));
    assert_null(pond_game_find("quibb"));
    for (int i = 0; pond_games[i] != NULL; i++) assert_ptr_not_equal(pond_games[i], &pond_null);
}

/* The template's record begins with the seat that chance has chosen. */
static void test_template_setup(void **context)
{
    (void)context;
    struct pond_config config;
    struct pond_error why;
    pond_move outcomes[POND_SETUP_MAX];
    int count = 0;
    assert_true(pond_config_parse(&pond_null, "", &config, &why));
    assert_true(pond_null.setup_parse(&config, "1", outcomes, &count, &why));
    assert_int_equal(count, 1);
    assert_int_equal(outcomes[0], 1);
    static const char *const wrong[] = {"", "x", "9", "11"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(pond_null.setup_parse(&config, wrong[i], outcomes, &count, &why));
        assert_int_equal(why.word, POND_WORD_NULL_BEGINNER);
    }
}

static void test_results_in_words(void **context)
{
    (void)context;
    static const char *const names[] = {"lap",           "last-standing", "crown-tie", "collection",
                                        "row",           "seven",         "no-frogs",  "two-frogs",
                                        "endgame-limit", "repetition",    "agreed",    "resigned",
                                        "limit",         "in-progress",   "points"};
    assert_int_equal(LENGTH(names) + 1, POND_REASONS);
    for (size_t i = 0; i < LENGTH(names); i++) {
        int found = 0;
        for (int reason = 1; reason < POND_REASONS; reason++) {
            found += strcmp(pond_reason_name((enum pond_reason)reason), names[i]) == 0;
        }
        assert_int_equal(found, 1);
    }
    static const struct {
        struct pond_result result;
        const char *text;
    } results[] = {
        {{.outcome = POND_GOES_ON}, ""},
        {{.outcome = POND_WON, .seat = 4}, "seat 4"},
        {{.outcome = POND_WON_BY_DUMMY}, "dummy"},
        {{.outcome = POND_DRAWN}, "draw"},
        {{.outcome = POND_UNFINISHED}, "unfinished"},
    };
    for (size_t i = 0; i < LENGTH(results); i++) {
        char memory[16];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_result_print(results[i].result, &text);
        assert_string_equal(memory, results[i].text);
    }
}

static void test_hash_of_words(void **context)
{
    (void)context;
    const uint64_t words[] = {1, 2, 3}, swapped[] = {2, 1, 3};
    assert_int_not_equal(pond_hash_words(words, 3, 0), pond_hash_words(words, 2, 0));
    assert_int_not_equal(pond_hash_words(words, 3, 0), pond_hash_words(words, 3, 1));
    assert_int_not_equal(pond_hash_words(words, 3, 0), pond_hash_words(swapped, 3, 0));
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t one[] = {UINT64_C(1) << bit}, none[] = {0};
        const uint64_t changed = pond_hash_words(one, 1, 0) ^ pond_hash_words(none, 1, 0);
        assert_in_range(__builtin_popcountll(changed), 4, 60);
    }
}

/* ---- Options ---- */

static void print_options(const struct pond_game *game, const struct pond_config *config,
                          char text[POND_OPTIONS_TEXT_MAX])
{
    struct pond_text out = pond_text_in(text, POND_OPTIONS_TEXT_MAX);
    pond_config_print(game, config, &out);
    assert_false(out.full);
}

static const char *const complete[][3] = {
    {"quibbit", "",
     "players=4,edition=quibbit,colors=RGYB,layout=random,lap=crowned,tie=round-start,"
     "dummy=bystander"},
    {"quibbit", "players=2",
     "players=2,edition=quibbit,colors=RGY,layout=random,lap=crowned,tie=round-start,"
     "dummy=bystander"},
    {"quibbit", "edition=king-frog,players=3",
     "players=3,edition=king-frog,colors=RGY,layout=random,lap=leader,tie=now,dummy=bystander"},
    {"quibbit", "edition=king-frog,lap=crowned",
     "players=4,edition=king-frog,colors=RGYB,layout=random,lap=crowned,tie=now,dummy=bystander"},
    {"quibbit", "players=2,colors=BYG,layout=*BYG*GYB~YBG,dummy=contender,tie=now",
     "players=2,edition=quibbit,colors=BYG,layout=*BYG*GYB~YBG,lap=crowned,tie=now,"
     "dummy=contender"},
    {"quibbles", "", "players=2,variant=standard,first=random"},
    {"quibbles", "first=4,players=5,variant=first-game", "players=5,variant=first-game,first=4"},
    {"rribbit", "", "turn=single,win=row,start=home,endgame=40,repetition=3"},
    {"rribbit", "repetition=0,endgame=0", "turn=single,win=row,start=home,endgame=0,repetition=0"},
    {"rribbit", "endgame=999,repetition=9,turn=chain,win=row-or-seven,start=left-wing",
     "turn=chain,win=row-or-seven,start=left-wing,endgame=999,repetition=9"},
    {"rribbit", "start=DDDDDDDDD/9/9/9/9/9/LLLLLLLLL",
     "turn=single,win=row,start=DDDDDDDDD/9/9/9/9/9/LLLLLLLLL,endgame=40,repetition=3"},
};

static void test_options_are_completed(void **context)
{
    (void)context;
    for (size_t i = 0; i < LENGTH(complete); i++) {
        const struct pond_game *game = pond_game_find(complete[i][0]);
        struct pond_config config, again;
        char text[POND_OPTIONS_TEXT_MAX];
        if (!pond_config_parse(game, complete[i][1], &config, NULL)) fail_msg("%s", complete[i][1]);
        print_options(game, &config, text);
        assert_string_equal(text, complete[i][2]);
        /* What is printed reads as the same. */
        assert_true(pond_config_parse(game, text, &again, NULL));
        assert_memory_equal(&config, &again, sizeof config);
    }
    struct pond_config by_null, by_empty;
    assert_true(pond_config_parse(&pond_rribbit, NULL, &by_null, NULL));
    assert_true(pond_config_parse(&pond_rribbit, "", &by_empty, NULL));
    assert_memory_equal(&by_null, &by_empty, sizeof by_null);
}

static void test_options_of_every_game_print_as_they_are_read(void **context)
{
    (void)context;
    const struct pond_game *const games[] = {&pond_quibbit, &pond_quibbles, &pond_rribbit,
                                             &pond_null};
    for (size_t i = 0; i < LENGTH(games); i++) {
        const struct pond_game *game = games[i];
        assert_in_range(game->option_count, 1, POND_OPTIONS_MAX);
        for (int k = 0; k < game->option_count; k++) {
            const struct pond_option *option = &game->options[k];
            const char *english = pond_label(&option->help, POND_ENGLISH);
            assert_string_not_equal(english, "");
            assert_string_not_equal(english, pond_label(&option->help, POND_FRENCH));
            char text[POND_OPTIONS_TEXT_MAX], pair[128];
            struct pond_config config, again;
            if (option->standard == NULL) continue;
            snprintf(pair, sizeof pair, "%s=%s", option->name, option->standard);
            assert_true(pond_config_parse(game, pair, &config, NULL));
            print_options(game, &config, text);
            assert_true(pond_config_parse(game, text, &again, NULL));
            assert_memory_equal(&config, &again, sizeof config);
        }
    }
}

static void expect_refused(const char *name, const char *options, enum pond_word word,
                           const char *argument)
{
    struct pond_config config, untouched;
    struct pond_error why = {.word = POND_WORD_NONE};
    memset(&config, 0x5a, sizeof config);
    untouched = config;
    if (pond_config_parse(pond_game_find(name), options, &config, &why)) {
        fail_msg("%s is accepted", options);
    }
    if (why.word != word) fail_msg("%s: refused as %s", options, pond_message_name(why.word));
    assert_string_equal(why.argument[0], argument);
    assert_memory_equal(&config, &untouched, sizeof config);
    assert_false(pond_config_parse(pond_game_find(name), options, &config, NULL));
}

static void test_c2_options_that_are_none(void **context)
{
    (void)context;
    expect_refused("rribbit", "turn", POND_WORD_OPTION_NO_VALUE, "turn");
    expect_refused("rribbit", "turn=single,", POND_WORD_OPTION_NO_VALUE, "");
    expect_refused("rribbit", ",turn=single", POND_WORD_OPTION_NO_VALUE, "");
    expect_refused("rribbit", "turn=single,,win=row", POND_WORD_OPTION_NO_VALUE, "");
    expect_refused("rribbit", ",", POND_WORD_OPTION_NO_VALUE, "");
    expect_refused("rribbit", "turn:single", POND_WORD_OPTION_NO_VALUE, "turn:single");
    expect_refused("rribbit", "turn=chain,turn=chain", POND_WORD_OPTION_TWICE, "turn");
    expect_refused("rribbit", "endgame=3,turn=chain,endgame=4", POND_WORD_OPTION_TWICE, "endgame");
    expect_refused("rribbit", "Turn=chain", POND_WORD_OPTION_UNKNOWN, "Turn");
    expect_refused("rribbit", "players=2", POND_WORD_OPTION_UNKNOWN, "players");
    expect_refused("rribbit", "=chain", POND_WORD_OPTION_UNKNOWN, "");
    expect_refused("rribbit", " turn=chain", POND_WORD_OPTION_UNKNOWN, " turn");
    expect_refused("rribbit", "turns=chain", POND_WORD_OPTION_UNKNOWN, "turns");
    expect_refused("rribbit", "tur=chain", POND_WORD_OPTION_UNKNOWN, "tur");
}

static void test_c2_values_that_are_none(void **context)
{
    (void)context;
    static const char *const bad[][2] = {
        {"turn=", "turn"},
        {"turn=both", "turn"},
        {"turn=singl", "turn"},
        {"turn=single|chain", "turn"},
        {"turn=Single", "turn"},
        {"turn=single ", "turn"},
        {"turn=single=chain", "turn"},
        {"win=seven", "win"},
        {"endgame=", "endgame"},
        {"endgame=1000", "endgame"},
        {"endgame=-1", "endgame"},
        {"endgame=040", "endgame"},
        {"endgame=4.0", "endgame"},
        {"endgame=+4", "endgame"},
        {"endgame=forty", "endgame"},
        {"endgame=40 ", "endgame"},
        {"endgame=65576", "endgame"},
        {"endgame=4294967336", "endgame"},
        {"repetition=10", "repetition"},
        {"start=", "start"},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        expect_refused("rribbit", bad[i][0], POND_WORD_OPTION_VALUE, bad[i][1]);
    }
    expect_refused("quibbit", "players=5", POND_WORD_OPTION_VALUE, "players");
    expect_refused("quibbit", "players=1", POND_WORD_OPTION_VALUE, "players");
    expect_refused("quibbit", "lap=", POND_WORD_OPTION_VALUE, "lap");
    expect_refused("quibbit", "colors=", POND_WORD_OPTION_VALUE, "colors");
    expect_refused("quibbit", "colors=RGY", POND_WORD_QUIBBIT_COLORS, "RGY");
    expect_refused("quibbit", "players=2,colors=RGR", POND_WORD_QUIBBIT_COLORS, "RGR");
    expect_refused("quibbit", "layout=RGB", POND_WORD_QUIBBIT_LAYOUT_LENGTH, "15");
    expect_refused("quibbles", "players=6", POND_WORD_OPTION_VALUE, "players");
    expect_refused("quibbles", "first=5", POND_WORD_OPTION_VALUE, "first");
    expect_refused("quibbles", "first=2", POND_WORD_QUIBBLES_FIRST_SEAT, "3");
}

/* A handicap is written only where a seat has one, so that other games are as they were. */
static void test_handicaps_are_printed_only_where_there_are_any(void **context)
{
    (void)context;
    static const struct {
        const char *given, *shown;
        bool handicapped;
    } cases[] = {
        {"players=3", "", false},
        {"players=3,headstart=0", "", false},
        {"players=3,headstart=000", "", false},
        {"players=3,headstart=060", ",headstart=060", true},
        {"players=5,headstart=12345", ",headstart=12345", true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct pond_config config, again;
        char text[POND_OPTIONS_TEXT_MAX];
        assert_true(pond_config_parse(&pond_quibbles, cases[i].given, &config, NULL));
        print_options(&pond_quibbles, &config, text);
        assert_string_equal(strstr(text, "first=random") + strlen("first=random"), cases[i].shown);
        assert_int_equal(pond_config_handicapped(&pond_quibbles, &config), cases[i].handicapped);
        assert_true(pond_config_parse(&pond_quibbles, text, &again, NULL));
        assert_memory_equal(&config, &again, sizeof config);
    }
    struct pond_config config;
    assert_true(pond_config_parse(&pond_quibbles, "headstart=06", &config, NULL));
    assert_int_equal(pond_config_digit(&config, 3, 0), 0);
    assert_int_equal(pond_config_digit(&config, 3, 1), 6);
    assert_false(pond_config_set(&pond_quibbles, &config, "players", "3", NULL));
    assert_true(pond_config_set(&pond_quibbles, &config, "headstart", "0", NULL));
    assert_true(pond_config_set(&pond_quibbles, &config, "players", "3", NULL));
    expect_refused("quibbles", "headstart=6", POND_WORD_OPTION_SEATS, "headstart");
    expect_refused("quibbles", "headstart=060", POND_WORD_OPTION_SEATS, "headstart");
    expect_refused("quibbles", "headstart=07", POND_WORD_OPTION_VALUE, "headstart");
    expect_refused("quibbles", "headstart=-6", POND_WORD_OPTION_VALUE, "headstart");
    expect_refused("quibbles", "headstart=", POND_WORD_OPTION_VALUE, "headstart");
    expect_refused("quibbit", "handicap=4000", POND_WORD_OPTION_VALUE, "handicap");
    expect_refused("rribbit", "handicap=07", POND_WORD_OPTION_VALUE, "handicap");
}

static void test_c2_refusals_list_what_is_allowed(void **context)
{
    (void)context;
    struct pond_config config;
    struct pond_error why;
    assert_false(pond_config_parse(&pond_rribbit, "speed=9", &config, &why));
    assert_string_equal(why.argument[0], "speed");
    assert_string_equal(why.argument[1], "rribbit");
    assert_string_equal(why.argument[2], "turn, win, start, endgame, repetition, handicap");
    assert_false(pond_config_parse(&pond_quibbit, "speed=9", &config, &why));
    assert_string_equal(why.argument[2],
                        "players, edition, colors, layout, lap, tie, dummy, handicap");
    static const char *const allowed[][2] = {
        {"turn=x", "single|chain"},
        {"win=x", "row|row-or-seven"},
        {"endgame=x", "0..999"},
        {"start=", "home|light-pads|dark-pads|left-wing|<rows>"},
    };
    for (size_t i = 0; i < LENGTH(allowed); i++) {
        assert_false(pond_config_parse(&pond_rribbit, allowed[i][0], &config, &why));
        assert_string_equal(why.argument[2], allowed[i][1]);
    }
}

static void test_c2_options_of_any_length(void **context)
{
    (void)context;
    char text[2000] = "start=";
    for (size_t length = 70; length < 1500; length += 70) {
        memset(text + 6, 'L', length);
        text[6 + length] = '\0';
        struct pond_config config;
        struct pond_error why;
        assert_false(pond_config_parse(&pond_rribbit, text, &config, &why));
        assert_int_equal(why.word, length < POND_OPTION_TEXT_MAX ? POND_WORD_RRIBBIT_ROW_LENGTH
                                                                 : POND_WORD_OPTION_TOO_LONG);
    }
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    struct pond_config config;
    struct pond_error why;
    assert_false(pond_config_parse(&pond_rribbit, text, &config, &why));
    assert_int_equal(why.word, POND_WORD_OPTION_NO_VALUE);
    text[1000] = '=';
    assert_false(pond_config_parse(&pond_rribbit, text, &config, &why));
    assert_int_equal(why.word, POND_WORD_OPTION_UNKNOWN);
    /* A name that is right as far as memory goes is not right. */
    char endless[200];
    memset(endless, 't', sizeof endless);
    memcpy(endless + 190, "=single", 8);
    assert_false(pond_config_parse(&pond_rribbit, endless, &config, &why));
    assert_int_equal(why.word, POND_WORD_OPTION_UNKNOWN);
}

static void test_options_are_set_one_by_one(void **context)
{
    (void)context;
    struct pond_config config, before;
    struct pond_error why;
    char text[POND_OPTIONS_TEXT_MAX];
    assert_true(pond_config_parse(&pond_rribbit, "", &config, &why));
    assert_true(pond_config_set(&pond_rribbit, &config, "endgame", "7", &why));
    assert_true(pond_config_set(&pond_rribbit, &config, "start", "left-wing", &why));
    print_options(&pond_rribbit, &config, text);
    assert_string_equal(text, "turn=single,win=row,start=left-wing,endgame=7,repetition=3");
    before = config;
    assert_false(pond_config_set(&pond_rribbit, &config, "endgame", "x", &why));
    assert_int_equal(why.word, POND_WORD_OPTION_VALUE);
    assert_false(pond_config_set(&pond_rribbit, &config, "start", "LLL", &why));
    assert_int_equal(why.word, POND_WORD_RRIBBIT_ROW_LENGTH);
    assert_false(pond_config_set(&pond_rribbit, &config, "speed", "1", &why));
    assert_int_equal(why.word, POND_WORD_OPTION_UNKNOWN);
    assert_false(pond_config_set(&pond_rribbit, &config, "repetition", "1", NULL));
    assert_memory_equal(&config, &before, sizeof config);
    /* Set one by one or read at once, it is the same. */
    struct pond_config at_once;
    assert_true(pond_config_parse(&pond_rribbit, text, &at_once, &why));
    assert_memory_equal(&config, &at_once, sizeof config);
}

/* A value that is shorter than the one it replaces is whole. */
static void test_options_are_set_again(void **context)
{
    (void)context;
    struct pond_config config;
    char text[POND_OPTIONS_TEXT_MAX];
    assert_true(pond_config_parse(&pond_rribbit, "win=row-or-seven,endgame=999", &config, NULL));
    assert_true(pond_config_set(&pond_rribbit, &config, "win", "row", NULL));
    assert_true(pond_config_set(&pond_rribbit, &config, "endgame", "4", NULL));
    print_options(&pond_rribbit, &config, text);
    assert_string_equal(text, "turn=single,win=row,start=home,endgame=4,repetition=3");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_text_that_fits),
    cmocka_unit_test(test_text_overflow),
    cmocka_unit_test(test_text_full_stays_full),
    cmocka_unit_test(test_what_should_not_be_shown),
    cmocka_unit_test(test_text_numbers),
    cmocka_unit_test(test_read_number),
    cmocka_unit_test(test_text_comparing),
    cmocka_unit_test(test_errors_take_arguments),
    cmocka_unit_test(test_errors_without_anyone_to_hear),
    cmocka_unit_test(test_errors_cut_and_clean_arguments),
    cmocka_unit_test(test_errors_with_too_few_arguments),
    cmocka_unit_test(test_messages_count_and_elide),
    cmocka_unit_test(test_words_have_the_same_arguments_in_every_language),
    cmocka_unit_test(test_words_are_sentences),
    cmocka_unit_test(test_words_are_set_as_their_language_is),
    cmocka_unit_test(test_words_name_the_same_rulings),
    cmocka_unit_test(test_c1_stream_is_chacha8),
    cmocka_unit_test(test_c1_seed_becomes_the_key),
    cmocka_unit_test(test_c1_seeds_that_differ_give_other_streams),
    cmocka_unit_test(test_c1_what_is_a_seed),
    cmocka_unit_test(test_c1_below_is_exactly_even),
    cmocka_unit_test(test_c1_below_is_even_over_many_draws),
    cmocka_unit_test(test_c1_roll_goes_by_weight),
    cmocka_unit_test(test_games_are_found_by_name),
    cmocka_unit_test(test_template_setup),
    cmocka_unit_test(test_results_in_words),
    cmocka_unit_test(test_hash_of_words),
    cmocka_unit_test(test_options_are_completed),
    cmocka_unit_test(test_options_of_every_game_print_as_they_are_read),
    cmocka_unit_test(test_c2_options_that_are_none),
    cmocka_unit_test(test_c2_values_that_are_none),
    cmocka_unit_test(test_handicaps_are_printed_only_where_there_are_any),
    cmocka_unit_test(test_c2_refusals_list_what_is_allowed),
    cmocka_unit_test(test_c2_options_of_any_length),
    cmocka_unit_test(test_options_are_set_one_by_one),
    cmocka_unit_test(test_options_are_set_again),
};

int main(void) { return cmocka_run_group_tests(tests, NULL, NULL); }
