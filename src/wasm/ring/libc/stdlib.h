/* stdlib.h: for ring.wasm: memory of which only the last piece is given back, and a sort. */
#ifndef POND_RING_STDLIB_H
#define POND_RING_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);
void qsort(void *list, size_t count, size_t size, int (*order)(const void *, const void *));

#endif
