/* network.h: this machine's addresses: which are only its own, which others can reach. */
#ifndef POND_NETWORK_H
#define POND_NETWORK_H

#include <stdbool.h>
#include <stddef.h>

struct sockaddr;

#define NETWORK_ADDRESS_SIZE 64
#define NETWORK_ADDRESSES_MAX 8

/* Does nobody but this machine reach what listens there? */
bool network_is_here(const char *address);
/* Does it listen on every address that the machine has? */
bool network_is_everywhere(const char *address);
/* Is the other end of a connection on this machine? */
bool network_peer_is_here(const struct sockaddr *peer);
/* The addresses (IPv4: they can be typed) under which others find this machine now. */
size_t network_addresses(char addresses[NETWORK_ADDRESSES_MAX][NETWORK_ADDRESS_SIZE]);

#endif
