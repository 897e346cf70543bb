/* positions.c: fuzzes the parsers of positions. What they take is written and read again the same,
 * has legal moves wherever somebody is on turn, can be seen by every seat, and can be played on. */
#include "fuzz.h"

#define STEPS 24
#define MOVES_LOOKED_AT 40

static void text_check(const struct fuzz_game *chosen, const struct pond_state *state)
{
    char memory[2][POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory[0], sizeof memory[0]);
    struct pond_text text_again = pond_text_in(memory[1], sizeof memory[1]);
    struct pond_state again;
    chosen->game->state_print(state, &text);
    assert(text.length > 0 && !text.full);
    const bool fine = chosen->game->state_parse(&again, &chosen->config, memory[0], NULL);
    assert(fine && memcmp(&again, state, sizeof again) == 0);
    assert(chosen->game->hash(&again) == chosen->game->hash(state));
    chosen->game->state_print(&again, &text_again);
    assert(pond_text_equal(memory[0], memory[1]));
}

static void moves_check(const struct pond_game *game, const struct pond_state *state)
{
    static pond_move moves[POND_MOVES_MAX];
    const pond_seats turn = game->turn(state);
    assert((turn == 0) == (game->result(state).outcome != POND_GOES_ON));
    for (int seat = 0; seat <= POND_CHANCE; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        const int count = game->moves(state, seat, moves);
        assert(count > 0 && count <= (seat == POND_CHANCE ? POND_CHANCE_MAX : POND_MOVES_MAX));
        for (int i = 0; i < count; i += 1 + count / MOVES_LOOKED_AT) {
            assert(game->legal(state, seat, moves[i], NULL));
            if (seat == POND_CHANCE) assert(game->weight(state, moves[i]) > 0);
        }
    }
}

static void views_check(const struct fuzz_game *chosen, const struct pond_state *state,
                        struct pond_rng *rng)
{
    const struct pond_game *game = chosen->game;
    const int seats = game->seats(&chosen->config);
    for (int observer = 0; observer <= seats; observer++) {
        const int seat = observer < seats ? observer : POND_SPECTATOR;
        char memory[POND_STATE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        struct pond_view view, again;
        struct pond_state sampled;
        game->observe(state, seat, &view);
        game->view_print(&view, &text);
        assert(text.length > 0 && !text.full);
        game->sample(&view, rng, &sampled);
        game->observe(&sampled, seat, &again);
        assert(memcmp(&view, &again, sizeof view) == 0);
        assert(game->turn(&sampled) == game->turn(state));
    }
}

static void position_check(const struct fuzz_game *chosen, const struct pond_state *parsed,
                           bool resigning)
{
    const struct pond_game *game = chosen->game;
    struct pond_state state = *parsed;
    struct pond_rng rng;
    pond_rng_seed(&rng, "positions");
    text_check(chosen, &state);
    if (resigning && game->turn(&state) != 0 && game->turn(&state) != POND_SEAT(POND_CHANCE)) {
        game->resign(&state, pond_seat_first(game->turn(&state)));
    }
    for (int step = 0; step < STEPS; step++) {
        moves_check(game, &state);
        views_check(chosen, &state, &rng);
        if (!fuzz_step(game, &state, &rng)) break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct fuzz_input input = {bytes, length};
    const struct fuzz_game chosen = fuzz_game(&input);
    const struct pond_state reached = fuzz_position(&input, &chosen);
    const bool resigning = fuzz_byte(&input) % 4 == 0;
    char right[POND_STATE_TEXT_MAX], text[FUZZ_TEXT_MAX];
    struct pond_text out = pond_text_in(right, sizeof right);
    struct pond_state state;
    struct pond_error why;
    chosen.game->state_print(&reached, &out);
    fuzz_text(&input, right, text);
    fuzz_mark(&state, sizeof state);
    if (chosen.game->state_parse(&state, &chosen.config, text, &why)) {
        position_check(&chosen, &state, resigning);
    } else {
        fuzz_refused(&why);
        assert(fuzz_marked(&state, sizeof state));
    }
    return 0;
}
