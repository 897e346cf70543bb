/* quibbit_table.h: what positions of Quibbit's game of two are worth, nearly.
 *
 * One thing is simplified: which cards the dummy has left. Here it always draws one of all five.
 * Then a position is where the frogs are and both hands, few enough to work all of them out within
 * a second or two: hands never grow, so those with few cards come first. A search that knows the
 * dummy's cards looks a few rounds ahead and reads here what comes after. */
#ifndef POND_QUIBBIT_TABLE_H
#define POND_QUIBBIT_TABLE_H

#include "quibbit_round.h"

#define QUIBBIT_TRIO 3
#define QUIBBIT_AHEAD_MAX 16
#define QUIBBIT_PLACES_MAX 4992
#define QUIBBIT_ROUNDS 125
#define QUIBBIT_RING_DUEL 12
#define QUIBBIT_WORTH 32000 /* a sure win of seat 0; less for seat 1, 0 for the dummy's */

struct quibbit_place {
    uint8_t tile[QUIBBIT_TRIO], ahead[QUIBBIT_TRIO];
};

struct quibbit_table {
    const struct quibbit_rules *rules;
    uint32_t count; /* places; behind them come the wins of the three frogs */
    uint16_t rank[QUIBBIT_RING_DUEL][QUIBBIT_TRIO][QUIBBIT_AHEAD_MAX + 1][QUIBBIT_AHEAD_MAX + 1];
    struct quibbit_place place[QUIBBIT_PLACES_MAX];
    uint8_t front[QUIBBIT_PLACES_MAX + QUIBBIT_TRIO];
    uint8_t homes[QUIBBIT_PLACES_MAX + QUIBBIT_TRIO]; /* bit s: seat s has landed at home */
    uint16_t next[QUIBBIT_PLACES_MAX][QUIBBIT_ROUNDS];
    /* By hands: their block, or NULL where it is not worked out; wins come last in each. */
    int16_t *block[QUIBBIT_HANDS][QUIBBIT_HANDS];
    int16_t won[QUIBBIT_TRIO][QUIBBIT_PLACES_MAX + QUIBBIT_TRIO]; /* the same wherever it ends */
    int16_t tie[QUIBBIT_PLACES_MAX + QUIBBIT_TRIO];               /* when both are out: the crown */
    /* With a contending dummy, a seat that is left alone: by its hand, its tile, and how far it is
     * ahead of the dummy's frog. */
    int16_t alone[2][QUIBBIT_HANDS][QUIBBIT_RING_DUEL][2 * QUIBBIT_AHEAD_MAX + 1];
    int16_t left[2][QUIBBIT_HANDS][QUIBBIT_PLACES_MAX + QUIBBIT_TRIO]; /* the same by place */
    uint64_t nodes;
};

/* Makes a table without blocks. */
void quibbit_table_begin(struct quibbit_table *table, const struct quibbit_rules *rules);
/* Works out all positions with these hands or smaller ones, as far as the memory and so many nodes
 * go, and until the task is spent. Returns the bytes used. */
size_t quibbit_table_build(struct quibbit_table *table, const struct quibbit_spot *spot,
                           uint64_t nodes_max, void *memory, size_t size,
                           const struct pond_task *task);
/* What seat 0 wins more often than seat 1. False where the table does not have the position. */
bool quibbit_table_probe(const struct quibbit_table *table, const struct quibbit_spot *spot,
                         float *value);

#endif
