/* explore_draw.c: draws the screen of `pond explore`: the board, beside it the players, what is
 * known of the position and the tree, and below what may be done. */
#include <string.h>

#include "explore_screen.h"

#define BOTTOM_ROWS 5
#define PROMPT_ROWS_MAX 3 /* a long sentence takes the rows of the keys */
#define ENGINE_ROWS 7     /* that its lines may take, so that nothing jumps when they come */

const char *explore_name(const struct explore_screen *screen, int seat)
{
    const struct board *board = board_of(screen->tree->match.game);
    if (board->seat_name == NULL) return screen->names[seat];
    return told(&screen->client->voice, board->seat_name(&screen->tree->match.state, seat));
}

/* Lines under their heading, cut where the area ends; returns the rows taken. */
static int lines_draw(struct explore_screen *screen, struct area area, const char *heading,
                      const struct explore_line *lines, int count)
{
    struct canvas *canvas = &screen->client->canvas;
    int row = canvas_wrap(canvas, area, STYLE_KEY, heading);
    for (int i = 0; i < count && row < area.rows; i++) {
        const struct area rest = {area.row + row, area.column, area.rows - row, area.columns};
        row += canvas_wrap(canvas, rest, lines[i].style, lines[i].text);
    }
    return row < area.rows ? row : area.rows;
}

/* What chance may draw, with the odds. */
static int chance_draw(struct explore_screen *screen, struct area area)
{
    const struct pond_match *match = &screen->tree->match;
    const struct voice *voice = &screen->client->voice;
    static struct explore_line lines[EXPLORE_LINES_MAX];
    pond_move outcomes[POND_CHANCE_MAX];
    uint32_t weights[POND_CHANCE_MAX], total = 0;
    const int count = pond_chance(match->game, &match->state, outcomes, weights);
    int shown = 0;
    for (int i = 0; i < count; i++) total += weights[i];
    for (; shown < count && shown < EXPLORE_LINES_MAX; shown++) {
        struct pond_text text = pond_text_in(lines[shown].text, sizeof lines[shown].text);
        match->game->move_print(&match->state, POND_CHANCE, outcomes[shown], &text);
        pond_text_string(&text, "  ");
        const double share = (double)weights[shown] / (double)total;
        pond_text_string(&text, percent_of(voice, share).text);
        lines[shown].style = STYLE_PLAIN;
    }
    return lines_draw(screen, area, told(voice, TELL_EXPLORE_CHANCE), lines, shown);
}

static int engine_draw(struct explore_screen *screen, struct area area)
{
    static struct explore_found found;
    const struct voice *voice = &screen->client->voice;
    char heading[SENTENCE_MAX];
    struct pond_text text = pond_text_in(heading, sizeof heading);
    const bool more = explore_live_found(&screen->live, &found);
    if (!screen->engine) {
        tell(&text, voice, TELL_EXPLORE_OFF);
    } else if (found.line_count > 0) {
        tell2(&text, voice, TELL_EXPLORE_DEPTH, digits_of(found.depth).text,
              digits_of((int64_t)((found.nodes + 999) / 1000)).text);
    } else if (more) {
        tell(&text, voice, TELL_EXPLORE_THINKS);
    }
    const int row =
        lines_draw(screen, area, heading, found.lines, screen->engine ? found.line_count : 0);
    const int least = ENGINE_ROWS < area.rows ? ENGINE_ROWS : area.rows;
    return screen->engine && row < least ? least : row;
}

/* What is known of the position; returns the rows taken. */
static int known_draw(struct explore_screen *screen, struct area area)
{
    const struct voice *voice = &screen->client->voice;
    const struct pond_match *match = &screen->tree->match;
    if (pond_match_chance_due(match)) return chance_draw(screen, area);
    if (screen->games) {
        const enum tell heading = screen->played_count > 0 ? TELL_EXPLORE_GAMES : TELL_EXPLORER_NEW;
        return lines_draw(screen, area, told(voice, heading), screen->played, screen->played_count);
    }
    if (screen->exact_count > 0) {
        return lines_draw(screen, area, told(voice, TELL_EXPLORE_EXACT), screen->exact,
                          screen->exact_count);
    }
    return pond_match_over(match) ? 0 : engine_draw(screen, area);
}

static void side_draw(struct explore_screen *screen, struct area area)
{
    struct canvas *canvas = &screen->client->canvas;
    const struct area inner = {area.row, area.column + 1, area.rows, area.columns - 1};
    int row = board_players(canvas, area, &screen->scene);
    if (row > 0) canvas_rule(canvas, area.row + row++, area.column, area.columns, STYLE_QUIET);
    const int left = area.rows - row, most = (left * 3 + 4) / 5;
    row += known_draw(screen, (struct area){inner.row + row, inner.column, most, inner.columns});
    if (row > 0 && row < area.rows) {
        canvas_rule(canvas, area.row + row++, area.column, area.columns, STYLE_QUIET);
    }
    explore_tree_draw(screen,
                      (struct area){inner.row + row, inner.column, area.rows - row, inner.columns});
}

/* What to do now, or what was said last; returns the rows taken. */
static int prompt_draw(struct explore_screen *screen, struct area area)
{
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const struct voice *voice = &screen->client->voice;
    const struct scene *scene = &screen->scene;
    const struct pond_match *match = &screen->tree->match;
    uint8_t style = STYLE_STRONG;
    if (screen->message[0] != '\0') {
        pond_text_string(&text, screen->message);
        style = screen->message_style;
    } else if (pond_match_over(match)) {
        tell_result(&text, voice, match->result, scene->names, match->seat_count);
    } else if (scene->decider < 0) {
        tell(&text, voice, TELL_EXPLORE_DRAW);
    } else {
        scene->board->plan(&text, scene);
        if (memory[0] == '\0') scene->board->prompt(&text, scene);
    }
    const int rows = canvas_wrap(&screen->client->canvas,
                                 (struct area){area.row + 1, 1, PROMPT_ROWS_MAX, area.columns - 2},
                                 style, memory);
    return rows < 1 ? 1 : rows < PROMPT_ROWS_MAX ? rows : PROMPT_ROWS_MAX;
}

static void bottom_draw(struct explore_screen *screen, struct area area)
{
    struct canvas *canvas = &screen->client->canvas;
    const struct voice *voice = &screen->client->voice;
    canvas_rule(canvas, area.row, 0, area.columns, STYLE_QUIET);
    const int input_row = area.row + 1 + prompt_draw(screen, area);
    /* Of a long text the end is seen. */
    const char *input = screen->scene.input;
    const int wide = canvas_columns(input), room = area.columns - 5;
    for (int over = wide - room; over > 0 && *input != '\0'; over--) {
        do input++;
        while (((unsigned char)*input & 0xc0) == 0x80);
    }
    client_input(screen->client, input_row, room, input);
    static const enum tell keys[] = {TELL_KEYS_EXPLORE, TELL_KEYS_EXPLORE_MORE};
    for (int i = 0, row = area.row + 3; i < 2; i++, row++) {
        if (row > input_row) client_keys(screen->client, row, told(voice, keys[i]));
    }
}

void explore_draw(struct explore_screen *screen)
{
    struct terminal_client *client = screen->client;
    const struct voice *voice = &client->voice;
    char title[SENTENCE_MAX], turn[SENTENCE_MAX];
    struct pond_text text = pond_text_in(title, sizeof title);
    struct pond_text right = pond_text_in(turn, sizeof turn);
    const struct edition *edition = edition_played(&screen->tree->match);
    pond_text_string(&text, edition != NULL ? edition->title : screen->tree->match.game->title);
    pond_text_string(&text, " · ");
    tell(&text, voice, TELL_EXPLORE_TITLE);
    if (screen->scene.decider >= 0) {
        const bool several = (screen->scene.turn & (screen->scene.turn - 1)) != 0;
        tell1(&right, voice, several ? TELL_EXPLORE_TOGETHER : TELL_TURN_OF,
              explore_name(screen, screen->scene.decider));
    }
    if (client_begin(client, title, turn)) {
        const int side = client->canvas.columns * 2 / 5;
        const struct zones zones = client_board(client, &screen->scene, side, BOTTOM_ROWS);
        side_draw(screen, zones.side);
        bottom_draw(screen, zones.bottom);
    } else {
        const struct area below = {3, 0, client->canvas.rows - 3, client->canvas.columns};
        canvas_wrap(&client->canvas, below, screen->message_style, screen->message);
    }
    client_show(client);
}
