/* learn.h: what the files of src/learn share: spans of text, measures of moves, conditions.
 *
 * course.c reads courses and check.c tries them out, attempt.c judges answers, measure.c says
 * exactly how good a move is, speech.c makes sentences of that, json.c writes for other programs.
 */
#ifndef POND_LEARN_PRIVATE_H
#define POND_LEARN_PRIVATE_H

#include "pond/learn.h"

/* The courses that the library carries: made by cmake/learn.cmake from learn/. */
struct learn_data {
    const char *game;
    uint8_t kind; /* enum pond_course_kind */
    const char *text;
};
extern const struct learn_data pond_learn_data[]; /* ends with a NULL game */

/* ---- Spans (course.c) ---- */

bool pond_span_equal(struct pond_span span, const char *text);
/* Cuts the first word off; false if there is none left. */
bool pond_span_word(struct pond_span *rest, struct pond_span *word);
/* Copies a span and ends it with a zero; false if it does not fit. */
bool pond_span_copy(struct pond_span span, char *out, size_t size);
/* Who reads: people who type moves also read the parts in braces, which say how moves are written.
 */
enum pond_audience { POND_TYPISTS, POND_TOUCHERS };
/* Prints a span with its line breaks and indents as single spaces. */
void pond_span_print(struct pond_span span, enum pond_audience audience, struct pond_text *out);
/* As pond_exercise_print and pond_attempt_say, for either audience (speech.c). */
void pond_exercise_tell(const struct pond_course *course, const struct pond_exercise *exercise,
                        enum pond_learn_text which, enum pond_audience audience,
                        enum pond_language language, struct pond_text *out);
void pond_attempt_tell(const struct pond_attempt *attempt, enum pond_audience audience,
                       enum pond_language language, struct pond_text *out);

/* Tries an exercise out: its position, all its answers, what follows them, its words (check.c). */
bool pond_exercise_check(const struct pond_course *course, const struct pond_exercise *exercise,
                         struct pond_error *why);

/* ---- Judging (attempt.c) ---- */

bool pond_exercise_setup(const struct pond_course *course, const struct pond_exercise *exercise,
                         struct pond_config *config, struct pond_state *state,
                         struct pond_error *why);
/* Plays what follows an answer. */
bool pond_script_play(struct pond_match *match, struct pond_span script, uint32_t *work,
                      struct pond_error *why);
/* Is the move on a list of written moves? */
bool pond_moves_listed(const struct pond_game *game, struct pond_span list,
                       const struct pond_state *state, int seat, pond_move move);
/* Is this legal move right in a stage? `work` is what proofs may use up, here and below; a course
 * in which one of them runs out of it is refused. */
bool pond_stage_accepts(const struct pond_game *game, const struct pond_stage *stage,
                        const struct pond_state *state, int seat, pond_move move, uint32_t *work);
/* ---- Conditions (conditions.c) ---- */

/* Does a legal move fulfil all the conditions of an `accept`? */
bool pond_conditions_hold(const struct pond_game *game, struct pond_span words,
                          const struct pond_state *state, int seat, pond_move move, uint32_t *work);
/* Are these conditions ones that there are in this game? */
bool pond_conditions_check(const struct pond_game *game, struct pond_span words,
                           struct pond_error *why);

/* ---- Facts (facts.c) ---- */

/* Is everything that `shows` states so in the entries of the log from `from` on? */
bool pond_facts_check(const struct pond_match *match, uint32_t from, struct pond_span facts,
                      struct pond_error *why);

/* ---- Measures (measure.c): exact, by enumeration ---- */

#define LEARN_WORK_MAX 1000000 /* positions that judging one answer may look at */

/* Can the side to move win by force with that many turns of its own? Gives up, and says no, when
 * the work is used up. */
bool pond_measure_wins(const struct pond_state *state, int turns, uint32_t *work);
/* Does the side that has just moved win whatever the answer, with that many more turns? Otherwise
 * `holds` is an answer after which it does not. */
bool pond_measure_forced(const struct pond_state *state, int seat, int turns, uint32_t *work,
                         pond_move *holds);

/* The answer of the side to move that holds out the longest against `turns` turns of the other's.
 */
pond_move pond_measure_stubborn(const struct pond_state *state, int turns, uint32_t *work);

struct learn_take {
    int cards, worth; /* taken with this action */
    int stash;        /* the highest value that may be stashed after it, or 0 */
    bool finishes;    /* and one of these stashes wins */
};
/* What an action brings for certain, whatever is drawn. */
struct learn_take pond_measure_take(const struct pond_state *state, int seat, pond_move move);

/* In how many of all the ways in which the others may choose (each way counting the same) does this
 * card come back, or win? */
struct learn_odds {
    uint32_t kept, all;
};
/* The same for a card that is chosen already: lets everyone who has not chosen yet choose in every
 * way, then chance, and adds up. */
void pond_measure_round(const struct pond_game *game, const struct pond_state *state, int seat,
                        pond_move card, struct learn_odds *odds);
struct learn_odds pond_measure_keep(const struct pond_game *game, const struct pond_state *state,
                                    int seat, pond_move card);

#endif
