/* greedy.c: a sensible player of Quibbles that looks no further than its own turn.
 *
 * It likes cards that stand together: a hand is worth most when it is close to a stash of a high
 * value. It stashes whenever that adds points without blocking the way to 21, and it takes all that
 * it can get. A baseline to measure others by, and a fair opponent for a first game. */
#include "pond/engine.h"
#include "pond/quibbles.h"

#include <string.h>

#include "help.h"

#include "banned.h"

/* How far a hand is on the way to a stash, value by value: of v cards of value v, each one counts
 * more than the one before. In parts of a 60th of a point. */
static int32_t hand_progress(quibbles_cards hand)
{
    int32_t sum = 4 * quibbles_size(hand);
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        const int count = quibbles_count(hand, value);
        const int useful = count < value ? count : value;
        sum += 60 * useful * useful / value;
    }
    return sum;
}

/* Points, and places: the rest of the points must fit into the places that are free. */
static int32_t collection_progress(quibbles_cards collection)
{
    const int total = quibbles_total(collection);
    const int places = QUIBBLES_COLLECTION_MAX - quibbles_size(collection);
    const int need = QUIBBLES_GOAL - total;
    if (need <= 0) return 1000000;
    const int missing = need - 4 * places; /* more than a four in each is hard to get */
    return 100 * total - (missing > 0 ? 60 * missing : 0);
}

/* What a seat has in its hand and its collection, with the stash of this turn still to come or
 * without. */
static int32_t judge(quibbles_cards hand, quibbles_cards collection, bool may_stash)
{
    int32_t best = hand_progress(hand) + collection_progress(collection);
    for (int value = 1; may_stash && value < QUIBBLES_VALUES; value++) {
        if (quibbles_count(hand, value) < value) continue;
        quibbles_cards kept = collection;
        if (quibbles_size(kept) == QUIBBLES_COLLECTION_MAX) {
            kept -= quibbles_card(quibbles_lowest(kept));
        }
        const int32_t score =
            judge(hand & ~((uint64_t)0xff << 8 * value), kept + quibbles_card(value), false);
        if (score > best) best = score;
    }
    return best;
}

static int32_t judge_move(const struct quibbles_view *view, pond_move move)
{
    const quibbles_cards collection = view->table.collections[view->observer];
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_STASH:
        return judge(view->hand & ~(played * 0xff), collection + played - taken, false);
    case QUIBBLES_KEEP: return judge(view->hand, collection, false);
    case QUIBBLES_SPLIT:
    case QUIBBLES_COMBINE: return judge(view->hand - played + taken, collection, true);
    case QUIBBLES_DRAW: return judge(view->hand - played, collection, true) + 60;
    default: return 0;
    }
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    const struct quibbles_view *view = (const struct quibbles_view *)task->view;
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_view_moves(task->game, task->view, task->seat, moves);
    int32_t best = INT32_MIN;
    memset(advice, 0, sizeof *advice);
    for (int i = 0; i < count; i++) {
        const int32_t score = judge_move(view, moves[i]);
        if (score <= best) continue;
        best = score;
        advice->move = moves[i];
    }
    /* Its judgement isn't a probability, so it shows only the choice. */
    advice->choices[0] =
        (struct pond_choice){.move = advice->move, .probability = 1, .estimate = 0.5f};
    advice->choice_count = 1;
    for (int seat = 0; seat < view->table.players; seat++) {
        const int seats = __builtin_popcount(view->table.in_play);
        if ((view->table.in_play & POND_SEAT(seat)) != 0) advice->win[seat] = 1.0f / (float)seats;
    }
    advice->line_count = 1;
    advice->line[0] = (struct pond_step){.seat = (uint8_t)task->seat, .move = advice->move};
    advice->nodes = (uint64_t)count;
    advice->depth = 1;
}

const struct pond_engine pond_engine_quibbles_greedy = {
    .name = "greedy",
    .game = &pond_quibbles,
    .help = HELP(ENGINE_QUIBBLES_GREEDY),
    .think = think,
};
