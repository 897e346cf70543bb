/* engine.c: the computer player of Quibbit! and King Frog.
 *
 * Two players: a search that solves every round as a matrix game (duel.c) over a table of
 * nearly right values for this ring (table.c), or over exact ones where a solution is at
 * hand. Three and four: regret matching in a tree of games played out (many.c). Both give a
 * mix of cards, and the card is drawn from it. Placing a frog is judged by what the best placements
 * of those who follow lead to; with two players and the standard rules that is known exactly
 * (openings.h). */
#include <string.h>

#include "deep.h"
#include "engine.h"
#include "help.h"
#include "many.h"
#include "openings.h"

#include "banned.h"

enum { MEMORY, DEPTH, TABLE, NOISE, TRUST, MANY, BLUR, STUDY, SETTINGS };

#define NOISE_GENTLE 1001
#define TABLE_FREE 2 /* the table is worked out always, and its nodes are not counted */

#define FROGS QUIBBIT_FROGS_MAX
#define CARDS QUIBBIT_CARD_MAX
#define DUMMY_GAMES 96
#define DUMMY_ROUNDS_MAX 60
#define OTHERS_BLUR 0.018f    /* how well others are expected to judge */
#define RARE 0.02f            /* a card that regret matching plays less often is not played */
#define PROGRESS 200000       /* nodes between two reports */
#define PLACING_NODES 2000000 /* of games of three and four, where nodes have no limit */

static const struct pond_setting settings[SETTINGS] = {
    [MEMORY] =
        {.name = "memory", .least = 4, .most = 1024, .standard = 16, .help = HELP(SETTING_MEMORY)},
    [DEPTH] = {.name = "depth",
               .least = 1,
               .most = 12,
               .standard = 12,
               .help = HELP(QUIBBIT_SETTING_DEPTH)},
    [TABLE] = {.name = "table",
               .least = 0,
               .most = TABLE_FREE,
               .standard = 1,
               .help = HELP(QUIBBIT_SETTING_TABLE)},
    [NOISE] = {.name = "noise",
               .least = 0,
               .most = NOISE_GENTLE,
               .standard = 0,
               .help = HELP(QUIBBIT_SETTING_NOISE)},
    [TRUST] = {.name = "trust",
               .least = 0,
               .most = 100,
               .standard = 40,
               .help = HELP(QUIBBIT_SETTING_TRUST)},
    [MANY] = {.name = "many",
              .least = 0,
              .most = 1000000000,
              .standard = 0,
              .help = HELP(QUIBBIT_SETTING_MANY)},
    [BLUR] = {.name = "blur",
              .least = 0,
              .most = NOISE_GENTLE,
              .standard = 0,
              .help = HELP(QUIBBIT_SETTING_BLUR)},
    [STUDY] = {.name = "study",
               .least = 0,
               .most = 1000000000,
               .standard = 0,
               .help = HELP(QUIBBIT_SETTING_STUDY)},
};

/* All that one task needs. */
struct search {
    const struct pond_task *task;
    struct pond_advice *advice;
    struct quibbit_rules rules;
    struct quibbit_table *table; /* NULL: none */
    struct quibbit_duel duel;
    struct quibbit_deep deep;
    struct quibbit_many many;
    unsigned char *memory; /* not yet used */
    size_t memory_size;
    struct quibbit_duel_root *told; /* the round, for those who want to see it; or NULL */
};

static size_t memory(const int32_t setting[POND_SETTINGS_MAX])
{
    return (size_t)setting[MEMORY] << 20;
}

/* ---- Advice ---- */

static float within(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

#define GENTLE_LEAST 0.02f /* how often the gentlest player takes the best choice, about */

/* A player with `noise` takes a choice for another that is not much worse. The gentlest takes the
 * worse ones more often. */
static void advice_blur(struct search *search)
{
    struct pond_advice *advice = search->advice;
    const int32_t *setting = search->task->settings;
    const int32_t noise = setting[search->rules.seats > 2 && setting[BLUR] > 0 ? BLUR : NOISE];
    const float blur = (float)noise * 0.001f;
    float best = 0, sum = 0;
    if (noise == 0) return;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        if (advice->choices[i].estimate > best) best = advice->choices[i].estimate;
    }
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const float cost = best - advice->choices[i].estimate;
        advice->choices[i].probability =
            noise == NOISE_GENTLE ? GENTLE_LEAST + cost : quibbit_blurred(cost, blur);
        sum += advice->choices[i].probability;
    }
    for (uint32_t i = 0; i < advice->choice_count; i++) advice->choices[i].probability /= sum;
}

static void advice_end(struct search *search)
{
    struct pond_rng rng;
    advice_blur(search);
    pond_advice_sort(search->advice);
    pond_task_rng(search->task, &rng);
    pond_advice_draw(search->advice, &rng);
    search->advice->line[0] =
        (struct pond_step){.seat = (uint8_t)search->task->seat, .move = search->advice->move};
    search->advice->line_count = 1;
}

/* ---- Two players ---- */

/* Gives win, draw and dummy from the value of seat 0 and the dummy's share. */
static void advice_duel_wins(struct pond_advice *advice, float value, float dummy)
{
    const float least = value < 0 ? 1 + value : 1 - value; /* it cannot have more */
    if (dummy > least) dummy = least;
    advice->dummy = dummy;
    advice->win[0] = within((1 - dummy + value) * 0.5f);
    advice->win[1] = within(1 - dummy - advice->win[0]);
}

/* How far off the values of a search are when there is no solution: measured against the
 * solutions of six rings (tools/verdicts). Without a table they are hardly more than guesses. */
#define ERROR_CARD 0.007f
#define ERROR_PLACE 0.022f
#define ERROR_GUESS 0.1f

static float duel_error(const struct search *search, float error)
{
    return search->table != NULL && search->table->complete ? error : ERROR_GUESS;
}

/* Fills in the choices from a solved round. */
static void advice_duel(struct search *search, const struct quibbit_duel_root *root, float dummy)
{
    struct pond_advice *advice = search->advice;
    const int seat = search->task->seat;
    const int count = seat == 0 ? root->matrix.rows : root->matrix.columns;
    const int others = seat == 0 ? root->matrix.columns : root->matrix.rows;
    advice->choice_count = (uint32_t)count;
    advice_duel_wins(advice, (float)root->mix.value, dummy);
    for (int i = 0; i < count; i++) {
        double value = 0;
        for (int other = 0; other < others; other++) {
            value += seat == 0 ? root->matrix.payoff[i][other] * root->mix.column[other]
                               : -root->matrix.payoff[other][i] * root->mix.row[other];
        }
        advice->choices[i] = (struct pond_choice){
            .move = root->card[seat][i],
            .probability = (float)(seat == 0 ? root->mix.row[i] : root->mix.column[i]),
            .estimate = within((1 - advice->dummy + (float)value) * 0.5f),
            .error = root->exact ? 0 : duel_error(search, ERROR_CARD),
            .evidence = root->exact ? POND_EXACT : POND_SEARCHED,
        };
    }
    advice->depth = root->depth;
    advice->exact = root->exact;
    advice->nodes = search->duel.nodes;
    if (search->told != NULL) *search->told = *root;
}

/* Works the table out if half the nodes suffice, and gives the rest to the search. Analysis does
 * not count them: without a table the first decisions of a game are guesswork. */
static void duel_begin(struct search *search, const struct quibbit_spot *spot)
{
    const struct pond_task *task = search->task;
    const bool counted = task->settings[TABLE] != TABLE_FREE && task->nodes_max > 0;
    const uint64_t nodes_max = counted ? task->nodes_max / 2 : UINT64_MAX;
    search->table = NULL;
    if (task->settings[TABLE] != 0 && search->memory_size > 2 * sizeof *search->table) {
        search->table = (struct quibbit_table *)(void *)search->memory;
        const size_t used = quibbit_table_build(search->table, &search->rules, spot, nodes_max,
                                                search->memory_size, task);
        search->memory += used;
        search->memory_size -= used;
    }
    const size_t half = search->memory_size / 128 * 64;
    quibbit_deep_begin(&search->deep, task, search->table, search->memory, half);
    quibbit_duel_begin(&search->duel, task, search->table, &search->rules, search->memory + half,
                       search->memory_size - half);
    if (search->table == NULL || task->settings[TABLE] == TABLE_FREE) return;
    search->deep.nodes = search->duel.nodes = search->table->nodes;
}

static int mix_draw(const double part[CARDS], int count, struct pond_rng *rng)
{
    double ticket = (double)pond_rng_below(rng, 1u << 24) / (double)(1u << 24);
    int last = 0;
    for (int i = 0; i < count; i++) {
        if (part[i] <= 0) continue;
        last = i;
        ticket -= part[i];
        if (ticket < 0) break;
    }
    return last;
}

/* How often the dummy wins when both play like this: by games, since the value does not say. */
static float dummy_share(struct search *search, const struct quibbit_spot *spot)
{
    struct pond_rng rng;
    uint32_t wins = 0;
    pond_task_rng(search->task, &rng);
    for (int game = 0; game < DUMMY_GAMES; game++) {
        struct quibbit_spot at = *spot;
        if (pond_task_spent(search->task, 0)) return 0;
        for (int rounds = 0; at.winner == QUIBBIT_NO_WINNER && rounds < DUMMY_ROUNDS_MAX;
             rounds++) {
            struct quibbit_duel_root root;
            struct quibbit_cards cards = {{0}};
            search->duel.spent = false;
            if (!quibbit_duel_root(&search->duel, &at, 1, &root)) return 0;
            cards.card[0] = root.card[0][mix_draw(root.mix.row, root.matrix.rows, &rng)];
            cards.card[1] = root.card[1][mix_draw(root.mix.column, root.matrix.columns, &rng)];
            const uint32_t left = (uint32_t)__builtin_popcount(at.deck);
            cards.card[2] = quibbit_card(at.deck, pond_rng_below(&rng, left));
            quibbit_round_play(&search->rules, &at, &cards);
        }
        if (at.winner == 2) wins++;
    }
    return (float)wins / DUMMY_GAMES;
}

/* ---- Two players with a solution ---- */

static bool exact_of(const struct search *search, const struct pond_state *state,
                     struct pond_exact *exact)
{
    const struct pond_task *task = search->task;
    const struct pond_result result = task->game->result(state);
    if (result.outcome == POND_GOES_ON) {
        return task->probe != NULL && task->probe(task->context, state, exact);
    }
    memset(exact, 0, sizeof *exact);
    if (result.outcome == POND_WON) exact->win[result.seat] = 1;
    if (result.outcome == POND_WON_BY_DUMMY) exact->dummy = 1;
    return true;
}

/* The value of a pair of cards by the solution. */
static bool exact_pair(const struct search *search, const struct pond_state *state,
                       const uint8_t card[2], double *value)
{
    const struct pond_game *game = search->task->game;
    struct pond_state chosen = *state;
    pond_move moves[POND_MOVES_MAX];
    for (int seat = 0; seat < 2; seat++) {
        if (card[seat] != 0) game->apply(&chosen, seat, card[seat]);
    }
    const int count = game->moves(&chosen, POND_CHANCE, moves);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        struct pond_state after = chosen;
        struct pond_exact exact;
        game->apply(&after, POND_CHANCE, moves[i]);
        if (!exact_of(search, &after, &exact)) return false;
        sum += (double)exact.win[0] - (double)exact.win[1];
    }
    *value = sum / count;
    return true;
}

/* The round by the solution; false if there is none. */
static bool exact_round(struct search *search, const struct quibbit_spot *spot)
{
    struct quibbit_duel_root root;
    struct pond_state open;
    struct pond_exact now;
    memset(&open, 0, sizeof open);
    struct quibbit_state *state = (struct quibbit_state *)&open;
    *state = quibbit_view_of(search->task->view)->seen;
    memset(state->card, 0, sizeof state->card);
    state->turn = state->in_play;
    if (search->task->probe == NULL || !exact_of(search, &open, &now)) return false;
    memset(&root, 0, sizeof root);
    for (int seat = 0; seat < 2; seat++) {
        int count = 0;
        for (unsigned hand = spot->hand[seat]; hand != 0; hand &= hand - 1) {
            root.card[seat][count++] = (uint8_t)__builtin_ctz(hand);
        }
        if (count == 0) count = 1; /* it is out, and plays nothing */
        if (seat == 0) root.matrix.rows = count;
        if (seat == 1) root.matrix.columns = count;
    }
    for (int r = 0; r < root.matrix.rows; r++) {
        for (int c = 0; c < root.matrix.columns; c++) {
            const uint8_t pair[2] = {root.card[0][r], root.card[1][c]};
            if (!exact_pair(search, &open, pair, &root.matrix.payoff[r][c])) return false;
        }
    }
    quibbit_matrix_solve(&root.matrix, &root.mix);
    root.exact = true;
    root.depth = 1;
    advice_duel(search, &root, now.dummy);
    return true;
}

/* The deep search where the table is complete, else the plain one. */
static bool duel_deeper(struct search *search, const struct quibbit_spot *spot, uint32_t depth,
                        struct quibbit_duel_root *root)
{
    if (search->table == NULL || !search->table->complete) {
        return quibbit_duel_root(&search->duel, spot, depth, root);
    }
    if (quibbit_deep_root(&search->deep, spot, depth, root)) {
        search->duel.nodes = search->deep.nodes;
        return true;
    }
    return !search->deep.spent && quibbit_duel_root(&search->duel, spot, depth, root);
}

static void duel_round(struct search *search, const struct quibbit_spot *spot)
{
    struct quibbit_duel_root root;
    if (exact_round(search, spot)) return;
    duel_begin(search, spot);
    quibbit_duel_root(&search->duel, spot, 1, &root);
    const uint64_t nodes = search->duel.nodes;
    const float dummy = dummy_share(search, spot);
    search->duel.nodes = nodes; /* a fixed extra that the limit does not count */
    search->duel.spent = false;
    advice_duel(search, &root, dummy);
    const uint32_t depth_max = (uint32_t)search->task->settings[DEPTH];
    for (uint32_t depth = 2; depth <= depth_max && !root.exact; depth++) {
        if (!duel_deeper(search, spot, depth, &root)) break;
        advice_duel(search, &root, dummy);
        if (search->task->progress != NULL) {
            search->task->progress(search->task->context, search->advice);
        }
    }
    search->advice->nodes = search->duel.nodes;
}

/* ---- Three and four players ---- */

/* Games that did not end are nobody's: the shares of those that did. */
static void wins_fill(const struct search *search, const struct quibbit_spot *spot,
                      float win[POND_SEATS_MAX])
{
    const float even = 1.0f / (float)__builtin_popcount(spot->in_play);
    float sum = 0;
    for (int seat = 0; seat < search->rules.seats; seat++) sum += search->many.win[seat];
    for (int seat = 0; seat < search->rules.seats; seat++) {
        win[seat] = sum > 0 ? search->many.win[seat] / sum : quibbit_plays(spot, seat) ? even : 0;
    }
}

/* The standard error of a mean of that many playouts; a guess if there are none. */
static void choice_count(struct pond_choice *choice, float count)
{
    choice->error = pond_mean_error(choice->estimate, count);
    choice->evidence = POND_SEARCHED;
}

static void advice_many(struct search *search, const struct quibbit_spot *spot)
{
    struct pond_advice *advice = search->advice;
    const int seat = search->task->seat;
    const struct quibbit_many_node *node = quibbit_many_node(&search->many, spot);
    float sum = 0, all = 0;
    wins_fill(search, spot, advice->win);
    advice->nodes = search->many.effort;
    advice->depth = 1;
    for (uint32_t i = 0; i < advice->choice_count; i++) choice_count(&advice->choices[i], 0);
    if (node == NULL) return;
    for (int i = 0; i < CARDS; i++) all += node->played[seat][i];
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        struct pond_choice *choice = &advice->choices[i];
        const float played = node->played[seat][choice->move - 1];
        choice->probability = played > RARE * all ? played : 0;
        choice->estimate = within(node->mean[seat][choice->move - 1]);
        choice_count(choice, node->count[seat][choice->move - 1]);
        sum += choice->probability;
    }
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        struct pond_choice *choice = &advice->choices[i];
        choice->probability =
            sum > 0 ? choice->probability / sum : 1.0f / (float)advice->choice_count;
    }
}

static void many_begin(struct search *search, int seat)
{
    const struct pond_task *task = search->task;
    quibbit_many_begin(&search->many, task, &search->rules, seat, task->settings[TRUST],
                       search->memory, search->memory_size);
}

/* Opponent modelling: searches once from every other seat, and expects that seat to choose by that
 * search, with some noise. */
static void others_study(struct search *search, const struct quibbit_spot *spot)
{
    const struct pond_task *task = search->task;
    const uint64_t part = task->nodes_max / ((uint64_t)search->rules.seats + 1);
    uint64_t effort = (uint64_t)task->settings[STUDY], spent = 0;
    struct quibbit_many_mix mix;
    bool known = true;
    if (task->nodes_max > 0 && effort > part) effort = part;
    memset(&mix, 0, sizeof mix);
    for (int seat = 0; seat < search->rules.seats; seat++) {
        if (seat == task->seat || !quibbit_plays(spot, seat)) continue;
        many_begin(search, seat);
        quibbit_many_search(&search->many, spot, effort);
        const struct quibbit_many_node *node = quibbit_many_node(&search->many, spot);
        spent += search->many.effort;
        known = known && node != NULL;
        if (node != NULL)
            quibbit_many_noisy(node, seat, spot->hand[seat], OTHERS_BLUR, mix.part[seat]);
    }
    many_begin(search, task->seat);
    search->many.effort = spent;
    if (known) quibbit_many_expect(&search->many, &mix);
}

static void many_round(struct search *search, const struct quibbit_spot *spot)
{
    const struct pond_task *task = search->task;
    if (task->settings[STUDY] > 0)
        others_study(search, spot);
    else
        many_begin(search, task->seat);
    do {
        const uint64_t done = search->many.effort, left = task->nodes_max - done;
        const bool short_of = task->nodes_max > 0 && left < PROGRESS;
        quibbit_many_search(&search->many, spot, short_of ? left : PROGRESS);
        advice_many(search, spot);
        if (task->progress != NULL) task->progress(task->context, search->advice);
    } while (!pond_task_spent(task, search->many.effort));
}

/* ---- Placing ---- */

/* How often each seat wins, and the dummy, from a position in which all are placed. */
struct chances {
    float win[POND_SEATS_MAX];
    float dummy;
    float games; /* playouts it rests on; 0: it was searched */
    bool exact;
};

/* What a seat wants: with two players to win more often than the other, whatever the dummy does;
 * with more, to win. */
static float worth(const struct search *search, const struct chances *chances, int seat)
{
    return chances->win[seat] - (search->rules.seats == 2 ? chances->win[1 - seat] : 0);
}

/* By the values of openings; false if they are not known, and for levels that guess. */
static bool opening_judge(const struct search *search, const struct pond_state *state,
                          struct chances *chances)
{
    float value, dummy;
    if (search->task->settings[TABLE] == 0) return false;
    if (!quibbit_opening_known(quibbit_state_of(state), &value, &dummy)) return false;
    chances->win[0] = within((1 - dummy + value) * 0.5f);
    chances->win[1] = within(chances->win[0] - value);
    chances->dummy = within(1 - chances->win[0] - chances->win[1]);
    chances->exact = true;
    return true;
}

static void placed_judge(struct search *search, const struct pond_state *state, uint64_t effort,
                         struct chances *chances)
{
    struct quibbit_spot spot;
    memset(chances, 0, sizeof *chances);
    quibbit_spot_set(&spot, quibbit_state_of(state));
    if (search->rules.seats == 2) {
        struct pond_exact exact;
        if (search->task->probe != NULL && exact_of(search, state, &exact)) {
            memcpy(chances->win, exact.win, sizeof chances->win);
            chances->dummy = exact.dummy;
            chances->exact = true;
            return;
        }
        if (opening_judge(search, state, chances)) return;
        const float value = quibbit_duel_value(&search->duel, &spot, (uint32_t)effort);
        chances->win[0] = (1 + value) * 0.5f;
        chances->win[1] = 1 - chances->win[0];
        return;
    }
    memset(search->many.win, 0, sizeof search->many.win);
    const uint64_t before = search->many.iterations;
    quibbit_many_search(&search->many, &spot, effort);
    chances->games = (float)(search->many.iterations - before);
    wins_fill(search, &spot, chances->win);
}

/* What placing leads to when everyone who follows places best for itself. */
static void placing_judge(struct search *search, const struct pond_state *state, uint64_t effort,
                          struct chances *chances)
{
    const struct pond_game *game = search->task->game;
    if (game->result(state).outcome != POND_GOES_ON || quibbit_state_of(state)->round > 0) {
        placed_judge(search, state, effort, chances);
        return;
    }
    pond_move moves[POND_CHOICES_MAX] = {QUIBBIT_BACK, QUIBBIT_FRONT};
    const int seat = pond_seat_first(game->turn(state));
    for (int i = 0; i < 2; i++) {
        struct pond_state after = *state;
        struct chances found;
        game->apply(&after, seat, moves[i]);
        placing_judge(search, &after, effort, &found);
        if (i == 0 || worth(search, &found, seat) > worth(search, chances, seat)) *chances = found;
    }
}

/* Judges all choices with this effort for each; false, and nothing changed, when spent. */
static bool placing_choices(struct search *search, const struct pond_state *state, uint64_t effort)
{
    struct pond_advice *advice = search->advice;
    struct chances chances[POND_CHOICES_MAX];
    uint32_t best = 0;
    const int seat = search->task->seat;
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        struct pond_state after = *state;
        search->task->game->apply(&after, seat, advice->choices[i].move);
        placing_judge(search, &after, effort, &chances[i]);
        if (search->duel.spent) return false;
        if (worth(search, &chances[i], seat) > worth(search, &chances[best], seat)) best = i;
    }
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const float gap = worth(search, &chances[best], seat) - worth(search, &chances[i], seat);
        const float lost = search->rules.seats == 2 ? gap * 0.5f : gap;
        advice->choices[i].estimate = within(chances[best].win[seat] - lost);
        advice->choices[i].probability = i == best ? 1 : 0;
        if (chances[i].games > 0) choice_count(&advice->choices[i], chances[i].games);
        if (chances[i].games > 0) continue;
        advice->choices[i].error = chances[i].exact ? 0 : duel_error(search, ERROR_PLACE);
        advice->choices[i].evidence = chances[i].exact ? POND_EXACT : POND_SEARCHED;
    }
    advice->exact = chances[best].exact;
    memcpy(advice->win, chances[best].win, sizeof advice->win);
    advice->dummy = chances[best].dummy;
    return true;
}

static void placing(struct search *search)
{
    struct pond_state state;
    struct quibbit_spot spot;
    struct pond_rng rng;
    const struct pond_task *task = search->task;
    pond_task_rng(task, &rng);
    task->game->sample(task->view, &rng, &state);
    const struct quibbit_state *seen = quibbit_state_of(&state);
    if (search->rules.seats == 2) {
        struct pond_exact exact;
        const bool known = task->settings[TABLE] != 0 && quibbit_openings_cover(seen);
        quibbit_spot_set(&spot, seen);
        if (!known && (task->probe == NULL || !exact_of(search, &state, &exact))) {
            duel_begin(search, &spot);
        }
        const uint32_t depth_max = (uint32_t)task->settings[DEPTH];
        for (uint32_t depth = 0; depth <= depth_max; depth++) {
            search->duel.unlimited = depth == 0;
            if (!placing_choices(search, &state, depth)) break;
            search->advice->depth = depth;
            if (pond_task_spent(task, search->duel.nodes)) break;
        }
        search->advice->nodes = search->duel.nodes;
        return;
    }
    uint64_t ends = seen->occupied == 0 ? seen->tiles : 2;
    for (int seat = task->seat + 1; seat < seen->seats; seat++) {
        if ((seen->in_play & POND_SEAT(seat)) != 0) ends *= 2;
    }
    many_begin(search, task->seat);
    const uint64_t games = task->nodes_max > 0 ? task->nodes_max : PLACING_NODES;
    placing_choices(search, &state, games / ends > 0 ? games / ends : 1);
    search->advice->nodes = search->many.effort;
    search->advice->depth = 1;
}

/* The search for three and four needs fewer nodes than that for two: once its tree is nearly full,
 * more of them hardly change the mix. */
static struct pond_task task_limited(const struct pond_task *task, int seats)
{
    struct pond_task limited = *task;
    const uint64_t most = (uint64_t)task->settings[MANY];
    const bool fewer = task->nodes_max == 0 || task->nodes_max > most;
    if (seats > 2 && most > 0 && fewer) limited.nodes_max = most;
    return limited;
}

void quibbit_think_round(const struct pond_task *given, struct pond_advice *advice,
                         struct quibbit_duel_root *root)
{
    const struct quibbit_state *seen = &quibbit_view_of(given->view)->seen;
    const struct pond_task limited = task_limited(given, seen->seats), *task = &limited;
    struct quibbit_spot spot;
    struct search search;
    memset(&search, 0, sizeof search);
    search.task = task;
    search.advice = advice;
    search.told = root;
    search.memory = task->memory;
    search.memory_size = task->memory_size;
    quibbit_rules_set(&search.rules, seen);
    quibbit_spot_set(&spot, seen);
    pond_advice_begin(task, advice);
    if (seen->round == 0) {
        placing(&search);
    } else if (seen->seats == 2) {
        duel_round(&search, &spot);
    } else {
        many_round(&search, &spot);
    }
    advice_end(&search);
}

static void think(const struct pond_task *task, struct pond_advice *advice)
{
    quibbit_think_round(task, advice, NULL);
}

const struct pond_engine pond_engine_quibbit = {
    .name = "engine",
    .game = &pond_quibbit,
    .help = HELP(ENGINE_QUIBBIT),
    .setting_count = SETTINGS,
    .settings = settings,
    .levels = {[0] = "nodes=1000,depth=1,table=0,noise=1001",
               [1] = "nodes=1000,depth=1,table=0,noise=1000,many=100",
               [2] = "nodes=2000,depth=1,table=0,noise=170,many=1000,blur=500",
               [3] = "nodes=5000,depth=1,table=0,noise=80,many=2000,blur=100",
               [4] = "nodes=20000,depth=1,table=0,noise=28,many=8000,blur=45",
               [5] = "nodes=100000,depth=2,table=0,noise=18",
               [6] = "nodes=5000000,depth=6,many=800000,study=100000,blur=3"},
    .memory = memory,
    .think = think,
};
