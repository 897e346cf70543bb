/* any.c: an engine for any game: information-set Monte Carlo tree search.
 *
 * Every iteration samples a state that looks like the view, plays down the tree by the UCB1 rule
 * and goes on at random to the end. The tree is keyed by information sets: a node holds what one
 * seat sees when it must choose, so its moves are the same in every sample, nobody acts on what
 * is hidden, and choices made at the same time do not see each other. A game brings nothing but
 * its rules. */
#include "pond/engine.h"

#include <assert.h>
#include <string.h>

#include "help.h"
#include "numbers.h"

#include "banned.h"

#define MEGABYTE ((size_t)1 << 20)
#define EXPLORE 0.7f
#define DECISIONS_MAX 600 /* of one playout; then it counts as drawn */
#define PATH_MAX 64       /* choices of a playout that the tree remembers */
#define NODES_STANDARD 2000
#define SLOTS_TRIED 8   /* where a node may lie */
#define EDGES_A_NODE 12 /* average number of edges per node that there is room for */

enum setting { HASH, SETTINGS };

static const struct pond_setting settings[SETTINGS] = {
    [HASH] = {"hash", 1, 256, 4, HELP(SETTING_TREE)},
};

struct edge {
    pond_move move;
    uint32_t visits;
    float points; /* of the seat that chooses: win 1, draw 1/2 */
};

struct node {
    uint64_t key; /* 0: free */
    uint32_t first, count;
    uint32_t visits;
};

struct search {
    const struct pond_task *task;
    struct pond_rng rng;
    struct node *nodes;
    struct edge *edges;
    uint32_t node_mask, edge_count, edge_max;
    uint64_t root; /* the key of the view that the task has */
    /* Sums over all iterations. */
    float wins[POND_SEATS_MAX], draws, dummies;
    /* The choices of this iteration. */
    int path_length;
    struct {
        uint32_t node, edge;
        uint8_t seat;
    } path[PATH_MAX];
};

static size_t memory(const int32_t values[POND_SETTINGS_MAX])
{
    return sizeof(struct search) + (size_t)values[HASH] * MEGABYTE;
}

/* ---- The tree ---- */

static uint64_t view_key(const struct pond_view *view, int seat)
{
    uint64_t words[sizeof *view / sizeof(uint64_t)];
    memcpy(words, view, sizeof words);
    const uint64_t key = pond_hash_words(words, sizeof words / sizeof words[0], (uint64_t)seat + 1);
    return key != 0 ? key : 1;
}

static struct node *node_find(struct search *search, uint64_t key, bool *is_new)
{
    for (uint32_t i = 0; i < SLOTS_TRIED; i++) {
        struct node *node = &search->nodes[(uint32_t)(key + i) & search->node_mask];
        *is_new = node->key == 0;
        if (node->key == 0 || node->key == key) return node;
    }
    return NULL;
}

/* Takes room for a node's moves; false if there is none left. */
static bool node_grow(struct search *search, struct node *node, uint64_t key,
                      const pond_move moves[], int count)
{
    if (search->edge_count + (uint32_t)count > search->edge_max) return false;
    *node = (struct node){key, search->edge_count, (uint32_t)count, 0};
    for (int i = 0; i < count; i++) {
        search->edges[search->edge_count++] = (struct edge){.move = moves[i]};
    }
    return true;
}

/* The UCB1 rule; moves that were never tried come first, in random order. */
static uint32_t edge_choose(struct search *search, const struct node *node)
{
    const float explore = EXPLORE * square_root(logarithm(node->visits + 1));
    uint32_t best = 0;
    float most = -1;
    const uint32_t from = pond_rng_below(&search->rng, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t at = (from + i) % node->count;
        const struct edge *edge = &search->edges[node->first + at];
        if (edge->visits == 0) return at;
        const float visits = (float)edge->visits;
        const float value = edge->points / visits + explore / square_root(visits);
        if (value <= most) continue;
        most = value;
        best = at;
    }
    return best;
}

static uint32_t edge_only(const struct search *search, const struct node *node)
{
    uint32_t at = 0;
    while (at < node->count && search->edges[node->first + at].move != search->task->only) at++;
    assert(at < node->count);
    return at;
}

/* ---- One iteration ---- */

/* The choice of a seat, by the tree while it reaches so far; then at random. */
static pond_move choose(struct search *search, const struct pond_state *state, int seat,
                        bool *in_tree)
{
    const struct pond_game *game = search->task->game;
    pond_move moves[POND_MOVES_MAX];
    struct pond_view view;
    const int count = game->moves(state, seat, moves);
    const pond_move any = moves[pond_rng_below(&search->rng, (uint32_t)count)];
    if (!*in_tree || search->path_length == PATH_MAX) return any;
    game->observe(state, seat, &view);
    const uint64_t key = view_key(&view, seat);
    bool is_new = false;
    struct node *node = node_find(search, key, &is_new);
    if (node == NULL) return any;
    if (is_new) {
        *in_tree = key == search->root;
        if (!node_grow(search, node, key, moves, count)) return any;
    }
    const bool forced = search->task->only != 0 && key == search->root;
    const uint32_t at = forced ? edge_only(search, node) : edge_choose(search, node);
    search->path[search->path_length].node = (uint32_t)(node - search->nodes);
    search->path[search->path_length].edge = node->first + at;
    search->path[search->path_length++].seat = (uint8_t)seat;
    return search->edges[node->first + at].move;
}

static float points_of(struct pond_result result, int seat)
{
    if (result.outcome == POND_WON) return result.seat == seat ? 1 : 0;
    return result.outcome == POND_WON_BY_DUMMY ? 0 : 0.5f;
}

static void remember(struct search *search, struct pond_result result)
{
    for (int i = 0; i < search->path_length; i++) {
        struct edge *edge = &search->edges[search->path[i].edge];
        search->nodes[search->path[i].node].visits++;
        edge->visits++;
        edge->points += points_of(result, search->path[i].seat);
    }
    if (result.outcome == POND_WON)
        search->wins[result.seat] += 1;
    else if (result.outcome == POND_WON_BY_DUMMY)
        search->dummies += 1;
    else
        search->draws += 1;
}

static void iterate(struct search *search)
{
    const struct pond_game *game = search->task->game;
    struct pond_state state;
    bool in_tree = true;
    search->path_length = 0;
    game->sample(search->task->view, &search->rng, &state);
    for (int decisions = 0; decisions < DECISIONS_MAX;) {
        const pond_seats turn = game->turn(&state);
        if (turn == 0) break;
        if (turn == POND_SEAT(POND_CHANCE)) {
            pond_roll(game, &state, &search->rng);
            continue;
        }
        /* At the root the seat that was asked comes first: it has not seen that others have chosen.
         */
        const bool asked = decisions == 0 && (turn & POND_SEAT(search->task->seat)) != 0;
        const int seat = asked ? search->task->seat : pond_seat_first(turn);
        const pond_move move = choose(search, &state, seat, &in_tree);
        game->apply(&state, seat, move);
        decisions++;
    }
    remember(search, game->result(&state));
}

/* ---- The player ---- */

static struct search *begin(const struct pond_task *task)
{
    assert(task->memory_size >= memory(task->settings));
    struct search *search = task->memory;
    const size_t room = (size_t)task->settings[HASH] * MEGABYTE;
    const size_t each = sizeof(struct node) + EDGES_A_NODE * sizeof(struct edge);
    uint32_t nodes = 1;
    while ((size_t)nodes * 2 * each <= room) nodes *= 2;
    memset(search, 0, sizeof *search);
    search->task = task;
    pond_task_rng(task, &search->rng);
    search->edges = (struct edge *)(search + 1);
    search->edge_max = (uint32_t)((room - nodes * sizeof(struct node)) / sizeof(struct edge));
    search->nodes = (struct node *)(search->edges + search->edge_max);
    search->node_mask = nodes - 1;
    memset(search->nodes, 0, nodes * sizeof *search->nodes);
    search->root = view_key(task->view, task->seat);
    return search;
}

/* Moves a choice towards the front, past those that were tried less often: an estimate from a few
 * visits is noise, and the search has come back to what is good. */
static void settle_choice(struct pond_advice *advice, uint32_t at)
{
    const struct pond_choice choice = advice->choices[at];
    for (; at > 0 && advice->choices[at - 1].probability < choice.probability; at--) {
        advice->choices[at] = advice->choices[at - 1];
    }
    advice->choices[at] = choice;
}

/* The choices best first; where others choose at the same time they are mixed as they were tried.
 */
static void say(struct search *search, struct pond_advice *advice)
{
    const struct pond_task *task = search->task;
    bool is_new = false;
    const struct node *root = node_find(search, search->root, &is_new);
    const float all = (float)advice->nodes;
    uint32_t most = 0;
    struct pond_state state;
    task->game->sample(task->view, &search->rng, &state);
    const pond_seats turn = task->game->turn(&state);
    const bool mixed = (turn & (turn - 1)) != 0;
    assert(root != NULL && !is_new);
    advice->choice_count = 0;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct edge *edge = &search->edges[root->first + i];
        const float visits = (float)edge->visits;
        if (edge->visits > most) {
            advice->move = edge->move;
            most = edge->visits;
        }
        if (advice->choice_count == POND_CHOICES_MAX || edge->visits == 0) continue;
        advice->choices[advice->choice_count] =
            (struct pond_choice){.move = edge->move,
                                 .probability = visits / (float)root->visits,
                                 .estimate = edge->points / visits,
                                 .error = pond_mean_error(edge->points / visits, visits),
                                 .evidence = POND_SEARCHED};
        settle_choice(advice, advice->choice_count++);
    }
    for (uint32_t i = 0; i < advice->choice_count && !mixed; i++) {
        advice->choices[i].probability = advice->choices[i].move == advice->move ? 1 : 0;
    }
    if (mixed) pond_advice_draw(advice, &search->rng);
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) advice->win[seat] = search->wins[seat] / all;
    advice->draw = search->draws / all;
    advice->dummy = search->dummies / all;
    advice->line_count = 1;
    advice->line[0] = (struct pond_step){(uint8_t)task->seat, advice->move};
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    pond_advice_begin(task, advice);
    struct search *search = begin(task);
    const bool limited = task->nodes_max > 0 || task->time_ms_max > 0;
    do {
        iterate(search);
        advice->nodes++;
    } while (!pond_task_spent(task, advice->nodes) && (limited || advice->nodes < NODES_STANDARD));
    advice->depth = 1;
    say(search, advice);
}

const struct pond_engine pond_engine_any = {
    .name = "engine",
    .help = HELP(ENGINE_ANY),
    .setting_count = SETTINGS,
    .settings = settings,
    .levels = {"nodes=1", "nodes=3", "nodes=12", "nodes=50", "nodes=200", "nodes=800",
               "nodes=3000"},
    .memory = memory,
    .think = think,
};
