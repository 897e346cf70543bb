/* person.h: the people that a node knows at the moment, each with a budget. */
#ifndef POND_PERSON_H
#define POND_PERSON_H

#include <stddef.h>

#include "budget.h"
#include "store.h"

struct session;

struct person {
    struct person *next; /* in the same bucket */
    char id[STORE_ID_SIZE];
    struct session *sessions; /* through next_person */
    struct budget budget;
    int64_t said_ms;   /* the last set phrase, at any table */
    uint32_t thoughts; /* of computers, under way on this person's account */
};

/* A hash table with a secret key, so that nobody can choose an id that falls beside another's. */
struct people;

struct people *people_new(void);
void people_free(struct people *people);
/* NULL if nothing is known of this person. */
struct person *people_find(const struct people *people, const char *id);
/* Found, or made with a full budget. */
struct person *people_get(struct people *people, const char *id);
/* Forgets a few of those who have no session and have spent nothing for a while. */
void people_tick(struct people *people, int64_t now_ms);
size_t people_count(const struct people *people);

#endif
