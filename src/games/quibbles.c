/* quibbles.c: the rules of Quibbles, a card game for two to five about splitting and adding up.
 *
 * The rules, with the numbers that code, tests and messages refer to:
 *
 * B1   The deck: 4 zeros, 22 each of ones, twos and threes, 24 fours, 26 fives, 28 sixes and 7
 *      sevens. The variant `first-game` leaves the zeros and sevens in the box and so ends at 6.
 * B2   Six cards lie open as the display, everybody is dealt six, and a seat is drawn to begin,
 *      unless the option `first` names it.
 * B3   A turn is an action, then a stash if one likes, then the refill, then a look whether the
 *      hand is empty. The action and the stash are a decision each.
 * B4   SPLIT: lay a card of 1 or more aside and take sets of display cards; every set has at least
 *      two cards and adds up to the card played. A zero fits into any set.
 * B5   COMBINE: lay 2 to 7 cards aside that add up to 7 at most (`first-game`: 6 and 6) and take
 *      cards from the display whose value is that sum, as many as one likes, at least one.
 * B6   DRAW: add a card of one's hand to the display and draw two.
 * B7   STASH: with at least v cards of a value v in hand (never a zero), collect one and lay the
 *      others of that value aside. A collection has six places; a full one gives up a card first.
 * B8   A collection of 21 or more wins at once.
 * B9   The refill brings the display up to six cards. Ten or more are cleared away, and six new
 *      cards are laid.
 * B10  If the turn leaves a hand empty, all hands are laid aside and everybody is dealt six, first
 *      the seat whose hand was empty.
 * B11  When a card is needed and the draw pile is used up, the discards become the draw pile. When
 *      there is no card at all, one plays on with what one has; an empty hand passes.
 * B12  Everything is open but the hands and what is dealt or drawn into them. What the open part
 *      says about a hand is kept as bounds.
 * B13  A win stops everything where it is: no refill, no deal, the turn stays.
 *
 * How it is done here. Cards of one value are all the same and no order is kept, so every heap of
 * cards is eight counters in one word, one byte a value, and heaps are added, taken away and
 * compared as whole words. The draw pile has no order either: chance draws from it one card at a
 * time, by how many of each value are left. */
#include "pond/quibbles.h"

#include <assert.h>
#include <string.h>

#include "pond/json.h"

#include "banned.h"

#define FIELDS 7        /* of a position's text */
#define TAKINGS_MAX 26  /* different unions of sets of one total in a display, see the tests */
#define SAMPLE_TRIES 32 /* honest deals before one is constructed */
#define SAMPLE_STIRS 12 /* exchanges a card after that */

/* Flags of the eight bytes of a word; counts stay below them. */
#define TOP_BITS (0x80 * QUIBBLES_EACH)
#define UNBOUNDED_BITS (QUIBBLES_UNBOUNDED * QUIBBLES_EACH)

enum option { OPTION_PLAYERS, OPTION_VARIANT, OPTION_FIRST, OPTIONS };

static const struct pond_option options[OPTIONS] = {
    [OPTION_PLAYERS] = {.name = "players",
                        .kind = POND_OPTION_CHOICE,
                        .choices = "2|3|4|5",
                        .standard = "2",
                        .help = {"how many play", "combien de joueurs"}},
    [OPTION_VARIANT] = {.name = "variant",
                        .kind = POND_OPTION_CHOICE,
                        .choices = "standard|first-game",
                        .standard = "standard",
                        .help = {"first-game: without zeros and sevens, for the first time",
                                 "first-game : sans zéros ni sept, pour la première fois"}},
    [OPTION_FIRST] = {.name = "first",
                      .kind = POND_OPTION_CHOICE,
                      .choices = "random|0|1|2|3|4",
                      .standard = "random",
                      .help = {"the seat that begins", "le siège qui commence"}},
};

static int players_of(const struct pond_config *config)
{
    return 2 + config->value[OPTION_PLAYERS];
}

/* The seat that begins, or -1 where it is drawn. */
static int first_seat(const struct pond_config *config) { return config->value[OPTION_FIRST] - 1; }

static int combine_max(const struct quibbles_table *table)
{
    return table->variant == QUIBBLES_FIRST_GAME ? 6 : QUIBBLES_COMBINE_MAX;
}

/* ---- Setup ---- */

static bool check(struct pond_config *config, struct pond_error *why)
{
    const int first = first_seat(config), players = players_of(config);
    if (first < players) return true;
    pond_refuse_number(why, POND_WORD_QUIBBLES_FIRST_SEAT, first);
    pond_error_number(why, players);
    return pond_error_number(why, players - 1);
}

static uint8_t seats(const struct pond_config *config) { return (uint8_t)players_of(config); }

/* Everyone forgets what was known about a hand (B12). */
static void bounds_forget(struct quibbles_table *table, int seat)
{
    table->at_least[seat] = 0;
    table->at_most[seat] = UNBOUNDED_BITS;
}

/* An empty table; every byte is set, for states are compared as bytes. */
static void table_clear(struct quibbles_table *table, const struct pond_config *config)
{
    memset(table, 0, sizeof *table);
    table->players = seats(config);
    table->variant = (uint8_t)config->value[OPTION_VARIANT];
    table->in_play = (pond_seats)(POND_SEAT(table->players) - 1);
    for (int seat = 0; seat < table->players; seat++) bounds_forget(table, seat);
}

static void setup(struct pond_state *memory, const struct pond_config *config)
{
    memset(memory, 0, sizeof *memory);
    struct quibbles_state *state = (struct quibbles_state *)memory;
    struct quibbles_table *table = &state->table;
    table_clear(table, config);
    table->draw_beginner = first_seat(config) < 0;
    table->seat = table->draw_beginner ? 0 : (uint8_t)first_seat(config);
    table->due = QUIBBLES_DUE_DISPLAY;
    table->due_count = QUIBBLES_DEAL;
    state->draw_pile = quibbles_deck(table->variant);
}

static pond_seats turn(const struct pond_state *memory)
{
    const struct quibbles_table *table = &((const struct quibbles_state *)memory)->table;
    if (table->reason != POND_REASON_NONE) return 0;
    return POND_SEAT(table->due != QUIBBLES_DUE_NOTHING ? POND_CHANCE : table->seat);
}

/* ---- The moves ---- */

/* Every way to add up to a total of 0 to 7 with cards of 1 or more: what a COMBINE plays, zeros
 * apart, and the sets that a SPLIT takes, zeros apart. Each total begins with the card that is the
 * total by itself. */
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
    {                                                                                              \
        .cards = FIELD(8, a, b, c, d, e, f, g), .played = FIELD(3, a, b, c, d, e, f, g) << 32,     \
        .taken = FIELD(4, a, b, c, d, e, f, g), .count = a + b + c + d + e + f + g                 \
    }

/* How many ones, twos, threes and so on up to sevens, by total. */
static const struct sum sums[] = {
    /* 0 */
    SUM(0, 0, 0, 0, 0, 0, 0),
    /* 1 */
    SUM(1, 0, 0, 0, 0, 0, 0),
    /* 2 */
    SUM(0, 1, 0, 0, 0, 0, 0),
    SUM(2, 0, 0, 0, 0, 0, 0),
    /* 3 */
    SUM(0, 0, 1, 0, 0, 0, 0),
    SUM(1, 1, 0, 0, 0, 0, 0),
    SUM(3, 0, 0, 0, 0, 0, 0),
    /* 4 */
    SUM(0, 0, 0, 1, 0, 0, 0),
    SUM(1, 0, 1, 0, 0, 0, 0),
    SUM(0, 2, 0, 0, 0, 0, 0),
    SUM(2, 1, 0, 0, 0, 0, 0),
    SUM(4, 0, 0, 0, 0, 0, 0),
    /* 5 */
    SUM(0, 0, 0, 0, 1, 0, 0),
    SUM(1, 0, 0, 1, 0, 0, 0),
    SUM(0, 1, 1, 0, 0, 0, 0),
    SUM(2, 0, 1, 0, 0, 0, 0),
    SUM(1, 2, 0, 0, 0, 0, 0),
    SUM(3, 1, 0, 0, 0, 0, 0),
    SUM(5, 0, 0, 0, 0, 0, 0),
    /* 6 */
    SUM(0, 0, 0, 0, 0, 1, 0),
    SUM(1, 0, 0, 0, 1, 0, 0),
    SUM(0, 1, 0, 1, 0, 0, 0),
    SUM(2, 0, 0, 1, 0, 0, 0),
    SUM(0, 0, 2, 0, 0, 0, 0),
    SUM(1, 1, 1, 0, 0, 0, 0),
    SUM(3, 0, 1, 0, 0, 0, 0),
    SUM(0, 3, 0, 0, 0, 0, 0),
    SUM(2, 2, 0, 0, 0, 0, 0),
    SUM(4, 1, 0, 0, 0, 0, 0),
    SUM(6, 0, 0, 0, 0, 0, 0),
    /* 7 */
    SUM(0, 0, 0, 0, 0, 0, 1),
    SUM(1, 0, 0, 0, 0, 1, 0),
    SUM(0, 1, 0, 0, 1, 0, 0),
    SUM(2, 0, 0, 0, 1, 0, 0),
    SUM(0, 0, 1, 1, 0, 0, 0),
    SUM(1, 1, 0, 1, 0, 0, 0),
    SUM(3, 0, 0, 1, 0, 0, 0),
    SUM(1, 0, 2, 0, 0, 0, 0),
    SUM(0, 2, 1, 0, 0, 0, 0),
    SUM(2, 1, 1, 0, 0, 0, 0),
    SUM(4, 0, 1, 0, 0, 0, 0),
    SUM(1, 3, 0, 0, 0, 0, 0),
    SUM(3, 2, 0, 0, 0, 0, 0),
    SUM(5, 1, 0, 0, 0, 0, 0),
    SUM(7, 0, 0, 0, 0, 0, 0),
};

/* The sums of a total stand from one of these to the next. */
static const uint8_t sums_from[QUIBBLES_VALUES + 1] = {0, 1, 2, 4, 7, 12, 19, 30, 45};

_Static_assert(sizeof sums / sizeof sums[0] == 45, "sums_from ends where sums does");

static inline pond_move kind_bits(enum quibbles_kind kind) { return (pond_move)kind << 56; }

static inline pond_move played_bits(int value) { return (pond_move)1 << (32 + 3 * value); }

static inline pond_move taken_bits(int value) { return (pond_move)1 << 4 * value; }

/* A flag for every value of which there are cards; walk them with ctz / 8. */
static inline uint64_t present(quibbles_cards cards)
{
    return (cards + 0x7f * QUIBBLES_EACH) & TOP_BITS;
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

/* The COMBINEs that take cards of value `total`: every sum in the hand, with zeros or without, and
 * every number of cards to take. */
static pond_move *moves_combine(quibbles_cards hand, quibbles_cards display, int total,
                                pond_move *out)
{
    const int zeros = quibbles_count(hand, 0), takable = quibbles_count(display, total);
    const struct sum *const end = &sums[sums_from[total + 1]];
    for (const struct sum *sum = &sums[sums_from[total]]; sum < end; sum++) {
        if (!quibbles_holds(hand, sum->cards)) continue;
        const int zeros_min = sum->count < 2 ? 2 - sum->count : 0;
        const int room = QUIBBLES_COMBINE_MAX - sum->count;
        for (int zero = zeros_min; zero <= zeros && zero <= room; zero++) {
            const pond_move move = kind_bits(QUIBBLES_COMBINE) | sum->played;
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
    const struct sum *fit[sizeof sums / sizeof sums[0]];
    int fit_count = 0;
    for (int i = sums_from[value] + 1; i < sums_from[value + 1]; i++) {
        fit[fit_count] = &sums[i];
        fit_count += quibbles_holds(display, sums[i].cards);
    }
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
    const pond_move move = kind_bits(QUIBBLES_SPLIT) | played_bits(value);
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
        out[0] = kind_bits(QUIBBLES_PASS);
        return 1;
    }
    for (uint64_t left = present(hand); left != 0; left &= left - 1) {
        *end++ = kind_bits(QUIBBLES_DRAW) | played_bits(quibbles_lowest(left));
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
    out[count++] = kind_bits(QUIBBLES_KEEP);
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        if (quibbles_count(hand, value) < value) continue;
        const pond_move move = kind_bits(QUIBBLES_STASH) | played_bits(value);
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

/* ---- What everyone knows about a hand (B12) ---- */

/* Cards leave a hand in the open. Of those that it was known to hold, they are the first to go:
 * that is the least that is sure. */
static void bounds_play(struct quibbles_table *table, int seat, quibbles_cards cards)
{
    const uint64_t least = (table->at_least[seat] | TOP_BITS) - cards;
    const uint64_t kept = least & TOP_BITS;
    table->at_least[seat] = least & (kept - (kept >> 7));
    const uint64_t unbounded = (table->at_most[seat] & UNBOUNDED_BITS) / QUIBBLES_UNBOUNDED * 0xff;
    table->at_most[seat] -= cards & ~unbounded;
}

/* Cards come into a hand in the open. A bound that would grow past every count is none. */
static void bounds_take(struct quibbles_table *table, int seat, quibbles_cards cards)
{
    table->at_least[seat] += cards;
    const uint64_t most = table->at_most[seat] + cards;
    const uint64_t unbounded = most & UNBOUNDED_BITS;
    table->at_most[seat] = most & ~(unbounded - unbounded / QUIBBLES_UNBOUNDED);
}

/* One card comes into a hand that the others do not see: it may be any. */
static void bounds_draw(struct quibbles_table *table, int seat)
{
    table->at_most[seat] += (~table->at_most[seat] & UNBOUNDED_BITS) / QUIBBLES_UNBOUNDED;
}

/* ---- The course of a turn ---- */

static int next_in_play(const struct quibbles_table *table, int seat)
{
    do {
        seat = seat + 1 < table->players ? seat + 1 : 0;
    } while ((table->in_play & POND_SEAT(seat)) == 0);
    return seat;
}

static void due_set(struct quibbles_table *table, enum quibbles_due due, int count, int seat)
{
    table->due = (uint8_t)due;
    table->due_count = (uint8_t)count;
    table->due_seat = (uint8_t)seat;
}

static void turn_next(struct quibbles_table *table)
{
    table->seat = (uint8_t)next_in_play(table, table->seat);
    table->phase = QUIBBLES_ACT;
    due_set(table, QUIBBLES_DUE_NOTHING, 0, 0);
}

static void redeal_begin(struct quibbles_state *state)
{
    struct quibbles_table *table = &state->table;
    for (int seat = 0; seat < table->players; seat++) {
        table->discards += state->hands[seat];
        state->hands[seat] = 0;
        bounds_forget(table, seat);
    }
    due_set(table, QUIBBLES_DUE_REDEAL, QUIBBLES_DEAL, table->seat);
}

/* All cards of what was due have come: what is next? */
static void due_next(struct quibbles_state *state)
{
    struct quibbles_table *table = &state->table;
    int seat;
    switch ((enum quibbles_due)table->due) {
    case QUIBBLES_DUE_NOTHING: /* neither of these two ever comes here, so no test reaches them */
    case QUIBBLES_DUE_BEGINNER: assert(false); break;
    case QUIBBLES_DUE_DISPLAY: due_set(table, QUIBBLES_DUE_DEAL, QUIBBLES_DEAL, 0); break;
    case QUIBBLES_DUE_DEAL:
        seat = table->due_seat + 1;
        if (seat < table->players)
            due_set(table, QUIBBLES_DUE_DEAL, QUIBBLES_DEAL, seat);
        else if (table->draw_beginner)
            due_set(table, QUIBBLES_DUE_BEGINNER, 1, 0);
        else
            due_set(table, QUIBBLES_DUE_NOTHING, 0, 0);
        break;
    case QUIBBLES_DUE_DRAW: due_set(table, QUIBBLES_DUE_NOTHING, 0, 0); break;
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
            due_set(table, QUIBBLES_DUE_REDEAL, QUIBBLES_DEAL, seat);
        break;
    }
}

/* Goes on until a card can be drawn or a decision is due. The discards become the draw pile at the
 * moment that a card is needed, and if there is none even so the rest is not drawn (B11). */
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
    due_set(table, QUIBBLES_DUE_REFILL, size < QUIBBLES_DEAL ? QUIBBLES_DEAL - size : 0, 0);
    settle(state);
}

static void apply_chance(struct quibbles_state *state, int outcome)
{
    struct quibbles_table *table = &state->table;
    if (table->due == QUIBBLES_DUE_BEGINNER) {
        table->seat = (uint8_t)outcome;
        table->draw_beginner = 0;
        due_set(table, QUIBBLES_DUE_NOTHING, 0, 0);
        return;
    }
    state->draw_pile -= quibbles_card(outcome);
    if (table->due == QUIBBLES_DUE_DISPLAY || table->due == QUIBBLES_DUE_REFILL) {
        table->display += quibbles_card(outcome);
    } else {
        state->hands[table->due_seat] += quibbles_card(outcome);
        bounds_draw(table, table->due_seat);
    }
    table->due_count--;
    settle(state);
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
        bounds_play(table, seat, played);
        bounds_take(table, seat, taken);
        table->phase = QUIBBLES_STASHES;
        break;
    case QUIBBLES_DRAW:
        state->hands[seat] -= played;
        table->display += played;
        bounds_play(table, seat, played);
        table->phase = QUIBBLES_STASHES;
        due_set(table, QUIBBLES_DUE_DRAW, 2, seat);
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

/* Between two the other has won and the cards stay. Among more the seat's cards are laid aside, and
 * if it was its turn the turn ends with the refill. */
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
        bounds_forget(table, seat);
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

/* ---- Views ---- */

static void observe(const struct pond_state *memory, int seat, struct pond_view *out)
{
    const struct quibbles_state *state = (const struct quibbles_state *)memory;
    struct quibbles_view *view = (struct quibbles_view *)out;
    memset(out, 0, sizeof *out);
    memcpy(&view->table, &state->table, sizeof view->table);
    view->observer = (uint8_t)seat;
    view->hand = seat < state->table.players ? state->hands[seat] : 0;
    view->draw_pile_size = (uint8_t)quibbles_size(state->draw_pile);
    for (int i = 0; i < POND_SEATS_MAX; i++) {
        view->hand_sizes[i] = (uint8_t)quibbles_size(state->hands[i]);
    }
}

/* Cards that nobody has shown, to be dealt to the holders that the observer does not see. The last
 * holder is the draw pile, which has no bounds; before the deal it has all the cards. */
struct dealing {
    int holders;
    quibbles_cards cards[POND_SEATS_MAX + 1]; /* beside those that they are known to hold */
    quibbles_cards room[POND_SEATS_MAX + 1];  /* what they can still have */
    int missing[POND_SEATS_MAX];
};

/* The value of card number `index` of a heap, counted from the lowest. */
static int card_at(quibbles_cards cards, uint32_t index)
{
    int value = 0;
    for (; index >= (uint32_t)quibbles_count(cards, value); value++) {
        index -= (uint32_t)quibbles_count(cards, value);
    }
    return value;
}

static void dealing_move(struct dealing *dealing, int from, int to, int value)
{
    dealing->cards[from] -= quibbles_card(value);
    dealing->room[from] += quibbles_card(value);
    dealing->cards[to] += quibbles_card(value);
    dealing->room[to] -= quibbles_card(value);
}

/* Deals every card at random; false as soon as one breaks a bound. What succeeds is exactly as
 * likely as it should be. */
static bool deal_honestly(struct dealing *dealing, struct pond_rng *rng)
{
    const int pile = dealing->holders;
    uint32_t left = (uint32_t)quibbles_size(dealing->cards[pile]);
    for (int holder = 0; holder < pile; holder++) {
        for (int i = 0; i < dealing->missing[holder]; i++) {
            const int value = card_at(dealing->cards[pile], pond_rng_below(rng, left--));
            if (quibbles_count(dealing->room[holder], value) == 0) return false;
            dealing_move(dealing, pile, holder, value);
        }
    }
    return true;
}

/* Can the deal be finished? It can if every group of holders finds, over all values, as many cards
 * as it misses (Hall's theorem with capacities). */
static bool deal_possible(const struct dealing *dealing, const int missing[])
{
    const quibbles_cards pile = dealing->cards[dealing->holders];
    for (unsigned group = 1; group < 1u << dealing->holders; group++) {
        int wanted = 0, found = 0;
        quibbles_cards room = 0;
        for (int holder = 0; holder < dealing->holders; holder++) {
            if ((group >> holder & 1) == 0) continue;
            wanted += missing[holder];
            room += dealing->room[holder];
        }
        for (int value = 0; value < QUIBBLES_VALUES; value++) {
            const int there = quibbles_count(pile, value), fit = quibbles_count(room, value);
            found += there < fit ? there : fit;
        }
        if (found < wanted) return false;
    }
    return true;
}

/* Deals cards that break no bound and leave the rest of the deal possible: it always succeeds, and
 * may come to any deal that keeps the bounds. */
static void deal_surely(struct dealing *dealing, struct pond_rng *rng)
{
    const int pile = dealing->holders;
    int missing[POND_SEATS_MAX];
    memcpy(missing, dealing->missing, sizeof missing);
    for (int holder = 0; holder < pile; holder++) {
        quibbles_cards barred = 0; /* the cards that cannot be the next one */
        while (missing[holder] > 0) {
            const quibbles_cards open = dealing->cards[pile] & ~barred;
            assert(open != 0);
            const int value = card_at(open, pond_rng_below(rng, (uint32_t)quibbles_size(open)));
            barred |= (uint64_t)0xff << 8 * value;
            if (quibbles_count(dealing->room[holder], value) == 0) continue;
            dealing_move(dealing, pile, holder, value);
            missing[holder]--;
            if (deal_possible(dealing, missing)) {
                barred = 0;
            } else {
                dealing_move(dealing, holder, pile, value);
                missing[holder]++;
            }
        }
    }
}

/* Exchanges two cards of different holders, where the bounds allow it, many times over: from any
 * deal this leads towards all deals being equally likely. */
static void deal_stir(struct dealing *dealing, struct pond_rng *rng)
{
    const int pile = dealing->holders;
    int dealt = 0;
    for (int holder = 0; holder < pile; holder++) dealt += dealing->missing[holder];
    const int all = dealt + quibbles_size(dealing->cards[pile]);
    for (int i = 0; i < dealt * SAMPLE_STIRS; i++) {
        const int pick[2] = {(int)pond_rng_below(rng, (uint32_t)dealt),
                             (int)pond_rng_below(rng, (uint32_t)all)};
        int holder[2], value[2];
        for (int side = 0; side < 2; side++) {
            int index = pick[side], at = 0;
            for (; at < pile && index >= dealing->missing[at]; at++) index -= dealing->missing[at];
            holder[side] = at;
            value[side] = card_at(dealing->cards[at], (uint32_t)index);
        }
        if (holder[0] == holder[1] || value[0] == value[1]) continue;
        if (quibbles_count(dealing->room[holder[0]], value[1]) == 0) continue;
        if (quibbles_count(dealing->room[holder[1]], value[0]) == 0) continue;
        dealing_move(dealing, holder[0], holder[1], value[0]);
        dealing_move(dealing, holder[1], holder[0], value[1]);
    }
}

static void deal(struct dealing *dealing, struct pond_rng *rng)
{
    for (int i = 0; i < SAMPLE_TRIES; i++) {
        struct dealing attempt = *dealing;
        if (deal_honestly(&attempt, rng)) {
            *dealing = attempt;
            return;
        }
    }
    deal_surely(dealing, rng);
    deal_stir(dealing, rng);
}

/* The cards that were taken in the open are where they are known to be; all others are to be dealt.
 * The holders are these seats. */
static void dealing_begin(const struct quibbles_view *view, quibbles_cards hands[POND_SEATS_MAX],
                          struct dealing *dealing, int seat_of[POND_SEATS_MAX])
{
    const struct quibbles_table *table = &view->table;
    quibbles_cards hidden = quibbles_deck(table->variant) - table->display - table->discards;
    dealing->holders = 0;
    memset(dealing->cards, 0, sizeof dealing->cards);
    for (int seat = 0; seat < table->players; seat++) {
        hidden -= table->collections[seat];
        hands[seat] = seat == view->observer ? view->hand : table->at_least[seat];
        hidden -= hands[seat];
        const int missing = view->hand_sizes[seat] - quibbles_size(hands[seat]);
        if (missing == 0) continue;
        seat_of[dealing->holders] = seat;
        dealing->room[dealing->holders] = table->at_most[seat] - table->at_least[seat];
        dealing->missing[dealing->holders++] = missing;
    }
    dealing->cards[dealing->holders] = hidden;
    dealing->room[dealing->holders] = 0x7f * QUIBBLES_EACH - hidden;
}

static void sample(const struct pond_view *look, struct pond_rng *rng, struct pond_state *memory)
{
    const struct quibbles_view *view = (const struct quibbles_view *)look;
    struct quibbles_state *state = (struct quibbles_state *)memory;
    struct dealing dealing;
    int seat_of[POND_SEATS_MAX];
    memset(memory, 0, sizeof *memory);
    memcpy(&state->table, &view->table, sizeof state->table);
    dealing_begin(view, state->hands, &dealing, seat_of);
    deal(&dealing, rng);
    for (int i = 0; i < dealing.holders; i++) state->hands[seat_of[i]] += dealing.cards[i];
    state->draw_pile = dealing.cards[dealing.holders];
}

/* Takes a heap that may be anything out of what is left of the deck, if it is there. */
static bool heap_take(quibbles_cards *left, quibbles_cards heap)
{
    if ((heap & TOP_BITS) != 0 || !quibbles_holds(*left, heap)) return false;
    *left -= heap;
    return true;
}

/* Is what is known about a seat possible? Takes its cards out of what is left of the deck. */
static bool view_seat_check(const struct quibbles_view *view, int seat, quibbles_cards *left)
{
    const struct quibbles_table *table = &view->table;
    const quibbles_cards least = table->at_least[seat], most = table->at_most[seat];
    const quibbles_cards collection = table->collections[seat];
    const bool own = seat == view->observer;
    const uint64_t unbounded = most & UNBOUNDED_BITS;
    if (((least | most) & TOP_BITS) != 0 || !quibbles_holds(most, least)) return false;
    if ((most & (unbounded / QUIBBLES_UNBOUNDED * 0xff)) != unbounded) return false;
    if (!heap_take(left, collection) || !heap_take(left, own ? view->hand : least)) return false;
    if (quibbles_count(collection, 0) > 0 || quibbles_total(collection) >= QUIBBLES_GOAL ||
        quibbles_size(collection) > QUIBBLES_COLLECTION_MAX) {
        return false;
    }
    if ((table->in_play & POND_SEAT(seat)) == 0) {
        return view->hand_sizes[seat] == 0 && collection == 0 && least == 0;
    }
    if (!own) return view->hand_sizes[seat] >= quibbles_size(least);
    return view->hand_sizes[seat] == quibbles_size(view->hand) &&
           quibbles_holds(view->hand, least) && quibbles_holds(most, view->hand);
}

/* What text cannot say is in a view, the bounds and who has given up, so its parts are looked at
 * one by one; and the cards that nobody has shown must find places. */
static bool view_check(const struct pond_view *look, const struct pond_config *config, int seat)
{
    const struct quibbles_view *view = (const struct quibbles_view *)look;
    const struct quibbles_table *table = &view->table;
    const pond_seats everyone = (pond_seats)(POND_SEAT(seats(config)) - 1);
    if (table->players != seats(config) || table->variant != config->value[OPTION_VARIANT] ||
        view->observer != seat || table->seat != seat || table->phase > QUIBBLES_STASHES ||
        (table->in_play & ~everyone) != 0 || (table->in_play & POND_SEAT(seat)) == 0 ||
        (table->in_play & (table->in_play - 1)) == 0) {
        return false;
    }
    if ((table->due | table->due_count | table->due_seat | table->draw_beginner | table->winner |
         table->reason) != 0) {
        return false;
    }
    quibbles_cards left = quibbles_deck(table->variant), hands[POND_SEATS_MAX];
    if (!heap_take(&left, table->display) || !heap_take(&left, table->discards)) return false;
    if (quibbles_size(table->display) > QUIBBLES_DISPLAY_MAX - (table->phase == QUIBBLES_ACT)) {
        return false;
    }
    for (int other = 0; other < table->players; other++) {
        if (!view_seat_check(view, other, &left)) return false;
    }
    struct dealing dealing = {.holders = 0};
    int seat_of[POND_SEATS_MAX], hidden = view->draw_pile_size;
    dealing_begin(view, hands, &dealing, seat_of);
    for (int i = 0; i < dealing.holders; i++) hidden += dealing.missing[i];
    return hidden == quibbles_size(left) && deal_possible(&dealing, dealing.missing);
}

static pond_seats chance_seen_by(const struct pond_state *memory)
{
    const struct quibbles_table *table = &((const struct quibbles_state *)memory)->table;
    switch ((enum quibbles_due)table->due) {
    case QUIBBLES_DUE_DEAL:
    case QUIBBLES_DUE_DRAW:
    case QUIBBLES_DUE_REDEAL: return POND_SEAT(table->due_seat);
    default: return (pond_seats)~0u;
    }
}

/* ---- Events ---- */

#ifndef POND_RULES_ONLY
POND_SMALL_BEGIN

#define NO_CARD (-1)

static void card_value_print(int64_t card, struct pond_text *out)
{
    if (card == NO_CARD) pond_text_char(out, '-');
    if (card != NO_CARD) pond_text_number(out, card);
}

static void cards_value_print(int64_t cards, struct pond_text *out)
{
    for (quibbles_cards left = (quibbles_cards)cards; left != 0;) {
        const int value = quibbles_lowest(left);
        pond_text_number(out, value);
        left -= quibbles_card(value);
        if (left != 0) pond_text_char(out, '+');
    }
}

static void due_value_print(int64_t due, struct pond_text *out)
{
    static const char *const names[] = {"nothing", "display", "deal",  "beginner",
                                        "draw",    "refill",  "redeal"};
    pond_text_string(out, names[due]);
}

static void phase_value_print(int64_t phase, struct pond_text *out)
{
    pond_text_string(out, phase == QUIBBLES_ACT ? "act" : "stash");
}

#define KIND(kind) [(kind)-POND_EVENTS_OWN]
#define EXCHANGE                                                                                   \
    {                                                                                              \
        {.name = "played", .print = cards_value_print},                                            \
        {                                                                                          \
            .name = "taken", .print = cards_value_print                                            \
        }                                                                                          \
    }

static const struct pond_event_kind event_kinds[] = {
    KIND(QUIBBLES_EVENT_BEGIN) = {"begin", {{0}}, .sentence = POND_WORD_EVENT_BEGIN},
    KIND(QUIBBLES_EVENT_REFILL) = {"refill", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBLES_EVENT_DRAWN) = {"drawn", {{.name = "card"}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBLES_EVENT_DUE) = {"due",
                                {{.name = "what", .print = due_value_print},
                                 {.name = "cards"},
                                 {.name = "to"}},
                                .sentence = POND_WORD_NONE},
    KIND(QUIBBLES_EVENT_PHASE) = {"phase",
                                  {{.name = "phase", .print = phase_value_print}},
                                  .sentence = POND_WORD_NONE},
    KIND(QUIBBLES_EVENT_LAY) = {"lay", {{.name = "card"}}, .sentence = POND_WORD_EVENT_LAY},
    KIND(QUIBBLES_EVENT_SPLIT) = {"split", EXCHANGE, .sentence = POND_WORD_EVENT_SPLIT},
    KIND(QUIBBLES_EVENT_COMBINE) = {"combine", EXCHANGE, .sentence = POND_WORD_EVENT_COMBINE},
    KIND(QUIBBLES_EVENT_STASH) = {"stash",
                                  {{.name = "card"},
                                   {.name = "cards"},
                                   {.name = "given_up", .print = card_value_print},
                                   {.name = "total"}},
                                  .sentence = POND_WORD_EVENT_STASH,
                                  .detail = {3, NO_CARD}},
    KIND(QUIBBLES_EVENT_KEEP) = {"keep", {{0}}, .sentence = POND_WORD_NONE},
    KIND(QUIBBLES_EVENT_PASS) = {"pass", {{0}}, .sentence = POND_WORD_EVENT_PASS},
    KIND(QUIBBLES_EVENT_CLEAR) = {"clear", {{0}}, .sentence = POND_WORD_EVENT_CLEAR},
    KIND(QUIBBLES_EVENT_REDEAL) = {"redeal",
                                   {{.name = "cards", .print = cards_value_print}},
                                   .sentence = POND_WORD_EVENT_REDEAL},
    KIND(QUIBBLES_EVENT_ASIDE) = {"aside",
                                  {{.name = "cards", .print = cards_value_print}},
                                  .sentence = POND_WORD_NONE},
    KIND(QUIBBLES_EVENT_RESHUFFLE) = {"reshuffle",
                                      {{.name = "cards"}},
                                      .sentence = POND_WORD_EVENT_RESHUFFLE},
};

/* What chance did; a hand that was empty when the refill began is still empty. */
static void outcome_tell(const struct quibbles_state *old, int outcome, int observer,
                         struct pond_events *events)
{
    const int to = old->table.due_seat;
    const bool seen = observer == to || observer == POND_OMNISCIENT;
    switch ((enum quibbles_due)old->table.due) {
    case QUIBBLES_DUE_BEGINNER: pond_event_add(events, QUIBBLES_EVENT_BEGIN, outcome); break;
    case QUIBBLES_DUE_DISPLAY:
    case QUIBBLES_DUE_REFILL:
        pond_event_add(events, QUIBBLES_EVENT_REFILL, POND_NOBODY)->value[0] = outcome;
        break;
    default:
        pond_event_add(events, QUIBBLES_EVENT_DRAWN, to)->value[0] =
            seen ? outcome : POND_EVENT_HIDDEN;
        break;
    }
}

static void stash_tell(const struct quibbles_state *old, const struct quibbles_state *new, int seat,
                       pond_move move, struct pond_events *events)
{
    const int value = quibbles_lowest(quibbles_move_played(move));
    const quibbles_cards given_up = quibbles_move_taken(move);
    struct pond_event *event = pond_event_add(events, QUIBBLES_EVENT_STASH, seat);
    event->value[0] = value;
    event->value[1] = quibbles_count(old->hands[seat], value);
    event->value[2] = given_up != 0 ? quibbles_lowest(given_up) : NO_CARD;
    event->value[3] = quibbles_total(new->table.collections[seat]);
}

static void decision_tell(const struct quibbles_state *old, const struct quibbles_state *new,
                          int seat, pond_move move, struct pond_events *events)
{
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    struct pond_event *event;
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_SPLIT:
    case QUIBBLES_COMBINE:
        event = pond_event_add(events,
                               quibbles_move_kind(move) == QUIBBLES_SPLIT ? QUIBBLES_EVENT_SPLIT
                                                                          : QUIBBLES_EVENT_COMBINE,
                               seat);
        event->value[0] = (int64_t)played;
        event->value[1] = (int64_t)taken;
        break;
    case QUIBBLES_DRAW:
        pond_event_add(events, QUIBBLES_EVENT_LAY, seat)->value[0] = quibbles_lowest(played);
        break;
    case QUIBBLES_STASH: stash_tell(old, new, seat, move, events); break;
    case QUIBBLES_KEEP: pond_event_add(events, QUIBBLES_EVENT_KEEP, seat); break;
    case QUIBBLES_PASS: pond_event_add(events, QUIBBLES_EVENT_PASS, seat); break;
    case QUIBBLES_CHANCE: assert(false); break; /* no seat's */
    }
}

/* All cards in hands before new ones are dealt. When this entry empties a hand, it is the stash
 * that does, and its cards are told already. */
static quibbles_cards hands_laid_aside(const struct quibbles_state *old, int seat, pond_move move)
{
    quibbles_cards all = 0;
    for (int i = 0; i < old->table.players; i++) all += old->hands[i];
    if (quibbles_move_kind(move) != QUIBBLES_STASH) return all;
    const int value = quibbles_lowest(quibbles_move_played(move));
    return all - (old->hands[seat] & (uint64_t)0xff << 8 * value);
}

/* Where a turn ends: the display is cleared, the refill begins, and an empty hand means new ones
 * for all (B9, B10). `hand` is what the seat has left. */
static void turn_end_tell(const struct quibbles_state *old, const struct quibbles_state *new,
                          int seat, pond_move move, struct pond_events *events)
{
    const bool refilling = old->table.due == QUIBBLES_DUE_REFILL;
    const int turn = old->table.seat;
    const bool in_play = (new->table.in_play &POND_SEAT(turn)) != 0;
    if (!refilling && quibbles_size(old->table.display) >= QUIBBLES_DISPLAY_MAX) {
        pond_event_add(events, QUIBBLES_EVENT_CLEAR, POND_NOBODY);
    }
    quibbles_cards hand = old->hands[turn];
    if (!refilling && quibbles_move_kind(move) == QUIBBLES_STASH) {
        hand &= ~((uint64_t)0xff << 8 * quibbles_lowest(quibbles_move_played(move)));
    }
    if (new->table.due == QUIBBLES_DUE_REFILL || hand != 0 || !in_play) return;
    const pond_move cause = refilling ? QUIBBLES_CHANCE : move;
    pond_event_add(events, QUIBBLES_EVENT_REDEAL, turn)->value[0] =
        (int64_t)hands_laid_aside(old, seat, cause);
}

static void changes_tell(const struct quibbles_table *old, const struct quibbles_table *new,
                         struct pond_events *events)
{
    if (old->due != new->due || old->due_count != new->due_count ||
        old->due_seat != new->due_seat) {
        struct pond_event *event = pond_event_add(events, QUIBBLES_EVENT_DUE, POND_NOBODY);
        event->value[0] = new->due;
        event->value[1] = new->due_count;
        event->value[2] = new->due_seat;
    }
    if (old->seat != new->seat || old->phase != new->phase) {
        pond_event_add(events, QUIBBLES_EVENT_PHASE, new->seat)->value[0] = new->phase;
    }
}

static void events(const struct pond_state *before, int seat, pond_move move,
                   const struct pond_state *after, int observer, struct pond_events *events)
{
    const struct quibbles_state *old = (const struct quibbles_state *)before;
    const struct quibbles_state *new = (const struct quibbles_state *)after;
    const bool resigned = move == POND_MOVE_RESIGN, chance = seat == POND_CHANCE;
    const int drawn = chance && old->table.due != QUIBBLES_DUE_BEGINNER;
    const bool reshuffled = quibbles_size(new->draw_pile) > quibbles_size(old->draw_pile) - drawn;
    const int kind = resigned || chance ? QUIBBLES_CHANCE : quibbles_move_kind(move);
    if (chance) outcome_tell(old, (int)move, observer, events);
    if (!chance && !resigned) decision_tell(old, new, seat, move, events);
    if (resigned && old->table.players > 2) {
        const bool seen = !reshuffled || observer == seat || observer == POND_OMNISCIENT;
        pond_event_add(events, QUIBBLES_EVENT_ASIDE, seat)->value[0] =
            seen ? (int64_t)(old->hands[seat] + old->table.collections[seat]) : POND_EVENT_HIDDEN;
    }
    const bool ends_turn = kind == QUIBBLES_STASH || kind == QUIBBLES_KEEP ||
                           (resigned && seat == old->table.seat) ||
                           old->table.due == QUIBBLES_DUE_REFILL;
    if (ends_turn && new->table.reason == POND_REASON_NONE) {
        turn_end_tell(old, new, seat, resigned ? QUIBBLES_CHANCE : move, events);
    }
    if (reshuffled) {
        pond_event_add(events, QUIBBLES_EVENT_RESHUFFLE, POND_NOBODY)->value[0] =
            quibbles_size(new->draw_pile);
    }
    changes_tell(&old->table, &new->table, events);
}

/* Cards that come into a hand or leave it, where the observer holds it. */
static void hand_follow(struct quibbles_view *view, int seat, quibbles_cards in, quibbles_cards out)
{
    assert(seat < POND_SEATS_MAX);
    if (seat == view->observer) view->hand += in - out;
    view->hand_sizes[seat] = (uint8_t)(view->hand_sizes[seat] + quibbles_size(in));
    view->hand_sizes[seat] = (uint8_t)(view->hand_sizes[seat] - quibbles_size(out));
}

static void follow_exchange(struct quibbles_view *view, const struct pond_event *event)
{
    const quibbles_cards played = (quibbles_cards)event->value[0];
    const quibbles_cards taken = (quibbles_cards)event->value[1];
    hand_follow(view, event->seat, taken, played);
    view->table.display -= taken;
    view->table.discards += played;
    bounds_play(&view->table, event->seat, played);
    bounds_take(&view->table, event->seat, taken);
}

static void follow_stash(struct quibbles_view *view, const struct pond_event *event)
{
    struct quibbles_table *table = &view->table;
    const int seat = event->seat, value = (int)event->value[0];
    const uint64_t others = ~((uint64_t)0xff << 8 * value);
    const quibbles_cards all = quibbles_card(value) * (uint64_t)event->value[1];
    const quibbles_cards given_up =
        event->value[2] == NO_CARD ? 0 : quibbles_card((int)event->value[2]);
    hand_follow(view, seat, 0, all);
    table->discards += all - quibbles_card(value) + given_up;
    table->collections[seat] += quibbles_card(value) - given_up;
    table->at_least[seat] &= others;
    table->at_most[seat] &= others;
}

/* Cards are laid aside: all hands (B10), or what a seat that gave up had. */
static void follow_aside(struct quibbles_view *view, const struct pond_event *event)
{
    struct quibbles_table *table = &view->table;
    const bool hidden = event->value[0] == POND_EVENT_HIDDEN; /* then they are shuffled at once */
    if (!hidden) table->discards += (quibbles_cards)event->value[0];
    assert(table->players <= POND_SEATS_MAX);
    for (int seat = 0; seat < table->players; seat++) {
        if (event->kind == QUIBBLES_EVENT_ASIDE && seat != event->seat) continue;
        if (event->kind == QUIBBLES_EVENT_ASIDE) table->collections[seat] = 0;
        if (seat == view->observer) view->hand = 0;
        view->hand_sizes[seat] = 0;
        bounds_forget(table, seat);
    }
}

static void follow_chance(struct quibbles_view *view, const struct pond_event *event)
{
    struct quibbles_table *table = &view->table;
    const bool hidden = event->value[0] == POND_EVENT_HIDDEN;
    switch (event->kind) {
    case QUIBBLES_EVENT_BEGIN:
        table->seat = event->seat;
        table->draw_beginner = 0;
        return;
    case QUIBBLES_EVENT_REFILL: table->display += quibbles_card((int)event->value[0]); break;
    case QUIBBLES_EVENT_RESHUFFLE:
        table->discards = 0;
        view->draw_pile_size = (uint8_t)event->value[0];
        return;
    default:
        hand_follow(view, event->seat, quibbles_card(hidden ? 0 : (int)event->value[0]), 0);
        bounds_draw(table, event->seat);
        break;
    }
    view->draw_pile_size--;
}

static void follow(struct pond_view *memory, const struct pond_event *event)
{
    struct quibbles_view *view = (struct quibbles_view *)memory;
    struct quibbles_table *table = &view->table;
    const int seat = event->seat;
    assert(seat < POND_SEATS_MAX || seat == POND_NOBODY);
    switch (event->kind) {
    case QUIBBLES_EVENT_BEGIN:
    case QUIBBLES_EVENT_REFILL:
    case QUIBBLES_EVENT_RESHUFFLE:
    case QUIBBLES_EVENT_DRAWN: follow_chance(view, event); break;
    case QUIBBLES_EVENT_DUE:
        due_set(table, (enum quibbles_due)event->value[0], (int)event->value[1],
                (int)event->value[2]);
        break;
    case QUIBBLES_EVENT_PHASE:
        table->seat = event->seat;
        table->phase = (uint8_t)event->value[0];
        break;
    case QUIBBLES_EVENT_LAY:
        hand_follow(view, seat, 0, quibbles_card((int)event->value[0]));
        table->display += quibbles_card((int)event->value[0]);
        bounds_play(table, seat, quibbles_card((int)event->value[0]));
        break;
    case QUIBBLES_EVENT_SPLIT:
    case QUIBBLES_EVENT_COMBINE: follow_exchange(view, event); break;
    case QUIBBLES_EVENT_STASH: follow_stash(view, event); break;
    case QUIBBLES_EVENT_CLEAR:
        table->discards += table->display;
        table->display = 0;
        break;
    case QUIBBLES_EVENT_REDEAL:
    case QUIBBLES_EVENT_ASIDE: follow_aside(view, event); break;
    case POND_EVENT_RESIGN: table->in_play &= (pond_seats)~POND_SEAT(seat); break;
    case POND_EVENT_END:
        table->winner = (uint8_t)event->value[1];
        table->reason = (uint8_t)event->value[2];
        break;
    default: break; /* nothing on the table changes */
    }
}

/* ---- The view as data ---- */

static void cards_json(struct pond_json *json, const char *key, quibbles_cards cards)
{
    pond_json_key(json, key);
    pond_json_open(json, '[');
    while (cards != 0) {
        const int value = quibbles_lowest(cards);
        pond_json_number(json, value);
        cards -= quibbles_card(value);
    }
    pond_json_close(json, ']');
}

/* A seat: its collection, how many cards it holds, and which of them everyone has seen (B12). */
static void seat_json(struct pond_json *json, const struct quibbles_view *view, int seat)
{
    const struct quibbles_table *table = &view->table;
    pond_json_open(json, '{');
    cards_json(json, "collection", table->collections[seat]);
    pond_json_number_member(json, "total", quibbles_total(table->collections[seat]));
    pond_json_number_member(json, "cards", view->hand_sizes[seat]);
    cards_json(json, "seen", table->at_least[seat]);
    pond_json_close(json, '}');
}

static void view_json(const struct pond_view *memory, struct pond_json *json)
{
    const struct quibbles_view *view = (const struct quibbles_view *)memory;
    const struct quibbles_table *table = &view->table;
    pond_json_open(json, '{');
    pond_json_number_member(json, "seat", table->seat);
    pond_json_string_member(json, "phase", table->phase == QUIBBLES_ACT ? "act" : "stash");
    cards_json(json, "display", table->display);
    cards_json(json, "hand", view->hand);
    pond_json_key(json, "seats");
    pond_json_open(json, '[');
    for (int seat = 0; seat < table->players; seat++) seat_json(json, view, seat);
    pond_json_close(json, ']');
    pond_json_number_member(json, "pile", view->draw_pile_size);
    cards_json(json, "discards", table->discards);
    pond_json_number_member(json, "goal", QUIBBLES_GOAL);
    pond_json_close(json, '}');
}

POND_SMALL_END
#endif

/* ---- What is allowed, and why not ---- */

/* Says which value `have` has too few of for `need`: one sentence for none, another for too few. */
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
struct grouping {
    quibbles_cards rest;
    int value;
    int length;
    char text[2 * QUIBBLES_DISPLAY_MAX];
};

/* Goes on with a set to which `missing` is missing and which has digits up to `least` so far. Low
 * digits are tried first, and a set ends as soon as it can, so the first grouping found has the
 * bytewise smallest text: there are always as many sets, so the texts differ first in a digit. */
static bool grouping_complete(struct grouping *grouping, int least, int missing)
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
        if (set_empty && digit == grouping->value) continue; /* one card is no set */
        grouping->rest -= quibbles_card(digit);
        grouping->text[grouping->length++] = (char)('0' + digit);
        if (grouping_complete(grouping, digit, missing - digit)) return true;
        grouping->rest += quibbles_card(digit);
        grouping->length = length;
    }
    return false;
}

/* Groups cards, at most a display of them, into sets for a SPLIT; false where that cannot be. */
static bool grouping_find(struct grouping *grouping, quibbles_cards cards, int value)
{
    *grouping = (struct grouping){.rest = cards, .value = value};
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
    struct grouping grouping;
    if (value == 0) return pond_refuse(why, POND_WORD_QUIBBLES_SPLIT_ZERO);
    if (!hand_holds(state, played, "B4", why)) return false;
    if (taken == 0) return pond_refuse(why, POND_WORD_QUIBBLES_SPLIT_NONE);
    if (!display_holds(state, taken, "B4", why)) return false;
    return grouping_find(&grouping, taken, value) ||
           pond_refuse_number(why, POND_WORD_QUIBBLES_SPLIT_GROUPS, value);
}

static bool legal_combine(const struct quibbles_state *state, quibbles_cards played,
                          quibbles_cards taken, struct pond_error *why)
{
    const int size = quibbles_size(played), total = quibbles_total(played);
    const int most = combine_max(&state->table);
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

/* Are the bits a move at all? */
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

/* ---- The notation of moves ---- */

static void cards_print(quibbles_cards cards, struct pond_text *out)
{
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = quibbles_count(cards, value); i > 0; i--) {
            pond_text_char(out, (char)('0' + value));
        }
    }
}

static void move_print(const struct pond_state *memory, int seat, pond_move move,
                       struct pond_text *out)
{
    (void)memory, (void)seat;
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    struct grouping grouping;
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_CHANCE: pond_text_number(out, (int64_t)move); break;
    case QUIBBLES_SPLIT:
        cards_print(played, out);
        pond_text_char(out, '=');
        grouping_find(&grouping, taken, quibbles_lowest(played));
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

/* Are these digits, at least one? */
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

/* Reads `+5`, `!4` or `!4/1` behind its first character. */
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

/* Is this a right set for a card of that value? */
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
        pond_refuse_number(why, POND_WORD_QUIBBLES_COMBINE_COUNT, combine_max(&state->table));
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

static bool move_parse(const struct pond_state *memory, int seat, const char *text, pond_move *move,
                       struct pond_error *why)
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
        *move = kind_bits(QUIBBLES_KEEP);
        return true;
    }
    if (pond_text_equal(text, "pass")) {
        *move = kind_bits(QUIBBLES_PASS);
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

static void state_print(const struct pond_state *memory, struct pond_text *out)
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

static void view_print(const struct pond_view *look, struct pond_text *out)
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

static void own_print(const struct pond_view *look, struct pond_text *hand,
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

static bool collections_parse(struct quibbles_table *table, struct piece text, quibbles_cards *left,
                              struct pond_error *why)
{
    struct piece pieces[POND_SEATS_MAX];
    const int count = pieces_cut(text, '/', pieces, POND_SEATS_MAX);
    if (count != table->players) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_LIST_COLLECTIONS, table->players);
        return pond_error_number(why, count);
    }
    for (int seat = 0; seat < count; seat++) {
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
    struct piece pieces[POND_SEATS_MAX];
    const int count = pieces_cut(text, ',', pieces, POND_SEATS_MAX);
    if (count != state->table.players) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_LIST_HANDS, state->table.players);
        return pond_error_number(why, count);
    }
    for (int seat = 0; seat < count; seat++) {
        quibbles_cards cards;
        if (!heap_parse(pieces[seat], state->table.variant, left, &cards, why)) return false;
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

/* Can the parts stand together, and has somebody won (B8, B13)? */
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

/* The fields of a position; false where there are more or fewer. */
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

static bool state_parse(struct pond_state *memory, const struct pond_config *config,
                        const char *text, struct pond_error *why)
{
    struct quibbles_state read;
    struct quibbles_table *table = &read.table;
    struct piece pieces[FIELDS];
    if (!fields_cut(text, pieces, why)) return false;
    memset(&read, 0, sizeof read);
    table_clear(table, config);
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
POND_SMALL_BEGIN

/* Hands of these sizes, "6,7,5": the observer's own, and for the others any cards that are left. */
static bool sizes_parse(struct quibbles_state *state, struct piece text, int observer,
                        quibbles_cards own, quibbles_cards *left, struct pond_error *why)
{
    struct piece pieces[POND_SEATS_MAX];
    const int count = pieces_cut(text, ',', pieces, POND_SEATS_MAX);
    if (count != state->table.players) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_LIST_HANDS, state->table.players);
        return pond_error_number(why, count);
    }
    for (int seat = 0; seat < count; seat++) {
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

static bool view_parse(struct pond_state *memory, const struct pond_config *config, int observer,
                       const char *position, const char *hand, struct pond_error *why)
{
    struct quibbles_state read;
    struct quibbles_table *table = &read.table;
    struct piece pieces[FIELDS];
    const struct piece held = {hand[0] != '\0' ? hand : "-", hand[0] != '\0' ? strlen(hand) : 1};
    if (!fields_cut(position, pieces, why)) return false;
    memset(&read, 0, sizeof read);
    table_clear(table, config);
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

POND_SMALL_END
#endif

static void setup_print(const struct pond_state *memory, int hidden_from, struct pond_text *out)
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

static bool setup_parse(const struct pond_config *config, const char *text,
                        pond_move outcomes[POND_SETUP_MAX], int *outcome_count,
                        struct pond_error *why)
{
    const int players = players_of(config), variant = config->value[OPTION_VARIANT];
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
    if (first_seat(config) < 0) {
        read[read_count++] = beginner;
    } else if (beginner != first_seat(config)) {
        pond_refuse_number(why, POND_WORD_QUIBBLES_SETUP_FIRST, beginner);
        return pond_error_number(why, first_seat(config));
    }
    memcpy(outcomes, read, (size_t)read_count * sizeof read[0]);
    *outcome_count = read_count;
    return true;
}

const struct pond_game pond_quibbles = {
    .name = "quibbles",
    .title = "Quibbles",
    .seats_min = 2,
    .seats_max = 5,
    .record_style = POND_RECORD_TURNS,
    .draw_offers = false,
    .random_turns_max = 2000,
    .option_count = OPTIONS,
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
    .observe = observe,
    .sample = sample,
    .view_check = view_check,
    .chance_seen_by = chance_seen_by,
    .legal = legal,
#ifndef POND_RULES_ONLY
    .events = events,
    .event_kinds = event_kinds,
    .event_kind_count = sizeof event_kinds / sizeof event_kinds[0],
    .view_json = view_json,
    .follow = follow,
#endif
    .move_print = move_print,
    .move_parse = move_parse,
    .state_print = state_print,
    .view_print = view_print,
    .own_print = own_print,
    .state_parse = state_parse,
#ifndef POND_RULES_ONLY
    .view_parse = view_parse,
#endif
    .move_suffix = NULL,
    .seat_letter = NULL,
    .setup_print = setup_print,
    .setup_parse = setup_parse,
    .perft = NULL,
};
