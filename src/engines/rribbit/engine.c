/* engine.c: the engine that plays Rrib-bit.
 *
 * It looks for forced wins first (mate.c), then deepens a principal-variation search ply by
 * ply (search.c), and says after each round what it thinks. Levels are the same search with
 * less depth, fewer nodes, misjudgements and turns that it overlooks. */
#include <assert.h>
#include <string.h>

#include "help.h"
#include "search.h"

#include "banned.h"

enum setting { HASH, MULTI, DEPTH, SIGHT, NOISE, OVERLOOK, CONTEMPT, TRAPS, THREADS, SETTINGS };

#define DEPTH_MAX 80
#define SIGHT_MAX 15

static const struct pond_setting settings[SETTINGS] = {
    [HASH] = {"hash", 1, 1024, 16, HELP(RRIBBIT_SETTING_HASH)},
    [MULTI] = {"multi", 1, POND_CHOICES_MAX, 1, HELP(RRIBBIT_SETTING_MULTI)},
    [DEPTH] = {"depth", 1, DEPTH_MAX, DEPTH_MAX, HELP(RRIBBIT_SETTING_DEPTH)},
    [SIGHT] = {"sight", 0, SIGHT_MAX, 7, HELP(RRIBBIT_SETTING_SIGHT)},
    [NOISE] = {"noise", 0, 1000, 0, HELP(RRIBBIT_SETTING_NOISE)},
    [OVERLOOK] = {"overlook", 0, 90, 0, HELP(RRIBBIT_SETTING_OVERLOOK)},
    [CONTEMPT] = {"contempt", 0, 500, 0, HELP(RRIBBIT_SETTING_CONTEMPT)},
    [TRAPS] = {"traps", 0, 90, 0, HELP(RRIBBIT_SETTING_TRAPS)},
    [THREADS] = {"threads", 1, POND_THREADS_MAX, 1, HELP(RRIBBIT_SETTING_THREADS)},
};

/* ---- Memory ---- */

#define MEGABYTE ((size_t)1 << 20)
#define LINE 64 /* of the processor's cache: what threads share begins on one */
/* Every thread's search lies in front of what they share. */
#define SEARCH_SIZE ((sizeof(struct rribbit_search) + 2 * LINE - 1) / LINE * LINE)

/* What threads share beside the tables, which lie after it. */
struct shared {
    uint32_t ready; /* the tables are cleared: helpers may begin */
};

_Static_assert(sizeof(struct shared) <= LINE, "it has a line to itself");

static size_t memory(const int32_t values[POND_SETTINGS_MAX])
{
    return (size_t)values[THREADS] * SEARCH_SIZE + 2 * LINE + (size_t)values[HASH] * MEGABYTE;
}

static struct rribbit_search *search_of(const struct pond_task *task, int thread)
{
    return (struct rribbit_search *)((char *)task->memory + (size_t)thread * SEARCH_SIZE);
}

static struct shared *shared_of(const struct pond_task *task)
{
    const uintptr_t at = (uintptr_t)search_of(task, task->settings[THREADS]);
    return (struct shared *)((at + LINE - 1) / LINE * LINE);
}

/* With few nodes, a small table is as good and cleared sooner; the first thread does it.
 */
static void tables_begin(struct rribbit_search *search)
{
    const struct pond_task *task = search->task;
    uint64_t bytes = (uint64_t)task->settings[HASH] * MEGABYTE;
    if (task->nodes_max > 0 && task->nodes_max < bytes / 64) {
        bytes = task->nodes_max * 64 < 65536 ? 65536 : task->nodes_max * 64;
    }
    const uintptr_t at = (uintptr_t)shared_of(task) + LINE;
    search->proof_count = 1024;
    while (search->proof_count * 2 * sizeof(struct rribbit_proof) <= bytes / 6) {
        search->proof_count *= 2;
    }
    search->proofs = (struct rribbit_proof *)at;
    const uint64_t proof_bytes =
        (search->proof_count * sizeof(struct rribbit_proof) + LINE - 1) / LINE * LINE;
    search->table = (struct rribbit_slot *)(at + proof_bytes);
    search->bucket_count = (bytes - proof_bytes) / (RRIBBIT_BUCKET * sizeof(struct rribbit_slot));
    if (task->thread > 0) return;
    memset(search->proofs, 0, (size_t)proof_bytes);
    memset(search->table, 0,
           (size_t)search->bucket_count * RRIBBIT_BUCKET * sizeof(struct rribbit_slot));
    __atomic_store_n(&shared_of(task)->ready, 1, __ATOMIC_RELEASE);
}

/* ---- The beginning ---- */

/* Sixteen times the logarithm to the base 2. */
static int logarithm(int number)
{
    int whole = 31 - __builtin_clz((unsigned)number);
    return 16 * whole + (number << 4 >> whole) - 16;
}

static void reductions_begin(struct rribbit_search *search)
{
    for (int depth = 1; depth < RRIBBIT_REDUCE_DEPTHS; depth++) {
        for (int index = 1; index < RRIBBIT_REDUCE_MOVES; index++) {
            const int product = logarithm(depth) * logarithm(index);
            search->reduce[depth][index] = (uint8_t)((product / 16 + 8) / 40);
        }
    }
}

/* Only the latest positions matter, and those before the last capture do no harm. */
static void past_begin(struct rribbit_search *search)
{
    const struct pond_task *task = search->task;
    const uint32_t most = RRIBBIT_HISTORY_SLOTS / 2;
    const uint32_t from = task->history_count > most ? task->history_count - most : 0;
    if (search->repetition == 0) return;
    for (uint32_t i = from; i < task->history_count; i++) {
        const uint64_t key = task->history[i];
        uint64_t slot = key % RRIBBIT_HISTORY_SLOTS;
        while (search->past_times[slot] > 0 && search->past[slot] != key) {
            slot = (slot + 1) % RRIBBIT_HISTORY_SLOTS;
        }
        search->past[slot] = key;
        if (search->past_times[slot] < UINT8_MAX) search->past_times[slot]++;
        search->past_any = true;
    }
}

static bool same_leap(const struct rribbit_leap *one, const struct rribbit_leap *other)
{
    return one->from == other->from && one->to == other->to && one->captured == other->captured;
}

static int root_find(const struct rribbit_search *search, const struct rribbit_leap *leap)
{
    int index = 0;
    while (index < search->root_count && !same_leap(&search->roots[index].leap, leap)) index++;
    return index;
}

/* Lists the turns, one of those that do the same, in an order that is a fair first guess. */
static void roots_begin(struct rribbit_search *search, const pond_move *moves, int count)
{
    const struct rribbit_node *node = &search->plies[0].node;
    search->root_count = 0;
    for (int i = 0; i < count; i++) {
        if (search->task->only != 0 && moves[i] != search->task->only) continue;
        const struct rribbit_leap leap = pond_rribbit_leap(node, moves[i]);
        const int index = search->rules.chain ? root_find(search, &leap) : search->root_count;
        if (index < search->root_count || index == RRIBBIT_LEAPS_MAX) continue;
        struct rribbit_node next;
        const enum rribbit_verdict verdict = pond_rribbit_make(node, &search->rules, &leap, &next);
        int score = -pond_rribbit_evaluate(&next, &search->rules);
        if (verdict == RRIBBIT_LOSES) score = -RRIBBIT_WIN + 1;
        if (verdict == RRIBBIT_WINS) score = RRIBBIT_WIN - 1;
        struct rribbit_root *root = &search->roots[search->root_count];
        *root = (struct rribbit_root){.leap = leap, .move = moves[i], .score = score};
        int at = search->root_count++;
        const struct rribbit_root made = *root;
        for (; at > 0 && search->roots[at - 1].score < made.score; at--) {
            search->roots[at] = search->roots[at - 1];
        }
        search->roots[at] = made;
    }
}

/* A weak player overlooks some turns, but never all of them, and never a row on the board. */
static void overlook(struct rribbit_search *search, struct pond_rng *rng)
{
    const uint32_t chance = (uint32_t)search->task->settings[OVERLOOK];
    if (chance == 0 || search->plies[0].node.row) return;
    int left = search->root_count;
    for (int i = 0; i < search->root_count && left > 1; i++) {
        search->roots[i].overlooked = pond_rng_below(rng, 100) < chance;
        if (search->roots[i].overlooked) left--;
    }
}

static struct rribbit_search *begin(const struct pond_task *task, const pond_move *moves, int count)
{
    assert(task->memory_size >= memory(task->settings));
    struct rribbit_search *search = search_of(task, task->thread);
    memset(search, 0, sizeof *search);
    search->task = task;
    search->seat = task->seat;
    struct pond_rng rng;
    pond_task_rng(task, &rng);
    search->noise_seed = (uint64_t)pond_rng_word(&rng) << 32 | pond_rng_word(&rng);
    search->noise = task->settings[NOISE];
    search->contempt = task->settings[CONTEMPT];
    search->sees_rows = task->settings[SIGHT] > 0;
    task->game->sample(task->view, &rng, &search->scratch);
    const struct rribbit_state *state = (const struct rribbit_state *)&search->scratch;
    search->repetition = state->repetition;
    struct rribbit_ply *root = &search->plies[0];
    pond_rribbit_node(state, &root->node, &search->rules);
    root->key = rribbit_key(&root->node, &search->rules);
    tables_begin(search);
    reductions_begin(search);
    past_begin(search);
    roots_begin(search, moves, count);
    overlook(search, &rng);
    return search;
}

/* ---- What it says ---- */

/* 1 / (1 + e^-x), good to three digits, without a mathematical library. */
static float logistic(float x)
{
    if (x < -12) x = -12;
    if (x > 12) x = 12;
    float power = 1 - x / 1024;
    for (int i = 0; i < 10; i++) power *= power;
    return 1 / (1 + power);
}

#define SCORE_SCALE 200.0f /* hundredths of a frog that make the odds e to 1 */
#define DRAWISH 0.6f       /* of equal chances, the part that ends in a draw */

/* The expected score of the side to move. */
static float expectation(int score)
{
    if (score > RRIBBIT_PROVEN) return 1;
    if (score < -RRIBBIT_PROVEN) return 0;
    return logistic((float)score / SCORE_SCALE);
}

static void say_values(const struct rribbit_search *search, struct pond_advice *advice)
{
    const struct rribbit_root *best = &search->roots[0];
    const float expected = expectation(best->score);
    const float least = expected < 1 - expected ? expected : 1 - expected;
    const int size = best->score < 0 ? -best->score : best->score;
    advice->exact = best->exact && size > RRIBBIT_PROVEN;
    advice->end_ply = advice->exact && RRIBBIT_WIN - size < RRIBBIT_FAR ? RRIBBIT_WIN - size : 0;
    advice->draw = 2 * least * DRAWISH;
    advice->win[search->seat] = expected - advice->draw / 2;
    advice->win[1 - search->seat] = 1 - expected - advice->draw / 2;
}

/* Of a turn that was searched only until it was known to be no better than others, the score is a
 * bound; unless it loses even so. `above` is the least value so far. */
static enum pond_evidence evidence_of(const struct rribbit_root *root, float above)
{
    const bool proven = root->score > RRIBBIT_PROVEN || root->score < -RRIBBIT_PROVEN;
    if (root->overlooked) return POND_UNKNOWN;
    if (root->score < -RRIBBIT_PROVEN) return POND_EXACT;
    if (!root->exact || expectation(root->score) > above) return POND_BOUND;
    return proven ? POND_EXACT : POND_SEARCHED;
}

/* All turns, best first; of those that do the same, the one that was searched stands first. */
static void say_choices(const struct rribbit_search *search, const pond_move *moves, int count,
                        struct pond_advice *advice)
{
    float above = 1;
    advice->choice_count = 0;
    for (int i = 0; i < search->root_count; i++) {
        const struct rribbit_root *root = &search->roots[i];
        const float value = expectation(root->score);
        const enum pond_evidence evidence = evidence_of(root, above);
        if (value < above && !root->overlooked) above = value;
        for (int j = -1; j < count && advice->choice_count < POND_CHOICES_MAX; j++) {
            const pond_move move = j < 0 ? root->move : moves[j];
            if (j >= 0) {
                if (!search->rules.chain) break;
                const struct rribbit_leap leap = pond_rribbit_leap(&search->plies[0].node, move);
                if (move == root->move || !same_leap(&leap, &root->leap)) continue;
            }
            advice->choices[advice->choice_count++] = (struct pond_choice){
                .move = move, .estimate = above, .evidence = (uint8_t)evidence};
        }
    }
    advice->choices[0].probability = 1;
    if (advice->choices[0].evidence < POND_SEARCHED) advice->choices[0].evidence = POND_SEARCHED;
    advice->move = advice->choices[0].move;
}

/* Finds the whole turn that a code stands for. */
static bool code_find(const struct rribbit_search *search, const struct pond_state *state,
                      rribbit_code code, pond_move *move)
{
    const struct rribbit_state *overlay = (const struct rribbit_state *)state;
    if (overlay->outcome != POND_GOES_ON) return false;
    struct rribbit_node node;
    struct rribbit_rules rules;
    pond_move moves[POND_MOVES_MAX];
    pond_rribbit_node(overlay, &node, &rules);
    const int count = search->task->game->moves(state, overlay->side, moves);
    for (int i = 0; i < count; i++) {
        const struct rribbit_leap leap = pond_rribbit_leap(&node, moves[i]);
        if (rribbit_encode(&leap) != code) continue;
        *move = moves[i];
        return true;
    }
    return false;
}

static void say_line(const struct rribbit_search *search, struct pond_advice *advice)
{
    const struct rribbit_root *best = &search->roots[0];
    struct pond_rng rng;
    struct pond_state state;
    pond_rng_seed(&rng, "line");
    search->task->game->sample(search->task->view, &rng, &state);
    int seat = search->seat;
    pond_move move = best->move;
    advice->line_count = 0;
    do {
        advice->line[advice->line_count++] = (struct pond_step){(uint8_t)seat, move};
        search->task->game->apply(&state, seat, move);
        seat = 1 - seat;
    } while (advice->line_count < best->line_count &&
             code_find(search, &state, best->line[advice->line_count], &move));
}

static void say(const struct rribbit_search *search, const pond_move *moves, int count,
                struct pond_advice *advice)
{
    say_values(search, advice);
    say_choices(search, moves, count, advice);
    say_line(search, advice);
    advice->nodes = search->nodes;
}

/* ---- Thinking ---- */

/* Looks for a forced win within that many plies, with no more than `nodes` nodes; 0: no limit. */
static bool win_found(struct rribbit_search *search, int plies, uint64_t nodes)
{
    rribbit_code code = 0;
    search->nodes_cap = nodes > 0 ? search->nodes + nodes : 0;
    pond_rribbit_poll(search);
    const int end = search->stopped ? 0 : pond_rribbit_mate(search, 0, plies, &code);
    rribbit_code line[POND_LINE_MAX];
    const int line_count = end > 0 ? pond_rribbit_mate_line(search, end, code, line) : 0;
    search->nodes_cap = 0;
    search->stack_used = 0;
    pond_rribbit_poll(search);
    if (end == 0) return false;
    int index = 0;
    while (index < search->root_count && rribbit_encode(&search->roots[index].leap) != code)
        index++;
    if (index == search->root_count || search->roots[index].overlooked) return false;
    struct rribbit_root root = search->roots[index];
    root.score = RRIBBIT_WIN - end;
    root.exact = root.proven = true;
    root.line_count = (uint8_t)line_count;
    memcpy(root.line, line, (size_t)line_count * sizeof line[0]);
    for (; index > 0; index--) search->roots[index] = search->roots[index - 1];
    search->roots[0] = root;
    return true;
}

/* Is there nothing left to find out? */
static bool settled(const struct rribbit_search *search, int depth, int multi)
{
    if (multi > 1 || !search->roots[0].exact) return false;
    const int score = search->roots[0].score;
    const int size = score < 0 ? -score : score;
    return size > RRIBBIT_PROVEN && (search->roots[0].proven || RRIBBIT_WIN - size <= depth);
}

/* Lazy SMP: searches the same roots at other depths than the first thread; only what it leaves in
 * the shared transposition table helps. */
static void help(struct rribbit_search *search, int deepest)
{
    const struct pond_task *task = search->task;
    while (__atomic_load_n(&shared_of(task)->ready, __ATOMIC_ACQUIRE) == 0) {
        if (pond_task_stopped(task)) return;
    }
    for (int depth = 1 + task->thread % 2; depth <= deepest && !search->stopped; depth++) {
        pond_rribbit_iterate(search, depth, 1);
        search->stack_used = 0;
    }
}

static void join(const struct pond_task *task, int threads, struct pond_advice *advice)
{
    for (int i = 1; i < threads; i++) advice->nodes += search_of(task, i)->nodes;
}

/* Leaves a part of the limits for the choice among the best. */
static struct pond_task task_part(const struct pond_task *task)
{
    struct pond_task part = *task;
    const uint64_t per_cent = 100 - (uint64_t)task->settings[TRAPS];
    part.nodes_max = (task->nodes_max * per_cent + 99) / 100;
    part.time_ms_max = (uint32_t)((task->time_ms_max * per_cent + 99) / 100);
    return part;
}

/* Deepens the search until it is stopped or settled; says what it thinks after each round. */
static void deepen(struct rribbit_search *search, int deepest, const pond_move *moves, int count,
                   struct pond_advice *advice)
{
    const struct pond_task *task = search->task;
    const int sight = task->settings[SIGHT], multi = task->settings[MULTI];
    const int near = sight < 3 ? sight : 3;
    const struct pond_task part = task_part(task);
    /* The search for wins looks at all turns: it would spend its nodes on others. */
    bool won = task->only != 0;
    if (!won) won = near > 0 && win_found(search, near, task->nodes_max / 4);
    search->task = &part;
    pond_rribbit_poll(search);
    for (int depth = 1; depth <= deepest && !search->stopped; depth++) {
        if (settled(search, depth, multi)) break;
        pond_rribbit_iterate(search, depth, multi);
        search->stack_used = 0;
        if (search->stopped) break;
        advice->depth = (uint32_t)depth;
        say(search, moves, count, advice);
        if (task->progress != NULL) task->progress(task->context, advice);
        if (!won && depth == 4 && sight > near) won = win_found(search, sight, task->nodes_max / 2);
    }
    search->task = task;
    pond_rribbit_poll(search);
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    pond_move moves[POND_MOVES_MAX];
    memset(advice, 0, sizeof *advice);
    const int count = pond_view_moves(task->game, task->view, task->seat, moves);
    struct rribbit_search *search = begin(task, moves, count);
    /* A turn without a choice is not worth much thought. */
    const int depth_max = task->settings[DEPTH];
    const bool choice = search->root_count > 1;
    const int deepest = choice || task->only != 0 || depth_max < 8 ? depth_max : 8;
    pond_rribbit_poll(search);
    if (task->thread > 0) {
        help(search, deepest);
        return;
    }
    deepen(search, deepest, moves, count, advice);
    if (task->settings[TRAPS] > 0 && task->settings[MULTI] == 1 && choice && advice->depth > 1) {
        pond_rribbit_traps(search, (int)advice->depth - 1);
    }
    say(search, moves, count, advice);
    __atomic_store_n(&shared_of(task)->ready, 0, __ATOMIC_RELAXED);
}

const struct pond_engine pond_engine_rribbit = {
    .name = "engine",
    .game = &pond_rribbit,
    .help = HELP(ENGINE_RRIBBIT),
    .setting_count = SETTINGS,
    .settings = settings,
    .levels = {"nodes=600,hash=1,depth=1,sight=0,noise=600,overlook=75",
               "nodes=600,hash=1,depth=1,sight=0,noise=120,overlook=30",
               "nodes=600,hash=1,depth=1,sight=1,noise=120,overlook=25",
               "nodes=1000,hash=1,depth=1,sight=1,noise=70,overlook=10",
               "nodes=2000,hash=1,depth=2,sight=1,noise=40",
               "nodes=6000,hash=1,depth=4,sight=3,noise=40,contempt=20",
               "nodes=300000,contempt=150,traps=60"},
    .memory = memory,
    .think = think,
    .join = join,
};
