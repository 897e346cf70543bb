/* player_test.c: computer players by name (pond/player.h): who there is, that settings are read
 * once and right, and that a player without clock and threads chooses as a computer with both does.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "computer.h"

#define LOG_MAX 4000

static struct pond_player player;
static struct pond_entry entries[LOG_MAX];
static struct pond_match match;

static void expect_refusal(const char *text, enum pond_word word)
{
    struct pond_error why;
    assert_false(pond_player_open(&player, &pond_rribbit, text, &why));
    assert_int_equal(why.word, word);
    assert_false(pond_player_open(&player, &pond_rribbit, text, NULL));
}

static void test_names(void **unused)
{
    (void)unused;
    char long_name[2 * POND_PLAYER_NAME_MAX];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    const char *unknown[] = {"",        "level",    "level:", "level:00",
                             "level:7", "level:12", "nobody", long_name};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        expect_refusal(unknown[i], POND_WORD_PLAYER_UNKNOWN);
    }
    expect_refusal("engine:nothing=1", POND_WORD_SETTING_UNKNOWN);
    expect_refusal("engine:depth", POND_WORD_SETTING_NO_VALUE);
    expect_refusal("engine:depth=99999999", POND_WORD_SETTING_RANGE);
    for (int i = 0; pond_games[i] != NULL; i++) {
        char level[] = "level:0";
        for (; level[6] <= '0' + POND_LEVELS; level[6]++) {
            assert_true(pond_player_open(&player, pond_games[i], level, NULL));
            assert_false(player.uses_tablebases);
        }
        assert_true(pond_player_open(&player, pond_games[i], "engine:nodes=5", NULL));
        assert_true(player.uses_tablebases && player.nodes_max == 5);
    }
}

static void test_settings_change(void **unused)
{
    (void)unused;
    assert_true(pond_player_open(&player, &pond_rribbit, "engine:nodes=7,hash=2", NULL));
    const size_t before = player.memory_size;
    assert_true(pond_player_set(&player, "hash=8", NULL));
    assert_int_equal(player.nodes_max, 7);
    assert_true(player.memory_size > before);
    const struct pond_player kept = player;
    assert_false(pond_player_set(&player, "nodes=9,hash=0", NULL));
    assert_memory_equal(&kept, &player, sizeof kept);
}

/* Whole games: the pure player, and the computer that fills its task from the same player. */
static void test_chooses_as_a_computer(void **unused)
{
    (void)unused;
    for (int i = 0; pond_games[i] != NULL; i++) {
        const struct pond_game *game = pond_games[i];
        static struct computer computer;
        static struct pond_advice one, other;
        const struct computer_limits limits = {0};
        struct pond_config config;
        assert_true(pond_player_open(&player, game, "level:2", NULL));
        player.memory = malloc(player.memory_size + 1);
        assert_non_null(player.memory);
        memset(player.memory, 0xa5, player.memory_size);
        assert_int_equal(computer_open(&computer, game, "level:2", NULL), COMPUTER_FINE);
        assert_true(pond_config_parse(game, "", &config, NULL));
        pond_match_begin(&match, game, &config, entries, LOG_MAX);
        pond_match_seed(&match, "player");
        for (uint64_t seed = 0; seed < 20 && !pond_match_over(&match); seed++) {
            const int seat = pond_seat_first(pond_match_turn(&match));
            assert_int_equal(player.seed, seed);
            pond_player_choose(&player, &match, seat, &one);
            computer_think(&computer, &match, seat, seed, &limits, &other);
            assert_int_equal(one.nodes, other.nodes);
            assert_true(one.move == other.move);
            assert_true(pond_match_submit(&match, seat, one.move, NULL));
        }
        free(player.memory);
        computer_close(&computer);
    }
}

/* What the engines choose with so many nodes in 300 positions of random games, as a hash: a change
 * that is not meant to change play leaves the numbers as they are, with every compiler. */
static void test_choices_stay_the_same(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *options[3], *player;
        uint64_t choices;
    } sets[] = {
        {"quibbit",
         {"players=2", "players=3", "edition=king-frog"},
         "engine:nodes=2000",
         UINT64_C(0xccfcb35dfc6e427a)},
        {"quibbles",
         {"", "players=3", "variant=first-game"},
         "engine:nodes=100",
         UINT64_C(0xc1bee711bc3b12da)},
        {"rribbit",
         {"", "turn=chain", "win=row-or-seven"},
         "engine:nodes=2000",
         UINT64_C(0x4f8f75ffd1384868)},
    };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const struct pond_game *game = pond_game_find(sets[i].game);
        uint64_t hash = 0;
        assert_true(pond_player_open(&player, game, sets[i].player, NULL));
        player.memory = calloc(1, player.memory_size);
        for (uint32_t number = 0, positions = 0; positions < 300; number++) {
            static struct pond_advice advice;
            struct pond_config config;
            char seed[POND_SEED_MAX + 1];
            pond_random_seed("choices", number, seed);
            assert_true(pond_config_parse(game, sets[i].options[number % 3], &config, NULL));
            pond_match_begin(&match, game, &config, entries, LOG_MAX);
            pond_match_seed(&match, seed);
            assert_true(pond_match_play_random(&match, number % 16, NULL));
            if (pond_match_over(&match)) continue;
            positions++;
            pond_player_choose(&player, &match, pond_seat_first(pond_match_turn(&match)), &advice);
            hash = pond_hash_words(&advice.move, 1, hash);
        }
        free(player.memory);
        print_message("%s: %" PRIx64 "\n", sets[i].game, hash);
        assert_true(hash == sets[i].choices);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_settings_change),
        cmocka_unit_test(test_chooses_as_a_computer),
        cmocka_unit_test(test_choices_stay_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
