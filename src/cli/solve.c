/* solve.c: `pond solve`: the exact truth about small worlds: a ring of Quibbit, few frogs of
 * Rrib-bit. */
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "player.h"
#include "quibbit_solve.h"
#include "rribbit_solve.h"

/* Ctrl-C ends a solve in order. */
static volatile bool interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = true;
}

static void watch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- Quibbit ---- */

struct waiting {
    const struct cli *cli;
    uint64_t start_ms, shown_ms;
    bool quiet;
};

static bool quibbit_progress(void *context, const struct quibbit_progress *progress)
{
    struct waiting *waiting = context;
    const uint64_t now = computer_clock_ms();
    if (!waiting->quiet && now - waiting->shown_ms >= 500) {
        const double spent = (double)(now - waiting->start_ms) / 1000;
        const double left = progress->done > 0 ? spent * (1 / progress->done - 1) : 0;
        char part[16], seconds[16];
        snprintf(part, sizeof part, "%.0f", 100 * progress->done);
        snprintf(seconds, sizeof seconds, "%.0f", left);
        fputc('\r', stderr);
        say(stderr, waiting->cli, SAY_SOLVE_PROGRESS, part, seconds);
        fputs("   ", stderr);
        waiting->shown_ms = now;
    }
    return !interrupted;
}

static void quibbit_json(const struct quibbit_summary *summary,
                         const struct quibbit_opening *opening, double seconds)
{
    printf("{\"value\":%.12f,\"tiles\":[", opening->game);
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        printf("%s{\"tile\":%d,\"back\":%.12f,\"front\":%.12f,\"answer\":\"%s\",\"dummy\":%.6f}",
               tile > 0 ? "," : "", tile, opening->value[tile][0], opening->value[tile][1],
               opening->answer[tile] ? "front" : "back",
               opening->dummy[tile][opening->answer[tile]]);
    }
    printf("],\"best\":%d,\"worst\":%d,\"certificate\":%.3g,\"gap\":%.3g,\"states\":%" PRIu64
           ",\"mixed\":%" PRIu64 ",\"decided\":%" PRIu64 ",\"seconds\":%.1f,\"bytes\":%" PRIu64
           "}\n",
           opening->tile_best, opening->tile_worst, summary->certificate, summary->gap,
           summary->states, summary->mixed, summary->decided, seconds, summary->bytes);
}

static void quibbit_print(const struct cli *cli, const struct quibbit_summary *summary,
                          const struct quibbit_opening *opening, double seconds)
{
    char text[2][32];
    snprintf(text[0], sizeof text[0], "%+.6f", opening->game);
    snprintf(text[1], sizeof text[1], "%.2g", summary->certificate);
    say(stdout, cli, SAY_SOLVE_VALUE, text[0], text[1]);
    putchar('\n');
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        const int answer = opening->answer[tile];
        printf("  @%-3d %-6s %+.6f%s\n", tile, answer ? "front" : "back",
               opening->value[tile][answer],
               tile == opening->tile_best    ? "  +"
               : tile == opening->tile_worst ? "  -"
                                             : "");
    }
    snprintf(text[0], sizeof text[0], "%" PRIu64, summary->states);
    snprintf(text[1], sizeof text[1], "%.1f", seconds);
    say(stdout, cli, SAY_SOLVE_STATES, text[0], text[1]);
    snprintf(text[0], sizeof text[0], "%.1f",
             100 * (double)summary->mixed / (double)summary->states);
    putchar('\n');
    say(stdout, cli, SAY_SOLVE_MIXED, text[0], NULL);
    putchar('\n');
}

static int solve_quibbit(struct cli *cli, const struct pond_config *config, int threads)
{
    struct waiting waiting = {
        .cli = cli, .start_ms = computer_clock_ms(), .quiet = isatty(STDERR_FILENO) == 0};
    const struct quibbit_solve_settings settings = {
        .threads = threads, .context = &waiting, .progress = quibbit_progress};
    enum quibbit_solve_status status;
    struct quibbit_solution *solution = quibbit_solve(config, &settings, &status);
    if (!waiting.quiet) fputc('\n', stderr);
    if (solution == NULL) {
        if (status == QUIBBIT_NO_SUCH_GAME) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
        }
        return complain(cli, EXIT_BAD_DATA,
                        status == QUIBBIT_STOPPED ? SAY_SOLVE_STOPPED : SAY_MEMORY, NULL, NULL);
    }
    struct quibbit_summary summary;
    struct quibbit_opening opening;
    quibbit_solution_summary(solution, &summary);
    const bool whole = quibbit_solution_opening(solution, &opening);
    const double seconds = (double)(computer_clock_ms() - waiting.start_ms) / 1000;
    if (whole && cli->given[FLAG_JSON]) quibbit_json(&summary, &opening, seconds);
    if (whole && !cli->given[FLAG_JSON]) quibbit_print(cli, &summary, &opening, seconds);
    quibbit_solution_free(solution);
    return EXIT_FINE;
}

/* ---- Rrib-bit ---- */

static void rribbit_progress(void *context, int key_frogs, int other_frogs, int distance)
{
    const struct waiting *waiting = context;
    if (!waiting->quiet) {
        fprintf(stderr, "\r%dv%d: %d   ", other_frogs, key_frogs, distance);
        fflush(stderr);
    }
}

/* How the positions of a class stand for the side to move. */
struct tally {
    uint64_t won, drawn, lost;
    int longest_win, longest_loss;
};

static struct tally tally_of(const uint8_t *codes, size_t count)
{
    struct tally tally = {0};
    for (size_t i = 0; i < count; i++) {
        const uint8_t code = codes[i];
        const int distance = rribbit_code_distance(code);
        if (code == RRIBBIT_CODE_IMPOSSIBLE || code == RRIBBIT_CODE_OVER) continue;
        if (rribbit_code_won(code)) {
            tally.won++;
            if (distance > tally.longest_win) tally.longest_win = distance;
        } else if (rribbit_code_lost(code)) {
            tally.lost++;
            if (distance > tally.longest_loss) tally.longest_loss = distance;
        } else {
            tally.drawn++;
        }
    }
    return tally;
}

static void class_print(const struct cli *cli, int mover, int waiter, const struct tally *tally)
{
    if (cli->given[FLAG_JSON]) {
        printf("{\"mover\":%d,\"waiter\":%d,\"won\":%" PRIu64 ",\"drawn\":%" PRIu64
               ",\"lost\":%" PRIu64 ",\"longest_win\":%d,\"longest_loss\":%d}\n",
               mover, waiter, tally->won, tally->drawn, tally->lost, tally->longest_win,
               tally->longest_loss);
        return;
    }
    printf("%dv%d  %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "  %4d %4d\n", mover, waiter, tally->won,
           tally->drawn, tally->lost, tally->longest_win, tally->longest_loss);
}

static int solve_rribbit(struct cli *cli, const struct pond_config *config, int threads)
{
    uint32_t frogs;
    const int code = take_number(cli, FLAG_FROGS, 4, 5, 5, &frogs);
    if (code != EXIT_FINE) return code;
    struct waiting waiting = {
        .cli = cli, .start_ms = computer_clock_ms(), .quiet = isatty(STDERR_FILENO) == 0};
    const struct rribbit_solve_settings settings = {.threads = threads,
                                                    .stop = &interrupted,
                                                    .context = &waiting,
                                                    .progress = rribbit_progress};
    struct pond_state start;
    struct rribbit_tables tables;
    pond_rribbit.setup(&start, config);
    const struct rribbit_state *options = (const struct rribbit_state *)&start;
    const bool solved =
        rribbit_solve(&tables, options->chain, options->seven, (int)frogs, &settings);
    if (!waiting.quiet) fputc('\n', stderr);
    if (!solved) {
        return complain(cli, EXIT_BAD_DATA, interrupted ? SAY_SOLVE_STOPPED : SAY_MEMORY, NULL,
                        NULL);
    }
    if (!cli->given[FLAG_JSON]) printf("%s\n", said(cli, SAY_SOLVE_HEAD));
    for (int total = 4; total <= (int)frogs; total++) {
        for (int key = 1; 2 * key <= total; key++) {
            const struct rribbit_class *class = &tables.classes[key][total - key];
            if (total - key > RRIBBIT_TABLE_SIDE_MAX || class->key_moves == NULL) continue;
            const size_t size = (size_t) class->slices * class->slice_size;
            const struct tally larger = tally_of(class->other_moves, size);
            class_print(cli, total - key, key, &larger);
            if (2 * key == total) continue;
            const struct tally smaller = tally_of(class->key_moves, size);
            class_print(cli, key, total - key, &smaller);
        }
    }
    const double seconds = (double)(computer_clock_ms() - waiting.start_ms) / 1000;
    if (cli->given[FLAG_JSON]) printf("{\"frogs\":%u,\"seconds\":%.1f}\n", frogs, seconds);
    rribbit_tables_free(&tables);
    return EXIT_FINE;
}

/* ---- The command ---- */

int command_solve(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    uint32_t threads;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_THREADS, 1, 64, 2, &threads);
    if (code != EXIT_FINE) return code;
    struct pond_error why;
    watch_interrupts();
    if (game == &pond_rribbit) return solve_rribbit(cli, &config, (int)threads);
    if (game != &pond_quibbit) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
    }
    if (!pond_config_set(game, &config, "players", "2", &why)) {
        /* The colours of four frogs stand in the way: three are wanted. */
        char text[POND_OPTIONS_TEXT_MAX];
        snprintf(text, sizeof text, "players=2%s%s", cli->given[FLAG_OPTIONS] ? "," : "",
                 cli->given[FLAG_OPTIONS] ? cli->value[FLAG_OPTIONS] : "");
        if (!pond_config_parse(game, text, &config, &why)) {
            return complain_error(cli, EXIT_WRONG_USAGE, "--options", &why);
        }
    }
    if (cli->given[FLAG_LAYOUT] &&
        !pond_config_set(game, &config, "layout", cli->value[FLAG_LAYOUT], &why)) {
        return complain_error(cli, EXIT_WRONG_USAGE, "--layout", &why);
    }
    return solve_quibbit(cli, &config, (int)threads);
}
