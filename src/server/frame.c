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
