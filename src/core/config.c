/* config.c: the options of every game: reading, checking and printing them. See game.h. */
#include "pond/game.h"

#include <assert.h>
#include <string.h>

#include "banned.h"

/* Finds `value` (of `length` bytes) among "one|two|three"; -1 if it is not there. */
static int choice_index(const char *choices, const char *value, size_t length)
{
    int index = 0;
    for (const char *at = choices; at != NULL; index++) {
        const char *end = strchr(at, '|');
        const size_t choice_length = end != NULL ? (size_t)(end - at) : strlen(at);
        if (choice_length == length && memcmp(at, value, length) == 0) return index;
        at = end != NULL ? end + 1 : NULL;
    }
    return -1;
}

static void allowed_print(const struct pond_option *option, struct pond_text *out)
{
    if (option->choices != NULL) pond_text_string(out, option->choices);
    if (option->kind == POND_OPTION_NUMBER) {
        if (option->choices != NULL) pond_text_char(out, '|');
        pond_text_number(out, option->number_min);
        pond_text_string(out, "..");
        pond_text_number(out, option->number_max);
    }
    if (option->written != NULL) {
        if (option->choices != NULL) pond_text_char(out, '|');
        pond_text_string(out, option->written);
    }
}

static bool value_refuse(const struct pond_option *option, const char *value,
                         struct pond_error *why)
{
    char memory[POND_ERROR_ARGUMENT_MAX];
    struct pond_text allowed = pond_text_in(memory, sizeof memory);
    allowed_print(option, &allowed);
    pond_refuse_text(why, POND_WORD_OPTION_VALUE, option->name);
    pond_error_text(why, value);
    return pond_error_text(why, memory);
}

/* Is every digit of a handicap within its range? */
static bool digits_fit(const struct pond_option *option, const char *text)
{
    bool fit = true;
    for (; *text != '\0'; text++) fit &= *text >= '0' && *text - '0' <= option->number_max;
    return fit;
}

static bool value_set(const struct pond_option *option, const char *value, size_t length,
                      int16_t *number, char text[POND_OPTION_TEXT_MAX], struct pond_error *why)
{
    if (length >= POND_OPTION_TEXT_MAX) {
        return pond_refuse_text(why, POND_WORD_OPTION_TOO_LONG, option->name);
    }
    memcpy(text, value, length);
    text[length] = '\0';
    const int index = choice_index(option->choices, value, length);
    if (index >= 0) {
        *number = (int16_t)index;
        return true;
    }
    if (option->kind == POND_OPTION_NUMBER) {
        const char *at = text;
        uint32_t read;
        if (!pond_read_number(&at, (uint32_t)option->number_max, &read) || *at != '\0' ||
            (int64_t)read < option->number_min) {
            return value_refuse(option, text, why);
        }
        *number = (int16_t)read;
        return true;
    }
    if (option->kind == POND_OPTION_SEATS && !digits_fit(option, text)) {
        return value_refuse(option, text, why);
    }
    if (option->kind >= POND_OPTION_TEXT && length > 0) {
        *number = POND_VALUE_TEXT;
        return true;
    }
    return value_refuse(option, text, why);
}

static bool option_refuse(const struct pond_game *game, const char *name, struct pond_error *why)
{
    char memory[POND_ERROR_ARGUMENT_MAX];
    struct pond_text names = pond_text_in(memory, sizeof memory);
    for (int i = 0; i < game->option_count; i++) {
        if (i > 0) pond_text_string(&names, ", ");
        pond_text_string(&names, game->options[i].name);
    }
    pond_refuse_text(why, POND_WORD_OPTION_UNKNOWN, name);
    pond_error_text(why, game->name);
    return pond_error_text(why, memory);
}

/* Reads one `key=value` of `length` bytes. */
static bool pair_parse(const struct pond_game *game, const char *pair, size_t length,
                       struct pond_config *config, struct pond_error *why)
{
    char name[POND_OPTION_TEXT_MAX];
    const char *equals = memchr(pair, '=', length);
    const size_t name_whole = equals != NULL ? (size_t)(equals - pair) : length;
    const size_t name_length = name_whole < sizeof name ? name_whole : sizeof name - 1;
    memcpy(name, pair, name_length);
    name[name_length] = '\0';
    if (equals == NULL) return pond_refuse_text(why, POND_WORD_OPTION_NO_VALUE, name);
    for (int i = 0; i < game->option_count; i++) {
        if (!pond_text_equal(game->options[i].name, name)) continue;
        if (config->value[i] != POND_VALUE_UNSET) {
            return pond_refuse_text(why, POND_WORD_OPTION_TWICE, name);
        }
        return value_set(&game->options[i], equals + 1, length - name_length - 1, &config->value[i],
                         config->text[i], why);
    }
    return option_refuse(game, name, why);
}

/* What options mean together: a handicap has a digit for each seat, and zeros are none. */
static bool config_check(const struct pond_game *game, struct pond_config *config,
                         struct pond_error *why)
{
    for (int i = 0; i < game->option_count; i++) {
        const struct pond_option *option = &game->options[i];
        char *text = config->text[i];
        if (option->kind != POND_OPTION_SEATS || config->value[i] != POND_VALUE_TEXT) continue;
        if (strlen(text) != game->seats(config)) {
            pond_refuse_text(why, POND_WORD_OPTION_SEATS, option->name);
            pond_error_number(why, game->seats(config));
            return pond_error_text(why, text);
        }
        const char *at = text;
        while (*at == '0') at++;
        if (*at != '\0') continue;
        memset(text, 0, POND_OPTION_TEXT_MAX);
        if (!value_set(option, option->standard, 1, &config->value[i], text, why)) return false;
    }
    return game->check(config, why);
}

bool pond_config_parse(const struct pond_game *game, const char *text, struct pond_config *config,
                       struct pond_error *why)
{
    struct pond_config read;
    memset(&read, 0, sizeof read);
    for (int i = 0; i < POND_OPTIONS_MAX; i++) read.value[i] = POND_VALUE_UNSET;
    for (const char *at = text; at != NULL && *text != '\0';) {
        const char *end = strchr(at, ',');
        const size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
        if (!pair_parse(game, at, length, &read, why)) return false;
        at = end != NULL ? end + 1 : NULL;
    }
    for (int i = 0; i < game->option_count; i++) {
        const struct pond_option *option = &game->options[i];
        if (read.value[i] != POND_VALUE_UNSET || option->standard == NULL) continue;
        if (!value_set(option, option->standard, strlen(option->standard), &read.value[i],
                       read.text[i], why)) {
            return false;
        }
    }
    if (!config_check(game, &read, why)) return false;
    for (int i = 0; i < game->option_count; i++) assert(read.value[i] != POND_VALUE_UNSET);
    *config = read;
    return true;
}

bool pond_config_set(const struct pond_game *game, struct pond_config *config, const char *name,
                     const char *value, struct pond_error *why)
{
    struct pond_config changed = *config;
    for (int i = 0; i < game->option_count; i++) {
        if (!pond_text_equal(game->options[i].name, name)) continue;
        if (!value_set(&game->options[i], value, strlen(value), &changed.value[i], changed.text[i],
                       why) ||
            !config_check(game, &changed, why)) {
            return false;
        }
        *config = changed;
        return true;
    }
    return option_refuse(game, name, why);
}

void pond_config_print(const struct pond_game *game, const struct pond_config *config,
                       struct pond_text *out)
{
    bool any = false;
    for (int i = 0; i < game->option_count; i++) {
        if (game->options[i].kind == POND_OPTION_SEATS && config->value[i] == 0) continue;
        if (any) pond_text_char(out, ',');
        any = true;
        pond_text_string(out, game->options[i].name);
        pond_text_char(out, '=');
        pond_text_string(out, config->text[i]);
    }
}

bool pond_config_handicapped(const struct pond_game *game, const struct pond_config *config)
{
    bool any = false;
    for (int i = 0; i < game->option_count; i++) {
        any |= game->options[i].kind == POND_OPTION_SEATS && config->value[i] != 0;
    }
    return any;
}
