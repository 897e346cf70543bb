/* standing.c: how accurate a seat was beside players of known strength. See analysis.h. */
#include "standing_values.h"

#include "banned.h"

static const char *const standing_players[POND_STANDINGS] = {"random", "level:2", "level:4",
                                                             "level:6"};

/* Options that change the deal, but not the rules. */
static bool option_free(const char *name)
{
    static const char free_names[][8] = {"players", "colors", "layout", "first"};
    for (size_t i = 0; i < sizeof free_names / sizeof free_names[0]; i++) {
        if (pond_text_equal(name, free_names[i])) return true;
    }
    return false;
}

static bool rules_standard(const struct pond_match *match)
{
    struct pond_config standard;
    struct pond_error why;
    if (match->from_position || !pond_config_parse(match->game, "", &standard, &why)) return false;
    for (int i = 0; i < match->game->option_count; i++) {
        if (option_free(match->game->options[i].name)) continue;
        if (standard.value[i] != match->config.value[i]) return false;
    }
    return true;
}

/* Half of the games that were just as accurate count as less accurate. */
static float percent_below(const uint16_t accuracy[TENTHS + 1], float value)
{
    int below = 0, up_to = 0;
    while (below <= TENTHS && accuracy[below] < value) below++;
    while (up_to <= TENTHS && accuracy[up_to] <= value) up_to++;
    if (up_to > below) return (float)(below + up_to - 1) * 50 / TENTHS;
    if (below == 0) return 0;
    if (below > TENTHS) return 100;
    const float low = accuracy[below - 1], high = accuracy[below];
    return ((float)(below - 1) + (value - low) / (high - low)) * 100 / TENTHS;
}

bool pond_standings(const struct pond_match *match, float accuracy,
                    struct pond_accuracy_standing standings[POND_STANDINGS])
{
    /* As the table is rounded, so that a perfect game is the equal of perfect games. */
    const float value = (float)(int)(100 * accuracy + 0.5f);
    for (size_t i = 0; i < sizeof standing_tables / sizeof standing_tables[0]; i++) {
        const struct standing_table *table = &standing_tables[i];
        if (table->game != match->game || table->seat_count != match->seat_count) continue;
        if (!pond_match_over(match) || !rules_standard(match)) return false;
        for (int k = 0; k < POND_STANDINGS; k++) {
            standings[k].player = standing_players[k];
            standings[k].percent = percent_below(table->accuracy[k], value);
        }
        return true;
    }
    return false;
}

int pond_standing_telling(const struct pond_accuracy_standing standings[POND_STANDINGS])
{
    int telling = 0;
    float least = 100;
    for (int i = 0; i < POND_STANDINGS; i++) {
        const float off =
            standings[i].percent < 50 ? 50 - standings[i].percent : standings[i].percent - 50;
        if (off < least || (off == least && standings[i].percent >= 50)) {
            least = off;
            telling = i;
        }
    }
    return telling;
}
