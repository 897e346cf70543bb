/* show.c: `pond show`, `pond new` and `pond random`: games that begin here. */
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
        char seed[POND_SEED_MAX + 1];
        struct pond_rng rng;
        code = take_seed(cli, seed);
        if (code != EXIT_FINE) return code;
        pond_rng_seed(&rng, seed);
        game->setup(&state, &config);
        while (game->turn(&state) == POND_SEAT(POND_CHANCE)) pond_roll(game, &state, &rng);
    }
    if (!cli->given[FLAG_JSON]) {
        draw_state(stdout, cli, game, &state, game->result(&state));
        return EXIT_FINE;
    }
    struct pond_match match;
    struct json_told told;
    pond_match_begin_at(&match, game, &config, &state, NULL, 0);
    json_board(stdout, &match, 0, &told);
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

static void random_json(const struct cli *cli, const struct pond_match *match,
                        const struct pond_record *record)
{
    char memory[16], *text = NULL;
    size_t length;
    struct pond_text result = pond_text_in(memory, sizeof memory);
    const struct pond_result ended = pond_match_over(match) ? match->result : record->result;
    FILE *record_text = open_memstream(&text, &length);
    if (record_text == NULL) exit(complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL));
    pond_record_write(match, record, -1, file_sink, record_text);
    if (fclose(record_text) != 0) exit(complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL));
    pond_result_print(ended, &result);
    printf("{\"game\":\"%s\",\"seed\":", match->game->name);
    json_string(stdout, match->seed);
    printf(",\"result\":\"%s\",\"reason\":\"%s\",\"turns\":%u,\"record\":", memory,
           pond_reason_name(ended.reason), pond_match_turns(match));
    json_string(stdout, text);
    puts("}");
    free(text);
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
    if (code == EXIT_FINE) {
        code = take_number(cli, FLAG_LIMIT, 1, 100000, game->random_turns_max, &limit);
    }
    if (code != EXIT_FINE) return code;
    if (games > 1 && strlen(seed) > POND_SERIES_SEED_MAX) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_SEED_LONG, NULL, NULL);
    }
    struct pond_entry *log = log_make(cli);
    for (uint32_t i = 0; i < games && !ferror(stdout); i++) {
        struct pond_match match;
        char game_seed[POND_SEED_MAX + 1];
        pond_random_seed(seed, i, game_seed);
        pond_match_begin(&match, game, &config, log, LOG_MAX);
        pond_match_seed(&match, game_seed);
        pond_match_play_random(&match, limit, NULL); /* a full log is a limit, too */
        const struct pond_record record = {
            .result = {.outcome = POND_UNFINISHED, .reason = POND_REASON_LIMIT}};
        if (cli->given[FLAG_JSON]) {
            random_json(cli, &match, &record);
        } else {
            if (i > 0) putchar('\n');
            pond_record_write(&match, &record, -1, file_sink, stdout);
        }
    }
    free(log);
    return EXIT_FINE;
}
