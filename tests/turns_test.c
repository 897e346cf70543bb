/* turns_test.c: TLS handshakes and files take turns: however many begin at once, no turn of the
 * loop makes more than a few of them, all are made in the end, and those who leave while they wait
 * are forgotten. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "connection.h"
#include "limits.h"

#define CLIENTS 60
#define TURN_MOST 4 /* handshakes that are made before others are heard */

static struct server *server;
static struct site site;
static struct client *clients[CLIENTS];
static int ends[CLIENTS];

static void sockets_open(int pair[2])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    getsockname(listener, (struct sockaddr *)&address, &size);
    pair[0] = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(pair[0], (struct sockaddr *)&address, sizeof address), 0);
    pair[1] = accept(listener, NULL, NULL);
    assert_true(pair[1] >= 0);
    close(listener);
}

static struct client *client_open(const struct tls_keys *keys, int end)
{
    struct client *client = calloc(1, sizeof *client);
    assert_non_null(client);
    client->server = server;
    client->next = server->clients;
    client->link = &server->clients;
    if (server->clients != NULL) server->clients->link = &client->next;
    server->clients = client;
    server->client_count++;
    client->wire.site = &site;
    client->tls = keys != NULL ? tls_new(keys) : NULL;
    client->mute = keys == NULL; /* nothing is asked for but what is written */
    uv_tcp_init(&server->loop, &client->tcp);
    client->tcp.data = client;
    assert_int_equal(uv_tcp_open(&client->tcp, end), 0);
    client->socket = end;
    if (keys != NULL) client_greet(client); /* nothing has come yet: it is read from now on */
    return client;
}

static void server_open(void)
{
    server = calloc(1, sizeof *server);
    assert_non_null(server);
    uv_loop_init(&server->loop);
    uv_timer_init(&server->loop, &server->holds);
    server->sender = sender_new(true);
    turns_open(server);
}

static void server_close(void)
{
    uv_close((uv_handle_t *)&server->holds, NULL);
    uv_close((uv_handle_t *)&server->turns.idle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&server->loop), 0);
    outbox_free(server);
    turns_close(server);
    sender_free(server->sender);
    free(server);
}

/* How many clients have heard the server's half of the handshake. */
static int answered(void)
{
    int count = 0;
    for (int i = 0; i < CLIENTS; i++) {
        int waiting = 0;
        if (ends[i] >= 0 && ioctl(ends[i], FIONREAD, &waiting) == 0) count += waiting > 0;
    }
    return count;
}

static void hello_send(const struct tls_keys *trusted, int end)
{
    struct tls *tls = tls_new_client(trusted, "localhost");
    struct buffer out = {0};
    tls_take(tls, &out);
    assert_true(out.length > 0);
    assert_int_equal(send(end, out.bytes, out.length, 0), (ssize_t)out.length);
    buffer_free(&out);
    tls_free(tls);
}

static void handshakes_take_turns(void **state)
{
    struct tls_trouble trouble;
    char files[1024];
    (void)state;
    snprintf(files, sizeof files, "%s/cert.pem,%s/key.pem", getenv("POND_TLS"), getenv("POND_TLS"));
    struct tls_keys *keys = tls_keys_read(files, &trouble), *trusted = tls_keys_trusted();
    assert_non_null(keys);
    server_open();
    for (int i = 0; i < CLIENTS; i++) {
        int pair[2];
        sockets_open(pair);
        ends[i] = pair[0];
        clients[i] = client_open(keys, pair[1]);
    }
    for (int i = 0; i < CLIENTS; i++) hello_send(trusted, ends[i]);
    int before = 0, left = 0, turns = 0;
    for (; answered() + left < CLIENTS && turns < 1000; turns++) {
        turns_next(server);
        uv_run(&server->loop, UV_RUN_NOWAIT);
        const int now = answered();
        assert_true(now - before <= TURN_MOST);
        before = now;
        for (int i = CLIENTS - 1; i >= 0 && turns % 3 == 1; i--) { /* someone who waits leaves */
            if (ends[i] < 0 || !clients[i]->waits) continue;
            client_close(clients[i]);
            close(ends[i]);
            ends[i] = -1;
            left++;
            break;
        }
    }
    assert_true(left > 3);
    assert_int_equal(answered(), CLIENTS - left);
    assert_true(turns >= (CLIENTS - left) / TURN_MOST);
    for (int i = 0; i < CLIENTS; i++) {
        if (ends[i] < 0) continue;
        assert_false(clients[i]->waits);
        client_close(clients[i]);
        close(ends[i]);
    }
    server_close();
    tls_keys_free(keys);
    tls_keys_free(trusted);
}

#define FILE_BYTES 200000
#define PIECES_BYTES                                                                               \
    (2 * 16 * 32768) /* that a turn may write: as many as wait, and as many again */

/* Files go in pieces, and no turn writes more than some of them, however many ask at once. */
static void files_take_turns(void **state)
{
    static char file[FILE_BYTES];
    size_t heard[CLIENTS] = {0};
    (void)state;
    server_open();
    for (int i = 0; i < CLIENTS; i++) {
        int pair[2];
        sockets_open(pair);
        ends[i] = pair[0];
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        clients[i] = client_open(NULL, pair[1]);
    }
    turns_next(server);
    for (int i = 0; i < CLIENTS; i++) {
        outbox_write_lasting(server, &clients[i]->wire, file, sizeof file, NULL);
    }
    size_t all = 0;
    for (int turns = 0; all < sizeof file * CLIENTS; turns++) {
        size_t turn = 0;
        assert_true(turns < 100000);
        for (int i = 0; i < CLIENTS; i++) {
            static char bytes[FILE_BYTES];
            ssize_t got;
            while ((got = recv(ends[i], bytes, sizeof bytes, 0)) > 0) {
                heard[i] += (size_t)got;
                turn += (size_t)got;
            }
        }
        all += turn;
        assert_true(turn <= PIECES_BYTES);
        turns_next(server);
        uv_run(&server->loop, UV_RUN_NOWAIT);
    }
    for (int i = 0; i < CLIENTS; i++) {
        assert_int_equal(heard[i], sizeof file);
        client_close(clients[i]);
        close(ends[i]);
    }
    server_close();
}

/* All clients together leave no more unread than there is room for: the one with the most goes, and
 * the others stay. */
static void who_has_read_least_goes_first(void **state)
{
    static const size_t lengths[] = {9000000, 4000000, 5000000};
    struct blob *blobs[3];
    (void)state;
    server_open();
    for (int i = 0; i < 3; i++) {
        int pair[2];
        char *bytes = calloc(1, lengths[i]);
        assert_non_null(bytes);
        blobs[i] = blob_new(bytes, lengths[i]);
        free(bytes);
        sockets_open(pair);
        ends[i] = pair[0];
        clients[i] = client_open(NULL, pair[1]);
    }
    server->copied = OUT_BYTES_SUM_MAX - 10000000; /* of others, who are not in the list */
    for (int i = 0; i < 3; i++) {
        outbox_write_lasting(server, &clients[i]->wire, blobs[i]->bytes, lengths[i], blobs[i]);
        for (int j = 0; j < 3; j++) assert_int_equal(clients[j]->lost, i > 0 && j == 0);
    }
    server->copied -= OUT_BYTES_SUM_MAX - 10000000;
    for (int i = 0; i < 3; i++) {
        client_close(clients[i]);
        close(ends[i]);
        blob_drop(blobs[i]);
    }
    server_close();
}

static int certificate_make(void **state)
{
    static char folder[] = "/tmp/pond-turns-XXXXXX";
    char command[800];
    (void)state;
    if (system("command -v openssl >/dev/null") != 0) exit(77);
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(
        command, sizeof command,
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout %s/key.pem "
        "-out %s/cert.pem 2>/dev/null",
        folder, folder);
    setenv("POND_TLS", folder, 1);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(handshakes_take_turns),
                                       cmocka_unit_test(files_take_turns),
                                       cmocka_unit_test(who_has_read_least_goes_first)};
    return cmocka_run_group_tests(tests, certificate_make, certificate_remove);
}
