/* encode.h: games as numbers for learning programs: action ids, observations, returns.
 *
 * Every game with an encoding has a fixed set of actions, numbered from 0 in an order that never
 * changes (docs/research.md has the tables; pond_encoding_hash guards them), and an observation:
 * one byte per feature, written from a seat's view alone, with that seat first. Nothing hidden can
 * get in, because a view has nothing hidden in it.
 *
 * An episode is one game being played without a log: small, copyable, free of pointers. It knows
 * what a state alone does not: repetition (X10), and the captures of a chain so far, because a
 * chain of Rrib-bit is played here capture by capture.
 *
 *     struct pond_encoding encoding;
 *     struct pond_episode episode;
 *     pond_encoding_open(&encoding, &pond_rribbit, &config, &why);
 *     pond_episode_begin(&encoding, &config, &episode);
 *     count = pond_episode_legal(&encoding, &episode, seat, actions);
 *     pond_episode_apply(&encoding, &episode, seat, actions[0], &why); */
#ifndef POND_ENCODE_H
#define POND_ENCODE_H

#include "pond/match.h"

POND_BEGIN

#define POND_ACTIONS_MAX 3717
#define POND_LEGAL_MAX 512       /* legal actions of one decision */
#define POND_OBSERVATION_MAX 640 /* bytes */
#define POND_FIELDS_MAX 24
/* Turns without a capture that an episode of Rrib-bit remembers for X10. After that many it is cut
 * off as unfinished; with repetition=0 it remembers nothing and goes on. */
#define POND_QUIET_MAX 192

/* A part of an observation: `rows` times `columns` bytes. Parts follow one another. */
struct pond_field {
    const char *name;
    uint16_t rows, columns;
};

struct pond_encoder; /* how a game does it; src/batch/encoder.h */

/* How a game with certain options is encoded. */
struct pond_encoding {
    const struct pond_game *game;
    const struct pond_encoder *encoder;
    uint8_t seats;
    uint8_t field_count;
    uint16_t action_count;
    uint16_t legal_max; /* most legal actions of one decision */
    uint16_t observation_size;
    struct pond_field fields[POND_FIELDS_MAX];
};

/* About 700 bytes, without pointers: copy it with `=`. */
struct pond_episode {
    struct pond_state state;
    struct pond_result result; /* the state's own, or by repetition or a limit */
    uint8_t turn_seat;         /* who decided last */
    uint8_t repeated;          /* how often the position occurred before */
    uint16_t quiet;            /* turns since the last capture */
    uint32_t decisions, turns_begun;
    pond_move prefix;               /* the captures of a chain that may go on; 0: a turn begins */
    uint64_t seen[4];               /* a Bloom filter of the positions since then */
    uint16_t leaps[POND_QUIET_MAX]; /* those turns: from, and to in the high byte */
};

/* How a game ended for each seat. */
struct pond_standing {
    uint8_t place[POND_SEATS_MAX];  /* from 1; equals share one */
    int16_t points[POND_SEATS_MAX]; /* Quibbles: the collection's total; Rrib-bit: frogs left;
                                       Quibbit: tiles ahead of the last frog, 0 for a seat that
                                       is out */
    float returns[POND_SEATS_MAX];  /* 1 for the winner, together -1 for the others; all 0 after a
                                       draw, a win of the dummy, or a cut */
};

/* False if the game has no encoding. */
POND_API bool pond_encoding_open(struct pond_encoding *encoding, const struct pond_game *game,
                                 const struct pond_config *config, struct pond_error *why);
/* One number for the actions and the layout of observations: equal numbers, equal encodings. */
POND_API uint64_t pond_encoding_hash(const struct pond_encoding *encoding);

POND_API void pond_episode_begin(const struct pond_encoding *encoding,
                                 const struct pond_config *config, struct pond_episode *episode);
/* The same from a position. */
POND_API void pond_episode_begin_at(const struct pond_encoding *encoding,
                                    const struct pond_state *position,
                                    struct pond_episode *episode);
/* Who must act: no one when it is over, seats, or the seat of chance. */
POND_API pond_seats pond_episode_turn(const struct pond_encoding *encoding,
                                      const struct pond_episode *episode);
/* Turns or rounds that are complete, as pond_match_turns counts them. */
POND_API uint32_t pond_episode_turns(const struct pond_encoding *encoding,
                                     const struct pond_episode *episode);
/* The legal actions of a seat whose turn it is, in the order of the game's moves. */
POND_API int pond_episode_legal(const struct pond_encoding *encoding,
                                const struct pond_episode *episode, int seat,
                                uint16_t out[POND_LEGAL_MAX]);
/* Takes any numbers: refuses an action that is not legal. */
POND_API bool pond_episode_apply(const struct pond_encoding *encoding, struct pond_episode *episode,
                                 int seat, int action, struct pond_error *why);
/* The same by a move of the game; a whole turn at once, where a chain would take several actions.
 */
POND_API bool pond_episode_move(const struct pond_encoding *encoding, struct pond_episode *episode,
                                int seat, pond_move move, struct pond_error *why);
/* Applies an outcome of the chance that is due; refuses one that is not possible. */
POND_API bool pond_episode_chance(const struct pond_encoding *encoding,
                                  struct pond_episode *episode, pond_move outcome,
                                  struct pond_error *why);
/* Draws all the chance that is due. */
POND_API void pond_episode_roll(const struct pond_encoding *encoding, struct pond_episode *episode,
                                struct pond_rng *rng);
/* The game's move that an action stands for, where it is a whole turn; otherwise the part so far.
 * Only for actions that are legal. */
POND_API pond_move pond_action_move(const struct pond_encoding *encoding,
                                    const struct pond_episode *episode, int seat, int action);
/* The action of a legal move, or the first one of a chain. */
POND_API int pond_action_of(const struct pond_encoding *encoding,
                            const struct pond_episode *episode, int seat, pond_move move);

/* What a seat (or POND_SPECTATOR, as seat 0 would be written) may see, as observation_size bytes.
 */
POND_API void pond_episode_observe(const struct pond_encoding *encoding,
                                   const struct pond_episode *episode, int seat, uint8_t *out);
POND_API void pond_episode_standing(const struct pond_encoding *encoding,
                                    const struct pond_episode *episode,
                                    struct pond_standing *standing);

/* A key of everything that a seat has seen and done since the start: its information state, with
 * perfect recall. Begin with pond_recall_begin and fold every move and every outcome of chance in,
 * the setup's too. */
struct pond_recall {
    uint64_t key[POND_SEATS_MAX];
};

POND_API void pond_recall_begin(struct pond_recall *recall);
POND_API void pond_recall_fold(const struct pond_encoding *encoding,
                               const struct pond_state *before, int seat, pond_move move,
                               const struct pond_state *after, struct pond_recall *recall);
/* The key of a seat, with what it has played of a chain. */
POND_API uint64_t pond_recall_key(const struct pond_recall *recall,
                                  const struct pond_episode *episode, int seat);

POND_END

#endif
