/* solve.h: the exact solution of two-player Quibbit with the dummy, on one ring.
 *
 * When a round begins, a state is where the frogs are (see positions.h), both hands and
 * the dummy's deck. Its value is what seat 0 wins more often than seat 1 when both play as well as
 * can be; a win of the dummy counts for nobody. Hands never grow, so the states of a pair of hands
 * (a block) follow from those of smaller hands, and from each other only where both seats keep
 * their cards. Everything else follows from the values: good play is found again from them, round
 * by round, by matrix.h.
 *
 * How sure it is: whatever both seats do, a block is left after some rounds on average, at most;
 * the solver works out how many, and so proves that no game goes on forever. In each state the
 * strategies that follow from the values as they are kept win at least the value less a residual,
 * which is measured. So over the whole game they fall short by the residuals times those rounds at
 * most, added up over the blocks on the way. Both seats' shortfalls together are the certificate.
 * It holds for the values too: they are no farther from the truth. */
#ifndef POND_QUIBBIT_SOLVE_H
#define POND_QUIBBIT_SOLVE_H

#include "matrix.h"
#include "positions.h"

#define QUIBBIT_TRUTH_CHOICES_MAX QUIBBIT_RING

enum quibbit_solve_status {
    QUIBBIT_SOLVED,
    QUIBBIT_STOPPED, /* the progress function said so */
    QUIBBIT_NO_MEMORY,
    QUIBBIT_NO_SUCH_GAME, /* only a game of two with its ring laid can be solved */
};

/* From where a block's values are approached. All lead to the same. */
enum quibbit_start {
    QUIBBIT_START_BOTH,  /* from below, then from above, until both meet */
    QUIBBIT_START_NEAR,  /* from the values of smaller hands: the fastest */
    QUIBBIT_START_BELOW, /* from where seat 1 wins */
    QUIBBIT_START_ABOVE, /* from where seat 0 wins */
};

struct quibbit_progress {
    uint32_t blocks, blocks_done;
    uint64_t states, states_done;
    double done; /* the part of the work, 0 to 1 */
};

struct quibbit_solve_settings {
    int threads;       /* 0: one */
    double change_max; /* values that change less are settled; 0: a good choice */
    enum quibbit_start start;
    uint8_t hand[2]; /* only hands within these sets of cards; 0: all */
    void *context;
    /* Called now and then, in the calling thread; false stops. May be NULL. */
    bool (*progress)(void *context, const struct quibbit_progress *progress);
};

struct quibbit_solution;
typedef void (*quibbit_fetch)(void *context, uint64_t cell, double *value, double *dummy);

/* What was found out beside the values. */
struct quibbit_summary {
    uint64_t states; /* in which a round is due and both seats play */
    uint64_t cells;  /* values kept; the states, and those of a seat alone with the dummy */
    uint64_t bytes;
    uint64_t decided; /* states that a seat wins for certain */
    uint64_t mixed;   /* states in which no pure strategy is best */
    /* The same by the cards in both hands, less one, and how many states that is. */
    uint64_t mixed_by[QUIBBIT_CARDS][QUIBBIT_CARDS], states_by[QUIBBIT_CARDS][QUIBBIT_CARDS];
    uint32_t sweeps;    /* over a block, the most */
    double sojourn;     /* rounds in a block, the most */
    double gap;         /* between the values from below and from above, where both were found */
    double loss[2];     /* by seat: what its strategy falls short of the value, at most */
    double certificate; /* what a best response gains over the strategies found, at most */
    /* On average, at most, whatever both do: both seats play this many rounds, and then a seat
     * alone with a contending dummy this many. */
    double rounds, rounds_alone;
};

/* One seat's choices, and how good play uses them. */
struct quibbit_truth_seat {
    int count;
    pond_move move[QUIBBIT_TRUTH_CHOICES_MAX];
    double probability[QUIBBIT_TRUTH_CHOICES_MAX];
    double value[QUIBBIT_TRUTH_CHOICES_MAX]; /* for seat 0, when the other plays well */
};

struct quibbit_truth {
    double value;  /* win minus loss of seat 0 */
    double win[2]; /* by seat, under the strategies found; accurate to a few 1e-6 */
    double dummy;
    struct quibbit_truth_seat seat[2]; /* none where a seat has nothing to decide now */
    /* Where both decide: the value by the choices of seat 0 and seat 1, in their order. */
    double payoff[MATRIX_MAX][MATRIX_MAX];
};

/* The game from its beginning, by where seat 0 places its frog and seat 1's answer: 0 behind it, 1
 * before it. */
struct quibbit_opening {
    double value[QUIBBIT_RING][2], dummy[QUIBBIT_RING][2];
    uint8_t answer[QUIBBIT_RING]; /* the better one for seat 1 */
    uint8_t tile_best, tile_worst;
    double game; /* the value of the whole game */
};

/* NULL if it does not succeed, and `status` says why. */
struct quibbit_solution *quibbit_solve(const struct pond_config *config,
                                       const struct quibbit_solve_settings *settings,
                                       enum quibbit_solve_status *status);
/* The same from cells kept elsewhere, for all hands. `fetch` gives a cell's value and dummy's
 * share; for a seat alone with the dummy the value is its chance to win. Summary and certificate
 * are the caller's to keep. */
struct quibbit_solution *quibbit_solution_open(const struct pond_config *config,
                                               quibbit_fetch fetch, void *context,
                                               enum quibbit_solve_status *status);
void quibbit_solution_free(struct quibbit_solution *solution);
void quibbit_solution_summary(const struct quibbit_solution *solution,
                              struct quibbit_summary *summary);

/* The values, for storing: quibbit_cell_* say what is in one. They are in order of the block (hand
 * of seat 0, then of seat 1, as numbers), the deck and the position. Behind them, for a contending
 * dummy, by seat, hand, deck and pair: the bits of a double, the chance to win alone. */
const uint64_t *quibbit_solution_cells(const struct quibbit_solution *solution, uint64_t *count);

#define QUIBBIT_CELL_SHIFT 21 /* value above, dummy's share below */
#define QUIBBIT_CELL_DUMMY ((uint64_t)1 << 20)
#define QUIBBIT_CELL_VALUE ((uint64_t)1 << 41)

static inline double quibbit_cell_value(uint64_t cell)
{
    const int64_t value = (int64_t)(cell >> QUIBBIT_CELL_SHIFT) - (int64_t)QUIBBIT_CELL_VALUE;
    return (double)value * (1.0 / (double)QUIBBIT_CELL_VALUE);
}

static inline double quibbit_cell_dummy(uint64_t cell)
{
    const int64_t dummy = (int64_t)(cell & (((uint64_t)1 << QUIBBIT_CELL_SHIFT) - 1));
    return (double)dummy * (1.0 / (double)QUIBBIT_CELL_DUMMY);
}

/* The cell of a state and the state of a cell, for rounds in which both seats play. False for
 * states that are not of this game, this ring (up to rotation and exchange of the seats), these
 * hands; `swapped` says that the state's seat 0 is the solution's seat 1. */
bool quibbit_solution_rank(const struct quibbit_solution *solution, const struct pond_state *state,
                           uint64_t *index, bool *swapped);
bool quibbit_solution_unrank(const struct quibbit_solution *solution, uint64_t index,
                             struct pond_state *state);

/* The truth about a state of any phase, sealed choices aside. False as for rank, and where a choice
 * has been made already in this round. */
bool quibbit_solution_probe(const struct quibbit_solution *solution, const struct pond_state *state,
                            struct quibbit_truth *truth);

/* The same without choices and payoffs once both play: faster. */
bool quibbit_solution_value(const struct quibbit_solution *solution, const struct pond_state *state,
                            struct quibbit_truth *truth);

/* On a ring that is the solution's up to rotation and exchange of the seats. False if it is
 * another, or where the solution does not have all hands. */
bool quibbit_solution_opening(const struct quibbit_solution *solution,
                              const struct pond_config *config, struct quibbit_opening *opening);

#endif
