/* view.c: what a seat of Quibbles may see (B12), and the positions that look so to it. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define SAMPLE_TRIES 32 /* honest deals before one is constructed */
#define SAMPLE_STIRS 12 /* exchanges a card after that */

void pond_quibbles_observe(const struct pond_state *memory, int seat, struct pond_view *out)
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
    quibbles_cards cards[POND_SEATS_MAX + 1]; /* in addition to the ones they are known to hold */
    quibbles_cards room[POND_SEATS_MAX + 1];  /* the most they can still hold */
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

/* Deals every card at random; false as soon as a card breaks a bound. A deal that succeeds has
 * exactly the right probability. */
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

/* Can the deal be completed? It can if every group of holders has room, over all values, for as
 * many cards as it lacks (Hall's theorem with capacities). */
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

/* Deals cards within the bounds such that the rest of the deal stays possible: this always
 * succeeds, and can produce any deal within the bounds. */
static void deal_surely(struct dealing *dealing, struct pond_rng *rng)
{
    const int pile = dealing->holders;
    int missing[POND_SEATS_MAX];
    memcpy(missing, dealing->missing, sizeof missing);
    for (int holder = 0; holder < pile; holder++) {
        quibbles_cards barred = 0; /* the cards that can't come next */
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

/* Swaps two cards of different holders, where the bounds allow it, many times over: from any deal
 * this converges to the uniform distribution over all deals. */
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

/* Cards that were taken openly are where they are known to be; all others are dealt. The holders
 * are these seats. */
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

void pond_quibbles_sample(const struct pond_view *look, struct pond_rng *rng,
                          struct pond_state *memory)
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

/* Takes a heap of unchecked cards out of the rest of the deck, if they are there. */
static bool heap_take(quibbles_cards *left, quibbles_cards heap)
{
    if ((heap & QUIBBLES_TOP_BITS) != 0 || !quibbles_holds(*left, heap)) return false;
    *left -= heap;
    return true;
}

/* Is what is known about a seat possible? Takes its cards out of the rest of the deck. */
static bool view_seat_check(const struct quibbles_view *view, int seat, quibbles_cards *left)
{
    const struct quibbles_table *table = &view->table;
    const quibbles_cards least = table->at_least[seat], most = table->at_most[seat];
    const quibbles_cards collection = table->collections[seat];
    const bool own = seat == view->observer;
    const uint64_t unbounded = most & QUIBBLES_UNBOUNDED_BITS;
    if (((least | most) & QUIBBLES_TOP_BITS) != 0 || !quibbles_holds(most, least)) return false;
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

/* A view holds more than its text: the bounds, and who has resigned. So its parts are checked one
 * by one, and the cards that nobody has shown must find places. */
bool pond_quibbles_view_check(const struct pond_view *look, const struct pond_config *config,
                              int seat)
{
    const struct quibbles_view *view = (const struct quibbles_view *)look;
    const struct quibbles_table *table = &view->table;
    const pond_seats everyone = (pond_seats)(POND_SEAT(quibbles_players(config)) - 1);
    if (table->players != quibbles_players(config) ||
        table->variant != config->value[QUIBBLES_OPTION_VARIANT] || view->observer != seat ||
        table->seat != seat || table->phase > QUIBBLES_STASHES ||
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

pond_seats pond_quibbles_chance_seen_by(const struct pond_state *memory)
{
    const struct quibbles_table *table = &((const struct quibbles_state *)memory)->table;
    switch ((enum quibbles_due)table->due) {
    case QUIBBLES_DUE_DEAL:
    case QUIBBLES_DUE_DRAW:
    case QUIBBLES_DUE_REDEAL: return POND_SEAT(table->due_seat);
    default: return (pond_seats)~0u;
    }
}
