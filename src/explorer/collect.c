/* collect.c: counts games into a collection that the explorer asks. See pond/explorer.h.
 *
 * Rows are added at the end, then sorted and merged where they are, so that the memory is the file
 * itself, and nothing else is needed. */
#include "pond/explorer.h"

#include "blocks.h"
#include "keys.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

struct row {
    uint64_t position;
    uint32_t move, wins, draws, losses;
};

static uint8_t *row_at(const struct pond_collector *collector, uint32_t index)
{
    return collector->bytes + POND_EXPLORER_HEADER + (size_t)index * POND_EXPLORER_ROW;
}

static struct row row_get(const struct pond_collector *collector, uint32_t index)
{
    const uint8_t *bytes = row_at(collector, index);
    return (struct row){table_number(bytes + EXPLORER_AT_POSITION, 8),
                        (uint32_t)table_number(bytes + EXPLORER_AT_MOVE, 4),
                        (uint32_t)table_number(bytes + EXPLORER_AT_WINS, 4),
                        (uint32_t)table_number(bytes + EXPLORER_AT_DRAWS, 4),
                        (uint32_t)table_number(bytes + EXPLORER_AT_LOSSES, 4)};
}

static void row_put(const struct pond_collector *collector, uint32_t index, const struct row *row)
{
    uint8_t *bytes = row_at(collector, index);
    table_number_put(bytes + EXPLORER_AT_POSITION, 8, row->position);
    table_number_put(bytes + EXPLORER_AT_MOVE, 4, row->move);
    table_number_put(bytes + EXPLORER_AT_WINS, 4, row->wins);
    table_number_put(bytes + EXPLORER_AT_DRAWS, 4, row->draws);
    table_number_put(bytes + EXPLORER_AT_LOSSES, 4, row->losses);
}

static bool row_same(const struct row *one, const struct row *other)
{
    return one->position == other->position && one->move == other->move;
}

static bool row_before(const struct row *one, const struct row *other)
{
    return one->position != other->position ? one->position < other->position
                                            : one->move < other->move;
}

/* ---- Order ---- */

/* Lets a row sink into a heap of `count` rows from the place `at`, which is free. */
static void heap_sink(const struct pond_collector *collector, const struct row *row, uint32_t at,
                      uint32_t count)
{
    for (;;) {
        uint64_t child = 2 * (uint64_t)at + 1;
        if (child >= count) break;
        struct row largest = row_get(collector, (uint32_t)child);
        if (child + 1 < count) {
            const struct row other = row_get(collector, (uint32_t)child + 1);
            if (row_before(&largest, &other)) largest = other, child++;
        }
        if (!row_before(row, &largest)) break;
        row_put(collector, at, &largest);
        at = (uint32_t)child;
    }
    row_put(collector, at, row);
}

/* Heapsort: in place, and as good on sorted rows as on any. */
static void rows_sort(const struct pond_collector *collector)
{
    const uint32_t count = collector->row_count;
    for (uint32_t at = count / 2; at-- > 0;) {
        const struct row row = row_get(collector, at);
        heap_sink(collector, &row, at, count);
    }
    for (uint32_t end = count; end-- > 1;) {
        const struct row last = row_get(collector, end), first = row_get(collector, 0);
        row_put(collector, end, &first);
        heap_sink(collector, &last, 0, end);
    }
}

/* Sorts the rows and makes one of those that are about the same choice. */
static void rows_merge(struct pond_collector *collector)
{
    uint32_t kept = 0;
    if (collector->sorted == collector->row_count) return;
    rows_sort(collector);
    for (uint32_t i = 0; i < collector->row_count; i++) {
        struct row row = row_get(collector, i);
        if (kept > 0) {
            const struct row last = row_get(collector, kept - 1);
            if (row_same(&last, &row)) {
                row.wins += last.wins;
                row.draws += last.draws;
                row.losses += last.losses;
                kept--;
            }
        }
        row_put(collector, kept++, &row);
    }
    collector->row_count = collector->sorted = kept;
}

/* ---- Games ---- */

void pond_collector_begin(struct pond_collector *collector, void *bytes, size_t size,
                          uint32_t depth)
{
    assert(size >= POND_EXPLORER_HEADER && depth <= POND_EXPLORER_DEPTH_MAX);
    const size_t rows = (size - POND_EXPLORER_HEADER) / POND_EXPLORER_ROW;
    *collector = (struct pond_collector){
        .bytes = bytes, .row_max = rows < UINT32_MAX ? (uint32_t)rows : UINT32_MAX, .depth = depth};
}

void pond_collector_resume(struct pond_collector *collector, void *bytes, size_t size,
                           const struct pond_explorer *explorer)
{
    assert(explorer->rows == (uint8_t *)bytes + POND_EXPLORER_HEADER);
    pond_collector_begin(collector, bytes, size, explorer->depth);
    collector->row_count = collector->sorted = explorer->row_count;
    collector->game_count = explorer->game_count;
}

/* Where a game is read: the position before the current decision or round. */
struct reading {
    struct pond_state state, base;
    pond_seats waiting; /* who is still to choose in that round */
    uint32_t decisions;
};

/* The position in which this entry's seat has chosen. */
static void reading_choose(struct reading *reading, const struct pond_game *game, int seat)
{
    const pond_seats turn = game->turn(&reading->state);
    if ((reading->waiting & POND_SEAT(seat)) == 0) {
        reading->base = reading->state;
        reading->waiting = turn;
        reading->decisions++;
    }
    reading->waiting &= (pond_seats)~POND_SEAT(seat);
}

/* Adds a row, unless the game has it already, from `first` on. */
static void row_add(struct pond_collector *collector, uint32_t first, const struct row *row)
{
    for (uint32_t i = first; i < collector->row_count; i++) {
        const struct row other = row_get(collector, i);
        if (row_same(&other, row)) return;
    }
    row_put(collector, collector->row_count++, row);
}

static bool room_make(struct pond_collector *collector, uint32_t rows)
{
    if (collector->row_max - collector->row_count >= rows) return true;
    rows_merge(collector);
    return collector->row_max - collector->row_count >= rows;
}

bool pond_collector_add(struct pond_collector *collector, const struct pond_match *match)
{
    const struct pond_game *game = match->game;
    const struct pond_result result = match->result;
    if (!pond_match_over(match) || collector->game_count == UINT32_MAX) return false;
    if (!room_make(collector, collector->depth * match->seat_count)) return false;
    struct reading reading = {.state = match->start};
    struct pond_cursor cursor = pond_cursor_at(match, 0);
    const struct pond_entry *entry;
    const uint32_t first = collector->row_count;
    while ((entry = pond_cursor_next(&cursor)) != NULL) {
        if (entry->kind == POND_ENTRY_MOVE) {
            reading_choose(&reading, game, entry->seat);
            if (reading.decisions > collector->depth) break;
            const struct explorer_key key = pond_explorer_key(game, &reading.base, entry->seat);
            const bool drawn = result.outcome == POND_DRAWN;
            const bool won = result.outcome == POND_WON && result.seat == entry->seat;
            const struct row row = {key.position, pond_explorer_move(&key, entry->move), won, drawn,
                                    !won && !drawn};
            row_add(collector, first, &row);
        } else if (entry->kind == POND_ENTRY_RESIGN) {
            reading.waiting &= (pond_seats)~POND_SEAT(entry->seat);
        }
        pond_entry_apply(game, entry, &reading.state);
    }
    collector->game_count++;
    return true;
}

void pond_collector_prune(struct pond_collector *collector, uint32_t games_least)
{
    uint32_t kept = 0;
    rows_merge(collector);
    for (uint32_t i = 0; i < collector->row_count; i++) {
        const struct row row = row_get(collector, i);
        if ((uint64_t)row.wins + row.draws + row.losses < games_least) continue;
        row_put(collector, kept++, &row);
    }
    collector->row_count = collector->sorted = kept;
}

size_t pond_collector_end(struct pond_collector *collector)
{
    uint8_t *bytes = collector->bytes;
    rows_merge(collector);
    memcpy(bytes + EXPLORER_AT_MAGIC, EXPLORER_MAGIC, EXPLORER_MAGIC_SIZE);
    table_number_put(bytes + EXPLORER_AT_VERSION, 4, POND_EXPLORER_VERSION);
    table_number_put(bytes + EXPLORER_AT_DEPTH, 4, collector->depth);
    table_number_put(bytes + EXPLORER_AT_ROWS, 4, collector->row_count);
    table_number_put(bytes + EXPLORER_AT_GAMES, 4, collector->game_count);
    table_number_put(bytes + EXPLORER_AT_HASH, 8, pond_explorer_hash(bytes, collector->row_count));
    return POND_EXPLORER_HEADER + (size_t)collector->row_count * POND_EXPLORER_ROW;
}
