/* quibbit.h: the memory layout of Quibbit! and King Frog, for engines, solvers and front ends.
 *
 * The rules are in src/games/quibbit/rules.c and reached by `pond_quibbit`. Programs that only
 * play do not need this header. Engines and front ends read the structures below, laid over the
 * bytes of a `struct pond_state` or `struct pond_view`, and never write to them.
 *
 * A frog has a number: the seats' frogs are 0, 1, .. in the order of the seats; the dummy's, in a
 * game of two, is 2. */
#ifndef POND_QUIBBIT_H
#define POND_QUIBBIT_H

#include "pond/game.h"

POND_BEGIN

#define QUIBBIT_FROGS_MAX 4
#define QUIBBIT_TILES_MAX 15
#define QUIBBIT_CARD_MAX 5
#define QUIBBIT_HAND_FULL 0x3e     /* a set of cards has bit n for the card n */
#define QUIBBIT_HANDICAP_MAX 3     /* cards that a seat may start without (Q15) */
#define QUIBBIT_NOWHERE UINT32_MAX /* the progress of a frog that is not on the ring */
#define QUIBBIT_NOBODY 0xff        /* the crown before all are placed */
#define QUIBBIT_HIDDEN 0xff        /* in a view: a card that is chosen but not to be seen */
/* The greatest progress and round of a position that is read. Play that goes on from there for
 * another hundred million rounds still counts right. */
#define QUIBBIT_COUNT_MAX 1000000000u

/* What a tile is: a leaf of the colour of frog 0 to 3, or one of these. */
#define QUIBBIT_FLOWER 4
#define QUIBBIT_WATER 5
#define QUIBBIT_TILE_KINDS 6

/* Moves. A card is its number, 1 to 5, for a seat as for the dummy's deck. */
#define QUIBBIT_PLACE 0x10000u /* | tile: the first frog */
#define QUIBBIT_FRONT 0x20000u
#define QUIBBIT_BACK 0x20001u
#define QUIBBIT_LAY 0x30000u /* | kind: chance lays the next tile of the ring */

/* All that is known of a game. The bytes after it are zero. */
struct POND_OVERLAY quibbit_state {
    uint32_t progress[QUIBBIT_FROGS_MAX]; /* or QUIBBIT_NOWHERE: the least unsigned ignores it, and
                                             so does the greatest signed */
    uint16_t ring[QUIBBIT_TILE_KINDS];    /* by kind: which tiles are of it */
    uint8_t tile[QUIBBIT_FROGS_MAX];      /* progress modulo tiles; 0 when nowhere */
    uint8_t hand[QUIBBIT_FROGS_MAX];      /* a set of cards; the dummy's is empty */
    uint8_t card[QUIBBIT_FROGS_MAX];      /* chosen for this round, face down; 0: none */
    uint32_t round;                       /* 0 until all frogs are placed */
    uint16_t occupied;                    /* the tiles that hold a frog */
    uint8_t turn;                         /* pond_seats: who must act now */
    uint8_t in_play;                      /* pond_seats: who is not out */
    uint8_t crown;                        /* the frog that wears it, or QUIBBIT_NOBODY */
    uint8_t deck;                         /* the dummy's cards not yet turned; 0 without dummy */
    struct pond_result result;
    /* The options. */
    uint8_t seats;
    uint8_t frogs; /* seats, and the dummy's */
    uint8_t tiles; /* N */
    bool lap_by_leader;
    bool tie_by_crown_now;
    bool dummy_counts;                /* dummy=contender */
    uint8_t color[QUIBBIT_FROGS_MAX]; /* by frog: an index into "RGYB" */
    /* While chance lays the ring; when it is done, `laid` is `tiles` and the others are 0. Colours
     * are sets of frogs. */
    uint8_t laid;          /* tiles so far */
    uint8_t special_next;  /* the tile that must be the next special; 0 before the first */
    uint8_t specials_left; /* bits QUIBBIT_FLOWER and QUIBBIT_WATER */
    uint8_t unused;        /* colours that the current segment still needs */
    uint8_t wrapping;      /* colours that the last segment has already, from tile 0 on */
    uint8_t reserved[4];
};

/* What a seat may see: everything but the cards that others have chosen in this round. */
struct POND_OVERLAY quibbit_view {
    struct quibbit_state seen;
    uint8_t observer; /* the seat, or POND_SPECTATOR */
    uint8_t reserved[7];
};

POND_STATIC_ASSERT(sizeof(struct quibbit_state) % sizeof(uint64_t) == 0, "hashed in words");
POND_STATIC_ASSERT(sizeof(struct quibbit_state) <= POND_STATE_SIZE, "fits a state");
POND_STATIC_ASSERT(sizeof(struct quibbit_view) <= POND_STATE_SIZE, "fits a view");

static inline const struct quibbit_state *quibbit_state_of(const struct pond_state *state)
{
    return (const struct quibbit_state *)state;
}

static inline const struct quibbit_view *quibbit_view_of(const struct pond_view *view)
{
    return (const struct quibbit_view *)view;
}

static inline bool quibbit_has_dummy(const struct quibbit_state *state)
{
    return state->frogs > state->seats;
}

/* The n-th lowest member of a set of numbers, as a set; n is 1 to 5, and the set has at least n. */
static inline uint32_t quibbit_member(uint32_t set, uint32_t n)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_si(1u << (n - 1), set);
#else
    for (uint32_t passed = 1; passed < QUIBBIT_CARD_MAX; passed++) {
        set &= set - (passed < n); /* takes the lowest away, or nothing */
    }
    return set & (0u - set);
#endif
}

/* How many tiles a leap advances (Q6): to the n-th free tile ahead, occupied ones jumped. Three
 * others are on the ring at most, so it is at most 8, and the frog's own tile does not matter. */
static inline uint32_t quibbit_leap(uint32_t occupied, uint32_t tiles, uint32_t tile, uint32_t card)
{
    const uint32_t free_ahead = ~((occupied | occupied << tiles) >> (tile + 1));
    return (uint32_t)__builtin_ctz(quibbit_member(free_ahead, card)) + 1;
}

/* The least and the greatest progress on the ring; only where there is a frog. */
static inline uint32_t quibbit_progress_least(const struct quibbit_state *state)
{
    uint32_t least = state->progress[0];
    for (int frog = 1; frog < QUIBBIT_FROGS_MAX; frog++) {
        if (state->progress[frog] < least) least = state->progress[frog];
    }
    return least;
}

static inline uint32_t quibbit_progress_greatest(const struct quibbit_state *state)
{
    int32_t greatest = (int32_t)state->progress[0];
    for (int frog = 1; frog < QUIBBIT_FROGS_MAX; frog++) {
        if ((int32_t)state->progress[frog] > greatest) greatest = (int32_t)state->progress[frog];
    }
    return (uint32_t)greatest;
}

/* What a tile of the ring is: a frog's number for a leaf of its colour, QUIBBIT_FLOWER or
 * QUIBBIT_WATER. Only for tiles that are laid. */
static inline int quibbit_tile_kind(const struct quibbit_state *state, int tile)
{
    int kind = 0;
    while (kind < QUIBBIT_WATER && (state->ring[kind] >> tile & 1) == 0) kind++;
    return kind;
}

/* The ground that a frog landed on, in events: the colour of a leaf as an index into "RGYB",
 * QUIBBIT_FLOWER, QUIBBIT_WATER, or this for a leaf of the frog's own colour. */
#define QUIBBIT_GROUND_OWN (QUIBBIT_WATER + 1)
#define QUIBBIT_GROUND_COUNT (QUIBBIT_WATER + 2)

/* The kinds of events. A frog is given by its number, the dummy's too. */
enum quibbit_event {
    QUIBBIT_EVENT_TILE =
        POND_EVENTS_OWN,  /* chance laid the next tile of the ring: its number and kind */
    QUIBBIT_EVENT_PLACE,  /* a frog was placed: its progress and tile */
    QUIBBIT_EVENT_CHOOSE, /* a seat laid a card face down; only it knows which */
    QUIBBIT_EVENT_SHOW,   /* a card was turned over */
    QUIBBIT_EVENT_LEAP,   /* card, progress before and after, tile, frogs jumped over */
    QUIBBIT_EVENT_BACK,   /* a card came back to the hand (Q9): which, and the ground */
    QUIBBIT_EVENT_LOST,   /* a card was lost (Q9): which, and the ground */
    QUIBBIT_EVENT_LAP,    /* the frog is a lap ahead and has won (Q7) */
    QUIBBIT_EVENT_OUT,    /* a seat without cards left the ring (Q10) */
    QUIBBIT_EVENT_CROWN,  /* a frog got the crown (Q2, Q8, Q10) */
    QUIBBIT_EVENT_ROUND,  /* a round began */
};

POND_END

#endif
