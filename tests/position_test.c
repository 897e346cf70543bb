/* position_test.c: positions found among the games, and cards that a position leaves open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "pond/match.h"
#include "pond/position.h"
#include "pond/quibbles.h"

static void found_check(const char *text, const char *game, const char *told)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text options = pond_text_in(memory, sizeof memory);
    struct pond_config config;
    struct pond_error why;
    const struct pond_game *found = pond_position_find(text, &config, &why);
    assert_non_null(found);
    assert_string_equal(found->name, game);
    pond_config_print(found, &config, &options);
    assert_non_null(strstr(memory, told));
}

static enum pond_word refusal_of(const char *text)
{
    struct pond_config config;
    struct pond_error why = {.word = POND_WORD_NONE};
    assert_null(pond_position_find(text, &config, &why));
    assert_null(pond_position_find(text, &config, NULL));
    return why.word;
}

static void finds_the_game(void **unused)
{
    (void)unused;
    found_check("DDDDDDDDD/9/9/9/9/9/LLLLLLLLL l -", "rribbit", "turn=single");
    found_check("*RGY*GYR~YRG R17:2345,G18:2345,y16: G 1345 2", "quibbit", "players=2");
    found_check("*YGB*GBY~BYG G17:2345,B18:2345,y16: B 1345 2", "quibbit", "colors=GBY");
    found_check("0123346 24/- ???,??????? ? 12244446 1 act", "quibbles", "players=2");
    found_check("- -/-/-/-/- -,-,-,-,- ? - 4 stash", "quibbles", "players=5");
    found_check("123 -/- ?,? ? - 1 act", "quibbles", "variant=standard");
    assert_int_equal(refusal_of(""), POND_WORD_POSITION_UNKNOWN);
    assert_int_equal(refusal_of("one two"), POND_WORD_POSITION_UNKNOWN);
    assert_int_equal(refusal_of("one two three"), POND_WORD_RRIBBIT_ROW_LETTER);
    assert_int_equal(refusal_of("- -/- ?,? ? - 2 act"), POND_WORD_QUIBBLES_POSITION_SEAT);
}

/* Any position of random games is found again, whatever the options that its text tells. */
static void finds_what_is_played(void **unused)
{
    (void)unused;
    static const char *const options[][2] = {
        {"rribbit", ""},
        {"quibbit", "players=2,colors=BYR"},
        {"quibbit", "players=3,colors=YBG"},
        {"quibbit", "players=4,colors=BGYR"},
        {"quibbles", "players=3"},
        {"quibbles", "players=2,variant=first-game"},
    };
    static struct pond_entry log[20000];
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const struct pond_game *game = pond_game_find(options[i][0]);
        const struct pond_config config = given_config(game, options[i][1]);
        for (uint32_t limit = 2; limit < 60; limit += 3) {
            char memory[POND_STATE_TEXT_MAX];
            struct pond_text text = pond_text_in(memory, sizeof memory);
            struct pond_match match;
            struct pond_config again;
            pond_match_begin(&match, game, &config, log, sizeof log / sizeof log[0]);
            pond_match_seed(&match, "found");
            pond_match_play_random(&match, limit, NULL);
            game->state_print(&match.state, &text);
            assert_ptr_equal(pond_position_find(memory, &again, NULL), game);
            assert_int_equal(game->seats(&again), match.seat_count);
        }
    }
}

/* Reads a position of two players and prints it again. */
static bool dealt(const char *text, const char *seed, char out[POND_STATE_TEXT_MAX],
                  struct pond_error *why)
{
    const struct pond_config config = given_config(&pond_quibbles, "players=2");
    struct pond_text printed = pond_text_in(out, POND_STATE_TEXT_MAX);
    struct pond_state state;
    struct pond_rng rng;
    pond_rng_seed(&rng, seed);
    if (!pond_position_read(&pond_quibbles, &config, text, &rng, &state, why)) return false;
    pond_quibbles.state_print(&state, &printed);
    return true;
}

static void b1_unknown_cards_are_dealt(void **unused)
{
    (void)unused;
    char one[POND_STATE_TEXT_MAX], other[POND_STATE_TEXT_MAX];
    struct pond_error why;
    int hands = 0;
    for (int i = 0; i < 50; i++) {
        char seed[16];
        snprintf(seed, sizeof seed, "s%d", i);
        assert_true(dealt("0123346 24/- 15?,??????? 77? 12244446 1 act", seed, one, &why));
        struct pond_text text = pond_text_in(other, sizeof other);
        pond_position_hand(&pond_quibbles, one, 0, &text);
        assert_int_equal(text.length, 3);
        assert_non_null(strchr(other, '1'));
        assert_non_null(strchr(other, '5'));
        pond_text_clear(&text);
        pond_position_hand(&pond_quibbles, one, 1, &text);
        assert_int_equal(text.length, 7);
        assert_true(dealt(one, "x", other, &why)); /* every card is somewhere */
        assert_string_equal(one, other);
        assert_true(dealt("0123346 24/- 15?,??????? 77? 12244446 1 act", "s0", other, &why));
        hands += strcmp(one, other) != 0;
    }
    assert_in_range(hands, 40, 49);
}

/* A card that nobody knows has each value as often as the cards that are left have it. */
static void b1_unknown_cards_have_their_odds(void **unused)
{
    (void)unused;
    enum { DEALS = 4000 };
    const struct pond_config config = given_config(&pond_quibbles, "players=2");
    int counts[QUIBBLES_VALUES] = {0};
    struct pond_rng rng;
    pond_rng_seed(&rng, "odds");
    for (int i = 0; i < DEALS; i++) {
        struct pond_state state;
        assert_true(
            pond_position_read(&pond_quibbles, &config, "- -/- ?,- ? - 0 act", &rng, &state, NULL));
        const struct quibbles_state *read = (const struct quibbles_state *)&state;
        counts[quibbles_lowest(read->hands[0])]++;
    }
    const quibbles_cards deck = quibbles_deck(QUIBBLES_STANDARD);
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        const int expected = DEALS * quibbles_count(deck, value) / quibbles_size(deck);
        assert_in_range(counts[value], expected * 7 / 10 - 20, expected * 13 / 10 + 20);
    }
}

static void b1_what_cannot_be_dealt_is_refused(void **unused)
{
    (void)unused;
    char out[POND_STATE_TEXT_MAX], long_text[POND_STATE_TEXT_MAX];
    struct pond_error why;
    assert_false(dealt("77777777 -/- ?,- ? - 0 act", "x", out, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_CARDS_MANY);
    assert_false(dealt("- -/- ?,-? ? - 0 act", "x", out, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_CARDS_FORM);
    assert_false(dealt("- -/- ?,9 ? - 0 act", "x", out, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_CARDS_FORM);
    assert_false(dealt("- -/- ?,- 123 - 0 act", "x", out, &why)); /* cards are nowhere */
    assert_int_equal(why.word, POND_WORD_QUIBBLES_CARDS_MISSING);
    assert_false(dealt("? -/- ?,- ? - 0 act", "x", out, &why)); /* the display is open to all */
    assert_int_equal(why.word, POND_WORD_QUIBBLES_CARDS_FORM);
    memset(long_text, '?', sizeof long_text);
    memcpy(long_text, "- -/- ", 6);
    strcpy(long_text + sizeof long_text - 14, ",- - - 0 act");
    assert_false(dealt(long_text, "x", out, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_OPEN_FEW);
}

static void hands_as_they_are_written(void **unused)
{
    (void)unused;
    char memory[POND_STATE_TEXT_MAX] = "";
    struct pond_text hand = pond_text_in(memory, sizeof memory);
    pond_position_hand(&pond_quibbles, "- -/-/- 1?,-,77 ? - 0 act", 2, &hand);
    assert_string_equal(memory, "77");
    pond_position_hand(&pond_quibbles, "- -/- 1?,- ? - 0 act", 5, &hand);
    pond_position_hand(&pond_quibbles, "no position", 0, &hand);
    pond_position_hand(&pond_rribbit, "9/9/9/9/9/9/9 l -", 0, &hand);
    assert_string_equal(memory, "77");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_game),
        cmocka_unit_test(finds_what_is_played),
        cmocka_unit_test(b1_unknown_cards_are_dealt),
        cmocka_unit_test(b1_unknown_cards_have_their_odds),
        cmocka_unit_test(b1_what_cannot_be_dealt_is_refused),
        cmocka_unit_test(hands_as_they_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
