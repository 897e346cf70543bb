/* limits.c: how far computer players go beyond their time, and how long they take to stop.
 *
 * `bench_limits [POSITIONS [TIME_MS]]`: every game with every number of players, one thread and two
 * where there is such a setting, at positions of random games. Each is asked twice: with a limit of
 * a number of milliseconds (100), and without one, to be stopped after as many. Printed is the
 * worst of each in milliseconds that went by, and, since a busy machine lets everybody wait, of
 * processor time that the answering thread still used from the limit, or the stop sign, on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "computer.h"

#define LOG_MAX 20000
#define TURNS_MAX 60
#define PATIENCE_MS 60000 /* the limit where it is to be stopped long before */

static struct pond_entry entries[LOG_MAX];

static double clock_now_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* One question, and who watches it. */
struct question {
    struct computer *computer;
    const struct pond_match *match;
    uint32_t time_ms;
    bool stops; /* by the sign, not by the clock */
    volatile bool stop;
    double begin_ms, asked_cpu_ms; /* processor time of the thinker when its time was over */
    clockid_t thinker;
};

static void *watch(void *context)
{
    struct question *question = context;
    const double due_ms = question->begin_ms + question->time_ms;
    for (;;) {
        const double left_ms = due_ms - clock_now_ms(CLOCK_MONOTONIC);
        if (left_ms <= 0) break;
        const struct timespec pause = {0, (long)(left_ms < 900 ? left_ms * 1e6 : 9e8)};
        nanosleep(&pause, NULL);
    }
    question->asked_cpu_ms = clock_now_ms(question->thinker);
    if (question->stops) {
        question->begin_ms = clock_now_ms(CLOCK_MONOTONIC) - question->time_ms;
        __atomic_store_n(&question->stop, true, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

struct worst {
    double wall_ms, cpu_ms;
};

static void ask(struct question *question, uint64_t seed, struct worst *worst)
{
    pthread_t watcher;
    struct pond_advice advice;
    const int seat = pond_seat_first(pond_match_turn(question->match));
    const struct computer_limits limits = {
        .time_ms = question->stops ? PATIENCE_MS : question->time_ms, .stop = &question->stop};
    question->stop = false;
    pthread_getcpuclockid(pthread_self(), &question->thinker);
    question->begin_ms = clock_now_ms(CLOCK_MONOTONIC);
    if (pthread_create(&watcher, NULL, watch, question) != 0) abort();
    computer_think(question->computer, question->match, seat, seed, &limits, &advice);
    const double end_ms = clock_now_ms(CLOCK_MONOTONIC);
    const double cpu_ms = clock_now_ms(question->thinker);
    pthread_join(watcher, NULL);
    const double wall_ms = end_ms - question->begin_ms - question->time_ms;
    if (wall_ms > worst->wall_ms) worst->wall_ms = wall_ms;
    if (cpu_ms - question->asked_cpu_ms > worst->cpu_ms) {
        worst->cpu_ms = cpu_ms - question->asked_cpu_ms;
    }
}

/* A position of a random game that goes on. */
static void position_draw(struct pond_match *match, const struct pond_game *game,
                          const struct pond_config *config, int index)
{
    static pond_move moves[POND_MOVES_MAX];
    struct pond_rng rng;
    char seed[40];
    snprintf(seed, sizeof seed, "limits.%d", index);
    pond_rng_seed(&rng, seed);
    const uint32_t turns = pond_rng_below(&rng, TURNS_MAX);
    for (uint32_t left = turns;; left = left > 3 ? left / 2 : 0) {
        pond_match_begin(match, game, config, entries, LOG_MAX);
        pond_match_seed(match, seed);
        for (uint32_t i = 0; i < left && !pond_match_over(match); i++) {
            const int seat = pond_seat_first(pond_match_turn(match));
            const int count = game->moves(&match->state, seat, moves);
            const pond_move move = moves[pond_rng_below(&rng, (uint32_t)count)];
            pond_match_submit(match, seat, move, NULL);
        }
        if (!pond_match_over(match)) return;
    }
}

static void measure(const struct pond_game *game, const char *options, const char *name,
                    int positions, uint32_t time_ms)
{
    struct pond_config config;
    struct pond_match match;
    struct computer computer;
    struct worst over = {-1e9, -1e9}, stop = {-1e9, -1e9};
    if (!pond_config_parse(game, options, &config, NULL)) return;
    if (computer_open(&computer, game, name, NULL) != COMPUTER_FINE) return;
    for (int i = 0; i < positions; i++) {
        position_draw(&match, game, &config, i);
        struct question question = {.computer = &computer, .match = &match, .time_ms = time_ms};
        ask(&question, (uint64_t)i, &over);
        question.stops = true;
        ask(&question, (uint64_t)i, &stop);
    }
    printf("%-9s %-10s %-17s over the limit %6.1f ms (%5.1f of work)   to stop %6.1f ms (%5.1f)\n",
           game->name, options, name, over.wall_ms, over.cpu_ms > 0 ? over.cpu_ms : 0, stop.wall_ms,
           stop.cpu_ms > 0 ? stop.cpu_ms : 0);
    fflush(stdout);
    computer_close(&computer);
}

int main(int count, char *argument[])
{
    const int positions = count > 1 ? atoi(argument[1]) : 20;
    const uint32_t time_ms = count > 2 ? (uint32_t)strtoul(argument[2], NULL, 10) : 100;
    const struct pond_game *const games[] = {&pond_quibbit, &pond_quibbles, &pond_rribbit};
    for (int i = 0; i < 3; i++) {
        for (int players = games[i]->seats_min; players <= games[i]->seats_max; players++) {
            char options[24] = "";
            const bool fixed = games[i]->seats_min == games[i]->seats_max;
            if (!fixed) snprintf(options, sizeof options, "players=%d", players);
            measure(games[i], options, "engine", positions, time_ms);
            measure(games[i], options, "engine:threads=2", positions, time_ms);
        }
    }
    return 0;
}
