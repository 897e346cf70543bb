/* engine.c: the engine for Quibbles: a tree search over sampled hands.
 *
 * Every iteration deals the cards that its seat cannot see at random, in a way that fits everything
 * it knows (the game's `sample`), and walks down one tree of information sets: what the seat has
 * seen and done so far, not what others hold. Where others choose, the tree has all the moves that
 * any deal allowed, and each counts how often it was available (information-set Monte-Carlo tree
 * search, with one tree for the seat that thinks). Where the tree ends, the game is played on at
 * first glance (policy.c) for some turns and then judged; every seat wants its own share.
 *
 * Shares and scores are whole numbers and the formula of the choice is written one operation a
 * line, so that every compiler comes to the same tree. */
#include "engine.h"

#include <assert.h>
#include <string.h>

#include "help.h"
#include "policy.h"

#include "banned.h"

#define STEPS_MAX 64
#define NODES_WITHOUT_LIMIT 20000 /* where the task names no limit at all */
#define NODES_FORCED 100          /* a single choice needs no thought, only a value */
#define TURNS_TO_THE_END 2000     /* no game at first glance is nearly as long */
#define LOOK_EVERY 8              /* iterations between two looks at the clock */
#define PROGRESS_EVERY 4096
#define PRIOR_WHOLE 65536
#define PRIOR_FLAT 4096            /* the part of it that all moves share alike */
#define PRIOR_SHARPNESS 2          /* a better score makes a choice likelier than it makes a win */
#define STASHES_OVERLOOKED_FROM 90 /* of a hundred choices that are overlooked */
#define STASHES_OVERLOOKED 50      /* of a hundred stashes */
#define DOUBT 0.02f /* what has not been tried counts as so much worse than the rest */
#define CHANCE_KEY ((uint64_t)0xff << 56) /* unlike the bits of any move */

enum setting {
    SETTING_MEMORY,
    SETTING_ROUNDS,
    SETTING_OVERSIGHT,
    SETTING_EXPLORE,
    SETTING_THREADS,
    SETTINGS
};

static const struct pond_setting settings[SETTINGS] = {
    [SETTING_MEMORY] =
        {.name = "memory", .least = 1, .most = 1024, .standard = 16, .help = HELP(SETTING_TREE)},
    [SETTING_ROUNDS] = {.name = "rounds",
                        .least = 0,
                        .most = 1000,
                        .standard = 2,
                        .help = HELP(QUIBBLES_SETTING_ROUNDS)},
    [SETTING_OVERSIGHT] = {.name = "oversight",
                           .least = 0,
                           .most = 100,
                           .standard = 0,
                           .help = HELP(QUIBBLES_SETTING_OVERSIGHT)},
    [SETTING_EXPLORE] = {.name = "explore",
                         .least = 1,
                         .most = 10000,
                         .standard = 1200,
                         .help = HELP(QUIBBLES_SETTING_EXPLORE)},
    [SETTING_THREADS] = {.name = "threads",
                         .least = 1,
                         .most = POND_THREADS_MAX,
                         .standard = 1,
                         .help = HELP(QUIBBLES_SETTING_THREADS)},
};

/* What follows a choice, or what chance has brought, as the seat that thinks sees it. */
struct node {
    uint64_t key; /* the move; or the cards that came, with CHANCE_KEY */
    uint64_t sum; /* shares of the seat that chose the move, of all visits */
    uint32_t visits, available;
    uint32_t child, sibling; /* 0: none */
    uint32_t prior;          /* of PRIOR_WHOLE, among those that were listed with it */
    uint32_t parent;
};

struct step {
    uint32_t node;
    uint8_t seat; /* who chose it, or POND_CHANCE */
};

struct search {
    const struct pond_task *task;
    const struct pond_state *truth; /* NULL: hands are sampled */
    size_t memory_size;             /* of this tree */
    uint64_t nodes_max;             /* iterations; 0: no such limit */
    struct node *nodes;
    uint32_t *slots; /* where to find a node by its parent and key; 0: free */
    uint32_t slot_mask;
    uint32_t node_count, node_max; /* never more nodes than half of the slots */
    struct pond_rng rng;
    struct quibbles_luck luck;
    int turns;
    float explore;
    struct quibbles_sim sim;
    /* The current iteration. */
    struct pond_state state;
    struct step path[STEPS_MAX];
    int length;
    uint64_t sums[POND_SEATS_MAX]; /* shares of all iterations */
    uint64_t iterations;
    uint32_t depth;
    pond_move moves[POND_MOVES_MAX];
    uint32_t priors[POND_MOVES_MAX], found[POND_MOVES_MAX];
};

_Static_assert(sizeof(struct search) < 1 << 18, "the least memory has room for it and a tree");

static size_t memory(const int32_t values[POND_SETTINGS_MAX])
{
    return ((size_t)values[SETTING_MEMORY] << 20) * (size_t)values[SETTING_THREADS];
}

/* Every thread has a tree of its own, in its part of the memory. */
static size_t memory_part(const struct pond_task *task)
{
    return task->memory_size / (size_t)task->settings[SETTING_THREADS] / 64 * 64;
}

static struct search *search_of(const struct pond_task *task, int thread)
{
    return (struct search *)((char *)task->memory + memory_part(task) * (size_t)thread);
}

/* ---- The tree ---- */

/* The slot of a child, or the free one where it would be. */
static uint32_t *slot_of(const struct search *search, uint32_t parent, uint64_t key)
{
    uint64_t mixed = (key ^ parent * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    uint32_t at = (uint32_t)(mixed >> 32);
    for (;; at++) {
        uint32_t *const slot = &search->slots[at & search->slot_mask];
        const struct node *node = &search->nodes[*slot];
        if (*slot == 0 || (node->key == key && node->parent == parent)) return slot;
    }
}

static uint32_t node_find(const struct search *search, uint32_t parent, uint64_t key)
{
    return *slot_of(search, parent, key);
}

/* A new child, or 0 if the memory is used up. */
static uint32_t node_add(struct search *search, uint32_t parent, uint64_t key)
{
    if (search->node_count == search->node_max) return 0;
    const uint32_t at = search->node_count++;
    search->nodes[at] =
        (struct node){.key = key, .parent = parent, .sibling = search->nodes[parent].child};
    search->nodes[parent].child = at;
    *slot_of(search, parent, key) = at;
    return at;
}

/* Sets how likely each of some moves looks at first glance, in parts of PRIOR_WHOLE. */
static void priors_set(struct search *search, const pond_move moves[], int count, uint32_t priors[])
{
    int32_t best = INT32_MIN;
    uint64_t sum = 0;
    quibbles_sim_open(&search->sim, &quibbles_weights, &search->state);
    for (int i = 0; i < count; i++) {
        const int32_t score = quibbles_glance(&search->sim, moves[i]);
        priors[i] = (uint32_t)score;
        if (score > best) best = score;
    }
    for (int i = 0; i < count; i++) {
        priors[i] = quibbles_odds(((int32_t)priors[i] - best) * PRIOR_SHARPNESS);
        sum += priors[i];
    }
    for (int i = 0; i < count; i++) {
        priors[i] = (uint32_t)((uint64_t)priors[i] * (PRIOR_WHOLE - PRIOR_FLAT) / sum) +
                    PRIOR_FLAT / (uint32_t)count;
    }
}

/* The square root of a number above 0, by Newton's method. */
static float root_of(float number)
{
    union {
        float number;
        uint32_t bits;
    } guess = {.number = number};
    guess.bits = (guess.bits >> 1) + 0x1fbd1df5; /* halves the exponent */
    float root = guess.number;
    for (int i = 0; i < 3; i++) {
        const float quotient = number / root;
        const float both = root + quotient;
        root = both * 0.5f;
    }
    return root;
}

/* The child to go to: its mean share, and a bonus for what looks good and was tried little. */
struct appeal {
    float explore; /* times the square root of the visits of all that were available */
    float mean;    /* of a child that has not been tried */
};

/* PUCT: the mean so far, and an exploration term that grows with the prior. */
static float appeal_of(const struct appeal *appeal, const struct node *node, uint32_t prior)
{
    const float visits = (float)node->visits;
    float mean = appeal->mean;
    if (node->visits > 0) mean = (float)node->sum / visits;
    const float scale = appeal->explore / (1.0f + visits);
    const float bonus = scale * (float)prior;
    return mean + bonus;
}

static struct appeal appeal_begin(const struct search *search, uint64_t visits, uint64_t sum)
{
    struct appeal appeal = {.mean = 0};
    const float root = root_of((float)(visits + 1));
    const float scaled = root * search->explore;
    appeal.explore = scaled * ((float)QUIBBLES_WHOLE / (float)PRIOR_WHOLE);
    appeal.mean = visits > 0 ? (float)sum / (float)visits : (float)QUIBBLES_WHOLE / 2;
    const float doubt = DOUBT * (float)QUIBBLES_WHOLE;
    appeal.mean -= doubt;
    return appeal;
}

/* Lists all moves of the seat that thinks below a node; they are the same in every deal. */
static bool node_expand(struct search *search, uint32_t parent, int seat)
{
    pond_move *const moves = search->moves;
    uint32_t *const priors = search->priors;
    const int count = search->task->game->moves(&search->state, seat, moves);
    if (search->node_max - search->node_count < (uint32_t)count) return false;
    priors_set(search, moves, count, priors);
    for (int i = count; i-- > 0;) {
        const uint32_t at = node_add(search, parent, moves[i]);
        search->nodes[at].prior = priors[i];
    }
    return true;
}

static uint32_t choose_own(struct search *search, uint32_t parent)
{
    uint64_t visits = 0, sum = 0;
    for (uint32_t at = search->nodes[parent].child; at != 0; at = search->nodes[at].sibling) {
        visits += search->nodes[at].visits;
        sum += search->nodes[at].sum;
    }
    const struct appeal appeal = appeal_begin(search, visits, sum);
    float most = -1e9f;
    uint32_t best = 0;
    for (uint32_t at = search->nodes[parent].child; at != 0; at = search->nodes[at].sibling) {
        const struct node *node = &search->nodes[at];
        const float value = appeal_of(&appeal, node, node->prior);
        if (value > most) most = value, best = at;
    }
    return best;
}

/* Another seat's choice among the moves that this deal allows it. */
static uint32_t choose_other(struct search *search, uint32_t parent, int seat)
{
    pond_move *const moves = search->moves;
    uint32_t *const priors = search->priors, *const nodes = search->found;
    const int count = search->task->game->moves(&search->state, seat, moves);
    priors_set(search, moves, count, priors);
    uint64_t available = 0, visits = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        nodes[i] = node_find(search, parent, moves[i]);
        if (nodes[i] == 0) continue;
        struct node *node = &search->nodes[nodes[i]];
        if (++node->available > available) available = node->available;
        visits += node->visits;
        sum += node->sum;
    }
    /* What was seldom available has been tried less for that reason alone. */
    struct appeal appeal = appeal_begin(search, visits, sum);
    const struct node untried = {.key = 0};
    float most = -1e9f;
    int best = 0;
    for (int i = 0; i < count; i++) {
        const struct node *node = nodes[i] == 0 ? &untried : &search->nodes[nodes[i]];
        struct appeal own = appeal;
        if (node->visits > 0) {
            const float share = (float)node->available / (float)available;
            own.explore = appeal.explore * root_of(share);
        }
        const float value = appeal_of(&own, node, priors[i]);
        if (value > most) most = value, best = i;
    }
    if (nodes[best] != 0) return nodes[best];
    const uint32_t at = node_add(search, parent, moves[best]);
    if (at != 0) search->nodes[at].available = 1;
    return at;
}

/* ---- An iteration ---- */

static void path_add(struct search *search, uint32_t node, int seat)
{
    search->path[search->length++] = (struct step){.node = node, .seat = (uint8_t)seat};
}

/* Draws what chance owes. Returns what the seat that thinks sees of it, as a key; 0 if nothing. */
static uint64_t chance_play(struct search *search)
{
    const struct pond_game *game = search->task->game;
    const struct quibbles_state *state = (const struct quibbles_state *)&search->state;
    quibbles_cards open = 0, own = 0;
    while (state->table.reason == POND_REASON_NONE && state->table.due != QUIBBLES_DUE_NOTHING) {
        const quibbles_cards pile = state->draw_pile;
        uint32_t left = quibbles_luck_below(&search->luck, (uint32_t)quibbles_size(pile));
        int value = 0;
        for (; left >= (uint32_t)quibbles_count(pile, value); value++) {
            left -= (uint32_t)quibbles_count(pile, value);
        }
        if (state->table.due == QUIBBLES_DUE_REFILL)
            open += quibbles_card(value);
        else if (state->table.due_seat == search->task->seat)
            own += quibbles_card(value);
        game->apply(&search->state, POND_CHANCE, (pond_move)value);
    }
    if ((open | own) == 0) return 0;
    /* Up to six cards each: three bits a value. */
    const uint64_t packed =
        quibbles_move(QUIBBLES_CHANCE, open, 0) >> 32 | quibbles_move(QUIBBLES_CHANCE, own, 0) >> 8;
    return CHANCE_KEY | packed;
}

/* Goes down the tree by one choice. False if the tree ends. */
static bool descend(struct search *search, uint32_t *at)
{
    const struct pond_game *game = search->task->game;
    const int seat = ((const struct quibbles_state *)&search->state)->table.seat;
    uint32_t next;
    if (seat == search->task->seat) {
        if (search->nodes[*at].child == 0 && !node_expand(search, *at, seat)) return false;
        next = choose_own(search, *at);
    } else {
        next = choose_other(search, *at, seat);
    }
    if (next == 0) return false;
    path_add(search, next, seat);
    const bool fresh = search->nodes[next].visits == 0;
    game->apply(&search->state, seat, search->nodes[next].key);
    const uint64_t key = chance_play(search);
    *at = next;
    if (fresh || search->length > STEPS_MAX - 2) return false;
    if (key == 0) return true;
    next = node_find(search, *at, key);
    const bool known = next != 0;
    if (!known) next = node_add(search, *at, key);
    if (next == 0) return false;
    path_add(search, next, POND_CHANCE);
    *at = next;
    return known;
}

static void iterate(struct search *search)
{
    const struct pond_game *game = search->task->game;
    const struct quibbles_state *state = (const struct quibbles_state *)&search->state;
    int32_t shares[POND_SEATS_MAX];
    if (search->truth != NULL)
        search->state = *search->truth;
    else
        game->sample(search->task->view, &search->rng, &search->state);
    search->length = 0;
    uint32_t at = 0;
    while (state->table.reason == POND_REASON_NONE && descend(search, &at)) continue;
    quibbles_sim_open(&search->sim, &quibbles_weights, &search->state);
    quibbles_playout(&search->sim, search->turns, &search->luck, shares);
    search->nodes[0].visits++;
    for (int i = 0; i < search->length; i++) {
        struct node *node = &search->nodes[search->path[i].node];
        node->visits++;
        if (search->path[i].seat != POND_CHANCE) {
            node->sum += (uint64_t)shares[search->path[i].seat];
        }
    }
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        search->sums[seat] += (uint64_t)shares[seat];
    }
    if ((uint32_t)search->length > search->depth) search->depth = (uint32_t)search->length;
    search->iterations++;
}

/* ---- The answer ---- */

static const struct node *most_visited(const struct search *search, uint32_t parent)
{
    const struct node *best = NULL;
    for (uint32_t at = search->nodes[parent].child; at != 0; at = search->nodes[at].sibling) {
        const struct node *node = &search->nodes[at];
        if (best == NULL || node->visits > best->visits ||
            (node->visits == best->visits && node->sum > best->sum)) {
            best = node;
        }
    }
    return best;
}

/* The mean share of a choice; of one that was hardly tried, not far from that of the others. */
static float value_of(const struct node *node, const struct node *best)
{
    if (best->visits == 0) return 0.5f;
    const float most = (float)best->sum / (float)best->visits;
    const float added = most * 2.0f;
    const float sum = (float)node->sum + added;
    const float mean = sum / ((float)node->visits + 2.0f);
    return (mean < most ? mean : most) / (float)QUIBBLES_WHOLE;
}

/* What is expected: as far as the most visited choices go until chance has its say. */
static void line_tell(const struct search *search, struct pond_advice *advice)
{
    const struct quibbles_view *view = (const struct quibbles_view *)search->task->view;
    const struct quibbles_table *table = &view->table;
    int seat = search->task->seat;
    const struct node *node = most_visited(search, 0);
    while (node != NULL && node->visits > 0 && node->key < CHANCE_KEY) {
        if (advice->line_count == POND_LINE_MAX) return;
        advice->line[advice->line_count++] =
            (struct pond_step){.seat = (uint8_t)seat, .move = node->key};
        const int kind = quibbles_move_kind(node->key);
        if (kind == QUIBBLES_STASH || kind == QUIBBLES_KEEP) {
            do {
                seat = seat + 1 < table->players ? seat + 1 : 0;
            } while ((table->in_play & POND_SEAT(seat)) == 0);
        }
        node = most_visited(search, (uint32_t)(node - search->nodes));
    }
}

/* Every seat's chances with the best choice. How those of the others compare is taken from all
 * iterations. */
static void chances_tell(const struct search *search, struct pond_advice *advice)
{
    const int own = search->task->seat;
    const float value = advice->choices[0].estimate, rest = 1.0f - value;
    uint64_t sum = 0;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (seat != own) sum += search->sums[seat];
    }
    /* Where nobody else ever won, the rest is nothing but rounding. */
    advice->win[own] = sum > 0 ? value : 1.0f;
    for (int seat = 0; seat < POND_SEATS_MAX && sum > 0; seat++) {
        if (seat == own) continue;
        const float part = (float)search->sums[seat] / (float)sum;
        advice->win[seat] = rest * part;
    }
}

static struct pond_choice choice_of(const struct node *node, const struct node *best)
{
    const float value = node->visits > 0 ? value_of(node, best) : 0;
    return (struct pond_choice){.move = node->key,
                                .probability = node == best ? 1 : 0,
                                .estimate = value,
                                .error = pond_mean_error(value, (float)node->visits),
                                .evidence = node->visits > 0 ? POND_SEARCHED : POND_UNKNOWN};
}

static void answer(const struct search *search, struct pond_advice *advice)
{
    memset(advice, 0, sizeof *advice);
    const struct node *best = most_visited(search, 0);
    assert(best != NULL);
    advice->move = best->key;
    advice->choices[advice->choice_count++] = choice_of(best, best);
    for (uint32_t at = search->nodes[0].child; at != 0; at = search->nodes[at].sibling) {
        const struct node *node = &search->nodes[at];
        if (node == best) continue;
        const struct pond_choice choice = choice_of(node, best);
        if (advice->choice_count < POND_CHOICES_MAX) {
            advice->choices[advice->choice_count++] = choice;
            continue;
        }
        uint32_t worst = 1;
        for (uint32_t i = 2; i < POND_CHOICES_MAX; i++) {
            if (advice->choices[i].estimate < advice->choices[worst].estimate) worst = i;
        }
        if (choice.estimate > advice->choices[worst].estimate) advice->choices[worst] = choice;
    }
    pond_advice_sort(advice);
    chances_tell(search, advice);
    line_tell(search, advice);
    advice->nodes = search->iterations;
    advice->depth = search->depth;
}

/* Leaves one choice, if it is there. */
static void keep_only(struct search *search, pond_move only)
{
    const uint32_t at = node_find(search, 0, only);
    if (at == 0) return;
    search->nodes[0].child = at;
    search->nodes[at].sibling = 0;
}

/* Takes some of the actions away, each as likely as the setting says, but never the last one. A
 * stash lies before everyone's eyes: only a level that overlooks nearly everything misses some. */
static void overlook(struct search *search)
{
    const uint32_t percent = (uint32_t)search->task->settings[SETTING_OVERSIGHT];
    if (((const struct quibbles_view *)search->task->view)->table.phase != QUIBBLES_ACT) {
        if (percent >= STASHES_OVERLOOKED_FROM &&
            quibbles_luck_below(&search->luck, 100) < STASHES_OVERLOOKED) {
            keep_only(search, quibbles_move(QUIBBLES_KEEP, 0, 0));
        }
        return;
    }
    uint32_t *link = &search->nodes[0].child;
    while (*link != 0) {
        struct node *node = &search->nodes[*link];
        const bool only = link == &search->nodes[0].child && node->sibling == 0;
        if (!only && quibbles_luck_below(&search->luck, 100) < percent)
            *link = node->sibling;
        else
            link = &node->sibling;
    }
}

static bool spent(const struct search *search, uint64_t nodes_max)
{
    const struct pond_task *task = search->task;
    if (search->iterations >= nodes_max) return true;
    if (search->nodes_max > 0 && search->iterations >= search->nodes_max) return true;
    return search->iterations % LOOK_EVERY == 0 && pond_task_spent(task, search->iterations);
}

/* Divides the memory among the search itself, the slots and the nodes. */
static void search_place(struct search *search)
{
    size_t slots = 4096;
    const size_t room = search->memory_size - sizeof *search;
    const uint64_t nodes_max = search->nodes_max;
    while (slots * 4 * (sizeof(uint32_t) + sizeof(struct node) / 2) <= room * 2) {
        /* A short search gets by with few, and clears them faster. */
        if (nodes_max > 0 && slots / 64 > nodes_max) break;
        slots *= 2;
    }
    search->slots = (uint32_t *)(search + 1);
    search->slot_mask = (uint32_t)slots - 1;
    search->nodes = (struct node *)(search->slots + slots);
    const size_t fit = (room - slots * sizeof(uint32_t)) / sizeof(struct node);
    search->node_max = (uint32_t)(fit < slots / 2 ? fit : slots / 2);
    memset(search->slots, 0, slots * sizeof(uint32_t));
}

static void search_begin(struct search *search, const struct pond_task *task,
                         const struct pond_state *truth)
{
    const unsigned in_play = ((const struct quibbles_view *)task->view)->table.in_play;
    search->task = task;
    search->truth = truth;
    search->memory_size = memory_part(task);
    const uint64_t threads = (uint64_t)task->settings[SETTING_THREADS];
    search->nodes_max = (task->nodes_max + threads - 1) / threads;
    search_place(search);
    search->node_count = 1;
    search->nodes[0] = (struct node){.key = 0};
    search->turns = task->settings[SETTING_ROUNDS] * __builtin_popcount(in_play);
    if (search->turns == 0) search->turns = TURNS_TO_THE_END;
    search->explore = (float)task->settings[SETTING_EXPLORE] / 1000.0f;
    search->iterations = 0;
    search->depth = 0;
    memset(search->sums, 0, sizeof search->sums);
    struct pond_task own = *task;
    own.seed += (uint64_t)task->thread << 48; /* other hands in every tree */
    pond_task_rng(&own, &search->rng);
    search->luck.state = (uint64_t)pond_rng_word(&search->rng) << 32;
    search->luck.state |= pond_rng_word(&search->rng);
    task->game->sample(task->view, &search->rng, &search->state);
    node_expand(search, 0, task->seat);
    overlook(search);
    if (task->only != 0) keep_only(search, task->only);
}

void quibbles_engine_think_open(const struct pond_task *task, const struct pond_state *truth,
                                struct pond_advice *advice)
{
    assert(memory_part(task) >= (size_t)1 << 20);
    struct search *search = search_of(task, task->thread);
    search_begin(search, task, truth);
    const bool limited = task->nodes_max > 0 || task->stop != NULL ||
                         (task->time_ms_max > 0 && task->clock_ms != NULL);
    uint64_t nodes_max = limited ? UINT64_MAX : NODES_WITHOUT_LIMIT;
    const bool forced = search->nodes[search->nodes[0].child].sibling == 0;
    if (forced && task->only == 0) nodes_max = NODES_FORCED;
    do {
        iterate(search);
        if (task->progress != NULL && search->iterations % PROGRESS_EVERY == 0) {
            answer(search, advice);
            task->progress(task->context, advice);
        }
    } while (!spent(search, nodes_max));
    answer(search, advice);
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    quibbles_engine_think_open(task, NULL, advice);
}

/* Adds the other trees' choices at the root to those of the first: their hands were drawn apart, so
 * all count alike. */
static void join(const struct pond_task *task, int threads, struct pond_advice *advice)
{
    struct search *first = search_of(task, 0);
    for (int thread = 1; thread < threads; thread++) {
        const struct search *other = search_of(task, thread);
        for (uint32_t at = other->nodes[0].child; at != 0; at = other->nodes[at].sibling) {
            const struct node *node = &other->nodes[at];
            const uint32_t same = node_find(first, 0, node->key);
            if (same == 0) continue;
            first->nodes[same].visits += node->visits;
            first->nodes[same].sum += node->sum;
        }
        for (int seat = 0; seat < POND_SEATS_MAX; seat++) first->sums[seat] += other->sums[seat];
        first->iterations += other->iterations;
        if (other->depth > first->depth) first->depth = other->depth;
    }
    answer(first, advice);
}

const struct pond_engine pond_engine_quibbles = {
    .name = "engine",
    .game = &pond_quibbles,
    .help = HELP(ENGINE_QUIBBLES),
    .setting_count = SETTINGS,
    .settings = settings,
    .levels = {"nodes=1,oversight=95", "nodes=1,oversight=80", "nodes=1,oversight=60",
               "nodes=1,oversight=25", "nodes=16", "nodes=100", "nodes=20000"},
    .memory = memory,
    .think = think,
    .join = join,
};
