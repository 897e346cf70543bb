/* sqlite_backup.c: copies of a store in one file: made, checked, put back. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sqlite.h"

/* Is every page where it belongs? A copy of a damaged file may well succeed, and lack games. */
static bool whole_check(sqlite3 *database, struct store_trouble *why)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    bool fine = said != NULL && strcmp(said, "ok") == 0;
    if (!fine && said != NULL) store_trouble_is(why, STORE_WHY_DAMAGED, said);
    if (!fine && said == NULL) sqlite_trouble(why, database);
    sqlite3_finalize(statement);
    return fine;
}

/* What a store of ours never has; each of these finds something only where somebody else wrote. */
static const char *const strange[] = {
    /* Programs of the database's own, which would run when we write. */
    "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')",
    /* From its last event back to its first, a table's log has no gap and no other table's event,
     */
    "SELECT 1 FROM heads h LEFT JOIN events e ON e.row = h.last WHERE h.version > 0 AND "
    "(e.row IS NULL OR e.number <> h.number OR e.version <> h.version)",
    "SELECT 1 FROM events e LEFT JOIN events p ON p.row = e.earlier WHERE e.version <> 1 AND "
    "(p.row IS NULL OR p.number <> e.number OR p.version <> e.version - 1)",
    /* and nothing besides. */
    "SELECT 1 FROM events e GROUP BY number HAVING count(*) IS NOT "
    "(SELECT version FROM heads h WHERE h.number = e.number)",
    "SELECT 1 FROM events WHERE typeof(text) <> 'text' OR instr(text, char(10)) > 0",
    /* What goes into answers as it is. */
    "SELECT 1 FROM lists WHERE NOT json_valid(clock) OR NOT json_valid(seats) "
    "OR json_type(clock) <> 'object' OR json_type(seats) <> 'array'",
    "SELECT 1 FROM ratings WHERE typeof(rating) <> 'real' OR abs(rating) > 1e5 OR "
    "typeof(deviation) <> 'real' OR deviation NOT BETWEEN 0 AND 1e4 OR games < 0",
    "SELECT 1 FROM keys WHERE typeof(hash) <> 'blob' OR length(hash) <> 32",
    "SELECT 1 FROM codes WHERE typeof(hash) <> 'blob' OR length(hash) <> 32",
};

/* Is its content consistent? Intact pages alone don't guarantee that. */
static bool contents_check(sqlite3 *database, struct store_trouble *why)
{
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        sqlite3_stmt *statement = NULL;
        int code = sqlite3_prepare_v2(database, strange[i], -1, &statement, NULL);
        if (code == SQLITE_OK) code = sqlite3_step(statement);
        if (code != SQLITE_ROW && code != SQLITE_DONE) sqlite_trouble(why, database);
        sqlite3_finalize(statement);
        if (code == SQLITE_ROW)
            return store_trouble_is(why, STORE_WHY_CHANGED, "it does not fit together");
        if (code != SQLITE_DONE) return false;
    }
    return true;
}

static bool source_check(sqlite3 *database, struct store_trouble *why)
{
    const int version = sqlite_schema_version(database);
    if (version < 0) return sqlite_trouble(why, database);
    if (version > sqlite_schema_newest) {
        return store_trouble_is(why, STORE_WHY_NEWER, "a newer version of Pond has written it");
    }
    if (version < 1) return store_trouble_is(why, STORE_WHY_FOREIGN, "it is not a Pond database");
    return whole_check(database, why) && contents_check(database, why);
}

/* The system has refused a file. */
static bool file_trouble(struct store_trouble *why)
{
    enum store_why kind = STORE_WHY_TEXT;
    if (errno == ENOSPC || errno == EDQUOT) kind = STORE_WHY_FULL;
    if (errno == EACCES || errno == EPERM || errno == EROFS || errno == ENOTDIR)
        kind = STORE_WHY_LOCKED;
    return store_trouble_is(why, kind, strerror(errno));
}

static bool vacuum_into(sqlite3 *database, const char *part, const char *to,
                        struct store_trouble *why)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(database, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK;
    if (fine) sqlite3_bind_text(statement, 1, part, -1, SQLITE_STATIC);
    fine = fine && sqlite3_step(statement) == SQLITE_DONE;
    if (!fine) sqlite_trouble(why, database);
    sqlite3_finalize(statement);
    if (!fine || rename(part, to) == 0) return fine;
    return file_trouble(why);
}

/* Copies a database into a file that must not exist yet; under another name until it is whole. It
 * belongs to the folder's owner where root makes it `theirs`. */
static bool copy_into(const char *from, const char *to, bool theirs, struct store_trouble *why)
{
    char part[1200];
    sqlite3 *database = NULL;
    if (access(to, F_OK) == 0) {
        return store_trouble_is(why, STORE_WHY_THERE, "the file is there already");
    }
    if (access(from, F_OK) != 0)
        return store_trouble_is(why, STORE_WHY_MISSING, "there is no such file");
    snprintf(part, sizeof part, "%s.part", to);
    remove(part);
    /* It has the secrets of running deals: nobody else may read it, from the first byte on. */
    const int made = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (made < 0) return file_trouble(why);
    if (theirs) store_file_give(made, part);
    close(made);
    bool fine = sqlite3_open_v2(from, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (fine) sqlite3_busy_timeout(database, SQLITE_BUSY_MS);
    if (!fine) sqlite_trouble(why, database);
    fine = fine && source_check(database, why) && vacuum_into(database, part, to, why);
    sqlite3_close(database);
    remove(part);
    return fine;
}

bool sqlite_backup(const char *where, const char *file, struct store_trouble *why)
{
    return copy_into(where + strlen(store_sqlite.scheme), file, false, why);
}

bool sqlite_backup_check(const char *file, struct store_trouble *why)
{
    sqlite3 *database = NULL;
    if (access(file, F_OK) != 0)
        return store_trouble_is(why, STORE_WHY_MISSING, "there is no such file");
    bool fine = sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
    if (!fine) sqlite_trouble(why, database);
    fine = fine && source_check(database, why);
    sqlite3_close(database);
    return fine;
}

/* SQLite would replay a log that another file has left there into the restored one, and ruin it. */
bool sqlite_restore(const char *where, const char *file, struct store_trouble *why)
{
    static const char *const left[] = {"-wal", "-shm", "-journal"};
    const char *to = where + strlen(store_sqlite.scheme);
    char path[1300];
    for (size_t i = 0; i < sizeof left / sizeof left[0] && access(to, F_OK) != 0; i++) {
        snprintf(path, sizeof path, "%s%s", to, left[i]);
        if (access(path, F_OK) == 0) {
            return store_trouble_is(why, STORE_WHY_LEFT, "a log of another file is still there");
        }
    }
    return copy_into(file, to, true, why);
}
