/* make.h: making tables in a folder: existing files are kept, what is missing is made, and other
 * programs may do the same in the same folder at the same time. See folder.h.
 *
 * One file is one job. The process that holds a job's lock makes its file; a process that has to
 * wait for another's file checks again from time to time. */
#ifndef POND_MAKE_H
#define POND_MAKE_H

#include "quibbit/ring_file.h"
#include "rribbit/class_file.h"

enum make_status {
    MAKE_DONE,
    MAKE_STOPPED,
    MAKE_NO_MEMORY,
    MAKE_TOO_LONG, /* see RRIBBIT_TOO_LONG */
    MAKE_FAILED,   /* `why` says more */
};

struct make_progress {
    const char *job; /* "4v2", or a ring */
    uint32_t jobs, jobs_done;
    double done;  /* the part of all the work, 0 to 1 */
    bool waiting; /* for another program */
};

struct make_settings {
    const char *folder;
    int threads, level;
    const volatile bool *stop; /* becomes true when it should end; may be NULL */
    void *context;
    /* Called now and then; may be NULL. */
    void (*progress)(void *context, const struct make_progress *progress);
};

/* All classes of at most that many frogs. */
enum make_status make_rribbit(bool chain, bool seven, int frogs,
                              const struct make_settings *settings, struct pond_error *why);
/* Rings by number, from `first` to before `end`. */
enum make_status make_quibbit(const struct quibbit_ring_rules *rules, int first, int end,
                              const struct make_settings *settings, struct pond_error *why);

/* Opens a table of the folder; false if it is not there or not fine, and `why` says so. */
bool make_rribbit_open(const char *folder, const struct rribbit_sets *sets, bool chain, bool seven,
                       int key_frogs, int other_frogs, struct rribbit_table *table,
                       struct pond_error *why);
bool make_quibbit_open(const char *folder, const struct quibbit_ring_rules *rules, int layout,
                       struct quibbit_ring_table *table, struct pond_error *why);

#endif
