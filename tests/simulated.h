/* simulated.h: a play server, its clients and its clock in one process, from a seed, for tests. */
#ifndef POND_SIMULATED_H
#define POND_SIMULATED_H

#include "inside.h"

#define CLIENTS_MAX 24

struct simulated;

struct simulated_client {
    struct simulated *server;
    struct session *session; /* NULL: not connected */
    int closed;              /* the code it was closed with, or 0 */
    char *inbox;             /* messages, each after a newline */
    size_t length, size;
    int64_t id;      /* of the next message */
    uint32_t waited; /* messages so far that might have come later */
};

struct simulated {
    struct hall *hall;
    struct store *store;
    struct pond_rng rng;
    int64_t now_ms;
    bool computers_wait;  /* thinking jobs are kept back */
    bool computers_hurry; /* they choose at random */
    struct think_job *jobs;
    uint32_t forgotten;                /* how often a table said that it need not know any more */
    char thinker[THINK_COMPUTER_SIZE]; /* who thought last */
    char table[STORE_ID_SIZE];         /* where the clients look and play */
    struct simulated_client clients[CLIENTS_MAX];
};

/* With a NULL backend: SQLite in memory. */
void simulated_open(struct simulated *server, const char *seed, const struct store_backend *backend,
                    const char *where);
void simulated_close(struct simulated *server);
/* Ends it and starts it again on the same store, when the wall clock says so much more (or less).
 * Its table stays; its clients have gone. */
void simulated_restart(struct simulated *server, const char *seed, const char *where,
                       int64_t jump_ms);
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

/* At the server's table: watches it; plays for the version that it is at; or anything else that
 * needs no more words. */
json_t *client_look(struct simulated *server, int client);
json_t *client_play(struct simulated *server, int client, const char *move);
json_t *client_do(struct simulated *server, int client, const char *type);

/* A member of a message, which is given back; a text until the next one. */
const char *text_of(json_t *message, const char *path);
int64_t number_of(json_t *message, const char *path);

const char *member_text(const json_t *object, const char *path); /* "now.view.pos"; "" if none */
int64_t member_number(const json_t *object, const char *path);   /* -1 if none */

#endif
