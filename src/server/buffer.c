/* buffer.c: bytes that grow. See buffer.h. */
#include "buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_add(struct buffer *buffer, const void *bytes, size_t length)
{
    if (buffer->length + length > buffer->room) {
        size_t room = buffer->room > 0 ? buffer->room : 1024;
        while (room < buffer->length + length) room *= 2;
        buffer->bytes = realloc(buffer->bytes, room);
        assert(buffer->bytes != NULL);
        buffer->room = room;
    }
    if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_add(buffer, text, strlen(text));
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert(length >= 0 && (size_t)length < sizeof text);
    buffer_add(buffer, text, (size_t)length);
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct buffer){0};
}

void buffer_sink(void *context, const char *bytes, size_t length)
{
    buffer_add(context, bytes, length);
}

struct pond_json buffer_json(struct buffer *buffer) { return pond_json_to(buffer_sink, buffer); }

struct blob *blob_new(const void *bytes, size_t length)
{
    struct blob *blob = malloc(sizeof *blob + length);
    assert(blob != NULL);
    *blob = (struct blob){.users = 1, .length = length};
    memcpy(blob->bytes, bytes, length);
    return blob;
}

struct blob *blob_keep(struct blob *blob)
{
    blob->users++;
    return blob;
}

void blob_drop(struct blob *blob)
{
    if (blob != NULL && --blob->users == 0) free(blob);
}
