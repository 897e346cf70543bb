/* board.c: Rrib-bit's turns as its engines make them. See board.h. */
#include "board.h"

#include "banned.h"

/* The pad that a line of the arena lacks, where it lacks only one. */
#define HAS(set, pad) ((set) >> (pad)&1)
#define LACKS(set, x, y, z)                                                                        \
    (HAS(set, x) + HAS(set, y) + HAS(set, z) == 2 ? (1 << (x) | 1 << (y) | 1 << (z)) & ~(set) : 0)
#define COMPLETES(s)                                                                               \
    (LACKS(s, 0, 1, 2) | LACKS(s, 3, 4, 5) | LACKS(s, 6, 7, 8) | LACKS(s, 0, 3, 6) |               \
     LACKS(s, 1, 4, 7) | LACKS(s, 2, 5, 8) | LACKS(s, 0, 4, 8) | LACKS(s, 2, 4, 6))
#define COMPLETES_4(s) COMPLETES(s), COMPLETES((s) + 1), COMPLETES((s) + 2), COMPLETES((s) + 3)
#define COMPLETES_16(s)                                                                            \
    COMPLETES_4(s), COMPLETES_4((s) + 4), COMPLETES_4((s) + 8), COMPLETES_4((s) + 12)
#define COMPLETES_64(s)                                                                            \
    COMPLETES_16(s), COMPLETES_16((s) + 16), COMPLETES_16((s) + 32), COMPLETES_16((s) + 48)

const uint16_t pond_rribbit_completes[512] = {
    COMPLETES_64(0),   COMPLETES_64(64),  COMPLETES_64(128), COMPLETES_64(192),
    COMPLETES_64(256), COMPLETES_64(320), COMPLETES_64(384), COMPLETES_64(448),
};

/* ---- Listing ---- */

/* Follows the chains of one frog. Those that were reached another way, with the same captures and
 * the same end, are in the list since `first`, and so is all that they can grow into. */
static struct rribbit_leap *chains(struct rribbit_leap *first, struct rribbit_leap *out, int from,
                                   int pad, uint64_t prey, uint64_t captured)
{
    for (uint64_t targets = rribbit_knight[pad] & prey; targets != 0; targets &= targets - 1) {
        const int to = rribbit_lowest(targets);
        const uint64_t more = captured | rribbit_bit(to);
        const struct rribbit_leap *seen = first;
        while (seen < out && (seen->captured != more || seen->to != to)) seen++;
        if (seen < out) continue;
        *out++ = (struct rribbit_leap){.captured = more, .from = (uint8_t)from, .to = (uint8_t)to};
        out = chains(first, out, from, to, prey & ~rribbit_bit(to), more);
    }
    return out;
}

int pond_rribbit_captures(const struct rribbit_node *node, bool chain, struct rribbit_leap *out)
{
    struct rribbit_leap *next = out;
    for (uint64_t frogs = node->own & rribbit_reach(node->other); frogs != 0; frogs &= frogs - 1) {
        const int from = rribbit_lowest(frogs);
        if (chain) {
            next = chains(next, next, from, from, node->other, 0);
            continue;
        }
        for (uint64_t targets = rribbit_knight[from] & node->other; targets != 0;
             targets &= targets - 1) {
            *next++ = (struct rribbit_leap){.captured = targets & (0 - targets),
                                            .from = (uint8_t)from,
                                            .to = (uint8_t)rribbit_lowest(targets)};
        }
    }
    return (int)(next - out);
}

int pond_rribbit_quiets(const struct rribbit_node *node, struct rribbit_leap *out)
{
    struct rribbit_leap *next = out;
    const uint64_t open = ~(node->own | node->other);
    for (uint64_t frogs = node->own; frogs != 0; frogs &= frogs - 1) {
        const int from = rribbit_lowest(frogs);
        for (uint64_t targets = rribbit_knight[from] & open; targets != 0; targets &= targets - 1) {
            *next++ = (struct rribbit_leap){.from = (uint8_t)from,
                                            .to = (uint8_t)rribbit_lowest(targets)};
        }
    }
    return (int)(next - out);
}

int pond_rribbit_evasions(const struct rribbit_node *node, bool chain, struct rribbit_leap *out)
{
    int kept = 0;
    if (!chain) {
        for (uint64_t prey = node->other & RRIBBIT_ARENA; prey != 0; prey &= prey - 1) {
            const uint64_t captured = prey & (0 - prey);
            const int to = rribbit_lowest(prey);
            uint64_t frogs = rribbit_knight[to] & node->own;
            if (frogs == 0 || rribbit_has_row(node->other ^ captured)) continue;
            for (; frogs != 0; frogs &= frogs - 1) {
                out[kept++] = (struct rribbit_leap){.captured = captured,
                                                    .from = (uint8_t)rribbit_lowest(frogs),
                                                    .to = (uint8_t)to};
            }
        }
        return kept;
    }
    const int total = pond_rribbit_captures(node, true, out);
    for (int i = 0; i < total; i++) {
        if (!rribbit_has_row(node->other & ~out[i].captured)) out[kept++] = out[i];
    }
    return kept;
}

int pond_rribbit_turns(const struct rribbit_node *node, bool chain, struct rribbit_leap *out)
{
    if (node->row) return pond_rribbit_evasions(node, chain, out);
    const int captures = pond_rribbit_captures(node, chain, out);
    return captures + pond_rribbit_quiets(node, out + captures);
}

/* Can the frog that came to `pad` go on until no row stands? Chains that lead to the same sets are
 * few here, since the search ends with the first that helps. */
static bool chain_evades(int pad, uint64_t prey)
{
    for (uint64_t targets = rribbit_knight[pad] & prey; targets != 0; targets &= targets - 1) {
        const uint64_t left = prey & ~(targets & (0 - targets));
        if (!rribbit_has_row(left) || chain_evades(rribbit_lowest(targets), left)) return true;
    }
    return false;
}

bool pond_rribbit_evades(const struct rribbit_node *node, bool chain)
{
    uint64_t saving = 0;
    for (uint64_t prey = node->other & RRIBBIT_ARENA; prey != 0; prey &= prey - 1) {
        const uint64_t captured = prey & (0 - prey);
        if (!rribbit_has_row(node->other ^ captured)) saving |= captured;
    }
    if ((rribbit_reach(saving) & node->own) != 0) return true;
    if (!chain) return false;
    for (uint64_t frogs = node->own & rribbit_reach(node->other); frogs != 0; frogs &= frogs - 1) {
        if (chain_evades(rribbit_lowest(frogs), node->other)) return true;
    }
    return false;
}

/* ---- Making ---- */

static inline bool count_ran_out(const struct rribbit_node *node, const struct rribbit_rules *rules)
{
    return node->counting && node->used_own >= rules->endgame && node->used_other >= rules->endgame;
}

/* The order is that of X13. `next` is complete except for the beginning of the count. */
static enum rribbit_verdict judge_capture(const struct rribbit_rules *rules,
                                          struct rribbit_node *next)
{
    const int own_left = rribbit_count(next->other), other_left = rribbit_count(next->own);
    const bool ran_out = count_ran_out(next, rules);
    if (rules->endgame > 0 && own_left <= 4 && other_left <= 4) next->counting = true;
    if (rules->seven && other_left <= 2) return RRIBBIT_WINS;
    if (other_left == 0) return next->row ? RRIBBIT_WINS : RRIBBIT_DRAWS;
    if (own_left <= 2 && other_left <= 2) return RRIBBIT_DRAWS;
    return ran_out && !next->row ? RRIBBIT_DRAWS : RRIBBIT_GOES_ON;
}

enum rribbit_verdict pond_rribbit_make(const struct rribbit_node *node,
                                       const struct rribbit_rules *rules,
                                       const struct rribbit_leap *leap, struct rribbit_node *next)
{
    rribbit_leap_make(node, leap, next);
    next->row = rribbit_has_row(next->other);
    if (node->row && rribbit_has_row(next->own)) return RRIBBIT_LOSES;
    if (leap->captured != 0) return judge_capture(rules, next);
    return count_ran_out(next, rules) && !next->row ? RRIBBIT_DRAWS : RRIBBIT_GOES_ON;
}

void pond_rribbit_node(const struct rribbit_state *state, struct rribbit_node *node,
                       struct rribbit_rules *rules)
{
    const int side = state->side;
    *node = (struct rribbit_node){.own = state->frogs[side],
                                  .other = state->frogs[1 - side],
                                  .used_own = state->used[side],
                                  .used_other = state->used[1 - side],
                                  .counting = state->counting != 0,
                                  .row = rribbit_has_row(state->frogs[1 - side])};
    *rules = (struct rribbit_rules){
        .endgame = state->endgame, .chain = state->chain != 0, .seven = state->seven != 0};
}

struct rribbit_leap pond_rribbit_leap(const struct rribbit_node *node, pond_move move)
{
    const int landings = rribbit_move_landings(move);
    struct rribbit_leap leap = {.from = (uint8_t)rribbit_move_pad(move, 0),
                                .to = (uint8_t)rribbit_move_pad(move, landings)};
    for (int i = 1; i <= landings; i++) leap.captured |= rribbit_bit(rribbit_move_pad(move, i));
    leap.captured &= node->other;
    leap.row = rribbit_has_row(node->own ^ (rribbit_bit(leap.from) | rribbit_bit(leap.to)));
    return leap;
}
