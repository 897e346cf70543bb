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

/* Members of an object, in one call each. */
void json_text_member(struct pond_json *json, const char *key, const char *text);
void json_number_member(struct pond_json *json, const char *key, int64_t number);
void json_flag_member(struct pond_json *json, const char *key, bool flag);
void json_null_member(struct pond_json *json, const char *key);
/* A text that is JSON already. */
void json_ready_member(struct pond_json *json, const char *key, const char *text);

#endif
