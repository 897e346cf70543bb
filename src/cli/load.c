/* load.c: `pond load`: simulated players on a play server, and what they measured. */
#include "load.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

#define TABLES_MOST 9000
#define IDLE_MOST 18000
#define SECONDS_MOST 86400

static volatile bool stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = true;
}

/* A line of a name and a number with that many decimals. */
static void figure_print(const struct cli *cli, enum say name, int digits, double number)
{
    const char *text = said(cli, name);
    printf("%s%*s%12s\n", text, 34 - columns(text) > 1 ? 34 - columns(text) : 1, "",
           decimal(cli, number, digits, false).text);
}

static void figures_print(const struct cli *cli, const struct load_figures *figures)
{
    const double moves = (double)figures->moves;
    figure_print(cli, SAY_LOAD_CONNECTIONS, 0, figures->connections);
    figure_print(cli, SAY_LOAD_SECONDS, 1, figures->seconds);
    figure_print(cli, SAY_LOAD_MOVES, 0, moves);
    figure_print(cli, SAY_LOAD_RATE, 0, moves / figures->seconds);
    figure_print(cli, SAY_LOAD_GAMES, 0, (double)figures->games);
    figure_print(cli, SAY_LOAD_50, 2, figures->latency_ms_50);
    figure_print(cli, SAY_LOAD_99, 2, figures->latency_ms_99);
    figure_print(cli, SAY_LOAD_999, 2, figures->latency_ms_999);
    figure_print(cli, SAY_LOAD_MAX, 2, figures->latency_ms_max);
    if (figures->server_cpu_seconds >= 0) {
        figure_print(cli, SAY_LOAD_CPU, 2, figures->server_cpu_seconds);
        if (figures->server_cpu_seconds > 0) {
            figure_print(cli, SAY_LOAD_CPU_RATE, 0, moves / figures->server_cpu_seconds);
        }
    }
    if (figures->bytes_a_connection > 0) {
        figure_print(cli, SAY_LOAD_MEMORY, 0, figures->bytes_a_connection);
    }
    if (cli->given[FLAG_VIEWS]) {
        figure_print(cli, SAY_LOAD_VIEWS, 0, (double)figures->views_checked);
        figure_print(cli, SAY_LOAD_WRONG_VIEWS, 0, (double)figures->wrong_views);
    }
    figure_print(cli, SAY_LOAD_ORDER, 0, (double)figures->wrong_order);
    figure_print(cli, SAY_LOAD_REFUSED, 0, (double)figures->refused);
    figure_print(cli, SAY_LOAD_LOST, 0, (double)figures->lost);
}

static void figures_json(const struct load_figures *figures)
{
    printf("{\"connections\":%d,\"seconds\":%.3f,\"moves\":%llu,\"games\":%llu,"
           "\"latency_ms\":{\"p50\":%.3f,\"p99\":%.3f,\"p99.9\":%.3f,\"max\":%.3f},",
           figures->connections, figures->seconds, (unsigned long long)figures->moves,
           (unsigned long long)figures->games, figures->latency_ms_50, figures->latency_ms_99,
           figures->latency_ms_999, figures->latency_ms_max);
    if (figures->server_cpu_seconds >= 0) {
        printf("\"server_cpu_seconds\":%.2f,", figures->server_cpu_seconds);
    } else {
        fputs("\"server_cpu_seconds\":null,", stdout);
    }
    printf("\"bytes_a_connection\":%.0f,\"views_checked\":%llu,\"wrong_views\":%llu,"
           "\"wrong_order\":%llu,\"refused\":%llu,\"lost\":%llu}\n",
           figures->bytes_a_connection, (unsigned long long)figures->views_checked,
           (unsigned long long)figures->wrong_views, (unsigned long long)figures->wrong_order,
           (unsigned long long)figures->refused, (unsigned long long)figures->lost);
}

/* Fills in the options; EXIT_FINE, or has complained. */
static int options_take(const struct cli *cli, struct load_options *options)
{
    uint32_t tables, idle, seconds, pid, pause_ms;
    const struct pond_game *game;
    int code = take_number(cli, FLAG_TABLES, 0, TABLES_MOST, 10, &tables);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_IDLE, 0, IDLE_MOST, 0, &idle);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_SECONDS, 1, SECONDS_MOST, 10, &seconds);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_PAUSE, 0, 3600000, 0, &pause_ms);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_PID, 1, 1u << 30, 0, &pid);
    if (code == EXIT_FINE && cli->given[FLAG_GAME]) {
        code = take_game(cli, cli->value[FLAG_GAME], &game);
        if (code == EXIT_FINE) options->game = game->name;
    }
    if (code != EXIT_FINE) return code;
    if (!stream_address_read(cli->arguments[0], &options->address)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_LOAD_ADDRESS, cli->arguments[0], NULL);
    }
    if (options->address.encrypted) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_LOAD_PLAIN, NULL, NULL);
    }
    options->tables = (int)tables;
    options->idle = (int)idle;
    options->time_ms = seconds * 1000;
    options->pause_ms = pause_ms;
    options->pid = (int)pid;
    options->check = cli->given[FLAG_VIEWS];
    return EXIT_FINE;
}

int command_load(struct cli *cli)
{
    struct load_options options = {
        .seed = 1, .stop = &stopped, .lang = pond_word(POND_WORD_LANGUAGE_TAG, cli->language)};
    struct load_figures figures;
    const int code = options_take(cli, &options);
    if (code != EXIT_FINE) return code;
    if (cli->given[FLAG_MARKS]) options.marks = stdout;
    if (isatty(STDERR_FILENO) != 0) options.progress = stderr;
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    const bool fine = load_run(&options, &figures);
    if (options.progress != NULL) fputs("\r                                \r", stderr);
    if (!fine) {
        static const enum say why[] = {[LOAD_UNREACHED] = SAY_LOAD_UNREACHED,
                                       [LOAD_GONE] = SAY_LOAD_GONE,
                                       [LOAD_LATE] = SAY_LOAD_LATE};
        return complain(cli, EXIT_BAD_DATA, SAY_LOAD_FAILED, cli->arguments[0],
                        figures.why != LOAD_REFUSED ? said(cli, why[figures.why])
                                                    : figures.trouble);
    }
    if (cli->given[FLAG_JSON]) {
        figures_json(&figures);
    } else if (!cli->given[FLAG_MARKS]) {
        figures_print(cli, &figures);
    }
    const bool clean = figures.wrong_views + figures.wrong_order + figures.refused == 0;
    if (!clean && figures.trouble[0] != '\0') {
        complain(cli, EXIT_BAD_DATA, SAY_LOAD_FIRST, figures.trouble, NULL);
    }
    return clean ? EXIT_FINE : EXIT_BAD_DATA;
}
