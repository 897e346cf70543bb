/* absurd.c: how often a computer player makes a choice that is worse than one by chance.
 *
 *   bench_absurd GAME OPTIONS PLAYER DECISIONS SEED [JUDGE]
 *
 * PLAYER plays against itself; each game begins with a few turns by chance, so that it meets many
 * kinds of positions. One decision in EVERY is judged by the full engine: the choice that was made
 * and up to SAMPLE choices by chance, each alone. A choice is absurd where it is worth less than
 * the mean of those by chance, and by more than MARGIN, because the judge errs too. Prints the
 * share of absurd choices with half of the 95 % interval and what a choice costs on average (the
 * best one judged, less the one made), and both for a player who chooses by chance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computer.h"

#define LOG 40000
#define MARGIN 0.02f
#define SAMPLE 24
#define TURNS_MAX 300
#define CHANCE_TURNS 9
#define EVERY 3

static struct pond_entry log_memory[LOG];

struct tally {
    double judged, absurd, cost;
};

static struct tally chosen, by_chance;

static void die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(2);
}

static void player_open(struct computer *computer, const struct pond_game *game, const char *text)
{
    if (computer_open(computer, game, text, NULL) != COMPUTER_FINE) die(text);
}

static void think(struct computer *judge, const struct pond_game *game,
                  const struct pond_view *view, int seat, pond_move only,
                  struct pond_advice *advice)
{
    struct pond_task task = {.game = game, .view = view, .seat = seat, .only = only};
    pond_player_equip(&judge->player, &task);
    computer_run(judge->player.engine, &task, advice);
}

/* What each choice of a list is worth. Where all choices are valued at once, one question does. */
static void values_find(struct computer *judge, const struct pond_game *game,
                        const struct pond_view *view, int seat, const pond_move *moves, int count,
                        float *values)
{
    static struct pond_advice advice;
    const bool at_once = strcmp(game->name, "quibbit") == 0;
    if (at_once) think(judge, game, view, seat, 0, &advice);
    for (int i = 0; i < count; i++) {
        if (!at_once) think(judge, game, view, seat, moves[i], &advice);
        uint32_t at = 0;
        while (at < advice.choice_count && advice.choices[at].move != moves[i]) at++;
        if (at == advice.choice_count) die("a choice without a value");
        values[i] = advice.choices[at].estimate;
    }
}

static void tally_add(struct tally *tally, float value, float mean, float best, double weight)
{
    tally->judged += weight;
    if (value < mean - MARGIN) tally->absurd += weight;
    tally->cost += weight * (double)(best - value);
}

static void decision_judge(struct computer *judge, const struct pond_game *game,
                           const struct pond_view *view, int seat, pond_move move,
                           struct pond_rng *rng)
{
    static pond_move moves[POND_MOVES_MAX];
    float values[SAMPLE + 1], mean = 0, best = 0;
    int count = pond_view_moves(game, view, seat, moves);
    if (count < 2) return;
    for (int i = count - 1; i > 0; i--) {
        const uint32_t other = pond_rng_below(rng, (uint32_t)i + 1);
        const pond_move swapped = moves[i];
        moves[i] = moves[other];
        moves[other] = swapped;
    }
    if (count > SAMPLE) count = SAMPLE;
    moves[count] = move;
    values_find(judge, game, view, seat, moves, count + 1, values);
    for (int i = 0; i < count; i++) mean += values[i] / (float)count;
    for (int i = 0; i <= count; i++) best = values[i] > best ? values[i] : best;
    tally_add(&chosen, values[count], mean, best, 1);
    for (int i = 0; i < count; i++) tally_add(&by_chance, values[i], mean, best, 1.0 / count);
}

static void game_play(struct pond_match *match, struct computer *player, struct computer *judge,
                      struct pond_rng *rng, double decisions)
{
    static pond_move moves[POND_MOVES_MAX];
    static struct pond_advice advice;
    const struct computer_limits limits = {0};
    struct pond_error why;
    const uint32_t chance_turns = pond_rng_below(rng, CHANCE_TURNS + 1);
    for (uint32_t turn = 0; turn < TURNS_MAX && !pond_match_over(match); turn++) {
        const int seat = pond_seat_first(pond_match_turn(match));
        struct pond_view view;
        match->game->observe(&match->state, seat, &view);
        if (turn < chance_turns) {
            const int count = pond_view_moves(match->game, &view, seat, moves);
            advice.move = moves[pond_rng_below(rng, (uint32_t)count)];
        } else {
            const uint64_t seed = (uint64_t)pond_rng_word(rng) << 32 | turn;
            computer_think(player, match, seat, seed, &limits, &advice);
            if (pond_rng_below(rng, EVERY) == 0 && chosen.judged < decisions) {
                decision_judge(judge, match->game, &view, seat, advice.move, rng);
            }
        }
        if (!pond_match_submit(match, seat, advice.move, &why)) die("refused");
    }
}

static void tell(const char *name, const struct tally *tally)
{
    const double share = tally->absurd / tally->judged;
    const double error = share > 0 ? 1.96 * sqrt(share * (1 - share) / tally->judged)
                                   : 1 - pow(0.05, 1 / tally->judged);
    printf("%-10s %5.0f decisions: %.1f %% +/- %.1f absurd, mean cost %.4f\n", name, tally->judged,
           100 * share, 100 * error, tally->cost / tally->judged);
}

static const char *judge_of(const struct pond_game *game)
{
    if (strcmp(game->name, "rribbit") == 0) return "engine:depth=6,nodes=60000,hash=8";
    if (strcmp(game->name, "quibbles") == 0) return "engine:nodes=600,memory=1";
    return "engine:nodes=300000,many=100000,depth=6";
}

int main(int count, char **arguments)
{
    if (count < 6) die("bench_absurd GAME OPTIONS PLAYER DECISIONS SEED [JUDGE]");
    const struct pond_game *game = pond_game_find(arguments[1]);
    const double decisions = atof(arguments[4]);
    struct computer player, judge;
    struct pond_config config;
    struct pond_error why;
    struct pond_rng rng;
    char seed[100];
    if (game == NULL || !pond_config_parse(game, arguments[2], &config, &why)) die("options");
    player_open(&player, game, arguments[3]);
    player_open(&judge, game, count > 6 ? arguments[6] : judge_of(game));
    pond_rng_seed(&rng, arguments[5]);
    for (int number = 0; chosen.judged < decisions; number++) {
        struct pond_match match;
        snprintf(seed, sizeof seed, "%s.%d", arguments[5], number);
        pond_match_begin(&match, game, &config, log_memory, LOG);
        pond_match_seed(&match, seed);
        game_play(&match, &player, &judge, &rng, decisions);
    }
    tell(arguments[3], &chosen);
    tell("by chance", &by_chance);
    computer_close(&player);
    computer_close(&judge);
    return 0;
}
