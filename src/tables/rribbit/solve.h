/* solve.h: finding the exact values of every Rrib-bit position with few frogs. What they
 * mean and where they lie is in rribbit/class.h. The two halves of a class are solved one after the
 * other. */
#ifndef POND_RRIBBIT_SOLVE_H
#define POND_RRIBBIT_SOLVE_H

#include "rribbit/class.h"

/* Sets with lists of those of up to `size_max` frogs; NULL if there is no memory. */
struct rribbit_sets *rribbit_sets_make(int size_max);
void rribbit_sets_free(struct rribbit_sets *sets);

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

/* Makes room for classes of at most that many frogs together; no class is there yet. */
bool rribbit_tables_begin(struct rribbit_tables *tables, bool chain, bool seven, int frogs);
void rribbit_tables_free(struct rribbit_tables *tables);

/* Gets memory for the codes of a half. */
bool rribbit_class_make(struct rribbit_class *class, int half);
void rribbit_class_free_half(struct rribbit_class *class, int half);
void rribbit_class_free(struct rribbit_class *class);
/* Solves one half of a class whose smaller classes are there, and leaves its codes. */
enum rribbit_solve_status rribbit_half_solve(struct rribbit_tables *tables,
                                             struct rribbit_class *class, int half,
                                             const struct rribbit_solve_settings *settings);
/* Solves all classes of at most `frogs` frogs together. Where it does not succeed nothing is left
 * to free. */
enum rribbit_solve_status rribbit_solve(struct rribbit_tables *tables, bool chain, bool seven,
                                        int frogs, const struct rribbit_solve_settings *settings);

/* The value of a position that is not over; drawn where the rules make it so at once (X8). Both
 * sides have a frog, and the class is there. */
unsigned rribbit_tables_value(const struct rribbit_tables *tables, uint64_t mover, uint64_t waiter);
bool rribbit_tables_have(const struct rribbit_tables *tables, int mover_frogs, int waiter_frogs);

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
