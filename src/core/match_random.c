/* match_random.c: matches that play themselves with random choices. See match.h. */
#include "pond/match.h"

#include <string.h>

#include "banned.h"

_Static_assert(POND_SEED_MAX - POND_SERIES_SEED_MAX == 1 + 10, "a dot and the digits of 32 bits");

void pond_random_seed(const char *seed, uint32_t number, char out[POND_SEED_MAX + 1])
{
    struct pond_text text = pond_text_in(out, POND_SEED_MAX + 1);
    const size_t length = strlen(seed), length_max = POND_SERIES_SEED_MAX;
    if (number == 0) {
        pond_text_string(&text, seed);
        return;
    }
    pond_text_bytes(&text, seed, length < length_max ? length : length_max);
    pond_text_char(&text, '.');
    pond_text_number(&text, number);
}

bool pond_match_play_random(struct pond_match *match, uint32_t turns_max, struct pond_error *why)
{
    struct pond_rng choices; /* apart from what the match itself draws */
    pond_rng_seed(&choices, match->seed);
    pond_rng_branch(&choices, 1);
    while (!pond_match_over(match) && pond_match_turns(match) < turns_max) {
        const pond_seats turn = pond_match_turn(match);
        for (int seat = 0; seat < match->seat_count; seat++) {
            if ((turn & POND_SEAT(seat)) == 0) continue;
            pond_move moves[POND_MOVES_MAX];
            const int count = match->game->moves(&match->state, seat, moves);
            const uint32_t chosen = pond_rng_below(&choices, (uint32_t)count);
            if (!pond_match_submit(match, seat, moves[chosen], why)) return false;
        }
    }
    return true;
}
