/* table.c: all tables of a game, and asking them. See pond/table.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "quibbit/ring_file.h"
#include "rribbit/class_file.h"
#include "tables.h"

#define CACHE_BYTES ((size_t)96 << 20) /* all of five frogs fits */
#define QUIBBIT_RULE_SETS 8

struct pond_tables {
    const struct pond_game *game;
    pthread_mutex_t lock;           /* held while probing */
    const struct tables_kind *kind; /* NULL: the game has no tablebases */
    struct table_cache *cache;
    uint32_t count;
    struct rribbit_shelf *rribbit;
    /* Quibbit: by rules and ring; the one that was asked last is ready to be asked. */
    struct quibbit_ring_table quibbit[QUIBBIT_RULE_SETS][QUIBBIT_LAYOUTS];
    struct quibbit_reader reader;
};

/* ---- Opening ---- */

static int rules_number(const struct quibbit_ring_rules *rules)
{
    return rules->lap_by_leader + 2 * rules->tie_by_crown_now + 4 * rules->dummy_counts;
}

static bool quibbit_take(struct pond_tables *tables, const struct table_file *file)
{
    struct quibbit_ring_table table;
    if (!quibbit_ring_table_open(&table, file, NULL)) return false;
    struct quibbit_ring_table *place = &tables->quibbit[rules_number(&table.rules)][table.layout];
    if (place->file.bytes != NULL) return false;
    *place = table;
    return true;
}

static bool rribbit_take(struct pond_tables *tables, const struct table_file *file)
{
    return rribbit_shelf_take(tables->rribbit, file);
}

static bool rribbit_probe(struct pond_tables *tables, const struct pond_state *state,
                          struct pond_exact *exact)
{
    return rribbit_shelf_probe(tables->rribbit, tables->cache, state, exact);
}

static bool quibbit_probe(struct pond_tables *tables, const struct pond_state *state,
                          struct pond_exact *exact);

static bool rribbit_begin(struct pond_tables *tables)
{
    tables->rribbit = calloc(1, sizeof *tables->rribbit);
    if (tables->rribbit != NULL) rribbit_sets_begin(&tables->rribbit->sets);
    return tables->rribbit != NULL;
}

/* The games that have tablebases. */
static const struct tables_kind {
    const struct pond_game *game;
    bool (*begin)(struct pond_tables *tables); /* or NULL */
    bool (*take)(struct pond_tables *tables, const struct table_file *file);
    bool (*probe)(struct pond_tables *tables, const struct pond_state *state,
                  struct pond_exact *exact);
} kinds[] = {
    {&pond_rribbit, rribbit_begin, rribbit_take, rribbit_probe},
    {&pond_quibbit, NULL, quibbit_take, quibbit_probe},
};

static const struct tables_kind *kind_of(const struct pond_game *game)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].game == game) return &kinds[i];
    }
    return NULL;
}

/* Takes over a file of the game that is not there yet. */
static bool file_take(struct pond_tables *tables, const struct table_file *file)
{
    if (!pond_text_equal(file->about.game, tables->game->name)) return false;
    const bool taken = tables->kind != NULL && tables->kind->take(tables, file);
    if (taken) tables->count++;
    return taken;
}

static void folder_take(struct pond_tables *tables, const char *folder)
{
    char **names = folder_names(folder), path[FOLDER_PATH_MAX];
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        struct table_file file;
        if (!pond_text_starts(names[i], tables->game->name) ||
            !folder_join(path, folder, names[i]) || !table_file_open(&file, path, NULL)) {
            continue;
        }
        if (!file_take(tables, &file)) table_file_close(&file);
    }
    folder_names_free(names);
}

static void small_take(struct pond_tables *tables)
{
    const uint8_t *at = pond_small_tables;
    struct table_file file;
    while (table_file_open_bytes(&file, at, (size_t)(pond_small_tables_end - at), NULL)) {
        at += file.about.file_size;
        file_take(tables, &file);
    }
}

struct pond_tables *pond_tables_open(const struct pond_game *game, const char *folder)
{
    char folders[FOLDERS_MAX][FOLDER_PATH_MAX];
    struct pond_tables *tables = calloc(1, sizeof *tables);
    if (tables == NULL) return NULL;
    tables->game = game;
    pthread_mutex_init(&tables->lock, NULL);
    tables->cache = table_cache_new(CACHE_BYTES);
    tables->kind = kind_of(game);
    const bool begins = tables->kind != NULL && tables->kind->begin != NULL;
    if (tables->cache == NULL || (begins && !tables->kind->begin(tables))) {
        pond_tables_close(tables);
        return NULL;
    }
    if (folder != NULL) {
        folder_take(tables, folder);
    } else {
        const int count = folder_list(folders);
        for (int i = 0; i < count; i++) folder_take(tables, folders[i]);
    }
    small_take(tables);
    return tables;
}

void pond_tables_close(struct pond_tables *tables)
{
    if (tables == NULL) return;
    quibbit_reader_close(&tables->reader);
    struct rribbit_table *rribbit =
        tables->rribbit != NULL ? &tables->rribbit->tables[0][0][0][0] : NULL;
    const size_t classes = sizeof tables->rribbit->tables / sizeof *rribbit;
    for (size_t i = 0; rribbit != NULL && i < classes; i++) rribbit_table_close(&rribbit[i]);
    struct quibbit_ring_table *quibbit = &tables->quibbit[0][0];
    for (size_t i = 0; i < sizeof tables->quibbit / sizeof *quibbit; i++) {
        quibbit_ring_table_close(&quibbit[i]);
    }
    free(tables->rribbit);
    table_cache_free(tables->cache);
    pthread_mutex_destroy(&tables->lock);
    free(tables);
}

uint32_t pond_tables_count(const struct pond_tables *tables) { return tables->count; }

/* ---- Asking ---- */

bool tables_rribbit_value(struct pond_tables *tables, const struct pond_state *state,
                          unsigned *value)
{
    return tables->rribbit != NULL &&
           rribbit_shelf_value(tables->rribbit, tables->cache, state, value);
}

static bool quibbit_ask(struct pond_tables *tables, const struct pond_state *state, bool play,
                        struct quibbit_truth *truth, double *certificate)
{
    const int layout =
        tables->kind != NULL && tables->kind->take == quibbit_take ? quibbit_layout_of(state) : -1;
    if (layout < 0) return false;
    const struct quibbit_ring_rules rules = quibbit_rules_of(state);
    struct quibbit_ring_table *table = &tables->quibbit[rules_number(&rules)][layout];
    if (table->file.bytes == NULL) return false;
    const uint32_t number = (uint32_t)(table - &tables->quibbit[0][0]);
    if (tables->reader.table != table) {
        quibbit_reader_close(&tables->reader);
        if (!quibbit_reader_open(&tables->reader, table, tables->cache, number)) {
            quibbit_ring_table_close(table); /* it is of no use */
            return false;
        }
    }
    *certificate = table->certificate;
    return quibbit_reader_probe(&tables->reader, state, play, truth);
}

bool tables_quibbit_truth(struct pond_tables *tables, const struct pond_state *state,
                          struct quibbit_truth *truth, double *certificate)
{
    return quibbit_ask(tables, state, true, truth, certificate);
}

static bool quibbit_probe(struct pond_tables *tables, const struct pond_state *state,
                          struct pond_exact *exact)
{
    struct quibbit_truth truth;
    double certificate;
    if (!quibbit_ask(tables, state, false, &truth, &certificate)) return false;
    memset(exact, 0, sizeof *exact);
    exact->win[0] = (float)truth.win[0];
    exact->win[1] = (float)truth.win[1];
    exact->dummy = (float)truth.dummy;
    return true;
}

bool pond_tables_probe(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    struct pond_tables *tables = context;
    bool known = false;
    if (tables == NULL) return false;
    pthread_mutex_lock(&tables->lock);
    if (tables->kind != NULL) known = tables->kind->probe(tables, state, exact);
    pthread_mutex_unlock(&tables->lock);
    return known;
}
