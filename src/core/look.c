/* look.c: where a match stands as one seat may see it, for pages, servers and bots. See json.h. */
#include "pond/json.h"

#include "banned.h"

/* What a view's own seat holds, and what it has chosen face down; null where there is no such
 * thing. */
static void own_json(struct pond_json *json, const struct pond_game *game,
                     const struct pond_view *view)
{
    char held[POND_STATE_TEXT_MAX], laid[POND_MOVE_TEXT_MAX];
    struct pond_text hand = pond_text_in(held, sizeof held);
    struct pond_text chosen = pond_text_in(laid, sizeof laid);
    if (game->own_print != NULL) game->own_print(view, &hand, &chosen);
    pond_json_text_member(json, "hand", &hand);
    pond_json_text_member(json, "chosen", &chosen);
}

/* The moves that a seat may choose from, worked out from what it sees. */
static void legal_json(struct pond_json *json, const struct pond_match *match,
                       const struct pond_view *view, int seat)
{
    struct pond_rng rng;
    struct pond_state state;
    pond_json_key(json, "legal");
    if ((pond_match_turn(match) & POND_SEAT(seat)) == 0) {
        pond_json_open(json, '[');
        pond_json_close(json, ']');
        return;
    }
    pond_rng_seed(&rng, "moves");
    match->game->sample(view, &rng, &state);
    pond_json_moves(json, match->game, &state, seat);
}

static void numbers_json(struct pond_json *json, const struct pond_match *match)
{
    pond_json_number_member(json, "version", match->version);
    pond_json_number_member(json, "ply", match->ply);
    pond_json_number_member(json, "turns", pond_match_turns(match));
    pond_json_key(json, "turn");
    pond_json_seats(json, pond_match_turn(match));
    pond_json_key(json, "sealed");
    pond_json_seats(json, match->sealed);
    pond_json_key(json, "resigned");
    pond_json_seats(json, match->resigned);
    if (match->offer >= 0) pond_json_number_member(json, "offer", match->offer);
    if (match->offer < 0) pond_json_null_member(json, "offer");
}

void pond_json_look_head(struct pond_json *json, const struct pond_match *match)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_open(json, '{');
    pond_json_string_member(json, "game", match->game->name);
    pond_config_print(match->game, &match->config, &text);
    pond_json_text_member(json, "options", &text);
    pond_json_number_member(json, "seats", match->seat_count);
}

void pond_json_board(struct pond_json *json, const struct pond_game *game,
                     const struct pond_view *view)
{
    pond_json_key(json, "board");
    if (game->view_json != NULL) game->view_json(view, json);
    if (game->view_json == NULL) pond_json_null(json);
}

void pond_json_look_rest(struct pond_json *json, const struct pond_match *match,
                         const struct pond_view *view, int seat, unsigned parts)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    numbers_json(json, match);
    pond_match_last_print(match, &text);
    pond_json_text_member(json, "last", &text);
    pond_text_clear(&text);
    match->game->view_print(view, &text);
    pond_json_text_member(json, "pos", &text);
    own_json(json, match->game, view);
    if ((parts & POND_LOOK_BOARD) != 0) pond_json_board(json, match->game, view);
    if ((parts & POND_LOOK_LEGAL) != 0) legal_json(json, match, view, seat);
    if ((parts & POND_LOOK_LEGAL) == 0) pond_json_null_member(json, "legal");
    pond_json_result(json, match);
    pond_json_close(json, '}');
}

void pond_json_look(struct pond_json *json, const struct pond_match *match, int seat,
                    unsigned parts)
{
    struct pond_view view;
    pond_match_view(match, seat, &view);
    pond_json_look_head(json, match);
    pond_json_number_member(json, "seat", seat);
    pond_json_look_rest(json, match, &view, seat, parts);
}
