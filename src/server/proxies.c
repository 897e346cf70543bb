/* proxies.c: addresses as they are written, and proxies that may speak for others. See addresses.h.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"

#define TEXT_MAX 64 /* letters of one address */

static void from_four(const void *four, struct address *address)
{
    memset(address->bytes, 0, 10);
    memset(address->bytes + 10, 0xff, 2);
    memcpy(address->bytes + 12, four, 4);
}

bool address_of_peer(const struct sockaddr *peer, struct address *address)
{
    if (peer->sa_family == AF_INET) {
        from_four(&((const struct sockaddr_in *)peer)->sin_addr, address);
    } else if (peer->sa_family == AF_INET6) {
        memcpy(address->bytes, &((const struct sockaddr_in6 *)peer)->sin6_addr, 16);
    } else {
        return false;
    }
    return true;
}

bool address_parse(const char *text, size_t length, struct address *address)
{
    char copy[TEXT_MAX];
    struct in_addr four;
    if (length == 0 || length >= sizeof copy || memchr(text, '\0', length) != NULL) return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET, copy, &four) == 1) {
        from_four(&four, address);
        return true;
    }
    return inet_pton(AF_INET6, copy, address->bytes) == 1;
}

/* `127.0.0.0/8` or `::1`. */
static bool network_parse(const char *text, size_t length, struct address *address, int *bits)
{
    const char *slash = memchr(text, '/', length);
    const size_t end = slash != NULL ? (size_t)(slash - text) : length;
    const bool four = memchr(text, ':', end) == NULL;
    *bits = 128;
    if (!address_parse(text, end, address)) return false;
    if (slash == NULL) return true;
    const size_t digits = length - end - 1;
    if (digits == 0 || digits > 3 || strspn(slash + 1, "0123456789") < digits) return false;
    *bits = atoi(slash + 1) + (four ? 96 : 0);
    return *bits <= 128;
}

bool proxies_parse(const char *text, struct proxies *proxies)
{
    if (text == NULL) text = "127.0.0.0/8,::1";
    proxies->count = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (proxies->count == PROXIES_MAX) return false;
        const int i = proxies->count++;
        if (!network_parse(text, length, &proxies->network[i].address, &proxies->network[i].bits)) {
            return false;
        }
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

static bool bits_fit(const struct address *one, const struct address *other, int bits)
{
    const int whole = bits / 8, rest = bits % 8;
    if (memcmp(one->bytes, other->bytes, (size_t)whole) != 0) return false;
    return rest == 0 || (one->bytes[whole] ^ other->bytes[whole]) >> (8 - rest) == 0;
}

bool proxies_trust(const struct proxies *proxies, const struct address *address)
{
    for (int i = 0; i < proxies->count; i++) {
        if (bits_fit(&proxies->network[i].address, address, proxies->network[i].bits)) return true;
    }
    return false;
}

bool proxies_client(const struct proxies *proxies, const char *text, size_t length,
                    struct address *client)
{
    for (size_t end = length;;) {
        size_t start = end;
        while (start > 0 && text[start - 1] != ',') start--;
        size_t first = start, last = end;
        while (first < last && text[first] == ' ') first++;
        while (last > first && text[last - 1] == ' ') last--;
        if (!address_parse(text + first, last - first, client)) return false;
        if (!proxies_trust(proxies, client) || start == 0) return true;
        end = start - 1;
    }
}
