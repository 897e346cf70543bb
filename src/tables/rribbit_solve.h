/* rribbit_solve.h: exact values of every Rrib-bit position with few frogs.
 *
 * A class is how many frogs the two sides have. Every position of a class has a value: won, drawn
 * or lost for the side to move, with the distance in plies to the end of the game under best play
 * (the winner hurries, the loser delays). Infinite play is a draw; X9 and X10 are left to whoever
 * asks: a distance says whether a win comes in time.
 *
 * A quiet move changes the colour of one frog's pad and the side to move. So a class falls into two
 * halves that know nothing of each other, by the parity of the frogs on dark pads and the side to
 * move. They are solved one after the other. Where both sides have as many frogs, exchanging them
 * leads from one half to the other: one half tells everything. */
#ifndef POND_RRIBBIT_SOLVE_H
#define POND_RRIBBIT_SOLVE_H

#include "rribbit_sets.h"

#define RRIBBIT_TABLE_FROGS_MIN 4 /* with fewer the game is over (X8) or a lone side has none */
#define RRIBBIT_TABLE_FROGS_MAX 7
#define RRIBBIT_CODES 256

/* A value: 0 is drawn, a distance in plies is won, one with this bit is lost. */
#define RRIBBIT_LOST 0x8000u

static inline bool rribbit_value_lost(unsigned value) { return (value & RRIBBIT_LOST) != 0; }
static inline bool rribbit_value_won(unsigned value) { return value != 0 && value < RRIBBIT_LOST; }
static inline int rribbit_value_distance(unsigned value) { return (int)(value & ~RRIBBIT_LOST); }

/* Positions of k frogs against v, k <= v: both sides to move. The set of the k frogs, brought to a
 * standard place by the board's symmetries, picks a slice; the set of the v frogs a byte in it. The
 * byte is a code, whose value is in the half's list. */
struct rribbit_class {
    int key_frogs, other_frogs; /* k, v */
    int halves;                 /* two, or one where k = v */
    uint32_t slices;            /* sets of k frogs up to symmetry */
    /* By the parity of all frogs on dark pads: where a slice begins, and behind the last. */
    uint64_t *start[2];
    /* By who moves (0: the k frogs) and that parity; NULL where not there. The half is the parity
     * of both. */
    uint8_t *codes[2][2];
    uint16_t value[2][RRIBBIT_CODES]; /* by half and code */
    uint16_t value_count[2];
};

struct rribbit_tables {
    bool chain, seven; /* the options turn=chain and win=row-or-seven */
    struct rribbit_class classes[RRIBBIT_SIDE_MAX + 1][RRIBBIT_SIDE_MAX + 1]; /* [k][v] */
    struct rribbit_sets *sets;                                                /* with lists */
};

struct rribbit_solve_settings {
    int threads;
    const volatile bool *stop; /* may be NULL */
    void *context;
    /* Told after every step of a half: the distance that is done (0: the first pass) and the
     * largest that is known to be needed. May be NULL. */
    void (*progress)(void *context, const struct rribbit_class *class, int half, int distance,
                     int distance_most);
};

enum rribbit_solve_status {
    RRIBBIT_SOLVED,
    RRIBBIT_STOPPED,
    RRIBBIT_NO_MEMORY,
    RRIBBIT_TOO_LONG, /* more different distances than a byte can tell apart */
};

/* Makes room for classes of at most so many frogs together; no class is there yet. */
bool rribbit_tables_begin(struct rribbit_tables *tables, bool chain, bool seven, int frogs);
void rribbit_tables_free(struct rribbit_tables *tables);

/* Is k against v a class that needs a table? */
bool rribbit_class_exists(int key_frogs, int other_frogs);
/* Prepares a class (again); its codes are NULL. False where there is no memory. */
bool rribbit_class_begin(const struct rribbit_sets *sets, struct rribbit_class *class,
                         int key_frogs, int other_frogs);
/* Gets memory for the codes of a half. */
bool rribbit_class_make(struct rribbit_class *class, int half);
void rribbit_class_free_half(struct rribbit_class *class, int half);
void rribbit_class_free(struct rribbit_class *class);
/* How many codes the array has that is read when `side` (0: the k frogs) moves in a half. */
uint64_t rribbit_class_size(const struct rribbit_class *class, int half, int side);

/* Solves one half of a class whose smaller classes are there, and leaves its codes. */
enum rribbit_solve_status rribbit_half_solve(struct rribbit_tables *tables,
                                             struct rribbit_class *class, int half,
                                             const struct rribbit_solve_settings *settings);
/* Solves all classes of at most `frogs` frogs together. Where it does not succeed nothing is left
 * to free. */
enum rribbit_solve_status rribbit_solve(struct rribbit_tables *tables, bool chain, bool seven,
                                        int frogs, const struct rribbit_solve_settings *settings);

/* Where a position lies in a class. */
struct rribbit_spot {
    int half, side;
    uint64_t place;
};

/* Both sides have frogs as many as the class says; `mover` is to move. */
struct rribbit_spot rribbit_spot_find(const struct rribbit_sets *sets,
                                      const struct rribbit_class *class, uint64_t mover,
                                      uint64_t waiter);
/* The other way round. `mover` and `waiter` may share a pad. */
void rribbit_spot_frogs(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        const struct rribbit_spot *spot, uint64_t *mover, uint64_t *waiter);

/* The value of a position that is not over; drawn where the rules make it so at once (X8). Both
 * sides have a frog, and the class is there. */
unsigned rribbit_tables_value(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter);
bool rribbit_tables_have(const struct rribbit_tables *tables, int mover_frogs, int waiter_frogs);

/* How the positions of a class stand for the side to move, all images by symmetry counted. */
struct rribbit_tally {
    uint64_t won, drawn, lost;
    int longest_win, longest_loss;
};

/* Adds a half's positions, by who moves (0: the k frogs). Where both sides have as many frogs, all
 * are in the first. */
void rribbit_half_tally(const struct rribbit_sets *sets, const struct rribbit_class *class,
                        int half, struct rribbit_tally tally[2]);

/* ---- For the files of the solver alone ---- */

/* What the captures of a position are worth to the side to move, in plies; 0: there is none. */
struct rribbit_captures {
    int win, loss; /* the shortest win, the longest loss */
    bool draw;
};

struct rribbit_captures rribbit_captures_find(const struct rribbit_tables *tables, uint64_t mover,
                                              uint64_t waiter);

#endif
