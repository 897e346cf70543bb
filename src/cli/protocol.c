/* protocol.c: the line protocol between engines and tools, both sides: `pond engine`, and the
 * players `cmd:PROGRAM`. docs/engine-protocol.md describes it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "player.h"
#include "pond/table.h"

#define LINE_SIZE 131072 /* a list of all legal moves is the longest */

static const char hex_digits[] = "0123456789abcdef";

/* How long a program may take to say `ok`, and to answer once the time it was given is over. */
#define PATIENCE_MS 10000
/* Without such a time it may think as long as it says something (`info`) now and then. */
#define SILENCE_MS 60000
/* How long it may take to end when it is told to. */
#define FAREWELL_MS 2000

/* ---- The tool's side: a program and the pipes to it ---- */

struct peer {
    pid_t process;
    int to, from;
    size_t held; /* bytes that have come and are not read yet */
    char bytes[4096];
};

/* A pipe that other programs do not inherit, away from the places of standard input and output. */
static bool pipe_make(int ends[2])
{
    int made[2];
    if (pipe(made) != 0) return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 3);
        close(made[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

/* The program gets a process group of its own, so that all of it can be ended. */
static _Noreturn void program_become(const char *program, int input, int output)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", program, (char *)NULL);
    _exit(127);
}

/* Starts the program with its standard input and output connected to us. */
static bool program_start(struct peer *peer, const char *program)
{
    /* Between pipe() and fcntl() another thread's program would inherit the ends. */
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    int down[2] = {-1, -1}, up[2] = {-1, -1};
    pthread_mutex_lock(&one_at_a_time);
    if (pipe_make(down) && pipe_make(up)) {
        peer->process = fork();
        if (peer->process == 0) program_become(program, down[0], up[1]);
    }
    pthread_mutex_unlock(&one_at_a_time);
    if (down[0] >= 0) close(down[0]);
    if (up[1] >= 0) close(up[1]);
    peer->to = down[1];
    peer->from = up[0];
    if (peer->process <= 0) return false;
    setpgid(peer->process, peer->process); /* whoever comes first */
    return fcntl(peer->to, F_SETFL, O_NONBLOCK) == 0;
}

/* Waits until the pipe is ready; false when the time is over. */
static bool pipe_wait(int end, short event, uint64_t until_ms)
{
    struct pollfd wait = {.fd = end, .events = event};
    const uint64_t now = computer_clock_ms();
    const int ready = now < until_ms ? poll(&wait, 1, (int)(until_ms - now)) : 0;
    return ready > 0 || (ready < 0 && errno == EINTR);
}

/* The next line, cut to `size`; false when the program has ended or the time is over. */
static bool peer_read(struct peer *peer, char *line, size_t size, uint64_t until_ms)
{
    for (;;) {
        const char *end = memchr(peer->bytes, '\n', peer->held);
        if (end != NULL) {
            const size_t length = (size_t)(end - peer->bytes);
            snprintf(line, size, "%.*s", (int)length, peer->bytes);
            line[strcspn(line, "\r")] = '\0';
            peer->held -= length + 1;
            memmove(peer->bytes, end + 1, peer->held);
            return true;
        }
        if (peer->held == sizeof peer->bytes) peer->held = 0; /* no line of ours is as long */
        if (!pipe_wait(peer->from, POLLIN, until_ms)) return false;
        const ssize_t got =
            read(peer->from, peer->bytes + peer->held, sizeof peer->bytes - peer->held);
        if (got == 0 || (got < 0 && errno != EINTR)) return false;
        if (got > 0) peer->held += (size_t)got;
    }
}

static bool peer_write(struct peer *peer, const char *bytes, size_t count)
{
    const uint64_t until_ms = computer_clock_ms() + PATIENCE_MS;
    while (count > 0) {
        const ssize_t put = write(peer->to, bytes, count);
        if (put < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (put < 0 && !pipe_wait(peer->to, POLLOUT, until_ms)) return false;
        if (put > 0) bytes += put, count -= (size_t)put;
    }
    return true;
}

static bool peer_say(struct peer *peer, const char *line)
{
    return peer_write(peer, line, strlen(line));
}

/* ---- The tool's side: the conversation ---- */

bool protocol_start(struct player *player)
{
    char line[512];
    signal(SIGPIPE, SIG_IGN);
    player->peer = calloc(1, sizeof *player->peer);
    const uint64_t until_ms = computer_clock_ms() + PATIENCE_MS;
    bool fine = player->peer != NULL && program_start(player->peer, player->program) &&
                peer_say(player->peer, "pond-engine 1\n");
    do {
        fine = fine && peer_read(player->peer, line, sizeof line, until_ms);
    } while (fine && strcmp(line, "ok") != 0);
    if (!fine) protocol_stop(player);
    return fine;
}

bool protocol_begin(struct player *player, const struct pond_game *game)
{
    char line[64];
    snprintf(line, sizeof line, "new %s\n", game->name);
    return peer_say(player->peer, line);
}

/* Whoever does not go when told to is made to. */
static void program_end(pid_t process)
{
    const uint64_t until_ms = computer_clock_ms() + FAREWELL_MS;
    while (waitpid(process, NULL, WNOHANG) == 0) {
        const struct timespec moment = {.tv_nsec = 2000000};
        if (computer_clock_ms() < until_ms) {
            nanosleep(&moment, NULL);
            continue;
        }
        kill(-process, SIGKILL);
        waitpid(process, NULL, 0);
        return;
    }
}

void protocol_stop(struct player *player)
{
    struct peer *peer = player->peer;
    if (peer == NULL) return;
    /* Where the pipe is full or broken, its end says the same. */
    const ssize_t put = peer->process > 0 ? write(peer->to, "quit\n", 5) : 0;
    (void)put;
    if (peer->to >= 0) close(peer->to);
    if (peer->from >= 0) close(peer->from);
    if (peer->process > 0) program_end(peer->process);
    free(peer);
    player->peer = NULL;
}

/* Tells the program what its seat may see, in words and as the library's own bytes. */
static void view_send(FILE *to, const struct pond_match *match, int seat)
{
    static _Thread_local pond_move moves[POND_MOVES_MAX];
    static _Thread_local uint64_t history[COMPUTER_HISTORY_MAX];
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
    const uint32_t count = computer_history(match, history);
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

/* The question, whole; NULL where there is no memory. The caller frees it. */
static char *question(const struct pond_match *match, int seat,
                      const struct computer_limits *limits, size_t *length)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, length);
    if (to == NULL) return NULL;
    view_send(to, match, seat);
    if (limits->time_ms > 0)
        fprintf(to, "go time %u\n", limits->time_ms);
    else if (limits->nodes > 0)
        fprintf(to, "go nodes %llu\n", (unsigned long long)limits->nodes);
    else
        fputs("go\n", to);
    if (fclose(to) == 0) return text;
    free(text);
    return NULL;
}

bool protocol_think(struct player *player, const struct pond_match *match, int seat,
                    const struct computer_limits *limits, struct pond_advice *advice)
{
    char line[1024];
    size_t length;
    char *text = question(match, seat, limits, &length);
    memset(advice, 0, sizeof *advice);
    const bool asked = text != NULL && peer_write(player->peer, text, length);
    free(text);
    const uint32_t patience_ms = limits->time_ms > 0 ? limits->time_ms + PATIENCE_MS : SILENCE_MS;
    uint64_t until_ms = computer_clock_ms() + patience_ms;
    while (asked && peer_read(player->peer, line, sizeof line, until_ms)) {
        if (strncmp(line, "best ", 5) == 0) {
            return pond_move_read(match->game, &match->state, seat, line + 5, &advice->move, NULL);
        }
        const bool thinks = limits->time_ms == 0 && strncmp(line, "info ", 5) == 0;
        if (thinks) until_ms = computer_clock_ms() + patience_ms;
    }
    return false;
}

/* ---- The engine's side ---- */

struct server {
    const struct cli *cli;
    const struct pond_game *game;
    struct pond_config config;
    struct player player;
    char name[COMPUTER_NAME_MAX];
    struct pond_view view;
    bool have_view;
    int seat;
    uint64_t history[COMPUTER_HISTORY_MAX];
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
    return computer_clock_ms() - ((struct server *)context)->start_ms;
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

static bool server_probe(void *context, const struct pond_state *state, struct pond_exact *exact)
{
    return pond_tables_probe(((struct server *)context)->player.computer.tables, state, exact);
}

static void *server_think(void *context)
{
    struct server *server = context;
    static struct pond_advice advice;
    computer_run(server->player.computer.engine, &server->task, &advice);
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

static bool limit_read(const char *text, uint64_t most, uint64_t *limit)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') return false;
    *limit = strtoull(text, &end, 10);
    if (*limit > most) *limit = most;
    if (*limit == 0) *limit = 1; /* at once, not without a limit */
    return *end == '\0';
}

static bool limits_take(struct pond_task *task, const char *text)
{
    uint64_t limit = 0;
    if (strncmp(text, "time ", 5) == 0) {
        if (!limit_read(text + 5, UINT32_MAX, &limit)) return false;
        task->time_ms_max = (uint32_t)limit;
        task->nodes_max = 0;
    } else if (strncmp(text, "nodes ", 6) == 0) {
        if (!limit_read(text + 6, UINT64_MAX, &limit)) return false;
        task->nodes_max = limit;
        task->time_ms_max = 0;
    } else if (text[0] != '\0') {
        return false;
    }
    if (task->nodes_max == 0 && task->time_ms_max == 0) task->time_ms_max = 1000;
    return true;
}

static const char *server_go(struct server *server, const char *limits)
{
    if (!server->have_view) return "say `view` or `position` before `go`";
    struct pond_task task = {.game = server->game,
                             .view = &server->view,
                             .seat = server->seat,
                             .history = server->history,
                             .history_count = server->history_count,
                             .seed = server->seed++,
                             .memory = server->player.computer.memory,
                             .memory_size = server->player.computer.memory_size,
                             .stop = &server->stop,
                             .context = server,
                             .clock_ms = server_clock,
                             .progress = server_progress,
                             .probe = server_probe};
    pond_task_set(&task, server->player.computer.engine, server->player.computer.settings, NULL);
    if (!limits_take(&task, limits)) return "a limit is `time MS` or `nodes N`";
    pond_move moves[POND_MOVES_MAX];
    if (pond_view_moves(server->game, &server->view, server->seat, moves) == 0) {
        return "that seat has nothing to decide";
    }
    server->task = task;
    server->stop = false;
    server->start_ms = computer_clock_ms();
    server->thinking = pthread_create(&server->thread, NULL, server_think, server) == 0;
    return server->thinking ? NULL : "no thread could be started";
}

static const char *server_new(struct server *server, const char *name)
{
    const struct pond_game *game = pond_game_find(name);
    if (game == NULL) return "no such game";
    player_close(&server->player);
    server->game = NULL;
    server->seat = 0;
    server->have_view = false;
    server->history_count = 0;
    pond_config_parse(game, "", &server->config, NULL);
    if (!computer_known(game, server->name)) return "that player does not play this game";
    if (player_open(server->cli, &server->player, game, server->name) != EXIT_FINE) {
        player_close(&server->player);
        return "that player cannot begin";
    }
    server->game = game;
    return NULL;
}

/* What was known of the position belonged to the options before. */
static const char *server_options(struct server *server, const char *text)
{
    server->have_view = false;
    const bool fine = pond_config_parse(server->game, text, &server->config, NULL);
    return fine ? NULL : "these options make no game";
}

static const char *server_view(struct server *server, const char *hex)
{
    struct pond_view view;
    server->have_view = false;
    for (size_t i = 0; i < 2 * sizeof view.bytes; i++) {
        const char *digit = hex[i] != '\0' ? strchr(hex_digits, hex[i]) : NULL;
        if (digit == NULL) return "a view is 512 hexadecimal digits";
        const unsigned value = (unsigned)(digit - hex_digits);
        unsigned char *byte = &view.bytes[i / 2];
        *byte = (unsigned char)(i % 2 == 0 ? value << 4 : *byte | value);
    }
    if (hex[2 * sizeof view.bytes] != '\0') return "a view is 512 hexadecimal digits";
    if (!pond_view_check(server->game, &view, &server->config, server->seat)) {
        return "that view is not this seat's in this game";
    }
    server->view = view;
    server->have_view = true;
    return NULL;
}

static const char *server_position(struct server *server, const char *text)
{
    struct pond_state state;
    server->have_view = server->game->state_parse(&state, &server->config, text, NULL);
    if (server->have_view) server->game->observe(&state, server->seat, &server->view);
    /* Of a game with secrets it is the public position: the view tells the rest. */
    const bool fine = server->have_view || server->game->chance_seen_by != NULL;
    return fine ? NULL : "that is no position of this game";
}

static const char *server_history(struct server *server, char *text)
{
    server->history_count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (server->history_count == COMPUTER_HISTORY_MAX) break;
        server->history[server->history_count++] = strtoull(word, NULL, 16);
    }
    return NULL;
}

static const char *server_seat(struct server *server, const char *text)
{
    const int seat = text[0] - '0';
    const int seats = server->game->seats(&server->config);
    if (seat < 0 || seat >= seats || text[1] != '\0') return "no such seat";
    if (seat != server->seat) server->have_view = false; /* it was another's */
    server->seat = seat;
    return NULL;
}

static const char *server_set(struct server *server, const char *text)
{
    const bool fine = computer_set(&server->player.computer, server->game, text);
    return fine ? NULL : "no such setting or value";
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
    if (strcmp(line, "options") == 0) return server_options(server, rest);
    if (strcmp(line, "seat") == 0) return server_seat(server, rest);
    if (strcmp(line, "position") == 0) return server_position(server, rest);
    if (strcmp(line, "view") == 0) return server_view(server, rest);
    if (strcmp(line, "history") == 0) return server_history(server, rest);
    if (strcmp(line, "legal") == 0) return NULL;
    if (strcmp(line, "set") == 0) return server_set(server, rest);
    if (strcmp(line, "go") == 0) return server_go(server, rest);
    return "no such command";
}

/* A name that no game knows is better refused before anyone waits for an answer. */
static int server_name(struct server *server, const char *name)
{
    int game = 0;
    while (pond_games[game] != NULL && !computer_known(pond_games[game], name)) game++;
    if (pond_games[game] != NULL) {
        snprintf(server->name, sizeof server->name, "%s", name);
        return EXIT_FINE;
    }
    if (strncmp(name, "cmd:", 4) == 0) {
        return complain(server->cli, EXIT_WRONG_USAGE, SAY_PLAYER_UNKNOWN, name,
                        "random, greedy, engine, level:1..6");
    }
    return player_open(server->cli, &server->player, pond_games[0], name);
}

int command_engine(struct cli *cli)
{
    static struct server server;
    static char line[LINE_SIZE];
    server.cli = cli;
    const int code = server_name(&server, cli->argument_count > 0 ? cli->arguments[0] : "engine");
    if (code != EXIT_FINE) return code;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
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
