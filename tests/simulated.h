/* simulated.h: a play server, its clients and its clock in one process, from a seed, for tests. */
#ifndef POND_SIMULATED_H
#define POND_SIMULATED_H

#include "inside.h"

#define CLIENTS_MAX 16
#define INBOX_MAX (1 << 20)

struct simulated;

struct simulated_client {
    struct simulated *server;
    struct session *session; /* NULL: not connected */
    int closed;              /* the code it was closed with, or 0 */
    char *inbox;             /* messages, each behind a newline */
    size_t length;
    int64_t id; /* of the next message */
};

struct simulated {
    struct hall *hall;
    struct store *store;
    struct pond_rng rng;
    int64_t now_ms;
    bool computers_wait; /* thinking jobs are kept back */
    struct think_job *jobs;
    struct simulated_client clients[CLIENTS_MAX];
};

/* With a NULL backend: SQLite in memory. */
void simulated_open(struct simulated *server, const char *seed, const struct store_backend *backend,
                    const char *where);
void simulated_close(struct simulated *server);
/* Lets everything happen that is under way. */
void simulated_run(struct simulated *server);
/* Lets time pass, in steps of a tick. */
void simulated_pass(struct simulated *server, int64_t time_ms);

void client_connect(struct simulated *server, int client);
void client_leave(struct simulated *server, int client);
/* Connects and says hello; the key follows from the number. */
void client_hello(struct simulated *server, int client, const char *language);
/* Sends `{"id":N,` and the rest; returns the answer with that id, or NULL. The caller decrefs it.
 */
json_t *client_ask(struct simulated *server, int client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The last message with this type (and kind of event, unless NULL); NULL: none. */
json_t *client_last(struct simulated *server, int client, const char *type, const char *kind);
void client_forget(struct simulated *server, int client); /* empties its inbox */

const char *member_text(const json_t *object, const char *path); /* "now.view.pos"; "" if none */
int64_t member_number(const json_t *object, const char *path);   /* -1 if none */

#endif
