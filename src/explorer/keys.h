/* keys.h: the numbers under which the explorer keeps a position and a choice. */
#ifndef POND_EXPLORER_KEYS_H
#define POND_EXPLORER_KEYS_H

#include "pond/game.h"

/* Where the parts of a file lie; docs/explorer-format.md. */
enum explorer_place {
    EXPLORER_AT_MAGIC = 0, /* EXPLORER_MAGIC */
    EXPLORER_AT_VERSION = 8,
    EXPLORER_AT_DEPTH = 12,
    EXPLORER_AT_ROWS = 16,
    EXPLORER_AT_GAMES = 20,
    EXPLORER_AT_HASH = 24, /* of all other bytes */
    /* in a row */
    EXPLORER_AT_POSITION = 0,
    EXPLORER_AT_MOVE = 8,
    EXPLORER_AT_WINS = 12,
    EXPLORER_AT_DRAWS = 16,
    EXPLORER_AT_LOSSES = 20,
};
#define EXPLORER_MAGIC "PondPlay"
#define EXPLORER_MAGIC_SIZE 8

/* A position in which a seat is to choose. */
struct explorer_key {
    const struct pond_game *game;
    const struct pond_state *state;
    int seat;
    uint64_t position;
    uint32_t turned;        /* how its moves are turned: a game's own business */
    const void *arithmetic; /* the game's row in keys.c */
};

struct explorer_key pond_explorer_key(const struct pond_game *game, const struct pond_state *state,
                                      int seat);
/* The number of a choice there. Choices that come to the same have one. */
uint32_t pond_explorer_move(const struct explorer_key *key, pond_move move);
/* What a choice is exactly worth for its seat; false if that is not known. */
bool pond_explorer_exact(const struct explorer_key *key, pond_move move, float *value);

/* The checksum of a file of that many rows. */
uint64_t pond_explorer_hash(const uint8_t *bytes, uint32_t row_count);

#endif
