/* names_test.c: which names the play server takes: every character that shows nothing or turns text
 * round is refused wherever it stands, and 24 characters are 24 characters of any kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "name.h"
#include "simulated.h"

/* A character as UTF-8; returns how many bytes it has. */
static size_t utf8(uint32_t character, char out[5])
{
    const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t bytes = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = bytes; i-- > 0; character >>= 6) {
        out[i] = (char)(i > 0 ? 0x80 | (character & 0x3f) : lead[bytes] | character);
    }
    out[bytes] = '\0';
    return bytes;
}

static bool alone(uint32_t character)
{
    char name[5];
    utf8(character, name);
    return name_check(name);
}

static bool within_a_name(uint32_t character)
{
    char one[5], name[16];
    utf8(character, one);
    snprintf(name, sizeof name, "A%sb", one);
    return name_check(name);
}

static void what_shows_nothing_or_turns_text_round_is_refused(void **state)
{
    static const struct {
        uint32_t from, to;
        const char *what;
    } bad[] = {
        {0x01, 0x1f, "commands"},
        {0x7f, 0x9f, "delete and more commands"},
        {0xa0, 0xa0, "a blank that does not break"},
        {0xad, 0xad, "a hyphen that is not shown"},
        {0x61c, 0x61c, "the Arabic mark of direction"},
        {0x115f, 0x1160, "fillers of Hangul"},
        {0x1680, 0x1680, "a blank of Ogham"},
        {0x17b4, 0x17b5, "vowels of Khmer that are not shown"},
        {0x180b, 0x180f, "selectors of Mongolian"},
        {0x2000, 0x200f, "blanks, joiners and marks of direction"},
        {0x2028, 0x202e, "ends of lines; embeddings and overrides of direction"},
        {0x202f, 0x202f, "a narrow blank"},
        {0x205f, 0x2064, "blanks and invisible operators"},
        {0x2066, 0x206f, "isolates of direction"},
        {0x2800, 0x2800, "Braille without a dot"},
        {0x3000, 0x3000, "a wide blank"},
        {0x3164, 0x3164, "a filler of Hangul"},
        {0xfeff, 0xfeff, "a mark of the order of bytes"},
        {0xffa0, 0xffa0, "a narrow filler of Hangul"},
        {0xfff9, 0xffff, "notes between lines, and what are no characters"},
        {0x1d173, 0x1d17a, "commands of musical notation"},
        {0xe0000, 0xe0fff, "tags and selectors"},
        {0x34f, 0x34f, "a joiner that is not shown"},
        {0xfe00, 0xfe0d, "selectors of variations"},
        {0x13430, 0x13440, "commands of hieroglyphs"},
        {0x16fe4, 0x16fe4, "a filler of Khitan"},
        {0x1d159, 0x1d159, "a note without a head"},
        {0xe000, 0xf8ff, "private use"},
        {0xf0000, 0xf0fff, "more of it"},
        {0x10f000, 0x10ffff, "and the rest"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (uint32_t character = bad[i].from; character <= bad[i].to; character++) {
            if (!alone(character) && !within_a_name(character)) continue;
            fail_msg("U+%04X (%s) passes", character, bad[i].what);
        }
    }
}

static void marks_need_a_letter(void **state)
{
    static const uint32_t marks[] = {0x300,  0x301,  0x36f,  0x489,  0x5b0, 0x64b,
                                     0x1ab0, 0x1dc4, 0x20dd, 0xfe0f, 0xfe20};
    (void)state;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        assert_false(alone(marks[i]));
        assert_true(within_a_name(marks[i]));
    }
    /* Of any script; and points and dashes are no letter. */
    static const uint32_t signs[] = {0x5bf, 0x6df, 0x93c, 0x941, 0xe31, 0xf71, 0x302a, 0x3099};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) assert_false(alone(signs[i]));
    assert_false(name_check("\xcc\x81\xcc\x80"));
    assert_false(name_check("-\u0941."));
    assert_false(name_check("..."));
    assert_true(name_check("\u0915\u0941"));
    /* No stacks of them, which would spill into other lines. */
    char tower[1 + 2 * 4 + 1 + 1] = "A";
    for (int i = 1; i <= 4; i++) {
        strcat(tower, "\xcc\x81");
        assert_int_equal(name_check(tower), i <= 3);
    }
    assert_true(name_check("A\xcc\x81\xcc\x80\xcc\x81"
                           "A\xcc\x81\xcc\x80\xcc\x81"));
}

static void ordinary_names_of_many_scripts_pass(void **state)
{
    static const char *const good[] = {
        "A",
        "Ada L.",
        "Zo\u00eb",
        "Ren\u00e9e-Maude",
        "O'Neil",
        "\u674e\u96f7",
        "\u0410\u043d\u044f",
        "\u05d3\u05d5\u05d3",
        "\u0645\u0631\u064a\u0645",
        "e\u0301",
        "Nguye\u0302\u0303n",
        "\u05e9\u05c1\u05bc\u05b8",
        "\U0001F438",
        "Frog 1234",
        "<b>\"&\\",
    };
    static const char *const bad[] = {"", " ", " Ada", "Ada ", "\xff", "\xc3", "Ada\xe2\x80"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(name_check(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(name_check(bad[i]));
}

/* As many as are allowed of one, two, three and four bytes each; one more is too many. */
static void characters_count_and_not_bytes(void **state)
{
    static const uint32_t kinds[] = {'x', 0xe9, 0x674e, 0x1f438};
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        char name[4 * (NAME_CHARACTERS_MAX + 1) + 1] = "", one[5];
        const size_t bytes = utf8(kinds[k], one);
        for (size_t i = 0; i <= NAME_CHARACTERS_MAX; i++) {
            memcpy(name + i * bytes, one, bytes + 1);
            assert_int_equal(name_check(name), i < NAME_CHARACTERS_MAX);
        }
    }
}

/* The server says what is wrong, keeps a long name whole, and shows it to others. */
static void the_server_says_so(void **state)
{
    static struct simulated server;
    char frogs[4 * NAME_CHARACTERS_MAX + 1];
    (void)state;
    for (size_t i = 0; i < NAME_CHARACTERS_MAX; i++) utf8(0x1f438, frogs + 4 * i);
    simulated_open(&server, "names", NULL, NULL);
    client_hello(&server, 0, "en");
    assert_string_equal(
        text_of(client_ask(&server, 0, "\"type\":\"name\",\"name\":\"%s\"", frogs), "type"), "ok");
    json_t *made = client_ask(
        &server, 0, "\"type\":\"create\",\"game\":\"rribbit\",\"seats\":[\"me\",\"open\"]");
    assert_string_equal(text_of(made, "seats.0.player.name"), frogs);
    json_t *refused = client_ask(&server, 0, "\"type\":\"name\",\"name\":\"%s!\"", frogs);
    assert_string_equal(member_text(refused, "code"), "field");
    assert_non_null(strstr(member_text(refused, "text"), "24 visible characters"));
    json_decref(refused);
    simulated_close(&server);
}

static void names_that_look_alike_are_found(void **state)
{
    (void)state;
    static const char *const alike[][2] = {
        {"Ada", "ada"},
        {"Ada", "\xd0\x90"
                "da"}, /* a Cyrillic A */
        {"Ada", "\xce\x91"
                "d\xce\xb1"},                            /* Greek ones */
        {"Ada", "\xef\xbc\xa1\xef\xbd\x84\xef\xbd\x81"}, /* full width */
        {"Ada", "\xc3\x81"
                "d\xc3\xa2"}, /* accents */
        {"Ada", "A\xcc\x81"
                "d"
                "a"},                              /* an accent of its own */
        {"Ada", "\U0001D400\U0001D41D\U0001D41A"}, /* bold */
        {"Ada", "\U0001D670\U0001D68D\U0001D68A"}, /* of a typewriter */
        {"Ada", "\u24B6\u24D3\u24D0"},             /* in circles */
        {"Ada", "\U0001F170\U0001F173\U0001F170"}, /* in boxes */
        {"Ada", "\u1D00\u1D05\u1D00"},             /* small capitals */
        {"Ada", "\u13AA\u13A0\u13AA"},             /* Cherokee */
        {"Ada", "\uA4EE\uA4D3\uA4EE"},             /* Lisu */
        {"Ada", "\u1EA4\u0257\u0251"},             /* two accents, a hook, another a */
        {"Ben 42", "\u212C\u2091\u207F \U0001D7D2\U0001D7EE"},
        {"Mild", "\u216F\u2170\u217C\u217E"},          /* Roman numerals */
        {"Shy 23", "\u02E2\u02B0\u02B8 \u00B2\u00B3"}, /* raised */
        {"Jo Cfzr", "\u2C7C\u00BA \uA7F2\u1DA0\u1DBB\U0001F12C"},
        {"q10", "\U000107A5\U0001FBF1\u24EA"},
        {"Ada", "\u0386d\u1F04"},         /* Greek, with accents */
        {"Ada", "\u04D0d\u04D3"},         /* Cyrillic, likewise */
        {"Ada", "\U0001D6A8d\U0001D7AA"}, /* Greek, bold */
        {"Yoko", "\u04F0\u04E6\u045C\u04E7"},
        {"Mila", "MI1a"},
        {"Bob", "B0b"},
        {"Ada L.", "Ada L"},
        {"\xd0\x9e\xd0\xbb\xd1\x8f", "\xd0\x9e\xd0\xbb\xd1\x8f"},
    };
    static const char *const unlike[][2] = {
        {"Ada", "Adam"},
        {"Ada", "Ida"},
        {"Ben", "Bea"},
        {"Ada", ""},
        {"Frog 1234", "Frog 1235"},
        {"\u0e01\u0e34", "\u0e01\u0e35"}, /* other vowels in Thai */
    };
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        assert_true(names_alike(alike[i][0], alike[i][1]));
        assert_true(names_alike(alike[i][1], alike[i][0]));
    }
    for (size_t i = 0; i < sizeof unlike / sizeof unlike[0]; i++) {
        assert_false(names_alike(unlike[i][0], unlike[i][1]));
    }
}

/* Names that a host may want to look at, and those that are like anybody's. */
static void names_that_could_mislead_are_found(void **state)
{
    static const struct {
        const char *name;
        enum name_doubt doubt;
    } names[] = {
        {"Pond Admin", NAME_HOST},
        {"the host", NAME_HOST},
        {"P0nd", NAME_HOST},
        {"\u0410dm\u0456n", NAME_HOST}, /* Cyrillic A and i */
        {"ModeratorJim", NAME_HOST},
        {"Administrateur", NAME_HOST},
        {"H\u00f4te", NAME_HOST},
        {"www frogs4u", NAME_ADDRESS},
        {"frogs.com", NAME_ADDRESS},
        {"see frogs.io/x", NAME_ADDRESS},
        {"ada@home", NAME_ADDRESS},
        {"https frogs", NAME_ADDRESS},
        {"MiIa", NAME_ALIKE},
        {"B0b", NAME_FINE}, /* a capital before it: nothing is hidden */
        {"Bo0b", NAME_ALIKE},
        {"Ad\u0430", NAME_ALIKE},
        {"Ghost", NAME_FINE},
        {"Ponder", NAME_FINE},
        {"Ada L.", NAME_FINE},
        {"St.John", NAME_FINE},
        {"J.R.R.", NAME_FINE},
        {"Frog 1001", NAME_FINE},
        {"Louis XIV", NAME_FINE},
        {"Anna II", NAME_FINE},
        {"Zo\u00eb", NAME_FINE},
        {"\u0410\u043d\u044f", NAME_FINE},
        {"\u674e\u96f7 Lei", NAME_FINE},
        {"\U0001F438", NAME_FINE},
        {"modest", NAME_FINE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (name_doubt(names[i].name) == names[i].doubt) continue;
        fail_msg("%s: %d", names[i].name, name_doubt(names[i].name));
    }
}

/* The second of two equal names gets a number, at that table only. */
static void names_at_one_table_are_told_apart(void **state)
{
    (void)state;
    static struct simulated server;
    simulated_open(&server, "names", NULL, NULL);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"Ada", "\320\220da", "ADA"};
        client_hello(&server, i, "en");
        json_decref(client_ask(&server, i, "\"type\":\"name\",\"name\":\"%s\"", names[i]));
    }
    json_t *made = client_ask(&server, 0,
                              "\"type\":\"create\",\"game\":\"quibbles\",\"options\":\"players=3\","
                              "\"seats\":[\"me\",\"open\",\"open\"]");
    char table[32];
    snprintf(table, sizeof table, "%s", member_text(made, "table"));
    json_decref(made);
    static const char *const shown[] = {NULL, "\320\220da (2)", "ADA (3)"};
    for (int i = 1; i < 3; i++) {
        char path[48];
        json_t *sat = client_ask(&server, i, "\"type\":\"join\",\"table\":\"%s\"", table);
        snprintf(path, sizeof path, "now.seats.%d.player.name", i);
        assert_string_equal(text_of(sat, path), shown[i]);
    }
    simulated_close(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_shows_nothing_or_turns_text_round_is_refused),
        cmocka_unit_test(marks_need_a_letter),
        cmocka_unit_test(ordinary_names_of_many_scripts_pass),
        cmocka_unit_test(characters_count_and_not_bytes),
        cmocka_unit_test(the_server_says_so),
        cmocka_unit_test(names_that_look_alike_are_found),
        cmocka_unit_test(names_that_could_mislead_are_found),
        cmocka_unit_test(names_at_one_table_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
