/* explorer_test.c: what the explorer answers is what was played: random games of every game,
 * counted into a collection, against a count of their logs that knows nothing of hashes; mirror
 * images and turned rings are one position; and a collection with a byte changed is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "pond/explorer.h"
#include "pond/quibbit.h"

#define GAMES (120 / TEST_SHARE)
#define LOG_MAX 20000
#define DEPTH 12
#define BYTES ((size_t)8 << 20)

static struct pond_match matches[GAMES];
static struct pond_entry logs[GAMES][LOG_MAX];
static uint8_t bytes[BYTES];
static struct pond_played played[POND_MOVES_MAX];

/* Random games with few choices, so that positions come again. */
static void games_play(const struct pond_game *game, const char *options)
{
    const struct pond_config config = given_config(game, options);
    for (int i = 0; i < GAMES; i++) {
        char seed[32];
        snprintf(seed, sizeof seed, "%s %d", game->name,
                 i % 3 == 0 ? 0 : i); /* one deal for many */
        pond_match_begin(&matches[i], game, &config, logs[i], LOG_MAX);
        pond_match_seed(&matches[i], seed);
        if (i % 3 == 0) continue; /* those are played by the list, below */
        assert_true(pond_match_play_random(&matches[i], 400, NULL));
    }
    for (int i = 0; i < GAMES; i += 3) { /* always one of the first two moves: they repeat a lot */
        struct pond_match *match = &matches[i];
        for (int turn = 0; turn < 30 && !pond_match_over(match); turn++) {
            pond_move moves[POND_MOVES_MAX];
            const int seat = pond_seat_first(pond_match_turn(match));
            const int count = game->moves(&match->state, seat, moves);
            const pond_move move = moves[count > 1 ? (turn * 7 + i / 3) % 2 : 0];
            assert_true(pond_match_submit(match, seat, move, NULL));
        }
        if (!pond_match_over(match)) {
            const int seat = pond_seat_first(pond_match_turn(match));
            assert_true(pond_match_resign(match, seat, NULL));
        }
    }
}

static struct pond_explorer games_collect(void)
{
    struct pond_collector collector;
    struct pond_explorer explorer;
    struct pond_error why;
    pond_collector_begin(&collector, bytes, BYTES, DEPTH);
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(pond_collector_add(&collector, &matches[i]), pond_match_over(&matches[i]));
        if (i % 50 == 20) pond_collector_end(&collector); /* a file in between, and on */
    }
    assert_true(pond_explorer_open(&explorer, bytes, pond_collector_end(&collector), &why));
    return explorer;
}

/* ---- The naive count ---- */

/* A position as the one who chooses sees it, in words: two are the same if their texts are. */
struct sight {
    char text[POND_STATE_TEXT_MAX + 200];
};

static struct sight sight_of(const struct pond_game *game, const struct pond_state *state, int seat)
{
    struct sight sight;
    struct pond_text text = pond_text_in(sight.text, sizeof sight.text);
    char chosen[POND_MOVE_TEXT_MAX];
    struct pond_text own = pond_text_in(chosen, sizeof chosen);
    struct pond_view view;
    game->observe(state, seat, &view);
    game->view_print(&view, &text);
    pond_text_char(&text, '|');
    if (game->own_print != NULL) game->own_print(&view, &text, &own);
    return sight;
}

/* Where each game's decisions were made; a round's are made in one position. */
struct decision {
    struct pond_state state;
    struct sight sight;
    pond_move move;
    int seat, number, game;
};

static struct decision decisions[GAMES * DEPTH * POND_SEATS_MAX];
static int decision_count;

static void decisions_find(const struct pond_game *game)
{
    decision_count = 0;
    for (int i = 0; i < GAMES; i++) {
        struct pond_state state = matches[i].start, base = state;
        struct pond_cursor cursor = pond_cursor_at(&matches[i], 0);
        const struct pond_entry *entry;
        int number = 0;
        uint32_t chosen = 0;
        if (!pond_match_over(&matches[i])) continue;
        while ((entry = pond_cursor_next(&cursor)) != NULL) {
            if (entry->kind == POND_ENTRY_MOVE) {
                if (chosen == 0) base = state, number++;
                if (number > DEPTH) break;
                struct decision *decision = &decisions[decision_count++];
                *decision = (struct decision){
                    base, sight_of(game, &base, entry->seat), entry->move, entry->seat, number, i};
                chosen |= 1u << entry->seat;
                const uint32_t all = game->turn(&base);
                if (chosen == all) chosen = 0;
            }
            pond_entry_apply(game, entry, &state);
        }
    }
}

static void naive_count(const struct pond_game *game, const struct decision *at, pond_move move,
                        uint32_t count[3])
{
    int last = -1;
    (void)game;
    for (int i = 0; i < decision_count; i++) {
        const struct decision *one = &decisions[i];
        if (one->seat != at->seat || one->move != move || one->game == last) continue;
        if (strcmp(one->sight.text, at->sight.text) != 0) continue;
        last = one->game;
        const struct pond_result result = matches[one->game].result;
        const bool won = result.outcome == POND_WON && result.seat == one->seat;
        count[won ? 0 : result.outcome == POND_DRAWN ? 1 : 2]++;
    }
}

/* Every position that was met: what the explorer says of each choice is the count. */
static void check_counts(const struct pond_game *game, const char *options, bool exact)
{
    games_play(game, options);
    const struct pond_explorer explorer = games_collect();
    const struct pond_config config = given_config(game, options);
    decisions_find(game);
    assert_true(decision_count > GAMES);
    int again = 0;
    for (int i = 0; i < decision_count; i += 3) {
        struct pond_match match;
        pond_match_begin_at(&match, game, &config, &decisions[i].state, NULL, 0);
        const int count = pond_explorer_ask(&explorer, false, &match, decisions[i].seat, played);
        assert_true(count > 0);
        for (int k = 0; k < count; k++) {
            const uint32_t told[3] = {played[k].wins, played[k].draws, played[k].losses};
            uint32_t counted[3] = {0};
            naive_count(game, &decisions[i], played[k].move, counted);
            for (int way = 0; way < 3; way++) {
                if (exact) assert_int_equal(told[way], counted[way]);
                assert_true(told[way] >= counted[way]); /* more where positions are turned */
            }
            again += told[0] + told[1] + told[2] > 1;
            if (k > 0) {
                const struct pond_played *before = &played[k - 1];
                assert_true(before->wins + before->draws + before->losses >=
                            told[0] + told[1] + told[2]);
            }
        }
    }
    assert_true(again > 0);
}

static void test_counts_rribbit(void **state)
{
    (void)state;
    check_counts(&pond_rribbit, "", false);
    /* Nothing that begins like this is the mirror image of anything else that does. */
    check_counts(&pond_rribbit, "start=left-wing", true);
}

static void test_counts_quibbit(void **state)
{
    (void)state;
    check_counts(&pond_quibbit, "players=3,layout=~RGY*GYR*YRG", false);
}

static void test_counts_quibbles(void **state)
{
    (void)state;
    check_counts(&pond_quibbles, "first=0", true);
}

static void test_counts_null(void **state)
{
    (void)state;
    check_counts(&pond_null, "", true);
}

/* ---- What is one position ---- */

/* Plays moves and ends the game by resignation of the seat that is named. */
static void game_play(struct pond_match *match, struct pond_entry *log,
                      const struct pond_game *game, const char *options, const char *const moves[],
                      int loser)
{
    const struct pond_config config = given_config(game, options);
    struct pond_error why;
    pond_match_begin(match, game, &config, log, LOG_MAX);
    pond_match_seed(match, "a seed");
    for (int i = 0; moves[i] != NULL; i++) {
        const int seat = pond_seat_first(pond_match_turn(match));
        assert_true(pond_match_submit_text(match, seat, moves[i], &why));
    }
    assert_true(pond_match_resign(match, loser, &why));
}

static struct pond_explorer two_collect(void)
{
    struct pond_collector collector;
    struct pond_explorer explorer;
    pond_collector_begin(&collector, bytes, BYTES, DEPTH);
    for (int i = 0; i < 2; i++) assert_true(pond_collector_add(&collector, &matches[i]));
    assert_true(pond_explorer_open(&explorer, bytes, pond_collector_end(&collector), NULL));
    return explorer;
}

static void test_mirror(void **state)
{
    (void)state;
    const char *const one[] = {"b1-c3", "h7-g5", NULL}, *const other[] = {"h1-g3", "b7-c5", NULL};
    game_play(&matches[0], logs[0], &pond_rribbit, "", one, 1);
    game_play(&matches[1], logs[1], &pond_rribbit, "", other, 0);
    const struct pond_explorer explorer = two_collect();
    assert_int_equal(explorer.row_count, 2);
    struct pond_match match;
    const struct pond_config config = given_config(&pond_rribbit, "");
    pond_match_begin(&match, &pond_rribbit, &config, logs[2], LOG_MAX);
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 0, played), 1);
    assert_int_equal(played[0].wins, 1);
    assert_int_equal(played[0].losses, 1);
    assert_true(pond_match_submit_text(&match, 0, "h1-g3", NULL));
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 1, played), 1);
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_rribbit.move_print(&match.state, 1, played[0].move, &text);
    assert_string_equal(memory, "b7-c5"); /* as this board has it */
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 0, played), 0); /* not its turn */
}

/* The ring turned by five tiles: the same placements, the same cards. */
static void test_turned_ring(void **state)
{
    (void)state;
    const char *const one[] = {"@3", "front", "2", "4", NULL};
    const char *const other[] = {"@8", "front", "2", "4", NULL};
    game_play(&matches[0], logs[0], &pond_quibbit, "players=2,layout=~RGY*GYR*YRG", one, 1);
    game_play(&matches[1], logs[1], &pond_quibbit, "players=2,layout=R*YRG~RGY*GY", other, 1);
    const struct pond_explorer explorer = two_collect();
    struct pond_match match;
    const struct pond_config config = given_config(&pond_quibbit, "players=2,layout=R*YRG~RGY*GY");
    pond_match_begin(&match, &pond_quibbit, &config, logs[2], LOG_MAX);
    pond_match_seed(&match, "a seed");
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 0, played), 1);
    assert_int_equal(played[0].wins, 2);
    assert_int_equal(played[0].move, QUIBBIT_PLACE | 8);
    assert_true(pond_match_submit_text(&match, 0, "@8", NULL));
    assert_true(pond_match_submit_text(&match, 1, "front", NULL));
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 1, played), 1);
    assert_int_equal(played[0].losses, 2);
    assert_true(pond_match_submit_text(&match, 0, "5", NULL)); /* the round is open: still there */
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 1, played), 1);
    assert_int_equal(played[0].losses, 2);
}

/* The best placement, and what it is worth, as docs/truth.md has it. */
static void test_exact(void **state)
{
    (void)state;
    struct pond_explorer explorer = {0};
    struct pond_match match;
    const struct pond_config config = given_config(&pond_quibbit, "players=2,layout=~RYG*RGY*GRY");
    pond_match_begin(&match, &pond_quibbit, &config, logs[2], LOG_MAX);
    pond_match_seed(&match, "a seed");
    assert_int_equal(pond_explorer_ask(&explorer, true, &match, 0, played), 12);
    assert_int_equal(played[0].move, QUIBBIT_PLACE | 3);
    assert_true(played[0].valued && played[0].value > 0.5365f && played[0].value < 0.5375f);
    assert_int_equal(played[11].move, QUIBBIT_PLACE | 8);
    assert_true(played[11].value > -0.632f && played[11].value < -0.631f);
    assert_true(pond_match_submit_text(&match, 0, "@3", NULL));
    assert_int_equal(pond_explorer_ask(&explorer, true, &match, 1, played), 2);
    assert_true(played[0].value > -0.5375f && played[0].value < -0.5365f);
    assert_int_equal(pond_explorer_ask(&explorer, false, &match, 1, played), 0);
}

/* ---- The file ---- */

static void test_refused(void **state)
{
    (void)state;
    struct pond_explorer explorer;
    struct pond_collector collector;
    struct pond_error why;
    games_play(&pond_rribbit, "");
    games_collect();
    pond_explorer_open(&explorer, bytes, 0, &why);
    assert_int_equal(why.word, POND_WORD_EXPLORER_NOT_ONE);
    pond_collector_begin(&collector, bytes, BYTES, DEPTH);
    for (int i = 0; i < 6; i++) pond_collector_add(&collector, &matches[i]);
    const size_t size = pond_collector_end(&collector);
    assert_true(pond_explorer_open(&explorer, bytes, size, &why));
    assert_false(pond_explorer_open(&explorer, bytes, size - 1, &why));
    assert_false(pond_explorer_open(&explorer, bytes, size + 1, &why));
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= (uint8_t)(1u << i % 8);
        assert_false(pond_explorer_open(&explorer, bytes, size, &why));
        assert_int_equal(explorer.row_count, 0);
        bytes[i] ^= (uint8_t)(1u << i % 8);
    }
    bytes[8] = 2;
    assert_false(pond_explorer_open(&explorer, bytes, size, &why));
    assert_int_equal(why.word, POND_WORD_EXPLORER_VERSION);
}

/* A collection that is gone on with, in the end, is the same as one made at once; what is rare can
 * be left out; and where there is no room, a game is refused and the rest stays. */
static void test_making(void **state)
{
    (void)state;
    static uint8_t other[BYTES];
    struct pond_explorer explorer;
    struct pond_collector collector;
    games_play(&pond_rribbit, "");
    const struct pond_explorer whole = games_collect();
    const size_t size = POND_EXPLORER_HEADER + (size_t)whole.row_count * POND_EXPLORER_ROW;
    pond_collector_begin(&collector, other, BYTES, DEPTH);
    for (int i = 0; i < GAMES / 2; i++) pond_collector_add(&collector, &matches[i]);
    assert_true(pond_explorer_open(&explorer, other, pond_collector_end(&collector), NULL));
    pond_collector_resume(&collector, other, BYTES, &explorer);
    for (int i = GAMES / 2; i < GAMES; i++) pond_collector_add(&collector, &matches[i]);
    assert_int_equal(pond_collector_end(&collector), size);
    assert_memory_equal(bytes, other, size);
    pond_collector_prune(&collector, 2);
    assert_true(pond_explorer_open(&explorer, other, pond_collector_end(&collector), NULL));
    assert_true(explorer.row_count > 0 && explorer.row_count < whole.row_count);
    pond_collector_begin(&collector, other, POND_EXPLORER_HEADER + 3 * DEPTH * POND_EXPLORER_ROW,
                         DEPTH);
    int added = 0;
    for (int i = 0; i < GAMES; i++) added += pond_collector_add(&collector, &matches[i]);
    assert_true(added > 0 && added < GAMES);
    assert_true(pond_explorer_open(&explorer, other, pond_collector_end(&collector), NULL));
    assert_int_equal(explorer.game_count, added);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_rribbit),  cmocka_unit_test(test_counts_quibbit),
        cmocka_unit_test(test_counts_quibbles), cmocka_unit_test(test_counts_null),
        cmocka_unit_test(test_mirror),          cmocka_unit_test(test_turned_ring),
        cmocka_unit_test(test_exact),           cmocka_unit_test(test_refused),
        cmocka_unit_test(test_making),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
