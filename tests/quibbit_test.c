/* quibbit_test.c: Quibbit! and King Frog, ruling by ruling (C1-C4, Q1-Q14), and their notation.
 *
 * What is expected here was worked out from the rulings by hand, frog by frog, or by a slow way of
 * counting that shares nothing with the game's own. Each test is named after its ruling. */
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
#include "pond/quibbit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define SENTENCE_MAX 1024
#define BIG "*RGYB*RGYB~RGYB" /* 15 tiles: flowers 0 and 5, water 10 */
#define SMALL "*RGY*GYR~YRG"  /* 12 tiles: flowers 0 and 4, water 8 */

static const struct pond_game *const game = &pond_quibbit;

/* ---- Helpers ---- */

static struct pond_config config_of(const char *options) { return given_config(game, options); }

static struct pond_state position(const char *options, const char *text)
{
    return given_position(game, options, text);
}

static struct pond_state start(const char *options)
{
    const struct pond_config config = config_of(options);
    struct pond_state state;
    game->setup(&state, &config);
    return state;
}

static void choose(struct pond_state *state, int seat, const char *text)
{
    pond_move move;
    struct pond_error why;
    if (!pond_move_read(game, state, seat, text, &move, &why)) {
        char sentence[SENTENCE_MAX];
        struct pond_text out = pond_text_in(sentence, sizeof sentence);
        pond_error_print(&why, POND_ENGLISH, &out);
        fail_msg("seat %d, %s: %s", seat, text, sentence);
    }
    game->apply(state, seat, move);
}

/* A round as a record has it: `R3 G1 y2`. */
static void play(struct pond_state *state, const char *round)
{
    for (const char *at = round; *at != '\0'; at += at[2] == ' ' ? 3 : 2) {
        int seat = POND_CHANCE;
        for (int other = 0; other < quibbit_state_of(state)->seats; other++) {
            if (game->seat_letter(state, other) == at[0]) seat = other;
        }
        const char card[] = {at[1], '\0'};
        choose(state, seat, card);
    }
}

static void expect(const struct pond_state *state, const char *text)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(memory, sizeof memory);
    game->state_print(state, &out);
    assert_string_equal(memory, text);
}

static void expect_turn(const struct pond_state *state, pond_seats turn)
{
    assert_int_equal(game->turn(state), turn);
    assert_int_equal(game->result(state).outcome, POND_GOES_ON);
}

static void expect_end(const struct pond_state *state, const char *result, const char *reason)
{
    char memory[32];
    struct pond_text out = pond_text_in(memory, sizeof memory);
    pond_result_print(game->result(state), &out);
    assert_string_equal(memory, result);
    assert_string_equal(pond_reason_name(game->result(state).reason), reason);
    assert_int_equal(game->turn(state), 0);
}

/* The moves of a seat, joined by spaces, in the game's own order. */
static void expect_moves(const struct pond_state *state, int seat, const char *texts)
{
    pond_move moves[POND_MOVES_MAX];
    char memory[256];
    struct pond_text out = pond_text_in(memory, sizeof memory);
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        if (i > 0) pond_text_char(&out, ' ');
        game->move_print(state, seat, moves[i], &out);
    }
    assert_string_equal(memory, texts);
}

/* A sentence must be in both languages, name what it is said to, and leave no argument open. */
static void expect_sentence(const struct pond_error *why, const char *part)
{
    for (enum pond_language language = POND_ENGLISH; language < POND_LANGUAGES; language++) {
        char sentence[SENTENCE_MAX];
        struct pond_text out = pond_text_in(sentence, sizeof sentence);
        pond_error_print(why, language, &out);
        assert_false(out.full);
        assert_null(strstr(sentence, "{0}"));
        assert_null(strstr(sentence, "{1}"));
        assert_int_not_equal(sentence[0], '\0');
        if (strstr(sentence, part) == NULL) fail_msg("'%s' does not say '%s'", sentence, part);
    }
}

/* Reads the move, then asks whether it is legal; no matter whose turn it is. */
static void expect_refused(const struct pond_state *state, int seat, const char *text,
                           enum pond_word word, const char *part)
{
    const struct pond_state before = *state;
    pond_move move;
    struct pond_error why = {.word = POND_WORD_NONE};
    const bool legal =
        game->move_parse(state, seat, text, &move, &why) && game->legal(state, seat, move, &why);
    assert_false(legal);
    assert_int_equal(why.word, word);
    expect_sentence(&why, part);
    assert_memory_equal(&before, state, sizeof before);
}

/* ---- Common rulings ---- */

struct rings {
    uint64_t count;
    uint64_t of_all; /* how many there should be */
};

/* Lays every ring there is; each must be as likely as any other, 1 in `of_all`. */
static void rings_lay(const struct pond_state *state, uint64_t over, uint64_t under,
                      struct rings *rings)
{
    if (game->turn(state) != POND_SEAT(POND_CHANCE)) {
        rings->count++;
        assert_int_equal(over * rings->of_all, under);
        return;
    }
    pond_move outcomes[POND_MOVES_MAX];
    const int count = game->moves(state, POND_CHANCE, outcomes);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) total += game->weight(state, outcomes[i]);
    for (int i = 0; i < count; i++) {
        struct pond_state next = *state;
        assert_true(game->legal(state, POND_CHANCE, outcomes[i], NULL));
        game->apply(&next, POND_CHANCE, outcomes[i]);
        rings_lay(&next, over * game->weight(state, outcomes[i]), under * total, rings);
    }
}

static void test_c1_every_ring_is_equally_likely(void **unused)
{
    (void)unused;
    /* The first special is one of the first 4 (5) tiles, the water one of 3, and the leaves of each
     * of 3 segments lie in one of 3! (4!) orders. */
    struct rings small = {.of_all = 4 * 3 * 6 * 6 * 6}, big = {.of_all = 5 * 3 * 24 * 24 * 24};
    struct pond_state state = start("players=3,colors=BRG");
    rings_lay(&state, 1, 1, &small);
    assert_int_equal(small.count, small.of_all);
    state = start("players=4");
    rings_lay(&state, 1, 1, &big);
    assert_int_equal(big.count, big.of_all);
}

/* All the chance that is due, drawn in one call, is what drawing outcome by outcome gives, and the
 * generator stands where it would. */
static void test_c1_chance_in_one_call(void **unused)
{
    (void)unused;
    static const char *const options[] = {"players=2", "players=3", "players=4",
                                          "players=2,dummy=contender"};
    for (size_t i = 0; i < LENGTH(options); i++) {
        for (int number = 0; number < 50; number++) {
            char seed[24];
            struct pond_rng slow, fast;
            snprintf(seed, sizeof seed, "roll %d", number);
            pond_rng_seed(&slow, seed);
            fast = slow;
            struct pond_state state = start(options[i]);
            for (int step = 0; step < 100 && game->turn(&state) != 0; step++) {
                struct pond_state other = state;
                if ((game->turn(&state) & POND_SEAT(POND_CHANCE)) != 0) {
                    while ((game->turn(&state) & POND_SEAT(POND_CHANCE)) != 0) {
                        pond_roll(game, &state, &slow);
                    }
                    pond_quibbit_roll(&other, &fast);
                    assert_memory_equal(&other, &state, sizeof state);
                    assert_memory_equal(&fast, &slow, sizeof slow);
                    continue;
                }
                const int seat = pond_seat_first(game->turn(&state));
                pond_move moves[POND_MOVES_MAX];
                const int count = game->moves(&state, seat, moves);
                game->apply(&state, seat, moves[pond_rng_below(&slow, (uint32_t)count)]);
                fast = slow;
            }
        }
    }
}

static void test_c1_same_seed_same_game(void **unused)
{
    (void)unused;
    struct pond_state played[2];
    for (int i = 0; i < 2; i++) {
        struct pond_rng rng;
        pond_rng_seed(&rng, "frogs");
        played[i] = start("players=2");
        for (pond_seats turn = game->turn(&played[i]); turn != 0; turn = game->turn(&played[i])) {
            if (turn == POND_SEAT(POND_CHANCE)) {
                pond_roll(game, &played[i], &rng);
                continue;
            }
            pond_move moves[POND_MOVES_MAX];
            const int seat = pond_seat_first(turn);
            const int count = game->moves(&played[i], seat, moves);
            const uint32_t chosen = pond_rng_below(&rng, (uint32_t)count);
            game->apply(&played[i], seat, moves[chosen]);
        }
    }
    assert_memory_equal(&played[0], &played[1], sizeof played[0]);
}

static void test_c2_refusals_name_the_ruling(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=4,layout=" BIG);
    expect_refused(&state, 0, "front", POND_WORD_QUIBBIT_PLACE_FIRST, "(Q2)");
    expect_refused(&state, 0, "@15", POND_WORD_QUIBBIT_NO_TILE, "0 ");
    expect_refused(&state, 0, "@65535", POND_WORD_QUIBBIT_NO_TILE, "(Q1)");
    expect_refused(&state, 0, "3", POND_WORD_QUIBBIT_NOT_PLACED, "(Q2)");
    expect_refused(&state, 1, "front", POND_WORD_MOVE_NOT_YOUR_TURN, "(C4)");
    expect_refused(&state, 0, "@65536", POND_WORD_QUIBBIT_WRITE_FIRST, "@14");
    expect_refused(&state, 0, "@", POND_WORD_QUIBBIT_WRITE_FIRST, "(Q2)");
    expect_refused(&state, 0, "@07", POND_WORD_QUIBBIT_WRITE_FIRST, "@07");
    choose(&state, 0, "@14");
    expect_refused(&state, 1, "@3", POND_WORD_QUIBBIT_PLACE_LINE, "(Q2)");
    expect_refused(&state, 1, "behind", POND_WORD_QUIBBIT_WRITE_LINE, "back");
    state = position("players=2", SMALL " R18:12345,G16:15,y17: R 245 3");
    expect_refused(&state, 1, "3", POND_WORD_QUIBBIT_CARD_GONE, "(Q9)");
    expect_refused(&state, 1, "2", POND_WORD_QUIBBIT_CARD_GONE, "15");
    expect_refused(&state, 1, "6", POND_WORD_QUIBBIT_NO_CARD, "(Q4)");
    expect_refused(&state, 1, "0", POND_WORD_QUIBBIT_NO_CARD, "0");
    expect_refused(&state, 1, "12", POND_WORD_QUIBBIT_WRITE_CARD, "(Q4)");
    expect_refused(&state, 1, "", POND_WORD_QUIBBIT_WRITE_CARD, "(Q4)");
    expect_refused(&state, 1, "back", POND_WORD_QUIBBIT_PLACED, "(Q4)");
    expect_refused(&state, 1, "@3", POND_WORD_QUIBBIT_PLACED, "(Q4)");
    expect_refused(&state, POND_CHANCE, "2", POND_WORD_MOVE_NOT_YOUR_TURN, "(C4)");
    play(&state, "R3 G1");
    expect_refused(&state, POND_CHANCE, "3", POND_WORD_QUIBBIT_DECK_GONE, "245");
    expect_refused(&state, POND_CHANCE, "back", POND_WORD_QUIBBIT_WRITE_DECK, "(Q12)");
    state = position("players=3", SMALL " R18:12345,G-:,Y17:3 R - 3");
    expect_refused(&state, 1, "3", POND_WORD_QUIBBIT_OUT, "(Q10)");
    state = position("players=3", SMALL " R18:12345,G-:,Y-: R - 3");
    expect_refused(&state, 0, "3", POND_WORD_MOVE_GAME_OVER, "");
}

static void test_c2_any_bits_are_no_harm(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "bits");
    const struct pond_state states[] = {
        start("players=4"),
        start("players=2,layout=" SMALL),
        position("players=3", SMALL " R18:12345,G?:12345,Y?:12345 - - 0"),
        position("players=2", SMALL " R18:12345,G16:15,y17: R 245 3"),
        position("players=3", SMALL " R18:12345,G-:,Y-: R - 3"),
    };
    for (int i = 0; i < 20000; i++) {
        const struct pond_state *state = &states[pond_rng_below(&rng, LENGTH(states))];
        const int seat = (int)pond_rng_below(&rng, 12) - 2;
        uint64_t move = (uint64_t)pond_rng_word(&rng) << 32 | pond_rng_word(&rng);
        move >>= pond_rng_below(&rng, 64); /* small ones too */
        struct pond_error why;
        const bool legal = game->legal(state, seat, move, &why);
        const bool seat_right = seat >= 0 && seat <= POND_CHANCE;
        assert_int_equal(legal, seat_right && pond_move_listed(game, state, seat, move));
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text out = pond_text_in(memory, sizeof memory);
        game->move_print(state, seat, move, &out);
        assert_false(out.full);
    }
}

static void test_c3_views_hide_what_others_chose(void **unused)
{
    (void)unused;
    const char *const text = BIG " R15:12345,G17:235,Y23:12345,B22:12345 Y - 2";
    struct pond_state two = position("players=4", text), three = two, unchosen = two;
    choose(&two, 1, "2");
    choose(&three, 1, "3");
    for (int seat = 0; seat <= POND_SPECTATOR; seat++) {
        struct pond_view view[3];
        game->observe(&two, seat, &view[0]);
        game->observe(&three, seat, &view[1]);
        game->observe(&unchosen, seat, &view[2]);
        const bool same = memcmp(&view[0], &view[1], sizeof view[0]) == 0;
        assert_int_equal(same, seat != 1);
        /* But everyone sees that seat 1 has chosen. */
        assert_memory_not_equal(&view[0], &view[2], sizeof view[0]);
        assert_int_equal(quibbit_view_of(&view[0])->seen.turn, 1 | 4 | 8);
        char memory[POND_STATE_TEXT_MAX];
        struct pond_text out = pond_text_in(memory, sizeof memory);
        game->view_print(&view[0], &out);
        assert_string_equal(memory, text);
    }
    assert_int_not_equal(game->hash(&two), game->hash(&three));
}

static void test_c3_samples_look_the_same(void **unused)
{
    (void)unused;
    struct pond_rng rng;
    pond_rng_seed(&rng, "samples");
    struct pond_state state =
        position("players=4", BIG " R15:12345,G17:235,Y23:12345,B22:12345 Y - 2");
    choose(&state, 0, "4");
    choose(&state, 1, "2");
    struct pond_view view, again;
    game->observe(&state, 0, &view);
    unsigned seen = 0;
    for (int i = 0; i < 200; i++) {
        struct pond_state sampled;
        game->sample(&view, &rng, &sampled);
        game->observe(&sampled, 0, &again);
        assert_memory_equal(&view, &again, sizeof view);
        assert_int_equal(quibbit_state_of(&sampled)->card[0], 4);
        seen |= 1u << quibbit_state_of(&sampled)->card[1];
    }
    assert_int_equal(seen, 1u << 2 | 1u << 3 | 1u << 5);
    pond_move moves[POND_MOVES_MAX];
    game->observe(&state, 2, &view);
    assert_int_equal(pond_view_moves(game, &view, 2, moves), 5);
    assert_int_equal(pond_view_moves(game, &view, 0, moves), 0);
}

static void test_c4_resigning_last_awaited_lets_the_round_go_on(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=3", SMALL " R18:12345,G16:1245,Y17:12345 R - 3");
    play(&state, "R1 G1");
    game->resign(&state, 2);
    /* Y's tile is free again: G 16 -> 17 (its leaf), R 18 -> 19 (its leaf). */
    expect(&state, SMALL " R19:12345,G17:1245,Y-: R - 4");
    expect_turn(&state, 1 | 2);
    const struct pond_state before = state;
    game->resign(&state, 2); /* once is enough */
    assert_memory_equal(&before, &state, sizeof before);
}

static void test_c4_resigning_drops_the_choice_and_passes_the_crown(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=3", SMALL " R18:12345,G16:1245,Y17:12345 R - 3");
    const struct pond_state without = position("players=3", SMALL " R-:,G16:1245,Y17:12345 Y - 3");
    play(&state, "R1");
    game->resign(&state, 0);
    expect_turn(&state, 2 | 4);
    assert_memory_equal(&state, &without, sizeof state);
    /* A frog that gets the crown this way may win by a lap in this round (Q7): Y 35 leaps 3, over
     * G: 39. */
    state = position("players=3", SMALL " R36:12345,G25:12345,Y35:12345 R - 5");
    play(&state, "G5");
    game->resign(&state, 0);
    play(&state, "Y3");
    expect(&state, SMALL " R-:,G25:1234,Y39:1245 Y - 5");
    expect_end(&state, "seat 2", "lap");
}

static void test_c4_resigning_leaves_the_last_seat_the_winner(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=2", SMALL " R18:12345,G16:15,y17: R 245 3");
    play(&state, "R2");
    game->resign(&state, 1);
    expect(&state, SMALL " R18:12345,G-:,y17: R 245 3");
    expect_end(&state, "seat 0", "last-standing");
    game->resign(&state, 0); /* too late */
    expect_end(&state, "seat 0", "last-standing");
}

static void test_c4_resigning_against_a_contender(void **unused)
{
    (void)unused;
    const char *const options = "players=2,dummy=contender";
    struct pond_state state = position(options, SMALL " R18:12345,G16:15,y17: R 245 3");
    play(&state, "R2 G1");
    game->resign(&state, 0); /* while the dummy's card is due */
    expect_turn(&state, POND_SEAT(POND_CHANCE));
    play(&state, "y4"); /* G 16 over y to 18 (a Y leaf), y 17 over G to 22 */
    expect(&state, SMALL " R-:,G18:5,y22: Y 25 4");
    expect_turn(&state, 2);
    game->resign(&state, 1);
    expect(&state, SMALL " R-:,G-:,y22: Y 25 4");
    expect_end(&state, "dummy", "last-standing");
}

static void test_c4_resigning_while_frogs_are_placed(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=4,layout=" BIG);
    game->resign(&state, 0);
    expect_turn(&state, 2);
    choose(&state, 1, "@3");
    choose(&state, 2, "front");
    game->resign(&state, 1); /* its frog leaves the line */
    expect(&state, BIG " R-:,G-:,Y19:12345,B?:12345 - - 0");
    choose(&state, 3, "back");
    expect(&state, BIG " R-:,G-:,Y19:12345,B18:12345 Y - 1");
    expect_turn(&state, 4 | 8);
    /* The last to place resigns: the game begins. A gap in the line stays. */
    state = start("players=4,layout=" BIG);
    choose(&state, 0, "@3");
    choose(&state, 1, "back");
    choose(&state, 2, "back");
    game->resign(&state, 1);
    game->resign(&state, 3);
    expect(&state, BIG " R18:12345,G-:,Y16:12345,B-: R - 1");
    /* Nobody is left but one. */
    state = start("players=3,layout=" SMALL);
    game->resign(&state, 0);
    game->resign(&state, 1);
    expect(&state, SMALL " R-:,G-:,Y?:12345 - - 0");
    expect_end(&state, "seat 2", "last-standing");
}

static void test_c4_resigning_while_a_contender_is_placed(void **unused)
{
    (void)unused;
    const char *const options = "players=2,dummy=contender,layout=" SMALL;
    struct pond_state state = start(options);
    choose(&state, 0, "@3");
    game->resign(&state, 0);
    expect_moves(&state, 1, "@0 @1 @2 @3 @4 @5 @6 @7 @8 @9 @10 @11");
    choose(&state, 1, "@5");
    expect(&state, SMALL " R-:,G17:12345,y16: G 12345 1");
    state = start(options);
    choose(&state, 0, "@0");
    game->resign(&state, 1);
    expect(&state, SMALL " R12:12345,G-:,y11: R 12345 1");
    state = start(options);
    game->resign(&state, 1);
    game->resign(&state, 0);
    expect(&state, SMALL " R-:,G-:,y?: - 12345 0");
    expect_end(&state, "dummy", "last-standing");
}

static void test_c4_resigning_while_the_ring_is_laid(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=3");
    choose(&state, POND_CHANCE, "R");
    game->resign(&state, 0);
    expect_turn(&state, POND_SEAT(POND_CHANCE));
    for (const char *at = "G*YRG~RYG*Y"; *at != '\0'; at++) {
        const char letter[] = {*at, '\0'};
        choose(&state, POND_CHANCE, letter);
    }
    expect(&state, "RG*YRG~RYG*Y R-:,G?:12345,Y?:12345 - - 0");
    expect_turn(&state, 2);
    state = start("players=2");
    game->resign(&state, 0);
    expect(&state, "- R-:,G?:12345,y?: - 12345 0");
    expect_end(&state, "seat 1", "last-standing");
}

/* ---- The ring and the line ---- */

static void test_q1_rings(void **unused)
{
    (void)unused;
    static const struct {
        const char *options;
        enum pond_word word; /* POND_WORD_NONE: it is a ring */
    } rings[] = {
        {"players=4,layout=" BIG, POND_WORD_NONE},
        {"players=4,layout=YB~BRGY*YGBR*GR", POND_WORD_NONE}, /* a segment past tile 0 */
        {"players=4,colors=BYGR,layout=RGYB*RGYB~RGYB*", POND_WORD_NONE},
        {"players=3,layout=" SMALL, POND_WORD_NONE},
        {"players=2,colors=BRG,layout=RG*BRG~GRB*B", POND_WORD_NONE},
        {"players=3,layout=" BIG, POND_WORD_QUIBBIT_LAYOUT_LENGTH},
        {"players=4,layout=" SMALL, POND_WORD_QUIBBIT_LAYOUT_LENGTH},
        {"players=3,layout=*RGB*GBR~BRG", POND_WORD_QUIBBIT_LAYOUT_LETTER},
        {"players=3,layout=*RGy*GYR~YRG", POND_WORD_QUIBBIT_LAYOUT_LETTER},
        {"players=3,layout=*RGY*GYR*YRG", POND_WORD_QUIBBIT_LAYOUT_SPECIALS},
        {"players=3,layout=~RGY*GYR~YRG", POND_WORD_QUIBBIT_LAYOUT_SPECIALS},
        {"players=3,layout=*RGYG*YR~YRG", POND_WORD_QUIBBIT_LAYOUT_SPECIALS},
        {"players=3,layout=RGYRGYRGYRGY", POND_WORD_QUIBBIT_LAYOUT_SPECIALS},
        {"players=3,layout=YRGY*GYR~YRG", POND_WORD_QUIBBIT_LAYOUT_SPECIALS},
        {"players=3,layout=*RGR*GYR~YRG", POND_WORD_QUIBBIT_LAYOUT_SEGMENT},
        {"players=3,layout=RG*YRG~RYG*R", POND_WORD_QUIBBIT_LAYOUT_SEGMENT},
    };
    for (size_t i = 0; i < LENGTH(rings); i++) {
        struct pond_config config;
        struct pond_error why = {.word = POND_WORD_NONE};
        const bool right = pond_config_parse(game, rings[i].options, &config, &why);
        if (why.word != rings[i].word) fail_msg("%s", rings[i].options);
        assert_int_equal(right, rings[i].word == POND_WORD_NONE);
        if (!right) expect_sentence(&why, "(Q1)");
    }
}

static void test_q1_chance_lays_tile_by_tile(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=2,colors=GYR");
    expect(&state, "- G?:12345,Y?:12345,r?: - 12345 0");
    expect_moves(&state, POND_CHANCE, "G Y R * ~");
    choose(&state, POND_CHANCE, "Y");
    expect_moves(&state, POND_CHANCE, "G R * ~");
    expect_refused(&state, POND_CHANCE, "Y", POND_WORD_QUIBBIT_LAY_KIND, "GR*~");
    expect_refused(&state, POND_CHANCE, "B", POND_WORD_QUIBBIT_WRITE_LAY, "GYR");
    expect_refused(&state, POND_CHANCE, "3", POND_WORD_QUIBBIT_WRITE_LAY, "(Q1)");
    expect_refused(&state, 0, "@3", POND_WORD_MOVE_NOT_YOUR_TURN, "(C4)");
    choose(&state, POND_CHANCE, "~");
    for (const char *at = "RGY"; *at != '\0'; at++) {
        const char letter[] = {*at, '\0'};
        choose(&state, POND_CHANCE, letter);
    }
    expect_moves(&state, POND_CHANCE, "*");
    expect(&state, "Y~RGY G?:12345,Y?:12345,r?: - 12345 0");
    for (const char *at = "*YRG*"; *at != '\0'; at++) {
        const char letter[] = {*at, '\0'};
        choose(&state, POND_CHANCE, letter);
    }
    expect_moves(&state, POND_CHANCE, "G R"); /* Y lies on tile 0 already */
}

static void test_q2_placing(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=4,layout=" BIG);
    expect_turn(&state, 1);
    expect_moves(&state, 0, "@0 @1 @2 @3 @4 @5 @6 @7 @8 @9 @10 @11 @12 @13 @14");
    choose(&state, 0, "@0");
    expect_turn(&state, 2);
    expect_moves(&state, 1, "back front");
    expect(&state, BIG " R15:12345,G?:12345,Y?:12345,B?:12345 - - 0");
    choose(&state, 1, "back");
    choose(&state, 2, "back");
    assert_int_equal(game->round(&state), 0);
    choose(&state, 3, "front");
    expect(&state, BIG " R15:12345,G14:12345,Y13:12345,B16:12345 B - 1");
    expect_turn(&state, 1 | 2 | 4 | 8);
    assert_int_equal(game->round(&state), 1);
}

static void test_q2_the_dummy_comes_last(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=2,layout=" SMALL);
    choose(&state, 0, "@3");
    choose(&state, 1, "front");
    expect(&state, SMALL " R15:12345,G16:12345,y14: G 12345 1");
    state = start("players=2,layout=" SMALL);
    choose(&state, 0, "@0");
    choose(&state, 1, "back");
    expect(&state, SMALL " R12:12345,G11:12345,y10: R 12345 1");
}

static void test_q3_progress_counts_and_not_the_tile(void **unused)
{
    (void)unused;
    /* The line lies on tiles 11, 0 and 1; R on tile 11 is the last and leaps first, over both, to
     * tile 2 (26); then G over Y and R to tile 3 (27); then Y over R and G to the flower 4 (28). */
    struct pond_state state = position("players=3", SMALL " R23:12345,G24:12345,Y25:12345 Y - 1");
    play(&state, "R1 G1 Y1");
    expect(&state, SMALL " R26:2345,G27:2345,Y28:12345 Y - 2");
}

/* ---- A round ---- */

static void test_q4_the_order_of_choosing_does_not_matter(void **unused)
{
    (void)unused;
    static const char *const cards[] = {"1", "2", "1", "3"};
    const struct pond_state before =
        position("players=4", BIG " R18:12345,G17:12345,Y16:12345,B15:12345 R - 2");
    struct pond_state after;
    bool first = true;
    for (int order = 0; order < 256; order++) {
        const int seat[] = {order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6};
        if ((1 << seat[0] | 1 << seat[1] | 1 << seat[2] | 1 << seat[3]) != 15) continue;
        struct pond_state state = before;
        pond_seats waiting = 15;
        for (int i = 0; i < 4; i++) {
            expect_turn(&state, waiting);
            choose(&state, seat[i], cards[seat[i]]);
            waiting &= (pond_seats)~POND_SEAT(seat[i]);
            if (i < 3) expect_refused(&state, seat[i], "4", POND_WORD_QUIBBIT_CHOSEN, "(Q4)");
        }
        if (first) after = state;
        assert_memory_equal(&after, &state, sizeof state);
        first = false;
    }
    expect_turn(&after, 15);
    assert_int_equal(game->round(&after), 3);
}

static void test_q4_the_dummy_is_turned_after_all_have_chosen(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=2", SMALL " R18:12345,G16:15,y17: R 245 3");
    play(&state, "G1");
    expect_turn(&state, 1);
    play(&state, "R3");
    expect_turn(&state, POND_SEAT(POND_CHANCE));
    expect(&state, SMALL " R18:12345,G16:15,y17: R 245 3"); /* nothing has leapt yet */
    expect_moves(&state, POND_CHANCE, "2 4 5");
    pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(&state, POND_CHANCE, moves);
    for (int i = 0; i < count; i++) assert_int_equal(game->weight(&state, moves[i]), 1);
    expect_refused(&state, 0, "1", POND_WORD_QUIBBIT_CHOSEN, "(Q4)");
}

static void test_q5_lowest_first_then_farthest_behind(void **unused)
{
    (void)unused;
    /* The printed example: Y leaps over G and R, R over Y, G over both, B over vacant tiles. */
    struct pond_state state =
        position("players=4", "*YGRB~GRYB*RGYB "
                              "R18:12345,G17:12345,Y16:12345,B15:12345 R - 2");
    play(&state, "R1 G2 Y1 B3");
    expect(&state, "*YGRB~GRYB*RGYB R20:2345,G21:12345,Y19:2345,B18:1245 G - 3");
}

static void test_q6_occupied_tiles_are_jumped(void **unused)
{
    (void)unused;
    /* Each in its turn leaps 5 over all the others: 8 tiles. */
    struct pond_state state =
        position("players=4", BIG " R15:12345,G16:12345,Y17:12345,B18:12345 B - 1");
    play(&state, "R5 G5 Y5 B5");
    expect(&state, BIG " R23:1234,G24:1234,Y25:1234,B26:1234 B - 2");
}

static void test_q6_every_leap(void **unused)
{
    (void)unused;
    for (uint32_t tiles = 12; tiles <= 15; tiles += 3) {
        for (uint32_t occupied = 0; occupied < 1u << tiles; occupied++) {
            if (__builtin_popcount(occupied) > QUIBBIT_FROGS_MAX) continue;
            for (uint32_t tile = 0; tile < tiles; tile++) {
                if ((occupied >> tile & 1) == 0) continue;
                uint32_t reached = 0;
                for (uint32_t card = 1; card <= QUIBBIT_CARD_MAX; card++) {
                    do {
                        reached++;
                    } while ((occupied >> (tile + reached) % tiles & 1) != 0);
                    assert_int_equal(quibbit_leap(occupied, tiles, tile, card), reached);
                }
            }
        }
    }
}

/* G, behind the crowned R, leaps 4 over R and Y and is more than a ring ahead of Y. */
#define PASSING SMALL " R30:12345,G29:12345,Y20:12345 R - 5"

static void test_q7_lap_crowned_only(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=3,lap=crowned", PASSING);
    play(&state, "R1 G4 Y5");
    expect(&state, SMALL " R31:12345,G35:12345,Y26:1234 G - 6");
    expect_turn(&state, 7);
    /* Now Y leaps first, and G is 14 ahead when the round ends: crowned, it wins with its next
     * leap, the round unfinished. */
    state = position("players=3,lap=crowned", PASSING);
    play(&state, "R1 G4 Y1");
    expect(&state, SMALL " R31:12345,G35:12345,Y21:12345 G - 6");
    expect_turn(&state, 7);
    play(&state, "R2 G1 Y2");
    expect(&state, SMALL " R31:1345,G36:2345,Y21:1345 G - 6");
    expect_end(&state, "seat 1", "lap");
}

static void test_q7_lap_must_still_be_so_after_the_leap(void **unused)
{
    (void)unused;
    /* G is 13 ahead of Y, but Y leaps over both others to 25, and G from 35 to 36: 11. */
    struct pond_state state =
        position("players=3,lap=crowned", SMALL " R24:12345,G35:12345,Y22:12345 G - 6");
    play(&state, "R1 G1 Y1");
    expect(&state, SMALL " R26:2345,G36:12345,Y25:2345 G - 7");
    expect_turn(&state, 7);
}

static void test_q7_lap_leader(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=3,lap=leader", PASSING);
    play(&state, "R1 G4 Y5");
    expect(&state, SMALL " R31:2345,G35:1235,Y20:1234 R - 5");
    expect_end(&state, "seat 1", "lap");
}

static void test_q7_the_dummy_laps(void **unused)
{
    (void)unused;
    /* y leaps 2 from 35 over R (tile 0) to 38, 14 ahead of R. */
    struct pond_state state = position("players=2", SMALL " R24:12345,G30:12345,y35: Y 2345 7");
    play(&state, "R5 G5 y2");
    expect(&state, SMALL " R24:1234,G30:1234,y38: Y 345 7");
    expect_end(&state, "dummy", "lap");
}

static void test_q8_the_farthest_gets_the_crown(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=3", SMALL " R18:12345,G16:12345,Y17:12345 R - 3");
    play(&state, "R1 G5 Y2");
    expect(&state, SMALL " R19:12345,G23:12345,Y20:1345 G - 4");
}

static void test_q9_cards_come_back_or_are_lost(void **unused)
{
    (void)unused;
    /* R on its leaf, G on a flower, Y on a B leaf, B on the water. */
    struct pond_state state =
        position("players=4", BIG " R15:12345,G17:12345,Y23:12345,B22:12345 Y - 2");
    play(&state, "R1 G3 Y1 B2");
    expect(&state, BIG " R16:12345,G20:12345,Y24:2345,B25:1345 B - 3");
}

static void test_q10_without_cards_a_seat_is_out(void **unused)
{
    (void)unused;
    /* R is the farthest and gets the crown, loses its last card on a G leaf, and G is next. */
    struct pond_state state = position("players=3", SMALL " R28:1,G25:12345,Y22:12345 R - 6");
    play(&state, "R1 G1 Y1");
    expect(&state, SMALL " R-:,G26:12345,Y23:2345 G - 7");
    expect_turn(&state, 2 | 4);
    assert_int_equal(quibbit_state_of(&state)->occupied, 1 << 2 | 1 << 11);
}

/* ---- The end ---- */

static void test_q11_the_last_in_play_wins(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=3", SMALL " R-:,G25:12345,Y28:1 Y - 6");
    play(&state, "G1 Y1");
    expect(&state, SMALL " R-:,G26:12345,Y-: G - 7");
    expect_end(&state, "seat 1", "last-standing");
}

static void test_q11_out_together_the_crown_decides(void **unused)
{
    (void)unused;
    /* Y wears the crown, but G overtakes it while both lose their last cards. */
    const char *const text = SMALL " R-:,G25:5,Y28:1 Y - 6";
    struct pond_state state = position("players=3,tie=round-start", text);
    play(&state, "G5 Y1");
    expect(&state, SMALL " R-:,G-:,Y-: G - 7");
    expect_end(&state, "seat 2", "crown-tie");
    state = position("players=3,tie=now", text);
    play(&state, "G5 Y1");
    expect(&state, SMALL " R-:,G-:,Y-: G - 7");
    expect_end(&state, "seat 1", "crown-tie");
}

static void test_q12_the_dummys_deck(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=2", SMALL " R30:12345,G26:12345,y21: R 13 4");
    /* y lands on its own leaf: the card is gone all the same. R and G keep theirs. */
    play(&state, "R1 G3 y3");
    expect(&state, SMALL " R31:12345,G29:12345,y24: R 1 5");
    play(&state, "R1 G2 y1"); /* its last */
    expect(&state, SMALL " R32:2345,G31:1345,y25: R 12345 6");
}

/* G, crowned, loses its last card; R leaps over it to the water and loses its last card too. */
#define BOTH_OUT SMALL " R26:5,G29:1,y22: G 12345 6"

static void test_q12_bystander_both_out(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=2,tie=round-start", BOTH_OUT);
    play(&state, "R5 G1 y1");
    expect(&state, SMALL " R-:,G-:,y23: Y 2345 7");
    expect_end(&state, "seat 1", "crown-tie");
    state = position("players=2,tie=now", BOTH_OUT);
    play(&state, "R5 G1 y1");
    expect(&state, SMALL " R-:,G-:,y23: Y 2345 7");
    expect_end(&state, "seat 0", "crown-tie");
    state = position("players=2", SMALL " R26:5,G29:1,y33: Y 12345 6");
    play(&state, "R5 G1 y1");
    expect(&state, SMALL " R-:,G-:,y34: Y 2345 7");
    expect_end(&state, "dummy", "crown-tie");
}

static void test_q12_bystander_one_out(void **unused)
{
    (void)unused;
    struct pond_state state = position("players=2", SMALL " R26:5,G29:12345,y22: G 12345 6");
    play(&state, "R5 G1 y1");
    expect(&state, SMALL " R-:,G30:2345,y23: G 2345 7");
    expect_end(&state, "seat 1", "last-standing");
}

static void test_q12_contender(void **unused)
{
    (void)unused;
    const char *const options = "players=2,dummy=contender";
    struct pond_state state = position(options, SMALL " R26:5,G29:12345,y22: G 12345 6");
    play(&state, "R5 G1 y1");
    expect(&state, SMALL " R-:,G30:2345,y23: G 2345 7");
    expect_turn(&state, 2);
    /* It can win by a lap: over y on tile 7 to 34, 15 ahead. */
    state = position(options, SMALL " R-:,G30:2345,y19: G 345 8");
    play(&state, "G3 y5");
    expect(&state, SMALL " R-:,G34:245,y19: G 34 8");
    expect_end(&state, "seat 1", "lap");
    /* Or it loses. */
    state = position(options, SMALL " R-:,G30:3,y23: G 2345 7");
    play(&state, "G3 y5");
    expect(&state, SMALL " R-:,G-:,y28: Y 234 8");
    expect_end(&state, "dummy", "last-standing");
    state = position(options, BOTH_OUT);
    play(&state, "R5 G1 y1");
    expect(&state, SMALL " R-:,G-:,y23: Y 2345 7");
    expect_end(&state, "dummy", "last-standing");
}

static void test_q13_nothing_ends_an_endless_game(void **unused)
{
    (void)unused;
    /* R and G go round on their own leaves, five tiles a leap, forever. */
    struct pond_state state = position("players=4", BIG " R16:5,G22:5,Y-:,B-: G - 9");
    for (int round = 0; round < 20000; round++) {
        play(&state, "R5 G5");
        expect_turn(&state, 3);
    }
    expect(&state, BIG " R100016:5,G100022:5,Y-:,B-: G - 20009");
    const struct pond_state again =
        position("players=4", BIG " R100016:5,G100022:5,Y-:,B-: G - 20009");
    assert_memory_equal(&state, &again, sizeof state);
}

static void test_q14_a_lap_leaves_all_as_it_is(void **unused)
{
    (void)unused;
    /* Y leaps over B to 49; B over Y and G (tile 5) to 51, 16 ahead of G. R and G have not leapt.
     */
    struct pond_state state = position("players=4,edition=king-frog",
                                       "GYB*GBYR~GRBY*R R45:23,G35:2345,Y47:13,B48:124 B - 4");
    play(&state, "R3 G3 Y1 B1");
    expect(&state, "GYB*GBYR~GRBY*R R45:2,G35:245,Y49:3,B51:24 B - 4");
    expect_end(&state, "seat 3", "lap");
    assert_int_equal(game->round(&state), 4);
}

/* ---- Notation ---- */

static void test_options(void **unused)
{
    (void)unused;
    static const char *const options[][2] = {
        {"", "players=4,edition=quibbit,colors=RGYB,layout=random,lap=crowned,tie=round-start,"
             "dummy=bystander"},
        {"players=2,edition=king-frog",
         "players=2,edition=king-frog,colors=RGY,layout=random,lap=leader,tie=now,dummy=bystander"},
        {"players=3,edition=king-frog,lap=crowned",
         "players=3,edition=king-frog,colors=RGY,layout=random,lap=crowned,tie=now,"
         "dummy=bystander"},
        {"tie=now,dummy=contender,colors=BYG,players=2,layout=B*YGB~GBY*YG",
         "players=2,edition=quibbit,colors=BYG,layout=B*YGB~GBY*YG,lap=crowned,tie=now,"
         "dummy=contender"},
    };
    for (size_t i = 0; i < LENGTH(options); i++) {
        const struct pond_config config = config_of(options[i][0]);
        char memory[POND_OPTIONS_TEXT_MAX];
        struct pond_text out = pond_text_in(memory, sizeof memory);
        pond_config_print(game, &config, &out);
        assert_string_equal(memory, options[i][1]);
        assert_int_equal(game->seats(&config), options[i][1][8] - '0');
    }
    static const char *const wrong[] = {
        "players=3,colors=RGYB", "players=4,colors=RGY", "players=3,colors=RGR",
        "players=3,colors=RGy",  "players=3,colors=RGX", "players=4,colors=RGYBR",
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct pond_config config;
        struct pond_error why = {.word = POND_WORD_NONE};
        assert_false(pond_config_parse(game, wrong[i], &config, &why));
        assert_int_equal(why.word, POND_WORD_QUIBBIT_COLORS);
        expect_sentence(&why, "(Q1)");
    }
}

static void test_q15_a_handicap_takes_the_highest_cards(void **unused)
{
    (void)unused;
    const struct pond_config config = config_of("players=4,handicap=0123");
    static const uint8_t hands[] = {0x3e, 0x1e, 0x0e, 0x06};
    struct pond_state state;
    struct pond_error why;
    game->setup(&state, &config);
    assert_memory_equal(((const struct quibbit_state *)&state)->hand, hands, sizeof hands);
    const struct pond_config two = config_of("players=2,handicap=02");
    assert_true(game->state_parse(&state, &two, SMALL " R18:12345,G?:123,y?: - 12345 0", &why));
    assert_false(game->state_parse(&state, &two, SMALL " R18:12345,G?:12345,y?: - 12345 0", &why));
    assert_int_equal(why.word, POND_WORD_QUIBBIT_HAND_START);
}

static void test_positions_are_read_as_they_are_printed(void **unused)
{
    (void)unused;
    static const char *const positions[][2] = {
        {"players=2", SMALL " R18:12345,G16:1245,y17: R 245 3"},
        {"players=2", SMALL " R?:12345,G?:12345,y?: - 12345 0"},
        {"players=2,colors=GYR", SMALL " G12:12345,Y?:12345,r?: - 12345 0"},
        {"players=4", BIG " R15:12345,G14:12345,Y13:12345,B?:12345 - - 0"},
        {"players=4", BIG " R-:,G29:12345,Y30:12345,B?:12345 - - 0"}, /* @14, front, front */
        {"players=4", BIG " R-:,G30:12345,Y32:12345,B?:12345 - - 0"}, /* hardly, but why not */
        {"players=4", BIG " R1000000000:5,G-:,Y999999999:4,B-: R - 1000000000"},
        {"players=3", SMALL " R31:12345,G16:1245,Y17:12345 R - 3"}, /* no lap yet: crowned since */
    };
    for (size_t i = 0; i < LENGTH(positions); i++) {
        const struct pond_state state = position(positions[i][0], positions[i][1]);
        expect(&state, positions[i][1]);
        assert_int_not_equal(game->turn(&state), 0);
    }
    /* The same bytes as those of a game that was played. */
    struct pond_state played = start("players=2");
    for (const char *at = SMALL; *at != '\0'; at++) {
        const char letter[] = {*at, '\0'};
        choose(&played, POND_CHANCE, letter);
    }
    struct pond_state read = position("players=2", SMALL " R?:12345,G?:12345,y?: - 12345 0");
    assert_memory_equal(&played, &read, sizeof read);
    choose(&played, 0, "@3");
    choose(&played, 1, "front");
    play(&played, "R1 G2 y4"); /* R 15 over G to 17, G 16 over R to 19, y 14 over both to 20 */
    read = position("players=2", SMALL " R17:2345,G19:1345,y20: Y 1235 2");
    assert_memory_equal(&played, &read, sizeof read);
    assert_int_equal(game->hash(&played), game->hash(&read));
}

static void test_positions_that_are_over(void **unused)
{
    (void)unused;
    static const struct {
        const char *options, *text, *result, *reason;
    } ends[] = {
        {"players=2", SMALL " R52:345,G-:,y44: R 235 8", "seat 0", "last-standing"},
        {"players=2", SMALL " R18:12345,G-:,y?: - 12345 0", "seat 0", "last-standing"},
        {"players=3", SMALL " R-:,G-:,Y?:12345 - - 0", "seat 2", "last-standing"},
        {"players=2,dummy=contender", SMALL " R-:,G-:,y?: - 12345 0", "dummy", "last-standing"},
        {"players=2,dummy=contender", SMALL " R-:,G-:,y17: Y 245 3", "dummy", "last-standing"},
        {"players=2", SMALL " R-:,G-:,y17: Y 245 3", "dummy", "crown-tie"},
        {"players=4", BIG " R-:,G-:,Y-:,B-: B - 9", "seat 3", "crown-tie"},
        /* Laps: a frog without cards, the crown not on the farthest, a leader too far ahead, or
         * the dummy's card of the round turned. */
        {"players=2,dummy=contender,lap=leader,colors=BYG",
         "B*YGB~GBY*YG B55:,Y47:,g60: G 12345 10", "dummy", "lap"},
        {"players=3", SMALL " R31:13,G16:,Y17:12 R - 4", "seat 0", "lap"},
        {"players=3", SMALL " R31:13,G16:3,Y32:12 R - 4", "seat 0", "lap"},
        {"players=3,lap=leader", SMALL " R31:13,G16:3,Y17:12 Y - 4", "seat 0", "lap"},
        {"players=3,lap=leader", SMALL " R31:13,G16:3,Y27:12 R - 4", "seat 0", "lap"},
        {"players=2", SMALL " R31:12345,G16:1245,y17: R 45 3", "seat 0", "lap"},
    };
    for (size_t i = 0; i < LENGTH(ends); i++) {
        const struct pond_state state = position(ends[i].options, ends[i].text);
        expect(&state, ends[i].text);
        expect_end(&state, ends[i].result, ends[i].reason);
    }
}

static const struct {
    const char *options, *text;
    enum pond_word word;
    const char *part; /* of the sentence, in every language */
} no_positions[] = {
    {"players=2", "", POND_WORD_POSITION_FIELDS, "5"},
    {"players=2", SMALL "  R18:12345,G16:1245,y17: R 245 3", POND_WORD_POSITION_FIELDS, "6"},
    {"players=2", SMALL " R18:12345,G16:1245,y17: R 245 3 ", POND_WORD_POSITION_FIELDS, "6"},
    {"players=2", BIG " R18:12345,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_LAYOUT_LENGTH, "15"},
    {"players=2", "*BGY*GYR~YRG R18:1,G16:1,y17: R 245 3", POND_WORD_QUIBBIT_LAYOUT_LETTER, "B"},
    {"players=2", SMALL " R18:12345,G16:1245 R 245 3", POND_WORD_QUIBBIT_FROG_COUNT, "3"},
    {"players=2", SMALL " G18:12345,R16:1245,y17: R 245 3", POND_WORD_QUIBBIT_FROG_FORM, "R"},
    {"players=2", SMALL " R18,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_FROG_FORM, "R18"},
    {"players=2", SMALL " R18:1,G16:1245,Y17: R 245 3", POND_WORD_QUIBBIT_DUMMY_FORM, "y"},
    {"players=2", SMALL " R18:1,G16:1245,y17:1 R 245 3", POND_WORD_QUIBBIT_DUMMY_FORM, "y"},
    {"players=2", SMALL " R18:1,G16:1245,y-: R 245 3", POND_WORD_QUIBBIT_PROGRESS, "y"},
    {"players=2", SMALL " R9:1,G16:1245,y17: G 245 3", POND_WORD_QUIBBIT_PROGRESS, "10"},
    {"players=2", SMALL " R1000000001:1,G16:1,y17: R 2 3", POND_WORD_QUIBBIT_PROGRESS, "R"},
    {"players=2", SMALL " R018:1,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_PROGRESS, "R"},
    {"players=2", SMALL " R18:21,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_HAND, "R"},
    {"players=2", SMALL " R18:11,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_HAND, "5"},
    {"players=2", SMALL " R18:6,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_HAND, "R"},
    {"players=2", SMALL " R-:1,G16:1245,y17: Y 245 3", POND_WORD_QUIBBIT_HAND_OUT, "(Q10)"},
    {"players=2", SMALL " R18:,G16:1245,y17: R 245 3", POND_WORD_QUIBBIT_HAND_EMPTY, "R-:"},
    {"players=2", SMALL " R18:,G-:,y17: R 245 3", POND_WORD_QUIBBIT_HAND_EMPTY, "(Q10)"},
    {"players=2", SMALL " R18:1,G30:1245,y17: G 245 3", POND_WORD_QUIBBIT_SAME_TILE, "6"},
    {"players=2", SMALL " R18:1,G16:1245,y17: B 245 3", POND_WORD_QUIBBIT_CROWN_FORM, "RGY"},
    {"players=2", SMALL " R18:1,G16:1245,y17: y 245 3", POND_WORD_QUIBBIT_CROWN_FORM, "y"},
    {"players=2", SMALL " R18:1,G16:1245,y17: - 245 3", POND_WORD_QUIBBIT_CROWN_FORM, "(Q2)"},
    {"players=2", SMALL " R18:1,G16:1245,y17: G 245 3", POND_WORD_QUIBBIT_CROWN_FROG, "R"},
    {"players=2", SMALL " R16:1,G17:1245,y18: G 245 3", POND_WORD_QUIBBIT_CROWN_FROG, "Y"},
    {"players=2", SMALL " R-:,G17:1245,y18: R 245 3", POND_WORD_QUIBBIT_CROWN_FROG, "Y"},
    {"players=2", SMALL " R-:,G-:,y18: R 245 3", POND_WORD_QUIBBIT_CROWN_FROG, "Y"},
    {"players=3", SMALL " R-:,G17:1245,Y18:2 R - 3", POND_WORD_QUIBBIT_CROWN_FROG, "Y"},
    {"players=2", SMALL " R18:1,G16:1245,y17: R - 3", POND_WORD_QUIBBIT_DECK_FORM, "-"},
    {"players=2", SMALL " R18:1,G16:1245,y17: R 42 3", POND_WORD_QUIBBIT_DECK_FORM, "(Q12)"},
    {"players=3", SMALL " R18:1,G16:1,Y17:1 R 2 3", POND_WORD_QUIBBIT_DECK_NONE, "(Q12)"},
    {"players=2", SMALL " R18:1,G16:1245,y17: R 245 -1", POND_WORD_QUIBBIT_ROUND, "-1"},
    {"players=2", SMALL " R18:1,G16:1245,y17: R 245 03", POND_WORD_QUIBBIT_ROUND, "03"},
    {"players=2", SMALL " R18:1,G16:1245,y17: R 245 1000000001", POND_WORD_QUIBBIT_ROUND, "0"},
    {"players=2", SMALL " R18:1,G?:12345,y17: R 245 3", POND_WORD_QUIBBIT_UNPLACED, "G"},
    {"players=2", SMALL " R18:1,G17:12345,y?: R 245 3", POND_WORD_QUIBBIT_UNPLACED, "y"},
    {"players=3,lap=leader", SMALL " R31:13,G16:3,Y33:12 R - 4", POND_WORD_QUIBBIT_LAP_TWICE,
     "(Q7)"},
    {"players=2", SMALL " R18:12345,G?:12345,y?: R 12345 0", POND_WORD_QUIBBIT_CROWN_EARLY, "(Q2)"},
    {"players=2", SMALL " R18:12345,G?:12345,y?: - 1234 0", POND_WORD_QUIBBIT_DECK_START, "12345"},
    {"players=2", SMALL " R18:1234,G?:12345,y?: - 12345 0", POND_WORD_QUIBBIT_HAND_START, "R"},
    {"players=2", SMALL " R18:12345,G19:12345,y?: - 12345 0", POND_WORD_QUIBBIT_ALL_PLACED, "1"},
    {"players=2", SMALL " R18:12345,G19:12345,y17: - 12345 0", POND_WORD_QUIBBIT_ALL_PLACED,
     "(Q2)"},
    {"players=2", SMALL " R?:12345,G19:12345,y?: - 12345 0", POND_WORD_QUIBBIT_PLACE_ORDER, "G"},
    {"players=2", SMALL " R19:12345,G?:12345,y18: - 12345 0", POND_WORD_QUIBBIT_PLACE_ORDER, "y"},
    {"players=2", SMALL " R24:12345,G?:12345,y?: - 12345 0", POND_WORD_QUIBBIT_PROGRESS, "23"},
    {"players=2", SMALL " R11:12345,G?:12345,y?: - 12345 0", POND_WORD_QUIBBIT_PROGRESS, "12"},
    {"players=3", SMALL " R18:12345,G20:12345,Y?:12345 - - 0", POND_WORD_QUIBBIT_LINE, "20"},
    {"players=3", SMALL " R18:12345,G16:12345,Y?:12345 - - 0", POND_WORD_QUIBBIT_LINE, "G"},
    {"players=2", SMALL " R-:,G-:,y?: - 12345 0", POND_WORD_QUIBBIT_NOBODY_LEFT, "(Q11)"},
    {"players=3", SMALL " R-:,G-:,Y-: - - 0", POND_WORD_QUIBBIT_NOBODY_LEFT, "0"},
};

static void test_positions_that_cannot_be(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(no_positions); i++) {
        const struct pond_config config = config_of(no_positions[i].options);
        const char *const text = no_positions[i].text;
        struct pond_state state, before;
        memset(&state, 0x5a, sizeof state);
        before = state;
        struct pond_error why = {.word = POND_WORD_NONE};
        if (game->state_parse(&state, &config, text, &why)) fail_msg("%s was read", text);
        if (why.word != no_positions[i].word) {
            char sentence[SENTENCE_MAX];
            struct pond_text out = pond_text_in(sentence, sizeof sentence);
            pond_error_print(&why, POND_ENGLISH, &out);
            fail_msg("%s: %s", text, sentence);
        }
        expect_sentence(&why, no_positions[i].part);
        assert_memory_equal(&state, &before, sizeof state);
    }
}

/* Whatever is read is printed as it was written, and can be played on. */
static void test_positions_of_any_bytes(void **unused)
{
    (void)unused;
    static const char *const seeds[][2] = {
        {"players=2", SMALL " R18:12345,G16:1245,y17: R 245 3"},
        {"players=2,dummy=contender", SMALL " R-:,G?:12345,y?: - 12345 0"},
        {"players=3,lap=leader", SMALL " R31:13,G16:,Y17:12 R - 4"},
        {"players=4", BIG " R15:12345,G14:12345,Y13:12345,B?:12345 - - 0"},
        {"players=4", BIG " R-:,G-:,Y-:,B-: B - 9"},
    };
    static const char letters[] = "RGYBrgyb*~-?:, 0123456789";
    struct pond_rng rng;
    pond_rng_seed(&rng, "any");
    int read = 0;
    for (int i = 0; i < 60000; i++) {
        const size_t seed = pond_rng_below(&rng, LENGTH(seeds));
        const struct pond_config config = config_of(seeds[seed][0]);
        char text[POND_STATE_TEXT_MAX] = "";
        const size_t length = strlen(seeds[seed][1]);
        memcpy(text, seeds[seed][1], length);
        for (uint32_t changes = 1 + pond_rng_below(&rng, 3); changes > 0; changes--) {
            char *at = text + pond_rng_below(&rng, (uint32_t)length);
            const uint32_t how = pond_rng_below(&rng, 8);
            if (how == 0) memmove(at, at + 1, strlen(at));
            if (how == 1) memmove(at + 1, at, strlen(at) + 1);
            *at = how == 2 ? (char)(1 + pond_rng_below(&rng, 255))
                           : letters[pond_rng_below(&rng, sizeof letters - 1)];
        }
        struct pond_state state;
        struct pond_error why;
        if (!game->state_parse(&state, &config, text, &why)) {
            expect_sentence(&why, "");
            continue;
        }
        read++;
        expect(&state, text);
        const pond_seats turn = game->turn(&state);
        assert_int_equal(turn == 0, game->result(&state).outcome != POND_GOES_ON);
        for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
            if ((turn & POND_SEAT(seat)) == 0) continue;
            pond_move moves[POND_MOVES_MAX];
            assert_true(game->moves(&state, seat, moves) > 0);
            game->apply(&state, seat, moves[0]);
        }
    }
    assert_true(read > 100);
}

static void test_setup_is_the_ring(void **unused)
{
    (void)unused;
    pond_move outcomes[POND_SETUP_MAX];
    int count = -1;
    struct pond_error why;
    struct pond_config config = config_of("players=3,colors=BRG");
    struct pond_state state;
    assert_true(game->setup_parse(&config, "RG*BRG~GRB*B", outcomes, &count, &why));
    assert_int_equal(count, 12);
    game->setup(&state, &config);
    for (int i = 0; i < count; i++) {
        assert_true(game->legal(&state, POND_CHANCE, outcomes[i], &why));
        game->apply(&state, POND_CHANCE, outcomes[i]);
    }
    char memory[64];
    struct pond_text out = pond_text_in(memory, sizeof memory);
    game->setup_print(&state, -1, &out);
    assert_string_equal(memory, "RG*BRG~GRB*B");
    assert_false(game->setup_parse(&config, SMALL, outcomes, &count, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBIT_LAYOUT_LETTER);
    config = config_of("players=3,layout=" SMALL);
    assert_true(game->setup_parse(&config, SMALL, outcomes, &count, &why));
    assert_int_equal(count, 0);
    assert_false(game->setup_parse(&config, "RG*YRG~GRY*Y", outcomes, &count, &why));
    assert_int_equal(why.word, POND_WORD_QUIBBIT_SETUP_DIFFERS);
    expect_sentence(&why, "RG*YRG~GRY*Y");
}

static void test_letters_of_seats(void **unused)
{
    (void)unused;
    struct pond_state state = start("players=2,colors=BYG");
    assert_int_equal(game->seat_letter(&state, 0), 'B');
    assert_int_equal(game->seat_letter(&state, 1), 'Y');
    assert_int_equal(game->seat_letter(&state, POND_CHANCE), 'g');
    state = start("players=4");
    assert_int_equal(game->seat_letter(&state, 3), 'B');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c1_every_ring_is_equally_likely),
        cmocka_unit_test(test_c1_same_seed_same_game),
        cmocka_unit_test(test_c1_chance_in_one_call),
        cmocka_unit_test(test_c2_refusals_name_the_ruling),
        cmocka_unit_test(test_c2_any_bits_are_no_harm),
        cmocka_unit_test(test_c3_views_hide_what_others_chose),
        cmocka_unit_test(test_c3_samples_look_the_same),
        cmocka_unit_test(test_c4_resigning_last_awaited_lets_the_round_go_on),
        cmocka_unit_test(test_c4_resigning_drops_the_choice_and_passes_the_crown),
        cmocka_unit_test(test_c4_resigning_leaves_the_last_seat_the_winner),
        cmocka_unit_test(test_c4_resigning_against_a_contender),
        cmocka_unit_test(test_c4_resigning_while_frogs_are_placed),
        cmocka_unit_test(test_c4_resigning_while_a_contender_is_placed),
        cmocka_unit_test(test_c4_resigning_while_the_ring_is_laid),
        cmocka_unit_test(test_q1_rings),
        cmocka_unit_test(test_q1_chance_lays_tile_by_tile),
        cmocka_unit_test(test_q2_placing),
        cmocka_unit_test(test_q2_the_dummy_comes_last),
        cmocka_unit_test(test_q3_progress_counts_and_not_the_tile),
        cmocka_unit_test(test_q4_the_order_of_choosing_does_not_matter),
        cmocka_unit_test(test_q4_the_dummy_is_turned_after_all_have_chosen),
        cmocka_unit_test(test_q5_lowest_first_then_farthest_behind),
        cmocka_unit_test(test_q6_occupied_tiles_are_jumped),
        cmocka_unit_test(test_q6_every_leap),
        cmocka_unit_test(test_q7_lap_crowned_only),
        cmocka_unit_test(test_q7_lap_must_still_be_so_after_the_leap),
        cmocka_unit_test(test_q7_lap_leader),
        cmocka_unit_test(test_q7_the_dummy_laps),
        cmocka_unit_test(test_q8_the_farthest_gets_the_crown),
        cmocka_unit_test(test_q9_cards_come_back_or_are_lost),
        cmocka_unit_test(test_q10_without_cards_a_seat_is_out),
        cmocka_unit_test(test_q11_the_last_in_play_wins),
        cmocka_unit_test(test_q11_out_together_the_crown_decides),
        cmocka_unit_test(test_q12_the_dummys_deck),
        cmocka_unit_test(test_q12_bystander_both_out),
        cmocka_unit_test(test_q12_bystander_one_out),
        cmocka_unit_test(test_q12_contender),
        cmocka_unit_test(test_q13_nothing_ends_an_endless_game),
        cmocka_unit_test(test_q14_a_lap_leaves_all_as_it_is),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_q15_a_handicap_takes_the_highest_cards),
        cmocka_unit_test(test_positions_are_read_as_they_are_printed),
        cmocka_unit_test(test_positions_that_are_over),
        cmocka_unit_test(test_positions_that_cannot_be),
        cmocka_unit_test(test_positions_of_any_bytes),
        cmocka_unit_test(test_setup_is_the_ring),
        cmocka_unit_test(test_letters_of_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
