/* longest.h: the longest win in a Rrib-bit tablebase; for tables.c. */
#ifndef POND_LONGEST_H
#define POND_LONGEST_H

#include "cli.h"
#include "file.h"

/* Prints a position and the line of best play to its end; false if the table has none. */
bool longest_tell(const struct cli *cli, const char *folder, const struct table_file *file);

#endif
