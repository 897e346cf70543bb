/* json.c: what other programs read, one JSON object a line. See json.h. */
#include "pond/json.h"

#include <string.h>

#include "banned.h"

/* ---- The writer ---- */

struct pond_json pond_json_to(pond_sink *sink, void *context)
{
    return (struct pond_json){.sink = sink, .context = context};
}

static void put(struct pond_json *json, const char *text)
{
    json->sink(json->context, text, strlen(text));
}

/* Sinks are called through a pointer, so the small pieces that most values are made of (a comma,
 * quotes, the text itself) are put together here first and handed on in one call. */
#define TOGETHER_MAX 256

struct together {
    size_t length;
    char bytes[TOGETHER_MAX];
};

static void together_begin(struct pond_json *json, struct together *together)
{
    together->length = 0;
    if (json->comma) together->bytes[together->length++] = ',';
    json->comma = true;
}

static void together_add(struct together *together, const char *text, size_t length)
{
    memcpy(together->bytes + together->length, text, length);
    together->length += length;
}

static void together_put(struct pond_json *json, const struct together *together)
{
    json->sink(json->context, together->bytes, together->length);
}

/* A value that needs no quotes and is short. */
static void put_word(struct pond_json *json, const char *word, size_t length)
{
    struct together together;
    together_begin(json, &together);
    together_add(&together, word, length);
    together_put(json, &together);
}

void pond_json_open(struct pond_json *json, char bracket)
{
    put_word(json, &bracket, 1);
    json->comma = false;
}

void pond_json_close(struct pond_json *json, char bracket)
{
    json->sink(json->context, &bracket, 1);
    json->comma = true;
}

static bool plain(char character)
{
    const unsigned char byte = (unsigned char)character;
    return byte >= ' ' && byte < 0x80 && byte != '"' && byte != '\\';
}

/* Writes what may stand in a string as it is, in runs as long as can be, escapes the rest, and
 * marks what is no text. */
static void put_escaped(struct pond_json *json, const char *text, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    size_t run = 0; /* where what has not been written yet begins */
    put_word(json, "\"", 1);
    for (size_t i = 0; i < length;) {
        const unsigned char first = (unsigned char)text[i];
        const size_t bytes =
            plain(text[i]) ? 1 : pond_character_length((const unsigned char *)text + i, length - i);
        if (plain(text[i]) || bytes > 1) {
            i += bytes;
            continue;
        }
        json->sink(json->context, text + run, i - run);
        const char simple[] = {'\\', first == '\n' ? 'n' : (char)first, '\0'};
        const char coded[] = {'\\', 'u', '0', '0', digits[first >> 4], digits[first & 15], '\0'};
        if (bytes == 0) {
            put(json, "\\ufffd");
        } else if (first == '"' || first == '\\' || first == '\n') {
            put(json, simple);
        } else {
            put(json, coded);
        }
        run = ++i;
    }
    json->sink(json->context, text + run, length - run);
    put(json, "\"");
}

/* A text in quotes, and perhaps the colon of a key: most are short and need no escapes. */
static void put_string(struct pond_json *json, const char *text, size_t length, bool is_key)
{
    struct together together;
    size_t plain_length = 0;
    if (length + 4 <= TOGETHER_MAX) {
        while (plain_length < length && plain(text[plain_length])) plain_length++;
    }
    if (plain_length < length || length + 4 > TOGETHER_MAX) {
        put_escaped(json, text, length);
        if (is_key) put(json, ":");
    } else {
        together_begin(json, &together);
        together_add(&together, "\"", 1);
        together_add(&together, text, length);
        together_add(&together, "\":", is_key ? 2 : 1);
        together_put(json, &together);
    }
    if (is_key) json->comma = false;
}

void pond_json_key(struct pond_json *json, const char *key)
{
    put_string(json, key, strlen(key), true);
}

void pond_json_string(struct pond_json *json, const char *text)
{
    put_string(json, text, strlen(text), false);
}

void pond_json_number(struct pond_json *json, int64_t number)
{
    char memory[24];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_text_number(&text, number);
    put_word(json, memory, text.length);
}

void pond_json_decimal(struct pond_json *json, float number)
{
    char memory[32];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    const bool below = number < 0;
    const int64_t parts = (int64_t)((below ? -number : number) * 10000 + 0.5f);
    if (below && parts > 0) pond_text_char(&text, '-');
    pond_text_number(&text, parts / 10000);
    pond_text_char(&text, '.');
    for (int64_t place = 1000; place > 0; place /= 10) {
        pond_text_char(&text, (char)('0' + parts / place % 10));
    }
    put_word(json, memory, text.length);
}

void pond_json_bool(struct pond_json *json, bool truth)
{
    put_word(json, truth ? "true" : "false", truth ? 4 : 5);
}

void pond_json_null(struct pond_json *json) { put_word(json, "null", 4); }

void pond_json_text(struct pond_json *json, const struct pond_text *text)
{
    if (text->length > 0) {
        put_string(json, text->start, text->length, false);
    } else {
        pond_json_null(json);
    }
}

void pond_json_seats(struct pond_json *json, pond_seats seats)
{
    pond_json_open(json, '[');
    for (; seats != 0; seats &= (pond_seats)(seats - 1)) {
        pond_json_number(json, pond_seat_first(seats));
    }
    pond_json_close(json, ']');
}

void pond_json_line_end(struct pond_json *json)
{
    put(json, "\n");
    json->comma = false;
}

/* ---- Moves ---- */

/* Puts the last text of the list into its place among those before it, which are in order. */
static void list_place(struct pond_move_list *list, uint16_t last)
{
    uint32_t low = 0, high = last;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const bool before = strcmp(list->text[last], list->text[list->order[middle]]) < 0;
        if (before) high = middle;
        if (!before) low = middle + 1;
    }
    memmove(&list->order[low + 1], &list->order[low], (last - low) * sizeof list->order[0]);
    list->order[low] = last;
}

void pond_moves_write(const struct pond_game *game, const struct pond_state *state, int seat,
                      struct pond_move_list *list)
{
    pond_move moves[POND_MOVES_MAX];
    list->count = game->moves(state, seat, moves);
    for (int i = 0; i < list->count; i++) {
        struct pond_text text = pond_text_in(list->text[i], sizeof list->text[i]);
        game->move_print(state, seat, moves[i], &text);
        list_place(list, (uint16_t)i);
    }
}

void pond_json_moves(struct pond_json *json, const struct pond_game *game,
                     const struct pond_state *state, int seat)
{
    struct pond_move_list list;
    pond_moves_write(game, state, seat, &list);
    pond_json_open(json, '[');
    for (int i = 0; i < list.count; i++) pond_json_string(json, list.text[list.order[i]]);
    pond_json_close(json, ']');
}

/* ---- Games ---- */

static void choices_json(struct pond_json *json, const char *choices)
{
    pond_json_open(json, '[');
    for (const char *at = choices; at != NULL;) {
        const char *end = strchr(at, '|');
        put_string(json, at, end != NULL ? (size_t)(end - at) : strlen(at), false);
        at = end != NULL ? end + 1 : NULL;
    }
    pond_json_close(json, ']');
}

static void option_json(struct pond_json *json, const struct pond_option *option,
                        enum pond_language language)
{
    static const char *const kinds[] = {"choice", "number", "text"};
    pond_json_open(json, '{');
    pond_json_key(json, "name");
    pond_json_string(json, option->name);
    pond_json_key(json, "kind");
    pond_json_string(json, kinds[option->kind]);
    pond_json_key(json, "choices");
    choices_json(json, option->choices);
    if (option->kind == POND_OPTION_NUMBER) {
        pond_json_key(json, "min");
        pond_json_number(json, option->number_min);
        pond_json_key(json, "max");
        pond_json_number(json, option->number_max);
    }
    if (option->written != NULL) {
        pond_json_key(json, "written");
        pond_json_string(json, option->written);
    }
    pond_json_key(json, "default");
    if (option->standard != NULL) pond_json_string(json, option->standard);
    if (option->standard == NULL) pond_json_null(json);
    pond_json_key(json, "help");
    pond_json_string(json, option->help[language]);
    pond_json_close(json, '}');
}

void pond_json_game(struct pond_json *json, const struct pond_game *game,
                    enum pond_language language)
{
    pond_json_open(json, '{');
    pond_json_key(json, "game");
    pond_json_string(json, game->name);
    pond_json_key(json, "title");
    pond_json_string(json, game->title);
    pond_json_key(json, "seats");
    pond_json_open(json, '[');
    pond_json_number(json, game->seats_min);
    pond_json_number(json, game->seats_max);
    pond_json_close(json, ']');
    pond_json_key(json, "options");
    pond_json_open(json, '[');
    for (int i = 0; i < game->option_count; i++) option_json(json, &game->options[i], language);
    pond_json_close(json, ']');
    pond_json_close(json, '}');
    pond_json_line_end(json);
}

/* ---- Matches ---- */

void pond_json_result(struct pond_json *json, const struct pond_match *match)
{
    char memory[16];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    pond_result_print(match->result, &text);
    pond_json_key(json, "result");
    pond_json_text(json, &text);
    pond_text_clear(&text);
    pond_text_string(&text, pond_reason_name((enum pond_reason)match->result.reason));
    pond_json_key(json, "reason");
    pond_json_text(json, &text);
}

void pond_json_standing(struct pond_json *json, const struct pond_match *match)
{
    char memory[POND_STATE_TEXT_MAX];
    struct pond_text text = pond_text_in(memory, sizeof memory);
    struct pond_view view;
    pond_json_key(json, "move");
    pond_match_last_print(match, &text);
    pond_json_text(json, &text);
    pond_json_key(json, "pos");
    pond_match_view(match, POND_SPECTATOR, &view);
    pond_text_clear(&text);
    match->game->view_print(&view, &text);
    pond_json_text(json, &text);
    pond_json_key(json, "full");
    pond_text_clear(&text);
    match->game->state_print(&match->state, &text);
    pond_json_text(json, &text);
    const pond_seats turn = pond_match_turn(match);
    pond_json_key(json, "turn");
    pond_json_seats(json, turn);
    pond_json_key(json, "legal");
    pond_json_open(json, '{');
    for (int seat = 0; seat < match->seat_count; seat++) {
        if ((turn & POND_SEAT(seat)) == 0) continue;
        const char key[] = {(char)('0' + seat), '\0'};
        pond_json_key(json, key);
        pond_json_moves(json, match->game, &match->state, seat);
    }
    pond_json_close(json, '}');
    pond_json_result(json, match);
}

void pond_json_ply(struct pond_json *json, const struct pond_match *match, uint32_t ply)
{
    pond_json_open(json, '{');
    pond_json_key(json, "ply");
    pond_json_number(json, ply);
    pond_json_standing(json, match);
    pond_json_close(json, '}');
    pond_json_line_end(json);
}
