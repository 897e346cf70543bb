/* loop.c: the play server with its sockets. See loop.h.
 *
 * Everything that decides is elsewhere: here bytes are carried between sockets and wires, and the
 * hall is told the time. Reading uses one buffer for all sockets. What is to be written is gathered
 * in another one until the loop has nothing else to do: then every socket gets all of its own in
 * one call, and one call follows the other, which costs the system far less than calls strewn among
 * other work. Only what a socket does not take is kept, up to a limit. */
#include "loop.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <uv.h>

#include "addresses.h"
#include "limits.h"
#include "think.h"
#include "wire.h"

#define TICK_MS 100
#define FIGURES_TICKS 600 /* between two lines of figures in the log */
#define BACKLOG 1024
#define READ_SIZE 65536
#define CORK_BYTES_MAX (1 << 20) /* gathered for all sockets; then they are written at once */
#define CORK_PIECE_MAX 65536     /* larger pieces (files of the page) are not copied */
#define CORK_PARTS_MAX 64        /* pieces that one call writes */
#define SHUT_MS_MAX 2000         /* for the other side to close, too */
#define STOP_MS_MAX 3000         /* to send and store what is under way */
#define SIGNALS 3                /* that end it: of a person, of the system, of a closed terminal */

struct server;

struct client {
    uv_tcp_t tcp;
    int socket; /* of it */
    struct wire wire;
    struct server *server;
    struct client *next, **link;
    uint32_t address; /* its number in the book of addresses */
    uint32_t unsent;
    uint32_t cork_first, cork_last; /* its pieces in the cork, by number from 1; 0: none */
    bool closing, ending;           /* ending: once all is written */
    bool lost;                      /* ending, whatever is unwritten */
    bool shut; /* all is written and the other side knows: it has a while to go */
    int64_t shut_until_ms;
};

/* What has been said since the loop last waited, for all sockets, in the order it was said. */
struct piece {
    struct client *client; /* NULL: it has been written */
    uint32_t start, length;
    uint32_t next; /* of the same client; 0: none */
};

struct cork {
    struct buffer bytes;
    struct piece *pieces; /* number 0 is not used */
    uint32_t count, room;
};

struct server {
    const struct loop_options *options;
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_timer_t timer;
    uv_prepare_t waits; /* about to wait for whatever comes next */
    uv_signal_t signals[SIGNALS];
    uv_async_t stored, thought;
    struct site site;
    struct hall *hall;
    struct store *store;
    struct think_pool *pool;
    struct addresses *addresses;
    struct client *clients;
    uint32_t client_count;
    bool sweeps; /* someone is ending or lost */
    uint64_t ticks;
    int64_t wall_ms;   /* the wall clock at the start, */
    uint64_t start_ns; /* and the steady one: it alone decides from then on */
    int64_t stop_at_ms;
    bool stopping;
    bool failing; /* the store could not write, when it was last asked */
    uint64_t refused_connections;
    struct cork cork;
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

static void cork_write(struct client *client);

static void client_close(struct client *client)
{
    if (client->closing) return;
    struct server *server = client->server;
    cork_write(client);
    client->closing = true;
    wire_gone(&client->wire);
    *client->link = client->next;
    if (client->next != NULL) client->next->link = client->link;
    server->client_count--;
    addresses_leave(server->addresses, client->address);
    uv_close((uv_handle_t *)&client->tcp, client_closed);
}

/* To be closed with the next sweep. */
static void client_lose(struct client *client)
{
    client->lost = true;
    client->server->sweeps = true;
}

struct pending {
    uv_write_t write;
    struct client *client;
    uint32_t length;
    char bytes[];
};

static void pending_done(uv_write_t *write, int status)
{
    struct pending *pending = (struct pending *)write;
    struct client *client = pending->client;
    client->unsent -= pending->length;
    free(pending);
    if (status < 0 && !client->closing) client_close(client);
}

/* Keeps what the socket did not take. */
static void pending_add(struct client *client, const uv_buf_t *parts, unsigned count, size_t taken)
{
    size_t length = 0;
    for (unsigned i = 0; i < count; i++) length += parts[i].len;
    length -= taken;
    const bool http = client->wire.session == NULL;
    if (client->unsent + length > (http ? FILE_BYTES_MAX : OUT_BYTES_MAX)) {
        client_lose(client); /* too slow: what it has not read is lost, it will come back */
        return;
    }
    struct pending *pending = malloc(sizeof *pending + length);
    assert(pending != NULL);
    char *at = pending->bytes;
    for (unsigned i = 0; i < count; i++) {
        const size_t skipped = taken < parts[i].len ? taken : parts[i].len;
        memcpy(at, parts[i].base + skipped, parts[i].len - skipped);
        at += parts[i].len - skipped;
        taken -= skipped;
    }
    pending->client = client;
    pending->length = (uint32_t)length;
    client->unsent += (uint32_t)length;
    const uv_buf_t rest = uv_buf_init(pending->bytes, (unsigned)length);
    if (uv_write(&pending->write, (uv_stream_t *)&client->tcp, &rest, 1, pending_done) != 0) {
        client->unsent -= (uint32_t)length;
        free(pending);
    }
}

static struct client *client_of(struct wire *wire)
{
    return (struct client *)((char *)wire - offsetof(struct client, wire));
}

/* Hands bytes to the socket past libuv, which would go through the layer of files; returns how many
 * it took, or a negative number where it is broken. */
static ssize_t socket_send(const struct client *client, const uv_buf_t *parts, unsigned count)
{
    struct iovec pieces[CORK_PARTS_MAX];
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = count};
    ssize_t taken;
    assert(count <= CORK_PARTS_MAX);
    for (unsigned i = 0; i < count; i++) {
        pieces[i] = (struct iovec){.iov_base = parts[i].base, .iov_len = parts[i].len};
    }
    do {
        taken = count == 1 ? send(client->socket, parts[0].base, parts[0].len, MSG_NOSIGNAL)
                           : sendmsg(client->socket, &message, MSG_NOSIGNAL);
    } while (taken < 0 && errno == EINTR);
    return taken < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : taken;
}

/* Writes what the socket takes now, and keeps the rest. */
static void client_write(struct client *client, const uv_buf_t *parts, unsigned count)
{
    size_t length = 0;
    ssize_t taken = 0;
    if (client->closing || client->lost) return;
    for (unsigned i = 0; i < count; i++) length += parts[i].len;
    if (client->unsent == 0) taken = socket_send(client, parts, count);
    if (taken >= 0 && (size_t)taken == length) return;
    if (taken < 0) client_lose(client);
    if (taken >= 0) pending_add(client, parts, count, (size_t)taken);
}

/* Writes what a client has in the cork. */
static void cork_write(struct client *client)
{
    struct cork *cork = &client->server->cork;
    uint32_t number = client->cork_first;
    client->cork_first = client->cork_last = 0;
    while (number != 0) {
        uv_buf_t parts[CORK_PARTS_MAX];
        unsigned count = 0;
        for (; number != 0 && count < CORK_PARTS_MAX; number = cork->pieces[number].next) {
            struct piece *piece = &cork->pieces[number];
            parts[count++] = uv_buf_init(cork->bytes.bytes + piece->start, piece->length);
            piece->client = NULL;
        }
        client_write(client, parts, count);
    }
}

static void cork_empty(struct cork *cork)
{
    for (uint32_t i = 1; i <= cork->count; i++) {
        if (cork->pieces[i].client != NULL) cork_write(cork->pieces[i].client);
    }
    cork->bytes.length = 0;
    cork->count = 0;
}

static void on_wait(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    store_flush(server->store);
    cork_empty(&server->cork);
}

static void cork_add(struct cork *cork, struct client *client, const void *first,
                     size_t first_length, const void *second, size_t second_length)
{
    if (cork->count + 2 > cork->room) {
        cork->room = cork->room > 0 ? 2 * cork->room : 256;
        cork->pieces = realloc(cork->pieces, cork->room * sizeof *cork->pieces);
        assert(cork->pieces != NULL);
    }
    const uint32_t number = ++cork->count;
    cork->pieces[number] = (struct piece){.client = client,
                                          .start = (uint32_t)cork->bytes.length,
                                          .length = (uint32_t)(first_length + second_length)};
    buffer_add(&cork->bytes, first, first_length);
    buffer_add(&cork->bytes, second, second_length);
    if (client->cork_last != 0) cork->pieces[client->cork_last].next = number;
    if (client->cork_first == 0) client->cork_first = number;
    client->cork_last = number;
}

static void site_write(void *context, struct wire *wire, const void *first, size_t first_length,
                       const void *second, size_t second_length)
{
    struct server *server = context;
    struct client *client = client_of(wire);
    const size_t length = first_length + second_length;
    if (client->closing || client->lost) return;
    if (length <= CORK_PIECE_MAX) {
        if (server->cork.bytes.length + length > CORK_BYTES_MAX) cork_empty(&server->cork);
        cork_add(&server->cork, client, first, first_length, second, second_length);
        return;
    }
    cork_write(client);
    const uv_buf_t parts[2] = {uv_buf_init((char *)(uintptr_t)first, (unsigned)first_length),
                               uv_buf_init((char *)(uintptr_t)second, (unsigned)second_length)};
    client_write(client, parts, second_length > 0 ? 2 : 1);
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
    wire_gone(&client->wire);
    if (uv_shutdown(shutdown, (uv_stream_t *)&client->tcp, shut_done) != 0) {
        free(shutdown);
        client_lose(client);
    }
}

static void client_sweep(struct client *client, int64_t now)
{
    if (client->closing) return;
    if (client->ending) cork_write(client);
    if (client->ending && client->unsent == 0 && !client->shut && !client->lost) {
        client_shut(client, now);
    }
    if (client->lost || (client->shut && now >= client->shut_until_ms)) client_close(client);
    if (client->ending && !client->closing) client->server->sweeps = true; /* once more */
}

static void read_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct client *client = handle->data;
    *buffer = uv_buf_init(client->server->read_buffer, READ_SIZE);
}

static void read_done(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct client *client = stream->data;
    struct server *server = client->server;
    if (length < 0) {
        client_close(client);
        return;
    }
    if (length == 0 || client->ending || client->lost) return; /* nobody listens any more */
    const int64_t now = now_ms(server);
    hall_time(server->hall, now);
    wire_receive(&client->wire, (uint8_t *)buffer->base, (size_t)length, now);
    client_sweep(client, now);
}

/* Who a client is, for limits; never logged. */
static bool address_of(const struct client *client, struct address *address)
{
    struct sockaddr_storage storage;
    int length = sizeof storage;
    memset(address, 0, sizeof *address);
    if (uv_tcp_getpeername(&client->tcp, (struct sockaddr *)&storage, &length) != 0) return false;
    if (storage.ss_family == AF_INET) {
        memcpy(address->bytes, &((struct sockaddr_in *)&storage)->sin_addr, 4);
    } else {
        /* Whoever has one IPv6 address has the rest of its network, too. */
        memcpy(address->bytes, &((struct sockaddr_in6 *)&storage)->sin6_addr, 8);
        address->bytes[15] = 6;
    }
    return true;
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
    const bool limited = !server->options->unlimited && !server->options->behind_proxy;
    if (server->client_count >= CONNECTIONS_MAX || server->stopping ||
        uv_fileno((uv_handle_t *)&client->tcp, &client->socket) != 0 ||
        !address_of(client, &address) ||
        !addresses_enter(server->addresses, &address, now, limited, &client->address)) {
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
    wire_open(&client->wire, &server->site, now);
    client->wire.address = limited ? client->address + 1 : 0;
    uv_read_start((uv_stream_t *)&client->tcp, read_room, read_done);
}

/* ---- The hall's outside ---- */

static void outside_think(void *context, struct think_job *job)
{
    think_give(((struct server *)context)->pool, job);
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

static void on_tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    const int64_t now = now_ms(server);
    hall_time(server->hall, now);
    hall_tick(server->hall);
    if (server->ticks++ % (1000 / TICK_MS) == 0) {
        for (struct client *client = server->clients; client != NULL; client = client->next) {
            wire_tick(&client->wire, now);
        }
        addresses_tick(server->addresses, now);
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
                  "pond_connections_refused_total %llu\n",
                  server->client_count, (unsigned long long)server->refused_connections);
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
                                         .random = outside_random};
    const struct hall_limits limits = {.off = server->options->unlimited};
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
                                 .context = server,
                                 .write = site_write,
                                 .end = site_end,
                                 .figures = site_figures};
    uv_prepare_init(&server->loop, &server->waits);
    uv_prepare_start(&server->waits, on_wait);
    uv_timer_init(&server->loop, &server->timer);
    uv_timer_start(&server->timer, on_tick, TICK_MS, TICK_MS);
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    }
    return true;
}

enum loop_trouble loop_run(const struct loop_options *options, char why[200])
{
    struct server *server = calloc(1, sizeof *server);
    enum loop_trouble trouble = LOOP_FINE;
    int port = 0;
    if (server == NULL || sodium_init() < 0 || uv_loop_init(&server->loop) != 0) return LOOP_SYSTEM;
    signal(SIGPIPE, SIG_IGN);
    server->options = options;
    server->addresses = addresses_new();
    if (!server_begin(server, why)) {
        trouble = LOOP_STORE;
    } else if (!listen_at(server, &port, why)) {
        trouble = LOOP_ADDRESS;
        finish(server);
    } else {
        log_line(server, "listen", "port", port);
        if (options->ready != NULL) options->ready(options->context, options->address, port);
    }
    if (trouble == LOOP_STORE) uv_walk(&server->loop, close_handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (trouble == LOOP_FINE && hall_down(server->hall)) trouble = LOOP_AWAY;
    if (server->pool != NULL) think_close(server->pool);
    if (server->store != NULL) store_close(server->store);
    hall_free(server->hall);
    addresses_free(server->addresses);
    buffer_free(&server->cork.bytes);
    free(server->cork.pieces);
    uv_loop_close(&server->loop);
    free(server);
    return trouble;
}
