/* matrix.h: a round of Quibbit for two is a zero-sum game in which both choose at once;
 * this solves it. */
#ifndef POND_QUIBBIT_MATRIX_H
#define POND_QUIBBIT_MATRIX_H

#define QUIBBIT_MATRIX_MAX 5

struct quibbit_matrix {
    int rows, columns;
    double payoff[QUIBBIT_MATRIX_MAX][QUIBBIT_MATRIX_MAX]; /* the row player wants it high */
};

struct quibbit_mix {
    double row[QUIBBIT_MATRIX_MAX], column[QUIBBIT_MATRIX_MAX];
    double value;
};

/* Optimal mixed strategies of both seats, and their value. */
void quibbit_matrix_solve(const struct quibbit_matrix *matrix, struct quibbit_mix *mix);

#endif
