/* serve.h: what the commands around the play server share. */
#ifndef POND_SERVE_H
#define POND_SERVE_H

#include "cli.h"

#define STORE_PATH_SIZE 1200

/* The --store, or the one in the data folder, which is made. EXIT_FINE or has complained. */
int take_store(const struct cli *cli, char store[STORE_PATH_SIZE]);

#endif
