/* encode_quibbit.c: Quibbit as numbers.
 *
 * Actions: 0 to 14 place the first frog on that tile, 15 and 16 place a frog at the front or the
 * back of the line, 17 to 21 play the cards 1 to 5. Frogs are written from the observer's on, in
 * the order of the seats, the dummy's last; tiles stand as they are. */
#include <string.h>

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

static int legal(const struct pond_episode *episode, int seat, uint16_t out[POND_LEGAL_MAX])
{
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_quibbit.moves(&episode->state, seat, moves);
    for (int i = 0; i < count; i++) out[i] = (uint16_t)action_of(moves[i]);
    return count;
}

/* Eight bits as eight bytes. */
static void spread(uint8_t *out, unsigned bits)
{
    uint64_t bytes = (bits & 255) * 0x0101010101010101u & 0x8040201008040201u;
    bytes = (bytes + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(out, &bytes, sizeof bytes);
}

/* A byte per tile. Writes one too many, which what is written next writes over. */
static void tiles_write(uint8_t *out, unsigned tiles)
{
    spread(out, tiles);
    spread(out + 8, tiles >> 8);
}

/* The frogs in the order of the rows. Rows without a frog have one that is nowhere and has nothing.
 */
static void frogs_order(const struct quibbit_state *game, int seat, int frogs[QUIBBIT_FROGS_MAX])
{
    const int seats = game->seats, first = seat < seats ? seat : 0;
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        const int turned = first + row < seats ? first + row : first + row - seats;
        frogs[row] = row < seats ? turned : row;
    }
}

static void ring_write(const struct quibbit_state *game, const int frogs[], uint8_t *out)
{
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        tiles_write(out + RING + row * QUIBBIT_TILES_MAX, game->ring[frogs[row]]);
    }
    for (int kind = QUIBBIT_FLOWER; kind <= QUIBBIT_WATER; kind++) {
        tiles_write(out + RING + kind * QUIBBIT_TILES_MAX, game->ring[kind]);
    }
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        const int frog = frogs[row];
        const unsigned there = game->progress[frog] != QUIBBIT_NOWHERE;
        tiles_write(out + FROGS + row * QUIBBIT_TILES_MAX, there << game->tile[frog]);
    }
}

static void frog_write(const struct quibbit_state *game, int frog, int row, uint32_t least,
                       uint8_t *out)
{
    const uint32_t progress = game->progress[frog];
    const uint32_t ahead = progress != QUIBBIT_NOWHERE ? progress - least : 0;
    out[AHEAD + row] = (uint8_t)(ahead < 255 ? ahead : 255);
    out[CROWN + row] = game->crown == frog;
    out[CHOSEN + row] = game->card[frog] != 0;
    out[IN_PLAY + row] = game->in_play >> frog & 1;
}

static void observe(const struct pond_view *view, int seat, pond_move prefix, int repeated,
                    uint8_t *out)
{
    const struct quibbit_state *game = &quibbit_view_of(view)->seen;
    const uint32_t least = quibbit_progress_least(game);
    int frogs[QUIBBIT_FROGS_MAX];
    (void)prefix;
    (void)repeated;
    frogs_order(game, seat, frogs);
    ring_write(game, frogs, out); /* from here on every write reaches into the next part */
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        spread(out + HANDS + row * QUIBBIT_CARD_MAX, (unsigned)game->hand[frogs[row]] >> 1);
    }
    const unsigned own = seat < game->seats ? 1u << game->card[seat] : 0;
    spread(out + DECK, (unsigned)game->deck >> 1);
    spread(out + OWN_CARD, own >> 1);
    for (int row = 0; row < QUIBBIT_FROGS_MAX; row++) {
        frog_write(game, frogs[row], row, least, out);
    }
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
    .move = move,
    .action = action,
    .observe = observe,
    .points = points,
    .meaning = meaning,
};
