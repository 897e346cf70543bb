/* analyse.c: `pond analyse`: every decision of a record judged, in words, numbers and a picture. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse.h"

#define THREADS_MAX 64
#define THREADS_STANDARD 2

static volatile bool stopped; /* engines look at it while they think */

static void on_signal(int number)
{
    (void)number;
    stopped = true;
}

/* ---- Work ---- */

/* All moments of a game and those who judge them. */
struct work {
    const struct cli *cli;
    struct computer_limits limits;
    struct analysis *analysis;
    pthread_mutex_t lock;
    pthread_cond_t news;
    uint32_t next, running;
    bool short_of_memory;
};

static bool moment_judge(const struct pond_analyst *analyst, struct analysed *item)
{
    switch ((enum pond_moment_kind)item->moment.kind) {
    case POND_MOMENT_DECISION: return pond_judge(analyst, &item->moment, &item->judgement);
    case POND_MOMENT_CHANCE: return pond_judge_luck(analyst, &item->moment, &item->luck);
    case POND_MOMENT_END: return pond_judge_chances(analyst, &item->moment, item->chance);
    case POND_MOMENT_EVENT: break;
    }
    return true;
}

static void work_on(struct work *work, struct computer *computer)
{
    struct analysis *analysis = work->analysis;
    struct computer_asked asked = {.computer = computer, .limits = &work->limits};
    const struct pond_analyst analyst = computer_analyst(&asked);
    for (;;) {
        pthread_mutex_lock(&work->lock);
        const uint32_t at = work->next < analysis->count && !stopped ? work->next++ : UINT32_MAX;
        pthread_mutex_unlock(&work->lock);
        if (at == UINT32_MAX) return;
        struct analysed *item = &analysis->items[at];
        const bool done = moment_judge(&analyst, item);
        pthread_mutex_lock(&work->lock);
        item->done = done;
        pthread_cond_signal(&work->news);
        pthread_mutex_unlock(&work->lock);
    }
}

static void *worker(void *context)
{
    struct work *work = context;
    const struct pond_game *game = work->analysis->match->game;
    char text[COMPUTER_NAME_MAX];
    struct computer computer;
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
    const bool fine = computer_open(&computer, game, text, NULL) == COMPUTER_FINE;
    if (fine) work_on(work, &computer);
    computer_close(&computer);
    pthread_mutex_lock(&work->lock);
    if (!fine) work->short_of_memory = true;
    work->running--;
    pthread_cond_signal(&work->news);
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* Waits until the moment is judged, or nobody is left who could. */
static bool work_wait(struct work *work, uint32_t at)
{
    pthread_mutex_lock(&work->lock);
    while (!work->analysis->items[at].done && work->running > 0) {
        pthread_cond_wait(&work->news, &work->lock);
    }
    const bool done = work->analysis->items[at].done;
    pthread_mutex_unlock(&work->lock);
    return done;
}

/* Tells a person who waits how far it has got. */
static void progress_show(const struct cli *cli, uint32_t done, uint32_t count)
{
    char numbers[2][16];
    if (!isatty(STDERR_FILENO)) return;
    snprintf(numbers[0], sizeof numbers[0], "%u", done);
    snprintf(numbers[1], sizeof numbers[1], "%u", count);
    fputc('\r', stderr);
    if (done < count) say(stderr, cli, SAY_ANALYSE_PROGRESS, numbers[0], numbers[1]);
    fputs("\033[K", stderr);
    if (done >= count) fputc('\r', stderr);
    fflush(stderr);
}

/* Judges all moments; they are printed in order as they become ready. */
static int work_do(struct work *work, uint32_t threads)
{
    struct analysis *analysis = work->analysis;
    const struct cli *cli = work->cli;
    pthread_t thread[THREADS_MAX];
    uint32_t started = 0;
    work->running = threads;
    for (; started < threads; started++) {
        if (pthread_create(&thread[started], NULL, worker, work) != 0) break;
    }
    pthread_mutex_lock(&work->lock);
    work->running -= threads - started;
    pthread_mutex_unlock(&work->lock);
    const bool text = !cli->given[FLAG_JSON];
    while (analysis->done < analysis->count && work_wait(work, analysis->done)) {
        analysis_add(analysis, &analysis->items[analysis->done]);
        progress_show(cli, analysis->count, analysis->count);
        if (text) analysis_tell(cli, analysis, &analysis->items[analysis->done]);
        analysis->done++;
        progress_show(cli, analysis->done, analysis->count);
    }
    progress_show(cli, analysis->count, analysis->count);
    for (uint32_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
    if (started == 0 || work->short_of_memory) {
        return complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    }
    return EXIT_FINE;
}

/* ---- A game ---- */

/* Lists all moments of the match; false if there is no memory. */
static bool moments_list(struct analysis *analysis)
{
    struct pond_walk walk;
    struct pond_moment moment;
    uint32_t room = 0;
    pond_walk_begin(&walk, analysis->match);
    while (pond_walk_next(&walk, &moment)) {
        if (analysis->count == room) {
            room = room > 0 ? 2 * room : 64;
            struct analysed *items = realloc(analysis->items, room * sizeof *items);
            if (items == NULL) return false;
            analysis->items = items;
        }
        struct analysed *item = &analysis->items[analysis->count++];
        memset(item, 0, sizeof *item);
        item->moment = moment;
    }
    return true;
}

/* Changes the current chances by what a moment brought: a decision is worth its cost less to its
 * seat and so much more to the others, as the totals count it. */
static void chances_move(const struct analysed *item, int seat_count, float chance[POND_SEATS_MAX])
{
    const bool decision = item->moment.kind == POND_MOMENT_DECISION;
    const float cost = decision ? item->judgement.known.cost : 0;
    const float others = seat_count > 1 ? cost / (float)(seat_count - 1) : 0;
    for (int seat = 0; seat < seat_count; seat++) {
        const float after = chance[seat] + (!decision                   ? item->luck.luck[seat]
                                            : seat == item->moment.seat ? -cost
                                                                        : others);
        chance[seat] = after < 0 ? 0 : after > 1 ? 1 : after;
    }
}

/* The chances after the last moment that is judged: the totals add up to them also where it was
 * stopped. */
static void end_find(struct analysis *analysis)
{
    const int seat_count = analysis->match->seat_count;
    for (uint32_t i = 0; i < analysis->done; i++) {
        const struct analysed *item = &analysis->items[i];
        const enum pond_moment_kind kind = (enum pond_moment_kind)item->moment.kind;
        const bool decision = kind == POND_MOMENT_DECISION && item->judgement.has_chance;
        const bool chance = luck_is_known(item);
        const float *known = point_chances(analysis, i);
        if (chance && !analysis->end_known) known = item->luck.before;
        if (known != NULL) memcpy(analysis->end, known, sizeof analysis->end);
        if (known != NULL) analysis->end_known = true;
        if (decision || chance) chances_move(item, seat_count, analysis->end);
    }
    if (analysis->end_known) pond_totals_end(&analysis->totals, analysis->end);
}

static int stopped_say(const struct cli *cli, const struct analysis *analysis)
{
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], "%u", analysis->done);
    snprintf(numbers[1], sizeof numbers[1], "%u", analysis->count);
    fflush(stdout);
    return complain(cli, EXIT_BAD_DATA, SAY_ANALYSE_STOPPED, numbers[0], numbers[1]);
}

static int game_analyse(const struct cli *cli, const struct pond_match *match,
                        const struct pond_record *record, const struct computer_limits *limits,
                        uint32_t threads, const char *svg)
{
    struct analysis analysis = {.match = match, .record = record};
    struct work work = {.cli = cli,
                        .limits = *limits,
                        .analysis = &analysis,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .news = PTHREAD_COND_INITIALIZER};
    if (limits->time_ms == 0 && limits->nodes == 0) {
        work.limits.nodes = pond_analysis_nodes(match->game, match->seat_count);
    }
    work.limits.stop = &stopped;
    analysis.nodes = work.limits.nodes;
    pond_totals_begin(&analysis.totals, match->seat_count);
    int code = EXIT_FINE;
    if (!moments_list(&analysis)) code = complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    if (code == EXIT_FINE && !cli->given[FLAG_JSON]) analysis_head(cli, &analysis);
    if (code == EXIT_FINE) code = work_do(&work, threads);
    if (code == EXIT_FINE) {
        end_find(&analysis);
        if (cli->given[FLAG_JSON])
            analysis_json(cli, &analysis);
        else if (analysis.end_known)
            analysis_end(cli, &analysis);
        if (svg != NULL) code = analysis_svg(cli, &analysis, svg);
    }
    if (code == EXIT_FINE && analysis.done < analysis.count) code = stopped_say(cli, &analysis);
    free(analysis.items);
    return code;
}

int command_analyse(struct cli *cli)
{
    struct record_file file;
    struct computer_limits limits = {.nodes = 0};
    uint32_t nodes, threads;
    int code = take_number(cli, FLAG_NODES, 1, UINT32_MAX, 0, &nodes);
    if (code == EXIT_FINE) {
        code = take_number(cli, FLAG_THREADS, 1, THREADS_MAX, THREADS_STANDARD, &threads);
    }
    if (code == EXIT_FINE && cli->given[FLAG_TIME]) code = take_time(cli, &limits.time_ms);
    if (code != EXIT_FINE) return code;
    limits.nodes = nodes;
    if (!record_file_open(&file, cli, cli->arguments[0])) return EXIT_BAD_DATA;
    const struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    while (code == EXIT_FINE && record_file_next(&file)) {
        const char *svg = file.games == 1 ? cli->value[FLAG_SVG] : NULL;
        if (file.games > 1 && !cli->given[FLAG_JSON]) putchar('\n');
        code = game_analyse(cli, &file.match, &file.record, &limits, threads, svg);
    }
    if (code == EXIT_FINE) code = record_file_complain(&file);
    record_file_close(&file);
    return code;
}
