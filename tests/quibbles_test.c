/* quibbles_test.c: Quibbles, ruling by ruling (B1-B14, C1-C5), and laws that hold in random play.
 *
 * What is expected here was worked out from the rulings by hand, or by brute force that shares
 * nothing with the game's own way of doing it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "parts.h"
#include "pond/match.h"
#include "pond/quibbles.h"

#define TEXT_MAX 64
#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const struct pond_game *const game = &pond_quibbles;

/* ---- Helpers ---- */

static struct pond_config config_of(const char *options) { return given_config(game, options); }

static const struct quibbles_state *look(const struct pond_state *state)
{
    return (const struct quibbles_state *)state;
}

static void text_of_state(const struct pond_state *state, char text[POND_STATE_TEXT_MAX])
{
    struct pond_text out = pond_text_in(text, POND_STATE_TEXT_MAX);
    game->state_print(state, &out);
    assert_false(out.full);
}

static void text_of_error(const struct pond_error *why, char text[POND_STATE_TEXT_MAX])
{
    struct pond_text out = pond_text_in(text, POND_STATE_TEXT_MAX);
    pond_error_print(why, POND_ENGLISH, &out);
}

/* A position. A heap written `*` (the draw pile or the discards) is the rest of the deck. */
static struct pond_state position(const char *options, const char *display, const char *collections,
                                  const char *hands, const char *pile, const char *discards,
                                  const char *end)
{
    const struct pond_config config = config_of(options);
    quibbles_cards rest = quibbles_deck(config.value[1]);
    const char *const parts[] = {display, collections, hands, pile, discards};
    for (size_t i = 0; i < LENGTH(parts); i++) {
        for (const char *at = parts[i]; *at != '\0'; at++) {
            if (*at >= '0' && *at <= '7') rest -= quibbles_card(*at - '0');
        }
    }
    char heap[160] = "", sentence[POND_STATE_TEXT_MAX];
    for (int value = 0, length = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(rest, value); i > 0; i--) heap[length++] = (char)('0' + value);
    }
    char text[POND_STATE_TEXT_MAX];
    snprintf(text, sizeof text, "%s %s %s %s %s %s", display, collections, hands,
             pile[0] == '*' ? heap : pile, discards[0] == '*' ? heap : discards, end);
    struct pond_state state;
    struct pond_error why;
    if (!game->state_parse(&state, &config, text, &why)) {
        text_of_error(&why, sentence);
        fail_msg("%s: %s", text, sentence);
    }
    return state;
}

/* Two players, seat 0 to act or stash, the rest of the deck in the draw pile. */
static struct pond_state duel(const char *display, const char *collections, const char *hands,
                              const char *phase)
{
    char end[16];
    snprintf(end, sizeof end, "0 %s", phase);
    return position("", display, collections, hands, "*", "-", end);
}

/* Makes a move of the seat whose turn it is. */
static void play(struct pond_state *state, const char *text)
{
    struct pond_error why;
    pond_move move;
    const pond_seats turn = game->turn(state);
    assert_int_not_equal(turn, 0);
    const int seat = pond_seat_first(turn);
    if (!pond_move_read(game, state, seat, text, &move, &why)) {
        char sentence[POND_STATE_TEXT_MAX];
        text_of_error(&why, sentence);
        fail_msg("%s: %s", text, sentence);
    }
    game->apply(state, seat, move);
}

/* Chance brings these digits, one by one. */
static void chance(struct pond_state *state, const char *digits)
{
    for (; *digits != '\0'; digits++) {
        assert_int_equal(game->turn(state), POND_SEAT(POND_CHANCE));
        play(state, (const char[]){*digits, '\0'});
    }
}

/* The public position. */
static void expect_position(const struct pond_state *state, const char *expected)
{
    char text[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    struct pond_view view;
    game->observe(state, POND_SPECTATOR, &view);
    game->view_print(&view, &out);
    assert_string_equal(text, expected);
}

static int compare_texts(const void *one, const void *other) { return strcmp(one, other); }

/* The written moves of the seat to act, sorted; returns how many. */
static int written_moves(const struct pond_state *state, char texts[][TEXT_MAX])
{
    static pond_move moves[POND_MOVES_MAX];
    const int seat = pond_seat_first(game->turn(state));
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        struct pond_text out = pond_text_in(texts[i], TEXT_MAX);
        game->move_print(state, seat, moves[i], &out);
    }
    qsort(texts, (size_t)count, TEXT_MAX, compare_texts);
    return count;
}

static void expect_moves(const struct pond_state *state, const char *expected)
{
    static char texts[POND_MOVES_MAX][TEXT_MAX], joined[POND_MOVES_MAX * 16];
    const int count = written_moves(state, texts);
    joined[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(joined, i > 0 ? " " : "");
        strcat(joined, texts[i]);
    }
    assert_string_equal(joined, expected);
}

/* The move is refused with this word, whose sentence names the ruling, and changes nothing (C2). */
static void expect_refusal(const struct pond_state *state, const char *text, enum pond_word word,
                           const char *ruling)
{
    const struct pond_state before = *state;
    struct pond_error why = {.word = POND_WORD_NONE};
    pond_move move;
    char sentence[POND_STATE_TEXT_MAX];
    const int seat = pond_seat_first(game->turn(state));
    if (pond_move_read(game, state, seat, text, &move, &why)) fail_msg("%s is accepted", text);
    text_of_error(&why, sentence);
    if (why.word != word) fail_msg("%s: %s", text, sentence);
    if (strstr(sentence, ruling) == NULL) fail_msg("%s: no %s in: %s", text, ruling, sentence);
    assert_memory_equal(state, &before, sizeof before);
}

static void expect_win(const struct pond_state *state, int seat, enum pond_reason reason)
{
    const struct pond_result result = game->result(state);
    assert_int_equal(result.outcome, POND_WON);
    assert_int_equal(result.seat, seat);
    assert_int_equal(result.reason, reason);
    assert_int_equal(game->turn(state), 0);
}

static void expect_on(const struct pond_state *state)
{
    assert_int_equal(game->result(state).outcome, POND_GOES_ON);
    assert_int_not_equal(game->turn(state), 0);
}

/* All cards, wherever they are. */
static quibbles_cards all_cards(const struct pond_state *state)
{
    const struct quibbles_state *at = look(state);
    quibbles_cards cards = at->table.display + at->table.discards + at->draw_pile;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        cards += at->hands[seat] + at->table.collections[seat];
    }
    return cards;
}

static void roll_all(struct pond_state *state, struct pond_rng *rng)
{
    while (game->turn(state) == POND_SEAT(POND_CHANCE)) pond_roll(game, state, rng);
}

static struct pond_state begun(const char *options, struct pond_rng *rng)
{
    const struct pond_config config = config_of(options);
    struct pond_state state;
    game->setup(&state, &config);
    roll_all(&state, rng);
    return state;
}

/* ---- B1: the deck ---- */

static void test_b1_deck_standard(void **unused)
{
    (void)unused;
    const int counts[QUIBBLES_VALUES] = {4, 22, 22, 22, 24, 26, 28, 7};
    const struct pond_config config = config_of("");
    struct pond_state state;
    game->setup(&state, &config);
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        assert_int_equal(quibbles_count(all_cards(&state), value), counts[value]);
        assert_int_equal(game->weight(&state, (pond_move)value), counts[value]);
    }
    assert_int_equal(quibbles_size(all_cards(&state)), 155);
}

static void test_b1_deck_first_game(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("variant=first-game");
    struct pond_state state;
    pond_move outcomes[POND_MOVES_MAX];
    game->setup(&state, &config);
    assert_int_equal(quibbles_size(all_cards(&state)), 144);
    assert_int_equal(game->moves(&state, POND_CHANCE, outcomes), 6);
    assert_int_equal(outcomes[0], 1);
    assert_int_equal(outcomes[5], 6);
}

static void test_b1_first_game_lowers_combine_to_six(void **unused)
{
    (void)unused;
    const struct pond_state state =
        position("variant=first-game", "123456", "-/-", "11111112,333333", "*", "-", "0 act");
    expect_refusal(&state, "1111111=6", POND_WORD_QUIBBLES_COMBINE_COUNT, "2 to 6");
    expect_refusal(&state, "111112=6", POND_WORD_QUIBBLES_COMBINE_TOTAL, "add up to 7");
    struct pond_state after = state;
    play(&after, "111111=6");
    expect_position(&after, "12345 -/- 3,6 124 111111 0 stash");
}

/* ---- B2: the setup ---- */

static void test_b2_display_then_hands_then_beginner(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("");
    struct pond_state state;
    game->setup(&state, &config);
    chance(&state, "654311");
    expect_position(&state, "113456 -/- 0,0 149 - 0 act");
    chance(&state, "554322");
    expect_position(&state, "113456 -/- 6,0 143 - 0 act");
    chance(&state, "411566");
    assert_int_equal(game->turn(&state), POND_SEAT(POND_CHANCE));
    expect_refusal(&state, "2", POND_WORD_QUIBBLES_CHANCE_SEAT, "B2");
    assert_int_equal(game->weight(&state, 0), 1);
    assert_int_equal(game->weight(&state, 1), 1);
    chance(&state, "1");
    assert_int_equal(game->turn(&state), POND_SEAT(1));
    expect_position(&state, "113456 -/- 6,6 137 - 1 act");
}

/* All the chance that is due, in one call: the same cards from the same numbers as one by one. */
static void test_b2_chance_in_one_call(void **unused)
{
    (void)unused;
    static const char *const options[] = {"", "players=3", "players=5,variant=first-game",
                                          "players=4,first=2,headstart=6005"};
    for (int number = 0; number < 200; number++) {
        char seed[24];
        struct pond_rng slow, fast;
        snprintf(seed, sizeof seed, "roll %d", number);
        pond_rng_seed(&slow, seed);
        const struct pond_config config = config_of(options[(size_t)number % LENGTH(options)]);
        struct pond_state state;
        game->setup(&state, &config);
        for (int step = 0; step < 400 && game->turn(&state) != 0; step++) {
            struct pond_state other = state;
            fast = slow;
            while (game->turn(&state) == POND_SEAT(POND_CHANCE)) pond_roll(game, &state, &slow);
            pond_quibbles_roll(&other, &fast);
            assert_memory_equal(&other, &state, sizeof state);
            assert_memory_equal(&fast, &slow, sizeof slow);
            const int seat = pond_seat_first(game->turn(&state));
            pond_move moves[POND_MOVES_MAX];
            const int count = game->moves(&state, seat, moves);
            game->apply(&state, seat, moves[pond_rng_below(&slow, (uint32_t)count)]);
        }
    }
}

static void test_b2_first_names_the_beginner(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("players=3,first=2");
    struct pond_state state;
    game->setup(&state, &config);
    chance(&state, "112233445566445566112233");
    assert_int_equal(game->turn(&state), POND_SEAT(2));
}

static void test_b2_first_must_be_a_seat(void **unused)
{
    (void)unused;
    struct pond_config config;
    struct pond_error why;
    char sentence[POND_STATE_TEXT_MAX];
    assert_false(pond_config_parse(game, "players=2,first=2", &config, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_FIRST_SEAT);
    text_of_error(&why, sentence);
    assert_string_equal(sentence, "Player 3 can't go first: there are only 2 players (B2).");
    assert_true(pond_config_parse(game, "players=3,first=2", &config, &why));
    assert_false(pond_config_parse(game, "players=6", &config, &why));
    assert_false(pond_config_parse(game, "players=1", &config, &why));
}

static void test_b2_options_are_printed_with_defaults(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("");
    char text[POND_OPTIONS_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_config_print(game, &config, &out);
    assert_string_equal(text, "players=2,variant=standard,first=random");
}

static void test_b15_a_head_start_lies_in_the_collection(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("players=3,first=0,headstart=066");
    struct pond_state state;
    const struct quibbles_state *whole = (const struct quibbles_state *)&state;
    game->setup(&state, &config);
    assert_true(whole->table.collections[0] == 0);
    assert_true(whole->table.collections[1] == quibbles_card(6));
    assert_true(whole->table.collections[2] == quibbles_card(6));
    assert_true(whole->draw_pile == quibbles_deck(0) - 2 * quibbles_card(6));
}

static void test_b2_setup_tag_there_and_back(void **unused)
{
    (void)unused;
    static const char tag[] = "113456 223455 114566 1";
    const struct pond_config config = config_of("");
    pond_move outcomes[POND_SETUP_MAX];
    int count = 0;
    struct pond_state state;
    char text[TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    assert_true(game->setup_parse(&config, tag, outcomes, &count, NULL));
    assert_int_equal(count, 19);
    game->setup(&state, &config);
    for (int i = 0; i < count; i++) {
        assert_true(game->legal(&state, POND_CHANCE, outcomes[i], NULL));
        game->apply(&state, POND_CHANCE, outcomes[i]);
    }
    game->setup_print(&state, -1, &out);
    assert_string_equal(text, tag);
    pond_text_clear(&out);
    game->setup_print(&state, 1, &out);
    assert_string_equal(text, "113456 ?????? 114566 1");
    pond_text_clear(&out);
    game->setup_print(&state, POND_SPECTATOR, &out);
    assert_string_equal(text, "113456 ?????? ?????? 1");
}

static void test_b2_setup_tag_refusals(void **unused)
{
    (void)unused;
    static const struct {
        const char *options, *text;
        enum pond_word word;
    } cases[] = {
        {"", "113456 223455 114566", POND_WORD_QUIBBLES_SETUP_PARTS},
        {"", "113456 223455 114566 112233 1", POND_WORD_QUIBBLES_SETUP_PARTS},
        {"", "", POND_WORD_QUIBBLES_SETUP_PARTS},
        {"", "113456 22345 114566 1", POND_WORD_QUIBBLES_SETUP_SIX},
        {"", "113456 - 114566 1", POND_WORD_QUIBBLES_SETUP_SIX},
        {"", "113456 ?????? 114566 1", POND_WORD_QUIBBLES_CARDS_FORM},
        {"", "113456 223458 114566 1", POND_WORD_QUIBBLES_CARDS_FORM},
        {"", "113456 223454 114566 1", POND_WORD_QUIBBLES_CARDS_ORDER},
        {"", "000456 003455 114566 1", POND_WORD_QUIBBLES_CARDS_MANY},
        {"", "113456 223455 114566 2", POND_WORD_QUIBBLES_POSITION_SEAT},
        {"first=0", "113456 223455 114566 1", POND_WORD_QUIBBLES_SETUP_FIRST},
        {"variant=first-game", "113457 223455 114566 1", POND_WORD_QUIBBLES_CARDS_MANY},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct pond_config config = config_of(cases[i].options);
        pond_move outcomes[POND_SETUP_MAX];
        int count = -1;
        struct pond_error why;
        assert_false(game->setup_parse(&config, cases[i].text, outcomes, &count, &why));
        assert_int_equal(why.word, cases[i].word);
        assert_int_equal(count, -1);
    }
    const struct pond_config config = config_of("first=1");
    pond_move outcomes[POND_SETUP_MAX];
    int count;
    assert_true(game->setup_parse(&config, "113456 223455 114566 1", outcomes, &count, NULL));
    assert_int_equal(count, 18);
}

/* ---- B3: the order of a turn ---- */

static void test_b3_action_then_stash_then_refill(void **unused)
{
    (void)unused;
    struct pond_state state = duel("113346", "-/-", "246,555", "act");
    expect_refusal(&state, "-", POND_WORD_QUIBBLES_ACT_FIRST, "B3");
    expect_refusal(&state, "!1", POND_WORD_QUIBBLES_ACT_FIRST, "B3");
    play(&state, "6=114,33");
    expect_position(&state, "6 -/- 7,3 143 6 0 stash");
    assert_int_equal(game->turn(&state), POND_SEAT(0));
    expect_refusal(&state, "+2", POND_WORD_QUIBBLES_STASH_NOW, "B3");
    expect_refusal(&state, "2=11", POND_WORD_QUIBBLES_STASH_NOW, "B3");
    expect_refusal(&state, "pass", POND_WORD_QUIBBLES_STASH_NOW, "B3");
    play(&state, "!1");
    assert_int_equal(game->turn(&state), POND_SEAT(POND_CHANCE));
    chance(&state, "25134");
    expect_position(&state, "123456 1/- 5,3 138 16 1 act");
}

static void test_b3_turn_passes_at_once_without_refill(void **unused)
{
    (void)unused;
    struct pond_state state = duel("123456", "-/-", "22,555", "act");
    play(&state, "+2");
    chance(&state, "66");
    play(&state, "-");
    assert_int_equal(game->turn(&state), POND_SEAT(1));
    expect_position(&state, "1223456 -/- 3,3 142 - 1 act");
}

/* ---- B4: SPLIT ---- */

static void test_b4_split_takes_disjoint_sets(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("113345", "-/-", "6,777", "act");
    expect_moves(&state, "+6 6=114 6=114,33 6=15 6=15,33 6=33");
    expect_refusal(&state, "6=114,15", POND_WORD_QUIBBLES_DISPLAY_FEW, "B4");
    expect_refusal(&state, "6=24", POND_WORD_QUIBBLES_DISPLAY_NONE, "no 2s in the display (B4)");
    expect_refusal(&state, "5=14", POND_WORD_QUIBBLES_HAND_NONE, "no 5 in your hand (B4)");
}

static void test_b4_set_must_total_the_card(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("113345", "-/-", "6,777", "act");
    expect_refusal(&state, "6=113", POND_WORD_QUIBBLES_SPLIT_TOTAL, "adds up to 5");
    expect_refusal(&state, "6=33,13", POND_WORD_QUIBBLES_SPLIT_TOTAL, "B4");
    /* Together these would do, but not as they are grouped. */
    expect_refusal(&state, "6=113,34", POND_WORD_QUIBBLES_SPLIT_TOTAL, "B4");
}

static void test_b4_set_has_two_cards_or_more(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("033456", "-/-", "6,777", "act");
    expect_refusal(&state, "6=6", POND_WORD_QUIBBLES_SPLIT_ALONE, "B4");
    expect_refusal(&state, "6=33,6", POND_WORD_QUIBBLES_SPLIT_ALONE, "B4");
    expect_moves(&state, "+6 6=033 6=06 6=06,33 6=33");
}

static void test_b4_zero_is_not_split(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("003456", "-/-", "06,777", "act");
    expect_refusal(&state, "0=00", POND_WORD_QUIBBLES_SPLIT_ZERO, "B4");
    struct pond_error why;
    const pond_move zero = quibbles_move(QUIBBLES_SPLIT, quibbles_card(0), 2 * quibbles_card(0));
    assert_false(game->legal(&state, 0, zero, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_SPLIT_ZERO);
}

static void test_b4_zeros_fit_into_any_set(void **unused)
{
    (void)unused;
    /* Each 5 needs a zero of its own; further zeros go along with any set. */
    const struct pond_state state = duel("001455", "-/-", "5,777", "act");
    expect_moves(&state, "+5 5=0014 5=005 5=005,14 5=014 5=05 5=05,05 5=05,05,14 5=05,14 5=14");
    expect_refusal(&state, "5=0014,05", POND_WORD_QUIBBLES_DISPLAY_FEW, "B4");
}

static void test_b4_one_move_however_grouped(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("011112", "-/-", "3,777", "act");
    pond_move one, other;
    assert_true(pond_move_read(game, &state, 0, "3=0111,12", &one, NULL));
    assert_true(pond_move_read(game, &state, 0, "3=111,210", &other, NULL));
    assert_true(one == other);
    char text[TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    game->move_print(&state, 0, other, &out);
    assert_string_equal(text, "3=0111,12");
}

static void test_b4_any_order_is_accepted(void **unused)
{
    (void)unused;
    struct pond_state state = duel("113346", "-/-", "6,777", "act");
    play(&state, "6=33,411");
    expect_position(&state, "6 -/- 5,3 145 6 0 stash");
}

/* ---- B5: COMBINE ---- */

static void test_b5_zeros_take_zeros_or_go_along(void **unused)
{
    (void)unused;
    const struct pond_state zeros = duel("003456", "-/-", "0012,777", "act");
    expect_moves(&zeros, "+0 +1 +2 0012=3 00=0 00=00 012=3 12=3");
    const struct pond_state threes = duel("333456", "-/-", "03,777", "act");
    expect_moves(&threes, "+0 +3 03=3 03=33 03=333");
}

static void test_b5_two_to_seven_cards(void **unused)
{
    (void)unused;
    struct pond_state state = duel("234567", "-/-", "01111111,222", "act");
    expect_refusal(&state, "01111111=7", POND_WORD_QUIBBLES_COMBINE_COUNT, "2 to 7");
    expect_refusal(&state, "11111111=7", POND_WORD_QUIBBLES_COMBINE_COUNT, "not 8 (B5)");
    struct pond_state six = state;
    play(&six, "0111111=6");
    play(&state, "1111111=7");
    expect_position(&state, "23456 -/- 2,3 138 1111111 0 stash");
}

static void test_b5_total_is_seven_at_most(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("234567", "-/-", "0447,222", "act");
    expect_refusal(&state, "44=7", POND_WORD_QUIBBLES_COMBINE_TOTAL, "add up to 8");
    expect_moves(&state, "+0 +4 +7 04=4 07=7 7=25 7=25,34 7=34");
}

static void test_b5_takes_only_the_total(void **unused)
{
    (void)unused;
    struct pond_state state = duel("133457", "-/-", "12,777", "act");
    expect_refusal(&state, "12=34", POND_WORD_QUIBBLES_COMBINE_TAKES, "not a 4 (B5)");
    expect_refusal(&state, "12=333", POND_WORD_QUIBBLES_DISPLAY_FEW, "the display has 2 (B5)");
    expect_refusal(&state, "22=4", POND_WORD_QUIBBLES_HAND_FEW, "you have 1 (B5)");
    const struct pond_state none = duel("122457", "-/-", "12,777", "act");
    expect_refusal(&none, "12=3", POND_WORD_QUIBBLES_DISPLAY_NONE, "no 3s in the display (B5)");
    expect_moves(&state, "+1 +2 12=3 12=33");
    play(&state, "21=3");
    expect_position(&state, "13457 -/- 1,3 144 12 0 stash");
}

/* ---- B6: DRAW ---- */

static void test_b6_draw_lays_one_and_draws_two(void **unused)
{
    (void)unused;
    struct pond_state state = duel("123456", "-/-", "25,333", "act");
    expect_refusal(&state, "+4", POND_WORD_QUIBBLES_HAND_NONE, "B6");
    play(&state, "+5");
    assert_int_equal(game->turn(&state), POND_SEAT(POND_CHANCE));
    chance(&state, "36");
    expect_position(&state, "1234556 -/- 3,3 142 - 0 stash");
    assert_true(look(&state)->hands[0] == quibbles_card(2) + quibbles_card(3) + quibbles_card(6));
}

/* ---- B7: STASH ---- */

static void test_b7_stash_needs_value_many(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123", "-/-", "04445555,7", "stash");
    expect_moves(&state, "-");
    expect_refusal(&state, "!5", POND_WORD_QUIBBLES_STASH_FEW,
                   "To stash a 5 you need 5 of them in hand; you have 4 (B7).");
    expect_refusal(&state, "!4", POND_WORD_QUIBBLES_STASH_FEW, "you have 3");
    expect_refusal(&state, "!6", POND_WORD_QUIBBLES_STASH_FEW, "you have 0");
    expect_refusal(&state, "!0", POND_WORD_QUIBBLES_STASH_ZERO, "B7");
}

static void test_b7_stash_lays_the_others_aside(void **unused)
{
    (void)unused;
    struct pond_state state = duel("112345", "-/-", "1444446,7", "stash");
    expect_moves(&state, "!1 !4 -");
    play(&state, "!4");
    expect_position(&state, "112345 4/- 2,1 141 4444 1 act");
}

static void test_b7_full_collection_gives_up_a_card(void **unused)
{
    (void)unused;
    struct pond_state state = duel("112345", "112223/-", "122,7", "stash");
    expect_moves(&state, "!1/1 !1/2 !1/3 !2/1 !2/2 !2/3 -");
    expect_refusal(&state, "!2", POND_WORD_QUIBBLES_STASH_FULL, "!2/1 (B7)");
    expect_refusal(&state, "!2/4", POND_WORD_QUIBBLES_STASH_GIVES, "no 4 to drop (B7)");
    play(&state, "!2/1");
    expect_position(&state, "112345 122223/- 1,1 139 12 1 act");
}

static void test_b7_collection_with_room_gives_up_nothing(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("112345", "11222/-", "122,7", "stash");
    expect_moves(&state, "!1 !2 -");
    expect_refusal(&state, "!2/1", POND_WORD_QUIBBLES_STASH_ROOM, "write !2 (B7)");
}

/* ---- B8 and B13: the win ---- */

static void test_b8_twenty_one_wins_at_once(void **unused)
{
    (void)unused;
    struct pond_state state = duel("1", "456/-", "2666666,7", "stash");
    play(&state, "!6");
    expect_win(&state, 0, POND_REASON_COLLECTION);
    struct pond_state swap = duel("112345", "112345/-", "666666,7", "stash");
    play(&swap, "!6/1");
    expect_win(&swap, 0, POND_REASON_COLLECTION);
}

static void test_b8_twenty_is_not_enough(void **unused)
{
    (void)unused;
    struct pond_state state = duel("112345", "356/-", "2666666,7", "stash");
    play(&state, "!6");
    expect_on(&state);
    assert_int_equal(game->turn(&state), POND_SEAT(1));
}

static void test_b13_win_stops_refill_redeal_and_turn(void **unused)
{
    (void)unused;
    /* The display is short and the hand empty, but nothing more is done. */
    struct pond_state state = duel("1", "456/-", "666666,77", "stash");
    play(&state, "!6");
    expect_position(&state, "1 4566/- 0,2 143 66666 0 stash");
    expect_win(&state, 0, POND_REASON_COLLECTION);
    struct pond_state read;
    char text[POND_STATE_TEXT_MAX];
    const struct pond_config config = config_of("");
    text_of_state(&state, text);
    assert_true(game->state_parse(&read, &config, text, NULL));
    expect_win(&read, 0, POND_REASON_COLLECTION);
}

/* ---- B9: the refill ---- */

static void test_b9_refill_up_to_six(void **unused)
{
    (void)unused;
    struct pond_state state = duel("12", "-/-", "5,777", "stash");
    play(&state, "-");
    chance(&state, "3456");
    expect_position(&state, "123456 -/- 1,3 145 - 1 act");
}

static void test_b9_no_refill_from_six_to_nine(void **unused)
{
    (void)unused;
    static const char *const displays[] = {"123456", "1123456", "11223456", "112233456"};
    for (size_t i = 0; i < LENGTH(displays); i++) {
        struct pond_state state = duel(displays[i], "-/-", "5,777", "stash");
        play(&state, "-");
        assert_int_equal(game->turn(&state), POND_SEAT(1));
        assert_int_equal(quibbles_size(look(&state)->table.display), strlen(displays[i]));
    }
}

static void test_b9_ten_are_cleared(void **unused)
{
    (void)unused;
    struct pond_state state = duel("112233445", "-/-", "56,777", "act");
    play(&state, "+6");
    chance(&state, "11");
    expect_position(&state, "1122334456 -/- 3,3 139 - 0 stash");
    play(&state, "-");
    expect_position(&state, "- -/- 3,3 139 1122334456 0 stash");
    chance(&state, "654321");
    expect_position(&state, "123456 -/- 3,3 133 1122334456 1 act");
}

/* ---- B10: the empty hand ---- */

static void test_b10_empty_hand_deals_anew_in_turn_order(void **unused)
{
    (void)unused;
    struct pond_state state =
        position("players=3", "113456", "-/-/-", "345,2,66", "*", "-", "1 act");
    play(&state, "2=11");
    play(&state, "!1");
    assert_int_equal(game->chance_seen_by(&state) & 0x7f, 0x7f);
    chance(&state, "22");
    expect_position(&state, "223456 -/1/- 0,0,0 141 1234566 1 stash");
    static const int order[] = {1, 2, 0};
    for (size_t i = 0; i < LENGTH(order); i++) {
        assert_int_equal(game->chance_seen_by(&state), POND_SEAT(order[i]));
        chance(&state, "123456");
        assert_int_equal(quibbles_size(look(&state)->hands[order[i]]), 6);
    }
    expect_position(&state, "223456 -/1/- 6,6,6 123 1234566 2 act");
}

static void test_b10_a_hand_drawn_up_again_is_not_empty(void **unused)
{
    (void)unused;
    struct pond_state state = duel("123456", "-/-", "5,777", "act");
    play(&state, "+5");
    chance(&state, "66");
    play(&state, "-");
    expect_position(&state, "1234556 -/- 2,3 143 - 1 act");
}

/* ---- B11: the draw pile runs out ---- */

static void test_b11_discards_become_the_draw_pile_in_the_middle(void **unused)
{
    (void)unused;
    struct pond_state state = position("", "123456", "-/-", "55,777", "7", "*", "0 act");
    pond_move outcomes[POND_MOVES_MAX];
    play(&state, "+5");
    assert_int_equal(game->moves(&state, POND_CHANCE, outcomes), 1);
    chance(&state, "7");
    assert_int_equal(game->moves(&state, POND_CHANCE, outcomes), 8);
    chance(&state, "0");
    expect_position(&state, "1234556 -/- 3,3 142 - 0 stash");
}

static void test_b11_not_before_a_card_is_needed(void **unused)
{
    (void)unused;
    struct pond_state state = position("", "123456", "-/-", "55,777", "67", "*", "0 act");
    play(&state, "+5");
    chance(&state, "76");
    assert_true(look(&state)->draw_pile == 0);
    assert_int_equal(quibbles_size(look(&state)->table.discards), 142);
    play(&state, "-");
    assert_true(look(&state)->draw_pile == 0);
}

/* Every card that is not named is in the hand of seat 1. */
static struct pond_state all_in_one_hand(const char *display, const char *hand,
                                         const char *discards, const char *end)
{
    struct pond_state state = position("", display, "-/-", hand, "*", discards, end);
    struct quibbles_state *at = (struct quibbles_state *)&state;
    at->hands[1] = at->draw_pile;
    at->draw_pile = 0;
    return state;
}

static void test_b11_no_card_at_all_draws_what_there_is(void **unused)
{
    (void)unused;
    struct pond_state none = all_in_one_hand("123456", "55,-", "-", "0 act");
    play(&none, "+5");
    expect_position(&none, "1234556 -/- 1,147 0 - 0 stash");
    assert_int_equal(game->turn(&none), POND_SEAT(0));
    play(&none, "-");
    assert_int_equal(game->turn(&none), POND_SEAT(1));

    struct pond_state one = all_in_one_hand("123456", "55,-", "7", "0 act");
    play(&one, "+5");
    chance(&one, "7");
    expect_position(&one, "1234556 -/- 2,146 0 - 0 stash");

    /* The card that was split is all there is for the refill. */
    struct pond_state refill = all_in_one_hand("123456", "55,-", "-", "0 act");
    play(&refill, "5=14,23");
    play(&refill, "-");
    chance(&refill, "5");
    expect_position(&refill, "556 -/- 5,147 0 - 1 act");
}

static void test_b11_empty_hand_passes(void **unused)
{
    (void)unused;
    struct pond_state state = duel("123456", "-/-", "-,555", "act");
    expect_moves(&state, "pass");
    expect_refusal(&state, "+5", POND_WORD_QUIBBLES_PASS_ONLY, "B11");
    expect_refusal(&state, "6=15", POND_WORD_QUIBBLES_PASS_ONLY, "B11");
    const struct pond_state before = state;
    struct pond_entry pass = {.kind = POND_ENTRY_MOVE};
    struct pond_events events = {0};
    assert_true(pond_quibbles.move_parse(&state, 0, "pass", &pass.move, NULL));
    play(&state, "pass");
    expect_position(&state, "123456 -/- 0,3 146 - 0 stash");
    pond_entry_events(&pond_quibbles, &before, &pass, &state, POND_SPECTATOR, &events);
    assert_true(events.count > 0);
    assert_string_equal(pond_event_kind(&pond_quibbles, events.list[0].kind)->name, "pass");
    expect_moves(&state, "-");
    play(&state, "-");
    expect_position(&state, "123456 -/- 0,0 146 555 0 stash");
    chance(&state, "111222333444");
    expect_position(&state, "123456 -/- 6,6 134 555 1 act");
}

static void test_b11_a_hand_with_cards_cannot_pass(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123456", "-/-", "5,555", "act");
    expect_refusal(&state, "pass", POND_WORD_QUIBBLES_PASS_HAND, "B11");
}

/* ---- B12: what is seen ---- */

static void test_b12_a_public_position_has_a_hand_for_each_player(void **unused)
{
    (void)unused;
    const struct pond_config config = given_config(&pond_quibbles, "players=3");
    struct pond_state state;
    struct pond_error why;
    const char *text = "123456 -/-/- 1,3 149 - 0 act";
    assert_false(pond_quibbles.view_parse(&state, &config, 0, text, "5", &why));
    assert_int_equal(why.word, POND_WORD_QUIBBLES_LIST_HANDS);
}

static void expect_bounds(const struct pond_state *state, int seat, int value, int least, int most)
{
    const struct quibbles_table *table = &look(state)->table;
    assert_int_equal(quibbles_count(table->at_least[seat], value), least);
    assert_int_equal(quibbles_count(table->at_most[seat], value), most);
}

static void test_b12_bounds_follow_the_open_play(void **unused)
{
    (void)unused;
    struct pond_state state = duel("113346", "-/-", "26,555", "act");
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        expect_bounds(&state, 0, value, 0, QUIBBLES_UNBOUNDED);
    }
    play(&state, "6=114,33"); /* taken in the open */
    expect_bounds(&state, 0, 1, 2, QUIBBLES_UNBOUNDED);
    expect_bounds(&state, 0, 3, 2, QUIBBLES_UNBOUNDED);
    expect_bounds(&state, 0, 4, 1, QUIBBLES_UNBOUNDED);
    expect_bounds(&state, 0, 6, 0, QUIBBLES_UNBOUNDED);
    play(&state, "!1"); /* none left */
    expect_bounds(&state, 0, 1, 0, 0);
    chance(&state, "12345"); /* a refill says nothing about hands */
    play(&state, "+5");
    chance(&state, "11");
    expect_bounds(&state, 1, 1, 0, QUIBBLES_UNBOUNDED);
    play(&state, "-");
    play(&state, "+3"); /* one of the two known threes is gone */
    expect_bounds(&state, 0, 3, 1, QUIBBLES_UNBOUNDED);
    chance(&state, "16"); /* either may be a one */
    expect_bounds(&state, 0, 1, 0, 2);
    play(&state, "-");
    play(&state, "11=2");
    expect_bounds(&state, 1, 2, 1, QUIBBLES_UNBOUNDED);
    play(&state, "-");
    play(&state, "12=3"); /* plays a one, so one more can be left */
    expect_bounds(&state, 0, 1, 0, 1);
    expect_bounds(&state, 0, 2, 0, QUIBBLES_UNBOUNDED);
    expect_bounds(&state, 0, 3, 2, QUIBBLES_UNBOUNDED);
}

static void test_b12_upper_bound_counts_what_is_taken(void **unused)
{
    (void)unused;
    struct pond_state state = duel("111135", "-/-", "12,555", "stash");
    play(&state, "!1");
    play(&state, "+5");
    chance(&state, "66");
    play(&state, "-");
    expect_bounds(&state, 0, 1, 0, 0);
    play(&state, "2=11");
    expect_bounds(&state, 0, 1, 2, 2);
}

static void test_b12_deal_and_redeal_leave_nothing_known(void **unused)
{
    (void)unused;
    struct pond_state state = duel("113456", "-/-", "2,66", "act");
    play(&state, "2=11");
    play(&state, "!1");
    chance(&state, "22");
    chance(&state, "111222333444");
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        expect_bounds(&state, 0, value, 0, QUIBBLES_UNBOUNDED);
        expect_bounds(&state, 1, value, 0, QUIBBLES_UNBOUNDED);
    }
}

static void test_b12_who_sees_chance(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("players=3");
    struct pond_state state;
    game->setup(&state, &config);
    assert_int_equal(game->chance_seen_by(&state) & 0x7f, 0x7f);
    chance(&state, "123456");
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(game->chance_seen_by(&state), POND_SEAT(seat));
        chance(&state, "123456");
    }
    assert_int_equal(game->chance_seen_by(&state) & 0x7f, 0x7f);
    chance(&state, "2");
    play(&state, "+1");
    assert_int_equal(game->chance_seen_by(&state), POND_SEAT(2));
}

static void test_b12_view_has_own_hand_and_sizes(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("123456", "12/3", "0567,44", "act");
    struct pond_view memory;
    const struct quibbles_view *view = (const struct quibbles_view *)&memory;
    game->observe(&state, 1, &memory);
    assert_true(view->hand == 2 * quibbles_card(4));
    assert_int_equal(view->hand_sizes[0], 4);
    assert_int_equal(view->hand_sizes[1], 2);
    assert_int_equal(view->draw_pile_size, 155 - 6 - 3 - 6);
    game->observe(&state, POND_SPECTATOR, &memory);
    assert_true(view->hand == 0);
}

/* Three players; only seat 0's own card and these are not in the open: hands of seats 1 and 2 and
 * the draw pile. All other cards lie in the display and with the discards. */
static struct pond_state nearly_open(const char *hand_1, const char *hand_2, const char *pile)
{
    char hands[TEXT_MAX];
    snprintf(hands, sizeof hands, "7,%s,%s", hand_1, hand_2);
    return position("players=3", "123456", "-/-/-", hands, pile, "*", "0 act");
}

/* Shuffles what seat 0 does not know and deals it; false if that breaks a bound. */
static bool deal_by_shuffle(const struct pond_state *state, struct pond_rng *rng,
                            struct pond_state *dealt)
{
    *dealt = *state;
    struct quibbles_state *into = (struct quibbles_state *)dealt;
    int cards[160], count = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        int hidden = quibbles_count(into->draw_pile, value);
        for (int seat = 1; seat < 3; seat++) {
            hidden += quibbles_count(into->hands[seat], value);
            hidden -= quibbles_count(into->table.at_least[seat], value);
        }
        while (hidden-- > 0) cards[count++] = value;
    }
    into->draw_pile = 0;
    for (int seat = 1; seat < 3; seat++) {
        const int size = quibbles_size(into->hands[seat]);
        into->hands[seat] = into->table.at_least[seat];
        while (quibbles_size(into->hands[seat]) < size) {
            const int index = (int)pond_rng_below(rng, (uint32_t)count);
            into->hands[seat] += quibbles_card(cards[index]);
            cards[index] = cards[--count];
        }
        if (!quibbles_holds(into->table.at_most[seat], into->hands[seat])) return false;
    }
    while (count > 0) into->draw_pile += quibbles_card(cards[--count]);
    return true;
}

/* Samples and honest shuffles must come from the same odds: chi-squared over all states that come
 * up, within five standard deviations. */
static void expect_odds(const struct pond_state *state, int samples)
{
    enum { STATES_MAX = 1000 };
    static struct pond_state seen[STATES_MAX];
    static double counts[2][STATES_MAX];
    struct pond_view view;
    struct pond_rng rng;
    int states = 0;
    memset(counts, 0, sizeof counts);
    pond_rng_seed(&rng, "odds");
    game->observe(state, 0, &view);
    for (int i = 0; i < 2 * samples; i++) {
        struct pond_state drawn;
        if (i % 2 == 0)
            game->sample(&view, &rng, &drawn);
        else
            while (!deal_by_shuffle(state, &rng, &drawn)) continue;
        int index = 0;
        while (index < states && memcmp(&seen[index], &drawn, sizeof drawn) != 0) index++;
        assert_true(index < STATES_MAX);
        if (index == states) seen[states++] = drawn;
        counts[i % 2][index]++;
    }
    double sum = 0, freedom = states - 1;
    for (int i = 0; i < states; i++) {
        const double difference = counts[0][i] - counts[1][i];
        sum += difference * difference / (counts[0][i] + counts[1][i]);
    }
    assert_true(states > 3);
    if ((sum - freedom) * (sum - freedom) > 25 * 2 * freedom) {
        fail_msg("chi-squared is %f with %d states", sum, states);
    }
}

static void test_b12_samples_have_the_right_odds(void **unused)
{
    (void)unused;
    /* Seat 1 has no one, and seat 2 is known to hold a two: most deals will do. */
    struct pond_state state = nearly_open("34", "24", "1156");
    struct quibbles_table *table = &((struct quibbles_state *)&state)->table;
    table->at_most[1] &= ~((uint64_t)0xff << 8);
    table->at_least[2] = quibbles_card(2);
    expect_odds(&state, 20000);
}

static void test_b12_samples_have_the_right_odds_where_few_deals_fit(void **unused)
{
    (void)unused;
    /* Seat 1 has no six, though most are, and at most one two; seat 2 has no five. */
    struct pond_state state = nearly_open("1234", "14", "25566666666666666666666");
    struct quibbles_table *table = &((struct quibbles_state *)&state)->table;
    table->at_most[1] &= ~((uint64_t)0xff << 48);
    table->at_most[1] -= (QUIBBLES_UNBOUNDED - 1) * quibbles_card(2);
    table->at_most[2] &= ~((uint64_t)0xff << 40);
    expect_odds(&state, 20000);
}

static void test_b12_samples_succeed_where_one_deal_fits(void **unused)
{
    (void)unused;
    /* Seat 1 has only ones and seat 2 only ones and twos, so seat 2 has the two. */
    const struct pond_state state = nearly_open("11", "12", "3333333333333344444444444444");
    struct pond_state tight = state, sampled;
    struct quibbles_table *table = &((struct quibbles_state *)&tight)->table;
    table->at_most[1] &= (uint64_t)0xff << 8;
    table->at_most[2] &= (uint64_t)0xffff << 8;
    struct pond_view view;
    struct pond_rng rng;
    pond_rng_seed(&rng, "tight");
    game->observe(&tight, 0, &view);
    for (int i = 0; i < 100; i++) {
        game->sample(&view, &rng, &sampled);
        assert_memory_equal(&sampled, &tight, sizeof tight);
    }
}

/* ---- B14: no limit in the rules ---- */

static void test_b14_the_rules_know_no_limit(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "endless");
    struct pond_state state = begun("", &rng);
    for (int i = 0; i < 3000; i++) { /* nobody ever stashes */
        pond_move moves[POND_MOVES_MAX];
        const int seat = pond_seat_first(game->turn(&state));
        int chosen = 0;
        if (look(&state)->table.phase == QUIBBLES_ACT) {
            const int count = game->moves(&state, seat, moves);
            chosen = (int)pond_rng_below(&rng, (uint32_t)count);
        } else {
            assert_true(pond_move_read(game, &state, seat, "-", &moves[0], NULL));
        }
        game->apply(&state, seat, moves[chosen]);
        roll_all(&state, &rng);
        expect_on(&state);
    }
}

/* ---- C1-C5 ---- */

static void test_c1_same_seed_same_game(void **unused)
{
    (void)unused;
    struct pond_state ends[2];
    for (int run = 0; run < 2; run++) {
        struct pond_rng rng;
        pond_rng_seed(&rng, "twice");
        struct pond_state state = begun("players=4", &rng);
        for (int i = 0; i < 200 && game->turn(&state) != 0; i++) {
            pond_move moves[POND_MOVES_MAX];
            const int seat = pond_seat_first(game->turn(&state));
            const int count = game->moves(&state, seat, moves);
            game->apply(&state, seat, moves[pond_rng_below(&rng, (uint32_t)count)]);
            roll_all(&state, &rng);
        }
        ends[run] = state;
    }
    assert_memory_equal(&ends[0], &ends[1], sizeof ends[0]);
    assert_true(game->hash(&ends[0]) == game->hash(&ends[1]));
}

static void test_c2_nonsense_is_refused_kindly(void **unused)
{
    (void)unused;
    const struct pond_state state = duel("113345", "-/-", "6,777", "act");
    static const char *const texts[] = {"",      "6",     "=",      "6=",      "=33",  "6=,33",
                                        "6=33,", "6=3 3", "6=33=6", "+",       "+66",  "+x",
                                        "!",     "!4/",   "!4/1/2", "!44",     "Pass", "--",
                                        "6=a",   "x=33",  "12=3,3", "+6/1",    "!/1",  "6=33,,33",
                                        " 6=33", "6=33 ", "!4/x",   "\xc3\xa9"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        expect_refusal(&state, texts[i], POND_WORD_MOVE_SYNTAX, "6=114,33");
    }
    expect_refusal(&state, "8=44", POND_WORD_QUIBBLES_CARD_UNKNOWN, "no card 8");
    expect_refusal(&state, "+9", POND_WORD_QUIBBLES_CARD_UNKNOWN, "0 to 7 (B1)");
    expect_refusal(&state, "6=111111,111111", POND_WORD_QUIBBLES_DISPLAY_SIZE,
                   "than the 6 in the display (B4)");
    expect_refusal(&state, "15=66666666666", POND_WORD_QUIBBLES_DISPLAY_SIZE, "B5");
    struct pond_error why;
    pond_move move;
    assert_false(pond_move_read(game, &state, 1, "+7", &move, &why));
    assert_int_equal(why.word, POND_WORD_MOVE_NOT_YOUR_TURN);
    assert_false(game->legal(&state, 0, ~(uint64_t)0, &why));
    assert_int_equal(why.word, POND_WORD_MOVE_ILLEGAL);
}

static void test_c2_chance_brings_only_what_is_there(void **unused)
{
    (void)unused;
    struct pond_state state = position("", "123456", "-/-", "55,777", "66", "*", "0 act");
    play(&state, "+5");
    expect_refusal(&state, "7", POND_WORD_QUIBBLES_CHANCE_CARD, "B1");
    expect_refusal(&state, "9", POND_WORD_QUIBBLES_CHANCE_CARD, "B1");
    expect_refusal(&state, "66", POND_WORD_QUIBBLES_CHANCE_FORM, "one digit");
    expect_refusal(&state, "", POND_WORD_QUIBBLES_CHANCE_FORM, "one digit");
}

static void test_c3_a_view_does_not_depend_on_what_it_hides(void **unused)
{
    (void)unused;
    const struct pond_state one = duel("123456", "-/-", "0567,4455", "act");
    const struct pond_state other = duel("123456", "-/-", "0567,1112", "act");
    struct pond_view views[2];
    game->observe(&one, 0, &views[0]);
    game->observe(&other, 0, &views[1]);
    assert_memory_equal(&views[0], &views[1], sizeof views[0]);
    game->observe(&one, POND_SPECTATOR, &views[0]);
    game->observe(&other, POND_SPECTATOR, &views[1]);
    assert_memory_equal(&views[0], &views[1], sizeof views[0]);
    game->observe(&one, 1, &views[0]);
    game->observe(&other, 1, &views[1]);
    assert_memory_not_equal(&views[0], &views[1], sizeof views[0]);
}

static void test_c4_of_two_the_other_wins(void **unused)
{
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        struct pond_state state = duel("123456", "12/3", "0567,4455", "act");
        game->resign(&state, seat);
        expect_win(&state, 1 - seat, POND_REASON_RESIGNED);
        expect_position(&state, "123456 12/3 4,4 138 - 0 act");
    }
}

static void test_c4_resigning_in_another_turn_lays_the_cards_aside(void **unused)
{
    (void)unused;
    struct pond_state state =
        position("players=3", "123456", "1/2/3", "45,66,77", "*", "-", "0 act");
    game->resign(&state, 1);
    expect_on(&state);
    expect_position(&state, "123456 1/-/3 2,0,2 140 266 0 act");
    play(&state, "+4");
    chance(&state, "66");
    play(&state, "-");
    assert_int_equal(game->turn(&state), POND_SEAT(2)); /* seat 1 is skipped */
    game->resign(&state, 2);
    expect_win(&state, 0, POND_REASON_RESIGNED);
    expect_position(&state, "1234456 1/-/- 3,0,0 138 236677 2 act");
}

static void test_c4_resigning_in_the_own_turn_ends_it_with_the_refill(void **unused)
{
    (void)unused;
    struct pond_state state =
        position("players=3", "113456", "1/2/3", "25,66,77", "*", "-", "0 act");
    play(&state, "2=11");
    game->resign(&state, 0);
    expect_position(&state, "3456 -/2/3 0,2,2 140 11125 0 stash");
    assert_int_equal(game->turn(&state), POND_SEAT(POND_CHANCE));
    chance(&state, "44"); /* and no new hands, though this one is empty */
    expect_position(&state, "344456 -/2/3 0,2,2 138 11125 1 act");
    assert_int_equal(game->turn(&state), POND_SEAT(1));
}

static void test_c4_no_new_hand_for_a_resigned_seat(void **unused)
{
    (void)unused;
    struct pond_state state =
        position("players=3", "113456", "-/-/-", "2,66,77", "*", "-", "0 act");
    game->resign(&state, 1);
    play(&state, "2=11");
    play(&state, "!1");
    chance(&state, "22");
    assert_int_equal(game->chance_seen_by(&state), POND_SEAT(0));
    chance(&state, "123456");
    assert_int_equal(game->chance_seen_by(&state), POND_SEAT(2));
    chance(&state, "123456");
    expect_position(&state, "223456 1/-/- 6,0,6 130 126677 2 act");
}

static void test_c5_a_match_can_name_every_beginner(void **unused)
{
    (void)unused;
    for (int first = 0; first < 5; first++) {
        char options[TEXT_MAX];
        struct pond_rng rng;
        pond_rng_seed(&rng, "match");
        snprintf(options, sizeof options, "players=5,first=%d", first);
        const struct pond_state state = begun(options, &rng);
        assert_int_equal(game->turn(&state), POND_SEAT(first));
    }
}

/* ---- Positions as text ---- */

/* The rest of the deck beside display 123456, hands 45 and 66, by value. */
#define ONES "111111111111111111111"
#define TWOS "222222222222222222222"
#define THREES "333333333333333333333"
#define FOURS "4444444444444444444444"
#define FIVES "555555555555555555555555"
#define SIXES "6666666666666666666666666"
#define PILE "0000" ONES TWOS THREES FOURS FIVES SIXES "7777777"

static void test_position_there_and_back(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("");
    struct pond_state state;
    char text[POND_STATE_TEXT_MAX];
    static const char whole[] = "123456 -/- 45,66 " PILE " - 1 act";
    assert_true(game->state_parse(&state, &config, whole, NULL));
    text_of_state(&state, text);
    assert_string_equal(text, whole);
    expect_position(&state, "123456 -/- 2,2 145 - 1 act");
}

static void test_position_refusals(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum pond_word word;
    } cases[] = {
        {"", POND_WORD_POSITION_FIELDS},
        {"123456 -/- 45,66 " PILE " - 1", POND_WORD_POSITION_FIELDS},
        {"123456 -/- 45,66 " PILE " - 1 act ", POND_WORD_POSITION_FIELDS},
        {"123456  -/- 45,66 " PILE " - 1 act", POND_WORD_POSITION_FIELDS},
        {PILE PILE PILE PILE, POND_WORD_POSITION_TOO_LONG},
        {"213456 -/- 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_CARDS_ORDER},
        {"123458 -/- 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_CARDS_FORM},
        {"12345x -/- 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_CARDS_FORM},
        {"123456 -/- 2,2 145 - 1 act", POND_WORD_QUIBBLES_CARDS_MISSING},
        {"123456 -/- 45,66 " PILE " 7 1 act", POND_WORD_QUIBBLES_CARDS_MANY},
        {"123456 -/- 45,66 " PILE "7777777777777777777777777 - 1 act",
         POND_WORD_QUIBBLES_CARDS_MANY},
        {"123456 -/- 45,6 " PILE " - 1 act", POND_WORD_QUIBBLES_CARDS_MISSING},
        {"123456 - 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_LIST_COLLECTIONS},
        {"123456 -/-/- 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_LIST_COLLECTIONS},
        {"123456 -/ 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_CARDS_FORM},
        {"123456 -/- 45 " PILE " - 1 act", POND_WORD_QUIBBLES_LIST_HANDS},
        {"123456 -/- 45,6,6 " PILE " - 1 act", POND_WORD_QUIBBLES_LIST_HANDS},
        {"123456 1111111/- 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_COLLECTION_SIZE},
        {"123456 01/- 45,66 " PILE " - 1 act", POND_WORD_QUIBBLES_COLLECTION_ZERO},
        {"123456 -/- 45,66 " PILE " - 2 act", POND_WORD_QUIBBLES_POSITION_SEAT},
        {"123456 -/- 45,66 " PILE " - 01 act", POND_WORD_QUIBBLES_POSITION_SEAT},
        {"123456 -/- 45,66 " PILE " - -1 act", POND_WORD_QUIBBLES_POSITION_SEAT},
        {"123456 -/- 45,66 " PILE " - 1 Act", POND_WORD_QUIBBLES_POSITION_PHASE},
        {"123456 -/- 45,66 " PILE " - 1 stashed", POND_WORD_QUIBBLES_POSITION_PHASE},
        {"1234455666 -/- -,- " PILE " - 1 act", POND_WORD_QUIBBLES_POSITION_DISPLAY},
        {"12344556667 -/- -,- 0000" ONES TWOS THREES FOURS FIVES SIXES "777777 - 1 stash",
         POND_WORD_QUIBBLES_POSITION_DISPLAY},
        {"- 123456/4566 -,- " PILE " - 0 stash", POND_WORD_QUIBBLES_POSITION_WON_TWICE},
        {"45 123456/66 -,- " PILE " - 0 act", POND_WORD_QUIBBLES_POSITION_WON_PLACE},
        {"45 123456/66 -,- " PILE " - 1 stash", POND_WORD_QUIBBLES_POSITION_WON_PLACE},
    };
    const struct pond_config config = config_of("");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct pond_state state, before;
        struct pond_error why = {.word = POND_WORD_NONE};
        memset(&state, 0x55, sizeof state);
        before = state;
        if (game->state_parse(&state, &config, cases[i].text, &why)) {
            fail_msg("accepted: %s", cases[i].text);
        }
        if (why.word != cases[i].word) {
            char sentence[POND_STATE_TEXT_MAX];
            text_of_error(&why, sentence);
            fail_msg("%s: %s", cases[i].text, sentence);
        }
        assert_memory_equal(&state, &before, sizeof before);
    }
}

static void test_position_is_judged_at_once(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("");
    struct pond_state state;
    assert_true(game->state_parse(&state, &config, "45 123456/66 -,- " PILE " - 0 stash", NULL));
    expect_win(&state, 0, POND_REASON_COLLECTION);
    assert_true(game->state_parse(&state, &config, "45 66/123456 -,- " PILE " - 1 stash", NULL));
    expect_win(&state, 1, POND_REASON_COLLECTION);
}

/* ---- All moves, by brute force ---- */

struct texts {
    char text[POND_MOVES_MAX][TEXT_MAX];
    int count;
};

static void texts_add(struct texts *texts, const char *text)
{
    for (int i = 0; i < texts->count; i++) {
        if (strcmp(texts->text[i], text) == 0) return;
    }
    assert_true(texts->count < POND_MOVES_MAX);
    struct pond_text copy = pond_text_in(texts->text[texts->count++], TEXT_MAX);
    pond_text_string(&copy, text);
    assert_false(copy.full);
}

/* Puts each digit into one of `groups` sets and keeps the smallest text of those that total
 * `value` each and have two digits at least. */
static void best_grouping(const char *digits, int groups, int value, char sets[][TEXT_MAX],
                          char best[TEXT_MAX])
{
    if (*digits == '\0') {
        char sorted[16][TEXT_MAX], text[TEXT_MAX] = "";
        memcpy(sorted, sets, (size_t)groups * TEXT_MAX);
        qsort(sorted, (size_t)groups, TEXT_MAX, compare_texts);
        for (int i = 0; i < groups; i++) {
            int total = 0;
            for (const char *at = sorted[i]; *at != '\0'; at++) total += *at - '0';
            if (total != value || strlen(sorted[i]) < 2) return;
            strcat(text, i > 0 ? "," : "");
            strcat(text, sorted[i]);
        }
        if (best[0] == '\0' || strcmp(text, best) < 0) strcpy(best, text);
        return;
    }
    for (int i = 0; i < groups; i++) {
        int total = *digits - '0';
        for (const char *at = sets[i]; *at != '\0'; at++) total += *at - '0';
        if (total > value) continue;
        const size_t length = strlen(sets[i]);
        sets[i][length] = *digits;
        best_grouping(digits + 1, groups, value, sets, best);
        sets[i][length] = '\0';
    }
}

/* The digits of `all` that a mask picks, and what they add up to. */
static int pick(const char *all, unsigned mask, char picked[TEXT_MAX])
{
    int total = 0, count = 0;
    for (int i = 0; all[i] != '\0'; i++) {
        if ((mask >> i & 1) == 0) continue;
        total += all[i] - '0';
        picked[count++] = all[i];
    }
    picked[count] = '\0';
    return total;
}

static void brute_moves(const char *hand, const char *display, struct texts *texts)
{
    char played[TEXT_MAX], taken[TEXT_MAX], text[3 * TEXT_MAX];
    texts->count = 0;
    for (unsigned one = 1; one < 1u << strlen(hand); one++) {
        const int value = pick(hand, one, played);
        const size_t size = strlen(played);
        if (size == 1) {
            snprintf(text, sizeof text, "+%s", played);
            texts_add(texts, text);
        }
        if (value > 7 || size > 7) continue;
        for (unsigned other = 1; other < 1u << strlen(display); other++) {
            const int total = pick(display, other, taken);
            char best[TEXT_MAX] = "", sets[16][TEXT_MAX] = {""};
            const int groups = size == 1 && value > 0 ? total / value : 0;
            if (groups > 0 && groups <= 8) best_grouping(taken, groups, value, sets, best);
            const size_t same = strspn(taken, (const char[]){(char)('0' + value), '\0'});
            if (size > 1 && same == strlen(taken)) strcpy(best, taken);
            if (best[0] == '\0') continue;
            snprintf(text, sizeof text, "%s=%s", played, best);
            texts_add(texts, text);
        }
    }
    qsort(texts->text, (size_t)texts->count, TEXT_MAX, compare_texts);
}

/* Draws ascending digits; small ones and zeros more often than in a game, as they make more moves.
 */
static void draw_digits(struct pond_rng *rng, const char *from, int count, char digits[])
{
    int left[10] = {0};
    for (int i = 0; i < count; i++) left[from[pond_rng_below(rng, (uint32_t)strlen(from))] - '0']++;
    if (left[0] > 2) left[1] += left[0] - 2, left[0] = 2;
    if (left[7] > 3) left[6] += left[7] - 3, left[7] = 3;
    int length = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        while (left[value]-- > 0) digits[length++] = (char)('0' + value);
    }
    digits[length] = '\0';
}

static void test_moves_are_those_of_brute_force(void **unused)
{
    (void)unused;
    static struct texts expected, listed;
    struct pond_rng rng;
    pond_rng_seed(&rng, "brute");
    for (int i = 0; i < 150; i++) {
        char display[16], hand[16], hands[20];
        const char *const from = i % 3 == 0 ? "0011122334567" : "01234567";
        draw_digits(&rng, from, 4 + (int)pond_rng_below(&rng, 6), display);
        draw_digits(&rng, "0112344566777", 1 + (int)pond_rng_below(&rng, 6), hand);
        snprintf(hands, sizeof hands, "%s,-", hand);
        const struct pond_state state = duel(display, "-/-", hands, "act");
        brute_moves(hand, display, &expected);
        listed.count = written_moves(&state, listed.text);
        assert_int_equal(listed.count, expected.count);
        for (int j = 0; j < expected.count; j++) {
            assert_string_equal(listed.text[j], expected.text[j]);
        }
    }
}

/* Every display of up to nine cards with all other cards in one hand: no position has more moves
 * than one of these, for more cards in the hand never take a move away. */
static int most_moves(struct quibbles_state *state, int value, int room)
{
    static pond_move moves[POND_MOVES_MAX];
    if (value == QUIBBLES_VALUES) {
        return game->moves((const struct pond_state *)state, 0, moves);
    }
    int most = 0;
    const struct quibbles_state before = *state;
    for (int count = 0; count <= room && quibbles_count(before.hands[0], value) >= count; count++) {
        state->hands[0] = before.hands[0] - (quibbles_cards)count * quibbles_card(value);
        state->table.display = before.table.display + (quibbles_cards)count * quibbles_card(value);
        const int found = most_moves(state, value + 1, room - count);
        if (found > most) most = found;
    }
    *state = before;
    return most;
}

static void test_moves_never_exceed_509(void **unused)
{
    (void)unused;
    struct pond_state state = duel("-", "-/-", "5,-", "act");
    struct quibbles_state *at = (struct quibbles_state *)&state;
    at->hands[0] += at->draw_pile;
    at->draw_pile = 0;
    assert_int_equal(most_moves(at, 0, 9), 509);
}

/* ---- Laws in random play ---- */

static void check_bounds(const struct pond_state *state)
{
    const struct quibbles_state *at = look(state);
    for (int seat = 0; seat < at->table.players; seat++) {
        assert_true(quibbles_holds(at->hands[seat], at->table.at_least[seat]));
        assert_true(quibbles_holds(at->table.at_most[seat], at->hands[seat]));
    }
}

static void check_views(const struct pond_state *state, struct pond_rng *rng)
{
    static pond_move moves[2][POND_MOVES_MAX];
    for (int seat = 0; seat <= POND_SPECTATOR; seat++) {
        if (seat >= look(state)->table.players && seat != POND_SPECTATOR) continue;
        struct pond_view view, again;
        struct pond_state sampled;
        game->observe(state, seat, &view);
        game->sample(&view, rng, &sampled);
        game->observe(&sampled, seat, &again);
        assert_memory_equal(&view, &again, sizeof view);
        assert_true(all_cards(&sampled) == all_cards(state));
        check_bounds(&sampled);
        if (game->turn(state) != POND_SEAT(seat)) continue;
        const int count = game->moves(state, seat, moves[0]);
        assert_int_equal(pond_view_moves(game, &view, seat, moves[1]), count);
        assert_memory_equal(moves[0], moves[1], (size_t)count * sizeof moves[0][0]);
    }
}

/* Moves are different, legal, and read back as they are written; other bits are not legal. */
static void check_moves(const struct pond_state *state, int seat, struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, seat, moves);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char text[POND_MOVE_TEXT_MAX];
        struct pond_text out = pond_text_in(text, sizeof text);
        pond_move read = 0;
        for (int j = 0; j < i; j++) assert_true(moves[i] != moves[j]);
        game->move_print(state, seat, moves[i], &out);
        assert_true(pond_move_read(game, state, seat, text, &read, NULL));
        assert_true(read == moves[i]);
    }
    for (int i = 0; i < 20; i++) {
        pond_move move = moves[pond_rng_below(rng, (uint32_t)count)];
        for (int flips = 1 + (int)pond_rng_below(rng, 3); flips > 0; flips--) {
            move ^= (pond_move)1 << pond_rng_below(rng, 64);
        }
        assert_int_equal(game->legal(state, seat, move, NULL),
                         pond_move_listed(game, state, seat, move));
    }
}

/* A position reads back as it is written; one with a byte changed does too, or is refused. */
static void check_text(const struct pond_state *state, const char *options, struct pond_rng *rng)
{
    char text[POND_STATE_TEXT_MAX], again[POND_STATE_TEXT_MAX];
    const struct pond_config config = config_of(options);
    struct pond_state read;
    text_of_state(state, text);
    assert_true(game->state_parse(&read, &config, text, NULL));
    text_of_state(&read, again);
    assert_string_equal(text, again);
    for (int i = 0; i < 5; i++) {
        struct pond_error why = {.word = POND_WORD_NONE};
        const uint32_t at = pond_rng_below(rng, (uint32_t)strlen(text));
        const char kept = text[at];
        text[at] = "0123456789 ,/-actsh\t"[pond_rng_below(rng, 20)];
        if (game->state_parse(&read, &config, text, &why)) {
            text_of_state(&read, again);
            assert_string_equal(text, again);
        } else {
            assert_int_not_equal(why.word, POND_WORD_NONE);
        }
        text[at] = kept;
    }
}

/* A choice that stashes whenever it can, so that games end and hands run empty. */
static pond_move lively_choice(const struct pond_state *state, int seat, struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, seat, moves);
    pond_move chosen = moves[pond_rng_below(rng, (uint32_t)count)];
    if (quibbles_move_kind(chosen) == QUIBBLES_KEEP && count > 1) chosen = moves[count - 1];
    return chosen;
}

static void check_game(const char *options, struct pond_rng *rng)
{
    struct pond_state state = begun(options, rng);
    const quibbles_cards deck = quibbles_deck(look(&state)->table.variant);
    for (int i = 0; i < 200 && game->turn(&state) != 0; i++) {
        const int seat = pond_seat_first(game->turn(&state));
        check_bounds(&state);
        check_views(&state, rng);
        check_moves(&state, seat, rng);
        check_text(&state, options, rng);
        if (pond_rng_below(rng, 150) == 0)
            game->resign(&state, seat);
        else
            game->apply(&state, seat, lively_choice(&state, seat, rng));
        while (game->turn(&state) == POND_SEAT(POND_CHANCE)) {
            check_views(&state, rng);
            check_moves(&state, POND_CHANCE, rng);
            pond_roll(game, &state, rng);
        }
        assert_true(all_cards(&state) == deck);
    }
    if (game->turn(&state) == 0) assert_int_equal(game->result(&state).outcome, POND_WON);
}

static void test_laws_in_random_play(void **unused)
{
    (void)unused;
    static const char *const options[] = {"",          "players=3",          "players=4",
                                          "players=5", "variant=first-game", "players=5,first=4"};
    struct pond_rng rng;
    pond_rng_seed(&rng, "laws");
    for (size_t i = 0; i < LENGTH(options); i++) {
        for (int games = 0; games < 6; games++) check_game(options[i], &rng);
    }
}

/* Whatever is typed, a move that is accepted is in the list. */
static void test_laws_of_typed_moves(void **unused)
{
    (void)unused;
    static char texts[POND_MOVES_MAX][TEXT_MAX];
    struct pond_rng rng;
    pond_rng_seed(&rng, "typed");
    const struct pond_state state = duel("001123346", "-/-", "0123456,777", "act");
    const int count = written_moves(&state, texts);
    int accepted = 0;
    for (int i = 0; i < 20000; i++) {
        char text[TEXT_MAX];
        memcpy(text, texts[pond_rng_below(&rng, (uint32_t)count)], sizeof text);
        for (int j = i % 3; j >= 0; j--) {
            text[pond_rng_below(&rng, (uint32_t)strlen(text))] =
                "0123456==,,+!/-78"[pond_rng_below(&rng, 17)];
        }
        pond_move move;
        if (!pond_move_read(game, &state, 0, text, &move, NULL)) continue;
        assert_true(pond_move_listed(game, &state, 0, move));
        accepted++;
    }
    assert_true(accepted > 500); /* or this would test nothing */
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_b1_deck_standard),
    cmocka_unit_test(test_b1_deck_first_game),
    cmocka_unit_test(test_b1_first_game_lowers_combine_to_six),
    cmocka_unit_test(test_b2_display_then_hands_then_beginner),
    cmocka_unit_test(test_b2_chance_in_one_call),
    cmocka_unit_test(test_b2_first_names_the_beginner),
    cmocka_unit_test(test_b2_first_must_be_a_seat),
    cmocka_unit_test(test_b2_options_are_printed_with_defaults),
    cmocka_unit_test(test_b15_a_head_start_lies_in_the_collection),
    cmocka_unit_test(test_b2_setup_tag_there_and_back),
    cmocka_unit_test(test_b2_setup_tag_refusals),
    cmocka_unit_test(test_b3_action_then_stash_then_refill),
    cmocka_unit_test(test_b3_turn_passes_at_once_without_refill),
    cmocka_unit_test(test_b4_split_takes_disjoint_sets),
    cmocka_unit_test(test_b4_set_must_total_the_card),
    cmocka_unit_test(test_b4_set_has_two_cards_or_more),
    cmocka_unit_test(test_b4_zero_is_not_split),
    cmocka_unit_test(test_b4_zeros_fit_into_any_set),
    cmocka_unit_test(test_b4_one_move_however_grouped),
    cmocka_unit_test(test_b4_any_order_is_accepted),
    cmocka_unit_test(test_b5_zeros_take_zeros_or_go_along),
    cmocka_unit_test(test_b5_two_to_seven_cards),
    cmocka_unit_test(test_b5_total_is_seven_at_most),
    cmocka_unit_test(test_b5_takes_only_the_total),
    cmocka_unit_test(test_b6_draw_lays_one_and_draws_two),
    cmocka_unit_test(test_b7_stash_needs_value_many),
    cmocka_unit_test(test_b7_stash_lays_the_others_aside),
    cmocka_unit_test(test_b7_full_collection_gives_up_a_card),
    cmocka_unit_test(test_b7_collection_with_room_gives_up_nothing),
    cmocka_unit_test(test_b8_twenty_one_wins_at_once),
    cmocka_unit_test(test_b8_twenty_is_not_enough),
    cmocka_unit_test(test_b13_win_stops_refill_redeal_and_turn),
    cmocka_unit_test(test_b9_refill_up_to_six),
    cmocka_unit_test(test_b9_no_refill_from_six_to_nine),
    cmocka_unit_test(test_b9_ten_are_cleared),
    cmocka_unit_test(test_b10_empty_hand_deals_anew_in_turn_order),
    cmocka_unit_test(test_b10_a_hand_drawn_up_again_is_not_empty),
    cmocka_unit_test(test_b11_discards_become_the_draw_pile_in_the_middle),
    cmocka_unit_test(test_b11_not_before_a_card_is_needed),
    cmocka_unit_test(test_b11_no_card_at_all_draws_what_there_is),
    cmocka_unit_test(test_b11_empty_hand_passes),
    cmocka_unit_test(test_b11_a_hand_with_cards_cannot_pass),
    cmocka_unit_test(test_b12_bounds_follow_the_open_play),
    cmocka_unit_test(test_b12_upper_bound_counts_what_is_taken),
    cmocka_unit_test(test_b12_deal_and_redeal_leave_nothing_known),
    cmocka_unit_test(test_b12_a_public_position_has_a_hand_for_each_player),
    cmocka_unit_test(test_b12_who_sees_chance),
    cmocka_unit_test(test_b12_view_has_own_hand_and_sizes),
    cmocka_unit_test(test_b12_samples_have_the_right_odds),
    cmocka_unit_test(test_b12_samples_have_the_right_odds_where_few_deals_fit),
    cmocka_unit_test(test_b12_samples_succeed_where_one_deal_fits),
    cmocka_unit_test(test_b14_the_rules_know_no_limit),
    cmocka_unit_test(test_c1_same_seed_same_game),
    cmocka_unit_test(test_c2_nonsense_is_refused_kindly),
    cmocka_unit_test(test_c2_chance_brings_only_what_is_there),
    cmocka_unit_test(test_c3_a_view_does_not_depend_on_what_it_hides),
    cmocka_unit_test(test_c4_of_two_the_other_wins),
    cmocka_unit_test(test_c4_resigning_in_another_turn_lays_the_cards_aside),
    cmocka_unit_test(test_c4_resigning_in_the_own_turn_ends_it_with_the_refill),
    cmocka_unit_test(test_c4_no_new_hand_for_a_resigned_seat),
    cmocka_unit_test(test_c5_a_match_can_name_every_beginner),
    cmocka_unit_test(test_position_there_and_back),
    cmocka_unit_test(test_position_refusals),
    cmocka_unit_test(test_position_is_judged_at_once),
    cmocka_unit_test(test_moves_are_those_of_brute_force),
    cmocka_unit_test(test_moves_never_exceed_509),
    cmocka_unit_test(test_laws_in_random_play),
    cmocka_unit_test(test_laws_of_typed_moves),
};

int main(void) { return cmocka_run_group_tests(tests, NULL, NULL); }
