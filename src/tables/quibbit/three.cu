/* three.cu: Quibbit for three on a GPU: `solve-three LAYOUT [crowned|leader] [start|now]`.
 * See three_kernel.h, whose code runs here, one thread block per three hands;
 * tools/solve-three builds it where nvcc is. The layout begins with the water: "~RGY*GYR*YRG". */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "three_play.h"

#define BLOCKS (THREE_HANDS * THREE_HANDS * THREE_HANDS)
#define THREADS 256
#define GAMES 10000

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

__global__ void __launch_bounds__(THREADS)
    level_solve(struct three_game game, struct three_settings settings, const uint32_t *blocks,
                uint32_t count, uint32_t *taken, struct three_scratch *scratch)
{
    __shared__ uint32_t mine;
    for (;;) {
        if (threadIdx.x == 0) mine = atomicAdd(taken, 1u);
        __syncthreads();
        if (mine >= count) return;
        three_block_work(&game, blocks[mine], false, &settings, &scratch[blockIdx.x], threadIdx.x,
                         blockDim.x);
        __syncthreads();
    }
}

template <typename T> static T *device_new(size_t count)
{
    void *memory;
    check(cudaMalloc(&memory, count * sizeof(T)), "memory on the GPU");
    return (T *)memory;
}

template <typename T> static T *device_copy(const T *from, size_t count)
{
    T *to = device_new<T>(count);
    check(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice), "copy to the GPU");
    return to;
}

/* The ring's tables, where the GPU reads them. */
static void game_copy(const struct three_ring *ring, struct three_game *game)
{
    const uint32_t count = game->positions;
    game->next = device_copy(game->next, (size_t)THREE_CELLS * count);
    game->home = device_copy(game->home, count);
    game->front = device_copy(game->front, count);
    game->order = device_copy(game->order, count);
    for (int out = 0; out < THREE_SEATS; out++) {
        game->pair_left[out] = device_copy(game->pair_left[out], count);
    }
    game->pair_value = device_copy(game->pair_value, ring->pair_count);
    game->pair_best = device_copy(game->pair_best, ring->pair_count);
}

static std::vector<uint32_t> level_blocks(int level)
{
    std::vector<uint32_t> blocks;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        struct three_hands hands;
        three_hands_set(&hands, block);
        const int cards = hands.count[0] + hands.count[1] + hands.count[2];
        if (hands.hand[0] == 0 || hands.hand[1] == 0 || hands.hand[2] == 0) continue;
        if (cards == level) blocks.push_back(block);
    }
    return blocks;
}

static void gain_tell(const char *name, const struct three_gain *gain)
{
    printf("  %s: states x seats %llu, mean %.6f, most %.4f, above 0.1 %.6f\n", name,
           (unsigned long long)gain->count, gain->sum / (double)gain->count, (double)gain->most,
           (double)gain->large / (double)gain->count);
}

/* Where each block's strategies begin; returns the end of all. */
static uint64_t strategies_place(uint32_t positions, uint64_t at[BLOCKS])
{
    uint64_t bytes = 0;
    for (int level = THREE_LEVEL_MIN; level <= THREE_LEVEL_MAX; level++) {
        for (uint32_t block : level_blocks(level)) {
            at[block] = bytes;
            bytes += (uint64_t)positions * (uint32_t)level;
        }
    }
    return bytes;
}

/* Solves all levels on the GPU, `game` being there. */
static void levels_solve(const struct three_game *game, const struct three_settings *settings)
{
    int fit = 0;
    cudaDeviceProp about;
    check(cudaGetDeviceProperties(&about, 0), "device");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, level_solve, THREADS, 0),
          "occupancy");
    const uint32_t grid = (uint32_t)(fit * about.multiProcessorCount);
    struct three_scratch *scratch = device_new<struct three_scratch>(grid);
    uint32_t *taken = device_new<uint32_t>(1);
    for (int level = THREE_LEVEL_MIN; level <= THREE_LEVEL_MAX; level++) {
        const double start = seconds();
        const std::vector<uint32_t> blocks = level_blocks(level);
        const uint32_t count = (uint32_t)blocks.size();
        uint32_t *list = device_copy(blocks.data(), count);
        check(cudaMemset(taken, 0, sizeof *taken), "zero");
        const uint32_t blocks_wide = count < grid ? count : grid;
        level_solve<<<blocks_wide, THREADS>>>(*game, *settings, list, count, taken, scratch);
        check(cudaDeviceSynchronize(), "solve");
        cudaFree(list);
        printf("  %d cards: %u blocks, %.2f s\n", level, count, seconds() - start);
        fflush(stdout);
    }
}

static void tell(const struct three_ring *ring, const struct three_game *game)
{
    struct three_opening opening;
    struct three_gain met;
    for (int level = THREE_LEVEL_MIN; level <= THREE_LEVEL_MAX; level++) {
        struct three_gain gain = {};
        char name[32];
        for (uint32_t block : level_blocks(level)) three_gain_block(game, block, &gain);
        snprintf(name, sizeof name, "%d cards", level);
        gain_tell(name, &gain);
    }
    three_opening(ring, game, &opening);
    three_met(ring, game, GAMES, 1, &met);
    gain_tell("openings", &opening.gain);
    gain_tell("met in 10,000 games", &met);
    printf("  game: seat 0 on tile %u; %.4f %.4f %.4f\n", opening.tile_best, opening.game[0],
           opening.game[1], opening.game[2]);
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        const int answer = opening.answer[tile], reply = opening.reply[tile][answer];
        const double *value = opening.value[tile][answer][reply];
        printf("  tile %2d: %s, %s: %.4f %.4f %.4f\n", tile, answer != 0 ? "front" : "back",
               reply != 0 ? "front" : "back", value[0], value[1], value[2]);
    }
}

/* Solves a ring, and says what was found. */
static void ring_solve(const struct three_ring *ring, const struct three_settings *settings)
{
    static uint64_t at[BLOCKS];
    struct three_game host = {};
    three_ring_game(ring, &host);
    const uint64_t bytes = strategies_place(host.positions, at);
    const size_t values = (size_t)BLOCKS * host.positions * THREE_SEATS;
    host.strategy_at = at;
    struct three_game game = host;
    game_copy(ring, &game);
    game.strategy_at = device_copy(at, BLOCKS);
    game.strategy = device_new<uint8_t>(bytes);
    game.value = (float(*)[THREE_SEATS])device_new<float>(values);
    game.best = (float(*)[THREE_SEATS])device_new<float>(values);
    levels_solve(&game, settings);
    std::vector<float> value(values), best(values);
    std::vector<uint8_t> strategy(bytes);
    check(cudaMemcpy(value.data(), game.value, values * sizeof(float), cudaMemcpyDeviceToHost),
          "copy");
    check(cudaMemcpy(best.data(), game.best, values * sizeof(float), cudaMemcpyDeviceToHost),
          "copy");
    check(cudaMemcpy(strategy.data(), game.strategy, bytes, cudaMemcpyDeviceToHost), "copy");
    host.value = (float(*)[THREE_SEATS])value.data();
    host.best = (float(*)[THREE_SEATS])best.data();
    host.strategy = strategy.data();
    tell(ring, &host);
}

int main(int count, char **words)
{
    static const char letters[] = "RGYB*~";
    uint8_t kind[QUIBBIT_RING], all[THREE_SEATS] = {31, 31, 31};
    struct three_settings settings = THREE_STANDARD;
    if (count < 2 || strlen(words[1]) != QUIBBIT_RING ||
        strspn(words[1], letters) != QUIBBIT_RING) {
        fprintf(stderr, "usage: %s LAYOUT [crowned|leader] [start|now] [SWEEPS [STEPS_MAX]]\n",
                words[0]);
        return 2;
    }
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        kind[tile] = (uint8_t)(strchr(letters, words[1][tile]) - letters);
    }
    const bool leader = count > 2 && strcmp(words[2], "leader") == 0;
    const bool now = count > 3 && strcmp(words[3], "now") == 0;
    if (count > 4) settings.sweeps = (uint32_t)atoi(words[4]);
    if (count > 5) settings.steps_max = (uint32_t)atoi(words[5]);
    const double begun = seconds();
    struct three_ring *ring = three_ring_new(kind, leader, now, all);
    if (ring == NULL) return 1;
    printf("%s lap=%s tie=%s: two left: gain at most %.6f (%.1f s)\n", words[1],
           leader ? "leader" : "crowned", now ? "now" : "round-start", ring->pair_gain,
           seconds() - begun);
    ring_solve(ring, &settings);
    printf("  all in %.1f s\n", seconds() - begun);
    three_ring_free(ring);
    return 0;
}
