/* deal.c: commitments and seeds. See deal.h. */
#include "deal.h"

#include <sodium.h>
#include <string.h>

bool deal_number_check(const char *number)
{
    const size_t digits = strspn(number, "0123456789abcdefABCDEF");
    return number[digits] == '\0' && digits < DEAL_NUMBER_SIZE;
}

static void hex_of(crypto_hash_sha256_state *state, char hex[DEAL_HASH_SIZE])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_final(state, hash);
    sodium_bin2hex(hex, DEAL_HASH_SIZE, hash, sizeof hash);
}

static void add(crypto_hash_sha256_state *state, const char *text)
{
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text));
}

void deal_commit(const char *secret, char commit[DEAL_HASH_SIZE])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    add(&state, secret);
    hex_of(&state, commit);
}

bool deal_promise_check(const char *promise)
{
    return strspn(promise, "0123456789abcdef") == DEAL_HASH_SIZE - 1 &&
           strlen(promise) == DEAL_HASH_SIZE - 1;
}

bool deal_promise_holds(const char *promise, const char *number)
{
    char hash[DEAL_HASH_SIZE];
    deal_commit(number, hash);
    return strcmp(hash, promise) == 0;
}

void deal_seed(const char *secret, const char *const numbers[], int count,
               char seed[DEAL_HASH_SIZE])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    add(&state, secret);
    for (int i = 0; i < count; i++) {
        add(&state, ":"); /* so that no two lists of numbers are the same text */
        add(&state, numbers[i]);
    }
    hex_of(&state, seed);
}
