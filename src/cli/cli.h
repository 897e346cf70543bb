/* cli.h: what the subcommands of `pond` share: arguments, language, errors, JSON, files, drawing.
 *
 * main.c has the table of subcommands; related ones share a file. */
#ifndef POND_CLI_H
#define POND_CLI_H

#include <stdio.h>

#include "pond/json.h"

enum exit_code { EXIT_FINE = 0, EXIT_BAD_DATA = 1, EXIT_WRONG_USAGE = 2, EXIT_UNPROVEN = 3 };

/* ---- Messages ---- */

enum say {
#define MESSAGE(name, text) SAY_##name,
#include "pond/words/en/cli.def"
#undef MESSAGE
    SAY_COUNT
};

/* ---- Arguments ---- */

enum flag_name {
    FLAG_OPTIONS,
    FLAG_POSITION,
    FLAG_SEED,
    FLAG_GAMES,
    FLAG_LIMIT,
    FLAG_BULK,
    FLAG_TIME,
    FLAG_NODES,
    FLAG_THREADS,
    FLAG_OPENING,
    FLAG_SPRT,
    FLAG_RECORDS,
    FLAG_SVG,
    FLAG_FROGS,
    FLAG_LAYOUT,
    FLAG_ALL,
    FLAG_FOLDER,
    FLAG_DRY,
    FLAG_VERIFY,
    FLAG_PACK,
    FLAG_DEPTH,
    FLAG_LEAST,
    FLAG_COLLECTION,
    FLAG_HOW_MANY,
    FLAG_NUMBER,
    FLAG_DAY,
    FLAG_PUZZLES,
    FLAG_BOARDS,
    FLAG_SEATS,
    FLAG_PRACTICE,
    FLAG_TUTOR,
    FLAG_PLAIN,
    FLAG_FAST,
    FLAG_NO_COLOR,
    FLAG_ASCII,
    FLAG_NAME,
    FLAG_LISTEN,
    FLAG_STORE,
    FLAG_ORIGIN,
    FLAG_EXPLORER,
    FLAG_PROXY,
    FLAG_PROXIES,
    FLAG_HOSTNAME,
    FLAG_TLS,
    FLAG_LOG,
    FLAG_UNLIMITED,
    FLAG_DATABASE_FILE,
    FLAG_MINUTES,
    FLAG_YES,
    FLAG_TABLES,
    FLAG_IDLE,
    FLAG_SECONDS,
    FLAG_PAUSE,
    FLAG_GAME,
    FLAG_VIEWS,
    FLAG_PID,
    FLAG_MARKS,
    FLAG_JSON,
    FLAG_LANG,
    FLAG_HELP,
    FLAG_COUNT
};

#define BIT(flag) (1ull << (flag))

struct flag {
    const char *name; /* without the dashes */
    enum say value;   /* what its value is called; SAY_NOTHING: it takes none */
    enum say help;
};

extern const struct flag flags[FLAG_COUNT];

struct cli {
    const struct command *command;
    enum pond_language language;
    bool given[FLAG_COUNT];
    const char *value[FLAG_COUNT];
    int argument_count; /* what is left besides the flags */
    char **arguments;
};

/* An argument that a usage line names, and what it may be. */
struct argument {
    enum say name, help;
};

#define EXPLAINED_MAX 2

struct command {
    const char *name;
    enum say group; /* the heading above it in the overview; SAY_NOTHING: that of the one before */
    enum say takes; /* the arguments of its usage line, "GAME DEPTH" */
    const struct argument *arguments[EXPLAINED_MAX]; /* those its help explains; NULL: no more */
    int arguments_min, arguments_max;
    uint64_t flags;         /* bits by flag_name; --lang and --help are always there */
    enum say summary, help; /* a line, and paragraphs for its --help */
    const char *example;    /* a line to try */
    bool hidden;
    int (*run)(struct cli *cli);
};

extern const struct command commands[]; /* ends with a NULL name */
extern const struct argument argument_game;

int command_games(struct cli *cli);
int command_play(struct cli *cli);
int command_rules(struct cli *cli);
/* The rules of a game as text, or NULL. */
const char *rules_page(const struct pond_game *game, enum pond_language language);
int command_show(struct cli *cli);
int command_new(struct cli *cli);
int command_random(struct cli *cli);
int command_replay(struct cli *cli);
int command_perft(struct cli *cli);
int command_check(struct cli *cli);
int command_bench(struct cli *cli);
int command_match(struct cli *cli);
int command_engine(struct cli *cli);
int command_hint(struct cli *cli);
int command_analyse(struct cli *cli);
int command_solve(struct cli *cli);
int command_probe(struct cli *cli);
int command_explore(struct cli *cli);
int command_collect(struct cli *cli);
/* What the tablebases know about a state that is not over: the object that `pond probe --json`
 * prints, without a line end. False, and nothing written, if they do not know it. */
struct pond_tables;
bool probe_print(const struct cli *cli, const struct pond_game *game, struct pond_tables *tables,
                 const struct pond_state *state); /* the same for people */
bool probe_json(FILE *out, const struct pond_game *game, struct pond_tables *tables,
                const struct pond_state *state);
/* What a choice of Rrib-bit, or its position, is worth, in words; and a rribbit_value_function that
 * asks the tables. */
struct rribbit_judged;
void probe_tell(const struct cli *cli, const struct rribbit_judged *judged, struct pond_text *out);
bool probe_value(void *tables, const struct pond_state *state, unsigned *value);
int command_tables(struct cli *cli);
int command_learn(struct cli *cli);
int command_puzzle(struct cli *cli);
int command_puzzles(struct cli *cli);
int command_serve(struct cli *cli);
int command_host(struct cli *cli);
int command_join(struct cli *cli);
int command_load(struct cli *cli);
int command_verify(struct cli *cli);
int command_backup(struct cli *cli);
int command_restore(struct cli *cli);
int command_export(struct cli *cli);
int command_help(struct cli *cli);
int command_version(struct cli *cli);
int command_manual(struct cli *cli);
int command_completion(struct cli *cli);

void help_overview(FILE *out, enum pond_language language);
void help_command(FILE *out, const struct command *command, enum pond_language language);

/* ---- Saying things (say.c) ---- */

enum pond_language language_of_locale(void);
const char *said(const struct cli *cli, enum say sentence);
/* Prints a sentence with up to two arguments (NULL for none) and no line end. */
void say(FILE *out, const struct cli *cli, enum say sentence, const char *first,
         const char *second);
/* The same with any number of numbers. */
void say_numbers(FILE *out, const struct cli *cli, enum say sentence, const uint64_t numbers[],
                 int count);
/* One line on standard error that begins with "pond: "; these return the exit code. */
int complain(const struct cli *cli, enum exit_code code, enum say sentence, const char *first,
             const char *second);
/* The same with a word that was perhaps meant (NULL: none). */
int complain_meant(const struct cli *cli, enum exit_code code, enum say sentence, const char *first,
                   const char *second, const char *meant);
/* The library's refusal, after what it is about (an option's name, "file:line"), with a suggestion
 * where a word was mistyped. */
int complain_error(const struct cli *cli, enum exit_code code, const char *about,
                   const struct pond_error *error);
/* The word of a NULL-ended list that is closest to a mistyped one; NULL if none is close. */
const char *closest(const char *word, const char *const candidates[]);
/* A number for people: with a decimal comma in French, and with its sign where `plus`. */
struct decimal {
    char text[32];
};
struct decimal decimal(const struct cli *cli, double number, int digits, bool plus);
/* The same with a percent sign, as the language writes it. */
struct decimal percentage(const struct cli *cli, double number, int digits, bool plus);
/* How many columns a text takes: its characters, not its bytes. */
int columns(const char *text);
/* A text padded with blanks to that many columns, or cut there with an ellipsis. */
void put_padded(FILE *out, const char *text, int width, bool ascii);
/* A text that ends after that many columns, or is longer. */
void put_right(FILE *out, const char *text, int width);
/* Prints a paragraph, broken at spaces, after `indent` columns (help.c). */
void wrap(FILE *out, const char *text, int indent);
/* A move as it is written. */
void move_text(const struct pond_game *game, const struct pond_state *state, int seat,
               pond_move move, char memory[POND_MOVE_TEXT_MAX]);
/* "Player 1 won: a lap ahead (Q7)." */
void say_result(FILE *out, const struct cli *cli, struct pond_result result);

/* ---- Common arguments (arguments.c) ---- */

#define GAMES_LIST_MAX 256
/* The names that GAME may be, of all games that there are. */
void games_list(char *list, size_t size, const char *between);
#define LANGUAGES_LIST_MAX 128
/* The tags that --lang takes. */
void languages_list(char *list, size_t size, const char *between);
/* These return EXIT_FINE or have complained. */
int take_game(const struct cli *cli, const char *name, const struct pond_game **game);
int take_config(const struct cli *cli, const struct pond_game *game, struct pond_config *config);
/* The --options, with the edition that a game's name stands for; "" for none. */
const char *given_options(const struct cli *cli, char memory[POND_OPTIONS_TEXT_MAX]);
int take_number(const struct cli *cli, enum flag_name flag, uint32_t least, uint32_t most,
                uint32_t fallback, uint32_t *number);
/* The --seed, or one from the system's randomness. */
int take_seed(const struct cli *cli, char seed[POND_SEED_MAX + 1]);
int take_position(const struct cli *cli, const struct pond_game *game,
                  const struct pond_config *config, struct pond_state *state);
/* Complains about the first of these flags (bits by flag_name) that is given, with a sentence whose
 * first argument is its name. */
int refuse_flags(const struct cli *cli, uint64_t refused, enum say sentence, const char *second);
/* A file, not a game: it has a dot or a slash in its name. */
bool names_file(const char *word);
/* Is the --folder there, where one is given? */
int check_folder(const struct cli *cli);

/* ---- Files and memory (arguments.c) ---- */

#define LOG_MAX 1000000 /* entries of one game */

/* Memory for the log of a game; ends the program with a sentence where there is none. */
struct pond_entry *log_make(const struct cli *cli);
/* What the system says about a file, in the person's language; only what is likely has words. */
const char *system_reason(const struct cli *cli, int error);
/* What sentences call a file: standard input is <stdin>. */
const char *path_said(const char *path);
/* Reads a whole file ("-": standard input); NULL after a complaint, with errno. The caller frees
 * it. */
char *file_read(const struct cli *cli, const char *path, size_t *length);
void file_sink(void *context, const char *bytes, size_t length); /* a pond_sink; context: FILE * */

/* ---- Records (replay.c) ---- */

/* The games of a file, one after the other. */
struct record_file {
    const struct cli *cli;
    const char *path;
    char *text;
    struct pond_entry *log;
    struct pond_reader reader; /* who wants to see every ply says so here, before the first game */
    struct pond_match match;   /* the game that was read last, */
    struct pond_record record; /* what its record says besides, */
    size_t start;              /* and where that begins in the text */
    int games;                 /* how many were right so far */
    bool failed;               /* the next one is not; `why` says why */
    struct pond_error why;
};

/* False after a complaint, with errno. */
bool record_file_open(struct record_file *file, const struct cli *cli, const char *path);
/* Reads the next game; false at the end, and where it is not right. */
bool record_file_next(struct record_file *file);
/* Once all are read: complains about a game that is not right, or about a file without games;
 * returns EXIT_FINE where there is nothing to complain about. */
int record_file_complain(const struct record_file *file);
void record_file_close(struct record_file *file);

/* ---- JSON (json.c) ---- */

void json_string(FILE *out, const char *text);
/* The line that `pond replay --json` prints for where a match stands. */
void json_ply(FILE *out, const struct pond_match *match, uint32_t ply);
/* The same with the board as data, and with what has happened since the previous line: callers
 * that write several lines keep `told` between them; all zero before the first. */
struct json_told {
    struct pond_state state;
    uint32_t count; /* entries of the log */
};
void json_board(FILE *out, const struct pond_match *match, uint32_t ply, struct json_told *told);

/* ---- Drawing (draw.c) ---- */

/* Draws a complete position for people, with how it ended, or whose turn it is and what they can
 * do. */
void draw_state(FILE *out, const struct cli *cli, const struct pond_game *game,
                const struct pond_state *state, struct pond_result result);
/* The same as some seats see it: with their hands and, if they are to decide, their choices. */
void draw_seats(FILE *out, const struct cli *cli, const struct pond_game *game,
                const struct pond_state *state, struct pond_result result, pond_seats seats);

#endif
