/* options.c: the options of Quibbit!, and the rings that they can name (Q1). */
#include "rules.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

const struct pond_option pond_quibbit_options[QUIBBIT_OPTIONS] = {
    [QUIBBIT_OPTION_PLAYERS] = {.name = "players",
                                .kind = POND_OPTION_CHOICE,
                                .choices = "2|3|4",
                                .standard = "4",
                                .help = {.word = POND_WORD_QUIBBIT_OPTION_PLAYERS}},
    [QUIBBIT_OPTION_EDITION] = {.name = "edition",
                                .kind = POND_OPTION_CHOICE,
                                .choices = "quibbit|king-frog",
                                .standard = "quibbit",
                                .help = {.word = POND_WORD_QUIBBIT_OPTION_EDITION}},
    [QUIBBIT_OPTION_COLORS] = {.name = "colors",
                               .kind = POND_OPTION_TEXT,
                               .written = "<letters>",
                               .help = {.word = POND_WORD_QUIBBIT_OPTION_COLORS}},
    [QUIBBIT_OPTION_LAYOUT] = {.name = "layout",
                               .kind = POND_OPTION_TEXT,
                               .choices = "random",
                               .written = "<tiles>",
                               .standard = "random",
                               .help = {.word = POND_WORD_QUIBBIT_OPTION_LAYOUT}},
    [QUIBBIT_OPTION_LAP] = {.name = "lap",
                            .kind = POND_OPTION_CHOICE,
                            .choices = "crowned|leader",
                            .help = {.word = POND_WORD_QUIBBIT_OPTION_LAP}},
    [QUIBBIT_OPTION_TIE] = {.name = "tie",
                            .kind = POND_OPTION_CHOICE,
                            .choices = "round-start|now",
                            .help = {.word = POND_WORD_QUIBBIT_OPTION_TIE}},
    [QUIBBIT_OPTION_DUMMY] = {.name = "dummy",
                              .kind = POND_OPTION_CHOICE,
                              .choices = "bystander|contender",
                              .standard = "bystander",
                              .help = {.word = POND_WORD_QUIBBIT_OPTION_DUMMY}},
    [QUIBBIT_OPTION_HANDICAP] = {.name = "handicap",
                                 .kind = POND_OPTION_SEATS,
                                 .choices = "0",
                                 .written = "<digits>",
                                 .number_max = QUIBBIT_HANDICAP_MAX,
                                 .standard = "0",
                                 .help = {.word = POND_WORD_QUIBBIT_OPTION_HANDICAP}},
};

/* ---- Rings ---- */

/* The index of a letter in `quibbit_color_letters`, or QUIBBIT_FROGS_MAX. */
uint8_t pond_quibbit_color_of_letter(char letter)
{
    uint8_t color = 0;
    while (color < QUIBBIT_FROGS_MAX && quibbit_color_letters[color] != letter) color++;
    return color;
}

/* The meaning of a ring's letter in a game with these colours; -1: none. */
static int kind_of_letter(const char *colors, char letter)
{
    if (letter == '*') return QUIBBIT_FLOWER;
    if (letter == '~') return QUIBBIT_WATER;
    for (int frog = 0; colors[frog] != '\0'; frog++) {
        if (colors[frog] == letter) return frog;
    }
    return -1;
}

/* Does each segment that follows a special tile have every colour once? */
static bool segments_check(const char *colors, const char *text, const uint8_t kind[], int tiles,
                           int first, struct pond_error *why)
{
    const int apart = tiles / QUIBBIT_SPECIALS;
    for (int special = first; special < tiles; special += apart) {
        unsigned colors_seen = 0;
        for (int i = 1; i < apart; i++) colors_seen |= 1u << kind[(special + i) % tiles];
        if (colors_seen != (1u << (apart - 1)) - 1) {
            pond_refuse_text(why, POND_WORD_QUIBBIT_LAYOUT_SEGMENT, text);
            pond_error_number(why, special);
            return pond_error_text(why, colors);
        }
    }
    return true;
}

/* Reads a ring and makes sure that it is one (Q1). */
bool pond_quibbit_layout_read(const struct pond_config *config, const char *text,
                              uint8_t kind[QUIBBIT_TILES_MAX], struct pond_error *why)
{
    const char *colors = config->text[QUIBBIT_OPTION_COLORS];
    const int tiles = quibbit_config_tiles(config);
    if (strlen(text) != (size_t)tiles) {
        pond_refuse_number(why, POND_WORD_QUIBBIT_LAYOUT_LENGTH, tiles);
        pond_error_text(why, text);
        return pond_error_number(why, (int64_t)strlen(text));
    }
    int first = tiles;
    uint32_t specials = 0, flowers = 0;
    for (int tile = 0; tile < tiles; tile++) {
        const int read = kind_of_letter(colors, text[tile]);
        if (read < 0) {
            const char letter[] = {text[tile], '\0'};
            pond_refuse_text(why, POND_WORD_QUIBBIT_LAYOUT_LETTER, letter);
            return pond_error_text(why, colors);
        }
        kind[tile] = (uint8_t)read;
        if (read < QUIBBIT_FLOWER) continue;
        if (first == tiles) first = tile;
        specials |= 1u << tile;
        flowers += read == QUIBBIT_FLOWER;
    }
    const int apart = tiles / QUIBBIT_SPECIALS;
    const uint32_t evenly = (1u | 1u << apart | 1u << 2 * apart) << first;
    if (first == tiles || specials != evenly || flowers != 2) {
        pond_refuse_text(why, POND_WORD_QUIBBIT_LAYOUT_SPECIALS, text);
        return pond_error_number(why, apart);
    }
    return segments_check(colors, text, kind, tiles, first, why);
}

/* ---- What options mean together ---- */

static bool colors_check(const struct pond_config *config, struct pond_error *why)
{
    const char *colors = config->text[QUIBBIT_OPTION_COLORS];
    const int frogs = quibbit_config_frogs(config);
    unsigned seen = 0;
    bool right = strlen(colors) == (size_t)frogs;
    for (int frog = 0; right && frog < frogs; frog++) {
        const uint8_t color = pond_quibbit_color_of_letter(colors[frog]);
        right = color < QUIBBIT_FROGS_MAX && (seen & 1u << color) == 0;
        seen |= 1u << color;
    }
    if (right) return true;
    pond_refuse_text(why, POND_WORD_QUIBBIT_COLORS, colors);
    return pond_error_number(why, frogs);
}

static void option_complete(struct pond_config *config, int option, int16_t value, const char *text)
{
    if (config->value[option] != POND_VALUE_UNSET) return;
    config->value[option] = value;
    memcpy(config->text[option], text, strlen(text) + 1);
}

bool pond_quibbit_check(struct pond_config *config, struct pond_error *why)
{
    const bool king_frog = config->value[QUIBBIT_OPTION_EDITION] == 1;
    option_complete(config, QUIBBIT_OPTION_COLORS, POND_VALUE_TEXT,
                    quibbit_config_frogs(config) == 4 ? "RGYB" : "RGY");
    option_complete(config, QUIBBIT_OPTION_LAP, king_frog ? 1 : 0,
                    king_frog ? "leader" : "crowned");
    option_complete(config, QUIBBIT_OPTION_TIE, king_frog ? 1 : 0,
                    king_frog ? "now" : "round-start");
    if (!colors_check(config, why)) return false;
    uint8_t kind[QUIBBIT_TILES_MAX];
    return config->value[QUIBBIT_OPTION_LAYOUT] != POND_VALUE_TEXT ||
           pond_quibbit_layout_read(config, config->text[QUIBBIT_OPTION_LAYOUT], kind, why);
}
