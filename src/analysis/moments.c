/* moments.c: walking through a match, moment by moment. See analysis.h. */
#include "pond/analysis.h"

#include <string.h>

#include "banned.h"

#define NONE UINT32_MAX

void pond_walk_begin(struct pond_walk *walk, const struct pond_match *match)
{
    memset(walk, 0, sizeof *walk);
    walk->match = match;
    walk->state = match->start;
    walk->turn_seat = -1;
    walk->last_decision = NONE;
    struct pond_cursor cursor = pond_cursor_at(match, pond_match_entries(match));
    const struct pond_entry *last = pond_cursor_previous(&cursor);
    while (last != NULL && last->kind != POND_ENTRY_MOVE) last = pond_cursor_previous(&cursor);
    if (last != NULL) walk->last_decision = cursor.number;
}

/* The number that a record would give to the line of this decision. */
static uint32_t turn_number(struct pond_walk *walk, int seat)
{
    const struct pond_game *game = walk->match->game;
    if (game->record_style == POND_RECORD_ROUNDS) return game->round(&walk->state);
    if (game->record_style == POND_RECORD_PAIRS) {
        const bool dark_began = game->turn(&walk->match->start) == POND_SEAT(1);
        return (walk->number + dark_began - 1) / 2 + 1;
    }
    if (seat != walk->turn_seat) walk->turns++;
    walk->turn_seat = seat;
    return walk->turns;
}

/* Is a game that was decided by its rules, or by repetition, over with this decision? */
static bool game_ends(const struct pond_walk *walk, uint32_t entry)
{
    const struct pond_match *match = walk->match;
    const uint8_t reason = match->result.reason;
    if (match->game->result(&walk->state).outcome != POND_GOES_ON) return true;
    return walk->last_decision == entry && match->result.outcome != POND_GOES_ON &&
           reason == POND_REASON_REPETITION;
}

static void decision_pass(struct pond_walk *walk, const struct pond_entry *entry,
                          struct pond_moment *moment)
{
    walk->number++;
    moment->kind = POND_MOMENT_DECISION;
    moment->number = walk->number;
    moment->turn = turn_number(walk, entry->seat);
    walk->match->game->apply(&walk->state, entry->seat, entry->move);
    moment->ends = game_ends(walk, moment->entry);
}

static void chance_pass(struct pond_walk *walk, struct pond_moment *moment)
{
    const struct pond_match *match = walk->match;
    moment->kind = POND_MOMENT_CHANCE;
    moment->number = walk->number;
    moment->turn = walk->turns;
    if (match->game->record_style == POND_RECORD_ROUNDS) {
        moment->turn = match->game->round(&walk->state);
    }
    while (walk->entry < pond_match_entries(match)) {
        const struct pond_entry *entry = pond_match_entry(match, walk->entry);
        if (entry->kind != POND_ENTRY_CHANCE || !pond_entry_counts(entry)) break;
        match->game->apply(&walk->state, POND_CHANCE, entry->move);
        walk->entry++;
        moment->entry_count++;
    }
}

bool pond_walk_next(struct pond_walk *walk, struct pond_moment *moment)
{
    const struct pond_match *match = walk->match;
    const uint32_t end = pond_match_entries(match);
    while (walk->entry < end && !pond_entry_counts(pond_match_entry(match, walk->entry))) {
        walk->entry++;
    }
    if (walk->done) return false;
    memset(moment, 0, sizeof *moment);
    moment->match = match;
    moment->entry = walk->entry;
    moment->state = walk->state;
    if (walk->entry == end) {
        moment->kind = POND_MOMENT_END;
        moment->number = walk->number;
        moment->turn = walk->turns;
        moment->ends = pond_match_over(match);
        walk->done = true;
        return true;
    }
    const struct pond_entry *entry = pond_match_entry(match, walk->entry);
    moment->seat = entry->seat;
    moment->move = entry->move;
    moment->entry_count = 0;
    if (entry->kind == POND_ENTRY_CHANCE) {
        chance_pass(walk, moment);
        return true;
    }
    walk->entry++;
    moment->entry_count = 1;
    if (entry->kind == POND_ENTRY_MOVE) {
        decision_pass(walk, entry, moment);
        return true;
    }
    if (entry->kind == POND_ENTRY_RESIGN) match->game->resign(&walk->state, entry->seat);
    moment->kind = POND_MOMENT_EVENT;
    moment->number = walk->number;
    return true;
}

uint32_t pond_moment_count(const struct pond_match *match)
{
    struct pond_walk walk;
    struct pond_moment moment;
    uint32_t count = 0;
    pond_walk_begin(&walk, match);
    while (pond_walk_next(&walk, &moment)) count++;
    return count;
}

bool pond_moment_at(const struct pond_match *match, uint32_t index, struct pond_moment *moment)
{
    struct pond_walk walk;
    pond_walk_begin(&walk, match);
    for (uint32_t i = 0; i < index; i++) {
        if (!pond_walk_next(&walk, moment)) return false;
    }
    return pond_walk_next(&walk, moment);
}
