/* judge.c: what every choice in a position of Rrib-bit is truly worth. See judge.h. */
#include "judge.h"

#include "banned.h"

#define RANK_WON 100000

static int rank_of(const struct rribbit_judged *judged)
{
    const int distance = rribbit_value_distance(judged->value);
    if (!judged->known) return 0;
    if (judged->value == 0 || judged->in_time == 0) return 1;
    return rribbit_value_won(judged->value) ? RANK_WON - distance : distance - RANK_WON;
}

static bool comes_before(const struct rribbit_judged *one, const struct rribbit_judged *other)
{
    const int more = rank_of(one) - rank_of(other);
    return more != 0 ? more > 0 : one->move < other->move;
}

static struct rribbit_judged judge(rribbit_value_function *ask, void *context,
                                   const struct pond_state *state, int seat, pond_move move)
{
    struct rribbit_judged judged = {.move = move, .known = true, .in_time = 1};
    struct pond_state after = *state;
    unsigned next;
    pond_rribbit.apply(&after, seat, move);
    const struct pond_result result = pond_rribbit.result(&after);
    if (result.outcome == POND_WON) {
        judged.value = result.seat == seat ? 1 : RRIBBIT_LOST + 1;
    } else if (result.outcome == POND_GOES_ON) {
        judged.known = ask(context, &after, &next);
        if (!judged.known) return judged;
        judged.in_time = rribbit_in_time(&after, next);
        const unsigned distance = (unsigned)rribbit_value_distance(next) + 1;
        judged.value = rribbit_value_lost(next)  ? distance
                       : rribbit_value_won(next) ? RRIBBIT_LOST + distance
                                                 : 0;
    }
    return judged;
}

int rribbit_choices_judge(rribbit_value_function *ask, void *context,
                          const struct pond_state *state, struct rribbit_judged *position,
                          struct rribbit_judged choices[POND_MOVES_MAX])
{
    pond_move moves[POND_MOVES_MAX];
    const int seat = ((const struct rribbit_state *)state)->side;
    const int count = pond_rribbit.moves(state, seat, moves);
    *position = (struct rribbit_judged){0};
    position->known = ask(context, state, &position->value);
    if (position->known) position->in_time = rribbit_in_time(state, position->value);
    bool any = position->known;
    for (int i = 0; i < count; i++) {
        const struct rribbit_judged judged = judge(ask, context, state, seat, moves[i]);
        int at = i;
        for (; at > 0 && comes_before(&judged, &choices[at - 1]); at--) {
            choices[at] = choices[at - 1];
        }
        choices[at] = judged;
        any = any || (judged.known && judged.value != 0);
    }
    return any ? count : -1;
}

/* ---- For programs ---- */

static void value_json(struct pond_json *json, const struct rribbit_judged *judged)
{
    static const char *const late[] = {"unknown", "drawn"};
    const char *won = rribbit_value_won(judged->value) ? "won" : "lost";
    pond_json_string_member(json, "value",
                            !judged->known        ? "unknown"
                            : judged->value == 0  ? "drawn"
                            : judged->in_time < 1 ? late[judged->in_time + 1]
                                                  : won);
    if (!judged->known || judged->value == 0) return;
    pond_json_number_member(json, "distance", rribbit_value_distance(judged->value));
    if (judged->in_time < 1) pond_json_string_member(json, "without_count", won);
}

void rribbit_choices_json(struct pond_json *json, const struct pond_state *state,
                          const struct rribbit_judged *position,
                          const struct rribbit_judged *choices, int count)
{
    const int seat = ((const struct rribbit_state *)state)->side;
    pond_json_open(json, '{');
    pond_json_number_member(json, "seat", seat);
    value_json(json, position);
    pond_json_key(json, "choices");
    pond_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_rribbit.move_print(state, seat, choices[i].move, &text);
        pond_json_open(json, '{');
        pond_json_string_member(json, "move", memory);
        value_json(json, &choices[i]);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
    pond_json_close(json, '}');
}
