/* engine.c: the line protocol between engines and tools, both sides: `pond engine`, and the
 * players `cmd:PROGRAM`. docs/engine-protocol.md describes it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"
#include "player.h"
#include "pond/table.h"

#define LINE_SIZE 131072 /* a list of all legal moves is the longest */

static const char hex_digits[] = "0123456789abcdef";

/* How long a program may take to say `ok`, to listen, and to answer once its time is over. */
#define PATIENCE_MS 10000
/* Without such a time it may think as long as it says something (`info`) now and then. */
#define SILENCE_MS 60000

/* ---- The tool's side: the conversation ---- */

/* Keeps a program's wrong answer. */
static void note_said(struct player *player, const char *line)
{
    struct pond_text said = pond_text_in(player->said, sizeof player->said);
    pond_text_string(&said, line);
}

static bool says(const char *line, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

bool protocol_start(struct player *player)
{
    static const char hello[] = "pond-engine 1\n";
    char line[512];
    const uint64_t until_ms = computer_clock_ms() + PATIENCE_MS;
    player->peer = peer_start(player->program);
    bool fine = player->peer != NULL && peer_write(player->peer, hello, sizeof hello - 1, until_ms);
    while (fine && peer_read(player->peer, line, sizeof line, until_ms)) {
        if (strcmp(line, "ok") == 0) return true;
        if (!says(line, "error")) continue;
        note_said(player, line);
        break;
    }
    player->ended = player->peer != NULL && computer_clock_ms() < until_ms;
    protocol_stop(player);
    return false;
}

bool protocol_begin(struct player *player, const struct pond_game *game)
{
    char line[64];
    const uint64_t until_ms = computer_clock_ms() + PATIENCE_MS;
    const int length = snprintf(line, sizeof line, "new %s\n", game->name);
    player->said[0] = '\0';
    return peer_write(player->peer, line, (size_t)length, until_ms);
}

void protocol_stop(struct player *player)
{
    player->status = peer_end(player->peer);
    player->peer = NULL;
}

/* Tells the program what its seat may see, in words and as the library's own bytes. */
static void view_send(FILE *to, const struct pond_match *match, int seat)
{
    static _Thread_local pond_move moves[POND_MOVES_MAX];
    static _Thread_local uint64_t history[POND_HISTORY_MAX];
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
    const uint32_t count = pond_match_history(match, pond_match_entries(match), history);
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

/* The question, whole; NULL if there is no memory. The caller frees it. */
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

/* A program may say `error` to a line that it does not know and still answer; but once it has said
 * that, nobody waits for a whole minute of silence. */
bool protocol_think(struct player *player, const struct pond_match *match, int seat,
                    const struct computer_limits *limits, struct pond_advice *advice)
{
    char line[1024];
    size_t length;
    char *text = question(match, seat, limits, &length);
    memset(advice, 0, sizeof *advice);
    const bool asked =
        text != NULL && peer_write(player->peer, text, length, computer_clock_ms() + PATIENCE_MS);
    free(text);
    const uint32_t patience_ms = limits->time_ms > 0 ? limits->time_ms + PATIENCE_MS : SILENCE_MS;
    uint64_t until_ms = computer_clock_ms() + patience_ms;
    while (asked && peer_read(player->peer, line, sizeof line, until_ms)) {
        const bool error = says(line, "error");
        if (error && player->said[0] == '\0') note_said(player, line);
        if (says(line, "best")) {
            const char *move = line[4] != '\0' ? line + 5 : "";
            note_said(player, line);
            if (!pond_move_read(match->game, &match->state, seat, move, &advice->move, NULL)) break;
            player->said[0] = '\0';
            return true;
        }
        if (limits->time_ms > 0 || !(error || says(line, "info"))) continue;
        until_ms = computer_clock_ms() + (error ? PATIENCE_MS : SILENCE_MS);
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
    uint64_t history[POND_HISTORY_MAX];
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
    float value = 0.5f;
    pond_choice_value(&so_far->choices[0], &value);
    printf("info depth %u nodes %llu value %.4f move ", so_far->depth,
           (unsigned long long)so_far->nodes, (double)value);
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
    computer_run(server->player.computer.player.engine, &server->task, &advice);
    for (uint32_t i = 0; i < advice.choice_count; i++) {
        const struct pond_choice *choice = &advice.choices[i];
        float value;
        fputs("choice ", stdout);
        server_move(server, choice->move);
        printf(" probability %.4f", (double)choice->probability);
        if (pond_choice_value(choice, &value)) printf(" value %.4f", (double)value);
        putchar('\n');
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
    pond_task_limit(task, 0, 0);
    return true;
}

static const char *server_go(struct server *server, const char *limits)
{
    if (!server->have_view) return "say `view` or `position` before `go`";
    struct pond_task task = {.view = &server->view,
                             .seat = server->seat,
                             .history = server->history,
                             .history_count = server->history_count,
                             .seed = server->seed++};
    struct pond_player *player = &server->player.computer.player;
    player->stop = &server->stop;
    player->context = server;
    player->clock_ms = server_clock;
    player->progress = server_progress;
    player->probe = server_probe;
    pond_player_equip(player, &task);
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
    return fine ? NULL : "that is not a position of this game";
}

static const char *server_history(struct server *server, char *text)
{
    server->history_count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (server->history_count == POND_HISTORY_MAX) break;
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

/* Levels are measured as they are; use the engine itself for other settings. */
static const char *server_set(struct server *server, const char *text)
{
    if (pond_text_starts(server->name, "level:")) return "a level has no settings";
    if (text[0] == '\0') return "settings are KEY=NUMBER,...";
    const bool fine = computer_set(&server->player.computer, text);
    return fine ? NULL : "no such setting or value";
}

static const char *server_hello(const struct server *server, const char *version)
{
    if (strcmp(version, "1") != 0) return "this engine speaks `pond-engine 1`";
    printf("id pond %s %s\n", POND_VERSION, server->name);
    puts("ok");
    return NULL;
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
    if (strcmp(line, "pond-engine") == 0) return server_hello(server, rest);
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
    struct pond_error why = {.word = POND_WORD_NONE}, trouble;
    for (int i = 0; pond_games[i] != NULL; i++) {
        switch (computer_check(pond_games[i], name, &trouble)) {
        case COMPUTER_FINE:
            snprintf(server->name, sizeof server->name, "%s", name);
            return EXIT_FINE;
        case COMPUTER_SETTINGS: why = trouble; break;
        default: break;
        }
    }
    if (why.word == POND_WORD_NONE) return complain_player(server->cli, NULL, name);
    return complain_error(server->cli, EXIT_WRONG_USAGE, name, &why);
}

enum line_read { LINE_NONE, LINE_READ, LINE_TOO_LONG };

/* Reads a line without its end, to its end: nothing of one that is too long is left to be taken for
 * the next. A zero byte ends no line; as a question mark it is wrong wherever it stands. */
static enum line_read line_read(char line[LINE_SIZE])
{
    size_t length = 0;
    int character = getc(stdin);
    if (character == EOF) return LINE_NONE;
    for (; character != EOF && character != '\n'; character = getc(stdin)) {
        if (length < LINE_SIZE) line[length++] = character != '\0' ? (char)character : '?';
    }
    if (length == LINE_SIZE) return LINE_TOO_LONG;
    line[length] = '\0';
    line[strcspn(line, "\r")] = '\0';
    return LINE_READ;
}

int command_engine(struct cli *cli)
{
    static struct server server;
    static char line[LINE_SIZE];
    enum line_read read;
    server.cli = cli;
    const int code = server_name(&server, cli->argument_count > 0 ? cli->arguments[0] : "engine");
    if (code != EXIT_FINE) return code;
    while ((read = line_read(line)) != LINE_NONE) {
        const bool too_long = read == LINE_TOO_LONG;
        if (!too_long && strcmp(line, "quit") == 0) break;
        if (!too_long && line[0] == '\0') continue;
        if (too_long) server_join(&server); /* its answer comes first, and whole */
        const char *wrong = too_long ? "that line is too long" : server_line(&server, line);
        if (wrong != NULL) printf("error %s\n", wrong);
        fflush(stdout);
    }
    server.stop = true;
    server_join(&server);
    player_close(&server.player);
    return EXIT_FINE;
}
