/* probe.c: how fast tables answer: positions near each other, and positions anywhere.
 *
 *   bench_probe [FOLDER]
 *
 * Warm: the positions of a few random games with five frogs, asked again and again, as a search
 * does. Anywhere: random positions with four to six frogs, most in a block that is not unpacked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pond/rribbit.h"
#include "pond/table.h"

#define STATES 4096
#define ROUNDS 1000

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static struct pond_state chance(const struct pond_state *empty, struct pond_rng *rng, int frogs)
{
    struct pond_state state = *empty;
    struct rribbit_state *game = (struct rribbit_state *)&state;
    do {
        const int own = 1 + (int)pond_rng_below(rng, (uint32_t)frogs - 1);
        game->frogs[0] = game->frogs[1] = 0;
        for (int i = 0; i < frogs; i++) {
            uint64_t pad = 0;
            while (pad == 0 || ((game->frogs[0] | game->frogs[1]) & pad) != 0) {
                pad = UINT64_C(1) << pond_rng_below(rng, RRIBBIT_PADS);
            }
            game->frogs[i < own ? 0 : 1] |= pad;
        }
    } while (rribbit_has_row(game->frogs[0]) || rribbit_has_row(game->frogs[1]));
    game->side = (uint8_t)pond_rng_below(rng, 2);
    return state;
}

static void measure(struct pond_tables *tables, const struct pond_state *states, int rounds,
                    const char *name)
{
    uint64_t asked = 0, known = 0;
    const double start = seconds();
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < STATES; i++) {
            struct pond_exact exact;
            known += pond_tables_probe(tables, &states[i], &exact);
            asked++;
        }
    }
    const double spent = seconds() - start;
    printf("%s: %.0f probes a second, %.0f %% known\n", name, (double)asked / spent,
           100 * (double)known / (double)asked);
}

int main(int count, char **arguments)
{
    static struct pond_state states[STATES];
    static pond_move moves[POND_MOVES_MAX];
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, count > 1 ? arguments[1] : NULL);
    struct pond_config config;
    struct pond_state empty;
    struct pond_rng rng;
    pond_rng_seed(&rng, "probe");
    if (tables == NULL || !pond_config_parse(&pond_rribbit, "endgame=0", &config, NULL)) return 1;
    pond_rribbit.setup(&empty, &config);
    struct pond_state state = chance(&empty, &rng, 5);
    for (int i = 0; i < STATES; i++) {
        const int side = ((const struct rribbit_state *)&state)->side;
        const int legal = pond_rribbit.moves(&state, side, moves);
        if (legal > 0) {
            const uint32_t choice = pond_rng_below(&rng, (uint32_t)legal);
            pond_rribbit.apply(&state, side, moves[choice]);
        }
        if (i % 512 == 511 || pond_rribbit.result(&state).outcome != POND_GOES_ON) {
            state = chance(&empty, &rng, 5);
        }
        states[i] = state;
    }
    measure(tables, states, 1, "first time");
    measure(tables, states, ROUNDS, "warm");
    for (int i = 0; i < STATES; i++) {
        states[i] = chance(&empty, &rng, 4 + (int)pond_rng_below(&rng, 3));
    }
    measure(tables, states, 1, "anywhere");
    pond_tables_close(tables);
    return 0;
}
