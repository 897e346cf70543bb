/* computer.h: a seat that an engine plays: its settings, its memory, and how it is asked.
 *
 * An engine (engine.h) has no clock, heap or tables; a caller that lets one play needs all of
 * them. That is written once here, for the command line, the terminal and the server. A computer
 * is written `random`, `greedy`, `level:4`, `engine` or any other engine's name, each with settings
 * after a colon (`engine:hash=64,nodes=100000`).
 *
 * The full engine asks the tables that are there (table.h). Levels do not: they are to be as strong
 * as they were measured to be, on every machine. */
#ifndef POND_COMPUTER_H
#define POND_COMPUTER_H

#include "pond/analysis.h"
#include "pond/player.h"

#define COMPUTER_NAME_MAX POND_PLAYER_NAME_MAX

struct computer {
    struct pond_player player;
    struct pond_tables *tables; /* exact values, for the full engine; NULL: it asks none */
};

/* What a computer may use up for one decision; 0: what its settings say. */
struct computer_limits {
    uint64_t nodes;
    uint32_t time_ms;
    pond_move only; /* judge this choice alone; 0: any */
    const volatile bool *stop;
    void (*progress)(void *context, const struct pond_advice *so_far);
    void *context;
};

enum computer_trouble {
    COMPUTER_FINE,
    COMPUTER_UNKNOWN,  /* no such engine or level for this game */
    COMPUTER_SETTINGS, /* `why` says which setting is wrong */
    COMPUTER_MEMORY,   /* there is not enough of it */
};

/* Zeroed memory for an engine, in huge pages if it is large; NULL: there is not enough. `free`
 * frees it. */
void *computer_memory(size_t size);
/* Reads a computer's text and gets its memory. Each thread needs computers of its own. Whatever
 * comes of it, `computer_close` may follow. `why` may be NULL. */
enum computer_trouble computer_open(struct computer *computer, const struct pond_game *game,
                                    const char *text, struct pond_error *why);
void computer_close(struct computer *computer);
/* Does a game know this computer? Takes no memory. `why` may be NULL. */
enum computer_trouble computer_check(const struct pond_game *game, const char *text,
                                     struct pond_error *why);
bool computer_known(const struct pond_game *game, const char *text);
/* Changes these settings and leaves the others; false, and nothing changed, if they are none of
 * its own or need more memory than there is. */
bool computer_set(struct computer *computer, const char *settings);
/* Thinks for `seat`, whose turn it must be, about where the match stands; the engine sees nothing
 * but that seat's view. */
void computer_think(struct computer *computer, const struct pond_match *match, int seat,
                    uint64_t seed, const struct computer_limits *limits,
                    struct pond_advice *advice);

/* An analyst's `ask` (analysis.h); its context is one of these. Limits in nodes or time are for a
 * question of full effort, nodes where neither is given. */
struct computer_asked {
    struct computer *computer;
    const struct computer_limits *limits;
};
bool computer_ask(void *asked, struct pond_question *question, struct pond_advice *advice);
/* The analyst who asks this computer, and its tables. */
struct pond_analyst computer_analyst(struct computer_asked *asked);

/* Carries a task out that is complete, with as many threads as its settings say. */
void computer_run(const struct pond_engine *engine, const struct pond_task *task,
                  struct pond_advice *advice);

/* Milliseconds of a clock that never goes back. */
uint64_t computer_clock_ms(void);

#endif
