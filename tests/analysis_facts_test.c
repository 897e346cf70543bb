/* analysis_facts_test.c: every fact that analysis says, in a position where it is so and in one
 * where it is not.
 *
 * No engine is asked: each case names the choice that was played and a better one, so that the
 * facts follow from the rules alone. What is said in Quibbit about "whatever the others choose" is
 * checked against the rules on random games besides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pond/analysis.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"
#include "told.h"

#define LOG 4096

/* ---- Cases ---- */

struct fact_case {
    const char *game, *options, *position;
    const char *played, *best;
    const char *so; /* lines that are said; "better: " is before those about the better choice */
    const char *not_so; /* lines that are not */
    int win_ply, loss_ply;
    const char *answer; /* what the search expects after the choice played */
    const char *others; /* Quibbit: the whole round "2 3 y5", the dummy's card last */
};

static bool has_line(const char *text, const char *line, size_t length)
{
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n") + 1) {
        if (strcspn(at, "\n") == length && memcmp(at, line, length) == 0) return true;
    }
    return false;
}

static void facts_write(const struct pond_judgement *judgement, enum pond_language language,
                        char *out, size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    for (uint32_t i = 0; i < judgement->fact_count; i++) {
        if (judgement->facts[i].better) pond_text_string(&text, "better: ");
        pond_fact_print(&judgement->facts[i], language, &text);
        pond_text_char(&text, '\n');
    }
}

static void lines_check(const struct fact_case *one, const char *said, const char *lines, bool so)
{
    for (const char *at = lines; at != NULL && *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        if (has_line(said, at, length) != so) {
            fail_msg("%s: %s played, %s better: '%.*s' is %s in:\n%s", one->position, one->played,
                     one->best, (int)length, at, so ? "missing" : "said", said);
        }
        at += length + (at[length] != '\0');
    }
}

static pond_move move_of(const struct pond_match *match, int seat, const char *text)
{
    pond_move move;
    struct pond_error why;
    if (!pond_move_read(match->game, &match->state, seat, text, &move, &why)) {
        fail_msg("%s is not a move", text);
    }
    return move;
}

/* Plays a whole round of Quibbit; the choice that is judged is seat 0's. */
static void round_play(struct pond_match *match, const char *cards)
{
    struct pond_error why;
    for (int seat = 0; *cards != '\0'; seat++) {
        const size_t length = strcspn(cards, " ");
        if (cards[0] == 'y') {
            assert_true(pond_match_outcome(match, (pond_move)(cards[1] - '0'), &why));
        } else {
            assert_true(pond_match_submit(match, seat, (pond_move)(cards[0] - '0'), &why));
        }
        cards += length + (cards[length] == ' ');
    }
}

static void case_judge(const struct fact_case *one, struct pond_judgement *judgement)
{
    static struct pond_entry log[LOG];
    struct pond_match match;
    struct pond_config config;
    struct pond_state state;
    struct pond_error why;
    struct pond_walk walk;
    struct pond_moment moment;
    const struct pond_game *game = pond_game_find(one->game);
    assert_true(pond_config_parse(game, one->options, &config, &why));
    if (!game->state_parse(&state, &config, one->position, &why)) {
        char memory[256];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_error_print(&why, POND_ENGLISH, &text);
        fail_msg("%s: %s", one->position, memory);
    }
    pond_match_begin_at(&match, game, &config, &state, log, LOG);
    const int seat = pond_seat_first(pond_match_turn(&match));
    struct told told = {.best = move_of(&match, seat, one->best),
                        .best_value = 0.9f,
                        .played_value = 0.3f,
                        .win_ply = one->win_ply,
                        .loss_ply = one->loss_ply};
    if (one->answer != NULL) {
        struct pond_state after = match.state;
        game->apply(&after, seat, move_of(&match, seat, one->played));
        assert_true(game->move_parse(&after, 1 - seat, one->answer, &told.answer, &why));
    }
    if (one->win_ply > 0) told.best_value = 1;
    if (one->loss_ply > 0) told.played_value = 0;
    const struct pond_analyst analyst = {.ask = told_answer, .context = &told};
    if (one->others != NULL)
        round_play(&match, one->others);
    else
        assert_true(pond_match_submit(&match, seat, move_of(&match, seat, one->played), &why));
    pond_walk_begin(&walk, &match);
    assert_true(pond_walk_next(&walk, &moment));
    assert_int_equal(moment.kind, POND_MOMENT_DECISION);
    assert_true(pond_judge(&analyst, &moment, judgement));
}

static void cases_check(const struct fact_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct pond_judgement judgement;
        char said[2048];
        case_judge(&cases[i], &judgement);
        facts_write(&judgement, POND_ENGLISH, said, sizeof said);
        lines_check(&cases[i], said, cases[i].so, true);
        lines_check(&cases[i], said, cases[i].not_so, false);
    }
}

#define CHECK(cases) cases_check(cases, sizeof(cases) / sizeof((cases)[0]))

/* ---- Rrib-bit ---- */

static void rribbit_rows(void **state)
{
    (void)state;
    static const char row[] = "DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -";
    static const char near[] = "DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 l -";
    static const char near_dark[] = "DDDDDDDDD/9/9/3L1L3/9/3L5/LLLLL4 d -";
    static const struct fact_case cases[] = {
        {"rribbit", "", row, "f5-g3", "f5xe3",
         "leaves the row d3 e3 f3 unbroken, which loses\n"
         "better: is the only move that breaks the row d3 e3 f3\n"
         "better: captures e3, and nothing can recapture",
         .not_so = "better: breaks the row d3 e3 f3"},
        {"rribbit", "", row, "f5xe3", "f5xe3", "is the only move that breaks the row d3 e3 f3",
         .not_so = "leaves the row d3 e3 f3 unbroken, which loses"},
        {"rribbit", "", "DDDD3DD/9/3D1D3/9/3LLL3/9/LL2L2LL d -", "f5xe3", "f5xe3",
         "breaks the row d3 e3 f3", .not_so = "is the only move that breaks the row d3 e3 f3"},
        {"rribbit", "", near, "a1-b3", "d2-e4",
         "misses a win in 1\nbetter: makes the row d4 e4 f4, and nothing can break it",
         .not_so = "better: wins by force in 1", .win_ply = 2},
        {"rribbit", "", near, "a1-b3", "d2-e4",
         "better: makes the row d4 e4 f4, and nothing can break it", .not_so = "misses a win in 1"},
        {"rribbit", "", near, "a1-b3", "b1-c3", "misses a win in 3\nbetter: wins by force in 3",
         .not_so = "better: makes the row d4 e4 f4, and nothing can break it", .win_ply = 6},
        {"rribbit", "", "DDDDDDDD1/9/5D3/3L1L3/9/3L5/LLLLL4 l -", "a1-b3", "d2-e4",
         "better: makes the row d4 e4 f4, which must be broken at once",
         .not_so = "better: makes the row d4 e4 f4, and nothing can break it"},
        {"rribbit", "", near_dark, "b7-a5", "e7-f5",
         "allows an unbreakable row for light on d4 e4 f4\n"
         "better: keeps light from making a row on d4 e4 f4",
         .not_so = "leaves a5 to be captured, and nothing can recapture"},
        {"rribbit", "", near_dark, "e7-f5", "b7-a5", NULL,
         .not_so = "allows an unbreakable row for light on d4 e4 f4\n"
                   "better: keeps light from making a row on d4 e4 f4"},
        {"rribbit", "", near_dark, "b7-a5", "e7-f5",
         "allows an unbreakable row for light on d4 e4 f4", .not_so = "loses by force in 2",
         .loss_ply = 4},
        {"rribbit", "", near_dark, "a7-b5", "e7-f5", NULL, .not_so = "loses by force in 2"},
    };
    CHECK(cases);
}

/* "loses by force" is left out where the row that it loses by is named. */
static void rribbit_loss_in(void **state)
{
    (void)state;
    static const char calm[] = "DDDDDDDDD/9/9/9/9/9/LLLLLLLLL d -";
    static const struct fact_case cases[] = {
        {"rribbit", "", calm, "b7-a5", "e7-f5", "loses by force in 2", .not_so = NULL,
         .loss_ply = 4},
        {"rribbit", "", calm, "b7-a5", "e7-f5", "is best answered by b1-c3",
         .not_so = "loses by force in 2", .answer = "b1-c3"},
        {"rribbit", "", calm, "b7-a5", "e7-f5", "loses by force in 2",
         .not_so = "is best answered by b1-c3", .loss_ply = 4, .answer = "b1-c3"},
    };
    CHECK(cases);
}

static void rribbit_captures(void **state)
{
    (void)state;
    static const char lone[] = "DDDD5/9/9/9/4D4/9/L1L5L l -";
    static const char two[] = "DDD6/9/9/5D3/4D3L/9/L1L5L l -";
    static const char middle[] = "DDD1DDD1D/9/3D2D2/9/2L1L4/9/LL1L1LLLL l -";
    static const char hanging[] = "DDDD5/9/9/9/4D4/6L2/L1L6 l -";
    static const struct fact_case cases[] = {
        {"rribbit", "", lone, "i1-g2", "i1-h3",
         "leaves g2 to be captured, and nothing can recapture",
         .not_so = "lets dark capture the seventh frog"},
        {"rribbit", "", lone, "i1-h3", "a1-b3", NULL,
         .not_so = "leaves g2 to be captured, and nothing can recapture\n"
                   "leaves h3 to be captured, and nothing can recapture"},
        {"rribbit", "win=row-or-seven", lone, "i1-g2", "i1-h3",
         "lets dark capture the seventh frog", .not_so = NULL},
        {"rribbit", "win=row-or-seven", lone, "i1-h3", "a1-b3", NULL,
         .not_so = "lets dark capture the seventh frog"},
        {"rribbit", "", two, "i1-g2", "i1-h3", "leaves g2 attacked by 2 and protected by 1",
         .not_so = "leaves g2 to be captured, and nothing can recapture"},
        {"rribbit", "", two, "i1-h3", "a1-b3", NULL,
         .not_so = "leaves g2 attacked by 2 and protected by 1"},
        {"rribbit", "", middle, "a1-b3", "c3xd5", "better: captures d5",
         .not_so = "better: captures d5, and nothing can recapture"},
        {"rribbit", "", middle, "c3xd5", "a1-b3", NULL, .not_so = "better: captures d5"},
        {"rribbit", "", hanging, "a1-b3", "g2-h4", "better: saves the frog on g2", .not_so = NULL},
        {"rribbit", "", hanging, "g2-h4", "a1-b3", NULL,
         .not_so = "better: saves the frog on g2\n"
                   "better: saves the frog on a1"},
    };
    CHECK(cases);
}

static void rribbit_pairs_and_draws(void **state)
{
    (void)state;
    static const char pair[] = "DDDDDDDDD/9/9/3L1L3/9/9/LLLLL4 l -";
    static const char few[] = "9/9/9/D8/1D7/D8/2L5L l 0,0";
    static const struct fact_case cases[] = {
        {"rribbit", "", pair, "f4-g2", "a1-b3", "gives up the pair on d4 f4", .not_so = NULL},
        {"rribbit", "", pair, "a1-b3", "f4-g2", NULL, .not_so = "gives up the pair on d4 f4"},
        {"rribbit", "", few, "c1xb3", "i1-h3", "leaves both sides with two frogs or fewer: a draw",
         .not_so = "repeats the position: a draw"},
        {"rribbit", "", few, "i1-h3", "c1xb3", NULL,
         .not_so = "leaves both sides with two frogs or fewer: a draw"},
    };
    CHECK(cases);
}

static void rribbit_repetition(void **state)
{
    (void)state;
    static struct pond_entry log[LOG];
    static const char *const moves[] = {"b1-a3", "b7-a5", "a3-b1", "a5-b7"};
    struct pond_match match;
    struct pond_config config;
    struct pond_error why;
    struct pond_walk walk;
    struct pond_moment moment;
    assert_true(pond_config_parse(&pond_rribbit, "repetition=2", &config, &why));
    pond_match_begin(&match, &pond_rribbit, &config, log, LOG);
    for (int i = 0; i < 4; i++) {
        assert_true(pond_match_submit_text(&match, i % 2, moves[i], &why));
    }
    assert_true(pond_match_over(&match));
    pond_walk_begin(&walk, &match);
    for (int i = 0; i < 4; i++) {
        struct pond_judgement judgement;
        char said[2048];
        assert_true(pond_walk_next(&walk, &moment));
        assert_int_equal(moment.ends, i == 3);
        pond_move list[POND_MOVES_MAX];
        pond_rribbit.moves(&moment.state, moment.seat, list);
        struct told told = {.best = list[0] == moment.move ? list[1] : list[0],
                            .best_value = 0.9f,
                            .played_value = 0.3f};
        const struct pond_analyst analyst = {.ask = told_answer, .context = &told};
        assert_true(pond_judge(&analyst, &moment, &judgement));
        facts_write(&judgement, POND_ENGLISH, said, sizeof said);
        assert_int_equal(strstr(said, "repeats the position: a draw") != NULL, i == 3);
        if (i == 3) assert_true(judgement.known.played > 0.49f && judgement.known.played < 0.51f);
    }
}

/* ---- Quibbles ---- */

/* A complete position: all cards that are nowhere else are in the draw pile. */
static const char *dealt(const char *display, const char *collections, const char *hands,
                         const char *end)
{
    static char texts[32][POND_STATE_TEXT_MAX];
    static int used;
    char *out = texts[used++ % 32];
    int left[QUIBBLES_VALUES];
    const char *const places[] = {display, collections, hands};
    for (int v = 0; v < QUIBBLES_VALUES; v++) left[v] = quibbles_count(quibbles_deck(0), v);
    for (int i = 0; i < 3; i++) {
        for (const char *at = places[i]; *at != '\0'; at++) {
            if (*at >= '0' && *at <= '7') left[*at - '0']--;
        }
    }
    struct pond_text text = pond_text_in(out, POND_STATE_TEXT_MAX);
    for (int i = 0; i < 3; i++) {
        pond_text_string(&text, places[i]);
        pond_text_char(&text, ' ');
    }
    for (int v = 0; v < QUIBBLES_VALUES; v++) {
        for (int i = 0; i < left[v]; i++) pond_text_char(&text, (char)('0' + v));
    }
    pond_text_string(&text, " - ");
    pond_text_string(&text, end);
    return out;
}

static void quibbles_actions(void **state)
{
    (void)state;
    const char *win = dealt("122456", "377/-", "134445,226666", "0 act");
    const char *poor = dealt("122456", "3/-", "134445,226666", "0 act");
    const char *opens = dealt("112236", "-/377", "124566,134445", "0 act");
    const char *opens_not = dealt("112236", "-/3", "124566,134445", "0 act");
    const char *sevens = dealt("234677", "-/-", "125666,333333", "0 act");
    const char *threes = dealt("133446", "-/-", "133356,225555", "0 act");
    const char *two_threes = dealt("123446", "-/-", "123356,225555", "0 act");
    const char *fours = dealt("112366", "-/-", "144456,225555", "0 act");
    const char *nine = dealt("112233455", "-/-", "146666,225555", "0 act");
    const char *eight = dealt("11223345", "-/-", "146666,225555", "0 act");
    const struct fact_case cases[] = {
        {"quibbles", "", win, "+1", "13=4", "misses 21 this turn\nbetter: reaches 21 this turn",
         .not_so = "lets player 2, who plays next, reach 21"},
        {"quibbles", "", poor, "+1", "13=4",
         "gives up a certain stash of a 4\nbetter: makes it four fours, enough to stash one",
         .not_so = "misses 21 this turn\nbetter: reaches 21 this turn"},
        {"quibbles", "", opens, "+4", "+1", "lets player 2, who plays next, reach 21",
         .not_so = NULL},
        {"quibbles", "", opens_not, "+4", "+1", NULL,
         .not_so = "lets player 2, who plays next, reach 21"},
        {"quibbles", "", opens, "+1", "+4", NULL,
         .not_so = "lets player 2, who plays next, reach 21"},
        {"quibbles", "", sevens, "6=24", "25=77",
         "takes cards worth 6 when 14 was possible\nbetter: takes cards worth 14",
         .not_so = "draws when cards worth 14 could be taken"},
        {"quibbles", "", sevens, "+1", "25=77", "draws when cards worth 14 could be taken",
         .not_so = "takes cards worth 6 when 14 was possible"},
        {"quibbles", "", sevens, "25=77", "6=24", NULL,
         .not_so = "takes cards worth 14 when 6 was possible"},
        {"quibbles", "", threes, "33=6", "+1", "two of your three threes are gone",
         .not_so = "all your threes are gone\none of your three threes is gone"},
        {"quibbles", "", two_threes, "33=6", "+1", "all your threes are gone",
         .not_so = "two of your three threes are gone"},
        {"quibbles", "", fours, "4=13", "+1", "one of your three fours is gone",
         .not_so = "all your fours are gone"},
        {"quibbles", "", fours, "4=112", "4=13", NULL, .not_so = "one of your three fours is gone"},
        {"quibbles", "", nine, "+1", "6=15", "brings the display to ten cards, so it is cleared",
         .not_so = NULL},
        {"quibbles", "", eight, "+1", "6=15", NULL,
         .not_so = "brings the display to ten cards, so it is cleared"},
    };
    CHECK(cases);
}

static void quibbles_stashes(void **state)
{
    (void)state;
    const char *two = dealt("112456", "1/-", "2233345,116666", "0 stash");
    const char *win = dealt("112456", "477/-", "2233345,116666", "0 stash");
    const char *full = dealt("112456", "11122/-", "333455,116666", "0 stash");
    const char *bare = dealt("112456", "1/-", "333,116666", "0 stash");
    const struct fact_case cases[] = {
        {"quibbles", "", two, "-", "!3",
         "leaves a 3 unstashed\nbetter: stashes a 3: the collection is now worth 4",
         .not_so = "stashes a 2 when a 3 was possible"},
        {"quibbles", "", two, "!2", "!3", "stashes a 2 when a 3 was possible",
         .not_so = "leaves a 3 unstashed\nspends two twos on one place in the collection"},
        {"quibbles", "", two, "!3", "-",
         "spends three threes on one place in the collection\nbetter: keeps three threes together",
         .not_so = "fills the collection, now worth 4: from now on each new card replaces another\n"
                   "empties the hand: everyone gets six new cards"},
        {"quibbles", "", win, "-", "!3", "misses 21 this turn\nbetter: reaches 21 this turn",
         .not_so = NULL},
        {"quibbles", "", two, "!3", "!3", "stashes a 3: the collection is now worth 4",
         .not_so = "reaches 21 this turn"},
        {"quibbles", "", full, "!3", "-",
         "fills the collection, now worth 10: from now on each new card replaces another",
         .not_so = NULL},
        {"quibbles", "", bare, "!3", "-", "empties the hand: everyone gets six new cards",
         .not_so = NULL},
    };
    CHECK(cases);
}

/* A choice that is still to be made is judged by what its seat can see. */
static void quibbles_secrets(void **state)
{
    (void)state;
    struct pond_match match;
    struct pond_config config;
    struct pond_state position;
    struct pond_error why;
    struct pond_judgement judgement;
    char said[2048];
    assert_true(pond_config_parse(&pond_quibbles, "", &config, &why));
    assert_true(pond_quibbles.state_parse(
        &position, &config, dealt("112236", "-/377", "124566,134445", "0 act"), &why));
    pond_match_begin_at(&match, &pond_quibbles, &config, &position, NULL, 0);
    struct told told = {.best = move_of(&match, 0, "+1"), .best_value = 0.9f, .played_value = 0.3f};
    const struct pond_analyst analyst = {.ask = told_answer, .context = &told};
    assert_true(pond_judge_choice(&analyst, &match, 0, move_of(&match, 0, "+4"), &judgement));
    facts_write(&judgement, POND_ENGLISH, said, sizeof said);
    assert_null(strstr(said, "opens 21"));
    assert_false(judgement.has_open);
    assert_int_equal(judgement.grade, POND_CLASS_BLUNDER);
    for (uint32_t i = 0; i < judgement.fact_count; i++) assert_false(judgement.facts[i].secret);
}

/* ---- Quibbit ---- */

static void quibbit_rounds(void **state)
{
    (void)state;
    static const char ring[] = "players=2,layout=*RGY*GYR~YRG";
    static const char start[] = "*RGY*GYR~YRG R15:2345,G14:2345,y13: R 12345 1";
    static const struct fact_case cases[] = {
        /* R on tile 3, G behind it on 2, the dummy on 1. The dummy leaps to 4, G to 6; R finds 5, 7
         * and 8 free: the water. */
        {"quibbit", ring, start, "3", "4",
         "lands on the water and is lost\nis almost never part of best play here",
         .not_so = "green chose the 3 too and leapt first: you lose the card", .others = "3 2 y1"},
        /* G leaps 3 as well, first and to 7, where R would have landed on its own leaf. */
        {"quibbit", ring, start, "3", "4",
         "green chose the 3 too and leapt first: you lose the card",
         .not_so = "lands on the water and is lost", .others = "3 3 y1"},
        {"quibbit", ring, start, "4", "4", NULL, .not_so = "is almost never part of best play here",
         .others = "4 2 y1"},
        /* The last card: there is nothing to choose, and still something to say. */
        {"quibbit", ring, "*RGY*GYR~YRG R15:3,G14:2345,y13: R 12345 1", "3", "3",
         "was your last card: you are out", .not_so = "lands on the water and is lost",
         .others = "3 2 y1"},
    };
    CHECK(cases);
}

/* What becomes of seat 0's card in all cases, by the rules of the game itself. */
struct tally {
    int cases, back, won_by_lap[3];
};

static void tally_case(const struct pond_state *before, const pond_move cards[2], pond_move dummy,
                       int seat, struct tally *tally)
{
    struct pond_state state = *before;
    for (int i = 0; i < 2; i++) pond_quibbit.apply(&state, i, cards[i]);
    pond_quibbit.apply(&state, POND_CHANCE, dummy);
    const struct quibbit_state *after = quibbit_state_of(&state);
    tally->cases++;
    const struct pond_result result = after->result;
    if (result.reason == POND_REASON_LAP) {
        tally->won_by_lap[result.outcome == POND_WON ? result.seat : 2]++;
        /* The cards of an unfinished round are in no hand (Q14): landing decides. */
        const int kind = quibbit_tile_kind(after, after->tile[seat]);
        const bool leapt = after->progress[seat] != quibbit_state_of(before)->progress[seat];
        tally->back += !leapt || kind == seat || kind == QUIBBIT_FLOWER;
    } else {
        tally->back += (after->hand[seat] >> cards[seat] & 1) != 0;
    }
}

static void tally_take(const struct pond_state *before, int seat, pond_move card,
                       struct tally *tally)
{
    pond_move others[POND_MOVES_MAX], deck[POND_MOVES_MAX];
    memset(tally, 0, sizeof *tally);
    const int count = pond_quibbit.moves(before, 1 - seat, others);
    for (int i = 0; i < count; i++) {
        pond_move cards[2];
        struct pond_state chosen = *before;
        cards[seat] = card;
        cards[1 - seat] = others[i];
        for (int k = 0; k < 2; k++) pond_quibbit.apply(&chosen, k, cards[k]);
        const int turned = pond_quibbit.moves(&chosen, POND_CHANCE, deck);
        for (int k = 0; k < turned; k++) tally_case(before, cards, deck[k], seat, tally);
    }
}

static const struct pond_fact *fact_find(const struct pond_judgement *judgement,
                                         enum pond_fact_word word, bool better)
{
    for (uint32_t i = 0; i < judgement->fact_count; i++) {
        const struct pond_fact *fact = &judgement->facts[i];
        if (fact->word == word && fact->better == better) return fact;
    }
    return NULL;
}

static int number_of(const struct pond_fact *fact, int index)
{
    return atoi(fact->argument[index].text);
}

/* How often each was said, and how often not. */
struct seen {
    int said[POND_FACTS], silent[POND_FACTS];
};

static void round_check(const struct pond_moment *moment, const struct pond_judgement *judgement,
                        pond_move best, struct seen *seen)
{
    struct tally played, better;
    tally_take(&moment->state, moment->seat, moment->move, &played);
    tally_take(&moment->state, moment->seat, best, &better);
    const struct pond_fact *fact = fact_find(judgement, POND_FACT_LOST_ALWAYS, false);
    assert_int_equal(fact != NULL, played.back == 0 && better.back > 0);
    fact = fact_find(judgement, POND_FACT_BACK_SELDOM, false);
    if (fact != NULL) {
        assert_int_equal(number_of(fact, 0), played.back);
        assert_int_equal(number_of(fact, 1), played.cases);
        assert_true(played.back * better.cases < better.back * played.cases);
    }
    fact = fact_find(judgement, POND_FACT_LAP_ALLOWED, false);
    if (fact != NULL) {
        const int cases = number_of(fact, 1);
        assert_true(cases == played.won_by_lap[1 - moment->seat] || cases == played.won_by_lap[2]);
        assert_int_equal(number_of(fact, 2), played.cases);
    }
    /* There is room for five; those said first are certain. */
    if (judgement->fact_count < POND_FACTS_MAX) {
        fact = fact_find(judgement, POND_FACT_BACK_ALWAYS, true);
        const bool wins = better.won_by_lap[moment->seat] == better.cases;
        assert_int_equal(fact != NULL, better.back == better.cases && !wins);
        fact = fact_find(judgement, POND_FACT_LAP_WINS, true);
        assert_int_equal(fact != NULL, better.won_by_lap[moment->seat] > 0);
        if (fact != NULL) {
            assert_int_equal(number_of(fact, 0), better.won_by_lap[moment->seat]);
        }
    }
    for (int word = 0; word < POND_FACTS; word++) {
        const bool said = fact_find(judgement, (enum pond_fact_word)word, false) != NULL ||
                          fact_find(judgement, (enum pond_fact_word)word, true) != NULL;
        if (said)
            seen->said[word]++;
        else
            seen->silent[word]++;
    }
}

/* What happened once the cards were turned: compared with the position after the round. */
static void story_check(const struct pond_moment *moment, const struct pond_judgement *judgement)
{
    const struct pond_match *match = moment->match;
    struct pond_state state = moment->state;
    uint32_t at = moment->entry;
    for (; at < match->log_count && match->log[at].kind != POND_ENTRY_CHANCE; at++) {
        pond_quibbit.apply(&state, match->log[at].seat, match->log[at].move);
    }
    if (at == match->log_count) return;
    pond_quibbit.apply(&state, POND_CHANCE, match->log[at].move);
    const struct quibbit_state *before = quibbit_state_of(&moment->state);
    const struct quibbit_state *after = quibbit_state_of(&state);
    const bool lap = after->result.reason == POND_REASON_LAP;
    const bool lost = !lap && (after->hand[moment->seat] >> moment->move & 1) == 0;
    const bool full = judgement->fact_count == POND_FACTS_MAX;
    const bool landed = fact_find(judgement, POND_FACT_LANDED, false) != NULL;
    const bool same = fact_find(judgement, POND_FACT_SAME_CARD, false) != NULL;
    const bool out = fact_find(judgement, POND_FACT_WENT_OUT, false) != NULL;
    if (landed || same || out) assert_true(lost);
    if (out) assert_int_equal(after->hand[moment->seat], 0);
    if (same) {
        bool other = before->deck != 0 && match->log[at].move == moment->move;
        for (uint32_t i = 0; i < match->log_count; i++) {
            const struct pond_entry *entry = &match->log[i];
            other |= entry->ply == match->log[moment->entry].ply && entry->seat != moment->seat &&
                     entry->move == moment->move;
        }
        assert_true(other);
    }
    if (lap || after->result.outcome != POND_GOES_ON || full) return;
    assert_int_equal(fact_find(judgement, POND_FACT_CROWN_GOES, false) != NULL,
                     before->crown == moment->seat && after->crown != moment->seat);
    assert_int_equal(fact_find(judgement, POND_FACT_CROWN_WON, false) != NULL,
                     before->crown != moment->seat && after->crown == moment->seat);
    const struct pond_fact *danger = fact_find(judgement, POND_FACT_LAST_DANGER, false);
    if (danger == NULL) return;
    const uint32_t own = after->progress[moment->seat];
    assert_int_equal(own, quibbit_progress_least(after));
    const uint32_t lead = after->progress[after->crown] - own;
    assert_int_equal(number_of(danger, 1), (int)after->tiles + 1 - (int)lead);
}

static void quibbit_whatever_the_others_choose(void **state)
{
    (void)state;
    static struct pond_entry log[LOG];
    static struct seen seen;
    static const enum pond_fact_word both_ways[] = {
        POND_FACT_LOST_ALWAYS, POND_FACT_BACK_ALWAYS, POND_FACT_BACK_SELDOM, POND_FACT_BACK_OFTEN,
        POND_FACT_LAP_WINS,    POND_FACT_LAP_ALLOWED, POND_FACT_SAME_CARD,   POND_FACT_LANDED,
        POND_FACT_CROWN_GOES,  POND_FACT_CROWN_WON,   POND_FACT_LAST_DANGER, POND_FACT_LAP_WON,
    };
    struct pond_rng rng;
    pond_rng_seed(&rng, "facts");
    for (int game = 0; game < 400; game++) {
        struct pond_match match;
        struct pond_config config;
        struct pond_error why;
        struct pond_walk walk;
        struct pond_moment moment;
        char seed[32];
        snprintf(seed, sizeof seed, "facts%d", game);
        const char *options = game % 2 == 0 ? "players=2" : "players=2,edition=king-frog";
        assert_true(pond_config_parse(&pond_quibbit, options, &config, &why));
        pond_match_begin(&match, &pond_quibbit, &config, log, LOG);
        pond_match_seed(&match, seed);
        assert_true(pond_match_play_random(&match, 60, &why));
        pond_walk_begin(&walk, &match);
        while (pond_walk_next(&walk, &moment)) {
            pond_move moves[POND_MOVES_MAX];
            struct pond_judgement judgement;
            if (moment.kind != POND_MOMENT_DECISION || moment.turn == 0) continue;
            if (pond_quibbit.turn(&moment.state) != 3) continue; /* only where both choose */
            const int count = pond_quibbit.moves(&moment.state, moment.seat, moves);
            const pond_move best = moves[pond_rng_below(&rng, (uint32_t)count)];
            if (count < 2 || best == moment.move) continue;
            struct told told = {.best = best, .best_value = 0.9f, .played_value = 0.3f};
            const struct pond_analyst analyst = {.ask = told_answer, .context = &told};
            assert_true(pond_judge(&analyst, &moment, &judgement));
            round_check(&moment, &judgement, best, &seen);
            story_check(&moment, &judgement);
        }
    }
    for (size_t i = 0; i < sizeof both_ways / sizeof both_ways[0]; i++) {
        const enum pond_fact_word word = both_ways[i];
        if (seen.said[word] == 0 || seen.silent[word] == 0) {
            fail_msg("%s: said %d times, not said %d times", pond_fact_name(word), seen.said[word],
                     seen.silent[word]);
        }
    }
}

/* ---- The catalogue ---- */

/* Both languages have every sentence, with the same arguments. */
static void every_sentence_in_both_languages(void **state)
{
    (void)state;
    for (int word = 1; word < POND_FACTS; word++) {
        const char *english = pond_fact_word((enum pond_fact_word)word, POND_ENGLISH);
        const char *french = pond_fact_word((enum pond_fact_word)word, POND_FRENCH);
        assert_true(english[0] != '\0' && french[0] != '\0');
        for (char digit = '0'; digit <= '2'; digit++) {
            const char argument[] = {'{', digit, '}', '\0'};
            assert_int_equal(strstr(english, argument) != NULL, strstr(french, argument) != NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rribbit_rows),
        cmocka_unit_test(rribbit_loss_in),
        cmocka_unit_test(rribbit_captures),
        cmocka_unit_test(rribbit_pairs_and_draws),
        cmocka_unit_test(rribbit_repetition),
        cmocka_unit_test(quibbles_actions),
        cmocka_unit_test(quibbles_stashes),
        cmocka_unit_test(quibbles_secrets),
        cmocka_unit_test(quibbit_rounds),
        cmocka_unit_test(quibbit_whatever_the_others_choose),
        cmocka_unit_test(every_sentence_in_both_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
