/* board.c: what all games have in common on the screen: scenes and stories. See board.h. */
#include "board.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "pond/json.h"
#include "screen.h"
#include "typing.h"

const struct board *board_of(const struct pond_game *game)
{
    static const struct board *const boards[] = {&board_quibbit, &board_quibbles, &board_rribbit};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        if (boards[i]->game == game) return boards[i];
    }
    return &board_any;
}

const struct edition *edition_find(const char *name)
{
    for (int i = 0; pond_games[i] != NULL; i++) {
        const struct edition *edition = board_of(pond_games[i])->edition;
        if (edition != NULL && strcmp(edition->name, name) == 0) return edition;
    }
    return NULL;
}

const struct edition *edition_played(const struct pond_match *match)
{
    char memory[POND_OPTIONS_TEXT_MAX];
    struct pond_text options = pond_text_in(memory, sizeof memory);
    const struct edition *edition = board_of(match->game)->edition;
    if (edition == NULL) return NULL;
    pond_config_print(match->game, &match->config, &options);
    return strstr(memory, edition->options) != NULL ? edition : NULL;
}

int board_players(struct canvas *canvas, struct area area, const struct scene *scene)
{
    return scene->board->players != NULL ? scene->board->players(canvas, area, scene) : 0;
}

void board_begin(struct scene *scene)
{
    if (scene->board->begin != NULL) scene->board->begin(scene);
}

void input_set(struct scene *scene, const char *text)
{
    snprintf(scene->input, sizeof scene->input, "%s", text);
    scene->typed = scene->refused = false;
}

/* Does one of the decider's moves begin like this? */
static bool begins_a_move(const struct scene *scene, const char *text)
{
    for (int i = 0; i < scene->move_count; i++) {
        char memory[POND_MOVE_TEXT_MAX];
        struct pond_text move = pond_text_in(memory, sizeof memory);
        scene->game->move_print(&scene->imagined, scene->decider, scene->moves[i], &move);
        if (strncmp(memory, text, strlen(text)) == 0) return true;
    }
    return false;
}

void input_type(struct scene *scene, int key)
{
    char letter[8] = "", longer[INPUT_MAX];
    if (key == KEY_RUBOUT && scene->input[0] != '\0') {
        typing_rub_out(scene->input);
        scene->refused = false;
        scene->typed = scene->input[0] != '\0';
    }
    if (!typing_add(letter, sizeof letter, key)) return;
    memcpy(longer, scene->input, sizeof longer);
    typing_add(longer, sizeof longer, key);
    const bool goes_on =
        scene->typed || (!begins_a_move(scene, letter) && begins_a_move(scene, longer));
    if (scene->refused || !goes_on) {
        input_set(scene, letter);
    } else {
        input_set(scene, longer);
    }
    scene->typed = true;
}

bool input_paste(struct scene *scene, int key)
{
    if (key == KEY_RETURN) return scene->typed && !scene->refused;
    if (key != ' ' || scene->typed) input_type(scene, key);
    return false;
}

bool input_arrow(struct scene *scene, int key)
{
    if (key < KEY_ARROW_UP || key > KEY_ARROW_RIGHT) return false;
    if (scene->refused) input_set(scene, "");
    if (scene->decider >= 0 && !scene->typed) scene->board->arrow(scene, key);
    return true;
}

void input_touch(struct scene *scene, int32_t action)
{
    if (scene->refused) input_set(scene, "");
    scene->typed = false;
    scene->board->touch(scene, action - ACTION_BOARD);
}

/* The last public decision: neither sealed nor taken back. */
static void scene_last(struct scene *scene, const struct pond_match *match)
{
    scene->has_last = false;
    memset(scene->last_cards, 0, sizeof scene->last_cards);
    struct pond_cursor cursor = pond_cursor_at(match, pond_match_entries(match));
    for (const struct pond_entry *entry; (entry = pond_cursor_previous(&cursor)) != NULL;) {
        if (entry->kind > POND_ENTRY_CHANCE) continue;
        if (entry->kind == POND_ENTRY_MOVE && entry->ply > match->ply) continue;
        if (entry->ply != match->ply) break;
        if (entry->kind == POND_ENTRY_CHANCE) {
            if (match->seat_count == 2) scene->last_cards[2] = (uint8_t)(entry->move & 15);
            continue;
        }
        if (!scene->has_last) {
            scene->has_last = true;
            scene->last_seat = entry->seat;
            scene->last_move = entry->move;
        }
        scene->last_cards[entry->seat] = (uint8_t)(entry->move & 15);
    }
}

void scene_set(struct scene *scene, const struct pond_match *match, int viewer, int decider)
{
    struct pond_rng rng;
    scene->game = match->game;
    scene->board = board_of(match->game);
    scene->seat_count = match->seat_count;
    scene->viewer = viewer;
    scene->decider = decider;
    scene->turn = pond_match_turn(match);
    scene->sealed = pond_match_sealed(match);
    scene->over = pond_match_over(match);
    scene->moving = -1;
    for (int i = 0; i < POND_SEATS_MAX; i++) scene->leapt_to[i] = -1;
    scene->move_count = 0;
    pond_match_view(match, viewer, &scene->view);
    scene_last(scene, match);
    if (decider < 0) return;
    assert(decider == viewer);
    pond_rng_seed(&rng, "scene");
    match->game->sample(&scene->view, &rng, &scene->imagined);
    scene->move_count = pond_view_moves(match->game, &scene->view, decider, scene->moves);
}

const struct pond_move_list *scene_move_list(const struct scene *scene)
{
    static struct pond_move_list list;
    list.count = 0;
    if (scene->decider < 0) return &list;
    pond_moves_write(scene->game, &scene->imagined, scene->decider, &list);
    return &list;
}

void scene_moves_print(const struct scene *scene, struct pond_text *out)
{
    const struct pond_move_list *list = scene_move_list(scene);
    for (int i = 0; i < list->count; i++) {
        if (i > 0) pond_text_char(out, ' ');
        pond_text_string(out, list->text[list->order[i]]);
    }
}

/* ---- Stories ---- */

void story_add(struct story *story, uint8_t style, const char *text)
{
    if (story->count == STORY_LINES_MAX) {
        memmove(&story->lines[0], &story->lines[STORY_LINES_MAX / 3],
                (STORY_LINES_MAX - STORY_LINES_MAX / 3) * sizeof story->lines[0]);
        story->count -= STORY_LINES_MAX / 3;
    }
    struct story_line *line = &story->lines[story->count++];
    line->style = style;
    struct pond_text out = pond_text_in(line->text, sizeof line->text);
    pond_text_string(&out, text);
}

void story_draw(struct canvas *canvas, struct area area, const struct story *story, int scroll)
{
    int rows_left = area.rows;
    for (int i = story->count - scroll - 1; i >= 0 && rows_left > 0; i--) {
        const struct story_line *line = &story->lines[i];
        struct area place = {area.row, area.column + 1, 0, area.columns - 1};
        place.rows = canvas_wrap(canvas, place, line->style, line->text);
        if (place.rows > rows_left) break;
        rows_left -= place.rows;
        place.row += rows_left;
        canvas_wrap(canvas, place, line->style, line->text);
    }
}

/* For a game without events: its moves as they are written. A simultaneous choice stays secret
 * until the round is over; the position that follows shows its result. */
static void move_tell(struct story *story, const struct telling *telling,
                      const struct pond_state *before, const struct pond_entry *entry)
{
    char memory[STORY_LINE_MAX], move[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_text written = pond_text_in(move, sizeof move);
    const pond_seats turn = telling->game->turn(before);
    if (entry->kind != POND_ENTRY_MOVE || (turn & (turn - 1)) != 0) return;
    telling->game->move_print(before, entry->seat, entry->move, &written);
    tell2(&text, telling->voice, TELL_WHO_WHAT, telling->names[entry->seat], move);
    story_add(story, STYLE_PLAIN, memory);
}

/* The setup's cards are on the board, so the story leaves them out. */
void story_event(struct story *story, const struct telling *telling, const struct pond_event *event,
                 const char *const texts[], bool setup)
{
    const struct board *board = board_of(telling->game);
    const char *names[POND_SEATS_MAX + 1] = {NULL};
    char memory[STORY_LINE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    uint8_t style = event->kind < POND_EVENTS_OWN ? STYLE_DOUBTFUL : STYLE_PLAIN;
    int you = -1;
    for (int seat = 0; seat < telling->seat_count; seat++) {
        names[seat] = telling->names[seat];
        if (is_you(telling->voice, names[seat])) you = seat;
    }
    names[telling->seat_count] = told(telling->voice, TELL_DUMMY_NAME);
    if (!setup && board->event != NULL && board->event(story, telling, event, &style)) return;
    const enum pond_language language = telling->voice->language;
    const struct pond_event_kind *kind = pond_event_kind(telling->game, event->kind);
    const bool said =
        texts != NULL
            ? pond_event_sentence_of(kind, event->seat, texts, names, you, language, &text)
            : pond_event_sentence(telling->game, event, names, you, language, &text);
    if (!said) return;
    const bool dummy = event->seat == telling->seat_count; /* it has no name of its own */
    if (dummy && memory[0] >= 'a' && memory[0] <= 'z') memory[0] -= 'a' - 'A';
    story_add(story, style, memory);
}

static void entry_tell(struct story *story, const struct telling *telling,
                       const struct pond_state *before, const struct pond_entry *entry,
                       const struct pond_state *after)
{
    struct pond_events events;
    if (telling->game->events == NULL && entry->kind < POND_ENTRY_RESIGN) {
        move_tell(story, telling, before, entry);
        return;
    }
    pond_entry_events(telling->game, before, entry, after, telling->viewer, &events);
    struct telling now = *telling;
    now.over = events.count > 0 && events.list[events.count - 1].kind == POND_EVENT_END;
    const bool setup = entry->ply == 0 && entry->kind == POND_ENTRY_CHANCE;
    for (int i = 0; i < events.count; i++) story_event(story, &now, &events.list[i], NULL, setup);
}

void story_write(struct story *story, const struct telling *telling, const struct pond_match *match,
                 uint32_t from)
{
    struct pond_state state = match->start;
    story->count = 0;
    struct pond_cursor cursor = pond_cursor_at(match, 0);
    for (const struct pond_entry *entry; (entry = pond_cursor_next(&cursor)) != NULL;) {
        const struct pond_state before = state;
        pond_entry_apply(match->game, entry, &state);
        if (cursor.number > from) entry_tell(story, telling, &before, entry, &state);
    }
}
