/* tree_write.c: writes a tree as a record with variations. See tree.h, and docs/notation.md for the
 * format. */
#include <string.h>

#include "record_heard.h"
#include "record_lines.h"
#include "tree_nodes.h"

#include "banned.h"

struct tree_writer {
    struct pond_tree *tree;
    const struct pond_tree_node *nodes;
    struct record_lines lines;
    uint32_t end;      /* the last node that a record can end with */
    uint32_t brackets; /* that are open */
    bool tail;         /* the main line has passed `end`: all is inside braces */
    bool fresh;        /* a variation begins: its first word has a number */
};

/* ---- Comments ---- */

/* A comment that reads as it stands is written so; another one in quotes. */
static bool is_plain(const char *text, size_t length)
{
    return text[0] != '"' && memchr(text, '}', length) == NULL &&
           memchr(text, '\n', length) == NULL && pond_mark_find(text, length) == POND_MARKS &&
           !pond_tree_is_variation(text, length);
}

static void put_quoted(struct record_lines *lines, const char *text, size_t length)
{
    pond_record_put(lines, "\"");
    for (size_t at = 0; at < length; at++) {
        const char *escaped = text[at] == '"'    ? "\\\""
                              : text[at] == '\\' ? "\\\\"
                              : text[at] == '}'  ? "\\)"
                              : text[at] == '\n' ? "\\n"
                                                 : NULL;
        if (escaped != NULL) pond_record_put(lines, escaped);
        if (escaped == NULL) lines->sink(lines->context, text + at, 1);
    }
    pond_record_put(lines, "\"");
}

static bool in_braces(const struct tree_writer *writer)
{
    return writer->tail || writer->brackets > 0;
}

static void put_notes(struct tree_writer *writer, uint32_t node)
{
    struct record_lines *lines = &writer->lines;
    const struct pond_tree_node *at = &writer->nodes[node];
    const char *text = writer->tree->memory.texts + at->text;
    const bool inside = in_braces(writer);
    if (at->mark != POND_MARK_NONE) {
        pond_record_put_word(lines, inside ? "" : "{");
        pond_record_put(lines, pond_mark_text((enum pond_mark)at->mark));
        if (!inside) pond_record_put(lines, "}");
    }
    if (at->text_length == 0) return;
    pond_record_put_word(lines, inside ? "" : "{");
    if (!inside && is_plain(text, at->text_length)) {
        lines->sink(lines->context, text, at->text_length);
    } else {
        put_quoted(lines, text, at->text_length);
    }
    if (!inside) pond_record_put(lines, "}");
}

/* ---- Moves ---- */

static void put_move(struct tree_writer *writer, uint32_t node)
{
    const struct pond_match *match = &writer->tree->match; /* before the move */
    const struct pond_game *game = match->game;
    const struct pond_tree_node *at = &writer->nodes[node];
    struct record_lines *lines = &writer->lines;
    const bool rounds = game->record_style == POND_RECORD_ROUNDS;
    const bool chance = at->seat == POND_CHANCE, resigns = at->move == POND_MOVE_RESIGN;
    const uint32_t number = chance && !rounds ? match->turns : pond_record_number(match);
    if (writer->fresh) { /* as a line that begins; a turn of cards says whose it is */
        lines->line_seat = -1;
        lines->line_open = false;
        lines->number = 0;
    }
    if (!chance && (!resigns || rounds)) {
        const bool dots = writer->fresh || match->ply == 0;
        pond_record_put_line(lines, at->seat, number, dots);
    } else if (writer->fresh) {
        pond_record_open_line(lines, number);
    }
    writer->fresh = false;
    if (chance) {
        pond_record_put_outcome(lines, &match->state, at->move, false);
    } else if (resigns) {
        const char event[] = {'S', (char)('0' + at->seat), ':', '\0'};
        pond_record_put_word(lines, event);
        pond_record_put(lines, "resign");
    } else {
        const bool letter = rounds && game->round(&match->state) > 0;
        pond_record_put_move(lines, &match->state,
                             letter ? game->seat_letter(&match->state, at->seat) : '\0', at->seat,
                             at->move);
    }
}

/* Writes a node, and goes there. */
static void put_node(struct tree_writer *writer, uint32_t node)
{
    struct pond_tree *tree = writer->tree;
    pond_tree_go(tree, writer->nodes[node].parent);
    put_move(writer, node);
    pond_tree_go(tree, node);
    put_notes(writer, node);
}

static void open_variation(struct tree_writer *writer)
{
    pond_record_put_word(&writer->lines, in_braces(writer) ? "(" : "{(");
    writer->brackets++;
    writer->lines.inside = true;
    writer->fresh = true;
}

static void close_variation(struct tree_writer *writer)
{
    pond_record_close_group(&writer->lines);
    writer->brackets--;
    pond_record_put(&writer->lines, in_braces(writer) ? ")" : ")}");
}

/* What the lines know at a node, when they go on there after its variations. */
static void resume(struct tree_writer *writer, uint32_t node)
{
    struct record_lines *lines = &writer->lines;
    const struct pond_tree_node *at = &writer->nodes[node];
    pond_tree_go(writer->tree, at->parent);
    lines->number = pond_record_number(&writer->tree->match);
    lines->line_open = true;
    lines->inside = in_braces(writer);
    lines->line_seat = -1;
    for (uint32_t on = node; on != POND_TREE_ROOT; on = writer->nodes[on].parent) {
        const struct pond_tree_node *mover = &writer->nodes[on];
        if (mover->seat == POND_CHANCE || mover->move == POND_MOVE_RESIGN) continue;
        lines->line_seat = mover->seat;
        break;
    }
    pond_tree_go(writer->tree, node);
}

/* The main line leaves what a record can hold: the rest follows in braces. */
static void put_tail(struct tree_writer *writer)
{
    pond_record_put_word(&writer->lines, "{> ");
    writer->tail = true;
    writer->lines.inside = true;
    writer->fresh = true;
}

/* Goes on from a node that has been written with its variations: to its first child, or back to the
 * line that its own is a variation of. Returns the node to write next, or POND_TREE_NONE. */
static uint32_t next_after(struct tree_writer *writer, uint32_t node)
{
    const struct pond_tree_node *nodes = writer->nodes;
    for (;;) {
        if (nodes[node].child != POND_TREE_NONE) {
            if (node == writer->end && writer->brackets == 0) put_tail(writer);
            return nodes[node].child;
        }
        while (node != POND_TREE_ROOT && nodes[nodes[node].parent].child == node) {
            node = nodes[node].parent;
        }
        if (node == POND_TREE_ROOT) return POND_TREE_NONE;
        close_variation(writer);
        if (nodes[node].next != POND_TREE_NONE) {
            open_variation(writer);
            return nodes[node].next;
        }
        node = nodes[nodes[node].parent].child;
        resume(writer, node);
    }
}

static void put_moves(struct tree_writer *writer)
{
    const struct pond_tree_node *nodes = writer->nodes;
    uint32_t node = next_after(writer, POND_TREE_ROOT);
    while (node != POND_TREE_NONE) {
        put_node(writer, node);
        const bool first = nodes[nodes[node].parent].child == node;
        if (first && nodes[node].next != POND_TREE_NONE) {
            open_variation(writer);
            node = nodes[node].next;
        } else {
            node = next_after(writer, node);
        }
    }
}

/* A record ends where nobody waits for chance or for another choice of the round. */
static uint32_t end_find(struct pond_tree *tree)
{
    uint32_t end = POND_TREE_ROOT;
    for (uint32_t node = POND_TREE_ROOT; node != POND_TREE_NONE;
         node = pond_tree_node(tree, node)->child) {
        pond_tree_go(tree, node);
        if (!pond_match_chance_due(&tree->match) && tree->match.sealed == 0) end = node;
    }
    return end;
}

void pond_tree_write(struct pond_tree *tree, pond_sink *sink, void *context)
{
    const uint32_t back = tree->at;
    struct tree_writer writer = {
        .tree = tree,
        .nodes = tree->memory.nodes,
        .lines = {.game = tree->match.game, .sink = sink, .context = context, .line_seat = -1}};
    pond_tree_go(tree, POND_TREE_ROOT);
    const struct pond_state root = tree->match.state;
    writer.end = end_find(tree);
    pond_tree_go(tree, writer.end);
    pond_record_put_tags(&writer.lines, &tree->match, &root, -1, &tree->record);
    put_notes(&writer, POND_TREE_ROOT);
    if (tree->memory.nodes[POND_TREE_ROOT].text_length > 0) {
        writer.lines.line_open = true;
        pond_record_close_line(&writer.lines);
    }
    put_moves(&writer);
    pond_record_close_group(&writer.lines);
    if (writer.tail) pond_record_put(&writer.lines, "}");
    writer.lines.inside = false;
    pond_record_close_line(&writer.lines);
    pond_tree_go(tree, writer.end);
    pond_record_put_result(&writer.lines, &tree->match, &tree->record);
    pond_tree_go(tree, back);
}
