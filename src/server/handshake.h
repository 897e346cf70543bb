/* handshake.h: the WebSocket handshake (RFC 6455), for both ends. */
#ifndef POND_HANDSHAKE_H
#define POND_HANDSHAKE_H

#include <stddef.h>
#include <stdint.h>

#define HANDSHAKE_KEY_LENGTH 24
#define HANDSHAKE_ACCEPT_SIZE 29
/* The answer to a client's Sec-WebSocket-Key, which has HANDSHAKE_KEY_LENGTH characters. */
void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_SIZE]);
/* Writes bytes as base64: four characters for every three, and a NUL. */
void handshake_base64(const uint8_t *bytes, size_t length, char *out);

#endif
