/* block.h: the part of Quibbit's solver that works on one pair of hands; see
 * solve.h. Only the files of the solver include it. */
#ifndef POND_QUIBBIT_BLOCK_H
#define POND_QUIBBIT_BLOCK_H

#include "solve.h"

/* Sets of cards are from bit 0 here: bit n for the card n + 1. */
#define QUIBBIT_ALL 0x1fu

/* What solving a block took. */
struct quibbit_block_report {
    uint64_t decided, mixed;
    uint32_t sweeps;
    double sojourn;
    double gap;
};

struct quibbit_solution {
    struct pond_config config;
    struct quibbit_positions *positions;
    bool tie_by_crown_now, dummy_counts;
    int layout, rotation; /* see quibbit_layout_number */
    bool swapped;
    uint8_t hand[2];           /* the greatest */
    uint32_t hands[2];         /* how many within them */
    uint8_t hand_rank[2][32];  /* from 0 */
    uint8_t hand_cards[2][32]; /* by rank */
    uint64_t cell_count, pair_cells_start;
    uint64_t *owned;
    const uint64_t *cells; /* NULL: `fetch` has them */
    quibbit_fetch fetch;
    void *fetch_context;
    double (*loss)[2]; /* by block: how much each seat's strategy falls short, at most */
    struct quibbit_block_report *report; /* by block */
    double alone_loss;                   /* of a seat alone with the dummy */
    struct quibbit_summary summary;
};

/* What a thread works with. */
struct quibbit_workspace;
struct quibbit_workspace *quibbit_workspace_new(const struct quibbit_positions *positions);
void quibbit_workspace_free(struct quibbit_workspace *workspace);

static inline size_t quibbit_block(const struct quibbit_solution *solution, unsigned hand_0,
                                   unsigned hand_1)
{
    return (size_t)solution->hand_rank[0][hand_0] * solution->hands[1] +
           solution->hand_rank[1][hand_1];
}

/* Where the cells of a block's deck begin. */
static inline size_t quibbit_block_cell(const struct quibbit_solution *solution, unsigned hand_0,
                                        unsigned hand_1, unsigned deck)
{
    return (quibbit_block(solution, hand_0, hand_1) * QUIBBIT_DECKS + deck - 1) *
           solution->positions->count;
}

/* Where the doubles of a seat alone begin. */
static inline size_t quibbit_alone_cell(const struct quibbit_solution *solution, int seat,
                                        unsigned hand, unsigned deck)
{
    const size_t before = seat == 0 ? 0 : solution->hands[0];
    return solution->pair_cells_start +
           ((before + solution->hand_rank[seat][hand]) * QUIBBIT_DECKS + deck - 1) *
               solution->positions->pair_count;
}

/* Solves a block whose smaller hands are solved; writes its cells, loss and report. */
void quibbit_block_solve(struct quibbit_solution *solution, unsigned hand_0, unsigned hand_1,
                         const struct quibbit_solve_settings *settings,
                         struct quibbit_workspace *work);
/* All of a seat alone with a contending dummy; how much it falls short, at most. */
double quibbit_alone_solve(struct quibbit_solution *solution, int seat);

/* The value of a choice of cards, averaged over the dummy's; and the truth about a round that is
 * due. Cards are from bit 0. */
double quibbit_solution_choice(const struct quibbit_solution *solution, const unsigned hand[2],
                               unsigned deck, uint16_t position, int choice);
void quibbit_solution_round(const struct quibbit_solution *solution, const unsigned hand[2],
                            unsigned deck, uint16_t position, struct quibbit_truth *truth);

#endif
