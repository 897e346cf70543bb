/* learn.h: lessons and puzzles: positions with a task, an answer and words for people, the same in
 * the terminal and in the page.
 *
 * A course is a text (learn/lessons/GAME.txt, learn/puzzles/GAME.txt; docs/learn.md has the format)
 * that is read in place: nothing is copied or allocated. The library contains the courses of every
 * game. An attempt is a person's work on one exercise of a course: a match, the current stage, and
 * the last feedback. */
#ifndef POND_LEARN_H
#define POND_LEARN_H

#include "pond/json.h"

POND_BEGIN

#define POND_EXERCISES_MAX 100 /* of one course */
#define POND_STAGES_MAX 4      /* decisions that one exercise asks for */
#define POND_REMARKS_MAX 10    /* wrong answers of a stage that have words of their own */
#define POND_WORDS_MAX 700     /* bytes of one text in one language */
#define POND_PUZZLE_LEVELS 5   /* from easy to hard */
#define POND_ATTEMPT_LOG_MAX 256

enum pond_course_kind { POND_LESSON, POND_PUZZLES, POND_COURSE_KINDS };

/* A piece of a course's text. What is not there has the length 0. */
struct pond_span {
    const char *start;
    uint32_t length;
};

struct pond_course {
    const struct pond_game *game;
    const char *text; /* must stay where it is */
    size_t length;
    uint8_t kind; /* enum pond_course_kind */
    uint32_t exercise_count;
    uint32_t exercise_at[POND_EXERCISES_MAX]; /* where each begins in the text */
    uint32_t error_line;                      /* what a refusal is about, from 1 */
};

/* What a puzzle asks for. A lesson asks in its own words. */
enum pond_goal {
    POND_GOAL_NONE,
    POND_GOAL_WIN,    /* rribbit: force a win in that many of your own turns */
    POND_GOAL_CARDS,  /* quibbles: take the most cards with one action */
    POND_GOAL_WORTH,  /* quibbles: take the most value with one action */
    POND_GOAL_STASH,  /* quibbles: stash the highest card that can be had this turn */
    POND_GOAL_FINISH, /* quibbles: win this turn */
    POND_GOAL_KEEP,   /* quibbit: the card that is the most likely to come back */
    POND_GOALS
};

enum pond_learn_text { POND_LEARN_TITLE, POND_LEARN_TEXT, POND_LEARN_TASK, POND_LEARN_TEXTS };

struct pond_remark {
    struct pond_span moves;
    struct pond_span words[POND_LANGUAGES];
    struct pond_span shows; /* the facts that these words state */
};

/* One decision of an exercise. Either `answers` lists the moves that are right, or `accepts` has
 * the conditions that a right move fulfils, all of them. */
struct pond_stage {
    struct pond_span answers, accepts;
    struct pond_span right[POND_LANGUAGES], wrong[POND_LANGUAGES];
    struct pond_span right_shows, wrong_shows; /* the facts that those words state */
    struct pond_span then;                     /* what the others and chance do next */
    uint8_t remark_count;
    struct pond_remark remarks[POND_REMARKS_MAX];
};

struct pond_exercise {
    uint32_t number; /* from 0 */
    struct pond_span name, options, position;
    struct pond_span text[POND_LEARN_TEXTS][POND_LANGUAGES];
    uint8_t seat;  /* who the learner is */
    uint8_t level; /* of a puzzle: 1 to POND_PUZZLE_LEVELS; of a step 0 */
    uint8_t goal;  /* enum pond_goal */
    uint8_t turns; /* of POND_GOAL_WIN */
    uint8_t stage_count;
    struct pond_stage stages[POND_STAGES_MAX];
};

/* The course of a game that the library carries; false if there is none. */
POND_API bool pond_course_open(struct pond_course *course, const struct pond_game *game,
                               enum pond_course_kind kind);
/* Reads a course from any text and checks all of it: every position, answer and reply. Where it
 * refuses, `course->error_line` says which line it is about. */
POND_API bool pond_course_read(struct pond_course *course, const struct pond_game *game,
                               enum pond_course_kind kind, const char *text, size_t length,
                               struct pond_error *why);
/* An exercise of a course, by its number from 0. */
POND_API void pond_course_exercise(const struct pond_course *course, uint32_t number,
                                   struct pond_exercise *exercise);
/* The exercise with that name, or -1. */
POND_API int pond_course_find(const struct pond_course *course, const char *name);

/* A text of an exercise in a language; a puzzle's follow from its goal. */
POND_API void pond_exercise_print(const struct pond_course *course,
                                  const struct pond_exercise *exercise, enum pond_learn_text which,
                                  enum pond_language language, struct pond_text *out);

/* ---- Working at an exercise ---- */

enum pond_verdict {
    POND_VERDICT_NONE,
    POND_VERDICT_RIGHT,
    POND_VERDICT_WRONG,
    POND_VERDICT_REFUSED, /* no legal move: nothing was judged */
};

struct pond_attempt {
    const struct pond_course *course;
    struct pond_exercise exercise;
    struct pond_match match; /* its log is below: an attempt is not to be copied */
    uint8_t stage;           /* the decision that is due; `stage_count` when all are made */
    uint8_t verdict;         /* enum pond_verdict: of the last answer */
    uint8_t judged_stage;
    uint32_t mistakes;
    struct pond_state judged; /* where the last answer was given */
    pond_move answer;         /* and what it was */
    struct pond_entry log[POND_ATTEMPT_LOG_MAX];
};

POND_API void pond_attempt_begin(struct pond_attempt *attempt, const struct pond_course *course,
                                 uint32_t number);
POND_API bool pond_attempt_finished(const struct pond_attempt *attempt);
/* Judges an answer. A right one is played, and so is what follows it; a wrong one changes nothing
 * on the board. `why` explains an answer that is not a legal move. */
POND_API enum pond_verdict pond_attempt_answer(struct pond_attempt *attempt, const char *text,
                                               struct pond_error *why);
/* A right answer to the stage that is due, written as a move. */
POND_API void pond_attempt_solution(const struct pond_attempt *attempt, struct pond_text *out);
/* What there is to say about the last answer that was judged. */
POND_API void pond_attempt_say(const struct pond_attempt *attempt, enum pond_language language,
                               struct pond_text *out);

/* ---- The puzzle of the day ---- */

/* Days since 1970-01-01 of a date written 2026-11-15; false if it isn't one. */
POND_API bool pond_date_read(const char *text, int32_t *days, struct pond_error *why);
/* Which of `count` puzzles a game has on that day: all of them have their turn. */
POND_API uint32_t pond_puzzle_of_day(int32_t days, uint32_t count);
/* Which game has the day, where nobody asks for one: an index into pond_games. */
POND_API uint32_t pond_game_of_day(int32_t days);

/* ---- For other programs ---- */

/* {"game","kind","exercises":[{"number","name","title","level"}..]}: numbers are from 1 here. */
POND_API void pond_course_json(struct pond_json *json, const struct pond_course *course,
                               enum pond_language language);
/* Everything about an exercise but its answers. */
POND_API void pond_exercise_json(struct pond_json *json, const struct pond_course *course,
                                 uint32_t number, enum pond_language language);
/* Where an attempt stands: verdict, what is said, and the position as in `pond replay --json`. */
POND_API void pond_attempt_json(struct pond_json *json, const struct pond_attempt *attempt,
                                enum pond_language language);

POND_END

#endif
