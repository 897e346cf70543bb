/* driver.h: what the verbs (verbs.c) need of a database: statements with values in, rows out.
 *
 * A backend is a driver plus what only that database can do: opening, the log of events, backups,
 * notifications. Everything else is written once, over this interface. */
#ifndef POND_STORE_DRIVER_H
#define POND_STORE_DRIVER_H

#include "store.h"

enum statement {
#define STATEMENT(name, text) SQL_##name,
#define OWN(name) SQL_##name,
#include "statements.def"
#undef STATEMENT
#undef OWN
    STATEMENTS
};

#define STATEMENT_VALUES_MAX 11

/* A statement's value. Texts and hashes must stay until its rows have ended. */
struct value {
    enum { VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_HASH } kind;
    union {
        int64_t number;
        double real;
        const char *text;
        const uint8_t *hash; /* STORE_HASH_SIZE bytes */
    } as;
};

#define NUMBER(given) ((struct value){VALUE_NUMBER, {.number = (given)}})
#define REAL(given) ((struct value){VALUE_REAL, {.real = (given)}})
#define TEXT(given) ((struct value){VALUE_TEXT, {.text = (given)}})
#define HASH(given) ((struct value){VALUE_HASH, {.hash = (given)}})

/* What a statement answers. */
struct rows {
    struct store_link *link;
    void *result; /* the driver's; NULL: there is nothing to free */
    int at;       /* the driver's */
    enum store_status status;
};

struct driver {
    const char *const *own; /* SQL of its own, by enum statement; NULL: none, or the common one */
    const char *(*node)(void); /* which node this is; NULL: there is only one */
    /* Begins a statement. Only one has rows open at a time. */
    void (*begin)(struct rows *rows, enum statement which, const struct value *values, int count);
    /* Is there a (next) row? If not, `rows->status` says whether that is the end or an error. */
    bool (*next)(struct rows *rows);
    int64_t (*number)(const struct rows *rows, int column);
    double (*real)(const struct rows *rows, int column);
    const char *(*text)(const struct rows *rows, int column); /* until the next row */
    void (*end)(struct rows *rows);
    /* Adds events to a table's log. `*there`: they were there already, word for word. */
    enum store_status (*events_add)(struct store_link *link, struct store_request *request,
                                    bool *there);
    /* Reads a table's events after a version, and its place. */
    enum store_status (*events_load)(struct store_link *link, struct store_request *request);
};

/* The head of every driver's link. */
struct store_link {
    const struct driver *driver;
};

/* A statement's words, in the driver's dialect; NULL: it has none. */
const char *statement_text(const struct driver *driver, enum statement which);

void rows_begin(struct rows *rows, struct store_link *link, enum statement which,
                const struct value *values, int count);
bool rows_next(struct rows *rows);
void rows_text(const struct rows *rows, int column, char *out, size_t size);
int64_t rows_number(const struct rows *rows, int column);
/* Ends them, wherever they are. Returns what `rows->status` says. */
enum store_status rows_end(struct rows *rows);

#define VALUES(...)                                                                                \
    (const struct value[]){__VA_ARGS__},                                                           \
        (int)(sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value))

/* Carries a statement out whose rows do not matter. */
enum store_status statement_run(struct store_link *link, enum statement which,
                                const struct value *values, int count);
/* The same, with the number of its rows. */
enum store_status statement_count(struct store_link *link, enum statement which, uint32_t *rows,
                                  const struct value *values, int count);
/* Goes to the first row of a statement; STORE_NONE if it has none. */
enum store_status statement_find(struct store_link *link, enum statement which, struct rows *rows,
                                 const struct value *values, int count);

/* A backend's `run`. */
enum store_status store_verb_run(struct store_link *link, struct store_request *request);

/* Verbs in files of their own. */
enum store_status rating_find(struct store_link *link, const char *person, const char *game,
                              struct glicko *rating);
enum store_status outcome_rate(struct store_link *link, const struct store_request *request);
enum store_status verb_leaders(struct store_link *link, struct store_request *request);
enum store_status verb_history(struct store_link *link, struct store_request *request);
enum store_status verb_void(struct store_link *link, struct store_request *request);
enum store_status verb_note(struct store_link *link, struct store_request *request);
enum store_status verb_notes(struct store_link *link, struct store_request *request);
enum store_status verb_size(struct store_link *link, struct store_request *request);
enum store_status verb_traces(struct store_link *link, struct store_request *request);
enum store_status verb_rewrite(struct store_link *link, struct store_request *request);
enum store_status verb_erase(struct store_link *link, struct store_request *request);
/* The number of a table; STORE_NONE if there is none. */
enum store_status table_number(struct store_link *link, enum statement which, const char *id,
                               int64_t *number);
/* Room for that many rows of an answer. */
void *rows_room(size_t count, size_t size);

#endif
