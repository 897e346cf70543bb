/* player.h: computer players by name: `level:4`, `greedy`, `engine:depth=3`.
 *
 * A player is an engine (engine.h) with its settings read once, and all that it needs besides: its
 * memory, and where the caller has them a clock, a stop sign and a tablebase. It sees its seat's
 * view and nothing else. Like everything in the library it allocates nothing:
 *
 *     static struct pond_player player;
 *     if (!pond_player_open(&player, &pond_rribbit, "level:4", &why)) ..
 *     player.memory = malloc(player.memory_size);
 *     pond_player_choose(&player, &match, seat, &advice);
 *     pond_match_submit(&match, seat, advice.move, &why);
 *
 * Without a clock a player keeps to nodes, and its choices are the same on every machine. The
 * functions before pond_player_choose are for callers that run the engine themselves, in threads or
 * on questions of their own. */
#ifndef POND_PLAYER_H
#define POND_PLAYER_H

#include "pond/engine.h"
#include "pond/match.h"

POND_BEGIN

#define POND_PLAYER_NAME_MAX 128
#define POND_PLAYER_NODES                                                                          \
    100000 /* of a decision, where nobody sets a limit and there is no clock */
#define POND_PLAYER_TIME_MS 1000 /* the same with a clock */

/* About 33 kB: make it static or allocate it. */
struct pond_player {
    const struct pond_game *game;
    const struct pond_engine *engine;
    char name[POND_PLAYER_NAME_MAX]; /* as it was written */
    /* The full engine at settings of its own asks tablebases. Levels never do: they are as strong
     * as they were measured, everywhere. */
    bool uses_tablebases;
    int32_t settings[POND_SETTINGS_MAX];
    uint64_t nodes_max; /* as the settings say; 0: no limit */
    uint32_t time_ms_max;
    size_t memory_size; /* how much memory it needs */
    uint64_t seed;      /* of its next choice; goes up with every choice */
    /* For the caller to set after opening; see struct pond_task. */
    void *memory;
    const volatile bool *stop;
    void *context;
    uint64_t (*clock_ms)(void *context);
    void (*progress)(void *context, const struct pond_advice *so_far);
    bool (*probe)(void *context, const struct pond_state *state, struct pond_exact *exact);
    /* What the task of the current decision refers to. */
    struct pond_view view;
    uint64_t history[POND_HISTORY_MAX];
};

/* Reads a player's text. Refuses with POND_WORD_PLAYER_UNKNOWN where the game has no such player,
 * otherwise with what is wrong about a setting. There is nothing to close. */
POND_API bool pond_player_open(struct pond_player *player, const struct pond_game *game,
                               const char *text, struct pond_error *why);
/* Changes these settings and leaves the others; false, and nothing changed, if they are not the
 * engine's. `memory_size` may change. */
POND_API bool pond_player_set(struct pond_player *player, const char *settings,
                              struct pond_error *why);
/* Adds to a task that has view, seat, history and seed what the player brings: game, settings,
 * limits, memory, stop sign, clock, progress and tablebase. */
POND_API void pond_player_equip(const struct pond_player *player, struct pond_task *task);
/* Limits of one decision instead of the player's own; 0: its own. Where nobody sets any, one of the
 * two standard limits above holds. Without a clock there is no time limit. */
POND_API void pond_task_limit(struct pond_task *task, uint64_t nodes, uint32_t time_ms);
/* The whole task of choosing for a seat where the match stands. It refers to the player. */
POND_API void pond_player_task(struct pond_player *player, const struct pond_match *match, int seat,
                               struct pond_task *task);
/* Chooses for a seat, whose turn it must be; `advice->move` is the choice. */
POND_API void pond_player_choose(struct pond_player *player, const struct pond_match *match,
                                 int seat, struct pond_advice *advice);

/* For languages that cannot read this header (foreign.h). */
POND_API size_t pond_player_sizeof(void);
POND_API size_t pond_advice_sizeof(void);
POND_API size_t pond_player_memory_size(const struct pond_player *player);
POND_API void pond_player_give_memory(struct pond_player *player, void *memory);
POND_API pond_move pond_advice_move(const struct pond_advice *advice);

POND_END

#endif
