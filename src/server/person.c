/* person.c: the people that a node knows at the moment. See person.h. */
#include "person.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"

#define BUCKETS 8192
#define BUCKETS_A_TICK 16

struct people {
    uint8_t key[crypto_shorthash_KEYBYTES];
    struct person *buckets[BUCKETS];
    uint32_t swept;
    size_t count;
};

struct people *people_new(void)
{
    struct people *people = calloc(1, sizeof *people);
    assert(people != NULL);
    crypto_shorthash_keygen(people->key);
    return people;
}

void people_free(struct people *people)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (people->buckets[i] != NULL) {
            struct person *first = people->buckets[i];
            people->buckets[i] = first->next;
            free(first);
        }
    }
    free(people);
}

static uint64_t bucket_of(const struct people *people, const char *id)
{
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t number;
    static_assert(sizeof number == sizeof hash, "the hash is a number");
    crypto_shorthash(hash, (const uint8_t *)id, strlen(id), people->key);
    memcpy(&number, hash, sizeof number);
    return number % BUCKETS;
}

struct person *people_find(const struct people *people, const char *id)
{
    struct person *person = people->buckets[bucket_of(people, id)];
    while (person != NULL && strcmp(person->id, id) != 0) person = person->next;
    return person;
}

struct person *people_get(struct people *people, const char *id)
{
    struct person *person = people_find(people, id);
    if (person != NULL) return person;
    struct person **bucket = &people->buckets[bucket_of(people, id)];
    person = calloc(1, sizeof *person);
    assert(person != NULL);
    memcpy(person->id, id, strnlen(id, STORE_ID_SIZE - 1));
    person->next = *bucket;
    *bucket = person;
    people->count++;
    return person;
}

static bool idle(const struct person *person, int64_t now_ms)
{
    if (person->sessions != NULL || person->thoughts > 0) return false;
    if (person->said_ms != 0 && now_ms - person->said_ms < SAY_PAUSE_MS) return false;
    for (int i = 0; i < SPENDINGS; i++) {
        if (!rate_full(&person->budget.rates[i], person_paces[i], now_ms)) return false;
    }
    return true;
}

void people_tick(struct people *people, int64_t now_ms)
{
    for (int i = 0; i < BUCKETS_A_TICK; i++) {
        struct person **link = &people->buckets[people->swept++ % BUCKETS];
        while (*link != NULL) {
            struct person *person = *link;
            if (!idle(person, now_ms)) {
                link = &person->next;
                continue;
            }
            *link = person->next;
            people->count--;
            free(person);
        }
    }
}

size_t people_count(const struct people *people) { return people->count; }
