/* progress.c: which exercises have been solved: a line of their names for each course, kept among
 * the person's files. See learn.h. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "files.h"
#include "learn.h"

#define PROGRESS_TEXT_MAX 4096

static bool progress_path(const struct pond_course *course, char out[PATH_TEXT_MAX])
{
    char folder[PATH_TEXT_MAX];
    if (!files_folder("learn", folder)) return false;
    const char *kind = course->kind == POND_LESSON ? "lesson" : "puzzles";
    const int length =
        snprintf(out, PATH_TEXT_MAX, "%s/%s-%s.txt", folder, course->game->name, kind);
    return length > 0 && length < PATH_TEXT_MAX;
}

void progress_read(const struct pond_course *course, struct progress *progress)
{
    char path[PATH_TEXT_MAX], text[PROGRESS_TEXT_MAX];
    memset(progress, 0, sizeof *progress);
    FILE *file = progress_path(course, path) ? fopen(path, "rb") : NULL;
    if (file == NULL) return;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (const char *at = text + strspn(text, " \n"); *at != '\0';) {
        char name[64];
        const size_t length = strcspn(at, " \n");
        snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), at);
        const int number = pond_course_find(course, name);
        if (number >= 0 && !progress->solved[number]) {
            progress->solved[number] = true;
            progress->count++;
        }
        at += length;
        at += strspn(at, " \n");
    }
}

void progress_add(const struct pond_course *course, uint32_t number)
{
    char path[PATH_TEXT_MAX], part[PATH_TEXT_MAX + 8];
    struct progress progress;
    progress_read(course, &progress);
    if (progress.solved[number] || !progress_path(course, path)) return;
    progress.solved[number] = true;
    snprintf(part, sizeof part, "%s.part", path);
    FILE *file = fopen(part, "wb");
    if (file == NULL) return;
    for (uint32_t i = 0; i < course->exercise_count; i++) {
        struct pond_exercise exercise;
        if (!progress.solved[i]) continue;
        pond_course_exercise(course, i, &exercise);
        fprintf(file, "%.*s\n", (int)exercise.name.length, exercise.name.start);
    }
    const bool written = ferror(file) == 0;
    if (fclose(file) == 0 && written) rename(part, path);
}

uint32_t progress_next(const struct pond_course *course)
{
    struct progress progress;
    progress_read(course, &progress);
    for (uint32_t i = 0; i < course->exercise_count; i++) {
        if (!progress.solved[i]) return i;
    }
    return 0;
}

uint32_t progress_today(struct pond_course *course)
{
    const time_t now = time(NULL);
    struct tm date;
    char text[16];
    int32_t days = 0;
    if (localtime_r(&now, &date) != NULL && strftime(text, sizeof text, "%Y-%m-%d", &date) > 0) {
        pond_date_read(text, &days, NULL);
    }
    pond_course_open(course, pond_games[pond_game_of_day(days)], POND_PUZZLES);
    return pond_puzzle_of_day(days, course->exercise_count);
}
