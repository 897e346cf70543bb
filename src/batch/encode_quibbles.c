/* encode_quibbles.c: Quibbles as numbers.
 *
 * Actions, in this order: every SPLIT and every COMBINE that any position can offer
 * (quibbles_actions.def), the DRAWs of cards 0 to 7, the STASHes (value 1 to 7, times nothing or
 * one of eight cards given up), KEEP and PASS. Seats are written from the observer's on. */
#include <assert.h>
#include <string.h>

#include "lanes.h"
#include "parts.h"
#include "pond/quibbles.h"
#include "quibbles_actions.def"

#include "banned.h"

#define DRAWS (SPLITS + COMBINES)
#define STASHES (DRAWS + QUIBBLES_VALUES)
#define GIVEN_UP 9 /* nothing, or a card */
#define KEEP (STASHES + 7 * GIVEN_UP)
#define PASS (KEEP + 1)
#define ACTIONS (PASS + 1)
#define LEGAL_MAX 509

_Static_assert(ACTIONS == POND_ACTIONS_MAX, "as many as the header says");

/* Where the parts of an observation begin. */
enum {
    HAND,
    DISPLAY = HAND + QUIBBLES_VALUES,
    DISCARDS = DISPLAY + QUIBBLES_VALUES,
    SEATS = DISCARDS + QUIBBLES_VALUES, /* the next ones for each seat */
    COLLECTION = 0,
    AT_LEAST = COLLECTION + QUIBBLES_VALUES,
    AT_MOST = AT_LEAST + QUIBBLES_VALUES,
    SEAT_REST = AT_MOST + QUIBBLES_VALUES, /* size of the hand, total, in play, to move */
    SEAT_SIZE = SEAT_REST + 4,
    REST_SIZE = 4 /* after the seats: draw pile, phase, variant, seats */
};

static void shape(struct pond_encoding *encoding, const struct pond_config *config)
{
    const int seats = pond_quibbles.seats(config);
    encoding->action_count = ACTIONS;
    encoding->legal_max = LEGAL_MAX;
    pond_encoding_field(encoding, "hand", 1, QUIBBLES_VALUES);
    pond_encoding_field(encoding, "display", 1, QUIBBLES_VALUES);
    pond_encoding_field(encoding, "discards", 1, QUIBBLES_VALUES);
    pond_encoding_field(encoding, "seats", seats, SEAT_SIZE);
    pond_encoding_field(encoding, "rest", 1, REST_SIZE);
}

static inline const struct quibbles_state *state_of(const struct pond_state *state)
{
    return (const struct quibbles_state *)state;
}

/* ---- Actions ---- */

static int number_of(pond_move move)
{
    const uint64_t product = move * HASH_FACTOR;
    const uint64_t slot = (product >> HASH_SLOT_SHIFT & (HASH_SLOTS - 1)) ^
                          displacement[product >> HASH_BUCKET_SHIFT];
    return number_at[slot];
}

static int action_of(pond_move move)
{
    const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
    switch ((enum quibbles_kind)quibbles_move_kind(move)) {
    case QUIBBLES_DRAW: return DRAWS + quibbles_lowest(played);
    case QUIBBLES_STASH:
        return STASHES + (quibbles_lowest(played) - 1) * GIVEN_UP +
               (taken != 0 ? 1 + quibbles_lowest(taken) : 0);
    case QUIBBLES_KEEP: return KEEP;
    case QUIBBLES_PASS: return PASS;
    default: return number_of(move);
    }
}

static int action(const struct pond_episode *episode, int seat, pond_move move)
{
    (void)episode;
    (void)seat;
    return action_of(move);
}

static pond_move move_of(int action)
{
    if (action < DRAWS) return numbered[action];
    if (action < STASHES) return quibbles_move(QUIBBLES_DRAW, quibbles_card(action - DRAWS), 0);
    if (action >= KEEP) return quibbles_move(action == KEEP ? QUIBBLES_KEEP : QUIBBLES_PASS, 0, 0);
    const int value = (action - STASHES) / GIVEN_UP + 1, given = (action - STASHES) % GIVEN_UP;
    return quibbles_move(QUIBBLES_STASH, quibbles_card(value),
                         given > 0 ? quibbles_card(given - 1) : 0);
}

static pond_move move(const struct pond_episode *episode, int seat, int action, bool *whole)
{
    (void)episode;
    (void)seat;
    *whole = true;
    return move_of(action);
}

static int legal(const struct pond_episode *episode, int seat, uint16_t out[POND_LEGAL_MAX],
                 uint8_t *mask)
{
    (void)mask;
    const struct quibbles_state *state = state_of(&episode->state);
    pond_move moves[POND_MOVES_MAX];
    const int count = pond_quibbles.moves(&episode->state, seat, moves);
    assert(count <= LEGAL_MAX);
    int i = 0;
    if (state->table.phase == QUIBBLES_ACT) { /* the DRAWs come first, then what is numbered */
        while (i < count && quibbles_move_kind(moves[i]) > QUIBBLES_COMBINE) {
            out[i] = (uint16_t)action_of(moves[i]);
            i++;
        }
        for (; i < count; i++) out[i] = (uint16_t)number_of(moves[i]);
    }
    for (; i < count; i++) out[i] = (uint16_t)action_of(moves[i]);
    return count;
}

/* ---- Observations ---- */

/* A heap lies in memory as it is written, lowest value first, on processors that store the lowest
 * byte first. */
static void heap_write(uint8_t *out, quibbles_cards cards)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    cards = __builtin_bswap64(cards);
#endif
    memcpy(out, &cards, sizeof cards);
}

/* Of the other hands and of the draw pile it reads only how many cards there are. */
static void observe(const struct pond_episode *episode, int seat, uint8_t *out)
{
    const struct quibbles_state *state = state_of(&episode->state);
    const struct quibbles_table *table = &state->table;
    const int seats = table->players;
    heap_write(out + HAND, seat < seats ? state->hands[seat] : 0);
    heap_write(out + DISPLAY, table->display);
    heap_write(out + DISCARDS, table->discards);
    uint8_t *at = out + SEATS;
    for (int i = 0, who = seat < seats ? seat : 0; i < seats; i++, at += SEAT_SIZE) {
        heap_write(at + COLLECTION, table->collections[who]);
        heap_write(at + AT_LEAST, table->at_least[who]);
        heap_write(at + AT_MOST, table->at_most[who]);
        at[SEAT_REST] = (uint8_t)quibbles_size(state->hands[who]);
        at[SEAT_REST + 1] = (uint8_t)quibbles_total(table->collections[who]);
        at[SEAT_REST + 2] = table->in_play >> who & 1;
        at[SEAT_REST + 3] = table->seat == who;
        who = who + 1 < seats ? who + 1 : 0;
    }
    at[0] = (uint8_t)quibbles_size(state->draw_pile);
    at[1] = table->phase;
    at[2] = table->variant;
    at[3] = table->players;
}

static void points(const struct pond_state *state, struct pond_standing *standing)
{
    const struct quibbles_table *table = &state_of(state)->table;
    for (int seat = 0; seat < table->players; seat++) {
        standing->points[seat] = (int16_t)quibbles_total(table->collections[seat]);
    }
}

static uint64_t meaning(int action) { return move_of(action); }

static void step(struct pond_batch *batch, uint32_t from, uint32_t end, const int32_t *actions)
{
    lanes_step(batch, &pond_encoder_quibbles, from, end, actions);
}

const struct pond_encoder pond_encoder_quibbles = {
    .game = &pond_quibbles,
    .roll = pond_quibbles_roll,
    .step = step,
    .shape = shape,
    .legal = legal,
    .move = move,
    .action = action,
    .observe = observe,
    .points = points,
    .meaning = meaning,
};
