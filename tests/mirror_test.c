/* mirror_test.c: a match that follows a server's views (src/join/mirror.h) looks to its seat as
 * the server's own does: in random games of every kind, from every seat, whether all views come or
 * only some of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buffer.h"
#include "mirror.h"
#include "pond/json.h"

#define SEATS_ALL (POND_SEATS_MAX + 1)

static struct pond_match match;
static struct pond_entry entries[40000];
static struct mirror mirrors[SEATS_ALL];
static uint64_t played_on, taken;

/* What a seat is told, as the server tells it. */
static json_t *look(const struct pond_match *at, int seat)
{
    struct buffer text = {0};
    struct pond_json json = buffer_json(&text);
    pond_json_look(&json, at, seat, true);
    json_t *view = json_loadb(text.bytes, text.length, 0, NULL);
    assert_non_null(view);
    buffer_free(&text);
    return view;
}

static void follows(struct mirror *mirror, int seat)
{
    /* All but what was done last, which only history tells. */
    static const char *const compared[] = {"game",   "options", "seats",  "turn",  "turns",
                                           "ply",    "sealed",  "offer",  "pos",   "hand",
                                           "chosen", "legal",   "result", "reason"};
    json_t *wanted = look(&match, seat);
    const uint32_t before = mirror->match.log_count;
    assert_true(mirror_take(mirror, wanted));
    taken++;
    played_on += mirror->match.log_count > before;
    assert_int_equal(mirror->match.version, match.version);
    json_t *got = look(&mirror->match, seat);
    const bool over = pond_match_over(&match);
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++) {
        json_t *one = json_object_get(wanted, compared[i]);
        json_t *other = json_object_get(got, compared[i]);
        if (over && (strcmp(compared[i], "pos") == 0 || strcmp(compared[i], "hand") == 0)) continue;
        if (!json_equal(one, other)) {
            char *text = json_dumps(wanted, 0), *is = json_dumps(got, 0);
            print_error("%s from seat %d: %s\ninstead of %s\n", compared[i], seat, is, text);
            free(text);
            free(is);
            fail();
        }
    }
    json_decref(wanted);
    json_decref(got);
}

static void game_follow(const char *name, const char *options, int number, int skip)
{
    char seed[32];
    struct pond_config config;
    struct pond_rng rng;
    const struct pond_game *game = pond_game_find(name);
    assert_true(pond_config_parse(game, options, &config, NULL));
    snprintf(seed, sizeof seed, "mirror%d", number);
    pond_rng_seed(&rng, seed);
    pond_match_begin(&match, game, &config, entries, 40000);
    pond_match_seed(&match, seed);
    for (int i = 0; i < SEATS_ALL; i++) mirror_forget(&mirrors[i]);
    for (int step = 0; step < 300 && !pond_match_over(&match); step++) {
        pond_move moves[POND_MOVES_MAX];
        if (pond_rng_below(&rng, (uint32_t)skip) == 0) {
            for (int seat = 0; seat < match.seat_count; seat++) follows(&mirrors[seat], seat);
            follows(&mirrors[POND_SEATS_MAX], POND_SPECTATOR);
        }
        const pond_seats turn = pond_match_turn(&match);
        int seat = pond_seat_first(turn);
        while ((turn & POND_SEAT(seat)) == 0 || pond_rng_below(&rng, 2) == 0) {
            seat = (seat + 1) % match.seat_count;
        }
        if (step > 40 && pond_rng_below(&rng, 200) == 0) {
            assert_true(pond_match_resign(&match, seat, NULL));
            continue;
        }
        const int count = game->moves(&match.state, seat, moves);
        const pond_move move = moves[pond_rng_below(&rng, (uint32_t)count)];
        assert_true(pond_match_submit(&match, seat, move, NULL));
    }
    for (int seat = 0; seat < match.seat_count; seat++) follows(&mirrors[seat], seat);
}

static void games_are_followed(void **state)
{
    static const char *const games[][2] = {{"rribbit", ""},
                                           {"rribbit", "turn=chain,win=row-or-seven"},
                                           {"quibbit", "players=2"},
                                           {"quibbit", "players=3"},
                                           {"quibbit", "players=4,edition=king-frog"},
                                           {"quibbles", "players=2"},
                                           {"quibbles", "players=5"},
                                           {"quibbles", "players=3,variant=first-game"}};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        played_on = taken = 0;
        for (int number = 0; number < 12; number++) {
            game_follow(games[i][0], games[i][1], number, 1 + number % 3);
        }
        /* The match is played on, not set up again and again, wherever a view tells all that was
         * played since the last one: nearly always, but where hands are hidden. */
        const uint64_t least = strcmp(games[i][0], "quibbles") == 0 ? 15 : 65;
        if (100 * played_on < least * taken) {
            fail_msg("%s %s: %llu of %llu views are played on", games[i][0], games[i][1],
                     (unsigned long long)played_on, (unsigned long long)taken);
        }
    }
}

/* Whatever comes from outside: no harm. */
static void nonsense_is_refused(void **state)
{
    static const char *const texts[] = {
        "{}",
        "{\"game\":7}",
        "{\"game\":\"rribbit\"}",
        "{\"game\":\"chess\",\"options\":\"\"}",
        "{\"game\":\"rribbit\",\"options\":\"turn=double\"}",
        "{\"game\":\"rribbit\",\"options\":\"\",\"pos\":\"9/9\",\"seat\":99}",
        "{\"game\":\"quibbles\",\"options\":\"players=2\",\"pos\":\"- - - - - - -\",\"seat\":0}",
        "{\"game\":\"quibbles\",\"options\":\"players=2\",\"pos\":\"0123456 -/- 9999999999,6 1 - 0 "
        "act\",\"hand\":\"777777777777\",\"seat\":0}",
        "{\"game\":\"quibbit\",\"options\":\"players=2\",\"pos\":\"*RGY*GYR~YRG R17:2345\","
        "\"sealed\":[0,1,9,-4]}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *view = json_loads(texts[i], 0, NULL);
        assert_non_null(view);
        mirror_forget(&mirrors[0]);
        assert_false(mirror_take(&mirrors[0], view));
        json_decref(view);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_are_followed),
                                       cmocka_unit_test(nonsense_is_refused)};
    for (int i = 0; i < SEATS_ALL; i++) {
        if (!mirror_open(&mirrors[i])) return 1;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < SEATS_ALL; i++) mirror_close(&mirrors[i]);
    return failed;
}
