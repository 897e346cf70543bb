/* sqlite.c: the store in one file, for one node. See store.h.
 *
 * The log is made for appending. Events of all tables lie behind each other in the order in which
 * they came, so a commit writes the end of one tree and not a page for every table; `heads` has, by
 * table, the version reached and the row of the last event, and every event the row of the one
 * before it. The version in `heads` decides races: an append that does not follow it changes no
 * row there.
 *
 * Write-ahead log and a flush at every commit (synchronous=FULL): what is acknowledged survives a
 * power cut. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store.h"

#define BUSY_MS 5000
#define PAGE_BYTES 4096 /* of the database's first page, which every file has */

enum statement {
    SQL_TABLE_FIND,
    SQL_TABLE_ADD,
    SQL_HEAD_ADD,
    SQL_HEAD_MOVE,
    SQL_HEAD_FIND,
    SQL_EVENT_ADD,
    SQL_EVENT_LAST,
    SQL_EVENT_FIND,
    SQL_LIST_PUT,
    SQL_LIST_CLEAN,
    SQL_SITTING_CLEAR,
    SQL_SITTING_ADD,
    SQL_LOBBY,
    SQL_MINE,
    SQL_PERSON_BY_KEY,
    SQL_PERSON_PUT,
    SQL_KEY_ADD,
    SQL_KEY_FIND,
    SQL_KEY_PUT,
    SQL_KEYS_MOVE,
    SQL_CODE_CLEAR,
    SQL_CODE_PUT,
    SQL_CODE_FIND,
    SQL_RATING_FIND,
    SQL_RATING_PUT,
    SQL_MEETINGS,
    SQL_HISTORY_ADD,
    SQL_LEADERS,
    SQL_HISTORY,
    SQL_TABLES,
    SQL_KEY_SEEN,
    SQL_KEY_MOVE,
    SQL_DEVICES,
    SQL_NOTE_PUT,
    SQL_NOTE_DROP,
    SQL_NOTES,
    SQL_PEOPLE,
    SQL_SIZE,
    SQL_TRACES,
    SQL_REWRITE,
    SQL_ERASE_KEYS,
    SQL_ERASE_SITTING,
    SQL_ERASE_RATINGS,
    SQL_ERASE_HISTORY,
    SQL_ERASE_PERSON,
    SQL_VOID_FIND,
    SQL_VOID_RATING,
    SQL_VOID_LATER,
    SQL_VOID_DROP,
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    STATEMENTS
};

#define LIST_COLUMNS                                                                               \
    "t.id, l.game, l.options, l.clock, l.seats, l.phase, l.listed, l.rated, l.updated, l.waits"

/* Is it a table of those who play by turns, and need not be there? */
#define BY_DAYS "(l.clock LIKE '%\"days\"%')"

static const char *const sql[STATEMENTS] = {
    [SQL_TABLE_FIND] = "SELECT number FROM tables WHERE id = ?1",
    [SQL_TABLE_ADD] = "INSERT INTO tables(id) VALUES(?1)",
    [SQL_HEAD_ADD] = "INSERT INTO heads(number, version, last) VALUES(?1, 0, 0)",
    [SQL_HEAD_MOVE] = "UPDATE heads SET version = ?2, last = ?3 WHERE number = ?1 AND version = ?4",
    [SQL_HEAD_FIND] = "SELECT version, last FROM heads WHERE number = ?1",
    [SQL_EVENT_ADD] = "INSERT INTO events(number, version, earlier, at, text, row) "
                      "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_EVENT_LAST] = "SELECT max(row) FROM events",
    [SQL_EVENT_FIND] = "SELECT version, earlier, at, text FROM events WHERE row = ?1",
    [SQL_LIST_PUT] =
        "REPLACE INTO lists(number, game, options, clock, seats, phase, listed, rated, "
        "updated, waits) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [SQL_LIST_CLEAN] = "UPDATE lists AS l SET listed = 0 WHERE l.listed = 1 AND l.phase < 2 AND "
                       "l.updated < ?1 AND (l.updated < ?2 OR NOT " BY_DAYS ")",
    [SQL_SITTING_CLEAR] = "DELETE FROM sitting WHERE number = ?1",
    [SQL_SITTING_ADD] = "REPLACE INTO sitting(person, number, seat) VALUES(?1, ?2, ?3)",
    [SQL_LOBBY] = "SELECT " LIST_COLUMNS " FROM lists l JOIN tables t ON t.number = l.number "
                  "WHERE l.listed = 1 AND l.phase < 2 AND (l.updated >= ?1 OR " BY_DAYS ") "
                  "ORDER BY l.phase, " BY_DAYS ", l.updated DESC LIMIT 100",
    [SQL_MINE] =
        "SELECT " LIST_COLUMNS ", s.seat FROM sitting s JOIN lists l ON l.number = s.number "
        "JOIN tables t ON t.number = s.number WHERE s.person = ?1 "
        "ORDER BY l.phase = 2, l.updated DESC LIMIT 100",
    [SQL_PERSON_BY_KEY] = "SELECT p.id, p.name FROM keys k JOIN persons p ON p.id = k.person "
                          "WHERE k.hash = ?1",
    [SQL_PERSON_PUT] = "INSERT INTO persons(id, name) VALUES(?1, ?2) "
                       "ON CONFLICT(id) DO UPDATE SET name = ?2",
    [SQL_KEY_ADD] = "INSERT OR IGNORE INTO keys(hash, person) VALUES(?1, ?2)",
    [SQL_KEY_FIND] = "SELECT 1 FROM keys WHERE hash = ?1 AND person = ?2",
    [SQL_KEY_PUT] = "REPLACE INTO keys(hash, person) VALUES(?1, ?2)",
    [SQL_KEYS_MOVE] = "UPDATE keys SET person = ?1 WHERE person = ?2 AND hash <> ?3",
    [SQL_CODE_CLEAR] = "DELETE FROM codes WHERE person = ?1",
    [SQL_CODE_PUT] = "INSERT INTO codes(hash, person) VALUES(?1, ?2)",
    [SQL_CODE_FIND] = "SELECT p.id, p.name FROM codes c JOIN persons p ON p.id = c.person "
                      "WHERE c.hash = ?1",
    [SQL_RATING_FIND] = "SELECT rating, deviation, volatility, games FROM ratings "
                        "WHERE person = ?1 AND game = ?2",
    [SQL_MEETINGS] = "SELECT count(*) FROM history a JOIN history b ON b.person = ?2 AND "
                     "b.game = a.game AND b.at = a.at AND b.number = a.number "
                     "WHERE a.person = ?1 AND a.game = ?3 AND a.at > ?4",
    [SQL_RATING_PUT] = "REPLACE INTO ratings(person, game, rating, deviation, volatility, games) "
                       "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_HISTORY_ADD] = "INSERT INTO history(person, game, at, rating, deviation, volatility, "
                        "number, score) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [SQL_LEADERS] = "SELECT p.id, p.name, r.rating, r.deviation, r.volatility, r.games "
                    "FROM ratings r JOIN persons p ON p.id = r.person "
                    "WHERE r.game = ?1 AND r.deviation <= ?2 ORDER BY r.rating DESC LIMIT 100",
    [SQL_HISTORY] = "SELECT h.at, h.rating, h.deviation, h.volatility, t.id, h.score "
                    "FROM history h JOIN tables t ON t.number = h.number "
                    "WHERE h.person = ?1 AND h.game = ?2 ORDER BY h.at DESC LIMIT 100",
    [SQL_TABLES] = "SELECT id FROM tables WHERE id > ?1 ORDER BY id LIMIT 100",
    [SQL_KEY_SEEN] = "UPDATE keys SET seen = ?2, device = ?3 WHERE hash = ?1 AND "
                     "(device <> ?3 OR seen < ?2 - 60000)",
    [SQL_KEY_MOVE] = "UPDATE keys SET person = ?1 WHERE person = ?2 AND hash <> ?3 AND hash = ?4",
    [SQL_DEVICES] = "SELECT lower(hex(hash)), seen, device FROM keys "
                    "WHERE person = ?1 ORDER BY seen DESC LIMIT 100",
    [SQL_NOTE_PUT] = "REPLACE INTO notes(kind, key, at, text) VALUES(?1, ?2, ?3, ?4)",
    [SQL_NOTE_DROP] = "DELETE FROM notes WHERE kind = ?1 AND key = ?2",
    [SQL_NOTES] = "SELECT key, at, text FROM notes WHERE kind = ?1 ORDER BY at DESC, key DESC "
                  "LIMIT 1000",
    [SQL_PEOPLE] = "SELECT p.id, coalesce(max(k.seen), 0) AS seen, p.name FROM persons p "
                   "LEFT JOIN keys k ON k.person = p.id WHERE ?1 = '' OR p.id = ?1 OR "
                   "instr(lower(p.name), lower(?1)) > 0 GROUP BY p.id, p.name "
                   "ORDER BY seen DESC LIMIT 100",
    [SQL_SIZE] = "SELECT (SELECT page_count FROM pragma_page_count) * "
                 "(SELECT page_size FROM pragma_page_size), "
                 "(SELECT count(*) FROM persons), (SELECT count(*) FROM tables)",
    [SQL_TRACES] = "SELECT t.id, e.version, e.row, e.text FROM events e "
                   "JOIN tables t ON t.number = e.number WHERE instr(e.text, ?1) > 0 LIMIT 1000",
    [SQL_REWRITE] = "UPDATE events SET text = ?1 WHERE row = ?2 AND version = ?3",
    [SQL_ERASE_KEYS] = "DELETE FROM keys WHERE person = ?1",
    [SQL_ERASE_SITTING] = "DELETE FROM sitting WHERE person = ?1",
    [SQL_ERASE_RATINGS] = "DELETE FROM ratings WHERE person = ?1",
    [SQL_ERASE_HISTORY] = "DELETE FROM history WHERE person = ?1",
    [SQL_ERASE_PERSON] = "DELETE FROM persons WHERE id = ?1",
    [SQL_VOID_FIND] =
        "SELECT h.row, h.person, h.game, h.rating - coalesce((SELECT p.rating FROM history p "
        "WHERE p.person = h.person AND p.game = h.game AND p.row < h.row "
        "ORDER BY p.row DESC LIMIT 1), ?2) FROM history h WHERE h.number = ?1 AND "
        "h.at = (SELECT max(at) FROM history WHERE number = ?1) ORDER BY h.person",
    [SQL_VOID_RATING] = "UPDATE ratings SET rating = rating - ?3, games = games - 1 "
                        "WHERE person = ?1 AND game = ?2",
    [SQL_VOID_LATER] = "UPDATE history SET rating = rating - ?3 "
                       "WHERE person = ?1 AND game = ?2 AND row > ?4",
    [SQL_VOID_DROP] = "DELETE FROM history WHERE row = ?1",
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
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
};

#define SCHEMA_VERSION ((int)(sizeof migrations / sizeof migrations[0]))

/* A file as it was seen in its place. */
struct place {
    char path[1200];
    dev_t device;
    ino_t node;
    bool seen, whole; /* whole: with its first page, once it had one */
};

struct store_link {
    sqlite3 *database;
    sqlite3_stmt *statement[STATEMENTS];
    struct place file, log; /* the database and its write-ahead log; no path: in memory */
    int64_t row;            /* the last of all events, in a transaction; -1: not asked yet */
};

/* ---- The files ---- */

/* A file that is moved, deleted or emptied under our hands can be written to all the same, but
 * whoever starts next does not find what was written: so it is looked at before every commit. */
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

static bool places_hold(struct store_link *link)
{
    link->log.whole = false; /* a checkpoint may empty the log, and only that */
    return place_holds(&link->file) && place_holds(&link->log);
}

static void places_begin(struct store_link *link, const char *file)
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

static int schema_version(sqlite3 *database)
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

/* Brings the schema up to ours, in one transaction. */
static bool migrate(sqlite3 *database, struct store_trouble *why)
{
    if (schema_version(database) == SCHEMA_VERSION) return true;
    if (!execute(database, "BEGIN IMMEDIATE")) return false;
    int version = schema_version(database); /* again: another program may have been faster */
    if (version > SCHEMA_VERSION) {
        execute(database, "ROLLBACK");
        snprintf(why->text, sizeof why->text,
                 "the file is of a newer version (%d) than this one "
                 "(%d) knows",
                 version, SCHEMA_VERSION);
        return false;
    }
    bool fine = version >= 0;
    for (; fine && version < SCHEMA_VERSION; version++)
        fine = execute(database, migrations[version]);
    char text[48];
    snprintf(text, sizeof text, "PRAGMA user_version = %d", SCHEMA_VERSION);
    if (fine && execute(database, text) && execute(database, "COMMIT")) return true;
    execute(database, "ROLLBACK");
    return false;
}

/* The library counts every piece of memory under a lock unless it is told before its start not to:
 * nobody reads those counts, and they cost some thirty locks a move. */
static void library_begin(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

static void link_close(struct store_link *link)
{
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(link->statement[i]);
    sqlite3_close(link->database);
    free(link);
}

static struct store_link *link_open(const char *where, struct store_trouble *why)
{
    static pthread_once_t begun = PTHREAD_ONCE_INIT;
    const char *file = where + strlen(store_sqlite.scheme);
    struct store_link *link = calloc(1, sizeof *link);
    pthread_once(&begun, library_begin);
    if (link == NULL) return NULL;
    why->text[0] = '\0';
    bool fine = sqlite3_open_v2(file, &link->database,
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                NULL) == SQLITE_OK;
    fine = fine && sqlite3_busy_timeout(link->database, BUSY_MS) == SQLITE_OK &&
           execute(link->database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                   "PRAGMA cache_size = -16384;") &&
           migrate(link->database, why);
    for (int i = 0; fine && i < STATEMENTS; i++) {
        fine = sqlite3_prepare_v3(link->database, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &link->statement[i], NULL) == SQLITE_OK;
    }
    if (fine) places_begin(link, file);
    if (fine) return link;
    if (why->text[0] == '\0') {
        snprintf(why->text, sizeof why->text, "%s", sqlite3_errmsg(link->database));
    }
    link_close(link);
    return NULL;
}

/* ---- Statements ---- */

static sqlite3_stmt *prepared(struct store_link *link, enum statement which)
{
    sqlite3_reset(link->statement[which]);
    return link->statement[which];
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_hash(sqlite3_stmt *statement, int at, const uint8_t hash[STORE_HASH_SIZE])
{
    sqlite3_bind_blob(statement, at, hash, STORE_HASH_SIZE, SQLITE_STATIC);
}

static void column_text(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text != NULL ? text : "");
}

/* Runs a statement that gives no rows. */
static enum store_status run_once(sqlite3_stmt *statement)
{
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? STORE_FINE : STORE_REFUSED;
}

/* Is there a (next) row? Where there is none the statement is reset, and `*status` says whether
 * that is the end or an error. */
static bool row_next(sqlite3_stmt *statement, enum store_status *status)
{
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) return true;
    sqlite3_reset(statement);
    if (code != SQLITE_DONE) *status = STORE_REFUSED;
    return false;
}

static enum store_status begin(struct store_link *link)
{
    link->row = -1;
    return places_hold(link) ? run_once(prepared(link, SQL_BEGIN)) : STORE_DOWN;
}

static enum store_status commit(struct store_link *link)
{
    const enum store_status status = run_once(prepared(link, SQL_COMMIT));
    if (!link->log.seen) place_holds(&link->log); /* the first commit makes it */
    return status;
}

static void rollback(struct store_link *link)
{
    if (sqlite3_get_autocommit(link->database) == 0) run_once(prepared(link, SQL_ROLLBACK));
}

/* ---- Tables ---- */

/* The number of a table, 0 where there is none. */
static enum store_status table_find(struct store_link *link, const char *id, int64_t *number)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *find = prepared(link, SQL_TABLE_FIND);
    bind_text(find, 1, id);
    *number = 0;
    if (row_next(find, &status)) {
        *number = sqlite3_column_int64(find, 0);
        sqlite3_reset(find);
    }
    return status;
}

static enum store_status table_add(struct store_link *link, const char *id, int64_t *number)
{
    sqlite3_stmt *add = prepared(link, SQL_TABLE_ADD);
    bind_text(add, 1, id);
    if (run_once(add) != STORE_FINE) return STORE_REFUSED;
    *number = sqlite3_last_insert_rowid(link->database);
    sqlite3_stmt *head = prepared(link, SQL_HEAD_ADD);
    sqlite3_bind_int64(head, 1, *number);
    return run_once(head);
}

static enum store_status head_find(struct store_link *link, int64_t number, uint32_t *version,
                                   int64_t *last)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *find = prepared(link, SQL_HEAD_FIND);
    sqlite3_bind_int64(find, 1, number);
    if (!row_next(find, &status)) return status == STORE_FINE ? STORE_NONE : status;
    *version = (uint32_t)sqlite3_column_int64(find, 0);
    *last = sqlite3_column_int64(find, 1);
    sqlite3_reset(find);
    return STORE_FINE;
}

/* The row that the next event gets. Within a transaction nobody else adds any. */
static enum store_status row_next_find(struct store_link *link, int64_t *row)
{
    enum store_status status = STORE_FINE;
    if (link->row < 0) {
        sqlite3_stmt *last = prepared(link, SQL_EVENT_LAST);
        if (!row_next(last, &status)) return STORE_REFUSED;
        link->row = sqlite3_column_int64(last, 0);
        sqlite3_reset(last);
    }
    *row = link->row + 1;
    return STORE_FINE;
}

/* Moves the head from the version before these events to that of the last, whose row is `last`. */
static enum store_status head_move(struct store_link *link, const struct store_request *request,
                                   int64_t last)
{
    sqlite3_stmt *move = prepared(link, SQL_HEAD_MOVE);
    sqlite3_bind_int64(move, 1, request->place);
    sqlite3_bind_int64(move, 2, request->version - 1 + request->event_count);
    sqlite3_bind_int64(move, 3, last);
    sqlite3_bind_int64(move, 4, request->version - 1);
    if (run_once(move) != STORE_FINE) return STORE_REFUSED;
    return sqlite3_changes(link->database) == 1 ? STORE_FINE : STORE_CONFLICT;
}

/* Who knows the event before (of that version there is only one) saves looking for it. */
static enum store_status events_add(struct store_link *link, struct store_request *request)
{
    uint32_t version = 0;
    int64_t earlier = request->behind, row = 0;
    enum store_status status = STORE_FINE;
    if (earlier == 0) status = head_find(link, request->place, &version, &earlier);
    if (status == STORE_FINE) status = row_next_find(link, &row);
    if (status == STORE_FINE) status = head_move(link, request, row - 1 + request->event_count);
    for (uint32_t i = 0; i < request->event_count && status == STORE_FINE; i++) {
        sqlite3_stmt *add = prepared(link, SQL_EVENT_ADD);
        sqlite3_bind_int64(add, 1, request->place);
        sqlite3_bind_int64(add, 2, request->events[i].version);
        sqlite3_bind_int64(add, 3, earlier);
        sqlite3_bind_int64(add, 4, request->events[i].at_ms);
        bind_text(add, 5, request->events[i].text);
        sqlite3_bind_int64(add, 6, row);
        status = run_once(add);
        request->mark = earlier = link->row = row++;
    }
    return status;
}

static enum store_status summary_put(struct store_link *link, int64_t number,
                                     const struct store_summary *summary)
{
    sqlite3_stmt *put = prepared(link, SQL_LIST_PUT);
    sqlite3_bind_int64(put, 1, number);
    bind_text(put, 2, summary->game);
    bind_text(put, 3, summary->options);
    bind_text(put, 4, summary->clock);
    bind_text(put, 5, summary->seats);
    sqlite3_bind_int(put, 6, summary->phase);
    sqlite3_bind_int(put, 7, summary->listed);
    sqlite3_bind_int(put, 8, summary->rated);
    sqlite3_bind_int64(put, 9, summary->updated_ms);
    sqlite3_bind_int(put, 10, summary->waits);
    if (run_once(put) != STORE_FINE) return STORE_REFUSED;
    sqlite3_stmt *clear = prepared(link, SQL_SITTING_CLEAR);
    sqlite3_bind_int64(clear, 1, number);
    if (run_once(clear) != STORE_FINE) return STORE_REFUSED;
    for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
        if (summary->person[seat][0] == '\0') continue;
        sqlite3_stmt *add = prepared(link, SQL_SITTING_ADD);
        bind_text(add, 1, summary->person[seat]);
        sqlite3_bind_int64(add, 2, number);
        sqlite3_bind_int(add, 3, seat);
        if (run_once(add) != STORE_FINE) return STORE_REFUSED;
    }
    return STORE_FINE;
}

/* Tables that nobody is at any more leave the index of the lobby, which would only ever grow. */
static enum store_status lists_clean(struct store_link *link, int64_t now_ms)
{
    sqlite3_stmt *clean = prepared(link, SQL_LIST_CLEAN);
    sqlite3_bind_int64(clean, 1, now_ms - STORE_LISTED_MS);
    sqlite3_bind_int64(clean, 2, now_ms - STORE_LISTED_DAYS_MS);
    return run_once(clean);
}

/* ---- Ratings ---- */

static enum store_status rating_find(struct store_link *link, const char *person, const char *game,
                                     struct glicko *rating)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *find = prepared(link, SQL_RATING_FIND);
    bind_text(find, 1, person);
    bind_text(find, 2, game);
    *rating = glicko_first();
    if (row_next(find, &status)) {
        rating->rating = sqlite3_column_double(find, 0);
        rating->deviation = sqlite3_column_double(find, 1);
        rating->volatility = sqlite3_column_double(find, 2);
        rating->games = (uint32_t)sqlite3_column_int(find, 3);
        sqlite3_reset(find);
    }
    return status;
}

static enum store_status rating_put(struct store_link *link, const struct store_request *request,
                                    const char *person, const struct glicko *rating, double score)
{
    const char *game = request->outcome->game;
    sqlite3_stmt *put = prepared(link, SQL_RATING_PUT);
    bind_text(put, 1, person);
    bind_text(put, 2, game);
    sqlite3_bind_double(put, 3, rating->rating);
    sqlite3_bind_double(put, 4, rating->deviation);
    sqlite3_bind_double(put, 5, rating->volatility);
    sqlite3_bind_int(put, 6, (int)rating->games);
    if (run_once(put) != STORE_FINE) return STORE_REFUSED;
    sqlite3_stmt *add = prepared(link, SQL_HISTORY_ADD);
    bind_text(add, 1, person);
    bind_text(add, 2, game);
    sqlite3_bind_int64(add, 3, request->at_ms);
    sqlite3_bind_double(add, 4, rating->rating);
    sqlite3_bind_double(add, 5, rating->deviation);
    sqlite3_bind_double(add, 6, rating->volatility);
    sqlite3_bind_int64(add, 7, request->place);
    sqlite3_bind_double(add, 8, score);
    return run_once(add);
}

/* How many games of these two counted lately. */
static enum store_status meetings_count(struct store_link *link,
                                        const struct store_request *request, int one, int other,
                                        uint32_t *count)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *find = prepared(link, SQL_MEETINGS);
    bind_text(find, 1, request->outcome->person[one]);
    bind_text(find, 2, request->outcome->person[other]);
    bind_text(find, 3, request->outcome->game);
    sqlite3_bind_int64(find, 4, request->at_ms - STORE_PARTNER_MS);
    if (!row_next(find, &status)) return STORE_REFUSED;
    *count = (uint32_t)sqlite3_column_int(find, 0);
    sqlite3_reset(find);
    return STORE_FINE;
}

static enum store_status outcome_rate(struct store_link *link, const struct store_request *request)
{
    const struct store_outcome *outcome = request->outcome;
    struct store_rating rating;
    enum store_status status = STORE_FINE;
    store_rating_begin(&rating, outcome);
    for (int i = 0; i < outcome->count && status == STORE_FINE; i++) {
        const int who = rating.order[i];
        status = rating_find(link, outcome->person[who], outcome->game, &rating.before[who]);
    }
    for (int i = 0; i < outcome->count; i++) {
        for (int j = i + 1; j < outcome->count && status == STORE_FINE; j++) {
            status = meetings_count(link, request, i, j, &rating.met[i][j]);
        }
    }
    if (status != STORE_FINE) return status;
    store_rating_end(&rating, outcome);
    for (int i = 0; i < outcome->count && status == STORE_FINE; i++) {
        if (rating.score[i] < 0) continue;
        status = rating_put(link, request, outcome->person[i], &rating.after[i], rating.score[i]);
    }
    return status;
}

/* ---- Verbs ---- */

static enum store_status append(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    if (request->place == 0) status = table_find(link, request->table, &request->place);
    if (status == STORE_FINE && request->place == 0) {
        if (request->version != 1 || request->event_count == 0) return STORE_NONE;
        status = table_add(link, request->table, &request->place);
    }
    if (status == STORE_FINE && request->event_count > 0) status = events_add(link, request);
    if (status == STORE_FINE && request->summary != NULL) {
        status = summary_put(link, request->place, request->summary);
        if (status == STORE_FINE && request->version == 1 && request->summary->listed) {
            status = lists_clean(link, request->at_ms);
        }
    }
    if (status == STORE_FINE && request->outcome != NULL) status = outcome_rate(link, request);
    return status;
}

/* Follows the chain from the last event back to the version asked for, and turns it round. */
static enum store_status load(struct store_link *link, struct store_request *request)
{
    uint32_t version = 0;
    int64_t row = 0;
    enum store_status status = table_find(link, request->table, &request->place);
    if (status == STORE_FINE && request->place == 0) return STORE_NONE;
    if (status == STORE_FINE) status = head_find(link, request->place, &version, &row);
    request->mark = row;
    while (status == STORE_FINE && version > request->version) {
        sqlite3_stmt *find = prepared(link, SQL_EVENT_FIND);
        sqlite3_bind_int64(find, 1, row);
        if (!row_next(find, &status)) return STORE_REFUSED;
        row = sqlite3_column_int64(find, 1);
        store_request_event(request, version--, sqlite3_column_int64(find, 2),
                            (const char *)sqlite3_column_text(find, 3));
        sqlite3_reset(find);
    }
    for (uint32_t i = 0; i < request->event_count / 2; i++) {
        const struct store_event event = request->events[i];
        request->events[i] = request->events[request->event_count - 1 - i];
        request->events[request->event_count - 1 - i] = event;
    }
    return status;
}

static void summary_read(sqlite3_stmt *statement, struct store_summary *row)
{
    column_text(statement, 0, row->table, sizeof row->table);
    column_text(statement, 1, row->game, sizeof row->game);
    column_text(statement, 2, row->options, sizeof row->options);
    column_text(statement, 3, row->clock, sizeof row->clock);
    column_text(statement, 4, row->seats, sizeof row->seats);
    row->phase = (uint8_t)sqlite3_column_int(statement, 5);
    row->listed = sqlite3_column_int(statement, 6) != 0;
    row->rated = sqlite3_column_int(statement, 7) != 0;
    row->updated_ms = sqlite3_column_int64(statement, 8);
    row->waits = (pond_seats)sqlite3_column_int(statement, 9);
}

static enum store_status list(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    const bool mine = request->verb == STORE_MINE;
    sqlite3_stmt *rows = prepared(link, mine ? SQL_MINE : SQL_LOBBY);
    if (mine) bind_text(rows, 1, request->person);
    if (!mine) sqlite3_bind_int64(rows, 1, request->at_ms - STORE_LISTED_MS);
    request->tables = calloc(STORE_LIST_MAX, sizeof *request->tables);
    if (request->tables == NULL) return STORE_REFUSED;
    while (request->row_count < STORE_LIST_MAX && row_next(rows, &status)) {
        struct store_summary *row = &request->tables[request->row_count++];
        summary_read(rows, row);
        const int seat = mine ? sqlite3_column_int(rows, 10) : 0;
        if (mine && seat >= 0 && seat < POND_SEATS_MAX) {
            snprintf(row->person[seat], STORE_ID_SIZE, "%s", request->person);
        }
    }
    sqlite3_reset(rows);
    return status;
}

static enum store_status person_read(struct store_link *link, struct store_request *request,
                                     enum statement which, const uint8_t hash[STORE_HASH_SIZE])
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *find = prepared(link, which);
    bind_hash(find, 1, hash);
    if (!row_next(find, &status)) return status == STORE_FINE ? STORE_NONE : status;
    free(request->persons);
    request->persons = calloc(1, sizeof *request->persons);
    if (request->persons == NULL) return STORE_REFUSED;
    struct store_person *person = request->persons;
    request->row_count = 1;
    column_text(find, 0, person->id, sizeof person->id);
    column_text(find, 1, person->name, sizeof person->name);
    sqlite3_reset(find);
    for (int i = 0; pond_games[i] != NULL && i < 8; i++) {
        status = rating_find(link, person->id, pond_games[i]->name, &person->rating[i]);
        if (status != STORE_FINE) return status;
    }
    return STORE_FINE;
}

static enum store_status person(struct store_link *link, struct store_request *request)
{
    return person_read(link, request, SQL_PERSON_BY_KEY, request->key);
}

static enum store_status key_put(struct store_link *link, const uint8_t key[STORE_HASH_SIZE],
                                 const char *id)
{
    sqlite3_stmt *put = prepared(link, SQL_KEY_PUT);
    bind_hash(put, 1, key);
    bind_text(put, 2, id);
    return run_once(put);
}

static enum store_status person_put(struct store_link *link, const struct store_request *request)
{
    sqlite3_stmt *put = prepared(link, SQL_PERSON_PUT);
    bind_text(put, 1, request->person);
    bind_text(put, 2, request->name);
    return run_once(put);
}

/* Only a recovery gives a key to another person: a window that has not heard of it does not undo
 * it.
 */
static enum store_status name(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    if (request->number == 1) return person_put(link, request);
    sqlite3_stmt *add = prepared(link, SQL_KEY_ADD), *find = prepared(link, SQL_KEY_FIND);
    for (int i = 0; i < 2; i++) {
        bind_hash(i == 0 ? add : find, 1, request->key);
        bind_text(i == 0 ? add : find, 2, request->person);
    }
    if (run_once(add) != STORE_FINE) return STORE_REFUSED;
    if (!row_next(find, &status)) return status == STORE_FINE ? STORE_CONFLICT : status;
    sqlite3_reset(find);
    return person_put(link, request);
}

static enum store_status code_clear(struct store_link *link, const char *id)
{
    sqlite3_stmt *clear = prepared(link, SQL_CODE_CLEAR);
    bind_text(clear, 1, id);
    return run_once(clear);
}

static enum store_status recovery(struct store_link *link, struct store_request *request)
{
    if (code_clear(link, request->person) != STORE_FINE) return STORE_REFUSED;
    sqlite3_stmt *put = prepared(link, SQL_CODE_PUT);
    bind_hash(put, 1, request->code);
    bind_text(put, 2, request->person);
    return run_once(put);
}

static enum store_status recover(struct store_link *link, struct store_request *request)
{
    const enum store_status status = person_read(link, request, SQL_CODE_FIND, request->code);
    if (status != STORE_FINE) return status;
    if (code_clear(link, request->persons->id) != STORE_FINE) return STORE_REFUSED;
    return key_put(link, request->key, request->persons->id);
}

static enum store_status keys_revoke(struct store_link *link, struct store_request *request)
{
    if (code_clear(link, request->person) != STORE_FINE) return STORE_REFUSED;
    const bool one = request->number == 1;
    sqlite3_stmt *move = prepared(link, one ? SQL_KEY_MOVE : SQL_KEYS_MOVE);
    bind_text(move, 1, request->other);
    bind_text(move, 2, request->person);
    bind_hash(move, 3, request->key);
    if (one) bind_hash(move, 4, request->code);
    if (run_once(move) != STORE_FINE) return STORE_REFUSED;
    request->row_count = (uint32_t)sqlite3_changes(link->database);
    if (request->row_count == 0) return STORE_FINE;
    sqlite3_stmt *put = prepared(link, SQL_PERSON_PUT);
    bind_text(put, 1, request->other);
    bind_text(put, 2, request->name);
    return run_once(put);
}

static enum store_status leaders(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *rows = prepared(link, SQL_LEADERS);
    bind_text(rows, 1, request->game);
    sqlite3_bind_double(rows, 2, GLICKO_DEVIATION_SETTLED);
    request->persons = calloc(STORE_LIST_MAX, sizeof *request->persons);
    if (request->persons == NULL) return STORE_REFUSED;
    while (request->row_count < STORE_LIST_MAX && row_next(rows, &status)) {
        struct store_person *row = &request->persons[request->row_count++];
        column_text(rows, 0, row->id, sizeof row->id);
        column_text(rows, 1, row->name, sizeof row->name);
        row->rating[0] = (struct glicko){.rating = sqlite3_column_double(rows, 2),
                                         .deviation = sqlite3_column_double(rows, 3),
                                         .volatility = sqlite3_column_double(rows, 4),
                                         .games = (uint32_t)sqlite3_column_int(rows, 5)};
    }
    sqlite3_reset(rows);
    return status;
}

static enum store_status history(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *rows = prepared(link, SQL_HISTORY);
    bind_text(rows, 1, request->person);
    bind_text(rows, 2, request->game);
    request->ratings = calloc(STORE_LIST_MAX, sizeof *request->ratings);
    if (request->ratings == NULL) return STORE_REFUSED;
    while (request->row_count < STORE_LIST_MAX && row_next(rows, &status)) {
        struct store_rating_row *row = &request->ratings[request->row_count++];
        row->at_ms = sqlite3_column_int64(rows, 0);
        row->rating = (struct glicko){.rating = sqlite3_column_double(rows, 1),
                                      .deviation = sqlite3_column_double(rows, 2),
                                      .volatility = sqlite3_column_double(rows, 3)};
        column_text(rows, 4, row->table, sizeof row->table);
        row->score = sqlite3_column_double(rows, 5);
    }
    sqlite3_reset(rows);
    return status;
}

/* There is one node: it moves every computer seat, and knows who is here. */
static enum store_status lease(struct store_link *link, struct store_request *request)
{
    (void)link, (void)request;
    return STORE_FINE;
}

static enum store_status tables(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *rows = prepared(link, SQL_TABLES);
    bind_text(rows, 1, request->table);
    request->tables = calloc(STORE_LIST_MAX, sizeof *request->tables);
    if (request->tables == NULL) return STORE_REFUSED;
    while (request->row_count < STORE_LIST_MAX && row_next(rows, &status)) {
        column_text(rows, 0, request->tables[request->row_count++].table, STORE_ID_SIZE);
    }
    sqlite3_reset(rows);
    return status;
}

/* ---- What a host does ---- */

static enum store_status seen(struct store_link *link, struct store_request *request)
{
    sqlite3_stmt *put = prepared(link, SQL_KEY_SEEN);
    bind_hash(put, 1, request->key);
    sqlite3_bind_int64(put, 2, request->at_ms);
    bind_text(put, 3, request->name);
    return run_once(put);
}

static enum store_status note(struct store_link *link, struct store_request *request)
{
    const struct store_note *note = request->notes;
    const bool drop = note->text[0] == '\0';
    sqlite3_stmt *put = prepared(link, drop ? SQL_NOTE_DROP : SQL_NOTE_PUT);
    bind_text(put, 1, request->game);
    bind_text(put, 2, note->key);
    if (!drop) {
        sqlite3_bind_int64(put, 3, note->at_ms);
        bind_text(put, 4, note->text);
    }
    return run_once(put);
}

/* Whatever is a key, a time and a text. */
static enum store_status notes(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    const bool devices = request->verb == STORE_DEVICES, people = request->verb == STORE_PEOPLE;
    sqlite3_stmt *rows = prepared(link, devices ? SQL_DEVICES : people ? SQL_PEOPLE : SQL_NOTES);
    bind_text(rows, 1, devices ? request->person : people ? request->name : request->game);
    request->notes = calloc(STORE_NOTES_MAX, sizeof *request->notes);
    if (request->notes == NULL) return STORE_REFUSED;
    while (request->row_count < STORE_NOTES_MAX && row_next(rows, &status)) {
        struct store_note *row = &request->notes[request->row_count++];
        column_text(rows, 0, row->key, sizeof row->key);
        row->at_ms = sqlite3_column_int64(rows, 1);
        column_text(rows, 2, row->text, sizeof row->text);
    }
    sqlite3_reset(rows);
    return status;
}

static enum store_status size(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *find = prepared(link, SQL_SIZE);
    if (!row_next(find, &status)) return STORE_REFUSED;
    request->mark = sqlite3_column_int64(find, 0);
    request->place = sqlite3_column_int64(find, 1);
    request->behind = sqlite3_column_int64(find, 2);
    sqlite3_reset(find);
    return STORE_FINE;
}

static enum store_status traces(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    sqlite3_stmt *rows = prepared(link, SQL_TRACES);
    bind_text(rows, 1, request->person);
    while (request->event_count < STORE_NOTES_MAX && row_next(rows, &status)) {
        char text[STORE_EVENT_MAX + STORE_ID_SIZE];
        snprintf(text, sizeof text, "%s %s", (const char *)sqlite3_column_text(rows, 0),
                 (const char *)sqlite3_column_text(rows, 3));
        store_request_event(request, (uint32_t)sqlite3_column_int64(rows, 1),
                            sqlite3_column_int64(rows, 2), text);
    }
    sqlite3_reset(rows);
    return status;
}

static enum store_status rewrite(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    for (uint32_t i = 0; i < request->event_count && status == STORE_FINE; i++) {
        const struct store_event *event = &request->events[i];
        sqlite3_stmt *put = prepared(link, SQL_REWRITE);
        bind_text(put, 1, event->text + STORE_ID_SIZE);
        sqlite3_bind_int64(put, 2, event->at_ms);
        sqlite3_bind_int64(put, 3, event->version);
        status = run_once(put);
    }
    return status;
}

static enum store_status erase(struct store_link *link, struct store_request *request)
{
    static const enum statement all[] = {SQL_CODE_CLEAR,    SQL_ERASE_KEYS,    SQL_ERASE_SITTING,
                                         SQL_ERASE_RATINGS, SQL_ERASE_HISTORY, SQL_ERASE_PERSON};
    enum store_status status = STORE_FINE;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == STORE_FINE; i++) {
        sqlite3_stmt *drop = prepared(link, all[i]);
        bind_text(drop, 1, request->person);
        status = run_once(drop);
    }
    return status;
}

/* One person's part of a game that is void: later ratings shift by what it had given. */
static enum store_status result_void_one(struct store_link *link, int64_t row, const char *person,
                                         const char *game, double gain)
{
    sqlite3_stmt *rating = prepared(link, SQL_VOID_RATING);
    sqlite3_stmt *later = prepared(link, SQL_VOID_LATER);
    sqlite3_stmt *drop = prepared(link, SQL_VOID_DROP);
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *put = i == 0 ? rating : later;
        bind_text(put, 1, person);
        bind_text(put, 2, game);
        sqlite3_bind_double(put, 3, gain);
    }
    sqlite3_bind_int64(later, 4, row);
    sqlite3_bind_int64(drop, 1, row);
    enum store_status status = run_once(rating);
    if (status == STORE_FINE) status = run_once(later);
    return status == STORE_FINE ? run_once(drop) : status;
}

static enum store_status result_void(struct store_link *link, struct store_request *request)
{
    struct {
        int64_t row;
        char person[STORE_ID_SIZE], game[STORE_GAME_SIZE];
        double gain;
    } found[POND_SEATS_MAX];
    enum store_status status = table_find(link, request->table, &request->place);
    sqlite3_stmt *find = prepared(link, SQL_VOID_FIND);
    sqlite3_bind_int64(find, 1, request->place);
    sqlite3_bind_double(find, 2, glicko_first().rating);
    uint32_t count = 0;
    while (status == STORE_FINE && count < POND_SEATS_MAX && row_next(find, &status)) {
        found[count].row = sqlite3_column_int64(find, 0);
        column_text(find, 1, found[count].person, STORE_ID_SIZE);
        column_text(find, 2, found[count].game, STORE_GAME_SIZE);
        found[count++].gain = sqlite3_column_double(find, 3);
    }
    sqlite3_reset(find);
    for (uint32_t i = 0; i < count && status == STORE_FINE; i++) {
        status = result_void_one(link, found[i].row, found[i].person, found[i].game, found[i].gain);
    }
    request->row_count = count;
    return status == STORE_FINE && count == 0 ? STORE_NONE : status;
}

static enum store_status run(struct store_link *link, struct store_request *request)
{
    static enum store_status (*const verbs[STORE_VERBS])(struct store_link *,
                                                         struct store_request *) = {
        [STORE_APPEND] = append,     [STORE_LOAD] = load,          [STORE_LOBBY] = list,
        [STORE_MINE] = list,         [STORE_PERSON] = person,      [STORE_NAME] = name,
        [STORE_RECOVERY] = recovery, [STORE_RECOVER] = recover,    [STORE_LEADERS] = leaders,
        [STORE_HISTORY] = history,   [STORE_LEASE] = lease,        [STORE_TABLES] = tables,
        [STORE_SEEN] = seen,         [STORE_DEVICES] = notes,      [STORE_NOTE] = note,
        [STORE_NOTES] = notes,       [STORE_PEOPLE] = notes,       [STORE_SIZE] = size,
        [STORE_TRACES] = traces,     [STORE_REWRITE] = rewrite,    [STORE_ERASE] = erase,
        [STORE_VOID] = result_void,  [STORE_REVOKE] = keys_revoke, [STORE_BEAT] = lease,
        [STORE_PRESENCE] = lease,    [STORE_PRESENT] = lease,
    };
    return verbs[request->verb](link, request);
}

/* Whether something can be written shows where it is: the version of the schema once more. */
static enum store_status check(struct store_link *link, bool writes)
{
    char text[48];
    if (!places_hold(link)) return STORE_DOWN;
    snprintf(text, sizeof text, "PRAGMA user_version = %d", SCHEMA_VERSION);
    return !writes || execute(link->database, text) ? STORE_FINE : STORE_REFUSED;
}

/* ---- Backups ---- */

static bool trouble_is(struct store_trouble *trouble, enum store_why why, const char *text)
{
    trouble->why = why;
    snprintf(trouble->text, sizeof trouble->text, "%s", text);
    return false;
}

/* What the database has said last. */
static bool trouble_said(struct store_trouble *trouble, sqlite3 *database)
{
    const int code = sqlite3_errcode(database) & 0xff;
    const enum store_why why = code == SQLITE_CORRUPT  ? STORE_WHY_DAMAGED
                               : code == SQLITE_NOTADB ? STORE_WHY_FOREIGN
                                                       : STORE_WHY_TEXT;
    return trouble_is(trouble, why, sqlite3_errmsg(database));
}

/* Is every page where it belongs? A copy of a damaged file may well succeed, and lack games. */
static bool whole_check(sqlite3 *database, struct store_trouble *why)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    bool fine = said != NULL && strcmp(said, "ok") == 0;
    if (!fine && said != NULL) trouble_is(why, STORE_WHY_DAMAGED, said);
    if (!fine && said == NULL) trouble_said(why, database);
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

/* Does what it holds fit together? Pages that are whole say nothing of that. */
static bool contents_check(sqlite3 *database, struct store_trouble *why)
{
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        sqlite3_stmt *statement = NULL;
        int code = sqlite3_prepare_v2(database, strange[i], -1, &statement, NULL);
        if (code == SQLITE_OK) code = sqlite3_step(statement);
        if (code != SQLITE_ROW && code != SQLITE_DONE) trouble_said(why, database);
        sqlite3_finalize(statement);
        if (code == SQLITE_ROW)
            return trouble_is(why, STORE_WHY_CHANGED, "it does not fit together");
        if (code != SQLITE_DONE) return false;
    }
    return true;
}

static bool source_check(sqlite3 *database, struct store_trouble *why)
{
    const int version = schema_version(database);
    if (version < 0) return trouble_said(why, database);
    if (version < 1 || version > SCHEMA_VERSION) {
        return trouble_is(why, STORE_WHY_FOREIGN, "this is no store of games that is known here");
    }
    return whole_check(database, why) && contents_check(database, why);
}

static bool vacuum_into(sqlite3 *database, const char *part, const char *to,
                        struct store_trouble *why)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(database, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK;
    if (fine) bind_text(statement, 1, part);
    fine = fine && sqlite3_step(statement) == SQLITE_DONE;
    if (!fine) trouble_said(why, database);
    sqlite3_finalize(statement);
    if (!fine || rename(part, to) == 0) return fine;
    return trouble_is(why, STORE_WHY_TEXT, strerror(errno));
}

/* Copies a database into a file that must not exist yet; under another name until it is whole. */
static bool copy_into(const char *from, const char *to, struct store_trouble *why)
{
    char part[1200];
    sqlite3 *database = NULL;
    if (access(to, F_OK) == 0) {
        return trouble_is(why, STORE_WHY_THERE, "the file is there already");
    }
    if (access(from, F_OK) != 0) return trouble_is(why, STORE_WHY_MISSING, "there is no such file");
    snprintf(part, sizeof part, "%s.part", to);
    remove(part);
    /* It has the secrets of running deals: nobody else may read it, from the first byte on. */
    const int made = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (made < 0) return trouble_is(why, STORE_WHY_TEXT, strerror(errno));
    close(made);
    bool fine = sqlite3_open_v2(from, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (fine) sqlite3_busy_timeout(database, BUSY_MS);
    if (!fine) trouble_said(why, database);
    fine = fine && source_check(database, why) && vacuum_into(database, part, to, why);
    sqlite3_close(database);
    remove(part);
    return fine;
}

static bool backup(const char *where, const char *file, struct store_trouble *why)
{
    return copy_into(where + strlen(store_sqlite.scheme), file, why);
}

static bool check_backup(const char *file, struct store_trouble *why)
{
    sqlite3 *database = NULL;
    if (access(file, F_OK) != 0) return trouble_is(why, STORE_WHY_MISSING, "there is no such file");
    bool fine = sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
    if (!fine) trouble_said(why, database);
    fine = fine && source_check(database, why);
    sqlite3_close(database);
    return fine;
}

static bool restore(const char *where, const char *file, struct store_trouble *why)
{
    return copy_into(file, where + strlen(store_sqlite.scheme), why);
}

const struct store_backend store_sqlite = {
    .scheme = "sqlite:",
    .shared = false,
    .open = link_open,
    .close = link_close,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .backup = backup,
    .restore = restore,
    .check_backup = check_backup,
    .check = check,
};
