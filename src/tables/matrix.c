/* matrix.c: zero-sum games of two in which both choose once. See matrix.h.
 *
 * Most games have a saddle point, which is found first, many games at a time. The others are solved
 * by the simplex method on a small tableau. What comes out is normalised and its bounds are taken
 * from the payoffs themselves, so that rounding in the tableau can only widen them; where it has,
 * a slower way is taken. */
#include "matrix.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Wider numbers than doubles, for the few rounds that need them. WebAssembly has none. */
#ifdef __wasm__
typedef double wide;
#define absolute fabs
#else
typedef long double wide;
#define absolute fabsl
#endif

#define WIDTH 8           /* of the tableau: columns, one for the right side, and padding */
#define PIVOTS_DANTZIG 24 /* after these many, the rule that cannot go in circles */
#define PIVOTS_MAX 200
#define NOTHING 1e-12       /* of a tableau's entry, where payoffs go from 1 to 2 */
#define SADDLE_ENOUGH 3e-14 /* bounds so near are as good as equal */
#define GAP_ENOUGH 2e-14    /* between the bounds of a tableau's answer */
#define CHUNK 64

/* Plain numbers, not vectors: see ring_wasm in cmake/wasm.cmake. */
struct tableau {
    double entry[MATRIX_MAX + 1][WIDTH]; /* the last row is the objective's */
    int rows, columns;
    int8_t basic[WIDTH];    /* by row: a column's number, or -1 - row for a slack */
    int8_t nonbasic[WIDTH]; /* by column, in the same way */
};

/* Maximises the sum of q where (payoff scaled to 1..2) q <= 1 and q >= 0. */
static void tableau_set(struct tableau *tableau, int rows, int columns,
                        const double payoff[MATRIX_MAX][MATRIX_MAX], double least, double most)
{
    static const int8_t slacks[WIDTH] = {-1, -2, -3, -4, -5}, variables[WIDTH] = {0, 1, 2, 3, 4};
    const double scale = 1 / (most - least);
    memset(tableau->entry, 0, sizeof tableau->entry);
    tableau->rows = rows;
    tableau->columns = columns;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            tableau->entry[row][column] = (payoff[row][column] - least) * scale + 1;
        }
        tableau->entry[row][columns] = 1;
    }
    for (int column = 0; column < columns; column++) tableau->entry[rows][column] = -1;
    memcpy(tableau->basic, slacks, sizeof slacks);
    memcpy(tableau->nonbasic, variables, sizeof variables);
}

/* The row that bounds the entering column first; -1 if none does. */
static int row_leaving(const struct tableau *tableau, int column)
{
    int found = -1;
    double side = 0, pivot = 1;
    for (int row = 0; row < tableau->rows; row++) {
        const double entry = tableau->entry[row][column];
        const double right = tableau->entry[row][tableau->columns];
        if (entry <= NOTHING) continue;
        if (found < 0 || right * pivot < side * entry) {
            found = row;
            side = right;
            pivot = entry;
        }
    }
    return found;
}

/* The column that raises the objective fastest, or with `first` the first that does. */
static int column_entering(const struct tableau *tableau, bool first)
{
    int found = -1;
    double best = -NOTHING;
    for (int column = 0; column < tableau->columns; column++) {
        const double entry = tableau->entry[tableau->rows][column];
        if (entry < best) {
            found = column;
            if (first) break;
            best = entry;
        }
    }
    return found;
}

static void pivot(struct tableau *tableau, int row, int column)
{
    double line[WIDTH];
    const double inverse = 1 / tableau->entry[row][column];
    tableau->entry[row][column] = 1;
    for (int i = 0; i < WIDTH; i++) line[i] = tableau->entry[row][i] * inverse;
    for (int other = 0; other <= tableau->rows; other++) {
        double *entry = tableau->entry[other];
        const double factor = entry[column];
        entry[column] = 0;
        for (int i = 0; i < WIDTH; i++) entry[i] -= factor * line[i];
    }
    memcpy(tableau->entry[row], line, sizeof line);
    const int8_t leaving = tableau->basic[row];
    tableau->basic[row] = tableau->nonbasic[column];
    tableau->nonbasic[column] = leaving;
}

static bool normalise(double share[MATRIX_MAX])
{
    double sum = 0;
    for (int i = 0; i < MATRIX_MAX; i++) {
        if (!(share[i] > 0)) share[i] = 0;
        sum += share[i];
    }
    if (!(sum > 0)) return false;
    for (int i = 0; i < MATRIX_MAX; i++) share[i] /= sum;
    return true;
}

static void tableau_read(const struct tableau *tableau, struct matrix_answer *answer)
{
    for (int row = 0; row < tableau->rows; row++) {
        const int variable = tableau->basic[row];
        if (variable >= 0) answer->column[variable] = tableau->entry[row][tableau->columns];
    }
    for (int column = 0; column < tableau->columns; column++) {
        const int variable = tableau->nonbasic[column];
        if (variable < 0) answer->row[-1 - variable] = tableau->entry[tableau->rows][column];
    }
    if (!normalise(answer->row)) answer->row[0] = 1;
    if (!normalise(answer->column)) answer->column[0] = 1;
}

/* What a strategy of the row player wins at least. */
static double bound_low(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                        const double share[MATRIX_MAX])
{
    double low = 0;
    for (int column = 0; column < columns; column++) {
        double sum = 0;
        for (int row = 0; row < rows; row++) sum += share[row] * payoff[row][column];
        if (column == 0 || sum < low) low = sum;
    }
    return low;
}

static double bound_high(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                         const double share[MATRIX_MAX])
{
    double high = 0;
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int column = 0; column < columns; column++) sum += share[column] * payoff[row][column];
        if (row == 0 || sum > high) high = sum;
    }
    return high;
}

/* ---- The slow and careful way ----
 *
 * Where payoffs nearly agree, a tableau divides by what is nearly nothing. But some solution makes
 * a square part of the payoffs equal for the other player (Shapley and Snow): so all square parts
 * are tried, each from the payoffs themselves and with the longest numbers there are. */

struct kernel {
    int size;
    int own[MATRIX_MAX], others[MATRIX_MAX];
};

static void members_list(unsigned set, int member[MATRIX_MAX])
{
    for (int i = 0, count = 0; i < MATRIX_MAX; i++) {
        if ((set >> i & 1) != 0) member[count++] = i;
    }
}

/* The strategy that makes the others' choices equal: the unknowns are its shares and the value. The
 * payoffs are transposed where the column player's is wanted. */
static bool kernel_solve(const struct kernel *kernel, const double payoff[MATRIX_MAX][MATRIX_MAX],
                         bool transposed, double share[MATRIX_MAX])
{
    const int size = kernel->size + 1;
    wide system[MATRIX_MAX + 1][MATRIX_MAX + 2];
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            if (i == kernel->size || j == kernel->size) {
                system[i][j] = i == j ? 0 : i == kernel->size ? 1 : -1;
            } else {
                system[i][j] = transposed ? payoff[kernel->others[i]][kernel->own[j]]
                                          : payoff[kernel->own[j]][kernel->others[i]];
            }
        }
        system[i][size] = i == kernel->size ? 1 : 0;
    }
    for (int step = 0; step < size; step++) {
        int best = step;
        for (int i = step + 1; i < size; i++) {
            if (absolute(system[i][step]) > absolute(system[best][step])) best = i;
        }
        if (system[best][step] == 0) return false;
        for (int j = 0; j <= size; j++) {
            const wide kept = system[step][j];
            system[step][j] = system[best][j];
            system[best][j] = kept;
        }
        for (int i = 0; i < size; i++) {
            if (i == step) continue;
            const wide factor = system[i][step] / system[step][step];
            for (int j = step; j <= size; j++) system[i][j] -= factor * system[step][j];
        }
    }
    for (int i = 0; i < MATRIX_MAX; i++) share[i] = 0;
    for (int i = 0; i < kernel->size; i++) {
        const double found = (double)(system[i][size] / system[i][i]);
        share[kernel->own[i]] = found > 0 && found < 2 ? found : 0;
    }
    return true;
}

/* Betters an answer where it can. */
static void kernels_try(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                        struct matrix_answer *answer)
{
    for (unsigned pair = 0; pair < 1u << (rows + columns); pair++) {
        const unsigned row_set = pair & ((1u << rows) - 1), column_set = pair >> rows;
        struct kernel kernel = {.size = __builtin_popcount(row_set)};
        double share[MATRIX_MAX];
        if (kernel.size == 0 || __builtin_popcount(column_set) != kernel.size) continue;
        members_list(row_set, kernel.own);
        members_list(column_set, kernel.others);
        if (kernel_solve(&kernel, payoff, false, share) && normalise(share)) {
            const double low = bound_low(rows, columns, payoff, share);
            if (low > answer->low) memcpy(answer->row, share, sizeof share);
            if (low > answer->low) answer->low = low;
        }
        members_list(column_set, kernel.own);
        members_list(row_set, kernel.others);
        if (kernel_solve(&kernel, payoff, true, share) && normalise(share)) {
            const double high = bound_high(rows, columns, payoff, share);
            if (high < answer->high) memcpy(answer->column, share, sizeof share);
            if (high < answer->high) answer->high = high;
        }
    }
}

/* Without a saddle point; `column` is the column player's best one. */
static void solve_mixed(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                        int column, struct matrix_answer *answer)
{
    struct tableau tableau;
    double least = payoff[0][0], most = least;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            least = payoff[i][j] < least ? payoff[i][j] : least;
            most = payoff[i][j] > most ? payoff[i][j] : most;
        }
    }
    tableau_set(&tableau, rows, columns, payoff, least, most);
    for (int count = 0; column >= 0 && count < PIVOTS_MAX; count++) {
        const int row = row_leaving(&tableau, column);
        if (row < 0) break;
        pivot(&tableau, row, column);
        column = column_entering(&tableau, count >= PIVOTS_DANTZIG);
    }
    memset(answer, 0, sizeof *answer);
    tableau_read(&tableau, answer);
    answer->low = bound_low(rows, columns, payoff, answer->row);
    answer->high = bound_high(rows, columns, payoff, answer->column);
    answer->careful = !(answer->high - answer->low <= GAP_ENOUGH);
    if (answer->careful) kernels_try(rows, columns, payoff, answer);
}

/* The best of a few games in pure strategies, beside each other. Rows and columns are numbers like
 * the payoffs, so that all of it is done on the same lanes. */
struct pure {
    double low[CHUNK], high[CHUNK];
    double row[CHUNK], column[CHUNK];
};

static void pure_find(const struct matrix_games *games, size_t start, size_t count,
                      struct pure *restrict pure)
{
    double most[MATRIX_MAX][CHUNK], least[CHUNK];
    for (int row = 0; row < games->rows; row++) {
        for (int column = 0; column < games->columns; column++) {
            const double *payoff =
                games->payoff + (size_t)(row * games->columns + column) * games->stride + start;
            double *restrict greatest = most[column];
            if (column == 0) memcpy(least, payoff, count * sizeof *payoff);
            if (row == 0) memcpy(greatest, payoff, count * sizeof *payoff);
            for (size_t i = 0; i < count; i++) {
                least[i] = payoff[i] < least[i] ? payoff[i] : least[i];
                greatest[i] = payoff[i] > greatest[i] ? payoff[i] : greatest[i];
            }
        }
        for (size_t i = 0; i < count; i++) {
            const bool better = row == 0 || least[i] > pure->low[i];
            pure->row[i] = better ? row : pure->row[i];
            pure->low[i] = better ? least[i] : pure->low[i];
        }
    }
    for (int column = 0; column < games->columns; column++) {
        for (size_t i = 0; i < count; i++) {
            const bool better = column == 0 || most[column][i] < pure->high[i];
            pure->column[i] = better ? column : pure->column[i];
            pure->high[i] = better ? most[column][i] : pure->high[i];
        }
    }
}

static void payoff_take(const struct matrix_games *games, size_t game,
                        double payoff[MATRIX_MAX][MATRIX_MAX])
{
    const double *entry = games->payoff + game;
    for (int row = 0; row < games->rows; row++) {
        for (int column = 0; column < games->columns; column++) {
            payoff[row][column] = *entry;
            entry += games->stride;
        }
    }
}

/* A game without a saddle point, of which the best in pure strategies is known. */
static void game_solve(const struct matrix_games *games, size_t game, int column,
                       const struct matrix_answers *answers)
{
    double payoff[MATRIX_MAX][MATRIX_MAX];
    struct matrix_answer answer;
    payoff_take(games, game, payoff);
    solve_mixed(games->rows, games->columns, payoff, column, &answer);
    answers->low[game] = answer.low;
    answers->high[game] = answer.high;
    if (answers->saddle == NULL) return;
    answers->saddle[game] = MATRIX_MIXED;
    for (int i = 0; i < MATRIX_MAX; i++) {
        answers->mix[game][i] = (float)answer.row[i];
        answers->mix[game][MATRIX_MAX + i] = (float)answer.column[i];
    }
}

void matrix_solve(int rows, int columns, const double payoff[MATRIX_MAX][MATRIX_MAX],
                  struct matrix_answer *answer)
{
    double entry[MATRIX_MAX * MATRIX_MAX];
    const struct matrix_games games = {rows, columns, 1, 1, entry};
    struct pure pure;
    assert(rows >= 1 && rows <= MATRIX_MAX && columns >= 1 && columns <= MATRIX_MAX);
    for (int i = 0; i < rows * columns; i++) entry[i] = payoff[i / columns][i % columns];
    pure_find(&games, 0, 1, &pure);
    if (pure.high[0] - pure.low[0] > SADDLE_ENOUGH) {
        solve_mixed(rows, columns, payoff, (int)pure.column[0], answer);
        return;
    }
    *answer = (struct matrix_answer){.low = pure.low[0], .high = pure.high[0]};
    answer->row[(int)pure.row[0]] = 1;
    answer->column[(int)pure.column[0]] = 1;
}

size_t matrix_solve_all(const struct matrix_games *games, const struct matrix_answers *answers)
{
    size_t mixed = 0;
    struct pure pure;
    assert(games->rows <= MATRIX_MAX && games->columns <= MATRIX_MAX);
    for (size_t start = 0; start < games->count; start += CHUNK) {
        const size_t left = games->count - start, count = left < CHUNK ? left : CHUNK;
        pure_find(games, start, count, &pure);
        memcpy(answers->low + start, pure.low, count * sizeof *pure.low);
        memcpy(answers->high + start, pure.high, count * sizeof *pure.high);
        for (size_t i = 0; answers->saddle != NULL && i < count; i++) {
            const double entry = pure.row[i] * games->columns + pure.column[i];
            answers->saddle[start + i] = (uint8_t)(int)entry;
        }
        for (size_t i = 0; i < count; i++) {
            if (pure.high[i] - pure.low[i] <= SADDLE_ENOUGH) continue;
            game_solve(games, start + i, (int)pure.column[i], answers);
            mixed++;
        }
    }
    return mixed;
}
