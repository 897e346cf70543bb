/* foreign.c: the library for languages that cannot read its headers. See foreign.h. */
#include "pond/foreign.h"

#include "banned.h"

size_t pond_sizeof(const char *type)
{
    static const struct {
        const char *name;
        size_t size;
    } types[] = {
        {"state", sizeof(struct pond_state)},   {"view", sizeof(struct pond_view)},
        {"config", sizeof(struct pond_config)}, {"entry", sizeof(struct pond_entry)},
        {"match", sizeof(struct pond_match)},   {"error", sizeof(struct pond_error)},
        {"rng", sizeof(struct pond_rng)},       {"record", sizeof(struct pond_record)},
        {"reader", sizeof(struct pond_reader)}, {"series", sizeof(struct pond_series)},
        {"json", sizeof(struct pond_json)},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (pond_text_equal(types[i].name, type)) return types[i].size;
    }
    return 0;
}

int64_t pond_limit(const char *name)
{
    static const struct {
        const char *name;
        int64_t value;
    } limits[] = {
        {"SEATS_MAX", POND_SEATS_MAX},
        {"SPECTATOR", POND_SPECTATOR},
        {"CHANCE", POND_CHANCE},
        {"MOVES_MAX", POND_MOVES_MAX},
        {"CHANCE_MAX", POND_CHANCE_MAX},
        {"MOVE_TEXT_MAX", POND_MOVE_TEXT_MAX},
        {"STATE_TEXT_MAX", POND_STATE_TEXT_MAX},
        {"OPTIONS_TEXT_MAX", POND_OPTIONS_TEXT_MAX},
        {"SEED_MAX", POND_SEED_MAX},
        {"ENTRIES_A_MOVE_MAX", POND_ENTRIES_A_MOVE_MAX},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (pond_text_equal(limits[i].name, name)) return limits[i].value;
    }
    return -1;
}

/* ---- The games ---- */

const struct pond_game *pond_game_at(int number)
{
    if (number < 0) return NULL;
    for (int i = 0; i < number; i++) {
        if (pond_games[i] == NULL) return NULL;
    }
    return pond_games[number];
}

const char *pond_game_name(const struct pond_game *game) { return game->name; }
const char *pond_game_title(const struct pond_game *game) { return game->title; }

int pond_game_seats(const struct pond_game *game, const struct pond_config *config)
{
    return game->seats(config);
}

void pond_game_setup(const struct pond_game *game, struct pond_state *state,
                     const struct pond_config *config)
{
    game->setup(state, config);
}

pond_seats pond_game_turn(const struct pond_game *game, const struct pond_state *state)
{
    return game->turn(state);
}

int pond_game_moves(const struct pond_game *game, const struct pond_state *state, int seat,
                    pond_move out[POND_MOVES_MAX])
{
    return game->moves(state, seat, out);
}

bool pond_game_legal(const struct pond_game *game, const struct pond_state *state, int seat,
                     pond_move move, struct pond_error *why)
{
    return game->legal(state, seat, move, why);
}

void pond_game_apply(const struct pond_game *game, struct pond_state *state, int seat,
                     pond_move move)
{
    game->apply(state, seat, move);
}

uint64_t pond_game_hash(const struct pond_game *game, const struct pond_state *state)
{
    return game->hash(state);
}

static int result_unfold(struct pond_result result, int *seat, int *reason)
{
    if (seat != NULL) *seat = result.seat;
    if (reason != NULL) *reason = result.reason;
    return result.outcome;
}

int pond_game_result(const struct pond_game *game, const struct pond_state *state, int *seat,
                     int *reason)
{
    return result_unfold(game->result(state), seat, reason);
}

void pond_game_observe(const struct pond_game *game, const struct pond_state *state, int seat,
                       struct pond_view *view)
{
    game->observe(state, seat, view);
}

void pond_game_sample(const struct pond_game *game, const struct pond_view *view,
                      struct pond_rng *rng, struct pond_state *state)
{
    game->sample(view, rng, state);
}

bool pond_game_move_read(const struct pond_game *game, const struct pond_state *state, int seat,
                         const char *text, pond_move *move, struct pond_error *why)
{
    return pond_move_read(game, state, seat, text, move, why);
}

size_t pond_game_move_write(const struct pond_game *game, const struct pond_state *state, int seat,
                            pond_move move, char *out, size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    game->move_print(state, seat, move, &text);
    return text.length;
}

bool pond_game_state_read(const struct pond_game *game, struct pond_state *state,
                          const struct pond_config *config, const char *text,
                          struct pond_error *why)
{
    return game->state_parse(state, config, text, why);
}

size_t pond_game_state_write(const struct pond_game *game, const struct pond_state *state,
                             char *out, size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    game->state_print(state, &text);
    return text.length;
}

/* ---- A match ---- */

const struct pond_state *pond_match_state(const struct pond_match *match) { return &match->state; }
int pond_match_seat_count(const struct pond_match *match) { return match->seat_count; }

int pond_match_result(const struct pond_match *match, int *seat, int *reason)
{
    return result_unfold(match->result, seat, reason);
}

size_t pond_match_last_write(const struct pond_match *match, char *out, size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    pond_match_last_print(match, &text);
    return text.length;
}

/* ---- Errors and chance ---- */

size_t pond_error_write(const struct pond_error *error, enum pond_language language, char *out,
                        size_t size)
{
    struct pond_text text = pond_text_in(out, size);
    pond_error_print(error, language, &text);
    return text.length;
}

uint32_t pond_rng_draw(struct pond_rng *rng, uint32_t limit) { return pond_rng_below(rng, limit); }
