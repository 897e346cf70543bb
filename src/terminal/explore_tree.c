/* explore_tree.c: a tree of variations on the screen: moves run on like text, a variation begins a
 * line of its own, further right, and comments stand behind their moves. */
#include <string.h>

#include "explore_screen.h"

#define INDENT 2
#define INDENT_MOST 8
#define WORD_MAX 200

/* ---- The moves ---- */

static uint32_t number_of(const struct pond_match *match)
{
    const struct pond_game *game = match->game;
    if (game->record_style == POND_RECORD_ROUNDS) return (uint32_t)game->round(&match->state);
    const uint32_t turns = pond_match_turns(match);
    if (game->record_style == POND_RECORD_TURNS) return turns + 1;
    return (turns + (game->turn(&match->start) == POND_SEAT(1))) / 2 + 1;
}

/* A number before it, where one begins; and in a game of long turns, whose it is. */
static void prefix_print(const struct explore_screen *screen, const struct pond_tree_node *node,
                         bool begins, struct pond_text *out)
{
    const struct pond_match *match = &screen->tree->match;
    const enum pond_record_style style = (enum pond_record_style)match->game->record_style;
    if (style == POND_RECORD_TURNS && node->seat == POND_CHANCE) return;
    if (!begins && !(style == POND_RECORD_PAIRS && node->seat == 0)) return;
    pond_text_number(out, number_of(match));
    pond_text_string(out, style == POND_RECORD_PAIRS && node->seat == 1 ? "…" : ".");
    if (style == POND_RECORD_TURNS) {
        pond_text_char(out, ' ');
        pond_text_string(out, explore_name(screen, node->seat));
    }
    pond_text_char(out, ' ');
}

/* A move as a record has it; the tree stands at its parent. */
static void move_print(const struct explore_screen *screen, const struct pond_tree_node *node,
                       struct pond_text *out)
{
    const struct pond_match *match = &screen->tree->match;
    const struct pond_game *game = match->game;
    const bool rounds = game->record_style == POND_RECORD_ROUNDS;
    const bool drawn = node->seat == POND_CHANCE && !rounds;
    if (node->move == POND_MOVE_RESIGN) {
        pond_text_string(out, explore_name(screen, node->seat));
        pond_text_string(out, " #");
        return;
    }
    if (drawn) pond_text_char(out, '<');
    if (rounds && game->round(&match->state) > 0) {
        pond_text_char(out, game->seat_letter(&match->state, node->seat));
    }
    game->move_print(&match->state, node->seat, node->move, out);
    if (drawn) pond_text_char(out, '>');
}

void explore_items_make(struct explore_screen *screen)
{
    struct pond_tree *tree = screen->tree;
    const uint32_t here = tree->at;
    uint32_t depth = 0, before = POND_TREE_ROOT, number = UINT32_MAX;
    int seat = -1;
    screen->item_count = 0;
    for (uint32_t node = pond_tree_next(tree, POND_TREE_ROOT, &depth); node != POND_TREE_NONE;
         node = pond_tree_next(tree, node, &depth)) {
        const struct pond_tree_node *at = pond_tree_node(tree, node);
        struct explore_item *item = &screen->items[screen->item_count++];
        struct pond_text text = pond_text_in(item->text, sizeof item->text);
        *item = (struct explore_item){.node = node, .depth = depth};
        item->fresh = at->parent != before || pond_tree_node(tree, before)->text_length > 0;
        pond_tree_go(tree, at->parent);
        const uint32_t own = number_of(&tree->match);
        const bool turns = tree->match.game->record_style == POND_RECORD_TURNS;
        const bool goes_on = own == number && (!turns || seat == at->seat);
        prefix_print(screen, at, item->fresh || !goes_on, &text);
        move_print(screen, at, &text);
        if (at->mark != POND_MARK_NONE) {
            pond_text_char(&text, ' ');
            pond_text_string(&text, pond_mark_text((enum pond_mark)at->mark));
        }
        if (!turns || at->seat != POND_CHANCE) { /* what is drawn belongs to the turn before it */
            seat = at->seat;
            number = own;
        }
        before = node;
    }
    pond_tree_go(tree, here);
}

/* ---- Laying them out ---- */

/* Where the next word goes; rows are counted from the first move, and drawn from `top` on. */
struct layout {
    struct explore_screen *screen;
    struct area area;
    bool draws;
    int row, column, indent, top;
    int here; /* the row of the current move */
};

static void line_begin(struct layout *layout)
{
    if (layout->column > layout->indent) layout->row++;
    layout->column = layout->indent;
}

static void word_put(struct layout *layout, const char *word, uint8_t style, int32_t action)
{
    struct canvas *canvas = &layout->screen->client->canvas;
    const int wide = canvas_columns(word), left = layout->area.columns - layout->column;
    if (wide > left && layout->column > layout->indent) line_begin(layout);
    const int row = layout->row - layout->top;
    if (layout->draws && row >= 0 && row < layout->area.rows) {
        const struct area spot = {layout->area.row + row, layout->area.column + layout->column, 1,
                                  wide};
        canvas_text(canvas, spot.row, spot.column, layout->area.columns - layout->column, style,
                    word);
        if (action >= 0) canvas_spot(canvas, spot, action);
    }
    layout->column += wide + 1;
}

/* Word by word. */
static void comment_put(struct layout *layout, const struct pond_tree_node *node)
{
    const char *text = layout->screen->tree->memory.texts + node->text;
    const char *end = text + node->text_length;
    while (text < end) {
        char word[WORD_MAX];
        size_t length = 0;
        while (text + length < end && text[length] != ' ' && text[length] != '\n') length++;
        const size_t kept = length < sizeof word - 1 ? length : sizeof word - 1;
        memcpy(word, text, kept);
        word[kept] = '\0';
        if (kept > 0) word_put(layout, word, STYLE_QUIET, -1);
        text += length + 1;
    }
}

static void lay_out(struct layout *layout)
{
    const struct explore_screen *screen = layout->screen;
    const struct pond_tree *tree = screen->tree;
    layout->row = layout->column = layout->indent = layout->here = 0;
    comment_put(layout, pond_tree_node(tree, POND_TREE_ROOT));
    for (uint32_t i = 0; i < screen->item_count; i++) {
        const struct explore_item *item = &screen->items[i];
        const bool here = item->node == tree->at;
        const int indent = (int)(INDENT * item->depth);
        if (item->fresh) {
            if (layout->column > layout->indent) layout->row++;
            layout->indent = indent < INDENT_MOST ? indent : INDENT_MOST;
            layout->column = layout->indent;
        }
        word_put(layout, item->text, here ? STYLE_CHOSEN : STYLE_PLAIN,
                 (int32_t)(ACTION_TREE + item->node));
        if (here) layout->here = layout->row;
        comment_put(layout, pond_tree_node(tree, item->node));
    }
}

void explore_tree_draw(struct explore_screen *screen, struct area area)
{
    struct layout layout = {.screen = screen, .area = area};
    lay_out(&layout);
    const int rows = layout.row + 1;
    layout.top = layout.here - area.rows / 2;
    if (layout.top > rows - area.rows) layout.top = rows - area.rows;
    if (layout.top < 0) layout.top = 0;
    layout.draws = true;
    lay_out(&layout);
}
