/* courses.c: fuzzes the reader of lessons and puzzles. What it takes can be set up, worked through
 * to its end, and has words for every answer on the way; what it refuses it refuses with a
 * sentence. */
#include "fuzz.h"
#include "pond/learn.h"

#define COURSE_MAX 4096
#define EDITS_MAX 12
#define ANSWERS_LOOKED_AT 12

/* One exercise of a real course, to be damaged. */
static size_t exercise_text(struct fuzz_input *input, const struct pond_course *course,
                            char text[COURSE_MAX])
{
    const uint32_t number = fuzz_byte(input) % course->exercise_count;
    const size_t start = course->exercise_at[number];
    const size_t end =
        number + 1 < course->exercise_count ? course->exercise_at[number + 1] : course->length;
    assert(end - start < COURSE_MAX);
    memcpy(text, course->text + start, end - start);
    text[end - start] = '\0';
    return end - start;
}

static void words_check(const struct pond_attempt *attempt)
{
    char memory[POND_WORDS_MAX + 1];
    for (int language = 0; language < POND_LANGUAGES; language++) {
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_attempt_say(attempt, (enum pond_language)language, &text);
        assert(text.length > 0 && !text.full);
        for (int which = 0; which < POND_LEARN_TEXTS; which++) {
            text = pond_text_in(memory, sizeof memory);
            pond_exercise_print(attempt->course, &attempt->exercise, (enum pond_learn_text)which,
                                (enum pond_language)language, &text);
            assert(!text.full);
        }
    }
}

/* Some answers, right or wrong, then the right one. */
static void stage_work(struct pond_attempt *attempt, struct fuzz_input *input)
{
    static pond_move moves[POND_MOVES_MAX];
    const struct pond_game *game = attempt->course->game;
    const int stage = attempt->stage, seat = attempt->exercise.seat;
    char memory[POND_MOVE_TEXT_MAX];
    for (int i = 0; i < ANSWERS_LOOKED_AT && attempt->stage == stage; i++) {
        const int count = game->moves(&attempt->match.state, seat, moves);
        struct pond_text text = pond_text_in(memory, sizeof memory);
        game->move_print(&attempt->match.state, seat, moves[(int)fuzz_byte(input) % count], &text);
        assert(pond_attempt_answer(attempt, memory, NULL) != POND_VERDICT_REFUSED);
        words_check(attempt);
    }
    if (attempt->stage > stage) return;
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_attempt_solution(attempt, &text);
    const enum pond_verdict verdict = pond_attempt_answer(attempt, memory, NULL);
    assert(verdict == POND_VERDICT_RIGHT);
    words_check(attempt);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct pond_course course, whole;
    static struct pond_attempt attempt;
    static char text[COURSE_MAX];
    struct fuzz_input input = {bytes, length};
    struct pond_error why;
    const struct pond_game *game = pond_games[fuzz_byte(&input) % 3];
    const enum pond_course_kind kind = fuzz_byte(&input) % 2 == 0 ? POND_LESSON : POND_PUZZLES;
    const bool opened = pond_course_open(&whole, game, kind);
    assert(opened);
    exercise_text(&input, &whole, text);
    for (int i = (int)(fuzz_byte(&input) % EDITS_MAX); i > 0; i--) {
        fuzz_edit(&input, text, sizeof text);
    }
    if (!pond_course_read(&course, game, kind, text, strlen(text), &why)) {
        fuzz_refused(&why);
        assert(course.error_line > 0);
        return 0;
    }
    for (uint32_t i = 0; i < course.exercise_count; i++) {
        pond_attempt_begin(&attempt, &course, i);
        while (!pond_attempt_finished(&attempt)) stage_work(&attempt, &input);
    }
    return 0;
}
