/* player.h: who plays a seat in `pond match`, `pond hint` and `pond analyse`.
 *
 * A player is written `random`, `greedy`, `level:4`, `engine`, any other engine's name, each with
 * settings behind a colon (`engine:hash=64,nodes=100000`), or `cmd:PROGRAM` for a program that
 * speaks the protocol of docs/engine-protocol.md. */
#ifndef POND_PLAYER_H
#define POND_PLAYER_H

#include "cli.h"
#include "pond/engine.h"

#define PLAYER_NAME_MAX 128
#define HISTORY_MAX 4096

struct player {
    char name[PLAYER_NAME_MAX]; /* as it was written */
    const struct pond_engine *engine;
    char settings[PLAYER_NAME_MAX];
    void *memory;
    size_t memory_size;
    /* A program of its own, where engine is NULL. */
    const char *program;
    struct peer *peer; /* the line to it (protocol.c) */
};

/* What a player may use up for one decision; 0: what its settings say. */
struct player_limits {
    uint64_t nodes;
    uint32_t time_ms;
    const volatile bool *stop;
    void (*progress)(void *context, const struct pond_advice *so_far);
    void *context;
};

/* Reads a player's text; EXIT_FINE, or has complained. Each thread needs players of its own. */
int player_open(const struct cli *cli, struct player *player, const struct pond_game *game,
                const char *text);
void player_close(struct player *player);
/* Does a game know this player? Says nothing. Programs (`cmd:`) belong to no game. */
bool player_known(const struct pond_game *game, const char *text);
/* Replaces the player's settings; false, and nothing changed, where they are none of its own or
 * need more memory than there is. */
bool player_set(struct player *player, const struct pond_game *game, const char *settings);
/* Tells the player that a new game begins; false where a program does not listen. */
bool player_begin(struct player *player, const struct pond_game *game);
/* Lets the player think for `seat` about where the match stands; it sees nothing but its view.
 * False where a program gave no legal answer. */
bool player_think(struct player *player, const struct pond_match *match, int seat, uint64_t seed,
                  const struct player_limits *limits, struct pond_advice *advice);
/* The repetition keys of the positions so far, the oldest first. Returns how many. */
uint32_t history_of(const struct pond_match *match, uint64_t keys[HISTORY_MAX]);
uint64_t clock_now_ms(void);
/* --time: "0.1" seconds, as people write them (match.c). */
int take_time(const struct cli *cli, uint32_t *time_ms);

/* The other side of the protocol (protocol.c). */
bool protocol_start(struct player *player);
bool protocol_begin(struct player *player, const struct pond_game *game);
bool protocol_think(struct player *player, const struct pond_match *match, int seat,
                    const struct player_limits *limits, struct pond_advice *advice);
void protocol_stop(struct player *player);

#endif
