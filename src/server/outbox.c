/* outbox.c: what is to be written to clients. See connection.h.
 *
 * What is said gathers until the loop has nothing else to do: then every socket gets all of its own
 * in one piece, and one piece follows the other, which costs the system far less than pieces strewn
 * among other work. What the hall says may wait is held a little longer, and goes with whatever
 * that socket is told next. Only what a socket does not take is kept, up to a limit of its own and
 * one for all; files and long records are sent from where they lie. */
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "limits.h"

#define GATHERED_BYTES_MAX (1 << 20) /* for all sockets; then they are written at once */
#define GATHERED_PIECE_MAX 65536     /* larger pieces are not gathered */
#define SPARE_BYTES_MAX 4096         /* spare buffers are no larger than this */
#define PIECE_MAX 32768              /* of a file or a long record, at a time */
#define GIVE_BACK_BYTES (16 << 20)   /* unread no more: memory goes back to the system */

/* ---- What sockets have not taken ---- */

/* What a socket has not taken: a copy, or bytes that stay where they are. */
struct pending {
    uv_write_t write;
    struct client *client;
    struct pending *next;  /* of the same client: it goes once this one has been taken */
    size_t length, copied; /* of it in this very memory */
    const char *rest;      /* what libuv has not been given yet: */
    size_t rest_length;
    bool large;         /* a message of more than others may leave unread in all */
    bool sealed;        /* encrypted already, and in libuv's hands: it stands in no queue */
    struct blob *owner; /* of bytes that are not copied; NULL: they stay for ever */
    char bytes[];
};

static void pending_free(struct pending *pending)
{
    struct client *client = pending->client;
    client->unsent -= pending->length;
    client->copied -= pending->copied;
    if (pending->large) client->large -= pending->length;
    client->server->copied -= pending->copied;
    if (client->lost) client->server->doomed -= pending->copied;
    blob_drop(pending->owner);
    free(pending);
}

static void pending_done(uv_write_t *write, int status);

/* Gives libuv the next piece: a large file goes in small ones, so that nobody waits for it. */
static bool pending_next(struct pending *pending)
{
    struct client *client = pending->client;
    const size_t length = pending->rest_length < PIECE_MAX ? pending->rest_length : PIECE_MAX;
    uv_buf_t piece = uv_buf_init((char *)(uintptr_t)pending->rest, (unsigned)length);
    if (client->tls != NULL) {
        client->sealed.length = 0;
        if (!tls_seal(client->tls, pending->rest, length, &client->sealed)) return false;
        piece = uv_buf_init(client->sealed.bytes, (unsigned)client->sealed.length);
    }
    pending->rest += length;
    pending->rest_length -= length;
    client->queued += piece.len;
    return uv_write(&pending->write, (uv_stream_t *)&client->tcp, &piece, 1, pending_done) == 0;
}

/* A piece has been taken, or never will be: then the client goes, and what is left with it. */
static void pending_done(uv_write_t *write, int status)
{
    struct pending *pending = (struct pending *)write;
    struct client *client = pending->client;
    const bool in_queue = !pending->sealed;
    if (status == 0) client->taken_ms = server_now_ms(client->server);
    if (!in_queue) {
        pending_free(pending);
    } else if (status == 0 && pending->rest_length == 0) {
        client->waiting = pending->next;
        pending_free(pending);
    }
    if (client->closing || client->lost) return;
    if (status < 0) {
        client_close(client);
    } else if (client->unsent == 0) {
        buffer_free(&client->sealed);
        client_listen(client);
    } else if (in_queue && client->waiting != NULL && !pending_next(client->waiting)) {
        client_lose(client);
    }
}

void outbox_forget(struct client *client)
{
    while (client->waiting != NULL) {
        struct pending *pending = client->waiting;
        client->waiting = pending->next;
        pending_free(pending);
    }
    buffer_free(&client->sealed);
}

/* All sockets together have left too much unread: the one with the most is lost, until they have
 * not. */
static void memory_look(struct server *server)
{
    while (server->copied - server->doomed > OUT_BYTES_SUM_MAX) {
        struct client *worst = NULL;
        for (struct client *client = server->clients; client != NULL; client = client->next) {
            if (client->lost || client->copied == 0) continue;
            if (worst == NULL || client->copied > worst->copied) worst = client;
        }
        if (worst == NULL) return;
        client_lose(worst);
    }
}

static void pending_count(struct pending *pending)
{
    struct client *client = pending->client;
    if (client->unsent == 0) client->taken_ms = server_now_ms(client->server);
    client->unsent += pending->length;
    client->copied += pending->copied;
    if (pending->large) client->large += pending->length;
    client->server->copied += pending->copied;
}

/* Hands something over to libuv, which keeps trying, after all that waits already. */
static void pending_write(struct pending *pending, const char *bytes)
{
    struct client *client = pending->client;
    struct pending **last = &client->waiting;
    while (*last != NULL) last = &(*last)->next;
    *last = pending;
    pending_count(pending);
    if (client->wire.session == NULL) client->wire.full = true;
    pending->rest = bytes;
    pending->rest_length = pending->length;
    if (client->waiting == pending && !pending_next(pending)) client_lose(client);
    memory_look(client->server);
}

static struct pending *pending_new(struct client *client, size_t length, size_t copied)
{
    struct pending *pending = malloc(sizeof *pending + copied);
    assert(pending != NULL);
    *pending = (struct pending){.client = client, .length = length, .copied = copied};
    return pending;
}

/* Keeps what the socket did not take. One large message at a time, such as a long record, may wait
 * besides the usual ones. */
static void pending_add(struct client *client, const char *bytes, size_t length)
{
    const bool large = length > OUT_BYTES_MAX && client->large == 0;
    if (!large && client->copied - client->large + length > OUT_BYTES_MAX) {
        client_lose(client); /* too slow: what it has not read is lost, it will come back */
        return;
    }
    struct pending *pending = pending_new(client, length, length);
    pending->large = large;
    memcpy(pending->bytes, bytes, length);
    pending_write(pending, pending->bytes);
}

/* ---- What is said to them ---- */

/* Can something be sent to it past libuv, which goes through the layer of files? Not while it has
 * not taken what came before. */
static bool client_takes(const struct client *client)
{
    return client->unsent == 0 && !client->closing && !client->lost;
}

/* Keeps what the socket has not taken. */
static void client_sent(struct client *client, const struct parcel *parcel)
{
    if (client->closing || client->lost) return;
    if (parcel->taken < 0) {
        client_lose(client);
    } else if ((size_t)parcel->taken < parcel->length) {
        pending_add(client, parcel->bytes + parcel->taken, parcel->length - (size_t)parcel->taken);
    }
}

/* What is encrypted goes at once, for it counts in that order: to the socket, or to libuv. */
void outbox_write_sealed(struct client *client, const char *bytes, size_t length)
{
    struct parcel parcel = {.socket = client->socket, .bytes = bytes, .length = length};
    if (length == 0 || client->closing || client->lost) return;
    if (client_takes(client)) parcel_send(&parcel);
    if (parcel.taken == (ssize_t)length) return;
    if (parcel.taken < 0) {
        client_lose(client);
        return;
    }
    const size_t rest = length - (size_t)parcel.taken;
    struct pending *pending = pending_new(client, rest, rest);
    memcpy(pending->bytes, bytes + parcel.taken, rest);
    pending->sealed = true;
    pending_count(pending);
    const uv_buf_t piece = uv_buf_init(pending->bytes, (unsigned)rest);
    if (uv_write(&pending->write, (uv_stream_t *)&client->tcp, &piece, 1, pending_done) != 0) {
        pending_free(pending);
        client_lose(client);
    }
}

/* Encrypts and writes; what has to wait is encrypted when its turn comes. */
static void client_seal(struct client *client, const char *bytes, size_t length)
{
    struct buffer sealed = {0};
    if (client->closing || client->lost) return;
    if (!client_takes(client) || length > PIECE_MAX) {
        pending_add(client, bytes, length);
        return;
    }
    if (tls_seal(client->tls, bytes, length, &sealed)) {
        outbox_write_sealed(client, sealed.bytes, sealed.length);
    } else {
        client_lose(client);
    }
    buffer_free(&sealed);
}

static void client_write(struct client *client, const char *bytes, size_t length)
{
    struct parcel parcel = {.socket = client->socket, .bytes = bytes, .length = length};
    if (length == 0) return;
    if (client->tls != NULL) {
        client_seal(client, bytes, length);
        return;
    }
    if (client_takes(client)) parcel_send(&parcel);
    client_sent(client, &parcel);
}

static void line_leave(struct client *client)
{
    struct line *line = client->line;
    if (line == NULL) return;
    *client->before = client->behind;
    if (client->behind != NULL) client->behind->before = client->before;
    if (client->behind == NULL) line->last = client->before;
    client->line = NULL;
}

static void line_join(struct line *line, struct client *client)
{
    if (line->first == NULL) line->last = &line->first;
    client->line = line;
    client->behind = NULL;
    client->before = line->last;
    client->since_ms = uv_now(&client->server->loop);
    *line->last = client;
    line->last = &client->behind;
}

/* Who has nothing to be written has no buffer: those that there are go round. */
static void spare_take(struct server *server, struct buffer *buffer)
{
    if (server->spare_count == 0) return;
    *buffer = server->spare[--server->spare_count];
    buffer->length = 0;
}

static void spare_give(struct server *server, struct buffer *buffer)
{
    if (server->spare_count == SPARE_MAX || buffer->room > SPARE_BYTES_MAX) {
        buffer_free(buffer);
        return;
    }
    server->spare[server->spare_count++] = *buffer;
    *buffer = (struct buffer){0};
}

static void said_end(struct client *client)
{
    client->server->gathered -= client->said.length;
    spare_give(client->server, &client->said);
}

/* Writes what has been said to a client. */
void outbox_flush_client(struct client *client)
{
    if (client->line == NULL) return;
    line_leave(client);
    client_write(client, client->said.bytes, client->said.length);
    said_end(client);
}

/* Writes what has been said to the first of those who are due. */
static void due_write_some(struct server *server)
{
    struct client *clients[PARCELS_MAX];
    struct parcel parcels[PARCELS_MAX];
    unsigned count = 0;
    while (server->due.first != NULL && count < PARCELS_MAX) {
        struct client *client = server->due.first;
        if (!client_takes(client) || client->tls != NULL) {
            outbox_flush_client(client);
            continue;
        }
        line_leave(client);
        clients[count] = client;
        parcels[count++] = (struct parcel){
            .socket = client->socket, .bytes = client->said.bytes, .length = client->said.length};
    }
    sender_send(server->sender, parcels, count);
    for (unsigned i = 0; i < count; i++) {
        client_sent(clients[i], &parcels[i]);
        said_end(clients[i]);
    }
}

static void on_held(uv_timer_t *timer) { (void)timer; /* outbox_flush comes next */ }

void outbox_flush(struct server *server)
{
    struct client *client;
    const uint64_t now = uv_now(&server->loop);
    while ((client = server->held.first) != NULL && now - client->since_ms >= HOLD_MS) {
        line_leave(client);
        line_join(&server->due, client);
    }
    while (server->due.first != NULL) due_write_some(server);
    if (client != NULL && !uv_is_active((uv_handle_t *)&server->holds)) {
        uv_timer_start(&server->holds, on_held, client->since_ms + HOLD_MS - now, 0);
    }
}

/* Where a client stands whose latest words may wait, or not. */
static struct line *line_for(struct server *server, const struct client *client, bool waits)
{
    return waits && client->line != &server->due ? &server->held : &server->due;
}

void outbox_write(void *context, struct wire *wire, const void *first, size_t first_length,
                  const void *second, size_t second_length, bool waits)
{
    struct server *server = context;
    struct client *client = client_of(wire);
    const size_t length = first_length + second_length;
    if (client->closing || client->lost) return;
    if (length > GATHERED_PIECE_MAX) {
        outbox_flush_client(client);
        client_write(client, first, first_length);
        client_write(client, second, second_length);
        return;
    }
    if (client->line == NULL) spare_take(server, &client->said);
    struct line *line = line_for(server, client, waits);
    if (client->line != line) {
        line_leave(client);
        line_join(line, client);
    }
    buffer_add(&client->said, first, first_length);
    buffer_add(&client->said, second, second_length);
    server->gathered += length;
    if (client->said.length > GATHERED_PIECE_MAX) outbox_flush_client(client);
    while (server->gathered > GATHERED_BYTES_MAX) {
        outbox_flush_client(server->due.first != NULL ? server->due.first : server->held.first);
    }
}

void outbox_write_lasting(void *context, struct wire *wire, const void *bytes, size_t length,
                          struct blob *owner)
{
    struct client *client = client_of(wire);
    struct parcel parcel = {.socket = client->socket, .bytes = bytes, .length = length};
    (void)context;
    if (client->closing || client->lost || length == 0) return;
    outbox_flush_client(client);
    if (parcel.length > PIECE_MAX) parcel.length = PIECE_MAX;
    if (client_takes(client) && client->tls == NULL) parcel_send(&parcel);
    if (client->lost || parcel.taken == (ssize_t)length) return;
    if (parcel.taken < 0) {
        client_lose(client);
        return;
    }
    const size_t rest = length - (size_t)parcel.taken;
    struct pending *pending = pending_new(client, rest, 0);
    pending->owner = owner != NULL ? blob_keep(owner) : NULL;
    pending_write(pending, parcel.bytes + parcel.taken);
}

/* After a flood, what the allocator keeps for the next one goes back to the system. */
void outbox_give_back(struct server *server)
{
    if (server->copied > server->copied_most) server->copied_most = server->copied;
    if (server->copied_most - server->copied < GIVE_BACK_BYTES) return;
    malloc_trim(0);
    server->copied_most = server->copied;
}
