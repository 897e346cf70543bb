/* load.h: many simulated players on a play server, for `pond load`. */
#ifndef POND_LOAD_H
#define POND_LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "stream.h"

struct load_options {
    struct stream_address address;
    int tables;        /* each with two players */
    int idle;          /* connections that only say hello */
    const char *game;  /* NULL: all of them in turn */
    uint32_t pause_ms; /* between a turn's beginning and its move; 0: at once */
    uint32_t time_ms;  /* how long it is measured, once every table plays */
    uint64_t seed;     /* of all choices */
    bool check;        /* compare every view with the finished game's record */
    int pid;           /* of the server, where it runs here; 0: unknown */
    FILE *marks;       /* `begin N` and `end N` for other programs; NULL: none */
    FILE *progress;    /* for a person who waits; NULL: none */
    const char *lang;  /* in which the server says why it refuses */
    const volatile bool *stop;
};

enum load_why { LOAD_REFUSED, LOAD_UNREACHED, LOAD_GONE, LOAD_LATE };

struct load_figures {
    uint64_t moves, games; /* while it was measured */
    uint64_t views_checked, wrong_views, wrong_order, refused, lost;
    double seconds;
    double latency_ms_50, latency_ms_99, latency_ms_999, latency_ms_max;
    double server_cpu_seconds; /* of the same time; below zero where unknown */
    double bytes_a_connection; /* of the server's memory, likewise */
    int connections;
    enum load_why why; /* where it could not be measured */
    char trouble[200]; /* the first refusal, in the server's words */
};

/* Opens the tables, plays and measures. False if it could not (figures->why says why). */
bool load_run(const struct load_options *options, struct load_figures *figures);

#endif
