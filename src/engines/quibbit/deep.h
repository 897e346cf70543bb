/* deep.h: a deeper search for two-player Quibbit where its table (table.h) is
 * complete. */
#ifndef POND_QUIBBIT_DEEP_H
#define POND_QUIBBIT_DEEP_H

#include "duel.h"

/* Values of positions that were searched. */
struct quibbit_deep_entry {
    uint32_t key; /* position and depth; 0: none */
    float value;
};

struct quibbit_deep {
    const struct pond_task *task;
    const struct quibbit_table *table;
    struct quibbit_deep_entry *entries;
    uint64_t entry_count; /* a power of two, or 0 */
    uint64_t nodes;
    bool spent;
};

/* Uses the memory for what it has searched. */
void quibbit_deep_begin(struct quibbit_deep *deep, const struct pond_task *task,
                        const struct quibbit_table *table, void *memory, size_t size);
/* Looks `depth` rounds ahead, at least two; false, and nothing changed, if the task was spent
 * before or the table does not have the position. */
bool quibbit_deep_root(struct quibbit_deep *deep, const struct quibbit_spot *spot, uint32_t depth,
                       struct quibbit_duel_root *root);

#endif
