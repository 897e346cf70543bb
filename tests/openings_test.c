/* openings_test.c: the values of Quibbit's openings that come with the engine: they are those that
 * were shipped, obey the symmetries of the game, and are used where they hold and nowhere else.
 * tests/cli_engines.sh compares them with docs/truth.md, and tests/ring_slow.sh with a ring that
 * is solved on the spot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "given.h"
#include "pond/quibbit.h"
#include "quibbit/openings.h"

static const struct pond_game *const game = &pond_quibbit;

/* A ring turned so that its tile 0 is at `turn`, with the seats' colours exchanged or not. */
static struct pond_config config_of(int number, int turn, bool swapped, const char *more)
{
    uint8_t kind[QUIBBIT_RING], turned[QUIBBIT_RING];
    char options[160] = "";
    struct pond_text text = pond_text_in(options, sizeof options);
    quibbit_layout(number, kind);
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        turned[(tile + turn) % QUIBBIT_RING] = kind[tile];
    }
    pond_text_string(&text, "players=2,colors=RGY,layout=");
    quibbit_layout_print(turned, swapped ? "GRY" : "RGY", &text);
    pond_text_string(&text, more);
    return given_config(game, options);
}

static struct pond_state placed(const struct pond_config *config, int tile, bool front)
{
    struct pond_state state;
    game->setup(&state, config);
    game->apply(&state, 0, QUIBBIT_PLACE | (unsigned)((tile + QUIBBIT_RING) % QUIBBIT_RING));
    game->apply(&state, 1, front ? QUIBBIT_FRONT : QUIBBIT_BACK);
    return state;
}

static float value_of(const struct pond_config *config, int tile, bool front)
{
    const struct pond_state state = placed(config, tile, front);
    float value = 2, dummy = 2;
    assert_true(quibbit_opening_known(quibbit_state_of(&state), &value, &dummy));
    assert_true(value > -1 && value < 1 && dummy >= 0 && dummy < 0.25f);
    return value;
}

static bool covered(const struct pond_config *config)
{
    struct pond_state state;
    game->setup(&state, config);
    return quibbit_openings_cover(quibbit_state_of(&state));
}

static void test_shipped(void **state)
{
    (void)state;
    int rings, known = 0;
    assert_true(quibbit_openings_sound(&rings));
    for (int number = 0; number < QUIBBIT_LAYOUTS; number++) {
        const struct pond_config config = config_of(number, 0, false, "");
        known += covered(&config);
    }
    assert_int_equal(known, rings);
}

/* A ring may be turned, and the seats may exchange their colours: the frogs then stand as they
 * would if seat 1 had placed first, and what was seat 0's is seat 1's. */
static void test_symmetries(void **state)
{
    (void)state;
    for (int number = 0; number < QUIBBIT_LAYOUTS; number++) {
        const struct pond_config config = config_of(number, 0, false, "");
        const int turn = number % QUIBBIT_RING;
        const struct pond_config other = config_of(number, turn, true, "");
        assert_int_equal(covered(&config), covered(&other));
        if (!covered(&config)) continue;
        for (int tile = 0; tile < QUIBBIT_RING; tile++) {
            const float front = value_of(&config, tile, true);
            const float back = value_of(&config, tile, false);
            assert_true(front == -value_of(&other, tile + turn + 1, false));
            assert_true(back == -value_of(&other, tile + turn - 1, true));
        }
    }
}

/* Other rules, fewer cards and later rounds are not in it. */
static void test_limits(void **state)
{
    (void)state;
    const char *const others[] = {",lap=leader", ",tie=now", ",dummy=contender", ",handicap=10"};
    const struct pond_config config = config_of(0, 0, false, "");
    assert_true(covered(&config));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const struct pond_config other = config_of(0, 0, false, others[i]);
        assert_false(covered(&other));
    }
    struct pond_state round = placed(&config, 3, true);
    float value, dummy;
    game->apply(&round, 0, 2);
    game->apply(&round, 1, 3);
    game->apply(&round, POND_CHANCE, 1);
    assert_false(quibbit_opening_known(quibbit_state_of(&round), &value, &dummy));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
