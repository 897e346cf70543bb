/* follower.c: what one observer knows of a game that is played elsewhere. See follower.h. */
#include "pond/follower.h"

#include <assert.h>

#include "banned.h"

void pond_follower_begin(struct pond_follower *follower, const struct pond_game *game,
                         const struct pond_config *config, int observer)
{
    follower->game = game;
    follower->config = *config;
    follower->observer = observer;
    game->setup(&follower->state, config);
}

bool pond_follower_put(struct pond_follower *follower, const struct pond_game *game,
                       const struct pond_config *config, int observer, const char *position,
                       const char *hand, struct pond_error *why)
{
    struct pond_state state;
    const bool fine = game->view_parse != NULL
                          ? game->view_parse(&state, config, observer, position, hand, why)
                          : game->state_parse(&state, config, position, why);
    if (!fine) return false;
    pond_follower_begin(follower, game, config, observer);
    follower->state = state;
    return true;
}

static bool on_turn(const struct pond_follower *follower, int seat)
{
    return seat >= 0 && seat < POND_SEATS_MAX &&
           (follower->game->turn(&follower->state) & POND_SEAT(seat)) != 0;
}

bool pond_follower_seal(struct pond_follower *follower, int seat, const char *chosen,
                        struct pond_error *why)
{
    pond_move moves[POND_MOVES_MAX];
    if (!on_turn(follower, seat)) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, seat);
    }
    follower->game->moves(&follower->state, seat, moves);
    if (chosen != NULL &&
        !pond_move_read(follower->game, &follower->state, seat, chosen, &moves[0], why)) {
        return false;
    }
    follower->game->apply(&follower->state, seat, moves[0]);
    return true;
}

void pond_follower_view(const struct pond_follower *follower, struct pond_view *view)
{
    follower->game->observe(&follower->state, follower->observer, view);
}

void pond_follower_follow(struct pond_follower *follower, const struct pond_events *events)
{
    struct pond_view view;
    struct pond_rng rng;
    pond_follower_view(follower, &view);
    pond_view_follow(follower->game, &view, events);
    pond_rng_seed(&rng, "follower");
    follower->game->sample(&view, &rng, &follower->state);
}

int pond_follower_moves(const struct pond_follower *follower, pond_move out[POND_MOVES_MAX])
{
    if (!on_turn(follower, follower->observer)) return 0;
    return follower->game->moves(&follower->state, follower->observer, out);
}

bool pond_follower_check(const struct pond_follower *follower, const char *text, pond_move *move,
                         struct pond_error *why)
{
    if (follower->game->turn(&follower->state) == 0) {
        return pond_refuse(why, POND_WORD_MOVE_GAME_OVER);
    }
    if (!on_turn(follower, follower->observer)) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, follower->observer);
    }
    return pond_move_read(follower->game, &follower->state, follower->observer, text, move, why);
}
