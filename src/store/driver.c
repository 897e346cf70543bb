/* driver.c: statements and rows, whatever database is behind them. See driver.h. */
#include "driver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const common[STATEMENTS] = {
#define STATEMENT(name, text) [SQL_##name] = text,
#define OWN(name)
#include "statements.def"
#undef STATEMENT
#undef OWN
};

const char *statement_text(const struct driver *driver, enum statement which)
{
    return driver->own[which] != NULL ? driver->own[which] : common[which];
}

void rows_begin(struct rows *rows, struct store_link *link, enum statement which,
                const struct value *values, int count)
{
    *rows = (struct rows){.link = link, .status = STORE_FINE};
    link->driver->begin(rows, which, values, count);
}

bool rows_next(struct rows *rows) { return rows->result != NULL && rows->link->driver->next(rows); }

void rows_text(const struct rows *rows, int column, char *out, size_t size)
{
    snprintf(out, size, "%s", rows->link->driver->text(rows, column));
}

int64_t rows_number(const struct rows *rows, int column)
{
    return rows->link->driver->number(rows, column);
}

enum store_status rows_end(struct rows *rows)
{
    if (rows->result != NULL) rows->link->driver->end(rows);
    rows->result = NULL;
    return rows->status;
}

enum store_status statement_count(struct store_link *link, enum statement which, uint32_t *rows,
                                  const struct value *values, int count)
{
    struct rows answer;
    rows_begin(&answer, link, which, values, count);
    for (*rows = 0; rows_next(&answer);) (*rows)++;
    return rows_end(&answer);
}

enum store_status statement_run(struct store_link *link, enum statement which,
                                const struct value *values, int count)
{
    uint32_t rows;
    return statement_count(link, which, &rows, values, count);
}

enum store_status statement_find(struct store_link *link, enum statement which, struct rows *rows,
                                 const struct value *values, int count)
{
    rows_begin(rows, link, which, values, count);
    if (rows_next(rows)) return STORE_FINE;
    const enum store_status status = rows_end(rows);
    return status == STORE_FINE ? STORE_NONE : status;
}

void *rows_room(size_t count, size_t size)
{
    void *room = calloc(count, size);
    assert(room != NULL);
    return room;
}
