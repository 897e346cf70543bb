/* play_explorer.c: what was played in a position, for the page: collections that it has fetched,
 * and one that it makes of the games on the device. src/wasm/play.mjs calls this. */
#include "page.h"
#include "pond/explorer.h"

#include "banned.h"

#define SOURCES 3 /* engine games, own games, those of the server */
#define SOURCE_ENGINE 0
#define ROOM_MAX ((size_t)16 << 20)
#define COLLECT_BYTES ((size_t)4 << 20)
#define COLLECT_DEPTH 60

static struct {
    struct pond_explorer explorer[SOURCES];
    uint8_t *room[SOURCES];
    size_t room_size[SOURCES]; /* that there is, */
    size_t given[SOURCES];     /* and that is used */
} sources;

static struct {
    struct pond_collector collector;
    uint8_t *bytes;
} collection;

/* Where a collection of that many bytes can be written; NULL if there is no memory. What was
 * there before can't be asked any more. */
uint8_t *EXPORT(page_explorer_room)(uint32_t source, uint32_t size)
{
    if (source >= SOURCES || size > ROOM_MAX) return NULL;
    sources.explorer[source] = (struct pond_explorer){0};
    if (size > sources.room_size[source]) {
        const size_t more = size + size / 2; /* the next one will be larger */
        sources.room[source] = page_memory_more(more);
        sources.room_size[source] = sources.room[source] != NULL ? more : 0;
    }
    sources.given[source] = sources.room[source] != NULL ? size : 0;
    return sources.room[source];
}

/* Takes what was written there. Answers how many games it has. */
int32_t EXPORT(page_explorer_take)(uint32_t source)
{
    struct pond_error why;
    page_answer_begin();
    if (source >= SOURCES) return page_refuse_page(REFUSE_SLOT);
    struct pond_explorer *explorer = &sources.explorer[source];
    if (!pond_explorer_open(explorer, sources.room[source], sources.given[source], &why)) {
        return page_refuse(&why);
    }
    struct pond_json json = page_answer_json();
    pond_json_number(&json, explorer->game_count);
    return 1;
}

/* What was played in the position of a slot, by everyone who is to choose. */
int32_t EXPORT(page_explorer_ask)(uint32_t slot, uint32_t source)
{
    static struct pond_played played[POND_MOVES_MAX];
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    if (source >= SOURCES) return page_refuse_page(REFUSE_SLOT);
    struct pond_json json = page_answer_json();
    pond_explorer_json(&json, &sources.explorer[source], source == SOURCE_ENGINE, match, played);
    return 1;
}

/* ---- Games on the device ---- */

/* Begins a collection. */
int32_t EXPORT(page_collect_begin)(void)
{
    page_answer_begin();
    if (collection.bytes == NULL) collection.bytes = page_memory_more(COLLECT_BYTES);
    if (collection.bytes == NULL) return page_refuse_page(REFUSE_MEMORY);
    pond_collector_begin(&collection.collector, collection.bytes, COLLECT_BYTES, COLLECT_DEPTH);
    return 1;
}

/* Adds the match of a slot, if it is over. */
int32_t EXPORT(page_collect_add)(uint32_t slot)
{
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    if (collection.bytes == NULL) return page_refuse_page(REFUSE_MEMORY);
    pond_collector_add(&collection.collector, match);
    return 1;
}

/* Completes it: its size, and where it lies. */
uint32_t EXPORT(page_collect_end)(void)
{
    return collection.bytes != NULL ? (uint32_t)pond_collector_end(&collection.collector) : 0;
}
const uint8_t *EXPORT(page_collect_bytes)(void) { return collection.bytes; }
