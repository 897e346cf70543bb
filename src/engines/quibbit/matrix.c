/* matrix.c: Nash equilibria of zero-sum matrix games with at most five choices each. See
 * matrix.h.
 *
 * Most rounds have a solution in pure strategies, which is looked for first. The others are solved
 * by the simplex method on the column player's linear program: with all payoffs positive, find the
 * greatest sum of y such that no row of (payoff * y) is above 1. The value is one over that sum,
 * and the row player's strategy is what the slack variables cost in the end. */
#include "matrix.h"

#include <stdbool.h>

#include "pond/text.h"

#include "banned.h"

#define SIZE QUIBBIT_MATRIX_MAX
#define WIDTH 8 /* SIZE + 1 and room */
#define PIVOTS_MAX 100
#define TINY 1e-11

/* A row for each constraint and the costs last; a column for each variable that is 0 now, and the
 * bounds after them. Rows are as wide as the processor likes them. */
struct tableau {
    int rows, columns;
    double cell[SIZE + 1][WIDTH];
    int basic[SIZE], other[SIZE]; /* by row, by column: a y, or a slack from SIZE on */
};

static bool saddle_find(const struct quibbit_matrix *matrix, struct quibbit_mix *mix)
{
    double high[SIZE];
    for (int c = 0; c < matrix->columns; c++) {
        high[c] = matrix->payoff[0][c];
        for (int r = 1; r < matrix->rows; r++) {
            if (matrix->payoff[r][c] > high[c]) high[c] = matrix->payoff[r][c];
        }
    }
    for (int r = 0; r < matrix->rows; r++) {
        int least = 0;
        for (int c = 1; c < matrix->columns; c++) {
            if (matrix->payoff[r][c] < matrix->payoff[r][least]) least = c;
        }
        if (matrix->payoff[r][least] < high[least]) continue;
        mix->row[r] = mix->column[least] = 1;
        mix->value = matrix->payoff[r][least];
        return true;
    }
    return false;
}

static void tableau_begin(struct tableau *t, const struct quibbit_matrix *matrix, double shift)
{
    *t = (struct tableau){.rows = matrix->rows, .columns = matrix->columns};
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) t->cell[r][c] = matrix->payoff[r][c] + shift;
        t->cell[r][t->columns] = 1;
        t->basic[r] = SIZE + r;
    }
    for (int c = 0; c < t->columns; c++) {
        t->cell[t->rows][c] = -1;
        t->other[c] = c;
    }
}

/* The row's variable and the column's change places. */
static void tableau_pivot(struct tableau *t, int row, int column)
{
    const double by = 1 / t->cell[row][column];
    t->cell[row][column] = 1;
    for (int c = 0; c < WIDTH; c++) t->cell[row][c] *= by;
    for (int r = 0; r <= t->rows; r++) {
        const double times = t->cell[r][column];
        if (r == row) continue;
        t->cell[r][column] = 0;
        for (int c = 0; c < WIDTH; c++) t->cell[r][c] -= times * t->cell[row][c];
    }
    const int was = t->basic[row];
    t->basic[row] = t->other[column];
    t->other[column] = was;
}

/* One step towards the best; false when there. */
static bool tableau_step(struct tableau *t)
{
    const int bound = t->columns;
    int column = 0, row = -1;
    for (int c = 1; c < bound; c++) {
        if (t->cell[t->rows][c] < t->cell[t->rows][column]) column = c;
    }
    if (t->cell[t->rows][column] > -TINY) return false;
    double least = 0;
    for (int r = 0; r < t->rows; r++) {
        if (t->cell[r][column] <= TINY) continue;
        const double ratio = t->cell[r][bound] / t->cell[r][column];
        if (row >= 0 && ratio >= least) continue;
        row = r;
        least = ratio;
    }
    if (row < 0) return false;
    tableau_pivot(t, row, column);
    return true;
}

/* Rounding leaves things that are a little below 0, and sums that are nearly 1. */
static void mix_tidy(double part[SIZE], int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (part[i] < 1e-9) part[i] = 0;
        sum += part[i];
    }
    for (int i = 0; i < count; i++) part[i] = sum > 0 ? part[i] / sum : 1.0 / count;
}

void quibbit_matrix_solve(const struct quibbit_matrix *matrix, struct quibbit_mix *mix)
{
    *mix = (struct quibbit_mix){.value = 0};
    if (saddle_find(matrix, mix)) return;
    struct tableau t;
    double least = matrix->payoff[0][0];
    for (int r = 0; r < matrix->rows; r++) {
        for (int c = 0; c < matrix->columns; c++) {
            if (matrix->payoff[r][c] < least) least = matrix->payoff[r][c];
        }
    }
    const double shift = 1 - least;
    tableau_begin(&t, matrix, shift);
    for (int steps = 0; steps < PIVOTS_MAX && tableau_step(&t); steps++) continue;
    const int bound = t.columns;
    for (int r = 0; r < t.rows; r++) {
        if (t.basic[r] < SIZE) mix->column[t.basic[r]] = t.cell[r][bound];
    }
    for (int c = 0; c < t.columns; c++) {
        if (t.other[c] >= SIZE) mix->row[t.other[c] - SIZE] = t.cell[t.rows][c];
    }
    mix->value = 1 / t.cell[t.rows][bound] - shift;
    mix_tidy(mix->row, matrix->rows);
    mix_tidy(mix->column, matrix->columns);
}
