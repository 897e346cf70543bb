/* night_test.c: game nights: their log, who plays and who sits first, votes, codes, expiry; and
 * what is left of them when a server ends at the worst moment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "limits.h"
#include "night.h"
#include "simulated.h"

/* ---- The night by itself ---- */

static struct night night;

static void apply(const char *line) { night_apply(&night, line, 1000); }

static void begin_with(int members)
{
    char line[80];
    night_init(&night);
    apply("open");
    for (int i = 0; i < members; i++) {
        snprintf(line, sizeof line, "join %d person%010d %d Member %d", i, i, i % NIGHT_FROGS, i);
        apply(line);
    }
}

/* Plays a game with everyone here; the first seat wins, the others follow in order. */
static int play(const char *game, int8_t seats[POND_SEATS_MAX])
{
    char line[EVENT_LINE_SIZE], result[80] = "result table00000000000 ";
    const int kind = night_game_find(game);
    const int count = night_seats(&night, night_present(&night), kind, seats);
    night_print_start(&night, "table00000000000", kind, seats, count, line);
    apply(line);
    assert_int_equal(night.phase, NIGHT_PLAYING);
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(result);
        snprintf(result + length, sizeof result - length, "%s%d", i > 0 ? "," : "", i + 1);
    }
    apply(result);
    assert_int_equal(night.phase, NIGHT_LOBBY);
    return count;
}

static void seats_are_fair(void **state)
{
    (void)state;
    struct pond_rng rng;
    pond_rng_seed(&rng, "fair");
    for (int members = 1; members <= NIGHT_MEMBERS_MAX; members++) {
        for (int game = 0; game < NIGHT_GAMES_MAX && pond_games[game] != NULL; game++) {
            const struct pond_game *rules = pond_games[game];
            if (pond_game_offered(rules->name) == NULL) continue;
            int8_t seats[POND_SEATS_MAX];
            begin_with(members);
            night.robots = (int)pond_rng_below(&rng, 3);
            for (int i = 0; i < 3 * NIGHT_MEMBERS_MAX; i++) {
                const int count = play(rules->name, seats);
                assert_in_range(count, rules->seats_min, rules->seats_max);
                const int people = members < rules->seats_max ? members : rules->seats_max;
                for (int seat = 0; seat < count; seat++) {
                    assert_true((seats[seat] >= 0) == (seat < people));
                }
                uint32_t least = UINT32_MAX, most = 0;
                for (int j = 0; j < members; j++) {
                    const struct night_member *one = &night.members[j];
                    if (one->played < least) least = one->played;
                    if (one->played > most) most = one->played;
                }
                assert_true(most - least <= 1); /* nobody plays twice while another waits */
            }
            if (members > rules->seats_max) continue; /* those who play together change */
            for (int j = 0; j < members; j++) {
                const uint32_t games = 3 * NIGHT_MEMBERS_MAX, fair = games / (uint32_t)members;
                assert_in_range(night.members[j].firsts, fair,
                                fair + (games % (uint32_t)members != 0));
            }
        }
    }
}

/* A latecomer neither plays all the games to come nor has every first seat. */
static void latecomers_owe_nothing(void **state)
{
    (void)state;
    int8_t seats[POND_SEATS_MAX];
    begin_with(4);
    for (int i = 0; i < 8; i++) play("quibbit", seats);
    apply("join 4 person0000000004 4 Late");
    for (int i = 0; i < 10; i++) play("quibbit", seats);
    assert_int_equal(night.members[4].played, 8);
    assert_in_range(night.members[4].firsts, 2 + 1, 2 + 3);
    apply("leave 0 1");
    for (int i = 0; i < 8; i++) play("quibbit", seats);
    apply("join 0 person0000000000 0 Member 0");
    const uint32_t before = night.members[0].played;
    for (int i = 0; i < 5; i++) play("quibbit", seats);
    assert_int_equal(night.members[0].played - before, 4);
}

static void score_runs_across_games(void **state)
{
    (void)state;
    begin_with(3);
    apply("start table00000000000 quibbles 0,1,2 players=3");
    assert_int_equal(night_seat_of(&night, 2), 2);
    apply("result table00000000001 1,2,3"); /* another table's */
    assert_int_equal(night.phase, NIGHT_PLAYING);
    apply("result table00000000000 2,1,2");
    apply("start table00000000002 rribbit 2,- x");
    apply("result table00000000002 1,1"); /* a draw */
    apply("start table00000000003 rribbit 2,- x");
    apply("result table00000000003 -"); /* given up */
    const uint32_t points[] = {0, 2, 0}, crowns[] = {0, 1, 0}, played[] = {1, 1, 2};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(night.members[i].points, points[i]);
        assert_int_equal(night.members[i].crowns, crowns[i]);
        assert_int_equal(night.members[i].played, played[i]);
    }
    assert_int_equal(night.games, 2);
    assert_true(night.stopped);
    apply("start table00000000004 rribbit 2,- x");
    assert_false(night.stopped);
    assert_int_equal(night.results[0].points[1], 2);
    assert_int_equal(night.results[1].points[0], -1);
    assert_int_equal(night.results[1].winner, -1);
}

/* The places of a random game of Quibbit are in the order in which its players went out. Everyone
 * who is in chooses once a round, so whoever has chosen more often went out later. */
static void places_check(const struct pond_match *match)
{
    char line[EVENT_LINE_SIZE];
    int chosen[POND_SEATS_MAX] = {0}, place[POND_SEATS_MAX];
    const pond_seats in_play = match->game->in_play(&match->state);
    for (uint32_t i = 0; i < pond_match_entries(match); i++) {
        const struct pond_entry *entry = pond_match_entry(match, i);
        if (entry->kind == POND_ENTRY_MOVE) chosen[entry->seat]++;
    }
    night_print_result("table00000000000", match, line);
    const char *at = strrchr(line, ' ');
    for (int seat = 0; seat < match->seat_count; seat++) {
        place[seat] = atoi(at + 1);
        at = strchr(at + 1, ',');
    }
    for (int one = 0; one < match->seat_count; one++) {
        const bool won = match->result.outcome == POND_WON && match->result.seat == one;
        assert_int_equal(place[one] == 1, won);
        for (int other = 0; other < match->seat_count && !won; other++) {
            if (place[other] == 1 || (in_play & POND_SEAT(other)) != 0) continue;
            if ((in_play & POND_SEAT(one)) != 0) assert_true(place[one] < place[other]);
            if ((in_play & POND_SEAT(one)) != 0) continue;
            assert_int_equal(place[one]<place[other], chosen[one]> chosen[other]);
        }
    }
}

static void those_who_go_out_later_are_ahead(void **state)
{
    (void)state;
    static struct pond_entry log[20000];
    for (uint32_t i = 0; i < 200; i++) {
        struct pond_config config;
        struct pond_match match;
        struct pond_error why;
        char seed[POND_SEED_MAX + 1];
        const struct pond_game *game = pond_games[night_game_find("quibbit")];
        assert_true(pond_config_parse(game, i % 2 == 0 ? "players=3" : "players=4", &config, &why));
        pond_random_seed("places", i, seed);
        pond_match_begin(&match, game, &config, log, sizeof log / sizeof log[0]);
        pond_match_seed(&match, seed);
        assert_true(pond_match_play_random(&match, 5000, &why));
        places_check(&match);
    }
}

static void votes_choose(void **state)
{
    (void)state;
    const int quibbit = night_game_find("quibbit"), quibbles = night_game_find("quibbles");
    int8_t seats[POND_SEATS_MAX];
    begin_with(4);
    assert_int_equal(night_next(&night), quibbit);
    apply("vote 1 quibbles");
    apply("vote 2 quibbles");
    assert_int_equal(night_next(&night), quibbit); /* half of them is not enough */
    apply("vote 3 quibbles");
    assert_int_equal(night_next(&night), quibbles);
    apply("vote 2 quibbit");
    assert_int_equal(night_next(&night), quibbit);
    play("quibbit", seats); /* votes are over with a game */
    apply("vote 0 quibbit");
    apply("vote 1 quibbles");
    assert_int_equal(night_next(&night), quibbles); /* played longest ago */
    apply("leave 1 0");
    assert_int_equal(night_next(&night), quibbit);
    apply("choose rribbit 1 level:3 1 "); /* the leader decides after all */
    assert_string_equal(pond_games[night_next(&night)]->name, "rribbit");
    assert_true(night.first_time);
}

/* Before the first game the leader waits for everyone; after it, the first vote starts the clock.
 */
static void votes_close(void **state)
{
    (void)state;
    int8_t seats[POND_SEATS_MAX];
    begin_with(3);
    apply("vote 0 quibbles");
    assert_int_equal(night.vote_until_ms, 0);
    play("quibbit", seats);
    apply("vote 1 quibbles");
    assert_int_equal(night.vote_until_ms, 1000 + NIGHT_VOTE_MS);
    night_apply(&night, "vote 0 quibbles", 5000); /* later ones do not move it */
    assert_int_equal(night.vote_until_ms, 1000 + NIGHT_VOTE_MS);
    apply("choose quibbles 2 level:2 0 "); /* what was voted for, with other options */
    assert_int_equal(night.vote_until_ms, 1000 + NIGHT_VOTE_MS);
    apply("choose rribbit 0 level:2 0 ");
    assert_int_equal(night.vote_until_ms, night.at_ms); /* another game: the vote is over */
    apply("vote 1 quibbit");
    apply("start table00000000001 quibbit 0,1 players=2");
    assert_int_equal(night.vote_until_ms, 0);
    apply("vote 1 quibbles"); /* in the middle of a game */
    assert_int_equal(night.vote_until_ms, 0);
}

/* Where everyone has voted, nobody waits for the clock; nor for those who are away or have left. */
static void votes_close_with_the_last(void **state)
{
    (void)state;
    static const char *const lasts[] = {"vote 2 rribbit", "away 2 1", "leave 2 0", "remove 2 0"};
    int8_t seats[POND_SEATS_MAX];
    for (size_t i = 0; i < sizeof lasts / sizeof lasts[0]; i++) {
        begin_with(3);
        play("quibbit", seats);
        apply("vote 1 quibbles");
        night_apply(&night, "vote 0 quibbles", 5000);
        assert_int_equal(night.vote_until_ms, 1000 + NIGHT_VOTE_MS);
        night_apply(&night, lasts[i], 6000);
        assert_int_equal(night.vote_until_ms, 6000);
        night_apply(&night, "ready 1 1", 7000);
        assert_int_equal(night.vote_until_ms, 6000); /* that is when it was */
    }
    begin_with(2);
    play("quibbit", seats);
    apply("vote 1 quibbles");
    apply("leave 1 0"); /* and nobody has voted */
    assert_int_equal(night.vote_until_ms, 1000 + NIGHT_VOTE_MS);
}

/* The frog of the evening is the one on the ring, where the game has that colour. */
static void frogs_keep_their_colours(void **state)
{
    (void)state;
    static const struct {
        int count;
        const char *colors;
    } rings[] = {{2, "YGR"}, {3, "YGR"}, {4, "YGRB"}};
    const int8_t seats[POND_SEATS_MAX] = {2, 4, 1, -1};
    const int game = night_game_find("quibbit");
    char options[POND_OPTIONS_TEXT_MAX];
    begin_with(5);
    night.members[4].frog = 1; /* green; the fifth would be light */
    night.members[1].frog = 5;
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        struct pond_config config;
        struct pond_error why;
        struct pond_text text = pond_text_in(options, sizeof options);
        assert_true(night_config(&night, game, seats, rings[i].count, &config, &why));
        pond_config_print(pond_games[game], &config, &text);
        char wanted[20];
        snprintf(wanted, sizeof wanted, "colors=%s,", rings[i].colors);
        assert_non_null(strstr(options, wanted));
    }
}

/* Where two armies play, people have the army whose frog they chose, if they chose one. */
static void armies_go_by_frogs(void **state)
{
    (void)state;
    static const struct {
        const char *frogs; /* of the two people: see night_frogs; the second may be a robot */
        const char *first; /* who has the first seat, game after game; light begins */
    } nights[] = {{"45", "0000"}, {"54", "1111"}, {"50", "1111"}, {"04", "1111"}, {"40", "0000"},
                  {"01", "0101"}, {"44", "0101"}, {"5-", "----"}, {"4-", "0000"}, {"0-", "0000"}};
    for (size_t i = 0; i < sizeof nights / sizeof nights[0]; i++) {
        const char *frogs = nights[i].frogs;
        begin_with(frogs[1] == '-' ? 1 : 2);
        for (int member = 0; member < night.member_count; member++) {
            night.members[member].frog = (uint8_t)(frogs[member] - '0');
        }
        for (int game = 0; game < 4; game++) {
            int8_t seats[POND_SEATS_MAX];
            assert_int_equal(play("rribbit", seats), 2);
            assert_int_equal(seats[0] < 0 ? '-' : '0' + seats[0], nights[i].first[game]);
        }
    }
    int8_t seats[POND_SEATS_MAX];
    begin_with(2); /* but for armies, seats only rotate */
    night.members[0].frog = 5;
    assert_int_equal(play("quibbles", seats), 2);
    assert_int_equal(seats[0], 0);
    assert_int_equal(play("quibbles", seats), 2);
    assert_int_equal(seats[0], 1);
}

static void names_and_frogs_differ(void **state)
{
    (void)state;
    char name[STORE_NAME_SIZE];
    begin_with(2);
    apply("join 2 person0000000002 2 Ada");
    night_name_unlike(&night, 3, "ada", name);
    assert_string_equal(name, "ada (2)");
    night_name_unlike(&night, 2, "Ada", name); /* her own */
    assert_string_equal(name, "Ada");
    assert_int_equal(night_frog_free(&night, 3, 0), 3);
    assert_int_equal(night_frog_free(&night, 3, 5), 5);
    assert_int_equal(night_frog_free(&night, 2, 2), 2);
    begin_with(NIGHT_MEMBERS_MAX);
    assert_int_equal(night_number_free(&night), -1);
    apply("leave 4 0");
    assert_int_equal(night_number_free(&night), NIGHT_MEMBERS_MAX);
    assert_int_equal(night_lead_after(&night, 0, NIGHT_MEMBER(3) | NIGHT_MEMBER(5)), 3);
    assert_int_equal(night_lead_after(&night, 0, 0), 1); /* the one who comes back */
}

/* Numbers are used again once there is no other: first of people who left without playing, then of
 * those who have not played for longest. Nobody who was removed comes back that way. */
static void numbers_are_used_again(void **state)
{
    (void)state;
    char line[80];
    begin_with(3);
    apply("start table00000000000 quibbit 0,1,2 players=3");
    apply("result table00000000000 1,2,3");
    apply("leave 1 0");
    for (int i = 3; i < NIGHT_NUMBERS_MAX; i++) {
        assert_int_equal(night_number_free(&night), i);
        snprintf(line, sizeof line, "join %d person%010d 0 Guest %d", i, i, i);
        apply(line);
        snprintf(line, sizeof line, "%s %d 0", i == 3 ? "remove" : "leave", i);
        apply(line);
    }
    assert_true(night_barred(&night, "person0000000003"));
    for (int i = 3; i < NIGHT_MEMBERS_MAX; i++) { /* those who left first */
        assert_int_equal(night_number_free(&night), i);
        snprintf(line, sizeof line, "join %d person%010d 0 Again %d", i, 100 + i, i);
        apply(line);
    }
    assert_true(night_barred(&night, "person0000000003"));
    assert_false(night_barred(&night, "person0000000004"));
    for (int i = 3; i < NIGHT_NUMBERS_MAX; i++) { /* all have played, Member 1 longest ago */
        night.members[i].gone = i >= 10;
        night.members[i].played = 1;
        night.members[i].last_played = 2;
    }
    assert_int_equal(night_number_free(&night), 1);
    assert_int_equal(night.results[0].points[1], 1);
    apply("join 1 person0000000200 0 New");
    assert_int_equal(night.results[0].points[1], -1);
    assert_int_equal(night.members[1].points, 0);
}

/* A lead that was taken is on loan, no matter who has it, until the lender leads or leaves. */
static void leads_are_lent(void **state)
{
    (void)state;
    begin_with(4);
    apply("take 1");
    assert_int_equal(night.lender, 0);
    apply("lead 2"); /* handed on: still lent */
    apply("remove 3 2");
    assert_int_equal(night.lender, 0);
    assert_int_equal(night_lead_after(&night, 2, NIGHT_MEMBER(0) | NIGHT_MEMBER(1)), 0);
    assert_int_equal(night_lead_after(&night, 2, NIGHT_MEMBER(1)), 1);
    apply("take 1");
    assert_int_equal(night.lender, 0);
    assert_true(night.members[3].removed);
    apply("lead 0");
    assert_int_equal(night.lender, -1);
    assert_false(night.members[3].removed);
    apply("take 1");
    apply("leave 0 1");
    assert_int_equal(night.lender, -1);
}

/* Whatever lines a log has: no number leaves its bounds, and the version counts them. */
static void any_line_is_taken(void **state)
{
    (void)state;
    static const char *const words[] = {"open",
                                        "join",
                                        "leave",
                                        "remove",
                                        "lead",
                                        "take",
                                        "ready",
                                        "away",
                                        "choose",
                                        "vote",
                                        "start",
                                        "result",
                                        "claim",
                                        "grant",
                                        "deny",
                                        "withdraw",
                                        "end",
                                        "0",
                                        "1",
                                        "11",
                                        "12",
                                        "-",
                                        "-1",
                                        "99999999999",
                                        "",
                                        "quibbit",
                                        "rribbit",
                                        "nim",
                                        "level:2",
                                        "0,1",
                                        "1,2,3,4,5,6,7",
                                        ",",
                                        "0,,1",
                                        "table00000000000",
                                        "person0000000000",
                                        "A name"};
    struct pond_rng rng;
    pond_rng_seed(&rng, "lines");
    begin_with(3);
    for (uint32_t i = 0; i < 200000; i++) {
        char line[200] = "";
        const uint32_t version = night.version;
        for (uint32_t count = pond_rng_below(&rng, 7); count > 0; count--) {
            const size_t length = strlen(line);
            snprintf(line + length, sizeof line - length, "%s%s", length > 0 ? " " : "",
                     words[pond_rng_below(&rng, sizeof words / sizeof words[0])]);
        }
        apply(line);
        assert_int_equal(night.version, version + 1);
        int8_t seats[POND_SEATS_MAX];
        assert_in_range(night.member_count, 0, NIGHT_NUMBERS_MAX);
        assert_true(night.lead >= -1 && night.lead < night.member_count);
        assert_true(night.lender >= -1 && night.lender < night.member_count);
        assert_in_range(night_seats(&night, night_present(&night), night_next(&night), seats), 2,
                        POND_SEATS_MAX);
        if (night.phase != NIGHT_PLAYING) continue;
        for (int seat = 0; seat < night.seat_count; seat++) {
            assert_true(night.seats[seat] < night.member_count);
        }
    }
}

/* ---- Places ---- */

/* The same person with another phone: all of the place. */
static void a_place_goes_to_another_phone(void **state)
{
    (void)state;
    int8_t seats[POND_SEATS_MAX];
    begin_with(2);
    play("quibbit", seats);
    apply("start table00000000001 quibbit 0,1 players=2");
    const struct night_member before = night.members[0];
    apply("claim 0 another000000000 47");
    assert_int_equal(night_claim_find(&night, 47, 1000)->member, 0);
    assert_non_null(night_claim_of(&night, "another000000000", 1000));
    apply("grant 46"); /* not that one */
    assert_int_equal(night_member_of(&night, "another000000000"), -1);
    apply("grant 47");
    assert_int_equal(night_member_of(&night, "another000000000"), 0);
    assert_int_equal(night_member_of(&night, before.person), -1);
    assert_false(night_barred(&night, before.person));
    assert_string_equal(night.members[0].name, before.name);
    assert_int_equal(night.members[0].points, before.points);
    assert_int_equal(night_seat_of(&night, 0), 0);
    assert_int_equal(night.lead, 0);
    assert_null(night_claim_find(&night, 47, 1000));
}

/* A spectator plays on: the seat and this game's points, nothing else. */
static void a_seat_goes_to_somebody_else(void **state)
{
    (void)state;
    begin_with(4);
    apply("start table00000000001 quibbles 0,1,2 players=3");
    apply("claim 1 person0000000003 20");
    apply("claim 2 person0000000003 21"); /* changes their mind */
    assert_null(night_claim_find(&night, 20, 1000));
    apply("claim 2 person0000000001 22"); /* has a seat already */
    apply("grant 22");
    assert_int_equal(night_seat_of(&night, 1), 1);
    assert_int_equal(night_seat_of(&night, 2), 2);
    apply("claim 2 person0000000003 23");
    apply("grant 23");
    assert_int_equal(night_seat_of(&night, 3), 2);
    assert_int_equal(night_seat_of(&night, 2), -1);
    apply("result table00000000001 3,2,1");
    const uint32_t points[] = {0, 1, 0, 2}, crowns[] = {0, 0, 0, 1};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(night.members[i].points, points[i]);
        assert_int_equal(night.members[i].crowns, crowns[i]);
    }
}

/* Claims lapse, end when their person comes in, and a few are enough. */
static void claims_end(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 5};
    begin_with(2);
    apply("claim 0 another000000000 15");
    assert_int_equal(night_claim_number(&night, bytes, 1000), 16);
    apply("join 2 another000000000 4 Another");
    assert_null(night_claim_find(&night, 15, 1000));
    apply("claim 0 another000000001 15");
    apply("deny 15");
    assert_true(night_denied(&night, "another000000001"));
    assert_false(night_denied(&night, "another000000002"));
    apply("claim 0 another000000002 15");
    apply("withdraw 15"); /* that is not a refusal */
    assert_null(night_claim_find(&night, 15, 1000));
    assert_false(night_denied(&night, "another000000002"));
    apply("claim 0 another000000002 15");
    apply("claim 0 another000000003 16");
    for (int i = 2; i < NIGHT_CLAIMS_MAX; i++) {
        char line[64];
        assert_int_equal(night_claim_number(&night, bytes, 1000), 15 + i);
        snprintf(line, sizeof line, "claim 1 another%09d %d", 2 + i, 15 + i);
        apply(line);
    }
    apply("claim 0 another000000099 99"); /* one too many: the oldest gives way */
    assert_non_null(night_claim_find(&night, 99, 1000));
    assert_null(night_claim_find(&night, 15, 1000));
    apply("grant 16"); /* the other claim to that place has lapsed */
    assert_null(night_claim_find(&night, 99, 1000));
    assert_non_null(night_claim_find(&night, 17, 1000));
    assert_null(night_claim_find(&night, 17, 1000 + NIGHT_CLAIM_MS));
    night_apply(&night, "grant 17", 1000 + NIGHT_CLAIM_MS);
    assert_int_equal(night_member_of(&night, "another000000004"), -1);
}

/* ---- Codes ---- */

static void codes_are_words(void **state)
{
    (void)state;
    static const char *const rude[] = {"cul",  "con",  "pute", "bite", "sex",  "nazi",
                                       "ass",  "tit",  "fuc",  "shi",  "cock", "dick",
                                       "rape", "pine", "pede", "zob",  "merd", "caca",
                                       "pipi", "cum",  "anus", "slut", "nig"};
    char code[NIGHT_CODE_SIZE], again[NIGHT_CODE_SIZE], id[STORE_ID_SIZE];
    assert_true(night_word_count > 300);
    for (int i = 0; i < night_word_count; i++) {
        assert_in_range(strlen(night_words[i]), 4, 6);
        for (int j = 0; j < i; j++) assert_string_not_equal(night_words[i], night_words[j]);
        for (size_t j = 0; j < sizeof rude / sizeof rude[0]; j++) {
            assert_null(strstr(night_words[i], rude[j]));
        }
    }
    for (unsigned i = 0; i < 65536; i += 7) {
        const uint8_t bytes[] = {(uint8_t)(i >> 8), (uint8_t)i, (uint8_t)i, (uint8_t)(i >> 8)};
        night_code_make(bytes, code);
        assert_true(night_code_read(code, again));
        assert_string_equal(code, again);
        night_id(code, id);
        assert_int_equal(strlen(id), STORE_ID_SIZE - 1);
        assert_true(night_id_is(id) && !id_valid(id));
    }
    assert_true(night_code_read(" New-t 4 7 ", code));
    assert_string_equal(code, "newt47");
    assert_true(night_code_read("NEWTIO", code));
    assert_string_equal(code, "newt10");
    static const char *const wrong[] = {
        "", "47", "newt", "newt4", "4newt7", "newt47newt47", "né42", "newt:47", "newt47\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(night_code_read(wrong[i], code));
    }
}

/* ---- At a server ---- */

static struct simulated server;
static char code[NIGHT_CODE_SIZE], file[200], where[220];

static void server_begin(const char *at)
{
    simulated_open(&server, "night", NULL, at);
    for (int i = 0; i < 4; i++) client_hello(&server, i, "en");
    snprintf(code, sizeof code, "%s",
             text_of(client_ask(&server, 3, "\"type\":\"night\",\"do\":\"open\""), "code"));
    assert_true(strlen(code) >= 6);
}

static json_t *ask(int client, const char *what)
{
    return client_ask(&server, client, "\"type\":\"night\",\"code\":\"%s\",%s", code, what);
}

static const char *phase(int client) { return text_of(ask(client, "\"do\":\"watch\""), "phase"); }

static void codes_expire(void **state)
{
    (void)state;
    server_begin(NULL);
    assert_string_equal(text_of(ask(0, "\"do\":\"join\""), "phase"), "lobby");
    simulated_pass(&server, 1000);
    for (int i = 0; i < 4; i++) client_leave(&server, i);
    simulated_pass(&server, NIGHT_EXPIRES_MS - 120000);
    client_hello(&server, 0, "en");
    assert_string_equal(phase(0), "lobby");
    client_leave(&server, 0);
    simulated_pass(&server, 240000);
    client_hello(&server, 0, "en");
    assert_string_equal(text_of(ask(0, "\"do\":\"watch\""), "code"), "code");
    simulated_close(&server);
}

static void open_file(void)
{
    const char *folder = getenv("TMPDIR");
    snprintf(file, sizeof file, "%s/night-%d.sqlite", folder != NULL ? folder : "/tmp",
             (int)getpid());
    snprintf(where, sizeof where, "sqlite:%s", file);
    unlink(file);
}

static void close_file(void)
{
    char more[220];
    simulated_close(&server);
    unlink(file);
    snprintf(more, sizeof more, "%s-wal", file);
    unlink(more);
    snprintf(more, sizeof more, "%s-shm", file);
    unlink(more);
}

static void nothing(struct store_request *request) { store_request_free(request); }

/* Somebody comes while a message is being written: its answer still comes after that, and once. */
static void answers_come_when_written(void **state)
{
    (void)state;
    static const char *const mark = "\"id\":777,";
    char text[120];
    server_begin(NULL);
    json_decref(ask(0, "\"do\":\"join\""));
    json_decref(ask(1, "\"do\":\"watch\""));
    snprintf(text, sizeof text, "{\"type\":\"night\",\"id\":777,\"do\":\"join\",\"code\":\"%s\"}",
             code);
    hall_message(server.clients[1].session, text, strlen(text));
    client_leave(&server, 0); /* and someone goes */
    hall_time(server.hall, server.now_ms += 100);
    hall_tick(server.hall);
    assert_null(strstr(server.clients[1].inbox, mark));
    simulated_run(&server);
    const char *answer = strstr(server.clients[1].inbox, mark);
    assert_non_null(answer);
    assert_null(strstr(answer + 1, mark));
    assert_non_null(strstr(answer, "\"you\":1"));
    simulated_close(&server);
}

/* Everyone goes, and the log of the night has one or two more lines. */
static void log_append(int64_t version, const char *line, const char *second)
{
    for (int i = 0; i < 4; i++) client_leave(&server, i);
    struct store_request *request = store_request_new(STORE_APPEND);
    request->done = nothing;
    night_id(code, request->table);
    for (char *at = request->table; *at != '\0'; at++) {
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at | 0x20);
    }
    request->version = (uint32_t)version + 1;
    store_request_event(request, request->version, server.now_ms, line);
    if (second != NULL) {
        store_request_event(request, request->version + 1, server.now_ms, second);
    }
    store_submit(server.store, request);
    simulated_run(&server);
}

static void come_again(void)
{
    simulated_restart(&server, "again", where, 1000);
    for (int i = 0; i < 3; i++) {
        client_hello(&server, i, "en");
        json_decref(ask(i, "\"do\":\"join\""));
    }
}

/* A vote that comes too late is refused, and changes nothing; the leader can still choose. */
static void late_votes_are_refused(void **state)
{
    (void)state;
    open_file();
    server_begin(where);
    for (int i = 0; i < 3; i++) json_decref(ask(i, "\"do\":\"join\""));
    const int64_t version = number_of(ask(0, "\"do\":\"watch\""), "version");
    log_append(version, "start 0123456789abcdef rribbit 0,1 ", "result 0123456789abcdef 1,2");
    come_again();
    static const char *const quibbles = "\"do\":\"vote\",\"game\":\"quibbles\"";
    static const char *const quibbit = "\"do\":\"vote\",\"game\":\"quibbit\"";
    json_t *first = ask(1, quibbles);
    const int64_t left = member_number(first, "vote_until") - member_number(first, "at");
    assert_in_range(left, NIGHT_VOTE_MS - 1000, NIGHT_VOTE_MS);
    json_decref(first);
    simulated_pass(&server, NIGHT_VOTE_MS - 2000);
    assert_string_equal(text_of(ask(2, quibbit), "type"), "night");
    assert_string_equal(text_of(ask(2, quibbles), "next.game"), "quibbles");
    simulated_pass(&server, 3000);
    assert_string_equal(text_of(ask(2, quibbit), "code"), "phase");
    assert_string_equal(text_of(ask(2, "\"do\":\"watch\""), "members.2.vote"), "quibbles");
    assert_string_equal(text_of(ask(0, "\"do\":\"choose\",\"game\":\"rribbit\""), "next.game"),
                        "rribbit");
    assert_string_equal(text_of(ask(2, quibbit), "code"), "phase"); /* that is the last word */
    close_file();
}

/* The night says that a game has begun, and the server ended before there was a table. */
static void tables_are_made_up_for(void **state)
{
    (void)state;
    open_file();
    server_begin(where);
    for (int i = 0; i < 3; i++) json_decref(ask(i, "\"do\":\"join\""));
    const int64_t version = number_of(ask(0, "\"do\":\"watch\""), "version");
    log_append(version, "start 0123456789abcdef quibbit 2,0,- players=3", NULL);
    come_again();
    simulated_pass(&server, 5000);
    json_t *table = client_ask(&server, 0, "\"type\":\"watch\",\"table\":\"0123456789abcdef\"");
    assert_string_equal(member_text(table, "phase"), "playing");
    assert_int_equal(member_number(table, "you"), 1);
    assert_int_equal(json_array_size(json_object_get(table, "seats")), 3);
    json_decref(table);
    close_file();
}

/* A host erases a person: the night keeps the seat, not the name. */
static void persons_are_erased(void **state)
{
    (void)state;
    open_file();
    server_begin(where);
    hall_host_token(server.hall,
                    "0123456789012345678901234567890123456789012345678901234567890123");
    json_decref(ask(0, "\"do\":\"join\",\"name\":\"Rosalind\""));
    json_decref(ask(1, "\"do\":\"join\",\"name\":\"Ben\""));
    json_t *hello = client_last(&server, 0, "welcome", NULL);
    char person[STORE_ID_SIZE];
    snprintf(person, sizeof person, "%s", member_text(hello, "you.id"));
    json_decref(hello);
    json_decref(client_ask(&server, 2,
                           "\"type\":\"host\",\"do\":\"enter\",\"token\":"
                           "\"0123456789012345678901234567890123456789012345678901234567890123\""));
    json_t *erased =
        client_ask(&server, 2, "\"type\":\"host\",\"do\":\"erase\",\"person\":\"%s\"", person);
    assert_string_equal(member_text(erased, "type"), "host");
    json_decref(erased);
    simulated_restart(&server, "again", where, 1000);
    client_hello(&server, 1, "en");
    json_t *shown = ask(1, "\"do\":\"watch\"");
    char *text = json_dumps(shown, 0);
    assert_null(strstr(text, "Rosalind"));
    assert_non_null(strstr(text, "Ben"));
    free(text);
    json_decref(shown);
    close_file();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_fair),
        cmocka_unit_test(latecomers_owe_nothing),
        cmocka_unit_test(score_runs_across_games),
        cmocka_unit_test(those_who_go_out_later_are_ahead),
        cmocka_unit_test(votes_choose),
        cmocka_unit_test(votes_close),
        cmocka_unit_test(votes_close_with_the_last),
        cmocka_unit_test(frogs_keep_their_colours),
        cmocka_unit_test(armies_go_by_frogs),
        cmocka_unit_test(names_and_frogs_differ),
        cmocka_unit_test(numbers_are_used_again),
        cmocka_unit_test(leads_are_lent),
        cmocka_unit_test(any_line_is_taken),
        cmocka_unit_test(a_place_goes_to_another_phone),
        cmocka_unit_test(a_seat_goes_to_somebody_else),
        cmocka_unit_test(claims_end),
        cmocka_unit_test(codes_are_words),
        cmocka_unit_test(codes_expire),
        cmocka_unit_test(answers_come_when_written),
        cmocka_unit_test(late_votes_are_refused),
        cmocka_unit_test(tables_are_made_up_for),
        cmocka_unit_test(persons_are_erased),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
