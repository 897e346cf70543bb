/* view_json.c: a view of Quibbit! as data. */
#include "pond/json.h"

#include "rules.h"

#include "banned.h"

static const char *const color_names[] = {"red", "green", "yellow", "blue"};

static void tiles_json(struct pond_json *json, const struct quibbit_state *game)
{
    pond_json_key(json, "tiles");
    pond_json_open(json, '[');
    for (int tile = 0; tile < game->laid; tile++) {
        const int kind = quibbit_tile_kind(game, tile);
        pond_json_string(json, kind == QUIBBIT_FLOWER  ? "flower"
                               : kind == QUIBBIT_WATER ? "water"
                                                       : color_names[game->color[kind]]);
    }
    pond_json_close(json, ']');
}

static void cards_json(struct pond_json *json, const char *key, unsigned cards)
{
    pond_json_key(json, key);
    pond_json_open(json, '[');
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((cards >> card & 1) != 0) pond_json_number(json, card);
    }
    pond_json_close(json, ']');
}

static void number_or_null(struct pond_json *json, const char *key, bool known, int64_t number)
{
    if (known) pond_json_number_member(json, key, number);
    if (!known) pond_json_null_member(json, key);
}

/* The tile that each of these cards would lead to if nobody leapt before (Q6). */
static void lands_json(struct pond_json *json, const struct quibbit_state *game, uint32_t tile,
                       unsigned cards)
{
    pond_json_key(json, "lands");
    pond_json_open(json, '[');
    for (uint32_t card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((cards >> card & 1) == 0) continue;
        const uint32_t by = quibbit_leap(game->occupied, game->tiles, tile, card);
        pond_json_number(json, (tile + by) % game->tiles);
    }
    pond_json_close(json, ']');
}

static void frog_json(struct pond_json *json, const struct quibbit_state *game, int frog)
{
    const bool dummy = frog >= game->seats, placed = game->progress[frog] != QUIBBIT_NOWHERE;
    pond_json_open(json, '{');
    pond_json_string_member(json, "color", color_names[game->color[frog]]);
    pond_json_bool_member(json, "dummy", dummy);
    pond_json_bool_member(json, "out", !dummy && (game->in_play >> frog & 1) == 0);
    number_or_null(json, "progress", placed, game->progress[frog]);
    number_or_null(json, "tile", placed, game->tile[frog]);
    cards_json(json, "cards", dummy ? game->deck : game->hand[frog]);
    lands_json(json, game, game->tile[frog], dummy || !placed ? 0 : game->hand[frog]);
    pond_json_close(json, '}');
}

/* What follows from where the frogs are: the tiles that `front` and `back` mean, and how many tiles
 * the first frog needs to be a lap ahead of the last (Q7). */
static void line_json(struct pond_json *json, const struct quibbit_state *game)
{
    const bool any = game->occupied != 0;
    const uint32_t first = any ? quibbit_progress_greatest(game) : 0;
    const uint32_t last = any ? quibbit_progress_least(game) : 0;
    const bool race = game->round > 0 && (game->occupied & (game->occupied - 1)) != 0;
    number_or_null(json, "front", any, (first + 1) % game->tiles);
    number_or_null(json, "back", any, (last + game->tiles - 1) % game->tiles);
    number_or_null(json, "to_lap", race, (int64_t)last + game->tiles - first + 1);
}

void pond_quibbit_view_json(const struct pond_view *view, struct pond_json *json)
{
    const struct quibbit_state *game = &quibbit_view_of(view)->seen;
    pond_json_open(json, '{');
    pond_json_number_member(json, "round", game->round);
    tiles_json(json, game);
    pond_json_key(json, "frogs");
    pond_json_open(json, '[');
    for (int frog = 0; frog < game->frogs; frog++) frog_json(json, game, frog);
    pond_json_close(json, ']');
    number_or_null(json, "crown", game->crown != QUIBBIT_NOBODY, game->crown);
    line_json(json, game);
    pond_json_close(json, '}');
}
