/* analyse_svg.c: an analysis as a self-contained picture: the chances turn by turn, what went
 * wrong where, what chance brought, and the totals. It follows the reader's light or dark colours.
 */
#include <errno.h>
#include <string.h>

#include "analyse.h"

#define WIDTH 960
#define MARGIN 24
#define PLOT_LEFT 92
#define PLOT_RIGHT (WIDTH - MARGIN - 116) /* names are at the right */
#define PLOT_TOP 134
#define PLOT_HEIGHT 260
#define STRIP_HEIGHT 34
#define ROW_HEIGHT 30
#define TABLE_HEAD 40
#define LUCK_FULL 0.25f /* luck that fills half of its strip */

/* What is drawn, and where. */
struct picture {
    FILE *file;
    const struct cli *cli;
    const struct analysis *analysis;
    bool two_sides; /* one line does for both */
    bool luck;      /* chance has a part */
    uint32_t points;
    int height;
};

/* Seats' colours as in the games: by morning and by dusk, and how their lines are dashed. */
static const struct {
    const char *morning, *dusk, *dash;
} paints[POND_SEATS_MAX] = {
    {"#C8404C", "#FF9AA2", ""},    {"#1F7A41", "#7FD495", "7 4"},
    {"#8A5F00", "#F0C65A", "2 3"}, {"#2D6CB5", "#8FC1FF", "10 3 2 3"},
    {"#48605A", "#A3BBB6", "4 2"},
};

/* ---- Words and numbers ---- */

/* Writes a text so that XML takes it, whatever bytes it has. */
static void put_text(FILE *file, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        size_t length = pond_character_length((const unsigned char *)text, left);
        const bool odd = pond_shown_length((const unsigned char *)text, left) == 0 ||
                         (length == 3 && memcmp(text, "\xef\xbf", 2) == 0);
        if (length == 0) length = 1;
        if (odd)
            fputc('?', file);
        else if (text[0] == '<' || text[0] == '>' || text[0] == '&' || text[0] == '"')
            fputs(text[0] == '<'   ? "&lt;"
                  : text[0] == '>' ? "&gt;"
                  : text[0] == '&' ? "&amp;"
                                   : "&quot;",
                  file);
        else
            fwrite(text, 1, length, file);
        text += length;
        left -= length;
    }
}

static void put_said(const struct picture *picture, const char *style, double x, double y,
                     const char *text)
{
    fprintf(picture->file, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", style, x, y);
    put_text(picture->file, text);
    fputs("</text>\n", picture->file);
}

static void name_of(const struct picture *picture, int seat, char name[POND_NAME_MAX + 1])
{
    seat_name(picture->cli, picture->analysis->match, picture->analysis->record, seat, name,
              POND_NAME_MAX + 1);
}

/* A name cut to what fits its place. */
static void name_short(const struct picture *picture, int seat, int characters, char *out,
                       size_t size)
{
    char name[POND_NAME_MAX + 1];
    name_of(picture, seat, name);
    struct pond_text text = pond_text_in(out, size);
    const char *at = name;
    for (int i = 0; *at != '\0'; i++) {
        size_t length = pond_character_length((const unsigned char *)at, strlen(at));
        if (length == 0) length = 1;
        if (i == characters - 1 && at[length] != '\0') {
            pond_text_string(&text, "…");
            return;
        }
        pond_text_bytes(&text, at, length);
        at += length;
    }
}

/* A seat's paint: in Quibbit the colour of its frog. */
static int paint_of(const struct picture *picture, int seat)
{
    static const char letters[] = "RGYB";
    const struct pond_match *match = picture->analysis->match;
    if (match->game->seat_letter == NULL) return seat;
    const char letter = match->game->seat_letter(&match->start, seat);
    const char *at = letter != '\0' ? strchr(letters, letter) : NULL;
    return at != NULL ? (int)(at - letters) : seat;
}

/* ---- Where things are ---- */

static double x_of(const struct picture *picture, uint32_t point)
{
    const uint32_t steps = picture->points > 1 ? picture->points - 1 : 1;
    return PLOT_LEFT + (double)(PLOT_RIGHT - PLOT_LEFT) * point / steps;
}

static double y_of(float chance) { return PLOT_TOP + PLOT_HEIGHT * (1 - (double)chance); }

/* ---- The ground ---- */

static void style_put(const struct picture *picture)
{
    FILE *file = picture->file;
    fputs("<style>\n"
          "svg{--page:#F6FAF7;--card:#FFF;--ink:#17302B;--ink2:#48605A;--edge:#D3E1DB;"
          "--light:#F4EBD0;--dark:#DCE2E6;--good:#1F7A41;--doubt:#8A5F00;--bad:#A92F3B;"
          "--on:#FFF;",
          file);
    for (int i = 0; i < POND_SEATS_MAX; i++) fprintf(file, "--s%d:%s;", i, paints[i].morning);
    fputs("}\n@media (prefers-color-scheme:dark){svg{--page:#0B1A1D;--card:#13292D;--ink:#E6F2EF;"
          "--ink2:#A3BBB6;--edge:#27444A;--light:#5B5A48;--dark:#20303F;--good:#7FD495;"
          "--doubt:#F0C65A;--bad:#FF9AA2;--on:#0B1A1D;",
          file);
    for (int i = 0; i < POND_SEATS_MAX; i++) fprintf(file, "--s%d:%s;", i, paints[i].dusk);
    fputs("}}\n"
          "text{font:14px ui-rounded,'SF Pro Rounded','Segoe UI',Roboto,Cantarell,"
          "'DejaVu Sans Condensed',system-ui,sans-serif;fill:var(--ink);"
          "font-variant-numeric:tabular-nums}\n"
          ".h1{font-size:22px;font-weight:700}.h2{font-weight:700}.low{fill:var(--ink2)}\n"
          ".end{text-anchor:end}.mid{text-anchor:middle}.low.end{text-anchor:end}\n"
          ".sign{font-size:13px;font-weight:700;fill:var(--on);text-anchor:middle}\n"
          ".line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}\n"
          "</style>\n",
          file);
}

static void head_put(const struct picture *picture)
{
    char options[POND_OPTIONS_TEXT_MAX], names[POND_SEATS_MAX * (POND_NAME_MAX + 3) + 1];
    const struct pond_match *match = picture->analysis->match;
    struct pond_text text = pond_text_in(options, sizeof options);
    struct pond_text all = pond_text_in(names, sizeof names);
    pond_config_print(match->game, &match->config, &text);
    for (int seat = 0; seat < match->seat_count; seat++) {
        char name[64];
        name_short(picture, seat, 18, name, sizeof name);
        if (seat > 0) pond_text_string(&all, " · ");
        pond_text_string(&all, name);
    }
    put_said(picture, "h1", MARGIN, 44, match->game->title);
    put_said(picture, "low", MARGIN, 68, names);
    put_said(picture, "h2", MARGIN + 16, 110, said(picture->cli, SAY_ANALYSE_CHANCES_ALL));
}

static uint32_t turns_of(const struct analysis *analysis)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < analysis->done; i++) {
        const uint32_t turn = analysis->items[i].moment.turn;
        if (turn > most) most = turn;
    }
    return most;
}

/* Lines at 0, 50 and 100%, and the numbers of some turns below. */
static void axes_put(const struct picture *picture)
{
    const struct analysis *analysis = picture->analysis;
    for (int percent = 0; percent <= 100; percent += 50) {
        const double y = y_of((float)percent / 100);
        put_said(picture, "low end", PLOT_LEFT - 10, y + 5,
                 percentage(picture->cli, percent, 0, false).text);
        fprintf(picture->file,
                "<path d=\"M%d %.1fH%d\" stroke=\"var(--ink2)\" stroke-opacity=\"%s\"%s/>\n",
                PLOT_LEFT, y, PLOT_RIGHT, percent == 50 ? ".7" : ".25",
                percent == 50 ? " stroke-dasharray=\"3 5\"" : "");
    }
    const uint32_t turns = turns_of(analysis), step = turns > 24 ? 5 : turns > 12 ? 2 : 1;
    uint32_t point = 0, last = UINT32_MAX;
    double free_from = PLOT_LEFT;
    for (uint32_t i = 0; i < analysis->done; i++) {
        const struct analysed *item = &analysis->items[i];
        if (point_chances(analysis, i) == NULL) continue;
        const double x = x_of(picture, point++);
        if (item->moment.kind == POND_MOMENT_END || x < free_from) continue;
        if (item->moment.turn == last || (item->moment.turn % step != 0 && point > 1)) continue;
        char label[16];
        last = item->moment.turn;
        snprintf(label, sizeof label, "%u", last);
        put_said(picture, "low mid", x, PLOT_TOP + PLOT_HEIGHT + 20, label);
        free_from = x + 36;
    }
}

/* ---- The chances ---- */

static void path_points(const struct picture *picture, int seat)
{
    uint32_t point = 0;
    for (uint32_t i = 0; i < picture->analysis->done; i++) {
        const float *chance = point_chances(picture->analysis, i);
        if (chance == NULL) continue;
        fprintf(picture->file, "%s%.1f %.1f", point == 0 ? "M" : "L", x_of(picture, point),
                y_of(chance[seat]));
        point++;
    }
}

/* Light's part below the line, dark's above it. */
static void sides_put(const struct picture *picture)
{
    FILE *file = picture->file;
    char name[64];
    fprintf(file,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\" fill=\"var(--dark)\"/>\n",
            PLOT_LEFT, PLOT_TOP, PLOT_RIGHT - PLOT_LEFT, PLOT_HEIGHT);
    fputs("<path fill=\"var(--light)\" d=\"", file);
    path_points(picture, 0);
    fprintf(file, "L%d %dL%d %dZ\"/>\n", PLOT_RIGHT, PLOT_TOP + PLOT_HEIGHT, PLOT_LEFT,
            PLOT_TOP + PLOT_HEIGHT);
    name_short(picture, 1, 14, name, sizeof name);
    put_said(picture, "h2", PLOT_RIGHT + 12, PLOT_TOP + 14, name);
    name_short(picture, 0, 14, name, sizeof name);
    put_said(picture, "h2", PLOT_RIGHT + 12, PLOT_TOP + PLOT_HEIGHT - 4, name);
}

static void line_put(const struct picture *picture, int seat)
{
    const int paint = paint_of(picture, seat);
    fputs("<path class=\"line\" ", picture->file);
    if (picture->two_sides) {
        fputs("stroke=\"var(--ink)\"", picture->file);
    } else {
        fprintf(picture->file, "stroke=\"var(--s%d)\"", paint);
        if (paints[paint].dash[0] != '\0') {
            fprintf(picture->file, " stroke-dasharray=\"%s\"", paints[paint].dash);
        }
    }
    fputs(" d=\"", picture->file);
    path_points(picture, seat);
    fputs("\"/>\n", picture->file);
}

/* Names at the right, each beside its line's end and none over another. */
static void names_put(const struct picture *picture)
{
    const struct analysis *analysis = picture->analysis;
    const int count = analysis->match->seat_count;
    const float *end = NULL;
    int order[POND_SEATS_MAX];
    double below = PLOT_TOP - 20;
    for (uint32_t i = 0; i < analysis->done; i++) {
        const float *chance = point_chances(analysis, i);
        if (chance != NULL) end = chance;
    }
    if (end == NULL) return;
    for (int seat = 0; seat < count; seat++) {
        int at = seat;
        for (; at > 0 && end[order[at - 1]] < end[seat]; at--) order[at] = order[at - 1];
        order[at] = seat;
    }
    for (int i = 0; i < count; i++) {
        char name[64];
        const double lowest = PLOT_TOP + PLOT_HEIGHT + 5 - 20.0 * (count - 1 - i);
        double y = y_of(end[order[i]]) + 5;
        if (y > lowest) y = lowest;
        if (y < below + 20) y = below + 20;
        below = y;
        name_short(picture, order[i], 14, name, sizeof name);
        fprintf(picture->file, "<circle cx=\"%d\" cy=\"%.1f\" r=\"5\" fill=\"var(--s%d)\"/>\n",
                PLOT_RIGHT + 12, y - 5, paint_of(picture, order[i]));
        put_said(picture, "h2", PLOT_RIGHT + 24, y, name);
    }
}

/* ---- What went wrong ---- */

/* The tooltip of a mark. */
static void mark_title(const struct picture *picture, const struct analysed *item)
{
    const struct pond_moment *moment = &item->moment;
    char move[POND_MOVE_TEXT_MAX], sentence[256];
    struct pond_text text = pond_text_in(move, sizeof move);
    moment->match->game->move_print(&moment->state, moment->seat, moment->move, &text);
    fprintf(picture->file, "<title>%u. ", moment->turn);
    put_text(picture->file, move);
    fprintf(picture->file, " %s %s", pond_class_sign((enum pond_class)item->judgement.grade),
            percentage(picture->cli, -100 * (double)item->judgement.known.cost, 0, false).text);
    for (uint32_t i = 0; i < item->judgement.fact_count; i++) {
        if (item->judgement.facts[i].better) continue;
        text = pond_text_in(sentence, sizeof sentence);
        pond_fact_print(&item->judgement.facts[i], picture->cli->language, &text);
        fputs("\n", picture->file);
        put_text(picture->file, sentence);
    }
    fputs("</title>", picture->file);
}

/* A sign beside the line where the chances are after the decision. */
static void mark_put(const struct picture *picture, const struct analysed *item, double x,
                     float chance)
{
    const enum pond_class class = (enum pond_class)item->judgement.grade;
    const char *color = class == POND_CLASS_BLUNDER ? "bad" : "doubt";
    const double y = y_of(chance);
    /* Towards the middle, where there is room; of two sides dark's above, light's below. */
    bool above = y > PLOT_TOP + PLOT_HEIGHT / 2.0;
    if (picture->two_sides) above = item->moment.seat == 1;
    if (y < PLOT_TOP + 30) above = false;
    if (y > PLOT_TOP + PLOT_HEIGHT - 30) above = true;
    const double sign = above ? y - 18 : y + 18;
    fputs("<g>", picture->file);
    mark_title(picture, item);
    fprintf(picture->file,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"var(--%s)\" stroke=\"var(--card)\" "
            "stroke-width=\"1.5\"/>"
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"24\" height=\"18\" rx=\"9\" fill=\"var(--%s)\"/>"
            "<text class=\"sign\" x=\"%.1f\" y=\"%.1f\">%s</text></g>\n",
            x, y, color, x - 12, sign - 9, color, x, sign + 5, pond_class_sign(class));
}

/* The worst ones, so that signs do not lie on each other. */
#define MARKS_MAX 24

static void marks_put(const struct picture *picture)
{
    const struct analysis *analysis = picture->analysis;
    float least = POND_COST_INACCURACY;
    for (;; least *= 1.25f) {
        int count = 0;
        for (uint32_t i = 0; i < analysis->done; i++) {
            const struct analysed *item = &analysis->items[i];
            const bool wrong = item->moment.kind == POND_MOMENT_DECISION &&
                               item->judgement.grade >= POND_CLASS_INACCURACY;
            count += wrong && item->judgement.known.cost >= least;
        }
        if (count <= MARKS_MAX) break;
    }
    uint32_t point = 0;
    for (uint32_t i = 0; i < analysis->done; i++) {
        const struct analysed *item = &analysis->items[i];
        if (point_chances(analysis, i) != NULL) point++;
        if (item->moment.kind != POND_MOMENT_DECISION) continue;
        if (item->judgement.grade < POND_CLASS_INACCURACY) continue;
        if (item->judgement.known.cost < least) continue;
        const float *after = NULL;
        for (uint32_t j = i + 1; j < analysis->done && after == NULL; j++) {
            after = point_chances(analysis, j);
        }
        if (after == NULL) continue;
        mark_put(picture, item, x_of(picture, point),
                 after[picture->two_sides ? 0 : item->moment.seat]);
    }
}

/* ---- Luck ---- */

static int strips_top(void) { return PLOT_TOP + PLOT_HEIGHT + 44; }

static void strip_put(const struct picture *picture, int seat)
{
    const struct analysis *analysis = picture->analysis;
    const double middle = strips_top() + STRIP_HEIGHT * (seat + 0.5);
    char name[64];
    uint32_t point = 0;
    name_short(picture, seat, 14, name, sizeof name);
    put_said(picture, "low", PLOT_RIGHT + 24, middle + 5, name);
    fprintf(picture->file, "<path d=\"M%d %.1fH%d\" stroke=\"var(--edge)\"/>\n", PLOT_LEFT, middle,
            PLOT_RIGHT);
    for (uint32_t i = 0; i < analysis->done; i++) {
        const struct analysed *item = &analysis->items[i];
        if (point_chances(analysis, i) != NULL) point++;
        if (!luck_is_known(item)) continue;
        float part = item->luck.luck[seat] / LUCK_FULL;
        part = part > 1 ? 1 : part < -1 ? -1 : part;
        const double size = (double)(part < 0 ? -part : part) * STRIP_HEIGHT / 2;
        const double x = point > 0 ? x_of(picture, point) - 2 : PLOT_LEFT;
        if (size < 0.5) continue;
        fprintf(picture->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"4\" height=\"%.1f\" rx=\"1\" "
                "fill=\"var(--%s)\"><title>%s</title></rect>\n",
                x > PLOT_RIGHT - 4 ? PLOT_RIGHT - 4 : x, part > 0 ? middle - size : middle, size,
                part > 0 ? "good" : "bad",
                percentage(picture->cli, 100 * (double)item->luck.luck[seat], 1, true).text);
    }
}

static void strips_put(const struct picture *picture)
{
    const int count = picture->analysis->match->seat_count;
    const double y = strips_top() + STRIP_HEIGHT * count / 2.0;
    put_said(picture, "low end", PLOT_LEFT - 10, y + 5, said(picture->cli, SAY_ANALYSE_LUCK));
    for (int seat = 0; seat < count; seat++) strip_put(picture, seat);
}

/* ---- Totals ---- */

static int table_top(const struct picture *picture)
{
    const int strips = picture->luck ? picture->analysis->match->seat_count * STRIP_HEIGHT + 16 : 0;
    return strips_top() + strips;
}

/* A number in its column, with its sign where `plus`. */
static void cell_put(const struct picture *picture, double x, double y, bool plus, double number)
{
    put_said(picture, "end", x, y, decimal(picture->cli, number, 1, plus).text);
}

enum { COLUMN_ACCURACY = 300, COLUMN_SIGNS = 372, COLUMN_COST = 640, COLUMN_STEP = 84 };

static void table_head(const struct picture *picture, double y)
{
    static const enum say numbers[] = {SAY_ANALYSE_COST, SAY_ANALYSE_LUCK, SAY_ANALYSE_SKILL,
                                       SAY_ANALYSE_REST};
    put_said(picture, "low end", COLUMN_ACCURACY, y, said(picture->cli, SAY_ANALYSE_ACCURACY));
    for (int i = 0; i < 4; i++) {
        put_said(picture, "low end", COLUMN_COST + COLUMN_STEP * i, y,
                 said(picture->cli, numbers[i]));
    }
}

static void signs_put(const struct picture *picture, const struct pond_total *total, double y)
{
    for (int class = POND_CLASS_INACCURACY; class < POND_CLASSES; class ++) {
        const double x = COLUMN_SIGNS + 62 * (class - POND_CLASS_INACCURACY);
        char number[16];
        snprintf(number, sizeof number, "%u", total->classes[class]);
        fprintf(picture->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"26\" height=\"18\" rx=\"9\" "
                "fill=\"var(--%s)\"/><text class=\"sign\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                x, y - 14, class == POND_CLASS_BLUNDER ? "bad" : "doubt", x + 13, y,
                pond_class_sign((enum pond_class) class));
        put_said(picture, "h2", x + 32, y, number);
    }
}

static void table_put(const struct picture *picture)
{
    const struct pond_totals *totals = &picture->analysis->totals;
    double y = table_top(picture) + 24;
    table_head(picture, y);
    for (int seat = 0; seat < totals->seat_count; seat++) {
        const struct pond_total *total = &totals->seat[seat];
        char name[64];
        y += ROW_HEIGHT;
        fprintf(picture->file, "<path d=\"M%d %.1fH%d\" stroke=\"var(--edge)\"/>\n", MARGIN + 16,
                y - 21, WIDTH - MARGIN - 16);
        name_short(picture, seat, 20, name, sizeof name);
        if (!picture->two_sides) {
            fprintf(picture->file, "<circle cx=\"%d\" cy=\"%.1f\" r=\"5\" fill=\"var(--s%d)\"/>\n",
                    MARGIN + 22, y - 5, paint_of(picture, seat));
        }
        put_said(picture, "h2", MARGIN + (picture->two_sides ? 16 : 36), y, name);
        if (total->decisions > 0)
            cell_put(picture, COLUMN_ACCURACY, y, false, (double)total->accuracy);
        else
            put_said(picture, "end", COLUMN_ACCURACY, y, "–");
        signs_put(picture, total, y);
        const float numbers[] = {-total->cost, total->luck, total->skill, total->rest};
        for (int i = 0; i < 4; i++) {
            const double number = 100 * (double)numbers[i], x = COLUMN_COST + COLUMN_STEP * i;
            if (totals->luck_unknown && i % 2 == 1) /* luck and rest */
                put_said(picture, "end", x, y, "–");
            else
                cell_put(picture, x, y, true, number > -0.05 && number < 0.05 ? 0 : number);
        }
    }
}

/* ---- The whole ---- */

static void picture_begin(struct picture *picture)
{
    const struct analysis *analysis = picture->analysis;
    picture->two_sides = two_sides(analysis->match->game);
    picture->points = points_count(analysis);
    for (uint32_t i = 0; i < analysis->done; i++) {
        picture->luck |= luck_is_known(&analysis->items[i]);
    }
    picture->height =
        table_top(picture) + TABLE_HEAD + ROW_HEIGHT * analysis->match->seat_count + MARGIN;
}

static void picture_put(const struct picture *picture)
{
    FILE *file = picture->file;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
            WIDTH, picture->height, WIDTH, picture->height);
    put_text(file, picture->analysis->match->game->title);
    fputs(" · ", file);
    put_text(file, said(picture->cli, SAY_ANALYSE_CHANCES_ALL));
    fputs("</title>\n", file);
    style_put(picture);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"var(--page)\"/>\n", WIDTH,
            picture->height);
    fprintf(file,
            "<rect x=\"%d\" y=\"80\" width=\"%d\" height=\"%d\" rx=\"16\" fill=\"var(--card)\" "
            "stroke=\"var(--edge)\"/>\n",
            MARGIN, WIDTH - 2 * MARGIN, picture->height - 80 - MARGIN);
    head_put(picture);
    if (picture->two_sides) sides_put(picture);
    axes_put(picture);
    for (int seat = 0; seat < (picture->two_sides ? 1 : picture->analysis->match->seat_count);
         seat++) {
        line_put(picture, seat);
    }
    if (!picture->two_sides) names_put(picture);
    marks_put(picture);
    if (picture->luck) strips_put(picture);
    table_put(picture);
    fputs("</svg>\n", file);
}

int analysis_svg(const struct cli *cli, const struct analysis *analysis, const char *path)
{
    struct picture picture = {.cli = cli, .analysis = analysis, .file = fopen(path, "w")};
    if (picture.file == NULL) return complain(cli, EXIT_BAD_DATA, SAY_FILE_WRITE, path, NULL);
    picture_begin(&picture);
    picture_put(&picture);
    const bool failed = ferror(picture.file) != 0;
    if (fclose(picture.file) != 0 || failed) {
        return complain(cli, EXIT_BAD_DATA, SAY_FILE_WRITE, path, NULL);
    }
    return EXIT_FINE;
}
