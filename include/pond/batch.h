/* batch.h: thousands of games stepped in one call, for learning programs.
 *
 * A batch is a row of lanes with one episode each. A step takes one action per lane, lets chance
 * draw, begins a new game where one is over, and writes what a learner needs into arrays of the
 * caller: observation, legal actions, seat to act, rewards, ends. Seats that choose at the same
 * time act one after another, and see nothing of each other's choices.
 *
 * What happens in a lane follows from the seed, the lane's number and its actions alone: not from
 * how many lanes there are, nor from threads. Game g of lane i has the seed SEED.i.g, and where
 * pond_batch_sample chooses, it is the very game that `pond random` plays by that seed (chains
 * apart, which are chosen capture by capture here).
 *
 * Threads may step different lanes of one batch at the same time. */
#ifndef POND_BATCH_H
#define POND_BATCH_H

#include "pond/encode.h"

POND_BEGIN

#define POND_BATCH_SEED_MAX (POND_SEED_MAX - 22) /* leaves room for a lane and a game */

struct pond_lane {
    struct pond_episode episode;
    struct pond_rng chance, choices;
    struct pond_recall recall;
    uint32_t game;   /* the number of the game being played */
    bool just_ended; /* the last step ended the one before */
};

enum pond_done {
    POND_DONE_NOT,
    POND_DONE_OVER, /* by the rules */
    POND_DONE_CUT,  /* at a limit */
};

/* The arrays have `count` rows, and may be NULL if they are not wanted, but for `lanes`,
 * `legal`, `legal_count` and `seat`. */
struct pond_batch {
    struct pond_encoding encoding;
    struct pond_config config;
    char seed[POND_BATCH_SEED_MAX + 1];
    uint32_t count;
    uint32_t turns_max; /* a game is cut after that many turns or rounds */
    struct pond_lane *lanes;
    uint8_t *observation;  /* encoding.observation_size bytes, for the seat to act */
    uint8_t *mask;         /* encoding.action_count bytes: 1 where legal; zero it at first */
    uint16_t *legal;       /* encoding.legal_max ids, `legal_count` of them used */
    uint16_t *legal_count; /* */
    uint8_t *seat;         /* to act */
    uint8_t *done;   /* enum pond_done: did the last step end a game? The rest is the next's */
    float *rewards;  /* encoding.seats: the returns of a game that has ended, else 0 */
    uint8_t *places; /* encoding.seats: the standing of a game that has ended, else 0 */
    int16_t *points; /* the same */
    uint64_t *key;   /* the acting seat's information state */
};

/* Opens a batch of that many lanes; the arrays, and `lanes` first of all, are for the caller to set
 * then. `turns_max` 0: as random play is cut off. */
POND_API bool pond_batch_open(struct pond_batch *batch, const struct pond_game *game,
                              const char *options, const char *seed, uint32_t count,
                              uint32_t turns_max, struct pond_error *why);
/* Begins the first game of each of the lanes `from` to `end` - 1. */
POND_API void pond_batch_reset(struct pond_batch *batch, uint32_t from, uint32_t end);
/* Draws a legal action for each lane, all equally likely. */
POND_API void pond_batch_sample(struct pond_batch *batch, uint32_t from, uint32_t end,
                                int32_t *actions);
/* The first lane whose action is not legal, or `end`. `actions` has one number per lane of the
 * whole batch, here and below. */
POND_API uint32_t pond_batch_check(const struct pond_batch *batch, uint32_t from, uint32_t end,
                                   const int32_t *actions);
/* Makes the actions, which pond_batch_check has passed; NULL: samples them on the way. */
POND_API void pond_batch_step(struct pond_batch *batch, uint32_t from, uint32_t end,
                              const int32_t *actions);

POND_END

#endif
