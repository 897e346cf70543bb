/* notation.c: moves, positions and setups of Quibbles as text. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define FIELDS 7 /* of a position's text */

/* ---- The notation of moves ---- */

static void cards_print(quibbles_cards cards, struct pond_text *out)
{
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(cards, value); i > 0; i--) {
            pond_text_char(out, (char)('0' + value));
        }
    }
}

void pond_quibbles_move_print(const struct pond_state *memory, int seat, pond_move move,
                              struct pond_text *out)
{
    (void)memory, (void)seat;
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    struct quibbles_grouping grouping;
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_CHANCE: pond_text_number(out, (int64_t)move); break;
    case QUIBBLES_SPLIT:
        cards_print(played, out);
        pond_text_char(out, '=');
        pond_quibbles_grouping_find(&grouping, taken, quibbles_lowest(played));
        pond_text_bytes(out, grouping.text, (size_t)grouping.length);
        break;
    case QUIBBLES_COMBINE:
        cards_print(played, out);
        pond_text_char(out, '=');
        cards_print(taken, out);
        break;
    case QUIBBLES_DRAW:
        pond_text_char(out, '+');
        cards_print(played, out);
        break;
    case QUIBBLES_STASH:
        pond_text_char(out, '!');
        cards_print(played, out);
        if (taken != 0) pond_text_char(out, '/');
        cards_print(taken, out);
        break;
    case QUIBBLES_KEEP: pond_text_char(out, '-'); break;
    case QUIBBLES_PASS: pond_text_string(out, "pass"); break;
    }
}

/* A part of a text. */
struct piece {
    const char *at;
    size_t length;
};

/* Cuts a text at each separator; returns how many pieces there are, stores no more than `max`. */
static int pieces_cut(struct piece text, char separator, struct piece pieces[], int max)
{
    int count = 0;
    const char *const end = text.at + text.length;
    for (const char *at = text.at;; at++) {
        const char *from = at;
        while (at < end && *at != separator) at++;
        if (count < max) pieces[count] = (struct piece){from, (size_t)(at - from)};
        count++;
        if (at == end) return count;
    }
}

static bool refuse_piece(struct pond_error *why, enum pond_word word, struct piece piece)
{
    char text[POND_ERROR_ARGUMENT_MAX + 1]; /* one more, so that a cut is seen to be one */
    struct pond_text copy = pond_text_in(text, sizeof text);
    pond_text_bytes(&copy, piece.at, piece.length);
    return pond_refuse_text(why, word, text);
}

static bool refuse_syntax(struct pond_error *why, const char *text)
{
    pond_refuse_text(why, POND_WORD_MOVE_SYNTAX, text);
    return pond_error_text(why, "6=114,33, 12=33, +5, !4, !4/1, -, pass");
}

/* Are these one or more digits? */
static bool all_digits(struct piece piece)
{
    for (size_t i = 0; i < piece.length; i++) {
        if (piece.at[i] < '0' || piece.at[i] > '9') return false;
    }
    return piece.length > 0;
}

/* The cards that digits stand for, in any order; no more digits than a byte can count. */
static bool digits_read(struct piece piece, quibbles_cards *cards, struct pond_error *why)
{
    *cards = 0;
    for (size_t i = 0; i < piece.length; i++) {
        const int value = piece.at[i] - '0';
        if (value >= QUIBBLES_VALUES) {
            return pond_refuse_number(why, POND_WORD_QUIBBLES_CARD_UNKNOWN, value);
        }
        *cards += quibbles_card(value);
    }
    return true;
}

/* Reads `+5`, `!4` or `!4/1` after its first character. */
static bool single_parse(const char *text, enum quibbles_kind kind, pond_move *move,
                         struct pond_error *why)
{
    quibbles_cards played, given_up = 0;
    const struct piece card = {text + 1, 1}, other = {text + 3, 1};
    if (text[1] == '\0' || !all_digits(card)) return refuse_syntax(why, text);
    const bool gives = kind == QUIBBLES_STASH && text[2] == '/' && text[3] != '\0';
    if (gives && !all_digits(other)) return refuse_syntax(why, text);
    if (text[gives ? 4 : 2] != '\0') return refuse_syntax(why, text);
    if (!digits_read(card, &played, why)) return false;
    if (gives && !digits_read(other, &given_up, why)) return false;
    *move = quibbles_move(kind, played, given_up);
    return true;
}

/* Is this a valid set for a card of that value? */
static bool set_check(struct piece set, quibbles_cards cards, int value, struct pond_error *why)
{
    if (set.length < 2) return refuse_piece(why, POND_WORD_QUIBBLES_SPLIT_ALONE, set);
    const int total = quibbles_total(cards);
    if (total == value) return true;
    refuse_piece(why, POND_WORD_QUIBBLES_SPLIT_TOTAL, set);
    pond_error_number(why, total);
    return pond_error_number(why, value);
}

/* Reads `6=114,33` and `12=33`, cut at the `=`. One card on the left is a SPLIT. */
static bool exchange_parse(const struct quibbles_state *state, const char *text, struct piece left,
                           struct piece right, pond_move *move, struct pond_error *why)
{
    const bool split = left.length == 1;
    struct piece sets[QUIBBLES_DISPLAY_MAX + 1];
    const int count = pieces_cut(right, split ? ',' : '=', sets, QUIBBLES_DISPLAY_MAX + 1);
    size_t size = 0;
    if (!all_digits(left)) return refuse_syntax(why, text);
    for (int i = 0; i < count && i <= QUIBBLES_DISPLAY_MAX; i++) {
        if (!all_digits(sets[i])) return refuse_syntax(why, text);
        size += sets[i].length;
    }
    if (left.length > QUIBBLES_COMBINE_MAX) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_COMBINE_COUNT,
                           quibbles_combine_max(&state->table));
        return pond_error_number(why, (int64_t)left.length);
    }
    if (size > QUIBBLES_DISPLAY_MAX) {
        const int displayed = quibbles_size(state->table.display);
        pond_refuse_number(why, POND_WORD_QUIBBLES_DISPLAY_SIZE, displayed);
        return pond_error_text(why, split ? "B4" : "B5");
    }
    quibbles_cards played, taken = 0, cards;
    if (!digits_read(left, &played, why)) return false;
    if (split && played == quibbles_card(0)) {
        return pond_refuse(why, POND_WORD_QUIBBLES_SPLIT_ZERO);
    }
    for (int i = 0; i < count; i++) {
        if (!digits_read(sets[i], &cards, why)) return false;
        if (split && !set_check(sets[i], cards, quibbles_lowest(played), why)) return false;
        taken += cards;
    }
    *move = quibbles_move(split ? QUIBBLES_SPLIT : QUIBBLES_COMBINE, played, taken);
    return true;
}

bool pond_quibbles_move_parse(const struct pond_state *memory, int seat, const char *text,
                              pond_move *move, struct pond_error *why)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    if (seat == POND_CHANCE) {
        if (text[0] < '0' || text[0] > '9' || text[1] != '\0') {
            return pond_refuse_text(why, POND_WORD_QUIBBLES_CHANCE_FORM, text);
        }
        *move = (pond_move)(text[0] - '0');
        return true;
    }
    if (pond_text_equal(text, "-")) {
        *move = quibbles_kind_bits(QUIBBLES_KEEP);
        return true;
    }
    if (pond_text_equal(text, "pass")) {
        *move = quibbles_kind_bits(QUIBBLES_PASS);
        return true;
    }
    if (text[0] == '+') return single_parse(text, QUIBBLES_DRAW, move, why);
    if (text[0] == '!') return single_parse(text, QUIBBLES_STASH, move, why);
    struct piece sides[2];
    const struct piece whole = {text, strlen(text)};
    if (pieces_cut(whole, '=', sides, 2) != 2) return refuse_syntax(why, text);
    return exchange_parse(state, text, sides[0], sides[1], move, why);
}

/* ---- The notation of positions ---- */

static void heap_print(quibbles_cards cards, struct pond_text *out)
{
    if (cards == 0) pond_text_char(out, '-');
    cards_print(cards, out);
}

static void table_begin_print(const struct quibbles_table *table, struct pond_text *out)
{
    heap_print(table->display, out);
    for (int seat = 0; seat < table->players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : '/');
        heap_print(table->collections[seat], out);
    }
}

static void table_end_print(const struct quibbles_table *table, struct pond_text *out)
{
    pond_text_char(out, ' ');
    heap_print(table->discards, out);
    pond_text_char(out, ' ');
    pond_text_number(out, table->seat);
    pond_text_string(out, table->phase == QUIBBLES_ACT ? " act" : " stash");
}

void pond_quibbles_state_print(const struct pond_state *memory, struct pond_text *out)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    table_begin_print(&state->table, out);
    for (int seat = 0; seat < state->table.players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : ',');
        heap_print(state->hands[seat], out);
    }
    pond_text_char(out, ' ');
    heap_print(state->draw_pile, out);
    table_end_print(&state->table, out);
}

void pond_quibbles_view_print(const struct pond_view *look, struct pond_text *out)
{
    const struct quibbles_view *view = (const struct quibbles_view *)look;
    table_begin_print(&view->table, out);
    for (int seat = 0; seat < view->table.players; seat++) {
        pond_text_char(out, seat == 0 ? ' ' : ',');
        pond_text_number(out, view->hand_sizes[seat]);
    }
    pond_text_char(out, ' ');
    pond_text_number(out, view->draw_pile_size);
    table_end_print(&view->table, out);
}

void pond_quibbles_own_print(const struct pond_view *look, struct pond_text *hand,
                             struct pond_text *chosen)
{
    (void)chosen; /* one seat acts at a time, openly */
    for (quibbles_cards left = ((const struct quibbles_view *)look)->hand; left != 0;) {
        const int value = quibbles_lowest(left);
        pond_text_number(hand, value);
        left -= quibbles_card(value);
    }
}

/* Reads a heap of cards, ascending or `-`, and takes them out of what is `left` of the deck. */
static bool heap_parse(struct piece piece, int variant, quibbles_cards *left, quibbles_cards *cards,
                       struct pond_error *why)
{
    *cards = 0;
    if (piece.length == 1 && piece.at[0] == '-') return true;
    if (!all_digits(piece)) return refuse_piece(why, POND_WORD_QUIBBLES_CARDS_FORM, piece);
    for (size_t i = 0; i < piece.length; i++) {
        const int value = piece.at[i] - '0';
        if (value >= QUIBBLES_VALUES) {
            return refuse_piece(why, POND_WORD_QUIBBLES_CARDS_FORM, piece);
        }
        if (i > 0 && piece.at[i] < piece.at[i - 1]) {
            return refuse_piece(why, POND_WORD_QUIBBLES_CARDS_ORDER, piece);
        }
        if (quibbles_count(*left, value) == 0) {
            pond_refuse_number(why, POND_WORD_QUIBBLES_CARDS_MANY, value);
            return pond_error_number(why, quibbles_count(quibbles_deck(variant), value));
        }
        *left -= quibbles_card(value);
        *cards += quibbles_card(value);
    }
    return true;
}

/* Cuts a list with one piece per seat. */
static bool list_cut(const struct quibbles_table *table, struct piece text, char separator,
                     enum pond_word word, struct piece pieces[POND_SEATS_MAX],
                     struct pond_error *why)
{
    const int count = pieces_cut(text, separator, pieces, POND_SEATS_MAX);
    if (count == table->players) return true;
    pond_refuse_number(why, word, table->players);
    return pond_error_number(why, count);
}

static bool collections_parse(struct quibbles_table *table, struct piece text, quibbles_cards *left,
                              struct pond_error *why)
{
    struct piece pieces[POND_SEATS_MAX];
    if (!list_cut(table, text, '/', POND_WORD_QUIBBLES_LIST_COLLECTIONS, pieces, why)) return false;
    for (int seat = 0; seat < table->players; seat++) {
        quibbles_cards cards;
        if (!heap_parse(pieces[seat], table->variant, left, &cards, why)) return false;
        if (quibbles_size(cards) > QUIBBLES_COLLECTION_MAX) {
            return refuse_piece(why, POND_WORD_QUIBBLES_COLLECTION_SIZE, pieces[seat]);
        }
        if (quibbles_count(cards, 0) > 0) {
            return refuse_piece(why, POND_WORD_QUIBBLES_COLLECTION_ZERO, pieces[seat]);
        }
        table->collections[seat] = cards;
    }
    return true;
}

static bool hands_parse(struct quibbles_state *state, struct piece text, quibbles_cards *left,
                        struct pond_error *why)
{
    const struct quibbles_table *table = &state->table;
    struct piece pieces[POND_SEATS_MAX];
    if (!list_cut(table, text, ',', POND_WORD_QUIBBLES_LIST_HANDS, pieces, why)) return false;
    for (int seat = 0; seat < table->players; seat++) {
        quibbles_cards cards;
        if (!heap_parse(pieces[seat], table->variant, left, &cards, why)) return false;
        state->hands[seat] = cards;
    }
    return true;
}

/* One digit below the number of players. */
static bool seat_parse(int players, struct piece text, uint8_t *seat, struct pond_error *why)
{
    if (text.length == 1 && text.at[0] >= '0' && text.at[0] < '0' + players) {
        *seat = (uint8_t)(text.at[0] - '0');
        return true;
    }
    refuse_piece(why, POND_WORD_QUIBBLES_POSITION_SEAT, text);
    pond_error_number(why, players);
    return pond_error_number(why, players - 1);
}

static bool phase_parse(struct piece text, uint8_t *phase, struct pond_error *why)
{
    if (text.length == 3 && memcmp(text.at, "act", 3) == 0)
        *phase = QUIBBLES_ACT;
    else if (text.length == 5 && memcmp(text.at, "stash", 5) == 0)
        *phase = QUIBBLES_STASHES;
    else
        return refuse_piece(why, POND_WORD_QUIBBLES_POSITION_PHASE, text);
    return true;
}

/* Are the parts consistent, and has somebody won (B8, B13)? */
static bool position_judge(struct quibbles_table *table, quibbles_cards left,
                           struct pond_error *why)
{
    if (left != 0) {
        const int value = quibbles_lowest(left);
        const int all = quibbles_count(quibbles_deck(table->variant), value);
        pond_refuse_number(why, POND_WORD_QUIBBLES_CARDS_MISSING, value);
        pond_error_number(why, all);
        return pond_error_number(why, all - quibbles_count(left, value));
    }
    const int display_max = QUIBBLES_DISPLAY_MAX - (table->phase == QUIBBLES_ACT);
    if (quibbles_size(table->display) > display_max) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_POSITION_DISPLAY, quibbles_size(table->display));
        return pond_error_number(why, display_max);
    }
    for (int seat = 0; seat < table->players; seat++) {
        if (quibbles_total(table->collections[seat]) < QUIBBLES_GOAL) continue;
        if (table->reason != POND_REASON_NONE) {
            return pond_refuse(why, POND_WORD_QUIBBLES_POSITION_WON_TWICE);
        }
        table->winner = (uint8_t)seat;
        table->reason = POND_REASON_COLLECTION;
    }
    const bool at_own_stash = table->seat == table->winner && table->phase == QUIBBLES_STASHES;
    if (table->reason == POND_REASON_NONE || at_own_stash) return true;
    return pond_refuse_number(why, POND_WORD_QUIBBLES_POSITION_WON_PLACE, table->winner);
}

/* Splits a position into its fields; false if there are more or fewer. */
static bool fields_cut(const char *text, struct piece pieces[FIELDS], struct pond_error *why)
{
    const struct piece whole = {text, strlen(text)};
    if (whole.length >= POND_STATE_TEXT_MAX) return pond_refuse(why, POND_WORD_POSITION_TOO_LONG);
    const int count = pieces_cut(whole, ' ', pieces, FIELDS);
    if (count == FIELDS) return true;
    pond_refuse_text(why, POND_WORD_POSITION_FIELDS, pond_quibbles.title);
    pond_error_number(why, FIELDS);
    return pond_error_number(why, count);
}

bool pond_quibbles_state_parse(struct pond_state *memory, const struct pond_config *config,
                               const char *text, struct pond_error *why)
{
    struct quibbles_state read;
    struct quibbles_table *table = &read.table;
    struct piece pieces[FIELDS];
    if (!fields_cut(text, pieces, why)) return false;
    memset(&read, 0, sizeof read);
    pond_quibbles_table_clear(table, config);
    quibbles_cards left = quibbles_deck(table->variant), display, draw_pile, discards;
    if (!heap_parse(pieces[0], table->variant, &left, &display, why)) return false;
    if (!collections_parse(table, pieces[1], &left, why)) return false;
    if (!hands_parse(&read, pieces[2], &left, why)) return false;
    if (!heap_parse(pieces[3], table->variant, &left, &draw_pile, why)) return false;
    if (!heap_parse(pieces[4], table->variant, &left, &discards, why)) return false;
    if (!seat_parse(table->players, pieces[5], &table->seat, why)) return false;
    if (!phase_parse(pieces[6], &table->phase, why)) return false;
    table->display = display;
    table->discards = discards;
    read.draw_pile = draw_pile;
    if (!position_judge(table, left, why)) return false;
    memset(memory, 0, sizeof *memory);
    memcpy(memory->bytes, &read, sizeof read);
    return true;
}

#ifndef POND_RULES_ONLY

/* Hands of these sizes, "6,7,5": the observer's own, and for the others any cards that are left. */
static bool sizes_parse(struct quibbles_state *state, struct piece text, int observer,
                        quibbles_cards own, quibbles_cards *left, struct pond_error *why)
{
    const struct quibbles_table *table = &state->table;
    struct piece pieces[POND_SEATS_MAX];
    if (!list_cut(table, text, ',', POND_WORD_QUIBBLES_LIST_HANDS, pieces, why)) return false;
    for (int seat = 0; seat < table->players; seat++) {
        const char *at = pieces[seat].at;
        uint32_t size;
        const bool number = pond_read_number(&at, UINT8_MAX, &size);
        const bool fits = seat != observer || (int)size == quibbles_size(own);
        if (!number || at != pieces[seat].at + pieces[seat].length || !fits) {
            return refuse_piece(why, POND_WORD_QUIBBLES_CARDS_FORM, pieces[seat]);
        }
        if (seat == observer) state->hands[seat] = own;
        for (; seat != observer && size > 0 && *left != 0; size--) {
            const quibbles_cards card = quibbles_card(quibbles_lowest(*left));
            *left -= card;
            state->hands[seat] += card;
        }
    }
    return true;
}

bool pond_quibbles_view_parse(struct pond_state *memory, const struct pond_config *config,
                              int observer, const char *position, const char *hand,
                              struct pond_error *why)
{
    struct quibbles_state read;
    struct quibbles_table *table = &read.table;
    struct piece pieces[FIELDS];
    const struct piece held = {hand[0] != '\0' ? hand : "-", hand[0] != '\0' ? strlen(hand) : 1};
    if (!fields_cut(position, pieces, why)) return false;
    memset(&read, 0, sizeof read);
    pond_quibbles_table_clear(table, config);
    quibbles_cards left = quibbles_deck(table->variant), display, discards, own;
    if (!heap_parse(pieces[0], table->variant, &left, &display, why)) return false;
    if (!collections_parse(table, pieces[1], &left, why)) return false;
    if (!heap_parse(pieces[4], table->variant, &left, &discards, why)) return false;
    if (!heap_parse(held, table->variant, &left, &own, why)) return false;
    if (!sizes_parse(&read, pieces[2], observer, own, &left, why)) return false;
    if (!seat_parse(table->players, pieces[5], &table->seat, why)) return false;
    if (!phase_parse(pieces[6], &table->phase, why)) return false;
    const char *at = pieces[3].at;
    uint32_t pile;
    if (!pond_read_number(&at, UINT8_MAX, &pile) || (int)pile != quibbles_size(left)) {
        return refuse_piece(why, POND_WORD_QUIBBLES_CARDS_FORM, pieces[3]);
    }
    table->display = display;
    table->discards = discards;
    read.draw_pile = left;
    if (!position_judge(table, 0, why)) return false;
    memset(memory, 0, sizeof *memory);
    memcpy(memory->bytes, &read, sizeof read);
    return true;
}

#endif

void pond_quibbles_setup_print(const struct pond_state *memory, int hidden_from,
                               struct pond_text *out)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    heap_print(state->table.display, out);
    for (int seat = 0; seat < state->table.players; seat++) {
        pond_text_char(out, ' ');
        if (hidden_from < 0 || hidden_from == seat) {
            heap_print(state->hands[seat], out);
        } else {
            for (int i = quibbles_size(state->hands[seat]); i > 0; i--) pond_text_char(out, '?');
        }
    }
    pond_text_char(out, ' ');
    pond_text_number(out, state->table.seat);
}

bool pond_quibbles_setup_parse(const struct pond_config *config, const char *text,
                               pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                               struct pond_error *why)
{
    const int players = quibbles_players(config), variant = config->value[QUIBBLES_OPTION_VARIANT];
    const int parts = players + 2;
    struct piece pieces[POND_SEATS_MAX + 2];
    const struct piece whole = {text, strlen(text)};
    const int count = pieces_cut(whole, ' ', pieces, POND_SEATS_MAX + 2);
    if (count != parts) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_SETUP_PARTS, players);
        pond_error_number(why, parts);
        return pond_error_number(why, count);
    }
    quibbles_cards left = quibbles_deck(variant), cards;
    for (int i = 0; i < players; i++) left -= quibbles_config_collection(config, i);
    pond_move read[POND_SETUP_MAX];
    int read_count = 0;
    for (int i = 0; i < parts - 1; i++) {
        if (!heap_parse(pieces[i], variant, &left, &cards, why)) return false;
        if (quibbles_size(cards) != QUIBBLES_DEAL) {
            return refuse_piece(why, POND_WORD_QUIBBLES_SETUP_SIX, pieces[i]);
        }
        for (int j = 0; j < QUIBBLES_DEAL; j++) {
            read[read_count++] = (pond_move)(pieces[i].at[j] - '0');
        }
    }
    uint8_t beginner = 0;
    if (!seat_parse(players, pieces[parts - 1], &beginner, why)) return false;
    if (quibbles_first_seat(config) < 0) {
        read[read_count++] = beginner;
    } else if (beginner != quibbles_first_seat(config)) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_SETUP_FIRST, beginner);
        return pond_error_number(why, quibbles_first_seat(config));
    }
    memcpy(outcomes, read, (size_t)read_count * sizeof read[0]);
    *outcome_count = read_count;
    return true;
}
