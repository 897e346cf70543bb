/* matrix_games.c: solves matrix games from the standard input for wasm_matrix.mjs, which compares
 * the answers with those of ring.wasm. A game is 27 numbers, rows, columns and payoffs row by row;
 * an answer is 13: both strategies, the bounds, and whether a tableau was not enough. */
#include <stdio.h>

#include "matrix.h"

int main(void)
{
    double game[2 + MATRIX_MAX * MATRIX_MAX], payoff[MATRIX_MAX][MATRIX_MAX];
    while (fread(game, sizeof game, 1, stdin) == 1) {
        const int rows = (int)game[0], columns = (int)game[1];
        struct matrix_answer answer;
        for (int i = 0; i < rows * columns; i++) payoff[i / columns][i % columns] = game[2 + i];
        matrix_solve(rows, columns, payoff, &answer);
        const double bounds[] = {answer.low, answer.high, answer.careful};
        fwrite(answer.row, sizeof answer.row, 1, stdout);
        fwrite(answer.column, sizeof answer.column, 1, stdout);
        fwrite(bounds, sizeof bounds, 1, stdout);
    }
    return 0;
}
