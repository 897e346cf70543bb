/* stack_test.c: the library keeps to the stack that its headers promise (api.h), and to
 * memory that is aligned to 16 bytes and no more.
 *
 * Work is done in a thread whose stack is painted beforehand; what is no longer painted was used.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "computer.h"
#include "option_sets.h"
#include "pond/learn.h"

#define STACK_SIZE ((size_t)8 << 20)
#define PAINT 0xa5
#define LOG_MAX 20000

/* Sanitizers put more on the stack than the program does. */
#if defined(__SANITIZE_ADDRESS__)
#define BOUNDED false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BOUNDED false
#endif
#endif
#ifndef BOUNDED
#define BOUNDED true
#endif

static struct pond_entry entries[2][LOG_MAX];
static struct pond_match match, again;
static char written[1 << 20];
static size_t written_length;

static void *nothing(void *context) { return context; }

static size_t stack_touched(void *(*work)(void *))
{
    static unsigned char *stack;
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    if (stack == NULL) stack = aligned_alloc(4096, STACK_SIZE);
    assert_non_null(stack);
    memset(stack, PAINT, STACK_SIZE);
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK_SIZE), 0);
    assert_int_equal(pthread_create(&thread, &attributes, work, NULL), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (stack[untouched] == PAINT) untouched++;
    return STACK_SIZE - untouched;
}

/* What the work needs more than a thread that does nothing. */
static void expect_stack(const char *what, void *(*work)(void *), size_t bytes_max)
{
    const size_t used = stack_touched(work) - stack_touched(nothing);
    print_message("%s: %zu bytes of stack\n", what, used);
    if (BOUNDED) assert_in_range(used, 0, bytes_max);
}

/* ---- Rules, matches, records, JSON ---- */

static void sink(void *context, const char *bytes, size_t length)
{
    (void)context;
    if (written_length + length > sizeof written) return;
    memcpy(written + written_length, bytes, length);
    written_length += length;
}

static void looks_write(const struct pond_match *played)
{
    for (int seat = 0; seat < played->seat_count; seat++) {
        struct pond_json json = pond_json_to(sink, NULL);
        written_length = 0;
        pond_json_look(&json, played, seat, true);
    }
}

static void set_play(const struct option_set *set)
{
    const struct pond_game *game = pond_game_find(set->game);
    struct pond_config config;
    struct pond_error why;
    struct pond_record record = {.result = {.outcome = POND_UNFINISHED}};
    if (!pond_config_parse(game, set->options, &config, &why)) abort();
    pond_match_begin(&match, game, &config, entries[0], LOG_MAX);
    pond_match_seed(&match, "stack");
    for (uint32_t turns = 4; turns <= 40 && !pond_match_over(&match); turns += 4) {
        pond_match_play_random(&match, turns, &why);
        looks_write(&match);
    }
    pond_match_take_back(&match, 0, 1, &why);
    record.result.reason = POND_REASON_IN_PROGRESS;
    if (pond_match_over(&match)) record.result = match.result;
    written_length = 0;
    pond_record_write(&match, &record, -1, sink, NULL);
    struct pond_reader reader = pond_reader_of(written, written_length);
    if (!pond_record_read(&reader, &again, &record, entries[1], LOG_MAX, &why)) abort();
}

static void *rules_work(void *context)
{
    for (size_t i = 0; option_sets[i].game != NULL; i++) {
        set_play(&option_sets[i]);
    }
    return context;
}

/* More moves than fit the memory in which few are sorted. */
static void *many_moves_work(void *context)
{
    struct pond_config config;
    struct pond_state state;
    struct pond_json json = pond_json_to(sink, NULL);
    if (!pond_config_parse(&pond_rribbit, "turn=chain", &config, NULL)) abort();
    const char *position = "9/5L3/5LL2/3D1LDL1/3LDD2D/2D3DD1/L2LDL3 l -"; /* has 947 */
    if (!pond_rribbit.state_parse(&state, &config, position, NULL)) abort();
    written_length = 0;
    pond_json_moves(&json, &pond_rribbit, &state, 0);
    return context;
}

static void *courses_work(void *context)
{
    for (int i = 0; pond_games[i] != NULL; i++) {
        for (int kind = 0; kind < POND_COURSE_KINDS; kind++) {
            static struct pond_course course, read;
            struct pond_error why;
            if (!pond_course_open(&course, pond_games[i], (enum pond_course_kind)kind)) continue;
            if (!pond_course_read(&read, pond_games[i], (enum pond_course_kind)kind, course.text,
                                  course.length, &why)) {
                abort();
            }
        }
    }
    return context;
}

static void test_rules_within_32_kb(void **unused)
{
    (void)unused;
    expect_stack("rules, matches, records and JSON", rules_work, POND_STACK_MAX);
    expect_stack("a list of many moves", many_moves_work, POND_STACK_MAX);
    assert_true(written_length > 6144);
    expect_stack("reading courses", courses_work, POND_SEARCH_STACK_MAX);
}

/* ---- Engines ---- */

static void engine_think(const struct pond_engine *engine, const struct pond_game *game,
                         const char *settings)
{
    static struct pond_advice advice;
    struct pond_config config;
    struct pond_view view;
    if (!pond_config_parse(game, "", &config, NULL)) abort();
    pond_match_begin(&match, game, &config, entries[0], LOG_MAX);
    pond_match_seed(&match, "engines");
    for (int i = 0; i < 6 && !pond_match_over(&match); i++) {
        const int seat = pond_seat_first(pond_match_turn(&match));
        struct pond_task task = {.game = game, .view = &view, .seat = seat, .seed = 1};
        pond_match_view(&match, seat, &view);
        if (!pond_task_set(&task, engine, settings, NULL)) abort();
        if (task.nodes_max == 0 || task.nodes_max > 3000) task.nodes_max = 3000;
        task.memory_size = engine->memory != NULL ? engine->memory(task.settings) : 0;
        char *memory = aligned_alloc(64, (task.memory_size + 64 + 63) / 64 * 64);
        if (memory == NULL) abort();
        memset(memory, PAINT, task.memory_size + 16);
        task.memory = memory + 16;
        engine->think(&task, &advice);
        free(memory);
        if (!pond_match_submit(&match, seat, advice.move, NULL)) abort();
    }
}

static void *engines_work(void *context)
{
    for (int i = 0; pond_games[i] != NULL; i++) {
        for (int k = 0; pond_engines[k] != NULL; k++) {
            const struct pond_engine *engine = pond_engines[k];
            if (engine->game != NULL && engine->game != pond_games[i]) continue;
            engine_think(engine, pond_games[i], "");
            for (int level = 0; level <= POND_LEVELS; level++) {
                if (engine->levels[level] == NULL) continue;
                engine_think(engine, pond_games[i], engine->levels[level]);
            }
        }
    }
    return context;
}

static void test_engines(void **unused)
{
    (void)unused;
    expect_stack("engines", engines_work, POND_SEARCH_STACK_MAX);
}

/* ---- Analysis ---- */

static void *analysis_work(void *context)
{
    for (int i = 0; pond_games[i] != NULL; i++) {
        struct computer computer;
        const struct computer_limits limits = {.nodes = 500};
        struct computer_asked asked = {&computer, &limits};
        struct pond_config config;
        static struct pond_totals totals;
        if (computer_open(&computer, pond_games[i], "engine", NULL) != COMPUTER_FINE) abort();
        const struct pond_analyst analyst = computer_analyst(&asked);
        if (!pond_config_parse(pond_games[i], "", &config, NULL)) abort();
        pond_match_begin(&match, pond_games[i], &config, entries[0], LOG_MAX);
        pond_match_seed(&match, "analysis");
        pond_match_play_random(&match, 12, NULL);
        pond_totals_begin(&totals, match.seat_count);
        for (uint32_t at = 0; at < pond_moment_count(&match); at++) {
            struct pond_json json = pond_json_to(sink, NULL);
            written_length = 0;
            pond_json_moment(&json, &analyst, &match, at, &totals, POND_ENGLISH);
        }
        computer_close(&computer);
    }
    return context;
}

static void test_analysis(void **unused)
{
    (void)unused;
    expect_stack("analysis", analysis_work, POND_SEARCH_STACK_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_within_32_kb),
        cmocka_unit_test(test_engines),
        cmocka_unit_test(test_analysis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
