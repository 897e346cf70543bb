/* three.c: the solver of Quibbit for three on the processor. See three.h. */
#include "three.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCKS (THREE_HANDS * THREE_HANDS * THREE_HANDS)
#define THREADS_MAX 64
#define LOOK_MS 100
#define FEW 64 /* blocks that small hands do in no time */

static const struct three_settings standard = THREE_STANDARD;

/* A level being worked on by several threads. */
struct level {
    struct three_solution *solution;
    const uint16_t *blocks; /* its own, in order */
    uint32_t count;
    bool solved;
    atomic_uint taken, done;
    atomic_bool stop, no_memory;
};

static void *level_work(void *context)
{
    struct level *level = context;
    struct three_scratch *scratch = malloc(sizeof *scratch);
    if (scratch == NULL) {
        level->no_memory = true;
        return NULL;
    }
    for (uint32_t i; (i = level->taken++) < level->count && !level->stop;) {
        three_block_work(&level->solution->game, level->blocks[i], level->solved, &standard,
                         scratch, 0, 1);
        level->done++;
    }
    free(scratch);
    return NULL;
}

static int block_cards(uint32_t block) { return __builtin_popcount(block); }

static bool block_wanted(uint32_t block, const uint8_t hand[THREE_SEATS])
{
    struct three_hands hands;
    three_hands_set(&hands, block);
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        if (hands.hand[seat] == 0 || (hands.hand[seat] & ~(unsigned)hand[seat]) != 0) return false;
    }
    return true;
}

/* ---- Progress ---- */

/* The work in a block is about as much as its stage games have cells. */
static double block_work(uint32_t block)
{
    struct three_hands hands;
    three_hands_set(&hands, block);
    return (double)(hands.count[0] * hands.count[1] * hands.count[2]);
}

struct job {
    const struct three_options *options;
    double work, work_done;
    uint16_t blocks[BLOCKS];
};

static bool job_tell(const struct job *job, const struct level *level, int cards, double work)
{
    if (job->options->progress == NULL) return true;
    const double part = level->count > 0 ? (double)level->done / level->count : 1;
    const struct three_progress progress = {.level = cards,
                                            .done = (job->work_done + work * part) / job->work};
    return job->options->progress(job->options->context, &progress);
}

/* Works on a level with all threads, this one looking on. */
static enum three_status level_run(const struct job *job, struct level *level, int cards,
                                   double work)
{
    pthread_t thread[THREADS_MAX];
    int wanted = job->options->threads > 0 ? job->options->threads : 1, running = 0;
    if (wanted > THREADS_MAX) wanted = THREADS_MAX;
    while (running < wanted && pthread_create(&thread[running], NULL, level_work, level) == 0) {
        running++;
    }
    if (running == 0) return THREE_NO_MEMORY;
    while (level->done < level->count && !level->stop && !level->no_memory) {
        const long wait_ms = level->count < FEW ? 1 : LOOK_MS;
        const struct timespec wait = {.tv_nsec = wait_ms * 1000000L};
        if (!job_tell(job, level, cards, work)) level->stop = true;
        nanosleep(&wait, NULL);
    }
    for (int i = 0; i < running; i++) pthread_join(thread[i], NULL);
    if (level->done == level->count) return THREE_SOLVED;
    return level->no_memory ? THREE_NO_MEMORY : THREE_STOPPED;
}

/* ---- Levels ---- */

static enum three_status level_solve(struct three_solution *solution, struct job *job, int cards)
{
    const struct three_options *options = job->options;
    uint8_t *bytes = solution->game.strategy + solution->level_at[cards];
    const uint64_t size = solution->level_at[cards + 1] - solution->level_at[cards];
    struct level level = {.solution = solution, .blocks = job->blocks};
    double work = 0;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        if (block_cards(block) != cards || !block_wanted(block, solution->hand)) continue;
        job->blocks[level.count++] = (uint16_t)block;
        work += block_work(block);
    }
    if (level.count == 0) return THREE_SOLVED;
    level.solved = options->load != NULL && options->load(options->context, cards, bytes, size);
    const enum three_status status = level_run(job, &level, cards, work);
    if (status != THREE_SOLVED) return status;
    job->work_done += work;
    for (uint32_t i = 0; i < level.count; i++) {
        three_gain_block(&solution->game, level.blocks[i], &solution->gain[cards]);
    }
    solution->states += (uint64_t)level.count * solution->game.positions;
    if (level.solved || options->save == NULL) return THREE_SOLVED;
    return options->save(options->context, cards, bytes, size) ? THREE_SOLVED : THREE_FAILED;
}

static bool solution_memory(struct three_solution *solution, struct job *job)
{
    struct three_game *game = &solution->game;
    const uint64_t states = (uint64_t)BLOCKS * game->positions;
    uint64_t *at = calloc(BLOCKS, sizeof *at), bytes = 0;
    game->strategy_at = at;
    for (int cards = THREE_LEVEL_MIN; cards <= THREE_LEVEL_MAX && at != NULL; cards++) {
        solution->level_at[cards] = bytes;
        for (uint32_t block = 0; block < BLOCKS; block++) {
            if (block_cards(block) != cards || !block_wanted(block, solution->hand)) continue;
            at[block] = bytes;
            bytes += (uint64_t)game->positions * (uint32_t)cards;
            job->work += block_work(block);
        }
    }
    solution->level_at[THREE_LEVEL_MAX + 1] = bytes;
    game->strategy = malloc(bytes);
    game->value = calloc(states, sizeof *game->value);
    game->best = calloc(states, sizeof *game->best);
    return at != NULL && game->strategy != NULL && game->value != NULL && game->best != NULL;
}

static enum three_status solution_fill(struct three_solution *solution, struct job *job)
{
    if (!solution_memory(solution, job)) return THREE_NO_MEMORY;
    for (int cards = THREE_LEVEL_MIN; cards <= THREE_LEVEL_MAX; cards++) {
        const enum three_status status = level_solve(solution, job, cards);
        if (status != THREE_SOLVED) return status;
    }
    return THREE_SOLVED;
}

struct three_solution *three_solve(const uint8_t kind[QUIBBIT_RING], bool lap_by_leader,
                                   bool tie_by_crown_now, const struct three_options *options,
                                   enum three_status *status)
{
    struct three_solution *solution = calloc(1, sizeof *solution);
    struct job *job = calloc(1, sizeof *job);
    *status = THREE_NO_MEMORY;
    if (solution != NULL && job != NULL) {
        job->options = options;
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            const uint8_t hand = options->hand[seat];
            solution->hand[seat] = hand != 0 ? hand : THREE_HANDS - 1;
        }
        solution->ring = three_ring_new(kind, lap_by_leader, tie_by_crown_now, solution->hand);
        if (solution->ring != NULL) {
            three_ring_game(solution->ring, &solution->game);
            *status = solution_fill(solution, job);
        }
    }
    free(job);
    if (*status == THREE_SOLVED) return solution;
    three_solution_free(solution);
    return NULL;
}

void three_solution_free(struct three_solution *solution)
{
    if (solution == NULL) return;
    three_ring_free(solution->ring);
    free((void *)solution->game.strategy_at);
    free(solution->game.strategy);
    free(solution->game.value);
    free(solution->game.best);
    free(solution);
}

/* ---- Asking ---- */

static bool ring_same(const struct three_solution *solution, const struct quibbit_state *game)
{
    if (game->seats != THREE_SEATS || game->round == 0 || game->laid != QUIBBIT_RING) return false;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        if (quibbit_tile_kind(game, tile) != solution->ring->positions->kind[tile]) return false;
    }
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        if (game->card[seat] != 0) return false;
    }
    return true;
}

static bool probe_three(const struct three_solution *solution, const struct quibbit_state *game,
                        struct three_truth *truth)
{
    const unsigned hand[THREE_SEATS] = {game->hand[0] >> 1, game->hand[1] >> 1, game->hand[2] >> 1};
    const uint32_t block = three_block(hand);
    const uint32_t position = quibbit_position_rank(solution->ring->positions, game->progress);
    struct three_hands hands;
    struct three_mix mix;
    if (position == QUIBBIT_NO_POSITION || !block_wanted(block, solution->hand)) return false;
    const uint64_t at = (uint64_t)block * solution->game.positions + position;
    three_hands_set(&hands, block);
    three_mix_read(&hands, three_strategy(&solution->game, &hands, block, position), &mix);
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        truth->win[seat] = (double)solution->game.value[at][seat];
        truth->best[seat] = (double)solution->game.best[at][seat];
        for (int i = 0; i < hands.count[seat]; i++) {
            truth->probability[seat][hands.card[seat][i]] = (double)mix.p[seat][i];
        }
    }
    return true;
}

/* One seat is out. */
static bool probe_two(const struct three_solution *solution, const struct quibbit_state *game,
                      struct three_truth *truth)
{
    const int out = __builtin_ctz(7u & ~(unsigned)game->in_play);
    const int seat[2] = {out == 0 ? 1 : 0, out == 2 ? 1 : 2};
    const struct three_ring *ring = solution->ring;
    const unsigned hand[2] = {game->hand[seat[0]] >> 1, game->hand[seat[1]] >> 1};
    const uint32_t pair =
        quibbit_pair_rank(ring->positions, game->progress[seat[0]], game->progress[seat[1]]);
    if (pair == QUIBBIT_NO_POSITION) return false;
    const uint64_t at = three_pair_at(&solution->game, out, hand[0], hand[1], pair);
    for (int i = 0; i < 2; i++) {
        if ((hand[i] & ~(unsigned)solution->hand[seat[i]]) != 0) return false;
        truth->win[seat[i]] = (double)ring->pair_value[at][i];
        truth->best[seat[i]] = (double)ring->pair_best[at][i];
        for (int card = 0; card < THREE_CARDS; card++) {
            truth->probability[seat[i]][card] = (double)ring->pair_mix[at][i][card];
        }
    }
    return true;
}

bool three_probe(const struct three_solution *solution, const struct pond_state *state,
                 struct three_truth *truth)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    memset(truth, 0, sizeof *truth);
    if (!ring_same(solution, game)) return false;
    switch (__builtin_popcount(game->in_play)) {
    case 3: return probe_three(solution, game, truth);
    case 2: return probe_two(solution, game, truth);
    default: return false;
    }
}
