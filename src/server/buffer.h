/* buffer.h: bytes that grow, for messages on their way out. */
#ifndef POND_BUFFER_H
#define POND_BUFFER_H

#include "pond/json.h"

struct buffer {
    char *bytes;
    size_t length, room;
};

void buffer_add(struct buffer *buffer, const void *bytes, size_t length);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buffer_free(struct buffer *buffer);
/* A pond_sink whose context is the buffer. */
void buffer_sink(void *context, const char *bytes, size_t length);
struct pond_json buffer_json(struct buffer *buffer);

/* Bytes that never change and are freed once nobody uses them any more. One thread at a time. */
struct blob {
    uint32_t users;
    uint32_t readers; /* sockets that have yet to take some of it: see outbox.c */
    size_t length;
    char bytes[];
};

struct blob *blob_new(const void *bytes, size_t length); /* with one user */
struct blob *blob_keep(struct blob *blob);
void blob_drop(struct blob *blob); /* NULL is fine */

/* A text that is JSON already. */
static inline void json_ready_member(struct pond_json *json, const char *key, const char *text)
{
    pond_json_key(json, key);
    pond_json_ready(json, text, strlen(text));
}

#endif
