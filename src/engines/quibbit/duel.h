/* duel.h: the search for two-player Quibbit: every round is a matrix game over the
 * values of what follows. */
#ifndef POND_QUIBBIT_DUEL_H
#define POND_QUIBBIT_DUEL_H

#include "matrix.h"
#include "table.h"

/* Values of positions that were searched, to this depth. */
struct quibbit_duel_entry {
    uint64_t key; /* position and depth; 0: none */
    float value;
    uint32_t exact;
};

struct quibbit_duel {
    const struct pond_task *task;
    const struct quibbit_rules *rules;
    const struct quibbit_table *table;
    struct quibbit_duel_entry *entries;
    uint64_t entry_count; /* a power of two, or 0 */
    uint64_t nodes;
    bool spent;
    bool unlimited; /* the first depth is searched whatever the limits are */
    bool exact;     /* nothing was estimated since this was last set */
};

/* The round at the root: the value of each pair of cards. */
struct quibbit_duel_root {
    struct quibbit_matrix matrix;
    struct quibbit_mix mix;
    uint8_t card[2][QUIBBIT_CARD_MAX];
    uint32_t depth;
    bool exact;
};

/* Uses the memory for what it has searched. */
void quibbit_duel_begin(struct quibbit_duel *duel, const struct pond_task *task,
                        const struct quibbit_table *table, const struct quibbit_rules *rules,
                        void *memory, size_t size);
/* What seat 0 wins more often than seat 1, looking that many rounds ahead. */
float quibbit_duel_value(struct quibbit_duel *duel, const struct quibbit_spot *spot,
                         uint32_t depth);
/* Looks `depth` rounds ahead; false, and nothing changed, if the task was spent before. */
bool quibbit_duel_root(struct quibbit_duel *duel, const struct quibbit_spot *spot, uint32_t depth,
                       struct quibbit_duel_root *root);

#endif
