/* runs.c: a simple way to pack blocks: a byte, and how many more of it follow. See blocks.h.
 *
 * The page has no zstd. Browsers unpack gzip themselves, and gzip packs runs far better than it
 * packs cells; so the page gets runs in gzip, keeps the runs, and unpacks a block when it is asked
 * for. A count has seven bits in each byte, the lowest first; the last has its highest bit clear.
 */
#include "blocks.h"

#include <string.h>

#include "banned.h"

#define COUNT_BYTES_MAX 3

size_t pond_table_runs_pack(const uint8_t *bytes, size_t size, uint8_t *out)
{
    const uint8_t *end = bytes + size;
    uint8_t *to = out;
    while (bytes < end) {
        const uint8_t byte = *bytes++;
        size_t more = 0;
        while (bytes < end && *bytes == byte) bytes++, more++;
        *to++ = byte;
        for (; more >= 0x80; more >>= 7) *to++ = (uint8_t)(more | 0x80);
        *to++ = (uint8_t)more;
    }
    return (size_t)(to - out);
}

bool pond_table_runs_unpack(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size)
{
    const uint8_t *end = packed + packed_size;
    size_t done = 0;
    while (packed < end) {
        const uint8_t byte = *packed++;
        size_t count = 1;
        int i = 0;
        do {
            if (packed == end || i == COUNT_BYTES_MAX) return false;
            count += (size_t)(*packed & 0x7f) << 7 * i++;
        } while ((*packed++ & 0x80) != 0);
        if (count > size - done) return false;
        memset(out + done, byte, count);
        done += count;
    }
    return done == size;
}
