/* player.c: computer players by name, and the tasks that they are given. See player.h. */
#include "pond/player.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

static bool unknown(const char *text, struct pond_error *why)
{
    return pond_refuse_text(why, POND_WORD_PLAYER_UNKNOWN, text);
}

/* The engine that a text names, and the text of its settings. `level:4` is the full engine of the
 * game with that level's settings. */
static const struct pond_engine *engine_named(const struct pond_game *game, const char *text,
                                              const char **settings)
{
    char name[POND_PLAYER_NAME_MAX];
    const char *colon = strchr(text, ':');
    const size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);
    if (strlen(text) >= POND_PLAYER_NAME_MAX) return NULL;
    memcpy(name, text, length);
    name[length] = '\0';
    *settings = colon != NULL ? colon + 1 : "";
    if (colon == NULL || !pond_text_equal(name, "level")) return pond_engine_find(game, name);
    const struct pond_engine *engine = pond_engine_find(game, "engine");
    const int level = **settings - '0';
    if (engine == NULL || level < 0 || level > POND_LEVELS || (*settings)[1] != '\0') return NULL;
    *settings = engine->levels[level];
    return *settings != NULL ? engine : NULL;
}

static void settings_take(struct pond_player *player, const struct pond_task *task)
{
    const struct pond_engine *engine = player->engine;
    memcpy(player->settings, task->settings, sizeof player->settings);
    player->nodes_max = task->nodes_max;
    player->time_ms_max = task->time_ms_max;
    player->memory_size = engine->memory != NULL ? engine->memory(task->settings) : 0;
}

bool pond_player_open(struct pond_player *player, const struct pond_game *game, const char *text,
                      struct pond_error *why)
{
    struct pond_task task = {.game = game};
    const char *settings;
    memset(player, 0, sizeof *player);
    player->game = game;
    struct pond_text name = pond_text_in(player->name, sizeof player->name);
    pond_text_string(&name, text);
    player->engine = engine_named(game, text, &settings);
    if (player->engine == NULL) return unknown(text, why);
    if (!pond_task_set(&task, player->engine, settings, why)) return false;
    settings_take(player, &task);
    player->uses_tablebases =
        player->engine == pond_engine_find(game, "engine") && !pond_text_starts(text, "level:");
    return true;
}

bool pond_player_set(struct pond_player *player, const char *settings, struct pond_error *why)
{
    struct pond_task task = {
        .game = player->game, .nodes_max = player->nodes_max, .time_ms_max = player->time_ms_max};
    memcpy(task.settings, player->settings, sizeof task.settings);
    if (!pond_task_change(&task, player->engine, settings, why)) return false;
    settings_take(player, &task);
    return true;
}

/* ---- Tasks ---- */

void pond_task_limit(struct pond_task *task, uint64_t nodes, uint32_t time_ms)
{
    if (nodes > 0) task->nodes_max = nodes;
    if (time_ms > 0) task->time_ms_max = time_ms;
    if (time_ms > 0 && nodes == 0) task->nodes_max = 0;
    if (task->clock_ms == NULL) task->time_ms_max = 0;
    if (task->nodes_max > 0 || task->time_ms_max > 0) return;
    if (task->clock_ms != NULL) task->time_ms_max = POND_PLAYER_TIME_MS;
    if (task->clock_ms == NULL) task->nodes_max = POND_PLAYER_NODES;
}

void pond_player_equip(const struct pond_player *player, struct pond_task *task)
{
    task->game = player->game;
    memcpy(task->settings, player->settings, sizeof task->settings);
    task->memory = player->memory;
    task->memory_size = player->memory_size;
    task->stop = player->stop;
    task->context = player->context;
    task->clock_ms = player->clock_ms;
    task->progress = player->progress;
    task->probe = player->uses_tablebases ? player->probe : NULL;
    task->nodes_max = player->nodes_max;
    task->time_ms_max = player->time_ms_max;
}

void pond_player_task(struct pond_player *player, const struct pond_match *match, int seat,
                      struct pond_task *task)
{
    assert(match->game == player->game && (pond_match_turn(match) & POND_SEAT(seat)) != 0);
    assert(player->memory != NULL || player->memory_size == 0);
    memset(task, 0, sizeof *task);
    pond_match_view(match, seat, &player->view);
    task->view = &player->view;
    task->seat = seat;
    task->history = player->history;
    task->history_count = pond_match_history(match, pond_match_entries(match), player->history);
    task->seed = player->seed++;
    pond_player_equip(player, task);
}

void pond_player_choose(struct pond_player *player, const struct pond_match *match, int seat,
                        struct pond_advice *advice)
{
    struct pond_task task;
    pond_player_task(player, match, seat, &task);
    pond_task_limit(&task, 0, 0);
    player->engine->think(&task, advice);
}

/* ---- For other languages ---- */

size_t pond_player_sizeof(void) { return sizeof(struct pond_player); }
size_t pond_advice_sizeof(void) { return sizeof(struct pond_advice); }
size_t pond_player_memory_size(const struct pond_player *player) { return player->memory_size; }
void pond_player_give_memory(struct pond_player *player, void *memory) { player->memory = memory; }
pond_move pond_advice_move(const struct pond_advice *advice) { return advice->move; }
