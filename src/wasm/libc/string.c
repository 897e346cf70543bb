/* string.c: for WebAssembly: the few functions of <string.h> that pure code uses. See string.h.
 *
 * The builtins of the first three are single instructions (memory.copy, memory.fill). */
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }

void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *left = one, *right = other;
    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i]) return left[i] - right[i];
    }
    return 0;
}

void *memchr(const void *in, int byte, size_t size)
{
    const unsigned char *bytes = in;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == (unsigned char)byte) return (void *)(bytes + i);
    }
    return NULL;
}

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length] != '\0') length++;
    return length;
}

int strcmp(const char *one, const char *other) { return strncmp(one, other, (size_t)-1); }

int strncmp(const char *one, const char *other, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char left = (unsigned char)one[i], right = (unsigned char)other[i];
        if (left != right) return left - right;
        if (left == '\0') break;
    }
    return 0;
}

char *strchr(const char *string, int character)
{
    for (;; string++) {
        if (*string == (char)character) return (char *)string;
        if (*string == '\0') return NULL;
    }
}
