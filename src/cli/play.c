/* play.c: `pond new`, `pond random` and `pond show`: games that begin here. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

int command_show(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code != EXIT_FINE) return code;
    if (cli->given[FLAG_POSITION]) {
        code = take_position(cli, game, &config, &state);
        if (code != EXIT_FINE) return code;
    } else {
        game->setup(&state, &config);
        if (game->turn(&state) == POND_SEAT(POND_CHANCE)) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDED, "show", "--position");
        }
    }
    if (!cli->given[FLAG_JSON]) {
        draw_state(stdout, cli, game, &state);
        return EXIT_FINE;
    }
    struct pond_match match;
    pond_match_begin_at(&match, game, &config, &state, NULL, 0);
    json_ply(stdout, &match, 0);
    return EXIT_FINE;
}

int command_new(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    char seed[POND_SEED_MAX + 1];
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE) code = take_seed(cli, seed);
    if (code != EXIT_FINE) return code;
    struct pond_entry log[POND_ENTRIES_A_MOVE_MAX];
    struct pond_match match;
    pond_match_begin(&match, game, &config, log, POND_ENTRIES_A_MOVE_MAX);
    pond_match_seed(&match, seed);
    if (cli->given[FLAG_JSON]) {
        json_ply(stdout, &match, 0);
    } else {
        const struct pond_record record = {.date = ""};
        pond_record_write(&match, &record, -1, file_sink, stdout);
    }
    return EXIT_FINE;
}

/* ---- Random games ---- */

static uint32_t limit_of(const struct pond_game *game)
{
    return game == &pond_quibbles ? 2000 : 1000; /* Q13, B14 */
}

/* Plays on with choices drawn from `choices` until the end or the limit. */
static void play_random(struct pond_match *match, struct pond_rng *choices, uint32_t limit)
{
    static pond_move moves[POND_MOVES_MAX];
    while (!pond_match_over(match) && pond_match_turns(match) < limit) {
        const pond_seats turn = pond_match_turn(match);
        for (int seat = 0; seat < match->seat_count; seat++) {
            if ((turn & POND_SEAT(seat)) == 0) continue;
            const int count = match->game->moves(&match->state, seat, moves);
            const uint32_t chosen = pond_rng_below(choices, (uint32_t)count);
            struct pond_error why;
            if (!pond_match_submit(match, seat, moves[chosen], &why)) return; /* the log is full */
        }
    }
}

struct memory_text {
    char *bytes;
    size_t length, size;
};

static void memory_sink(void *context, const char *bytes, size_t length)
{
    struct memory_text *text = context;
    if (text->length + length + 1 > text->size) {
        text->size = 2 * (text->length + length + 1);
        text->bytes = realloc(text->bytes, text->size);
        if (text->bytes == NULL) abort();
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static void random_json(const struct pond_match *match, const struct pond_record *record)
{
    struct memory_text text = {0};
    char memory[16];
    struct pond_text result = pond_text_in(memory, sizeof memory);
    const struct pond_result ended = pond_match_over(match) ? match->result : record->result;
    pond_record_write(match, record, -1, memory_sink, &text);
    pond_result_print(ended, &result);
    printf("{\"game\":\"%s\",\"seed\":", match->game->name);
    json_string(stdout, match->seed);
    printf(",\"result\":\"%s\",\"reason\":\"%s\",\"turns\":%u,\"record\":", memory,
           pond_reason_name(ended.reason), pond_match_turns(match));
    json_string(stdout, text.bytes);
    puts("}");
    free(text.bytes);
}

static void seed_number(char out[POND_SEED_MAX + 1], const char *seed, uint32_t number)
{
    if (number == 0)
        snprintf(out, POND_SEED_MAX + 1, "%s", seed);
    else
        snprintf(out, POND_SEED_MAX + 1, "%.53s.%u", seed, number);
}

int command_random(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    char seed[POND_SEED_MAX + 1];
    uint32_t games, limit;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE) code = take_seed(cli, seed);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_GAMES, 1, 1000000000, 1, &games);
    if (code == EXIT_FINE) code = take_number(cli, FLAG_LIMIT, 1, 100000, limit_of(game), &limit);
    if (code != EXIT_FINE) return code;
    struct pond_entry *log = log_make();
    for (uint32_t i = 0; i < games && !ferror(stdout); i++) {
        struct pond_match match;
        struct pond_rng choices;
        char game_seed[POND_SEED_MAX + 1], choice_seed[POND_SEED_MAX + 16];
        seed_number(game_seed, seed, i);
        snprintf(choice_seed, sizeof choice_seed, "choices:%s", game_seed);
        pond_rng_seed(&choices, choice_seed);
        pond_match_begin(&match, game, &config, log, LOG_MAX);
        pond_match_seed(&match, game_seed);
        play_random(&match, &choices, limit);
        const struct pond_record record = {
            .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_LIMIT}};
        if (cli->given[FLAG_JSON]) {
            random_json(&match, &record);
        } else {
            if (i > 0) putchar('\n');
            pond_record_write(&match, &record, -1, file_sink, stdout);
        }
    }
    free(log);
    return EXIT_FINE;
}
