/* rribbit_solve.c: retrograde analysis of Rrib-bit: what is known spreads backwards, ply by ply.
 *
 * A quiet move stays in the class (with the other side to move), a capture leads to a smaller class
 * that is solved already. So a first pass over a class settles what captures alone decide: the best
 * capture, and everything about positions in which a row must be broken. Then distance by distance:
 * whoever can move to a position lost in d wins in d + 1, and a position all of whose moves are
 * known to lose is lost.
 *
 * Sets of the smaller side pick a slice (rribbit_solve.h). When the larger side moves, everything
 * happens within one slice; when the smaller side moves, in a handful of neighbouring ones at the
 * same place: both stay in the cache. Threads share a step by slices. They may write to the same
 * byte, but within a step whatever is written to a position is the same, so the tables do not
 * depend on them. */
#include "rribbit_solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rribbit_sets.h"

#define THREADS_MAX 64

struct step {
    struct rribbit_tables *tables;
    struct rribbit_class *class;
    int distance; /* -1: the first pass */
    uint32_t next_slice;
    int distance_most; /* the largest distance written so far */
    bool overflow;
    const volatile bool *stop; /* may be NULL */
};

static inline uint8_t byte_read(const uint8_t *byte)
{
    return __atomic_load_n(byte, __ATOMIC_RELAXED);
}

static inline void byte_write(uint8_t *byte, uint8_t value)
{
    __atomic_store_n(byte, value, __ATOMIC_RELAXED);
}

/* ---- Finding a position ---- */

static inline int count(uint64_t board) { return __builtin_popcountll(board); }
static inline int lowest(uint64_t board) { return __builtin_ctzll(board); }
static inline uint64_t bit(int pad) { return UINT64_C(1) << pad; }

bool rribbit_tables_have(const struct rribbit_tables *tables, int mover_frogs, int waiter_frogs)
{
    const int key = mover_frogs < waiter_frogs ? mover_frogs : waiter_frogs;
    const int other = mover_frogs + waiter_frogs - key;
    if (other > RRIBBIT_TABLE_SIDE_MAX || mover_frogs + waiter_frogs > tables->frogs) return false;
    return key >= 1 && (other <= 2 || tables->classes[key][other].key_moves != NULL);
}

uint8_t rribbit_tables_code(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter)
{
    const int mover_frogs = count(mover), waiter_frogs = count(waiter);
    if (mover_frogs <= 2 && waiter_frogs <= 2) return RRIBBIT_CODE_UNKNOWN;
    const bool key_moves = mover_frogs <= waiter_frogs;
    const uint64_t key = key_moves ? mover : waiter, other = key_moves ? waiter : mover;
    const int key_frogs = key_moves ? mover_frogs : waiter_frogs;
    const int other_frogs = key_moves ? waiter_frogs : mover_frogs;
    const struct rribbit_sets *sets = tables->sets;
    const struct rribbit_class *class = &tables->classes[key_frogs][other_frogs];
    const uint32_t key_number = rribbit_set_number(sets, key);
    const uint32_t slice = sets->slice[key_frogs][key_number];
    const int symmetry = sets->symmetry[key_frogs][key_number];
    const uint32_t at = sets->image[other_frogs][symmetry][rribbit_set_number(sets, other)];
    const uint8_t *table = key_moves ? class->key_moves : class->other_moves;
    return byte_read(&table[(size_t)slice * class->slice_size + at]);
}

/* ---- Captures ---- */

/* What captures offer the side to move. */
struct captures {
    int win; /* the shortest win, or 0 */
    bool draw;
    int loss; /* the longest loss, 0 where no capture loses */
};

/* The end of a turn that captured: `mover` and `waiter` are as they stand now. */
static void capture_judge(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter,
                          struct captures *captures)
{
    const int left = count(waiter);
    int win = 0, loss = 0;
    if (tables->seven && left <= 2) {
        win = 1;
    } else if (rribbit_has_row(waiter)) {
        loss = 1;
    } else if (left == 0) {
        win = rribbit_has_row(mover) ? 1 : 0;
    } else {
        const uint8_t code = rribbit_tables_code(tables, waiter, mover);
        if (rribbit_code_lost(code)) win = rribbit_code_distance(code) + 1;
        if (rribbit_code_won(code)) loss = rribbit_code_distance(code) + 1;
    }
    if (win > 0 && (captures->win == 0 || win < captures->win)) captures->win = win;
    if (loss > captures->loss) captures->loss = loss;
    if (win == 0 && loss == 0) captures->draw = true;
}

/* All captures of one frog, and in chains those that follow. `rest` are the mover's other frogs. */
static void captures_of(const struct rribbit_tables *tables, uint64_t rest, int pad,
                        uint64_t waiter, struct captures *captures)
{
    for (uint64_t prey = tables->sets->knight[pad] & waiter; prey != 0; prey &= prey - 1) {
        const int to = lowest(prey);
        const uint64_t left = waiter & ~bit(to);
        capture_judge(tables, rest | bit(to), left, captures);
        if (tables->chain && left != 0) captures_of(tables, rest, to, left, captures);
    }
}

static struct captures captures_find(const struct rribbit_tables *tables, uint64_t mover,
                                     uint64_t waiter)
{
    struct captures captures = {0};
    for (uint64_t frogs = mover; frogs != 0; frogs &= frogs - 1) {
        const int pad = lowest(frogs);
        if ((tables->sets->knight[pad] & waiter) == 0) continue;
        captures_of(tables, mover & ~bit(pad), pad, waiter, &captures);
    }
    return captures;
}

/* ---- The first pass ---- */

/* A lone frog in the corner may have nothing but captures. */
static bool has_quiet_move(const struct rribbit_sets *sets, uint64_t mover, uint64_t waiter)
{
    for (uint64_t frogs = mover; frogs != 0; frogs &= frogs - 1) {
        if ((sets->knight[lowest(frogs)] & ~(mover | waiter)) != 0) return true;
    }
    return false;
}

static uint8_t first_code(struct step *step, uint64_t mover, uint64_t waiter, uint64_t near_waiter)
{
    if ((mover & waiter) != 0) return RRIBBIT_CODE_IMPOSSIBLE;
    if (rribbit_has_row(mover)) return RRIBBIT_CODE_OVER;
    const bool must_break = rribbit_has_row(waiter);
    if ((mover & near_waiter) == 0) {
        return must_break ? RRIBBIT_CODE_LOST + 1 : RRIBBIT_CODE_UNKNOWN;
    }
    const struct captures captures = captures_find(step->tables, mover, waiter);
    if (captures.win > 0) return (uint8_t)captures.win;
    if (captures.draw) return RRIBBIT_CODE_SAFE;
    if (!must_break && has_quiet_move(step->tables->sets, mover, waiter)) {
        return RRIBBIT_CODE_UNKNOWN;
    }
    return (uint8_t)(RRIBBIT_CODE_LOST + (captures.loss > 1 ? captures.loss : 1));
}

/* Every pad from which a frog reaches one of these. */
static uint64_t pads_near(const struct rribbit_sets *sets, uint64_t frogs)
{
    uint64_t near = 0;
    for (; frogs != 0; frogs &= frogs - 1) near |= sets->knight[lowest(frogs)];
    return near;
}

static void distance_note(struct step *step, uint8_t code)
{
    const int distance = rribbit_code_distance(code);
    int most = __atomic_load_n(&step->distance_most, __ATOMIC_RELAXED);
    while (distance > most &&
           !__atomic_compare_exchange_n(&step->distance_most, &most, distance, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static void slice_first(struct step *step, uint32_t slice)
{
    const struct rribbit_class *class = step->class;
    const struct rribbit_sets *sets = step->tables->sets;
    const uint64_t key = sets->standard[class->key_frogs][slice];
    const uint64_t near_key = pads_near(sets, key);
    uint8_t *key_moves = class->key_moves + (size_t)slice * class->slice_size;
    uint8_t *other_moves = class->other_moves + (size_t)slice * class->slice_size;
    for (uint32_t i = 0; i < class->slice_size; i++) {
        const uint64_t other = sets->list[class->other_frogs][i];
        other_moves[i] = first_code(step, other, key, near_key);
        /* A leap back and forth is the same: who can be captured can capture. */
        const uint64_t near_other = (other & near_key) != 0 ? ~UINT64_C(0) : 0;
        key_moves[i] = first_code(step, key, other, near_other);
        distance_note(step, other_moves[i]);
        distance_note(step, key_moves[i]);
    }
}

/* ---- Spreading ---- */

/* Writes a win in `distance`, unless a shorter one is known. */
static inline void win_write(struct step *step, uint8_t *byte, int distance)
{
    const uint8_t now = byte_read(byte);
    const bool open = now == RRIBBIT_CODE_UNKNOWN || now == RRIBBIT_CODE_SAFE;
    if (!open && !(rribbit_code_won(now) && now > distance)) return;
    if (distance > RRIBBIT_DISTANCE_MAX) {
        step->overflow = true;
        return;
    }
    byte_write(byte, (uint8_t)distance);
    distance_note(step, (uint8_t)distance);
}

static inline void loss_write(struct step *step, uint8_t *byte, uint64_t mover, uint64_t waiter)
{
    const struct captures captures = captures_find(step->tables, mover, waiter);
    int distance = step->distance + 1;
    if (captures.loss > distance) distance = captures.loss;
    if (distance > RRIBBIT_DISTANCE_MAX) {
        step->overflow = true;
        return;
    }
    byte_write(byte, (uint8_t)(RRIBBIT_CODE_LOST + distance));
    distance_note(step, (uint8_t)(RRIBBIT_CODE_LOST + distance));
}

static inline bool won_by_now(const struct step *step, uint8_t code)
{
    return code >= 1 && code <= step->distance;
}

/* Do all quiet moves of the larger side lose? */
static bool other_lost(const struct step *step, uint32_t slice, uint64_t key, uint64_t other)
{
    const struct rribbit_sets *sets = step->tables->sets;
    const uint8_t *answers = step->class->key_moves + (size_t)slice * step->class->slice_size;
    for (uint64_t frogs = other; frogs != 0; frogs &= frogs - 1) {
        const uint64_t rest = other & ~(frogs & (0 - frogs));
        uint64_t targets = sets->knight[lowest(frogs)] & ~(key | other);
        for (; targets != 0; targets &= targets - 1) {
            const uint64_t after = rest | (targets & (0 - targets));
            if (!won_by_now(step, byte_read(&answers[rribbit_set_number(sets, after)]))) {
                return false;
            }
        }
    }
    return true;
}

/* Where the position of a key that is not in its standard place lies. */
static inline size_t key_place(const struct step *step, uint64_t key, uint32_t other_number)
{
    const struct rribbit_class *class = step->class;
    const struct rribbit_sets *sets = step->tables->sets;
    const uint32_t number = rribbit_set_number(sets, key);
    const uint32_t slice = sets->slice[class->key_frogs][number];
    const int symmetry = sets->symmetry[class->key_frogs][number];
    return (size_t)slice * class->slice_size +
           sets->image[class->other_frogs][symmetry][other_number];
}

/* Do all quiet moves of the smaller side lose? */
static bool key_lost(const struct step *step, uint64_t key, uint64_t other, uint32_t other_number)
{
    const struct rribbit_sets *sets = step->tables->sets;
    for (uint64_t frogs = key; frogs != 0; frogs &= frogs - 1) {
        const uint64_t rest = key & ~(frogs & (0 - frogs));
        uint64_t targets = sets->knight[lowest(frogs)] & ~(key | other);
        for (; targets != 0; targets &= targets - 1) {
            const uint64_t after = rest | (targets & (0 - targets));
            const size_t place = key_place(step, after, other_number);
            if (!won_by_now(step, byte_read(&step->class->other_moves[place]))) return false;
        }
    }
    return true;
}

/* The larger side has just moved to here; where may it have come from? */
static void spread_to_other(struct step *step, uint32_t slice, uint64_t key, uint64_t other,
                            bool won)
{
    const struct rribbit_sets *sets = step->tables->sets;
    uint8_t *before = step->class->other_moves + (size_t)slice * step->class->slice_size;
    for (uint64_t frogs = other; frogs != 0; frogs &= frogs - 1) {
        const uint64_t rest = other & ~(frogs & (0 - frogs));
        uint64_t sources = sets->knight[lowest(frogs)] & ~(key | other);
        for (; sources != 0; sources &= sources - 1) {
            const uint64_t was = rest | (sources & (0 - sources));
            uint8_t *byte = &before[rribbit_set_number(sets, was)];
            if (!won) {
                win_write(step, byte, step->distance + 1);
            } else if (byte_read(byte) == RRIBBIT_CODE_UNKNOWN &&
                       other_lost(step, slice, key, was)) {
                loss_write(step, byte, was, key);
            }
        }
    }
}

/* The smaller side has just moved to here. What is written is written for all images that the
 * symmetries of the key's standard place give. */
static void spread_to_key(struct step *step, uint64_t key, uint64_t other, uint32_t other_number,
                          bool won)
{
    const struct rribbit_class *class = step->class;
    const struct rribbit_sets *sets = step->tables->sets;
    for (uint64_t frogs = key; frogs != 0; frogs &= frogs - 1) {
        const uint64_t rest = key & ~(frogs & (0 - frogs));
        uint64_t sources = sets->knight[lowest(frogs)] & ~(key | other);
        for (; sources != 0; sources &= sources - 1) {
            const uint64_t was = rest | (sources & (0 - sources));
            const size_t place = key_place(step, was, other_number);
            const size_t slice = place / class->slice_size;
            const uint32_t at = (uint32_t)(place % class->slice_size);
            uint8_t *table = class->key_moves + slice * class->slice_size;
            if (won && (byte_read(&table[at]) != RRIBBIT_CODE_UNKNOWN ||
                        !key_lost(step, was, other, other_number))) {
                continue;
            }
            for (int i = 0; i < RRIBBIT_SYMMETRIES; i++) {
                if ((sets->stabilizer[class->key_frogs][slice] >> i & 1) == 0) continue;
                uint8_t *byte = &table[sets->image[class->other_frogs][i][at]];
                if (won)
                    loss_write(step, byte, was, other);
                else
                    win_write(step, byte, step->distance + 1);
            }
        }
    }
}

static void slice_spread(struct step *step, uint32_t slice)
{
    const struct rribbit_class *class = step->class;
    const struct rribbit_sets *sets = step->tables->sets;
    const uint64_t key = sets->standard[class->key_frogs][slice];
    const uint8_t won = (uint8_t)step->distance;
    const uint8_t lost = (uint8_t)(RRIBBIT_CODE_LOST + step->distance);
    const uint8_t *key_moves = class->key_moves + (size_t)slice * class->slice_size;
    const uint8_t *other_moves = class->other_moves + (size_t)slice * class->slice_size;
    for (uint32_t i = 0; i < class->slice_size; i++) {
        const uint8_t key_code = byte_read(&key_moves[i]), other_code = byte_read(&other_moves[i]);
        if (key_code == won || key_code == lost) {
            spread_to_other(step, slice, key, sets->list[class->other_frogs][i], key_code == won);
        }
        if (other_code == won || other_code == lost) {
            spread_to_key(step, key, sets->list[class->other_frogs][i], i, other_code == won);
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
    while (started < threads - 1 && started < THREADS_MAX &&
           pthread_create(&others[started], NULL, step_work, step) == 0) {
        started++;
    }
    step_work(step);
    while (started > 0) pthread_join(others[--started], NULL);
}

static bool class_solve(struct rribbit_tables *tables, int key_frogs, int other_frogs,
                        const struct rribbit_solve_settings *settings)
{
    struct rribbit_class *class = &tables->classes[key_frogs][other_frogs];
    class->key_frogs = key_frogs;
    class->other_frogs = other_frogs;
    class->slices = tables->sets->slices[key_frogs];
    class->slice_size = tables->sets->binomial[RRIBBIT_PADS][other_frogs];
    const size_t size = (size_t) class->slices * class->slice_size;
    class->key_moves = malloc(size);
    class->other_moves = malloc(size);
    if (class->key_moves == NULL || class->other_moves == NULL) return false;
    struct step step = {.tables = tables, .class = class, .stop = settings->stop};
    for (int distance = -1; distance <= step.distance_most; distance++) {
        if (distance == 0) continue;
        step_run(&step, distance, settings->threads);
        if (settings->stop != NULL && *settings->stop) return false;
        if (settings->progress != NULL) {
            settings->progress(settings->context, key_frogs, other_frogs,
                               distance < 0 ? 0 : distance);
        }
    }
    return !step.overflow;
}

bool rribbit_solve(struct rribbit_tables *tables, bool chain, bool seven, int frogs,
                   const struct rribbit_solve_settings *settings)
{
    memset(tables, 0, sizeof *tables);
    tables->chain = chain;
    tables->seven = seven;
    tables->frogs = frogs;
    const int side_max = frogs - 1 < RRIBBIT_TABLE_SIDE_MAX ? frogs - 1 : RRIBBIT_TABLE_SIDE_MAX;
    tables->sets = rribbit_sets_make(side_max);
    bool fine = tables->sets != NULL;
    for (int total = 4; fine && total <= frogs; total++) {
        for (int key = 1; fine && 2 * key <= total; key++) {
            const int other = total - key;
            if (other < 3 || other > side_max || key > RRIBBIT_KEY_MAX) continue;
            fine = class_solve(tables, key, other, settings);
        }
    }
    if (!fine) rribbit_tables_free(tables);
    return fine;
}

void rribbit_tables_free(struct rribbit_tables *tables)
{
    for (int key = 0; key <= RRIBBIT_TABLE_SIDE_MAX; key++) {
        for (int other = 0; other <= RRIBBIT_TABLE_SIDE_MAX; other++) {
            free(tables->classes[key][other].key_moves);
            free(tables->classes[key][other].other_moves);
        }
    }
    rribbit_sets_free(tables->sets);
    memset(tables, 0, sizeof *tables);
}
