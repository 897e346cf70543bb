/* trees.c: fuzzes the reader of trees. What it takes is written, read and written again the same,
 * and its main line is a record; what breaks off anywhere is read without harm.
 *
 * An input is a record; or, if it begins with a byte that no text has, what is done to a tree whose
 * text is then changed here and there. */
#include "fuzz.h"

#include "pond/tree.h"

#define LOG_MAX 2048
#define NODE_MAX 256
#define TEXTS_MAX 4096
#define PAGE_MAX (1 << 18)

struct page {
    size_t length;
    char bytes[PAGE_MAX];
};

struct store {
    struct pond_tree tree;
    struct pond_tree_node nodes[NODE_MAX];
    char texts[TEXTS_MAX];
    struct pond_entry log[LOG_MAX];
};

static struct page page, page_again;
static struct store one, other;

static void page_take(void *context, const char *bytes, size_t length)
{
    struct page *out = context;
    assert(length < PAGE_MAX - out->length);
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
    out->bytes[out->length] = '\0';
}

static void page_write(struct page *out, struct pond_tree *tree)
{
    out->length = 0;
    pond_tree_write(tree, page_take, out);
}

static struct pond_tree_memory memory_of(struct store *store)
{
    return (struct pond_tree_memory){store->nodes, store->texts, store->log,
                                     NODE_MAX,     TEXTS_MAX,    LOG_MAX};
}

static bool text_read(struct store *store, const char *text, size_t length)
{
    struct pond_error why;
    struct pond_reader reader = pond_reader_of(text, length);
    const struct pond_tree_memory memory = memory_of(store);
    if (pond_tree_read(&store->tree, &memory, &reader, &why)) return true;
    fuzz_refused(&why);
    assert(reader.error_line >= 1 && reader.error_line <= reader.line);
    return false;
}

static void tree_check(struct pond_tree *tree)
{
    static struct pond_match match;
    static struct pond_record record;
    static struct pond_entry log[LOG_MAX];
    page_write(&page, tree);
    const bool fine = text_read(&other, page.bytes, page.length);
    assert(fine && other.tree.at == POND_TREE_ROOT);
    page_write(&page_again, &other.tree);
    assert(page_again.length == page.length);
    assert(memcmp(page_again.bytes, page.bytes, page.length) == 0);
    struct pond_reader reader = pond_reader_of(page.bytes, page.length);
    const bool main_line = pond_record_read(&reader, &match, &record, log, LOG_MAX, NULL);
    assert(main_line);
    const uint64_t place = pond_hash_words(&(uint64_t){page.length}, 1, tree->node_count);
    text_read(&other, page.bytes, (size_t)(place % page.length));
}

/* One thing that is done to a tree. */
static void tree_step(struct pond_tree *tree, struct fuzz_input *input)
{
    static pond_move moves[POND_MOVES_MAX];
    const unsigned what = fuzz_byte(input), which = fuzz_byte(input);
    const uint32_t node = which % tree->node_count;
    const bool there = pond_tree_has(tree, node), changes = there && node != POND_TREE_ROOT;
    const size_t length = what < input->length ? what : input->length;
    const bool due = pond_match_chance_due(&tree->match);
    const pond_seats turn = due ? POND_SEAT(POND_CHANCE) : pond_match_turn(&tree->match);
    switch (what % 8) {
    case 0:
        if (there) pond_tree_go(tree, node);
        return;
    case 1:
        if (there) pond_tree_comment(tree, node, (const char *)input->bytes, length, NULL);
        return;
    case 2:
        if (changes) pond_tree_mark(tree, node, (enum pond_mark)(what / 8 % POND_MARKS));
        return;
    case 3:
        if (changes && what / 8 % 2 == 0)
            pond_tree_delete(tree, node);
        else if (changes)
            pond_tree_promote(tree, node);
        return;
    default: break;
    }
    if (turn == 0) return;
    const int seat = pond_seat_first(turn);
    const int count = tree->match.game->moves(&tree->match.state, seat, moves);
    const bool resigns = what == 255 && !due;
    pond_tree_add(tree, seat, resigns ? POND_MOVE_RESIGN : moves[which % (unsigned)count], NULL);
}

static void steps_check(struct fuzz_input *input)
{
    static struct pond_match match;
    static struct pond_entry log[LOG_MAX];
    static char text[PAGE_MAX];
    const struct fuzz_game chosen = fuzz_game(input);
    const struct pond_tree_memory memory = memory_of(&one);
    unsigned steps = fuzz_byte(input);
    pond_match_begin(&match, chosen.game, &chosen.config, log, LOG_MAX);
    pond_match_seed(&match, "A");
    const bool begun = pond_tree_begin(&one.tree, &memory, &match, NULL);
    assert(begun);
    for (; steps > 0 && input->length > 0; steps--) tree_step(&one.tree, input);
    tree_check(&one.tree);
    memcpy(text, page.bytes, page.length + 1);
    for (int edits = 0; edits < FUZZ_EDITS_MAX && input->length > 0; edits++) {
        fuzz_edit(input, text, sizeof text);
    }
    if (text_read(&one, text, strlen(text))) tree_check(&one.tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length > 0 && bytes[0] < '\t') {
        steps_check(&(struct fuzz_input){bytes + 1, length - 1});
    } else if (text_read(&one, (const char *)bytes, length)) {
        tree_check(&one.tree);
    }
    return 0;
}
