/* player.h: who plays a seat in `pond match`, `pond hint` and `pond analyse`.
 *
 * A player is a computer (computer.h) or `cmd:PROGRAM`, a program that speaks the protocol of
 * docs/engine-protocol.md. */
#ifndef POND_CLI_PLAYER_H
#define POND_CLI_PLAYER_H

#include "cli.h"
#include "computer.h"

#define PLAYER_SAID_MAX 256

struct player {
    struct computer computer;   /* its name counts for programs as well */
    const char *program;        /* a program of its own; NULL: an engine plays */
    struct peer *peer;          /* the line to it (peer.h) */
    char said[PLAYER_SAID_MAX]; /* the program's wrong answer; "": none */
    bool ended;                 /* it did not wait to be asked to */
    int status;                 /* of the program's exit, once it has been stopped */
};

/* Reads a player's text; EXIT_FINE, or has complained (not where a program was not waited for,
 * since a signal said stop). Each thread needs players of its own. */
int player_open(const struct cli *cli, struct player *player, const struct pond_game *game,
                const char *text);
void player_close(struct player *player);
/* Says that there is no such player and who there is, in this game, or (NULL) of our own in any. */
int complain_player(const struct cli *cli, const struct pond_game *game, const char *text);
/* Tells the player that a new game begins; false if a program does not listen. */
bool player_begin(struct player *player, const struct pond_game *game);
/* Lets the player think for `seat` about where the match stands; it sees nothing but its view.
 * False if a program gave no legal answer. */
bool player_think(struct player *player, const struct pond_match *match, int seat, uint64_t seed,
                  const struct computer_limits *limits, struct pond_advice *advice);
/* --time: "0.1" seconds, as people write them (match.c). */
int take_time(const struct cli *cli, uint32_t *time_ms);

/* A hint for people: choices with their values, and why (hint.c). */
void hint_print(const struct cli *cli, const struct pond_match *match,
                const struct pond_judgement *hint);

/* The other side of the protocol (protocol.c). */
bool protocol_start(struct player *player);
bool protocol_begin(struct player *player, const struct pond_game *game);
bool protocol_think(struct player *player, const struct pond_match *match, int seat,
                    const struct computer_limits *limits, struct pond_advice *advice);
void protocol_stop(struct player *player);

#endif
