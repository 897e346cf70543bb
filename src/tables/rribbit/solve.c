/* solve.c: retrograde analysis of Rrib-bit: what is known spreads backwards, ply by ply.
 *
 * A quiet move stays in its half of the class, a capture leads to a smaller class that is solved
 * already. So a first pass over a half settles what captures alone decide: the best capture, and
 * everything about positions in which a row must be broken. Then distance by distance: a
 * position with a move to one lost in d is won in d + 1, and a position all of whose moves are
 * known to lose is lost.
 *
 * Sets of the smaller side pick a slice (rribbit/class.h). When the larger side moves, everything
 * happens within one slice, which fits the cache; when the smaller side moves, in a handful of
 * neighbouring slices at the same place.
 *
 * While solving, a code stands for the outcome and distance that first needed it (`palette`): there
 * are far fewer of these than two for each distance. Threads share a step by slices. They may write
 * to the same byte, but within a step whatever is written to a position means the same, and nothing
 * that a step looks for is written in it; so the tables do not depend on them. */
#include "solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define THREADS_MAX 64
#define DISTANCE_LIMIT 4096

/* Codes while solving; those between stand for a value of the palette. */
#define UNKNOWN 0
#define IMPOSSIBLE 253 /* two frogs on one pad */
#define OVER 254       /* the side to move has a row: it has won already */
#define SAFE 255       /* at least a draw */

/* Where the standard set of a slice may go by a quiet move, or come from. */
struct key_move {
    uint64_t pad; /* the one that must be free, as a set */
    uint32_t slice;
    uint8_t symmetry;
};

struct palette {
    pthread_mutex_t lock;
    uint16_t value[RRIBBIT_CODES];
    int count;                       /* codes given away, from 1 */
    uint8_t code[2][DISTANCE_LIMIT]; /* by won (0) or lost and distance; 0: none yet */
};

struct step {
    struct rribbit_tables *tables;
    struct rribbit_class *class;
    int half;
    uint8_t *key_moves, *other_moves; /* the codes by who moves */
    struct key_move *moves;           /* of all slices */
    uint32_t *moves_start;
    int distance; /* -1: the first pass */
    uint32_t next_slice;
    int distance_most; /* the largest distance written so far */
    bool overflow;
    struct palette palette;
    bool won_by_now[RRIBBIT_CODES]; /* by code: won in at most `distance` */
    const volatile bool *stop;      /* may be NULL */
};

static inline uint8_t byte_read(const uint8_t *byte)
{
    return __atomic_load_n(byte, __ATOMIC_RELAXED);
}

static inline void byte_write(uint8_t *byte, uint8_t value)
{
    __atomic_store_n(byte, value, __ATOMIC_RELAXED);
}

static inline uint64_t lowest_set(uint64_t board) { return board & (0 - board); }

/* Where a slice begins with the k frogs to move, and with the v frogs. */
static inline uint64_t key_start(const struct step *step, uint32_t slice)
{
    return rribbit_slice_start(step->class, step->half, slice);
}

static inline uint64_t other_start(const struct step *step, uint32_t slice)
{
    return rribbit_slice_start(step->class, step->half ^ 1, slice);
}

/* ---- Codes ---- */

static uint8_t code_new(struct step *step, bool lost, int distance)
{
    struct palette *palette = &step->palette;
    pthread_mutex_lock(&palette->lock);
    uint8_t code = byte_read(&palette->code[lost][distance]);
    if (code == 0 && palette->count + 1 < IMPOSSIBLE) {
        code = (uint8_t)++palette->count;
        palette->value[code] = (uint16_t)((lost ? RRIBBIT_LOST : 0) | (unsigned)distance);
        byte_write(&palette->code[lost][distance], code);
        if (distance > step->distance_most) step->distance_most = distance;
    }
    pthread_mutex_unlock(&palette->lock);
    if (code == 0) step->overflow = true;
    return code;
}

static inline uint8_t code_of(struct step *step, bool lost, int distance)
{
    if (distance >= DISTANCE_LIMIT) {
        step->overflow = true;
        return UNKNOWN;
    }
    const uint8_t code = byte_read(&step->palette.code[lost][distance]);
    return code != 0 ? code : code_new(step, lost, distance);
}

/* ---- The first pass ---- */

/* A lone frog in the corner may have nothing but captures. */
static bool has_quiet_move(uint64_t mover, uint64_t waiter)
{
    for (uint64_t frogs = mover; frogs != 0; frogs &= frogs - 1) {
        if ((rribbit_knight[rribbit_lowest(frogs)] & ~(mover | waiter)) != 0) return true;
    }
    return false;
}

static uint8_t first_code(struct step *step, uint64_t mover, uint64_t waiter, bool near)
{
    if ((mover & waiter) != 0) return IMPOSSIBLE;
    if (rribbit_has_row(mover)) return OVER;
    const bool must_break = rribbit_has_row(waiter);
    if (!near) return must_break ? code_of(step, true, 1) : UNKNOWN;
    const struct rribbit_captures captures = rribbit_captures_find(step->tables, mover, waiter);
    if (captures.win > 0) return code_of(step, false, captures.win);
    if (captures.draw) return SAFE;
    if (!must_break && has_quiet_move(mover, waiter)) return UNKNOWN;
    return code_of(step, true, captures.loss > 1 ? captures.loss : 1);
}

/* Every pad from which a frog reaches one of these. A leap back and forth is the same: who can be
 * captured can capture. */
static uint64_t pads_near(uint64_t frogs)
{
    uint64_t near = 0;
    for (; frogs != 0; frogs &= frogs - 1) near |= rribbit_knight[rribbit_lowest(frogs)];
    return near;
}

/* The sets of the larger side that a slice's codes are for, in their order. */
static const uint64_t *slice_sets(const struct step *step, uint64_t key, int parity)
{
    const struct rribbit_sets *sets = step->tables->sets;
    const int frogs = step->class->other_frogs;
    const bool odd = (parity ^ rribbit_set_parity(key)) != 0;
    return sets->list[frogs] + (odd ? sets->half[frogs][0] : 0);
}

static void slice_first(struct step *step, uint32_t slice)
{
    const uint64_t key = step->tables->sets->standard[step->class->key_frogs][slice];
    const uint64_t near_key = pads_near(key);
    const uint64_t *others = slice_sets(step, key, step->half);
    uint8_t *codes = step->key_moves + key_start(step, slice);
    const uint64_t key_size = key_start(step, slice + 1) - key_start(step, slice);
    for (uint64_t i = 0; i < key_size; i++) {
        codes[i] = first_code(step, key, others[i], (others[i] & near_key) != 0);
    }
    others = slice_sets(step, key, step->half ^ 1);
    codes = step->other_moves + other_start(step, slice);
    const uint64_t other_size = other_start(step, slice + 1) - other_start(step, slice);
    for (uint64_t i = 0; i < other_size; i++) {
        codes[i] = first_code(step, others[i], key, (others[i] & near_key) != 0);
    }
}

/* ---- Places of neighbours ---- */

/* What is needed to number a set with one frog moved, without going through all its frogs: sums of
 * the binomials of each colour's pads as they are, one place up, and one place down. */
struct ranks {
    uint64_t color[2]; /* the pads of each colour */
    int count[2];
    /* [c][i]: of the first i pads as they are, of those from i on one up, and one down. */
    uint32_t below[2][RRIBBIT_SIDE_MAX + 2];
    uint32_t up[2][RRIBBIT_SIDE_MAX + 2], down[2][RRIBBIT_SIDE_MAX + 2];
};

static inline void ranks_make(const struct rribbit_sets *sets, uint64_t set, struct ranks *ranks)
{
    for (int color = 0; color < 2; color++) {
        uint64_t pads = set & UINT64_C(0x5555555555555555) << color;
        uint32_t at[3][RRIBBIT_SIDE_MAX + 1];
        int n = 0;
        ranks->color[color] = pads;
        ranks->below[color][0] = 0;
        for (; pads != 0; pads &= pads - 1, n++) {
            const uint32_t *binomial = sets->binomial[rribbit_lowest(pads) >> 1];
            at[0][n] = binomial[n];
            at[1][n] = binomial[n + 1];
            at[2][n] = binomial[n + 2];
            ranks->below[color][n + 1] = ranks->below[color][n] + at[1][n];
        }
        ranks->count[color] = n;
        ranks->up[color][n] = ranks->down[color][n] = 0;
        for (int i = n - 1; i >= 0; i--) {
            ranks->up[color][i] = ranks->up[color][i + 1] + at[2][i];
            ranks->down[color][i] = ranks->down[color][i + 1] + at[0][i];
        }
    }
}

/* The places of all sets in which one frog has moved. */
struct leaper {
    const struct rribbit_sets *sets;
    const struct ranks *ranks;
    uint32_t fixed, factor; /* place = fixed + factor * (rank in the new colour) */
    int color;              /* the new colour */
};

static inline struct leaper leaper_make(const struct rribbit_sets *sets, const struct ranks *ranks,
                                        int pad, int size)
{
    const int old = pad & 1, new = 1 - old;
    const int index = rribbit_count(ranks->color[old] & ((UINT64_C(1) << pad) - 1));
    const uint32_t rest = ranks->below[old][index] + ranks->down[old][index + 1];
    const int dark = ranks->count[0] + (new == 0 ? 1 : -1);
    const uint32_t lights = sets->binomial[RRIBBIT_LIGHT_PADS][size - dark];
    const uint32_t first = sets->start[size][dark] - ((dark & 1) != 0 ? sets->half[size][0] : 0);
    return (struct leaper){.sets = sets,
                           .ranks = ranks,
                           .fixed = new == 0 ? first + rest : first + rest *lights,
                           .factor = new == 0 ? lights : 1,
                           .color = new};
}

static inline uint32_t leaper_place(const struct leaper *leaper, int to)
{
    const struct ranks *ranks = leaper->ranks;
    const int color = leaper->color;
    const int index = rribbit_count(ranks->color[color] & ((UINT64_C(1) << to) - 1));
    const uint32_t rank = ranks->below[color][index] + leaper->sets->binomial[to >> 1][index + 1] +
                          ranks->up[color][index];
    return leaper->fixed + leaper->factor * rank;
}

/* ---- Spreading ---- */

/* Writes a win in `distance`, unless a shorter one is known. */
static inline void win_write(struct step *step, uint8_t *byte, uint8_t code, int distance)
{
    const uint8_t now = byte_read(byte);
    if (now != UNKNOWN && now != SAFE) {
        if (now >= IMPOSSIBLE) return;
        const unsigned value = step->palette.value[now];
        if (rribbit_value_lost(value) || rribbit_value_distance(value) <= distance) return;
    }
    byte_write(byte, code);
}

static uint8_t loss_code(struct step *step, uint64_t mover, uint64_t waiter)
{
    const struct rribbit_captures captures = rribbit_captures_find(step->tables, mover, waiter);
    const int distance = step->distance + 1;
    return code_of(step, true, captures.loss > distance ? captures.loss : distance);
}

/* Do all quiet moves of the larger side lose? */
static bool other_lost(const struct step *step, const uint8_t *answers, uint64_t key,
                       uint64_t other)
{
    const struct rribbit_sets *sets = step->tables->sets;
    struct ranks ranks;
    ranks_make(sets, other, &ranks);
    for (uint64_t frogs = other; frogs != 0; frogs &= frogs - 1) {
        const int pad = rribbit_lowest(frogs);
        const struct leaper leaper = leaper_make(sets, &ranks, pad, step->class->other_frogs);
        uint64_t targets = rribbit_knight[pad] & ~(key | other);
        for (; targets != 0; targets &= targets - 1) {
            const uint32_t place = leaper_place(&leaper, rribbit_lowest(targets));
            if (!step->won_by_now[byte_read(&answers[place])]) return false;
        }
    }
    return true;
}

/* The smaller side is to move in a slice: do all its quiet moves lose? `at` is the number of the
 * larger side's set in its half, which begins at `first`. */
static bool key_lost(const struct step *step, uint32_t slice, uint64_t other, uint32_t at,
                     uint32_t first)
{
    const struct rribbit_sets *sets = step->tables->sets;
    for (uint32_t i = step->moves_start[slice]; i < step->moves_start[slice + 1]; i++) {
        const struct key_move *move = &step->moves[i];
        if ((other & move->pad) != 0) continue;
        const uint32_t *image = sets->image[step->class->other_frogs][move->symmetry];
        const uint32_t place = move->symmetry == 0 ? at : image[first + at] - first;
        const uint8_t *code = &step->other_moves[other_start(step, move->slice) + place];
        if (!step->won_by_now[byte_read(code)]) return false;
    }
    return true;
}

/* The larger side has just moved to here; where may it have come from? `won`: here the smaller side
 * wins in `distance`; otherwise it loses in that many. */
static void spread_to_other(struct step *step, uint32_t slice, uint64_t key, uint64_t other,
                            bool won)
{
    const struct rribbit_sets *sets = step->tables->sets;
    uint8_t *before = step->other_moves + other_start(step, slice);
    const uint8_t *answers = step->key_moves + key_start(step, slice);
    const uint8_t win = won ? 0 : code_of(step, false, step->distance + 1);
    struct ranks ranks;
    ranks_make(sets, other, &ranks);
    for (uint64_t frogs = other; frogs != 0; frogs &= frogs - 1) {
        const int pad = rribbit_lowest(frogs);
        const struct leaper leaper = leaper_make(sets, &ranks, pad, step->class->other_frogs);
        const uint64_t rest = other & ~lowest_set(frogs);
        uint64_t sources = rribbit_knight[pad] & ~(key | other);
        for (; sources != 0; sources &= sources - 1) {
            uint8_t *byte = &before[leaper_place(&leaper, rribbit_lowest(sources))];
            if (!won) {
                win_write(step, byte, win, step->distance + 1);
            } else if (byte_read(byte) == UNKNOWN) {
                const uint64_t was = rest | lowest_set(sources);
                if (other_lost(step, answers, key, was)) {
                    byte_write(byte, loss_code(step, was, key));
                }
            }
        }
    }
}

/* The smaller side has just moved to here. What is written is written for all images that the
 * symmetries of the key's standard place give. */
static void spread_to_key(struct step *step, uint32_t slice, uint64_t other, uint32_t at,
                          uint32_t first, bool won)
{
    const struct rribbit_class *class = step->class;
    const struct rribbit_sets *sets = step->tables->sets;
    const uint8_t win = won ? 0 : code_of(step, false, step->distance + 1);
    for (uint32_t i = step->moves_start[slice]; i < step->moves_start[slice + 1]; i++) {
        const struct key_move *move = &step->moves[i];
        if ((other & move->pad) != 0) continue;
        uint32_t *const *image = sets->image[class->other_frogs];
        const uint32_t place = move->symmetry == 0 ? at : image[move->symmetry][first + at] - first;
        uint8_t *table = step->key_moves + key_start(step, move->slice);
        uint8_t code = win;
        if (won) {
            const uint64_t there = sets->list[class->other_frogs][first + place];
            if (byte_read(&table[place]) != UNKNOWN ||
                !key_lost(step, move->slice, there, place, first)) {
                continue;
            }
            code = loss_code(step, sets->standard[class->key_frogs][move->slice], there);
        }
        const uint8_t stabilizer = sets->stabilizer[class->key_frogs][move->slice];
        for (int symmetry = 0; symmetry < RRIBBIT_SYMMETRIES; symmetry++) {
            if ((stabilizer >> symmetry & 1) == 0) continue;
            const uint32_t to = symmetry == 0 ? place : image[symmetry][first + place] - first;
            if (won)
                byte_write(&table[to], code);
            else
                win_write(step, &table[to], code, step->distance + 1);
        }
    }
}

typedef uint8_t lanes __attribute__((vector_size(32)));

/* The next place from `at` on whose code is one of two, or `end`. Behind the end there is padding.
 * A reader of many bytes at once may see one being written; it is none of those looked for, then
 * or later. */
static uint64_t scan(const uint8_t *codes, uint64_t at, uint64_t end, uint8_t one, uint8_t other)
{
    for (; at < end; at += sizeof(lanes)) {
        lanes chunk;
        uint64_t words[sizeof(lanes) / sizeof(uint64_t)];
        memcpy(&chunk, codes + at, sizeof chunk);
        const lanes same = (lanes)((chunk == one) | (chunk == other));
        memcpy(words, &same, sizeof words);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (words[i] == 0) continue;
            const uint64_t found = at + 8 * i + (uint64_t)rribbit_lowest(words[i]) / 8;
            return found < end ? found : end;
        }
    }
    return end;
}

static void slice_spread(struct step *step, uint32_t slice)
{
    const uint64_t key = step->tables->sets->standard[step->class->key_frogs][slice];
    const uint32_t odd_start = step->tables->sets->half[step->class->other_frogs][0];
    const struct palette *palette = &step->palette;
    /* Where there is no such code yet, one that is nowhere: UNKNOWN would be everywhere. */
    uint8_t won = byte_read(&palette->code[0][step->distance]);
    uint8_t lost = byte_read(&palette->code[1][step->distance]);
    if (won == 0 && lost == 0) return;
    if (won == 0) won = lost;
    if (lost == 0) lost = won;
    const bool any_won = rribbit_value_won(palette->value[won]);
    const uint64_t *others = slice_sets(step, key, step->half);
    const uint8_t *codes = step->key_moves + key_start(step, slice);
    const uint64_t key_size = key_start(step, slice + 1) - key_start(step, slice);
    for (uint64_t i = 0; (i = scan(codes, i, key_size, won, lost)) < key_size; i++) {
        spread_to_other(step, slice, key, others[i], any_won && codes[i] == won);
    }
    others = slice_sets(step, key, step->half ^ 1);
    codes = step->other_moves + other_start(step, slice);
    const uint32_t first = (step->half ^ 1 ^ rribbit_set_parity(key)) != 0 ? odd_start : 0;
    const uint64_t other_size = other_start(step, slice + 1) - other_start(step, slice);
    for (uint64_t i = 0; (i = scan(codes, i, other_size, won, lost)) < other_size; i++) {
        spread_to_key(step, slice, others[i], (uint32_t)i, first, any_won && codes[i] == won);
    }
}

/* ---- Afterwards ---- */

static int value_order(const void *one, const void *other)
{
    const unsigned a = *(const uint16_t *)one, b = *(const uint16_t *)other;
    const int by_distance = rribbit_value_distance(a) - rribbit_value_distance(b);
    return by_distance != 0 ? by_distance : (int)a - (int)b;
}

/* Brings codes into an order that depends on nothing but the values. What nobody asks about has the
 * code before it, which packs well. */
static void half_finish(struct step *step)
{
    struct rribbit_class *class = step->class;
    struct palette *palette = &step->palette;
    uint8_t final[RRIBBIT_CODES] = {0};
    uint16_t *value = class->value[step->half];
    memset(value, 0, sizeof class->value[0]);
    memcpy(value + 1, palette->value + 1, (size_t)palette->count * sizeof *value);
    qsort(value + 1, (size_t)palette->count, sizeof *value, value_order);
    class->value_count[step->half] = (uint16_t)(palette->count + 1);
    for (int i = 1; i <= palette->count; i++) {
        const unsigned now = value[i];
        final[palette->code[rribbit_value_lost(now)][rribbit_value_distance(now)]] = (uint8_t)i;
    }
    for (int side = 0; side < 2; side++) {
        uint8_t *codes = class->codes[side][step->half ^ side], last = 0;
        const uint64_t size = rribbit_class_size(class, step->half, side);
        for (uint64_t i = 0; i < size; i++) {
            if (codes[i] != IMPOSSIBLE && codes[i] != OVER) last = final[codes[i]];
            codes[i] = last;
        }
    }
}

/* ---- Steps and threads ---- */

static void *step_work(void *context)
{
    struct step *step = context;
    for (;;) {
        const uint32_t slice = __atomic_fetch_add(&step->next_slice, 1, __ATOMIC_RELAXED);
        if (slice >= step->class->slices || (step->stop != NULL && *step->stop)) return NULL;
        if (step->distance < 0)
            slice_first(step, slice);
        else
            slice_spread(step, slice);
    }
}

static void step_run(struct step *step, int distance, int threads)
{
    pthread_t others[THREADS_MAX];
    int started = 0;
    step->distance = distance;
    step->next_slice = 0;
    for (int code = 1; code <= step->palette.count; code++) {
        const unsigned value = step->palette.value[code];
        step->won_by_now[code] =
            rribbit_value_won(value) && rribbit_value_distance(value) <= distance;
    }
    while (started < threads - 1 && started < THREADS_MAX &&
           pthread_create(&others[started], NULL, step_work, step) == 0) {
        started++;
    }
    step_work(step);
    while (started > 0) pthread_join(others[--started], NULL);
}

/* The quiet moves of every slice's standard set. */
static bool moves_make(struct step *step)
{
    const struct rribbit_sets *sets = step->tables->sets;
    const int frogs = step->class->key_frogs;
    const size_t most = (size_t)step->class->slices * (size_t)frogs * 8;
    step->moves = malloc(most * sizeof *step->moves);
    step->moves_start = malloc((step->class->slices + 1) * sizeof *step->moves_start);
    if (step->moves == NULL || step->moves_start == NULL) return false;
    uint32_t made = 0;
    for (uint32_t slice = 0; slice < step->class->slices; slice++) {
        const uint64_t key = sets->standard[frogs][slice];
        step->moves_start[slice] = made;
        for (uint64_t left = key; left != 0; left &= left - 1) {
            const uint64_t rest = key & ~lowest_set(left);
            for (uint64_t to = rribbit_knight[rribbit_lowest(left)] & ~key; to != 0; to &= to - 1) {
                const uint32_t number = rribbit_set_number(sets, rest | lowest_set(to));
                step->moves[made++] = (struct key_move){.pad = lowest_set(to),
                                                        .slice = sets->slice[frogs][number],
                                                        .symmetry = sets->symmetry[frogs][number]};
            }
        }
    }
    step->moves_start[step->class->slices] = made;
    return true;
}

static enum rribbit_solve_status half_steps(struct step *step,
                                            const struct rribbit_solve_settings *settings)
{
    for (int distance = -1; distance <= step->distance_most && !step->overflow; distance++) {
        if (distance == 0) continue;
        step_run(step, distance, settings->threads);
        if (settings->stop != NULL && *settings->stop) return RRIBBIT_STOPPED;
        if (settings->progress != NULL) {
            settings->progress(settings->context, step->class, step->half,
                               distance < 0 ? 0 : distance, step->distance_most);
        }
    }
    if (step->overflow) return RRIBBIT_TOO_LONG;
    half_finish(step);
    return RRIBBIT_SOLVED;
}

enum rribbit_solve_status rribbit_half_solve(struct rribbit_tables *tables,
                                             struct rribbit_class *class, int half,
                                             const struct rribbit_solve_settings *settings)
{
    struct step *step = calloc(1, sizeof *step);
    enum rribbit_solve_status status = RRIBBIT_NO_MEMORY;
    if (step == NULL) return status;
    step->tables = tables;
    step->class = class;
    step->half = half;
    step->stop = settings->stop;
    pthread_mutex_init(&step->palette.lock, NULL);
    if (rribbit_class_make(class, half) && moves_make(step)) {
        step->key_moves = class->codes[0][half];
        step->other_moves = class->codes[1][half ^ 1];
        status = half_steps(step, settings);
    }
    if (status != RRIBBIT_SOLVED) rribbit_class_free_half(class, half);
    pthread_mutex_destroy(&step->palette.lock);
    free(step->moves);
    free(step->moves_start);
    free(step);
    return status;
}

enum rribbit_solve_status rribbit_solve(struct rribbit_tables *tables, bool chain, bool seven,
                                        int frogs, const struct rribbit_solve_settings *settings)
{
    enum rribbit_solve_status status =
        rribbit_tables_begin(tables, chain, seven, frogs) ? RRIBBIT_SOLVED : RRIBBIT_NO_MEMORY;
    for (int total = RRIBBIT_TABLE_FROGS_MIN; total <= frogs; total++) {
        for (int key = 1; 2 * key <= total && status == RRIBBIT_SOLVED; key++) {
            const int other = total - key;
            if (!rribbit_class_exists(key, other)) continue;
            struct rribbit_class *class = &tables->classes[key][other];
            rribbit_class_begin(tables->sets, class, key, other);
            for (int half = 0; half < class->halves && status == RRIBBIT_SOLVED; half++) {
                status = rribbit_half_solve(tables, class, half, settings);
            }
        }
    }
    if (status != RRIBBIT_SOLVED) rribbit_tables_free(tables);
    return status;
}
