/* probe.c: `pond probe`: what every choice in a position is truly worth, from the tables. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tables.h"

static void move_text(const struct pond_game *game, const struct pond_state *state, int seat,
                      pond_move move, char memory[POND_MOVE_TEXT_MAX])
{
    struct pond_text text = pond_text_in(memory, POND_MOVE_TEXT_MAX);
    game->move_print(state, seat, move, &text);
}

/* ---- Rrib-bit ---- */

/* A choice, or the position itself: its value for the seat on turn. */
struct judged {
    pond_move move;
    bool known;
    unsigned value; /* the turn itself counted */
    int in_time;    /* see rribbit_in_time */
};

static int judged_rank(const struct judged *judged)
{
    const int distance = rribbit_value_distance(judged->value);
    if (!judged->known) return 0;
    if (judged->value == 0 || judged->in_time == 0) return 1;
    return rribbit_value_won(judged->value) ? 100000 - distance : distance - 100000;
}

static int judged_order(const void *one, const void *other)
{
    const struct judged *a = one, *b = other;
    const int by_rank = judged_rank(b) - judged_rank(a);
    return by_rank != 0 ? by_rank : a->move < b->move ? -1 : a->move > b->move;
}

static struct judged judge(struct pond_tables *tables, const struct pond_state *state, int seat,
                           pond_move move)
{
    struct judged judged = {.move = move, .known = true, .in_time = 1};
    struct pond_state after = *state;
    unsigned next;
    pond_rribbit.apply(&after, seat, move);
    const struct pond_result result = pond_rribbit.result(&after);
    if (result.outcome == POND_WON) {
        judged.value = result.seat == seat ? 1 : RRIBBIT_LOST + 1;
    } else if (result.outcome == POND_GOES_ON) {
        judged.known = tables_rribbit_value(tables, &after, &next);
        if (!judged.known) return judged;
        judged.in_time = rribbit_in_time(&after, next);
        const unsigned distance = (unsigned)rribbit_value_distance(next) + 1;
        judged.value = rribbit_value_lost(next)  ? distance
                       : rribbit_value_won(next) ? RRIBBIT_LOST + distance
                                                 : 0;
    }
    return judged;
}

static void judged_json(const struct judged *judged)
{
    static const char *const late[] = {"unknown", "drawn"};
    const char *outcome = !judged->known                     ? "unknown"
                          : judged->value == 0               ? "drawn"
                          : judged->in_time < 1              ? late[judged->in_time + 1]
                          : rribbit_value_won(judged->value) ? "won"
                                                             : "lost";
    printf("\"value\":\"%s\"", outcome);
    if (!judged->known || judged->value == 0) return;
    printf(",\"distance\":%d", rribbit_value_distance(judged->value));
    if (judged->in_time < 1) {
        printf(",\"without_count\":\"%s\"", rribbit_value_won(judged->value) ? "won" : "lost");
    }
}

static void judged_print(const struct cli *cli, const struct judged *judged)
{
    char digits[16], number[32];
    struct pond_text text = pond_text_in(number, sizeof number);
    const int distance = rribbit_value_distance(judged->value);
    snprintf(digits, sizeof digits, "%d", distance);
    pond_sentence_print(said(cli, SAY_PROBE_PLIES), cli->language, (const char *const[]){digits}, 1,
                        &text);
    const bool won = rribbit_value_won(judged->value);
    if (!judged->known)
        say(stdout, cli, SAY_PROBE_NOBODY, NULL, NULL);
    else if (judged->value == 0 || judged->in_time == 0)
        say(stdout, cli, SAY_PROBE_DRAWN, NULL, NULL);
    else if (judged->in_time < 0)
        say(stdout, cli, won ? SAY_PROBE_LATE : SAY_PROBE_LATE_LOST, number, NULL);
    else
        say(stdout, cli, won ? SAY_PROBE_WON : SAY_PROBE_LOST, number, NULL);
}

static int probe_rribbit(const struct cli *cli, struct pond_tables *tables,
                         const struct pond_state *state)
{
    static pond_move moves[POND_MOVES_MAX];
    static struct judged judged[POND_MOVES_MAX];
    char memory[POND_MOVE_TEXT_MAX];
    const int seat = ((const struct rribbit_state *)state)->side;
    struct judged position = {.known = true};
    const int count = pond_rribbit.moves(state, seat, moves);
    position.known = tables_rribbit_value(tables, state, &position.value);
    if (position.known) position.in_time = rribbit_in_time(state, position.value);
    bool any = position.known;
    for (int i = 0; i < count; i++) {
        judged[i] = judge(tables, state, seat, moves[i]);
        any = any || (judged[i].known && judged[i].value != 0);
    }
    if (!any) return complain(cli, EXIT_BAD_DATA, SAY_PROBE_UNKNOWN, NULL, NULL);
    qsort(judged, (size_t)count, sizeof judged[0], judged_order);
    const bool json = cli->given[FLAG_JSON];
    if (json) {
        printf("{\"seat\":%d,", seat);
        judged_json(&position);
        fputs(",\"choices\":[", stdout);
    } else {
        printf("%s ", said(cli, SAY_PROBE_POSITION));
        judged_print(cli, &position);
        putchar('\n');
    }
    for (int i = 0; i < count; i++) {
        move_text(&pond_rribbit, state, seat, judged[i].move, memory);
        printf(json ? "%s{\"move\":\"%s\"," : "%s  %-12s ", json && i > 0 ? "," : "", memory);
        if (json)
            judged_json(&judged[i]);
        else
            judged_print(cli, &judged[i]);
        putchar(json ? '}' : '\n');
    }
    if (json) puts("]}");
    return EXIT_FINE;
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

static void truth_json(const struct pond_state *state, const struct quibbit_truth *truth,
                       double certificate)
{
    char memory[POND_MOVE_TEXT_MAX];
    printf("{\"value\":%.9f,\"win\":[%.6f,%.6f],\"dummy\":%.6f,\"certificate\":%.3g,\"seats\":[",
           truth->value, truth->win[0], truth->win[1], truth->dummy, certificate);
    for (int seat = 0, told = 0; seat < 2; seat++) {
        const struct quibbit_truth_seat *own = &truth->seat[seat];
        int order[QUIBBIT_TRUTH_CHOICES_MAX];
        if (own->count == 0) continue;
        seat_sort(own, seat, order);
        printf("%s{\"seat\":%d,\"choices\":[", told++ > 0 ? "," : "", seat);
        for (int i = 0; i < own->count; i++) {
            const int at = order[i];
            move_text(&pond_quibbit, state, seat, own->move[at], memory);
            printf("%s{\"move\":\"%s\",\"value\":%.9f,\"probability\":%.6f}", i > 0 ? "," : "",
                   memory, seat == 0 ? own->value[at] : -own->value[at], own->probability[at]);
        }
        fputs("]}", stdout);
    }
    puts("]}");
}

static int probe_quibbit(const struct cli *cli, struct pond_tables *tables,
                         const struct pond_state *state)
{
    struct quibbit_truth truth;
    double certificate;
    if (!tables_quibbit_truth(tables, state, &truth, &certificate)) {
        return complain(cli, EXIT_BAD_DATA, SAY_PROBE_UNKNOWN, NULL, NULL);
    }
    if (cli->given[FLAG_JSON]) {
        truth_json(state, &truth, certificate);
        return EXIT_FINE;
    }
    printf("%s %s%s", said(cli, SAY_PROBE_POSITION), decimal(cli, truth.value, 6, true).text,
           said(cli, SAY_COLON));
    say(stdout, cli, SAY_PROBE_CHANCES, decimal(cli, 100 * truth.win[0], 2, false).text,
        decimal(cli, 100 * truth.win[1], 2, false).text);
    say(stdout, cli, SAY_PROBE_DUMMY, decimal(cli, 100 * truth.dummy, 2, false).text, NULL);
    putchar('\n');
    for (int seat = 0; seat < 2; seat++) {
        if (truth.seat[seat].count > 0) seat_print(cli, state, seat, &truth.seat[seat]);
    }
    return EXIT_FINE;
}

/* ---- The command ---- */

static const struct {
    const struct pond_game *game;
    int (*probe)(const struct cli *cli, struct pond_tables *tables, const struct pond_state *state);
} probes[] = {{&pond_rribbit, probe_rribbit}, {&pond_quibbit, probe_quibbit}};

int command_probe(struct cli *cli)
{
    size_t kind = 0;
    const struct pond_game *game;
    struct pond_config config;
    struct pond_state state;
    int code = take_game(cli, cli->arguments[0], &game);
    if (code == EXIT_FINE) {
        while (kind < sizeof probes / sizeof probes[0] && probes[kind].game != game) kind++;
    }
    if (code == EXIT_FINE && kind == sizeof probes / sizeof probes[0]) {
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
    code = probes[kind].probe(cli, tables, &state);
    pond_tables_close(tables);
    return code;
}
