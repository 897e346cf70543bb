/* encode_quibbit.c: Quibbit as numbers.
 *
 * Actions: 0 to 14 place the first frog on that tile, 15 and 16 place a frog at the front or the
 * back of the line, 17 to 21 play the cards 1 to 5. Frogs are written from the observer's on, in
 * the order of the seats, the dummy's last; tiles stand as they are. */
#include <string.h>

#include "bits.h"
#include "lanes.h"
#include "parts.h"
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

/* ---- Observations ----
 *
 * What was written a byte at a time is read so, too: wider reads would wait for the last writes. */

/* The frogs in the order of the rows, by the number of seats and the first of them. Rows without a
 * frog have one that is nowhere and has nothing. */
static const uint8_t frogs_order[QUIBBIT_FROGS_MAX + 1][QUIBBIT_FROGS_MAX][QUIBBIT_FROGS_MAX] = {
    [2] = {{0, 1, 2, 3}, {1, 0, 2, 3}},
    [3] = {{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}},
    [4] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1}, {3, 0, 1, 2}},
};

/* Four rows of tiles in one set of bits. */
static inline uint64_t rows_of(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    enum { ROW = QUIBBIT_TILES_MAX };
    return a | b << ROW | c << 2 * ROW | d << 3 * ROW;
}

/* A byte per tile. Four bytes too many are written at a time, over which the next ones are. */
static inline void tiles_write(const struct quibbit_state *game, const uint8_t frogs[],
                               uint8_t *out)
{
    const uint16_t *ring = game->ring;
    uint64_t at[QUIBBIT_FROGS_MAX];
#pragma GCC unroll 4
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        const uint64_t there = game->progress[frogs[row]] != QUIBBIT_NOWHERE;
        at[row] = there << game->tile[frogs[row]];
    }
    bits_write_64(out + RING,
                  rows_of(ring[frogs[0]], ring[frogs[1]], ring[frogs[2]], ring[frogs[3]]));
    bits_write_64(out + RING + QUIBBIT_FLOWER * QUIBBIT_TILES_MAX,
                  rows_of(ring[QUIBBIT_FLOWER], ring[QUIBBIT_WATER], at[0], at[1]));
    bits_write_32(out + FROGS + 2 * QUIBBIT_TILES_MAX, (uint32_t)rows_of(at[2], at[3], 0, 0));
}

/* A bit per byte from HANDS to OPTIONS. */
static inline uint64_t bits_of(const struct quibbit_state *game, int seat, const uint8_t frogs[])
{
    const unsigned own = seat < game->seats ? 1u << game->card[seat] : 0;
    uint64_t bits = (uint64_t)(game->deck >> 1) << (DECK - HANDS) | (uint64_t)(own >> 1)
                                                                        << (OWN_CARD - HANDS);
#pragma GCC unroll 4
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        const unsigned frog = frogs[row];
        bits |= (uint64_t)(game->hand[frog] >> 1) << (row * QUIBBIT_CARD_MAX) |
                (uint64_t)(game->crown == frog) << (CROWN - HANDS + row) |
                (uint64_t)(game->card[frog] != 0) << (CHOSEN - HANDS + row) |
                (uint64_t)(game->in_play >> frog & 1) << (IN_PLAY - HANDS + row);
    }
    return bits;
}

/* Of the cards that others have chosen it reads only whether they have. */
static void observe(const struct pond_episode *episode, int seat, uint8_t *out)
{
    const struct quibbit_state *game = quibbit_state_of(&episode->state);
    const uint8_t *frogs = frogs_order[game->seats][seat < game->seats ? seat : 0];
    const uint32_t least = quibbit_progress_least(game);
    tiles_write(game, frogs, out);
#pragma GCC unroll 4
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        const uint32_t progress = game->progress[frogs[row]];
        const uint32_t ahead = progress != QUIBBIT_NOWHERE ? progress - least : 0;
        out[AHEAD + row] = (uint8_t)(ahead < 255 ? ahead : 255);
    }
    const uint64_t bits = bits_of(game, seat, frogs);
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

/* ---- Steps ---- */

static pond_seats turn(const struct pond_state *state) { return quibbit_state_of(state)->turn; }

static struct pond_result result(const struct pond_state *state)
{
    return quibbit_state_of(state)->result;
}

static uint32_t round_number(const struct pond_state *state)
{
    return quibbit_state_of(state)->round;
}

static void step(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions)
{
    lanes_step(batch, &pond_encoder_quibbit, from, end, actions);
}

const struct pond_encoder pond_encoder_quibbit = {
    .game = &pond_quibbit,
    .turn = turn,
    .result = result,
    .round = round_number,
    .apply = pond_quibbit_apply,
    .roll = pond_quibbit_roll,
    .step = step,
    .shape = shape,
    .legal = legal,
    .masks = true,
    .move = move,
    .action = action,
    .observe = observe,
    .points = points,
    .meaning = meaning,
};
