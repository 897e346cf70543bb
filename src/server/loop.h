/* loop.h: the play server with its sockets: libuv, one thread, and workers for disk and engines. */
#ifndef POND_LOOP_H
#define POND_LOOP_H

#include <stdbool.h>
#include <stdio.h>

struct played;
struct proxies;
struct tls_keys;
struct tls_trouble;
struct store_trouble;

struct loop_options {
    const char *address;
    int port;              /* 0: any */
    int ports_tried;       /* how many ports from there on are tried */
    const char *store;     /* sqlite:FILE */
    const char *control;   /* a file that lets `pond host` in; NULL: none */
    const char *origin;    /* one more that browsers may come from; NULL: none */
    const char *hostnames; /* comma-separated names that it is called by; NULL: none */
    /* Proxies, whose X-Forwarded-For says who a client is; NULL: none. */
    const struct proxies *proxies;
    struct tls_keys *tls;  /* what it proves itself with; NULL: no TLS */
    struct played *played; /* what was played, for the explorer; NULL: that is not shared */
    bool unlimited;        /* no limits by address, person or socket: for load tests */
    int threads;           /* that computers think in */
    FILE *log;             /* JSON lines; NULL: none */
    /* Called when clients can come, with a code for a link to the host's page. */
    void (*ready)(void *context, const char *address, int port, const char *code);
    /* Called when the store is gone, and when it is there again. */
    void (*away)(void *context, bool is_away);
    /* Called once the certificate was read again; without trouble: NULL. */
    void (*renewed)(void *context, const struct tls_trouble *trouble);
    void *context;
};

/* AWAY: it has ended, and the store was gone. */
enum loop_trouble { LOOP_FINE, LOOP_STORE, LOOP_ADDRESS, LOOP_SYSTEM, LOOP_AWAY };

#define LOOP_URL_SIZE 300

/* The page's address without a slash at its end: the public one where the host has named it (true),
 * or else one that works on this machine. */
bool loop_url(const struct loop_options *options, int port, char url[LOOP_URL_SIZE]);

/* Serves until a signal (SIGINT, SIGTERM, SIGHUP) ends it; with TLS, SIGHUP reads the certificate
 * again unless it comes from a terminal that was closed. `why` has what the system said. */
enum loop_trouble loop_run(const struct loop_options *options, struct store_trouble *why);

#endif
