/* position.c: finds the game of a position and reads positions with parts left open. */
#include "pond/position.h"

#include "open.h"

#include "banned.h"

/* What games add to reading a position; NULL if there is nothing to add. */
static const struct {
    const struct pond_game *game;
    void (*options)(const char *text, struct pond_text *options);
    bool (*deal)(const struct pond_config *config, const char *text, struct pond_rng *rng,
                 struct pond_text *out, struct pond_error *why);
    void (*hand)(const char *text, int seat, struct pond_text *hand);
} opens[] = {
    {&pond_quibbit, pond_quibbit_open_options, NULL, NULL},
    {&pond_quibbles, pond_quibbles_open_options, pond_quibbles_open_deal, pond_quibbles_open_hand},
};

/* The row of a game, or -1. */
static int open_of(const struct pond_game *game)
{
    for (int i = 0; i < (int)(sizeof opens / sizeof opens[0]); i++) {
        if (opens[i].game == game) return i;
    }
    return -1;
}

bool pond_position_read(const struct pond_game *game, const struct pond_config *config,
                        const char *text, struct pond_rng *rng, struct pond_state *state,
                        struct pond_error *why)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text dealt = pond_text_in(memory, sizeof memory);
    const int open = open_of(game);
    if (open < 0 || opens[open].deal == NULL) return game->state_parse(state, config, text, why);
    if (!opens[open].deal(config, text, rng, &dealt, why)) return false;
    if (dealt.full) return pond_refuse(why, POND_WORD_POSITION_TOO_LONG);
    return game->state_parse(state, config, memory, why);
}

/* Is this text a position of the game? If so, what does it imply about the options? */
static bool position_try(const struct pond_game *game, const char *text, struct pond_config *config,
                         struct pond_error *why)
{
    char memory[POND_OPTION_TEXT_MAX] = "";
    struct pond_text told = pond_text_in(memory, sizeof memory);
    struct pond_state state;
    struct pond_rng rng;
    const int open = open_of(game);
    if (open >= 0) opens[open].options(text, &told);
    if (!pond_config_parse(game, memory, config, why)) return false;
    pond_rng_seed(&rng, "found");
    return pond_position_read(game, config, text, &rng, &state, why);
}

const struct pond_game *pond_position_find(const char *text, struct pond_config *config,
                                           struct pond_error *why)
{
    struct pond_error nearest, refused;
    bool resembles = false;
    for (int i = 0; pond_games[i] != NULL; i++) {
        struct pond_config tried;
        if (position_try(pond_games[i], text, &tried, &refused)) {
            *config = tried;
            return pond_games[i];
        }
        const bool other =
            refused.word == POND_WORD_POSITION_FIELDS || refused.word == POND_WORD_POSITION_RULE;
        if (resembles || other) continue;
        nearest = refused; /* only this game has as many parts */
        resembles = true;
    }
    if (why == NULL) return NULL;
    if (resembles) *why = nearest;
    if (!resembles) pond_refuse(why, POND_WORD_POSITION_UNKNOWN);
    return NULL;
}

void pond_position_hand(const struct pond_game *game, const char *text, int seat,
                        struct pond_text *hand)
{
    const int open = open_of(game);
    if (open >= 0 && opens[open].hand != NULL) opens[open].hand(text, seat, hand);
}
