/* explorer.h: what was played at a position, and how it went: games counted, as a file to ask.
 *
 * A collection is one block of bytes, the same on disk and in memory: a header and rows, sorted by
 * position and choice (docs/explorer-format.md describes every byte). It is asked in place, by
 * binary search, and made in place, from finished games. Nobody's name and no whole game is in it.
 *
 * Positions that differ by nothing that matters are one: mirror images in Rrib-bit, turned rings in
 * Quibbit. Where hands are hidden, a position is what the one who chooses can see.
 *
 *     pond_collector_begin(&collector, memory, sizeof memory, 8);
 *     pond_collector_add(&collector, &match);
 *     size = pond_collector_end(&collector);
 *     pond_explorer_open(&explorer, memory, size, &why);
 *     count = pond_explorer_ask(&explorer, false, &match, seat, played); */
#ifndef POND_EXPLORER_H
#define POND_EXPLORER_H

#include "pond/json.h"

POND_BEGIN

#define POND_EXPLORER_VERSION 1
#define POND_EXPLORER_HEADER 32 /* bytes */
#define POND_EXPLORER_ROW 24
#define POND_EXPLORER_DEPTH_MAX 400 /* decisions of a game that are counted */

struct pond_explorer {
    const uint8_t *rows; /* in the caller's bytes */
    uint32_t row_count, game_count, depth;
};

/* A choice that somebody made here. */
struct pond_played {
    pond_move move;
    uint32_t wins, draws, losses; /* of the seat that chose; a dummy's win is a loss */
    bool valued;                  /* is its exact value known? */
    float value;                  /* how much more often the seat wins than it loses, -1 to 1 */
};

/* Opens a collection, of which every byte is checked. `bytes` stay the caller's. */
POND_API bool pond_explorer_open(struct pond_explorer *explorer, const void *bytes, size_t size,
                                 struct pond_error *why);

/* What `seat` chose in the position of a match: most played first. With `values`, choices whose
 * exact value is known are there too, played or not: the placements of two at Quibbit. Where the
 * round is open, the position is the one before it. Returns how many. */
POND_API int pond_explorer_ask(const struct pond_explorer *explorer, bool values,
                               const struct pond_match *match, int seat,
                               struct pond_played out[POND_MOVES_MAX]);

/* The same for every seat that is to choose, as a list of objects; `memory` is room to work in. */
POND_API void pond_explorer_json(struct pond_json *json, const struct pond_explorer *explorer,
                                 bool values, const struct pond_match *match,
                                 struct pond_played memory[POND_MOVES_MAX]);

/* ---- Making one ---- */

struct pond_collector {
    uint8_t *bytes; /* the caller's: the file grows in it */
    uint32_t row_count, row_max, game_count, depth;
    uint32_t sorted; /* rows that are in order, and once each */
};

/* Begins a collection of the first `depth` decisions of games. `bytes` have room for the file; a
 * game adds at most `depth` rows for each seat that chooses at the same time. */
POND_API void pond_collector_begin(struct pond_collector *collector, void *bytes, size_t size,
                                   uint32_t depth);
/* Goes on with a collection that was opened, in the same memory. */
POND_API void pond_collector_resume(struct pond_collector *collector, void *bytes, size_t size,
                                    const struct pond_explorer *explorer);
/* Counts a game; false if it is not over, or where there is no more room. What a game repeats
 * counts once. Decisions that were taken back never count. */
POND_API bool pond_collector_add(struct pond_collector *collector, const struct pond_match *match);
/* Drops entries with fewer than that many games. */
POND_API void pond_collector_prune(struct pond_collector *collector, uint32_t games_least);
/* Completes the file and returns its size. More games may be added, and this called again. */
POND_API size_t pond_collector_end(struct pond_collector *collector);

POND_END

#endif
