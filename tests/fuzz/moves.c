/* moves.c: fuzzes the parsers of moves, and what judges them. What is judged legal is listed, and
 * what is listed is legal; the text of a legal move is read as that move again. A parser is asked
 * only for a seat on turn, all else for any. */
#include "fuzz.h"

static void move_check(const struct pond_game *game, const struct pond_state *state, int seat,
                       pond_move move)
{
    struct pond_error why;
    const bool legal = game->legal(state, seat, move, &why);
    assert(legal == pond_move_listed(game, state, seat, move));
    if (!legal) {
        fuzz_refused(&why);
        return;
    }
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_move again = ~move;
    game->move_print(state, seat, move, &text);
    assert(text.length > 0 && !text.full);
    const bool read = pond_move_read(game, state, seat, memory, &again, &why);
    assert(read && again == move);
    struct pond_state after = *state;
    game->apply(&after, seat, move);
    if (game->move_suffix != NULL) game->move_suffix(&after, seat);
    assert((game->turn(&after) == 0) == (game->result(&after).outcome != POND_GOES_ON));
}

static void text_check(const struct pond_game *game, const struct pond_state *state, int seat,
                       const char *text)
{
    const pond_move untouched = 0xa5a5a5a5a5a5a5a5u;
    pond_move move = untouched, read = untouched;
    struct pond_error why;
    const bool taken = pond_move_read(game, state, seat, text, &read, &why);
    if (!taken) {
        fuzz_refused(&why);
        assert(read == untouched);
    }
    if ((game->turn(state) & POND_SEAT(seat)) == 0) {
        assert(!taken);
    } else if (game->move_parse(state, seat, text, &move, &why)) {
        assert(!taken || read == move);
        move_check(game, state, seat, move);
    } else {
        fuzz_refused(&why);
        assert(!taken && move == untouched);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static pond_move moves[POND_MOVES_MAX];
    struct fuzz_input input = {bytes, length};
    const struct fuzz_game chosen = fuzz_game(&input);
    const struct pond_game *game = chosen.game;
    const struct pond_state state = fuzz_position(&input, &chosen);
    const pond_seats turn = game->turn(&state);
    const unsigned which = fuzz_byte(&input);
    const uint64_t word = fuzz_word(&input);
    /* The seat on turn, but for some inputs any. */
    const int seat = turn == 0 || which >= 224 ? (int)which % 8 : pond_seat_first(turn);
    char right[POND_MOVE_TEXT_MAX] = "", text[FUZZ_TEXT_MAX];
    pond_move some = 0;
    if ((turn & POND_SEAT(seat)) != 0) {
        struct pond_text out = pond_text_in(right, sizeof right);
        const int count = game->moves(&state, seat, moves);
        some = moves[which % (unsigned)count];
        game->move_print(&state, seat, some, &out);
        move_check(game, &state, seat, some);
    }
    move_check(game, &state, seat, word);
    move_check(game, &state, seat, word ^ some);
    fuzz_text(&input, right, text);
    text_check(game, &state, seat, text);
    return 0;
}
