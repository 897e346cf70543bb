/* bench.c: `pond bench`: a signature of the rules, and how fast they are.
 *
 * Rates are by processor time, so that a busy machine disturbs them less. */
#include <assert.h>
#include <inttypes.h>
#include <time.h>

#include "cli.h"
#include "pond/bench.h"

static double seconds_used(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void report(const struct cli *cli, enum say name, const struct pond_bench *bench,
                   uint64_t count, double seconds)
{
    const double rate = (double)count / seconds;
    if (cli->given[FLAG_JSON]) {
        printf("{\"bench\":\"%s\",\"unit\":\"%s\",\"count\":%" PRIu64
               ",\"seconds\":%.3f,\"per_second\":%.0f}\n",
               bench->name, bench->unit, count, seconds, rate);
    } else {
        printf("%s%s", said(cli, name), said(cli, SAY_COLON));
        say(stdout, cli, SAY_BENCH_RATE, decimal(cli, rate / 1e6, 1, false).text, bench->unit);
        putchar('\n');
    }
    fflush(stdout);
}

int command_bench(struct cli *cli)
{
    static const enum say names[] = {SAY_BENCH_MADE,           SAY_BENCH_BULK,
                                     SAY_BENCH_RANDOM_RRIBBIT, SAY_BENCH_RANDOM_QUIBBIT,
                                     SAY_BENCH_RANDOM_QUIBBIT, SAY_BENCH_RANDOM_QUIBBLES};
    const uint32_t signature = pond_signature();
    if (cli->given[FLAG_JSON]) {
        printf("{\"bench\":\"signature\",\"value\":%u}\n", signature);
    } else {
        printf("%s: %u\n", said(cli, SAY_BENCH_SIGNATURE), signature);
    }
    fflush(stdout);
    for (size_t i = 0; pond_benches[i].name != NULL; i++) {
        const double start = seconds_used();
        const uint64_t count = pond_bench_run(&pond_benches[i]);
        assert(i < sizeof names / sizeof names[0]);
        report(cli, names[i], &pond_benches[i], count, seconds_used() - start);
    }
    return EXIT_FINE;
}
