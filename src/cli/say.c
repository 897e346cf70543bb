/* say.c: sentences for people: the language, errors, suggestions, results. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define LINE_MAX_SIZE 4096

static const char *const sentences[SAY_COUNT][POND_LANGUAGES] = {
#define MESSAGE(name, text) [SAY_##name][LANGUAGE] = text,
#define WORDS(language) <pond/words/language/cli.def>
#include "pond/words/languages.def"
};

/* The first of these that is set decides, as everywhere. */
static const char *locale_name(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') return value;
    }
    return "C";
}

/* The language that a locale's name begins with, such as fr_CH.UTF-8; or -1. */
static int language_named(const char *name)
{
    return pond_language_find(name, strcspn(name, "_.@:"));
}

enum pond_language language_of_locale(void)
{
    const char *name = locale_name();
    const bool translated = strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0;
    const char *wishes = getenv("LANGUAGE"); /* a list; counts only where there is a locale */
    while (translated && wishes != NULL && wishes[0] != '\0') {
        const int wish = language_named(wishes);
        if (wish >= 0) return (enum pond_language)wish;
        wishes += strcspn(wishes, ":");
        wishes += *wishes == ':';
    }
    const int language = language_named(name);
    return language >= 0 ? (enum pond_language)language : POND_ENGLISH;
}

const char *said(const struct cli *cli, enum say sentence)
{
    return sentences[sentence][cli->language];
}

#define QUOTE_MAX 200 /* characters of what someone typed that are repeated */

/* Somebody's words, fit to be repeated: UTF-8 without control characters, and not too long. */
static void quote(char *out, size_t size, const char *text)
{
    struct pond_text quoted = pond_text_in(out, size);
    const unsigned char *at = (const unsigned char *)text;
    for (int count = 0; *at != '\0'; count++) {
        const size_t length = pond_character_length(at, strlen((const char *)at));
        if (count == QUOTE_MAX) {
            pond_text_string(&quoted, "...");
            return;
        }
        const size_t shown = pond_shown_length(at, strlen((const char *)at));
        if (shown > 0)
            pond_text_bytes(&quoted, (const char *)at, shown);
        else
            pond_text_char(&quoted, '?');
        at += length > 0 ? length : 1;
    }
}

void say(FILE *out, const struct cli *cli, enum say sentence, const char *first, const char *second)
{
    char memory[LINE_MAX_SIZE], quoted[2][4 * QUOTE_MAX + 4];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    quote(quoted[0], sizeof quoted[0], first != NULL ? first : "");
    quote(quoted[1], sizeof quoted[1], second != NULL ? second : "");
    pond_sentence_print(said(cli, sentence), cli->language,
                        (const char *const[]){quoted[0], quoted[1]}, 2, &text);
    fputs(memory, out);
}

#define NUMBERS_MAX 4

void say_numbers(FILE *out, const struct cli *cli, enum say sentence, const uint64_t numbers[],
                 int count)
{
    char memory[LINE_MAX_SIZE], texts[NUMBERS_MAX][24];
    const char *arguments[NUMBERS_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    assert(count <= NUMBERS_MAX);
    for (int i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "%" PRIu64, numbers[i]);
        arguments[i] = texts[i];
    }
    pond_sentence_print(said(cli, sentence), cli->language, arguments, (uint32_t)count, &text);
    fputs(memory, out);
}

int complain_meant(const struct cli *cli, enum exit_code code, enum say sentence, const char *first,
                   const char *second, const char *meant)
{
    fputs("pond: ", stderr);
    say(stderr, cli, sentence, first, second);
    if (meant != NULL) say(stderr, cli, SAY_DID_YOU_MEAN, meant, NULL);
    fputc('\n', stderr);
    return (int)code;
}

int complain(const struct cli *cli, enum exit_code code, enum say sentence, const char *first,
             const char *second)
{
    return complain_meant(cli, code, sentence, first, second, NULL);
}

struct decimal decimal(const struct cli *cli, double number, int digits, bool plus)
{
    struct decimal decimal;
    if (plus)
        snprintf(decimal.text, sizeof decimal.text, "%+.*f", digits, number);
    else
        snprintf(decimal.text, sizeof decimal.text, "%.*f", digits, number);
    char *point = strchr(decimal.text, '.');
    if (point != NULL) *point = said(cli, SAY_DECIMAL_POINT)[0];
    return decimal;
}

struct decimal percentage(const struct cli *cli, double number, int digits, bool plus)
{
    struct decimal percentage;
    struct pond_text text = pond_text_in(percentage.text, sizeof percentage.text);
    pond_sentence_print(said(cli, SAY_PERCENT), cli->language,
                        (const char *const[]){decimal(cli, number, digits, plus).text}, 1, &text);
    return percentage;
}

void put_padded(FILE *out, const char *text, int width, bool ascii)
{
    const char *at = text;
    int room = columns(text) > width ? width - 1 : width, used = 0;
    while (*at != '\0' && used < room) {
        size_t length = pond_character_length((const unsigned char *)at, strlen(at));
        if (length == 0) length = 1;
        fwrite(at, 1, length, out);
        at += length;
        used++;
    }
    if (*at != '\0') {
        fputs(ascii ? "." : "…", out);
        used++;
    }
    for (; used < width; used++) fputc(' ', out);
}

void put_right(FILE *out, const char *text, int width)
{
    for (int used = columns(text); used < width; used++) fputc(' ', out);
    fputs(text, out);
}

/* ---- Suggestions ---- */

#define SUGGEST_MAX 32

/* The number of letters to insert, delete, change or swap with a neighbour to get from one word to
 * the other. */
static int edit_distance(const char *from, const char *to)
{
    const int rows = (int)strlen(from), columns = (int)strlen(to);
    int cost[SUGGEST_MAX + 1][SUGGEST_MAX + 1];
    if (rows > SUGGEST_MAX || columns > SUGGEST_MAX) return rows + columns;
    for (int i = 0; i <= rows; i++) cost[i][0] = i;
    for (int j = 0; j <= columns; j++) cost[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            const int change = cost[i - 1][j - 1] + (from[i - 1] != to[j - 1]);
            const int remove = cost[i - 1][j] + 1, insert = cost[i][j - 1] + 1;
            int least = change < remove ? change : remove;
            if (insert < least) least = insert;
            const bool swapped =
                i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            if (swapped && cost[i - 2][j - 2] + 1 < least) least = cost[i - 2][j - 2] + 1;
            cost[i][j] = least;
        }
    }
    return cost[rows][columns];
}

const char *closest(const char *word, const char *const candidates[])
{
    const char *best = NULL;
    if (word[0] == '\0' || strspn(word, "0123456789") == strlen(word)) return NULL;
    int best_distance = (int)strlen(word) / 3 + 2; /* anything farther is not a typo */
    for (int i = 0; candidates[i] != NULL; i++) {
        const size_t length = strlen(word);
        const bool begins = length >= 3 && strncmp(candidates[i], word, length) == 0;
        const int distance = begins ? 1 : edit_distance(word, candidates[i]);
        if (distance < best_distance) best_distance = distance, best = candidates[i];
    }
    return best;
}

/* The library's list of what is allowed ("a, b, c" or "a|b|c") becomes candidates. */
static const char *closest_listed(const char *word, const char *list, char *memory, size_t size)
{
    const char *candidates[SUGGEST_MAX];
    int count = 0;
    if (strlen(list) >= size) return NULL;
    memcpy(memory, list, strlen(list) + 1);
    for (char *item = strtok(memory, ", |"); item != NULL && count < SUGGEST_MAX - 1;
         item = strtok(NULL, ", |")) {
        candidates[count++] = item;
    }
    candidates[count] = NULL;
    return closest(word, candidates);
}

int complain_error(const struct cli *cli, enum exit_code code, const char *about,
                   const struct pond_error *error)
{
    char memory[LINE_MAX_SIZE], list[POND_ERROR_ARGUMENT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_error_print(error, cli->language, &text);
    char quoted[4 * QUOTE_MAX + 4];
    quote(quoted, sizeof quoted, about);
    fprintf(stderr, "pond: %s: %s", quoted, memory);
    const char *meant = NULL;
    if (error->word == POND_WORD_OPTION_UNKNOWN || error->word == POND_WORD_SETTING_UNKNOWN) {
        meant = closest_listed(error->argument[0], error->argument[2], list, sizeof list);
    } else if (error->word == POND_WORD_OPTION_VALUE) {
        meant = closest_listed(error->argument[1], error->argument[2], list, sizeof list);
    } else if (error->word == POND_WORD_GAME_UNKNOWN) {
        meant = closest_listed(error->argument[0], error->argument[1], list, sizeof list);
    }
    if (meant != NULL) say(stderr, cli, SAY_DID_YOU_MEAN, meant, NULL);
    fputc('\n', stderr);
    return (int)code;
}

/* ---- Moves and results ---- */

void move_text(const struct pond_game *game, const struct pond_state *state, int seat,
               pond_move move, char memory[POND_MOVE_TEXT_MAX])
{
    struct pond_text text = pond_text_in(memory, POND_MOVE_TEXT_MAX);
    game->move_print(state, seat, move, &text);
}

void say_result(FILE *out, const struct cli *cli, struct pond_result result)
{
    static const enum say outcomes[] = {[POND_WON] = SAY_RESULT_WON,
                                        [POND_WON_BY_DUMMY] = SAY_RESULT_DUMMY,
                                        [POND_DRAWN] = SAY_RESULT_DRAWN,
                                        [POND_UNFINISHED] = SAY_RESULT_UNFINISHED};
    if (result.outcome == POND_GOES_ON) return;
    assert(SAY_REASON_NONE + POND_REASONS == SAY_REASON_END);
    const char seat[] = {(char)('1' + result.seat), '\0'};
    say(out, cli, outcomes[result.outcome], seat, said(cli, SAY_REASON_NONE + result.reason));
    fputc('\n', out);
}
