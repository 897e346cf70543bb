/* rules.h: what the files of Quibbles share. */
#ifndef POND_QUIBBLES_RULES_H
#define POND_QUIBBLES_RULES_H

#include "pond/quibbles.h"

#include "parts.h"

/* ---- Options ---- */

enum quibbles_option {
    QUIBBLES_OPTION_PLAYERS,
    QUIBBLES_OPTION_VARIANT,
    QUIBBLES_OPTION_FIRST,
    QUIBBLES_OPTION_HEADSTART,
    QUIBBLES_OPTIONS
};

static inline int quibbles_players(const struct pond_config *config)
{
    return 2 + config->value[QUIBBLES_OPTION_PLAYERS];
}

/* The seat that begins, or -1 where it is drawn. */
static inline int quibbles_first_seat(const struct pond_config *config)
{
    return config->value[QUIBBLES_OPTION_FIRST] - 1;
}

/* What lies in a collection at the start: nothing, or the card of a head start. */
static inline quibbles_cards quibbles_config_collection(const struct pond_config *config, int seat)
{
    const int value = pond_config_digit(config, QUIBBLES_OPTION_HEADSTART, seat);
    return value > 0 ? quibbles_card(value) : 0;
}

static inline int quibbles_combine_max(const struct quibbles_table *table)
{
    return table->variant == QUIBBLES_FIRST_GAME ? 6 : QUIBBLES_COMBINE_MAX;
}

/* ---- Cards and moves as bits ---- */

/* The top bits of the eight bytes of a word; counts stay below them. */
#define QUIBBLES_TOP_BITS (0x80 * QUIBBLES_EACH)
#define QUIBBLES_UNBOUNDED_BITS (QUIBBLES_UNBOUNDED * QUIBBLES_EACH)

static inline pond_move quibbles_kind_bits(enum quibbles_kind kind)
{
    return (pond_move)kind << 56;
}

/* ---- What everyone knows about a hand (B12) ---- */

/* Everyone forgets what was known about a hand (B12). */
static inline void quibbles_bounds_forget(struct quibbles_table *table, int seat)
{
    table->at_least[seat] = 0;
    table->at_most[seat] = QUIBBLES_UNBOUNDED_BITS;
}

/* Cards leave a hand openly. Cards that it was known to hold are assumed to go first, so that what
 * remains known is certain. */
static inline void quibbles_bounds_play(struct quibbles_table *table, int seat,
                                        quibbles_cards cards)
{
    const uint64_t least = (table->at_least[seat] | QUIBBLES_TOP_BITS) - cards;
    const uint64_t kept = least & QUIBBLES_TOP_BITS;
    table->at_least[seat] = least & (kept - (kept >> 7));
    const uint64_t unbounded =
        (table->at_most[seat] & QUIBBLES_UNBOUNDED_BITS) / QUIBBLES_UNBOUNDED * 0xff;
    table->at_most[seat] -= cards & ~unbounded;
}

/* Cards enter a hand openly. An upper bound that would exceed every count is dropped. */
static inline void quibbles_bounds_take(struct quibbles_table *table, int seat,
                                        quibbles_cards cards)
{
    table->at_least[seat] += cards;
    const uint64_t most = table->at_most[seat] + cards;
    const uint64_t unbounded = most & QUIBBLES_UNBOUNDED_BITS;
    table->at_most[seat] = most & ~(unbounded - unbounded / QUIBBLES_UNBOUNDED);
}

/* A card enters a hand unseen by the others: it may be any. */
static inline void quibbles_bounds_draw(struct quibbles_table *table, int seat)
{
    table->at_most[seat] += (~table->at_most[seat] & QUIBBLES_UNBOUNDED_BITS) / QUIBBLES_UNBOUNDED;
}

/* ---- The table ---- */

static inline void quibbles_due_set(struct quibbles_table *table, enum quibbles_due due, int count,
                                    int seat)
{
    table->due = (uint8_t)due;
    table->due_count = (uint8_t)count;
    table->due_seat = (uint8_t)seat;
}

/* An empty table; every byte is set, for states are compared as bytes. */
void pond_quibbles_table_clear(struct quibbles_table *table, const struct pond_config *config);

struct quibbles_grouping {
    quibbles_cards rest;
    int value;
    int length;
    char text[2 * QUIBBLES_DISPLAY_MAX];
};
bool pond_quibbles_grouping_find(struct quibbles_grouping *grouping, quibbles_cards cards,
                                 int value);

/* ---- The other files ---- */

POND_PARTS(quibbles);

#define QUIBBLES_EVENT_KINDS (QUIBBLES_EVENT_RESHUFFLE - POND_EVENTS_OWN + 1)
extern const struct pond_event_kind pond_quibbles_event_kinds[QUIBBLES_EVENT_KINDS];

#endif
