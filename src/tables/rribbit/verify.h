/* verify.h: are the values of a Rrib-bit table right? Found out by the rules of the game.
 */
#ifndef POND_RRIBBIT_VERIFY_H
#define POND_RRIBBIT_VERIFY_H

#include "solve.h"
#include "tables.h"

#define RRIBBIT_SEARCH_PLIES 4

struct rribbit_verify {
    bool chain, seven;
    int key_frogs, other_frogs;
    uint64_t samples;  /* number of random positions; 0: all of them */
    int part, parts;   /* this part of them, from 0; with `parts` 0 all of them */
    uint32_t searches; /* at most this many of each kind are also searched */
    uint64_t seed;
    const volatile bool *stop; /* may be NULL */
    /* Told now and then how many are done; may be NULL. */
    void *context;
    void (*progress)(void *context, uint64_t done, uint64_t all);
};

struct rribbit_verified {
    uint64_t checked, searched;
    bool missing;             /* a table is not there, or damaged */
    bool over;                /* the last one looked at was no position that goes on */
    bool wrong;               /* this position: */
    struct pond_state state;  /* as it stands */
    unsigned value, expected; /* what the table says, and what its turns lead to */
};

/* Looks one turn ahead from each position by the rules' own moves: the best of what they lead to,
 * by the tables, must be its value again. Where that holds for all positions the values are right:
 * a win comes ever closer, and a drawn position has a move that keeps the draw.
 *
 * And some are searched, without any table, by everything that can happen in RRIBBIT_SEARCH_PLIES
 * plies: some that the table says are won by then, some that are lost, and some that are neither.
 */
void rribbit_verify(const struct rribbit_verify *verify, struct pond_tables *tables,
                    struct rribbit_verified *verified);

#endif
