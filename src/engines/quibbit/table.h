/* table.h: what positions of two-player Quibbit are worth, nearly.
 *
 * One thing is simplified: which cards the dummy has left. Here it always draws one of all five.
 * Then a position is where the frogs are and both hands, few enough to work all of them out within
 * a fraction of a second: hands never grow, so those with few cards come first. A search that knows
 * the dummy's cards looks a few rounds ahead and reads here what comes after. */
#ifndef POND_QUIBBIT_TABLE_H
#define POND_QUIBBIT_TABLE_H

#include "layouts.h"
#include "round.h"

#define QUIBBIT_AHEAD_MAX 16
#define QUIBBIT_ORIGINS_MAX 416 /* places up to turning; 390 are reached from the starts */
#define QUIBBIT_PLACES_MAX (QUIBBIT_ORIGINS_MAX * QUIBBIT_RING)
#define QUIBBIT_BATCH 64 /* places are processed this many at a time, the last ones too */
#define QUIBBIT_PLACES_ROOM (QUIBBIT_PLACES_MAX + QUIBBIT_BATCH)
#define QUIBBIT_ROUNDS 125
#define QUIBBIT_HOMES 4     /* who is at home: both, seat 1 alone, seat 0 alone, none */
#define QUIBBIT_WORTH 32000 /* a sure win of seat 0; less for seat 1, 0 for the dummy's */

struct quibbit_place {
    uint8_t tile[QUIBBIT_TRIO], ahead[QUIBBIT_TRIO];
};

/* Where a round leads: to an origin and how far it is turned, or to a frog's win. */
struct quibbit_leads {
    uint16_t origin;
    uint8_t turned;
    uint8_t winner; /* or QUIBBIT_NO_WINNER */
};

/* Values by place; after the places come the wins of the three frogs. */
typedef int16_t quibbit_values[QUIBBIT_PLACES_MAX + QUIBBIT_TRIO + 13];

/* What is needed while a table is worked out. */
struct quibbit_table_work {
    struct quibbit_place origin[QUIBBIT_ORIGINS_MAX];
    struct quibbit_leads leads[QUIBBIT_ORIGINS_MAX][QUIBBIT_ROUNDS];
    uint16_t number[QUIBBIT_ORIGINS_MAX][QUIBBIT_RING];
    /* By a pair of cards: where it leads, put together from four blocks. */
    quibbit_values merged[QUIBBIT_CARD_MAX * QUIBBIT_CARD_MAX];
};

struct quibbit_table {
    uint64_t seal;                     /* says that all below is as it was left */
    const struct quibbit_table *where; /* it was worked out; it has pointers into itself */
    size_t bytes;                      /* of the blocks after it */
    uint8_t hand[2];                   /* the greatest */
    struct quibbit_rules rules;
    uint32_t origins, count;             /* places up to turning, and all */
    uint32_t start[QUIBBIT_HOMES + 1];   /* places are sorted by who is at home */
    uint8_t front[QUIBBIT_PLACES_MAX];   /* the farthest frog */
    uint8_t tile[2][QUIBBIT_PLACES_MAX]; /* by seat */
    int8_t ahead[2][QUIBBIT_PLACES_MAX]; /* by seat: of the dummy */
    uint16_t rank[QUIBBIT_RING][QUIBBIT_TRIO][QUIBBIT_AHEAD_MAX + 1][QUIBBIT_AHEAD_MAX + 1];
    uint16_t next[QUIBBIT_ROUNDS][QUIBBIT_PLACES_ROOM];
    /* By hands: their block, or NULL if it is not worked out. */
    int16_t *block[QUIBBIT_HANDS][QUIBBIT_HANDS];
    quibbit_values tie; /* when both are out: the crown */
    /* With a contending dummy, a seat that is left alone: by its hand, its tile, and how far it is
     * ahead of the dummy's frog. */
    int16_t alone[2][QUIBBIT_HANDS][QUIBBIT_RING][2 * QUIBBIT_AHEAD_MAX + 1];
    quibbit_values left[2][QUIBBIT_HANDS]; /* the same by place */
    struct quibbit_table_work work;
    bool complete;
    uint64_t nodes; /* what it counts for */
};

/* Makes a table of all positions with these hands or smaller ones, in a memory that begins with it.
 * Where the memory, that many nodes or half of the task's time do not suffice, it stays empty. A
 * table that is there from an earlier task of the same game is taken as it is, and counted as if
 * it had been made. Returns the bytes used. */
size_t quibbit_table_build(struct quibbit_table *table, const struct quibbit_rules *rules,
                           const struct quibbit_spot *spot, uint64_t nodes_max, size_t size,
                           const struct pond_task *task);
/* What seat 0 wins more often than seat 1. False if the table does not have the position. */
bool quibbit_table_probe(const struct quibbit_table *table, const struct quibbit_spot *spot,
                         float *value);
/* The number of the place where the frogs are; false if the table does not have it. */
bool quibbit_table_place(const struct quibbit_table *table, const struct quibbit_spot *spot,
                         uint16_t *place);

/* The value after a round that led from one place to another and left these hands (from bit 0),
 * one of which may be empty, or both. */
static inline int16_t quibbit_table_after(const struct quibbit_table *table, uint16_t from,
                                          uint16_t to, const uint8_t hand[2])
{
    if (hand[0] != 0 && hand[1] != 0) return table->block[hand[0]][hand[1]][to];
    if (hand[0] != 0) return table->left[0][hand[0]][to];
    if (hand[1] != 0) return table->left[1][hand[1]][to];
    return table->tie[table->rules.tie_by_crown_now ? to : from];
}

#endif
