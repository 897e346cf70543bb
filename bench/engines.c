/* engines.c: how fast the engines of Rrib-bit and Quibbles search, by processor time.
 *
 * Rrib-bit: nodes per second over some positions of one game; Quibbles: iterations per second over
 * the decisions of one deal, with playouts to the end of the game and as the engine plays them. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "computer.h"
#include "pond/engine.h"
#include "pond/match.h"

#define LOG_MAX 60000
#define DECISIONS 12

static struct pond_entry entries[LOG_MAX];

static void measure(const char *what, const struct pond_engine *engine, const char *settings)
{
    struct pond_match match;
    struct pond_config config;
    struct pond_error why;
    struct pond_task sizes = {.game = engine->game};
    pond_config_parse(engine->game, "", &config, &why);
    pond_match_begin(&match, engine->game, &config, entries, LOG_MAX);
    pond_match_seed(&match, "engines");
    if (!pond_task_set(&sizes, engine, settings, &why)) abort();
    const size_t size = engine->memory(sizes.settings);
    void *memory = computer_memory(size);
    if (memory == NULL) abort();
    uint64_t nodes = 0;
    const clock_t start = clock();
    for (uint64_t i = 0; i < DECISIONS && !pond_match_over(&match); i++) {
        const int seat = pond_seat_first(pond_match_turn(&match));
        struct pond_view view;
        struct pond_advice advice;
        pond_match_view(&match, seat, &view);
        struct pond_task task = {.game = engine->game,
                                 .view = &view,
                                 .seat = seat,
                                 .seed = i,
                                 .memory = memory,
                                 .memory_size = size};
        pond_task_set(&task, engine, settings, &why);
        engine->think(&task, &advice);
        nodes += advice.nodes;
        pond_match_submit(&match, seat, advice.move, &why);
    }
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%s: %.0f thousand a second (%llu in %.2f s)\n", what, (double)nodes / seconds / 1000,
           (unsigned long long)nodes, seconds);
    free(memory);
}

int main(void)
{
    measure("rribbit, nodes", &pond_engine_rribbit, "nodes=1000000");
    measure("quibbles, iterations with playouts to the end", &pond_engine_quibbles,
            "rounds=0,nodes=20000");
    measure("quibbles, iterations as played", &pond_engine_quibbles, "nodes=20000");
    return 0;
}
