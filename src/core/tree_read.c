/* tree_read.c: reads a record with variations as a tree. See tree.h, and docs/notation.md for the
 * format.
 *
 * The main line is read as any record is, by its own match. Its marks and comments are taken at
 * once; the variations wait, as nodes that only say where their text is, until the main line has
 * ended and the tree may go to where they begin. */
#include <assert.h>
#include <string.h>

#include "record_heard.h"
#include "tree_nodes.h"

#include "banned.h"

struct tree_reading {
    struct pond_tree *tree;
    const char *text; /* of the record, and how much has been read of a variation */
    size_t at, end;
    uint32_t node;   /* the current one: where a move is added, what a comment is about */
    uint32_t varied; /* a variation has just begun: the node that it is another choice for */
    uint32_t taken;  /* entries of the log so far */
    uint32_t depth;  /* brackets that are open */
    bool numbered;
    struct pond_error *why;
};

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

static bool is_digit(char character) { return character >= '0' && character <= '9'; }

bool pond_tree_is_variation(const char *text, size_t length)
{
    size_t at = 1;
    if (length < 3 || (text[0] != '(' && text[0] != '>')) return false;
    while (at < length && is_blank(text[at])) at++;
    const size_t digits = at;
    while (at < length && is_digit(text[at])) at++;
    return at > digits && at < length && text[at] == '.';
}

/* ---- Comments and marks ---- */

/* Adds to the comment of the current node, on a line of its own. */
static bool comment_add(struct tree_reading *reading, const char *text, size_t length)
{
    char whole[2 * POND_COMMENT_MAX + 2];
    struct pond_tree *tree = reading->tree;
    const struct pond_tree_node *node = pond_tree_node(tree, reading->node);
    struct pond_text all = pond_text_in(whole, sizeof whole);
    pond_text_bytes(&all, tree->memory.texts + node->text, node->text_length);
    if (node->text_length > 0) pond_text_char(&all, '\n');
    pond_text_bytes(&all, text, length);
    if (all.full) {
        return pond_refuse_number(reading->why, POND_WORD_TREE_COMMENT_LONG, POND_COMMENT_MAX);
    }
    return pond_tree_comment(tree, reading->node, whole, all.length, reading->why);
}

/* The end of a quoted text that begins at `at`: its closing quote; `end` where there is none. */
static size_t quote_end(const char *text, size_t at, size_t end)
{
    for (at++; at < end && text[at] != '"'; at++) {
        if (text[at] == '\\' && at + 1 < end) at++;
    }
    return at;
}

/* What stands between two quotes: a backslash makes 'n' a new line, ')' a brace, and leaves other
 * characters as they are. */
static bool quoted_add(struct tree_reading *reading, const char *text, size_t length)
{
    char plain[POND_COMMENT_MAX + 1];
    struct pond_text out = pond_text_in(plain, sizeof plain);
    for (size_t at = 0; at < length; at++) {
        const bool escaped = text[at] == '\\' && at + 1 < length;
        const char character = text[escaped ? ++at : at];
        pond_text_char(&out, !escaped           ? character
                             : character == 'n' ? '\n'
                             : character == ')' ? '}'
                                                : character);
    }
    if (out.full) {
        return pond_refuse_number(reading->why, POND_WORD_TREE_COMMENT_LONG, POND_COMMENT_MAX);
    }
    return comment_add(reading, plain, out.length);
}

/* ---- The main line ---- */

/* Where the moves that still count lead to: decisions have been taken back. */
static uint32_t counted(struct pond_tree *tree)
{
    uint32_t node = POND_TREE_ROOT, entries = 0;
    struct pond_cursor cursor = pond_cursor_at(&tree->match, 0);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        if (entry->kind > POND_ENTRY_RESIGN || entries++ < tree->setup_count) continue;
        const pond_move move = entry->kind == POND_ENTRY_RESIGN ? POND_MOVE_RESIGN : entry->move;
        node = pond_tree_child(tree, node, entry->seat, move);
    }
    return node;
}

static bool word_heard(void *context, struct pond_error *why)
{
    struct tree_reading *reading = context;
    const struct pond_match *match = &reading->tree->match;
    for (; reading->taken < match->log_count; reading->taken++) {
        const struct pond_entry *entry = &match->log[reading->taken];
        if (entry->kind == POND_ENTRY_TAKEBACK) {
            reading->node = counted(reading->tree);
        } else if (!pond_tree_take(reading->tree, entry, &reading->node, why)) {
            return false;
        }
    }
    return true;
}

static bool comment_heard(void *context, size_t start, size_t end, struct pond_error *why)
{
    struct tree_reading *reading = context;
    struct pond_tree *tree = reading->tree;
    const char *text = reading->text;
    if (!word_heard(reading, why)) return false; /* the setup, before the first word */
    while (start < end && is_blank(text[start])) start++;
    while (start < end && is_blank(text[end - 1])) end--;
    const enum pond_mark mark = pond_mark_find(text + start, end - start);
    reading->why = why;
    if (mark < POND_MARKS && reading->node != POND_TREE_ROOT) {
        pond_tree_mark(tree, reading->node, mark);
        return true;
    }
    if (pond_tree_is_variation(text + start, end - start)) {
        if (!pond_tree_room(tree, why)) return false;
        pond_tree_child(tree, reading->node, TREE_WAITS, (pond_move)start << 32 | end);
        return true;
    }
    const bool quoted = end - start >= 2 && text[start] == '"';
    if (quoted && quote_end(text, start, end) == end - 1) {
        return quoted_add(reading, text + start + 1, end - start - 2);
    }
    return comment_add(reading, text + start, end - start);
}

/* ---- Variations ---- */

static bool variation_refuse(struct tree_reading *reading)
{
    char here[16];
    struct pond_text text = pond_text_in(here, sizeof here);
    const size_t left = reading->end - reading->at;
    pond_text_bytes(&text, reading->text + reading->at, left < 12 ? left : 12);
    return pond_refuse_text(reading->why, POND_WORD_TREE_VARIATION, here);
}

static bool bracket_open(struct tree_reading *reading)
{
    if (reading->varied != POND_TREE_NONE || reading->node == POND_TREE_ROOT) {
        return variation_refuse(reading);
    }
    reading->varied = reading->node;
    reading->node = pond_tree_node(reading->tree, reading->node)->parent;
    pond_tree_go(reading->tree, reading->node);
    reading->depth++;
    reading->numbered = false;
    return true;
}

/* Goes back to the node that the variation is another choice for. */
static bool bracket_close(struct tree_reading *reading)
{
    struct pond_tree_node *nodes = reading->tree->memory.nodes;
    if (reading->varied != POND_TREE_NONE || reading->depth == 0) return variation_refuse(reading);
    uint32_t first = reading->node;
    while (nodes[first].back == 0) first = nodes[first].parent;
    reading->node = nodes[first].back - 1;
    nodes[first].back = 0;
    pond_tree_go(reading->tree, reading->node);
    reading->depth--;
    reading->numbered = false;
    return true;
}

/* Adds the nodes of what the match has just taken. */
static bool entries_take(struct tree_reading *reading, uint32_t from)
{
    struct pond_tree *tree = reading->tree;
    for (uint32_t i = from; i < tree->match.log_count; i++) {
        if (!pond_tree_take(tree, &tree->match.log[i], &reading->node, reading->why)) return false;
        if (reading->varied == POND_TREE_NONE) continue;
        struct pond_tree_node *first = &tree->memory.nodes[reading->node];
        if (first->back != 0) return variation_refuse(reading); /* within itself */
        first->back = reading->varied + 1;
        reading->varied = POND_TREE_NONE;
    }
    tree->at = reading->node;
    return true;
}

static bool word_read(struct tree_reading *reading)
{
    char word[POND_WORD_TEXT_MAX];
    struct pond_text out = pond_text_in(word, sizeof word);
    struct pond_tree *tree = reading->tree;
    for (; reading->at < reading->end; reading->at++) {
        const char character = reading->text[reading->at];
        if (is_blank(character) || strchr("()\"", character) != NULL) break;
        pond_text_char(&out, character);
    }
    if (out.full) return pond_refuse_text(reading->why, POND_WORD_RECORD_WORD_LONG, word);
    if (out.length == 0) return variation_refuse(reading); /* a zero */
    const enum pond_mark mark = pond_mark_find(word, out.length);
    if (mark < POND_MARKS) {
        const bool placed = reading->varied == POND_TREE_NONE && reading->node != POND_TREE_ROOT;
        if (placed) pond_tree_mark(tree, reading->node, mark);
        return placed || variation_refuse(reading);
    }
    const char *event = out.length > 3 && word[2] == ':' ? word + 3 : "resign";
    if (!pond_text_equal(event, "resign")) {
        return pond_refuse_text(reading->why, POND_WORD_TREE_EVENT, word);
    }
    const uint32_t from = tree->match.log_count;
    return pond_record_word(&tree->match, word, &reading->numbered, reading->why) &&
           entries_take(reading, from);
}

static bool quote_read(struct tree_reading *reading)
{
    const size_t start = reading->at, end = quote_end(reading->text, start, reading->end);
    if (end == reading->end || reading->varied != POND_TREE_NONE) return variation_refuse(reading);
    reading->at = end + 1;
    return quoted_add(reading, reading->text + start + 1, end - start - 1);
}

/* A variation in its brackets, or moves that a line goes on with. */
static bool words_read(struct tree_reading *reading, bool goes_on)
{
    while (reading->at < reading->end) {
        const char character = reading->text[reading->at];
        bool fine = true;
        if (is_blank(character)) {
            reading->at++;
        } else if (character == '(' || character == ')') {
            fine = character == '(' ? bracket_open(reading) : bracket_close(reading);
            reading->at++;
        } else if (character == '"') {
            fine = quote_read(reading);
        } else {
            fine = (goes_on || reading->depth > 0) ? word_read(reading) : variation_refuse(reading);
        }
        if (!fine) return false;
    }
    return reading->depth == 0 || variation_refuse(reading);
}

static bool variation_read(struct tree_reading *reading)
{
    const bool goes_on = reading->text[reading->at] == '>';
    if (goes_on) reading->at++;
    pond_tree_go(reading->tree, reading->node);
    return words_read(reading, goes_on);
}

bool pond_tree_play(struct pond_tree *tree, const char *text, size_t length, struct pond_error *why)
{
    struct tree_reading reading = {.tree = tree,
                                   .text = text,
                                   .end = length,
                                   .node = tree->at,
                                   .varied = POND_TREE_NONE,
                                   .why = why};
    if (words_read(&reading, true)) return true;
    for (uint32_t node = 0; node < tree->node_count; node++) tree->memory.nodes[node].back = 0;
    pond_tree_to_root(tree); /* a group of cards may have been taken in part */
    pond_tree_go(tree, reading.node);
    return false;
}

/* Takes the next variation that waits below a node out of the tree; its text, or 0. */
static pond_move waiting_take(struct pond_tree *tree, uint32_t node)
{
    struct pond_tree_node *nodes = tree->memory.nodes;
    for (uint32_t on = nodes[node].child; on != POND_TREE_NONE; on = nodes[on].next) {
        if (nodes[on].seat != TREE_WAITS) continue;
        const pond_move where = nodes[on].move;
        pond_tree_delete(tree, on);
        return where;
    }
    return 0;
}

static uint32_t line_of(const char *text, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}

/* Reads what is pending, at each node in turn. What is read there has no waiting nodes itself. */
static bool waiting_read(struct tree_reading *reading, struct pond_reader *reader)
{
    struct pond_tree *tree = reading->tree;
    const uint32_t count = tree->node_count;
    for (uint32_t node = 0; node < count; node++) {
        const struct pond_tree_node *at = &tree->memory.nodes[node];
        if (at->seat == TREE_UNUSED || at->seat == TREE_WAITS) continue;
        for (pond_move where; (where = waiting_take(tree, node)) != 0;) {
            reading->node = node;
            reading->varied = POND_TREE_NONE;
            reading->depth = 0;
            reading->numbered = false;
            reading->at = (size_t)(where >> 32);
            reading->end = (size_t)(where & UINT32_MAX);
            if (variation_read(reading)) continue;
            reader->error_line = line_of(reading->text, reading->at);
            return false;
        }
    }
    return true;
}

bool pond_tree_read(struct pond_tree *tree, const struct pond_tree_memory *memory,
                    struct pond_reader *reader, struct pond_error *why)
{
    struct tree_reading reading = {.tree = tree, .text = reader->text, .why = why};
    const struct record_listener listener = {&reading, comment_heard, word_heard};
    assert(reader->length <= UINT32_MAX);
    pond_tree_clear(tree, memory);
    if (!pond_record_read_heard(reader, &tree->match, &tree->record, memory->log, memory->log_max,
                                &listener, why)) {
        return false;
    }
    if (!word_heard(&reading, why)) return false;
    memset(tree->record.seed, 0, sizeof tree->record.seed); /* it drew one line, not a tree */
    for (uint32_t node = reading.node; node != POND_TREE_ROOT;) {
        pond_tree_promote(tree, node);
        node = tree->memory.nodes[node].parent;
    }
    pond_tree_to_root(tree);
    if (!waiting_read(&reading, reader)) return false;
    pond_tree_to_root(tree);
    return true;
}
