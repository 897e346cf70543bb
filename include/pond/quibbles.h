/* quibbles.h: the public layout of Quibbles: its state, its view and its moves.
 *
 * For engines that evaluate positions and front ends that draw them. All others need only
 * game.h. The rules, and the reasons for this layout, are in src/games/quibbles/rules.c.
 *
 *     const struct quibbles_view *look = (const struct quibbles_view *)view;
 *     int sixes = quibbles_count(look->table.display, 6); */
#ifndef POND_QUIBBLES_H
#define POND_QUIBBLES_H

#include "pond/game.h"

POND_BEGIN

#define QUIBBLES_VALUES 8         /* cards are 0 to 7 */
#define QUIBBLES_DEAL 6           /* cards of a fresh hand and of a fresh display (B2) */
#define QUIBBLES_DISPLAY_MAX 10   /* with this many it is cleared at the refill (B9) */
#define QUIBBLES_COLLECTION_MAX 6 /* cards of a full collection (B7) */
#define QUIBBLES_GOAL 21          /* total of a winning collection (B8) */
#define QUIBBLES_HEADSTART_MAX 6  /* highest card in a collection at the start (B15) */
#define QUIBBLES_COMBINE_MAX 7    /* most cards of a COMBINE, and their highest total (B5) */
#define QUIBBLES_UNBOUNDED 32     /* as an upper bound: none; more than the deck has of any value */

/* ---- Cards: a multiset, value v counted in byte v ---- */

typedef uint64_t quibbles_cards;

#define QUIBBLES_EACH 0x0101010101010101u /* one card of each value; times n: n of each */

static inline quibbles_cards quibbles_card(int value) { return (uint64_t)1 << 8 * value; }

static inline int quibbles_count(quibbles_cards cards, int value)
{
    return (int)(cards >> 8 * value & 0xff);
}

/* How many cards there are in all; the sum stays below 256, so the top byte collects it. */
static inline int quibbles_size(quibbles_cards cards) { return (int)(cards * QUIBBLES_EACH >> 56); }

/* The values of all the cards added up. */
static inline int quibbles_total(quibbles_cards cards)
{
    int total = 0;
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        total += value * quibbles_count(cards, value);
    }
    return total;
}

/* Does `cards` hold all of `need`? A bit lent to each byte is still there if nothing was borrowed.
 * Counts up to 127. */
static inline bool quibbles_holds(quibbles_cards cards, quibbles_cards need)
{
    const uint64_t lent = 0x80 * QUIBBLES_EACH;
    return (((cards | lent) - need) & lent) == lent;
}

/* The lowest value among cards that are not none. */
static inline int quibbles_lowest(quibbles_cards cards) { return __builtin_ctzll(cards) / 8; }

/* Every way to make a total of 0 to 7 from cards of 1 or more, by total: how many ones, twos,
 * threes and so on up to sevens. First comes ONE card of that value, then the SUMs of several. */
/* clang-format off */
#define QUIBBLES_SUMS(ONE, SUM)                                                                    \
    ONE(0, 0, 0, 0, 0, 0, 0)                                                                       \
    ONE(1, 0, 0, 0, 0, 0, 0)                                                                       \
    ONE(0, 1, 0, 0, 0, 0, 0) SUM(2, 0, 0, 0, 0, 0, 0)                                              \
    ONE(0, 0, 1, 0, 0, 0, 0) SUM(1, 1, 0, 0, 0, 0, 0) SUM(3, 0, 0, 0, 0, 0, 0)                     \
    ONE(0, 0, 0, 1, 0, 0, 0) SUM(1, 0, 1, 0, 0, 0, 0) SUM(0, 2, 0, 0, 0, 0, 0)                     \
    SUM(2, 1, 0, 0, 0, 0, 0) SUM(4, 0, 0, 0, 0, 0, 0)                                              \
    ONE(0, 0, 0, 0, 1, 0, 0) SUM(1, 0, 0, 1, 0, 0, 0) SUM(0, 1, 1, 0, 0, 0, 0)                     \
    SUM(2, 0, 1, 0, 0, 0, 0) SUM(1, 2, 0, 0, 0, 0, 0) SUM(3, 1, 0, 0, 0, 0, 0)                     \
    SUM(5, 0, 0, 0, 0, 0, 0)                                                                       \
    ONE(0, 0, 0, 0, 0, 1, 0) SUM(1, 0, 0, 0, 1, 0, 0) SUM(0, 1, 0, 1, 0, 0, 0)                     \
    SUM(2, 0, 0, 1, 0, 0, 0) SUM(0, 0, 2, 0, 0, 0, 0) SUM(1, 1, 1, 0, 0, 0, 0)                     \
    SUM(3, 0, 1, 0, 0, 0, 0) SUM(0, 3, 0, 0, 0, 0, 0) SUM(2, 2, 0, 0, 0, 0, 0)                     \
    SUM(4, 1, 0, 0, 0, 0, 0) SUM(6, 0, 0, 0, 0, 0, 0)                                              \
    ONE(0, 0, 0, 0, 0, 0, 1) SUM(1, 0, 0, 0, 0, 1, 0) SUM(0, 1, 0, 0, 1, 0, 0)                     \
    SUM(2, 0, 0, 0, 1, 0, 0) SUM(0, 0, 1, 1, 0, 0, 0) SUM(1, 1, 0, 1, 0, 0, 0)                     \
    SUM(3, 0, 0, 1, 0, 0, 0) SUM(1, 0, 2, 0, 0, 0, 0) SUM(0, 2, 1, 0, 0, 0, 0)                     \
    SUM(2, 1, 1, 0, 0, 0, 0) SUM(4, 0, 1, 0, 0, 0, 0) SUM(1, 3, 0, 0, 0, 0, 0)                     \
    SUM(3, 2, 0, 0, 0, 0, 0) SUM(5, 1, 0, 0, 0, 0, 0) SUM(7, 0, 0, 0, 0, 0, 0)
/* clang-format on */

/* ---- Moves ----
 *
 * Bits 0-31 the cards taken, four bits a value from value 0; bits 32-55 the cards played, three
 * bits a value; bits 56-58 the kind. The outcomes of chance are plain numbers: a card's value, or
 * the seat that begins. */

enum quibbles_kind {
    QUIBBLES_CHANCE,
    QUIBBLES_SPLIT,   /* plays one card, takes sets of cards */
    QUIBBLES_COMBINE, /* plays cards, takes cards of their total */
    QUIBBLES_DRAW,    /* plays one card into the display, takes none */
    QUIBBLES_STASH,   /* "plays" the card that is collected, "takes" the one given up, if any */
    QUIBBLES_KEEP,    /* stashes nothing: `-` */
    QUIBBLES_PASS,    /* has no card to play: `pass` */
};

static inline int quibbles_move_kind(pond_move move) { return (int)(move >> 56); }

static inline quibbles_cards quibbles_move_taken(pond_move move)
{
    uint64_t cards = move & 0xffffffffu;
    cards = (cards | cards << 16) & 0x0000ffff0000ffffu;
    cards = (cards | cards << 8) & 0x00ff00ff00ff00ffu;
    return (cards | cards << 4) & 0x0f0f0f0f0f0f0f0fu;
}

static inline quibbles_cards quibbles_move_played(pond_move move)
{
    uint64_t cards = move >> 32 & 0xffffffu;
    cards = (cards | cards << 20) & 0x00000fff00000fffu;
    cards = (cards | cards << 10) & 0x003f003f003f003fu;
    return (cards | cards << 5) & 0x0707070707070707u;
}

/* At most 7 of a value played and 15 taken. */
static inline pond_move quibbles_move(enum quibbles_kind kind, quibbles_cards played,
                                      quibbles_cards taken)
{
    taken = (taken | taken >> 4) & 0x00ff00ff00ff00ffu;
    taken = (taken | taken >> 8) & 0x0000ffff0000ffffu;
    taken = (taken | taken >> 16) & 0xffffffffu;
    played = (played | played >> 5) & 0x003f003f003f003fu;
    played = (played | played >> 10) & 0x00000fff00000fffu;
    played = (played | played >> 20) & 0xffffffu;
    return (uint64_t)kind << 56 | played << 32 | taken;
}

/* ---- The state and the view ---- */

enum quibbles_variant { QUIBBLES_STANDARD, QUIBBLES_FIRST_GAME };

enum quibbles_phase { QUIBBLES_ACT, QUIBBLES_STASHES };

/* What chance has to do before the next decision. */
enum quibbles_due {
    QUIBBLES_DUE_NOTHING,
    QUIBBLES_DUE_DISPLAY, /* lays the first display */
    QUIBBLES_DUE_DEAL,    /* deals the first hands */
    QUIBBLES_DUE_BEGINNER,
    QUIBBLES_DUE_DRAW,   /* the two cards of a DRAW */
    QUIBBLES_DUE_REFILL, /* cards for the display (B9) */
    QUIBBLES_DUE_REDEAL, /* new hands (B10) */
};

/* What lies on the table, and all else that everyone knows: the same in the state and in a view. */
struct POND_OVERLAY quibbles_table {
    quibbles_cards display, discards;
    quibbles_cards collections[POND_SEATS_MAX];
    /* Of each value, how many cards everyone knows that a hand must hold at least and can hold at
     * most, from what was done in the open (B12). */
    quibbles_cards at_least[POND_SEATS_MAX], at_most[POND_SEATS_MAX];
    uint8_t players;
    uint8_t variant; /* enum quibbles_variant */
    uint8_t seat;    /* whose turn it is */
    uint8_t phase;   /* enum quibbles_phase */
    pond_seats in_play;
    uint8_t due;           /* enum quibbles_due */
    uint8_t due_count;     /* how many cards of it are still to come, to this seat or the display */
    uint8_t due_seat;      /* who gets them */
    uint8_t draw_beginner; /* before the beginner is drawn, where it is drawn: 1 */
    uint8_t winner;        /* once there is a reason */
    uint8_t reason;        /* enum pond_reason; none while the game goes on */
};

struct POND_OVERLAY quibbles_state {
    struct quibbles_table table;
    quibbles_cards draw_pile;
    quibbles_cards hands[POND_SEATS_MAX];
};

struct POND_OVERLAY quibbles_view {
    struct quibbles_table table;
    quibbles_cards hand; /* the observer's own; none for a spectator */
    uint8_t observer;    /* a seat, or POND_SPECTATOR */
    uint8_t draw_pile_size;
    uint8_t hand_sizes[POND_SEATS_MAX];
};

POND_STATIC_ASSERT(sizeof(struct quibbles_state) <= POND_STATE_SIZE, "a state must fit its bytes");
POND_STATIC_ASSERT(sizeof(struct quibbles_view) <= POND_STATE_SIZE, "a view must fit its bytes");

/* All the cards of a variant (B1). */
static inline quibbles_cards quibbles_deck(int variant)
{
    const quibbles_cards first_game = (uint64_t)22 << 8 | (uint64_t)22 << 16 | (uint64_t)22 << 24 |
                                      (uint64_t)24 << 32 | (uint64_t)26 << 40 | (uint64_t)28 << 48;
    return variant == QUIBBLES_FIRST_GAME ? first_game : first_game | 4 | (uint64_t)7 << 56;
}

/* The kinds of events. Cards are multisets as above; POND_EVENT_HIDDEN where unseen. */
enum quibbles_event {
    QUIBBLES_EVENT_BEGIN = POND_EVENTS_OWN, /* a seat was drawn to begin (B2) */
    QUIBBLES_EVENT_REFILL,                  /* a card was laid into the display (B2, B9) */
    QUIBBLES_EVENT_DRAWN,                   /* a card came into a hand; only its owner sees it */
    QUIBBLES_EVENT_DUE,       /* what chance deals next: enum quibbles_due, how many, to whom */
    QUIBBLES_EVENT_PHASE,     /* whose turn it is and in which part of it (B3) */
    QUIBBLES_EVENT_LAY,       /* DRAW: a card from a hand into the display (B6) */
    QUIBBLES_EVENT_SPLIT,     /* the card played, the cards taken (B4) */
    QUIBBLES_EVENT_COMBINE,   /* the cards played, the cards taken (B5) */
    QUIBBLES_EVENT_STASH,     /* the card, how many left the hand, the one given up, the total */
    QUIBBLES_EVENT_KEEP,      /* nothing was stashed */
    QUIBBLES_EVENT_PASS,      /* a seat has no card to play (B11) */
    QUIBBLES_EVENT_CLEAR,     /* the display was cleared away (B9) */
    QUIBBLES_EVENT_REDEAL,    /* all hands were laid aside for new ones (B10): these cards */
    QUIBBLES_EVENT_ASIDE,     /* cards of a seat that gave up were laid aside (C4) */
    QUIBBLES_EVENT_RESHUFFLE, /* the discards became the draw pile, with this many cards (B11) */
};

POND_END

#endif
