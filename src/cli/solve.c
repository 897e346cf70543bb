/* solve.c: `pond solve`: exact solutions of a Quibbit ring or of small Rrib-bit
 * endgames. */
#include "solve.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "player.h"

#define SHOW_EVERY_MS 500

/* Ctrl+C ends a solve in order. */
volatile bool solve_stopped;

static void interrupt(int signal_number)
{
    (void)signal_number;
    solve_stopped = true;
}

static void watch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- Progress ---- */

/* A length of time as people say it: "45 s", "12 min", "3 h 20 min". */
static void time_print(double seconds, char out[32])
{
    const unsigned whole = seconds < 1e8 ? (unsigned)(seconds + 0.5) : 100000000u;
    if (whole < 100)
        snprintf(out, 32, "%u s", whole);
    else if (whole < 6000)
        snprintf(out, 32, "%u min", (whole + 30) / 60);
    else
        snprintf(out, 32, "%u h %02u min", whole / 3600, whole / 60 % 60);
}

double solve_seconds(const struct solving *solving)
{
    return (double)(computer_clock_ms() - solving->start_ms) / 1000;
}

/* By the pace of this run. */
static double seconds_left(const struct solving *solving, double done)
{
    const double here = done - solving->done_first;
    return here > 0 ? solve_seconds(solving) * (1 - done) / here : 0;
}

void solve_progress(struct solving *solving, const char *what, double done)
{
    const uint64_t now = computer_clock_ms();
    if (!solving->told) solving->done_first = done;
    solving->told = true;
    if (solving->quiet || now - solving->shown_ms < SHOW_EVERY_MS) return;
    char part[16], left[32];
    const bool known = done > solving->done_first;
    snprintf(part, sizeof part, "%.0f", 100 * done);
    time_print(seconds_left(solving, done), left);
    fprintf(stderr, "\r%s%s", what, what[0] != '\0' && known ? ": " : "");
    if (known) say(stderr, solving->cli, SAY_SOLVE_PROGRESS, part, left);
    fputs("        ", stderr);
    fflush(stderr);
    solving->shown_ms = now;
}

void solve_progress_end(const struct solving *solving)
{
    if (!solving->quiet) fputc('\n', stderr);
}

static void make_progress(void *context, const struct make_progress *progress)
{
    struct solving *solving = context;
    char number[32];
    const char *what = progress->job;
    if (what[0] == '\0' && progress->jobs > 1) {
        snprintf(number, sizeof number, "%u/%u", progress->jobs_done + 1, progress->jobs);
        what = number;
    }
    if (progress->waiting) what = said(solving->cli, SAY_SOLVE_WAITING);
    solve_progress(solving, what, progress->done);
}

struct make_settings solve_make_settings(struct solving *solving, int level)
{
    return (struct make_settings){.folder = solving->folder,
                                  .threads = solving->threads,
                                  .level = level,
                                  .stop = &solve_stopped,
                                  .context = solving,
                                  .progress = make_progress};
}

int solve_status(const struct solving *solving, enum make_status status,
                 const struct pond_error *why)
{
    switch (status) {
    case MAKE_DONE: return EXIT_FINE;
    case MAKE_STOPPED: return complain(solving->cli, EXIT_BAD_DATA, SAY_SOLVE_STOPPED, NULL, NULL);
    case MAKE_TOO_LONG:
        return complain(solving->cli, EXIT_BAD_DATA, SAY_SOLVE_TOO_LONG, NULL, NULL);
    case MAKE_FAILED: return complain_error(solving->cli, EXIT_BAD_DATA, solving->folder, why);
    default: return complain(solving->cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    }
}

/* ---- The command ---- */

/* Several processes of one run (mpirun, srun) share the work by the folder alone. They are told
 * their numbers; the first tells the results. */
static bool is_first_process(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                            "SLURM_PROCID"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *rank = getenv(variables[i]);
        if (rank != NULL) return strcmp(rank, "0") == 0;
    }
    return true;
}

static int take_folder(const struct cli *cli, char folder[FOLDER_PATH_MAX])
{
    char folders[FOLDERS_MAX][FOLDER_PATH_MAX];
    if (cli->given[FLAG_FOLDER]) {
        snprintf(folder, FOLDER_PATH_MAX, "%s", cli->value[FLAG_FOLDER]);
    } else if (folder_list(folders) > 0) {
        snprintf(folder, FOLDER_PATH_MAX, "%s", folders[0]);
    } else {
        return complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_FOLDER, NULL, NULL);
    }
    if (folder_make(folder)) return EXIT_FINE;
    return complain(cli, EXIT_BAD_DATA, SAY_SOLVE_FOLDER, folder, system_reason(cli, errno));
}

/* Does the text of the options set this one? */
static bool option_given(const struct cli *cli, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = cli->value[FLAG_OPTIONS]; at != NULL && *at != '\0';) {
        if (strncmp(at, name, length) == 0 && at[length] == '=') return true;
        at += strcspn(at, ",");
        at += *at == ',';
    }
    return false;
}

struct solver {
    const struct pond_game *game;
    uint64_t foreign; /* flags that belong to another game, */
    const struct pond_game *foreign_game;
    int (*take)(const struct cli *cli, struct pond_config *config); /* or NULL */
    int (*solve)(struct solving *solving);
};

#define RINGS (BIT(FLAG_LAYOUT) | BIT(FLAG_ALL))
#define ENDINGS (BIT(FLAG_FROGS) | BIT(FLAG_VERIFY) | BIT(FLAG_PACK))

/* Refuses flags of the other game and flags that contradict each other. */
static int check_flags(const struct cli *cli, const struct solver *solver)
{
    int code = refuse_flags(cli, solver->foreign, SAY_FLAG_OF_GAME, solver->foreign_game->name);
    if (code == EXIT_FINE && cli->given[FLAG_LAYOUT]) {
        code = refuse_flags(cli, BIT(FLAG_ALL), SAY_FLAG_BOTH, "--layout");
    }
    if (code == EXIT_FINE && option_given(cli, "layout")) {
        code = refuse_flags(cli, RINGS, SAY_FLAG_BOTH, "--options layout=...");
    }
    return code;
}

/* Where nobody says how many play, two are meant. */
static int take_quibbit(const struct cli *cli, struct pond_config *config)
{
    struct pond_error why;
    const bool three = option_given(cli, "players") && pond_quibbit.seats(config) == 3;
    if (option_given(cli, "players") && pond_quibbit.seats(config) > 3) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
    }
    if (!three && !pond_config_set(&pond_quibbit, config, "players", "2", &why)) {
        /* Four colours would be wrong here: three are needed. */
        char memory[POND_OPTIONS_TEXT_MAX], text[POND_OPTIONS_TEXT_MAX];
        const char *options = given_options(cli, memory);
        snprintf(text, sizeof text, "players=2%s%s", options[0] != '\0' ? "," : "", options);
        if (!pond_config_parse(&pond_quibbit, text, config, &why)) {
            return complain_error(cli, EXIT_WRONG_USAGE, "--options", &why);
        }
    }
    if (cli->given[FLAG_LAYOUT] &&
        !pond_config_set(&pond_quibbit, config, "layout", cli->value[FLAG_LAYOUT], &why)) {
        return complain_error(cli, EXIT_WRONG_USAGE, "--layout", &why);
    }
    return EXIT_FINE;
}

/* The games that can be solved. */
static const struct solver solvers[] = {
    {&pond_quibbit, ENDINGS, &pond_rribbit, take_quibbit, solve_quibbit},
    {&pond_rribbit, RINGS, &pond_quibbit, NULL, solve_rribbit},
};

static const struct solver *solver_of(const struct pond_game *game)
{
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        if (solvers[i].game == game) return &solvers[i];
    }
    return NULL;
}

int command_solve(struct cli *cli)
{
    const struct solver *solver = NULL;
    const struct pond_game *game;
    struct pond_config config;
    char folder[FOLDER_PATH_MAX];
    uint32_t threads;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_THREADS, 1, 64, 2, &threads);
    if (code == EXIT_FINE) solver = solver_of(game);
    if (code == EXIT_FINE && solver == NULL) {
        code = complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
    }
    if (code == EXIT_FINE) code = check_flags(cli, solver);
    if (code == EXIT_FINE && solver->take != NULL) code = solver->take(cli, &config);
    if (code != EXIT_FINE) return code;
    if (!cli->given[FLAG_DRY]) code = take_folder(cli, folder);
    if (code != EXIT_FINE) return code;
    struct solving solving = {.cli = cli,
                              .config = &config,
                              .folder = cli->given[FLAG_DRY] ? NULL : folder,
                              .threads = (int)threads,
                              .mute = !is_first_process(),
                              .start_ms = computer_clock_ms()};
    solving.quiet = solving.mute || isatty(STDERR_FILENO) == 0;
    watch_interrupts();
    return solver->solve(&solving);
}
