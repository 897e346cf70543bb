/* most_turns.c: proves how many turns a Rrib-bit position can have at most, for POND_MOVES_MAX.
 *
 * Chains of captures walk over the opponent's frogs without landing anywhere twice. For every
 * connected set of up to nine pads (as a pattern, wherever it lies) this counts the chains that can
 * start at each of its pads, and puts nine frogs where they reach the most of them. A set that
 * falls apart has no more chains than its parts together. Takes about a minute. */
#include <stdio.h>
#include <string.h>

#define FROGS 9
#define WIDTH 64 /* of a plane that no pattern leaves */
#define ORIGIN (32 * WIDTH + 32)

static const int leap[8] = {2 * WIDTH + 1,  2 * WIDTH - 1,  WIDTH + 2,  WIDTH - 2,
                            -2 * WIDTH + 1, -2 * WIDTH - 1, -WIDTH + 2, -WIDTH - 2};

static int pads[FROGS];
static signed char index_of[WIDTH * WIDTH]; /* of a pad of the pattern, or -1 */
static unsigned char reached[WIDTH * WIDTH];
static int neighbours[FROGS][8], neighbour_count[FROGS];
static long most[FROGS + 1];

/* Chains that begin by landing on a pad, given the pads landed on before. */
static long chains_from(int pad, unsigned landed)
{
    long chains = 1;
    for (int i = 0; i < neighbour_count[pad]; i++) {
        const int next = neighbours[pad][i];
        if ((landed >> next & 1) == 0) chains += chains_from(next, landed | 1u << next);
    }
    return chains;
}

/* Does the pattern fit on a board of 9 by 7? */
static int fits(int size)
{
    int left = WIDTH, right = 0, bottom = WIDTH, top = 0;
    for (int i = 0; i < size; i++) {
        const int column = pads[i] % WIDTH, row = pads[i] / WIDTH;
        if (column < left) left = column;
        if (column > right) right = column;
        if (row < bottom) bottom = row;
        if (row > top) top = row;
    }
    return right - left < 9 && top - bottom < 7;
}

static void judge(int size)
{
    static long reach[WIDTH * WIDTH]; /* chains that a frog on a pad has */
    int beside[8 * FROGS], beside_count = 0;
    long best[FROGS] = {0}, sum = 0;
    if (!fits(size)) return;
    for (int i = 0; i < size; i++) {
        neighbour_count[i] = 0;
        for (int k = 0; k < 8; k++) {
            const int other = index_of[pads[i] + leap[k]];
            if (other >= 0) neighbours[i][neighbour_count[i]++] = other;
        }
    }
    for (int i = 0; i < size; i++) {
        const long chains = chains_from(i, 1u << i);
        for (int k = 0; k < 8; k++) {
            const int pad = pads[i] + leap[k];
            if (index_of[pad] >= 0) continue;
            if (reach[pad] == 0) beside[beside_count++] = pad;
            reach[pad] += chains;
        }
    }
    for (int i = 0; i < beside_count; i++) {
        long value = reach[beside[i]];
        reach[beside[i]] = 0;
        for (int k = 0; k < FROGS; k++) {
            if (value <= best[k]) continue;
            const long smaller = best[k];
            best[k] = value;
            value = smaller;
        }
    }
    for (int k = 0; k < FROGS; k++) sum += best[k];
    if (sum > most[size]) most[size] = sum;
}

/* Redelmeier's walk: every pattern once. `untried` holds pads that may still be added. */
static void grow(const int *untried, int count, int size)
{
    while (count > 0) {
        const int pad = untried[--count];
        int next[8 * FROGS], added[8], added_count = 0;
        pads[size] = pad;
        index_of[pad] = (signed char)size;
        judge(size + 1);
        memcpy(next, untried, sizeof next[0] * (size_t)count);
        for (int k = 0; k < 8 && size + 1 < FROGS; k++) {
            const int other = pad + leap[k];
            if (other < ORIGIN || reached[other] != 0) continue;
            reached[other] = 1;
            next[count + added_count] = other;
            added[added_count++] = other;
        }
        if (size + 1 < FROGS) grow(next, count + added_count, size + 1);
        for (int k = 0; k < added_count; k++) reached[added[k]] = 0;
        index_of[pad] = -1;
    }
}

int main(void)
{
    const int origin = ORIGIN;
    memset(index_of, -1, sizeof index_of);
    reached[origin] = 1;
    grow(&origin, 1, 0);
    for (int size = 1; size <= FROGS; size++) {
        printf("%d frogs to capture: at most %ld chains\n", size, most[size]);
    }
    return 0;
}
