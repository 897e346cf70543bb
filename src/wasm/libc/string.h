/* string.h: for WebAssembly: the few functions of <string.h> that pure code uses.
 *
 * The page's module is built without a C library: this is all of one that it needs. A function that
 * is missing here is a compiler's error there. */
#ifndef POND_WASM_STRING_H
#define POND_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);
void *memchr(const void *in, int byte, size_t size);
size_t strlen(const char *string);
int strcmp(const char *one, const char *other);
int strncmp(const char *one, const char *other, size_t size);
char *strchr(const char *string, int character);

#endif
