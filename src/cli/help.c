/* help.c: the help, the manual page and the shells' completions, all from the table of commands. */
#include <string.h>

#include "cli.h"

#define WIDTH 78

int columns(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Prints a paragraph, broken at spaces, behind what stands on the line already, up to `column`. */
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

void help_overview(FILE *out, enum pond_language language)
{
    const struct cli cli = {.language = language};
    fprintf(out, "%s\n\n%s pond %s ...\n\n%s\n", said(&cli, SAY_HELP_ABOUT), said(&cli, SAY_USAGE),
            said(&cli, SAY_COMMAND_WORD), said(&cli, SAY_HELP_COMMANDS));
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (!command->hidden) entry(out, command->name, command->summary[language], 8);
    }
    fprintf(out, "\n%s\n%s\n", said(&cli, SAY_HELP_MORE), said(&cli, SAY_HELP_EXITS));
}

static void flag_label(int flag, enum pond_language language, char *label, size_t size)
{
    const char *value = flags[flag].value[language];
    snprintf(label, size, "--%s%s%s", flags[flag].name, value != NULL ? " " : "",
             value != NULL ? value : "");
}

static bool has_flag(const struct command *command, int flag)
{
    return (command->flags >> flag & 1) != 0 || flag == FLAG_LANG || flag == FLAG_HELP;
}

void help_command(FILE *out, const struct command *command, enum pond_language language)
{
    const struct cli cli = {.language = language};
    char label[64];
    fprintf(out, "%s pond %s", said(&cli, SAY_USAGE), command->name);
    if (command->arguments[language][0] != '\0') fprintf(out, " %s", command->arguments[language]);
    fputs(" [--...]\n\n", out);
    wrap(out, command->summary[language], 0);
    if (command->help[language][0] != '\0') {
        fputc('\n', out);
        wrap(out, command->help[language], 0);
    }
    fprintf(out, "\n%s\n", said(&cli, SAY_HELP_OPTIONS));
    for (int i = 0; i < FLAG_COUNT; i++) {
        if (!has_flag(command, i)) continue;
        flag_label(i, language, label, sizeof label);
        entry(out, label, flags[i].help[language], 25);
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

static void roff_command(FILE *out, const struct command *command, enum pond_language language)
{
    char label[64];
    fprintf(out, ".SS pond %s %s\n", command->name, command->arguments[language]);
    roff(out, command->summary[language]);
    if (command->help[language][0] != '\0') {
        fputs(".PP\n", out);
        roff(out, command->help[language]);
    }
    for (int i = 0; i < FLAG_COUNT; i++) {
        if (!has_flag(command, i)) continue;
        flag_label(i, language, label, sizeof label);
        fputs(".TP\n.B ", out);
        roff(out, label);
        roff(out, flags[i].help[language]);
    }
    fputs(".PP\n.EX\n", out);
    roff(out, command->example);
    fputs(".EE\n", out);
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
        if (!command->hidden) roff_command(stdout, command, language);
    }
    printf(".SH %s\n", said(cli, SAY_MANUAL_SECTION_GAMES));
    for (int i = 0; pond_games[i] != NULL; i++) {
        printf(".SS %s: %s\n", pond_games[i]->name, pond_games[i]->title);
        for (int k = 0; k < pond_games[i]->option_count; k++) {
            const struct pond_option *option = &pond_games[i]->options[k];
            printf(".TP\n.B %s\n", option->name);
            roff(stdout, option->help[language]);
        }
    }
    printf(".SH %s\n", said(cli, SAY_MANUAL_SECTION_EXITS));
    roff(stdout, said(cli, SAY_HELP_EXITS));
    return EXIT_FINE;
}

/* ---- Completions ---- */

static void list_games(const char *between)
{
    for (int i = 0; pond_games[i] != NULL; i++) {
        printf("%s%s", i > 0 ? between : "", pond_games[i]->name);
    }
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
    return strncmp(command->arguments[POND_ENGLISH], "GAME", 4) == 0;
}

static void completion_bash(void)
{
    puts("# bash completion for pond\n_pond()\n{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    if [ \"$COMP_CWORD\" = 1 ]; then");
    fputs("        COMPREPLY=($(compgen -W '", stdout);
    list_commands(" ");
    puts("' -- \"$word\"))\n        return\n    fi\n    case $before in");
    puts("    --lang) COMPREPLY=($(compgen -W 'en fr' -- \"$word\")); return ;;");
    puts("    esac\n    case ${COMP_WORDS[1]} in");
    for (const struct command *command = commands; command->name != NULL; command++) {
        printf("    %s) COMPREPLY=($(compgen ", command->name);
        if (!takes_game(command)) fputs("-f ", stdout);
        fputs("-W '", stdout);
        list_flags(command);
        if (takes_game(command)) fputc(' ', stdout), list_games(" ");
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
        if (takes_game(command))
            fputs("compadd ", stdout), list_games(" ");
        else
            fputs("_files", stdout);
        puts("\n    ;;");
    }
    puts("esac");
}

static void completion_fish(void)
{
    puts("# fish completion for pond");
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (command->hidden) continue;
        printf("complete -c pond -n __fish_use_subcommand -f -a %s -d \"%s\"\n", command->name,
               command->summary[POND_ENGLISH]);
        for (int i = 0; i < FLAG_COUNT; i++) {
            if (!has_flag(command, i)) continue;
            printf("complete -c pond -n '__fish_seen_subcommand_from %s' -l %s%s -d \"%s\"\n",
                   command->name, flags[i].name, flags[i].value[0] != NULL ? " -r" : "",
                   flags[i].help[POND_ENGLISH]);
        }
        if (!takes_game(command)) continue;
        printf("complete -c pond -n '__fish_seen_subcommand_from %s' -f -a '", command->name);
        list_games(" ");
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
