/* uct.c: a plain UCT player of Rrib-bit, to measure the engine against.
 *
 * A tree grown by the UCB1 rule, a node with all its children at a time, and random games from its
 * leaves, in which only rows are answered if they can be. */
#include "board.h"

#include <assert.h>
#include <string.h>

#include "help.h"
#include "numbers.h"
#include "pond/engine.h"

#include "banned.h"

#define MEGABYTE ((size_t)1 << 20)
#define GAME_PLIES_MAX 160 /* of a random game; then it is drawn */
#define PATH_MAX 200
#define EXPLORE 1.0f
#define ROOTS_MAX 4096 /* numbers whose inverse square roots are kept */

enum setting { HASH, SETTINGS };

static const struct pond_setting settings[SETTINGS] = {
    [HASH] = {"hash", 1, 1024, 32, HELP(SETTING_TREE)},
};

struct branch {
    struct rribbit_leap leap; /* what leads here */
    uint32_t first, count;    /* its children; none yet: 0 */
    uint32_t visits;
    uint32_t points; /* of the one who moved here: 2 for a win, 1 for a draw */
    uint8_t verdict; /* enum rribbit_verdict of that turn */
    bool grown;
};

struct tree {
    const struct pond_task *task;
    struct rribbit_rules rules;
    struct rribbit_node root;
    uint64_t word; /* of the generator for random games */
    uint32_t branch_count, branch_max;
    struct rribbit_leap leaps[RRIBBIT_LEAPS_MAX];
    float inverse_root[ROOTS_MAX];
    struct branch branches[];
};

static size_t memory(const int32_t values[POND_SETTINGS_MAX])
{
    return sizeof(struct tree) + (size_t)values[HASH] * MEGABYTE;
}

/* ---- Numbers ---- */

/* The generator of the rules would be the slowest part of a random game. */
static uint32_t draw(struct tree *tree, uint32_t limit)
{
    tree->word ^= tree->word << 13;
    tree->word ^= tree->word >> 7;
    tree->word ^= tree->word << 17;
    return (uint32_t)((tree->word >> 32) * limit >> 32);
}

/* ---- Random games ---- */

/* One of the turns, each as likely as any other, without listing them. */
static struct rribbit_leap draw_leap(struct tree *tree, const struct rribbit_node *node)
{
    uint32_t total = 0;
    for (uint64_t frogs = node->own; frogs != 0; frogs &= frogs - 1) {
        const uint64_t reach = rribbit_knight[rribbit_lowest(frogs)];
        total += (uint32_t)rribbit_count(reach & ~node->own);
    }
    uint32_t ticket = draw(tree, total);
    for (uint64_t frogs = node->own; frogs != 0; frogs &= frogs - 1) {
        const int from = rribbit_lowest(frogs);
        uint64_t targets = rribbit_knight[from] & ~node->own;
        const uint32_t here = (uint32_t)rribbit_count(targets);
        if (ticket >= here) {
            ticket -= here;
            continue;
        }
        for (; ticket > 0; ticket--) targets &= targets - 1;
        return (struct rribbit_leap){.captured = targets & (0 - targets) & node->other,
                                     .from = (uint8_t)from,
                                     .to = (uint8_t)rribbit_lowest(targets)};
    }
    assert(false);
    return (struct rribbit_leap){0};
}

/* Plays a random game; returns the points of the side to move. */
static uint32_t play_out(struct tree *tree, struct rribbit_node node)
{
    for (int ply = 0; ply < GAME_PLIES_MAX; ply++) {
        struct rribbit_node next;
        struct rribbit_leap leap;
        if (node.row || tree->rules.chain) {
            const int total = pond_rribbit_turns(&node, tree->rules.chain, tree->leaps);
            if (total == 0) return ply % 2 == 0 ? 0 : 2;
            leap = tree->leaps[draw(tree, (uint32_t)total)];
        } else {
            leap = draw_leap(tree, &node);
        }
        const enum rribbit_verdict verdict = pond_rribbit_make(&node, &tree->rules, &leap, &next);
        if (verdict == RRIBBIT_DRAWS) return 1;
        if (verdict != RRIBBIT_GOES_ON) return (verdict == RRIBBIT_WINS) == (ply % 2 == 0) ? 2 : 0;
        node = next;
    }
    return 1;
}

/* ---- The tree ---- */

static void grow(struct tree *tree, uint32_t index, const struct rribbit_node *node)
{
    const int total = pond_rribbit_turns(node, tree->rules.chain, tree->leaps);
    struct branch *branch = &tree->branches[index];
    if (tree->branch_count + (uint32_t)total > tree->branch_max) return;
    branch->grown = true;
    branch->first = tree->branch_count;
    branch->count = (uint32_t)total;
    for (int i = 0; i < total; i++) {
        struct branch *child = &tree->branches[tree->branch_count++];
        struct rribbit_node next;
        *child = (struct branch){.leap = tree->leaps[i]};
        child->verdict = (uint8_t)pond_rribbit_make(node, &tree->rules, &tree->leaps[i], &next);
    }
}

static uint32_t choose(struct tree *tree, const struct branch *branch)
{
    const float explore = EXPLORE * square_root(logarithm(branch->visits + 1));
    uint32_t best = branch->first;
    float most = -1;
    for (uint32_t i = branch->first; i < branch->first + branch->count; i++) {
        const struct branch *child = &tree->branches[i];
        if (child->visits == 0) return i;
        const float inverse = child->visits < ROOTS_MAX ? tree->inverse_root[child->visits]
                                                        : 1 / square_root((float)child->visits);
        const float value = (float)child->points / (2 * (float)child->visits) + explore * inverse;
        if (value <= most) continue;
        most = value;
        best = i;
    }
    return best;
}

/* One game: down the tree, one step beyond it, and a random game from there. */
static void iterate(struct tree *tree)
{
    uint32_t path[PATH_MAX];
    int length = 0;
    struct rribbit_node node = tree->root, next;
    uint32_t index = 0, points; /* of the one who moved to the end of the path */
    path[length++] = 0;
    for (;;) {
        struct branch *branch = &tree->branches[index];
        if (branch->verdict != RRIBBIT_GOES_ON) {
            points = branch->verdict == RRIBBIT_WINS ? 2 : branch->verdict == RRIBBIT_DRAWS ? 1 : 0;
            break;
        }
        if (!branch->grown && branch->visits > 0) grow(tree, index, &node);
        if (!branch->grown || length == PATH_MAX) {
            points = 2 - play_out(tree, node);
            break;
        }
        if (branch->count == 0) { /* a row stands, and nothing helps */
            points = 2;
            break;
        }
        index = choose(tree, branch);
        pond_rribbit_make(&node, &tree->rules, &tree->branches[index].leap, &next);
        node = next;
        path[length++] = index;
    }
    while (length-- > 0) {
        tree->branches[path[length]].visits++;
        tree->branches[path[length]].points += points;
        points = 2 - points;
    }
}

/* ---- The player ---- */

static struct tree *begin(const struct pond_task *task)
{
    assert(task->memory_size >= memory(task->settings));
    struct tree *tree = task->memory;
    struct pond_rng rng;
    struct pond_state state;
    memset(tree, 0, sizeof *tree);
    tree->task = task;
    pond_task_rng(task, &rng);
    tree->word = (uint64_t)pond_rng_word(&rng) << 32 | pond_rng_word(&rng) | 1;
    task->game->sample(task->view, &rng, &state);
    pond_rribbit_node((const struct rribbit_state *)&state, &tree->root, &tree->rules);
    tree->branch_max = (uint32_t)((size_t)task->settings[HASH] * MEGABYTE / sizeof(struct branch));
    tree->branches[0] = (struct branch){.visits = 1};
    tree->branch_count = 1;
    for (int i = 1; i < ROOTS_MAX; i++) tree->inverse_root[i] = 1 / square_root((float)i);
    return tree;
}

static void say(const struct tree *tree, struct pond_advice *advice)
{
    const struct branch *root = &tree->branches[0];
    const int seat = tree->task->seat;
    uint32_t most = 0;
    float value = 0.5f;
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_view_moves(tree->task->game, tree->task->view, seat, moves);
    advice->move = moves[0];
    for (int i = 0; i < count; i++) {
        const struct rribbit_leap leap = pond_rribbit_leap(&tree->root, moves[i]);
        for (uint32_t j = 0; j < root->count; j++) {
            const struct branch *child = &tree->branches[root->first + j];
            if (child->leap.from != leap.from || child->leap.to != leap.to ||
                child->leap.captured != leap.captured || child->visits <= most) {
                continue;
            }
            most = child->visits;
            value = (float)child->points / (2 * (float)child->visits);
            advice->move = moves[i];
        }
    }
    advice->choice_count = 1;
    advice->choices[0] = (struct pond_choice){.move = advice->move,
                                              .probability = 1,
                                              .estimate = value,
                                              .error = pond_mean_error(value, (float)most),
                                              .evidence = most > 0 ? POND_SEARCHED : POND_UNKNOWN};
    advice->win[seat] = value;
    advice->win[1 - seat] = 1 - value;
    advice->line_count = 1;
    advice->line[0] = (struct pond_step){(uint8_t)seat, advice->move};
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    memset(advice, 0, sizeof *advice);
    struct tree *tree = begin(task);
    const bool limited = task->nodes_max > 0 || task->time_ms_max > 0;
    grow(tree, 0, &tree->root);
    while (tree->branches[0].count > 1 && (limited || advice->nodes < 100000)) {
        iterate(tree);
        advice->nodes++;
        const bool look = task->nodes_max > 0 || advice->nodes % 16 == 0;
        if (look && pond_task_spent(task, advice->nodes)) break;
    }
    advice->depth = 1;
    say(tree, advice);
}

const struct pond_engine pond_engine_rribbit_uct = {
    .name = "uct",
    .game = &pond_rribbit,
    .help = HELP(ENGINE_RRIBBIT_UCT),
    .setting_count = SETTINGS,
    .settings = settings,
    .memory = memory,
    .think = think,
};
