/* join.c: `pond join`: plays on a play server, line by line. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The command line has a function of this name as well; jansson's is not needed here. */
#define json_string jansson_string
#include <jansson.h>
#undef json_string

#include "buffer.h"
#include "cli.h"
#include "say.h"
#include "serve.h"
#include "stream.h"

#define TRIES_MAX 20 /* to come back after a lost connection, a second apart */
#define LINE_SIZE 512
#define TABLES_SHOWN 30

struct join {
    const struct cli *cli;
    struct stream_address address;
    struct stream stream;
    int socket;
    char key[65];
    char table[20], invite[20];
    int64_t version;
    json_t *held;  /* the table as the messages tell it */
    json_t *lobby; /* the tables to choose from */
    bool ending, lost, shown_turn;
    int code;
};

/* ---- Saying ---- */

static void line_put(const struct join *join, enum say sentence, const char *first,
                     const char *second)
{
    say(stdout, join->cli, sentence, first, second);
    fputc('\n', stdout);
}

static void frame_send(struct join *join, enum stream_opcode opcode, const void *bytes,
                       size_t length)
{
    uint8_t *out = malloc(length + STREAM_FRAME_EXTRA);
    if (out == NULL) return;
    const size_t whole = stream_frame(&join->stream, opcode, bytes, length, out);
    for (size_t at = 0; at < whole;) {
        const ssize_t sent = send(join->socket, out + at, whole - at, MSG_NOSIGNAL);
        if (sent <= 0) {
            join->lost = true;
            break;
        }
        at += (size_t)sent;
    }
    free(out);
}

/* Sends a message with up to two members that are texts; NULL ends them. */
static void send_message(struct join *join, const char *type, const char *key, const char *value,
                         const char *more_key, const char *more)
{
    struct buffer message = {0};
    struct pond_json json = buffer_json(&message);
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "type", type);
    if (join->table[0] != '\0') pond_json_string_member(&json, "table", join->table);
    if (strcmp(type, "play") == 0) pond_json_number_member(&json, "version", join->version);
    if (strcmp(type, "watch") == 0 && join->version > 0) {
        pond_json_number_member(&json, "version", join->version);
    }
    if (key != NULL) pond_json_string_member(&json, key, value);
    if (more_key != NULL) pond_json_string_member(&json, more_key, more);
    pond_json_close(&json, '}');
    frame_send(join, STREAM_TEXT, message.bytes, message.length);
    buffer_free(&message);
}

/* ---- Showing ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static const char *seat_name(const struct join *join, int seat)
{
    const json_t *one = json_array_get(json_object_get(join->held, "seats"), (size_t)seat);
    const char *name = text_of(json_object_get(one, "player"), "name");
    if (name[0] == '\0') name = text_of(one, "computer");
    return name[0] != '\0' ? name : "?";
}

/* Quibbles hides cards, so its position is told in words; the others are drawn. */
static void board_show(const struct join *join, const json_t *view)
{
    const struct pond_game *game = pond_game_find(text_of(view, "game"));
    struct pond_config config;
    struct pond_state state;
    if (game == NULL || !pond_config_parse(game, text_of(view, "options"), &config, NULL)) return;
    fputc('\n', stdout);
    if (game->state_parse(&state, &config, text_of(view, "pos"), NULL)) {
        draw_state(stdout, join->cli, game, &state, game->result(&state));
        return;
    }
    char display[64] = "", collections[64] = "", sizes[64] = "";
    sscanf(text_of(view, "pos"), "%63s %63s %63s", display, collections, sizes);
    line_put(join, SAY_JOIN_DISPLAY, display, NULL);
    line_put(join, SAY_JOIN_COLLECTIONS, collections, sizes);
    if (text_of(view, "hand")[0] != '\0') {
        line_put(join, SAY_JOIN_HAND, text_of(view, "hand"), NULL);
    }
}

static void moves_show(const struct join *join)
{
    const json_t *legal = json_object_get(json_object_get(join->held, "view"), "legal");
    for (size_t i = 0; i < json_array_size(legal); i++) {
        printf("%s%s", i > 0 ? "  " : "", json_string_value(json_array_get(legal, i)));
    }
    fputc('\n', stdout);
}

/* What has a sentence of its own; what has none is no news to a person. */
static const struct {
    const char *kind;
    enum say sentence;
} news[] = {
    {"sit", SAY_JOIN_SIT},         {"leave", SAY_JOIN_LEFT},        {"resign", SAY_JOIN_RESIGNED},
    {"time", SAY_JOIN_TIME},       {"offer", SAY_JOIN_OFFER},       {"accept", SAY_JOIN_ACCEPT},
    {"decline", SAY_JOIN_DECLINE}, {"ask", SAY_JOIN_ASK},           {"agree", SAY_JOIN_AGREE},
    {"refuse", SAY_JOIN_REFUSE},   {"takeback", SAY_JOIN_TAKEN},    {"hint", SAY_JOIN_HINTED},
    {"again", SAY_JOIN_AGAIN},     {"away", SAY_JOIN_AWAY},         {"here", SAY_JOIN_HERE},
    {"back", SAY_JOIN_HERE},       {"computer", SAY_JOIN_COMPUTER}, {"start", SAY_JOIN_START},
    {"resume", SAY_JOIN_RESUME},   {"close", SAY_JOIN_CLOSED},
};

/* What happened, in a line. */
static void what_show(const struct join *join, const json_t *what)
{
    const char *kind = text_of(what, "kind");
    const json_t *seat = json_object_get(what, "seat");
    const char *name = json_is_integer(seat) ? seat_name(join, (int)json_integer_value(seat)) : "";
    const char *last = text_of(json_object_get(join->held, "view"), "last");
    if (strcmp(kind, "move") == 0 && json_object_get(what, "move") != NULL) {
        line_put(join, SAY_JOIN_MOVE, name, last[0] != '\0' ? last : text_of(what, "move"));
    } else if (strcmp(kind, "move") == 0) {
        line_put(join, SAY_JOIN_CHOSE, name, NULL);
    } else if (strcmp(kind, "say") == 0) {
        const struct phrase *phrase = phrase_find(text_of(what, "phrase"));
        if (phrase != NULL) {
            line_put(join, SAY_JOIN_SAID, name, phrase->text[join->cli->language]);
        }
    }
    for (size_t i = 0; i < sizeof news / sizeof news[0]; i++) {
        if (strcmp(kind, news[i].kind) == 0) line_put(join, news[i].sentence, name, NULL);
    }
}

/* "seat 1" and "resigned" as the sentence that every game ends with. */
static void over_show(const struct join *join, const json_t *over)
{
    const char *result = text_of(over, "result"), *reason = text_of(over, "reason");
    struct pond_result ended = {.outcome = strcmp(result, "draw") == 0    ? POND_DRAWN
                                           : strcmp(result, "dummy") == 0 ? POND_WON_BY_DUMMY
                                                                          : POND_WON};
    if (strncmp(result, "seat ", 5) == 0) ended.seat = (uint8_t)(result[5] - '0');
    for (int i = 0; i < POND_REASONS; i++) {
        if (strcmp(pond_reason_name((enum pond_reason)i), reason) == 0) ended.reason = (uint8_t)i;
    }
    if (result[0] == '\0') return; /* closed before it began */
    say_result(stdout, join->cli, ended);
    line_put(join, SAY_JOIN_OVER, NULL, NULL);
}

static void turn_show(struct join *join)
{
    const json_t *view = json_object_get(join->held, "view");
    const json_t *over = json_object_get(join->held, "over");
    const size_t choices = json_array_size(json_object_get(view, "legal"));
    if (json_is_object(over) && !join->shown_turn) {
        join->shown_turn = true;
        if (json_is_object(view)) board_show(join, view);
        over_show(join, over);
        return;
    }
    if (choices == 0) {
        join->shown_turn = json_is_object(over);
        return;
    }
    if (join->shown_turn) return;
    join->shown_turn = true;
    board_show(join, view);
    line_put(join, SAY_JOIN_YOUR_TURN, NULL, NULL);
}

/* ---- Hearing ---- */

static void number_give(struct join *join)
{
    unsigned char bytes[16];
    char number[33];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(number, sizeof number, bytes, sizeof bytes);
    send_message(join, "number", "number", number, NULL, NULL);
}

static void table_take(struct join *join, const json_t *message, bool whole)
{
    const json_t *now = whole ? message : json_object_get(message, "now");
    if (join->held == NULL) join->held = json_object();
    const uint64_t ply =
        (uint64_t)json_integer_value(json_object_get(json_object_get(join->held, "view"), "ply"));
    json_object_update(join->held, (json_t *)(uintptr_t)now);
    join->version = json_integer_value(json_object_get(message, "version"));
    snprintf(join->table, sizeof join->table, "%s", text_of(message, "table"));
    const json_t *view = json_object_get(join->held, "view");
    if ((uint64_t)json_integer_value(json_object_get(view, "ply")) != ply || whole) {
        join->shown_turn = false;
    }
    /* The client's number for the deal, once the commitment is known. */
    const json_t *you = json_object_get(join->held, "you");
    const char *phase = text_of(join->held, "phase");
    if (json_is_integer(you) && (strcmp(phase, "ready") == 0 || strcmp(phase, "open") == 0)) {
        const json_t *seat =
            json_array_get(json_object_get(join->held, "seats"), (size_t)json_integer_value(you));
        if (json_is_false(json_object_get(seat, "given"))) number_give(join);
    }
}

static void lobby_show(struct join *join, const json_t *message)
{
    json_decref(join->lobby);
    join->lobby = json_incref(json_object_get(message, "tables"));
    line_put(join, SAY_JOIN_LOBBY, NULL, NULL);
    for (size_t i = 0; i < json_array_size(join->lobby) && i < TABLES_SHOWN; i++) {
        const json_t *table = json_array_get(join->lobby, i);
        const json_t *seats = json_object_get(table, "seats");
        printf("%3zu  %s  %s ", i + 1, text_of(table, "game"), text_of(table, "phase"));
        for (size_t k = 0; k < json_array_size(seats); k++) {
            const json_t *seat = json_array_get(seats, k);
            const char *name = text_of(seat, "name");
            printf(" %s", name[0] != '\0' ? name : json_object_get(seat, "open") ? "…" : "·");
        }
        fputc('\n', stdout);
    }
}

static void enter(struct join *join)
{
    if (join->table[0] == '\0') {
        send_message(join, "lobby", NULL, NULL, NULL, NULL);
    } else if (join->version > 0) {
        send_message(join, "watch", NULL, NULL, NULL, NULL);
    } else {
        const char *invite = join->invite[0] != '\0' ? "invite" : NULL;
        send_message(join, "join", invite, join->invite, NULL, NULL);
    }
}

static void message_take(struct join *join, const json_t *message)
{
    const char *type = text_of(message, "type");
    if (strcmp(type, "welcome") == 0) {
        enter(join);
    } else if (strcmp(type, "lobby") == 0 && join->table[0] == '\0') {
        lobby_show(join, message);
    } else if (strcmp(type, "table") == 0) {
        const bool first = join->held == NULL;
        table_take(join, message, true);
        if (first) line_put(join, SAY_JOIN_AT, join->table, NULL);
        turn_show(join);
    } else if (strcmp(type, "event") == 0 || strcmp(type, "missed") == 0) {
        table_take(join, message, false);
        if (strcmp(type, "event") == 0) what_show(join, json_object_get(message, "what"));
        turn_show(join);
    } else if (strcmp(type, "hint") == 0) {
        line_put(join, SAY_JOIN_HINT, text_of(message, "move"), NULL);
    } else if (strcmp(type, "error") == 0) {
        line_put(join, SAY_AS_IT_IS, text_of(message, "text"), NULL);
        /* A table that has no seat can still be watched. */
        if (strcmp(text_of(message, "code"), "seat") == 0 && join->held == NULL) {
            send_message(join, "watch", NULL, NULL, NULL, NULL);
        }
        if (strcmp(text_of(message, "code"), "table") == 0) {
            join->ending = true;
            join->code = EXIT_BAD_DATA;
        }
    }
    fflush(stdout);
}

static void frame_seen(void *context, enum stream_opcode opcode, char *payload, size_t length)
{
    struct join *join = context;
    if (opcode == STREAM_PING) frame_send(join, STREAM_PONG, payload, length);
    if (opcode == STREAM_CLOSE) join->lost = true;
    if (opcode != STREAM_TEXT) return;
    json_t *message = json_loadb(payload, length, 0, NULL);
    if (json_is_object(message)) message_take(join, message);
    json_decref(message);
}

/* ---- What the person types ---- */

static void table_new(struct join *join, const char *words)
{
    char game[32] = "", seat[32] = "open";
    sscanf(words, "%31s %31s", game, seat);
    struct buffer message = {0};
    struct pond_json json = buffer_json(&message);
    const struct pond_game *known = pond_game_find(game);
    struct pond_config config;
    const int seats =
        known != NULL && pond_config_parse(known, "", &config, NULL) ? known->seats(&config) : 2;
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "type", "create");
    pond_json_string_member(&json, "game", game);
    json_ready_member(&json, "public", "true");
    pond_json_key(&json, "seats");
    pond_json_open(&json, '[');
    pond_json_string(&json, "me");
    for (int i = 1; i < seats; i++) pond_json_string(&json, seat);
    pond_json_close(&json, ']');
    pond_json_close(&json, '}');
    frame_send(join, STREAM_TEXT, message.bytes, message.length);
    buffer_free(&message);
}

static void lobby_choose(struct join *join, const char *line)
{
    const char *at = line;
    uint32_t number;
    if (strncmp(line, "new ", 4) == 0) {
        table_new(join, line + 4);
    } else if (pond_read_number(&at, TABLES_SHOWN, &number) && number >= 1 &&
               number <= json_array_size(join->lobby)) {
        snprintf(join->table, sizeof join->table, "%s",
                 text_of(json_array_get(join->lobby, number - 1), "table"));
        enter(join);
    } else {
        line_put(join, SAY_JOIN_LOBBY_HELP, NULL, NULL);
    }
}

static void line_take(struct join *join, const char *line)
{
    static const char *const types[][2] = {
        {"resign", "resign"}, {"draw", "offer"}, {"accept", "accept"}, {"decline", "decline"},
        {"undo", "takeback"}, {"yes", "agree"},  {"no", "refuse"},     {"hint", "hint"},
        {"again", "again"},   {"back", "back"},  {"leave", "leave"},
    };
    if (line[0] == '\0') return;
    if (strcmp(line, "quit") == 0) {
        join->ending = true;
        return;
    }
    if (join->held == NULL) {
        lobby_choose(join, line);
        return;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(line, types[i][0]) != 0) continue;
        send_message(join, types[i][1], NULL, NULL, NULL, NULL);
        return;
    }
    if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
        line_put(join, SAY_JOIN_HELP, NULL, NULL);
    } else if (strcmp(line, "moves") == 0) {
        moves_show(join);
    } else if (strncmp(line, "say ", 4) == 0) {
        send_message(join, "say", "phrase", line + 4, NULL, NULL);
    } else {
        join->shown_turn = true; /* if it is refused, the board is still there to see */
        send_message(join, "play", "move", line, NULL, NULL);
    }
}

/* Takes whole lines out of what was typed; false at its end. */
static bool input_take(struct join *join)
{
    static char typed[LINE_SIZE];
    static size_t length;
    const ssize_t got = read(STDIN_FILENO, typed + length, sizeof typed - 1 - length);
    if (got <= 0) return false;
    length += (size_t)got;
    for (;;) {
        char *end = memchr(typed, '\n', length);
        if (end == NULL) break;
        *end = '\0';
        if (end > typed && end[-1] == '\r') end[-1] = '\0';
        line_take(join, typed);
        length -= (size_t)(end + 1 - typed);
        memmove(typed, end + 1, length);
    }
    if (length == sizeof typed - 1) length = 0; /* nobody types such a line */
    fflush(stdout);
    return true;
}

/* ---- The connection ---- */

static bool connect_to(struct join *join)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char request[STREAM_HELLO_MAX];
    join->socket = -1;
    if (getaddrinfo(join->address.host, join->address.port, &hints, &found) != 0) return false;
    for (const struct addrinfo *one = found; one != NULL && join->socket < 0; one = one->ai_next) {
        join->socket = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
        if (join->socket >= 0 && connect(join->socket, one->ai_addr, one->ai_addrlen) != 0) {
            close(join->socket);
            join->socket = -1;
        }
    }
    freeaddrinfo(found);
    if (join->socket < 0) return false;
    char host[300];
    snprintf(host, sizeof host, "%s:%s", join->address.host, join->address.port);
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    stream_begin(&join->stream, seed);
    join->lost = false;
    const size_t length = stream_hello(&join->stream, host, "/ws", request);
    return send(join->socket, request, length, MSG_NOSIGNAL) == (ssize_t)length;
}

static void hello(struct join *join)
{
    struct buffer message = {0};
    struct pond_json json = buffer_json(&message);
    pond_json_open(&json, '{');
    pond_json_string_member(&json, "type", "hello");
    pond_json_string_member(&json, "key", join->key);
    pond_json_string_member(&json, "lang", join->cli->language == POND_FRENCH ? "fr" : "en");
    if (join->cli->given[FLAG_NAME]) {
        pond_json_string_member(&json, "name", join->cli->value[FLAG_NAME]);
    }
    pond_json_close(&json, '}');
    frame_send(join, STREAM_TEXT, message.bytes, message.length);
    buffer_free(&message);
}

/* Until the connection is lost or the person has had enough. */
static void talk(struct join *join)
{
    bool greeted = false, typing = true;
    while (!join->ending && !join->lost) {
        struct pollfd wanted[2] = {{.fd = join->socket, .events = POLLIN},
                                   {.fd = typing ? STDIN_FILENO : -1, .events = POLLIN}};
        if (poll(wanted, 2, -1) < 0 && errno != EINTR) return;
        if (wanted[0].revents != 0) {
            char bytes[16384];
            const ssize_t got = recv(join->socket, bytes, sizeof bytes, 0);
            if (got <= 0) return;
            if (stream_feed(&join->stream, bytes, (size_t)got, frame_seen, join) != STREAM_FINE) {
                return;
            }
            if (join->stream.open && !greeted) {
                greeted = true;
                hello(join);
            }
        }
        if (typing && wanted[1].revents != 0) typing = input_take(join);
        if (!typing) join->ending = true;
    }
}

/* The device's key: made once, kept in the data folder, for this person's eyes only. */
static int key_take(struct join *join)
{
    char path[STORE_PATH_SIZE];
    int code = take_data_file(join->cli, "key", path);
    if (code != EXIT_FINE) return code;
    FILE *file = fopen(path, "r");
    const bool there =
        file != NULL && fgets(join->key, sizeof join->key, file) != NULL && strlen(join->key) == 64;
    if (file != NULL) fclose(file);
    if (there) return EXIT_FINE;
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(join->key, sizeof join->key, bytes, sizeof bytes);
    const int made = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const bool written = made >= 0 && write(made, join->key, 64) == 64;
    if (made >= 0) close(made);
    if (written) return EXIT_FINE;
    return complain(join->cli, EXIT_BAD_DATA, SAY_SERVE_FOLDER, path,
                    system_reason(join->cli, errno));
}

/* `/t/TABLE?invite=CODE` */
static void path_take(struct join *join)
{
    const char *path = join->address.path;
    if (strncmp(path, "/t/", 3) != 0) return;
    snprintf(join->table, sizeof join->table, "%.*s", (int)(strcspn(path + 3, "?/") % 17),
             path + 3);
    const char *invite = strstr(path, "invite=");
    if (invite != NULL) snprintf(join->invite, sizeof join->invite, "%.18s", invite + 7);
}

int command_join(struct cli *cli)
{
    struct join join = {.cli = cli, .socket = -1};
    if (!stream_address_read(cli->arguments[0], &join.address)) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_LOAD_ADDRESS, cli->arguments[0], NULL);
    }
    path_take(&join);
    if (sodium_init() < 0) return EXIT_BAD_DATA;
    join.code = key_take(&join);
    if (join.code != EXIT_FINE) return join.code;
    for (int tries = 0; !join.ending && tries < TRIES_MAX; tries++) {
        if (tries == 1 && join.held == NULL) break; /* it never worked */
        if (tries > 0) {
            line_put(&join, SAY_JOIN_LOST, NULL, NULL);
            fflush(stdout);
            sleep(1);
        }
        if (connect_to(&join)) {
            talk(&join);
            if (join.held != NULL) tries = 0;
        }
        if (join.socket >= 0) close(join.socket);
        stream_free(&join.stream);
    }
    if (!join.ending) {
        join.code = complain(cli, EXIT_BAD_DATA, SAY_JOIN_NONE, cli->arguments[0], NULL);
    }
    json_decref(join.held);
    json_decref(join.lobby);
    return join.code;
}
