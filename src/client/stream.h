/* stream.h: the client's end of a WebSocket (RFC 6455), pure: bytes in, messages out.
 *
 * `pond join` and `pond load` talk to a play server through it; the sockets are theirs. */
#ifndef POND_STREAM_H
#define POND_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "handshake.h"

#define STREAM_HELLO_MAX 512          /* bytes of the request that opens it */
#define STREAM_MESSAGE_MAX (8u << 20) /* a server that says more at once is none of ours */
#define STREAM_FRAME_EXTRA 14         /* bytes that a frame adds to its payload, at most */

enum stream_opcode {
    STREAM_TEXT = 1,
    STREAM_CLOSE = 8,
    STREAM_PING = 9,
    STREAM_PONG = 10,
};

enum stream_status {
    STREAM_FINE,
    STREAM_REFUSED, /* it answered, but not with a WebSocket, or not to our request */
    STREAM_WRONG,   /* what came is against the rules */
};

struct stream {
    bool open; /* the server has agreed */
    uint8_t *bytes;
    size_t length, room;
    uint64_t masks;                     /* of the frames we send */
    char accept[HANDSHAKE_ACCEPT_SIZE]; /* what the server must answer to the key of our request */
};

/* Frames whose payload is whole; a text's payload is followed by a zero. A ping must be answered by
 * a pong with the same payload, a close by a close. */
typedef void stream_frame_seen(void *context, enum stream_opcode opcode, char *payload,
                               size_t length);

void stream_begin(struct stream *stream, uint64_t seed);
void stream_free(struct stream *stream);
/* Writes the request that opens a WebSocket; returns its length. */
size_t stream_hello(struct stream *stream, const char *host, const char *path,
                    char out[STREAM_HELLO_MAX]);
/* Takes what was received. Messages in pieces are not expected of our server, and refused. */
enum stream_status stream_feed(struct stream *stream, const void *bytes, size_t length,
                               stream_frame_seen *seen, void *context);
/* Writes a frame; `out` has room for the payload and STREAM_FRAME_EXTRA. Returns its length. */
size_t stream_frame(struct stream *stream, enum stream_opcode opcode, const void *payload,
                    size_t length, uint8_t *out);

/* `http://host:port`, `ws://host:port`, `host:port` or `host`, perhaps with a path after it; with
 * `https://` or `wss://` in front it is encrypted. */
struct stream_address {
    bool encrypted;
    char host[256];
    char port[8];
    char path[256]; /* "" or begins with '/' */
};

bool stream_address_read(const char *text, struct stream_address *address);

#endif
