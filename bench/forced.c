/* forced.c: can a side force a win by a row from a start within a number of its own turns?
 *
 *   bench_forced START TURNS [SECONDS]
 *   bench_forced check TURNS POSITIONS     compares it with a plain search on random positions
 *
 * An AND/OR search with iterative deepening over every turn of both sides (turn=single, win=row).
 * It prunes by a lower bound alone: each empty pad of a row needs a frog of its own, and as many
 * turns as that frog is leaps away. So what it excludes is excluded. The transposition table treats
 * mirror images as one position; replies that refuted a turn lately are tried first (killer
 * heuristic). */
#define _DEFAULT_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "pond/rng.h"
#include "pond/rribbit.h"

#define TABLE_BITS 26 /* 1 GiB */
#define TABLE_BITS_CHECK 16
#define TURNS_MAX 16
#define LEAPS_MAX 9 /* the longest way between two pads is shorter */
#define LINES 8

/* 120 bits of a position's hash: too many for two positions to share them by accident. */
struct entry {
    uint64_t key;
    uint64_t check : 56, turns : 7, forced : 1;
};

static struct entry *table;
static uint64_t table_mask;
static uint64_t reach[LEAPS_MAX + 1][RRIBBIT_PADS]; /* the pads within so many leaps of a pad */
static uint64_t reflected[RRIBBIT_ROWS][512];
static uint64_t guards[8];  /* the pads from which a frog captures one of a line's */
static uint64_t arena_near; /* the arena, and the pads next to it by a leap */
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

static void boards_make(void)
{
    for (int pad = 0; pad < RRIBBIT_PADS; pad++) {
        reach[0][pad] = rribbit_bit(pad);
        for (int far = 1; far <= LEAPS_MAX; far++) {
            reach[far][pad] = reach[far - 1][pad];
            for (uint64_t left = reach[far - 1][pad]; left != 0; left &= left - 1) {
                reach[far][pad] |= rribbit_knight[rribbit_lowest(left)];
            }
        }
    }
    for (int line = 0; line < LINES; line++) {
        for (int i = 0; i < 3; i++) {
            guards[line] |= rribbit_knight[lines[line][i]];
            arena_near |= reach[1][lines[line][i]];
        }
    }
    for (int row = 0; row < RRIBBIT_ROWS; row++) {
        for (int pads = 0; pads < 512; pads++) {
            for (int column = 0; column < RRIBBIT_COLUMNS; column++) {
                if ((pads >> column & 1) == 0) continue;
                reflected[row][pads] |= rribbit_bit(9 * row + RRIBBIT_COLUMNS - 1 - column);
            }
        }
    }
}

static uint64_t reflect(uint64_t board)
{
    uint64_t mirrored = 0;
    for (int row = 0; row < RRIBBIT_ROWS; row++) mirrored |= reflected[row][board >> 9 * row & 511];
    return mirrored;
}

static uint64_t line_pads(int line)
{
    static const uint64_t pads[LINES] = {
        UINT64_C(7) << 21,        UINT64_C(7) << 30,       UINT64_C(7) << 39,
        UINT64_C(0x40201) << 21,  UINT64_C(0x40201) << 22, UINT64_C(0x40201) << 23,
        UINT64_C(0x100401) << 21, UINT64_C(0x10101) << 23,
    };
    return pads[line];
}

static uint64_t near(int pad, int turns) { return reach[turns < 0 ? 0 : turns][pad]; }
static bool two(uint64_t board) { return (board & (board - 1)) != 0; }

/* Can frogs from outside fill these two pads within so many turns, if nobody is in their way? */
static bool fills_two(uint64_t rest, int a, int b, int turns)
{
    for (int far = 1; far < turns; far++) {
        const uint64_t to_a = near(a, far) & rest, to_b = near(b, turns - far) & rest;
        if (to_a != 0 && to_b != 0 && two(to_a | to_b)) return true;
    }
    return false;
}

static bool fills_three(uint64_t rest, const uint8_t *pads, int turns)
{
    for (int far = 1; far < turns - 1; far++) {
        const uint64_t first = near(pads[0], far) & rest;
        for (int next = 1; first != 0 && next < turns - far; next++) {
            const uint64_t second = near(pads[1], next) & rest;
            const uint64_t third = near(pads[2], turns - far - next) & rest;
            const uint64_t all = first | second | third;
            if (second != 0 && third != 0 && two(first | second) && two(first | third) &&
                two(second | third) && rribbit_count(all) > 2) {
                return true;
            }
        }
    }
    return false;
}

/* Can this side have a row within so many turns, if the other side only looked on? */
static bool row_within(uint64_t frogs, int turns)
{
    turns = turns < LEAPS_MAX ? turns : LEAPS_MAX;
    for (int line = 0; line < LINES; line++) {
        const uint64_t rest = frogs & ~line_pads(line);
        int empty[3], count = 0;
        for (int i = 0; i < 3; i++) {
            if ((frogs >> lines[line][i] & 1) == 0) empty[count++] = lines[line][i];
        }
        if (count == 0) return true;
        if (count > turns) continue;
        if (count == 1 && (near(empty[0], turns) & rest) != 0) return true;
        if (count == 2 && fills_two(rest, empty[0], empty[1], turns)) return true;
        if (count == 3 && fills_three(rest, lines[line], turns)) return true;
    }
    return false;
}

static uint64_t mix(uint64_t key)
{
    key = (key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ key >> 32) * UINT64_C(0x94d049bb133111eb);
    return key ^ key >> 31;
}

/* The entry for this position with `own` to move; `wanted` is what it would hold. */
static struct entry *entry_of(uint64_t own, uint64_t other, struct entry *wanted)
{
    const uint64_t mirrored = reflect(own);
    if (mirrored < own) {
        own = mirrored;
        other = reflect(other);
    } else if (mirrored == own) {
        const uint64_t flipped = reflect(other);
        other = flipped < other ? flipped : other;
    }
    wanted->key = mix(own * UINT64_C(0x9e3779b97f4a7c15) + mix(other));
    wanted->check =
        mix(other * UINT64_C(0xc2b2ae3d27d4eb4f) + mix(own ^ 1)) & UINT64_C(0xffffffffffffff);
    return &table[wanted->key & table_mask];
}

static bool answers(uint64_t own, uint64_t other, int turns);

static int rows_of(uint64_t frogs)
{
    int count = 0;
    for (int line = 0; line < LINES; line++) count += (line_pads(line) & ~frogs) == 0;
    return count;
}

/* `own` is to move, and wants to have won with one turn: a row that `other` cannot break. */
static bool attacks_at_once(uint64_t own, uint64_t other)
{
    const bool must_break = rribbit_has_row(other);
    for (int line = 0; line < LINES; line++) {
        const uint64_t missing = line_pads(line) & ~own;
        if (missing == 0 || two(missing)) continue;
        const int to = rribbit_lowest(missing);
        const uint64_t rest = other & ~missing;
        uint64_t from = rribbit_knight[to] & own & ~line_pads(line);
        if (from == 0 || (must_break && rribbit_has_row(rest))) continue;
        const bool guarded = (guards[line] & rest) != 0;
        for (; from != 0; from &= from - 1) {
            const uint64_t after = (own & ~(from & (0 - from))) | missing;
            if (guarded && rows_of(after) == 1) continue; /* it is captured */
            if (answers(after, rest, 0)) return true;
        }
    }
    return false;
}

/* Will the other side, with a frog that is far from the arena, have a turn that changes nothing?
 * Then it holds if the frogs that are left hold. */
static bool waits(uint64_t own, uint64_t other)
{
    for (uint64_t far = other & ~arena_near; far != 0; far &= far - 1) {
        if ((rribbit_knight[rribbit_lowest(far)] & ~other) == 0) continue;
        return !attacks_at_once(own, other & ~(far & (0 - far)));
    }
    return false;
}

/* Looks at every turn of `own`. */
static bool attacks_deeper(uint64_t own, uint64_t other, int turns)
{
    const bool must_break = rribbit_has_row(other);
    for (uint64_t left = own; left != 0; left &= left - 1) {
        const int from = rribbit_lowest(left);
        for (uint64_t to = rribbit_knight[from] & ~own; to != 0; to &= to - 1) {
            const uint64_t target = to & (0 - to), rest = other & ~target;
            const uint64_t after = (own & ~rribbit_bit(from)) | target;
            if (must_break && rribbit_has_row(rest)) continue;
            nodes++;
            if (turns == 2 && !rribbit_has_row(after) && waits(after, rest)) continue;
            if (!row_within(after, turns - 1)) continue;
            if (answers(after, rest, turns - 1)) return true;
        }
    }
    return false;
}

/* `own` is to move, and wants to have won with `turns` of its turns. */
static bool attacks(uint64_t own, uint64_t other, int turns)
{
    nodes++;
    if (nodes % 65536 == 0 && seconds() > stop_at) stopped = true;
    if (stopped || turns == 0 || !row_within(own, turns)) return false;
    if (turns == 1) return attacks_at_once(own, other);
    struct entry now = {.turns = (uint64_t)turns & 127};
    struct entry *entry = entry_of(own, other, &now);
    if (entry->key == now.key && entry->check == now.check) {
        if (entry->forced && entry->turns <= now.turns) return true;
        if (!entry->forced && entry->turns >= now.turns) return false;
    }
    now.forced = attacks_deeper(own, other, turns);
    *entry = now;
    return now.forced;
}

/* Is this answer enough? */
static bool refutes(uint64_t own, uint64_t other, int turns, int from, int to)
{
    const uint64_t rest = own & ~rribbit_bit(to);
    if (rribbit_has_row(rest)) return false; /* a row stood and stands: that is the win */
    return !attacks(rest, (other & ~rribbit_bit(from)) | rribbit_bit(to), turns);
}

/* `other` is to move: does whatever it does lose? */
static bool answers(uint64_t own, uint64_t other, int turns)
{
    const bool row = rribbit_has_row(own);
    if ((turns == 0 || other == 0) && !row) return false; /* without frogs it is over (X7) */
    for (int i = 0; i < 2; i++) {
        const int from = refuted[turns][i] & 63, to = refuted[turns][i] >> 6;
        const bool legal = (other >> from & 1) != 0 && (other >> to & 1) == 0 &&
                           (rribbit_knight[from] >> to & 1) != 0 && (!row || (own >> to & 1) != 0);
        if (legal && refutes(own, other, turns, from, to)) return false;
    }
    for (uint64_t left = other; left != 0; left &= left - 1) {
        const int from = rribbit_lowest(left);
        const uint64_t targets = rribbit_knight[from] & ~other & (row ? own : ~UINT64_C(0));
        for (uint64_t to = targets; to != 0; to &= to - 1) {
            if (!refutes(own, other, turns, from, rribbit_lowest(to))) continue;
            refuted[turns][1] = refuted[turns][0];
            refuted[turns][0] = (uint16_t)(from | rribbit_lowest(to) << 6);
            return false;
        }
    }
    return true;
}

/* The same question without a table, bounds or a special case for the last turn. */
static bool plainly(uint64_t own, uint64_t other, int turns)
{
    if (turns == 0) return false;
    for (uint64_t left = own; left != 0; left &= left - 1) {
        const int from = rribbit_lowest(left);
        for (uint64_t to = rribbit_knight[from] & ~own; to != 0; to &= to - 1) {
            const uint64_t target = to & (0 - to), rest = other & ~target;
            const uint64_t after = (own & ~rribbit_bit(from)) | target;
            bool forced = !rribbit_has_row(rest);
            for (uint64_t frogs = rest; forced && frogs != 0; frogs &= frogs - 1) {
                const int mover = rribbit_lowest(frogs);
                uint64_t reply = rribbit_knight[mover] & ~rest;
                for (; forced && reply != 0; reply &= reply - 1) {
                    const uint64_t pad = reply & (0 - reply);
                    forced = rribbit_has_row(after & ~pad) ||
                             plainly(after & ~pad, (rest & ~rribbit_bit(mover)) | pad, turns - 1);
                }
            }
            if (rest == 0 ? rribbit_has_row(after) : forced) return true;
        }
    }
    return false;
}

static uint64_t near_arena(struct pond_rng *rng)
{
    const uint64_t pad = rribbit_bit((int)pond_rng_below(rng, RRIBBIT_PADS));
    return pad & near(31, 2); /* e4 is the middle of the arena */
}

/* Compares the two searches on random positions with few frogs, all within two leaps of e4. */
static int check(int turns, int positions)
{
    struct pond_rng rng;
    int forced = 0, wrong = 0;
    pond_rng_seed(&rng, "forced");
    for (int i = 0; i < positions; i++) {
        uint64_t own = 0, other = 0;
        while (rribbit_count(own) < 4) own |= near_arena(&rng);
        while (rribbit_count(other) < 2) other |= near_arena(&rng) & ~own;
        if (rribbit_has_row(own)) continue;
        const bool plain = plainly(own, other, turns), quick = attacks(own, other, turns);
        forced += plain;
        wrong += plain != quick;
    }
    printf("%d positions: %d forced wins within %d turns, %d differ\n", positions, forced, turns,
           wrong);
    return wrong != 0;
}

static bool prepare(int bits)
{
    const size_t page = (size_t)1 << 21, size = sizeof *table << bits;
    table = aligned_alloc(page, size < page ? page : size);
    table_mask = ((uint64_t)1 << bits) - 1;
    stop_at = 1e9;
    boards_make();
    if (table == NULL) return false;
    (void)madvise(table, size, MADV_HUGEPAGE); /* fewer misses of the TLB; all the same without */
    return memset(table, 0, size) != NULL;
}

/* Asks for 1, 2, … turns, of light and of dark; what the table holds is true for all of them. */
static void search(const char *options, const uint64_t *frogs, int most)
{
    for (int turns = 1; turns <= most; turns++) {
        for (int side = 0; side < 2; side++) {
            nodes = 0;
            const bool forced =
                side == 0 ? attacks(frogs[0], frogs[1], turns) : answers(frogs[1], frogs[0], turns);
            if (stopped) return;
            printf("%s: %s %s force a win within %d own turns (%llu nodes, %.1f s)\n", options,
                   side == 0 ? "light" : "dark", forced ? "can" : "cannot", turns,
                   (unsigned long long)nodes, seconds());
            fflush(stdout);
        }
    }
}

int main(int count, char **arguments)
{
    struct pond_config config;
    struct pond_state state;
    char options[64];
    const bool checks = count > 3 && strcmp(arguments[1], "check") == 0;
    const int most = count > 2 ? atoi(arguments[2]) : 5;
    if (most > TURNS_MAX || !prepare(checks ? TABLE_BITS_CHECK : TABLE_BITS)) return 1;
    if (checks) return check(most, atoi(arguments[3]));
    snprintf(options, sizeof options, "start=%s", count > 1 ? arguments[1] : "home");
    if (!pond_config_parse(&pond_rribbit, options, &config, NULL)) return 1;
    if (count > 3) stop_at = atof(arguments[3]);
    pond_rribbit.setup(&state, &config);
    search(options, ((const struct rribbit_state *)&state)->frogs, most);
    return 0;
}
