/* analyse_text.c: an analysis for people: a line for each decision, the chances as a graph, and the
 * totals. */
#include <string.h>

#include "analyse.h"
#include "pond/quibbit.h"
#include "voice.h"

#define LINE_COLUMNS 80
#define NAME_COLUMNS 10
#define MOVE_COLUMNS 11
#define GRAPH_ROWS 8      /* of a graph of two sides */
#define GRAPH_ROWS_MANY 3 /* of each seat's, where they are many */

void analysis_add(struct analysis *analysis, const struct analysed *item)
{
    if (item->moment.kind == POND_MOMENT_DECISION) {
        pond_totals_judgement(&analysis->totals, &item->judgement);
    } else if (item->moment.kind == POND_MOMENT_CHANCE) {
        pond_totals_luck(&analysis->totals, &item->luck);
    }
}

/* ---- Names ---- */

static enum say rribbit_seat(const struct pond_match *match, int seat)
{
    (void)match;
    return seat == 0 ? SAY_SEAT_LIGHT : SAY_SEAT_DARK;
}

static enum say quibbit_seat(const struct pond_match *match, int seat)
{
    static const enum say colors[] = {SAY_SEAT_RED, SAY_SEAT_GREEN, SAY_SEAT_YELLOW, SAY_SEAT_BLUE};
    return colors[quibbit_state_of(&match->start)->color[seat]];
}

/* What the seats of a game are called where the record has no names; others are numbered. */
static enum say side_of(const struct pond_match *match, int seat)
{
    static const struct {
        const struct pond_game *game;
        enum say (*name)(const struct pond_match *match, int seat);
    } sides[] = {{&pond_rribbit, rribbit_seat}, {&pond_quibbit, quibbit_seat}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        if (sides[i].game == match->game) return sides[i].name(match, seat);
    }
    return SAY_NOTHING;
}

bool two_sides(const struct pond_game *game) { return game->record_style == POND_RECORD_PAIRS; }

void seat_name(const struct cli *cli, const struct pond_match *match,
               const struct pond_record *record, int seat, char *out, size_t size)
{
    char number[16];
    struct pond_text text = pond_text_in(out, size);
    const enum say side = side_of(match, seat);
    if (record->name[seat][0] != '\0') {
        pond_text_string(&text, record->name[seat]);
    } else if (side != SAY_NOTHING) {
        pond_text_string(&text, said(cli, side));
    } else {
        snprintf(number, sizeof number, "%d", seat + 1);
        pond_sentence_print(said(cli, SAY_PLAYER), cli->language, (const char *const[]){number}, 1,
                            &text);
    }
}

static bool plain(const struct cli *cli) { return cli->given[FLAG_ASCII] || !locale_has_utf8(); }

/* ---- Moments ---- */

/* Options have no blanks: where a line is full they go on after a comma. */
static void put_options(const char *options)
{
    int used = 0;
    while (*options != '\0') {
        size_t length = strcspn(options, ",");
        if (options[length] == ',') length++;
        if (used > 0 && used + (int)length > LINE_COLUMNS) {
            putchar('\n');
            used = 0;
        }
        fwrite(options, 1, length, stdout);
        used += (int)length;
        options += length;
    }
    putchar('\n');
}

void analysis_head(const struct cli *cli, const struct analysis *analysis)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_config_print(analysis->match->game, &analysis->match->config, &text);
    puts(analysis->match->game->title);
    put_options(memory);
    if (analysis->nodes > 0) {
        char number[24];
        snprintf(number, sizeof number, "%llu", (unsigned long long)analysis->nodes);
        say(stdout, cli, SAY_ANALYSE_NODES, number, NULL);
        putchar('\n');
    }
    putchar('\n');
}

static void say_better(const struct cli *cli, const struct pond_moment *moment,
                       const struct pond_worth *worth, enum say sentence)
{
    char memory[POND_MOVE_TEXT_MAX], value[16];
    move_text(moment->match->game, &moment->state, moment->seat, worth->best_move, memory);
    snprintf(value, sizeof value, "%.0f", 100 * (double)worth->best);
    fputs("  ", stdout);
    say(stdout, cli, sentence, memory, value);
}

static void facts_tell(const struct cli *cli, const struct pond_moment *moment,
                       const struct pond_judgement *judgement)
{
    char memory[256], move[POND_MOVE_TEXT_MAX];
    /* About what was right, one word is enough; what was nearly right needs none. */
    uint32_t count = judgement->fact_count;
    if (judgement->grade == POND_CLASS_FINE) count = 0;
    if (judgement->grade <= POND_CLASS_BEST && count > 1) count = 1;
    move_text(moment->match->game, &moment->state, moment->seat, judgement->known.best_move, move);
    for (uint32_t i = 0; i < count; i++) {
        const struct pond_fact *fact = &judgement->facts[i];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_fact_print(fact, cli->language, &text);
        printf("        %s%s%s\n", fact->better ? move : "", fact->better ? " " : "", memory);
    }
}

static void decision_tell(const struct cli *cli, const struct analysis *analysis,
                          const struct analysed *item)
{
    const struct pond_moment *moment = &item->moment;
    const struct pond_judgement *judgement = &item->judgement;
    const enum pond_class class = (enum pond_class)judgement->grade;
    char name[POND_NAME_MAX + 1], move[POND_MOVE_TEXT_MAX];
    seat_name(cli, analysis->match, analysis->record, moment->seat, name, sizeof name);
    move_text(moment->match->game, &moment->state, moment->seat, moment->move, move);
    printf("%4u. ", moment->turn);
    put_padded(stdout, name, NAME_COLUMNS, plain(cli));
    putchar(' ');
    printf("%-*s", MOVE_COLUMNS, move); /* a long chain of leaps is shown whole */
    printf(" %-2s ", pond_class_sign(class));
    put_padded(stdout, pond_fact_word(pond_class_word(class), cli->language), 11, plain(cli));
    if (class == POND_CLASS_FORCED) {
        putchar('\n');
        facts_tell(cli, moment, judgement);
        return;
    }
    put_right(stdout, percentage(cli, 100 * (double)judgement->known.played, 1, false).text, 8);
    if (class > POND_CLASS_BEST) {
        printf(" %5s", decimal(cli, -100 * (double)judgement->known.cost, 1, true).text);
        say_better(cli, moment, &judgement->known, SAY_ANALYSE_BETTER);
        if (judgement->exact) fputs("\n      ", stdout); /* beside it there is no room */
    }
    if (judgement->exact) printf("  (%s)", said(cli, SAY_ANALYSE_PROVEN));
    putchar('\n');
    facts_tell(cli, moment, judgement);
    if (judgement->has_open && judgement->open.cost >= POND_COST_INACCURACY &&
        judgement->open.best_move != judgement->known.best_move) {
        fputs("      ", stdout);
        say_better(cli, moment, &judgement->open, SAY_ANALYSE_BETTER_OPEN);
        putchar('\n');
    }
}

static void chance_tell(const struct cli *cli, const struct analysis *analysis,
                        const struct analysed *item)
{
    const struct pond_match *match = analysis->match;
    char name[POND_NAME_MAX + 1];
    struct pond_state state = item->moment.state;
    if (!luck_is_known(item)) return;
    fputs("      <", stdout);
    for (uint32_t i = 0; i < item->moment.entry_count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        const pond_move outcome = pond_match_entry(match, item->moment.entry + i)->move;
        match->game->move_print(&state, POND_CHANCE, outcome, &text);
        fputs(memory, stdout);
        match->game->apply(&state, POND_CHANCE, outcome);
    }
    printf(">  %s%s", said(cli, SAY_ANALYSE_LUCK), said(cli, SAY_COLON));
    for (int seat = 0; seat < match->seat_count; seat++) {
        seat_name(cli, match, analysis->record, seat, name, sizeof name);
        const double luck = 100 * (double)item->luck.luck[seat];
        printf("%s%s %s", seat > 0 ? ", " : "", name,
               decimal(cli, luck > -0.05 && luck < 0 ? 0 : luck, 1, true).text);
    }
    putchar('\n');
}

void analysis_tell(const struct cli *cli, const struct analysis *analysis,
                   const struct analysed *item)
{
    char memory[POND_WORD_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct pond_entry *entry = item->moment.kind == POND_MOMENT_EVENT
                                         ? pond_match_entry(analysis->match, item->moment.entry)
                                         : NULL;
    switch ((enum pond_moment_kind)item->moment.kind) {
    case POND_MOMENT_DECISION: decision_tell(cli, analysis, item); break;
    case POND_MOMENT_CHANCE: chance_tell(cli, analysis, item); break;
    case POND_MOMENT_EVENT:
        pond_event_print(entry, &text);
        printf("      %s", memory);
        if (entry->kind == POND_ENTRY_TAKEBACK) {
            printf("  (%s)", said(cli, SAY_ANALYSE_TAKEN_BACK));
        }
        putchar('\n');
        break;
    case POND_MOMENT_END:
        if (pond_match_over(analysis->match) ||
            analysis->record->result.outcome == POND_UNFINISHED) {
            putchar('\n');
            say_result(stdout, cli, analysis->record->result);
            putchar('\n');
        }
        break;
    }
    fflush(stdout);
}

/* ---- The graph ---- */

/* Those who choose at the same time share a point. */
const float *point_chances(const struct analysis *analysis, uint32_t at)
{
    const struct analysed *item = &analysis->items[at];
    if (item->moment.kind == POND_MOMENT_END) return item->chance;
    if (item->moment.kind != POND_MOMENT_DECISION || !item->judgement.has_chance) return NULL;
    const bool rounds = analysis->match->game->round != NULL && item->moment.turn > 0;
    for (uint32_t i = at; rounds && i > 0; i--) {
        const struct analysed *before = &analysis->items[i - 1];
        if (before->moment.kind == POND_MOMENT_CHANCE) continue;
        if (before->moment.turn != item->moment.turn) break;
        if (before->judgement.has_chance) return NULL;
    }
    return item->judgement.chance;
}

uint32_t points_count(const struct analysis *analysis)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < analysis->done; i++) count += point_chances(analysis, i) != NULL;
    return count;
}

/* A chart of every seat's chances, in columns that fit a terminal. */
#define GRAPH_COLUMNS 64

struct graph {
    int columns;
    float chance[POND_SEATS_MAX][GRAPH_COLUMNS];
    pond_seats wrong[GRAPH_COLUMNS]; /* who made a mistake or a blunder there */
};

static void graph_make(const struct analysis *analysis, struct graph *graph)
{
    const uint32_t count = points_count(analysis);
    uint32_t point = 0, at = 0;
    memset(graph, 0, sizeof *graph);
    graph->columns = count < GRAPH_COLUMNS ? (int)count : GRAPH_COLUMNS;
    for (uint32_t i = 0; i < analysis->done; i++) {
        const struct analysed *item = &analysis->items[i];
        const float *chance = point_chances(analysis, i);
        if (chance != NULL) {
            at = point * (uint32_t)graph->columns / count;
            point++;
            for (int seat = 0; seat < POND_SEATS_MAX; seat++) {
                graph->chance[seat][at] = chance[seat];
            }
        }
        const bool decision = item->moment.kind == POND_MOMENT_DECISION;
        if (decision && item->judgement.grade >= POND_CLASS_MISTAKE) {
            graph->wrong[at] |= POND_SEAT(item->moment.seat);
        }
    }
}

/* One column of a row of blocks: how much of it lies below the chance. */
static void block_put(float filled, bool ascii)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const int eighths = filled <= 0 ? 0 : filled >= 1 ? 8 : (int)(filled * 8 + 0.5f);
    if (ascii)
        putchar(" .:#"[(eighths * 3 + 4) / 8]);
    else
        fputs(blocks[eighths], stdout);
}

static void graph_rows(const struct cli *cli, const struct graph *graph, int seat, int rows)
{
    for (int row = rows - 1; row >= 0; row--) {
        const int above = 100 * (row + 1) / rows, below = 100 * row / rows;
        const bool half = above > 50 && below <= 50 && rows > 3;
        const int label = row == rows - 1 ? 100 : row == 0 ? 0 : half ? 50 : -1;
        put_right(stdout, label >= 0 ? percentage(cli, label, 0, false).text : "", 7);
        fputs(plain(cli) ? " |" : " │", stdout);
        for (int column = 0; column < graph->columns; column++) {
            block_put(graph->chance[seat][column] * (float)rows - (float)row, plain(cli));
        }
        putchar('\n');
    }
}

/* Beside a graph: where a seat went wrong; under `name` where the graph is not its own alone. */
static bool marks_put(const struct graph *graph, int seat, const char *name, bool ascii)
{
    const pond_seats seats = POND_SEAT(seat);
    bool any = false;
    for (int column = 0; column < graph->columns; column++)
        any |= (graph->wrong[column] & seats) != 0;
    if (!any) return false;
    put_padded(stdout, name, 8, ascii);
    putchar(' ');
    for (int column = 0; column < graph->columns; column++) {
        putchar((graph->wrong[column] & seats) != 0 ? '?' : ' ');
    }
    putchar('\n');
    return true;
}

static void graph_print(const struct cli *cli, const struct analysis *analysis)
{
    struct graph graph;
    char name[POND_NAME_MAX + 1], other[POND_NAME_MAX + 1];
    const struct pond_match *match = analysis->match;
    const bool sides = two_sides(match->game);
    bool marks = false;
    graph_make(analysis, &graph);
    if (graph.columns < 2) return;
    putchar('\n');
    for (int seat = 0; seat < (sides ? 1 : match->seat_count); seat++) {
        seat_name(cli, match, analysis->record, seat, name, sizeof name);
        say(stdout, cli, SAY_CHANCE_OF, name, NULL);
        putchar('\n');
        if (sides) {
            seat_name(cli, match, analysis->record, 1, other, sizeof other);
            marks |= marks_put(&graph, 1, other, plain(cli));
        }
        graph_rows(cli, &graph, seat, sides ? GRAPH_ROWS : GRAPH_ROWS_MANY);
        marks |= marks_put(&graph, seat, sides ? name : "", plain(cli));
    }
    if (marks) {
        fputs("         ", stdout);
        say(stdout, cli, SAY_ANALYSE_MARKS, NULL, NULL);
        putchar('\n');
    }
}

/* ---- Totals ---- */

static int class_width(enum pond_class class)
{
    return pond_class_sign(class)[0] != '\0' ? 4 : class == POND_CLASS_BEST ? 9 : 6;
}

/* "Anna  better than 70% of level 4's games at this table" */
static void standings_tell(const struct cli *cli, const struct analysis *analysis)
{
    struct pond_accuracy_standing standings[POND_STANDINGS];
    char name[POND_NAME_MAX + 1], percent[8];
    bool any = false;
    for (int seat = 0; seat < analysis->totals.seat_count; seat++) {
        const struct pond_total *total = &analysis->totals.seat[seat];
        if (total->decisions == 0) continue;
        if (!pond_standings(analysis->match, total->accuracy, standings)) return;
        const struct pond_accuracy_standing *told = &standings[pond_standing_telling(standings)];
        const char *level = strchr(told->player, ':');
        if (!any) putchar('\n');
        any = true;
        seat_name(cli, analysis->match, analysis->record, seat, name, sizeof name);
        put_padded(stdout, name, NAME_COLUMNS, plain(cli));
        fputs("  ", stdout);
        snprintf(percent, sizeof percent, "%.0f", (double)told->percent);
        say(stdout, cli, level != NULL ? SAY_STANDING : SAY_STANDING_RANDOM, percent,
            level != NULL ? level + 1 : NULL);
        putchar('\n');
    }
}

/* A number of the table; a dash where nobody knows it. */
static void number_put(const struct cli *cli, int columns, bool known, double number, bool plus)
{
    if (known)
        printf("%*s", columns, decimal(cli, number, 1, plus).text);
    else
        put_right(stdout, plain(cli) ? "-" : "–", columns);
}

void analysis_end(const struct cli *cli, const struct analysis *analysis)
{
    char name[POND_NAME_MAX + 1];
    const bool unknown = analysis->totals.luck_unknown;
    graph_print(cli, analysis);
    putchar('\n');
    put_padded(stdout, "", NAME_COLUMNS, true);
    put_right(stdout, said(cli, SAY_ANALYSE_ACCURACY), 10);
    for (int class = POND_CLASS_BEST; class < POND_CLASSES; class ++) {
        const enum pond_fact_word word = pond_class_word((enum pond_class) class);
        const char *sign = pond_class_sign((enum pond_class) class);
        put_right(stdout, sign[0] != '\0' ? sign : pond_fact_word(word, cli->language),
                  class_width((enum pond_class) class));
    }
    put_right(stdout, said(cli, SAY_ANALYSE_COST), 8);
    put_right(stdout, said(cli, SAY_ANALYSE_LUCK), 8);
    put_right(stdout, said(cli, SAY_ANALYSE_SKILL), 9);
    put_right(stdout, said(cli, SAY_ANALYSE_REST), 8);
    putchar('\n');
    for (int seat = 0; seat < analysis->totals.seat_count; seat++) {
        const struct pond_total *total = &analysis->totals.seat[seat];
        seat_name(cli, analysis->match, analysis->record, seat, name, sizeof name);
        put_padded(stdout, name, NAME_COLUMNS, plain(cli));
        number_put(cli, 10, total->decisions > 0, (double)total->accuracy, false);
        for (int class = POND_CLASS_BEST; class < POND_CLASSES; class ++) {
            printf("%*u", class_width((enum pond_class) class), total->classes[class]);
        }
        number_put(cli, 8, true, 100 * (double)total->cost, false);
        number_put(cli, 8, !unknown, 100 * (double)total->luck, true);
        number_put(cli, 9, true, 100 * (double)total->skill, true);
        number_put(cli, 8, !unknown, 100 * (double)total->rest, true);
        putchar('\n');
    }
    standings_tell(cli, analysis);
}
