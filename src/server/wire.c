/* wire.c: one connection without its socket. See wire.h. */
#include "wire.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handshake.h"
#include "limits.h"

static struct wire_parts *parts_of(struct wire *wire)
{
    if (wire->parts == NULL) wire->parts = calloc(1, sizeof *wire->parts);
    assert(wire->parts != NULL);
    return wire->parts;
}

/* An idle connection has none. */
static void parts_drop_empty(struct wire *wire)
{
    const struct wire_parts *parts = wire->parts;
    if (parts == NULL || parts->in.bytes != NULL || parts->message.bytes != NULL ||
        parts->body.bytes != NULL) {
        return;
    }
    free(wire->parts);
    wire->parts = NULL;
}

size_t wire_kept(const struct wire *wire)
{
    return wire->parts != NULL ? wire->parts->in.length : 0;
}

/* Is the other end a proxy of ours, which says in each request for whom it asks? */
static bool proxied(const struct wire *wire)
{
    return wire->site->proxies != NULL && proxies_trust(wire->site->proxies, &wire->peer);
}

/* A proxy's connections count once they are WebSockets, for then they are one client's alone. */
static bool count(struct wire *wire)
{
    wire->counted =
        addresses_enter(wire->site->addresses, &wire->client, wire->heard_ms, &wire->address);
    return wire->counted;
}

bool wire_open(struct wire *wire, struct site *site, const struct address *peer, int64_t now_ms)
{
    *wire = (struct wire){.site = site,
                          .state = WIRE_HTTP,
                          .opened_ms = now_ms,
                          .heard_ms = now_ms,
                          .peer = *peer,
                          .client = *peer};
    return site->addresses == NULL || proxied(wire) || count(wire);
}

void wire_gone(struct wire *wire)
{
    if (wire->session != NULL) hall_leave(wire->session);
    wire->session = NULL;
    if (wire->ask != NULL) hall_record_forget(wire->ask);
    wire->ask = NULL;
    wire->state = WIRE_ENDED;
    if (wire->counted) addresses_leave(wire->site->addresses, wire->address);
    wire->counted = false;
    if (wire->parts == NULL) return;
    buffer_free(&wire->parts->in);
    buffer_free(&wire->parts->message);
    parts_drop_empty(wire);
}

static void end(struct wire *wire)
{
    wire->state = WIRE_ENDED;
    wire->site->end(wire->site->context, wire);
}

static void write_buffer(struct wire *wire, struct buffer *out)
{
    wire->site->write(wire->site->context, wire, out->bytes, out->length, NULL, 0, false);
    buffer_free(out);
}

void wire_body(struct wire *wire, const void *bytes, size_t length, struct blob *owner)
{
    struct wire_parts *parts = parts_of(wire);
    parts->body.bytes = bytes;
    parts->body.length = length;
    parts->body.owner = owner != NULL ? blob_keep(owner) : NULL;
}

static void body_drop(struct wire *wire)
{
    blob_drop(wire->parts->body.owner);
    wire->parts->body.owner = NULL;
    wire->parts->body.bytes = NULL;
    parts_drop_empty(wire);
}

/* The headers, and the body that goes with them. */
static void write_answer(struct wire *wire, struct buffer *out)
{
    const struct site *site = wire->site;
    write_buffer(wire, out);
    if (wire->parts == NULL) return;
    const void *bytes = wire->parts->body.bytes;
    const size_t length = wire->parts->body.length;
    if (bytes != NULL && !wire->head) {
        if (site->write_lasting != NULL) {
            site->write_lasting(site->context, wire, bytes, length, wire->parts->body.owner);
        } else {
            site->write(site->context, wire, bytes, length, NULL, 0, false);
        }
    }
    body_drop(wire);
}

/* ---- WebSocket ---- */

static void write_frame_when(struct wire *wire, enum frame_opcode opcode, const void *bytes,
                             size_t length, bool waits)
{
    uint8_t header[FRAME_HEADER_MAX];
    const size_t header_length = frame_header(opcode, length, header);
    wire->site->write(wire->site->context, wire, header, header_length, bytes, length, waits);
}

static void write_frame(struct wire *wire, enum frame_opcode opcode, const void *bytes,
                        size_t length)
{
    write_frame_when(wire, opcode, bytes, length, false);
}

static void close_with(struct wire *wire, enum close_code code)
{
    const uint8_t payload[2] = {(uint8_t)((unsigned)code >> 8), (uint8_t)code};
    if (wire->state != WIRE_SOCKET) return;
    write_frame(wire, FRAME_CLOSE, payload, code == CLOSE_NONE ? 0 : sizeof payload);
    end(wire);
}

void wire_send(void *context, struct session *session, const char *bytes, size_t length, bool waits)
{
    (void)context;
    struct wire *wire = session_wire(session);
    if (wire->state == WIRE_SOCKET) {
        write_frame_when(wire, FRAME_TEXT, bytes, length, waits);
    }
}

void wire_answer(struct wire *wire, struct buffer *out)
{
    write_answer(wire, out);
    end(wire); /* such requests are rare */
}

void wire_close(void *context, struct session *session, int code)
{
    (void)context;
    struct wire *wire = session_wire(session);
    close_with(wire, (enum close_code)code);
}

static void take_message(struct wire *wire, uint8_t *bytes, size_t length)
{
    if (utf8_valid(bytes, length)) {
        hall_message(wire->session, (const char *)bytes, length);
    } else {
        close_with(wire, CLOSE_UTF8);
    }
}

static void take_data(struct wire *wire, const struct frame *frame)
{
    const bool goes_on = frame->opcode == FRAME_CONTINUATION;
    if (goes_on != wire->in_pieces) {
        close_with(wire, CLOSE_PROTOCOL);
        return;
    }
    if (frame->opcode == FRAME_BINARY) {
        close_with(wire, CLOSE_KIND);
        return;
    }
    if (frame->last && !goes_on) {
        take_message(wire, frame->payload, frame->length);
        return;
    }
    if (!frame->last && !hall_speaks(wire->session)) return; /* a piece counts, however small */
    struct buffer *message = &parts_of(wire)->message;
    if (message->length + frame->length > MESSAGE_BYTES_MAX) {
        close_with(wire, CLOSE_TOO_BIG);
        return;
    }
    wire->in_pieces = !frame->last;
    buffer_add(message, frame->payload, frame->length);
    if (!frame->last) return;
    struct buffer whole = *message;
    *message = (struct buffer){0};
    take_message(wire, (uint8_t *)whole.bytes, whole.length);
    buffer_free(&whole);
}

static void take_frame(struct wire *wire, const struct frame *frame)
{
    enum close_code code;
    switch (frame->opcode) {
    case FRAME_PING:
        if (hall_speaks(wire->session)) {
            write_frame(wire, FRAME_PONG, frame->payload, frame->length);
        }
        return;
    case FRAME_PONG: hall_speaks(wire->session); return;
    case FRAME_CLOSE:
        code = CLOSE_NORMAL;
        if (!frame_close_code(frame->payload, frame->length, &code)) code = CLOSE_PROTOCOL;
        close_with(wire, code);
        return;
    default: take_data(wire, frame);
    }
}

/* Takes the frames that are whole; returns how many bytes they were. */
static size_t take_frames(struct wire *wire, uint8_t *bytes, size_t length)
{
    size_t at = 0;
    while (wire->state == WIRE_SOCKET) {
        struct frame frame;
        enum close_code code;
        const enum frame_status status =
            frame_read(bytes + at, length - at, MESSAGE_BYTES_MAX, &frame, &code);
        if (status == FRAME_PART) return at;
        if (status == FRAME_WRONG) {
            close_with(wire, code);
            break;
        }
        take_frame(wire, &frame);
        at += frame.used;
    }
    return length;
}

/* ---- HTTP ---- */

static bool websocket_wanted(const struct http_request *request)
{
    return http_lists(request->field[HTTP_CONNECTION], "upgrade") &&
           http_equal(request->field[HTTP_UPGRADE], "websocket");
}

/* A browser says where the page comes from that wants to connect; it must be ours. */
static bool origin_allowed(const struct site *site, const struct http_request *request)
{
    const struct http_text origin = request->field[HTTP_ORIGIN];
    const struct http_text host = request->field[HTTP_HOST];
    if (origin.start == NULL) return true; /* no browser */
    if (site->origin != NULL && http_equal(origin, site->origin)) return true;
    for (int i = 0; i < 2; i++) {
        const char *scheme = i == 0 ? "http://" : "https://";
        const size_t length = strlen(scheme);
        if (origin.length == length + host.length && memcmp(origin.start, scheme, length) == 0 &&
            memcmp(origin.start + length, host.start, host.length) == 0) {
            return true;
        }
    }
    return false;
}

/* 101, or the status to refuse with. */
static int upgrade_check(const struct wire *wire, const struct http_request *request)
{
    const struct http_text key = request->field[HTTP_WEBSOCKET_KEY];
    if (!http_equal(request->path, "/ws")) return 404;
    if (request->old || request->head || !websocket_wanted(request)) return 426;
    if (!http_equal(request->field[HTTP_WEBSOCKET_VERSION], "13")) return 426;
    if (key.start == NULL || key.length != HANDSHAKE_KEY_LENGTH || key.start[22] != '=' ||
        key.start[23] != '=') {
        return 400;
    }
    if (!origin_allowed(wire->site, request)) return 403;
    return wire->site->stopping ? 503 : 101;
}

static void enter(struct wire *wire)
{
    struct addresses *addresses = wire->site->addresses;
    wire->session = hall_enter(wire->site->hall, wire);
    if (addresses != NULL && wire->address != 0) {
        hall_address(wire->session, wire->address, addresses_budget(addresses, wire->address));
    }
}

static void upgrade(struct wire *wire, const struct http_request *request, struct buffer *out)
{
    int status = upgrade_check(wire, request);
    char accept[HANDSHAKE_ACCEPT_SIZE];
    if (status == 101 && wire->site->addresses != NULL && !wire->counted && !count(wire)) {
        status = 429;
    }
    if (status != 101) {
        http_refuse(out, status, request->head);
        wire->keeps = false;
        return;
    }
    handshake_accept(request->field[HTTP_WEBSOCKET_KEY].start, accept);
    http_answer(out, 101);
    http_header(out, "Upgrade", "websocket");
    http_header(out, "Connection", "Upgrade");
    http_header(out, "Sec-WebSocket-Accept", accept);
    if (http_lists(request->field[HTTP_WEBSOCKET_PROTOCOL], "pond.1")) {
        http_header(out, "Sec-WebSocket-Protocol", "pond.1");
    }
    buffer_text(out, "\r\n");
    wire->state = WIRE_SOCKET;
    enter(wire);
}

/* Does the client know whom it talks to? What a proxy asks for is the proxy's business. */
static bool host_fits(const struct wire *wire, const struct http_request *request)
{
    const char *origin = wire->site->origin,
               *scheme = origin != NULL ? strstr(origin, "://") : NULL;
    char name[256] = "";
    if (proxied(wire) || http_host_fits(request, wire->site->hostnames)) return true;
    if (scheme != NULL) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(scheme + 3, ":/"), scheme + 3);
    }
    return http_host_fits(request, name);
}

/* Whose request this is; 0, or the status to refuse it with. */
static int client_find(struct wire *wire, const struct http_request *request)
{
    struct site *site = wire->site;
    const struct http_text forwarded = request->field[HTTP_FORWARDED_FOR];
    if (site->addresses == NULL) return 0;
    if (proxied(wire)) {
        wire->client = wire->peer;
        if (forwarded.start != NULL &&
            !proxies_client(site->proxies, forwarded.start, forwarded.length, &wire->client)) {
            return 400;
        }
        wire->address = addresses_find(site->addresses, &wire->client, wire->heard_ms);
    }
    if (wire->address == 0) return 503;
    return addresses_ask(site->addresses, wire->address, wire->heard_ms) ? 0 : 429;
}

/* Takes the requests that are whole; returns how many bytes they were. */
static size_t take_requests(struct wire *wire, uint8_t *bytes, size_t length)
{
    size_t at = 0;
    while (wire->state == WIRE_HTTP && !wire->full && at < length) {
        struct http_request request;
        struct buffer out = {0};
        int status = http_read((const char *)bytes + at, length - at, &request);
        if (status < 0) return at;
        if (status == 0) status = client_find(wire, &request);
        if (status == 0 && !host_fits(wire, &request)) status = 421;
        wire->keeps = status == 0 && http_keeps(&request) && !wire->site->stopping;
        wire->head = request.head;
        bool answered = true;
        if (status > 0) {
            http_refuse(&out, status, request.head);
        } else if (http_equal(request.path, "/ws")) {
            upgrade(wire, &request, &out);
        } else {
            answered = site_answer(wire, &request, &out);
        }
        at += request.used;
        if (!answered) return at;
        write_answer(wire, &out);
        if (wire->state == WIRE_HTTP && !wire->keeps) end(wire);
    }
    return at;
}

/* ---- Bytes and time ---- */

/* Takes what can be taken; returns how many bytes that was. */
static size_t take(struct wire *wire, uint8_t *bytes, size_t length)
{
    size_t at = 0;
    if (wire->state == WIRE_HTTP) at = take_requests(wire, bytes, length);
    if (wire->state == WIRE_SOCKET) at += take_frames(wire, bytes + at, length - at);
    return wire->state == WIRE_HTTP || wire->state == WIRE_SOCKET ? at : length;
}

/* Keeps these bytes, which may be some of those that it keeps already, and no others. */
static void in_set(struct wire *wire, const uint8_t *bytes, size_t length)
{
    struct buffer rest = {0};
    if (length > 0) buffer_add(&rest, bytes, length);
    if (wire->parts != NULL) buffer_free(&wire->parts->in);
    if (length > 0) parts_of(wire)->in = rest;
    parts_drop_empty(wire);
}

void wire_receive(struct wire *wire, uint8_t *bytes, size_t length, int64_t now_ms)
{
    wire->heard_ms = now_ms;
    const size_t kept = wire_kept(wire);
    if (kept > 0) {
        struct buffer *in = &wire->parts->in;
        buffer_add(in, bytes, length);
        bytes = (uint8_t *)in->bytes;
        length = in->length;
    }
    const size_t used = take(wire, bytes, length);
    if (kept == 0 || used > 0) wire->opened_ms = now_ms; /* another one has begun */
    const size_t left = wire->state != WIRE_ENDED ? length - used : 0;
    in_set(wire, left > 0 ? bytes + used : NULL, left);
}

void wire_tick(struct wire *wire, int64_t now_ms)
{
    /* A request that dribbles in is given no more time than one that does not come at all. */
    if (wire->state == WIRE_HTTP && !wire->full && now_ms - wire->opened_ms > HEADER_TIME_MS_MAX) {
        end(wire);
    } else if (wire->state == WIRE_SOCKET && now_ms - wire->heard_ms > SILENCE_MS_MAX) {
        close_with(wire, CLOSE_AWAY);
    } else if (wire->state == WIRE_SOCKET && now_ms - wire->heard_ms > PING_MS &&
               now_ms - wire->pinged_ms > PING_MS) {
        wire->pinged_ms = now_ms;
        write_frame(wire, FRAME_PING, NULL, 0);
    }
}

void wire_stop(struct wire *wire)
{
    if (wire->state == WIRE_HTTP && wire_kept(wire) == 0 && !wire->full) end(wire);
}
