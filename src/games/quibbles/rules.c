/* rules.c: the rules of Quibbles, a card game for two to five about splitting and adding up.
 *
 * The rules, with the numbers that code, tests and messages refer to:
 *
 * B1   The deck: 4 zeros, 22 each of ones, twos and threes, 24 fours, 26 fives, 28 sixes and 7
 *      sevens. The variant `first-game` leaves the zeros and sevens in the box and so ends at 6.
 * B2   Six cards lie open as the display, everybody is dealt six, and a seat is drawn to begin,
 *      unless the option `first` names it.
 * B3   A turn is an action, then an optional stash, then the refill, then a look whether the
 *      hand is empty. The action and the stash are a decision each.
 * B4   SPLIT: lay a card of 1 or more aside and take sets of display cards; every set has at least
 *      two cards and adds up to the card played. A zero fits into any set.
 * B5   COMBINE: lay 2 to 7 cards aside that add up to 7 at most (`first-game`: 6 and 6) and take
 *      cards from the display whose value is that sum, one or more of them.
 * B6   DRAW: add a card of one's hand to the display and draw two.
 * B7   STASH: with at least v cards of a value v in hand (never a zero), collect one and lay the
 *      others of that value aside. A collection has six places; a full one gives up a card first.
 * B8   A collection of 21 or more wins at once.
 * B9   The refill brings the display up to six cards. Ten or more are cleared away, and six new
 *      cards are laid.
 * B10  If the turn leaves a hand empty, all hands are laid aside and everybody is dealt six, first
 *      the seat whose hand was empty.
 * B11  When a card is needed and the draw pile is used up, the discards become the draw pile. When
 *      there is no card at all, play goes on without; a seat with an empty hand passes.
 * B12  Everything is open but the hands and what is dealt or drawn into them. What the open part
 *      says about a hand is kept as bounds.
 * B13  A win stops everything where it is: no refill, no deal, the turn stays.
 * B15  A head start (house rule): a collection may begin with a card of 1 to 6 from the deck.
 *
 * How it is done here. Cards of one value are all the same and no order is kept, so every heap of
 * cards is eight counters in one word, one byte a value, and heaps are added, taken away and
 * compared as whole words. The draw pile has no order either: chance draws from it one card at a
 * time, by how many of each value are left. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define TAKINGS_MAX 26 /* different unions of sets of one total in a display, see the tests */

static const struct pond_option options[QUIBBLES_OPTIONS] = {
    [QUIBBLES_OPTION_PLAYERS] = {.name = "players",
                                 .kind = POND_OPTION_CHOICE,
                                 .choices = "2|3|4|5",
                                 .standard = "2",
                                 .help = {.word = POND_WORD_OPTION_PLAYERS}},
    [QUIBBLES_OPTION_VARIANT] = {.name = "variant",
                                 .kind = POND_OPTION_CHOICE,
                                 .choices = "standard|first-game",
                                 .standard = "standard",
                                 .help = {.word = POND_WORD_QUIBBLES_OPTION_VARIANT}},
    [QUIBBLES_OPTION_FIRST] = {.name = "first",
                               .kind = POND_OPTION_CHOICE,
                               .choices = "random|0|1|2|3|4",
                               .standard = "random",
                               .help = {.word = POND_WORD_QUIBBLES_OPTION_FIRST}},
    [QUIBBLES_OPTION_HEADSTART] = {.name = "headstart",
                                   .kind = POND_OPTION_SEATS,
                                   .choices = "0",
                                   .written = "<digits>",
                                   .number_max = QUIBBLES_HEADSTART_MAX,
                                   .standard = "0",
                                   .help = {.word = POND_WORD_QUIBBLES_OPTION_HEADSTART}},
};

/* ---- Setup ---- */

static bool check(struct pond_config *config, struct pond_error *why)
{
    const int first = quibbles_first_seat(config), players = quibbles_players(config);
    if (first < players) return true;
    pond_refuse_number(why, POND_WORD_QUIBBLES_FIRST_SEAT, first + 1);
    return pond_error_number(why, players);
}

static uint8_t seats(const struct pond_config *config) { return (uint8_t)quibbles_players(config); }

/* An empty table; every byte is set, for states are compared as bytes. */
void pond_quibbles_table_clear(struct quibbles_table *table, const struct pond_config *config)
{
    memset(table, 0, sizeof *table);
    table->players = seats(config);
    table->variant = (uint8_t)config->value[QUIBBLES_OPTION_VARIANT];
    table->in_play = (pond_seats)(POND_SEAT(table->players) - 1);
    for (int seat = 0; seat < table->players; seat++) quibbles_bounds_forget(table, seat);
}

static void setup(struct pond_state *memory, const struct pond_config *config)
{
    memset(memory, 0, sizeof *memory);
    struct quibbles_state *state = (struct quibbles_state *)memory;
    struct quibbles_table *table = &state->table;
    pond_quibbles_table_clear(table, config);
    table->draw_beginner = quibbles_first_seat(config) < 0;
    table->seat = table->draw_beginner ? 0 : (uint8_t)quibbles_first_seat(config);
    table->due = QUIBBLES_DUE_DISPLAY;
    table->due_count = QUIBBLES_DEAL;
    state->draw_pile = quibbles_deck(table->variant);
    for (int seat = 0; seat < table->players; seat++) {
        table->collections[seat] = quibbles_config_collection(config, seat);
        state->draw_pile -= table->collections[seat];
    }
}

static pond_seats turn(const struct pond_state *memory)
{
    const struct quibbles_table *table = &((const struct quibbles_state *)memory)->table;
    if (table->reason != POND_REASON_NONE) return 0;
    return POND_SEAT(table->due != QUIBBLES_DUE_NOTHING ? POND_CHANCE : table->seat);
}

/* ---- The moves ---- */

/* The cards that a COMBINE plays and the sets that a SPLIT takes, in both cases without zeros. */
struct sum {
    quibbles_cards cards;
    pond_move played, taken; /* the same cards in the two fields of a move */
    int count;
};

#define FIELD(width, a, b, c, d, e, f, g)                                                          \
    ((uint64_t)a << (width) | (uint64_t)b << 2 * (width) | (uint64_t)c << 3 * (width) |            \
     (uint64_t)d << 4 * (width) | (uint64_t)e << 5 * (width) | (uint64_t)f << 6 * (width) |        \
     (uint64_t)g << 7 * (width))
#define SUM(a, b, c, d, e, f, g)                                                                   \
    {.cards = FIELD(8, a, b, c, d, e, f, g),                                                       \
     .played = FIELD(3, a, b, c, d, e, f, g) << 32,                                                \
     .taken = FIELD(4, a, b, c, d, e, f, g),                                                       \
     .count = a + b + c + d + e + f + g},

static const struct sum sums[] = {QUIBBLES_SUMS(SUM, SUM)};

/* The sums of a total are those from one of these indices to the next. */
static const uint8_t sums_from[QUIBBLES_VALUES + 1] = {0, 1, 2, 4, 7, 12, 19, 30, 45};
#define SUMS_OF_ONE_MAX 15

_Static_assert(sizeof sums / sizeof sums[0] == 45, "sums_from ends where sums does");

static inline pond_move played_bits(int value) { return (pond_move)1 << (32 + 3 * value); }

static inline pond_move taken_bits(int value) { return (pond_move)1 << 4 * value; }

/* A flag for every value of which there are cards; walk them with ctz / 8. */
static inline uint64_t present(quibbles_cards cards)
{
    return (cards + 0x7f * QUIBBLES_EACH) & QUIBBLES_TOP_BITS;
}

static int moves_chance(const struct quibbles_state *state, pond_move out[])
{
    int count = 0;
    if (state->table.due == QUIBBLES_DUE_BEGINNER) {
        for (; count < state->table.players; count++) out[count] = (pond_move)count;
        return count;
    }
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        out[count] = (pond_move)value;
        count += quibbles_count(state->draw_pile, value) > 0;
    }
    return count;
}

/* The sums of a total that the cards can make, from number `from` on; without branches. */
static inline int sums_fit(quibbles_cards cards, int total, int from,
                           const struct sum *fit[SUMS_OF_ONE_MAX])
{
    int count = 0;
    for (int i = sums_from[total] + from; i < sums_from[total + 1]; i++) {
        fit[count] = &sums[i];
        count += quibbles_holds(cards, sums[i].cards);
    }
    return count;
}

/* The COMBINEs that take cards of value `total`: every sum in the hand, with zeros or without, and
 * every number of cards to take. */
static pond_move *moves_combine(quibbles_cards hand, quibbles_cards display, int total,
                                pond_move *out)
{
    const int zeros = quibbles_count(hand, 0), takable = quibbles_count(display, total);
    const struct sum *fit[SUMS_OF_ONE_MAX];
    /* The card that is the total by itself is no COMBINE without a zero. */
    const int fit_count = sums_fit(hand, total, zeros == 0, fit);
    for (int i = 0; i < fit_count; i++) {
        const struct sum *sum = fit[i];
        const int zeros_min = sum->count < 2 ? 2 - sum->count : 0;
        const int room = QUIBBLES_COMBINE_MAX - sum->count;
        for (int zero = zeros_min; zero <= zeros && zero <= room; zero++) {
            const pond_move move = quibbles_kind_bits(QUIBBLES_COMBINE) | sum->played;
            for (int taken = 1; taken <= takable; taken++) {
                *out++ = (move + (pond_move)zero * played_bits(0)) | (pond_move)taken << 4 * total;
            }
        }
    }
    return out;
}

/* What the sets of a SPLIT may add up to, zeros and cards of the value itself apart. */
struct takings {
    quibbles_cards cards[TAKINGS_MAX];
    pond_move taken[TAKINGS_MAX];
    uint8_t last[TAKINGS_MAX]; /* the last set of each, as an index into those that fit */
    int count;
};

static inline bool takings_hold(const struct takings *takings, int from, quibbles_cards cards)
{
    for (int i = from; i < takings->count; i++) {
        if (takings->cards[i] == cards) return true;
    }
    return false;
}

/* Finds every different union of sets that total `value` in the display. The list is its own queue:
 * each union is extended by sets that come no earlier than its last one. That way the first way
 * to find a union is the one that comes first in the order of the sets, and since the beginning of
 * such a first way is a first way too, dropping the later ones loses nothing. */
static void takings_find(struct takings *takings, quibbles_cards display, int value)
{
    const struct sum *fit[SUMS_OF_ONE_MAX];
    const int fit_count = sums_fit(display, value, 1, fit);
    takings->cards[0] = 0;
    takings->taken[0] = 0;
    takings->last[0] = 0;
    takings->count = 1;
    for (int i = 0; i < takings->count; i++) {
        for (int j = takings->last[i]; j < fit_count; j++) {
            const quibbles_cards cards = takings->cards[i] + fit[j]->cards;
            if (i > 0 && !quibbles_holds(display, cards)) continue;
            if (i > 0 && takings_hold(takings, i, cards)) continue;
            assert(takings->count < TAKINGS_MAX);
            takings->cards[takings->count] = cards;
            takings->taken[takings->count] = takings->taken[i] + fit[j]->taken;
            takings->last[takings->count++] = (uint8_t)j;
        }
    }
}

/* The SPLITs of a card: every union of sets, with as many sets that are the value itself and zeros
 * (each needs one) as the display has, and with any of the other zeros, which fit anywhere. */
static pond_move *moves_split(quibbles_cards display, int value, pond_move *out)
{
    struct takings takings;
    takings_find(&takings, display, value);
    const pond_move move = quibbles_kind_bits(QUIBBLES_SPLIT) | played_bits(value);
    const int zeros = quibbles_count(display, 0), same = quibbles_count(display, value);
    for (int i = 1; i < takings.count; i++) *out++ = move | takings.taken[i];
    for (int zero = 1; zero <= zeros; zero++) {
        for (int own = 0; own <= same && own <= zero; own++) {
            const pond_move others = (pond_move)own * taken_bits(value) + (pond_move)zero;
            for (int i = own == 0; i < takings.count; i++) {
                *out++ = move | (takings.taken[i] + others);
            }
        }
    }
    return out;
}

/* There are at most 509: with the display 666777777 and all other cards in the hand. A display has
 * nine cards at most here (B9), and more cards in the hand never take a move away; so trying every
 * display of up to nine cards, each with the rest of the deck in the hand, covers all positions.
 * The tests do that, and show in passing that TAKINGS_MAX is enough. */
static int moves_act(const struct quibbles_state *state, pond_move out[])
{
    const quibbles_cards hand = state->hands[state->table.seat], display = state->table.display;
    pond_move *end = out;
    if (hand == 0) {
        out[0] = quibbles_kind_bits(QUIBBLES_PASS);
        return 1;
    }
    for (uint64_t left = present(hand); left != 0; left &= left - 1) {
        *end++ = quibbles_kind_bits(QUIBBLES_DRAW) | played_bits(quibbles_lowest(left));
    }
    for (uint64_t left = present(display); left != 0; left &= left - 1) {
        end = moves_combine(hand, display, quibbles_lowest(left), end);
    }
    for (uint64_t left = present(hand & ~(uint64_t)0xff); left != 0; left &= left - 1) {
        end = moves_split(display, quibbles_lowest(left), end);
    }
    return (int)(end - out);
}

static int moves_stash(const struct quibbles_state *state, pond_move out[])
{
    const quibbles_cards hand = state->hands[state->table.seat];
    const quibbles_cards collection = state->table.collections[state->table.seat];
    const bool full = quibbles_size(collection) == QUIBBLES_COLLECTION_MAX;
    int count = 0;
    out[count++] = quibbles_kind_bits(QUIBBLES_KEEP);
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        if (quibbles_count(hand, value) < value) continue;
        const pond_move move = quibbles_kind_bits(QUIBBLES_STASH) | played_bits(value);
        if (!full) out[count++] = move;
        for (uint64_t left = full ? present(collection) : 0; left != 0; left &= left - 1) {
            out[count++] = move | taken_bits(quibbles_lowest(left));
        }
    }
    return count;
}

static int moves(const struct pond_state *memory, int seat, pond_move out[POND_MOVES_MAX])
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    if ((turn(memory) & POND_SEAT(seat)) == 0) return 0;
    if (seat == POND_CHANCE) return moves_chance(state, out);
    return state->table.phase == QUIBBLES_ACT ? moves_act(state, out) : moves_stash(state, out);
}

static uint32_t weight(const struct pond_state *memory, pond_move outcome)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    if (state->table.due == QUIBBLES_DUE_BEGINNER) return 1;
    return (uint32_t)quibbles_count(state->draw_pile, (int)outcome);
}

static int chance(const struct pond_state *memory, pond_move outcomes[POND_CHANCE_MAX],
                  uint32_t weights[POND_CHANCE_MAX])
{
    const int count = moves_chance((const struct quibbles_state *)memory, outcomes);
    for (int i = 0; i < count; i++) weights[i] = weight(memory, outcomes[i]);
    return count;
}

/* ---- The course of a turn ---- */

static int next_in_play(const struct quibbles_table *table, int seat)
{
    do {
        seat = seat + 1 < table->players ? seat + 1 : 0;
    } while ((table->in_play & POND_SEAT(seat)) == 0);
    return seat;
}

static void turn_next(struct quibbles_table *table)
{
    table->seat = (uint8_t)next_in_play(table, table->seat);
    table->phase = QUIBBLES_ACT;
    quibbles_due_set(table, QUIBBLES_DUE_NOTHING, 0, 0);
}

static void redeal_begin(struct quibbles_state *state)
{
    struct quibbles_table *table = &state->table;
    for (int seat = 0; seat < table->players; seat++) {
        table->discards += state->hands[seat];
        state->hands[seat] = 0;
        quibbles_bounds_forget(table, seat);
    }
    quibbles_due_set(table, QUIBBLES_DUE_REDEAL, QUIBBLES_DEAL, table->seat);
}

/* All cards that were due have come: what is next? */
static void due_next(struct quibbles_state *state)
{
    struct quibbles_table *table = &state->table;
    int seat;
    switch ((enum quibbles_due)table->due) {
    case QUIBBLES_DUE_NOTHING: /* these two never get here, so no test reaches them */
    case QUIBBLES_DUE_BEGINNER: assert(false); break;
    case QUIBBLES_DUE_DISPLAY: quibbles_due_set(table, QUIBBLES_DUE_DEAL, QUIBBLES_DEAL, 0); break;
    case QUIBBLES_DUE_DEAL:
        seat = table->due_seat + 1;
        if (seat < table->players)
            quibbles_due_set(table, QUIBBLES_DUE_DEAL, QUIBBLES_DEAL, seat);
        else if (table->draw_beginner)
            quibbles_due_set(table, QUIBBLES_DUE_BEGINNER, 1, 0);
        else
            quibbles_due_set(table, QUIBBLES_DUE_NOTHING, 0, 0);
        break;
    case QUIBBLES_DUE_DRAW: quibbles_due_set(table, QUIBBLES_DUE_NOTHING, 0, 0); break;
    case QUIBBLES_DUE_REFILL:
        /* A seat that gave up in its own turn has no hand, which is not the same as an empty one.
         */
        seat = table->seat;
        if (state->hands[seat] == 0 && (table->in_play & POND_SEAT(seat)) != 0)
            redeal_begin(state);
        else
            turn_next(table);
        break;
    case QUIBBLES_DUE_REDEAL:
        seat = next_in_play(table, table->due_seat);
        if (seat == table->seat)
            turn_next(table);
        else
            quibbles_due_set(table, QUIBBLES_DUE_REDEAL, QUIBBLES_DEAL, seat);
        break;
    }
}

/* Continues until a card can be drawn or a decision is due. The discards become the draw pile when
 * a card is needed; if there are none either, the rest is not drawn (B11). */
static void settle(struct quibbles_state *state)
{
    struct quibbles_table *table = &state->table;
    while (table->due != QUIBBLES_DUE_NOTHING && table->due != QUIBBLES_DUE_BEGINNER) {
        if (table->due_count > 0 && state->draw_pile == 0) {
            state->draw_pile = table->discards;
            table->discards = 0;
        }
        if (table->due_count > 0 && state->draw_pile != 0) return;
        due_next(state);
    }
}

static void refill_begin(struct quibbles_state *state)
{
    struct quibbles_table *table = &state->table;
    int size = quibbles_size(table->display);
    if (size >= QUIBBLES_DISPLAY_MAX) {
        table->discards += table->display;
        table->display = 0;
        size = 0;
    }
    quibbles_due_set(table, QUIBBLES_DUE_REFILL, size < QUIBBLES_DEAL ? QUIBBLES_DEAL - size : 0,
                     0);
    settle(state);
}

static void apply_chance(struct quibbles_state *state, int outcome)
{
    struct quibbles_table *table = &state->table;
    if (table->due == QUIBBLES_DUE_BEGINNER) {
        table->seat = (uint8_t)outcome;
        table->draw_beginner = 0;
        quibbles_due_set(table, QUIBBLES_DUE_NOTHING, 0, 0);
        return;
    }
    state->draw_pile -= quibbles_card(outcome);
    if (table->due == QUIBBLES_DUE_DISPLAY || table->due == QUIBBLES_DUE_REFILL) {
        table->display += quibbles_card(outcome);
    } else {
        state->hands[table->due_seat] += quibbles_card(outcome);
        quibbles_bounds_draw(table, table->due_seat);
    }
    table->due_count--;
    settle(state);
}

/* Draws a card of the draw pile, weighted by how many there are of its value. The multiplication
 * adds the counts up: byte v of the product is the sum of the counts up to v, and the card drawn is
 * the first whose sum exceeds the ticket. */
static int card_draw(quibbles_cards pile, struct pond_rng *rng)
{
    const uint64_t ends = pile * QUIBBLES_EACH;
    const int lowest = quibbles_lowest(pile);
    if ((pile & ~((uint64_t)0xff << 8 * lowest)) == 0) return lowest;
    const uint64_t ticket = pond_rng_below(rng, (uint32_t)(ends >> 56)) * QUIBBLES_EACH;
    const uint64_t below = (ticket | QUIBBLES_TOP_BITS) - (ends & ~QUIBBLES_TOP_BITS);
    const uint64_t passed = (ticket & ~ends) | (~(ticket ^ ends) & below); /* ticket >= end */
    return __builtin_popcountll(passed & QUIBBLES_TOP_BITS);
}

void pond_quibbles_roll(struct pond_state *memory, struct pond_rng *rng)
{
    struct quibbles_state *state = (struct quibbles_state *)memory;
    const struct quibbles_table *table = &state->table;
    while (table->due != QUIBBLES_DUE_NOTHING) {
        const bool beginner = table->due == QUIBBLES_DUE_BEGINNER;
        apply_chance(state, beginner ? (int)pond_rng_below(rng, table->players)
                                     : card_draw(state->draw_pile, rng));
    }
}

static void apply_stash(struct quibbles_state *state, int seat, pond_move move)
{
    struct quibbles_table *table = &state->table;
    const int value = quibbles_lowest(quibbles_move_played(move));
    const quibbles_cards all = state->hands[seat] & (uint64_t)0xff << 8 * value;
    const quibbles_cards given_up = quibbles_move_taken(move);
    state->hands[seat] -= all;
    table->discards += all - quibbles_card(value) + given_up;
    table->collections[seat] += quibbles_card(value) - given_up;
    table->at_least[seat] &= ~((uint64_t)0xff << 8 * value);
    table->at_most[seat] &= ~((uint64_t)0xff << 8 * value);
    if (quibbles_total(table->collections[seat]) >= QUIBBLES_GOAL) {
        table->winner = (uint8_t)seat;
        table->reason = POND_REASON_COLLECTION;
    } else {
        refill_begin(state);
    }
}

static void apply(struct pond_state *memory, int seat, pond_move move)
{
    struct quibbles_state *state = (struct quibbles_state *)memory;
    struct quibbles_table *table = &state->table;
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_CHANCE: apply_chance(state, (int)move); break;
    case QUIBBLES_SPLIT:
    case QUIBBLES_COMBINE:
        state->hands[seat] += taken - played;
        table->display -= taken;
        table->discards += played;
        quibbles_bounds_play(table, seat, played);
        quibbles_bounds_take(table, seat, taken);
        table->phase = QUIBBLES_STASHES;
        break;
    case QUIBBLES_DRAW:
        state->hands[seat] -= played;
        table->display += played;
        quibbles_bounds_play(table, seat, played);
        table->phase = QUIBBLES_STASHES;
        quibbles_due_set(table, QUIBBLES_DUE_DRAW, 2, seat);
        settle(state);
        break;
    case QUIBBLES_STASH: apply_stash(state, seat, move); break;
    case QUIBBLES_KEEP: refill_begin(state); break;
    case QUIBBLES_PASS: table->phase = QUIBBLES_STASHES; break;
    }
}

static pond_seats in_play(const struct pond_state *memory)
{
    return ((const struct quibbles_state *)memory)->table.in_play;
}

/* With two players the other has won and the cards stay. With more, the seat's cards are discarded,
 * and if it was on turn the turn ends with the refill. */
static void resign(struct pond_state *memory, int seat)
{
    struct quibbles_state *state = (struct quibbles_state *)memory;
    struct quibbles_table *table = &state->table;
    assert(table->reason == POND_REASON_NONE && table->due == QUIBBLES_DUE_NOTHING);
    assert((table->in_play & POND_SEAT(seat)) != 0);
    table->in_play &= (pond_seats)~POND_SEAT(seat);
    if (table->players > 2) {
        table->discards += state->hands[seat] + table->collections[seat];
        state->hands[seat] = table->collections[seat] = 0;
        quibbles_bounds_forget(table, seat);
    }
    if ((table->in_play & (table->in_play - 1)) == 0) {
        table->winner = (uint8_t)pond_seat_first(table->in_play);
        table->reason = POND_REASON_RESIGNED;
    } else if (seat == table->seat) {
        refill_begin(state);
    }
}

static struct pond_result result(const struct pond_state *memory)
{
    const struct quibbles_table *table = &((const struct quibbles_state *)memory)->table;
    if (table->reason == POND_REASON_NONE) return (struct pond_result){.outcome = POND_GOES_ON};
    return (struct pond_result){
        .outcome = POND_WON, .seat = table->winner, .reason = table->reason};
}

static uint64_t hash(const struct pond_state *memory)
{
    uint64_t words[sizeof(struct quibbles_state) / sizeof(uint64_t)];
    memcpy(words, memory->bytes, sizeof words);
    return pond_hash_words(words, sizeof words / sizeof words[0], 0);
}

/* ---- What is allowed, and why not ---- */

/* Says which value `have` lacks for `need`: one sentence for none, another for too few. */
static bool refuse_short(struct pond_error *why, quibbles_cards have, quibbles_cards need,
                         enum pond_word none, enum pond_word few, const char *ruling)
{
    int value = 0;
    while (quibbles_count(have, value) >= quibbles_count(need, value)) value++;
    if (quibbles_count(have, value) == 0) {
        pond_refuse_number(why, none, value);
        return pond_error_text(why, ruling);
    }
    pond_refuse_number(why, few, value);
    pond_error_number(why, quibbles_count(need, value));
    pond_error_number(why, quibbles_count(have, value));
    return pond_error_text(why, ruling);
}

static bool hand_holds(const struct quibbles_state *state, quibbles_cards played,
                       const char *ruling, struct pond_error *why)
{
    const quibbles_cards hand = state->hands[state->table.seat];
    return quibbles_holds(hand, played) ||
           refuse_short(why, hand, played, POND_WORD_QUIBBLES_HAND_NONE,
                        POND_WORD_QUIBBLES_HAND_FEW, ruling);
}

static bool display_holds(const struct quibbles_state *state, quibbles_cards taken,
                          const char *ruling, struct pond_error *why)
{
    return quibbles_holds(state->table.display, taken) ||
           refuse_short(why, state->table.display, taken, POND_WORD_QUIBBLES_DISPLAY_NONE,
                        POND_WORD_QUIBBLES_DISPLAY_FEW, ruling);
}

/* Cards on their way into sets that each total `value`, as they are written. */

/* Goes on with a set to which `missing` is missing and which has digits up to `least` so far. Low
 * digits are tried first, and a set ends as soon as it can, so the first grouping found has the
 * bytewise smallest text: there are always as many sets, so the texts differ first in a digit. */
static bool grouping_complete(struct quibbles_grouping *grouping, int least, int missing)
{
    const int length = grouping->length;
    if (missing == 0) {
        if (grouping->rest == 0) return true;
        grouping->text[grouping->length++] = ',';
        if (grouping_complete(grouping, 0, grouping->value)) return true;
        grouping->length = length;
        return false;
    }
    const bool set_empty = length == 0 || grouping->text[length - 1] == ',';
    for (int digit = least; digit <= missing; digit++) {
        if (quibbles_count(grouping->rest, digit) == 0) continue;
        if (set_empty && digit == grouping->value) continue; /* one card is not a set */
        grouping->rest -= quibbles_card(digit);
        grouping->text[grouping->length++] = (char)('0' + digit);
        if (grouping_complete(grouping, digit, missing - digit)) return true;
        grouping->rest += quibbles_card(digit);
        grouping->length = length;
    }
    return false;
}

/* Groups cards, at most a display of them, into sets for a SPLIT; false if that is impossible. */
bool pond_quibbles_grouping_find(struct quibbles_grouping *grouping, quibbles_cards cards,
                                 int value)
{
    *grouping = (struct quibbles_grouping){.rest = cards, .value = value};
    return cards != 0 && grouping_complete(grouping, 0, value);
}

static bool legal_chance(const struct quibbles_state *state, pond_move move, struct pond_error *why)
{
    const struct quibbles_table *table = &state->table;
    if (table->due == QUIBBLES_DUE_BEGINNER) {
        if (move < table->players) return true;
        pond_refuse_number(why, POND_WORD_QUIBBLES_CHANCE_SEAT, (int64_t)move);
        return pond_error_number(why, table->players - 1);
    }
    if (move < QUIBBLES_VALUES && quibbles_count(state->draw_pile, (int)move) > 0) return true;
    return pond_refuse_number(why, POND_WORD_QUIBBLES_CHANCE_CARD, (int64_t)move);
}

static bool legal_split(const struct quibbles_state *state, quibbles_cards played,
                        quibbles_cards taken, struct pond_error *why)
{
    const int value = quibbles_lowest(played);
    struct quibbles_grouping grouping;
    if (value == 0) return pond_refuse(why, POND_WORD_QUIBBLES_SPLIT_ZERO);
    if (!hand_holds(state, played, "B4", why)) return false;
    if (taken == 0) return pond_refuse(why, POND_WORD_QUIBBLES_SPLIT_NONE);
    if (!display_holds(state, taken, "B4", why)) return false;
    return pond_quibbles_grouping_find(&grouping, taken, value) ||
           pond_refuse_number(why, POND_WORD_QUIBBLES_SPLIT_GROUPS, value);
}

static bool legal_combine(const struct quibbles_state *state, quibbles_cards played,
                          quibbles_cards taken, struct pond_error *why)
{
    const int size = quibbles_size(played), total = quibbles_total(played);
    const int most = quibbles_combine_max(&state->table);
    if (size < 2 || size > most) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_COMBINE_COUNT, most);
        return pond_error_number(why, size);
    }
    if (total > most) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_COMBINE_TOTAL, most);
        return pond_error_number(why, total);
    }
    if (!hand_holds(state, played, "B5", why)) return false;
    if (taken == 0) return pond_refuse(why, POND_WORD_QUIBBLES_COMBINE_NONE);
    const quibbles_cards others = taken & ~((uint64_t)0xff << 8 * total);
    if (others != 0) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_COMBINE_TAKES, total);
        return pond_error_number(why, quibbles_lowest(others));
    }
    return display_holds(state, taken, "B5", why);
}

static bool legal_stash(const struct quibbles_state *state, quibbles_cards stashed,
                        quibbles_cards given_up, struct pond_error *why)
{
    const quibbles_cards collection = state->table.collections[state->table.seat];
    const int value = quibbles_lowest(stashed);
    const int count = quibbles_count(state->hands[state->table.seat], value);
    const bool full = quibbles_size(collection) == QUIBBLES_COLLECTION_MAX;
    if (value == 0) return pond_refuse(why, POND_WORD_QUIBBLES_STASH_ZERO);
    if (count < value) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_STASH_FEW, value);
        return pond_error_number(why, count);
    }
    if (given_up == 0 && full) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_STASH_FULL, value);
        return pond_error_number(why, quibbles_lowest(collection));
    }
    if (given_up == 0) return true;
    if (!full) return pond_refuse_number(why, POND_WORD_QUIBBLES_STASH_ROOM, value);
    return quibbles_holds(collection, given_up) ||
           pond_refuse_number(why, POND_WORD_QUIBBLES_STASH_GIVES, quibbles_lowest(given_up));
}

/* Do the bits make a move at all? */
static bool well_formed(pond_move move)
{
    const int played = quibbles_size(quibbles_move_played(move));
    const int taken = quibbles_size(quibbles_move_taken(move));
    switch (move >> 56) {
    case QUIBBLES_SPLIT: return played == 1;
    case QUIBBLES_COMBINE: return true;
    case QUIBBLES_DRAW: return played == 1 && taken == 0;
    case QUIBBLES_STASH: return played == 1 && taken <= 1;
    case QUIBBLES_KEEP:
    case QUIBBLES_PASS: return played == 0 && taken == 0;
    default: return false;
    }
}

static bool legal(const struct pond_state *memory, int seat, pond_move move, struct pond_error *why)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    const pond_seats to_act = turn(memory);
    if (to_act == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat < 0 || seat > POND_CHANCE || (to_act & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    if (seat == POND_CHANCE) return legal_chance(state, move, why);
    if (!well_formed(move)) {
        return pond_refuse_number(why, POND_WORD_MOVE_ILLEGAL, (int64_t)move);
    }
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    const int kind = quibbles_move_kind(move);
    const bool of_stash = kind == QUIBBLES_STASH || kind == QUIBBLES_KEEP;
    if (of_stash && state->table.phase == QUIBBLES_ACT) {
        return pond_refuse(why, POND_WORD_QUIBBLES_ACT_FIRST);
    }
    if (!of_stash && state->table.phase == QUIBBLES_STASHES) {
        return pond_refuse(why, POND_WORD_QUIBBLES_STASH_NOW);
    }
    const bool hand_empty = state->hands[seat] == 0;
    if (!of_stash && kind != QUIBBLES_PASS && hand_empty) {
        return pond_refuse(why, POND_WORD_QUIBBLES_PASS_ONLY);
    }
    switch (kind) {
    case QUIBBLES_SPLIT: return legal_split(state, played, taken, why);
    case QUIBBLES_COMBINE: return legal_combine(state, played, taken, why);
    case QUIBBLES_DRAW: return hand_holds(state, played, "B6", why);
    case QUIBBLES_STASH: return legal_stash(state, played, taken, why);
    case QUIBBLES_PASS: return hand_empty || pond_refuse(why, POND_WORD_QUIBBLES_PASS_HAND);
    default: return true;
    }
}

const struct pond_game pond_quibbles = {
    .name = "quibbles",
    .title = "Quibbles",
    .seats_min = 2,
    .seats_max = 5,
    .record_style = POND_RECORD_TURNS,
    .draw_offers = false,
    .random_turns_max = 2000,
    .option_count = QUIBBLES_OPTIONS,
    .options = options,
    .check = check,
    .seats = seats,
    .setup = setup,
    .turn = turn,
    .moves = moves,
    .weight = weight,
    .chance = chance,
    .apply = apply,
    .in_play = in_play,
    .resign = resign,
    .result = result,
    .hash = hash,
    .repetition = NULL,
    .round = NULL,
    .observe = pond_quibbles_observe,
    .sample = pond_quibbles_sample,
    .view_check = pond_quibbles_view_check,
    .chance_seen_by = pond_quibbles_chance_seen_by,
    .legal = legal,
#ifndef POND_RULES_ONLY
    .events = pond_quibbles_events,
    .event_kinds = pond_quibbles_event_kinds,
    .event_kind_count = QUIBBLES_EVENT_KINDS,
    .view_json = pond_quibbles_view_json,
    .follow = pond_quibbles_follow,
#endif
    .move_print = pond_quibbles_move_print,
    .move_parse = pond_quibbles_move_parse,
    .state_print = pond_quibbles_state_print,
    .view_print = pond_quibbles_view_print,
    .own_print = pond_quibbles_own_print,
    .state_parse = pond_quibbles_state_parse,
#ifndef POND_RULES_ONLY
    .view_parse = pond_quibbles_view_parse,
#endif
    .move_suffix = NULL,
    .seat_letter = NULL,
    .setup_print = pond_quibbles_setup_print,
    .setup_parse = pond_quibbles_setup_parse,
    .perft = NULL,
};
