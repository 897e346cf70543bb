/* perft.c: `pond perft`: counts move sequences, the surest test of a move generator. */
#include <inttypes.h>

#include "cli.h"

#define DEPTH_MAX 99

int command_perft(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    uint32_t depth;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code != EXIT_FINE) return code;
    if (game->weight != NULL) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PERFT_CHANCE, game->name, NULL);
    }
    const char *at = cli->arguments[1];
    if (!pond_read_number(&at, DEPTH_MAX, &depth) || *at != '\0' || depth == 0) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PERFT_DEPTH, NULL, NULL);
    }
    game->setup(&state, &config);
    if (cli->given[FLAG_POSITION]) code = take_position(cli, game, &config, &state);
    if (code != EXIT_FINE) return code;
    for (uint32_t i = 1; i <= depth && !ferror(stdout); i++) {
        uint64_t leaf_sum;
        const uint64_t leaves = pond_perft(game, &state, (int)i, cli->given[FLAG_BULK], &leaf_sum);
        printf(cli->given[FLAG_JSON] ? "{\"depth\":%u,\"leaves\":%" PRIu64 "}\n"
                                     : "%u %" PRIu64 "\n",
               i, leaves);
        fflush(stdout);
    }
    return EXIT_FINE;
}
