/* loop.c: the play server with its sockets. See loop.h.
 *
 * Everything that decides is elsewhere: here bytes are carried between sockets and wires, and the
 * hall is told the time. Reading uses one buffer for all sockets. What is to be written gathers
 * until the loop has nothing else to do: then every socket gets all of its own in one piece, and
 * one piece follows the other, which costs the system far less than pieces strewn among other work.
 * What the hall says may wait is held a little longer, and goes with whatever that socket is told
 * next. Only what a socket does not take is kept, up to a limit. */
#include "loop.h"

#include <assert.h>
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

#include "addresses.h"
#include "limits.h"
#include "sender.h"
#include "think.h"
#include "wire.h"

#define TICK_MS 100
#define FIGURES_TICKS 600 /* between two lines of figures in the log */
#define BACKLOG 1024
#define READ_SIZE 65536
#define GATHERED_BYTES_MAX (1 << 20) /* for all sockets; then they are written at once */
#define GATHERED_PIECE_MAX 65536     /* larger pieces (files of the page) are not copied */
#define SPARE_MAX 512                /* buffers kept for what is said next, */
#define SPARE_BYTES_MAX 4096         /* each of them no larger than this */
#define PIECE_MAX 32768              /* of a file or a long record, at a time */
#define FILES_KEPT 24                /* that connections never use */
#define GIVE_BACK_BYTES (16 << 20)   /* unread no more: memory goes back to the system */
#define SHUT_MS_MAX 2000             /* for the other side to close, too */
#define STOP_MS_MAX 3000             /* to send and store what is under way */
#define SIGNALS 3 /* that end it: of a person, of the system, of a closed terminal */

struct server;

/* Clients that have something to be written, in the order in which they came to have it. */
struct line {
    struct client *first, **last;
};

struct client {
    uv_tcp_t tcp;
    int socket; /* of it */
    struct wire wire;
    struct server *server;
    struct client *next, **link;
    size_t unsent;
    size_t copied, large; /* bytes of that in memory of its own; those of a large message */
    size_t queued;        /* bytes of that which its system had not taken when last looked at; */
    int64_t taken_ms;     /* and when it has taken some */
    struct buffer said;   /* to it, and not written yet */
    struct line *line;    /* where it stands with that; NULL: nowhere */
    struct client *behind, **before;
    uint64_t since_ms;    /* in that line, by the loop's time */
    bool closing, ending; /* ending: once all is written */
    bool lost;            /* ending, whatever is unwritten */
    bool mute;            /* the other side says no more */
    bool shut;            /* all is written and the other side knows: it has a while to go */
    int64_t shut_until_ms;
};

struct server {
    const struct loop_options *options;
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_timer_t timer;
    uv_prepare_t waits; /* about to wait for whatever comes next */
    uv_timer_t holds;   /* someone is held back: until then */
    uv_signal_t signals[SIGNALS];
    uv_async_t stored, thought;
    struct site site;
    struct hall *hall;
    struct store *store;
    struct think_pool *pool;
    struct addresses *addresses;
    int port;
    struct client *clients;
    uint32_t client_count;
    bool sweeps; /* someone is ending or lost */
    uint64_t ticks;
    int64_t wall_ms;   /* the wall clock at the start, */
    uint64_t start_ns; /* and the steady one: it alone decides from then on */
    int64_t stop_at_ms;
    bool stopping;
    bool failing;          /* the store could not write, when it was last asked */
    size_t copied, doomed; /* bytes that sockets have not taken; those of lost ones */
    size_t copied_most;    /* since memory was given back */
    uint64_t refused_connections;
    int files_max;
    uint64_t refused_files; /* of those: no file was left for them */
    struct line due, held;  /* to be written before the loop waits; in a little while */
    size_t gathered;        /* bytes said to all of them */
    struct buffer spare[SPARE_MAX];
    uint32_t spare_count;
    struct sender *sender;
    char read_buffer[READ_SIZE];
};

static int64_t now_ms(const struct server *server)
{
    return server->wall_ms + (int64_t)((uv_hrtime() - server->start_ns) / 1000000);
}

static void log_line(const struct server *server, const char *what, const char *key,
                     long long value)
{
    if (server->options->log == NULL) return;
    fprintf(server->options->log, "{\"at\":%lld,\"what\":\"%s\",\"%s\":%lld}\n",
            (long long)now_ms(server), what, key, value);
    fflush(server->options->log);
}

/* How it goes, once a minute: numbers alone. */
static void log_figures(const struct server *server)
{
    const struct hall_figures figures = hall_figures(server->hall);
    if (server->options->log == NULL) return;
    fprintf(server->options->log,
            "{\"at\":%lld,\"what\":\"figures\",\"connections\":%u,\"sessions\":%u,\"rooms\":%u,"
            "\"moves\":%llu,\"refused\":%llu,\"turned_away\":%llu}\n",
            (long long)now_ms(server), server->client_count, figures.sessions, figures.rooms,
            (unsigned long long)figures.moves, (unsigned long long)figures.refused,
            (unsigned long long)server->refused_connections);
    fflush(server->options->log);
}

/* ---- Clients ---- */

static void client_closed(uv_handle_t *handle)
{
    struct client *client = handle->data;
    free(client);
}

static void said_write(struct client *client);

static void client_close(struct client *client)
{
    if (client->closing) return;
    struct server *server = client->server;
    said_write(client);
    client->closing = true;
    wire_gone(&client->wire);
    *client->link = client->next;
    if (client->next != NULL) client->next->link = client->link;
    server->client_count--;
    uv_close((uv_handle_t *)&client->tcp, client_closed);
}

/* To be closed with the next sweep. */
static void client_lose(struct client *client)
{
    if (!client->lost) client->server->doomed += client->copied;
    client->lost = true;
    client->server->sweeps = true;
}

/* What a socket has not taken: a copy, or bytes that stay where they are. */
struct pending {
    uv_write_t write;
    struct client *client;
    size_t length, copied; /* of it in this very memory */
    const char *rest;      /* what libuv has not been given yet: */
    size_t rest_length;
    bool large;         /* a message of more than others may leave unread in all */
    struct blob *owner; /* of bytes that are not copied; NULL: they stay for ever */
    char bytes[];
};

static void client_listen(struct client *client);

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
    const uv_buf_t piece = uv_buf_init((char *)(uintptr_t)pending->rest, (unsigned)length);
    pending->rest += length;
    pending->rest_length -= length;
    client->queued += length;
    return uv_write(&pending->write, (uv_stream_t *)&client->tcp, &piece, 1, pending_done) == 0;
}

static void pending_done(uv_write_t *write, int status)
{
    struct pending *pending = (struct pending *)write;
    struct client *client = pending->client;
    if (status == 0) client->taken_ms = now_ms(client->server);
    if (status == 0 && !client->closing && !client->lost && pending->rest_length > 0 &&
        pending_next(pending)) {
        return;
    }
    if (pending->rest_length > 0 && !client->closing) client_lose(client);
    pending_free(pending);
    if (client->closing) return;
    if (status < 0) {
        client_close(client);
    } else if (client->unsent == 0) {
        client_listen(client);
    }
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

/* Hands something over to libuv, which keeps trying. */
static void pending_write(struct pending *pending, const char *bytes)
{
    struct client *client = pending->client;
    if (client->unsent == 0) client->taken_ms = now_ms(client->server);
    client->unsent += pending->length;
    client->copied += pending->copied;
    if (pending->large) client->large += pending->length;
    client->server->copied += pending->copied;
    if (client->wire.session == NULL) client->wire.full = true;
    pending->rest = bytes;
    pending->rest_length = pending->length;
    if (!pending_next(pending)) {
        pending_free(pending);
        client_lose(client); /* or it would miss a piece */
    }
    memory_look(client->server);
}

static struct pending *pending_new(struct client *client, size_t length, size_t copied)
{
    struct pending *pending = malloc(sizeof *pending + copied);
    assert(pending != NULL);
    pending->client = client;
    pending->length = length;
    pending->copied = copied;
    pending->large = false;
    pending->owner = NULL;
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

static struct client *client_of(struct wire *wire)
{
    return (struct client *)((char *)wire - offsetof(struct client, wire));
}

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

static void client_write(struct client *client, const char *bytes, size_t length)
{
    struct parcel parcel = {.socket = client->socket, .bytes = bytes, .length = length};
    if (length == 0) return;
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
static void said_write(struct client *client)
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
        if (!client_takes(client)) {
            said_write(client);
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

static void on_held(uv_timer_t *timer) { (void)timer; /* on_wait comes next */ }

static void on_wait(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    struct client *client;
    const uint64_t now = uv_now(&server->loop);
    store_flush(server->store);
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

static void site_write(void *context, struct wire *wire, const void *first, size_t first_length,
                       const void *second, size_t second_length, bool waits)
{
    struct server *server = context;
    struct client *client = client_of(wire);
    const size_t length = first_length + second_length;
    if (client->closing || client->lost) return;
    if (length > GATHERED_PIECE_MAX) {
        said_write(client);
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
    if (client->said.length > GATHERED_PIECE_MAX) said_write(client);
    while (server->gathered > GATHERED_BYTES_MAX) {
        said_write(server->due.first != NULL ? server->due.first : server->held.first);
    }
}

static void site_write_lasting(void *context, struct wire *wire, const void *bytes, size_t length,
                               struct blob *owner)
{
    struct client *client = client_of(wire);
    struct parcel parcel = {.socket = client->socket, .bytes = bytes, .length = length};
    (void)context;
    if (client->closing || client->lost || length == 0) return;
    said_write(client);
    if (parcel.length > PIECE_MAX) parcel.length = PIECE_MAX;
    if (client_takes(client)) parcel_send(&parcel);
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

/* Not at once: the hall may be in the middle of telling this very client something. */
static void site_end(void *context, struct wire *wire)
{
    (void)context;
    client_of(wire)->ending = true;
    client_of(wire)->server->sweeps = true;
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
    client->shut = true;
    client->shut_until_ms = now + SHUT_MS_MAX;
    if (uv_shutdown(shutdown, (uv_stream_t *)&client->tcp, shut_done) != 0) {
        free(shutdown);
        client_lose(client);
    }
}

static void client_sweep(struct client *client, int64_t now)
{
    if (client->closing) return;
    if (client->ending) {
        said_write(client);
        wire_gone(&client->wire); /* whoever does not take the last words is gone all the same */
    }
    if (client->ending && client->unsent == 0 && !client->shut && !client->lost) {
        if (client->mute) {
            client_lose(client);
        } else {
            client_shut(client, now);
        }
    }
    if (client->lost || (client->shut && now >= client->shut_until_ms)) client_close(client);
    if (client->ending && !client->closing) client->server->sweeps = true; /* once more */
}

/* Loses a client that takes nothing of what waits for it: its system may answer ours for ever. */
static void client_look(struct client *client, int64_t now)
{
    const size_t queued = uv_stream_get_write_queue_size((uv_stream_t *)&client->tcp);
    if (queued < client->queued) client->taken_ms = now;
    client->queued = queued;
    if (queued > 0 && now - client->taken_ms > UNTAKEN_MS_MAX) client_lose(client);
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
    const int64_t now = now_ms(server);
    hall_time(server->hall, now);
    wire_receive(&client->wire, bytes, length, now);
    /* Whoever fetches files gets no more of them before it has taken those that it has asked for.
     */
    if (client->wire.full) uv_read_stop((uv_stream_t *)&client->tcp);
    client_sweep(client, now);
}

/* The other side says no more. What it has asked for by HTTP it still gets. */
static void client_heard_out(struct client *client)
{
    said_write(client);
    client->mute = true;
    uv_read_stop((uv_stream_t *)&client->tcp);
    if (client->wire.state == WIRE_ASKING) return;
    if (client->unsent == 0 || client->wire.session != NULL) {
        client_close(client);
        return;
    }
    client->ending = true;
    client->server->sweeps = true;
}

static void read_done(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct client *client = stream->data;
    if (length == UV_EOF) {
        client_heard_out(client);
    } else if (length < 0) {
        client_close(client);
    } else if (length > 0 && !client->ending && !client->lost) { /* else nobody listens */
        client_hear(client, (uint8_t *)buffer->base, (size_t)length);
    }
}

static void client_listen(struct client *client)
{
    const bool stood = client->wire.full;
    client->wire.full = false;
    if (!stood || client->mute || client->lost) return;
    uv_read_start((uv_stream_t *)&client->tcp, read_room, read_done);
    if (client->ending) return;                      /* only until the other side closes */
    client->wire.opened_ms = now_ms(client->server); /* what waited had no time to be complete */
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

static bool site_reach(void *context, struct wire *wire, struct reach *reach)
{
    const struct server *server = context;
    const char *address = server->options->address;
    struct sockaddr_storage peer;
    int length = sizeof peer;
    if (server->options->proxies != NULL ||
        uv_tcp_getpeername(&client_of(wire)->tcp, (struct sockaddr *)&peer, &length) != 0 ||
        !network_peer_is_here((struct sockaddr *)&peer)) {
        return false;
    }
    reach->here = network_is_here(address);
    reach->port = server->port;
    if (network_is_everywhere(address)) reach->count = network_addresses(reach->addresses);
    return true;
}

/* Is there a file left for it? Some are kept for the store. */
static bool file_left(struct server *server, const struct client *client)
{
    if (client->socket < server->files_max - FILES_KEPT) return true;
    if (server->refused_files++ == 0) log_line(server, "files", "used_up", server->files_max);
    return false;
}

static void connection(uv_stream_t *listener, int status)
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
    const int64_t now = now_ms(server);
    if (server->client_count >= CONNECTIONS_MAX || server->stopping ||
        uv_fileno((uv_handle_t *)&client->tcp, &client->socket) != 0 ||
        !file_left(server, client) || !address_of(client, &address) ||
        !wire_open(&client->wire, &server->site, &address, now)) {
        server->refused_connections++;
        client->closing = true;
        uv_close((uv_handle_t *)&client->tcp, client_closed);
        return;
    }
    uv_tcp_nodelay(&client->tcp, 1);
    client->next = server->clients;
    client->link = &server->clients;
    if (server->clients != NULL) server->clients->link = &client->next;
    server->clients = client;
    server->client_count++;
    uv_read_start((uv_stream_t *)&client->tcp, read_room, read_done);
}

/* ---- The hall's outside ---- */

static void outside_think(void *context, struct think_job *job)
{
    think_give(((struct server *)context)->pool, job);
}

static void outside_forget(void *context, const char *table, uint64_t session)
{
    struct think_pool *pool = ((struct server *)context)->pool;
    if (pool != NULL) think_forget(pool, table, session);
}

static void outside_random(void *context, void *bytes, size_t length)
{
    (void)context;
    randombytes_buf(bytes, length);
}

static void wake_stored(void *context) { uv_async_send(&((struct server *)context)->stored); }
static void wake_thought(void *context) { uv_async_send(&((struct server *)context)->thought); }

static void on_changed(void *context, const char *table)
{
    hall_store_changed(((struct server *)context)->hall, table);
}

static void on_down(void *context, bool is_down)
{
    struct server *server = context;
    log_line(server, "store", "down", is_down);
    if (server->options->away != NULL) server->options->away(server->options->context, is_down);
    hall_store_down(server->hall, is_down);
}

static void sweep_all(struct server *server, int64_t now)
{
    struct client *next;
    if (!server->sweeps) return;
    server->sweeps = false;
    for (struct client *client = server->clients; client != NULL; client = next) {
        next = client->next;
        client_sweep(client, now);
    }
}

static void on_stored(uv_async_t *async)
{
    struct server *server = async->data;
    hall_time(server->hall, now_ms(server));
    store_poll(server->store);
    if (store_failing(server->store) == server->failing) return;
    server->failing = !server->failing;
    log_line(server, "store", "failing", server->failing);
}

static void on_thought(uv_async_t *async)
{
    struct server *server = async->data;
    struct think_job *job;
    hall_time(server->hall, now_ms(server));
    while ((job = think_take(server->pool)) != NULL) hall_thought(server->hall, job);
}

/* ---- Time and the end ---- */

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

/* All has been said and stored, or it has taken too long. */
static void finish(struct server *server)
{
    while (server->clients != NULL) client_close(server->clients);
    uv_walk(&server->loop, close_handle, NULL);
}

/* After a flood, what the allocator keeps for the next one goes back to the system. */
static void memory_give_back(struct server *server)
{
    if (server->copied > server->copied_most) server->copied_most = server->copied;
    if (server->copied_most - server->copied < GIVE_BACK_BYTES) return;
    malloc_trim(0);
    server->copied_most = server->copied;
}

static void on_tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    const int64_t now = now_ms(server);
    hall_time(server->hall, now);
    hall_tick(server->hall);
    think_tick(server->pool);
    if (server->ticks++ % (1000 / TICK_MS) == 0) {
        for (struct client *client = server->clients; client != NULL; client = client->next) {
            wire_tick(&client->wire, now);
            client_look(client, now);
        }
        addresses_tick(server->addresses, now);
        memory_give_back(server);
    }
    if (server->ticks % FIGURES_TICKS == 0) log_figures(server);
    sweep_all(server, now);
    if (!server->stopping) return;
    const bool quiet = hall_quiet(server->hall) && server->clients == NULL;
    if (quiet || now >= server->stop_at_ms) finish(server);
}

static void on_signal(uv_signal_t *signal, int number)
{
    struct server *server = signal->data;
    if (server->stopping) { /* a second one: at once */
        server->stop_at_ms = 0;
        return;
    }
    log_line(server, "stop", "signal", number);
    server->stopping = server->site.stopping = true;
    server->stop_at_ms = now_ms(server) + STOP_MS_MAX;
    uv_close((uv_handle_t *)&server->listener, NULL);
    hall_goodbye(server->hall);
    for (struct client *client = server->clients; client != NULL; client = client->next) {
        wire_stop(&client->wire);
    }
}

static void site_figures(void *context, struct buffer *out)
{
    const struct server *server = context;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    buffer_format(out,
                  "# HELP pond_connections Connections\n# TYPE pond_connections gauge\n"
                  "pond_connections %u\n"
                  "# HELP pond_connections_refused_total Connections turned away by limits\n"
                  "# TYPE pond_connections_refused_total counter\n"
                  "pond_connections_refused_total %llu\n"
                  "# HELP pond_files_refused_total Those of them without a file left\n"
                  "# TYPE pond_files_refused_total counter\npond_files_refused_total %llu\n",
                  server->client_count, (unsigned long long)server->refused_connections,
                  (unsigned long long)server->refused_files);
    const struct think_figures think = think_figures(server->pool);
    buffer_format(out,
                  "# HELP pond_thoughts_waiting Decisions that computers have not begun\n"
                  "# TYPE pond_thoughts_waiting gauge\npond_thoughts_waiting %u\n"
                  "# HELP pond_thoughts_cut_total Thoughts cut short for others who waited\n"
                  "# TYPE pond_thoughts_cut_total counter\npond_thoughts_cut_total %llu\n"
                  "# HELP pond_thoughts_lowered_total Late moves left to a lower level\n"
                  "# TYPE pond_thoughts_lowered_total counter\npond_thoughts_lowered_total %llu\n",
                  think.waiting, (unsigned long long)think.cut, (unsigned long long)think.lowered);
    buffer_format(out,
                  "# HELP process_cpu_seconds_total CPU time\n"
                  "# TYPE process_cpu_seconds_total counter\n"
                  "process_cpu_seconds_total %.3f\n"
                  "# HELP pond_memory_peak_bytes Most memory so far\n"
                  "# TYPE pond_memory_peak_bytes gauge\npond_memory_peak_bytes %llu\n",
                  (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                      (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
                  (unsigned long long)usage.ru_maxrss * 1024);
}

/* ---- Beginning ---- */

static bool listen_at(struct server *server, int *port, char why[200])
{
    const struct loop_options *options = server->options;
    for (int i = 0; i <= options->ports_tried; i++) {
        struct sockaddr_storage address;
        *port = options->port + i;
        int error = uv_ip4_addr(options->address, *port, (struct sockaddr_in *)&address);
        if (error != 0) {
            error = uv_ip6_addr(options->address, *port, (struct sockaddr_in6 *)&address);
        }
        if (error == 0) {
            uv_tcp_init(&server->loop, &server->listener);
            server->listener.data = server;
            error = uv_tcp_bind(&server->listener, (struct sockaddr *)&address, 0);
            if (error == 0)
                error = uv_listen((uv_stream_t *)&server->listener, BACKLOG, connection);
        }
        if (error == 0) {
            int length = sizeof address;
            uv_tcp_getsockname(&server->listener, (struct sockaddr *)&address, &length);
            *port = ntohs(((struct sockaddr_in *)&address)->sin_port);
            return true;
        }
        snprintf(why, 200, "%s", uv_strerror(error));
        if (error == UV_EINVAL) return false;
        uv_close((uv_handle_t *)&server->listener, NULL);
        uv_run(&server->loop, UV_RUN_NOWAIT);
        if (error != UV_EADDRINUSE) return false;
    }
    return false;
}

/* The wall clock is read once; from then on only the steady one counts. Nodes of a shared store go
 * by the database's. */
static void time_begin(struct server *server)
{
    uv_timeval64_t wall;
    uv_gettimeofday(&wall);
    server->wall_ms = wall.tv_sec * 1000 + wall.tv_usec / 1000;
    store_time(server->options->store, &server->wall_ms);
    server->start_ns = uv_hrtime();
}

static bool server_begin(struct server *server, char why[200])
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    struct store_trouble trouble = {.text = ""};
    const struct hall_outside outside = {.context = server,
                                         .send = wire_send,
                                         .close = wire_close,
                                         .think = outside_think,
                                         .forget = outside_forget,
                                         .random = outside_random};
    const bool unlimited = server->options->unlimited;
    const struct hall_limits limits = {.off = unlimited};
    char node[STORE_ID_SIZE];
    snprintf(node, sizeof node, "%08x%08x", randombytes_random(), randombytes_random());
    server->hall = hall_new(&outside, node, &limits);
    const struct store_events events = {
        .context = server, .wake = wake_stored, .changed = on_changed, .down = on_down};
    server->stored.data = server->thought.data = server->timer.data = server;
    server->waits.data = server;
    uv_async_init(&server->loop, &server->stored, on_stored);
    uv_async_init(&server->loop, &server->thought, on_thought);
    server->store = store_open(server->options->store, true, &events, &trouble);
    if (server->store == NULL) {
        snprintf(why, 200, "%s", trouble.text);
        return false;
    }
    hall_store_set(server->hall, server->store);
    time_begin(server);
    hall_time(server->hall, now_ms(server));
    server->pool = think_open(server->options->threads, wake_thought, server);
    server->site = (struct site){.hall = server->hall,
                                 .store = server->store,
                                 .origin = server->options->origin,
                                 .hostnames = server->options->hostnames,
                                 .cache = site_cache_new(),
                                 .addresses = unlimited ? NULL : server->addresses,
                                 .proxies = server->options->proxies,
                                 .context = server,
                                 .write = site_write,
                                 .write_lasting = site_write_lasting,
                                 .end = site_end,
                                 .figures = site_figures,
                                 .reach = site_reach};
    uv_prepare_init(&server->loop, &server->waits);
    uv_prepare_start(&server->waits, on_wait);
    server->sender = sender_new(false);
    uv_timer_init(&server->loop, &server->holds);
    uv_timer_init(&server->loop, &server->timer);
    uv_timer_start(&server->timer, on_tick, TICK_MS, TICK_MS);
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    }
    return true;
}

/* As many files as the system allows: each connection is one. */
static int files_raise(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return INT32_MAX;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur < INT32_MAX ? (int)limit.rlim_cur : INT32_MAX;
}

enum loop_trouble loop_run(const struct loop_options *options, char why[200])
{
    struct server *server = calloc(1, sizeof *server);
    enum loop_trouble trouble = LOOP_FINE;
    int port = 0;
    if (server == NULL || sodium_init() < 0 || uv_loop_init(&server->loop) != 0) return LOOP_SYSTEM;
    signal(SIGPIPE, SIG_IGN);
    server->files_max = files_raise();
    server->options = options;
    server->addresses = addresses_new();
    if (!server_begin(server, why)) {
        trouble = LOOP_STORE;
    } else if (!listen_at(server, &port, why)) {
        trouble = LOOP_ADDRESS;
        finish(server);
    } else {
        server->port = port;
        log_line(server, "listen", "port", port);
        log_line(server, "send", "io_uring", sender_gathers(server->sender));
        if (options->ready != NULL) options->ready(options->context, options->address, port);
    }
    if (trouble == LOOP_STORE) uv_walk(&server->loop, close_handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (trouble == LOOP_FINE && hall_down(server->hall)) trouble = LOOP_AWAY;
    if (server->pool != NULL) think_close(server->pool);
    server->pool = NULL;
    if (server->store != NULL) store_close(server->store);
    hall_free(server->hall);
    addresses_free(server->addresses);
    if (server->site.cache != NULL) site_cache_free(server->site.cache);
    sender_free(server->sender);
    while (server->spare_count > 0) buffer_free(&server->spare[--server->spare_count]);
    uv_loop_close(&server->loop);
    free(server);
    return trouble;
}
