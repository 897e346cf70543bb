/* match_test.c: matches of every game: refusals, sealed rounds, events (C1-C5) and series.
 *
 * The positions that are expected were worked out by hand from the rules. The games that are played
 * here: in quibbit the ring *RGY*GYR~YRG with frogs in a line; in quibbles the deal of
 * docs/notation.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "given.h"
#include "pond/match.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define LOG_MAX 2048
#define HOME "DDDDDDDDD/9/9/9/9/9/LLLLLLLLL"
#define RING "*RGY*GYR~YRG"
/* Three frogs, placed as a line: Y14 R15 G16. */
#define THREE "players=3,layout=" RING
#define TWO "players=2,layout=" RING

static struct pond_match match;
static struct pond_entry match_log[LOG_MAX];
static struct pond_error why;

/* ---- Helpers ---- */

static void begin(const struct pond_game *game, const char *options)
{
    const struct pond_config config = given_config(game, options);
    memset(&match, 0xee, sizeof match);
    memset(match_log, 0xee, sizeof match_log);
    pond_match_begin(&match, game, &config, match_log, LOG_MAX);
}

static void begin_at(const struct pond_game *game, const char *options, const char *text)
{
    const struct pond_config config = given_config(game, options);
    struct pond_state state;
    if (!game->state_parse(&state, &config, text, NULL)) fail_msg("position %s", text);
    memset(match_log, 0xee, sizeof match_log);
    pond_match_begin_at(&match, game, &config, &state, match_log, LOG_MAX);
}

/* Something that was asked for has been done. */
static void expect_done(bool done)
{
    if (done) return;
    char text[512];
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_error_print(&why, POND_ENGLISH, &out);
    fail_msg("refused: %s", text);
}

static void play(int seat, const char *text)
{
    const uint32_t version = match.version;
    expect_done(pond_match_submit_text(&match, seat, text, &why));
    assert_true(match.version > version);
}

/* Chance brings these, a character each. */
static void chance(const char *outcomes)
{
    for (; *outcomes != '\0'; outcomes++) {
        const char text[2] = {*outcomes, '\0'};
        pond_move move;
        assert_true(pond_match_chance_due(&match));
        assert_int_equal(pond_match_turn(&match), 0);
        expect_done(pond_move_read(match.game, &match.state, POND_CHANCE, text, &move, &why));
        expect_done(pond_match_outcome(&match, move, &why));
    }
}

static void expect_position(const char *expected)
{
    char text[POND_STATE_TEXT_MAX];
    struct pond_view view;
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_match_view(&match, POND_SPECTATOR, &view);
    match.game->view_print(&view, &out);
    assert_string_equal(text, expected);
}

static void expect_result(const char *expected, const char *reason)
{
    char text[32];
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_result_print(match.result, &out);
    assert_string_equal(text, expected);
    assert_string_equal(pond_reason_name(match.result.reason), reason);
    assert_int_equal(pond_match_over(&match), expected[0] != '\0');
    if (pond_match_over(&match)) {
        assert_int_equal(pond_match_turn(&match), 0);
        assert_false(pond_match_chance_due(&match));
    }
}

static void expect_last(const char *expected)
{
    char text[128];
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_match_last_print(&match, &out);
    assert_string_equal(text, expected);
}

/* A whole match, so that a refusal can be shown to change not one byte of it. */
struct snapshot {
    struct pond_match match;
    struct pond_entry log[LOG_MAX];
};

static struct snapshot kept;

static void keep(void)
{
    kept.match = match;
    memcpy(kept.log, match_log, sizeof kept.log);
    memset(&why, 0, sizeof why);
}

static void expect_kept(bool done, enum pond_word word)
{
    assert_false(done);
    if (why.word != word) {
        char text[512];
        struct pond_text out = pond_text_in(text, sizeof text);
        pond_error_print(&why, POND_ENGLISH, &out);
        fail_msg("refused with: %s", text);
    }
    assert_memory_equal(&kept.match, &match, sizeof match);
    assert_memory_equal(kept.log, match_log, sizeof match_log);
}

/* The call must be refused with that word and change nothing. */
#define EXPECT_REFUSED(call, word) (keep(), expect_kept(call, word))

/* The deal of docs/notation.md: display 122455, hands 223456 and 113466, seat 0 begins. */
static void begin_quibbles(void)
{
    begin(&pond_quibbles, "");
    chance("122455"
           "223456"
           "113466"
           "0");
    assert_false(pond_match_chance_due(&match));
    assert_int_equal(pond_match_turn(&match), POND_SEAT(0));
}

/* Three players: 111222 on display; 333444, 555566, 123456; seat 1 begins. */
static void begin_quibbles_three(void)
{
    begin(&pond_quibbles, "players=3");
    chance("111222"
           "333444"
           "555566"
           "123456"
           "1");
    assert_int_equal(pond_match_turn(&match), POND_SEAT(1));
}

static void begin_three(void)
{
    begin(&pond_quibbit, THREE);
    play(0, "@3");
    play(1, "front");
    play(2, "back");
    expect_position(RING " R15:12345,G16:12345,Y14:12345 G - 1");
}

static void round_of_three(const char *cards)
{
    for (int seat = 0; seat < 3; seat++) play(seat, (const char[]){cards[seat], '\0'});
}

/* ---- C1: the same seed, the same game ---- */

/* Plays up to `decisions` random choices, the same for the same `habit`. */
static void play_random(const char *habit, int decisions)
{
    struct pond_rng rng;
    pond_rng_seed(&rng, habit);
    for (int i = 0; i < decisions && !pond_match_over(&match); i++) {
        const int seat = pond_seat_first(pond_match_turn(&match));
        static pond_move moves[POND_MOVES_MAX];
        const int count = match.game->moves(&match.state, seat, moves);
        const pond_move move = moves[pond_rng_below(&rng, (uint32_t)count)];
        expect_done(pond_match_submit(&match, seat, move, &why));
    }
}

static const struct {
    const struct pond_game *game;
    const char *options;
} seeded[] = {
    {&pond_quibbit, ""},
    {&pond_quibbit, "players=2"},
    {&pond_quibbit, "players=3,edition=king-frog"},
    {&pond_quibbles, ""},
    {&pond_quibbles, "players=5"},
    {&pond_quibbles, "players=3,variant=first-game,first=1"},
    {&pond_rribbit, "turn=chain"},
};

static void test_c1_same_seed_same_game(void **context)
{
    (void)context;
    for (size_t i = 0; i < LENGTH(seeded); i++) {
        begin(seeded[i].game, seeded[i].options);
        pond_match_seed(&match, "frog");
        play_random("habit", 300);
        keep();
        begin(seeded[i].game, seeded[i].options);
        pond_match_seed(&match, "frog");
        play_random("habit", 300);
        assert_memory_equal(&kept.match.state, &match.state, sizeof match.state);
        assert_int_equal(kept.match.log_count, match.log_count);
        assert_memory_equal(kept.log, match_log, match.log_count * sizeof match_log[0]);
        assert_string_equal(match.seed, "frog");
        begin(seeded[i].game, seeded[i].options);
        pond_match_seed(&match, "toad");
        play_random("habit", 300);
        const bool same = memcmp(kept.log, match_log, sizeof match_log) == 0;
        assert_int_equal(same, seeded[i].game == &pond_rribbit); /* no chance there */
    }
}

/* What was drawn, told to a match without a generator, gives the same states. */
static void test_c1_told_outcomes_give_the_drawn_game(void **context)
{
    (void)context;
    for (size_t i = 0; i < LENGTH(seeded); i++) {
        begin(seeded[i].game, seeded[i].options);
        pond_match_seed(&match, "pond");
        play_random("habit", 300);
        keep();
        begin(seeded[i].game, seeded[i].options);
        for (uint32_t k = 0; k < kept.match.log_count; k++) {
            const struct pond_entry *entry = &kept.log[k];
            assert_int_equal(pond_match_chance_due(&match), entry->kind == POND_ENTRY_CHANCE);
            if (entry->kind == POND_ENTRY_CHANCE) {
                expect_done(pond_match_outcome(&match, entry->move, &why));
            } else {
                expect_done(pond_match_submit(&match, entry->seat, entry->move, &why));
            }
        }
        assert_memory_equal(&kept.match.state, &match.state, sizeof match.state);
        assert_memory_equal(kept.log, match_log, match.log_count * sizeof match_log[0]);
        assert_int_equal(kept.match.ply, match.ply);
        assert_int_equal(kept.match.result.outcome, match.result.outcome);
    }
}

/* The deal, drawn here from the same stream by the odds of what is left in the deck (B1). */
static void test_c1_the_deal_is_the_streams(void **context)
{
    (void)context;
    uint32_t deck[8] = {4, 22, 22, 22, 24, 26, 28, 7}, cards = 155;
    struct pond_rng rng;
    pond_rng_seed(&rng, "deal");
    begin(&pond_quibbles, "players=4");
    pond_match_seed(&match, "deal");
    assert_int_equal(match.log_count, 6 + 4 * 6 + 1);
    for (uint32_t i = 0; i < 30; i++) {
        uint32_t ticket = pond_rng_below(&rng, cards--), value = 0;
        while (ticket >= deck[value]) ticket -= deck[value++];
        deck[value]--;
        assert_int_equal(match_log[i].move, value);
        assert_int_equal(match_log[i].kind, POND_ENTRY_CHANCE);
        assert_int_equal(match_log[i].seat, POND_CHANCE);
        assert_int_equal(match_log[i].ply, 0);
    }
    assert_int_equal(match_log[30].move, pond_rng_below(&rng, 4));
    assert_int_equal(pond_match_turn(&match), POND_SEAT(match_log[30].move));
}

/* A match may be told chance at first and draw for itself later, whatever was done last. */
static void test_c1_a_seed_may_come_later(void **context)
{
    (void)context;
    alarm(20); /* for a search that never ends */
    begin(&pond_rribbit, "");
    play(0, "b1-c3");
    pond_match_seed(&match, "late");
    pond_match_seed(&match, "later");
    expect_result("", "");
    static const char *const moves[] = {"b7-c5", "c3-b1", "c5-b7", "b1-c3", "b7-c5", "c3-b1"};
    for (int i = 0; i < 6; i++) play((i + 1) % 2, moves[i]);
    expect_result("", "");
    play(1, "c5-b7"); /* the third time, counted once each */
    expect_result("draw", "repetition");
    begin(&pond_quibbles, "");
    chance("122455"
           "223456");
    pond_match_seed(&match, "late");
    assert_false(pond_match_chance_due(&match));
    assert_int_equal(match.log_count, 6 + 6 + 6 + 1);
    /* What was agreed stays so. */
    begin(&pond_rribbit, "");
    expect_done(pond_match_offer_draw(&match, 0, &why));
    expect_done(pond_match_accept_draw(&match, 1, &why));
    pond_match_seed(&match, "late");
    expect_result("draw", "agreed");
    alarm(0);
}

/* ---- C2: refusals change nothing ---- */

static void test_c2_refused_moves_change_nothing(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    assert_int_equal(match.version, 0);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "b1-b2", &why), POND_WORD_RRIBBIT_NO_KNIGHT);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "hello", &why), POND_WORD_MOVE_SYNTAX);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "", &why), POND_WORD_MOVE_SYNTAX);
    EXPECT_REFUSED(pond_match_submit_text(&match, 1, "b7-c5", &why), POND_WORD_MOVE_NOT_YOUR_TURN);
    EXPECT_REFUSED(pond_match_submit(&match, 1, 0, &why), POND_WORD_MOVE_NOT_YOUR_TURN);
    EXPECT_REFUSED(pond_match_submit(&match, 0, UINT64_MAX, &why), POND_WORD_MOVE_ILLEGAL);
    EXPECT_REFUSED(pond_match_submit(&match, 0, 0, &why), POND_WORD_MOVE_ILLEGAL);
    static const int none[] = {-1, 2, 5, POND_SPECTATOR, POND_CHANCE, 8, 255, -2147483647};
    for (size_t i = 0; i < LENGTH(none); i++) {
        EXPECT_REFUSED(pond_match_submit_text(&match, none[i], "b1-c3", &why),
                       POND_WORD_MATCH_NO_SEAT);
        EXPECT_REFUSED(pond_match_submit(&match, none[i], 0, &why), POND_WORD_MATCH_NO_SEAT);
        EXPECT_REFUSED(pond_match_resign(&match, none[i], &why), POND_WORD_MATCH_NO_SEAT);
        EXPECT_REFUSED(pond_match_offer_draw(&match, none[i], &why), POND_WORD_MATCH_NO_SEAT);
        EXPECT_REFUSED(pond_match_accept_draw(&match, none[i], &why), POND_WORD_MATCH_NO_SEAT);
        EXPECT_REFUSED(pond_match_take_back(&match, none[i], 1, &why), POND_WORD_MATCH_NO_SEAT);
    }
    assert_int_equal(match.version, 0);
}

static void test_c2_refused_choices_change_nothing(void **context)
{
    (void)context;
    begin_three();
    play(1, "3");
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "6", &why), POND_WORD_QUIBBIT_NO_CARD);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "0", &why), POND_WORD_QUIBBIT_NO_CARD);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "front", &why), POND_WORD_QUIBBIT_PLACED);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "12", &why), POND_WORD_QUIBBIT_WRITE_CARD);
    EXPECT_REFUSED(pond_match_submit_text(&match, 3, "1", &why), POND_WORD_MATCH_NO_SEAT);
    /* Chosen is chosen (Q4), the same card or another. */
    keep();
    assert_false(pond_match_submit_text(&match, 1, "3", &why));
    assert_false(pond_match_submit_text(&match, 1, "4", &why));
    assert_memory_equal(&kept.match, &match, sizeof match);
    begin_quibbles();
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "7=25", &why), POND_WORD_QUIBBLES_HAND_NONE);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "!2", &why), POND_WORD_QUIBBLES_ACT_FIRST);
    EXPECT_REFUSED(pond_match_submit_text(&match, 1, "+1", &why), POND_WORD_MOVE_NOT_YOUR_TURN);
    play(0, "+5");
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "-", &why), POND_WORD_MATCH_CHANCE_DUE);
}

static void test_c2_chance_cannot_be_skipped_or_forged(void **context)
{
    (void)context;
    begin(&pond_quibbles, "");
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "+5", &why), POND_WORD_MATCH_CHANCE_DUE);
    EXPECT_REFUSED(pond_match_resign(&match, 0, &why), POND_WORD_MATCH_CHANCE_DUE);
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_CHANCE_DUE);
    EXPECT_REFUSED(pond_match_outcome(&match, 8, &why), POND_WORD_QUIBBLES_CHANCE_CARD);
    EXPECT_REFUSED(pond_match_outcome(&match, UINT64_MAX, &why), POND_WORD_QUIBBLES_CHANCE_CARD);
    chance("0000"); /* all there are (B1) */
    EXPECT_REFUSED(pond_match_outcome(&match, 0, &why), POND_WORD_QUIBBLES_CHANCE_CARD);
    chance("12"
           "111222"
           "333444");
    EXPECT_REFUSED(pond_match_outcome(&match, 2, &why), POND_WORD_QUIBBLES_CHANCE_SEAT);
    chance("1");
    EXPECT_REFUSED(pond_match_outcome(&match, 1, &why), POND_WORD_MATCH_NO_CHANCE);
    begin(&pond_rribbit, "");
    EXPECT_REFUSED(pond_match_outcome(&match, 0, &why), POND_WORD_MATCH_NO_CHANCE);
    begin(&pond_quibbit, "players=2");
    chance("*RGY*GYR");
    assert_true(pond_match_chance_due(&match));
    EXPECT_REFUSED(pond_match_outcome(&match, 0, &why), POND_WORD_QUIBBIT_LAY_KIND);
    chance("~YRG");
    assert_int_equal(pond_match_turn(&match), POND_SEAT(0));
    /* A match that draws for itself is never given outcomes. */
    begin(&pond_quibbles, "");
    pond_match_seed(&match, "x");
    EXPECT_REFUSED(pond_match_outcome(&match, 1, &why), POND_WORD_MATCH_NO_CHANCE);
}

static void test_c2_a_game_that_is_over_stays_so(void **context)
{
    (void)context;
    begin_at(&pond_rribbit, "", "DDDDD4/9/9/9/3LLL3/9/LL7 d -");
    play(1, "a7-b5");
    expect_result("seat 0", "row");
    for (int seat = 0; seat < 2; seat++) {
        EXPECT_REFUSED(pond_match_submit_text(&match, seat, "a1-b3", &why),
                       POND_WORD_MOVE_GAME_OVER);
        EXPECT_REFUSED(pond_match_resign(&match, seat, &why), POND_WORD_MOVE_GAME_OVER);
        EXPECT_REFUSED(pond_match_offer_draw(&match, seat, &why), POND_WORD_MOVE_GAME_OVER);
        EXPECT_REFUSED(pond_match_accept_draw(&match, seat, &why), POND_WORD_MOVE_GAME_OVER);
        EXPECT_REFUSED(pond_match_take_back(&match, seat, 1, &why), POND_WORD_MOVE_GAME_OVER);
    }
    EXPECT_REFUSED(pond_match_outcome(&match, 0, &why), POND_WORD_MATCH_NO_CHANCE);
    /* It may be over before it begins. */
    begin_at(&pond_rribbit, "", "DD7/9/9/9/9/9/LL7 l -");
    expect_result("draw", "two-frogs");
    EXPECT_REFUSED(pond_match_resign(&match, 0, &why), POND_WORD_MOVE_GAME_OVER);
}

static void test_c2_refusals_need_no_error(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    assert_false(pond_match_submit_text(&match, 0, "x", NULL));
    assert_false(pond_match_submit(&match, 7, 1, NULL));
    assert_false(pond_match_accept_draw(&match, 0, NULL));
    assert_false(pond_match_take_back(&match, 0, 1, NULL));
    assert_false(pond_match_outcome(&match, 0, NULL));
}

static void test_versions_go_up_with_everything_that_happens(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    assert_int_equal(match.version, 0);
    play(0, "b1-c3");
    assert_int_equal(match.version, 1);
    expect_done(pond_match_offer_draw(&match, 0, &why));
    assert_int_equal(match.version, 2);
    expect_done(pond_match_take_back(&match, 0, 1, &why));
    assert_int_equal(match.version, 3);
    expect_done(pond_match_offer_draw(&match, 1, &why));
    expect_done(pond_match_accept_draw(&match, 0, &why));
    assert_int_equal(match.version, 5);
    begin(&pond_rribbit, "");
    expect_done(pond_match_resign(&match, 1, &why));
    assert_int_equal(match.version, 1);
}

/* ---- The log ---- */

static void test_log_full_is_refused(void **context)
{
    (void)context;
    static const char *const moves[] = {"a1-b3", "a7-b5", "b3-a1", "b5-a7"};
    const struct pond_config config = given_config(&pond_rribbit, "repetition=0");
    memset(match_log, 0xee, sizeof match_log);
    pond_match_begin(&match, &pond_rribbit, &config, match_log, POND_ENTRIES_A_MOVE_MAX + 2);
    for (int i = 0; i < 3; i++) play(i % 2, moves[i]);
    EXPECT_REFUSED(pond_match_submit_text(&match, 1, moves[3], &why), POND_WORD_MATCH_LOG_FULL);
    EXPECT_REFUSED(pond_match_take_back(&match, 1, 1, &why), POND_WORD_MATCH_LOG_FULL);
    EXPECT_REFUSED(pond_match_offer_draw(&match, 1, &why), POND_WORD_MATCH_LOG_FULL);
    EXPECT_REFUSED(pond_match_resign(&match, 1, &why), POND_WORD_MATCH_LOG_FULL);
    assert_string_equal(why.argument[0], "66");
    /* No log at all: such a match answers, and keeps its position. */
    pond_match_begin(&match, &pond_rribbit, &config, NULL, 0);
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, moves[0], &why), POND_WORD_MATCH_LOG_FULL);
    EXPECT_REFUSED(pond_match_resign(&match, 0, &why), POND_WORD_MATCH_LOG_FULL);
    assert_int_equal(match.version, 0);
    assert_int_equal(pond_rribbit.turn(&match.state), POND_SEAT(0));
}

static void test_log_full_of_chance_is_refused(void **context)
{
    (void)context;
    const struct pond_config config = given_config(&pond_quibbles, "");
    pond_match_begin(&match, &pond_quibbles, &config, match_log, 10);
    chance("1122334455");
    EXPECT_REFUSED(pond_match_outcome(&match, 1, &why), POND_WORD_MATCH_LOG_FULL);
}

/* A seeded match never runs out in the middle of what chance has to do. */
static void test_log_full_of_a_seeded_match(void **context)
{
    (void)context;
    const struct pond_config config = given_config(&pond_quibbles, "players=5");
    for (uint32_t size = POND_ENTRIES_A_MOVE_MAX; size < 2 * POND_ENTRIES_A_MOVE_MAX; size++) {
        memset(match_log, 0xee, sizeof match_log);
        pond_match_begin(&match, &pond_quibbles, &config, match_log, size);
        pond_match_seed(&match, "full");
        for (;;) {
            const int seat = pond_seat_first(pond_match_turn(&match));
            static pond_move moves[POND_MOVES_MAX];
            match.game->moves(&match.state, seat, moves);
            keep();
            if (!pond_match_submit(&match, seat, moves[0], &why)) break;
        }
        expect_kept(false, POND_WORD_MATCH_LOG_FULL);
        assert_true(match.log_count <= size);
        assert_int_equal(((const unsigned char *)&match_log[size])[0], 0xee);
    }
}

/* The state after any number of entries, as they counted then. */
static void test_log_replays_to_every_point(void **context)
{
    (void)context;
    static struct pond_state states[64];
    struct pond_state state;
    begin_three();
    states[0] = match.start;
    for (uint32_t i = 1; i <= match.log_count; i++) pond_match_replay(&match, i, &states[i]);
    assert_memory_equal(&states[match.log_count], &match.state, sizeof state);
    uint32_t first = match.log_count + 1;
    static const char *const script[] = {"01", "11", "21", "02", "t1", "03", "r2",
                                         "12", "t1", "05", "15", "02", "13"};
    for (size_t i = 0; i < LENGTH(script); i++) {
        const char *what = script[i];
        const int digit = what[1] - '0';
        if (what[0] == 't') {
            expect_done(pond_match_take_back(&match, 0, (uint32_t)digit, &why));
        } else if (what[0] == 'r') {
            expect_done(pond_match_resign(&match, digit, &why));
        } else {
            play(what[0] - '0', what + 1);
        }
        states[match.log_count] = match.state;
    }
    for (uint32_t i = first; i <= match.log_count; i++) {
        pond_match_replay(&match, i, &state);
        assert_memory_equal(&state, &states[i], sizeof state);
    }
}

/* ---- C3: what nobody may see ---- */

static void test_c3_a_sealed_choice_shows_in_no_other_view(void **context)
{
    (void)context;
    static const int others[] = {1, 2, POND_SPECTATOR};
    struct pond_view one[3], other, own[2];
    begin_three();
    play(0, "2");
    for (size_t i = 0; i < LENGTH(others); i++) pond_match_view(&match, others[i], &one[i]);
    pond_match_view(&match, 0, &own[0]);
    begin_three();
    play(0, "5");
    for (size_t i = 0; i < LENGTH(others); i++) {
        pond_match_view(&match, others[i], &other);
        assert_memory_equal(&one[i], &other, sizeof other);
    }
    pond_match_view(&match, 0, &own[1]);
    assert_memory_not_equal(&own[0], &own[1], sizeof own[0]);
}

static void test_c3_drawn_cards_show_in_no_other_view(void **context)
{
    (void)context;
    struct pond_view one[2], other[2];
    static const char *const drawn[] = {"36", "44"};
    for (int i = 0; i < 2; i++) {
        begin_quibbles();
        play(0, "+5");
        chance(drawn[i]);
        pond_match_view(&match, 1, i == 0 ? &one[0] : &other[0]);
        pond_match_view(&match, POND_SPECTATOR, i == 0 ? &one[1] : &other[1]);
    }
    assert_memory_equal(one, other, sizeof one);
}

/* ---- Rounds that are sealed (Q4) ---- */

static void test_q4_a_round_is_open_until_all_have_chosen(void **context)
{
    (void)context;
    begin_three();
    assert_int_equal(match.ply, 3);
    assert_int_equal(match.sealed, 0);
    assert_int_equal(pond_match_turn(&match), 7);
    play(2, "1");
    assert_int_equal(match.sealed, 4);
    assert_int_equal(pond_match_turn(&match), 3);
    expect_position(RING " R15:12345,G16:12345,Y14:12345 G - 1");
    play(0, "1");
    assert_int_equal(match.sealed, 5);
    assert_int_equal(match.ply, 3);
    assert_int_equal(pond_match_turns(&match), 0);
    play(1, "1");
    assert_int_equal(match.sealed, 0);
    assert_int_equal(match.ply, 4);
    assert_int_equal(pond_match_turns(&match), 1);
    /* Farthest behind first, each over the line: Y to 17, R to 18, G to 19; no leaf is right. */
    expect_position(RING " R18:2345,G19:2345,Y17:2345 G - 2");
    expect_last("R1 G1 Y1");
}

static void test_q4_the_order_of_choices_does_not_matter(void **context)
{
    (void)context;
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct pond_state first;
    for (size_t i = 0; i < LENGTH(orders); i++) {
        begin_three();
        for (int k = 0; k < 3; k++) {
            const int seat = orders[i][k];
            play(seat, (const char[]){"425"[seat], '\0'});
        }
        if (i == 0) first = match.state;
        assert_memory_equal(&first, &match.state, sizeof first);
        expect_last("R4 G2 Y5");
    }
}

static void test_q4_the_dummy_comes_after_all_have_chosen(void **context)
{
    (void)context;
    begin(&pond_quibbit, TWO);
    play(0, "@3");
    expect_last("@3");
    play(1, "front");
    expect_last("front");
    expect_position(RING " R15:12345,G16:12345,y14: G 12345 1");
    play(1, "1");
    assert_false(pond_match_chance_due(&match));
    play(0, "1");
    assert_true(pond_match_chance_due(&match));
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "2", &why), POND_WORD_MATCH_CHANCE_DUE);
    chance("2");
    expect_position(RING " R17:2345,G18:2345,y16: G 1345 2"); /* as in docs/notation.md */
    expect_last("R1 G1 y2");
    assert_int_equal(match.ply, 3);
    play(0, "2");
    play(1, "2");
    EXPECT_REFUSED(pond_match_outcome(&match, 2, &why), POND_WORD_QUIBBIT_DECK_GONE);
}

/* ---- C4: resigning ---- */

static void test_c4_of_two_sides_the_other_wins(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    expect_done(pond_match_resign(&match, 0, &why));
    expect_result("seat 1", "resigned");
    expect_last("S0:resign");
    begin(&pond_rribbit, "");
    expect_done(pond_match_resign(&match, 1, &why)); /* out of turn */
    expect_result("seat 0", "resigned");
    expect_position(HOME " l -");
    begin_quibbles();
    play(0, "6=15,24");
    expect_done(pond_match_resign(&match, 1, &why));
    expect_result("seat 0", "resigned");
    begin_quibbles();
    expect_done(pond_match_resign(&match, 0, &why));
    expect_result("seat 1", "resigned");
}

static void test_c4_quibbit_the_frog_leaves_the_ring(void **context)
{
    (void)context;
    begin_three();
    expect_done(pond_match_resign(&match, 1, &why));
    /* The crown passes to the next in line (Q10). */
    expect_position(RING " R15:12345,G-:,Y14:12345 R - 1");
    assert_int_equal(pond_match_turn(&match), 5);
    EXPECT_REFUSED(pond_match_submit_text(&match, 1, "1", &why), POND_WORD_MATCH_SEAT_OUT);
    EXPECT_REFUSED(pond_match_resign(&match, 1, &why), POND_WORD_MATCH_SEAT_OUT);
    play(0, "1");
    play(2, "1");
    /* Y over R to 16, a flower: its card comes back; R over Y to 17, a leaf of G. */
    expect_position(RING " R17:2345,G-:,Y16:12345 R - 2");
    expect_last("R1 Y1");
    expect_done(pond_match_resign(&match, 2, &why));
    expect_result("seat 0", "last-standing");
}

static void test_c4_quibbit_in_a_round_that_is_open(void **context)
{
    (void)context;
    static const char after[] = RING " R17:2345,G-:,Y16:12345 R - 2";
    struct pond_state expected;
    begin_three();
    expect_done(pond_match_resign(&match, 1, &why));
    play(0, "1");
    play(2, "1");
    expected = match.state;
    /* Before the last choice. */
    begin_three();
    play(0, "1");
    expect_done(pond_match_resign(&match, 1, &why));
    assert_int_equal(match.sealed, 1);
    assert_int_equal(pond_match_turn(&match), 4);
    play(2, "1");
    expect_position(after);
    assert_memory_equal(&match.state, &expected, sizeof expected);
    assert_int_equal(match.ply, 4);
    /* As the last that was awaited: the round is played without it. */
    begin_three();
    play(0, "1");
    play(2, "1");
    expect_done(pond_match_resign(&match, 1, &why));
    expect_position(after);
    assert_memory_equal(&match.state, &expected, sizeof expected);
    assert_int_equal(match.ply, 4);
    assert_int_equal(match.sealed, 0);
    /* After its own choice: that is void. */
    begin_three();
    play(1, "5");
    play(0, "1");
    expect_done(pond_match_resign(&match, 1, &why));
    assert_int_equal(match.sealed, 1);
    play(2, "1");
    assert_memory_equal(&match.state, &expected, sizeof expected);
}

static void test_c4_quibbit_while_frogs_are_placed(void **context)
{
    (void)context;
    begin(&pond_quibbit, THREE);
    play(0, "@3");
    expect_done(pond_match_resign(&match, 1, &why));
    assert_int_equal(pond_match_turn(&match), 4);
    play(2, "back");
    expect_position(RING " R15:12345,G-:,Y14:12345 R - 1");
    begin(&pond_quibbit, THREE);
    expect_done(pond_match_resign(&match, 0, &why));
    play(1, "@3");
    play(2, "front");
    expect_position(RING " R-:,G15:12345,Y16:12345 Y - 1");
}

static void test_c4_quibbit_with_a_dummy(void **context)
{
    (void)context;
    begin(&pond_quibbit, TWO);
    play(0, "@3");
    play(1, "front");
    play(0, "1");
    expect_done(pond_match_resign(&match, 1, &why));
    expect_result("seat 0", "last-standing"); /* the dummy is a bystander (Q12) */
    begin(&pond_quibbit, TWO ",dummy=contender");
    play(0, "@3");
    play(1, "front");
    play(0, "1");
    expect_done(pond_match_resign(&match, 1, &why));
    expect_result("", "");
    assert_true(pond_match_chance_due(&match)); /* seat 0 plays on against it */
    chance("1");
    /* The dummy at 14 first, over R to 16; R over it to 17. */
    expect_position(RING " R17:2345,G-:,y16: R 2345 2");
    expect_done(pond_match_resign(&match, 0, &why));
    expect_result("dummy", "last-standing");
}

/* A player who is out by Q10 cannot resign. */
static void test_c4_quibbit_who_is_out_cannot_resign(void **context)
{
    (void)context;
    begin_at(&pond_quibbit, THREE, RING " R18:12345,G16:12345,Y-: R - 5");
    assert_int_equal(pond_match_turn(&match), 3);
    keep();
    assert_false(pond_match_submit_text(&match, 2, "1", &why));
    assert_memory_equal(&kept.match, &match, sizeof match);
    EXPECT_REFUSED(pond_match_resign(&match, 2, &why), POND_WORD_MATCH_SEAT_OUT);
}

static void test_c4_quibbles_the_cards_are_laid_aside(void **context)
{
    (void)context;
    begin_quibbles_three();
    expect_done(pond_match_resign(&match, 2, &why)); /* out of turn */
    expect_position("111222 -/-/- 6,6,0 131 123456 1 act");
    expect_done(pond_match_resign(&match, 1, &why));
    expect_result("seat 0", "resigned");
    begin_quibbles_three();
    expect_done(pond_match_resign(&match, 1, &why)); /* in its turn: the next one's */
    expect_position("111222 -/-/- 6,0,6 131 555566 2 act");
    expect_last("S1:resign");
    play(2, "3=12");
    play(2, "!1");
    chance("77");
    expect_position("112277 -/-/1 6,0,5 129 13555566 0 act"); /* seat 1 is skipped later */
    play(0, "+3");
    chance("56");
    play(0, "-");
    assert_int_equal(pond_match_turn(&match), POND_SEAT(2));
    expect_done(pond_match_resign(&match, 2, &why));
    expect_result("seat 0", "resigned");
}

static void test_c4_quibbles_between_action_and_stash(void **context)
{
    (void)context;
    begin_quibbles_three();
    play(1, "+5");
    chance("11");
    play(1, "-");
    assert_int_equal(pond_match_turn(&match), POND_SEAT(2));
    play(2, "3=12,12");
    expect_done(pond_match_resign(&match, 2, &why));
    assert_true(pond_match_chance_due(&match)); /* the refill */
    chance("345");
    /* Of 111222 and the 5 laid down, 12 and 12 are gone; they lie with the 3 and the hand. */
    expect_position("123455 -/-/- 6,7,0 126 1112223456 0 act");
}

/* ---- C4: draws ---- */

static void test_c4_a_draw_is_offered_and_accepted(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    EXPECT_REFUSED(pond_match_accept_draw(&match, 0, &why), POND_WORD_MATCH_NO_OFFER);
    EXPECT_REFUSED(pond_match_accept_draw(&match, 1, &why), POND_WORD_MATCH_NO_OFFER);
    expect_done(pond_match_offer_draw(&match, 0, &why));
    assert_int_equal(match.offer, 0);
    expect_last("S0:draw?");
    EXPECT_REFUSED(pond_match_accept_draw(&match, 0, &why), POND_WORD_MATCH_NO_OFFER);
    EXPECT_REFUSED(pond_match_offer_draw(&match, 0, &why), POND_WORD_MATCH_OFFER_STANDS);
    EXPECT_REFUSED(pond_match_offer_draw(&match, 1, &why), POND_WORD_MATCH_OFFER_STANDS);
    expect_done(pond_match_accept_draw(&match, 1, &why));
    expect_result("draw", "agreed");
    expect_last("S1:draw!");
    EXPECT_REFUSED(pond_match_submit_text(&match, 0, "b1-c3", &why), POND_WORD_MOVE_GAME_OVER);
}

static void test_c4_an_offer_lapses_when_the_other_side_moves(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    expect_done(pond_match_offer_draw(&match, 0, &why));
    play(0, "b1-c3"); /* its own move leaves it standing */
    assert_int_equal(match.offer, 0);
    play(1, "b7-c5");
    assert_int_equal(match.offer, -1);
    EXPECT_REFUSED(pond_match_accept_draw(&match, 1, &why), POND_WORD_MATCH_NO_OFFER);
    EXPECT_REFUSED(pond_match_accept_draw(&match, 0, &why), POND_WORD_MATCH_NO_OFFER);
    expect_done(pond_match_offer_draw(&match, 1, &why)); /* offered out of turn */
    play(0, "c3-b1");
    assert_int_equal(match.offer, -1);
    expect_done(pond_match_offer_draw(&match, 0, &why)); /* it may be offered again */
    EXPECT_REFUSED(pond_match_submit_text(&match, 1, "x", &why), POND_WORD_MOVE_SYNTAX);
    assert_int_equal(match.offer, 0); /* a refused move is not a move */
    expect_done(pond_match_accept_draw(&match, 1, &why));
    expect_result("draw", "agreed");
}

static void test_c4_only_rribbit_has_draw_offers(void **context)
{
    (void)context;
    begin_three();
    EXPECT_REFUSED(pond_match_offer_draw(&match, 0, &why), POND_WORD_MATCH_NO_DRAWS);
    EXPECT_REFUSED(pond_match_accept_draw(&match, 0, &why), POND_WORD_MATCH_NO_OFFER);
    begin_quibbles();
    EXPECT_REFUSED(pond_match_offer_draw(&match, 1, &why), POND_WORD_MATCH_NO_DRAWS);
    EXPECT_REFUSED(pond_match_accept_draw(&match, 1, &why), POND_WORD_MATCH_NO_OFFER);
}

/* ---- C4 and X12: takebacks ---- */

static void test_c4_takeback_in_rribbit(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    play(0, "b1-c3");
    const struct pond_state one = match.state;
    play(1, "b7-c5");
    play(0, "c3-d5");
    const struct pond_state three = match.state;
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 0, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 4, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    assert_string_equal(why.argument[0], "4");
    assert_string_equal(why.argument[1], "3");
    EXPECT_REFUSED(pond_match_take_back(&match, 0, UINT32_MAX, &why),
                   POND_WORD_MATCH_TAKEBACK_RANGE);
    expect_done(pond_match_take_back(&match, 1, 2, &why));
    assert_memory_equal(&match.state, &one, sizeof one);
    assert_int_equal(match.ply, 1);
    assert_int_equal(pond_match_turn(&match), POND_SEAT(1));
    assert_int_equal(pond_match_turns(&match), 1);
    expect_last("S1:takeback 2");
    play(1, "b7-c5");
    play(0, "c3-d5");
    assert_memory_equal(&match.state, &three, sizeof three);
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 4, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    expect_done(pond_match_take_back(&match, 0, 3, &why));
    expect_position(HOME " l -");
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    play(0, "b1-c3");
    expect_last("b1-c3");
}

static void expect_takeback(pond_seats seats, enum pond_takeback expected, uint32_t count)
{
    uint32_t decisions = UINT32_MAX;
    assert_int_equal(pond_match_fair_takeback(&match, seats, &decisions), expected);
    assert_int_equal(decisions, count);
}

static void test_c4_fair_takebacks(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    expect_takeback(1, POND_TAKEBACK_NOTHING, 0);
    play(0, "b1-c3");
    play(1, "b7-c5");
    expect_takeback(1, POND_TAKEBACK_FAIR, 2);
    expect_takeback(2, POND_TAKEBACK_FAIR, 1);
    expect_takeback(3, POND_TAKEBACK_FAIR, 1);
    expect_done(pond_match_take_back(&match, 1, 1, &why));
    expect_takeback(2, POND_TAKEBACK_NOTHING, 0);
    /* Frogs are placed in the open; cards that were turned up are known. */
    begin_three();
    expect_takeback(1, POND_TAKEBACK_FAIR, 3);
    play(0, "1");
    expect_takeback(1, POND_TAKEBACK_SEALED, 0);
    play(1, "1");
    expect_takeback(4, POND_TAKEBACK_FAIR, 1);
    play(2, "1");
    for (pond_seats seats = 1; seats < 8; seats++) {
        expect_takeback(seats, POND_TAKEBACK_REVEALED, 1);
    }
}

/* In a game of hands a decision stands once the turn has passed on or a card was drawn. */
static void test_c4_fair_takebacks_of_hands(void **context)
{
    (void)context;
    static pond_move moves[POND_MOVES_MAX];
    int fair = 0, revealed = 0;
    begin(&pond_quibbles, "");
    pond_match_seed(&match, "fair");
    for (int step = 0; step < 200 && !pond_match_over(&match); step++) {
        const int seat = pond_seat_first(pond_match_turn(&match));
        const uint32_t entries = pond_match_entries(&match);
        const int count = match.game->moves(&match.state, seat, moves);
        expect_done(pond_match_submit(&match, seat, moves[step % count], &why));
        const bool drawn = pond_match_entries(&match) > entries + 1;
        const bool passed = (pond_match_turn(&match) & POND_SEAT(seat)) == 0;
        drawn || passed ? revealed++ : fair++;
        expect_takeback(POND_SEAT(seat),
                        drawn || passed ? POND_TAKEBACK_REVEALED : POND_TAKEBACK_FAIR, 1);
    }
    assert_true(fair > 10 && revealed > 10);
}

static void test_c4_takeback_of_a_whole_round(void **context)
{
    (void)context;
    begin_three();
    const struct pond_state placed = match.state;
    round_of_three("111");
    const struct pond_state two = match.state;
    round_of_three("234");
    assert_int_equal(match.ply, 5);
    expect_done(pond_match_take_back(&match, 0, 1, &why));
    assert_memory_equal(&match.state, &two, sizeof two);
    assert_int_equal(match.ply, 4);
    assert_int_equal(pond_match_turns(&match), 1);
    /* Sealed choices are withdrawn with it. */
    play(1, "2");
    assert_int_equal(match.sealed, 2);
    expect_done(pond_match_take_back(&match, 2, 1, &why));
    assert_memory_equal(&match.state, &placed, sizeof placed);
    assert_int_equal(match.sealed, 0);
    assert_int_equal(pond_match_turn(&match), 7);
    assert_int_equal(match.ply, 3);
    play(1, "1"); /* so it may choose again */
    play(0, "1");
    play(2, "1");
    assert_memory_equal(&match.state, &two, sizeof two);
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 5, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    expect_done(pond_match_take_back(&match, 0, 4, &why));
    assert_memory_equal(&match.state, &match.start, sizeof placed);
    assert_int_equal(pond_match_turn(&match), POND_SEAT(0));
}

static void test_c4_takeback_of_the_dummys_card(void **context)
{
    (void)context;
    begin(&pond_quibbit, TWO);
    play(0, "@3");
    play(1, "front");
    const struct pond_state placed = match.state;
    play(0, "1");
    play(1, "1");
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_CHANCE_DUE);
    chance("2");
    expect_done(pond_match_take_back(&match, 0, 1, &why));
    assert_memory_equal(&match.state, &placed, sizeof placed);
    play(0, "1");
    play(1, "1");
    chance("5");
    expect_last("R1 G1 y5");
}

static void test_c4_takeback_in_quibbles(void **context)
{
    (void)context;
    begin_quibbles();
    struct pond_state states[7];
    states[0] = match.state;
    play(0, "6=15,24");
    states[1] = match.state;
    play(0, "!2");
    chance("5536");
    states[2] = match.state;
    play(1, "14=555");
    states[3] = match.state;
    play(1, "-");
    chance("410");
    states[4] = match.state;
    play(0, "+3");
    chance("44");
    states[5] = match.state;
    play(0, "!4");
    states[6] = match.state;
    expect_position("0123346 24/- 3,7 128 12244446 1 act"); /* as in docs/notation.md */
    assert_int_equal(match.ply, 6);
    assert_int_equal(pond_match_turns(&match), 3);
    for (uint32_t back = 1; back <= 6; back++) {
        expect_done(pond_match_take_back(&match, 1, 1, &why));
        assert_memory_equal(&match.state, &states[6 - back], sizeof states[0]);
        assert_int_equal(match.ply, 6 - back);
        assert_int_equal(pond_match_turns(&match), (6 - back) / 2);
    }
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_TAKEBACK_RANGE);
    play(0, "6=15,24"); /* and another way, with other cards */
    play(0, "!2");
    chance("1111");
    expect_done(pond_match_take_back(&match, 0, 2, &why));
    assert_memory_equal(&match.state, &states[0], sizeof states[0]);
}

static void test_c4_takeback_of_a_seeded_match(void **context)
{
    (void)context;
    begin(&pond_quibbles, "players=3");
    pond_match_seed(&match, "back");
    const struct pond_state dealt = match.state;
    play_random("habit", 20);
    expect_done(pond_match_take_back(&match, 0, match.ply, &why));
    assert_memory_equal(&match.state, &dealt, sizeof dealt);
    play_random("other", 20);
    assert_int_equal(match.ply, 20);
}

static void test_c4_no_takeback_past_a_resignation(void **context)
{
    (void)context;
    begin_three();
    round_of_three("111");
    expect_done(pond_match_resign(&match, 1, &why));
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_TAKEBACK_RESIGNED);
    const struct pond_state after = match.state;
    play(0, "2");
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_TAKEBACK_RESIGNED);
    play(2, "2");
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 2, &why), POND_WORD_MATCH_TAKEBACK_RESIGNED);
    EXPECT_REFUSED(pond_match_take_back(&match, 1, 1, &why), POND_WORD_MATCH_SEAT_OUT);
    expect_done(pond_match_take_back(&match, 0, 1, &why)); /* what came after it can go */
    assert_memory_equal(&match.state, &after, sizeof after);
    begin_quibbles_three();
    play(1, "+5");
    chance("11");
    play(1, "-");
    expect_done(pond_match_resign(&match, 2, &why));
    EXPECT_REFUSED(pond_match_take_back(&match, 0, 1, &why), POND_WORD_MATCH_TAKEBACK_RESIGNED);
    play(0, "+3");
    chance("22");
    expect_done(pond_match_take_back(&match, 1, 1, &why));
    EXPECT_REFUSED(pond_match_take_back(&match, 1, 1, &why), POND_WORD_MATCH_TAKEBACK_RESIGNED);
}

/* The round in which someone gave up can be taken back; giving up stays. */
static void test_c4_takeback_of_the_round_of_a_resignation(void **context)
{
    (void)context;
    begin_three();
    expect_done(pond_match_resign(&match, 1, &why));
    const struct pond_state expected = match.state;
    begin_three();
    play(0, "1");
    play(2, "1");
    expect_done(pond_match_resign(&match, 1, &why));
    expect_done(pond_match_take_back(&match, 0, 1, &why));
    assert_memory_equal(&match.state, &expected, sizeof expected);
    assert_int_equal(match.ply, 3);
    assert_int_equal(match.sealed, 0);
    assert_int_equal(pond_match_turn(&match), 5);
}

/* ---- What was done last ---- */

static void test_last_move_is_written_as_it_was_made(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    expect_last("");
    begin_at(&pond_rribbit, "", "DDDDD4/9/9/9/3LLD3/9/LL4L2 l -");
    play(0, "g1xf3");
    expect_last("g1xf3+");
    begin_quibbles();
    expect_last("");
    play(0, "6=42,51"); /* as it is written, not as it was typed */
    expect_last("6=15,24");
    play(0, "!2");
    chance("5536");
    expect_last("!2");
    play(1, "14=555");
    expect_last("14=555");
}

/* ---- C5: series ---- */

static void finish_by_resigning(int seat)
{
    expect_done(pond_match_resign(&match, seat, &why));
    assert_true(pond_match_over(&match));
}

static void test_c5_the_first_move_passes_on(void **context)
{
    (void)context;
    struct pond_series series;
    struct pond_config config;
    pond_series_begin(&series, 2);
    begin(&pond_rribbit, "turn=chain,endgame=7");
    const struct pond_config first = match.config;
    finish_by_resigning(1);
    pond_series_next(&series, &match, &config);
    assert_memory_equal(&config, &first, sizeof config);
    assert_int_equal(series.games, 1);
    assert_int_equal(series.wins[0], 1);
    assert_int_equal(series.player_at[0], 1);
    assert_int_equal(series.player_at[1], 0);
    begin(&pond_rribbit, "");
    finish_by_resigning(1); /* now that is player 0 */
    pond_series_next(&series, &match, &config);
    assert_int_equal(series.wins[0], 1);
    assert_int_equal(series.wins[1], 1);
    assert_int_equal(series.player_at[0], 0);
    begin(&pond_rribbit, "");
    expect_done(pond_match_offer_draw(&match, 0, &why));
    expect_done(pond_match_accept_draw(&match, 1, &why));
    pond_series_next(&series, &match, &config);
    assert_int_equal(series.draws, 1);
    assert_int_equal(series.games, 3);
    assert_int_equal(series.wins[0] + series.wins[1], 2);
}

static void test_c5_handicaps_move_up_with_their_players(void **context)
{
    (void)context;
    struct pond_series series;
    struct pond_config config;
    pond_series_begin(&series, 3);
    begin(&pond_quibbit, "players=3,layout=*RGY*GYR~YRG,handicap=012");
    expect_done(pond_match_resign(&match, 1, &why));
    finish_by_resigning(2);
    pond_series_next(&series, &match, &config);
    assert_int_equal(pond_config_digit(&config, 7, 0), 1);
    assert_int_equal(pond_config_digit(&config, 7, 1), 2);
    assert_int_equal(pond_config_digit(&config, 7, 2), 0);
}

static void test_c5_everyone_moves_up_one_seat(void **context)
{
    (void)context;
    struct pond_series series;
    struct pond_config config;
    pond_series_begin(&series, 3);
    for (int game = 0; game < 6; game++) {
        for (int seat = 0; seat < 3; seat++) {
            assert_int_equal(series.player_at[seat], (seat + game) % 3);
        }
        begin(&pond_quibbit, THREE);
        expect_done(pond_match_resign(&match, 0, &why));
        expect_done(pond_match_resign(&match, 1, &why));
        expect_result("seat 2", "last-standing");
        pond_series_next(&series, &match, &config);
        const struct pond_config same = given_config(&pond_quibbit, THREE);
        assert_memory_equal(&config, &same, sizeof config);
    }
    for (int player = 0; player < 3; player++) assert_int_equal(series.wins[player], 2);
}

static void test_c5_quibbles_the_next_player_begins(void **context)
{
    (void)context;
    for (int beginner = 0; beginner < 3; beginner++) {
        struct pond_series series;
        struct pond_config config;
        char options[POND_OPTIONS_TEXT_MAX];
        pond_series_begin(&series, 3);
        begin(&pond_quibbles, "players=3");
        chance("111222"
               "333444"
               "555566"
               "123456");
        chance((const char[]){(char)('0' + beginner), '\0'});
        for (int game = 1; game < 7; game++) {
            expect_done(pond_match_resign(&match, 2, &why));
            expect_done(pond_match_resign(&match, 1, &why));
            pond_series_next(&series, &match, &config);
            struct pond_text out = pond_text_in(options, sizeof options);
            pond_config_print(&pond_quibbles, &config, &out);
            begin(&pond_quibbles, options);
            chance("111222"
                   "333444"
                   "555566"
                   "123456");
            const int seat = pond_seat_first(pond_match_turn(&match));
            assert_int_equal(series.player_at[seat], (beginner + game) % 3);
        }
        assert_int_equal(series.wins[0] + series.wins[1] + series.wins[2], 6);
    }
}

static void test_c5_the_dummys_wins_are_nobodys(void **context)
{
    (void)context;
    struct pond_series series;
    struct pond_config config;
    pond_series_begin(&series, 2);
    begin(&pond_quibbit, TWO ",dummy=contender");
    expect_done(pond_match_resign(&match, 0, &why));
    expect_done(pond_match_resign(&match, 1, &why));
    expect_result("dummy", "last-standing");
    pond_series_next(&series, &match, &config);
    assert_int_equal(series.dummy_wins, 1);
    assert_int_equal(series.wins[0] + series.wins[1] + series.draws, 0);
    assert_int_equal(series.player_at[0], 1);
}

/* ---- The log ---- */

/* Random games with takebacks: a cursor gives what counts, in both directions, and playing that
 * gives the position; a copy has a log of its own. */
static void test_cursors_read_what_counts(void **unused)
{
    static struct pond_entry copied[LOG_MAX];
    const struct pond_game *const games[] = {&pond_rribbit, &pond_quibbit, &pond_quibbles};
    uint32_t takebacks = 0;
    (void)unused;
    for (uint32_t i = 0; i < 30; i++) {
        const struct pond_game *game = games[i % 3];
        char seed[POND_SEED_MAX + 1];
        uint32_t counted = 0, passed = 0, undone = 0;
        begin(game, "");
        pond_random_seed("cursor", i, seed);
        pond_match_seed(&match, seed);
        for (uint32_t part = 1; part < 6 && !pond_match_over(&match); part++) {
            expect_done(pond_match_play_random(&match, 3 * part, &why));
            if (pond_match_over(&match) || match.sealed != 0 || match.ply < 2) continue;
            if (pond_match_take_back(&match, 0, 2, NULL)) undone++;
        }
        struct pond_state state = match.start;
        struct pond_cursor cursor = pond_cursor_at(&match, 0);
        for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
            assert_true(pond_entry_counts(entry));
            assert_ptr_equal(entry, pond_match_entry(&match, cursor.number - 1));
            pond_entry_apply(game, entry, &state);
            passed++;
        }
        assert_int_equal(cursor.number, pond_match_entries(&match));
        assert_memory_equal(&state, &match.state, sizeof state);
        while (pond_cursor_previous(&cursor) != NULL) passed--;
        assert_int_equal(passed, 0);
        for (uint32_t k = 0; k < match.log_count; k++) counted += match_log[k].undone_at == 0;
        assert_true(undone == 0 || counted < match.log_count);
        takebacks += undone;

        struct pond_match copy;
        pond_match_copy(&match, &copy, copied, LOG_MAX);
        memset(match_log, 0xee, sizeof match_log);
        pond_match_replay(&copy, pond_match_entries(&copy), &state);
        assert_memory_equal(&state, &copy.state, sizeof state);
        assert_int_equal(pond_match_room(&copy), LOG_MAX - copy.log_count);
    }
    assert_true(takebacks > 20);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_cursors_read_what_counts),
    cmocka_unit_test(test_c1_same_seed_same_game),
    cmocka_unit_test(test_c1_told_outcomes_give_the_drawn_game),
    cmocka_unit_test(test_c1_the_deal_is_the_streams),
    cmocka_unit_test(test_c2_refused_moves_change_nothing),
    cmocka_unit_test(test_c2_refused_choices_change_nothing),
    cmocka_unit_test(test_c2_chance_cannot_be_skipped_or_forged),
    cmocka_unit_test(test_c2_a_game_that_is_over_stays_so),
    cmocka_unit_test(test_c2_refusals_need_no_error),
    cmocka_unit_test(test_versions_go_up_with_everything_that_happens),
    cmocka_unit_test(test_log_full_is_refused),
    cmocka_unit_test(test_log_full_of_chance_is_refused),
    cmocka_unit_test(test_log_full_of_a_seeded_match),
    cmocka_unit_test(test_log_replays_to_every_point),
    cmocka_unit_test(test_c3_a_sealed_choice_shows_in_no_other_view),
    cmocka_unit_test(test_c3_drawn_cards_show_in_no_other_view),
    cmocka_unit_test(test_q4_a_round_is_open_until_all_have_chosen),
    cmocka_unit_test(test_q4_the_order_of_choices_does_not_matter),
    cmocka_unit_test(test_q4_the_dummy_comes_after_all_have_chosen),
    cmocka_unit_test(test_c4_of_two_sides_the_other_wins),
    cmocka_unit_test(test_c4_quibbit_the_frog_leaves_the_ring),
    cmocka_unit_test(test_c4_quibbit_in_a_round_that_is_open),
    cmocka_unit_test(test_c4_quibbit_while_frogs_are_placed),
    cmocka_unit_test(test_c4_quibbit_with_a_dummy),
    cmocka_unit_test(test_c4_quibbit_who_is_out_cannot_resign),
    cmocka_unit_test(test_c4_quibbles_the_cards_are_laid_aside),
    cmocka_unit_test(test_c4_quibbles_between_action_and_stash),
    cmocka_unit_test(test_c4_a_draw_is_offered_and_accepted),
    cmocka_unit_test(test_c4_an_offer_lapses_when_the_other_side_moves),
    cmocka_unit_test(test_c4_only_rribbit_has_draw_offers),
    cmocka_unit_test(test_c4_takeback_in_rribbit),
    cmocka_unit_test(test_c4_fair_takebacks),
    cmocka_unit_test(test_c4_fair_takebacks_of_hands),
    cmocka_unit_test(test_c4_takeback_of_a_whole_round),
    cmocka_unit_test(test_c4_takeback_of_the_dummys_card),
    cmocka_unit_test(test_c4_takeback_in_quibbles),
    cmocka_unit_test(test_c4_takeback_of_a_seeded_match),
    cmocka_unit_test(test_c4_no_takeback_past_a_resignation),
    cmocka_unit_test(test_c4_takeback_of_the_round_of_a_resignation),
    cmocka_unit_test(test_last_move_is_written_as_it_was_made),
    cmocka_unit_test(test_c5_the_first_move_passes_on),
    cmocka_unit_test(test_c5_handicaps_move_up_with_their_players),
    cmocka_unit_test(test_c5_everyone_moves_up_one_seat),
    cmocka_unit_test(test_c5_quibbles_the_next_player_begins),
    cmocka_unit_test(test_c5_the_dummys_wins_are_nobodys),
    cmocka_unit_test(test_c1_a_seed_may_come_later),
};

int main(void) { return cmocka_run_group_tests(tests, NULL, NULL); }
