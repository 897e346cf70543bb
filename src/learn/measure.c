/* measure.c: exactly how good a move is for what a puzzle asks: by trying everything. See learn.h.
 *
 * Nothing here comes from an engine; the rules alone are asked, so that what a puzzle claims stands
 * on its own feet. */
#include "learn.h"

#include <assert.h>

#include "banned.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"

/* ---- Rrib-bit: forced wins ---- */

static bool won_by(const struct pond_state *state, int seat)
{
    const struct pond_result result = pond_rribbit.result(state);
    return result.outcome == POND_WON && result.seat == seat;
}

bool pond_measure_forced(const struct pond_state *state, int seat, int turns, uint32_t *work,
                         pond_move *holds)
{
    pond_move answers[POND_MOVES_MAX];
    *holds = 0;
    if (pond_rribbit.turn(state) == 0) return won_by(state, seat);
    const struct rribbit_state *board = (const struct rribbit_state *)state;
    const int count = pond_rribbit.moves(state, 1 - seat, answers);
    /* Without a row of its own no answer loses at once, and without a turn left nothing else
     * does. */
    if (turns <= 0 && !rribbit_has_row(board->frogs[seat])) {
        *holds = answers[0];
        return false;
    }
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        pond_rribbit.apply(&after, 1 - seat, answers[i]);
        if (*work > 0) --*work;
        if (won_by(&after, seat)) continue;
        *holds = answers[i];
        if (*work == 0 || turns <= 0 || pond_rribbit.turn(&after) == 0) return false;
        if (!pond_measure_wins(&after, turns, work)) return false;
    }
    *holds = 0;
    return true;
}

bool pond_measure_wins(const struct pond_state *state, int turns, uint32_t *work)
{
    pond_move moves[POND_MOVES_MAX], holds;
    const int seat = pond_seat_first(pond_rribbit.turn(state));
    const int count = pond_rribbit.moves(state, seat, moves);
    /* Turns that make a row come first: they force the most. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            struct pond_state after = *state;
            pond_rribbit.apply(&after, seat, moves[i]);
            const struct rribbit_state *board = (const struct rribbit_state *)&after;
            const bool forces =
                pond_rribbit.turn(&after) == 0 || rribbit_has_row(board->frogs[seat]);
            if (forces != (pass == 0)) continue;
            if (*work == 0) return false;
            --*work;
            if (pond_measure_forced(&after, seat, turns - 1, work, &holds)) return true;
        }
        if (turns == 1) break; /* the last turn has to make a row, or end the game */
    }
    return false;
}

/* How many turns the other side needs to win after an answer; one too many where it cannot. */
static int turns_needed(const struct pond_state *state, int other, int turns_max, uint32_t *work)
{
    if (pond_rribbit.turn(state) == 0) return won_by(state, other) ? 0 : turns_max + 1;
    for (int turns = 1; turns <= turns_max; turns++) {
        if (pond_measure_wins(state, turns, work)) return turns;
    }
    return turns_max + 1;
}

pond_move pond_measure_stubborn(const struct pond_state *state, int turns, uint32_t *work)
{
    pond_move answers[POND_MOVES_MAX];
    const int seat = pond_seat_first(pond_rribbit.turn(state));
    const int count = pond_rribbit.moves(state, seat, answers);
    pond_move best = answers[0];
    int best_needed = -1;
    for (int i = 0; i < count && best_needed <= turns; i++) {
        struct pond_state after = *state;
        pond_rribbit.apply(&after, seat, answers[i]);
        const int needed = turns_needed(&after, 1 - seat, turns, work);
        if (needed > best_needed) best_needed = needed, best = answers[i];
    }
    return best;
}

/* ---- Quibbles: what an action brings ---- */

struct learn_take pond_measure_take(const struct pond_state *state, int seat, pond_move move)
{
    const struct quibbles_state *before = (const struct quibbles_state *)state;
    const quibbles_cards taken = quibbles_move_taken(move);
    const quibbles_cards hand = before->hands[seat] - quibbles_move_played(move) + taken;
    const quibbles_cards collection = before->table.collections[seat];
    struct learn_take take = {.cards = quibbles_size(taken), .worth = quibbles_total(taken)};
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        if (quibbles_count(hand, value) < value) continue;
        take.stash = value;
        int total = quibbles_total(collection) + value;
        if (quibbles_size(collection) == QUIBBLES_COLLECTION_MAX) {
            total -= quibbles_lowest(collection);
        }
        if (total >= QUIBBLES_GOAL) take.finishes = true;
    }
    return take;
}

/* ---- Quibbit: does the card come back? ---- */

void pond_measure_round(const struct pond_game *game, const struct pond_state *state, int seat,
                        pond_move card, struct learn_odds *odds)
{
    pond_move moves[QUIBBIT_TILES_MAX + POND_CHANCE_MAX];
    const pond_seats turn = game->turn(state);
    const struct quibbit_state *now = quibbit_state_of(state);
    if (turn == 0 || (now->card[seat] == 0)) { /* the round is over */
        const struct pond_result result = game->result(state);
        const bool won = result.outcome == POND_WON && result.seat == seat;
        odds->all++;
        odds->kept += won || (now->hand[seat] >> card & 1) != 0;
        return;
    }
    const int next = pond_seat_first(turn);
    const int count = game->moves(state, next, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        game->apply(&after, next, moves[i]);
        pond_measure_round(game, &after, seat, card, odds);
    }
}

struct learn_odds pond_measure_keep(const struct pond_game *game, const struct pond_state *state,
                                    int seat, pond_move card)
{
    struct learn_odds odds = {0};
    struct pond_state after = *state;
    assert(quibbit_state_of(state)->round > 0);
    game->apply(&after, seat, card);
    pond_measure_round(game, &after, seat, card, &odds);
    return odds;
}
