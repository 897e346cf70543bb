/* files.c: records on disk. See files.h. */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FILE_SIZE_MAX (64 << 20)

/* Makes a folder and those above it. */
static bool folder_make(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        const bool fine = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!fine) return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool files_folder(const char *name, char out[PATH_TEXT_MAX])
{
    const char *base = NULL, *home = getenv("HOME");
    const bool state = strcmp(name, "autosave") == 0;
    if (state) base = getenv("XDG_STATE_HOME");
    if (base == NULL || base[0] != '/') base = getenv("XDG_DATA_HOME");
    int length = 0;
    if (base != NULL && base[0] == '/') {
        length = snprintf(out, PATH_TEXT_MAX, "%s/pond/%s", base, name);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(out, PATH_TEXT_MAX, "%s/.local/%s/pond/%s", home,
                          state ? "state" : "share", name);
    } else {
        return false;
    }
    return length < PATH_TEXT_MAX - 80 && folder_make(out);
}

/* The system's error message about a file, in the person's language. */
static const char *reason_of(const struct voice *voice, int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR: return told(voice, TELL_SYSTEM_MISSING);
    case EACCES:
    case EPERM:
    case EROFS: return told(voice, TELL_SYSTEM_FORBIDDEN);
    case EISDIR: return told(voice, TELL_SYSTEM_FOLDER);
    case ENOSPC: return told(voice, TELL_SYSTEM_FULL);
    default: return told(voice, TELL_SYSTEM_OTHER);
    }
}

static void file_sink(void *context, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, (FILE *)context);
}

/* Where a record goes: to the path, or without one to a name of its own. */
static bool where_find(const struct voice *voice, const struct pond_game *game, const char *path,
                       char where[PATH_TEXT_MAX], struct pond_text *trouble)
{
    char folder[PATH_TEXT_MAX], stamp[32] = "";
    const time_t now = time(NULL);
    struct tm local;
    if (path != NULL && path[0] != '\0') {
        snprintf(where, PATH_TEXT_MAX, "%s", path);
        return true;
    }
    if (localtime_r(&now, &local) != NULL) strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    if (!files_folder("records", folder)) {
        tell2(trouble, voice, TELL_SAVE_FAILED, "records", reason_of(voice, errno));
        return false;
    }
    snprintf(where, PATH_TEXT_MAX, "%.900s/%s-%s.pond", folder, game->name, stamp);
    return true;
}

/* Closes a file that was written; NULL: it could not be opened. */
static bool file_end(FILE *file, const struct voice *voice, const char *where,
                     struct pond_text *trouble)
{
    const bool written = file != NULL && !ferror(file);
    if ((file == NULL || fclose(file) == 0) && written) return true;
    tell2(trouble, voice, TELL_SAVE_FAILED, where, reason_of(voice, errno));
    return false;
}

bool files_write_record(const struct voice *voice, const struct pond_match *match,
                        const struct pond_record *record, const char *path,
                        char where[PATH_TEXT_MAX], struct pond_text *trouble)
{
    if (!where_find(voice, match->game, path, where, trouble)) return false;
    FILE *file = fopen(where, "w");
    if (file != NULL) pond_record_write(match, record, -1, file_sink, file);
    return file_end(file, voice, where, trouble);
}

bool files_replaces(const char *path, const char *own)
{
    struct stat there, mine;
    if (path[0] == '\0' || stat(path, &there) != 0 || !S_ISREG(there.st_mode)) return false;
    return own[0] == '\0' || stat(own, &mine) != 0 || mine.st_dev != there.st_dev ||
           mine.st_ino != there.st_ino;
}

bool files_write_tree(const struct voice *voice, struct pond_tree *tree, const char *path,
                      char where[PATH_TEXT_MAX], struct pond_text *trouble)
{
    if (!where_find(voice, tree->match.game, path, where, trouble)) return false;
    FILE *file = fopen(where, "w");
    if (file != NULL) pond_tree_write(tree, file_sink, file);
    return file_end(file, voice, where, trouble);
}

bool files_save_record(const struct play *play, const char *path, char where[PATH_TEXT_MAX],
                       struct pond_text *trouble)
{
    struct pond_record record;
    play_record(play, &record);
    return files_write_record(play->voice, &play->match, &record, path, where, trouble);
}

char *files_read(const struct voice *voice, const char *path, size_t *length,
                 struct pond_text *trouble)
{
    FILE *file = fopen(path, "r");
    struct stat about;
    char *bytes = NULL;
    if (file != NULL && fstat(fileno(file), &about) == 0) {
        if (S_ISDIR(about.st_mode)) {
            errno = EISDIR;
        } else if (about.st_size > FILE_SIZE_MAX) {
            errno = EFBIG;
        } else {
            bytes = malloc((size_t)about.st_size + 1);
        }
    }
    if (bytes != NULL) {
        *length = fread(bytes, 1, (size_t)about.st_size, file);
        bytes[*length] = '\0';
    } else {
        tell2(trouble, voice, TELL_READ_FAILED, path, reason_of(voice, errno));
    }
    if (file != NULL) fclose(file);
    return bytes;
}
