/* events.c: what happened in Rrib-bit, as events, and what a view becomes by them. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

static void pad_value_print(int64_t pad, struct pond_text *out)
{
    pond_rribbit_pad_print((int)pad, out);
}

#define KIND(kind) [(kind)-POND_EVENTS_OWN]

const struct pond_event_kind pond_rribbit_event_kinds[RRIBBIT_EVENT_KINDS] = {
    KIND(RRIBBIT_EVENT_LEAP) = {"leap",
                                {{.name = "from", .print = pad_value_print},
                                 {.name = "to", .print = pad_value_print}},
                                .sentence = POND_WORD_EVENT_RRIBBIT_LEAP},
    KIND(RRIBBIT_EVENT_CAPTURE) = {"capture",
                                   {{.name = "from", .print = pad_value_print},
                                    {.name = "to", .print = pad_value_print},
                                    {.name = "left"}},
                                   .sentence = POND_WORD_EVENT_CAPTURE},
    KIND(RRIBBIT_EVENT_ROW) = {"row", {{0}}, .sentence = POND_WORD_EVENT_ROW},
    KIND(RRIBBIT_EVENT_COUNT) = {"count",
                                 {{.name = "light"}, {.name = "dark"}},
                                 .sentence = POND_WORD_NONE},
};

void pond_rribbit_events(const struct pond_state *before, int seat, pond_move move,
                         const struct pond_state *after, int observer, struct pond_events *events)
{
    const struct rribbit_state *old = rribbit_overlay_const(before),
                               *new = rribbit_overlay_const(after);
    uint64_t prey = old->frogs[1 - seat];
    (void)observer; /* nothing is hidden */
    if (move == POND_MOVE_RESIGN) return;
    for (int i = 1; i <= rribbit_move_landings(move); i++) {
        const int pad = rribbit_move_pad(move, i);
        const bool captures = (prey & rribbit_bit(pad)) != 0;
        struct pond_event *event =
            pond_event_add(events, captures ? RRIBBIT_EVENT_CAPTURE : RRIBBIT_EVENT_LEAP, seat);
        prey &= ~rribbit_bit(pad);
        event->value[0] = rribbit_move_pad(move, i - 1);
        event->value[1] = pad;
        if (captures) event->value[2] = rribbit_count(prey);
    }
    if (rribbit_has_row(new->frogs[seat])) pond_event_add(events, RRIBBIT_EVENT_ROW, seat);
    if (new->counting == 0) return;
    struct pond_event *event = pond_event_add(events, RRIBBIT_EVENT_COUNT, POND_NOBODY);
    event->value[0] = new->used[0];
    event->value[1] = new->used[1];
}

void pond_rribbit_follow(struct pond_view *view, const struct pond_event *event)
{
    struct rribbit_state *state = (struct rribbit_state *)view;
    const int seat = event->seat;
    switch (event->kind) {
    case RRIBBIT_EVENT_LEAP:
    case RRIBBIT_EVENT_CAPTURE:
        state->frogs[1 - seat] &= ~rribbit_bit((int)event->value[1]);
        state->frogs[seat] ^= rribbit_bit((int)event->value[0]) | rribbit_bit((int)event->value[1]);
        state->side = (uint8_t)(1 - seat);
        break;
    case RRIBBIT_EVENT_COUNT:
        state->counting = 1;
        state->used[0] = (uint16_t)event->value[0];
        state->used[1] = (uint16_t)event->value[1];
        break;
    case POND_EVENT_END:
        rribbit_end(state, (enum pond_outcome)event->value[0], (int)event->value[1],
                    (enum pond_reason)event->value[2]);
        break;
    default: break;
    }
}
