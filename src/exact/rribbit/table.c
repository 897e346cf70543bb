/* table.c: reading the notes of a class of Rrib-bit, and asking about positions. See
 * table.h; docs/tables.md describes the notes. */
#include "table.h"

#include <string.h>

#include "banned.h"

/* ---- Notes ---- */

/* Bytes that are taken one after the other; beyond the end there is nothing. */
struct reader {
    const uint8_t *at, *end;
    bool fine;
};

static uint64_t take(struct reader *reader, int size)
{
    if (reader->end - reader->at < size) {
        reader->fine = false;
        return 0;
    }
    const uint64_t number = table_number(reader->at, size);
    reader->at += size;
    return number;
}

static void tally_take(struct reader *reader, struct rribbit_tally *tally)
{
    tally->won = take(reader, 8);
    tally->drawn = take(reader, 8);
    tally->lost = take(reader, 8);
    tally->longest_win = (int)take(reader, 2);
    tally->longest_loss = (int)take(reader, 2);
}

static bool notes_take(struct rribbit_table *table, const struct rribbit_sets *sets)
{
    const struct table_file *file = &table->file;
    struct reader reader = {file->notes, file->notes + file->notes_size, true};
    table->chain = take(&reader, 1) != 0;
    table->seven = take(&reader, 1) != 0;
    const int key = (int)take(&reader, 1), other = (int)take(&reader, 1);
    if (!reader.fine || !rribbit_class_exists(key, other) || file->about.cell_bytes != 1) {
        return false;
    }
    rribbit_class_begin(sets, &table->class, key, other);
    uint64_t cells = 0;
    for (int half = 0; half < table->class.halves; half++) {
        const uint64_t count = take(&reader, 2);
        if (count < 1 || count > RRIBBIT_CODES) return false;
        for (uint64_t i = 0; i < count; i++) {
            table->class.value[half][i] = (uint16_t)take(&reader, 2);
        }
        table->class.value_count[half] = (uint16_t)count;
        for (int side = 0; side < 2; side++) {
            table->section[half][side] = cells;
            cells += rribbit_class_size(&table->class, half, side);
        }
    }
    for (int side = 0; side < 2; side++) tally_take(&reader, &table->tally[side]);
    return reader.fine && reader.at == reader.end && cells == file->about.cell_count;
}

bool rribbit_table_open(struct rribbit_table *table, const struct rribbit_sets *sets,
                        const struct table_file *file, struct pond_error *why)
{
    memset(table, 0, sizeof *table);
    table->file = *file;
    if (pond_text_equal(file->about.game, pond_rribbit.name) && notes_take(table, sets))
        return true;
    memset(table, 0, sizeof *table);
    return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
}

/* ---- Asking ---- */

bool rribbit_table_value(const struct rribbit_table *table, const struct rribbit_sets *sets,
                         struct table_cache *cache, uint32_t number, uint64_t mover,
                         uint64_t waiter, unsigned *value)
{
    const struct rribbit_spot spot = rribbit_spot_find(sets, &table->class, mover, waiter);
    const uint64_t cell = table->section[spot.half][spot.side] + spot.place;
    const uint32_t block_cells = table->file.about.block_cells;
    const uint8_t *block =
        pond_table_cache_block(cache, &table->file, number, (uint32_t)(cell / block_cells));
    if (block == NULL) return false;
    *value = table->class.value[spot.half][block[cell % block_cells]];
    return true;
}

bool rribbit_shelf_take(struct rribbit_shelf *shelf, const struct table_file *file)
{
    struct rribbit_table table;
    if (!rribbit_table_open(&table, &shelf->sets, file, NULL)) return false;
    struct rribbit_table *place =
        &shelf->tables[table.chain][table.seven][table.class.key_frogs][table.class.other_frogs];
    if (place->file.bytes != NULL) return false;
    *place = table;
    return true;
}

bool rribbit_shelf_value(const struct rribbit_shelf *shelf, struct table_cache *cache,
                         const struct pond_state *state, unsigned *value)
{
    const struct rribbit_state *game = (const struct rribbit_state *)state;
    const uint64_t mover = game->frogs[game->side], waiter = game->frogs[1 - game->side];
    const int own = __builtin_popcountll(mover), other = __builtin_popcountll(waiter);
    const int key = own < other ? own : other, most = own + other - key;
    if (!rribbit_class_exists(key, most)) return false;
    const struct rribbit_table *table =
        &shelf->tables[game->chain != 0][game->seven != 0][key][most];
    const uint32_t number = (uint32_t)(table - &shelf->tables[0][0][0][0]);
    return table->file.bytes != NULL && game->outcome == POND_GOES_ON &&
           rribbit_table_value(table, &shelf->sets, cache, number, mover, waiter, value);
}

/* ---- The count of X9 ---- */

/* Plies until the count runs out (X9), the current one first: the seats take turns, and both must
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

int rribbit_in_time(const struct pond_state *state, unsigned value)
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

bool rribbit_shelf_probe(const struct rribbit_shelf *shelf, struct table_cache *cache,
                         const struct pond_state *state, struct pond_exact *exact)
{
    const int side = ((const struct rribbit_state *)state)->side;
    unsigned value;
    if (!rribbit_shelf_value(shelf, cache, state, &value)) return false;
    const int in_time = rribbit_in_time(state, value);
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
