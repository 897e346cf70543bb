/* rules.h: what the files of Rrib-bit share. */
#ifndef POND_RRIBBIT_RULES_H
#define POND_RRIBBIT_RULES_H

#include "pond/rribbit.h"

#include "parts.h"

static inline struct rribbit_state *rribbit_overlay(struct pond_state *state)
{
    return (struct rribbit_state *)state;
}

static inline const struct rribbit_state *rribbit_overlay_const(const struct pond_state *state)
{
    return (const struct rribbit_state *)state;
}

/* Counters saturate here, above any N. An analysis position may state this much at most. */
#define RRIBBIT_COUNT_MAX 1050

static inline void rribbit_end(struct rribbit_state *state, enum pond_outcome outcome, int winner,
                               enum pond_reason reason)
{
    state->outcome = (uint8_t)outcome;
    state->winner = (uint8_t)winner;
    state->reason = (uint8_t)reason;
}

enum rribbit_option {
    RRIBBIT_OPTION_TURN,
    RRIBBIT_OPTION_WIN,
    RRIBBIT_OPTION_START,
    RRIBBIT_OPTION_ENDGAME,
    RRIBBIT_OPTION_REPETITION,
    RRIBBIT_OPTION_HANDICAP,
    RRIBBIT_OPTIONS,
};

extern const struct pond_option pond_rribbit_options[RRIBBIT_OPTIONS];

bool pond_rribbit_check(struct pond_config *config, struct pond_error *why);
/* The frogs of both sides at the start (X11, X15). */
void pond_rribbit_start(const struct pond_config *config, uint64_t frogs[2]);
void pond_rribbit_setup_options(struct rribbit_state *state, const struct pond_config *config);

/* X14: a position that is set up, by hand or as a start. */
void pond_rribbit_judge_position(struct rribbit_state *state);

/* A turn begins with one of the mover's frogs. */
bool pond_rribbit_origin_check(const struct rribbit_state *state, int seat, int from,
                               struct pond_error *why);

void pond_rribbit_pad_print(int pad, struct pond_text *out);
bool pond_rribbit_pad_refuse(struct pond_error *why, enum pond_word word, int pad);

/* Reads rows 7 to 1 up to `end`. */
bool pond_rribbit_rows_parse(const char *at, const char *end, uint64_t frogs[2],
                             struct pond_error *why);

/* ---- The other files ---- */

POND_PARTS(rribbit);

#define RRIBBIT_EVENT_KINDS (RRIBBIT_EVENT_COUNT - POND_EVENTS_OWN + 1)
extern const struct pond_event_kind pond_rribbit_event_kinds[RRIBBIT_EVENT_KINDS];

#endif
