/* ring_file.c: solutions of two-player Quibbit in files. See ring_file.h; docs/tables.md
 * describes cells and notes. */
#include "ring_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values from -1 to 1 are 0 to VALUE_MOST, chances from 0 to 1 are 0 to one of the others. */
#define VALUE_MOST ((double)0xfffffffe)
#define DUMMY_MOST ((double)0xffff)
#define ALONE_MOST ((double)0xffffffffffff)
#define NOTES_SIZE 60

struct quibbit_ring_rules quibbit_rules_of(const struct pond_state *state)
{
    const struct quibbit_state *game = quibbit_state_of(state);
    return (struct quibbit_ring_rules){game->lap_by_leader, game->tie_by_crown_now,
                                       game->dummy_counts};
}

int quibbit_layout_of(const struct pond_state *state)
{
    int rotation;
    bool swapped;
    return quibbit_layout_find(quibbit_state_of(state), &rotation, &swapped);
}

void quibbit_file_name(const struct quibbit_ring_rules *rules, int layout,
                       char out[QUIBBIT_FILE_NAME_MAX])
{
    snprintf(out, QUIBBIT_FILE_NAME_MAX, "quibbit-%s-%s-%s-%03d" TABLE_SUFFIX,
             rules->lap_by_leader ? "leader" : "crowned", rules->tie_by_crown_now ? "now" : "start",
             rules->dummy_counts ? "contender" : "bystander", layout);
}

static void rules_print(const struct quibbit_ring_rules *rules, char *out, size_t size)
{
    snprintf(out, size, "lap=%s,tie=%s,dummy=%s", rules->lap_by_leader ? "leader" : "crowned",
             rules->tie_by_crown_now ? "now" : "round-start",
             rules->dummy_counts ? "contender" : "bystander");
}

static void layout_print(int layout, char out[QUIBBIT_RING + 1])
{
    uint8_t kind[QUIBBIT_RING];
    struct pond_text text = pond_text_in(out, QUIBBIT_RING + 1);
    quibbit_layout(layout, kind);
    quibbit_layout_print(kind, "RGY", &text);
}

bool quibbit_config_of(const struct quibbit_ring_rules *rules, int layout,
                       struct pond_config *config)
{
    char text[POND_OPTIONS_TEXT_MAX], options[128], ring[QUIBBIT_RING + 1];
    rules_print(rules, options, sizeof options);
    layout_print(layout, ring);
    snprintf(text, sizeof text, "players=2,colors=RGY,%s,layout=%s", options, ring);
    return pond_config_parse(&pond_quibbit, text, config, NULL);
}

/* ---- Reading ---- */

static double double_take(const uint8_t *bytes)
{
    const uint64_t bits = table_number(bytes, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

bool quibbit_ring_table_open(struct quibbit_ring_table *table, const struct table_file *file,
                             struct pond_error *why)
{
    const uint8_t *notes = file->notes;
    memset(table, 0, sizeof *table);
    if (file->notes_size != NOTES_SIZE || file->about.cell_bytes != QUIBBIT_FILE_CELL_BYTES ||
        notes[3] >= QUIBBIT_LAYOUTS) {
        return pond_refuse(why, POND_WORD_TABLE_DAMAGED);
    }
    table->file = *file;
    table->rules = (struct quibbit_ring_rules){notes[0] != 0, notes[1] != 0, notes[2] != 0};
    table->layout = notes[3];
    table->certificate = double_take(notes + 4);
    table->certificate_solved = double_take(notes + 12);
    table->states = table_number(notes + 20, 8);
    table->mixed = table_number(notes + 28, 8);
    table->decided = table_number(notes + 36, 8);
    return true;
}

void quibbit_ring_table_close(struct quibbit_ring_table *table)
{
    table_file_close(&table->file);
    memset(table, 0, sizeof *table);
}

/* A damaged block gives numbers, but quibbit_reader_probe gives no answer from them. */
static void cell_fetch(void *context, uint64_t cell, double *value, double *dummy)
{
    struct quibbit_reader *reader = context;
    const struct table_file *file = &reader->table->file;
    const uint32_t full = file->about.block_cells, number = (uint32_t)(cell / full);
    const uint8_t *block = cell < file->about.cell_count
                               ? pond_table_cache_block(reader->cache, file, reader->number, number)
                               : NULL;
    uint64_t word = 0;
    if (block == NULL) {
        reader->damaged = true;
        *value = *dummy = 0;
        return;
    }
    const uint32_t cells = pond_table_block_cells(file, number), at = (uint32_t)(cell % full);
    for (uint32_t i = 0; i < QUIBBIT_FILE_CELL_BYTES; i++) {
        word |= (uint64_t)block[i * cells + at] << 8 * i;
    }
    if (cell >= reader->table->states) {
        *value = (double)word / ALONE_MOST;
        *dummy = 1 - *value;
        return;
    }
    *value = (double)(word & 0xffffffff) * (2 / VALUE_MOST) - 1;
    *dummy = (double)(word >> 32) / DUMMY_MOST;
}

bool quibbit_reader_open(struct quibbit_reader *reader, const struct quibbit_ring_table *table,
                         struct table_cache *cache, uint32_t number)
{
    struct pond_config config;
    struct quibbit_summary summary;
    enum quibbit_solve_status status;
    *reader = (struct quibbit_reader){.table = table, .cache = cache, .number = number};
    if (!quibbit_config_of(&table->rules, table->layout, &config)) return false;
    reader->solution = quibbit_solution_open(&config, cell_fetch, reader, &status);
    if (reader->solution == NULL) return false;
    quibbit_solution_summary(reader->solution, &summary);
    if (summary.cells == table->file.about.cell_count && summary.states == table->states) {
        return true;
    }
    quibbit_reader_close(reader);
    return false;
}

void quibbit_reader_close(struct quibbit_reader *reader)
{
    quibbit_solution_free(reader->solution);
    memset(reader, 0, sizeof *reader);
}

bool quibbit_reader_probe(struct quibbit_reader *reader, const struct pond_state *state, bool play,
                          struct quibbit_truth *truth)
{
    reader->damaged = false;
    const bool known = play ? quibbit_solution_probe(reader->solution, state, truth)
                            : quibbit_solution_value(reader->solution, state, truth);
    return known && !reader->damaged;
}

/* ---- Writing ---- */

#define CHUNK 8192

static uint64_t rounded(double number, double most)
{
    const double scaled = number * most + 0.5;
    return scaled < 0 ? 0 : scaled > most ? (uint64_t)most : (uint64_t)scaled;
}

static void cell_put(uint8_t *out, uint64_t cell, bool alone)
{
    uint64_t word;
    if (alone) {
        double wins;
        memcpy(&wins, &cell, sizeof wins);
        word = rounded(wins, ALONE_MOST);
    } else {
        word = rounded((quibbit_cell_value(cell) + 1) / 2, VALUE_MOST) |
               rounded(quibbit_cell_dummy(cell), DUMMY_MOST) << 32;
    }
    table_number_put(out, QUIBBIT_FILE_CELL_BYTES, word);
}

/* What play by rounded values may fall short of play by the solver's: in each round a seat chooses
 * by payoffs that are wrong by half a step at most, and so its choice by a whole one. */
static double certificate_rounded(const struct quibbit_summary *summary)
{
    const double step = 2 / VALUE_MOST, step_alone = 1 / ALONE_MOST;
    return summary->certificate + 2 * (step * summary->rounds + step_alone * summary->rounds_alone);
}

static void double_put(uint8_t *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    table_number_put(out, 8, bits);
}

static void notes_put(const struct quibbit_summary *summary, const struct quibbit_ring_rules *rules,
                      int layout, uint8_t notes[NOTES_SIZE])
{
    memset(notes, 0, NOTES_SIZE);
    notes[0] = rules->lap_by_leader;
    notes[1] = rules->tie_by_crown_now;
    notes[2] = rules->dummy_counts;
    notes[3] = (uint8_t)layout;
    double_put(notes + 4, certificate_rounded(summary));
    double_put(notes + 12, summary->certificate);
    table_number_put(notes + 20, 8, summary->states);
    table_number_put(notes + 28, 8, summary->mixed);
    table_number_put(notes + 36, 8, summary->decided);
    double_put(notes + 44, summary->rounds);
    double_put(notes + 52, summary->rounds_alone);
}

bool quibbit_file_write(const char *path, const struct quibbit_solution *solution,
                        const struct quibbit_ring_rules *rules, int layout, int level, int threads,
                        uint64_t *file_size, struct pond_error *why)
{
    static const uint64_t hand_pairs = (uint64_t)QUIBBIT_DECKS * QUIBBIT_DECKS;
    struct table_about about = {.cell_bytes = QUIBBIT_FILE_CELL_BYTES};
    struct quibbit_summary summary;
    uint8_t notes[NOTES_SIZE], *chunk = malloc((size_t)CHUNK * QUIBBIT_FILE_CELL_BYTES);
    quibbit_solution_summary(solution, &summary);
    const uint64_t *cells = quibbit_solution_cells(solution, &about.cell_count);
    about.block_cells = (uint32_t)(summary.states / (hand_pairs * QUIBBIT_DECKS));
    snprintf(about.game, sizeof about.game, "quibbit");
    layout_print(layout, about.class);
    snprintf(about.builder, sizeof about.builder, "pond %s", POND_VERSION);
    rules_print(rules, about.options, sizeof about.options);
    struct table_writer *writer =
        chunk != NULL ? table_writer_begin(path, &about, level, threads, why) : NULL;
    if (writer == NULL) {
        free(chunk);
        return false;
    }
    for (uint64_t at = 0; at < about.cell_count;) {
        uint32_t count = 0;
        for (; count < CHUNK && at < about.cell_count; count++, at++) {
            cell_put(chunk + count * QUIBBIT_FILE_CELL_BYTES, cells[at], at >= summary.states);
        }
        table_writer_cells(writer, chunk, count);
    }
    free(chunk);
    notes_put(&summary, rules, layout, notes);
    return table_writer_end(writer, notes, sizeof notes, file_size, why);
}
