/* engine.c: what is written once for all engines, and the one that plays at random. See engine.h.
 */
#include "pond/engine.h"

#include <string.h>

#include "help.h"
#include "numbers.h"

#include "banned.h"

const struct pond_engine *pond_engine_find(const struct pond_game *game, const char *name)
{
    for (int i = 0; pond_engines[i] != NULL; i++) {
        const struct pond_engine *engine = pond_engines[i];
        const bool fits = engine->game == NULL || engine->game == game;
        if (fits && pond_text_equal(engine->name, name)) return engine;
    }
    return NULL;
}

/* ---- Settings ---- */

static bool setting_refuse(const struct pond_engine *engine, const char *name,
                           struct pond_error *why)
{
    char memory[POND_ERROR_ARGUMENT_MAX];
    struct pond_text names = pond_text_in(memory, sizeof memory);
    pond_text_string(&names, "nodes, time");
    for (int i = 0; i < engine->setting_count; i++) {
        pond_text_string(&names, ", ");
        pond_text_string(&names, engine->settings[i].name);
    }
    pond_refuse_text(why, POND_WORD_SETTING_UNKNOWN, name);
    pond_error_text(why, engine->name);
    return pond_error_text(why, memory);
}

/* The limits of a task are settings of every engine, in front of its own. */
enum { SETTING_NODES = -2, SETTING_TIME = -1, SETTING_NONE = POND_SETTINGS_MAX };

static int setting_find(const struct pond_engine *engine, const char *name)
{
    if (pond_text_equal(name, "nodes")) return SETTING_NODES;
    if (pond_text_equal(name, "time")) return SETTING_TIME;
    for (int i = 0; i < engine->setting_count; i++) {
        if (pond_text_equal(engine->settings[i].name, name)) return i;
    }
    return SETTING_NONE;
}

/* Reads `=5` after the setting's name and moves `*at` past it. */
static bool setting_take(struct pond_task *task, const struct pond_engine *engine, const char *name,
                         const char **at, struct pond_error *why)
{
    uint32_t value = 0;
    const int setting = setting_find(engine, name);
    if (setting == SETTING_NONE) return setting_refuse(engine, name, why);
    if (**at != '=') return pond_refuse_text(why, POND_WORD_SETTING_NO_VALUE, name);
    ++*at;
    const int64_t least = setting >= 0 ? engine->settings[setting].least : 0;
    const int64_t most = setting >= 0 ? engine->settings[setting].most : (int64_t)UINT32_MAX;
    if (!pond_read_number(at, UINT32_MAX, &value) || (**at != ',' && **at != '\0') ||
        (int64_t)value < least || (int64_t)value > most) {
        pond_refuse_text(why, POND_WORD_SETTING_RANGE, name);
        pond_error_number(why, least);
        return pond_error_number(why, most);
    }
    if (setting == SETTING_NODES)
        task->nodes_max = value;
    else if (setting == SETTING_TIME)
        task->time_ms_max = value;
    else
        task->settings[setting] = (int32_t)value;
    return true;
}

bool pond_task_set(struct pond_task *task, const struct pond_engine *engine, const char *text,
                   struct pond_error *why)
{
    for (int i = 0; i < engine->setting_count; i++) {
        task->settings[i] = engine->settings[i].standard;
    }
    return pond_task_change(task, engine, text, why);
}

bool pond_task_change(struct pond_task *task, const struct pond_engine *engine, const char *text,
                      struct pond_error *why)
{
    const char *at = text;
    while (at != NULL && *at != '\0') {
        char name[32];
        size_t length = 0;
        while (at[length] != '\0' && at[length] != '=' && at[length] != ',') length++;
        const size_t kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, at, kept);
        name[kept] = '\0';
        at += length;
        if (!setting_take(task, engine, name, &at, why)) return false;
        if (*at == ',' && *++at == '\0') return setting_refuse(engine, "", why);
    }
    return true;
}

int pond_task_threads(const struct pond_task *task, const struct pond_engine *engine)
{
    for (int i = 0; i < engine->setting_count; i++) {
        if (pond_text_equal(engine->settings[i].name, "threads")) return task->settings[i];
    }
    return 1;
}

/* ---- Limits ---- */

bool pond_task_stopped(const struct pond_task *task)
{
    return task->stop != NULL && __atomic_load_n(task->stop, __ATOMIC_RELAXED);
}

bool pond_task_spent(const struct pond_task *task, uint64_t nodes)
{
    if (task->nodes_max > 0 && nodes >= task->nodes_max) return true;
    if (pond_task_stopped(task)) return true;
    if (task->time_ms_max == 0 || task->clock_ms == NULL) return false;
    return task->clock_ms(task->context) >= task->time_ms_max;
}

/* ---- Advice ---- */

void pond_advice_begin(const struct pond_task *task, struct pond_advice *advice)
{
    pond_move moves[POND_MOVES_MAX];
    memset(advice, 0, sizeof *advice);
    const int count = pond_view_moves(task->game, task->view, task->seat, moves);
    const int kept = count < POND_CHOICES_MAX ? count : POND_CHOICES_MAX;
    for (int i = 0; i < kept; i++) {
        advice->choices[i] = (struct pond_choice){
            .move = moves[i], .probability = 1.0f / (float)count, .estimate = 0.5f};
    }
    advice->choice_count = (uint32_t)kept;
    advice->move = moves[0];
}

bool pond_choice_value(const struct pond_choice *choice, float *value)
{
    if (choice->evidence < POND_SEARCHED) return false;
    *value = choice->estimate;
    return true;
}

const char *pond_evidence_name(enum pond_evidence evidence)
{
    static const char *const names[] = {[POND_UNKNOWN] = "unknown",
                                        [POND_BOUND] = "bound",
                                        [POND_SEARCHED] = "searched",
                                        [POND_EXACT] = "exact"};
    return names[evidence];
}

float pond_mean_error(float mean, float count)
{
    if (count < 1) return 0.5f;
    const float spread = mean > 0 && mean < 1 ? mean * (1 - mean) : 0;
    /* A mean of 0 or 1 of few scores is not sure, either: one more may be the other way. */
    const float error = square_root((spread + 1 / (count + 2)) / count);
    return error < 0.5f ? error : 0.5f;
}

static bool choice_before(const struct pond_choice *one, const struct pond_choice *other)
{
    if (one->estimate > other->estimate || one->estimate < other->estimate) {
        return one->estimate > other->estimate;
    }
    if (one->probability > other->probability) return true;
    if (one->probability < other->probability) return false;
    return one->move < other->move;
}

void pond_advice_sort(struct pond_advice *advice)
{
    for (uint32_t i = 1; i < advice->choice_count; i++) {
        const struct pond_choice choice = advice->choices[i];
        uint32_t at = i;
        for (; at > 0 && choice_before(&choice, &advice->choices[at - 1]); at--) {
            advice->choices[at] = advice->choices[at - 1];
        }
        advice->choices[at] = choice;
    }
}

void pond_advice_draw(struct pond_advice *advice, struct pond_rng *rng)
{
    float ticket = (float)pond_rng_below(rng, 1u << 24) / (float)(1u << 24);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        advice->move = advice->choices[i].move;
        ticket -= advice->choices[i].probability;
        if (ticket < 0) return;
    }
    /* Rounding may leave a rest: it goes to the first choice that is played at all. */
    for (uint32_t i = advice->choice_count; i-- > 0;) {
        if (advice->choices[i].probability > 0) advice->move = advice->choices[i].move;
    }
}

void pond_task_rng(const struct pond_task *task, struct pond_rng *rng)
{
    char seed[32];
    struct pond_text text = pond_text_in(seed, sizeof seed);
    pond_text_string(&text, "task");
    pond_text_number(&text, (int64_t)task->seed);
    pond_rng_seed(rng, seed);
}

/* ---- Random ---- */

static void random_think(const struct pond_task *task, struct pond_advice *advice)
{
    struct pond_rng rng;
    pond_move moves[POND_MOVES_MAX];
    pond_task_rng(task, &rng);
    pond_advice_begin(task, advice);
    const int count = pond_view_moves(task->game, task->view, task->seat, moves);
    advice->move = moves[pond_rng_below(&rng, (uint32_t)count)];
    advice->nodes = 1;
}

const struct pond_engine pond_engine_random = {
    .name = "random",
    .help = HELP(ENGINE_RANDOM),
    .think = random_think,
};
