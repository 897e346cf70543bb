/* facts_quibbit.c: what is so about a decision in Quibbit!, by the rules alone. */
#include "judge.h"

#include "banned.h"

void facts_quibbit(const struct judging *judging, struct pond_judgement *judgement)
{
    (void)judging, (void)judgement;
}
