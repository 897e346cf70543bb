/* cursor.c: reading a match's log. See match.h. */
#include <assert.h>
#include <string.h>

#include "pond/match.h"

#include "banned.h"

uint32_t pond_match_entries(const struct pond_match *match) { return match->log_count; }

const struct pond_entry *pond_match_entry(const struct pond_match *match, uint32_t number)
{
    assert(number < match->log_count);
    return &match->log[number];
}

bool pond_entry_counts(const struct pond_entry *entry) { return entry->undone_at == 0; }

void pond_entry_apply(const struct pond_game *game, const struct pond_entry *entry,
                      struct pond_state *state)
{
    if (entry->kind == POND_ENTRY_RESIGN) game->resign(state, entry->seat);
    if (entry->kind < POND_ENTRY_RESIGN) game->apply(state, entry->seat, entry->move);
}

struct pond_cursor pond_cursor_at(const struct pond_match *match, uint32_t number)
{
    assert(number <= match->log_count);
    return (struct pond_cursor){match, number};
}

const struct pond_entry *pond_cursor_next(struct pond_cursor *cursor)
{
    while (cursor->number < cursor->match->log_count) {
        const struct pond_entry *entry = &cursor->match->log[cursor->number++];
        if (pond_entry_counts(entry)) return entry;
    }
    return NULL;
}

const struct pond_entry *pond_cursor_previous(struct pond_cursor *cursor)
{
    while (cursor->number > 0) {
        const struct pond_entry *entry = &cursor->match->log[--cursor->number];
        if (pond_entry_counts(entry)) return entry;
    }
    return NULL;
}

/* Has anything come to light since the decision with this number? */
static bool revealed_since(const struct pond_match *match, uint32_t number)
{
    const struct pond_entry *decision = &match->log[number];
    const bool hands = match->game->view_parse != NULL;
    if (hands && (pond_match_turn(match) & POND_SEAT(decision->seat)) == 0) return true;
    struct pond_cursor cursor = pond_cursor_at(match, 0);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        if (entry->kind == POND_ENTRY_CHANCE && cursor.number > number + 1) return true;
        const bool together = entry->kind == POND_ENTRY_MOVE && entry->ply == decision->ply &&
                              entry->seat != decision->seat;
        if (together) return true;
    }
    return false;
}

enum pond_takeback pond_match_fair_takeback(const struct pond_match *match, pond_seats seats,
                                            uint32_t *decisions)
{
    struct pond_cursor cursor = pond_cursor_at(match, match->log_count);
    *decisions = 0;
    for (const struct pond_entry *entry; (entry = pond_cursor_previous(&cursor)) != NULL;) {
        if (entry->kind != POND_ENTRY_MOVE || (seats & POND_SEAT(entry->seat)) == 0) continue;
        if (entry->ply > match->ply) return POND_TAKEBACK_SEALED;
        *decisions = match->ply - entry->ply + 1;
        return revealed_since(match, cursor.number) ? POND_TAKEBACK_REVEALED : POND_TAKEBACK_FAIR;
    }
    return POND_TAKEBACK_NOTHING;
}

uint32_t pond_match_room(const struct pond_match *match)
{
    return match->log_max - match->log_count;
}

void pond_match_log_moved(struct pond_match *match, struct pond_entry *log, uint32_t log_max)
{
    assert(log_max >= match->log_count);
    match->log = log;
    match->log_max = log_max;
}

void pond_match_copy(const struct pond_match *match, struct pond_match *copy,
                     struct pond_entry *log, uint32_t log_max)
{
    assert(log_max >= match->log_count);
    memcpy(log, match->log, match->log_count * sizeof *log);
    *copy = *match;
    copy->log = log;
    copy->log_max = log_max;
}

void pond_match_at(const struct pond_match *match, uint32_t end, struct pond_match *then)
{
    struct pond_cursor cursor = pond_cursor_at(match, end);
    const struct pond_entry *last = pond_cursor_previous(&cursor);
    *then = *match;
    then->log_count = end;
    then->ply = last != NULL ? last->ply : 0;
    then->sealed = 0;
    then->result = (struct pond_result){.outcome = POND_GOES_ON};
    then->offer = -1;
    pond_match_replay(match, end, &then->state);
}
