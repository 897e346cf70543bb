/* addresses.h: how many connections each address has, and how fast it makes new ones. */
#ifndef POND_ADDRESSES_H
#define POND_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>

struct address {
    uint8_t bytes[16];
};

struct addresses;

struct addresses *addresses_new(void);
void addresses_free(struct addresses *addresses);
/* Counts a connection and gives its address a number; false where it has too many. */
bool addresses_enter(struct addresses *addresses, const struct address *address, int64_t now_ms,
                     bool limited, uint32_t *number);
void addresses_leave(struct addresses *addresses, uint32_t number);
/* Forgets those who have been away for a while. */
void addresses_tick(struct addresses *addresses, int64_t now_ms);

#endif
