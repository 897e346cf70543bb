/* stream.c: see stream.h. */
#include "stream.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PORT_STANDARD "7878"
#define PORT_ENCRYPTED "443" /* such servers are on the open network, at the usual place */

void stream_begin(struct stream *stream, uint64_t seed)
{
    memset(stream, 0, sizeof *stream);
    stream->masks = seed;
}

void stream_free(struct stream *stream)
{
    free(stream->bytes);
    memset(stream, 0, sizeof *stream);
}

/* The next number of a small generator (splitmix64): masks need only differ. */
static uint64_t mask_next(struct stream *stream)
{
    uint64_t mixed = stream->masks += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

size_t stream_hello(struct stream *stream, const char *host, const char *path,
                    char out[STREAM_HELLO_MAX])
{
    char key[HANDSHAKE_KEY_LENGTH + 1];
    const uint64_t words[2] = {mask_next(stream), mask_next(stream)};
    handshake_base64((const uint8_t *)words, sizeof words, key);
    handshake_accept(key, stream->accept);
    const int length = snprintf(out, STREAM_HELLO_MAX,
                                "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: pond.1\r\n\r\n",
                                path, host, key);
    return length > 0 && length < STREAM_HELLO_MAX ? (size_t)length : 0;
}

/* One byte more than asked for, so that a payload can be NUL-terminated. */
static void room_make(struct stream *stream, size_t more)
{
    size_t room = stream->room > 0 ? stream->room : 2048;
    while (room < stream->length + more + 1) room *= 2;
    if (room == stream->room) return;
    stream->bytes = realloc(stream->bytes, room);
    assert(stream->bytes != NULL);
    stream->room = room;
}

/* A server that accepts has read our key: a cached reply, or one for another client, has another
 * key. Field names are case-insensitive. */
static bool accepts(const struct stream *stream, size_t length)
{
    static const char name[] = "\r\nsec-websocket-accept:";
    const char *text = (const char *)stream->bytes, *end = text + length;
    for (const char *at = text; at + sizeof name - 1 < end; at++) {
        if (strncasecmp(at, name, sizeof name - 1) != 0) continue;
        at += sizeof name - 1;
        while (*at == ' ' || *at == '\t') at++;
        const size_t size = sizeof stream->accept - 1;
        return (size_t)(end - at) > size && memcmp(at, stream->accept, size) == 0 &&
               (at[size] == '\r' || at[size] == ' ');
    }
    return false;
}

/* The answer to our request; 0 while it is not complete. */
static size_t answer_read(const struct stream *stream, enum stream_status *status)
{
    static const char agreed[] = "HTTP/1.1 101 ";
    const char *text = (const char *)stream->bytes;
    for (size_t i = 3; i < stream->length; i++) {
        if (memcmp(text + i - 3, "\r\n\r\n", 4) != 0) continue;
        const bool fits = strncmp(text, agreed, sizeof agreed - 1) == 0 && accepts(stream, i + 1);
        if (!fits) *status = STREAM_REFUSED;
        return i + 1;
    }
    if (stream->length > 16384) *status = STREAM_WRONG;
    return 0;
}

/* The frame at the start of some bytes; returns its length, 0 while it is not complete. */
static size_t frame_read(uint8_t *bytes, size_t length, uint8_t **payload, size_t *payload_length,
                         enum stream_status *status)
{
    if (length < 2) return 0;
    const bool pieces = (bytes[0] & 0xf0) != 0x80, masked = (bytes[1] & 0x80) != 0;
    size_t size = bytes[1] & 0x7f, header = size == 126 ? 4 : size == 127 ? 10 : 2;
    if (pieces || masked) {
        *status = STREAM_WRONG;
        return 0;
    }
    if (length < header) return 0;
    if (header > 2) size = 0;
    for (size_t i = 2; i < header; i++) size = size << 8 | bytes[i];
    if (size > STREAM_MESSAGE_MAX) {
        *status = STREAM_WRONG;
        return 0;
    }
    if (length - header < size) return 0;
    *payload = bytes + header;
    *payload_length = size;
    return header + size;
}

enum stream_status stream_feed(struct stream *stream, const void *bytes, size_t length,
                               stream_frame_seen *seen, void *context)
{
    enum stream_status status = STREAM_FINE;
    size_t at = 0;
    room_make(stream, length);
    memcpy(stream->bytes + stream->length, bytes, length);
    stream->length += length;
    if (!stream->open) {
        at = answer_read(stream, &status);
        stream->open = at > 0 && status == STREAM_FINE;
    }
    while (stream->open && status == STREAM_FINE) {
        uint8_t *payload;
        size_t size;
        const size_t used =
            frame_read(stream->bytes + at, stream->length - at, &payload, &size, &status);
        if (used == 0) break;
        const enum stream_opcode opcode = stream->bytes[at] & 0x0f;
        const uint8_t behind = payload[size];
        payload[size] = '\0';
        seen(context, opcode, (char *)payload, size);
        payload[size] = behind;
        at += used;
    }
    stream->length -= at;
    memmove(stream->bytes, stream->bytes + at, stream->length);
    return status;
}

size_t stream_frame(struct stream *stream, enum stream_opcode opcode, const void *payload,
                    size_t length, uint8_t *out)
{
    const uint64_t mask = mask_next(stream);
    const uint8_t *from = payload;
    size_t at = 0;
    out[at++] = (uint8_t)(0x80 | opcode);
    const int size_bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[at++] = (uint8_t)(0x80 | (size_bytes == 0 ? length : size_bytes == 2 ? 126 : 127));
    for (int i = size_bytes - 1; i >= 0; i--) out[at++] = (uint8_t)(length >> (8 * i));
    for (int i = 0; i < 4; i++) out[at++] = (uint8_t)(mask >> (8 * i));
    for (size_t i = 0; i < length; i++) {
        out[at + i] = (uint8_t)(from[i] ^ (uint8_t)(mask >> (8 * (i & 3))));
    }
    return at + length;
}

bool stream_address_read(const char *text, struct stream_address *address)
{
    memset(address, 0, sizeof *address);
    static const char *schemes[] = {"http://", "ws://", "https://", "wss://"};
    for (int i = 0; i < 4; i++) {
        const size_t length = strlen(schemes[i]);
        if (strncmp(text, schemes[i], length) != 0) continue;
        text += length;
        address->encrypted = i >= 2;
        break;
    }
    const char *path = text + strcspn(text, "/?");
    const bool bracket = text[0] == '['; /* [::1]:7878 */
    const char *host = bracket ? text + 1 : text;
    const char *host_end = bracket ? strchr(host, ']') : host + strcspn(host, ":/?");
    if (host_end == NULL || host_end > path) return false;
    const char *port = host_end + (bracket ? 1 : 0);
    const size_t host_length = (size_t)(host_end - host);
    if (host_length == 0 || host_length >= sizeof address->host) return false;
    memcpy(address->host, host, host_length);
    strcpy(address->port, address->encrypted ? PORT_ENCRYPTED : PORT_STANDARD);
    if (*port == ':') {
        const size_t length = (size_t)(path - port) - 1;
        if (length == 0 || length > 5 || strspn(port + 1, "0123456789") < length) return false;
        memcpy(address->port, port + 1, length);
        address->port[length] = '\0';
    } else if (port != path) {
        return false;
    }
    if (strlen(path) >= sizeof address->path) return false;
    strcpy(address->path, path);
    return true;
}
