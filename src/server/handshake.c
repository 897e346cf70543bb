/* handshake.c: the WebSocket handshake: SHA-1 and base64, for this one purpose. See
 * handshake.h. */
#include "handshake.h"

#include <string.h>

static uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static void sha1_block(uint32_t state[5], const uint8_t block[64])
{
    uint32_t w[80];
    for (int i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; i++) {
        const uint32_t mix = i < 20   ? (b & c) | (~b & d)
                             : i < 40 ? b ^ c ^ d
                             : i < 60 ? (b & c) | (b & d) | (c & d)
                                      : b ^ c ^ d;
        static const uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        const uint32_t next = rotate(a, 5) + mix + e + constants[i / 20] + w[i];
        e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

void handshake_base64(const uint8_t *bytes, size_t length, char *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < length; at += 3) {
        uint32_t three = 0;
        for (size_t i = at; i < at + 3; i++) three = three << 8 | (i < length ? bytes[i] : 0);
        for (size_t k = 0; k < 4; k++) {
            *out++ = at + k <= length ? letters[three >> 6 * (3 - k) & 63] : '=';
        }
    }
    *out = '\0';
}

void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t block[128] = {0};
    const size_t length = HANDSHAKE_KEY_LENGTH + sizeof guid - 1; /* 60: two blocks */
    memcpy(block, key, HANDSHAKE_KEY_LENGTH);
    memcpy(block + HANDSHAKE_KEY_LENGTH, guid, sizeof guid - 1);
    block[length] = 0x80;
    block[126] = (uint8_t)(length * 8 >> 8);
    block[127] = (uint8_t)(length * 8);
    sha1_block(state, block);
    sha1_block(state, block + 64);
    uint8_t hash[20];
    for (int i = 0; i < 20; i++) hash[i] = (uint8_t)(state[i / 4] >> 8 * (3 - i % 4));
    handshake_base64(hash, sizeof hash, accept);
}
