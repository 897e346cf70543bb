/* play_tables.c: exact values in the page: tables of Rrib-bit that the page has fetched, and asking
 * them. src/wasm/play.mjs calls these functions.
 *
 * The page asks for room, writes tables there, one whole file behind the other, and hands them
 * over. They stay; what is asked is asked of the same code as in the program (src/exact). Without
 * tables everything works as before: engines search. */
#include "page.h"
#include "rribbit/judge.h"

#include "banned.h"

#define CACHE_BYTES ((size_t)8 << 20)
#define ROOM_MAX ((size_t)64 << 20)

static struct {
    struct rribbit_shelf rribbit;
    struct table_cache *cache; /* NULL: nothing is ready yet */
    uint8_t *room;
    size_t room_size;
    uint32_t count; /* of tables */
} tables;

/* Where that many bytes can be written; NULL if there is no memory. */
uint8_t *EXPORT(page_tables_room)(uint32_t size)
{
    if (size > ROOM_MAX) return NULL;
    if (tables.cache == NULL) {
        void *memory = page_memory_more(pond_table_cache_size(CACHE_BYTES));
        if (memory == NULL) return NULL;
        tables.cache = pond_table_cache_begin(memory, CACHE_BYTES);
        rribbit_sets_begin(&tables.rribbit.sets);
    }
    tables.room = page_memory_more(size);
    tables.room_size = tables.room != NULL ? size : 0;
    return tables.room;
}

/* Takes the tables that were written there; how many were fine and new. */
uint32_t EXPORT(page_tables_take)(void)
{
    const uint8_t *at = tables.room, *end = at + tables.room_size;
    struct table_file file;
    uint32_t taken = 0;
    while (at < end && pond_table_blocks_open(&file, at, (size_t)(end - at), NULL, NULL)) {
        at += file.about.file_size;
        if (rribbit_shelf_take(&tables.rribbit, &file)) taken++;
    }
    tables.room = NULL; /* each room is taken once */
    tables.room_size = 0;
    tables.count += taken;
    return taken;
}

static bool probe(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    (void)context;
    return rribbit_shelf_probe(&tables.rribbit, tables.cache, state, exact);
}

page_probe_function *page_probe_of(const struct pond_game *game)
{
    return pond_text_equal(game->name, pond_rribbit.name) && tables.count > 0 ? probe : NULL;
}

/* What tables say about the position of a match: 1 with `win` by seat, `draw` and `distance`; 0
 * where they do not know it. */
int32_t EXPORT(page_exact)(uint32_t slot)
{
    struct pond_exact exact;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    page_probe_function *ask = page_probe_of(match->game);
    const bool known = ask != NULL && ask(NULL, &match->state, &exact);
    struct pond_json json = page_answer_json();
    pond_json_open(&json, '{');
    pond_json_key(&json, "known");
    pond_json_number(&json, known ? 1 : 0);
    if (known) {
        pond_json_key(&json, "win");
        pond_json_open(&json, '[');
        for (int i = 0; i < match->seat_count; i++) pond_json_number(&json, (int64_t)exact.win[i]);
        pond_json_close(&json, ']');
        pond_json_key(&json, "draw");
        pond_json_number(&json, (int64_t)exact.draw);
        pond_json_key(&json, "distance");
        pond_json_number(&json, exact.distance);
    }
    pond_json_close(&json, '}');
    pond_json_line_end(&json);
    return 1;
}

static bool value_ask(void *context, const struct pond_state *state, unsigned *value)
{
    (void)context;
    return rribbit_shelf_value(&tables.rribbit, tables.cache, state, value);
}

/* What every choice is truly worth, as `pond probe --json` has it; null if no table knows. */
int32_t EXPORT(page_choices)(uint32_t slot)
{
    static struct rribbit_judged choices[POND_MOVES_MAX];
    struct rribbit_judged position;
    const struct pond_match *match = page_match_see(slot);
    if (match == NULL) return 0;
    const bool asked = page_probe_of(match->game) != NULL && !pond_match_over(match);
    const int count =
        asked ? rribbit_choices_judge(value_ask, NULL, &match->state, &position, choices) : -1;
    struct pond_json json = page_answer_json();
    if (count < 0) {
        pond_json_null(&json);
    } else {
        rribbit_choices_json(&json, &match->state, &position, choices, count);
    }
    return 1;
}
