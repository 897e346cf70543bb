/* board_quibbles.c: Quibbles on the screen: cards, collections, and how a choice is put together.
 * Its words are in words_quibbles.c. See board.h. */
#include "board_quibbles.h"

#include <string.h>

#include "screen.h"

#define ACTION_DISPLAY 100    /* + the card's value */
#define ACTION_HAND 200       /* + the card's value */
#define ACTION_COLLECTION 300 /* + the card's value */

enum row { ROW_DISPLAY, ROW_HAND, ROW_COLLECTION };

const struct quibbles_view *quibbles_seen(const struct scene *scene)
{
    return (const struct quibbles_view *)&scene->view;
}

/* ---- The current choice ---- */

static const char *digits_read(const char *at, quibbles_cards *cards)
{
    *cards = 0;
    for (; (*at >= '0' && *at <= '7') || *at == ','; at++) {
        if (*at != ',') *cards += quibbles_card(*at - '0');
    }
    return at;
}

struct picked quibbles_picked(const char *input)
{
    struct picked picked = {.give_up = -1};
    if (*input == '+') {
        picked.lays = true;
        digits_read(input + 1, &picked.played);
    } else if (*input == '!') {
        picked.stashes = true;
        input = digits_read(input + 1, &picked.played);
        if (input[0] == '/' && input[1] >= '0' && input[1] <= '7') picked.give_up = input[1] - '0';
    } else {
        input = digits_read(input, &picked.played);
        if (*input == '=') digits_read(input + 1, &picked.taken);
    }
    return picked;
}

pond_move quibbles_find(const struct scene *scene, const struct picked *picked)
{
    for (int i = 0; i < scene->move_count; i++) {
        const pond_move move = scene->moves[i];
        const int kind = quibbles_move_kind(move);
        if (kind != QUIBBLES_SPLIT && kind != QUIBBLES_COMBINE) continue;
        if (quibbles_move_played(move) == picked->played &&
            quibbles_move_taken(move) == picked->taken) {
            return move;
        }
    }
    return 0;
}

static void cards_write(struct pond_text *out, quibbles_cards cards)
{
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        for (int i = 0; i < quibbles_count(cards, value); i++)
            pond_text_char(out, (char)('0' + value));
    }
}

/* Writes what is picked as the notation has it. */
static void picked_write(struct scene *scene, const struct picked *picked)
{
    char memory[INPUT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const pond_move move = quibbles_find(scene, picked);
    if (move != 0) {
        scene->game->move_print(&scene->imagined, scene->decider, move, &text);
    } else if (picked->taken == 0 && quibbles_size(picked->played) == 1) {
        pond_text_char(&text, '+');
        cards_write(&text, picked->played);
    } else if (picked->played != 0 || picked->taken != 0) {
        cards_write(&text, picked->played);
        pond_text_char(&text, '=');
        cards_write(&text, picked->taken);
    }
    input_set(scene, memory);
}

/* Picks one more card of a value; once all of them are picked, none. */
static quibbles_cards pick_more(quibbles_cards picked, quibbles_cards from, int value)
{
    if (quibbles_count(picked, value) < quibbles_count(from, value)) {
        return picked + quibbles_card(value);
    }
    return picked - quibbles_card(value) * (quibbles_cards)quibbles_count(picked, value);
}

static void stash_pick(struct scene *scene, enum row row, int value)
{
    struct picked picked = quibbles_picked(scene->input);
    char memory[8];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    int stashed = picked.stashes && picked.played != 0 ? quibbles_lowest(picked.played) : -1;
    if (row == ROW_HAND) stashed = stashed == value ? -1 : value;
    if (row == ROW_COLLECTION && stashed < 0) return;
    if (stashed >= 0) {
        pond_text_char(&text, '!');
        pond_text_number(&text, stashed);
        if (row == ROW_COLLECTION) {
            pond_text_char(&text, '/');
            pond_text_number(&text, value);
        }
    }
    input_set(scene, memory);
}

static void pick(struct scene *scene, enum row row, int value)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    struct picked picked = quibbles_picked(scene->input);
    if (scene->decider < 0) return;
    scene->cursor = value;
    scene->cursor_row = (int)row;
    if (view->table.phase == QUIBBLES_STASHES) {
        stash_pick(scene, row, value);
        return;
    }
    if (row == ROW_HAND) picked.played = pick_more(picked.played, view->hand, value);
    if (row == ROW_DISPLAY) picked.taken = pick_more(picked.taken, view->table.display, value);
    picked_write(scene, &picked);
}

static quibbles_cards row_cards(const struct scene *scene, enum row row)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    if (row == ROW_DISPLAY) return view->table.display;
    if (row == ROW_HAND) return view->hand;
    return scene->decider >= 0 ? view->table.collections[scene->decider] : 0;
}

/* The nearest value from `value` on, in a direction, that the row has. */
static int value_near(quibbles_cards cards, int value, int by)
{
    for (int i = 0; i < QUIBBLES_VALUES; i++) {
        value = (value + QUIBBLES_VALUES) % QUIBBLES_VALUES;
        if (quibbles_count(cards, value) > 0) return value;
        value += by;
    }
    return 0;
}

static void begin(struct scene *scene)
{
    scene->cursor_row = ROW_HAND;
    scene->cursor = value_near(row_cards(scene, ROW_HAND), scene->cursor, 1);
}

static void arrow(struct scene *scene, int key)
{
    const bool stash = quibbles_seen(scene)->table.phase == QUIBBLES_STASHES;
    const int by = key == KEY_ARROW_LEFT ? -1 : 1;
    int row = scene->cursor_row;
    if (key == KEY_ARROW_UP || key == KEY_ARROW_DOWN) {
        const int other = stash ? ROW_COLLECTION : ROW_DISPLAY;
        row = row == ROW_HAND ? other : ROW_HAND;
        if (row_cards(scene, (enum row)row) == 0) return;
        scene->cursor_row = row;
        scene->cursor = value_near(row_cards(scene, (enum row)row), scene->cursor, 1);
        return;
    }
    scene->cursor = value_near(row_cards(scene, (enum row)row), scene->cursor + by, by);
}

static void press(struct scene *scene, bool picks)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    const bool stash = view->table.phase == QUIBBLES_STASHES;
    if (!picks && scene->input[0] != '\0') {
        scene->submit = true;
    } else if (!picks && (stash || view->hand == 0)) {
        input_set(scene, stash ? "-" : "pass");
        scene->submit = true;
    } else {
        pick(scene, (enum row)scene->cursor_row, scene->cursor);
    }
}

/* The value of a card to stash, and of the one that it replaces: "2", "3/1". */
static void spell(const struct scene *scene, char *line)
{
    char text[5] = "!";
    size_t length = 1;
    for (const char *at = line; *at != '\0'; at++) {
        if (*at == ' ') continue;
        const bool fits = length == 2 ? *at == '/' : *at >= '0' && *at <= '7';
        if (!fits || length == sizeof text - 1) return;
        text[length++] = *at;
    }
    if (quibbles_seen(scene)->table.phase != QUIBBLES_STASHES || length % 2 != 0) return;
    memcpy(line, text, length);
    line[length] = '\0';
}

static void touch(struct scene *scene, int32_t action)
{
    const int value = action % 100;
    if (value >= QUIBBLES_VALUES) return;
    if (action >= ACTION_COLLECTION) {
        pick(scene, ROW_COLLECTION, value);
    } else if (action >= ACTION_HAND) {
        pick(scene, ROW_HAND, value);
    } else if (action >= ACTION_DISPLAY) {
        pick(scene, ROW_DISPLAY, value);
    }
}

/* ---- Drawing ---- */

/* Which values could be picked next in each row, given what is picked. */
struct open_cards {
    bool display[QUIBBLES_VALUES], hand[QUIBBLES_VALUES];
};

static struct open_cards open_next(const struct scene *scene, const struct picked *picked)
{
    struct open_cards open = {{false}, {false}};
    for (int i = 0; i < scene->move_count; i++) {
        const pond_move move = scene->moves[i];
        const quibbles_cards played = quibbles_move_played(move), taken = quibbles_move_taken(move);
        const int kind = quibbles_move_kind(move);
        if (kind == QUIBBLES_STASH) open.hand[quibbles_lowest(played)] = true;
        if (kind != QUIBBLES_SPLIT && kind != QUIBBLES_COMBINE && kind != QUIBBLES_DRAW) continue;
        if (!quibbles_holds(played, picked->played) || !quibbles_holds(taken, picked->taken)) {
            continue;
        }
        for (int value = 0; value < QUIBBLES_VALUES; value++) {
            if (quibbles_count(played, value) > quibbles_count(picked->played, value)) {
                open.hand[value] = true;
            }
            if (quibbles_count(taken, value) > quibbles_count(picked->taken, value)) {
                open.display[value] = true;
            }
        }
    }
    return open;
}

/* Cards grow with the board. */
struct look {
    int display_wide, hand_wide; /* of a card */
    int high;
    int slot_wide;  /* of a collection */
    int seats_high; /* how many rows a seat takes */
};

static const struct look small_look = {4, 5, 3, 2, 1}, large_look = {7, 7, 5, 4, 2};

/* Large if all the cards that may have to fit do. */
static const struct look *look_for(struct area area, const struct quibbles_view *view)
{
    const int cards = quibbles_size(view->table.display);
    const bool large = area.rows >= 28 && area.columns >= 8 * (large_look.hand_wide + 1) &&
                       area.columns >= cards * (large_look.display_wide + 1);
    return large ? &large_look : &small_look;
}

/* A card with its number; a large one has it in two corners as well. */
static void card_draw(struct canvas *canvas, struct area area, uint8_t style, int value)
{
    const char digit[] = {(char)('0' + value), '\0'};
    canvas_fill(canvas, area, style, " ");
    canvas_box(canvas, area, style);
    canvas_center(canvas, area, area.rows / 2, style, digit);
    if (area.rows < large_look.high) return;
    canvas_text(canvas, area.row + 1, area.column + 1, 1, style, digit);
    canvas_text(canvas, area.row + area.rows - 2, area.column + area.columns - 2, 1, style, digit);
}

/* The mark of the cursor, below a card; a click there means the card as well. */
static void card_end(struct canvas *canvas, struct area card, bool cursor, int32_t action)
{
    const struct area with_mark = {card.row, card.column, card.rows + 1, card.columns};
    canvas_spot(canvas, with_mark, ACTION_BOARD + action);
    if (!cursor) return;
    canvas_text(canvas, card.row + card.rows, card.column + (card.columns - 1) / 2, 2, STYLE_CHOSEN,
                "▲");
}

static void display_draw(struct canvas *canvas, struct area area, const struct scene *scene,
                         const struct picked *picked, const struct open_cards *open)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    const struct look *look = look_for(area, view);
    char memory[SENTENCE_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell2(&text, scene->voice, TELL_QUIBBLES_DISPLAY, digits_of(view->draw_pile_size).text,
          digits_of(quibbles_size(view->table.discards)).text);
    canvas_text(canvas, area.row, area.column, area.columns, STYLE_QUIET, memory);
    struct area card = {area.row + 1, area.column, look->high, look->display_wide};
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        const bool here = scene->decider >= 0 && scene->cursor_row == ROW_DISPLAY;
        for (int i = 0; i < quibbles_count(view->table.display, value); i++) {
            const bool taken = i < quibbles_count(picked->taken, value);
            const bool could =
                scene->decider >= 0 && picked->played != 0 && open->display[value] && !taken;
            const uint8_t style = taken ? STYLE_CARD_PICKED : could ? STYLE_CARD_OPEN : STYLE_CARD;
            card_draw(canvas, card, style, value);
            if (taken) canvas_text(canvas, card.row, card.column + 1, 2, style, "✓");
            card_end(canvas, card, here && scene->cursor == value && i == 0,
                     ACTION_DISPLAY + value);
            card.column += card.columns + 1;
        }
    }
}

/* The six places of a collection and the cards on them. */
static int slots_draw(struct canvas *canvas, int row, int column, int wide,
                      const struct scene *scene, int seat)
{
    const quibbles_cards cards = quibbles_seen(scene)->table.collections[seat];
    const bool own = scene->decider == seat;
    int slots = 0;
    for (int value = 1; value < QUIBBLES_VALUES; value++) {
        for (int i = 0; i < quibbles_count(cards, value); i++, slots++, column += wide) {
            const char digit[] = {(char)('0' + value), '\0'};
            const bool cursor =
                own && scene->cursor_row == ROW_COLLECTION && scene->cursor == value && i == 0;
            canvas_text(canvas, row, column, 1, cursor ? STYLE_CHOSEN : STYLE_STRONG, digit);
            if (!own) continue;
            canvas_spot(canvas, (struct area){row, column, 1, wide},
                        ACTION_BOARD + ACTION_COLLECTION + value);
        }
    }
    for (; slots < QUIBBLES_COLLECTION_MAX; slots++, column += wide) {
        canvas_text(canvas, row, column, 1, STYLE_QUIET, "·");
    }
    return column;
}

static void collection_draw(struct canvas *canvas, int row, struct area area,
                            const struct scene *scene, int seat)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    const bool turn = !scene->over && view->table.seat == seat;
    const bool out = (view->table.in_play >> seat & 1) == 0;
    char memory[64];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    canvas_text(canvas, row, area.column, 2, STYLE_STRONG, turn ? "▶" : " ");
    canvas_text(canvas, row, area.column + 2, 14, turn ? STYLE_STRONG : STYLE_PLAIN,
                scene->names[seat]);
    if (out) {
        tell(&text, scene->voice, TELL_OUT);
    } else {
        tell_count(&text, scene->voice, TELL_CARDS, view->hand_sizes[seat]);
    }
    canvas_text(canvas, row, area.column + 17, 9, STYLE_QUIET, memory);
    const int end =
        slots_draw(canvas, row, area.column + 26, look_for(area, view)->slot_wide, scene, seat);
    pond_text_clear(&text);
    pond_text_number(&text, quibbles_total(view->table.collections[seat]));
    pond_text_string(&text, "/21");
    canvas_text(canvas, row, end + 2, 6, STYLE_STRONG, memory);
}

/* "×3" on the cards of a value, or "1/3" once one of them is picked. */
static void count_draw(struct canvas *canvas, struct area card, uint8_t style, int chosen,
                       int count)
{
    char memory[16];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    if (chosen > 0) {
        pond_text_number(&text, chosen);
        pond_text_char(&text, '/');
        pond_text_number(&text, count);
    } else if (count > 1) {
        pond_text_string(&text, "×");
        pond_text_number(&text, count);
    }
    canvas_text(canvas, card.row + card.rows - 1, card.column + 1, 4, style, memory);
}

static void hand_draw(struct canvas *canvas, struct area area, const struct look *look,
                      const struct scene *scene, const struct picked *picked,
                      const struct open_cards *open)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    char memory[64];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    tell1(&text, scene->voice, TELL_QUIBBLES_HAND,
          digits_of(view->hand_sizes[view->observer]).text);
    canvas_text(canvas, area.row, area.column, area.columns, STYLE_QUIET, memory);
    struct area card = {area.row + 1, area.column, look->high, look->hand_wide};
    for (int value = 0; value < QUIBBLES_VALUES; value++) {
        const int count = quibbles_count(view->hand, value);
        if (count == 0) continue;
        const int chosen = quibbles_count(picked->played, value);
        const bool here = scene->decider >= 0 && scene->cursor_row == ROW_HAND;
        const bool could = scene->decider >= 0 && open->hand[value];
        const uint8_t style = chosen > 0 ? STYLE_CARD_PICKED : could ? STYLE_CARD_OPEN : STYLE_CARD;
        card_draw(canvas, card, style, value);
        count_draw(canvas, card, style, chosen, count);
        card_end(canvas, card, here && scene->cursor == value, ACTION_HAND + value);
        card.column += card.columns + 1;
    }
}

static void draw(struct canvas *canvas, struct area area, const struct scene *scene)
{
    const struct quibbles_view *view = quibbles_seen(scene);
    const struct look *look = look_for(area, view);
    const struct picked picked = quibbles_picked(scene->decider >= 0 ? scene->input : "");
    const struct open_cards open = open_next(scene, &picked);
    /* The display, the collections and the hand, with what is left of the height between them. */
    const int cards_high = look->high + 2;
    const int least = 2 * cards_high + POND_SEATS_MAX * look->seats_high + 2;
    const int spare = area.rows > least ? (area.rows - least) / 3 : 0;
    display_draw(canvas, area, scene, &picked, &open);
    int row = area.row + cards_high + 1 + spare;
    for (int seat = 0; seat < scene->seat_count; seat++) {
        collection_draw(canvas, row + seat * look->seats_high, area, scene, seat);
    }
    row += scene->seat_count * look->seats_high + 1 + spare;
    if (view->observer >= scene->seat_count) return;
    hand_draw(canvas, (struct area){row, area.column, cards_high, area.columns}, look, scene,
              &picked, &open);
}

const struct board board_quibbles = {
    .game = &pond_quibbles,
    .aim = TELL_AIM_QUIBBLES,
    .draw = draw,
    .begin = begin,
    .arrow = arrow,
    .press = press,
    .touch = touch,
    .prompt = quibbles_prompt,
    .forced = quibbles_forced,
    .plan = quibbles_plan,
    .spell = spell,
    .words = quibbles_words,
    .event = quibbles_event,
};
