/* forced.c: can a side force a win by a row from a start within a number of its own turns?
 *
 *   bench_forced START TURNS [SECONDS]
 *
 * Looks at every turn of both sides (turn=single, win=row), so that what it excludes is excluded.
 * Left out is only what cannot be in time: a row needs at least as many turns of its side as its
 * empty pads are leaps away. Captures of all frogs do not come up within so few turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pond/rribbit.h"

#define TABLE_BITS 23
#define TURNS_MAX 16
#define LINES 8

struct entry {
    uint64_t key;
    uint8_t turns, forced, used;
};

static struct entry *table;
static uint8_t leaps[RRIBBIT_PADS][RRIBBIT_PADS];
static uint64_t nodes;
static double stop_at;
static bool stopped;
static uint16_t refuted[TURNS_MAX + 1][2]; /* answers that were enough lately, by turns left */
static const uint8_t lines[LINES][3] = {{21, 22, 23}, {30, 31, 32}, {39, 40, 41}, {21, 30, 39},
                                        {22, 31, 40}, {23, 32, 41}, {21, 31, 41}, {23, 31, 39}};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void leaps_make(void)
{
    memset(leaps, 99, sizeof leaps);
    for (int from = 0; from < RRIBBIT_PADS; from++) {
        uint64_t reached = UINT64_C(1) << from, edge = reached;
        for (uint8_t far = 0; edge != 0; far++) {
            uint64_t next = 0;
            for (uint64_t left = edge; left != 0; left &= left - 1) {
                leaps[from][__builtin_ctzll(left)] = far;
                next |= rribbit_knight[__builtin_ctzll(left)];
            }
            edge = next & ~reached;
            reached |= next;
        }
    }
}

/* The turns that a side needs for a row at least. */
static int turns_needed(uint64_t frogs)
{
    int least = 99;
    for (int line = 0; line < LINES; line++) {
        int sum = 0;
        uint64_t rest = frogs;
        for (int i = 0; i < 3; i++) rest &= ~(UINT64_C(1) << lines[line][i]);
        for (int i = 0; i < 3; i++) {
            const int pad = lines[line][i];
            int nearest = 99;
            if ((frogs >> pad & 1) != 0) continue;
            for (uint64_t left = rest; left != 0; left &= left - 1) {
                const int far = leaps[__builtin_ctzll(left)][pad];
                nearest = far < nearest ? far : nearest;
            }
            sum += nearest;
        }
        least = sum < least ? sum : least;
    }
    return least;
}

static uint64_t key_of(uint64_t own, uint64_t other, int to_move)
{
    uint64_t key = own * UINT64_C(0x9e3779b97f4a7c15) ^
                   (other + (uint64_t)to_move) * UINT64_C(0xc2b2ae3d27d4eb4f);
    key = (key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return key ^ key >> 32;
}

static bool answers(uint64_t own, uint64_t other, int turns);

/* `own` is to move, and wants to have won with `turns` of its turns. */
static bool attacks(uint64_t own, uint64_t other, int turns)
{
    nodes++;
    if (nodes % 65536 == 0 && seconds() > stop_at) stopped = true;
    if (turns_needed(own) > turns || stopped) return false;
    const uint64_t key = key_of(own, other, 0);
    struct entry *entry = &table[key & ((1u << TABLE_BITS) - 1)];
    if (entry->used && entry->key == key) {
        if (entry->forced && entry->turns <= turns) return true;
        if (!entry->forced && entry->turns >= turns) return false;
    }
    const bool must_break = rribbit_has_row(other);
    bool forced = false;
    for (uint64_t left = own; left != 0 && !forced; left &= left - 1) {
        const int from = __builtin_ctzll(left);
        for (uint64_t to = rribbit_knight[from] & ~own; to != 0 && !forced; to &= to - 1) {
            const uint64_t target = to & (0 - to);
            const uint64_t after = (own & ~(UINT64_C(1) << from)) | target, rest = other & ~target;
            if (must_break && rribbit_has_row(rest)) continue;
            const bool row = rribbit_has_row(after);
            if (turns == 1 ? !row : !row && turns_needed(after) > turns - 1) continue;
            forced = answers(after, rest, turns - 1);
        }
    }
    *entry = (struct entry){key, (uint8_t)turns, forced, 1};
    return forced;
}

/* Is this answer enough? */
static bool refutes(uint64_t own, uint64_t other, int turns, int from, int to)
{
    const uint64_t target = UINT64_C(1) << to;
    const uint64_t rest = own & ~target;
    if (rribbit_has_row(rest)) return false; /* a row stood and stands: that is the win */
    const uint64_t after = (other & ~(UINT64_C(1) << from)) | target;
    return !attacks(rest, after, turns);
}

/* `other` is to move: does whatever it does lose? */
static bool answers(uint64_t own, uint64_t other, int turns)
{
    nodes++;
    const bool row = rribbit_has_row(own);
    if (turns == 0 && !row) return false;
    for (int i = 0; i < 2; i++) {
        const int from = refuted[turns][i] & 63, to = refuted[turns][i] >> 6;
        const bool legal = (other >> from & 1) != 0 && (other >> to & 1) == 0 &&
                           (rribbit_knight[from] >> to & 1) != 0 && (!row || (own >> to & 1) != 0);
        if (legal && refutes(own, other, turns, from, to)) return false;
    }
    for (uint64_t left = other; left != 0; left &= left - 1) {
        const int from = __builtin_ctzll(left);
        const uint64_t targets = rribbit_knight[from] & ~other & (row ? own : ~UINT64_C(0));
        for (uint64_t to = targets; to != 0; to &= to - 1) {
            if (!refutes(own, other, turns, from, __builtin_ctzll(to))) continue;
            refuted[turns][1] = refuted[turns][0];
            refuted[turns][0] = (uint16_t)(from | __builtin_ctzll(to) << 6);
            return false;
        }
    }
    return true;
}

int main(int count, char **arguments)
{
    struct pond_config config;
    struct pond_state state;
    char options[64];
    snprintf(options, sizeof options, "start=%s", count > 1 ? arguments[1] : "home");
    const int most = count > 2 ? atoi(arguments[2]) : 5;
    table = calloc((size_t)1 << TABLE_BITS, sizeof *table);
    if (table == NULL || !pond_config_parse(&pond_rribbit, options, &config, NULL) ||
        most > TURNS_MAX) {
        return 1;
    }
    stop_at = count > 3 ? atof(arguments[3]) : 1e9;
    leaps_make();
    pond_rribbit.setup(&state, &config);
    const uint64_t *frogs = ((const struct rribbit_state *)&state)->frogs;
    for (int turns = 1; turns <= most; turns++) {
        for (int side = 0; side < 2; side++) {
            nodes = 0;
            memset(table, 0, ((size_t)1 << TABLE_BITS) * sizeof *table);
            const bool forced =
                side == 0 ? attacks(frogs[0], frogs[1], turns) : answers(frogs[1], frogs[0], turns);
            if (stopped) return 0;
            printf("%s: %s %s force a win within %d own turns (%llu nodes, %.1f s)\n", options,
                   side == 0 ? "light" : "dark", forced ? "can" : "cannot", turns,
                   (unsigned long long)nodes, seconds());
            fflush(stdout);
        }
    }
    return 0;
}
