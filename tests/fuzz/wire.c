/* wire.c: fuzzes a connection of the play server: HTTP, then WebSocket, in pieces of any size.
 *
 * The first byte of an input says how its bytes are cut. Half of the inputs begin behind a
 * handshake. What must hold: the server writes only what a client can read, and stays within its
 * limits. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../simulated.h"
#include "web.h"
#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

const struct web_file web_files[] = {
    {.path = "/index.html", .type = "text/html", .etag = "\"1\"", .plain = {"<p>", 3}},
    {.path = NULL},
};

static struct {
    struct buffer out;
    bool ended;
} sent;

static void take(void *context, struct wire *wire, const void *first, size_t first_length,
                 const void *second, size_t second_length, bool waits)
{
    (void)context, (void)wire, (void)waits;
    buffer_add(&sent.out, first, first_length);
    buffer_add(&sent.out, second, second_length);
}

static void end(void *context, struct wire *wire)
{
    (void)context, (void)wire;
    sent.ended = true;
}

static void think(void *context, struct think_job *job)
{
    (void)context;
    think_job_free(job);
}

static void random_bytes(void *context, void *bytes, size_t length)
{
    (void)context;
    memset(bytes, 7, length);
}

static const char handshake[] =
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/* Every frame that was written is whole, unmasked and text, ping, pong or close. */
static void frames_check(const uint8_t *bytes, size_t length)
{
    bool closed = false;
    for (size_t at = 0; at < length;) {
        assert(!closed && length - at >= 2);
        const unsigned opcode = bytes[at] & 0x7f;
        assert((bytes[at] & 0x80) != 0 && (opcode == 1 || (opcode >= 8 && opcode <= 10)));
        size_t payload = bytes[at + 1], header = 2;
        assert(payload <= 127);
        if (payload == 126) {
            payload = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
            header = 4;
        } else if (payload == 127) {
            payload = 0;
            for (int i = 0; i < 8; i++) payload = payload << 8 | bytes[at + 2 + (size_t)i];
            header = 10;
        }
        assert(length - at >= header + payload);
        if (opcode == 1) assert(utf8_valid(bytes + at + header, payload));
        closed = opcode == 8;
        at += header + payload;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const struct hall_outside outside = {
        .send = wire_send, .close = wire_close, .think = think, .random = random_bytes};
    const struct hall_limits limits = {.off = true};
    static struct hall *hall; /* made once: that takes longer than anything here */
    static struct store *store;
    struct store_trouble why;
    if (length < 1 || length > 20000) return 0;
    const unsigned style = bytes[0];
    if (hall == NULL) {
        hall = hall_new(&outside, "fuzz", &limits);
        store = store_open("sqlite::memory:", false, NULL, &why);
        assert(store != NULL);
        hall_store_set(hall, store);
        hall_time(hall, 1000000);
    }
    struct site site = {.hall = hall, .store = store, .write = take, .end = end};
    struct wire wire;
    wire_open(&wire, &site, &(struct address){{0}}, 1000000);
    sent.out.length = 0;
    sent.ended = false;
    if ((style & 1) != 0) {
        uint8_t copy[sizeof handshake];
        memcpy(copy, handshake, sizeof handshake);
        wire_receive(&wire, copy, sizeof handshake - 1, 1000000);
        assert(wire.state == WIRE_SOCKET);
        sent.out.length = 0;
    }
    const size_t piece = (style >> 1) == 0 ? length : style >> 1;
    for (size_t at = 1; at < length && !sent.ended; at += piece) {
        const size_t count = length - at < piece ? length - at : piece;
        uint8_t *copy = malloc(count); /* of its own, so that reading beyond it shows */
        memcpy(copy, bytes + at, count);
        wire_receive(&wire, copy, count, 1000000 + (int64_t)at);
        free(copy);
        store_poll(store);
        assert(wire_kept(&wire) <= HEADER_BYTES_MAX + MESSAGE_BYTES_MAX + 512);
    }
    if ((style & 1) != 0) frames_check((const uint8_t *)sent.out.bytes, sent.out.length);
    wire_tick(&wire, 1000000000);
    wire_gone(&wire);
    while (store_poll(store) > 0) continue;
    return 0;
}
