/* view_json.c: a view of Quibbles as data. */
#include "pond/json.h"

#include "rules.h"

#include "banned.h"

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

void pond_quibbles_view_json(const struct pond_view *memory, struct pond_json *json)
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
