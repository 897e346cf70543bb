/* addresses.h: where clients come from: how many connections each address has, how fast it makes
 * new ones, how many requests it sends, and what everyone there may spend.
 *
 * An IPv4 address is kept in its IPv6 form (::ffff:192.0.2.7), so that both kinds of socket count
 * alike. Of an IPv6 address the first 56 bits count: a household has all the rest. */
#ifndef POND_ADDRESSES_H
#define POND_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budget.h"

struct sockaddr;

struct address {
    uint8_t bytes[16];
};

bool address_of_peer(const struct sockaddr *peer, struct address *address);
/* An address as it is written, and nothing else. */
bool address_parse(const char *text, size_t length, struct address *address);

/* ---- Proxies that may say on whose behalf they ask ---- */

#define PROXIES_MAX 16

struct proxies {
    int count;
    struct {
        struct address address;
        int bits; /* of it that must fit, of 128 */
    } network[PROXIES_MAX];
};

/* ADDRESS[/BITS],...; NULL: this machine. */
bool proxies_parse(const char *text, struct proxies *proxies);
bool proxies_trust(const struct proxies *proxies, const struct address *address);
/* The last address in an X-Forwarded-For that is not a proxy of ours: those before it are hearsay.
 * False if that header is malformed. */
bool proxies_client(const struct proxies *proxies, const char *text, size_t length,
                    struct address *client);

/* ---- The book of addresses ---- */

struct addresses;

struct addresses *addresses_new(void);
void addresses_free(struct addresses *addresses);
/* The number of an address, from 1; 0: the book is full of connected ones. */
uint32_t addresses_find(struct addresses *addresses, const struct address *address, int64_t now_ms);
/* Counts a connection and gives its address's number; false if it has too many. */
bool addresses_enter(struct addresses *addresses, const struct address *address, int64_t now_ms,
                     uint32_t *number);
/* How many connections an address may have from now on. */
void addresses_limit(struct addresses *addresses, int connections);
void addresses_leave(struct addresses *addresses, uint32_t number);
/* Counts an HTTP request; false if there were too many. */
bool addresses_ask(struct addresses *addresses, uint32_t number, int64_t now_ms);
/* What everyone there may spend; it stays in its place while someone is connected. */
struct budget *addresses_budget(struct addresses *addresses, uint32_t number);
/* Forgets those who have been away for a while. */
void addresses_tick(struct addresses *addresses, int64_t now_ms);

#endif
