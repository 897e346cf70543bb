/* json.c: courses, exercises and attempts for other programs, the page above all. See learn.h. */
#include "learn.h"

#include "banned.h"

static void span_json(struct pond_json *json, struct pond_span span)
{
    char memory[POND_WORDS_MAX + 1];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_span_print(span, POND_TOUCHERS, &text);
    pond_json_string(json, memory);
}

static void course_keys(struct pond_json *json, const struct pond_course *course)
{
    pond_json_key(json, "game");
    pond_json_string(json, course->game->name);
    pond_json_key(json, "kind");
    pond_json_string(json, course->kind == POND_LESSON ? "lesson" : "puzzles");
}

/* What lists and single exercises have in common. */
static void exercise_keys(struct pond_json *json, const struct pond_course *course,
                          const struct pond_exercise *exercise, enum pond_language language)
{
    char memory[POND_WORDS_MAX + 1];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_key(json, "number");
    pond_json_number(json, exercise->number + 1);
    pond_json_key(json, "name");
    span_json(json, exercise->name);
    pond_json_key(json, "title");
    pond_exercise_print(course, exercise, POND_LEARN_TITLE, language, &text);
    pond_json_string(json, memory);
    pond_json_key(json, "level");
    if (exercise->level > 0) pond_json_number(json, exercise->level);
    if (exercise->level == 0) pond_json_null(json);
}

void pond_course_json(struct pond_json *json, const struct pond_course *course,
                      enum pond_language language)
{
    pond_json_open(json, '{');
    course_keys(json, course);
    pond_json_key(json, "exercises");
    pond_json_open(json, '[');
    for (uint32_t i = 0; i < course->exercise_count; i++) {
        struct pond_exercise exercise;
        pond_course_exercise(course, i, &exercise);
        pond_json_open(json, '{');
        exercise_keys(json, course, &exercise, language);
        pond_json_close(json, '}');
    }
    pond_json_close(json, ']');
    pond_json_close(json, '}');
    pond_json_line_end(json);
}

void pond_exercise_json(struct pond_json *json, const struct pond_course *course, uint32_t number,
                        enum pond_language language)
{
    static const char *const goals[POND_GOALS] = {
        [POND_GOAL_WIN] = "win",     [POND_GOAL_CARDS] = "cards",   [POND_GOAL_WORTH] = "worth",
        [POND_GOAL_STASH] = "stash", [POND_GOAL_FINISH] = "finish", [POND_GOAL_KEEP] = "keep",
    };
    static const struct {
        const char *key;
        enum pond_learn_text which;
    } texts[] = {{"text", POND_LEARN_TEXT}, {"task", POND_LEARN_TASK}};
    struct pond_exercise exercise;
    pond_course_exercise(course, number, &exercise);
    pond_json_open(json, '{');
    course_keys(json, course);
    exercise_keys(json, course, &exercise, language);
    pond_json_key(json, "of");
    pond_json_number(json, course->exercise_count);
    pond_json_key(json, "goal");
    if (exercise.goal != POND_GOAL_NONE) pond_json_string(json, goals[exercise.goal]);
    if (exercise.goal == POND_GOAL_NONE) pond_json_null(json);
    for (int i = 0; i < 2; i++) {
        char memory[POND_WORDS_MAX + 1];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_exercise_tell(course, &exercise, texts[i].which, POND_TOUCHERS, language, &text);
        pond_json_text_member(json, texts[i].key, &text);
    }
    pond_json_key(json, "options");
    span_json(json, exercise.options);
    pond_json_key(json, "position");
    span_json(json, exercise.position);
    pond_json_key(json, "seat");
    pond_json_number(json, exercise.seat);
    pond_json_key(json, "stages");
    pond_json_number(json, exercise.stage_count);
    pond_json_close(json, '}');
    pond_json_line_end(json);
}

void pond_attempt_json(struct pond_json *json, const struct pond_attempt *attempt,
                       enum pond_language language)
{
    static const char *const verdicts[] = {
        [POND_VERDICT_NONE] = "none",
        [POND_VERDICT_RIGHT] = "right",
        [POND_VERDICT_WRONG] = "wrong",
        [POND_VERDICT_REFUSED] = "refused",
    };
    char memory[POND_WORDS_MAX + 1];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_json_open(json, '{');
    pond_json_key(json, "verdict");
    pond_json_string(json, verdicts[attempt->verdict]);
    pond_attempt_tell(attempt, POND_TOUCHERS, language, &text);
    pond_json_text_member(json, "said", &text);
    pond_json_key(json, "stage");
    pond_json_number(json, attempt->stage);
    pond_json_key(json, "finished");
    pond_json_bool(json, pond_attempt_finished(attempt));
    pond_json_key(json, "mistakes");
    pond_json_number(json, attempt->mistakes);
    pond_json_standing(json, &attempt->match);
    pond_json_key(json, "entries");
    pond_json_entries(json, &attempt->match, &attempt->match.start, 0, POND_SPECTATOR);
    pond_json_close(json, '}');
    pond_json_line_end(json);
}
