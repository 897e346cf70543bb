/* play_live.c: the engine of the analysis board, which thinks in slices: src/wasm/play.mjs calls
 * this.
 *
 * A slice keeps what the ones before it left in the engine's memory, so that each goes on where the
 * last one ended, and the Worker hears between two slices that somebody has moved on. */
#include "page.h"
#include "pond/analysis.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"
#include "quibbit/engine.h"

#include <string.h>

#include "banned.h"

#define LINES 3     /* choices that are listed with their lines */
#define LINE_PART 8 /* of a slice's nodes: what the line of another choice may cost */
#define UNIT 10000  /* a chance of 1 */

static struct {
    struct pond_player player;
    const struct pond_engine *last; /* that used the memory, and how much of it */
    size_t last_size;
    struct pond_advice advice, other;
    struct quibbit_duel_root round; /* of two, where both choose at once; no rows: none */
} live;

/* As many threads as there are helpers, where the engine has such a setting. */
static bool threads_take(struct pond_player *player)
{
    char memory[32];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const uint32_t helpers = page_helpers_present();
    if (helpers == 0 || player->engine->join == NULL) return true;
    pond_text_string(&text, "threads=");
    pond_text_number(&text, helpers + 1);
    return pond_player_set(player, memory, NULL);
}

/* A player for the match, with helpers unless it is to think alone, and its memory as it was left;
 * zeroed where another one has left it, as threads need it. */
static bool player_take(const struct pond_match *match, bool alone)
{
    struct pond_player *player = &live.player;
    const struct pond_game *game = match->game;
    if (!pond_player_open(player, game, "engine", NULL) ||
        !pond_player_set(player, pond_analysis_settings(game), NULL) ||
        (!alone && !threads_take(player))) {
        return false;
    }
    const bool same = live.last == player->engine && live.last_size == player->memory_size;
    if (!(same || alone ? page_memory_keep(player) : page_memory_take(player))) return false;
    live.last = player->engine;
    live.last_size = player->memory_size;
    player->probe = page_probe_of(game);
    player->stop = page_stop_sign();
    return true;
}

static void think(const struct pond_match *match, int seat, uint64_t nodes, pond_move only,
                  struct pond_advice *advice)
{
    struct pond_task task;
    pond_player_task(&live.player, match, seat, &task);
    pond_task_limit(&task, nodes, 0);
    task.only = only;
    live.round.matrix.rows = 0;
    page_helpers_begin(live.player.engine, &task);
    if (live.player.engine == &pond_engine_quibbit) {
        quibbit_think_round(&task, advice, &live.round);
    } else {
        live.player.engine->think(&task, advice);
    }
    page_helpers_end(&task, advice);
}

/* May a line be told: does one seat move at a time, in the open, without chance? */
static bool has_lines(const struct pond_match *match)
{
    return match->game->weight == NULL && match->game->own_print == NULL;
}

static void move_json(struct pond_json *json, const struct pond_game *game,
                      const struct pond_state *state, int seat, pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    game->move_print(state, seat, move, &text);
    pond_json_string(json, memory);
}

static void line_json(struct pond_json *json, const struct pond_match *match,
                      const struct pond_advice *advice)
{
    struct pond_state state = match->state;
    pond_json_key(json, "line");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < advice->line_count; i++) {
        const struct pond_step *step = &advice->line[i];
        move_json(json, match->game, &state, step->seat, step->move);
        match->game->apply(&state, step->seat, step->move);
    }
    pond_json_close(json, ']');
}

static void unit_member(struct pond_json *json, const char *name, float chance)
{
    pond_json_number_member(json, name, (int64_t)(chance * UNIT + 0.5f));
}

static void choices_json(struct pond_json *json, const struct pond_match *match, int seat,
                         uint64_t nodes)
{
    const struct pond_advice *advice = &live.advice;
    const bool lines = has_lines(match);
    int told = 0;
    pond_json_key(json, "choices");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        float value;
        pond_json_open(json, '{');
        pond_json_key(json, "move");
        move_json(json, match->game, &match->state, seat, choice->move);
        if (pond_choice_value(choice, &value)) {
            unit_member(json, "value", value);
            const bool best = advice->line_count > 0 && advice->line[0].move == choice->move;
            if (lines && told < LINES) {
                if (!best) think(match, seat, nodes / LINE_PART + 1, choice->move, &live.other);
                line_json(json, match, best ? advice : &live.other);
                told++;
            }
        }
        unit_member(json, "probability", choice->probability);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
}

/* What each pair of cards is worth to seat 0: its wins less the other's. */
static void pairs_json(struct pond_json *json)
{
    const struct quibbit_duel_root *round = &live.round;
    static const char *const names[] = {"rows", "columns"};
    for (int seat = 0; seat < 2; seat++) {
        const int count = seat == 0 ? round->matrix.rows : round->matrix.columns;
        const double *share = seat == 0 ? round->mix.row : round->mix.column;
        pond_json_key(json, names[seat]);
        pond_json_open(json, '[');
        for (int i = 0; i < count; i++) {
            pond_json_open(json, '{');
            pond_json_number_member(json, "card", round->card[seat][i]);
            unit_member(json, "probability", (float)share[i]);
            pond_json_close(json, '}');
        }
        pond_json_close(json, ']');
    }
    pond_json_key(json, "pairs");
    pond_json_open(json, '[');
    for (int i = 0; i < round->matrix.rows; i++) {
        pond_json_open(json, '[');
        for (int j = 0; j < round->matrix.columns; j++) {
            const double value = round->matrix.payoff[i][j] * UNIT;
            pond_json_number(json, (int64_t)(value + (value < 0 ? -0.5 : 0.5)));
        }
        pond_json_close(json, ']');
    }
    pond_json_close(json, ']');
}

/* What the engine thinks of a seat's choices after that many more nodes: like page_think, with
 * lines. Alone it answers soonest: nobody has to be woken up and waited for. */
int32_t EXPORT(page_live)(uint32_t slot, int32_t seat, uint32_t nodes, uint32_t alone)
{
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    if (seat < 0 || seat >= match->seat_count || (pond_match_turn(match) & POND_SEAT(seat)) == 0) {
        return page_refuse_page(REFUSE_TURN);
    }
    if (!player_take(match, alone != 0)) return page_refuse_page(REFUSE_MEMORY);
    const struct pond_advice *advice = &live.advice;
    think(match, seat, nodes, 0, &live.advice);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    choices_json(&json, match, seat, nodes);
    pond_json_key(&json, "win");
    pond_json_open(&json, '[');
    for (int i = 0; i < match->seat_count; i++) {
        pond_json_number(&json, (int64_t)(advice->win[i] * UNIT + 0.5f));
    }
    pond_json_close(&json, ']');
    unit_member(&json, "draw", advice->draw);
    unit_member(&json, "dummy", advice->dummy);
    pond_json_number_member(&json, "nodes", (int64_t)advice->nodes);
    pond_json_number_member(&json, "depth", advice->depth);
    pond_json_number_member(&json, "exact", advice->exact ? 1 : 0);
    pond_json_number_member(&json, "end", advice->end_ply);
    if (live.round.matrix.rows > 0) pairs_json(&json);
    pond_json_close(&json, '}');
    return 1;
}

/* ---- Threats ---- */

/* The position with the other side to move; false if that is none. */
static bool pass(const struct pond_match *match, struct pond_match *passed)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_state state;
    match->game->state_print(&match->state, &text);
    char *side = strchr(memory, ' ');
    if (side == NULL || (side[1] != 'l' && side[1] != 'd')) return false;
    side[1] = side[1] == 'l' ? 'd' : 'l';
    if (!match->game->state_parse(&state, &match->config, memory, NULL)) return false;
    pond_match_begin_at(passed, match->game, &match->config, &state, NULL, 0);
    return !pond_match_over(passed);
}

static int frogs_of(const struct pond_state *state, int side)
{
    return rribbit_count(((const struct rribbit_state *)state)->frogs[side]);
}

/* What the side that is not to move would do if it were: the best of it, where that takes
 * something or makes a row. A list of moves. Only for games of two armies. */
int32_t EXPORT(page_threats)(uint32_t slot, uint32_t nodes)
{
    struct pond_match passed;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '[');
    const bool armies = pond_text_equal(match->game->name, pond_rribbit.name);
    if (armies && !pond_match_over(match) && pass(match, &passed) && player_take(&passed, true)) {
        const int seat = pond_seat_first(pond_match_turn(&passed));
        think(&passed, seat, nodes, 0, &live.advice);
        for (uint32_t i = 0; i < live.advice.choice_count; i++) {
            const struct pond_choice *choice = &live.advice.choices[i];
            struct pond_state after = passed.state;
            float value, best;
            if (!pond_choice_value(choice, &value)) continue;
            if (!pond_choice_value(&live.advice.choices[0], &best) || value < best - 0.05f) break;
            passed.game->apply(&after, seat, choice->move);
            const int before = frogs_of(&passed.state, 1 - seat);
            const char *suffix = passed.game->move_suffix(&after, seat);
            if (suffix == NULL && frogs_of(&after, 1 - seat) == before) continue;
            move_json(&json, passed.game, &passed.state, seat, choice->move);
        }
    }
    pond_json_close(&json, ']');
    return 1;
}

/* ---- Cards ---- */

/* How many cards of each value a seat cannot see: those of the pile and of the others' hands. A
 * list; empty where a game has none. */
int32_t EXPORT(page_hidden)(uint32_t slot, int32_t seat)
{
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL || !page_observer_check(match, seat)) return 0;
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '[');
    if (pond_text_equal(match->game->name, pond_quibbles.name)) {
        const struct quibbles_state *state = (const struct quibbles_state *)&match->state;
        for (int value = 0; value < QUIBBLES_VALUES; value++) {
            uint64_t count = state->draw_pile >> (8 * value) & 0xff;
            for (int other = 0; other < match->seat_count; other++) {
                if (other != seat) count += state->hands[other] >> (8 * value) & 0xff;
            }
            pond_json_number(&json, (int64_t)count);
        }
    }
    pond_json_close(&json, ']');
    return 1;
}
