/* ring.c: ring.wasm: solves a ring of two-player Quibbit in the page. web/ring-worker.mjs calls
 * these functions.
 *
 * The solver is the one of `pond solve` (src/tables/quibbit). Hands never grow, so what a position
 * needs are its own hands and smaller ones: with three cards each that is a sixteenth of a ring.
 * One module solves one ring; it is fetched only where somebody looks at such a game. */
#include <string.h>

#include "pond/json.h"
#include "pond/text.h"
#include "quibbit/solve.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IN_MAX 4096
#define OUT_MAX 32768
#define UNIT 1e9 /* values are whole numbers of a billionth */

/* Reads a cell of a ring that was solved and kept before. */
__attribute__((import_module("env"), import_name("read"))) void ring_read(uint32_t cell,
                                                                          uint64_t *into);
/* The share that is done, from 0 to 1, for a progress bar. */
__attribute__((import_module("env"), import_name("progress"))) void ring_progress(double done);

static struct {
    char in[IN_MAX + 1], out[OUT_MAX];
    uint32_t out_length;
    struct quibbit_solution *solution;
    struct pond_config config;
    uint64_t cell;   /* the one read last */
    uint64_t states; /* cells before those of a seat alone with the dummy */
} ring;

char *EXPORT(ring_in)(void) { return ring.in; }
char *EXPORT(ring_out)(void) { return ring.out; }
uint32_t EXPORT(ring_out_length)(void) { return ring.out_length; }

static void answer_take(void *context, const char *bytes, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length && ring.out_length < OUT_MAX; i++) {
        ring.out[ring.out_length++] = bytes[i];
    }
}

/* The options with the ring that the position begins with in place of a random one. */
static bool config_take(const char *options, const char *position)
{
    char memory[IN_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const size_t tiles =
        strchr(position, ' ') == NULL ? 0 : (size_t)(strchr(position, ' ') - position);
    for (const char *at = options; *at != '\0';) {
        const char *end = strchr(at, ',');
        const size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
        if (text.length > 0) pond_text_char(&text, ',');
        if (strncmp(at, "layout=", 7) == 0) {
            pond_text_string(&text, "layout=");
            pond_text_bytes(&text, position, tiles);
        } else {
            pond_text_bytes(&text, at, length);
        }
        at += length + (end != NULL ? 1 : 0);
    }
    return !text.full && pond_config_parse(&pond_quibbit, memory, &ring.config, NULL);
}

static bool progress(void *context, const struct quibbit_progress *now)
{
    (void)context;
    ring_progress(now->done);
    return true;
}

/* Options and a position, parted by a zero; `length` bytes. Takes the ring from them. */
static bool game_take(uint32_t length, struct pond_state *state)
{
    if (length > IN_MAX) return false;
    ring.in[length] = '\0';
    const char *position = ring.in + strlen(ring.in) + 1;
    return position <= ring.in + length && config_take(ring.in, position) &&
           pond_quibbit.state_parse(state, &ring.config, position, NULL);
}

/* Options and a position, as above. Solves what follows from it. Returns 0, or why not: 1 it isn't
 * such a game, 2 out of memory. */
int32_t EXPORT(ring_solve)(uint32_t length)
{
    struct pond_state state;
    enum quibbit_solve_status status = QUIBBIT_NO_SUCH_GAME;
    if (!game_take(length, &state)) return 1;
    const struct quibbit_state *game = (const struct quibbit_state *)&state;
    struct quibbit_solve_settings settings = {.threads = 1,
                                              .start = QUIBBIT_START_NEAR,
                                              .hand = {game->hand[0], game->hand[1]},
                                              .progress = progress};
    ring.solution = quibbit_solve(&ring.config, &settings, &status);
    return ring.solution != NULL ? 0 : status == QUIBBIT_NO_MEMORY ? 2 : 1;
}

/* One game of matrix.h, for tests: the payoffs, row by row, are where a text would be. The answer
 * is left as 13 numbers: both strategies, the bounds, and whether a tableau was not enough. */
void EXPORT(ring_matrix)(int32_t rows, int32_t columns)
{
    double entry[MATRIX_MAX * MATRIX_MAX], payoff[MATRIX_MAX][MATRIX_MAX];
    struct matrix_answer answer;
    memcpy(entry, ring.in, sizeof entry);
    for (int i = 0; i < rows * columns; i++) payoff[i / columns][i % columns] = entry[i];
    matrix_solve(rows, columns, payoff, &answer);
    const double bounds[] = {answer.low, answer.high, answer.careful};
    memcpy(ring.out, answer.row, sizeof answer.row);
    memcpy(ring.out + sizeof answer.row, answer.column, sizeof answer.column);
    memcpy(ring.out + 2 * sizeof answer.row, bounds, sizeof bounds);
}

/* ---- Keeping a whole ring ---- */

/* What was solved, as bytes: where they are and how many. */
const uint64_t *EXPORT(ring_cells)(void)
{
    uint64_t count;
    return ring.solution != NULL ? quibbit_solution_cells(ring.solution, &count) : NULL;
}
uint32_t EXPORT(ring_cells_length)(void)
{
    struct quibbit_summary summary = {0};
    if (ring.solution != NULL) quibbit_solution_summary(ring.solution, &summary);
    return (uint32_t)summary.bytes;
}

static void cell_fetch(void *context, uint64_t cell, double *value, double *dummy)
{
    (void)context;
    ring_read((uint32_t)cell, &ring.cell);
    if (cell < ring.states) {
        *value = quibbit_cell_value(ring.cell);
        *dummy = quibbit_cell_dummy(ring.cell);
        return;
    }
    memcpy(value, &ring.cell, sizeof *value);
    *dummy = 1 - *value;
}

/* Options and a position, as above. Opens a whole ring whose cells are kept elsewhere; `ring_read`
 * reads them. Returns how many bytes they are, or 0 if it fails. */
uint32_t EXPORT(ring_open)(uint32_t length)
{
    struct pond_state state;
    struct quibbit_summary summary;
    enum quibbit_solve_status status;
    if (!game_take(length, &state)) return 0;
    ring.solution = quibbit_solution_open(&ring.config, cell_fetch, NULL, &status);
    if (ring.solution == NULL) return 0;
    quibbit_solution_summary(ring.solution, &summary);
    ring.states = summary.states;
    return (uint32_t)summary.bytes;
}

static int64_t in_units(double value) { return (int64_t)(value * UNIT + (value < 0 ? -0.5 : 0.5)); }

static void seat_json(struct pond_json *json, const struct pond_state *state, int seat,
                      const struct quibbit_truth_seat *own)
{
    pond_json_open(json, '[');
    for (int i = 0; i < own->count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_quibbit.move_print(state, seat, own->move[i], &text);
        pond_json_open(json, '{');
        pond_json_string_member(json, "move", memory);
        pond_json_number_member(json, "value",
                                in_units(seat == 0 ? own->value[i] : -own->value[i]));
        pond_json_number_member(json, "probability", in_units(own->probability[i]));
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

/* The value for seat 0 of what a round led to, and how often the dummy wins there. */
static bool after_round(const struct pond_state *state, double *value, double *dummy)
{
    struct quibbit_truth truth;
    const struct pond_result result = pond_quibbit.result(state);
    if (result.outcome == POND_GOES_ON) {
        if (!quibbit_solution_probe(ring.solution, state, &truth)) return false;
        *value = truth.value;
        *dummy = truth.dummy;
        return true;
    }
    const bool won = result.outcome == POND_WON;
    *value = !won ? 0 : result.seat == 0 ? 1 : -1;
    *dummy = result.outcome == POND_WON_BY_DUMMY ? 1 : 0;
    return true;
}

/* What a pair of cards leads to, by the dummy's card. */
static void pair_json(struct pond_json *json, const struct pond_state *state, pond_move first,
                      pond_move second)
{
    pond_move cards[POND_MOVES_MAX];
    struct pond_state chosen = *state;
    pond_quibbit.apply(&chosen, 0, first);
    pond_quibbit.apply(&chosen, 1, second);
    const bool due = (pond_quibbit.turn(&chosen) & POND_SEAT(POND_CHANCE)) != 0;
    const int count = due ? pond_quibbit.moves(&chosen, POND_CHANCE, cards) : 0;
    pond_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        struct pond_state after = chosen;
        double value, dummy;
        pond_quibbit.apply(&after, POND_CHANCE, cards[i]);
        if (!after_round(&after, &value, &dummy)) continue;
        pond_json_open(json, '{');
        pond_json_number_member(json, "card", (int64_t)cards[i]);
        pond_json_number_member(json, "value", in_units(value));
        pond_json_number_member(json, "dummy", in_units(dummy));
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

static void pairs_json(struct pond_json *json, const struct pond_state *state,
                       const struct quibbit_truth *truth)
{
    const struct quibbit_truth_seat *rows = &truth->seat[0], *columns = &truth->seat[1];
    pond_json_key(json, "pairs");
    pond_json_open(json, '[');
    for (int i = 0; i < rows->count && columns->count > 0; i++) {
        pond_json_open(json, '[');
        for (int j = 0; j < columns->count; j++) {
            pond_json_number(json, in_units(truth->payoff[i][j]));
        }
        pond_json_close(json, ']');
    }
    pond_json_close(json, ']');
    pond_json_key(json, "outcomes");
    pond_json_open(json, '[');
    for (int i = 0; i < rows->count && columns->count > 0; i++) {
        pond_json_open(json, '[');
        for (int j = 0; j < columns->count; j++) {
            pair_json(json, state, rows->move[i], columns->move[j]);
        }
        pond_json_close(json, ']');
    }
    pond_json_close(json, ']');
}

/* A position. The truth about it: `value`, `win`, `dummy`, by seat the choices, and where both
 * decide the value of each pair for seat 0, and the same by the dummy's card. Returns 0 where it is
 * not of what was solved. */
int32_t EXPORT(ring_probe)(uint32_t length)
{
    struct pond_state state;
    struct quibbit_truth truth;
    if (length > IN_MAX || ring.solution == NULL) return 0;
    ring.in[length] = '\0';
    if (!pond_quibbit.state_parse(&state, &ring.config, ring.in, NULL) ||
        !quibbit_solution_probe(ring.solution, &state, &truth)) {
        return 0;
    }
    ring.out_length = 0;
    struct pond_json json = pond_json_to(answer_take, NULL);
    pond_json_open(&json, '{');
    pond_json_number_member(&json, "value", in_units(truth.value));
    pond_json_key(&json, "win");
    pond_json_open(&json, '[');
    for (int seat = 0; seat < 2; seat++) pond_json_number(&json, in_units(truth.win[seat]));
    pond_json_close(&json, ']');
    pond_json_number_member(&json, "dummy", in_units(truth.dummy));
    pond_json_key(&json, "seats");
    pond_json_open(&json, '[');
    for (int seat = 0; seat < 2; seat++) seat_json(&json, &state, seat, &truth.seat[seat]);
    pond_json_close(&json, ']');
    pairs_json(&json, &state, &truth);
    pond_json_close(&json, '}');
    return 1;
}
