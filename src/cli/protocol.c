/* protocol.c: the line protocol between engines and tools, both sides: `pond engine`, and the
 * players `cmd:PROGRAM`. docs/engine-protocol.md describes it. */
#include <ctype.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "player.h"

#define LINE_SIZE 131072 /* a list of all legal moves is the longest */

static const char hex_digits[] = "0123456789abcdef";

/* ---- The tool's side ---- */

static bool line_read(FILE *from, char *line, size_t size)
{
    if (fgets(line, (int)size, from) == NULL) return false;
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/* Starts the program with its standard input and output connected to us. */
static bool program_start(struct player *player)
{
    int down[2], up[2];
    if (pipe(down) != 0) return false;
    if (pipe(up) != 0) return false;
    player->process = fork();
    if (player->process < 0) return false;
    if (player->process == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        close(down[0]), close(down[1]), close(up[0]), close(up[1]);
        execl("/bin/sh", "sh", "-c", player->program, (char *)NULL);
        _exit(127);
    }
    close(down[0]), close(up[1]);
    player->to = fdopen(down[1], "w");
    player->from = fdopen(up[0], "r");
    return player->to != NULL && player->from != NULL;
}

bool protocol_start(struct player *player, const struct pond_game *game)
{
    char line[512];
    signal(SIGPIPE, SIG_IGN);
    if (!program_start(player)) return false;
    fputs("pond-engine 1\n", player->to);
    fflush(player->to);
    while (line_read(player->from, line, sizeof line)) {
        if (strcmp(line, "ok") != 0) continue;
        fprintf(player->to, "new %s\n", game->name);
        fflush(player->to);
        return true;
    }
    return false;
}

void protocol_stop(struct player *player)
{
    if (player->to != NULL) {
        fputs("quit\n", player->to);
        fclose(player->to);
    }
    if (player->from != NULL) fclose(player->from);
    if (player->process > 0) waitpid(player->process, NULL, 0);
    player->process = 0;
    player->to = player->from = NULL;
}

/* Tells the program what its seat may see, in words and as the library's own bytes. */
static void view_send(FILE *to, const struct pond_match *match, int seat)
{
    static _Thread_local pond_move moves[POND_MOVES_MAX];
    static _Thread_local uint64_t history[HISTORY_MAX];
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_view view;
    pond_config_print(match->game, &match->config, &text);
    fprintf(to, "options %s\nseat %d\n", memory, seat);
    pond_match_view(match, seat, &view);
    pond_text_clear(&text);
    match->game->view_print(&view, &text);
    fprintf(to, "position %s\nview ", memory);
    for (size_t i = 0; i < sizeof view.bytes; i++) {
        fputc(hex_digits[view.bytes[i] >> 4], to);
        fputc(hex_digits[view.bytes[i] & 15], to);
    }
    const uint32_t count = history_of(match, history);
    fputs("\nhistory", to);
    for (uint32_t i = 0; i < count; i++) fprintf(to, " %llx", (unsigned long long)history[i]);
    fputs("\nlegal", to);
    const int legal = pond_view_moves(match->game, &view, seat, moves);
    for (int i = 0; i < legal; i++) {
        pond_text_clear(&text);
        match->game->move_print(&match->state, seat, moves[i], &text);
        fprintf(to, " %s", memory);
    }
    fputc('\n', to);
}

bool protocol_think(struct player *player, const struct pond_match *match, int seat,
                    const struct player_limits *limits, struct pond_advice *advice)
{
    char line[1024];
    memset(advice, 0, sizeof *advice);
    view_send(player->to, match, seat);
    if (limits->time_ms > 0)
        fprintf(player->to, "go time %u\n", limits->time_ms);
    else if (limits->nodes > 0)
        fprintf(player->to, "go nodes %llu\n", (unsigned long long)limits->nodes);
    else
        fputs("go\n", player->to);
    fflush(player->to);
    while (line_read(player->from, line, sizeof line)) {
        if (strncmp(line, "best ", 5) != 0) continue;
        return pond_move_read(match->game, &match->state, seat, line + 5, &advice->move, NULL);
    }
    return false;
}

/* ---- The engine's side ---- */

struct server {
    const struct cli *cli;
    const struct pond_game *game;
    struct pond_config config;
    struct player player;
    char name[PLAYER_NAME_MAX];
    struct pond_view view;
    bool have_view;
    int seat;
    uint64_t history[HISTORY_MAX];
    uint32_t history_count;
    uint64_t seed;
    struct pond_task task;
    uint64_t start_ms;
    volatile bool stop;
    bool thinking;
    pthread_t thread;
};

static uint64_t server_clock(void *context)
{
    return clock_now_ms() - ((struct server *)context)->start_ms;
}

/* A sample of the view stands in for the state when moves are written. */
static void server_move(const struct server *server, pond_move move)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_rng rng;
    struct pond_state state;
    pond_rng_seed(&rng, "print");
    server->game->sample(&server->view, &rng, &state);
    server->game->move_print(&state, server->seat, move, &text);
    fputs(memory, stdout);
}

static void server_progress(void *context, const struct pond_advice *so_far)
{
    const struct server *server = context;
    printf("info depth %u nodes %llu value %.4f move ", so_far->depth,
           (unsigned long long)so_far->nodes, (double)so_far->choices[0].value);
    server_move(server, so_far->choices[0].move);
    putchar('\n');
    fflush(stdout);
}

static void *server_think(void *context)
{
    struct server *server = context;
    static struct pond_advice advice;
    server->player.engine->think(&server->task, &advice);
    for (uint32_t i = 0; i < advice.choice_count; i++) {
        fputs("choice ", stdout);
        server_move(server, advice.choices[i].move);
        printf(" probability %.4f value %.4f\n", (double)advice.choices[i].probability,
               (double)advice.choices[i].value);
    }
    fputs("best ", stdout);
    server_move(server, advice.move);
    putchar('\n');
    fflush(stdout);
    return NULL;
}

static void server_join(struct server *server)
{
    if (server->thinking) pthread_join(server->thread, NULL);
    server->thinking = false;
}

static const char *server_go(struct server *server, const char *limits)
{
    if (!server->have_view) return "say `view` before `go`";
    struct pond_task task = {.game = server->game,
                             .view = &server->view,
                             .seat = server->seat,
                             .history = server->history,
                             .history_count = server->history_count,
                             .seed = server->seed++,
                             .memory = server->player.memory,
                             .memory_size = server->player.memory_size,
                             .stop = &server->stop,
                             .context = server,
                             .clock_ms = server_clock,
                             .progress = server_progress};
    pond_task_set(&task, server->player.engine, server->player.settings, NULL);
    if (strncmp(limits, "time ", 5) == 0) {
        task.time_ms_max = (uint32_t)strtoul(limits + 5, NULL, 10);
        task.nodes_max = 0;
    } else if (strncmp(limits, "nodes ", 6) == 0) {
        task.nodes_max = strtoull(limits + 6, NULL, 10);
        task.time_ms_max = 0;
    }
    if (task.nodes_max == 0 && task.time_ms_max == 0) task.time_ms_max = 1000;
    pond_move moves[POND_MOVES_MAX];
    if (pond_view_moves(server->game, &server->view, server->seat, moves) == 0) {
        return "that seat has nothing to decide";
    }
    server->task = task;
    server->stop = false;
    server->start_ms = clock_now_ms();
    server->thinking = pthread_create(&server->thread, NULL, server_think, server) == 0;
    return server->thinking ? NULL : "no thread could be started";
}

static const char *server_new(struct server *server, const char *name)
{
    const struct pond_game *game = pond_game_find(name);
    if (game == NULL) return "no such game";
    player_close(&server->player);
    server->game = game;
    server->have_view = false;
    server->history_count = 0;
    pond_config_parse(game, "", &server->config, NULL);
    const int code = player_open(server->cli, &server->player, game, server->name);
    return code == EXIT_FINE ? NULL : "that player does not play this game";
}

static const char *server_view(struct server *server, const char *hex)
{
    struct pond_view view;
    for (size_t i = 0; i < 2 * sizeof view.bytes; i++) {
        const char *digit = hex[i] != '\0' ? strchr(hex_digits, hex[i]) : NULL;
        if (digit == NULL) return "a view is 512 hexadecimal digits";
        const unsigned value = (unsigned)(digit - hex_digits);
        unsigned char *byte = &view.bytes[i / 2];
        *byte = (unsigned char)(i % 2 == 0 ? value << 4 : *byte | value);
    }
    server->view = view;
    server->have_view = true;
    return NULL;
}

static const char *server_position(struct server *server, const char *text)
{
    struct pond_state state;
    if (server->game->state_parse(&state, &server->config, text, NULL)) {
        server->game->observe(&state, server->seat, &server->view);
        server->have_view = true;
    }
    return NULL; /* a public position of a game with secrets: the view tells the rest */
}

static const char *server_history(struct server *server, char *text)
{
    server->history_count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (server->history_count == HISTORY_MAX) break;
        server->history[server->history_count++] = strtoull(word, NULL, 16);
    }
    return NULL;
}

static const char *server_seat(struct server *server, const char *text)
{
    if (text[0] < '0' || text[0] >= '0' + POND_SEATS_MAX || text[1] != '\0') return "no such seat";
    server->seat = text[0] - '0';
    return NULL;
}

static const char *server_set(struct server *server, const char *text)
{
    struct pond_task task = {.game = server->game};
    if (server->player.engine == NULL) return "say `new GAME` first";
    if (!pond_task_set(&task, server->player.engine, text, NULL)) return "no such setting or value";
    snprintf(server->player.settings, sizeof server->player.settings, "%s", text);
    return NULL;
}

static void server_hello(const struct server *server)
{
    printf("id pond %s %s\n", POND_VERSION, server->name);
    puts("ok");
}

/* Carries a line out; NULL, or what is wrong with it. */
static const char *server_line(struct server *server, char *line)
{
    char *rest = line + strcspn(line, " ");
    if (*rest != '\0') *rest++ = '\0';
    if (strcmp(line, "stop") == 0) {
        server->stop = true;
        server_join(server);
        return NULL;
    }
    server_join(server);
    if (strcmp(line, "pond-engine") == 0) {
        server_hello(server);
        return NULL;
    }
    if (strcmp(line, "new") == 0) return server_new(server, rest);
    if (server->game == NULL) return "say `new GAME` first";
    if (strcmp(line, "options") == 0) {
        const bool fine = pond_config_parse(server->game, rest, &server->config, NULL);
        return fine ? NULL : "these options make no game";
    }
    if (strcmp(line, "seat") == 0) return server_seat(server, rest);
    if (strcmp(line, "position") == 0) return server_position(server, rest);
    if (strcmp(line, "view") == 0) return server_view(server, rest);
    if (strcmp(line, "history") == 0) return server_history(server, rest);
    if (strcmp(line, "legal") == 0) return NULL;
    if (strcmp(line, "set") == 0) return server_set(server, rest);
    if (strcmp(line, "go") == 0) return server_go(server, rest);
    return "no such command";
}

int command_engine(struct cli *cli)
{
    static struct server server;
    static char line[LINE_SIZE];
    server.cli = cli;
    snprintf(server.name, sizeof server.name, "%s",
             cli->argument_count > 0 ? cli->arguments[0] : "engine");
    while (line_read(stdin, line, sizeof line)) {
        if (strcmp(line, "quit") == 0) break;
        if (line[0] == '\0') continue;
        const char *wrong = server_line(&server, line);
        if (wrong != NULL) printf("error %s\n", wrong);
        fflush(stdout);
    }
    server.stop = true;
    server_join(&server);
    player_close(&server.player);
    return EXIT_FINE;
}
