/* learn.h: lessons and puzzles in the terminal: what their files share.
 *
 * learn.c is the list of what can be learnt, exercise.c the screen of one exercise, learn_plain.c
 * the same in lines, progress.c what has been solved so far. */
#ifndef POND_LEARN_SCREEN_H
#define POND_LEARN_SCREEN_H

#include "client.h"
#include "pond/learn.h"

/* ---- What has been solved (progress.c) ---- */

struct progress {
    bool solved[POND_EXERCISES_MAX];
    uint32_t count;
};

/* Where nothing can be read or written, nothing is remembered; learning goes on. */
void progress_read(const struct pond_course *course, struct progress *progress);
void progress_add(const struct pond_course *course, uint32_t number);
/* The first that is not solved yet, or the first of all. */
uint32_t progress_next(const struct pond_course *course);
/* Today's puzzle, and its course. */
uint32_t progress_today(struct pond_course *course);

/* ---- Screens ---- */

/* The list of lessons and puzzles; returns when the person goes back (learn.c). */
void learn_run(struct terminal_client *client);
/* Exercises of a course, from one on, until the person goes back (exercise.c). */
void exercise_run(struct terminal_client *client, const struct pond_course *course,
                  uint32_t number);

/* "Step 3 of 12: The crown", "Puzzle 7 of 54 (level 2): Win in one". */
void exercise_title(const struct pond_attempt *attempt, const struct voice *voice,
                    struct pond_text *out);
/* The scene of an attempt as its learner sees it. */
void exercise_scene(const struct pond_attempt *attempt, const struct voice *voice,
                    struct scene *scene);

/* ---- Line by line (learn_plain.c) ---- */

/* The same in words; returns when the input ends or the person quits. */
void learn_plain_run(const struct terminal_options *options);

#endif
