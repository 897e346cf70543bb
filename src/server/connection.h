/* connection.h: what loop.c, connection.c and outbox.c share: the server and its connections. */
#ifndef POND_CONNECTION_H
#define POND_CONNECTION_H

#include <uv.h>

#include "addresses.h"
#include "loop.h"
#include "sender.h"
#include "think.h"
#include "tls.h"
#include "wire.h"

#define READ_SIZE 65536
#define SPARE_MAX 512 /* slots kept for the next messages */
#define SIGNALS 3     /* that end it: of a person, of the system, of a closed terminal */

struct server;

/* Output for a client that is not written yet. Few clients have any at a time, so the buffers are
 * recycled. */
struct outgoing {
    struct buffer bytes;
    struct client *client;
    struct line *line; /* where it stands */
    struct outgoing *behind, **before;
    uint64_t since_ms; /* in that line, by the loop's time */
};

/* What is to be written, in the order in which it was said first. */
struct line {
    struct outgoing *first, **last;
};

/* What the system has not taken for a client. */
struct backlog {
    size_t unsent;
    struct pending *waiting; /* for the socket to take it, in order */
    struct buffer sealed;    /* the first piece of that, encrypted */
    size_t copied, large;    /* bytes of that in memory of its own; those of a large message */
    size_t queued;           /* bytes of that which its system had not taken when last looked at; */
    int64_t taken_ms;        /* and when it has taken some */
};

struct client {
    uv_tcp_t tcp;
    int socket; /* of it */
    struct wire wire;
    struct server *server;
    struct client *next, **link;
    struct tls *tls;           /* NULL: output goes unencrypted */
    struct backlog *backlog;   /* NULL: all has been taken */
    struct outgoing *outgoing; /* NULL: all is written */
    bool own;                  /* came by the host's own listener */
    bool closing, ending;      /* ending: once all is written */
    bool lost;                 /* ending, whatever is unwritten */
    bool mute;                 /* the other side says no more */
    bool shut;                 /* all is written and the other side knows: it has a while to go */
    bool waits;                /* for its turn: a handshake, or a piece of a file */
    int64_t shut_until_ms;
};

/* Clients that wait for their turn, first come, first served. */
struct turns {
    uv_idle_t idle;
    struct client **queue; /* NULL: one that has left */
    size_t first, last, room;
    int left; /* in this turn of the loop */
};

struct server {
    const struct loop_options *options;
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_tcp_t own; /* for `pond host`, on this machine: neither encrypted nor limited by address */
    uint32_t own_count;
    uv_timer_t timer;
    uv_prepare_t waits; /* about to wait for whatever comes next */
    uv_timer_t holds;   /* someone is held back: until then */
    uv_signal_t signals[SIGNALS];
    uv_async_t stored, thought;
    struct site site, own_site;
    struct hall *hall;
    struct store *store;
    struct think_pool *pool;
    struct addresses *addresses;
    int port;
    struct client *clients;
    struct turns turns;
    uint32_t client_count;
    bool sweeps; /* someone is ending or lost */
    uint64_t ticks;
    int64_t wall_ms;   /* the wall clock at the start, */
    uint64_t start_ns; /* and the steady one: it alone decides from then on */
    int64_t stop_at_ms;
    bool stopping;
    bool has_terminal;     /* that may be closed */
    bool failing;          /* the store could not write, when it was last asked */
    size_t copied, doomed; /* bytes that sockets have not taken; those of lost ones */
    size_t lasting;        /* bytes of the blobs that they are reading, each counted once */
    size_t copied_most;    /* since memory was given back */
    uint64_t refused_connections;
    int files_max;
    int64_t backup_ms;      /* when the newest backup was made; 0: to be looked up, -1: none */
    int64_t files_ms;       /* when open files were last counted, */
    int files_open;         /* and how many there were */
    uint64_t refused_files; /* of those: no file was left for them */
    struct line due, held;  /* to be written before the loop waits; in a little while */
    size_t gathered;        /* bytes said to all of them */
    struct outgoing *spare[SPARE_MAX];
    uint32_t spare_count;
    struct sender *sender;
    char read_buffer[READ_SIZE], opened[READ_SIZE]; /* as it came; decrypted */
};

/* ---- loop.c ---- */

int64_t server_now_ms(const struct server *server);
void server_log(const struct server *server, const char *what, const char *key, long long value);

/* ---- backups.c ---- */

/* The hall's `backup`. */
bool backups_ask(void *context, uint64_t session, int64_t id, enum pond_language language,
                 const char *what, const char *file);
int64_t backups_newest_ms(struct server *server); /* -1: there is none */
/* How large the store's disk is, and how much of it is free. */
bool backups_disk(const struct server *server, int64_t *bytes, int64_t *room);

/* ---- control.c: the file that lets `pond host` in ---- */

/* Writes address and token where only this user can read them; false with errno. */
bool control_open(struct server *server);
void control_close(const struct server *server);
/* How many bytes this process may take: the least that its control group and those around it allow,
 * or the machine's. `groups` is the list of ours, `tree` where they are described (memory_limit.c).
 */
int64_t memory_limit(const char *groups, const char *tree, int64_t machine);
/* The hall's `host_figures`. */
void control_figures(void *context, struct pond_json *json);
int control_files_open(struct server *server);
int64_t control_backup_ms(struct server *server);

/* ---- connection.c: one connection, from its beginning to its end ---- */

void client_accept(uv_stream_t *listener, int status); /* a uv_connection_cb */
void client_close(struct client *client);
void client_lose(struct client *client); /* to be closed with the next sweep */
/* Hears it again that has taken what it had asked for. */
void client_listen(struct client *client);
/* Drops it if it reads nothing. */
void client_watch(struct client *client, int64_t now);
void clients_sweep(struct server *server, int64_t now);
struct client *client_of(struct wire *wire);
/* The site's `end` and `reach`. */
void client_end(void *context, struct wire *wire);
bool client_reach(void *context, struct wire *wire, struct reach *reach);

/* Its handshake goes on with what has come. */
void client_greet(struct client *client);

/* ---- turns.c: handshakes and files, a little in each turn of the loop ---- */

void turns_open(struct server *server);
void turns_close(struct server *server);
void turns_next(struct server *server); /* another turn of the loop begins */
/* May a handshake, or a file, go on now? If not, turn_may makes the client wait: client_greet or
 * outbox_turn is called when its turn has come. */
bool turn_take(const struct client *client);
bool turn_may(struct client *client);
void turn_forget(struct client *client); /* it leaves */

/* ---- outbox.c: what is to be written to them ---- */

/* The site's `write` and `write_lasting`. */
void outbox_write(void *context, struct wire *wire, const void *first, size_t first_length,
                  const void *second, size_t second_length, bool waits);
void outbox_write_lasting(void *context, struct wire *wire, const void *bytes, size_t length,
                          struct blob *owner);
/* It is the client's turn: the next piece of what waits for it. */
void outbox_turn(struct client *client);
/* Writes what is encrypted already. */
void outbox_write_sealed(struct client *client, const char *bytes, size_t length);
/* A lost client's output no longer counts; frees the client once it has gone. */
void outbox_lose(struct client *client);
void outbox_forget(struct client *client);
/* Writes the output of one of them, or of all that are due. */
void outbox_flush_client(struct client *client);
void outbox_flush(struct server *server);
void outbox_free(struct server *server);
/* After a flood, what the allocator keeps for the next one goes back to the system. */
void outbox_give_back(struct server *server);

#endif
