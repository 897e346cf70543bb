/* postgres.c: the store in PostgreSQL, shared by any number of nodes. See store.h.
 *
 * The primary key of `events`, (table, version), decides races: an event that comes second changes
 * nothing and is a conflict, without an error that would take its whole transaction with it. After
 * every commit the other nodes are told which tables have changed; a notification is lost while a
 * node is away, so it says no more than that, and the node reads the log.
 *
 * Everything lies in a schema of its own, `pond`, so that the database may hold other things. */
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store.h"

#define LEASE_MS                                                                                   \
    "15000"             /* a node that has not renewed it for so long has lost its computer seats */
#define BEAT_MS "12000" /* one that has not beaten for so long is dead, and nobody is at it */
#define NODE_SIZE 17
#define REAL_SIZE 32
#define PARAMETERS_MAX 10

enum statement {
    SQL_TABLE_FIND,
    SQL_TABLE_ADD,
    SQL_EVENT_ADD,
    SQL_EVENT_FIND,
    SQL_LOAD,
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
    SQL_RATING_LOCK,
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
    SQL_LEASE,
    SQL_BEAT,
    SQL_DEAD_CLEAN,
    SQL_PRESENT_ADD,
    SQL_PRESENT_CLEAR,
    SQL_PRESENT,
    STATEMENTS
};

#define LIST_COLUMNS                                                                               \
    "t.id, l.game, l.options, l.clock, l.seats, l.phase, l.listed, l.rated, l.updated, l.waits"

/* Is it a table of those who play by turns, and need not be there? */
#define BY_DAYS "(l.clock LIKE '%\"days\"%')"

static const char *const sql[STATEMENTS] = {
    [SQL_TABLE_FIND] = "SELECT number FROM tables WHERE id = $1",
    [SQL_TABLE_ADD] = "INSERT INTO tables(id) VALUES($1) ON CONFLICT DO NOTHING RETURNING number",
    [SQL_EVENT_ADD] =
        "INSERT INTO events(number, version, at, text) "
        "SELECT $1::bigint, $2::integer, $3::bigint, $4::text WHERE $2::integer = 1 OR EXISTS("
        "SELECT 1 FROM events WHERE number = $1::bigint AND version = $2::integer - 1) "
        "ON CONFLICT DO NOTHING RETURNING version",
    [SQL_EVENT_FIND] = "SELECT 1 FROM events WHERE number = $1 AND version = $2 AND at = $3 "
                       "AND text = $4",
    [SQL_LOAD] = "SELECT t.number, e.version, e.at, e.text FROM tables t LEFT JOIN events e "
                 "ON e.number = t.number AND e.version > $2 WHERE t.id = $1 ORDER BY e.version",
    [SQL_LIST_PUT] =
        "INSERT INTO lists(number, game, options, clock, seats, phase, listed, rated, updated, "
        "waits) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT(number) DO UPDATE SET "
        "game = $2, options = $3, clock = $4, seats = $5, phase = $6, listed = $7, rated = $8, "
        "updated = $9, waits = $10",
    [SQL_LIST_CLEAN] = "UPDATE lists AS l SET listed = 0 WHERE l.listed = 1 AND l.phase < 2 AND "
                       "l.updated < $1 AND (l.updated < $2 OR NOT " BY_DAYS ")",
    [SQL_SITTING_CLEAR] = "DELETE FROM sitting WHERE number = $1",
    [SQL_SITTING_ADD] = "INSERT INTO sitting(person, number, seat) VALUES($1, $2, $3) "
                        "ON CONFLICT(person, number) DO UPDATE SET seat = $3",
    [SQL_LOBBY] = "SELECT " LIST_COLUMNS " FROM lists l JOIN tables t ON t.number = l.number "
                  "WHERE l.listed = 1 AND l.phase < 2 AND (l.updated >= $1 OR " BY_DAYS ") "
                  "ORDER BY l.phase, " BY_DAYS ", l.updated DESC LIMIT 100",
    [SQL_MINE] =
        "SELECT " LIST_COLUMNS ", s.seat FROM sitting s JOIN lists l ON l.number = s.number "
        "JOIN tables t ON t.number = s.number WHERE s.person = $1 "
        "ORDER BY l.phase = 2, l.updated DESC LIMIT 100",
    [SQL_PERSON_BY_KEY] = "SELECT p.id, p.name FROM keys k JOIN persons p ON p.id = k.person "
                          "WHERE k.hash = $1",
    [SQL_PERSON_PUT] = "INSERT INTO persons(id, name) VALUES($1, $2) "
                       "ON CONFLICT(id) DO UPDATE SET name = $2",
    [SQL_KEY_ADD] = "INSERT INTO keys(hash, person) VALUES($1, $2) ON CONFLICT DO NOTHING",
    [SQL_KEY_FIND] = "SELECT 1 FROM keys WHERE hash = $1 AND person = $2",
    [SQL_KEY_PUT] = "INSERT INTO keys(hash, person) VALUES($1, $2) "
                    "ON CONFLICT(hash) DO UPDATE SET person = $2",
    [SQL_KEYS_MOVE] = "UPDATE keys SET person = $1 WHERE person = $2 AND hash <> $3 RETURNING 1",
    [SQL_CODE_CLEAR] = "DELETE FROM codes WHERE person = $1",
    [SQL_CODE_PUT] = "INSERT INTO codes(hash, person) VALUES($1, $2)",
    [SQL_CODE_FIND] = "SELECT p.id, p.name FROM codes c JOIN persons p ON p.id = c.person "
                      "WHERE c.hash = $1",
    [SQL_RATING_FIND] = "SELECT rating, deviation, volatility, games FROM ratings "
                        "WHERE person = $1 AND game = $2",
    [SQL_RATING_LOCK] = "INSERT INTO ratings(person, game, rating, deviation, volatility, games) "
                        "VALUES($1, $2, $3, $4, $5, 0) ON CONFLICT(person, game) DO UPDATE SET "
                        "games = ratings.games RETURNING rating, deviation, volatility, games",
    [SQL_MEETINGS] = "SELECT count(*) FROM history a JOIN history b ON b.person = $2 AND "
                     "b.game = a.game AND b.at = a.at AND b.number = a.number "
                     "WHERE a.person = $1 AND a.game = $3 AND a.at > $4",
    [SQL_RATING_PUT] = "INSERT INTO ratings(person, game, rating, deviation, volatility, games) "
                       "VALUES($1, $2, $3, $4, $5, $6) ON CONFLICT(person, game) DO UPDATE SET "
                       "rating = $3, deviation = $4, volatility = $5, games = $6",
    [SQL_HISTORY_ADD] = "INSERT INTO history(person, game, at, rating, deviation, volatility, "
                        "number, score) VALUES($1, $2, $3, $4, $5, $6, $7, $8)",
    [SQL_LEADERS] = "SELECT p.id, p.name, r.rating, r.deviation, r.volatility, r.games "
                    "FROM ratings r JOIN persons p ON p.id = r.person "
                    "WHERE r.game = $1 AND r.deviation <= $2 ORDER BY r.rating DESC LIMIT 100",
    [SQL_HISTORY] = "SELECT h.at, h.rating, h.deviation, h.volatility, t.id, h.score "
                    "FROM history h JOIN tables t ON t.number = h.number "
                    "WHERE h.person = $1 AND h.game = $2 ORDER BY h.at DESC LIMIT 100",
    [SQL_TABLES] = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT 100",
    [SQL_KEY_SEEN] = "UPDATE keys SET seen = $2, device = $3 WHERE hash = $1 AND "
                     "(device <> $3 OR seen < $2::bigint - 60000)",
    [SQL_KEY_MOVE] =
        "UPDATE keys SET person = $1 WHERE person = $2 AND hash <> $3 AND hash = $4 RETURNING 1",
    [SQL_DEVICES] = "SELECT encode(hash, 'hex'), seen, device FROM keys "
                    "WHERE person = $1 ORDER BY seen DESC LIMIT 100",
    [SQL_NOTE_PUT] = "INSERT INTO notes(kind, key, at, text) VALUES($1, $2, $3, $4) "
                     "ON CONFLICT(kind, key) DO UPDATE SET at = $3, text = $4",
    [SQL_NOTE_DROP] = "DELETE FROM notes WHERE kind = $1 AND key = $2",
    [SQL_NOTES] = "SELECT key, at, text FROM notes WHERE kind = $1 ORDER BY at DESC, key DESC "
                  "LIMIT 1000",
    [SQL_PEOPLE] = "SELECT p.id, coalesce(max(k.seen), 0) AS seen, p.name FROM persons p "
                   "LEFT JOIN keys k ON k.person = p.id WHERE $1::text = '' OR p.id = $1 OR "
                   "strpos(lower(p.name), lower($1)) > 0 GROUP BY p.id, p.name "
                   "ORDER BY seen DESC LIMIT 100",
    [SQL_SIZE] = "SELECT pg_database_size(current_database()), "
                 "(SELECT count(*) FROM persons), (SELECT count(*) FROM tables)",
    [SQL_TRACES] = "SELECT t.id, e.version, e.number, e.text FROM events e "
                   "JOIN tables t ON t.number = e.number WHERE strpos(e.text, $1) > 0 LIMIT 1000",
    [SQL_REWRITE] = "UPDATE events SET text = $1 WHERE number = $2 AND version = $3",
    [SQL_ERASE_KEYS] = "DELETE FROM keys WHERE person = $1",
    [SQL_ERASE_SITTING] = "DELETE FROM sitting WHERE person = $1",
    [SQL_ERASE_RATINGS] = "DELETE FROM ratings WHERE person = $1",
    [SQL_ERASE_HISTORY] = "DELETE FROM history WHERE person = $1",
    [SQL_ERASE_PERSON] = "DELETE FROM persons WHERE id = $1",
    [SQL_VOID_FIND] =
        "SELECT h.row, h.person, h.game, h.rating - coalesce((SELECT p.rating FROM history p "
        "WHERE p.person = h.person AND p.game = h.game AND p.row < h.row "
        "ORDER BY p.row DESC LIMIT 1), $2::double precision) FROM history h WHERE h.number = $1 "
        "AND "
        "h.at = (SELECT max(at) FROM history WHERE number = $1) ORDER BY h.person",
    [SQL_VOID_RATING] =
        "UPDATE ratings SET rating = rating - $3::double precision, games = games - 1 "
        "WHERE person = $1 AND game = $2",
    [SQL_VOID_LATER] = "UPDATE history SET rating = rating - $3::double precision "
                       "WHERE person = $1 AND game = $2 AND row > $4",
    [SQL_VOID_DROP] = "DELETE FROM history WHERE row = $1",
    /* By the database's own clock: the nodes' clocks need not agree. */
    [SQL_LEASE] =
        "INSERT INTO leases(number, node, until) "
        "SELECT number, $2, now() + interval '" LEASE_MS " milliseconds' FROM tables WHERE id = $1 "
        "ON CONFLICT(number) DO UPDATE SET node = $2, "
        "until = now() + interval '" LEASE_MS " milliseconds' "
        "WHERE leases.node = $2 OR leases.until < now() RETURNING 1",
    [SQL_BEAT] = "INSERT INTO nodes(node, until) "
                 "VALUES($1, now() + interval '" BEAT_MS " milliseconds') "
                 "ON CONFLICT(node) DO UPDATE SET until = EXCLUDED.until",
    [SQL_DEAD_CLEAN] =
        "WITH dead AS (DELETE FROM nodes WHERE until < now() - interval '1 hour' RETURNING node) "
        "DELETE FROM presence WHERE node IN (SELECT node FROM dead)",
    [SQL_PRESENT_ADD] = "INSERT INTO presence(number, person, node) SELECT number, $2, $3 "
                        "FROM tables WHERE id = $1 ON CONFLICT DO NOTHING",
    [SQL_PRESENT_CLEAR] = "DELETE FROM presence p USING tables t WHERE t.id = $1 AND "
                          "p.number = t.number AND p.person = $2 AND p.node = $3",
    [SQL_PRESENT] = "SELECT DISTINCT p.person FROM tables t JOIN presence p ON "
                    "p.number = t.number JOIN nodes n ON n.node = p.node "
                    "WHERE t.id = $1 AND p.node <> $2 AND n.until > now() LIMIT 100",
};

/* The schema's versions, each a step from the one before. Texts are compared byte by byte, as the
 * other backend does. */
static const char *const migrations[] = {
    "CREATE TABLE tables(number bigserial PRIMARY KEY, id text COLLATE \"C\" NOT NULL UNIQUE);"
    "CREATE TABLE events(number bigint NOT NULL, version integer NOT NULL, at bigint NOT NULL,"
    " text text NOT NULL, PRIMARY KEY(number, version));"
    "CREATE TABLE lists(number bigint PRIMARY KEY, game text NOT NULL, options text NOT NULL,"
    " clock text NOT NULL, seats text NOT NULL, phase integer NOT NULL, listed integer NOT NULL,"
    " rated integer NOT NULL, updated bigint NOT NULL, waits integer NOT NULL);"
    "CREATE INDEX lists_lobby ON lists(phase, updated DESC) WHERE listed = 1 AND phase < 2;"
    "CREATE TABLE sitting(person text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    " seat integer NOT NULL, PRIMARY KEY(person, number));"
    "CREATE INDEX sitting_table ON sitting(number);"
    "CREATE TABLE persons(id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL);"
    "CREATE TABLE keys(hash bytea PRIMARY KEY, person text NOT NULL);"
    "CREATE TABLE codes(hash bytea PRIMARY KEY, person text NOT NULL);"
    "CREATE INDEX codes_person ON codes(person);"
    "CREATE TABLE ratings(person text COLLATE \"C\" NOT NULL, game text COLLATE \"C\" NOT NULL,"
    " rating double precision NOT NULL, deviation double precision NOT NULL,"
    " volatility double precision NOT NULL, games integer NOT NULL, PRIMARY KEY(person, game));"
    "CREATE INDEX ratings_best ON ratings(game, rating DESC);"
    "CREATE TABLE history(row bigserial PRIMARY KEY, person text COLLATE \"C\" NOT NULL,"
    " game text COLLATE \"C\" NOT NULL, at bigint NOT NULL, rating double precision NOT NULL,"
    " deviation double precision NOT NULL, volatility double precision NOT NULL,"
    " number bigint NOT NULL, score double precision NOT NULL);"
    "CREATE INDEX history_person ON history(person, game, at DESC);"
    "CREATE TABLE leases(number bigint PRIMARY KEY, node text NOT NULL,"
    " until timestamptz NOT NULL);",
    "CREATE TABLE nodes(node text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL);"
    "CREATE TABLE presence(number bigint NOT NULL, person text COLLATE \"C\" NOT NULL,"
    " node text COLLATE \"C\" NOT NULL, PRIMARY KEY(number, person, node));"
    "CREATE INDEX presence_node ON presence(node);",
    "CREATE INDEX keys_person ON keys(person);",
    "ALTER TABLE keys ADD COLUMN seen bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE keys ADD COLUMN device text NOT NULL DEFAULT '';"
    "CREATE TABLE notes(kind text COLLATE \"C\" NOT NULL, key text COLLATE \"C\" NOT NULL,"
    " at bigint NOT NULL, text text NOT NULL, PRIMARY KEY(kind, key));"
    "CREATE INDEX notes_newest ON notes(kind, at DESC);"
    "CREATE INDEX history_table ON history(number);",
};

#define SCHEMA_VERSION ((int)(sizeof migrations / sizeof migrations[0]))

struct store_link {
    PGconn *connection;
    bool prepared[STATEMENTS];
    bool listening;
    uint32_t changed_count; /* tables with new events in this transaction, which others will hear */
    char changed[STORE_BATCH_MAX][STORE_ID_SIZE];
};

/* ---- Which node this is ---- */

static pthread_once_t node_once = PTHREAD_ONCE_INIT;
static char node_name[NODE_SIZE];

static void node_make(void)
{
    unsigned char bytes[NODE_SIZE / 2];
    if (sodium_init() < 0) abort();
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(node_name, sizeof node_name, bytes, sizeof bytes);
}

static const char *node(void)
{
    pthread_once(&node_once, node_make);
    return node_name;
}

/* ---- Opening ---- */

/* What the database says may name the host and the user, never the password. */
static void trouble(struct store_trouble *why, PGconn *connection)
{
    snprintf(why->text, sizeof why->text, "%s", PQerrorMessage(connection));
    why->text[strcspn(why->text, "\n")] = '\0';
}

static bool execute(PGconn *connection, const char *text)
{
    PGresult *result = PQexec(connection, text);
    const ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static int schema_version(PGconn *connection)
{
    PGresult *result = PQexec(connection, "SELECT version FROM schema_version");
    int version = -1;
    if (PQresultStatus(result) == PGRES_TUPLES_OK) {
        version = PQntuples(result) == 1 ? atoi(PQgetvalue(result, 0, 0)) : 0;
    }
    PQclear(result);
    return version;
}

/* Brings the schema up to ours in one transaction; nodes that start together take turns. */
static bool migrate(PGconn *connection, struct store_trouble *why)
{
    if (!execute(connection, "SET client_min_messages = warning; SET search_path = pond")) {
        return false;
    }
    if (schema_version(connection) == SCHEMA_VERSION) return true;
    bool fine = execute(connection, "BEGIN; SELECT pg_advisory_xact_lock(7063659);"
                                    "CREATE SCHEMA IF NOT EXISTS pond;"
                                    "CREATE TABLE IF NOT EXISTS schema_version("
                                    "version integer NOT NULL)");
    int version = fine ? schema_version(connection) : -1;
    if (version > SCHEMA_VERSION) {
        execute(connection, "ROLLBACK");
        snprintf(why->text, sizeof why->text,
                 "the database is of a newer version (%d) than this program (%d) knows", version,
                 SCHEMA_VERSION);
        return false;
    }
    fine = version >= 0;
    for (; fine && version < SCHEMA_VERSION; version++) {
        fine = execute(connection, migrations[version]);
    }
    char text[96];
    snprintf(text, sizeof text,
             "DELETE FROM schema_version; INSERT INTO schema_version VALUES(%d); COMMIT",
             SCHEMA_VERSION);
    if (fine && execute(connection, text)) return true;
    trouble(why, connection);
    execute(connection, "ROLLBACK");
    return false;
}

static void link_close(struct store_link *link)
{
    PQfinish(link->connection);
    free(link);
}

/* A connection that hangs is given up after a few seconds, so that a node never waits for ever. */
static struct store_link *link_open(const char *where, struct store_trouble *why)
{
    const char *const names[] = {"dbname",
                                 "connect_timeout",
                                 "tcp_user_timeout",
                                 "keepalives_idle",
                                 "keepalives_interval",
                                 "keepalives_count",
                                 "fallback_application_name",
                                 "client_encoding",
                                 NULL};
    const char *const values[] = {where, "5", "10000", "5", "2", "3", "pond", "UTF8", NULL};
    struct store_link *link = calloc(1, sizeof *link);
    if (link == NULL) return NULL;
    why->text[0] = '\0';
    link->connection = PQconnectdbParams(names, values, 1);
    if (PQstatus(link->connection) == CONNECTION_OK && migrate(link->connection, why)) return link;
    if (why->text[0] == '\0') trouble(why, link->connection);
    link_close(link);
    return NULL;
}

/* ---- Statements ---- */

/* The parameters of a statement, written as texts one after the other. */
struct parameters {
    int count;
    const char *value[PARAMETERS_MAX];
    int length[PARAMETERS_MAX], format[PARAMETERS_MAX];
    char number[PARAMETERS_MAX][REAL_SIZE];
};

static void with_text(struct parameters *with, const char *text)
{
    with->value[with->count++] = text;
}

static void with_number(struct parameters *with, int64_t number)
{
    char *text = with->number[with->count];
    snprintf(text, REAL_SIZE, "%lld", (long long)number);
    with_text(with, text);
}

static void with_real(struct parameters *with, double number)
{
    char *text = with->number[with->count];
    snprintf(text, REAL_SIZE, "%.17g", number);
    with_text(with, text);
}

static void with_hash(struct parameters *with, const uint8_t hash[STORE_HASH_SIZE])
{
    with->length[with->count] = STORE_HASH_SIZE;
    with->format[with->count] = 1;
    with_text(with, (const char *)hash);
}

/* An error that may be gone by the next attempt: the connection, or two nodes that waited for each
 * other. Everything else is refused. */
static enum store_status failed(struct store_link *link, const PGresult *result)
{
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQstatus(link->connection) != CONNECTION_OK || code == NULL) return STORE_DOWN;
    if (strncmp(code, "40", 2) == 0) return STORE_AGAIN; /* deadlock, serialisation */
    const bool leaves = strncmp(code, "08", 2) == 0 || strncmp(code, "57P", 3) == 0;
    return leaves ? STORE_DOWN : STORE_REFUSED;
}

/* Runs a statement; `*result` is the caller's to clear where the status is STORE_FINE. */
static enum store_status query(struct store_link *link, enum statement which,
                               const struct parameters *with, PGresult **result)
{
    char name[12];
    snprintf(name, sizeof name, "s%d", (int)which);
    if (!link->prepared[which]) {
        *result = PQprepare(link->connection, name, sql[which], 0, NULL);
        if (PQresultStatus(*result) != PGRES_COMMAND_OK) {
            const enum store_status status = failed(link, *result);
            PQclear(*result);
            return status;
        }
        PQclear(*result);
        link->prepared[which] = true;
    }
    *result = PQexecPrepared(link->connection, name, with->count, with->value, with->length,
                             with->format, 0);
    const ExecStatusType status = PQresultStatus(*result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return STORE_FINE;
    const enum store_status why = failed(link, *result);
    PQclear(*result);
    return why;
}

/* Runs a statement whose rows do not matter. */
static enum store_status run_once(struct store_link *link, enum statement which,
                                  const struct parameters *with)
{
    PGresult *result;
    const enum store_status status = query(link, which, with, &result);
    if (status == STORE_FINE) PQclear(result);
    return status;
}

/* Runs a statement that gives one row or none (STORE_NONE). */
static enum store_status one_row(struct store_link *link, enum statement which,
                                 const struct parameters *with, PGresult **result)
{
    const enum store_status status = query(link, which, with, result);
    if (status != STORE_FINE || PQntuples(*result) > 0) return status;
    PQclear(*result);
    return STORE_NONE;
}

/* As before, where it is enough to know that there is a row. */
static enum store_status row_there(struct store_link *link, enum statement which,
                                   const struct parameters *with)
{
    PGresult *result;
    const enum store_status status = one_row(link, which, with, &result);
    if (status == STORE_FINE) PQclear(result);
    return status;
}

static void column_text(const PGresult *result, int row, int column, char *out, size_t size)
{
    snprintf(out, size, "%s", PQgetvalue(result, row, column));
}

static int64_t column_number(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

static double column_real(const PGresult *result, int row, int column)
{
    return strtod(PQgetvalue(result, row, column), NULL);
}

static enum store_status plain(struct store_link *link, const char *text)
{
    PGresult *result = PQexec(link->connection, text);
    const bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    const enum store_status status = fine ? STORE_FINE : failed(link, result);
    PQclear(result);
    return status;
}

static enum store_status begin(struct store_link *link)
{
    link->changed_count = 0;
    return plain(link, "BEGIN");
}

/* Commits that notify wait for each other in the database, each for the flush of the one before:
 * so the notifications are a transaction of their own, which is not flushed. Both go in one
 * message: whatever becomes of us in between, the database goes on to the second. */
static char *commit_text(struct store_link *link)
{
    const size_t each = NODE_SIZE + 2 * STORE_ID_SIZE + 8;
    const size_t size = 256 + link->changed_count * each;
    char *text = malloc(size);
    if (text == NULL) abort();
    size_t at = (size_t)snprintf(text, size, "COMMIT");
    for (uint32_t i = 0; i < link->changed_count; i++) {
        char id[2 * STORE_ID_SIZE];
        PQescapeStringConn(link->connection, id, link->changed[i], strlen(link->changed[i]), NULL);
        at += (size_t)snprintf(text + at, size - at, "%s'%s %s'",
                               i > 0 ? ","
                                     : ";SELECT set_config('synchronous_commit', 'off', true), "
                                       "pg_notify('pond', news) FROM unnest(ARRAY[",
                               node(), id);
    }
    if (link->changed_count > 0) snprintf(text + at, size - at, "]) AS news");
    return text;
}

/* A commit of a transaction that has failed is answered by a rollback, and is none. */
static enum store_status commit(struct store_link *link)
{
    char *text = commit_text(link);
    enum store_status status = STORE_FINE;
    PQsendQuery(link->connection, text);
    free(text);
    PGresult *result = PQgetResult(link->connection);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        status = failed(link, result);
    } else if (strcmp(PQcmdStatus(result), "COMMIT") != 0) {
        status = STORE_REFUSED;
    }
    while (result != NULL) { /* the second answer says nothing */
        PQclear(result);
        result = PQgetResult(link->connection);
    }
    return status;
}

static void rollback(struct store_link *link)
{
    if (PQtransactionStatus(link->connection) != PQTRANS_IDLE) plain(link, "ROLLBACK");
}

/* ---- Tables ---- */

static enum store_status table_number(struct store_link *link, enum statement which, const char *id,
                                      int64_t *number)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, id);
    const enum store_status status = one_row(link, which, &with, &result);
    if (status != STORE_FINE) return status;
    *number = column_number(result, 0, 0);
    PQclear(result);
    return STORE_FINE;
}

/* Finds the table of an append, which makes it where it is the first. */
static enum store_status table_take(struct store_link *link, struct store_request *request)
{
    if (request->place != 0) return STORE_FINE;
    enum store_status status = table_number(link, SQL_TABLE_FIND, request->table, &request->place);
    if (status != STORE_NONE || request->version != 1 || request->event_count == 0) return status;
    status = table_number(link, SQL_TABLE_ADD, request->table, &request->place);
    if (status != STORE_NONE) return status;
    return table_number(link, SQL_TABLE_FIND, request->table, &request->place);
}

/* Others are to be told of a table, once. */
static void changed_add(struct store_link *link, const char *table)
{
    for (uint32_t i = link->changed_count; i > 0; i--) {
        if (strcmp(link->changed[i - 1], table) == 0) return;
    }
    if (link->changed_count == STORE_BATCH_MAX) return; /* there are no more in a transaction */
    snprintf(link->changed[link->changed_count++], STORE_ID_SIZE, "%s", table);
}

/* Adds the events; `*there` says that they were there already, word for word: they are ours,
 * written by an attempt whose answer was lost, and perhaps its notification. */
static enum store_status events_add(struct store_link *link, const struct store_request *request,
                                    bool *there)
{
    for (uint32_t i = 0; i < request->event_count; i++) {
        struct parameters with = {0};
        with_number(&with, request->place);
        with_number(&with, request->events[i].version);
        with_number(&with, request->events[i].at_ms);
        with_text(&with, request->events[i].text);
        enum store_status status = row_there(link, SQL_EVENT_ADD, &with);
        if (status == STORE_NONE) {
            status = row_there(link, SQL_EVENT_FIND, &with);
            if (status == STORE_NONE) return STORE_CONFLICT;
            *there = true;
        }
        if (status != STORE_FINE) return status;
    }
    if (request->event_count > 0) changed_add(link, request->table);
    return STORE_FINE;
}

static enum store_status summary_put(struct store_link *link, int64_t number,
                                     const struct store_summary *summary)
{
    struct parameters put = {0}, clear = {0};
    with_number(&put, number);
    with_text(&put, summary->game);
    with_text(&put, summary->options);
    with_text(&put, summary->clock);
    with_text(&put, summary->seats);
    with_number(&put, summary->phase);
    with_number(&put, summary->listed);
    with_number(&put, summary->rated);
    with_number(&put, summary->updated_ms);
    with_number(&put, summary->waits);
    with_number(&clear, number);
    enum store_status status = run_once(link, SQL_LIST_PUT, &put);
    if (status == STORE_FINE) status = run_once(link, SQL_SITTING_CLEAR, &clear);
    for (int seat = 0; seat < POND_SEATS_MAX && status == STORE_FINE; seat++) {
        if (summary->person[seat][0] == '\0') continue;
        struct parameters add = {0};
        with_text(&add, summary->person[seat]);
        with_number(&add, number);
        with_number(&add, seat);
        status = run_once(link, SQL_SITTING_ADD, &add);
    }
    return status;
}

/* Tables that nobody is at any more leave the index of the lobby, which would only ever grow. */
static enum store_status lists_clean(struct store_link *link, int64_t now_ms)
{
    struct parameters with = {0};
    with_number(&with, now_ms - STORE_LISTED_MS);
    with_number(&with, now_ms - STORE_LISTED_DAYS_MS);
    return run_once(link, SQL_LIST_CLEAN, &with);
}

/* ---- Ratings ---- */

static void rating_read(PGresult *result, struct glicko *rating)
{
    rating->rating = column_real(result, 0, 0);
    rating->deviation = column_real(result, 0, 1);
    rating->volatility = column_real(result, 0, 2);
    rating->games = (uint32_t)column_number(result, 0, 3);
    PQclear(result);
}

static enum store_status rating_find(struct store_link *link, const char *person, const char *game,
                                     struct glicko *rating)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, person);
    with_text(&with, game);
    *rating = glicko_first();
    const enum store_status status = one_row(link, SQL_RATING_FIND, &with, &result);
    if (status == STORE_NONE) return STORE_FINE;
    if (status != STORE_FINE) return status;
    rating_read(result, rating);
    return STORE_FINE;
}

static enum store_status rating_put(struct store_link *link, const struct store_request *request,
                                    const char *person, const struct glicko *rating, double score)
{
    struct parameters put = {0}, add = {0};
    with_text(&put, person);
    with_text(&put, request->outcome->game);
    with_real(&put, rating->rating);
    with_real(&put, rating->deviation);
    with_real(&put, rating->volatility);
    with_number(&put, rating->games);
    with_text(&add, person);
    with_text(&add, request->outcome->game);
    with_number(&add, request->at_ms);
    with_real(&add, rating->rating);
    with_real(&add, rating->deviation);
    with_real(&add, rating->volatility);
    with_number(&add, request->place);
    with_real(&add, score);
    const enum store_status status = run_once(link, SQL_RATING_PUT, &put);
    return status == STORE_FINE ? run_once(link, SQL_HISTORY_ADD, &add) : status;
}

/* The same for a game to be rated: the row is there and ours until the transaction ends, so that
 * games that end together on several nodes are rated one after the other. */
static enum store_status rating_lock(struct store_link *link, const char *person, const char *game,
                                     struct glicko *rating)
{
    struct parameters with = {0};
    PGresult *result;
    const struct glicko first = glicko_first();
    with_text(&with, person);
    with_text(&with, game);
    with_real(&with, first.rating);
    with_real(&with, first.deviation);
    with_real(&with, first.volatility);
    const enum store_status status = one_row(link, SQL_RATING_LOCK, &with, &result);
    if (status != STORE_FINE) return status == STORE_NONE ? STORE_REFUSED : status;
    rating_read(result, rating);
    return STORE_FINE;
}

/* How many games of these two counted lately. */
static enum store_status meetings_count(struct store_link *link,
                                        const struct store_request *request, int one, int other,
                                        uint32_t *count)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->outcome->person[one]);
    with_text(&with, request->outcome->person[other]);
    with_text(&with, request->outcome->game);
    with_number(&with, request->at_ms - STORE_PARTNER_MS);
    const enum store_status status = one_row(link, SQL_MEETINGS, &with, &result);
    if (status != STORE_FINE) return status == STORE_NONE ? STORE_REFUSED : status;
    *count = (uint32_t)column_number(result, 0, 0);
    PQclear(result);
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
        status = rating_lock(link, outcome->person[who], outcome->game, &rating.before[who]);
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
    bool there = false;
    enum store_status status = table_take(link, request);
    if (status == STORE_FINE) status = events_add(link, request, &there);
    if (status == STORE_FINE && request->summary != NULL) {
        status = summary_put(link, request->place, request->summary);
        if (status == STORE_FINE && request->version == 1 && request->summary->listed) {
            status = lists_clean(link, request->at_ms);
        }
    }
    /* What was there already has been rated then, too. */
    if (status == STORE_FINE && request->outcome != NULL && !there) {
        status = outcome_rate(link, request);
    }
    return status;
}

static enum store_status load(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->table);
    with_number(&with, request->version);
    const enum store_status status = one_row(link, SQL_LOAD, &with, &result);
    if (status != STORE_FINE) return status;
    request->place = column_number(result, 0, 0);
    for (int row = 0; row < PQntuples(result) && !PQgetisnull(result, row, 1); row++) {
        store_request_event(request, (uint32_t)column_number(result, row, 1),
                            column_number(result, row, 2), PQgetvalue(result, row, 3));
    }
    PQclear(result);
    return STORE_FINE;
}

static void summary_read(const PGresult *result, int at, struct store_summary *row)
{
    column_text(result, at, 0, row->table, sizeof row->table);
    column_text(result, at, 1, row->game, sizeof row->game);
    column_text(result, at, 2, row->options, sizeof row->options);
    column_text(result, at, 3, row->clock, sizeof row->clock);
    column_text(result, at, 4, row->seats, sizeof row->seats);
    row->phase = (uint8_t)column_number(result, at, 5);
    row->listed = column_number(result, at, 6) != 0;
    row->rated = column_number(result, at, 7) != 0;
    row->updated_ms = column_number(result, at, 8);
    row->waits = (pond_seats)column_number(result, at, 9);
}

/* How many rows of an answer a list takes. */
static uint32_t rows_of(const PGresult *result)
{
    const int count = PQntuples(result);
    return count < STORE_LIST_MAX ? (uint32_t)count : STORE_LIST_MAX;
}

static enum store_status list(struct store_link *link, struct store_request *request)
{
    const bool mine = request->verb == STORE_MINE;
    struct parameters with = {0};
    PGresult *result;
    if (mine) with_text(&with, request->person);
    if (!mine) with_number(&with, request->at_ms - STORE_LISTED_MS);
    const enum store_status status = query(link, mine ? SQL_MINE : SQL_LOBBY, &with, &result);
    if (status != STORE_FINE) return status;
    request->tables = calloc(STORE_LIST_MAX, sizeof *request->tables);
    request->row_count = request->tables != NULL ? rows_of(result) : 0;
    for (uint32_t i = 0; i < request->row_count; i++) {
        summary_read(result, (int)i, &request->tables[i]);
        const int64_t seat = mine ? column_number(result, (int)i, 10) : 0;
        if (mine && seat >= 0 && seat < POND_SEATS_MAX) {
            snprintf(request->tables[i].person[seat], STORE_ID_SIZE, "%s", request->person);
        }
    }
    PQclear(result);
    return request->tables != NULL ? STORE_FINE : STORE_REFUSED;
}

static enum store_status person_read(struct store_link *link, struct store_request *request,
                                     enum statement which, const uint8_t hash[STORE_HASH_SIZE])
{
    struct parameters with = {0};
    PGresult *result;
    with_hash(&with, hash);
    enum store_status status = one_row(link, which, &with, &result);
    if (status != STORE_FINE) return status;
    free(request->persons);
    request->persons = calloc(1, sizeof *request->persons);
    struct store_person *person = request->persons;
    if (person != NULL) {
        request->row_count = 1;
        column_text(result, 0, 0, person->id, sizeof person->id);
        column_text(result, 0, 1, person->name, sizeof person->name);
    }
    PQclear(result);
    if (person == NULL) return STORE_REFUSED;
    for (int i = 0; pond_games[i] != NULL && i < 8 && status == STORE_FINE; i++) {
        status = rating_find(link, person->id, pond_games[i]->name, &person->rating[i]);
    }
    return status;
}

static enum store_status person(struct store_link *link, struct store_request *request)
{
    return person_read(link, request, SQL_PERSON_BY_KEY, request->key);
}

static enum store_status key_put(struct store_link *link, const uint8_t key[STORE_HASH_SIZE],
                                 const char *id)
{
    struct parameters with = {0};
    with_hash(&with, key);
    with_text(&with, id);
    return run_once(link, SQL_KEY_PUT, &with);
}

/* Only a recovery gives a key to another person: a window that has not heard of it does not undo
 * it.
 */
static enum store_status name(struct store_link *link, struct store_request *request)
{
    struct parameters key = {0}, with = {0};
    with_hash(&key, request->key);
    with_text(&key, request->person);
    const bool keyed = request->number != 1;
    enum store_status status = keyed ? run_once(link, SQL_KEY_ADD, &key) : STORE_FINE;
    if (status == STORE_FINE && keyed) status = row_there(link, SQL_KEY_FIND, &key);
    if (status == STORE_NONE) return STORE_CONFLICT;
    with_text(&with, request->person);
    with_text(&with, request->name);
    return status == STORE_FINE ? run_once(link, SQL_PERSON_PUT, &with) : status;
}

static enum store_status code_clear(struct store_link *link, const char *id)
{
    struct parameters with = {0};
    with_text(&with, id);
    return run_once(link, SQL_CODE_CLEAR, &with);
}

static enum store_status recovery(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    with_hash(&with, request->code);
    with_text(&with, request->person);
    const enum store_status status = code_clear(link, request->person);
    return status == STORE_FINE ? run_once(link, SQL_CODE_PUT, &with) : status;
}

static enum store_status recover(struct store_link *link, struct store_request *request)
{
    enum store_status status = person_read(link, request, SQL_CODE_FIND, request->code);
    if (status == STORE_FINE) status = code_clear(link, request->persons->id);
    return status == STORE_FINE ? key_put(link, request->key, request->persons->id) : status;
}

static enum store_status keys_revoke(struct store_link *link, struct store_request *request)
{
    struct parameters move = {0}, put = {0};
    PGresult *result;
    with_text(&move, request->other);
    with_text(&move, request->person);
    with_hash(&move, request->key);
    if (request->number == 1) with_hash(&move, request->code);
    const enum statement which = request->number == 1 ? SQL_KEY_MOVE : SQL_KEYS_MOVE;
    enum store_status status = code_clear(link, request->person);
    if (status == STORE_FINE) status = query(link, which, &move, &result);
    if (status != STORE_FINE) return status;
    request->row_count = (uint32_t)PQntuples(result);
    PQclear(result);
    if (request->row_count == 0) return STORE_FINE;
    with_text(&put, request->other);
    with_text(&put, request->name);
    return run_once(link, SQL_PERSON_PUT, &put);
}

static enum store_status leaders(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->game);
    with_real(&with, GLICKO_DEVIATION_SETTLED);
    const enum store_status status = query(link, SQL_LEADERS, &with, &result);
    if (status != STORE_FINE) return status;
    request->persons = calloc(STORE_LIST_MAX, sizeof *request->persons);
    request->row_count = request->persons != NULL ? rows_of(result) : 0;
    for (uint32_t i = 0; i < request->row_count; i++) {
        struct store_person *row = &request->persons[i];
        column_text(result, (int)i, 0, row->id, sizeof row->id);
        column_text(result, (int)i, 1, row->name, sizeof row->name);
        row->rating[0] = (struct glicko){.rating = column_real(result, (int)i, 2),
                                         .deviation = column_real(result, (int)i, 3),
                                         .volatility = column_real(result, (int)i, 4),
                                         .games = (uint32_t)column_number(result, (int)i, 5)};
    }
    PQclear(result);
    return request->persons != NULL ? STORE_FINE : STORE_REFUSED;
}

static enum store_status history(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->person);
    with_text(&with, request->game);
    const enum store_status status = query(link, SQL_HISTORY, &with, &result);
    if (status != STORE_FINE) return status;
    request->ratings = calloc(STORE_LIST_MAX, sizeof *request->ratings);
    request->row_count = request->ratings != NULL ? rows_of(result) : 0;
    for (uint32_t i = 0; i < request->row_count; i++) {
        struct store_rating_row *row = &request->ratings[i];
        row->at_ms = column_number(result, (int)i, 0);
        row->rating = (struct glicko){.rating = column_real(result, (int)i, 1),
                                      .deviation = column_real(result, (int)i, 2),
                                      .volatility = column_real(result, (int)i, 3)};
        column_text(result, (int)i, 4, row->table, sizeof row->table);
        row->score = column_real(result, (int)i, 5);
    }
    PQclear(result);
    return request->ratings != NULL ? STORE_FINE : STORE_REFUSED;
}

static enum store_status lease(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    with_text(&with, request->table);
    with_text(&with, node());
    const enum store_status status = row_there(link, SQL_LEASE, &with);
    return status == STORE_NONE ? STORE_CONFLICT : status;
}

static enum store_status beat(struct store_link *link, struct store_request *request)
{
    (void)request;
    struct parameters with = {0}, none = {0};
    with_text(&with, node());
    const enum store_status status = run_once(link, SQL_BEAT, &with);
    return status == STORE_FINE ? run_once(link, SQL_DEAD_CLEAN, &none) : status;
}

static enum store_status presence(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    with_text(&with, request->table);
    with_text(&with, request->person);
    with_text(&with, node());
    return run_once(link, request->number != 0 ? SQL_PRESENT_ADD : SQL_PRESENT_CLEAR, &with);
}

static enum store_status present(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->table);
    with_text(&with, node());
    const enum store_status status = query(link, SQL_PRESENT, &with, &result);
    if (status != STORE_FINE) return status;
    request->persons = calloc(STORE_LIST_MAX, sizeof *request->persons);
    request->row_count = request->persons != NULL ? rows_of(result) : 0;
    for (uint32_t i = 0; i < request->row_count; i++) {
        column_text(result, (int)i, 0, request->persons[i].id, STORE_ID_SIZE);
    }
    PQclear(result);
    return request->persons != NULL ? STORE_FINE : STORE_REFUSED;
}

static enum store_status tables(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->table);
    const enum store_status status = query(link, SQL_TABLES, &with, &result);
    if (status != STORE_FINE) return status;
    request->tables = calloc(STORE_LIST_MAX, sizeof *request->tables);
    request->row_count = request->tables != NULL ? rows_of(result) : 0;
    for (uint32_t i = 0; i < request->row_count; i++) {
        column_text(result, (int)i, 0, request->tables[i].table, STORE_ID_SIZE);
    }
    PQclear(result);
    return request->tables != NULL ? STORE_FINE : STORE_REFUSED;
}

/* ---- What a host does ---- */

static enum store_status seen(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    with_hash(&with, request->key);
    with_number(&with, request->at_ms);
    with_text(&with, request->name);
    return run_once(link, SQL_KEY_SEEN, &with);
}

static enum store_status note(struct store_link *link, struct store_request *request)
{
    const struct store_note *note = request->notes;
    struct parameters with = {0};
    with_text(&with, request->game);
    with_text(&with, note->key);
    if (note->text[0] == '\0') return run_once(link, SQL_NOTE_DROP, &with);
    with_number(&with, note->at_ms);
    with_text(&with, note->text);
    return run_once(link, SQL_NOTE_PUT, &with);
}

/* Whatever is a key, a time and a text. */
static enum store_status notes(struct store_link *link, struct store_request *request)
{
    const bool devices = request->verb == STORE_DEVICES, people = request->verb == STORE_PEOPLE;
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, devices ? request->person : people ? request->name : request->game);
    const enum store_status status = query(link,
                                           devices  ? SQL_DEVICES
                                           : people ? SQL_PEOPLE
                                                    : SQL_NOTES,
                                           &with, &result);
    if (status != STORE_FINE) return status;
    request->notes = calloc(STORE_NOTES_MAX, sizeof *request->notes);
    const int count = PQntuples(result);
    for (int i = 0; i < count && i < STORE_NOTES_MAX && request->notes != NULL; i++) {
        struct store_note *row = &request->notes[request->row_count++];
        column_text(result, i, 0, row->key, sizeof row->key);
        row->at_ms = column_number(result, i, 1);
        column_text(result, i, 2, row->text, sizeof row->text);
    }
    PQclear(result);
    return request->notes != NULL ? STORE_FINE : STORE_REFUSED;
}

static enum store_status size(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    const enum store_status status = one_row(link, SQL_SIZE, &with, &result);
    if (status != STORE_FINE) return status;
    request->mark = column_number(result, 0, 0);
    request->place = column_number(result, 0, 1);
    request->behind = column_number(result, 0, 2);
    PQclear(result);
    return STORE_FINE;
}

static enum store_status traces(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    with_text(&with, request->person);
    const enum store_status status = query(link, SQL_TRACES, &with, &result);
    if (status != STORE_FINE) return status;
    for (int i = 0; i < PQntuples(result); i++) {
        char text[STORE_EVENT_MAX + STORE_ID_SIZE];
        snprintf(text, sizeof text, "%s %s", PQgetvalue(result, i, 0), PQgetvalue(result, i, 3));
        store_request_event(request, (uint32_t)column_number(result, i, 1),
                            column_number(result, i, 2), text);
    }
    PQclear(result);
    return STORE_FINE;
}

static enum store_status rewrite(struct store_link *link, struct store_request *request)
{
    enum store_status status = STORE_FINE;
    for (uint32_t i = 0; i < request->event_count && status == STORE_FINE; i++) {
        const struct store_event *event = &request->events[i];
        struct parameters with = {0};
        with_text(&with, event->text + STORE_ID_SIZE);
        with_number(&with, event->at_ms);
        with_number(&with, event->version);
        status = run_once(link, SQL_REWRITE, &with);
    }
    return status;
}

static enum store_status erase(struct store_link *link, struct store_request *request)
{
    static const enum statement all[] = {SQL_CODE_CLEAR,    SQL_ERASE_KEYS,    SQL_ERASE_SITTING,
                                         SQL_ERASE_RATINGS, SQL_ERASE_HISTORY, SQL_ERASE_PERSON};
    enum store_status status = STORE_FINE;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == STORE_FINE; i++) {
        struct parameters with = {0};
        with_text(&with, request->person);
        status = run_once(link, all[i], &with);
    }
    return status;
}

/* One person's part of a game that is void: later ratings shift by what it had given. */
static enum store_status result_void_one(struct store_link *link, const PGresult *found, int at)
{
    struct parameters with = {0}, later, drop = {0};
    with_text(&with, PQgetvalue(found, at, 1));
    with_text(&with, PQgetvalue(found, at, 2));
    with_text(&with, PQgetvalue(found, at, 3));
    later = with;
    with_text(&later, PQgetvalue(found, at, 0));
    with_text(&drop, PQgetvalue(found, at, 0));
    enum store_status status = run_once(link, SQL_VOID_RATING, &with);
    if (status == STORE_FINE) status = run_once(link, SQL_VOID_LATER, &later);
    return status == STORE_FINE ? run_once(link, SQL_VOID_DROP, &drop) : status;
}

static enum store_status result_void(struct store_link *link, struct store_request *request)
{
    struct parameters with = {0};
    PGresult *result;
    enum store_status status = table_number(link, SQL_TABLE_FIND, request->table, &request->place);
    if (status != STORE_FINE) return status;
    with_number(&with, request->place);
    with_real(&with, glicko_first().rating);
    status = one_row(link, SQL_VOID_FIND, &with, &result);
    if (status != STORE_FINE) return status;
    request->row_count = (uint32_t)PQntuples(result);
    for (int i = 0; i < PQntuples(result) && status == STORE_FINE; i++) {
        status = result_void_one(link, result, i);
    }
    PQclear(result);
    return status;
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
        [STORE_VOID] = result_void,  [STORE_REVOKE] = keys_revoke, [STORE_BEAT] = beat,
        [STORE_PRESENCE] = presence, [STORE_PRESENT] = present,
    };
    return verbs[request->verb](link, request);
}

/* Whether something can be written shows where the schema's version is: it is written once more. */
static enum store_status check(struct store_link *link, bool writes)
{
    PGresult *result = PQexec(link->connection,
                              writes ? "UPDATE schema_version SET version = version" : "SELECT 1");
    const ExecStatusType answer = PQresultStatus(result);
    const bool fine = answer == PGRES_COMMAND_OK || answer == PGRES_TUPLES_OK;
    const enum store_status status = fine ? STORE_FINE : failed(link, result);
    PQclear(result);
    return status;
}

/* ---- News of other nodes ---- */

/* Takes the next notification that is not our own; false where none has come yet. */
static bool news_take(struct store_link *link, char table[STORE_ID_SIZE])
{
    PGnotify *notify;
    while (table[0] == '\0' && (notify = PQnotifies(link->connection)) != NULL) {
        const size_t length = strlen(node());
        if (strncmp(notify->extra, node(), length) != 0 && strlen(notify->extra) > length) {
            snprintf(table, STORE_ID_SIZE, "%s", notify->extra + length + 1);
        }
        PQfreemem(notify);
    }
    return table[0] != '\0';
}

static bool listen(struct store_link *link, int wait_ms, char table[STORE_ID_SIZE])
{
    table[0] = '\0';
    if (!link->listening) {
        if (plain(link, "LISTEN pond") != STORE_FINE) return false;
        link->listening = true;
    }
    if (news_take(link, table)) return true;
    struct pollfd wait = {.fd = PQsocket(link->connection), .events = POLLIN};
    if (poll(&wait, 1, wait_ms) <= 0) return true; /* quiet */
    if (PQconsumeInput(link->connection) == 0) return false;
    news_take(link, table);
    return true;
}

/* Nodes take it at their start, so their own clocks need not agree. */
static bool time_read(const char *where, int64_t *now_ms)
{
    struct store_trouble why;
    struct store_link *link = link_open(where, &why);
    if (link == NULL) return false;
    PGresult *result = PQexec(link->connection,
                              "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    const bool fine = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (fine) *now_ms = column_number(result, 0, 0);
    PQclear(result);
    link_close(link);
    return fine;
}

const struct store_backend store_postgres = {
    .scheme = "postgres://",
    .shared = true,
    .open = link_open,
    .close = link_close,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .time = time_read,
    .check = check,
    .listen = listen,
};
