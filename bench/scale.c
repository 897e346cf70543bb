/* scale.c: what a table, a person and a move cost, measured on the play server without its sockets.
 *
 *   bench_scale TABLES SECONDS PAUSE [FILE]
 *   bench_scale long TABLES PLIES [FILE]
 *
 * TABLES tables of Rrib-bit with two people each live in one hall; every person moves PAUSE
 * seconds after the other has, for SECONDS of simulated time. Without FILE the store is in
 * memory; with it, every tick's moves are flushed to that file as they would be in life. `long` has
 * one game a table that does not end: frogs leap out and back again, and each tenth of the game is
 * measured by itself. The figures are those of docs/scale.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "hall.h"
#include "pond/rng.h"

#define TICK_MS 100
#define START_MS 1790000000000
#define POSITION_MAX 96

struct person; /* at one table */

struct spot {
    char id[STORE_ID_SIZE];
    struct session *session[2];
    struct person *place[2];
    uint32_t version;
    int seat_of[2]; /* of each person; everyone moves up from game to game */
    int turn;       /* the seat that must move; -1: nobody */
    bool over;
    int64_t due_ms;
    char position[POSITION_MAX];
};

struct person {
    struct spot *table;
    int person;
};

static struct {
    struct hall *hall;
    struct store *store;
    struct pond_rng rng;
    struct pond_config config;
    const char *options;
    const struct pond_game *game;
    int64_t now_ms, pause_ms;
    uint64_t moves, refused;
} world;

static const char *behind(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    return found != NULL ? found + strlen(key) : NULL;
}

/* Takes from a message what the table's next move needs; both hear the same. */
static void heard(void *context, struct session *session, const char *bytes, size_t length,
                  bool waits)
{
    (void)context, (void)waits;
    struct person *place = session_wire(session);
    struct spot *table = place->table;
    static char text[1 << 16];
    if (length >= sizeof text) return;
    memcpy(text, bytes, length);
    text[length] = '\0';
    if (strncmp(text, "{\"type\":\"error\"", 15) == 0) world.refused++;
    const char *version = behind(text, "\"version\":"), *id = behind(text, "\"table\":\"");
    if (version == NULL || id == NULL) return;
    if (table->id[0] == '\0') memcpy(table->id, id, STORE_ID_SIZE - 1);
    table->version = (uint32_t)atoi(version);
    const char *you = behind(text, "\"you\":");
    if (you != NULL && *you != 'n') table->seat_of[place->person] = atoi(you);
    table->over = strstr(text, "\"phase\":\"over\"") != NULL;
    const char *turn = behind(text, "\"turn\":["), *position = behind(text, "\"pos\":\"");
    if (turn == NULL || position == NULL) return;
    if (table->turn != (*turn == ']' ? -1 : *turn - '0')) {
        table->due_ms = world.now_ms + world.pause_ms;
    }
    table->turn = *turn == ']' ? -1 : *turn - '0';
    const size_t size = strcspn(position, "\"");
    if (size >= POSITION_MAX) abort();
    memcpy(table->position, position, size);
    table->position[size] = '\0';
}

static void closed(void *context, struct session *session, int code)
{
    (void)context, (void)session;
    fprintf(stderr, "closed with %d\n", code);
    abort();
}

static void think(void *context, struct think_job *job)
{
    (void)context;
    think_job_free(job);
}

static void random_bytes(void *context, void *bytes, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length; i++) {
        ((unsigned char *)bytes)[i] = (unsigned char)pond_rng_below(&world.rng, 256);
    }
}

static void say(struct session *session, const char *text)
{
    hall_message(session, text, strlen(text));
}

static void settle(void)
{
    while (store_poll(world.store) > 0) continue;
}

/* ---- Tables ---- */

static void person_enter(struct spot *table, int person)
{
    char text[256], key[65];
    struct person *place = malloc(sizeof *place);
    if (place == NULL) abort();
    *place = (struct person){table, person};
    table->place[person] = place;
    table->session[person] = hall_enter(world.hall, place);
    for (int i = 0; i < 64; i++) key[i] = "0123456789abcdef"[pond_rng_below(&world.rng, 16)];
    key[64] = '\0';
    snprintf(text, sizeof text,
             "{\"type\":\"hello\",\"key\":\"%s\",\"name\":\"Scale\",\"legal\":false}", key);
    say(table->session[person], text);
}

static void table_begin(struct spot *table)
{
    char text[256];
    table->turn = -1;
    for (int i = 0; i < 2; i++) person_enter(table, i);
    settle();
    snprintf(text, sizeof text,
             "{\"type\":\"create\",\"game\":\"rribbit\",\"options\":\"%s\",\"seats\":"
             "[\"me\",\"open\"],\"public\":false,\"rated\":false,\"clock\":{\"kind\":\"none\"}}",
             world.options);
    say(table->session[0], text);
    settle();
    snprintf(text, sizeof text, "{\"type\":\"join\",\"table\":\"%s\"}", table->id);
    say(table->session[1], text);
    settle();
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "{\"type\":\"number\",\"table\":\"%s\",\"number\":\"0%d\"}",
                 table->id, i);
        say(table->session[i], text);
        settle();
    }
    table->due_ms = world.now_ms + pond_rng_below(&world.rng, (uint32_t)world.pause_ms + 1);
}

static void table_play(struct spot *table, const char *move)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"type\":\"play\",\"id\":1,\"table\":\"%s\",\"version\":%u,\"move\":\"%s\"}",
             table->id, table->version, move);
    say(table->session[table->seat_of[0] == table->turn ? 0 : 1], text);
    world.moves++;
}

static void table_move(struct spot *table)
{
    char move[POND_MOVE_TEXT_MAX];
    static pond_move moves[POND_MOVES_MAX];
    struct pond_state state;
    if (!world.game->state_parse(&state, &world.config, table->position, NULL)) abort();
    const int count = world.game->moves(&state, table->turn, moves);
    if (count == 0) return;
    struct pond_text written = pond_text_in(move, sizeof move);
    world.game->move_print(&state, table->turn, moves[pond_rng_below(&world.rng, (uint32_t)count)],
                           &written);
    table_play(table, move);
    table->due_ms = INT64_MAX; /* until the other's turn is announced */
}

/* The next game of the series; the commitment to its deal may take another tick. */
static void table_again(struct spot *table)
{
    char text[128];
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "{\"type\":\"again\",\"table\":\"%s\",\"number\":\"1%d\"}",
                 table->id, i);
        say(table->session[i], text);
        settle();
    }
    table->due_ms = world.now_ms + world.pause_ms;
}

/* ---- Measuring ---- */

static long memory_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1) return 0;
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void world_open(const char *file)
{
    const struct hall_outside outside = {
        .send = heard, .close = closed, .think = think, .random = random_bytes};
    const struct hall_limits limits = {.off = true};
    char where[512];
    struct store_trouble why;
    snprintf(where, sizeof where, "sqlite:%s", file != NULL ? file : ":memory:");
    world.hall = hall_new(&outside, "scale", &limits);
    const struct store_events events = {
        .context = world.hall, .changed = hall_store_changed, .down = hall_store_down};
    world.store = store_open(where, false, &events, &why);
    if (world.store == NULL) {
        fprintf(stderr, "%s: %s\n", where, why.text);
        exit(1);
    }
    hall_store_set(world.hall, world.store);
    hall_time(world.hall, world.now_ms);
}

static void world_run(struct spot *tables, int count, int64_t end_ms)
{
    while (world.now_ms < end_ms) {
        world.now_ms += TICK_MS;
        hall_time(world.hall, world.now_ms);
        for (int i = 0; i < count; i++) {
            struct spot *table = &tables[i];
            if (table->due_ms > world.now_ms) continue;
            if (table->over) {
                table_again(table);
            } else if (table->turn >= 0) {
                table_move(table);
            }
        }
        settle(); /* all moves of a tick share a commit */
        hall_tick(world.hall);
        settle();
    }
}

static struct spot *tables_open(int count)
{
    struct spot *tables = calloc((size_t)count + 1, sizeof *tables);
    if (tables == NULL) abort();
    for (int i = 0; i < count; i++) table_begin(&tables[i]);
    return tables;
}

/* One game a table that goes on and on. */
static int long_games(int tables_count, int plies)
{
    static const char *const leaps[] = {"b1-c3", "b7-c5", "c3-b1", "c5-b7"};
    struct spot *tables = tables_open(tables_count);
    for (int tenth = 0; tenth < 10; tenth++) {
        const double cpu_before = cpu_seconds();
        const uint64_t moves_before = hall_figures(world.hall).moves;
        for (int ply = 0; ply < plies / 40 * 4; ply++) {
            hall_time(world.hall, world.now_ms += TICK_MS);
            for (int i = 0; i < tables_count; i++) table_play(&tables[i], leaps[ply % 4]);
            settle();
        }
        const uint64_t moves = hall_figures(world.hall).moves;
        printf("up to ply %llu: %.2f us a move\n",
               (unsigned long long)moves / (unsigned)tables_count,
               1e6 * (cpu_seconds() - cpu_before) / (double)(moves - moves_before));
    }
    store_close(world.store);
    return world.refused == 0 ? 0 : 1;
}

static int many_games(int tables_count, long seconds, const char *file)
{
    struct stat before = {0}, after = {0};
    const long memory_before = memory_bytes();
    const double cpu_before = cpu_seconds();
    struct spot *tables = tables_open(tables_count);
    const long memory_after = memory_bytes();
    const double cpu_opened = cpu_seconds();
    const struct hall_figures opened = hall_figures(world.hall);
    const struct store_figures stored = store_figures(world.store);
    if (file != NULL) stat(file, &before);
    world_run(tables, tables_count, START_MS + seconds * 1000);
    const double cpu_moves = cpu_seconds() - cpu_opened;
    const struct hall_figures figures = hall_figures(world.hall);
    const double moves = (double)(figures.moves - opened.moves);
    printf("tables %d, persons %d, moves %.0f, refused %llu\n", tables_count, 2 * tables_count,
           moves, (unsigned long long)world.refused);
    printf("memory a table with its two persons: %.0f bytes%s\n",
           (double)(memory_after - memory_before) / tables_count,
           file == NULL ? " (with the store's)" : "");
    printf("CPU to open a table: %.1f us; a move: %.2f us\n",
           1e6 * (cpu_opened - cpu_before) / tables_count, 1e6 * cpu_moves / moves);
    printf("bytes sent a move: %.0f; commits: %llu\n",
           (double)(figures.bytes_out - opened.bytes_out) / moves,
           (unsigned long long)(store_figures(world.store).commits - stored.commits));
    store_close(world.store);
    if (file != NULL && stat(file, &after) == 0) {
        printf("bytes stored a move: %.0f\n", (double)(after.st_size - before.st_size) / moves);
    }
    return world.refused == 0 ? 0 : 1;
}

int main(int count, char **arguments)
{
    const bool is_long = count > 1 && strcmp(arguments[1], "long") == 0;
    if (count < 4) {
        fputs("usage: bench_scale TABLES SECONDS PAUSE [FILE]\n"
              "       bench_scale long TABLES PLIES [FILE]\n",
              stderr);
        return 2;
    }
    const char *file = count > 4 ? arguments[4] : NULL;
    pond_rng_seed(&world.rng, "scale");
    world.now_ms = START_MS;
    world.pause_ms = is_long ? 0 : atol(arguments[3]) * 1000;
    world.options = is_long ? "endgame=0,repetition=0" : "";
    world.game = pond_game_find("rribbit");
    if (!pond_config_parse(world.game, world.options, &world.config, NULL)) return 1;
    world_open(file);
    if (is_long) return long_games(atoi(arguments[2]), atoi(arguments[3]));
    return many_games(atoi(arguments[1]), atol(arguments[2]), file);
}
