/* encode_rribbit.c: Rrib-bit as numbers.
 *
 * An action is a pad times eight plus a direction: where a frog leaps from and which way, seen by
 * the seat that moves, so that the board is turned by half for dark. With chains, each capture is
 * an action of its own, and the last id ends a chain that could go on. */
#include <assert.h>
#include <string.h>

#include "bits.h"
#include "lanes.h"
#include "pond/rribbit.h"

#include "banned.h"

#define STOP (RRIBBIT_PADS * 8)
#define LEGAL_MAX 73 /* nine frogs with eight leaps each, and to stop */
#define PLANES 10

/* The eight directions, clockwise from up and right, as steps from pad to pad. */
static const int8_t steps[8] = {19, 11, -7, -17, -19, -11, 7, 17};

static const struct rribbit_state *game_of(const struct pond_episode *episode)
{
    return (const struct rribbit_state *)&episode->state;
}

/* Pads and steps as the seat sees them, and back. */
static inline int turned(int pad, int seat) { return seat == 0 ? pad : RRIBBIT_PADS - 1 - pad; }

static inline int direction(int step)
{
    static const int8_t of_step[39] = {
        [19 + 19] = 0, [19 + 11] = 1, [19 - 7] = 2, [19 - 17] = 3,
        [19 - 19] = 4, [19 - 11] = 5, [19 + 7] = 6, [19 + 17] = 7,
    };
    return of_step[step + 19];
}

static inline int leap_action(int from, int to, int seat)
{
    return turned(from, seat) * 8 + direction(seat == 0 ? to - from : from - to);
}

static void shape(struct pond_encoding *encoding, const struct pond_config *config)
{
    struct pond_state start;
    pond_rribbit.setup(&start, config);
    encoding->action_count = STOP + (((const struct rribbit_state *)&start)->chain ? 1 : 0);
    encoding->legal_max = LEGAL_MAX;
    static const char *const planes[PLANES] = {
        "own_frogs",   "other_frogs", "own_row",   "other_row", "arena",
        "seen_before", "seen_twice",  "own_count", "count",     "chain_frog",
    };
    for (int plane = 0; plane < PLANES; plane++) {
        pond_encoding_field(encoding, planes[plane], RRIBBIT_ROWS, RRIBBIT_COLUMNS);
    }
}

/* ---- Chains ---- */

/* The frogs that a path takes away, and where it ends. */
static uint64_t landed(pond_move path, int *last)
{
    uint64_t pads = 0;
    const int landings = rribbit_move_landings(path);
    for (int i = 1; i <= landings; i++) pads |= UINT64_C(1) << rribbit_move_pad(path, i);
    *last = rribbit_move_pad(path, landings);
    return pads;
}

static pond_move path_extend(pond_move path, int to)
{
    return (path + 1) | (pond_move)to << (4 + 6 * (rribbit_move_landings(path) + 1));
}

static uint64_t next_captures(const struct rribbit_state *game, int seat, pond_move path)
{
    int last;
    const uint64_t prey = game->frogs[1 - seat] & ~landed(path, &last);
    return rribbit_knight[last] & prey;
}

/* The captures that a chain can go on with, and to stop. */
static int legal_chain(const struct rribbit_state *game, int seat, pond_move prefix,
                       uint16_t out[POND_LEGAL_MAX])
{
    int count = 0, last;
    landed(prefix, &last);
    uint64_t targets = next_captures(game, seat, prefix);
    for (; targets != 0; targets &= targets - 1) {
        out[count++] = (uint16_t)leap_action(last, __builtin_ctzll(targets), seat);
    }
    out[count++] = STOP;
    return count;
}

typedef uint8_t eight_bytes __attribute__((vector_size(8)));
typedef uint16_t eight_ids __attribute__((vector_size(16)));
typedef uint8_t pads_half __attribute__((vector_size(32)));

/* Which of the eight leaps of a frog lead to a target, in the order of their targets: four
 * downwards in the low bits, four upwards. */
static inline unsigned leaps_of(uint64_t targets, int from)
{
    const int turn = (from - 19) & 63; /* the lowest target to bit 0; none is 20 pads away */
    const uint64_t near = targets >> turn | targets << (-turn & 63);
#ifdef __BMI2__
    return (unsigned)__builtin_ia32_pext_di(near, UINT64_C(0x5044001105));
#else
    return (unsigned)((near & 1) | (near >> 1 & 2) | (near >> 6 & 4) | (near >> 9 & 8) |
                      (near >> 22 & 16) | (near >> 25 & 32) | (near >> 30 & 64) |
                      (near >> 31 & 128));
#endif
}

/* Their directions, a byte each, the first lowest: each four by a table of what is left of them. */
static inline uint64_t directions(unsigned leaps)
{
    static const uint32_t downwards[16] = {
        0x00, 0x04,   0x03,   0x0304,   0x05,   0x0504,   0x0503,   0x050304,
        0x02, 0x0204, 0x0203, 0x020304, 0x0205, 0x020504, 0x020503, 0x02050304,
    };
    static const uint32_t upwards[16] = {
        0x00, 0x06,   0x01,   0x0106,   0x07,   0x0706,   0x0701,   0x070106,
        0x00, 0x0006, 0x0001, 0x000106, 0x0007, 0x000706, 0x000701, 0x00070106,
    };
    const int below = __builtin_popcount(leaps & 15);
    return downwards[leaps & 15] | (uint64_t)upwards[leaps >> 4] << 8 * below;
}

/* The same as a row of a mask: a byte for each direction. */
static inline uint64_t directions_mask(unsigned leaps)
{
    static const uint8_t downwards[16] = {
        0x00, 0x10, 0x08, 0x18, 0x20, 0x30, 0x28, 0x38,
        0x04, 0x14, 0x0c, 0x1c, 0x24, 0x34, 0x2c, 0x3c,
    };
    static const uint8_t upwards[16] = {
        0x00, 0x40, 0x02, 0x42, 0x80, 0xc0, 0x82, 0xc2,
        0x01, 0x41, 0x03, 0x43, 0x81, 0xc1, 0x83, 0xc3,
    };
    return bits_spread(downwards[leaps & 15] | upwards[leaps >> 4]);
}

static inline uint64_t lowest_first(uint64_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(bytes);
#else
    return bytes;
#endif
}

/* The leaps of every frog in the order of pads, of targets for each. Eight ids are written at once,
 * and the next frog's over those that are none. */
static int legal_leaps(const struct rribbit_state *game, int seat, uint16_t *restrict out,
                       uint8_t *restrict mask)
{
    const uint64_t own = game->frogs[seat];
    const uint64_t half_turn = seat == 0 ? 0 : 0x0404040404040404u; /* of directions */
    const int half_row = seat == 0 ? 0 : 32;
    int count = 0;
    for (uint64_t frogs = own; frogs != 0; frogs &= frogs - 1) {
        const int from = __builtin_ctzll(frogs), seen = turned(from, seat);
        const unsigned leaps = leaps_of(rribbit_knight[from] & ~own, from);
        const uint64_t found = lowest_first(directions(leaps) ^ half_turn);
        eight_bytes bytes;
        memcpy(&bytes, &found, sizeof bytes);
        const eight_ids ids = __builtin_convertvector(bytes, eight_ids) + (uint16_t)(seen * 8);
        memcpy(out + count, &ids, sizeof ids);
        count += __builtin_popcount(leaps);
        if (mask == NULL) continue;
        const uint64_t row = directions_mask(leaps);
        const uint64_t turned_row = lowest_first(row << half_row | row >> (-half_row & 63));
        memcpy(mask + seen * 8, &turned_row, sizeof turned_row);
    }
    return count;
}

static int legal(const struct pond_episode *episode, int seat, uint16_t out[POND_LEGAL_MAX],
                 uint8_t *mask)
{
    const struct rribbit_state *game = game_of(episode);
    if (mask != NULL) memset(mask, 0, STOP);
    if (mask != NULL && game->chain) mask[STOP] = 0;
    if (episode->prefix == 0) return legal_leaps(game, seat, out, mask);
    const int count = legal_chain(game, seat, episode->prefix, out);
    for (int i = 0; mask != NULL && i < count; i++) mask[out[i]] = 1;
    return count;
}

static pond_move move(const struct pond_episode *episode, int seat, int action, bool *whole)
{
    const struct rribbit_state *game = game_of(episode);
    *whole = true;
    if (action == STOP) return episode->prefix;
    const int from = turned(action / 8, seat);
    const int to = from + (seat == 0 ? steps[action % 8] : -steps[action % 8]);
    if (to < 0 || to >= RRIBBIT_PADS) return 0;
    const pond_move made =
        episode->prefix != 0 ? path_extend(episode->prefix, to) : rribbit_move(from, to);
    const bool captures = (game->frogs[1 - seat] >> to & 1) != 0;
    *whole = !game->chain || !captures || next_captures(game, seat, made) == 0;
    return made;
}

static int action(const struct pond_episode *episode, int seat, pond_move move)
{
    const int at = episode->prefix != 0 ? rribbit_move_landings(episode->prefix) : 0;
    if (rribbit_move_landings(move) == at) return STOP;
    return leap_action(rribbit_move_pad(move, at), rribbit_move_pad(move, at + 1), seat);
}

/* ---- Repetition ---- */

/* Leaps since the last capture lead back to every position that could be repeated. */
static void remember(struct pond_episode *episode, int seat, pond_move made)
{
    const struct rribbit_state *game = game_of(episode);
    const int from = rribbit_move_pad(made, 0), to = rribbit_move_pad(made, 1);
    if (game->repetition == 0 || (game->frogs[1 - seat] >> to & 1) != 0) {
        episode->quiet = 0;
        memset(episode->seen, 0, sizeof episode->seen);
        return;
    }
    assert(episode->quiet < POND_QUIET_MAX);
    episode->leaps[episode->quiet++] = (uint16_t)(from | to << 8);
}

/* Marks the position; false if it cannot have occurred since the last capture. */
static bool mark(struct pond_episode *episode)
{
    const struct rribbit_state *game = game_of(episode);
    const uint64_t mixed = (game->frogs[0] * UINT64_C(0x9e3779b97f4a7c15)) ^
                           (game->frogs[1] * UINT64_C(0xc2b2ae3d27d4eb4f));
    const uint64_t bit = UINT64_C(1) << (mixed >> 58);
    uint64_t *word = &episode->seen[mixed >> 52 & 3];
    const bool maybe = (*word & bit) != 0;
    *word |= bit;
    return maybe;
}

static uint64_t leap_bits(uint16_t leap)
{
    return UINT64_C(1) << (leap & 255) | UINT64_C(1) << (leap >> 8);
}

/* Goes back two leaps at a time: where both sides' leaps cancel out, the position was the same. */
static int count_repeated(const struct pond_episode *episode)
{
    uint64_t own = 0, other = 0;
    int repeated = 0;
    for (int at = episode->quiet; at >= 2; at -= 2) {
        own ^= leap_bits(episode->leaps[at - 1]);
        other ^= leap_bits(episode->leaps[at - 2]);
        repeated += (own | other) == 0;
    }
    return repeated;
}

static void judge(struct pond_episode *episode)
{
    const struct rribbit_state *game = game_of(episode);
    episode->repeated = mark(episode) ? (uint8_t)count_repeated(episode) : 0;
    if (episode->result.outcome != POND_GOES_ON) return;
    if (game->repetition > 0 && episode->repeated + 1 >= game->repetition) {
        episode->result = (struct pond_result){POND_DRAWN, 0, POND_REASON_REPETITION};
    } else if (episode->quiet == POND_QUIET_MAX) {
        episode->result = (struct pond_result){POND_UNFINISHED, 0, POND_REASON_LIMIT};
    }
}

/* ---- Observations ---- */

static uint64_t half_turn(uint64_t board)
{
    uint64_t bits = __builtin_bswap64(board);
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0fu) | (bits & 0x0f0f0f0f0f0f0f0fu) << 4;
    bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
    bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
    return bits >> 1; /* 63 pads, not 64 */
}

/* The same byte for every pad: two halves of 32 that overlap. */
static inline void plane_fill(uint8_t *out, uint8_t value)
{
    const pads_half half = (pads_half){0} + value;
    memcpy(out, &half, sizeof half);
    memcpy(out + RRIBBIT_PADS - sizeof half, &half, sizeof half);
}

/* Turns used up of X9's count: 0 before it begins, then 1 to 255. */
static uint8_t count_byte(const struct rribbit_state *game, int side)
{
    if (!game->counting || game->endgame == 0) return 0;
    const int used = game->used[side] < game->endgame ? game->used[side] : game->endgame;
    return (uint8_t)(1 + 254 * used / game->endgame);
}

/* The frogs as they stand with the captures of a chain so far, which belongs to the side to move.
 */
static uint64_t chain_make(const struct rribbit_state *game, int side, pond_move prefix,
                           uint64_t frogs[2])
{
    int last;
    const int own = game->side == side ? 0 : 1;
    frogs[1 - own] &= ~landed(prefix, &last);
    frogs[own] &= ~(UINT64_C(1) << rribbit_move_pad(prefix, 0));
    frogs[own] |= UINT64_C(1) << last;
    return UINT64_C(1) << last;
}

/* A plane of bits is a byte too long, and the next one is written over it. */
static void observe(const struct pond_episode *episode, int seat, uint8_t *out)
{
    const struct rribbit_state *game = game_of(episode);
    const int side = seat == RRIBBIT_DARK ? RRIBBIT_DARK : RRIBBIT_LIGHT;
    uint64_t frogs[2] = {game->frogs[side], game->frogs[1 - side]}, chain_frog = 0;
    if (episode->prefix != 0) chain_frog = chain_make(game, side, episode->prefix, frogs);
    const bool rows[2] = {rribbit_has_row(frogs[0]), rribbit_has_row(frogs[1])};
    const bool dark = side == RRIBBIT_DARK;
    bits_write_64(out, dark ? half_turn(frogs[0]) : frogs[0]);
    bits_write_64(out + 1 * RRIBBIT_PADS, dark ? half_turn(frogs[1]) : frogs[1]);
    plane_fill(out + 2 * RRIBBIT_PADS, rows[0]);
    plane_fill(out + 3 * RRIBBIT_PADS, rows[1]);
    bits_write_64(out + 4 * RRIBBIT_PADS, RRIBBIT_ARENA);
    plane_fill(out + 5 * RRIBBIT_PADS, episode->repeated > 0);
    plane_fill(out + 6 * RRIBBIT_PADS, episode->repeated > 1);
    plane_fill(out + 7 * RRIBBIT_PADS, count_byte(game, side));
    plane_fill(out + 8 * RRIBBIT_PADS, count_byte(game, 1 - side));
    plane_fill(out + 9 * RRIBBIT_PADS, 0);
    if (chain_frog == 0) return;
    const int pad = __builtin_ctzll(chain_frog);
    out[9 * RRIBBIT_PADS + turned(pad, dark)] = 1;
}

static void points(const struct pond_state *state, struct pond_standing *standing)
{
    const struct rribbit_state *game = (const struct rribbit_state *)state;
    for (int side = 0; side < 2; side++) {
        standing->points[side] = (int16_t)__builtin_popcountll(game->frogs[side]);
    }
}

static uint64_t meaning(int action)
{
    if (action == STOP) return UINT64_MAX;
    return (uint64_t)(action / 8) << 8 | (uint8_t)steps[action % 8];
}

static void step(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions)
{
    lanes_step(batch, &pond_encoder_rribbit, from, end, actions);
}

const struct pond_encoder pond_encoder_rribbit = {
    .game = &pond_rribbit,
    .step = step,
    .shape = shape,
    .legal = legal,
    .masks = true,
    .move = move,
    .action = action,
    .remember = remember,
    .judge = judge,
    .observe = observe,
    .points = points,
    .meaning = meaning,
};
