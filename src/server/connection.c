/* connection.c: one connection, from its beginning to its end. See connection.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "limits.h"

#define FILES_KEPT 24    /* that connections never use */
#define SHUT_MS_MAX 2000 /* for the other side to close, too */

struct client *client_of(struct wire *wire)
{
    return (struct client *)((char *)wire - offsetof(struct client, wire));
}
static void client_closed(uv_handle_t *handle)
{
    struct client *client = handle->data;
    outbox_forget(client);
    tls_free(client->tls);
    free(client);
}

void client_close(struct client *client)
{
    if (client->closing) return;
    struct server *server = client->server;
    outbox_flush_client(client);
    client->closing = true;
    turn_forget(client);
    wire_gone(&client->wire);
    *client->link = client->next;
    if (client->next != NULL) client->next->link = client->link;
    server->client_count--;
    server->own_count -= client->own;
    uv_close((uv_handle_t *)&client->tcp, client_closed);
}

/* To be closed with the next sweep. */
void client_lose(struct client *client)
{
    if (!client->lost) outbox_lose(client);
    client->lost = true;
    client->server->sweeps = true;
}
/* Not at once: the hall may be in the middle of telling this very client something. */
void client_end(void *context, struct wire *wire)
{
    (void)context;
    client_of(wire)->ending = true;
    client_of(wire)->server->sweeps = true;
}

/* Writes what the encryption itself has to say, and at the end that nothing more comes. */
static void tls_say(struct client *client, bool ends)
{
    struct buffer out = {0};
    if (client->tls == NULL) return;
    if (ends) tls_end(client->tls);
    tls_take(client->tls, &out);
    outbox_write_sealed(client, out.bytes, out.length);
    buffer_free(&out);
}

static void shut_done(uv_shutdown_t *shutdown, int status)
{
    (void)status;
    free(shutdown);
}

/* A socket that is closed with something unread takes what was written last with it: so the other
 * side is told that nothing more comes, and is listened to until it closes, for a while. */
static void client_shut(struct client *client, int64_t now)
{
    uv_shutdown_t *shutdown = malloc(sizeof *shutdown);
    assert(shutdown != NULL);
    tls_say(client, true);
    client->shut = true;
    client->shut_until_ms = now + SHUT_MS_MAX;
    if (uv_shutdown(shutdown, (uv_stream_t *)&client->tcp, shut_done) != 0) {
        free(shutdown);
        client_lose(client);
    }
}

void client_sweep(struct client *client, int64_t now)
{
    if (client->closing) return;
    if (client->ending) {
        outbox_flush_client(client);
        wire_gone(&client->wire); /* gone, even if the last words were not taken */
    }
    if (client->ending && client->backlog == NULL && !client->shut && !client->lost) {
        if (client->mute) {
            client_lose(client);
        } else {
            client_shut(client, now);
        }
    }
    if (client->lost || (client->shut && now >= client->shut_until_ms)) client_close(client);
    if (client->ending && !client->closing) client->server->sweeps = true; /* once more */
}

/* Drops a client that reads nothing: its system may answer ours forever. */
void client_watch(struct client *client, int64_t now)
{
    struct backlog *backlog = client->backlog;
    if (backlog == NULL) return;
    const size_t queued = uv_stream_get_write_queue_size((uv_stream_t *)&client->tcp);
    if (queued < backlog->queued) backlog->taken_ms = now;
    backlog->queued = queued;
    if (queued > 0 && now - backlog->taken_ms > UNTAKEN_MS_MAX) client_lose(client);
}

static void read_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct client *client = handle->data;
    *buffer = uv_buf_init(client->server->read_buffer, READ_SIZE);
}

static void client_hear(struct client *client, uint8_t *bytes, size_t length)
{
    struct server *server = client->server;
    const int64_t now = server_now_ms(server);
    hall_time(server->hall, now);
    wire_receive(&client->wire, bytes, length, now);
    /* A client that fetches files gets no more until it has taken those it has asked for.
     */
    if (client->wire.full) uv_read_stop((uv_stream_t *)&client->tcp);
    client_sweep(client, now);
}

/* The other side says no more. What it has asked for by HTTP it still gets. */
static void client_heard_out(struct client *client)
{
    outbox_flush_client(client);
    client->mute = true;
    uv_read_stop((uv_stream_t *)&client->tcp);
    if (client->wire.state == WIRE_ASKING) return;
    if (client->backlog == NULL || client->wire.session != NULL) {
        client_close(client);
        return;
    }
    client->ending = true;
    client->server->sweeps = true;
}

/* What came is decrypted, and heard as if it had come like that. */
static void client_open_sealed(struct client *client)
{
    struct server *server = client->server;
    ssize_t opened;
    while ((opened = tls_open(client->tls, server->opened, READ_SIZE)) > 0) {
        client_hear(client, (uint8_t *)server->opened, (size_t)opened);
        if (client->closing || client->ending || client->lost) return;
    }
    tls_say(client, false);
    if (opened == TLS_ENDED) client_heard_out(client);
    if (opened == TLS_BROKEN) client_close(client);
}

static void client_hear_sealed(struct client *client, const char *bytes, size_t length)
{
    tls_feed(client->tls, bytes, length);
    if (tls_ready(client->tls) || turn_may(client)) {
        client_open_sealed(client);
    } else {
        uv_read_stop((uv_stream_t *)&client->tcp);
    }
}

static void read_done(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct client *client = stream->data;
    if (length == UV_EOF) {
        client_heard_out(client);
    } else if (length < 0) {
        client_close(client);
    } else if (length == 0 || client->ending || client->lost) { /* nobody listens */
    } else if (client->tls != NULL) {
        client_hear_sealed(client, buffer->base, (size_t)length);
    } else {
        client_hear(client, (uint8_t *)buffer->base, (size_t)length);
    }
}

void client_greet(struct client *client)
{
    uv_read_start((uv_stream_t *)&client->tcp, read_room, read_done);
    if (!client->ending && !client->lost) client_open_sealed(client);
}

void client_listen(struct client *client)
{
    const bool stood = client->wire.full;
    client->wire.full = false;
    if (!stood || client->mute || client->lost) return;
    uv_read_start((uv_stream_t *)&client->tcp, read_room, read_done);
    if (client->ending) return; /* only until the other side closes */
    client->wire.opened_ms =
        server_now_ms(client->server); /* what waited had no time to be complete */
    client_hear(client, NULL, 0);
}

/* Who a client is, for limits; never logged. */
static bool address_of(const struct client *client, struct address *address)
{
    struct sockaddr_storage peer;
    int length = sizeof peer;
    return uv_tcp_getpeername(&client->tcp, (struct sockaddr *)&peer, &length) == 0 &&
           address_of_peer((struct sockaddr *)&peer, address);
}

/* Is the client at the server's own machine? `lan`: it has come by an address that others use. */
static bool client_here(const struct client *client, bool *lan)
{
    struct sockaddr_storage peer, own;
    struct address from, to;
    int length = sizeof peer, own_length = sizeof own;
    if (uv_tcp_getpeername(&client->tcp, (struct sockaddr *)&peer, &length) != 0 ||
        uv_tcp_getsockname(&client->tcp, (struct sockaddr *)&own, &own_length) != 0) {
        return false;
    }
    *lan = false;
    if (network_peer_is_here((struct sockaddr *)&peer)) return true;
    *lan = address_of_peer((struct sockaddr *)&peer, &from) &&
           address_of_peer((struct sockaddr *)&own, &to) &&
           memcmp(from.bytes, to.bytes, sizeof from.bytes) == 0;
    return *lan;
}

bool client_reach(void *context, struct wire *wire, struct reach *reach)
{
    const struct server *server = context;
    const char *address = server->options->address;
    const struct client *client = client_of(wire);
    if (server->options->proxies != NULL || !client_here(client, &reach->lan)) return false;
    reach->here = network_is_here(address);
    reach->home = strcmp(address, "0.0.0.0") == 0 && client->tls == NULL;
    reach->port = server->port;
    if (network_is_everywhere(address)) reach->count = network_addresses(reach->addresses);
    return true;
}

/* Is there a file left for it? Some are kept for the store. */
static bool file_left(struct server *server, const struct client *client)
{
    if (client->socket < server->files_max - FILES_KEPT) return true;
    if (server->refused_files++ == 0) server_log(server, "files", "used_up", server->files_max);
    return false;
}

/* May there be one more? The host comes in however many others there are. */
static bool room_left(struct server *server, const struct client *client)
{
    if (client->own) return server->own_count < OWN_CONNECTIONS_MAX;
    return server->client_count < CONNECTIONS_MAX && file_left(server, client);
}

void client_accept(uv_stream_t *listener, int status)
{
    struct server *server = listener->data;
    struct address address;
    if (status < 0) return;
    struct client *client = calloc(1, sizeof *client);
    assert(client != NULL);
    uv_tcp_init(&server->loop, &client->tcp);
    client->tcp.data = client;
    client->server = server;
    if (uv_accept(listener, (uv_stream_t *)&client->tcp) != 0) {
        uv_close((uv_handle_t *)&client->tcp, client_closed);
        return;
    }
    const int64_t now = server_now_ms(server);
    client->own = listener == (uv_stream_t *)&server->own;
    struct site *site = client->own ? &server->own_site : &server->site;
    if (server->stopping || uv_fileno((uv_handle_t *)&client->tcp, &client->socket) != 0 ||
        !room_left(server, client) || !address_of(client, &address) ||
        !wire_open(&client->wire, site, &address, now)) {
        server->refused_connections++;
        client->closing = true;
        uv_close((uv_handle_t *)&client->tcp, client_closed);
        return;
    }
    uv_tcp_nodelay(&client->tcp, 1);
    if (server->options->tls != NULL && !client->own) {
        client->tls = tls_new(server->options->tls);
    }
    client->next = server->clients;
    client->link = &server->clients;
    if (server->clients != NULL) server->clients->link = &client->next;
    server->clients = client;
    server->client_count++;
    server->own_count += client->own;
    uv_read_start((uv_stream_t *)&client->tcp, read_room, read_done);
}

void clients_sweep(struct server *server, int64_t now)
{
    struct client *next;
    if (!server->sweeps) return;
    server->sweeps = false;
    for (struct client *client = server->clients; client != NULL; client = next) {
        next = client->next;
        client_sweep(client, now);
    }
}
