/* facts_quibbles.c: what is so about a decision in Quibbles, by the rules alone. */
#include "judge.h"

#include "banned.h"

void facts_quibbles(const struct judging *judging, struct pond_judgement *judgement)
{
    (void)judging, (void)judgement;
}
