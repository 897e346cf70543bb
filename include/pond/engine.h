/* engine.h: computer players: one interface, the counterpart of game.h.
 *
 * An engine chooses from a *view*, never from a state: it cannot see what its seat may not see. It
 * works within limits, can be stopped at once, and reports how good each choice is, how often it
 * would play it, and the line it expects. Like the rules it has no clock, heap or globals: time,
 * memory and the stop flag are passed in, so the same engine runs in the page. With a node limit
 * and no clock, its answer depends on the task alone.
 *
 * Engines are constants: any number of threads may use one at the same time, each with its own
 * memory. */
#ifndef POND_ENGINE_H
#define POND_ENGINE_H

#include "pond/game.h"

POND_BEGIN

#define POND_LEVELS 6
#define POND_SETTINGS_MAX 12
#define POND_CHOICES_MAX 64
#define POND_LINE_MAX 32
#define POND_THREADS_MAX 16

/* A setting is a whole number; levels are nothing but settings. */
struct pond_setting {
    const char *name;
    int32_t least, most, standard;
    struct pond_label help;
};

/* What an estimate rests on. Only the last two are values that may be compared. */
enum pond_evidence {
    POND_UNKNOWN,  /* nothing: the engine did not look at the choice */
    POND_BOUND,    /* an upper bound: worth at most this, perhaps much less */
    POND_SEARCHED, /* a search or playouts of its own */
    POND_EXACT,    /* the rules, a proof or a tablebase */
};

struct pond_choice {
    pond_move move;
    float probability; /* how often the engine would play it here */
    /* The seat's expected score with it: win 1, draw 1/2, loss 0. What it means depends on the
     * evidence, so everyone but the engines reads it through pond_choice_value. */
    float estimate;
    float error;      /* standard error of an estimate: of playouts, or measured; 0: not known */
    uint8_t evidence; /* enum pond_evidence */
};

struct pond_step {
    uint8_t seat;
    pond_move move;
};

/* What an engine says, best choice first. The probabilities add up to 1; where there are more than
 * POND_CHOICES_MAX moves, only to what the choices listed here have of it. */
struct pond_advice {
    pond_move move; /* the one to play, drawn by the probabilities */
    uint32_t choice_count;
    struct pond_choice choices[POND_CHOICES_MAX];
    float win[POND_SEATS_MAX]; /* by seat; with `draw` and `dummy` they add up to 1 */
    float draw, dummy;
    uint32_t line_count;
    struct pond_step line[POND_LINE_MAX]; /* what it expects, its own choice first */
    uint64_t nodes;                       /* positions visited, or iterations */
    uint32_t depth;
    bool exact;      /* the values are proven, not estimated */
    int32_t end_ply; /* plies to the proven end, where `exact` and known; else 0 */
};

/* An exact answer about a state, from a table (see table.h). */
struct pond_exact {
    float win[POND_SEATS_MAX];
    float draw, dummy;
    int32_t distance; /* plies to the end of the game; 0 where unknown or infinite */
};

struct pond_task {
    const struct pond_game *game;
    const struct pond_view *view;
    int seat;
    /* Repetition keys of the positions before this one, the oldest first (X10). */
    const uint64_t *history;
    uint32_t history_count;
    uint64_t nodes_max;   /* 0: no such limit */
    uint32_t time_ms_max; /* 0: no such limit; needs `clock_ms` */
    uint64_t seed;        /* for whatever the engine draws */
    /* Where not 0: a legal move that alone is to be judged, with all the limits allow. An engine
     * whose values hold for every choice need not look at it. */
    pond_move only;
    int32_t settings[POND_SETTINGS_MAX];
    int thread; /* 0: the one that answers; the others help it (see `join`) */
    /* As much as the engine asked for with these settings, aligned to 16 bytes at least. What it
     * holds never matters to the answer, so it may be garbage; but what a task leaves there saves
     * the next task of the same engine and settings work, so keep it between tasks and give it to
     * one task at a time. Only with several threads it must be zero at first. */
    void *memory;
    size_t memory_size;
    const volatile bool *stop; /* becomes true when it should answer at once; may be NULL */
    /* For the functions below, each of which may be NULL; all threads call them. */
    void *context;
    uint64_t (*clock_ms)(void *context);
    void (*progress)(void *context, const struct pond_advice *so_far);
    bool (*probe)(void *context, const struct pond_state *state, struct pond_exact *exact);
};

struct pond_engine {
    const char *name;
    const struct pond_game *game; /* NULL: plays every game */
    struct pond_label help;
    uint8_t setting_count;
    const struct pond_setting *settings;
    /* Settings and nodes of each level as text, "nodes=300,depth=2"; [0] is the gentlest, for small
     * children. NULL: the engine has no levels. */
    const char *levels[POND_LEVELS + 1];
    /* Bytes of memory it works with at these settings. NULL: none. */
    size_t (*memory)(const int32_t settings[POND_SETTINGS_MAX]);
    /* Thinks about a task whose seat has at least one legal move. */
    void (*think)(const struct pond_task *task, struct pond_advice *advice);
    /* An engine with the setting `threads` may be called that often at the same time, on the same
     * memory, with `task->thread` 0, 1, ..: the others help the first and go on until they are
     * stopped or out of nodes. When that many have returned, `join` (of the first one's task) adds
     * what the others found to the advice. NULL: there are no such settings. */
    void (*join)(const struct pond_task *task, int threads, struct pond_advice *advice);
};

/* ---- Written once for all engines (src/engines/engine.c) ---- */

/* Ends with NULL; src/engines/list.c. */
POND_API extern const struct pond_engine *const pond_engines[];
POND_API extern const struct pond_engine pond_engine_random, pond_engine_any;
POND_API extern const struct pond_engine pond_engine_quibbit, pond_engine_quibbit_greedy;
POND_API extern const struct pond_engine pond_engine_quibbles, pond_engine_quibbles_greedy;
POND_API extern const struct pond_engine pond_engine_rribbit, pond_engine_rribbit_greedy,
    pond_engine_rribbit_uct;

/* Finds an engine for a game: `random`, `greedy`, `engine` (the full one; a game without one of its
 * own gets pond_engine_any) or another by its name. */
POND_API const struct pond_engine *pond_engine_find(const struct pond_game *game, const char *name);
/* Sets the standard settings, then those of a text "depth=4,nodes=1000"; `nodes` and `time` (in
 * milliseconds) set the task's limits. */
POND_API bool pond_task_set(struct pond_task *task, const struct pond_engine *engine,
                            const char *text, struct pond_error *why);
/* Changes the settings of such a text and leaves the others. */
POND_API bool pond_task_change(struct pond_task *task, const struct pond_engine *engine,
                               const char *text, struct pond_error *why);
/* How many threads the task's settings ask for: 1 where the engine has no such setting. */
POND_API int pond_task_threads(const struct pond_task *task, const struct pond_engine *engine);
POND_API bool pond_task_stopped(const struct pond_task *task);
/* Has the task run out of nodes or time, or been told to stop? Reads the clock at every call, so
 * engines ask only every few hundred nodes. */
POND_API bool pond_task_spent(const struct pond_task *task, uint64_t nodes);
/* Fills in an advice with all legal moves, equally likely and of unknown value. */
POND_API void pond_advice_begin(const struct pond_task *task, struct pond_advice *advice);
/* The value of a choice; false if the engine has none of its own for it, only a bound or
 * nothing: then it must not be compared with another. */
POND_API bool pond_choice_value(const struct pond_choice *choice, float *value);
/* "unknown", "bound", "searched", "exact": how programs read it. */
POND_API const char *pond_evidence_name(enum pond_evidence evidence);
/* The standard error of a mean of `count` scores between 0 and 1: at most this. */
POND_API float pond_mean_error(float mean, float count);
/* Sorts the choices by value (then probability, then move), best first. */
POND_API void pond_advice_sort(struct pond_advice *advice);
/* Draws `advice->move` by the choices' probabilities. */
POND_API void pond_advice_draw(struct pond_advice *advice, struct pond_rng *rng);
POND_API void pond_task_rng(const struct pond_task *task, struct pond_rng *rng);

POND_END

#endif
