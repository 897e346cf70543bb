/* explore_screen.c: `pond explore` on a screen: what src/terminal/explore_run.c is told of a
 * position. */
#include <string.h>
#include <unistd.h>

#include "explore.h"
#include "explore_run.h"
#include "rribbit/judge.h"
#include "serve.h"
#include "tables.h"

#define MOVES_MOST 200 /* bytes of moves in a line; the rest is dots */

static void move_add(struct pond_text *out, const struct pond_match *match, int seat,
                     pond_move move, const char *before)
{
    char memory[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    match->game->move_print(&match->state, seat, move, &text);
    if (out->length + text.length < MOVES_MOST) {
        pond_text_string(out, before);
        pond_text_string(out, memory);
    } else if (out->length < MOVES_MOST) {
        pond_text_string(out, " …");
        while (out->length < MOVES_MOST) pond_text_char(out, ' ');
    }
}

/* Choices of one value stand in one line. */
static int rribbit_lines(struct exploring *exploring, int seat, struct explore_line *lines)
{
    static struct rribbit_judged judged[POND_MOVES_MAX];
    struct rribbit_judged position;
    const struct cli *cli = exploring->cli;
    const struct pond_match *match = &exploring->tree.match;
    struct pond_text text = {0};
    char value[200], before[200] = "";
    int told = 0;
    const int count =
        rribbit_choices_judge(probe_value, exploring->tables, &match->state, &position, judged);
    for (int i = 0; i < count; i++) {
        struct pond_text words = pond_text_in(value, sizeof value);
        probe_tell(cli, &judged[i], &words);
        const bool fresh = i == 0 || strcmp(value, before) != 0;
        if (fresh) {
            if (told == EXPLORE_LINES_MAX) break;
            text = pond_text_in(lines[told].text, sizeof lines[told].text);
            lines[told].style = told == 0 ? STYLE_STRONG : STYLE_PLAIN;
            lines[told].move = judged[i].move;
            pond_text_string(&text, value);
            pond_text_string(&text, said(cli, SAY_COLON));
            memcpy(before, value, sizeof before);
            told++;
        }
        move_add(&text, match, seat, judged[i].move, fresh ? "" : " ");
    }
    return told;
}

/* By value, and in brackets how often best play makes a choice. */
static int quibbit_lines(struct exploring *exploring, int seat, struct explore_line *lines)
{
    struct quibbit_truth truth;
    double certificate;
    const struct cli *cli = exploring->cli;
    const struct pond_match *match = &exploring->tree.match;
    int told = 0;
    if (!tables_quibbit_truth(exploring->tables, &match->state, &truth, &certificate)) return 0;
    const struct quibbit_truth_seat *own = &truth.seat[seat];
    for (bool used[QUIBBIT_TRUTH_CHOICES_MAX] = {false}; told < own->count; told++) {
        int best = -1;
        const int sign = seat == 0 ? 1 : -1;
        for (int i = 0; i < own->count; i++) {
            if (!used[i] && (best < 0 || sign * own->value[i] > sign * own->value[best])) best = i;
        }
        if (told == EXPLORE_LINES_MAX) break;
        used[best] = true;
        lines[told].move = own->move[best];
        struct pond_text text = pond_text_in(lines[told].text, sizeof lines[told].text);
        lines[told].style = own->probability[best] > 0 ? STYLE_STRONG : STYLE_PLAIN;
        pond_text_string(&text, decimal(cli, sign * own->value[best], 4, true).text);
        move_add(&text, match, seat, own->move[best], "  ");
        if (own->probability[best] <= 0) continue;
        pond_text_string(&text, "  (");
        pond_text_string(&text, percentage(cli, 100 * own->probability[best], 0, false).text);
        pond_text_string(&text, ")");
    }
    return told;
}

static const struct {
    const struct pond_game *game;
    int (*lines)(struct exploring *exploring, int seat, struct explore_line *lines);
} exacts[] = {{&pond_rribbit, rribbit_lines}, {&pond_quibbit, quibbit_lines}};

static int exact_lines(void *context, int seat, struct explore_line lines[EXPLORE_LINES_MAX])
{
    struct exploring *exploring = context;
    for (size_t i = 0; exploring->tables != NULL && i < sizeof exacts / sizeof exacts[0]; i++) {
        if (exacts[i].game != exploring->tree.match.game) continue;
        return exacts[i].lines(exploring, seat, lines);
    }
    return 0;
}

static int played_lines(void *context, int seat, struct explore_line lines[EXPLORE_LINES_MAX])
{
    struct exploring *exploring = context;
    return explore_games_lines(&exploring->games, exploring->cli, &exploring->tree.match, seat,
                               lines, EXPLORE_LINES_MAX);
}

bool explore_screen(struct exploring *exploring)
{
    static struct terminal_options options;
    const struct cli *cli = exploring->cli;
    struct explore_asked asked = {.tree = &exploring->tree,
                                  .rng = &exploring->rng,
                                  .computer = &exploring->player.computer,
                                  .exact = exact_lines,
                                  .played = played_lines,
                                  .context = exploring,
                                  .file = exploring->file};
    if (cli->given[FLAG_PLAIN] || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    if (cli->given[FLAG_TIME] || cli->given[FLAG_NODES]) asked.limits = exploring->limits;
    take_looks(cli, &options);
    return explore_run(&options, &asked) == TERMINAL_FINE;
}
