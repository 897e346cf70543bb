/* explore_live.c: the engine beside the board. See explore_live.h. */
#include "explore_live.h"

#include <stdlib.h>
#include <string.h>

#include "play.h"

#define LINE_MOVES 6      /* of a line that are told */
#define LINES 3           /* choices that are listed with what follows them */
#define CHOICES 5         /* that are listed where nothing can be said of what follows */
#define LINE_PART 8       /* of a slice's nodes: what the line of another choice may cost */
#define NODES_PART 16     /* of what an analysis takes: the first slice */
#define NODES_GROWTH 3000 /* first slices: where it ends */

/* May a line be told: does one seat move at a time, in the open, without chance? */
static bool has_lines(const struct pond_match *match)
{
    return match->game->weight == NULL && match->game->own_print == NULL;
}

static void think(struct explore_live *live, uint64_t nodes, uint32_t time_ms, pond_move only,
                  struct pond_advice *advice)
{
    const struct computer_limits limits = {
        .nodes = nodes, .time_ms = time_ms, .only = only, .stop = &live->thinker.stop};
    computer_think(live->computer, &live->match, live->seat, 0, &limits, advice);
}

/* What follows a choice, as it is written; its first move is that choice. */
static void line_print(const struct pond_match *match, const struct pond_advice *advice,
                       struct pond_text *out)
{
    struct pond_state state = match->state;
    for (uint32_t i = 0; i < advice->line_count && i < LINE_MOVES; i++) {
        const struct pond_step *step = &advice->line[i];
        if (i > 0) pond_text_char(out, ' ');
        match->game->move_print(&state, step->seat, step->move, out);
        match->game->apply(&state, step->seat, step->move);
    }
}

/* One choice: its value, how often best play makes it if it varies, and what follows. */
static void choice_tell(struct explore_live *live, const struct pond_choice *choice,
                        const struct pond_advice *line, struct explore_line *out)
{
    float value;
    struct pond_text text = pond_text_in(out->text, sizeof out->text);
    out->move = choice->move;
    if (!pond_choice_value(choice, &value)) return;
    pond_text_string(&text, percent_of(live->voice, (double)value).text);
    pond_text_string(&text, "  ");
    if (line != NULL && line->line_count > 0) {
        line_print(&live->match, line, &text);
    } else {
        live->match.game->move_print(&live->match.state, live->seat, choice->move, &text);
    }
    if (choice->probability > 0.02f && choice->probability < 0.98f) {
        tell1(&text, live->voice, TELL_EXPLORE_MIX,
              percent_of(live->voice, (double)choice->probability).text);
    }
}

/* Tells what a slice has found; the lines of other choices take a little more thought. */
static void found_tell(struct explore_live *live, const struct pond_advice *advice, uint64_t nodes)
{
    static struct pond_advice other; /* one screen, one engine */
    struct explore_found found = {.depth = advice->depth};
    const bool lines = has_lines(&live->match);
    for (uint32_t i = 0; i < advice->choice_count; i++) {
        const struct pond_choice *choice = &advice->choices[i];
        const struct pond_advice *line = NULL;
        float value;
        if (found.line_count == (lines ? LINES : CHOICES)) break;
        if (!pond_choice_value(choice, &value)) continue;
        if (lines && advice->line_count > 0 && advice->line[0].move == choice->move) {
            line = advice;
        } else if (lines && !live->thinker.stop) {
            think(live, nodes / LINE_PART + 1, 0, choice->move, &other);
            if (other.line_count > 0 && other.line[0].move == choice->move) line = &other;
        }
        found.lines[found.line_count].style = found.line_count == 0 ? STYLE_STRONG : STYLE_PLAIN;
        choice_tell(live, choice, line, &found.lines[found.line_count++]);
    }
    pthread_mutex_lock(&live->thinker.lock);
    found.nodes = live->found.nodes + advice->nodes;
    live->found = found;
    pthread_mutex_unlock(&live->thinker.lock);
}

/* Slices grow: the first is soon there, and each goes on where the one before has left the engine's
 * memory. */
static void look_on(struct thinker *thinker, void *context)
{
    static struct pond_advice advice;
    struct explore_live *live = context;
    const struct pond_match *match = &live->match;
    const uint64_t most = live->limits.nodes,
                   whole = pond_analysis_nodes(match->game, match->seat_count);
    const uint64_t begun_ms = computer_clock_ms();
    const uint64_t first = most > 0 ? most : whole / NODES_PART + 1;
    for (uint64_t nodes = first; nodes <= first * NODES_GROWTH; nodes += nodes / 2 + 1) {
        const uint64_t spent_ms = computer_clock_ms() - begun_ms;
        uint32_t time_ms = 0;
        if (live->limits.time_ms > 0) {
            if (spent_ms >= live->limits.time_ms) return;
            time_ms = live->limits.time_ms - (uint32_t)spent_ms;
        }
        think(live, nodes, time_ms, 0, &advice);
        if (thinker->stop) return;
        found_tell(live, &advice, nodes);
        if (thinker->stop || advice.exact || most > 0) return;
    }
}

bool explore_live_open(struct explore_live *live, const struct voice *voice,
                       const struct explore_asked *asked)
{
    memset(live, 0, sizeof *live);
    live->log = malloc(PLAY_LOG_MAX * sizeof *live->log);
    if (live->log == NULL) return false;
    live->voice = voice;
    live->computer = asked->computer;
    live->limits = asked->limits;
    thinker_open(&live->thinker);
    live->open = true;
    return true;
}

void explore_live_close(struct explore_live *live)
{
    if (!live->open) return;
    thinker_close(&live->thinker);
    free(live->log);
    live->open = false;
}

void explore_live_look(struct explore_live *live, const struct pond_match *match, int seat)
{
    explore_live_stop(live);
    if (pond_match_entries(match) >= PLAY_LOG_MAX) return;
    pond_match_copy(match, &live->match, live->log, PLAY_LOG_MAX);
    live->seat = seat;
    thinker_start(&live->thinker, look_on, live);
}

void explore_live_stop(struct explore_live *live)
{
    thinker_stop(&live->thinker);
    live->found.line_count = 0;
    live->found.nodes = 0;
}

bool explore_live_found(struct explore_live *live, struct explore_found *found)
{
    thinker_collect(&live->thinker);
    pthread_mutex_lock(&live->thinker.lock);
    *found = live->found;
    pthread_mutex_unlock(&live->thinker.lock);
    return thinker_busy(&live->thinker);
}
