/* shim.h: what the Python package needs in C beside the library: states that draw their own chance,
 * texts and records into plain buffers. */
#ifndef POND_PYTHON_SHIM_H
#define POND_PYTHON_SHIM_H

#include "pond/batch.h"
#include "pond/foreign.h"
#include "pond/json.h"
#include "pond/player.h"
#include "pond/record.h"
#include "pond/table.h"
#include "quibbit/response.h"

/* Who must act next, where it is not a seat; and why nothing was done. */
#define SHIM_CHANCE (-1)
#define SHIM_OVER (-4)
#define SHIM_REFUSED (-10) /* `why` says it */

struct shim_state {
    struct pond_episode episode;
    struct pond_recall recall;
    struct pond_error why;
    struct pond_rng rng;
    bool seeded;  /* chance is drawn at once */
    bool recalls; /* information states are kept */
    bool torn;    /* a thread that a fork left behind was changing it: of no use any more */
    uint32_t busy; /* 0, or the lock of the thread in here */
};

/* What the child of a fork calls first. */
void shim_forked(void);

int shim_begin(const struct pond_encoding *encoding, struct shim_state *state,
               const struct pond_state *position, const char *seed, bool recalls);
int shim_apply(const struct pond_encoding *encoding, struct shim_state *state, int seat,
               int action);
int shim_chance(const struct pond_encoding *encoding, struct shim_state *state, pond_move outcome);
int shim_actor(const struct pond_encoding *encoding, const struct shim_state *state);

void shim_copy(struct shim_state *from, struct shim_state *to);
int shim_legal(const struct pond_encoding *encoding, struct shim_state *state, int seat,
               uint16_t out[POND_LEGAL_MAX]);
/* False where the state is torn. */
bool shim_observe(const struct pond_encoding *encoding, struct shim_state *state, int seat,
                  uint8_t *out);

/* An action as it is written; SHIM_REFUSED where it is not legal. */
int shim_action_text(const struct pond_encoding *encoding, struct shim_state *state, int seat,
                     int action, char *out, size_t size);
void shim_setup(const struct pond_game *game, const struct pond_config *config,
                struct pond_state *state);
size_t shim_config(const struct pond_game *game, const struct pond_config *config, char *out,
                   size_t size);
size_t shim_view(const struct pond_game *game, const struct pond_view *view, char *out, char *hand,
                 size_t size);
/* The view as data, for all games that give it; returns its length. What does not fit is left out.
 */
size_t shim_view_json(const struct pond_game *game, const struct pond_view *view, char *out,
                      size_t size);
/* Returns the record's length; what does not fit is left out. */
size_t shim_record(const struct pond_match *match, const char *const names[POND_SEATS_MAX],
                   const char *seed, int hidden_from, bool limit, char *out, size_t size);
const struct pond_game *shim_match_game(const struct pond_match *match);
const struct pond_config *shim_match_config(const struct pond_match *match);
/* Begins the same match once more, and does what an entry of the first one did. */
void shim_replay_begin(const struct pond_match *match, struct pond_match *again,
                       struct pond_entry *log, uint32_t log_max);
bool shim_replay(const struct pond_match *match, uint32_t index, struct pond_match *again,
                 struct pond_error *why);
/* A match of its own that goes on from here; `log` has room for as many entries as the first. */
void shim_match_copy(const struct pond_match *match, struct pond_match *copy,
                     struct pond_entry *log);
uint32_t shim_entry(const struct pond_match *match, uint32_t index, int *seat, int *kind,
                    pond_move *move);
/* Lanes `from` to `end` - 1 become what lanes `sources[from]`... are, their arrays too. Sources lie
 * outside of all lanes that are being written. */
void shim_batch_copy(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *sources);
/* pond_batch_step that also writes, for every lane whose game it ends, what the seat that acted
 * sees at the end: a row of `final`. */
void shim_batch_step_final(struct pond_batch *batch, uint32_t from, uint32_t end,
                           const int32_t *actions, uint8_t *final);
/* One lane goes on from a state in which a seat must act, and draws chance by its own seed. */
void shim_batch_put(struct pond_batch *batch, uint32_t lane, const struct shim_state *state);
float shim_advice_probability(const struct pond_advice *advice, pond_move move);
int shim_probe(struct pond_tables *tables, const struct pond_state *state,
               float win[POND_SEATS_MAX], float *dummy, int *distance);

#endif
