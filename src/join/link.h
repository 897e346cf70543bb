/* link.h: the line to a play server: connects, says hello, hears messages, and comes back by itself
 * when it is lost. Nothing here waits for the server but the first connection. */
#ifndef POND_LINK_H
#define POND_LINK_H

#include <jansson.h>

#include "pond/text.h"
#include "stream.h"
#include "tls.h"

#define LINK_KEY_SIZE 65

/* A message that came; the link's own. */
typedef void link_heard(void *context, const json_t *message);

struct link {
    struct stream_address address;
    char key[LINK_KEY_SIZE];
    const char *name; /* NULL: the one that the server knows */
    enum pond_language language;
    link_heard *heard;
    void *context;
    struct stream stream;
    int socket;      /* -1: none */
    struct tls *tls; /* NULL: messages go unencrypted */
    struct tls_keys *trusted;
    const char *distrust; /* why the server is not believed to be the one it is called; or NULL */
    bool open;            /* the server has agreed to talk, and was greeted */
    bool failed;          /* to be given up */
    int tries;
    uint32_t said;    /* messages so far */
    int64_t again_ms; /* by the steady clock: when to try again */
};

/* The first three members and `heard` are the caller's. False: there is nobody at that address. */
bool link_open(struct link *link);
void link_close(struct link *link);
/* Waits up to so long for something to come in, or for a byte at `other` (-1: none), and hears what
 * is there. A lost line is tried again about once a second; after too many times it has `failed`.
 */
void link_wait(struct link *link, int time_ms, int other);
/* Sends a message, which is freed. Messages sent while the connection is down are lost. */
void link_say(struct link *link, json_t *message);

/* The steady clock, for countdowns. */
int64_t link_now_ms(void);

#endif
