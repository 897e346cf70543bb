/* load.c: see load.h.
 *
 * Every table has two players, each on a connection of its own, as real ones would be. A player
 * knows the rules: it asks for views without lists of moves where the position is public, and
 * chooses from the lists where hands are hidden. What it hears is read by looking for the few
 * members it needs, which costs far less than the server's work; the check (load_check.c) reads it
 * all. */
#include "load.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <uv.h>

#include "deal.h"
#include "load_check.h"
#include "pond/rng.h"

#define OUT_MAX 1024          /* bytes of a message of ours */
#define SAMPLES_MAX (1 << 22) /* latencies that are kept; more replace earlier ones */
#define OPENING_MAX 64        /* tables that are being opened at once */
#define STARTING_MS_MAX 120000
#define TABLE_GAMES 90 /* of a series; a server ends them before a hundred */

struct crowd;

enum player_phase { PLAYER_CONNECTS, PLAYER_IDLE, PLAYER_SITS };

struct player {
    struct crowd *crowd;
    struct table *table; /* NULL: only there */
    uv_tcp_t socket;
    uv_timer_t timer;
    struct stream stream;
    enum player_phase phase;
    int seat;         /* as the server says; it changes from game to game */
    int place;        /* 0: made the table, 1: joined it */
    uint32_t version; /* of the table as this player knows it */
    bool lost, closing;
    bool finished;    /* the game at the table, and we have said so */
    uint32_t asks;    /* ids of our messages */
    uint32_t play_id; /* of the move that is on its way; 0: none */
    uint64_t play_ns; /* when it was sent */
    char move[POND_MOVE_TEXT_MAX];
    uint32_t move_version;
    struct load_views views;
    char number[9]; /* for the next deal: promised, not shown yet; "": none */
};

struct table {
    const struct pond_game *game;
    char id[32];
    struct player player[2];
    bool plays;
    int games; /* begun at this table of the server */
    int waits; /* players who are done with its last game */
};

struct crowd {
    const struct load_options *options;
    struct load_figures *figures;
    uv_loop_t loop;
    uv_timer_t clock;
    struct sockaddr_storage server;
    char host[280];
    struct table *tables;
    struct player *idle;
    int opened, playing, idle_opened, idle_there;
    struct pond_rng rng;
    bool measuring, over;
    uint64_t start_ns, begin_ns;
    double cpu_begin;
    long rss_begin;
    uint32_t *samples;
    uint64_t sample_count;
    struct load_checker *checker;
};

/* ---- The server's process ---- */

static double process_cpu_seconds(int pid)
{
    char path[64], text[1024];
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    if (file == NULL) return -1;
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *behind = strrchr(text, ')');
    if (behind == NULL || sscanf(behind, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                                 &user, &kernel) != 2) {
        return -1;
    }
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static long process_rss_bytes(int pid)
{
    char path[64];
    long pages = -1;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    if (file == NULL) return -1;
    if (fscanf(file, "%*d %ld", &pages) != 1) pages = -1;
    fclose(file);
    return pages < 0 ? -1 : pages * sysconf(_SC_PAGESIZE);
}

/* ---- Sending ---- */

struct sending {
    uv_write_t request;
    uint8_t bytes[OUT_MAX + STREAM_FRAME_EXTRA];
};

static void sent(uv_write_t *request, int status)
{
    (void)status;
    free(request->data);
}

static void send_bytes(struct player *player, struct sending *sending, size_t length)
{
    uv_buf_t buffer = uv_buf_init((char *)sending->bytes, (unsigned)length);
    /* Most often the socket takes it all at once, and nothing has to be kept. */
    const int now = uv_try_write((uv_stream_t *)&player->socket, &buffer, 1);
    if (now == (int)length || player->closing) {
        free(sending);
        return;
    }
    if (now > 0) buffer = uv_buf_init(buffer.base + now, (unsigned)(length - (size_t)now));
    sending->request.data = sending;
    if (uv_write(&sending->request, (uv_stream_t *)&player->socket, &buffer, 1, sent) != 0) {
        free(sending);
    }
}

static void send_frame(struct player *player, enum stream_opcode opcode, const char *text,
                       size_t length)
{
    struct sending *sending = malloc(sizeof *sending);
    if (sending == NULL || length > OUT_MAX) abort();
    send_bytes(player, sending,
               stream_frame(&player->stream, opcode, text, length, sending->bytes));
}

#define SAY(player, ...)                                                                           \
    do {                                                                                           \
        char text_said[OUT_MAX];                                                                   \
        const int length_said = snprintf(text_said, sizeof text_said, __VA_ARGS__);                \
        send_frame(player, STREAM_TEXT, text_said, (size_t)length_said);                           \
    } while (0)

/* ---- Reading ---- */

/* The number behind `"key":`, or `otherwise`. */
static long number_of(const char *text, const char *key, long otherwise)
{
    const char *found = strstr(text, key);
    if (found == NULL) return otherwise;
    found += strlen(key);
    return *found == '-' || (*found >= '0' && *found <= '9') ? atol(found) : otherwise;
}

/* The text behind `"key":"`, which has no escapes in it; false if there is none. */
static bool text_of(const char *text, const char *key, char *out, size_t size)
{
    const char *found = strstr(text, key);
    if (found == NULL) return false;
    found += strlen(key);
    const size_t length = strcspn(found, "\"");
    if (length >= size) return false;
    memcpy(out, found, length);
    out[length] = '\0';
    return true;
}

/* Does the view say that it is this player's turn? */
static bool on_turn(const char *view, int seat)
{
    const char *turn = strstr(view, "\"turn\":[");
    if (turn == NULL) return false;
    for (turn += 8; *turn != ']' && *turn != '\0'; turn++) {
        if (*turn == '0' + seat) return true;
    }
    return false;
}

/* ---- Choosing ---- */

static uint32_t below(struct pond_rng *rng, uint32_t count)
{
    return (uint32_t)pond_rng_below(rng, count);
}

/* One of the moves that the server lists. */
static bool choose_listed(struct player *player, const char *view)
{
    const char *list = strstr(view, "\"legal\":[");
    uint32_t count = 0;
    if (list == NULL) return false;
    for (const char *at = list + 9; *at == '"' || *at == ','; at++) {
        if (*at == ',') continue;
        const size_t length = strcspn(at + 1, "\"");
        if (length < sizeof player->move && below(&player->crowd->rng, ++count) == 0) {
            memcpy(player->move, at + 1, length);
            player->move[length] = '\0';
        }
        at += length + 1;
    }
    return count > 0;
}

/* Where everyone sees everything, the position is enough. */
static bool choose_by_rules(struct player *player, const char *view)
{
    const struct pond_game *game = player->table->game;
    char position[POND_STATE_TEXT_MAX], options[POND_OPTIONS_TEXT_MAX];
    struct pond_config config;
    struct pond_state state;
    static pond_move moves[POND_MOVES_MAX];
    if (!text_of(view, "\"pos\":\"", position, sizeof position) ||
        !text_of(view, "\"options\":\"", options, sizeof options)) {
        return false;
    }
    if (!pond_config_parse(game, options, &config, NULL) ||
        !game->state_parse(&state, &config, position, NULL)) {
        return false;
    }
    const int count = game->moves(&state, player->seat, moves);
    if (count == 0) return false;
    struct pond_text text = pond_text_in(player->move, sizeof player->move);
    game->move_print(&state, player->seat, moves[below(&player->crowd->rng, (uint32_t)count)],
                     &text);
    return true;
}

static void play_now(struct player *player)
{
    if (player->crowd->over || player->closing) return;
    player->play_id = ++player->asks;
    player->play_ns = uv_hrtime();
    SAY(player, "{\"type\":\"play\",\"id\":%u,\"table\":\"%s\",\"version\":%u,\"move\":\"%s\"}",
        player->play_id, player->table->id, player->move_version, player->move);
}

static void timer_rang(uv_timer_t *timer) { play_now(timer->data); }

static void decide(struct player *player, const char *view)
{
    const bool listed = strstr(view, "\"legal\":[\"") != NULL;
    if (!(listed ? choose_listed(player, view) : choose_by_rules(player, view))) return;
    player->move_version = player->version;
    const uint32_t pause_ms = player->crowd->options->pause_ms;
    if (pause_ms == 0) {
        play_now(player);
    } else {
        uv_timer_start(&player->timer, timer_rang, pause_ms, 0);
    }
}

/* ---- Sitting down ---- */

static void say_hello(struct player *player)
{
    char key[65];
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 64; i++) key[i] = digits[below(&player->crowd->rng, 16)];
    key[64] = '\0';
    const bool open = player->table != NULL && !load_game_hides(player->table->game);
    SAY(player,
        "{\"type\":\"hello\",\"id\":%u,\"key\":\"%s\",\"name\":\"Load\",\"lang\":\"%s\",\"legal\":%"
        "s}",
        ++player->asks, key, player->crowd->options->lang, open ? "false" : "true");
}

static void table_create(struct table *table)
{
    struct player *player = &table->player[0];
    bool counts_players = false;
    for (int i = 0; i < table->game->option_count; i++) {
        counts_players |= strcmp(table->game->options[i].name, "players") == 0;
    }
    SAY(player,
        "{\"type\":\"create\",\"id\":%u,\"game\":\"%s\",\"options\":\"%s\",\"seats\":[\"me\","
        "\"open\"],"
        "\"public\":false,\"rated\":false,\"clock\":{\"kind\":\"none\"}}",
        ++player->asks, table->game->name, counts_players ? "players=2" : "");
}

/* Promises a number for the next deal: `type` is promise, or again. */
static void say_promise(struct player *player, const char *type)
{
    char hash[DEAL_HASH_SIZE];
    snprintf(player->number, sizeof player->number, "%08x", below(&player->crowd->rng, UINT32_MAX));
    deal_commit(player->number, hash);
    SAY(player, "{\"type\":\"%s\",\"id\":%u,\"table\":\"%s\",\"promise\":\"%s\"}", type,
        ++player->asks, player->table->id, hash);
}

/* Shows it once everyone has promised one. */
static void number_show(struct player *player, const char *text)
{
    if (player->number[0] == '\0' || strstr(text, "\"reveal\":true") == NULL) return;
    SAY(player, "{\"type\":\"number\",\"id\":%u,\"table\":\"%s\",\"number\":\"%s\"}",
        ++player->asks, player->table->id, player->number);
    player->number[0] = '\0';
}

static void table_open(struct crowd *crowd);

static void welcomed(struct player *player)
{
    struct crowd *crowd = player->crowd;
    player->phase = PLAYER_IDLE;
    if (player->table == NULL) {
        crowd->idle_there++;
        return;
    }
    struct player *other = &player->table->player[1 - player->place];
    if (other->phase == PLAYER_IDLE) table_create(player->table);
}

/* The whole table: the creator's answer, after which the other may join. */
static void table_heard(struct player *player, const char *text)
{
    struct table *table = player->table;
    player->version = (uint32_t)number_of(text, "\"version\":", 0);
    player->seat = (int)number_of(text, "\"you\":", 0);
    player->phase = PLAYER_SITS;
    if (player->place != 0 || table->id[0] != '\0') return;
    text_of(text, "\"table\":\"", table->id, sizeof table->id);
    struct player *other = &table->player[1];
    SAY(other, "{\"type\":\"join\",\"id\":%u,\"table\":\"%s\"}", ++other->asks, table->id);
}

/* ---- Playing ---- */

/* The next game of the series, or of a new one, once both are done with this. */
static void game_next(struct player *player)
{
    struct table *table = player->table;
    if (table->games < TABLE_GAMES) {
        say_promise(player, "again");
        return;
    }
    SAY(player, "{\"type\":\"unwatch\",\"table\":\"%s\"}", table->id);
    player->phase = PLAYER_IDLE;
    if (++table->waits < 2) return;
    table->waits = table->games = 0;
    table->id[0] = '\0';
    for (int i = 0; i < 2; i++) table->player[i].finished = false;
    table_create(table);
}

static void sample_add(struct crowd *crowd, uint64_t nanoseconds)
{
    const uint64_t microseconds = nanoseconds / 1000;
    crowd->samples[crowd->sample_count++ % SAMPLES_MAX] =
        microseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)microseconds;
}

static void move_taken(struct player *player)
{
    struct crowd *crowd = player->crowd;
    player->play_id = 0;
    if (!crowd->measuring) return;
    crowd->figures->moves++;
    sample_add(crowd, uv_hrtime() - player->play_ns);
}

static void game_over(struct player *player)
{
    if (player->crowd->measuring && player->place == 0) player->crowd->figures->games++;
    if (player->crowd->options->check) {
        SAY(player, "{\"type\":\"record\",\"id\":%u,\"table\":\"%s\"}", ++player->asks,
            player->table->id);
    } else {
        game_next(player);
    }
}

static void event_heard(struct player *player, const char *text)
{
    struct crowd *crowd = player->crowd;
    struct load_figures *figures = crowd->figures;
    const char *id = player->table->id;
    if (id[0] == '\0' || strstr(text, id) == NULL) return; /* of a table that we have left */
    const bool joins = player->place == 1 && strstr(text, "\"kind\":\"sit\"") != NULL;
    if (player->phase != PLAYER_SITS && !joins) return;
    const uint32_t version = (uint32_t)number_of(text, "\"version\":", 0);
    const bool first = player->phase != PLAYER_SITS; /* the answer to our joining */
    if (!first && version != player->version + 1) figures->wrong_order++;
    player->version = version;
    player->phase = PLAYER_SITS;
    const char *you = strstr(text, "\"you\":");
    if (you != NULL && you[6] != 'n') player->seat = atoi(you + 6);
    if (player->play_id != 0 && number_of(text, "\"id\":", 0) == (long)player->play_id) {
        move_taken(player);
    }
    if (first) {
        say_promise(player, "promise");
        say_promise(&player->table->player[0], "promise");
    }
    number_show(player, text);
    if (strstr(text, "\"what\":{\"kind\":\"start\"") != NULL) {
        player->finished = false;
        player->views.length = 0;
        player->table->games += player->place == 0;
        if (!player->table->plays) {
            player->table->plays = true;
            crowd->playing++;
            table_open(crowd);
        }
    }
    const char *view = strstr(text, "\"view\":{");
    if (view == NULL) return;
    if (crowd->options->check) load_views_add(&player->views, view + 7);
    if (strstr(text, "\"phase\":\"over\"") != NULL) {
        if (!player->finished) game_over(player);
        player->finished = true;
    } else if (player->play_id == 0 && on_turn(view, player->seat)) {
        decide(player, view);
    }
}

static void record_heard(struct player *player, const char *text)
{
    struct load_figures *figures = player->crowd->figures;
    load_views_check(player->crowd->checker, &player->views, player->seat, text,
                     &figures->views_checked, &figures->wrong_views);
    game_next(player);
}

/* A move that is stale was overtaken by something else: the next event asks again. */
static void error_heard(struct player *player, const char *text)
{
    struct load_figures *figures = player->crowd->figures;
    figures->refused++;
    player->play_id = 0;
    if (figures->trouble[0] == '\0')
        snprintf(figures->trouble, sizeof figures->trouble, "%s", text);
}

static void frame_seen(void *context, enum stream_opcode opcode, char *payload, size_t length)
{
    struct player *player = context;
    if (opcode == STREAM_PING && length <= 125) send_frame(player, STREAM_PONG, payload, length);
    if (opcode == STREAM_CLOSE) player->lost = true;
    if (opcode != STREAM_TEXT || player->crowd->over) return;
    static const struct {
        const char *start;
        void (*heard)(struct player *player, const char *text);
    } messages[] = {
        {"{\"type\":\"event\"", event_heard},
        {"{\"type\":\"table\"", table_heard},
        {"{\"type\":\"record\"", record_heard},
        {"{\"type\":\"error\"", error_heard},
    };
    if (strncmp(payload, "{\"type\":\"welcome\"", 17) == 0) {
        welcomed(player);
        return;
    }
    for (size_t i = 0; i < sizeof messages / sizeof messages[0] && player->table != NULL; i++) {
        if (strncmp(payload, messages[i].start, strlen(messages[i].start)) == 0) {
            messages[i].heard(player, payload);
            return;
        }
    }
}

/* ---- Connections ---- */

static void closed(uv_handle_t *handle)
{
    struct player *player = handle->data;
    stream_free(&player->stream);
}

static void player_close(struct player *player)
{
    if (player->closing) return;
    player->closing = true;
    if (!player->crowd->over) player->crowd->figures->lost++;
    uv_timer_stop(&player->timer);
    uv_close((uv_handle_t *)&player->timer, NULL);
    uv_close((uv_handle_t *)&player->socket, closed);
}

/* One memory for all: what is read is dealt with before the next read. */
static void room_give(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    static char bytes[65536];
    (void)handle, (void)size;
    *buffer = uv_buf_init(bytes, sizeof bytes);
}

static void received(uv_stream_t *socket, ssize_t length, const uv_buf_t *buffer)
{
    struct player *player = socket->data;
    const bool was_open = player->stream.open;
    if (length == 0) return;
    const enum stream_status status =
        length < 0 ? STREAM_WRONG
                   : stream_feed(&player->stream, buffer->base, (size_t)length, frame_seen, player);
    if (status != STREAM_FINE || player->lost) {
        player_close(player);
    } else if (!was_open && player->stream.open) {
        say_hello(player);
    }
}

static void connected(uv_connect_t *request, int status)
{
    struct player *player = request->data;
    free(request);
    if (status != 0) {
        player->crowd->figures->why = LOAD_UNREACHED;
        player_close(player);
        return;
    }
    uv_tcp_nodelay(&player->socket, 1);
    uv_read_start((uv_stream_t *)&player->socket, room_give, received);
    struct sending *sending = malloc(sizeof *sending);
    if (sending == NULL) abort();
    send_bytes(player, sending,
               stream_hello(&player->stream, player->crowd->host, "/ws", (char *)sending->bytes));
}

static void player_open(struct crowd *crowd, struct player *player, struct table *table, int place)
{
    uv_connect_t *request = malloc(sizeof *request);
    if (request == NULL) abort();
    *player = (struct player){.crowd = crowd, .table = table, .place = place};
    stream_begin(&player->stream, pond_rng_word(&crowd->rng));
    uv_tcp_init(&crowd->loop, &player->socket);
    uv_timer_init(&crowd->loop, &player->timer);
    player->socket.data = player->timer.data = player;
    request->data = player;
    if (uv_tcp_connect(request, &player->socket, (const struct sockaddr *)&crowd->server,
                       connected) != 0) {
        free(request);
        player_close(player);
    }
}

/* Opens the next tables, a few at a time, so that the server's queue of connections holds them. */
static void table_open(struct crowd *crowd)
{
    const struct load_options *options = crowd->options;
    while (crowd->opened < options->tables && crowd->opened - crowd->playing < OPENING_MAX) {
        struct table *table = &crowd->tables[crowd->opened];
        int games = 0;
        while (pond_games[games] != NULL && strcmp(pond_games[games]->name, "null") != 0) games++;
        table->game = options->game != NULL ? pond_game_find(options->game)
                                            : pond_games[crowd->opened % games];
        crowd->opened++;
        for (int i = 0; i < 2; i++) player_open(crowd, &table->player[i], table, i);
    }
}

static void idle_open(struct crowd *crowd)
{
    while (crowd->idle_opened < crowd->options->idle &&
           crowd->idle_opened - crowd->idle_there < OPENING_MAX) {
        player_open(crowd, &crowd->idle[crowd->idle_opened++], NULL, 0);
    }
}

/* ---- Time ---- */

static void crowd_end(struct crowd *crowd)
{
    crowd->over = true;
    uv_timer_stop(&crowd->clock);
    uv_close((uv_handle_t *)&crowd->clock, NULL);
    for (int i = 0; i < crowd->opened; i++) {
        for (int j = 0; j < 2; j++) player_close(&crowd->tables[i].player[j]);
    }
    for (int i = 0; i < crowd->idle_opened; i++) player_close(&crowd->idle[i]);
}

static void measure_begin(struct crowd *crowd)
{
    crowd->measuring = true;
    crowd->begin_ns = uv_hrtime();
    crowd->cpu_begin = process_cpu_seconds(crowd->options->pid);
    if (crowd->options->marks != NULL) {
        fprintf(crowd->options->marks, "begin %llu\n", (unsigned long long)crowd->figures->moves);
        fflush(crowd->options->marks);
    }
}

static void measure_end(struct crowd *crowd)
{
    struct load_figures *figures = crowd->figures;
    crowd->measuring = false;
    figures->seconds = (double)(uv_hrtime() - crowd->begin_ns) / 1e9;
    const double cpu = process_cpu_seconds(crowd->options->pid);
    figures->server_cpu_seconds = cpu >= 0 && crowd->cpu_begin >= 0 ? cpu - crowd->cpu_begin : -1;
    if (crowd->options->marks != NULL) {
        fprintf(crowd->options->marks, "end %llu\n", (unsigned long long)figures->moves);
        fflush(crowd->options->marks);
    }
}

static void progress_show(const struct crowd *crowd)
{
    FILE *out = crowd->options->progress;
    if (out == NULL) return;
    if (crowd->measuring) {
        fprintf(out, "\r%llu  ", (unsigned long long)crowd->figures->moves);
    } else {
        fprintf(out, "\r%d + %d / %d + %d  ", crowd->playing, crowd->idle_there,
                crowd->options->tables, crowd->options->idle);
    }
    fflush(out);
}

#define CLOCK_MS 20

/* First those who only sit there, then the tables, then the measured time. */
static void clock_rang(uv_timer_t *timer)
{
    struct crowd *crowd = timer->data;
    const struct load_options *options = crowd->options;
    struct load_figures *figures = crowd->figures;
    static unsigned count;
    if (count++ % 25 == 0) progress_show(crowd);
    const bool stopped = options->stop != NULL && *options->stop;
    const bool gone = figures->lost > 0 && !crowd->measuring;
    const bool late =
        !crowd->measuring && uv_hrtime() - crowd->start_ns > STARTING_MS_MAX * 1000000ull;
    if (stopped || gone || late) {
        if (crowd->measuring) measure_end(crowd);
        if (figures->why == LOAD_REFUSED && figures->trouble[0] == '\0' && (gone || late)) {
            figures->why = gone ? LOAD_GONE : LOAD_LATE;
        }
        crowd_end(crowd);
        return;
    }
    idle_open(crowd);
    if (crowd->idle_there < options->idle) return;
    if (crowd->opened == 0 && options->idle > 0 && crowd->rss_begin > 0) {
        const long rss = process_rss_bytes(options->pid);
        figures->bytes_a_connection = (double)(rss - crowd->rss_begin) / options->idle;
    }
    if (crowd->opened == 0) table_open(crowd);
    if (crowd->playing < options->tables) return;
    if (!crowd->measuring) measure_begin(crowd);
    if (uv_hrtime() - crowd->begin_ns < options->time_ms * 1000000ull) return;
    measure_end(crowd);
    crowd_end(crowd);
}

/* ---- All of it ---- */

static int by_number(const void *first, const void *second)
{
    const uint32_t a = *(const uint32_t *)first, b = *(const uint32_t *)second;
    return (a > b) - (a < b);
}

static void latencies_sum_up(struct crowd *crowd)
{
    const size_t count =
        crowd->sample_count < SAMPLES_MAX ? (size_t)crowd->sample_count : SAMPLES_MAX;
    if (count == 0) return;
    struct load_figures *figures = crowd->figures;
    qsort(crowd->samples, count, sizeof crowd->samples[0], by_number);
    figures->latency_ms_50 = crowd->samples[count / 2] / 1e3;
    figures->latency_ms_99 = crowd->samples[count - 1 - count / 100] / 1e3;
    figures->latency_ms_999 = crowd->samples[count - 1 - count / 1000] / 1e3;
    figures->latency_ms_max = crowd->samples[count - 1] / 1e3;
}

static bool server_find(struct crowd *crowd)
{
    const struct stream_address *address = &crowd->options->address;
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    const int code = getaddrinfo(address->host, address->port, &hints, &found);
    if (code != 0) {
        crowd->figures->why = LOAD_UNREACHED;
        return false;
    }
    memcpy(&crowd->server, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    snprintf(crowd->host, sizeof crowd->host, "%s:%s", address->host, address->port);
    return true;
}

static void crowd_free(struct crowd *crowd)
{
    for (int i = 0; i < crowd->opened; i++) {
        for (int j = 0; j < 2; j++) load_views_free(&crowd->tables[i].player[j].views);
    }
    load_checker_close(crowd->checker);
    free(crowd->tables);
    free(crowd->idle);
    free(crowd->samples);
}

bool load_run(const struct load_options *options, struct load_figures *figures)
{
    struct crowd crowd = {.options = options, .figures = figures};
    char seed[32];
    memset(figures, 0, sizeof *figures);
    if (!server_find(&crowd)) return false;
    const struct rlimit files = {.rlim_cur = 20000, .rlim_max = 20000};
    setrlimit(RLIMIT_NOFILE, &files); /* as many as allowed; go on with fewer */
    crowd.tables = calloc((size_t)options->tables + 1, sizeof *crowd.tables);
    crowd.idle = calloc((size_t)options->idle + 1, sizeof *crowd.idle);
    crowd.samples = calloc(SAMPLES_MAX, sizeof *crowd.samples);
    crowd.checker = load_checker_open();
    if (crowd.tables == NULL || crowd.idle == NULL || crowd.samples == NULL) abort();
    snprintf(seed, sizeof seed, "load%llu", (unsigned long long)options->seed);
    pond_rng_seed(&crowd.rng, seed);
    crowd.start_ns = uv_hrtime();
    crowd.rss_begin = process_rss_bytes(options->pid);
    uv_loop_init(&crowd.loop);
    uv_timer_init(&crowd.loop, &crowd.clock);
    crowd.clock.data = &crowd;
    uv_timer_start(&crowd.clock, clock_rang, 0, CLOCK_MS);
    uv_run(&crowd.loop, UV_RUN_DEFAULT);
    uv_loop_close(&crowd.loop);
    latencies_sum_up(&crowd);
    figures->connections = 2 * crowd.opened + crowd.idle_opened;
    const bool fine = figures->seconds > 0;
    crowd_free(&crowd);
    return fine;
}
