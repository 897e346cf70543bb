/* encode_quibbit.c: Quibbit as numbers.
 *
 * Actions: 0 to 14 place the first frog on that tile, 15 and 16 place a frog at the front or the
 * back of the line, 17 to 21 play the cards 1 to 5. Frogs are written from the observer's on, in
 * the order of the seats, the dummy's last; tiles stand as they are. */
#include <string.h>

#include "bits.h"
#include "encoder.h"
#include "pond/quibbit.h"

#include "banned.h"

#define FRONT QUIBBIT_TILES_MAX
#define BACK (FRONT + 1)
#define CARDS (BACK + 1)
#define ACTIONS (CARDS + QUIBBIT_CARD_MAX)

/* Where the parts of an observation begin. */
enum {
    RING, /* by kind: leaves by frog, flowers, water */
    FROGS = RING + QUIBBIT_TILES_MAX * QUIBBIT_TILE_KINDS, /* by frog: its tile */
    AHEAD = FROGS + QUIBBIT_FROGS_MAX * QUIBBIT_TILES_MAX, /* tiles ahead of the last frog */
    HANDS = AHEAD + QUIBBIT_FROGS_MAX,
    DECK = HANDS + QUIBBIT_FROGS_MAX * QUIBBIT_CARD_MAX,
    CROWN = DECK + QUIBBIT_CARD_MAX,
    CHOSEN = CROWN + QUIBBIT_FROGS_MAX,
    OWN_CARD = CHOSEN + QUIBBIT_FROGS_MAX,
    IN_PLAY = OWN_CARD + QUIBBIT_CARD_MAX,
    OPTIONS = IN_PLAY + QUIBBIT_FROGS_MAX, /* placing, seats, lap, tie, dummy */
    SIZE = OPTIONS + 5
};

static void shape(struct pond_encoding *encoding, const struct pond_config *config)
{
    (void)config;
    encoding->action_count = ACTIONS;
    encoding->legal_max = QUIBBIT_TILES_MAX;
    pond_encoding_field(encoding, "ring", QUIBBIT_TILE_KINDS, QUIBBIT_TILES_MAX);
    pond_encoding_field(encoding, "frogs", QUIBBIT_FROGS_MAX, QUIBBIT_TILES_MAX);
    pond_encoding_field(encoding, "ahead", QUIBBIT_FROGS_MAX, 1);
    pond_encoding_field(encoding, "hands", QUIBBIT_FROGS_MAX, QUIBBIT_CARD_MAX);
    pond_encoding_field(encoding, "dummy_deck", 1, QUIBBIT_CARD_MAX);
    pond_encoding_field(encoding, "crown", QUIBBIT_FROGS_MAX, 1);
    pond_encoding_field(encoding, "chosen", QUIBBIT_FROGS_MAX, 1);
    pond_encoding_field(encoding, "own_card", 1, QUIBBIT_CARD_MAX);
    pond_encoding_field(encoding, "in_play", QUIBBIT_FROGS_MAX, 1);
    pond_encoding_field(encoding, "options", 1, 5);
}

static int action_of(pond_move move)
{
    if (move <= QUIBBIT_CARD_MAX) return CARDS + (int)move - 1;
    if (move == QUIBBIT_FRONT) return FRONT;
    return move == QUIBBIT_BACK ? BACK : (int)(move - QUIBBIT_PLACE);
}

static int action(const struct pond_episode *episode, int seat, pond_move move)
{
    (void)episode;
    (void)seat;
    return action_of(move);
}

static pond_move move_of(int action)
{
    if (action >= CARDS) return (pond_move)(action - CARDS + 1);
    if (action == FRONT) return QUIBBIT_FRONT;
    return action == BACK ? QUIBBIT_BACK : QUIBBIT_PLACE | (pond_move)action;
}

static pond_move move(const struct pond_episode *episode, int seat, int action, bool *whole)
{
    (void)episode;
    (void)seat;
    *whole = true;
    return move_of(action);
}

/* The cards of a hand as actions. All five places are copied: how many there are is as good as
 * random, and a loop would be slow for the guesses that the processor makes. */
static int cards_legal(unsigned hand, uint16_t out[])
{
    enum { C1 = CARDS, C2, C3, C4, C5 };
    static const uint16_t list[32][8] = {
        {0},
        {C1},
        {C2},
        {C1, C2},
        {C3},
        {C1, C3},
        {C2, C3},
        {C1, C2, C3},
        {C4},
        {C1, C4},
        {C2, C4},
        {C1, C2, C4},
        {C3, C4},
        {C1, C3, C4},
        {C2, C3, C4},
        {C1, C2, C3, C4},
        {C5},
        {C1, C5},
        {C2, C5},
        {C1, C2, C5},
        {C3, C5},
        {C1, C3, C5},
        {C2, C3, C5},
        {C1, C2, C3, C5},
        {C4, C5},
        {C1, C4, C5},
        {C2, C4, C5},
        {C1, C2, C4, C5},
        {C3, C4, C5},
        {C1, C3, C4, C5},
        {C2, C3, C4, C5},
        {C1, C2, C3, C4, C5},
    };
    memcpy(out, list[hand >> 1], sizeof list[0]);
    return __builtin_popcount(hand);
}

static void mask_write(const struct quibbit_state *game, int seat, uint8_t *out)
{
    const unsigned placing =
        game->occupied == 0 ? (1u << game->tiles) - 1 : 1u << FRONT | 1u << BACK;
    const unsigned bits = game->round > 0 ? (unsigned)game->hand[seat] >> 1 << CARDS : placing;
    bits_write_16(out, bits);
    bits_write_16(out + ACTIONS - 16, bits >> (ACTIONS - 16));
}

static int legal(const struct pond_episode *episode, int seat, uint16_t out[POND_LEGAL_MAX],
                 uint8_t *mask)
{
    const struct quibbit_state *game = quibbit_state_of(&episode->state);
    if (mask != NULL) mask_write(game, seat, mask);
    if (game->round > 0) return cards_legal(game->hand[seat], out);
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_quibbit.moves(&episode->state, seat, moves);
    for (int i = 0; i < count; i++) out[i] = (uint16_t)action_of(moves[i]);
    return count;
}

/* ---- Observations ---- */

typedef uint32_t four_words __attribute__((vector_size(16)));
typedef uint16_t four_halves __attribute__((vector_size(8)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));

/* What is told by frog, `unit` bits each, told by row: the observer's frog first, then those of the
 * seats after it. The dummy's and frogs that are not in the game stay where they are. */
static inline uint64_t by_row(uint64_t by_frog, int unit, int seats, int first)
{
    const uint64_t turning = UINT64_MAX >> (64 - unit * seats);
    const uint64_t part = by_frog & turning;
    const uint64_t turned = part >> unit * first | part << (unit * (seats - first) & 63);
    return (turned & turning) | (by_frog & ~turning);
}

/* Four sets of 16 tiles without the last of each, which is none. */
static inline uint64_t rows_of_tiles(uint64_t sets)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_di(sets, UINT64_C(0x7fff7fff7fff7fff));
#else
    return (sets & 0x7fff) | (sets >> 16 & 0x7fff) << 15 | (sets >> 32 & 0x7fff) << 30 |
           sets >> 48 << 45;
#endif
}

/* The leaves of each frog and where the frogs are, a byte per tile; four bytes too many at a time,
 * over which the next ones are written. */
static inline void tiles_write(const struct quibbit_state *game, int seats, int first, uint8_t *out)
{
    uint64_t leaves = 0, frogs;
    four_words progress;
    four_bytes tile;
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        leaves |= (uint64_t)game->ring[frog] << 16 * frog;
    }
    memcpy(&progress, game->progress, sizeof progress);
    memcpy(&tile, game->tile, sizeof tile);
    const four_words there = (four_words)(progress != QUIBBIT_NOWHERE) & 1;
    const four_halves at =
        __builtin_convertvector(there << __builtin_convertvector(tile, four_words), four_halves);
    memcpy(&frogs, &at, sizeof frogs);
    const uint64_t leaf_rows = rows_of_tiles(by_row(leaves, 16, seats, first));
    const uint64_t frog_rows = rows_of_tiles(by_row(frogs, 16, seats, first));
    enum { ROW = QUIBBIT_TILES_MAX };
    bits_write_64(out + RING, leaf_rows);
    bits_write_64(out + RING + QUIBBIT_FLOWER * ROW,
                  game->ring[QUIBBIT_FLOWER] | (uint64_t)game->ring[QUIBBIT_WATER] << ROW |
                      frog_rows << 2 * ROW);
    bits_write_32(out + FROGS + 2 * ROW, (uint32_t)(frog_rows >> 2 * ROW));
}

/* Tiles ahead of the last frog, 255 at the most; 0 for a frog that is nowhere. */
static inline void ahead_write(const struct quibbit_state *game, int seats, int first, uint8_t *out)
{
    const uint32_t least = quibbit_progress_least(game);
    uint32_t told = 0;
#pragma GCC unroll 4
    for (int frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        const uint32_t progress = game->progress[frog];
        const uint32_t ahead = progress != QUIBBIT_NOWHERE ? progress - least : 0;
        told |= (ahead < 255 ? ahead : 255) << 8 * frog;
    }
    told = (uint32_t)by_row(told, 8, seats, first);
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) out[AHEAD + row] = (uint8_t)(told >> 8 * row);
}

/* The lowest bit of each of four bytes. */
static inline uint64_t flags_of(uint32_t bytes)
{
    return (bytes & 0x01010101) * UINT32_C(0x01020408) >> 24;
}

static inline uint32_t bytes_of(const uint8_t four[QUIBBIT_FROGS_MAX])
{
    return four[0] | (uint32_t)four[1] << 8 | (uint32_t)four[2] << 16 | (uint32_t)four[3] << 24;
}

/* A bit per byte from HANDS to OPTIONS. By frog, a byte has the cards of its hand in the bits 1 to
 * 5 and its flags around them. Of the cards that others have chosen only whether they have is read.
 */
static inline uint64_t bits_of(const struct quibbit_state *game, int seats, int first, int seat)
{
    const uint32_t chosen = (bytes_of(game->card) + 0x7f7f7f7f) >> 7 & 0x01010101;
    const uint32_t in_play = (uint32_t)bits_spread(game->in_play) << 6;
    const uint32_t crown = (uint32_t)bits_spread(UINT64_C(1) << (game->crown & 63)) << 7;
    const uint32_t frogs = (uint32_t)by_row(
        (bytes_of(game->hand) & 0x3e3e3e3e) | chosen | in_play | crown, 8, seats, first);
    const uint64_t hands = (frogs >> 1 & 31) | (frogs >> 9 & 31) << 5 | (frogs >> 17 & 31) << 10 |
                           (uint64_t)(frogs >> 25 & 31) << 15;
    const uint64_t own = seat < seats ? UINT64_C(1) << game->card[seat] >> 1 : 0;
    return hands | (uint64_t)(game->deck >> 1) << (DECK - HANDS) |
           flags_of(frogs >> 7) << (CROWN - HANDS) | flags_of(frogs) << (CHOSEN - HANDS) |
           own << (OWN_CARD - HANDS) | flags_of(frogs >> 6) << (IN_PLAY - HANDS);
}

static void observe(const struct pond_episode *episode, int seat, uint8_t *out)
{
    const struct quibbit_state *game = quibbit_state_of(&episode->state);
    const int seats = game->seats, first = seat < seats ? seat : 0;
    tiles_write(game, seats, first, out);
    ahead_write(game, seats, first, out);
    const uint64_t bits = bits_of(game, seats, first, seat);
    bits_write_32(out + HANDS, (uint32_t)bits);
    bits_write_32(out + SIZE - 32, (uint32_t)(bits >> (SIZE - 32 - HANDS)));
    out[OPTIONS] = game->round == 0;
    out[OPTIONS + 1] = game->seats;
    out[OPTIONS + 2] = game->lap_by_leader;
    out[OPTIONS + 3] = game->tie_by_crown_now;
    out[OPTIONS + 4] = game->dummy_counts;
}

static void points(const struct pond_state *state, struct pond_standing *standing)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    const uint32_t least = quibbit_progress_least(game);
    for (int seat = 0; seat < game->seats; seat++) {
        if (game->progress[seat] == QUIBBIT_NOWHERE) continue;
        const uint32_t ahead = game->progress[seat] - least;
        standing->points[seat] = (int16_t)(ahead < INT16_MAX ? ahead : INT16_MAX);
    }
}

static uint64_t meaning(int action) { return move_of(action); }

const struct pond_encoder pond_encoder_quibbit = {
    .game = &pond_quibbit,
    .shape = shape,
    .legal = legal,
    .masks = true,
    .move = move,
    .action = action,
    .observe = observe,
    .points = points,
    .meaning = meaning,
};
