/* attempt.c: a person at work on an exercise: setting up, judging answers, playing what follows. */
#include "learn.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

bool pond_exercise_setup(const struct pond_course *course, const struct pond_exercise *exercise,
                         struct pond_config *config, struct pond_state *state,
                         struct pond_error *why)
{
    char options[POND_OPTIONS_TEXT_MAX], position[POND_STATE_TEXT_MAX];
    if (!pond_span_copy(exercise->options, options, sizeof options) ||
        !pond_span_copy(exercise->position, position, sizeof position)) {
        return pond_refuse(why, POND_WORD_POSITION_TOO_LONG);
    }
    return pond_config_parse(course->game, options, config, why) &&
           course->game->state_parse(state, config, position, why);
}

/* ---- What follows an answer ---- */

/* `<25>`: outcomes of chance, in the order drawn. */
static bool outcomes_play(struct pond_match *match, struct pond_span word, struct pond_error *why)
{
    const char closing = word.start[word.length - 1];
    if (word.length < 3 || closing != '>') return pond_refuse(why, POND_WORD_RECORD_GROUP);
    for (uint32_t i = 1; i + 1 < word.length; i++) {
        const char text[2] = {word.start[i], '\0'};
        pond_move outcome;
        if (!pond_match_chance_due(match)) return pond_refuse(why, POND_WORD_MATCH_NO_CHANCE);
        if (!pond_move_read(match->game, &match->state, POND_CHANCE, text, &outcome, why) ||
            !pond_match_outcome(match, outcome, why)) {
            return false;
        }
    }
    return true;
}

/* `S1:*`: the other side of Rrib-bit answers as stubbornly as it can, if the game goes on. */
static bool stubborn_play(struct pond_match *match, int seat, uint32_t *work,
                          struct pond_error *why)
{
    const bool proves = pond_text_equal(match->game->name, pond_rribbit.name);
    if (proves && pond_match_over(match)) return true;
    if (!proves || pond_match_turn(match) != POND_SEAT(seat)) {
        return pond_refuse_text(why, POND_WORD_LEARN_SCRIPT, "*");
    }
    const pond_move move = pond_measure_stubborn(&match->state, POND_STAGES_MAX - 1, work);
    return pond_match_submit(match, seat, move, why);
}

bool pond_script_play(struct pond_match *match, struct pond_span script, uint32_t *work,
                      struct pond_error *why)
{
    struct pond_span word;
    while (pond_span_word(&script, &word)) {
        char text[POND_MOVE_TEXT_MAX];
        if (*word.start == '<') {
            if (!outcomes_play(match, word, why)) return false;
            continue;
        }
        /* S1:3 */
        if (!pond_span_copy(word, text, sizeof text) || text[0] != 'S' || text[1] < '0' ||
            text[1] > '9' || text[2] != ':') {
            text[word.length < sizeof text ? word.length : 0] = '\0';
            return pond_refuse_text(why, POND_WORD_LEARN_SCRIPT, text);
        }
        const int seat = text[1] - '0';
        const bool stubborn = pond_text_equal(text + 3, "*");
        if (stubborn && !stubborn_play(match, seat, work, why)) return false;
        if (!stubborn && !pond_match_submit_text(match, seat, text + 3, why)) return false;
    }
    return true;
}

/* ---- Judging ---- */

bool pond_moves_listed(const struct pond_game *game, struct pond_span list,
                       const struct pond_state *state, int seat, pond_move move)
{
    struct pond_span word;
    while (pond_span_word(&list, &word)) {
        char text[POND_MOVE_TEXT_MAX];
        pond_move read;
        if (!pond_span_copy(word, text, sizeof text)) continue;
        if (game->move_parse(state, seat, text, &read, NULL) && read == move) return true;
    }
    return false;
}

bool pond_stage_accepts(const struct pond_game *game, const struct pond_stage *stage,
                        const struct pond_state *state, int seat, pond_move move, uint32_t *work)
{
    if (stage->answers.length > 0)
        return pond_moves_listed(game, stage->answers, state, seat, move);
    return pond_conditions_hold(game, stage->accepts, state, seat, move, work);
}

void pond_attempt_begin(struct pond_attempt *attempt, const struct pond_course *course,
                        uint32_t number)
{
    struct pond_config config;
    struct pond_state state;
    attempt->course = course;
    attempt->stage = attempt->judged_stage = 0;
    attempt->verdict = POND_VERDICT_NONE;
    attempt->mistakes = 0;
    attempt->answer = 0;
    pond_course_exercise(course, number, &attempt->exercise);
    const bool fine = pond_exercise_setup(course, &attempt->exercise, &config, &state, NULL);
    assert(fine);
    (void)fine;
    attempt->judged = state;
    pond_match_begin_at(&attempt->match, course->game, &config, &state, attempt->log,
                        POND_ATTEMPT_LOG_MAX);
}

bool pond_attempt_finished(const struct pond_attempt *attempt)
{
    return attempt->stage == attempt->exercise.stage_count;
}

enum pond_verdict pond_attempt_answer(struct pond_attempt *attempt, const char *text,
                                      struct pond_error *why)
{
    const struct pond_game *game = attempt->course->game;
    const int seat = attempt->exercise.seat;
    pond_move move;
    if (pond_attempt_finished(attempt)) {
        pond_refuse(why, POND_WORD_LEARN_DONE);
        return POND_VERDICT_REFUSED;
    }
    if (!pond_move_read(game, &attempt->match.state, seat, text, &move, why)) {
        return POND_VERDICT_REFUSED;
    }
    const struct pond_stage *stage = &attempt->exercise.stages[attempt->stage];
    attempt->judged = attempt->match.state;
    attempt->answer = move;
    attempt->judged_stage = attempt->stage;
    uint32_t work = LEARN_WORK_MAX;
    if (!pond_stage_accepts(game, stage, &attempt->judged, seat, move, &work)) {
        attempt->mistakes++;
        attempt->verdict = POND_VERDICT_WRONG;
        return POND_VERDICT_WRONG;
    }
    work = LEARN_WORK_MAX;
    const bool played = pond_match_submit(&attempt->match, seat, move, NULL) &&
                        pond_script_play(&attempt->match, stage->then, &work, NULL);
    assert(played);
    (void)played;
    attempt->stage++;
    attempt->verdict = POND_VERDICT_RIGHT;
    return POND_VERDICT_RIGHT;
}

void pond_attempt_solution(const struct pond_attempt *attempt, struct pond_text *out)
{
    const struct pond_game *game = attempt->course->game;
    const int seat = attempt->exercise.seat;
    pond_move moves[POND_MOVES_MAX];
    if (pond_attempt_finished(attempt)) return;
    const struct pond_stage *stage = &attempt->exercise.stages[attempt->stage];
    struct pond_span rest = stage->answers, first;
    if (pond_span_word(&rest, &first)) {
        pond_text_bytes(out, first.start, first.length);
        return;
    }
    const struct pond_state *state = &attempt->match.state;
    const int count = game->moves(state, seat, moves);
    for (int i = 0; i < count; i++) {
        uint32_t work = LEARN_WORK_MAX;
        if (!pond_stage_accepts(game, stage, state, seat, moves[i], &work)) continue;
        game->move_print(state, seat, moves[i], out);
        return;
    }
}
