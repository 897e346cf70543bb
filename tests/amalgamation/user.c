/* user.c: a program that has the library as pond.c and pond.h, in C and in C++. It writes a random
 * game of each kind, as `pond random` does, and one between computer players. */
#include "pond.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pond_entry game_log[20000];
static struct pond_player players[2];
static struct pond_advice advice;

static void put(void *context, const char *bytes, size_t length)
{
    (void)context;
    fwrite(bytes, 1, length, stdout);
}

static int random_game(const struct pond_game *game, uint32_t turns_max)
{
    struct pond_config config;
    struct pond_match match;
    struct pond_error why;
    struct pond_record record;
    memset(&record, 0, sizeof record);
    if (!pond_config_parse(game, "", &config, &why)) return 1;
    pond_match_begin(&match, game, &config, game_log, 20000);
    pond_match_seed(&match, "one");
    if (!pond_match_play_random(&match, turns_max, &why)) return 1;
    record.result = match.result;
    if (match.result.outcome == POND_GOES_ON) {
        record.result.outcome = POND_UNFINISHED;
        record.result.reason = POND_REASON_LIMIT;
    }
    memcpy(record.seed, "one", sizeof "one");
    pond_record_write(&match, &record, -1, put, NULL);
    return 0;
}

static int computer_game(void)
{
    struct pond_config config;
    struct pond_match match;
    struct pond_error why;
    char text[64];
    for (int seat = 0; seat < 2; seat++) {
        if (!pond_player_open(&players[seat], &pond_rribbit, seat == 0 ? "level:3" : "level:1",
                              &why))
            return 1;
        players[seat].memory = malloc(players[seat].memory_size);
    }
    if (!pond_config_parse(&pond_rribbit, "", &config, &why)) return 1;
    pond_match_begin(&match, &pond_rribbit, &config, game_log, 20000);
    while (!pond_match_over(&match) && pond_match_turns(&match) < 20) {
        const int seat = pond_seat_first(pond_match_turn(&match));
        pond_player_choose(&players[seat], &match, seat, &advice);
        if (!pond_match_submit(&match, seat, advice.move, &why)) return 1;
        pond_match_last_write(&match, text, sizeof text);
        printf("%s ", text);
    }
    for (int seat = 0; seat < 2; seat++) free(players[seat].memory);
    printf("\n");
    return 0;
}

int main(void)
{
    return random_game(&pond_quibbit, 30) || random_game(&pond_quibbles, 30) ||
           random_game(&pond_rribbit, 30) || computer_game();
}
