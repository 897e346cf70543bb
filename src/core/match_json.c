/* match_json.c: games, moves and matches as JSON, as one seat may see them, for pages, servers and
 * bots. See json.h. */
#include <string.h>

#include "pond/json.h"

#include "banned.h"

/* ---- Moves ---- */

/* Puts the last text of the list into its place among those before it, which are in order. */
static void list_place(struct pond_move_list *list, uint16_t last)
{
    uint32_t low = 0, high = last;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const bool before = strcmp(list->text[last], list->text[list->order[middle]]) < 0;
        if (before) high = middle;
        if (!before) low = middle + 1;
    }
    memmove(&list->order[low + 1], &list->order[low], (last - low) * sizeof list->order[0]);
    list->order[low] = last;
}

void pond_moves_write(const struct pond_game *game, const struct pond_state *state, int seat,
                      struct pond_move_list *list)
{
    pond_move moves[POND_MOVES_MAX];
    list->count = game->moves(state, seat, moves);
    for (int i = 0; i < list->count; i++) {
        struct pond_text text = pond_text_in(list->text[i], sizeof list->text[i]);
        game->move_print(state, seat, moves[i], &text);
        list_place(list, (uint16_t)i);
    }
}

/* Texts of moves that are sorted while they lie in little memory: that of most positions. */
#define POOL_SIZE 6144
#define POOL_MOVES 512

struct move_pool {
    uint32_t count, used;
    uint16_t order[POOL_MOVES]; /* where each text begins in `text`, sorted bytewise */
    char text[POOL_SIZE];
};

/* Writes a move's text into its place among those before it; false if there is no room. */
static bool pool_add(struct move_pool *pool, const struct pond_game *game,
                     const struct pond_state *state, int seat, pond_move move)
{
    if (pool->count == POOL_MOVES || POOL_SIZE - pool->used < POND_MOVE_TEXT_MAX) return false;
    char *written = &pool->text[pool->used];
    struct pond_text text = pond_text_in(written, POND_MOVE_TEXT_MAX);
    game->move_print(state, seat, move, &text);
    uint32_t low = 0, high = pool->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const bool before = strcmp(written, &pool->text[pool->order[middle]]) < 0;
        if (before) high = middle;
        if (!before) low = middle + 1;
    }
    memmove(&pool->order[low + 1], &pool->order[low], (pool->count - low) * sizeof pool->order[0]);
    pool->order[low] = (uint16_t)pool->used;
    pool->count++;
    pool->used += (uint32_t)text.length + 1;
    return true;
}

static void move_write(const struct pond_game *game, const struct pond_state *state, int seat,
                       pond_move move, char out[POND_MOVE_TEXT_MAX])
{
    struct pond_text text = pond_text_in(out, POND_MOVE_TEXT_MAX);
    game->move_print(state, seat, move, &text);
}

/* Sorts moves by their texts without keeping these: slow, but any number of moves will do. */
static void moves_sort(const struct pond_game *game, const struct pond_state *state, int seat,
                       pond_move *moves, int count)
{
    char text[POND_MOVE_TEXT_MAX], other[POND_MOVE_TEXT_MAX];
    for (int i = 1; i < count; i++) {
        const pond_move move = moves[i];
        int low = 0, high = i;
        move_write(game, state, seat, move, text);
        while (low < high) {
            const int middle = (low + high) / 2;
            move_write(game, state, seat, moves[middle], other);
            const bool before = strcmp(text, other) < 0;
            if (before) high = middle;
            if (!before) low = middle + 1;
        }
        memmove(&moves[low + 1], &moves[low], (size_t)(i - low) * sizeof moves[0]);
        moves[low] = move;
    }
}

void pond_json_moves(struct pond_json *json, const struct pond_game *game,
                     const struct pond_state *state, int seat)
{
    pond_move moves[POND_MOVES_MAX];
    struct move_pool pool;
    char text[POND_MOVE_TEXT_MAX];
    const int count = game->moves(state, seat, moves);
    int pooled = 0;
    pool.count = pool.used = 0;
    while (pooled < count && pool_add(&pool, game, state, seat, moves[pooled])) pooled++;
    pond_json_open(json, '[');
    if (pooled == count) {
        for (int i = 0; i < count; i++) pond_json_string(json, &pool.text[pool.order[i]]);
    } else {
        moves_sort(game, state, seat, moves, count);
        for (int i = 0; i < count; i++) {
            move_write(game, state, seat, moves[i], text);
            pond_json_string(json, text);
        }
    }
    pond_json_close(json, ']');
}

/* ---- Games ---- */

static void choices_json(struct pond_json *json, const char *choices)
{
    pond_json_open(json, '[');
    for (const char *at = choices; at != NULL;) {
        const char *end = strchr(at, '|');
        pond_json_string_of(json, "", 0, at, end != NULL ? (size_t)(end - at) : strlen(at));
        at = end != NULL ? end + 1 : NULL;
    }
    pond_json_close(json, ']');
}

static void option_json(struct pond_json *json, const struct pond_option *option,
                        enum pond_language language)
{
    static const char *const kinds[] = {"choice", "number", "text", "seats"};
    pond_json_open(json, '{');
    pond_json_string_member(json, "name", option->name);
    pond_json_string_member(json, "kind", kinds[option->kind]);
    pond_json_key(json, "choices");
    choices_json(json, option->choices);
    if (option->kind == POND_OPTION_NUMBER || option->kind == POND_OPTION_SEATS) {
        pond_json_number_member(json, "min", option->number_min);
        pond_json_number_member(json, "max", option->number_max);
    }
    if (option->written != NULL) {
        pond_json_string_member(json, "written", option->written);
    }
    pond_json_key(json, "default");
    if (option->standard != NULL) pond_json_string(json, option->standard);
    if (option->standard == NULL) pond_json_null(json);
    pond_json_string_member(json, "help", pond_label(&option->help, language));
    pond_json_close(json, '}');
}

void pond_json_game(struct pond_json *json, const struct pond_game *game,
                    enum pond_language language)
{
    pond_json_open(json, '{');
    pond_json_string_member(json, "game", game->name);
    pond_json_string_member(json, "title", game->title);
    pond_json_key(json, "seats");
    pond_json_open(json, '[');
    pond_json_number(json, game->seats_min);
    pond_json_number(json, game->seats_max);
    pond_json_close(json, ']');
    pond_json_key(json, "options");
    pond_json_open(json, '[');
    for (int i = 0; i < game->option_count; i++) option_json(json, &game->options[i], language);
    pond_json_close(json, ']');
    pond_json_close(json, '}');
    pond_json_line_end(json);
}

/* ---- Matches ---- */

void pond_json_result(struct pond_json *json, const struct pond_match *match)
{
    char memory[16];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_result_print(match->result, &text);
    pond_json_text_member(json, "result", &text);
    pond_text_clear(&text);
    pond_text_string(&text, pond_reason_name((enum pond_reason)match->result.reason));
    pond_json_text_member(json, "reason", &text);
}

void pond_json_standing(struct pond_json *json, const struct pond_match *match)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_view view;
    pond_match_last_print(match, &text);
    pond_json_text_member(json, "move", &text);
    pond_match_view(match, POND_SPECTATOR, &view);
    pond_text_clear(&text);
    match->game->view_print(&view, &text);
    pond_json_text_member(json, "pos", &text);
    pond_text_clear(&text);
    match->game->state_print(&match->state, &text);
    pond_json_text_member(json, "full", &text);
    const pond_seats turn = pond_match_turn(match);
    pond_json_key(json, "turn");
    pond_json_seats(json, turn);
    pond_json_key(json, "legal");
    pond_json_open(json, '{');
    for (int seat = 0; seat < match->seat_count; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        const char key[] = {(char)('0' + seat), '\0'};
        pond_json_key(json, key);
        pond_json_moves(json, match->game, &match->state, seat);
    }
    pond_json_close(json, '}');
    pond_json_result(json, match);
}

void pond_json_ply(struct pond_json *json, const struct pond_match *match, uint32_t ply)
{
    pond_json_open(json, '{');
    pond_json_number_member(json, "ply", ply);
    pond_json_standing(json, match);
    pond_json_close(json, '}');
    pond_json_line_end(json);
}

/* ---- Where a match stands ---- */

/* What a view's own seat holds, and what it has chosen face down; null if there is no such
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

void pond_json_chance(struct pond_json *json, const struct pond_match *match)
{
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX];
    const bool due = pond_match_chance_due(match);
    const int count = due ? pond_chance(match->game, &match->state, outcomes, weights) : 0;
    pond_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        match->game->move_print(&match->state, POND_CHANCE, outcomes[i], &text);
        pond_json_open(json, '{');
        pond_json_string_member(json, "outcome", memory);
        pond_json_number_member(json, "weight", weights[i]);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
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
