/* folder.c: the folders in which tables live, and locks on what is being made. See folder.h. */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int folder_list(char paths[FOLDERS_MAX][FOLDER_PATH_MAX])
{
    const char *own = getenv("POND_TABLES"), *data = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    int count = 0, length;
    if (own != NULL && own[0] != '\0') {
        length = snprintf(paths[count], FOLDER_PATH_MAX, "%s", own);
        count += length < FOLDER_PATH_MAX;
    }
    /* A relative folder for data is to be ignored, as that specification says. */
    if (data != NULL && data[0] == '/') {
        length = snprintf(paths[count], FOLDER_PATH_MAX, "%s/pond/tables", data);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(paths[count], FOLDER_PATH_MAX, "%s/.local/share/pond/tables", home);
    } else {
        return count;
    }
    if (length >= FOLDER_PATH_MAX) return count;
    if (count == 1 && strcmp(paths[0], paths[1]) == 0) return count;
    return count + 1;
}

bool folder_make(const char *path)
{
    char part[FOLDER_PATH_MAX];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
    struct stat status;
    if (mkdir(path, 0777) == 0) return true;
    if (errno != EEXIST) return false;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return true;
    errno = ENOTDIR;
    return false;
}

bool folder_join(char out[FOLDER_PATH_MAX], const char *folder, const char *name)
{
    return snprintf(out, FOLDER_PATH_MAX, "%s/%s", folder, name) < FOLDER_PATH_MAX;
}

static bool names_table(const char *name)
{
    const size_t length = strlen(name), suffix = strlen(TABLE_SUFFIX);
    return length > suffix && strcmp(name + length - suffix, TABLE_SUFFIX) == 0;
}

static int name_order(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

char **folder_names(const char *folder)
{
    char **names = calloc(FOLDER_FILES_MAX + 1, sizeof *names);
    DIR *open_folder = names != NULL ? opendir(folder) : NULL;
    size_t count = 0;
    if (open_folder == NULL) return names;
    for (const struct dirent *entry; count < FOLDER_FILES_MAX;) {
        entry = readdir(open_folder);
        if (entry == NULL) break;
        if (!names_table(entry->d_name)) continue;
        names[count] = strdup(entry->d_name);
        if (names[count] == NULL) break;
        count++;
    }
    closedir(open_folder);
    qsort(names, count, sizeof *names, name_order);
    return names;
}

void folder_names_free(char **names)
{
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) free(names[i]);
    free(names);
}

/* ---- Locks ---- */

/* The holder of a lock removes its file on release. So a lock counts only if its file is still the
 * one that has the name. */
static bool same_file(int handle, const char *path)
{
    struct stat held, named;
    return fstat(handle, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

int folder_claim(const char *path)
{
    char lock[FOLDER_PATH_MAX + 8];
    snprintf(lock, sizeof lock, "%s.lock", path);
    for (;;) {
        const int handle = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (handle < 0) return -2;
        if (flock(handle, LOCK_EX | LOCK_NB) != 0) {
            const bool held = errno == EWOULDBLOCK || errno == EINTR;
            close(handle);
            return held ? -1 : -2;
        }
        if (same_file(handle, lock)) return handle;
        close(handle);
    }
}

void folder_unclaim(const char *path, int claim)
{
    char lock[FOLDER_PATH_MAX + 8];
    snprintf(lock, sizeof lock, "%s.lock", path);
    unlink(lock);
    close(claim);
}
