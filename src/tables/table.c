/* table.c: all tables of a game, and asking them. See pond/table.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "folder.h"
#include "quibbit_file.h"
#include "rribbit_file.h"
#include "tables.h"

#define CACHE_BYTES ((size_t)96 << 20) /* all of five frogs fits */
#define QUIBBIT_RULE_SETS 8

struct pond_tables {
    const struct pond_game *game;
    pthread_mutex_t lock; /* whoever asks holds it */
    struct table_cache *cache;
    uint32_t count;
    /* Rrib-bit: by options and class; where `file.bytes` is NULL there is none. */
    struct rribbit_sets *sets;
    struct rribbit_table rribbit[2][2][RRIBBIT_KEY_MAX + 1][RRIBBIT_SIDE_MAX + 1];
    /* Quibbit: by rules and ring; the one that was asked last is ready to be asked. */
    struct quibbit_table quibbit[QUIBBIT_RULE_SETS][QUIBBIT_LAYOUTS];
    struct quibbit_reader reader;
};

/* ---- Opening ---- */

static bool rribbit_take(struct pond_tables *tables, const struct table_file *file)
{
    struct rribbit_table table;
    if (!rribbit_table_open(&table, tables->sets, file, NULL)) return false;
    struct rribbit_table *place =
        &tables->rribbit[table.chain][table.seven][table.class.key_frogs][table.class.other_frogs];
    if (place->file.bytes != NULL) {
        memset(&table.file, 0, sizeof table.file); /* stays the caller's */
        rribbit_table_close(&table);
        return false;
    }
    *place = table;
    return true;
}

static int rules_number(const struct quibbit_rules *rules)
{
    return rules->lap_by_leader + 2 * rules->tie_by_crown_now + 4 * rules->dummy_counts;
}

static bool quibbit_take(struct pond_tables *tables, const struct table_file *file)
{
    struct quibbit_table table;
    if (!quibbit_table_open(&table, file, NULL)) return false;
    struct quibbit_table *place = &tables->quibbit[rules_number(&table.rules)][table.layout];
    if (place->file.bytes != NULL) return false;
    *place = table;
    return true;
}

/* Takes over a file of the game that is not there yet. */
static bool file_take(struct pond_tables *tables, const struct table_file *file)
{
    if (!pond_text_equal(file->about.game, tables->game->name)) return false;
    const bool taken = tables->game == &pond_rribbit   ? rribbit_take(tables, file)
                       : tables->game == &pond_quibbit ? quibbit_take(tables, file)
                                                       : false;
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
    if (game == &pond_rribbit) tables->sets = rribbit_sets_make(RRIBBIT_SIDE_MAX, false);
    if (tables->cache == NULL || (game == &pond_rribbit && tables->sets == NULL)) {
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
    struct rribbit_table *rribbit = &tables->rribbit[0][0][0][0];
    for (size_t i = 0; i < sizeof tables->rribbit / sizeof *rribbit; i++) {
        rribbit_table_close(&rribbit[i]);
    }
    struct quibbit_table *quibbit = &tables->quibbit[0][0];
    for (size_t i = 0; i < sizeof tables->quibbit / sizeof *quibbit; i++) {
        quibbit_table_close(&quibbit[i]);
    }
    rribbit_sets_free(tables->sets);
    table_cache_free(tables->cache);
    pthread_mutex_destroy(&tables->lock);
    free(tables);
}

uint32_t pond_tables_count(const struct pond_tables *tables) { return tables->count; }

/* ---- Rrib-bit ---- */

bool tables_rribbit_value(struct pond_tables *tables, const struct pond_state *state,
                          unsigned *value)
{
    const struct rribbit_state *game = (const struct rribbit_state *)state;
    const uint64_t mover = game->frogs[game->side], waiter = game->frogs[1 - game->side];
    const int own = __builtin_popcountll(mover), other = __builtin_popcountll(waiter);
    const int key = own < other ? own : other, most = own + other - key;
    if (tables->game != &pond_rribbit || !rribbit_class_exists(key, most)) return false;
    const struct rribbit_table *table =
        &tables->rribbit[game->chain != 0][game->seven != 0][key][most];
    const uint32_t number = (uint32_t)(table - &tables->rribbit[0][0][0][0]);
    return table->file.bytes != NULL && game->outcome == POND_GOES_ON &&
           rribbit_table_value(table, tables->sets, tables->cache, number, mover, waiter, value);
}

/* Plies until the count runs out (X9), the one at hand first: the seats take turns, and both must
 * have used theirs up. Where the count has not begun, it cannot run out sooner than this. */
static int plies_left(const struct rribbit_state *game)
{
    if (!game->counting) return 2 * game->endgame;
    const int own = game->endgame - game->used[game->side];
    const int other = game->endgame - game->used[1 - game->side];
    const int plies_own = 2 * own - 1, plies_other = 2 * other;
    const int most = plies_own > plies_other ? plies_own : plies_other;
    return most > 1 ? most : 1;
}

int tables_rribbit_in_time(const struct pond_state *state, unsigned value)
{
    const struct rribbit_state *game = (const struct rribbit_state *)state;
    const int distance = rribbit_value_distance(value), left = plies_left(game);
    if (value == 0 || game->endgame == 0 || distance <= left) return 1;
    /* A row that stands when the count runs out gets its answer first. */
    const bool ends_by_loser = (distance & 1) == (rribbit_value_lost(value) ? 1 : 0);
    if (game->counting && distance == left + 1 && ends_by_loser) return 1;
    /* Then play goes on only as long as each answer captures. */
    const int frogs = __builtin_popcountll(game->frogs[0] | game->frogs[1]);
    return game->counting && distance > left + 1 + frogs ? 0 : -1;
}

static bool rribbit_probe(struct pond_tables *tables, const struct pond_state *state,
                          struct pond_exact *exact)
{
    const int side = ((const struct rribbit_state *)state)->side;
    unsigned value;
    if (!tables_rribbit_value(tables, state, &value)) return false;
    const int in_time = tables_rribbit_in_time(state, value);
    if (in_time < 0) return false;
    if (in_time == 0) value = 0;
    memset(exact, 0, sizeof *exact);
    exact->distance = rribbit_value_distance(value);
    if (rribbit_value_won(value))
        exact->win[side] = 1;
    else if (rribbit_value_lost(value))
        exact->win[1 - side] = 1;
    else
        exact->draw = 1;
    return true;
}

/* ---- Quibbit ---- */

static bool quibbit_ask(struct pond_tables *tables, const struct pond_state *state, bool play,
                        struct quibbit_truth *truth, double *certificate)
{
    const int layout = tables->game == &pond_quibbit ? quibbit_layout_of(state) : -1;
    if (layout < 0) return false;
    const struct quibbit_rules rules = quibbit_rules_of(state);
    struct quibbit_table *table = &tables->quibbit[rules_number(&rules)][layout];
    if (table->file.bytes == NULL) return false;
    const uint32_t number = (uint32_t)(table - &tables->quibbit[0][0]);
    if (tables->reader.table != table) {
        quibbit_reader_close(&tables->reader);
        if (!quibbit_reader_open(&tables->reader, table, tables->cache, number)) {
            quibbit_table_close(table); /* it is of no use */
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
    if (tables->game == &pond_rribbit) known = rribbit_probe(tables, state, exact);
    if (tables->game == &pond_quibbit) known = quibbit_probe(tables, state, exact);
    pthread_mutex_unlock(&tables->lock);
    return known;
}
