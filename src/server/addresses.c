/* addresses.c: connections by address. See addresses.h.
 *
 * A table of fixed size with open addressing: an attacker with many addresses can fill it, and is
 * then turned away, but cannot make it grow. */
#include "addresses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"

#define SLOTS (1u << 16)
#define FORGET_MS 60000
#define PROBES_MAX 64

struct slot {
    struct address address;
    uint32_t connections;
    bool used;
    float tokens;
    int64_t at_ms;
};

struct addresses {
    struct slot slots[SLOTS];
    uint32_t swept;
};

struct addresses *addresses_new(void)
{
    struct addresses *addresses = calloc(1, sizeof *addresses);
    assert(addresses != NULL);
    return addresses;
}

void addresses_free(struct addresses *addresses) { free(addresses); }

static uint32_t hash_of(const struct address *address)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < 16; i++) hash = (hash ^ address->bytes[i]) * 1099511628211u;
    return (uint32_t)(hash >> 32 ^ hash);
}

static struct slot *slot_find(struct addresses *addresses, const struct address *address)
{
    const uint32_t start = hash_of(address);
    struct slot *free_slot = NULL;
    for (uint32_t i = 0; i < PROBES_MAX; i++) {
        struct slot *slot = &addresses->slots[(start + i) % SLOTS];
        if (slot->used && memcmp(&slot->address, address, sizeof *address) == 0) return slot;
        if (!slot->used && free_slot == NULL) free_slot = slot;
    }
    if (free_slot != NULL) {
        *free_slot =
            (struct slot){.address = *address, .used = true, .tokens = ADDRESS_CONNECTS_BURST};
    }
    return free_slot;
}

bool addresses_enter(struct addresses *addresses, const struct address *address, int64_t now_ms,
                     bool limited, uint32_t *number)
{
    struct slot *slot = slot_find(addresses, address);
    if (slot == NULL) return false;
    if (slot->at_ms != 0) {
        slot->tokens += (float)(now_ms - slot->at_ms) * ADDRESS_CONNECTS_A_SECOND / 1000;
    }
    if (slot->tokens > ADDRESS_CONNECTS_BURST) slot->tokens = ADDRESS_CONNECTS_BURST;
    slot->at_ms = now_ms;
    if (limited && (slot->connections >= ADDRESS_CONNECTIONS_MAX || slot->tokens < 1)) return false;
    slot->tokens -= 1;
    slot->connections++;
    *number = (uint32_t)(slot - addresses->slots);
    return true;
}

void addresses_leave(struct addresses *addresses, uint32_t number)
{
    struct slot *slot = &addresses->slots[number];
    assert(slot->connections > 0);
    slot->connections--;
}

void addresses_tick(struct addresses *addresses, int64_t now_ms)
{
    for (uint32_t i = 0; i < SLOTS / 64; i++) {
        struct slot *slot = &addresses->slots[addresses->swept++ % SLOTS];
        if (slot->used && slot->connections == 0 && now_ms - slot->at_ms > FORGET_MS) {
            slot->used = false;
        }
    }
}
