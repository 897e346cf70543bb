/* rribbit_test.c: Rrib-bit, ruling by ruling (X1-X14), its notation, its moves and its perft.
 *
 * What is expected here was worked out from the rulings by hand, or by brute force that shares
 * nothing with the game's own way of doing it: boards of characters instead of bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "pond/match.h"
#include "pond/rribbit.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define PADS 63
#define HOME "DDDDDDDDD/9/9/9/9/9/LLLLLLLLL"
/* A light frog that can capture nine times in one turn, and end on c4. */
#define NINE_IN_A_CHAIN "3D5/5D3/2D6/2D3D2/1D7/3D3D1/L4D3"

static const struct pond_game *const game = &pond_rribbit;

/* ---- Helpers ---- */

static void text_of_error(const struct pond_error *why, char text[POND_STATE_TEXT_MAX])
{
    struct pond_text out = pond_text_in(text, POND_STATE_TEXT_MAX);
    pond_error_print(why, POND_ENGLISH, &out);
}

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

static int side_of(const struct pond_state *state)
{
    return ((const struct rribbit_state *)state)->side;
}

/* Makes a move of the side whose turn it is. */
static void play(struct pond_state *state, const char *text)
{
    struct pond_error why;
    pond_move move;
    const int seat = side_of(state);
    if (!pond_move_read(game, state, seat, text, &move, &why)) {
        char sentence[POND_STATE_TEXT_MAX];
        text_of_error(&why, sentence);
        fail_msg("%s: %s", text, sentence);
    }
    game->apply(state, seat, move);
}

static void expect_position(const struct pond_state *state, const char *expected)
{
    char text[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    game->state_print(state, &out);
    assert_string_equal(text, expected);
}

/* Has the game ended like this? "" and "": it goes on. */
static void expect_result(struct pond_result result, const char *expected, const char *reason)
{
    char text[32];
    struct pond_text out = pond_text_in(text, sizeof text);
    pond_result_print(result, &out);
    assert_string_equal(text, expected);
    assert_string_equal(pond_reason_name(result.reason), reason);
}

static void expect_end(const struct pond_state *state, const char *expected, const char *reason)
{
    expect_result(game->result(state), expected, reason);
    assert_int_equal(game->turn(state), 0);
}

static void expect_goes_on(const struct pond_state *state)
{
    expect_result(game->result(state), "", "");
    assert_int_equal(game->turn(state), POND_SEAT(side_of(state)));
}

/* A position and one move: does it end the game like this? */
static void expect_after(const char *options, const char *text, const char *move,
                         const char *expected, const char *reason)
{
    struct pond_state state = position(options, text);
    expect_goes_on(&state);
    play(&state, move);
    if (expected[0] == '\0') {
        expect_goes_on(&state);
    } else {
        expect_end(&state, expected, reason);
    }
}

/* Is the move refused with this word? */
static void expect_refused(const struct pond_state *state, const char *text, enum pond_word word)
{
    struct pond_error why = {.word = POND_WORD_NONE};
    pond_move move = 12345;
    if (pond_move_read(game, state, side_of(state), text, &move, &why)) {
        fail_msg("%s is accepted", text);
    }
    if (why.word != word) {
        char sentence[POND_STATE_TEXT_MAX];
        text_of_error(&why, sentence);
        fail_msg("%s is refused with: %s", text, sentence);
    }
    assert_int_equal(move, 12345);
}

static void expect_position_refused(const char *options, const char *text, enum pond_word word)
{
    const struct pond_config config = config_of(options);
    struct pond_state state, untouched;
    memset(&state, 0x5a, sizeof state);
    untouched = state;
    struct pond_error why = {.word = POND_WORD_NONE};
    if (game->state_parse(&state, &config, text, &why)) fail_msg("%s is accepted", text);
    if (why.word != word) {
        char sentence[POND_STATE_TEXT_MAX];
        text_of_error(&why, sentence);
        fail_msg("%s is refused with: %s", text, sentence);
    }
    assert_memory_equal(&state, &untouched, sizeof state);
}

static void expect_options_refused(const char *options, enum pond_word word)
{
    struct pond_config config;
    struct pond_error why = {.word = POND_WORD_NONE};
    if (pond_config_parse(game, options, &config, &why)) fail_msg("%s is accepted", options);
    if (why.word != word) {
        char sentence[POND_STATE_TEXT_MAX];
        text_of_error(&why, sentence);
        fail_msg("%s is refused with: %s", options, sentence);
    }
}

/* Numbers for random positions, the same in every run. */
static uint32_t noise(uint32_t limit)
{
    static uint64_t seed = 20;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* ---- Brute force: a board is 63 characters, '.', 'L' or 'D', from a1 ---- */

struct board {
    char pad[PADS];
    char own, other; /* 'L' and 'D', by the side to move */
    bool chain;
};

struct list {
    char text[POND_MOVES_MAX][POND_MOVE_TEXT_MAX];
    int count;
};

static struct board board_of(const char *text, bool chain)
{
    struct board board;
    int row = 6, column = 0;
    memset(board.pad, '.', sizeof board.pad);
    for (; *text != ' '; text++) {
        if (*text == '/') {
            row--;
            column = 0;
        } else if (*text >= '1' && *text <= '9') {
            column += *text - '0';
        } else {
            board.pad[row * 9 + column++] = *text;
        }
    }
    board.own = text[1] == 'l' ? 'L' : 'D';
    board.other = text[1] == 'l' ? 'D' : 'L';
    board.chain = chain;
    return board;
}

static bool is_leap(int from, int to)
{
    const int columns = abs(from % 9 - to % 9), rows = abs(from / 9 - to / 9);
    return (columns == 1 && rows == 2) || (columns == 2 && rows == 1);
}

/* Writes down every way to go on from `pad`, after the text so far. */
static void brute_chains(struct board *board, int pad, const char *so_far, struct list *list)
{
    for (int to = 0; to < PADS; to++) {
        if (!is_leap(pad, to) || board->pad[to] != board->other) continue;
        char *text = list->text[list->count++];
        const int printed =
            snprintf(text, POND_MOVE_TEXT_MAX, "%sx%c%c", so_far, 'a' + to % 9, '1' + to / 9);
        assert_in_range(printed, 5, POND_MOVE_TEXT_MAX - 1);
        if (!board->chain) continue;
        board->pad[to] = '.';
        brute_chains(board, to, text, list);
        board->pad[to] = board->other;
    }
}

static void brute_moves(struct board *board, struct list *list)
{
    list->count = 0;
    for (int from = 0; from < PADS; from++) {
        if (board->pad[from] != board->own) continue;
        const char name[3] = {(char)('a' + from % 9), (char)('1' + from / 9), '\0'};
        for (int to = 0; to < PADS; to++) {
            if (!is_leap(from, to) || board->pad[to] != '.') continue;
            snprintf(list->text[list->count++], POND_MOVE_TEXT_MAX, "%s-%c%c", name, 'a' + to % 9,
                     '1' + to / 9);
        }
        board->pad[from] = '.';
        brute_chains(board, from, name, list);
        board->pad[from] = board->own;
    }
}

static int compare_texts(const void *one, const void *other) { return strcmp(one, other); }

static void list_sort(struct list *list)
{
    qsort(list->text, (size_t)list->count, sizeof list->text[0], compare_texts);
}

/* Are the game's moves those of brute force, legal, different, and the same again when read? */
static int expect_brute_moves(const struct pond_state *state)
{
    static struct list expected, found;
    static pond_move moves[POND_MOVES_MAX];
    char text[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(text, sizeof text);
    game->state_print(state, &out);
    struct board board = board_of(text, ((const struct rribbit_state *)state)->chain);
    brute_moves(&board, &expected);
    found.count = game->moves(state, side_of(state), moves);
    assert_int_equal(found.count, expected.count);
    for (int i = 0; i < found.count; i++) {
        struct pond_text move_text = pond_text_in(found.text[i], POND_MOVE_TEXT_MAX);
        game->move_print(state, side_of(state), moves[i], &move_text);
        assert_false(move_text.full);
        pond_move again = 0;
        assert_true(game->legal(state, side_of(state), moves[i], NULL));
        assert_true(game->move_parse(state, side_of(state), found.text[i], &again, NULL));
        assert_int_equal(again, moves[i]);
    }
    list_sort(&expected);
    list_sort(&found);
    for (int i = 0; i < found.count; i++) assert_string_equal(found.text[i], expected.text[i]);
    return found.count;
}

/* ---- X1: the board ---- */

static void test_x1_light_moves_first_from_row_one(void **context)
{
    (void)context;
    const struct pond_state state = start("");
    expect_position(&state, HOME " l -");
    assert_int_equal(game->turn(&state), POND_SEAT(0));
    const struct pond_config config = config_of("");
    assert_int_equal(game->seats(&config), 2);
}

static void test_x1_arena_is_d3_to_f5(void **context)
{
    (void)context;
    uint64_t arena = 0;
    for (int row = 2; row <= 4; row++) {
        for (int column = 3; column <= 5; column++) arena |= UINT64_C(1) << (row * 9 + column);
    }
    assert_int_equal(RRIBBIT_ARENA, arena);
}

/* ---- X2: the leap ---- */

static void test_x2_leaps_from_every_pad(void **context)
{
    (void)context;
    int leaps = 0;
    for (int pad = 0; pad < PADS; pad++) {
        char board[PADS], text[POND_STATE_TEXT_MAX];
        memset(board, '.', sizeof board);
        board[pad] = 'L';
        for (int dark = 0, at = 0; dark < 3; at++) {
            if (board[at] == '.') board[at] = 'D', dark++;
        }
        size_t length = 0;
        for (int row = 6; row >= 0; row--) {
            for (int column = 0; column < 9; column++) {
                const char frog = board[row * 9 + column];
                text[length++] = frog == '.' ? '1' : frog;
            }
            text[length++] = row > 0 ? '/' : ' ';
        }
        memcpy(text + length, "l -", 4);
        const struct pond_state state = position("", text);
        leaps += expect_brute_moves(&state);
    }
    /* Each leap lies in one of (9-1)(7-2) boxes of 2 by 3 pads or (9-2)(7-1) of 3 by 2, and each
     * box has two pairs of corners to leap between, both ways. */
    assert_int_equal(leaps, 4 * (8 * 5 + 7 * 6));
}

static void test_x2_refusals_name_the_rule(void **context)
{
    (void)context;
    const struct pond_state state = start("");
    expect_refused(&state, "e4-d6", POND_WORD_RRIBBIT_NO_FROG);
    expect_refused(&state, "b7-c5", POND_WORD_RRIBBIT_NOT_YOURS);
    expect_refused(&state, "b1-b2", POND_WORD_RRIBBIT_NO_KNIGHT);
    expect_refused(&state, "b1-b3", POND_WORD_RRIBBIT_NO_KNIGHT);
    expect_refused(&state, "b1-d3", POND_WORD_RRIBBIT_NO_KNIGHT);
    expect_refused(&state, "b1-b1", POND_WORD_RRIBBIT_NO_KNIGHT);
    expect_refused(&state, "i1-a3", POND_WORD_RRIBBIT_NO_KNIGHT); /* not round the edge */
    expect_refused(&state, "a1xb7", POND_WORD_RRIBBIT_NO_KNIGHT);
    const struct pond_state wing = start("start=left-wing");
    expect_refused(&wing, "b2-d1", POND_WORD_RRIBBIT_OWN_FROG);
    expect_refused(&wing, "b2xd1", POND_WORD_RRIBBIT_OWN_FROG);
}

static void test_x2_a_move_is_never_skipped(void **context)
{
    (void)context;
    const struct pond_state state = start("");
    expect_refused(&state, "", POND_WORD_MOVE_SYNTAX);
    expect_refused(&state, "-", POND_WORD_MOVE_SYNTAX);
    expect_refused(&state, "pass", POND_WORD_MOVE_SYNTAX);
    expect_refused(&state, "b1", POND_WORD_MOVE_SYNTAX);
    assert_false(game->legal(&state, 0, 0, NULL));
}

static void test_x2_it_leaps_over_anything(void **context)
{
    (void)context;
    /* The frog in the corner is walled in on all sides. */
    struct pond_state state = position("", "DDD6/9/9/9/9/LL7/LL6L l -");
    play(&state, "a1-c2");
    expect_position(&state, "DDD6/9/9/9/9/LLL6/1L6L d -");
}

/* ---- X3: capturing and chains ---- */

static void test_x3_a_capture_takes_the_frog_away(void **context)
{
    (void)context;
    struct pond_state state = position("", "DDDDD4/9/9/9/2D6/9/LLLLL4 l -");
    play(&state, "b1xc3");
    expect_position(&state, "DDDDD4/9/9/9/2L6/9/L1LLL4 d -");
    expect_goes_on(&state);
}

static void test_x3_single_is_one_leap(void **context)
{
    (void)context;
    const struct pond_state state = position("", NINE_IN_A_CHAIN " l -");
    expect_refused(&state, "a1xb3xc5", POND_WORD_RRIBBIT_ONE_CAPTURE);
    expect_refused(&state, "a1-c2xd4", POND_WORD_RRIBBIT_WRITE_LEAP);
    expect_refused(&state, "a1xb3-d4", POND_WORD_RRIBBIT_ONE_CAPTURE);
    assert_int_equal(expect_brute_moves(&state), 2);
}

static void test_x3_a_chain_may_stop_anywhere(void **context)
{
    (void)context;
    const char whole[] = "a1xb3xc5xd7xf6xg4xh2xf1xd2xc4";
    for (size_t length = 5; length < sizeof whole; length += 3) {
        char text[sizeof whole];
        memcpy(text, whole, length);
        text[length] = '\0';
        struct pond_state state = position("turn=chain", NINE_IN_A_CHAIN " l -");
        play(&state, text);
        const uint64_t dark = ((const struct rribbit_state *)&state)->frogs[RRIBBIT_DARK];
        assert_int_equal(__builtin_popcountll(dark), 9 - (length - 2) / 3);
    }
    struct pond_state state = position("turn=chain", NINE_IN_A_CHAIN " l -");
    expect_brute_moves(&state);
    play(&state, whole);
    expect_position(&state, "9/9/9/2L6/9/9/9 d 0,0"); /* the count begins even so (X9) */
    expect_end(&state, "draw", "no-frogs");
}

static void test_x3_every_leap_of_a_chain_captures(void **context)
{
    (void)context;
    const struct pond_state state = position("turn=chain", NINE_IN_A_CHAIN " l -");
    expect_refused(&state, "a1xb3-d4", POND_WORD_RRIBBIT_CHAIN_CAPTURES);
    expect_refused(&state, "a1-c2-d4", POND_WORD_RRIBBIT_CHAIN_CAPTURES);
    expect_refused(&state, "a1xb3xa1", POND_WORD_RRIBBIT_CHAIN_CAPTURES);
    expect_refused(&state, "a1xb3xc5xb3", POND_WORD_RRIBBIT_CHAIN_CAPTURES);
    expect_refused(&state, "a1xb3xc4", POND_WORD_RRIBBIT_NO_KNIGHT);
    expect_refused(&state, "a1xb3xc5xd7xf6xg4xh2xf1xd2xc4xb3", POND_WORD_MOVE_SYNTAX);
}

static void test_x3_a_chain_is_its_sequence_of_pads(void **context)
{
    (void)context;
    /* Round the same three frogs, one way or the other. */
    struct pond_state one = position("turn=chain", "DDDDD4/9/3D5/9/2D1D4/9/LLLLL4 l -");
    struct pond_state other = one;
    expect_brute_moves(&one);
    play(&one, "d1xc3xd5xe3");
    expect_position(&one, "DDDDD4/9/9/9/4L4/9/LLL1L4 d -");
    play(&other, "d1xe3xd5xc3");
    expect_position(&other, "DDDDD4/9/9/9/2L6/9/LLL1L4 d -");
}

/* 1,771 turns in one position: the most that a search for it has found. */
static void test_x3_a_position_with_very_many_chains(void **context)
{
    (void)context;
    struct pond_state state = start("turn=chain");
    struct rribbit_state *board = (struct rribbit_state *)&state;
    board->frogs[RRIBBIT_LIGHT] = UINT64_C(0x5450101401000);
    board->frogs[RRIBBIT_DARK] = UINT64_C(0x40a8304408);
    assert_int_equal(expect_brute_moves(&state), 1771);
}

/* A random position, crowded so that there is much to capture. */
static void random_text(char text[POND_STATE_TEXT_MAX], uint32_t columns, uint32_t rows)
{
    char board[PADS];
    memset(board, '1', sizeof board);
    const uint32_t frogs[2] = {1 + noise(9), 1 + noise(9)};
    for (int side = 0; side < 2; side++) {
        for (uint32_t placed = 0; placed < frogs[side];) {
            const uint32_t pad = noise(rows) * 9 + noise(columns);
            if (board[pad] != '1') continue;
            board[pad] = side == 0 ? 'L' : 'D';
            placed++;
        }
    }
    size_t length = 0;
    for (int row = 6; row >= 0; row--) {
        memcpy(text + length, board + row * 9, 9);
        length += 9;
        text[length++] = row > 0 ? '/' : ' ';
    }
    text[length++] = noise(2) == 0 ? 'l' : 'd';
    memcpy(text + length, " -", 3);
}

static void test_x3_moves_are_those_of_brute_force(void **context)
{
    (void)context;
    for (int i = 0; i < 600; i++) {
        char text[POND_STATE_TEXT_MAX];
        random_text(text, i % 2 == 0 ? 9 : 6, i % 2 == 0 ? 7 : 5);
        const struct pond_state chain = position("turn=chain,endgame=0", text);
        const struct pond_state single = position("endgame=0", text);
        if (game->turn(&chain) == 0) continue;
        expect_brute_moves(&chain);
        expect_brute_moves(&single);
    }
}

/* Is every pair of pads legal exactly when it is listed, and every odd bit refused? */
static void test_x3_legal_says_what_moves_lists(void **context)
{
    (void)context;
    static pond_move moves[POND_MOVES_MAX];
    for (int i = 0; i < 30; i++) {
        char text[POND_STATE_TEXT_MAX];
        random_text(text, 7, 6);
        const struct pond_state state = position(i % 2 == 0 ? "turn=chain" : "", text);
        if (game->turn(&state) == 0) continue;
        const int seat = side_of(&state), count = game->moves(&state, seat, moves);
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                const pond_move move = rribbit_move(from, to);
                assert_int_equal(game->legal(&state, seat, move, NULL),
                                 pond_move_listed(game, &state, seat, move));
                assert_false(game->legal(&state, 1 - seat, move, NULL));
            }
        }
        for (int k = 0; k < 2000; k++) {
            pond_move move = moves[noise((uint32_t)count)] ^ (pond_move)1 << noise(64);
            if (k % 3 == 0) move ^= (pond_move)1 << noise(64);
            assert_int_equal(game->legal(&state, seat, move, NULL),
                             pond_move_listed(game, &state, seat, move));
        }
    }
}

/* ---- X4: what a row is ---- */

static const int lines[8][3] = {
    {21, 22, 23}, {30, 31, 32}, {39, 40, 41}, /* d3-f3, d4-f4, d5-f5 */
    {21, 30, 39}, {22, 31, 40}, {23, 32, 41}, /* d3-d5, e3-e5, f3-f5 */
    {21, 31, 41}, {39, 31, 23},               /* d3-f5, d5-f3 */
};

static bool has_line(uint64_t frogs)
{
    for (size_t i = 0; i < LENGTH(lines); i++) {
        int there = 0;
        for (int k = 0; k < 3; k++) there += (frogs >> lines[i][k] & 1) != 0;
        if (there == 3) return true;
    }
    return false;
}

static void test_x4_eight_lines_and_no_others(void **context)
{
    (void)context;
    int rows = 0;
    for (int a = 0; a < PADS; a++) {
        for (int b = a + 1; b < PADS; b++) {
            for (int c = b + 1; c < PADS; c++) {
                const uint64_t frogs = UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c;
                if (rribbit_has_row(frogs) != has_line(frogs)) fail_msg("%d %d %d", a, b, c);
                rows += has_line(frogs);
            }
        }
    }
    assert_int_equal(rows, 8);
}

static void test_x4_with_any_frogs_around(void **context)
{
    (void)context;
    for (uint32_t inside = 0; inside < 512; inside++) {
        uint64_t frogs = (uint64_t)(inside & 7) << 21 | (uint64_t)(inside >> 3 & 7) << 30 |
                         (uint64_t)(inside >> 6) << 39;
        assert_int_equal(rribbit_has_row(frogs), has_line(frogs));
        frogs |= RRIBBIT_BOARD & ~RRIBBIT_ARENA;
        assert_int_equal(rribbit_has_row(frogs), has_line(frogs));
    }
}

/* ---- X5: winning by a row ---- */

static void test_x5_row_that_stands_wins_after_the_answer(void **context)
{
    (void)context;
    struct pond_state state = position("", "DDD4DD/9/9/9/3LL4/9/LL4L2 l -");
    play(&state, "g1-f3");
    expect_goes_on(&state);
    assert_string_equal(game->move_suffix(&state, 0), "+");
    play(&state, "a7-b5");
    expect_end(&state, "seat 0", "row");
    expect_position(&state, "1DD4DD/9/1D7/9/3LLL3/9/LL7 l -");
    assert_null(game->move_suffix(&state, 1));
}

static void test_x5_row_must_be_broken(void **context)
{
    (void)context;
    const char row[] = "DD5DD/9/4D4/9/3LLL3/1D7/LL7 d -";
    expect_after("", row, "e5xd3", "", "");
    expect_after("", row, "e5xf3", "", "");
    expect_after("", row, "e5-d7", "seat 0", "row"); /* something else */
    expect_after("", row, "b2-d1", "seat 0", "row");
    /* A capture that leaves the row does not help. */
    expect_after("", "DD5DD/9/4D4/9/1D1LLL3/9/LL7 d -", "b3xa1", "seat 0", "row");
}

static void test_x5_both_sides_win_by_rows(void **context)
{
    (void)context;
    struct pond_state state = position("", "D5D2/DDD6/3DD4/9/9/9/LLLLL4 d -");
    play(&state, "g7-f5");
    expect_goes_on(&state);
    assert_string_equal(game->move_suffix(&state, 1), "+");
    play(&state, "a1-b3");
    expect_end(&state, "seat 1", "row");
}

static void test_x5_two_rows_that_share_a_frog(void **context)
{
    (void)context;
    struct pond_state state = position("", "DDDD5/9/3L5/3L5/4LL3/1L7/L3D4 l -");
    play(&state, "b2-d3");
    const struct pond_state rows = state;
    play(&state, "e1xd3"); /* the frog of both */
    expect_goes_on(&state);
    state = rows;
    play(&state, "e1xf3"); /* of one of them */
    expect_end(&state, "seat 0", "row");
}

static void test_x5_two_rows_apart_take_a_chain(void **context)
{
    (void)context;
    const char rows[] = "DDDD5/9/3LLL3/9/3LLL3/2D6/L8 d -";
    expect_after("", rows, "c2xe3", "seat 0", "row");
    expect_after("turn=chain", rows, "c2xe3", "seat 0", "row");
    expect_after("turn=chain", rows, "c2xe3xd5", "", "");
    expect_after("turn=chain", rows, "c2xe3xf5", "", "");
}

static void test_x5_own_row_is_no_help(void **context)
{
    (void)context;
    expect_after("", "DD4D2/9/3DD4/9/3LLL3/9/LL7 d -", "g7-f5", "seat 0", "row");
}

static void test_x5_an_answer_that_does_both(void **context)
{
    (void)context;
    struct pond_state state = position("", "DD7/9/4D4/4D4/2LLLL3/2D6/L8 d -");
    play(&state, "c2xe3");
    expect_goes_on(&state);
    assert_string_equal(game->move_suffix(&state, 1), "+");
    expect_position(&state, "DD7/9/4D4/4D4/2LLDL3/9/L8 l -");
    const struct pond_state answered = state;
    play(&state, "a1-b3"); /* now light had to answer */
    expect_end(&state, "seat 1", "row");
    state = answered;
    play(&state, "c3xe4");
    expect_goes_on(&state);
}

static void test_x5_a_row_of_ones_own_may_be_left(void **context)
{
    (void)context;
    /* Dark breaks light's row, light makes another, dark breaks that too: nobody has won. */
    struct pond_state state = position("", "DD6D/9/4D4/9/3LLL3/9/LL2L4 d -");
    play(&state, "e5xd3");
    play(&state, "e1xd3");
    expect_goes_on(&state);
    assert_string_equal(game->move_suffix(&state, 0), "+");
    play(&state, "a7-b5");
    expect_end(&state, "seat 0", "row");
}

/* ---- X6: seven captured ---- */

static void test_x6_two_left_after_a_capture(void **context)
{
    (void)context;
    const char three[] = "DD7/9/9/9/2D6/9/LLLLL4 l -";
    expect_after("win=row-or-seven", three, "b1xc3", "seat 0", "seven");
    expect_after("win=row-or-seven", three, "b1-a3", "", "");
    expect_after("win=row", three, "b1xc3", "", "");
    expect_after("win=row-or-seven", "DDDDD4/9/2L6/9/9/9/LL7 d -", "b7xc5", "seat 1", "seven");
    expect_after("win=row-or-seven", "DDD6/9/9/9/2D6/9/LLLLL4 l -", "b1xc3", "", "");
}

static void test_x6_needs_a_capture(void **context)
{
    (void)context;
    /* Dark has two already, as an analysis position may. */
    struct pond_state state = position("win=row-or-seven", "DD7/9/9/9/9/9/LLLLL4 l -");
    expect_goes_on(&state);
    play(&state, "b1-c3");
    expect_goes_on(&state);
    play(&state, "b7-c5");
    expect_goes_on(&state);
    expect_after("win=row-or-seven", "D8/9/9/9/2D6/9/LLLLL4 l -", "b1xc3", "seat 0", "seven");
}

static void test_x6_a_chain_past_the_seventh(void **context)
{
    (void)context;
    const char options[] = "turn=chain,win=row-or-seven";
    const char three[] = "9/9/3D5/9/2D6/9/LLLLLD3 l -";
    expect_after(options, three, "b1xc3", "seat 0", "seven");
    expect_after(options, three, "b1xc3xd5", "seat 0", "seven");
    /* Past the last one too: X6 comes before X7. */
    expect_after(options, "9/9/3D5/9/2D6/9/LLLLL4 l -", "b1xc3xd5", "seat 0", "seven");
    expect_after("turn=chain", "9/9/3D5/9/2D6/9/LLLLL4 l -", "b1xc3xd5", "draw", "no-frogs");
}

/* ---- X7: no frog left ---- */

static void test_x7_with_a_row_wins(void **context)
{
    (void)context;
    expect_after("", "9/9/9/9/3LLD3/9/LL4L2 l -", "g1xf3", "seat 0", "row");
    expect_after("", "DD4D2/9/3DDL3/9/9/9/9 d -", "g7xf5", "seat 1", "row");
}

static void test_x7_without_a_row_is_a_draw(void **context)
{
    (void)context;
    expect_after("", "9/9/9/9/3L1D3/9/LLL3L2 l -", "g1xf3", "draw", "no-frogs");
    expect_after("", "DDDDD4/9/2L6/9/9/9/9 d -", "b7xc5", "draw", "no-frogs");
    expect_after("win=row-or-seven", "9/9/9/9/3LLD3/9/LL4L2 l -", "g1xf3", "seat 0", "seven");
}

static void test_x7_at_the_end_of_a_chain(void **context)
{
    (void)context;
    /* g1xf3 makes a row on the way; going on to g5 leaves it again. */
    const char two[] = "9/9/6D2/9/3LLD3/9/LL4L2 l -";
    expect_after("turn=chain", two, "g1xf3", "", "");
    expect_after("turn=chain", two, "g1xf3xg5", "draw", "no-frogs");
    /* And the other way round: the last landing makes it. */
    expect_after("turn=chain", "9/9/9/9/3LLD3/7D1/LL3L3 l -", "f1xh2xf3", "seat 0", "row");
}

/* ---- X8: two frogs or fewer on both sides ---- */

static void test_x8_is_a_draw(void **context)
{
    (void)context;
    expect_after("", "DD7/9/9/9/2D6/9/LL7 l -", "b1xc3", "draw", "two-frogs");
    expect_after("", "DD7/9/9/9/2D6/9/1L7 l -", "b1xc3", "draw", "two-frogs");
    expect_after("", "DD7/9/2L6/9/9/9/LL7 d -", "b7xc5", "draw", "two-frogs");
    expect_after("", "DD7/9/9/9/2D6/9/LLL6 l -", "b1xc3", "", ""); /* three against two */
    expect_after("", "DDD6/9/9/9/2D6/9/LL7 l -", "b1xc3", "", ""); /* two against three */
    expect_after("win=row-or-seven", "DD7/9/9/9/2D6/9/LL7 l -", "b1xc3", "seat 0", "seven");
}

/* ---- X9: the count ---- */

static void test_x9_begins_after_the_turn_that_brought_both_to_four(void **context)
{
    (void)context;
    struct pond_state state = position("", "DDDD5/9/9/9/2D6/9/LLLL5 l -");
    expect_position(&state, "DDDD5/9/9/9/2D6/9/LLLL5 l -");
    play(&state, "b1xc3");
    expect_position(&state, "DDDD5/9/9/9/2L6/9/L1LL5 d 0,0");
    play(&state, "a7-b5");
    expect_position(&state, "1DDD5/9/1D7/9/2L6/9/L1LL5 l 0,1");
    play(&state, "c3xb5"); /* a capture does not start it again */
    expect_position(&state, "1DDD5/9/1L7/9/9/9/L1LL5 d 1,1");
    /* Five against four starts no count. */
    expect_after("", "DDDD5/9/9/9/2D6/9/LLLLL4 l -", "b1xc3", "", "");
    state = position("", "DDDD5/9/9/9/2D6/9/LLLLL4 l -");
    play(&state, "b1xc3");
    expect_position(&state, "DDDD5/9/9/9/2L6/9/L1LLL4 d -");
}

static void test_x9_begins_at_once_where_a_start_has_four(void **context)
{
    (void)context;
    struct pond_state state = start("start=3DDD3/9/9/9/9/9/3LLL3");
    expect_position(&state, "3DDD3/9/9/9/9/9/3LLL3 l 0,0");
    state = start("start=3DDD3/9/9/9/9/9/3LLL3,endgame=0");
    expect_position(&state, "3DDD3/9/9/9/9/9/3LLL3 l -");
}

static void test_x9_each_has_so_many_turns(void **context)
{
    (void)context;
    struct pond_state state = position("endgame=2", "DDDD5/9/9/9/9/9/LLLL5 l -");
    static const char *const moves[] = {"a1-b3", "a7-b5", "b3-a1"};
    for (size_t i = 0; i < LENGTH(moves); i++) {
        play(&state, moves[i]);
        expect_goes_on(&state);
    }
    play(&state, "b5-a7");
    expect_position(&state, "DDDD5/9/9/9/9/9/LLLL5 l 2,2");
    expect_end(&state, "draw", "endgame-limit");
    /* Dark was first to have a turn counted: light has the last. */
    state = position("endgame=1", "DDDD5/9/9/9/2D6/9/LLLL5 l -");
    play(&state, "b1xc3");
    play(&state, "a7-b5");
    expect_goes_on(&state);
    play(&state, "c3-e4");
    expect_end(&state, "draw", "endgame-limit");
    expect_position(&state, "1DDD5/9/1D7/4L4/9/9/L1LL5 d 1,1");
}

static void test_x9_default_is_forty(void **context)
{
    (void)context;
    expect_after("", "DDDD5/9/9/9/9/9/LLLL5 d 40,39", "a7-b5", "draw", "endgame-limit");
    expect_after("", "DDDD5/9/9/9/9/9/LLLL5 d 39,38", "a7-b5", "", "");
    expect_after("", "DDDD5/9/9/9/9/9/LLLL5 l 39,39", "a1-b3", "", "");
    expect_after("endgame=999", "DDDD5/9/9/9/9/9/LLLL5 d 999,998", "a7-b5", "draw",
                 "endgame-limit");
}

static void test_x9_win_on_the_last_turn_counts(void **context)
{
    (void)context;
    expect_after("", "DDDD5/9/9/9/3LLL3/9/L8 d 40,39", "a7-b5", "seat 0", "row");
    expect_after("win=row-or-seven", "DDDD5/9/2L6/9/9/9/LL7 d 40,39", "b7xc5", "seat 1", "seven");
    expect_after("", "DD1D5/9/9/9/4LD3/9/3L2L2 l 39,40", "g1xf3", "draw", "endgame-limit");
}

static void test_x9_unanswered_row_gets_its_answer(void **context)
{
    (void)context;
    struct pond_state state = position("", "DDD6/9/4D4/9/3LL4/9/6L2 l 39,40");
    play(&state, "g1-f3");
    expect_goes_on(&state);
    expect_position(&state, "DDD6/9/4D4/9/3LLL3/9/9 d 40,40");
    const struct pond_state row = state;
    play(&state, "a7-b5"); /* no answer */
    expect_end(&state, "seat 0", "row");
    expect_position(&state, "1DD6/9/1D2D4/9/3LLL3/9/9 l 40,41");
    state = row;
    play(&state, "e5xd3");
    expect_end(&state, "draw", "endgame-limit");
    expect_position(&state, "DDD6/9/9/9/3DLL3/9/9 l 40,41");
}

static void test_x9_answer_that_makes_a_row_is_answered_too(void **context)
{
    (void)context;
    struct pond_state state = position("", "D8/9/4D4/4D4/2LL1L3/2D6/5L3 l 39,40");
    play(&state, "c3-e2");
    expect_end(&state, "draw", "endgame-limit"); /* no row: the count has run out */
    state = position("", "D8/9/4D4/4D4/3L1L3/2D6/2LL5 l 39,40");
    play(&state, "d1-e3");
    expect_goes_on(&state);
    play(&state, "c2xe3");
    expect_goes_on(&state);
    expect_position(&state, "D8/9/4D4/4D4/3LDL3/9/2L6 l 40,41");
    const struct pond_state row = state;
    play(&state, "c1-b3");
    expect_end(&state, "seat 1", "row");
    state = row;
    play(&state, "d3xe5");
    expect_end(&state, "draw", "endgame-limit");
    expect_position(&state, "D8/9/4L4/4D4/4DL3/9/2L6 d 41,41");
}

static void test_x9_counts_the_turn_that_ends_the_game(void **context)
{
    (void)context;
    struct pond_state state = position("", "DD7/9/9/9/2D6/9/LL7 l 3,3");
    play(&state, "b1xc3");
    expect_end(&state, "draw", "two-frogs");
    expect_position(&state, "DD7/9/9/9/2L6/9/L8 d 4,3");
    state = position("", "9/9/9/9/3LLD3/9/6L2 l 3,3");
    play(&state, "g1xf3");
    expect_end(&state, "seat 0", "row");
    expect_position(&state, "9/9/9/9/3LLL3/9/9 d 4,3");
    state = position("", "DDDD5/9/9/9/3LLL3/9/L8 d 4,3");
    play(&state, "a7-b5");
    expect_end(&state, "seat 0", "row");
    expect_position(&state, "1DDD5/9/1D7/9/3LLL3/9/L8 l 4,4");
    state = position("win=row-or-seven", "DD7/9/9/9/2D6/9/LLLL5 l 7,8");
    play(&state, "b1xc3");
    expect_end(&state, "seat 0", "seven");
    expect_position(&state, "DD7/9/9/9/2L6/9/L1LL5 d 8,8");
}

static void test_x9_off_never_ends(void **context)
{
    (void)context;
    struct pond_state state = position("endgame=0", "DDDD5/9/9/9/9/9/LLLL5 l -");
    static const char *const moves[] = {"a1-b3", "a7-b5", "b3-a1", "b5-a7"};
    for (int i = 0; i < 4000; i++) {
        play(&state, moves[i % 4]);
        expect_goes_on(&state);
    }
    expect_position(&state, "DDDD5/9/9/9/9/9/LLLL5 l -");
}

/* ---- X10: repetition, which is the match's business ---- */

static struct pond_entry match_log[512];

static void match_at(struct pond_match *match, const char *options, const char *text)
{
    const struct pond_config config = config_of(options);
    if (text == NULL) {
        pond_match_begin(match, game, &config, match_log, LENGTH(match_log));
        return;
    }
    const struct pond_state state = position(options, text);
    pond_match_begin_at(match, game, &config, &state, match_log, LENGTH(match_log));
}

static void match_play(struct pond_match *match, const char *text)
{
    struct pond_error why;
    const pond_seats turn = pond_match_turn(match);
    assert_int_not_equal(turn, 0);
    if (!pond_match_submit_text(match, pond_seat_first(turn), text, &why)) {
        char sentence[POND_STATE_TEXT_MAX];
        text_of_error(&why, sentence);
        fail_msg("%s: %s", text, sentence);
    }
}

/* Four turns that lead back to the same position. */
static void match_circle(struct pond_match *match)
{
    match_play(match, "a1-b3");
    match_play(match, "a7-b5");
    match_play(match, "b3-a1");
    match_play(match, "b5-a7");
}

static void test_x10_the_start_is_the_first(void **context)
{
    (void)context;
    struct pond_match match;
    match_at(&match, "", NULL);
    match_circle(&match);
    assert_false(pond_match_over(&match));
    match_circle(&match);
    expect_result(match.result, "draw", "repetition");
    assert_int_equal(pond_match_turn(&match), 0);
    assert_int_equal(match.ply, 8);
}

static void test_x10_every_number(void **context)
{
    (void)context;
    for (int times = 2; times <= 9; times++) {
        char options[32];
        snprintf(options, sizeof options, "repetition=%d", times);
        struct pond_match match;
        match_at(&match, options, NULL);
        for (int i = 1; i < times; i++) {
            assert_false(pond_match_over(&match));
            match_circle(&match);
        }
        expect_result(match.result, "draw", "repetition");
    }
    struct pond_match match;
    match_at(&match, "repetition=0", NULL);
    for (int i = 0; i < 30; i++) match_circle(&match);
    assert_false(pond_match_over(&match));
    expect_options_refused("repetition=1", POND_WORD_OPTION_VALUE);
    expect_options_refused("repetition=10", POND_WORD_OPTION_VALUE);
}

static void test_x10_a_later_position_may_be_the_one(void **context)
{
    (void)context;
    struct pond_match match;
    match_at(&match, "", NULL);
    match_play(&match, "i1-h3"); /* this one, with dark to move, is the first of three */
    match_play(&match, "a7-b5");
    match_play(&match, "a1-b3");
    match_play(&match, "b5-a7");
    match_play(&match, "b3-a1"); /* the second */
    match_play(&match, "a7-b5");
    match_play(&match, "a1-b3");
    match_play(&match, "b5-a7");
    assert_false(pond_match_over(&match));
    match_play(&match, "b3-a1");
    expect_result(match.result, "draw", "repetition");
    assert_int_equal(match.ply, 9);
}

static void test_x10_the_count_does_not_matter(void **context)
{
    (void)context;
    struct pond_match match;
    match_at(&match, "", "DDDD5/9/9/9/9/9/LLLL5 l 3,3");
    match_circle(&match);
    match_circle(&match);
    expect_result(match.result, "draw", "repetition");
    expect_position(&match.state, "DDDD5/9/9/9/9/9/LLLL5 l 7,7");
}

static void test_x10_the_player_to_move_matters(void **context)
{
    (void)context;
    const struct pond_state light = position("", HOME " l -"), dark = position("", HOME " d -");
    int times = 0;
    assert_int_not_equal(game->repetition(&light, &times), game->repetition(&dark, &times));
    assert_int_equal(times, 3);
}

static void test_x10_what_was_taken_back_does_not_count(void **context)
{
    (void)context;
    struct pond_match match;
    match_at(&match, "", NULL);
    match_circle(&match);
    for (int i = 0; i < 5; i++) {
        assert_true(pond_match_take_back(&match, 0, 1, NULL));
        match_play(&match, "b5-a7");
        assert_false(pond_match_over(&match));
    }
    assert_true(pond_match_take_back(&match, 1, 4, NULL));
    match_circle(&match);
    assert_false(pond_match_over(&match));
    match_circle(&match);
    expect_result(match.result, "draw", "repetition");
}

/* ---- X11: starts ---- */

static void test_x11_every_start(void **context)
{
    (void)context;
    static const char *const starts[][2] = {
        {"start=home", HOME " l -"},
        {"start=light-pads", "1D1D1D1D1/D1D1D1D1D/9/9/9/L1L1L1L1L/1L1L1L1L1 l -"},
        {"start=dark-pads", "D1D1D1D1D/1D1D1D1D1/9/9/9/1L1L1L1L1/L1L1L1L1L l -"},
        {"start=left-wing", "4DDDDD/5DDDD/9/9/9/LLLL5/LLLLL4 l -"},
        {"start=" HOME, HOME " l -"},
        {"start=8D/9/D7L/9/D7L/9/L8,endgame=0", "8D/9/D7L/9/D7L/9/L8 l -"},
        {"start=9/9/3D5/D2D1L2L/5L3/9/9", "9/9/3D5/D2D1L2L/5L3/9/9 l 0,0"},
    };
    for (size_t i = 0; i < LENGTH(starts); i++) {
        const struct pond_state state = start(starts[i][0]);
        expect_position(&state, starts[i][1]);
        expect_goes_on(&state);
    }
}

static void test_x11_a_start_is_the_same_for_both(void **context)
{
    (void)context;
    /* A mirror is not a half turn. */
    expect_options_refused("start=DDD6/9/9/9/9/9/LLL6", POND_WORD_RRIBBIT_START_SAME);
    expect_options_refused("start=DDDDDDDDD/9/9/9/9/9/LLLLLLLL1", POND_WORD_RRIBBIT_START_SAME);
    expect_options_refused("start=9/9/9/4L4/9/9/9", POND_WORD_RRIBBIT_START_SAME);
    expect_options_refused("start=9/9/9/9/9/9/LLL6", POND_WORD_RRIBBIT_START_SAME);
}

static void test_x15_the_outermost_frogs_stay_at_home(void **context)
{
    (void)context;
    static const struct {
        const char *options, *position;
    } cases[] = {
        {"handicap=10", "DDDDDDDDD/9/9/9/9/9/1LLLLLLLL l -"}, /* light's left is column a */
        {"handicap=01", "DDDDDDDD1/9/9/9/9/9/LLLLLLLLL l -"}, /* dark's is column i */
        {"handicap=23", "1DDDDDD2/9/9/9/9/9/1LLLLLLL1 l -"},
        {"handicap=06", "3DDD3/9/9/9/9/9/LLLLLLLLL l -"},
        {"start=left-wing,handicap=20", "4DDDDD/5DDDD/9/9/9/1LLL5/1LLLL4 l -"},
        {"handicap=56", "3DDD3/9/9/9/9/9/3LLLL2 l 0,0"}, /* X9 counts from the start */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct pond_state state = start(cases[i].options);
        char text[POND_STATE_TEXT_MAX];
        struct pond_text out = pond_text_in(text, sizeof text);
        pond_rribbit.state_print(&state, &out);
        assert_string_equal(text, cases[i].position);
    }
    expect_options_refused("win=row-or-seven,handicap=01", POND_WORD_RRIBBIT_HANDICAP);
    expect_options_refused("start=3DDD3/9/9/9/9/9/3LLL3,handicap=10", POND_WORD_RRIBBIT_HANDICAP);
}

static void test_x11_a_start_has_one_to_nine_frogs(void **context)
{
    (void)context;
    expect_options_refused("start=9/9/9/9/9/9/9", POND_WORD_RRIBBIT_START_FROGS);
    /* Seven captured and two left are the same only with nine frogs a side (X6). */
    expect_options_refused("win=row-or-seven,start=D8/9/3D2D2/9/2L2L3/9/8L",
                           POND_WORD_RRIBBIT_START_SEVEN);
    expect_options_refused("start=DDDDDDDDD/D8/9/9/9/8L/LLLLLLLLL", POND_WORD_RRIBBIT_START_FROGS);
    const struct pond_state state = start("start=D8/9/9/9/9/9/8L");
    expect_end(&state, "draw", "two-frogs"); /* a start all the same; X8 ends it */
}

static void test_x11_no_row_stands_in_a_start(void **context)
{
    (void)context;
    expect_options_refused("start=9/9/3DDD3/9/3LLL3/9/9", POND_WORD_RRIBBIT_START_ROW);
    expect_options_refused("start=D8/9/3LDD3/3LLD3/3LLD3/9/8L", POND_WORD_RRIBBIT_START_SAME);
    expect_options_refused("start=9/9/3L1D3/3L1D3/3L1D3/9/9", POND_WORD_RRIBBIT_START_ROW);
}

static void test_x11_rows_must_be_rows(void **context)
{
    (void)context;
    expect_options_refused("start=left", POND_WORD_RRIBBIT_ROW_LETTER);
    expect_options_refused("start=9/9/9/9/9/9", POND_WORD_RRIBBIT_ROWS_COUNT);
    expect_options_refused("start=9/9/9/9/9/9/9/9", POND_WORD_RRIBBIT_ROWS_COUNT);
    expect_options_refused("start=9", POND_WORD_RRIBBIT_ROWS_COUNT);
    expect_options_refused("start=DDDDDDDD/9/9/9/9/9/LLLLLLLLL", POND_WORD_RRIBBIT_ROW_LENGTH);
    expect_options_refused("start=DDDDDDDDDD/9/9/9/9/9/LLLLLLLLL", POND_WORD_RRIBBIT_ROW_LENGTH);
    expect_options_refused("start=DDDDDDDDD/9/9/9/91/9/LLLLLLLLL", POND_WORD_RRIBBIT_ROW_LENGTH);
    expect_options_refused("start=DDDDDDDDD/9/9//9/9/LLLLLLLLL", POND_WORD_RRIBBIT_ROW_LENGTH);
    expect_options_refused("start=DDDDDDDDD/9/9/9/9/9/", POND_WORD_RRIBBIT_ROW_LENGTH);
    expect_options_refused("start=DDDDDDDDd/9/9/9/9/9/LLLLLLLLL", POND_WORD_RRIBBIT_ROW_LETTER);
    expect_options_refused("start=DDDDDDDDD/90/9/9/9/9/LLLLLLLLL", POND_WORD_RRIBBIT_ROW_LETTER);
    expect_options_refused("start=" HOME " l -", POND_WORD_RRIBBIT_ROW_LETTER);
    expect_options_refused("start=", POND_WORD_OPTION_VALUE);
}

static void test_x11_an_analysis_position_may_be_anything(void **context)
{
    (void)context;
    static const char *const texts[] = {
        "9/9/9/4L4/9/DD6D/9 d 0,0",
        "LLLLLLLLL/9/9/9/9/9/DDDDDDDDD d -",
        "LDLDLDLDL/DLDLDLDLD/9/9/9/9/9 l -",
        "9/9/9/9/9/9/DDDDDDDDD l -",
    };
    for (size_t i = 0; i + 1 < LENGTH(texts); i++) {
        const struct pond_state state = position("", texts[i]);
        expect_position(&state, texts[i]);
    }
    const struct pond_state state = position("", texts[3]);
    expect_end(&state, "draw", "no-frogs");
    expect_position_refused("", "9/9/9/9/9/L8/LLLLLLLLL l -", POND_WORD_RRIBBIT_TOO_MANY);
    expect_position_refused("", "DDDDDDDDD/D8/9/9/9/9/LLL6 l -", POND_WORD_RRIBBIT_TOO_MANY);
}

/* ---- X12: final turns ---- */

static void test_x12_a_played_turn_is_final(void **context)
{
    (void)context;
    struct pond_match match;
    match_at(&match, "", NULL);
    match_play(&match, "b1-c3");
    struct pond_error why;
    assert_false(pond_match_submit_text(&match, 0, "c3-b1", &why));
    assert_int_equal(why.word, POND_WORD_MOVE_NOT_YOUR_TURN);
    /* A takeback is an event in the log, and the turn stays there too. */
    assert_true(pond_match_take_back(&match, 0, 1, &why));
    expect_position(&match.state, HOME " l -");
    assert_int_equal(match.log_count, 2);
    assert_int_equal(match.log[1].kind, POND_ENTRY_TAKEBACK);
    assert_int_equal(match.log[0].undone_at, 1);
}

/* ---- X13: the order at the end of a turn ---- */

static void test_x13_the_first_that_applies_decides(void **context)
{
    (void)context;
    const char seven[] = "win=row-or-seven,endgame=40", chain[] = "turn=chain";
    /* X6 before X7, with a row or without, before X8 and before X9. */
    expect_after(seven, "9/9/9/9/3LLD3/9/LL4L2 l -", "g1xf3", "seat 0", "seven");
    expect_after(seven, "9/9/9/9/3L1D3/9/LL4L2 l -", "g1xf3", "seat 0", "seven");
    expect_after(seven, "DD7/9/9/9/2D6/9/LL7 l -", "b1xc3", "seat 0", "seven");
    expect_after(seven, "DD7/9/9/9/2D6/9/LL7 l 39,40", "b1xc3", "seat 0", "seven");
    /* X5 before X9. */
    expect_after("", "DDDD5/9/9/9/3LLL3/9/L8 d 40,39", "a7-b5", "seat 0", "row");
    /* X7 before X8 and X9. */
    expect_after("", "9/9/9/9/2D6/9/LLL6 l 39,40", "b1xc3", "draw", "no-frogs");
    expect_after(chain, "9/9/3D5/9/2D6/9/1LLL5 l 39,40", "b1xc3xd5", "draw", "no-frogs");
    expect_after("", "9/9/9/9/3LLD3/9/6L2 l 39,40", "g1xf3", "seat 0", "row");
    /* X8 before X9. */
    expect_after("", "DD7/9/9/9/2D6/9/LL7 l 39,40", "b1xc3", "draw", "two-frogs");
}

static void test_x13_the_count_comes_before_repetition(void **context)
{
    (void)context;
    struct pond_match match;
    match_at(&match, "repetition=2", "DDDD5/9/9/9/9/9/LLLL5 l 38,38");
    match_circle(&match);
    expect_result(match.result, "draw", "endgame-limit");
    match_at(&match, "repetition=2", "DDDD5/9/9/9/9/9/LLLL5 l 37,37");
    match_circle(&match);
    expect_result(match.result, "draw", "repetition");
}

/* ---- X14: positions that are loaded ---- */

static void expect_loaded(const char *options, const char *text, const char *expected,
                          const char *reason)
{
    const struct pond_state state = position(options, text);
    if (expected[0] == '\0') {
        expect_goes_on(&state);
    } else {
        expect_end(&state, expected, reason);
    }
}

static void test_x14_judged_at_once(void **context)
{
    (void)context;
    expect_loaded("", "9/9/9/9/3LLL3/9/9 d -", "seat 0", "row");
    expect_loaded("", "9/9/9/9/3LLL3/9/9 l -", "seat 0", "row");
    expect_loaded("", "9/9/9/9/3DDD3/9/9 l -", "seat 1", "row");
    expect_loaded("", "9/9/9/9/3LL4/9/L8 d -", "draw", "no-frogs");
    expect_loaded("", "9/9/9/9/9/9/9 l -", "draw", "no-frogs");
    expect_loaded("", "DD7/9/9/9/9/9/LL7 l -", "draw", "two-frogs");
    expect_loaded("", "DD7/9/9/9/9/9/LLL6 l -", "", "");
    /* The row of the side to move has survived; the other one is to be answered. */
    expect_loaded("", "DDDDD4/9/9/9/3LLL3/9/LL7 l -", "seat 0", "row");
    expect_loaded("", "DDDDD4/9/9/9/3LLL3/9/LL7 d -", "", "");
    expect_loaded("", "DD7/9/3DDD3/9/3LLL3/9/LL7 l -", "seat 0", "row");
    expect_loaded("", "DD7/9/3DDD3/9/3LLL3/9/LL7 d -", "seat 1", "row");
    expect_loaded("win=row-or-seven", "DD7/9/9/9/9/9/LLLLL4 l -", "", "");
    expect_loaded("", "DDDD5/9/9/9/9/9/LLLL5 l 40,40", "draw", "endgame-limit");
    expect_loaded("", "DDDD5/9/9/9/3LLL3/9/9 d 40,40", "", "");
}

static void test_x14_counts(void **context)
{
    (void)context;
    struct pond_state state = position("", "DDDD5/9/9/9/9/9/LLLL5 l -");
    expect_position(&state, "DDDD5/9/9/9/9/9/LLLL5 l 0,0");
    state = position("", "DDDD5/9/9/9/9/9/LLLL5 d 12,11");
    expect_position(&state, "DDDD5/9/9/9/9/9/LLLL5 d 12,11");
    state = position("endgame=0", "DDDD5/9/9/9/9/9/LLLL5 l -");
    expect_position(&state, "DDDD5/9/9/9/9/9/LLLL5 l -");
    const enum pond_word form = POND_WORD_RRIBBIT_COUNT_FORM;
    expect_position_refused("endgame=0", "DDDD5/9/9/9/9/9/LLLL5 l 0,0",
                            POND_WORD_RRIBBIT_COUNT_OFF);
    expect_position_refused("", HOME " l 0,0", POND_WORD_RRIBBIT_COUNT_EARLY);
    expect_position_refused("", "DDDD5/9/9/9/9/9/LLLLL4 l 3,4", POND_WORD_RRIBBIT_COUNT_EARLY);
    static const char *const bad[] = {"3",    "3,",    ",4",  "3,4,5", "03,4",   "-1,2",
                                      "3;4",  "3,4x",  "a,b", "",      "--",     "-,-",
                                      "3.,4", "+3,+4", "3,-", "-,3",   "99999,1"};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        char text[POND_STATE_TEXT_MAX];
        snprintf(text, sizeof text, "DDDD5/9/9/9/9/9/LLLL5 l %s", bad[i]);
        expect_position_refused("", text, form);
    }
}

/* What is printed can be read again, wherever a loaded count leads. */
static void test_x14_a_count_never_leaves_what_can_be_read(void **context)
{
    (void)context;
    const struct pond_config config = config_of("endgame=999");
    static const char *const counts[] = {"0,0", "998,0", "0,998", "999,0", "1050,0", "0,1050"};
    for (size_t i = 0; i < LENGTH(counts); i++) {
        char text[POND_STATE_TEXT_MAX];
        snprintf(text, sizeof text, "DDDD5/9/9/9/9/9/LLLL5 l %s", counts[i]);
        struct pond_state state, again;
        if (!game->state_parse(&state, &config, text, NULL)) continue; /* refusing it is fine */
        static const char *const moves[] = {"a1-b3", "a7-b5", "b3-a1", "b5-a7"};
        for (size_t k = 0; k < LENGTH(moves) && game->turn(&state) != 0; k++) {
            play(&state, moves[k]);
            struct pond_text out = pond_text_in(text, sizeof text);
            game->state_print(&state, &out);
            if (!game->state_parse(&again, &config, text, NULL)) fail_msg("cannot read %s", text);
            assert_memory_equal(&state, &again, sizeof state);
        }
    }
}

static void test_x14_positions_that_are_none(void **context)
{
    (void)context;
    static const struct {
        const char *text;
        enum pond_word word;
    } bad[] = {
        {"", POND_WORD_POSITION_FIELDS},
        {HOME, POND_WORD_POSITION_FIELDS},
        {HOME " l", POND_WORD_POSITION_FIELDS},
        {HOME " l - -", POND_WORD_POSITION_FIELDS},
        {HOME "  l -", POND_WORD_POSITION_FIELDS},
        {" " HOME " l -", POND_WORD_POSITION_FIELDS},
        {HOME " l - ", POND_WORD_POSITION_FIELDS},
        {HOME " x -", POND_WORD_RRIBBIT_SIDE},
        {HOME " L -", POND_WORD_RRIBBIT_SIDE},
        {HOME " ld -", POND_WORD_RRIBBIT_SIDE},
        {"9/9/9 l -", POND_WORD_RRIBBIT_ROWS_COUNT},
        {"9/9/9/9/9/9/9/9 l -", POND_WORD_RRIBBIT_ROWS_COUNT},
        {"8/9/9/9/9/9/9 l -", POND_WORD_RRIBBIT_ROW_LENGTH},
        {"9/9/9/9/9/9/L9 l -", POND_WORD_RRIBBIT_ROW_LENGTH},
        {"9/9/9/9/9/9/LLLLLLLLLLLL l -", POND_WORD_RRIBBIT_ROW_LENGTH},
        {"9/9/9/9/9/9/8W l -", POND_WORD_RRIBBIT_ROW_LETTER},
        {"9/9/9/9/9/9/8\xc3\xa9 l -", POND_WORD_RRIBBIT_ROW_LETTER},
        {"/////// l -", POND_WORD_RRIBBIT_ROW_LENGTH},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        expect_position_refused("", bad[i].text, bad[i].word);
    }
}

static void test_x14_a_bad_side_is_named_alone(void **context)
{
    (void)context;
    const struct pond_config config = config_of("");
    struct pond_state state;
    struct pond_error why;
    assert_false(game->state_parse(&state, &config, HOME " x -", &why));
    assert_string_equal(why.argument[0], "x");
}

/* ---- The notation of moves ---- */

static void test_malformed_moves(void **context)
{
    (void)context;
    const struct pond_state state = start("");
    static const char *const bad[] = {
        "b",       "b1",       "b1-",    "b1-c",   "b1-c0",  "b1-c8",  "j1-c3",   "B1-C3",
        "b1c3",    "b1 c3",    "b1-c3 ", " b1-c3", "b1--c3", "b1-c3-", "b1-c3++", "b1-c3+#",
        "b1-c3!",  "b1=c3",    "b1-c3x", "+",      "#",      "b1+",    "b0-c3",   "\xe9",
        "b1-c3\n", "b1-c\xe9", "0",      "draw",   "S0",     "...",    "b1X",     "b1-c3-d5e",
    };
    for (size_t i = 0; i < LENGTH(bad); i++) expect_refused(&state, bad[i], POND_WORD_MOVE_SYNTAX);
    expect_refused(&state, "b1xc3", POND_WORD_RRIBBIT_WRITE_LEAP);
    const struct pond_state prey = position("", "DDDD5/9/9/9/2D6/9/LLLLL4 l -");
    expect_refused(&prey, "b1-c3", POND_WORD_RRIBBIT_WRITE_CAPTURE);
    expect_refused(&prey, "d1-c3", POND_WORD_RRIBBIT_WRITE_CAPTURE);
    /* Where no frog of yours could leap, that is the reason, however the leap is written. */
    expect_refused(&prey, "a4-c3", POND_WORD_RRIBBIT_NO_FROG);
    expect_refused(&prey, "a4xb6", POND_WORD_RRIBBIT_NO_FROG);
    expect_refused(&prey, "a7-c3", POND_WORD_RRIBBIT_NOT_YOURS);
    const struct pond_state dark = position("", "DDDDD4/9/9/9/2L6/9/L1LLL4 d -");
    expect_refused(&dark, "b1-c3", POND_WORD_RRIBBIT_NO_FROG);
    expect_refused(&dark, "a1-c3", POND_WORD_RRIBBIT_NOT_YOURS);
}

static void test_moves_with_suffixes(void **context)
{
    (void)context;
    const struct pond_state state = start("");
    static const char *const texts[] = {"b1-c3", "b1-c3+", "b1-c3#"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        pond_move move;
        assert_true(pond_move_read(game, &state, 0, texts[i], &move, NULL));
        assert_int_equal(move, rribbit_move(1, 20));
    }
}

static void test_moves_when_the_game_is_over(void **context)
{
    (void)context;
    const struct pond_state state = position("", "DD7/9/9/9/9/9/LL7 l -");
    struct pond_error why;
    assert_false(game->legal(&state, 0, rribbit_move(1, 20), &why));
    assert_int_equal(why.word, POND_WORD_MOVE_GAME_OVER);
    expect_refused(&state, "b1-c3", POND_WORD_MOVE_GAME_OVER);
}

static void test_moves_of_the_other_side(void **context)
{
    (void)context;
    const struct pond_state state = start("");
    struct pond_error why;
    static const int others[] = {1, 2, 6, 7, -1, 8, 1000};
    for (size_t i = 0; i < LENGTH(others); i++) {
        pond_move move;
        assert_false(pond_move_read(game, &state, others[i], "b7-c5", &move, &why));
        assert_int_equal(why.word, POND_WORD_MOVE_NOT_YOUR_TURN);
    }
}

/* ---- Views and hashes ---- */

static void test_c3_nothing_is_hidden(void **context)
{
    (void)context;
    const struct pond_state state = position("turn=chain,endgame=7", "DDD6/9/9/9/9/9/LLL6 d 3,2");
    static const int seats[] = {0, 1, POND_SPECTATOR};
    for (size_t i = 0; i < LENGTH(seats); i++) {
        struct pond_view view;
        struct pond_state sampled;
        struct pond_rng rng;
        char text[POND_STATE_TEXT_MAX];
        struct pond_text out = pond_text_in(text, sizeof text);
        game->observe(&state, seats[i], &view);
        game->view_print(&view, &out);
        assert_string_equal(text, "DDD6/9/9/9/9/9/LLL6 d 3,2");
        pond_rng_seed(&rng, "x");
        game->sample(&view, &rng, &sampled);
        assert_memory_equal(&sampled, &state, sizeof state);
    }
}

static void test_hash_equal_states_equal_hash(void **context)
{
    (void)context;
    struct pond_state one = start(""), other = one;
    play(&one, "b1-c3"), play(&one, "b7-c5"), play(&one, "h1-g3");
    play(&other, "h1-g3"), play(&other, "b7-c5"), play(&other, "b1-c3");
    assert_memory_equal(&one, &other, sizeof one);
    assert_int_equal(game->hash(&one), game->hash(&other));
}

static void test_hash_different_states_different_hash(void **context)
{
    (void)context;
    static const char *const texts[] = {
        "DDDD5/9/9/9/9/9/LLLL5 l 0,0",  "DDDD5/9/9/9/9/9/LLLL5 d 0,0",
        "DDDD5/9/9/9/9/9/LLLL5 l 1,0",  "DDDD5/9/9/9/9/9/LLLL5 l 0,1",
        "DDDD5/9/9/9/9/9/LLLL5 l 1,1",  "DDD1D4/9/9/9/9/9/LLLL5 l 0,0",
        "DDDD5/9/9/9/9/9/LLL1L4 l 0,0", "LLLL5/9/9/9/9/9/DDDD5 l 0,0",
        "DDDD5/9/9/9/9/9/LLLLL4 l -",   "DDDDD4/9/9/9/9/9/LLLL5 l -",
    };
    uint64_t hashes[LENGTH(texts)];
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const struct pond_state state = position("", texts[i]);
        hashes[i] = game->hash(&state);
        for (size_t k = 0; k < i; k++) assert_int_not_equal(hashes[i], hashes[k]);
    }
}

/* ---- Perft ---- */

static void test_perft_of_every_start(void **context)
{
    (void)context;
    static const struct {
        const char *options;
        uint64_t leaves[4];
    } starts[] = {
        {"start=home,turn=single", {30, 900, 27960, 868320}},
        {"start=home,turn=chain", {30, 900, 28012, 872804}},
        {"start=light-pads,turn=single", {38, 1444, 52360, 1896328}},
        {"start=light-pads,turn=chain", {38, 1460, 53544, 1988468}},
        {"start=dark-pads,turn=single", {36, 1296, 44992, 1560132}},
        {"start=dark-pads,turn=chain", {36, 1308, 45846, 1622544}},
        {"start=left-wing,turn=single", {26, 676, 19232, 546698}},
        {"start=left-wing,turn=chain", {26, 676, 19442, 562443}},
    };
    for (size_t i = 0; i < LENGTH(starts); i++) {
        const struct pond_state state = start(starts[i].options);
        for (int depth = 1; depth <= 4; depth++) {
            uint64_t sum;
            assert_int_equal(pond_perft(game, &state, depth, true, &sum),
                             starts[i].leaves[depth - 1]);
            assert_int_equal(pond_perft(game, &state, depth, false, &sum),
                             starts[i].leaves[depth - 1]);
        }
        uint64_t sum;
        assert_int_equal(pond_perft(game, &state, 0, false, &sum), 1);
        assert_int_equal(sum, game->hash(&state));
    }
}

/* The same by the game's plain functions alone. */
static uint64_t plain_perft(const struct pond_state *state, int depth, uint64_t *sum)
{
    if (depth == 0) {
        *sum += game->hash(state);
        return 1;
    }
    if (game->turn(state) == 0) return 0;
    pond_move moves[POND_MOVES_MAX];
    const int seat = side_of(state), count = game->moves(state, seat, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct pond_state next = *state;
        game->apply(&next, seat, moves[i]);
        leaves += plain_perft(&next, depth - 1, sum);
    }
    return leaves;
}

static void expect_plain_perft(const char *options, const char *text, int depth_max)
{
    const struct pond_state state = position(options, text);
    for (int depth = 1; depth <= depth_max; depth++) {
        uint64_t plain_sum = 0, sum = 0, bulk_sum = 0;
        const uint64_t plain = plain_perft(&state, depth, &plain_sum);
        const uint64_t made = pond_perft(game, &state, depth, false, &sum);
        const uint64_t counted = pond_perft(game, &state, depth, true, &bulk_sum);
        if (made != plain || counted != plain || sum != plain_sum) {
            fail_msg("%s %s at depth %d: %ju made, %ju counted, %ju by plain means; sums %s",
                     options, text, depth, (uintmax_t)made, (uintmax_t)counted, (uintmax_t)plain,
                     sum == plain_sum ? "agree" : "differ");
        }
    }
}

static void test_perft_agrees_with_plain_means(void **context)
{
    (void)context;
    static const char *const texts[] = {
        HOME " l -",
        "3D1D3/2D1D1D2/1D2LD2D/2L1L1L2/4L4/1L1L1L1L1/9 d -", /* much to capture */
        "DD7/9/3DD1L2/9/3LD1D2/2L1L4/LL7 l -",               /* captures begin the count */
        "DDD6/4D4/9/3LDL3/9/2L6/LL7 d -",
        "9/4D4/3D1D3/4L4/3L1L3/2D6/4L4 l 3,3", /* rows while it counts */
        "9/2L6/3LDL3/4D4/3D5/9/9 d 38,38",     /* it runs out */
        "9/9/3DLD3/3D5/3LL4/5L3/9 l 39,40",    /* with rows unanswered */
        "DDDD5/9/9/9/3LLL3/9/L8 d 4,3",
        "9/9/2D1D4/9/3LL4/5D3/9 l 0,0", /* two frogs, and none */
    };
    static const char *const options[] = {"", "turn=chain", "win=row-or-seven", "endgame=0",
                                          "turn=chain,win=row-or-seven,endgame=40"};
    for (size_t k = 0; k < LENGTH(options); k++) {
        for (size_t i = 0; i < LENGTH(texts); i++) {
            const bool counted = strchr(texts[i], ',') != NULL;
            if (strcmp(options[k], "endgame=0") == 0 && counted) continue;
            expect_plain_perft(options[k], texts[i], i < 2 ? 2 : 3);
        }
    }
    expect_plain_perft("", texts[1], 3);
}

static void test_perft_of_random_positions(void **context)
{
    (void)context;
    for (int i = 0; i < 150; i++) {
        char text[POND_STATE_TEXT_MAX];
        random_text(text, 7, 6);
        expect_plain_perft(i % 3 == 0 ? "turn=chain,win=row-or-seven" : "", text, 2);
    }
}

static void test_perft_of_a_finished_game(void **context)
{
    (void)context;
    const struct pond_state state = position("", "DD7/9/9/9/9/9/LL7 l -");
    uint64_t sum;
    for (int depth = 1; depth < 4; depth++) {
        assert_int_equal(pond_perft(game, &state, depth, false, &sum), 0);
        assert_int_equal(pond_perft(game, &state, depth, true, &sum), 0);
    }
}

/* The general perft, which serves games that have none of their own, agrees with the fast one. */
static void test_perft_of_any_game(void **context)
{
    (void)context;
    static const char *const options[] = {"", "turn=chain,start=light-pads", "win=row-or-seven"};
    struct pond_game plain = pond_rribbit;
    plain.perft = NULL;
    for (size_t i = 0; i < LENGTH(options); i++) {
        const struct pond_config config = config_of(options[i]);
        struct pond_state state;
        game->setup(&state, &config);
        for (int depth = 0; depth <= 3; depth++) {
            uint64_t fast_sum, plain_sum;
            const uint64_t fast = pond_perft(game, &state, depth, false, &fast_sum);
            assert_int_equal(pond_perft(&plain, &state, depth, false, &plain_sum), fast);
            assert_int_equal(plain_sum, fast_sum);
            assert_int_equal(pond_perft(&plain, &state, depth, true, &plain_sum), fast);
        }
        assert_int_equal(game->turn(&state), POND_SEAT(0));
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_perft_of_any_game),
    cmocka_unit_test(test_x1_light_moves_first_from_row_one),
    cmocka_unit_test(test_x1_arena_is_d3_to_f5),
    cmocka_unit_test(test_x2_leaps_from_every_pad),
    cmocka_unit_test(test_x2_refusals_name_the_rule),
    cmocka_unit_test(test_x2_a_move_is_never_skipped),
    cmocka_unit_test(test_x2_it_leaps_over_anything),
    cmocka_unit_test(test_x3_a_capture_takes_the_frog_away),
    cmocka_unit_test(test_x3_single_is_one_leap),
    cmocka_unit_test(test_x3_a_chain_may_stop_anywhere),
    cmocka_unit_test(test_x3_every_leap_of_a_chain_captures),
    cmocka_unit_test(test_x3_a_chain_is_its_sequence_of_pads),
    cmocka_unit_test(test_x3_a_position_with_very_many_chains),
    cmocka_unit_test(test_x3_moves_are_those_of_brute_force),
    cmocka_unit_test(test_x3_legal_says_what_moves_lists),
    cmocka_unit_test(test_x4_eight_lines_and_no_others),
    cmocka_unit_test(test_x4_with_any_frogs_around),
    cmocka_unit_test(test_x5_row_that_stands_wins_after_the_answer),
    cmocka_unit_test(test_x5_row_must_be_broken),
    cmocka_unit_test(test_x5_both_sides_win_by_rows),
    cmocka_unit_test(test_x5_two_rows_that_share_a_frog),
    cmocka_unit_test(test_x5_two_rows_apart_take_a_chain),
    cmocka_unit_test(test_x5_own_row_is_no_help),
    cmocka_unit_test(test_x5_an_answer_that_does_both),
    cmocka_unit_test(test_x5_a_row_of_ones_own_may_be_left),
    cmocka_unit_test(test_x6_two_left_after_a_capture),
    cmocka_unit_test(test_x6_needs_a_capture),
    cmocka_unit_test(test_x6_a_chain_past_the_seventh),
    cmocka_unit_test(test_x7_with_a_row_wins),
    cmocka_unit_test(test_x7_without_a_row_is_a_draw),
    cmocka_unit_test(test_x7_at_the_end_of_a_chain),
    cmocka_unit_test(test_x8_is_a_draw),
    cmocka_unit_test(test_x9_begins_after_the_turn_that_brought_both_to_four),
    cmocka_unit_test(test_x9_begins_at_once_where_a_start_has_four),
    cmocka_unit_test(test_x9_each_has_so_many_turns),
    cmocka_unit_test(test_x9_default_is_forty),
    cmocka_unit_test(test_x9_win_on_the_last_turn_counts),
    cmocka_unit_test(test_x9_unanswered_row_gets_its_answer),
    cmocka_unit_test(test_x9_answer_that_makes_a_row_is_answered_too),
    cmocka_unit_test(test_x9_counts_the_turn_that_ends_the_game),
    cmocka_unit_test(test_x9_off_never_ends),
    cmocka_unit_test(test_x10_the_start_is_the_first),
    cmocka_unit_test(test_x10_every_number),
    cmocka_unit_test(test_x10_a_later_position_may_be_the_one),
    cmocka_unit_test(test_x10_the_count_does_not_matter),
    cmocka_unit_test(test_x10_the_player_to_move_matters),
    cmocka_unit_test(test_x10_what_was_taken_back_does_not_count),
    cmocka_unit_test(test_x11_every_start),
    cmocka_unit_test(test_x11_a_start_is_the_same_for_both),
    cmocka_unit_test(test_x15_the_outermost_frogs_stay_at_home),
    cmocka_unit_test(test_x11_a_start_has_one_to_nine_frogs),
    cmocka_unit_test(test_x11_no_row_stands_in_a_start),
    cmocka_unit_test(test_x11_rows_must_be_rows),
    cmocka_unit_test(test_x11_an_analysis_position_may_be_anything),
    cmocka_unit_test(test_x12_a_played_turn_is_final),
    cmocka_unit_test(test_x13_the_first_that_applies_decides),
    cmocka_unit_test(test_x13_the_count_comes_before_repetition),
    cmocka_unit_test(test_x14_judged_at_once),
    cmocka_unit_test(test_x14_counts),
    cmocka_unit_test(test_x14_a_count_never_leaves_what_can_be_read),
    cmocka_unit_test(test_x14_positions_that_are_none),
    cmocka_unit_test(test_x14_a_bad_side_is_named_alone),
    cmocka_unit_test(test_malformed_moves),
    cmocka_unit_test(test_moves_with_suffixes),
    cmocka_unit_test(test_moves_when_the_game_is_over),
    cmocka_unit_test(test_moves_of_the_other_side),
    cmocka_unit_test(test_c3_nothing_is_hidden),
    cmocka_unit_test(test_hash_equal_states_equal_hash),
    cmocka_unit_test(test_hash_different_states_different_hash),
    cmocka_unit_test(test_perft_of_every_start),
    cmocka_unit_test(test_perft_agrees_with_plain_means),
    cmocka_unit_test(test_perft_of_random_positions),
    cmocka_unit_test(test_perft_of_a_finished_game),
};

int main(void) { return cmocka_run_group_tests(tests, NULL, NULL); }
