/* serve.h: what the commands around the play server share. */
#ifndef POND_SERVE_H
#define POND_SERVE_H

#include "cli.h"

#define STORE_PATH_SIZE 1200
#define PORT_FIRST 7878 /* where a server listens unless it is told otherwise, */
#define PORTS_TRIED 20  /* or at the next one that is free */

/* A file in the person's data folder, which is made. EXIT_FINE or has complained. */
int take_data_file(const struct cli *cli, const char *name, char path[STORE_PATH_SIZE]);
/* The --store, or the one in the data folder, which is made. EXIT_FINE or has complained. */
int take_store(const struct cli *cli, char store[STORE_PATH_SIZE]);

/* Locks the store's file until the program ends. EXIT_FINE or has complained: with `taken`, where a
 * server holds the lock. */
int store_lock(const struct cli *cli, const char *store, enum say taken);
struct store_trouble;
/* What was wrong with a store, in the reader's language where there are words for it. */
const char *store_reason(const struct cli *cli, const struct store_trouble *trouble);
/* Says that the store cannot be opened, and why; never shows a password. */
int store_complain(const struct cli *cli, const char *store, const struct store_trouble *trouble);
/* Why a file could not be made: where a directory is missing, that. */
const char *folder_reason(const struct cli *cli, int error);

/* The file beside the store that lets `pond host` in. EXIT_FINE or has complained. */
int take_control(const struct cli *cli, const char *store, char path[STORE_PATH_SIZE]);

/* Where a game night is found: the big screen here, phones in the same network (night.c). */
void night_say(const struct cli *cli, const char *scheme, const char *address, int port);

struct terminal_options;
/* How the terminal is to look: language, colours, letters (play.c). */
void take_looks(const struct cli *cli, struct terminal_options *options);

#endif
