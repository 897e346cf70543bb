/* threads_test.c: engines that think with several threads on the same memory (computer_run).
 *
 * What they say must be as sound as what one thread says: legal, a forced win found, the iterations
 * of all trees counted, and everyone back when the first one is stopped. Timings are not looked at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "computer.h"
#include "pond/rribbit.h"

#define LOG_MAX 4096

static struct pond_entry entries[LOG_MAX];

static void match_at(struct pond_match *match, const struct pond_game *game, const char *options,
                     const char *position)
{
    struct pond_config config;
    struct pond_state state;
    assert_true(pond_config_parse(game, options, &config, NULL));
    if (position != NULL) {
        assert_true(game->state_parse(&state, &config, position, NULL));
        pond_match_begin_at(match, game, &config, &state, entries, LOG_MAX);
    } else {
        pond_match_begin(match, game, &config, entries, LOG_MAX);
        pond_match_seed(match, "threads");
    }
}

static void think(const struct pond_match *match, const char *text, uint64_t nodes,
                  const volatile bool *stop, struct pond_advice *advice)
{
    struct computer computer;
    const struct computer_limits limits = {.nodes = nodes, .stop = stop};
    const int seat = pond_seat_first(pond_match_turn(match));
    assert_int_equal(computer_open(&computer, match->game, text, NULL), COMPUTER_FINE);
    computer_think(&computer, match, seat, 1, &limits, advice);
    computer_close(&computer);
    assert_true(pond_move_listed(match->game, &match->state, seat, advice->move));
    float sum = advice->draw + advice->dummy;
    for (int i = 0; i < POND_SEATS_MAX; i++) sum += advice->win[i];
    assert_true(sum > 0.999f && sum < 1.001f);
}

static void test_rribbit(void **unused)
{
    (void)unused;
    struct pond_match match;
    struct pond_advice advice, alone;
    match_at(&match, &pond_rribbit, "", "DDDD1D1DD/9/9/9/3LL4/7L1/LL2L4 l -");
    think(&match, "engine:threads=1,hash=1", 30000, NULL, &alone);
    for (int i = 0; i < 8; i++) {
        think(&match, "engine:threads=4,hash=1", 30000, NULL, &advice);
        assert_true(advice.exact && alone.exact);
        assert_int_equal(advice.end_ply, alone.end_ply);
    }
    match_at(&match, &pond_rribbit, "turn=chain", NULL);
    for (int i = 0; i < 8; i++) {
        think(&match, "engine:threads=3,hash=1", 20000, NULL, &advice);
        assert_true(advice.nodes >= 20000 && advice.nodes <= 60000);
        assert_true(advice.depth > 1);
    }
}

static void test_quibbles(void **unused)
{
    (void)unused;
    struct pond_match match;
    struct pond_advice advice;
    match_at(&match, &pond_quibbles, "players=3", NULL);
    for (int i = 0; i < 20; i++) {
        think(&match, "engine:threads=3,memory=1", 900, NULL, &advice);
        const bool forced = advice.choice_count == 1;
        assert_true(advice.nodes >= (forced ? 100 : 300) && advice.nodes <= 900);
        const int seat = pond_seat_first(pond_match_turn(&match));
        assert_true(pond_match_submit(&match, seat, advice.move, NULL));
    }
}

/* Helpers without a limit of their own come back with the first thread. */
static void test_stop(void **unused)
{
    (void)unused;
    static const struct pond_game *const games[] = {&pond_rribbit, &pond_quibbles};
    const volatile bool stop = true;
    for (int i = 0; i < 2; i++) {
        struct pond_match match;
        struct pond_advice advice;
        match_at(&match, games[i], "", NULL);
        think(&match, "engine:threads=4", 0, &stop, &advice);
    }
}

static void test_settings(void **unused)
{
    (void)unused;
    assert_true(computer_known(&pond_rribbit, "engine:threads=16"));
    assert_false(computer_known(&pond_rribbit, "engine:threads=17"));
    assert_false(computer_known(&pond_quibbles, "engine:threads=0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rribbit),
        cmocka_unit_test(test_quibbles),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
