/* main.c: the program `pond`: a table of subcommands, and how their arguments are read. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "pond/learn.h"

const struct flag flags[FLAG_COUNT] = {
    [FLAG_OPTIONS] = {"options", SAY_OPTION_OPTIONS_VALUE, SAY_OPTION_OPTIONS},
    [FLAG_POSITION] = {"position", SAY_OPTION_POSITION_VALUE, SAY_OPTION_POSITION},
    [FLAG_SEED] = {"seed", SAY_OPTION_SEED_VALUE, SAY_OPTION_SEED},
    [FLAG_GAMES] = {"games", SAY_OPTION_GAMES_VALUE, SAY_OPTION_GAMES},
    [FLAG_LIMIT] = {"limit", SAY_VALUE_NUMBER, SAY_OPTION_LIMIT},
    [FLAG_BULK] = {"bulk", SAY_NOTHING, SAY_OPTION_BULK},
    [FLAG_TIME] = {"time", SAY_OPTION_TIME_VALUE, SAY_OPTION_TIME},
    [FLAG_NODES] = {"nodes", SAY_VALUE_NUMBER, SAY_OPTION_NODES},
    [FLAG_THREADS] = {"threads", SAY_VALUE_NUMBER, SAY_OPTION_THREADS},
    [FLAG_OPENING] = {"opening", SAY_VALUE_NUMBER, SAY_OPTION_OPENING},
    [FLAG_SPRT] = {"sprt", SAY_OPTION_SPRT_VALUE, SAY_OPTION_SPRT},
    [FLAG_RECORDS] = {"records", SAY_VALUE_FILE, SAY_OPTION_RECORDS},
    [FLAG_SVG] = {"svg", SAY_VALUE_FILE, SAY_OPTION_SVG},
    [FLAG_FROGS] = {"frogs", SAY_VALUE_NUMBER, SAY_OPTION_FROGS},
    [FLAG_LAYOUT] = {"layout", SAY_OPTION_LAYOUT_VALUE, SAY_OPTION_LAYOUT},
    [FLAG_ALL] = {"all", SAY_NOTHING, SAY_OPTION_ALL},
    [FLAG_FOLDER] = {"folder", SAY_VALUE_DIRECTORY, SAY_OPTION_FOLDER},
    [FLAG_DRY] = {"dry", SAY_NOTHING, SAY_OPTION_DRY},
    [FLAG_VERIFY] = {"verify", SAY_OPTION_VERIFY_VALUE, SAY_OPTION_VERIFY},
    [FLAG_PACK] = {"pack", SAY_VALUE_FILE, SAY_OPTION_PACK},
    [FLAG_DEPTH] = {"depth", SAY_VALUE_NUMBER, SAY_OPTION_DEPTH},
    [FLAG_LEAST] = {"least", SAY_VALUE_NUMBER, SAY_OPTION_LEAST},
    [FLAG_COLLECTION] = {"collection", SAY_VALUE_FILE, SAY_OPTION_COLLECTION},
    [FLAG_HOW_MANY] = {"count", SAY_VALUE_NUMBER, SAY_OPTION_HOW_MANY},
    [FLAG_NUMBER] = {"number", SAY_VALUE_NUMBER, SAY_OPTION_NUMBER},
    [FLAG_PUZZLES] = {"puzzles", SAY_NOTHING, SAY_OPTION_PUZZLES},
    [FLAG_DAY] = {"day", SAY_OPTION_DAY_VALUE, SAY_OPTION_DAY},
    [FLAG_BOARDS] = {"boards", SAY_NOTHING, SAY_OPTION_BOARDS},
    [FLAG_SEATS] = {"seats", SAY_OPTION_SEATS_VALUE, SAY_OPTION_SEATS},
    [FLAG_PRACTICE] = {"practice", SAY_NOTHING, SAY_OPTION_PRACTICE},
    [FLAG_TUTOR] = {"tutor", SAY_NOTHING, SAY_OPTION_TUTOR},
    [FLAG_PLAIN] = {"plain", SAY_NOTHING, SAY_OPTION_PLAIN},
    [FLAG_FAST] = {"fast", SAY_NOTHING, SAY_OPTION_FAST},
    [FLAG_NO_COLOR] = {"no-color", SAY_NOTHING, SAY_OPTION_NO_COLOR},
    [FLAG_ASCII] = {"ascii", SAY_NOTHING, SAY_OPTION_ASCII},
    [FLAG_NAME] = {"name", SAY_ARGUMENT_NAME, SAY_OPTION_NAME},
    [FLAG_LISTEN] = {"listen", SAY_OPTION_LISTEN_VALUE, SAY_OPTION_LISTEN},
    [FLAG_STORE] = {"store", SAY_OPTION_STORE_VALUE, SAY_OPTION_STORE},
    [FLAG_ORIGIN] = {"origin", SAY_ARGUMENT_URL, SAY_OPTION_ORIGIN},
    [FLAG_PROXY] = {"proxy", SAY_NOTHING, SAY_OPTION_PROXY},
    [FLAG_PROXIES] = {"proxies", SAY_OPTION_PROXIES_VALUE, SAY_OPTION_PROXIES},
    [FLAG_HOSTNAME] = {"hostname", SAY_OPTION_HOSTNAME_VALUE, SAY_OPTION_HOSTNAME},
    [FLAG_TLS] = {"tls", SAY_OPTION_TLS_VALUE, SAY_OPTION_TLS},
    [FLAG_LOG] = {"log", SAY_VALUE_FILE, SAY_OPTION_LOG},
    [FLAG_EXPLORER] = {"explorer", SAY_VALUE_FILE, SAY_OPTION_EXPLORER},
    [FLAG_UNLIMITED] = {"unlimited", SAY_NOTHING, SAY_OPTION_UNLIMITED},
    [FLAG_DATABASE_FILE] = {"database-file", SAY_VALUE_FILE, SAY_OPTION_DATABASE_FILE},
    [FLAG_MINUTES] = {"minutes", SAY_VALUE_NUMBER, SAY_OPTION_MINUTES},
    [FLAG_YES] = {"yes", SAY_NOTHING, SAY_OPTION_YES},
    [FLAG_TABLES] = {"tables", SAY_VALUE_NUMBER, SAY_OPTION_TABLES},
    [FLAG_IDLE] = {"idle", SAY_VALUE_NUMBER, SAY_OPTION_IDLE},
    [FLAG_SECONDS] = {"seconds", SAY_VALUE_NUMBER, SAY_OPTION_SECONDS},
    [FLAG_PAUSE] = {"pause", SAY_OPTION_PAUSE_VALUE, SAY_OPTION_PAUSE},
    [FLAG_GAME] = {"game", SAY_ARGUMENT_GAME, SAY_OPTION_GAME},
    [FLAG_VIEWS] = {"views", SAY_NOTHING, SAY_OPTION_VIEWS},
    [FLAG_PID] = {"pid", SAY_VALUE_NUMBER, SAY_OPTION_PID},
    [FLAG_MARKS] = {"marks", SAY_NOTHING, SAY_OPTION_MARKS},
    [FLAG_JSON] = {"json", SAY_NOTHING, SAY_OPTION_JSON},
    [FLAG_LANG] = {"lang", SAY_OPTION_LANG_VALUE, SAY_OPTION_LANG},
    [FLAG_HELP] = {"help", SAY_NOTHING, SAY_OPTION_HELP},
};

/* What the words in capitals on a usage line may be. */
const struct argument argument_game = {SAY_ARGUMENT_GAME, SAY_ARGUMENT_GAME_IS};
static const struct argument argument_saved = {SAY_ARGUMENT_RECORD, SAY_ARGUMENT_SAVED_IS};
static const struct argument argument_address = {SAY_ARGUMENT_ADDRESS, SAY_ARGUMENT_ADDRESS_IS};
static const struct argument argument_answer = {SAY_ARGUMENT_ANSWER, SAY_ARGUMENT_ANSWER_IS};
static const struct argument argument_ruling = {SAY_ARGUMENT_RULING, SAY_ARGUMENT_RULING_IS};
static const struct argument argument_new_file = {SAY_ARGUMENT_BACKUP, SAY_ARGUMENT_NEW_FILE_IS};
static const struct argument argument_backup = {SAY_ARGUMENT_BACKUP, SAY_ARGUMENT_BACKUP_IS};
static const struct argument argument_url = {SAY_ARGUMENT_URL, SAY_ARGUMENT_URL_IS};
static const struct argument argument_record = {SAY_ARGUMENT_RECORD, SAY_ARGUMENT_RECORD_IS};
static const struct argument argument_player = {SAY_ARGUMENT_PLAYER, SAY_ARGUMENT_PLAYER_IS};
static const struct argument argument_tablebase = {SAY_ARGUMENT_NAME, SAY_ARGUMENT_TABLEBASE_IS};
static const struct argument argument_depth = {SAY_ARGUMENT_DEPTH, SAY_ARGUMENT_DEPTH_IS};
static const struct argument argument_command = {SAY_COMMAND_WORD, SAY_ARGUMENT_COMMAND_IS};

const struct command commands[] = {
    {.name = "play",
     .group = SAY_HELP_GROUP_PLAY,
     .takes = SAY_COMMAND_PLAY_TAKES,
     .arguments = {&argument_game, &argument_saved},
     .arguments_max = 1,
     .flags = BIT(FLAG_SEATS) | BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_SEED) |
              BIT(FLAG_PRACTICE) | BIT(FLAG_TUTOR) | BIT(FLAG_PLAIN) | BIT(FLAG_FAST) |
              BIT(FLAG_NO_COLOR) | BIT(FLAG_ASCII),
     .summary = SAY_COMMAND_PLAY,
     .help = SAY_COMMAND_PLAY_HELP,
     .example = "pond play rribbit --seats me,level:4",
     .run = command_play},
    {.name = "learn",
     .takes = SAY_COMMAND_LEARN_TAKES,
     .arguments = {&argument_game},
     .arguments_max = 1,
     .flags = BIT(FLAG_PUZZLES) | BIT(FLAG_NUMBER) | BIT(FLAG_PLAIN) | BIT(FLAG_FAST) |
              BIT(FLAG_ASCII) | BIT(FLAG_NO_COLOR),
     .summary = SAY_COMMAND_LEARN,
     .help = SAY_COMMAND_LEARN_HELP,
     .example = "pond learn rribbit",
     .run = command_learn},
    {.name = "serve",
     .flags = BIT(FLAG_LISTEN) | BIT(FLAG_STORE) | BIT(FLAG_ORIGIN) | BIT(FLAG_PROXY) |
              BIT(FLAG_PROXIES) | BIT(FLAG_HOSTNAME) | BIT(FLAG_TLS) | BIT(FLAG_LOG) |
              BIT(FLAG_UNLIMITED) | BIT(FLAG_THREADS) | BIT(FLAG_DATABASE_FILE) |
              BIT(FLAG_EXPLORER),
     .summary = SAY_COMMAND_SERVE,
     .help = SAY_COMMAND_SERVE_HELP,
     .example = "pond serve --listen 127.0.0.1:8000",
     .run = command_serve},
    {.name = "join",
     .takes = SAY_COMMAND_JOIN_TAKES,
     .arguments = {&argument_address},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_NAME) | BIT(FLAG_PLAIN) | BIT(FLAG_FAST) | BIT(FLAG_NO_COLOR) | BIT(FLAG_ASCII),
     .summary = SAY_COMMAND_JOIN,
     .help = SAY_COMMAND_JOIN_HELP,
     .example = "pond join http://127.0.0.1:7878/ --name Ada",
     .run = command_join},
    {.name = "night",
     .flags = BIT(FLAG_LISTEN) | BIT(FLAG_STORE) | BIT(FLAG_TLS) | BIT(FLAG_HOSTNAME) |
              BIT(FLAG_NO_COLOR),
     .summary = SAY_COMMAND_NIGHT,
     .help = SAY_COMMAND_NIGHT_HELP,
     .example = "pond night",
     .run = command_serve},
    {.name = "puzzle",
     .takes = SAY_COMMAND_PUZZLE_TAKES,
     .arguments = {&argument_game, &argument_answer},
     .arguments_max = 1 + POND_STAGES_MAX,
     .flags = BIT(FLAG_NUMBER) | BIT(FLAG_DAY) | BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_PUZZLE,
     .help = SAY_COMMAND_PUZZLE_HELP,
     .example = "pond puzzle rribbit --number 1",
     .run = command_puzzle},
    {.name = "rules",
     .takes = SAY_COMMAND_RULES_TAKES,
     .arguments = {&argument_game, &argument_ruling},
     .arguments_min = 1,
     .arguments_max = 2,
     .flags = BIT(FLAG_JSON),
     .summary = SAY_COMMAND_RULES,
     .example = "pond rules quibbles | less",
     .run = command_rules},
    {.name = "games",
     .flags = BIT(FLAG_JSON),
     .summary = SAY_COMMAND_GAMES,
     .example = "pond games",
     .run = command_games},
    {.name = "host",
     .group = SAY_HELP_GROUP_SERVER,
     .takes = SAY_COMMAND_HOST_TAKES,
     .arguments_max = 3,
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE) | BIT(FLAG_MINUTES) | BIT(FLAG_YES) |
              BIT(FLAG_JSON),
     .summary = SAY_COMMAND_HOST,
     .help = SAY_COMMAND_HOST_HELP,
     .example = "pond host announce 'Back in five minutes' --minutes 30",
     .run = command_host},
    {.name = "backup",
     .takes = SAY_COMMAND_FILE_TAKES,
     .arguments = {&argument_new_file},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE),
     .summary = SAY_COMMAND_BACKUP,
     .example = "pond backup games-monday.sqlite",
     .run = command_backup},
    {.name = "restore",
     .takes = SAY_COMMAND_FILE_TAKES,
     .arguments = {&argument_backup},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE),
     .summary = SAY_COMMAND_RESTORE,
     .help = SAY_COMMAND_RESTORE_HELP,
     .example = "pond restore games-monday.sqlite --store sqlite:new.sqlite",
     .run = command_restore},
    {.name = "export",
     .flags = BIT(FLAG_STORE) | BIT(FLAG_DATABASE_FILE),
     .summary = SAY_COMMAND_EXPORT,
     .example = "pond export | pond check -",
     .run = command_export},
    {.name = "load",
     .takes = SAY_COMMAND_LOAD_TAKES,
     .arguments = {&argument_url},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_TABLES) | BIT(FLAG_IDLE) | BIT(FLAG_SECONDS) | BIT(FLAG_PAUSE) |
              BIT(FLAG_GAME) | BIT(FLAG_VIEWS) | BIT(FLAG_PID) | BIT(FLAG_MARKS) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_LOAD,
     .help = SAY_COMMAND_LOAD_HELP,
     .example = "pond load http://127.0.0.1:7878 --tables 100 --seconds 10",
     .run = command_load},
    {.name = "new",
     .group = SAY_HELP_GROUP_RECORDS,
     .takes = SAY_COMMAND_GAME_TAKES,
     .arguments = {&argument_game},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_SEED) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_NEW,
     .example = "pond new quibbit --options players=3 --seed 42",
     .run = command_new},
    {.name = "show",
     .takes = SAY_COMMAND_GAME_TAKES,
     .arguments = {&argument_game},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_SEED) | BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_SHOW,
     .help = SAY_COMMAND_SHOW_HELP,
     .example = "pond show rribbit --position 'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -'",
     .run = command_show},
    {.name = "random",
     .takes = SAY_COMMAND_GAME_TAKES,
     .arguments = {&argument_game},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_OPTIONS) | BIT(FLAG_SEED) | BIT(FLAG_GAMES) | BIT(FLAG_LIMIT) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_RANDOM,
     .help = SAY_COMMAND_RANDOM_HELP,
     .example = "pond random quibbles --seed 1 --games 1",
     .run = command_random},
    {.name = "replay",
     .takes = SAY_COMMAND_RECORD_TAKES,
     .arguments = {&argument_record},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_BOARDS) | BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_REPLAY,
     .help = SAY_COMMAND_REPLAY_HELP,
     .example = "pond random quibbit --seed 7 | pond replay --boards -",
     .run = command_replay},
    {.name = "check",
     .takes = SAY_COMMAND_CHECK_TAKES,
     .arguments = {&argument_record},
     .arguments_min = 1,
     .arguments_max = 1 << 30,
     .flags = BIT(FLAG_JSON),
     .summary = SAY_COMMAND_CHECK,
     .example = "pond random quibbit --seed 1 --games 100 | pond check -",
     .run = command_check},
    {.name = "verify",
     .takes = SAY_COMMAND_RECORD_TAKES,
     .arguments = {&argument_record},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_JSON),
     .summary = SAY_COMMAND_VERIFY,
     .help = SAY_COMMAND_VERIFY_HELP,
     .example = "pond verify game.pond",
     .run = command_verify},
    {.name = "hint",
     .group = SAY_HELP_GROUP_STUDY,
     .takes = SAY_COMMAND_HINT_TAKES,
     .arguments = {&argument_game, &argument_record},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags =
         BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_TIME) | BIT(FLAG_NODES) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_HINT,
     .help = SAY_COMMAND_HINT_HELP,
     .example = "pond hint rribbit --position 'DDDD1D1DD/9/5D3/9/3LLL3/9/LL2L2LL d -'",
     .run = command_hint},
    {.name = "analyse",
     .takes = SAY_COMMAND_RECORD_TAKES,
     .arguments = {&argument_record},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_TIME) | BIT(FLAG_NODES) | BIT(FLAG_THREADS) | BIT(FLAG_SVG) |
              BIT(FLAG_ASCII) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_ANALYSE,
     .help = SAY_COMMAND_ANALYSE_HELP,
     .example = "pond random rribbit --seed 1 --limit 40 | pond analyse -",
     .run = command_analyse},
    {.name = "match",
     .takes = SAY_COMMAND_MATCH_TAKES,
     .arguments = {&argument_game, &argument_player},
     .arguments_min = 3,
     .arguments_max = 1 + POND_SEATS_MAX,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_SEED) | BIT(FLAG_GAMES) | BIT(FLAG_LIMIT) |
              BIT(FLAG_TIME) | BIT(FLAG_NODES) | BIT(FLAG_THREADS) | BIT(FLAG_OPENING) |
              BIT(FLAG_SPRT) | BIT(FLAG_RECORDS) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_MATCH,
     .help = SAY_COMMAND_MATCH_HELP,
     .example = "pond match rribbit level:3 greedy --games 200 --threads 2",
     .run = command_match},
    {.name = "engine",
     .takes = SAY_COMMAND_ENGINE_TAKES,
     .arguments = {&argument_player},
     .arguments_max = 1,
     .summary = SAY_COMMAND_ENGINE,
     .help = SAY_COMMAND_ENGINE_HELP,
     .example = "pond match rribbit engine 'cmd:pond engine level:2'",
     .run = command_engine},
    {.name = "solve",
     .takes = SAY_COMMAND_SOLVE_TAKES,
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_LAYOUT) | BIT(FLAG_ALL) | BIT(FLAG_FROGS) |
              BIT(FLAG_THREADS) | BIT(FLAG_FOLDER) | BIT(FLAG_DRY) | BIT(FLAG_VERIFY) |
              BIT(FLAG_PACK) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_SOLVE,
     .help = SAY_COMMAND_SOLVE_HELP,
     .example = "pond solve rribbit --frogs 5",
     .run = command_solve},
    {.name = "explore",
     .takes = SAY_COMMAND_HINT_TAKES,
     .arguments = {&argument_game, &argument_record},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_SEED) | BIT(FLAG_TIME) |
              BIT(FLAG_NODES) | BIT(FLAG_FOLDER) | BIT(FLAG_COLLECTION) | BIT(FLAG_JSON) |
              BIT(FLAG_PLAIN) | BIT(FLAG_NO_COLOR) | BIT(FLAG_ASCII),
     .summary = SAY_COMMAND_EXPLORE,
     .help = SAY_COMMAND_EXPLORE_HELP,
     .example = "echo moves b1-c3 h7-g5 | pond explore rribbit --json",
     .run = command_explore},
    {.name = "collect",
     .takes = SAY_COMMAND_CHECK_TAKES,
     .arguments = {&argument_record},
     .arguments_min = 1,
     .arguments_max = 1 << 30,
     .flags = BIT(FLAG_DEPTH) | BIT(FLAG_LEAST),
     .summary = SAY_COMMAND_COLLECT,
     .help = SAY_COMMAND_COLLECT_HELP,
     .example = "pond collect games.pond >games.pondplay",
     .run = command_collect},
    {.name = "probe",
     .takes = SAY_COMMAND_GAME_TAKES,
     .arguments = {&argument_game},
     .arguments_min = 1,
     .arguments_max = 1,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_FOLDER) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_PROBE,
     .help = SAY_COMMAND_PROBE_HELP,
     .example = "pond probe rribbit --position '9/8L/5L3/9/9/9/D1LL5 l 0,0'",
     .run = command_probe},
    {.name = "tables",
     .takes = SAY_COMMAND_TABLES_TAKES,
     .arguments = {&argument_tablebase},
     .arguments_max = 1 << 30,
     .flags = BIT(FLAG_FOLDER) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_TABLES,
     .help = SAY_COMMAND_TABLES_HELP,
     .example = "pond tables check",
     .run = command_tables},
    {.name = "puzzles",
     .takes = SAY_COMMAND_PUZZLES_TAKES,
     .arguments = {&argument_game},
     .arguments_min = 2,
     .arguments_max = 2,
     .flags = BIT(FLAG_HOW_MANY) | BIT(FLAG_SEED),
     .summary = SAY_COMMAND_PUZZLES,
     .help = SAY_COMMAND_PUZZLES_HELP,
     .example = "pond puzzles make rribbit --count 5 --seed 1",
     .run = command_puzzles},
    {.name = "perft",
     .takes = SAY_COMMAND_PERFT_TAKES,
     .arguments = {&argument_game, &argument_depth},
     .arguments_min = 2,
     .arguments_max = 2,
     .flags = BIT(FLAG_OPTIONS) | BIT(FLAG_POSITION) | BIT(FLAG_BULK) | BIT(FLAG_JSON),
     .summary = SAY_COMMAND_PERFT,
     .example = "pond perft rribbit 5",
     .run = command_perft},
    {.name = "bench",
     .flags = BIT(FLAG_JSON),
     .summary = SAY_COMMAND_BENCH,
     .help = SAY_COMMAND_BENCH_HELP,
     .example = "pond bench",
     .run = command_bench},
    {.name = "help",
     .group = SAY_HELP_GROUP_HELP,
     .takes = SAY_COMMAND_HELP_TAKES,
     .arguments = {&argument_command},
     .arguments_max = 1,
     .summary = SAY_COMMAND_HELP,
     .example = "pond help random",
     .run = command_help},
    {.name = "version",
     .flags = BIT(FLAG_JSON),
     .summary = SAY_COMMAND_VERSION,
     .example = "pond version",
     .run = command_version},
    {.name = "manual",
     .hidden = true,
     .summary = SAY_COMMAND_MANUAL,
     .example = "pond manual | man -l -",
     .run = command_manual},
    {.name = "completion",
     .takes = SAY_COMMAND_COMPLETION_TAKES,
     .arguments_min = 1,
     .arguments_max = 1,
     .hidden = true,
     .summary = SAY_COMMAND_COMPLETION,
     .example = "pond completion bash",
     .run = command_completion},
    {.name = NULL},
};

static const struct command *command_find(const char *name)
{
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0) return command;
    }
    return NULL;
}

static int complain_command(const struct cli *cli, const char *name)
{
    const char *names[sizeof commands / sizeof commands[0]];
    int count = 0;
    for (const struct command *command = commands; command->name != NULL; command++) {
        if (!command->hidden) names[count++] = command->name;
    }
    names[count] = NULL;
    return complain_meant(cli, EXIT_WRONG_USAGE, SAY_UNKNOWN_COMMAND, name, NULL,
                          closest(name, names));
}

/* ---- Reading the arguments ---- */

static uint64_t flags_of(const struct command *command)
{
    return command->flags | BIT(FLAG_LANG) | BIT(FLAG_HELP);
}

static int complain_flag(const struct cli *cli, const char *word)
{
    const char *names[FLAG_COUNT + 1];
    char bare[64], dashed[72];
    int count = 0;
    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags_of(cli->command) & BIT(i)) != 0) names[count++] = flags[i].name;
    }
    names[count] = NULL;
    snprintf(bare, sizeof bare, "%s", word + strspn(word, "-"));
    bare[strcspn(bare, "=")] = '\0';
    const char *meant = closest(bare, names);
    snprintf(dashed, sizeof dashed, "--%s", meant != NULL ? meant : "");
    return complain_meant(cli, EXIT_WRONG_USAGE, SAY_UNKNOWN_FLAG, word, cli->command->name,
                          meant != NULL ? dashed : NULL);
}

/* A long option that getopt refused: which of ours is it, if any? */
static int flag_named(const struct cli *cli, const char *word)
{
    for (int i = 0; i < FLAG_COUNT; i++) {
        const size_t length = strlen(flags[i].name);
        const bool same = strncmp(word, "--", 2) == 0 &&
                          strncmp(word + 2, flags[i].name, length) == 0 &&
                          (word[2 + length] == '\0' || word[2 + length] == '=');
        if (same && (flags_of(cli->command) & BIT(i)) != 0) return i;
    }
    return -1;
}

/* The word that getopt has just refused: among letters behind one dash it stays at the same word.
 */
static const char *refused_word(char **argv)
{
    const char *last = argv[optind - 1];
    const bool letters = last[0] == '-' && last[1] != '-';
    const bool whole = strncmp(last, "--", 2) == 0 || (letters && strchr(last, optopt) != NULL);
    return whole || argv[optind] == NULL ? last : argv[optind];
}

/* FLAG_COUNT: getopt has refused it. */
static int take_flag(struct cli *cli, int flag, char **argv)
{
    char name[32];
    if (flag == FLAG_COUNT) {
        const char *word = refused_word(argv);
        const int known = flag_named(cli, word);
        if (known < 0) return complain_flag(cli, word);
        snprintf(name, sizeof name, "--%s", flags[known].name);
        return complain(cli, EXIT_WRONG_USAGE,
                        flags[known].value != SAY_NOTHING ? SAY_FLAG_NEEDS_VALUE
                                                          : SAY_FLAG_NO_VALUE,
                        name, NULL);
    }
    snprintf(name, sizeof name, "--%s", flags[flag].name);
    if (cli->given[flag]) return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_TWICE, name, NULL);
    cli->given[flag] = true;
    cli->value[flag] = optarg;
    if (flag != FLAG_LANG) return EXIT_FINE;
    const int language = pond_language_find(optarg, strlen(optarg));
    if (language >= 0) {
        cli->language = (enum pond_language)language;
        return EXIT_FINE;
    }
    char tags[LANGUAGES_LIST_MAX];
    languages_list(tags, sizeof tags, ", ");
    return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_LANG, optarg, tags);
}

/* Only whole names count: getopt's habit of taking beginnings would let scripts break with the next
 * option that begins the same. */
static bool abbreviated(const struct cli *cli, const char *word)
{
    return strncmp(word, "--", 2) == 0 && word[2] != '\0' && flag_named(cli, word) < 0;
}

#define GETOPT_FIRST 256 /* after the characters that getopt answers with, such as ':' and '?' */

static int take_flags(struct cli *cli, int argc, char **argv)
{
    struct option long_options[FLAG_COUNT + 1];
    int count = 0;
    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags_of(cli->command) & BIT(i)) == 0) continue;
        long_options[count++] = (struct option){
            flags[i].name, flags[i].value != SAY_NOTHING ? required_argument : no_argument, NULL,
            GETOPT_FIRST + i};
    }
    long_options[count] = (struct option){0};
    opterr = 0;
    optind = 1;
    for (;;) {
        const int before = optind;
        int flag = getopt_long(argc, argv, ":h", long_options, NULL);
        if (flag < 0) break;
        flag = flag == 'h' ? FLAG_HELP : flag >= GETOPT_FIRST ? flag - GETOPT_FIRST : FLAG_COUNT;
        const char *word = argv[before < optind ? optind - 1 : before];
        if (flag < FLAG_COUNT && optarg == word) word = argv[optind - 2];
        if (flag < FLAG_COUNT && abbreviated(cli, word)) return complain_flag(cli, word);
        const int code = take_flag(cli, flag, argv);
        if (code != EXIT_FINE) return code;
    }
    cli->argument_count = argc - optind;
    cli->arguments = argv + optind;
    return EXIT_FINE;
}

static int run_command(struct cli *cli, int argc, char **argv)
{
    const int code = take_flags(cli, argc, argv);
    if (code != EXIT_FINE) return code;
    const struct command *command = cli->command;
    if (cli->given[FLAG_HELP]) {
        help_command(stdout, command, cli->language);
        return EXIT_FINE;
    }
    if (cli->argument_count < command->arguments_min) {
        return complain(cli, EXIT_WRONG_USAGE, SAY_ARGUMENT_MISSING, command->name,
                        said(cli, command->takes));
    }
    if (cli->argument_count > command->arguments_max) {
        char usage[64];
        const char *wanted = said(cli, command->takes);
        snprintf(usage, sizeof usage, "%s%s%s", command->name, wanted[0] != '\0' ? " " : "",
                 wanted);
        return complain(cli, EXIT_WRONG_USAGE, SAY_ARGUMENT_TOO_MANY, usage,
                        cli->arguments[command->arguments_max]);
    }
    return command->run(cli);
}

/* Before an error about the command: finds a --lang after it. */
static void language_peek(struct cli *cli, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = strncmp(argv[i], "--lang=", 7) == 0 ? argv[i] + 7 : "";
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) value = argv[i + 1];
        const int language = pond_language_find(value, strlen(value));
        if (language >= 0) cli->language = (enum pond_language)language;
    }
}

/* `pond --help`, `pond --version`, and `pond --lang fr COMMAND` work as people expect. */
static int find_command(struct cli *cli, int *argc, char ***argv)
{
    while (*argc > 1 && strncmp((*argv)[1], "--lang", 6) == 0) {
        char *word = (*argv)[1];
        const bool joined = word[6] == '=';
        if (!joined && word[6] != '\0') break;
        cli->command = command_find("help");
        optarg = joined ? word + 7 : (*argv)[2];
        if (optarg == NULL) {
            return complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDS_VALUE, "--lang", NULL);
        }
        const int code = take_flag(cli, FLAG_LANG, *argv);
        if (code != EXIT_FINE) return code;
        cli->given[FLAG_LANG] = false;
        *argc -= joined ? 1 : 2;
        *argv += joined ? 1 : 2;
    }
    const char *name = *argc > 1 ? (*argv)[1] : "serve";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0) name = "version";
    cli->command = command_find(name);
    if (cli->command == NULL) {
        language_peek(cli, *argc, *argv);
        return complain_command(cli, name);
    }
    if (*argc > 1) {
        *argc -= 1;
        *argv += 1;
    }
    return EXIT_FINE;
}

int command_help(struct cli *cli)
{
    if (cli->argument_count == 0) {
        help_overview(stdout, cli->language);
        return EXIT_FINE;
    }
    const struct command *command = command_find(cli->arguments[0]);
    if (command == NULL) return complain_command(cli, cli->arguments[0]);
    help_command(stdout, command, cli->language);
    return EXIT_FINE;
}

int command_version(struct cli *cli)
{
    printf(cli->given[FLAG_JSON] ? "{\"version\":\"%s\"}\n" : "pond %s\n", POND_VERSION);
    return EXIT_FINE;
}

int main(int argc, char **argv)
{
    struct cli cli = {.language = language_of_locale()};
    int code = find_command(&cli, &argc, &argv);
    if (code == EXIT_FINE) code = run_command(&cli, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return complain(&cli, EXIT_BAD_DATA, SAY_OUTPUT, NULL, NULL);
    }
    return code;
}
