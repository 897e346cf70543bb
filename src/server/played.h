/* played.h: what was played on this server, counted for the explorer. A host opts in by naming the
 * file. Only finished games at public tables are counted, and only as counts: no names, no times,
 * no whole games. */
#ifndef POND_SERVER_PLAYED_H
#define POND_SERVER_PLAYED_H

#include "buffer.h"
#include "pond/match.h"

struct played;

/* Goes on with the file, or begins it where there is none. NULL if it can't be read: `error` is
 * the system's number for it, or 0, and then `why` says what is wrong with its bytes. */
struct played *played_open(const char *path, int *error, struct pond_error *why);
/* Counts a game that is over. */
void played_add(struct played *played, const struct pond_match *match);
/* The collection of a few seconds ago; stays the caller's until blob_drop. */
struct blob *played_blob(struct played *played);
/* Has the latest attempt to write the file failed? It is made once a minute. */
bool played_failing(struct played *played);
/* Saves and forgets; NULL is fine. */
void played_close(struct played *played);

#endif
