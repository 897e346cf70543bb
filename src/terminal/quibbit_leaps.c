/* quibbit_leaps.c: the leaps of one round of Quibbit, one after the other. See quibbit_leaps.h. */
#include "quibbit_leaps.h"

/* Lowest card first; of equal cards the farthest behind (Q5). */
static int next_frog(const struct quibbit_state *before, const uint8_t cards[QUIBBIT_FROGS_MAX],
                     unsigned done)
{
    int next = -1;
    for (int frog = 0; frog < before->frogs; frog++) {
        const bool leaps = cards[frog] > 0 && before->progress[frog] != QUIBBIT_NOWHERE;
        if (!leaps || (done >> frog & 1) != 0) continue;
        const bool sooner =
            next < 0 || cards[frog] < cards[next] ||
            (cards[frog] == cards[next] && before->progress[frog] < before->progress[next]);
        if (sooner) next = frog;
    }
    return next;
}

int quibbit_leaps(const struct quibbit_state *before, const uint8_t cards[QUIBBIT_FROGS_MAX],
                  struct quibbit_leap_step out[QUIBBIT_FROGS_MAX])
{
    struct quibbit_state now = *before;
    int count = 0;
    unsigned done = 0;
    for (int frog; (frog = next_frog(before, cards, done)) >= 0;) {
        const uint32_t tiles = now.tiles, from = now.progress[frog];
        const uint32_t to = from + quibbit_leap(now.occupied, tiles, from % tiles, cards[frog]);
        now.occupied &= (uint16_t) ~(1u << from % tiles);
        now.occupied |= (uint16_t)(1u << to % tiles);
        now.progress[frog] = to;
        const bool leads = quibbit_progress_greatest(&now) == to;
        const bool entitled = now.lap_by_leader ? leads : before->crown == frog;
        const bool wins = entitled && to - quibbit_progress_least(&now) > tiles;
        out[count++] = (struct quibbit_leap_step){(uint8_t)frog, cards[frog], from, to, wins};
        done |= 1u << frog;
        if (wins) break;
    }
    return count;
}
