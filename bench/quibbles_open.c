/* quibbles_open.c: how far Quibbles' engine is from one that sees all hands.
 *
 * Two players with the same iterations: one searches over sampled hands as the engine does, the
 * other cheats and searches the true ones (only the order of the draw pile stays unknown to it).
 * Every deal is played twice with seats swapped. What the cheat scores above a half is what perfect
 * knowledge of the hands would be worth, and so the most that better guessing could bring. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/engines/quibbles/engine.h"
#include "pond/match.h"

#define LOG_MAX 60000
#define TURNS_MAX 2000

static struct pond_entry entries[LOG_MAX];

/* Plays a deal with the cheat in one of the seats; 1 where it wins, else 0. */
static double play(uint32_t deal, int cheat, uint64_t nodes, void *memory, size_t memory_size)
{
    struct pond_match match;
    struct pond_config config;
    struct pond_error why;
    char seed[32];
    snprintf(seed, sizeof seed, "open.%u", deal);
    pond_config_parse(&pond_quibbles, "", &config, &why);
    pond_match_begin(&match, &pond_quibbles, &config, entries, LOG_MAX);
    pond_match_seed(&match, seed);
    for (uint64_t decision = 0; !pond_match_over(&match); decision++) {
        if (pond_match_turns(&match) >= TURNS_MAX) return 0.5;
        const int seat = pond_seat_first(pond_match_turn(&match));
        struct pond_view view;
        struct pond_advice advice;
        pond_match_view(&match, seat, &view);
        struct pond_task task = {.game = &pond_quibbles,
                                 .view = &view,
                                 .seat = seat,
                                 .seed = (uint64_t)deal << 32 | (uint64_t)cheat << 28 | decision,
                                 .memory = memory,
                                 .memory_size = memory_size};
        pond_task_set(&task, &pond_engine_quibbles, "", &why);
        task.nodes_max = nodes;
        quibbles_engine_think_open(&task, seat == cheat ? &match.state : NULL, &advice);
        pond_match_submit(&match, seat, advice.move, &why);
    }
    return match.result.seat == cheat ? 1 : 0;
}

int main(int count, char **arguments)
{
    const uint64_t nodes = count > 1 ? strtoull(arguments[1], NULL, 10) : 1000;
    const uint32_t pairs = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 100;
    const size_t memory_size = (size_t)16 << 20;
    void *memory = calloc(1, memory_size);
    double sum = 0, squares = 0;
    if (memory == NULL || nodes == 0 || pairs < 2) {
        fputs("usage: bench_quibbles_open [ITERATIONS] [PAIRS]\n", stderr);
        return 2;
    }
    for (uint32_t deal = 0; deal < pairs; deal++) {
        double score = 0;
        for (int cheat = 0; cheat < 2; cheat++) {
            score += play(deal, cheat, nodes, memory, memory_size) / 2;
        }
        sum += score;
        squares += score * score;
    }
    const double mean = sum / pairs;
    const double error = 1.96 * sqrt((squares / pairs - mean * mean) / (pairs - 1));
    printf("with open hands, %llu iterations each, %u pairs: %.1f %% +/- %.1f\n",
           (unsigned long long)nodes, pairs, 100 * mean, 100 * error);
    free(memory);
    return 0;
}
