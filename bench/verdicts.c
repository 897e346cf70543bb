/* verdicts.c: how far the verdicts of an analysis can be trusted, and what accuracy says.
 *
 *   bench_verdicts GAME OPTIONS GAMES SEED SECONDS [NODES [FIRST STEP]]
 *
 * Plays games in which `random`, `level:2`, `level:4` and `level:6` sit in turn, judges every
 * decision, and every third one with four more seeds. Prints a line for each kind of player: its
 * seats, its decisions and its mean accuracy with the standard error; then how often a choice was
 * best with one seed and an inaccuracy or worse with another. Ends after that many games or
 * seconds.
 *
 * With NODES it spends that many on each decision, tries no other seeds, and checks the order: it
 * fails where a stronger kind has no better mean accuracy than a weaker one. Each seat has a line
 * `accuracy NUMBER KIND VALUE`; the seed and its number make a game, so that several processes can
 * share the work: game FIRST, then every STEP-th. bench/accuracy.sh does that. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "computer.h"

#define LOG 40000
#define SEEDS 5
#define EVERY 3
#define TURNS_MAX 400

enum { KINDS = 4 };

static const char *const kinds[KINDS] = {"random", "level:2", "level:4", "level:6"};

struct kind_sum {
    uint32_t seats, decisions;
    double accuracy, squares;
};

static bool order_only; /* no other seeds */

static struct {
    struct kind_sum kinds[KINDS];
    uint32_t judged, flips, changes, verdicts;
} found;

static struct pond_entry log_memory[LOG];

static void die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(2);
}

static void player_open(struct computer *computer, const struct pond_game *game, const char *text)
{
    if (computer_open(computer, game, text, NULL) != COMPUTER_FINE) die(text);
}

static int kind_of(uint32_t number, int seat) { return (int)((number + (uint32_t)seat) % KINDS); }

static void game_play(struct pond_match *match, struct computer players[KINDS], uint32_t number)
{
    const struct computer_limits limits = {0};
    struct pond_error why;
    struct pond_advice advice;
    for (uint32_t turn = 0; turn < TURNS_MAX && !pond_match_over(match); turn++) {
        const int seat = pond_seat_first(pond_match_turn(match));
        struct computer *player = &players[kind_of(number, seat)];
        computer_think(player, match, seat, (uint64_t)number << 16 | turn, &limits, &advice);
        if (!pond_match_submit(match, seat, advice.move, &why)) die("refused");
    }
}

/* The same choice with other seeds. */
static void seeds_try(const struct pond_analyst *analyst, const struct pond_moment *moment,
                      const struct pond_judgement *first)
{
    bool best = first->grade == POND_CLASS_BEST, bad = first->grade >= POND_CLASS_INACCURACY;
    bool change = false;
    for (uint64_t seed = 1; seed < SEEDS; seed++) {
        struct pond_analyst other = *analyst;
        struct pond_judgement judgement;
        other.seed = seed << 32;
        pond_judge_move(&other, moment, moment->move, &judgement);
        if (judgement.grade == POND_CLASS_BEST) best = true;
        if (judgement.grade >= POND_CLASS_INACCURACY) bad = true;
        if (judgement.grade != first->grade) change = true;
    }
    found.judged++;
    found.flips += best && bad;
    found.changes += change;
    found.verdicts += bad;
}

static void game_judge(const struct pond_match *match, const struct pond_analyst *analyst,
                       uint32_t number)
{
    struct pond_walk walk;
    struct pond_moment moment;
    struct pond_totals totals;
    pond_totals_begin(&totals, match->seat_count);
    pond_walk_begin(&walk, match);
    while (pond_walk_next(&walk, &moment)) {
        struct pond_judgement judgement;
        if (moment.kind != POND_MOMENT_DECISION) continue;
        if (!pond_judge_move(analyst, &moment, moment.move, &judgement)) die("stopped");
        pond_totals_judgement(&totals, &judgement);
        if (!order_only && judgement.moves > 1 && moment.number % EVERY == 0) {
            seeds_try(analyst, &moment, &judgement);
        }
    }
    for (int seat = 0; seat < match->seat_count; seat++) {
        const struct pond_total *total = &totals.seat[seat];
        struct kind_sum *sum = &found.kinds[kind_of(number, seat)];
        if (total->decisions == 0) continue;
        sum->seats++;
        sum->decisions += total->decisions;
        sum->accuracy += (double)total->accuracy;
        sum->squares += (double)(total->accuracy * total->accuracy);
        printf("accuracy %u %s %.2f\n", number, kinds[kind_of(number, seat)],
               (double)total->accuracy);
    }
}

static void tell(const char *game, const char *options, uint32_t games, double seconds)
{
    printf("%s %s: %u games, %.0f s\n", game, options, games, seconds);
    for (int kind = 0; kind < KINDS; kind++) {
        const struct kind_sum *sum = &found.kinds[kind];
        if (sum->seats < 2) continue;
        const double mean = sum->accuracy / sum->seats;
        const double spread = sum->squares / sum->seats - mean * mean;
        printf("  %-8s %4u seats %5u decisions  accuracy %5.1f +- %.1f\n", kinds[kind], sum->seats,
               sum->decisions, mean, sqrt((spread > 0 ? spread : 0) / (sum->seats - 1)));
    }
    if (order_only) return;
    printf("  %u choices with %d seeds: %u with a verdict, %u changed class, %u best and bad\n",
           found.judged, SEEDS, found.verdicts, found.changes, found.flips);
}

/* Is every kind more accurate than the one below it? */
static bool order_kept(void)
{
    bool kept = true;
    for (int kind = 1; kind < KINDS; kind++) {
        const struct kind_sum *low = &found.kinds[kind - 1], *high = &found.kinds[kind];
        if (low->seats == 0 || high->seats == 0) continue;
        if (high->accuracy / high->seats > low->accuracy / low->seats) continue;
        printf("  %s is no more accurate than %s\n", kinds[kind], kinds[kind - 1]);
        kept = false;
    }
    return kept;
}

int main(int count, char **arguments)
{
    if (count != 6 && count != 7 && count != 9) {
        die("bench_verdicts GAME OPTIONS GAMES SEED SECONDS [NODES [FIRST STEP]]");
    }
    order_only = count >= 7;
    const uint32_t first = count == 9 ? (uint32_t)atoi(arguments[7]) : 0;
    const uint32_t step = count == 9 ? (uint32_t)atoi(arguments[8]) : 1;
    const struct pond_game *game = pond_game_find(arguments[1]);
    const uint32_t games = (uint32_t)atoi(arguments[3]);
    const double seconds_max = atof(arguments[5]);
    struct computer players[KINDS], judge;
    struct pond_config config;
    struct pond_error why;
    char text[COMPUTER_NAME_MAX];
    if (game == NULL || !pond_config_parse(game, arguments[2], &config, &why)) die("options");
    for (int kind = 0; kind < KINDS; kind++) player_open(&players[kind], game, kinds[kind]);
    snprintf(text, sizeof text, "engine:%s", pond_analysis_settings(game));
    player_open(&judge, game, text);
    const time_t start = time(NULL);
    uint32_t number = first, played = 0;
    for (; number < games && difftime(time(NULL), start) < seconds_max; number += step, played++) {
        struct pond_match match;
        struct computer_limits limits = {0};
        struct computer_asked asked = {.computer = &judge, .limits = &limits};
        const struct pond_analyst analyst = computer_analyst(&asked);
        snprintf(text, sizeof text, "%s.%u", arguments[4], number);
        pond_match_begin(&match, game, &config, log_memory, LOG);
        pond_match_seed(&match, text);
        limits.nodes =
            order_only ? (uint64_t)atoi(arguments[6]) : pond_analysis_nodes(game, match.seat_count);
        game_play(&match, players, number);
        game_judge(&match, &analyst, number);
        fflush(stdout);
    }
    tell(arguments[1], arguments[2], played, difftime(time(NULL), start));
    for (int kind = 0; kind < KINDS; kind++) computer_close(&players[kind]);
    computer_close(&judge);
    return order_only && !order_kept() ? 1 : 0;
}
