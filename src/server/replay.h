/* replay.h: a table as its log makes it, and the records of its games: pure, and made for the
 * store's threads, since a long log takes its time. */
#ifndef POND_REPLAY_H
#define POND_REPLAY_H

#include "buffer.h"
#include "table.h"

/* A store_request's `work` for STORE_LOAD: makes the table (`made`) out of the events up to the
 * request's `number`. */
void replay_table(struct store_request *request);

/* The record of the table's latest game as a seat or a spectator may see it. */
struct blob *replay_record(const struct table *table, int observer);

/* The records of a table's games. */
struct replay_records {
    uint32_t count; /* of the finished games, all of them */
    struct blob *finished[TABLE_GAMES_MAX];
    uint32_t latest_number; /* the one being played, or the last; 0: none has begun */
    struct blob *latest;    /* as the request's person may see it; NULL: it is a finished one */
};

/* Another `work`: makes them (`made`). */
void replay_records(struct store_request *request);

#endif
