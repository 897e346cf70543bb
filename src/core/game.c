/* game.c: what is written once for all games: finding them, results, chance, perft. See game.h. */
#include "pond/game.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

/* ---- Finding ---- */

const struct pond_game *pond_game_offered(const char *name)
{
    for (const struct pond_game *const *game = pond_games; *game != NULL; game++) {
        if (pond_text_equal((*game)->name, name)) return *game;
    }
    return NULL;
}

const struct pond_game *pond_game_find(const char *name)
{
    if (pond_text_equal(pond_null.name, name)) return &pond_null;
    return pond_game_offered(name);
}

bool pond_game_refuse(const char *name, struct pond_error *why)
{
    char memory[POND_ERROR_ARGUMENT_MAX];
    struct pond_text names = pond_text_in(memory, sizeof memory);
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (i > 0) pond_text_string(&names, ", ");
        pond_text_string(&names, pond_games[i]->name);
    }
    pond_refuse_text(why, POND_WORD_GAME_UNKNOWN, name);
    return pond_error_text(why, memory);
}

#ifdef POND_RULES_ONLY
/* Nobody asks for events in the build without them, so a game need not leave its own out there. */
struct pond_event *pond_event_add(struct pond_events *events, int kind, int seat)
{
    (void)events, (void)kind, (void)seat;
    __builtin_trap();
}
#endif

/* ---- Results ---- */

const char *pond_reason_name(enum pond_reason reason)
{
    static const char *const names[POND_REASONS] = {
        [POND_REASON_NONE] = "",
        [POND_REASON_LAP] = "lap",
        [POND_REASON_LAST_STANDING] = "last-standing",
        [POND_REASON_CROWN_TIE] = "crown-tie",
        [POND_REASON_COLLECTION] = "collection",
        [POND_REASON_ROW] = "row",
        [POND_REASON_SEVEN] = "seven",
        [POND_REASON_NO_FROGS] = "no-frogs",
        [POND_REASON_TWO_FROGS] = "two-frogs",
        [POND_REASON_ENDGAME_LIMIT] = "endgame-limit",
        [POND_REASON_REPETITION] = "repetition",
        [POND_REASON_AGREED] = "agreed",
        [POND_REASON_RESIGNED] = "resigned",
        [POND_REASON_LIMIT] = "limit",
        [POND_REASON_IN_PROGRESS] = "in-progress",
        [POND_REASON_POINTS] = "points",
    };
    return names[reason];
}

void pond_result_print(struct pond_result result, struct pond_text *out)
{
    switch ((enum pond_outcome)result.outcome) {
    case POND_GOES_ON: break;
    case POND_WON:
        pond_text_string(out, "seat ");
        pond_text_number(out, result.seat);
        break;
    case POND_WON_BY_DUMMY: pond_text_string(out, "dummy"); break;
    case POND_DRAWN: pond_text_string(out, "draw"); break;
    case POND_UNFINISHED: pond_text_string(out, "unfinished"); break;
    }
}

/* ---- Moves and chance ---- */

int pond_chance(const struct pond_game *game, const struct pond_state *state,
                pond_move outcomes[POND_CHANCE_MAX], uint32_t weights[POND_CHANCE_MAX])
{
    if (game->chance != NULL) return game->chance(state, outcomes, weights);
    const int count = game->moves(state, POND_CHANCE, outcomes);
    for (int i = 0; i < count; i++) weights[i] = game->weight(state, outcomes[i]);
    return count;
}

pond_move pond_roll(const struct pond_game *game, struct pond_state *state, struct pond_rng *rng)
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX], ends[POND_CHANCE_MAX];
    const int count = pond_chance(game, state, outcomes, weights);
    assert(count > 0 && count <= POND_CHANCE_MAX);
    int chosen = 0;
    if (count > 1) { /* each outcome has the tickets below its end; counting needs no guess where */
        uint32_t total = 0;
        for (int i = 0; i < count; i++) ends[i] = total += weights[i];
        const uint32_t ticket = pond_rng_below(rng, total);
        for (int i = 0; i < count; i++) chosen += ticket >= ends[i];
    }
    game->apply(state, POND_CHANCE, outcomes[chosen]);
    return outcomes[chosen];
}

bool pond_move_listed(const struct pond_game *game, const struct pond_state *state, int seat,
                      pond_move move)
{
    if ((game->turn(state) & POND_SEAT(seat)) == 0) return false;
    pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) return true;
    }
    return false;
}

bool pond_move_read(const struct pond_game *game, const struct pond_state *state, int seat,
                    const char *text, pond_move *move, struct pond_error *why)
{
    const pond_seats turn = game->turn(state);
    if (turn == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat < 0 || seat > POND_CHANCE || (turn & POND_SEAT(seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    pond_move read;
    if (!game->move_parse(state, seat, text, &read, why)) return false;
    if (!game->legal(state, seat, read, why)) return false;
    *move = read;
    return true;
}

bool pond_view_reads(const struct pond_game *game, const struct pond_view *view,
                     const struct pond_config *config, int seat)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_state state;
    struct pond_view again;
    game->view_print(view, &text);
    if (text.full || !game->state_parse(&state, config, memory, NULL)) return false;
    if ((game->turn(&state) & POND_SEAT(seat)) == 0) return false;
    game->observe(&state, seat, &again);
    return memcmp(view, &again, sizeof again) == 0;
}

bool pond_view_check(const struct pond_game *game, const struct pond_view *view,
                     const struct pond_config *config, int seat)
{
    struct pond_rng rng;
    struct pond_state state;
    struct pond_view again;
    if (game->view_check == NULL) return pond_view_reads(game, view, config, seat);
    if (!game->view_check(view, config, seat)) return false;
    /* A state that looks like it looks the same, down to the bytes that nothing uses. */
    pond_rng_seed(&rng, "check");
    game->sample(view, &rng, &state);
    game->observe(&state, seat, &again);
    return memcmp(view, &again, sizeof again) == 0;
}

int pond_view_moves(const struct pond_game *game, const struct pond_view *view, int seat,
                    pond_move out[POND_MOVES_MAX])
{
    struct pond_rng rng;
    struct pond_state state;
    pond_rng_seed(&rng, "moves");
    game->sample(view, &rng, &state);
    if ((game->turn(&state) & POND_SEAT(seat)) == 0) return 0;
    return game->moves(&state, seat, out);
}

static uint64_t perft_general(const struct pond_game *game, const struct pond_state *state,
                              int depth, bool in_bulk, uint64_t *leaf_sum)
{
    if (depth == 0) {
        *leaf_sum += game->hash(state);
        return 1;
    }
    const pond_seats turn = game->turn(state);
    if (turn == 0) return 0;
    const int seat = pond_seat_first(turn);
    pond_move moves[POND_MOVES_MAX];
    const int count = game->moves(state, seat, moves);
    if (in_bulk && depth == 1) return (uint64_t)count;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct pond_state next = *state;
        game->apply(&next, seat, moves[i]);
        leaves += perft_general(game, &next, depth - 1, in_bulk, leaf_sum);
    }
    return leaves;
}

uint64_t pond_perft(const struct pond_game *game, const struct pond_state *state, int depth,
                    bool in_bulk, uint64_t *leaf_sum)
{
    *leaf_sum = 0;
    if (game->perft != NULL) return game->perft(state, depth, in_bulk, leaf_sum);
    return perft_general(game, state, depth, in_bulk, leaf_sum);
}

uint64_t pond_hash_words(const uint64_t *words, size_t count, uint64_t start)
{
    uint64_t hash = start ^ 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ hash >> 29;
}
