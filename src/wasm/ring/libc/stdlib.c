/* stdlib.c: for ring.wasm: memory of the browser's, one piece after another. A Worker solves one
 * ring and is ended with all its memory, so nothing is ever given back. */
#include "stdlib.h"

#include <stdint.h>
#include <string.h>

#define PAGE ((size_t)1 << 16)
#define ALIGNMENT ((size_t)16)

static struct {
    uint8_t *at;
    size_t left;
} heap;

void *calloc(size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - PAGE) / size) return NULL;
    const size_t wanted = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (wanted > heap.left) { /* what is left of the piece before is lost */
        const size_t pages = (wanted + PAGE - 1) / PAGE;
        const size_t before = __builtin_wasm_memory_grow(0, pages);
        if (before == SIZE_MAX) return NULL;
        heap.at = (uint8_t *)(before * PAGE);
        heap.left = pages * PAGE;
    }
    uint8_t *memory = heap.at;
    heap.at += wanted;
    heap.left -= wanted;
    return memory; /* the browser gives it zeroed */
}

void *malloc(size_t size) { return calloc(1, size); }
void free(void *memory) { (void)memory; }

/* For lists of a thousand. */
void qsort(void *list, size_t count, size_t size, int (*order)(const void *, const void *))
{
    uint8_t *items = list;
    for (size_t i = 1; i < count; i++) {
        for (size_t at = i; at > 0; at--) {
            uint8_t *one = items + (at - 1) * size, *other = one + size;
            if (order(one, other) <= 0) break;
            for (size_t byte = 0; byte < size; byte++) {
                const uint8_t kept = one[byte];
                one[byte] = other[byte];
                other[byte] = kept;
            }
        }
    }
}
