/* rules.c: Rrib-bit, two armies of knight-moving frogs.
 *
 * Nine light and nine dark frogs face each other on 9 by 7 pads; in the middle lie the nine pads of
 * the arena. A frog leaps like a chess knight and captures what it lands on. The first to get three
 * frogs in a row in the arena, and still has a row there after the opponent's answer, has won. In
 * the advanced method a frog that captured may go on capturing in the same turn. The numbers X1 to
 * X15 are those of docs/rules/rribbit.en.md.
 *
 * A move is a whole turn: a chain of up to nine captures fits into 64 bits (see rribbit.h), so that
 * notation, records, perft and engines need no half-finished turns. */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

/* ---- The end of a turn ---- */

static inline void use_turn(uint16_t *used)
{
    if (*used < RRIBBIT_COUNT_MAX) (*used)++;
}

static inline bool count_ran_out(const struct rribbit_state *state)
{
    return state->counting && state->used[0] >= state->endgame && state->used[1] >= state->endgame;
}

/* What can end a game only when a frog was captured. */
static void judge_capture(struct rribbit_state *state, int mover, bool counted)
{
    const int own_left = rribbit_count(state->frogs[mover]),
              other_left = rribbit_count(state->frogs[1 - mover]);
    const bool row = rribbit_has_row(state->frogs[mover]);
    if (state->seven && other_left <= 2) {
        rribbit_end(state, POND_WON, mover, POND_REASON_SEVEN);
    } else if (other_left == 0 && row) {
        rribbit_end(state, POND_WON, mover, POND_REASON_ROW);
    } else if (other_left == 0) {
        rribbit_end(state, POND_DRAWN, 0, POND_REASON_NO_FROGS);
    } else if (own_left <= 2 && other_left <= 2) {
        rribbit_end(state, POND_DRAWN, 0, POND_REASON_TWO_FROGS);
    } else if (counted && count_ran_out(state) && !row) {
        rribbit_end(state, POND_DRAWN, 0, POND_REASON_ENDGAME_LIMIT);
    }
}

/* X13: who has won after `mover`'s turn, if anyone. A row of the opponent that stands now stood at
 * the turn's start as well, since only the mover's frogs have moved: hence X5 needs no memory. */
static inline void judge_turn(struct rribbit_state *state, int mover, bool captured)
{
    const int other = 1 - mover;
    const uint64_t own_frogs = state->frogs[mover], other_frogs = state->frogs[other];
    const bool counted = state->counting;
    if (counted) {
        use_turn(&state->used[mover]);
    } else if (captured && state->endgame > 0 && rribbit_count(own_frogs) <= 4 &&
               rribbit_count(other_frogs) <= 4) {
        state->counting = 1; /* at 0,0: the turn that brought it about does not count (X9) */
    }
    if (rribbit_has_row(other_frogs)) { /* so it has three frogs, and X6 does not apply */
        rribbit_end(state, POND_WON, other, POND_REASON_ROW);
    } else if (captured) {
        judge_capture(state, mover, counted);
    } else if (count_ran_out(state) && !rribbit_has_row(own_frogs)) {
        rribbit_end(state, POND_DRAWN, 0, POND_REASON_ENDGAME_LIMIT);
    }
}

/* X14: a position that is set up, by hand or as a start. */
void pond_rribbit_judge_position(struct rribbit_state *state)
{
    const uint64_t *frogs = state->frogs;
    const int light = rribbit_count(frogs[RRIBBIT_LIGHT]),
              dark = rribbit_count(frogs[RRIBBIT_DARK]);
    if (state->endgame > 0 && light <= 4 && dark <= 4) state->counting = 1;
    if (light == 0 || dark == 0) {
        const int other = light == 0 ? RRIBBIT_DARK : RRIBBIT_LIGHT;
        if (rribbit_has_row(frogs[other])) {
            rribbit_end(state, POND_WON, other, POND_REASON_ROW);
        } else {
            rribbit_end(state, POND_DRAWN, 0, POND_REASON_NO_FROGS);
        }
    } else if (light <= 2 && dark <= 2) {
        rribbit_end(state, POND_DRAWN, 0, POND_REASON_TWO_FROGS);
    } else if (rribbit_has_row(frogs[state->side])) {
        rribbit_end(state, POND_WON, state->side, POND_REASON_ROW);
    } else if (count_ran_out(state) && !rribbit_has_row(frogs[1 - state->side])) {
        rribbit_end(state, POND_DRAWN, 0, POND_REASON_ENDGAME_LIMIT);
    }
}

/* ---- The interface, in the order of game.h ---- */

static uint8_t seats(const struct pond_config *config)
{
    (void)config;
    return 2;
}

static void setup(struct pond_state *whole, const struct pond_config *config)
{
    struct rribbit_state *state = rribbit_overlay(whole);
    pond_rribbit_setup_options(state, config);
    pond_rribbit_start(config, state->frogs);
    pond_rribbit_judge_position(state);
}

static pond_seats turn(const struct pond_state *whole)
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    return (pond_seats)(state->outcome == POND_GOES_ON ? POND_SEAT(state->side) : 0);
}

/* Lists the captures of one frog and every chain they can grow into. `path` holds the pads so far
 * and their number. */
static pond_move *chains(pond_move *out, pond_move path, int pad, uint64_t prey)
{
    const int landings = rribbit_move_landings(path);
    for (uint64_t targets = rribbit_knight[pad] & prey; targets != 0; targets &= targets - 1) {
        const int to = rribbit_lowest(targets);
        const pond_move longer = (path + 1) | (pond_move)to << (4 + 6 * (landings + 1));
        *out++ = longer;
        out = chains(out, longer, to, prey & ~rribbit_bit(to));
    }
    return out;
}

/* Writes four leaps, to the lowest of `targets`, even if there are fewer. */
static inline uint64_t four_leaps(pond_move *out, pond_move start, uint64_t targets)
{
    const uint64_t second = targets & (targets - 1), third = second & (second - 1);
    const uint64_t fourth = third & (third - 1), beyond = UINT64_C(1) << 63;
    out[0] = start | (pond_move)rribbit_lowest(targets | beyond) << 10;
    out[1] = start | (pond_move)rribbit_lowest(second | beyond) << 10;
    out[2] = start | (pond_move)rribbit_lowest(third | beyond) << 10;
    out[3] = start | (pond_move)rribbit_lowest(fourth | beyond) << 10;
    return fourth & (fourth - 1);
}

/* Lists the leaps to `targets`, four at a time: superfluous ones are overwritten, and the loop's
 * branch is easy to predict. */
static inline pond_move *leaps(pond_move *out, pond_move start, uint64_t targets)
{
    const int total = rribbit_count(targets);
    targets = four_leaps(out, start, targets);
    if (total > 4) four_leaps(out + 4, start, targets);
    return out + total;
}

static int moves(const struct pond_state *whole, int seat, pond_move out[POND_MOVES_MAX])
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    const uint64_t own = state->frogs[seat];
    const uint64_t prey = state->chain ? state->frogs[1 - seat] : 0;
    const uint64_t open = ~(own | prey);
    pond_move *next = out;
    for (uint64_t frogs = own; frogs != 0; frogs &= frogs - 1) {
        const int from = rribbit_lowest(frogs);
        const pond_move start = (pond_move)1 | (pond_move)from << 4;
        next = leaps(next, start, rribbit_knight[from] & open);
        if ((rribbit_knight[from] & prey) != 0) next = chains(next, start - 1, from, prey);
    }
    return (int)(next - out);
}

static inline void apply_turn(struct rribbit_state *state, int seat, pond_move move)
{
    const int landings = rribbit_move_landings(move);
    const uint64_t leap = rribbit_bit(rribbit_move_pad(move, 0));
    uint64_t landed = rribbit_bit(rribbit_move_pad(move, 1)), target = landed;
    for (int i = 2; i <= landings; i++) {
        target = rribbit_bit(rribbit_move_pad(move, i));
        landed |= target;
    }
    const bool captured = (state->frogs[1 - seat] & landed) != 0;
    state->frogs[seat] ^= leap | target;
    state->frogs[1 - seat] &= ~landed;
    state->side = (uint8_t)(1 - seat);
    judge_turn(state, seat, captured);
}

static void apply(struct pond_state *whole, int seat, pond_move move)
{
    apply_turn(rribbit_overlay(whole), seat, move);
}

static void resign(struct pond_state *whole, int seat)
{
    rribbit_end(rribbit_overlay(whole), POND_WON, 1 - seat, POND_REASON_RESIGNED);
}

static struct pond_result result(const struct pond_state *whole)
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    return (struct pond_result){
        .outcome = state->outcome, .seat = state->winner, .reason = state->reason};
}

#define LIGHT_FACTOR UINT64_C(0x9e3779b97f4a7c15)
#define DARK_FACTOR UINT64_C(0xc2b2ae3d27d4eb4f)
#define REST_FACTOR UINT64_C(0x165667b19e3779f9)
#define LAST_FACTOR UINT64_C(0xff51afd7ed558ccd)

static inline uint64_t scramble(uint64_t sum)
{
    sum ^= sum >> 32;
    sum *= LAST_FACTOR;
    return sum ^ sum >> 29;
}

/* The parts of a hash besides the frogs. */
static inline uint64_t hash_rest(const struct rribbit_state *state)
{
    const uint64_t rest = (uint64_t)state->side | (uint64_t)state->counting << 1 |
                          (uint64_t)state->used[0] << 16 | (uint64_t)state->used[1] << 32;
    return rest * REST_FACTOR;
}

static inline uint64_t hash_state(const struct rribbit_state *state)
{
    return scramble(state->frogs[0] * LIGHT_FACTOR + state->frogs[1] * DARK_FACTOR +
                    hash_rest(state));
}

static uint64_t hash(const struct pond_state *whole)
{
    return hash_state(rribbit_overlay_const(whole));
}

static uint64_t repetition(const struct pond_state *whole, int *occurrences_max)
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    *occurrences_max = state->repetition;
    return scramble(state->frogs[0] * LIGHT_FACTOR + state->frogs[1] * DARK_FACTOR + state->side);
}

static void observe(const struct pond_state *state, int seat, struct pond_view *view)
{
    (void)seat;
    memcpy(view, state, sizeof *view);
}

static void sample(const struct pond_view *view, struct pond_rng *rng, struct pond_state *state)
{
    (void)rng;
    memcpy(state, view, sizeof *state);
}

/* Could any turn have this path, whatever is on the board? */
static bool path_sound(pond_move move)
{
    const int landings = rribbit_move_landings(move);
    if (landings < 1 || landings > RRIBBIT_FROGS_MAX) return false;
    for (int i = 0; i <= landings; i++) {
        if (rribbit_move_pad(move, i) >= RRIBBIT_PADS) return false;
    }
    return landings == RRIBBIT_FROGS_MAX || move >> (4 + 6 * (landings + 1)) == 0;
}

/* A turn begins with one of the mover's frogs. */
bool pond_rribbit_origin_check(const struct rribbit_state *state, int seat, int from,
                               struct pond_error *why)
{
    if ((state->frogs[seat] & rribbit_bit(from)) != 0) return true;
    const bool prey = (state->frogs[1 - seat] & rribbit_bit(from)) != 0;
    return pond_rribbit_pad_refuse(
        why, prey ? POND_WORD_RRIBBIT_NOT_YOURS : POND_WORD_RRIBBIT_NO_FROG, from);
}

static bool legal(const struct pond_state *whole, int seat, pond_move move, struct pond_error *why)
{
    const struct rribbit_state *state = rribbit_overlay_const(whole);
    if (turn(whole) == 0) return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    if (seat != state->side) return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    if (!path_sound(move)) return pond_refuse_text(why, POND_WORD_MOVE_ILLEGAL, "?");
    const int landings = rribbit_move_landings(move);
    const int from = rribbit_move_pad(move, 0);
    const uint64_t own = state->frogs[seat];
    uint64_t prey = state->frogs[1 - seat];
    if (!pond_rribbit_origin_check(state, seat, from, why)) return false;
    if (landings > 1 && !state->chain) return pond_refuse(why, POND_WORD_RRIBBIT_ONE_CAPTURE);
    for (int i = 1; i <= landings; i++) {
        const int here = rribbit_move_pad(move, i - 1), to = rribbit_move_pad(move, i);
        if ((rribbit_knight[here] & rribbit_bit(to)) == 0) {
            pond_rribbit_pad_refuse(why, POND_WORD_RRIBBIT_NO_KNIGHT, here);
            const char name[3] = {(char)('a' + to % 9), (char)('1' + to / 9), '\0'};
            return pond_error_text(why, name);
        }
        if ((own & rribbit_bit(to)) != 0 && to != from) {
            return pond_rribbit_pad_refuse(why, POND_WORD_RRIBBIT_OWN_FROG, to);
        }
        if (landings > 1 && (prey & rribbit_bit(to)) == 0) {
            return pond_rribbit_pad_refuse(why, POND_WORD_RRIBBIT_CHAIN_CAPTURES, to);
        }
        prey &= ~rribbit_bit(to);
    }
    return true;
}

/* ---- Perft ---- */

/* Counts the leaps of a side, for all its frogs at once in each of the eight directions. */
static inline uint64_t count_leaps(uint64_t own)
{
    const uint64_t open = RRIBBIT_BOARD & ~own;
    const int up = rribbit_count((own & RRIBBIT_RIGHT_1) << 19 & open) +
                   rribbit_count((own & RRIBBIT_LEFT_1) << 17 & open) +
                   rribbit_count((own & RRIBBIT_RIGHT_2) << 11 & open) +
                   rribbit_count((own & RRIBBIT_LEFT_2) << 7 & open);
    const int down = rribbit_count((own & RRIBBIT_LEFT_1) >> 19 & open) +
                     rribbit_count((own & RRIBBIT_RIGHT_1) >> 17 & open) +
                     rribbit_count((own & RRIBBIT_LEFT_2) >> 11 & open) +
                     rribbit_count((own & RRIBBIT_RIGHT_2) >> 7 & open);
    return (uint64_t)(up + down);
}

/* Two plies, the last one in bulk, while the opponent has so many frogs that only a row can end the
 * game. */
static uint64_t count_answers(uint64_t own, uint64_t other)
{
    uint64_t leaves = 0;
    for (uint64_t frogs = own; frogs != 0; frogs &= frogs - 1) {
        for (uint64_t targets = rribbit_knight[rribbit_lowest(frogs)] & ~own; targets != 0;
             targets &= targets - 1) {
            const uint64_t left = other & ~(targets & (0 - targets));
            if (!rribbit_has_row(left)) leaves += count_leaps(left);
        }
    }
    return leaves;
}

/* Makes every leaf below a state and adds up the hashes. Leaps of one frog to empty pads differ in
 * the frog's new place only, so that is all that is recomputed for each of them; captures may end
 * the game or start the count, and are made in full. */
static uint64_t make_leaves(const struct rribbit_state *state, uint64_t *leaf_sum)
{
    const int seat = state->side;
    const uint64_t own = state->frogs[seat], other = state->frogs[1 - seat];
    const uint64_t own_factor = seat == 0 ? LIGHT_FACTOR : DARK_FACTOR;
    struct rribbit_state after = *state;
    after.side = (uint8_t)(1 - seat);
    if (state->counting) use_turn(&after.used[seat]);
    const uint64_t shared = other * (seat == 0 ? DARK_FACTOR : LIGHT_FACTOR) + hash_rest(&after);
    uint64_t sum = 0, leaves = 0;
    for (uint64_t frogs = own; frogs != 0; frogs &= frogs - 1) {
        const int from = rribbit_lowest(frogs);
        const uint64_t rest = own ^ rribbit_bit(from);
        const uint64_t targets = rribbit_knight[from] & ~own;
        leaves += (uint64_t)rribbit_count(targets);
        for (uint64_t leaps = targets & ~other; leaps != 0; leaps &= leaps - 1) {
            const uint64_t landed = leaps & (0 - leaps);
            sum += scramble((rest | landed) * own_factor + shared);
        }
        for (uint64_t captures = targets & other; captures != 0; captures &= captures - 1) {
            struct rribbit_state leaf = *state;
            apply_turn(&leaf, seat, rribbit_move(from, rribbit_lowest(captures)));
            sum += hash_state(&leaf);
        }
    }
    *leaf_sum += sum;
    return leaves;
}

static uint64_t perft_state(const struct rribbit_state *state, int depth, bool in_bulk,
                            uint64_t *leaf_sum)
{
    if (depth == 0) {
        *leaf_sum += hash_state(state);
        return 1;
    }
    if (state->outcome != POND_GOES_ON) return 0;
    if (depth == 1 && !state->chain) {
        return in_bulk ? count_leaps(state->frogs[state->side]) : make_leaves(state, leaf_sum);
    }
    if (depth == 2 && in_bulk && !state->chain &&
        rribbit_count(state->frogs[1 - state->side]) > 5) {
        return count_answers(state->frogs[state->side], state->frogs[1 - state->side]);
    }
    struct pond_state whole;
    memcpy(&whole, state, sizeof *state);
    pond_move list[POND_MOVES_MAX];
    const int total = moves(&whole, state->side, list);
    if (depth == 1 && in_bulk) return (uint64_t)total;
    uint64_t leaves = 0;
    for (int i = 0; i < total; i++) {
        struct rribbit_state next = *state;
        apply_turn(&next, state->side, list[i]);
        leaves += perft_state(&next, depth - 1, in_bulk, leaf_sum);
    }
    return leaves;
}

static uint64_t perft(const struct pond_state *whole, int depth, bool in_bulk, uint64_t *leaf_sum)
{
    return perft_state(rribbit_overlay_const(whole), depth, in_bulk, leaf_sum);
}

const struct pond_game pond_rribbit = {
    .name = "rribbit",
    .title = "Rrib-bit",
    .seats_min = 2,
    .seats_max = 2,
    .record_style = POND_RECORD_PAIRS,
    .draw_offers = true,
    .random_turns_max = 1000,
    .option_count = RRIBBIT_OPTIONS,
    .options = pond_rribbit_options,
    .check = pond_rribbit_check,
    .seats = seats,
    .setup = setup,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .resign = resign,
    .result = result,
    .hash = hash,
    .repetition = repetition,
    .observe = observe,
    .sample = sample,
    .view_check = NULL,
    .legal = legal,
#ifndef POND_RULES_ONLY
    .events = pond_rribbit_events,
    .event_kinds = pond_rribbit_event_kinds,
    .event_kind_count = RRIBBIT_EVENT_KINDS,
    .view_json = pond_rribbit_view_json,
    .follow = pond_rribbit_follow,
#endif
    .move_print = pond_rribbit_move_print,
    .move_parse = pond_rribbit_move_parse,
    .state_print = pond_rribbit_state_print,
    .view_print = pond_rribbit_view_print,
    .own_print = NULL,
    .state_parse = pond_rribbit_state_parse,
    .move_suffix = pond_rribbit_move_suffix,
    .perft = perft,
};
