/* viewer.c: the screen for a game that was played: step through it, have it judged, and play on
 * from any point. See client.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "files.h"
#include "replay.h"
#include "review.h"

#define BOTTOM_ROWS 5
#define GRAPH_ROWS 7
#define GRAPH_COLUMNS_MAX 42

struct viewer {
    struct terminal_client *client;
    struct replay *replay;
    struct review review;
    int ready;
    uint32_t total;
    bool judged; /* all of it */
    int step, seat;
    bool better; /* the better choice is marked instead of the one played */
    struct scene scene;
    struct story story;
    char names[POND_SEATS_MAX][POND_NAME_MAX + 1];
    char message[SENTENCE_MAX];
    bool leave;
};

/* ---- Drawing ---- */

/* The chance of the seat before the decision that led to a step, or -1. */
static float chance_at(const struct viewer *viewer, int step)
{
    const struct reviewed *item = review_of(&viewer->review, viewer->ready, step, -1);
    if (item == NULL || item->judgement.choice_count == 0) return -1;
    return item->judgement.chance[viewer->seat];
}

static void graph_draw(struct viewer *viewer, struct area area)
{
    struct canvas *canvas = &viewer->client->canvas;
    const int steps = viewer->replay->step_count - 1;
    const int columns = steps < area.columns ? steps : area.columns;
    for (int row = 0; row < GRAPH_ROWS; row++) {
        canvas_text(canvas, area.row + row, area.column, 1, STYLE_QUIET,
                    row == 0 || row == GRAPH_ROWS / 2 || row == GRAPH_ROWS - 1 ? "┤" : "│");
    }
    for (int column = 0; column < columns; column++) {
        const int first = 1 + column * steps / columns, last = (column + 1) * steps / columns;
        float chance = -1;
        bool mistake = false;
        for (int step = first; step <= last; step++) {
            if (chance < 0) chance = chance_at(viewer, step);
            const struct reviewed *own =
                review_of(&viewer->review, viewer->ready, step, viewer->seat);
            mistake = mistake || (own != NULL && review_is_mistake(own));
        }
        const int at = area.column + 1 + column;
        const bool here = viewer->step >= first && viewer->step <= last;
        if (chance >= 0) {
            const int row = (int)((1 - chance) * (GRAPH_ROWS - 1) + 0.5f);
            for (int below = row; below < GRAPH_ROWS; below++) {
                canvas_text(canvas, area.row + below, at, 1, here ? STYLE_KEY : STYLE_QUIET,
                            below == row ? "█" : "░");
            }
        }
        if (mistake) canvas_text(canvas, area.row + GRAPH_ROWS, at, 1, STYLE_BAD, "?");
        if (here) canvas_text(canvas, area.row + GRAPH_ROWS + 1, at, 1, STYLE_KEY, "▲");
    }
}

/* What was decided at this step, by the seat looked at first. */
static const struct reviewed *item_here(const struct viewer *viewer)
{
    const struct reviewed *own =
        review_of(&viewer->review, viewer->ready, viewer->step, viewer->seat);
    return own != NULL ? own : review_of(&viewer->review, viewer->ready, viewer->step, -1);
}

static void side_draw(struct viewer *viewer, struct area area)
{
    struct canvas *canvas = &viewer->client->canvas;
    const struct voice *voice = &viewer->client->voice;
    char memory[1200];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    int row = area.row;
    if (viewer->review.open) {
        tell_of(&text, voice, TELL_REVIEW_CHANCES, viewer->names[viewer->seat]);
        canvas_text(canvas, row, area.column + 1, area.columns - 1, STYLE_STRONG, memory);
        graph_draw(viewer, (struct area){row + 1, area.column + 1, GRAPH_ROWS, area.columns - 3});
        row += GRAPH_ROWS + 3;
        const struct reviewed *item = item_here(viewer);
        pond_text_clear(&text);
        if (item != NULL) {
            review_tell(item, voice, viewer->names[item->moment.seat], &text);
        } else if (!viewer->judged) {
            tell2(&text, voice, TELL_REVIEW_PROGRESS, digits_of(viewer->ready).text,
                  digits_of(viewer->total).text);
        }
        const uint8_t style =
            item != NULL && review_is_mistake(item) ? STYLE_DOUBTFUL : STYLE_PLAIN;
        canvas_wrap(
            canvas,
            (struct area){row, area.column + 1, area.row + area.rows - row, area.columns - 1},
            style, memory);
        return;
    }
    row += board_players(canvas, area, &viewer->scene) + 1;
    story_draw(canvas, (struct area){row, area.column, area.row + area.rows - row, area.columns},
               &viewer->story, 0);
}

static void bottom_draw(struct viewer *viewer, int row)
{
    struct canvas *canvas = &viewer->client->canvas;
    const struct voice *voice = &viewer->client->voice;
    const struct replay *replay = viewer->replay;
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    canvas_rule(canvas, row, 0, canvas->columns, STYLE_QUIET);
    tell2(&text, voice, TELL_VIEWER_STEP, digits_of(viewer->step).text,
          digits_of(replay->step_count - 1).text);
    if (viewer->story.count > 0 && viewer->step > 0) {
        pond_text_string(&text, "   ");
        pond_text_string(&text, viewer->story.lines[viewer->story.count - 1].text);
    }
    canvas_text(canvas, row + 1, 1, canvas->columns - 2, STYLE_STRONG, memory);
    pond_text_clear(&text);
    if (viewer->message[0] != '\0') {
        pond_text_string(&text, viewer->message);
    } else if (viewer->step == replay->step_count - 1) {
        const struct pond_result result =
            pond_match_over(&replay->match) ? replay->match.result : replay->record.result;
        tell_result(&text, voice, result, viewer->scene.names, replay->match.seat_count);
    } else {
        tell_of(&text, voice, TELL_VIEWER_SEAT, viewer->names[viewer->seat]);
    }
    canvas_text(canvas, row + 2, 1, canvas->columns - 2, STYLE_PLAIN, memory);
    client_keys(viewer->client, row + 3, told(voice, TELL_KEYS_VIEWER));
    client_keys(viewer->client, row + 4, told(voice, TELL_KEYS_VIEWER_MORE));
}

static void viewer_draw(struct viewer *viewer)
{
    struct terminal_client *client = viewer->client;
    char memory[SENTENCE_MAX];
    struct pond_text title = pond_text_in(memory, sizeof memory);
    pond_text_string(&title, viewer->replay->match.game->title);
    pond_text_string(&title, " · ");
    tell(&title, &client->voice, viewer->review.open ? TELL_REVIEW_TITLE : TELL_VIEWER_TITLE);
    if (client_begin(client, memory, viewer->replay->record.date)) {
        const int side = client->canvas.columns / 3;
        const struct zones zones = client_board(client, &viewer->scene, side, BOTTOM_ROWS);
        side_draw(viewer, zones.side);
        bottom_draw(viewer, zones.bottom.row);
    }
    client_show(client);
}

/* ---- Stepping ---- */

static void viewer_refresh(struct viewer *viewer)
{
    struct pond_match then;
    const struct voice *voice = &viewer->client->voice;
    struct telling telling = {.voice = voice,
                              .game = viewer->replay->match.game,
                              .seat_count = viewer->replay->match.seat_count,
                              .viewer = -1};
    replay_at(viewer->replay, viewer->step, &then);
    viewer->scene.voice = voice;
    for (int seat = 0; seat < then.seat_count; seat++) {
        replay_name(viewer->replay, voice, seat, viewer->names[seat]);
        telling.names[seat] = viewer->scene.names[seat] = viewer->names[seat];
    }
    scene_set(&viewer->scene, &then, viewer->seat, -1);
    story_write(&viewer->story, &telling, &then, 0);
    const struct reviewed *item = item_here(viewer);
    if (viewer->better && item != NULL) {
        viewer->scene.last_move = item->judgement.known.best_move;
        then.state = item->moment.state;
        if (then.game->turn(&then.state) == POND_SEAT(item->moment.seat)) {
            then.game->apply(&then.state, item->moment.seat, viewer->scene.last_move);
        }
        pond_match_view(&then, viewer->seat, &viewer->scene.view);
    }
}

static void step_to(struct viewer *viewer, int step)
{
    const int last = viewer->replay->step_count - 1;
    viewer->step = step < 0 ? 0 : step > last ? last : step;
    viewer->better = false;
    viewer->message[0] = '\0';
}

static void viewer_say(struct viewer *viewer, enum tell sentence, const char *first)
{
    struct pond_text text = pond_text_in(viewer->message, sizeof viewer->message);
    tell1(&text, &viewer->client->voice, sentence, first);
}

static void mistake_to(struct viewer *viewer, int by)
{
    if (!viewer->review.open) {
        review_begin(&viewer->review, viewer->replay);
        viewer->judged = false;
    }
    const int step =
        review_next_mistake(&viewer->review, viewer->ready, viewer->step, viewer->seat, by);
    if (step >= 0) {
        step_to(viewer, step);
    } else {
        viewer_say(viewer, viewer->judged ? TELL_REVIEW_NO_MORE : TELL_REVIEW_NOT_YET, "");
    }
}

/* Plays on from before the decision of this step (`again`), or from after it. */
static void fork_play(struct viewer *viewer, bool again)
{
    static struct play play;
    struct play_setup setup;
    struct pond_text trouble = pond_text_in(viewer->message, sizeof viewer->message);
    const int step = again && viewer->step > 0 ? viewer->step - 1 : viewer->step;
    if (step == viewer->replay->step_count - 1 && pond_match_over(&viewer->replay->match)) {
        viewer_say(viewer, TELL_VIEWER_OVER, "");
        return;
    }
    thinker_stop(&viewer->review.thinker);
    replay_fork(viewer->replay, step, viewer->seat, &setup);
    if (play_open(&play, &viewer->client->voice, &setup, &trouble)) {
        autosave_begin(NULL);
        game_run(viewer->client, &play);
    }
    play_close(&play);
}

static void record_save(struct viewer *viewer)
{
    char where[PATH_TEXT_MAX];
    struct pond_text trouble = pond_text_in(viewer->message, sizeof viewer->message);
    if (files_write_record(&viewer->client->voice, &viewer->replay->match, &viewer->replay->record,
                           NULL, where, &trouble)) {
        viewer_say(viewer, TELL_SAVED, where);
    }
}

/* The better choice on the board, or the one that was played again. */
static void better_show(struct viewer *viewer)
{
    const struct reviewed *item = item_here(viewer);
    char move[POND_MOVE_TEXT_MAX];
    struct pond_text text = pond_text_in(move, sizeof move);
    viewer->message[0] = '\0';
    viewer->better = !viewer->better && item != NULL;
    if (!viewer->better) return;
    viewer->replay->match.game->move_print(&item->moment.state, item->moment.seat,
                                           item->judgement.known.best_move, &text);
    viewer_say(viewer, TELL_REVIEW_SHOWN, move);
}

static void viewer_key(struct viewer *viewer, int key)
{
    const int last = viewer->replay->step_count - 1;
    switch (key) {
    case KEY_ARROW_LEFT: step_to(viewer, viewer->step - 1); break;
    case KEY_ARROW_RIGHT:
    case ' ': step_to(viewer, viewer->step + 1); break;
    case KEY_PAGE_UP: step_to(viewer, viewer->step - 10); break;
    case KEY_PAGE_DOWN: step_to(viewer, viewer->step + 10); break;
    case KEY_TO_START:
    case KEY_ARROW_UP: step_to(viewer, 0); break;
    case KEY_TO_END:
    case KEY_ARROW_DOWN: step_to(viewer, last); break;
    case KEY_TABULATOR: viewer->seat = (viewer->seat + 1) % viewer->replay->match.seat_count; break;
    case 'V':
        if (!viewer->review.open) review_begin(&viewer->review, viewer->replay);
        break;
    case 'm':
    case 'M': mistake_to(viewer, key == 'm' ? 1 : -1); break;
    case 'b':
    case 'B': better_show(viewer); break;
    case 'P': fork_play(viewer, false); break;
    case 'A': fork_play(viewer, true); break;
    case 'S': record_save(viewer); break;
    case 'R': rules_run(viewer->client, viewer->replay->match.game); break;
    case '?': keys_run(viewer->client, viewer->replay->match.game); break;
    case 'Q':
    case KEY_ESCAPE: viewer->leave = true; break;
    default: break;
    }
}

void viewer_run(struct terminal_client *client, struct replay *replay, int seat, bool judge)
{
    struct viewer *viewer = calloc(1, sizeof *viewer);
    if (viewer == NULL) return;
    viewer->client = client;
    viewer->replay = replay;
    viewer->seat = seat >= 0 && seat < replay->match.seat_count ? seat : 0;
    viewer->step = judge ? replay->step_count - 1 : 0;
    if (judge) review_begin(&viewer->review, replay);
    while (!viewer->leave && !client->ending) {
        viewer->ready = review_ready(&viewer->review, &viewer->total);
        viewer->judged = review_finished(&viewer->review);
        viewer_refresh(viewer);
        viewer_draw(viewer);
        const struct input input = client_wait(client, viewer->judged ? 250 : 50);
        if (input.kind == INPUT_KEY) viewer_key(viewer, input.key);
        if (input.kind == INPUT_WHEEL) step_to(viewer, viewer->step + input.key);
    }
    review_close(&viewer->review);
    free(viewer);
}
