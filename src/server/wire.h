/* wire.h: one connection without its socket: bytes in, bytes out. HTTP first, then perhaps
 * WebSocket. Idle, it keeps no buffers. */
#ifndef POND_WIRE_H
#define POND_WIRE_H

#include "addresses.h"
#include "frame.h"
#include "hall.h"
#include "http.h"
#include "network.h"

enum wire_state {
    WIRE_HTTP,
    WIRE_ASKING, /* an answer of the hall is awaited for an HTTP request */
    WIRE_SOCKET,
    WIRE_CLOSING, /* a close frame was sent: whatever comes is ignored */
    WIRE_ENDED,
};

struct wire;

/* How others reach the server, for a user at the server's own machine. */
struct reach {
    bool here; /* not at all: it listens for its own machine alone */
    bool home; /* the client's own 127.0.0.1 is the server as well, without encryption, */
    bool lan;  /* and it has come by an address that others use */
    int port;
    size_t count;
    char addresses[NETWORK_ADDRESSES_MAX][NETWORK_ADDRESS_SIZE];
};

/* What all connections of a server share. */
struct site {
    struct hall *hall;
    struct store *store;
    const char *origin;            /* besides the server's own; NULL: none */
    const char *hostnames;         /* that it is called by, besides its addresses; NULL: none */
    struct addresses *addresses;   /* NULL: no limits by address */
    const struct proxies *proxies; /* who may speak for others; NULL: nobody */
    struct played *played;         /* what was played, for the explorer; NULL: that is not shared */
    bool stopping;
    struct site_cache *cache; /* answers that many ask for; see site.c */
    void *context;
    /* Writes two pieces one after the other, the second of which may be empty; `waits`: they need
     * not go at once. */
    void (*write)(void *context, struct wire *wire, const void *first, size_t first_length,
                  const void *second, size_t second_length, bool waits);
    /* Writes bytes that stay where they are, without a copy: forever, or as long as the owner is
     * kept. NULL: they are written as others are. */
    void (*write_lasting)(void *context, struct wire *wire, const void *bytes, size_t length,
                          struct blob *owner);
    /* Closes the connection once all is written. */
    void (*end)(void *context, struct wire *wire);
    /* Figures of the process that the site does not know, for /metrics; may be NULL. */
    void (*figures)(void *context, struct buffer *out);
    /* False if the client is not at the server's own machine; may be NULL. */
    bool (*reach)(void *context, struct wire *wire, struct reach *reach);
};

/* What a connection holds only while a message is partly received or sent. */
struct wire_parts {
    struct buffer in;      /* what is not complete yet */
    struct buffer message; /* the pieces of a message so far */
    struct {
        const void *bytes; /* NULL: none */
        size_t length;
        struct blob *owner;
    } body; /* after the headers of the current answer */
};

struct wire {
    struct site *site;
    enum wire_state state;
    struct session *session;
    struct record_ask *ask;   /* an answer of the hall is awaited */
    struct wire_parts *parts; /* of what is on its way; NULL: nothing is */
    bool in_pieces, head, keeps;
    bool full;         /* has not taken what was written; further requests wait for that */
    int64_t opened_ms; /* or since when the current request has been coming in */
    int64_t heard_ms, pinged_ms;
    struct address peer;   /* the other end of the connection, */
    struct address client; /* and whom it speaks for: the same without a proxy */
    uint32_t address;      /* the number of that; 0: not known */
    bool counted;          /* it counts as a connection of that address */
};

/* False if the other end has too many connections; wire_gone follows all the same. */
bool wire_open(struct wire *wire, struct site *site, const struct address *peer, int64_t now_ms);
/* The bytes may be changed. */
void wire_receive(struct wire *wire, uint8_t *bytes, size_t length, int64_t now_ms);
/* Pings, and ends what is too slow or silent. */
void wire_tick(struct wire *wire, int64_t now_ms);
/* The server stops: a connection that waits for the next request is ended. */
void wire_stop(struct wire *wire);
/* Answers the request that it is in the state WIRE_ASKING for, and ends it. */
void wire_answer(struct wire *wire, struct buffer *out);
/* What follows the headers of the current answer: bytes that stay where they are (see `site`). */
void wire_body(struct wire *wire, const void *bytes, size_t length, struct blob *owner);
/* How many bytes it keeps of a request or frame that has not come whole. */
size_t wire_kept(const struct wire *wire);
/* The connection is gone, for whatever reason. */
void wire_gone(struct wire *wire);

/* The hall's two ways out: hall_outside's `send` and `close`, whose context is not used. */
void wire_send(void *context, struct session *session, const char *bytes, size_t length,
               bool waits);
void wire_close(void *context, struct session *session, int code);

/* ---- site.c ---- */

struct site_cache *site_cache_new(void);
void site_cache_free(struct site_cache *cache);

/* Answers a request that isn't a WebSocket; false if the hall is asked first (state WIRE_ASKING).
 */
bool site_answer(struct wire *wire, const struct http_request *request, struct buffer *out);

#endif
