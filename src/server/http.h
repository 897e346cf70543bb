/* http.h: HTTP/1.1 requests to a read-only server: strict, small and pure.
 *
 * A request is read once it is complete, from one piece of memory. Whatever is not plainly right is
 * refused: this parser faces the open network, and no well-behaved client needs
 * leniency. */
#ifndef POND_HTTP_H
#define POND_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

struct http_text { /* a part of the request's bytes */
    const char *start;
    size_t length;
};

enum http_field {
    HTTP_HOST,
    HTTP_CONNECTION,
    HTTP_UPGRADE,
    HTTP_ORIGIN,
    HTTP_WEBSOCKET_KEY,
    HTTP_WEBSOCKET_VERSION,
    HTTP_WEBSOCKET_PROTOCOL,
    HTTP_IF_NONE_MATCH,
    HTTP_ACCEPT_ENCODING,
    HTTP_CONTENT_LENGTH,
    HTTP_TRANSFER_ENCODING,
    HTTP_EXPECT,
    HTTP_FORWARDED_FOR,
    HTTP_FIELDS
};

struct http_request {
    bool head; /* HEAD, otherwise GET */
    bool old;  /* HTTP/1.0: the connection is closed after the answer */
    struct http_text path, query;
    struct http_text field[HTTP_FIELDS]; /* `start` is NULL if it is not there */
    size_t used;
};

/* 0: a whole request was read; -1: there is more to come; else the status to refuse it with. */
int http_read(const char *bytes, size_t length, struct http_request *request);
bool http_equal(struct http_text text, const char *other); /* whatever the case */
/* Does a comma-separated list have this member? */
bool http_lists(struct http_text text, const char *member);
/* Can the name in Host lead here by honest means? An address can, and a name of a house (without a
 * dot, or under .local and the like), or one of these (comma-separated). Any other may be a
 * stranger's, whose page wants to pass for ours. */
bool http_host_fits(const struct http_request *request, const char *names);
/* The name in Host, without a port. */
struct http_text http_host(const struct http_request *request);
bool http_is_four(struct http_text host); /* an address such as 192.0.2.7 */
/* Does the client call this machine by a name that means its own? */
bool http_here(const struct http_request *request);
/* The connection stays open after the answer? */
bool http_keeps(const struct http_request *request);

/* Begins an answer: the status line and the headers that every answer has. */
void http_answer(struct buffer *out, int status);
void http_header(struct buffer *out, const char *name, const char *value);
/* Keeps the page apart from whatever opened it. Browsers take this over https and from their own
 * machine alone, and complain about it elsewhere: in the house, over plain http, it is left out. */
void http_isolate(struct buffer *out, const struct http_request *request);
/* Ends the headers, for a body that is sent by other means, */
void http_length(struct buffer *out, const char *type, size_t length);
/* or adds the body as well, unless it was a HEAD. */
void http_body(struct buffer *out, const char *type, const void *body, size_t length, bool head);
/* A whole answer with a sentence; the connection is to be closed. */
void http_refuse(struct buffer *out, int status, bool head);

#endif
