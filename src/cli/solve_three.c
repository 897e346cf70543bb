/* solve_three.c: `pond solve quibbit --options players=3`: a ring for three players, its
 * strategies, and the certificate that says how good they are. */
#include <inttypes.h>
#include <string.h>

#include "quibbit/three_file.h"
#include "solve.h"

#define MET_GAMES 10000
#define MET_SEED 1

struct three_job {
    struct solving *solving;
    struct three_files files;
    int rotation; /* where the given ring has its water */
    struct pond_error why;
};

static bool job_progress(void *context, const struct three_progress *progress)
{
    struct three_job *job = context;
    char number[32];
    snprintf(number, sizeof number, "%d/%d", progress->level, THREE_LEVEL_MAX);
    solve_progress(job->solving, number, progress->done);
    return !solve_stopped;
}

static bool job_load(void *context, int level, uint8_t *bytes, uint64_t size)
{
    const struct three_job *job = context;
    return three_file_read(&job->files, level, bytes, size);
}

static bool job_save(void *context, int level, const uint8_t *bytes, uint64_t size)
{
    struct three_job *job = context;
    return three_file_write(&job->files, level, bytes, size, &job->why);
}

/* ---- Telling ---- */

static double gain_mean(const struct three_gain *gain)
{
    return gain->count > 0 ? gain->sum / (double)gain->count : 0;
}

static void gain_json(const char *name, const struct three_gain *gain)
{
    printf("\"%s\":{\"states\":%" PRIu64 ",\"mean\":%.6f,\"most\":%.6f,\"above_0.1\":%.6f}", name,
           gain->count / THREE_SEATS, gain_mean(gain), (double)gain->most,
           gain->count > 0 ? (double)gain->large / (double)gain->count : 0);
}

static void gain_print(const struct cli *cli, const char *name, const struct three_gain *gain)
{
    printf("  %-10s %11" PRIu64 "  %s  %s\n", name, gain->count / THREE_SEATS,
           decimal(cli, gain_mean(gain), 6, false).text,
           decimal(cli, (double)gain->most, 4, false).text);
}

static void opening_json(const struct three_job *job, const struct three_opening *opening)
{
    printf("\"value\":[%.6f,%.6f,%.6f],\"best\":%d,\"tiles\":[", opening->game[0], opening->game[1],
           opening->game[2], (opening->tile_best + job->rotation) % QUIBBIT_RING);
    for (int i = 0; i < QUIBBIT_RING; i++) {
        const int tile = (i - job->rotation + QUIBBIT_RING) % QUIBBIT_RING;
        const int answer = opening->answer[tile], reply = opening->reply[tile][answer];
        const double *value = opening->value[tile][answer][reply];
        printf("%s{\"tile\":%d,\"answers\":[\"%s\",\"%s\"],\"value\":[%.6f,%.6f,%.6f]}",
               i > 0 ? "," : "", i, answer != 0 ? "front" : "back", reply != 0 ? "front" : "back",
               value[0], value[1], value[2]);
    }
    printf("],");
}

static void tell_json(const struct three_job *job, const struct three_solution *solution,
                      const struct three_opening *opening, const struct three_gain *met)
{
    char ring[QUIBBIT_RING + 1];
    struct pond_text text = pond_text_in(ring, sizeof ring);
    quibbit_layout_print(job->files.kind, "RGY", &text);
    printf("{\"layout\":\"%s\",\"players\":3,", ring);
    opening_json(job, opening);
    printf("\"gain\":{");
    for (int level = THREE_LEVEL_MIN; level <= THREE_LEVEL_MAX; level++) {
        char name[16];
        snprintf(name, sizeof name, "%d", level);
        gain_json(name, &solution->gain[level]);
        putchar(',');
    }
    gain_json("openings", &opening->gain);
    putchar(',');
    gain_json("met", met);
    printf("},\"gain_two\":%.6f,\"states\":%" PRIu64 ",\"seconds\":%.1f}\n",
           solution->ring->pair_gain, solution->states, solve_seconds(job->solving));
}

static void tell_text(const struct three_job *job, const struct three_solution *solution,
                      const struct three_opening *opening, const struct three_gain *met)
{
    const struct cli *cli = job->solving->cli;
    char number[32];
    for (int i = 0; i < QUIBBIT_RING; i++) {
        const int tile = (i - job->rotation + QUIBBIT_RING) % QUIBBIT_RING;
        const int answer = opening->answer[tile], reply = opening->reply[tile][answer];
        const double *value = opening->value[tile][answer][reply];
        printf("  @%-3d %-6s %-6s", i, answer != 0 ? "front" : "back",
               reply != 0 ? "front" : "back");
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            printf(" %s", decimal(cli, value[seat], 4, false).text);
        }
        puts(tile == opening->tile_best ? "  +" : "");
    }
    say(stdout, cli, SAY_SOLVE_THREE_GAIN, NULL, NULL);
    putchar('\n');
    for (int level = THREE_LEVEL_MIN; level <= THREE_LEVEL_MAX; level++) {
        snprintf(number, sizeof number, "%d", level);
        gain_print(cli, number, &solution->gain[level]);
    }
    gain_print(cli, said(cli, SAY_SOLVE_THREE_MET), met);
    snprintf(number, sizeof number, "%" PRIu64, solution->states);
    say(stdout, cli, SAY_SOLVE_STATES, number,
        decimal(cli, solve_seconds(job->solving), 1, false).text);
    putchar('\n');
}

/* ---- The command ---- */

/* Rotates the ring so that it begins with the water, as in the files. */
static void ring_take(struct three_job *job, const struct quibbit_state *game)
{
    while (quibbit_tile_kind(game, job->rotation) != QUIBBIT_WATER) job->rotation++;
    for (int i = 0; i < QUIBBIT_RING; i++) {
        job->files.kind[i] = (uint8_t)quibbit_tile_kind(game, (i + job->rotation) % QUIBBIT_RING);
    }
    job->files.lap_by_leader = game->lap_by_leader;
    job->files.tie_by_crown_now = game->tie_by_crown_now;
}

int solve_three(struct solving *solving)
{
    struct three_job job = {.solving = solving,
                            .files = {.folder = solving->folder, .threads = solving->threads}};
    struct three_options options = {
        .threads = solving->threads, .context = &job, .progress = job_progress};
    struct pond_state start;
    struct three_opening opening;
    struct three_gain met;
    enum three_status status;
    pond_quibbit.setup(&start, solving->config);
    const struct quibbit_state *game = quibbit_state_of(&start);
    if (game->laid != QUIBBIT_RING || solving->cli->given[FLAG_ALL]) {
        return complain(solving->cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
    }
    ring_take(&job, game);
    if (solving->folder != NULL) {
        options.load = job_load;
        options.save = job_save;
    }
    struct three_solution *solution = three_solve(job.files.kind, job.files.lap_by_leader,
                                                  job.files.tie_by_crown_now, &options, &status);
    solve_progress_end(solving);
    if (solution == NULL) {
        return solve_status(solving,
                            status == THREE_STOPPED  ? MAKE_STOPPED
                            : status == THREE_FAILED ? MAKE_FAILED
                                                     : MAKE_NO_MEMORY,
                            &job.why);
    }
    three_opening(solution->ring, &solution->game, &opening);
    three_met(solution->ring, &solution->game, MET_GAMES, MET_SEED, &met);
    if (!solving->mute && solving->cli->given[FLAG_JSON])
        tell_json(&job, solution, &opening, &met);
    else if (!solving->mute)
        tell_text(&job, solution, &opening, &met);
    three_solution_free(solution);
    return EXIT_FINE;
}
