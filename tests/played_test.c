/* played_test.c: the games played on a server are counted as if at once, on a thread of their own:
 * nobody waits while the collection is sorted or its file is written. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "given.h"
#include "played.h"
#include "pond/explorer.h"

#define GAMES 60 /* no more than may wait to be counted */
#define LOG_MAX 20000
#define DEPTH 40
#define BYTES ((size_t)3 << 20) /* of the file, at most */

static struct pond_entry logs[LOG_MAX];
static uint8_t bytes[BYTES], found[BYTES];
static char folder[] = "/tmp/pond-played-XXXXXX", path[60];
static pthread_t flusher;
static int flushes;

/* The one of the C library is not needed here, only who calls it. */
int fsync(int file)
{
    (void)file;
    flusher = pthread_self();
    flushes++;
    return 0;
}

static void game_play(const struct pond_game *game, int number, struct pond_match *match)
{
    const struct pond_config config = given_config(game, "");
    char seed[32];
    snprintf(seed, sizeof seed, "%s %d", game->name, number);
    pond_match_begin(match, game, &config, logs, LOG_MAX);
    pond_match_seed(match, seed);
    assert_true(pond_match_play_random(match, 400, NULL));
    if (pond_match_over(match)) return;
    assert_true(pond_match_resign(match, pond_seat_first(pond_match_turn(match)), NULL));
}

static struct played *opened(void)
{
    struct pond_error why;
    int error;
    struct played *played = played_open(path, &error, &why);
    assert_non_null(played);
    return played;
}

static size_t file_read(void)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(found, 1, BYTES, file);
    fclose(file);
    return size;
}

static void games_are_counted_elsewhere(void **state)
{
    (void)state;
    struct pond_collector collector;
    struct pond_match match;
    pond_collector_begin(&collector, bytes, BYTES, DEPTH);
    flushes = 0;
    struct played *played = opened();
    for (int i = 0; i < GAMES; i++) {
        const struct pond_game *game = pond_games[i % 3];
        game_play(game, i, &match);
        assert_true(pond_collector_add(&collector, &match));
        played_add(played, &match);
        memset(logs, 0, 100 * sizeof *logs); /* the game goes on without us */
        if (i % 7 == 0) blob_drop(played_blob(played));
    }
    assert_false(played_failing(played));
    played_close(played);
    const size_t size = pond_collector_end(&collector);
    assert_int_equal(file_read(), size);
    assert_memory_equal(found, bytes, size);
    assert_true(flushes > 0);
    assert_false(pthread_equal(flusher, pthread_self()));

    played = opened(); /* it is all there again, at once */
    struct blob *blob = played_blob(played);
    assert_int_equal(blob->length, size);
    assert_memory_equal(blob->bytes, bytes, size);
    blob_drop(blob);
    played_close(played);
}

/* However often its games were played, a full file makes room for the next one. */
static void a_full_file_makes_room(void **state)
{
    (void)state;
    struct pond_collector collector;
    struct pond_explorer explorer;
    struct pond_error why;
    struct pond_match match;
    pond_collector_begin(&collector, bytes, BYTES, DEPTH);
    int games = 0;
    for (bool fits = true; fits; games++) {
        game_play(&pond_quibbles, games, &match);
        for (int i = 0; i < 3 && fits; i++) fits = pond_collector_add(&collector, &match);
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    const size_t size = pond_collector_end(&collector);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    struct played *played = opened();
    game_play(&pond_quibbles, games, &match);
    played_add(played, &match);
    played_close(played);
    assert_true(pond_explorer_open(&explorer, found, file_read(), &why));
    assert_int_equal(explorer.game_count, collector.game_count + 1);
}

static int folder_make(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL) return -1;
    snprintf(path, sizeof path, "%s/played", folder);
    return 0;
}

static int folder_remove(void **state)
{
    (void)state;
    return unlink(path) == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_counted_elsewhere),
        cmocka_unit_test(a_full_file_makes_room),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
