/* keys.c: the numbers of positions and choices, game by game. See keys.h.
 *
 * They are in files, so they never change: a game that must number otherwise raises the version. */
#include "keys.h"

#include "pond/rribbit.h"
#include "quibbit/openings.h"

#include <string.h>

#include "banned.h"

/* The finalizer of splitmix64: every bit depends on every bit. */
static uint64_t mix(uint64_t word)
{
    word += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

static uint64_t text_hash(const char *text, uint64_t hash)
{
    hash ^= UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *text != '\0'; text++) hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return mix(hash);
}

struct arithmetic {
    const char *game;
    uint64_t (*position)(const struct pond_state *state, uint32_t *turned);
    uint64_t (*move)(const struct pond_state *state, uint32_t turned, pond_move move);
    bool (*exact)(const struct pond_state *state, int seat, pond_move move, float *value);
};

/* ---- Rrib-bit: a position and its mirror image are one ---- */

enum { AS_IS, MIRRORED, SYMMETRIC };

static uint64_t board_mirror(uint64_t board)
{
    uint64_t mirrored = 0;
    for (; board != 0; board &= board - 1) {
        const int pad = rribbit_lowest(board);
        mirrored |= rribbit_bit(pad + RRIBBIT_COLUMNS - 1 - 2 * (pad % RRIBBIT_COLUMNS));
    }
    return mirrored;
}

static uint64_t rribbit_position(const struct pond_state *whole, uint32_t *turned)
{
    const struct rribbit_state *state = (const struct rribbit_state *)whole;
    const uint64_t as_is = mix(mix(state->frogs[0]) ^ state->frogs[1]);
    const uint64_t mirrored =
        mix(mix(board_mirror(state->frogs[0])) ^ board_mirror(state->frogs[1]));
    *turned = as_is == mirrored ? SYMMETRIC : mirrored < as_is ? MIRRORED : AS_IS;
    const unsigned rest = (unsigned)(state->side | state->chain << 1 | state->seven << 2);
    return mix((mirrored < as_is ? mirrored : as_is) + rest);
}

static pond_move move_mirror(pond_move move)
{
    pond_move mirrored = move & 15;
    for (int i = 0; i <= rribbit_move_landings(move); i++) {
        const int pad = rribbit_move_pad(move, i);
        const int there = pad + RRIBBIT_COLUMNS - 1 - 2 * (pad % RRIBBIT_COLUMNS);
        mirrored |= (pond_move)there << (4 + 6 * i);
    }
    return mirrored;
}

static uint64_t rribbit_choice(const struct pond_state *state, uint32_t turned, pond_move move)
{
    (void)state;
    if (turned == AS_IS) return move;
    const pond_move mirrored = move_mirror(move);
    return turned == MIRRORED || mirrored < move ? mirrored : move;
}

/* ---- Quibbit: the ring is turned until the water is at tile 0 ---- */

static int water_find(const struct quibbit_state *state)
{
    return state->ring[QUIBBIT_WATER] != 0 ? __builtin_ctz(state->ring[QUIBBIT_WATER]) : 0;
}

static uint64_t quibbit_position(const struct pond_state *whole, uint32_t *turned)
{
    const struct quibbit_state *state = quibbit_state_of(whole);
    const int water = water_find(state);
    const uint32_t back = quibbit_progress_least(state);
    uint64_t hash =
        mix((uint64_t)state->seats | (uint64_t)state->turn << 8 | (uint64_t)state->in_play << 16 |
            (uint64_t)state->crown << 24 | (uint64_t)state->deck << 32 |
            (uint64_t)(state->round > 0) << 40 | (uint64_t)state->lap_by_leader << 41 |
            (uint64_t)state->tie_by_crown_now << 42 | (uint64_t)state->dummy_counts << 43);
    for (int tile = 0; tile < state->laid; tile++) {
        hash = hash * 7 + (unsigned)quibbit_tile_kind(state, (tile + water) % state->tiles);
    }
    hash = mix(hash);
    for (int frog = 0; frog < state->frogs; frog++) {
        const bool placed = state->progress[frog] != QUIBBIT_NOWHERE;
        const uint32_t tile = (uint32_t)(state->tile[frog] + state->tiles - water) % state->tiles;
        hash = mix(hash ^ ((uint64_t)state->hand[frog] << 48 |
                           (placed ? (uint64_t)tile << 40 | (state->progress[frog] - back)
                                   : (uint64_t)1 << 47)));
    }
    *turned = (uint32_t)water;
    return hash;
}

static uint64_t quibbit_choice(const struct pond_state *whole, uint32_t turned, pond_move move)
{
    const struct quibbit_state *state = quibbit_state_of(whole);
    if ((move & ~(pond_move)0xffff) != QUIBBIT_PLACE) return move;
    const uint32_t tile = (uint32_t)(move & 0xffff);
    return QUIBBIT_PLACE | (tile + state->tiles - turned) % state->tiles;
}

/* What the first round is worth for a seat, from when all are placed. */
static bool opening_exact(const struct pond_state *state, int seat, float *value)
{
    float dummy;
    if (!quibbit_opening_known(quibbit_state_of(state), value, &dummy)) return false;
    if (seat == 1) *value = -*value;
    return true;
}

/* A placement is worth what the best answer to it leaves. */
static bool quibbit_exact(const struct pond_state *state, int seat, pond_move move, float *value)
{
    if (move < QUIBBIT_PLACE || quibbit_state_of(state)->seats != 2) return false;
    struct pond_state placed = *state;
    pond_quibbit.apply(&placed, seat, move);
    if (move >= QUIBBIT_FRONT) return opening_exact(&placed, seat, value);
    const pond_move answers[2] = {QUIBBIT_FRONT, QUIBBIT_BACK};
    float worth[2];
    for (int i = 0; i < 2; i++) {
        struct pond_state answered = placed;
        pond_quibbit.apply(&answered, 1 - seat, answers[i]);
        if (!opening_exact(&answered, seat, &worth[i])) return false;
    }
    *value = worth[0] < worth[1] ? worth[0] : worth[1];
    return true;
}

static const struct arithmetic arithmetics[] = {
    {"rribbit", rribbit_position, rribbit_choice, NULL},
    {"quibbit", quibbit_position, quibbit_choice, quibbit_exact},
};

/* ---- Any other game: what the seat sees, as it is written ---- */

static uint64_t text_position(const struct pond_game *game, const struct pond_state *state,
                              int seat)
{
    char memory[POND_STATE_TEXT_MAX + 2 * POND_MOVE_TEXT_MAX];
    char chosen_memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_text chosen = pond_text_in(chosen_memory, sizeof chosen_memory);
    struct pond_view view;
    game->observe(state, seat, &view);
    game->view_print(&view, &text);
    pond_text_char(&text, ' ');
    if (game->own_print != NULL) game->own_print(&view, &text, &chosen);
    return text_hash(memory, (uint64_t)seat);
}

static uint64_t text_choice(const struct explorer_key *key, pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    key->game->move_print(key->state, key->seat, move, &text);
    return text_hash(memory, 0);
}

/* ---- All games ---- */

struct explorer_key pond_explorer_key(const struct pond_game *game, const struct pond_state *state,
                                      int seat)
{
    struct explorer_key key = {.game = game, .state = state, .seat = seat};
    for (size_t i = 0; i < sizeof arithmetics / sizeof arithmetics[0]; i++) {
        if (pond_text_equal(game->name, arithmetics[i].game)) key.arithmetic = &arithmetics[i];
    }
    const struct arithmetic *own = key.arithmetic;
    const uint64_t position =
        own != NULL ? own->position(state, &key.turned) : text_position(game, state, seat);
    key.position = mix(position ^ text_hash(game->name, 0));
    return key;
}

uint32_t pond_explorer_move(const struct explorer_key *key, pond_move move)
{
    const struct arithmetic *own = key->arithmetic;
    const uint64_t choice =
        own != NULL ? own->move(key->state, key->turned, move) : text_choice(key, move);
    return (uint32_t)(mix(choice ^ (uint64_t)key->seat << 61) >> 32);
}

bool pond_explorer_exact(const struct explorer_key *key, pond_move move, float *value)
{
    const struct arithmetic *own = key->arithmetic;
    return own != NULL && own->exact != NULL && own->exact(key->state, key->seat, move, value);
}
