/* play_tree.c: a tree of variations for the page's analysis board: src/wasm/play.mjs calls this.
 *
 * There is one tree (pond/tree.h). Whatever looks at a match may look at the tree's, in the slot
 * PAGE_TREE: it leads to the current node. Functions that change the tree answer nothing. */
#include "page.h"
#include "pond/tree.h"
#include "record_heard.h"
#include "record_lines.h"

#include <string.h>

#include "banned.h"

#define NODES_MAX 32768
#define NOTES_MAX (1 << 18) /* bytes of all comments */
#define WAY_MAX (1 << 14)   /* entries on the way to a node */

static struct {
    bool open;
    struct pond_tree tree;
    struct pond_tree_memory memory;
    struct pond_rng rng;
} analysis;

struct pond_match *page_tree_match(void) { return analysis.open ? &analysis.tree.match : NULL; }

/* ---- Beginning ---- */

static bool room_take(void)
{
    struct pond_tree_memory *memory = &analysis.memory;
    analysis.open = false;
    if (memory->nodes != NULL) return true;
    const size_t nodes = NODES_MAX * sizeof(struct pond_tree_node);
    const size_t log = WAY_MAX * sizeof(struct pond_entry);
    unsigned char *room = page_memory_more(nodes + log + NOTES_MAX);
    if (room == NULL) {
        page_refuse_page(REFUSE_MEMORY);
        return false;
    }
    struct pond_entry *way = (struct pond_entry *)(void *)(room + nodes);
    *memory = (struct pond_tree_memory){(struct pond_tree_node *)(void *)room,
                                        (char *)room + nodes + log,
                                        way,
                                        NODES_MAX,
                                        NOTES_MAX,
                                        WAY_MAX};
    return true;
}

/* Texts: game, options, seed, and a position to begin from or nothing. The seed deals, also what
 * the position leaves open, and draws whatever is left to chance later. */
int32_t EXPORT(page_tree_begin)(uint32_t length)
{
    struct page_asked asked;
    struct pond_match match;
    struct pond_error why;
    if (!page_asked_take(length, &asked) || !room_take() ||
        !page_start_take(&asked, &match, page_long_log(), WAY_MAX / 2)) {
        return 0;
    }
    const char *seed = asked.texts[2];
    if (asked.texts[3][0] == '\0') {
        pond_match_seed(&match, seed);
    } else if (pond_match_chance_due(&match)) {
        pond_refuse(&why, POND_WORD_MATCH_CHANCE_DUE);
        return page_refuse(&why);
    }
    pond_rng_seed(&analysis.rng, seed);
    analysis.open = pond_tree_begin(&analysis.tree, &analysis.memory, &match, &why);
    return analysis.open ? 1 : page_refuse(&why);
}

/* Text: a record, with variations or without. */
int32_t EXPORT(page_tree_read)(uint32_t length)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    page_answer_begin();
    if (!page_texts_take(length, texts) || !room_take()) return 0;
    struct pond_reader reader = pond_reader_of(texts[0], length);
    analysis.open = pond_tree_read(&analysis.tree, &analysis.memory, &reader, &why);
    if (analysis.open) return 1;
    page_refuse(&why);
    page_error_at(reader.error_line);
    return 0;
}

/* Text: a seed for what is left to chance from now on. */
int32_t EXPORT(page_tree_seed)(uint32_t length)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    page_answer_begin();
    if (!page_texts_take(length, texts)) return 0;
    if (!pond_seed_check(texts[0], &why)) return page_refuse(&why);
    pond_rng_seed(&analysis.rng, texts[0]);
    return 1;
}

/* ---- Telling ---- */

static void text_take(void *context, const char *bytes, size_t length)
{
    pond_text_bytes(context, bytes, length);
}

/* A node's move as a record has it; the tree stands at its parent. */
static void move_print(const struct pond_tree_node *node, struct pond_text *text)
{
    const struct pond_match *match = &analysis.tree.match;
    const struct pond_game *game = match->game;
    struct record_lines lines = {
        .game = game, .sink = text_take, .context = text, .inside = true, .line_seat = -1};
    if (node->move == POND_MOVE_RESIGN) {
        pond_text_string(text, "resign");
    } else if (node->seat == POND_CHANCE) {
        pond_record_put_outcome(&lines, &match->state, node->move, false);
        pond_record_close_group(&lines);
    } else {
        const bool letter =
            game->record_style == POND_RECORD_ROUNDS && game->round(&match->state) > 0;
        pond_record_put_move(&lines, &match->state,
                             letter ? game->seat_letter(&match->state, node->seat) : '\0',
                             node->seat, node->move);
    }
}

static void node_json(struct pond_json *json, uint32_t number, uint32_t depth)
{
    struct pond_tree *tree = &analysis.tree;
    const struct pond_tree_node *node = pond_tree_node(tree, number);
    char memory[POND_MOVE_TEXT_MAX + 8];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_open(json, '{');
    pond_json_number_member(json, "node", number);
    if (number != POND_TREE_ROOT) {
        pond_tree_go(tree, node->parent);
        const struct pond_match *match = &tree->match;
        const bool drawn =
            node->seat == POND_CHANCE && match->game->record_style != POND_RECORD_ROUNDS;
        pond_json_number_member(json, "parent", node->parent);
        pond_json_number_member(json, "depth", depth);
        pond_json_number_member(json, "seat", node->seat);
        pond_json_number_member(json, "number", drawn ? match->turns : pond_record_number(match));
        move_print(node, &text);
        pond_json_key(json, "move");
        pond_json_string(json, memory[0] == ' ' ? memory + 1 : memory);
    }
    if (node->mark != POND_MARK_NONE) {
        pond_json_string_member(json, "mark", pond_mark_text((enum pond_mark)node->mark));
    }
    if (node->text_length > 0) {
        pond_json_key(json, "comment");
        pond_json_string_of(json, "", 0, tree->memory.texts + node->text, node->text_length);
    }
    pond_json_close(json, '}');
}

/* Every node, in the order in which a tree is written: a move, its variations, what follows. */
int32_t EXPORT(page_tree_nodes)(void)
{
    struct pond_tree *tree = &analysis.tree;
    if (page_match_see(PAGE_TREE) == NULL) return 0;
    struct pond_json json = page_answer_json();
    const uint32_t here = tree->at;
    uint32_t depth = 0;
    pond_json_open(&json, '[');
    for (uint32_t node = POND_TREE_ROOT; node != POND_TREE_NONE;
         node = pond_tree_next(tree, node, &depth)) {
        node_json(&json, node, depth);
    }
    pond_json_close(&json, ']');
    pond_tree_go(tree, here);
    return 1;
}

/* Where the tree stands: the node, the complete position, everyone's hand, and what chance could
 * draw if it is to. */
int32_t EXPORT(page_tree_here)(void)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct pond_match *match = page_match_see(PAGE_TREE);
    if (match == NULL) return 0;
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_number_member(&json, "node", analysis.tree.at);
    match->game->state_print(&match->state, &text);
    pond_json_text_member(&json, "full", &text);
    page_hands_json(&json, match);
    pond_json_key(&json, "chance");
    pond_json_chance(&json, match);
    pond_json_close(&json, '}');
    return 1;
}

/* The whole tree as a record with variations. */
int32_t EXPORT(page_tree_write)(void)
{
    if (page_match_see(PAGE_TREE) == NULL) return 0;
    pond_tree_write(&analysis.tree, page_answer_take, NULL);
    return 1;
}

/* ---- Moving and changing ---- */

/* Is there such a node, and is it a move (the root isn't)? If not, says so to the page. */
static bool node_check(uint32_t node, bool move)
{
    if (page_match_see(PAGE_TREE) == NULL) return false;
    if (pond_tree_has(&analysis.tree, node) && !(move && node == POND_TREE_ROOT)) return true;
    page_refuse_page(REFUSE_NODE);
    return false;
}

int32_t EXPORT(page_tree_go)(uint32_t node)
{
    if (!node_check(node, false)) return 0;
    pond_tree_go(&analysis.tree, node);
    return 1;
}

/* Text: a move of a seat, or what chance draws; `resign` gives up. */
int32_t EXPORT(page_tree_play)(uint32_t length, int32_t seat)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    struct pond_tree *tree = &analysis.tree;
    const struct pond_match *match = page_match_see(PAGE_TREE);
    if (match == NULL || !page_texts_take(length, texts)) return 0;
    const bool resigns = seat >= 0 && seat < match->seat_count && strcmp(texts[0], "resign") == 0;
    const bool played = resigns ? pond_tree_add(tree, seat, POND_MOVE_RESIGN, &why)
                                : pond_tree_add_text(tree, seat, texts[0], &why);
    return played ? 1 : page_refuse(&why);
}

/* Text: moves as a record writes them, with variations, marks and comments among them. */
int32_t EXPORT(page_tree_type)(uint32_t length)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    if (page_match_see(PAGE_TREE) == NULL || !page_texts_take(length, texts)) return 0;
    return pond_tree_play(&analysis.tree, texts[0], strlen(texts[0]), &why) ? 1 : page_refuse(&why);
}

/* Lets chance draw, by its odds, all that is due. */
int32_t EXPORT(page_tree_roll)(void)
{
    struct pond_error why;
    struct pond_tree *tree = &analysis.tree;
    if (page_match_see(PAGE_TREE) == NULL) return 0;
    while (pond_match_chance_due(&tree->match)) {
        struct pond_state state = tree->match.state;
        const pond_move outcome = pond_roll(tree->match.game, &state, &analysis.rng);
        if (!pond_tree_add(tree, POND_CHANCE, outcome, &why)) return page_refuse(&why);
    }
    return 1;
}

/* Makes the line to a node the main line. */
int32_t EXPORT(page_tree_promote)(uint32_t node)
{
    struct pond_tree *tree = &analysis.tree;
    if (!node_check(node, true)) return 0;
    for (; node != POND_TREE_ROOT; node = pond_tree_node(tree, node)->parent) {
        pond_tree_promote(tree, node);
    }
    return 1;
}

int32_t EXPORT(page_tree_delete)(uint32_t node)
{
    if (!node_check(node, true)) return 0;
    pond_tree_delete(&analysis.tree, node);
    return 1;
}

/* Text: the comment; none removes it. */
int32_t EXPORT(page_tree_comment)(uint32_t length, uint32_t node)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    if (!node_check(node, false) || !page_texts_take(length, texts)) return 0;
    return pond_tree_comment(&analysis.tree, node, texts[0], strlen(texts[0]), &why)
               ? 1
               : page_refuse(&why);
}

/* Text: `!`, `?!` and so on; none removes it. */
int32_t EXPORT(page_tree_mark)(uint32_t length, uint32_t node)
{
    const char *texts[TEXTS_MAX];
    if (!node_check(node, true) || !page_texts_take(length, texts)) return 0;
    const enum pond_mark mark = pond_mark_find(texts[0], strlen(texts[0]));
    pond_tree_mark(&analysis.tree, node, mark < POND_MARKS ? mark : POND_MARK_NONE);
    return 1;
}
