"""build_pond.py: the extension module: libpond and a few functions around it, by cffi's API mode.

The compiler reads pond's own headers, so nothing here repeats the layout of a structure.
"""
import os
from pathlib import Path

import cffi

TOP = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ["POND_BUILD"])
ARCHIVES = [str(BUILD / "libpond_tables.a"), str(BUILD / "libpond.a")]
SANITIZED = "POND_SANITIZED" in os.environ

ffi = cffi.FFI()
ffi.cdef("""
typedef uint64_t pond_move;
typedef uint8_t pond_seats;
struct pond_game { const char *name; const char *title; ...; };
struct pond_config { ...; };
struct pond_state { unsigned char bytes[256]; ...; };
struct pond_view { unsigned char bytes[256]; ...; };
struct pond_result { uint8_t outcome, seat, reason; };
struct pond_error { int word; ...; };
struct pond_entry { ...; };
struct pond_match { struct pond_state state; struct pond_result result; uint32_t log_count; uint32_t ply; ...; };
struct pond_rng { ...; };
struct pond_reader { uint32_t error_line; ...; };
struct pond_record { char name[5][97]; char seed[...]; struct pond_result result; ...; };
struct pond_player { size_t memory_size; void *memory; uint64_t seed; bool uses_tablebases; ...; };
struct pond_choice { pond_move move; float probability; ...; };
struct pond_advice { pond_move move; uint32_t choice_count; float win[5], draw, dummy; ...; };
struct pond_field { const char *name; uint16_t rows, columns; };
struct pond_encoding { uint8_t seats, field_count; uint16_t action_count, legal_max, observation_size;
    struct pond_field fields[24]; ...; };
struct pond_episode { struct pond_state state; struct pond_result result; uint8_t repeated;
    uint32_t decisions; pond_move prefix; ...; };
struct pond_standing { uint8_t place[5]; int16_t points[5]; float returns[5]; };
struct pond_recall { uint64_t key[5]; };
struct pond_lane { uint32_t game; ...; };
struct pond_batch { struct pond_encoding encoding; uint32_t count, turns_max; struct pond_lane *lanes;
    uint8_t *observation, *mask; uint16_t *legal, *legal_count; uint8_t *seat, *done;
    float *rewards; uint8_t *places; int16_t *points; uint64_t *key; ...; };
struct pond_exact { ...; };
struct pond_tables;

void *calloc(size_t count, size_t size);
void free(void *memory);
const char *pond_version(void);
const struct pond_game *pond_game_find(const char *name);
bool pond_game_refuse(const char *name, struct pond_error *why);
const struct pond_game *pond_game_at(int number);
bool pond_config_parse(const struct pond_game *game, const char *text, struct pond_config *config,
    struct pond_error *why);
int pond_game_seats(const struct pond_game *game, const struct pond_config *config);
const char *pond_reason_name(int reason);
const char *pond_message_name(int word);
size_t pond_error_write(const struct pond_error *error, int language, char *out, size_t size);
bool pond_seed_check(const char *seed, struct pond_error *why);
int pond_game_moves(const struct pond_game *game, const struct pond_state *state, int seat, pond_move *out);
bool pond_game_move_read(const struct pond_game *game, const struct pond_state *state, int seat,
    const char *text, pond_move *move, struct pond_error *why);
size_t pond_game_move_write(const struct pond_game *game, const struct pond_state *state, int seat,
    pond_move move, char *out, size_t size);
bool pond_game_state_read(const struct pond_game *game, struct pond_state *state,
    const struct pond_config *config, const char *text, struct pond_error *why);
size_t pond_game_state_write(const struct pond_game *game, const struct pond_state *state, char *out, size_t size);
uint64_t pond_game_hash(const struct pond_game *game, const struct pond_state *state);
void pond_game_observe(const struct pond_game *game, const struct pond_state *state, int seat,
    struct pond_view *view);
bool pond_view_check(const struct pond_game *game, const struct pond_view *view,
    const struct pond_config *config, int seat);
void pond_game_sample(const struct pond_game *game, const struct pond_view *view, struct pond_rng *rng,
    struct pond_state *state);
int pond_chance(const struct pond_game *game, const struct pond_state *state, pond_move *outcomes, uint32_t *weights);
void pond_rng_seed(struct pond_rng *rng, const char *seed);
void pond_rng_branch(struct pond_rng *rng, uint64_t branch);
uint32_t pond_rng_draw(struct pond_rng *rng, uint32_t limit);

void pond_match_begin(struct pond_match *match, const struct pond_game *game,
    const struct pond_config *config, struct pond_entry *log, uint32_t log_max);
void pond_match_begin_at(struct pond_match *match, const struct pond_game *game, const struct pond_config *config,
    const struct pond_state *position, struct pond_entry *log, uint32_t log_max);
void pond_match_seed(struct pond_match *match, const char *seed);
pond_seats pond_match_turn(const struct pond_match *match);
bool pond_match_over(const struct pond_match *match);
bool pond_match_chance_due(const struct pond_match *match);
uint32_t pond_match_turns(const struct pond_match *match);
bool pond_match_submit(struct pond_match *match, int seat, pond_move move, struct pond_error *why);
bool pond_match_submit_text(struct pond_match *match, int seat, const char *text, struct pond_error *why);
bool pond_match_resign(struct pond_match *match, int seat, struct pond_error *why);
bool pond_match_take_back(struct pond_match *match, int seat, uint32_t decisions, struct pond_error *why);
bool pond_match_play_random(struct pond_match *match, uint32_t turns_max, struct pond_error *why);
struct pond_reader pond_reader_of(const char *text, size_t length);
bool pond_reader_more(struct pond_reader *reader);
bool pond_record_read(struct pond_reader *reader, struct pond_match *match, struct pond_record *record,
    struct pond_entry *log, uint32_t log_max, struct pond_error *why);
size_t pond_match_last_write(const struct pond_match *match, char *out, size_t size);

bool pond_player_open(struct pond_player *player, const struct pond_game *game, const char *text,
    struct pond_error *why);
void pond_player_choose(struct pond_player *player, const struct pond_match *match, int seat,
    struct pond_advice *advice);

bool pond_encoding_open(struct pond_encoding *encoding, const struct pond_game *game,
    const struct pond_config *config, struct pond_error *why);
uint64_t pond_encoding_hash(const struct pond_encoding *encoding);
void pond_episode_begin_at(const struct pond_encoding *encoding, const struct pond_state *position,
    struct pond_episode *episode);
int pond_episode_legal(const struct pond_encoding *encoding, const struct pond_episode *episode, int seat,
    uint16_t *out);
pond_seats pond_episode_turn(const struct pond_encoding *encoding, const struct pond_episode *episode);
void pond_episode_observe(const struct pond_encoding *encoding, const struct pond_episode *episode,
    int seat, uint8_t *out);
void pond_episode_standing(const struct pond_encoding *encoding, const struct pond_episode *episode,
    struct pond_standing *standing);
pond_move pond_action_move(const struct pond_encoding *encoding, const struct pond_episode *episode, int seat, int action);
int pond_action_of(const struct pond_encoding *encoding, const struct pond_episode *episode, int seat, pond_move move);
uint64_t pond_recall_key(const struct pond_recall *recall, const struct pond_episode *episode, int seat);

bool pond_batch_open(struct pond_batch *batch, const struct pond_game *game, const char *options,
    const char *seed, uint32_t count, uint32_t turns_max, struct pond_error *why);
void pond_batch_reset(struct pond_batch *batch, uint32_t from, uint32_t end);
void pond_batch_sample(struct pond_batch *batch, uint32_t from, uint32_t end, int32_t *actions);
uint32_t pond_batch_check(const struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions);
void pond_batch_step(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions);
void shim_batch_put(struct pond_batch *batch, uint32_t lane, const struct shim_state *state);
void shim_batch_step_final(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions, uint8_t *final);
void shim_batch_copy(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *sources);

struct pond_tables *pond_tables_open(const struct pond_game *game, const char *folder);
void pond_tables_close(struct pond_tables *tables);
uint32_t pond_tables_count(const struct pond_tables *tables);

struct quibbit_solution;
struct quibbit_solve_settings { int threads; uint8_t hand[2]; ...; };
enum quibbit_solve_status { QUIBBIT_SOLVED, ... };
struct quibbit_truth_seat { int count; pond_move move[12]; double probability[12]; ...; };
struct quibbit_truth { double value; double win[2]; double dummy; struct quibbit_truth_seat seat[2]; ...; };
struct quibbit_solution *quibbit_solve(const struct pond_config *config,
    const struct quibbit_solve_settings *settings, enum quibbit_solve_status *status);
void quibbit_solution_free(struct quibbit_solution *solution);
bool quibbit_solution_probe(const struct quibbit_solution *solution, const struct pond_state *state,
    struct quibbit_truth *truth);
bool quibbit_solution_rank(const struct quibbit_solution *solution, const struct pond_state *state,
    uint64_t *index, bool *swapped);
bool quibbit_solution_unrank(const struct quibbit_solution *solution, uint64_t index, struct pond_state *state);
uint64_t quibbit_strategy_states(const struct quibbit_solution *solution);
void quibbit_strategy(const struct quibbit_solution *solution, int seat, double *out);
bool quibbit_respond(const struct quibbit_solution *solution, int seat, const double *strategy,
    double change_max, double *values, uint8_t *cards);
void quibbit_values(const struct quibbit_solution *solution, double *values);

/* ---- shim.h ---- */
struct shim_state { struct pond_episode episode; struct pond_recall recall; struct pond_error why;
    bool seeded, recalls, torn; ...; };
void shim_forked(void);
int shim_begin(const struct pond_encoding *encoding, struct shim_state *state,
    const struct pond_state *position, const char *seed, bool recalls);
int shim_apply(const struct pond_encoding *encoding, struct shim_state *state, int seat, int action);
int shim_chance(const struct pond_encoding *encoding, struct shim_state *state, pond_move outcome);
int shim_actor(const struct pond_encoding *encoding, const struct shim_state *state);
void shim_copy(struct shim_state *from, struct shim_state *to);
int shim_legal(const struct pond_encoding *encoding, struct shim_state *state, int seat, uint16_t *out);
bool shim_observe(const struct pond_encoding *encoding, struct shim_state *state, int seat, uint8_t *out);
int shim_action_text(const struct pond_encoding *encoding, struct shim_state *state, int seat, int action,
    char *out, size_t size);
void shim_setup(const struct pond_game *game, const struct pond_config *config, struct pond_state *state);
size_t shim_config(const struct pond_game *game, const struct pond_config *config, char *out, size_t size);
size_t shim_view(const struct pond_game *game, const struct pond_view *view, char *out, char *hand, size_t size);
size_t shim_view_json(const struct pond_game *game, const struct pond_view *view, char *out, size_t size);
size_t shim_record(const struct pond_match *match, const char *const names[5], const char *seed,
    int hidden_from, bool limit, char *out, size_t size);
const struct pond_game *shim_match_game(const struct pond_match *match);
const struct pond_config *shim_match_config(const struct pond_match *match);
float shim_advice_probability(const struct pond_advice *advice, pond_move move);
int shim_probe(struct pond_tables *tables, const struct pond_state *state, float win[5], float *dummy, int *distance);
void shim_replay_begin(const struct pond_match *match, struct pond_match *again, struct pond_entry *log, uint32_t log_max);
void shim_match_copy(const struct pond_match *match, struct pond_match *copy, struct pond_entry *log);
bool shim_replay(const struct pond_match *match, uint32_t index, struct pond_match *again, struct pond_error *why);
uint32_t shim_entry(const struct pond_match *match, uint32_t index, int *seat, int *kind, pond_move *move);
#define SHIM_CHANCE ...
#define SHIM_OVER ...
#define SHIM_REFUSED ...
""")
flags = ["-O2", "-std=gnu17"]
links = []
if SANITIZED:
    flags += ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    links += ["-fsanitize=address,undefined"]
ffi.set_source("pond._pond", '#include <stdlib.h>\n#include "shim.h"\n',
               include_dirs=[str(TOP / name) for name in ("include", "python", "src/tables", "src/engines")],
               sources=["shim.c"], depends=["shim.h", *ARCHIVES], extra_objects=ARCHIVES,
               libraries=["zstd", "m", "pthread"],
               extra_compile_args=flags, extra_link_args=links)

if __name__ == "__main__":
    ffi.compile(verbose=True)
