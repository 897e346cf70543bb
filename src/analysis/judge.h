/* judge.h: what the parts of the analysis share. */
#ifndef POND_JUDGE_H
#define POND_JUDGE_H

#include "pond/analysis.h"

/* What is known about a decision when facts are looked for. */
struct decision {
    const struct pond_moment *moment;
    const struct pond_game *game;
    pond_move best; /* the better choice; the one played where it is as good */
    bool same;      /* the one played is the best, or as good */
    struct pond_state played_after, best_after; /* each after its choice, before chance */
    const struct pond_advice *advice;           /* about the position; NULL: forced */
    const struct pond_advice *ahead; /* about the choice played alone; NULL: nobody was asked */
    bool hint;                       /* nothing that the seat may not see */
};

enum fact_about { ABOUT_PLAYED, ABOUT_BETTER };

/* Adds a fact; there is room for POND_FACTS_MAX, what comes later is dropped. Its arguments are
 * added to what is returned, in the order of the sentence's placeholders. */
struct pond_fact *pond_fact_add(struct pond_judgement *judgement, enum pond_fact_word word,
                                enum fact_about about);
struct pond_text pond_fact_text(struct pond_fact *fact); /* the next argument, to be written */
void pond_fact_number(struct pond_fact *fact, int64_t number);
void pond_fact_refer(struct pond_fact *fact, enum pond_fact_word word);

/* Each game's facts about a decision, the most telling first. */
void pond_facts_quibbit(const struct decision *decision, struct pond_judgement *judgement);
void pond_facts_quibbles(const struct decision *decision, struct pond_judgement *judgement);
void pond_facts_rribbit(const struct decision *decision, struct pond_judgement *judgement);

/* The same question with several seeds (batches.c). */
#define BATCHES_MAX 24

struct batches {
    uint32_t count; /* of batches; 0: nothing was asked */
    uint32_t choice_count;
    pond_move move[POND_CHOICES_MAX];
    float value[BATCHES_MAX][POND_CHOICES_MAX];
    float probability[POND_CHOICES_MAX], win[POND_SEATS_MAX]; /* of all batches, added up */
};

void pond_batches_add(struct batches *batches, const struct pond_advice *advice);
/* Gives an advice, which is one of theirs, the values, errors and mix of all batches. */
void pond_batches_merge(const struct batches *batches, bool mixes, struct pond_advice *advice);
/* What best play gets, what a choice gets, and the error of the difference. */
void pond_batches_worth(const struct batches *batches, pond_move move, bool mixes,
                        struct pond_worth *worth);

/* All choices of a decision by their true values (exact.c); false if no table knows them. */
bool pond_exact_advice(const struct pond_analyst *analyst, const struct pond_moment *moment,
                       struct pond_advice *advice);
/* Turns of the others until the choice that was played loses, by the tables; 0: it does not. */
int32_t pond_exact_loss_in(const struct pond_analyst *analyst, const struct pond_moment *moment);

/* Chances by a result: the winner's is 1, of a draw everyone's 1/2 (of two). */
void pond_result_chances(struct pond_result result, int seat_count, float chance[POND_SEATS_MAX]);

#endif
