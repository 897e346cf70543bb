/* view_json.c: a view of Rrib-bit as data. */
#include "pond/json.h"

#include "rules.h"

#include "banned.h"

static void pads_json(struct pond_json *json, uint64_t pads)
{
    pond_json_open(json, '[');
    for (; pads != 0; pads &= pads - 1) {
        char memory[4];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_rribbit_pad_print(rribbit_lowest(pads), &text);
        pond_json_string(json, memory);
    }
    pond_json_close(json, ']');
}

static void pads_member(struct pond_json *json, const char *key, uint64_t pads)
{
    pond_json_key(json, key);
    pads_json(json, pads);
}

/* The standing rows: those of the side that moved last, or of the side that has won by them. */
static void rows_json(struct pond_json *json, const struct rribbit_state *state)
{
    static const uint64_t lines[] = {UINT64_C(7) << 21,
                                     UINT64_C(7) << 30,
                                     UINT64_C(7) << 39,
                                     UINT64_C(1) << 21 | UINT64_C(1) << 30 | UINT64_C(1) << 39,
                                     UINT64_C(1) << 22 | UINT64_C(1) << 31 | UINT64_C(1) << 40,
                                     UINT64_C(1) << 23 | UINT64_C(1) << 32 | UINT64_C(1) << 41,
                                     UINT64_C(1) << 21 | UINT64_C(1) << 31 | UINT64_C(1) << 41,
                                     UINT64_C(1) << 23 | UINT64_C(1) << 31 | UINT64_C(1) << 39};
    const int side = state->outcome == POND_WON ? state->winner : 1 - state->side;
    pond_json_key(json, "rows");
    pond_json_open(json, '[');
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if ((state->frogs[side] & lines[i]) == lines[i]) pads_json(json, lines[i]);
    }
    pond_json_close(json, ']');
}

/* The threats of the side that is not on turn: the frogs that it could capture, and the pads that
 * would give it a row. A row that stands already is reported separately. */
static void threats_json(struct pond_json *json, const struct rribbit_state *state)
{
    const int by = 1 - state->side;
    uint64_t captures = 0, rows = 0;
    struct pond_state turned = {0};
    pond_move list[POND_MOVES_MAX];
    *rribbit_overlay(&turned) = *state;
    rribbit_overlay(&turned)->side = (uint8_t)by;
    const bool quiet = state->outcome == POND_GOES_ON && !rribbit_has_row(state->frogs[0]) &&
                       !rribbit_has_row(state->frogs[1]);
    const int total = quiet ? pond_rribbit.moves(&turned, by, list) : 0;
    for (int i = 0; i < total; i++) {
        const int landings = rribbit_move_landings(list[i]);
        const uint64_t goal = rribbit_bit(rribbit_move_pad(list[i], landings));
        const uint64_t left = state->frogs[by] & ~rribbit_bit(rribbit_move_pad(list[i], 0));
        for (int k = 1; k <= landings; k++) captures |= rribbit_bit(rribbit_move_pad(list[i], k));
        if (rribbit_has_row(left | goal)) rows |= goal;
    }
    pond_json_key(json, "threats");
    pond_json_open(json, '{');
    pads_member(json, "captures", captures & state->frogs[state->side]);
    pads_member(json, "rows", rows);
    pond_json_close(json, '}');
}

void pond_rribbit_view_json(const struct pond_view *view, struct pond_json *json)
{
    const struct rribbit_state *state = (const struct rribbit_state *)view;
    pond_json_open(json, '{');
    pond_json_number_member(json, "side", state->side);
    pads_member(json, "light", state->frogs[0]);
    pads_member(json, "dark", state->frogs[1]);
    rows_json(json, state);
    threats_json(json, state);
    pond_json_key(json, "count");
    if (state->counting) {
        pond_json_open(json, '[');
        for (int side = 0; side < 2; side++) pond_json_number(json, state->used[side]);
        pond_json_close(json, ']');
    } else {
        pond_json_null(json);
    }
    pond_json_close(json, '}');
}
