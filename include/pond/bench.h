/* bench.h: fixed amounts of work for measuring how fast the rules are, and their signature.
 *
 * The caller brings the clock: the command line for machine code, a script for WebAssembly.
 * They do the same work here, so their times can be compared. */
#ifndef POND_BENCH_H
#define POND_BENCH_H

#include "pond/game.h"

POND_BEGIN

struct pond_bench {
    const char *name;
    const char *unit; /* what pond_bench_run counts */
    const struct pond_game *game;
    const char *options;
    uint32_t decisions; /* random play: about this many of them; 0: perft */
    uint8_t depth;      /* perft from the game's start: so deep, */
    uint8_t times;      /* and so often */
    bool in_bulk;
};

POND_API extern const struct pond_bench pond_benches[]; /* ends with a NULL name */

POND_API uint64_t pond_bench_run(const struct pond_bench *bench);

/* One number from fixed games and positions: it changes exactly when some game would be played
 * differently. */
POND_API uint32_t pond_signature(void);

POND_END

#endif
