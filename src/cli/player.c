/* player.c: players by name, and how they are asked. See player.h. */
#include <string.h>

#include "peer.h"
#include "player.h"

#define ENGINES_NAMED_MAX 13

static bool is_listed(const char *const names[], int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

int complain_player(const struct cli *cli, const struct pond_game *game, const char *text)
{
    static const char *const levels[] = {"level:0", "level:1", "level:2", "level:3",
                                         "level:4", "level:5", "level:6"};
    char memory[200];
    const char *names[ENGINES_NAMED_MAX + POND_LEVELS + 2];
    int count = 0;
    struct pond_text list = pond_text_in(memory, sizeof memory);
    _Static_assert(sizeof levels / sizeof levels[0] == POND_LEVELS + 1, "all levels");
    const bool level = pond_text_starts(text, "level:");
    if (level && text[6] >= '0' && text[6] <= '0' + POND_LEVELS && text[7] != '\0') {
        return complain(cli, EXIT_WRONG_USAGE, SAY_PLAYER_LEVEL, text, NULL);
    }
    for (int i = 0; pond_engines[i] != NULL && count < ENGINES_NAMED_MAX; i++) {
        const struct pond_engine *engine = pond_engines[i];
        if (game != NULL && engine->game != NULL && engine->game != game) continue;
        if (is_listed(names, count, engine->name)) continue;
        names[count++] = engine->name;
        pond_text_string(&list, engine->name);
        pond_text_string(&list, ", ");
    }
    /* Someone who can write a level has not mistyped another name. */
    for (int i = 0; i <= POND_LEVELS && !level; i++) names[count++] = levels[i];
    names[count] = NULL;
    pond_text_string(&list, game != NULL ? "level:0..6, cmd:PROGRAM" : "level:0..6");
    return complain_meant(cli, EXIT_WRONG_USAGE,
                          game != NULL ? SAY_PLAYER_UNKNOWN : SAY_PLAYER_UNKNOWN_ANY, text, memory,
                          closest(text, names));
}

int player_open(const struct cli *cli, struct player *player, const struct pond_game *game,
                const char *text)
{
    struct pond_error why;
    memset(player, 0, sizeof *player);
    if (strncmp(text, "cmd:", 4) == 0) {
        snprintf(player->computer.player.name, sizeof player->computer.player.name, "%s", text);
        player->program = text + 4;
        if (protocol_start(player)) return EXIT_FINE;
        if (peers_stopped()) return EXIT_BAD_DATA;
        const enum say why_not = player->said[0] != '\0' ? SAY_PLAYER_PROGRAM_SAID
                                 : player->ended         ? SAY_PLAYER_PROGRAM_ENDED
                                                         : SAY_PLAYER_PROGRAM;
        char status[16];
        snprintf(status, sizeof status, "%d", player->status);
        return complain(cli, EXIT_BAD_DATA, why_not, player->program,
                        why_not == SAY_PLAYER_PROGRAM_ENDED ? status : player->said);
    }
    switch (computer_open(&player->computer, game, text, &why)) {
    case COMPUTER_FINE: break;
    case COMPUTER_UNKNOWN: return complain_player(cli, game, text);
    case COMPUTER_SETTINGS: return complain_error(cli, EXIT_WRONG_USAGE, text, &why);
    case COMPUTER_MEMORY: return complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    }
    return EXIT_FINE;
}

bool player_begin(struct player *player, const struct pond_game *game)
{
    return player->program == NULL || protocol_begin(player, game);
}

void player_close(struct player *player)
{
    if (player->program != NULL) protocol_stop(player);
    computer_close(&player->computer);
    memset(player, 0, sizeof *player);
}

bool player_think(struct player *player, const struct pond_match *match, int seat, uint64_t seed,
                  const struct computer_limits *limits, struct pond_advice *advice)
{
    if (player->program != NULL) return protocol_think(player, match, seat, limits, advice);
    computer_think(&player->computer, match, seat, seed, limits, advice);
    return true;
}
