/* mate.c: proves forced wins of Rrib-bit. See search.h.
 *
 * A row is a check, capturing it the evasion, no such capture the mate. The attacker's turns are
 * counted: with one left it must make a row that stands, with two left it must make a row or have
 * one to make next. What rows a side could make depends on nothing but its own frogs (unless it
 * chains captures), so most quiet turns of the last but one are refuted without looking at the
 * answers. All else is tried, so within its plies no forced win is missed.
 *
 * Positions that repeat within a line need no thought, since a win that comes back to a position is
 * not the shortest from there; only those that the game itself has seen often enough are drawn. */
#include "search.h"

#include <string.h>

#include "banned.h"

static int attack(struct rribbit_search *search, int ply, int plies, rribbit_code *code);

static struct rribbit_proof *proof_at(const struct rribbit_search *search, uint64_t key)
{
    return &search->proofs[key & (search->proof_count - 1)];
}

static bool proof_is(const struct rribbit_proof *proof, uint64_t key)
{
    return proof->key_high == (uint32_t)(key >> 32) && proof->key_low == (uint16_t)(key >> 16);
}

static void proof_keep(struct rribbit_search *search, uint64_t key, int plies, int end,
                       rribbit_code code)
{
    struct rribbit_proof *proof = proof_at(search, key);
    if (!proof_is(proof, key)) {
        *proof = (struct rribbit_proof){.key_high = (uint32_t)(key >> 32),
                                        .key_low = (uint16_t)(key >> 16)};
    }
    if (end > 0) {
        proof->some = (uint8_t)end;
        proof->code = code;
    } else if (plies > proof->none) {
        proof->none = (uint8_t)plies;
    }
}

/* Could a side with these frogs make a row at once, if the other let it? */
static bool may_make_row(uint64_t own)
{
    for (uint64_t pads = rribbit_row_pads(own); pads != 0; pads &= pads - 1) {
        const uint64_t pad = pads & (0 - pads);
        uint64_t frogs = rribbit_knight[rribbit_lowest(pads)] & own;
        for (; frogs != 0; frogs &= frogs - 1) {
            if (rribbit_has_row((own ^ (frogs & (0 - frogs))) | pad)) return true;
        }
    }
    return false;
}

/* Lists the turns that can matter to an attacker with that many plies left, rows first. */
static int list_attacks(struct rribbit_search *search, const struct rribbit_ply *at, int plies,
                        rribbit_code first, struct rribbit_leap *out)
{
    const struct rribbit_node *node = &at->node;
    const bool chain = search->rules.chain;
    const int total = pond_rribbit_turns(node, chain, out);
    const uint64_t row_pads = rribbit_row_pads(node->own);
    const int others = rribbit_count(node->other);
    /* In these cases a win needs no row, or a chain may make one out of nowhere. */
    const bool open = chain || (search->rules.seven && others <= 2 + (plies + 1) / 2);
    int kept = 0;
    for (int i = 0; i < total; i++) {
        struct rribbit_leap leap = out[i];
        const uint64_t own = node->own ^ (rribbit_bit(leap.from) | rribbit_bit(leap.to));
        leap.row = (row_pads & rribbit_bit(leap.to)) != 0 && rribbit_has_row(own);
        const bool wins = search->rules.seven && others - rribbit_count(leap.captured) <= 2;
        if (plies == 1 && !leap.row && !wins) continue;
        if (plies == 3 && !leap.row && !open && !may_make_row(own)) continue;
        leap.order = (leap.row ? 64 : 0) + (leap.captured != 0 ? 32 : 0) +
                     rribbit_count(rribbit_bit(leap.to) & RRIBBIT_ARENA) * 8 +
                     rribbit_count(rribbit_row_pads(own) & ~own);
        if (rribbit_encode(&leap) == first) leap.order = 1000;
        out[kept++] = leap;
    }
    return kept;
}

/* Lists the answers: captures, those that guard what was just made, and then the others. */
static int list_answers(struct rribbit_search *search, const struct rribbit_ply *at,
                        struct rribbit_leap *out)
{
    const struct rribbit_node *node = &at->node;
    const int total = pond_rribbit_turns(node, search->rules.chain, out);
    if (node->row) return total;
    const uint64_t danger = rribbit_row_pads(node->other);
    const uint64_t row_pads = rribbit_row_pads(node->own);
    for (int i = 0; i < total; i++) {
        const uint64_t reach = rribbit_knight[out[i].to];
        const uint64_t own = node->own ^ (rribbit_bit(out[i].from) | rribbit_bit(out[i].to));
        const bool row = (row_pads & rribbit_bit(out[i].to)) != 0 && rribbit_has_row(own);
        out[i].order = rribbit_count(reach & danger) * 4 + rribbit_count(reach & RRIBBIT_ARENA) +
                       ((out[i].captured & RRIBBIT_ARENA) != 0 ? 40 : 0) +
                       (out[i].captured != 0 ? 10 : 0) + (row ? 20 : 0);
        if (rribbit_encode(&out[i]) == at->refutation) out[i].order = 1000;
    }
    return total;
}

/* Is the side to move lost, whatever it does, with that many plies (even) left to the attacker?
 * Returns the plies to the end, or 0. */
static int defend(struct rribbit_search *search, int ply, int plies)
{
    struct rribbit_ply *at = &search->plies[ply];
    if (!at->node.row && plies == 0) return 0;
    if (at->node.row && !pond_rribbit_evades(&at->node, search->rules.chain)) return 1;
    if (plies == 0 || !rribbit_visit(search) || ply >= RRIBBIT_PLIES_MAX) return 0;
    if (search->stack_used + RRIBBIT_LEAPS_MAX > RRIBBIT_STACK_MAX) return 0;
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const int total = list_answers(search, at, leaps);
    search->stack_used += total;
    int longest = 0;
    for (int i = 0; i < total; i++) {
        const struct rribbit_leap *leap = rribbit_pick(leaps, i, total);
        const enum rribbit_verdict verdict = pond_rribbit_step(search, ply, leap);
        int end = 0;
        if (verdict == RRIBBIT_LOSES) {
            end = 1;
        } else if (verdict == RRIBBIT_GOES_ON && !pond_rribbit_drawn_before(search, ply + 1)) {
            rribbit_code code;
            end = attack(search, ply + 1, plies - 1, &code);
            if (end > 0) end++;
        }
        if (end == 0) {
            if (!search->stopped) at->refutation = rribbit_encode(leap);
            longest = 0;
            break;
        }
        if (end > longest) longest = end;
    }
    search->stack_used -= total;
    return longest;
}

static int attack_leaps(struct rribbit_search *search, int ply, int plies,
                        struct rribbit_leap *leaps, int total, rribbit_code *code)
{
    for (int i = 0; i < total; i++) {
        const struct rribbit_leap *leap = rribbit_pick(leaps, i, total);
        const enum rribbit_verdict verdict = pond_rribbit_step(search, ply, leap);
        int end = 0;
        if (verdict == RRIBBIT_WINS) {
            end = 1;
        } else if (verdict == RRIBBIT_GOES_ON && !pond_rribbit_drawn_before(search, ply + 1)) {
            end = defend(search, ply + 1, plies - 1);
            if (end > 0) end++;
        }
        if (search->stopped) return 0;
        if (end > 0) {
            *code = rribbit_encode(leap);
            return end;
        }
    }
    return 0;
}

static int attack(struct rribbit_search *search, int ply, int plies, rribbit_code *code)
{
    struct rribbit_ply *at = &search->plies[ply];
    rribbit_code first = 0;
    if (!rribbit_visit(search) || ply >= RRIBBIT_PLIES_MAX) return 0;
    if (search->stack_used + RRIBBIT_LEAPS_MAX > RRIBBIT_STACK_MAX) return 0;
    if (plies > 1) {
        const struct rribbit_proof *proof = proof_at(search, at->key);
        if (proof_is(proof, at->key)) {
            *code = proof->code;
            if (proof->some > 0 && proof->some <= plies + 1) return proof->some;
            if (proof->none >= plies) return 0;
            first = proof->code;
        }
    }
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const int total = list_attacks(search, at, plies, first, leaps);
    search->stack_used += total;
    const int end = attack_leaps(search, ply, plies, leaps, total, code);
    search->stack_used -= total;
    if (plies > 1 && !search->stopped) proof_keep(search, at->key, plies, end, *code);
    return end;
}

int pond_rribbit_mate(struct rribbit_search *search, int ply, int plies, rribbit_code *code)
{
    for (int within = 1; within <= plies && !search->stopped; within += 2) {
        const int end = attack(search, ply, within, code);
        if (end > 0) return end;
    }
    return 0;
}

/* ---- The line of a proven win ---- */

/* Makes the attacker's turn that a code stands for; false if the game is over or unclear. */
static bool follow_attack(struct rribbit_search *search, int ply, rribbit_code code)
{
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const struct rribbit_node *node = &search->plies[ply].node;
    const int total = pond_rribbit_turns(node, search->rules.chain, leaps);
    for (int i = 0; i < total; i++) {
        if (rribbit_encode(&leaps[i]) != code) continue;
        return pond_rribbit_step(search, ply, &leaps[i]) == RRIBBIT_GOES_ON;
    }
    return false;
}

/* Makes the answer that holds out longest, and finds the attacker's next turn. */
static bool follow_defence(struct rribbit_search *search, int ply, int plies, rribbit_code *answer,
                           rribbit_code *code)
{
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const int total = list_answers(search, &search->plies[ply], leaps);
    int longest = 0, chosen = -1;
    search->stack_used += total;
    for (int i = 0; i < total; i++) {
        rribbit_code next = 0;
        if (pond_rribbit_step(search, ply, &leaps[i]) != RRIBBIT_GOES_ON) continue;
        const int end = pond_rribbit_mate(search, ply + 1, plies, &next);
        if (end <= longest) continue;
        longest = end;
        chosen = i;
        *code = next;
    }
    search->stack_used -= total;
    if (chosen < 0 || search->stopped) return false;
    *answer = rribbit_encode(&leaps[chosen]);
    pond_rribbit_step(search, ply, &leaps[chosen]);
    return true;
}

int pond_rribbit_mate_line(struct rribbit_search *search, int plies, rribbit_code code,
                           rribbit_code line[POND_LINE_MAX])
{
    int length = 0;
    for (int left = plies; length + 2 < POND_LINE_MAX; left -= 2) {
        line[length++] = code;
        if (left <= 1 || !follow_attack(search, length - 1, code)) break;
        if (!follow_defence(search, length, left - 2, &line[length], &code)) break;
        length++;
    }
    return length;
}
