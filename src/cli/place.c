/* place.c: the store that a command works on: taken from its flags, locked, and named in messages.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "serve.h"
#include "store.h"

#define PATH_MORE 100 /* bytes that names beside the store's may add to its own */

/* Makes a folder and those above it. */
static bool folder_make(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/') continue;
        *at = '\0';
        const int made = mkdir(path, 0700);
        *at = '/';
        if (made != 0 && errno != EEXIST) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

int take_data_file(const struct cli *cli, const char *name, char path[STORE_PATH_SIZE])
{
    char folder[STORE_PATH_SIZE];
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/') {
        snprintf(folder, sizeof folder, "%.900s/pond", data);
    } else {
        snprintf(folder, sizeof folder, "%.900s/.local/share/pond", home != NULL ? home : ".");
    }
    if (!folder_make(folder)) {
        return complain(cli, EXIT_BAD_DATA, SAY_SERVE_FOLDER, folder, system_reason(cli, errno));
    }
    snprintf(path, STORE_PATH_SIZE, "%.1000s/%s", folder, name);
    return EXIT_FINE;
}

/* The store's address from a file: a password has no place in a list of processes. */
static int database_file_read(const struct cli *cli, const char *path, char store[STORE_PATH_SIZE])
{
    struct stat about = {.st_mode = 0};
    FILE *file = fopen(path, "r");
    if (file != NULL && fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) errno = EISDIR;
    if (file == NULL || S_ISDIR(about.st_mode)) {
        const int error = errno;
        if (file != NULL) fclose(file);
        return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, path, system_reason(cli, error));
    }
    const bool open_to_others = (about.st_mode & 077) != 0;
    const bool read = fgets(store, STORE_PATH_SIZE, file) != NULL;
    fclose(file);
    if (open_to_others) return complain(cli, EXIT_BAD_DATA, SAY_DATABASE_FILE_MODE, path, NULL);
    if (read) store[strcspn(store, "\r\n")] = '\0';
    if (!read || !store_address_fits(store)) {
        return complain(cli, EXIT_BAD_DATA, SAY_DATABASE_FILE_FORM, path, NULL);
    }
    return EXIT_FINE;
}

int take_control(const struct cli *cli, const char *store, char path[STORE_PATH_SIZE])
{
    static const char scheme[] = "sqlite:";
    if (strncmp(store, scheme, sizeof scheme - 1) != 0) {
        return take_data_file(cli, "pond.host", path);
    }
    snprintf(path, STORE_PATH_SIZE, "%.1100s.host", store + sizeof scheme - 1);
    return EXIT_FINE;
}

/* The address that --store gives. */
static int address_take(const struct cli *cli, const char *text, char store[STORE_PATH_SIZE])
{
    if (strlen(text) >= STORE_PATH_SIZE - PATH_MORE) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_STORE_LONG, NULL, NULL);
    }
    if (!store_address_fits(text)) {
        char shown[STORE_PATH_SIZE];
        store_address_shown(text, shown, sizeof shown);
        return complain(cli, EXIT_WRONG_USAGE, SAY_STORE_ADDRESS, shown, NULL);
    }
    snprintf(store, STORE_PATH_SIZE, "%s", text);
    return EXIT_FINE;
}

int take_store(const struct cli *cli, char store[STORE_PATH_SIZE])
{
    if (cli->given[FLAG_STORE] && cli->given[FLAG_DATABASE_FILE]) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_BOTH, "--store", "--database-file");
    }
    if (cli->given[FLAG_DATABASE_FILE]) {
        return database_file_read(cli, cli->value[FLAG_DATABASE_FILE], store);
    }
    if (cli->given[FLAG_STORE]) {
        return address_take(cli, cli->value[FLAG_STORE], store);
    }
    char path[STORE_PATH_SIZE];
    const int code = take_data_file(cli, "games.sqlite", path);
    snprintf(store, STORE_PATH_SIZE, "sqlite:%.1100s", path);
    return code;
}

const char *folder_reason(const struct cli *cli, int error)
{
    return error == ENOENT ? said(cli, SAY_SYSTEM_MISSING_FOLDER) : system_reason(cli, error);
}

/* A file is for one server: two on it would each tell half of the story. The lock goes with the
 * process, however it ends. */
int store_lock(const struct cli *cli, const char *store, enum say taken)
{
    char path[STORE_PATH_SIZE + 8];
    static const char scheme[] = "sqlite:";
    if (strncmp(store, scheme, sizeof scheme - 1) != 0) return EXIT_FINE;
    if (strcmp(store, "sqlite::memory:") == 0) return EXIT_FINE; /* nobody else can open it */
    snprintf(path, sizeof path, "%s.lock", store + sizeof scheme - 1);
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) store_file_give(file, path);
    if (file < 0 && errno == EEXIST) file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return complain(cli, EXIT_BAD_DATA, SAY_SERVE_STORE, store, folder_reason(cli, errno));
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return EXIT_FINE; /* held until the end */
    close(file);
    return complain(cli, EXIT_BAD_DATA, taken, store + sizeof scheme - 1, NULL);
}

const char *store_reason(const struct cli *cli, const struct store_trouble *trouble)
{
    if (trouble->why == STORE_WHY_MISSING) return said(cli, SAY_SYSTEM_MISSING);
    return store_trouble_text(trouble, cli->language);
}

int store_complain(const struct cli *cli, const char *store, const struct store_trouble *trouble)
{
    char shown[STORE_PATH_SIZE];
    store_address_shown(store, shown, sizeof shown);
    return complain(cli, EXIT_BAD_DATA, SAY_SERVE_STORE, shown, store_reason(cli, trouble));
}
