/* postgres.c: the store in PostgreSQL, shared by any number of nodes. See store.h and driver.h.
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

#include "driver.h"

#define TEXT_OF(number) #number
#define MS(number) "interval '" TEXT_OF(number) " milliseconds'"
#define BEAT_MS 12000 /* one that has not beaten for so long is dead, and nobody is at it */
#define LEASE_TIME MS(STORE_LEASE_MS)
#define BEAT_TIME MS(BEAT_MS)
#define NODE_SIZE 17
#define REAL_SIZE 32

static const char *const own[STATEMENTS] = {
    [SQL_EVENT_ADD] =
        "INSERT INTO events(number, version, at, text) "
        "SELECT $1::bigint, $2::integer, $3::bigint, $4::text WHERE $2::integer = 1 OR EXISTS("
        "SELECT 1 FROM events WHERE number = $1::bigint AND version = $2::integer - 1) "
        "ON CONFLICT DO NOTHING RETURNING version",
    [SQL_EVENT_FIND] = "SELECT 1 FROM events WHERE number = $1 AND version = $2 AND at = $3 "
                       "AND text = $4",
    [SQL_LOAD] = "SELECT t.number, e.version, e.at, e.text FROM tables t LEFT JOIN events e "
                 "ON e.number = t.number AND e.version > $2 WHERE t.id = $1 ORDER BY e.version",
    [SQL_TRACES] = "SELECT t.id, e.version, e.number, e.text FROM events e "
                   "JOIN tables t ON t.number = e.number WHERE strpos(e.text, $1) > 0 LIMIT 1000",
    [SQL_REWRITE] = "UPDATE events SET text = $1 WHERE number = $2 AND version = $3",
    [SQL_DEVICES] = "SELECT encode(hash, 'hex'), seen, device FROM keys "
                    "WHERE person = $1 ORDER BY seen DESC LIMIT 100",
    [SQL_PEOPLE] = "SELECT p.id, coalesce(max(k.seen), 0) AS seen, p.name FROM persons p "
                   "LEFT JOIN keys k ON k.person = p.id WHERE $1::text = '' OR p.id = $1 OR "
                   "strpos(lower(p.name), lower($1)) > 0 GROUP BY p.id, p.name "
                   "ORDER BY seen DESC LIMIT 100",
    [SQL_SIZE] = "SELECT pg_database_size(current_database()), "
                 "(SELECT count(*) FROM persons), (SELECT count(*) FROM tables)",
    /* By the database's own clock: the nodes' clocks need not agree. */
    [SQL_LEASE] = "INSERT INTO leases(number, node, until) "
                  "SELECT number, $2, now() + " LEASE_TIME " FROM tables WHERE id = $1 "
                  "ON CONFLICT(number) DO UPDATE SET node = $2, until = now() + " LEASE_TIME
                  " WHERE leases.node = $2 OR leases.until < now() RETURNING 1",
    [SQL_BEAT] = "INSERT INTO nodes(node, until) VALUES($1, now() + " BEAT_TIME ") "
                 "ON CONFLICT(node) DO UPDATE SET until = EXCLUDED.until",
    [SQL_DEAD_CLEAN] =
        "WITH dead AS (DELETE FROM nodes WHERE until < now() - interval '1 hour' RETURNING node) "
        "DELETE FROM presence WHERE node IN (SELECT node FROM dead)",
    [SQL_PRESENT_ADD] = "INSERT INTO presence(number, person, node) SELECT number, $3, $2 "
                        "FROM tables WHERE id = $1 ON CONFLICT DO NOTHING",
    [SQL_PRESENT_CLEAR] = "DELETE FROM presence p USING tables t WHERE t.id = $1 AND "
                          "p.number = t.number AND p.person = $3 AND p.node = $2",
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
    ("ALTER TABLE lists ADD COLUMN days integer NOT NULL DEFAULT 0;"
     "UPDATE lists SET days = 1 WHERE clock LIKE '%\"days\"%';"),
};

#define SCHEMA_VERSION ((int)(sizeof migrations / sizeof migrations[0]))

struct postgres {
    struct store_link link;
    PGconn *connection;
    bool prepared[STATEMENTS];
    bool listening;
    uint32_t changed_count; /* tables with new events in this transaction, which others will hear */
    char changed[STORE_BATCH_MAX][STORE_ID_SIZE];
};

static const struct driver driver;

static struct postgres *postgres_of(struct store_link *link) { return (struct postgres *)link; }

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
    const char *text = PQerrorMessage(connection), *password = PQpass(connection);
    const bool tells = password != NULL && password[0] != '\0' && strstr(text, password) != NULL;
    store_trouble_is(why, STORE_WHY_TEXT, tells ? "the database refuses" : text);
    why->text[strcspn(why->text, "\n")] = '\0';
}

/* Can this be an address? libpq takes a password with a bare @ or / in it for a host or a port, and
 * quotes those in its messages. */
static bool address_fits(const char *where)
{
    PQconninfoOption *options = PQconninfoParse(where, NULL);
    bool fits = options != NULL;
    for (const PQconninfoOption *option = options; fits && option->keyword != NULL; option++) {
        const bool place =
            strcmp(option->keyword, "host") == 0 || strcmp(option->keyword, "dbname") == 0;
        if (place && option->val != NULL && strchr(option->val, '@') != NULL) fits = false;
    }
    PQconninfoFree(options);
    return fits;
}

static bool answered(const PGresult *result)
{
    const ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static bool execute(PGconn *connection, const char *text)
{
    PGresult *result = PQexec(connection, text);
    const bool fine = answered(result);
    PQclear(result);
    return fine;
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
        return store_trouble_is(why, STORE_WHY_NEWER, "a newer version of Pond has written it");
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
    PQfinish(postgres_of(link)->connection);
    free(link);
}

/* A connection that hangs is given up after a few seconds, so that a node never waits forever. */
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
    if (!address_fits(where)) {
        store_trouble_is(why, STORE_WHY_FORM, "a database is postgres://USER:PASSWORD@HOST/NAME");
        return NULL;
    }
    struct postgres *postgres = calloc(1, sizeof *postgres);
    if (postgres == NULL) return NULL;
    postgres->link.driver = &driver;
    store_trouble_is(why, STORE_WHY_TEXT, "");
    PGconn *connection = postgres->connection = PQconnectdbParams(names, values, 1);
    if (PQstatus(connection) == CONNECTION_OK && migrate(connection, why)) return &postgres->link;
    if (why->text[0] == '\0') trouble(why, connection);
    link_close(&postgres->link);
    return NULL;
}

/* ---- The driver ---- */

/* An error that may be gone by the next attempt: the connection, or two nodes that waited for each
 * other. Everything else is refused. */
static enum store_status failed(struct postgres *postgres, const PGresult *result)
{
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (PQstatus(postgres->connection) != CONNECTION_OK || code == NULL) return STORE_DOWN;
    if (strncmp(code, "40", 2) == 0) return STORE_AGAIN; /* deadlock, serialisation */
    const bool leaves = strncmp(code, "08", 2) == 0 || strncmp(code, "57P", 3) == 0;
    return leaves ? STORE_DOWN : STORE_REFUSED;
}

/* The values of a statement, written as texts. */
struct parameters {
    const char *value[STATEMENT_VALUES_MAX];
    int length[STATEMENT_VALUES_MAX], format[STATEMENT_VALUES_MAX];
    char number[STATEMENT_VALUES_MAX][REAL_SIZE];
};

static void value_write(struct parameters *with, int at, const struct value *value)
{
    char *number = with->number[at];
    with->length[at] = with->format[at] = 0;
    switch (value->kind) {
    case VALUE_NUMBER:
        snprintf(number, REAL_SIZE, "%lld", (long long)value->as.number);
        with->value[at] = number;
        break;
    case VALUE_REAL:
        snprintf(number, REAL_SIZE, "%.17g", value->as.real);
        with->value[at] = number;
        break;
    case VALUE_TEXT: with->value[at] = value->as.text; break;
    case VALUE_HASH:
        with->value[at] = (const char *)value->as.hash;
        with->length[at] = STORE_HASH_SIZE;
        with->format[at] = 1;
        break;
    }
}

static enum store_status prepare(struct postgres *postgres, enum statement which, const char *name)
{
    if (postgres->prepared[which]) return STORE_FINE;
    PGresult *result =
        PQprepare(postgres->connection, name, statement_text(&driver, which), 0, NULL);
    postgres->prepared[which] = answered(result);
    const enum store_status status =
        postgres->prepared[which] ? STORE_FINE : failed(postgres, result);
    PQclear(result);
    return status;
}

static void driver_end(struct rows *rows)
{
    PQclear(rows->result);
    rows->result = NULL;
}

static void driver_begin(struct rows *rows, enum statement which, const struct value *values,
                         int count)
{
    struct postgres *postgres = postgres_of(rows->link);
    struct parameters with;
    char name[12];
    snprintf(name, sizeof name, "s%d", (int)which);
    rows->status = prepare(postgres, which, name);
    if (rows->status != STORE_FINE) return;
    for (int i = 0; i < count; i++) value_write(&with, i, &values[i]);
    PGresult *result =
        PQexecPrepared(postgres->connection, name, count, with.value, with.length, with.format, 0);
    rows->result = result;
    rows->at = -1;
    if (answered(result)) return;
    rows->status = failed(postgres, result);
    driver_end(rows);
}

static bool driver_next(struct rows *rows) { return ++rows->at < PQntuples(rows->result); }

static const char *driver_text(const struct rows *rows, int column)
{
    return PQgetvalue(rows->result, rows->at, column);
}

static int64_t driver_number(const struct rows *rows, int column)
{
    return strtoll(driver_text(rows, column), NULL, 10);
}

static double driver_real(const struct rows *rows, int column)
{
    return strtod(driver_text(rows, column), NULL);
}

/* ---- Transactions ---- */

static enum store_status plain(struct postgres *postgres, const char *text)
{
    PGresult *result = PQexec(postgres->connection, text);
    const bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    const enum store_status status = fine ? STORE_FINE : failed(postgres, result);
    PQclear(result);
    return status;
}

static enum store_status begin(struct store_link *link)
{
    struct postgres *postgres = postgres_of(link);
    postgres->changed_count = 0;
    return plain(postgres, "BEGIN");
}

/* Commits that notify wait for each other in the database, each for the flush of the one before:
 * so the notifications are a transaction of their own, which is not flushed. Both go in one
 * message: whatever becomes of us in between, the database goes on to the second. */
static char *commit_text(struct postgres *postgres)
{
    const size_t each = NODE_SIZE + 2 * STORE_ID_SIZE + 8;
    const size_t size = 256 + postgres->changed_count * each;
    char *text = malloc(size);
    if (text == NULL) abort();
    size_t at = (size_t)snprintf(text, size, "COMMIT");
    for (uint32_t i = 0; i < postgres->changed_count; i++) {
        char id[2 * STORE_ID_SIZE];
        PQescapeStringConn(postgres->connection, id, postgres->changed[i],
                           strlen(postgres->changed[i]), NULL);
        at += (size_t)snprintf(text + at, size - at, "%s'%s %s'",
                               i > 0 ? ","
                                     : ";SELECT set_config('synchronous_commit', 'off', true), "
                                       "pg_notify('pond', news) FROM unnest(ARRAY[",
                               node(), id);
    }
    if (postgres->changed_count > 0) snprintf(text + at, size - at, "]) AS news");
    return text;
}

/* A commit of a transaction that has failed is answered by a rollback, and is none. */
static enum store_status commit(struct store_link *link)
{
    struct postgres *postgres = postgres_of(link);
    char *text = commit_text(postgres);
    enum store_status status = STORE_FINE;
    PQsendQuery(postgres->connection, text);
    free(text);
    PGresult *result = PQgetResult(postgres->connection);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        status = failed(postgres, result);
    } else if (strcmp(PQcmdStatus(result), "COMMIT") != 0) {
        status = STORE_REFUSED;
    }
    while (result != NULL) { /* the second answer says nothing */
        PQclear(result);
        result = PQgetResult(postgres->connection);
    }
    return status;
}

static void rollback(struct store_link *link)
{
    struct postgres *postgres = postgres_of(link);
    if (PQtransactionStatus(postgres->connection) != PQTRANS_IDLE) plain(postgres, "ROLLBACK");
}

/* ---- The log ---- */

/* Others are to be told of a table, once. */
static void changed_add(struct postgres *postgres, const char *table)
{
    for (uint32_t i = postgres->changed_count; i > 0; i--) {
        if (strcmp(postgres->changed[i - 1], table) == 0) return;
    }
    if (postgres->changed_count == STORE_BATCH_MAX) return; /* there are no more in a transaction */
    snprintf(postgres->changed[postgres->changed_count++], STORE_ID_SIZE, "%s", table);
}

/* Events that were there already, word for word, are ours: written by an attempt whose answer was
 * lost, and perhaps its notification. */
static enum store_status events_add(struct store_link *link, struct store_request *request,
                                    bool *there)
{
    for (uint32_t i = 0; i < request->event_count; i++) {
        const struct value event[] = {NUMBER(request->place), NUMBER(request->events[i].version),
                                      NUMBER(request->events[i].at_ms),
                                      TEXT(request->events[i].text)};
        uint32_t count = 0;
        enum store_status status = statement_count(link, SQL_EVENT_ADD, &count, event, 4);
        if (status == STORE_FINE && count == 0) {
            *there = true;
            status = statement_count(link, SQL_EVENT_FIND, &count, event, 4);
        }
        if (status == STORE_FINE && count == 0) return STORE_CONFLICT;
        if (status != STORE_FINE) return status;
    }
    changed_add(postgres_of(link), request->table);
    return STORE_FINE;
}

static enum store_status events_load(struct store_link *link, struct store_request *request)
{
    struct rows rows;
    enum store_status status = statement_find(
        link, SQL_LOAD, &rows, VALUES(TEXT(request->table), NUMBER(request->version)));
    if (status != STORE_FINE) return status;
    request->place = driver_number(&rows, 0);
    do { /* a table without such events is a row without any */
        if (PQgetisnull(rows.result, rows.at, 1)) break;
        store_request_event(request, (uint32_t)driver_number(&rows, 1), driver_number(&rows, 2),
                            driver_text(&rows, 3));
    } while (rows_next(&rows));
    return rows_end(&rows);
}

/* Whether something can be written shows where the schema's version is: it is written once more. */
static enum store_status check(struct store_link *link, bool writes)
{
    struct postgres *postgres = postgres_of(link);
    PGresult *result = PQexec(postgres->connection,
                              writes ? "UPDATE schema_version SET version = version" : "SELECT 1");
    const enum store_status status = answered(result) ? STORE_FINE : failed(postgres, result);
    PQclear(result);
    return status;
}

/* ---- News of other nodes ---- */

/* Takes the next notification that is not our own; false if none has come yet. */
static bool news_take(struct postgres *postgres, char table[STORE_ID_SIZE])
{
    PGnotify *notify;
    while (table[0] == '\0' && (notify = PQnotifies(postgres->connection)) != NULL) {
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
    struct postgres *postgres = postgres_of(link);
    table[0] = '\0';
    if (!postgres->listening) {
        if (plain(postgres, "LISTEN pond") != STORE_FINE) return false;
        postgres->listening = true;
    }
    if (news_take(postgres, table)) return true;
    struct pollfd wait = {.fd = PQsocket(postgres->connection), .events = POLLIN};
    if (poll(&wait, 1, wait_ms) <= 0) return true; /* quiet */
    if (PQconsumeInput(postgres->connection) == 0) return false;
    news_take(postgres, table);
    return true;
}

/* Nodes take it at their start, so their own clocks need not agree. */
static bool time_read(const char *where, int64_t *now_ms)
{
    struct store_trouble why;
    struct store_link *link = link_open(where, &why);
    if (link == NULL) return false;
    PGresult *result = PQexec(postgres_of(link)->connection,
                              "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    const bool fine = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (fine) *now_ms = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    link_close(link);
    return fine;
}

static const struct driver driver = {
    .own = own,
    .node = node,
    .begin = driver_begin,
    .next = driver_next,
    .number = driver_number,
    .real = driver_real,
    .text = driver_text,
    .end = driver_end,
    .events_add = events_add,
    .events_load = events_load,
};

const struct store_backend store_postgres = {
    .scheme = "postgres://",
    .shared = true,
    .open = link_open,
    .close = link_close,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = store_verb_run,
    .time = time_read,
    .check = check,
    .listen = listen,
};
