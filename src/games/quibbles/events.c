/* events.c: what happened in Quibbles, as events, and what a view becomes by them. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

#define NO_CARD (-1)

static void card_value_print(int64_t card, struct pond_text *out)
{
    if (card == NO_CARD) pond_text_char(out, '-');
    if (card != NO_CARD) pond_text_number(out, card);
}

/* The cards in ascending order. */
static void cards_joined_print(quibbles_cards cards, const char *separator, struct pond_text *out)
{
    for (quibbles_cards left = cards; left != 0;) {
        const int value = quibbles_lowest(left);
        pond_text_number(out, value);
        left -= quibbles_card(value);
        if (left != 0) pond_text_string(out, separator);
    }
}

/* "1+4": cards that count together. */
static void cards_value_print(int64_t cards, struct pond_text *out)
{
    cards_joined_print((quibbles_cards)cards, "+", out);
}

/* "3, 3": each of the cards that a combination takes counts alone. */
static void equals_value_print(int64_t cards, struct pond_text *out)
{
    cards_joined_print((quibbles_cards)cards, ", ", out);
}

/* The value of a split's `taken` also holds the card that was split, because the sets are found by
 * it. It lies above the count of sevens, of which the deck has seven (B1). */
#define SPLIT_SHIFT 60

static quibbles_cards taken_of(int64_t value)
{
    return (quibbles_cards)value & ~((quibbles_cards)15 << SPLIT_SHIFT);
}

/* "1+4, 1+1+3": the sets of a split. */
static void sets_value_print(int64_t value, struct pond_text *out)
{
    struct quibbles_grouping grouping;
    const int split = (int)(value >> SPLIT_SHIFT);
    pond_quibbles_grouping_find(&grouping, taken_of(value), split);
    for (int i = 0; i < grouping.length; i++) {
        const bool ends = grouping.text[i] == ',', begins = i == 0 || grouping.text[i - 1] == ',';
        if (ends) pond_text_string(out, ", ");
        if (!ends && !begins) pond_text_char(out, '+');
        if (!ends) pond_text_char(out, grouping.text[i]);
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
const struct pond_event_kind pond_quibbles_event_kinds[QUIBBLES_EVENT_KINDS] = {
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
    KIND(QUIBBLES_EVENT_SPLIT) = {"split",
                                  {{.name = "played", .print = cards_value_print},
                                   {.name = "taken", .print = sets_value_print}},
                                  .sentence = POND_WORD_EVENT_SPLIT},
    KIND(QUIBBLES_EVENT_COMBINE) = {"combine",
                                    {{.name = "played", .print = cards_value_print},
                                     {.name = "taken", .print = equals_value_print}},
                                    .sentence = POND_WORD_EVENT_COMBINE},
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

/* What chance did; a hand that was empty at the start of the refill still is. */
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
        event = pond_event_add(events, QUIBBLES_EVENT_SPLIT, seat);
        event->value[0] = (int64_t)played;
        event->value[1] = (int64_t)(taken | (quibbles_cards)quibbles_lowest(played) << SPLIT_SHIFT);
        break;
    case QUIBBLES_COMBINE:
        event = pond_event_add(events, QUIBBLES_EVENT_COMBINE, seat);
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
 * that does, and its cards have been reported already. */
static quibbles_cards hands_laid_aside(const struct quibbles_state *old, int seat, pond_move move)
{
    quibbles_cards all = 0;
    for (int i = 0; i < old->table.players; i++) all += old->hands[i];
    if (quibbles_move_kind(move) != QUIBBLES_STASH) return all;
    const int value = quibbles_lowest(quibbles_move_played(move));
    return all - (old->hands[seat] & (uint64_t)0xff << 8 * value);
}

/* The end of a turn: the display is cleared, the refill begins, and an empty hand means new ones
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

void pond_quibbles_events(const struct pond_state *before, int seat, pond_move move,
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

/* Adds cards to a hand or removes them, if the observer sees that hand. */
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
    const quibbles_cards taken = taken_of(event->value[1]);
    hand_follow(view, event->seat, taken, played);
    view->table.display -= taken;
    view->table.discards += played;
    quibbles_bounds_play(&view->table, event->seat, played);
    quibbles_bounds_take(&view->table, event->seat, taken);
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

/* Discards hands: all of them (B10), or that of a seat that resigned. */
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
        quibbles_bounds_forget(table, seat);
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
        quibbles_bounds_draw(table, event->seat);
        break;
    }
    view->draw_pile_size--;
}

void pond_quibbles_follow(struct pond_view *memory, const struct pond_event *event)
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
        quibbles_due_set(table, (enum quibbles_due)event->value[0], (int)event->value[1],
                         (int)event->value[2]);
        break;
    case QUIBBLES_EVENT_PHASE:
        table->seat = event->seat;
        table->phase = (uint8_t)event->value[0];
        break;
    case QUIBBLES_EVENT_LAY:
        hand_follow(view, seat, 0, quibbles_card((int)event->value[0]));
        table->display += quibbles_card((int)event->value[0]);
        quibbles_bounds_play(table, seat, quibbles_card((int)event->value[0]));
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
