/* tables.c: fuzzes the reader of table files. A true file is changed by the input: as it stands
 * then it is refused, or what was changed is in a block that gives no answer. With its checksums
 * remade, so that what lies behind them is reached, it may say anything, but does no harm. */
#include <stdlib.h>

#include "fuzz.h"
#include "rribbit/class_file.h"
#include "tables.h"

#define EDITS_MAX 24
#define CELLS_ASKED 64

struct copy {
    uint8_t *bytes;
    size_t size;
};

/* The smallest table of those in the library. */
static struct copy table_copy(void)
{
    struct table_file file;
    const size_t all = (size_t)(pond_small_tables_end - pond_small_tables);
    const bool fine = table_file_open_bytes(&file, pond_small_tables, all, NULL);
    assert(fine);
    struct copy copy = {malloc(file.about.file_size), file.about.file_size};
    assert(copy.bytes != NULL);
    memcpy(copy.bytes, pond_small_tables, copy.size);
    return copy;
}

/* Where to change something: mostly in the header, the notes and the index. */
static size_t place(struct fuzz_input *input, const struct copy *copy)
{
    const unsigned what = fuzz_byte(input);
    const size_t far = fuzz_byte(input) | (size_t)fuzz_byte(input) << 8;
    if (what % 4 == 0) return far % TABLE_HEADER_SIZE;
    if (what % 4 == 1) return copy->size - 1 - far % (copy->size < 1024 ? copy->size : 1024);
    return (far | (size_t)what << 14) % copy->size;
}

static void copy_change(struct fuzz_input *input, struct copy *copy)
{
    for (int edits = 0; input->length > 0 && edits < EDITS_MAX && copy->size > 0; edits++) {
        const size_t at = place(input, copy);
        const unsigned with = fuzz_byte(input);
        if (with == 255)
            copy->size = at;
        else if (with % 8 == 1)
            copy->bytes[at] ^= (uint8_t)(1u << with / 32);
        else
            copy->bytes[at] = (uint8_t)with;
    }
}

/* Makes the checksums right again, as far as there is something for them to be of. */
static void copy_seal(struct copy *copy)
{
    uint8_t *bytes = copy->bytes;
    if (copy->size < TABLE_HEADER_SIZE) return;
    const uint64_t index = table_number(bytes + TABLE_AT_INDEX, 8);
    const uint64_t blocks = table_number(bytes + TABLE_AT_BLOCK_COUNT, 4);
    const uint64_t notes = table_number(bytes + TABLE_AT_NOTES_SIZE, 4);
    if (index <= copy->size && (copy->size - index) / TABLE_ENTRY_SIZE >= blocks &&
        notes <= index) {
        for (uint64_t block = 0; block < blocks; block++) {
            uint8_t *entry = bytes + index + block * TABLE_ENTRY_SIZE;
            const uint64_t at = table_number(entry, 8);
            const uint64_t end =
                block + 1 < blocks ? table_number(entry + TABLE_ENTRY_SIZE, 8) : index - notes;
            if (at > end || end > copy->size) continue;
            table_number_put(entry + 8, 8, pond_table_hash(bytes + at, end - at, block));
        }
        table_number_put(bytes + TABLE_AT_NOTES_HASH, 8,
                         pond_table_hash(bytes + index - notes, notes, 0));
        table_number_put(bytes + TABLE_AT_INDEX_HASH, 8,
                         pond_table_hash(bytes + index, blocks * TABLE_ENTRY_SIZE, 0));
    }
    table_number_put(bytes + TABLE_AT_HASH, 8, pond_table_hash(bytes, TABLE_AT_HASH, 0));
}

/* Asks about some positions; those of blocks that were not changed have their true values. */
static void table_ask(const struct rribbit_table *table, const struct rribbit_sets *sets,
                      const struct rribbit_table *right, bool sealed)
{
    struct table_cache *caches[2] = {table_cache_new(1 << 20), table_cache_new(1 << 20)};
    assert(caches[0] != NULL && caches[1] != NULL);
    const uint64_t cells = rribbit_class_size(&table->class, 0, 1);
    for (uint64_t i = 0; i < CELLS_ASKED; i++) {
        const struct rribbit_spot spot = {0, 1, i * (cells / CELLS_ASKED)};
        uint64_t mover, waiter;
        unsigned value, true_value;
        rribbit_spot_frogs(sets, &table->class, &spot, &mover, &waiter);
        const bool known = rribbit_table_value(table, sets, caches[0], 0, mover, waiter, &value);
        if (!known || sealed) continue;
        const bool fine =
            rribbit_table_value(right, sets, caches[1], 0, mover, waiter, &true_value);
        assert(fine && value == true_value);
    }
    table_cache_free(caches[0]);
    table_cache_free(caches[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct rribbit_sets *sets;
    struct fuzz_input input = {bytes, length};
    struct copy copy = table_copy();
    const bool sealed = (fuzz_byte(&input) & 1) != 0;
    struct table_file file, right_file;
    struct rribbit_table table, right;
    struct pond_error why;
    if (sets == NULL) sets = rribbit_sets_make(0);
    copy_change(&input, &copy);
    if (sealed) copy_seal(&copy);
    /* Memory of just this size, so that a byte too far is noticed. */
    uint8_t *exact = malloc(copy.size + 1);
    assert(exact != NULL && sets != NULL);
    memcpy(exact + 1, copy.bytes, copy.size);
    if (!table_file_open_bytes(&file, exact + 1, copy.size, &why)) {
        fuzz_refused(&why);
    } else if (!rribbit_table_open(&table, sets, &file, &why)) {
        fuzz_refused(&why);
    } else {
        const size_t all = (size_t)(pond_small_tables_end - pond_small_tables);
        const bool fine = table_file_open_bytes(&right_file, pond_small_tables, all, NULL) &&
                          rribbit_table_open(&right, sets, &right_file, NULL);
        assert(fine);
        if (!table_file_check(&file, &why)) fuzz_refused(&why);
        table_ask(&table, sets, &right, sealed);
        rribbit_table_close(&table);
        rribbit_table_close(&right);
    }
    free(exact);
    free(copy.bytes);
    return 0;
}
