/* speech.c: what is said about an exercise and about an answer. A lesson's words are in its text;
 * a puzzle's follow from its goal and from what was measured. */
#include "learn.h"

#include <assert.h>

#include "banned.h"
#include "pond/quibbit.h"
#include "pond/quibbles.h"
#include "pond/rribbit.h"

#define NUMBER_MAX 12

enum puzzle_word {
#define MESSAGE(name, text) PUZZLE_##name,
#include "pond/words/en/puzzle.def"
#undef MESSAGE
    PUZZLE_WORDS
};

static const char *puzzle_word(enum puzzle_word word, enum pond_language language)
{
    static const char *const words[PUZZLE_WORDS][POND_LANGUAGES] = {
#define MESSAGE(name, text) [PUZZLE_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/puzzle.def>
#include "pond/words/languages.def"
    };
    return words[word][language];
}

static void number_print(int64_t number, char out[NUMBER_MAX])
{
    struct pond_text text = pond_text_in(out, NUMBER_MAX);
    pond_text_number(&text, number);
}

static void say(enum puzzle_word word, enum pond_language language, const char *first,
                const char *second, struct pond_text *out)
{
    pond_sentence_print(puzzle_word(word, language), language, (const char *const[]){first, second},
                        2, out);
}

static void say_number(enum puzzle_word word, enum pond_language language, int64_t number,
                       struct pond_text *out)
{
    char memory[NUMBER_MAX];
    number_print(number, memory);
    say(word, language, memory, "", out);
}

/* ---- What a puzzle asks ---- */

static void title_print(const struct pond_exercise *exercise, enum pond_language language,
                        struct pond_text *out)
{
    static const enum puzzle_word titles[POND_GOALS] = {
        [POND_GOAL_CARDS] = PUZZLE_CARDS_TITLE, [POND_GOAL_WORTH] = PUZZLE_WORTH_TITLE,
        [POND_GOAL_STASH] = PUZZLE_STASH_TITLE, [POND_GOAL_FINISH] = PUZZLE_FINISH_TITLE,
        [POND_GOAL_KEEP] = PUZZLE_KEEP_TITLE,
    };
    const enum puzzle_word word = exercise->goal == POND_GOAL_WIN
                                      ? (enum puzzle_word)(PUZZLE_WIN_1_TITLE + exercise->turns - 1)
                                      : titles[exercise->goal];
    pond_text_string(out, puzzle_word(word, language));
}

static void win_task_print(const struct pond_exercise *exercise, enum pond_language language,
                           struct pond_text *out)
{
    const char *side = puzzle_word(exercise->seat == 0 ? PUZZLE_LIGHT : PUZZLE_DARK, language);
    char turns[NUMBER_MAX];
    number_print(exercise->turns, turns);
    say(exercise->turns == 1 ? PUZZLE_WIN_1_TASK : PUZZLE_WIN_TASK, language, side, turns, out);
}

/* What is not as usual in this game. */
static void notes_print(const struct pond_course *course, const struct pond_exercise *exercise,
                        enum pond_language language, struct pond_text *out)
{
    struct pond_config config;
    struct pond_state state;
    if (exercise->goal != POND_GOAL_WIN) return;
    pond_exercise_setup(course, exercise, &config, &state, NULL);
    const struct rribbit_state *board = (const struct rribbit_state *)&state;
    if (board->chain != 0) say(PUZZLE_CHAINS, language, "", "", out);
    if (board->chain != 0 && board->seven != 0) pond_text_char(out, ' ');
    if (board->seven != 0) say(PUZZLE_SEVENS, language, "", "", out);
}

static void task_print(const struct pond_course *course, const struct pond_exercise *exercise,
                       enum pond_language language, struct pond_text *out)
{
    struct pond_config config;
    struct pond_state state;
    const bool fine = pond_exercise_setup(course, exercise, &config, &state, NULL);
    assert(fine);
    (void)fine;
    if (exercise->goal == POND_GOAL_WIN) win_task_print(exercise, language, out);
    if (exercise->goal == POND_GOAL_CARDS) say(PUZZLE_CARDS_TASK, language, "", "", out);
    if (exercise->goal == POND_GOAL_WORTH) say(PUZZLE_WORTH_TASK, language, "", "", out);
    if (exercise->goal == POND_GOAL_STASH) say(PUZZLE_STASH_TASK, language, "", "", out);
    if (exercise->goal == POND_GOAL_FINISH) {
        const struct quibbles_state *table = (const struct quibbles_state *)&state;
        say_number(PUZZLE_FINISH_TASK, language,
                   quibbles_total(table->table.collections[exercise->seat]), out);
    }
    if (exercise->goal == POND_GOAL_KEEP) {
        const int color = quibbit_state_of(&state)->color[exercise->seat];
        say(PUZZLE_KEEP_TASK, language,
            puzzle_word((enum puzzle_word)(PUZZLE_RED + color), language), "", out);
    }
}

void pond_exercise_print(const struct pond_course *course, const struct pond_exercise *exercise,
                         enum pond_learn_text which, enum pond_language language,
                         struct pond_text *out)
{
    pond_exercise_tell(course, exercise, which, POND_TYPISTS, language, out);
}

void pond_exercise_tell(const struct pond_course *course, const struct pond_exercise *exercise,
                        enum pond_learn_text which, enum pond_audience audience,
                        enum pond_language language, struct pond_text *out)
{
    if (course->kind == POND_LESSON) {
        pond_span_print(exercise->text[which][language], audience, out);
    } else if (which == POND_LEARN_TITLE) {
        title_print(exercise, language, out);
    } else if (which == POND_LEARN_TASK) {
        task_print(course, exercise, language, out);
    } else {
        notes_print(course, exercise, language, out);
    }
}

/* ---- What is said about an answer to a puzzle ---- */

struct speech {
    const struct pond_attempt *attempt;
    enum pond_language language;
    struct pond_text *out;
    bool right, last;
};

static void win_say(const struct speech *speech)
{
    const struct pond_attempt *attempt = speech->attempt;
    const int seat = attempt->exercise.seat;
    if (speech->right) {
        say(speech->last ? PUZZLE_WIN_RIGHT : PUZZLE_WIN_ON, speech->language, "", "", speech->out);
        return;
    }
    struct pond_state after = attempt->judged;
    uint32_t work = LEARN_WORK_MAX;
    pond_move holds;
    pond_rribbit.apply(&after, seat, attempt->answer);
    pond_measure_forced(&after, seat, attempt->exercise.turns - attempt->judged_stage - 1, &work,
                        &holds);
    if (holds == 0 || work == 0) {
        say(PUZZLE_WIN_LATE, speech->language, "", "", speech->out);
        return;
    }
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_rribbit.move_print(&after, 1 - seat, holds, &text);
    say(PUZZLE_WIN_HELD, speech->language, memory, "", speech->out);
}

static void catch_say(const struct speech *speech)
{
    const struct pond_attempt *attempt = speech->attempt;
    const struct learn_take take =
        pond_measure_take(&attempt->judged, attempt->exercise.seat, attempt->answer);
    if (attempt->exercise.goal == POND_GOAL_CARDS) {
        say_number(speech->right ? PUZZLE_CARDS_RIGHT : PUZZLE_CARDS_WRONG, speech->language,
                   take.cards, speech->out);
    } else {
        say_number(speech->right ? PUZZLE_WORTH_RIGHT : PUZZLE_WORTH_WRONG, speech->language,
                   take.worth, speech->out);
    }
}

static void stash_say(const struct speech *speech)
{
    const struct pond_attempt *attempt = speech->attempt;
    const bool finish = attempt->exercise.goal == POND_GOAL_FINISH;
    enum puzzle_word word;
    int number = 0;
    if (speech->right && !speech->last) {
        word = PUZZLE_STASH_READY;
    } else if (speech->right) {
        number = quibbles_lowest(quibbles_move_played(attempt->answer));
        word = finish ? PUZZLE_FINISH_RIGHT : PUZZLE_STASH_RIGHT;
    } else if (attempt->judged_stage > 0) {
        word = PUZZLE_STASH_WRONG;
    } else if (finish) {
        word = PUZZLE_FINISH_WRONG;
    } else {
        number = pond_measure_take(&attempt->judged, attempt->exercise.seat, attempt->answer).stash;
        word = number > 0 ? PUZZLE_STASH_LESS : PUZZLE_STASH_NONE;
    }
    say_number(word, speech->language, number, speech->out);
}

static void keep_say(const struct speech *speech)
{
    const struct pond_attempt *attempt = speech->attempt;
    const struct learn_odds odds = pond_measure_keep(attempt->course->game, &attempt->judged,
                                                     attempt->exercise.seat, attempt->answer);
    char kept[NUMBER_MAX], all[NUMBER_MAX];
    number_print(odds.kept, kept);
    number_print(odds.all, all);
    const enum puzzle_word word = odds.kept == 0                          ? PUZZLE_KEEP_NEVER
                                  : !speech->right                        ? PUZZLE_KEEP_WRONG
                                  : odds.kept == odds.all && odds.all > 1 ? PUZZLE_KEEP_CERTAIN
                                                                          : PUZZLE_KEEP_RIGHT;
    say(word, speech->language, kept, all, speech->out);
}

void pond_attempt_say(const struct pond_attempt *attempt, enum pond_language language,
                      struct pond_text *out)
{
    pond_attempt_tell(attempt, POND_TYPISTS, language, out);
}

void pond_attempt_tell(const struct pond_attempt *attempt, enum pond_audience audience,
                       enum pond_language language, struct pond_text *out)
{
    static void (*const speakers[POND_GOALS])(const struct speech *) = {
        [POND_GOAL_WIN] = win_say,      [POND_GOAL_CARDS] = catch_say,
        [POND_GOAL_WORTH] = catch_say,  [POND_GOAL_STASH] = stash_say,
        [POND_GOAL_FINISH] = stash_say, [POND_GOAL_KEEP] = keep_say,
    };
    if (attempt->verdict != POND_VERDICT_RIGHT && attempt->verdict != POND_VERDICT_WRONG) return;
    const struct pond_exercise *exercise = &attempt->exercise;
    const struct pond_stage *stage = &exercise->stages[attempt->judged_stage];
    const bool right = attempt->verdict == POND_VERDICT_RIGHT;
    if (exercise->goal != POND_GOAL_NONE) {
        const struct speech speech = {attempt, language, out, right,
                                      attempt->judged_stage + 1 == exercise->stage_count};
        speakers[exercise->goal](&speech);
        return;
    }
    const struct pond_span *words = right ? stage->right : stage->wrong;
    for (int i = 0; !right && i < stage->remark_count; i++) {
        if (pond_moves_listed(attempt->course->game, stage->remarks[i].moves, &attempt->judged,
                              exercise->seat, attempt->answer)) {
            words = stage->remarks[i].words;
            break;
        }
    }
    pond_span_print(words[language], audience, out);
}
