/* match.c: `pond match`: players against each other, the same deals with seats rotated. */
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "peer.h"
#include "player.h"
#include "voice.h"

#define PLAYERS_MAX POND_SEATS_MAX
#define NAME_COLUMNS 20
#define SPRT_BOUND 2.944 /* ln(0.95 / 0.05): five errors in a hundred either way */

/* How games ended. */
struct counts {
    uint32_t games, wins[PLAYERS_MAX], draws, dummy_wins, unfinished;
};

/* A player's points in the games of each set that came to an end, and how many those were, added
 * up as the statistics need them. */
struct score {
    double points, squares, products; /* of points x and games n: x, x * x, x * n */
};

/* One deal is played once for each rotation of the seats; such a set is the unit of statistics. */
struct series {
    const struct cli *cli;
    const struct pond_game *game;
    const struct pond_config *config;
    int player_count, seat_count;
    char *names[PLAYERS_MAX];
    const char *seed;
    uint32_t sets, limit, opening, time_ms;
    uint64_t nodes;
    double sprt_low, sprt_high; /* Elo; equal: no such test */
    FILE *records;
    bool quiet;
    pthread_mutex_t lock;
    uint32_t next_set, sets_done, games_recorded;
    volatile bool stop;         /* engines look at it while they think */
    const char *broken;         /* the player that broke the series off, */
    char said[PLAYER_SAID_MAX]; /* and what it said; "": nothing */
    int code;                   /* what was complained about already */
    struct counts counts;       /* of whole sets */
    struct score score[PLAYERS_MAX];
    uint32_t sets_scored; /* those in which some game came to its end */
    double ended_sum, ended_squares;
};

/* What a worker has to itself. */
struct desk {
    struct player players[PLAYERS_MAX];
    struct computer judge; /* of openings; without an engine where there are none */
    struct pond_match match;
    struct pond_entry *log;
};

/* Which player sits at `seat` in rotation `rotation`. With fewer players than seats the last one
 * takes all the others. */
static int player_at(const struct series *series, int seat, int rotation)
{
    const int turned = (seat + rotation) % series->seat_count;
    return turned < series->player_count ? turned : series->player_count - 1;
}

/* ---- Openings ---- */

#define OPENINGS_TRIED_MAX 64
#define OPENING_NODES 20000  /* what the judge spends on each */
#define OPENING_UNFAIR 0.08f /* expected score above or below a half that it lets pass */

/* Begins the match and plays a few random plies: the same in every rotation, since they follow from
 * the deal's seed and the try. */
static void play_random(const struct series *series, struct pond_match *match,
                        struct pond_entry *log, const char *seed, uint32_t try)
{
    static _Thread_local pond_move moves[POND_MOVES_MAX];
    struct pond_rng rng;
    char text[POND_SEED_MAX + 32];
    pond_match_begin(match, series->game, series->config, log, LOG_MAX);
    pond_match_seed(match, seed);
    snprintf(text, sizeof text, "opening:%s:%u", seed, try);
    pond_rng_seed(&rng, text);
    for (uint32_t i = 0; i < series->opening && !pond_match_over(match); i++) {
        const int seat = pond_seat_first(pond_match_turn(match));
        const int count = match->game->moves(&match->state, seat, moves);
        pond_match_submit(match, seat, moves[pond_rng_below(&rng, (uint32_t)count)], NULL);
    }
}

/* How far from even the match stands, by a short search that is the same on every machine. */
static float unfairness(struct computer *judge, const struct pond_match *match)
{
    struct pond_advice advice;
    const struct computer_limits limits = {.nodes = OPENING_NODES};
    if (pond_match_over(match)) return 1;
    computer_think(judge, match, pond_seat_first(pond_match_turn(match)), 0, &limits, &advice);
    float value = 0.5f;
    pond_choice_value(&advice.choices[0], &value);
    return value < 0.5f ? 0.5f - value : value - 0.5f;
}

/* Random plies give variety, but they often lose a frog, and then that seat loses whatever its
 * strength. So several openings are tried, and the first that is about even is used, or the most
 * even one. Where chance deals, the games vary anyway, and nothing is judged. */
static void play_opening(const struct series *series, struct desk *desk, const char *seed)
{
    float least = 2;
    uint32_t best = 0;
    play_random(series, &desk->match, desk->log, seed, 0);
    if (desk->judge.player.engine == NULL || series->opening == 0) return;
    for (uint32_t try = 0; try < OPENINGS_TRIED_MAX && least > OPENING_UNFAIR; try++) {
        if (try > 0) play_random(series, &desk->match, desk->log, seed, try);
        const float unfair = unfairness(&desk->judge, &desk->match);
        if (unfair < least) least = unfair, best = try;
    }
    if (least > OPENING_UNFAIR) play_random(series, &desk->match, desk->log, seed, best);
}

/* ---- One game ---- */

/* Different in every decision of every game, or equal players would only mirror each other. */
static uint64_t seed_of(uint32_t set, int rotation, uint32_t decision)
{
    return (uint64_t)set << 32 | (uint64_t)rotation << 28 | decision;
}

static bool stopping(const struct series *series)
{
    return __atomic_load_n(&series->stop, __ATOMIC_RELAXED);
}

static void stop_set(struct series *series)
{
    __atomic_store_n(&series->stop, true, __ATOMIC_RELAXED);
}

/* A player gave no answer: nobody waits for one that was told to stop; any other breaks it all. */
static bool game_broken(struct series *series, const struct player *player)
{
    pthread_mutex_lock(&series->lock);
    if (!stopping(series)) {
        assert(player->program != NULL); /* engines of our own are never at a loss */
        series->broken = player->program;
        memcpy(series->said, player->said, sizeof series->said);
        stop_set(series);
    }
    pthread_mutex_unlock(&series->lock);
    return false;
}

/* Plays a game to its end; false if it was stopped or broken off. */
static bool play_game(struct series *series, struct desk *desk, uint32_t set, int rotation)
{
    struct pond_match *match = &desk->match;
    struct player *players = desk->players;
    char seed[POND_SEED_MAX + 1];
    const struct computer_limits limits = {
        .nodes = series->nodes, .time_ms = series->time_ms, .stop = &series->stop};
    snprintf(seed, sizeof seed, "%.*s.%u", POND_SERIES_SEED_MAX, series->seed, set);
    play_opening(series, desk, seed);
    for (int i = 0; i < series->player_count; i++) {
        if (!player_begin(&players[i], series->game)) return game_broken(series, &players[i]);
    }
    uint32_t decision = 0;
    while (!pond_match_over(match) && pond_match_turns(match) < series->limit) {
        const pond_seats turn = pond_match_turn(match);
        for (int seat = 0; seat < match->seat_count; seat++) {
            if ((turn & POND_SEAT(seat)) == 0) continue;
            struct pond_advice advice;
            struct player *player = &players[player_at(series, seat, rotation)];
            if (!player_think(player, match, seat, seed_of(set, rotation, decision++), &limits,
                              &advice) ||
                !pond_match_submit(match, seat, advice.move, NULL)) {
                return game_broken(series, player);
            }
        }
        if (stopping(series)) return false;
    }
    return true;
}

/* ---- Counting ---- */

static double elo_of(double score)
{
    if (score <= 0) return -999;
    if (score >= 1) return 999;
    const double elo = 0.0 - 400 * log10(1 / score - 1); /* never -0 */
    return elo > 999 ? 999 : elo < -999 ? -999 : elo;
}

static double score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* The points a game of a player: of those that came to an end, so with sets of different sizes. */
static double mean_of(const struct series *series, int player)
{
    return series->ended_sum > 0 ? series->score[player].points / series->ended_sum : 0;
}

/* The variance of a set's mean around that of all, with that many more sets lost and won added. */
static double variance_of(const struct series *series, int player, double more)
{
    const double games = series->seat_count, sets = series->sets_scored + 2 * more;
    const struct score *score = &series->score[player];
    const double ended = series->ended_sum + 2 * more * games;
    const double mean = (score->points + more * games) / ended;
    const double squares = score->squares + more * games * games;
    const double products = score->products + more * games * games;
    const double ended_squares = series->ended_squares + 2 * more * games * games;
    const double rest = squares - 2 * mean * products + mean * mean * ended_squares;
    return fmax(rest, 0) * sets / (ended * ended);
}

/* Half the width of the 95 % interval of a mean. If all N sets came out alike there is no variance
 * to go by: then the rule of three applies, an upper 95 % bound of about 3/N on the share of sets
 * that would differ, each of which would change the mean by a bounded amount. */
static double error_of(const struct series *series, int player)
{
    const double sets = series->sets_scored, mean = mean_of(series, player);
    if (series->sets_scored < 2) return 1;
    const double variance = variance_of(series, player, 0);
    if (variance < 1e-9) return (1 - pow(0.05, 1 / sets)) * fmax(mean, 1 - mean);
    return 1.96 * sqrt(variance / (sets - 1));
}

/* The log likelihood ratio of `sprt_high` against `sprt_low`, by the normal approximation. For the
 * variance a lost and a won set are added: one that wins every game has none of its own, and would
 * never be decided. */
static double sprt_ratio(const struct series *series)
{
    const double low = score_of_elo(series->sprt_low), high = score_of_elo(series->sprt_high);
    const double above = series->sets_scored * (2 * mean_of(series, 0) - low - high);
    return (high - low) * above / (2 * variance_of(series, 0, 1));
}

/* A player's name, whatever it is, in the columns that it has. */
static void put_name(FILE *out, const struct series *series, int player)
{
    char memory[4 * COMPUTER_NAME_MAX];
    struct pond_text name = pond_text_in(memory, sizeof memory);
    pond_text_shown(&name, series->names[player]);
    put_padded(out, memory, NAME_COLUMNS, !locale_has_utf8());
}

static void show_progress(const struct series *series)
{
    const double mean = mean_of(series, 0), error = error_of(series, 0);
    if (series->quiet) return;
    fprintf(stderr, "\r%u/%u  ", series->counts.games, series->sets * (uint32_t)series->seat_count);
    put_name(stderr, series, 0);
    fprintf(stderr, " %s +/- %s ", percentage(series->cli, 100 * mean, 1, false).text,
            decimal(series->cli, 100 * error, 1, false).text);
}

static void count_game(const struct series *series, int rotation, struct pond_result result,
                       struct counts *counts, double points[PLAYERS_MAX])
{
    counts->games++;
    if (result.outcome == POND_WON) {
        const int winner = player_at(series, result.seat, rotation);
        counts->wins[winner]++;
        points[winner] += 1;
    } else if (result.outcome == POND_DRAWN) {
        counts->draws++;
        for (int i = 0; i < series->player_count; i++) points[i] += 0.5;
    } else if (result.outcome == POND_WON_BY_DUMMY) {
        counts->dummy_wins++;
    } else {
        counts->unfinished++;
    }
}

static void write_record(struct series *series, int rotation, const struct pond_match *match)
{
    struct pond_record record = {
        .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_LIMIT}};
    if (series->records == NULL) return;
    for (int seat = 0; seat < match->seat_count; seat++) {
        snprintf(record.name[seat], sizeof record.name[seat], "%.60s",
                 series->names[player_at(series, seat, rotation)]);
    }
    if (series->games_recorded++ > 0) fputc('\n', series->records);
    pond_record_write(match, &record, -1, file_sink, series->records);
}

/* ---- Workers ---- */

static bool take_set(struct series *series, uint32_t *set)
{
    pthread_mutex_lock(&series->lock);
    const bool more = !stopping(series) && series->next_set < series->sets;
    if (more) *set = series->next_set++;
    pthread_mutex_unlock(&series->lock);
    return more;
}

static void counts_add(struct counts *counts, const struct counts *more)
{
    counts->games += more->games;
    counts->draws += more->draws;
    counts->dummy_wins += more->dummy_wins;
    counts->unfinished += more->unfinished;
    for (int i = 0; i < PLAYERS_MAX; i++) counts->wins[i] += more->wins[i];
}

static void finish_set(struct series *series, const struct counts *counts,
                       const double points[PLAYERS_MAX])
{
    const double ended = counts->games - counts->unfinished;
    series->sets_done++;
    counts_add(&series->counts, counts);
    if (ended > 0) series->sets_scored++;
    series->ended_sum += ended;
    series->ended_squares += ended * ended;
    for (int i = 0; i < series->player_count; i++) {
        series->score[i].points += points[i];
        series->score[i].squares += points[i] * points[i];
        series->score[i].products += points[i] * ended;
    }
    const double ratio = sprt_ratio(series);
    const bool decided = ratio >= SPRT_BOUND || ratio <= -SPRT_BOUND;
    if (series->sprt_high > series->sprt_low && decided) stop_set(series);
    show_progress(series);
}

/* Plays a deal in every rotation. */
static void play_set(struct series *series, struct desk *desk, uint32_t set)
{
    struct counts counts = {.games = 0};
    double points[PLAYERS_MAX] = {0};
    for (int rotation = 0; rotation < series->seat_count; rotation++) {
        if (!play_game(series, desk, set, rotation)) return;
        pthread_mutex_lock(&series->lock);
        count_game(series, rotation, desk->match.result, &counts, points);
        write_record(series, rotation, &desk->match);
        if (rotation + 1 == series->seat_count) finish_set(series, &counts, points);
        pthread_mutex_unlock(&series->lock);
    }
}

/* Opens the players, and the judge of openings where chance gives the game no variety. */
static int desk_open(const struct series *series, struct desk *desk, int *opened)
{
    int code = EXIT_FINE;
    *opened = 0;
    memset(&desk->judge, 0, sizeof desk->judge);
    desk->log = log_make(series->cli);
    while (*opened < series->player_count && code == EXIT_FINE) {
        code =
            player_open(series->cli, &desk->players[*opened], series->game, series->names[*opened]);
        if (code == EXIT_FINE) ++*opened;
    }
    if (code != EXIT_FINE || series->opening == 0 || series->game->weight != NULL) return code;
    if (computer_open(&desk->judge, series->game, "engine", NULL) == COMPUTER_MEMORY) {
        return complain(series->cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    }
    return EXIT_FINE;
}

static void *worker(void *context)
{
    struct series *series = context;
    struct desk desk;
    int opened;
    const int code = desk_open(series, &desk, &opened);
    pthread_mutex_lock(&series->lock);
    if (code != EXIT_FINE && !stopping(series)) {
        series->code = code;
        stop_set(series);
    }
    pthread_mutex_unlock(&series->lock);
    uint32_t set;
    while (take_set(series, &set)) play_set(series, &desk, set);
    for (int i = 0; i < opened; i++) player_close(&desk.players[i]);
    computer_close(&desk.judge);
    free(desk.log);
    return NULL;
}

static void run_series(struct series *series, uint32_t threads)
{
    pthread_t workers[64];
    pthread_mutex_init(&series->lock, NULL);
    for (uint32_t i = 1; i < threads; i++) {
        if (pthread_create(&workers[i], NULL, worker, series) != 0) threads = i;
    }
    worker(series);
    for (uint32_t i = 1; i < threads; i++) pthread_join(workers[i], NULL);
    pthread_mutex_destroy(&series->lock);
    if (!series->quiet) fputc('\n', stderr);
}

/* ---- Results ---- */

/* A number after its key; null if no game came to an end. */
static void number_json(const struct series *series, const char *key, int digits, double number)
{
    if (series->sets_scored > 0)
        printf(",\"%s\":%.*f", key, digits, number);
    else
        printf(",\"%s\":null", key);
}

static void results_json(const struct series *series)
{
    const struct counts *counts = &series->counts;
    printf("{\"game\":\"%s\",\"games\":%u,\"sets\":%u,\"draws\":%u,\"dummy\":%u,"
           "\"unfinished\":%u,\"players\":[",
           series->game->name, counts->games, series->sets_done, counts->draws, counts->dummy_wins,
           counts->unfinished);
    for (int i = 0; i < series->player_count; i++) {
        const double mean = mean_of(series, i), error = error_of(series, i);
        printf("%s{\"player\":", i > 0 ? "," : "");
        json_string(stdout, series->names[i]);
        printf(",\"wins\":%u", counts->wins[i]);
        number_json(series, "score", 4, mean);
        number_json(series, "error", 4, error);
        if (series->seat_count == 2) {
            number_json(series, "elo", 1, elo_of(mean));
            number_json(series, "elo_low", 1, elo_of(mean - error));
            number_json(series, "elo_high", 1, elo_of(mean + error));
        }
        putchar('}');
    }
    putchar(']');
    if (series->sprt_high > series->sprt_low) printf(",\"llr\":%.3f", sprt_ratio(series));
    puts("}");
}

static void player_print(const struct series *series, int player)
{
    const struct cli *cli = series->cli;
    const double mean = mean_of(series, player), error = error_of(series, player);
    put_name(stdout, series, player);
    printf(" %7u %7u", series->counts.wins[player], series->counts.draws);
    if (series->sets_scored == 0) {
        printf(" %19s\n", "-"); /* no game came to an end */
        return;
    }
    put_right(stdout, percentage(cli, 100 * mean, 1, false).text, 10);
    printf(" +/- %5s", decimal(cli, 100 * error, 1, false).text);
    if (series->seat_count == 2) {
        printf("  %+5.0f [%+.0f, %+.0f]", elo_of(mean), elo_of(mean - error), elo_of(mean + error));
    }
    putchar('\n');
}

static void results_print(const struct series *series)
{
    const struct cli *cli = series->cli;
    const struct counts *counts = &series->counts;
    printf("%-*s %7s %7s %19s  %5s\n", NAME_COLUMNS, said(cli, SAY_MATCH_PLAYER),
           said(cli, SAY_MATCH_WINS), said(cli, SAY_MATCH_DRAWS), said(cli, SAY_MATCH_SCORE),
           series->seat_count == 2 ? "Elo" : "");
    for (int i = 0; i < series->player_count; i++) player_print(series, i);
    const char *colon = said(cli, SAY_COLON);
    printf("%s%s%u", said(cli, SAY_MATCH_GAMES), colon, counts->games);
    if (counts->dummy_wins > 0) {
        printf(", %s%s%u", said(cli, SAY_DUMMY), colon, counts->dummy_wins);
    }
    if (counts->unfinished > 0) {
        printf(", %s%s%u (%s)", said(cli, SAY_MATCH_UNFINISHED), colon, counts->unfinished,
               said(cli, SAY_MATCH_NOT_SCORED));
    }
    putchar('\n');
    if (series->sprt_high > series->sprt_low) {
        printf("SPRT [%.1f, %.1f]: %.2f (%.2f, %.2f)\n", series->sprt_low, series->sprt_high,
               sprt_ratio(series), -SPRT_BOUND, SPRT_BOUND);
    }
}

/* ---- Arguments ---- */

int take_time(const struct cli *cli, uint32_t *time_ms)
{
    *time_ms = 0;
    if (!cli->given[FLAG_TIME]) return EXIT_FINE;
    char *end;
    const double seconds = strtod(cli->value[FLAG_TIME], &end);
    if (*end != '\0' || !(seconds >= 0.001 && seconds <= 3600)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_SECONDS, "--time", NULL);
    }
    *time_ms = (uint32_t)(seconds * 1000);
    return EXIT_FINE;
}

static bool elo_read(const char **at, double *elo)
{
    char *end;
    *elo = strtod(*at, &end);
    const bool read = end != *at && *elo >= -999 && *elo <= 999;
    *at = end;
    return read;
}

static int take_sprt(const struct cli *cli, struct series *series)
{
    if (!cli->given[FLAG_SPRT]) return EXIT_FINE;
    if (series->seat_count > 2) return complain(cli, EXIT_WRONG_USAGE, SAY_SPRT_TWO, NULL, NULL);
    const char *at = cli->value[FLAG_SPRT];
    if (elo_read(&at, &series->sprt_low) && *at++ == ',' && elo_read(&at, &series->sprt_high) &&
        *at == '\0' && series->sprt_high > series->sprt_low) {
        return EXIT_FINE;
    }
    return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_SPRT, NULL, NULL);
}

/* Did a signal end it, and neither a verdict nor the last game? */
static bool broken_off(const struct series *series)
{
    const double ratio = series->sprt_high > series->sprt_low ? sprt_ratio(series) : 0;
    return series->sets_done < series->sets && fabs(ratio) < SPRT_BOUND;
}

static int take_players(const struct cli *cli, struct series *series)
{
    series->player_count = cli->argument_count - 1;
    if (series->player_count > series->seat_count) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_MATCH_TOO_MANY, NULL, NULL);
    }
    for (int i = 0; i < series->player_count; i++) {
        struct player player;
        series->names[i] = cli->arguments[1 + i];
        const int code = player_open(cli, &player, series->game, series->names[i]);
        if (code != EXIT_FINE) return code;
        player_close(&player);
    }
    return EXIT_FINE;
}

int command_match(struct cli *cli)
{
    struct pond_config config;
    char seed[POND_SEED_MAX + 1];
    uint32_t games, threads, nodes;
    struct series series = {.cli = cli, .config = &config, .seed = seed};
    int code = take_game(cli, cli->arguments[0], &series.game);
    if (code == EXIT_FINE) code = take_config(cli, series.game, &config);
    if (code != EXIT_FINE) return code;
    series.seat_count = series.game->seats(&config);
    const uint32_t limit = series.game->random_turns_max; /* players may be as aimless as chance */
    const bool no_chance = series.game->weight == NULL;
    peers_stop_by(&series.stop);
    code = take_players(cli, &series);
    if (code != EXIT_FINE && stopping(&series)) {
        return complain(cli, EXIT_BAD_DATA, SAY_SOLVE_STOPPED, NULL, NULL);
    }
    if (code == EXIT_FINE) code = take_seed(cli, seed);
    if (code == EXIT_FINE && strlen(seed) > POND_SERIES_SEED_MAX) {
        code = complain(cli, EXIT_WRONG_USAGE, SAY_SEED_LONG, NULL, NULL);
    }
    if (code == EXIT_FINE) code = take_number(cli, FLAG_GAMES, 1, 100000000, 100, &games);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_LIMIT, 1, 100000, limit, &series.limit);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_NODES, 1, UINT32_MAX, 0, &nodes);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_THREADS, 1, 64, 1, &threads);
    if (code == EXIT_FINE) {
        code = take_number(cli, FLAG_OPENING, 0, 100, no_chance ? 4 : 0, &series.opening);
    }
    if (code == EXIT_FINE) code = take_time(cli, &series.time_ms);
    if (code == EXIT_FINE) code = take_sprt(cli, &series);
    if (code != EXIT_FINE) return code;
    series.nodes = nodes;
    series.sets = (games + (uint32_t)series.seat_count - 1) / (uint32_t)series.seat_count;
    series.quiet = isatty(STDERR_FILENO) == 0;
    if (cli->given[FLAG_RECORDS]) {
        series.records = fopen(cli->value[FLAG_RECORDS], "w");
        if (series.records == NULL) {
            return complain(cli, EXIT_BAD_DATA, SAY_FILE_WRITE, cli->value[FLAG_RECORDS], NULL);
        }
    }
    run_series(&series, threads);
    if (series.records != NULL && fclose(series.records) != 0) {
        code = complain(cli, EXIT_BAD_DATA, SAY_FILE_WRITE, cli->value[FLAG_RECORDS], NULL);
    }
    if (series.code != EXIT_FINE) return series.code;
    if (series.broken != NULL) {
        const bool said = series.said[0] != '\0';
        return complain(cli, EXIT_BAD_DATA, said ? SAY_MATCH_BROKEN_SAID : SAY_MATCH_BROKEN,
                        series.broken, series.said);
    }
    if (series.sets_done > 0 && cli->given[FLAG_JSON])
        results_json(&series);
    else if (series.sets_done > 0)
        results_print(&series);
    if (code != EXIT_FINE || !broken_off(&series)) return code;
    fflush(stdout);
    return complain(cli, EXIT_BAD_DATA, SAY_SOLVE_STOPPED, NULL, NULL);
}
