/* tree.c: a tree of variations: nodes, ways through them, comments. See tree.h. */
#include "tree_nodes.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

/* ---- Nodes ---- */

static const char *const mark_texts[POND_MARKS] = {
    [POND_MARK_NONE] = "",        [POND_MARK_GOOD] = "!",     [POND_MARK_MISTAKE] = "?",
    [POND_MARK_BRILLIANT] = "!!", [POND_MARK_BLUNDER] = "??", [POND_MARK_INTERESTING] = "!?",
    [POND_MARK_DUBIOUS] = "?!"};

const char *pond_mark_text(enum pond_mark mark)
{
    assert(mark < POND_MARKS);
    return mark_texts[mark];
}

enum pond_mark pond_mark_find(const char *text, size_t length)
{
    for (int mark = POND_MARK_GOOD; mark < POND_MARKS; mark++) {
        const bool same = strlen(mark_texts[mark]) == length;
        if (same && memcmp(mark_texts[mark], text, length) == 0) return (enum pond_mark)mark;
    }
    return POND_MARKS;
}

bool pond_tree_has(const struct pond_tree *tree, uint32_t node)
{
    return node < tree->node_count && tree->memory.nodes[node].seat != TREE_UNUSED;
}

const struct pond_tree_node *pond_tree_node(const struct pond_tree *tree, uint32_t node)
{
    assert(pond_tree_has(tree, node));
    return &tree->memory.nodes[node];
}

bool pond_tree_main(const struct pond_tree *tree, uint32_t node)
{
    const struct pond_tree_node *nodes = tree->memory.nodes;
    assert(pond_tree_has(tree, node));
    while (node != POND_TREE_ROOT && nodes[nodes[node].parent].child == node) {
        node = nodes[node].parent;
    }
    return node == POND_TREE_ROOT;
}

uint32_t pond_tree_next(const struct pond_tree *tree, uint32_t node, uint32_t *depth)
{
    const struct pond_tree_node *nodes = tree->memory.nodes;
    assert(pond_tree_has(tree, node));
    const bool first = node != POND_TREE_ROOT && nodes[nodes[node].parent].child == node;
    if (first && nodes[node].next != POND_TREE_NONE) {
        ++*depth;
        return nodes[node].next;
    }
    while (nodes[node].child == POND_TREE_NONE) { /* the end of a line */
        while (node != POND_TREE_ROOT && nodes[nodes[node].parent].child == node) {
            node = nodes[node].parent;
        }
        if (node == POND_TREE_ROOT || nodes[node].next != POND_TREE_NONE) {
            return nodes[node].next;
        }
        --*depth;
        node = nodes[nodes[node].parent].child;
    }
    return nodes[node].child;
}

void pond_tree_clear(struct pond_tree *tree, const struct pond_tree_memory *memory)
{
    assert(memory->node_max > 0);
    tree->memory = *memory;
    tree->unused = POND_TREE_NONE;
    tree->text_length = tree->setup_count = 0;
    tree->node_count = 1;
    tree->at = POND_TREE_ROOT;
    memory->nodes[POND_TREE_ROOT] =
        (struct pond_tree_node){.child = POND_TREE_NONE, .next = POND_TREE_NONE};
}

static uint32_t child_find(const struct pond_tree *tree, uint32_t parent, int seat, pond_move move)
{
    const struct pond_tree_node *nodes = tree->memory.nodes;
    uint32_t child = nodes[parent].child;
    while (child != POND_TREE_NONE && (nodes[child].seat != seat || nodes[child].move != move)) {
        child = nodes[child].next;
    }
    return child;
}

bool pond_tree_room(const struct pond_tree *tree, struct pond_error *why)
{
    return tree->unused != POND_TREE_NONE || tree->node_count < tree->memory.node_max ||
           pond_refuse_number(why, POND_WORD_TREE_FULL, tree->memory.node_max);
}

/* The place that points at a node: its parent's `child`, or a sibling's `next`. */
static uint32_t *pointer_to(struct pond_tree *tree, uint32_t node)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    uint32_t *pointer = &nodes[nodes[node].parent].child;
    while (*pointer != node) pointer = &nodes[*pointer].next;
    return pointer;
}

uint32_t pond_tree_child(struct pond_tree *tree, uint32_t parent, int seat, pond_move move)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    const uint32_t known = child_find(tree, parent, seat, move);
    if (known != POND_TREE_NONE) return known;
    assert(pond_tree_room(tree, NULL));
    uint32_t node = tree->unused;
    if (node != POND_TREE_NONE) {
        tree->unused = nodes[node].next;
    } else {
        node = tree->node_count++;
    }
    uint32_t *last = &nodes[parent].child;
    while (*last != POND_TREE_NONE) last = &nodes[*last].next;
    *last = node;
    nodes[node] = (struct pond_tree_node){.move = move,
                                          .parent = parent,
                                          .child = POND_TREE_NONE,
                                          .next = POND_TREE_NONE,
                                          .seat = (uint8_t)seat};
    return node;
}

/* ---- Ways ---- */

static bool play(struct pond_match *match, int seat, pond_move move, struct pond_error *why)
{
    if (seat == POND_CHANCE) return pond_match_outcome(match, move, why);
    if (move == POND_MOVE_RESIGN) return pond_match_resign(match, seat, why);
    return pond_match_submit(match, seat, move, why);
}

/* The node was played once, so it can be played again. */
static void step(struct pond_tree *tree, uint32_t node)
{
    const struct pond_tree_node *at = &tree->memory.nodes[node];
    const bool played = play(&tree->match, at->seat, at->move, NULL);
    assert(played);
    (void)played;
}

void pond_tree_to_root(struct pond_tree *tree)
{
    struct pond_match *match = &tree->match;
    tree->at = POND_TREE_ROOT;
    const struct pond_config config = match->config;
    const struct pond_state start = match->start;
    const bool from_position = match->from_position;
    pond_match_begin_at(match, match->game, &config, &start, tree->memory.log,
                        tree->memory.log_max);
    match->from_position = from_position;
    for (uint32_t i = 0; i < tree->setup_count; i++) {
        const bool drawn = pond_match_outcome(match, tree->setup[i], NULL);
        assert(drawn);
        (void)drawn;
    }
}

void pond_tree_go(struct pond_tree *tree, uint32_t node)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    assert(pond_tree_has(tree, node));
    if (node == tree->at) return;
    if (node != POND_TREE_ROOT && nodes[node].parent == tree->at) {
        step(tree, node);
        tree->at = node;
        return;
    }
    pond_tree_to_root(tree);
    tree->at = node;
    uint32_t after = POND_TREE_NONE;
    for (uint32_t on = node; on != POND_TREE_ROOT; on = nodes[on].parent) {
        nodes[on].way = after;
        after = on;
    }
    for (; after != POND_TREE_NONE; after = nodes[after].way) step(tree, after);
}

bool pond_tree_add(struct pond_tree *tree, int seat, pond_move move, struct pond_error *why)
{
    const uint32_t known = child_find(tree, tree->at, seat, move);
    if (known == POND_TREE_NONE && !pond_tree_room(tree, why)) return false;
    if (!play(&tree->match, seat, move, why)) return false;
    tree->at = pond_tree_child(tree, tree->at, seat, move);
    return true;
}

bool pond_tree_add_text(struct pond_tree *tree, int seat, const char *text, struct pond_error *why)
{
    const struct pond_match *match = &tree->match;
    const bool chance = pond_match_chance_due(match);
    pond_move move;
    if (pond_match_over(match)) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (chance != (seat == POND_CHANCE)) {
        return pond_refuse(why, chance ? POND_WORD_MATCH_CHANCE_DUE : POND_WORD_MATCH_NO_CHANCE);
    }
    if (!chance && (seat < 0 || seat >= match->seat_count)) {
        return pond_refuse_number(why, POND_WORD_MATCH_NO_SEAT, seat);
    }
    if (!chance && (pond_match_turn(match) & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    return pond_move_read(match->game, &match->state, seat, text, &move, why) &&
           pond_tree_add(tree, seat, move, why);
}

/* ---- From a match ---- */

bool pond_tree_take(struct pond_tree *tree, const struct pond_entry *entry, uint32_t *node,
                    struct pond_error *why)
{
    const bool first = *node == POND_TREE_ROOT && tree->memory.nodes[*node].child == POND_TREE_NONE;
    if (entry->kind > POND_ENTRY_RESIGN) return true;
    if (first && entry->kind == POND_ENTRY_CHANCE) {
        assert(tree->setup_count < POND_SETUP_MAX);
        tree->setup[tree->setup_count++] = entry->move;
        return true;
    }
    if (!pond_tree_room(tree, why)) return false;
    const pond_move move = entry->kind == POND_ENTRY_RESIGN ? POND_MOVE_RESIGN : entry->move;
    *node = pond_tree_child(tree, *node, entry->seat, move);
    return true;
}

bool pond_tree_begin(struct pond_tree *tree, const struct pond_tree_memory *memory,
                     const struct pond_match *match, struct pond_error *why)
{
    assert(!pond_match_chance_due(match) && match->log != memory->log);
    memset(&tree->record, 0, sizeof tree->record);
    pond_tree_clear(tree, memory);
    if (memory->log_max < POND_ENTRIES_A_MOVE_MAX ||
        memory->log_max - POND_ENTRIES_A_MOVE_MAX < match->log_count) {
        return pond_refuse_number(why, POND_WORD_MATCH_LOG_FULL, memory->log_max);
    }
    uint32_t node = POND_TREE_ROOT;
    struct pond_cursor cursor = pond_cursor_at(match, 0);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        if (!pond_tree_take(tree, entry, &node, why)) return false;
    }
    tree->match = *match; /* where it starts; the way is played again */
    pond_tree_to_root(tree);
    pond_tree_go(tree, node);
    return true;
}

/* ---- Changes ---- */

void pond_tree_promote(struct pond_tree *tree, uint32_t node)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    assert(pond_tree_has(tree, node) && node != POND_TREE_ROOT);
    *pointer_to(tree, node) = nodes[node].next;
    nodes[node].next = nodes[nodes[node].parent].child;
    nodes[nodes[node].parent].child = node;
}

/* Takes a comment out of the texts, which close up. */
static void text_remove(struct pond_tree *tree, uint32_t node)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    const uint32_t start = nodes[node].text, length = nodes[node].text_length;
    if (length == 0) return;
    memmove(tree->memory.texts + start, tree->memory.texts + start + length,
            tree->text_length - start - length);
    tree->text_length -= length;
    nodes[node].text_length = 0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        if (nodes[i].text_length > 0 && nodes[i].text > start) nodes[i].text -= length;
    }
}

void pond_tree_delete(struct pond_tree *tree, uint32_t node)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    assert(pond_tree_has(tree, node) && node != POND_TREE_ROOT);
    for (uint32_t on = tree->at; on != POND_TREE_ROOT; on = nodes[on].parent) {
        if (on != node) continue;
        pond_tree_go(tree, nodes[node].parent);
        break;
    }
    *pointer_to(tree, node) = nodes[node].next;
    for (uint32_t on = node;;) { /* the leaves first */
        if (nodes[on].child != POND_TREE_NONE) {
            on = nodes[on].child;
            continue;
        }
        const uint32_t parent = nodes[on].parent, next = nodes[on].next;
        text_remove(tree, on);
        nodes[on] = (struct pond_tree_node){.seat = TREE_UNUSED, .next = tree->unused};
        tree->unused = on;
        if (on == node) return;
        nodes[parent].child = next;
        on = parent;
    }
}

void pond_tree_mark(struct pond_tree *tree, uint32_t node, enum pond_mark mark)
{
    assert(pond_tree_has(tree, node) && node != POND_TREE_ROOT && mark < POND_MARKS);
    tree->memory.nodes[node].mark = (uint8_t)mark;
}

static bool is_blank(char character) { return character == ' ' || character == '\n'; }

bool pond_tree_comment(struct pond_tree *tree, uint32_t node, const char *text, size_t length,
                       struct pond_error *why)
{
    char cleaned[POND_COMMENT_MAX + 1];
    struct pond_text clean = pond_text_in(cleaned, sizeof cleaned);
    assert(pond_tree_has(tree, node));
    for (size_t at = 0; at < length && !clean.full;) {
        const unsigned char *here = (const unsigned char *)text + at;
        const size_t shown = pond_shown_length(here, length - at);
        const size_t whole = pond_character_length(here, length - at);
        if (*here == '\n') {
            pond_text_char(&clean, '\n');
        } else if (*here == '\t') {
            pond_text_char(&clean, ' ');
        } else if (*here != '\r') {
            pond_text_bytes(&clean, shown > 0 ? text + at : "?", shown > 0 ? shown : 1);
        }
        at += whole > 0 ? whole : 1;
    }
    if (clean.full) return pond_refuse_number(why, POND_WORD_TREE_COMMENT_LONG, POND_COMMENT_MAX);
    const char *start = cleaned;
    size_t left = clean.length;
    while (left > 0 && is_blank(start[left - 1])) left--;
    while (left > 0 && is_blank(*start)) start++, left--;
    struct pond_tree_node *at = &tree->memory.nodes[node];
    if (left > tree->memory.text_max - tree->text_length + at->text_length) {
        return pond_refuse_number(why, POND_WORD_TREE_TEXTS_FULL, tree->memory.text_max);
    }
    text_remove(tree, node);
    at->text = tree->text_length;
    at->text_length = (uint16_t)left;
    memcpy(tree->memory.texts + tree->text_length, start, left);
    tree->text_length += (uint32_t)left;
    return true;
}
