/* solve.h: what `pond solve` shares between the games it solves. */
#ifndef POND_SOLVE_H
#define POND_SOLVE_H

#include "cli.h"
#include "make.h"

/* A solve, and how far it is. */
struct solving {
    const struct cli *cli;
    const struct pond_config *config;
    const char *folder; /* where tables go; NULL with --dry */
    int threads;
    bool quiet; /* no progress to show */
    bool mute;  /* another process of the same run reports the results */
    uint64_t start_ms, shown_ms;
    /* How much was done when it first was told: what an earlier run has left takes no time. */
    double done_first;
    bool told;
    int rings, rings_done; /* of a --dry run of all */
};

/* Becomes true when the person wants it to end. */
extern volatile bool solve_stopped;

/* Shows how far it is, now and then; `what` may be empty. */
void solve_progress(struct solving *solving, const char *what, double done);
void solve_progress_end(const struct solving *solving);
double solve_seconds(const struct solving *solving);
struct make_settings solve_make_settings(struct solving *solving, int level);
/* An exit code for how it ended, with a complaint where it did not succeed. */
int solve_status(const struct solving *solving, enum make_status status,
                 const struct pond_error *why);

int solve_quibbit(struct solving *solving);
int solve_three(struct solving *solving);
int solve_rribbit(struct solving *solving);

#endif
