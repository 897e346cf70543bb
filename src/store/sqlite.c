/* sqlite.c: the store in one file, for one node. See store.h and driver.h.
 *
 * The log is made for appending. Events of all tables follow each other in the order in which
 * they came, so a commit writes the end of one tree and not a page for every table; `heads` has, by
 * table, the version reached and the row of the last event, and every event the row of the one
 * before it. The version in `heads` decides races: an append that does not follow it changes no
 * row there.
 *
 * Write-ahead log and a flush at every commit (synchronous=FULL): what is acknowledged survives a
 * power cut. Backups are in sqlite_backup.c. */
#include "sqlite.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

#define PAGE_BYTES 4096 /* of the database's first page, which every file has */
#define SQL_MAX 640     /* bytes of a statement */

static const char *const own[STATEMENTS] = {
    [SQL_HEAD_ADD] = "INSERT INTO heads(number, version, last) VALUES($1, 0, 0) "
                     "ON CONFLICT DO NOTHING",
    [SQL_HEAD_MOVE] = "UPDATE heads SET version = $2, last = $3 "
                      "WHERE number = $1 AND version = $4",
    [SQL_HEAD_FIND] = "SELECT version, last FROM heads WHERE number = $1",
    [SQL_EVENT_ADD] = "INSERT INTO events(number, version, earlier, at, text, row) "
                      "VALUES($1, $2, $3, $4, $5, $6)",
    [SQL_EVENT_LAST] = "SELECT max(row) FROM events",
    [SQL_EVENT_FIND] = "SELECT earlier, at, text FROM events WHERE row = $1",
    [SQL_TRACES] = "SELECT t.id, e.version, e.row, e.text FROM events e "
                   "JOIN tables t ON t.number = e.number WHERE instr(e.text, $1) > 0 LIMIT 1000",
    [SQL_REWRITE] = "UPDATE events SET text = $1 WHERE row = $2 AND version = $3",
    [SQL_DEVICES] = "SELECT lower(hex(hash)), seen, device FROM keys "
                    "WHERE person = $1 ORDER BY seen DESC LIMIT 100",
    [SQL_PEOPLE] = "SELECT p.id, coalesce(max(k.seen), 0) AS seen, p.name FROM persons p "
                   "LEFT JOIN keys k ON k.person = p.id WHERE $1 = '' OR p.id = $1 OR "
                   "instr(lower(p.name), lower($1)) > 0 GROUP BY p.id, p.name "
                   "ORDER BY seen DESC LIMIT 100",
    [SQL_SIZE] = "SELECT (SELECT page_count FROM pragma_page_count) * "
                 "(SELECT page_size FROM pragma_page_size), "
                 "(SELECT count(*) FROM persons), (SELECT count(*) FROM tables)",
};

/* The schema's versions, each a step from the one before; a file of an older one is brought up. */
static const char *const migrations[] = {
    "CREATE TABLE tables(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);"
    "CREATE TABLE heads(number INTEGER PRIMARY KEY, version INTEGER NOT NULL,"
    " last INTEGER NOT NULL);"
    "CREATE TABLE events(row INTEGER PRIMARY KEY, number INTEGER NOT NULL,"
    " version INTEGER NOT NULL, earlier INTEGER NOT NULL, at INTEGER NOT NULL,"
    " text TEXT NOT NULL);"
    "CREATE TABLE lists(number INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL,"
    " clock TEXT NOT NULL, seats TEXT NOT NULL, phase INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " rated INTEGER NOT NULL, updated INTEGER NOT NULL, waits INTEGER NOT NULL);"
    "CREATE INDEX lists_lobby ON lists(phase, updated) WHERE listed = 1 AND phase < 2;"
    "CREATE TABLE sitting(person TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " PRIMARY KEY(person, number)) WITHOUT ROWID;"
    "CREATE INDEX sitting_table ON sitting(number);"
    "CREATE TABLE persons(id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE keys(hash BLOB PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE codes(hash BLOB PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE ratings(person TEXT NOT NULL, game TEXT NOT NULL, rating REAL NOT NULL,"
    " deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL,"
    " PRIMARY KEY(person, game)) WITHOUT ROWID;"
    "CREATE INDEX ratings_best ON ratings(game, rating);"
    "CREATE TABLE history(row INTEGER PRIMARY KEY, person TEXT NOT NULL, game TEXT NOT NULL,"
    " at INTEGER NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,"
    " volatility REAL NOT NULL, number INTEGER NOT NULL, score REAL NOT NULL);"
    "CREATE INDEX history_person ON history(person, game, at);",
    "CREATE INDEX keys_person ON keys(person);",
    "ALTER TABLE keys ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE keys ADD COLUMN device TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE notes(kind TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY(kind, key)) WITHOUT ROWID;"
    "CREATE INDEX notes_newest ON notes(kind, at);"
    "CREATE INDEX history_table ON history(number);",
    ("ALTER TABLE lists ADD COLUMN days INTEGER NOT NULL DEFAULT 0;"
     "UPDATE lists SET days = 1 WHERE clock LIKE '%\"days\"%';"),
};

#define SCHEMA_VERSION ((int)(sizeof migrations / sizeof migrations[0]))

const int sqlite_schema_newest = SCHEMA_VERSION;

/* A file as it was seen in its place. */
struct place {
    char path[1200];
    dev_t device;
    ino_t node;
    bool seen, whole; /* whole: with its first page, once it had one */
};

struct sqlite {
    struct store_link link;
    sqlite3 *database;
    sqlite3_stmt *statement[STATEMENTS], *begin, *commit;
    struct place file, log; /* the database and its write-ahead log; no path: in memory */
    int64_t row;            /* the last of all events, in a transaction; -1: not asked yet */
};

/* ---- The files ---- */

/* A file that is moved, deleted or emptied while we use it can still be written to, but the next
 * server to start would not find what was written. So it is checked before every commit. */
static bool place_holds(struct place *place)
{
    struct stat now;
    if (place->path[0] == '\0') return true;
    const bool there = stat(place->path, &now) == 0;
    if (!place->seen && there) {
        place->device = now.st_dev;
        place->node = now.st_ino;
        place->seen = true;
    }
    if (!place->seen) return true;
    if (!there || now.st_dev != place->device || now.st_ino != place->node) return false;
    const bool whole = now.st_size >= PAGE_BYTES;
    const bool emptied = place->whole && !whole;
    place->whole |= whole;
    return !emptied;
}

static bool places_hold(struct sqlite *link)
{
    link->log.whole = false; /* a checkpoint may empty the log, and only that */
    return place_holds(&link->file) && place_holds(&link->log);
}

static void places_begin(struct sqlite *link, const char *file)
{
    if (file[0] == '\0' || file[0] == ':' || strlen(file) + 8 > sizeof link->file.path) return;
    snprintf(link->file.path, sizeof link->file.path, "%s", file);
    snprintf(link->log.path, sizeof link->log.path, "%s-wal", file);
    places_hold(link);
}

/* ---- Opening ---- */

static bool execute(sqlite3 *database, const char *text)
{
    return sqlite3_exec(database, text, NULL, NULL, NULL) == SQLITE_OK;
}

int sqlite_schema_version(sqlite3 *database)
{
    sqlite3_stmt *statement = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(database, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        version = sqlite3_column_int(statement, 0);
    }
    sqlite3_finalize(statement);
    return version;
}

bool sqlite_trouble(struct store_trouble *why, sqlite3 *database)
{
    enum store_why kind = STORE_WHY_TEXT;
    switch (sqlite3_errcode(database) & 0xff) {
    case SQLITE_CORRUPT: kind = STORE_WHY_DAMAGED; break;
    case SQLITE_NOTADB: kind = STORE_WHY_FOREIGN; break;
    case SQLITE_FULL: kind = STORE_WHY_FULL; break;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM: kind = STORE_WHY_LOCKED; break;
    default: break;
    }
    return store_trouble_is(why, kind, sqlite3_errmsg(database));
}

/* Is this an empty file, or a store that this version knows? One statement sees one state, even
 * while another program makes the schema. */
static bool schema_known(sqlite3 *database, struct store_trouble *why)
{
    static const char text[] =
        "SELECT (SELECT user_version FROM pragma_user_version), count(*), "
        "count(*) FILTER (WHERE type = 'table' AND name IN ('tables', 'heads', 'events', 'lists')) "
        "FROM sqlite_master";
    sqlite3_stmt *statement = NULL;
    bool read = sqlite3_prepare_v2(database, text, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;
    const int version = read ? sqlite3_column_int(statement, 0) : 0;
    const int all = read ? sqlite3_column_int(statement, 1) : 0;
    const int ours = read ? sqlite3_column_int(statement, 2) : 0;
    if (!read) sqlite_trouble(why, database);
    sqlite3_finalize(statement);
    if (!read) return false;
    if (version == 0 ? all > 0 : ours < 4) {
        return store_trouble_is(why, STORE_WHY_FOREIGN, "it is not a Pond database");
    }
    if (version <= SCHEMA_VERSION) return true;
    return store_trouble_is(why, STORE_WHY_NEWER, "a newer version of Pond has written it");
}

/* Brings the schema up to ours, in one transaction, which also shows whether it can be written. */
static bool migrate(sqlite3 *database, struct store_trouble *why)
{
    if (!execute(database, "BEGIN IMMEDIATE")) return sqlite_trouble(why, database);
    const int found = sqlite_schema_version(database);
    bool fine = found >= 0 && found <= SCHEMA_VERSION;
    for (int version = found; fine && version < SCHEMA_VERSION; version++) {
        fine = execute(database, migrations[version]);
    }
    char text[48];
    snprintf(text, sizeof text, "PRAGMA user_version = %d", SCHEMA_VERSION);
    if (found != SCHEMA_VERSION) fine = fine && execute(database, text);
    if (fine && execute(database, "COMMIT")) return true;
    sqlite_trouble(why, database);
    execute(database, "ROLLBACK");
    return false;
}

/* The library counts every piece of memory under a lock unless it is told before its start not to:
 * nobody reads those counts, and they cost some thirty locks a move. */
static void library_begin(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

static const struct driver driver;

static struct sqlite *sqlite_of(struct store_link *link) { return (struct sqlite *)link; }

static void link_close(struct store_link *link)
{
    struct sqlite *sqlite = sqlite_of(link);
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(sqlite->statement[i]);
    sqlite3_finalize(sqlite->begin);
    sqlite3_finalize(sqlite->commit);
    sqlite3_close(sqlite->database);
    free(sqlite);
}

static bool prepare_text(struct sqlite *sqlite, const char *text, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(sqlite->database, text, -1, SQLITE_PREPARE_PERSISTENT, statement,
                              NULL) == SQLITE_OK;
}

/* Values are written ?1 here, where $1 would be a name. */
static bool prepare(struct sqlite *sqlite, enum statement which)
{
    char text[SQL_MAX];
    const char *words = statement_text(&driver, which);
    if (words == NULL) return true;
    snprintf(text, sizeof text, "%s", words);
    for (char *at = text; (at = strchr(at, '$')) != NULL;) *at = '?';
    return prepare_text(sqlite, text, &sqlite->statement[which]);
}

/* A store has the secrets of running deals: nobody else may read it. SQLite gives its log the same
 * mode. A file that exists is not opened here: closing it would drop SQLite's locks on it. */
static void file_make(const char *file)
{
    if (file[0] == ':') return; /* in memory */
    const int made = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (made >= 0) close(made);
}

/* Opens the file, and changes nothing in one that is not a store of ours. */
static bool file_open(const char *file, sqlite3 **database, struct store_trouble *why)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    file_make(file);
    if (sqlite3_open_v2(file, database, flags, NULL) != SQLITE_OK) {
        return sqlite_trouble(why, *database);
    }
    sqlite3_busy_timeout(*database, SQLITE_BUSY_MS);
    if (!schema_known(*database, why)) {
        sqlite3_db_config(*database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        return false;
    }
    if (sqlite3_db_readonly(*database, "main") == 1) {
        return store_trouble_is(why, STORE_WHY_LOCKED, "the file can't be written to");
    }
    return execute(*database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                              "PRAGMA cache_size = -16384;") ||
           sqlite_trouble(why, *database);
}

static struct store_link *link_open(const char *where, struct store_trouble *why)
{
    static pthread_once_t begun = PTHREAD_ONCE_INIT;
    const char *file = where + strlen(store_sqlite.scheme);
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    pthread_once(&begun, library_begin);
    if (sqlite == NULL) return NULL;
    sqlite->link.driver = &driver;
    bool fine = file_open(file, &sqlite->database, why) && migrate(sqlite->database, why);
    const bool ours = fine;
    for (int i = 0; fine && i < STATEMENTS; i++) fine = prepare(sqlite, (enum statement)i);
    fine = fine && prepare_text(sqlite, "BEGIN IMMEDIATE", &sqlite->begin) &&
           prepare_text(sqlite, "COMMIT", &sqlite->commit);
    if (fine) places_begin(sqlite, file);
    if (fine) return &sqlite->link;
    if (ours) sqlite_trouble(why, sqlite->database);
    link_close(&sqlite->link);
    return NULL;
}

static bool step(sqlite3_stmt *statement)
{
    const bool fine = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return fine;
}

static enum store_status begin(struct store_link *link)
{
    struct sqlite *sqlite = sqlite_of(link);
    sqlite->row = -1;
    if (!places_hold(sqlite)) return STORE_DOWN;
    return step(sqlite->begin) ? STORE_FINE : STORE_REFUSED;
}

static enum store_status commit(struct store_link *link)
{
    struct sqlite *sqlite = sqlite_of(link);
    const bool fine = step(sqlite->commit);
    if (!sqlite->log.seen) place_holds(&sqlite->log); /* the first commit makes it */
    return fine ? STORE_FINE : STORE_REFUSED;
}

static void rollback(struct store_link *link)
{
    sqlite3 *database = sqlite_of(link)->database;
    if (sqlite3_get_autocommit(database) == 0) execute(database, "ROLLBACK");
}

/* Whether something can be written shows where it is: the version of the schema once more. */
static enum store_status check(struct store_link *link, bool writes)
{
    struct sqlite *sqlite = sqlite_of(link);
    char text[48];
    if (!places_hold(sqlite)) return STORE_DOWN;
    snprintf(text, sizeof text, "PRAGMA user_version = %d", SCHEMA_VERSION);
    return !writes || execute(sqlite->database, text) ? STORE_FINE : STORE_REFUSED;
}

/* ---- The driver ---- */

static void value_bind(sqlite3_stmt *statement, int at, const struct value *value)
{
    switch (value->kind) {
    case VALUE_NUMBER: sqlite3_bind_int64(statement, at, value->as.number); break;
    case VALUE_REAL: sqlite3_bind_double(statement, at, value->as.real); break;
    case VALUE_TEXT: sqlite3_bind_text(statement, at, value->as.text, -1, SQLITE_STATIC); break;
    case VALUE_HASH:
        sqlite3_bind_blob(statement, at, value->as.hash, STORE_HASH_SIZE, SQLITE_STATIC);
        break;
    }
}

static void driver_begin(struct rows *rows, enum statement which, const struct value *values,
                         int count)
{
    sqlite3_stmt *statement = sqlite_of(rows->link)->statement[which];
    for (int i = 0; i < count; i++) value_bind(statement, i + 1, &values[i]);
    rows->result = statement;
}

static void driver_end(struct rows *rows)
{
    sqlite3_reset(rows->result);
    rows->result = NULL;
}

static bool driver_next(struct rows *rows)
{
    const int code = sqlite3_step(rows->result);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) rows->status = STORE_REFUSED;
    driver_end(rows);
    return false;
}

static int64_t driver_number(const struct rows *rows, int column)
{
    return sqlite3_column_int64(rows->result, column);
}

static double driver_real(const struct rows *rows, int column)
{
    return sqlite3_column_double(rows->result, column);
}

static const char *driver_text(const struct rows *rows, int column)
{
    const char *text = (const char *)sqlite3_column_text(rows->result, column);
    return text != NULL ? text : "";
}

/* ---- The log ---- */

static enum store_status head_find(struct store_link *link, int64_t number, uint32_t *version,
                                   int64_t *last)
{
    struct rows rows;
    const enum store_status status =
        statement_find(link, SQL_HEAD_FIND, &rows, VALUES(NUMBER(number)));
    if (status != STORE_FINE) return status;
    *version = (uint32_t)driver_number(&rows, 0);
    *last = driver_number(&rows, 1);
    return rows_end(&rows);
}

/* The row that the next event gets. Within a transaction nobody else adds any. */
static enum store_status row_next_find(struct store_link *link, int64_t *row)
{
    struct sqlite *sqlite = sqlite_of(link);
    enum store_status status = STORE_FINE;
    if (sqlite->row < 0) {
        struct rows rows;
        status = statement_find(link, SQL_EVENT_LAST, &rows, NULL, 0);
        if (status != STORE_FINE) return STORE_REFUSED;
        sqlite->row = driver_number(&rows, 0);
        status = rows_end(&rows);
    }
    *row = sqlite->row + 1;
    return status;
}

/* Moves the head from the version before these events to that of the last, whose row is `last`. */
static enum store_status head_move(struct store_link *link, const struct store_request *request,
                                   int64_t last)
{
    const uint32_t before = request->version - 1;
    const enum store_status status =
        statement_run(link, SQL_HEAD_MOVE,
                      VALUES(NUMBER(request->place), NUMBER(before + request->event_count),
                             NUMBER(last), NUMBER(before)));
    if (status != STORE_FINE) return status;
    return sqlite3_changes(sqlite_of(link)->database) == 1 ? STORE_FINE : STORE_CONFLICT;
}

/* Knowing the previous event (there is only one of that version) saves a lookup. */
static enum store_status events_add(struct store_link *link, struct store_request *request,
                                    bool *there)
{
    uint32_t version = 0;
    int64_t earlier = request->behind, row = 0;
    enum store_status status = STORE_FINE;
    *there = false;
    if (request->version == 1) {
        status = statement_run(link, SQL_HEAD_ADD, VALUES(NUMBER(request->place)));
    }
    if (status == STORE_FINE && earlier == 0) {
        status = head_find(link, request->place, &version, &earlier);
    }
    if (status == STORE_FINE) status = row_next_find(link, &row);
    if (status == STORE_FINE) status = head_move(link, request, row - 1 + request->event_count);
    for (uint32_t i = 0; i < request->event_count && status == STORE_FINE; i++) {
        const struct store_event *event = &request->events[i];
        status =
            statement_run(link, SQL_EVENT_ADD,
                          VALUES(NUMBER(request->place), NUMBER(event->version), NUMBER(earlier),
                                 NUMBER(event->at_ms), TEXT(event->text), NUMBER(row)));
        request->mark = earlier = sqlite_of(link)->row = row++;
    }
    return status;
}

static void events_turn(struct store_request *request)
{
    for (uint32_t i = 0; i < request->event_count / 2; i++) {
        const struct store_event event = request->events[i];
        request->events[i] = request->events[request->event_count - 1 - i];
        request->events[request->event_count - 1 - i] = event;
    }
}

/* Follows the chain from the last event back to the version asked for, and turns it round. */
static enum store_status events_load(struct store_link *link, struct store_request *request)
{
    uint32_t version = 0;
    int64_t row = 0;
    enum store_status status = table_number(link, SQL_TABLE_FIND, request->table, &request->place);
    if (status == STORE_FINE) status = head_find(link, request->place, &version, &row);
    request->mark = row;
    while (status == STORE_FINE && version > request->version) {
        struct rows rows;
        status = statement_find(link, SQL_EVENT_FIND, &rows, VALUES(NUMBER(row)));
        if (status != STORE_FINE) return STORE_REFUSED;
        row = driver_number(&rows, 0);
        store_request_event(request, version--, driver_number(&rows, 1), driver_text(&rows, 2));
        status = rows_end(&rows);
    }
    events_turn(request);
    return status;
}

static const struct driver driver = {
    .own = own,
    .begin = driver_begin,
    .next = driver_next,
    .number = driver_number,
    .real = driver_real,
    .text = driver_text,
    .end = driver_end,
    .events_add = events_add,
    .events_load = events_load,
};

const struct store_backend store_sqlite = {
    .scheme = "sqlite:",
    .shared = false,
    .open = link_open,
    .close = link_close,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = store_verb_run,
    .backup = sqlite_backup,
    .restore = sqlite_restore,
    .check_backup = sqlite_backup_check,
    .check = check,
};
