/* played.c: what was played on this server, counted for the explorer. See played.h. */
#include "played.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pond/explorer.h"

#define DEPTH 40
#define BYTES_MAX ((size_t)3 << 20) /* about 130,000 choices */
#define BLOB_MS 5000                /* a new one is made no more often than this */
#define RARE 2                      /* games; where there is no more room, what fewer had goes */

struct played {
    char *path, *path_new;
    uint8_t *bytes;
    struct pond_collector collector;
    bool unsaved;
    struct blob *blob;
    int64_t blob_ms;
    uint32_t blob_games; /* that it has */
};

/* Reads the file, where there is one. */
static bool file_read(struct played *played, int *error, struct pond_error *why)
{
    struct pond_explorer explorer;
    FILE *file = fopen(played->path, "rb");
    *error = 0;
    pond_collector_begin(&played->collector, played->bytes, BYTES_MAX, DEPTH);
    if (file == NULL) {
        *error = errno == ENOENT ? 0 : errno;
        return *error == 0;
    }
    const size_t size = fread(played->bytes, 1, BYTES_MAX, file);
    if (ferror(file)) *error = EIO;
    fclose(file);
    if (*error != 0 || !pond_explorer_open(&explorer, played->bytes, size, why)) return false;
    pond_collector_resume(&played->collector, played->bytes, BYTES_MAX, &explorer);
    return true;
}

struct played *played_open(const char *path, int *error, struct pond_error *why)
{
    struct played *played = calloc(1, sizeof *played);
    const size_t length = strlen(path);
    if (played == NULL) abort();
    played->path = strdup(path);
    played->path_new = malloc(length + 5);
    played->bytes = malloc(BYTES_MAX);
    if (played->path == NULL || played->path_new == NULL || played->bytes == NULL) abort();
    snprintf(played->path_new, length + 5, "%s.new", path);
    if (file_read(played, error, why)) return played;
    played_close(played);
    return NULL;
}

void played_add(struct played *played, const struct pond_match *match)
{
    if (!pond_match_over(match)) return;
    if (!pond_collector_add(&played->collector, match)) {
        pond_collector_prune(&played->collector, RARE);
        if (!pond_collector_add(&played->collector, match)) return;
    }
    played->unsaved = true;
}

struct blob *played_blob(struct played *played, int64_t now_ms)
{
    const uint32_t games = played->collector.game_count;
    const bool old = played->blob_games != games && now_ms - played->blob_ms >= BLOB_MS;
    if (played->blob == NULL || old) {
        const size_t size = pond_collector_end(&played->collector);
        blob_drop(played->blob);
        played->blob = blob_new(played->bytes, size);
        played->blob_ms = now_ms;
        played->blob_games = games;
    }
    return blob_keep(played->blob);
}

bool played_save(struct played *played)
{
    if (!played->unsaved) return true;
    const size_t size = pond_collector_end(&played->collector);
    FILE *file = fopen(played->path_new, "wb");
    bool fine = file != NULL && fwrite(played->bytes, 1, size, file) == size;
    if (file != NULL) fine &= fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL) fine &= fclose(file) == 0;
    fine = fine && rename(played->path_new, played->path) == 0;
    played->unsaved = !fine;
    return fine;
}

void played_close(struct played *played)
{
    if (played == NULL) return;
    played_save(played);
    blob_drop(played->blob);
    free(played->bytes);
    free(played->path);
    free(played->path_new);
    free(played);
}
