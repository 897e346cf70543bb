/* play_learn.c: lessons and puzzles for the page: src/wasm/play.mjs calls these functions.
 *
 * Nothing is kept between calls: an attempt is told by all the answers so far, and is worked
 * through again. */
#include "page.h"
#include "pond/learn.h"

#include <string.h>

#include "banned.h"

static struct {
    struct pond_course course;
    struct pond_attempt attempt;
} learning;

/* The first two texts are a game and `lesson` or `puzzles`; numbers are from 1. */
static bool course_take(uint32_t length, const char *texts[TEXTS_MAX], uint32_t number)
{
    struct pond_error why;
    page_answer_begin();
    if (!page_texts_take(length, texts)) return false;
    const struct pond_game *game = pond_game_find(texts[0]);
    const enum pond_course_kind kind =
        pond_text_equal(texts[1], "puzzles") ? POND_PUZZLES : POND_LESSON;
    if (game == NULL || !pond_course_open(&learning.course, game, kind)) {
        pond_game_refuse(texts[0], &why);
        page_refuse(&why);
        return false;
    }
    if (number >= 1 && number <= learning.course.exercise_count) return true;
    pond_refuse_number(&why, POND_WORD_LEARN_NUMBER, number);
    pond_error_number(&why, 1);
    pond_error_number(&why, learning.course.exercise_count);
    page_refuse(&why);
    return false;
}

/* Works through the third text, the answers so far; false if one is not a legal move. */
static bool attempt_take(const char *const texts[TEXTS_MAX], uint32_t number)
{
    struct pond_error why;
    const char *at = texts[2];
    pond_attempt_begin(&learning.attempt, &learning.course, number - 1);
    while (*at != '\0') {
        char answer[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(answer, sizeof answer);
        const char *end = strchr(at, ' ');
        pond_text_bytes(&text, at, end != NULL ? (size_t)(end - at) : strlen(at));
        if (pond_attempt_answer(&learning.attempt, answer, &why) == POND_VERDICT_REFUSED) {
            page_refuse(&why);
            return false;
        }
        at = end != NULL ? end + 1 : at + strlen(at);
    }
    return true;
}

/* The exercises of a course: one line of JSON. */
int32_t EXPORT(page_course)(uint32_t length)
{
    const char *texts[TEXTS_MAX];
    if (!course_take(length, texts, 1)) return 0;
    struct pond_json json = page_answer_json();
    pond_course_json(&json, &learning.course, page_language());
    return 1;
}

/* One exercise, without its answers. */
int32_t EXPORT(page_exercise)(uint32_t length, uint32_t number)
{
    const char *texts[TEXTS_MAX];
    if (!course_take(length, texts, number)) return 0;
    struct pond_json json = page_answer_json();
    pond_exercise_json(&json, &learning.course, number - 1, page_language());
    return 1;
}

/* Where an attempt stands after these answers. */
int32_t EXPORT(page_attempt)(uint32_t length, uint32_t number)
{
    const char *texts[TEXTS_MAX];
    if (!course_take(length, texts, number) || !attempt_take(texts, number)) return 0;
    struct pond_json json = page_answer_json();
    pond_attempt_json(&json, &learning.attempt, page_language());
    return 1;
}

/* A right answer to the decision that is due; nothing when all are made. */
int32_t EXPORT(page_solution)(uint32_t length, uint32_t number)
{
    const char *texts[TEXTS_MAX];
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (!course_take(length, texts, number) || !attempt_take(texts, number)) return 0;
    pond_attempt_solution(&learning.attempt, &text);
    page_answer_take(NULL, memory, text.length);
    return 1;
}

/* The day's game, and the number of each game's puzzle, by a date such as 2026-11-15. */
int32_t EXPORT(page_day)(uint32_t length)
{
    const char *texts[TEXTS_MAX];
    struct pond_error why;
    int32_t days;
    page_answer_begin();
    if (!page_texts_take(length, texts)) return 0;
    if (!pond_date_read(texts[0], &days, &why)) return page_refuse(&why);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_key(&json, "game");
    pond_json_string(&json, pond_games[pond_game_of_day(days)]->name);
    pond_json_key(&json, "numbers");
    pond_json_open(&json, '{');
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (!pond_course_open(&learning.course, pond_games[i], POND_PUZZLES)) continue;
        pond_json_key(&json, pond_games[i]->name);
        pond_json_number(&json, 1 + pond_puzzle_of_day(days, learning.course.exercise_count));
    }
    pond_json_close(&json, '}');
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
    return 1;
}
