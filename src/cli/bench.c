/* bench.c: `pond bench`: a signature of the rules, and how fast they are.
 *
 * The signature is one number from fixed games and positions: it changes exactly when some game
 * would be played differently. Rates are by processor time, so that a busy machine disturbs them
 * less. */
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cli.h"

static double seconds_used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct run {
    const struct pond_game *game;
    const char *options;
    uint64_t decisions_max, turn_decisions_max; /* in all; in one game */
    uint64_t decisions, rounds;                 /* what was played */
    uint64_t signature;
};

/* Plays random games through the public interface: turn, moves, choose, apply. */
static void run_random(struct run *run)
{
    static pond_move moves[POND_MOVES_MAX];
    const struct pond_game *game = run->game;
    struct pond_config config;
    struct pond_rng rng;
    if (!pond_config_parse(game, run->options, &config, NULL)) return;
    pond_rng_seed(&rng, "bench");
    while (run->decisions < run->decisions_max) {
        struct pond_state state;
        game->setup(&state, &config);
        uint64_t played = 0;
        pond_seats turn;
        while ((turn = game->turn(&state)) != 0 && played < run->turn_decisions_max) {
            if (turn == POND_SEAT(POND_CHANCE)) {
                pond_roll(game, &state, &rng);
                continue;
            }
            const int seat = pond_seat_first(turn);
            const int count = game->moves(&state, seat, moves);
            game->apply(&state, seat, moves[pond_rng_below(&rng, (uint32_t)count)]);
            played++;
        }
        run->decisions += played;
        if (game->round != NULL) { /* only a lap ends in the middle of a round */
            run->rounds += game->round(&state) - (game->result(&state).reason != POND_REASON_LAP);
        }
        run->signature = pond_hash_words(&(uint64_t){game->hash(&state)}, 1, run->signature);
    }
}

static uint64_t signature_of_play(void)
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
    uint64_t signature = 0;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        struct run run = {.game = sets[i].game,
                          .options = sets[i].options,
                          .decisions_max = 20000,
                          .turn_decisions_max = 2000,
                          .signature = signature};
        run_random(&run);
        signature = run.signature;
    }
    return signature;
}

static uint64_t perft_from_home(int depth, bool in_bulk, uint64_t *leaf_sum)
{
    struct pond_config config;
    struct pond_state state;
    if (!pond_config_parse(&pond_rribbit, "", &config, NULL)) return 0;
    pond_rribbit.setup(&state, &config);
    return pond_perft(&pond_rribbit, &state, depth, in_bulk, leaf_sum);
}

static void report(const struct cli *cli, enum say name, const char *id, const char *unit,
                   uint64_t count, double seconds)
{
    const double rate = (double)count / seconds;
    if (cli->given[FLAG_JSON]) {
        printf("{\"bench\":\"%s\",\"unit\":\"%s\",\"count\":%" PRIu64
               ",\"seconds\":%.3f,\"per_second\":%.0f}\n",
               id, unit, count, seconds, rate);
    } else {
        char million[32];
        snprintf(million, sizeof million, "%.1f", rate / 1e6);
        printf("%s: ", said(cli, name));
        say(stdout, cli, SAY_BENCH_RATE, million, unit);
        putchar('\n');
    }
    fflush(stdout);
}

static void report_random(const struct cli *cli, enum say name, const char *id, const char *unit,
                          const char *game, const char *options)
{
    struct run run = {.game = pond_game_find(game),
                      .options = options,
                      .decisions_max = strcmp(game, "quibbles") == 0 ? 6000000 : 30000000,
                      .turn_decisions_max = 4000};
    const double start = seconds_used();
    run_random(&run);
    report(cli, name, id, unit, run.rounds > 0 ? run.rounds : run.decisions,
           seconds_used() - start);
}

int command_bench(struct cli *cli)
{
    uint64_t leaf_sum, bulk_sum, leaves = 0;
    const uint64_t signature = signature_of_play();
    perft_from_home(4, false, &leaf_sum);
    const uint64_t whole = pond_hash_words((uint64_t[]){signature, leaf_sum}, 2, 0) % 100000000;
    if (cli->given[FLAG_JSON]) {
        printf("{\"bench\":\"signature\",\"value\":%" PRIu64 "}\n", whole);
    } else {
        printf("%s: %" PRIu64 "\n", said(cli, SAY_BENCH_SIGNATURE), whole);
    }
    fflush(stdout);
    double start = seconds_used();
    leaves = perft_from_home(6, false, &leaf_sum);
    report(cli, SAY_BENCH_MADE, "rribbit-perft-made", "leaves", leaves, seconds_used() - start);
    start = seconds_used();
    leaves = 0;
    for (int i = 0; i < 4; i++) leaves += perft_from_home(6, true, &bulk_sum);
    report(cli, SAY_BENCH_BULK, "rribbit-perft-bulk", "leaves", leaves, seconds_used() - start);
    report_random(cli, SAY_BENCH_RANDOM_RRIBBIT, "rribbit-random", "plies", "rribbit", "");
    report_random(cli, SAY_BENCH_RANDOM_QUIBBIT, "quibbit-random-4", "rounds", "quibbit", "");
    report_random(cli, SAY_BENCH_RANDOM_QUIBBIT, "quibbit-random-2", "rounds", "quibbit",
                  "players=2");
    report_random(cli, SAY_BENCH_RANDOM_QUIBBLES, "quibbles-random", "decisions", "quibbles", "");
    return EXIT_FINE;
}
