/* learn_test.c: lessons and puzzles: every answer, every word, every proof; and damaged courses.
 *
 * The proofs here share nothing with src/learn/measure.c: they ask the rules alone, and try
 * everything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pond/learn.h"
#include "pond/quibbles.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define STEPS_LEAST 10
#define PUZZLES_LEAST 30

/* Columns that the smallest screen has room for. */
#define TITLE_COLUMNS 30
#define TEXT_COLUMNS 400
#define TASK_COLUMNS 150
#define SAID_COLUMNS 240

static struct pond_course course;
static struct pond_attempt attempt;

/* ---- Helpers ---- */

static void open_course(const struct pond_game *game, enum pond_course_kind kind)
{
    struct pond_error why;
    char sentence[512] = "";
    struct pond_text out = pond_text_in(sentence, sizeof sentence);
    assert_true(pond_course_open(&course, game, kind));
    /* The library trusts what it carries; here all of it is checked. */
    if (!pond_course_read(&course, game, kind, course.text, course.length, &why)) {
        pond_error_print(&why, POND_ENGLISH, &out);
        fail_msg("%s, line %u: %s", game->name, course.error_line, sentence);
    }
}

/* The games that have a course: a new one may have none. */
static bool teaches(const struct pond_game *game)
{
    static const struct pond_game *const taught[] = {&pond_quibbit, &pond_quibbles, &pond_rribbit};
    for (size_t i = 0; i < LENGTH(taught); i++) {
        if (taught[i] == game) return true;
    }
    assert_false(pond_course_open(&course, game, POND_LESSON));
    return false;
}

static int columns(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Text for people: there, not too long, no blanks out of place, and French as it is printed. */
static void check_words(const char *text, enum pond_language language, int columns_max)
{
    assert_int_not_equal(text[0], '\0');
    if (columns(text) > columns_max) fail_msg("%d columns: %s", columns(text), text);
    assert_null(strstr(text, "  "));
    assert_null(strchr(text, '{'));
    for (const char *at = text; *at != '\0'; at++) {
        const bool high = strchr(":;?", *at) != NULL && (at[1] == ' ' || at[1] == '\0');
        if (language == POND_FRENCH && high && strncmp(at - 2, "\u00a0", 2) != 0) {
            fail_msg("no bound space: %s", text);
        }
        if (language == POND_ENGLISH && high && at[-1] == ' ') fail_msg("a space: %s", text);
    }
    const char last = text[strlen(text) - 1];
    if (columns_max != TITLE_COLUMNS && strchr(".?!)135", last) == NULL)
        fail_msg("no end: %s", text);
}

/* The rows that a text takes where lines are broken at spaces. */
static int rows_of(const char *text, int columns_max)
{
    int rows = 1, column = 0;
    while (*text != '\0') {
        char word[64];
        const size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        const int wide = columns(word);
        if (column > 0 && column + 1 + wide > columns_max) rows++, column = 0;
        column += wide + (column > 0);
        text += length + strspn(text + length, " ");
    }
    return rows;
}

/* The side of the smallest screen: 27 columns; in Quibbit the hands take seven rows of it. */
static void check_fits(const char *text)
{
    const int rows_max = course.game == &pond_quibbit ? 10 : 17, rows = rows_of(text, 27);
    if (rows > rows_max) fail_msg("%d rows: %s", rows, text);
}

static void check_exercise_words(void)
{
    static const int limits[] = {[POND_LEARN_TITLE] = TITLE_COLUMNS,
                                 [POND_LEARN_TEXT] = TEXT_COLUMNS,
                                 [POND_LEARN_TASK] = TASK_COLUMNS};
    for (int which = 0; which < POND_LEARN_TEXTS; which++) {
        char memory[POND_LANGUAGES][POND_WORDS_MAX + 1];
        for (int language = 0; language < POND_LANGUAGES; language++) {
            struct pond_text out = pond_text_in(memory[language], sizeof memory[language]);
            pond_exercise_print(&course, &attempt.exercise, (enum pond_learn_text)which,
                                (enum pond_language)language, &out);
            assert_false(out.full);
            if (which == POND_LEARN_TEXT && course.kind == POND_PUZZLES) continue;
            check_words(memory[language], (enum pond_language)language, limits[which]);
            if (which == POND_LEARN_TEXT) check_fits(memory[language]);
        }
        const bool same = strcmp(memory[0], memory[1]) == 0;
        if (same && memory[0][0] != '\0') fail_msg("the same in both languages: %s", memory[0]);
    }
}

static void check_said(enum pond_verdict verdict)
{
    assert_int_equal(attempt.verdict, verdict);
    for (int language = 0; language < POND_LANGUAGES; language++) {
        char memory[POND_WORDS_MAX + 1];
        struct pond_text out = pond_text_in(memory, sizeof memory);
        pond_attempt_say(&attempt, (enum pond_language)language, &out);
        check_words(memory, (enum pond_language)language, SAID_COLUMNS);
        check_fits(memory);
    }
}

static void move_text(const struct pond_state *state, pond_move move, char out[POND_MOVE_TEXT_MAX])
{
    struct pond_text text = pond_text_in(out, POND_MOVE_TEXT_MAX);
    course.game->move_print(state, attempt.exercise.seat, move, &text);
}

/* Plays an attempt forward by solutions until a stage. */
static void solve_until(uint32_t number, int stage)
{
    pond_attempt_begin(&attempt, &course, number);
    while (attempt.stage < stage) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_attempt_solution(&attempt, &text);
        assert_int_equal(pond_attempt_answer(&attempt, memory, NULL), POND_VERDICT_RIGHT);
    }
}

/* ---- Every answer gets words, and every exercise ends ---- */

/* Tries every legal move at a stage. Returns how many are right. */
static int check_stage(uint32_t number, int stage)
{
    static pond_move moves[POND_MOVES_MAX];
    int right = 0;
    solve_until(number, stage);
    const struct pond_state state = attempt.match.state;
    const int count = course.game->moves(&state, attempt.exercise.seat, moves);
    for (int i = 0; i < count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        move_text(&state, moves[i], memory);
        const enum pond_verdict verdict = pond_attempt_answer(&attempt, memory, NULL);
        check_said(verdict);
        if (verdict == POND_VERDICT_WRONG) {
            assert_memory_equal(&attempt.match.state, &state, sizeof state);
            continue;
        }
        assert_int_equal(verdict, POND_VERDICT_RIGHT);
        assert_int_equal(attempt.stage, stage + 1);
        right++;
        solve_until(number, stage);
    }
    assert_true(right > 0);
    return right;
}

static void check_course(const struct pond_game *game, enum pond_course_kind kind)
{
    open_course(game, kind);
    for (uint32_t i = 0; i < course.exercise_count; i++) {
        pond_attempt_begin(&attempt, &course, i);
        check_exercise_words();
        const int stages = attempt.exercise.stage_count;
        for (int stage = 0; stage < stages; stage++) check_stage(i, stage);
        solve_until(i, stages);
        assert_true(pond_attempt_finished(&attempt));
        assert_int_equal(pond_attempt_answer(&attempt, "1", NULL), POND_VERDICT_REFUSED);
    }
}

static void lessons_teach(void **state)
{
    (void)state;
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (!teaches(pond_games[i])) continue;
        check_course(pond_games[i], POND_LESSON);
        assert_in_range(course.exercise_count, STEPS_LEAST, 15);
    }
}

static void puzzles_speak(void **state)
{
    (void)state;
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (!teaches(pond_games[i])) continue;
        check_course(pond_games[i], POND_PUZZLES);
        assert_true(course.exercise_count >= PUZZLES_LEAST);
    }
}

static void puzzles_are_graded_and_all_different(void **state)
{
    (void)state;
    for (int i = 0; pond_games[i] != NULL; i++) {
        struct pond_exercise one, other;
        int level = 1;
        if (!teaches(pond_games[i])) continue;
        open_course(pond_games[i], POND_PUZZLES);
        for (uint32_t k = 0; k < course.exercise_count; k++) {
            pond_course_exercise(&course, k, &one);
            assert_true(one.level >= level);
            level = one.level;
            for (uint32_t j = 0; j < k; j++) {
                pond_course_exercise(&course, j, &other);
                assert_false(
                    one.position.length == other.position.length &&
                    memcmp(one.position.start, other.position.start, one.position.length) == 0);
            }
        }
        assert_true(level >= 4);
    }
}

/* ---- Proofs ---- */

static bool won_by(const struct pond_state *state, int seat)
{
    const struct pond_result result = course.game->result(state);
    return result.outcome == POND_WON && result.seat == seat;
}

static bool can_win(const struct pond_state *state, int seat, int turns);

/* Has `seat`, which has just moved, won whatever comes, with that many more turns? */
static bool has_won(const struct pond_state *state, int seat, int turns)
{
    pond_move answers[POND_MOVES_MAX];
    if (course.game->turn(state) == 0) return won_by(state, seat);
    const int count = course.game->moves(state, 1 - seat, answers);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        course.game->apply(&after, 1 - seat, answers[i]);
        const bool over = course.game->turn(&after) == 0;
        if (over ? !won_by(&after, seat) : !can_win(&after, seat, turns)) return false;
    }
    return true;
}

static bool can_win(const struct pond_state *state, int seat, int turns)
{
    pond_move moves[POND_MOVES_MAX];
    if (turns == 0) return false;
    const int count = course.game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        course.game->apply(&after, seat, moves[i]);
        if (has_won(&after, seat, turns - 1)) return true;
    }
    return false;
}

static void rribbit_puzzles_are_proven(void **unused)
{
    static pond_move moves[POND_MOVES_MAX];
    int modes[2][2] = {{0}};
    (void)unused;
    open_course(&pond_rribbit, POND_PUZZLES);
    for (uint32_t i = 0; i < course.exercise_count; i++) {
        pond_attempt_begin(&attempt, &course, i);
        const int seat = attempt.exercise.seat, turns = attempt.exercise.turns;
        const struct pond_state state = attempt.match.state;
        assert_false(can_win(&state, seat, turns - 1));
        const int count = course.game->moves(&state, seat, moves);
        struct pond_state key;
        int winning = 0;
        for (int k = 0; k < count; k++) {
            char memory[POND_MOVE_TEXT_MAX];
            struct pond_state after = state;
            course.game->apply(&after, seat, moves[k]);
            const bool wins = has_won(&after, seat, turns - 1);
            /* Only turns that lead to the same position may both be right. */
            if (wins && winning++ > 0) assert_memory_equal(&after, &key, sizeof key);
            if (wins) key = after;
            move_text(&state, moves[k], memory);
            pond_attempt_begin(&attempt, &course, i);
            assert_int_equal(pond_attempt_answer(&attempt, memory, NULL) == POND_VERDICT_RIGHT,
                             wins);
        }
        assert_true(winning > 0);
        solve_until(i, attempt.exercise.stage_count);
        assert_int_equal(attempt.exercise.stage_count, turns);
        assert_true(won_by(&attempt.match.state, seat));
        modes[attempt.match.config.value[0] != 0][attempt.match.config.value[1] != 0]++;
    }
    assert_true(modes[0][0] > 0 && modes[0][1] > 0 && modes[1][0] > 0 && modes[1][1] > 0);
}

/* The best stash, or whether one wins, of a seat that decides about it now. */
static int best_stash(const struct pond_state *state, int seat, bool winning)
{
    pond_move moves[POND_MOVES_MAX];
    int best = 0;
    const int count = course.game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        char memory[POND_MOVE_TEXT_MAX];
        move_text(state, moves[i], memory);
        if (memory[0] != '!') continue;
        course.game->apply(&after, seat, moves[i]);
        const int value = winning ? won_by(&after, seat) : memory[1] - '0';
        if (value > best) best = value;
    }
    return best;
}

/* The same after an action, whatever chance draws. */
static int certain_stash(const struct pond_state *state, int seat, bool winning)
{
    pond_move outcomes[POND_MOVES_MAX];
    if (course.game->turn(state) != POND_SEAT(POND_CHANCE)) return best_stash(state, seat, winning);
    int least = 99;
    const int count = course.game->moves(state, POND_CHANCE, outcomes);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        course.game->apply(&after, POND_CHANCE, outcomes[i]);
        const int value = certain_stash(&after, seat, winning);
        if (value < least) least = value;
    }
    return least;
}

/* What an action brings for a goal: told from the texts of the display before and after. */
static int catch_of(const struct pond_state *state, int seat, pond_move move, enum pond_goal goal)
{
    struct pond_state after = *state;
    char memory[POND_MOVE_TEXT_MAX];
    course.game->apply(&after, seat, move);
    if (goal == POND_GOAL_STASH) return certain_stash(&after, seat, false);
    if (goal == POND_GOAL_FINISH) return certain_stash(&after, seat, true);
    move_text(state, move, memory);
    const char *taken = strchr(memory, '=');
    int cards = 0, worth = 0;
    for (; taken != NULL && *taken != '\0'; taken++) {
        if (*taken >= '0' && *taken <= '9') cards++, worth += *taken - '0';
    }
    return goal == POND_GOAL_CARDS ? cards : worth;
}

static void quibbles_puzzles_are_proven(void **unused)
{
    static pond_move moves[POND_MOVES_MAX];
    int goals[POND_GOALS] = {0};
    (void)unused;
    open_course(&pond_quibbles, POND_PUZZLES);
    for (uint32_t i = 0; i < course.exercise_count; i++) {
        pond_attempt_begin(&attempt, &course, i);
        const enum pond_goal goal = (enum pond_goal)attempt.exercise.goal;
        const int seat = attempt.exercise.seat;
        const struct pond_state state = attempt.match.state;
        const int count = course.game->moves(&state, seat, moves);
        int best = -1, best_count = 0;
        pond_move key = 0;
        for (int k = 0; k < count; k++) {
            const int caught = catch_of(&state, seat, moves[k], goal);
            if (caught > best) best = caught, best_count = 0, key = moves[k];
            best_count += caught == best;
        }
        char memory[POND_MOVE_TEXT_MAX];
        move_text(&state, key, memory);
        assert_int_equal(best_count, 1);
        assert_int_equal(pond_attempt_answer(&attempt, memory, NULL), POND_VERDICT_RIGHT);
        if (goal == POND_GOAL_FINISH) {
            solve_until(i, attempt.exercise.stage_count);
            assert_true(won_by(&attempt.match.state, seat));
        }
        goals[goal]++;
    }
    assert_true(goals[POND_GOAL_CARDS] > 0 && goals[POND_GOAL_WORTH] > 0);
    assert_true(goals[POND_GOAL_STASH] > 0 && goals[POND_GOAL_FINISH] > 0);
}

/* Has a seat the card in its hand, by the text of the position? */
static bool holds_card(const struct pond_state *state, int seat, char card)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(memory, sizeof memory);
    course.game->state_print(state, &out);
    const char *at = strchr(memory, ' ');
    for (int i = 0; i <= seat; i++) at = strchr(at, ':') + 1;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (*at == card) return true;
    }
    return false;
}

/* Counts the ways of a round in which the card comes back or the seat wins. */
static void count_kept(const struct pond_state *state, int seat, char card, pond_seats chosen,
                       int *kept, int *all)
{
    pond_move moves[POND_MOVES_MAX];
    const pond_seats turn = course.game->turn(state);
    const bool chance = turn == POND_SEAT(POND_CHANCE);
    if (!chance && (turn & (pond_seats)~chosen) == 0) {
        ++*all;
        *kept += won_by(state, seat) || holds_card(state, seat, card);
        return;
    }
    const int next = pond_seat_first(chance ? turn : turn & (pond_seats)~chosen);
    const int count = course.game->moves(state, next, moves);
    for (int i = 0; i < count; i++) {
        struct pond_state after = *state;
        course.game->apply(&after, next, moves[i]);
        /* Once the round is over all are on turn again, and have chosen in this round. */
        count_kept(&after, seat, card, (pond_seats)(chosen | (chance ? 0x1f : POND_SEAT(next))),
                   kept, all);
    }
}

static void quibbit_puzzles_are_proven(void **unused)
{
    pond_move moves[POND_MOVES_MAX];
    (void)unused;
    open_course(&pond_quibbit, POND_PUZZLES);
    for (uint32_t i = 0; i < course.exercise_count; i++) {
        pond_attempt_begin(&attempt, &course, i);
        const int seat = attempt.exercise.seat;
        const struct pond_state state = attempt.match.state;
        const int count = course.game->moves(&state, seat, moves);
        int best = -1, best_count = 0;
        char key[POND_MOVE_TEXT_MAX] = "";
        for (int k = 0; k < count; k++) {
            int kept = 0, all = 0;
            struct pond_state after = state;
            char memory[POND_MOVE_TEXT_MAX];
            course.game->apply(&after, seat, moves[k]);
            move_text(&state, moves[k], memory);
            count_kept(&after, seat, memory[0], POND_SEAT(seat), &kept, &all);
            assert_true(all >= 6);
            if (kept > best) best = kept, best_count = 0, memcpy(key, memory, sizeof key);
            best_count += kept == best;
        }
        assert_int_equal(best_count, 1);
        assert_int_equal(pond_attempt_answer(&attempt, key, NULL), POND_VERDICT_RIGHT);
        /* The round that is shown is complete, and one in which the card came back. */
        assert_int_equal(attempt.match.sealed, 0);
        const struct pond_state *end = &attempt.match.state;
        assert_true(won_by(end, seat) || holds_card(end, seat, key[0]));
    }
}

/* ---- The puzzle of the day ---- */

static void days_are_counted(void **state)
{
    static const struct {
        const char *date;
        int32_t days;
    } known[] = {{"1970-01-01", 0},     {"1970-01-02", 1},      {"1969-12-31", -1},
                 {"2000-02-29", 11016}, {"2000-03-01", 11017},  {"2026-11-15", 20772},
                 {"2100-03-01", 47541}, {"0001-01-01", -719162}};
    static const char *const wrong[] = {
        "",           "today",      "2026-11-1",   "2026-02-29", "2026-13-01",
        "2026-00-10", "2026-04-31", "2026-11-00",  "2100-02-29", "15-11-2026",
        "2026/11/15", "0000-01-01", "2026-11-15 ", "2026-1115-"};
    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        int32_t days;
        assert_true(pond_date_read(known[i].date, &days, NULL));
        assert_int_equal(days, known[i].days);
    }
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        struct pond_error why;
        int32_t days = 12345;
        assert_false(pond_date_read(wrong[i], &days, &why));
        assert_int_equal(why.word, POND_WORD_LEARN_DATE);
        assert_int_equal(days, 12345);
    }
}

static void every_puzzle_has_its_day(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= POND_EXERCISES_MAX; count++) {
        for (int32_t start = -3; start <= 3; start++) {
            bool seen[POND_EXERCISES_MAX] = {false};
            for (int32_t day = 0; day < (int32_t)count; day++) {
                const uint32_t number = pond_puzzle_of_day(start * (int32_t)count + day, count);
                assert_true(number < count && !seen[number]);
                seen[number] = true;
            }
        }
    }
    for (int32_t day = -10; day < 10; day++) {
        assert_true(pond_game_of_day(day) < 3);
        assert_int_equal(pond_game_of_day(day), pond_game_of_day(day + 3));
        assert_int_not_equal(pond_game_of_day(day), pond_game_of_day(day + 1));
    }
}

/* ---- Damaged courses ---- */

#define STEP                                                                                       \
    "step one\nposition DDDDDDDDD/9/9/9/9/9/LLLLLLLLL l -\nseat 0\ntitle\nen T\nfr T\ntext\nen "   \
    "T\nfr T\ntask\nen T\nfr T\n"
#define RIGHT "answer b1-c3\nright\nen R\nfr R\n"
#define WRONG "wrong\nen W\nfr W\n"
#define ANSWER RIGHT WRONG
#define PUZZLE "puzzle 1\nposition 9/9/9/9/3LL1D2/9/6LL1 l 0,0\nseat 0\n"

static void damage_is_named(void **state)
{
    static const struct {
        enum pond_course_kind kind;
        const char *text;
        enum pond_word word; /* NONE: it is fine */
        uint32_t line;
    } cases[] = {
        {POND_LESSON, STEP ANSWER, POND_WORD_NONE, 0},
        {POND_PUZZLES, PUZZLE "goal win 1\nlevel 1\nanswer g1-f3\nthen S1:*\n", POND_WORD_NONE, 0},
        {POND_LESSON, "", POND_WORD_LEARN_NONE, 1},
        {POND_LESSON, "# nothing\n\n", POND_WORD_LEARN_NONE, 1},
        {POND_LESSON, "\n" ANSWER, POND_WORD_LEARN_BEGINS, 2},
        {POND_LESSON, PUZZLE, POND_WORD_LEARN_BEGINS, 1},
        {POND_LESSON, STEP ANSWER "\tx\n", POND_WORD_LEARN_BYTES, 20},
        {POND_LESSON, STEP "\xff\n", POND_WORD_LEARN_BYTES, 13},
        {POND_LESSON, STEP "colour red\n" ANSWER, POND_WORD_LEARN_KEY, 13},
        {POND_LESSON, STEP "goal win 1\n" ANSWER, POND_WORD_LEARN_KEY, 13},
        {POND_LESSON, STEP "seat\n" ANSWER, POND_WORD_LEARN_NUMBER, 13},
        {POND_LESSON, STEP "seat 7\n" ANSWER, POND_WORD_LEARN_NUMBER, 13},
        {POND_LESSON, STEP "seat 1\n" ANSWER, POND_WORD_MOVE_NOT_YOUR_TURN, 1},
        {POND_LESSON, STEP "position 9\n" ANSWER, POND_WORD_LEARN_TWICE, 13},
        {POND_LESSON, STEP "options turn=slow\n" ANSWER, POND_WORD_OPTION_VALUE, 1},
        {POND_LESSON, STEP, POND_WORD_LEARN_NO_ANSWER, 1},
        {POND_LESSON, STEP "answer\n", POND_WORD_LEARN_EMPTY, 13},
        {POND_LESSON, STEP "answer b1-b2\n", POND_WORD_RRIBBIT_NO_KNIGHT, 1},
        {POND_LESSON, STEP "accept splendid\n", POND_WORD_LEARN_CONDITION, 1},
        {POND_LESSON, STEP "accept split\n", POND_WORD_LEARN_CONDITION, 1},
        {POND_LESSON, STEP "accept lands=z9\n", POND_WORD_LEARN_CONDITION, 1},
        {POND_LESSON, STEP "accept captures\n", POND_WORD_LEARN_NO_ANSWER, 1},
        {POND_LESSON, STEP "right\n", POND_WORD_LEARN_NO_ANSWER, 13},
        {POND_LESSON, STEP "then S1:b7-c5\n", POND_WORD_LEARN_NO_ANSWER, 13},
        {POND_LESSON, STEP "answer b1-c3\nen T\n", POND_WORD_LEARN_NO_TEXT, 14},
        {POND_LESSON, STEP "answer b1-c3\nright\nen R\n", POND_WORD_LEARN_WORDS, 1},
        {POND_LESSON, STEP "answer b1-c3\nright\nen R\nfr R\n", POND_WORD_LEARN_WORDS, 1},
        {POND_LESSON, STEP ANSWER "wrong b1-c3\nen W\nfr W\n", POND_WORD_LEARN_RIGHT_REMARK, 1},
        {POND_LESSON, STEP ANSWER "then whatever\n", POND_WORD_LEARN_SCRIPT, 1},
        {POND_LESSON, STEP ANSWER "then <3>\n", POND_WORD_MATCH_NO_CHANCE, 1},
        {POND_LESSON, STEP ANSWER "then S0:b7-c5\n", POND_WORD_MOVE_NOT_YOUR_TURN, 1},
        {POND_LESSON, STEP "shows leap:0\n" ANSWER, POND_WORD_LEARN_NO_ANSWER, 13},
        {POND_LESSON, STEP RIGHT "shows leap:0:to=c3 !capture:0\n" WRONG "shows !leap:1\n",
         POND_WORD_NONE, 0},
        {POND_LESSON, STEP RIGHT "shows leap:0:to=d3\n" WRONG, POND_WORD_LEARN_FALSE, 1},
        {POND_LESSON, STEP RIGHT "shows !leap:0\n" WRONG, POND_WORD_LEARN_FALSE, 1},
        {POND_LESSON, STEP RIGHT WRONG "shows capture:0\n", POND_WORD_LEARN_FALSE, 1},
        {POND_LESSON, STEP RIGHT "shows crown:0\n" WRONG, POND_WORD_LEARN_NO_FACT, 1},
        {POND_LESSON, STEP RIGHT "shows leap:0:tile=3\n" WRONG, POND_WORD_LEARN_NO_FACT, 1},
        {POND_LESSON, STEP RIGHT "shows leap\n" WRONG, POND_WORD_LEARN_NO_FACT, 1},
        {POND_LESSON, STEP ANSWER ANSWER, POND_WORD_MOVE_NOT_YOUR_TURN, 1},
        {POND_LESSON, STEP ANSWER STEP ANSWER, POND_WORD_LEARN_NAME_TWICE, 20},
        {POND_PUZZLES, PUZZLE "answer g1-f3\n", POND_WORD_LEARN_NO_GOAL, 1},
        {POND_PUZZLES, PUZZLE "goal keep\n", POND_WORD_LEARN_GOAL, 4},
        {POND_PUZZLES, PUZZLE "goal win 9\n", POND_WORD_LEARN_NUMBER, 4},
        {POND_PUZZLES, PUZZLE "goal win 2\nlevel 1\nanswer g1-f3\n", POND_WORD_LEARN_TURNS, 1},
        {POND_PUZZLES, PUZZLE "level 6\n", POND_WORD_LEARN_NUMBER, 4},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct pond_error why = {.word = POND_WORD_NONE};
        const bool fine = pond_course_read(&course, &pond_rribbit, cases[i].kind, cases[i].text,
                                           strlen(cases[i].text), &why);
        assert_int_equal(fine, cases[i].word == POND_WORD_NONE);
        if (!fine && (why.word != cases[i].word || course.error_line != cases[i].line)) {
            char sentence[512];
            struct pond_text out = pond_text_in(sentence, sizeof sentence);
            pond_error_print(&why, POND_ENGLISH, &out);
            fail_msg("case %zu, line %u: %s", i, course.error_line, sentence);
        }
    }
}

/* Without any one of its lines a course is refused with a sentence, or is still a course. */
static void missing_lines_do_no_harm(void **state)
{
    static char text[1 << 16];
    static struct pond_course whole;
    (void)state;
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (!teaches(pond_games[i])) continue;
        open_course(pond_games[i], POND_LESSON);
        whole = course;
        int refused = 0, lines = 0;
        for (const char *line = whole.text; *line != '\0'; lines++) {
            const char *next = strchr(line, '\n') + 1;
            const size_t before = (size_t)(line - whole.text), after = strlen(next);
            struct pond_error why = {.word = POND_WORD_NONE};
            assert_true(before + after < sizeof text);
            memcpy(text, whole.text, before);
            memcpy(text + before, next, after);
            if (!pond_course_read(&course, whole.game, POND_LESSON, text, before + after, &why)) {
                assert_int_not_equal(why.word, POND_WORD_NONE);
                assert_true(course.error_line > 0);
                refused++;
            }
            line = next;
        }
        assert_true(refused > lines / 3);
    }
}

static void names_are_found(void **state)
{
    (void)state;
    open_course(&pond_rribbit, POND_LESSON);
    assert_int_equal(pond_course_find(&course, "hop"), 0);
    assert_int_equal(pond_course_find(&course, "nowhere"), -1);
    assert_false(pond_course_open(&course, &pond_null, POND_LESSON));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_teach),
        cmocka_unit_test(puzzles_speak),
        cmocka_unit_test(puzzles_are_graded_and_all_different),
        cmocka_unit_test(rribbit_puzzles_are_proven),
        cmocka_unit_test(quibbles_puzzles_are_proven),
        cmocka_unit_test(quibbit_puzzles_are_proven),
        cmocka_unit_test(days_are_counted),
        cmocka_unit_test(every_puzzle_has_its_day),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test(missing_lines_do_no_harm),
        cmocka_unit_test(names_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
