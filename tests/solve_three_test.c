/* solve_three_test.c: Quibbit for three, approximately solved: its certificate is worked out once
 * more, here by the rules alone.
 *
 * From some states with few cards all that can follow is found by playing every round by the rules.
 * Over these states the values of the strategies and of each seat's best response are found by
 * value iteration, and must be those of the solution. That checks the solver's rounds, values and
 * certificate at once, without any of its code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "quibbit/three_file.h"

#define STATES_MAX 60000
#define JOINT_MAX 12
#define SETTLED 1e-9
#define SWEEPS_MAX 20000

static const uint8_t some_hands[THREE_SEATS] = {0x09, 0x12, 0x06}; /* 1 4, 2 5, 2 3 */

/* A state by the rules, and where each choice of cards leads. */
struct node {
    struct pond_state state;
    struct three_truth truth;
    int joint;
    uint8_t card[JOINT_MAX][THREE_SEATS]; /* 0: out */
    int32_t to[JOINT_MAX];                /* a node, or -1 - the winner */
    double value[THREE_SEATS], best[THREE_SEATS];
};

struct graph {
    struct node *node;
    int count;
    int32_t bucket[1 << 17];
};

/* Equal for states that differ by rounds and full laps alone. */
static uint64_t key_of(const struct quibbit_state *game)
{
    uint32_t least = UINT32_MAX;
    uint64_t key = game->in_play;
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        if (game->progress[seat] < least) least = game->progress[seat];
    }
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        const bool gone = game->progress[seat] == QUIBBIT_NOWHERE;
        key = key << 6 | (gone ? 63 : game->progress[seat] - least);
        key = key << 6 | game->hand[seat];
    }
    return key << 4 | least % QUIBBIT_RING;
}

static int32_t graph_add(struct graph *graph, const struct three_solution *solution,
                         const struct pond_state *state)
{
    const uint64_t key = key_of(quibbit_state_of(state));
    const size_t end = sizeof graph->bucket / sizeof graph->bucket[0];
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 40) % end;
    for (; graph->bucket[at] != 0; at = (at + 1) % end) {
        const struct node *node = &graph->node[graph->bucket[at] - 1];
        if (key_of(quibbit_state_of(&node->state)) == key) return graph->bucket[at] - 1;
    }
    assert_true(graph->count < STATES_MAX);
    struct node *node = &graph->node[graph->count];
    memset(node, 0, sizeof *node);
    node->state = *state;
    assert_true(three_probe(solution, state, &node->truth));
    graph->bucket[at] = ++graph->count;
    return graph->count - 1;
}

/* Plays every round from a node by the rules. */
static void node_grow(struct graph *graph, const struct three_solution *solution, int index)
{
    const struct pond_state state = graph->node[index].state;
    const uint8_t *hand = quibbit_state_of(&state)->hand;
    for (unsigned number = 0; number < 216; number++) {
        const uint8_t card[THREE_SEATS] = {(uint8_t)(number / 36), (uint8_t)(number / 6 % 6),
                                           (uint8_t)(number % 6)};
        struct pond_state after = state;
        bool held = true;
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            held =
                held && (hand[seat] == 0 ? card[seat] == 0 : (hand[seat] >> card[seat] & 1) != 0);
        }
        if (!held) continue;
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            if (card[seat] != 0) pond_quibbit.apply(&after, seat, card[seat]);
        }
        const struct pond_result result = pond_quibbit.result(&after);
        const int32_t to = result.outcome == POND_GOES_ON ? graph_add(graph, solution, &after)
                                                          : -1 - (int32_t)result.seat;
        struct node *node = &graph->node[index];
        assert_true(node->joint < JOINT_MAX);
        memcpy(node->card[node->joint], card, sizeof card);
        node->to[node->joint++] = to;
    }
}

/* What a seat wins from a node by each of its cards; the others play their mixes. */
static void node_replies(const struct graph *graph, const struct node *node, int seat, bool best,
                         double reply[QUIBBIT_CARD_MAX + 1])
{
    for (int card = 0; card <= QUIBBIT_CARD_MAX; card++) reply[card] = 0;
    for (int joint = 0; joint < node->joint; joint++) {
        double chance = 1;
        for (int other = 0; other < THREE_SEATS; other++) {
            const int card = node->card[joint][other];
            if (other != seat && card != 0) chance *= node->truth.probability[other][card - 1];
        }
        const int32_t to = node->to[joint];
        const double *follows = to < 0 ? NULL : best ? graph->node[to].best : graph->node[to].value;
        const double won = to < 0 ? (-1 - to == seat ? 1 : 0) : follows[seat];
        reply[node->card[joint][seat]] += chance * won;
    }
}

static double node_settle(struct graph *graph, struct node *node)
{
    double change = 0;
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        double reply[QUIBBIT_CARD_MAX + 1], value = 0, most = 0;
        if ((quibbit_state_of(&node->state)->in_play >> seat & 1) == 0) continue;
        node_replies(graph, node, seat, false, reply);
        for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
            value += node->truth.probability[seat][card - 1] * reply[card];
        }
        node_replies(graph, node, seat, true, reply);
        for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) most = fmax(most, reply[card]);
        change = fmax(change, fmax(fabs(value - node->value[seat]), fabs(most - node->best[seat])));
        node->value[seat] = value;
        node->best[seat] = most;
    }
    return change;
}

static void graph_settle(struct graph *graph)
{
    double change = 1;
    for (int i = 0; i < graph->count; i++) {
        struct node *node = &graph->node[i];
        const unsigned in_play = quibbit_state_of(&node->state)->in_play;
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            /* A game without end is shared by two and nobody's while three play. */
            const bool shares = __builtin_popcount(in_play) == 2 && (in_play >> seat & 1) != 0;
            node->value[seat] = node->best[seat] = shares ? 0.5 : 0;
        }
    }
    for (int sweep = 0; sweep < SWEEPS_MAX && change > SETTLED; sweep++) {
        change = 0;
        for (int i = graph->count; i-- > 0;) {
            change = fmax(change, node_settle(graph, &graph->node[i]));
        }
    }
    assert_true(change <= SETTLED);
}

/* ---- Tests ---- */

static struct pond_state begin(const char *options, const uint8_t hand[THREE_SEATS], int number)
{
    struct pond_config config;
    struct pond_state state;
    char text[POND_OPTIONS_TEXT_MAX];
    snprintf(text, sizeof text, "players=3,layout=~RGY*GYR*YRG,%s", options);
    assert_true(pond_config_parse(&pond_quibbit, text, &config, NULL));
    pond_quibbit.setup(&state, &config);
    pond_quibbit.apply(&state, 0, QUIBBIT_PLACE | (unsigned)(number / 4 % QUIBBIT_RING));
    pond_quibbit.apply(&state, 1, number % 2 != 0 ? QUIBBIT_FRONT : QUIBBIT_BACK);
    pond_quibbit.apply(&state, 2, number / 2 % 2 != 0 ? QUIBBIT_FRONT : QUIBBIT_BACK);
    for (int seat = 0; seat < THREE_SEATS; seat++) {
        ((struct quibbit_state *)&state)->hand[seat] = (uint8_t)(hand[seat] << 1);
    }
    return state;
}

static struct three_solution *solve(const struct quibbit_state *game,
                                    const struct three_options *options)
{
    uint8_t kind[QUIBBIT_RING];
    enum three_status status;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        kind[tile] = (uint8_t)quibbit_tile_kind(game, tile);
    }
    struct three_solution *solution =
        three_solve(kind, game->lap_by_leader, game->tie_by_crown_now, options, &status);
    assert_int_equal(status, THREE_SOLVED);
    return solution;
}

/* Every value and best response of what follows some openings, by the rules. */
static void check_by_rules(const char *options)
{
    const struct three_options few = {.threads = 2,
                                      .hand = {some_hands[0], some_hands[1], some_hands[2]}};
    struct graph *graph = calloc(1, sizeof *graph);
    assert_non_null(graph);
    graph->node = malloc(STATES_MAX * sizeof *graph->node);
    assert_non_null(graph->node);
    const struct pond_state first = begin(options, some_hands, 0);
    struct three_solution *solution = solve(quibbit_state_of(&first), &few);
    for (int number = 0; number < 4 * QUIBBIT_RING; number++) {
        const struct pond_state state = begin(options, some_hands, number);
        graph_add(graph, solution, &state);
    }
    for (int i = 0; i < graph->count; i++) node_grow(graph, solution, i);
    graph_settle(graph);
    assert_true(graph->count > 1000);
    for (int i = 0; i < graph->count; i++) {
        const struct node *node = &graph->node[i];
        for (int seat = 0; seat < THREE_SEATS; seat++) {
            assert_true(fabs(node->value[seat] - node->truth.win[seat]) < 1e-4);
            assert_true(fabs(node->best[seat] - node->truth.best[seat]) < 1e-4);
        }
    }
    /* And they are good: with so few cards hardly anything is gained. */
    const struct three_gain *gain = &solution->gain[6];
    assert_int_equal(gain->count, THREE_SEATS * solution->game.positions);
    assert_true(gain->sum / (double)gain->count < 1e-3);
    three_solution_free(solution);
    free(graph->node);
    free(graph);
}

static void test_certificate_by_rules(void **unused)
{
    (void)unused;
    check_by_rules("lap=crowned,tie=round-start");
    check_by_rules("lap=leader,tie=now");
}

/* Levels that are kept, and what is read back. */
struct kept {
    struct three_files files;
    int loads, saves;
};

static bool kept_load(void *context, int level, uint8_t *bytes, uint64_t size)
{
    struct kept *kept = context;
    const bool there = three_file_read(&kept->files, level, bytes, size);
    kept->loads += there;
    return there;
}

static bool kept_save(void *context, int level, const uint8_t *bytes, uint64_t size)
{
    struct kept *kept = context;
    kept->saves++;
    return three_file_write(&kept->files, level, bytes, size, NULL);
}

static bool stop_at_five(void *context, const struct three_progress *progress)
{
    (void)context;
    return progress->level < 5;
}

/* A solve that was stopped goes on from its files, to the same numbers; one byte changed and the
 * file is not believed. */
static void test_resumes(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/pond-three-XXXXXX", command[160];
    assert_non_null(mkdtemp(folder));
    const struct pond_state first = begin("lap=crowned", some_hands, 0);
    struct kept kept = {.files = {.folder = folder, .threads = 1}};
    struct three_options options = {.hand = {some_hands[0], some_hands[1], some_hands[2]},
                                    .context = &kept,
                                    .progress = stop_at_five,
                                    .load = kept_load,
                                    .save = kept_save};
    enum three_status status;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        kept.files.kind[tile] = (uint8_t)quibbit_tile_kind(quibbit_state_of(&first), tile);
    }
    assert_null(three_solve(kept.files.kind, false, false, &options, &status));
    assert_int_equal(status, THREE_STOPPED);
    assert_int_equal(kept.saves, 2);
    options.progress = NULL;
    struct three_solution *one = solve(quibbit_state_of(&first), &options);
    assert_int_equal(kept.loads, 2);
    assert_int_equal(kept.saves, 4);
    struct three_solution *other = solve(quibbit_state_of(&first), &options);
    assert_int_equal(kept.loads, 6);
    assert_int_equal(kept.saves, 4);
    assert_true(fabs(one->gain[6].sum - other->gain[6].sum) < 1e-6);
    three_solution_free(one);
    three_solution_free(other);
    snprintf(command, sizeof command, "%s/quibbit-three-crowned-start-wRGYfGYRfYRG-06%s", folder,
             THREE_SUFFIX);
    FILE *file = fopen(command, "r+b");
    assert_non_null(file);
    fseek(file, 600, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, 600, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    three_solution_free(solve(quibbit_state_of(&first), &options));
    assert_int_equal(kept.saves, 5);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_certificate_by_rules),
        cmocka_unit_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
