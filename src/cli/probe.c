/* probe.c: `pond probe`: the exact value of every choice in a position, from tablebases. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "rribbit/judge.h"
#include "tables.h"

/* ---- Rrib-bit ---- */

void probe_tell(const struct cli *cli, const struct rribbit_judged *judged, struct pond_text *out)
{
    char digits[16], number[32];
    struct pond_text text = pond_text_in(number, sizeof number);
    const int distance = rribbit_value_distance(judged->value);
    snprintf(digits, sizeof digits, "%d", distance);
    pond_sentence_print(said(cli, SAY_PROBE_PLIES), cli->language, (const char *const[]){digits}, 1,
                        &text);
    const bool won = rribbit_value_won(judged->value);
    enum say value = won ? SAY_PROBE_WON : SAY_PROBE_LOST;
    if (!judged->known)
        value = SAY_PROBE_NOBODY;
    else if (judged->value == 0 || judged->in_time == 0)
        value = SAY_PROBE_DRAWN;
    else if (judged->in_time < 0)
        value = won ? SAY_PROBE_LATE : SAY_PROBE_LATE_LOST;
    pond_sentence_print(said(cli, value), cli->language, (const char *const[]){number}, 1, out);
}

static void judged_print(const struct cli *cli, const struct rribbit_judged *judged)
{
    char memory[200];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    probe_tell(cli, judged, &text);
    fputs(memory, stdout);
}

bool probe_value(void *context, const struct pond_state *state, unsigned *value)
{
    return tables_rribbit_value(context, state, value);
}

static bool rribbit_json(FILE *out, struct pond_tables *tables, const struct pond_state *state)
{
    static struct rribbit_judged judged[POND_MOVES_MAX];
    struct rribbit_judged position;
    const int count = rribbit_choices_judge(probe_value, tables, state, &position, judged);
    if (count < 0) return false;
    struct pond_json json = pond_json_to(file_sink, out);
    rribbit_choices_json(&json, state, &position, judged, count);
    return true;
}

static bool rribbit_print(const struct cli *cli, struct pond_tables *tables,
                          const struct pond_state *state)
{
    static struct rribbit_judged judged[POND_MOVES_MAX];
    char memory[POND_MOVE_TEXT_MAX];
    struct rribbit_judged position;
    const int seat = ((const struct rribbit_state *)state)->side;
    const int count = rribbit_choices_judge(probe_value, tables, state, &position, judged);
    if (count < 0) return false;
    printf("%s ", said(cli, SAY_PROBE_POSITION));
    judged_print(cli, &position);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        move_text(&pond_rribbit, state, seat, judged[i].move, memory);
        printf("  %-12s ", memory);
        judged_print(cli, &judged[i]);
        putchar('\n');
    }
    return true;
}

/* ---- Quibbit ---- */

/* A seat's choices by value for itself, the best first. */
static void seat_sort(const struct quibbit_truth_seat *own, int seat, int order[])
{
    for (int i = 0; i < own->count; i++) {
        int at = i;
        for (; at > 0; at--) {
            const double more = own->value[i] - own->value[order[at - 1]];
            const double likelier = own->probability[i] - own->probability[order[at - 1]];
            const bool same = more < 1e-9 && more > -1e-9;
            if (same ? likelier <= 0 : (seat == 0 ? more < 0 : more > 0)) break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static void seat_print(const struct cli *cli, const struct pond_state *state, int seat,
                       const struct quibbit_truth_seat *own)
{
    int order[QUIBBIT_TRUTH_CHOICES_MAX];
    char memory[POND_MOVE_TEXT_MAX], number[16];
    snprintf(number, sizeof number, "%d", seat + 1);
    say(stdout, cli, SAY_HINT_FOR, number, NULL);
    putchar('\n');
    seat_sort(own, seat, order);
    for (int i = 0; i < own->count; i++) {
        const int at = order[i];
        move_text(&pond_quibbit, state, seat, own->move[at], memory);
        const double value = seat == 0 ? own->value[at] : -own->value[at];
        printf("  %-8s %s", memory, decimal(cli, value, 6, true).text);
        if (own->probability[at] > 0) {
            fputs("  ", stdout);
            say(stdout, cli, SAY_HINT_MIX, decimal(cli, 100 * own->probability[at], 1, false).text,
                NULL);
        }
        putchar('\n');
    }
}

/* What each pair of choices is worth to seat 0, where both decide. */
static void matrix_json(FILE *out, const struct pond_state *state,
                        const struct quibbit_truth *truth)
{
    char memory[POND_MOVE_TEXT_MAX];
    static const char *const names[] = {"rows", "columns"};
    fputs(",\"matrix\":{", out);
    for (int seat = 0; seat < 2; seat++) {
        fprintf(out, "\"%s\":[", names[seat]);
        for (int i = 0; i < truth->seat[seat].count; i++) {
            move_text(&pond_quibbit, state, seat, truth->seat[seat].move[i], memory);
            fprintf(out, "%s\"%s\"", i > 0 ? "," : "", memory);
        }
        fputs("],", out);
    }
    fputs("\"values\":[", out);
    for (int i = 0; i < truth->seat[0].count; i++) {
        fputs(i > 0 ? ",[" : "[", out);
        for (int j = 0; j < truth->seat[1].count; j++) {
            fprintf(out, "%s%.9f", j > 0 ? "," : "", truth->payoff[i][j]);
        }
        putc(']', out);
    }
    fputs("]}", out);
}

static bool quibbit_json(FILE *out, struct pond_tables *tables, const struct pond_state *state)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct quibbit_truth truth;
    double certificate;
    if (!tables_quibbit_truth(tables, state, &truth, &certificate)) return false;
    fprintf(out,
            "{\"value\":%.9f,\"win\":[%.6f,%.6f],\"dummy\":%.6f,\"certificate\":%.3g,"
            "\"seats\":[",
            truth.value, truth.win[0], truth.win[1], truth.dummy, certificate);
    for (int seat = 0, told = 0; seat < 2; seat++) {
        const struct quibbit_truth_seat *own = &truth.seat[seat];
        int order[QUIBBIT_TRUTH_CHOICES_MAX];
        if (own->count == 0) continue;
        seat_sort(own, seat, order);
        fprintf(out, "%s{\"seat\":%d,\"choices\":[", told++ > 0 ? "," : "", seat);
        for (int i = 0; i < own->count; i++) {
            const int at = order[i];
            move_text(&pond_quibbit, state, seat, own->move[at], memory);
            fprintf(out, "%s{\"move\":\"%s\",\"value\":%.9f,\"probability\":%.6f}",
                    i > 0 ? "," : "", memory, seat == 0 ? own->value[at] : -own->value[at],
                    own->probability[at]);
        }
        fputs("]}", out);
    }
    putc(']', out);
    if (truth.seat[0].count > 0 && truth.seat[1].count > 0) matrix_json(out, state, &truth);
    putc('}', out);
    return true;
}

static bool quibbit_print(const struct cli *cli, struct pond_tables *tables,
                          const struct pond_state *state)
{
    struct quibbit_truth truth;
    double certificate;
    if (!tables_quibbit_truth(tables, state, &truth, &certificate)) return false;
    printf("%s %s%s", said(cli, SAY_PROBE_POSITION), decimal(cli, truth.value, 6, true).text,
           said(cli, SAY_COLON));
    say(stdout, cli, SAY_PROBE_CHANCES, decimal(cli, 100 * truth.win[0], 2, false).text,
        decimal(cli, 100 * truth.win[1], 2, false).text);
    say(stdout, cli, SAY_PROBE_DUMMY, decimal(cli, 100 * truth.dummy, 2, false).text, NULL);
    putchar('\n');
    for (int seat = 0; seat < 2; seat++) {
        if (truth.seat[seat].count > 0) seat_print(cli, state, seat, &truth.seat[seat]);
    }
    return true;
}

/* ---- The command ---- */

static const struct exact {
    const struct pond_game *game;
    bool (*print)(const struct cli *cli, struct pond_tables *tables,
                  const struct pond_state *state);
    bool (*json)(FILE *out, struct pond_tables *tables, const struct pond_state *state);
} exacts[] = {{&pond_rribbit, rribbit_print, rribbit_json},
              {&pond_quibbit, quibbit_print, quibbit_json}};

static const struct exact *exact_of(const struct pond_game *game)
{
    for (size_t i = 0; i < sizeof exacts / sizeof exacts[0]; i++) {
        if (exacts[i].game == game) return &exacts[i];
    }
    return NULL;
}

bool probe_json(FILE *out, const struct pond_game *game, struct pond_tables *tables,
                const struct pond_state *state)
{
    const struct exact *exact = exact_of(game);
    return exact != NULL && exact->json(out, tables, state);
}

bool probe_print(const struct cli *cli, const struct pond_game *game, struct pond_tables *tables,
                 const struct pond_state *state)
{
    const struct exact *exact = exact_of(game);
    return exact != NULL && exact->print(cli, tables, state);
}

int command_probe(struct cli *cli)
{
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE && exact_of(game) == NULL) {
        code = complain(cli, EXIT_WRONG_USAGE, SAY_SOLVE_NO_GAME, NULL, NULL);
    }
    if (code == EXIT_FINE) code = take_config(cli, game, &config);
    if (code == EXIT_FINE && !cli->given[FLAG_POSITION]) {
        code = complain(cli, EXIT_WRONG_USAGE, SAY_FLAG_NEEDED, "probe", "--position");
    }
    if (code == EXIT_FINE) code = take_position(cli, game, &config, &state);
    if (code == EXIT_FINE) code = check_folder(cli);
    if (code != EXIT_FINE) return code;
    if (game->result(&state).outcome != POND_GOES_ON) {
        return complain(cli, EXIT_BAD_DATA, SAY_HINT_OVER, NULL, NULL);
    }
    struct pond_tables *tables = pond_tables_open(game, cli->value[FLAG_FOLDER]);
    if (tables == NULL) return complain(cli, EXIT_BAD_DATA, SAY_MEMORY, NULL, NULL);
    const bool json = cli->given[FLAG_JSON];
    const bool known =
        json ? probe_json(stdout, game, tables, &state) : probe_print(cli, game, tables, &state);
    if (known && json) putchar('\n');
    if (!known) code = complain(cli, EXIT_BAD_DATA, SAY_PROBE_UNKNOWN, NULL, NULL);
    pond_tables_close(tables);
    return code;
}
