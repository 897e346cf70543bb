/* matrix.h: zero-sum games of two in which both choose once, at the same time: a payoff for each
 * pair of choices.
 *
 * Every round of a game with simultaneous choices is such a game over the values of what follows.
 * The answers carry their own proof: `low` is what the row player's strategy wins at least and
 * `high` what the column player's gives away at most, both computed from the strategies given. */
#ifndef POND_MATRIX_H
#define POND_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MATRIX_MAX 5

/* How good play looks: how often to choose each row and column. */
struct matrix_answer {
    double row[MATRIX_MAX], column[MATRIX_MAX];
    double low, high;
    bool careful; /* a tableau was not enough: it was solved the slow way (see matrix.c) */
};

/* Many games of one shape, entry by entry: entry (r, c) of game g is at
 * payoff[(r * columns + c) * stride + g]. */
struct matrix_games {
    int rows, columns;
    size_t count, stride;
    const double *payoff;
};

/* The row player wants the payoff high. */
void matrix_solve(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                  struct matrix_answer *answer);

#define MATRIX_MIXED 0xff

/* What becomes of each of many games. */
struct matrix_answers {
    double *low, *high;
    /* By game, where not NULL: the entry r * columns + c that is a solution in pure strategies, or
     * MATRIX_MIXED; and for those the strategies, the row player's first, MATRIX_MAX each. */
    uint8_t *saddle;
    float (*mix)[2 * MATRIX_MAX];
};

/* Returns how many have no solution in pure strategies. */
size_t matrix_solve_all(const struct matrix_games *games, const struct matrix_answers *answers);

#endif
