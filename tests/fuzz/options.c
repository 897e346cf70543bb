/* options.c: fuzzes the parser of options. What it takes is written and read again the same, and
 * makes a game that can be played. */
#include "fuzz.h"

#define STEPS 80

static void config_same(const struct pond_game *game, const struct pond_config *one,
                        const struct pond_config *other)
{
    for (int i = 0; i < game->option_count; i++) {
        assert(one->value[i] == other->value[i] && one->value[i] != POND_VALUE_UNSET);
        assert(pond_text_equal(one->text[i], other->text[i]));
    }
}

static void config_check(const struct pond_game *game, const struct pond_config *config)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_config again;
    pond_config_print(game, config, &text);
    assert(!text.full);
    const bool fine = pond_config_parse(game, memory, &again, NULL);
    assert(fine);
    config_same(game, config, &again);
    const int seats = game->seats(config);
    assert(seats >= game->seats_min && seats <= game->seats_max);
    struct pond_state state;
    struct pond_rng rng;
    pond_rng_seed(&rng, "options");
    game->setup(&state, config);
    for (int steps = STEPS; steps > 0 && fuzz_step(game, &state, &rng);) steps--;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct fuzz_input input = {bytes, length};
    const struct fuzz_game chosen = fuzz_game(&input);
    const unsigned option = fuzz_byte(&input) % chosen.game->option_count;
    char text[FUZZ_TEXT_MAX];
    struct pond_config config, before = chosen.config;
    struct pond_error why;
    fuzz_text(&input, chosen.options, text);
    fuzz_mark(&config, sizeof config);
    if (pond_config_parse(chosen.game, text, &config, &why)) {
        config_check(chosen.game, &config);
        before = config;
    } else {
        fuzz_refused(&why);
        assert(fuzz_marked(&config, sizeof config));
    }
    config = before;
    const char *name = chosen.game->options[option].name, *equals = strchr(text, '=');
    if (pond_config_set(chosen.game, &config, name, equals != NULL ? equals + 1 : text, &why)) {
        config_check(chosen.game, &config);
    } else {
        fuzz_refused(&why);
        assert(memcmp(&config, &before, sizeof config) == 0);
    }
    if (!pond_seed_check(text, &why)) fuzz_refused(&why);
    return 0;
}
