/* course.c: reads courses, the texts of lessons and puzzles. See learn.h and docs/learn.md.
 *
 * A line is a key and its value; a line that begins with a space goes on with the value before it.
 * Reading finds where everything lies in the text; check.c then tries all of it out. */
#include "learn.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

/* ---- Spans ---- */

static bool is_space(char character) { return character == ' ' || character == '\n'; }

bool pond_span_equal(struct pond_span span, const char *text)
{
    return strlen(text) == span.length && memcmp(span.start, text, span.length) == 0;
}

bool pond_span_word(struct pond_span *rest, struct pond_span *word)
{
    *word = *rest;
    if (rest->length == 0) return false;
    while (rest->length > 0 && is_space(*rest->start)) rest->start++, rest->length--;
    word->start = rest->start;
    word->length = 0;
    while (word->length < rest->length && !is_space(word->start[word->length])) word->length++;
    rest->start += word->length;
    rest->length -= word->length;
    return word->length > 0;
}

bool pond_span_copy(struct pond_span span, char *out, size_t size)
{
    if (span.length >= size) return false;
    if (span.length > 0) memcpy(out, span.start, span.length);
    out[span.length] = '\0';
    return true;
}

void pond_span_print(struct pond_span span, enum pond_audience audience, struct pond_text *out)
{
    struct pond_span word;
    bool first = true, typed = false; /* inside braces */
    while (pond_span_word(&span, &word)) {
        if (word.start[0] == '{') typed = true, word.start++, word.length--;
        const bool last = word.length > 0 && word.start[word.length - 1] == '}';
        if (last) word.length--;
        if (!typed || audience == POND_TYPISTS) {
            if (!first) pond_text_char(out, ' ');
            pond_text_bytes(out, word.start, word.length);
            first = false;
        }
        if (last) typed = false;
    }
}

/* A refusal that repeats a piece of the text. */
static bool refuse_span(struct pond_error *why, enum pond_word word, struct pond_span span)
{
    char quoted[POND_ERROR_ARGUMENT_MAX];
    if (span.length >= sizeof quoted) span.length = sizeof quoted - 1;
    pond_span_copy(span, quoted, sizeof quoted);
    return pond_refuse_text(why, word, quoted);
}

/* ---- Lines ---- */

struct lines {
    const char *text;
    size_t length, at;
};

struct line {
    uint32_t at; /* where it begins */
    struct pond_span key, value;
};

static size_t line_end(const struct lines *lines, size_t at)
{
    const char *end = memchr(lines->text + at, '\n', lines->length - at);
    return end != NULL ? (size_t)(end - lines->text) : lines->length;
}

static bool goes_on(const struct lines *lines, size_t at)
{
    return at < lines->length && lines->text[at] == ' ';
}

/* The next line that says something, with those that go on with it. */
static bool line_next(struct lines *lines, struct line *line)
{
    while (lines->at < lines->length) {
        const size_t start = lines->at;
        size_t end = line_end(lines, start);
        const bool nothing = end == start || lines->text[start] == '#';
        while (!nothing && goes_on(lines, end + 1)) end = line_end(lines, end + 1);
        lines->at = end < lines->length ? end + 1 : end;
        if (nothing) continue;
        line->at = (uint32_t)start;
        line->value = (struct pond_span){lines->text + start, (uint32_t)(end - start)};
        if (!pond_span_word(&line->value, &line->key)) line->key.length = 0;
        while (line->value.length > 0 && is_space(*line->value.start)) {
            line->value.start++, line->value.length--;
        }
        return true;
    }
    return false;
}

/* ---- Keys ---- */

struct parsing {
    const struct pond_course *course;
    struct pond_exercise *exercise;
    struct pond_span *words; /* where the next text of each language goes */
    struct pond_span *shows; /* and the next `shows`; NULL if it has no place */
    struct pond_error *why;
};

static struct pond_stage *stage_at_hand(struct parsing *parsing)
{
    const uint8_t count = parsing->exercise->stage_count;
    return count > 0 ? &parsing->exercise->stages[count - 1] : NULL;
}

static bool take_once(struct parsing *parsing, struct pond_span *place, struct pond_span value)
{
    if (value.length == 0) return pond_refuse(parsing->why, POND_WORD_LEARN_EMPTY);
    if (place->length > 0) return pond_refuse(parsing->why, POND_WORD_LEARN_TWICE);
    *place = value;
    return true;
}

static bool take_name(struct parsing *parsing, struct pond_span value)
{
    parsing->exercise->name = value;
    return value.length > 0 || pond_refuse(parsing->why, POND_WORD_LEARN_EMPTY);
}

static bool take_options(struct parsing *parsing, struct pond_span value)
{
    return take_once(parsing, &parsing->exercise->options, value);
}

static bool take_position(struct parsing *parsing, struct pond_span value)
{
    return take_once(parsing, &parsing->exercise->position, value);
}

static bool take_digit(struct parsing *parsing, struct pond_span value, uint8_t least, uint8_t most,
                       uint8_t *number)
{
    const bool fine =
        value.length == 1 && *value.start >= '0' + least && *value.start <= '0' + most;
    if (!fine) {
        refuse_span(parsing->why, POND_WORD_LEARN_NUMBER, value);
        pond_error_number(parsing->why, least);
        return pond_error_number(parsing->why, most);
    }
    *number = (uint8_t)(*value.start - '0');
    return true;
}

static bool take_seat(struct parsing *parsing, struct pond_span value)
{
    return take_digit(parsing, value, 0, POND_SEATS_MAX - 1, &parsing->exercise->seat);
}

static bool take_level(struct parsing *parsing, struct pond_span value)
{
    return take_digit(parsing, value, 1, POND_PUZZLE_LEVELS, &parsing->exercise->level);
}

static bool take_goal(struct parsing *parsing, struct pond_span value)
{
    static const struct {
        const char *name;
        const struct pond_game *game;
    } goals[POND_GOALS] = {
        [POND_GOAL_WIN] = {"win", &pond_rribbit},
        [POND_GOAL_CARDS] = {"cards", &pond_quibbles},
        [POND_GOAL_WORTH] = {"worth", &pond_quibbles},
        [POND_GOAL_STASH] = {"stash", &pond_quibbles},
        [POND_GOAL_FINISH] = {"finish", &pond_quibbles},
        [POND_GOAL_KEEP] = {"keep", &pond_quibbit},
    };
    struct pond_span name, rest = value;
    pond_span_word(&rest, &name);
    for (uint8_t i = POND_GOAL_NONE + 1; i < POND_GOALS; i++) {
        if (!pond_span_equal(name, goals[i].name) || parsing->course->game != goals[i].game)
            continue;
        parsing->exercise->goal = i;
        if (i != POND_GOAL_WIN) break;
        struct pond_span turns;
        pond_span_word(&rest, &turns);
        return take_digit(parsing, turns, 1, POND_STAGES_MAX, &parsing->exercise->turns);
    }
    return parsing->exercise->goal != POND_GOAL_NONE ||
           refuse_span(parsing->why, POND_WORD_LEARN_GOAL, value);
}

static bool take_title(struct parsing *parsing, struct pond_span value)
{
    parsing->words = parsing->exercise->text[POND_LEARN_TITLE];
    return value.length == 0 || refuse_span(parsing->why, POND_WORD_LEARN_KEY, value);
}

static bool take_text(struct parsing *parsing, struct pond_span value)
{
    parsing->words = parsing->exercise->text[POND_LEARN_TEXT];
    return value.length == 0 || refuse_span(parsing->why, POND_WORD_LEARN_KEY, value);
}

static bool take_task(struct parsing *parsing, struct pond_span value)
{
    parsing->words = parsing->exercise->text[POND_LEARN_TASK];
    return value.length == 0 || refuse_span(parsing->why, POND_WORD_LEARN_KEY, value);
}

static struct pond_stage *stage_add(struct parsing *parsing)
{
    if (parsing->exercise->stage_count == POND_STAGES_MAX) {
        pond_refuse_number(parsing->why, POND_WORD_LEARN_STAGES, POND_STAGES_MAX);
        return NULL;
    }
    parsing->words = parsing->shows = NULL;
    return &parsing->exercise->stages[parsing->exercise->stage_count++];
}

static bool take_answer(struct parsing *parsing, struct pond_span value)
{
    struct pond_stage *stage = stage_add(parsing);
    return stage != NULL && take_once(parsing, &stage->answers, value);
}

static bool take_accept(struct parsing *parsing, struct pond_span value)
{
    struct pond_stage *stage = stage_add(parsing);
    return stage != NULL && take_once(parsing, &stage->accepts, value);
}

static bool take_then(struct parsing *parsing, struct pond_span value)
{
    struct pond_stage *stage = stage_at_hand(parsing);
    if (stage == NULL) return pond_refuse(parsing->why, POND_WORD_LEARN_NO_ANSWER);
    return take_once(parsing, &stage->then, value);
}

static bool take_right(struct parsing *parsing, struct pond_span value)
{
    struct pond_stage *stage = stage_at_hand(parsing);
    if (stage == NULL) return pond_refuse(parsing->why, POND_WORD_LEARN_NO_ANSWER);
    parsing->words = stage->right;
    parsing->shows = &stage->right_shows;
    return value.length == 0 || refuse_span(parsing->why, POND_WORD_LEARN_KEY, value);
}

/* `wrong` alone is about all answers that are not right, `wrong MOVES` about these. */
static bool take_wrong(struct parsing *parsing, struct pond_span value)
{
    struct pond_stage *stage = stage_at_hand(parsing);
    if (stage == NULL) return pond_refuse(parsing->why, POND_WORD_LEARN_NO_ANSWER);
    parsing->words = stage->wrong;
    parsing->shows = &stage->wrong_shows;
    if (value.length == 0) return true;
    if (stage->remark_count == POND_REMARKS_MAX) {
        return pond_refuse_number(parsing->why, POND_WORD_LEARN_REMARKS, POND_REMARKS_MAX);
    }
    struct pond_remark *remark = &stage->remarks[stage->remark_count++];
    remark->moves = value;
    parsing->words = remark->words;
    parsing->shows = &remark->shows;
    return true;
}

static bool take_shows(struct parsing *parsing, struct pond_span value)
{
    if (parsing->shows == NULL) return pond_refuse(parsing->why, POND_WORD_LEARN_NO_ANSWER);
    return take_once(parsing, parsing->shows, value);
}

static bool take_words(struct parsing *parsing, enum pond_language language, struct pond_span value)
{
    if (parsing->words == NULL) return pond_refuse(parsing->why, POND_WORD_LEARN_NO_TEXT);
    if (value.length > POND_WORDS_MAX) {
        return pond_refuse_number(parsing->why, POND_WORD_LEARN_LONG, POND_WORDS_MAX);
    }
    return take_once(parsing, &parsing->words[language], value);
}

static const struct {
    const char *name;
    bool (*take)(struct parsing *parsing, struct pond_span value);
    bool in[POND_COURSE_KINDS]; /* in which courses it may stand */
} keys[] = {
    {"step", take_name, {true, false}},      {"puzzle", take_name, {false, true}},
    {"options", take_options, {true, true}}, {"position", take_position, {true, true}},
    {"seat", take_seat, {true, true}},       {"goal", take_goal, {false, true}},
    {"level", take_level, {false, true}},    {"title", take_title, {true, false}},
    {"text", take_text, {true, false}},      {"task", take_task, {true, false}},
    {"answer", take_answer, {true, true}},   {"accept", take_accept, {true, true}},
    {"right", take_right, {true, false}},    {"wrong", take_wrong, {true, false}},
    {"then", take_then, {true, true}},       {"shows", take_shows, {true, false}},
};

static bool begins_exercise(const struct pond_course *course, const struct line *line)
{
    return pond_span_equal(line->key, course->kind == POND_LESSON ? "step" : "puzzle");
}

static bool line_take(struct parsing *parsing, const struct line *line)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!keys[i].in[parsing->course->kind]) continue;
        if (pond_span_equal(line->key, keys[i].name)) return keys[i].take(parsing, line->value);
    }
    const int language = pond_language_find(line->key.start, line->key.length);
    if (language >= 0 && parsing->course->kind == POND_LESSON) {
        return take_words(parsing, (enum pond_language)language, line->value);
    }
    return refuse_span(parsing->why, POND_WORD_LEARN_KEY, line->key);
}

/* Reads one exercise; `at` ends as where the line stands that was refused. */
static bool exercise_read(const struct pond_course *course, uint32_t number,
                          struct pond_exercise *exercise, uint32_t *at, struct pond_error *why)
{
    struct parsing parsing = {.course = course, .exercise = exercise, .why = why};
    struct lines lines = {course->text, course->length, course->exercise_at[number]};
    struct line line;
    memset(exercise, 0, sizeof *exercise);
    exercise->number = number;
    for (bool first = true; line_next(&lines, &line); first = false) {
        if (!first && begins_exercise(course, &line)) break;
        *at = line.at;
        if (!line_take(&parsing, &line)) return false;
    }
    return true;
}

void pond_course_exercise(const struct pond_course *course, uint32_t number,
                          struct pond_exercise *exercise)
{
    uint32_t at;
    assert(number < course->exercise_count);
    const bool fine = exercise_read(course, number, exercise, &at, NULL);
    assert(fine);
    (void)fine;
}

int pond_course_find(const struct pond_course *course, const char *name)
{
    struct pond_exercise exercise;
    for (uint32_t i = 0; i < course->exercise_count; i++) {
        pond_course_exercise(course, i, &exercise);
        if (pond_span_equal(exercise.name, name)) return (int)i;
    }
    return -1;
}

/* ---- Whole courses ---- */

static uint32_t line_number(const struct pond_course *course, uint32_t at)
{
    uint32_t line = 1;
    for (uint32_t i = 0; i < at && i < course->length; i++) line += course->text[i] == '\n';
    return line;
}

/* The bytes must be text, without tabs and the like. */
static bool bytes_check(const struct pond_course *course, uint32_t *at, struct pond_error *why)
{
    for (size_t i = 0; i < course->length;) {
        const unsigned char *byte = (const unsigned char *)course->text + i;
        const size_t length = pond_character_length(byte, course->length - i);
        *at = (uint32_t)i;
        if (length == 0 || (*byte < ' ' && *byte != '\n') || *byte == 127) {
            return pond_refuse(why, POND_WORD_LEARN_BYTES);
        }
        i += length;
    }
    return true;
}

static bool exercises_find(struct pond_course *course, uint32_t *at, struct pond_error *why)
{
    struct lines lines = {course->text, course->length, 0};
    struct line line;
    *at = 0;
    while (line_next(&lines, &line)) {
        *at = line.at;
        if (begins_exercise(course, &line)) {
            if (course->exercise_count == POND_EXERCISES_MAX) {
                return pond_refuse_number(why, POND_WORD_LEARN_MANY, POND_EXERCISES_MAX);
            }
            course->exercise_at[course->exercise_count++] = line.at;
        } else if (course->exercise_count == 0) {
            return pond_refuse_text(why, POND_WORD_LEARN_BEGINS,
                                    course->kind == POND_LESSON ? "step" : "puzzle");
        }
    }
    return course->exercise_count > 0 || pond_refuse(why, POND_WORD_LEARN_NONE);
}

static bool name_is_new(const struct pond_course *course, const struct pond_exercise *exercise,
                        struct pond_error *why)
{
    struct pond_exercise earlier;
    for (uint32_t i = 0; i < exercise->number; i++) {
        pond_course_exercise(course, i, &earlier);
        if (earlier.name.length == exercise->name.length &&
            memcmp(earlier.name.start, exercise->name.start, earlier.name.length) == 0) {
            return refuse_span(why, POND_WORD_LEARN_NAME_TWICE, exercise->name);
        }
    }
    return true;
}

bool pond_course_read(struct pond_course *course, const struct pond_game *game,
                      enum pond_course_kind kind, const char *text, size_t length,
                      struct pond_error *why)
{
    *course =
        (struct pond_course){.game = game, .text = text, .length = length, .kind = (uint8_t)kind};
    uint32_t at = 0;
    bool fine = length < UINT32_MAX / 2 || pond_refuse(why, POND_WORD_LEARN_BYTES);
    fine = fine && bytes_check(course, &at, why) && exercises_find(course, &at, why);
    for (uint32_t i = 0; fine && i < course->exercise_count; i++) {
        struct pond_exercise exercise;
        fine = exercise_read(course, i, &exercise, &at, why);
        if (!fine) break;
        at = course->exercise_at[i];
        fine = name_is_new(course, &exercise, why) && pond_exercise_check(course, &exercise, why);
    }
    if (!fine) course->error_line = line_number(course, at);
    return fine;
}

bool pond_course_open(struct pond_course *course, const struct pond_game *game,
                      enum pond_course_kind kind)
{
    for (const struct learn_data *data = pond_learn_data; data->game != NULL; data++) {
        if (data->kind != kind || !pond_text_equal(data->game, game->name)) continue;
        /* A test has checked all of it. */
        *course = (struct pond_course){
            .game = game, .text = data->text, .length = strlen(data->text), .kind = (uint8_t)kind};
        uint32_t at;
        return exercises_find(course, &at, NULL);
    }
    return false;
}
