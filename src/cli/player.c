/* player.c: players by name, and how they are asked. See player.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "player.h"

uint64_t clock_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint32_t history_of(const struct pond_match *match, uint64_t keys[HISTORY_MAX])
{
    uint32_t count = 0;
    int occurrences_max;
    if (match->game->repetition == NULL) return 0;
    keys[count++] = match->game->repetition(&match->start, &occurrences_max);
    for (uint32_t i = 0; i < match->log_count && count < HISTORY_MAX; i++) {
        const struct pond_entry *entry = &match->log[i];
        const bool counts = entry->kind == POND_ENTRY_MOVE && entry->undone_at == 0;
        if (counts) keys[count++] = entry->repetition;
    }
    return count > 0 ? count - 1 : 0; /* the last is the position at hand */
}

/* ---- Opening ---- */

static int complain_player(const struct cli *cli, const struct pond_game *game, const char *text)
{
    char memory[200];
    const char *names[16];
    int count = 0;
    struct pond_text list = pond_text_in(memory, sizeof memory);
    for (int i = 0; pond_engines[i] != NULL && count < 13; i++) {
        const struct pond_engine *engine = pond_engines[i];
        if (engine->game != NULL && engine->game != game) continue;
        names[count++] = engine->name;
        pond_text_string(&list, engine->name);
        pond_text_string(&list, ", ");
    }
    names[count++] = "level:";
    names[count++] = "cmd:";
    names[count] = NULL;
    pond_text_string(&list, "level:1..6, cmd:PROGRAM");
    fputs("pond: ", stderr);
    say(stderr, cli, SAY_PLAYER_UNKNOWN, text, memory);
    const char *meant = closest(text, names);
    if (meant != NULL) say(stderr, cli, SAY_DID_YOU_MEAN, meant, NULL);
    fputc('\n', stderr);
    return EXIT_WRONG_USAGE;
}

/* `level:4`: the full engine of the game with that level's settings. */
static bool level_take(struct player *player, const struct pond_game *game, const char *text)
{
    player->engine = pond_engine_find(game, "engine");
    const bool digit = text[0] >= '1' && text[0] <= '0' + POND_LEVELS && text[1] == '\0';
    if (player->engine == NULL || !digit) return false;
    const char *settings = player->engine->levels[text[0] - '0'];
    if (settings == NULL) return false;
    snprintf(player->settings, sizeof player->settings, "%s", settings);
    return true;
}

static bool engine_take(struct player *player, const struct pond_game *game, const char *text)
{
    char name[PLAYER_NAME_MAX];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (strcmp(name, "level") == 0 && text[length] == ':') {
        return level_take(player, game, text + length + 1);
    }
    player->engine = pond_engine_find(game, name);
    const char *settings = text[length] == ':' ? text + length + 1 : "";
    snprintf(player->settings, sizeof player->settings, "%s", settings);
    return player->engine != NULL;
}

bool player_known(const struct pond_game *game, const char *text)
{
    struct player player = {0};
    struct pond_task task = {.game = game};
    return strlen(text) < PLAYER_NAME_MAX && engine_take(&player, game, text) &&
           pond_task_set(&task, player.engine, player.settings, NULL);
}

static bool memory_take(struct player *player, const struct pond_task *task)
{
    const size_t size = player->engine->memory != NULL ? player->engine->memory(task->settings) : 0;
    void *memory = size > 0 ? calloc(1, size) : NULL;
    if (size > 0 && memory == NULL) return false;
    free(player->memory);
    player->memory = memory;
    player->memory_size = size;
    return true;
}

int player_open(const struct cli *cli, struct player *player, const struct pond_game *game,
                const char *text)
{
    memset(player, 0, sizeof *player);
    snprintf(player->name, sizeof player->name, "%s", text);
    if (strncmp(text, "cmd:", 4) == 0) {
        player->program = text + 4;
        if (protocol_start(player)) return EXIT_FINE;
        return complain(cli, EXIT_BAD_DATA, SAY_PLAYER_PROGRAM, player->program, NULL);
    }
    if (strlen(text) >= PLAYER_NAME_MAX || !engine_take(player, game, text)) {
        return complain_player(cli, game, text);
    }
    struct pond_task task = {.game = game};
    struct pond_error why;
    if (!pond_task_set(&task, player->engine, player->settings, &why)) {
        return complain_error(cli, EXIT_WRONG_USAGE, text, &why);
    }
    if (memory_take(player, &task)) return EXIT_FINE;
    return complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
}

bool player_set(struct player *player, const struct pond_game *game, const char *settings)
{
    struct pond_task task = {.game = game};
    if (strlen(settings) >= sizeof player->settings ||
        !pond_task_set(&task, player->engine, settings, NULL) || !memory_take(player, &task)) {
        return false;
    }
    snprintf(player->settings, sizeof player->settings, "%s", settings);
    return true;
}

bool player_begin(struct player *player, const struct pond_game *game)
{
    return player->program == NULL || protocol_begin(player, game);
}

void player_close(struct player *player)
{
    if (player->program != NULL) protocol_stop(player);
    free(player->memory);
    memset(player, 0, sizeof *player);
}

/* ---- Thinking ---- */

struct thinking {
    uint64_t start_ms;
    const struct player_limits *limits;
};

static uint64_t task_clock(void *context)
{
    return clock_now_ms() - ((struct thinking *)context)->start_ms;
}

static void task_progress(void *context, const struct pond_advice *so_far)
{
    const struct player_limits *limits = ((struct thinking *)context)->limits;
    if (limits->progress != NULL) limits->progress(limits->context, so_far);
}

bool player_think(struct player *player, const struct pond_match *match, int seat, uint64_t seed,
                  const struct player_limits *limits, struct pond_advice *advice)
{
    if (player->program != NULL) return protocol_think(player, match, seat, limits, advice);
    static _Thread_local uint64_t history[HISTORY_MAX];
    struct pond_view view;
    struct thinking thinking = {.start_ms = clock_now_ms(), .limits = limits};
    pond_match_view(match, seat, &view);
    struct pond_task task = {.game = match->game,
                             .view = &view,
                             .seat = seat,
                             .history = history,
                             .history_count = history_of(match, history),
                             .seed = seed,
                             .memory = player->memory,
                             .memory_size = player->memory_size,
                             .stop = limits->stop,
                             .context = &thinking,
                             .clock_ms = task_clock,
                             .progress = task_progress};
    pond_task_set(&task, player->engine, player->settings, NULL);
    if (limits->nodes > 0) task.nodes_max = limits->nodes;
    if (limits->time_ms > 0) task.time_ms_max = limits->time_ms;
    if (limits->time_ms > 0 && limits->nodes == 0) task.nodes_max = 0;
    if (task.nodes_max == 0 && task.time_ms_max == 0) task.time_ms_max = 1000;
    player->engine->think(&task, advice);
    return true;
}
