/* frame.h: WebSocket frames (RFC 6455) of a server, pure: bytes in, frames out.
 *
 * Written by hand for one reason: memory. An idle connection keeps nothing at all here, where the
 * libraries keep kilobytes. It is strict: reserved bits, unknown opcodes, unmasked frames, lengths
 * that are longer than need be, and control frames that are long or in pieces end the connection.
 */
#ifndef POND_FRAME_H
#define POND_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_opcode {
    FRAME_CONTINUATION = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
};

enum close_code {
    CLOSE_NORMAL = 1000,
    CLOSE_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_KIND = 1003, /* only text is understood here */
    CLOSE_NONE = 1005, /* a close frame without a code; never sent */
    CLOSE_UTF8 = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_LATER = 1013,
};

struct frame {
    bool last; /* of its message */
    enum frame_opcode opcode;
    uint8_t *payload; /* in the bytes given, unmasked */
    size_t length;
    size_t used; /* bytes of the whole frame */
};

enum frame_status { FRAME_WHOLE, FRAME_PART, FRAME_WRONG };

/* Reads the frame that the bytes begin with and unmasks it where it lies. FRAME_PART: there is more
 * to come (nothing was changed). FRAME_WRONG: end the connection with `*code`. */
enum frame_status frame_read(uint8_t *bytes, size_t length, size_t payload_max, struct frame *frame,
                             enum close_code *code);

#define FRAME_HEADER_MAX 10
/* The header of an unmasked frame; returns its length. */
size_t frame_header(enum frame_opcode opcode, size_t length, uint8_t header[FRAME_HEADER_MAX]);

/* The code of a close frame's payload; false if it or the reason is against the rules. */
bool frame_close_code(const uint8_t *payload, size_t length, enum close_code *code);

/* Is this UTF-8 throughout? */
bool utf8_valid(const uint8_t *bytes, size_t length);

#endif
