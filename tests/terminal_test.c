/* terminal_test.c: what the terminal client works out itself: the leaps of a round one by one,
 * games that go on from any point of another, who sits where, and text on a canvas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "canvas.h"
#include "commands.h"
#include "pond/quibbit.h"
#include "replay.h"
#include "screen.h"
#include "typing.h"

#define LOG_MAX 20000

static const struct voice voice = {.language = POND_ENGLISH};

static void match_random(struct pond_match *match, struct pond_entry *log,
                         const struct pond_game *game, const char *options, const char *seed,
                         uint32_t turns)
{
    struct pond_config config;
    assert_true(pond_config_parse(game, options, &config, NULL));
    pond_match_begin(match, game, &config, log, LOG_MAX);
    pond_match_seed(match, seed);
    assert_true(pond_match_play_random(match, turns, NULL));
}

/* ---- The leaps of a round, tile by tile ---- */

static void leaps_check(const struct pond_match *match, uint32_t index)
{
    struct pond_state before, after;
    const struct pond_entry *entry = &match->log[index];
    pond_match_replay(match, index, &before);
    after = before;
    match->game->apply(&after, entry->seat, entry->move);
    const struct quibbit_state *old = quibbit_state_of(&before), *new = quibbit_state_of(&after);
    const bool complete = new->round != old->round || new->result.outcome != POND_GOES_ON;
    if (old->round == 0 || !complete) return;
    struct hop hops[LEAP_STEPS_MAX];
    int tile[QUIBBIT_FROGS_MAX];
    for (int frog = 0; frog < old->frogs; frog++) tile[frog] = old->tile[frog];
    const int count = board_of(match->game)->hops(&before, entry, &after, hops);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        const int ahead = (hops[i].where - tile[hops[i].who] + old->tiles) % old->tiles;
        assert_true(ahead <= 1);
        tile[hops[i].who] = hops[i].where;
    }
    for (int frog = 0; frog < old->frogs; frog++) {
        if (new->progress[frog] == QUIBBIT_NOWHERE) continue; /* out since (Q10) */
        assert_int_equal(new->tile[frog], tile[frog]);
    }
}

static void test_leaps_are_those_of_the_rules(void **context)
{
    static const char *const options[] = {"players=2", "players=3,edition=king-frog", "players=4",
                                          "players=2,dummy=contender,edition=king-frog"};
    static struct pond_entry log[LOG_MAX];
    (void)context;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        for (int seed = 0; seed < 30; seed++) {
            const char text[] = {'s', (char)('a' + seed), '\0'};
            struct pond_match match;
            match_random(&match, log, &pond_quibbit, options[i], text, 200);
            for (uint32_t k = 0; k < match.log_count; k++) {
                if (log[k].kind <= POND_ENTRY_CHANCE) leaps_check(&match, k);
            }
        }
    }
}

/* ---- Going on from any point ---- */

struct written {
    char text[60000];
    size_t length;
};

static void sink(void *context, const char *bytes, size_t length)
{
    struct written *written = context;
    assert_true(written->length + length < sizeof written->text);
    memcpy(written->text + written->length, bytes, length);
    written->length += length;
}

/* A game from a position is written and read back as it was. */
static void record_check(const struct play_setup *setup)
{
    static struct pond_entry log[LOG_MAX], log_read[LOG_MAX];
    static struct written written;
    struct pond_match match, read;
    struct pond_record record = {.date = ""}, record_read;
    struct pond_error why;
    pond_match_begin_at(&match, setup->game, &setup->config, &setup->position, log, LOG_MAX);
    pond_match_seed(&match, setup->seed);
    pond_match_play_random(&match, pond_match_turns(&match) + 5, NULL);
    written.length = 0;
    pond_record_write(&match, &record, -1, sink, &written);
    struct pond_reader reader = pond_reader_of(written.text, written.length);
    if (!pond_record_read(&reader, &read, &record_read, log_read, LOG_MAX, &why)) {
        char sentence[500];
        struct pond_text text = pond_text_in(sentence, sizeof sentence);
        pond_error_print(&why, POND_ENGLISH, &text);
        fail_msg("line %u: %s\n%.*s", reader.error_line, sentence, (int)written.length,
                 written.text);
    }
    char before[POND_STATE_TEXT_MAX], after[POND_STATE_TEXT_MAX];
    struct pond_text before_text = pond_text_in(before, sizeof before);
    struct pond_text after_text = pond_text_in(after, sizeof after);
    setup->game->state_print(&match.state, &before_text);
    setup->game->state_print(&read.state, &after_text);
    assert_string_equal(before, after);
}

static void forks_check(const struct pond_game *game, const char *options)
{
    static struct replay replay;
    memset(&replay, 0, sizeof replay);
    struct pond_match match;
    struct play play = {.voice = &voice};
    play.log = malloc(PLAY_LOG_MAX * sizeof *play.log);
    assert_non_null(play.log);
    match_random(&match, play.log, game, options, "fork", 12);
    play.match = match;
    assert_true(replay_take(&replay, &play));
    assert_int_equal(replay.step_count, (int)match.ply + 1);
    for (int step = 0; step < replay.step_count; step++) {
        for (int seat = 0; seat < match.seat_count; seat++) {
            struct play_setup setup;
            struct pond_match then;
            struct pond_view here, there;
            replay_at(&replay, step, &then);
            if (pond_match_over(&then)) continue;
            replay_fork(&replay, step, seat, &setup);
            pond_match_view(&then, seat, &here);
            game->observe(&setup.position, seat, &there);
            assert_memory_equal(&here, &there, sizeof here);
            record_check(&setup);
        }
    }
    replay_close(&replay);
    free(play.log);
}

static void test_games_go_on_from_any_point(void **context)
{
    (void)context;
    forks_check(&pond_quibbles, "players=3");
    forks_check(&pond_quibbles, "variant=first-game");
    forks_check(&pond_quibbit, "players=4");
    forks_check(&pond_quibbit, "players=2");
    forks_check(&pond_rribbit, "turn=chain");
}

/* ---- Seats ---- */

static void test_seats_are_read(void **context)
{
    char memory[SENTENCE_MAX];
    struct pond_text trouble = pond_text_in(memory, sizeof memory);
    (void)context;
    assert_int_equal(play_seats_count(""), 0);
    assert_int_equal(play_seats_count("me,level:4"), 2);
    assert_int_equal(play_seats_count("engine:hash=1,nodes=5,me"), 2);
    assert_true(
        play_seats_check(&voice, &pond_rribbit, "me:Anna,engine:hash=1,nodes=5", 2, &trouble));
    assert_false(play_seats_check(&voice, &pond_rribbit, "me,", 2, &trouble));
    assert_false(play_seats_check(&voice, &pond_rribbit, "me", 2, &trouble));
    assert_false(play_seats_check(&voice, &pond_rribbit, "me,level:7", 2, &trouble));
    assert_false(play_seats_check(&voice, &pond_rribbit, "me:,me", 2, &trouble));
    assert_false(play_seats_check(&voice, &pond_rribbit, "me,me:\033[2J", 2, &trouble));
}

/* ---- Words ---- */

static void test_plurals(void **context)
{
    static const struct {
        enum pond_language language;
        int count;
        const char *text;
    } cases[] = {{POND_ENGLISH, 0, "0 cards"}, {POND_ENGLISH, 1, "1 card"},
                 {POND_ENGLISH, 2, "2 cards"}, {POND_FRENCH, 0, "0 carte"},
                 {POND_FRENCH, 1, "1 carte"},  {POND_FRENCH, 2, "2 cartes"}};
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char memory[40];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        tell_count(&text, &(struct voice){.language = cases[i].language}, TELL_CARDS,
                   cases[i].count);
        assert_string_equal(memory, cases[i].text);
    }
}

/* Numbers of rulings are for those who read rules. */
static void test_refusals_have_no_numbers_of_rulings(void **context)
{
    (void)context;
    static const char *const cases[][2] = {
        {"A 0 can't be split (B4).", "A 0 can't be split."},
        {"The crown is with {0} (Q8, Q10).", "The crown is with {0}."},
        {"You've lost the 1 (Q9). Your hand: 3.", "You've lost the 1. Your hand: 3."},
        {"Two (in all) of (B) and (108) (B4, and", "Two (in all) of (B) and (108) (B4, and"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "%s", cases[i][0]);
        rulings_cut(sentence);
        assert_string_equal(sentence, cases[i][1]);
    }
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_config config;
    struct pond_error why;
    assert_false(pond_config_parse(&pond_quibbles, "players=2,first=4", &config, &why));
    pond_text_string(&text, "x: ");
    tell_refusal(&text, &voice, &why);
    assert_null(strchr(memory, '('));
    assert_int_equal(text.length, strlen(memory));
}

static void test_commands(void **context)
{
    (void)context;
    const char *rest;
    assert_int_equal(command_read("undo", &rest), COMMAND_UNDO);
    assert_int_equal(command_read("reprendre", &rest), COMMAND_UNDO);
    assert_int_equal(command_read("rules X5", &rest), COMMAND_RULES);
    assert_string_equal(rest, "X5");
    assert_int_equal(command_read("b1-c3", &rest), COMMAND_NONE);
}

/* Letters of any alphabet are typed and taken back whole; a full line takes no part of one. */
static void test_typing(void **context)
{
    static struct scene scene;
    static struct pond_match match;
    static struct pond_entry log[LOG_MAX];
    char text[8] = "";
    (void)context;
    assert_true(typing_add(text, sizeof text, 'T') && typing_add(text, sizeof text, 0xf4));
    assert_true(typing_add(text, sizeof text, 0x20ac));
    assert_string_equal(text, "Tô€");
    assert_false(typing_add(text, sizeof text, 0x1f438)); /* 7 bytes fit */
    assert_false(typing_add(text, sizeof text, 27) || typing_add(text, sizeof text, 0x202e));
    assert_false(typing_add(text, sizeof text, KEY_ARROW_UP));
    typing_rub_out(text);
    assert_string_equal(text, "Tô");
    typing_rub_out(text);
    assert_string_equal(text, "T");
    typing_rub_out(text);
    typing_rub_out(text);
    assert_string_equal(text, "");
    match_random(&match, log, &pond_rribbit, "", "typing", 4);
    scene.voice = &voice;
    scene_set(&scene, &match, 0, 0);
    input_set(&scene, "");
    input_type(&scene, 0x1f438);
    input_type(&scene, 0xe9);
    assert_string_equal(scene.input, "\U0001f438é");
    input_type(&scene, KEY_RUBOUT);
    assert_true(scene.typed);
    input_type(&scene, KEY_RUBOUT);
    assert_string_equal(scene.input, "");
    assert_false(scene.typed);
}

static void test_ascii(void **context)
{
    char memory[80];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    (void)context;
    canvas_ascii("« œuf » à l'étang… 3 × 4 → ♛", &text);
    assert_string_equal(memory, "\"oeuf\" a l'etang... 3 x 4 > ^");
    pond_text_clear(&text);
    canvas_ascii("«\u00a0aide\u00a0»\u00a0: la liste\u00a0!", &text);
    assert_string_equal(memory, "\"aide\" : la liste !");
}

static void test_canvas(void **context)
{
    static struct canvas canvas;
    (void)context;
    canvas_clear(&canvas, 10, 20, false);
    assert_int_equal(canvas_text(&canvas, 0, 18, 9, STYLE_PLAIN, "étang"), 5);
    assert_string_equal(canvas.cells[0][18].text, "é");
    assert_string_equal(canvas.cells[0][19].text, "t");
    canvas_text(&canvas, -1, -3, 9, STYLE_PLAIN, "outside");
    canvas_text(&canvas, 99, 99, 9, STYLE_PLAIN, "outside");
    assert_int_equal(canvas_wrap(&canvas, (struct area){2, 0, 3, 7}, STYLE_PLAIN, "one two three"),
                     2);
    assert_string_equal(canvas.cells[2][4].text, "t");
    assert_string_equal(canvas.cells[3][0].text, "t");
    canvas_spot(&canvas, (struct area){1, 1, 2, 2}, 7);
    canvas_spot(&canvas, (struct area){2, 2, 2, 2}, 8);
    assert_int_equal(canvas_action(&canvas, 1, 1), 7);
    assert_int_equal(canvas_action(&canvas, 2, 2), 8);
    assert_int_equal(canvas_action(&canvas, 4, 4), -1);
}

/* ---- The list of moves of a game that has no board ---- */

static void cursor_find(const struct scene *scene, int *row, int *column)
{
    static struct canvas canvas;
    canvas_clear(&canvas, 22, 72, false);
    board_any.draw(&canvas, (struct area){0, 0, 22, scene->columns}, scene);
    for (*row = 0; *row < canvas.rows; ++*row) {
        for (*column = 0; *column < canvas.columns; ++*column) {
            if (strcmp(canvas.cells[*row][*column].text, ">") == 0) return;
        }
    }
    fail_msg("no move is pointed at");
}

/* An arrow goes where it points, as the list is seen. */
static void test_arrows_follow_the_list(void **context)
{
    static const int keys[] = {KEY_ARROW_UP, KEY_ARROW_DOWN, KEY_ARROW_LEFT, KEY_ARROW_RIGHT};
    static struct pond_entry log[LOG_MAX];
    static struct pond_match match;
    static struct scene scene;
    struct pond_rng rng;
    uint32_t down = 0, up = 0;
    (void)context;
    pond_rng_seed(&rng, "arrows");
    match_random(&match, log, &pond_rribbit, "", "arrows", 4);
    scene.voice = &voice;
    scene_set(&scene, &match, 0, 0);
    scene.board = &board_any;
    scene.columns = 50;
    board_any.arrow(&scene, KEY_ARROW_DOWN); /* the first one picks the move under the cursor */
    for (int i = 0; i < 400; i++) {
        int row, column, new_row, new_column;
        const int key = keys[pond_rng_below(&rng, 4)], before = scene.cursor;
        cursor_find(&scene, &row, &column);
        board_any.arrow(&scene, key);
        cursor_find(&scene, &new_row, &new_column);
        const bool stays = scene.cursor == before;
        if (key == KEY_ARROW_UP || key == KEY_ARROW_DOWN) {
            assert_int_equal(new_column, column);
            assert_int_equal(new_row, stays ? row : key == KEY_ARROW_UP ? row - 1 : row + 1);
            down += !stays && key == KEY_ARROW_DOWN;
            up += !stays && key == KEY_ARROW_UP;
        } else if (new_row == row) {
            assert_true(key == KEY_ARROW_LEFT ? new_column < column : new_column > column);
        }
    }
    assert_true(up > 20 && down > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaps_are_those_of_the_rules),
        cmocka_unit_test(test_games_go_on_from_any_point),
        cmocka_unit_test(test_seats_are_read),
        cmocka_unit_test(test_plurals),
        cmocka_unit_test(test_refusals_have_no_numbers_of_rulings),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_typing),
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_canvas),
        cmocka_unit_test(test_arrows_follow_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
