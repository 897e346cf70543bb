/* greedy.c: a sensible player of Rrib-bit that looks no further than its own turn.
 *
 * It wins if it can, breaks rows, captures what is worth it by counting who would recapture, leaves
 * no frog where it would be lost, makes rows, and otherwise gathers in the arena. */
#include "board.h"

#include "help.h"
#include "pond/engine.h"

#include "banned.h"

#define FROG 100
#define WON 10000

/* Frogs of `own` that the other could win, at most one of them next turn. */
static int frogs_hanging(uint64_t own, uint64_t other)
{
    int hanging = 0;
    for (uint64_t frogs = own & rribbit_reach(other); frogs != 0; frogs &= frogs - 1) {
        if (rribbit_hangs(other, own, rribbit_lowest(frogs))) hanging++;
    }
    return hanging;
}

/* How well a side's frogs stand, whatever the other's do. */
static int standing(uint64_t own)
{
    const uint64_t reach = rribbit_reach(own);
    return 8 * rribbit_count(own & RRIBBIT_ARENA) + 5 * rribbit_count(reach & RRIBBIT_ARENA) +
           rribbit_count(reach) + 3 * rribbit_count(own & reach);
}

static int turn_worth(const struct rribbit_node *node, const struct rribbit_rules *rules,
                      const struct rribbit_leap *leap)
{
    struct rribbit_node next;
    const enum rribbit_verdict verdict = pond_rribbit_make(node, rules, leap, &next);
    if (verdict == RRIBBIT_WINS) return WON;
    if (verdict == RRIBBIT_LOSES) return -WON;
    const int more = rribbit_count(next.other) - rribbit_count(next.own);
    if (verdict == RRIBBIT_DRAWS) return more > 0 ? -FROG : FROG;
    if (next.row && !pond_rribbit_evades(&next, rules->chain)) return WON;
    int worth = FROG * rribbit_count(leap->captured) + standing(next.other);
    const int hanging = frogs_hanging(next.other, next.own);
    if (hanging > 0) worth -= FROG * 9 / 10 + 20 * hanging;
    if (next.row) worth += 15;
    return worth;
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    struct pond_rng rng;
    struct pond_state state;
    struct rribbit_node node;
    struct rribbit_rules rules;
    pond_move moves[POND_MOVES_MAX];
    pond_task_rng(task, &rng);
    pond_advice_begin(task, advice);
    task->game->sample(task->view, &rng, &state);
    pond_rribbit_node((const struct rribbit_state *)&state, &node, &rules);
    const int count = task->game->moves(&state, task->seat, moves);
    int best = INT32_MIN, equal = 0;
    for (int i = 0; i < count; i++) {
        const struct rribbit_leap leap = pond_rribbit_leap(&node, moves[i]);
        const int worth = turn_worth(&node, &rules, &leap);
        if (worth > best) equal = 0;
        if (worth < best) continue;
        best = worth;
        if (pond_rng_below(&rng, (uint32_t)++equal) == 0) advice->move = moves[i];
    }
    advice->nodes = (uint64_t)count;
    advice->depth = 1;
    advice->draw = 1;
    advice->choice_count = 1;
    advice->choices[0] =
        (struct pond_choice){.move = advice->move, .probability = 1, .estimate = 0.5f};
    advice->line_count = 1;
    advice->line[0] = (struct pond_step){(uint8_t)task->seat, advice->move};
}

const struct pond_engine pond_engine_rribbit_greedy = {
    .name = "greedy",
    .game = &pond_rribbit,
    .help = HELP(ENGINE_RRIBBIT_GREEDY),
    .think = think,
};
