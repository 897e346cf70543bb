/* learn_plain.c: lessons and puzzles line by line, in words. See learn.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "learn.h"
#include "plain.h"

#define TEXT_MAX 4000

struct learner {
    const struct terminal_options *options;
    struct voice voice;
    struct pond_course course;
    struct pond_attempt attempt;
    struct scene scene;
    char line[PLAIN_LINE_MAX];
    bool leave;
};

static void put_tell(const struct learner *learner, enum tell sentence, const char *first)
{
    char memory[TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell1(&text, &learner->voice, sentence, first);
    plain_put(&learner->voice, memory);
}

static void put_words(const struct learner *learner, enum pond_learn_text which)
{
    char memory[POND_WORDS_MAX + 1];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_exercise_print(&learner->course, &learner->attempt.exercise, which,
                        learner->voice.language, &text);
    if (text.length > 0) plain_put(&learner->voice, memory);
}

static void put_board(struct learner *learner)
{
    char memory[TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    learner->scene.board->words(&text, &learner->scene);
    plain_put(&learner->voice, memory);
}

/* The decision that is due: the task, and how to answer. */
static void put_task(struct learner *learner)
{
    char memory[TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    put_words(learner, POND_LEARN_TASK);
    learner->scene.board->prompt(&text, &learner->scene);
    plain_put(&learner->voice, memory);
}

static void begin(struct learner *learner, uint32_t number)
{
    char memory[TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_attempt_begin(&learner->attempt, &learner->course, number);
    exercise_scene(&learner->attempt, &learner->voice, &learner->scene);
    exercise_title(&learner->attempt, &learner->voice, &text);
    putchar('\n');
    plain_put(&learner->voice, memory);
    put_words(learner, POND_LEARN_TEXT);
    put_board(learner);
    put_task(learner);
}

static void put_moves(const struct learner *learner)
{
    static char memory[MOVES_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (learner->scene.decider < 0) return;
    scene_moves_print(&learner->scene, &text);
    plain_put(&learner->voice, memory);
}

static void put_answer(const struct learner *learner)
{
    char answer[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(answer, sizeof answer);
    if (pond_attempt_finished(&learner->attempt)) return;
    pond_attempt_solution(&learner->attempt, &text);
    put_tell(learner, TELL_LEARN_ANSWER, answer);
}

static void next(struct learner *learner)
{
    const uint32_t number = learner->attempt.exercise.number + 1;
    if (number == learner->course.exercise_count) {
        put_tell(learner, TELL_LEARN_DONE, learner->course.game->title);
        learner->leave = true;
    } else {
        begin(learner, number);
    }
}

static void command_do(struct learner *learner, enum command_name command)
{
    char none[SENTENCE_MAX];
    switch (command) {
    case COMMAND_MOVES: put_moves(learner); break;
    case COMMAND_HINT: put_answer(learner); break;
    case COMMAND_SHOW:
        put_board(learner);
        if (!pond_attempt_finished(&learner->attempt)) put_task(learner);
        break;
    case COMMAND_NEXT: next(learner); break;
    case COMMAND_UNDO: begin(learner, learner->attempt.exercise.number); break;
    case COMMAND_RULES:
        fputs(rules_text(learner->options, &learner->voice, learner->course.game, none), stdout);
        break;
    case COMMAND_QUIT: learner->leave = true; break;
    default: put_tell(learner, TELL_LEARN_PLAIN_HELP, "");
    }
}

static void judge(struct learner *learner, const char *answer)
{
    char memory[TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_error why;
    const enum pond_verdict verdict = pond_attempt_answer(&learner->attempt, answer, &why);
    if (verdict == POND_VERDICT_REFUSED) {
        tell_refusal(&text, &learner->voice, &why);
    } else {
        pond_attempt_say(&learner->attempt, learner->voice.language, &text);
    }
    plain_put(&learner->voice, memory);
    if (verdict != POND_VERDICT_RIGHT) return;
    exercise_scene(&learner->attempt, &learner->voice, &learner->scene);
    put_board(learner);
    if (!pond_attempt_finished(&learner->attempt)) {
        put_task(learner);
        return;
    }
    progress_add(&learner->course, learner->attempt.exercise.number);
    put_tell(learner, TELL_LEARN_ON, "");
}

/* An empty line goes on once an exercise is solved; an answer typed too early does not. */
static void line_take(struct learner *learner)
{
    const char *rest, *line = learner->line;
    const enum command_name command = command_read(line, &rest);
    const bool finished = pond_attempt_finished(&learner->attempt);
    if (command != COMMAND_NONE) {
        command_do(learner, command);
    } else if (!finished) {
        if (learner->scene.board->spell != NULL) {
            learner->scene.board->spell(&learner->scene, learner->line);
        }
        if (line[0] != '\0') judge(learner, line);
    } else if (line[0] == '\0') {
        next(learner);
    } else {
        put_tell(learner, TELL_LEARN_ON, "");
    }
}

void learn_plain_run(const struct terminal_options *options)
{
    struct learner *learner = calloc(1, sizeof *learner);
    if (learner == NULL) return;
    learner->options = options;
    learner->voice =
        (struct voice){.language = options->language, .ascii = options->ascii, .plain = true};
    uint32_t number = 0;
    if (options->learn_game != NULL) {
        pond_course_open(&learner->course, options->learn_game, options->learn_kind);
        number =
            options->learn_number > 0 ? options->learn_number - 1 : progress_next(&learner->course);
    } else {
        number = progress_today(&learner->course);
    }
    plain_put(&learner->voice, learner->course.game->title);
    put_tell(learner, TELL_LEARN_PLAIN_HELP, "");
    begin(learner, number);
    while (!learner->leave && plain_hear(&learner->voice, learner->line)) line_take(learner);
    free(learner);
}
