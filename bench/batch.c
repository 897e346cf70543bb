/* batch.c: how many decisions per second a batch steps through with random play: observations,
 * masks and new games included. `bench_batch [LANES [MILLIONS [GAME]]]`; rates are by processor
 * time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pond/batch.h"

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *array(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL) exit(1);
    return memory;
}

/* Steps that many decisions and returns the rate, in millions per second. */
static double measure(const struct pond_game *game, const char *options, uint32_t lanes,
                      uint64_t decisions, bool observe, bool mask)
{
    struct pond_batch batch;
    if (!pond_batch_open(&batch, game, options, "bench", lanes, 0, NULL)) exit(1);
    const struct pond_encoding *encoding = &batch.encoding;
    batch.lanes = array(lanes, sizeof *batch.lanes);
    batch.legal = array(lanes, encoding->legal_max * sizeof *batch.legal);
    batch.legal_count = array(lanes, sizeof *batch.legal_count);
    batch.seat = array(lanes, 1);
    batch.done = array(lanes, 1);
    batch.rewards = array(lanes, encoding->seats * sizeof *batch.rewards);
    if (observe) batch.observation = array(lanes, encoding->observation_size);
    if (mask) batch.mask = array(lanes, encoding->action_count);
    int32_t *actions = array(lanes, sizeof *actions);
    pond_batch_reset(&batch, 0, lanes);
    const double start = seconds_now();
    for (uint64_t done = 0; done < decisions; done += lanes) {
        pond_batch_sample(&batch, 0, lanes, actions);
        if (pond_batch_check(&batch, 0, lanes, actions) != lanes) exit(1);
        pond_batch_step(&batch, 0, lanes, actions);
    }
    const double took = seconds_now() - start;
    free(batch.lanes), free(batch.legal), free(batch.legal_count), free(batch.seat);
    free(batch.done), free(batch.rewards), free(batch.observation), free(batch.mask);
    free(actions);
    return (double)decisions / took / 1e6;
}

int main(int count, char *argument[])
{
    static const struct {
        const struct pond_game *game;
        const char *options;
    } sets[] = {
        {&pond_rribbit, ""},          {&pond_rribbit, "turn=chain"}, {&pond_quibbit, "players=2"},
        {&pond_quibbit, "players=4"}, {&pond_quibbles, ""},          {&pond_quibbles, "players=4"},
    };
    const uint32_t lanes = count > 1 ? (uint32_t)strtoul(argument[1], NULL, 10) : 256;
    const uint64_t decisions =
        (count > 2 ? strtoull(argument[2], NULL, 10) : 5) * UINT64_C(1000000);
    printf("%u lanes, millions of decisions a second: alone, + observation, + mask\n", lanes);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        if (count > 3 && strcmp(argument[3], sets[i].game->name) != 0) continue;
        printf("%-9s %-11s", sets[i].game->name, sets[i].options);
        for (int kind = 0; kind < 3; kind++) {
            printf(" %6.2f",
                   measure(sets[i].game, sets[i].options, lanes, decisions, kind > 0, kind > 1));
            fflush(stdout);
        }
        printf("\n");
    }
    return 0;
}
