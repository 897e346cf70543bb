/* frame.c: WebSocket frames of a server. See frame.h. */
#include "frame.h"

#include <string.h>

#include "pond/text.h"

static bool opcode_known(unsigned opcode)
{
    return opcode <= FRAME_BINARY || (opcode >= FRAME_CLOSE && opcode <= FRAME_PONG);
}

static enum frame_status wrong(enum close_code *code, enum close_code why)
{
    *code = why;
    return FRAME_WRONG;
}

/* The payload's length and where the mask stands; FRAME_PART where the header is not complete. */
static enum frame_status length_read(const uint8_t *bytes, size_t length, uint64_t *payload,
                                     size_t *mask_at, enum close_code *code)
{
    const unsigned small = bytes[1] & 0x7f;
    const size_t more = small == 126 ? 2 : small == 127 ? 8 : 0;
    if (length < 2 + more) return FRAME_PART;
    *payload = small;
    if (more > 0) {
        *payload = 0;
        for (size_t i = 0; i < more; i++) *payload = *payload << 8 | bytes[2 + i];
        const uint64_t least = more == 2 ? 126 : 65536;
        if (*payload < least || *payload >> 63 != 0) return wrong(code, CLOSE_PROTOCOL);
    }
    *mask_at = 2 + more;
    return FRAME_WHOLE;
}

/* Eight bytes at a time, and what is left. */
static void unmask(uint8_t *data, size_t length, const uint8_t mask[4])
{
    uint64_t wide;
    uint8_t twice[8];
    size_t at = 0;
    for (int i = 0; i < 8; i++) twice[i] = mask[i & 3];
    memcpy(&wide, twice, 8);
    for (; at + 8 <= length; at += 8) {
        uint64_t bytes;
        memcpy(&bytes, data + at, 8);
        bytes ^= wide;
        memcpy(data + at, &bytes, 8);
    }
    for (; at < length; at++) data[at] ^= mask[at & 3];
}

enum frame_status frame_read(uint8_t *bytes, size_t length, size_t payload_max, struct frame *frame,
                             enum close_code *code)
{
    uint64_t payload = 0;
    size_t mask_at = 0;
    if (length < 2) return FRAME_PART;
    const unsigned opcode = bytes[0] & 0x0f;
    const bool last = (bytes[0] & 0x80) != 0, control = opcode >= FRAME_CLOSE;
    if ((bytes[0] & 0x70) != 0 || !opcode_known(opcode) || (bytes[1] & 0x80) == 0) {
        return wrong(code, CLOSE_PROTOCOL);
    }
    if (control && (!last || (bytes[1] & 0x7f) > 125)) return wrong(code, CLOSE_PROTOCOL);
    const enum frame_status status = length_read(bytes, length, &payload, &mask_at, code);
    if (status != FRAME_WHOLE) return status;
    if (payload > payload_max) return wrong(code, CLOSE_TOO_BIG);
    if (length < mask_at + 4 + payload) return FRAME_PART;
    uint8_t *data = bytes + mask_at + 4;
    unmask(data, (size_t)payload, bytes + mask_at);
    *frame = (struct frame){.last = last,
                            .opcode = (enum frame_opcode)opcode,
                            .payload = data,
                            .length = (size_t)payload,
                            .used = mask_at + 4 + (size_t)payload};
    return FRAME_WHOLE;
}

size_t frame_header(enum frame_opcode opcode, size_t length, uint8_t header[FRAME_HEADER_MAX])
{
    header[0] = (uint8_t)(0x80 | (unsigned)opcode);
    if (length < 126) {
        header[1] = (uint8_t)length;
        return 2;
    }
    const size_t more = length < 65536 ? 2 : 8;
    header[1] = more == 2 ? 126 : 127;
    for (size_t i = 0; i < more; i++) header[2 + i] = (uint8_t)(length >> 8 * (more - 1 - i));
    return 2 + more;
}

bool frame_close_code(const uint8_t *payload, size_t length, enum close_code *code)
{
    *code = CLOSE_NONE;
    if (length == 0) return true;
    if (length == 1) return false;
    const unsigned number = (unsigned)payload[0] << 8 | payload[1];
    const bool registered =
        number >= 1000 && number <= 1014 && number != 1004 && number != 1005 && number != 1006;
    if (!registered && (number < 3000 || number > 4999)) return false;
    *code = (enum close_code)number;
    return utf8_valid(payload + 2, length - 2);
}

bool utf8_valid(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint64_t eight = 0; /* of ASCII at once, as most texts are */
        if (i + 8 <= length) memcpy(&eight, bytes + i, 8);
        if (i + 8 <= length && (eight & 0x8080808080808080u) == 0) {
            i += 8;
            continue;
        }
        const size_t character = bytes[i] < 0x80 ? 1 : pond_character_length(bytes + i, length - i);
        if (character == 0) return false;
        i += character;
    }
    return true;
}

/* ---- The handshake: SHA-1 and base64, for this one purpose ---- */

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

void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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
    uint8_t hash[21] = {0};
    for (int i = 0; i < 20; i++) hash[i] = (uint8_t)(state[i / 4] >> 8 * (3 - i % 4));
    for (int i = 0; i < 7; i++) {
        const uint32_t three =
            (uint32_t)hash[3 * i] << 16 | (uint32_t)hash[3 * i + 1] << 8 | hash[3 * i + 2];
        for (int k = 0; k < 4; k++) accept[4 * i + k] = letters[three >> 6 * (3 - k) & 63];
    }
    accept[27] = '=';
    accept[28] = '\0';
}
