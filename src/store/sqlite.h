/* sqlite.h: what sqlite.c and sqlite_backup.c share. */
#ifndef POND_STORE_SQLITE_H
#define POND_STORE_SQLITE_H

#include <sqlite3.h>

#include "store.h"

#define SQLITE_BUSY_MS 5000

extern const int sqlite_schema_newest;
/* The version of a file's schema; below 0: it cannot be read. */
int sqlite_schema_version(sqlite3 *database);
/* Why the database's last call failed; gives false. */
bool sqlite_trouble(struct store_trouble *why, sqlite3 *database);

bool sqlite_backup(const char *where, const char *file, struct store_trouble *why);
bool sqlite_restore(const char *where, const char *file, struct store_trouble *why);
bool sqlite_backup_check(const char *file, struct store_trouble *why);

#endif
