/* peer.h: another program that plays, the pipes to it, and how it is ended.
 *
 * Every program has a process group of its own, and all of it goes when the program is done, does
 * not answer, or when a signal ends us: nothing is left behind that nobody waits for. */
#ifndef POND_PEER_H
#define POND_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peer;

/* Starts a command of the shell with its standard input and output connected to us; NULL if the
 * system does not let it. */
struct peer *peer_start(const char *program);
/* The next line, cut to `size`; one that is longer than any of the protocol is skipped. False when
 * the program has ended, the time is over or a signal said stop. */
bool peer_read(struct peer *peer, char *line, size_t size, uint64_t until_ms);
/* False if the program does not listen. */
bool peer_write(struct peer *peer, const char *bytes, size_t count, uint64_t until_ms);
/* Tells it to quit, gives it a moment, and ends what is left of it. The program's exit status, as a
 * shell has it: 128 and more if a signal ended it. */
int peer_end(struct peer *peer);

/* From now on the first SIGINT or SIGTERM makes `stop` true, and nobody waits for a program any
 * longer; a second one ends all programs and us. */
void peers_stop_by(volatile bool *stop);
/* Has somebody said stop? */
bool peers_stopped(void);

#endif
