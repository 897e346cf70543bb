/* computer.c: computers by name, and how they are asked. See computer.h. */
#include "computer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pond/table.h"

uint64_t computer_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint32_t computer_history(const struct pond_match *match, uint64_t keys[COMPUTER_HISTORY_MAX])
{
    uint32_t count = 0;
    int occurrences_max;
    if (match->game->repetition == NULL) return 0;
    keys[count++] = match->game->repetition(&match->start, &occurrences_max);
    for (uint32_t i = 0; i < match->log_count && count < COMPUTER_HISTORY_MAX; i++) {
        const struct pond_entry *entry = &match->log[i];
        const bool counts = entry->kind == POND_ENTRY_MOVE && entry->undone_at == 0;
        if (counts) keys[count++] = entry->repetition;
    }
    return count > 0 ? count - 1 : 0; /* the last is the position at hand */
}

/* ---- Opening ---- */

/* `level:4`: the full engine of the game with that level's settings. */
static bool level_take(struct computer *computer, const struct pond_game *game, const char *text)
{
    computer->engine = pond_engine_find(game, "engine");
    const bool digit = text[0] >= '1' && text[0] <= '0' + POND_LEVELS && text[1] == '\0';
    if (computer->engine == NULL || !digit) return false;
    const char *settings = computer->engine->levels[text[0] - '0'];
    if (settings == NULL) return false;
    snprintf(computer->settings, sizeof computer->settings, "%s", settings);
    return true;
}

static bool engine_take(struct computer *computer, const struct pond_game *game, const char *text)
{
    char name[COMPUTER_NAME_MAX];
    const size_t length = strcspn(text, ":");
    if (strlen(text) >= COMPUTER_NAME_MAX) return false;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (strcmp(name, "level") == 0 && text[length] == ':') {
        return level_take(computer, game, text + length + 1);
    }
    computer->engine = pond_engine_find(game, name);
    const char *settings = text[length] == ':' ? text + length + 1 : "";
    snprintf(computer->settings, sizeof computer->settings, "%s", settings);
    return computer->engine != NULL;
}

static bool memory_take(struct computer *computer, const struct pond_task *task)
{
    const struct pond_engine *engine = computer->engine;
    const size_t size = engine->memory != NULL ? engine->memory(task->settings) : 0;
    void *memory = size > 0 ? calloc(1, size) : NULL;
    if (size > 0 && memory == NULL) return false;
    free(computer->memory);
    computer->memory = memory;
    computer->memory_size = size;
    return true;
}

enum computer_trouble computer_check(const struct pond_game *game, const char *text,
                                     struct pond_error *why)
{
    struct computer computer = {0};
    struct pond_task task = {.game = game};
    if (!engine_take(&computer, game, text)) return COMPUTER_UNKNOWN;
    const bool fine = pond_task_set(&task, computer.engine, computer.settings, why);
    return fine ? COMPUTER_FINE : COMPUTER_SETTINGS;
}

bool computer_known(const struct pond_game *game, const char *text)
{
    return computer_check(game, text, NULL) == COMPUTER_FINE;
}

enum computer_trouble computer_open(struct computer *computer, const struct pond_game *game,
                                    const char *text, struct pond_error *why)
{
    struct pond_task task = {.game = game};
    memset(computer, 0, sizeof *computer);
    snprintf(computer->name, sizeof computer->name, "%s", text);
    if (!engine_take(computer, game, text)) return COMPUTER_UNKNOWN;
    if (!pond_task_set(&task, computer->engine, computer->settings, why)) return COMPUTER_SETTINGS;
    const bool full = computer->engine == pond_engine_find(game, "engine");
    if (full && !pond_text_starts(text, "level:")) computer->tables = pond_tables_open(game, NULL);
    return memory_take(computer, &task) ? COMPUTER_FINE : COMPUTER_MEMORY;
}

/* The settings of a task as text, those that are not the standard ones. */
static void settings_print(const struct pond_task *task, const struct pond_engine *engine,
                           struct pond_text *text)
{
    static const char *const limits[] = {"nodes", "time"};
    const int64_t limit[] = {(int64_t)task->nodes_max, task->time_ms_max};
    for (int i = 0; i < 2 + engine->setting_count; i++) {
        const struct pond_setting *setting = i < 2 ? NULL : &engine->settings[i - 2];
        const int64_t value = i < 2 ? limit[i] : task->settings[i - 2];
        if (value == (setting != NULL ? setting->standard : 0)) continue;
        if (text->length > 0) pond_text_char(text, ',');
        pond_text_string(text, setting != NULL ? setting->name : limits[i]);
        pond_text_char(text, '=');
        pond_text_number(text, value);
    }
}

bool computer_set(struct computer *computer, const struct pond_game *game, const char *settings)
{
    char both[2 * COMPUTER_SETTINGS_MAX], memory[COMPUTER_SETTINGS_MAX];
    struct pond_text text = pond_text_in(both, sizeof both);
    struct pond_task task = {.game = game};
    pond_text_string(&text, computer->settings);
    if (text.length > 0) pond_text_char(&text, ',');
    pond_text_string(&text, settings);
    if (text.full || !pond_task_set(&task, computer->engine, both, NULL)) return false;
    text = pond_text_in(memory, sizeof memory);
    settings_print(&task, computer->engine, &text);
    if (text.full || !memory_take(computer, &task)) return false;
    memcpy(computer->settings, memory, sizeof memory);
    return true;
}

void computer_close(struct computer *computer)
{
    free(computer->memory);
    pond_tables_close(computer->tables);
    memset(computer, 0, sizeof *computer);
}

/* ---- Thinking ---- */

struct thinking {
    uint64_t start_ms;
    const struct computer_limits *limits;
    struct pond_tables *tables;
};

static uint64_t task_clock(void *context)
{
    return computer_clock_ms() - ((struct thinking *)context)->start_ms;
}

static void task_progress(void *context, const struct pond_advice *so_far)
{
    const struct computer_limits *limits = ((struct thinking *)context)->limits;
    if (limits->progress != NULL) limits->progress(limits->context, so_far);
}

static bool task_probe(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    return pond_tables_probe(((struct thinking *)context)->tables, state, exact);
}

/* A thread that helps the one that answers. */
struct helper {
    pthread_t thread;
    const struct pond_engine *engine;
    struct pond_task task;
    struct pond_advice advice;
};

static void *helper_think(void *context)
{
    struct helper *helper = context;
    helper->engine->think(&helper->task, &helper->advice);
    return NULL;
}

/* As many as can be started, up to `count`; returns how many. */
static int helpers_start(struct helper *helpers, int count, const struct pond_engine *engine,
                         const struct pond_task *task, const volatile bool *stop)
{
    for (int i = 0; i < count; i++) {
        helpers[i].engine = engine;
        helpers[i].task = *task;
        helpers[i].task.thread = i + 1;
        helpers[i].task.stop = stop;
        helpers[i].task.progress = NULL;
        if (pthread_create(&helpers[i].thread, NULL, helper_think, &helpers[i]) != 0) return i;
    }
    return count;
}

void computer_run(const struct pond_engine *engine, const struct pond_task *task,
                  struct pond_advice *advice)
{
    const int wanted = pond_task_threads(task, engine) - 1;
    struct helper *helpers = wanted > 0 ? calloc((size_t)wanted, sizeof *helpers) : NULL;
    volatile bool stop = false;
    const int started = helpers != NULL ? helpers_start(helpers, wanted, engine, task, &stop) : 0;
    engine->think(task, advice);
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    for (int i = 0; i < started; i++) pthread_join(helpers[i].thread, NULL);
    if (started > 0 && engine->join != NULL) engine->join(task, started + 1, advice);
    free(helpers);
}

#define TIME_MS_STANDARD 1000

void computer_think(struct computer *computer, const struct pond_match *match, int seat,
                    uint64_t seed, const struct computer_limits *limits, struct pond_advice *advice)
{
    static _Thread_local uint64_t history[COMPUTER_HISTORY_MAX];
    struct pond_view view;
    struct thinking thinking = {
        .start_ms = computer_clock_ms(), .limits = limits, .tables = computer->tables};
    pond_match_view(match, seat, &view);
    struct pond_task task = {.game = match->game,
                             .view = &view,
                             .seat = seat,
                             .history = history,
                             .history_count = computer_history(match, history),
                             .seed = seed,
                             .memory = computer->memory,
                             .memory_size = computer->memory_size,
                             .stop = limits->stop,
                             .context = &thinking,
                             .clock_ms = task_clock,
                             .progress = task_progress,
                             .probe = computer->tables != NULL ? task_probe : NULL};
    pond_task_set(&task, computer->engine, computer->settings, NULL);
    if (limits->nodes > 0) task.nodes_max = limits->nodes;
    if (limits->time_ms > 0) task.time_ms_max = limits->time_ms;
    if (limits->time_ms > 0 && limits->nodes == 0) task.nodes_max = 0;
    if (task.nodes_max == 0 && task.time_ms_max == 0) task.time_ms_max = TIME_MS_STANDARD;
    computer_run(computer->engine, &task, advice);
}

bool computer_ask(void *context, struct pond_question *question, struct pond_advice *advice)
{
    const struct computer_asked *asked = context;
    const struct computer_limits *limits = asked->limits;
    struct computer *computer = asked->computer;
    struct pond_task *task = &question->task;
    struct thinking thinking = {
        .start_ms = computer_clock_ms(), .limits = limits, .tables = computer->tables};
    if (limits->stop != NULL && *limits->stop) return false;
    pond_task_set(task, computer->engine, computer->settings, NULL);
    task->memory = computer->memory;
    task->memory_size = computer->memory_size;
    task->stop = limits->stop;
    task->context = &thinking;
    task->clock_ms = task_clock;
    task->progress = task_progress;
    task->probe = computer->tables != NULL ? task_probe : NULL;
    task->nodes_max = (limits->nodes * question->effort + 99) / 100;
    task->time_ms_max = (uint32_t)(((uint64_t)limits->time_ms * question->effort + 99) / 100);
    if (task->nodes_max == 0 && task->time_ms_max == 0) task->time_ms_max = TIME_MS_STANDARD;
    if (question->open != NULL)
        pond_question_think(computer->engine, question, advice);
    else
        computer_run(computer->engine, task, advice);
    return limits->stop == NULL || !*limits->stop;
}

static bool asked_probe(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    return pond_tables_probe(((struct computer_asked *)context)->computer->tables, state, exact);
}

struct pond_analyst computer_analyst(struct computer_asked *asked)
{
    return (struct pond_analyst){.ask = computer_ask,
                                 .probe = asked->computer->tables != NULL ? asked_probe : NULL,
                                 .context = asked};
}
