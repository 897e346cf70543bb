/* turns.c: work for clients that is spread over the turns of the loop. See connection.h.
 *
 * A TLS handshake takes a millisecond with an RSA key, a piece of a file a tenth of that, and
 * either costs a client next to nothing. If hundreds ask at once, those who play must not wait for
 * all of them: each turn of the loop does a little, first come, first served. */
#include <assert.h>
#include <stdlib.h>

#include "connection.h"

#define TURN_WORK 16 /* pieces of files; */
#define HANDSHAKE 8  /* a handshake counts as this many of them */

static int work_of(const struct client *client)
{
    return client->tls != NULL && !tls_ready(client->tls) ? HANDSHAKE : 1;
}

static void on_turn(uv_idle_t *handle)
{
    struct server *server = handle->data;
    struct turns *turns = &server->turns;
    for (int left = TURN_WORK; left > 0 && turns->first < turns->last;) {
        struct client *client = turns->queue[turns->first++];
        if (client == NULL) continue; /* it has left */
        left -= work_of(client);
        client->waits = false;
        if (client->backlog != NULL && client->backlog->waiting != NULL) {
            outbox_turn(client);
        } else {
            client_greet(client);
        }
    }
    if (turns->first < turns->last) return;
    turns->first = turns->last = 0;
    uv_idle_stop(handle);
}

void turns_open(struct server *server)
{
    uv_idle_init(&server->loop, &server->turns.idle);
    server->turns.idle.data = server;
}

void turns_close(struct server *server) { free(server->turns.queue); }

void turns_next(struct server *server) { server->turns.left = TURN_WORK; }

bool turn_take(const struct client *client)
{
    struct turns *turns = &client->server->turns;
    if (turns->first < turns->last || turns->left <= 0) return false;
    turns->left -= work_of(client);
    return true;
}

bool turn_may(struct client *client)
{
    struct turns *turns = &client->server->turns;
    if (turn_take(client)) return true;
    if (client->waits) return false;
    if (turns->last == turns->room) {
        turns->room = turns->room > 0 ? 2 * turns->room : 64;
        turns->queue = realloc(turns->queue, turns->room * sizeof turns->queue[0]);
        assert(turns->queue != NULL);
    }
    turns->queue[turns->last++] = client;
    client->waits = true;
    uv_idle_start(&turns->idle, on_turn);
    return false;
}

void turn_forget(struct client *client)
{
    struct turns *turns = &client->server->turns;
    for (size_t i = turns->first; client->waits && i < turns->last; i++) {
        if (turns->queue[i] != client) continue;
        turns->queue[i] = NULL;
        client->waits = false;
    }
}
