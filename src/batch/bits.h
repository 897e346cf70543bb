/* bits.h: sets of bits as bytes of 0 and 1, the lowest bit first, for observations and masks. */
#ifndef POND_BITS_H
#define POND_BITS_H

#include <stdint.h>
#include <string.h>

/* The lowest eight bits as eight bytes. */
static inline uint64_t bits_spread(uint64_t bits)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(bits, ones);
#else /* each byte keeps its own bit, which the sum carries to the top */
    const uint64_t own = (bits & 255) * ones & UINT64_C(0x8040201008040201);
    return (own + UINT64_C(0x00406070787c7e7f)) >> 7 & ones;
#endif
}

static inline void bits_write_8(uint8_t *out, uint64_t bits)
{
    uint64_t bytes = bits_spread(bits);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    memcpy(out, &bytes, sizeof bytes);
}

static inline void bits_write_16(uint8_t *out, uint64_t bits)
{
    bits_write_8(out, bits);
    bits_write_8(out + 8, bits >> 8);
}

static inline void bits_write_32(uint8_t *out, uint32_t bits)
{
#ifdef __AVX2__ /* every byte gets a copy of the byte that its bit is in */
    typedef uint32_t words __attribute__((vector_size(32)));
    typedef uint8_t bytes __attribute__((vector_size(32)));
    const words copies = (words){0} + bits;
    const bytes own = __builtin_shufflevector((bytes)copies, (bytes)copies, 0, 0, 0, 0, 0, 0, 0, 0,
                                              1, 1, 1, 1, 1, 1, 1, 1, 18, 18, 18, 18, 18, 18, 18,
                                              18, 19, 19, 19, 19, 19, 19, 19, 19);
    const bytes bit = (bytes)((words){0x08040201, 0x80402010, 0x08040201, 0x80402010, 0x08040201,
                                      0x80402010, 0x08040201, 0x80402010});
    const bytes set = (bytes)((own & bit) == bit) & 1;
    memcpy(out, &set, sizeof set);
#else
    bits_write_16(out, bits);
    bits_write_16(out + 16, bits >> 16);
#endif
}

static inline void bits_write_64(uint8_t *out, uint64_t bits)
{
    bits_write_32(out, (uint32_t)bits);
    bits_write_32(out + 32, (uint32_t)(bits >> 32));
}

#endif
