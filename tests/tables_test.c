/* tables_test.c: tables as programs meet them: files, the small ones in the library, and the count
 * of X9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "file.h"
#include "rribbit/verify.h"

#ifdef __SANITIZE_ADDRESS__
#define SAMPLES 3000
#define SEARCHES 1
#define COUNTS 300
#else
#define SAMPLES 100000
#define SEARCHES 20
#define COUNTS 1000
#endif

/* ---- Hashes ---- */

/* Values that other programs give for these texts. */
static void check_hash(void **context)
{
    (void)context;
    static const struct {
        const char *text;
        uint64_t seed, hash;
    } known[] = {
        {"", 0, UINT64_C(0xef46db3751d8e999)},
        {"a", 0, UINT64_C(0xd24ec4f1a98c6e5b)},
        {"abc", 0, UINT64_C(0x44bc2cf5ad770999)},
        {"The quick brown fox jumps over the lazy dog", 0, UINT64_C(0x0b242d361fda71bc)},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const uint8_t *bytes = (const uint8_t *)known[i].text;
        assert_true(pond_table_hash(bytes, strlen(known[i].text), known[i].seed) == known[i].hash);
    }
}

/* ---- Files ---- */

#define CELLS 100003

static uint64_t cell_of(uint32_t number, int bytes)
{
    const uint64_t word = (number * UINT64_C(0x9e3779b97f4a7c15)) >> (number % 7 == 0 ? 3 : 40);
    return bytes == 8 ? word : word & ((UINT64_C(1) << 8 * bytes) - 1);
}

/* What goes in comes out, for every width and either packing, in whatever portions it came and with
 * any threads. */
static void check_files(void **context)
{
    (void)context;
    char path[] = "/tmp/pond-table-XXXXXX";
    const int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    for (int form = 0; form < TABLE_CODINGS * TABLE_CELL_BYTES_MAX; form++) {
        const int width = 1 + form / TABLE_CODINGS;
        struct table_about about = {.cell_count = CELLS,
                                    .coding = (uint32_t)(form % TABLE_CODINGS),
                                    .cell_bytes = (uint32_t)width,
                                    .block_cells = 4096 / (uint32_t)width + 7};
        struct pond_error why;
        struct table_writer *writer = table_writer_begin(path, &about, 3, width % 3 + 1, &why);
        assert_non_null(writer);
        for (uint32_t at = 0; at < CELLS;) {
            uint8_t some[100 * TABLE_CELL_BYTES_MAX];
            uint32_t count = 0;
            for (; count < 1 + at % 100 && at < CELLS; count++, at++) {
                table_number_put(some + count * (uint32_t)width, width, cell_of(at, width));
            }
            table_writer_cells(writer, some, count);
        }
        uint64_t size;
        assert_true(table_writer_end(writer, (const uint8_t *)"notes", 5, &size, &why));
        struct table_file file;
        struct table_cache *cache = table_cache_new(1 << 20);
        assert_true(table_file_open(&file, path, &why) && table_file_check(&file, &why));
        assert_int_equal(file.about.file_size, size);
        assert_true(file.notes_size == 5 && memcmp(file.notes, "notes", 5) == 0);
        for (uint32_t i = 0; i < CELLS; i += 1 + i % 5) {
            const uint32_t block = i / about.block_cells, at = i % about.block_cells;
            const uint8_t *bytes = pond_table_cache_block(cache, &file, 7, block);
            const uint32_t cells = pond_table_block_cells(&file, block);
            assert_non_null(bytes);
            for (uint32_t plane = 0; plane < (uint32_t)width; plane++) {
                assert_int_equal(bytes[plane * cells + at],
                                 (uint8_t)(cell_of(i, width) >> 8 * plane));
            }
        }
        assert_null(pond_table_cache_block(cache, &file, 7, file.about.block_count));
        table_cache_free(cache);
        table_file_close(&file);
    }
    unlink(path);
}

/* Runs of any length unpack to the same bytes, and anything else is refused. */
static void check_runs(void **context)
{
    (void)context;
    static uint8_t bytes[TABLE_BLOCK_BYTES_MAX], packed[2 * TABLE_BLOCK_BYTES_MAX];
    static uint8_t out[TABLE_BLOCK_BYTES_MAX + 1];
    static const size_t lengths[] = {1, 2, 127, 128, 129, 130, 16384, 16385, 16386, 20000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        memset(bytes, 7, sizeof bytes);
        for (size_t at = lengths[i]; at < sizeof bytes; at++) {
            bytes[at] = (uint8_t)(at / lengths[i]);
        }
        const size_t size = pond_table_runs_pack(bytes, sizeof bytes, packed);
        assert_true(size <= sizeof packed);
        out[sizeof bytes] = 99;
        assert_true(pond_table_runs_unpack(packed, size, out, sizeof bytes));
        assert_memory_equal(out, bytes, sizeof bytes);
        assert_false(pond_table_runs_unpack(packed, size - 1, out, sizeof bytes));
        assert_false(pond_table_runs_unpack(packed, size, out, sizeof bytes - 1));
        assert_false(pond_table_runs_unpack(packed, 0, out, sizeof bytes));
        assert_int_equal(out[sizeof bytes], 99);
    }
    static const uint8_t endless[] = {1, 0x80, 0x80, 0x80, 0x80, 0x01};
    assert_false(pond_table_runs_unpack(endless, sizeof endless, out, sizeof out));
    assert_false(pond_table_runs_unpack(endless, 3, out, sizeof out));
    assert_true(pond_table_runs_unpack(endless, 0, out, 0));
}

/* A file that was given up leaves nothing. */
static void check_drop(void **context)
{
    (void)context;
    char path[64], part[80];
    struct pond_error why;
    struct table_about about = {.cell_count = 10, .cell_bytes = 1, .block_cells = 4};
    snprintf(path, sizeof path, "/tmp/pond-drop-%ld", (long)getpid());
    snprintf(part, sizeof part, "%s.part", path);
    struct table_writer *writer = table_writer_begin(path, &about, 3, 1, &why);
    assert_non_null(writer);
    assert_int_equal(access(part, F_OK), 0);
    assert_int_not_equal(access(path, F_OK), 0);
    table_writer_drop(writer);
    assert_int_not_equal(access(part, F_OK), 0);
    assert_null(table_writer_begin("/nowhere/at/all", &about, 3, 1, &why));
    assert_int_equal(why.word, POND_WORD_TABLE_UNWRITABLE);
}

/* ---- The small tables ---- */

static void verify(struct pond_tables *tables, bool chain, bool seven, int key, int other,
                   uint64_t samples)
{
    const struct rribbit_verify what = {.chain = chain,
                                        .seven = seven,
                                        .key_frogs = key,
                                        .other_frogs = other,
                                        .samples = samples,
                                        .searches = SEARCHES,
                                        .seed = 1};
    struct rribbit_verified verified;
    rribbit_verify(&what, tables, &verified);
    assert_false(verified.missing || verified.wrong);
    assert_true(verified.checked > (samples > 0 ? samples / 2 : 1000000));
    assert_true(verified.searched >= SEARCHES);
}

static void check_small(void **context)
{
    (void)context;
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, "/nowhere");
    assert_non_null(tables);
    assert_int_equal(pond_tables_count(tables), 6);
    assert_true(pond_small_tables_end - pond_small_tables < 2000000);
    for (int options = 0; options < 4; options++) {
        const bool all = options == 3 && SAMPLES > 10000;
        verify(tables, (options & 1) != 0, (options & 2) != 0, 1, 3, all ? 0 : SAMPLES);
    }
    verify(tables, false, false, 1, 4, SAMPLES);
    verify(tables, false, false, 2, 3, SAMPLES);
    pond_tables_close(tables);
}

/* ---- Asking ---- */

static bool ask(struct pond_tables *tables, const char *options, const char *position,
                struct pond_exact *exact)
{
    struct pond_config config;
    struct pond_state state;
    assert_true(pond_config_parse(&pond_rribbit, options, &config, NULL));
    assert_true(pond_rribbit.state_parse(&state, &config, position, NULL));
    return pond_tables_probe(tables, &state, exact);
}

/* The value of a state under the count by looking at everything that can follow; the table is not
 * asked. */
static int by_search(const struct pond_state *state, int plies)
{
    static pond_move moves[64][256];
    const struct pond_result result = pond_rribbit.result(state);
    const int mover = ((const struct rribbit_state *)state)->side;
    if (result.outcome == POND_WON) return result.seat == mover ? 1 : -1;
    if (result.outcome != POND_GOES_ON) return 0;
    assert_true(plies < 64);
    const int count = pond_rribbit.moves(state, mover, moves[plies]);
    int best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        struct pond_state after = *state;
        pond_rribbit.apply(&after, mover, moves[plies][i]);
        const int value = -by_search(&after, plies + 1);
        best = value > best ? value : best;
    }
    return best;
}

/* Near the end of the count the table's answers agree with a search to the end. */
static void check_count(void **context)
{
    (void)context;
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, "/nowhere");
    struct pond_config config;
    struct pond_rng rng;
    int answers[3] = {0, 0, 0}, unknown = 0;
    pond_rng_seed(&rng, "count");
    assert_true(pond_config_parse(&pond_rribbit, "", &config, NULL));
    for (int i = 0; i < COUNTS; i++) {
        struct pond_state state;
        struct rribbit_state *game = (struct rribbit_state *)&state;
        struct pond_exact exact;
        pond_rribbit.setup(&state, &config);
        /* Four frogs near the arena against one, with few turns left. */
        uint64_t own = 0, other = 0;
        while (__builtin_popcountll(own) < 4) {
            const uint32_t column = 1 + pond_rng_below(&rng, 7), row = pond_rng_below(&rng, 7);
            own |= UINT64_C(1) << (row * RRIBBIT_COLUMNS + column);
        }
        while (other == 0) other = UINT64_C(1) << pond_rng_below(&rng, RRIBBIT_PADS) & ~own;
        if (rribbit_has_row(own)) continue;
        game->side = (uint8_t)pond_rng_below(&rng, 2);
        const uint32_t fours = pond_rng_below(&rng, 2);
        game->frogs[fours] = own;
        game->frogs[1 - fours] = other;
        game->counting = 1;
        const uint32_t left = pond_rng_below(&rng, 2);
        game->used[game->side] = (uint16_t)(game->endgame - 1 - left);
        game->used[1 - game->side] = (uint16_t)(game->endgame - 1 - pond_rng_below(&rng, 2));
        const bool known = pond_tables_probe(tables, &state, &exact);
        if (!known) {
            unknown++;
            continue;
        }
        const int value = by_search(&state, 0);
        const int said = exact.draw > 0 ? 0 : exact.win[game->side] > 0 ? 1 : -1;
        assert_int_equal(said, value);
        answers[said + 1]++;
    }
    assert_true(answers[1] > 0 && answers[2] > 0);
    assert_true(unknown < COUNTS / 2);
    pond_tables_close(tables);
}

static void check_probe(void **context)
{
    (void)context;
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, "/nowhere");
    struct pond_exact exact;
    /* A row that nobody can break: the side to move has lost at the end of its turn. */
    assert_true(ask(tables, "", "D8/9/9/3LLL3/9/9/9 d 0,0", &exact));
    assert_true(exact.win[0] == 1 && exact.distance == 1);
    assert_true(ask(tables, "", "D8/9/9/3LL1L2/9/9/9 d 0,0", &exact));
    assert_true(exact.draw + exact.win[0] + exact.win[1] == 1);
    assert_false(ask(tables, "", "DDD6/9/9/9/9/9/LLL6 l 0,0", &exact));          /* no table */
    assert_false(ask(tables, "turn=chain", "D8/9/9/9/9/9/LLLL5 l 0,0", &exact)); /* nor here */
    assert_false(ask(tables, "", "9/9/9/3LLL3/9/9/D8 l 0,0", &exact));           /* over */
    pond_tables_close(tables);
    tables = pond_tables_open(&pond_quibbles, "/nowhere");
    struct pond_state state;
    struct pond_config config;
    assert_true(pond_config_parse(&pond_quibbles, "", &config, NULL));
    pond_quibbles.setup(&state, &config);
    assert_false(pond_tables_probe(tables, &state, &exact));
    assert_false(pond_tables_probe(NULL, &state, &exact));
    pond_tables_close(tables);
    pond_tables_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_hash),  cmocka_unit_test(check_files), cmocka_unit_test(check_runs),
        cmocka_unit_test(check_drop),  cmocka_unit_test(check_small), cmocka_unit_test(check_probe),
        cmocka_unit_test(check_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
