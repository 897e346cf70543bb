/* conditions.c: conditions that a right answer may have to meet, instead of being on a list:
 * `accept captures`, `accept wins=2`, `accept split takes=4`. One table has them all. */
#include "learn.h"

#include <string.h>

#include "banned.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"

/* A move that is asked about, and the position before and after it. */
struct asked {
    const struct pond_state *before;
    struct pond_state after;
    int seat;
    pond_move move;
    struct pond_span argument; /* behind the `=`; empty where there is none */
    int number;                /* the same as a number; 1 where there is none */
    uint32_t *work;
};

static bool holds_any(const struct asked *asked)
{
    (void)asked;
    return true;
}

static bool holds_captures(const struct asked *asked)
{
    const struct rribbit_state *before = (const struct rribbit_state *)asked->before;
    const struct rribbit_state *after = (const struct rribbit_state *)&asked->after;
    const int other = 1 - asked->seat;
    return __builtin_popcountll(before->frogs[other]) - __builtin_popcountll(after->frogs[other]) >=
           asked->number;
}

static bool holds_row(const struct asked *asked)
{
    const struct rribbit_state *after = (const struct rribbit_state *)&asked->after;
    return rribbit_has_row(after->frogs[asked->seat]);
}

static bool holds_breaks(const struct asked *asked)
{
    const struct rribbit_state *after = (const struct rribbit_state *)&asked->after;
    return !rribbit_has_row(after->frogs[1 - asked->seat]);
}

static bool holds_wins(const struct asked *asked)
{
    pond_move holds;
    return pond_measure_forced(&asked->after, asked->seat, asked->number - 1, asked->work, &holds);
}

/* `lands=d3,e4`: the frog ends on one of these pads. */
static bool holds_lands(const struct asked *asked)
{
    const int pad = rribbit_move_pad(asked->move, rribbit_move_landings(asked->move));
    const char name[] = {(char)('a' + pad % RRIBBIT_COLUMNS), (char)('1' + pad / RRIBBIT_COLUMNS)};
    for (uint32_t i = 0; i + 2 <= asked->argument.length; i += 3) {
        if (memcmp(asked->argument.start + i, name, 2) == 0) return true;
    }
    return false;
}

static bool holds_split(const struct asked *asked)
{
    return quibbles_move_kind(asked->move) == QUIBBLES_SPLIT;
}

static bool holds_combine(const struct asked *asked)
{
    return quibbles_move_kind(asked->move) == QUIBBLES_COMBINE;
}

static bool holds_draw(const struct asked *asked)
{
    return quibbles_move_kind(asked->move) == QUIBBLES_DRAW;
}

static bool holds_stash(const struct asked *asked)
{
    return quibbles_move_kind(asked->move) == QUIBBLES_STASH;
}

static bool holds_takes(const struct asked *asked)
{
    return quibbles_size(quibbles_move_taken(asked->move)) >= asked->number;
}

enum argument_kind { ARGUMENT_NONE, ARGUMENT_NUMBER, ARGUMENT_PADS };

static const struct condition {
    const char *name;
    const struct pond_game *game; /* NULL: every game */
    enum argument_kind argument;
    bool (*holds)(const struct asked *asked);
} conditions[] = {
    {"any", NULL, ARGUMENT_NONE, holds_any},
    {"captures", &pond_rribbit, ARGUMENT_NUMBER, holds_captures},
    {"row", &pond_rribbit, ARGUMENT_NONE, holds_row},
    {"breaks", &pond_rribbit, ARGUMENT_NONE, holds_breaks},
    {"wins", &pond_rribbit, ARGUMENT_NUMBER, holds_wins},
    {"lands", &pond_rribbit, ARGUMENT_PADS, holds_lands},
    {"split", &pond_quibbles, ARGUMENT_NONE, holds_split},
    {"combine", &pond_quibbles, ARGUMENT_NONE, holds_combine},
    {"draw", &pond_quibbles, ARGUMENT_NONE, holds_draw},
    {"stash", &pond_quibbles, ARGUMENT_NONE, holds_stash},
    {"takes", &pond_quibbles, ARGUMENT_NUMBER, holds_takes},
};

static bool pads_check(struct pond_span pads)
{
    if (pads.length % 3 != 2) return false;
    for (uint32_t i = 0; i < pads.length; i += 3) {
        const char *pad = pads.start + i;
        if (pad[0] < 'a' || pad[0] > 'i' || pad[1] < '1' || pad[1] > '7') return false;
        if (i + 2 < pads.length && pad[2] != ',') return false;
    }
    return true;
}

/* Finds a condition by its word and fills in the argument. */
static const struct condition *condition_read(const struct pond_game *game, struct pond_span word,
                                              struct asked *asked)
{
    const char *equals = memchr(word.start, '=', word.length);
    struct pond_span name = word;
    asked->argument.length = 0;
    asked->number = 1;
    if (equals != NULL) {
        name.length = (uint32_t)(equals - word.start);
        asked->argument = (struct pond_span){equals + 1, word.length - name.length - 1};
    }
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++) {
        const struct condition *condition = &conditions[i];
        if (!pond_span_equal(name, condition->name)) continue;
        if (condition->game != NULL && condition->game != game) return NULL;
        if (equals == NULL) return condition->argument != ARGUMENT_PADS ? condition : NULL;
        if (condition->argument == ARGUMENT_PADS) {
            return pads_check(asked->argument) ? condition : NULL;
        }
        const char digit = asked->argument.length == 1 ? *asked->argument.start : '0';
        asked->number = digit - '0';
        return condition->argument == ARGUMENT_NUMBER && digit >= '1' && digit <= '9' ? condition
                                                                                      : NULL;
    }
    return NULL;
}

bool pond_conditions_check(const struct pond_game *game, struct pond_span words,
                           struct pond_error *why)
{
    struct asked asked;
    struct pond_span word;
    while (pond_span_word(&words, &word)) {
        if (condition_read(game, word, &asked) != NULL) continue;
        char quoted[POND_ERROR_ARGUMENT_MAX];
        if (word.length >= sizeof quoted) word.length = sizeof quoted - 1;
        pond_span_copy(word, quoted, sizeof quoted);
        return pond_refuse_text(why, POND_WORD_LEARN_CONDITION, quoted);
    }
    return true;
}

bool pond_conditions_hold(const struct pond_game *game, struct pond_span words,
                          const struct pond_state *state, int seat, pond_move move, uint32_t *work)
{
    struct asked asked = {
        .before = state, .after = *state, .seat = seat, .move = move, .work = work};
    struct pond_span word;
    game->apply(&asked.after, seat, move);
    while (pond_span_word(&words, &word)) {
        const struct condition *condition = condition_read(game, word, &asked);
        if (condition == NULL || !condition->holds(&asked)) return false;
    }
    return true;
}
