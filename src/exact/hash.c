/* hash.c: XXH64, the checksum of table files: fast, and enough against accidental damage. */
#include "blocks.h"

#include "banned.h"

#define PRIME_1 UINT64_C(0x9e3779b185ebca87)
#define PRIME_2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define PRIME_3 UINT64_C(0x165667b19e3779f9)
#define PRIME_4 UINT64_C(0x85ebca77c2b2ae63)
#define PRIME_5 UINT64_C(0x27d4eb2f165667c5)

static inline uint64_t turn(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t stir(uint64_t lane, uint64_t word)
{
    return turn(lane + word * PRIME_2, 31) * PRIME_1;
}

static inline uint64_t merge(uint64_t hash, uint64_t lane)
{
    return (hash ^ stir(0, lane)) * PRIME_1 + PRIME_4;
}

static uint64_t lanes_hash(const uint8_t **bytes, size_t *left, uint64_t seed)
{
    uint64_t lane[4] = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1};
    for (; *left >= 32; *bytes += 32, *left -= 32) {
        for (int i = 0; i < 4; i++) lane[i] = stir(lane[i], table_number(*bytes + 8 * i, 8));
    }
    uint64_t hash = turn(lane[0], 1) + turn(lane[1], 7) + turn(lane[2], 12) + turn(lane[3], 18);
    for (int i = 0; i < 4; i++) hash = merge(hash, lane[i]);
    return hash;
}

uint64_t pond_table_hash(const uint8_t *bytes, size_t size, uint64_t seed)
{
    size_t left = size;
    uint64_t hash = (size >= 32 ? lanes_hash(&bytes, &left, seed) : seed + PRIME_5) + size;
    for (; left >= 8; bytes += 8, left -= 8) {
        hash = turn(hash ^ stir(0, table_number(bytes, 8)), 27) * PRIME_1 + PRIME_4;
    }
    for (; left >= 4; bytes += 4, left -= 4) {
        hash = turn(hash ^ table_number(bytes, 4) * PRIME_1, 23) * PRIME_2 + PRIME_3;
    }
    for (; left > 0; bytes++, left--) hash = turn(hash ^ *bytes * PRIME_5, 11) * PRIME_1;
    hash = (hash ^ hash >> 33) * PRIME_2;
    hash = (hash ^ hash >> 29) * PRIME_3;
    return hash ^ hash >> 32;
}
