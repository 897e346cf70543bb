/* network.c: this machine's addresses. See network.h. */
#include "network.h"

#include <string.h>
#include <uv.h>

bool network_is_here(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

bool network_is_everywhere(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

bool network_peer_is_here(const struct sockaddr *peer)
{
    char address[NETWORK_ADDRESS_SIZE] = "";
    static const char mapped[] = "::ffff:"; /* IPv4 at a socket for both */
    if (peer->sa_family == AF_INET) {
        uv_ip4_name((const struct sockaddr_in *)peer, address, sizeof address);
    } else {
        uv_ip6_name((const struct sockaddr_in6 *)peer, address, sizeof address);
    }
    const bool four = strncmp(address, mapped, sizeof mapped - 1) == 0;
    return network_is_here(address + (four ? sizeof mapped - 1 : 0));
}

size_t network_addresses(char addresses[NETWORK_ADDRESSES_MAX][NETWORK_ADDRESS_SIZE])
{
    uv_interface_address_t *found = NULL;
    int found_count = 0;
    size_t count = 0;
    if (uv_interface_addresses(&found, &found_count) != 0) return 0;
    for (int i = 0; i < found_count && count < NETWORK_ADDRESSES_MAX; i++) {
        if (found[i].is_internal || found[i].address.address4.sin_family != AF_INET) continue;
        count +=
            uv_ip4_name(&found[i].address.address4, addresses[count], NETWORK_ADDRESS_SIZE) == 0;
    }
    uv_free_interface_addresses(found, found_count);
    return count;
}
