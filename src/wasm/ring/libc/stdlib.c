/* stdlib.c: for ring.wasm: memory of the browser's, one piece after another. A Worker solves one
 * ring and is ended with all its memory, so only the last piece is ever given back: the solver
 * takes and frees one per pair of hands, a quarter of a gigabyte in all. */
#include "stdlib.h"

#include <stdint.h>
#include <string.h>

#define PAGE ((size_t)1 << 16)
#define ALIGNMENT ((size_t)16)

static struct {
    uint8_t *at, *fresh; /* where the next piece begins; what is still zero */
    size_t left;
    uint8_t *last; /* the piece that can be given back */
} heap;

void *calloc(size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - PAGE) / size) return NULL;
    const size_t wanted = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (wanted > heap.left) { /* what is left of the piece before is lost */
        const size_t pages = (wanted + PAGE - 1) / PAGE;
        const size_t before = __builtin_wasm_memory_grow(0, pages);
        if (before == SIZE_MAX) return NULL;
        heap.at = heap.fresh = (uint8_t *)(before * PAGE);
        heap.left = pages * PAGE;
    }
    uint8_t *memory = heap.at;
    heap.at += wanted;
    heap.left -= wanted;
    heap.last = memory;
    if (memory < heap.fresh) { /* the rest comes zeroed from the browser */
        memset(memory, 0, heap.at < heap.fresh ? wanted : (size_t)(heap.fresh - memory));
    }
    if (heap.fresh < heap.at) heap.fresh = heap.at;
    return memory;
}

void *malloc(size_t size) { return calloc(1, size); }

void free(void *memory)
{
    if (memory == NULL || memory != heap.last) return;
    heap.left += (size_t)(heap.at - heap.last);
    heap.at = heap.last;
    heap.last = NULL;
}

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
