/* outbox.c: output that waits to be written to clients. See connection.h.
 *
 * Output is gathered until the loop is idle. Then each socket gets all of its output in one piece,
 * and the pieces are written back to back, which costs far less than writes scattered among other
 * work. Messages that the hall marks as able to wait are held a little longer and go out with the
 * socket's next one. Only what a socket does not accept is kept, up to a limit per socket and one
 * for all; files and long records are sent in place. */
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
    bool sealed;        /* encrypted already, and in libuv's hands: it is in no queue */
    struct blob *owner; /* of bytes that are not copied; NULL: they stay forever */
    bool reads;         /* it is one of the owner's readers */
    char bytes[];
};

/* All has been taken, or never will be. */
static void backlog_end(struct client *client)
{
    if (client->backlog == NULL) return;
    buffer_free(&client->backlog->sealed);
    free(client->backlog);
    client->backlog = NULL;
}

/* A blob takes up memory until every socket has taken all of it. */
static void pending_reads(struct pending *pending)
{
    if (pending->owner == NULL) return;
    pending->reads = true;
    if (pending->owner->readers++ == 0) pending->client->server->lasting += pending->owner->length;
}

static void pending_reads_no_more(struct pending *pending)
{
    if (!pending->reads) return;
    pending->reads = false;
    if (--pending->owner->readers == 0) pending->client->server->lasting -= pending->owner->length;
}

static void pending_free(struct pending *pending)
{
    struct client *client = pending->client;
    struct backlog *backlog = client->backlog;
    backlog->unsent -= pending->length;
    backlog->copied -= pending->copied;
    if (pending->large) backlog->large -= pending->length;
    client->server->copied -= pending->copied;
    if (client->lost) client->server->doomed -= pending->copied;
    pending_reads_no_more(pending);
    blob_drop(pending->owner);
    free(pending);
    if (backlog->unsent == 0) backlog_end(client);
}

static void pending_done(uv_write_t *write, int status);

/* Gives libuv the next piece: a large file goes in small ones, so that nobody waits for it. */
static bool pending_piece(struct pending *pending)
{
    struct client *client = pending->client;
    const size_t length = pending->rest_length < PIECE_MAX ? pending->rest_length : PIECE_MAX;
    uv_buf_t piece = uv_buf_init((char *)(uintptr_t)pending->rest, (unsigned)length);
    if (client->tls != NULL) {
        struct buffer *sealed = &client->backlog->sealed;
        sealed->length = 0;
        if (!tls_seal(client->tls, pending->rest, length, sealed)) return false;
        piece = uv_buf_init(sealed->bytes, (unsigned)sealed->length);
    }
    pending->rest += length;
    pending->rest_length -= length;
    client->backlog->queued += piece.len;
    return uv_write(&pending->write, (uv_stream_t *)&client->tcp, &piece, 1, pending_done) == 0;
}

/* The same, now or when it is its turn. */
static bool pending_next(struct pending *pending)
{
    return !turn_may(pending->client) || pending_piece(pending);
}

void outbox_turn(struct client *client)
{
    if (client->closing || client->lost) return;
    if (!pending_piece(client->backlog->waiting)) client_lose(client);
}

/* A piece has been taken, or never will be: then the client goes, and what is left with it. */
static void pending_done(uv_write_t *write, int status)
{
    struct pending *pending = (struct pending *)write;
    struct client *client = pending->client;
    const bool in_queue = !pending->sealed;
    if (status == 0) client->backlog->taken_ms = server_now_ms(client->server);
    if (!in_queue) {
        pending_free(pending);
    } else if (status == 0 && pending->rest_length == 0) {
        client->backlog->waiting = pending->next;
        pending_free(pending);
    }
    if (client->closing || client->lost) return;
    const struct backlog *backlog = client->backlog;
    if (status < 0) {
        client_close(client);
    } else if (backlog == NULL) {
        client_listen(client);
    } else if (in_queue && backlog->waiting != NULL && !pending_next(backlog->waiting)) {
        client_lose(client);
    }
}

void outbox_forget(struct client *client)
{
    while (client->backlog != NULL && client->backlog->waiting != NULL) {
        struct pending *pending = client->backlog->waiting;
        client->backlog->waiting = pending->next;
        pending_free(pending);
    }
    backlog_end(client);
}

void outbox_lose(struct client *client)
{
    if (client->backlog == NULL) return;
    client->server->doomed += client->backlog->copied;
    for (struct pending *one = client->backlog->waiting; one != NULL; one = one->next) {
        pending_reads_no_more(one);
    }
}

/* How much memory its socket holds up: all that is its own, and its share of the rest. */
static size_t weight_of(const struct client *client)
{
    if (client->lost || client->backlog == NULL) return 0;
    size_t weight = client->backlog->copied;
    for (const struct pending *one = client->backlog->waiting; one != NULL; one = one->next) {
        if (one->reads) weight += one->owner->length / one->owner->readers;
    }
    return weight;
}

/* All sockets together have left too much unread: the one with the most is lost, until they have
 * not. */
static void memory_look(struct server *server)
{
    while (server->copied - server->doomed + server->lasting > OUT_BYTES_SUM_MAX) {
        struct client *worst = NULL;
        size_t most = 0;
        for (struct client *client = server->clients; client != NULL; client = client->next) {
            const size_t weight = weight_of(client);
            if (weight <= most) continue;
            worst = client;
            most = weight;
        }
        if (worst == NULL) return;
        client_lose(worst);
    }
}

static void pending_count(struct pending *pending)
{
    struct client *client = pending->client;
    if (client->backlog == NULL) {
        client->backlog = calloc(1, sizeof *client->backlog);
        assert(client->backlog != NULL);
        client->backlog->taken_ms = server_now_ms(client->server);
    }
    client->backlog->unsent += pending->length;
    client->backlog->copied += pending->copied;
    if (pending->large) client->backlog->large += pending->length;
    client->server->copied += pending->copied;
    pending_reads(pending);
}

/* Hands something over to libuv, which keeps trying, after all that waits already. */
static void pending_write(struct pending *pending, const char *bytes)
{
    struct client *client = pending->client;
    pending_count(pending);
    struct pending **last = &client->backlog->waiting;
    while (*last != NULL) last = &(*last)->next;
    *last = pending;
    if (client->wire.session == NULL) client->wire.full = true;
    pending->rest = bytes;
    pending->rest_length = pending->length;
    if (client->backlog->waiting == pending && !pending_next(pending)) client_lose(client);
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
    const struct backlog *backlog = client->backlog;
    const size_t others = backlog != NULL ? backlog->copied - backlog->large : 0;
    const bool large = length > OUT_BYTES_MAX && (backlog == NULL || backlog->large == 0);
    if (!large && others + length > OUT_BYTES_MAX) {
        client_lose(client); /* too slow: what it has not read is lost, it will come back */
        return;
    }
    struct pending *pending = pending_new(client, length, length);
    pending->large = large;
    memcpy(pending->bytes, bytes, length);
    pending_write(pending, pending->bytes);
}

/* ---- Output to clients ---- */

/* Can something be sent to it past libuv, which goes through the layer of files? Not while it has
 * not taken what came before. */
static bool client_takes(const struct client *client)
{
    return client->backlog == NULL && !client->closing && !client->lost;
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

static void line_leave(struct outgoing *outgoing)
{
    struct line *line = outgoing->line;
    *outgoing->before = outgoing->behind;
    if (outgoing->behind != NULL) outgoing->behind->before = outgoing->before;
    if (outgoing->behind == NULL) line->last = outgoing->before;
    outgoing->line = NULL;
}

static void line_join(struct line *line, struct outgoing *outgoing)
{
    if (line->first == NULL) line->last = &line->first;
    outgoing->line = line;
    outgoing->behind = NULL;
    outgoing->before = line->last;
    outgoing->since_ms = uv_now(&outgoing->client->server->loop);
    *line->last = outgoing;
    line->last = &outgoing->behind;
}

/* What is being said to a client. */
static struct outgoing *outgoing_of(struct client *client)
{
    struct server *server = client->server;
    if (client->outgoing != NULL) return client->outgoing;
    client->outgoing = server->spare_count > 0 ? server->spare[--server->spare_count]
                                               : calloc(1, sizeof *client->outgoing);
    assert(client->outgoing != NULL);
    client->outgoing->client = client;
    return client->outgoing;
}

static void outgoing_free(struct outgoing *outgoing)
{
    buffer_free(&outgoing->bytes);
    free(outgoing);
}

/* It has been written. */
static void outgoing_end(struct server *server, struct outgoing *outgoing)
{
    server->gathered -= outgoing->bytes.length;
    outgoing->bytes.length = 0;
    if (server->spare_count == SPARE_MAX || outgoing->bytes.room > SPARE_BYTES_MAX) {
        outgoing_free(outgoing);
    } else {
        server->spare[server->spare_count++] = outgoing;
    }
}

void outbox_free(struct server *server)
{
    while (server->spare_count > 0) outgoing_free(server->spare[--server->spare_count]);
}

/* Takes a client's output out of its queue, to be written. */
static struct outgoing *outgoing_take(struct client *client)
{
    struct outgoing *outgoing = client->outgoing;
    line_leave(outgoing);
    client->outgoing = NULL;
    return outgoing;
}

/* Writes a client's output. */
void outbox_flush_client(struct client *client)
{
    if (client->outgoing == NULL) return;
    struct outgoing *outgoing = outgoing_take(client);
    client_write(client, outgoing->bytes.bytes, outgoing->bytes.length);
    outgoing_end(client->server, outgoing);
}

/* Writes the output of the first client that is due. */
static void due_write_some(struct server *server)
{
    struct outgoing *written[PARCELS_MAX];
    struct parcel parcels[PARCELS_MAX];
    unsigned count = 0;
    while (server->due.first != NULL && count < PARCELS_MAX) {
        struct client *client = server->due.first->client;
        if (!client_takes(client) || client->tls != NULL) {
            outbox_flush_client(client);
            continue;
        }
        const struct outgoing *outgoing = written[count] = outgoing_take(client);
        parcels[count++] = (struct parcel){.socket = client->socket,
                                           .bytes = outgoing->bytes.bytes,
                                           .length = outgoing->bytes.length};
    }
    sender_send(server->sender, parcels, count);
    for (unsigned i = 0; i < count; i++) {
        client_sent(written[i]->client, &parcels[i]);
        outgoing_end(server, written[i]);
    }
}

static void on_held(uv_timer_t *timer) { (void)timer; /* outbox_flush comes next */ }

void outbox_flush(struct server *server)
{
    struct outgoing *outgoing;
    const uint64_t now = uv_now(&server->loop);
    while ((outgoing = server->held.first) != NULL && now - outgoing->since_ms >= HOLD_MS) {
        line_leave(outgoing);
        line_join(&server->due, outgoing);
    }
    while (server->due.first != NULL) due_write_some(server);
    if (outgoing != NULL && !uv_is_active((uv_handle_t *)&server->holds)) {
        uv_timer_start(&server->holds, on_held, outgoing->since_ms + HOLD_MS - now, 0);
    }
}

/* Where a client's words stand, the latest of which may wait, or not. */
static struct line *line_for(struct server *server, const struct outgoing *outgoing, bool waits)
{
    return waits && outgoing->line != &server->due ? &server->held : &server->due;
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
    struct outgoing *outgoing = outgoing_of(client);
    struct line *line = line_for(server, outgoing, waits);
    if (outgoing->line != line) {
        if (outgoing->line != NULL) line_leave(outgoing);
        line_join(line, outgoing);
    }
    buffer_add(&outgoing->bytes, first, first_length);
    buffer_add(&outgoing->bytes, second, second_length);
    server->gathered += length;
    if (outgoing->bytes.length > GATHERED_PIECE_MAX) outbox_flush_client(client);
    while (server->gathered > GATHERED_BYTES_MAX) {
        outgoing = server->due.first != NULL ? server->due.first : server->held.first;
        outbox_flush_client(outgoing->client);
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
    if (client_takes(client) && client->tls == NULL && turn_take(client)) parcel_send(&parcel);
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
