/* link.c: the line to a play server. See link.h. */
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TRIES_MAX 60 /* to come back, about a second apart */
#define AGAIN_MS 1000
#define CONNECT_MS_MAX 5000

int64_t link_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void link_drop(struct link *link)
{
    if (link->socket >= 0) close(link->socket);
    stream_free(&link->stream);
    tls_free(link->tls);
    link->tls = NULL;
    link->socket = -1;
    link->open = false;
}

static void link_lose(struct link *link)
{
    link_drop(link);
    link->again_ms = link_now_ms() + AGAIN_MS;
    if (++link->tries > TRIES_MAX) link->failed = true;
}

static bool bytes_send(struct link *link, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        const ssize_t sent = send(link->socket, bytes + at, length - at, MSG_NOSIGNAL);
        if (sent <= 0 && errno != EINTR) return false; /* reading will find out as well */
        if (sent > 0) at += (size_t)sent;
    }
    return true;
}

/* Sends what the encryption itself has to say. */
static bool tls_send(struct link *link)
{
    struct buffer out = {0};
    tls_take(link->tls, &out);
    const bool sent = bytes_send(link, out.bytes, out.length);
    buffer_free(&out);
    return sent;
}

static bool link_send(struct link *link, const void *bytes, size_t length)
{
    struct buffer out = {0};
    if (link->tls == NULL) return bytes_send(link, bytes, length);
    const bool sent =
        tls_seal(link->tls, bytes, length, &out) && bytes_send(link, out.bytes, out.length);
    buffer_free(&out);
    return sent;
}

static void frame_send(struct link *link, enum stream_opcode opcode, const void *bytes,
                       size_t length)
{
    uint8_t *out = malloc(length + STREAM_FRAME_EXTRA);
    if (out == NULL || link->socket < 0) {
        free(out);
        return;
    }
    link_send(link, out, stream_frame(&link->stream, opcode, bytes, length, out));
    free(out);
}

void link_say(struct link *link, json_t *message)
{
    char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
    link->said++;
    if (text != NULL && link->open) frame_send(link, STREAM_TEXT, text, strlen(text));
    free(text);
    json_decref(message);
}

static void hello(struct link *link)
{
    json_t *message =
        json_pack("{s:s,s:b,s:s,s:s,s:s}", "type", "hello", "board", 1, "key", link->key, "lang",
                  pond_word(POND_WORD_LANGUAGE_TAG, link->language), "device", "pond join");
    if (link->name != NULL) json_object_set_new(message, "name", json_pack("s", link->name));
    link->open = true;
    link_say(link, message);
}

/* What a server says is shown in a terminal: signs that would command the terminal are taken out of
 * every text, whatever the server is. A record keeps its ends of lines. */
static void text_tame(json_t *text)
{
    char *copy = strdup(json_string_value(text));
    size_t to = 0;
    if (copy == NULL) return;
    for (size_t from = 0, left = strlen(copy); left > 0;) {
        const unsigned char *at = (const unsigned char *)copy + from;
        const size_t length = pond_character_length(at, left); /* what jansson reads is UTF-8 */
        const size_t whole = length > 0 ? length : 1;
        if (*at == '\n' || pond_shown_length(at, left) > 0) {
            memmove(copy + to, at, whole);
            to += whole;
        }
        from += whole;
        left -= whole;
    }
    copy[to] = '\0';
    json_string_set_nocheck(text, copy);
    free(copy);
}

static void message_tame(json_t *value)
{
    const char *name;
    json_t *one;
    size_t i;
    if (json_is_string(value)) text_tame(value);
    json_object_foreach(value, name, one) message_tame(one);
    json_array_foreach(value, i, one) message_tame(one);
}

static void frame_seen(void *context, enum stream_opcode opcode, char *payload, size_t length)
{
    struct link *link = context;
    if (opcode == STREAM_PING) frame_send(link, STREAM_PONG, payload, length);
    if (opcode != STREAM_TEXT) return;
    json_t *message = json_loadb(payload, length, 0, NULL);
    message_tame(message);
    if (json_is_object(message)) link->heard(link->context, message);
    json_decref(message);
}

/* A socket that is connected within a few seconds, or -1. */
static int socket_open(const struct addrinfo *where)
{
    const int made = socket(where->ai_family, where->ai_socktype, where->ai_protocol);
    if (made < 0) return -1;
    const int flags = fcntl(made, F_GETFL);
    int error = 0;
    socklen_t size = sizeof error;
    fcntl(made, F_SETFL, flags | O_NONBLOCK);
    if (connect(made, where->ai_addr, where->ai_addrlen) != 0) {
        struct pollfd wanted = {.fd = made, .events = POLLOUT};
        if (errno != EINPROGRESS || poll(&wanted, 1, CONNECT_MS_MAX) != 1 ||
            getsockopt(made, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
            close(made);
            return -1;
        }
    }
    fcntl(made, F_SETFL, flags);
    return made;
}

/* Asks for a WebSocket. */
static bool request_send(struct link *link)
{
    char request[STREAM_HELLO_MAX], host[300];
    const char *name = link->address.host;
    const bool six = strchr(name, ':') != NULL;
    snprintf(host, sizeof host, "%s%s%s:%s", six ? "[" : "", name, six ? "]" : "",
             link->address.port);
    return link_send(link, request, stream_hello(&link->stream, host, "/ws", request));
}

static bool link_connect(struct link *link)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    uint64_t seed;
    if (getaddrinfo(link->address.host, link->address.port, &hints, &found) != 0) return false;
    for (const struct addrinfo *one = found; one != NULL && link->socket < 0; one = one->ai_next) {
        link->socket = socket_open(one);
    }
    freeaddrinfo(found);
    if (link->socket < 0) return false;
    randombytes_buf(&seed, sizeof seed);
    stream_begin(&link->stream, seed);
    if (!link->address.encrypted) return request_send(link);
    if (link->trusted == NULL) link->trusted = tls_keys_trusted();
    link->tls = tls_new_client(link->trusted, link->address.host);
    return tls_send(link); /* the request goes once that is agreed on */
}

bool link_open(struct link *link)
{
    link->socket = -1;
    if (sodium_init() < 0 || !link_connect(link)) return false;
    for (int64_t end_ms = link_now_ms() + CONNECT_MS_MAX; !link->open && link_now_ms() < end_ms;) {
        link_wait(link, 100, -1);
        if (link->socket < 0) return false; /* something else answers there */
    }
    return link->open;
}

void link_close(struct link *link)
{
    if (link->open) frame_send(link, STREAM_CLOSE, "\x03\xe8", 2);
    link_drop(link);
    tls_keys_free(link->trusted);
    link->trusted = NULL;
}

static bool link_hear(struct link *link, const char *bytes, size_t length)
{
    return stream_feed(&link->stream, bytes, length, frame_seen, link) == STREAM_FINE;
}

/* Decrypts what came, and hears it. */
static bool link_hear_sealed(struct link *link, const char *bytes, size_t length)
{
    char opened[16384];
    ssize_t got;
    const bool was_ready = tls_ready(link->tls);
    tls_feed(link->tls, bytes, length);
    while ((got = tls_open(link->tls, opened, sizeof opened)) > 0) {
        if (!link_hear(link, opened, (size_t)got)) return false;
    }
    if (got == TLS_BROKEN) link->distrust = tls_distrust(link->tls);
    if (!tls_send(link) || got < 0) return false;
    return was_ready || !tls_ready(link->tls) || request_send(link);
}

static void link_read(struct link *link)
{
    char bytes[16384];
    const ssize_t got = recv(link->socket, bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0 || !(link->tls != NULL ? link_hear_sealed(link, bytes, (size_t)got)
                                        : link_hear(link, bytes, (size_t)got))) {
        link_lose(link);
        return;
    }
    if (link->stream.open && !link->open) {
        link->tries = 0;
        hello(link);
    }
}

void link_wait(struct link *link, int time_ms, int other)
{
    if (link->socket < 0 && !link->failed && link_now_ms() >= link->again_ms) {
        if (!link_connect(link)) link_lose(link);
    }
    struct pollfd wanted[2] = {{.fd = link->socket, .events = POLLIN},
                               {.fd = other, .events = POLLIN}};
    if (link->socket < 0 && (time_ms < 0 || time_ms > 200)) time_ms = 200;
    if (poll(wanted, 2, time_ms) > 0 && wanted[0].revents != 0) link_read(link);
}
