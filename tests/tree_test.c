/* tree_test.c: trees of variations: random trees of every game and option set are written, read and
 * written again the same; readers that know no variations read the main line; and what a tree does
 * and refuses by name. */
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
#include "pond/tree.h"

#define LOG_MAX 4096
#define NODE_MAX 1000
#define TEXTS_MAX 20000
#define PAGE_MAX (1 << 19)
#define TREES_EACH 6 /* for every option set */

struct store {
    struct pond_tree tree;
    struct pond_tree_node nodes[NODE_MAX];
    char texts[TEXTS_MAX];
    struct pond_entry log[LOG_MAX];
};

struct page {
    size_t length;
    char bytes[PAGE_MAX];
};

static struct store one, other;
static struct page page, again;
static struct pond_entry match_log[LOG_MAX];
static struct pond_match match;
static pond_move moves[POND_MOVES_MAX];

static struct pond_tree_memory memory_of(struct store *store)
{
    return (struct pond_tree_memory){store->nodes, store->texts, store->log,
                                     NODE_MAX,     TEXTS_MAX,    LOG_MAX};
}

static void page_take(void *context, const char *bytes, size_t length)
{
    struct page *out = context;
    assert_true(length < PAGE_MAX - out->length);
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
    out->bytes[out->length] = '\0';
}

static const char *written(struct pond_tree *tree, struct page *out)
{
    out->length = 0;
    pond_tree_write(tree, page_take, out);
    return out->bytes;
}

/* Reads from memory of exactly the text's size. */
static bool read_text(struct store *store, const char *text, struct pond_error *why,
                      uint32_t *error_line)
{
    const struct pond_tree_memory memory = memory_of(store);
    const size_t length = strlen(text);
    char *exact = malloc(length);
    memcpy(exact, text, length);
    struct pond_reader reader = pond_reader_of(exact, length);
    const bool fine = pond_tree_read(&store->tree, &memory, &reader, why);
    if (error_line != NULL) *error_line = reader.error_line;
    free(exact);
    return fine;
}

static void begin(struct store *store, const char *game_name, const char *options)
{
    const struct pond_game *game = pond_game_find(game_name);
    const struct pond_config config = given_config(game, options);
    const struct pond_tree_memory memory = memory_of(store);
    pond_match_begin(&match, game, &config, match_log, LOG_MAX);
    pond_match_seed(&match, "tree");
    assert_true(pond_tree_begin(&store->tree, &memory, &match, NULL));
}

/* ---- Random trees ---- */

/* A move for anybody who may choose, the outcome of chance among them. */
static bool add_random(struct pond_tree *tree, struct pond_rng *rng)
{
    const struct pond_game *game = tree->match.game;
    const bool chance = pond_match_chance_due(&tree->match);
    pond_seats turn = chance ? POND_SEAT(POND_CHANCE) : pond_match_turn(&tree->match);
    if (turn == 0) return false;
    while ((turn & (turn - 1)) != 0 && pond_rng_below(rng, 2) == 0) turn &= (pond_seats)(turn - 1);
    const int seat = pond_seat_first(turn);
    if (!chance && pond_rng_below(rng, 150) == 0) {
        return pond_tree_add(tree, seat, POND_MOVE_RESIGN, NULL);
    }
    const int count = game->moves(&tree->match.state, seat, moves);
    const pond_move move = moves[pond_rng_below(rng, (uint32_t)count)];
    return pond_tree_add(tree, seat, move, NULL);
}

static uint32_t any_node(const struct pond_tree *tree, struct pond_rng *rng)
{
    for (;;) {
        const uint32_t node = pond_rng_below(rng, tree->node_count);
        if (pond_tree_has(tree, node)) return node;
    }
}

static void comment_random(struct pond_tree *tree, uint32_t node, struct pond_rng *rng)
{
    static const char *const pieces[] = {
        "a", "}", "{", "\"", "\\", "\n",   "(",    ")",    ">",    "!",      "?",  " ",
        "1", ".", "é", "\t", "n",  "(1. ", "> 2.", "\xff", "\x1b", "seat 0", "\r", "[Game"};
    char text[200] = "";
    for (uint32_t left = pond_rng_below(rng, 9); left > 0; left--) {
        const char *piece = pieces[pond_rng_below(rng, sizeof pieces / sizeof pieces[0])];
        memcpy(text + strlen(text), piece, strlen(piece) + 1);
    }
    assert_true(pond_tree_comment(tree, node, text, strlen(text), NULL));
}

static void grow(struct pond_tree *tree, struct pond_rng *rng, uint32_t steps)
{
    for (; steps > 0; steps--) {
        const uint32_t node = any_node(tree, rng);
        switch (pond_rng_below(rng, 12)) {
        case 0: pond_tree_go(tree, node); break;
        case 1: comment_random(tree, node, rng); break;
        case 2:
            if (node == POND_TREE_ROOT) break;
            pond_tree_mark(tree, node, (enum pond_mark)pond_rng_below(rng, POND_MARKS));
            break;
        case 3:
            if (node != POND_TREE_ROOT) pond_tree_promote(tree, node);
            break;
        case 4:
            if (node != POND_TREE_ROOT && pond_rng_below(rng, 4) == 0) pond_tree_delete(tree, node);
            break;
        default:
            if (!add_random(tree, rng)) pond_tree_go(tree, node);
        }
    }
}

/* Is the part of two trees below two nodes the same, comments and marks too? */
static void expect_same(const struct pond_tree *tree, const struct pond_tree *copy, uint32_t node,
                        uint32_t node_copy)
{
    for (;;) {
        const struct pond_tree_node *a = pond_tree_node(tree, node);
        const struct pond_tree_node *b = pond_tree_node(copy, node_copy);
        assert_true(a->seat == b->seat && a->move == b->move && a->mark == b->mark);
        assert_int_equal(a->text_length, b->text_length);
        assert_memory_equal(tree->memory.texts + a->text, copy->memory.texts + b->text,
                            a->text_length);
        assert_true((a->child == POND_TREE_NONE) == (b->child == POND_TREE_NONE));
        assert_true((a->next == POND_TREE_NONE) == (b->next == POND_TREE_NONE));
        if (a->next != POND_TREE_NONE) expect_same(tree, copy, a->next, b->next);
        if (a->child == POND_TREE_NONE) return;
        node = a->child;
        node_copy = b->child;
    }
}

/* The order of the text passes every node once, each after its parent. */
static void expect_order(const struct pond_tree *tree)
{
    static bool passed[NODE_MAX];
    uint32_t count = 0, depth = 0;
    memset(passed, 0, sizeof passed);
    for (uint32_t node = POND_TREE_ROOT; node != POND_TREE_NONE;
         node = pond_tree_next(tree, node, &depth)) {
        assert_true(pond_tree_has(tree, node) && !passed[node]);
        assert_true(node == POND_TREE_ROOT || passed[pond_tree_node(tree, node)->parent]);
        assert_true((depth == 0) == pond_tree_main(tree, node));
        passed[node] = true;
        count++;
    }
    for (uint32_t node = 0; node < tree->node_count; node++) count -= pond_tree_has(tree, node);
    assert_int_equal(count, 0);
}

/* A reader that knows no variations finds the main line, as far as a record can tell it. */
static void expect_main_line(struct pond_tree *tree, const struct page *text)
{
    static struct pond_match main_line;
    static struct pond_entry log[LOG_MAX];
    static struct pond_record record;
    struct pond_reader reader = pond_reader_of(text->bytes, text->length);
    assert_true(pond_record_read(&reader, &main_line, &record, log, LOG_MAX, NULL));
    assert_false(pond_reader_more(&reader));
    uint32_t node = POND_TREE_ROOT;
    for (uint32_t i = tree->setup_count; i < main_line.log_count; i++) {
        node = pond_tree_node(tree, node)->child;
        assert_true(pond_tree_has(tree, node) && pond_tree_main(tree, node));
    }
    pond_tree_go(tree, node);
    assert_memory_equal(&tree->match.state, &main_line.state, sizeof main_line.state);
    assert_int_equal(tree->match.result.outcome, main_line.result.outcome);
    for (node = pond_tree_node(tree, node)->child; node != POND_TREE_NONE;
         node = pond_tree_node(tree, node)->child) {
        pond_tree_go(tree, node); /* what a record cannot end with */
        assert_true(pond_match_chance_due(&tree->match) || tree->match.sealed != 0);
    }
}

static void random_trees_round_trip(void **state)
{
    (void)state;
    struct pond_rng rng;
    pond_rng_seed(&rng, "trees");
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        for (int i = 0; i < TREES_EACH; i++) {
            begin(&one, set->game, set->options);
            grow(&one.tree, &rng, pond_rng_below(&rng, 400));
            const uint32_t at = one.tree.at;
            const struct pond_state here = one.tree.match.state;
            struct pond_error why;
            if (!read_text(&other, written(&one.tree, &page), &why, NULL)) {
                fail_msg("%s %s: message %d\n%s", set->game, set->options, why.word, page.bytes);
            }
            assert_int_equal(one.tree.at, at);
            assert_memory_equal(&one.tree.match.state, &here, sizeof here);
            assert_string_equal(written(&other.tree, &again), page.bytes);
            expect_same(&one.tree, &other.tree, POND_TREE_ROOT, POND_TREE_ROOT);
            expect_main_line(&one.tree, &page);
            expect_order(&one.tree);
        }
    }
}

/* A tree that is only a line is written as the record of its match, byte for byte. */
static void a_line_is_a_record(void **state)
{
    (void)state;
    static const struct pond_record record;
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        begin(&one, set->game, set->options);
        assert_true(pond_match_play_random(&match, 40, NULL));
        const struct pond_tree_memory memory = memory_of(&one);
        if (!pond_tree_begin(&one.tree, &memory, &match, NULL)) continue; /* too long for it */
        again.length = 0;
        match.seeded = false; /* a tree has no seed */
        pond_record_write(&match, &record, -1, page_take, &again);
        assert_string_equal(written(&one.tree, &page), again.bytes);
        assert_memory_equal(&one.tree.match.state, &match.state, sizeof match.state);
    }
}

/* ---- By name ---- */

#define TAGS                                                                                       \
    "[Game \"rribbit\"]\n"                                                                         \
    "[Options \"turn=single,win=row,start=home,endgame=40,repetition=3\"]\n"                       \
    "[Result \"unfinished\"]\n"                                                                    \
    "[Reason \"in-progress\"]\n"                                                                   \
    "\n"

static void play(struct pond_tree *tree, const char *text)
{
    struct pond_error why;
    const int seat = pond_match_chance_due(&tree->match)
                         ? POND_CHANCE
                         : pond_seat_first(pond_match_turn(&tree->match));
    if (!pond_tree_add_text(tree, seat, text, &why)) fail_msg("%s: message %d", text, why.word);
}

static void comment(struct pond_tree *tree, const char *text)
{
    assert_true(pond_tree_comment(tree, tree->at, text, strlen(text), NULL));
}

static void writes_as_documented(void **state)
{
    (void)state;
    struct pond_tree *tree = &one.tree;
    begin(&one, "rribbit", "");
    comment(tree, "Where to begin?");
    play(tree, "b1-c3");
    pond_tree_mark(tree, tree->at, POND_MARK_GOOD);
    const uint32_t first = tree->at;
    play(tree, "h7-g5");
    comment(tree, "Natural.");
    play(tree, "e1-d3");
    pond_tree_go(tree, first);
    play(tree, "a7-b5");
    pond_tree_mark(tree, tree->at, POND_MARK_DUBIOUS);
    comment(tree, "Too early?\nSee {2}.");
    const uint32_t dubious = tree->at;
    play(tree, "c3xb5");
    pond_tree_go(tree, dubious);
    play(tree, "c1-d3");
    static const char expected[] =
        TAGS "{Where to begin?}\n"
             "1. b1-c3 {!} h7-g5 {Natural.}"
             " {(1. ... a7-b5 ?! \"Too early?\\nSee {2\\).\" 2. c3xb5 (2. c1-d3))}\n"
             "2. e1-d3\n"
             "unfinished\n";
    assert_string_equal(written(tree, &page), expected);
    /* The variation becomes the line. */
    pond_tree_promote(tree, dubious);
    assert_string_equal(written(tree, &page),
                        TAGS "{Where to begin?}\n"
                             "1. b1-c3 {!} a7-b5 {?!} {\"Too early?\\nSee {2\\).\"}"
                             " {(1. ... h7-g5 \"Natural.\" 2. e1-d3)}\n"
                             "2. c3xb5 {(2. c1-d3)}\n"
                             "unfinished\n");
    pond_tree_delete(tree, dubious);
    assert_int_equal(tree->at, first);
    assert_string_equal(written(tree, &page), TAGS "{Where to begin?}\n"
                                                   "1. b1-c3 {!} h7-g5 {Natural.}\n"
                                                   "2. e1-d3\n"
                                                   "unfinished\n");
}

/* Choosing what chance draws: a group of cards is split where another card is tried. */
static void chance_may_vary(void **state)
{
    (void)state;
    struct pond_tree *tree = &one.tree;
    assert_true(read_text(&one,
                          "[Game \"quibbles\"]\n"
                          "[Options \"players=2,variant=standard,first=random\"]\n"
                          "[Setup \"122455 223456 113466 0\"]\n"
                          "\n1. S0 +3 <44> -\nunfinished\n",
                          NULL, NULL));
    pond_tree_go(tree, pond_tree_node(tree, POND_TREE_ROOT)->child);
    play(tree, "6");
    const char *text = written(tree, &page);
    assert_non_null(strstr(text, "\n1. S0 +3 <4> {(1. <6>)} <4> -\nunfinished\n"));
    assert_true(read_text(&other, text, NULL, NULL));
    assert_string_equal(written(&other.tree, &again), text);
}

/* A record cannot end in a round where someone has yet to choose: it follows in braces. */
static void rounds_may_stay_open(void **state)
{
    (void)state;
    struct pond_tree *tree = &one.tree;
    begin(&one, "quibbit", "players=2,layout=*RGY*GYR~YRG");
    play(tree, "@3");
    play(tree, "front");
    play(tree, "2");
    const char *text = written(tree, &page);
    assert_non_null(strstr(text, "\n0. @3 front {> 1. R2}\nunfinished\n"));
    play(tree, "4");
    assert_non_null(strstr(written(tree, &page), "\n0. @3 front {> 1. R2 G4}\nunfinished\n"));
    play(tree, "1");
    assert_non_null(strstr(written(tree, &page), "\n0. @3 front\n1. R2 G4 y1\nunfinished\n"));
}

/* Moves as a record writes them; what is refused leaves the tree at the move before it. */
static void plays_text(void **state)
{
    (void)state;
    struct pond_tree *tree = &one.tree;
    struct pond_error why;
    begin(&one, "quibbit", "players=2,layout=*RGY*GYR~YRG");
    static const char round[] = "0. @3 front 1. R2 G4 (1. G5 \"later\" y3) ! y1";
    assert_true(pond_tree_play(tree, round, strlen(round), &why));
    assert_non_null(
        strstr(written(tree, &page), "\n1. R2 G4 {!} {(1. G5 \"later\" y3)} y1\nunfinished\n"));
    const uint32_t before = tree->at;
    const struct pond_state here = tree->match.state;
    assert_false(pond_tree_play(tree, "9", 1, &why));
    assert_false(pond_tree_play(tree, "R1 R1", 5, &why));
    assert_int_equal(pond_tree_node(tree, tree->at)->parent, before);
    pond_tree_delete(tree, tree->at);
    assert_memory_equal(&tree->match.state, &here, sizeof here);
    begin(&one, "quibbles", "first=0");
    const int count = pond_quibbles.moves(&tree->match.state, 0, moves);
    for (int i = 0; i < count && !pond_match_chance_due(&tree->match); i++) {
        pond_tree_go(tree, POND_TREE_ROOT);
        assert_true(pond_tree_add(tree, 0, moves[i], NULL));
    }
    const uint32_t drawing = tree->at; /* a group that is right and then wrong adds nothing */
    assert_false(pond_tree_play(tree, "<6x>", 4, &why));
    assert_int_equal(tree->at, drawing);
    assert_true(pond_match_chance_due(&tree->match));
    assert_int_equal(pond_tree_node(tree, drawing)->child, POND_TREE_NONE);
}

static void reads_what_people_write(void **state)
{
    (void)state;
    struct pond_tree *tree = &one.tree;
    struct pond_error why;
    assert_true(read_text(&one,
                          TAGS "1. b1-c3 {see (1) below} {!?} {and more} h7-g5\n"
                               "{( 1. ... a7-b5\n 2. c1-d3 (2. e1-d3 (2. e1-f3)) b7-c5 )\n"
                               " (1. ... b7-c5)}\nunfinished\n",
                          &why, NULL));
    assert_string_equal(written(tree, &page),
                        TAGS "1. b1-c3 {!?} {\"see (1) below\\nand more\"} h7-g5 {(1. ... a7-b5"
                             " 2. c1-d3 (2. e1-d3) (2. e1-f3) b7-c5)} {(1. ... b7-c5)}\n"
                             "unfinished\n");
    /* What was taken back stays as a variation. */
    assert_true(
        read_text(&one, TAGS "1. b1-c3 h7-g5 S0:takeback 1 a7-b5\nunfinished\n", &why, NULL));
    assert_string_equal(written(tree, &page), TAGS "1. b1-c3 a7-b5 {(1. ... h7-g5)}\nunfinished\n");
}

static void expect_refused(const char *text, uint32_t line, enum pond_word word)
{
    struct pond_error why;
    uint32_t error_line;
    assert_false(read_text(&one, text, &why, &error_line));
    assert_int_equal(why.word, word);
    assert_int_equal(error_line, line);
}

static void refuses_with_a_line(void **state)
{
    (void)state;
    expect_refused(TAGS "1. b1-c3 {(1. b1-c3 (1. b1-c3))}\nunfinished\n", 6,
                   POND_WORD_TREE_VARIATION);
    expect_refused(TAGS "{(1. b1-c3)}\n1. b1-c3\nunfinished\n", 6, POND_WORD_TREE_VARIATION);
    expect_refused(TAGS "1. b1-c3 {(1. a1-b3}\nunfinished\n", 6, POND_WORD_TREE_VARIATION);
    expect_refused(TAGS "1. b1-c3 {(1. )}\nunfinished\n", 6, POND_WORD_TREE_VARIATION);
    expect_refused(TAGS "1. b1-c3 {(1. a1-b3) a7-b5}\nunfinished\n", 6, POND_WORD_TREE_VARIATION);
    expect_refused(TAGS "1. b1-c3 {(1. a1-b3 \"x)}\nunfinished\n", 6, POND_WORD_TREE_VARIATION);
    expect_refused(TAGS "1. b1-c3 {(1. a1-b3\n 2. c1-d3)}\nunfinished\n", 7,
                   POND_WORD_RECORD_NUMBER);
    expect_refused(TAGS "1. b1-c3 {(1. a1-b3 S0:draw?)}\nunfinished\n", 6, POND_WORD_TREE_EVENT);
    expect_refused(TAGS "1. b1-c3 {(1. a1-a2)}\nunfinished\n", 6, POND_WORD_RRIBBIT_NO_KNIGHT);
}

static void keeps_within_its_memory(void **state)
{
    (void)state;
    struct pond_tree *tree = &one.tree;
    struct pond_error why;
    char text[POND_COMMENT_MAX + 2];
    begin(&one, "rribbit", "");
    memset(text, 'x', sizeof text);
    assert_false(pond_tree_comment(tree, 0, text, POND_COMMENT_MAX + 1, &why));
    assert_int_equal(why.word, POND_WORD_TREE_COMMENT_LONG);
    tree->memory.text_max = 10;
    assert_true(pond_tree_comment(tree, 0, text, 10, &why));
    assert_true(pond_tree_comment(tree, 0, text, 10, &why)); /* in place of the first */
    play(tree, "b1-c3");
    assert_false(pond_tree_comment(tree, tree->at, text, 1, &why));
    assert_int_equal(why.word, POND_WORD_TREE_TEXTS_FULL);
    tree->memory.node_max = 2;
    assert_false(pond_tree_add_text(tree, 1, "a7-b5", &why));
    assert_int_equal(why.word, POND_WORD_TREE_FULL);
    pond_tree_delete(tree, tree->at);
    play(tree, "e1-d3"); /* there is room again */
    assert_int_equal(tree->at, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_round_trip),
        cmocka_unit_test(a_line_is_a_record),
        cmocka_unit_test(writes_as_documented),
        cmocka_unit_test(chance_may_vary),
        cmocka_unit_test(rounds_may_stay_open),
        cmocka_unit_test(reads_what_people_write),
        cmocka_unit_test(plays_text),
        cmocka_unit_test(refuses_with_a_line),
        cmocka_unit_test(keeps_within_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
