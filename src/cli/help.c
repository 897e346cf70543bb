/* help.c: the help, the manual page and the shells' completions, all from the table of commands. */
#include <string.h>

#include "cli.h"
#include "pond/engine.h"

#define WIDTH 78
#define HELP_MAX 512 /* bytes of what an argument may be */

int columns(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Prints a paragraph, wrapped at spaces, after what is already on the line, up to `column`. */
static void wrap_from(FILE *out, const char *text, int indent, int column)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, " \n");
        char word[128];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (column > 0 && column + 1 + columns(word) > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        if (column == 0)
            column += fprintf(out, "%*s", indent, "");
        else
            column += fprintf(out, " ");
        fputs(word, out);
        column += columns(word);
        text += length + strspn(text + length, " ");
        for (; *text == '\n'; text++, column = 0) fputc('\n', out);
    }
    fputc('\n', out);
}

void wrap(FILE *out, const char *text, int indent) { wrap_from(out, text, indent, 0); }

/* A name and, in a second column, what it is. */
static void entry(FILE *out, const char *name, const char *help, int width)
{
    const int taken = columns(name);
    if (taken > width && 2 + taken + 2 + columns(help) > WIDTH) {
        fprintf(out, "  %s\n", name);
        wrap(out, help, width + 4);
        return;
    }
    const int wide = width > taken ? width : taken;
    fprintf(out, "  %s%*s ", name, wide - taken, "");
    wrap_from(out, help, width + 4, wide + 3);
}

/* A heading in the overview stands above the first command of its group. */
void help_overview(FILE *out, enum pond_language language)
{
    const struct cli cli = {.language = language};
    char games[GAMES_LIST_MAX];
    fprintf(out, "%s\n\n%s pond %s ...\n", said(&cli, SAY_HELP_ABOUT), said(&cli, SAY_USAGE),
            said(&cli, SAY_COMMAND_WORD));
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (command->group != SAY_NOTHING) fprintf(out, "\n%s\n", said(&cli, command->group));
        if (!command->hidden) entry(out, command->name, said(&cli, command->summary), 8);
    }
    games_list(games, sizeof games, ", ");
    fputc('\n', out);
    say(out, &cli, SAY_HELP_MORE, games, NULL);
    fprintf(out, "\n%s\n", said(&cli, SAY_HELP_EXITS));
}

static void flag_label(const struct cli *cli, int flag, char *label, size_t size)
{
    const char *value = said(cli, flags[flag].value);
    char tags[LANGUAGES_LIST_MAX];
    struct pond_text text = pond_text_in(label, size);
    languages_list(tags, sizeof tags, "|");
    pond_text_string(&text, "--");
    pond_text_string(&text, flags[flag].name);
    pond_text_string(&text, value[0] != '\0' ? " " : "");
    pond_sentence_print(value, cli->language, (const char *const[]){tags}, 1, &text);
}

static bool has_flag(const struct command *command, int flag)
{
    return (command->flags >> flag & 1) != 0 || flag == FLAG_LANG || flag == FLAG_HELP;
}

static bool explains(const struct command *command, int i)
{
    return i < EXPLAINED_MAX && command->arguments[i] != NULL;
}

/* What an argument may be; the games are listed as they are. */
static void argument_help(const struct cli *cli, const struct argument *argument, char *help,
                          size_t size)
{
    char games[GAMES_LIST_MAX];
    struct pond_text text = pond_text_in(help, size);
    games_list(games, sizeof games, ", ");
    pond_sentence_print(said(cli, argument->help), cli->language, (const char *const[]){games}, 1,
                        &text);
}

void help_command(FILE *out, const struct command *command, enum pond_language language)
{
    const struct cli cli = {.language = language};
    char label[64], help[HELP_MAX];
    const char *takes = said(&cli, command->takes);
    fprintf(out, "%s pond %s%s%s [--...]\n\n", said(&cli, SAY_USAGE), command->name,
            takes[0] != '\0' ? " " : "", takes);
    wrap(out, said(&cli, command->summary), 0);
    if (command->help != SAY_NOTHING) {
        fputc('\n', out);
        wrap(out, said(&cli, command->help), 0);
    }
    if (explains(command, 0)) fprintf(out, "\n%s\n", said(&cli, SAY_HELP_ARGUMENTS));
    for (int i = 0; explains(command, i); i++) {
        argument_help(&cli, command->arguments[i], help, sizeof help);
        entry(out, said(&cli, command->arguments[i]->name), help, 10);
    }
    fprintf(out, "\n%s\n", said(&cli, SAY_HELP_OPTIONS));
    for (int i = 0; i < FLAG_COUNT; i++) {
        if (!has_flag(command, i)) continue;
        flag_label(&cli, i, label, sizeof label);
        entry(out, label, said(&cli, flags[i].help), 25);
    }
    fprintf(out, "\n%s\n  %s\n", said(&cli, SAY_HELP_EXAMPLE), command->example);
}

/* ---- The manual page ---- */

/* Text for troff: dashes and backslashes are escaped, and no line begins with a dot. */
static void roff(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'') fputs("\\&", out);
    for (; *text != '\0'; text++) {
        if (*text == '\\') {
            fputs("\\e", out);
        } else {
            if (*text == '-') fputc('\\', out);
            fputc(*text, out);
        }
    }
    fputc('\n', out);
}

static void roff_entry(FILE *out, const char *name, const char *help)
{
    fputs(".TP\n.B ", out);
    roff(out, name);
    roff(out, help);
}

static void roff_command(FILE *out, const struct cli *cli, const struct command *command)
{
    char label[64], help[HELP_MAX];
    fprintf(out, ".SS pond %s %s\n", command->name, said(cli, command->takes));
    roff(out, said(cli, command->summary));
    if (command->help != SAY_NOTHING) {
        fputs(".PP\n", out);
        roff(out, said(cli, command->help));
    }
    for (int i = 0; explains(command, i); i++) {
        argument_help(cli, command->arguments[i], help, sizeof help);
        roff_entry(out, said(cli, command->arguments[i]->name), help);
    }
    for (int i = 0; i < FLAG_COUNT; i++) {
        if (!has_flag(command, i)) continue;
        flag_label(cli, i, label, sizeof label);
        roff_entry(out, label, said(cli, flags[i].help));
    }
    fputs(".PP\n.EX\n", out);
    roff(out, command->example);
    fputs(".EE\n", out);
}

static void roff_players(const struct cli *cli)
{
    printf(".SH %s\n", said(cli, SAY_MANUAL_SECTION_PLAYERS));
    for (int i = 0; pond_engines[i] != NULL; i++) {
        const struct pond_engine *engine = pond_engines[i];
        printf(".SS %s (%s)\n", engine->name,
               engine->game != NULL ? engine->game->title : said(cli, SAY_MANUAL_EVERY_GAME));
        roff(stdout, pond_label(&engine->help, cli->language));
        for (int k = 0; k < engine->setting_count; k++) {
            const struct pond_setting *setting = &engine->settings[k];
            printf(".TP\n.B %s=%d..%d\n", setting->name, setting->least, setting->most);
            roff(stdout, pond_label(&setting->help, cli->language));
        }
    }
}

int command_manual(struct cli *cli)
{
    const enum pond_language language = cli->language;
    printf(".TH POND 1 \"\" \"pond %s\"\n.SH %s\npond \\- %s\n.SH %s\n.B pond\n%s ...\n.SH %s\n",
           POND_VERSION, said(cli, SAY_MANUAL_SECTION_NAME), said(cli, SAY_MANUAL_NAME),
           said(cli, SAY_MANUAL_SECTION_SYNOPSIS), said(cli, SAY_COMMAND_WORD),
           said(cli, SAY_MANUAL_SECTION_DESCRIPTION));
    roff(stdout, said(cli, SAY_HELP_ABOUT));
    printf(".SH %s\n", said(cli, SAY_MANUAL_SECTION_COMMANDS));
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (!command->hidden) roff_command(stdout, cli, command);
    }
    printf(".SH %s\n", said(cli, SAY_MANUAL_SECTION_GAMES));
    for (int i = 0; pond_games[i] != NULL; i++) {
        printf(".SS %s: %s\n", pond_games[i]->name, pond_games[i]->title);
        for (int k = 0; k < pond_games[i]->option_count; k++) {
            const struct pond_option *option = &pond_games[i]->options[k];
            printf(".TP\n.B %s\n", option->name);
            roff(stdout, pond_label(&option->help, language));
        }
    }
    roff_players(cli);
    printf(".SH %s\n", said(cli, SAY_MANUAL_SECTION_EXITS));
    roff(stdout, said(cli, SAY_HELP_EXITS));
    return EXIT_FINE;
}

/* ---- Completions ---- */

static void list_games(void)
{
    char games[GAMES_LIST_MAX];
    games_list(games, sizeof games, " ");
    fputs(games, stdout);
}

static void list_commands(const char *between)
{
    const char *before = "";
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        printf("%s%s", before, command->name);
        before = between;
    }
}

static void list_flags(const struct command *command)
{
    const char *before = "";
    for (int i = 0; i < FLAG_COUNT; i++) {
        if (!has_flag(command, i)) continue;
        printf("%s--%s", before, flags[i].name);
        before = " ";
    }
}

static bool takes_game(const struct command *command)
{
    return command->arguments[0] == &argument_game;
}

/* Where a usage line has a game or something else, "GAME|RECORD", files are completed too. */
static bool takes_file(const struct command *command)
{
    const struct cli cli = {.language = POND_ENGLISH};
    return !takes_game(command) || strchr(said(&cli, command->takes), '|') != NULL;
}

static void completion_bash(void)
{
    puts("# bash completion for pond\n_pond()\n{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    if [ \"$COMP_CWORD\" = 1 ]; then");
    fputs("        COMPREPLY=($(compgen -W '", stdout);
    list_commands(" ");
    puts("' -- \"$word\"))\n        return\n    fi\n    case $before in");
    char tags[LANGUAGES_LIST_MAX];
    languages_list(tags, sizeof tags, " ");
    printf("    --lang) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", tags);
    puts("    esac\n    case ${COMP_WORDS[1]} in");
    for (const struct command *command = commands; command->name != NULL; command++) {
        printf("    %s) COMPREPLY=($(compgen ", command->name);
        if (takes_file(command)) fputs("-f ", stdout);
        fputs("-W '", stdout);
        list_flags(command);
        if (takes_game(command)) fputc(' ', stdout), list_games();
        puts("' -- \"$word\")) ;;");
    }
    puts("    esac\n}\ncomplete -F _pond pond");
}

static void completion_zsh(void)
{
    fputs("#compdef pond\n# zsh completion for pond\nif (( CURRENT == 2 )); then\n    compadd ",
          stdout);
    list_commands(" ");
    puts("\n    return\nfi\ncase $words[2] in");
    for (const struct command *command = commands; command->name != NULL; command++) {
        printf("%s)\n    compadd -- ", command->name);
        list_flags(command);
        fputs("\n    ", stdout);
        if (takes_game(command)) fputs("compadd ", stdout), list_games(), fputs("\n    ", stdout);
        if (takes_file(command)) fputs("_files\n    ", stdout);
        puts(";;");
    }
    puts("esac");
}

static void completion_fish(void)
{
    const struct cli cli = {.language = POND_ENGLISH};
    puts("# fish completion for pond");
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        printf("complete -c pond -n __fish_use_subcommand -f -a %s -d \"%s\"\n", command->name,
               said(&cli, command->summary));
        for (int i = 0; i < FLAG_COUNT; i++) {
            if (!has_flag(command, i)) continue;
            printf("complete -c pond -n '__fish_seen_subcommand_from %s' -l %s%s -d \"%s\"\n",
                   command->name, flags[i].name, flags[i].value != SAY_NOTHING ? " -r" : "",
                   said(&cli, flags[i].help));
        }
        if (!takes_game(command)) continue;
        printf("complete -c pond -n '__fish_seen_subcommand_from %s' -f -a '", command->name);
        list_games();
        puts("'");
    }
}

int command_completion(struct cli *cli)
{
    static const char *const shells[] = {"bash", "zsh", "fish", NULL};
    static void (*const writers[])(void) = {completion_bash, completion_zsh, completion_fish};
    for (int i = 0; shells[i] != NULL; i++) {
        if (strcmp(cli->arguments[0], shells[i]) != 0) continue;
        writers[i]();
        return EXIT_FINE;
    }
    return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDED, "completion", "bash|zsh|fish");
}
