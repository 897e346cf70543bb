/* solve_quibbit.c: `pond solve quibbit`: solves one ring or all of them, and reports. */
#include <inttypes.h>
#include <string.h>

#include "quibbit/three.h"
#include "solve.h"

#define LEVEL 3 /* of compression: most of what remains is noise */
#define CACHE_BYTES ((size_t)32 << 20)

/* A solution, from memory or from a file. */
struct told {
    struct quibbit_opening opening;
    double certificate;      /* of the solution */
    double certificate_file; /* of play by the file; 0: there is none */
    uint64_t states, mixed, decided, bytes;
};

/* ---- Telling ---- */

static void told_json(const struct told *told, const char *ring, double seconds)
{
    printf("{\"layout\":\"%s\",\"value\":%.12f,\"tiles\":[", ring, told->opening.game);
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        const int answer = told->opening.answer[tile];
        printf("%s{\"tile\":%d,\"back\":%.12f,\"front\":%.12f,\"answer\":\"%s\",\"dummy\":%.6f,"
               "\"dummy_back\":%.6f,\"dummy_front\":%.6f}",
               tile > 0 ? "," : "", tile, told->opening.value[tile][0],
               told->opening.value[tile][1], answer ? "front" : "back",
               told->opening.dummy[tile][answer], told->opening.dummy[tile][0],
               told->opening.dummy[tile][1]);
    }
    printf("],\"best\":%d,\"worst\":%d,\"certificate\":%.3g,", told->opening.tile_best,
           told->opening.tile_worst, told->certificate);
    if (told->certificate_file > 0) printf("\"certificate_file\":%.3g,", told->certificate_file);
    printf("\"states\":%" PRIu64 ",\"mixed\":%" PRIu64 ",\"decided\":%" PRIu64
           ",\"seconds\":%.1f,\"bytes\":%" PRIu64 "}\n",
           told->states, told->mixed, told->decided, seconds, told->bytes);
    fflush(stdout);
}

static void told_print(const struct solving *solving, const struct told *told)
{
    const struct cli *cli = solving->cli;
    const struct quibbit_opening *opening = &told->opening;
    char text[2][32];
    snprintf(text[1], sizeof text[1], "%.2g", told->certificate);
    say(stdout, cli, SAY_SOLVE_VALUE, decimal(cli, opening->game, 6, true).text, text[1]);
    putchar('\n');
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        const int answer = opening->answer[tile];
        printf("  @%-3d %-6s %s%s\n", tile, answer ? "front" : "back",
               decimal(cli, opening->value[tile][answer], 6, true).text,
               tile == opening->tile_best    ? "  +"
               : tile == opening->tile_worst ? "  -"
                                             : "");
    }
    snprintf(text[0], sizeof text[0], "%" PRIu64, told->states);
    say(stdout, cli, SAY_SOLVE_STATES, text[0],
        decimal(cli, solve_seconds(solving), 1, false).text);
    putchar('\n');
    const double mixed = 100 * (double)told->mixed / (double)told->states;
    say(stdout, cli, SAY_SOLVE_MIXED, decimal(cli, mixed, 1, false).text, NULL);
    putchar('\n');
    if (told->certificate_file <= 0) return;
    snprintf(text[0], sizeof text[0], "%" PRIu64, told->bytes);
    snprintf(text[1], sizeof text[1], "%.2g", told->certificate_file);
    say(stdout, cli, SAY_SOLVE_BYTES, text[0], solving->folder);
    fputs(", ", stdout);
    say(stdout, cli, SAY_SOLVE_FILE_CERTIFICATE, text[1], NULL);
    putchar('\n');
}

static void tell(const struct solving *solving, const struct pond_config *config,
                 const struct told *told)
{
    char ring[QUIBBIT_RING + 1] = "";
    struct pond_text text = pond_text_in(ring, sizeof ring);
    struct pond_state start;
    uint8_t kind[QUIBBIT_RING];
    char colors[QUIBBIT_TRIO + 1] = "";
    pond_quibbit.setup(&start, config);
    const struct quibbit_state *game = quibbit_state_of(&start);
    for (int frog = 0; frog < QUIBBIT_TRIO; frog++) colors[frog] = "RGYB"[game->color[frog]];
    for (int tile = 0; tile < QUIBBIT_RING; tile++) {
        kind[tile] = (uint8_t)quibbit_tile_kind(game, tile);
    }
    quibbit_layout_print(kind, colors, &text);
    if (solving->cli->given[FLAG_JSON]) {
        told_json(told, ring, solve_seconds(solving));
    } else {
        if (solving->cli->given[FLAG_ALL]) printf("%s\n", ring);
        told_print(solving, told);
    }
}

/* ---- In memory alone ---- */

static bool dry_progress(void *context, const struct quibbit_progress *progress)
{
    struct solving *solving = context;
    char number[32] = "";
    if (solving->rings > 1) {
        snprintf(number, sizeof number, "%d/%d", solving->rings_done + 1, solving->rings);
    }
    solve_progress(solving, number, (solving->rings_done + progress->done) / solving->rings);
    return !solve_stopped;
}

static int solve_dry(struct solving *solving, const struct pond_config *config)
{
    const struct quibbit_solve_settings settings = {
        .threads = solving->threads, .context = solving, .progress = dry_progress};
    enum quibbit_solve_status status;
    struct told told = {0};
    struct quibbit_solution *solution = quibbit_solve(config, &settings, &status);
    solve_progress_end(solving);
    if (solution == NULL) {
        return solve_status(solving, status == QUIBBIT_STOPPED ? MAKE_STOPPED : MAKE_NO_MEMORY,
                            NULL);
    }
    struct quibbit_summary summary;
    quibbit_solution_summary(solution, &summary);
    if (quibbit_solution_opening(solution, config, &told.opening)) {
        told.certificate = summary.certificate;
        told.states = summary.states;
        told.mixed = summary.mixed;
        told.decided = summary.decided;
        told.bytes = summary.bytes;
        tell(solving, config, &told);
    }
    quibbit_solution_free(solution);
    return EXIT_FINE;
}

/* ---- In files ---- */

static int file_tell(const struct solving *solving, const struct pond_config *config,
                     const struct quibbit_ring_rules *rules, int layout)
{
    struct quibbit_ring_table table;
    struct quibbit_reader reader;
    struct pond_error why;
    struct told told = {0};
    struct table_cache *cache = table_cache_new(CACHE_BYTES);
    if (cache == NULL) return complain(solving->cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    if (!make_quibbit_open(solving->folder, rules, layout, &table, &why)) {
        table_cache_free(cache);
        return complain_error(solving->cli, EXIT_BAD_DATA, solving->folder, &why);
    }
    bool fine = quibbit_reader_open(&reader, &table, cache, 0);
    fine =
        fine && quibbit_solution_opening(reader.solution, config, &told.opening) && !reader.damaged;
    told.certificate = table.certificate_solved;
    told.certificate_file = table.certificate;
    told.states = table.states;
    told.mixed = table.mixed;
    told.decided = table.decided;
    told.bytes = table.file.about.file_size;
    if (fine) tell(solving, config, &told);
    quibbit_reader_close(&reader);
    quibbit_ring_table_close(&table);
    table_cache_free(cache);
    if (fine) return EXIT_FINE;
    pond_refuse(&why, POND_WORD_TABLE_DAMAGED);
    return complain_error(solving->cli, EXIT_BAD_DATA, solving->folder, &why);
}

static int solve_rings(struct solving *solving, const struct quibbit_ring_rules *rules, int first,
                       int end)
{
    struct pond_error why = {0};
    struct pond_config config;
    int code = EXIT_FINE;
    if (solving->folder != NULL) {
        const struct make_settings settings = solve_make_settings(solving, LEVEL);
        const enum make_status status = make_quibbit(rules, first, end, &settings, &why);
        solve_progress_end(solving);
        code = solve_status(solving, status, &why);
    }
    solving->rings = end - first;
    for (int layout = first; layout < end && code == EXIT_FINE && !solving->mute; layout++) {
        solving->rings_done = layout - first;
        quibbit_config_of(rules, layout, &config);
        const struct pond_config *ring = end - first > 1 ? &config : solving->config;
        code = solving->folder != NULL ? file_tell(solving, ring, rules, layout)
                                       : solve_dry(solving, ring);
    }
    return code;
}

int solve_quibbit(struct solving *solving)
{
    struct pond_state start;
    if (pond_quibbit.seats(solving->config) == THREE_SEATS) return solve_three(solving);
    pond_quibbit.setup(&start, solving->config);
    const struct quibbit_ring_rules rules = quibbit_rules_of(&start);
    if (solving->cli->given[FLAG_ALL]) return solve_rings(solving, &rules, 0, QUIBBIT_LAYOUTS);
    const int layout = quibbit_layout_of(&start);
    if (layout < 0) {
        return complain(solving->cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
    }
    return solve_rings(solving, &rules, layout, layout + 1);
}
