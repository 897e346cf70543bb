/* addresses.c: the book of addresses. See addresses.h.
 *
 * A table of fixed size with open addressing and a secret key: an attacker with many addresses can
 * neither make it grow nor choose which fall beside others'. */
#include "addresses.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"

#define SLOTS (1u << 16)
#define FORGET_MS 60000
#define PROBES_MAX 64

static const struct pace connects = {ADDRESS_CONNECTS_A_SECOND, ADDRESS_CONNECTS_BURST};
static const struct pace requests = {ADDRESS_REQUESTS_A_SECOND, ADDRESS_REQUESTS_BURST};

struct slot {
    struct address address;
    bool used;
    uint32_t connections;
    int64_t used_ms;
    struct rate connects, requests;
    struct budget budget;
};

struct addresses {
    uint8_t key[crypto_shorthash_KEYBYTES];
    uint32_t swept;
    uint32_t connections_max; /* by address */
    struct slot slots[SLOTS];
};

struct addresses *addresses_new(void)
{
    struct addresses *addresses = calloc(1, sizeof *addresses);
    assert(addresses != NULL);
    crypto_shorthash_keygen(addresses->key);
    addresses->connections_max = ADDRESS_CONNECTIONS_MAX;
    return addresses;
}

void addresses_free(struct addresses *addresses) { free(addresses); }

void addresses_limit(struct addresses *addresses, int connections)
{
    addresses->connections_max = (uint32_t)connections;
}

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

#define NETWORK_BYTES 7 /* of an IPv6 address: a household has the rest, 256 networks or more */

/* An IPv6 address stands for its household, as an IPv4 address does. */
static struct address counted(const struct address *address)
{
    struct address network = *address;
    if (memcmp(network.bytes, mapped, sizeof mapped) != 0) {
        memset(network.bytes + NETWORK_BYTES, 0, sizeof network.bytes - NETWORK_BYTES);
    }
    return network;
}

static bool forgettable(const struct slot *slot, int64_t now_ms)
{
    if (slot->connections > 0 || now_ms - slot->used_ms < FORGET_MS) return false;
    for (int i = 0; i < SPENDINGS; i++) {
        if (!rate_full(&slot->budget.rates[i], address_paces[i], now_ms)) return false;
    }
    return true;
}

/* Its slot, a free one, or the one that has been idle for longest. */
static struct slot *slot_find(struct addresses *addresses, const struct address *address,
                              int64_t now_ms)
{
    const struct address wanted = counted(address);
    uint8_t hash[crypto_shorthash_BYTES];
    uint32_t start;
    struct slot *best = NULL;
    crypto_shorthash(hash, wanted.bytes, sizeof wanted.bytes, addresses->key);
    memcpy(&start, hash, sizeof start);
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        struct slot *slot = &addresses->slots[(start + i) % SLOTS];
        if (slot->used && memcmp(&slot->address, &wanted, sizeof wanted) == 0) {
            slot->used_ms = now_ms;
            return slot;
        }
        if (slot->connections > 0) continue;
        if (best == NULL || (best->used && (!slot->used || slot->used_ms < best->used_ms))) {
            best = slot;
        }
    }
    if (best != NULL) {
        *best = (struct slot){.address = wanted, .used = true, .used_ms = now_ms};
    }
    return best;
}

static struct slot *slot_of(struct addresses *addresses, uint32_t number)
{
    assert(number >= 1 && number <= SLOTS);
    return &addresses->slots[number - 1];
}

uint32_t addresses_find(struct addresses *addresses, const struct address *address, int64_t now_ms)
{
    const struct slot *slot = slot_find(addresses, address, now_ms);
    return slot != NULL ? (uint32_t)(slot - addresses->slots) + 1 : 0;
}

bool addresses_enter(struct addresses *addresses, const struct address *address, int64_t now_ms,
                     uint32_t *number)
{
    struct slot *slot = slot_find(addresses, address, now_ms);
    if (slot == NULL || slot->connections >= addresses->connections_max ||
        !rate_take(&slot->connects, connects, 1, now_ms)) {
        return false;
    }
    slot->connections++;
    *number = (uint32_t)(slot - addresses->slots) + 1;
    return true;
}

void addresses_leave(struct addresses *addresses, uint32_t number)
{
    struct slot *slot = slot_of(addresses, number);
    assert(slot->connections > 0);
    slot->connections--;
}

bool addresses_ask(struct addresses *addresses, uint32_t number, int64_t now_ms)
{
    return rate_take(&slot_of(addresses, number)->requests, requests, 1, now_ms);
}

struct budget *addresses_budget(struct addresses *addresses, uint32_t number)
{
    return &slot_of(addresses, number)->budget;
}

void addresses_tick(struct addresses *addresses, int64_t now_ms)
{
    for (uint32_t i = 0; i < SLOTS / 64; i++) {
        struct slot *slot = &addresses->slots[addresses->swept++ % SLOTS];
        if (slot->used && forgettable(slot, now_ms)) slot->used = false;
    }
}
