/* solve.c: the exact solution of two-player Quibbit: the blocks in their order, and the
 * threads. See solve.h; block.c does the work.
 *
 * Blocks with the same number of cards do not depend on each other. They are handed out one by one
 * to the threads; so who solves which is chance, but not what comes out. */
#include "solve.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"

#define BLOCKS_MAX (QUIBBIT_DECKS * QUIBBIT_DECKS)
#define THREADS_MAX 64

/* ---- A solution without its values ---- */

static void hands_list(struct quibbit_solution *solution, int seat, unsigned cards)
{
    const unsigned hand = cards == 0 ? QUIBBIT_ALL : cards >> 1 & QUIBBIT_ALL;
    solution->hand[seat] = (uint8_t)hand;
    for (unsigned within = 1; within <= hand; within++) {
        if ((within & ~hand) != 0) continue;
        solution->hand_rank[seat][within] = (uint8_t)solution->hands[seat];
        solution->hand_cards[seat][solution->hands[seat]++] = (uint8_t)within;
    }
}

static void cells_count(struct quibbit_solution *solution)
{
    const struct quibbit_positions *positions = solution->positions;
    const uint64_t blocks = (uint64_t)solution->hands[0] * solution->hands[1];
    const uint64_t hands = solution->dummy_counts ? solution->hands[0] + solution->hands[1] : 0;
    solution->summary.states = blocks * QUIBBIT_DECKS * positions->count;
    solution->pair_cells_start = solution->summary.states;
    solution->cell_count = solution->summary.states + hands * QUIBBIT_DECKS * positions->pair_count;
    solution->summary.cells = solution->cell_count;
    solution->summary.bytes = solution->cell_count * sizeof(uint64_t);
}

/* Everything but the values; NULL as in quibbit_solve. */
static struct quibbit_solution *solution_new(const struct pond_config *config,
                                             const struct quibbit_solve_settings *settings,
                                             enum quibbit_solve_status *status)
{
    struct pond_state start;
    uint8_t kind[QUIBBIT_RING];
    pond_quibbit.setup(&start, config);
    const struct quibbit_state *game = quibbit_state_of(&start);
    *status = QUIBBIT_NO_SUCH_GAME;
    int rotation;
    bool swapped;
    const int layout = quibbit_layout_find(game, &rotation, &swapped);
    if (layout < 0) return NULL;
    *status = QUIBBIT_NO_MEMORY;
    struct quibbit_solution *solution = calloc(1, sizeof *solution);
    if (solution == NULL) return NULL;
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        kind[tile] = (uint8_t)quibbit_tile_kind(game, tile);
    }
    solution->config = *config;
    solution->layout = layout;
    solution->rotation = rotation;
    solution->swapped = swapped;
    solution->tie_by_crown_now = game->tie_by_crown_now;
    solution->dummy_counts = game->dummy_counts;
    for (int seat = 0; seat < 2; seat++) hands_list(solution, seat, settings->hand[seat]);
    solution->loss = calloc(BLOCKS_MAX, sizeof *solution->loss);
    solution->report = calloc(BLOCKS_MAX, sizeof *solution->report);
    solution->positions = quibbit_positions_new(kind, game->lap_by_leader);
    if (solution->positions != NULL && solution->loss != NULL && solution->report != NULL) {
        cells_count(solution);
        *status = QUIBBIT_SOLVED;
        return solution;
    }
    quibbit_solution_free(solution);
    return NULL;
}

void quibbit_solution_free(struct quibbit_solution *solution)
{
    if (solution == NULL) return;
    quibbit_positions_free(solution->positions);
    free(solution->loss);
    free(solution->report);
    free(solution->owned);
    free(solution);
}

struct quibbit_solution *quibbit_solution_open(const struct pond_config *config,
                                               quibbit_fetch fetch, void *context,
                                               enum quibbit_solve_status *status)
{
    const struct quibbit_solve_settings all = {0};
    struct quibbit_solution *solution = solution_new(config, &all, status);
    if (solution == NULL) return NULL;
    solution->fetch = fetch;
    solution->fetch_context = context;
    return solution;
}

void quibbit_solution_summary(const struct quibbit_solution *solution,
                              struct quibbit_summary *summary)
{
    *summary = solution->summary;
}

const uint64_t *quibbit_solution_cells(const struct quibbit_solution *solution, uint64_t *count)
{
    *count = solution->cell_count;
    return solution->cells;
}

/* ---- The work, and who does it ---- */

struct job {
    uint8_t hand[2];
    uint8_t cards; /* of both */
    uint16_t work; /* about; in pairs of cards */
};

struct crew {
    struct quibbit_solution *solution;
    const struct quibbit_solve_settings *settings;
    struct job job[BLOCKS_MAX];
    size_t job_count;
    size_t end; /* of the jobs that may be done now */
    atomic_size_t next;
    atomic_bool stopped;
    atomic_uint_least64_t work_done;
    atomic_uint blocks_done;
    uint64_t work_all;
    int threads;
    struct quibbit_workspace *work[THREADS_MAX];
};

struct member {
    struct crew *crew;
    int number; /* 0 is the thread that called */
};

static int job_order(const void *one, const void *other)
{
    const struct job *first = one, *second = other;
    if (first->cards != second->cards) return first->cards < second->cards ? -1 : 1;
    if (first->work != second->work) return first->work > second->work ? -1 : 1;
    return memcmp(first->hand, second->hand, sizeof first->hand);
}

static void jobs_list(struct crew *crew)
{
    const struct quibbit_solution *solution = crew->solution;
    for (uint32_t rank = 0; rank < solution->hands[0] * solution->hands[1]; rank++) {
        const uint8_t hand_0 = solution->hand_cards[0][rank / solution->hands[1]];
        const uint8_t hand_1 = solution->hand_cards[1][rank % solution->hands[1]];
        const int cards_0 = __builtin_popcount(hand_0), cards_1 = __builtin_popcount(hand_1);
        struct job *job = &crew->job[crew->job_count++];
        *job = (struct job){
            {hand_0, hand_1}, (uint8_t)(cards_0 + cards_1), (uint16_t)(cards_0 * cards_1 + 1)};
        crew->work_all += job->work;
    }
    qsort(crew->job, crew->job_count, sizeof crew->job[0], job_order);
}

static void progress_tell(struct crew *crew)
{
    const struct quibbit_solve_settings *settings = crew->settings;
    if (settings->progress == NULL) return;
    const uint64_t block = (uint64_t)crew->solution->positions->count * QUIBBIT_DECKS;
    const uint32_t done = atomic_load(&crew->blocks_done);
    const struct quibbit_progress progress = {.blocks = (uint32_t)crew->job_count,
                                              .blocks_done = done,
                                              .states = crew->solution->summary.states,
                                              .states_done = done * block,
                                              .done = (double)atomic_load(&crew->work_done) /
                                                      (double)crew->work_all};
    if (!settings->progress(settings->context, &progress)) atomic_store(&crew->stopped, true);
}

static void *member_work(void *argument)
{
    const struct member *member = argument;
    struct crew *crew = member->crew;
    while (!atomic_load(&crew->stopped)) {
        const size_t number = atomic_fetch_add(&crew->next, 1);
        if (number >= crew->end) break;
        const struct job *job = &crew->job[number];
        quibbit_block_solve(crew->solution, job->hand[0], job->hand[1], crew->settings,
                            crew->work[member->number]);
        atomic_fetch_add(&crew->work_done, job->work);
        atomic_fetch_add(&crew->blocks_done, 1);
        if (member->number == 0) progress_tell(crew);
    }
    return NULL;
}

/* Does the jobs up to `end`. Where a thread cannot be had, the others do its part. */
static void crew_work(struct crew *crew, size_t start, size_t end)
{
    pthread_t thread[THREADS_MAX];
    struct member member[THREADS_MAX];
    int started = 1;
    atomic_store(&crew->next, start);
    crew->end = end;
    for (int number = 0; number < crew->threads; number++) {
        member[number] = (struct member){crew, number};
    }
    for (; started < crew->threads; started++) {
        if (pthread_create(&thread[started], NULL, member_work, &member[started]) != 0) break;
    }
    member_work(&member[0]);
    for (int number = 1; number < started; number++) pthread_join(thread[number], NULL);
}

static bool crew_gather(struct crew *crew)
{
    const int wanted = crew->settings->threads;
    crew->threads = wanted < 1 ? 1 : wanted > THREADS_MAX ? THREADS_MAX : wanted;
    for (int number = 0; number < crew->threads; number++) {
        crew->work[number] = quibbit_workspace_new(crew->solution->positions);
        if (crew->work[number] == NULL) return false;
    }
    return true;
}

static void crew_free(struct crew *crew)
{
    for (int number = 0; number < crew->threads; number++) {
        quibbit_workspace_free(crew->work[number]);
    }
    free(crew);
}

/* How long both seats play at most on average: the rounds with these hands, and those with the
 * smaller ones that may follow. Hands that are smaller have lower numbers. */
static double rounds_most(const struct quibbit_solution *solution)
{
    double rounds[QUIBBIT_ALL + 1][QUIBBIT_ALL + 1] = {{0}};
    for (unsigned rank = 0; rank < solution->hands[0] * solution->hands[1]; rank++) {
        const unsigned hand_0 = solution->hand_cards[0][rank / solution->hands[1]];
        const unsigned hand_1 = solution->hand_cards[1][rank % solution->hands[1]];
        double most = 0;
        for (unsigned card_0 = 0; card_0 <= QUIBBIT_CARDS; card_0++) {
            for (unsigned card_1 = 0; card_1 <= QUIBBIT_CARDS; card_1++) {
                const unsigned left_0 = hand_0 & ~(1u << card_0), left_1 = hand_1 & ~(1u << card_1);
                if (left_0 == hand_0 && left_1 == hand_1) continue;
                if (rounds[left_0][left_1] > most) most = rounds[left_0][left_1];
            }
        }
        rounds[hand_0][hand_1] = most + solution->report[rank].sojourn;
    }
    return rounds[solution->hand[0]][solution->hand[1]];
}

static void summary_complete(struct quibbit_solution *solution)
{
    struct quibbit_summary *summary = &solution->summary;
    const uint64_t states = (uint64_t)QUIBBIT_DECKS * solution->positions->count;
    for (size_t block = 0; block < (size_t)solution->hands[0] * solution->hands[1]; block++) {
        const struct quibbit_block_report *report = &solution->report[block];
        const unsigned hand_0 = solution->hand_cards[0][block / solution->hands[1]];
        const unsigned hand_1 = solution->hand_cards[1][block % solution->hands[1]];
        const int cards_0 = __builtin_popcount(hand_0), cards_1 = __builtin_popcount(hand_1);
        summary->decided += report->decided;
        summary->mixed += report->mixed;
        summary->mixed_by[cards_0 - 1][cards_1 - 1] += report->mixed;
        summary->states_by[cards_0 - 1][cards_1 - 1] += states;
        if (report->sweeps > summary->sweeps) summary->sweeps = report->sweeps;
        if (report->sojourn > summary->sojourn) summary->sojourn = report->sojourn;
        if (report->gap > summary->gap) summary->gap = report->gap;
        for (int seat = 0; seat < 2; seat++) {
            const double loss = solution->loss[block][seat];
            if (loss > summary->loss[seat]) summary->loss[seat] = loss;
        }
    }
    summary->certificate = summary->loss[0] + summary->loss[1];
    summary->rounds = rounds_most(solution);
    for (int seat = 0; seat < 2 && solution->dummy_counts; seat++) {
        const double alone = QUIBBIT_CARDS * quibbit_positions_sojourn_alone(
                                                 solution->positions, seat, solution->hand[seat]);
        if (alone > summary->rounds_alone) summary->rounds_alone = alone;
    }
}

static enum quibbit_solve_status solve(struct quibbit_solution *solution,
                                       const struct quibbit_solve_settings *settings)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL) return QUIBBIT_NO_MEMORY;
    crew->solution = solution;
    crew->settings = settings;
    solution->owned = malloc(solution->cell_count * sizeof *solution->owned);
    solution->cells = solution->owned;
    if (solution->owned == NULL || !crew_gather(crew)) {
        crew_free(crew);
        return QUIBBIT_NO_MEMORY;
    }
    const uint64_t alone = solution->cell_count - solution->pair_cells_start;
    memset(solution->owned + solution->pair_cells_start, 0, alone * sizeof *solution->owned);
    for (int seat = 0; seat < 2 && solution->dummy_counts; seat++) {
        const double loss = quibbit_alone_solve(solution, seat);
        solution->alone_loss = loss > solution->alone_loss ? loss : solution->alone_loss;
    }
    jobs_list(crew);
    for (size_t start = 0, end = 0; start < crew->job_count; start = end) {
        while (end < crew->job_count && crew->job[end].cards == crew->job[start].cards) end++;
        crew_work(crew, start, end);
    }
    summary_complete(solution);
    const bool stopped = atomic_load(&crew->stopped);
    crew_free(crew);
    return stopped ? QUIBBIT_STOPPED : QUIBBIT_SOLVED;
}

struct quibbit_solution *quibbit_solve(const struct pond_config *config,
                                       const struct quibbit_solve_settings *settings,
                                       enum quibbit_solve_status *status)
{
    struct quibbit_solution *solution = solution_new(config, settings, status);
    if (solution == NULL) return NULL;
    *status = solve(solution, settings);
    if (*status == QUIBBIT_SOLVED) return solution;
    quibbit_solution_free(solution);
    return NULL;
}
