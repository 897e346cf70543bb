/* given.c: options and positions as tests write them. See given.h. */
#include "given.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void refused(const char *text, const struct pond_error *why)
{
    char sentence[POND_STATE_TEXT_MAX];
    struct pond_text out = pond_text_in(sentence, sizeof sentence);
    pond_error_print(why, POND_ENGLISH, &out);
    fail_msg("%s: %s", text, sentence);
}

struct pond_config given_config(const struct pond_game *game, const char *options)
{
    struct pond_config config;
    struct pond_error why;
    if (!pond_config_parse(game, options, &config, &why)) refused(options, &why);
    return config;
}

struct pond_state given_position(const struct pond_game *game, const char *options,
                                 const char *text)
{
    const struct pond_config config = given_config(game, options);
    struct pond_state state;
    struct pond_error why;
    if (!game->state_parse(&state, &config, text, &why)) refused(text, &why);
    return state;
}
