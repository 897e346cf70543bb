/* view.c: what a seat of Quibbit! may see, and the positions that look so to it. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

void pond_quibbit_observe(const struct pond_state *state, int seat, struct pond_view *view)
{
    struct quibbit_view *seen = (struct quibbit_view *)view;
    memset(view, 0, sizeof *view);
    seen->seen = *quibbit_state_of(state);
    seen->observer = (uint8_t)seat;
    for (int other = 0; other < QUIBBIT_FROGS_MAX; other++) {
        if (other != seat && seen->seen.card[other] != 0) seen->seen.card[other] = QUIBBIT_HIDDEN;
    }
}

void pond_quibbit_sample(const struct pond_view *view, struct pond_rng *rng,
                         struct pond_state *state)
{
    struct quibbit_state *game = quibbit_overlay(state);
    memset(state, 0, sizeof *state);
    *game = quibbit_view_of(view)->seen;
    for (int seat = 0; seat < QUIBBIT_FROGS_MAX; seat++) {
        if (game->card[seat] != QUIBBIT_HIDDEN) continue;
        unsigned cards = game->hand[seat];
        uint32_t skipped = pond_rng_below(rng, (uint32_t)__builtin_popcount(cards));
        for (; skipped > 0; skipped--) cards &= cards - 1;
        game->card[seat] = (uint8_t)__builtin_ctz(cards);
    }
}

/* The view must have the game's own options, so that the rest can be printed. A seat that has
 * chosen counts as if it had not: then the text says everything. */
bool pond_quibbit_view_check(const struct pond_view *view, const struct pond_config *config,
                             int seat)
{
    struct pond_view plain = *view;
    struct quibbit_state *game = &((struct quibbit_view *)&plain)->seen;
    struct pond_state empty;
    const size_t from = offsetof(struct quibbit_state, seats);
    const size_t length = offsetof(struct quibbit_state, laid) - from;
    memset(&empty, 0, sizeof empty);
    pond_quibbit_setup_empty(quibbit_overlay(&empty), config);
    if (memcmp(plain.bytes + from, empty.bytes + from, length) != 0) return false;
    if (game->laid != game->tiles) return false;
    if (game->crown != QUIBBIT_NOBODY && game->crown >= game->frogs) return false;
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        if (game->card[frog] == 0) continue;
        if (frog == seat || frog >= game->seats || game->card[frog] != QUIBBIT_HIDDEN) return false;
        game->card[frog] = 0;
        if ((game->turn & POND_SEAT(frog)) != 0) return false;
        game->turn |= POND_SEAT(frog);
    }
    return pond_view_reads(&pond_quibbit, &plain, config, seat);
}
