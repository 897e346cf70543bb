/* solve_rribbit.c: `pond solve rribbit`: makes, reports, verifies and packs small endgames. */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rribbit/verify.h"
#include "solve.h"

#define LEVEL 12      /* of compression: a little more would take far longer */
#define LEVEL_PACK 22 /* as small as possible */
#define THREADS_MAX 64
#define SEARCHES 40 /* of each kind, by each thread */

struct ending {
    int key, other;
};

/* The classes of at most that many frogs, in the order in which they are solved; how many. */
static int endings_list(int frogs, struct ending endings[16])
{
    int count = 0;
    for (int total = RRIBBIT_TABLE_FROGS_MIN; total <= frogs; total++) {
        for (int key = 1; 2 * key <= total; key++) {
            if (!rribbit_class_exists(key, total - key)) continue;
            endings[count++] = (struct ending){key, total - key};
        }
    }
    return count;
}

/* ---- Telling ---- */

static void tally_print(const struct cli *cli, int mover, int waiter,
                        const struct rribbit_tally *tally)
{
    if (cli->given[FLAG_JSON]) {
        printf("{\"mover\":%d,\"waiter\":%d,\"won\":%" PRIu64 ",\"drawn\":%" PRIu64
               ",\"lost\":%" PRIu64 ",\"longest_win\":%d,\"longest_loss\":%d}\n",
               mover, waiter, tally->won, tally->drawn, tally->lost, tally->longest_win,
               tally->longest_loss);
        return;
    }
    printf("%dv%d  %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "  %4d %4d\n", mover, waiter, tally->won,
           tally->drawn, tally->lost, tally->longest_win, tally->longest_loss);
}

static void ending_print(const struct cli *cli, const struct ending *ending,
                         const struct rribbit_tally tally[2])
{
    if (ending->key < ending->other) tally_print(cli, ending->other, ending->key, &tally[1]);
    tally_print(cli, ending->key, ending->other, &tally[0]);
}

/* ---- In memory alone ---- */

static void step_progress(void *context, const struct rribbit_class *class, int half, int distance,
                          int distance_most)
{
    char name[32];
    (void)half, (void)distance_most;
    snprintf(name, sizeof name, "%dv%d: %d", class->other_frogs, class->key_frogs, distance);
    solve_progress(context, name, 0);
}

static int solve_dry(struct solving *solving, bool chain, bool seven, int frogs)
{
    static const enum make_status statuses[] = {[RRIBBIT_SOLVED] = MAKE_DONE,
                                                [RRIBBIT_STOPPED] = MAKE_STOPPED,
                                                [RRIBBIT_NO_MEMORY] = MAKE_NO_MEMORY,
                                                [RRIBBIT_TOO_LONG] = MAKE_TOO_LONG};
    const struct rribbit_solve_settings settings = {.threads = solving->threads,
                                                    .stop = &solve_stopped,
                                                    .context = solving,
                                                    .progress = step_progress};
    struct rribbit_tables tables;
    struct ending endings[16];
    const enum rribbit_solve_status status = rribbit_solve(&tables, chain, seven, frogs, &settings);
    solve_progress_end(solving);
    if (status != RRIBBIT_SOLVED) return solve_status(solving, statuses[status], NULL);
    const int count = endings_list(frogs, endings);
    if (!solving->cli->given[FLAG_JSON]) printf("%s\n", said(solving->cli, SAY_SOLVE_HEAD));
    for (int i = 0; i < count; i++) {
        const struct rribbit_class *class = &tables.classes[endings[i].key][endings[i].other];
        struct rribbit_tally tally[2] = {{0}, {0}};
        for (int half = 0; half < class->halves; half++) {
            rribbit_half_tally(tables.sets, class, half, tally);
        }
        ending_print(solving->cli, &endings[i], tally);
    }
    rribbit_tables_free(&tables);
    if (solving->cli->given[FLAG_JSON]) {
        printf("{\"frogs\":%d,\"seconds\":%.1f}\n", frogs, solve_seconds(solving));
    }
    return EXIT_FINE;
}

/* ---- In files ---- */

struct verifying {
    struct solving *solving;
    const char *name;
};

static void verify_progress(void *context, uint64_t done, uint64_t all)
{
    const struct verifying *verifying = context;
    solve_progress(verifying->solving, verifying->name, (double)done / (double)all);
}

static int wrong_print(const struct cli *cli, const char *name,
                       const struct rribbit_verified *verified)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (verified->missing) return complain(cli, EXIT_BAD_DATA, SAY_PROBE_UNKNOWN, NULL, NULL);
    pond_rribbit.state_print(&verified->state, &text);
    return complain(cli, EXIT_BAD_DATA, SAY_SOLVE_WRONG, name, memory);
}

/* One thread's part of a class. */
struct verify_part {
    pthread_t thread;
    bool started;
    const char *folder;
    struct rribbit_verify verify;
    struct rribbit_verified verified;
};

static void *part_work(void *context)
{
    struct verify_part *part = context;
    struct pond_tables *tables = pond_tables_open(&pond_rribbit, part->folder);
    part->verified.missing = tables == NULL;
    if (tables != NULL) rribbit_verify(&part->verify, tables, &part->verified);
    pond_tables_close(tables);
    return NULL;
}

/* A class in as many parts as there are threads; what they found together. */
static struct rribbit_verified class_verify(const struct solving *solving,
                                            const struct rribbit_verify *verify)
{
    static struct verify_part parts[THREADS_MAX];
    struct rribbit_verified all = {0};
    for (int i = solving->threads - 1; i >= 0; i--) {
        struct verify_part *part = &parts[i];
        *part = (struct verify_part){.folder = solving->folder, .verify = *verify};
        part->verify.part = i;
        part->verify.parts = solving->threads;
        if (i > 0) part->verify.progress = NULL;
        part->started = i > 0 && pthread_create(&part->thread, NULL, part_work, part) == 0;
        if (!part->started) part_work(part);
    }
    for (int i = 0; i < solving->threads; i++) {
        if (parts[i].started) pthread_join(parts[i].thread, NULL);
        const struct rribbit_verified found = parts[i].verified;
        const uint64_t checked = all.checked + found.checked;
        const uint64_t searched = all.searched + found.searched;
        if (!all.wrong && !all.missing) all = found;
        all.checked = checked;
        all.searched = searched;
    }
    return all;
}

static void verified_print(const struct cli *cli, const char *name,
                           const struct rribbit_verified *verified)
{
    char number[32];
    snprintf(number, sizeof number, "%" PRIu64, verified->checked);
    if (cli->given[FLAG_JSON]) {
        printf("{\"class\":\"%s\",\"verified\":%s,\"searched\":%" PRIu64 "}\n", name, number,
               verified->searched);
        return;
    }
    say(stdout, cli, SAY_SOLVE_VERIFIED, name, number);
    putchar('\n');
}

/* Each class by the rules; the folder has all of them. */
static int verify_all(struct solving *solving, bool chain, bool seven, uint64_t samples,
                      const struct ending *endings, int count)
{
    const struct cli *cli = solving->cli;
    int code = EXIT_FINE;
    for (int i = 0; i < count && code == EXIT_FINE; i++) {
        char name[8];
        snprintf(name, sizeof name, "%dv%d", endings[i].other, endings[i].key);
        struct verifying verifying = {solving, name};
        const struct rribbit_verify verify = {.chain = chain,
                                              .seven = seven,
                                              .key_frogs = endings[i].key,
                                              .other_frogs = endings[i].other,
                                              .samples = samples,
                                              .searches = SEARCHES,
                                              .seed = (uint64_t)i << 40,
                                              .stop = &solve_stopped,
                                              .context = &verifying,
                                              .progress = verify_progress};
        const struct rribbit_verified verified = class_verify(solving, &verify);
        if (verified.wrong || verified.missing)
            code = wrong_print(cli, name, &verified);
        else if (solve_stopped)
            code = complain(cli, EXIT_BAD_DATA, SAY_SOLVE_STOPPED, NULL, NULL);
        else
            verified_print(cli, name, &verified);
    }
    return code;
}

/* One file after another, each rewritten as small as possible: what cmake/small.cmake takes. */
static bool pack_add(FILE *out, const struct solving *solving, const struct rribbit_table *table,
                     struct pond_error *why)
{
    char path[4096];
    struct rribbit_tables tables = {.chain = table->chain, .seven = table->seven};
    struct rribbit_class class;
    uint64_t size;
    size_t length;
    snprintf(path, sizeof path, "%s.one", solving->cli->value[FLAG_PACK]);
    if (!rribbit_table_load(table, &class, why)) return false;
    struct table_writer *writer =
        rribbit_file_begin(path, &tables, &class, LEVEL_PACK, solving->threads, why);
    for (int half = 0; writer != NULL && half < class.halves; half++) {
        rribbit_file_half(writer, &class, half);
    }
    bool fine =
        writer != NULL && rribbit_file_end(writer, &tables, &class, table->tally, &size, why);
    rribbit_class_free(&class);
    char *bytes = fine ? file_read(solving->cli, path, &length) : NULL;
    fine = bytes != NULL && fwrite(bytes, 1, length, out) == length;
    free(bytes);
    remove(path);
    return fine;
}

static int folder_tell(struct solving *solving, bool chain, bool seven, int frogs,
                       const struct ending *endings, int count)
{
    const struct cli *cli = solving->cli;
    struct rribbit_sets *sets = rribbit_sets_make(0);
    FILE *pack = cli->given[FLAG_PACK] ? fopen(cli->value[FLAG_PACK], "ab") : NULL;
    struct pond_error why = {0};
    uint64_t bytes = 0, cells = 0;
    bool fine = sets != NULL && (pack != NULL || !cli->given[FLAG_PACK]);
    if (fine && !cli->given[FLAG_JSON]) printf("%s\n", said(cli, SAY_SOLVE_HEAD));
    for (int i = 0; i < count && fine; i++) {
        struct rribbit_table table;
        fine = make_rribbit_open(solving->folder, sets, chain, seven, endings[i].key,
                                 endings[i].other, &table, &why);
        if (!fine) break;
        ending_print(cli, &endings[i], table.tally);
        bytes += table.file.about.file_size;
        cells += table.file.about.cell_count;
        if (pack != NULL) fine = pack_add(pack, solving, &table, &why);
        rribbit_table_close(&table);
    }
    rribbit_sets_free(sets);
    if (pack != NULL && fclose(pack) != 0) fine = false;
    if (!fine && why.word != POND_WORD_NONE) {
        return complain_error(cli, EXIT_BAD_DATA, solving->folder, &why);
    }
    if (!fine) return complain(cli, EXIT_BAD_DATA, SAY_FILE_WRITE, cli->value[FLAG_PACK], NULL);
    if (cli->given[FLAG_JSON]) {
        printf("{\"frogs\":%d,\"seconds\":%.1f,\"cells\":%" PRIu64 ",\"bytes\":%" PRIu64 "}\n",
               frogs, solve_seconds(solving), cells, bytes);
    } else {
        char number[32];
        snprintf(number, sizeof number, "%" PRIu64, bytes);
        say(stdout, cli, SAY_SOLVE_BYTES, number, solving->folder);
        putchar('\n');
    }
    return EXIT_FINE;
}

static int take_verify(const struct cli *cli, uint64_t *samples)
{
    const char *at = cli->value[FLAG_VERIFY];
    uint32_t number = 0;
    *samples = 0;
    if (!cli->given[FLAG_VERIFY] || strcmp(at, "all") == 0) return EXIT_FINE;
    if (pond_read_number(&at, UINT32_MAX, &number) && *at == '\0' && number > 0) {
        *samples = number;
        return EXIT_FINE;
    }
    return complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_VERIFY_WHAT, NULL, NULL);
}

int solve_rribbit(struct solving *solving)
{
    const struct cli *cli = solving->cli;
    uint32_t frogs;
    uint64_t samples;
    struct pond_state start;
    struct ending endings[16];
    struct pond_error why = {0};
    int code =
        take_number(cli, FLAG_FROGS, RRIBBIT_TABLE_FROGS_MIN, RRIBBIT_TABLE_FROGS_MAX, 5, &frogs);
    if (code == EXIT_FINE) code = take_verify(cli, &samples);
    if (code != EXIT_FINE) return code;
    pond_rribbit.setup(&start, solving->config);
    const struct rribbit_state *options = (const struct rribbit_state *)&start;
    const bool chain = options->chain != 0, seven = options->seven != 0;
    if (solving->folder == NULL) return solve_dry(solving, chain, seven, (int)frogs);
    const struct make_settings settings = solve_make_settings(solving, LEVEL);
    const enum make_status status = make_rribbit(chain, seven, (int)frogs, &settings, &why);
    solve_progress_end(solving);
    code = solve_status(solving, status, &why);
    if (code != EXIT_FINE || solving->mute) return code;
    const int count = endings_list((int)frogs, endings);
    if (cli->given[FLAG_VERIFY]) {
        code = verify_all(solving, chain, seven, samples, endings, count);
        if (code != EXIT_FINE) return code;
    }
    return folder_tell(solving, chain, seven, (int)frogs, endings, count);
}
