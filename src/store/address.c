/* address.c: what a store's address means: its backend, how it is shown to people, and what can be
 * done with it without opening it. See store.h. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store.h"

const struct store_backend *const store_backends[] = {&store_sqlite, &store_postgres, NULL};

/* The backend that an address belongs to; NULL, and why, if there is none. An empty file name would
 * make SQLite keep the games in a temporary file. */
static const struct store_backend *backend_of(const char *where, struct store_trouble *why)
{
    for (const struct store_backend *const *backend = store_backends; *backend != NULL; backend++) {
        const size_t length = strlen((*backend)->scheme);
        if (strncmp(where, (*backend)->scheme, length) == 0 && where[length] != '\0') {
            return *backend;
        }
    }
    store_trouble_is(why, STORE_WHY_FORM, "a store is sqlite:FILE or postgres://...");
    return NULL;
}

bool store_address_fits(const char *where)
{
    struct store_trouble why;
    return backend_of(where, &why) != NULL;
}

/* Everything between a user's name and the last @ may be part of a password that was not escaped,
 * and so may everything in a query. */
void store_address_shown(const char *where, char *shown, size_t size)
{
    const char *user = strstr(where, "://"), *at = user != NULL ? strrchr(user, '@') : NULL;
    if (user == NULL) { /* a file, or libpq's other form: host=... password=... */
        const char *secret = strstr(where, "password");
        const bool file = store_address_fits(where) || secret == NULL;
        snprintf(shown, size, "%.*s%s", (int)(file ? strlen(where) : (size_t)(secret - where)),
                 where, file ? "" : "***");
        return;
    }
    user += strlen("://");
    const char *place = at != NULL ? at : user;
    const size_t named = at != NULL ? strcspn(user, ":/?@") : 0;
    const char *mask = at != NULL && user + named != at ? ":***" : "";
    snprintf(shown, size, "%.*s%s%.*s", (int)((size_t)(user - where) + named), where, mask,
             (int)strcspn(place, "?&"), place);
}

struct store *store_open(const char *where, bool threads, const struct store_events *events,
                         struct store_trouble *why)
{
    const struct store_backend *backend = backend_of(where, why);
    return backend != NULL ? store_open_with(backend, where, threads, events, why) : NULL;
}

static bool has_tools(const struct store_backend *backend, struct store_trouble *why)
{
    if (backend != NULL && backend->backup != NULL) return true;
    if (backend == NULL) return false;
    return store_trouble_is(why, STORE_WHY_TOOLS, "this database has tools of its own for that");
}

bool store_backup(const char *where, const char *file, struct store_trouble *why)
{
    const struct store_backend *backend = backend_of(where, why);
    return has_tools(backend, why) && backend->backup(where, file, why);
}

bool store_restore(const char *where, const char *file, struct store_trouble *why)
{
    const struct store_backend *backend = backend_of(where, why);
    return has_tools(backend, why) && backend->restore(where, file, why);
}

bool store_check_backup(const char *file, struct store_trouble *why)
{
    return store_sqlite.check_backup(file, why);
}

bool store_time(const char *where, int64_t *now_ms)
{
    struct store_trouble why;
    const struct store_backend *backend = backend_of(where, &why);
    return backend != NULL && backend->time != NULL && backend->time(where, now_ms);
}

void store_file_give(int file, const char *path)
{
    char folder[1300];
    struct stat about;
    const char *slash = strrchr(path, '/');
    const int length = slash != NULL ? (int)(slash - path) + 1 : 0;
    snprintf(folder, sizeof folder, "%.*s.", length, path);
    if (geteuid() != 0 || stat(folder, &about) != 0 || about.st_uid == 0) return;
    const bool given = fchown(file, about.st_uid, about.st_gid) == 0;
    (void)given; /* root may do it, but for odd file systems, which have no owners anyway */
}
