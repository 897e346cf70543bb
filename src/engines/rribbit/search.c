/* search.c: principal-variation search for Rrib-bit. See search.h.
 *
 * While a row of the other's stands, nothing but captures of it is looked at, and never is such a
 * position judged at a glance. What is left out elsewhere for lack of hope is left out only once
 * something better than a loss has been found, so that a proven result is one. */
#include "search.h"

#include "banned.h"

#define INFINITE 32000
#define LOOK_EVERY 1024

/* Polls the limits: counts nodes, and looks at the clock and the stop sign every LOOK_EVERY. */
void pond_rribbit_poll(struct rribbit_search *search)
{
    const uint64_t max = search->task->nodes_max, cap = search->nodes_cap;
    search->stopped = pond_task_spent(search->task, search->nodes);
    if (cap > 0 && search->nodes >= cap) search->stopped = true;
    search->look_at = search->nodes + LOOK_EVERY;
    if (max > 0 && search->look_at > max) search->look_at = max;
    if (cap > 0 && search->look_at > cap) search->look_at = cap;
}

/* ---- The line ---- */

static inline enum rribbit_verdict step(struct rribbit_search *search, int ply,
                                        const struct rribbit_leap *leap)
{
    const struct rribbit_ply *at = &search->plies[ply];
    struct rribbit_ply *next = &search->plies[ply + 1];
    const enum rribbit_verdict verdict =
        pond_rribbit_make(&at->node, &search->rules, leap, &next->node);
    next->key = rribbit_key(&next->node, &search->rules);
    next->quiet = (uint8_t)(leap->captured != 0 ? 0 : at->quiet + 1);
    next->passed = false;
    next->probe = leap->captured != 0;
    return verdict;
}

enum rribbit_verdict pond_rribbit_step(struct rribbit_search *search, int ply,
                                       const struct rribbit_leap *leap)
{
    return step(search, ply, leap);
}

bool pond_rribbit_drawn_before(struct rribbit_search *search, int ply)
{
    const struct rribbit_ply *at = &search->plies[ply];
    if (!search->past_any || at->quiet != ply) return false;
    struct rribbit_state *state = (struct rribbit_state *)&search->scratch;
    const int side = search->seat ^ (ply & 1);
    state->frogs[side] = at->node.own;
    state->frogs[1 - side] = at->node.other;
    state->side = (uint8_t)side;
    int times_max;
    const uint64_t key = search->task->game->repetition(&search->scratch, &times_max);
    for (uint64_t slot = key % RRIBBIT_HISTORY_SLOTS; search->past_times[slot] > 0;
         slot = (slot + 1) % RRIBBIT_HISTORY_SLOTS) {
        if (search->past[slot] == key) return search->past_times[slot] + 1 >= search->repetition;
    }
    return false;
}

/* A position that comes back within the line counts as a draw at once. */
static bool repeats(struct rribbit_search *search, int ply)
{
    const struct rribbit_ply *at = &search->plies[ply];
    for (int back = 4; back <= at->quiet; back += 2) {
        const struct rribbit_node *node = &search->plies[ply - back].node;
        if (node->own == at->node.own && node->other == at->node.other) return true;
    }
    return pond_rribbit_drawn_before(search, ply);
}

/* Updates the principal variation: this leap, then the line of the ply below. */
static void line_take(struct rribbit_search *search, int ply, const struct rribbit_leap *leap)
{
    struct rribbit_ply *at = &search->plies[ply];
    const struct rribbit_ply *next = &search->plies[ply + 1];
    at->line[0] = rribbit_encode(leap);
    int kept = 1;
    for (; kept < POND_LINE_MAX && kept <= next->line_count; kept++) {
        at->line[kept] = next->line[kept - 1];
    }
    at->line_count = (uint8_t)kept;
}

/* ---- The transposition table ---- */

static struct rribbit_slot *bucket_of(const struct rribbit_search *search, uint64_t key)
{
    return search->table +
           ((key & UINT32_MAX) * search->bucket_count >> 32) * (uint64_t)RRIBBIT_BUCKET;
}

/* The bucket of the position after a leap, to prefetch it: a search waits for memory more than for
 * anything else. (gcc drops the call of a function that does nothing but prefetch.) */
static inline const void *bucket_next(const struct rribbit_search *search,
                                      const struct rribbit_node *node,
                                      const struct rribbit_leap *leap)
{
    struct rribbit_node next;
    rribbit_leap_make(node, leap, &next);
    return bucket_of(search, rribbit_key(&next, &search->rules));
}

/* The bits of a key that a slot holds, where it holds them. */
static inline uint64_t key_bits(uint64_t key) { return key >> 32 << 32 | (key & 0xffff) << 16; }

#define KEY_MASK (~(uint64_t)0xffff)

static inline uint64_t half_read(const uint64_t *half)
{
    return __atomic_load_n(half, __ATOMIC_RELAXED);
}

static inline int rest_depth(uint64_t rest) { return (int8_t)(rest >> 8 & 0xff); }

static bool entry_find(const struct rribbit_search *search, uint64_t key,
                       struct rribbit_entry *entry)
{
    const struct rribbit_slot *bucket = bucket_of(search, key);
    for (int i = 0; i < RRIBBIT_BUCKET; i++) {
        const uint64_t rest = half_read(&bucket[i].rest);
        const uint64_t head = half_read(&bucket[i].mixed) ^ rest;
        if ((head & KEY_MASK) != key_bits(key) || (rest & 0xff) == RRIBBIT_NONE) continue;
        *entry = (struct rribbit_entry){.score = (int16_t)(head & 0xffff),
                                        .code = (rribbit_code)(rest >> 32),
                                        .estimate = (int16_t)(rest >> 16 & 0xffff),
                                        .depth = (int8_t)rest_depth(rest),
                                        .bound = (uint8_t)(rest & 0xff)};
        return true;
    }
    return false;
}

/* In the table, wins and losses are counted from the position, not from the root. */
static int score_keep(int score, int ply)
{
    return score > RRIBBIT_PROVEN ? score + ply : score < -RRIBBIT_PROVEN ? score - ply : score;
}

static int score_recall(int score, int ply)
{
    return score > RRIBBIT_PROVEN ? score - ply : score < -RRIBBIT_PROVEN ? score + ply : score;
}

/* Transposition table: stores an entry. */
static void entry_keep(struct rribbit_search *search, int ply, int depth, int score,
                       enum rribbit_bound bound, rribbit_code code)
{
    const struct rribbit_ply *at = &search->plies[ply];
    struct rribbit_slot *bucket = bucket_of(search, at->key), *slot = &bucket[0];
    int shallowest = INT8_MAX + 1;
    for (int i = 0; i < RRIBBIT_BUCKET; i++) {
        const uint64_t rest = half_read(&bucket[i].rest);
        if (((half_read(&bucket[i].mixed) ^ rest) & KEY_MASK) == key_bits(at->key)) {
            slot = &bucket[i];
            if (code == 0) code = (rribbit_code)(rest >> 32);
            break;
        }
        if (rest_depth(rest) < shallowest) shallowest = rest_depth(rest), slot = &bucket[i];
    }
    const uint64_t head = key_bits(at->key) | (uint16_t)score_keep(score, ply);
    const uint64_t rest = (uint64_t)code << 32 | (uint64_t)(uint16_t)at->estimate << 16 |
                          (uint64_t)(uint8_t)depth << 8 | (uint64_t)bound;
    __atomic_store_n(&slot->rest, rest, __ATOMIC_RELAXED);
    __atomic_store_n(&slot->mixed, head ^ rest, __ATOMIC_RELAXED);
}

/* A win that takes longer than X9's count has left is none. */
static bool entry_holds(const struct rribbit_search *search, const struct rribbit_entry *entry,
                        const struct rribbit_node *node)
{
    const int size = entry->score < 0 ? -entry->score : entry->score;
    if (size <= RRIBBIT_PROVEN || !node->counting) return true;
    return RRIBBIT_WIN - size <= rribbit_plies_left(node, &search->rules);
}

/* ---- Judging ---- */

/* Endings are mostly drawn, and who wants to win had better not get there: with eight frogs left
 * (four each) a third of what a draw costs is lost already, and from twelve on the first part of
 * it. */
#define DRAWISH_FROM 12
#define DRAWISH_AT 8
#define DRAWISH_PART 3

static int drawish(const struct rribbit_search *search, int ply)
{
    const struct rribbit_node *node = &search->plies[ply].node;
    const int frogs = rribbit_count(node->own | node->other);
    if (frogs >= DRAWISH_FROM) return 0;
    const int gone = DRAWISH_FROM - (frogs > DRAWISH_AT ? frogs : DRAWISH_AT);
    return rribbit_draw(search, ply) * gone / (DRAWISH_PART * (DRAWISH_FROM - DRAWISH_AT));
}

/* Weaker levels misjudge positions, each in its own way, but always the same position alike. */
static int estimate(struct rribbit_search *search, int ply)
{
    const struct rribbit_ply *at = &search->plies[ply];
    int score = pond_rribbit_evaluate(&at->node, &search->rules);
    if (search->contempt > 0) score += drawish(search, ply);
    if (search->noise > 0) {
        uint64_t mixed = (at->key ^ search->noise_seed) * UINT64_C(0x9e3779b97f4a7c15);
        mixed ^= mixed >> 29;
        mixed *= UINT64_C(0xbf58476d1ce4e5b9);
        const int one = (int)(mixed >> 48), other = (int)(mixed >> 32 & 0xffff);
        score += (one - other) * search->noise / 65536;
    }
    return score;
}

/* Asks the exact tables; true with a score where they know. */
static bool probe(struct rribbit_search *search, int ply, int *score)
{
    const struct rribbit_ply *at = &search->plies[ply];
    const struct pond_task *task = search->task;
    /* A player that misjudges positions does not know the endgames by heart either. */
    if (task->probe == NULL || !at->probe || search->noise > 0) return false;
    if (rribbit_count(at->node.own | at->node.other) > RRIBBIT_PROBE_FROGS) return false;
    struct pond_exact exact;
    struct rribbit_state *state = (struct rribbit_state *)&search->scratch;
    const int side = search->seat ^ (ply & 1);
    state->frogs[side] = at->node.own;
    state->frogs[1 - side] = at->node.other;
    state->used[side] = at->node.used_own;
    state->used[1 - side] = at->node.used_other;
    state->counting = at->node.counting;
    state->side = (uint8_t)side;
    if (!task->probe(task->context, &search->scratch, &exact)) return false;
    const int far = exact.distance > 0 ? exact.distance : RRIBBIT_FAR;
    const int size = RRIBBIT_WIN - ply - (far < RRIBBIT_FAR ? far : RRIBBIT_FAR);
    *score = exact.draw > 0.5f ? rribbit_draw(search, ply) : exact.win[side] > 0.5f ? size : -size;
    return true;
}

/* ---- Ordering ---- */

enum order {
    ORDER_FIRST = 1 << 28,
    ORDER_ROW = 1 << 24,
    ORDER_CAPTURE = 1 << 22,
    ORDER_KILLER = 1 << 20
};

static void order(struct rribbit_search *search, int ply, rribbit_code first,
                  struct rribbit_leap *leaps, int total)
{
    const struct rribbit_ply *at = &search->plies[ply];
    const struct rribbit_node *node = &at->node;
    const uint64_t row_pads = rribbit_row_pads(node->own), guarded = rribbit_reach(node->other);
    const int side = search->seat ^ (ply & 1);
    for (int i = 0; i < total; i++) {
        struct rribbit_leap *leap = &leaps[i];
        const uint64_t to = rribbit_bit(leap->to);
        const rribbit_code code = rribbit_encode(leap);
        leap->order = search->history[side][leap->from][leap->to];
        if ((row_pads & to) != 0) {
            leap->row = rribbit_has_row(node->own ^ (rribbit_bit(leap->from) | to));
        }
        if (leap->captured != 0) {
            leap->order += ORDER_CAPTURE + rribbit_count(leap->captured) * 65536 +
                           ((guarded & to) == 0 ? 65536 : 0);
        } else if (code == at->killers[0]) {
            leap->order = ORDER_KILLER + 1;
        } else if (code == at->killers[1]) {
            leap->order = ORDER_KILLER;
        }
        if (leap->row != 0) leap->order += (guarded & to) == 0 ? ORDER_ROW : ORDER_CAPTURE;
        if (code == first) leap->order = ORDER_FIRST;
    }
}

static void history_add(int16_t *value, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / 16384);
}

/* Killer and history heuristics: a quiet turn caused a cutoff, those tried before it did not. */
static void reward(struct rribbit_search *search, int ply, const struct rribbit_leap *leaps,
                   int index, int depth)
{
    struct rribbit_ply *at = &search->plies[ply];
    const rribbit_code code = rribbit_encode(&leaps[index]);
    const int side = search->seat ^ (ply & 1);
    const int bonus = depth > 16 ? 2048 : depth * depth * 8;
    if (at->killers[0] != code) {
        at->killers[1] = at->killers[0];
        at->killers[0] = code;
    }
    for (int i = 0; i <= index; i++) {
        if (leaps[i].captured != 0) continue;
        history_add(&search->history[side][leaps[i].from][leaps[i].to],
                    i == index ? bonus : -bonus);
    }
}

/* ---- Quiescence ---- */

static int quiesce(struct rribbit_search *search, int ply, int alpha, int beta, int rows);

/* The value of a turn that has been made, for the one who made it. */
static inline int verdict_score(const struct rribbit_search *search, enum rribbit_verdict verdict,
                                int ply)
{
    if (verdict == RRIBBIT_DRAWS) return rribbit_draw(search, ply);
    return verdict == RRIBBIT_WINS ? RRIBBIT_WIN - (ply + 1) : -(RRIBBIT_WIN - (ply + 1));
}

static int quiesce_leaps(struct rribbit_search *search, int ply, int alpha, int beta, int rows,
                         int best, struct rribbit_leap *leaps, int total)
{
    for (int i = 0; i < total; i++) {
        const struct rribbit_leap *leap = rribbit_pick(leaps, i, total);
        const enum rribbit_verdict verdict = step(search, ply, leap);
        search->plies[ply + 1].line_count = 0;
        const int score = verdict != RRIBBIT_GOES_ON
                              ? verdict_score(search, verdict, ply)
                              : -quiesce(search, ply + 1, -beta, -alpha, rows);
        if (search->stopped) return best;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        line_take(search, ply, leap);
        if (score >= beta) break;
    }
    return best;
}

/* Lists the turns that make a row. */
static int list_rows(const struct rribbit_node *node, bool chain, struct rribbit_leap *out)
{
    int total = 0;
    uint64_t pads = rribbit_row_pads(node->own);
    if (chain) {
        const int captures = pond_rribbit_captures(node, true, out);
        for (int i = 0; i < captures; i++) {
            const uint64_t to = rribbit_bit(out[i].to);
            if ((pads & to) == 0) continue;
            if (rribbit_has_row(node->own ^ (rribbit_bit(out[i].from) | to))) out[total++] = out[i];
        }
        pads &= ~node->other;
    }
    for (; pads != 0; pads &= pads - 1) {
        const uint64_t to = pads & (0 - pads);
        const int pad = rribbit_lowest(pads);
        for (uint64_t frogs = rribbit_knight[pad] & node->own; frogs != 0; frogs &= frogs - 1) {
            const uint64_t from = frogs & (0 - frogs);
            if (!rribbit_has_row((node->own ^ from) | to)) continue;
            out[total++] = (struct rribbit_leap){.captured = node->other & to,
                                                 .from = (uint8_t)rribbit_lowest(frogs),
                                                 .to = (uint8_t)pad};
        }
    }
    for (int i = 0; i < total; i++) {
        out[i].row = 1;
        out[i].order = rribbit_count(out[i].captured);
    }
    return total;
}

/* Is there a row to make that nothing can capture? */
static bool row_stands(struct rribbit_search *search, int ply, const struct rribbit_leap *leaps,
                       int total)
{
    for (int i = 0; i < total; i++) {
        const enum rribbit_verdict verdict = step(search, ply, &leaps[i]);
        if (verdict == RRIBBIT_DRAWS) continue;
        if (verdict == RRIBBIT_GOES_ON &&
            pond_rribbit_evades(&search->plies[ply + 1].node, search->rules.chain)) {
            continue;
        }
        search->plies[ply + 1].line_count = 0;
        line_take(search, ply, &leaps[i]);
        return true;
    }
    return false;
}

/* Lists the captures that win a frog: those of frogs with too few to avenge them, and chains. */
static int list_gains(const struct rribbit_search *search, const struct rribbit_node *node,
                      int needed, struct rribbit_leap *out)
{
    const int total = pond_rribbit_captures(node, search->rules.chain, out);
    const bool few = search->rules.seven && rribbit_count(node->other) <= 3;
    int kept = 0;
    for (int i = 0; i < total; i++) {
        const int captured = rribbit_count(out[i].captured);
        if (captured < needed && !few) continue;
        if (captured == 1 && !few && !rribbit_hangs(node->own, node->other, out[i].to)) continue;
        out[i].order = captured;
        out[kept++] = out[i];
    }
    return kept;
}

static int quiesce_row(struct rribbit_search *search, int ply, int alpha, int beta, int rows)
{
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const int total = pond_rribbit_evasions(&search->plies[ply].node, search->rules.chain, leaps);
    if (total == 0) return -(RRIBBIT_WIN - (ply + 1));
    for (int i = 0; i < total; i++) leaps[i].order = rribbit_count(leaps[i].captured);
    search->stack_used += total;
    const int score = quiesce_leaps(search, ply, alpha, beta, rows, -INFINITE, leaps, total);
    search->stack_used -= total;
    return score;
}

/* Captures that win something, rows, and answers to rows, until all is quiet. `rows` says how many
 * rows each line may still make that are no win at once. */
static int quiesce(struct rribbit_search *search, int ply, int alpha, int beta, int rows)
{
    struct rribbit_ply *at = &search->plies[ply];
    at->line_count = 0;
    if (!rribbit_visit(search)) return 0;
    const bool room = search->stack_used + RRIBBIT_LEAPS_MAX <= RRIBBIT_STACK_MAX;
    if (ply >= RRIBBIT_PLIES_MAX || !room) return estimate(search, ply);
    if (at->node.row) return quiesce_row(search, ply, alpha, beta, rows);
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    int total = 0;
    if (search->sees_rows && (rribbit_row_pads(at->node.own) & rribbit_reach(at->node.own)) != 0) {
        total = list_rows(&at->node, search->rules.chain, leaps);
        if (row_stands(search, ply, leaps, total)) return RRIBBIT_WIN - (ply + 2);
        if (rows == 0) total = 0;
    }
    int best = estimate(search, ply);
    if (best >= beta) return best;
    if (best > alpha) alpha = best;
    /* How many frogs it takes to get anywhere near alpha. */
    const int needed = best + 250 > alpha ? 1 : 2 + (alpha - best - 250) / 100;
    if (total > 0) {
        search->stack_used += total;
        best = quiesce_leaps(search, ply, alpha, beta, rows - 1, best, leaps, total);
        search->stack_used -= total;
        if (best >= beta || search->stopped) return best;
        if (best > alpha) alpha = best;
    }
    if ((rribbit_reach(at->node.own) & at->node.other) == 0) return best;
    total = list_gains(search, &at->node, needed, leaps);
    search->stack_used += total;
    best = quiesce_leaps(search, ply, alpha, beta, rows, best, leaps, total);
    search->stack_used -= total;
    return best;
}

/* ---- The search ---- */

static int pvs(struct rribbit_search *search, int ply, int depth, int alpha, int beta);

/* What a node knows before it looks at its turns. */
struct hints {
    rribbit_code first;
    bool threatened; /* the other could make a row next */
    bool pv;
};

/* Transposition table: probes it. Does the entry answer? Otherwise takes its move and bounds as
 * hints. */
static bool recall(struct rribbit_search *search, int ply, int depth, int alpha, int beta,
                   struct hints *hints, int *score)
{
    struct rribbit_ply *at = &search->plies[ply];
    struct rribbit_entry entry;
    if (!entry_find(search, at->key, &entry)) {
        if (!at->node.row) at->estimate = estimate(search, ply);
        return false;
    }
    at->estimate = entry.estimate;
    hints->first = entry.code;
    if (hints->pv || entry.depth < depth || !entry_holds(search, &entry, &at->node)) return false;
    *score = score_recall(entry.score, ply);
    return entry.bound == RRIBBIT_EXACT || (entry.bound == RRIBBIT_LOWER && *score >= beta) ||
           (entry.bound == RRIBBIT_UPPER && *score <= alpha);
}

/* What a code from the transposition table stands for, unless it is a chain. */
static inline struct rribbit_leap leap_likely(const struct rribbit_node *node, rribbit_code code)
{
    const uint8_t from = code & 63, to = code >> 6 & 63;
    return (struct rribbit_leap){.captured = rribbit_bit(to) & node->other, .from = from, .to = to};
}

/* Null-move pruning: does a reduced search still reach beta when the side to move passes? */
static bool passes(struct rribbit_search *search, int ply, int depth, int beta)
{
    const struct rribbit_ply *at = &search->plies[ply];
    struct rribbit_ply *next = &search->plies[ply + 1];
    next->node = (struct rribbit_node){.own = at->node.other,
                                       .other = at->node.own,
                                       .used_own = at->node.used_other,
                                       .used_other = at->node.used_own,
                                       .counting = at->node.counting,
                                       .row = false};
    next->key = rribbit_key(&next->node, &search->rules);
    next->quiet = 0;
    next->passed = true;
    next->probe = false;
    const int rest = depth - 3 - depth / 4;
    return -pvs(search, ply + 1, rest, -beta, -beta + 1) >= beta && !search->stopped;
}

/* Reverse futility pruning (the static evaluation is far above beta), then null-move pruning. */
static bool good_enough(struct rribbit_search *search, int ply, int depth, int beta,
                        const struct hints *hints)
{
    const struct rribbit_ply *at = &search->plies[ply];
    if (hints->pv || at->node.row || at->estimate < beta) return false;
    if (beta > RRIBBIT_PROVEN || beta < -RRIBBIT_PROVEN) return false;
    if (depth <= 5 && !hints->threatened && at->estimate - 70 * depth >= beta) return true;
    /* With few frogs zugzwang is possible, and passing would prove nothing. */
    return depth >= 3 && !at->passed && rribbit_count(at->node.own) >= 4 &&
           passes(search, ply, depth, beta);
}

/* Late-move pruning and futility pruning: may a quiet turn near the leaves be left out, because it
 * comes late or because even a good margin would not reach alpha? */
static bool hopeless(const struct rribbit_ply *at, const struct rribbit_leap *leap, int depth,
                     int index, int alpha, const struct hints *hints)
{
    if (hints->pv || hints->threatened || at->node.row) return false;
    if (leap->captured != 0 || leap->row != 0 || depth > 4) return false;
    return index > 5 + 3 * depth * depth || at->estimate + 80 + 70 * depth <= alpha;
}

/* Late-move reduction: how many plies less a quiet turn far down the list is searched. */
static int reduction(const struct rribbit_search *search, const struct rribbit_leap *leap,
                     int depth, int index, const struct hints *hints)
{
    if (depth < 3 || index < 2 || leap->captured != 0 || leap->row != 0) return 0;
    const int row = depth < RRIBBIT_REDUCE_DEPTHS ? depth : RRIBBIT_REDUCE_DEPTHS - 1;
    const int column = index < RRIBBIT_REDUCE_MOVES ? index : RRIBBIT_REDUCE_MOVES - 1;
    int less = search->reduce[row][column];
    if (hints->pv) less--;
    if (leap->order >= ORDER_KILLER) less--;
    if (less < 0) return 0;
    return less < depth - 2 ? less : depth - 2;
}

/* Searches one turn that has been made: the first with the whole window, the others to see that
 * they are no better. */
static int search_turn(struct rribbit_search *search, int ply, int depth, int less, int alpha,
                       int beta, bool whole)
{
    if (whole) return -pvs(search, ply + 1, depth, -beta, -alpha);
    int score = -pvs(search, ply + 1, depth - less, -alpha - 1, -alpha);
    if (score > alpha && less > 0) score = -pvs(search, ply + 1, depth, -alpha - 1, -alpha);
    if (score > alpha && score < beta) score = -pvs(search, ply + 1, depth, -beta, -alpha);
    return score;
}

#define PICK_AHEAD 8

/* Sorts the leaps as far as the one that is next, and some more, whose buckets are prefetched; only
 * one more while the first may still cause a cutoff. Below depth 2 nobody probes. */
static inline int pick_ahead(const struct rribbit_search *search, int ply, int depth,
                             struct rribbit_leap *leaps, int next, int picked, int total)
{
    const int ahead = depth <= 1 ? 0 : next == 0 ? 1 : PICK_AHEAD;
    for (; picked < total && picked <= next + ahead; picked++) {
        const struct rribbit_leap *leap = rribbit_pick(leaps, picked, total);
        if (depth > 1) {
            __builtin_prefetch(bucket_next(search, &search->plies[ply].node, leap));
        }
    }
    return picked;
}

static int search_leaps(struct rribbit_search *search, int ply, int depth, int alpha, int beta,
                        struct rribbit_leap *leaps, int total, const struct hints *hints)
{
    struct rribbit_ply *at = &search->plies[ply];
    const int alpha_before = alpha;
    int best = -INFINITE;
    rribbit_code code = 0;
    int picked = 0;
    for (int i = 0; i < total; i++) {
        picked = pick_ahead(search, ply, depth, leaps, i, picked, total);
        const struct rribbit_leap *leap = &leaps[i];
        /* Captures and rows come first: what follows this turn is quiet, too, and even later. */
        if (best > -RRIBBIT_PROVEN && hopeless(at, leap, depth, i, alpha, hints)) break;
        const enum rribbit_verdict verdict = step(search, ply, leap);
        search->plies[ply + 1].line_count = 0;
        int score = rribbit_draw(search, ply);
        if (verdict != RRIBBIT_GOES_ON) {
            score = verdict_score(search, verdict, ply);
        } else if (!repeats(search, ply + 1)) {
            const int rest = depth - 1 + (search->plies[ply + 1].node.row ? 1 : 0);
            const int less = at->node.row ? 0 : reduction(search, leap, depth, i, hints);
            score = search_turn(search, ply, rest, less, alpha, beta, i == 0);
        }
        if (search->stopped) return best > -INFINITE ? best : 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        code = rribbit_encode(leap);
        line_take(search, ply, leap);
        if (score < beta) continue;
        if (leap->captured == 0) reward(search, ply, leaps, i, depth);
        break;
    }
    const enum rribbit_bound bound = best >= beta          ? RRIBBIT_LOWER
                                     : best > alpha_before ? RRIBBIT_EXACT
                                                           : RRIBBIT_UPPER;
    entry_keep(search, ply, depth, best, bound, code);
    return best;
}

/* Bounds that need no search: no end is nearer than the next ply, and two frogs make no row. */
static bool bounded(const struct rribbit_search *search, int ply, int *alpha, int *beta)
{
    const struct rribbit_node *node = &search->plies[ply].node;
    int least = -(RRIBBIT_WIN - (ply + 1)), most = RRIBBIT_WIN - (ply + 1);
    if (!search->rules.seven) {
        if (rribbit_count(node->own) <= 2) most = rribbit_draw(search, ply);
        if (rribbit_count(node->other) <= 2) least = rribbit_draw(search, ply);
    }
    if (*alpha < least) *alpha = least;
    if (*beta > most) *beta = most;
    return *alpha >= *beta;
}

static int pvs(struct rribbit_search *search, int ply, int depth, int alpha, int beta)
{
    struct rribbit_ply *at = &search->plies[ply];
    if (depth <= 0) return quiesce(search, ply, alpha, beta, 2);
    at->line_count = 0;
    if (!rribbit_visit(search)) return 0;
    const bool room = search->stack_used + RRIBBIT_LEAPS_MAX <= RRIBBIT_STACK_MAX;
    if (ply >= RRIBBIT_PLIES_MAX - 8 || !room) return quiesce(search, ply, alpha, beta, 0);
    struct hints hints = {.pv = beta - alpha > 1};
    if (bounded(search, ply, &alpha, &beta)) return alpha;
    int score;
    if (recall(search, ply, depth, alpha, beta, &hints, &score)) return score;
    if (probe(search, ply, &score)) return score;
    if (hints.first != 0) {
        const struct rribbit_leap leap = leap_likely(&at->node, hints.first);
        __builtin_prefetch(bucket_next(search, &at->node, &leap));
    }
    const uint64_t other = at->node.other;
    hints.threatened = (rribbit_row_pads(other) & rribbit_reach(other)) != 0;
    search->plies[ply + 2].killers[0] = search->plies[ply + 2].killers[1] = 0;
    if (good_enough(search, ply, depth, beta, &hints)) return beta;
    if (search->stopped) return 0;
    /* Internal iterative reduction: without a move from the table, order is poor here. */
    if (hints.first == 0 && depth >= 5) depth--;
    struct rribbit_leap *leaps = search->stack + search->stack_used;
    const int total = pond_rribbit_turns(&at->node, search->rules.chain, leaps);
    if (at->node.row && total == 0) return -(RRIBBIT_WIN - (ply + 1));
    order(search, ply, hints.first, leaps, total);
    search->stack_used += total;
    score = search_leaps(search, ply, depth, alpha, beta, leaps, total, &hints);
    search->stack_used -= total;
    return score;
}

/* ---- The root ---- */

/* Moves a turn of the root up after those of this iteration that are better. */
static void root_promote(struct rribbit_search *search, int index, int exact_before)
{
    const struct rribbit_root root = search->roots[index];
    int at = exact_before;
    while (at > 0 && search->roots[at - 1].score < root.score) at--;
    for (int i = index; i > at; i--) search->roots[i] = search->roots[i - 1];
    search->roots[at] = root;
}

static int root_search(struct rribbit_search *search, struct rribbit_root *root, int depth,
                       int alpha, bool whole)
{
    const enum rribbit_verdict verdict = step(search, 0, &root->leap);
    struct rribbit_ply *next = &search->plies[1];
    next->line_count = 0;
    int score = rribbit_draw(search, 0);
    if (verdict != RRIBBIT_GOES_ON) {
        score = verdict_score(search, verdict, 0);
    } else if (!pond_rribbit_drawn_before(search, 1)) {
        const int rest = depth - 1 + (next->node.row ? 1 : 0);
        next->probe = true;
        score = search_turn(search, 0, rest, 0, alpha, INFINITE, whole);
    }
    if (search->stopped) return score;
    line_take(search, 0, &root->leap);
    return score;
}

/* One iteration of iterative deepening. */
void pond_rribbit_iterate(struct rribbit_search *search, int depth, int multi)
{
    int exact = 0;
    for (int i = 0; i < search->root_count; i++) {
        struct rribbit_root *root = &search->roots[i];
        if (root->overlooked) continue;
        const bool whole = exact < multi;
        const int alpha = whole ? -INFINITE : search->roots[multi - 1].score;
        const int score =
            root->proven ? root->score : root_search(search, root, depth, alpha, whole);
        if (search->stopped) return;
        root->exact = whole || score > alpha;
        root->score = score;
        if (!root->exact) continue;
        if (!root->proven) {
            root->line_count = search->plies[0].line_count;
            for (int j = 0; j < root->line_count; j++) root->line[j] = search->plies[0].line[j];
        }
        root_promote(search, i, exact++);
    }
}

/* ---- For the choice among turns that are about as good ---- */

int pond_rribbit_root(struct rribbit_search *search, struct rribbit_root *root, int depth,
                      int alpha)
{
    return root_search(search, root, depth, alpha, false);
}

int pond_rribbit_pvs(struct rribbit_search *search, int ply, int depth)
{
    return pvs(search, ply, depth, -INFINITE, INFINITE);
}

int pond_rribbit_quiesce(struct rribbit_search *search, int ply)
{
    return quiesce(search, ply, -INFINITE, INFINITE, 1);
}
