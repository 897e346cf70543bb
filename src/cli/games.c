/* games.c: `pond games` and `pond rules`: what can be played, and how. */
#include <string.h>

#include "cli.h"
#include "data.h"

static void option_print(const struct cli *cli, const struct pond_option *option)
{
    printf("    %s=", option->name);
    if (option->choices != NULL) fputs(option->choices, stdout);
    if (option->kind == POND_OPTION_NUMBER) {
        if (option->choices != NULL) putchar('|');
        printf("%d..%d", option->number_min, option->number_max);
    }
    if (option->written != NULL) {
        printf("%s%s", option->choices != NULL ? "|" : "", option->written);
    }
    putchar('\n');
    wrap(stdout, pond_label(&option->help, cli->language), 8);
    fputs("        ", stdout);
    say(stdout, cli, option->standard != NULL ? SAY_GAMES_DEFAULT : SAY_GAMES_DEPENDS,
        option->standard, NULL);
    putchar('\n');
}

static void game_print(const struct cli *cli, const struct pond_game *game)
{
    const char least[] = {(char)('0' + game->seats_min), '\0'};
    const char most[] = {(char)('0' + game->seats_max), '\0'};
    printf("%s%s%s, ", game->name, said(cli, SAY_COLON), game->title);
    say(stdout, cli, game->seats_min == game->seats_max ? SAY_GAMES_SEATS_SAME : SAY_GAMES_SEATS,
        least, most);
    putchar('\n');
    for (int i = 0; i < game->option_count; i++) option_print(cli, &game->options[i]);
}

int command_games(struct cli *cli)
{
    for (int i = 0; pond_games[i] != NULL; i++) {
        if (cli->given[FLAG_JSON]) {
            struct pond_json json = pond_json_to(file_sink, stdout);
            pond_json_game(&json, pond_games[i], cli->language);
        } else {
            if (i > 0) putchar('\n');
            game_print(cli, pond_games[i]);
        }
    }
    return EXIT_FINE;
}

/* One ruling of a page: the item that begins with `- Q7. `, up to the next one. */
static bool ruling_print(const char *page, const char *number)
{
    char item[16];
    snprintf(item, sizeof item, "\n- %s. ", number);
    if (item[3] >= 'a' && item[3] <= 'z') item[3] -= 'a' - 'A'; /* q7 is Q7 */
    const char *start = strstr(page, item);
    if (start == NULL) return false;
    const char *end = start + strlen(item);
    while ((end = strchr(end, '\n')) != NULL && strncmp(end, "\n  ", 3) == 0) end++;
    const size_t length = end != NULL ? (size_t)(end - start) : strlen(start);
    printf("%.*s\n", (int)length - 3, start + 3);
    return true;
}

const char *rules_page(const struct pond_game *game, enum pond_language language)
{
    char name[64];
    snprintf(name, sizeof name, "rules/%s.%s.md", game->name,
             pond_word(POND_WORD_LANGUAGE_TAG, language));
    const struct pond_data *file = pond_data_files;
    while (file->name != NULL && strcmp(file->name, name) != 0) file++;
    return file->start; /* NULL at the end */
}

int command_rules(struct cli *cli)
{
    const struct pond_game *game;
    const int code = take_game(cli, cli->arguments[0], &game);
    if (code != EXIT_FINE) return code;
    const char *page = rules_page(game, cli->language);
    if (page == NULL) return complain(cli, EXIT_BAD_DATA, SAY_RULES_MISSING, game->name, NULL);
    if (cli->argument_count > 1) {
        if (ruling_print(page, cli->arguments[1])) return EXIT_FINE;
        return complain(cli, EXIT_WRONG_USAGE, SAY_RULES_NO_NUMBER, cli->arguments[1], game->name);
    }
    if (cli->given[FLAG_JSON]) {
        printf("{\"game\":\"%s\",\"lang\":\"%s\",\"text\":", game->name,
               pond_word(POND_WORD_LANGUAGE_TAG, cli->language));
        json_string(stdout, page);
        puts("}");
    } else {
        fputs(page, stdout);
    }
    return EXIT_FINE;
}
