/* backup.c: `pond backup`, `pond restore` and `pond export`: what a host needs around a store. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "night.h"
#include "serve.h"
#include "store.h"
#include "table.h"

int command_backup(struct cli *cli)
{
    char store[STORE_PATH_SIZE];
    struct store_trouble why = {.text = ""};
    const int code = take_store(cli, store);
    if (code != EXIT_FINE) return code;
    if (!store_backup(store, cli->arguments[0], &why)) {
        return complain(cli, EXIT_BAD_DATA, SAY_BACKUP_FAILED, cli->arguments[0],
                        store_reason(cli, &why));
    }
    say(stdout, cli, SAY_BACKUP_DONE, strchr(store, ':') + 1, cli->arguments[0]);
    fputc('\n', stdout);
    return EXIT_FINE;
}

int command_restore(struct cli *cli)
{
    char store[STORE_PATH_SIZE];
    struct store_trouble why = {.text = ""};
    const int code = take_store(cli, store);
    if (code != EXIT_FINE) return code;
    const char *path = strchr(store, ':') + 1;
    const int locked = store_lock(cli, store, SAY_RESTORE_LOCKED);
    if (locked != EXIT_FINE) return locked;
    const bool fine = store_restore(store, cli->arguments[0], &why);
    if (!fine && why.why == STORE_WHY_THERE) {
        return complain(cli, EXIT_BAD_DATA, SAY_RESTORE_THERE, path, cli->arguments[0]);
    }
    if (!fine) {
        return complain(cli, EXIT_BAD_DATA, SAY_RESTORE_FAILED, cli->arguments[0],
                        store_reason(cli, &why));
    }
    say(stdout, cli, SAY_RESTORE_DONE, cli->arguments[0], path);
    fputc('\n', stdout);
    return EXIT_FINE;
}

/* ---- Export ---- */

static void keep(struct store_request *request)
{
    (void)request; /* the caller looks at it after store_poll returns */
}

static struct store_request *ask(struct store *store, enum store_verb verb, const char *table)
{
    struct store_request *request = store_request_new(verb);
    request->done = keep;
    snprintf(request->table, sizeof request->table, "%s", table);
    store_submit(store, request);
    store_poll(store);
    return request;
}

/* Writes the finished games of a table as records; returns how many. */
static int table_export(struct store *store, const char *id, bool first)
{
    struct store_request *request = ask(store, STORE_LOAD, id);
    struct table *table = calloc(1, sizeof *table);
    int games = 0;
    bool over = false;
    if (table != NULL) table_init(table, id);
    for (uint32_t i = 0; table != NULL && i < request->event_count; i++) {
        struct event event;
        if (!event_parse(request->events[i].text, &event)) continue;
        event.version = request->events[i].version;
        event.at_ms = request->events[i].at_ms;
        table_apply(table, &event);
        const bool now_over = table->begun && table->phase == TABLE_OVER && !table->closed;
        if (now_over && !over) {
            if (!first || games > 0) putchar('\n');
            table_record(table, POND_SPECTATOR, file_sink, stdout);
            games++;
        }
        over = now_over;
    }
    if (table != NULL) table_free(table);
    free(table);
    store_request_free(request);
    return games;
}

int command_export(struct cli *cli)
{
    char where[STORE_PATH_SIZE], last[STORE_ID_SIZE] = "";
    struct store_trouble why = {.text = ""};
    const int code = take_store(cli, where);
    if (code != EXIT_FINE) return code;
    if (strncmp(where, "sqlite:", 7) == 0 && access(where + 7, F_OK) != 0) {
        store_trouble_is(&why, STORE_WHY_MISSING, ""); /* opening would make it */
        return store_complain(cli, where, &why);
    }
    struct store *store = store_open(where, false, NULL, &why);
    if (store == NULL) return store_complain(cli, where, &why);
    int games = 0;
    for (uint32_t count = STORE_LIST_MAX; count == STORE_LIST_MAX;) {
        struct store_request *request = ask(store, STORE_TABLES, last);
        count = request->row_count;
        for (uint32_t i = 0; i < count; i++) {
            memcpy(last, request->tables[i].table, sizeof last);
            if (!night_id_is(last)) games += table_export(store, last, games == 0);
        }
        store_request_free(request);
    }
    store_close(store);
    return EXIT_FINE;
}
