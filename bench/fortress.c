/* fortress.c: what draws against more frogs are made of.
 *
 *   bench_fortress [FOLDER [POSITIONS]]
 *
 * Random positions of each class in which one side has more frogs and is to move, and neither
 * side has a row. By how many frogs the smaller side attacks: how many positions are drawn. And of
 * those in which it attacks none: how often it holds the draw for 100 turns without ever capturing,
 * while the larger side moves at random but leaves nothing to be captured where it can. */
#include <stdio.h>
#include <stdlib.h>

#include "pond/rribbit.h"
#include "pond/table.h"

#define POSITIONS 20000
#define HELD_MAX 500 /* draws of each class that are played on */
#define PLIES 200
#define ATTACKED_MAX 2

struct count {
    uint64_t all, drawn;
};

static uint64_t attacked(uint64_t by, uint64_t frogs)
{
    uint64_t pads = 0;
    for (; by != 0; by &= by - 1) pads |= rribbit_knight[__builtin_ctzll(by)];
    return pads & frogs;
}

/* Light has more frogs and is to move; false if the position would be over or a row stands. */
static bool chance(struct pond_state *state, struct pond_rng *rng, int more, int fewer)
{
    struct rribbit_state *game = (struct rribbit_state *)state;
    game->frogs[0] = game->frogs[1] = 0;
    for (int i = 0; i < more + fewer; i++) {
        uint64_t pad;
        do {
            pad = UINT64_C(1) << pond_rng_below(rng, RRIBBIT_PADS);
        } while (((game->frogs[0] | game->frogs[1]) & pad) != 0);
        game->frogs[i < more ? 0 : 1] |= pad;
    }
    game->side = 0;
    return !rribbit_has_row(game->frogs[0]) && !rribbit_has_row(game->frogs[1]);
}

static bool is_drawn(struct pond_tables *tables, const struct pond_state *state)
{
    struct pond_exact exact;
    const struct pond_result result = pond_rribbit.result(state);
    if (result.outcome != POND_GOES_ON) return result.outcome == POND_DRAWN;
    return pond_tables_probe(tables, state, &exact) && exact.draw > 0;
}

/* A random move that keeps the draw: for the smaller side one without a capture, for the larger
 * one that leaves nothing to be captured, if there is one. False if there is none. */
static bool move_on(struct pond_tables *tables, struct pond_state *state, struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    const int mover = ((const struct rribbit_state *)state)->side;
    const int count = pond_rribbit.moves(state, mover, moves);
    struct pond_state chosen;
    uint32_t found = 0;
    bool chosen_safe = false;
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        pond_rribbit.apply(&after, mover, moves[i]);
        const struct rribbit_state *before_game = (const struct rribbit_state *)state;
        const struct rribbit_state *after_game = (const struct rribbit_state *)&after;
        const bool captured = before_game->frogs[1 - mover] != after_game->frogs[1 - mover];
        if (captured || !is_drawn(tables, &after)) continue;
        const bool safe = mover == 0 && attacked(after_game->frogs[1], after_game->frogs[0]) == 0;
        if (chosen_safe && !safe) continue;
        if (safe && !chosen_safe) found = 0;
        chosen_safe = safe;
        if (pond_rng_below(rng, ++found) == 0) chosen = after;
    }
    if (found > 0) *state = chosen;
    return found > 0;
}

static bool holds(struct pond_tables *tables, struct pond_state state, struct pond_rng *rng)
{
    for (int ply = 0; ply < PLIES; ply++) {
        const int mover = ((const struct rribbit_state *)&state)->side;
        if (pond_rribbit.result(&state).outcome != POND_GOES_ON) return true;
        if (!move_on(tables, &state, rng)) return mover == 0; /* who has more gives up */
    }
    return true;
}

static void class_tell(struct pond_tables *tables, const struct pond_state *empty, int more,
                       int fewer, uint32_t positions)
{
    struct count counts[ATTACKED_MAX + 1] = {{0, 0}};
    struct pond_rng rng;
    struct pond_exact exact;
    uint64_t tried = 0, held = 0;
    struct pond_state state = *empty;
    pond_rng_seed(&rng, "fortress");
    for (uint32_t i = 0; i < positions;) {
        if (!chance(&state, &rng, more, fewer)) continue;
        if (!pond_tables_probe(tables, &state, &exact)) return; /* there is no such table */
        const struct rribbit_state *game = (const struct rribbit_state *)&state;
        int kind = __builtin_popcountll(attacked(game->frogs[1], game->frogs[0]));
        if (kind > ATTACKED_MAX) kind = ATTACKED_MAX;
        counts[kind].all++;
        i++;
        if (exact.draw <= 0) continue;
        counts[kind].drawn++;
        if (kind > 0 || tried == HELD_MAX) continue;
        tried++;
        if (holds(tables, state, &rng)) held++;
    }
    printf("%dv%d:", more, fewer);
    for (int kind = 0; kind <= ATTACKED_MAX; kind++) {
        const double all = counts[kind].all > 0 ? (double)counts[kind].all : 1;
        printf(" %d%s attacked %.1f %% of %.0f drawn;", kind, kind == ATTACKED_MAX ? "+" : "",
               100 * (double)counts[kind].drawn / all, (double)counts[kind].all);
    }
    printf(" %.1f %% of %.0f held without a capture\n",
           100 * (double)held / (double)(tried > 0 ? tried : 1), (double)tried);
}

int main(int count, char **arguments)
{
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, count > 1 ? arguments[1] : NULL);
    const uint32_t positions =
        count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : (uint32_t)POSITIONS;
    struct pond_config config;
    struct pond_state empty;
    if (tables == NULL || !pond_config_parse(&pond_rribbit, "endgame=0", &config, NULL)) return 1;
    pond_rribbit.setup(&empty, &config);
    for (int all = 4; all <= 7; all++) {
        for (int fewer = 1; 2 * fewer < all; fewer++) {
            class_tell(tables, &empty, all - fewer, fewer, positions);
        }
    }
    pond_tables_close(tables);
    return 0;
}
