/* bench.c: fixed amounts of work for measuring, and the signature of the rules. See bench.h. */
#include "pond/bench.h"

#include "banned.h"

#define SIGNATURE_LIMIT 100000000 /* eight digits */

const struct pond_bench pond_benches[] = {
    {.name = "rribbit-perft-made", .unit = "leaves", .game = &pond_rribbit, .depth = 6, .times = 1},
    {.name = "rribbit-perft-bulk",
     .unit = "leaves",
     .game = &pond_rribbit,
     .depth = 6,
     .times = 4,
     .in_bulk = true},
    {.name = "rribbit-random", .unit = "plies", .game = &pond_rribbit, .decisions = 30000000},
    {.name = "quibbit-random-4", .unit = "rounds", .game = &pond_quibbit, .decisions = 30000000},
    {.name = "quibbit-random-2",
     .unit = "rounds",
     .game = &pond_quibbit,
     .options = "players=2",
     .decisions = 30000000},
    {.name = "quibbles-random", .unit = "decisions", .game = &pond_quibbles, .decisions = 6000000},
    {.name = NULL},
};

struct run {
    const struct pond_game *game;
    const char *options;
    uint64_t decisions_max, game_decisions_max; /* in all; in one game */
    uint64_t decisions, rounds;                 /* what was played */
    uint64_t signature;
};

/* Plays random games through the public interface: turn, moves, choose, apply. */
static void run_random(struct run *run)
{
    const struct pond_game *game = run->game;
    pond_move moves[POND_MOVES_MAX];
    struct pond_config config;
    struct pond_rng rng;
    if (!pond_config_parse(game, run->options, &config, NULL)) return;
    pond_rng_seed(&rng, "bench");
    while (run->decisions < run->decisions_max) {
        struct pond_state state;
        game->setup(&state, &config);
        uint64_t played = 0;
        pond_seats turn;
        while ((turn = game->turn(&state)) != 0 && played < run->game_decisions_max) {
            if (turn == POND_SEAT(POND_CHANCE)) {
                pond_roll(game, &state, &rng);
                continue;
            }
            for (; turn != 0;
                 turn &= (pond_seats)(turn - 1), played++) { /* all who choose at once */
                const int seat = pond_seat_first(turn);
                const int count = game->moves(&state, seat, moves);
                game->apply(&state, seat, moves[pond_rng_below(&rng, (uint32_t)count)]);
            }
        }
        run->decisions += played;
        if (game->round != NULL) { /* only a lap ends in the middle of a round */
            run->rounds += game->round(&state) - (game->result(&state).reason != POND_REASON_LAP);
        }
        run->signature = pond_hash_words(&(uint64_t){game->hash(&state)}, 1, run->signature);
    }
}

static uint64_t perft_from_start(const struct pond_game *game, int depth, bool in_bulk,
                                 uint64_t *leaf_sum)
{
    struct pond_config config;
    struct pond_state state;
    if (!pond_config_parse(game, NULL, &config, NULL)) return 0;
    game->setup(&state, &config);
    return pond_perft(game, &state, depth, in_bulk, leaf_sum);
}

uint64_t pond_bench_run(const struct pond_bench *bench)
{
    if (bench->decisions > 0) {
        struct run run = {.game = bench->game,
                          .options = bench->options,
                          .decisions_max = bench->decisions,
                          .game_decisions_max = 4000};
        run_random(&run);
        return run.rounds > 0 ? run.rounds : run.decisions;
    }
    uint64_t leaves = 0, leaf_sum;
    for (int i = 0; i < bench->times; i++) {
        leaves += perft_from_start(bench->game, bench->depth, bench->in_bulk, &leaf_sum);
    }
    return leaves;
}

uint32_t pond_signature(void)
{
    static const struct {
        const struct pond_game *game;
        const char *options;
    } sets[] = {
        {&pond_quibbit, ""},
        {&pond_quibbit, "players=2"},
        {&pond_quibbit, "players=2,edition=king-frog,dummy=contender"},
        {&pond_quibbit, "players=3,edition=king-frog"},
        {&pond_quibbles, ""},
        {&pond_quibbles, "players=3,variant=first-game"},
        {&pond_quibbles, "players=5"},
        {&pond_rribbit, ""},
        {&pond_rribbit, "turn=chain,win=row-or-seven,start=light-pads,endgame=10"},
        {&pond_rribbit, "turn=chain,start=left-wing"},
    };
    uint64_t signature = 0, leaf_sum = 0;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        struct run run = {.game = sets[i].game,
                          .options = sets[i].options,
                          .decisions_max = 20000,
                          .game_decisions_max = 2000,
                          .signature = signature};
        run_random(&run);
        signature = run.signature;
    }
    perft_from_start(&pond_rribbit, 4, false, &leaf_sum);
    return (uint32_t)(pond_hash_words((uint64_t[]){signature, leaf_sum}, 2, 0) % SIGNATURE_LIMIT);
}
