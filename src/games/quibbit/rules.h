/* rules.h: what the files of Quibbit! share. */
#ifndef POND_QUIBBIT_RULES_H
#define POND_QUIBBIT_RULES_H

#include "pond/quibbit.h"

#include "parts.h"

/* ---- Options ---- */

enum quibbit_option {
    QUIBBIT_OPTION_PLAYERS,
    QUIBBIT_OPTION_EDITION,
    QUIBBIT_OPTION_COLORS,
    QUIBBIT_OPTION_LAYOUT,
    QUIBBIT_OPTION_LAP,
    QUIBBIT_OPTION_TIE,
    QUIBBIT_OPTION_DUMMY,
    QUIBBIT_OPTION_HANDICAP,
    QUIBBIT_OPTIONS,
};

#define QUIBBIT_SPECIALS 3 /* special tiles of a ring */

static const char quibbit_color_letters[] = "RGYB";

extern const struct pond_option pond_quibbit_options[QUIBBIT_OPTIONS];

static inline uint8_t quibbit_config_seats(const struct pond_config *config)
{
    return (uint8_t)(config->value[QUIBBIT_OPTION_PLAYERS] + 2);
}

static inline uint8_t quibbit_config_frogs(const struct pond_config *config)
{
    return quibbit_config_seats(config) == 4 ? 4 : 3;
}

static inline uint8_t quibbit_config_tiles(const struct pond_config *config)
{
    return (uint8_t)(QUIBBIT_SPECIALS * (quibbit_config_frogs(config) + 1));
}

/* The cards that a seat starts with: all, or the lowest with a handicap. */
static inline uint8_t quibbit_config_hand(const struct pond_config *config, int seat)
{
    return QUIBBIT_HAND_FULL >> pond_config_digit(config, QUIBBIT_OPTION_HANDICAP, seat) & ~1;
}

/* The index of a letter in `quibbit_color_letters`, or QUIBBIT_FROGS_MAX. */
uint8_t pond_quibbit_color_of_letter(char letter);

/* Reads a ring and makes sure that it is one (Q1). */
bool pond_quibbit_layout_read(const struct pond_config *config, const char *text,
                              uint8_t kind[QUIBBIT_TILES_MAX], struct pond_error *why);

/* ---- Rules ---- */

static inline struct quibbit_state *quibbit_overlay(struct pond_state *state)
{
    return (struct quibbit_state *)state;
}

static inline bool quibbit_laying(const struct quibbit_state *game)
{
    return game->laid < game->tiles;
}

/* Everything but the ring; and the ring. */
void pond_quibbit_setup_empty(struct quibbit_state *game, const struct pond_config *config);
void pond_quibbit_setup_ring(struct quibbit_state *game, const uint8_t kind[QUIBBIT_TILES_MAX]);

/* Chance lays a tile; a frog gets its place in the line (Q2). */
void pond_quibbit_laying_apply(struct quibbit_state *game, unsigned kind);
void pond_quibbit_frog_place(struct quibbit_state *game, int frog, uint32_t progress);

/* Q5: sorts the frogs by card, then by progress. A key is the card (from bit 38 on), the progress
 * (6), the tile (2) and the frog; a frog that does not leap has the greatest key. */
static inline void quibbit_order_set(const struct quibbit_state *game,
                                     uint64_t key[QUIBBIT_FROGS_MAX])
{
    static const uint8_t pair[][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
#pragma GCC unroll 4
    for (unsigned frog = 0; frog < QUIBBIT_FROGS_MAX; frog++) {
        const uint64_t card = game->card[frog];
        const uint64_t progress = game->progress[frog], tile = game->tile[frog];
        key[frog] = card == 0 ? UINT64_MAX : card << 38 | progress << 6 | tile << 2 | frog;
    }
#pragma GCC unroll 5
    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++) {
        const uint64_t one = key[pair[i][0]], other = key[pair[i][1]];
        key[pair[i][0]] = one < other ? one : other;
        key[pair[i][1]] = one < other ? other : one;
    }
}

/* Q7, after a leap; and Q14: the cards of the round are in no hand. */
bool pond_quibbit_lap_won(const struct quibbit_state *game, unsigned frog);
void pond_quibbit_lap_end(struct quibbit_state *game, unsigned frog);

uint8_t pond_quibbit_farthest(const struct quibbit_state *game);
void pond_quibbit_frog_leave(struct quibbit_state *game, int frog);

/* Q11 and Q12, when seats have gone out; `crown` decides among the last. */
bool pond_quibbit_game_decided(struct quibbit_state *game, unsigned crown);
void pond_quibbit_game_won(struct quibbit_state *game, int frog, enum pond_reason reason);

/* ---- Notation ---- */

void pond_quibbit_cards_print(unsigned cards, struct pond_text *out);
void pond_quibbit_kind_print(const struct quibbit_state *game, unsigned kind,
                             struct pond_text *out);

/* ---- The other files ---- */

POND_PARTS(quibbit);

#define QUIBBIT_EVENT_KINDS (QUIBBIT_EVENT_ROUND - POND_EVENTS_OWN + 1)
extern const struct pond_event_kind pond_quibbit_event_kinds[QUIBBIT_EVENT_KINDS];

#endif
