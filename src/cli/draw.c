/* draw.c: positions drawn with characters, for people: the board, whose turn it is, what they can
 * do.
 *
 * Letters and signs carry everything; there is no colour to miss. */
#include <string.h>

#include "cli.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"
#include "voice.h"

/* The signs that differ between UTF-8 and ASCII. */
struct signs {
    const char *empty, *side, *corner[4], *across, *crown, *flower, *water, *clockwise;
};

static const struct signs signs_utf8 = {"·", "│", {"┌", "┐", "└", "┘"}, "─", "♛", "✿", "≈", "↻"};
static const struct signs signs_ascii = {".", "|", {"+", "+", "+", "+"}, "-", "^", "*", "~", ">"};

/* ---- Rrib-bit ---- */

static void arena_edge(FILE *out, const struct signs *signs, bool top)
{
    fprintf(out, "           %s", signs->corner[top ? 0 : 2]);
    for (int i = 0; i < 7; i++) fputs(signs->across, out);
    fprintf(out, "%s\n", signs->corner[top ? 1 : 3]);
}

static void draw_rribbit(FILE *out, const struct cli *cli, const struct signs *signs,
                         const struct pond_state *whole, bool over, pond_seats seats)
{
    (void)seats;
    const struct rribbit_state *state = (const struct rribbit_state *)whole;
    fputs("     a b c   d e f   g h i\n", out);
    for (int row = 6; row >= 0; row--) {
        if (row == 4) arena_edge(out, signs, true);
        fprintf(out, "  %d  ", row + 1);
        for (int column = 0; column < 9; column++) {
            const uint64_t pad = UINT64_C(1) << (row * 9 + column);
            const bool edge = column == 3 || column == 6;
            if (edge) fprintf(out, "%s ", row >= 2 && row <= 4 ? signs->side : " ");
            fprintf(out, "%s ",
                    (state->frogs[0] & pad) != 0   ? "L"
                    : (state->frogs[1] & pad) != 0 ? "D"
                                                   : signs->empty);
        }
        fprintf(out, " %d\n", row + 1);
        if (row == 2) arena_edge(out, signs, false);
    }
    fputs("     a b c   d e f   g h i\n\n", out);
    if (over) return;
    fprintf(out, "%s\n", said(cli, state->side == 0 ? SAY_DRAW_LIGHT_MOVES : SAY_DRAW_DARK_MOVES));
    if (rribbit_has_row(state->frogs[1 - state->side])) {
        fprintf(out, "%s\n",
                said(cli, state->side == 1 ? SAY_RRIBBIT_ROW_LIGHT : SAY_RRIBBIT_ROW_DARK));
    }
    if (state->counting) {
        char light[8], dark[8];
        snprintf(light, sizeof light, "%d", state->used[0]);
        snprintf(dark, sizeof dark, "%d", state->used[1]);
        say(out, cli, SAY_DRAW_COUNT, light, dark);
        fputc('\n', out);
    }
}

/* ---- Quibbit ---- */

#define CELL 10

static char color_letter(const struct quibbit_state *state, int frog)
{
    return "RGYB"[state->color[frog]];
}

/* One tile: its number, what it is, and who sits there: `7 R (G♛)`. Returns the columns taken. */
static int tile_print(FILE *out, const struct signs *signs, const struct quibbit_state *state,
                      int tile)
{
    const int kind = quibbit_tile_kind(state, tile);
    int taken = fprintf(out, "%d ", tile) + 1;
    if (kind == QUIBBIT_FLOWER) {
        fputs(signs->flower, out);
    } else if (kind == QUIBBIT_WATER) {
        fputs(signs->water, out);
    } else {
        fputc(color_letter(state, kind), out);
    }
    for (int frog = 0; frog < state->frogs; frog++) {
        if (state->progress[frog] == QUIBBIT_NOWHERE || state->tile[frog] != tile) continue;
        const bool dummy = frog >= state->seats;
        const char letter = color_letter(state, frog);
        fprintf(out, " (%c%s)", dummy ? letter - 'A' + 'a' : letter,
                state->crown == frog ? signs->crown : "");
        taken += state->crown == frog ? 5 : 4;
    }
    return taken;
}

/* Which tile of the ring lies at a place of the square's rim, clockwise from the top left; -1 for
 * the inside, 15 for the one place that fifteen tiles leave free. */
static int tile_at(int side, int row, int column)
{
    if (row == 0) return column;
    if (column == side - 1) return side - 1 + row;
    if (row == side - 1) return 3 * (side - 1) - column;
    return column == 0 ? 4 * (side - 1) - row : -1;
}

/* The ring as the rim of a square: twelve tiles fit the rim of 4 by 4, fifteen that of 5 by 5 with
 * a place to spare. One arrow shows the way. */
static void ring_print(FILE *out, const struct signs *signs, const struct quibbit_state *state)
{
    const int side = state->tiles == 12 ? 4 : 5;
    for (int row = 0; row < side; row++) {
        int column_now = 0; /* how far the line is written, so that no blanks end it */
        for (int column = 0; column < side; column++) {
            const int tile = tile_at(side, row, column);
            const bool arrow = side == 4 ? row == 2 && column == 1 : tile == 15;
            if ((tile < 0 || tile >= state->tiles) && !arrow) continue;
            const int start = 2 + CELL * column;
            fprintf(out, "%*s", start - column_now, "");
            if (arrow) fputs(signs->clockwise, out);
            column_now = start + (arrow ? 1 : tile_print(out, signs, state, tile));
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void cards_text(char *out, unsigned cards)
{
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((cards >> card & 1) != 0) *out++ = (char)('0' + card);
    }
    *out = '\0';
}

static void frog_print(FILE *out, const struct cli *cli, const struct signs *signs,
                       const struct quibbit_state *state, int frog)
{
    const bool dummy = frog >= state->seats;
    char number[16], tile[16], hand[8], lost[8];
    snprintf(number, sizeof number, "%d", frog + 1);
    fprintf(out, "  %c  ", color_letter(state, frog));
    say(out, cli, dummy ? SAY_DUMMY : SAY_FORM_SEAT, number, NULL);
    fputs(said(cli, SAY_COLON), out);
    if (state->progress[frog] == QUIBBIT_NOWHERE) {
        const bool out_of_play = !dummy && (state->in_play >> frog & 1) == 0;
        fprintf(out, "%s", said(cli, out_of_play ? SAY_OUT : SAY_QUIBBIT_NOT_PLACED));
        if (out_of_play) {
            fputc('\n', out);
            return;
        }
    } else {
        /* as the rules count it (Q3): written positions add a ring, so that none is negative */
        snprintf(number, sizeof number, "%d", (int)state->progress[frog] - state->tiles);
        snprintf(tile, sizeof tile, "%d", state->tile[frog]);
        say(out, cli, SAY_DRAW_TILE, tile, number);
    }
    cards_text(hand, dummy ? state->deck : state->hand[frog]);
    cards_text(lost, QUIBBIT_HAND_FULL & ~(unsigned)state->hand[frog]);
    fputs(", ", out);
    say(out, cli, dummy ? SAY_HAND_HAS : SAY_DRAW_HAND, hand[0] != '\0' ? hand : "-", NULL);
    if (!dummy && lost[0] != '\0') {
        fputs(", ", out);
        say(out, cli, SAY_DRAW_LOST, lost, NULL);
    }
    if (state->crown == frog) fprintf(out, ", %s %s", said(cli, SAY_DRAW_CROWN), signs->crown);
    fputc('\n', out);
}

static void draw_quibbit(FILE *out, const struct cli *cli, const struct signs *signs,
                         const struct pond_state *whole, bool over, pond_seats seats)
{
    (void)over, (void)seats;
    const struct quibbit_state *state = quibbit_state_of(whole);
    char number[16];
    snprintf(number, sizeof number, "%u", state->round);
    fputs("  ", out);
    say(out, cli, state->round > 0 ? SAY_DRAW_ROUND : SAY_DRAW_PLACEMENT, number, NULL);
    fputs("\n\n", out);
    ring_print(out, signs, state);
    for (int frog = 0; frog < state->frogs; frog++) frog_print(out, cli, signs, state, frog);
    fputc('\n', out);
}

/* ---- Quibbles ---- */

static void pile_text(char out[160], quibbles_cards cards, const char *between)
{
    size_t length = 0;
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = 0; i < quibbles_count(cards, value) && length + 4 < 160; i++) {
            length += (size_t)snprintf(out + length, 160 - length, "%s%d",
                                       length > 0 ? between : "", value);
        }
    }
    if (length == 0) memcpy(out, "-", 2);
}

static void draw_quibbles(FILE *out, const struct cli *cli, const struct signs *signs,
                          const struct pond_state *whole, bool over, pond_seats seats)
{
    (void)over;
    const struct quibbles_state *state = (const struct quibbles_state *)whole;
    const struct quibbles_table *table = &state->table;
    char cards[160], number[16], other[16];
    (void)signs;
    pile_text(cards, table->display, "  ");
    fprintf(out, "  %s%s%s\n  ", said(cli, SAY_DRAW_DISPLAY), said(cli, SAY_COLON), cards);
    snprintf(number, sizeof number, "%d", quibbles_size(state->draw_pile));
    snprintf(other, sizeof other, "%d", quibbles_size(table->discards));
    say(out, cli, SAY_DRAW_PILES, number, other);
    fputs("\n\n", out);
    for (int seat = 0; seat < table->players; seat++) {
        snprintf(number, sizeof number, "%d", seat + 1);
        fprintf(out, "  %s ", table->seat == seat && table->reason == 0 ? ">" : " ");
        say(out, cli, SAY_FORM_SEAT, number, NULL);
        fputs(said(cli, SAY_COLON), out);
        pile_text(cards, state->hands[seat], "");
        snprintf(number, sizeof number, "%d", quibbles_size(state->hands[seat]));
        if ((seats >> seat & 1) != 0)
            say(out, cli, SAY_DRAW_HAND, cards, NULL);
        else
            say(out, cli, SAY_CARDS, number, NULL);
        fputs(", ", out);
        pile_text(cards, table->collections[seat], "+");
        snprintf(number, sizeof number, "%d/%d", quibbles_total(table->collections[seat]),
                 QUIBBLES_GOAL);
        say(out, cli, SAY_DRAW_COLLECTION, cards, number);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* ---- All ---- */

/* What a seat can do, up to a few lines of it. */
static void choices_print(FILE *out, const struct cli *cli, const struct pond_game *game,
                          const struct pond_state *state, int seat)
{
    static struct pond_move_list moves;
    char list[1800], number[16];
    struct pond_text text = pond_text_in(list, sizeof list - 8);
    pond_moves_write(game, state, seat, &moves);
    for (int i = 0; i < moves.count && !text.full; i++) {
        if (text.length + POND_MOVE_TEXT_MAX + 8 > text.size) {
            pond_text_string(&text, " ...");
            break;
        }
        if (i > 0) pond_text_char(&text, ' ');
        pond_text_string(&text, moves.text[moves.order[i]]);
    }
    snprintf(number, sizeof number, "%d", moves.count);
    say(out, cli, SAY_LEGAL, number, NULL);
    fputc('\n', out);
    wrap(out, list, 2);
}

static void turn_print(FILE *out, const struct cli *cli, const struct pond_game *game,
                       const struct pond_state *state, pond_seats asked)
{
    const pond_seats turn = game->turn(state);
    char seats[2 * POND_SEATS_MAX + 1] = "";
    size_t length = 0;
    int count = 0;
    if (turn == POND_SEAT(POND_CHANCE)) {
        fprintf(out, "%s\n", said(cli, SAY_TURN_CHANCE));
        return;
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        if (count++ > 0) seats[length++] = ' ';
        seats[length++] = (char)('1' + seat);
    }
    seats[length] = '\0';
    say(out, cli, count == 1 ? SAY_TURN_ONE : SAY_TURN_MANY, seats, NULL);
    fputc('\n', out);
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if ((turn & asked & POND_SEAT(seat)) == 0) continue;
        if (count > 1) {
            const char number[] = {(char)('1' + seat), '\0'};
            say(out, cli, SAY_PLAYER, number, NULL);
            fputs(said(cli, SAY_COLON), out);
        }
        choices_print(out, cli, game, state, seat);
    }
}

/* A game without a drawing of its own is shown as its position is written. */
static void draw_text(FILE *out, const struct pond_game *game, const struct pond_state *state)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    game->state_print(state, &text);
    fprintf(out, "%s\n", memory);
}

struct drawing {
    const struct pond_game *game;
    void (*draw)(FILE *out, const struct cli *cli, const struct signs *signs,
                 const struct pond_state *state, bool over, pond_seats seats);
};

static const struct drawing drawings[] = {{&pond_rribbit, draw_rribbit},
                                          {&pond_quibbit, draw_quibbit},
                                          {&pond_quibbles, draw_quibbles},
                                          {NULL, NULL}};

void draw_seats(FILE *out, const struct cli *cli, const struct pond_game *game,
                const struct pond_state *state, struct pond_result result, pond_seats seats)
{
    const bool utf8 = locale_has_utf8() && !cli->given[FLAG_ASCII];
    const struct signs *signs = utf8 ? &signs_utf8 : &signs_ascii;
    const bool over = result.outcome != POND_GOES_ON;
    const struct drawing *drawing = drawings;
    while (drawing->game != NULL && drawing->game != game) drawing++;
    if (drawing->game != NULL) drawing->draw(out, cli, signs, state, over, seats);
    if (drawing->game == NULL) draw_text(out, game, state);
    if (over) {
        say_result(out, cli, result);
    } else {
        turn_print(out, cli, game, state, seats);
    }
}

void draw_state(FILE *out, const struct cli *cli, const struct pond_game *game,
                const struct pond_state *state, struct pond_result result)
{
    draw_seats(out, cli, game, state, result, (pond_seats)~0);
}
