/* check.c: tries out an exercise before anyone sees it: the position, every answer, everything
 * that follows one, that there are words for whatever may be answered, and that what they state
 * is so. */
#include "learn.h"

#include <string.h>

#include "banned.h"

#define BRANCHES_MAX 5000      /* ways to work through one exercise */
#define CHECK_WORK_MAX 4000000 /* positions that checking one may look at */

struct checking {
    const struct pond_course *course;
    const struct pond_exercise *exercise;
    struct pond_config config;
    struct pond_state start;
    pond_move path[POND_STAGES_MAX]; /* the answers so far */
    uint32_t branches;
    uint32_t work; /* what is left of it */
    struct pond_error *why;
};

static bool said(const struct pond_span words[POND_LANGUAGES])
{
    for (int i = 0; i < POND_LANGUAGES; i++) {
        if (words[i].length == 0) return false;
    }
    return true;
}

static bool too_much(struct checking *checking)
{
    return pond_refuse(checking->why, POND_WORD_LEARN_BRANCHES);
}

/* Is a move right? Judging it must not take more work than there will be for it in earnest. */
static bool accepts(struct checking *checking, const struct pond_stage *stage,
                    const struct pond_state *state, pond_move move, bool *right)
{
    const uint32_t given = checking->work < LEARN_WORK_MAX ? checking->work : LEARN_WORK_MAX;
    uint32_t work = given;
    *right = pond_stage_accepts(checking->course->game, stage, state, checking->exercise->seat,
                                move, &work);
    checking->work -= given - work;
    return work > 0 || too_much(checking);
}

static bool script_play(struct checking *checking, struct pond_match *match,
                        struct pond_span script)
{
    const uint32_t given = checking->work < LEARN_WORK_MAX ? checking->work : LEARN_WORK_MAX;
    uint32_t work = given;
    if (!pond_script_play(match, script, &work, checking->why)) return false;
    checking->work -= given - work;
    return work > 0 || too_much(checking);
}

/* Every move of a list must be legal; those with a remark must not be right. */
static bool list_check(struct checking *checking, const struct pond_stage *stage,
                       const struct pond_state *state, struct pond_span list, bool right)
{
    const struct pond_game *game = checking->course->game;
    const int seat = checking->exercise->seat;
    struct pond_span word;
    while (pond_span_word(&list, &word)) {
        char text[POND_MOVE_TEXT_MAX];
        pond_move move;
        if (!pond_span_copy(word, text, sizeof text)) {
            return pond_refuse(checking->why, POND_WORD_LEARN_LONG_MOVE);
        }
        if (!pond_move_read(game, state, seat, text, &move, checking->why)) return false;
        bool is_right;
        if (!accepts(checking, stage, state, move, &is_right)) return false;
        if (is_right != right) {
            return pond_refuse_text(checking->why, POND_WORD_LEARN_RIGHT_REMARK, text);
        }
    }
    return true;
}

static bool stage_words_check(struct checking *checking, const struct pond_stage *stage,
                              const struct pond_state *state, bool some_wrong)
{
    if (checking->course->kind == POND_PUZZLES) return true;
    if (!said(stage->right) || (some_wrong && !said(stage->wrong))) {
        return pond_refuse(checking->why, POND_WORD_LEARN_WORDS);
    }
    for (int i = 0; i < stage->remark_count; i++) {
        if (!said(stage->remarks[i].words)) {
            return pond_refuse(checking->why, POND_WORD_LEARN_WORDS);
        }
        if (!list_check(checking, stage, state, stage->remarks[i].moves, false)) return false;
    }
    return true;
}

/* Plays the answers so far and what follows each, and checks the facts stated about the last. What
 * follows a right answer may be impossible after a wrong one: then as much as possible is played.
 */
static bool path_play(struct checking *checking, int stage_index, bool right,
                      struct pond_span shows, struct pond_match *match, struct pond_entry log[])
{
    const struct pond_exercise *exercise = checking->exercise;
    uint32_t from = 0;
    if (++checking->branches > BRANCHES_MAX) return too_much(checking);
    pond_match_begin_at(match, checking->course->game, &checking->config, &checking->start, log,
                        POND_ATTEMPT_LOG_MAX);
    for (int i = 0; i <= stage_index; i++) {
        from = pond_match_entries(match);
        if (!pond_match_submit(match, exercise->seat, checking->path[i], checking->why)) {
            return false;
        }
        const bool follows = script_play(checking, match, exercise->stages[i].then);
        if (!follows && (right || i < stage_index)) return false;
    }
    return pond_facts_check(match, from, shows, checking->why);
}

/* The facts stated about a wrong answer, the last on the path: by its own remark or by all. */
static bool wrong_check(struct checking *checking, int stage_index, const struct pond_state *state)
{
    const struct pond_stage *stage = &checking->exercise->stages[stage_index];
    struct pond_span shows = stage->wrong_shows;
    struct pond_match match;
    struct pond_entry log[POND_ATTEMPT_LOG_MAX];
    for (int i = 0; i < stage->remark_count; i++) {
        if (pond_moves_listed(checking->course->game, stage->remarks[i].moves, state,
                              checking->exercise->seat, checking->path[stage_index])) {
            shows = stage->remarks[i].shows;
        }
    }
    return shows.length == 0 || path_play(checking, stage_index, false, shows, &match, log);
}

static bool stage_check(struct checking *checking, int stage_index, const struct pond_state *state);

/* A right answer, the last on the path: what follows it, and then the next stage. */
static bool branch_check(struct checking *checking, int stage_index)
{
    const struct pond_exercise *exercise = checking->exercise;
    struct pond_match match;
    struct pond_entry log[POND_ATTEMPT_LOG_MAX];
    const struct pond_span shows = exercise->stages[stage_index].right_shows;
    if (!path_play(checking, stage_index, true, shows, &match, log)) return false;
    if (stage_index + 1 == exercise->stage_count) return true;
    if ((pond_match_turn(&match) & POND_SEAT(exercise->seat)) == 0) {
        return pond_refuse_number(checking->why, POND_WORD_MOVE_NOT_YOUR_TURN, exercise->seat);
    }
    return stage_check(checking, stage_index + 1, &match.state);
}

static bool stage_check(struct checking *checking, int stage_index, const struct pond_state *state)
{
    const struct pond_game *game = checking->course->game;
    const struct pond_stage *stage = &checking->exercise->stages[stage_index];
    const int seat = checking->exercise->seat;
    pond_move moves[POND_MOVES_MAX];
    int right = 0;
    if (!pond_conditions_check(game, stage->accepts, checking->why) ||
        !list_check(checking, stage, state, stage->answers, true)) {
        return false;
    }
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        bool is_right;
        if (!accepts(checking, stage, state, moves[i], &is_right)) return false;
        checking->path[stage_index] = moves[i];
        right += is_right;
        if (!(is_right ? branch_check(checking, stage_index)
                       : wrong_check(checking, stage_index, state))) {
            return false;
        }
    }
    if (right == 0) return pond_refuse(checking->why, POND_WORD_LEARN_NO_ANSWER);
    return stage_words_check(checking, stage, state, right < count);
}

bool pond_exercise_check(const struct pond_course *course, const struct pond_exercise *exercise,
                         struct pond_error *why)
{
    struct checking checking = {
        .course = course, .exercise = exercise, .work = CHECK_WORK_MAX, .why = why};
    if (exercise->stage_count == 0) return pond_refuse(why, POND_WORD_LEARN_NO_ANSWER);
    if (course->kind == POND_PUZZLES &&
        (exercise->goal == POND_GOAL_NONE || exercise->level == 0)) {
        return pond_refuse(why, POND_WORD_LEARN_NO_GOAL);
    }
    if (exercise->goal == POND_GOAL_WIN && exercise->turns != exercise->stage_count) {
        return pond_refuse_number(why, POND_WORD_LEARN_TURNS, exercise->turns);
    }
    for (int i = 0; course->kind == POND_LESSON && i < POND_LEARN_TEXTS; i++) {
        if (!said(exercise->text[i])) return pond_refuse(why, POND_WORD_LEARN_WORDS);
    }
    if (!pond_exercise_setup(course, exercise, &checking.config, &checking.start, why))
        return false;
    if ((course->game->turn(&checking.start) & POND_SEAT(exercise->seat)) == 0) {
        return pond_refuse_number(why, POND_WORD_MOVE_NOT_YOUR_TURN, exercise->seat);
    }
    return stage_check(&checking, 0, &checking.start);
}
