/* play_threads.c: several Workers that search one position: what threads.wasm has beyond play.wasm.
 *
 * The instances of the module share one memory. The first one answers the page; the others wait in
 * page_help for a task of the same engine, each on a stack of its own. This works because rules and
 * engines have no mutable globals; everything else of the page's is touched by the first one
 * only. Without shared memory there are no helpers, and all of this does nothing. */
#include "page.h"

#include "banned.h"

#ifdef __wasm_atomics__

#define STACK_SIZE ((size_t)4 << 20) /* as the first one's: cmake/wasm32.cmake */

enum { IDLE, BUSY };

static struct {
    volatile bool stop_all;     /* the page has moved on */
    volatile bool stop_helpers; /* the first one has its answer */
    uint32_t present;           /* helpers that wait for work */
    uint32_t used;              /* of them in the current task */
    const struct pond_engine *engine;
    struct {
        uint32_t state;
        struct pond_task task;
        struct pond_advice advice;
    } helpers[POND_THREADS_MAX - 1];
} crew;

/* ---- Waiting ---- */

static void state_set(uint32_t *state, uint32_t value)
{
    __atomic_store_n(state, value, __ATOMIC_SEQ_CST);
    __builtin_wasm_memory_atomic_notify((int *)state, 1);
}

static void state_wait(uint32_t *state, uint32_t wanted)
{
    for (;;) {
        const uint32_t now = __atomic_load_n(state, __ATOMIC_SEQ_CST);
        if (now == wanted) return;
        __builtin_wasm_memory_atomic_wait32((int *)state, (int)now, -1);
    }
}

/* ---- What the page calls ---- */

/* The top of a stack for one more helper; 0 where there is no memory. */
uint32_t EXPORT(page_helper_stack)(void)
{
    const size_t at = (size_t)page_memory_more(STACK_SIZE);
    return at == 0 ? 0 : (uint32_t)(at + STACK_SIZE);
}

/* Where a byte lies that ends the current search once it is not 0. The page clears it. */
uint32_t EXPORT(page_stop_at)(void) { return (uint32_t)(size_t)&crew.stop_all; }

/* Helps until its Worker is ended. The page has given this instance its stack. */
void EXPORT(page_help)(void)
{
    const uint32_t number = __atomic_fetch_add(&crew.present, 1, __ATOMIC_SEQ_CST);
    if (number >= POND_THREADS_MAX - 1) return;
    for (;;) {
        state_wait(&crew.helpers[number].state, BUSY);
        crew.engine->think(&crew.helpers[number].task, &crew.helpers[number].advice);
        state_set(&crew.helpers[number].state, IDLE);
    }
}

/* ---- What the engine's caller uses ---- */

uint32_t page_helpers_present(void)
{
    const uint32_t present = __atomic_load_n(&crew.present, __ATOMIC_SEQ_CST);
    return present < POND_THREADS_MAX ? present : POND_THREADS_MAX - 1;
}

const volatile bool *page_stop_sign(void) { return &crew.stop_all; }

void page_helpers_begin(const struct pond_engine *engine, const struct pond_task *task)
{
    const int threads = engine->join != NULL ? pond_task_threads(task, engine) : 1;
    crew.used = (uint32_t)threads - 1;
    crew.engine = engine;
    crew.stop_helpers = false;
    for (uint32_t i = 0; i < crew.used; i++) {
        struct pond_task *own = &crew.helpers[i].task;
        *own = *task;
        own->thread = (int)i + 1;
        own->stop = &crew.stop_helpers;
        own->probe = NULL; /* the cache of the tablebases is the first one's */
        state_set(&crew.helpers[i].state, BUSY);
    }
}

void page_helpers_end(const struct pond_task *task, struct pond_advice *advice)
{
    if (crew.used == 0) return;
    crew.stop_helpers = true;
    for (uint32_t i = 0; i < crew.used; i++) state_wait(&crew.helpers[i].state, IDLE);
    crew.engine->join(task, (int)crew.used + 1, advice);
}

#else

uint32_t page_helpers_present(void) { return 0; }
const volatile bool *page_stop_sign(void) { return NULL; }
void page_helpers_begin(const struct pond_engine *engine, const struct pond_task *task)
{
    (void)engine;
    (void)task;
}
void page_helpers_end(const struct pond_task *task, struct pond_advice *advice)
{
    (void)task;
    (void)advice;
}

#endif
