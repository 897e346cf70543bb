/* follower_test.c: a follower knows what its seat would know at the table: on random play of every
 * option set it sees the same, may do the same, and is refused for the same reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "option_sets.h"
#include "pond/follower.h"
#include "pond/match.h"

#define GAMES 12
#define DECISIONS_MAX 120

static const struct pond_game *game;
static struct pond_config config;
static struct pond_rng rng;
static int seats;
static uint64_t refused, allowed;

/* Texts that could be moves: what is written in other positions, and nonsense. */
static const char *const tries[] = {
    "1",  "3",   "5",    "@2",   "front", "back", "e1-f3", "b1xc3", "+4",  "-",     "pass",
    "!1", "!66", "6=15", "12=3", "33=6",  "6=24", "7=115", "",      "zoo", "d3-e5", "a7-b5"};

static void texts_of(const struct pond_state *state, int seat, char *position, char *hand,
                     char *chosen)
{
    struct pond_view view;
    struct pond_text texts[] = {pond_text_in(position, POND_STATE_TEXT_MAX),
                                pond_text_in(hand, POND_STATE_TEXT_MAX),
                                pond_text_in(chosen, POND_MOVE_TEXT_MAX)};
    game->observe(state, seat, &view);
    game->view_print(&view, &texts[0]);
    if (game->own_print != NULL) game->own_print(&view, &texts[1], &texts[2]);
}

static void answers_are_the_same(const struct pond_follower *follower,
                                 const struct pond_state *state, int seat)
{
    pond_move mine[POND_MOVES_MAX], theirs[POND_MOVES_MAX];
    const int count = pond_follower_moves(follower, mine);
    assert_int_equal(count, game->moves(state, seat, theirs));
    assert_memory_equal(mine, theirs, (size_t)count * sizeof mine[0]);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct pond_error why = {0}, other = {0};
        pond_move move = 0;
        const bool fine = pond_follower_check(follower, tries[i], &move, &why);
        assert_int_equal(fine, pond_move_read(game, state, seat, tries[i], &move, &other));
        assert_int_equal(why.word, other.word);
        allowed += fine;
        refused += !fine;
    }
}

/* A position and a hand as they are told are enough; choices of an open round come on top. */
static void put_where_told(const struct pond_state *round, const struct pond_state *state, int seat,
                           pond_seats sealed)
{
    char position[POND_STATE_TEXT_MAX], hand[POND_STATE_TEXT_MAX], chosen[POND_MOVE_TEXT_MAX];
    struct pond_follower follower;
    texts_of(round, seat, position, hand, chosen);
    assert_true(pond_follower_put(&follower, game, &config, seat, position, hand, NULL));
    for (int other = 0; other < seats; other++) {
        if ((sealed >> other & 1) == 0) continue;
        assert_true(pond_follower_seal(&follower, other, NULL, NULL));
    }
    answers_are_the_same(&follower, state, seat);
}

static void game_follow(void)
{
    struct pond_state state, round;
    struct pond_follower followers[POND_SEATS_MAX + 1];
    pond_seats sealed = 0;
    game->setup(&state, &config);
    round = state;
    for (int i = 0; i <= seats; i++) {
        pond_follower_begin(&followers[i], game, &config, i < seats ? i : POND_SPECTATOR);
    }
    for (int step = 0; step < DECISIONS_MAX && game->turn(&state) != 0;) {
        pond_move moves[POND_MOVES_MAX];
        const pond_seats turn = game->turn(&state);
        const bool chance = turn == POND_SEAT(POND_CHANCE);
        const int seat = pond_seat_first(turn);
        const struct pond_state before = state;
        struct pond_entry entry = {.kind = chance ? POND_ENTRY_CHANCE : POND_ENTRY_MOVE,
                                   .seat = (uint8_t)seat};
        if (!chance) put_where_told(&round, &state, seat, sealed);
        const int count = game->moves(&state, seat, moves);
        entry.move = moves[pond_rng_below(&rng, (uint32_t)count)];
        game->apply(&state, seat, entry.move);
        const bool open =
            (turn & (turn - 1)) != 0 && game->turn(&state) == (turn & ~POND_SEAT(seat));
        sealed = (pond_seats)(open ? sealed | POND_SEAT(seat) : 0);
        if (!open) round = state;
        for (int i = 0; i <= seats; i++) {
            struct pond_events events;
            struct pond_view seen, followed;
            const int observer = followers[i].observer;
            pond_entry_events(game, &before, &entry, &state, observer, &events);
            pond_follower_follow(&followers[i], &events);
            pond_follower_view(&followers[i], &followed);
            game->observe(&state, observer, &seen);
            assert_memory_equal(&followed, &seen, sizeof seen);
        }
        step += !chance;
    }
}

static void games_are_followed(void **context)
{
    (void)context;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        game = pond_game_find(set->game);
        config = given_config(game, set->options);
        seats = game->seats(&config);
        for (int number = 0; number < GAMES; number++) {
            char seed[32];
            snprintf(seed, sizeof seed, "follow%d", number);
            pond_rng_seed(&rng, seed);
            game_follow();
        }
    }
    assert_true(refused > 1000 && allowed > 100);
}

/* A question about a move is answered by the rule that forbids it; whose turn it is not hears so.
 */
static void says_why_not(void **context)
{
    struct pond_follower follower;
    struct pond_error why;
    pond_move move;
    (void)context;
    game = &pond_quibbles;
    config = given_config(game, "players=2");
    assert_true(pond_follower_put(&follower, game, &config, 0, "123456 -/- 6,6 137 - 0 act",
                                  "112233", NULL));
    assert_false(pond_follower_check(&follower, "3=12,3", &move, &why));
    assert_true(pond_follower_check(&follower, "3=12", &move, &why));
    assert_false(pond_follower_put(&follower, game, &config, 0, "123456 -/- 6,6 136 - 0 act",
                                   "112233", NULL));
    assert_false(pond_follower_put(&follower, game, &config, 0, "123456 -/- 6,6 137 - 0 act",
                                   "11223", NULL));
    assert_true(pond_follower_put(&follower, game, &config, 1, "123456 -/- 6,6 137 - 0 act",
                                  "112233", NULL));
    assert_false(pond_follower_check(&follower, "3=12", &move, &why));
    assert_int_equal(why.word, POND_WORD_MOVE_NOT_YOUR_TURN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_are_followed),
                                       cmocka_unit_test(says_why_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
