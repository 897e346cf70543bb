/* deal.h: deals that nobody can steer and everyone can check.
 *
 * The server publishes a commitment, the SHA-256 of its secret; then each player promises a number,
 * by its SHA-256, before anyone shows one; the seed is the SHA-256 of the secret and all numbers.
 * docs/fair-deals.md says why. */
#ifndef POND_DEAL_H
#define POND_DEAL_H

#include <stdbool.h>

#define DEAL_SECRET_SIZE 65 /* 64 hexadecimal digits */
#define DEAL_NUMBER_SIZE 65 /* up to 64 */
#define DEAL_HASH_SIZE 65

/* 0 to 64 hexadecimal digits? */
bool deal_number_check(const char *number);
/* Is it a hash: 64 hexadecimal digits, small letters? */
bool deal_promise_check(const char *promise);
/* Is this the number that was promised? */
bool deal_promise_holds(const char *promise, const char *number);
void deal_commit(const char *secret, char commit[DEAL_HASH_SIZE]);
/* Numbers are by seat, "" where a seat gave none. */
void deal_seed(const char *secret, const char *const numbers[], int count,
               char seed[DEAL_HASH_SIZE]);

#endif
