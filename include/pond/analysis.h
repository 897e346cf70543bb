/* analysis.h: what a game of a match was worth, decision by decision, in numbers and in words.
 *
 * A match is walked through moment by moment: decisions, what chance brought, and events. A
 * decision is judged against the best one that an engine finds: what it cost, which class that is,
 * and why, as facts that the rules themselves confirm. What chance brought is weighed against
 * everything that it could have brought. docs/analysis.md says what the numbers mean.
 *
 * Everything here is pure like the engines: the caller passes a function that lets the
 * engine think (with its memory, clock, stop sign and tables), so the command line, the terminal
 * and the page share all of it.
 *
 *     struct pond_walk walk;
 *     struct pond_moment moment;
 *     pond_walk_begin(&walk, &match);
 *     while (pond_walk_next(&walk, &moment)) {
 *         if (moment.kind == POND_MOMENT_DECISION && pond_judge(&analyst, &moment, &judgement)) ..
 *         if (moment.kind == POND_MOMENT_CHANCE && pond_judge_luck(&analyst, &moment, &luck)) ..
 *     } */
#ifndef POND_ANALYSIS_H
#define POND_ANALYSIS_H

#include "pond/engine.h"
#include "pond/json.h"

POND_BEGIN

#define POND_BEST_MAX 5 /* choices that are listed with their values */
#define POND_JUDGED_LINE_MAX 8
#define POND_FACTS_MAX 5
#define POND_FACT_ARGUMENTS_MAX 3
#define POND_FACT_TEXT_MAX 40

/* ---- Walking through a match ---- */

enum pond_moment_kind {
    POND_MOMENT_DECISION, /* a seat's choice */
    POND_MOMENT_CHANCE,   /* outcomes of chance, one after the other */
    POND_MOMENT_EVENT,    /* somebody resigned, offered or accepted a draw, took back */
    POND_MOMENT_END,      /* where the match stands now; the last moment */
};

/* Decisions that were taken back, and the chance that followed them, are no moments. */
struct pond_moment {
    const struct pond_match *match;
    uint8_t kind;         /* enum pond_moment_kind */
    uint8_t seat;         /* who decided, or whose event it is */
    bool ends;            /* the game is over with it, by its rules or by repetition */
    uint32_t entry;       /* its place in the match's log */
    uint32_t entry_count; /* of chance: outcomes that follow each other */
    uint32_t number;      /* of the decision, from 1, however many choose at once */
    uint32_t turn;        /* of the round, the turn or the pair of turns, as records count them */
    pond_move move;
    struct pond_state state; /* before it */
};

struct pond_walk {
    const struct pond_match *match;
    uint32_t entry, number, turns;
    uint32_t last_decision; /* index of the last one that counts; UINT32_MAX: none */
    int turn_seat;
    bool done;
    struct pond_state state;
};

POND_API void pond_walk_begin(struct pond_walk *walk, const struct pond_match *match);
POND_API bool pond_walk_next(struct pond_walk *walk, struct pond_moment *moment);
/* How many moments there are; and the one of an index, from 0. */
POND_API uint32_t pond_moment_count(const struct pond_match *match);
POND_API bool pond_moment_at(const struct pond_match *match, uint32_t index,
                             struct pond_moment *moment);

/* The moment at which a seat is to decide where the match stands. */
POND_API void pond_moment_now(const struct pond_match *match, int seat, struct pond_moment *moment);

/* ---- Asking an engine ---- */

/* What an engine is asked. The task has game, view, seat, history, seed and `only`; the callback
 * adds limits, settings, memory, stop flag, clock and probe. */
struct pond_question {
    struct pond_task task;
    const struct pond_state *open; /* with all cards open, this is the state; else NULL */
    uint32_t effort;               /* per cent of what is spent on a decision */
};

/* Who answers. `ask` completes the task and calls pond_question_think; false when it was stopped
 * before there was an answer. */
struct pond_analyst {
    bool (*ask)(void *context, struct pond_question *question, struct pond_advice *advice);
    /* What a table knows about a state; NULL: there are no tables. */
    bool (*probe)(void *context, const struct pond_state *state, struct pond_exact *exact);
    void *context;
    uint64_t seed; /* added to the seeds of all questions: 0 for everyone but tests */
};

/* Lets the engine think about a question whose task is complete. */
POND_API void pond_question_think(const struct pond_engine *engine,
                                  const struct pond_question *question, struct pond_advice *advice);
/* The engine's settings that analysis counts on ("multi=3"), and nodes that do for a decision. */
POND_API const char *pond_analysis_settings(const struct pond_game *game);
POND_API uint64_t pond_analysis_nodes(const struct pond_game *game, int seat_count);

/* ---- Facts ---- */

/* What is so, by the rules: a sentence without subject ("leaves e3 to be captured") and its
 * arguments, each a text or a word of the same catalogue. */
enum pond_fact_word {
    POND_FACT_NONE,
#define MESSAGE(name, text) POND_FACT_##name,
#include "pond/words/en/analysis.def"
#undef MESSAGE
    POND_FACTS
};

struct pond_fact {
    uint8_t word; /* enum pond_fact_word */
    bool better;  /* about the better choice, not about the one that was played */
    bool secret;  /* known only with all cards open, or once all have chosen */
    uint8_t argument_count;
    struct {
        uint8_t word; /* enum pond_fact_word; 0: the text */
        char text[POND_FACT_TEXT_MAX];
    } argument[POND_FACT_ARGUMENTS_MAX];
};

POND_API const char *pond_fact_word(enum pond_fact_word word, enum pond_language language);
/* Its name for programs: ROW_ALLOWED. */
POND_API const char *pond_fact_name(enum pond_fact_word word);
/* Is its sentence whole ("the crown goes to red")? The others need a subject. */
POND_API bool pond_fact_whole(enum pond_fact_word word);
POND_API void pond_fact_print(const struct pond_fact *fact, enum pond_language language,
                              struct pond_text *out);

/* ---- Judging a decision ---- */

enum pond_class {
    POND_CLASS_FORCED, /* there was nothing to choose */
    POND_CLASS_BEST,
    POND_CLASS_FINE,
    POND_CLASS_INACCURACY,
    POND_CLASS_MISTAKE,
    POND_CLASS_BLUNDER,
    POND_CLASSES
};

/* From this cost on, in chances of winning, a decision is of the class. */
#define POND_COST_FINE 0.01f
#define POND_COST_INACCURACY 0.05f
#define POND_COST_MISTAKE 0.10f
#define POND_COST_BLUNDER 0.20f
/* A tutor asks before a blunder, and before a mistake of this cost or more. */
#define POND_COST_WARNED 0.15f
/* A forced win that is missed is a blunder, or a mistake where the rest is as good as won. */
#define POND_VALUE_NEARLY_WON 0.9f
/* A cost must be this many standard errors above that of a fine choice to count. */
#define POND_ERRORS 2.0f
/* A choice that best play makes at least so often is inside its mix, and costs nothing. A mix from
 * playouts is less sure: there a choice costs less the more often it is made, and nothing from the
 * second limit on. */
#define POND_MIX_LEAST 0.01f
#define POND_MIX_LEAST_SEARCHED 0.10f

/* What a choice is worth: expected scores of the seat, a win 1, a draw 1/2. */
struct pond_worth {
    pond_move best_move;
    float best, played;
    float cost;  /* never below 0 */
    float error; /* standard error of the cost; 0 if nothing was drawn */
};

struct pond_judgement {
    uint8_t seat;
    uint8_t grade; /* enum pond_class */
    bool exact;    /* the values are proven */
    bool mixed;    /* best play varies here */
    pond_move move;
    struct pond_worth known; /* by what the seat could know */
    bool has_open;
    struct pond_worth open; /* with all cards open (Quibbles) */
    /* Every seat's chance before the decision: its win and half of a draw; with open cards where
     * there are hidden ones. */
    bool has_chance; /* false if nothing was to be chosen, so that nobody was asked */
    float chance[POND_SEATS_MAX];
    int32_t win_in;  /* turns of the seat to a proven win with the best choice; 0: none known */
    int32_t loss_in; /* turns of the others to a proven loss with the choice played; 0: none */
    int32_t moves;   /* how many choices there were */
    uint32_t choice_count;
    struct pond_choice choices[POND_BEST_MAX]; /* the best ones, best first */
    float probability; /* how often best play makes the choice that was played */
    /* What the engine expects from here, first the choice that was played or the best one. Only in
     * games where nothing is hidden and one seat moves at a time; 0 where it is not known. */
    uint32_t line_count, best_line_count;
    struct pond_step line[POND_JUDGED_LINE_MAX], best_line[POND_JUDGED_LINE_MAX];
    uint32_t fact_count;
    struct pond_fact facts[POND_FACTS_MAX + 1]; /* the last is scratch */
    uint64_t nodes;
};

/* Judges the decision of a moment; false when it was stopped. */
POND_API bool pond_judge(const struct pond_analyst *analyst, const struct pond_moment *moment,
                         struct pond_judgement *judgement);
/* The same for any other choice at that moment, with nothing that its seat cannot see: another try
 * at a mistake. Cost and class are what `pond_judge` would say, had it been played. */
POND_API bool pond_judge_move(const struct pond_analyst *analyst, const struct pond_moment *moment,
                              pond_move move, struct pond_judgement *judgement);
/* The same for a choice that is still to be made where the match stands: a tutor's question. */
POND_API bool pond_judge_choice(const struct pond_analyst *analyst, const struct pond_match *match,
                                int seat, pond_move move, struct pond_judgement *judgement);
/* Should a tutor ask before the choice is made? */
POND_API bool pond_judgement_warns(const struct pond_judgement *judgement);
/* What the engine advises a seat that is to decide where the match stands; `hint` judges its
 * choice, with facts that the seat may know. */
POND_API bool pond_hint(const struct pond_analyst *analyst, const struct pond_match *match,
                        int seat, struct pond_advice *advice, struct pond_judgement *hint);
POND_API enum pond_class pond_class_of(const struct pond_judgement *judgement);
/* "best", "inaccuracy": how programs read it; and as people do. */
POND_API const char *pond_class_name(enum pond_class grade);
POND_API enum pond_fact_word pond_class_word(enum pond_class grade);
POND_API const char *pond_class_sign(enum pond_class grade); /* "", "?!", "?", "??" */

/* ---- Judging chance ---- */

enum pond_luck_method {
    POND_LUCK_NONE,    /* nothing is measured: it is the same for all, or there was no choice */
    POND_LUCK_ENGINE,  /* each outcome judged by the engine */
    POND_LUCK_SAMPLED, /* each outcome played on at first glance, many times (Quibbles) */
    POND_LUCK_EXACT,   /* each outcome's value is known */
    POND_LUCK_UNKNOWN, /* chance had a part, and nobody can say what it was worth */
};

struct pond_luck {
    uint8_t method;               /* enum pond_luck_method */
    float luck[POND_SEATS_MAX];   /* what the outcomes brought each seat */
    float before[POND_SEATS_MAX]; /* chances before the first outcome */
};

/* Weighs what chance brought; false when it was stopped. */
POND_API bool pond_judge_luck(const struct pond_analyst *analyst, const struct pond_moment *moment,
                              struct pond_luck *luck);
/* The same for one outcome of the chance that is due in a state: values of every outcome by seat,
 * in the order of pond_chance; returns the method. */
POND_API enum pond_luck_method pond_luck_values(const struct pond_analyst *analyst,
                                                const struct pond_game *game,
                                                const struct pond_state *state,
                                                float values[POND_CHANCE_MAX][POND_SEATS_MAX]);

/* Every seat's chance where the match stands at a moment: its result, or the engine's judgement. */
POND_API bool pond_judge_chances(const struct pond_analyst *analyst,
                                 const struct pond_moment *moment, float chance[POND_SEATS_MAX]);

/* ---- Totals ---- */

struct pond_total {
    uint32_t decisions; /* that had a choice */
    uint32_t classes[POND_CLASSES];
    float cost;       /* chances that the seat's own decisions cost, added up */
    float stake;      /* the chances that it had with the best choice each time, added up */
    float accuracy;   /* 0 to 100; says nothing without decisions */
    float luck;       /* what chance brought, added up */
    float skill;      /* what the others' decisions cost on average, less what its own did */
    float rest;       /* what nobody could know, and errors of the estimates */
    float start, end; /* chances: start + luck + skill + rest = end */
};

struct pond_totals {
    uint8_t seat_count;
    bool begun;
    bool luck_unknown; /* luck and rest say nothing */
    struct pond_total seat[POND_SEATS_MAX];
};

POND_API void pond_totals_begin(struct pond_totals *totals, int seat_count);
POND_API void pond_totals_judgement(struct pond_totals *totals,
                                    const struct pond_judgement *judgement);
POND_API void pond_totals_luck(struct pond_totals *totals, const struct pond_luck *luck);
/* Every seat's chance at the end, or where the analysis broke off. */
POND_API void pond_totals_end(struct pond_totals *totals, const float chance[POND_SEATS_MAX]);
/* How accurate a decision of this cost is, 0 to 100. */
POND_API float pond_accuracy(float cost);

/* ---- Accuracy beside players of known strength ---- */

#define POND_STANDINGS 4

struct pond_accuracy_standing {
    const char *player; /* "random", "level:2", "level:4" or "level:6" */
    float percent;      /* of its games at such a table that were less accurate */
};

/* Where an accuracy stands in a game that has ended, from the weakest player to the strongest.
 * False if nobody measured: other rules than the standard ones, a handicap, a start from a
 * position. */
POND_API bool pond_standings(const struct pond_match *match, float accuracy,
                             struct pond_accuracy_standing standings[POND_STANDINGS]);
/* Which of them says most: the one nearest to the middle. */
POND_API int pond_standing_telling(const struct pond_accuracy_standing standings[POND_STANDINGS]);

/* ---- As JSON ---- */

/* One object each, as docs/analysis.md describes them. */
POND_API void pond_json_judgement(struct pond_json *json, const struct pond_moment *moment,
                                  const struct pond_judgement *judgement,
                                  enum pond_language language);
POND_API void pond_json_hint(struct pond_json *json, const struct pond_match *match,
                             const struct pond_advice *advice, const struct pond_judgement *hint,
                             enum pond_language language);
/* `evidence` of a choice and, where it has one, its `value` and the `error` of that. */
POND_API void pond_json_choice_value(struct pond_json *json, const struct pond_choice *choice);
POND_API void pond_json_luck(struct pond_json *json, const struct pond_moment *moment,
                             const struct pond_luck *luck);
POND_API void pond_json_event(struct pond_json *json, const struct pond_moment *moment);
/* `chance` may be NULL: nobody knows. */
POND_API void pond_json_end(struct pond_json *json, const struct pond_moment *moment,
                            const float chance[POND_SEATS_MAX]);
POND_API void pond_json_totals(struct pond_json *json, const struct pond_totals *totals);
/* By seat, an object with the percentage of each player; null if it is not known. */
POND_API void pond_json_standings(struct pond_json *json, const struct pond_match *match,
                                  const struct pond_totals *totals);

/* All of it in one call, for a page that judges a game bit by bit: judges the moment of this index,
 * from 0, adds it to the totals (which may be NULL), and writes its object. False, and nothing is
 * written, where there is no such moment or it was stopped. */
POND_API bool pond_json_moment(struct pond_json *json, const struct pond_analyst *analyst,
                               const struct pond_match *match, uint32_t index,
                               struct pond_totals *totals, enum pond_language language);

POND_END

#endif
