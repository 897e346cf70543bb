/* board_quibbit.c: Quibbit! on the screen and in words: the ring as a ring. See board.h. */
#include <math.h>
#include <string.h>

#include "board.h"
#include "pond/quibbit.h"
#include "screen.h"

#define ACTION_CARD 100 /* + the card; tiles are below */

static const struct quibbit_state *seen(const struct scene *scene)
{
    return &quibbit_view_of(&scene->view)->seen;
}

static char letter_of(const struct quibbit_state *state, int frog)
{
    const char letter = "RGYB"[state->color[frog]];
    return frog >= state->seats ? (char)(letter - 'A' + 'a') : letter;
}

static uint8_t style_of(const struct quibbit_state *state, int frog)
{
    return (uint8_t)(STYLE_RED + state->color[frog]);
}

static const char *name_of(const struct scene *scene, int frog)
{
    return frog < seen(scene)->seats ? scene->names[frog] : told(scene->voice, TELL_DUMMY_TITLE);
}

/* What is to be chosen now? */
enum choice { CHOOSE_NOTHING, CHOOSE_TILE, CHOOSE_END, CHOOSE_CARD };

static enum choice choice_of(const struct scene *scene)
{
    if (scene->decider < 0 || scene->move_count == 0) return CHOOSE_NOTHING;
    if (scene->moves[0] <= QUIBBIT_CARD_MAX) return CHOOSE_CARD;
    return scene->moves[0] >= QUIBBIT_FRONT ? CHOOSE_END : CHOOSE_TILE;
}

/* The tile of a frog placed at the front or the back of the line. */
static int end_tile(const struct quibbit_state *state, bool front)
{
    const uint32_t progress =
        front ? quibbit_progress_greatest(state) + 1 : quibbit_progress_least(state) - 1;
    return (int)(progress % state->tiles);
}

/* ---- The current choice ---- */

static int card_step(const struct quibbit_state *state, int seat, int card, int by)
{
    for (int i = 0; i < QUIBBIT_CARD_MAX; i++) {
        card += by;
        if (card < 1) card = QUIBBIT_CARD_MAX;
        if (card > QUIBBIT_CARD_MAX) card = 1;
        if ((state->hand[seat] >> card & 1) != 0) return card;
    }
    return card;
}

/* The cursor is a tile, an end (0: the front) or a card. */
static int cursor_of(const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    switch (choice_of(scene)) {
    case CHOOSE_TILE: return scene->cursor % state->tiles;
    case CHOOSE_END: return scene->cursor & 1;
    case CHOOSE_CARD: {
        const int card = scene->cursor % (QUIBBIT_CARD_MAX + 1);
        const bool held = (state->hand[scene->decider] >> card & 1) != 0;
        return held ? card : card_step(state, scene->decider, card, 1);
    }
    case CHOOSE_NOTHING: break;
    }
    return -1;
}

static void arrow(struct scene *scene, int key)
{
    const int by = key == KEY_ARROW_RIGHT || key == KEY_ARROW_DOWN ? 1 : -1;
    const int cursor = cursor_of(scene), tiles = seen(scene)->tiles;
    input_set(scene, "");
    switch (choice_of(scene)) {
    case CHOOSE_TILE: scene->cursor = (cursor + by + tiles) % tiles; break;
    case CHOOSE_END: scene->cursor = 1 - cursor; break;
    case CHOOSE_CARD: scene->cursor = card_step(seen(scene), scene->decider, cursor, by); break;
    case CHOOSE_NOTHING: break;
    }
}

static void press(struct scene *scene, bool pick)
{
    const int cursor = cursor_of(scene);
    char memory[8] = "";
    struct pond_text text = pond_text_in(memory, sizeof memory);
    (void)pick;
    switch (choice_of(scene)) {
    case CHOOSE_TILE:
        pond_text_char(&text, '@');
        pond_text_number(&text, cursor);
        break;
    case CHOOSE_END: pond_text_string(&text, cursor == 0 ? "front" : "back"); break;
    case CHOOSE_CARD: pond_text_number(&text, cursor); break;
    case CHOOSE_NOTHING: return;
    }
    input_set(scene, memory);
    scene->submit = true;
}

static void touch(struct scene *scene, int32_t action)
{
    const enum choice choice = choice_of(scene);
    if (choice == CHOOSE_CARD && action > ACTION_CARD) {
        scene->cursor = action - ACTION_CARD;
    } else if (choice == CHOOSE_TILE && action < ACTION_CARD) {
        scene->cursor = action;
    } else if (choice == CHOOSE_END && action < ACTION_CARD) {
        const bool front = action == end_tile(seen(scene), true);
        if (!front && action != end_tile(seen(scene), false)) return;
        scene->cursor = front ? 0 : 1;
    } else {
        return;
    }
    press(scene, false);
}

/* ---- Drawing ---- */

struct size {
    int wide, high;
};

/* Tiles grow with the ring. */
static struct size size_for(struct area ring)
{
    const bool large = ring.rows >= 28 && ring.columns >= 70;
    return large ? (struct size){8, 3} : (struct size){6, 2};
}

static const char *tile_sign(const struct quibbit_state *state, int kind, char memory[2])
{
    if (kind == QUIBBIT_FLOWER) return "✿";
    if (kind == QUIBBIT_WATER) return "≈";
    memory[0] = "RGYB"[state->color[kind]];
    memory[1] = '\0';
    return memory;
}

static uint8_t tile_style(const struct quibbit_state *state, int kind)
{
    if (kind == QUIBBIT_FLOWER) return STYLE_FLOWER;
    if (kind == QUIBBIT_WATER) return STYLE_WATER;
    return style_of(state, kind);
}

/* Places on the screen: tile 0 at the top, the others clockwise. */
static struct area tile_area(struct area area, struct size size, int tiles, int tile)
{
    const double turn = 2 * 3.14159265358979 * tile / tiles;
    const double wide = (area.columns - size.wide) / 2.0, high = (area.rows - size.high) / 2.0;
    const int row = (int)lround(high - high * cos(turn));
    const int column = (int)lround(wide + wide * sin(turn));
    return (struct area){area.row + row, area.column + column, size.high, size.wide};
}

static int frog_on(const struct scene *scene, int tile)
{
    const struct quibbit_state *state = seen(scene);
    for (int frog = 0; frog < state->frogs; frog++) {
        const bool moving = frog == scene->moving;
        if (state->progress[frog] == QUIBBIT_NOWHERE && !moving) continue;
        const int landed = scene->leapt_to[frog];
        const int at = moving ? scene->moving_at : landed >= 0 ? landed : state->tile[frog];
        if (at == tile && (moving || scene->moving < 0 || scene->moving_at != tile)) return frog;
    }
    return -1;
}

static bool tile_offered(const struct scene *scene, int tile)
{
    const enum choice choice = choice_of(scene);
    if (choice == CHOOSE_TILE) return cursor_of(scene) == tile;
    if (choice == CHOOSE_END) return end_tile(seen(scene), cursor_of(scene) == 0) == tile;
    if (choice != CHOOSE_CARD) return false;
    const struct quibbit_state *state = seen(scene);
    const int seat = scene->decider, card = cursor_of(scene);
    const uint32_t leap =
        quibbit_leap(state->occupied, state->tiles, state->tile[seat], (uint32_t)card);
    return (state->tile[seat] + leap) % state->tiles == (uint32_t)tile;
}

static void tile_draw(struct canvas *canvas, struct area at, const struct scene *scene, int tile)
{
    const struct quibbit_state *state = seen(scene);
    const int kind = quibbit_tile_kind(state, tile), frog = frog_on(scene, tile);
    const uint8_t ground = tile_style(state, kind);
    char memory[2], text[16];
    struct pond_text number = pond_text_in(text, sizeof text);
    canvas_fill(canvas, at, ground, " ");
    pond_text_number(&number, tile);
    canvas_text(canvas, at.row, at.column, 2, ground, text);
    canvas_text(canvas, at.row, at.column + 3, 1, ground, tile_sign(state, kind, memory));
    const int last = at.row + at.rows - 1, right = at.column + at.columns - 1;
    if (frog >= 0) {
        const uint8_t style = style_of(state, frog) | STYLE_REVERSE;
        const char small[] = {'(', 'o', letter_of(state, frog), 'o', ')', '\0'};
        const char large[] = {'(', ' ', ' ', letter_of(state, frog), ' ', ' ', ')', '\0'};
        if (at.rows > 2) canvas_text(canvas, last - 1, at.column, 7, style, " o___o ");
        canvas_text(canvas, last, at.column, 7, style, at.rows > 2 ? large : small);
        if (state->crown == frog) canvas_text(canvas, last, right, 1, STYLE_STRONG, "♛");
    }
    if (tile_offered(scene, tile)) {
        canvas_text(canvas, at.row, right, 1, STYLE_CHOSEN, "○");
        if (frog < 0) {
            canvas_text(canvas, last, at.column, 8, STYLE_CHOSEN,
                        at.rows > 2 ? "(      )" : "(    )");
        }
    }
    canvas_spot(canvas, at, ACTION_BOARD + tile);
}

/* The middle of the ring: the round and its cards. */
static void middle_draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    char memory[64];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (state->round == 0) {
        tell(&text, scene->voice, TELL_QUIBBIT_PLACING);
    } else {
        tell1(&text, scene->voice, TELL_ROUND, digits_of(state->round).text);
    }
    canvas_center(canvas, area, 0, STYLE_STRONG, memory);
    const int wide = state->frogs * 4 - 1;
    int column = area.column + (area.columns - wide) / 2;
    const bool open = scene->sealed == 0; /* the last cards stay until the next round */
    for (int frog = 0; frog < state->frogs; frog++, column += 4) {
        const char letter[] = {letter_of(state, frog), '\0'};
        const uint8_t card = open ? scene->last_cards[frog] : 0;
        const bool hidden = !open && (scene->sealed >> frog & 1) != 0;
        const bool shown = state->round > 1 && card >= 1 && card <= QUIBBIT_CARD_MAX;
        const char digit[] = {(char)('0' + card), '\0'};
        canvas_text(canvas, area.row + 2, column, 3, style_of(state, frog), "   ");
        canvas_text(canvas, area.row + 2, column + 1, 1, style_of(state, frog), letter);
        canvas_box(canvas, (struct area){area.row + 3, column, 3, 3}, STYLE_QUIET);
        canvas_text(canvas, area.row + 4, column + 1, 1, STYLE_STRONG,
                    hidden  ? "▒"
                    : shown ? digit
                            : " ");
    }
    canvas_center(canvas, area, 7, STYLE_QUIET, "↻");
}

static void draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    struct area ring = area;
    if (ring.columns > 3 * ring.rows) ring.columns = 3 * ring.rows;
    ring.column += (area.columns - ring.columns) / 2;
    const struct area middle = {ring.row + ring.rows / 2 - 4, ring.column + 12, 8,
                                ring.columns - 24};
    middle_draw(canvas, middle, scene);
    if (state->laid < state->tiles) return;
    for (int tile = 0; tile < state->tiles; tile++) {
        tile_draw(canvas, tile_area(ring, size_for(ring), state->tiles, tile), scene, tile);
    }
}

/* "1 2 · 4 5": the cards held, a dot for each that is lost. */
static void hand_draw(struct canvas *canvas, int row, int column, const struct scene *scene,
                      int frog)
{
    const struct quibbit_state *state = seen(scene);
    const bool dummy = frog >= state->seats;
    const unsigned hand = dummy ? state->deck : state->hand[frog];
    const bool own = choice_of(scene) == CHOOSE_CARD && scene->decider == frog;
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        const bool held = (hand >> card & 1) != 0;
        const char digit[] = {' ', (char)('0' + card), ' ', '\0'};
        const bool chosen = own && cursor_of(scene) == card;
        uint8_t style = held ? (own ? STYLE_CARD : STYLE_PLAIN) : STYLE_QUIET;
        if (chosen) style = STYLE_CHOSEN;
        const int at = column + 3 * (card - 1);
        canvas_text(canvas, row, at, 3, style, held ? digit : " · ");
        if (chosen) canvas_text(canvas, row, at, 3, style, "[");
        if (chosen) canvas_text(canvas, row, at + 2, 1, style, "]");
        if (own)
            canvas_spot(canvas, (struct area){row, at, 1, 3}, ACTION_BOARD + ACTION_CARD + card);
    }
}

static int players(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    const uint32_t least = state->round > 0 ? quibbit_progress_least(state) : 0;
    int row = area.row;
    for (int frog = 0; frog < state->frogs; frog++) {
        const char letter[] = {' ', letter_of(state, frog), ' ', '\0'};
        const bool turn = frog < state->seats && (scene->turn >> frog & 1) != 0;
        const bool dummy = frog >= state->seats;
        char memory[80];
        struct pond_text text = pond_text_in(memory, sizeof memory);
        pond_text_string(&text, name_of(scene, frog));
        if (state->crown == frog) pond_text_string(&text, " ♛");
        if (!dummy && (state->in_play >> frog & 1) == 0) {
            pond_text_string(&text, ", ");
            tell(&text, scene->voice, TELL_OUT);
        } else if (state->round > 0 && state->progress[frog] != QUIBBIT_NOWHERE) {
            pond_text_string(&text, "  +");
            pond_text_number(&text, state->progress[frog] - least);
        }
        canvas_text(canvas, row, area.column, 1, STYLE_STRONG, turn ? "▶" : " ");
        canvas_text(canvas, row, area.column + 1, 3, style_of(state, frog), letter);
        canvas_text(canvas, row, area.column + 5, area.columns - 5,
                    turn ? STYLE_STRONG : STYLE_PLAIN, memory);
        hand_draw(canvas, row + 1, area.column + 4, scene, frog);
        row += 2;
    }
    return row - area.row;
}

/* ---- Words ---- */

static void tile_words(struct pond_text *out, const struct voice *voice,
                       const struct quibbit_state *state, int tile, int frog)
{
    const int kind = quibbit_tile_kind(state, tile);
    if (kind == QUIBBIT_FLOWER) {
        tell(out, voice, TELL_TILE_FLOWER);
    } else if (kind == QUIBBIT_WATER) {
        tell(out, voice, TELL_TILE_WATER);
    } else if (kind == frog) {
        tell(out, voice, TELL_TILE_OWN);
    } else {
        tell(out, voice, TELL_TILE_RED + state->color[kind]);
    }
}

static void prompt(struct pond_text *out, const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    switch (choice_of(scene)) {
    case CHOOSE_TILE:
        tell_prompt(out, scene->voice, TELL_QUIBBIT_PROMPT_TILE, digits_of(state->tiles - 1).text);
        break;
    case CHOOSE_END: tell_prompt(out, scene->voice, TELL_QUIBBIT_PROMPT_END, ""); break;
    case CHOOSE_CARD: {
        char hand[16];
        struct pond_text cards = pond_text_in(hand, sizeof hand);
        for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
            if ((state->hand[scene->decider] >> card & 1) == 0) continue;
            if (cards.length > 0) pond_text_char(&cards, ' ');
            pond_text_number(&cards, card);
        }
        tell_prompt(out, scene->voice, TELL_QUIBBIT_PROMPT_CARD, hand);
        break;
    }
    case CHOOSE_NOTHING: break;
    }
}

/* What the card under the cursor would do if no other frog leapt first. */
static void plan(struct pond_text *out, const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    if (choice_of(scene) != CHOOSE_CARD) return;
    const int seat = scene->decider;
    int card = cursor_of(scene);
    if (scene->input[0] >= '1' && scene->input[0] <= '5') card = scene->input[0] - '0';
    if ((state->hand[seat] >> card & 1) == 0) return;
    const uint32_t leap =
        quibbit_leap(state->occupied, state->tiles, state->tile[seat], (uint32_t)card);
    const int tile = (int)((state->tile[seat] + leap) % state->tiles);
    char memory[64];
    struct pond_text ground = pond_text_in(memory, sizeof memory);
    tile_words(&ground, scene->voice, state, tile, seat);
    const int kind = quibbit_tile_kind(state, tile);
    const bool kept = kind == seat || kind == QUIBBIT_FLOWER;
    tell3(out, scene->voice, kept ? TELL_QUIBBIT_PLAN_KEPT : TELL_QUIBBIT_PLAN_LOST,
          digits_of(card).text, digits_of(tile).text, memory);
}

static void frog_words(struct pond_text *out, const struct scene *scene, int frog)
{
    const struct quibbit_state *state = seen(scene);
    const struct voice *voice = scene->voice;
    const bool dummy = frog >= state->seats;
    const bool gone = !dummy && (state->in_play >> frog & 1) == 0;
    tell2(out, voice, TELL_QUIBBIT_WORDS_FROG, told(voice, TELL_RED + state->color[frog]),
          name_of(scene, frog));
    if (gone) {
        pond_text_string(out, ", ");
        tell(out, voice, TELL_OUT);
    } else if (state->progress[frog] == QUIBBIT_NOWHERE) {
        pond_text_string(out, ", ");
        tell(out, voice, TELL_QUIBBIT_NOT_PLACED);
    } else {
        char memory[64];
        struct pond_text ground = pond_text_in(memory, sizeof memory);
        tile_words(&ground, voice, state, state->tile[frog], frog);
        tell2(out, voice, TELL_QUIBBIT_WORDS_TILE, digits_of(state->tile[frog]).text, memory);
    }
    char hand[16];
    struct pond_text cards = pond_text_in(hand, sizeof hand);
    const unsigned held = dummy ? state->deck : state->hand[frog];
    for (int card = 1; card <= QUIBBIT_CARD_MAX; card++) {
        if ((held >> card & 1) == 0) continue;
        if (cards.length > 0) pond_text_char(&cards, ' ');
        pond_text_number(&cards, card);
    }
    if (held != 0)
        tell1(out, voice, dummy ? TELL_QUIBBIT_WORDS_DECK : TELL_QUIBBIT_WORDS_HAND, hand);
    if (state->crown == frog) tell(out, voice, TELL_QUIBBIT_WORDS_CROWN);
    const uint32_t first = state->round > 0 ? quibbit_progress_greatest(state) : 0;
    if (first > 0 && state->progress[frog] == first && !gone) {
        tell_count(out, voice, TELL_QUIBBIT_WORDS_LAP,
                   (int64_t)quibbit_progress_least(state) + state->tiles - first + 1);
    }
    pond_text_string(out, ".\n");
}

static void words(struct pond_text *out, const struct scene *scene)
{
    const struct quibbit_state *state = seen(scene);
    char ring[240];
    struct pond_text tiles = pond_text_in(ring, sizeof ring);
    for (int tile = 0; tile < state->tiles; tile++) {
        if (tile > 0) pond_text_string(&tiles, ", ");
        pond_text_number(&tiles, tile);
        pond_text_char(&tiles, ' ');
        const int kind = quibbit_tile_kind(state, tile);
        if (kind >= QUIBBIT_FLOWER)
            tell(&tiles, scene->voice, kind == QUIBBIT_FLOWER ? TELL_TILE_FLOWER : TELL_TILE_WATER);
        else
            tell(&tiles, scene->voice, TELL_RED + state->color[kind]);
    }
    tell1(out, scene->voice, TELL_QUIBBIT_WORDS_RING, ring);
    pond_text_char(out, '\n');
    for (int frog = 0; frog < state->frogs; frog++) frog_words(out, scene, frog);
}

static bool event(struct story *story, const struct telling *telling,
                  const struct pond_event *event, uint8_t *style)
{
    char memory[STORY_LINE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    switch (event->kind) {
    case QUIBBIT_EVENT_ROUND:
        if (telling->over) return true;
        tell1(&text, telling->voice, TELL_ROUND, digits_of(event->value[0]).text);
        story_add(story, STYLE_STRONG, memory);
        return true;
    case QUIBBIT_EVENT_LOST: *style = STYLE_DOUBTFUL; break;
    case QUIBBIT_EVENT_OUT: *style = STYLE_BAD; break;
    case QUIBBIT_EVENT_LAP: *style = STYLE_GOOD; break;
    default: break;
    }
    return false;
}

static int hops(const struct pond_state *before, const struct pond_entry *entry,
                const struct pond_state *after, struct hop out[LEAP_STEPS_MAX])
{
    struct pond_events events;
    const int tiles = quibbit_state_of(before)->tiles;
    int steps = 0;
    pond_entry_events(&pond_quibbit, before, entry, after, POND_SPECTATOR, &events);
    for (int i = 0; i < events.count; i++) {
        const struct pond_event *event = &events.list[i];
        if (event->kind != QUIBBIT_EVENT_LEAP) continue;
        for (int64_t at = event->value[1]; at <= event->value[2] && steps < LEAP_STEPS_MAX; at++) {
            out[steps++] = (struct hop){event->seat, (int)(at % tiles)};
        }
    }
    return steps;
}

static enum tell seat_name(const struct pond_state *state, int seat)
{
    return (enum tell)(TELL_RED + quibbit_state_of(state)->color[seat]);
}

static const struct edition king_frog = {&pond_quibbit, "king-frog", "King Frog",
                                         "edition=king-frog", TELL_AIM_KING_FROG};

const struct board board_quibbit = {
    .game = &pond_quibbit,
    .edition = &king_frog,
    .aim = TELL_AIM_QUIBBIT,
    .hands_beside = true,
    .seat_name = seat_name,
    .draw = draw,
    .players = players,
    .arrow = arrow,
    .press = press,
    .touch = touch,
    .prompt = prompt,
    .plan = plan,
    .words = words,
    .event = event,
    .hops = hops,
};
