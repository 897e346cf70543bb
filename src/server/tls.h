/* tls.h: encryption (TLS 1.2 and 1.3) without its socket, by OpenSSL: bytes in, bytes out.
 *
 * Both ends use it: the server with a certificate of its own, `pond join` with the authorities that
 * the system trusts. */
#ifndef POND_TLS_H
#define POND_TLS_H

#include <sys/types.h>

#include "buffer.h"

/* The answers of tls_open besides a number of bytes. */
#define TLS_WAITS 0    /* for more bytes */
#define TLS_ENDED (-1) /* the other side has said all that it had to say */
#define TLS_BROKEN (-2)

enum tls_trouble_kind {
    TLS_NOT_TWO_FILES,
    TLS_UNREADABLE,
    TLS_NO_CERTIFICATE,
    TLS_NO_KEY,
    TLS_OTHER_KEY, /* than the certificate's */
};

struct tls_trouble {
    enum tls_trouble_kind kind;
    char file[256]; /* with which */
    int error;      /* of the system: why it is unreadable */
};

struct tls_keys; /* what connections of one kind have in common */
struct tls;      /* one connection */

/* A certificate (followed by any intermediate ones) and its key, as two files in
 * PEM with a comma between their names. NULL: there is trouble. */
struct tls_keys *tls_keys_read(const char *files, struct tls_trouble *trouble);
/* Reads both files again, for connections from now on. False: what was there stays. */
bool tls_keys_renew(struct tls_keys *keys, struct tls_trouble *trouble);
/* The authorities that this system trusts, for a client. */
struct tls_keys *tls_keys_trusted(void);
void tls_keys_free(struct tls_keys *keys);

struct tls *tls_new(const struct tls_keys *keys);
/* A client's end, which must find `host` in the certificate. It has something to say at once. */
struct tls *tls_new_client(const struct tls_keys *keys, const char *host);
void tls_free(struct tls *tls); /* NULL is fine */

/* Takes what came from the other side. */
void tls_feed(struct tls *tls, const void *bytes, size_t length);
/* Decrypts some of it: the number of bytes, or one of the answers above. */
ssize_t tls_open(struct tls *tls, void *bytes, size_t size);
/* Is everything agreed on, so that there can be talk? */
bool tls_ready(const struct tls *tls);
/* Encrypts, and adds the result to `out` after what tls_take would give. False: not possible, ever
 * or yet. */
bool tls_seal(struct tls *tls, const void *bytes, size_t length, struct buffer *out);
/* Moves what is to be sent to the other side to `out`. */
void tls_take(struct tls *tls, struct buffer *out);
/* Nothing more will be said. */
void tls_end(struct tls *tls);
/* Why the other side is not trusted; NULL if it is, or where nothing is known yet. */
const char *tls_distrust(const struct tls *tls);

#endif
