/* outbox_test.c: whatever is written to a client arrives whole and in order, however slowly it is
 * taken, plain and encrypted. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "connection.h"
#include "given.h"
#include "limits.h"

/* A server of one client, and the client's end of the connection. */
struct pair {
    struct server *server;
    struct client *client;
    int end;
    struct tls_keys *keys, *trusted;
    struct tls *tls;
    struct buffer said, heard; /* by the server; at the end */
};

static int held_bytes = 4096; /* by a socket */

static void socket_small(int socket)
{
    const int small = held_bytes,
              ethernet = 1460; /* bytes of a packet; 65,483 on this machine alone */
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    setsockopt(socket, IPPROTO_TCP, TCP_MAXSEG, &ethernet, sizeof ethernet);
}

/* Two ends of a connection that holds little. */
static void sockets_open(int ends[2])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    socket_small(listener);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    getsockname(listener, (struct sockaddr *)&address, &size);
    ends[0] = socket(AF_INET, SOCK_STREAM, 0);
    socket_small(ends[0]);
    assert_int_equal(connect(ends[0], (struct sockaddr *)&address, sizeof address), 0);
    ends[1] = accept(listener, NULL, NULL);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    close(listener);
}

static void room_give(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct client *client = handle->data;
    (void)size;
    *buffer = uv_buf_init(client->server->read_buffer, READ_SIZE);
}

/* Only the encryption hears anything here. */
static void client_heard(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct client *client = stream->data;
    struct buffer out = {0};
    char none[16];
    if (length <= 0) return;
    tls_feed(client->tls, buffer->base, (size_t)length);
    assert_int_equal(tls_open(client->tls, none, sizeof none), TLS_WAITS);
    tls_take(client->tls, &out);
    outbox_write_sealed(client, out.bytes, out.length);
    buffer_free(&out);
}

/* The other end takes up to that many bytes. */
static void end_read(struct pair *pair, size_t most)
{
    char bytes[8192], opened[8192];
    ssize_t got = recv(pair->end, bytes, most < sizeof bytes ? most : sizeof bytes, 0);
    if (got <= 0) return;
    if (pair->tls == NULL) {
        buffer_add(&pair->heard, bytes, (size_t)got);
        return;
    }
    tls_feed(pair->tls, bytes, (size_t)got);
    while ((got = tls_open(pair->tls, opened, sizeof opened)) > 0) {
        buffer_add(&pair->heard, opened, (size_t)got);
    }
    assert_int_equal(got, TLS_WAITS);
}

static void end_write(struct pair *pair)
{
    struct buffer out = {0};
    tls_take(pair->tls, &out);
    if (out.length > 0)
        assert_int_equal(send(pair->end, out.bytes, out.length, 0), (ssize_t)out.length);
    buffer_free(&out);
}

static void encryption_agree(struct pair *pair)
{
    const char *folder = getenv("POND_TLS");
    char files[1024];
    struct tls_trouble trouble;
    snprintf(files, sizeof files, "%s/cert.pem,%s/key.pem", folder, folder);
    pair->keys = tls_keys_read(files, &trouble);
    assert_non_null(pair->keys);
    pair->trusted = tls_keys_trusted();
    pair->client->tls = tls_new(pair->keys);
    pair->tls = tls_new_client(pair->trusted, "localhost");
    uv_read_start((uv_stream_t *)&pair->client->tcp, room_give, client_heard);
    while (!tls_ready(pair->tls) || !tls_ready(pair->client->tls)) {
        end_write(pair);
        uv_run(&pair->server->loop, UV_RUN_NOWAIT);
        end_read(pair, 4096);
    }
}

static void pair_open(struct pair *pair, bool encrypted)
{
    int ends[2];
    sockets_open(ends);
    *pair = (struct pair){.server = calloc(1, sizeof *pair->server),
                          .client = calloc(1, sizeof *pair->client),
                          .end = ends[0]};
    struct server *server = pair->server;
    struct client *client = pair->client;
    assert_non_null(server);
    assert_non_null(client);
    uv_loop_init(&server->loop);
    uv_timer_init(&server->loop, &server->holds);
    turns_open(server);
    server->sender = sender_new(true);
    client->server = server;
    client->link = &server->clients;
    server->clients = client;
    server->client_count = 1;
    uv_tcp_init(&server->loop, &client->tcp);
    client->tcp.data = client;
    assert_int_equal(uv_tcp_open(&client->tcp, ends[1]), 0);
    client->socket = ends[1];
    client->wire.session = (struct session *)client; /* as of a WebSocket: never called */
    if (encrypted) encryption_agree(pair);
}

static void pair_close(struct pair *pair)
{
    struct server *server = pair->server;
    pair->client->wire.session = NULL;
    struct site site = {.hall = NULL};
    pair->client->wire.site = &site;
    client_close(pair->client);
    uv_close((uv_handle_t *)&server->holds, NULL);
    uv_close((uv_handle_t *)&server->turns.idle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    assert_int_equal(server->copied, 0);
    assert_int_equal(server->lasting, 0);
    uv_loop_close(&server->loop);
    outbox_free(server);
    turns_close(server);
    sender_free(server->sender);
    free(server);
    close(pair->end);
    tls_free(pair->tls);
    tls_keys_free(pair->keys);
    tls_keys_free(pair->trusted);
    buffer_free(&pair->said);
    buffer_free(&pair->heard);
}

static size_t copied(const struct pair *pair)
{
    return pair->client->backlog != NULL ? pair->client->backlog->copied : 0;
}

/* Says something of some length, in one of the ways that there are. */
static void say(struct pair *pair, struct pond_rng *rng, char *bytes, size_t length, bool lasting)
{
    for (size_t i = 0; i < length; i++) bytes[i] = (char)pond_rng_word(rng);
    buffer_add(&pair->said, bytes, length);
    if (lasting) {
        struct blob *blob = blob_new(bytes, length);
        outbox_write_lasting(pair->server, &pair->client->wire, blob->bytes, length, blob);
        blob_drop(blob);
    } else {
        const bool whole = length > OUT_BYTES_MAX; /* in one piece after its header */
        const size_t first = pond_rng_below(rng, whole ? 11 : (uint32_t)length + 1);
        outbox_write(pair->server, &pair->client->wire, bytes, first, bytes + first, length - first,
                     pond_rng_below(rng, 2) == 0);
    }
}

/* Pieces of all lengths are said while the other end reads now and then; nothing is lost, and
 * nothing comes before what was said first. */
static void messages_keep_their_order(bool encrypted)
{
    static const uint32_t lengths[] = {10, 1000, 40000, 90000};
    char *bytes = malloc(100000);
    assert_non_null(bytes);
    for (int seed = 0; seed < 30; seed++) {
        struct pair pair;
        struct pond_rng rng;
        snprintf(bytes, 20, "%d", seed);
        pond_rng_seed(&rng, bytes);
        pair_open(&pair, encrypted);
        for (int i = 0; i < 40; i++) {
            const size_t length = 1 + pond_rng_below(&rng, lengths[pond_rng_below(&rng, 4)]);
            if (copied(&pair) + length < 200 * 1024) {
                say(&pair, &rng, bytes, length, pond_rng_below(&rng, 4) == 0);
            }
            if (pond_rng_below(&rng, 2) == 0) outbox_flush(pair.server);
            for (uint32_t n = pond_rng_below(&rng, 8); n > 0; n--) end_read(&pair, 8192);
            uv_run(&pair.server->loop, UV_RUN_NOWAIT);
        }
        outbox_flush_client(pair.client);
        while (pair.heard.length < pair.said.length && !pair.client->lost) {
            uv_run(&pair.server->loop, UV_RUN_NOWAIT);
            end_read(&pair, 8192);
        }
        assert_false(pair.client->lost);
        assert_null(pair.client->backlog);
        assert_int_equal(pair.heard.length, pair.said.length);
        assert_memory_equal(pair.heard.bytes, pair.said.bytes, pair.said.length);
        pair_close(&pair);
    }
    free(bytes);
}

/* A record of any length arrives whole, as a message and by HTTP, however little the network
 * buffers; a client that reads nothing while output piles up is disconnected. */
static void long_records_arrive(bool encrypted)
{
    enum { LENGTH = 939375 };
    char *bytes = malloc(LENGTH);
    assert_non_null(bytes);
    held_bytes = 32768; /* several packets, or each waits for the answer to the one before */
    for (int lasting = 0; lasting < 2; lasting++) {
        struct pair pair;
        struct pond_rng rng;
        pond_rng_seed(&rng, "long");
        pair_open(&pair, encrypted);
        say(&pair, &rng, bytes, LENGTH, lasting);
        say(&pair, &rng, bytes, 1000, false);
        outbox_flush_client(pair.client);
        while (pair.heard.length < pair.said.length && !pair.client->lost) {
            uv_run(&pair.server->loop, UV_RUN_NOWAIT);
            end_read(&pair, 8192);
        }
        assert_false(pair.client->lost);
        assert_int_equal(pair.heard.length, pair.said.length);
        assert_memory_equal(pair.heard.bytes, pair.said.bytes, pair.said.length);
        assert_true(lasting == 0 || pair.server->copied_most <= OUT_BYTES_MAX);
        for (int i = 0; i < 3; i++) say(&pair, &rng, bytes, LENGTH, false);
        assert_true(pair.client->lost);
        pair_close(&pair);
    }
    free(bytes);
}

static void plain_records_of_any_length_arrive(void **state)
{
    (void)state;
    long_records_arrive(false);
}

static void encrypted_records_of_any_length_arrive(void **state)
{
    (void)state;
    long_records_arrive(true);
}

/* All clients together leave no more unread than there is room for: the one with the most goes. */
static void the_slowest_go_first(void **state)
{
    (void)state;
    struct pair pair;
    struct pond_rng rng;
    char bytes[2000];
    pond_rng_seed(&rng, "slow");
    pair_open(&pair, false);
    pair.server->copied = OUT_BYTES_SUM_MAX - 100000; /* of others, who are not in the list */
    for (int i = 0; i < 100 && !pair.client->lost; i++) {
        say(&pair, &rng, bytes, sizeof bytes, false);
        outbox_flush_client(pair.client);
    }
    assert_true(pair.client->lost);
    assert_true(copied(&pair) < OUT_BYTES_MAX); /* before its own limit */
    pair.server->copied -= OUT_BYTES_SUM_MAX - 100000;
    pair_close(&pair);
}

/* A record that one socket alone is reading takes up memory like a copy; a file of the page, which
 * is there anyhow, takes up none. */
static void unread_records_count(void **state)
{
    (void)state;
    enum { LENGTH = 939375 };
    for (int ours = 0; ours < 2; ours++) {
        struct pair pair;
        struct blob *blob;
        char *bytes = calloc(1, LENGTH);
        assert_non_null(bytes);
        pair_open(&pair, false);
        pair.server->copied = OUT_BYTES_SUM_MAX - LENGTH / 2; /* of others */
        blob = blob_new(bytes, LENGTH);
        outbox_write_lasting(pair.server, &pair.client->wire, blob->bytes, LENGTH,
                             ours == 0 ? blob : NULL);
        assert_int_equal(pair.client->lost, ours == 0);
        assert_int_equal(pair.server->lasting, 0); /* what is lost does not count */
        pair.server->copied -= OUT_BYTES_SUM_MAX - LENGTH / 2;
        pair_close(&pair);
        blob_drop(blob);
        free(bytes);
    }
}

/* Bytes of this process that are in memory. */
static size_t memory_taken(void)
{
    unsigned long whole = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu %lu", &whole, &resident), 2);
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* After a flood the memory goes back to the system, even if the last piece of it is still used. */
static void memory_is_given_back(void **state)
{
    enum { PIECES = 65536, PIECE = 1024 };
    static char *pieces[PIECES];
    struct pair pair;
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its allocator keeps what was freed */
#endif
    pair_open(&pair, false);
    for (int i = 0; i < PIECES; i++) {
        pieces[i] = malloc(PIECE);
        assert_non_null(pieces[i]);
        memset(pieces[i], i, PIECE);
    }
    pair.server->copied += PIECES * PIECE;
    outbox_give_back(pair.server);
    const size_t most = memory_taken();
    for (int i = 0; i + 1 < PIECES; i++) free(pieces[i]);
    pair.server->copied -= PIECES * PIECE;
    outbox_give_back(pair.server);
    assert_true(memory_taken() + PIECES * PIECE / 2 < most);
    free(pieces[PIECES - 1]);
    pair_close(&pair);
}

static void plain_messages_keep_their_order(void **state)
{
    (void)state;
    messages_keep_their_order(false);
}

static void encrypted_messages_keep_their_order(void **state)
{
    (void)state;
    messages_keep_their_order(true);
}

/* A certificate for localhost, which the client is told to trust. */
static int certificate_make(void **state)
{
    static char folder[] = "/tmp/pond-outbox-XXXXXX";
    char command[800], file[200];
    (void)state;
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
             "-subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout %s/key.pem "
             "-out %s/cert.pem 2>/dev/null",
             folder, folder);
    snprintf(file, sizeof file, "%s/cert.pem", folder);
    setenv("POND_TLS", folder, 1);
    setenv("SSL_CERT_FILE", file, 1);
    if (system("command -v openssl >/dev/null") != 0) exit(77);
    return system(command);
}

static int certificate_remove(void **state)
{
    char command[200];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", getenv("POND_TLS"));
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_messages_keep_their_order),
        cmocka_unit_test(encrypted_messages_keep_their_order),
        cmocka_unit_test(plain_records_of_any_length_arrive),
        cmocka_unit_test(encrypted_records_of_any_length_arrive),
        cmocka_unit_test(the_slowest_go_first),
        cmocka_unit_test(unread_records_count),
        cmocka_unit_test(memory_is_given_back),
    };
    return cmocka_run_group_tests(tests, certificate_make, certificate_remove);
}
