/* record_test.c: records: written as docs/notation.md says, read back, and refused line by line.
 *
 * Every text is read from memory of exactly its size, so that a sanitizer catches a reader that
 * reads past the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "pond/quibbles.h"
#include "pond/record.h"
#include "pond/rribbit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define LOG_MAX 4096
#define HOME "DDDDDDDDD/9/9/9/9/9/LLLLLLLLL"
#define RING "*RGY*GYR~YRG"
#define RRIBBIT_OPTIONS "turn=single,win=row,start=home,endgame=40,repetition=3"

/* Lines are counted from the first tag, for the errors below. */
#define AGREED                                                                                     \
    "[Game \"rribbit\"]\n"                                                                         \
    "[Options \"" RRIBBIT_OPTIONS "\"]\n"                                                          \
    "[Date \"2026-11-15\"]\n"                                                                      \
    "[Seat0 \"Ada\"]\n"                                                                            \
    "[Seat1 \"Ben\"]\n"                                                                            \
    "[Result \"draw\"]\n"                                                                          \
    "[Reason \"agreed\"]\n"                                                                        \
    "\n"                                                                                           \
    "1. e1-f3 f7-e5\n"                                                                             \
    "2. f3xe5 d7xe5\n"                                                                             \
    "3. c1-d3 e7-f5 S1:draw? S0:draw!\n"                                                           \
    "draw\n"

/* Dark moves first; light makes a row that dark leaves standing. */
#define DARK_FIRST                                                                                 \
    "[Game \"rribbit\"]\n"                                                                         \
    "[Options \"" RRIBBIT_OPTIONS "\"]\n"                                                          \
    "[Position \"DD7/9/4D4/9/3LL4/9/LL4L2 d -\"]\n"                                                \
    "[Result \"seat 0\"]\n"                                                                        \
    "[Reason \"row\"]\n"                                                                           \
    "\n"                                                                                           \
    "1. ... a7-c6\n"                                                                               \
    "2. g1-f3+ c6-b4\n"                                                                            \
    "seat 0\n"

#define DUMMY                                                                                      \
    "[Game \"quibbit\"]\n"                                                                         \
    "[Options \"players=2,edition=quibbit,colors=RGY,layout=random,lap=crowned,tie=round-start,"   \
    "dummy=bystander\"]\n"                                                                         \
    "[Seed \"frog\"]\n"                                                                            \
    "[Setup \"" RING "\"]\n"                                                                       \
    "[Result \"unfinished\"]\n"                                                                    \
    "[Reason \"limit\"]\n"                                                                         \
    "\n"                                                                                           \
    "0. @3 front\n"                                                                                \
    "1. R1 G1 y2\n"                                                                                \
    "unfinished\n"

/* A ring by option, a takeback of a round, and a seat that gives up. */
#define THREE                                                                                      \
    "[Game \"quibbit\"]\n"                                                                         \
    "[Options \"players=3,edition=king-frog,colors=RGY,layout=" RING ",lap=leader,tie=now,"        \
    "dummy=bystander\"]\n"                                                                         \
    "[Setup \"" RING "\"]\n"                                                                       \
    "[Result \"seat 0\"]\n"                                                                        \
    "[Reason \"last-standing\"]\n"                                                                 \
    "\n"                                                                                           \
    "0. @3 front back\n"                                                                           \
    "1. R1 G1 Y1\n"                                                                                \
    "2. S0:takeback 1\n"                                                                           \
    "1. R2 G1 Y1\n"                                                                                \
    "2. S1:resign R2 Y4\n"                                                                         \
    "3. S2:resign\n"                                                                               \
    "seat 0\n"

/* The example of docs/notation.md. */
#define CARDS                                                                                      \
    "[Game \"quibbles\"]\n"                                                                        \
    "[Options \"players=2,variant=standard,first=random\"]\n"                                      \
    "[Setup \"122455 223456 113466 0\"]\n"                                                         \
    "[Result \"unfinished\"]\n"                                                                    \
    "[Reason \"in-progress\"]\n"                                                                   \
    "\n"                                                                                           \
    "1. S0 6=15,24 !2 <5536>\n"                                                                    \
    "2. S1 14=555 - <410>\n"                                                                       \
    "3. S0 +3 <44> !4\n"                                                                           \
    "unfinished\n"

/* Three at cards; one gives up after its action, which brings the refill. */
#define CARDS_THREE                                                                                \
    "[Game \"quibbles\"]\n"                                                                        \
    "[Options \"players=3,variant=standard,first=1\"]\n"                                           \
    "[Setup \"111222 333444 555566 123456 1\"]\n"                                                  \
    "[Result \"seat 0\"]\n"                                                                        \
    "[Reason \"resigned\"]\n"                                                                      \
    "\n"                                                                                           \
    "1. S1 +5 <11> -\n"                                                                            \
    "2. S2 3=12,12 S2:resign <345>\n"                                                              \
    "3. S0 +3 <77> - S1:resign\n"                                                                  \
    "seat 0\n"

static const char *const good[] = {AGREED, DARK_FIRST, DUMMY, THREE, CARDS, CARDS_THREE};

/* ---- Helpers ---- */

static struct pond_match match;
static struct pond_record record;
static struct pond_entry match_log[LOG_MAX];
static struct pond_error why;
static uint32_t error_line;

static bool read_bytes(const char *bytes, size_t length)
{
    char *exact = malloc(length > 0 ? length : 1);
    memcpy(exact, bytes, length);
    struct pond_reader reader = pond_reader_of(exact, length);
    memset(&why, 0, sizeof why);
    const bool done = pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why);
    error_line = reader.error_line;
    free(exact);
    return done;
}

static void fail_read(const char *text)
{
    char sentence[512];
    struct pond_text out = pond_text_in(sentence, sizeof sentence);
    pond_error_print(&why, POND_ENGLISH, &out);
    fail_msg("%s\nline %u: %s", text, (unsigned)error_line, sentence);
}

static void expect_read(const char *text)
{
    if (!read_bytes(text, strlen(text))) fail_read(text);
}

static void expect_error(const char *text, uint32_t line, enum pond_word word)
{
    if (read_bytes(text, strlen(text))) fail_msg("%s\nis accepted", text);
    if (why.word != word || error_line != line) fail_read(text);
}

/* A good record with one thing changed, which is refused on that line. */
static void expect_changed(const char *text, const char *old, const char *new, uint32_t line,
                           enum pond_word word)
{
    static char changed[4096];
    const char *at = strstr(text, old);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    if (word == POND_WORD_NONE) {
        expect_read(changed);
    } else {
        expect_error(changed, line, word);
    }
}

#define CHANGED_STILL_READS 0, POND_WORD_NONE

struct page {
    size_t length, size;
    char *text;
};

static void page_put(void *context, const char *bytes, size_t length)
{
    struct page *page = context;
    if (page->length + length + 1 > page->size) {
        page->size = 2 * page->size + length + 1024;
        page->text = realloc(page->text, page->size);
        assert_non_null(page->text);
    }
    memcpy(page->text + page->length, bytes, length);
    page->length += length;
    page->text[page->length] = '\0';
}

/* The current match as text, to be freed. */
static char *written(int hidden_from)
{
    struct page page = {0};
    pond_record_write(&match, &record, hidden_from, page_put, &page);
    return page.text;
}

static void expect_written(const char *expected)
{
    char *text = written(-1);
    assert_string_equal(text, expected);
    free(text);
}

static void expect_position(const char *expected)
{
    char text[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    match.game->state_print(&match.state, &out);
    assert_string_equal(text, expected);
}

static void begin(const struct pond_game *game, const char *options)
{
    struct pond_config config;
    if (!pond_config_parse(game, options, &config, NULL)) fail_msg("options %s", options);
    pond_match_begin(&match, game, &config, match_log, LOG_MAX);
    memset(&record, 0, sizeof record);
}

static void begin_at(const struct pond_game *game, const char *options, const char *position)
{
    struct pond_config config;
    struct pond_state state;
    if (!pond_config_parse(game, options, &config, NULL)) fail_msg("options %s", options);
    if (!game->state_parse(&state, &config, position, NULL)) fail_msg("position %s", position);
    pond_match_begin_at(&match, game, &config, &state, match_log, LOG_MAX);
    memset(&record, 0, sizeof record);
}

static void play(int seat, const char *text)
{
    if (!pond_match_submit_text(&match, seat, text, &why)) fail_read(text);
}

static void chance(const char *outcomes)
{
    for (; *outcomes != '\0'; outcomes++) {
        const char text[2] = {*outcomes, '\0'};
        pond_move move;
        if (!pond_move_read(match.game, &match.state, POND_CHANCE, text, &move, &why)) {
            fail_read(outcomes);
        }
        assert_true(pond_match_outcome(&match, move, &why));
    }
}

/* ---- Writing and reading ---- */

static void test_good_records_come_back_as_they_were(void **context)
{
    (void)context;
    for (size_t i = 0; i < LENGTH(good); i++) {
        expect_read(good[i]);
        expect_written(good[i]);
    }
}

static void test_what_a_record_says_besides_the_game(void **context)
{
    (void)context;
    expect_read(AGREED);
    assert_string_equal(record.name[0], "Ada");
    assert_string_equal(record.name[1], "Ben");
    assert_string_equal(record.name[2], "");
    assert_string_equal(record.date, "2026-11-15");
    assert_string_equal(record.seed, "");
    assert_int_equal(record.result.outcome, POND_DRAWN);
    assert_int_equal(record.result.reason, POND_REASON_AGREED);
    expect_read(DUMMY);
    assert_string_equal(record.seed, "frog");
    assert_int_equal(record.result.outcome, POND_UNFINISHED);
    assert_int_equal(record.result.reason, POND_REASON_LIMIT);
    expect_read(CARDS_THREE);
    assert_int_equal(record.result.outcome, POND_WON);
    assert_int_equal(record.result.seat, 0);
    assert_int_equal(record.result.reason, POND_REASON_RESIGNED);
}

static void test_the_positions_that_records_lead_to(void **context)
{
    (void)context;
    expect_read(AGREED);
    expect_position("DDD3DDD/9/4DD3/9/3L5/9/LL1L1LLLL l -");
    expect_read(DARK_FIRST);
    expect_position("1D7/9/4D4/1D7/3LLL3/9/LL7 l -");
    expect_read(DUMMY);
    expect_position(RING " R17:2345,G18:2345,y16: G 1345 2");
    /* Round 1: Y over the line to 17, a leaf of G; G over it to 18, a leaf of Y; R by two free
     * tiles to 19 (16 is free by then), its own leaf. Round 2, without G: R to 21, a leaf of Y; Y
     * from 17 over R's tile by four to 22, a leaf of R. Then Y is gone too. */
    expect_read(THREE);
    expect_position(RING " R21:1345,G-:,Y-: R - 3");
    expect_read(CARDS);
    char text[POND_STATE_TEXT_MAX];
    struct pond_view view;
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_match_view(&match, POND_SPECTATOR, &view);
    match.game->view_print(&view, &out);
    assert_string_equal(text, "0123346 24/- 3,7 128 12244446 1 act");
}

/* A match that is played writes what was read. */
static void test_a_played_match_is_written(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    snprintf(record.name[0], sizeof record.name[0], "Ada");
    snprintf(record.name[1], sizeof record.name[1], "Ben");
    snprintf(record.date, sizeof record.date, "2026-11-15");
    static const char *const moves[] = {"e1-f3", "f7-e5", "f3xe5", "d7xe5", "c1-d3", "e7-f5"};
    for (int i = 0; i < 6; i++) play(i % 2, moves[i]);
    assert_true(pond_match_offer_draw(&match, 1, &why));
    assert_true(pond_match_accept_draw(&match, 0, &why));
    expect_written(AGREED);
    begin(&pond_quibbles, "");
    chance("1224552234561134660");
    play(0, "6=15,24"), play(0, "!2"), chance("5536");
    play(1, "14=555"), play(1, "-"), chance("410");
    play(0, "+3"), chance("44"), play(0, "!4");
    expect_written(CARDS);
    record.result = (struct pond_result){.outcome = POND_UNFINISHED, .reason = POND_REASON_LIMIT};
    char *text = written(-1);
    assert_non_null(strstr(text, "[Reason \"limit\"]"));
    free(text);
    /* Choices are written by seat, however they came. */
    begin(&pond_quibbit, "players=2");
    chance(RING);
    play(0, "@3"), play(1, "front");
    play(1, "1"), play(0, "1"), chance("2");
    text = written(-1);
    assert_non_null(strstr(text, "\n0. @3 front\n1. R1 G1 y2\nunfinished\n"));
    free(text);
}

static void test_suffixes_are_read_and_ignored(void **context)
{
    (void)context;
    expect_changed(AGREED, "1. e1-f3 f7-e5", "1. e1-f3+ f7-e5#", CHANGED_STILL_READS);
    expect_written(AGREED);
    expect_changed(DARK_FIRST, "g1-f3+", "g1-f3", CHANGED_STILL_READS);
    expect_written(DARK_FIRST);
    expect_changed(DARK_FIRST, "g1-f3+", "g1-f3#", CHANGED_STILL_READS);
    expect_changed(AGREED, "e1-f3", "e1-f3+#", 9, POND_WORD_MOVE_SYNTAX);
}

static void test_line_ends_of_every_kind(void **context)
{
    (void)context;
    for (size_t i = 0; i < LENGTH(good); i++) {
        char text[4096];
        size_t length = 0;
        for (const char *at = good[i]; *at != '\0'; at++) {
            if (*at == '\n') text[length++] = '\r';
            text[length++] = *at;
        }
        text[length] = '\0';
        expect_read(text);
        expect_written(good[i]);
    }
    expect_error("[Game \"rribbit\"]\r\n\r\n1. b1-c3 b7-c5\r\n2. b1-c3\r\n", 4,
                 POND_WORD_RRIBBIT_NO_FROG);
}

static void test_layout_is_free(void **context)
{
    (void)context;
    expect_changed(AGREED, "2. f3xe5 d7xe5\n3. c1-d3", "2.\n\tf3xe5\n  d7xe5   3. c1-d3",
                   CHANGED_STILL_READS);
    expect_written(AGREED);
    expect_changed(AGREED, "[Game", "\n\n  [Game", CHANGED_STILL_READS);
    expect_changed(AGREED, "]\n\n1.", "]\n1.", CHANGED_STILL_READS);
    expect_changed(AGREED, "[Date \"2026-11-15\"]", "[Date \"2026-11-15\"]   ",
                   CHANGED_STILL_READS);
    expect_changed(AGREED, "draw\n", "draw", CHANGED_STILL_READS);
    expect_changed(CARDS, "unfinished\n", "unfinished   \n\n\n", CHANGED_STILL_READS);
    /* Tags in another order, tags that nobody knows, options that are defaults. */
    expect_read("[Event \"club evening\"]\n[Result \"unfinished\"]\n[Game \"rribbit\"]\n\n"
                "1. b1-c3\nunfinished\n");
    expect_position("DDDDDDDDD/9/9/9/2L6/9/L1LLLLLLL d -");
}

/* Tags that nobody knows are passed over, whatever their names. */
static void test_unknown_tags_with_long_names(void **context)
{
    (void)context;
    expect_read("[Game \"rribbit\"]\n[TournamentOrganiser \"club\"]\n\nunfinished\n");
}

static void test_comments_among_the_moves(void **context)
{
    (void)context;
    expect_changed(AGREED, "1. e1-f3", "{a game}\n1. {first} e1-f3 {second [ < S0: \xc3\xa9}",
                   CHANGED_STILL_READS);
    expect_written(AGREED);
    expect_changed(AGREED, "e1-f3 f7-e5", "e1-f3{no blank}f7-e5", CHANGED_STILL_READS);
    expect_written(AGREED);
    expect_changed(CARDS, "<5536>\n", "{over\ntwo lines} <5536>{}\n", CHANGED_STILL_READS);
    expect_written(CARDS);
    expect_changed(CARDS, "S0 +3 <44>", "S0 {a} +3 {b} <44> {c}", CHANGED_STILL_READS);
    expect_changed(THREE, "S0:takeback 1", "S0:takeback {how many?} 1", CHANGED_STILL_READS);
    expect_changed(DARK_FIRST, "seat 0\n", "{light} seat {who?} 0\n", CHANGED_STILL_READS);
    /* Lines inside a comment count. */
    expect_changed(AGREED, "1. e1-f3 f7-e5", "{\n\n\n} 1. e1-f3 f7-f6", 12,
                   POND_WORD_RRIBBIT_NO_KNIGHT);
}

/* "Comments in braces are ignored on reading", wherever they stand. */
static void test_comments_behind_the_result(void **context)
{
    (void)context;
    expect_changed(AGREED, "draw\n", "draw {a fair end}\n", CHANGED_STILL_READS);
    expect_written(AGREED);
    expect_changed(AGREED, "draw\n", "draw{a} {b\n}\n   {c} \n  ", CHANGED_STILL_READS);
    expect_changed(AGREED, "draw\n", "draw {a}\n  " DARK_FIRST, CHANGED_STILL_READS);
    expect_written(AGREED);
    expect_changed(AGREED, "draw\n", "draw {a} b\n", 12, POND_WORD_RECORD_AFTER_END);
    expect_changed(AGREED, "draw\n", "draw {a\n", 12, POND_WORD_RECORD_COMMENT);
}

static void test_comments_between_games(void **context)
{
    (void)context;
    static const char text[] =
        AGREED "\n{the second game}\n" DARK_FIRST "{the third,\nindented}\n  " CARDS "{the end}\n";
    struct pond_reader reader = pond_reader_of(text, sizeof text - 1);
    int games = 0;
    while (pond_reader_more(&reader)) {
        if (!pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why)) {
            error_line = reader.error_line;
            fail_read(text);
        }
        games++;
    }
    assert_int_equal(games, 3);
}

static void test_comments_among_the_tags(void **context)
{
    (void)context;
    expect_changed(AGREED, "[Game", "{one of ours} [Game", CHANGED_STILL_READS);
    expect_changed(AGREED, "[Date", "{when?}\n[Date", CHANGED_STILL_READS);
    expect_changed(AGREED, "[Result", "{how?} [Result", CHANGED_STILL_READS);
}

static void test_names_with_anything_in_them(void **context)
{
    (void)context;
    static const char *const names[] = {
        "Ada \"the frog\" B.",
        "back\\slash",
        "\\\"",
        "Zo\xc3\xab \xf0\x9f\x90\xb8",
        "[x] {y} <z>",
        "  ",
        "'",
        "\\\\n",
        "seat 0",
        "\"",
    };
    for (size_t i = 0; i < LENGTH(names); i++) {
        begin(&pond_rribbit, "");
        snprintf(record.name[0], sizeof record.name[0], "%s", names[i]);
        memset(record.name[1], 'x', POND_NAME_MAX); /* as long as possible */
        char *text = written(-1);
        expect_read(text);
        assert_string_equal(record.name[0], names[i]);
        assert_int_equal(strlen(record.name[1]), POND_NAME_MAX);
        expect_written(text);
        free(text);
    }
    expect_changed(AGREED, "\"Ada\"", "\"A\\\"d\\\\a\"", CHANGED_STILL_READS);
    assert_string_equal(record.name[0], "A\"d\\a");
}

/* A name cannot smuggle lines into a record: what is written is one game, and reads. */
static void test_names_cannot_break_a_record(void **context)
{
    (void)context;
    static const char *const names[] = {"A\nB", "A\r\n[Result \"seat 1\"]", "A\tB", "\x01", "\x7f"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        begin(&pond_rribbit, "");
        snprintf(record.name[0], sizeof record.name[0], "%s", names[i]);
        char *text = written(-1);
        expect_read(text);
        free(text);
    }
}

/* ---- Several games ---- */

static int plies_told;

static void count_plies(void *context, const struct pond_match *told)
{
    assert_ptr_equal(told, &match);
    assert_ptr_equal(context, &plies_told);
    plies_told++;
}

static void test_several_games_in_one_text(void **context)
{
    (void)context;
    static const char text[] = AGREED "\n" CARDS "\n" DUMMY "\n\n\n" THREE DARK_FIRST;
    /* The start, every decision or round, and every event. */
    static const int plies[] = {1 + 6 + 2, 1 + 6, 1 + 3, 1 + 3 + 1 + 1 + 1 + 1 + 1 + 1, 1 + 3};
    struct pond_reader reader = pond_reader_of(text, sizeof text - 1);
    reader.after_ply = count_plies;
    reader.context = &plies_told;
    for (size_t i = 0; i < LENGTH(plies); i++) {
        assert_true(pond_reader_more(&reader));
        plies_told = 0;
        if (!pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why)) fail_read(text);
        assert_int_equal(plies_told, plies[i]);
    }
    assert_false(pond_reader_more(&reader));
}

static void test_lines_are_counted_through_all_games(void **context)
{
    (void)context;
    static const char text[] = AGREED "\n" AGREED "\n[Game \"rribbit\"]\n\n1. b1-b2\n";
    struct pond_reader reader = pond_reader_of(text, sizeof text - 1);
    for (int i = 0; i < 2; i++) {
        assert_true(pond_reader_more(&reader));
        assert_true(pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why));
    }
    assert_true(pond_reader_more(&reader));
    assert_false(pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why));
    assert_int_equal(reader.error_line, 13 + 13 + 3);
}

/* Some editors put a mark in front of UTF-8, and files with it are joined. */
static void test_a_mark_in_front_of_a_game(void **context)
{
    (void)context;
    static const char text[] = "\xef\xbb\xbf" AGREED "\n\xef\xbb\xbf" AGREED "\xef\xbb\xbf\n"
                               "{c}\xef\xbb\xbf" AGREED;
    struct pond_reader reader = pond_reader_of(text, sizeof text - 1);
    for (int i = 0; i < 3; i++) {
        assert_true(pond_reader_more(&reader));
        assert_true(pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why));
        assert_string_equal(record.name[0], "Ada");
    }
    assert_false(pond_reader_more(&reader));
    assert_true(read_bytes(text, sizeof "\xef\xbb\xbf" AGREED - 1)); /* without asking first */
    expect_error("\xef\xbb[Game \"rribbit\"]\n\nunfinished\n", 1, POND_WORD_RECORD_NO_GAME);
}

/* Nobody who shows a name need think of it. */
static void test_names_are_harmless(void **context)
{
    (void)context;
    static const char text[] = "[Game \"rribbit\"]\n[Date \"\xc2\x9d"
                               "2026\"]\n[Seat0 \"\xc2\x9b"
                               "31mEve\x9b\"]\n"
                               "[Seat1 \"\xe2\x80\xae"
                               "nnA\xe2\x81\xa9 Zo\xc3\xab\"]\n\nunfinished\n";
    assert_true(read_bytes(text, sizeof text - 1));
    assert_string_equal(record.name[0], "?31mEve?");
    assert_string_equal(record.name[1], "?nnA? Zo\xc3\xab");
    assert_string_equal(record.date, "?2026");
}

static void test_no_game_at_all(void **context)
{
    (void)context;
    static const char *const empty[] = {"", "\n", "  \r\n\t\n"};
    for (size_t i = 0; i < LENGTH(empty); i++) {
        struct pond_reader reader = pond_reader_of(empty[i], strlen(empty[i]));
        assert_false(pond_reader_more(&reader));
        assert_false(read_bytes(empty[i], strlen(empty[i])));
        assert_int_equal(why.word, POND_WORD_RECORD_NO_GAME);
    }
    expect_error("1. b1-c3\n", 1, POND_WORD_RECORD_NO_GAME);
    expect_error("\n\nhello\n", 3, POND_WORD_RECORD_NO_GAME);
    expect_error("[Seat0 \"x\"]\n\n1. b1-c3\n", 1, POND_WORD_RECORD_NO_GAME);
    expect_error("\xff\xfe", 1, POND_WORD_RECORD_NO_GAME);
}

/* ---- Errors in tags ---- */

static void test_tags_that_are_none(void **context)
{
    (void)context;
    const enum pond_word form = POND_WORD_RECORD_TAG_FORM;
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game rribbit]", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game \"rribbit\"", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game \"rribbit]", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game  \"rribbit\"]", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game\"rribbit\"]", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[\"rribbit\"]", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[]", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game \"rribbit\"] x", 1, form);
    expect_changed(AGREED, "[Game \"rribbit\"]", "[Game \"rribbit\"][Seat0 \"x\"]", 1, form);
    expect_changed(AGREED, "[Date \"2026", "[Date \"20\n26", 3, form);
    expect_changed(AGREED, "\"Ben\"", "\"Ben\\", 5, form);
    expect_changed(AGREED, "\"Ben\"]", "\"Ben\\\"]", 5, form);
    expect_changed(AGREED, "\"Ben\"", "\"B\"en\"", 5, form);
    expect_error("[Game \"rribbit\"]\n[Seat0 \"x\\", 2, form);
    expect_changed(AGREED, "Ben", "B\ten", 5, POND_WORD_RECORD_BINARY);
    expect_changed(AGREED, "Ben", "B\x7f", 5, POND_WORD_RECORD_BINARY);
}

static void test_tags_twice_or_too_long(void **context)
{
    (void)context;
    char long_tag[400];
    expect_changed(AGREED, "[Date", "[Seat0 \"Eve\"]\n[Date", 5, POND_WORD_RECORD_TAG_TWICE);
    expect_changed(AGREED, "[Date", "[Game \"rribbit\"]\n[Date", 3, POND_WORD_RECORD_TAG_TWICE);
    assert_string_equal(why.argument[0], "Game");
    static const struct {
        const char *name;
        int length_max;
    } tags[] = {{"Seat0", POND_NAME_MAX}, {"Date", POND_DATE_MAX}, {"Seed", POND_SEED_MAX}};
    for (size_t i = 0; i < LENGTH(tags); i++) {
        char value[128];
        memset(value, 'x', sizeof value);
        snprintf(long_tag, sizeof long_tag, "[Game \"rribbit\"]\n[%s \"%.*s\"]\n\nunfinished\n",
                 tags[i].name, tags[i].length_max, value);
        expect_read(long_tag);
        snprintf(long_tag, sizeof long_tag, "[Game \"rribbit\"]\n[%s \"%.*s\"]\n\nunfinished\n",
                 tags[i].name, tags[i].length_max + 1, value);
        expect_error(long_tag, 2, POND_WORD_RECORD_TAG_LONG);
        assert_string_equal(why.argument[0], tags[i].name);
    }
    expect_changed(AGREED, "\"rribbit\"", "\"rribbit-rribbit-rribbit\"", 1,
                   POND_WORD_RECORD_TAG_LONG);
}

static void test_tags_that_make_no_game(void **context)
{
    (void)context;
    expect_changed(AGREED, "\"rribbit\"", "\"Rribbit\"", 1, POND_WORD_GAME_UNKNOWN);
    expect_changed(AGREED, "\"rribbit\"", "\"\"", 1, POND_WORD_GAME_UNKNOWN);
    expect_changed(AGREED, "turn=single", "turn=double", 2, POND_WORD_OPTION_VALUE);
    expect_changed(AGREED, "turn=single", "players=2", 2, POND_WORD_OPTION_UNKNOWN);
    expect_changed(AGREED, "start=home", "start=9/9", 2, POND_WORD_RRIBBIT_ROWS_COUNT);
    expect_changed(AGREED, ",repetition=3", ",", 2, POND_WORD_OPTION_NO_VALUE);
    expect_changed(AGREED, "[Seat1", "[Seat2", 5, POND_WORD_RECORD_TAG_SEAT);
    expect_changed(DUMMY, "\"frog\"", "\"fr og\"", 3, POND_WORD_SEED_FORM);
    expect_changed(DUMMY, "\"frog\"", "\"\"", 3, POND_WORD_SEED_FORM);
    expect_changed(AGREED, "[Date \"2026-11-15\"]", "[Setup \"x\"]", 3,
                   POND_WORD_RECORD_SETUP_NONE);
    expect_changed(CARDS, "[Result", "[Position \"x\"]\n[Result", 4,
                   POND_WORD_RECORD_POSITION_NONE);
    expect_changed(DARK_FIRST, "LL4L2 d -", "LL4L2 x -", 3, POND_WORD_RRIBBIT_SIDE);
    expect_changed(DARK_FIRST, "LL4L2 d -", "LL4L2 d", 3, POND_WORD_POSITION_FIELDS);
}

static void test_setups_that_cannot_be(void **context)
{
    (void)context;
    if (read_bytes("[Game \"quibbles\"]\n\nunfinished\n", 30)) fail_msg("no setup");
    assert_int_equal(why.word, POND_WORD_RECORD_SETUP_MISSING);
    if (read_bytes("[Game \"quibbit\"]\n\nunfinished\n", 29)) fail_msg("no setup");
    assert_int_equal(why.word, POND_WORD_RECORD_SETUP_MISSING);
    static const char *const cards[] = {
        "",
        "122455",
        "122455 223456 0",
        "122455 223456 113466",
        "122455 223456 113466 2",
        "122455 223456 113466 x",
        "122455 223456 113466 00",
        "122455 223456 113466 0 0",
        "122455  223456 113466 0",
        "12245 223456 113466 0",
        "1224555 223456 113466 0",
        "122458 223456 113466 0",
        "000012 034567 123456 0",
        "777777 712345 123456 0",
        "122455 223456 - 0",
        "12245x 223456 113466 0",
    };
    for (size_t i = 0; i < LENGTH(cards); i++) {
        char text[512];
        snprintf(text, sizeof text, "[Game \"quibbles\"]\n[Seat0 \"x\"]\n[Setup \"%s\"]\n",
                 cards[i]);
        if (read_bytes(text, strlen(text))) fail_msg("%s is accepted", cards[i]);
        assert_int_not_equal(why.word, POND_WORD_NONE);
        assert_int_not_equal(why.word, POND_WORD_RECORD_TRUNCATED);
        assert_int_equal(error_line, 3);
    }
    expect_changed(CARDS, "first=random", "first=1", 3, POND_WORD_QUIBBLES_SETUP_FIRST);
    expect_changed(CARDS, "113466", "??????", 3, POND_WORD_RECORD_HIDDEN);
    expect_changed(DUMMY, "\"" RING "\"", "\"*RGY*GYR~YR\"", 4, POND_WORD_QUIBBIT_LAYOUT_LENGTH);
    expect_changed(DUMMY, "\"" RING "\"", "\"*RGY*GYR*YRG\"", 4, POND_WORD_QUIBBIT_LAYOUT_SPECIALS);
    expect_changed(DUMMY, "\"" RING "\"", "\"*RGY*GYR~YRB\"", 4, POND_WORD_QUIBBIT_LAYOUT_LETTER);
    expect_changed(DUMMY, "\"" RING "\"", "\"*RGY*GYR~YRR\"", 4, POND_WORD_QUIBBIT_LAYOUT_SEGMENT);
    expect_changed(THREE, "\"" RING "\"", "\"*RGY*GYR~YGR\"", 3, POND_WORD_QUIBBIT_SETUP_DIFFERS);
}

/* ---- Errors among the moves ---- */

static void test_moves_that_do_not_fit(void **context)
{
    (void)context;
    expect_changed(AGREED, "f3xe5", "f3-e5", 10, POND_WORD_RRIBBIT_WRITE_CAPTURE);
    expect_changed(AGREED, "c1-d3", "c1-c3", 11, POND_WORD_RRIBBIT_NO_KNIGHT);
    expect_changed(AGREED, "f7-e5", "hello", 9, POND_WORD_MOVE_SYNTAX);
    expect_changed(AGREED, "f7-e5", "S0", 9, POND_WORD_MOVE_SYNTAX);
    expect_changed(AGREED, "f7-e5", "... f7-e5", CHANGED_STILL_READS);
    expect_changed(AGREED, "1. e1-f3", "1. ... e1-f3", 9, POND_WORD_RECORD_DOTS);
    expect_changed(AGREED, "f7-e5", "<1>", 9, POND_WORD_RECORD_DRAW_NONE);
}

static void test_cards_that_do_not_fit(void **context)
{
    (void)context;
    expect_changed(CARDS, "S1 14=555", "S1 15=666", 8, POND_WORD_QUIBBLES_HAND_NONE);
    expect_changed(CARDS, "S1 14=555", "S0 14=555", 8, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(CARDS, "S1 14=555", "S9 14=555", 8, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(CARDS, "S1 14=555", "S8 14=555", 8, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(CARDS, "14=555 -", "14=555", 8, POND_WORD_RECORD_DRAW_NONE);
    expect_changed(CARDS, "!2 <5536>", "<5536>", 7, POND_WORD_RECORD_DRAW_NONE);
}

static void test_groups_that_do_not_fit(void **context)
{
    (void)context;
    expect_changed(CARDS, " <5536>", "", 8, POND_WORD_RECORD_DRAW_FIRST);
    expect_changed(CARDS, "<5536>", "<553>", 8, POND_WORD_RECORD_DRAW_FIRST);
    expect_changed(CARDS, "<5536>", "<55361>", 7, POND_WORD_RECORD_DRAW_NONE);
    expect_changed(CARDS, "<5536>", "<5536> <1>", 7, POND_WORD_RECORD_DRAW_NONE);
    expect_changed(CARDS, "<44> !4", "!4", 9, POND_WORD_RECORD_DRAW_FIRST);
    expect_changed(CARDS, "<44> !4\n", "\n", 10, POND_WORD_RECORD_DRAW_FIRST);
    expect_changed(CARDS, "<44>", "<4> !4", 9, POND_WORD_RECORD_DRAW_FIRST);
    expect_changed(CARDS, "<44>", "<?\?>", 9, POND_WORD_RECORD_HIDDEN);
    expect_changed(CARDS, "<44>", "<4?>", 9, POND_WORD_RECORD_HIDDEN);
    expect_changed(CARDS, "<44>", "<48>", 9, POND_WORD_QUIBBLES_CHANCE_CARD);
    expect_changed(CARDS, "<44>", "<4x>", 9, POND_WORD_QUIBBLES_CHANCE_FORM);
    expect_changed(CARDS, "<44>", "<44", 9, POND_WORD_RECORD_GROUP);
    expect_changed(CARDS, "<44>", "<", 9, POND_WORD_RECORD_GROUP);
    expect_changed(CARDS, "<44>", "<4 4>", 9, POND_WORD_RECORD_GROUP);
    expect_changed(CARDS, "1. S0", "1. <1> S0", 7, POND_WORD_RECORD_DRAW_NONE);
    expect_changed(CARDS, "1. S0", "1. S0:resign <1> S0", 7, POND_WORD_RECORD_DRAW_NONE);
    expect_changed(DUMMY, "G1 y2", "G1 y2 <3>", 9, POND_WORD_RECORD_DRAW_NONE);
}

/* No group where nothing is drawn, so none that is empty either. */
static void test_groups_with_nothing_in_them(void **context)
{
    (void)context;
    expect_changed(CARDS, "!4\n", "!4 <>\n", 9, POND_WORD_RECORD_DRAW_NONE);
    expect_changed(AGREED, "f7-e5", "<> f7-e5", 9, POND_WORD_RECORD_DRAW_NONE);
}

static void test_rounds_that_do_not_fit(void **context)
{
    (void)context;
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 G1", 10, POND_WORD_RECORD_DRAW_FIRST);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 y2", 9, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 R2 y2", 9, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 B1 y2", 9, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 G1 Y2", 9, POND_WORD_RECORD_SEAT_WORD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 G6 y2", 9, POND_WORD_QUIBBIT_NO_CARD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 G y2", 9, POND_WORD_QUIBBIT_WRITE_CARD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 G? y2", 9, POND_WORD_QUIBBIT_WRITE_CARD);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1", 10, POND_WORD_RECORD_ROUND_OPEN);
    expect_changed(DUMMY, "1. R1 G1 y2", "1. R1 G1 y2\n2. R2 G2 y2", 10,
                   POND_WORD_QUIBBIT_DECK_GONE);
    expect_changed(DUMMY, "@3 front", "@12 front", 8, POND_WORD_QUIBBIT_NO_TILE);
    expect_changed(DUMMY, "@3 front", "front @3", 8, POND_WORD_QUIBBIT_PLACE_FIRST);
    expect_changed(DUMMY, "@3 front", "@3 R1", 8, POND_WORD_QUIBBIT_WRITE_LINE);
    expect_changed(THREE, "S1:resign R2 Y4", "S1:resign R2 G1", 11, POND_WORD_RECORD_SEAT_WORD);
}

static void test_numbers_that_do_not_fit(void **context)
{
    (void)context;
    const enum pond_word number = POND_WORD_RECORD_NUMBER;
    expect_changed(AGREED, "2. f3xe5", "3. f3xe5", 10, number);
    assert_string_equal(why.argument[0], "2");
    assert_string_equal(why.argument[1], "3");
    expect_changed(AGREED, "2. f3xe5", "1. f3xe5", 10, number);
    expect_changed(AGREED, "1. e1-f3", "0. e1-f3", 9, number);
    expect_changed(AGREED, "1. e1-f3", "2. e1-f3", 9, number);
    expect_changed(AGREED, "1. e1-f3", "1. 1. e1-f3", 9, number);
    expect_changed(DUMMY, "0. @3", "1. @3", 8, number);
    expect_changed(DUMMY, "1. R1", "2. R1", 9, number);
    expect_changed(CARDS, "1. S0", "0. S0", 7, number);
    expect_changed(CARDS, "3. S0", "2. S0", 9, number);
    expect_changed(THREE, "1. R2 G1 Y1\n", "4. R2 G1 Y1\n", 10, number);
    expect_changed(AGREED, "2. f3xe5", "02. f3xe5", 10, POND_WORD_MOVE_SYNTAX);
}

static void test_events_that_do_not_fit(void **context)
{
    (void)context;
    expect_changed(AGREED, "S1:draw?", "S1:draw", 11, POND_WORD_RECORD_EVENT);
    expect_changed(AGREED, "S1:draw?", "S1:", 11, POND_WORD_RECORD_EVENT);
    expect_changed(AGREED, "S1:draw?", "S1:Resign", 11, POND_WORD_RECORD_EVENT);
    expect_changed(AGREED, "S1:draw?", "S2:draw?", 11, POND_WORD_MATCH_NO_SEAT);
    expect_changed(AGREED, "S1:draw?", "S9:resign", 11, POND_WORD_MATCH_NO_SEAT);
    expect_changed(AGREED, "S1:draw?", "S0:draw?", 11, POND_WORD_MATCH_NO_OFFER);
    expect_changed(AGREED, "S1:draw?", "S1:draw? S1:draw?", 11, POND_WORD_MATCH_OFFER_STANDS);
    expect_changed(AGREED, "S1:draw? ", "", 11, POND_WORD_MATCH_NO_OFFER);
    expect_changed(AGREED, "S0:draw!", "c3-b5 S0:draw!", 11, POND_WORD_RRIBBIT_NO_FROG);
    expect_changed(AGREED, "S0:draw!", "d3-b4 S0:draw!", 11, POND_WORD_MATCH_NO_OFFER);
    expect_changed(AGREED, "S1:draw?", "S1:takeback 7", 11, POND_WORD_MATCH_TAKEBACK_RANGE);
    expect_changed(AGREED, "S1:draw?", "S1:takeback 0", 11, POND_WORD_MATCH_TAKEBACK_RANGE);
    expect_changed(AGREED, "S1:draw?", "S1:takeback x", 11, POND_WORD_RECORD_EVENT);
    expect_changed(AGREED, "S1:draw?", "S1:takeback", 11, POND_WORD_RECORD_EVENT);
    expect_changed(AGREED, "S1:draw?", "S1:takeback 99999999999", 11, POND_WORD_RECORD_EVENT);
    expect_changed(AGREED, "S0:draw!", "S0:draw! S1:resign", 11, POND_WORD_MOVE_GAME_OVER);
    expect_changed(CARDS, "1. S0", "1. S0:draw? S0", 7, POND_WORD_MATCH_NO_DRAWS);
    expect_changed(CARDS, "+3 <44>", "+3 S0:takeback 1 <44>", 9, POND_WORD_MATCH_CHANCE_DUE);
    expect_changed(THREE, "S2:resign\n", "S1:resign\n", 12, POND_WORD_MATCH_SEAT_OUT);
    expect_changed(THREE, "3. S2:resign", "3. S0:takeback 4 S2:resign", 12,
                   POND_WORD_MATCH_TAKEBACK_RESIGNED);
}

static void test_texts_that_are_none(void **context)
{
    (void)context;
    expect_changed(AGREED, "2. f3xe5", "2. {not closed f3xe5", 10, POND_WORD_RECORD_COMMENT);
    expect_changed(CARDS, "+3 <44>", "+3 {\n\n<44>", 9, POND_WORD_RECORD_COMMENT);
    expect_changed(AGREED, "f7-e5", "f7-e\x01", 9, POND_WORD_RECORD_BINARY);
    expect_changed(AGREED, "f7-e5", "f7-\xc3\xa9", 9, POND_WORD_RECORD_BINARY);
    expect_changed(AGREED, "f7-e5", "\xff", 9, POND_WORD_RECORD_BINARY);
    static const char zero[] = "[Game \"rribbit\"]\n\n1. b1-c3\n2\0.";
    assert_false(read_bytes(zero, sizeof zero - 1));
    assert_int_equal(why.word, POND_WORD_RECORD_BINARY);
    assert_int_equal(error_line, 4);
    char text[512] = "[Game \"rribbit\"]\n\n";
    for (size_t length = 120; length < 300; length++) {
        memset(text + 18, 'b', length);
        text[18 + length] = '\0';
        const bool too_long = length >= POND_WORD_TEXT_MAX - 1;
        expect_error(text, 3, too_long ? POND_WORD_RECORD_WORD_LONG : POND_WORD_MOVE_SYNTAX);
    }
}

static void test_results_that_are_not_so(void **context)
{
    (void)context;
    expect_changed(DARK_FIRST, "\nseat 0\n", "\nseat 1\n", 9, POND_WORD_RECORD_RESULT_WRONG);
    assert_string_equal(why.argument[0], "seat 1");
    assert_string_equal(why.argument[1], "seat 0");
    expect_changed(DARK_FIRST, "\nseat 0\n", "\nseat 00\n", 9, POND_WORD_RECORD_RESULT_WRONG);
    expect_changed(DARK_FIRST, "\nseat 0\n", "\ndraw\n", 9, POND_WORD_RECORD_RESULT_WRONG);
    expect_changed(DARK_FIRST, "\nseat 0\n", "\ndummy\n", 9, POND_WORD_RECORD_RESULT_WRONG);
    expect_changed(DARK_FIRST, "\nseat 0\n", "\nunfinished\n", 9, POND_WORD_RECORD_RESULT_WRONG);
    expect_changed(DARK_FIRST, "\nseat 0\n", "\n", 9, POND_WORD_RECORD_TRUNCATED);
    expect_changed(DARK_FIRST, "\nseat 0\n", "\nseat 0 1\n", 9, POND_WORD_RECORD_AFTER_END);
    expect_changed(DARK_FIRST, "\nseat 0\n", "\nb4-a2\nseat 0\n", 9, POND_WORD_RECORD_AFTER_END);
    expect_changed(DARK_FIRST, " c6-b4\nseat 0\n", "\nseat 0\n", 9, POND_WORD_RECORD_RESULT_OPEN);
    expect_changed(DARK_FIRST, " c6-b4\nseat 0\n", "\ndraw\n", 9, POND_WORD_RECORD_RESULT_OPEN);
    /* The tags say how it ended, too. */
    expect_changed(DARK_FIRST, "\"seat 0\"", "\"seat 1\"", 4, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(DARK_FIRST, "\"seat 0\"", "\"draw\"", 4, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(DARK_FIRST, "\"seat 0\"", "\"\"", 4, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(DARK_FIRST, "\"row\"", "\"seven\"", 5, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(DARK_FIRST, "\"row\"", "\"\"", 5, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(CARDS, "\"unfinished\"", "\"seat 0\"", 4, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(CARDS, "\"in-progress\"", "\"collection\"", 5, POND_WORD_RECORD_RESULT_TAG);
    expect_changed(CARDS, "\"in-progress\"", "\"limit\"", CHANGED_STILL_READS);
    /* They may be left out. */
    expect_changed(DARK_FIRST, "[Result \"seat 0\"]\n", "", CHANGED_STILL_READS);
    expect_written(DARK_FIRST);
    expect_changed(DARK_FIRST, "[Reason \"row\"]\n", "", CHANGED_STILL_READS);
    expect_written(DARK_FIRST);
}

/* A result that is none is refused on its own line, and takes nothing from the next game. */
static void test_results_that_are_none(void **context)
{
    (void)context;
    static const char *const results[] = {"seat", "seat x", "seat\n0", "seats 0", "Draw", "won"};
    for (size_t i = 0; i < LENGTH(results); i++) {
        char text[2048];
        snprintf(text, sizeof text, "%.*s%s\n\n%s", (int)(strlen(DARK_FIRST) - strlen("seat 0\n")),
                 DARK_FIRST, results[i], AGREED);
        if (read_bytes(text, strlen(text))) fail_msg("'%s' is accepted", results[i]);
        assert_int_not_equal(why.word, POND_WORD_NONE);
        if (error_line != 9) fail_read(results[i]);
    }
}

static void test_log_too_small_is_refused(void **context)
{
    (void)context;
    static struct pond_entry small[POND_ENTRIES_A_MOVE_MAX + 3];
    for (uint32_t size = 0; size <= LENGTH(small); size++) {
        struct pond_reader reader = pond_reader_of(AGREED, sizeof AGREED - 1);
        assert_false(pond_record_read(&reader, &match, &record, small, size, &why));
        assert_int_equal(why.word, POND_WORD_MATCH_LOG_FULL);
        reader = pond_reader_of(CARDS, sizeof CARDS - 1);
        assert_false(pond_record_read(&reader, &match, &record, small, size, &why));
        assert_int_equal(why.word, POND_WORD_MATCH_LOG_FULL);
    }
}

/* ---- Damaged records ---- */

/* Is there a sentence, in both languages, and a line that the text has? */
static void expect_sentence(const char *text, size_t length)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    assert_int_not_equal(why.word, POND_WORD_NONE);
    for (int language = 0; language < POND_LANGUAGES; language++) {
        char sentence[1024];
        struct pond_text out = pond_text_in(sentence, sizeof sentence);
        pond_error_print(&why, (enum pond_language)language, &out);
        assert_false(out.full);
        assert_true(out.length > 10);
    }
    assert_in_range(error_line, 1, lines);
}

static void test_cut_off_at_every_byte(void **context)
{
    (void)context;
    for (size_t i = 0; i < LENGTH(good); i++) {
        const size_t whole = strlen(good[i]);
        for (size_t length = 0; length < whole; length++) {
            const bool done = read_bytes(good[i], length);
            if (done != (length == whole - 1)) fail_msg("%.*s", (int)length, good[i]);
            if (!done) expect_sentence(good[i], length);
        }
    }
}

static void test_every_byte_damaged(void **context)
{
    (void)context;
    static const unsigned char odd[] = {0,   '<',  '>', '{',  '}',  '"', '[', ']', '\\', '.',
                                        ':', '\n', ' ', 0xff, 0x80, '?', '0', '9', 'S',  'x'};
    for (size_t i = 0; i < LENGTH(good); i++) {
        char text[4096];
        const size_t whole = strlen(good[i]);
        memcpy(text, good[i], whole);
        for (size_t at = 0; at < whole; at++) {
            for (size_t k = 0; k < LENGTH(odd); k++) {
                text[at] = (char)odd[k];
                if (!read_bytes(text, whole)) expect_sentence(text, whole);
            }
            text[at] = good[i][at];
        }
    }
}

/* ---- Events everywhere ---- */

static const struct {
    const char *game, *options, *position;
} eventful[] = {
    {"rribbit", "", NULL},
    {"rribbit", "turn=chain,start=light-pads", NULL},
    {"rribbit", "", "DDDDDDDDD/9/9/9/9/9/LLLLLLLLL d -"},
    {"rribbit", "turn=chain", "1D1D1D1D1/D1D1D1D1D/9/9/9/L1L1L1L1L/1L1L1L1L1 d -"},
    {"quibbit", "", NULL},
    {"quibbit", "players=2", NULL},
    {"quibbit", "players=2,dummy=contender", NULL},
    {"quibbit", "players=3,edition=king-frog", NULL},
    {"quibbit", "players=3,layout=" RING, NULL},
    {"quibbles", "", NULL},
    {"quibbles", "players=3,variant=first-game", NULL},
    {"quibbles", "players=5,first=2", NULL},
    {"null", "", NULL},
    {"null", "players=3,stones=99", NULL},
};

/* A choice of someone whose turn it is. */
static void random_choice(struct pond_rng *rng)
{
    const pond_seats turn = pond_match_turn(&match);
    int seat;
    do seat = (int)pond_rng_below(rng, POND_SEATS_MAX);
    while ((turn & POND_SEAT(seat)) == 0);
    static pond_move moves[POND_MOVES_MAX];
    const int count = match.game->moves(&match.state, seat, moves);
    const pond_move move = moves[pond_rng_below(rng, (uint32_t)count)];
    if (!pond_match_submit(&match, seat, move, &why)) fail_read("a random choice");
}

/* Plays at random with events of all kinds among the choices; refusals are fine. */
static void random_match(struct pond_rng *rng, uint32_t steps)
{
    for (uint32_t i = 0; i < steps && !pond_match_over(&match); i++) {
        const int seat = (int)pond_rng_below(rng, match.seat_count);
        switch (pond_rng_below(rng, 24)) {
        case 0:
        case 1: (void)pond_match_take_back(&match, seat, 1 + pond_rng_below(rng, 4), &why); break;
        case 2:
        case 3: (void)pond_match_offer_draw(&match, seat, &why); break;
        case 4:
            if (pond_rng_below(rng, 6) == 0) (void)pond_match_accept_draw(&match, seat, &why);
            break;
        case 5:
            if (pond_rng_below(rng, 6) == 0) (void)pond_match_resign(&match, seat, &why);
            break;
        default: random_choice(rng);
        }
    }
    while (match.sealed != 0) random_choice(rng);
}

static void test_events_everywhere(void **context)
{
    (void)context;
    struct pond_rng rng;
    pond_rng_seed(&rng, "events");
    for (int i = 0; i < 1200; i++) {
        const size_t which = (size_t)i % LENGTH(eventful);
        const struct pond_game *game = pond_game_find(eventful[which].game);
        if (eventful[which].position != NULL) {
            begin_at(game, eventful[which].options, eventful[which].position);
        } else {
            begin(game, eventful[which].options);
        }
        char seed[16];
        snprintf(seed, sizeof seed, "seed%d", i);
        pond_match_seed(&match, seed);
        random_match(&rng, 1 + pond_rng_below(&rng, 60));
        const struct pond_state state = match.state;
        const struct pond_result result = match.result;
        char *text = written(-1);
        expect_read(text);
        assert_memory_equal(&match.state, &state, sizeof state);
        assert_memory_equal(&match.result, &result, sizeof result);
        expect_written(text);
        free(text);
    }
}

/* The offer stands before dark's first move, and the numbers still begin with 1. */
static void test_events_before_the_first_move(void **context)
{
    (void)context;
    begin_at(&pond_rribbit, "", HOME " d -");
    assert_true(pond_match_offer_draw(&match, 1, &why));
    play(1, "b7-c5");
    play(0, "b1-c3");
    char *text = written(-1);
    expect_read(text);
    expect_position("D1DDDDDDD/9/2D6/9/2L6/9/L1LLLLLLL d -");
    free(text);
    begin(&pond_rribbit, "");
    assert_true(pond_match_offer_draw(&match, 1, &why));
    play(0, "b1-c3");
    text = written(-1);
    assert_non_null(strstr(text, "\nS1:draw?\n1. b1-c3\nunfinished\n"));
    expect_read(text);
    free(text);
}

static void test_takebacks_in_a_record(void **context)
{
    (void)context;
    begin(&pond_rribbit, "");
    play(0, "b1-c3"), play(1, "b7-c5"), play(0, "c3-d5");
    assert_true(pond_match_take_back(&match, 0, 1, &why));
    play(0, "a1-b3"), play(1, "a7-b5");
    assert_true(pond_match_take_back(&match, 1, 3, &why));
    play(1, "i7-h5"), play(0, "i1-h3");
    char *text = written(-1);
    expect_read(text);
    expect_position("DDDDDDDD1/9/7D1/9/2L4L1/9/L1LLLLLL1 d -");
    assert_int_equal(match.ply, 3);
    expect_written(text);
    free(text);
}

/* ---- Records for one seat (C3) ---- */

static void expect_contains(int hidden_from, const char *part)
{
    char *text = written(hidden_from);
    if (strstr(text, part) == NULL) fail_msg("no '%s' in\n%s", part, text);
    free(text);
}

static void test_c3_cards_of_others_are_hidden(void **context)
{
    (void)context;
    expect_read(CARDS);
    expect_contains(0, "[Setup \"122455 223456 ?????? 0\"]");
    expect_contains(0, "\n1. S0 6=15,24 !2 <5536>\n2. S1 14=555 - <410>\n3. S0 +3 <44> !4\n");
    expect_contains(1, "[Setup \"122455 ?????? 113466 0\"]");
    expect_contains(1, "\n1. S0 6=15,24 !2 <5536>\n2. S1 14=555 - <410>\n3. S0 +3 <?\?> !4\n");
    expect_contains(POND_SPECTATOR, "[Setup \"122455 ?????? ?????? 0\"]");
    expect_contains(POND_SPECTATOR, "3. S0 +3 <?\?> !4\n");
    char *text = written(1);
    assert_false(read_bytes(text, strlen(text)));
    assert_int_equal(why.word, POND_WORD_RECORD_HIDDEN);
    assert_int_equal(error_line, 3);
    free(text);
}

static void test_c3_the_seed_is_hidden(void **context)
{
    (void)context;
    begin(&pond_quibbles, "");
    pond_match_seed(&match, "topsecret");
    expect_contains(-1, "[Seed \"topsecret\"]");
    for (int seat = 0; seat <= POND_SPECTATOR; seat++) {
        char *text = written(seat);
        assert_null(strstr(text, "topsecret"));
        free(text);
    }
}

static void test_c3_a_choice_of_an_open_round_is_not_written(void **context)
{
    (void)context;
    expect_read(DUMMY);
    char *before = written(-1), *after;
    play(1, "3");
    for (int seat = -1; seat < 2; seat++) {
        after = written(seat);
        assert_null(strstr(after, "G3"));
        free(after);
    }
    expect_written(before);
    free(before);
}

/* A position of quibbles: all cards but these are in the draw pile. */
static void begin_cards_at(const char *display, const char *hand0, const char *hand1)
{
    quibbles_cards rest = quibbles_deck(QUIBBLES_STANDARD);
    const char *const parts[] = {display, hand0, hand1};
    for (size_t i = 0; i < LENGTH(parts); i++) {
        for (const char *at = parts[i]; *at != '\0'; at++) rest -= quibbles_card(*at - '0');
    }
    char pile[160], text[POND_STATE_TEXT_MAX];
    int length = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(rest, value); i > 0; i--) pile[length++] = (char)('0' + value);
    }
    snprintf(text, sizeof text, "%s -/- %s,%s %.*s - 0 act", display, hand0, hand1, length, pile);
    begin_at(&pond_quibbles, "", text);
}

static void test_c3_new_hands_are_hidden_and_the_refill_is_not(void **context)
{
    (void)context;
    begin_cards_at("223456", "11", "666666");
    play(0, "11=22");
    play(0, "!2"); /* the hand is empty: refill, then new hands from seat 0 on (B10) */
    chance("34"
           "111222"
           "555666");
    expect_contains(-1, "1. S0 11=22 !2 <34111222555666>\n");
    expect_contains(0, "1. S0 11=22 !2 <34111222?????\?>\n");
    expect_contains(1, "1. S0 11=22 !2 <34??????555666>\n");
    expect_contains(POND_SPECTATOR, "1. S0 11=22 !2 <34???????????\?>\n");
}

/* Whatever others hold, a seat's record of the game is the same. */
static void test_c3_a_position_hides_what_it_must(void **context)
{
    (void)context;
    begin_cards_at("123456", "111111", "222222");
    char *one = written(1);
    begin_cards_at("123456", "333333", "222222");
    char *other = written(1);
    assert_string_equal(one, other);
    free(one);
    free(other);
}

/* ---- Large records ---- */

#define LARGE_LOG_MAX 2000000
#define LARGE_SECONDS_MAX 10

static clock_t large_start;
static uint32_t large_plies;

/* A reader that takes ever longer is stopped here. */
static void watch_time(void *context, const struct pond_match *told)
{
    (void)context, (void)told;
    if (++large_plies % 1024 != 0) return;
    const double seconds = (double)(clock() - large_start) / CLOCKS_PER_SEC;
    if (seconds > LARGE_SECONDS_MAX) {
        fail_msg("%.0f s for %u plies", seconds, (unsigned)large_plies);
    }
}

static void expect_large_read(const struct page *page, uint32_t plies)
{
    struct pond_entry *log = malloc(LARGE_LOG_MAX * sizeof *log);
    assert_non_null(log);
    struct pond_reader reader = pond_reader_of(page->text, page->length);
    reader.after_ply = watch_time;
    large_start = clock();
    large_plies = 0;
    if (!pond_record_read(&reader, &match, &record, log, LARGE_LOG_MAX, &why)) {
        error_line = reader.error_line;
        fail_read("a large record");
    }
    assert_int_equal(match.ply, plies);
    free(log);
}

static void test_large_record_of_ten_megabytes(void **context)
{
    (void)context;
    static const char head[] = "[Game \"rribbit\"]\n[Options \"repetition=0\"]\n\n";
    static const char *const moves[] = {"a1-b3 a7-b5\n", "b3-a1 b5-a7\n"};
    struct page page = {0};
    uint32_t number = 0;
    page_put(&page, head, sizeof head - 1);
    while (page.length < 10000000) {
        char line[32];
        const int length =
            snprintf(line, sizeof line, "%u. %s", (unsigned)number + 1, moves[number % 2]);
        page_put(&page, line, (size_t)length);
        number++;
    }
    page_put(&page, "unfinished\n", 11);
    expect_large_read(&page, 2 * number);
    free(page.text);
}

/* A long walk of both sides that takes nothing and keeps out of the arena: positions hardly ever
 * repeat, so that the match has to look for repetitions all the time. */
static void test_large_record_without_repetition(void **context)
{
    (void)context;
    static const char head[] = "[Game \"rribbit\"]\n[Options \"repetition=9\"]\n\n";
    struct page page = {0};
    struct pond_rng rng;
    struct pond_config config;
    struct pond_state state;
    uint32_t plies = 0;
    pond_rng_seed(&rng, "walk");
    page_put(&page, head, sizeof head - 1);
    assert_true(pond_config_parse(&pond_rribbit, "repetition=9", &config, NULL));
    pond_rribbit.setup(&state, &config);
    const struct rribbit_state *board = (const struct rribbit_state *)&state;
    while (page.length < 5000000 || plies % 2 != 0) {
        static pond_move moves[POND_MOVES_MAX];
        const int seat = board->side, count = pond_rribbit.moves(&state, seat, moves);
        const pond_move move = moves[pond_rng_below(&rng, (uint32_t)count)];
        const uint64_t target = UINT64_C(1) << rribbit_move_pad(move, 1);
        if ((target & (RRIBBIT_ARENA | board->frogs[1 - seat])) != 0) continue;
        char line[64];
        struct pond_text text = pond_text_in(line, sizeof line);
        if (plies % 2 == 0) {
            pond_text_number(&text, plies / 2 + 1);
            pond_text_char(&text, '.');
        }
        pond_text_char(&text, ' ');
        pond_rribbit.move_print(&state, seat, move, &text);
        if (plies % 2 == 1) pond_text_char(&text, '\n');
        page_put(&page, line, text.length);
        pond_rribbit.apply(&state, seat, move);
        plies++;
    }
    page_put(&page, "unfinished\n", 11);
    expect_large_read(&page, plies);
    free(page.text);
}

static void test_large_word_tag_and_comment(void **context)
{
    (void)context;
    static const char *const heads[] = {"[Game \"rribbit\"]\n\n",  "[Game \"",
                                        "[Game \"rribbit\"]\n\n{", "[",
                                        "[Game \"rribbit\"]\n\n<", ""};
    for (size_t i = 0; i < LENGTH(heads); i++) {
        const size_t head = strlen(heads[i]), length = head + 10000000;
        char *text = malloc(length);
        assert_non_null(text);
        memcpy(text, heads[i], head);
        memset(text + head, '1', length - head);
        struct pond_reader reader = pond_reader_of(text, length);
        assert_false(pond_record_read(&reader, &match, &record, match_log, LOG_MAX, &why));
        assert_int_not_equal(why.word, POND_WORD_NONE);
        free(text);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_good_records_come_back_as_they_were),
    cmocka_unit_test(test_what_a_record_says_besides_the_game),
    cmocka_unit_test(test_the_positions_that_records_lead_to),
    cmocka_unit_test(test_a_played_match_is_written),
    cmocka_unit_test(test_suffixes_are_read_and_ignored),
    cmocka_unit_test(test_line_ends_of_every_kind),
    cmocka_unit_test(test_layout_is_free),
    cmocka_unit_test(test_unknown_tags_with_long_names),
    cmocka_unit_test(test_comments_among_the_moves),
    cmocka_unit_test(test_comments_behind_the_result),
    cmocka_unit_test(test_comments_between_games),
    cmocka_unit_test(test_comments_among_the_tags),
    cmocka_unit_test(test_names_with_anything_in_them),
    cmocka_unit_test(test_names_cannot_break_a_record),
    cmocka_unit_test(test_several_games_in_one_text),
    cmocka_unit_test(test_lines_are_counted_through_all_games),
    cmocka_unit_test(test_a_mark_in_front_of_a_game),
    cmocka_unit_test(test_names_are_harmless),
    cmocka_unit_test(test_no_game_at_all),
    cmocka_unit_test(test_tags_that_are_none),
    cmocka_unit_test(test_tags_twice_or_too_long),
    cmocka_unit_test(test_tags_that_make_no_game),
    cmocka_unit_test(test_setups_that_cannot_be),
    cmocka_unit_test(test_moves_that_do_not_fit),
    cmocka_unit_test(test_cards_that_do_not_fit),
    cmocka_unit_test(test_groups_that_do_not_fit),
    cmocka_unit_test(test_groups_with_nothing_in_them),
    cmocka_unit_test(test_rounds_that_do_not_fit),
    cmocka_unit_test(test_numbers_that_do_not_fit),
    cmocka_unit_test(test_events_that_do_not_fit),
    cmocka_unit_test(test_texts_that_are_none),
    cmocka_unit_test(test_results_that_are_not_so),
    cmocka_unit_test(test_results_that_are_none),
    cmocka_unit_test(test_log_too_small_is_refused),
    cmocka_unit_test(test_cut_off_at_every_byte),
    cmocka_unit_test(test_every_byte_damaged),
    cmocka_unit_test(test_events_everywhere),
    cmocka_unit_test(test_events_before_the_first_move),
    cmocka_unit_test(test_takebacks_in_a_record),
    cmocka_unit_test(test_c3_cards_of_others_are_hidden),
    cmocka_unit_test(test_c3_the_seed_is_hidden),
    cmocka_unit_test(test_c3_a_choice_of_an_open_round_is_not_written),
    cmocka_unit_test(test_c3_new_hands_are_hidden_and_the_refill_is_not),
    cmocka_unit_test(test_c3_a_position_hides_what_it_must),
    cmocka_unit_test(test_large_record_of_ten_megabytes),
    cmocka_unit_test(test_large_record_without_repetition),
    cmocka_unit_test(test_large_word_tag_and_comment),
};

int main(void) { return cmocka_run_group_tests(tests, NULL, NULL); }
