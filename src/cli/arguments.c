/* arguments.c: arguments that several subcommands take, and the files and memory they need. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "pond/position.h"

#define KING_FROG "king-frog" /* an edition of Quibbit! that people ask for by its own name */

static bool is_king_frog(const char *name) { return strcmp(name, KING_FROG) == 0; }

void games_list(char *list, size_t size, const char *between)
{
    struct pond_text text = pond_text_in(list, size);
    for (int i = 0; pond_games[i] != NULL; i++) {
        pond_text_string(&text, pond_games[i]->name);
        pond_text_string(&text, between);
    }
    pond_text_string(&text, KING_FROG);
}

void languages_list(char *list, size_t size, const char *between)
{
    struct pond_text text = pond_text_in(list, size);
    for (int i = 0; i < POND_LANGUAGES; i++) {
        if (i > 0) pond_text_string(&text, between);
        pond_text_string(&text, pond_word(POND_WORD_LANGUAGE_TAG, (enum pond_language)i));
    }
}

int take_game(const struct cli *cli, const char *name, const struct pond_game **game)
{
    *game = is_king_frog(name) ? &pond_quibbit : pond_game_find(name);
    if (*game != NULL) return EXIT_FINE;
    struct pond_error why;
    pond_game_refuse(name, &why);
    games_list(why.argument[1], sizeof why.argument[1], ", ");
    return complain_error(cli, EXIT_WRONG_USAGE, cli->command->name, &why);
}

const char *given_options(const struct cli *cli, char memory[POND_OPTIONS_TEXT_MAX])
{
    const char *options = cli->value[FLAG_OPTIONS] != NULL ? cli->value[FLAG_OPTIONS] : "";
    if (cli->argument_count == 0 || !is_king_frog(cli->arguments[0])) return options;
    const int length = snprintf(memory, POND_OPTIONS_TEXT_MAX, "edition=" KING_FROG "%s%s",
                                options[0] != '\0' ? "," : "", options);
    return length < POND_OPTIONS_TEXT_MAX ? memory : options;
}

int take_config(const struct cli *cli, const struct pond_game *game, struct pond_config *config)
{
    struct pond_error why;
    char memory[POND_OPTIONS_TEXT_MAX];
    const char *options = given_options(cli, memory);
    if (pond_config_parse(game, options, config, &why)) return EXIT_FINE;
    return complain_error(cli, EXIT_WRONG_USAGE, "--options", &why);
}

int take_number(const struct cli *cli, enum flag_name flag, uint32_t least, uint32_t most,
                uint32_t fallback, uint32_t *number)
{
    *number = fallback;
    if (!cli->given[flag]) return EXIT_FINE;
    const char *at = cli->value[flag];
    if (pond_read_number(&at, most, number) && *at == '\0' && *number >= least) return EXIT_FINE;
    char name[32], low[16], high[16], range[64];
    struct pond_text text = pond_text_in(range, sizeof range);
    snprintf(name, sizeof name, "--%s", flags[flag].name);
    snprintf(low, sizeof low, "%u", least);
    snprintf(high, sizeof high, "%u", most);
    pond_sentence_print(said(cli, SAY_NUMBER_RANGE), cli->language,
                        (const char *const[]){low, high}, 2, &text);
    return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NUMBER, name, range);
}

int take_seed(const struct cli *cli, char seed[POND_SEED_MAX + 1])
{
    if (cli->given[FLAG_SEED]) {
        struct pond_error why;
        if (!pond_seed_check(cli->value[FLAG_SEED], &why)) {
            return complain_error(cli, EXIT_WRONG_USAGE, "--seed", &why);
        }
        memcpy(seed, cli->value[FLAG_SEED], strlen(cli->value[FLAG_SEED]) + 1);
        return EXIT_FINE;
    }
    unsigned char bytes[16];
    FILE *random_source = fopen("/dev/urandom", "rb");
    const bool fine = random_source != NULL && fread(bytes, sizeof bytes, 1, random_source) == 1;
    if (random_source != NULL) fclose(random_source);
    if (!fine) {
        return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, "/dev/urandom",
                        said(cli, SAY_SYSTEM_OTHER));
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(seed + 2 * i, 3, "%02x", (unsigned)bytes[i]);
    }
    return EXIT_FINE;
}

int take_position(const struct cli *cli, const struct pond_game *game,
                  const struct pond_config *config, struct pond_state *state)
{
    struct pond_error why;
    struct pond_rng rng; /* deals what the position leaves open */
    char seed[POND_SEED_MAX + 1] = "position";
    const int code = cli->given[FLAG_SEED] ? take_seed(cli, seed) : EXIT_FINE;
    if (code != EXIT_FINE) return code;
    pond_rng_seed(&rng, seed);
    const char *text = cli->value[FLAG_POSITION];
    if (pond_position_read(game, config, text, &rng, state, &why)) return EXIT_FINE;
    return complain_error(cli, EXIT_BAD_DATA, "--position", &why);
}

int refuse_flags(const struct cli *cli, uint64_t refused, enum say sentence, const char *second)
{
    for (int flag = 0; flag < FLAG_COUNT; flag++) {
        if (!cli->given[flag] || (refused & BIT(flag)) == 0) continue;
        char name[32];
        snprintf(name, sizeof name, "--%s", flags[flag].name);
        return complain(cli, EXIT_WRONG_USAGE, sentence, name, second);
    }
    return EXIT_FINE;
}

bool names_file(const char *word) { return strpbrk(word, "./") != NULL; }

int check_folder(const struct cli *cli)
{
    if (!cli->given[FLAG_FOLDER]) return EXIT_FINE;
    DIR *folder = opendir(cli->value[FLAG_FOLDER]);
    if (folder != NULL) {
        closedir(folder);
        return EXIT_FINE;
    }
    const char *why = errno == ENOENT    ? said(cli, SAY_SYSTEM_MISSING_FOLDER)
                      : errno == ENOTDIR ? said(cli, SAY_SYSTEM_NOT_FOLDER)
                                         : system_reason(cli, errno);
    return complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, cli->value[FLAG_FOLDER], why);
}

/* ---- Files and memory ---- */

const char *path_said(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

struct pond_entry *log_make(const struct cli *cli)
{
    struct pond_entry *log = malloc(LOG_MAX * sizeof *log);
    if (log == NULL) exit(complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL));
    return log;
}

const char *system_reason(const struct cli *cli, int error)
{
    switch (error) {
    case ENOENT: return said(cli, SAY_SYSTEM_MISSING);
    case EACCES:
    case EPERM: return said(cli, SAY_SYSTEM_FORBIDDEN);
    case EISDIR: return said(cli, SAY_SYSTEM_FOLDER);
    case ENOTDIR: return said(cli, SAY_SYSTEM_NO_FOLDER);
    case ENAMETOOLONG: return said(cli, SAY_SYSTEM_LONG);
    default: return said(cli, SAY_SYSTEM_OTHER);
    }
}

char *file_read(const struct cli *cli, const char *path, size_t *length)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    size_t size = 1 << 16;
    char *bytes = file != NULL ? malloc(size) : NULL;
    *length = 0;
    while (bytes != NULL) {
        const size_t got = fread(bytes + *length, 1, size - *length, file);
        *length += got;
        if (got == 0) break;
        if (*length < size) continue;
        char *larger = realloc(bytes, size *= 2);
        if (larger == NULL) free(bytes);
        bytes = larger;
    }
    const int error = errno;
    const bool failed = bytes == NULL || ferror(file);
    if (file != NULL && !standard) fclose(file);
    if (!failed) return bytes;
    free(bytes);
    errno = error;
    complain(cli, EXIT_BAD_DATA, SAY_FILE_OPEN, path_said(path), system_reason(cli, error));
    return NULL;
}

void file_sink(void *context, const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, (FILE *)context);
}
