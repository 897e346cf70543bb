/* memory_test.c: the library asks nobody for memory: all of it is the caller's.
 *
 * This program has its own malloc and its relatives, which count and pass the request on to glibc.
 * While matches of every option set are played, looked at, written and read, the count must not
 * move. Under the address sanitizer, which has its own malloc too, and with other C libraries there
 * is nothing to count, and the tests are skipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "option_sets.h"
#include "pond/record.h"

#define GAMES 4 /* of each option set */
#define DECISIONS_MAX 200
#define LOG_MAX 8192
#define RECORD_MAX 131072

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_OTHER_MALLOC 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || !defined __GLIBC__
#define HAS_OTHER_MALLOC 1
#endif

static unsigned long requests; /* for memory, since the program began */

#ifndef HAS_OTHER_MALLOC

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

void *malloc(size_t size)
{
    requests++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    requests++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    requests++;
    return __libc_realloc(memory, size);
}

void free(void *memory)
{
    requests++;
    __libc_free(memory);
}

#endif

static void counting_needed(void)
{
#ifdef HAS_OTHER_MALLOC
    skip();
#endif
}

/* ---- A match from the options to the record ---- */

static struct pond_match match, match_read;
static struct pond_entry entries[LOG_MAX], entries_read[LOG_MAX];
static pond_move list[POND_MOVES_MAX];
static char page[RECORD_MAX];
static size_t page_length;

static void page_take(void *context, const char *bytes, size_t length)
{
    (void)context;
    if (page_length + length > sizeof page) return; /* the reader will say so */
    memcpy(page + page_length, bytes, length);
    page_length += length;
}

/* What an engine does before it moves. */
static void look(int seat, struct pond_rng *rng)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_view view;
    struct pond_state sample;
    pond_match_view(&match, seat, &view);
    match.game->view_print(&view, &text);
    match.game->sample(&view, rng, &sample);
    match.game->hash(&sample);
    pond_view_moves(match.game, &view, seat, list);
}

static bool match_play(const struct option_set *set, const char *seed)
{
    const struct pond_game *game = pond_game_find(set->game);
    struct pond_config config;
    struct pond_error why;
    struct pond_rng rng;
    if (!pond_config_parse(game, set->options, &config, &why)) return false;
    pond_rng_seed(&rng, seed);
    pond_match_begin(&match, game, &config, entries, LOG_MAX);
    pond_match_seed(&match, seed);
    while (!pond_match_over(&match) && match.ply < DECISIONS_MAX) {
        char memory[POND_MOVE_TEXT_MAX + 1];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        const int seat = pond_seat_first(pond_match_turn(&match));
        look(seat, &rng);
        const int count = game->moves(&match.state, seat, list);
        const pond_move move = list[pond_rng_below(&rng, (uint32_t)count)];
        if (pond_match_submit_text(&match, seat, "nonsense", &why)) return false;
        game->move_print(&match.state, seat, move, &text);
        if (!pond_match_submit_text(&match, seat, memory, &why)) return false;
        if (pond_rng_below(&rng, 32) == 0) pond_match_take_back(&match, seat, 1, &why);
    }
    return true;
}

/* Writes the match and reads it back. */
static bool match_copy(void)
{
    struct pond_record record = {.date = "2024-05-01"};
    struct pond_error why;
    page_length = 0;
    pond_record_write(&match, &record, 0, page_take, NULL);
    page_length = 0;
    pond_record_write(&match, &record, -1, page_take, NULL);
    struct pond_reader reader = pond_reader_of(page, page_length);
    return pond_record_read(&reader, &match_read, &record, entries_read, LOG_MAX, &why);
}

/* ---- The tests ---- */

static void test_counter(void **state)
{
    (void)state;
    counting_needed();
    const unsigned long before = requests;
    void *volatile memory = malloc(16);
    memory = realloc(memory, 32);
    free(memory);
    memory = calloc(1, 16);
    free(memory);
    assert_true(requests - before == 5);
}

static void test_matches(void **state)
{
    (void)state;
    counting_needed();
    for (const struct option_set *set = option_sets; set->game != NULL; set++) {
        for (int number = 0; number < GAMES; number++) {
            char seed[POND_SEED_MAX];
            snprintf(seed, sizeof seed, "memory-%d", number);
            const unsigned long before = requests;
            const bool played = match_play(set, seed) && match_copy();
            const unsigned long after = requests;
            assert_true(played);
            assert_true(after == before);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
