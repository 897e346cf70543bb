/* backups.c: backups next to the store: made, listed and checked in their own thread. */
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "connection.h"
#include "say.h"

#define FILES_MAX 100
#define NAME_SIZE 64
#define SCHEME "sqlite:"
#define NIGHTLY "-night.sqlite" /* how the names of those end that are made every night; */
#define NIGHTS_KEPT 14          /* older ones are removed */

struct backup_job {
    uv_work_t work;
    struct server *server;
    uint64_t session;
    int64_t id;
    char what[12], name[NAME_SIZE];
    enum pond_language language;
    bool failed;
    struct store_trouble why;
    struct buffer json;
};

struct file {
    char name[NAME_SIZE];
    int64_t bytes, at_ms;
};

/* The directory of the store; false if the store is not a file. */
static bool folder_of(const struct server *server, char folder[1100])
{
    const char *store = server->options->store;
    if (strncmp(store, SCHEME, strlen(SCHEME)) != 0) return false;
    snprintf(folder, 1100, "%.1000s", store + strlen(SCHEME));
    char *slash = strrchr(folder, '/');
    if (slash != NULL) {
        *slash = '\0';
    } else {
        snprintf(folder, 1100, ".");
    }
    return true;
}

/* A name that we would give: nothing that leads elsewhere. */
static bool name_fits(const char *name)
{
    return strncmp(name, "games-", 6) == 0 && strlen(name) < NAME_SIZE &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") == strlen(name) &&
           strlen(name) > 7 && strcmp(name + strlen(name) - 7, ".sqlite") == 0;
}

static int newest_first(const void *one, const void *other)
{
    return strcmp(((const struct file *)other)->name, ((const struct file *)one)->name);
}

static int files_find(const char *folder, struct file files[FILES_MAX])
{
    int count = 0;
    char path[1300];
    snprintf(path, sizeof path, "%s/backups", folder);
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        struct stat found;
        if (!name_fits(entry->d_name)) continue;
        snprintf(path, sizeof path, "%s/backups/%.63s", folder, entry->d_name);
        if (stat(path, &found) != 0) continue;
        struct file *file = &files[count];
        if (count == FILES_MAX) { /* the newest are kept: the oldest goes */
            file = &files[0];
            for (int i = 1; i < count; i++) {
                if (strcmp(files[i].name, file->name) < 0) file = &files[i];
            }
            if (strcmp(entry->d_name, file->name) < 0) continue;
        } else {
            count++;
        }
        snprintf(file->name, NAME_SIZE, "%.63s", entry->d_name);
        file->bytes = found.st_size;
        file->at_ms = (int64_t)found.st_mtime * 1000;
    }
    if (entries != NULL) closedir(entries);
    qsort(files, (size_t)count, sizeof files[0], newest_first);
    return count;
}

static void file_json(struct pond_json *json, const struct file *file)
{
    pond_json_string_member(json, "name", file->name);
    pond_json_number_member(json, "bytes", file->bytes);
    pond_json_number_member(json, "at", file->at_ms);
}

/* A name that is still free: the time of day, or the next second that has no backup. */
static time_t name_choose(const char *folder, bool nightly, char name[NAME_SIZE], char path[1300])
{
    for (time_t at = time(NULL);; at++) {
        struct tm day;
        gmtime_r(&at, &day);
        strftime(name, NAME_SIZE,
                 nightly ? "games-%Y%m%d-%H%M%S" NIGHTLY : "games-%Y%m%d-%H%M%S.sqlite", &day);
        snprintf(path, 1300, "%s/backups/%s", folder, name);
        if (access(path, F_OK) != 0) return at;
    }
}

static bool is_nightly(const char *name)
{
    const size_t length = strlen(name), end = strlen(NIGHTLY);
    return length > end && strcmp(name + length - end, NIGHTLY) == 0;
}

/* Removes those of earlier nights; what a host has made by hand stays. */
static void nights_clean(const char *folder)
{
    struct file *files = calloc(FILES_MAX, sizeof *files);
    const int count = files != NULL ? files_find(folder, files) : 0;
    int nights = 0;
    for (int i = 0; i < count; i++) {
        char path[1300];
        if (!is_nightly(files[i].name) || ++nights <= NIGHTS_KEPT) continue;
        snprintf(path, sizeof path, "%s/backups/%.63s", folder, files[i].name);
        unlink(path);
    }
    free(files);
}

/* Makes one; two at the same time would choose the same name. */
static void backup_make(struct backup_job *job, const char *folder, struct pond_json *json)
{
    char path[1300], name[NAME_SIZE];
    static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
    snprintf(path, sizeof path, "%s/backups", folder);
    mkdir(path, 0700);
    pthread_mutex_lock(&alone);
    const bool nightly = strcmp(job->what, "nightly") == 0;
    const time_t now = name_choose(folder, nightly, name, path);
    const bool fine = store_backup(job->server->options->store, path, &job->why);
    if (fine && nightly) nights_clean(folder);
    pthread_mutex_unlock(&alone);
    job->failed = !fine;
    if (!fine && job->why.text[0] == '\0') store_trouble_is(&job->why, STORE_WHY_TEXT, "?");
    struct stat made = {.st_size = 0};
    stat(path, &made);
    const struct file file = {.bytes = made.st_size, .at_ms = (int64_t)now * 1000};
    pond_json_open(json, '{');
    pond_json_bool_member(json, "fine", fine);
    if (fine) {
        struct file named = file;
        memcpy(named.name, name, sizeof name);
        file_json(json, &named);
    }
    pond_json_string_member(json, "why", fine ? "" : said_trouble(&job->why, job->language));
    pond_json_close(json, '}');
}

static void backup_check(const struct backup_job *job, const char *folder, struct pond_json *json)
{
    struct store_trouble why = {.why = STORE_WHY_MISSING};
    const char *said = "";
    char path[1300];
    snprintf(path, sizeof path, "%s/backups/%s", folder, job->name);
    const bool fine = name_fits(job->name) && store_check_backup(path, &why);
    if (!fine && why.why == STORE_WHY_MISSING) {
        said = said_text(SAID_BACKUP_UNKNOWN, job->language);
    } else if (!fine) {
        said = said_trouble(&why, job->language);
    }
    pond_json_open(json, '{');
    pond_json_bool_member(json, "fine", fine);
    pond_json_string_member(json, "name", job->name);
    pond_json_string_member(json, "why", said);
    pond_json_close(json, '}');
}

static void backups_list(const char *folder, struct pond_json *json)
{
    struct file *files = calloc(FILES_MAX, sizeof *files);
    const int count = files != NULL ? files_find(folder, files) : 0;
    pond_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        pond_json_open(json, '{');
        file_json(json, &files[i]);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
    free(files);
}

static void job_run(uv_work_t *work)
{
    struct backup_job *job = work->data;
    struct pond_json json = buffer_json(&job->json);
    char folder[1100];
    folder_of(job->server, folder);
    if (strcmp(job->what, "backup") == 0 || strcmp(job->what, "nightly") == 0) {
        backup_make(job, folder, &json);
    } else if (strcmp(job->what, "check") == 0) {
        backup_check(job, folder, &json);
    } else {
        backups_list(folder, &json);
    }
}

static void job_done(uv_work_t *work, int status)
{
    struct backup_job *job = work->data;
    if (status == 0 && !job->server->stopping) {
        buffer_add(&job->json, "", 1);
        hall_time(job->server->hall, server_now_ms(job->server));
        if (strcmp(job->what, "nightly") == 0) {
            hall_nightly_done(job->server->hall, job->failed ? &job->why : NULL);
        } else {
            hall_backup_done(job->server->hall, job->session, job->id, job->what, job->json.bytes);
        }
    }
    job->server->backup_ms = 0; /* to be looked up again */
    buffer_free(&job->json);
    free(job);
}

bool backups_ask(void *context, uint64_t session, int64_t id, enum pond_language language,
                 const char *what, const char *file)
{
    struct server *server = context;
    char folder[1100];
    struct backup_job *job = folder_of(server, folder) ? calloc(1, sizeof *job) : NULL;
    if (job == NULL) return false;
    job->server = server;
    job->session = session;
    job->id = id;
    job->language = language;
    snprintf(job->what, sizeof job->what, "%s", what);
    snprintf(job->name, sizeof job->name, "%.63s", file);
    job->work.data = job;
    if (uv_queue_work(&server->loop, &job->work, job_run, job_done) == 0) return true;
    free(job);
    return false;
}

int64_t backups_newest_ms(struct server *server)
{
    char folder[1100];
    struct file *files = folder_of(server, folder) ? calloc(FILES_MAX, sizeof *files) : NULL;
    const int count = files != NULL ? files_find(folder, files) : 0;
    const int64_t newest_ms = count > 0 ? files[0].at_ms : -1;
    free(files);
    return newest_ms;
}

bool backups_disk(const struct server *server, int64_t *bytes, int64_t *room)
{
    char folder[1100];
    struct statvfs disk;
    if (!folder_of(server, folder) || statvfs(folder, &disk) != 0) return false;
    *bytes = (int64_t)disk.f_blocks * (int64_t)disk.f_frsize;
    *room = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    return true;
}
