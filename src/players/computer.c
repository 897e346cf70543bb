/* computer.c: computers by name, and how they are asked. See computer.h. */
#include "computer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "pond/table.h"

uint64_t computer_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- Opening ---- */

#define HUGE_PAGES_FROM ((size_t)4 << 20)

/* Engines probe their tables at random: with pages of 4 kB nearly every probe would miss the TLB,
 * too, and cost as much again. Where the system has no huge pages, all stays as it is. */
void *computer_memory(size_t size)
{
    void *memory = calloc(1, size);
#ifdef MADV_HUGEPAGE
    if (memory != NULL && size >= HUGE_PAGES_FROM) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE);
        const size_t before = (page - (uintptr_t)memory % page) % page;
        madvise((char *)memory + before, (size - before) / page * page, MADV_HUGEPAGE);
    }
#endif
    return memory;
}

/* Gets the memory that the player needs with its present settings. */
static bool memory_take(struct computer *computer)
{
    const size_t size = computer->player.memory_size;
    void *memory = size > 0 ? computer_memory(size) : NULL;
    if (size > 0 && memory == NULL) return false;
    free(computer->player.memory);
    computer->player.memory = memory;
    return true;
}

static enum computer_trouble player_read(struct pond_player *player, const struct pond_game *game,
                                         const char *text, struct pond_error *why)
{
    struct pond_error own;
    if (pond_player_open(player, game, text, &own)) return COMPUTER_FINE;
    if (why != NULL) *why = own;
    return own.word == POND_WORD_PLAYER_UNKNOWN ? COMPUTER_UNKNOWN : COMPUTER_SETTINGS;
}

enum computer_trouble computer_check(const struct pond_game *game, const char *text,
                                     struct pond_error *why)
{
    struct pond_player player;
    return player_read(&player, game, text, why);
}

bool computer_known(const struct pond_game *game, const char *text)
{
    return computer_check(game, text, NULL) == COMPUTER_FINE;
}

enum computer_trouble computer_open(struct computer *computer, const struct pond_game *game,
                                    const char *text, struct pond_error *why)
{
    computer->tables = NULL;
    const enum computer_trouble trouble = player_read(&computer->player, game, text, why);
    if (trouble != COMPUTER_FINE) return trouble;
    if (computer->player.uses_tablebases) computer->tables = pond_tables_open(game, NULL);
    return memory_take(computer) ? COMPUTER_FINE : COMPUTER_MEMORY;
}

bool computer_set(struct computer *computer, const char *settings)
{
    const struct pond_player before = computer->player;
    if (!pond_player_set(&computer->player, settings, NULL)) return false;
    if (memory_take(computer)) return true;
    computer->player = before;
    return false;
}

void computer_close(struct computer *computer)
{
    free(computer->player.memory);
    pond_tables_close(computer->tables);
    memset(computer, 0, sizeof *computer);
}

/* ---- Thinking ---- */

struct task_context {
    uint64_t start_ms;
    const struct computer_limits *limits;
    struct pond_tables *tables;
};

static uint64_t task_clock(void *context)
{
    return computer_clock_ms() - ((struct task_context *)context)->start_ms;
}

static void task_progress(void *context, const struct pond_advice *so_far)
{
    const struct computer_limits *limits = ((struct task_context *)context)->limits;
    if (limits->progress != NULL) limits->progress(limits->context, so_far);
}

static bool task_probe(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    return pond_tables_probe(((struct task_context *)context)->tables, state, exact);
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

/* What the player asks while it thinks. */
static void task_context_begin(struct task_context *run, struct computer *computer,
                               const struct computer_limits *limits)
{
    struct pond_player *player = &computer->player;
    *run = (struct task_context){
        .start_ms = computer_clock_ms(), .limits = limits, .tables = computer->tables};
    player->stop = limits->stop;
    player->context = run;
    player->clock_ms = task_clock;
    player->progress = task_progress;
    player->probe = computer->tables != NULL ? task_probe : NULL;
}

void computer_think(struct computer *computer, const struct pond_match *match, int seat,
                    uint64_t seed, const struct computer_limits *limits, struct pond_advice *advice)
{
    struct task_context run;
    struct pond_task task;
    task_context_begin(&run, computer, limits);
    computer->player.seed = seed;
    pond_player_task(&computer->player, match, seat, &task);
    pond_task_limit(&task, limits->nodes, limits->time_ms);
    task.only = limits->only;
    computer_run(computer->player.engine, &task, advice);
}

bool computer_ask(void *context, struct pond_question *question, struct pond_advice *advice)
{
    const struct computer_asked *asked = context;
    const struct computer_limits *limits = asked->limits;
    struct computer *computer = asked->computer;
    struct pond_task *task = &question->task;
    struct task_context run;
    if (limits->stop != NULL && *limits->stop) return false;
    task_context_begin(&run, computer, limits);
    pond_player_equip(&computer->player, task);
    task->nodes_max = (limits->nodes * question->effort + 99) / 100;
    task->time_ms_max = (uint32_t)(((uint64_t)limits->time_ms * question->effort + 99) / 100);
    pond_task_limit(task, 0, 0);
    if (question->open != NULL)
        pond_question_think(computer->player.engine, question, advice);
    else
        computer_run(computer->player.engine, task, advice);
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
